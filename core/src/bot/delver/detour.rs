//! Paths around enemies that it would rather not meet.

use super::super::path::{Errand, Path};
use super::{Driver, Enemy, step};
use crate::game::{Action, Command, Mood, View};
use crate::geom::Pos;

impl Driver {
    /// Ignores enemies and continues on its way around them: explores, or takes the stairs down.
    pub fn bypass_enemies(&mut self, view: View<'_>) -> Option<Command> {
        if let Some(action) = self.continue_to_goal(view) {
            return Some(action);
        }
        let down = view.stairs_down();
        let explores = !(self.is_explored || self.wants_to_leave && down.is_some());
        if explores
            && let Some(path) = self.find_detour(view, |pos| view.known().is_beside_void(pos))
        {
            self.goal = Some(path.end);
            return Some(step(path.dir));
        }
        if down == Some(view.player().pos) {
            return Some(Action::Descend.sure());
        }
        let path = self.find_detour(view, |pos| down == Some(pos))?;
        self.goal = Some(path.end);
        self.wants_to_leave = true;
        Some(step(path.dir))
    }

    /// Continues to the goal of [`bypass_enemies`](Self::bypass_enemies), if it is still one.
    pub fn continue_to_goal(&mut self, view: View<'_>) -> Option<Command> {
        let goal = self.goal?;
        let is_valid = goal != view.player().pos
            && (view.known().is_beside_void(goal) || view.stairs_down() == Some(goal));
        if is_valid {
            let is_blocked = around(&self.known_enemies, self.avoids_enemies());
            let is_goal = |pos: Pos| pos == goal;
            let finder = &mut self.path_finder;
            let path = finder.follow(view, Errand::Detour, u32::MAX, is_blocked, is_goal);
            if let Some(path) = path {
                return Some(step(path.dir));
            }
        }
        self.goal = None;
        None
    }

    /// Finds a path to the nearest goal around all known enemies, or through them if it no longer
    /// avoids them.
    pub fn find_detour(&mut self, view: View<'_>, is_goal: impl Fn(Pos) -> bool) -> Option<Path> {
        let is_blocked = around(&self.known_enemies, self.avoids_enemies());
        self.path_finder.find(view, u32::MAX, is_blocked, is_goal)
    }
}

/// Whether a tile is in reach of an enemy that it goes around.
fn around(enemies: &[Enemy], avoids: bool) -> impl Fn(Pos) -> bool {
    move |pos: Pos| {
        let is_around = |enemy: &Enemy| {
            let steals = enemy.def.abilities.steals.is_some();
            let is_harmless = enemy.mood == Mood::Fleeing || steals;
            !is_harmless && enemy.pos.steps_to(pos) <= 1
        };
        avoids && enemies.iter().any(is_around)
    }
}
