//! `sweeps`: it draws back beside its target for a turn, and then strikes all around it.

use super::declare::{Ability, Announced, ability};
use crate::game::ai::announce::{report_wasted, take_turn};
use crate::game::ai::blow::attack_at;
use crate::game::ai::step::can_strike;
use crate::game::content::ability::Announcement;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::announcement::AnnouncementWords;
use crate::game::world::level::Level;
use crate::geom::{Dir, Pos};

ability! {
    /// After some blows it draws back beside the player for a turn, and then strikes all around it.
    sweeps: Sweeps, Metal, "strikes all around it every {sweeps.every} turns, and draws back for a turn before that" {
        every: u8 = 4 in 3..=99, "turns from one sweep to the next beside the player: blows, the turn in which it draws back, the sweep";
        force: i32 = 150 in 0..=1000, "per cent of a plain blow's damage that a sweep does";
    }
}

impl Ability for Sweeps {
    /// Draws back, after so many blows that the sweep is due in the turn after.
    fn act(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        let actor = &turn.level[id];
        let is_due = actor.blows.since(Announcement::Sweep).saturating_add(2) >= self.every;
        if !is_due || !can_strike(turn.scene(), actor) {
            return None;
        }
        let pos = actor.pos;
        Some(take_turn(turn, id, Announcement::Sweep, pos))
    }
}

impl Announced for Sweeps {
    const WORDS: AnnouncementWords = AnnouncementWords {
        begins: "draws back to strike all around",
        state: "about to sweep",
        answer: "It is about to strike all around it: get two tiles away from it.",
        misses: "{name} sweeps the empty air",
        meets: "{name} sweeps the empty air",
    };

    fn tiles(&self, level: &Level, from: Pos, _: Pos) -> Vec<Pos> {
        let dirs = Dir::ALL.into_iter();
        let reached = dirs.filter(|dir| level.tiles.can_reach(from, *dir));
        reached.map(|dir| from.step(dir)).collect()
    }

    /// Strikes whoever stands around it.
    fn carry_out(&self, turn: &mut Turn<'_>, id: ActorId, _: Pos) -> Option<u32> {
        let actor = &mut turn.level[id];
        let (def, pos) = (actor.def(turn.content), actor.pos);
        actor.blows.begin_anew(Announcement::Sweep);
        let mut has_struck = false;
        for dir in Dir::ALL {
            let at = pos.step(dir);
            if turn.level.actor(id).is_some() && turn.scene().blow_reaches(pos, dir) {
                has_struck |= attack_at(turn, id, at, self.force, None);
            }
        }
        if !has_struck {
            report_wasted(turn, id, Announcement::Sweep, None);
        }
        Some(def.strike)
    }
}
