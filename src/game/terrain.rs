//! Generates the terrain of a level: map, doors, fixtures, braziers, grass, water and vault. It depends on
//! content, seed and depth alone. `spawn` adds monsters and items.

use super::content::{
    Content, DEEPEST, DrawnLevel, LevelKind, LevelKindDef, Levels, Thing, Training, Vaults,
};
use super::fixture::Fixtures;
use super::level::{Brazier, Level};
use super::vault::{Mechanism, Vault, VaultConduit};
use crate::geom::{Dir, Pos, Rect, Size};
use crate::map::distance::{DistanceMap, UNBOUNDED};
use crate::map::{Map, Steps, Tile, TileSet};
use crate::mapgen::Buffers;
use crate::rng::{Seed, Stream, Streams, Tag};

use super::content::LEVEL_SIZE;

/// Keys of the streams that decide the parts of a level.
mod part {
    pub const KIND: u64 = 0;
    pub const MAP: u64 = 1;
    pub const DOORS: u64 = 2;
    pub const BRAZIERS: u64 = 3;
    pub const GRASS: u64 = 4;
    pub const WATER: u64 = 5;
    pub const VAULT: u64 = 6;
    pub const CONDUIT: u64 = 7;
    pub const FIXTURES: u64 = 8;
}

/// Size of the conduit at a depth, in tiles.
pub(super) fn board_size(rules: &Vaults, depth: u8) -> Size {
    if depth == DEEPEST {
        return Size::new(rules.sanctum_width, rules.sanctum_height);
    }
    let deeper = depth.saturating_sub(rules.side_until);
    let side = rules.side + u32::from(deeper.div_ceil(rules.side_depths));
    Size::new(side, side)
}

/// Attempts to generate a map; no kind fails more than once in a million.
const TRIES: u64 = 16;

/// Buffers for generating levels, reused between them.
#[derive(Clone, Debug, Default)]
pub(super) struct LevelBuffers {
    map: Map,
    generator: Buffers,
    open: TileSet,
    pub fixtures: Fixtures,
    /// Steps from the stairs up.
    pub distances: DistanceMap,
    /// Tiles where things can be placed, row by row.
    pub floor: Vec<Pos>,
    /// Tiles of `floor` that are no longer free.
    pub taken: Vec<Pos>,
}

/// The level of a depth, if it is drawn by hand.
pub(super) fn drawn(content: &Content, depth: u8) -> Option<&DrawnLevel> {
    content
        .training()
        .and_then(|training: &Training| training.level(depth))
}

