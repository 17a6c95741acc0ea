//! `drawn`: bright light draws it, and flames, too.

use super::declare::{Ability, ability};
use crate::game::ai::step::{is_drawn_to_fire, step_straight, take_step};
use crate::game::rules::turn::Turn;
use crate::game::world::actor::{Actor, ActorId};
use crate::game::world::light::Lighting;
use crate::game::world::scene::Scene;
use crate::geom::Pos;

ability! {
    /// Is drawn by light: while it wanders it goes to look at a player who stands in bright light, if nothing is in
    /// between.
    drawn: Drawn, "comes to bright light from {drawn.range} tiles" {
        range: i32 = 20 in 0..=99, "tiles from which it comes";
    }
}

impl Ability for Drawn {
    /// Flies towards the nearest flame in sight, and into it.
    fn wander(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        let (scene, actor) = (turn.scene(), &turn.level[id]);
        if !is_drawn_to_fire(scene, actor) {
            return None;
        }
        let (level, pos) = (scene.level, actor.pos);
        let near = level.flames().filter(|at| at.steps_to(pos) <= self.range);
        let mut near: Vec<Pos> = near.filter(|at| level.has_open_line(pos, *at)).collect();
        near.sort_by_key(|at| (at.steps_to(pos), at.y, at.x));
        let dir = step_straight(scene, actor, *near.first()?)?;
        Some(take_step(turn, id, dir))
    }
}

/// Whether a monster comes to the bright light that its target, the player, stands in.
pub fn is_drawn(scene: Scene<'_>, actor: &Actor) -> bool {
    let drawn = actor.def(scene.content).abilities.drawn.as_ref();
    let at = scene.player.pos;
    let bright = scene.player_lighting() == Lighting::Bright;
    drawn.is_some_and(|drawn| bright && actor.pos.steps_to(at) <= drawn.range)
        && actor.target == Some(ActorId::PLAYER)
        && scene.level.has_open_line(actor.pos, at)
}
