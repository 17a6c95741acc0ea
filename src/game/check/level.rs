//! Checks a level: its map, its monsters and items, its tombs and its vault.

use std::collections::BTreeSet;

use super::claim::{
    LONGEST_WAIT, Validity, check_equal, check_item, check_monster_kind, check_on_level,
    check_path, check_range, ensure,
};
use crate::game::actor::{Actor, ActorId, Mood};
use crate::game::content::{Content, DEEPEST, LEVEL_SIZE, Role};
use crate::game::level::{Inside, Level, is_edge};
use crate::game::state::{Outcome, State};
use crate::game::terrain;
use crate::geom::{Pos, Rect};
use crate::map::Tile;
use crate::rng::Streams;

/// Checks the current level, or one that was left.
pub(super) fn check_level(level: &Level, state: &State, content: &Content) -> Validity {
    let depth = level.depth;
    check_range("the depth of a level", depth, 1, DEEPEST)?;
    check_parts(level, state, content).map_err(|wrong| format!("depth {depth}: {wrong}"))
}

fn check_parts(level: &Level, state: &State, content: &Content) -> Validity {
    let made = terrain::level_kind(content, Streams::new(state.seed), level.depth);
    check_equal("its kind", level.kind, made.kind)?;
    check_terrain(level)?;
    check_rooms_and_ground(level)?;
    check_memory(level)?;
    check_actors(level, state, content)?;
    check_floor_items(level, content)?;
    check_tombs(level, content)?;
    check_vault(level, content)
}

/// Checks the map: its edge is solid, and stairs, braziers and tombs are exactly where the level
/// lists them.
fn check_terrain(level: &Level) -> Validity {
    for grid in [&level.tiles, &level.memory] {
        check_equal("the size of a map", grid.size(), LEVEL_SIZE)?;
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
        let valid = match tile {
            Tile::Wall | Tile::Void => true,
            Tile::StairsUp | Tile::StairsDown | Tile::Brazier | Tile::Tomb => {
                places.contains(&pos) && !is_edge(pos)
            }
            _ => !is_edge(pos),
        };
        ensure!(valid, "a {tile:?} is at {pos}");
    }
    Ok(())
}

/// Checks rooms and hallowed ground.
fn check_rooms_and_ground(level: &Level) -> Validity {
    for room in &level.rooms {
        check_room(*room)?;
    }
    for hallowed in &level.hallowed {
        check_on_level(hallowed.center, "hallowed ground")?;
        let left = hallowed.left;
        ensure!(left > 0, "hallowed ground has run out");
    }
    Ok(())
}

/// Checks that a room is a rectangle within the edge of a level.
fn check_room(room: Rect) -> Validity {
    let (first, last) = (
        Pos::new(room.left, room.top),
        Pos::new(room.right, room.bottom),
    );
    let valid = !is_edge(first) && !is_edge(last) && first.x <= last.x && first.y <= last.y;
    ensure!(valid, "there is a room from {first} to {last}");
    Ok(())
}

/// Whether the player can remember the tile `real` as `known`: as unknown, as it is, or as it was
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

fn check_memory(level: &Level) -> Validity {
    for ((pos, &known), &real) in level.memory.iter().zip(level.tiles.as_slice()) {
        if !can_be_remembered(known, real) {
            let wrong = format!("{known:?} is remembered at {pos}, where {real:?} is");
            return Err(wrong);
        }
    }
    let forgotten = |pos: &Pos| level.memory[*pos] == Tile::Void;
    match level.mapped.iter().find(forgotten) {
        Some(pos) => Err(format!("{pos} is mapped, but not remembered")),
        None => Ok(()),
    }
}

/// Checks a level's monsters: in ascending order of id, one per tile.
fn check_actors(level: &Level, state: &State, content: &Content) -> Validity {
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
        check_body(actor, level, state.plus, content)
            .and_then(|()| check_behaviour(actor, since, state.outcome, content))
            .map_err(|wrong| format!("{id:?}: {wrong}"))?;
    }
    Ok(())
}

