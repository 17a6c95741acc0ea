//! `charges`: it runs up to its target along a straight line and strikes.

use crate::game::ai::step::{can_step, can_strike, is_away_from_post};
use crate::game::ai::strike::strike_target;
use crate::game::content::ability::Charges;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::{Actor, ActorId, Condition};
use crate::game::world::event::FightEvent;
use crate::game::world::scene::Scene;
use crate::geom::Pos;

pub fn act(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let actor = &turn.level[id];
    let (def, from) = (actor.def(turn.content), actor.pos);
    let charges = def.abilities.charges.as_ref()?;
    let to = charge_target(turn.scene(), actor, charges)?;
    turn.level.move_actor(id, to);
    let conditions = &mut turn.level[id].conditions;
    conditions.extend(Condition::Spent, charges.recovers);
    let who = turn.event_actor(id);
    turn.emit(FightEvent::Charged { who, from, to });
    if can_strike(turn.scene(), &turn.level[id]) {
        strike_target(turn, id, charges.force);
    }
    Some(def.strike * charges.time / 100)
}

/// The tile beside its target where a charge along a free straight line would end.
fn charge_target(scene: Scene<'_>, actor: &Actor, charges: &Charges) -> Option<Pos> {
    let (level, target, pos) = (scene.level, scene.target_pos(actor)?, actor.pos);
    let hallowed = |pos: Pos| level.is_hallowed(pos);
    if actor.is_spent() || !scene.sees_target(actor) || hallowed(target) {
        return None;
    }
    let (dx, dy) = (target.x - pos.x, target.y - pos.y);
    let far = pos.steps_to(target);
    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    if !straight || !(2..=charges.range).contains(&far) || is_away_from_post(scene, actor) {
        return None;
    }
    let dir = Pos::default().dir_to(Pos::new(dx.signum(), dy.signum()))?;
    if !can_step(scene, actor, dir) {
        return None;
    }
    let mut at = pos;
    for _ in 1..far {
        let to = at.step(dir);
        let tile = level.tile(to);
        let open = tile.is_walkable() && !tile.is_opaque();
        if !open || !scene.is_free(to) || hallowed(to) || !level.tiles.can_reach(at, dir) {
            return None;
        }
        at = to;
    }
    level.tiles.can_reach(at, dir).then_some(at)
}
