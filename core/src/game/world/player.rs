//! The player's character and pack: bonuses of gear, hunger, sight and noise.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::action::{Letter, Refusal};
use super::actor::{ActorId, BURNING_LIGHT};
use super::condition::{Condition, Conditions};
use super::formulas;
use super::item::{Gains, Item, SkipReason};
use crate::game::content::{
    Class, Content, Fixed, ItemDef, ItemKind, MonsterDef, MonsterKind, Ring, Style, numbers,
};
use crate::geom::Pos;

numbers! {
    "player":
    /// Per cent of the usual ticks that anything takes in haste.
    pub(in crate::game) const HASTE: u32 = 50;

    /// Per cent of the usual sight left while the light is dimmed.
    const DIMMED: u32 = 50;

    /// One part in this many of the whole health that a potion of healing heals besides.
    const HEALING_PART: i32 = 3;

    /// Food that a turn takes.
    pub(in crate::game) const FOOD_A_TURN: u32 = 1;

    /// Food that a turn takes besides while health comes back.
    pub(in crate::game) const FOOD_OF_MENDING: u32 = 1;

    /// Points of armour's weight that add a tile to the noise of a player who is quiet.
    const QUIET_ARMOUR: i32 = 2;

    /// Points of armour's weight that add a tile otherwise.
    const ARMOUR: i32 = 1;
}

/// Stages of hunger, in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Hunger {
    /// Health regenerates.
    Fed,
    /// A warning, without any effect.
    Hungry,
    /// Health no longer regenerates.
    Weak,
    /// The last stage: once food runs out, health falls.
    Starving,
}

/// How loud the player's last action was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(in crate::game) enum Loudness {
    Quiet,
    Normal,
    Loud,
}

/// The items that the player carries, and which of them are in use.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(in crate::game) struct Pack {
    /// By letter, 26 in all.
    pub slots: Vec<Option<Item>>,
    pub weapon: Option<Letter>,
    pub armour: Option<Letter>,
    pub lantern: Option<Letter>,
    pub rings: [Option<Letter>; 2],
}

/// What was thrown, and at whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Thrown {
    pub kind: ItemKind,
    pub plus: i8,
    pub at: ActorId,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Player {
    pub pos: Pos,
    pub health: i32,
    /// Maximum health added by potions.
    pub vigour: i32,
    /// Attack added by potions.
    pub strength: i32,
    /// Experience points in total.
    pub experience: u32,
    pub level: u8,
    /// Turns of food left.
    pub food: u32,
    /// Partial health point regenerated, in units of 1 / (turns for full health).
    pub mending: u32,
    pub conditions: Conditions,
    pub loudness: Loudness,
    pub pack: Pack,
    /// Time of the next action, in ticks of the run.
    pub next: u64,
    pub kills: u32,
    /// Turns for which the oil of the lantern lasts.
    pub oil: u32,
    /// Whether the lantern is hooded: it gives no light, and burns no oil.
    pub hooded: bool,
    /// Identified kinds of item, one bit each.
    pub known: [u64; 2],
    /// The kinds of monster that the player has met.
    pub met: BTreeSet<MonsterKind>,
    /// What the player threw last at somebody they knew of.
    pub thrown: Option<Thrown>,
    /// Searches in a row, up to now.
    pub searches: u8,
}

impl Pack {
    pub fn get(&self, letter: Letter) -> Option<&Item> {
        self.slots.get(letter.index())?.as_ref()
    }

    /// Whether an item is wielded, worn or lit.
    pub fn is_equipped(&self, letter: Letter) -> bool {
        let one = Some(letter);
        [self.weapon, self.armour, self.lantern].contains(&one) || self.rings.contains(&one)
    }

    /// The items carried, by slot.
    pub fn items(&self) -> impl Iterator<Item = (Letter, &Item)> {
        let slots = Letter::all().zip(&self.slots);
        slots.filter_map(|(letter, slot)| Some((letter, slot.as_ref()?)))
    }

    /// The place where the item of a slot is wielded, worn or lit; `None` if its class is not used
    /// so.
    ///
    /// # Errors
    /// [`Refusal::RingsFull`].
    pub fn place_for(&mut self, class: Class) -> Result<Option<&mut Option<Letter>>, Refusal> {
        Ok(Some(match class {
            Class::Weapon { .. } => &mut self.weapon,
            Class::Armour { .. } => &mut self.armour,
            Class::Lantern(_) => &mut self.lantern,
            Class::Ring(_) => {
                let mut rings = self.rings.iter_mut();
                let free = rings.find(|ring| ring.is_none());
                free.ok_or(Refusal::RingsFull)?
            }
            _ => return Ok(None),
        }))
    }

