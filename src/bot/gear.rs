//! How the explorer uses its pack: what to wield, wear, try out, choose from a vault and drop.

use crate::game::content::{Class, ItemKind, Potion, Ring, Scroll, Style};
use crate::game::{Action, ItemView, Letter, View};

/// The equipment slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Hand,
    Body,
    Light,
    Finger,
}

/// The slot of an item and its value in it; `None` if it cannot be equipped.
fn worth(view: View<'_>, kind: ItemKind, plus: i8) -> Option<(Place, i32)> {
    let plus = i32::from(plus);
    Some(match view.content().item(kind).class {
        Class::Weapon { style, attack } => {
            let attack = attack + plus;
            // A bow needs arrows and distance. A mace takes two turns for one double blow, which
            // loses less to armour.
            let worth = match style {
                Style::Bow => return None,
                Style::Mace => (bare_attack(view) + attack) * 6 - bare_attack(view) * 10,
                Style::Axe => attack * 10 + 6,
                Style::Spear | Style::Dagger => attack * 10 + 4,
                Style::Sword => attack * 10,
            };
            (Place::Hand, worth)
        }
        Class::Armour { defence, weight } => (Place::Body, (defence + plus) * 10 - weight as i32),
        Class::Lantern(reach) => (Place::Light, reach as i32),
        Class::Ring(ring) => {
            let worth = match ring {
                Ring::Mending => 6,
                Ring::Wrath => 5,
                Ring::Warding => 4,
                Ring::Fasting => 3,
                Ring::Hush => 2,
                Ring::Listening => 1,
            };
            (Place::Finger, worth)
        }
        _ => return None,
    })
}

/// The player's attack without a weapon.
fn bare_attack(view: View<'_>) -> i32 {
    let weapon =
        view.pack().find_map(
            |(letter, item)| match view.content().item(item.kind).class {
                Class::Weapon { style, attack } if view.is_equipped(letter) => Some(match style {
                    Style::Bow => 0,
                    _ => attack + i32::from(item.plus),
                }),
                _ => None,
            },
        );
    view.player().attack - weapon.unwrap_or(0)
}

/// Equips what is better than the current equipment, the best first; takes off the worse of two
/// rings before.
pub fn dress(view: View<'_>) -> Option<Action> {
    let loose = view
        .pack()
        .filter(|(letter, _)| !view.is_equipped(*letter))
        .filter_map(|(letter, item)| {
            let (place, good) = worth(view, item.kind, item.plus)?;
            let (least, full) = least_worn(view, place);
            let better = match least {
                Some((worn, _)) if full => good > worn,
                _ => true,
            };
            better.then_some((
                good,
                letter,
                least.filter(|_| full && place == Place::Finger),
            ))
        });
    let (_, letter, off) =
        loose.max_by_key(|(good, letter, _)| (*good, std::cmp::Reverse(*letter)))?;
    Some(match off {
        Some((_, letter)) => Action::Unequip { letter },
        None => Action::Equip { letter },
    })
}

/// The least valuable item in a slot, and whether the slot is full.
fn least_worn(view: View<'_>, place: Place) -> (Option<(i32, Letter)>, bool) {
    let worn = view.pack().filter(|(letter, _)| view.is_equipped(*letter));
    let mut here = worn.filter_map(|(letter, item)| {
        let (worn, good) = worth(view, item.kind, item.plus)?;
        (worn == place).then_some((good, letter))
    });
    let Some(first) = here.next() else {
        return (None, false);
    };
    match here.next() {
        Some(second) => (Some(first.min(second)), true),
        None => (Some(first), place != Place::Finger),
    }
}

/// Whether the player wears armour.
fn is_armoured(view: View<'_>) -> bool {
    let is_armour = |kind| matches!(view.content().item(kind).class, Class::Armour { .. });
    view.pack()
        .any(|(letter, item)| view.is_equipped(letter) && is_armour(item.kind))
}

