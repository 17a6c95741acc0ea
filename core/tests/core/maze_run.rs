//! Maze Run's rules: from a seed to a maze, from end to end of it, and on to the next.

use proptest::prelude::*;
use undercroft_core::geom::{Dir, Pos, Size};
use undercroft_core::mapgen::{ALL, BUILT_IN, MapSpec};
use undercroft_core::maze::{Distances, Maze};
use undercroft_core::mazerun::{Event, HINT, Leg, LegError, MAX_SIDE, MazeRun, StepError, Trace};
use undercroft_core::record::Words;
use undercroft_core::rng::Seed;

fn leg(generator: &str, width: u32, height: u32, seed: u64) -> Leg {
    Leg::new(generator, Size::new(width, height), Seed(seed)).unwrap()
}

fn run(generator: &str, width: u32, height: u32, seed: u64) -> MazeRun {
    leg(generator, width, height, seed).make().unwrap()
}

fn of_hex(text: &str) -> Result<MazeRun, LegError> {
    leg("maze-dfs", 5, 5, 1).load_text(text)
}

/// The generators that make mazes of cells.
fn generators() -> Vec<&'static str> {
    let mazes = ALL.iter().filter(|generator| generator.makes_cell_maze());
    let names: Vec<&str> = mazes.map(|generator| generator.info().name).collect();
    assert!(names.len() >= 4, "{names:?}");
    names
}

/// Walks the shortest way to the goal.
fn finish(run: &mut MazeRun) -> u32 {
    let mut steps = 0;
    while let Some(dir) = run.next_step() {
        run.step(dir).unwrap();
        steps += 1;
    }
    steps
}

/// A ring of eight cells around a closed one, with a cell to the left of its upper left one.
const RING: &str = "B8AC\nF5F5\nF3A6\n";

// ---- from end to end

#[test]
fn start_and_goal_are_the_ends_of_the_longest_way() {
    for generator in generators() {
        for seed in 0..20 {
            let run = run(generator, 7, 5, seed);
            let (maze, ends) = (run.maze(), run.ends());
            let mut longest = 0;
            let mut search = Distances::default();
            for (cell, _) in maze.cells() {
                search.from(maze, cell);
                longest = longest.max(search.farthest().unwrap().1);
            }
            assert_eq!(ends.steps, longest, "{generator} {seed}\n{maze}");
            let way = maze.path(ends.start, ends.goal).unwrap();
            assert_eq!(way, run.solution().collect::<Vec<_>>());
            assert_eq!(
                (run.at(), run.path().count()),
                (ends.start, longest as usize)
            );
        }
    }
}

#[test]
fn the_shortest_way_leads_to_the_goal_and_then_no_step_is_taken() {
    for generator in generators() {
        let mut run = run(generator, 12, 8, 3);
        let shortest = run.ends().steps;
        assert_eq!(run.outcome(), None);
        assert_eq!(finish(&mut run), shortest);
        let outcome = run.outcome().unwrap();
        assert_eq!((outcome.steps, outcome.shortest), (shortest, shortest));
        assert_eq!((outcome.hints, outcome.solved), (0, false));
        assert_eq!(run.trail().len() as u32, shortest + 1);
        let before = run.steps().to_vec();
        for dir in Dir::ALL {
            assert_eq!(run.step(dir), Err(StepError::Over));
        }
        assert_eq!(run.steps(), before);
    }
}

#[test]
fn a_wall_and_a_diagonal_refuse_a_step_and_change_nothing() {
    let mut run = of_hex("BA8C\nBAC5\nBA22\n").unwrap_err();
    assert!(matches!(run, LegError::Hex(_)), "{run}");
    run = of_hex("FF\n").unwrap_err();
    assert_eq!(run, LegError::NoWay);
    let mut run = of_hex("BAE\n").unwrap();
    assert_eq!(
        (run.ends().start, run.ends().goal),
        (Pos::new(2, 0), Pos::new(0, 0))
    );
    assert_eq!(run.step(Dir::East), Err(StepError::Wall));
    assert_eq!(run.step(Dir::North), Err(StepError::Wall));
    assert_eq!(run.step(Dir::NorthWest), Err(StepError::Diagonal));
    assert_eq!((run.at(), run.steps_taken()), (Pos::new(2, 0), 0));
    let to = Pos::new(1, 0);
    let was = Trace::Fresh;
    assert_eq!(run.step(Dir::West), Ok(Event::Stepped { to, was }));
    assert!(matches!(run.step(Dir::West), Ok(Event::Arrived(_))));
}

