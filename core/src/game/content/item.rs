//! Kinds of item, and the looks of unidentified items.

use serde::{Deserialize, Serialize};

use super::diagnostics::Diagnostics;
use super::entries::{self, Entry};
use super::kind::{ItemKind, MAX_ITEM_KINDS};
use super::number::Number;

/// What a potion does to the drinker, or around the tile where it shatters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Potion {
    /// Restores health, and ends confusion, burning and dimmed light.
    Healing,
    /// Shortens the duration of all actions for some turns.
    Haste,
    /// Raises attack permanently.
    Strength,
    /// Raises maximum health permanently.
    Vigour,
    /// Increases sight in the dark for some turns.
    Light,
    /// Reveals every creature on the level for some turns.
    Telepathy,
    /// Shortens sight for some turns, and makes the drinker harder to notice.
    Darkness,
    /// Makes some steps go in a random direction for some turns.
    Confusion,
    /// Explodes in flame.
    Fire,
}

impl Potion {
    /// Whether it harms the drinker, so that it is better thrown.
    pub const fn is_harmful(self) -> bool {
        matches!(self, Self::Darkness | Self::Confusion | Self::Fire)
    }
}

/// What a scroll does for the reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Scroll {
    /// Teleports to a tile in sight.
    Blink,
    /// Teleports far away.
    Teleport,
    /// Reveals the map of the level.
    Mapping,
    /// Shoots a bolt that never misses.
    MagicMissile,
    /// Shoots a bolt that explodes in flame.
    Fireball,
    /// Puts all monsters in sight to sleep, except named ones.
    Sleep,
    /// Ends all conditions and destroys magical monsters in sight.
    Negation,
    /// Makes hallowed ground, where monsters cannot attack.
    Sanctity,
    /// Raises the bonus of the wielded weapon.
    Sharpen,
    /// Raises the bonus of the armour worn.
    Protect,
}

impl Scroll {
    /// Whether it shoots a bolt.
    pub const fn shoots(self) -> bool {
        matches!(self, Self::MagicMissile | Self::Fireball)
    }

    /// Whether it takes a target.
    pub const fn is_aimed(self) -> bool {
        self.shoots() || matches!(self, Self::Blink)
    }
}

/// What a ring does while it is worn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ring {
    /// Health regenerates faster.
    Mending,
    /// Some turns take no food.
    Fasting,
    /// Nearby creatures are sensed through walls.
    Listening,
    /// Monsters notice the player only from closer up.
    Hush,
    /// Raises attack while worn.
    Wrath,
    /// Raises defence while worn.
    Warding,
}

/// How a weapon attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Style {
    /// Kills sleeping monsters with one hit.
    Dagger,
    /// A plain attack on one tile.
    Sword,
    /// Attacks all adjacent tiles.
    Axe,
    /// Attacks two tiles in line.
    Spear,
    /// Strong but slow: an attack takes longer.
    Mace,
    /// Shoots arrows, and adds nothing in melee.
    Bow,
}

/// What an item is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Class {
    /// Eaten; feeds for this many turns.
    Food(u32),
    /// Drunk or thrown.
    Potion(Potion),
    /// Read, which uses it up.
    Scroll(Scroll),
    /// Wielded, one at a time.
    Weapon {
        /// How it attacks.
        style: Style,
        /// Added to the attack.
        attack: i32,
    },
    /// Worn, one at a time.
    Armour {
        /// Added to the defence.
        defence: i32,
        /// Each point lets monsters notice the player from farther away.
        weight: u32,
    },
    /// Carried lit; gives this sight range in the dark, in tiles.
    Lantern(u32),
    /// Worn, two at most.
    Ring(Ring),
    /// Thrown; the attack it adds.
    Missile(i32),
    /// Shot with a bow; the attack it adds.
    Arrow(i32),
    /// Thrown; explodes in flame where it breaks.
    FirePot,
    /// Used any number of times; each use takes food.
    Relic {
        /// The scroll effect that it has.
        does: Scroll,
        /// Turns of food that each use takes.
        food: u32,
    },
    /// Put into a broken conduit, whose missing pipe it is.
    Pipe,
}

impl Class {
    /// The effect of a scroll or relic.
    pub const fn spell(self) -> Option<Scroll> {
        match self {
            Self::Scroll(does) | Self::Relic { does, .. } => Some(does),
            _ => None,
        }
    }

    /// Whether it shoots arrows.
    pub const fn is_bow(self) -> bool {
        matches!(
            self,
            Self::Weapon {
                style: Style::Bow,
                ..
            }
        )
    }

    /// Whether it is wielded, worn or carried lit.
    pub const fn is_gear(self) -> bool {
        matches!(
            self,
            Self::Weapon { .. } | Self::Armour { .. } | Self::Lantern(_) | Self::Ring(_)
        )
    }
}

