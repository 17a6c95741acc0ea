//! What it does about set pieces: it pulls levers, lights or puts out the lamps that open something, takes
//! prizes when it is well, and looks for a way out of a room that has closed.

use super::super::Means;
use super::super::path::Errand;
use super::{Driver, health_percent, step};
use crate::game::content::{Effect, MarkKind, SetPieceRule, Trigger};
use crate::game::{Action, Command, DeviceView, HazardKind, View};
use crate::geom::{Dir, Pos, Rect};

/// Actions per level that it spends on rooms.
const MAX_SET_PIECE_ACTIONS: u32 = 160;
/// How often it pulls the same lever, unless it is shut in.
const MAX_PULLS: usize = 2;
/// Percentage of full health from which it does what may call or wake others.
const BOLD: i32 = 80;

impl Driver {
    /// Notes whether a room has done something, so that there may be more to explore.
    pub(super) fn watch_set_pieces(&mut self, view: View<'_>) {
        let acts = view.set_pieces().map(|room| u32::from(room.acts)).sum();
        if acts != self.set_piece_acts {
            self.set_piece_acts = acts;
            self.is_explored = false;
            self.exit_is_unreachable = false;
        }
    }

    /// Works what pays in the rooms that it has seen.
    pub(super) fn visit_set_pieces(&mut self, view: View<'_>) -> Option<Command> {
        if self.set_piece_actions > MAX_SET_PIECE_ACTIONS {
            return None;
        }
        let is_well = health_percent(view) >= BOLD;
        let works: Vec<(Pos, Work)> = view
            .devices()
            .filter_map(|device| Some((device.pos, self.work_at(view, &device, is_well)?)))
            .collect();
        self.go_and_work(view, &works)
    }

    /// Gets out of a room that has closed: by what may open it, by a hole, or by waiting.
    pub(super) fn leave_set_piece(&mut self, view: View<'_>) -> Option<Command> {
        let room = self.closed_set_piece(view)?;
        let way_out = self.break_out(view, room);
        Some(way_out.unwrap_or(Action::Wait.into()))
    }

    /// The same with enemies in sight, of whom none is near; `None` if there is nothing but to wait for them.
    pub(super) fn leave_set_piece_before_enemies(&mut self, view: View<'_>) -> Option<Command> {
        if self.enemies.first()?.distance <= 1 {
            return None;
        }
        let room = self.closed_set_piece(view)?;
        self.break_out(view, room)
    }

    /// The area of the room that it is in, if no way leads out of it but over plates.
    fn closed_set_piece(&mut self, view: View<'_>) -> Option<Rect> {
        let me = view.player().pos;
        let room = view.set_pieces().find(|room| room.area.contains(me))?.area;
        let outside = |pos: Pos| !room.contains(pos);
        let way = self.path_finder.find(view, u32::MAX, |_| false, outside);
        way.is_none().then_some(room)
    }

    /// Tries what may let it out of a room.
    fn break_out(&mut self, view: View<'_>, room: Rect) -> Option<Command> {
        let outside = |pos: Pos| !room.contains(pos);
        let is_trap = |pos: Pos| view.hazard_at(pos).is_some_and(HazardKind::is_trap);
        if let Some(path) = (self.path_finder).find_over_traps(view, u32::MAX, is_trap, outside) {
            return Some(step(path.dir));
        }
        let devices = view.devices().filter(|device| room.contains(device.pos));
        let works = devices.filter_map(|device| {
            let work = match device.rule.trigger {
                Trigger::Lever => Work::Pull,
                Trigger::Take => Work::Take,
                Trigger::Step => Work::Step,
                _ => return None,
            };
            Some((device.pos, work))
        });
        let works: Vec<(Pos, Work)> = works.collect();
        // What was tried least comes first: one lever may undo what another does.
        let tries = |pos: Pos| self.worked.iter().filter(|other| **other == pos).count();
        let mut counts: Vec<usize> = works.iter().map(|(pos, _)| tries(*pos)).collect();
        counts.sort_unstable();
        counts.dedup();
        let groups = counts.into_iter().map(|count| {
            let group = works.iter().filter(|(pos, _)| tries(*pos) == count);
            group.copied().collect::<Vec<(Pos, Work)>>()
        });
        let groups: Vec<Vec<(Pos, Work)>> = groups.collect();
        let mut groups = groups.iter();
        let opens = groups.find_map(|group| self.go_and_work(view, group));
        opens.or_else(|| {
            let holes = view
                .hazards()
                .filter(|(kind, pos)| *kind == HazardKind::Pit && room.contains(*pos));
            let holes: Vec<(Pos, Work)> = holes.map(|(_, pos)| (pos, Work::Step)).collect();
            self.go_and_work(view, &holes)
        })
    }