#[test]
fn what_was_left_again_is_told_from_the_trail() {
    // A corridor of four cells with a dead end below the second.
    let mut run = of_hex("BA8E\nFF7F\n").unwrap();
    let start = Pos::new(3, 0);
    assert_eq!(run.at(), start);
    let branch = Pos::new(2, 0);
    let below = Pos::new(2, 1);
    for dir in [Dir::West, Dir::South, Dir::North] {
        run.step(dir).unwrap();
    }
    assert_eq!(run.trace(below), Trace::Back);
    assert_eq!(run.trace(branch), Trace::Trail);
    assert_eq!(run.trace(Pos::new(0, 0)), Trace::Fresh);
    assert_eq!(run.trail(), [start, branch]);
    // Once more into the dead end: it is on the trail again.
    let was = Trace::Back;
    assert_eq!(run.step(Dir::South), Ok(Event::Stepped { to: below, was }));
    assert_eq!(run.trail(), [start, branch, below]);
    run.restart();
    assert_eq!((run.steps_taken(), run.at()), (0, start));
    assert_eq!(run.trace(below), Trace::Fresh);
}

#[test]
fn a_walk_around_a_ring_leaves_the_ring() {
    let mut run = of_hex(RING).unwrap();
    let maze = run.maze().clone();
    let ring_start = run.at();
    let mut changed = Vec::new();
    // Around, whichever way is open, never straight back.
    let mut last: Option<Dir> = None;
    for _ in 0..20 {
        if run.is_over() {
            break;
        }
        let dir = Dir::CARDINAL
            .into_iter()
            .filter(|dir| last.is_none_or(|last| last.delta() + dir.delta() != Pos::default()))
            .find(|dir| {
                let to = maze.step(run.at(), *dir);
                to.is_some_and(|to| to != run.ends().goal)
            });
        let Some(dir) = dir else { break };
        run.step_told(dir, |cell| changed.push(cell)).unwrap();
        last = Some(dir);
        if run.at() == ring_start {
            break;
        }
    }
    assert!(!changed.is_empty());
    let trail = run.trail().to_vec();
    for (cell, _) in maze.cells() {
        let on_trail = trail.contains(&cell);
        assert_eq!(run.trace(cell) == Trace::Trail, on_trail, "{cell}");
    }
}

// ---- help

#[test]
fn a_hint_is_the_next_ten_cells_and_is_counted() {
    let mut run = run("maze-dfs", 20, 12, 5);
    let way: Vec<Pos> = run.solution().collect();
    assert!(way.len() > 2 * HINT);
    assert_eq!(run.hint(), way[1..=HINT]);
    run.step(run.next_step().unwrap()).unwrap();
    assert_eq!(run.hint(), way[2..=HINT + 1]);
    while run.path().count() > 4 {
        run.step(run.next_step().unwrap()).unwrap();
    }
    assert_eq!(run.hint(), way[way.len() - 4..]);
    assert_eq!(run.solve(), way);
    finish(&mut run);
    assert!(run.hint().is_empty());
    let outcome = run.outcome().unwrap();
    assert_eq!((outcome.hints, outcome.solved), (4, true));
}

