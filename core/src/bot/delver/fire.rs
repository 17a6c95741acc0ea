//! What it does about fire: it leaves tiles that burn or may in the next turn, and walks into none.

use super::{Driver, can_step_to, step};
use crate::game::{Action, Command, Condition, View};
use crate::geom::{Dir, Pos};
use crate::map::Tile;

/// Steps within which it looks for a place out of reach of a fire.
const MAX_ESCAPE: u32 = 12;

/// Steps within which it goes to water while it burns.
const MAX_TO_WATER: u32 = 3;

impl Driver {
    /// Leaves a tile that burns or may in the next turn, by the shortest way and through flames only if
    /// there is no other.
    pub(super) fn leave_fire(&mut self, view: View<'_>) -> Option<Command> {
        if !view.is_fire_at_player() {
            return None;
        }
        view.fire_front(&mut self.fire);
        let (fire, finder) = (&self.fire, &mut self.path_finder);
        let is_safe = |pos| !fire.contains(pos);
        let taken = |pos| view.actor_at(pos).is_some();
        let burns = |pos| taken(pos) || view.field(pos).flame > 0;
        let path = finder
            .find(view, MAX_ESCAPE, burns, is_safe)
            .or_else(|| finder.find(view, MAX_ESCAPE, taken, is_safe))?;
        Some(step(path.dir))
    }

    /// Goes to water that is near while it burns, and else stays where nothing else burns.
    pub(super) fn put_out_flames(&mut self, view: View<'_>) -> Option<Command> {
        if view.condition(Condition::Burning) == 0 {
            return None;
        }
        let tile = |pos| view.tile(pos).map_or(Tile::Void, |tile| tile.tile);
        let is_wet = |pos: Pos| {
            let mut beside = Dir::ALL.map(|dir| pos.step(dir)).into_iter();
            tile(pos).is_wet() || beside.any(|near| tile(near).is_deep())
        };
        let taken = |pos| view.actor_at(pos).is_some() || view.field(pos).flame > 0;
        let path = self.path_finder.find(view, MAX_TO_WATER, taken, is_wet);
        Some(path.map_or(Action::Wait.into(), |path| step(path.dir)))
    }

    /// The command, unless it is a step onto a tile that burns or may in the next turn: then it waits
    /// until the fire has burnt down.
    pub(super) fn keep_out_of_fire(&mut self, view: View<'_>, command: Command) -> Command {
        let Action::Move { dir } = command.action else {
            return command;
        };
        let me = view.player().pos;
        let to = me.step(dir);
        if view.is_fire_at_player() || view.actor_at(to).is_some() || !can_step_to(view, me, to) {
            return command;
        }
        view.fire_front(&mut self.fire);
        if !self.fire.is_empty() && self.fire.contains(to) {
            return Action::Wait.into();
        }
        command
    }
}
