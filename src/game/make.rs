//! Makes a level: its map, doors, light, grass, water and vault. What comes out depends on the
//! seed and the depth alone. Who and what is on it is `spawn`'s.

use super::content::{Content, DEEPEST, LevelKind, LevelKindDef, Levels, Vaults};
use super::state::{Brazier, Level};
use super::vault::{Conduit, Mechanism, Vault};
use crate::geom::{Dir, Grid, Pos, Rect, Size};
use crate::map::distance::{DistanceMap, UNBOUNDED};
use crate::map::{Map, Steps, Tile, TileSet};
use crate::mapgen::Buffers;
use crate::rng::{Seed, Stream, Streams, Tag};

use super::content::LEVEL_SIZE;

/// The parts of a level that have a stream each.
mod part {
    pub const KIND: u64 = 0;
    pub const MAP: u64 = 1;
    pub const DOORS: u64 = 2;
    pub const BRAZIERS: u64 = 3;
    pub const GRASS: u64 = 4;
    pub const WATER: u64 = 5;
    pub const VAULT: u64 = 6;
    pub const CONDUIT: u64 = 7;
}

/// The size of the conduit of a depth, if it has one.
pub(super) fn board_size(rules: &Vaults, depth: u8) -> Size {
    if depth == DEEPEST {
        return Size::new(rules.sanctum_width, rules.sanctum_height);
    }
    let side = rules.side + u32::from(depth) / rules.side_depths;
    Size::new(side, side)
}

/// How often a map is tried; none of the kinds fails more than once in a million.
const TRIES: u64 = 16;

/// Working memory for making levels, kept between them.
#[derive(Clone, Debug, Default)]
pub(super) struct Workshop {
    map: Map,
    buffers: Buffers,
    open: TileSet,
    /// From the stairs up.
    pub distances: DistanceMap,
    /// Tiles on which things can be put, row by row.
    pub floor: Vec<Pos>,
    pub taken: Vec<Pos>,
}

/// The kind of level at a depth.
pub(super) fn kind_of(content: &Content, streams: Streams, depth: u8) -> &LevelKindDef {
    let kinds = content.level_kinds();
    let certain = match depth {
        DEEPEST => Some(LevelKind::Sanctum),
        depth if depth.is_multiple_of(content.rules().level.labyrinth) => {
            Some(LevelKind::Labyrinth)
        }
        _ => None,
    };
    let index = certain
        .and_then(|kind| kinds.iter().position(|def| def.kind == kind))
        .or_else(|| {
            let mut stream = streams.stream(Tag::LEVEL, &[depth.into(), part::KIND]);
            let mut weights = [0; LevelKind::ALL.len()];
            for (weight, def) in weights.iter_mut().zip(kinds) {
                *weight = def.weight;
            }
            stream.weighted(&weights)
        });
    &kinds[index.unwrap_or(0)]
}

/// The seed of the map that `attempt` makes of a depth.
fn map_seed(streams: Streams, depth: u8, attempt: u64) -> Seed {
    let mut stream = streams.stream(Tag::LEVEL, &[depth.into(), part::MAP, attempt]);
    Seed(stream.next_u64())
}

/// The terrain of a level, still without monsters and items. The workshop's distances are those
/// from the stairs up, and its floor is where things can be put.
pub(super) fn level(content: &Content, seed: Seed, depth: u8, shop: &mut Workshop) -> Level {
    let streams = Streams::new(seed);
    let rules = content.rules();
    let def = kind_of(content, streams, depth);
    draw_map(def, streams, depth, shop);
    let (up, down) = place_stairs(shop, def.kind == LevelKind::Sanctum);
    let mut level = Level {
        depth,
        kind: def.kind,
        memory: Grid::new(LEVEL_SIZE.width, LEVEL_SIZE.height, Tile::Void),
        tiles: shop.map.tiles.clone(),
        rooms: shop.map.rooms.clone(),
        up,
        down,
        seen: [false; 3],
        actors: Vec::new(),
        items: Vec::new(),
        braziers: Vec::new(),
        holy: Vec::new(),
        vault: None,
        made_actors: 0,
        made_items: 0,
        left_at: 0,
    };
    level.tiles[up] = Tile::StairsUp;
    if def.kind == LevelKind::Sanctum {
        level.tiles[down] = Tile::Brazier;
        let mut stream = streams.stream(Tag::LEVEL, &[depth.into(), part::CONDUIT]);
        level.vault = Some(Vault {
            room: Rect::between(down, down),
            door: down,
            lever: down,
            mechanism: conduit(board_size(&rules.vault, depth), &mut stream),
            offers: Vec::new(),
            everlamp: true,
        });
    } else {
        level.tiles[down] = Tile::StairsDown;
    }
    let stream = |part: u64| streams.stream(Tag::LEVEL, &[depth.into(), part]);
    hang_doors(&mut level, def.doors, &mut stream(part::DOORS));
    list_floor(&level, shop);
    grow(
        &mut level,
        &rules.level,
        shop,
        Tile::Grass,
        def.grass,
        &mut stream(part::GRASS),
    );
    grow(
        &mut level,
        &rules.level,
        shop,
        Tile::Water,
        def.water,
        &mut stream(part::WATER),
    );
    let gap = rules.level.brazier_gap;
    place_braziers(
        &mut level,
        gap,
        shop,
        def.braziers,
        &mut stream(part::BRAZIERS),
    );
    if def.vault && (rules.vault.first..DEEPEST).contains(&depth) {
        wall_in_vault(&mut level, &rules.vault, &mut stream(part::VAULT));
    }
    list_floor(&level, shop);
    level
}

