//! `snuffs`: it puts out braziers, and its hit dims the player's light.

use crate::game::ai::step::{is_held, step_along_path, take_step};
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::detail::Perception;
use crate::game::world::event::PlaceEvent;
use crate::geom::{Dir, Pos};

/// Sight, in tiles, of a player without a lantern up to which a hit dims nothing.
const DIMMEST: u32 = 4;

pub fn act(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let actor = &turn.level[id];
    let snuffs = actor.def(turn.content).abilities.snuffs.as_ref()?;
    let target = turn.scene().target_pos(actor)?;
    if actor.pos.steps_to(target) <= snuffs.near {
        return None;
    }
    seek_brazier(turn, id)
}

/// Goes to the nearest lit brazier and puts it out; `None` if there is none within reach.
pub fn seek_brazier(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let scene = turn.scene();
    let actor = &turn.level[id];
    let pos = actor.pos;
    let reach = actor.def(turn.content).abilities.snuffs.as_ref()?.range;
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

/// Dims the light of a player whom it has hit.
pub fn dim_light(turn: &mut Turn<'_>, id: ActorId) {
    let Some(snuffs) = &turn.level[id].def(turn.content).abilities.snuffs else {
        return;
    };
    let player = &turn.player;
    let lantern = player.lantern_reach(turn.content).is_some();
    if lantern || player.sight_radius(turn.content) > DIMMEST {
        turn.dim_light(snuffs.dims);
    }
}