#[test]
fn a_passage_leads_on_until_it_branches() {
    let mut run = of_hex("B8E\nF7F\n").unwrap();
    run.step(Dir::West).unwrap();
    assert_eq!(run.onward(Dir::West), None, "it branches");
    assert_eq!(run.onward(Dir::North), None, "it branches");
    run.step(Dir::South).unwrap();
    assert_eq!(run.onward(Dir::South), None, "it ends");
    let mut run = of_hex("9AE\n7FF\n").unwrap();
    run.step(Dir::West).unwrap();
    assert_eq!(run.onward(Dir::West), Some(Dir::West));
    run.step(Dir::West).unwrap();
    assert_eq!(run.onward(Dir::West), Some(Dir::South));
}

// ---- from maze to maze

#[test]
fn every_maze_is_two_cells_wider_and_keeps_its_proportions() {
    let mut leg = leg("maze-kruskal", 15, 9, 7);
    let mut sizes = Vec::new();
    for number in 0..6 {
        assert_eq!(leg.number(), number);
        let run = leg.make().unwrap();
        assert_eq!(run.maze().size(), leg.size());
        sizes.push(leg.size().to_string());
        leg = leg.next();
    }
    assert_eq!(sizes, ["15x9", "17x10", "19x11", "21x13", "23x14", "25x15"]);
    let last = leg.at(100_000, 0).size();
    assert_eq!(last, Size::new(MAX_SIDE, 600));
    let high = Leg::new("maze-dfs", Size::new(9, 900), Seed(1)).unwrap();
    assert_eq!(high.next().size(), Size::new(11, MAX_SIDE));
    assert_eq!(
        high.at(u32::MAX, u32::MAX).size(),
        Size::new(MAX_SIDE, MAX_SIDE)
    );
}

#[test]
fn a_maze_of_a_run_is_the_map_of_its_share_code() {
    let first = leg("maze-wilson", 10, 6, 42);
    assert_eq!(first.spec().to_string(), "maze-wilson/21x13#42");
    for leg in [
        first.clone(),
        first.another(),
        first.next(),
        first.next().another(),
    ] {
        let map = leg.spec().generate().unwrap();
        let run = leg.make().unwrap();
        assert_eq!(Some(run.maze()), Maze::from_map(&map).as_ref());
        assert_eq!(map.start, Some(Maze::tile(run.ends().start)));
    }
    let code: MapSpec = "maze-growing-tree/31x21/newest=10#9".parse().unwrap();
    let leg = Leg::of(&code).unwrap();
    assert_eq!((leg.spec(), leg.size()), (code, Size::new(15, 10)));
}

#[test]
fn no_two_legs_share_a_seed() {
    let first = leg("maze-dfs", 4, 4, 11);
    let mut seeds = Vec::new();
    for number in 0..30 {
        for attempt in 0..30 {
            seeds.push(first.at(number, attempt).spec().seed);
        }
    }
    assert_eq!(seeds[0], Seed(11));
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 900);
}

#[test]
fn another_maze_has_the_same_size_and_the_next_does_not_depend_on_it() {
    let run = run("maze-dfs", 12, 8, 3);
    let other = run.another().unwrap();
    assert_eq!(other.maze().size(), run.maze().size());
    assert_ne!(other.maze(), run.maze());
    assert_eq!(other.next().unwrap().maze(), run.next().unwrap().maze());
}

#[test]
fn another_generator_keeps_the_place_in_the_run() {
    let place = leg("maze-dfs", 12, 8, 3).next().next();
    let wilson = BUILT_IN.look_up("maze-wilson").unwrap();
    let by = place.by(wilson, wilson.params()).unwrap();
    assert_eq!((by.number(), by.size()), (2, place.size()));
    assert_eq!(by.spec().seed, place.spec().seed);
    assert_eq!(by.generator().info().name, "maze-wilson");
    let rogue = BUILT_IN.look_up("rogue").unwrap();
    let error = place.by(rogue, rogue.params()).unwrap_err().to_string();
    assert!(error.contains("rogue does not make mazes"), "{error}");
}

