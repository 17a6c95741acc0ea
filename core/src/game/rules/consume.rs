//! The player's actions that use items, each according to its class. Each
//! checks all reasons for refusal before it changes anything.

use super::aim::{self, Flight, Force};
use super::combat::{Attack, attack};
use super::effects::{apply_potion, apply_scroll, explode, launch_projectile, shatter_potion};
use super::field::{COALS, ignite};
use super::inventory::{ActionResult, equip, removal_time, unequip};
use super::mechanism::fit_part;
use super::mood::is_hidden;
use super::turn::Turn;
use crate::game::content::{Class, Fixed, Potion, Scroll, numbers};
use crate::game::world::action::{Danger, Letter, Refusal};
use crate::game::world::actor::ActorId;
use crate::game::world::detail::{EventItem, Projectile};
use crate::game::world::event::{FightEvent, ItemEvent};
use crate::game::world::item::Item;
use crate::game::world::player::{Loudness, Thrown};
use crate::geom::Pos;
use crate::rng::Tag;

/// Uses an item according to its class.
pub(in crate::game) fn use_item(
    turn: &mut Turn<'_>,
    letter: Letter,
    at: Option<Pos>,
    sure: bool,
) -> ActionResult {
    let (item, def) = turn.player.pack.item(letter, turn.content)?;
    let target = || {
        at.or_else(|| turn.scene().nearest_enemy())
            .ok_or(Refusal::NoTarget)
    };
    match def.class {
        Class::Food(turns) => eat_food(turn, (letter, item), turns, sure),
        Class::Potion(potion) => quaff_potion(turn, (letter, item), potion, sure),
        Class::Scroll(scroll) => read_scroll(turn, letter, scroll, at, sure),
        Class::Relic { does, food } => use_relic(turn, (letter, item), (does, food), at, sure),
        Class::Missile(_) | Class::FirePot => {
            let at = target()?;
            throw_item(turn, letter, at, sure)
        }
        Class::Arrow(_) => {
            let at = target()?;
            fire_arrow(turn, at, sure)
        }
        Class::Pipe => fit_part(turn, letter),
        _ if turn.player.pack.is_equipped(letter) => unequip(turn, letter),
        _ => equip(turn, letter),
    }
}

/// Refuses a dangerous action unless the player is `sure`.
const fn require_confirmation(sure: bool, danger: bool, why: Danger) -> Result<(), Refusal> {
    if danger && !sure {
        return Err(Refusal::NeedsConfirmation(why));
    }
    Ok(())
}

numbers! {
    "consume":
    /// Per cent of a meal that may be wasted before eating asks first.
    const WASTE: u32 = 50;

    /// Oil that a lantern spills.
    const SPILT: u8 = 4;
}

fn eat_food(
    turn: &mut Turn<'_>,
    (letter, item): (Letter, Item),
    turns: u32,
    sure: bool,
) -> ActionResult {
    let rules = turn.rules();
    let most = rules.food.full;
    let wasted = (turn.player.food + turns).saturating_sub(most);
    require_confirmation(sure, wasted > turns * WASTE / 100, Danger::NotHungry)?;
    let before = turn.player.hunger(turn.content);
    turn.take_from_pack(letter, 1);
    turn.player.food = (turn.player.food + turns).min(most);
    let item = turn.event_item(Item { count: 1, ..item });
    turn.emit(ItemEvent::Ate { item });
    turn.report_hunger(before);
    Ok(rules.time.action)
}

fn quaff_potion(
    turn: &mut Turn<'_>,
    (letter, item): (Letter, Item),
    potion: Potion,
    sure: bool,
) -> ActionResult {
    let known = turn.player.knows(item.kind);
    require_confirmation(sure, known && potion.is_harmful(), Danger::HarmfulPotion)?;
    turn.take_from_pack(letter, 1);
    let drunk = turn.event_item(Item { count: 1, ..item });
    turn.emit(ItemEvent::Quaffed { item: drunk });
    turn.identify(item.kind);
    apply_potion(turn, potion);
    Ok(turn.rules().time.action)
}

fn read_scroll(
    turn: &mut Turn<'_>,
    letter: Letter,
    scroll: Scroll,
    at: Option<Pos>,
    sure: bool,
) -> ActionResult {
    let flight = aim_spell(turn, (letter, scroll), at, sure)?;
    let item = turn.take_from_pack(letter, 1);
    let item = item.ok_or(Refusal::NoItem(letter))?;
    let read = turn.event_item(item);
    turn.emit(ItemEvent::Read { item: read });
    turn.identify(item.kind);
    apply_scroll(turn, scroll, flight.at);
    Ok(turn.rules().time.action)
}

/// Uses a relic, which costs food instead of being used up.
fn use_relic(
    turn: &mut Turn<'_>,
    (letter, item): (Letter, Item),
    (does, food): (Scroll, u32),
    at: Option<Pos>,
    sure: bool,
) -> ActionResult {
    let rules = turn.rules();
    if turn.player.food < food + rules.food.weak {
        return Err(Refusal::TooHungryFor(letter));
    }
    let flight = aim_spell(turn, (letter, does), at, sure)?;
    let before = turn.player.hunger(turn.content);
    turn.player.food -= food;
    let item = turn.event_item(item);
    turn.emit(ItemEvent::UsedRelic { item });
    turn.report_hunger(before);
    apply_scroll(turn, does, flight.at);
    Ok(rules.time.action)
}

