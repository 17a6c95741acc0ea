//! What must hold of every board, and what the slow solver says of it.

use std::collections::BTreeSet;

use super::slow::Plain;
use super::{PLAIN, positions, spec};
use crate::trial;
use undercroft_core::conduit::{
    Answer, Board, Difficulty, LARGEST_SIDE, Maker, Mask, Named, NoPuzzle, Puzzle, Rules,
    SEARCH_BUDGET, Spec,
};
use undercroft_core::geom::{Pos, Size};
use undercroft_core::rng::{Seed, Stream};

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
        let answer = puzzle.start().answer(SEARCH_BUDGET);
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

#[test]
fn boards_of_many_seeds_keep_their_word() {
    for wrap in [false, true] {
        let rules = Rules { wrap, ..PLAIN };
        make_and_check(Size::new(10, 9), rules, 0, trial::amount(500, 10_000));
        make_and_check(Size::new(25, 25), rules, 0, trial::amount(20, 1_000));
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
        match board.answer(SEARCH_BUDGET) {
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

/// Kinds of board that there are of every difficulty.
const GRADED: [&str; 6] = [
    "board/5x5",
    "board/7x7",
    "board/10x9",
    "board/12x12",
    "board/10x9/wrap,walls=20",
    "board/25x25/crosses",
];

#[test]
fn a_board_is_as_hard_as_it_is_wanted_and_has_one_solution() {
    let (mut maker, mut puzzle) = (Maker::default(), Puzzle::default());
    let mut dots = BTreeSet::new();
    for kind in GRADED {
        let count = match kind {
            "board/25x25/crosses" => trial::amount(1, 50),
            _ => trial::amount(6, 1000),
        };
        for wanted in Difficulty::ALL {
            for seed in 0..count {
                let mut spec = spec(&format!("{kind}#{seed}"));
                spec.difficulty = Some(wanted);
                maker.make(&spec, &mut puzzle);
                let grade = puzzle.grade();
                assert!(spec.is_met_by(grade), "{spec}: {grade}");
                assert!(wanted == Difficulty::Easy || grade.steps > 0, "{spec}");
                dots.insert(grade.dots());
                check(&spec, &puzzle);
                let answer = puzzle.start().answer(SEARCH_BUDGET);
                assert_eq!(answer, Answer::One(puzzle.solved()), "{spec}");
            }
        }
    }
    assert!(dots.is_superset(&[1, 2, 3].into()), "{dots:?}");
}

#[test]
fn where_no_board_is_as_hard_as_it_is_wanted_the_nearest_is_made() {
    let spec = spec("board/3x3/expert#7");
    let puzzle = spec.make();
    assert!(!spec.is_met_by(puzzle.grade()));
    check(&spec, &puzzle);
}

#[test]
fn a_board_read_from_an_id_becomes_a_puzzle_or_says_why_not() {
    let made = spec("board/10x9#3").make();
    assert_eq!(Puzzle::of(made.start().clone()), Ok(made));
    let ambiguous = (0..)
        .map(|seed| spec(&format!("board/10x9/ambiguous#{seed}")).make())
        .find(|puzzle| matches!(puzzle.start().answer(SEARCH_BUDGET), Answer::Several(..)))
        .unwrap();
    assert!(Puzzle::of(ambiguous.start().clone()).is_ok());
    let claimed: Board = ambiguous.start().id().replace(":a:", "::").parse().unwrap();
    assert_eq!(Puzzle::of(claimed), Err(NoPuzzle::Ambiguous));
    let unsolvable: Board = "3x3:s:7111aaaaa".parse().unwrap();
    assert_eq!(Puzzle::of(unsolvable), Err(NoPuzzle::Unsolvable));
}

/// A wrapped board of corners with seven other tiles: deduction concludes next to nothing, and trying
/// does not end in any reasonable time.
fn hard_board() -> String {
    let mut tiles = vec!['3'; 50 * 50];
    for (x, y, tile) in [
        (23, 13, '1'),
        (41, 20, '7'),
        (16, 24, 'd'),
        (23, 38, '5'),
        (31, 38, '4'),
        (16, 46, '2'),
        (28, 47, '2'),
    ] {
        tiles[y * 50 + x] = tile;
    }
    format!("50x50:ws:{}", String::from_iter(tiles))
}

#[test]
fn a_search_ends_at_its_budget_and_says_so() {
    let id = hard_board();
    let board: Board = id.parse().unwrap();
    for budget in [0, 1, 50_000] {
        assert_eq!(board.answer(budget), Answer::Unknown(None), "{budget}");
    }
    let error = Puzzle::of(board).unwrap_err();
    assert_eq!(error, NoPuzzle::Tangled);
    let budget = SEARCH_BUDGET.to_string();
    assert!(error.to_string().contains(&budget), "{error}");
    // Wherever an id is read, it is refused for the same reason.
    for text in [id.clone(), format!("{id}@{}:0:0", "0".repeat(50 * 50))] {
        let error = text.parse::<Named>().unwrap_err().to_string();
        assert!(error.contains(&budget), "{error}");
    }
}

#[test]
fn a_budget_of_nothing_settles_what_needs_no_try() {
    let puzzle = spec("board/50x50/wrap#3").make();
    assert_eq!(puzzle.start().answer(0), Answer::One(puzzle.solved()));
    let unsolvable: Board = "3x3:s:7111aaaaa".parse().unwrap();
    assert_eq!(unsolvable.answer(0), Answer::None);
}

#[test]
fn every_id_of_an_ambiguous_board_from_the_maker_is_settled() {
    let mut several = 0;
    for (bits, rules) in rules().enumerate() {
        let rules = Rules {
            ambiguous: true,
            ..rules
        };
        for seed in 0..4 {
            let spec = Spec::new(Size::new(50, 50), rules, Seed(seed)).unwrap();
            let spec = spec.with_walls(30 * (bits as u8 % 3)).unwrap();
            match spec.make().start().answer(SEARCH_BUDGET / 4) {
                Answer::One(_) => {}
                Answer::Several(..) => several += 1,
                other => panic!("{spec}: {other:?}"),
            }
        }
    }
    assert!(several > 5, "{several}");
}
