//! Monsters' turns: update the mood from what the monster sees, hears and remembers; choose an
//! action by mood and role; apply it, under the same rules of movement as the player's.

pub(super) mod action;
pub(super) mod role;
mod walk;

use super::Game;
use super::content::Role;
use super::event::{GameEvent, Perception};
use super::sight::distance;
use super::state::{ActorId, Condition, Mood};
use super::time::TURN;
use crate::geom::{Dir, Pos};
use crate::rng::Tag;

/// Minimum duration of any action in ticks, so that time passes whatever the rules say.
const MIN_TICKS: u32 = 10;

/// What a monster does with its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MonsterAction {
    Wait,
    Step(Dir),
    Strike,
    Shoot,
    Charge(Pos),
    Summon,
    Heal(ActorId),
    Burst,
    Extinguish(Pos),
}

impl Game {
    /// Lets a monster that is due act.
    pub(super) fn take_monster_turn(&mut self, id: ActorId, events: &mut Vec<GameEvent>) {
        self.update_sight();
        let Some(index) = self.state.here.index_of(id) else {
            return;
        };
        self.change_mood(index, events);
        let action = self.choose_monster_action(index);
        let time = self.apply_monster_action(id, action, events);
        let (now, haste) = (self.state.time, self.content.rules().time.haste);
        // The action may have killed it.
        if let Some(index) = self.state.here.index_of(id) {
            let actor = &mut self.state.here.actors[index];
            let hasted = actor.conditions.has(Condition::Hasted);
            let time = if hasted { time * haste / 100 } else { time };
            actor.next = now + u64::from(time.max(MIN_TICKS));
        }
    }

    /// Makes a monster hunt the player, whatever it was doing, and reports it.
    pub(super) fn alert(&mut self, index: usize, events: &mut Vec<GameEvent>) {
        events.extend(self.start_hunting(index));
    }

    /// Alerts a monster that loses this much health, unless the damage kills it.
    pub(super) fn alert_wounded(&mut self, index: usize, damage: i32, events: &mut Vec<GameEvent>) {
        if damage < self.state.here.actors[index].health {
            self.alert(index, events);
        }
    }

    /// Makes a monster hunt the player; returns the event to report, unless it already did.
    fn start_hunting(&mut self, index: usize) -> Option<GameEvent> {
        let who = self.event_actor(index);
        let (me, now) = (self.state.player.pos, self.state.time);
        let memory = self.content.rules().hunt.memory;
        let actor = &mut self.state.here.actors[index];
        let event = match actor.mood {
            Mood::Asleep => {
                actor.next = actor.next.max(now + TURN);
                GameEvent::Woke { who }
            }
            Mood::Hunting | Mood::Fleeing => return None,
            Mood::Wandering | Mood::Searching => GameEvent::Noticed { who },
        };
        actor.mood = Mood::Hunting;
        actor.goal = Some(me);
        actor.patience = memory;
        actor.route.clear();
        Some(event)
    }

    /// Ends a mimic's disguise.
    pub(super) fn reveal(&mut self, index: usize, events: &mut Vec<GameEvent>) {
        if self.state.here.actors[index].disguised {
            self.state.here.actors[index].disguised = false;
            let who = self.event_actor(index);
            if who.perception == Perception::Seen {
                // The player meets it here and now: it does not come into sight once more.
                let actor = &mut self.state.here.actors[index];
                (actor.in_sight, actor.met) = (true, true);
            }
            events.push(GameEvent::Revealed { who });
            self.interrupt(super::Interruption::Creature(who.id));
            self.start_hunting(index);
        }
    }