/// Aims a scroll or relic; requires confirmation if its effect is known and would harm the player.
fn aim_spell(
    turn: &Turn<'_>,
    spell: (Letter, Scroll),
    at: Option<Pos>,
    sure: bool,
) -> Result<Flight, Refusal> {
    let flight = aim::plan_reading(turn.scene(), spell, at)?;
    confirm_flight(turn, &flight, sure)?;
    Ok(flight)
}

/// Refuses something aimed that endangers the player, unless they are `sure`.
fn confirm_flight(turn: &Turn<'_>, flight: &Flight, sure: bool) -> Result<(), Refusal> {
    match aim::danger(turn.scene(), flight) {
        Some(danger) => require_confirmation(sure, true, danger),
        None => Ok(()),
    }
}

pub(in crate::game) fn throw_item(
    turn: &mut Turn<'_>,
    letter: Letter,
    at: Pos,
    sure: bool,
) -> ActionResult {
    let flight = aim::plan_throw(turn.scene(), letter, at)?;
    require_confirmation(sure, turn.player.pack.is_equipped(letter), Danger::InUse)?;
    launch_item(turn, flight, Projectile::Item, sure)
}

pub(in crate::game) fn fire_arrow(turn: &mut Turn<'_>, at: Pos, sure: bool) -> ActionResult {
    let flight = aim::plan_shot(turn.scene(), at)?;
    launch_item(turn, flight, Projectile::Arrow, sure)
}

/// Throws or shoots an item of the pack.
fn launch_item(
    turn: &mut Turn<'_>,
    flight: Flight,
    projectile: fn(EventItem) -> Projectile,
    sure: bool,
) -> ActionResult {
    let (at, to) = flight.at.zip(flight.to).ok_or(Refusal::BadTarget)?;
    confirm_flight(turn, &flight, sure)?;
    let time = removal_time(turn, flight.letter, 1);
    let item = turn.take_from_pack(flight.letter, 1);
    let item = item.ok_or(Refusal::NoItem(flight.letter))?;
    // Who throws from the dark gives away no more than a step would.
    turn.player.loudness = match is_hidden(turn) {
        true => Loudness::Quiet,
        false => Loudness::Loud,
    };
    let what = projectile(turn.event_item(item));
    if matches!(what, Projectile::Item(_)) {
        let target = [at, to].into_iter().find_map(|pos| {
            let actor = turn.level.actor_at(pos)?;
            (!actor.is_friend() && turn.scene().sees(actor)).then_some(actor.id)
        });
        if let Some(at) = target {
            let Item { kind, plus, .. } = item;
            turn.player.thrown = Some(Thrown { kind, plus, at });
        }
    }
    launch_projectile(turn, what, at);
    match (flight.class, flight.force) {
        (_, Some(force)) => {
            land_missile(turn, (item, what), force, to);
            if flight.burns {
                spill_lantern(turn, to);
            }
        }
        (Class::Potion(potion), _) => shatter_potion(turn, potion, item.kind, to),
        (class, _) => explode(turn, to, class),
    }
    Ok(time)
}

/// Spills the oil of the lantern that the player has thrown, and sets it on fire.
fn spill_lantern(turn: &mut Turn<'_>, to: Pos) {
    turn.player.oil = 0;
    turn.level.cache.sight_stale = true;
    turn.emit(ItemEvent::OilSpilt);
    // What does not burn at once runs on and catches fire there.
    turn.level.spill_oil(to, SPILT);
    turn.level.run_oil();
    ignite(turn, to, COALS);
}

/// Resolves the landing of a missile, which may hit a monster and break.
fn land_missile(turn: &mut Turn<'_>, (item, what): (Item, Projectile), force: Force, to: Pos) {
    let target = turn.level.actor_at(to).map(|actor| actor.id);
    if let Some(id) = target {
        let (strength, fixed) = match force {
            Force::Attack(strength) => (strength, None),
            Force::Plain(least, most) => (0, Some((least, most))),
        };
        let missile = Attack {
            strength,
            fixed,
            percent: 100,
            number: 0,
            projectile: Some(what),
        };
        attack(turn, (ActorId::PLAYER, id), &missile);
    }
    let class = turn.content.item(item.kind).class;
    let is_breakable = matches!(class, Class::Missile(_) | Class::Arrow(_));
    let mut stream = turn.stream(Tag::EFFECT, ActorId::PLAYER, 0);
    let breaks = turn.rules().combat.breaks;
    if is_breakable && target.is_some() && stream.below(breaks) == 0 {
        let item = turn.event_item(item);
        turn.emit(FightEvent::Broke { item });
    } else {
        turn.place_item(to, item, false);
    }
}
