//! Updates the mood of a monster from what it sees, hears and remembers, and acts by it.

use super::ability::drawn::is_drawn;
use super::hunt::{LONGEST, carry_out, hunt, return_home};
use super::step::{can_step, is_watched, retreat, step_along_path, step_or_wait, take_step};
use super::strike::strike;
use crate::game::content::{Behaviour, Fixed, numbers};
use crate::game::rules::mood::alert;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::{ActorId, Mood};
use crate::game::world::event::MonsterEvent;
use crate::game::world::light::Lighting;
use crate::geom::{Dir, Pos};
use crate::rng::Tag;

numbers! {
    "hunt":
    /// Tiles within which a monster is noticed by an enemy that sees it.
    const SEEN: i32 = 7;

    /// Tiles within which a monster is noticed by an enemy that does not see it.
    const HEARING: i32 = 3;

    /// Per cent of turns in which a monster that only hears the player goes to look.
    const HEARD: u32 = 25;

    /// Turns in which a hunter that has lost sight of the player still knows where they went; at most those that it
    /// remembers them for.
    const GUESS: u16 = 3;

    /// Turns for which a hunter that has lost the player looks around.
    const LOOKS_AROUND: u16 = 12;

    /// Per cent of health at which a monster that fled turns back.
    const MENDED: i32 = 60;

    /// Tiles at which a monster that flees stops.
    const SAFE: i32 = 20;

    /// Steps of the longest way that a monster wanders.
    const WANDER: u32 = 80;

    /// Turns that a wanderer stays where it has found no way on.
    const PAUSE: u16 = 10;

    /// Rooms that a wanderer chooses the nearest of.
    const ROOMS: u32 = 3;

    /// Tiles that it wanders in each direction where there are no rooms.
    const STROLL: i32 = 10;
}

/// Chooses a monster's target, and updates its mood.
pub fn change_mood(turn: &mut Turn<'_>, id: ActorId) {
    let target = turn.scene().choose_target(&turn.level[id]);
    turn.level[id].target = target;
    let Some(target_pos) = turn.scene().target_pos(&turn.level[id]) else {
        // Nobody is left to attend to.
        let actor = &mut turn.level[id];
        if !matches!(actor.mood, Mood::Asleep | Mood::Wandering) {
            actor.set_mood(Mood::Wandering, None);
        }
        return;
    };
    let actor = &turn.level[id];
    let sees = turn.scene().sees_target(actor);
    let memory = turn.rules().hunt.memory;
    let def = actor.def(turn.content);
    match actor.mood {
        Mood::Asleep => {}
        Mood::Wandering | Mood::Searching => {
            let noticed = notices(turn, id, sees);
            let is_drawn = is_drawn(turn.scene(), &turn.level[id]);
            let actor = &mut turn.level[id];
            if noticed && sees {
                if let Some(target) = target {
                    alert(turn, id, target);
                }
            } else if noticed || is_drawn {
                actor.set_mood(Mood::Searching, Some(target_pos));
                actor.patience = LOOKS_AROUND;
            } else if actor.mood == Mood::Searching {
                actor.patience = actor.patience.saturating_sub(1);
                if actor.patience == 0 {
                    actor.set_mood(Mood::Wandering, None);
                }
            }
        }
        Mood::Hunting => {
            let flees = def.abilities.flees.as_ref();
            let below = flees.map_or(0, |flees| i32::from(flees.below));
            let low = actor.health * 100 < actor.max_health * below;
            if low || actor.loot.is_some() {
                turn.level[id].set_mood(Mood::Fleeing, None);
                let who = turn.event_actor(id);
                turn.emit(MonsterEvent::Fled { who });
            } else {
                update_pursuit(turn, id, target_pos, sees);
            }
        }
        Mood::Fleeing => {
            let flees = def.abilities.flees.as_ref();
            let mended = flees.map_or(MENDED, |flees| MENDED.max(flees.below.into()));
            let recovered = actor.health * 100 >= actor.max_health * mended;
            if recovered && actor.loot.is_none() {
                let mood = if sees { Mood::Hunting } else { Mood::Wandering };
                let actor = &mut turn.level[id];
                actor.set_mood(mood, sees.then_some(target_pos));
                if sees {
                    actor.patience = memory;
                }
            }
        }
    }
}

/// Whether a monster that is not hunting notices its target now: it sees them near enough for the light that they stand
/// in, or hears them.
fn notices(turn: &mut Turn<'_>, id: ActorId, sees: bool) -> bool {
    let actor = &turn.level[id];
    let Some(pos) = turn.scene().target_pos(actor) else {
        return false;
    };
    let far = actor.pos.steps_to(pos);
    let (seen, hearing) = match actor.target {
        Some(ActorId::PLAYER) => (
            turn.scene().notice_radius(),
            turn.player.hearing_radius(turn.content),
        ),
        _ => (SEEN, HEARING),
    };
    let notice = &turn.rules().notice;
    let in_dark =
        actor.target == Some(ActorId::PLAYER) && turn.scene().player_lighting() == Lighting::Dark;
    let percent = if in_dark { notice.hidden } else { notice.seen };
    if sees && far <= seen {
        turn.stream(Tag::NOTICE, id, 2).chance(percent, 100)
    } else if far <= hearing {
        turn.stream(Tag::NOTICE, id, 3).chance(HEARD, 100)
    } else {
        false
    }
}