    /// Stops using the item of a slot.
    pub fn unequip(&mut self, letter: Letter) {
        let [first, second] = &mut self.rings;
        for place in [
            &mut self.weapon,
            &mut self.armour,
            &mut self.lantern,
            first,
            second,
        ] {
            place.take_if(|used| *used == letter);
        }
    }

    /// Takes a whole stack out of its slot.
    pub fn remove(&mut self, letter: Letter) -> Option<Item> {
        self.unequip(letter);
        self.slots.get_mut(letter.index())?.take()
    }

    /// The slot where an item would go: a stack of its kind, the slot it last had, or the first
    /// empty one.
    pub fn slot_for(&self, item: &Item, content: &Content) -> Option<Letter> {
        let fits =
            |other: &Item| other.stacks_with(item) && other.count.checked_add(item.count).is_some();
        let stacks = content.item(item.kind).stacks();
        let stack = self.items().find(|(_, other)| stacks && fits(other));
        let free = |letter: &Letter| self.get(*letter).is_none();
        let own = || item.letter.filter(free);
        stack
            .map(|(letter, _)| letter)
            .or_else(own)
            .or_else(|| Letter::all().find(free))
    }

    /// Puts an item into its slot; returns it if no slot is free.
    pub fn add(&mut self, mut item: Item, content: &Content) -> Result<Letter, Item> {
        let Some(letter) = self.slot_for(&item, content) else {
            return Err(item);
        };
        match &mut self.slots[letter.index()] {
            Some(like) => like.count += item.count,
            empty => {
                item.letter = Some(letter);
                *empty = Some(item);
            }
        }
        Ok(letter)
    }

    /// The item in a slot, with its definition.
    pub fn item(
        &self,
        letter: Letter,
        content: &'static Content,
    ) -> Result<(Item, &'static ItemDef), Refusal> {
        let item = self.get(letter).ok_or(Refusal::NoItem(letter))?;
        Ok((*item, content.item(item.kind)))
    }
}

impl Player {
    pub const fn knows(&self, kind: ItemKind) -> bool {
        self.known[kind.0 as usize / 64 % 2] >> (kind.0 % 64) & 1 == 1
    }

    pub const fn learn(&mut self, kind: ItemKind) {
        self.known[kind.0 as usize / 64 % 2] |= 1 << (kind.0 % 64);
    }

    pub const fn has(&self, condition: Condition) -> bool {
        self.conditions.has(condition)
    }

    /// Class and bonus of the item in an equipment slot.
    fn class_in(&self, place: Option<Letter>, content: &Content) -> Option<(Class, i8)> {
        let item = self.pack.get(place?)?;
        Some((content.item(item.kind).class, item.plus))
    }

    /// Whether the wielded weapon kills a sleeping monster of this kind in one hit.
    pub fn slays(&self, def: &MonsterDef, content: &Content) -> bool {
        self.style(content) == Some(Style::Dagger) && !def.named
    }

    /// Style of the wielded weapon; `None` for bare hands.
    pub fn style(&self, content: &Content) -> Option<Style> {
        match self.class_in(self.pack.weapon, content)? {
            (Class::Weapon { style, .. }, _) => Some(style),
            _ => None,
        }
    }

    pub fn has_bow(&self, content: &Content) -> bool {
        self.style(content) == Some(Style::Bow)
    }

    /// Attack bonus of the wielded weapon.
    pub fn weapon_bonus(&self, content: &Content) -> i32 {
        match self.class_in(self.pack.weapon, content) {
            Some((Class::Weapon { attack, .. }, plus)) => attack + i32::from(plus),
            _ => 0,
        }
    }

    /// Defence bonus and weight of the armour worn.
    pub fn armour(&self, content: &Content) -> (i32, u32) {
        match self.class_in(self.pack.armour, content) {
            Some((Class::Armour { defence, weight }, plus)) => (defence + i32::from(plus), weight),
            _ => (0, 0),
        }
    }

    /// Tiles that the lantern in use lights while it burns.
    pub fn lantern_reach(&self, content: &Content) -> Option<u32> {
        match self.class_in(self.pack.lantern, content)? {
            (Class::Lantern(reach), _) => Some(reach),
            _ => None,
        }
    }

    /// Number of rings of a kind that are worn.
    pub fn rings(&self, ring: Ring, content: &Content) -> i32 {
        let worn = |place: &&Option<Letter>| matches!(self.class_in(**place, content), Some((Class::Ring(kind), _)) if kind == ring);
        self.pack.rings.iter().filter(worn).count() as i32
    }

