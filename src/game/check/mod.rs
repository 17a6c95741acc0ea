//! Checks that a state is valid, part by part. [`Game::resume`](super::Game::resume) refuses an
//! invalid one; builds with debug assertions check after each action. A valid state can be played on:
//! every index is in range, no sum overflows, every loop ends.
//!
//! These fields may have any value, as they decide what happens next but not whether it can: `seed`;
//! `known`, as bits of kinds without a look are never read; the player's `loudness`; the remaining
//! turns of conditions, and of hallowed ground above 0; what was seen, met, noticed or declined; a
//! monster's `patience` and `summoned`; the slot that an item had last; whether a brazier burns; and
//! the current level's `left_at`, which is overwritten on leaving. Any set of depths may have been
//! visited: a missing one is generated on arrival.

mod claim;
mod level;

use std::fmt::Debug;

use claim::{LONGEST_WAIT, Validity, chain, ensure, equal, item, monster_kind, on_level, within};
use level::{conduit, level};

use super::action::Letter;
use super::actor::ActorId;
use super::combat::{self, MAX_POTION_GAIN};
use super::content::{Class, Content};
use super::detail::Cause;
use super::item::{Item, ItemId};
use super::level::Level;
use super::state::{Outcome, State};
use crate::map::Tile;

/// The latest time of a run, in ticks. Hunger ends every run long before; sums of times never
/// overflow.
const LATEST: u64 = 1 << 48;

/// The highest New Game Plus.
pub const MOST_PLUS: u8 = 20;

/// Checks a run in progress: nobody shares a tile or stands in a wall, health is in range, every item
/// is in one place, letters are unique, nobody is due in the past, and the caches match the state. Of
/// levels that were left only the ids are checked, as nothing else of them changes. Linear in the
/// visited levels.
pub(super) fn in_play(state: &State, content: &Content) -> Validity {
    run(state, content)?;
    level(&state.here, state, content)?;
    rest(state, content)?;
    caches(state)
}

/// Checks a loaded state completely, before any cache is built from it.
pub(super) fn loaded(state: &State, content: &Content) -> Validity {
    run(state, content)?;
    for visited in state.levels() {
        level(visited, state, content)?;
        conduit(visited, content).map_err(|wrong| format!("depth {}: {wrong}", visited.depth))?;
    }
    rest(state, content)
}

/// Checks what does not concern one level alone.
fn rest(state: &State, content: &Content) -> Validity {
    names(state)?;
    player(state, content)?;
    pack(state, content)?;
    plan(state)
}

/// Checks New Game Plus, the visited depths, the clock and the outcome.
fn run(state: &State, content: &Content) -> Validity {
    within("New Game Plus", state.plus, 0, MOST_PLUS)?;
    for (&depth, level) in &state.other_levels {
        let kept = level.depth;
        ensure!(depth == kept, "depth {kept} is kept as depth {depth}");
        ensure!(depth != state.here.depth, "depth {depth} is there twice");
        let (left_at, time) = (level.left_at, state.time);
        let past = left_at <= time;
        ensure!(
            past,
            "depth {depth} was left at {left_at}, and it is {time}"
        );
    }
    clock(state)?;
    outcome(state, content)
}

/// Checks when the world and the player are due: in this turn, and the player now, while the run
/// goes on.
fn clock(state: &State) -> Validity {
    let (time, next) = (state.time, state.player.next);
    within("the time", time, 0, LATEST)?;
    let (due, right) = (state.upkeep, (time / 100 + 1) * 100);
    ensure!(due == right, "the world is due at {due}, not at {right}");
    let playing = state.outcome == Outcome::Playing;
    let last = if playing { time } else { time + LONGEST_WAIT };
    let now = (time..=last).contains(&next);
    ensure!(now, "the player is due at {next}, and it is {time}");
    within("the number of actions", state.actions, 0, next)
}

