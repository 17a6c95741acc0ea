//! `gathers`: it waits for others that gather, and comes from a side of its own.

use super::declare::{Ability, ability};
use crate::game::ai::step::{step_straight, take_step};
use crate::game::content::{Fixed, numbers};
use crate::game::rules::turn::{TURN, Turn};
use crate::game::world::actor::{Actor, ActorId, Mood};
use crate::game::world::scene::Scene;
use crate::geom::{Dir, Pos};

ability! {
    /// Waits a few tiles away until others that gather are near, or it is wounded, but not indefinitely. Then each
    /// comes from a side of its own.
    gathers: Gathers, Howl, "waits {gathers.waits} tiles away for others to gather, and comes from a side of its own" {
        waits: i32 = 3 in 2..=40, "tiles from the player at which it waits";
        rushes: u32 = 12 in 3..=9999, "turns from one rush of all that gather to the next, whoever is missing";
    }
}

numbers! {
    "gathers":
    /// Tiles from its target within which it waits for others.
    const EXPECTED: i32 = 12;

    /// Tiles from its target within which they count as gathered, and come from all sides.
    const READY: i32 = 4;

    /// Turns for which it rushes on, whoever is still missing.
    const RUSH: u32 = 2;
}

impl Ability for Gathers {
    const NUMBERS: &'static [Fixed] = NUMBERS;

    /// Waits out of reach for the others, for a limited time.
    fn act(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        let (scene, actor) = (turn.scene(), &turn.level[id]);
        let target = scene.target_pos(actor)?;
        let others = |reach| count_near(scene, actor, target, reach);
        let phase = turn.time / TURN % u64::from(self.rushes);
        let is_rushing = phase >= u64::from(self.rushes - RUSH);
        let waits = actor.pos.steps_to(target) == self.waits
            && actor.health >= actor.max_health
            && !is_rushing
            && scene.sees_target(actor)
            && others(READY) < others(EXPECTED);
        waits.then_some(turn.rules().time.action)
    }

    /// Steps towards a side of its target where no other is.
    fn keep_off(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        let (scene, actor) = (turn.scene(), &turn.level[id]);
        let target = scene.target_pos(actor)?;
        let far = actor.pos.steps_to(target);
        if far > READY || !scene.sees_target(actor) {
            return None;
        }
        let dir = flanking_step(scene, actor, target)?;
        Some(take_step(turn, id, dir))
    }
}

/// The others of its side that gather.
fn others<'a>(scene: Scene<'a>, actor: &Actor) -> impl Iterator<Item = &'a Actor> {
    let (id, side) = (actor.id, actor.side);
    let actors = scene.level.actors().iter();
    let others = actors.filter(move |other| other.id != id && other.side == side);
    others.filter(move |other| other.def(scene.content).abilities.gathers.is_some())
}

/// Number of others that hunt within `reach` of its target.
fn count_near(scene: Scene<'_>, actor: &Actor, target: Pos, reach: i32) -> usize {
    let is_near = |other: &&Actor| other.pos.steps_to(target) <= reach;
    let hunting = others(scene, actor).filter(|other| other.mood == Mood::Hunting);
    hunting.filter(is_near).count()
}

/// A step towards the free tile beside its target that is farthest from the others.
fn flanking_step(scene: Scene<'_>, actor: &Actor, target: Pos) -> Option<Dir> {
    let distance_to_others = |side: Pos| {
        let distances = others(scene, actor).map(|other| other.pos.steps_to(side));
        distances.min().unwrap_or(9)
    };
    let free = |side: &Pos| scene.level.tiles.is_walkable(*side) && scene.is_free(*side);
    let sides = Dir::ALL
        .map(|dir| target.step(dir))
        .into_iter()
        .filter(free);
    let side = sides.max_by_key(|side| (distance_to_others(*side), -side.steps_to(actor.pos)))?;
    step_straight(scene, actor, side)
}
