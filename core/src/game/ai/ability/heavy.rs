//! `heavy`: one blow in so many is heavy. It shows with the blow before, and falls on one tile.

use super::declare::{Ability, Announced, ability};
use crate::game::ai::announce::{report_wasted, show};
use crate::game::ai::blow::attack_at;
use crate::game::content::ability::Announcement;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::announcement::AnnouncementWords;
use crate::game::world::level::Level;
use crate::geom::Pos;

ability! {
    /// One blow in so many is heavy. It shows with the blow before, and falls on the tile where the player stood then.
    heavy: Heavy, Trudge, "strikes a heavy blow every {heavy.every} blows, at the tile where you stood the turn before" {
        every: u8 = 3 in 2..=99, "blows from one heavy blow to the next";
        force: i32 = 200 in 0..=1000, "per cent of a plain blow's damage that a heavy blow does";
    }
}

impl Ability for Heavy {
    /// Shows after a blow that the next one is heavy, if it is.
    fn follow_blow(&self, turn: &mut Turn<'_>, id: ActorId) {
        let actor = turn.level.actor(id).filter(|_| !turn.is_over());
        if let Some(actor) = actor
            && actor.blows.since(Announcement::Heavy).saturating_add(1) >= self.every
            && let Some(at) = turn.scene().target_pos(actor)
        {
            show(turn, id, Announcement::Heavy, at);
        }
    }
}

impl Announced for Heavy {
    const WORDS: AnnouncementWords = AnnouncementWords {
        begins: "raises both hands for a heavy blow",
        state: "next blow heavy",
        answer: "Its next blow is heavy, and falls on the marked tile: step off it.",
        misses: "the heavy blow of {name} meets nobody",
        meets: "the heavy blow of {name} meets nobody",
    };

    fn tiles(&self, _: &Level, _: Pos, at: Pos) -> Vec<Pos> {
        vec![at]
    }

    /// Strikes the tile that it aimed at, whoever stands there now.
    fn carry_out(&self, turn: &mut Turn<'_>, id: ActorId, at: Pos) -> Option<u32> {
        let actor = &mut turn.level[id];
        let (def, pos) = (actor.def(turn.content), actor.pos);
        actor.blows.count();
        actor.blows.begin_anew(Announcement::Heavy);
        let dir = pos.dir_to(at);
        let reaches = dir.is_some_and(|dir| turn.scene().blow_reaches(pos, dir));
        if !(reaches && attack_at(turn, id, at, self.force, None)) {
            report_wasted(turn, id, Announcement::Heavy, None);
        }
        Some(def.strike)
    }
}
