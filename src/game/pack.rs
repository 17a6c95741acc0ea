//! The player's pack: slots, stacks and equipment; and items on the floor.

use super::Game;
use super::action::{Letter, Refusal};
use super::content::{Class, ItemDef, Ring};
use super::event::GameEvent;
use super::state::{FloorItem, Item, Pack};
use crate::geom::Pos;

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
        let filled = |(letter, slot): (Letter, &'_ Option<Item>)| slot.is_some().then_some(letter);
        let letters = Letter::all().zip(&self.slots).filter_map(filled);
        letters.filter_map(|letter| Some((letter, self.get(letter)?)))
    }

    /// Stops using the item of a slot.
    fn unequip_letter(&mut self, letter: Letter) {
        let one = Some(letter);
        for place in [&mut self.weapon, &mut self.armour, &mut self.lantern] {
            if *place == one {
                *place = None;
            }
        }
        for ring in &mut self.rings {
            if *ring == one {
                *ring = None;
            }
        }
    }
}

impl Game {
    /// An item of the pack with its definition.
    pub(super) fn pack_item(&self, letter: Letter) -> Result<(Item, &'static ItemDef), Refusal> {
        let item = self.state.player.pack.get(letter);
        let item = item.ok_or(Refusal::NoItem(letter))?;
        Ok((*item, self.content.item(item.kind)))
    }

    /// Class and bonus of the item in an equipment place.
    fn class_in(&self, place: Option<Letter>) -> Option<(Class, i8)> {
        let item = self.state.player.pack.get(place?)?;
        Some((self.content.item(item.kind).class, item.plus))
    }

    pub(super) fn wielded(&self) -> Option<(Class, i8)> {
        self.class_in(self.state.player.pack.weapon)
    }

    pub(super) fn weapon_bonus(&self) -> i32 {
        match self.wielded() {
            Some((Class::Weapon { attack, .. }, plus)) => attack + i32::from(plus),
            _ => 0,
        }
    }

    pub(super) fn armour_bonus(&self) -> i32 {
        match self.class_in(self.state.player.pack.armour) {
            Some((Class::Armour { defence, .. }, plus)) => defence + i32::from(plus),
            _ => 0,
        }
    }

    pub(super) fn armour_weight(&self) -> u32 {
        match self.class_in(self.state.player.pack.armour) {
            Some((Class::Armour { weight, .. }, _)) => weight,
            _ => 0,
        }
    }

    pub(super) fn lantern_reach(&self) -> Option<u32> {
        match self.class_in(self.state.player.pack.lantern) {
            Some((Class::Lantern(reach), _)) => Some(reach),
            _ => None,
        }
    }

    /// `bonus` for each worn ring of a kind.
    pub(super) fn ring_bonus(&self, ring: Ring, bonus: i32) -> i32 {
        let rings = self.state.player.pack.rings;
        let worn = |place: &&Option<Letter>| {
            self.class_in(**place).map(|(class, _)| class) == Some(Class::Ring(ring))
        };
        rings.iter().filter(worn).count() as i32 * bonus
    }

    /// The slot where an item would go: a stack of its kind, the slot it last had, or the first
    /// empty one.
    pub(super) fn slot_for(&self, item: &Item) -> Option<Letter> {
        let pack = &self.state.player.pack;
        if self.content.item(item.kind).stacks() {
            let alike = |(_, other): &(Letter, &Item)| {
                other.kind == item.kind
                    && other.plus == item.plus
                    && other.count.checked_add(item.count).is_some()
            };
            if let Some((letter, _)) = pack.items().find(alike) {
                return Some(letter);
            }
        }
        let free = |letter: &Letter| pack.get(*letter).is_none();
        item.letter
            .filter(free)
            .or_else(|| Letter::all().find(free))
    }

    /// Puts an item into the pack; returns it if no slot is free.
    pub(super) fn add_to_pack(&mut self, mut item: Item) -> Result<Letter, Item> {
        let Some(letter) = self.slot_for(&item) else {
            return Err(item);
        };
        let slot = &mut self.state.player.pack.slots[letter.index()];
        match slot {
            Some(like) => like.count += item.count,
            empty => {
                item.letter = Some(letter);
                *empty = Some(item);
            }
        }
        Ok(letter)
    }

    /// Takes up to `count` items out of a slot, at least 1.
    pub(super) fn take_from_pack(&mut self, letter: Letter, count: u16) -> Option<Item> {
        let slot = self.state.player.pack.slots.get_mut(letter.index())?;
        let item = slot.as_mut()?;
        let count = count.max(1);
        if count < item.count {
            item.count -= count;
            let part = Item { count, ..*item };
            let id = self.state.new_item_id();
            return Some(Item { id, ..part });
        }
        let item = slot.take();
        self.state.player.pack.unequip_letter(letter);
        self.scratch.sight_stale = true;
        item
    }