#[test]
fn sizes_that_cannot_be_run_through_are_refused_with_the_limits() {
    for (width, height) in [
        (0, 5),
        (5, 0),
        (1, 1),
        (1001, 5),
        (5, 1001),
        (u32::MAX, u32::MAX),
    ] {
        let error = Leg::new("maze-dfs", Size::new(width, height), Seed(1)).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("at most 1000 per side"), "{text}");
    }
    for (width, height) in [(2, 1), (1, 2), (1, 1000), (1000, 1)] {
        let mut run = run("maze-dfs", width, height, 1);
        assert_eq!(finish(&mut run), width * height - 1);
    }
    let unknown = Leg::new("maze-dsf", Size::new(5, 5), Seed(1)).unwrap_err();
    assert!(unknown.to_string().contains("maze-dfs"), "{unknown}");
}

// ---- mazes from elsewhere

#[test]
fn a_maze_that_is_given_is_run_through_and_the_run_goes_on_from_its_size() {
    let text = run("maze-wilson", 9, 4, 77).maze().to_string();
    let mut given = leg("maze-kruskal", 30, 20, 8).load_text(&text).unwrap();
    assert!(given.is_loaded());
    assert_eq!(given.maze().to_string(), text);
    finish(&mut given);
    let next = given.next().unwrap();
    assert!(!next.is_loaded());
    assert_eq!(next.maze().size(), Size::new(11, 5));
    assert_eq!(given.another().unwrap().maze().size(), Size::new(9, 4));
}

#[test]
fn a_maze_in_parts_is_run_through_in_its_largest_part() {
    // A closed corner, two cells, and a corridor of four.
    let run = of_hex("FBEF\nBAAE\n").unwrap();
    assert_eq!(run.ends().steps, 3);
    assert_eq!(run.at().y, 1);
}

#[test]
fn damaged_text_is_refused_with_line_and_column() {
    for (text, needle) in [
        ("B8E\nF7\n", "line 2, column 3"),
        ("B8E\nF7X\n", "line 2, column 3: \"X\""),
        ("B8E\nF5F\n", "line 2, column 2: \"5\" is open below"),
        ("", "the maze is empty"),
    ] {
        let error = of_hex(text).unwrap_err().to_string();
        assert!(error.contains(needle), "{text:?}: {error}");
    }
    let large = "F".repeat(1001);
    let error = of_hex(&large).unwrap_err().to_string();
    assert!(error.contains("1001x1"), "{error}");
}

#[test]
fn the_largest_maze_can_be_run_through() {
    let mut run = run("maze-dfs", MAX_SIDE, MAX_SIDE, 1);
    let shortest = run.ends().steps;
    assert!(shortest > 100_000, "{shortest}");
    assert_eq!(finish(&mut run), shortest);
    assert_eq!(run.trail().len() as u32, shortest + 1);
    assert_eq!(
        run.next().unwrap().maze().size(),
        Size::new(MAX_SIDE, MAX_SIDE)
    );
}

// ---- kept in files

#[test]
fn a_kept_run_that_was_changed_is_refused_with_the_reason() {
    let mut kept_run = of_hex("BAE\n").unwrap();
    kept_run.step(Dir::West).unwrap();
    let kept = kept_run.setup();
    for (from, to, needle) in [
        ("steps L", "steps X", "step 1 is \"X\""),
        (
            "steps L",
            "steps U",
            "step 1 cannot be taken: a wall is in the way",
        ),
        (
            "steps L",
            "steps L3",
            "step 3 cannot be taken: the goal has been reached",
        ),
        ("maze-dfs/", "rogue/", "rogue"),
        ("BAE", "BAX", "line 1, column 3"),
    ] {
        assert!(kept.contains(from), "{kept}");
        let changed = kept.replace(from, to);
        let error = MazeRun::from_setup(&mut Words::new(&changed), &BUILT_IN).unwrap_err();
        assert!(error.contains(needle), "{error}");
    }
}

fn sizes() -> impl Strategy<Value = (u32, u32)> {
    (1u32..24, 1u32..24).prop_filter("one cell is no maze", |(w, h)| w * h > 1)
}

