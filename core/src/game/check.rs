//! What holds between any two actions, checked in builds with debug assertions. It is for those who change
//! the rules: whoever plays cannot break it.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};

use super::content::{Content, DEEPEST};
use crate::game::rules::set_piece;
use crate::game::world::actor::ActorId;
use crate::game::world::formulas;
use crate::game::world::item::Item;
use crate::game::world::level::{Level, is_doorless, is_edge};
use crate::game::world::state::{Outcome, State};
use crate::map::Tile;

/// The longest delay until an actor's next action, in ticks. Content allows 1,000 for a step or an
/// attack, which water or a charge can multiply by up to 10.
const LONGEST_WAIT: u64 = 10_000;

/// Checks a run: its clock, the current level, the player and the pack. Linear in the visited levels.
///
/// # Panics
/// If something does not hold.
pub(super) fn assert_valid(state: &State, content: &Content) {
    assert_clock(state);
    assert_ids(state);
    assert_player(state, content);
    assert_pack(state, content);
    for (&depth, level) in &state.other_levels {
        assert_ne!(depth, state.here.depth, "a level is kept twice");
        assert!(level.left_at <= state.time, "depth {depth} is left later");
    }
    let level = &state.here;
    assert_terrain(level);
    assert_actors(level, state, content);
    assert_items(level, content);
    assert_everlamp(state);
    assert_fields(level);
    assert_hazards(level);
    set_piece::assert_valid(level, content);
    assert_caches(level, state);
}

fn assert_range<T: PartialOrd + Display>(what: &str, found: T, least: T, most: T) {
    let holds = least <= found && found <= most;
    assert!(holds, "{what} is {found}, not from {least} to {most}");
}

/// The world is due at the end of this turn, and the player now while the run is in progress.
fn assert_clock(state: &State) {
    let (time, next) = (state.time, state.player.next);
    assert_eq!(state.upkeep, (time / 100 + 1) * 100, "the world is due");
    let playing = state.outcome == Outcome::Playing;
    let last = if playing { time } else { time + LONGEST_WAIT };
    assert_range("the player's time", next, time, last);
    if let Some(plan) = &state.plan {
        assert!(playing, "{plan:?}");
        let beside = |pair: &[crate::geom::Pos]| pair[0].dir_to(pair[1]).is_some();
        assert!(plan.path().windows(2).all(beside), "a path leaps");
    }
}

/// Each id is used once and was given out by a visited level.
fn assert_ids(state: &State) {
    let levels = || state.levels();
    let actors: Vec<ActorId> = levels()
        .flat_map(Level::actors)
        .map(|actor| actor.id)
        .collect();
    assert_unique(actors, |id| {
        let level = levels().find(|level| u32::from(level.depth) == id.depth());
        level.is_some_and(|level| (1..=level.actors_created).contains(&id.number()))
    });
    let items = state.items().map(|item| item.id).collect();
    assert_unique(items, |id| {
        let level = levels().find(|level| u32::from(level.depth) == id.depth());
        level.is_some_and(|level| (1..=level.items_created).contains(&id.number()))
    });
}

fn assert_unique<I: Copy + Ord + Debug>(mut ids: Vec<I>, is_given_out: impl Fn(I) -> bool) {
    ids.sort_unstable();
    for pair in ids.windows(2) {
        assert_ne!(pair[0], pair[1], "an id is in two places");
    }
    for id in ids {
        assert!(is_given_out(id), "{id:?} was not given out");
    }
}

fn assert_player(state: &State, content: &Content) {
    let (player, rules) = (&state.player, content.rules());
    let tile = state.here.tiles[player.pos];
    let stands = tile.is_passable() && tile != Tile::DoorClosed;
    assert!(stands, "the player stands in {tile:?} at {}", player.pos);
    let (level, experience) = (player.level, player.experience);
    let reached = |level: u8| formulas::experience_for(rules, level) <= experience;
    assert_range("the player's level", level, 1, formulas::MAX_LEVEL);
    let fits = reached(level) && (level == formulas::MAX_LEVEL || !reached(level + 1));
    assert!(fits, "{experience} of experience make level {level}");
    let most = player.max_health(content);
    assert_range("the player's health", player.health, 0, most);
    let dead = matches!(state.outcome, Outcome::Died { .. });
    assert_eq!(player.health == 0, dead, "health 0 is death");
    assert_range("the player's food", player.food, 0, rules.food.full);
}

