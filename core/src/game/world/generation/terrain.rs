//! Generates the terrain of a level: map, doors, fixtures, braziers, grass, water and vault.
//! Depends only on content, seed and depth. `spawn` adds monsters and items.

use super::fixture::Fixtures;
use crate::game::content::{
    Content, DEEPEST, DrawnLevel, Fixed, LEVEL_SIZE, LevelKind, LevelKindDef, MonsterKind, Thing,
    Training, Vaults, numbers,
};

use crate::game::world::conduit::VaultConduit;
use crate::game::world::feature::{Feature, Font, Mechanism, Opens, Vault};
use crate::game::world::field::FEN;
use crate::game::world::level::{Brazier, Level, is_edge};
use crate::geom::{Dir, Pos, Rect, Size};
use crate::map::distance::{DistanceMap, UNBOUNDED};
use crate::map::{Drawn, Map, Room, Steps, Tile, TileSet};
use crate::mapgen::{Buffers, doors};
use crate::rng::{Seed, Stream, Streams, Tag};

/// Stream keys for the parts of a level.
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
    pub const ARENAS: u64 = 9;
    pub const OIL: u64 = 10;
    pub const GAS: u64 = 11;
    pub const OUTLETS: u64 = 12;
}

/// Part of the key of the stream that chooses the depth of a named monster, after 1000 and its kind.
const NAMED: u64 = 1;

numbers! {
    "terrain":
    /// Tiles along a side of the smallest conduit.
    const SIDE: u32 = 3;

    /// The last depth with the smallest conduits.
    const SIDE_UNTIL: u8 = 3;

    /// Depths further down in which the side of a conduit grows by one.
    const SIDE_DEPTHS: u8 = 2;

    /// Tiles of the conduit of the sanctum from side to side.
    const SANCTUM_WIDTH: u32 = 10;

    /// Tiles of the conduit of the sanctum from top to bottom.
    const SANCTUM_HEIGHT: u32 = 9;

    /// Braziers around the Everlamp.
    const LAMPS: usize = 3;

    /// The first depth on which oil has run out somewhere.
    const OIL_FROM: u8 = 3;

    /// One level in this many has oil.
    const OIL_LEVELS: u32 = 3;

    /// Tiles from the stairs up within which no oil is poured.
    const OIL_GAP: i32 = 5;

    /// The first depth on which marsh gas gathers.
    const GAS_FROM: u8 = 2;

    /// One level of caves in this many has marsh gas, if it has water or reeds.
    const GAS_LEVELS: u32 = 2;

    /// Tiles from its middle that marsh gas reaches.
    const GAS_REACH: i32 = 4;

    /// Tiles from its middle that a patch of grass or a pool reaches.
    const PATCH_REACH: i32 = 4;

    /// Tiles between braziers, at least.
    const BRAZIER_GAP: i32 = 4;

    /// One vault in this many has a lever; the others have a conduit.
    const LEVER: u32 = 3;

    /// The first depth with conduits that have several lamps.
    const OUTLETS_FROM: u8 = 3;

    /// One conduit in this many has several lamps there.
    const OUTLETS: u32 = 2;

    /// Tiles between a font and the conduit that fills it, at least.
    const FONT_DISTANCE: i32 = 12;
}

/// Size of the conduit of the sanctum, in tiles.
const SANCTUM_BOARD: Size = Size::new(SANCTUM_WIDTH, SANCTUM_HEIGHT);

/// Size of the conduit at a depth, in tiles.
pub(in crate::game) fn board_size(depth: u8) -> Size {
    if depth == DEEPEST {
        return SANCTUM_BOARD;
    }
    let deeper = depth.saturating_sub(SIDE_UNTIL);
    let side = SIDE + u32::from(deeper.div_ceil(SIDE_DEPTHS));
    Size::new(side, side)
}

/// Attempts to generate a map. No kind fails more often than once in a million.
const MAX_ATTEMPTS: u64 = 16;