/// Uses items with a permanent benefit, and tries unknown ones. For when no enemy is in sight.
pub fn try_out(view: View<'_>) -> Option<Action> {
    let player = view.player();
    let hurt = player.max_health - player.health;
    // The most damage that an unknown potion of fire can do.
    let brave = player.health > 22 + i32::from(view.depth());
    let used = |item: &ItemView| match view.content().item(item.kind).class {
        Class::Potion(potion) if view.knows(item.kind) => {
            matches!(potion, Potion::Strength | Potion::Vigour)
        }
        Class::Scroll(scroll) if view.knows(item.kind) => match scroll {
            Scroll::Sharpen | Scroll::Mapping => true,
            Scroll::Protect => is_armoured(view),
            _ => false,
        },
        // A single one may be worth keeping for an emergency; with two, knowing the kind is better.
        Class::Potion(_) => brave && (item.count > 1 || hurt * 3 > player.max_health),
        Class::Scroll(_) => item.count > 1 || is_armoured(view) || view.depth() > 2,
        _ => false,
    };
    let (letter, _) = view.pack().find(|(_, item)| used(item))?;
    Some(Action::Use {
        letter,
        at: None,
        sure: true,
    })
}

/// Food that is carried, what fills least first.
pub fn food(view: View<'_>) -> Option<(Letter, u32)> {
    let meals =
        view.pack().filter_map(
            |(letter, item)| match view.content().item(item.kind).class {
                Class::Food(turns) => Some((letter, turns)),
                _ => None,
            },
        );
    meals.min_by_key(|(_, turns)| *turns)
}

/// How many meals are carried.
pub fn meals(view: View<'_>) -> u32 {
    let is_food = |item: &ItemView| matches!(view.content().item(item.kind).class, Class::Food(_));
    let pack = view.pack().map(|(_, item)| item);
    pack.filter(is_food).map(|item| u32::from(item.count)).sum()
}

/// Chooses the offer of a vault that improves most on the current equipment, else the first.
pub fn choose(view: View<'_>) -> Option<ItemView> {
    let better = |item: &ItemView| {
        if let Class::Relic { does, .. } = view.content().item(item.kind).class {
            let mut pack = view.pack();
            let again = pack.any(|(_, other)| other.kind == item.kind);
            return if again { 0 } else { relic_worth(does) };
        }
        let Some((place, good)) = worth(view, item.kind, item.plus) else {
            return 0;
        };
        let worn = view.pack().filter(|(letter, _)| view.is_equipped(*letter));
        let worn = worn.filter_map(|(_, item)| worth(view, item.kind, item.plus));
        let mut same = worn.filter(|(worn, _)| *worn == place);
        match (place, same.next()) {
            // Ten points are worth one point of attack or defence.
            (Place::Finger, _) => 15 + good,
            (Place::Body, None) => good + 10,
            (_, None) => good,
            (_, Some((_, worn))) => good - worn,
        }
    };
    let offers = view.items().filter(|item| item.offer.is_some());
    offers.max_by_key(|item| (better(item), std::cmp::Reverse(item.offer)))
}

/// What a relic is worth to it, in tenths of a point of attack or defence.
const fn relic_worth(does: Scroll) -> i32 {
    match does {
        Scroll::Sleep => 40,
        Scroll::Sanctity => 30,
        Scroll::Fireball | Scroll::MagicMissile => 25,
        Scroll::Blink | Scroll::Teleport => 20,
        _ => 5,
    }
}

/// Makes room in a nearly full pack: drops the least useful item that is not equipped.
pub fn tidy(view: View<'_>) -> Option<Action> {
    if view.pack().count() + 2 < Letter::COUNT {
        return None;
    }
    let loose = view.pack().filter(|(letter, _)| !view.is_equipped(*letter));
    let spare = loose.filter_map(|(letter, item)| {
        let class = view.content().item(item.kind).class;
        let rank = match class {
            Class::Weapon { .. } | Class::Armour { .. } | Class::Lantern(_) => 0,
            Class::Arrow(_) => 1,
            Class::Ring(_) => 2,
            Class::Potion(Potion::Light | Potion::Telepathy) if view.knows(item.kind) => 3,
            _ => return None,
        };
        Some((rank, letter, item.count))
    });
    let (_, letter, count) = spare.min_by_key(|(rank, letter, _)| (*rank, *letter))?;
    Some(Action::Drop { letter, count })
}
