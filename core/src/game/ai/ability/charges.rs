//! `charges`: it paws the ground for a turn, runs along a straight line and strikes.

use super::declare::{Ability, Announced, Nature, ability};
use crate::game::ai::announce::{report_wasted, take_turn};
use crate::game::ai::blow::attack_at;
use crate::game::ai::step::{can_step, is_away_from_post};
use crate::game::content::ability::Announcement;
use crate::game::rules::tread::{come_onto, stops};
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::announcement::AnnouncementWords;
use crate::game::world::condition::Condition;
use crate::game::world::event::FightEvent;
use crate::game::world::footing::Way;
use crate::game::world::level::Level;
use crate::geom::{Dir, Pos};

ability! {
    /// Paws the ground for a turn where a straight free line leads to the player, unless it is recovering. Then it runs
    /// along that line and strikes whoever stands in it first, or runs into what ends it.
    charges: Charges, Hooves, "paws the ground for a turn and then charges along a straight line, up to {charges.range} tiles" {
        range: i32 = 6 in 2..=40, "tiles it charges at most";
        force: i32 = 200 in 0..=1000, "per cent of a plain blow's damage that a charge does";
        time: u32 = 200 in 10..=1000, "per cent of a blow's ticks that a charge takes";
        recovers: u16 = 5 in 1..=999, "turns until it can charge, heal or call";
    }
}

impl Ability for Charges {
    const NATURE: Nature = Nature {
        acts_from_afar: true,
        ..Nature::PLAIN
    };

    /// Paws the ground where a free straight line leads to its target.
    fn act(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        let (scene, actor) = (turn.scene(), &turn.level[id]);
        let (pos, target) = (actor.pos, scene.target_pos(actor)?);
        let in_range = (2..=self.range).contains(&pos.steps_to(target));
        if actor.is_spent()
            || !scene.sees_target(actor)
            || !in_range
            || is_away_from_post(scene, actor)
        {
            return None;
        }
        let dir = straight(pos, target)?;
        if !can_step(scene, actor, dir) {
            return None;
        }
        let first = lane(turn.level, pos, dir, self.range).find(|pos| !scene.is_free(*pos));
        let is_open = first == Some(target);
        is_open.then(|| take_turn(turn, id, Announcement::Charge, target))
    }

    fn reach(&self) -> i32 {
        self.range
    }

    fn force_from_afar(&self) -> i32 {
        self.force
    }
}

impl Announced for Charges {
    const WORDS: AnnouncementWords = AnnouncementWords {
        begins: "paws the ground",
        state: "about to charge",
        answer: "It is about to run along the marked lane, at whoever stands in it first: step out of it.",
        misses: "{name} runs on and meets nobody",
        meets: "{name} runs into {what}",
    };

    fn tiles(&self, level: &Level, from: Pos, at: Pos) -> Vec<Pos> {
        let lanes = straight(from, at).into_iter();
        lanes
            .flat_map(|dir| lane(level, from, dir, self.range))
            .collect()
    }

    /// Runs along the lane and strikes whoever stands in it first, or runs into what ends it. Webs catch it, holes
    /// swallow it, and what it runs across acts on it as on anybody.
    fn carry_out(&self, turn: &mut Turn<'_>, id: ActorId, at: Pos) -> Option<u32> {
        let actor = &turn.level[id];
        let (def, from) = (actor.def(turn.content), actor.pos);
        let dir = straight(from, at)?;
        let (mut way, mut struck) = (Vec::new(), None);
        for pos in lane(turn.level, from, dir, self.range) {
            if !turn.scene().is_free(pos) {
                struck = Some(pos);
                break;
            }
            way.push(pos);
            if stops(turn.scene(), id, pos) {
                break;
            }
        }
        let to = way.last().copied().unwrap_or(from);
        turn.level.move_actor(id, to);
        let conditions = &mut turn.level[id].conditions;
        conditions.extend(Condition::Spent, self.recovers);
        let who = turn.event_actor(id);
        turn.emit(FightEvent::Charged { who, from, to });
        // Where it ends, the turn of whoever stands there sees to it.
        for pos in way.into_iter().filter(|pos| *pos != to) {
            come_onto(turn, id, pos, Way::Across);
        }
        if turn.level.actor(id).is_none() {
            return Some(def.strike);
        }
        match struck {
            Some(pos) => {
                attack_at(turn, id, pos, self.force, None);
            }
            None => {
                let end = to.step(dir);
                let is_short =
                    from.steps_to(to) < self.range && !turn.level.tile(end).is_walkable();
                report_wasted(turn, id, Announcement::Charge, is_short.then_some(end));
            }
        }
        Some(def.strike * self.time / 100)
    }
}

/// The direction from one tile to another; `None` unless they are on a straight line.
fn straight(from: Pos, at: Pos) -> Option<Dir> {
    let (dx, dy) = (at.x - from.x, at.y - from.y);
    let is_straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    let dir = || Pos::default().dir_to(Pos::new(dx.signum(), dy.signum()));
    is_straight.then(dir).flatten()
}

/// The tiles of a charge in a direction, up to whatever stops it, whoever stands there.
fn lane(level: &Level, from: Pos, dir: Dir, range: i32) -> impl Iterator<Item = Pos> {
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
