//! The rounds that were left: undo and redo lead to them at the ends of a round's own history.

use super::{Recorded, Round};

/// Limits of the shelf each way: rounds, and their tiles or cells in all, which a single round may exceed.
pub const MAX_ROUNDS: usize = 32;
const MAX_AREA: usize = 1 << 18;

/// The rounds before and after the one that is shown, the nearest last.
pub struct Shelf<R: Round> {
    before: Vec<Recorded<R>>,
    after: Vec<Recorded<R>>,
}

impl<R: Round> Default for Shelf<R> {
    fn default() -> Self {
        Self {
            before: Vec::new(),
            after: Vec::new(),
        }
    }
}

impl<R: Round> Shelf<R> {
    /// Puts a round next to the one that is shown, before (`back`) or after it. Drops the farthest beyond
    /// the limits.
    pub fn push(&mut self, back: bool, mut round: Recorded<R>) {
        round.put_down();
        round.round_mut().put_away();
        let rounds = self.side(back);
        rounds.push(round);
        let area = |rounds: &[Recorded<R>]| -> usize {
            let areas = rounds.iter().map(|round| round.area());
            areas.sum()
        };
        while rounds.len() > MAX_ROUNDS || rounds.len() > 1 && area(rounds) > MAX_AREA {
            rounds.remove(0);
        }
    }

    /// Takes the round before (`back`) or after the one that is shown.
    pub fn take(&mut self, back: bool) -> Option<Recorded<R>> {
        self.side(back).pop()
    }

    const fn side(&mut self, back: bool) -> &mut Vec<Recorded<R>> {
        match back {
            true => &mut self.before,
            false => &mut self.after,
        }
    }

    /// The way to the nearest round that `is_wanted`: whether it lies back, and how many steps away.
    pub fn find(&self, is_wanted: impl Fn(&R) -> bool) -> Option<(bool, usize)> {
        let steps = |rounds: &[Recorded<R>]| {
            let mut nearest = rounds.iter().rev();
            nearest.position(|round| is_wanted(round)).map(|at| at + 1)
        };
        let back = steps(&self.before).map(|steps| (true, steps));
        back.or_else(|| steps(&self.after).map(|steps| (false, steps)))
    }

    /// All rounds, those before the one that is shown first.
    pub fn recorded(&self) -> impl Iterator<Item = &Recorded<R>> {
        self.before.iter().chain(&self.after)
    }

    /// All rounds, in the same order, without their recordings.
    pub fn rounds(&self) -> impl Iterator<Item = &R> {
        self.recorded().map(|round| &**round)
    }

    /// The recordings of the rounds before and after the one that is shown, the nearest last.
    pub fn texts(&self) -> [Vec<&str>; 2] {
        [&self.before, &self.after].map(|rounds| rounds.iter().map(Recorded::text).collect())
    }

    /// Whether undo leads to an earlier round.
    pub fn has_before(&self) -> bool {
        !self.before.is_empty()
    }
}
