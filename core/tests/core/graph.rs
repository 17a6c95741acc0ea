//! The room graph, on maps of every generator, on noise, on levels of the game and on odd maps,
//! against plain references.

use std::collections::{BTreeMap, BTreeSet};

use crate::catalogue::{enough, sizes};
use undercroft_core::game::content::DEEPEST;
use undercroft_core::game::{Action, Game, Setup};
use undercroft_core::geom::{Dir, Pos, Rect, Size};
use undercroft_core::map::graph::AreaKind;
use undercroft_core::map::region::Touch;
use undercroft_core::map::{Map, Regions, Room, RoomGraph, RoomKind, Tile, TileSet};
use undercroft_core::mapgen::metric::Metrics;
use undercroft_core::mapgen::{ALL, MapSpec};
use undercroft_core::rng::{Seed, Stream};

fn generate(code: &str) -> Map {
    code.parse::<MapSpec>().unwrap().generate().unwrap()
}

/// Maps of every generator at several sizes, and of parameters that change what a map consists of.
fn generated() -> Vec<(String, Map)> {
    let mut codes = Vec::new();
    for generator in ALL {
        let name = generator.info().name;
        for size in sizes(name).into_iter().take(4).skip(1) {
            codes.extend((0..enough(name, 20)).map(|seed| format!("{name}/{size}#{seed}")));
        }
    }
    for code in [
        "rogue/80x50/sectors=5",
        "rooms/80x50/tries=90,extra=20",
        "rooms/60x60/tries=300,min-side=1,max-side=3",
        "bsp/80x50/loops=60,margin=0",
        "caves/80x50/rounds=1",
        "caves/80x50/wall=52,pockets=fill",
        "drunkard/80x50/straight=80",
        "maze-dfs/79x49/braid=60",
        "maze-kruskal/40x40/braid=100",
        "conduit/80x50/pitch=3,bore=2",
        "conduit/80x50/pitch=6,bore=4",
        "caves/80x50|vaults/count=12",
        "rogue/80x50|vaults/count=12",
        "waves/60x40/sample=cells",
        "waves/60x40/sample=fen",
        "scatter/80x50/walls=1500",
    ] {
        codes.extend((0..5).map(|seed| format!("{code}#{seed}")));
    }
    codes
        .into_iter()
        .map(|code| {
            let map = generate(&code);
            (code, map)
        })
        .collect()
}

/// Tiles of every kind at random, with rooms that may overlap each other and hold walls.
fn noise(stream: &mut Stream) -> Map {
    let width = stream.range(1, 40) as u32;
    let height = stream.range(1, 20) as u32;
    let walls = stream.range(0, 70) as u32;
    let mut map = Map::new(Size::new(width, height), Tile::Floor);
    for tile in map.tiles.as_mut_slice() {
        if stream.chance(walls, 100) {
            *tile = Tile::Wall;
        } else if stream.one_in(10) {
            *tile = Tile::ALL[stream.below(Tile::ALL.len() as u32) as usize];
        }
    }
    for _ in 0..stream.below(4) {
        let mut corner = || {
            let x = stream.range(0, width as i32 - 1);
            let y = stream.range(0, height as i32 - 1);
            Pos::new(x, y)
        };
        let (a, b) = (corner(), corner());
        map.rooms.push(Room::plain(Rect::between(a, b)));
    }
    let open: Vec<Pos> = open(&map).iter().collect();
    map.start = stream.pick(&open).copied();
    map
}

fn open(map: &Map) -> TileSet {
    TileSet::of(&map.tiles, Tile::is_walkable)
}

/// Builds the graph of a map, and checks all that must hold of each.
fn graph_of(name: &str, map: &Map) -> RoomGraph {
    let graph = RoomGraph::of(map);
    check_areas(name, map, &graph);
    check_links(name, map, &graph);
    assert_eq!(graph.start(), map.start, "{name}\n{map}");
    if let Some(exit) = graph.exit() {
        assert!(graph.at(exit).is_some(), "{name}\n{map}");
    }
    graph
}

