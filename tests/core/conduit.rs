//! The conduit puzzle over many boards: what must hold of each, a slow solver to hold the fast one
//! against, play drawn at random, and the golden boards.

use std::collections::BTreeSet;

use crate::golden;
use proptest::prelude::*;
use undercroft::conduit::{
    Answer, Board, Command, Conduit, Cursor, Difficulty, Event, Input, LARGEST_SIDE, Maker, Mask,
    Move, MoveError, NoPuzzle, Packets, Puzzle, Reason, Rules, Spec, TICK_MS, TICKS_PER_TILE,
    TRIES, interpret,
};
use undercroft::geom::{Dir, Pos, Size};
use undercroft::rng::{Seed, Stream};

const PLAIN: Rules = Rules {
    wrap: false,
    single: false,
    crosses: false,
    ambiguous: false,
};

fn spec(code: &str) -> Spec {
    code.parse()
        .unwrap_or_else(|error| panic!("{code}: {error}"))
}

fn positions(size: Size) -> impl Iterator<Item = Pos> {
    let (width, height) = (size.width as i32, size.height as i32);
    (0..height).flat_map(move |y| (0..width).map(move |x| Pos::new(x, y)))
}

// ---- a slow solver, written from the rules alone

/// The board as a list of tiles with neighbours: up, right, down, left. The halves of a
/// wellspring are one tile, as a board says it turns.
struct Plain {
    masks: Vec<u8>,
    beyond: Vec<[Option<usize>; 4]>,
}

/// Bits of up, right, down, left.
const BITS: [u8; 4] = [8, 4, 2, 1];

impl Plain {
    fn of(board: &Board) -> Self {
        let size = board.size();
        let [upper, lower] = board.wellspring();
        let tiles: Vec<Pos> = positions(size)
            .filter(|pos| *pos != upper || upper == lower)
            .collect();
        let number = |pos: Pos| tiles.iter().position(|other| *other == pos);
        let beyond = |pos: Pos, dir: Dir| Self::beyond(board, pos, dir).and_then(number);
        let masks = tiles.iter().map(|pos| {
            let mask = board.tile(*pos).unwrap().bits();
            if *pos == lower && upper != lower {
                mask & 7 | board.tile(upper).unwrap().bits() & 8
            } else {
                mask
            }
        });
        Self {
            masks: masks.collect(),
            beyond: tiles
                .iter()
                .map(|pos| Dir::CARDINAL.map(|dir| beyond(*pos, dir)))
                .collect(),
        }
    }

    /// The tile beyond a side, where the upper half of a wellspring is reached as the lower one.
    fn beyond(board: &Board, pos: Pos, dir: Dir) -> Option<Pos> {
        let [upper, lower] = board.wellspring();
        let two = upper != lower;
        let from = if two && pos == lower && dir == Dir::North {
            upper
        } else {
            pos
        };
        let mut to = from.step(dir);
        let size = board.size();
        let inside = (to.x as u32) < size.width && (to.y as u32) < size.height;
        if !inside {
            if !board.rules().wrap {
                return None;
            }
            to.x = to.x.rem_euclid(size.width as i32);
            to.y = to.y.rem_euclid(size.height as i32);
        }
        let walled = match dir {
            Dir::East => board.walls(from).has(Dir::East),
            Dir::South => board.walls(from).has(Dir::South),
            Dir::West => board.walls(to).has(Dir::East),
            _ => board.walls(to).has(Dir::South),
        };
        if walled {
            return None;
        }
        match to {
            to if two && to == upper => (dir == Dir::South).then_some(lower),
            to => Some(to),
        }
    }

    /// Every solution up to identical positions, but no more than `most`.
    fn solutions(&self, most: usize) -> BTreeSet<Vec<u8>> {
        let mut found = BTreeSet::new();
        self.search(&mut Vec::new(), most, &mut found);
        found
    }

    fn search(&self, placed: &mut Vec<u8>, most: usize, found: &mut BTreeSet<Vec<u8>>) {
        if found.len() == most {
            return;
        }
        let tile = placed.len();
        if tile == self.masks.len() {
            if self.is_tree(placed) {
                found.insert(placed.clone());
            }
            return;
        }
        let turns: BTreeSet<u8> = (0..4)
            .map(|n| Mask::new(self.masks[tile]).turned(n).bits())
            .collect();
        for mask in turns {
            placed.push(mask);
            if self.agrees(placed, tile) {
                self.search(placed, most, found);
            }
            placed.pop();
        }
    }

