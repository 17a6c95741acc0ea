//! What monsters do: first the mood, from what a monster sees, hears and remembers; then a deed,
//! by mood and role; then the deed is done, under the rules of a step that hold for the player.

pub(super) mod art;
pub(super) mod deed;
mod walk;

use super::Game;
use super::content::Role;
use super::event::{GameEvent, Perception};
use super::sight::distance;
use super::state::{ActorId, Condition, Mood};
use super::time::TURN;
use crate::geom::{Dir, Pos};
use crate::rng::Tag;

/// Ticks that anything takes at least, so that time passes whatever the rules say.
const LEAST: u32 = 10;

/// What a monster does with its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Deed {
    Wait,
    Step(Dir),
    Strike,
    Shoot,
    Charge(Pos),
    Call,
    Heal(ActorId),
    Burst,
    PutOut(Pos),
}

impl Game {
    /// A monster that is due acts.
    pub(super) fn monsters_turn(&mut self, id: ActorId, events: &mut Vec<GameEvent>) {
        self.look();
        let Some(index) = self.state.here.index_of(id) else {
            return;
        };
        self.change_mood(index, events);
        let deed = self.choose_deed(index);
        let time = self.do_deed(id, deed, events);
        let (now, haste) = (self.state.time, self.content.rules().time.haste);
        // Unless the deed was its last.
        if let Some(index) = self.state.here.index_of(id) {
            let actor = &mut self.state.here.actors[index];
            let hasted = actor.conditions.has(Condition::Hasted);
            let time = if hasted { time * haste / 100 } else { time };
            actor.next = now + u64::from(time.max(LEAST));
        }
    }

    /// A monster notices the player at last, wherever it was with its thoughts.
    pub(super) fn startle(&mut self, index: usize, events: &mut Vec<GameEvent>) {
        events.extend(self.rouse(index));
    }

    /// Startles a monster that loses so much health, unless it dies of it.
    pub(super) fn startle_wounded(
        &mut self,
        index: usize,
        damage: i32,
        events: &mut Vec<GameEvent>,
    ) {
        if damage < self.state.here.actors[index].health {
            self.startle(index, events);
        }
    }

    /// Makes a monster hunt the player; the event to tell of it, unless it knew of them.
    fn rouse(&mut self, index: usize) -> Option<GameEvent> {
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

    /// A disguise falls.
    pub(super) fn unmask(&mut self, index: usize, events: &mut Vec<GameEvent>) {
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
            self.rouse(index);
        }
    }