/// Every walkable tile belongs to one area, and every area is connected and what it says it is.
fn check_areas(name: &str, map: &Map, graph: &RoomGraph) {
    let mut tiles = vec![Vec::new(); graph.areas().len()];
    for (pos, tile) in map.tiles.iter() {
        let area = graph.at(pos);
        assert_eq!(area.is_some(), tile.is_walkable(), "{name}: {pos}\n{map}");
        if let Some(area) = area {
            tiles[area].push(pos);
        }
    }
    assert_eq!(graph.at(Pos::new(-1, 0)), None);
    let first = |area: usize| (tiles[area][0].y, tiles[area][0].x);
    let mut regions = Regions::default();
    for (index, area) in graph.areas().iter().enumerate() {
        let named = || format!("{name}: {index}, {area:?}\n{map}");
        assert!(index == 0 || first(index - 1) < first(index), "{}", named());
        assert!(graph.tiles(index).eq(tiles[index].clone()), "{}", named());
        assert_eq!(area.tiles, tiles[index].len(), "{}", named());
        let bounds = tiles[index].iter().map(|pos| Rect::between(*pos, *pos));
        assert_eq!(Some(area.bounds), bounds.reduce(Rect::hull), "{}", named());
        let mut set = TileSet::new(map.size());
        tiles[index].iter().for_each(|pos| _ = set.insert(*pos));
        regions.label(&set, Touch::Side);
        assert_eq!(regions.count(), 1, "{}", named());
        for &pos in &tiles[index] {
            let door = matches!(map.tiles[pos], Tile::DoorClosed | Tile::DoorOpen);
            assert_eq!(door, area.kind == AreaKind::Door, "{}", named());
            let room = map.rooms.iter().rposition(|room| room.area.contains(pos));
            let listed = match area.kind {
                AreaKind::Room(room) => Some(room),
                _ => None,
            };
            assert!(door || room == listed, "{pos} {}", named());
        }
        match area.kind {
            AreaKind::Junction => assert!(graph.links_of(index).count() >= 3, "{}", named()),
            AreaKind::Chamber => {
                let solid = |pos: Pos| map.tiles.get(pos).is_none_or(|tile| tile.is_opaque());
                let around = |pos: &Pos| Rect::between(*pos, *pos).grown(1).positions();
                let is_wide = |pos: &Pos| !around(pos).any(solid);
                // Part of a chamber that furniture cuts off is a chamber of its own.
                let furniture = |tile: &Tile| !tile.is_walkable() && !tile.is_opaque();
                let divided = map.tiles.as_slice().iter().any(furniture);
                assert!(divided || tiles[index].iter().any(is_wide), "{}", named());
            }
            _ => {}
        }
    }
}

/// The links are where tiles of two areas lie side by side.
fn check_links(name: &str, map: &Map, graph: &RoomGraph) {
    let mut sides = BTreeMap::<[usize; 2], usize>::new();
    for (pos, _) in map.tiles.iter() {
        for near in [Dir::East, Dir::South].map(|dir| pos.step(dir)) {
            if let (Some(a), Some(b)) = (graph.at(pos), graph.at(near))
                && a != b
            {
                *sides.entry([a.min(b), a.max(b)]).or_default() += 1;
            }
        }
    }
    let mut found = BTreeMap::<[usize; 2], usize>::new();
    let mut ends = vec![0; graph.areas().len()];
    for link in graph.links() {
        *found.entry(link.areas).or_default() += link.width;
        let [a, b] = link.at;
        let areas = link.at.map(|pos| graph.at(pos).unwrap());
        assert_eq!(areas, link.areas, "{name}: {link:?}\n{map}");
        let beside = Dir::CARDINAL.iter().any(|dir| a.step(*dir) == b);
        assert!(beside && link.width > 0, "{name}: {link:?}\n{map}");
        link.areas.iter().for_each(|area| ends[*area] += 1);
    }
    assert!(graph.links().is_sorted_by_key(|link| link.areas));
    assert_eq!(sides, found, "{name}\n{map}");
    for (area, count) in ends.into_iter().enumerate() {
        let links: Vec<_> = graph.links_of(area).collect();
        assert_eq!(links.len(), count, "{name}: {area}\n{map}");
        assert!(links.iter().all(|link| link.areas.contains(&area)));
    }
}

/// For each two areas the number of links between them, by one search from each; `None` without a way.
fn all_ways(graph: &RoomGraph) -> Vec<Vec<Option<usize>>> {
    let mut beside = vec![BTreeSet::new(); graph.areas().len()];
    for link in graph.links() {
        let [a, b] = link.areas;
        beside[a].insert(b);
        beside[b].insert(a);
    }
    let search = |from: usize| {
        let mut steps = vec![None; beside.len()];
        let (mut layer, mut count) = (vec![from], 0);
        while !layer.is_empty() {
            layer.retain(|area| steps[*area].is_none());
            layer.iter().for_each(|area| steps[*area] = Some(count));
            layer = layer
                .iter()
                .flat_map(|area| &beside[*area])
                .copied()
                .collect();
            count += 1;
        }
        steps
    };
    (0..beside.len()).map(search).collect()
}