    /// Updates a monster's mood from what it sees, hears and remembers.
    fn change_mood(&mut self, index: usize, events: &mut Vec<GameEvent>) {
        let sees = self.in_mutual_sight(index)
            && !self.state.here.actors[index]
                .conditions
                .has(Condition::Darkened);
        let me = self.state.player.pos;
        let rules = &self.content.rules().hunt;
        let def = self.content.monster(self.state.here.actors[index].kind);
        let actor = &self.state.here.actors[index];
        match actor.mood {
            Mood::Asleep => {}
            Mood::Wandering | Mood::Searching => {
                if self.notices(index, sees) {
                    if sees {
                        self.alert(index, events);
                    } else {
                        let actor = &mut self.state.here.actors[index];
                        actor.mood = Mood::Searching;
                        actor.goal = Some(me);
                        actor.patience = rules.search;
                        actor.route.clear();
                    }
                } else if self.state.here.actors[index].mood == Mood::Searching {
                    let actor = &mut self.state.here.actors[index];
                    actor.patience = actor.patience.saturating_sub(1);
                    if actor.patience == 0 {
                        actor.mood = Mood::Wandering;
                        actor.goal = None;
                        actor.route.clear();
                    }
                }
            }
            Mood::Hunting => {
                let low = actor.health * 100 < actor.max_health * i32::from(def.flees);
                if low || actor.loot.is_some() {
                    let actor = &mut self.state.here.actors[index];
                    actor.mood = Mood::Fleeing;
                    actor.goal = None;
                    actor.route.clear();
                    let who = self.event_actor(index);
                    events.push(GameEvent::Fled { who });
                } else {
                    self.update_pursuit(index, sees, events);
                }
            }
            Mood::Fleeing => {
                let mended = actor.health * 100 >= actor.max_health * rules.mended;
                if mended && actor.loot.is_none() {
                    let actor = &mut self.state.here.actors[index];
                    actor.mood = if sees { Mood::Hunting } else { Mood::Wandering };
                    actor.patience = rules.memory;
                    actor.goal = sees.then_some(me);
                    actor.route.clear();
                }
            }
        }
    }

    /// Whether a monster that is not hunting notices the player now: it sees them within the noise
    /// radius, or hears them within the hearing radius.
    fn notices(&mut self, index: usize, sees: bool) -> bool {
        let actor = &self.state.here.actors[index];
        let who = actor.id;
        let far = distance(actor.pos, self.state.player.pos);
        let notice = &self.content.rules().notice;
        if sees && far <= self.noise_radius() {
            self.stream(Tag::NOTICE, who, 2).chance(notice.seen, 100)
        } else if far <= self.hearing_radius() {
            self.stream(Tag::NOTICE, who, 3).chance(notice.heard, 100)
        } else {
            false
        }
    }

    /// Updates where a hunter believes the player to be; it gives up when its patience runs out.
    fn update_pursuit(&mut self, index: usize, sees: bool, events: &mut Vec<GameEvent>) {
        let me = self.state.player.pos;
        let rules = &self.content.rules().hunt;
        let actor = &mut self.state.here.actors[index];
        if sees {
            actor.goal = Some(me);
            actor.patience = rules.memory;
            return;
        }
        actor.patience = actor.patience.saturating_sub(1);
        if actor.patience >= rules.memory - rules.guess {
            actor.goal = Some(me);
        }
        if actor.patience == 0 || actor.goal.is_none_or(|goal| goal == actor.pos) {
            let who = actor.id;
            actor.mood = Mood::Searching;
            actor.patience = rules.search;
            actor.goal = None;
            actor.route.clear();
            events.push(GameEvent::LostTrack { who });
        }
    }

    /// Chooses an action by condition and mood.
    fn choose_monster_action(&mut self, index: usize) -> MonsterAction {
        let actor = &self.state.here.actors[index];
        if actor.conditions.has(Condition::Confused) {
            let who = actor.id;
            let mut stream = self.stream(Tag::STAGGER, who, 0);
            if stream.coin() {
                return MonsterAction::Step(Dir::ALL[stream.below(8) as usize]);
            }
        }
        match self.state.here.actors[index].mood {
            Mood::Asleep => MonsterAction::Wait,
            Mood::Hunting => self.hunt(index),
            Mood::Fleeing => self.flee(index),
            Mood::Searching => self.search_around(index),
            Mood::Wandering => self.wander(index),
        }
    }

    /// Chooses a hunter's action by role.
    fn hunt(&mut self, index: usize) -> MonsterAction {
        match self.role(index) {
            Role::Pack => self.hunt_as_pack(index),
            Role::Charger => self.hunt_as_charger(index),
            Role::Archer => self.hunt_as_archer(index),
            Role::Exploder if self.is_beside_player(index) => MonsterAction::Burst,
            Role::Summoner => self.hunt_as_summoner(index),
            Role::Healer => self.hunt_as_healer(index),
            Role::Unseen => self.hunt_as_unseen(index),
            Role::Snuffer => self.hunt_as_snuffer(index),
            Role::Guard => self.hunt_as_guard(index),
            _ => self.attack_or_approach(index),
        }
    }

    /// Attacks if possible, otherwise comes nearer.
    fn attack_or_approach(&mut self, index: usize) -> MonsterAction {
        if self.can_strike(index) {
            return MonsterAction::Strike;
        }
        self.approach(index)
    }

