//! How the explorer uses its pack: what to equip, use, choose from a vault and drop.

use std::cmp::Reverse;

use crate::game::content::{Apparent, Class, LookKind, Purpose, Style};
use crate::game::{Action, Command, ItemView, Letter, SkipReason, View};

/// The equipment slots. There is one of each, but two for rings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    Weapon,
    Armour,
    Lantern,
    Ring,
}

/// The slot of an item and its value, which can be compared within the slot; `None` if the explorer
/// does not equip it. For weapons and armour, ten points are one point of attack or defence.
fn rate_item(view: View<'_>, kind: Apparent, plus: i8) -> Option<(Slot, i32)> {
    let plus = i32::from(plus);
    Some(match view.class(kind)? {
        Class::Weapon { style, attack } => {
            let attack = attack + plus;
            // A bow needs arrows and distance. A mace takes two turns for one double blow, which
            // loses less to armour.
            let value = match style {
                Style::Bow => return None,
                Style::Mace => (unarmed_attack(view) + attack) * 6 - unarmed_attack(view) * 10,
                Style::Axe => attack * 10 + 6,
                Style::Spear | Style::Dagger => attack * 10 + 4,
                Style::Sword => attack * 10,
            };
            (Slot::Weapon, value)
        }
        Class::Armour { defence, weight } => (Slot::Armour, (defence + plus) * 10 - weight as i32),
        Class::Lantern(reach) => (Slot::Lantern, reach as i32),
        Class::Ring(ring) => (Slot::Ring, ring.row().worth),
        _ => return None,
    })
}

/// The player's attack without a weapon.
fn unarmed_attack(view: View<'_>) -> i32 {
    let weapon = equipped(view).find_map(|(_, item)| match view.class(item.kind)? {
        Class::Weapon { style, attack } => Some(match style {
            Style::Bow => 0,
            _ => attack + i32::from(item.plus),
        }),
        _ => None,
    });
    view.player().attack - weapon.unwrap_or(0)
}

fn equipped(view: View<'_>) -> impl Iterator<Item = (Letter, ItemView)> {
    view.pack()
        .filter(move |(letter, _)| view.is_equipped(*letter))
}

fn unequipped(view: View<'_>) -> impl Iterator<Item = (Letter, ItemView)> {
    view.pack()
        .filter(move |(letter, _)| !view.is_equipped(*letter))
}

/// The values and letters of the items in a slot.
fn rate_slot(view: View<'_>, slot: Slot) -> impl Iterator<Item = (i32, Letter)> {
    equipped(view).filter_map(move |(letter, item)| {
        let (other, value) = rate_item(view, item.kind, item.plus)?;
        (other == slot).then_some((value, letter))
    })
}

/// Equips the best item that is better than what is in its slot. Before a third ring, takes off the
/// worse of the two.
pub fn equip_better(view: View<'_>) -> Option<Command> {
    let candidates = unequipped(view).filter_map(|(letter, item)| {
        let (slot, value) = rate_item(view, item.kind, item.plus)?;
        let capacity = if slot == Slot::Ring { 2 } else { 1 };
        let is_full = rate_slot(view, slot).count() >= capacity;
        let replaced = rate_slot(view, slot).min().filter(|_| is_full);
        let is_better = replaced.is_none_or(|(worst, _)| value > worst);
        let removed = replaced.filter(|_| slot == Slot::Ring);
        is_better.then_some((value, letter, removed))
    });
    let (_, letter, removed) =
        candidates.max_by_key(|(value, letter, _)| (*value, Reverse(*letter)))?;
    let letter = removed.map_or(letter, |(_, removed)| removed);
    Some(Action::Use { letter, at: None }.into())
}

/// Whether the player wears armour.
fn wears_armour(view: View<'_>) -> bool {
    has_equipped(view, |class| matches!(class, Class::Armour { .. }))
}

/// Whether the player wields a dagger.
pub fn wields_dagger(view: View<'_>) -> bool {
    let dagger = Style::Dagger;
    has_equipped(
        view,
        |class| matches!(class, Class::Weapon { style, .. } if style == dagger),
    )
}

/// Whether the player wields a bow.
pub fn wields_bow(view: View<'_>) -> bool {
    has_equipped(view, Class::is_bow)
}

/// The bow in the pack with the highest attack.
pub fn find_bow(view: View<'_>) -> Option<Letter> {
    find_weapon(view, Style::Bow)
}

/// The dagger in the pack, in hand or not, with the highest attack.
pub fn find_dagger(view: View<'_>) -> Option<Letter> {
    find_weapon(view, Style::Dagger)
}

fn find_weapon(view: View<'_>, wanted: Style) -> Option<Letter> {
    let weapons = view
        .pack()
        .filter_map(|(letter, item)| match view.class(item.kind)? {
            Class::Weapon { style, attack } if style == wanted => {
                Some((attack + i32::from(item.plus), Reverse(letter)))
            }
            _ => None,
        });
    weapons.max().map(|(_, Reverse(letter))| letter)
}

/// Number of arrows in the pack.
pub fn count_arrows(view: View<'_>) -> u32 {
    let pack = view.pack().map(|(_, item)| item);
    let arrows = pack.filter(|item| matches!(view.class(item.kind), Some(Class::Arrow(_))));
    arrows.map(|item| u32::from(item.count)).sum()
}

