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
    /// The way that it follows, as `path`, with what for.
    way: Option<(Errand, Vec<Pos>)>,
    /// For what it found no way lately, and how often it still says so without another search.
    lost: Vec<(Errand, u32)>,
}

/// What a way is for that is followed from turn to turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errand {
    /// To the nearest brazier that burns.
    Brazier,
    /// To a font.
    Font,
    /// To work in a set piece.
    Room,
    /// To a tomb.
    Tomb,
    /// To a cracked wall.
    Wall,
    /// Around enemies.
    Detour,
}

/// How often it does not search again for what it found no way to.
const LOST: u32 = 12;

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

    /// As [`find`](Self::find), but goes on along the way of its last call for an errand while that is
    /// free, and does not search each time for what it did not find.
    pub fn follow(
        &mut self,
        view: View<'_>,
        errand: Errand,
        max_steps: u32,
        is_blocked: impl Fn(Pos) -> bool,
        is_goal: impl Fn(Pos) -> bool,
    ) -> Option<Path> {
        let me = view.player().pos;
        if let Some((other, mut way)) = self.way.take()
            && other == errand
            && way.pop() == Some(me)
            && let (Some(&end), Some(&next)) = (way.first(), way.last())
            && is_goal(end)
        {
            let known = view.known();
            let mut from = me;
            let is_free = way.iter().rev().all(|&to| {
                let dir = from.dir_to(to);
                let can_step = dir.is_some_and(|dir| known.can_step(from, dir));
                from = to;
                can_step && !view.is_trapped(to) && !is_blocked(to)
            });
            if is_free {
                let dir = me.dir_to(next)?;
                self.way = Some((errand, way));
                return Some(Path { dir, end });
            }
        }
        if let Some(at) = self.lost.iter().position(|(other, _)| *other == errand) {
            let (_, left) = &mut self.lost[at];
            *left -= 1;
            if *left == 0 {
                self.lost.remove(at);
            }
            return None;
        }
        let path = self.find(view, max_steps, is_blocked, is_goal);
        match path {
            Some(_) => self.way = Some((errand, self.path.clone())),
            // Who is in the way of a detour moves.
            None if errand == Errand::Detour => {}
            None => self.lost.push((errand, LOST)),
        }
        path
    }

    /// Whether a path of at most `max_steps` leads from a tile to a goal over known tiles that are not blocked.
    pub fn reaches(
        &mut self,
        view: View<'_>,
        from: Pos,
        max_steps: u32,
        is_blocked: impl Fn(Pos) -> bool,
        is_goal: impl Fn(Pos) -> bool,
    ) -> bool {
        let (known, path) = (view.known(), &mut self.path);
        self.nearest
            .find(known, from, max_steps, is_blocked, is_goal, path)
    }

    /// Forgets the ways of a level.
    pub fn forget(&mut self) {
        self.way = None;
        self.lost.clear();
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
