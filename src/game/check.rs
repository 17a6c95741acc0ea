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

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};

use super::action::Letter;
use super::actor::{Actor, ActorId, Mood};
use super::combat::{self, MAX_POTION_GAIN};
use super::content::{Class, Content, DEEPEST, LEVEL_SIZE, MonsterKind, Role};
use super::event::Cause;
use super::item::{Item, ItemId};
use super::level::{Inside, Level, towards};
use super::state::{Outcome, State};
use super::terrain;
use crate::geom::{Pos, Rect};
use crate::map::Tile;
use crate::rng::Streams;

/// Describes what is wrong, and what would be right.
type Validity = Result<(), String>;

/// The latest time of a run, in ticks. Hunger ends every run long before; sums of times never
/// overflow.
const LATEST: u64 = 1 << 48;

/// The longest time to an actor's next action, in ticks. Content allows 1,000 for a step or an
/// attack, which water or a charge doubles.
const LONGEST_WAIT: u64 = 10_000;

/// The highest bonus that scrolls give an item, and the worst penalty.
const MAX_BONUS: i8 = 20;

/// The highest New Game Plus.
pub const MOST_PLUS: u8 = 20;

/// Returns from a check with what is wrong, unless the condition holds.
macro_rules! ensure {
    ($right:expr, $($wrong:tt)+) => {
        if !$right {
            return Err(format!($($wrong)+));
        }
    };
}

fn within<T: PartialOrd + Display>(what: &str, found: T, least: T, most: T) -> Validity {
    let right = least <= found && found <= most;
    ensure!(right, "{what} is {found}, not from {least} to {most}");
    Ok(())
}

fn equal<T: PartialEq + Debug>(what: &str, found: T, right: T) -> Validity {
    ensure!(found == right, "{what} is {found:?}, not {right:?}");
    Ok(())
}

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

/// Checks the current level, or one that was left.
fn level(level: &Level, state: &State, content: &Content) -> Validity {
    let depth = level.depth;
    within("the depth of a level", depth, 1, DEEPEST)?;
    parts(level, state, content).map_err(|wrong| format!("depth {depth}: {wrong}"))
}

fn parts(level: &Level, state: &State, content: &Content) -> Validity {
    let made = terrain::kind_of(content, Streams::new(state.seed), level.depth);
    equal("its kind", level.kind, made.kind)?;
    terrain(level)?;
    ground(level)?;
    memory(level)?;
    actors(level, state, content)?;
    floor_items(level, content)?;
    tombs(level, content)?;
    vault(level, content)
}

/// Whether a tile lies at or beyond the edge of a level, where nobody can stand.
const fn is_edge(pos: Pos) -> bool {
    let (right, bottom) = (LEVEL_SIZE.width as i32 - 1, LEVEL_SIZE.height as i32 - 1);
    pos.x <= 0 || pos.y <= 0 || pos.x >= right || pos.y >= bottom
}

fn on_level(pos: Pos, what: &str) -> Validity {
    ensure!(
        LEVEL_SIZE.contains(pos),
        "{what} is at {pos}, which is off the map of {LEVEL_SIZE}"
    );
    Ok(())
}

/// Checks the map: solid at its edge, with stairs, braziers and tombs exactly where the level lists them.
fn terrain(level: &Level) -> Validity {
    for grid in [&level.tiles, &level.memory] {
        equal("the size of a map", grid.size(), LEVEL_SIZE)?;
    }
    let mut features = vec![(level.up, Tile::StairsUp)];
    features.push(match level.depth {
        DEEPEST => (level.down, Tile::Brazier),
        _ => (level.down, Tile::StairsDown),
    });
    let braziers = level.braziers.iter();
    features.extend(braziers.map(|brazier| (brazier.pos, Tile::Brazier)));
    features.extend(level.tombs.iter().map(|tomb| (tomb.pos, Tile::Tomb)));
    for (pos, tile) in &features {
        ensure!(
            level.tiles.get(*pos) == Some(tile),
            "there is no {tile:?} at {pos}"
        );
    }
    let places: BTreeSet<Pos> = features.iter().map(|(pos, _)| *pos).collect();
    ensure!(
        places.len() == features.len(),
        "a brazier or a tomb is listed twice"
    );
    for (pos, &tile) in level.tiles.iter() {
        let right = match tile {
            Tile::Wall | Tile::Void => true,
            Tile::StairsUp | Tile::StairsDown | Tile::Brazier | Tile::Tomb => {
                places.contains(&pos) && !is_edge(pos)
            }
            _ => !is_edge(pos),
        };
        ensure!(right, "a {tile:?} is at {pos}");
    }
    Ok(())
}

