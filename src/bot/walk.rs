//! Ways over what a player knows, for bots: the game's own long actions are refused while an
//! enemy is in sight.

use crate::game::View;
use crate::geom::{Dir, Pos};
use crate::map::Nearest;

/// Looks for ways over known tiles, with buffers that are kept.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    nearest: Nearest,
    way: Vec<Pos>,
}

/// A way that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// Its first step.
    pub dir: Dir,
    /// How many steps it has.
    pub steps: u32,
    /// Where it ends.
    pub end: Pos,
}

impl Walk {
    /// A shortest way from where the player is to the nearest tile that is a `goal`, at most `most`
    /// steps, over tiles that are not `barred`; `None` if there is none, or if one is there.
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
        Some(Way {
            dir,
            steps: way.len() as u32,
            end,
        })
    }
}
