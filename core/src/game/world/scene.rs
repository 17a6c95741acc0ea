//! A read-only view of the player on a level, for the rules: sight, targets, perception. Sight is
//! symmetric: a monster that the player sees also sees the player, so one set of tiles serves all
//! actors.

use super::action::Letter;
use super::action::Refusal;
use super::actor::{Actor, ActorId, Mood, Side};
use super::condition::Condition;
use super::detail::{EventActor, EventItem, Perception, Surprise};
use super::formulas;
use super::item::{FloorItem, Item, ItemId};
use super::level::{Level, is_doorless};
use super::light::Lighting;
use super::player::{Loudness, Player};
use super::state::State;
use crate::game::content::{
    ActsOn, Apparent, Content, Fixed, ItemKind, Ring, Rules, Scroll, Style, Trigger, numbers,
};
use crate::geom::{Dir, Pos};
use crate::map::{Tile, TileSet};

numbers! {
    "scene":
    /// Distance in tiles within which every monster that is awake is a threat, because its next step may bring it
    /// beside the player.
    const THREAT_RANGE: i32 = 2;

    /// Tiles within which those are a threat who wait at a distance and can do nothing from there, as healers do.
    const WARY_RANGE: i32 = 1;

    /// The most blows to kill the player for which a fight is worth stopping.
    const DANGEROUS_BLOWS: i64 = 20;

    /// Tiles from the player beyond which nothing harms a named monster, so that nobody can kill it from where it
    /// was first seen.
    pub(in crate::game) const WARD: i32 = 6;

    /// The bonus from which scrolls of sharpening and protection add no more.
    pub(in crate::game) const MOST_IMPROVED: i8 = 20;
}

/// The current level, the player on it, and the content of the run.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct Scene<'a> {
    pub content: &'static Content,
    /// By kind of item, the index of its look in this run.
    pub looks: &'a [u8],
    /// The New Game Plus of the run.
    pub plus: u8,
    pub level: &'a Level,
    pub player: &'a Player,
}

impl<'a> Scene<'a> {
    pub const fn new(content: &'static Content, looks: &'a [u8], state: &'a State) -> Self {
        Self {
            content,
            looks,
            plus: state.plus,
            level: &state.here,
            player: &state.player,
        }
    }