/// Checks rooms and hallowed ground.
fn ground(level: &Level) -> Validity {
    for room in &level.rooms {
        room_on_level(*room)?;
    }
    for hallowed in &level.hallowed {
        on_level(hallowed.center, "hallowed ground")?;
        let left = hallowed.left;
        ensure!(left > 0, "hallowed ground has run out");
    }
    Ok(())
}

/// Checks that a room is a rectangle within the edge of a level.
fn room_on_level(room: Rect) -> Validity {
    let (first, last) = (
        Pos::new(room.left, room.top),
        Pos::new(room.right, room.bottom),
    );
    let right = !is_edge(first) && !is_edge(last) && first.x <= last.x && first.y <= last.y;
    ensure!(right, "there is a room from {first} to {last}");
    Ok(())
}

/// Whether the player can remember the tile `real` as `known`: not at all, as it is, or as it was
/// before a door moved, grass burned, or a tomb or vault opened.
const fn can_be_remembered(known: Tile, real: Tile) -> bool {
    known as u8 == Tile::Void as u8
        || known as u8 == real as u8
        || matches!(
            (known, real),
            (Tile::Grass, Tile::Floor)
                | (Tile::Tomb, Tile::Rubble)
                | (Tile::DoorOpen, Tile::DoorClosed)
                | (Tile::DoorClosed, Tile::DoorOpen)
                | (Tile::Wall, Tile::DoorOpen | Tile::DoorClosed)
        )
}

fn memory(level: &Level) -> Validity {
    for ((pos, &known), &real) in level.memory.iter().zip(level.tiles.as_slice()) {
        if !can_be_remembered(known, real) {
            let wrong = format!("{known:?} is remembered at {pos}, where {real:?} is");
            return Err(wrong);
        }
    }
    Ok(())
}

/// Checks a level's monsters: sorted by id, on free tiles.
fn actors(level: &Level, state: &State, content: &Content) -> Validity {
    let here = level.depth == state.here.depth;
    let mut taken: Vec<Pos> = Vec::with_capacity(level.actors().len().min(LEVEL_SIZE.area()) + 1);
    taken.extend(here.then_some(state.player.pos));
    let mut last = ActorId::PLAYER;
    for actor in level.actors() {
        let id = actor.id;
        ensure!(id > last, "the actor {id:?} comes after {last:?}");
        last = id;
        let alone = !taken.contains(&actor.pos);
        ensure!(alone, "{id:?} shares {} with another", actor.pos);
        taken.push(actor.pos);
        let since = if here { state.time } else { level.left_at };
        body(actor, level, state.plus, content)
            .and_then(|()| mind(actor, since, state.outcome, content))
            .map_err(|wrong| format!("{id:?}: {wrong}"))?;
    }
    Ok(())
}

/// Checks a monster's kind, place, health and loot.
fn body(actor: &Actor, level: &Level, plus: u8, content: &Content) -> Validity {
    monster_kind(actor.kind, content)?;
    on_level(actor.pos, "it")?;
    let def = content.monster(actor.kind);
    let tile = level.tiles[actor.pos];
    let fits = if def.role == Role::Phaser {
        !is_edge(actor.pos)
    } else {
        tile.is_walkable()
    };
    let fits = fits && tile != Tile::DoorClosed;
    ensure!(fits, "it stands in {tile:?} at {}", actor.pos);
    let most = content.scale_by_plus(plus, def.health);
    equal("its full health", actor.max_health, most)?;
    within("its health", actor.health, 1, most)?;
    actor.loot.map_or(Ok(()), |loot| item(&loot, content))
}

/// Checks when a monster acts, and where it wants to go.
fn mind(actor: &Actor, since: u64, outcome: Outcome, content: &Content) -> Validity {
    // A sleeper's time may lie in the past, and nobody acts after the end.
    let acts = actor.mood != Mood::Asleep && outcome == Outcome::Playing;
    let next = actor.next;
    ensure!(
        !acts || next >= since,
        "it is due at {next}, before {since}"
    );
    let soon = next <= since + LONGEST_WAIT;
    ensure!(soon, "it is due at {next}, long after {since}");
    let mimic = content.monster(actor.kind).role == Role::Mimic;
    let waits = mimic && actor.mood == Mood::Asleep;
    ensure!(waits || !actor.disguised, "it is disguised and no mimic");
    on_level(actor.home, "its post")?;
    on_level(actor.goal.unwrap_or_default(), "its goal")?;
    chain(&actor.route)
}

