//! A [`Solve`]: a board or a maze that was finished, with each move and when it was made. It can be watched again and
//! raced against. As a word it fits into a link.
//!
//! The word is that of `packed` for bits: 4 with the version, the number of moves, each move with the
//! time since the one before in units of 50 ms, and 16 with the end of the digest of the finished round.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::Round;
use crate::packed::{self, BitReader, BitWriter};

/// The version of the word.
const VERSION: u32 = 2;

/// The unit of time in a word, in milliseconds: shorter than a key repeats itself.
const UNIT: u32 = 50;

/// The most moves of a word, and the bytes that they may take.
const MAX_MOVES: u32 = 100_000;
const MAX_BYTES: usize = 1 << 20;

/// The largest round of which a solve is kept, in tiles or cells: it is begun again to check it.
const MAX_AREA: usize = 256 * 256;

/// A move that can be a few bits of a word.
pub trait PackedMove: Sized {
    /// What shortens a move after others, such as where they were.
    type Before: Default;

    /// Appends the move.
    fn pack(self, before: &mut Self::Before, bits: &mut BitWriter);

    /// Reads a move; `None` if it is none.
    fn unpack(before: &mut Self::Before, bits: &mut BitReader<'_>) -> Option<Self>;
}

/// Why a word is no solve of a round.
const DAMAGED: &str = "the recorded solve is damaged or incomplete";
const UNFINISHED: &str = "the recorded solve is of another round: it does not end as it should";

/// A finished round from its start, with each move and the milliseconds played before it.
pub struct Solve<R: Round> {
    setup: String,
    moves: Vec<(u32, R::Move)>,
}

impl<R: Round> fmt::Debug for Solve<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { setup, moves } = self;
        write!(f, "{} moves in {setup}", moves.len())
    }
}

impl<R: Round> Solve<R> {
    /// The solve of a round that is begun by a setup; `None` if these moves do not finish it.
    pub(super) fn checked(setup: String, moves: Vec<(u32, R::Move)>) -> Option<Self> {
        let solve = Self { setup, moves };
        let round = R::begin(&solve.setup).ok()?;
        let is_small = round.area() <= MAX_AREA;
        (is_small && solve.finish(round).is_ok()).then_some(solve)
    }

    /// The round as the moves leave it: finished. `None` if they do not lead there, as under other rules.
    pub fn end(&self) -> Option<R> {
        self.finish(R::begin(&self.setup).ok()?).ok()
    }

    /// Makes all moves in a round at its start.
    fn finish(&self, mut round: R) -> Result<R, String> {
        for ((_, action), number) in self.moves.iter().zip(1..) {
            let played = round.play(*action);
            played.map_err(|reason| {
                format!("the recorded solve is of another round: move {number} cannot be made ({reason})")
            })?;
        }
        match round.is_finished() {
            true => Ok(round),
            false => Err(UNFINISHED.to_owned()),
        }
    }

    /// Each move, with the time played before it.
    pub fn moves(
        &self,
    ) -> impl ExactSizeIterator<Item = (Duration, R::Move)> + DoubleEndedIterator {
        let moves = self.moves.iter();
        moves.map(|(millis, action)| (Duration::from_millis((*millis).into()), *action))
    }

    /// The time up to the last move.
    pub fn time(&self) -> Duration {
        let last = self.moves().next_back();
        last.map_or(Duration::ZERO, |(time, _)| time)
    }

    /// The number of moves made up to a time.
    pub fn made_by(&self, time: Duration) -> usize {
        let millis = time.as_millis();
        self.moves
            .partition_point(|(made, _)| u128::from(*made) <= millis)
    }

    /// The words by which the round is begun.
    pub fn setup(&self) -> &str {
        &self.setup
    }

