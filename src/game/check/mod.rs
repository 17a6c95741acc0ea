//! Checks that a state is valid, part by part. [`Game::resume`](super::Game::resume) rejects an
//! invalid one; builds with debug assertions check after each action. A valid state can be played
//! on: every index is in range, no sum overflows, every loop ends.
//!
//! These fields may have any value, because they affect what happens next but not whether play can
//! continue: `seed`; `known`, because bits of kinds without a look are never read; the player's
//! `loudness`; the remaining turns of conditions, and of hallowed ground above 0; what was seen,
//! met, noticed or declined; a monster's `patience` and `summoned`; the last slot of an item;
//! whether a brazier is lit; and the current level's `left_at`, which is overwritten on leaving.
//! Any set of depths may have been visited: a missing one is generated on arrival.

mod claim;
mod level;

use std::fmt::Debug;

use claim::{
    LONGEST_WAIT, Validity, check_equal, check_item, check_monster_kind, check_on_level,
    check_path, check_range, ensure,
};
use level::{check_conduit, check_level};

use super::action::Letter;
use super::actor::ActorId;
use super::combat::{self, MAX_POTION_GAIN};
use super::content::{Class, Content};
use super::detail::Cause;
use super::item::{Item, ItemId};
use super::level::Level;
use super::state::{Outcome, State};
use crate::map::Tile;

/// The latest time of a run, in ticks. Hunger ends every run long before, and sums of times below
/// it cannot overflow.
const MAX_TIME: u64 = 1 << 48;

/// The highest New Game Plus.
pub const MOST_PLUS: u8 = 20;

/// Checks a run in progress: no actors share a tile or stand in a wall, health is in range, every
/// item is in one place, letters are unique, no actor is due in the past, and the caches match the
/// state. For other levels only the ids are checked, because nothing else of them changes. Linear
/// in the visited levels.
pub(super) fn validate_running(state: &State, content: &Content) -> Validity {
    check_run(state, content)?;
    check_level(&state.here, state, content)?;
    check_shared(state, content)?;
    check_caches(state)
}

/// Checks a loaded state completely, before any cache is built from it.
pub(super) fn validate_loaded(state: &State, content: &Content) -> Validity {
    check_run(state, content)?;
    for visited in state.levels() {
        check_level(visited, state, content)?;
        check_conduit(visited, content)
            .map_err(|wrong| format!("depth {}: {wrong}", visited.depth))?;
    }
    check_shared(state, content)
}

/// Checks the ids of all levels, the player, the pack and the plan.
fn check_shared(state: &State, content: &Content) -> Validity {
    check_ids(state)?;
    check_player(state, content)?;
    check_pack(state, content)?;
    check_plan(state)
}

/// Checks New Game Plus, the visited depths, the clock and the outcome.
fn check_run(state: &State, content: &Content) -> Validity {
    check_range("New Game Plus", state.plus, 0, MOST_PLUS)?;
    for (&depth, level) in &state.other_levels {
        let stored = level.depth;
        ensure!(depth == stored, "depth {stored} is kept as depth {depth}");
        ensure!(depth != state.here.depth, "depth {depth} is there twice");
        let (left_at, time) = (level.left_at, state.time);
        let past = left_at <= time;
        ensure!(
            past,
            "depth {depth} was left at {left_at}, and it is {time}"
        );
    }
    check_clock(state)?;
    check_outcome(state, content)
}

/// Checks the times at which the world and the player are due: the world at the end of this turn,
/// and the player now while the run is in progress.
fn check_clock(state: &State) -> Validity {
    let (time, next) = (state.time, state.player.next);
    check_range("the time", time, 0, MAX_TIME)?;
    let (due, expected) = (state.upkeep, (time / 100 + 1) * 100);
    ensure!(
        due == expected,
        "the world is due at {due}, not at {expected}"
    );
    let playing = state.outcome == Outcome::Playing;
    let last = if playing { time } else { time + LONGEST_WAIT };
    let now = (time..=last).contains(&next);
    ensure!(now, "the player is due at {next}, and it is {time}");
    check_range("the number of actions", state.actions, 0, next)
}

/// Checks that the run is won if and only if the Everlamp burns, and that the killer exists.
fn check_outcome(state: &State, content: &Content) -> Validity {
    if let Outcome::Died {
        cause: Cause::Monster(kind) | Cause::Burst(kind),
    } = state.outcome
    {
        check_monster_kind(kind, content)?;
    }
    let mut vaults = state.levels().filter_map(|level| level.vault.as_ref());
    let lit = vaults.any(|vault| vault.everlamp && vault.mechanism.is_solved());
    let trained = content
        .training()
        .is_some_and(|training| training.level(state.here.depth + 1).is_none());
    let finished = state.outcome == Outcome::Finished;
    ensure!(
        trained || !finished,
        "only the last level of the training finishes it"
    );
    let won = state.outcome == Outcome::Won;
    let state = if lit { "burns" } else { "does not burn" };
    ensure!(won == lit, "the Everlamp {state}, which decides the run");
    Ok(())
}

