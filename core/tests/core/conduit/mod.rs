//! The conduit puzzle over many boards: what must hold of each, a slow solver to hold the fast one
//! against, play drawn at random, and the golden boards.

mod boards;
mod mistakes;
mod net;
mod play;
mod slow;

use crate::golden;
use std::collections::BTreeSet;

use proptest::prelude::*;
use undercroft_core::conduit::{
    Board, Conduit, Move, Packets, Puzzle, Rules, Spec, TICK_MS, TICKS_PER_TILE,
};
use undercroft_core::geom::{Pos, Size};
use undercroft_core::text;

const PLAIN: Rules = Rules {
    wrap: false,
    single: false,
    crosses: false,
    ambiguous: false,
};

const CODES: [&str; 6] = [
    "board/4x5",
    "board/5x4/wrap",
    "board/3x3/wrap",
    "board/6x6/single",
    "board/7x5/crosses,ambiguous,walls=30",
    "board/10x9",
];

fn spec(code: &str) -> Spec {
    code.parse()
        .unwrap_or_else(|error| panic!("{code}: {error}"))
}

fn positions(size: Size) -> impl Iterator<Item = Pos> {
    let (width, height) = (size.width as i32, size.height as i32);
    (0..height).flat_map(move |y| (0..width).map(move |x| Pos::new(x, y)))
}

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
                // Breaks between lines, and blanks and marks around a part, mean nothing.
                let value = text::value(&damaged);
                let parts = value.split(':').map(text::trim);
                let read = parts.collect::<Vec<_>>().join(":");
                prop_assert_eq!(board.id().to_lowercase(), read.to_lowercase());
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

#[test]
fn boards_equal_the_golden_catalogue() {
    golden::compare(
        golden::Version::Generation,
        "conduit.txt",
        &crate::catalogue::boards(3),
    )
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
