//! Applies the actions that monsters choose.

use super::{Game, MonsterAction};
use crate::game::content::Role;
use crate::game::event::{GameEvent, Perception, Projectile};
use crate::game::state::{ActorId, Condition};
use crate::geom::{Dir, Pos};
use crate::map::Tile;

impl Game {
    /// Applies an action that a monster chose, if it is still possible; returns the duration in
    /// ticks.
    pub(super) fn apply_monster_action(
        &mut self,
        id: ActorId,
        action: MonsterAction,
        events: &mut Vec<GameEvent>,
    ) -> u32 {
        let Some(index) = self.state.here.index_of(id) else {
            return self.action_time();
        };
        let rules = self.content.rules();
        let def = self.content.monster(self.state.here.actors[index].kind);
        match action {
            MonsterAction::Wait => rules.time.action,
            MonsterAction::Step(dir) => self.step_monster(index, dir, events),
            MonsterAction::Strike if self.can_strike(index) => {
                if self.attack_player(index, 100, events) {
                    self.apply_hit_effects(index, events);
                }
                def.strike
            }
            MonsterAction::Shoot => {
                let from = self.state.here.actors[index].pos;
                let to = self.state.player.pos;
                let what = Projectile::Shot;
                events.push(GameEvent::Flew { what, from, to });
                self.attack_player(index, 100, events);
                def.strike
            }
            MonsterAction::Charge(to) => {
                let from = self.state.here.actors[index].pos;
                self.move_actor(index, to);
                let who = self.event_actor(index);
                events.push(GameEvent::Charged { who, from, to });
                let conditions = &mut self.state.here.actors[index].conditions;
                conditions.extend(Condition::Spent, rules.role.charger_spent);
                if self.can_strike(index) {
                    self.attack_player(index, rules.role.charger_force, events);
                }
                def.strike * rules.role.charger_time / 100
            }
            MonsterAction::Summon => self.summon(index, events),
            MonsterAction::Heal(other) => self.heal_ally(index, other, events),
            MonsterAction::Burst => {
                self.kill(index, false, events);
                rules.time.action
            }
            MonsterAction::Extinguish(pos) => {
                self.extinguish(pos, index, events);
                rules.time.action
            }
            MonsterAction::Strike => rules.time.action,
        }
    }

    /// Takes a step or opens a door; returns the duration in ticks.
    fn step_monster(&mut self, index: usize, dir: Dir, events: &mut Vec<GameEvent>) -> u32 {
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
        self.move_actor(index, to);
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

    /// Applies what a role's hit does besides damage.
    fn apply_hit_effects(&mut self, index: usize, events: &mut Vec<GameEvent>) {
        let rules = &self.content.rules().role;
        match self.role(index) {
            Role::Thief => self.steal(index, events),
            Role::Snuffer
                if self.lantern_reach().is_some() || self.sight_radius() > rules.snuffer_least =>
            {
                self.begin_condition(Condition::Dimmed, rules.snuffer_dims, events);
            }
            _ => {}
        }
    }

    /// Puts out a brazier.
    fn extinguish(&mut self, pos: Pos, index: usize, events: &mut Vec<GameEvent>) {
        let by = self.event_actor(index);
        let perception = self.tile_perception(pos);
        let mut braziers = self.state.here.braziers.iter_mut();
        if let Some(brazier) = braziers.find(|brazier| brazier.pos == pos && brazier.lit) {
            brazier.lit = false;
            // Once it is dark it may be out of sight, but the player saw it go out.
            if perception == Perception::Seen {
                brazier.seen_lit = false;
            }
            self.scratch.lighting_stale = true;
            events.push(GameEvent::BrazierOut {
                pos,
                by,
                perception,
            });
        }
    }
}
