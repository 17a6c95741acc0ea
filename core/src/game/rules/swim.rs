//! Swimming in deep water: what it puts out, and what it takes from the player.

use super::turn::Turn;
use crate::game::world::action::Letter;
use crate::game::world::actor::ActorId;
use crate::game::world::condition::Condition;
use crate::game::world::detail::Interruption;
use crate::game::world::event::ItemEvent;
use crate::game::world::scene::Scene;
use crate::rng::Tag;

/// Which draw of [`Tag::FIELD`] about the player decides what floats off.
const SWEPT: u64 = 2;

/// Whether the player has something to lose in deep water: a burning lantern, or a thing that is not in use.
pub(in crate::game) fn has_something_to_lose(scene: Scene<'_>) -> bool {
    scene.player.burning_lantern(scene.content).is_some() || loose(scene).next().is_some()
}

/// The things in the pack that are not in use.
fn loose(scene: Scene<'_>) -> impl Iterator<Item = Letter> + '_ {
    let pack = &scene.player.pack;
    let items = pack.items().map(|(letter, _)| letter);
    items.filter(|letter| !pack.is_equipped(*letter))
}

/// Lets the water that somebody has come into put out whatever burns on them, and the player's lantern.
pub(in crate::game) fn douse(turn: &mut Turn<'_>, who: ActorId) {
    if who == ActorId::PLAYER && turn.player.burning_lantern(turn.content).is_some() {
        turn.player.hooded = true;
        turn.emit(ItemEvent::Doused);
    }
    if turn.conditions(who).has(Condition::Burning) {
        turn.end_condition(who, Condition::Burning);
        turn.level.cache.lamps_stale = true;
    }
}

/// Lets deep water act for a turn on a player who swims in it: now and then a thing of the pack that is not in use floats
/// off to where something can lie.
pub(in crate::game) fn tick(turn: &mut Turn<'_>) {
    let pos = turn.player.pos;
    if turn.is_over() || !turn.level.tile(pos).is_deep() {
        return;
    }
    douse(turn, ActorId::PLAYER);
    let things: Vec<Letter> = loose(turn.scene()).collect();
    let sweeps = turn.rules().water.sweeps;
    let mut stream = turn.stream(Tag::FIELD, ActorId::PLAYER, SWEPT);
    if stream.below(100) >= sweeps {
        return;
    }
    let Some(&letter) = stream.pick(&things) else {
        return;
    };
    let Some(item) = turn.take_from_pack(letter, u16::MAX) else {
        return;
    };
    let swept = turn.event_item(item);
    turn.emit(ItemEvent::SweptOff { item: swept });
    turn.interrupt(Interruption::Other);
    turn.place_item(pos, item, false);
}