/// Checks that each id is used once and was given out by a visited level.
fn check_ids(state: &State) -> Validity {
    let (mut made, mut actors, mut items) = (0_u32, Vec::new(), Vec::new());
    for level in state.levels() {
        let (monsters, things) = (level.actors_created, level.items_created);
        check_range("the monsters made", monsters, 0, ActorId::MAX_PER_DEPTH)?;
        check_range("the items made", things, 0, ItemId::MAX_PER_DEPTH)?;
        made += monsters;
        actors.extend(level.actors().iter().map(|actor| actor.id));
    }
    items.extend(state.items().map(|item| item.id));
    let alive = actors.len();
    let made_at = |depth: u32, count: fn(&Level) -> u32| {
        let mut levels = state.levels();
        let level = levels.find(|level| u32::from(level.depth) == depth);
        level.map_or(0, count)
    };
    check_unique(&mut actors, "monsters", |id: ActorId| {
        let made = made_at(id.depth(), |level| level.actors_created);
        (id.depth(), id.number(), made)
    })?;
    check_unique(&mut items, "items", |id: ItemId| {
        let made = made_at(id.depth(), |level| level.items_created);
        (id.depth(), id.number(), made)
    })?;
    let kills = state.player.kills;
    let possible = u64::from(kills) + alive as u64 <= made.into();
    ensure!(possible, "{kills} of {made} monsters were killed");
    Ok(())
}

/// Checks that ids are unique and were given out. `origin` returns the depth of an id, its number
/// there, and how many ids were given out there.
fn check_unique<I: Copy + Ord + Debug>(
    ids: &mut [I],
    what: &str,
    origin: impl Fn(I) -> (u32, u32, u32),
) -> Validity {
    ids.sort_unstable();
    if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("{:?} is in two places", pair[0]));
    }
    for &id in &*ids {
        let (depth, number, made) = origin(id);
        let valid = (1..=made).contains(&number);
        ensure!(
            valid,
            "{id:?} is not one of the {made} {what} made at depth {depth}"
        );
    }
    Ok(())
}

/// Checks the player's position, health, food and experience.
fn check_player(state: &State, content: &Content) -> Validity {
    let numbers = content.rules();
    let player = &state.player;
    check_on_level(player.pos, "the player")?;
    let tile = state.here.tiles[player.pos];
    let fits = tile.is_walkable() && tile != Tile::DoorClosed;
    ensure!(fits, "the player stands in {tile:?} at {}", player.pos);
    for (what, gain) in [("health", player.vigour), ("attack", player.strength)] {
        let valid = (0..=MAX_POTION_GAIN).contains(&gain);
        ensure!(
            valid,
            "potions added {gain} to {what}, not up to {MAX_POTION_GAIN}"
        );
    }
    let (level, experience) = (player.level, player.experience);
    let reached = |level: u8| combat::experience_for(numbers, level) <= experience;
    check_range("the player's level", level, 1, combat::MAX_LEVEL)?;
    let valid = reached(level) && (level == combat::MAX_LEVEL || !reached(level + 1));
    ensure!(
        valid,
        "{experience} of experience do not make level {level}"
    );
    let most = player.max_health(content);
    check_range("the player's health", player.health, 0, most)?;
    let dead = matches!(state.outcome, Outcome::Died { .. });
    check_equal("that the player is dead", player.health == 0, dead)?;
    check_range("the player's food", player.food, 0, numbers.food.full)?;
    let most = numbers.food.healing - 1;
    check_range("the health being mended", player.mending, 0, most)
}

/// Checks the pack and the equipment.
fn check_pack(state: &State, content: &Content) -> Validity {
    let pack = &state.player.pack;
    check_equal("the size of the pack", pack.slots.len(), Letter::COUNT)?;
    for (letter, carried) in pack.items() {
        check_item(carried, content)?;
        check_equal("the letter of an item", carried.letter, Some(letter))?;
    }
    let class = |letter: Letter| {
        let carried = pack.get(letter);
        carried.map(|item: &Item| content.item(item.kind).class)
    };
    let fits: [(Option<Letter>, fn(&Class) -> bool); 5] = [
        (pack.weapon, |class| matches!(class, Class::Weapon { .. })),
        (pack.armour, |class| matches!(class, Class::Armour { .. })),
        (pack.lantern, |class| matches!(class, Class::Lantern(_))),
        (pack.rings[0], |class| matches!(class, Class::Ring(_))),
        (pack.rings[1], |class| matches!(class, Class::Ring(_))),
    ];
    for (letter, fits) in fits {
        let Some(letter) = letter else { continue };
        let valid = class(letter).as_ref().is_some_and(fits);
        ensure!(valid, "\"{letter}\" cannot be in use");
    }
    let twice = pack.rings[0].is_some() && pack.rings[0] == pack.rings[1];
    ensure!(!twice, "one ring is on both hands");
    Ok(())
}

/// Checks the long action in progress, except whether it can continue, which depends on sight.
fn check_plan(state: &State) -> Validity {
    let Some(plan) = &state.plan else {
        return Ok(());
    };
    let playing = state.outcome == Outcome::Playing;
    let long = playing && plan.action.is_long();
    ensure!(long, "{:?} cannot be under way", plan.action);
    check_path(&plan.path)
}

/// Checks that the caches match the state.
fn check_caches(state: &State) -> Validity {
    let level = &state.here;
    let cache = &level.cache;
    for actor in level.actors() {
        let marked = cache.occupied.contains(actor.pos);
        ensure!(marked, "the tile of {:?} is not marked", actor.id);
    }
    let marked = cache.occupied.len();
    check_equal("the number of marked tiles", marked, level.actors().len())?;
    for (pos, tile) in level.tiles.iter() {
        let valid = cache.sight.is_opaque(pos) == tile.is_opaque();
        ensure!(valid, "sight is wrong about {tile:?} at {pos}");
    }
    let playing = state.outcome == Outcome::Playing;
    for brazier in level.braziers.iter().filter(|_| playing) {
        let valid = brazier.seen_lit == brazier.lit || !cache.seen.contains(brazier.pos);
        ensure!(valid, "the brazier at {} is in sight", brazier.pos);
    }
    Ok(())
}
