//! Boards of Simon Tatham's Net: their ids are read, solved and written back as they were.

use std::process::Command;

use undercroft_core::conduit::{Answer, Board, Named, NetPreset, Puzzle, SEARCH_BUDGET};

use crate::trial;

/// Ids that `sgt-net --generate` printed (sgt-puzzles 20230122).
#[rustfmt::skip]
const IDS: [&str; 12] = [
    "7x7:9e1c418ae5786d416ed5b684eeca51ad8dac7774258c46728",
    "7x7:2161b7cb89ec84656d5a8837ea486dd5da7a863b2a24d6156",
    "7x7:1395aa92ebe512941d49437be3b6692776a973baca464c828",
    "7x7:846d448a376437cbbcbe74c7b124956a3a87927ee6813b282",
    "7x7w:a21d49a888cb913778753ebbdbc865cc6321e32d789e28a61",
    "7x7w:e14142191e7eb489c1934dabbbed15581d38444d7ae8ada97",
    "5x5w:1a4b8vchdb9h3857adh42be2h3cv1v61",
    "5x5w:1v6hb391h5hd4v822dv69h61eed8ac17",
    "9x7:4vc3v92vh2b44d3vb3h1aev968h4v7e4vh8ve718bebbbhbd22795vd4v8h7v23ev2e6h8vh3bhd2v34352v611",
    "9x7:28hah3v95h2v62ha4ahdv6hdacvh23ha93ddh576h2ah7heb2habh9193bvc16cva47bdade5v14acv624v4v68",
    "13x11w:13166a9188ec64642ed5497eed2b8ae26c22422dbd7a15a4dc4ad88d9ed647281511deeb2dbadd24e5aa76b544791eca14bdb6c13922ccdd4b3e8eb6aa6a89d7829e98295273b89",
    "4x3:8hcv38h67hbh91v159",
];

/// Reads, solves and writes an id; returns whether the board has one solution.
fn check(id: &str) -> bool {
    let board = Board::from_net(id).unwrap_or_else(|error| panic!("{id}: {error}"));
    assert_eq!(board.net_id().as_deref(), Ok(id));
    let again: Board = board.id().parse().unwrap();
    assert_eq!(again, board, "{id}: its id in this game is the same board");
    let Ok(Named::Puzzle(puzzle)) = id.parse::<Named>() else {
        panic!("{id} has no solution");
    };
    let solved = puzzle.solved();
    assert!(
        solved.is_solved() && solved.is_turn_of(puzzle.start()),
        "{id}"
    );
    let solved = solved.net_id().unwrap();
    assert_eq!(Board::from_net(&solved).unwrap().net_id(), Ok(solved));
    let answer = board.answer(SEARCH_BUDGET);
    assert!(!matches!(answer, Answer::None), "{id}");
    matches!(answer, Answer::One(_))
}

#[test]
fn ids_of_net_are_read_solved_and_written_back() {
    assert!(
        IDS.iter().all(|id| check(id)),
        "Net's boards have one solution"
    );
    // Others are made by Net itself where a trial asks for them.
    let kinds = ["7x7", "7x7w", "9x9b0.3", "5x5wb0.2"];
    for kind in kinds.into_iter().take(trial::amount(0, kinds.len())) {
        let program = ["/usr/games/sgt-net", "sgt-net"].into_iter();
        let made = program
            .filter_map(|program| {
                Command::new(program)
                    .args(["--generate", "1000", kind])
                    .output()
                    .ok()
            })
            .next()
            .expect("sgt-net is installed: it is in the package sgt-puzzles");
        let ids = String::from_utf8(made.stdout).unwrap();
        assert_eq!(ids.lines().count(), 1000, "{kind}");
        let unique = ids.lines().filter(|id| check(id)).count();
        assert_eq!(unique, 1000, "{kind}");
    }
}

#[test]
fn a_board_of_net_with_several_solutions_is_a_puzzle_all_the_same() {
    // From Net without "Ensure unique solution".
    let ids = [
        "5x5w:862295e4e7883d2be78d25c19",
        "5x5w:e264824e2877b19be3133dc13",
        "5x5w:9816935176ccebdc87414a7c8",
        "5x5w:e21877ae2937e718d9b188229",
        "5x5w:5581222932eaedde4521a9dbc",
        "5x5w:7a7bba374a11d358954149d12",
    ];
    let mut several = 0;
    for id in ids {
        let Ok(Named::Puzzle(puzzle)) = id.parse::<Named>() else {
            panic!("{id} is no puzzle");
        };
        let answer = Board::from_net(id).unwrap().answer(SEARCH_BUDGET);
        let is_one = matches!(answer, Answer::One(_));
        assert_eq!(puzzle.start().rules().ambiguous, !is_one, "{id}");
        assert_eq!(puzzle.start().net_id().as_deref(), Ok(id));
        several += usize::from(!is_one);
    }
    assert!(several > 0);
}

#[test]
fn only_boards_with_one_wellspring_tile_have_an_id_in_net() {
    for preset in NetPreset::ALL {
        let spec = undercroft_core::conduit::Spec::new(
            preset.size,
            preset.rules(),
            undercroft_core::rng::Seed(7),
        );
        let puzzle: Puzzle = spec.unwrap().make();
        let id = puzzle.start().net_id().unwrap();
        assert!(id.starts_with(&format!("{}:", preset.name)), "{id}");
        assert_eq!(Board::from_net(&id).as_ref(), Ok(puzzle.start()));
    }
    let board = "board/5x5#7"
        .parse::<undercroft_core::conduit::Spec>()
        .unwrap()
        .make();
    let error = board.start().net_id().unwrap_err().to_string();
    assert!(error.contains("the rule \"single\""), "{error}");
}
