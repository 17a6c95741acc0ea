//! The turn of the world, every 100 ticks: hunger, regeneration, conditions, and waking sleepers.

use super::burn::tick_fields;
use super::candle;
use super::combat::hurt;
use super::field::steam;
use super::mood::{alert, reveal};
use super::set_piece;
use super::swim;
use super::turn::{TURN, Turn};
use crate::game::content::{Behaviour, Fixed, Ring, numbers};
use crate::game::world::actor::{ActorId, Mood};
use crate::game::world::condition::Condition;
use crate::game::world::detail::{Cause, Interruption};
use crate::game::world::event::ItemEvent;
use crate::game::world::player::{FOOD_A_TURN, FOOD_OF_MENDING, Loudness};
use crate::geom::Pos;
use crate::rng::Tag;

/// What a turn of the world does, in this order.
const PARTS: [fn(&mut Turn<'_>); 11] = [
    consume_food,
    regenerate,
    tick_fields,
    swim::tick,
    |turn| tick_conditions(turn, ActorId::PLAYER),
    fade_hallowed,
    burn_oil,
    candle::burn,
    set_piece::tick,
    wake_sleepers,
    tick_monsters,
];

/// Lets a turn of the world pass, as far as the run goes.
pub(in crate::game) fn tick_world(turn: &mut Turn<'_>) {
    for part in PARTS {
        if turn.is_over() {
            return;
        }
        part(turn);
    }
}

/// Lets hallowed ground fade.
fn fade_hallowed(turn: &mut Turn<'_>) {
    let before = turn.level.hallowed.len();
    turn.level.hallowed.retain_mut(|hallowed| {
        hallowed.left -= 1;
        hallowed.left > 0
    });
    turn.level.cache.lighting_stale |= turn.level.hallowed.len() != before;
}

numbers! {
    "upkeep":
    /// Health that a turn without food takes.
    const HUNGER_WOUND: i32 = 1;

    /// Each turn one in this many sleepers within hearing of a fight wakes.
    const WAKES_FIGHT: u32 = 2;

    /// Each turn one in this many deep sleepers within hearing wakes, whatever it hears.
    const WAKES_DEEP: u32 = 30;

    /// Turns in which a resting monster regains a point of health.
    const REST: u32 = 5;

    /// Turns of oil left at which the player is warned.
    const LOW_OIL: u32 = 100;
}

/// Whether this is one of every `turns` turns.
fn is_one_turn_in(turn: &Turn<'_>, turns: u32) -> bool {
    turn.time.is_multiple_of(TURN * u64::from(turns))
}

/// Consumes a turn's food, more while health regenerates. With a ring of fasting some turns are
/// free.
fn consume_food(turn: &mut Turn<'_>) {
    let (rules, content) = (turn.rules(), turn.content);
    let before = turn.player.hunger(content);
    let fasts = turn.player.rings(Ring::Fasting, content) > 0;
    if !(fasts && is_one_turn_in(turn, rules.ring.fasting)) {
        let mending = FOOD_OF_MENDING
            * u32::from(
                turn.player
                    .is_regenerating(turn.scene().heals_up_to(), content),
            );
        turn.player.food = turn.player.food.saturating_sub(FOOD_A_TURN + mending);
    }
    if turn.report_hunger(before) {
        turn.interrupt(Interruption::Hunger);
    }
    if turn.player.food == 0 {
        hurt(turn, ActorId::PLAYER, HUNGER_WOUND, Cause::Hunger);
    }
}

/// Regenerates health as far as it comes back here, at a rate that restores all of it in a fixed number of turns.
fn regenerate(turn: &mut Turn<'_>) {
    let up_to = turn.scene().heals_up_to();
    if !turn.player.is_regenerating(up_to, turn.content) {
        return;
    }
    let rules = turn.rules();
    let player = &mut *turn.player;
    player.mending += player.healing_per_turn(turn.content);
    while player.mending >= rules.food.healing {
        player.mending -= rules.food.healing;
        player.health = (player.health + 1).min(up_to);
    }
}

/// Burns the oil of the lantern in use, and fills it beside a burning brazier.
fn burn_oil(turn: &mut Turn<'_>) {
    let full = turn.rules().sight.oil;
    let player = &turn.player;
    if player.lantern_reach(turn.content).is_none() {
        return;
    }
    let beside = |at: Pos| at.steps_to(player.pos) <= 1;
    if player.oil < full && turn.level.lights().any(beside) {
        let is_notable = player.oil <= full - full / 4;
        turn.player.oil = full;
        if is_notable {
            turn.emit(ItemEvent::OilFilled);
        }
        return;
    }
    if player.burning_lantern(turn.content).is_none() {
        return;
    }
    turn.player.oil -= 1;
    match turn.player.oil {
        0 => turn.emit(ItemEvent::OilOut),
        LOW_OIL => turn.emit(ItemEvent::OilLow { turns: LOW_OIL }),
        _ => return,
    }
    turn.interrupt(Interruption::Other);
}

/// Lets fire hurt whoever burns, unless they stand in flames, which have hurt them already, or in water, which puts it
/// out; then their conditions run on.
fn tick_conditions(turn: &mut Turn<'_>, who: ActorId) {
    let Some(pos) = turn.scene().pos_of(who) else {
        return;
    };
    if !turn.conditions(who).is_any() {
        return;
    }
    let is_player = who == ActorId::PLAYER;
    if turn.conditions(who).has(Condition::Burning) {
        turn.level.cache.lamps_stale |= !is_player;
        if turn.level.quenches(pos) {
            steam(turn.level, pos);
            turn.end_condition(who, Condition::Burning);
        } else if !turn.level.is_aflame(pos) && !turn.scene().wards(who) {
            hurt(turn, who, turn.rules().fire.burns, Cause::Fire);
        }
    }
    // The fire may have killed them.
    if turn.is_over() || turn.scene().pos_of(who).is_none() {
        return;
    }
    for condition in Condition::ALL {
        if turn.conditions(who).tick(condition) {
            turn.end_condition(who, condition);
            if is_player {
                turn.interrupt(Interruption::Other);
            }
        }
    }
}

/// Wakes sleepers within hearing by chance: deep sleepers less often, all others more often during
/// a fight; those that breathe incense never. Reveals mimics beside the player.
fn wake_sleepers(turn: &mut Turn<'_>) {
    let reach = turn.player.hearing_radius(turn.content);
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        let actor = &turn.level[id];
        if actor.mood != Mood::Asleep {
            continue;
        }
        let far = actor.pos.steps_to(turn.player.pos);
        if actor.disguised {
            if far <= 1 {
                reveal(turn, id);
            }
            continue;
        }
        if far > reach || turn.level.has_incense(actor.pos) {
            continue;
        }
        let one_in = match (actor.def(turn.content).behaviour, turn.player.loudness) {
            (Behaviour::Sleeps, _) => WAKES_DEEP,
            (_, Loudness::Loud) => WAKES_FIGHT,
            _ => turn.rules().notice.wakes,
        };
        if turn.stream(Tag::NOTICE, id, 0).below(one_in) == 0 {
            alert(turn, id, ActorId::PLAYER);
        }
    }
}

/// Updates every monster. Iterates by id because one death may cause others.
fn tick_monsters(turn: &mut Turn<'_>) {
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        tick_monster(turn, id);
    }
}

fn tick_monster(turn: &mut Turn<'_>, id: ActorId) {
    let heals = is_one_turn_in(turn, REST);
    let actor = &mut turn.level[id];
    // A monster that is not fighting regenerates slowly.
    if actor.mood.row().mends && heals && actor.health < actor.max_health {
        actor.health += 1;
    }
    let abilities = &actor.def(turn.content).abilities;
    abilities.tick(turn, id);
    tick_conditions(turn, id);
}