/// Checks that the run is won if and only if the Everlamp burns, and that the killer exists.
fn outcome(state: &State, content: &Content) -> Validity {
    if let Outcome::Died {
        cause: Cause::Monster(kind) | Cause::Burst(kind),
    } = state.outcome
    {
        monster_kind(kind, content)?;
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
    let is = if lit { "burns" } else { "does not burn" };
    ensure!(won == lit, "the Everlamp {is}, which decides the run");
    Ok(())
}

/// Checks ids: each is used once, and was given out by a visited level.
fn names(state: &State) -> Validity {
    let (mut made, mut actors, mut items) = (0_u32, Vec::new(), Vec::new());
    for level in state.levels() {
        let (monsters, things) = (level.actors_created, level.items_created);
        within("the monsters made", monsters, 0, ActorId::MAX_PER_DEPTH)?;
        within("the items made", things, 0, ItemId::MAX_PER_DEPTH)?;
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
    used_once(&mut actors, "monsters", |id: ActorId| {
        let made = made_at(id.depth(), |level| level.actors_created);
        (id.depth(), id.number(), made)
    })?;
    used_once(&mut items, "items", |id: ItemId| {
        let made = made_at(id.depth(), |level| level.items_created);
        (id.depth(), id.number(), made)
    })?;
    let kills = state.player.kills;
    let possible = u64::from(kills) + alive as u64 <= made.into();
    ensure!(possible, "{kills} of {made} monsters were killed");
    Ok(())
}

/// Checks that ids differ and were given out. `origin` is the depth of an id, its number there, and
/// how many were made there.
fn used_once<I: Copy + Ord + Debug>(
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
        let right = (1..=made).contains(&number);
        ensure!(
            right,
            "{id:?} is not one of the {made} {what} made at depth {depth}"
        );
    }
    Ok(())
}

/// Checks the player's place, health, food and experience.
fn player(state: &State, content: &Content) -> Validity {
    let numbers = content.rules();
    let player = &state.player;
    on_level(player.pos, "the player")?;
    let tile = state.here.tiles[player.pos];
    let fits = tile.is_walkable() && tile != Tile::DoorClosed;
    ensure!(fits, "the player stands in {tile:?} at {}", player.pos);
    for (what, gain) in [("health", player.vigour), ("attack", player.strength)] {
        let right = (0..=MAX_POTION_GAIN).contains(&gain);
        ensure!(
            right,
            "potions added {gain} to {what}, not up to {MAX_POTION_GAIN}"
        );
    }
    let (level, experience) = (player.level, player.experience);
    let reached = |level: u8| combat::experience_for(numbers, level) <= experience;
    within("the player's level", level, 1, combat::MAX_LEVEL)?;
    let right = reached(level) && (level == combat::MAX_LEVEL || !reached(level + 1));
    ensure!(
        right,
        "{experience} of experience do not make level {level}"
    );
    let most = player.max_health(content);
    within("the player's health", player.health, 0, most)?;
    let dead = matches!(state.outcome, Outcome::Died { .. });
    equal("that the player is dead", player.health == 0, dead)?;
    within("the player's food", player.food, 0, numbers.food.full)?;
    let most = numbers.food.healing - 1;
    within("the health being mended", player.mending, 0, most)
}

/// Checks the pack and the equipment.
fn pack(state: &State, content: &Content) -> Validity {
    let pack = &state.player.pack;
    equal("the size of the pack", pack.slots.len(), Letter::COUNT)?;
    for (letter, carried) in pack.items() {
        item(carried, content)?;
        equal("the letter of an item", carried.letter, Some(letter))?;
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
        let right = class(letter).as_ref().is_some_and(fits);
        ensure!(right, "`{letter}` cannot be in use");
    }
    let twice = pack.rings[0].is_some() && pack.rings[0] == pack.rings[1];
    ensure!(!twice, "one ring is on both hands");
    Ok(())
}

/// Checks the long action in progress. Whether it can go on is checked once sight is known.
fn plan(state: &State) -> Validity {
    let Some(plan) = &state.plan else {
        return Ok(());
    };
    let playing = state.outcome == Outcome::Playing;
    let long = playing && plan.action.is_long();
    ensure!(long, "{:?} cannot be under way", plan.action);
    chain(&plan.path)
}

/// Checks that the caches match the state.
fn caches(state: &State) -> Validity {
    let level = &state.here;
    let cache = &level.cache;
    for actor in level.actors() {
        let marked = cache.occupied.contains(actor.pos);
        ensure!(marked, "the tile of {:?} is not marked", actor.id);
    }
    let marked = cache.occupied.len();
    equal("the number of marked tiles", marked, level.actors().len())?;
    for (pos, tile) in level.tiles.iter() {
        let right = cache.sight.is_opaque(pos) == tile.is_opaque();
        ensure!(right, "sight is wrong about {tile:?} at {pos}");
    }
    let playing = state.outcome == Outcome::Playing;
    for brazier in level.braziers.iter().filter(|_| playing) {
        let right = brazier.seen_lit == brazier.lit || !cache.seen.contains(brazier.pos);
        ensure!(right, "the brazier at {} is in sight", brazier.pos);
    }
    Ok(())
}
