//! The player's actions that use items up: eating, drinking, reading, throwing and shooting. Each
//! checks all reasons to refuse before it changes anything.

use super::action::{Danger, Letter, Refusal};
use super::actor::ActorId;
use super::content::{Class, Scroll};
use super::effect::{apply_potion, apply_scroll, explode, shatter};
use super::event::{GameEvent, Projectile};
use super::harm::attack_monster;
use super::inventory::{Time, equip, unequip};
use super::item::Item;
use super::level::distance;
use super::player::Loudness;
use super::scene::Scene;
use super::turn::Turn;
use crate::geom::Pos;
use crate::rng::Tag;

/// Does the obvious with an item.
pub(super) fn use_item(turn: &mut Turn<'_>, letter: Letter, at: Option<Pos>, sure: bool) -> Time {
    let (_, def) = turn.player.pack.item(letter, turn.content)?;
    let target = || {
        at.or_else(|| turn.scene().nearest_enemy())
            .ok_or(Refusal::NoTarget)
    };
    match def.class {
        Class::Food(_) => eat(turn, letter, sure),
        Class::Potion(_) => quaff(turn, letter, sure),
        Class::Scroll(_) => read(turn, letter, at, sure),
        Class::Relic { does, food } => call_on(turn, letter, (does, food), at, sure),
        Class::Missile(_) | Class::FirePot => {
            let at = target()?;
            throw(turn, letter, at, sure)
        }
        Class::Arrow(_) => {
            let at = target()?;
            fire(turn, at, sure)
        }
        _ if turn.player.pack.is_equipped(letter) => unequip(turn, letter),
        _ => equip(turn, letter),
    }
}

/// Refuses a danger that was not confirmed.
const fn ask(sure: bool, danger: bool, why: Danger) -> Result<(), Refusal> {
    if danger && !sure {
        return Err(Refusal::NeedsConfirmation(why));
    }
    Ok(())
}

pub(super) fn eat(turn: &mut Turn<'_>, letter: Letter, sure: bool) -> Time {
    let (item, def) = turn.player.pack.item(letter, turn.content)?;
    let Class::Food(turns) = def.class else {
        return Err(Refusal::WrongItem(letter));
    };
    let rules = turn.rules();
    let most = rules.food.full;
    let wasted = (turn.player.food + turns).saturating_sub(most);
    ask(
        sure,
        wasted > turns * rules.ask.waste / 100,
        Danger::NotHungry,
    )?;
    let before = turn.player.hunger(turn.content);
    turn.take_from_pack(letter, 1);
    turn.player.food = (turn.player.food + turns).min(most);
    let item = turn.event_item(Item { count: 1, ..item });
    turn.emit(GameEvent::Ate { item });
    let hunger = turn.player.hunger(turn.content);
    if hunger != before {
        turn.emit(GameEvent::HungerChanged { hunger });
    }
    Ok(rules.time.action)
}

pub(super) fn quaff(turn: &mut Turn<'_>, letter: Letter, sure: bool) -> Time {
    let (item, def) = turn.player.pack.item(letter, turn.content)?;
    let Class::Potion(potion) = def.class else {
        return Err(Refusal::WrongItem(letter));
    };
    let known = turn.player.knows(item.kind);
    ask(sure, known && potion.is_harmful(), Danger::HarmfulPotion)?;
    turn.take_from_pack(letter, 1);
    let drunk = turn.event_item(Item { count: 1, ..item });
    turn.emit(GameEvent::Quaffed { item: drunk });
    turn.identify(item.kind);
    apply_potion(turn, potion);
    Ok(turn.rules().time.action)
}

pub(super) fn read(turn: &mut Turn<'_>, letter: Letter, at: Option<Pos>, sure: bool) -> Time {
    let (item, def) = turn.player.pack.item(letter, turn.content)?;
    let Class::Scroll(scroll) = def.class else {
        return Err(Refusal::WrongItem(letter));
    };
    let at = aim(turn.scene(), scroll, turn.player.knows(item.kind), at, sure)?;
    turn.take_from_pack(letter, 1);
    let scroll_read = turn.event_item(Item { count: 1, ..item });
    turn.emit(GameEvent::Read { item: scroll_read });
    turn.identify(item.kind);
    apply_scroll(turn, scroll, at);
    Ok(turn.rules().time.action)
}

/// Uses a relic, which takes food instead of being used up.
fn call_on(
    turn: &mut Turn<'_>,
    letter: Letter,
    (does, food): (Scroll, u32),
    at: Option<Pos>,
    sure: bool,
) -> Time {
    let (item, _) = turn.player.pack.item(letter, turn.content)?;
    let rules = turn.rules();
    if turn.player.food < food + rules.food.weak {
        return Err(Refusal::TooHungryFor(letter));
    }
    let at = aim(turn.scene(), does, true, at, sure)?;
    let before = turn.player.hunger(turn.content);
    turn.player.food -= food;
    let item = turn.event_item(item);
    turn.emit(GameEvent::CalledOn { item });
    let hunger = turn.player.hunger(turn.content);
    if hunger != before {
        turn.emit(GameEvent::HungerChanged { hunger });
    }
    apply_scroll(turn, does, at);
    Ok(rules.time.action)
}