/// What is best thrown by hand at an enemy at this distance: what is made for throwing, or an arrow.
pub fn find_missile(view: View<'_>, distance: i32) -> Option<Letter> {
    let by_hand = view.content().rules().missiles.hand_range;
    let missiles = unequipped(view).filter_map(|(letter, item)| {
        let value = match view.class(item.kind)? {
            Class::Missile(attack) => 10 + attack,
            Class::Arrow(_) if distance <= by_hand => 3,
            _ => return None,
        };
        Some((value, Reverse(letter)))
    });
    missiles.max().map(|(_, Reverse(letter))| letter)
}

/// Wields the best weapon for blows if a bow is in hand and an enemy is near, or if a weapon in the pack is
/// much better than the dagger in hand.
pub fn wield_for_melee(view: View<'_>, distance: i32) -> Option<Command> {
    let is_bow = wields_bow(view);
    if is_bow && distance > 2 || !is_bow && !wields_dagger(view) {
        return None;
    }
    let current = rate_slot(view, Slot::Weapon).next();
    let best = unequipped(view).filter_map(|(letter, item)| {
        let (slot, value) = rate_item(view, item.kind, item.plus)?;
        (slot == Slot::Weapon).then_some((value, Reverse(letter)))
    });
    let (value, Reverse(letter)) = best.max()?;
    let is_better = current.is_none_or(|(now, _)| value > now + 9);
    is_better.then(|| Action::Use { letter, at: None }.into())
}

/// Whether an item of a class that `fits` is equipped.
fn has_equipped(view: View<'_>, fits: impl Fn(Class) -> bool) -> bool {
    equipped(view).any(|(_, item)| view.class(item.kind).is_some_and(&fits))
}

/// Uses items with a permanent benefit, and tries unknown ones. For when no enemy is in sight.
pub fn use_beneficial_or_unknown(view: View<'_>) -> Option<Command> {
    let player = view.player();
    let wounds = player.max_health - player.health;
    // More than an unknown potion of fire and the burning after it can take.
    let survives_fire = player.health > 22 + i32::from(view.depth());
    let is_used = |item: &ItemView| match (item.kind, view.class(item.kind)) {
        (_, Some(Class::Potion(potion))) => potion.row().purpose == Purpose::AtOnce,
        (_, Some(Class::Scroll(scroll))) => match scroll.row().purpose {
            Purpose::AtOnce => true,
            Purpose::InArmour => wears_armour(view),
            Purpose::Kept | Purpose::Spare => false,
        },
        // A single one may be worth keeping for an emergency; with two, knowing the kind is better.
        (Apparent::Look(LookKind::Potion, _), _) => {
            survives_fire && (item.count > 1 || wounds * 3 > player.max_health)
        }
        (Apparent::Look(LookKind::Scroll, _), _) => {
            item.count > 1 || wears_armour(view) || view.depth() > 2
        }
        _ => false,
    };
    let (letter, _) = view.pack().find(|(_, item)| is_used(item))?;
    Some(Action::Use { letter, at: None }.sure())
}

/// The food in the pack that fills least, with the turns for which it does.
pub fn find_food(view: View<'_>) -> Option<(Letter, u32)> {
    let meals = view
        .pack()
        .filter_map(|(letter, item)| match view.class(item.kind)? {
            Class::Food(turns) => Some((letter, turns)),
            _ => None,
        });
    meals.min_by_key(|(_, turns)| *turns)
}

/// Number of meals in the pack.
pub fn count_meals(view: View<'_>) -> u32 {
    let is_food = |item: &ItemView| matches!(view.class(item.kind), Some(Class::Food(_)));
    let pack = view.pack().map(|(_, item)| item);
    pack.filter(is_food).map(|item| u32::from(item.count)).sum()
}

/// Chooses the offer of a vault that improves most on the current equipment, else the first.
pub fn choose_offer(view: View<'_>) -> Option<ItemView> {
    let improvement = |item: &ItemView| {
        // What would add nothing to what it carries.
        if let Some(SkipReason::Duplicate) = view.auto_pickup_skips(item.kind, item.plus) {
            return 0;
        }
        if let Some(Class::Relic { does, .. }) = view.class(item.kind) {
            return does.row().relic;
        }
        let Some((slot, value)) = rate_item(view, item.kind, item.plus) else {
            return 0;
        };
        match (slot, rate_slot(view, slot).next()) {
            (Slot::Ring, _) => 15 + value,
            (Slot::Armour, None) => value + 10,
            (_, None) => value,
            (_, Some((current, _))) => value - current,
        }
    };
    let offers = view.items().filter(|item| item.offer.is_some());
    offers.max_by_key(|item| (improvement(item), Reverse(item.offer)))
}

/// Drops the least useful item that is not equipped, if at most two letters of the pack are free.
pub fn drop_least_useful(view: View<'_>) -> Option<Command> {
    if view.pack().count() + 2 < Letter::COUNT {
        return None;
    }
    let spare = unequipped(view).filter_map(|(letter, item)| {
        let is_double = || {
            let mut before = view.pack().take_while(|(other, _)| *other != letter);
            before.any(|(_, other)| other.kind == item.kind)
        };
        let usefulness = match view.class(item.kind)? {
            Class::Relic { .. } if is_double() => 0,
            Class::Weapon { .. } | Class::Armour { .. } | Class::Lantern(_) => 0,
            Class::Arrow(_) | Class::Pipe => 1,
            Class::Ring(_) => 2,
            Class::Potion(potion) if potion.row().purpose == Purpose::Spare => 3,
            _ => return None,
        };
        Some((usefulness, letter, item.count))
    });
    let (_, letter, count) = spare.min_by_key(|(usefulness, letter, _)| (*usefulness, *letter))?;
    Some(Action::Drop { letter, count }.into())
}