    /// Puts an item on a tile, or on the nearest one that is empty or holds its kind. Without any
    /// such tile it is lost.
    pub(super) fn drop_near(&mut self, pos: Pos, item: Item, declined: bool) {
        let Some(place) = self.drop_tile(pos, &item) else {
            return;
        };
        let noticed = self.scratch.seen.contains(place);
        let stacks = self.content.item(item.kind).stacks();
        let items = &mut self.state.here.items;
        let like = items.iter_mut().find(|floor_item| {
            floor_item.pos == place
                && stacks
                && floor_item.item.kind == item.kind
                && floor_item.item.plus == item.plus
        });
        match like {
            Some(floor_item) => {
                floor_item.item.count = floor_item.item.count.saturating_add(item.count)
            }
            None => items.push(FloorItem {
                pos: place,
                item,
                noticed,
                declined,
            }),
        }
    }

    /// The tile where an item dropped at `pos` comes to lie.
    fn drop_tile(&self, pos: Pos, item: &Item) -> Option<Pos> {
        let stacks = self.content.item(item.kind).stacks();
        let fits = |near: Pos| {
            let open =
                self.state.here.tiles.get(near).is_some_and(|tile| {
                    tile.is_walkable() && *tile != crate::map::Tile::DoorClosed
                });
            let mut here = self
                .state
                .here
                .items
                .iter()
                .filter(|floor_item| floor_item.pos == near);
            let free = here.all(|floor_item| {
                stacks && floor_item.item.kind == item.kind && floor_item.item.plus == item.plus
            });
            let offered = self
                .state
                .here
                .vault
                .as_ref()
                .is_some_and(|vault| vault.offers.iter().any(|(offer, _)| *offer == near));
            open && free && !offered && !self.in_sealed_vault(near)
        };
        for radius in 0..crate::game::content::LEVEL_SIZE.width as i32 {
            let square = crate::geom::Rect::between(pos, pos).grown(radius);
            let ring = |near: &Pos| super::sight::distance(*near, pos) == radius;
            if let Some(found) = square.positions().filter(ring).find(|near| fits(*near)) {
                return Some(found);
            }
        }
        None
    }

    /// Identifies a kind of item.
    pub(super) fn identify(&mut self, kind: super::content::ItemKind, events: &mut Vec<GameEvent>) {
        let unknown = self.content.item(kind).look().is_some() && !self.state.knows(kind);
        if unknown {
            self.state.learn(kind);
            let item = self.event_item(kind, 1, 0);
            events.push(GameEvent::Identified { item });
        }
    }

    /// Equips the item of a slot; returns the duration in ticks.
    pub(super) fn equip(
        &mut self,
        letter: Letter,
        events: &mut Vec<GameEvent>,
    ) -> Result<u32, Refusal> {
        let (item, def) = self.pack_item(letter)?;
        if self.state.player.pack.is_equipped(letter) {
            return Err(Refusal::AlreadySo(letter));
        }
        let time = &self.content.rules().time;
        let pack = &mut self.state.player.pack;
        let (place, time) = match def.class {
            Class::Weapon { .. } => (&mut pack.weapon, time.action),
            Class::Armour { .. } => (&mut pack.armour, time.armour),
            Class::Lantern(_) => (&mut pack.lantern, time.action),
            Class::Ring(_) => {
                let free = pack.rings.iter_mut().find(|ring| ring.is_none());
                (free.ok_or(Refusal::RingsFull)?, time.action)
            }
            _ => return Err(Refusal::WrongItem(letter)),
        };
        let before = place.replace(letter);
        if let Some((letter, before)) = before.and_then(|before| Some((before, *pack.get(before)?)))
        {
            let item = self.event_item(before.kind, before.count, before.plus);
            events.push(GameEvent::Unequipped { letter, item });
        }
        let item = self.event_item(item.kind, item.count, item.plus);
        events.push(GameEvent::Equipped { letter, item });
        self.scratch.sight_stale = true;
        Ok(time)
    }

    /// Unequips the item of a slot; returns the duration in ticks.
    pub(super) fn unequip(
        &mut self,
        letter: Letter,
        events: &mut Vec<GameEvent>,
    ) -> Result<u32, Refusal> {
        let (item, def) = self.pack_item(letter)?;
        if !self.state.player.pack.is_equipped(letter) {
            return Err(Refusal::AlreadySo(letter));
        }
        self.state.player.pack.unequip_letter(letter);
        let item = self.event_item(item.kind, item.count, item.plus);
        events.push(GameEvent::Unequipped { letter, item });
        self.scratch.sight_stale = true;
        let armour = matches!(def.class, Class::Armour { .. });
        let time = &self.content.rules().time;
        Ok(if armour { time.armour } else { time.action })
    }
}