fn check_ways(name: &str, map: &Map, graph: &RoomGraph) {
    let all = all_ways(graph);
    let linked = |way: &[usize]| way.windows(2).all(|two| all[two[0]][two[1]] == Some(1));
    let longest = all.iter().flatten().flatten().max();
    let path = graph.longest_path();
    assert_eq!(
        path.len(),
        longest.map_or(0, |links| links + 1),
        "{name}\n{map}"
    );
    assert!(linked(&path), "{name}: {path:?}\n{map}");
    if let [from, .., to] = path[..] {
        assert_eq!(
            all[from][to].unwrap() + 1,
            path.len(),
            "{name}: {path:?}\n{map}"
        );
    }
    for (to, links) in all.iter().map(|ways| ways[0]).enumerate() {
        let path = graph.path(0, to);
        assert_eq!(path.len(), links.map_or(0, |links| links + 1), "{name}");
        assert!(path.is_empty() || (path[0], path[path.len() - 1]) == (0, to));
        assert!(linked(&path), "{name}: {path:?}\n{map}");
    }
}

#[test]
fn every_generated_map_has_a_graph_of_all_its_tiles_as_connected_as_the_map() {
    let mut kinds = BTreeMap::<&str, usize>::new();
    let maps = generated();
    for (name, map) in &maps {
        let graph = graph_of(name, map);
        let start = graph.at(map.start.unwrap()).unwrap();
        for area in 0..graph.areas().len() {
            assert!(!graph.path(start, area).is_empty(), "{name}: {area}\n{map}");
        }
        assert_eq!(graph.exit(), Metrics::of(map).farthest, "{name}\n{map}");
        assert_eq!(graph, RoomGraph::of(map), "{name}");
        for area in graph.areas() {
            *kinds.entry(kind(area.kind)).or_default() += 1;
        }
    }
    assert_eq!(kinds.len(), 5, "{kinds:?}");
    assert!(kinds.values().all(|count| *count > 200), "{kinds:?}");
}

const fn kind(kind: AreaKind) -> &'static str {
    match kind {
        AreaKind::Room(_) => "room",
        AreaKind::Chamber => "chamber",
        AreaKind::Passage => "passage",
        AreaKind::Junction => "junction",
        AreaKind::Door => "door",
    }
}

#[test]
fn noise_has_a_graph_as_connected_as_it_is() {
    let mut stream = Stream::new(37, 4);
    let (mut apart, mut divided) = (0, 0);
    for round in 0..600 {
        let map = noise(&mut stream);
        let name = format!("round {round}");
        let graph = graph_of(&name, &map);
        let mut regions = Regions::default();
        regions.label(&open(&map), Touch::Side);
        for (index, area) in graph.areas().iter().enumerate() {
            let from = graph.tiles(0).next().unwrap();
            let to = graph.tiles(index).next().unwrap();
            let joined = regions.at(from) == regions.at(to);
            assert_eq!(
                !graph.path(0, index).is_empty(),
                joined,
                "{name}: {area:?}\n{map}"
            );
            apart += usize::from(!joined);
        }
        check_ways(&name, &map, &graph);
        let rooms = graph.areas().iter().map(|area| area.kind);
        let rooms: Vec<_> = rooms
            .filter(|kind| matches!(kind, AreaKind::Room(_)))
            .collect();
        divided += usize::from(rooms.iter().collect::<BTreeSet<_>>().len() < rooms.len());
    }
    assert!(apart > 500 && divided > 100, "{apart} {divided}");
}

#[test]
fn the_longest_path_is_that_of_a_search_from_every_area() {
    let mut longest = 0;
    for (name, map) in generated() {
        let graph = RoomGraph::of(&map);
        if graph.areas().len() < 700 {
            check_ways(&name, &map, &graph);
            longest = longest.max(graph.longest_path().len());
        }
    }
    assert!(longest > 80, "{longest}");
}

#[test]
fn rooms_are_those_that_the_generator_drew() {
    let mut rooms = 0;
    for seed in 0..60 {
        for code in ["rogue", "rooms", "bsp", "two-rooms"] {
            let map = generate(&format!("{code}/80x50#{seed}"));
            let graph = RoomGraph::of(&map);
            for (index, room) in map.rooms.iter().enumerate() {
                assert_eq!(room.kind, RoomKind::Plain);
                let area = graph.at(room.area.center()).unwrap();
                assert_eq!(graph.areas()[area].kind, AreaKind::Room(index), "{map}");
                assert!(graph.tiles(area).eq(room.area.positions()), "{map}");
                rooms += 1;
            }
            let is_room = |kind| matches!(kind, AreaKind::Room(_));
            let found = graph.areas().iter().filter(|area| is_room(area.kind));
            assert_eq!(found.count(), map.rooms.len(), "{map}");
        }
    }
    assert!(rooms > 2000, "{rooms}");
}

