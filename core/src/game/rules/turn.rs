//! The context of an action or a monster's turn: the parts of the run that it changes, the events
//! that it emits, and a random stream for each of its outcomes. Builds with debug assertions also
//! check that no two outcomes of a tick share a stream.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::content::{Apparent, Content, Fixed, ItemKind, Rules, numbers};
use crate::game::world::action::Letter;
use crate::game::world::actor::ActorId;
use crate::game::world::condition::{Condition, Conditions};
use crate::game::world::detail::{EventActor, EventItem, Interruption};
use crate::game::world::event::{BodyEvent, GameEvent, ItemEvent, MonsterEvent};
use crate::game::world::field::{FieldBuffers, tile_number};
use crate::game::world::item::{Item, ItemId};
use crate::game::world::level::Level;
use crate::game::world::player::{Hunger, Loudness, Player};
use crate::game::world::scene::Scene;
use crate::game::world::state::{Outcome, State};
use crate::geom::{Dir, Pos};
use crate::map::TileSet;
use crate::map::path::PathFinder;
use crate::rng::{Seed, Stream, Tag};

numbers! {
    "turn":
    /// One step in this many goes astray in confusion.
    const STRAYS: u32 = 2;

    /// Ticks per turn of the world, the unit of all durations.
    pub(in crate::game) const TURN: u64 = 100;
}

/// Buffers, and data that lasts only until the player's next action. Neither saved nor hashed.
#[derive(Clone, Debug, Default)]
pub(in crate::game) struct Scratch {
    pub finder: PathFinder,
    pub path: Vec<Pos>,
    /// What interrupts the long action in progress, if anything.
    pub interrupted: Option<Interruption>,
    /// Whether the player's action is a step of exploring.
    pub explores: bool,
    /// Whether the floor has broken under the player.
    pub falls: bool,
    /// The tiles of the last blast.
    pub blast: TileSet,
    pub field: FieldBuffers,
    #[cfg(any(test, debug_assertions))]
    stream_log: StreamLog,
}

/// The streams created so far in a tick.
#[cfg(any(test, debug_assertions))]
#[derive(Clone, Debug)]
struct StreamLog {
    tick: u64,
    streams: Vec<Stream>,
}

#[cfg(any(test, debug_assertions))]
impl Default for StreamLog {
    /// Large enough that a quiet turn allocates nothing.
    fn default() -> Self {
        Self {
            tick: 0,
            streams: Vec::with_capacity(64),
        }
    }
}

#[cfg(any(test, debug_assertions))]
impl StreamLog {
    /// Records a new stream; panics if the same one was created before in this tick.
    fn record(&mut self, tick: u64, tag: Tag, keys: &[u64], stream: &Stream) {
        if self.tick != tick {
            self.tick = tick;
            self.streams.clear();
        }
        // Equal streams imply equal tags and keys, because their initial state is a 128-bit hash of
        // these.
        assert!(
            !self.streams.contains(stream),
            "two outcomes share the stream `{tag}` {keys:?}"
        );
        self.streams.push(stream.clone());
    }
}

/// What an action or a monster's turn works on.
pub(in crate::game) struct Turn<'a> {
    pub content: &'static Content,
    pub looks: &'a [u8],
    /// What the streams of outcomes are keyed by: the seed of the run, unless they are measured.
    outcomes: Seed,
    pub plus: u8,
    /// Ticks since the start of the run.
    pub time: u64,
    pub outcome: &'a mut Outcome,
    pub player: &'a mut Player,
    pub level: &'a mut Level,
    /// The other visited levels.
    others: &'a BTreeMap<u8, Level>,
    pub scratch: &'a mut Scratch,
    pub events: &'a mut Vec<GameEvent>,
}

impl<'a> Turn<'a> {
    pub const fn new(
        (content, looks): (&'static Content, &'a [u8]),
        outcomes: Seed,
        state: &'a mut State,
        scratch: &'a mut Scratch,
        events: &'a mut Vec<GameEvent>,
    ) -> Self {
        Self {
            content,
            looks,
            outcomes,
            plus: state.plus,
            time: state.time,
            outcome: &mut state.outcome,
            player: &mut state.player,
            level: &mut state.here,
            others: &state.other_levels,
            scratch,
            events,
        }
    }