/// Buffers for generating levels, reused between them.
#[derive(Clone, Debug, Default)]
pub(in crate::game) struct LevelBuffers {
    map: Map,
    generator: Buffers,
    pub open: TileSet,
    pub fixtures: Fixtures,
    /// Steps from the stairs up.
    pub distances: DistanceMap,
    /// Tiles where things can be placed, row by row.
    pub floor: Vec<Pos>,
    /// Tiles of `floor` that are no longer free.
    pub taken: Vec<Pos>,
}

/// The hand-drawn level of a depth, if any.
pub(in crate::game) fn drawn_level(content: &Content, depth: u8) -> Option<&DrawnLevel> {
    content
        .training()
        .and_then(|training: &Training| training.level(depth))
}

/// The kind of level at a depth: fixed by the training or the rules, otherwise drawn by weight.
pub(in crate::game) fn level_kind(content: &Content, streams: Streams, depth: u8) -> &LevelKindDef {
    let kinds = content.level_kinds();
    let drawn = drawn_level(content, depth);
    let fixed = match depth {
        _ if drawn.is_some() => drawn.map(|level| level.kind),
        DEEPEST => Some(LevelKind::Sanctum),
        depth if depth.is_multiple_of(content.rules().level.labyrinth) => {
            Some(LevelKind::Labyrinth)
        }
        _ => None,
    };
    let index = fixed
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

/// The map seed of an attempt.
fn map_seed(streams: Streams, depth: u8, attempt: u64) -> Seed {
    let mut stream = streams.stream(Tag::LEVEL, &[depth.into(), part::MAP, attempt]);
    Seed(stream.next_u64())
}

/// Generates the terrain of a level, without monsters and items. Leaves the distances from the
/// stairs up and the free floor in `buffers`, unless the level is hand-drawn.
pub(in crate::game) fn generate(
    content: &Content,
    seed: Seed,
    depth: u8,
    buffers: &mut LevelBuffers,
) -> Level {
    let streams = Streams::new(seed);
    if let Some(drawn) = drawn_level(content, depth) {
        return build_drawn_level(drawn, streams, depth);
    }
    let def = level_kind(content, streams, depth);
    generate_map(def, streams, depth, buffers);
    let (up, down) = place_stairs(buffers, def.kind == LevelKind::Sanctum);
    let mut level = Level::new(depth, def.kind, &buffers.map, up, down);
    level.tiles[up] = Tile::StairsUp;
    if def.kind == LevelKind::Sanctum {
        place_everlamp(&mut level, streams);
    } else {
        level.tiles[down] = Tile::StairsDown;
    }
    furnish_level(&mut level, def, content, streams, buffers);
    collect_floor(&level, buffers);
    buffers.taken.extend(&buffers.fixtures.caches);
    let stream = |part: u64| streams.stream(Tag::LEVEL, &[depth.into(), part]);
    pour_oil(&mut level, &buffers.floor, &mut stream(part::OIL));
    fill_fen(&mut level, &mut stream(part::GAS));
    level
}

/// Builds a hand-drawn level, without monsters and items.
fn build_drawn_level(drawn: &DrawnLevel, streams: Streams, depth: u8) -> Level {
    let mut map = Map::new(LEVEL_SIZE, Tile::Wall);
    for (pos, one) in drawn.places() {
        map.tiles[pos] = one.tile();
    }
    let stairs = [Tile::StairsUp, Tile::StairsDown];
    let [up, down] = stairs.map(|tile| drawn.positions_of(tile).next().unwrap_or_default());
    let mut level = Level::new(depth, drawn.kind, &map, up, down);
    let braziers = drawn.positions_of(Tile::Brazier);
    level
        .braziers
        .extend(braziers.map(|pos| Brazier { pos, lit: true }));
    let positions_marked = |is: fn(&Thing) -> bool| {
        let places = drawn.places();
        places.filter_map(move |(pos, one)| match one {
            Drawn::Mark(thing) => is(thing).then_some(pos),
            _ => None,
        })
    };
    let gate = positions_marked(|thing| *thing == Thing::Gate).next();
    let lever = positions_marked(|thing| *thing == Thing::Conduit).next();
    if let (Some(door), Some(lever)) = (gate, lever) {
        let mut stream = streams.stream(Tag::LEVEL, &[depth.into(), part::CONDUIT]);
        let offers = positions_marked(|thing| matches!(thing, Thing::Offer(_)));
        let rooms = offers.map(|pos| Rect::between(pos, pos));
        let room = rooms.reduce(Rect::hull);
        if let Some(room) = room {
            let mechanism = new_conduit(board_size(depth), &mut stream);
            let vault = Feature::new_vault(lever, mechanism, room, door);
            level.features.push(vault);
        }
    }
    level
}

/// Places the Everlamp and its conduit where other levels have their stairs down.
fn place_everlamp(level: &mut Level, streams: Streams) {
    let (depth, down) = (level.depth, level.down);
    level.tiles[down] = Tile::Brazier;
    let mut stream = streams.stream(Tag::LEVEL, &[depth.into(), part::CONDUIT]);
    level.features.push(Feature {
        at: down,
        mechanism: new_conduit(board_size(depth), &mut stream),
        opens: Opens::Everlamp,
    });
}

/// The named monsters that live at a depth: the seed chooses one depth of each one's range.
pub(in crate::game) fn named_at(
    content: &Content,
    streams: Streams,
    depth: u8,
) -> Vec<MonsterKind> {
    let is_here = |kind: &MonsterKind| {
        let def = content.monster(*kind);
        let (first, last) = def.depths;
        let mut stream = streams.stream(Tag::CERTAIN, &[1000 + u64::from(kind.0), NAMED]);
        let chosen = first + stream.below(u32::from(last - first) + 1) as u8;
        def.named && chosen == depth
    };
    content.monster_kinds().filter(is_here).collect()
}

/// Places the braziers around the Everlamp on tiles with free surroundings, so that they block no path.
fn place_lamps(level: &mut Level) {
    let lamp = level.down;
    let open = |level: &Level, near: Pos| matches!(level.tile(near), Tile::Floor | Tile::Rubble);
    let mut placed = 0;
    for radius in [3, 2, 4, 5] {
        for pos in lamp.ring(radius) {
            if placed == LAMPS {
                return;
            }
            let around = Rect::between(pos, pos).grown(1);
            let apart = |brazier: &Brazier| brazier.pos.steps_to(pos) >= BRAZIER_GAP - 1;
            if around.positions().all(|near| open(level, near))
                && level.braziers.iter().all(apart)
                && level.has_open_line(pos, lamp)
            {
                level.tiles[pos] = Tile::Brazier;
                level.braziers.push(Brazier { pos, lit: true });
                placed += 1;
            }
        }
    }
}

/// Adds doors, fixtures, grass, water, braziers and a vault, each from its own stream.
fn furnish_level(
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
    let LevelBuffers {
        fixtures, floor, ..
    } = buffers;
    let named = named_at(content, streams, depth);
    fixtures.place(level, content, def, floor, &mut stream(part::FIXTURES));
    fixtures.place_arenas(level, content, &named, floor, &mut stream(part::ARENAS));
    if def.kind == LevelKind::Sanctum {
        place_lamps(level);
    }
    collect_floor(level, buffers);
    let floor = &buffers.floor;
    for (tile, count, part) in [
        (Tile::Grass, def.grass, part::GRASS),
        (Tile::Water, def.water, part::WATER),
    ] {
        let mut stream = stream(part);
        for _ in 0..draw_count(count, &mut stream) {
            let floor = (floor.as_slice(), &buffers.fixtures);
            place_patch(level, floor, tile, &mut stream);
        }
    }
    let mut braziers = stream(part::BRAZIERS);
    let count = draw_count(def.braziers, &mut braziers);
    place_braziers(level, floor, count, &mut braziers);
    if def.vault && (rules.vault.first..DEEPEST).contains(&depth) {
        carve_vault(level, &rules.vault, &mut stream(part::VAULT));
        if depth >= OUTLETS_FROM {
            branch_conduit(level, floor, &mut stream(part::OUTLETS));
        }
    }
}

fn draw_count((least, most): (u32, u32), stream: &mut Stream) -> usize {
    stream.range(least as i32, most as i32) as usize
}

/// Generates a map; falls back to a single large hall after [`MAX_ATTEMPTS`] failures.
fn generate_map(def: &LevelKindDef, streams: Streams, depth: u8, buffers: &mut LevelBuffers) {
    for attempt in 0..MAX_ATTEMPTS {
        let Ok(spec) = def.spec(map_seed(streams, depth, attempt)) else {
            break;
        };
        let made = spec.generate_into(&mut buffers.map, &mut buffers.generator);
        if made.is_ok() && buffers.map.start.is_some() {
            center_map(&mut buffers.map);
            return;
        }
    }
    // One large hall, so that a run never fails for lack of a map.
    buffers.map.reset(LEVEL_SIZE, Tile::Wall);
    let (width, height) = (LEVEL_SIZE.width as i32, LEVEL_SIZE.height as i32);
    let hall = Rect::sized(Pos::new(0, 0), width, height).grown(-1);
    for pos in hall.positions() {
        buffers.map.tiles[pos] = Tile::Floor;
    }
    buffers.map.rooms.push(Room::plain(hall));
    buffers.map.start = Some(hall.center());
}

/// Centres a map that is smaller than a level, surrounding it with rock.
fn center_map(map: &mut Map) {
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
        let corner = Pos::new(room.area.left, room.area.top) + shift;
        Room {
            area: Rect::sized(corner, room.area.width(), room.area.height()),
            ..*room
        }
    }));
}

