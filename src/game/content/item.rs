//! Kinds of item, and the looks of those that are unknown.

use serde::{Deserialize, Serialize};

use super::entries::Entry;
use super::{Complaints, ItemKind, MOST_ITEM_KINDS, Number};

/// What a potion does to who drinks it, or to those around where it shatters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Potion {
    /// Heals, and ends confusion and fire.
    Healing,
    /// Shortens the time that everything takes.
    Haste,
    /// Raises attack for good.
    Strength,
    /// Raises health for good.
    Vigour,
    /// Lights the way far ahead.
    Light,
    /// Shows every creature of the level.
    Telepathy,
    /// Darkens the eyes, and hides.
    Darkness,
    /// Sends steps astray.
    Confusion,
    /// Bursts into flame.
    Fire,
}

impl Potion {
    /// Whether one would rather throw it than drink it.
    pub const fn is_harmful(self) -> bool {
        matches!(self, Self::Darkness | Self::Confusion | Self::Fire)
    }
}

/// What a scroll does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Scroll {
    /// Takes its reader to a tile in sight.
    Blink,
    /// Takes its reader far away.
    Teleport,
    /// Shows the map of the level.
    Mapping,
    /// A bolt that never misses.
    MagicMissile,
    /// A bolt that bursts into a ball of flame.
    Fireball,
    /// Puts to sleep all who are seen.
    Sleep,
    /// Ends all magic in sight.
    Negation,
    /// Makes ground on which nobody is struck.
    Sanctity,
    /// Sharpens the weapon in hand.
    Sharpen,
    /// Strengthens the armour worn.
    Protect,
}

impl Scroll {
    /// Whether it is aimed.
    pub const fn is_aimed(self) -> bool {
        matches!(self, Self::Blink | Self::MagicMissile | Self::Fireball)
    }
}

/// What a ring does while it is worn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ring {
    /// Health returns faster.
    Mending,
    /// Hunger comes more slowly.
    Fasting,
    /// Feels creatures that are near.
    Listening,
    /// The player is heard less far.
    Hush,
    /// More attack.
    Wrath,
    /// More defence.
    Warding,
}

/// How a weapon is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Style {
    /// Kills those who sleep.
    Dagger,
    /// Nothing special, and nothing against it.
    Sword,
    /// Hits all around.
    Axe,
    /// Hits two in line.
    Spear,
    /// Hits hard, and takes longer.
    Mace,
    /// Shoots arrows.
    Bow,
}

/// A weapon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WeaponStats {
    /// How it is used.
    pub style: Style,
    /// What it adds to the attack.
    pub attack: i32,
}

/// What a kind of item is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Class {
    /// Feeds for so many turns.
    Food(u32),
    /// To drink or to throw.
    Potion(Potion),
    /// To read, once.
    Scroll(Scroll),
    /// To hold.
    Weapon {
        /// How it is used.
        style: Style,
        /// What it adds to the attack.
        attack: i32,
    },
    /// To wear.
    Armour {
        /// What it adds to the defence.
        defence: i32,
        /// How heavy it is: each step is heard that much farther.
        weight: u32,
    },
    /// To carry alight: how far one sees in the dark.
    Lantern(u32),
    /// To wear, two at most.
    Ring(Ring),
    /// To throw.
    Missile(i32),
    /// To shoot with a bow.
    Arrow(i32),
    /// To throw: flame where it breaks.
    FirePot,
}

/// A kind of item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemDef {
    /// Its name in files and code.
    pub id: String,
    /// Its name, without article.
    #[serde(skip_serializing)]
    pub name: String,
    /// The name of several.
    #[serde(skip_serializing)]
    pub plural: String,
    /// What it is good for, in a sentence or two.
    #[serde(skip_serializing)]
    pub text: String,
    /// What it is.
    pub class: Class,
    /// The first and the last depth it lies at.
    pub depths: (u8, u8),
    /// How often it is chosen, against the others of the depth.
    pub weight: u32,
    /// The least and the most that lie together.
    #[serde(default = "single")]
    pub count: (u16, u16),
}