/// Updates where a hunter believes its target to be. It gives up when its patience runs out. Of a player in the dark it
/// knows no more than where it saw them last: it goes there to look around, and has to notice them anew.
fn update_pursuit(turn: &mut Turn<'_>, id: ActorId, target_pos: Pos, sees: bool) {
    let memory = turn.rules().hunt.memory;
    let actor = &mut turn.level[id];
    if sees {
        actor.goal = Some(target_pos);
        actor.patience = memory;
        return;
    }
    // What lurks waits in the dark itself.
    let hidden = turn.level[id].target == Some(ActorId::PLAYER)
        && turn.scene().player_lighting() == Lighting::Dark
        && turn.level[id].def(turn.content).abilities.lurks.is_none();
    let actor = &mut turn.level[id];
    actor.patience = actor.patience.saturating_sub(1);
    if actor.patience >= memory - GUESS && !hidden {
        actor.goal = Some(target_pos);
    }
    let goal = actor.goal.filter(|goal| *goal != actor.pos);
    if hidden || actor.patience == 0 || goal.is_none() {
        actor.set_mood(Mood::Searching, goal.filter(|_| hidden));
        actor.patience = LOOKS_AROUND;
        turn.emit(MonsterEvent::LostTrack { who: id });
    }
}

/// Acts by condition and mood; returns the duration in ticks.
pub fn act_by_mood(turn: &mut Turn<'_>, id: ActorId) -> u32 {
    let prepared = turn.level[id].preparing.take();
    if let Some(dir) = turn.stray(id) {
        return take_step(turn, id, dir);
    }
    if let Some(time) = prepared.and_then(|prepared| carry_out(turn, id, prepared)) {
        return time;
    }
    match turn.level[id].mood {
        Mood::Asleep => turn.rules().time.action,
        Mood::Hunting => hunt(turn, id),
        Mood::Fleeing => flee(turn, id),
        Mood::Searching => search_around(turn, id),
        Mood::Wandering => wander(turn, id),
    }
}

/// Retreats from its target; uses an ability that serves, or strikes when cornered.
fn flee(turn: &mut Turn<'_>, id: ActorId) -> u32 {
    let wait = turn.rules().time.action;
    let (pos, from) = (turn.level[id].pos, turn.scene().target_pos(&turn.level[id]));
    if from.is_none_or(|from| pos.steps_to(from) > SAFE) {
        return wait;
    }
    if !is_watched(turn.scene(), &turn.level[id])
        && let Some(dir) = retreat(turn, id)
    {
        return take_step(turn, id, dir);
    }
    let abilities = &turn.level[id].def(turn.content).abilities;
    let cornered = abilities.act_cornered(turn, id);
    cornered.or_else(|| strike(turn, id)).unwrap_or(wait)
}

/// Whether it does not walk about now: it is watched, or never moves.
fn stays(turn: &Turn<'_>, id: ActorId) -> bool {
    let actor = &turn.level[id];
    let stands = actor.def(turn.content).behaviour == Behaviour::Stands;
    stands || is_watched(turn.scene(), actor)
}

/// Walks to where it lost or heard the player, then in random directions.
fn search_around(turn: &mut Turn<'_>, id: ActorId) -> u32 {
    if stays(turn, id) {
        return turn.rules().time.action;
    }
    let actor = &turn.level[id];
    if let Some(goal) = actor.goal.filter(|&goal| goal != actor.pos)
        && let Some(dir) = step_along_path(turn, id, goal, LONGEST)
    {
        return take_step(turn, id, dir);
    }
    turn.level[id].goal = None;
    let dir = Dir::ALL[turn.stream(Tag::WANDER, id, 0).below(8) as usize];
    let is_free = can_step(turn.scene(), &turn.level[id], dir);
    step_or_wait(turn, id, is_free.then_some(dir))
}

/// Walks from room to room, unless an ability has it do something else. Guards return to their post.
fn wander(turn: &mut Turn<'_>, id: ActorId) -> u32 {
    if stays(turn, id) {
        return turn.rules().time.action;
    }
    let def = turn.level[id].def(turn.content);
    if def.post_reach().is_some() {
        return return_home(turn, id);
    }
    if let Some(time) = def.abilities.wander(turn, id) {
        return time;
    }
    let actor = &mut turn.level[id];
    if actor.patience > 0 {
        actor.patience -= 1;
        return turn.rules().time.action;
    }
    let goal = actor
        .goal
        .filter(|&goal| goal != actor.pos)
        .or_else(|| choose_goal(turn, id));
    turn.level[id].goal = goal;
    let dir = goal.and_then(|goal| step_along_path(turn, id, goal, WANDER));
    if dir.is_none() {
        let actor = &mut turn.level[id];
        actor.goal = None;
        actor.patience = PAUSE;
    }
    step_or_wait(turn, id, dir)
}

/// Draws a destination for wandering: the centre of the nearest of a few random rooms, or a nearby
/// tile on a level without rooms.
fn choose_goal(turn: &mut Turn<'_>, id: ActorId) -> Option<Pos> {
    let pos = turn.level[id].pos;
    if turn.level.rooms.is_empty() {
        let mut stream = turn.stream(Tag::WANDER, id, 2);
        let mut near = (0..20).map(|_| {
            let x = stream.range(-STROLL, STROLL);
            let y = stream.range(-STROLL, STROLL);
            pos + Pos::new(x, y)
        });
        return near.find(|near| turn.level.is_plain(*near));
    }
    let mut stream = turn.stream(Tag::WANDER, id, 1);
    let mut nearest: Option<Pos> = None;
    for _ in 0..ROOMS {
        let room = stream.pick(&turn.level.rooms)?.area.center();
        let nearer = |best: Pos| room.steps_to(pos) < best.steps_to(pos);
        if room != pos && nearest.is_none_or(nearer) {
            nearest = Some(room);
        }
    }
    nearest
}