#[test]
fn prefabs_are_rooms_of_their_kind_with_doors_between() {
    let (mut prefabs, mut doors) = (0, 0);
    for seed in 0..40 {
        let map = generate(&format!("caves/80x50|vaults/count=9#{seed}"));
        let graph = RoomGraph::of(&map);
        for (index, room) in map.rooms.iter().enumerate() {
            assert_eq!(room.kind, RoomKind::Prefab);
            for pos in room.area.positions().filter(|pos| map.is_walkable(*pos)) {
                let kind = graph.areas()[graph.at(pos).unwrap()].kind;
                assert!(
                    kind == AreaKind::Room(index) || kind == AreaKind::Door,
                    "{map}"
                );
            }
            prefabs += 1;
        }
        for (index, area) in graph.areas().iter().enumerate() {
            if area.kind == AreaKind::Door {
                // A door stands between walls and leads through.
                assert_eq!((area.tiles, graph.links_of(index).count()), (1, 2), "{map}");
                doors += 1;
            }
        }
    }
    assert!(prefabs > 60 && doors > 60, "{prefabs} {doors}");
}

#[test]
fn a_maze_consists_of_passages_and_junctions() {
    for seed in 0..20 {
        let map = generate(&format!("maze-wilson/61x41#{seed}"));
        let graph = RoomGraph::of(&map);
        let dead_ends = Metrics::of(&map).dead_ends;
        let with_one_link = |area: &usize| graph.links_of(*area).count() == 1;
        let ends = (0..graph.areas().len()).filter(with_one_link);
        assert_eq!(ends.count() as u64, dead_ends, "{map}");
        let is_tile_of = |kind| {
            let areas = graph.areas().iter();
            areas
                .filter(move |area| area.kind == kind)
                .map(|area| area.tiles)
        };
        assert!(
            is_tile_of(AreaKind::Junction).all(|tiles| tiles == 1),
            "{map}"
        );
        assert!(is_tile_of(AreaKind::Passage).count() > 100);
        // Without loops the graph is a tree, too.
        assert_eq!(graph.links().len() + 1, graph.areas().len(), "{map}");
    }
}

#[test]
fn odd_maps_have_a_graph() {
    let none = graph_of("no tiles", &Map::default());
    assert_eq!((none.areas().len(), none.links().len()), (0, 0));
    assert!(none.longest_path().is_empty() && none.exit().is_none());
    let rock = Map::new(Size::new(9, 5), Tile::Wall);
    assert!(graph_of("rock", &rock).areas().is_empty());
    assert!(
        graph_of("nothing", &Map::new(Size::new(3, 1), Tile::Void))
            .areas()
            .is_empty()
    );
    for text in [
        "@\n",
        "@.........\n",
        "@\n.\n.\n.\n.\n.\n.\n",
        "+\n",
        "++\n++\n",
        ".#\n#.\n",
    ] {
        let map = Map::from_text(text).unwrap();
        let graph = graph_of("odd", &map);
        let joined = text != ".#\n#.\n";
        assert_eq!(graph.areas().len(), if joined { 1 } else { 2 }, "{text}");
        assert_eq!(graph.longest_path().len(), 1, "{text}");
    }
    let mut open = Map::new(Size::new(50, 30), Tile::Floor);
    assert_eq!(graph_of("open", &open).areas()[0].kind, AreaKind::Chamber);
    assert_eq!(RoomGraph::of(&open).exit(), None);
    open.tiles[Pos::new(7, 3)] = Tile::StairsDown;
    assert_eq!(graph_of("open", &open).exit(), Some(Pos::new(7, 3)));
}

#[test]
fn a_huge_cave_has_a_graph_of_all_its_tiles() {
    let map = generate("caves/1024x1024#1");
    let graph = RoomGraph::of(&map);
    let tiles: usize = graph.areas().iter().map(|area| area.tiles).sum();
    assert_eq!(tiles, open(&map).len());
    let chambers = graph
        .areas()
        .iter()
        .filter(|area| area.kind == AreaKind::Chamber);
    assert!(chambers.count() > 1000);
    assert!(graph.longest_path().len() > 50);
}

#[test]
fn levels_keep_the_graph_of_their_ground() {
    for seed in 0..8 {
        let setup = Setup::new(Seed(seed)).unwrap();
        for depth in 1..=DEEPEST {
            let level = Game::new_level(setup, depth);
            let graph = graph_of(&format!("seed {seed}, depth {depth}"), &level.map);
            assert_eq!(graph.start(), level.map.start);
            if depth < DEEPEST {
                assert_eq!(graph.exit(), Some(level.down));
            }
        }
        let mut game = Game::new(setup).unwrap();
        let digest = game.digest();
        assert_eq!(
            *game.room_graph(),
            RoomGraph::of(&Game::new_level(setup, 1).map)
        );
        assert_eq!(game.digest(), digest);
        let before = game.room_graph().clone();
        game.apply(Action::Wait, &mut Vec::new()).unwrap();
        assert_eq!(*game.room_graph(), before);
    }
}