    /// The solve as a word.
    ///
    /// # Errors
    /// If the round can no longer be begun.
    pub fn pack(&self) -> Result<String, String> {
        let round = R::begin(&self.setup)?;
        let digest = self.finish(round)?.digest();
        let mut bits = BitWriter::default();
        bits.bits(VERSION, 4);
        bits.number(self.moves.len() as u32, 7);
        let (mut before, mut units) = (Default::default(), 0);
        for (millis, action) in &self.moves {
            let now = millis / UNIT;
            bits.number(now.saturating_sub(units), 2);
            units = now.max(units);
            action.pack(&mut before, &mut bits);
        }
        bits.bits(digest as u32 & 0xffff, 16);
        Ok(packed::pack(&bits.into_bytes()))
    }

    /// The solve that a word tells of the round of a setup.
    ///
    /// # Errors
    /// If the word is damaged, or the solve of another round.
    pub fn unpack(setup: &str, word: &str) -> Result<Self, String> {
        let bytes = packed::unpack(word, MAX_BYTES).map_err(|_| DAMAGED)?;
        let mut bits = BitReader::new(&bytes);
        let version = bits.bits(4).ok_or(DAMAGED)?;
        if version != VERSION {
            return Err(format!(
                "the recorded solve has version {version}, and this program reads version {VERSION}"
            ));
        }
        let mut read = || {
            let count = bits.number(7).filter(|count| *count <= MAX_MOVES)?;
            let (mut before, mut units) = (Default::default(), 0_u32);
            let mut moves = Vec::new();
            for _ in 0..count {
                units = units.checked_add(bits.number(2)?)?;
                let action = R::Move::unpack(&mut before, &mut bits)?;
                moves.push((units.checked_mul(UNIT)?, action));
            }
            Some((moves, bits.bits(16)?))
        };
        let (moves, end) = read().ok_or(DAMAGED)?;
        let setup = setup.to_owned();
        let solve = Self { setup, moves };
        let round = R::begin(&solve.setup)?;
        match solve.finish(round)?.digest() as u32 & 0xffff == end {
            true => Ok(solve),
            false => Err(UNFINISHED.to_owned()),
        }
    }
}

/// Plays a [`Solve`], to any move and back.
pub struct SolvePlayer<R: Round> {
    solve: Arc<Solve<R>>,
    round: R,
    made: usize,
}

impl<R: Round> SolvePlayer<R> {
    /// Plays a solve from its start.
    pub fn new(solve: Arc<Solve<R>>) -> Self {
        Self {
            round: Self::start(&solve),
            solve,
            made: 0,
        }
    }

    fn start(solve: &Solve<R>) -> R {
        R::begin(&solve.setup).unwrap_or_else(|_| unreachable!("a solve was begun to check it"))
    }

    /// What is played.
    pub const fn solve(&self) -> &Arc<Solve<R>> {
        &self.solve
    }

    /// The round after the moves so far.
    pub const fn round(&self) -> &R {
        &self.round
    }

    /// The number of moves so far.
    pub const fn made(&self) -> usize {
        self.made
    }

