//! A [`PlayedBoard`], and the [`BoardHistory`] that undo and redo step through at the ends of a
//! board's own history. Knows nothing about the cursor, hints or other presentation.

use super::config::BoardConfig;
use super::score::Stats;
use crate::app::reward::daily;
use crate::conduit::{Board, Conduit, Spec};
use crate::game::Daily;

/// How many boards undo can go back, and redo forward.
const MAX_EACH_WAY: usize = 32;

/// Adds a board, and drops the farthest beyond [`MAX_EACH_WAY`].
fn push(boards: &mut Vec<PlayedBoard>, board: PlayedBoard) {
    boards.push(board);
    if boards.len() > MAX_EACH_WAY {
        boards.remove(0);
    }
}

/// A board with the moves made on it.
#[derive(Clone)]
pub(super) struct PlayedBoard {
    /// The settings that the next new board starts from.
    pub config: BoardConfig,
    /// The spec that generates the board; `None` if it was opened by its id.
    pub spec: Option<Spec>,
    /// The day that it is the daily of.
    pub day: Option<Daily>,
    pub conduit: Conduit,
    pub stats: Stats,
}

impl PlayedBoard {
    /// A board without moves.
    pub fn new(config: BoardConfig, spec: Option<Spec>, conduit: Conduit) -> Self {
        Self {
            config,
            spec,
            day: None,
            conduit,
            stats: Stats::default(),
        }
    }

    pub fn generate(config: BoardConfig) -> Self {
        let (spec, puzzle) = config.generate();
        let config = BoardConfig { spec, ..config };
        Self::new(config, Some(spec), Conduit::new(puzzle))
    }

    /// The daily of a day.
    pub fn daily(day: Daily) -> Self {
        let config = BoardConfig {
            spec: daily::board(day),
            difficulty: None,
        };
        Self {
            day: Some(day),
            ..Self::generate(config)
        }
    }

    /// Whether this board starts as `start`, and is the daily of `day` or, without one, no daily.
    pub fn is_same(&self, start: &Board, day: Option<Daily>) -> bool {
        self.starts_as(start) && self.day == day
    }

    fn starts_as(&self, start: &Board) -> bool {
        self.conduit.puzzle().start() == start
    }
}

/// The boards before and after the one shown.
#[derive(Default)]
pub(super) struct BoardHistory {
    /// Boards that undo and redo switch to, the nearest last.
    before: Vec<PlayedBoard>,
    after: Vec<PlayedBoard>,
}

impl BoardHistory {
    /// Splits boards in undo order into the one shown, at `index`, and those around it; `None` if
    /// `index` is out of range.
    pub fn split(mut all: Vec<PlayedBoard>, index: usize) -> Option<(PlayedBoard, Self)> {
        let mut after = all.split_off(all.len().min(index + 1));
        after.reverse();
        let shown = (all.len() == index + 1).then(|| all.pop()).flatten()?;
        Some((shown, Self { before: all, after }))
    }

    /// All boards in undo order, and the index of the one shown: the inverse of
    /// [`split`](Self::split).
    pub fn join(&self, shown: PlayedBoard) -> (Vec<PlayedBoard>, usize) {
        let after = self.after.iter().rev().cloned();
        let all = self.before.iter().cloned().chain([shown]).chain(after);
        (all.collect(), self.before.len())
    }

    /// Whether one of the boards was generated from `spec`.
    pub fn contains(&self, spec: Spec) -> bool {
        let mut all = self.before.iter().chain(&self.after);
        all.any(|board| board.spec == Some(spec))
    }

    /// The unsolved boards that start as `start`.
    pub fn unsolved<'a>(&'a self, start: &'a Board) -> impl Iterator<Item = &'a PlayedBoard> {
        let all = self.before.iter().chain(&self.after);
        all.filter(move |board| board.starts_as(start) && !board.conduit.is_won())
    }

    /// Adds a board that was left for a new one.
    pub fn push(&mut self, left: PlayedBoard) {
        push(&mut self.before, left);
    }

    /// Exchanges the board `left` for the one before (`back`) or after it. At the end of the
    /// history returns `None` and changes nothing.
    pub fn step(&mut self, back: bool, left: PlayedBoard) -> Option<PlayedBoard> {
        let [from, to] = match back {
            true => [&mut self.before, &mut self.after],
            false => [&mut self.after, &mut self.before],
        };
        let next = from.pop()?;
        push(to, left);
        Some(next)
    }

    /// The way to the nearest board that [is the same](PlayedBoard::is_same): whether it lies back,
    /// and how many steps away.
    pub fn steps_to(&self, start: &Board, day: Option<Daily>) -> Option<(bool, usize)> {
        let steps = |boards: &[PlayedBoard]| {
            let mut nearest = boards.iter().rev();
            nearest
                .position(|board| board.is_same(start, day))
                .map(|at| at + 1)
        };
        let back = steps(&self.before).map(|steps| (true, steps));
        back.or_else(|| steps(&self.after).map(|steps| (false, steps)))
    }

    /// Whether undo leads to an earlier board.
    pub fn has_earlier(&self) -> bool {
        !self.before.is_empty()
    }

    /// Forgets the earlier boards, so that undo stops at the one shown.
    pub fn clear_before(&mut self) {
        self.before.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;
    use crate::rng::Seed;

    #[test]
    fn boards_are_kept_up_to_a_limit_each_way() {
        let board = |seed: u64| {
            let mut config = BoardConfig::first(Seed(seed));
            let size = Size::new(3, 3);
            config.spec = Spec::new(size, config.spec.rules, Seed(seed)).unwrap();
            PlayedBoard::generate(config)
        };
        let mut history = BoardHistory::default();
        let mut shown = board(0);
        // A new board, and back from it.
        for seed in 1..100 {
            history.push(shown);
            shown = history.step(true, board(seed)).unwrap();
        }
        let (boards, index) = history.join(shown);
        assert_eq!((boards.len(), index), (1 + MAX_EACH_WAY, 0));
        assert_eq!(
            boards[1].spec.unwrap().seed,
            Seed(99),
            "the nearest is kept"
        );
    }
}