    /// Steps towards a player in sight, or towards the goal.
    fn approach(&mut self, index: usize) -> MonsterAction {
        let sees = self.in_mutual_sight(index);
        let goal = self.state.here.actors[index].goal;
        let step = if sees {
            self.step_to_player(index)
        } else {
            goal.and_then(|goal| self.step_along_path_to(index, goal, self.max_path_length()))
        };
        step.map_or(MonsterAction::Wait, MonsterAction::Step)
    }

    /// Steps away from the player; attacks when cornered.
    fn flee(&mut self, index: usize) -> MonsterAction {
        let me = self.state.player.pos;
        let pos = self.state.here.actors[index].pos;
        if distance(pos, me) > self.content.rules().hunt.safe {
            return MonsterAction::Wait;
        }
        match self.retreat(index) {
            Some(dir) => MonsterAction::Step(dir),
            None if self.can_strike(index) => MonsterAction::Strike,
            None => MonsterAction::Wait,
        }
    }

    /// Walks to where it heard something, then in random directions.
    fn search_around(&mut self, index: usize) -> MonsterAction {
        let actor = &self.state.here.actors[index];
        let (pos, id, goal) = (actor.pos, actor.id, actor.goal);
        if self.role(index) == Role::Unseen && self.in_mutual_sight(index) {
            return MonsterAction::Wait;
        }
        if let Some(goal) = goal.filter(|&goal| goal != pos)
            && let Some(dir) = self.step_along_path_to(index, goal, self.max_path_length())
        {
            return MonsterAction::Step(dir);
        }
        self.state.here.actors[index].goal = None;
        let mut stream = self.stream(Tag::WANDER, id, 0);
        let dir = Dir::ALL[stream.below(8) as usize];
        if self.can_go(index, dir) {
            MonsterAction::Step(dir)
        } else {
            MonsterAction::Wait
        }
    }

    /// Walks from room to room; a guard to its post, a snuffer to a light.
    fn wander(&mut self, index: usize) -> MonsterAction {
        let rules = &self.content.rules().hunt;
        let pos = self.state.here.actors[index].pos;
        match self.role(index) {
            Role::Guard => {
                let home = self.state.here.actors[index].home;
                if pos == home {
                    return MonsterAction::Wait;
                }
                return self
                    .step_along_path_to(index, home, self.max_path_length())
                    .map_or(MonsterAction::Wait, MonsterAction::Step);
            }
            Role::Unseen if self.in_mutual_sight(index) => return MonsterAction::Wait,
            Role::Snuffer => {
                if let Some(action) = self.seek_brazier(index) {
                    return action;
                }
            }
            _ => {}
        }
        let goal = self.state.here.actors[index]
            .goal
            .filter(|&goal| goal != pos);
        let goal = goal.or_else(|| {
            if self.state.here.rooms.is_empty() {
                self.choose_goal_nearby(index)
            } else {
                self.choose_room_goal(index)
            }
        });
        self.state.here.actors[index].goal = goal;
        let step = goal.and_then(|goal| self.step_along_path_to(index, goal, rules.way));
        if step.is_none() {
            let actor = &mut self.state.here.actors[index];
            actor.goal = None;
            actor.patience = rules.pause;
        }
        step.map_or(MonsterAction::Wait, MonsterAction::Step)
    }

    /// A destination for wandering: the centre of the nearest of a few random rooms.
    fn choose_room_goal(&mut self, index: usize) -> Option<Pos> {
        let who = self.state.here.actors[index].id;
        let mut stream = self.stream(Tag::WANDER, who, 1);
        let level = &self.state.here;
        let actor = &level.actors[index];
        let mut nearest: Option<Pos> = None;
        for _ in 0..self.content.rules().hunt.rooms {
            let room = stream.pick(&level.rooms)?.center();
            let nearer = |best: Pos| distance(room, actor.pos) < distance(best, actor.pos);
            if room != actor.pos && nearest.is_none_or(nearer) {
                nearest = Some(room);
            }
        }
        nearest
    }

    /// A destination for wandering on a level without rooms.
    fn choose_goal_nearby(&mut self, index: usize) -> Option<Pos> {
        let who = self.state.here.actors[index].id;
        let mut stream = self.stream(Tag::WANDER, who, 2);
        let actor = &self.state.here.actors[index];
        let stroll = self.content.rules().hunt.stroll;
        for _ in 0..20 {
            let x = stream.range(-stroll, stroll);
            let y = stream.range(-stroll, stroll);
            let pos = actor.pos + Pos::new(x, y);
            if super::spawn::is_plain(&self.state.here, pos) {
                return Some(pos);
            }
        }
        None
    }
}
