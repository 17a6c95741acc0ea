//! `shoots`: it takes aim for a turn at a target in sight that is not beside it, and then shoots along that line.

use super::declare::{Ability, Announced, Nature, ability};
use crate::game::ai::announce::{report_wasted, take_turn};
use crate::game::ai::blow::attack_at;
use crate::game::content::ability::Announcement;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::announcement::AnnouncementWords;
use crate::game::world::detail::Projectile;
use crate::game::world::event::FightEvent;
use crate::game::world::level::Level;
use crate::game::world::scene::Scene;
use crate::geom::Pos;

ability! {
    /// Takes aim for a turn at a player who is not beside it, along a free line. Then it shoots along that line, at
    /// whoever stands in it first.
    shoots: Shoots, Bowstring, "takes aim for a turn and then shoots along a line, up to {shoots.range} tiles" {
        range: i32 = 8 in 1..=40, "tiles it shoots";
        force: i32 = 150 in 0..=1000, "per cent of a plain blow's damage that a shot does";
    }
}

impl Ability for Shoots {
    const NATURE: Nature = Nature {
        acts_from_afar: true,
        needs_no_way: true,
        keeps_away: true,
        ..Nature::PLAIN
    };

    /// Takes aim.
    fn act(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        let (scene, actor) = (turn.scene(), &turn.level[id]);
        let from = actor.pos;
        let to = scene.target_pos(actor)?;
        let in_range = (2..=self.range).contains(&from.steps_to(to));
        if !in_range || !scene.sees_target(actor) || !has_line_of_fire(scene, from, to) {
            return None;
        }
        Some(take_turn(turn, id, Announcement::Shot, to))
    }

    fn act_cornered(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        self.act(turn, id)
    }

    fn reach(&self) -> i32 {
        self.range
    }

    fn flight(&self) -> i32 {
        self.range
    }
}

impl Announced for Shoots {
    const WORDS: AnnouncementWords = AnnouncementWords {
        begins: "takes aim",
        state: "taking aim",
        answer: "It is about to shoot along the marked line, at whoever stands in it first: step out of it.",
        misses: "the shot of {name} falls short",
        meets: "the shot of {name} strikes {what}",
    };

    fn tiles(&self, level: &Level, from: Pos, at: Pos) -> Vec<Pos> {
        shot_line(level, from, at, self.range).collect()
    }

    /// Shoots along the line, at whoever stands in it first.
    fn carry_out(&self, turn: &mut Turn<'_>, id: ActorId, at: Pos) -> Option<u32> {
        let actor = &turn.level[id];
        let (def, from) = (actor.def(turn.content), actor.pos);
        let (what, mut to) = (Projectile::Shot, from);
        let mut struck = None;
        for pos in shot_line(turn.level, from, at, self.range) {
            to = pos;
            if !turn.scene().is_free(pos) {
                struck = Some(pos);
                break;
            }
        }
        turn.emit(FightEvent::Flew { what, from, to });
        match struck {
            Some(pos) => {
                attack_at(turn, id, pos, self.force, Some(what));
            }
            None => {
                let end = shot_stopped_by(turn.level, (from, at), self.range, to);
                report_wasted(turn, id, Announcement::Shot, end);
            }
        }
        Some(def.strike)
    }
}

/// Whether a shot reaches a tile without hitting anything else.
fn has_line_of_fire(scene: Scene<'_>, from: Pos, to: Pos) -> bool {
    let mut line = shot_line(scene.level, from, to, from.steps_to(to));
    line.find(|pos| !scene.is_free(*pos)) == Some(to)
}

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
fn shot_line(level: &Level, from: Pos, at: Pos, range: i32) -> impl Iterator<Item = Pos> {
    let line = level.projectile_path(from, far_end(from, at, range), |_| false);
    line.take(range.max(0) as usize)
}

/// The tile that stops a shot on its last tile; `None` if it flies to the end of its range.
fn shot_stopped_by(level: &Level, (from, at): (Pos, Pos), range: i32, last: Pos) -> Option<Pos> {
    let is_short = from.steps_to(last) < range;
    let end = far_end(from, at, range);
    is_short
        .then(|| level.projectile_stopped_by(from, end, (last, false)))
        .flatten()
}