    pub const fn rules(&self) -> &'static Rules {
        self.content.rules()
    }

    pub const fn scene(&self) -> Scene<'_> {
        Scene {
            content: self.content,
            looks: self.looks,
            plus: self.plus,
            level: self.level,
            player: self.player,
        }
    }

    pub fn is_over(&self) -> bool {
        *self.outcome != Outcome::Playing
    }

    /// Ends the run with its last event.
    pub fn end(&mut self, outcome: Outcome, event: impl Into<GameEvent>) {
        self.emit(event);
        *self.outcome = outcome;
    }

    /// Reports an event, unless the run is over. A monster that the player first sees in it comes into sight before it.
    pub fn emit(&mut self, event: impl Into<GameEvent>) {
        if self.is_over() {
            return;
        }
        let event = event.into();
        for id in event.shown() {
            self.notice(id);
        }
        self.events.push(event);
    }

    /// Notes that a monster is in sight, and reports it if it was not. One that was seen before is
    /// reported again only if it may attack.
    pub fn notice(&mut self, id: ActorId) {
        if self.level.known.in_sight.contains(&id) {
            return;
        }
        let Some(actor) = self.level.actor(id) else {
            return;
        };
        let (scene, asleep) = (self.scene(), actor.is_asleep());
        let (who, is_threat) = (
            scene.event_actor(actor),
            scene.is_threat(actor, Loudness::Normal),
        );
        // One of a kind that the player knows and that cannot harm them stops nothing.
        let is_idle = !asleep && self.player.met.contains(&actor.kind) && !scene.can_harm(actor);
        let again = self.level.known.met.contains(&id);
        if again && !is_threat {
            self.level.known.see_actor(id);
            return;
        }
        self.events
            .push(MonsterEvent::CameIntoSight { who, asleep, again }.into());
        self.meet(id);
        if !is_idle {
            self.interrupt(Interruption::Creature(id));
        }
    }

    /// Notes that a monster is in sight without a report, except of a kind that the player has never
    /// seen.
    pub fn meet(&mut self, id: ActorId) {
        self.level.known.see_actor(id);
        let kind = self.level[id].kind;
        if self.player.met.insert(kind) {
            self.events.push(MonsterEvent::Met { kind }.into());
        }
    }

    /// Interrupts the long action in progress. The first reason counts.
    pub fn interrupt(&mut self, why: Interruption) {
        self.scratch.interrupted.get_or_insert(why);
    }

    /// An actor on the level for an event, as the player perceives it now.
    pub fn event_actor(&self, id: ActorId) -> EventActor {
        match id {
            ActorId::PLAYER => EventActor::PLAYER,
            _ => self.scene().event_actor(&self.level[id]),
        }
    }

    /// A stack for an event, as the player knows it now.
    pub fn event_item(&self, item: Item) -> EventItem {
        self.scene().event_item(item)
    }

    /// Updates what the player sees.
    pub fn update_sight(&mut self) {
        self.level.update_sight(self.player, self.content);
    }

    /// Moves the player to a free tile.
    pub const fn move_player(&mut self, pos: Pos) {
        self.player.pos = pos;
        self.level.cache.sight_stale = true;
    }

    /// Gives the player a condition for at least `turns` turns.
    pub fn begin_condition(&mut self, condition: Condition, turns: u16) {
        self.player.conditions.extend(condition, turns);
        self.level.cache.sight_stale |= condition.words().affects_sight;
        self.emit(BodyEvent::ConditionBegan {
            who: EventActor::PLAYER,
            condition,
        });
        self.interrupt(Interruption::Other);
    }

    /// Dims the player's light for at least `turns` turns; reported only if it was not dimmed
    /// before.
    pub fn dim_light(&mut self, turns: u16) {
        if self.player.has(Condition::Dimmed) {
            self.player.conditions.extend(Condition::Dimmed, turns);
        } else {
            self.begin_condition(Condition::Dimmed, turns);
        }
    }

    /// The conditions of the player or of a monster that lives.
    pub fn conditions(&mut self, who: ActorId) -> &mut Conditions {
        match who {
            ActorId::PLAYER => &mut self.player.conditions,
            id => &mut self.level[id].conditions,
        }
    }

    /// Ends a condition and reports it.
    pub fn end_condition(&mut self, who: ActorId, condition: Condition) {
        self.conditions(who).end(condition);
        self.level.cache.sight_stale |= who == ActorId::PLAYER && condition.words().affects_sight;
        let who = self.event_actor(who);
        self.emit(BodyEvent::ConditionEnded { who, condition });
    }

    /// Reports the stage of hunger and returns true if it is no longer `before`.
    pub fn report_hunger(&mut self, before: Hunger) -> bool {
        let hunger = self.player.hunger(self.content);
        if hunger != before {
            self.emit(BodyEvent::HungerChanged { hunger });
        }
        hunger != before
    }

    /// Takes `count` items (at least 1) out of a slot, or all if it holds fewer.
    pub fn take_from_pack(&mut self, letter: Letter, count: u16) -> Option<Item> {
        let item = self.player.pack.slots.get_mut(letter.index())?.as_mut()?;
        let count = count.max(1);
        if count < item.count {
            item.count -= count;
            let part = Item { count, ..*item };
            let id = self.new_item_id();
            return Some(Item { id, ..part });
        }
        self.level.cache.sight_stale = true;
        self.player.pack.remove(letter)
    }

    /// Puts an item on the floor at or near `pos`, and reports it if there is no room for it.
    /// `declined` is as in [`Level::place_item`].
    pub fn place_item(&mut self, pos: Pos, item: Item, declined: bool) {
        if let Err(item) = self.level.place_item(pos, item, declined, self.content) {
            let item = self.event_item(item);
            self.emit(ItemEvent::Lost { item });
        }
    }

    /// Creates an item id. Once the level has given out all its ids, reuses the first one that is
    /// no longer in use.
    pub fn new_item_id(&mut self) -> ItemId {
        if self.level.items_created < ItemId::MAX_PER_DEPTH {
            return self.level.new_item_id();
        }
        let others = self.others.values().flat_map(Level::all_items);
        let pack = self.player.pack.slots.iter().flatten();
        let used = pack.chain(self.level.all_items()).chain(others);
        let used: BTreeSet<ItemId> = used.map(|item| item.id).collect();
        let id = |number| ItemId::new(self.level.depth, number);
        // There is at most one item per tile and per monster, so ids outnumber items.
        let unused = (1..ItemId::MAX_PER_DEPTH)
            .map(id)
            .find(|id| !used.contains(id));
        unused.unwrap_or(id(ItemId::MAX_PER_DEPTH))
    }

    /// Identifies a kind of item.
    pub fn identify(&mut self, kind: ItemKind) {
        if self.content.item(kind).look().is_some() && !self.player.knows(kind) {
            self.player.learn(kind);
            let item = EventItem {
                kind: Apparent::Kind(kind),
                count: 1,
                plus: 0,
            };
            self.emit(ItemEvent::Identified { item });
        }
    }

    /// The stream for an outcome about one actor in this tick. `part` distinguishes outcomes of the
    /// same tag about the same actor.
    pub fn stream(&mut self, tag: Tag, who: ActorId, part: u64) -> Stream {
        self.keyed_stream(tag, &[self.time, who.0.into(), part])
    }

    /// The random direction in which a confused actor goes astray; `None` if it goes where it means
    /// to.
    pub fn stray(&mut self, id: ActorId) -> Option<Dir> {
        // Any one of the equal outcomes serves; each seed has always had these.
        let (conditions, astray) = match id {
            ActorId::PLAYER => (&self.player.conditions, 0),
            _ => (&self.level[id].conditions, STRAYS - 1),
        };
        if !conditions.has(Condition::Confused) {
            return None;
        }
        let mut stream = self.stream(Tag::STAGGER, id, 0);
        let drawn = stream.below(STRAYS);
        (drawn == astray).then(|| Dir::ALL[stream.below(8) as usize])
    }

    /// The stream for an outcome between two actors in this tick; `part` is as in
    /// [`stream`](Self::stream).
    pub fn stream_between(
        &mut self,
        tag: Tag,
        (who, other): (ActorId, ActorId),
        part: u64,
    ) -> Stream {
        self.keyed_stream(tag, &[self.time, who.0.into(), other.0.into(), part])
    }

    /// The stream for what happens on a tile of the level in this tick; one of a tag for each tile.
    pub fn stream_on(&mut self, tag: Tag, pos: Pos) -> Stream {
        let number = tile_number(pos).unwrap_or_default();
        self.keyed_stream(tag, &[self.time, number.into(), 0])
    }

    fn keyed_stream(&mut self, tag: Tag, keys: &[u64]) -> Stream {
        let stream = Stream::keyed(tag, self.outcomes, keys);
        #[cfg(any(test, debug_assertions))]
        self.scratch
            .stream_log
            .record(self.time, tag, keys, &stream);
        stream
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Setup};
    use crate::rng::Seed;

    fn game() -> Game {
        Game::new(Setup::new(Seed(1)).unwrap()).unwrap()
    }

    #[test]
    #[should_panic(expected = "two outcomes share the stream `notice` [0, 7, 1]")]
    fn creating_a_stream_twice_in_a_tick_panics() {
        let (mut game, mut events) = (game(), Vec::new());
        let mut turn = game.turn(&mut events);
        let _ = turn.stream(Tag::NOTICE, ActorId(7), 1);
        let _ = turn.stream(Tag::WANDER, ActorId(7), 1);
        let _ = turn.stream(Tag::NOTICE, ActorId(7), 1);
    }

    #[test]
    fn each_part_actor_tick_and_game_has_its_own_stream() {
        let (mut game, mut events) = (game(), Vec::new());
        let mut copy = game.clone();
        let mut turn = game.turn(&mut events);
        let first = turn.stream(Tag::NOTICE, ActorId(7), 1);
        for other in [
            turn.stream(Tag::NOTICE, ActorId(7), 2),
            turn.stream(Tag::NOTICE, ActorId(8), 1),
            turn.stream_between(Tag::NOTICE, (ActorId(7), ActorId(0)), 1),
            turn.stream_between(Tag::NOTICE, (ActorId(7), ActorId(9)), 1),
        ] {
            assert_ne!(other, first);
        }
        // A copy that takes its own turns leaves the streams of the game alone.
        let mut events = Vec::new();
        let tried = copy.turn(&mut events).stream(Tag::NOTICE, ActorId(9), 1);
        assert_eq!(tried, turn.stream(Tag::NOTICE, ActorId(9), 1));
        turn.time += 1;
        assert_ne!(turn.stream(Tag::NOTICE, ActorId(7), 1), first);
    }
}
