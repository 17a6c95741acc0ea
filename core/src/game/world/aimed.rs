//! The tiles that a monster's announced act may strike: the line of a shot, the lane of a charge, the tiles of a blow.
//! What the player is shown and what then happens follow from the same functions.

use super::actor::Actor;
use super::level::Level;
use super::scene::Scene;
use super::tell::{Preparation, Tell};
use crate::geom::{Dir, Pos};

/// A tile at least `range` tiles away in the direction of another. The line there leads through that one.
const fn far_end(from: Pos, at: Pos, range: i32) -> Pos {
    let steps = match from.steps_to(at) {
        0 => 1,
        steps => steps,
    };
    let times = (range + steps - 1) / steps;
    Pos::new(
        from.x + (at.x - from.x) * times,
        from.y + (at.y - from.y) * times,
    )
}

/// The tiles of a shot from one tile through another, up to whatever stops it, whoever stands there.
pub fn shot_line(level: &Level, from: Pos, at: Pos, range: i32) -> impl Iterator<Item = Pos> {
    let line = level.projectile_path(from, far_end(from, at, range), |_| false);
    line.take(range.max(0) as usize)
}

/// The tile that stops a shot on its last tile; `None` if it flies to the end of its range.
pub fn shot_stopped_by(
    level: &Level,
    (from, at): (Pos, Pos),
    range: i32,
    last: Pos,
) -> Option<Pos> {
    let is_short = from.steps_to(last) < range;
    let end = far_end(from, at, range);
    is_short
        .then(|| level.projectile_stopped_by(from, end, (last, false)))
        .flatten()
}

/// The direction from one tile to another; `None` unless they are on a straight line.
pub fn straight(from: Pos, at: Pos) -> Option<Dir> {
    let (dx, dy) = (at.x - from.x, at.y - from.y);
    let is_straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    let dir = || Pos::default().dir_to(Pos::new(dx.signum(), dy.signum()));
    is_straight.then(dir).flatten()
}

/// The tiles of a charge in a direction, up to whatever stops it, whoever stands there.
pub fn lane(level: &Level, from: Pos, dir: Dir, range: i32) -> impl Iterator<Item = Pos> {
    let mut at = from;
    (0..range).map_while(move |_| {
        let to = at.step(dir);
        let tile = level.tile(to);
        let open = tile.is_walkable() && !tile.is_opaque() && !level.is_hallowed(to);
        let runs = open && level.tiles.can_reach(at, dir);
        at = to;
        runs.then_some(to)
    })
}

impl Scene<'_> {
    /// The tiles that what a monster has announced may strike, in the order in which it comes to them.
    pub fn aimed_tiles(&self, actor: &Actor) -> Vec<Pos> {
        let Some(Preparation { tell, from, at }) = actor.preparing else {
            return Vec::new();
        };
        let abilities = &actor.def(self.content).abilities;
        match tell {
            Tell::Shot => {
                let range = abilities.shoots.as_ref().map_or(0, |shoots| shoots.range);
                shot_line(self.level, from, at, range).collect()
            }
            Tell::Charge => {
                let range = abilities
                    .charges
                    .as_ref()
                    .map_or(0, |charges| charges.range);
                let lanes = straight(from, at).into_iter();
                lanes
                    .flat_map(|dir| lane(self.level, from, dir, range))
                    .collect()
            }
            Tell::Call => Vec::new(),
            Tell::Heavy => vec![at],
            Tell::Sweep => {
                let reached = Dir::ALL.into_iter();
                let reached = reached.filter(|dir| self.level.tiles.can_reach(from, *dir));
                reached.map(|dir| from.step(dir)).collect()
            }
        }
    }
}