fn draw_map(def: &LevelKindDef, streams: Streams, depth: u8, shop: &mut Workshop) {
    for attempt in 0..TRIES {
        let Ok(spec) = def.spec(map_seed(streams, depth, attempt)) else {
            break;
        };
        let made = spec.generate_into(&mut shop.map, &mut shop.buffers);
        if made.is_ok() && shop.map.start.is_some() {
            return;
        }
    }
    // One great hall, so that a run never ends for want of a map.
    shop.map.reset(LEVEL_SIZE, Tile::Wall);
    let size = LEVEL_SIZE;
    let hall = Rect {
        left: 1,
        top: 1,
        right: size.width as i32 - 2,
        bottom: size.height as i32 - 2,
    };
    for pos in hall.positions() {
        shop.map.tiles[pos] = Tile::Floor;
    }
    shop.map.rooms.push(hall);
    shop.map.start = Some(hall.center());
}

/// The stairs at two ends of the map; in the sanctum the Everlamp in the middle of the room
/// farthest from the stairs up.
fn place_stairs(shop: &mut Workshop, sanctum: bool) -> (Pos, Pos) {
    shop.open.read(&shop.map.tiles, Tile::is_walkable);
    let start = shop.map.start.unwrap_or_default();
    let mut farthest = |from: Pos| {
        let distances = &mut shop.distances;
        distances.measure(&shop.open, Steps::Eight, &[from], UNBOUNDED);
        distances.farthest().map_or(from, |(pos, _)| pos)
    };
    let up = farthest(start);
    let down = farthest(up);
    if !sanctum {
        return (up, down);
    }
    let ring = |pos: Pos| {
        let around = Rect::between(pos, pos).grown(1);
        around.positions().all(|near| shop.map.is_walkable(near))
    };
    let distance = |pos: &Pos| shop.distances.get(*pos);
    let centers = shop.map.rooms.iter().map(|room| room.center());
    let lamp = centers.filter(|pos| ring(*pos)).max_by_key(distance);
    let anywhere = || {
        let open = shop.map.tiles.iter().map(|(pos, _)| pos);
        open.filter(|pos| ring(*pos)).max_by_key(distance)
    };
    (up, lamp.or_else(anywhere).unwrap_or(down))
}

/// Hangs doors in the mouths of rooms: where a passage of one tile's width meets a room.
fn hang_doors(level: &mut Level, percent: u32, stream: &mut Stream) {
    if percent == 0 {
        return;
    }
    for index in 0..level.rooms.len() {
        let edge = level.rooms[index].grown(1);
        for pos in edge.positions() {
            let corner = (pos.x == edge.left || pos.x == edge.right)
                && (pos.y == edge.top || pos.y == edge.bottom);
            let inside = level.rooms[index].contains(pos);
            if inside || corner || level.tiles.get(pos) != Some(&Tile::Floor) {
                continue;
            }
            let upright = pos.x == edge.left || pos.x == edge.right;
            let [a, b] = if upright {
                [Dir::North, Dir::South]
            } else {
                [Dir::West, Dir::East]
            };
            let wall = |dir: Dir| level.tiles.get(pos.step(dir)) == Some(&Tile::Wall);
            if wall(a) && wall(b) && stream.chance(percent, 100) {
                level.tiles[pos] = Tile::DoorClosed;
            }
        }
    }
}

/// Lists the plain floor that can be reached.
fn list_floor(level: &Level, shop: &mut Workshop) {
    shop.floor.clear();
    shop.taken.clear();
    for (pos, &tile) in level.tiles.iter() {
        let plain = matches!(tile, Tile::Floor | Tile::Grass);
        if plain && shop.distances.get(pos).is_some() {
            shop.floor.push(pos);
        }
    }
}