/// A kind of item, as the content file defines it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemDef {
    /// Its id in files and code: `a-z`, `0-9` and `-`.
    pub id: String,
    /// Name of one item, without article.
    #[serde(skip_serializing)]
    pub name: String,
    /// Name of several.
    #[serde(skip_serializing)]
    pub plural: String,
    /// Description for players, one or two sentences.
    #[serde(skip_serializing)]
    pub text: String,
    /// What it is used for, with its values.
    pub class: Class,
    /// First and last depth where it is found.
    pub depths: (u8, u8),
    /// Relative frequency among the items of a depth.
    pub weight: u32,
    /// Relative frequency among vault offers and hidden finds.
    #[serde(default)]
    pub prize: u32,
    /// Minimum and maximum size of a stack on the floor.
    #[serde(default = "default_count")]
    pub count: (u16, u16),
}

const fn default_count() -> (u16, u16) {
    (1, 1)
}

impl ItemDef {
    /// Whether it can be found at a depth.
    pub fn lies_at(&self, depth: u8) -> bool {
        let (first, last) = self.depths;
        (first..=last).contains(&depth)
    }

    /// The kind of look it has while unidentified; `None` if it is always known.
    pub const fn look(&self) -> Option<LookKind> {
        match self.class {
            Class::Potion(_) => Some(LookKind::Potion),
            Class::Scroll(_) => Some(LookKind::Scroll),
            _ => None,
        }
    }

    /// Whether equal items share a slot of the pack.
    pub const fn stacks(&self) -> bool {
        !self.class.is_gear() && !matches!(self.class, Class::Relic { .. })
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
            Class::Missile(_) | Class::Arrow(_) | Class::FirePot => '/',
            Class::Relic { .. } => '*',
            Class::Pipe => '&',
        }
    }
}

/// The item classes whose looks are shuffled by the seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum LookKind {
    /// Potions, identified by colour.
    Potion,
    /// Scrolls, identified by title.
    Scroll,
}

/// A list of looks, as the content file defines it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitleDef {
    /// The class that the looks are for.
    pub of: LookKind,
    /// At least as many as the class has kinds.
    pub names: Vec<String>,
}

/// The looks of unidentified items.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Looks {
    /// Colours, in the order of the file.
    pub potions: Vec<String>,
    /// Titles, in the order of the file.
    pub scrolls: Vec<String>,
}

/// An entry of the file.
#[derive(Deserialize)]
enum ItemEntry {
    Item(ItemDef),
    Looks(TitleDef),
    /// Ids and counts of the items that a run begins with; the first is wielded.
    Outfit(Vec<(String, u16)>),
    /// Ids and numbers of what lies about on the first depth of every run, each by itself.
    Lying(Vec<(String, u16)>),
}

/// The most looks per class: a run stores the index of a look in a byte.
const MAX_LOOKS: usize = 255;
/// The largest stack on the floor.
const MAX_STACK: u16 = 999;
/// The most stacks in an outfit: the pack has 26 slots.
const MAX_OUTFIT: usize = 26;

/// What the file of items says.
pub(super) struct ReadItems {
    pub items: Vec<ItemDef>,
    pub looks: Looks,
    pub outfit: Vec<(ItemKind, u16)>,
    pub lying: Vec<(ItemKind, u16)>,
}

/// Reads every kind of item, the looks of unidentified ones, and the outfit; reports errors.
pub(super) fn read<'a>(
    file: (&'a str, &str),
    numbers: Option<&[Number]>,
    diagnostics: &mut Diagnostics<'a>,
) -> ReadItems {
    let mut items = Vec::new();
    let mut looks = Looks::default();
    let (mut outfits, mut lying) = (Vec::new(), Vec::new());
    for Entry { value, line, text } in entries::read(file, diagnostics) {
        match value {
            ItemEntry::Looks(titles) => match titles.of {
                LookKind::Potion => looks.potions.extend(titles.names),
                LookKind::Scroll => looks.scrolls.extend(titles.names),
            },
            ItemEntry::Outfit(outfit) => outfits.push((outfit, line)),
            ItemEntry::Lying(things) => lying.push((things, line)),
            ItemEntry::Item(value) => {
                let mut entry = Entry { value, line, text };
                let (own, line) = (own_number(entry.value.class), entry.line_of("text"));
                diagnostics.fill_numbers(&mut entry.value.text, line, numbers, own.as_slice());
                items.push(entry);
            }
        }
    }
    let ids = items.iter();
    diagnostics.check_ids(ids.map(|entry| (entry.value.id.as_str(), entry.line_of("id"))));
    let count = items.len();
    diagnostics.require(count <= MAX_ITEM_KINDS, 1, || {
        format!("{count} kinds of item are more than {MAX_ITEM_KINDS}")
    });
    for entry in &items {
        check_item(entry, diagnostics);
    }
    let items: Vec<ItemDef> = items.into_iter().map(|entry| entry.value).collect();
    let line = outfits.last().map_or(1, |(_, line)| *line);
    diagnostics.require(outfits.len() == 1, line, || {
        format!("{} outfits are listed, not 1", outfits.len())
    });
    let outfit = check_stacks(&outfits, "the outfit", &items, diagnostics);
    let lying = check_stacks(&lying, "the first depth", &items, diagnostics);
    check_looks(&looks, &items, diagnostics);
    ReadItems {
        items,
        looks,
        outfit,
        lying,
    }
}