/// Positions of the stairs, far apart. In the sanctum the second is the Everlamp's, in the middle
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
    let is_open_around = |pos: Pos| {
        let around = Rect::between(pos, pos).grown(1);
        around.positions().all(|near| buffers.map.is_walkable(near))
    };
    let distance = |pos: &Pos| buffers.distances.get(*pos);
    let centers = buffers.map.rooms.iter().map(|room| room.area.center());
    let lamp = centers
        .filter(|pos| is_open_around(*pos))
        .max_by_key(distance);
    let anywhere = || {
        let open = buffers.map.tiles.iter().map(|(pos, _)| pos);
        open.filter(|pos| is_open_around(*pos)).max_by_key(distance)
    };
    (up, lamp.or_else(anywhere).unwrap_or(down))
}

/// Places closed doors where corridors one tile wide meet rooms, each with a chance of `percent`.
fn place_doors(level: &mut Level, percent: u32, stream: &mut Stream) {
    if percent == 0 {
        return;
    }
    for index in 0..level.rooms.len() {
        let room = level.rooms[index].area;
        for pos in doors::around(room) {
            if doors::is_doorway(&level.tiles, room, pos) && stream.chance(percent, 100) {
                level.tiles[pos] = Tile::DoorClosed;
            }
        }
    }
}