    /// Plays on, or from the start again, until `count` moves are made; returns whether anything has changed.
    pub fn seek(&mut self, count: usize) -> bool {
        let count = count.min(self.solve.moves.len());
        let is_changed = count != self.made;
        if count < self.made {
            self.round = Self::start(&self.solve);
            self.made = 0;
        }
        for (_, action) in &self.solve.moves[self.made..count] {
            // They were made to check the solve.
            let _ = self.round.play(*action);
        }
        self.made = count;
        is_changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduit::{Answer, Move, SEARCH_BUDGET};
    use crate::game::Daily;
    use crate::geom::{Pos, Rect};
    use crate::profile::board::{BoardMove, BoardRound};
    use crate::profile::maze::{MazeMove, MazeRound};
    use crate::profile::{Recorded, daily};

    /// 23 November 2026, a Monday.
    const MONDAY: u32 = 20_780;

    fn day(number: u32) -> Daily {
        Daily::of_day(number).unwrap()
    }

    fn maze(day: Daily) -> MazeRound {
        MazeRound::new(daily::maze(day).make().unwrap()).of_day(day)
    }

    /// Walks to the goal; every `stray` steps into the first other way and back. A step takes `millis`.
    fn walked(round: MazeRound, stray: usize, millis: u64) -> Recorded<MazeRound> {
        let mut recorded = Recorded::new(round);
        let step = |recorded: &mut Recorded<MazeRound>, dir| {
            recorded.round_mut().add_time(Duration::from_millis(millis));
            recorded.play(MazeMove::Step(dir)).is_ok()
        };
        let mut count = 0;
        while let Some(dir) = recorded.run().next_step() {
            count += 1;
            if count % stray == 0 {
                let other = crate::geom::Dir::CARDINAL.into_iter().find(|other| {
                    *other != dir
                        && recorded
                            .run()
                            .maze()
                            .step(recorded.run().at(), *other)
                            .is_some()
                });
                if let Some(other) = other
                    && step(&mut recorded, other)
                {
                    step(&mut recorded, other.opposite());
                }
            }
            assert!(step(&mut recorded, dir));
        }
        recorded
    }

    /// Solves a board tile by tile, and locks each.
    fn solved(round: BoardRound, millis: u64) -> Recorded<BoardRound> {
        let mut recorded = Recorded::new(round);
        let Answer::One(solution) = recorded.conduit().board().answer(SEARCH_BUDGET) else {
            panic!("a daily has one solution");
        };
        let size = recorded.conduit().size();
        let tiles = Rect::sized(Pos::default(), size.width as i32, size.height as i32);
        for at in tiles.positions() {
            while recorded.conduit().board().tile(at) != solution.tile(at) {
                recorded.round_mut().add_time(Duration::from_millis(millis));
                let turn = BoardMove::Make(Move::Clockwise(at));
                recorded.play(turn).unwrap();
            }
            let is_wellspring = recorded.conduit().board().wellspring().contains(&at);
            if !recorded.is_finished() && !is_wellspring {
                recorded.play(BoardMove::Make(Move::Lock(at))).unwrap();
            }
        }
        assert!(recorded.is_finished());
        recorded
    }

    #[track_caller]
    fn check<R: Round>(recorded: &Recorded<R>) -> usize {
        let solve = recorded.solve().expect("it is finished");
        let word = solve.pack().unwrap();
        let again = Solve::<R>::unpack(solve.setup(), &word).unwrap();
        assert_eq!(again.moves().len(), solve.moves().len());
        for ((one_time, one), (time, action)) in solve.moves().zip(again.moves()) {
            assert!(one == action);
            assert!(one_time.abs_diff(time) < Duration::from_millis(UNIT.into()));
        }
        assert_eq!(again.pack().unwrap(), word);
        word.len()
    }

    #[test]
    fn a_solve_of_each_daily_of_a_week_fits_into_a_link_and_comes_back() {
        for number in MONDAY..MONDAY + 7 {
            let day = day(number);
            let letters = check(&walked(maze(day), 4, 180));
            assert!(letters <= 600, "maze of {day}: {letters}");
            let letters = check(&solved(BoardRound::daily(day, daily::board(day)), 1300));
            assert!(letters <= 600, "board of {day}: {letters}");
        }
    }

    #[test]
    fn every_kind_of_move_is_packed() {
        let at = |x, y| Pos::new(x, y);
        let moves = [
            Move::Clockwise(at(0, 0)),
            Move::CounterClockwise(at(49, 49)),
            Move::Half(at(3, 9)),
            Move::Lock(at(3, 9)),
            Move::Jumble,
            Move::Undo,
            Move::Redo,
            Move::Pin,
            Move::Rewind,
            Move::Retract,
            Move::Hint,
            Move::Solve,
            Move::Restart,
        ];
        let others = [BoardMove::Check, BoardMove::Point, BoardMove::Again];
        let moves: Vec<BoardMove> = moves
            .map(BoardMove::Make)
            .into_iter()
            .chain(others)
            .collect();
        comes_back(&moves);
        let steps = crate::geom::Dir::CARDINAL.map(MazeMove::Step);
        let others = [
            MazeMove::Hint,
            MazeMove::Solution,
            MazeMove::Restart,
            MazeMove::UndoRestart,
            MazeMove::Dark,
            MazeMove::Light,
            MazeMove::Daily(day(MONDAY)),
        ];
        let both = steps.into_iter().chain(steps.into_iter().rev());
        let moves: Vec<MazeMove> = both.chain(others).collect();
        comes_back(&moves);
    }

    #[track_caller]
    fn comes_back<M: PackedMove + Copy + PartialEq + std::fmt::Display>(moves: &[M]) {
        let mut bits = BitWriter::default();
        let mut before = M::Before::default();
        for action in moves {
            action.pack(&mut before, &mut bits);
        }
        let bytes = bits.into_bytes();
        let mut reader = BitReader::new(&bytes);
        let mut before = M::Before::default();
        for action in moves {
            let read = M::unpack(&mut before, &mut reader);
            assert!(read == Some(*action), "{action}");
        }
    }

    #[test]
    fn a_damaged_word_and_that_of_another_day_are_refused() {
        let recorded = walked(maze(day(MONDAY)), 5, 200);
        let solve = recorded.solve().unwrap();
        let word = solve.pack().unwrap();
        let refused = |setup: &str, word: &str| Solve::<MazeRound>::unpack(setup, word).err();
        let mut wrong = 0;
        for at in 0..word.len() {
            assert!(refused(solve.setup(), &word[..at]).is_some());
            let mut other: Vec<u8> = word.bytes().collect();
            other[at] = if other[at] == b'A' { b'B' } else { b'A' };
            let other = String::from_utf8(other).unwrap();
            // A changed time makes a solve as good as any.
            wrong += usize::from(refused(solve.setup(), &other).is_some());
        }
        assert!(wrong > word.len() / 4, "{wrong} of {}", word.len());
        let other = maze(day(MONDAY + 1)).setup();
        let told = refused(&other, &word).unwrap();
        assert!(told.contains("of another round"), "{told}");
        let newer = packed::pack(&[0xf0, 0, 0]);
        let told = refused(solve.setup(), &newer).unwrap();
        assert!(told.contains("version 15"), "{told}");
    }

    #[test]
    fn a_solve_is_played_to_any_move_and_back() {
        let recorded = walked(maze(day(MONDAY)), 7, 250);
        let solve = Arc::new(recorded.solve().unwrap());
        assert_eq!(solve.moves().len(), recorded.run().steps().len());
        assert_eq!(
            solve.time(),
            Duration::from_millis(250) * solve.moves().len() as u32
        );
        assert_eq!(solve.made_by(Duration::from_millis(749)), 2);
        assert_eq!(solve.made_by(Duration::from_millis(750)), 3);
        let mut player = SolvePlayer::new(solve.clone());
        for count in [3, 9, 2, 9999, 0, 5] {
            let before = player.made();
            assert_eq!(player.seek(count), count.min(solve.moves().len()) != before);
            let made = player.made();
            assert_eq!(
                player.round().run().steps(),
                &recorded.run().steps()[..made]
            );
        }
        player.seek(usize::MAX);
        assert!(player.round().is_finished());
    }

    #[test]
    fn only_the_last_way_through_counts_and_none_that_was_not_finished() {
        let mut recorded = walked(maze(day(MONDAY)), 3, 200);
        let first = recorded.solve().unwrap().moves().len();
        recorded.play(MazeMove::Restart).unwrap();
        assert!(recorded.solve().is_none());
        while let Some(dir) = recorded.run().next_step() {
            recorded.round_mut().add_time(Duration::from_millis(90));
            recorded.play(MazeMove::Step(dir)).unwrap();
        }
        let second = recorded.solve().unwrap();
        assert!(second.moves().len() < first);
        assert_eq!(second.time(), recorded.time());
    }
}
