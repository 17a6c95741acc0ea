//! Movement of monsters: which steps are possible, which one leads to a destination, and what keeps a monster where it
//! is.

use crate::game::content::{Behaviour, Fixed, numbers};
use crate::game::rules::act::open_door;
use crate::game::rules::tread::is_held as is_held_by_web;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::{Actor, ActorId, Mood};
use crate::game::world::condition::Condition;
use crate::game::world::event::BodyEvent;
use crate::game::world::formulas;
use crate::game::world::scene::Scene;
use crate::geom::{Dir, Pos};
use crate::map::{Steps, Tile};

/// Whether a monster can take a step or open the door there: the tile is in reach, free and not
/// hallowed, and it steps neither into flames, unless it burns already, nor onto a trap, unless it cannot
/// tell where it goes, nor, if it shuns light, into that of a conduit. One that phases passes through anything but
/// doors that it cannot open, sealed vaults and the edge of the level.
pub fn can_step(scene: Scene<'_>, actor: &Actor, dir: Dir) -> bool {
    let level = scene.level;
    let to = actor.pos.step(dir);
    if !scene.is_free(to) || level.is_hallowed(to) {
        return false;
    }
    let heedless = [Condition::Burning, Condition::Confused];
    let heedless =
        heedless.into_iter().any(|one| actor.conditions.has(one)) || is_drawn_to_fire(scene, actor);
    if !heedless && level.is_aflame(to) && !level.is_aflame(actor.pos) {
        return false;
    }
    let def = actor.def(scene.content);
    // What shuns light leaves the light of a conduit, but does not enter it.
    let lit = |pos: Pos| level.is_bright_for_good(pos);
    if def.abilities.shuns.is_some() && lit(to) && !lit(actor.pos) {
        return false;
    }
    // Monsters know the traps of their level.
    let confused = actor.conditions.has(Condition::Confused);
    if !confused && def.abilities.phases.is_none() && level.hazards.trap_at(to).is_some() {
        return false;
    }
    let tile = level.tile(to);
    if def.behaviour == Behaviour::Stands {
        return false;
    }
    let opens = tile != Tile::DoorClosed || def.abilities.opens_doors.is_some();
    if def.abilities.phases.is_some() {
        let (width, height) = (level.tiles.width() as i32, level.tiles.height() as i32);
        let inside = to.x > 0 && to.y > 0 && to.x + 1 < width && to.y + 1 < height;
        return inside && opens && !level.is_sealed(to);
    }
    let enters = tile.is_walkable() || (tile.is_deep() && def.swims());
    enters && opens && level.tiles.can_reach(actor.pos, dir)
}

/// Whether a monster flies into flames: light draws it, and nothing else has its attention.
pub fn is_drawn_to_fire(scene: Scene<'_>, actor: &Actor) -> bool {
    let drawn = actor.def(scene.content).abilities.drawn.is_some();
    drawn && actor.mood == Mood::Wandering
}

/// The directions in which a monster can step.
fn possible_steps<'a>(scene: Scene<'a>, actor: &'a Actor) -> impl Iterator<Item = Dir> + 'a {
    Dir::ALL
        .into_iter()
        .filter(move |dir| can_step(scene, actor, *dir))
}

/// Whether a monster is adjacent to its target, and walls allow an attack: then either can strike the
/// other.
pub fn is_beside_target(scene: Scene<'_>, actor: &Actor) -> bool {
    let target = scene.target_pos(actor);
    target.is_some_and(|at| can_exchange_blows(scene, at, actor.pos))
}

/// Whether blows pass between two tiles, or whoever stands on one of them walks through what is between.
fn can_exchange_blows(scene: Scene<'_>, one: Pos, other: Pos) -> bool {
    let reaches = |from: Pos, to: Pos| {
        let dir = from.dir_to(to);
        dir.is_some_and(|dir| scene.blow_reaches(from, dir))
    };
    reaches(one, other) || reaches(other, one)
}

/// Whether a monster can attack its target: it is adjacent, and the target is not on hallowed
/// ground.
pub fn can_strike(scene: Scene<'_>, actor: &Actor) -> bool {
    let hallowed = |at: Pos| scene.level.is_hallowed(at);
    is_beside_target(scene, actor) && !scene.target_pos(actor).is_some_and(hallowed)
}

/// The square of the Euclidean distance.
const fn squared_distance(a: Pos, b: Pos) -> i32 {
    (a.x - b.x).pow(2) + (a.y - b.y).pow(2)
}

/// The step that brings a monster closest to a tile, if one reduces the distance.
pub fn step_straight(scene: Scene<'_>, actor: &Actor, to: Pos) -> Option<Dir> {
    let (pos, now) = (actor.pos, actor.pos.steps_to(to));
    let nearer = possible_steps(scene, actor).filter(|dir| pos.step(*dir).steps_to(to) < now);
    nearer.min_by_key(|dir| squared_distance(pos.step(*dir), to))
}