/// Checks that a path leads from tile to adjacent tile.
fn chain(way: &[Pos]) -> Validity {
    for &pos in way {
        on_level(pos, "a tile of its way")?;
    }
    let beside = |pair: &[Pos]| towards(pair[0], pair[1]).is_some();
    match way.windows(2).find(|pair| !beside(pair)) {
        Some(pair) => Err(format!("its way leaps from {} to {}", pair[1], pair[0])),
        None => Ok(()),
    }
}

fn monster_kind(kind: MonsterKind, content: &Content) -> Validity {
    let kinds = content.monsters().len();
    within("its kind", usize::from(kind.0), 0, kinds - 1)
}

fn item(item: &Item, content: &Content) -> Validity {
    let kinds = content.items().len();
    within("an item's kind", usize::from(item.kind.0), 0, kinds - 1)?;
    let stacks = content.item(item.kind).stacks();
    let most = if stacks { u16::MAX } else { 1 };
    within("an item's count", item.count, 1, most)?;
    within("an item's bonus", item.plus, -MAX_BONUS, MAX_BONUS)
}

/// Checks the items on the floor: one item or stack per tile.
fn floor_items(level: &Level, content: &Content) -> Validity {
    let mut taken = BTreeSet::new();
    for floor_item in &level.items {
        item(&floor_item.item, content)?;
        let (id, pos) = (floor_item.item.id, floor_item.pos);
        on_level(pos, "an item")?;
        let tile = level.tiles[pos];
        let fits = tile.is_walkable() && tile != Tile::DoorClosed;
        ensure!(fits, "{id:?} lies in {tile:?} at {pos}");
        ensure!(taken.insert(pos), "{id:?} shares {pos} with another");
    }
    Ok(())
}

/// Checks what is in the tombs.
fn tombs(level: &Level, content: &Content) -> Validity {
    for tomb in &level.tombs {
        match &tomb.inside {
            Inside::Nothing => {}
            Inside::Item(inside) => item(inside, content)?,
            Inside::Monster(kind) => monster_kind(*kind, content)?,
        }
    }
    Ok(())
}

/// Checks the vault or the Everlamp.
fn vault(level: &Level, content: &Content) -> Validity {
    let lowest = level.depth == DEEPEST;
    let Some(vault) = &level.vault else {
        ensure!(!lowest, "the Everlamp is missing");
        return Ok(());
    };
    equal("that the vault has the Everlamp", vault.everlamp, lowest)?;
    room_on_level(vault.room)?;
    let open = vault.mechanism.is_solved();
    let (door, lever): (&[Tile], _) = match (lowest, open) {
        (true, _) => (&[Tile::Brazier], Tile::Brazier),
        (false, false) => (&[Tile::Wall], Tile::Wall),
        (false, true) => (&[Tile::DoorOpen, Tile::DoorClosed], Tile::Wall),
    };
    let found = level.tile(vault.door);
    ensure!(door.contains(&found), "the vault's door is a {found:?}");
    equal("the vault's lever", level.tile(vault.lever), lever)?;
    if lowest {
        let right = vault.lever == level.down && vault.offers.is_empty();
        ensure!(right, "the Everlamp is not where it hangs");
        return Ok(());
    }
    let walls = vault.room.grown(1);
    let fits = walls.contains(vault.door) && !is_edge(vault.door);
    ensure!(fits, "the vault's door is at {}", vault.door);
    within("the number of offers", vault.offers.len(), 0, 3)?;
    for (pos, offer) in &vault.offers {
        item(offer, content)?;
        let others = vault.offers.iter().filter(|(other, _)| other == pos);
        let fits = vault.room.contains(*pos) && level.tile(*pos).is_walkable();
        let alone = others.count() == 1;
        ensure!(fits && alone, "{:?} is offered at {pos}", offer.id);
    }
    Ok(())
}

/// Checks that a conduit is the one of its seed, with tiles turned.
fn conduit(level: &Level, content: &Content) -> Validity {
    let size = terrain::board_size(&content.rules().vault, level.depth);
    let mut vaults = level.vault.iter();
    let sound = vaults.all(|vault| vault.mechanism.is_sound(size));
    ensure!(sound, "the conduit is not the one of its seed");
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
