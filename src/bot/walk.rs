//! Path search over the tiles that a player knows, for bots: the game refuses its own long actions
//! while an enemy is in sight.

use crate::game::View;
use crate::geom::{Dir, Pos};
use crate::map::Nearest;

/// A breadth-first search over known tiles that reuses its buffers.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    nearest: Nearest,
    way: Vec<Pos>,
}

/// A shortest path to a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// Direction of the first step.
    pub dir: Dir,
    /// The goal tile where it ends.
    pub end: Pos,
}

impl Walk {
    /// Finds a shortest path from the player to the nearest other tile that is a `goal`, of at most
    /// `most` steps, over tiles that are not `barred`.
    pub fn find(
        &mut self,
        view: View<'_>,
        most: u32,
        barred: impl Fn(Pos) -> bool,
        goal: impl Fn(Pos) -> bool,
    ) -> Option<Way> {
        let (known, start, way) = (view.known(), view.player().pos, &mut self.way);
        self.nearest.find(known, start, most, barred, goal, way);
        let (end, next) = (*way.first()?, *way.last()?);
        let dir = Dir::ALL.into_iter().find(|dir| start.step(*dir) == next)?;
        Some(Way { dir, end })
    }
}
