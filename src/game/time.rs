//! Whose turn it is. Time is in ticks, 100 to a turn; who is due first acts first, ties by id, the
//! player (0) before all monsters. Every 100 ticks, before all who are due, the world takes a turn:
//! hunger, healing, conditions, and whoever stirs in their sleep.

use super::content::{Ring, Role};
use super::event::{EventActor, GameEvent, Interruption};
use super::sight::distance;
use super::state::{ActorId, Cause, Condition, Hunger, Mood, Noise};
use super::{Game, Outcome};
use crate::map::Tile;
use crate::rng::Tag;

/// Ticks of a turn of the world: the unit of all durations.
pub(super) const TURN: u64 = 100;

impl Game {
    /// The ticks of a plain action.
    pub(super) const fn action_time(&self) -> u32 {
        self.content.rules().time.action
    }

    /// The ticks that something takes the player which takes others `ticks`.
    pub(super) fn players_time(&self, ticks: u32) -> u32 {
        if self.state.player.conditions.has(Condition::Hasted) {
            ticks * self.content.rules().time.haste / 100
        } else {
            ticks
        }
    }

    /// Lets everybody act who is due before the player is.
    pub(super) fn run_world(&mut self, events: &mut Vec<GameEvent>) {
        while self.state.outcome == Outcome::Playing {
            let player = (self.state.player.next, ActorId::PLAYER);
            let mut due = player;
            for actor in &self.state.here.actors {
                if actor.mood != Mood::Asleep {
                    due = due.min((actor.next, actor.id));
                }
            }
            if self.state.upkeep <= due.0 {
                self.state.time = self.state.upkeep;
                self.upkeep(events);
                self.state.upkeep += TURN;
                continue;
            }
            self.state.time = due.0;
            if due == player {
                return;
            }
            self.monsters_turn(due.1, events);
        }
    }

    /// A turn of the world.
    fn upkeep(&mut self, events: &mut Vec<GameEvent>) {
        self.digest_food(events);
        self.mend();
        self.pass_conditions(events);
        for holy in &mut self.state.here.holy {
            holy.left -= 1;
        }
        self.state.here.holy.retain(|holy| holy.left > 0);
        self.stir_sleepers(events);
        self.pass_monsters_conditions(events);
    }

    /// How hungry the player is.
    pub(super) fn hunger(&self) -> Hunger {
        let bands = &self.content.rules().food;
        match self.state.player.food {
            food if food < bands.starving => Hunger::Starving,
            food if food < bands.weak => Hunger::Weak,
            food if food < bands.hungry => Hunger::Hungry,
            _ => Hunger::Fed,
        }
    }

    /// Whether health comes back: something is missing, and one is fed.
    pub(super) fn is_mending(&self) -> bool {
        self.state.player.health < self.players_max_health() && self.hunger() < Hunger::Weak
    }

    /// A turn takes food, and more while healing. With a ring of fasting some turns are free.
    fn digest_food(&mut self, events: &mut Vec<GameEvent>) {
        let rules = self.content.rules();
        let before = self.hunger();
        let free = self
            .state
            .upkeep
            .is_multiple_of(TURN * u64::from(rules.ring.fasting));
        let fasting = self.ring_bonus(Ring::Fasting, 1) > 0 && free;
        if !fasting {
            let taken = rules.food.turn + rules.food.mending * u32::from(self.is_mending());
            self.state.player.food = self.state.player.food.saturating_sub(taken);
        }
        let hunger = self.hunger();
        if hunger != before {
            events.push(GameEvent::HungerChanged { hunger });
            self.interrupt(Interruption::Hunger);
        }
        if self.state.player.food == 0 {
            events.push(GameEvent::Hurt {
                who: EventActor::PLAYER,
                damage: rules.food.wound,
                cause: Cause::Hunger,
            });
            self.hurt_player(rules.food.wound, Cause::Hunger, events);
        }
    }

    /// Health comes back whole over so many turns.
    fn mend(&mut self) {
        if !self.is_mending() || self.state.outcome != Outcome::Playing {
            return;
        }
        let most = self.players_max_health();
        let rules = self.content.rules();
        let rate = 100 + self.ring_bonus(Ring::Mending, 1) as u32 * rules.ring.mending;
        let turns = rules.food.healing;
        let player = &mut self.state.player;
        player.mending += most as u32 * rate / 100;
        while player.mending >= turns {
            player.mending -= turns;
            player.health = (player.health + 1).min(most);
        }
    }

