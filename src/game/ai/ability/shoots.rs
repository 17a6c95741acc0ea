//! `shoots`: it shoots at a player in sight who is not beside it.

use crate::game::rules::combat::attack_player;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::ActorId;
use crate::game::world::detail::Projectile;
use crate::game::world::event::FightEvent;
use crate::game::world::scene::Scene;
use crate::game::world::steps::distance;
use crate::geom::Pos;
use crate::map::line;

pub fn act(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let (scene, actor) = (turn.scene(), &turn.level[id]);
    let (def, from) = (actor.def(turn.content), actor.pos);
    let shoots = def.abilities.shoots.as_ref()?;
    let (what, to) = (Projectile::Shot, turn.player.pos);
    let in_range = (2..=shoots.range).contains(&distance(from, to));
    if !in_range || !scene.is_seen_by(actor) || !has_line_of_fire(scene, from) {
        return None;
    }
    turn.emit(FightEvent::Flew { what, from, to });
    attack_player(turn, id, 100, Some(what));
    Some(def.strike)
}

/// Whether a shot reaches the player without hitting anything else.
fn has_line_of_fire(scene: Scene<'_>, from: Pos) -> bool {
    let (cache, player_pos) = (&scene.level.cache, scene.player.pos);
    let opaque = |pos: Pos| cache.sight.is_opaque(pos);
    let mut between = line::bolt(from, player_pos, opaque)
        .skip(1)
        .take_while(|pos| *pos != player_pos);
    between.all(|pos| !scene.level.tile(pos).stops_flight() && !cache.occupied.contains(pos))
}