/// Lets patches of `tile` grow over plain floor: each a random walk that comes back to its middle.
fn grow(
    level: &mut Level,
    rules: &Levels,
    shop: &Workshop,
    tile: Tile,
    (least, most): (u32, u32),
    stream: &mut Stream,
) {
    let count = stream.range(least as i32, most as i32);
    for _ in 0..count {
        let Some(&center) = stream.pick(&shop.floor) else {
            return;
        };
        let size = stream.range(rules.patch_least, rules.patch_most);
        let mut pos = center;
        for _ in 0..size * 3 {
            if level.tiles[pos] == Tile::Floor {
                level.tiles[pos] = tile;
            }
            let dir = Dir::ALL[stream.below(8) as usize];
            let next = pos.step(dir);
            let far = !Rect::between(center, center)
                .grown(rules.patch_reach)
                .contains(next);
            let open = matches!(level.tiles.get(next), Some(&Tile::Floor))
                || level.tiles.get(next) == Some(&tile);
            pos = match (far, open) {
                (true, _) => center,
                (false, true) => next,
                (false, false) => pos,
            };
        }
    }
}

/// Sets braziers where one can walk all around them, so that they cut nothing off.
fn place_braziers(
    level: &mut Level,
    gap: i32,
    shop: &Workshop,
    (least, most): (u32, u32),
    stream: &mut Stream,
) {
    let count = stream.range(least as i32, most as i32) as usize;
    for _ in 0..count * 12 {
        if level.braziers.len() == count {
            return;
        }
        let Some(&pos) = stream.pick(&shop.floor) else {
            return;
        };
        let around = Rect::between(pos, pos).grown(1);
        let free = around.positions().all(|near| {
            matches!(
                level.tiles.get(near),
                Some(Tile::Floor | Tile::Grass | Tile::Water)
            )
        });
        let apart = level
            .braziers
            .iter()
            .all(|other| !Rect::between(pos, pos).grown(gap).contains(other.pos));
        if free && apart {
            level.tiles[pos] = Tile::Brazier;
            level.braziers.push(Brazier {
                pos,
                lit: true,
                seen_lit: true,
            });
        }
    }
}

/// The conduit of a size that the stream draws.
fn conduit(size: Size, stream: &mut Stream) -> Mechanism {
    let seed = Seed(stream.next_u64());
    let made = Conduit::new(size, seed).map(Mechanism::Conduit);
    made.unwrap_or(Mechanism::Lever { pulled: false })
}

/// Walls a room of 3 x 3 tiles into solid rock beside a way, with a lever or a conduit beside its
/// door. Not
/// every level has the rock for it.
fn wall_in_vault(level: &mut Level, rules: &Vaults, stream: &mut Stream) {
    // Some levels have none.
    if !stream.chance(1, rules.rare) {
        return;
    }
    for _ in 0..400 {
        let x = stream.range(1, LEVEL_SIZE.width as i32 - 6);
        let y = stream.range(1, LEVEL_SIZE.height as i32 - 6);
        let first = stream.below(4) as usize;
        let outer = Rect::sized(Pos::new(x, y), 5, 5);
        let solid = |pos: Pos| level.tiles[pos] == Tile::Wall;
        // The corners first: most places fail there.
        let corner = Pos::new(outer.right, outer.bottom);
        if !solid(corner) || !outer.positions().all(solid) {
            continue;
        }
        let center = outer.center();
        let ways = (0..4).map(|turn| Dir::CARDINAL[(first + turn) % 4]);
        let open = |dir: &Dir| {
            let outside = center.step(*dir).step(*dir).step(*dir);
            level.tiles.get(outside) == Some(&Tile::Floor)
        };
        let Some(dir) = ways.into_iter().find(open) else {
            continue;
        };
        let door = center.step(dir).step(dir);
        let aside = if matches!(dir, Dir::North | Dir::South) {
            Dir::East
        } else {
            Dir::South
        };
        let mechanism = if stream.below(rules.lever) == 0 {
            Mechanism::Lever { pulled: false }
        } else {
            conduit(board_size(rules, level.depth), stream)
        };
        let room = outer.grown(-1);
        for pos in room.positions() {
            level.tiles[pos] = Tile::Floor;
        }
        level.vault = Some(Vault {
            room,
            door,
            lever: door.step(aside),
            mechanism,
            offers: Vec::new(),
            everlamp: false,
        });
        return;
    }
}