    /// Why an item would be of no use in the pack; `None` if it may be of use. Potions and the like always may.
    pub fn auto_pickup_skips(&self, item: &Item, content: &Content) -> Option<SkipReason> {
        let class = content.item(item.kind).class;
        let others = || self.pack.items().filter(|(_, other)| other.id != item.id);
        let like = || {
            others()
                .filter(|(_, other)| other.kind == item.kind)
                .count()
        };
        let serves = |other: &Item| {
            let (plus, than) = (i32::from(other.plus), i32::from(item.plus));
            match (content.item(other.kind).class, class) {
                (
                    Class::Weapon { style, attack },
                    Class::Weapon {
                        style: same,
                        attack: worse,
                    },
                ) => style == same && attack + plus >= worse + than,
                (
                    Class::Armour { defence, weight },
                    Class::Armour {
                        defence: worse,
                        weight: heavier,
                    },
                ) => defence + plus >= worse + than && weight <= heavier,
                (Class::Lantern(reach), Class::Lantern(worse)) => reach >= worse,
                _ => false,
            }
        };
        let most = match class {
            Class::Relic { .. } => 1,
            // Two can be worn.
            Class::Ring(ring) => 1 + usize::from(ring.row().adds_up),
            _ if others().any(|(_, other)| serves(other)) => return Some(SkipReason::Worse),
            _ => usize::MAX,
        };
        if like() >= most {
            return Some(SkipReason::Duplicate);
        }
        let fits = self.pack.slot_for(item, content).is_some();
        (!fits).then_some(SkipReason::Full)
    }

    /// How much better the gear in a slot is than what is in use in its place; `None` unless it is. Weapons of which one
    /// needs more time, or arrows, are not compared.
    pub fn gains(&self, letter: Letter, content: &Content) -> Option<Gains> {
        let item = self.pack.get(letter)?;
        let class = content.item(item.kind).class;
        let mut with = self.clone();
        let place = with.pack.place_for(class).ok()??;
        let first = place.replace(letter).is_none();
        let mut gains = Gains {
            first,
            ..Gains::default()
        };
        let is_better = match class {
            Class::Weapon { style, .. } => {
                let special = |style: Option<Style>| {
                    style.filter(|style| matches!(style, Style::Bow | Style::Mace))
                };
                gains.attack = with.weapon_bonus(content) - self.weapon_bonus(content);
                special(Some(style)) == special(self.style(content)) && gains.attack > 0
            }
            Class::Armour { .. } => {
                let noise = |player: &Self| player.hearing_radius_of(Loudness::Normal, content);
                gains.defence = with.defence(content) - self.defence(content);
                gains.noise = noise(&with) - noise(self);
                gains.defence > 0 || gains.defence == 0 && gains.noise < 0
            }
            Class::Lantern(_) => {
                let sight = |player: &Self| player.sight_radius(content) as i32;
                gains.sight = sight(&with) - sight(self);
                gains.sight > 0
            }
            _ => false,
        };
        is_better.then_some(gains)
    }

    /// The attack in melee, to which a bow adds nothing.
    pub fn attack(&self, content: &Content) -> i32 {
        let weapon = if self.has_bow(content) {
            0
        } else {
            self.weapon_bonus(content)
        };
        self.bare_attack(content) + weapon
    }

    /// The attack without a weapon.
    pub fn bare_attack(&self, content: &Content) -> i32 {
        let rules = content.rules();
        let gained = rules.growth.attack_gain * (i32::from(self.level) - 1) / 100;
        let rings = self.rings(Ring::Wrath, content) * rules.ring.wrath;
        rules.growth.attack + gained + self.strength + rings
    }

    pub fn defence(&self, content: &Content) -> i32 {
        let rules = content.rules();
        let gained = rules.growth.defence_gain * (i32::from(self.level) - 1) / 100;
        let rings = self.rings(Ring::Warding, content) * rules.ring.warding;
        rules.growth.defence + gained + self.armour(content).0 + rings
    }

    pub fn max_health(&self, content: &Content) -> i32 {
        let growth = &content.rules().growth;
        growth.health + growth.health_gain * (i32::from(self.level) - 1) + self.vigour
    }

    /// Experience still needed for the next level, and all between the level reached and that one.
    pub fn experience_to_next(&self, content: &Content) -> (u32, u32) {
        let (reached, next) = formulas::experience_around(content.rules(), self.level);
        (
            next.saturating_sub(self.experience),
            next.saturating_sub(reached),
        )
    }

    /// Health that a potion of healing heals at most.
    pub fn potion_healing(&self, content: &Content) -> i32 {
        content.rules().potion.healing + self.max_health(content) / HEALING_PART
    }

