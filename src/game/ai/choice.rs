//! Updates the mood of a monster from what it sees, hears and remembers, and chooses its action.

use super::role::{MonsterAction, hunt, return_home, seek_brazier};
use super::step::{can_step, can_strike, retreat, step_along_path};
use crate::game::actor::{ActorId, Mood};
use crate::game::content::Role;
use crate::game::event::MonsterEvent;
use crate::game::mood::alert;
use crate::game::steps::distance;
use crate::game::turn::Turn;
use crate::geom::{Dir, Pos};
use crate::rng::Tag;

/// Updates a monster's mood.
pub fn change_mood(turn: &mut Turn<'_>, id: ActorId) {
    let actor = &turn.level[id];
    let sees = turn.scene().is_seen_by(actor);
    let player_pos = turn.player.pos;
    let rules = &turn.rules().hunt;
    let def = actor.def(turn.content);
    match actor.mood {
        Mood::Asleep => {}
        Mood::Wandering | Mood::Searching => {
            let noticed = notices(turn, id, sees);
            let actor = &mut turn.level[id];
            if noticed && sees {
                alert(turn, id);
            } else if noticed {
                actor.set_mood(Mood::Searching, Some(player_pos));
                actor.patience = rules.search;
            } else if actor.mood == Mood::Searching {
                actor.patience = actor.patience.saturating_sub(1);
                if actor.patience == 0 {
                    actor.set_mood(Mood::Wandering, None);
                }
            }
        }
        Mood::Hunting => {
            let low = actor.health * 100 < actor.max_health * i32::from(def.flees);
            if low || actor.loot.is_some() {
                turn.level[id].set_mood(Mood::Fleeing, None);
                let who = turn.event_actor(id);
                turn.emit(MonsterEvent::Fled { who });
            } else {
                update_pursuit(turn, id, sees);
            }
        }
        Mood::Fleeing => {
            let recovered = actor.health * 100 >= actor.max_health * rules.mended;
            if recovered && actor.loot.is_none() {
                let mood = if sees { Mood::Hunting } else { Mood::Wandering };
                let actor = &mut turn.level[id];
                actor.set_mood(mood, sees.then_some(player_pos));
                actor.patience = rules.memory;
            }
        }
    }
}

/// Whether a monster that is not hunting notices the player now: it sees them within the noise
/// radius, or hears them within the hearing radius.
fn notices(turn: &mut Turn<'_>, id: ActorId, sees: bool) -> bool {
    let far = distance(turn.level[id].pos, turn.player.pos);
    let notice = &turn.rules().notice;
    if sees && far <= turn.player.noise_radius(turn.content) {
        turn.stream(Tag::NOTICE, id, 2).chance(notice.seen, 100)
    } else if far <= turn.player.hearing_radius(turn.content) {
        turn.stream(Tag::NOTICE, id, 3).chance(notice.heard, 100)
    } else {
        false
    }
}

/// Updates where a hunter believes the player to be. It gives up when its patience runs out.
fn update_pursuit(turn: &mut Turn<'_>, id: ActorId, sees: bool) {
    let player_pos = turn.player.pos;
    let rules = &turn.rules().hunt;
    let actor = &mut turn.level[id];
    if sees {
        actor.goal = Some(player_pos);
        actor.patience = rules.memory;
        return;
    }
    actor.patience = actor.patience.saturating_sub(1);
    if actor.patience >= rules.memory - rules.guess {
        actor.goal = Some(player_pos);
    }
    if actor.patience == 0 || actor.goal.is_none_or(|goal| goal == actor.pos) {
        actor.set_mood(Mood::Searching, None);
        actor.patience = rules.search;
        turn.emit(MonsterEvent::LostTrack { who: id });
    }
}

