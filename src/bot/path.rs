//! Path search over the tiles that a player knows, for bots: the game refuses its own long actions
//! while an enemy is in sight.

use crate::game::View;
use crate::geom::{Dir, Pos};
use crate::map::Nearest;

/// A breadth-first search over known tiles that reuses its buffers.
#[derive(Clone, Debug, Default)]
pub struct PathFinder {
    nearest: Nearest,
    /// The goal first and the next step last.
    path: Vec<Pos>,
}

/// A shortest path to a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    /// Direction of the first step.
    pub dir: Dir,
    /// The goal tile where it ends.
    pub end: Pos,
}

impl PathFinder {
    /// Finds a shortest path of at most `max_steps` from the player to the nearest other tile that is
    /// a goal, over tiles that are not blocked.
    pub fn find(
        &mut self,
        view: View<'_>,
        max_steps: u32,
        is_blocked: impl Fn(Pos) -> bool,
        is_goal: impl Fn(Pos) -> bool,
    ) -> Option<Path> {
        let avoids = |pos: Pos| view.is_trapped(pos) || is_blocked(pos);
        self.find_over_traps(view, max_steps, avoids, is_goal)
    }

    /// As [`find`](Self::find), but what lies underfoot blocks nothing by itself.
    pub fn find_over_traps(
        &mut self,
        view: View<'_>,
        max_steps: u32,
        is_blocked: impl Fn(Pos) -> bool,
        is_goal: impl Fn(Pos) -> bool,
    ) -> Option<Path> {
        let (known, start, path) = (view.known(), view.player().pos, &mut self.path);
        self.nearest
            .find(known, start, max_steps, is_blocked, is_goal, path);
        let (end, next) = (*path.first()?, *path.last()?);
        let dir = start.dir_to(next)?;
        Some(Path { dir, end })
    }
}