    pub const fn hunger(&self, content: &Content) -> Hunger {
        let bands = &content.rules().food;
        match self.food {
            food if food < bands.starving => Hunger::Starving,
            food if food < bands.weak => Hunger::Weak,
            food if food < bands.hungry => Hunger::Hungry,
            _ => Hunger::Fed,
        }
    }

    /// Whether health regenerates: it is below what it comes back to (`up_to`), and the player is fed.
    pub fn is_regenerating(&self, up_to: i32, content: &Content) -> bool {
        self.health < up_to && self.hunger(content) < Hunger::Weak
    }

    /// Whether resting would change nothing: health does not come back further, and no condition that rest waits
    /// out is active.
    pub fn is_rested(&self, up_to: i32) -> bool {
        let mut all = Condition::ALL.into_iter();
        self.health >= up_to && !all.any(|one| one.words().passes_in_rest && self.has(one))
    }

    /// Tiles seen without any light.
    pub fn dark_sight(&self, content: &Content) -> u32 {
        let rules = &content.rules().sight;
        if self.has(Condition::Darkened) {
            rules.darkened
        } else {
            rules.dark
        }
    }

    /// Tiles that the player lights with a lantern that burns, a potion of light or their own flames; `None` without
    /// any. In magical darkness nothing that the player carries gives light.
    pub fn lamp_reach(&self, content: &Content) -> Option<u32> {
        if self.has(Condition::Darkened) {
            return None;
        }
        let rules = &content.rules().sight;
        let lantern = self.burning_lantern(content);
        let lantern = lantern.map(|reach| match self.has(Condition::Dimmed) {
            true => (reach * DIMMED / 100).max(1),
            false => reach,
        });
        let bright = self.has(Condition::Bright);
        let bright = bright.then(|| lantern.unwrap_or(rules.dark) * rules.bright / 100);
        let burns = self.has(Condition::Burning).then_some(BURNING_LIGHT);
        lantern.max(bright).max(burns)
    }

    /// Tiles that the lantern lights; `None` if none is in use, or it is hooded or out of oil.
    pub fn burning_lantern(&self, content: &Content) -> Option<u32> {
        let burns = !self.hooded && self.oil > 0;
        self.lantern_reach(content).filter(|_| burns)
    }

    /// Sight range where nothing else gives light, in tiles.
    pub fn sight_radius(&self, content: &Content) -> u32 {
        let lamp = self.lamp_reach(content).unwrap_or(0);
        lamp.max(self.dark_sight(content))
    }

    /// Health restored per turn, in units of 1 / (turns for full health).
    pub fn healing_per_turn(&self, content: &Content) -> u32 {
        let rules = content.rules();
        let rings = self.rings(Ring::Mending, content) as u32;
        self.max_health(content) as u32 * (100 + rings * rules.ring.mending) / 100
    }

    /// Turns of rest until health has come back to `up_to`, and the food that they use; `None` if it has
    /// already, or if hunger prevents healing.
    pub fn rest_to_heal(&self, up_to: i32, content: &Content) -> Option<(u32, u32)> {
        if !self.is_regenerating(up_to, content) {
            return None;
        }
        let rules = content.rules();
        let missing = (up_to - self.health) as u32 * rules.food.healing;
        let turns = missing
            .saturating_sub(self.mending)
            .div_ceil(self.healing_per_turn(content));
        let fasts = self.rings(Ring::Fasting, content) > 0;
        let free = if fasts { turns / rules.ring.fasting } else { 0 };
        Some((turns, (turns - free) * (FOOD_A_TURN + FOOD_OF_MENDING)))
    }

    /// Distance at which monsters may hear the player's last action, in tiles.
    pub fn hearing_radius(&self, content: &Content) -> i32 {
        self.hearing_radius_of(self.loudness, content)
    }

    /// Like [`hearing_radius`](Self::hearing_radius), for an action of the given loudness.
    pub fn hearing_radius_of(&self, loudness: Loudness, content: &Content) -> i32 {
        let rules = content.rules();
        let noise = &rules.noise;
        let weight = self.armour(content).1 as i32;
        let radius = match loudness {
            Loudness::Quiet => noise.quiet + weight / QUIET_ARMOUR,
            Loudness::Normal => noise.walking + weight / ARMOUR,
            Loudness::Loud => noise.fighting + weight / ARMOUR,
        };
        if self.rings(Ring::Hush, content) > 0 {
            radius * rules.ring.hush / 100
        } else {
            radius
        }
    }

    /// Scales a duration in ticks by the player's haste.
    pub const fn scale_by_haste(&self, ticks: u32) -> u32 {
        if self.has(Condition::Hasted) {
            ticks * HASTE / 100
        } else {
            ticks
        }
    }
}
