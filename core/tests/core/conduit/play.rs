//! Play drawn at random, hints, undo, locks and loops.

use std::collections::BTreeSet;

use super::slow::Plain;
use super::{CODES, positions, spec};
use proptest::prelude::*;
use undercroft_core::conduit::{
    Board, Command, Conduit, Cursor, Event, Input, Mask, Move, MoveError, Progress, Reason,
    interpret,
};
use undercroft_core::geom::{Dir, Pos, Size};
use undercroft_core::rng::Stream;

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

/// A board with several solutions, all of whose locked tiles are right in one.
const SEVERAL: &str = "5x5:sa:18234acbb6cebe84783c85aa3@2274500756011570232210111:0:0";

#[test]
fn no_lock_is_called_wrong_that_is_right_in_one_of_several_solutions() {
    let progress: Progress = SEVERAL.parse().unwrap();
    let mut conduit = progress.conduit;
    let mut events = Vec::new();
    let locked = |conduit: &Conduit| {
        let all = positions(conduit.size());
        all.filter(|pos| conduit.is_locked(*pos)).count()
    };
    assert_eq!(locked(&conduit), 8);
    assert_eq!(conduit.wrong_locks(), []);
    assert!(!conduit.locks_conflict());
    // One turn of the upper left tile solves it.
    for _ in 0..4 {
        if !conduit.is_won() {
            conduit
                .apply(Move::Clockwise(Pos::new(0, 0)), &mut events)
                .unwrap();
        }
    }
    assert!(conduit.is_won());
}

/// Every solution of a small board, by trying all positions of all its tiles.
fn all_solutions(board: &Board) -> Vec<Board> {
    let mut found: Vec<Board> = Vec::new();
    let mut trial = board.clone();
    let tiles: Vec<Pos> = positions(board.size()).collect();
    for number in 0..4_u32.pow(tiles.len() as u32) {
        // Counts in base 4, one digit for each tile.
        let mut rest = number;
        if number > 0 {
            for pos in &tiles {
                trial.turn(*pos, 1);
                if rest % 4 != 0 {
                    break;
                }
                rest /= 4;
            }
        }
        if trial.is_solved() && !found.contains(&trial) {
            found.push(trial.clone());
        }
    }
    found
}

#[test]
fn the_locks_of_small_boards_are_wrong_where_no_solution_has_them() {
    let (mut several, mut conflicts, mut wrong) = (0, 0, 0);
    for seed in 0..12 {
        let puzzle = spec(&format!("board/3x3/single,wrap,ambiguous#{seed}")).make();
        let solutions = all_solutions(puzzle.start());
        several += usize::from(solutions.len() > 1);
        let mut stream = Stream::new(seed, 5);
        for _ in 0..20 {
            let mut conduit = Conduit::new(puzzle.clone());
            let mut events = Vec::new();
            conduit.apply(Move::Jumble, &mut events).unwrap();
            let locks: Vec<Pos> = positions(conduit.size())
                .filter(|_| stream.one_in(3))
                .collect();
            for pos in &locks {
                if !conduit.is_won() {
                    conduit.apply(Move::Lock(*pos), &mut events).unwrap();
                }
            }
            if conduit.is_won() {
                continue;
            }
            let has =
                |solution: &Board, pos: &Pos| solution.tile(*pos) == conduit.board().tile(*pos);
            let expected: Vec<Pos> = locks
                .iter()
                .copied()
                .filter(|pos| !solutions.iter().any(|solution| has(solution, pos)))
                .collect();
            assert_eq!(conduit.wrong_locks(), expected, "seed {seed}");
            let fits = |solution: &Board| locks.iter().all(|pos| has(solution, pos));
            let conflict = expected.is_empty() && !solutions.iter().any(fits);
            assert_eq!(conduit.locks_conflict(), conflict, "seed {seed}");
            conflicts += usize::from(conflict);
            wrong += expected.len();
        }
    }
    assert!(
        several > 3 && conflicts > 5 && wrong > 20,
        "{several} {conflicts} {wrong}"
    );
}
