//! What is asked again and again allocates nothing: counted by an allocator of this test's own.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use undercroft_core::geom::{Pos, Size};
use undercroft_core::map::distance::{DistanceMap, UNBOUNDED};
use undercroft_core::map::fov::{self, Sight, UNLIMITED};
use undercroft_core::map::path::{LONGEST, PathFinder};
use undercroft_core::map::{Map, Nearest, Steps, Tile, TileSet};
use undercroft_core::mapgen::MapSpec;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator; counts what each thread asks of it.
struct Counting;

// SAFETY: every call is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        unsafe { System.dealloc(ptr, layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.realloc(ptr, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations(work: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

#[test]
fn allocations_are_counted() {
    let boxed = || drop(std::hint::black_box(Box::new(7)));
    assert_eq!(allocations(boxed), 1);
    assert_eq!(allocations(|| {}), 0);
}

/// Everything that a turn may ask of a map, from two tiles.
#[derive(Default)]
struct Looker {
    sight: Sight,
    seen: TileSet,
    wide: TileSet,
    open: TileSet,
    distances: DistanceMap,
    nearest: Nearest,
    finder: PathFinder,
    path: Vec<Pos>,
}

impl Looker {
    fn look_around(&mut self, map: &Map, steps: Steps, [a, b]: [Pos; 2]) {
        self.sight
            .reset(map.size(), |pos| map.tiles[pos].is_opaque());
        let (open, path) = (&mut self.open, &mut self.path);
        open.read(&map.tiles, Tile::is_walkable);
        for (from, to) in [(a, b), (b, a)] {
            for radius in [8, 20, UNLIMITED] {
                self.sight.look(from, radius, &mut self.seen);
            }
            self.sight.look(from, UNLIMITED, &mut self.wide);
            fov::keep_lit(&self.wide, from, 8, open, &mut self.seen);
            self.distances.measure(open, steps, &[from, to], 12);
            self.distances.measure(open, steps, &[from], UNBOUNDED);
            self.finder.find(open, steps, from, to, LONGEST, path);
            let goal = |pos| pos == to;
            self.nearest
                .find(&map.tiles, from, u32::MAX, |_| false, goal, path);
        }
    }
}

#[test]
fn looking_measuring_and_finding_again_allocates_nothing() {
    for steps in [Steps::Four, Steps::Eight, Steps::Squeezing] {
        let mut looker = Looker::default();
        let maps = [
            "rooms/80x50#1",
            "rogue/60x40#2",
            "scatter/80x50/walls=900#3",
        ]
        .map(|code| {
            let spec: MapSpec = code.parse().unwrap();
            let map = spec.generate().unwrap();
            let open: Vec<Pos> = map
                .tiles
                .iter()
                .filter(|(_, tile)| tile.is_walkable())
                .map(|(pos, _)| pos)
                .collect();
            let ends = [open[0], open[open.len() - 1]];
            (map, ends)
        });
        assert_eq!(maps[0].0.size(), Size::new(80, 50));
        for (map, ends) in &maps {
            looker.look_around(map, steps, *ends);
        }
        for (map, ends) in maps.iter().rev() {
            let count = allocations(|| looker.look_around(map, steps, *ends));
            assert_eq!(count, 0, "{steps:?} on\n{map}");
        }
    }
}

/// A level of the game on which nobody is awake, the player well fed.
#[test]
fn a_quiet_turn_of_the_game_allocates_nothing() {
    use undercroft_core::game::{Action, Game, Setup};
    use undercroft_core::geom::Dir;
    use undercroft_core::rng::Seed;

    let mut checked = 0;
    for seed in 0..10 {
        let setup = Setup::new(Seed(seed)).unwrap();
        let mut state = serde_json::to_value(Game::new(setup).unwrap().state()).unwrap();
        for actor in state["here"]["actors"].as_array_mut().unwrap() {
            actor["mood"] = "Asleep".into();
        }
        let state = serde_json::from_value(state).unwrap();
        let mut game = Game::with_state(state, setup.content);
        let mut events = Vec::with_capacity(1000);
        let mut turn = |game: &mut Game, action: Action| {
            events.clear();
            let mut done = false;
            // A build with checks allocates in them, and in them alone.
            let count = allocations(|| done = game.apply(action, &mut events).is_ok());
            (done, count)
        };
        for round in 0..60 {
            for action in [
                Action::Wait,
                Action::Search,
                Action::step(Dir::ALL[round % 8]),
                Action::step(Dir::ALL[(round + 2) % 8]),
            ] {
                let (done, count) = turn(&mut game, action);
                if done && round >= 20 && !game.view().enemy_in_sight() {
                    let checks = allocations(|| game.assert_valid());
                    assert_eq!(count, checks, "{action:?}, seed {seed}, {round}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 500, "{checked}");
}