    pub const fn rules(&self) -> &'static Rules {
        self.content.rules()
    }

    pub fn is_in_sight(&self, pos: Pos) -> bool {
        self.level.cache.seen.contains(pos)
    }

    /// The tile of an actor on the level.
    pub fn pos_of(&self, id: ActorId) -> Option<Pos> {
        match id {
            ActorId::PLAYER => Some(self.player.pos),
            _ => self.level.actor(id).map(|actor| actor.pos),
        }
    }

    /// The side of an actor on the level.
    pub fn side_of(&self, id: ActorId) -> Option<Side> {
        match id {
            ActorId::PLAYER => Some(Side::Player),
            _ => self.level.actor(id).map(|actor| actor.side),
        }
    }

    /// Whether two actors on the level are enemies.
    pub fn are_enemies(&self, one: ActorId, other: ActorId) -> bool {
        let sides = self.side_of(one).zip(self.side_of(other));
        sides.is_some_and(|(one, other)| one != other)
    }

    /// The tile of a monster's target.
    pub fn target_pos(&self, actor: &Actor) -> Option<Pos> {
        self.pos_of(actor.target?)
    }

    /// The enemy that a monster attends to: the nearest one that it sees, the player first among
    /// equals, or else the one of before, while that is on the level.
    pub fn choose_target(&self, actor: &Actor) -> Option<ActorId> {
        let actors = self.level.actors();
        if self.level.cache.friends == 0 {
            return Some(ActorId::PLAYER);
        }
        let enemies = actors.iter().filter(|other| other.side != actor.side);
        let enemies = enemies.filter(|other| !other.disguised);
        let player = (!actor.is_friend()).then_some(ActorId::PLAYER);
        let all = player.into_iter().chain(enemies.map(|other| other.id));
        let seen = all.filter(|id| self.can_see(actor, *id));
        let far = |id: &ActorId| self.pos_of(*id).map(|pos| pos.steps_to(actor.pos));
        seen.min_by_key(far)
            .or_else(|| actor.target.filter(|id| self.pos_of(*id).is_some()))
            .or(player)
    }

    /// Whether whoever stands on two tiles with a line of sight between them see each other: grass hides
    /// neither at this distance.
    fn is_seen_across(&self, one: Pos, other: Pos) -> bool {
        let hides = |pos: Pos| self.level.tile(pos).hides();
        one.steps_to(other) <= self.rules().sight.grass || !(hides(one) || hides(other))
    }

    /// Whether the player and a monster see each other. Ignores disguises.
    pub fn in_mutual_sight(&self, actor: &Actor) -> bool {
        self.is_in_sight(actor.pos) && self.is_seen_across(actor.pos, self.player.pos)
    }

    /// Whether two monsters see each other, as far as the player would without light, and farther
    /// where light falls on either.
    fn see_each_other(&self, one: &Actor, other: &Actor) -> bool {
        let (from, to) = (one.pos.min(other.pos), one.pos.max(other.pos));
        let lit = |pos: Pos| self.level.lighting(pos) > Lighting::Dark;
        let near = from.steps_to(to) <= self.rules().sight.dark as i32;
        (near || lit(from) || lit(to))
            && self.is_seen_across(from, to)
            && self.level.has_open_line(from, to)
    }

    /// Whether a monster sees an actor: sight is mutual, but a blinded monster sees nobody.
    pub fn can_see(&self, actor: &Actor, id: ActorId) -> bool {
        !actor.conditions.has(Condition::Darkened)
            && match id {
                ActorId::PLAYER => self.in_mutual_sight(actor),
                _ => (self.level.actor(id)).is_some_and(|other| self.see_each_other(actor, other)),
            }
    }

    /// Whether a monster sees its target.
    pub fn sees_target(&self, actor: &Actor) -> bool {
        actor.target.is_some_and(|id| self.can_see(actor, id))
    }

    /// Whether a monster's target sees it.
    pub fn is_seen_by_target(&self, actor: &Actor) -> bool {
        match actor.target {
            None => false,
            Some(ActorId::PLAYER) => self.in_mutual_sight(actor),
            Some(id) => (self.level.actor(id)).is_some_and(|other| self.can_see(other, actor.id)),
        }
    }

    /// Whether the player sees a monster that is not disguised.
    pub fn sees(&self, actor: &Actor) -> bool {
        !actor.disguised && self.in_mutual_sight(actor)
    }

    /// Whether the player senses a monster through walls.
    pub fn senses(&self, actor: &Actor) -> bool {
        let near = || actor.pos.steps_to(self.player.pos) <= self.rules().ring.listening;
        let listens = || self.player.rings(Ring::Listening, self.content) > 0;
        !actor.disguised && (self.player.has(Condition::Telepathic) || (near() && listens()))
    }

    /// A monster for an event, as the player perceives it now.
    pub fn event_actor(&self, actor: &Actor) -> EventActor {
        let perception = if self.sees(actor) {
            Perception::Seen
        } else if self.senses(actor) {
            Perception::Felt
        } else {
            Perception::Unnoticed
        };
        EventActor {
            id: actor.id,
            kind: Some(actor.kind),
            perception,
        }
    }

    /// A stack for an event, as the player knows it now.
    pub fn event_item(&self, item: Item) -> EventItem {
        EventItem {
            kind: self.apparent(item.kind),
            count: item.count,
            plus: item.plus,
        }
    }

    /// Whether the player has identified a kind of item; most kinds need no identification.
    pub fn knows(&self, kind: ItemKind) -> bool {
        self.apparent(kind) == kind
    }

    /// What an item of a kind is to the player.
    pub fn apparent(&self, kind: ItemKind) -> Apparent {
        match self.content.item(kind).look() {
            Some(of) if !self.player.knows(kind) => {
                let look = self.looks.get(usize::from(kind.0)).copied();
                Apparent::Look(of, look.unwrap_or_default())
            }
            _ => Apparent::Kind(kind),
        }
    }

    /// How the player perceives a silent event on a tile.
    pub fn tile_perception(&self, pos: Pos) -> Perception {
        if self.is_in_sight(pos) {
            Perception::Seen
        } else {
            Perception::Unnoticed
        }
    }

    /// Turns for which the candle of the level burns in all; `None` on a level without one.
    pub fn candle(&self) -> Option<u32> {
        let drawn = self.content.training();
        let kinds = self.content.level_kinds().iter();
        let def = kinds
            .filter(|def| def.kind == self.level.kind)
            .find(|def| def.candle > 0)?;
        drawn.is_none().then_some(def.candle)
    }

    /// The health up to which the player's comes back here, by resting or walking: all of it beside a burning
    /// brazier, and else a part. What is above that stays.
    pub fn heals_up_to(&self) -> i32 {
        let most = self.player.max_health(self.content);
        let at = self.player.pos;
        match self.level.lights().any(|light| light.steps_to(at) <= 1) {
            true => most,
            false => (most * self.rules().food.rest + 99) / 100,
        }
    }

    /// As [`is_warded`](Self::is_warded), of the player, who never is, or a monster.
    pub fn wards(&self, who: ActorId) -> bool {
        self.level
            .actor(who)
            .is_some_and(|actor| self.is_warded(actor))
    }

    /// Whether nothing harms a monster with the player where they are: what they throw, shoot or cast glances off, and
    /// flames do not burn it.
    pub fn is_warded(&self, actor: &Actor) -> bool {
        actor.def(self.content).named && actor.pos.steps_to(self.player.pos) > WARD
    }

    /// The nearest monster in sight that may attack, given the loudness of the player's action.
    /// Long actions are refused because of it.
    pub fn threat(&self, loudness: Loudness) -> Option<ActorId> {
        let threats = self.threats(loudness);
        let nearest = threats.min_by_key(|actor| actor.pos.steps_to(self.player.pos));
        nearest.map(|actor| actor.id)
    }

    /// The monsters in sight that may attack, as for [`threat`](Self::threat).
    pub fn threats(self, loudness: Loudness) -> impl Iterator<Item = &'a Actor> {
        let actors = self.level.actors().iter();
        actors.filter(move |actor| self.sees(actor) && self.is_threat(actor, loudness))
    }

    /// Whether a monster hunts the player, or is awake and may notice them, and can harm them. Fleeing monsters, and those
    /// that can do nothing at a distance and keep it, attack only at close range; guards only near their post.
    /// Everything that stops a long action, or refuses one, is asked here.
    pub fn is_threat(&self, actor: &Actor, loudness: Loudness) -> bool {
        let player_pos = self.player.pos;
        let far = actor.pos.steps_to(player_pos);
        let def = actor.def(self.content);
        match (actor.mood, def.post_reach()) {
            _ if actor.is_friend() => false,
            (Mood::Asleep, _) => false,
            _ if !self.can_harm(actor) => false,
            _ if def.is_harmless_at_distance() => far <= WARY_RANGE,
            (_, _) if far <= THREAT_RANGE => true,
            (Mood::Fleeing, _) => false,
            (_, Some(reach)) => actor.home.steps_to(player_pos) <= reach,
            (Mood::Hunting, _) => true,
            _ if actor.conditions.has(Condition::Darkened) => {
                far <= self.player.hearing_radius_of(loudness, self.content)
            }
            _ => {
                let hears = self.player.hearing_radius_of(loudness, self.content);
                far <= self.notice_radius().max(hears)
            }
        }
    }

    /// How well the player's tile is lit for whoever looks at it: magical darkness hides the player anywhere.
    pub fn player_lighting(&self) -> Lighting {
        if self.player.has(Condition::Darkened) {
            Lighting::Dark
        } else {
            self.level.lighting(self.player.pos)
        }
    }

    /// Distance at which monsters that see the player notice them, by the light that the player stands in.
    pub fn notice_radius(&self) -> i32 {
        let notice = &self.rules().notice;
        match self.player_lighting() {
            Lighting::Bright => notice.bright,
            Lighting::Dim => notice.dim,
            Lighting::Dark => notice.dark,
        }
    }

    /// Why an attack finds its target off guard, if it does: anybody's a sleeper, and a blow of the player out of the
    /// dark whoever does not know of them.
    pub fn surprise(&self, by: ActorId, at: ActorId, is_blow: bool) -> Option<Surprise> {
        let target = self.level.actor(at)?;
        if target.is_asleep() {
            return Some(Surprise::Asleep);
        }
        let hidden = by == ActorId::PLAYER && self.player_lighting() == Lighting::Dark;
        if is_blow && hidden && target.is_unaware() && !target.disguised {
            return Some(Surprise::Unaware);
        }
        (is_blow && self.is_in_doorway(at)).then_some(Surprise::Doorway)
    }

    /// Whether somebody stands in an open door, and has no room there; who passes through walls has.
    pub fn is_in_doorway(&self, id: ActorId) -> bool {
        let actor = self.level.actor(id);
        let pos = self.pos_of(id);
        pos.is_some_and(|pos| self.level.tiles.get(pos) == Some(&Tile::DoorOpen))
            && actor.is_none_or(|one| one.def(self.content).abilities.phases.is_none())
    }

    /// Per cent of its damage that a blow of somebody does: nobody has room to swing in a doorway.
    pub fn blow_percent(&self, by: ActorId) -> i32 {
        match self.is_in_doorway(by) {
            true => self.rules().combat.cramped,
            false => 100,
        }
    }

    /// How many times the damage a target takes that is off guard.
    pub fn surprise_factor(&self, surprise: Surprise) -> i32 {
        let combat = &self.rules().combat;
        match surprise {
            Surprise::Asleep => combat.asleep,
            Surprise::Unaware if self.player.style(self.content) == Some(Style::Dagger) => {
                combat.stab
            }
            Surprise::Unaware => combat.unaware,
            Surprise::Doorway => combat.doorway,
        }
    }

    /// Whether a monster that is awake can do the player harm worth stopping for: it needs no way to them or has one, and
    /// hunts them from beside, does more than hit them, or all in sight together would kill them within
    /// [`DANGEROUS_BLOWS`] blows each.
    pub fn can_harm(&self, actor: &Actor) -> bool {
        let def = actor.def(self.content);
        let needs_way = !def.abilities.any(|nature| nature.needs_no_way) && !def.swims();
        if needs_way && self.level.is_cut_off(actor.pos, self.player.pos) {
            return false;
        }
        let hunts_from_beside =
            actor.mood == Mood::Hunting && actor.pos.steps_to(self.player.pos) <= 1;
        if hunts_from_beside || def.abilities.any(|nature| nature.is_dangerous) {
            return true;
        }
        let actors = self.level.actors().iter();
        let others = actors.filter(|other| {
            other.id != actor.id
                && !other.is_friend()
                && other.mood != Mood::Asleep
                && self.sees(other)
        });
        let all = others.map(|other| self.mean_blow(other)).sum::<i64>() + self.mean_blow(actor);
        i64::from(self.player.health) * 100 <= all * DANGEROUS_BLOWS
    }

    /// The mean damage of the player's blow to a monster, in hundredths of a point, misses included. Of all that puts it
    /// off guard, a doorway alone counts: it does so for more than a blow.
    pub fn mean_own_blow(&self, actor: &Actor) -> i64 {
        let (chance, factor) = match self.surprise(ActorId::PLAYER, actor.id, true) {
            Some(doorway @ Surprise::Doorway) => (100, self.surprise_factor(doorway)),
            _ => (formulas::hit_percent(self.rules(), 1, false), 1),
        };
        let defence = actor.def(self.content).defence;
        let percent = i64::from(factor * self.blow_percent(ActorId::PLAYER));
        formulas::mean_damage(self.player.attack(self.content), defence, chance) * percent / 100
    }

    /// The mean damage of a monster's blow to the player, or of what it does from afar, in hundredths of a point, misses included.
    pub fn mean_blow(&self, actor: &Actor) -> i64 {
        let attack = self.attack_of(actor.id);
        let chance = formulas::hit_percent(self.rules(), 1, false);
        let defence = self.player.defence(self.content);
        let force = actor.def(self.content).abilities.force_from_afar();
        let percent = i64::from(force * self.blow_percent(actor.id)) / 100;
        formulas::mean_damage(attack, defence, chance) * percent / 100
    }

    /// An actor's attack with what it strikes with, as its abilities change it.
    pub fn attack_of(&self, id: ActorId) -> i32 {
        let Some(actor) = self.level.actor(id) else {
            return self.player.attack(self.content);
        };
        let attack = actor.attack(self.content, self.plus);
        let abilities = &actor.def(self.content).abilities;
        abilities.change_attack(*self, actor, attack)
    }

    /// The chance of an attack to hit, in per cent: that of a blow, or with `flies` that of what is thrown or shot from
    /// where the attacker is.
    pub fn hit_percent(&self, by: ActorId, at: ActorId, flies: bool) -> u8 {
        let places = self.pos_of(by).zip(self.pos_of(at));
        let distance = places
            .filter(|_| flies)
            .map_or(1, |(from, to)| from.steps_to(to));
        let sure = self.surprise(by, at, !flies).is_some();
        formulas::hit_percent(self.rules(), distance, sure)
    }

    /// An actor's defence.
    pub fn defence_of(&self, id: ActorId) -> i32 {
        match self.level.actor(id) {
            Some(actor) => actor.def(self.content).defence,
            None => self.player.defence(self.content),
        }
    }

    /// What the player takes a disguised mimic for: something that lies about at its depth.
    pub fn disguise(&self, actor: &Actor) -> Item {
        let (depth, number) = (actor.id.depth() as u8, actor.id.number() as usize);
        let kinds = || {
            let kinds = self.content.items().iter().enumerate();
            kinds.filter(|(_, def)| def.weight > 0 && def.lies_at(depth))
        };
        let all = kinds().count().max(1);
        let kind = kinds().nth(number % all);
        let kind = kind.map_or(self.content.ration(), |(index, _)| ItemKind(index as u16));
        let (least, most) = self.content.item(kind).count;
        let more = (number / all) as u16 % (most - least + 1);
        Item::new(ItemId(0), kind, least + more, 0)
    }

    /// As [`disguise`](Self::disguise), for an event or a view.
    pub fn known_disguise(&self, actor: &Actor) -> EventItem {
        self.event_item(self.disguise(actor))
    }

    /// Whether the player picks up an item on stepping onto it: it was not left behind, may be of use, and the
    /// pack has room.
    pub fn wants(&self, floor_item: &FloorItem) -> bool {
        let declined = &self.level.known.declined;
        !declined.contains(&floor_item.item.id)
            && !self.is_guarded(&floor_item.item)
            && self
                .player
                .auto_pickup_skips(&floor_item.item, self.content)
                .is_none()
    }

    /// Whether a set piece acts when an item is taken.
    pub fn is_guarded(&self, item: &Item) -> bool {
        let mut set_pieces = self.level.set_pieces.iter();
        set_pieces.any(|piece| piece.guards(self.content, item.id))
    }

    /// Whether the player knows of a plate on a tile, or something else that acts when it is stepped on, so that no
    /// path leads over it.
    pub fn is_plate(&self, pos: Pos) -> bool {
        let mut set_pieces = self.level.set_pieces.iter();
        let known = || {
            self.level
                .known
                .tiles
                .get(pos)
                .is_some_and(|tile| *tile != Tile::Void)
        };
        self.level.is_marked(pos)
            && set_pieces.any(|one| one.waits_at(self.content, Trigger::Step, pos))
            && known()
    }

    /// What no path leads over: a trap that the player knows of, or a plate. Says why.
    pub fn underfoot(&self, pos: Pos) -> Option<Refusal> {
        // Most tiles have none, known or not.
        let may = !self.level.cache.open.contains(pos);
        let trap = may.then(|| self.level.hazards.known_trap_at(pos)).flatten();
        let trap = trap.map(|trap| Refusal::HazardInTheWay(trap.kind));
        trap.or_else(|| self.is_plate(pos).then_some(Refusal::PlateInTheWay))
    }

    /// Whether a tile lies in a room that has opened and closed so often that exploring leaves it alone.
    pub fn is_restless(&self, pos: Pos) -> bool {
        let mut set_pieces = self.level.set_pieces.iter();
        set_pieces.any(|piece| piece.is_restless() && piece.area.contains(pos))
    }

    /// Whether exploring heads for an item on a tile.
    pub fn wants_item_at(&self, pos: Pos) -> bool {
        let floor_item = self.level.item_at(pos);
        let seen = &self.level.known.items;
        floor_item.is_some_and(|one| seen.contains(&one.item.id) && self.wants(one))
    }

    /// Whether exploring heads for a disguised mimic, as it would for the item that it looks like.
    pub fn is_wanted_mimic(&self, actor: &Actor) -> bool {
        let looks = || {
            self.player
                .auto_pickup_skips(&self.disguise(actor), self.content)
        };
        actor.disguised && self.level.known.met.contains(&actor.id) && looks().is_none()
    }

    /// Position of the nearest enemy in sight; among equals, of the one with the lowest id.
    pub fn nearest_enemy(&self) -> Option<Pos> {
        let actors = self.level.actors().iter();
        let enemies = actors.filter(|actor| !actor.is_friend() && self.sees(actor));
        enemies
            .map(|actor| actor.pos)
            .min_by_key(|&pos| pos.steps_to(self.player.pos))
    }

    /// Whether neither the player nor a monster is on a tile.
    pub fn is_free(&self, pos: Pos) -> bool {
        pos != self.player.pos && !self.level.cache.occupied.contains(pos)
    }

    /// Whether a tile looks to the player as if magic could place somebody there.
    pub fn looks_free_and_plain(&self, pos: Pos) -> bool {
        let someone = self.level.actor_at(pos);
        let is_known = someone.is_some_and(|actor| self.sees(actor) || self.senses(actor));
        self.level.is_plain(pos) && pos != self.player.pos && !is_known
    }

    /// Whether magic can place an actor on a tile.
    pub fn is_free_and_plain(&self, pos: Pos) -> bool {
        self.level.is_plain(pos) && self.is_free(pos)
    }

    /// The nearest free tile within `reach` tiles of `pos` (which counts too) with a clear line to
    /// it; among equals the first, row by row.
    pub fn free_tile_near(&self, pos: Pos, reach: i32) -> Option<Pos> {
        let level = self.level;
        let fits = |near: &Pos| {
            let tile = level.tile(*near);
            is_doorless(tile)
                && !matches!(tile, Tile::StairsUp | Tile::StairsDown)
                && self.is_free(*near)
                && !level.is_sealed(*near)
                && !level.has_offer(*near)
                && level.hazards.trap_at(*near).is_none()
                && level.has_open_line(pos, *near)
        };
        (0..=reach).flat_map(|radius| pos.ring(radius)).find(fits)
    }

    /// Whether a blow passes from a tile to the one in direction `dir`, and back: it need not squeeze
    /// between two walls, or whoever is there walks through them.
    pub fn blow_reaches(&self, from: Pos, dir: Dir) -> bool {
        let phases = |actor: &Actor| actor.def(self.content).abilities.phases.is_some();
        self.level.tiles.can_reach(from, dir)
            || self.level.actor_at(from.step(dir)).is_some_and(phases)
    }

    /// The tiles that the player's attack towards `dir` hits, in order: all around with an axe, two
    /// in line with a spear.
    pub fn attacked_tiles(&self, dir: Dir) -> impl Iterator<Item = Pos> + use<> {
        let from = self.player.pos;
        let next = from.step(dir);
        let reached = |from: Pos, dir: Dir| {
            let reaches = self.blow_reaches(from, dir);
            reaches.then(|| from.step(dir))
        };
        let mut tiles = [None; 8];
        tiles[0] = Some(next);
        match self.player.style(self.content) {
            Some(Style::Axe) => tiles = Dir::ALL.map(|dir| reached(from, dir)),
            Some(Style::Spear) => tiles[1] = reached(next, dir),
            _ => {}
        }
        tiles.into_iter().flatten()
    }

    /// Whether a scroll has something to act on, as far as the player sees. True for scrolls that
    /// are aimed, and for those whose effect cannot be known beforehand.
    pub fn has_effect(&self, scroll: Scroll) -> bool {
        let content = self.content;
        let mut seen = self.level.actors().iter().filter(|actor| self.sees(actor));
        match scroll.row().acts_on {
            ActsOn::Monsters => seen.any(|actor| !actor.def(content).named),
            ActsOn::Magic => {
                let is_magical = |actor: &Actor| {
                    let def = actor.def(content);
                    def.is_caster() || def.magical || actor.summoned || actor.conditions.is_any()
                };
                self.player.conditions.is_any() || seen.any(is_magical)
            }
            ActsOn::Weapon => self.is_improvable(self.player.pack.weapon),
            ActsOn::Armour => self.is_improvable(self.player.pack.armour),
            ActsOn::Anything => true,
        }
    }

    fn is_improvable(&self, slot: Option<Letter>) -> bool {
        let item = slot.and_then(|letter| self.player.pack.get(letter));
        item.is_some_and(|item| item.plus < MOST_IMPROVED)
    }

    /// Whether the player sees a monster on a tile that bursts when it dies.
    pub fn may_burst(&self, pos: Pos) -> bool {
        let bursts = |actor: &Actor| actor.def(self.content).abilities.bursts.is_some();
        let actor = self.level.actor_at(pos);
        actor.is_some_and(|actor| bursts(actor) && self.sees(actor))
    }

    /// Whether a missile landing on `to` would hit a monster beside the player that bursts when it dies.
    pub fn may_burst_nearby(&self, to: Pos) -> bool {
        to.steps_to(self.player.pos) <= 1 && self.may_burst(to)
    }

    /// Whether a tile is a valid target: in sight, and not the player's own.
    pub fn can_aim_at(&self, at: Pos) -> bool {
        at != self.player.pos && self.is_in_sight(at)
    }

    /// Collects the tiles that burn or may catch fire within a turn, as far as the player sees it.
    pub fn fire_front(&self, front: &mut TileSet) {
        self.level.fire_front(|pos| self.is_in_sight(pos), front);
    }

    /// Whether the player stands in flames, or where a fire in sight may reach them within a turn.
    pub fn is_fire_at_player(&self) -> bool {
        let (here, level) = (self.player.pos, self.level);
        if level.fields.flames.is_empty() {
            return false;
        }
        if level.is_aflame(here) {
            return true;
        }
        if !level.can_catch(here) {
            return false;
        }
        let mut front = TileSet::default();
        self.fire_front(&mut front);
        front.contains(here)
    }

    /// Health that a turn in flames takes at this depth.
    pub fn flames_damage(&self) -> i32 {
        let fire = &self.rules().fire;
        fire.flames + i32::from(self.level.depth) / fire.deeper
    }
}
