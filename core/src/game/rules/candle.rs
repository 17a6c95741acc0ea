//! The candle of a level, which burns down by the turns that the player spends there, and the patrols with lamps that come
//! by the stairs once it has burnt out.

use super::combat::make_near;
use super::turn::Turn;
use crate::game::content::{Behaviour, Fixed, MonsterDef, MonsterKind, numbers};
use crate::game::world::actor::{ActorId, LAMP, Mood};
use crate::game::world::detail::Interruption;
use crate::game::world::event::PlaceEvent;
use crate::game::world::generation::spawn;
use crate::game::world::scene::Scene;
use crate::geom::Pos;
use crate::map::Tile;
use crate::rng::Tag;

numbers! {
    "candle":
    /// Turns from one patrol to the next.
    const EVERY: u32 = 150;

    /// The most patrols that come to a level.
    const MOST: u8 = 4;

    /// A patrol is worth one part in this many of the budget of its depth; but at least one of the kinds that come.
    const SHARE: u32 = 6;

    /// The most monsters in a patrol.
    const MOST_MONSTERS: usize = 5;

    /// Tiles from the stairs within which a patrol finds room.
    const ROOM: i32 = 3;

    /// The candle warns when this part of it is left.
    const WARNS: u32 = 4;
}

/// Burns the candle for a turn.
pub(in crate::game) fn burn(turn: &mut Turn<'_>) {
    turn.level.turns = turn.level.turns.saturating_add(1);
    let Some(candle) = turn.scene().candle() else {
        return;
    };
    let spent = turn.level.turns;
    if spent == candle - candle / WARNS {
        let left = candle - spent;
        turn.emit(PlaceEvent::CandleLow { left });
        turn.interrupt(Interruption::Other);
    } else if spent == candle {
        turn.emit(PlaceEvent::CandleOut);
        turn.interrupt(Interruption::Other);
    }
    let is_due = spent >= candle && (spent - candle).is_multiple_of(EVERY);
    if is_due && turn.level.patrols < MOST {
        send_patrol(turn);
    }
}

/// Has a patrol come by the stairs that are farther from the player, with a bell before it, as many as there is room for.
fn send_patrol(turn: &mut Turn<'_>) {
    let Some(stairs) = entrance(turn.scene()) else {
        return;
    };
    let depth = turn.level.depth;
    let mut budget = turn.content.depth(depth).budget / SHARE;
    let walks = |def: &MonsterDef| {
        matches!(def.behaviour, Behaviour::Wanders | Behaviour::Sleeps)
            && def.abilities.mimics.is_none()
            && def.abilities.unseen.is_none()
    };
    let mut stream = turn.stream(Tag::PATROL, ActorId::PLAYER, 0);
    for number in 0..MOST_MONSTERS {
        // The first may cost more than the patrol is worth.
        let fits = |def: &MonsterDef| walks(def) && (number == 0 || def.worth <= budget);
        let weights = spawn::monster_weights(turn.content, turn.plus, depth, fits);
        let Some(index) = stream.weighted(&weights) else {
            return;
        };
        let kind = MonsterKind(index as u16);
        let Some(mut actor) = make_near(turn, kind, stairs, ROOM) else {
            return;
        };
        if number == 0 {
            turn.level.patrols += 1;
            turn.emit(PlaceEvent::PatrolCame { stairs });
            turn.interrupt(Interruption::Other);
        }
        budget = budget.saturating_sub(turn.content.monster(kind).worth);
        (actor.patrols, actor.lamp) = (true, actor.lamp.max(LAMP));
        actor.set_mood(Mood::Wandering, None);
        turn.level.insert_actor(actor);
    }
}

/// The stairs that are farther from the player; on the deepest level those up.
fn entrance(scene: Scene<'_>) -> Option<Pos> {
    let level = scene.level;
    let is_stairs = |pos: &Pos| matches!(level.tile(*pos), Tile::StairsUp | Tile::StairsDown);
    let stairs = [level.up, level.down].into_iter().filter(is_stairs);
    stairs.max_by_key(|pos| (pos.steps_to(scene.player.pos), *pos == level.up))
}
