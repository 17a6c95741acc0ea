//! The rounds that were left: undo and redo lead to them at the ends of a round's own history.

use std::sync::Arc;

use serde::ser::{Serialize, SerializeTuple, Serializer};

use super::Round;

/// Limits of the shelf each way: rounds, and their tiles or cells in all, which a single round may exceed.
const MAX_ROUNDS: usize = 32;
const MAX_AREA: usize = 1 << 18;

/// A value as it is written to a file. A round on the shelf does not change, so it is written only once.
#[derive(Clone)]
pub struct Packed(Arc<[u8]>);

impl Packed {
    /// Writes a value.
    pub fn new(value: &impl Serialize) -> Self {
        let bytes = postcard::to_allocvec(value);
        Self(bytes.expect("plain data serializes into a vector").into())
    }

    /// Whether it is this very one.
    #[cfg(test)]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Serialize for Packed {
    /// Serializes the bytes as they are, as if the value itself were serialized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut bytes = serializer.serialize_tuple(self.0.len())?;
        for byte in &*self.0 {
            bytes.serialize_element(byte)?;
        }
        bytes.end()
    }
}

/// A round on the shelf.
struct Kept<R> {
    round: R,
    packed: Packed,
}

/// The rounds before and after the one that is shown, the nearest last.
pub struct Shelf<R> {
    before: Vec<Kept<R>>,
    after: Vec<Kept<R>>,
}

impl<R> Default for Shelf<R> {
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
    pub fn push(&mut self, back: bool, mut round: R) {
        round.put_away();
        let packed = Packed::new(&round.pack());
        let rounds = self.side(back);
        rounds.push(Kept { round, packed });
        let area = |rounds: &[Kept<R>]| -> usize {
            let areas = rounds.iter().map(|kept| kept.round.area());
            areas.sum()
        };
        while rounds.len() > MAX_ROUNDS || rounds.len() > 1 && area(rounds) > MAX_AREA {
            rounds.remove(0);
        }
    }

    /// Takes the round before (`back`) or after the one that is shown.
    pub fn take(&mut self, back: bool) -> Option<R> {
        self.side(back).pop().map(|kept| kept.round)
    }

    const fn side(&mut self, back: bool) -> &mut Vec<Kept<R>> {
        match back {
            true => &mut self.before,
            false => &mut self.after,
        }
    }

    /// Lets undo go on at the far end of the redo, if nothing is left before the round that is shown.
    pub fn wrap(&mut self) {
        if self.before.is_empty() {
            std::mem::swap(&mut self.before, &mut self.after);
            self.before.reverse();
        }
    }

    /// The way to the nearest round that `is_wanted`: whether it lies back, and how many steps away.
    pub fn find(&self, is_wanted: impl Fn(&R) -> bool) -> Option<(bool, usize)> {
        let steps = |rounds: &[Kept<R>]| {
            let mut nearest = rounds.iter().rev();
            nearest
                .position(|kept| is_wanted(&kept.round))
                .map(|at| at + 1)
        };
        let back = steps(&self.before).map(|steps| (true, steps));
        back.or_else(|| steps(&self.after).map(|steps| (false, steps)))
    }

    /// All rounds, in no order.
    pub fn rounds(&self) -> impl Iterator<Item = &R> {
        let all = self.before.iter().chain(&self.after);
        all.map(|kept| &kept.round)
    }

    /// The saved rounds before and after the one that is shown, the nearest last.
    pub fn packed(&self) -> [Vec<(&R, Packed)>; 2] {
        [&self.before, &self.after].map(|rounds| {
            let rounds = rounds.iter();
            rounds
                .map(|kept| (&kept.round, kept.packed.clone()))
                .collect()
        })
    }

    /// Whether undo leads to an earlier round.
    pub fn has_before(&self) -> bool {
        !self.before.is_empty()
    }
}
