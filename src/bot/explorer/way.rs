//! Ways around enemies that it would rather not meet.

use super::super::walk::Way;
use super::{BRAVE, Explorer, is_frontier, step};
use crate::game::content::Role;
use crate::game::{Action, Mood, View};
use crate::geom::Pos;

impl Explorer {
    /// Ignores enemies and continues on its way around them: explores, or takes the stairs down.
    pub(super) fn go_about(&mut self, view: View<'_>) -> Option<Action> {
        if let Some(action) = self.go_on(view) {
            return Some(action);
        }
        let down = view.stairs_down();
        let explores = !(self.explored || self.enough && down.is_some());
        if explores && let Some(way) = self.way_around(view, |pos| is_frontier(view, pos)) {
            self.goal = Some(way.end);
            return Some(step(way.dir));
        }
        if down == Some(view.player().pos) {
            return Some(Action::Descend { sure: true });
        }
        let way = self.way_around(view, |pos| down == Some(pos))?;
        self.goal = Some(way.end);
        self.enough = true;
        Some(step(way.dir))
    }

    /// Continues to the goal of [`go_about`](Self::go_about), if it is still one.
    pub(super) fn go_on(&mut self, view: View<'_>) -> Option<Action> {
        let goal = self.goal?;
        if self.is_worth_going(view, goal)
            && let Some(way) = self.way_around(view, |pos| pos == goal)
        {
            return Some(step(way.dir));
        }
        self.goal = None;
        None
    }

    pub(super) fn is_worth_going(&self, view: View<'_>, goal: Pos) -> bool {
        goal != view.player().pos && (is_frontier(view, goal) || view.stairs_down() == Some(goal))
    }

    /// A path to the nearest goal around all known enemies, or through them once [`BRAVE`] fights were
    /// given up.
    pub(super) fn way_around(&mut self, view: View<'_>, goal: impl Fn(Pos) -> bool) -> Option<Way> {
        let brave = self.stalls >= BRAVE;
        let met = &self.met;
        let barred = |pos: Pos| {
            !brave
                && met.iter().any(|foe| {
                    let harmless = foe.mood == Mood::Fleeing || foe.role == Role::Thief;
                    !harmless && foe.pos.steps_to(pos) <= 1
                })
        };
        self.walk.find(view, u32::MAX, barred, goal)
    }
}
