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

/// What the flames of a fire pot do, in its card and in that of a potion of fire, which opens like one.
pub(in crate::game) const FLAMES: &str =
    "Flames within {pot.reach tile} do {flames.least} to {flames.most} at this depth.";

impl Potion {
    /// What it is worth, and what is said of it.
    pub const fn row(self) -> &'static PotionRow {
        match self {
            Self::Healing => &PotionRow {
                card: &["Heals {heals}; you are missing {missing}."],
                cloud: Some("Heals the monsters that it catches by up to {potion.healing}"),
                ..PotionRow::PLAIN
            },
            Self::Haste => &PotionRow {
                card: &["For {potion.haste turn}."],
                ..PotionRow::PLAIN
            },
            Self::Strength | Self::Vigour => &PotionRow {
                purpose: Purpose::AtOnce,
                ..PotionRow::PLAIN
            },
            Self::Light => &PotionRow {
                card: &["For {potion.light turn}."],
                purpose: Purpose::Spare,
                ..PotionRow::PLAIN
            },
            Self::Telepathy => &PotionRow {
                card: &["For {potion.telepathy turn}."],
                purpose: Purpose::Spare,
                ..PotionRow::PLAIN
            },
            Self::Darkness => &PotionRow {
                card: &[
                    "For {potion.darkness turn}; thrown, for {cloud.darkness turn} within {cloud.reach tile}.",
                ],
                cloud: Some("A cloud blinds everyone in it for {cloud.darkness} turns"),
                is_harmful: true,
                ..PotionRow::PLAIN
            },
            Self::Confusion => &PotionRow {
                card: &["For {potion.confusion turn}; thrown, within {cloud.reach tile}."],
                cloud: Some("A cloud confuses everyone in it for {potion.confusion} turns"),
                is_harmful: true,
                ..PotionRow::PLAIN
            },
            Self::Fire => &PotionRow {
                card: &[FLAMES, "Thrown, it reaches {cloud.reach tile}."],
                is_harmful: true,
                explodes: true,
                ..PotionRow::PLAIN
            },
        }
    }

    /// Whether it harms the drinker, so that it is better thrown.
    pub const fn is_harmful(self) -> bool {
        self.row().is_harmful
    }
}

/// What a kind of potion is worth, and what is said of it. What it does is in `rules/effects.rs`. The texts hold numbers
/// by their names in braces, with the word for what they count.
#[derive(Debug)]
pub struct PotionRow {
    /// The lines of its card, once it is known.
    pub card: &'static [&'static str],
    /// What the cloud of one that shatters does; `None` if nothing, or if it explodes instead.
    pub cloud: Option<&'static str>,
    /// Whether it explodes in flame.
    pub explodes: bool,
    /// Whether it harms the drinker.
    pub is_harmful: bool,
    /// When bots use it.
    pub purpose: Purpose,
}

impl PotionRow {
    const PLAIN: Self = Self {
        card: &[],
        cloud: None,
        explodes: false,
        is_harmful: false,
        purpose: Purpose::Kept,
    };
}