const fn single() -> (u16, u16) {
    (1, 1)
}

impl ItemDef {
    /// The look it has while unknown, if it is of a kind that is.
    pub const fn look(&self) -> Option<LookKind> {
        match self.class {
            Class::Potion(_) => Some(LookKind::Potion),
            Class::Scroll(_) => Some(LookKind::Scroll),
            _ => None,
        }
    }

    /// Whether several share a letter.
    pub const fn stacks(&self) -> bool {
        !matches!(
            self.class,
            Class::Weapon { .. } | Class::Armour { .. } | Class::Lantern(_) | Class::Ring(_)
        )
    }

    /// The character it is drawn as.
    pub const fn glyph(&self) -> char {
        match self.class {
            Class::Food(_) => '%',
            Class::Potion(_) => '!',
            Class::Scroll(_) => '?',
            Class::Weapon { .. } => ')',
            Class::Armour { .. } => '[',
            Class::Lantern(_) => '(',
            Class::Ring(_) => '=',
            Class::Missile(_) | Class::Arrow(_) | Class::FirePot => '|',
        }
    }
}

/// What has looks that the seed shuffles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LookKind {
    /// A colour.
    Potion,
    /// A title.
    Scroll,
}

/// A list of looks in the file of items.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitleDef {
    /// Whose looks these are.
    pub of: LookKind,
    /// The looks.
    pub names: Vec<String>,
}

/// The looks of what is unknown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Looks {
    /// Colours of potions.
    pub potions: Vec<String>,
    /// Titles of scrolls.
    pub scrolls: Vec<String>,
}

/// An entry of the file.
#[derive(Deserialize)]
pub(super) enum ItemEntry {
    Item(ItemDef),
    Looks(TitleDef),
    /// Ids of items and how many of each a run begins with; the first is in hand.
    Outfit(Vec<(String, u16)>),
}

/// The most looks of potions, and of scrolls: a run keeps a look's index in a byte.
const MOST_LOOKS: usize = 255;
/// The most items that lie together.
const MOST_TOGETHER: u16 = 999;
/// The most kinds of thing in an outfit: the pack has so many letters.
const MOST_OUTFIT: usize = 26;

/// What the file holds.
pub(super) struct Checked {
    pub items: Vec<ItemDef>,
    pub looks: Looks,
    pub outfit: Vec<(ItemKind, u16)>,
}

/// Reports what is wrong; returns the rest.
pub(super) fn check(
    entries: Vec<Entry<ItemEntry>>,
    numbers: Option<&[Number]>,
    complaints: &mut Complaints<'_>,
) -> Checked {
    let mut items = Vec::new();
    let mut looks = Looks::default();
    let mut outfits = Vec::new();
    for Entry { value, line, text } in entries {
        match value {
            ItemEntry::Looks(titles) => match titles.of {
                LookKind::Potion => looks.potions.extend(titles.names),
                LookKind::Scroll => looks.scrolls.extend(titles.names),
            },
            ItemEntry::Outfit(outfit) => outfits.push((outfit, line)),
            ItemEntry::Item(mut value) => {
                let own = own_number(value.class);
                let entry = Entry {
                    value: (),
                    line,
                    text,
                };
                complaints.fill_numbers(&mut value.text, entry.line_of("text"), numbers, own);
                let Entry { line, text, .. } = entry;
                items.push(Entry { value, line, text });
            }
        }
    }
    complaints.check_ids(
        items
            .iter()
            .map(|entry| (entry.value.id.as_str(), entry.line_of("id"))),
    );
    complaints.require(items.len() <= MOST_ITEM_KINDS, 1, || {
        format!(
            "{} kinds of item are more than {MOST_ITEM_KINDS}",
            items.len()
        )
    });
    for entry in &items {
        check_item(entry, &entry.value, complaints);
    }
    let items: Vec<ItemDef> = items.into_iter().map(|entry| entry.value).collect();
    let outfit = check_outfit(&outfits, &items, complaints);
    for (kind, names) in [
        (LookKind::Potion, &looks.potions),
        (LookKind::Scroll, &looks.scrolls),
    ] {
        let count = items
            .iter()
            .filter(|item| item.look() == Some(kind))
            .count();
        complaints.require(names.len() <= MOST_LOOKS, 1, || {
            let found = names.len();
            format!("there are {found} looks of a {kind:?}; {MOST_LOOKS} is the limit")
        });
        complaints.require(names.len() >= count, 1, || {
            format!(
                "{} looks of a {kind:?} are too few for {count} kinds",
                names.len()
            )
        });
        let mut sorted = names.clone();
        sorted.sort();
        let twice = sorted.windows(2).find(|pair| pair[0] == pair[1]);
        complaints.require(twice.is_none(), 1, || {
            format!("a look of a {kind:?} is there twice: {twice:?}")
        });
    }
    Checked {
        items,
        looks,
        outfit,
    }
}