/// The target of a scroll or relic; asks where its effect is known and would harm the player. What
/// is known and aimed needs a target; an unknown scroll aims at the nearest enemy, if there is one.
fn aim(
    scene: Scene<'_>,
    scroll: Scroll,
    known: bool,
    at: Option<Pos>,
    sure: bool,
) -> Result<Option<Pos>, Refusal> {
    if !known {
        let given = at.filter(|&at| scene.can_aim_at(at));
        return Ok(given.or_else(|| scene.nearest_enemy()));
    }
    let at = target(scene, scroll, at)?;
    if let Some(at) = at {
        let me = scene.player.pos;
        let landing = scene.level.projectile_lands(me, at);
        match scroll {
            Scroll::Fireball => {
                let close = distance(landing, me) <= scene.rules().fire.ball as i32;
                ask(sure, close, Danger::OwnBlast)?;
            }
            Scroll::MagicMissile => ask(sure, scene.may_burst_nearby(landing), Danger::Bursts)?,
            _ => {}
        }
    }
    Ok(at)
}

/// The target of what is known.
fn target(scene: Scene<'_>, scroll: Scroll, at: Option<Pos>) -> Result<Option<Pos>, Refusal> {
    let fits = match (scroll, at) {
        (Scroll::Blink, Some(at)) => scene.can_aim_at(at) && scene.is_free_and_plain(at),
        (Scroll::MagicMissile | Scroll::Fireball, Some(at)) => scene.can_aim_at(at),
        (Scroll::MagicMissile | Scroll::Fireball, None) => {
            return scene.nearest_enemy().map(Some).ok_or(Refusal::NoTarget);
        }
        _ => return Ok(None),
    };
    if fits {
        Ok(at)
    } else {
        Err(Refusal::BadTarget)
    }
}

pub(super) fn throw(turn: &mut Turn<'_>, letter: Letter, at: Pos, sure: bool) -> Time {
    let (item, def) = turn.player.pack.item(letter, turn.content)?;
    let to = landing(turn, at)?;
    let rules = turn.rules();
    let radius = match def.class {
        Class::FirePot => Some(rules.fire.pot),
        Class::Potion(potion) if potion.is_harmful() && turn.player.knows(item.kind) => {
            Some(rules.potion.cloud)
        }
        _ => None,
    };
    let within = radius.is_some_and(|radius| distance(turn.player.pos, to) <= radius as i32);
    ask(sure, within, Danger::OwnBlast)?;
    let breaks = matches!(def.class, Class::FirePot | Class::Potion(_));
    ask(
        sure,
        !breaks && turn.scene().may_burst_nearby(to),
        Danger::Bursts,
    )?;
    let item = launch(turn, letter, to).ok_or(Refusal::NoItem(letter))?;
    match def.class {
        Class::Potion(potion) => shatter(turn, potion, item.kind, to),
        Class::FirePot => explode(turn, to, rules.fire.pot),
        Class::Missile(attack) => land_missile(turn, item, attack, to),
        _ => land_missile(turn, item, 0, to),
    }
    Ok(rules.time.action)
}

pub(super) fn fire(turn: &mut Turn<'_>, at: Pos, sure: bool) -> Time {
    if !turn.player.has_bow(turn.content) {
        return Err(Refusal::NoBow);
    }
    let arrow = |(letter, item): (Letter, &Item)| match turn.content.item(item.kind).class {
        Class::Arrow(attack) => Some((letter, attack)),
        _ => None,
    };
    let quiver = turn.player.pack.items().find_map(arrow);
    let (letter, sharpness) = quiver.ok_or(Refusal::NoArrows)?;
    let to = landing(turn, at)?;
    ask(sure, turn.scene().may_burst_nearby(to), Danger::Bursts)?;
    let item = launch(turn, letter, to).ok_or(Refusal::NoArrows)?;
    let attack = turn.player.weapon_bonus(turn.content) + sharpness;
    land_missile(turn, item, attack, to);
    Ok(turn.rules().time.action)
}

/// The tile where something that the player throws or shoots lands.
fn landing(turn: &Turn<'_>, at: Pos) -> Result<Pos, Refusal> {
    if !turn.scene().can_aim_at(at) {
        return Err(Refusal::BadTarget);
    }
    Ok(turn.level.projectile_lands(turn.player.pos, at))
}

/// Lets an item of the pack fly.
fn launch(turn: &mut Turn<'_>, letter: Letter, to: Pos) -> Option<Item> {
    let item = turn.take_from_pack(letter, 1)?;
    turn.player.loudness = Loudness::Loud;
    let what = Projectile::Item(turn.event_item(item));
    let from = turn.player.pos;
    turn.emit(GameEvent::Flew { what, from, to });
    Some(item)
}

/// Resolves a missile that lands, which adds `attack` to the player's own: it may hit a monster, and
/// then break.
fn land_missile(turn: &mut Turn<'_>, item: Item, attack: i32, to: Pos) {
    let target = turn.level.actor_at(to).map(|actor| actor.id);
    if let Some(id) = target {
        let attack = turn.player.bare_attack(turn.content) + attack;
        attack_monster(turn, id, attack, None, 0);
    }
    let class = turn.content.item(item.kind).class;
    let brittle = matches!(class, Class::Missile(_) | Class::Arrow(_));
    let mut stream = turn.stream(Tag::EFFECT, ActorId::PLAYER, 0);
    let breaks = turn.rules().combat.breaks;
    if !(brittle && target.is_some() && stream.below(breaks) == 0) {
        turn.level.place_item(to, item, false, turn.content);
    }
}