/// When bots use a potion or scroll that they know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// As soon as nobody is near.
    AtOnce,
    /// The same, once armour is worn.
    InArmour,
    /// In its moment.
    Kept,
    /// The same, and it is the first to be dropped.
    Spare,
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
    /// What it is worth, and what is said of it.
    pub const fn row(self) -> &'static ScrollRow {
        match self {
            Self::Blink => &ScrollRow {
                aims: Aims::AtPlace,
                nothing: ": there is no free space nearby to take you to",
                card: &[
                    "To a free tile in sight of your choice, or {blink.least} to {blink.most} tiles away.",
                ],
                relic: 20,
                ..ScrollRow::PLAIN
            },
            Self::Teleport => &ScrollRow {
                nothing: ": there is no free space nearby to take you to",
                relic: 20,
                ..ScrollRow::PLAIN
            },
            Self::Mapping => &ScrollRow {
                card: &["Shows the layout of the level, but not what lies in it."],
                purpose: Purpose::AtOnce,
                ..ScrollRow::PLAIN
            },
            Self::MagicMissile => &ScrollRow {
                aims: Aims::Bolt { explodes: false },
                nothing: ": there is no enemy in sight",
                card: &["Does {missile.least} to {missile.most} at this depth."],
                relic: 25,
                ..ScrollRow::PLAIN
            },
            Self::Fireball => &ScrollRow {
                aims: Aims::Bolt { explodes: true },
                nothing: ": there is no enemy in sight",
                card: &[
                    "Flames within {fireball.reach tile} do {flames.least} to {flames.most} at this depth.",
                ],
                relic: 25,
                ..ScrollRow::PLAIN
            },
            Self::Sleep => &ScrollRow {
                acts_on: ActsOn::Monsters,
                nothing: ": there is nobody in sight to put to sleep",
                card: &[
                    "Puts all monsters in sight to sleep, except those with a name of their own.",
                ],
                relic: 40,
                ..ScrollRow::PLAIN
            },
            Self::Negation => &ScrollRow {
                acts_on: ActsOn::Magic,
                nothing: ": there is no magic in sight to end",
                ..ScrollRow::PLAIN
            },
            Self::Sanctity => &ScrollRow {
                card: &[
                    "No monster enters within {sanctity.reach tile} or strikes a blow at you there, for {scroll.sanctity_turns turn}.",
                ],
                relic: 30,
                ..ScrollRow::PLAIN
            },
            Self::Sharpen => &ScrollRow {
                acts_on: ActsOn::Weapon,
                nothing: ": your weapon cannot get any sharper",
                purpose: Purpose::AtOnce,
                ..ScrollRow::PLAIN
            },
            Self::Protect => &ScrollRow {
                acts_on: ActsOn::Armour,
                nothing: ": your armour cannot get any stronger",
                purpose: Purpose::InArmour,
                ..ScrollRow::PLAIN
            },
        }
    }

    /// Whether it shoots a bolt.
    pub const fn shoots(self) -> bool {
        matches!(self.row().aims, Aims::Bolt { .. })
    }

    /// Whether its bolt explodes in flame.
    pub const fn explodes(self) -> bool {
        matches!(self.row().aims, Aims::Bolt { explodes: true })
    }

    /// Whether it takes a target.
    pub const fn is_aimed(self) -> bool {
        !matches!(self.row().aims, Aims::Nowhere)
    }
}

/// What a kind of scroll is worth, and what is said of it. What it does is in `rules/effects.rs`. The texts hold numbers
/// as those of [potions](PotionRow) do.
#[derive(Debug)]
pub struct ScrollRow {
    /// What it is aimed at.
    pub aims: Aims,
    /// What it needs to have an effect.
    pub acts_on: ActsOn,
    /// Why it has none, to append to a message.
    pub nothing: &'static str,
    /// The lines of its card, once it is known.
    pub card: &'static [&'static str],
    /// When bots read it.
    pub purpose: Purpose,
    /// What a relic that does this is worth to bots, in tenths of a point of attack or defence.
    pub relic: i32,
}

impl ScrollRow {
    const PLAIN: Self = Self {
        aims: Aims::Nowhere,
        acts_on: ActsOn::Anything,
        nothing: "",
        card: &[],
        purpose: Purpose::Kept,
        relic: 5,
    };
}

/// What a scroll is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aims {
    /// Nothing.
    Nowhere,
    /// A tile to come to.
    AtPlace,
    /// A tile that a bolt flies to.
    Bolt {
        /// Whether it explodes in flame where it stops.
        explodes: bool,
    },
}

/// What a scroll needs to have an effect, as far as that can be known beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActsOn {
    /// Nothing in particular.
    Anything,
    /// A monster in sight, not a named one.
    Monsters,
    /// A condition, or magic in sight.
    Magic,
    /// A weapon in hand that can be improved.
    Weapon,
    /// Armour worn that can be improved.
    Armour,
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

impl Ring {
    /// What it is worth, and what is said of it.
    pub const fn row(self) -> &'static RingRow {
        match self {
            Self::Mending => &RingRow {
                shows: None,
                adds_up: true,
                worth: 6,
            },
            Self::Fasting => &RingRow {
                shows: None,
                adds_up: false,
                worth: 3,
            },
            Self::Listening => &RingRow {
                shows: None,
                adds_up: false,
                worth: 1,
            },
            Self::Hush => &RingRow {
                shows: Some(Shown::Noise),
                adds_up: false,
                worth: 2,
            },
            Self::Wrath => &RingRow {
                shows: Some(Shown::Attack),
                adds_up: true,
                worth: 5,
            },
            Self::Warding => &RingRow {
                shows: Some(Shown::Defence),
                adds_up: true,
                worth: 4,
            },
        }
    }
}