/// What is carried has its letter, and what is in use is carried.
fn assert_pack(state: &State, content: &Content) {
    let pack = &state.player.pack;
    for (letter, item) in pack.items() {
        assert_item(item, content);
        assert_eq!(item.letter, Some(letter));
    }
    let [first, second] = pack.rings;
    for letter in [pack.weapon, pack.armour, pack.lantern, first, second]
        .into_iter()
        .flatten()
    {
        assert!(pack.get(letter).is_some(), "{letter} is in use");
    }
    assert!(first.is_none() || first != second, "one ring on both hands");
}

fn assert_item(item: &Item, content: &Content) {
    let most = if content.item(item.kind).stacks() {
        u16::MAX
    } else {
        1
    };
    assert_range("an item's count", item.count, 1, most);
}

/// The edge is solid, and stairs, braziers and tombs are where the level lists them.
fn assert_terrain(level: &Level) {
    let mut features = vec![(level.up, Tile::StairsUp)];
    features.push(match level.depth {
        DEEPEST => (level.down, Tile::Brazier),
        _ => (level.down, Tile::StairsDown),
    });
    let braziers = level.braziers.iter();
    features.extend(braziers.map(|brazier| (brazier.pos, Tile::Brazier)));
    features.extend(level.tombs.iter().map(|tomb| (tomb.pos, Tile::Tomb)));
    let places: BTreeSet<_> = features.iter().map(|(pos, _)| *pos).collect();
    assert_eq!(places.len(), features.len(), "a feature is listed twice");
    for (pos, tile) in features {
        assert_eq!(level.tiles[pos], tile, "at {pos}");
    }
    for (pos, &tile) in level.tiles.iter() {
        let is_feature = matches!(
            tile,
            Tile::StairsUp | Tile::StairsDown | Tile::Brazier | Tile::Tomb
        );
        assert_eq!(is_feature, places.contains(&pos), "{tile:?} at {pos}");
        let is_solid = matches!(tile, Tile::Wall | Tile::Void);
        assert!(is_solid || !is_edge(pos), "a {tile:?} is at {pos}");
    }
    for pos in level.known.mapped.iter() {
        assert_ne!(level.known.tiles[pos], Tile::Void, "{pos} is mapped");
    }
}

/// Monsters are in ascending order of id, one per tile, and due in the near future.
fn assert_actors(level: &Level, state: &State, content: &Content) {
    let mut taken = BTreeSet::from([state.player.pos]);
    let mut last = ActorId::PLAYER;
    for actor in level.actors() {
        let (id, pos) = (actor.id, actor.pos);
        assert!(id > last, "{id:?} comes after {last:?}");
        last = id;
        assert!(taken.insert(pos), "{id:?} shares {pos} with another");
        assert!(!is_edge(pos), "{id:?} is at {pos}");
        assert_ne!(level.tiles[pos], Tile::DoorClosed, "{id:?} at {pos}");
        let most = content.scale_by_plus(state.plus, content.monster(actor.kind).health);
        assert_eq!(actor.max_health, most, "{id:?}");
        assert_range("a monster's health", actor.health, 1, most);
        let acts = actor.mood != crate::game::world::actor::Mood::Asleep
            && state.outcome == Outcome::Playing;
        let least = if acts { state.time } else { 0 };
        assert_range(
            "a monster's time",
            actor.next,
            least,
            state.time + LONGEST_WAIT,
        );
        let is_after = actor.mood.row().is_aware;
        assert!(is_after || actor.preparing.is_none(), "{id:?} announces");
        if let Some(loot) = &actor.loot {
            assert_item(loot, content);
        }
    }
}

