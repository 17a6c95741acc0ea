//! What a client may know of a game: what the player sees, remembers, feels and carries. More of the
//! state is shown by [`View::whole`] alone, to whoever watches.

use super::action::Letter;
use super::combat::{self, damage_range};
use super::content::{Class, Content, ItemKind, LevelKind, MonsterKind, Potion, Scroll};
use super::state::{ActorId, Condition, Hunger, Item, Mood};
use super::vault::Mechanism;
use super::{Game, name};
use crate::geom::{Dir, Grid, Pos, Size};
use crate::map::Tile;

/// A game as its player knows it. Cheap to make and to copy.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    game: &'a Game,
    /// Whether nothing of the level is hidden.
    whole: bool,
}

/// A tile as the player knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileView {
    /// What it is, or was when it was last seen.
    pub tile: Tile,
    /// Whether it is seen now.
    pub in_sight: bool,
    /// Whether a brazier lights it, as far as is seen.
    pub lit: bool,
}

/// A monster that the player sees or feels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActorView {
    /// Its name for the run.
    pub id: ActorId,
    /// What it is.
    pub kind: MonsterKind,
    /// Where.
    pub pos: Pos,
    /// Its health.
    pub health: i32,
    /// Its health when whole.
    pub max_health: i32,
    /// What it is up to.
    pub mood: Mood,
    /// Whether it is seen, and not only felt.
    pub in_sight: bool,
    /// Whether it has run out of breath.
    pub spent: bool,
    /// Whether it carries something it stole.
    pub has_loot: bool,
}

/// Something that lies there as far as the player knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ItemView {
    /// What.
    pub kind: ItemKind,
    /// How many.
    pub count: u16,
    /// How much better than plain.
    pub plus: i8,
    /// Where.
    pub pos: Pos,
    /// Whether the player has laid it down: exploring leaves it.
    pub declined: bool,
    /// Which of a vault's offers it is.
    pub offer: Option<u8>,
}

/// A brazier that was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LampView {
    /// Where.
    pub pos: Pos,
    /// Whether it burned when it was last seen.
    pub lit: bool,
    /// How far it lights.
    pub reach: u32,
}

/// A vault, or the Everlamp, that was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VaultView {
    /// Whether a conduit opens it, see [`View::conduit`], and not a lever.
    pub has_conduit: bool,
    /// Where its lever or its conduit is.
    pub lever: Pos,
    /// Where its door is.
    pub door: Pos,
    /// Whether it is open.
    pub open: bool,
    /// Whether it is the Everlamp.
    pub everlamp: bool,
    /// How many things it still offers.
    pub offers: usize,
}

/// The player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerView {
    /// Where.
    pub pos: Pos,
    /// Health.
    pub health: i32,
    /// Health when whole.
    pub max_health: i32,
    /// Attack with what is in hand.
    pub attack: i32,
    /// Defence with what is worn.
    pub defence: i32,
    /// Level of experience.
    pub level: u8,
    /// Experience in all.
    pub experience: u32,
    /// Experience missing for the next level.
    pub missing: u32,
    /// Food left, in turns.
    pub food: u32,
    /// How hungry.
    pub hunger: Hunger,
    /// How far the player sees in the dark.
    pub sight: u32,
    /// How far off the player is heard.
    pub noise: i32,
    /// Monsters killed.
    pub kills: u32,
}

/// How a fight would go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    /// Chance to hit, in per cent: one's own.
    pub hit: u8,
    /// The least and the most that one's hit does.
    pub damage: (i32, i32),
    /// Blows to kill it, on average; `None` if they do nothing.
    pub blows: Option<u32>,
    /// Chance to be hit, in per cent.
    pub hit_back: u8,
    /// The least and the most that its hit does.
    pub damage_back: (i32, i32),
    /// Its blows to kill the player, on average; `None` if they do nothing.
    pub blows_back: Option<u32>,
    /// Its mean damage as a share of the player's health, in per cent.
    pub share_back: u32,
}

impl<'a> View<'a> {
    pub(super) const fn new(game: &'a Game) -> Self {
        Self { game, whole: false }
    }

    /// The same game with nothing of the level hidden: every tile, item and monster. For watching a
    /// run, not for playing it.
    #[must_use]
    pub const fn whole(self) -> Self {
        Self {
            whole: true,
            ..self
        }
    }