/// What a kind of ring is worth, and what is said of it. What it does is where its number is read.
#[derive(Debug)]
pub struct RingRow {
    /// The number of the player that its card compares.
    pub shows: Option<Shown>,
    /// Whether a second one adds to the first.
    pub adds_up: bool,
    /// What it is worth to bots, in tenths of a point of attack or defence.
    pub worth: i32,
}

/// A number of the player that changes with what is worn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Attack in melee.
    Attack,
    /// Defence.
    Defence,
    /// Tiles from which steps are heard.
    Noise,
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

    /// What it is, without what tells its kinds apart.
    pub const fn sort(self) -> Sort {
        match self {
            Self::Weapon { .. } => Sort::Weapon,
            Self::Arrow(_) => Sort::Arrow,
            Self::Missile(_) => Sort::Missile,
            Self::FirePot => Sort::FirePot,
            Self::Armour { .. } => Sort::Armour,
            Self::Lantern(_) => Sort::Lantern,
            Self::Ring(_) => Sort::Ring,
            Self::Potion(_) => Sort::Potion,
            Self::Scroll(_) => Sort::Scroll,
            Self::Relic { .. } => Sort::Relic,
            Self::Food(_) => Sort::Food,
            Self::Pipe => Sort::Pipe,
        }
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
        !self.class.sort().is_gear() && !matches!(self.class, Class::Relic { .. })
    }

    /// The character it is drawn as.
    pub const fn glyph(&self) -> char {
        self.class.sort().glyph()
    }
}

/// The item classes whose looks are shuffled by the seed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum LookKind {
    /// Potions, identified by colour.
    Potion,
    /// Scrolls, identified by title.
    Scroll,
}

/// What an item is at first sight, in the order in which a pack is shown by kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Wielded.
    Weapon,
    /// Shot with a bow.
    Arrow,
    /// Thrown.
    Missile,
    /// Thrown; explodes in flame.
    FirePot,
    /// Worn.
    Armour,
    /// Carried lit.
    Lantern,
    /// Worn.
    Ring,
    /// Drunk or thrown.
    Potion,
    /// Read.
    Scroll,
    /// Used any number of times.
    Relic,
    /// Eaten.
    Food,
    /// Put into a broken conduit.
    Pipe,
}

impl Sort {
    /// Whether it is wielded, worn or lit.
    pub const fn is_gear(self) -> bool {
        matches!(
            self,
            Self::Weapon | Self::Armour | Self::Lantern | Self::Ring
        )
    }

    /// The character it is drawn as.
    pub const fn glyph(self) -> char {
        match self {
            Self::Food => '%',
            Self::Potion => '!',
            Self::Scroll => '?',
            Self::Weapon => ')',
            Self::Armour => '[',
            Self::Lantern => '(',
            Self::Ring => '=',
            Self::Missile | Self::Arrow | Self::FirePot => '/',
            Self::Relic => '*',
            Self::Pipe => '&',
        }
    }
}

/// What an item is, as far as the player knows. Nobody can tell more from it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Apparent {
    /// Of a kind that the player knows.
    Kind(ItemKind),
    /// Of an unknown kind, which has this look among those of its class.
    Look(LookKind, u8),
}

impl Apparent {
    /// Its kind, if the player knows it.
    pub const fn kind(self) -> Option<ItemKind> {
        match self {
            Self::Kind(kind) => Some(kind),
            Self::Look(..) => None,
        }
    }
}

impl From<ItemKind> for Apparent {
    fn from(kind: ItemKind) -> Self {
        Self::Kind(kind)
    }
}

/// Whether the player knows that it is of a kind.
impl PartialEq<ItemKind> for Apparent {
    fn eq(&self, kind: &ItemKind) -> bool {
        self.kind() == Some(*kind)
    }
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
