//! `snuffs`: it puts out braziers, and its hit dims the player's light.

use super::declare::{Ability, Nature, ability};
use crate::game::ai::step::{is_held, step_along_path, take_step};
use crate::game::content::{Fixed, numbers};
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::detail::Perception;
use crate::game::world::event::PlaceEvent;
use crate::geom::{Dir, Pos};

ability! {
    /// Goes to burning braziers and puts them out, also while it wanders. Its hit dims the player's light.
    snuffs: Snuffs, Breath, "puts out braziers, and dims your light for {snuffs.dims} turns when it hits" {
        range: i32 = 12 in 0..=40, "tiles at which it finds a light";
        near: i32 = 3 in 0..=40, "tiles from the player within which it leaves lights alone";
        dims: u16 = 20 in 1..=999, "turns for which its hit dims the player's light";
    }
}

numbers! {
    "snuffs":
    /// Sight, in tiles, of a player without a lantern up to which a hit dims nothing.
    const DIMMEST: u32 = 4;
}

impl Ability for Snuffs {
    const NUMBERS: &'static [Fixed] = NUMBERS;

    const NATURE: Nature = Nature {
        is_dry: true,
        ..Nature::PLAIN
    };

    fn act(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        let actor = &turn.level[id];
        let target = turn.scene().target_pos(actor)?;
        if actor.pos.steps_to(target) <= self.near {
            return None;
        }
        self.wander(turn, id)
    }

    /// Goes to the nearest lit brazier and puts it out.
    fn wander(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        let scene = turn.scene();
        let actor = &turn.level[id];
        let (pos, reach) = (actor.pos, self.range);
        let near = turn.level.lights().filter(|at| at.steps_to(pos) <= reach);
        let at = near.min_by_key(|at| at.steps_to(pos))?;
        if at.steps_to(pos) <= 1 {
            extinguish_brazier(turn, id, at);
            return Some(turn.rules().time.action);
        }
        if is_held(scene, actor) {
            return None;
        }
        let beside = Dir::ALL.map(|dir| at.step(dir)).into_iter();
        let free = beside.filter(|near| scene.is_free_and_plain(*near));
        let goal = free.min_by_key(|near| near.steps_to(pos))?;
        let dir = step_along_path(turn, id, goal, 2 * reach as u32)?;
        Some(take_step(turn, id, dir))
    }

    /// Dims the light of the player.
    fn follow_hit(&self, turn: &mut Turn<'_>, _: ActorId) {
        let player = &turn.player;
        let lantern = player.lantern_reach(turn.content).is_some();
        if lantern || player.sight_radius(turn.content) > DIMMEST {
            turn.dim_light(self.dims);
        }
    }
}

fn extinguish_brazier(turn: &mut Turn<'_>, id: ActorId, pos: Pos) {
    let by = turn.event_actor(id);
    let perception = turn.scene().tile_perception(pos);
    let mut braziers = turn.level.braziers.iter_mut();
    let Some(brazier) = braziers.find(|brazier| brazier.pos == pos && brazier.lit) else {
        return;
    };
    brazier.lit = false;
    // The tile may be out of sight once it is dark, but the player saw the brazier go out.
    if perception == Perception::Seen {
        turn.level.known.unlit.insert(pos);
    }
    turn.level.cache.lighting_stale = true;
    turn.emit(PlaceEvent::BrazierOut {
        pos,
        by,
        perception,
    });
}
