//! What the player knows of a game: what they see, remember, sense and carry. Only [`View::whole`],
//! for spectators, shows more of the state.

pub mod values;

use self::values::{
    ActorView, BrokenView, DeviceView, FeatureView, FieldView, ItemView, LampView, LanternView,
    Odds, OutletView, PlayerView, SetPiecePart, SetPieceView, TileView, VaultView,
};
use super::content::{
    Apparent, Class, Content, ItemKind, LevelKind, LookKind, MarkKind, Potion, Scroll, Sort,
    Trigger,
};
use crate::conduit::Board;
use crate::game::content::ability::Announcement;
use crate::game::rules::aim;
use crate::game::rules::fight::{self, Fight};
use crate::game::rules::travel::{self, Traveller};
use crate::game::world::action::{Action, Letter, Refusal};
use crate::game::world::actor::{Actor, ActorId};
use crate::game::world::condition::Condition;
use crate::game::world::conduit::VaultConduit;
use crate::game::world::detail::{Errand, Healing, Leftovers, Surprise};
use crate::game::world::feature::{Feature, Mechanism};
use crate::game::world::field::{Fields, THICK};
use crate::game::world::formulas;
use crate::game::world::hazard::HazardKind;
use crate::game::world::item::{Item, ItemId, SkipReason};
use crate::game::world::light::Lighting;
use crate::game::world::player::Loudness;
use crate::game::world::scene::Scene;
use crate::geom::{Dir, Grid, Pos, Size};
use crate::map::{Tile, TileSet};

/// What the player knows of a game. Cheap to create and copy.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(in crate::game) scene: Scene<'a>,
    /// Whether the whole level is revealed.
    whole: bool,
}

impl<'a> View<'a> {
    pub(in crate::game) const fn new(scene: Scene<'a>) -> Self {
        Self {
            scene,
            whole: false,
        }
    }

    /// Whether it is for spectators.
    pub(in crate::game) const fn is_whole(self) -> bool {
        self.whole
    }

    /// The same view with the whole level revealed, for spectators.
    #[must_use]
    pub const fn whole(self) -> Self {
        Self {
            whole: true,
            ..self
        }
    }

    /// Size of the level in tiles.
    pub const fn size(self) -> Size {
        self.scene.level.tiles.size()
    }