    /// Sees, hears, remembers, gives up.
    fn change_mood(&mut self, index: usize, events: &mut Vec<GameEvent>) {
        let sees = self.sees(index)
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
                        self.startle(index, events);
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
                    self.remember(index, sees, events);
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

    /// Whether a monster that does not know of the player notices them now: it sees them within the
    /// noise radius, or hears them within the hearing radius.
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

    /// A hunter keeps in mind where the player is, or was.
    fn remember(&mut self, index: usize, sees: bool, events: &mut Vec<GameEvent>) {
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

    fn choose_deed(&mut self, index: usize) -> Deed {
        let actor = &self.state.here.actors[index];
        if actor.conditions.has(Condition::Confused) {
            let who = actor.id;
            let mut stream = self.stream(Tag::STAGGER, who, 0);
            if stream.coin() {
                return Deed::Step(Dir::ALL[stream.below(8) as usize]);
            }
        }
        match self.state.here.actors[index].mood {
            Mood::Asleep => Deed::Wait,
            Mood::Hunting => self.hunt(index),
            Mood::Fleeing => self.flee(index),
            Mood::Searching => self.search_around(index),
            Mood::Wandering => self.wander(index),
        }
    }

    /// What a hunter does, by its role.
    fn hunt(&mut self, index: usize) -> Deed {
        match self.role(index) {
            Role::Pack => self.hunt_in_pack(index),
            Role::Charger => self.hunt_charging(index),
            Role::Archer => self.hunt_from_afar(index),
            Role::Exploder if self.is_beside_player(index) => Deed::Burst,
            Role::Summoner => self.hunt_calling(index),
            Role::Healer => self.hunt_healing(index),
            Role::Unseen => self.hunt_unseen(index),
            Role::Snuffer => self.hunt_lights(index),
            Role::Guard => self.hunt_from_post(index),
            _ => self.close_in(index),
        }
    }

    /// Strikes if it can, else comes nearer.
    fn close_in(&mut self, index: usize) -> Deed {
        if self.can_strike(index) {
            return Deed::Strike;
        }
        self.come_nearer(index)
    }

    fn come_nearer(&mut self, index: usize) -> Deed {
        let sees = self.sees(index);
        let goal = self.state.here.actors[index].goal;
        let step = if sees {
            self.approach_player(index)
        } else {
            goal.and_then(|goal| self.walk_to(index, goal, self.longest()))
        };
        step.map_or(Deed::Wait, Deed::Step)
    }

    /// Away from the player; in a corner it fights.
    fn flee(&mut self, index: usize) -> Deed {
        let me = self.state.player.pos;
        let pos = self.state.here.actors[index].pos;
        if distance(pos, me) > self.content.rules().hunt.safe {
            return Deed::Wait;
        }
        match self.retreat(index) {
            Some(dir) => Deed::Step(dir),
            None if self.can_strike(index) => Deed::Strike,
            None => Deed::Wait,
        }
    }

    /// Goes where it heard something, then to and fro.
    fn search_around(&mut self, index: usize) -> Deed {
        let actor = &self.state.here.actors[index];
        let (pos, id, goal) = (actor.pos, actor.id, actor.goal);
        if self.role(index) == Role::Unseen && self.sees(index) {
            return Deed::Wait;
        }
        if let Some(goal) = goal.filter(|&goal| goal != pos)
            && let Some(dir) = self.walk_to(index, goal, self.longest())
        {
            return Deed::Step(dir);
        }
        self.state.here.actors[index].goal = None;
        let mut stream = self.stream(Tag::WANDER, id, 0);
        let dir = Dir::ALL[stream.below(8) as usize];
        if self.can_go(index, dir) {
            Deed::Step(dir)
        } else {
            Deed::Wait
        }
    }

    /// From room to room; a guard to its post, a snuffer to a light.
    fn wander(&mut self, index: usize) -> Deed {
        let rules = &self.content.rules().hunt;
        let pos = self.state.here.actors[index].pos;
        match self.role(index) {
            Role::Guard => {
                let home = self.state.here.actors[index].home;
                if pos == home {
                    return Deed::Wait;
                }
                return self
                    .walk_to(index, home, self.longest())
                    .map_or(Deed::Wait, Deed::Step);
            }
            Role::Unseen if self.sees(index) => return Deed::Wait,
            Role::Snuffer => {
                if let Some(deed) = self.seek_light(index) {
                    return deed;
                }
            }
            _ => {}
        }
        let goal = self.state.here.actors[index]
            .goal
            .filter(|&goal| goal != pos);
        let goal = goal.or_else(|| {
            if self.state.here.rooms.is_empty() {
                self.draw_near(index)
            } else {
                self.draw_goal(index)
            }
        });
        self.state.here.actors[index].goal = goal;
        let step = goal.and_then(|goal| self.walk_to(index, goal, rules.way));
        if step.is_none() {
            let actor = &mut self.state.here.actors[index];
            actor.goal = None;
            actor.patience = rules.pause;
        }
        step.map_or(Deed::Wait, Deed::Step)
    }

    /// Where to wander: the middle of the nearest of a few rooms.
    fn draw_goal(&mut self, index: usize) -> Option<Pos> {
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

    /// Where to wander on a level without rooms.
    fn draw_near(&mut self, index: usize) -> Option<Pos> {
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
