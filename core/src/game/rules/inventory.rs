//! The player's actions that move items: picking up, dropping, equipping and unequipping.

use super::set_piece;
use super::turn::Turn;
use crate::game::content::{Class, Fixed, numbers};
use crate::game::world::action::{Letter, Refusal};
use crate::game::world::event::ItemEvent;
use crate::game::world::item::Item;
use crate::geom::Pos;

/// The duration of an action in ticks, or why it is refused.
pub(in crate::game) type ActionResult = Result<u32, Refusal>;

pub(in crate::game) fn pick_up(turn: &mut Turn<'_>) -> ActionResult {
    let pos = turn.player.pos;
    if let Some(offer) = turn.level.offer_at(pos).copied() {
        return take_offer(turn, offer);
    }
    let item = turn.level.item_at(pos).ok_or(Refusal::NothingHere)?.item;
    require_room(turn, &item)?;
    take_from_floor(turn, pos);
    Ok(turn.rules().time.action)
}

/// Takes the item on a tile into the pack, which has room for it.
pub(in crate::game) fn take_from_floor(turn: &mut Turn<'_>, pos: Pos) {
    if let Some(item) = turn.level.take_item(pos) {
        add_to_pack(turn, item);
        set_piece::taken(turn, item.id);
    }
}

fn require_room(turn: &Turn<'_>, item: &Item) -> Result<(), Refusal> {
    let slot = turn.player.pack.slot_for(item, turn.content);
    slot.map(|_| ()).ok_or(Refusal::PackFull)
}

/// Puts an item into the pack, or on the floor if the pack has no room.
fn add_to_pack(turn: &mut Turn<'_>, item: Item) {
    let taken = turn.event_item(item);
    match turn.player.pack.add(item, turn.content) {
        Ok(letter) => {
            let stack = turn.player.pack.get(letter);
            let total = stack.map_or(taken.count, |stack| stack.count);
            let gains = turn.player.gains(letter, turn.content);
            turn.emit(ItemEvent::PickedUp {
                letter,
                item: taken,
                total,
                gains,
            });
        }
        Err(item) => {
            turn.emit(ItemEvent::NoRoom { item: taken });
            turn.place_item(turn.player.pos, item, false);
        }
    }
}

/// Takes one of a vault's offers, with the arrows that go with a bow, and removes the others.
fn take_offer(turn: &mut Turn<'_>, item: Item) -> ActionResult {
    require_room(turn, &item)?;
    if let Some(vault) = turn.level.vault_mut() {
        vault.offers.clear();
    }
    add_to_pack(turn, item);
    if let Some((kind, count)) = turn.content.extra(item.kind) {
        let extra = Item::new(turn.new_item_id(), kind, count, 0);
        add_to_pack(turn, extra);
    }
    let taken = turn.event_item(item);
    turn.emit(ItemEvent::VaultTaken { item: taken });
    Ok(turn.rules().time.action)
}

pub(in crate::game) fn drop_items(turn: &mut Turn<'_>, letter: Letter, count: u16) -> ActionResult {
    if count == 0 {
        return Err(Refusal::NoCount);
    }
    let (item, _) = turn.player.pack.item(letter, turn.content)?;
    let item = Item {
        count: count.min(item.count),
        ..item
    };
    let pos = turn.player.pos;
    let room = turn.level.floor_for(pos, &item, turn.content);
    room.ok_or(Refusal::FloorFull)?;
    let time = removal_time(turn, letter, count);
    if let Some(item) = turn.take_from_pack(letter, count) {
        turn.place_item(pos, item, true);
        let item = turn.event_item(item);
        turn.emit(ItemEvent::Dropped { item });
    }
    Ok(time)
}

/// Ticks to drop or throw items of a slot: as long as taking off takes, if they are in use.
pub(in crate::game) fn removal_time(turn: &Turn<'_>, letter: Letter, count: u16) -> u32 {
    let pack = &turn.player.pack;
    let action = turn.rules().time.action;
    match pack.item(letter, turn.content) {
        Ok((item, def)) if pack.is_equipped(letter) && count >= item.count => {
            equip_time(turn, def.class).max(action)
        }
        _ => action,
    }
}

pub(in crate::game) fn equip(turn: &mut Turn<'_>, letter: Letter) -> ActionResult {
    let pack = &mut turn.player.pack;
    let (item, def) = pack.item(letter, turn.content)?;
    let place = pack.place_for(def.class)?;
    let before = place.and_then(|place| place.replace(letter));
    if let Some((letter, before)) = before.and_then(|before| Some((before, *pack.get(before)?))) {
        let item = turn.event_item(before);
        turn.emit(ItemEvent::Unequipped { letter, item });
    }
    let equipped = turn.event_item(item);
    turn.emit(ItemEvent::Equipped {
        letter,
        item: equipped,
    });
    turn.level.cache.sight_stale = true;
    Ok(equip_time(turn, def.class))
}

pub(in crate::game) fn unequip(turn: &mut Turn<'_>, letter: Letter) -> ActionResult {
    let (item, def) = turn.player.pack.item(letter, turn.content)?;
    turn.player.pack.unequip(letter);
    let item = turn.event_item(item);
    turn.emit(ItemEvent::Unequipped { letter, item });
    turn.level.cache.sight_stale = true;
    Ok(equip_time(turn, def.class))
}

numbers! {
    "inventory":
    /// Ticks to put armour on or take it off.
    const ARMOUR_TIME: u32 = 300;
}

/// Ticks to equip or unequip an item.
const fn equip_time(turn: &Turn<'_>, class: Class) -> u32 {
    match class {
        Class::Armour { .. } => ARMOUR_TIME,
        _ => turn.rules().time.action,
    }
}