    /// Whether the tile placed last meets the ones placed before it.
    fn agrees(&self, placed: &[u8], tile: usize) -> bool {
        (0..4).all(|side| {
            let has = placed[tile] & BITS[side] != 0;
            match self.beyond[tile][side] {
                None => !has,
                Some(other) if other < placed.len() => {
                    has == (placed[other] & BITS[(side + 2) % 4] != 0)
                }
                Some(_) => true,
            }
        })
    }

    /// Whether all tiles are joined; with the pipe ends of a tree, that makes them one.
    fn is_tree(&self, placed: &[u8]) -> bool {
        let mut seen = vec![false; placed.len()];
        let mut front = vec![0];
        seen[0] = true;
        let mut count = 0;
        while let Some(tile) = front.pop() {
            count += 1;
            for side in 0..4 {
                let other = self.beyond[tile][side].filter(|_| placed[tile] & BITS[side] != 0);
                let other = other.filter(|other| placed[*other] & BITS[(side + 2) % 4] != 0);
                if let Some(other) = other.filter(|other| !seen[*other]) {
                    seen[other] = true;
                    front.push(other);
                }
            }
        }
        count == placed.len()
    }
}

// ---- what must hold of every board

/// Asserts what the game promises of a board that it makes.
fn check(spec: &Spec, puzzle: &Puzzle) {
    let (start, solved) = (puzzle.start(), puzzle.solved());
    check_boards(start, &solved, &|| spec.to_string());
}

fn check_boards(start: &Board, solved: &Board, name: &dyn Fn() -> String) {
    let name = || format!("{}\n{start}\n{solved}", name());
    let rules = start.rules();
    assert!(!start.is_solved(), "{}", name());
    assert!(solved.is_solved(), "{}", name());
    let tree = Plain::of(solved);
    assert!(tree.agrees_everywhere(), "{}", name());
    assert!(tree.is_tree(&tree.masks), "{}", name());
    let ends: u32 = tree.masks.iter().map(|mask| mask.count_ones()).sum();
    assert_eq!(ends as usize, 2 * (tree.masks.len() - 1), "{}", name());
    if !rules.crosses {
        for board in [start, solved] {
            assert!(
                board.rows().flatten().all(|mask| mask != Mask::CROSS),
                "{}",
                name()
            );
        }
    }
    let same_shape = Plain::of(start).masks.into_iter().zip(tree.masks);
    for (turned, right) in same_shape {
        assert!(
            Mask::new(turned).turns_to(Mask::new(right)).is_some(),
            "{}",
            name()
        );
    }
}

impl Plain {
    fn agrees_everywhere(&self) -> bool {
        (0..self.masks.len()).all(|tile| self.agrees(&self.masks, tile))
    }
}

/// All rules that a board with one solution can have.
fn rules() -> impl Iterator<Item = Rules> {
    (0..8).map(|bits| Rules {
        wrap: bits & 1 != 0,
        single: bits & 2 != 0,
        crosses: bits & 4 != 0,
        ambiguous: false,
    })
}

/// Makes `count` boards and checks each, its one solution by the complete search.
fn make_and_check(size: Size, rules: Rules, walls: u8, count: u64) {
    let (mut maker, mut puzzle) = (Maker::default(), Puzzle::default());
    for seed in 0..count {
        let spec = Spec::new(size, rules, Seed(seed))
            .unwrap()
            .with_walls(walls)
            .unwrap();
        maker.make(&spec, &mut puzzle);
        check(&spec, &puzzle);
        let answer = puzzle.start().answer(TRIES);
        assert_eq!(answer, Answer::One(puzzle.solved()), "{spec}");
    }
}

#[test]
fn boards_of_every_kind_keep_their_word() {
    for rules in rules() {
        for (width, height, count) in [(3, 3, 200), (4, 7, 100), (10, 9, 100), (25, 25, 3)] {
            make_and_check(Size::new(width, height), rules, 0, count);
        }
        make_and_check(Size::new(9, 6), rules, 25, 50);
    }
    make_and_check(Size::new(50, 50), PLAIN, 0, 1);
    make_and_check(Size::new(3, 50), PLAIN, 0, 10);
    make_and_check(Size::new(50, 3), PLAIN, 0, 10);
}

/// What the whole promise is measured on; run with
/// `cargo test --release --no-default-features --test core -- --ignored`.
#[test]
#[ignore = "takes a minute in a release build"]
fn twenty_two_thousand_boards_keep_their_word() {
    for wrap in [false, true] {
        let rules = Rules { wrap, ..PLAIN };
        for (size, count) in [(Size::new(10, 9), 10_000), (Size::new(25, 25), 1_000)] {
            make_and_check(size, rules, 0, count);
        }
    }
}