fn check_outfit(
    outfits: &[(Vec<(String, u16)>, usize)],
    items: &[ItemDef],
    complaints: &mut Complaints<'_>,
) -> Vec<(ItemKind, u16)> {
    let line = outfits.last().map_or(1, |(_, line)| *line);
    complaints.require(outfits.len() == 1, line, || {
        format!("{} outfits are listed, not 1", outfits.len())
    });
    let mut outfit = Vec::new();
    for (id, count) in outfits.iter().flat_map(|(list, _)| list) {
        let index = items.iter().position(|item| item.id == *id);
        complaints.require(index.is_some(), line, || {
            format!("the outfit holds `{id}`, which there is not")
        });
        let Some(index) = index else { continue };
        let stacks = *count == 1 || items[index].stacks();
        complaints.require((1..=99).contains(count) && stacks, line, || {
            format!("the outfit cannot hold {count} of `{id}`")
        });
        outfit.push((ItemKind(index as u16), *count));
    }
    complaints.require(outfit.len() <= MOST_OUTFIT, line, || {
        format!("the outfit holds more than {MOST_OUTFIT} things")
    });
    outfit
}

/// The number of a class that texts can name.
const fn own_number(class: Class) -> Option<(&'static str, i64)> {
    match class {
        Class::Food(turns) => Some(("turns", turns as i64)),
        Class::Lantern(reach) => Some(("reach", reach as i64)),
        _ => None,
    }
}

fn check_item(entry: &Entry<ItemDef>, item: &ItemDef, complaints: &mut Complaints<'_>) {
    complaints.check_depths(item.depths, entry.line_of("depths"));
    for (field, text) in [
        ("name", &item.name),
        ("plural", &item.plural),
        ("text", &item.text),
    ] {
        complaints.require(!text.is_empty(), entry.line_of(field), || {
            format!("`{}` has no {field}", item.id)
        });
    }
    let (least, most) = item.count;
    complaints.require(
        1 <= least && least <= most && most <= MOST_TOGETHER && (most == 1 || item.stacks()),
        entry.line_of("count"),
        || {
            format!(
                "`{}`: a count of ({least}, {most}) is not from 1 to {MOST_TOGETHER}, or to 1 if it \
                 does not stack",
                item.id
            )
        },
    );
    let number = match item.class {
        Class::Food(turns) => i64::from(turns),
        Class::Weapon { attack, .. } | Class::Missile(attack) | Class::Arrow(attack) => {
            attack.into()
        }
        Class::Armour { defence, weight } => {
            complaints.require(weight <= 10, entry.line_of("class"), || {
                format!("`{}`: a weight of {weight} is more than 10", item.id)
            });
            defence.into()
        }
        Class::Lantern(reach) => {
            complaints.require((1..=40).contains(&reach), entry.line_of("class"), || {
                format!("`{}`: a reach of {reach} is not from 1 to 40", item.id)
            });
            reach.into()
        }
        _ => 1,
    };
    complaints.require((1..=9999).contains(&number), entry.line_of("class"), || {
        format!("`{}`: {number} is not from 1 to 9999", item.id)
    });
}