/// Measures the distances from the stairs up, and lists the floor and grass that can be reached.
fn collect_floor(level: &Level, buffers: &mut LevelBuffers) {
    buffers.open.read(&level.tiles, Tile::is_walkable);
    let distances = &mut buffers.distances;
    distances.measure(&buffers.open, Steps::Eight, &[level.up], UNBOUNDED);
    buffers.floor.clear();
    buffers.taken.clear();
    for (pos, &tile) in level.tiles.iter() {
        if tile.is_plain() && buffers.distances.get(pos).is_some() {
            buffers.floor.push(pos);
        }
    }
}

/// The least and the greatest number of tiles under oil.
const OIL_SIZES: (i32, i32) = (5, 9);

/// Pours oil on the floor of some levels.
fn pour_oil(level: &mut Level, floor: &[Pos], stream: &mut Stream) {
    if level.depth < OIL_FROM || !stream.one_in(OIL_LEVELS) {
        return;
    }
    let size = stream.range(OIL_SIZES.0, OIL_SIZES.1) as u8;
    let Some(&pos) = stream.pick(floor) else {
        return;
    };
    if pos.steps_to(level.up) > OIL_GAP && level.is_plain(pos) {
        level.spill_oil(pos, size);
        while level.run_oil() {}
    }
}