#[test]
fn a_slow_solver_finds_the_same_single_solution() {
    let mut looked = 0;
    for rules in rules() {
        for (width, height, walls) in [(3, 3, 0), (4, 4, 0), (5, 4, 30), (5, 5, 0)] {
            for seed in 0..15 {
                let size = Size::new(width, height);
                let spec = Spec::new(size, rules, Seed(seed))
                    .unwrap()
                    .with_walls(walls)
                    .unwrap();
                let puzzle = spec.make();
                let found = Plain::of(puzzle.start()).solutions(2);
                let expected = BTreeSet::from([Plain::of(&puzzle.solved()).masks]);
                assert_eq!(found, expected, "{spec}\n{}", puzzle.start());
                looked += 1;
            }
        }
    }
    assert_eq!(looked, 8 * 4 * 15);
}

#[test]
fn the_complete_search_counts_as_the_slow_solver_does() {
    let mut stream = Stream::new(6, 6);
    let mut counts = [0; 3];
    for round in 0..1500 {
        let rules = Rules {
            wrap: round % 2 == 0,
            single: round % 3 == 0,
            crosses: true,
            ambiguous: true,
        };
        let size = Size::new(stream.range(3, 4) as u32, stream.range(3, 4) as u32);
        let board = random_board(size, rules, &mut stream);
        let Ok(board) = board.parse::<Board>() else {
            continue;
        };
        let plain = Plain::of(&board);
        let found = plain.solutions(2);
        counts[found.len()] += 1;
        match board.answer(TRIES) {
            Answer::None => assert!(found.is_empty(), "{}", board.id()),
            Answer::One(solved) => {
                assert_eq!(
                    found,
                    BTreeSet::from([Plain::of(&solved).masks]),
                    "{}",
                    board.id()
                );
            }
            Answer::Several(one, other) => {
                assert_eq!(found.len(), 2, "{}", board.id());
                assert_ne!(one, other);
                assert!(one.is_solved() && other.is_solved());
            }
            Answer::Unknown(_) => panic!("{} has few tiles", board.id()),
        }
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

/// An id of tiles drawn without a tree behind them, but for the number of their ends.
fn random_board(size: Size, rules: Rules, stream: &mut Stream) -> String {
    let template = Spec::new(size, rules, Seed(stream.next_u64()))
        .unwrap()
        .make();
    let solved = template.start().id();
    let (head, digits) = solved.rsplit_once(':').unwrap();
    let mut digits: Vec<char> = digits.chars().collect();
    let [upper, lower] = template.start().wellspring();
    let number = |pos: Pos| pos.y as usize * size.width as usize + pos.x as usize;
    // Tiles change places, which keeps the ends and loses the tree.
    for _ in 0..stream.below(6) {
        let a = stream.below(digits.len() as u32) as usize;
        let b = stream.below(digits.len() as u32) as usize;
        let fixed = [number(upper), number(lower)];
        let halves = upper != lower && (fixed.contains(&a) || fixed.contains(&b));
        if !halves {
            digits.swap(a, b);
        }
    }
    format!("{head}:{}", digits.iter().collect::<String>())
}

#[test]
fn plain_trees_are_those_of_the_original() {
    let rules = Rules {
        crosses: true,
        ambiguous: true,
        ..PLAIN
    };
    const BOARDS: u64 = 2000;
    let (mut maker, mut puzzle) = (Maker::default(), Puzzle::default());
    let (mut lamps, mut crosses) = (0, 0);
    for seed in 0..BOARDS {
        let spec = Spec::new(Size::new(10, 9), rules, Seed(seed)).unwrap();
        maker.make(&spec, &mut puzzle);
        check(&spec, &puzzle);
        let solved = puzzle.solved();
        let apart = solved.wellspring();
        for pos in positions(solved.size()).filter(|pos| !apart.contains(pos)) {
            let mask = solved.tile(pos).unwrap();
            lamps += u64::from(mask.is_lamp());
            crosses += u64::from(mask == Mask::CROSS);
        }
    }
    let mean = |sum: u64| sum as f64 / BOARDS as f64;
    println!(
        "lamps {:.2}, four-edge tiles {:.2}",
        mean(lamps),
        mean(crosses)
    );
    assert!((mean(lamps) - 28.2).abs() <= 0.3, "{}", mean(lamps));
    assert!((mean(crosses) - 3.5).abs() <= 0.2, "{}", mean(crosses));
}

#[test]
fn a_maker_that_made_other_boards_makes_no_difference() {
    let (mut maker, mut puzzle) = (Maker::default(), Puzzle::default());
    for code in [
        "board/10x9#1",
        "board/25x25/wrap#2",
        "board/10x9/crosses,ambiguous#3",
        "board/10x9/single#1",
        "board/4x4/crosses#9",
        "board/4x4#9",
        "board/6x6/walls=50#4",
        "board/6x6#4",
        "board/10x9#1",
    ] {
        let spec = spec(code);
        maker.make(&spec, &mut puzzle);
        assert_eq!(puzzle, spec.make(), "{code}");
    }
}

#[test]
fn seeds_sizes_and_rules_give_boards_of_their_own() {
    let ids: BTreeSet<String> = (0..500)
        .map(|seed| spec(&format!("board/10x9#{seed}")).make().start().id())
        .collect();
    assert_eq!(ids.len(), 500);
    assert_ne!(
        spec("board/10x9#1").make(),
        spec("board/10x9/crosses#1").make()
    );
}

#[test]
fn a_maker_makes_larger_boards_than_the_game_offers() {
    let (mut maker, mut puzzle) = (Maker::default(), Puzzle::default());
    let mut make = |side: u32| {
        let size = Size::new(side, side);
        maker
            .make_sized(size, PLAIN, 0, Seed(1), &mut puzzle)
            .map(|_| puzzle.clone())
    };
    for side in [51, LARGEST_SIDE] {
        let puzzle = make(side).unwrap();
        check_boards(puzzle.start(), &puzzle.solved(), &|| side.to_string());
    }
    for side in [0, 2, LARGEST_SIDE + 1, u32::MAX] {
        assert!(make(side).is_err());
    }
}

#[test]
fn ratings_follow_the_rules_that_are_needed() {
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        for code in ["board/10x9", "board/10x9/wrap", "board/5x5"] {
            let puzzle = spec(&format!("{code}#{seed}")).make();
            seen.insert(puzzle.difficulty());
        }
    }
    assert!(
        seen.contains(&Difficulty::Hard) && seen.contains(&Difficulty::Easy),
        "{seen:?}"
    );
    assert!(
        !seen.contains(&Difficulty::Expert),
        "a made board never takes trying"
    );
}

#[test]
fn a_wanted_difficulty_is_found_or_the_nearest_there_is() {
    let (mut maker, mut puzzle) = (Maker::default(), Puzzle::default());
    let plain = spec("board/10x9#7");
    for wanted in [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard] {
        let found = maker.make_rated(&plain, wanted, 200, &mut puzzle);
        assert_eq!(puzzle.difficulty(), wanted);
        assert_eq!(puzzle, found.make());
        assert_eq!(found.size(), plain.size());
    }
    // No made board takes trying.
    let found = maker.make_rated(&plain, Difficulty::Expert, 200, &mut puzzle);
    assert_eq!(puzzle.difficulty(), Difficulty::Hard);
    assert_eq!(puzzle, found.make());
    assert_eq!(
        maker.make_rated(&plain, Difficulty::Hard, 0, &mut puzzle),
        plain
    );
}

#[test]
fn a_board_read_from_an_id_becomes_a_puzzle_or_says_why_not() {
    let made = spec("board/10x9#3").make();
    assert_eq!(Puzzle::of(made.start().clone()), Ok(made));
    let ambiguous = (0..)
        .map(|seed| spec(&format!("board/10x9/ambiguous#{seed}")).make())
        .find(|puzzle| matches!(puzzle.start().answer(TRIES), Answer::Several(..)))
        .unwrap();
    assert!(Puzzle::of(ambiguous.start().clone()).is_ok());
    let claimed: Board = ambiguous.start().id().replace(":a:", "::").parse().unwrap();
    assert_eq!(Puzzle::of(claimed), Err(NoPuzzle::Ambiguous));
    let unsolvable: Board = "3x3:s:7111aaaaa".parse().unwrap();
    assert_eq!(Puzzle::of(unsolvable), Err(NoPuzzle::Unsolvable));
}

// ---- play

fn lit(conduit: &Conduit) -> Vec<bool> {
    positions(conduit.size())
        .map(|pos| conduit.is_lit(pos))
        .collect()
}

/// Which tiles are lit, found anew from what the board shows.
fn lit_anew(board: &Board) -> Vec<bool> {
    let [upper, lower] = board.wellspring();
    let mut seen = BTreeSet::from([upper, lower]);
    let mut front = vec![upper, lower];
    while let Some(pos) = front.pop() {
        for dir in board.tile(pos).unwrap().dirs() {
            let half = if upper != lower && pos == upper {
                lower
            } else {
                pos
            };
            if upper != lower && [upper, lower].contains(&pos) {
                let within = if pos == upper { Dir::South } else { Dir::North };
                if dir == within {
                    continue;
                }
            }
            let Some(to) = Plain::beyond(board, half, dir) else {
                continue;
            };
            // The upper half is seen at the lower one, but meets edges going down only.
            let meets =
                if to == lower && upper != lower && dir == Dir::South && pos.step(dir) != lower {
                    board.tile(upper).unwrap().has(Dir::North)
                } else {
                    let back = Dir::CARDINAL
                        [(Dir::CARDINAL.iter().position(|d| *d == dir).unwrap() + 2) % 4];
                    board.tile(to).unwrap().has(back)
                };
            if meets && seen.insert(to) {
                front.push(to);
            }
        }
    }
    positions(board.size())
        .map(|pos| seen.contains(&pos))
        .collect()
}

fn any_move(size: Size) -> impl Strategy<Value = Move> {
    let at = (-1..=size.width as i32, -1..=size.height as i32).prop_map(|(x, y)| Pos::new(x, y));
    prop_oneof![
        12 => at.clone().prop_map(Move::Clockwise),
        12 => at.clone().prop_map(Move::CounterClockwise),
        4 => at.prop_map(Move::Lock),
        1 => Just(Move::Jumble),
        6 => Just(Move::Undo),
        4 => Just(Move::Redo),
        2 => Just(Move::Pin),
        1 => Just(Move::Rewind),
        3 => Just(Move::Hint),
        1 => Just(Move::Restart),
        1 => Just(Move::Solve),
    ]
}

/// What a player can see of the state, without the history.
fn state(conduit: &Conduit) -> impl PartialEq + std::fmt::Debug + use<> {
    let locked: Vec<bool> = positions(conduit.size())
        .map(|pos| conduit.is_locked(pos))
        .collect();
    (
        conduit.board().clone(),
        lit(conduit),
        locked,
        conduit.moves(),
        conduit.is_aided(),
    )
}

/// All that a player can see of the state.
fn view(conduit: &Conduit) -> impl PartialEq + std::fmt::Debug + use<> {
    (state(conduit), conduit.history(), conduit.is_pinned())
}

const CODES: [&str; 6] = [
    "board/4x5",
    "board/5x4/wrap",
    "board/3x3/wrap",
    "board/6x6/single",
    "board/7x5/crosses,ambiguous,walls=30",
    "board/10x9",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn play_keeps_its_word_whatever_is_played(
        code in prop::sample::select(&CODES[..]),
        seed: u64,
        moves in prop::collection::vec(any_move(Size::new(7, 6)), 1..60),
    ) {
        let puzzle = spec(&format!("{code}#{seed}")).make();
        let mut conduit = Conduit::new(puzzle.clone());
        let mut events = Vec::new();
        for action in moves {
            let before = conduit.clone();
            events.clear();
            match conduit.apply(action, &mut events) {
                Err(_) => {
                    prop_assert_eq!(view(&conduit), view(&before));
                    prop_assert!(events.is_empty());
                }
                Ok(()) => check_move(&before, &conduit, action, &events),
            }
            prop_assert_eq!(lit(&conduit), lit_anew(conduit.board()), "{}", conduit.board());
            let won = conduit.board().is_solved();
            prop_assert_eq!(conduit.is_won(), won);
            if won {
                prop_assert!(conduit.loops().iter().all(|mask| *mask == Mask::NONE));
            }
        }
        // Everything can be taken back, to the very start, and done again.
        let end = state(&conduit);
        let mut done = 0;
        while conduit.history().0 > 0 {
            if conduit.is_pinned() {
                conduit.apply(Move::Pin, &mut events).unwrap();
            }
            conduit.apply(Move::Undo, &mut events).unwrap();
            done += 1;
        }
        prop_assert_eq!(conduit.board(), puzzle.start());
        prop_assert_eq!(conduit.moves(), 0);
        for _ in 0..done {
            conduit.apply(Move::Redo, &mut events).unwrap();
        }
        prop_assert_eq!(state(&conduit), end);
    }
}

/// Asserts what a move may have changed.
fn check_move(before: &Conduit, after: &Conduit, action: Move, events: &[Event]) {
    let won = events
        .iter()
        .any(|event| matches!(event, Event::Won { .. }));
    assert_eq!(won, after.is_won() && !before.is_won());
    match action {
        Move::Jumble => {
            for pos in positions(after.size()).filter(|pos| before.is_locked(*pos)) {
                assert_eq!(before.board().tile(pos), after.board().tile(pos));
            }
        }
        Move::Hint => {
            let Some(Event::Hinted(hint)) = events.first() else {
                panic!("{events:?}");
            };
            let solved = after.puzzle().solved();
            assert_eq!(
                after.board().tile(hint.at),
                solved.tile(hint.at),
                "{hint:?}"
            );
            assert_ne!(hint.from, hint.to);
            assert!(
                hint.because
                    .iter()
                    .all(|because| !because.ruled_out.contains(&hint.to))
            );
            let ruled_out: BTreeSet<Mask> = hint
                .because
                .iter()
                .flat_map(|because| because.ruled_out.clone())
                .collect();
            let turns: BTreeSet<Mask> = (0..4).map(|n| hint.to.turned(n)).collect();
            assert_eq!(ruled_out.len() + 1, turns.len(), "{hint:?}");
            assert!(ruled_out.is_subset(&turns));
        }
        Move::Solve => assert!(after.is_won() && after.is_aided()),
        Move::Clockwise(_) | Move::CounterClockwise(_) => {
            assert_eq!(after.moves(), before.moves() + 1);
        }
        _ => {}
    }
}

#[test]
fn hints_alone_solve_every_board_in_the_fewest_moves() {
    for code in CODES {
        for seed in 0..10 {
            let mut conduit = Conduit::new(spec(&format!("{code}#{seed}")).make());
            let mut events = Vec::new();
            let mut turns = 0;
            while !conduit.is_won() {
                conduit.apply(Move::Hint, &mut events).unwrap();
                turns += 1;
                assert!(turns < 200);
            }
            assert_eq!(conduit.moves(), conduit.fewest_moves(), "{code}#{seed}");
            let sure = events.iter().all(|event| match event {
                Event::Hinted(hint) => hint
                    .because
                    .iter()
                    .all(|because| !matches!(because.reason, Reason::Tried | Reason::Chosen)),
                _ => true,
            });
            assert!(sure || code.contains("ambiguous"), "{code}#{seed}");
        }
    }
}

#[test]
fn the_two_tiles_of_a_wellspring_turn_as_one() {
    let mut conduit = Conduit::new(spec("board/10x9#7").make());
    let [upper, lower] = conduit.board().wellspring();
    assert_eq!((upper, lower), (Pos::new(4, 4), Pos::new(4, 5)));
    let whole = |conduit: &Conduit| {
        let bits = |pos| conduit.board().tile(pos).unwrap().bits();
        assert_eq!(bits(upper) & 7, 2);
        assert_eq!(bits(lower) & 8, 8);
        Mask::new(bits(upper) & 8 | bits(lower) & 7)
    };
    let start = whole(&conduit);
    let mut events = Vec::new();
    conduit.apply(Move::Clockwise(upper), &mut events).unwrap();
    assert_eq!(whole(&conduit), start.clockwise());
    assert!(events.contains(&Event::Turned {
        at: lower,
        quarters: 1
    }));
    conduit
        .apply(Move::CounterClockwise(lower), &mut events)
        .unwrap();
    assert_eq!(whole(&conduit), start);
    conduit.apply(Move::Lock(upper), &mut events).unwrap();
    let refusal = conduit.apply(Move::Clockwise(lower), &mut events);
    assert_eq!(refusal, Err(MoveError::Locked(lower)));
    assert!(conduit.is_lit(upper) && conduit.is_lit(lower));
}

#[test]
fn an_undo_stops_at_a_pin_and_a_rewind_goes_back_to_it() {
    let mut conduit = Conduit::new(spec("board/5x5#7").make());
    let mut events = Vec::new();
    let mut apply = |conduit: &mut Conduit, action| conduit.apply(action, &mut events);
    assert_eq!(
        apply(&mut conduit, Move::Undo),
        Err(MoveError::NothingToUndo)
    );
    assert_eq!(
        apply(&mut conduit, Move::Redo),
        Err(MoveError::NothingToRedo)
    );
    assert_eq!(apply(&mut conduit, Move::Restart), Err(MoveError::AtStart));
    let corner = Move::Clockwise(Pos::new(0, 0));
    apply(&mut conduit, corner).unwrap();
    apply(&mut conduit, Move::Pin).unwrap();
    let pinned = conduit.board().clone();
    for _ in 0..3 {
        apply(&mut conduit, corner).unwrap();
    }
    apply(&mut conduit, Move::Undo).unwrap();
    apply(&mut conduit, Move::Rewind).unwrap();
    assert_eq!(conduit.board(), &pinned);
    assert_eq!(apply(&mut conduit, Move::Undo), Err(MoveError::Pinned));
    assert_eq!(apply(&mut conduit, Move::Rewind), Err(MoveError::Pinned));
    apply(&mut conduit, Move::Pin).unwrap();
    apply(&mut conduit, Move::Undo).unwrap();
    assert_eq!(conduit.history(), (0, 4));
}

#[test]
fn wrong_locks_are_named_and_a_solved_board_is_left_alone() {
    let mut conduit = Conduit::new(spec("board/5x5#7").make());
    let solved = conduit.puzzle().solved();
    let mut events = Vec::new();
    let wrong: Vec<Pos> = positions(conduit.size())
        .filter(|pos| *pos != conduit.board().wellspring()[0])
        .filter(|pos| conduit.board().tile(*pos) != solved.tile(*pos))
        .collect();
    let upper = conduit.board().wellspring()[0];
    for pos in positions(conduit.size()).filter(|pos| *pos != upper) {
        conduit.apply(Move::Lock(pos), &mut events).unwrap();
    }
    assert!(!wrong.is_empty());
    assert_eq!(conduit.wrong_locks(), wrong);
    assert_eq!(
        conduit.apply(Move::Jumble, &mut events),
        Err(MoveError::AllLocked)
    );
    conduit.apply(Move::Solve, &mut events).unwrap();
    assert!(conduit.wrong_locks().is_empty());
    let aided = matches!(events.last(), Some(Event::Won { aided: true, .. }));
    assert!(aided, "{events:?}");
    for action in [
        Move::Clockwise(Pos::new(0, 0)),
        Move::Hint,
        Move::Jumble,
        Move::Solve,
    ] {
        assert_eq!(conduit.apply(action, &mut events), Err(MoveError::Won));
    }
    conduit.apply(Move::Undo, &mut events).unwrap();
    assert!(!conduit.is_won());
}

#[test]
fn loops_are_the_edges_that_can_be_gone_around() {
    let mut marked = 0;
    for code in [
        "board/6x6#1",
        "board/7x5/single#2",
        "board/6x6/crosses,ambiguous#3",
    ] {
        let mut conduit = Conduit::new(spec(code).make());
        for _ in 0..60 {
            conduit.apply(Move::Jumble, &mut Vec::new()).unwrap();
            let width = conduit.size().width as usize;
            let loops = conduit.loops();
            for pos in positions(conduit.size()) {
                let around = conduit
                    .joined(pos)
                    .dirs()
                    .filter(|dir| goes_around(&conduit, pos, *dir));
                let expected = around.fold(Mask::NONE, |mask, dir| mask | Mask::of(dir));
                assert_eq!(
                    loops[pos.y as usize * width + pos.x as usize],
                    expected,
                    "{pos}"
                );
                marked += expected.count();
            }
        }
    }
    assert!(marked > 50, "{marked}");
}

/// Whether the two ends of an edge are joined without it.
fn goes_around(conduit: &Conduit, pos: Pos, dir: Dir) -> bool {
    let goal = pos.step(dir);
    let mut seen = BTreeSet::from([pos]);
    let mut front = vec![pos];
    while let Some(at) = front.pop() {
        for way in conduit.joined(at).dirs() {
            let to = at.step(way);
            if (at, way) != (pos, dir) && seen.insert(to) {
                front.push(to);
            }
        }
    }
    seen.contains(&goal)
}

#[test]
fn distances_grow_along_the_pipes() {
    let mut conduit = Conduit::new(spec("board/10x9#7").make());
    conduit.apply(Move::Solve, &mut Vec::new()).unwrap();
    let distances = conduit.distances();
    let [upper, lower] = conduit.board().wellspring();
    for (pos, distance) in positions(conduit.size()).zip(&distances) {
        let distance = distance.expect("a solved board is lit");
        assert_eq!(distance == 0, [upper, lower].contains(&pos));
        let joined = conduit.joined(pos);
        let nearer = joined.dirs().filter(|dir| {
            let other = pos.step(*dir);
            distances[other.y as usize * 10 + other.x as usize] == distance.checked_sub(1)
        });
        assert_eq!(nearer.count(), usize::from(distance > 0), "{pos}");
    }
}

#[test]
fn inputs_become_moves_and_the_cursor_stays_on_the_board() {
    let conduit = Conduit::new(spec("board/5x4#1").make());
    let wrapped = Conduit::new(spec("board/5x4/wrap#1").make());
    let mut cursor = Cursor::new(&conduit);
    for _ in 0..9 {
        assert_eq!(
            interpret(&conduit, &mut cursor, Input::Step(Dir::West)),
            None
        );
    }
    assert_eq!((cursor.at.x, cursor.shown), (0, true));
    interpret(&wrapped, &mut cursor, Input::Step(Dir::West));
    assert_eq!(cursor.at.x, 4);
    let here = interpret(&conduit, &mut cursor, Input::Here(Command::Clockwise));
    assert_eq!(here, Some(Move::Clockwise(cursor.at)));
    let at = Pos::new(2, 0);
    let pointed = interpret(&conduit, &mut cursor, Input::At(at, Command::Lock));
    assert_eq!(
        (pointed, cursor.at, cursor.shown),
        (Some(Move::Lock(at)), at, false)
    );
    let undo = interpret(&conduit, &mut cursor, Input::Board(Move::Undo));
    assert_eq!(undo, Some(Move::Undo));
}

// ---- packets

fn solved(code: &str) -> Conduit {
    let mut conduit = Conduit::new(spec(code).make());
    conduit.apply(Move::Solve, &mut Vec::new()).unwrap();
    conduit
}

#[test]
fn packets_cross_every_edge_once_and_start_again() {
    for code in ["board/10x9#7", "board/5x5/single#2", "board/6x5/wrap#3"] {
        let conduit = solved(code);
        let mut packets = Packets::new(&conduit);
        let edges = conduit.progress().1 - 1;
        let depth = conduit.distances().into_iter().flatten().max().unwrap();
        for _ in 0..2 {
            let mut crossed = BTreeSet::new();
            for _ in 0..depth {
                let mut leaving = 0;
                for packet in packets.iter(&conduit) {
                    assert_eq!(packet.ticks, 0);
                    let back = (packet.from, packet.dir as u8);
                    assert!(crossed.insert(back), "an edge is crossed twice");
                    leaving += 1;
                }
                assert!(leaving > 0, "the light runs without a gap");
                packets.advance(&conduit, TICK_MS * u32::from(TICKS_PER_TILE));
            }
            assert_eq!(crossed.len(), edges, "{code}");
            // All have gone out, and those that left the wellspring anew are there.
            assert_eq!(packets, Packets::new(&conduit), "{code}");
        }
    }
}

#[test]
fn what_is_left_of_a_tick_is_carried_over() {
    let conduit = solved("board/10x9#7");
    let (mut smooth, mut rough) = (Packets::new(&conduit), Packets::new(&conduit));
    for _ in 0..1000 {
        smooth.advance(&conduit, 7);
    }
    for _ in 0..70 {
        assert!(rough.advance(&conduit, 100));
    }
    assert_eq!(smooth, rough);
    let ticks = |packets: &Packets| packets.iter(&conduit).next().unwrap().ticks;
    let now = ticks(&rough);
    assert!(!rough.advance(&conduit, 19));
    assert_eq!(ticks(&rough), now);
    assert!(rough.advance(&conduit, 1));
    assert_ne!(ticks(&rough), now);
}

#[test]
fn a_click_lets_more_packets_loose_but_not_without_end() {
    let conduit = solved("board/10x9#7");
    let mut packets = Packets::new(&conduit);
    let before = packets.iter(&conduit).count();
    let at = positions(conduit.size())
        .find(|pos| conduit.joined(*pos).count() == 3)
        .unwrap();
    packets.release(&conduit, at);
    assert_eq!(packets.iter(&conduit).count(), before + 3);
    packets.release(&conduit, Pos::new(-1, 0));
    assert_eq!(packets.iter(&conduit).count(), before + 3);
    for _ in 0..5000 {
        packets.release(&conduit, at);
        packets.advance(&conduit, 20);
    }
    assert!(packets.iter(&conduit).count() <= 8 * 90);
}

// ---- ids that are damaged

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_damaged_id_is_refused_or_is_another_board(
        code in prop::sample::select(&CODES[..]),
        seed: u64,
        place: prop::sample::Index,
        with in ".?",
    ) {
        let id = spec(&format!("{code}#{seed}")).make().start().id();
        let at = place.index(id.len());
        let damaged = format!("{}{with}{}", &id[..at], &id[at + 1..]);
        match damaged.parse::<Board>() {
            Ok(board) => {
                prop_assert_eq!(board.id().to_lowercase(), damaged.trim().to_lowercase());
            }
            Err(error) => {
                let error = error.to_string();
                prop_assert!(error.contains("id"), "{}", error);
            }
        }
    }

    #[test]
    fn no_text_panics(text in "[0-9]{0,3}x?[0-9]{0,3}:?[wsxab]{0,4}:?[0-9a-f]{0,20}:?.{0,9}") {
        if let Ok(board) = text.parse::<Board>() {
            _ = board.answer(100);
        }
        _ = text.parse::<Spec>();
    }
}

// ---- golden boards

#[test]
fn boards_equal_the_golden_catalogue() {
    golden::compare("conduit.txt", &crate::catalogue::boards(12))
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_board_is_lit_where_the_game_on_it_says_so() {
    for seed in 0..20 {
        let spec: Spec = format!("board/10x9#{seed}").parse().unwrap();
        let puzzle: Puzzle = spec.make();
        let (start, solved) = (puzzle.start().lit(), puzzle.solved().lit());
        let conduit = Conduit::new(puzzle);
        for y in 0..9 {
            for x in 0..10 {
                let pos = Pos::new(x, y);
                assert!(solved(pos), "{seed} {pos}");
                assert_eq!(start(pos), conduit.is_lit(pos), "{seed} {pos}");
            }
        }
    }
}