proptest! {
    #[test]
    fn a_run_is_the_same_each_time_and_read_back_goes_on_as_it_was(
        index in 0usize..4,
        (width, height) in sizes(),
        seed: u64,
        place in 0u32..4,
        walk in proptest::collection::vec(0usize..4, 0..200),
        given: bool,
    ) {
        let leg = leg(generators()[index], width, height, seed).at(place, place / 2);
        let mut run = leg.make().unwrap();
        if given {
            run = leg.load_text(&run.maze().to_string()).unwrap();
        }
        for way in walk {
            let before = (run.at(), run.steps_taken());
            let open = run.maze().step(run.at(), Dir::CARDINAL[way]);
            let over = run.is_over();
            match run.step(Dir::CARDINAL[way]) {
                Ok(_) => prop_assert_eq!(Some(run.at()), open),
                Err(StepError::Wall) => prop_assert!(open.is_none()),
                Err(_) => prop_assert!(over),
            }
            prop_assert!(run.at() != before.0 || run.steps_taken() == before.1);
            if run.steps_taken() == 40 {
                run.hint();
            }
        }
        let setup = run.setup();
        let read = MazeRun::from_setup(&mut Words::new(&setup), &BUILT_IN).unwrap();
        prop_assert_eq!(read.setup(), setup);
        prop_assert_eq!(read.at(), run.at());
        prop_assert_eq!(read.trail(), run.trail());
        prop_assert_eq!(read.outcome(), run.outcome());
        for (cell, _) in run.maze().cells() {
            prop_assert_eq!(read.trace(cell), run.trace(cell));
        }
    }

    /// In a maze without loops the trail is the one way from the start to here, and what was
    /// walked and is not on it was left again.
    #[test]
    fn the_trail_is_the_way_here(
        (width, height) in sizes(),
        seed: u64,
        walk in proptest::collection::vec(0usize..4, 0..400),
    ) {
        let mut run = run("maze-wilson", width, height, seed);
        let mut walked = vec![run.at()];
        let mut changed = vec![run.at()];
        for way in walk {
            if run.step_told(Dir::CARDINAL[way], |cell| changed.push(cell)).is_ok() {
                walked.push(run.at());
            }
        }
        let way = run.maze().path(run.ends().start, run.at()).unwrap();
        prop_assert_eq!(run.trail(), &way[..]);
        for (cell, _) in run.maze().cells() {
            let expected = if way.contains(&cell) {
                Trace::Trail
            } else if walked.contains(&cell) {
                Trace::Back
            } else {
                Trace::Fresh
            };
            prop_assert_eq!(run.trace(cell), expected);
            prop_assert!(expected == Trace::Fresh || changed.contains(&cell));
        }
        prop_assert!(run.steps_taken() as usize >= run.trail().len() - 1);
    }

    /// Whatever the maze, with loops and parts, from anywhere the way on leads to the goal in as
    /// many steps as are said to be left.
    #[test]
    fn from_everywhere_the_way_on_leads_to_the_goal(
        (width, height) in sizes(),
        openings in proptest::collection::vec((0u32..24, 0u32..24, 0usize..4), 1..300),
        walk in proptest::collection::vec(0usize..4, 0..60),
    ) {
        let mut maze = Maze::new(width, height);
        for (x, y, dir) in openings {
            maze.open(Pos::new((x % width) as i32, (y % height) as i32), Dir::CARDINAL[dir]);
        }
        let Ok(mut run) = leg("maze-dfs", 5, 5, 1).load(maze) else {
            return Ok(());
        };
        for way in walk {
            let _ = run.step(Dir::CARDINAL[way]);
        }
        let left = run.path().count() as u32;
        prop_assert_eq!(finish(&mut run), left);
        let outcome = run.outcome().unwrap();
        prop_assert!(outcome.steps >= outcome.shortest);
        // The trail never crosses itself, and each of its steps is open.
        let trail = run.trail();
        for (index, pair) in trail.windows(2).enumerate() {
            prop_assert!(Dir::CARDINAL.iter().any(|dir| run.maze().step(pair[0], *dir) == Some(pair[1])));
            prop_assert!(!trail[index + 1..].contains(&pair[0]));
        }
    }
}