/// Lets marsh gas gather over one of the fens of some levels. There is never more of it.
fn fill_fen(level: &mut Level, stream: &mut Stream) {
    let caves = level.kind == LevelKind::Caverns;
    if !caves || level.depth < GAS_FROM || !stream.one_in(GAS_LEVELS) {
        return;
    }
    let is_fen = |(pos, tile): (Pos, &Tile)| (tile.is_wet() && !tile.is_deep()).then_some(pos);
    let fens: Vec<Pos> = level.tiles.iter().filter_map(is_fen).collect();
    let Some(&middle) = stream.pick(&fens) else {
        return;
    };
    for pos in fens
        .into_iter()
        .filter(|pos| pos.steps_to(middle) <= GAS_REACH)
    {
        level.fields.marsh.set(pos, FEN);
    }
}

/// The least and the greatest size of a patch of grass and of a pool, in tiles.
const PATCH_SIZES: (i32, i32) = (12, 40);

/// Grows a patch of `tile` over floor outside fixtures by a random walk around its centre.
fn place_patch(
    level: &mut Level,
    (floor, fixtures): (&[Pos], &Fixtures),
    tile: Tile,
    stream: &mut Stream,
) {
    let Some(&center) = stream.pick(floor) else {
        return;
    };
    let area = Rect::between(center, center).grown(PATCH_REACH);
    let size = stream.range(PATCH_SIZES.0, PATCH_SIZES.1);
    let mut pos = center;
    for _ in 0..size * 3 {
        if level.tiles[pos] == Tile::Floor && !fixtures.covers(pos) {
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

/// Places up to `count` braziers on tiles with free surroundings, so that they block no path.
fn place_braziers(level: &mut Level, floor: &[Pos], count: usize, stream: &mut Stream) {
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
        let near = |brazier: &Brazier| around(BRAZIER_GAP).contains(brazier.pos);
        if around(1).positions().all(open) && !level.braziers.iter().any(near) {
            level.tiles[pos] = Tile::Brazier;
            level.braziers.push(Brazier { pos, lit: true });
        }
    }
}

/// A conduit with a random seed; a lever if the size is not allowed.
fn new_conduit(size: Size, stream: &mut Stream) -> Mechanism {
    let seed = Seed(stream.next_u64());
    let made = VaultConduit::new(size, seed).map(Mechanism::Conduit);
    made.unwrap_or(Mechanism::Lever { pulled: false })
}

/// Carves a vault of 3 x 3 tiles into solid rock beside the floor, with a lever or conduit beside
/// its door. Only some levels get one, and not every level has room.
fn carve_vault(level: &mut Level, rules: &Vaults, stream: &mut Stream) {
    if !stream.chance(1, rules.rare) {
        return;
    }
    for _ in 0..400 {
        let x = stream.range(1, LEVEL_SIZE.width as i32 - 6);
        let y = stream.range(1, LEVEL_SIZE.height as i32 - 6);
        let first = stream.below(4) as usize;
        let outer = Rect::sized(Pos::new(x, y), 5, 5);
        let solid = |pos: Pos| level.tiles[pos] == Tile::Wall;
        // Checks a corner first because most places fail there.
        let corner = Pos::new(outer.right, outer.bottom);
        if !solid(corner) || !outer.positions().all(solid) {
            continue;
        }
        let center = outer.center();
        let dirs = (0..4).map(|turn| Dir::CARDINAL[(first + turn) % 4]);
        let open = |dir: &Dir| {
            let outside = center.step(*dir).step(*dir).step(*dir);
            level.tiles.get(outside) == Some(&Tile::Floor)
        };
        let Some(dir) = dirs.into_iter().find(open) else {
            continue;
        };
        let door = center.step(dir).step(dir);
        let aside = if matches!(dir, Dir::North | Dir::South) {
            Dir::East
        } else {
            Dir::South
        };
        let mechanism = if stream.below(LEVER) == 0 {
            Mechanism::Lever { pulled: false }
        } else {
            new_conduit(board_size(level.depth), stream)
        };
        let room = outer.grown(-1);
        for pos in room.positions() {
            level.tiles[pos] = Tile::Floor;
        }
        let vault = Feature::new_vault(door.step(aside), mechanism, room, door);
        level.features.push(vault);
        return;
    }
}

/// Attempts to place a font.
const FONT_TRIES: usize = 60;

/// Boards tried until one can be broken.
const BREAK_TRIES: usize = 8;

/// Gives the conduit of a vault several lamps, now and then, and puts the font that one of them fills into a wall.
/// Changes nothing if no board can be broken or no wall is free.
fn branch_conduit(level: &mut Level, floor: &[Pos], stream: &mut Stream) {
    let is_conduit = |feature: &Feature| feature.mechanism.conduit().is_some();
    let Some(index) = level.features.iter().position(is_conduit) else {
        return;
    };
    if !stream.one_in(OUTLETS) {
        return;
    }
    let at = level.features[index].at;
    let Some(font) = (0..FONT_TRIES).find_map(|_| {
        let pos = stream.pick(floor).copied()?;
        let dir = *stream.pick(&Dir::CARDINAL)?;
        let wall = pos.step(dir);
        let fits = pos.steps_to(at) >= FONT_DISTANCE
            && level.tile(pos) == Tile::Floor
            && level.tile(wall) == Tile::Wall
            && !is_edge(wall)
            && is_free_wall(level, wall);
        fits.then_some(wall)
    }) else {
        return;
    };
    let size = board_size(level.depth);
    for _ in 0..BREAK_TRIES {
        let seed = Seed(stream.next_u64());
        let conduit = VaultConduit::new(size, seed);
        let broken = conduit.and_then(|mut one| one.branch(stream).then_some(one));
        if let Some(conduit) = broken {
            level.features[index].mechanism = Mechanism::Conduit(conduit);
            level.features.push(Feature {
                at: font,
                mechanism: Mechanism::Font(Font::Dry),
                opens: Opens::HealingFont,
            });
            return;
        }
    }
}

/// Whether a tile of wall belongs to no vault and no mechanism.
fn is_free_wall(level: &Level, pos: Pos) -> bool {
    level.features.iter().all(|feature| {
        let apart = |vault: &Vault| !vault.room.grown(1).contains(pos);
        feature.at != pos && feature.vault().is_none_or(apart)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::world::field::Fields;

    #[test]
    fn oil_lies_on_some_levels_from_depth_3_and_gas_hangs_over_the_water_of_caverns() {
        let content = Content::embedded().unwrap();
        let buffers = &mut LevelBuffers::default();
        let (mut oily, mut gassy, mut levels) = (0, 0, 0);
        for seed in 0..12 {
            for depth in 1..DEEPEST {
                let level = generate(content, Seed(seed), depth, buffers);
                let Fields { oil, marsh, .. } = &level.fields;
                assert!(oil.is_empty() || depth >= OIL_FROM);
                assert!(oil.iter().all(|(pos, _)| !level.tile(pos).is_wet()));
                let poured = OIL_SIZES.0 as u32..=OIL_SIZES.1 as u32;
                assert!(oil.is_empty() || poured.contains(&oil.total()));
                assert!(marsh.is_empty() || level.kind == LevelKind::Caverns);
                assert!(
                    marsh
                        .iter()
                        .all(|(pos, amount)| amount == FEN && level.tile(pos).is_wet())
                );
                levels += u32::from(depth >= OIL_FROM);
                oily += u32::from(!oil.is_empty());
                gassy += u32::from(!marsh.is_empty());
            }
        }
        assert!(
            (levels / 6..levels / 2).contains(&oily),
            "{oily} of {levels}"
        );
        assert!(gassy > 0);
    }

    #[test]
    fn conduits_grow_from_depth_4_on() {
        let sides: Vec<u32> = (2..DEEPEST).map(|depth| board_size(depth).width).collect();
        assert_eq!(sides, [3, 3, 4, 4, 5, 5, 6, 6, 7, 7]);
        assert_eq!(board_size(DEEPEST), Size::new(10, 9));
    }
}