    pub(super) const fn game(self) -> &'a Game {
        self.game
    }

    /// Columns and rows of the level.
    pub const fn size(self) -> Size {
        self.game.state.here.tiles.size()
    }

    /// What kinds of monster, item and level there are: the book that every player may read.
    pub const fn content(self) -> &'static Content {
        self.game.content
    }

    /// The depth, from 1 to 12.
    pub const fn depth(self) -> u8 {
        self.game.state.here.depth
    }

    /// What the level is like.
    pub const fn level_kind(self) -> LevelKind {
        self.game.state.here.kind
    }

    /// A tile; `None` where nothing is known.
    pub fn tile(self, pos: Pos) -> Option<TileView> {
        let here = &self.game.state.here;
        let tiles = if self.whole {
            &here.tiles
        } else {
            &here.memory
        };
        let tile = *tiles.get(pos)?;
        let in_sight = self.in_sight(pos);
        (tile != Tile::Void || in_sight).then(|| TileView {
            tile,
            in_sight,
            lit: in_sight && self.game.scratch.lit.contains(pos),
        })
    }

    /// The tiles as the player remembers them, [`Tile::Void`] where nothing is known.
    pub const fn known(self) -> &'a Grid<Tile> {
        &self.game.state.here.memory
    }

    /// Whether a tile is seen now.
    pub fn in_sight(self, pos: Pos) -> bool {
        self.game.scratch.seen.contains(pos)
    }

    /// The light on a tile that is seen, from 0 to 255.
    pub fn light(self, pos: Pos) -> u8 {
        if self.in_sight(pos) {
            self.game.light_at(pos)
        } else {
            0
        }
    }

    /// The braziers that the player knows of, as they were last seen.
    pub fn lamps(self) -> impl Iterator<Item = LampView> + 'a {
        let game = self.game;
        let known =
            move |pos: Pos| self.whole || game.state.here.memory.get(pos) == Some(&Tile::Brazier);
        let braziers = game.state.here.braziers.iter();
        braziers
            .filter(move |brazier| known(brazier.pos))
            .map(move |brazier| LampView {
                pos: brazier.pos,
                lit: if self.whole {
                    brazier.lit
                } else {
                    brazier.seen_lit
                },
                reach: game.content.rules().sight.brazier,
            })
    }

    /// The vault of the level, once its lever was seen.
    pub fn vault(self) -> Option<VaultView> {
        let level = &self.game.state.here;
        let vault = level.vault.as_ref();
        let vault = vault.filter(|_| self.whole || level.seen[2])?;
        Some(VaultView {
            has_conduit: matches!(vault.mechanism, Mechanism::Conduit(_)),
            lever: vault.lever,
            door: vault.door,
            open: vault.mechanism.is_solved(),
            everlamp: vault.everlamp,
            offers: vault.offers.len(),
        })
    }

    /// The conduit of the level as it stands, once it was seen and until it is solved.
    pub fn conduit(self) -> Option<crate::conduit::Board> {
        let level = &self.game.state.here;
        let vault = level.vault.as_ref().filter(|_| level.seen[2])?;
        match &vault.mechanism {
            Mechanism::Conduit(conduit) if !vault.mechanism.is_solved() => {
                Some(conduit.board().clone())
            }
            _ => None,
        }
    }

    /// The stairs up, once seen.
    pub fn stairs_up(self) -> Option<Pos> {
        let level = &self.game.state.here;
        (level.memory[level.up] == Tile::StairsUp).then_some(level.up)
    }

    /// The stairs down, once seen.
    pub fn stairs_down(self) -> Option<Pos> {
        let level = &self.game.state.here;
        (level.memory[level.down] == Tile::StairsDown).then_some(level.down)
    }

    /// The monsters that are seen or felt, by id.
    pub fn actors(self) -> impl Iterator<Item = ActorView> + 'a {
        let game = self.game;
        let actors = game.state.here.actors.iter().enumerate();
        actors.filter_map(move |(index, actor)| {
            let in_sight = game.knows_of(index);
            (in_sight || self.whole || game.feels(actor)).then(|| ActorView {
                id: actor.id,
                kind: actor.kind,
                pos: actor.pos,
                health: actor.health,
                max_health: actor.max_health,
                mood: actor.mood,
                in_sight,
                spent: actor.conditions.has(Condition::Spent),
                has_loot: actor.loot.is_some(),
            })
        })
    }

    /// The monster that is seen or felt on a tile.
    pub fn actor_at(self, pos: Pos) -> Option<ActorView> {
        self.actors().find(|actor| actor.pos == pos)
    }

    /// The nearest monster in sight: where aiming begins.
    pub fn nearest_enemy(self) -> Option<Pos> {
        self.game.nearest_enemy()
    }

    /// Whether a monster that is awake is in sight: then the long actions are refused.
    pub fn enemy_in_sight(self) -> bool {
        self.game.enemy_in_sight()
    }

    /// What lies about as far as the player has seen, mimics among it.
    pub fn items(self) -> impl Iterator<Item = ItemView> + 'a {
        let game = self.game;
        let level = &game.state.here;
        let lying = level.items.iter();
        let lying = lying.filter(move |lying| self.whole || lying.noticed);
        let lying = lying.map(|lying| ItemView {
            kind: lying.item.kind,
            count: lying.item.count,
            plus: lying.item.plus,
            pos: lying.pos,
            declined: lying.declined,
            offer: None,
        });
        let mimics = level.actors.iter().filter(move |actor| {
            actor.disguised
                && !self.whole
                && game.scratch.seen.contains(actor.pos)
                && !game.state.player.conditions.has(Condition::Telepathic)
        });
        let mimics = mimics.map(move |actor| ItemView {
            kind: ItemKind((actor.id.0 % game.content.items().len() as u32) as u16),
            count: 1,
            plus: 0,
            pos: actor.pos,
            declined: false,
            offer: None,
        });
        let offers = level
            .vault
            .iter()
            .flat_map(|vault| vault.offers.iter().enumerate());
        let offers =
            offers.filter(move |(_, (pos, _))| self.whole || level.memory[*pos] != Tile::Void);
        let offers = offers.map(|(number, (pos, item))| ItemView {
            kind: item.kind,
            count: item.count,
            plus: item.plus,
            pos: *pos,
            declined: false,
            offer: Some(number as u8),
        });
        lying.chain(mimics).chain(offers)
    }

    /// What lies on a tile as far as the player has seen.
    pub fn item_at(self, pos: Pos) -> Option<ItemView> {
        self.items().find(|item| item.pos == pos)
    }

    /// The player.
    pub fn player(self) -> PlayerView {
        let game = self.game;
        let player = &game.state.player;
        PlayerView {
            pos: player.pos,
            health: player.health,
            max_health: game.players_max_health(),
            attack: game.players_attack(),
            defence: game.players_defence(),
            level: player.level,
            experience: player.experience,
            missing: game.experience_missing(),
            food: player.food,
            hunger: game.hunger(),
            sight: game.sight_radius(),
            noise: game.noise_radius(),
            kills: player.kills,
        }
    }

    /// Turns left of a condition of the player's; 0 if there is none.
    pub const fn condition(self, condition: Condition) -> u16 {
        self.game.state.player.conditions.left(condition)
    }

    /// What the player carries, by letter.
    pub fn pack(self) -> impl Iterator<Item = (Letter, ItemView)> + 'a {
        let pos = self.game.state.player.pos;
        self.game
            .state
            .player
            .pack
            .items()
            .map(move |(letter, item)| {
                let &Item {
                    kind, count, plus, ..
                } = item;
                let item = ItemView {
                    kind,
                    count,
                    plus,
                    pos,
                    declined: false,
                    offer: None,
                };
                (letter, item)
            })
    }

    /// Whether a letter is wielded, worn or alight.
    pub fn is_equipped(self, letter: Letter) -> bool {
        self.game.state.player.pack.is_equipped(letter)
    }

    /// Whether a kind of item is known: all but potions and scrolls that were never used are.
    pub fn knows(self, kind: ItemKind) -> bool {
        self.game.content.item(kind).look().is_none() || self.game.state.knows(kind)
    }

    /// What a kind of item is, if it is known.
    pub fn class(self, kind: ItemKind) -> Option<Class> {
        self.knows(kind).then(|| self.game.content.item(kind).class)
    }

    /// The letter under which something is carried that is known to be of a class, if any.
    pub fn find_class(self, fits: impl Fn(Class) -> bool) -> Option<Letter> {
        let mut pack = self.pack();
        pack.find(|(_, item)| self.class(item.kind).is_some_and(&fits))
            .map(|(letter, _)| letter)
    }

    /// The letter of a known potion.
    pub fn find_potion(self, potion: Potion) -> Option<Letter> {
        self.find_class(|class| class == Class::Potion(potion))
    }

    /// The letter of a known scroll.
    pub fn find_scroll(self, scroll: Scroll) -> Option<Letter> {
        self.find_class(|class| class == Class::Scroll(scroll))
    }

    /// The name of several of a kind, as the player knows it: `3 murky potions`.
    pub fn item_name(self, kind: ItemKind, count: u16, plus: i8) -> String {
        name::item(self.game.content, self.game.event_item(kind, count, plus))
    }

    /// The look of a kind that has one: a potion's colour, a scroll's title.
    pub fn look_of(self, kind: ItemKind) -> Option<&'a str> {
        name::look(self.game, kind)
    }

    /// The name of an actor's kind with its article.
    pub fn monster_name(self, kind: MonsterKind) -> String {
        name::monster(self.game.content, kind)
    }

    /// How a fight with a monster that is seen would go.
    pub fn odds(self, id: ActorId) -> Option<Odds> {
        let game = self.game;
        let index = game.state.here.index_of(id)?;
        let actor = &game.state.here.actors[index];
        if actor.disguised {
            return None;
        }
        let def = game.content.monster(actor.kind);
        let asleep = actor.mood == Mood::Asleep;
        let (attack, attack_back) = (game.players_attack(), game.attack_of(index));
        let defence = game.players_defence();
        let blows = |health: i32, mean: i64| {
            let health = i64::from(health) * 100;
            (mean > 0)
                .then(|| (health + mean - 1) / mean)
                .and_then(|blows| u32::try_from(blows).ok())
        };
        let rules = game.content.rules();
        let hit = combat::hit_percent(rules);
        let mean = combat::mean_damage(rules, attack, def.defence, false);
        let mean_back = combat::mean_damage(rules, attack_back, defence, false);
        let health = game.state.player.health.max(1);
        Some(Odds {
            hit: if asleep { 100 } else { hit },
            damage: damage_range(rules, attack, def.defence, asleep),
            blows: blows(actor.health, mean),
            hit_back: hit,
            damage_back: damage_range(rules, attack_back, defence, false),
            blows_back: blows(health, mean_back),
            share_back: u32::try_from(mean_back / i64::from(health)).unwrap_or(0),
        })
    }

    /// The tiles of a shortest way over what is known, the next one last; `None` if no way is known.
    /// Linear in what is known: not for every turn.
    pub fn known_way(self, to: Pos) -> Option<Vec<Pos>> {
        self.game.known_way(to)
    }

    /// Whether [`Action::Explore`](super::Action::Explore) would find nothing to do. Linear in
    /// what is known.
    pub fn is_explored(self) -> bool {
        self.game.is_explored()
    }

    /// Whether a step goes somewhere as far as the player knows: an open tile, not between two
    /// diagonal walls, nobody on it.
    pub fn can_step(self, dir: Dir) -> bool {
        let me = self.game.state.player.pos;
        let to = me.step(dir);
        let memory = &self.game.state.here.memory;
        memory.get(to).is_some_and(|tile| tile.is_walkable())
            && self.game.can_reach(me, dir)
            && self.actor_at(to).is_none()
    }

    /// Whether a tile is hallowed.
    pub fn is_holy(self, pos: Pos) -> bool {
        self.game.is_holy(pos)
    }

    /// What throwing or reading something would cover: the tiles it flies over, then its blast.
    /// Nothing for what is unknown.
    pub fn preview(self, letter: Letter, at: Pos, covered: &mut Vec<Pos>) {
        covered.clear();
        let item = self.game.state.player.pack.get(letter);
        if let Some(class) = item.and_then(|item| self.class(item.kind)) {
            self.game.preview(class, at, covered);
        }
    }
}