/// One item or stack lies on a tile.
fn assert_items(level: &Level, content: &Content) {
    let mut taken = BTreeSet::new();
    for floor_item in &level.items {
        assert_item(&floor_item.item, content);
        let (id, pos) = (floor_item.item.id, floor_item.pos);
        let tile = level.tiles[pos];
        let lies = tile.is_walkable() && tile != Tile::DoorClosed;
        assert!(lies, "{id:?} lies in {tile:?} at {pos}");
        assert!(taken.insert(pos), "{id:?} shares {pos} with another");
    }
}

/// What burns and flows is where it can be, and oil and gas do not outlast flames on their tile.
fn assert_fields(level: &Level) {
    let fields = &level.fields;
    for (pos, _) in fields.flames.iter() {
        let tile = level.tiles[pos];
        let burns = tile.fuel() > 0 || tile.is_walkable();
        assert!(burns, "{tile:?} burns at {pos}");
    }
    for (pos, _) in fields.webs.iter() {
        let tile = level.tiles[pos];
        assert!(
            is_doorless(tile) && !tile.is_wet(),
            "a web on {tile:?} at {pos}"
        );
    }
    for flood in &fields.floods {
        assert!(!flood.tiles.is_empty(), "a flood is over");
        assert!(!flood.tiles.iter().any(|pos| is_edge(*pos)));
    }
    for (pos, _) in fields.oil.iter() {
        let tile = level.tiles[pos];
        assert!(
            tile.is_walkable() && !tile.is_wet(),
            "oil on {tile:?} at {pos}"
        );
    }
    for (pos, _) in fields
        .smoke
        .iter()
        .chain(fields.marsh.iter())
        .chain(fields.incense.iter())
    {
        let tile = level.tiles[pos];
        // A door can be shut on smoke.
        let holds = !tile.is_opaque() || tile == Tile::DoorClosed;
        assert!(holds, "gas in {tile:?} at {pos}");
    }
}

/// Traps lie where somebody can step, the others are in walls, and monsters walk around the traps.
fn assert_hazards(level: &Level) {
    for hazard in level.hazards.iter() {
        let (pos, kind, tile) = (hazard.pos, hazard.kind, level.tiles[hazard.pos]);
        if kind.is_trap() {
            assert!(is_doorless(tile), "{kind:?} in {tile:?} at {pos}");
            assert!(
                level.item_at(pos).is_none(),
                "{kind:?} under an item at {pos}"
            );
        } else {
            assert_eq!(tile, Tile::Wall, "{kind:?} at {pos}");
        }
    }
    for (pos, tile) in level.tiles.iter() {
        let walks = tile.is_walkable() && level.hazards.trap_at(pos).is_none();
        assert_eq!(level.cache.open.contains(pos), walks, "{tile:?} at {pos}");
    }
}

/// The run is won if and only if the Everlamp burns.
fn assert_everlamp(state: &State) {
    let mut features = state.levels().flat_map(|level| &level.features);
    let lit = features.any(|feature| feature.is_everlamp() && feature.mechanism.is_solved());
    assert_eq!(state.outcome == Outcome::Won, lit, "the Everlamp decides");
}

/// The caches match the state.
fn assert_caches(level: &Level, state: &State) {
    let cache = &level.cache;
    for actor in level.actors() {
        assert!(cache.occupied.contains(actor.pos), "{:?}", actor.id);
    }
    assert_eq!(cache.occupied.len(), level.actors().len());
    let friends = level.actors().iter().filter(|one| one.is_friend()).count();
    assert_eq!(cache.friends, friends);
    for (pos, tile) in level.tiles.iter() {
        let opaque = cache.sight.is_opaque(pos);
        assert_eq!(opaque, level.is_opaque(pos), "{tile:?} at {pos}");
    }
    let playing = state.outcome == Outcome::Playing;
    for brazier in level.braziers.iter().filter(|_| playing) {
        let unlit = level.known.unlit.contains(&brazier.pos);
        let known = unlit != brazier.lit || !cache.seen.contains(brazier.pos);
        assert!(known, "the brazier at {} is in sight", brazier.pos);
    }
}