/// The kind of level at a depth.
pub(super) fn kind_of(content: &Content, streams: Streams, depth: u8) -> &LevelKindDef {
    let kinds = content.level_kinds();
    let drawn = drawn(content, depth);
    let certain = match depth {
        _ if drawn.is_some() => drawn.map(|level| level.kind),
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

/// The seed of the map in an attempt.
fn map_seed(streams: Streams, depth: u8, attempt: u64) -> Seed {
    let mut stream = streams.stream(Tag::LEVEL, &[depth.into(), part::MAP, attempt]);
    Seed(stream.next_u64())
}

/// Generates the terrain of a level, without monsters and items. Leaves in `buffers` the distances
/// from the stairs up and the free floor.
pub(super) fn level(content: &Content, seed: Seed, depth: u8, buffers: &mut LevelBuffers) -> Level {
    let streams = Streams::new(seed);
    if let Some(drawn) = drawn(content, depth) {
        return draw(drawn, &content.rules().vault, streams, depth);
    }
    let def = kind_of(content, streams, depth);
    generate_map(def, streams, depth, buffers);
    let (up, down) = place_stairs(buffers, def.kind == LevelKind::Sanctum);
    let mut level = Level::new(depth, def.kind, &buffers.map, up, down);
    level.tiles[up] = Tile::StairsUp;
    if def.kind == LevelKind::Sanctum {
        place_everlamp(&mut level, &content.rules().vault, streams);
    } else {
        level.tiles[down] = Tile::StairsDown;
    }
    furnish(&mut level, def, content, streams, buffers);
    collect_floor(&level, buffers);
    buffers.taken.extend(&buffers.fixtures.caches);
    level
}

/// A level as it is drawn, without monsters and items.
fn draw(drawn: &DrawnLevel, rules: &Vaults, streams: Streams, depth: u8) -> Level {
    let find = |wanted: char| drawn.places().find(|(_, c)| *c == wanted);
    let place = |wanted: char| find(wanted).map_or_else(Pos::default, |(pos, _)| pos);
    let mut map = Map::new(LEVEL_SIZE, Tile::Wall);
    for (pos, c) in drawn.places() {
        map.tiles[pos] = drawn.tile(c);
    }
    let mut level = Level::new(depth, drawn.kind, &map, place('<'), place('>'));
    for (pos, _) in drawn
        .places()
        .filter(|(_, c)| drawn.tile(*c) == Tile::Brazier)
    {
        level.braziers.push(lit_brazier(pos));
    }
    let marked = |is: fn(&Thing) -> bool| {
        let places = drawn.places();
        places
            .filter(move |(_, c)| drawn.marks.get(c).is_some_and(is))
            .map(|(pos, _)| pos)
    };
    let gate = marked(|thing| *thing == Thing::Gate).next();
    let lever = marked(|thing| *thing == Thing::Conduit).next();
    if let (Some(door), Some(lever)) = (gate, lever) {
        let mut stream = streams.stream(Tag::LEVEL, &[depth.into(), part::CONDUIT]);
        let offers = marked(|thing| matches!(thing, Thing::Offer(_)));
        let rooms = offers.map(|pos| Rect::between(pos, pos));
        let room = rooms.reduce(|all, one| {
            let corner = Pos::new(all.left.min(one.left), all.top.min(one.top));
            Rect::between(
                corner,
                Pos::new(all.right.max(one.right), all.bottom.max(one.bottom)),
            )
        });
        level.vault = room.map(|room| Vault {
            room,
            door,
            lever,
            mechanism: conduit(board_size(rules, depth), &mut stream),
            offers: Vec::new(),
            everlamp: false,
        });
    }
    level
}

/// Puts the Everlamp and its conduit where other levels have their stairs down.
fn place_everlamp(level: &mut Level, rules: &Vaults, streams: Streams) {
    let (depth, down) = (level.depth, level.down);
    level.tiles[down] = Tile::Brazier;
    let mut stream = streams.stream(Tag::LEVEL, &[depth.into(), part::CONDUIT]);
    level.vault = Some(Vault {
        room: Rect::between(down, down),
        door: down,
        lever: down,
        mechanism: conduit(board_size(rules, depth), &mut stream),
        offers: Vec::new(),
        everlamp: true,
    });
}

/// Adds doors, fixtures, grass, water, braziers and a vault, each from its own stream.
fn furnish(
    level: &mut Level,
    def: &LevelKindDef,
    content: &Content,
    streams: Streams,
    buffers: &mut LevelBuffers,
) {
    let (depth, rules) = (level.depth, content.rules());
    let stream = |part: u64| streams.stream(Tag::LEVEL, &[depth.into(), part]);
    place_doors(level, def.doors, &mut stream(part::DOORS));
    collect_floor(level, buffers);
    let mut fixtures = stream(part::FIXTURES);
    let LevelBuffers {
        fixtures: place,
        floor,
        ..
    } = buffers;
    place.place(level, content, def, floor, &mut fixtures);
    collect_floor(level, buffers);
    let floor = &buffers.floor;
    for (tile, count, part) in [
        (Tile::Grass, def.grass, part::GRASS),
        (Tile::Water, def.water, part::WATER),
    ] {
        let mut stream = stream(part);
        for _ in 0..draw_count(count, &mut stream) {
            let kept = &buffers.fixtures;
            place_patch(level, &rules.level, (floor, kept), tile, &mut stream);
        }
    }
    let mut braziers = stream(part::BRAZIERS);
    let count = draw_count(def.braziers, &mut braziers);
    place_braziers(level, rules.level.brazier_gap, floor, count, &mut braziers);
    if def.vault && (rules.vault.first..DEEPEST).contains(&depth) {
        carve_vault(level, &rules.vault, &mut stream(part::VAULT));
    }
}

fn draw_count((least, most): (u32, u32), stream: &mut Stream) -> usize {
    stream.range(least as i32, most as i32) as usize
}

/// Generates a map; after too many failures, one great hall.
fn generate_map(def: &LevelKindDef, streams: Streams, depth: u8, buffers: &mut LevelBuffers) {
    for attempt in 0..TRIES {
        let Ok(spec) = def.spec(map_seed(streams, depth, attempt)) else {
            break;
        };
        let made = spec.generate_into(&mut buffers.map, &mut buffers.generator);
        if made.is_ok() && buffers.map.start.is_some() {
            center(&mut buffers.map);
            return;
        }
    }
    // A great hall, so that no run ends for want of a map.
    buffers.map.reset(LEVEL_SIZE, Tile::Wall);
    let size = LEVEL_SIZE;
    let hall = Rect {
        left: 1,
        top: 1,
        right: size.width as i32 - 2,
        bottom: size.height as i32 - 2,
    };
    for pos in hall.positions() {
        buffers.map.tiles[pos] = Tile::Floor;
    }
    buffers.map.rooms.push(hall);
    buffers.map.start = Some(hall.center());
}

/// Surrounds a map that is smaller than a level with rock.
fn center(map: &mut Map) {
    let size = map.size();
    if size == LEVEL_SIZE {
        return;
    }
    let inner = std::mem::take(map);
    let shift = Pos::new(
        (LEVEL_SIZE.width - size.width) as i32 / 2,
        (LEVEL_SIZE.height - size.height) as i32 / 2,
    );
    map.reset(LEVEL_SIZE, Tile::Wall);
    for (pos, tile) in inner.tiles.iter() {
        map.tiles[pos + shift] = *tile;
    }
    map.start = inner.start.map(|pos| pos + shift);
    let rooms = inner.rooms.iter();
    map.rooms.extend(rooms.map(|room| {
        let corner = Pos::new(room.left, room.top) + shift;
        Rect::sized(corner, room.width(), room.height())
    }));
}

/// Positions of the stairs, far apart; in the sanctum the second is the Everlamp's, in the middle
/// of the room farthest from the stairs up.
fn place_stairs(buffers: &mut LevelBuffers, sanctum: bool) -> (Pos, Pos) {
    buffers.open.read(&buffers.map.tiles, Tile::is_walkable);
    let start = buffers.map.start.unwrap_or_default();
    let mut farthest = |from: Pos| {
        let distances = &mut buffers.distances;
        distances.measure(&buffers.open, Steps::Eight, &[from], UNBOUNDED);
        distances.farthest().map_or(from, |(pos, _)| pos)
    };
    let up = farthest(start);
    let down = farthest(up);
    if !sanctum {
        return (up, down);
    }
    let ring = |pos: Pos| {
        let around = Rect::between(pos, pos).grown(1);
        around.positions().all(|near| buffers.map.is_walkable(near))
    };
    let distance = |pos: &Pos| buffers.distances.get(*pos);
    let centers = buffers.map.rooms.iter().map(|room| room.center());
    let lamp = centers.filter(|pos| ring(*pos)).max_by_key(distance);
    let anywhere = || {
        let open = buffers.map.tiles.iter().map(|(pos, _)| pos);
        open.filter(|pos| ring(*pos)).max_by_key(distance)
    };
    (up, lamp.or_else(anywhere).unwrap_or(down))
}

/// Places doors where a corridor one tile wide meets a room.
fn place_doors(level: &mut Level, percent: u32, stream: &mut Stream) {
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

/// Measures the steps from the stairs up, and lists the floor and grass that can be reached.
fn collect_floor(level: &Level, buffers: &mut LevelBuffers) {
    buffers.open.read(&level.tiles, Tile::is_walkable);
    let distances = &mut buffers.distances;
    distances.measure(&buffers.open, Steps::Eight, &[level.up], UNBOUNDED);
    buffers.floor.clear();
    buffers.taken.clear();
    for (pos, &tile) in level.tiles.iter() {
        let plain = matches!(tile, Tile::Floor | Tile::Grass);
        if plain && buffers.distances.get(pos).is_some() {
            buffers.floor.push(pos);
        }
    }
}

/// Grows a patch of `tile` over floor by a random walk around its centre, but over no fixture.
fn place_patch(
    level: &mut Level,
    rules: &Levels,
    (floor, kept): (&[Pos], &Fixtures),
    tile: Tile,
    stream: &mut Stream,
) {
    let Some(&center) = stream.pick(floor) else {
        return;
    };
    let area = Rect::between(center, center).grown(rules.patch_reach);
    let size = stream.range(rules.patch_least, rules.patch_most);
    let mut pos = center;
    for _ in 0..size * 3 {
        if level.tiles[pos] == Tile::Floor && !kept.cover(pos) {
            level.tiles[pos] = tile;
        }
        let next = pos.step(Dir::ALL[stream.below(8) as usize]);
        if !area.contains(next) {
            pos = center;
        } else if [Tile::Floor, tile].contains(&level.tile(next)) {
            pos = next;
        }
    }
}

/// Places braziers on tiles with free surroundings, so that they block no path.
fn place_braziers(level: &mut Level, gap: i32, floor: &[Pos], count: usize, stream: &mut Stream) {
    let most = level.braziers.len() + count;
    for _ in 0..count * 12 {
        if level.braziers.len() == most {
            return;
        }
        let Some(&pos) = stream.pick(floor) else {
            return;
        };
        let open = |near: Pos| matches!(level.tile(near), Tile::Floor | Tile::Grass | Tile::Water);
        let around = |reach: i32| Rect::between(pos, pos).grown(reach);
        let near = |brazier: &Brazier| around(gap).contains(brazier.pos);
        if around(1).positions().all(open) && !level.braziers.iter().any(near) {
            level.tiles[pos] = Tile::Brazier;
            level.braziers.push(lit_brazier(pos));
        }
    }
}

const fn lit_brazier(pos: Pos) -> Brazier {
    Brazier {
        pos,
        lit: true,
        seen_lit: true,
    }
}

/// A conduit with a random seed.
fn conduit(size: Size, stream: &mut Stream) -> Mechanism {
    let seed = Seed(stream.next_u64());
    let made = VaultConduit::new(size, seed).map(Mechanism::Conduit);
    made.unwrap_or(Mechanism::Lever { pulled: false })
}

/// Carves a vault of 3 x 3 tiles into solid rock beside the floor, with a lever or conduit beside
/// its door. Not every level has room for one.
fn carve_vault(level: &mut Level, rules: &Vaults, stream: &mut Stream) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conduits_grow_from_depth_4_on() {
        let rules = &Content::embedded().unwrap().rules().vault;
        let sides: Vec<u32> = (2..DEEPEST)
            .map(|depth| board_size(rules, depth).width)
            .collect();
        assert_eq!(sides, [3, 3, 4, 4, 5, 5, 6, 6, 7, 7]);
        assert_eq!(board_size(rules, DEEPEST), Size::new(10, 9));
    }
}
