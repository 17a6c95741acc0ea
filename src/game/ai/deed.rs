//! Does what a monster has chosen, if it can be done; returns the ticks it takes.

use super::{Deed, Game};
use crate::game::content::Role;
use crate::game::event::{GameEvent, Perception, Projectile};
use crate::game::state::{ActorId, Condition};
use crate::geom::{Dir, Pos};
use crate::map::Tile;

impl Game {
    pub(super) fn do_deed(&mut self, id: ActorId, deed: Deed, events: &mut Vec<GameEvent>) -> u32 {
        let Some(index) = self.state.here.index_of(id) else {
            return self.action_time();
        };
        let rules = self.content.rules();
        let def = self.content.monster(self.state.here.actors[index].kind);
        match deed {
            Deed::Wait => rules.time.action,
            Deed::Step(dir) => self.monster_steps(index, dir, events),
            Deed::Strike if self.can_strike(index) => {
                if self.monsters_blow(index, 100, events) {
                    self.after_hit(index, events);
                }
                def.strike
            }
            Deed::Shoot => {
                let from = self.state.here.actors[index].pos;
                let to = self.state.player.pos;
                let what = Projectile::Shot;
                events.push(GameEvent::Flew { what, from, to });
                self.monsters_blow(index, 100, events);
                def.strike
            }
            Deed::Charge(to) => {
                let from = self.state.here.actors[index].pos;
                self.put_actor(index, to);
                let who = self.event_actor(index);
                events.push(GameEvent::Charged { who, from, to });
                let conditions = &mut self.state.here.actors[index].conditions;
                conditions.extend(Condition::Spent, rules.role.charger_spent);
                if self.can_strike(index) {
                    self.monsters_blow(index, rules.role.charger_force, events);
                }
                def.strike * rules.role.charger_time / 100
            }
            Deed::Call => self.call(index, events),
            Deed::Heal(other) => self.heal_other(index, other, events),
            Deed::Burst => {
                self.kill(index, false, events);
                rules.time.action
            }
            Deed::PutOut(pos) => {
                self.put_out(pos, index, events);
                rules.time.action
            }
            Deed::Strike => rules.time.action,
        }
    }

    fn monster_steps(&mut self, index: usize, dir: Dir, events: &mut Vec<GameEvent>) -> u32 {
        if !self.can_go(index, dir) {
            return self.action_time();
        }
        let actor = &self.state.here.actors[index];
        let (who, from) = (actor.id, actor.pos);
        let to = from.step(dir);
        let pace = self.content.monster(actor.kind).pace;
        let tile = self.state.here.tiles[to];
        if tile == Tile::DoorClosed {
            let by = self.event_actor(index);
            return self.open_door(to, by, events);
        }
        self.put_actor(index, to);
        let route = &mut self.state.here.actors[index].route;
        if route.last() == Some(&to) {
            route.pop();
        }
        events.push(GameEvent::Moved { who, from, to });
        let wades = tile == Tile::Water && self.role(index) != Role::Phaser;
        if wades {
            pace * self.content.rules().time.water / 100
        } else {
            pace
        }
    }

    /// What a hit brings beside the wound.
    fn after_hit(&mut self, index: usize, events: &mut Vec<GameEvent>) {
        let rules = &self.content.rules().role;
        match self.role(index) {
            Role::Thief => self.steal(index, events),
            Role::Snuffer
                if self.lantern_reach().is_some() || self.sight_radius() > rules.snuffer_least =>
            {
                self.afflict(Condition::Dimmed, rules.snuffer_dims, events);
            }
            _ => {}
        }
    }

    /// A monster puts out a brazier.
    fn put_out(&mut self, pos: Pos, index: usize, events: &mut Vec<GameEvent>) {
        let by = self.event_actor(index);
        let perception = self.perceives(pos);
        let mut braziers = self.state.here.braziers.iter_mut();
        if let Some(brazier) = braziers.find(|brazier| brazier.pos == pos && brazier.lit) {
            brazier.lit = false;
            // Once it is dark it may be out of sight, but the player saw it go out.
            if perception == Perception::Seen {
                brazier.seen_lit = false;
            }
            self.scratch.stale_light = true;
            events.push(GameEvent::BrazierOut {
                pos,
                by,
                perception,
            });
        }
    }
}
