//! Turn order. Time is in ticks, 100 to a turn; whoever is due first acts first, ties by id, so the
//! player (0) before all monsters. Every 100 ticks, before anybody due then, the world takes a turn:
//! hunger, regeneration, conditions, and sleepers that may wake.

use super::content::{Ring, Role};
use super::event::{EventActor, GameEvent, Interruption};
use super::sight::distance;
use super::state::{ActorId, Cause, Condition, Hunger, Loudness, Mood};
use super::{Game, Outcome};
use crate::map::Tile;
use crate::rng::Tag;

/// Ticks of a turn of the world, the unit of all durations.
pub(super) const TURN: u64 = 100;

impl Game {
    /// Duration of a plain action, in ticks.
    pub(super) const fn action_time(&self) -> u32 {
        self.content.rules().time.action
    }

    /// Scales a duration in ticks by the player's haste.
    pub(super) fn scale_by_haste(&self, ticks: u32) -> u32 {
        if self.state.player.conditions.has(Condition::Hasted) {
            ticks * self.content.rules().time.haste / 100
        } else {
            ticks
        }
    }

    /// Lets everybody act who is due before the player.
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
            self.take_monster_turn(due.1, events);
        }
    }

    /// Plays a turn of the world.
    fn upkeep(&mut self, events: &mut Vec<GameEvent>) {
        self.consume_food(events);
        self.regenerate();
        self.tick_player_conditions(events);
        for hallowed in &mut self.state.here.hallowed {
            hallowed.left -= 1;
        }
        self.state
            .here
            .hallowed
            .retain(|hallowed| hallowed.left > 0);
        self.wake_sleepers(events);
        self.tick_monsters(events);
    }

    /// The player's stage of hunger.
    pub(super) fn hunger(&self) -> Hunger {
        let bands = &self.content.rules().food;
        match self.state.player.food {
            food if food < bands.starving => Hunger::Starving,
            food if food < bands.weak => Hunger::Weak,
            food if food < bands.hungry => Hunger::Hungry,
            _ => Hunger::Fed,
        }
    }

    /// Whether health regenerates: some is missing, and the player is fed.
    pub(super) fn is_regenerating(&self) -> bool {
        self.state.player.health < self.player_max_health() && self.hunger() < Hunger::Weak
    }

    /// Takes a turn's food, more while health regenerates. With a ring of fasting some turns are
    /// free.
    fn consume_food(&mut self, events: &mut Vec<GameEvent>) {
        let rules = self.content.rules();
        let before = self.hunger();
        let free = self
            .state
            .upkeep
            .is_multiple_of(TURN * u64::from(rules.ring.fasting));
        let fasting = self.ring_bonus(Ring::Fasting, 1) > 0 && free;
        if !fasting {
            let taken = rules.food.turn + rules.food.mending * u32::from(self.is_regenerating());
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
            self.damage_player(rules.food.wound, Cause::Hunger, events);
        }
    }

    /// Restores health, all of it over a fixed number of turns.
    fn regenerate(&mut self) {
        if !self.is_regenerating() || self.state.outcome != Outcome::Playing {
            return;
        }
        let most = self.player_max_health();
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

    fn tick_player_conditions(&mut self, events: &mut Vec<GameEvent>) {
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
                self.damage_player(damage, Cause::Fire, events);
            }
        }
        for condition in Condition::ALL {
            if self.state.player.conditions.tick(condition) {
                self.invalidate_sight_for(condition);
                events.push(GameEvent::ConditionEnded {
                    who: EventActor::PLAYER,
                    condition,
                });
                self.interrupt(Interruption::Other);
            }
        }
    }

    /// Invalidates cached sight if it depends on this condition.
    pub(super) const fn invalidate_sight_for(&mut self, condition: Condition) {
        if matches!(
            condition,
            Condition::Bright | Condition::Darkened | Condition::Dimmed
        ) {
            self.scratch.sight_stale = true;
        }
    }

    /// Lets sleepers within hearing wake by chance: deep sleepers less often, all others more often
    /// during a fight. Mimics reveal themselves to an adjacent player.
    fn wake_sleepers(&mut self, events: &mut Vec<GameEvent>) {
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
                    self.reveal(index, events);
                }
                continue;
            }
            if far > reach {
                continue;
            }
            let role = self.content.monster(actor.kind).role;
            let one_in = match (role, self.state.player.loudness) {
                (Role::Sleeper, _) => notice.wakes_deep,
                (_, Loudness::Loud) => notice.wakes_fight,
                _ => notice.wakes,
            };
            let who = actor.id;
            let mut stream = self.stream(Tag::NOTICE, who, 0);
            if stream.below(one_in) == 0 {
                self.alert(index, events);
            }
        }
    }

    /// Counts a turn of every monster's conditions. By id, as one death may cause others.
    fn tick_monsters(&mut self, events: &mut Vec<GameEvent>) {
        let mut last = ActorId::PLAYER;
        while let Some(index) = self.state.here.index_after(last) {
            last = self.state.here.actors[index].id;
            self.tick_monster(index, events);
        }
    }

    fn tick_monster(&mut self, index: usize, events: &mut Vec<GameEvent>) {
        let rules = self.content.rules();
        let who = self.event_actor(index);
        let actor = &mut self.state.here.actors[index];
        // A monster that is not fighting regenerates slowly.
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
        self.damage_monster(who.id, rules.fire.burns, true, events);
    }
}
