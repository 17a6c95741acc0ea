//! `lurks`: it keeps to the dark and out of sight, unless its target stands in bright light.

use super::declare::{Ability, ability};
use super::wary::falters;
use crate::game::ai::step::{is_beside_target, is_held, step_along_path, take_step};
use crate::game::content::{Fixed, numbers};
use crate::game::rules::turn::Turn;
use crate::game::world::actor::{Actor, ActorId};
use crate::game::world::level::is_doorless;
use crate::game::world::light::Lighting;
use crate::game::world::scene::Scene;
use crate::geom::{Pos, Rect};

ability! {
    /// Keeps to the dark and out of the player's sight, and does not call, while the player does not stand in bright
    /// light; but for one turn in three. Once the player stands in the light, it knows where that is and comes.
    lurks: Lurks, "hides in the dark, and comes and calls only while you stand in bright light" {
        range: i32 = 12 in 1..=20, "tiles within which it finds a place to hide";
    }
}

numbers! {
    "lurks":
    /// Steps of the longest way to a hiding place.
    const WAY: u32 = 40;
}

impl Ability for Lurks {
    const NUMBERS: &'static [Fixed] = NUMBERS;

    /// Goes to the nearest dark tile out of sight and stays there; comes for a target in bright light.
    fn act(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        let (scene, actor) = (turn.scene(), &turn.level[id]);
        let target = scene.target_pos(actor)?;
        if !is_lurking(scene, actor) {
            // Whoever stands in the light is seen from anywhere.
            let memory = turn.rules().hunt.memory;
            let actor = &mut turn.level[id];
            actor.goal = Some(target);
            actor.patience = memory;
            return None;
        }
        let wait = turn.rules().time.action;
        if is_beside_target(scene, actor) && falters(turn, id) {
            return None;
        }
        if is_hidden(scene, actor.pos) || is_held(scene, actor) || falters(turn, id) {
            return Some(wait);
        }
        let hide = hiding_place(scene, actor, self.range)?;
        let dir = step_along_path(turn, id, hide, WAY)?;
        Some(take_step(turn, id, dir))
    }
}

/// Whether it lurks now: its target does not stand in bright light.
pub fn is_lurking(scene: Scene<'_>, actor: &Actor) -> bool {
    let lurks = actor.def(scene.content).abilities.lurks.is_some();
    lurks
        && !scene
            .target_pos(actor)
            .is_some_and(|at| is_bright(scene, at))
}

/// Whether whoever stands on a tile is in bright light.
fn is_bright(scene: Scene<'_>, pos: Pos) -> bool {
    match pos == scene.player.pos {
        true => scene.player_lighting() == Lighting::Bright,
        false => scene.level.lighting(pos) == Lighting::Bright,
    }
}

/// Whether a tile is dark and out of the player's sight.
fn is_hidden(scene: Scene<'_>, pos: Pos) -> bool {
    !scene.is_in_sight(pos) && scene.level.lighting(pos) == Lighting::Dark
}

/// The nearest free tile that is dark and out of the player's sight; among equals the farthest from its target, then
/// the first, row by row.
fn hiding_place(scene: Scene<'_>, actor: &Actor, reach: i32) -> Option<Pos> {
    let target = scene.target_pos(actor)?;
    let around = Rect::between(actor.pos, actor.pos).grown(reach).positions();
    let hides = |pos: &Pos| {
        is_doorless(scene.level.tile(*pos))
            && is_hidden(scene, *pos)
            && scene.is_free(*pos)
            && !scene.level.is_hallowed(*pos)
            && !scene.level.is_sealed(*pos)
    };
    let far = |pos: &Pos| (actor.pos.steps_to(*pos), -target.steps_to(*pos));
    around.filter(hides).min_by_key(far)
}