/// Checks a monster's kind, position, health and loot.
fn check_body(actor: &Actor, level: &Level, plus: u8, content: &Content) -> Validity {
    check_monster_kind(actor.kind, content)?;
    check_on_level(actor.pos, "it")?;
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
    check_equal("its full health", actor.max_health, most)?;
    check_range("its health", actor.health, 1, most)?;
    actor.loot.map_or(Ok(()), |loot| check_item(&loot, content))
}

/// Checks when a monster acts, and its disguise, post and goal.
fn check_behaviour(actor: &Actor, since: u64, outcome: Outcome, content: &Content) -> Validity {
    // The time of a sleeper may lie in the past, and no monster acts once the run is over.
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
    check_on_level(actor.home, "its post")?;
    check_on_level(actor.goal.unwrap_or_default(), "its goal")?;
    check_path(&actor.route)
}

/// Checks the items on the floor: one item or stack per tile.
fn check_floor_items(level: &Level, content: &Content) -> Validity {
    let mut taken = BTreeSet::new();
    for floor_item in &level.items {
        check_item(&floor_item.item, content)?;
        let (id, pos) = (floor_item.item.id, floor_item.pos);
        check_on_level(pos, "an item")?;
        let tile = level.tiles[pos];
        let fits = tile.is_walkable() && tile != Tile::DoorClosed;
        ensure!(fits, "{id:?} lies in {tile:?} at {pos}");
        ensure!(taken.insert(pos), "{id:?} shares {pos} with another");
    }
    Ok(())
}

/// Checks the contents of the tombs.
fn check_tombs(level: &Level, content: &Content) -> Validity {
    for tomb in &level.tombs {
        match &tomb.inside {
            Inside::Nothing => {}
            Inside::Item(inside) => check_item(inside, content)?,
            Inside::Monster(kind) => check_monster_kind(*kind, content)?,
        }
    }
    Ok(())
}

/// Checks the vault or the Everlamp.
fn check_vault(level: &Level, content: &Content) -> Validity {
    let lowest = level.depth == DEEPEST;
    let Some(vault) = &level.vault else {
        ensure!(!lowest, "the Everlamp is missing");
        return Ok(());
    };
    check_equal("that the vault has the Everlamp", vault.everlamp, lowest)?;
    check_room(vault.room)?;
    let open = vault.mechanism.is_solved();
    let (door, lever): (&[Tile], _) = match (lowest, open) {
        (true, _) => (&[Tile::Brazier], Tile::Brazier),
        (false, false) => (&[Tile::Wall], Tile::Wall),
        (false, true) => (&[Tile::DoorOpen, Tile::DoorClosed], Tile::Wall),
    };
    let found = level.tile(vault.door);
    ensure!(door.contains(&found), "the vault's door is a {found:?}");
    check_equal("the vault's lever", level.tile(vault.lever), lever)?;
    if lowest {
        let valid = vault.lever == level.down && vault.offers.is_empty();
        ensure!(valid, "the Everlamp is not where it hangs");
        return Ok(());
    }
    let walls = vault.room.grown(1);
    let fits = walls.contains(vault.door) && !is_edge(vault.door);
    ensure!(fits, "the vault's door is at {}", vault.door);
    check_range("the number of offers", vault.offers.len(), 0, 3)?;
    for (pos, offer) in &vault.offers {
        check_item(offer, content)?;
        let others = vault.offers.iter().filter(|(other, _)| other == pos);
        let fits = vault.room.contains(*pos) && level.tile(*pos).is_walkable();
        let alone = others.count() == 1;
        ensure!(fits && alone, "{:?} is offered at {pos}", offer.id);
    }
    Ok(())
}

/// Checks that a conduit belongs to its seed, apart from turned tiles.
pub(super) fn check_conduit(level: &Level, content: &Content) -> Validity {
    let size = terrain::board_size(&content.rules().vault, level.depth);
    let mut vaults = level.vault.iter();
    let valid = vaults.all(|vault| vault.mechanism.is_valid(size));
    ensure!(valid, "the conduit is not the one of its seed");
    Ok(())
}