    /// What it does with a mark of a room, if anything.
    fn work_at(&self, view: View<'_>, device: &DeviceView, is_well: bool) -> Option<Work> {
        let rule = device.rule;
        // Who is whole bears a burst of gas.
        let is_whole = health_percent(view) == 100;
        let is_bold = is_well && (is_whole || !does(rule, &[Effect::Kindle]));
        let opens = does(rule, &[Effect::Open, Effect::Drain, Effect::Incense]);
        match rule.trigger {
            Trigger::Lever => {
                let pulls = self.worked.iter().filter(|pos| **pos == device.pos).count();
                (opens && is_bold && pulls < MAX_PULLS).then_some(Work::Pull)
            }
            Trigger::Take => {
                let item = view.items().find(|item| item.pos == device.pos)?;
                let wants =
                    !item.declined && view.auto_pickup_skips(item.kind, item.plus).is_none();
                (wants && is_bold).then_some(Work::Take)
            }
            Trigger::Light | Trigger::Dark => {
                let is_lamp = matches!(device.is, MarkKind::Brazier { .. });
                let lit = rule.trigger == Trigger::Light;
                if !lit && !self.may_use(Means::Dark) {
                    return None;
                }
                let mut lamps = view.lamps();
                let lamp = lamps.find(|lamp| lamp.pos == device.pos)?;
                (opens && is_bold && is_lamp && lamp.lit != lit).then_some(Work::Tend)
            }
            Trigger::Step | Trigger::Noise | Trigger::Fire => None,
        }
    }

    /// Does the first of some works that is at hand, or walks to the nearest.
    fn go_and_work(&mut self, view: View<'_>, works: &[(Pos, Work)]) -> Option<Command> {
        if works.is_empty() {
            return None;
        }
        let me = view.player().pos;
        self.set_piece_actions += 1;
        for (pos, work) in works {
            let at_hand = match work {
                Work::Take => *pos == me,
                Work::Pull | Work::Tend => me.dir_to(*pos).is_some(),
                Work::Step => me
                    .dir_to(*pos)
                    .is_some_and(|dir| view.known().can_step(me, dir)),
            };
            if !at_hand {
                continue;
            }
            let dir = me.dir_to(*pos);
            self.worked.push(*pos);
            return Some(match work {
                Work::Take => Action::PickUp.into(),
                Work::Tend => Action::Tend { dir }.into(),
                Work::Pull | Work::Step => step(dir?),
            });
        }
        let is_goal = |at: Pos| {
            works.iter().any(|(pos, work)| match work {
                Work::Take => *pos == at,
                Work::Pull | Work::Tend => pos.steps_to(at) == 1,
                Work::Step => {
                    let dir = at.dir_to(*pos);
                    dir.is_some_and(|dir: Dir| view.known().can_step(at, dir))
                }
            })
        };
        let path = self.follow_around_sleepers(view, Errand::Room, u32::MAX, is_goal)?;
        Some(step(path.dir))
    }
}

/// What there is to do with a mark of a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Work {
    /// Walk into a lever.
    Pull,
    /// Take what lies there.
    Take,
    /// Light a brazier, or put it out.
    Tend,
    /// Step on it.
    Step,
}

/// Whether a rule has any of some effects.
fn does(rule: &SetPieceRule, effects: &[Effect]) -> bool {
    rule.does.iter().any(|(effect, _)| effects.contains(effect))
}
