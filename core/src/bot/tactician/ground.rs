//! The ground that it fights on: out of the line of archers, and behind doors.

use super::TacticianTactics;
use crate::bot::Means;
use crate::bot::delver::{Driver, Enemy, step};
use crate::game::{Action, Command, Mood, View};
use crate::geom::{Dir, Pos, Rect};
use crate::map::{Tile, line};

/// Steps that it goes to get out of the line of archers.
const COVER: u32 = 5;
/// Steps that it goes to stand behind a door, and tiles within which it looks for one.
const POST: i32 = 14;
/// Steps within which there must be no way for enemies but the door.
const AROUND: u32 = 12;

impl TacticianTactics {
    /// Waits beside a doorway that its enemies have to come through, or goes there, with those behind it that could not
    /// strike it on the way: in a doorway they come one at a time, and have no room.
    pub(super) fn hold_doorway(&mut self, driver: &mut Driver, view: View<'_>) -> Option<Command> {
        if !driver.may_use(Means::Doors) {
            return None;
        }
        let me = view.player().pos;
        let known = view.known();
        let is_door = |pos: Pos| matches!(known.get(pos), Some(Tile::DoorOpen | Tile::DoorClosed));
        let mut beside = driver.enemies.iter().take_while(|one| one.distance <= 1);
        if beside.any(|one| is_door(one.pos)) {
            return None;
        }
        let hunts = |one: &&Enemy| one.mood == Mood::Hunting;
        let hunters: Vec<Pos> = driver
            .enemies
            .iter()
            .filter(hunts)
            .map(|one| one.pos)
            .collect();
        let around = Rect::between(me, me).grown(POST).positions();
        let doors = around.filter(|pos| is_door(*pos) && !hunters.contains(pos));
        let mut posts: Vec<Pos> = Vec::new();
        for door in doors {
            for dir in Dir::ALL.into_iter().filter(|dir| !dir.is_diagonal()) {
                let behind = door.step(dir);
                if !known.is_walkable(behind) || is_door(behind) {
                    continue;
                }
                let is_shut = |pos: Pos| pos == door;
                let is_hunter = |pos: Pos| hunters.contains(&pos);
                if driver
                    .path_finder
                    .reaches(view, behind, AROUND, is_shut, is_hunter)
                {
                    continue;
                }
                posts.push(behind);
            }
        }
        if posts.contains(&me) {
            if driver.enemies[0].distance <= 1 {
                return None;
            }
            let throw = self.throw(driver, view);
            return throw.or_else(|| self.by(Means::Doors, Some(Action::Wait.into())));
        }
        let enemies = &driver.enemies;
        // Somebody could strike it there when it arrives.
        let is_taken = |pos: Pos| {
            enemies.iter().any(|enemy| {
                let pace = i32::try_from(enemy.ticks_per_step).unwrap_or(100);
                (enemy.pos.steps_to(pos) - 1) * pace < me.steps_to(pos) * 100
            })
        };
        let is_goal = |pos: Pos| posts.contains(&pos);
        let path = driver
            .path_finder
            .find(view, POST.unsigned_abs(), is_taken, is_goal)?;
        self.by(Means::Doors, Some(step(path.dir)))
    }

    /// Steps out of the line of those that shoot, or into what hides it, so that they have to come.
    pub(super) fn take_cover(&mut self, driver: &mut Driver, view: View<'_>) -> Option<Command> {
        let archers: Vec<Pos> = driver
            .enemies
            .iter()
            .filter(|enemy| enemy.shoots() && enemy.mood == Mood::Hunting && enemy.distance > 2)
            .map(|enemy| enemy.pos)
            .collect();
        if archers.is_empty() || !driver.may_use(Means::Doors) || !driver.avoids_enemies() {
            return None;
        }
        let known = view.known();
        let is_opaque = |pos: Pos| known.get(pos).is_none_or(|tile| tile.is_opaque());
        let is_hit = |from: Pos, to: Pos| {
            let mut crossed = line::bolt(from, to, is_opaque).skip(1);
            crossed.all(|pos| pos == to || !is_opaque(pos))
        };
        let grass = view.content().rules().sight.grass;
        let is_hidden = |pos: Pos| known.get(pos).is_some_and(|tile| tile.hides());
        let is_covered = |pos: Pos| {
            let hides_from = |from: &Pos| is_hidden(pos) && from.steps_to(pos) > grass;
            archers
                .iter()
                .all(|from| hides_from(from) || !is_hit(*from, pos))
        };
        let is_taken = |pos: Pos| {
            driver
                .enemies
                .iter()
                .any(|enemy| enemy.pos.steps_to(pos) <= 1)
        };
        let path = driver.path_finder.find(view, COVER, is_taken, is_covered)?;
        self.by(Means::Doors, Some(step(path.dir)))
    }
}