    fn pass_conditions(&mut self, events: &mut Vec<GameEvent>) {
        if !self.state.player.conditions.is_any() || self.state.outcome != Outcome::Playing {
            return;
        }
        if self.state.player.conditions.has(Condition::Burning) {
            if self.state.here.tiles[self.state.player.pos] == Tile::Water {
                self.state.player.conditions.end(Condition::Burning);
                events.push(GameEvent::ConditionEnded {
                    who: EventActor::PLAYER,
                    condition: Condition::Burning,
                });
            } else {
                let damage = self.content.rules().fire.burns;
                events.push(GameEvent::Hurt {
                    who: EventActor::PLAYER,
                    damage,
                    cause: Cause::Fire,
                });
                self.hurt_player(damage, Cause::Fire, events);
            }
        }
        for condition in Condition::ALL {
            if self.state.player.conditions.tick(condition) {
                self.condition_changed(condition);
                events.push(GameEvent::ConditionEnded {
                    who: EventActor::PLAYER,
                    condition,
                });
                self.interrupt(Interruption::Other);
            }
        }
    }

    /// What hangs on a condition of the player's has to be worked out anew.
    pub(super) const fn condition_changed(&mut self, condition: Condition) {
        if matches!(
            condition,
            Condition::Bright | Condition::Darkened | Condition::Dimmed
        ) {
            self.scratch.stale = true;
        }
    }

    /// Sleepers within hearing may wake, deep sleepers less often, others more often during a fight.
    /// Mimics wait for whoever comes beside them.
    fn stir_sleepers(&mut self, events: &mut Vec<GameEvent>) {
        let notice = &self.content.rules().notice;
        let reach = self.hearing_radius();
        let me = self.state.player.pos;
        for index in 0..self.state.here.actors.len() {
            let actor = &self.state.here.actors[index];
            if actor.mood != Mood::Asleep {
                continue;
            }
            let far = distance(actor.pos, me);
            if actor.disguised {
                if far <= 1 {
                    self.unmask(index, events);
                }
                continue;
            }
            if far > reach {
                continue;
            }
            let role = self.content.monster(actor.kind).role;
            let one_in = match (role, self.state.player.noise) {
                (Role::Sleeper, _) => notice.wakes_deep,
                (_, Noise::Loud) => notice.wakes_fight,
                _ => notice.wakes,
            };
            let who = actor.id;
            let mut stream = self.stream(Tag::NOTICE, who, 0);
            if stream.below(one_in) == 0 {
                self.startle(index, events);
            }
        }
    }

    /// A turn of every monster's rest and conditions. By id: fire kills, and one death may bring
    /// about others.
    fn pass_monsters_conditions(&mut self, events: &mut Vec<GameEvent>) {
        let mut last = ActorId::PLAYER;
        while let Some(index) = self.state.here.index_after(last) {
            last = self.state.here.actors[index].id;
            self.pass_monster_conditions(index, events);
        }
    }

    fn pass_monster_conditions(&mut self, index: usize, events: &mut Vec<GameEvent>) {
        let rules = self.content.rules();
        let who = self.event_actor(index);
        let actor = &mut self.state.here.actors[index];
        // Who has got away mends, slowly.
        let rests = matches!(actor.mood, Mood::Fleeing | Mood::Asleep | Mood::Wandering);
        if rests
            && actor.health < actor.max_health
            && self
                .state
                .upkeep
                .is_multiple_of(TURN * u64::from(rules.hunt.rest))
        {
            actor.health += 1;
        }
        if !actor.conditions.is_any() {
            return;
        }
        let burning = actor.conditions.has(Condition::Burning);
        for condition in Condition::ALL {
            if actor.conditions.tick(condition) {
                events.push(GameEvent::ConditionEnded { who, condition });
            }
        }
        if !burning {
            return;
        }
        if self.state.here.tiles[actor.pos] == Tile::Water {
            actor.conditions.end(Condition::Burning);
            return;
        }
        events.push(GameEvent::Hurt {
            who,
            damage: rules.fire.burns,
            cause: Cause::Fire,
        });
        self.hurt_actor(who.id, rules.fire.burns, true, events);
    }
}
