//! Ids of conduit boards, and moves on them: every board that is read is written as an id that
//! reads back, and what the search finds are solutions.

use undercroft_core::conduit::{
    Answer, Board, Conduit, Move, NoPuzzle, Packets, Puzzle, Rules, Spec,
};
use undercroft_core::geom::{Pos, Size};
use undercroft_core::rng::{Seed, Stream};

use super::damage::damage;

/// What the driver went through.
#[derive(Default, Debug)]
pub struct Tally {
    ids: u64,
    read: u64,
    solvable: u64,
    ambiguous: u64,
    unsolvable: u64,
    given_up: u64,
    moves: u64,
    refused: u64,
    won: u64,
}

/// One round: a board, damaged ids of it, and moves at random.
pub fn round(stream: &mut Stream, tally: &mut Tally) {
    let puzzle = draw_spec(stream).make();
    for _ in 0..20 {
        let text = damage(&puzzle.start().id(), LETTERS, stream);
        try_id(&text, stream, tally);
    }
    play(puzzle, stream, tally);
}

/// What ids are written with, and what they are not.
const LETTERS: &[u8] = b"0123456789abcdefx:wsxab-#/ Z";

/// A board of any kind, small as a rule.
fn draw_spec(stream: &mut Stream) -> Spec {
    let most = if stream.chance(1, 50) { 50 } else { 9 };
    let width = stream.range(3, most) as u32;
    let height = stream.range(3, most) as u32;
    let rules = Rules {
        wrap: stream.coin(),
        single: stream.coin(),
        crosses: stream.coin(),
        ambiguous: stream.coin(),
    };
    let walls = if stream.coin() { stream.below(101) } else { 0 };
    let seed = Seed(stream.next_u64());
    Spec::new(Size::new(width, height), rules, seed)
        .map(|spec| spec.with_walls(walls as u8).unwrap_or(spec))
        .expect("the sides are from 3 to 50")
}

fn try_id(text: &str, stream: &mut Stream, tally: &mut Tally) {
    tally.ids += 1;
    let Ok(board) = text.parse::<Board>() else {
        return;
    };
    tally.read += 1;
    assert_eq!(board.id().parse().as_ref(), Ok(&board), "{text}");
    let budget = stream.below(100_000).into();
    match board.answer(budget) {
        Answer::None => {
            tally.unsolvable += 1;
            assert!(!board.is_solved(), "{text}");
            assert_eq!(Puzzle::of(board), Err(NoPuzzle::Unsolvable), "{text}");
        }
        Answer::One(solved) => {
            tally.solvable += 1;
            assert!(solved.is_solved(), "{text}");
            assert_eq!(
                Puzzle::of(board).map(|puzzle| puzzle.solved()),
                Ok(solved),
                "{text}"
            );
        }
        Answer::Several(one, other) => {
            tally.ambiguous += 1;
            assert!(
                one.is_solved() && other.is_solved() && one != other,
                "{text}"
            );
        }
        Answer::Unknown(found) => {
            tally.given_up += 1;
            assert!(found.is_none_or(|found| found.is_solved()), "{text}");
        }
    }
}

fn play(puzzle: Puzzle, stream: &mut Stream, tally: &mut Tally) {
    let mut conduit = Conduit::new(puzzle);
    let mut packets = Packets::new(&conduit);
    let mut events = Vec::new();
    for _ in 0..60 {
        let at = Pos::new(stream.range(-1, 9), stream.range(-1, 9));
        let action = match stream.below(16) {
            0 => Move::Lock(at),
            1 => Move::Undo,
            2 => Move::Redo,
            3 => Move::Pin,
            4 => Move::Rewind,
            5 => Move::Jumble,
            6 => Move::Hint,
            7 => Move::Restart,
            8 if stream.chance(1, 10) => Move::Solve,
            n if n % 2 == 0 => Move::Clockwise(at),
            _ => Move::CounterClockwise(at),
        };
        events.clear();
        match conduit.apply(action, &mut events) {
            Ok(()) => tally.moves += 1,
            Err(_) => tally.refused += 1,
        }
        tally.won += u64::from(conduit.is_won());
        assert_eq!(conduit.is_won(), conduit.board().is_solved());
        packets.release(&conduit, at);
        packets.advance(&conduit, stream.below(2000));
    }
}