/// A step towards a target in sight: straight if possible, otherwise around obstacles.
pub fn step_to_target(turn: &mut Turn<'_>, id: ActorId) -> Option<Dir> {
    let actor = &turn.level[id];
    let target = turn.scene().target_pos(actor)?;
    let straight = step_straight(turn.scene(), actor, target);
    if straight.is_some() || actor.def(turn.content).abilities.phases.is_some() {
        return straight;
    }
    update_chase_map(turn, target);
    // Follows a shortest path, or steps aside if another monster blocks it.
    let actor = &turn.level[id];
    let far = |pos: Pos| turn.level.cache.chase_map.get(pos);
    let here = far(actor.pos)?;
    let steps = possible_steps(turn.scene(), actor)
        .filter_map(|dir| Some((far(actor.pos.step(dir))?, dir)));
    let best = steps.min_by_key(|(far, _)| *far)?;
    (best.0 <= here).then_some(best.1)
}

numbers! {
    "hunt":
    /// Steps within which a monster finds its way to a target in sight around obstacles.
    const CHASE: u32 = 40;
}

fn update_chase_map(turn: &mut Turn<'_>, target: Pos) {
    turn.level.update_chase_map(target, CHASE);
}

/// The step that leads farthest from its target, if one leads farther away.
pub fn retreat(turn: &mut Turn<'_>, id: ActorId) -> Option<Dir> {
    let target = turn.scene().target_pos(&turn.level[id])?;
    update_chase_map(turn, target);
    let actor = &turn.level[id];
    let phases = actor.def(turn.content).abilities.phases.is_some();
    let far = |pos: Pos| {
        let steps = turn.level.cache.chase_map.get(pos).filter(|_| !phases);
        let steps = steps.map_or(pos.steps_to(target), |steps| steps as i32);
        (steps, squared_distance(pos, target))
    };
    let key = |dir: &Dir| (far(actor.pos.step(*dir)), std::cmp::Reverse(*dir as u8));
    let best = possible_steps(turn.scene(), actor).max_by_key(key)?;
    (far(actor.pos.step(best)) > far(actor.pos)).then_some(best)
}

/// The next step along a path to a tile. The path is stored, and computed again once it is blocked.
///
/// If there is no path of at most `bound` steps, the monster gives up its goal.
pub fn step_along_path(turn: &mut Turn<'_>, id: ActorId, goal: Pos, bound: u32) -> Option<Dir> {
    let actor = &turn.level[id];
    let pos = actor.pos;
    let def = actor.def(turn.content);
    if def.abilities.phases.is_some() {
        return step_straight(turn.scene(), actor, goal);
    }
    let next = actor.route.last().copied();
    let known = actor.route.first() == Some(&goal);
    if let Some(dir) = next.filter(|_| known).and_then(|next| pos.dir_to(next)) {
        if can_step(turn.scene(), actor, dir) {
            return Some(dir);
        }
        // Another monster may be in the way: step aside, and search for a new path next turn.
        turn.level[id].route.clear();
        return step_straight(turn.scene(), &turn.level[id], goal);
    }
    let cache = &turn.level.cache;
    let open = if def.abilities.opens_doors.is_some() {
        &cache.open
    } else {
        &cache.doorless
    };
    let path = &mut turn.scratch.path;
    let found = turn
        .scratch
        .finder
        .find(open, Steps::Eight, pos, goal, bound, path);
    let actor = &mut turn.level[id];
    if !found {
        actor.goal = None;
        return None;
    }
    actor.route.clear();
    actor.route.extend(turn.scratch.path.iter().rev());
    let dir = actor.route.last().and_then(|&next| pos.dir_to(next))?;
    can_step(turn.scene(), &turn.level[id], dir).then_some(dir)
}

/// Whether it does not move towards or away from its target now: it is watched, or the target is too far from its post.
pub fn is_held(scene: Scene<'_>, actor: &Actor) -> bool {
    is_watched(scene, actor) || is_away_from_post(scene, actor)
}

/// Whether it moves only while its target does not see it, and the target sees it.
pub fn is_watched(scene: Scene<'_>, actor: &Actor) -> bool {
    actor.def(scene.content).abilities.unseen.is_some() && scene.is_seen_by_target(actor)
}

/// Whether its target is farther from its post than it hunts.
pub fn is_away_from_post(scene: Scene<'_>, actor: &Actor) -> bool {
    let reach = actor.def(scene.content).post_reach();
    let target = scene.target_pos(actor);
    let far = reach.zip(target);
    far.is_some_and(|(reach, at)| at.steps_to(actor.home) > reach)
}

/// Takes a step, or waits without one; returns the duration in ticks.
pub fn step_or_wait(turn: &mut Turn<'_>, id: ActorId, dir: Option<Dir>) -> u32 {
    match dir {
        Some(dir) => take_step(turn, id, dir),
        None => turn.rules().time.action,
    }
}

/// Takes a step or opens a door, if that is possible; returns the duration in ticks.
pub fn take_step(turn: &mut Turn<'_>, id: ActorId, dir: Dir) -> u32 {
    let actor = &turn.level[id];
    if !can_step(turn.scene(), actor, dir) {
        return turn.rules().time.action;
    }
    let (def, from) = (actor.def(turn.content), actor.pos);
    let to = from.step(dir);
    let tile = turn.level.tile(to);
    if tile == Tile::DoorClosed {
        let by = turn.event_actor(id);
        return open_door(turn, to, by);
    }
    if is_held_by_web(turn, id) {
        return turn.rules().time.action;
    }
    turn.level.move_actor(id, to);
    turn.level[id].route.pop_if(|next| *next == to);
    turn.emit(BodyEvent::Moved { who: id, from, to });
    if def.abilities.phases.is_some() {
        return def.pace;
    }
    def.pace * formulas::step_percent(tile) / 100
}