/// Chooses an action by condition and mood.
pub fn choose_action(turn: &mut Turn<'_>, id: ActorId) -> MonsterAction {
    if let Some(dir) = turn.stray(id) {
        return MonsterAction::Step(dir);
    }
    match turn.level[id].mood {
        Mood::Asleep => MonsterAction::Wait,
        Mood::Hunting => hunt(turn, id),
        Mood::Fleeing => flee(turn, id),
        Mood::Searching => search_around(turn, id),
        Mood::Wandering => wander(turn, id),
    }
}

/// Retreats from the player; attacks when cornered.
fn flee(turn: &mut Turn<'_>, id: ActorId) -> MonsterAction {
    if distance(turn.level[id].pos, turn.player.pos) > turn.rules().hunt.safe {
        return MonsterAction::Wait;
    }
    match retreat(turn, id) {
        None if can_strike(turn.scene(), &turn.level[id]) => MonsterAction::Strike,
        dir => dir.into(),
    }
}

/// Whether it is a monster that moves only while unseen, and the player sees it.
fn stands_still(turn: &Turn<'_>, id: ActorId) -> bool {
    let actor = &turn.level[id];
    actor.role(turn.content) == Role::Unseen && turn.scene().in_mutual_sight(actor)
}

/// Walks to where it lost or heard the player, then in random directions.
fn search_around(turn: &mut Turn<'_>, id: ActorId) -> MonsterAction {
    if stands_still(turn, id) {
        return MonsterAction::Wait;
    }
    let longest = turn.rules().hunt.longest;
    let actor = &turn.level[id];
    if let Some(goal) = actor.goal.filter(|&goal| goal != actor.pos)
        && let Some(dir) = step_along_path(turn, id, goal, longest)
    {
        return MonsterAction::Step(dir);
    }
    turn.level[id].goal = None;
    let dir = Dir::ALL[turn.stream(Tag::WANDER, id, 0).below(8) as usize];
    let is_free = can_step(turn.scene(), &turn.level[id], dir);
    is_free.then_some(dir).into()
}

/// Walks from room to room; guards return to their post, snuffers go to lights.
fn wander(turn: &mut Turn<'_>, id: ActorId) -> MonsterAction {
    let rules = &turn.rules().hunt;
    match turn.level[id].role(turn.content) {
        Role::Guard => return return_home(turn, id),
        Role::Unseen if stands_still(turn, id) => return MonsterAction::Wait,
        Role::Snuffer => {
            if let Some(action) = seek_brazier(turn, id) {
                return action;
            }
        }
        _ => {}
    }
    let actor = &turn.level[id];
    let goal = actor
        .goal
        .filter(|&goal| goal != actor.pos)
        .or_else(|| choose_goal(turn, id));
    turn.level[id].goal = goal;
    let step = goal.and_then(|goal| step_along_path(turn, id, goal, rules.way));
    if step.is_none() {
        let actor = &mut turn.level[id];
        actor.goal = None;
        actor.patience = rules.pause;
    }
    step.into()
}

/// Draws a destination for wandering: the centre of the nearest of a few random rooms, or a nearby
/// tile on a level without rooms.
fn choose_goal(turn: &mut Turn<'_>, id: ActorId) -> Option<Pos> {
    let rules = &turn.rules().hunt;
    let pos = turn.level[id].pos;
    if turn.level.rooms.is_empty() {
        let mut stream = turn.stream(Tag::WANDER, id, 2);
        let mut near = (0..20).map(|_| {
            let x = stream.range(-rules.stroll, rules.stroll);
            let y = stream.range(-rules.stroll, rules.stroll);
            pos + Pos::new(x, y)
        });
        return near.find(|near| turn.level.is_plain(*near));
    }
    let mut stream = turn.stream(Tag::WANDER, id, 1);
    let mut nearest: Option<Pos> = None;
    for _ in 0..rules.rooms {
        let room = stream.pick(&turn.level.rooms)?.area.center();
        let nearer = |best: Pos| distance(room, pos) < distance(best, pos);
        if room != pos && nearest.is_none_or(nearer) {
            nearest = Some(room);
        }
    }
    nearest
}