/// Reports too few, too many or repeated looks.
fn check_looks(looks: &Looks, items: &[ItemDef], diagnostics: &mut Diagnostics<'_>) {
    for (kind, names) in [
        (LookKind::Potion, &looks.potions),
        (LookKind::Scroll, &looks.scrolls),
    ] {
        let alike = items.iter().filter(|item| item.look() == Some(kind));
        let (found, count) = (names.len(), alike.count());
        diagnostics.require(found <= MAX_LOOKS, 1, || {
            format!("there are {found} looks of a {kind:?}; {MAX_LOOKS} is the limit")
        });
        diagnostics.require(found >= count, 1, || {
            format!("{found} looks of a {kind:?} are too few for {count} kinds")
        });
        let mut sorted = names.clone();
        sorted.sort();
        let repeated = sorted.windows(2).find(|pair| pair[0] == pair[1]);
        diagnostics.require(repeated.is_none(), 1, || {
            format!("a look of a {kind:?} appears twice: {repeated:?}")
        });
    }
}

/// Checks what `whole` holds at the start of a run.
fn check_stacks(
    lists: &[(Vec<(String, u16)>, usize)],
    whole: &str,
    items: &[ItemDef],
    diagnostics: &mut Diagnostics<'_>,
) -> Vec<(ItemKind, u16)> {
    let line = lists.last().map_or(1, |(_, line)| *line);
    let mut stacks = Vec::new();
    for (id, count) in lists.iter().flat_map(|(list, _)| list) {
        let index = items.iter().position(|item| item.id == *id);
        diagnostics.require(index.is_some(), line, || {
            format!("{whole} holds \"{id}\", which does not exist")
        });
        let Some(index) = index else { continue };
        let fits = *count == 1 || items[index].stacks();
        diagnostics.require((1..=99).contains(count) && fits, line, || {
            format!("{whole} cannot hold {count} of \"{id}\"")
        });
        stacks.push((ItemKind(index as u16), *count));
    }
    diagnostics.require(stacks.len() <= MAX_OUTFIT, line, || {
        format!("{whole} holds more than {MAX_OUTFIT} things")
    });
    stacks
}

/// The number of a class that its text can refer to by name.
const fn own_number(class: Class) -> Option<(&'static str, i64)> {
    match class {
        Class::Food(turns) => Some(("turns", turns as i64)),
        Class::Lantern(reach) => Some(("reach", reach as i64)),
        Class::Relic { food, .. } => Some(("food", food as i64)),
        _ => None,
    }
}

fn check_item(entry: &Entry<ItemDef>, diagnostics: &mut Diagnostics<'_>) {
    let item = &entry.value;
    diagnostics.check_depths(item.depths, entry.line_of("depths"));
    for (field, text) in [
        ("name", &item.name),
        ("plural", &item.plural),
        ("text", &item.text),
    ] {
        let what = format!("the {field} of \"{}\"", item.id);
        diagnostics.check_text(entry.line_of(field), &what, text);
    }
    let (least, most) = item.count;
    let limit = if item.stacks() { MAX_STACK } else { 1 };
    let valid = 1 <= least && least <= most && most <= limit;
    diagnostics.require(valid, entry.line_of("count"), || {
        format!(
            "\"{}\": a count of ({least}, {most}) is not from 1 to {limit}",
            item.id
        )
    });
    let mut range = |what: &str, found: i64, least: i64, most: i64| {
        let what = format!("\"{}\": its {what}", item.id);
        diagnostics.check_range(entry.line_of("class"), &what, found, least, most);
    };
    let class = match item.class {
        Class::Food(turns) | Class::Relic { food: turns, .. } => turns.into(),
        Class::Weapon { attack, .. } | Class::Missile(attack) | Class::Arrow(attack) => {
            attack.into()
        }
        Class::Armour { defence, weight } => {
            range("weight", weight.into(), 0, 10);
            defence.into()
        }
        Class::Lantern(reach) => {
            range("reach", reach.into(), 1, 40);
            reach.into()
        }
        _ => 1,
    };
    range("value", class, 1, 9999);
}