    /// The content of the run, which players may look up freely.
    pub const fn content(self) -> &'static Content {
        self.scene.content
    }

    /// The current depth, from 1 to 12.
    pub const fn depth(self) -> u8 {
        self.scene.level.depth
    }

    /// The kind of the current level.
    pub const fn level_kind(self) -> LevelKind {
        self.scene.level.kind
    }

    /// A tile as the player knows it; `None` if it is unknown.
    pub fn tile(self, pos: Pos) -> Option<TileView> {
        let tile = *self.known().get(pos)?;
        let in_sight = self.in_sight(pos);
        (tile != Tile::Void || in_sight).then(|| TileView {
            tile,
            in_sight,
            lighting: if in_sight {
                self.scene.level.lighting(pos)
            } else {
                Lighting::Dark
            },
            mapped: self.is_mapped(pos),
        })
    }

    /// Whether the player knows a tile only from a scroll of mapping.
    pub fn is_mapped(self, pos: Pos) -> bool {
        !self.whole && self.scene.level.known.mapped.contains(pos)
    }

    /// All tiles as the player knows them; [`Tile::Void`] where nothing is known.
    pub const fn known(self) -> &'a Grid<Tile> {
        let level = self.scene.level;
        if self.whole {
            &level.tiles
        } else {
            &level.known.tiles
        }
    }

    /// Whether the player sees a tile now.
    pub fn in_sight(self, pos: Pos) -> bool {
        self.scene.is_in_sight(pos)
    }

    /// How well a tile in sight is lit; dark elsewhere.
    pub fn lighting(self, pos: Pos) -> Lighting {
        if self.in_sight(pos) {
            self.scene.level.lighting(pos)
        } else {
            Lighting::Dark
        }
    }

    /// What burns, lies or hangs on a tile in sight.
    pub fn field(self, pos: Pos) -> FieldView {
        let fields = &self.scene.level.fields;
        if fields.is_empty() || !(self.whole || self.in_sight(pos)) {
            return FieldView::default();
        }
        let smoke = fields.smoke.at(pos);
        FieldView {
            flame: fields.flames.at(pos),
            oil: fields.oil.at(pos),
            smoke,
            thick: smoke >= THICK,
            marsh: fields.marsh.at(pos),
            incense: fields.incense.at(pos),
            web: fields.webs.at(pos),
        }
    }

    /// The hazards that the player knows of, row by row: what they are, and where.
    pub fn hazards(self) -> impl Iterator<Item = (HazardKind, Pos)> + 'a {
        let hazards = self.scene.level.hazards.iter();
        let known = hazards.filter(move |hazard| self.whole || hazard.known);
        known.map(|hazard| (hazard.kind, hazard.pos))
    }

    /// The hazard on a tile, if the player knows of one.
    pub fn hazard_at(self, pos: Pos) -> Option<HazardKind> {
        let hazard = self.scene.level.hazards.at(pos);
        let known = hazard.filter(|hazard| self.whole || hazard.known);
        known.map(|hazard| hazard.kind)
    }

    /// Whether the player knows of a trap or a plate on a tile, which no path leads over.
    pub fn is_trapped(self, pos: Pos) -> bool {
        // Most tiles have none, known or not.
        let may = !self.scene.level.cache.open.contains(pos);
        may && self.hazard_at(pos).is_some_and(HazardKind::is_trap) || self.scene.is_plate(pos)
    }

    /// The set pieces that the player has seen.
    pub fn set_pieces(self) -> impl Iterator<Item = SetPieceView> + 'a {
        let set_pieces = self.scene.level.set_pieces.iter();
        let seen = set_pieces.filter(move |piece| self.whole || piece.seen);
        seen.map(move |piece| SetPieceView {
            def: piece.def(self.scene.content),
            area: piece.area,
            acts: piece.acts,
        })
    }

    /// The levers, plates, closed gates and bars of rooms that the player has seen, as they were last seen.
    pub fn set_piece_parts(self) -> impl Iterator<Item = (Pos, SetPiecePart)> + 'a {
        let content = self.scene.content;
        let set_pieces = self.scene.level.set_pieces.iter();
        let seen = set_pieces.filter(move |piece| self.whole || piece.seen);
        seen.flat_map(move |piece| {
            piece.tiles(content).filter_map(move |(_, mark, pos)| {
                let tile = *self.known().get(pos)?;
                let live = |trigger| piece.waits_at(content, trigger, pos);
                let is_known = self.whole || self.scene.level.known.landmarks.contains(&pos);
                let part = match mark.is {
                    MarkKind::Lever if is_known => {
                        let live = live(Trigger::Lever);
                        SetPiecePart::Lever { live }
                    }
                    MarkKind::Plate if is_known => {
                        let live = live(Trigger::Step);
                        SetPiecePart::Plate { live }
                    }
                    MarkKind::Gate if tile == Tile::Wall => SetPiecePart::Gate,
                    MarkKind::Bars if tile == Tile::Pew => SetPiecePart::Bars,
                    _ => return None,
                };
                Some((pos, part))
            })
        })
    }

    /// The part of a room on a tile, as [`set_piece_parts`](Self::set_piece_parts) has it.
    pub fn set_piece_part_at(self, pos: Pos) -> Option<SetPiecePart> {
        self.set_piece_parts()
            .find_map(|(at, part)| (at == pos).then_some(part))
    }

    /// The marks of rooms that the player has seen, where something would happen: what is there, and on which trigger.
    /// A mark with several triggers comes several times.
    pub fn devices(self) -> impl Iterator<Item = DeviceView> + 'a {
        let content = self.scene.content;
        let set_pieces = self.scene.level.set_pieces.iter();
        let seen = set_pieces.filter(move |piece| self.whole || piece.seen);
        seen.flat_map(move |piece| {
            let def = piece.def(content);
            let tiles = piece.places();
            let known = move |pos: Pos| {
                let tile = self.known().get(pos);
                tile.is_some_and(|tile| *tile != Tile::Void) && !self.is_mapped(pos)
            };
            let known = tiles.filter(move |(_, pos)| known(*pos));
            known.flat_map(move |(mark, pos)| {
                let rules = def.rules_at(mark);
                let live = rules.filter(move |(index, rule)| {
                    let is_taken = rule.trigger == Trigger::Take
                        && !piece.prizes.iter().any(|(other, _)| *other == mark);
                    piece.is_live(*index) && !is_taken
                });
                live.map(move |(_, rule)| DeviceView {
                    pos,
                    is: &def.mark(mark).is,
                    def,
                    rule,
                })
            })
        })
    }

    /// The tiles in sight on which anything burns, lies or hangs; some more than once.
    pub fn field_tiles(self) -> impl Iterator<Item = Pos> + 'a {
        let Fields {
            flames,
            oil,
            smoke,
            marsh,
            incense,
            webs,
            floods: _,
            beneath: _,
        } = &self.scene.level.fields;
        let layers = [webs, oil, marsh, incense, smoke, flames].into_iter();
        let tiles = layers.flat_map(|layer| layer.iter().map(|(pos, _)| pos));
        tiles.filter(move |pos| self.whole || self.in_sight(*pos))
    }

    /// Collects the tiles that burn or may catch fire in the next turn, as far as the player sees it.
    pub fn fire_front(self, front: &mut TileSet) {
        let whole = self.whole;
        let level = self.scene.level;
        level.fire_front(|pos| whole || self.in_sight(pos), front);
    }

    /// Whether the player stands in flames, or where a fire may reach them in the next turn.
    pub fn is_fire_at_player(self) -> bool {
        self.scene.is_fire_at_player()
    }

    /// The braziers that the player has seen, as they were last seen.
    pub fn lamps(self) -> impl Iterator<Item = LampView> + 'a {
        let level = self.scene.level;
        let reach = self.scene.rules().sight.brazier;
        level.braziers.iter().filter_map(move |brazier| {
            let pos = brazier.pos;
            if self.whole {
                let lit = brazier.lit;
                return Some(LampView { pos, lit, reach });
            }
            // A scroll of mapping shows the brazier, but not whether it burns.
            let known = level.known.tiles.get(pos) == Some(&Tile::Brazier) && !self.is_mapped(pos);
            let lit = !level.known.unlit.contains(&pos);
            known.then_some(LampView { pos, lit, reach })
        })
    }

    /// The mechanisms of the level that the player has seen, and what they open.
    pub fn features(self) -> impl Iterator<Item = FeatureView> + 'a {
        self.seen_features().map(|feature| FeatureView {
            at: feature.at,
            landmark: feature.landmark(),
            has_conduit: matches!(feature.mechanism, Mechanism::Conduit(_)),
            open: feature.mechanism.is_solved(),
            done: feature.mechanism.is_done(),
            vault: feature.vault().map(|vault| VaultView {
                door: vault.door,
                offers: vault.offers.len(),
            }),
        })
    }

    /// Whether the player stands beside a conduit in which they can still feel for a wrong tile.
    pub fn can_feel(self) -> bool {
        let me = self.scene.player.pos;
        let mut beside = self
            .seen_features()
            .filter(|one| me.dir_to(one.at).is_some());
        beside.any(|one| {
            let conduit = one.mechanism.conduit();
            conduit.is_some_and(|conduit| !conduit.is_done() && conduit.feelings_left() > 0)
        })
    }

    fn seen_features(self) -> impl Iterator<Item = &'a Feature> {
        let level = self.scene.level;
        let landmarks = &level.known.landmarks;
        let features = level.features.iter();
        features.filter(move |feature| self.whole || landmarks.contains(&feature.at))
    }

    /// The mechanism on a tile, if the player has seen it.
    pub fn feature_at(self, pos: Pos) -> Option<FeatureView> {
        self.features().find(|feature| feature.at == pos)
    }

    /// The Everlamp, once seen.
    pub fn everlamp(self) -> Option<FeatureView> {
        self.features().find(FeatureView::is_everlamp)
    }

    /// The conduit of the level in its current state, once seen and until nothing is left to do with it.
    pub fn conduit(self) -> Option<Board> {
        self.features().find(|one| one.has_conduit && !one.done)?;
        self.conduit_or_solved()
    }

    /// As [`conduit`](Self::conduit), also once it is solved.
    pub fn conduit_or_solved(self) -> Option<Board> {
        Some(self.seen_conduit()?.board())
    }

    fn seen_conduit(self) -> Option<&'a VaultConduit> {
        let mut features = self.seen_features();
        features.find_map(|feature| feature.mechanism.conduit())
    }

    /// The lamps and the broken tile of the level's conduit, once seen; `None` if light is to reach all its tiles.
    pub fn broken_conduit(self) -> Option<BrokenView> {
        let conduit = self.seen_conduit()?;
        let outlets = conduit.outlets().iter().map(|outlet| OutletView {
            tile: conduit.pos(outlet.tile),
            to: outlet.to,
            lit: outlet.lit,
        });
        let broken = conduit.broken();
        (!conduit.outlets().is_empty()).then(|| BrokenView {
            outlets: outlets.collect(),
            broken: broken.map(|broken| (conduit.pos(broken.tile), broken.fused)),
            mended: conduit.mended_board().clone(),
        })
    }

    /// The lights of conduits on tiles that the player has seen, which burn for good.
    pub fn lasting_lights(self) -> impl Iterator<Item = LampView> + 'a {
        let level = self.scene.level;
        let known = move |pos: Pos| self.whole || level.known.tiles.get(pos) != Some(&Tile::Void);
        let lamps = level.lasting.iter().filter(move |lamp| known(lamp.at));
        lamps.map(|lamp| LampView {
            pos: lamp.at,
            lit: true,
            reach: lamp.reach,
        })
    }

    /// The stairs up, once seen.
    pub fn stairs_up(self) -> Option<Pos> {
        let level = self.scene.level;
        (level.known.tiles[level.up] == Tile::StairsUp).then_some(level.up)
    }

    /// The stairs down, once seen.
    pub fn stairs_down(self) -> Option<Pos> {
        let level = self.scene.level;
        (level.known.tiles[level.down] == Tile::StairsDown).then_some(level.down)
    }

    /// The monsters that the player sees or senses, in ascending order of id.
    pub fn actors(self) -> impl Iterator<Item = ActorView> + 'a {
        let scene = self.scene;
        scene.level.actors().iter().filter_map(move |actor| {
            let in_sight = scene.sees(actor);
            (in_sight || self.whole || scene.senses(actor)).then(|| ActorView {
                id: actor.id,
                kind: actor.kind,
                pos: actor.pos,
                health: actor.health,
                max_health: actor.max_health,
                mood: actor.mood,
                friend: actor.is_friend(),
                in_sight,
                spent: actor.is_spent(),
                prepares: (in_sight || self.whole)
                    .then(|| actor.preparing.map(|one| one.announcement))
                    .flatten(),
                has_loot: actor.loot.is_some(),
                burns: actor.conditions.has(Condition::Burning),
            })
        })
    }

    /// The tiles that monsters in sight have announced to strike next, with what they do there, in the order in
    /// which each comes to them. A tile may be aimed at by several.
    pub fn aimed_tiles(self) -> impl Iterator<Item = (Pos, Announcement)> + 'a {
        let scene = self.scene;
        let actors = scene.level.actors().iter();
        let seen = actors.filter(move |actor| self.whole || scene.sees(actor));
        let prepared = seen.filter_map(|actor| Some((actor, actor.preparing?)));
        prepared.flat_map(move |(actor, prepared)| {
            let abilities = &actor.def(scene.content).abilities;
            let tiles = abilities.aimed_tiles(scene.level, prepared).into_iter();
            tiles.map(move |pos| (pos, prepared.announcement))
        })
    }

    /// The monster on a tile, if the player sees or senses it.
    pub fn actor_at(self, pos: Pos) -> Option<ActorView> {
        self.actors().find(|actor| actor.pos == pos)
    }

    /// Position of the nearest monster in sight, which is the default target.
    pub fn nearest_enemy(self) -> Option<Pos> {
        self.scene.nearest_enemy()
    }

    /// Whether a monster in sight may attack soon, so that long actions are refused: it hunts the
    /// player, or is awake and near enough to notice them.
    pub fn enemy_in_sight(self) -> bool {
        self.scene.threat(Loudness::Normal).is_some()
    }

    /// The monsters in sight that may attack soon, as [`enemy_in_sight`](Self::enemy_in_sight) means it.
    pub fn threats(self) -> impl Iterator<Item = ActorId> + 'a {
        self.scene.threats(Loudness::Normal).map(|actor| actor.id)
    }

    /// The items that the player has seen on the level, including mimics in disguise.
    pub fn items(self) -> impl Iterator<Item = ItemView> + 'a {
        let Scene { level, .. } = self.scene;
        let known = &level.known;
        let floor = level.items.iter();
        let floor = floor.filter(move |one| self.whole || known.items.contains(&one.item.id));
        let floor = floor.map(move |one| ItemView {
            declined: known.declined.contains(&one.item.id),
            ..ItemView::new(self.scene.apparent(one.item.kind), &one.item, one.pos)
        });
        let is_known = move |actor: &&Actor| {
            known.met.contains(&actor.id) || self.scene.is_in_sight(actor.pos)
        };
        let mimics = level.actors().iter();
        let mimics = mimics.filter(move |actor| !self.whole && actor.disguised);
        let mimics = mimics.filter(is_known).map(move |actor| {
            let item = self.scene.disguise(actor);
            ItemView::new(self.scene.apparent(item.kind), &item, actor.pos)
        });
        let vault = level.vault().into_iter();
        let offers = vault.flat_map(|vault| vault.offers.iter().enumerate());
        // A scroll of mapping shows the vault's floor, but not what lies there.
        let offers = offers.filter(move |(_, (pos, _))| {
            self.whole || (level.known.tiles[*pos] != Tile::Void && !self.is_mapped(*pos))
        });
        let offers = offers.map(move |(number, (pos, item))| ItemView {
            offer: Some(number as u8),
            ..ItemView::new(self.scene.apparent(item.kind), item, *pos)
        });
        floor.chain(mimics).chain(offers)
    }

    /// The item on a tile, if the player knows of one.
    pub fn item_at(self, pos: Pos) -> Option<ItemView> {
        self.items().find(|item| item.pos == pos)
    }

    /// The player's statistics.
    pub fn player(self) -> PlayerView {
        let Scene {
            player, content, ..
        } = self.scene;
        let (missing, step) = player.experience_to_next(content);
        PlayerView {
            pos: player.pos,
            health: player.health,
            max_health: player.max_health(content),
            attack: player.attack(content),
            defence: player.defence(content),
            level: player.level,
            experience: player.experience,
            missing,
            step,
            food: player.food,
            hunger: player.hunger(content),
            sight: player.sight_radius(content),
            noise: player.hearing_radius(content),
            lighting: self.scene.player_lighting(),
            noticed: self.scene.notice_radius(),
            lantern: player.lantern_reach(content).map(|reach| LanternView {
                reach,
                oil: player.oil,
                hooded: player.hooded,
            }),
            kills: player.kills,
        }
    }

    /// Turns that the candle of the level still burns, and for how many it burns in all; `None` on a level without
    /// one.
    pub fn candle(self) -> Option<(u32, u32)> {
        let whole = self.scene.candle()?;
        Some((whole.saturating_sub(self.scene.level.turns), whole))
    }

    /// What resting for as long as health comes back here would cost; `None` if it comes back no further or the
    /// player is too hungry.
    pub fn healing(self) -> Option<Healing> {
        let (player, content) = (self.scene.player, self.scene.content);
        let health = self.scene.heals_up_to();
        let (turns, food) = player.rest_to_heal(health, content)?;
        let fed = player.food >= food + content.rules().food.weak;
        let whole = health >= player.max_health(content);
        Some(Healing {
            turns,
            food,
            fed,
            health,
            whole,
        })
    }

    /// The health up to which it comes back here, by resting or walking: all of it beside a burning brazier.
    pub fn heals_up_to(self) -> i32 {
        self.scene.heals_up_to()
    }

    /// What is left to do on the level, apart from exploring it.
    pub fn leftovers(self) -> Leftovers {
        let has_offers = |one: FeatureView| one.open && one.vault.is_some_and(|v| v.offers > 0);
        let mut things = [0; 2];
        for floor_item in &self.scene.level.items {
            let known = &self.scene.level.known;
            let id = &floor_item.item.id;
            if known.items.contains(id) && !known.declined.contains(id) {
                match self
                    .scene
                    .player
                    .auto_pickup_skips(&floor_item.item, self.content())
                {
                    None => things[0] += 1,
                    Some(SkipReason::Full) => things[1] += 1,
                    Some(SkipReason::Worse | SkipReason::Duplicate) => {}
                }
            }
        }
        Leftovers {
            sealed: self.features().any(|one| one.sealed_door().is_some()),
            everlamp: self.everlamp().is_some_and(|lamp| !lamp.open),
            offers: self.features().any(has_offers),
            items: things[0],
            unpacked: things[1],
            next: self.errand().map(|(errand, _)| errand),
            tombs: self
                .known()
                .iter()
                .filter(|(_, tile)| **tile == Tile::Tomb)
                .count(),
            stairs: self.stairs_down().is_some(),
        }
    }

    /// What [`Action::Proceed`](super::Action::Proceed) leads to, and the tile where that walk ends; `None` if nothing is
    /// left to go to. Searches all known tiles.
    pub fn errand(self) -> Option<(Errand, Pos)> {
        travel::next_errand(self.scene)
    }

    /// What [`Action::Fight`](super::Action::Fight) would do.
    ///
    /// # Errors
    /// Why it would be refused, warnings aside.
    pub fn fight(self) -> Result<Fight, Refusal> {
        fight::choose(self.scene, &mut Traveller::default())
    }

    /// The throw that repeats the last one, at the same enemy.
    ///
    /// # Errors
    /// If nothing was thrown yet, nothing like it is left, or the enemy is out of sight or behind something.
    pub fn throw_again(self) -> Result<Action, Refusal> {
        let Scene { player, level, .. } = self.scene;
        let thrown = player.thrown.ok_or(Refusal::NothingThrown)?;
        let is_like = |item: &Item| item.kind == thrown.kind && item.plus == thrown.plus;
        let free = |letter: &Letter| !player.pack.is_equipped(*letter);
        let mut pack = player.pack.items();
        let like = pack.find(|(letter, item)| is_like(item) && free(letter));
        let (letter, _) = like.ok_or(Refusal::NoneLeft)?;
        let target = level
            .actor(thrown.at)
            .filter(|actor| self.scene.sees(actor));
        let at = target.ok_or(Refusal::TargetGone)?.pos;
        let action = Action::Throw { letter, at };
        if aim::preview(self.scene, action)?.stopped_by.is_some() {
            return Err(Refusal::TargetCovered);
        }
        Ok(action)
    }

    /// Why exploring leaves an item like this where it lies; `None` if it would take it.
    pub fn auto_pickup_skips(self, item: Apparent, plus: i8) -> Option<SkipReason> {
        let item = Item::new(ItemId(0), item.kind()?, 1, plus);
        self.scene.player.auto_pickup_skips(&item, self.content())
    }

    /// Whether resting would change nothing.
    pub fn is_rested(self) -> bool {
        self.scene.player.is_rested(self.scene.heals_up_to())
    }

    /// Remaining turns of a condition of the player; 0 without it.
    pub const fn condition(self, condition: Condition) -> u16 {
        self.scene.player.conditions.left(condition)
    }

    /// The items that the player carries, by slot; for spectators those that are not identified, too.
    pub fn pack(self) -> impl Iterator<Item = (Letter, ItemView)> + 'a {
        let player = self.scene.player;
        let items = player.pack.items();
        items.map(move |(letter, item)| {
            let kind = match self.whole {
                true => Apparent::Kind(item.kind),
                false => self.scene.apparent(item.kind),
            };
            (letter, ItemView::new(kind, item, player.pos))
        })
    }

    /// Whether an item of the pack is wielded, worn or lit.
    pub fn is_equipped(self, letter: Letter) -> bool {
        self.scene.player.pack.is_equipped(letter)
    }

    /// Whether a kind of item is identified, as all kinds but potions and scrolls always are.
    pub fn knows(self, kind: ItemKind) -> bool {
        self.scene.knows(kind)
    }

    /// The class of an item, if it is identified.
    pub fn class(self, item: Apparent) -> Option<Class> {
        item.kind().map(|kind| self.scene.content.item(kind).class)
    }

    /// What an item is at first sight.
    pub fn sort(self, item: Apparent) -> Sort {
        match item {
            Apparent::Kind(kind) => self.scene.content.item(kind).class.sort(),
            Apparent::Look(LookKind::Potion, _) => Sort::Potion,
            Apparent::Look(LookKind::Scroll, _) => Sort::Scroll,
        }
    }

    /// The first slot with an identified item whose class `fits`.
    pub fn find_class(self, fits: impl Fn(Class) -> bool) -> Option<Letter> {
        let mut pack = self.pack();
        pack.find(|(_, item)| self.class(item.kind).is_some_and(&fits))
            .map(|(letter, _)| letter)
    }

    /// The slot of an identified potion.
    pub fn find_potion(self, potion: Potion) -> Option<Letter> {
        self.find_class(|class| class == Class::Potion(potion))
    }

    /// The slot of an identified scroll.
    pub fn find_scroll(self, scroll: Scroll) -> Option<Letter> {
        self.find_class(|class| class == Class::Scroll(scroll))
    }

    /// Tiles from an unaware monster within which it may notice the player as they stand now; `None` for others.
    pub fn notice_range(self, id: ActorId) -> Option<i32> {
        let actor = self.scene.level.actor(id)?;
        let unaware = actor.is_unaware() && !actor.is_friend() && !actor.disguised;
        let hears = self.scene.player.hearing_radius(self.scene.content);
        unaware.then(|| match actor.is_asleep() {
            true => hears,
            false => self.scene.notice_radius().max(hears),
        })
    }

    /// The known ground at the edge of where the unaware monster in sight on a tile may notice the player; empty
    /// without one.
    pub fn notice_ring(self, at: Pos) -> Vec<Pos> {
        let actor = self.actor_at(at).filter(|actor| actor.in_sight);
        let Some(range) = actor.and_then(|actor| self.notice_range(actor.id)) else {
            return Vec::new();
        };
        let is_ground = |pos: &Pos| {
            self.known()
                .get(*pos)
                .is_some_and(|tile| tile.is_walkable())
        };
        at.ring(range).filter(is_ground).collect()
    }

    /// The odds of a fight with a monster; `None` if it is gone or disguised.
    pub fn odds(self, id: ActorId) -> Option<Odds> {
        let Scene {
            player, content, ..
        } = self.scene;
        let actor = self
            .scene
            .level
            .actor(id)
            .filter(|actor| !actor.disguised)?;
        let against = actor.def(content).defence;
        let surprise = self.scene.surprise(ActorId::PLAYER, id, true);
        let factor = surprise.map(|surprise| self.scene.surprise_factor(surprise));
        let attack = player.attack(content);
        let attack_back = self.scene.attack_of(id);
        let defence = player.defence(content);
        let rules = content.rules();
        let hit = formulas::hit_percent(rules, 1, false);
        // One that shoots hits the player as a missile does from there.
        let far = actor.pos.steps_to(player.pos);
        let shoots = (2..=actor.def(content).abilities.flight()).contains(&far);
        let hit_back = self.scene.hit_percent(id, ActorId::PLAYER, shoots);
        let percent = self.scene.blow_percent(ActorId::PLAYER);
        let percent_back = match shoots {
            true => 100,
            false => self.scene.blow_percent(id),
        };
        let mean_back = formulas::mean_damage(attack_back, defence, hit_back);
        let mean_back = mean_back * i64::from(percent_back) / 100;
        let health = player.health.max(1);
        Some(Odds {
            surprise,
            is_cramped: percent < 100,
            is_cramped_back: percent_back < 100,
            hit: if surprise.is_some() { 100 } else { hit },
            damage: formulas::damage_range(rules, attack, against, factor, percent),
            blows: formulas::blows(actor.health, self.scene.mean_own_blow(actor)),
            slays: surprise == Some(Surprise::Asleep) && player.slays(actor.def(content), content),
            hit_back,
            damage_back: formulas::damage_range(rules, attack_back, defence, None, percent_back),
            blows_back: formulas::blows(health, mean_back),
            share_back: u32::try_from(mean_back / i64::from(health)).unwrap_or(0),
        })
    }

    /// The known part of the level as text, a line for each row of tiles without trailing spaces: tiles as
    /// in [`Tile::to_char`], items and creatures by their glyphs, the player as `@`.
    pub fn known_rows(self) -> Vec<String> {
        let known = self.known();
        let mut glyphs = Grid::new(known.width(), known.height(), ' ');
        for (pos, tile) in known.iter() {
            glyphs[pos] = tile.to_char();
        }
        for item in self.items() {
            glyphs[item.pos] = self.sort(item.kind).glyph();
        }
        for actor in self.actors() {
            glyphs[actor.pos] = self.content().monster(actor.kind).glyph;
        }
        glyphs[self.player().pos] = '@';
        let row = |row: &[char]| String::from_iter(row).trim_end().to_owned();
        glyphs.rows().map(row).collect()
    }

    /// A shortest path over known tiles, the next tile last; `None` if there is none. Searches all
    /// known tiles, so avoid calling it every turn.
    pub fn known_path(self, to: Pos) -> Option<Vec<Pos>> {
        travel::known_path(self.scene, to)
    }

    /// The tile where a walk to `at` ends. A lever or conduit is in a wall, a tomb, a brazier or a monster
    /// in the way, so the walk ends at the nearest tile beside it.
    pub fn travel_target(self, at: Pos) -> Pos {
        let is_lever = self.feature_at(at).is_some()
            || matches!(self.set_piece_part_at(at), Some(SetPiecePart::Lever { .. }));
        let tile = self.tile(at).map(|tile| tile.tile);
        let is_solid = matches!(tile, Some(Tile::Tomb | Tile::Brazier));
        if !is_lever && !is_solid && self.actor_at(at).is_none() {
            return at;
        }
        let beside = Dir::ALL.map(|dir| at.step(dir)).into_iter();
        let ends = beside.filter_map(|pos| Some((self.known_path(pos)?.len(), pos)));
        ends.min_by_key(|(steps, _)| *steps)
            .map_or(at, |(_, pos)| pos)
    }

    /// Whether [`Action::Explore`](super::Action::Explore) has nothing left to do. Searches all
    /// known tiles.
    pub fn is_explored(self) -> bool {
        travel::is_explored(self.scene)
    }

    /// Whether nothing that the player knows of blocks a step on foot: the tile is walkable, no corner is
    /// in the way of a diagonal, and no known monster stands there.
    pub fn can_step(self, dir: Dir) -> bool {
        let me = self.scene.player.pos;
        let to = me.step(dir);
        let memory = &self.scene.level.known.tiles;
        memory.get(to).is_some_and(|tile| tile.is_walkable())
            && self.scene.level.tiles.can_reach(me, dir)
            && self.actor_at(to).is_none()
    }

    /// Whether a tile lies on hallowed ground.
    pub fn is_hallowed(self, pos: Pos) -> bool {
        self.scene.level.is_hallowed(pos)
    }
}
