//! Places monsters and items on a new level. Nothing here may depend on the progress of the run, so
//! that a level does not depend on how it is reached.

use super::hazards;
use super::set_pieces;
use super::terrain::{self, LevelBuffers};
use super::webs;
use crate::game::content::{
    Class, Content, DEEPEST, Doing, DrawnLevel, Fixed, ItemDef, ItemKind, LookKind, MarkKind,
    MonsterDef, MonsterKind, Presence, Thing, Who, numbers,
};
use crate::game::world::actor::{Actor, ActorId, Blows, Mood, Side};
use crate::game::world::condition::Conditions;
use crate::game::world::feature::Feature;
use crate::game::world::item::{FloorItem, Item};
use crate::game::world::level::{Inside, Level};
use crate::game::world::set_piece::Guest;
use crate::geom::{Pos, Rect};
use crate::map::Drawn;
use crate::rng::{Seed, Stream, Streams, Tag};

/// Stream keys: the first three for monsters, the others for items.
mod part {
    pub const MONSTERS: u64 = 0;
    pub const NAMED: u64 = 1;
    pub const GUESTS: u64 = 2;
    pub const ITEMS: u64 = 0;
    pub const RATION: u64 = 1;
    pub const WEAPON: u64 = 2;
    pub const ARMOUR: u64 = 3;
    pub const OFFERS: u64 = 4;
    pub const TOMBS: u64 = 5;
    pub const CACHES: u64 = 6;
    pub const LYING: u64 = 7;
    pub const CLOSET: u64 = 8;
    pub const PIPE: u64 = 9;
    pub const ROOMS: u64 = 10;
}

numbers! {
    "spawn":
    /// Weapons and armours that lie about, of which some are better or worse than plain.
    const DRAWN: u32 = 20;

    /// Of so many, weapons and armours that are -1.
    const WORSE: u32 = 1;

    /// Of so many, weapons and armours that are +1.
    const BETTER: u32 = 3;

    /// Of so many, weapons and armours that are +2.
    const BEST: u32 = 1;

    /// Each block of this many depths has at least one weapon and one armour.
    const CERTAIN: u8 = 4;

    /// Depths by which prizes, in vaults and as finds, are ahead.
    const PRIZE_DEPTHS: u8 = 2;

    /// The most that is added to a weapon or armour among the prizes; 1 is the least.
    const PRIZE_BONUS: u32 = 2;

    /// Tombs of which some hold an item, and some a monster.
    const TOMBS: u32 = 6;

    /// Tombs of so many that hold an item.
    const FILLED: u32 = 2;

    /// Tombs of so many that hold a monster, which hunts whoever opens it.
    const HAUNTED: u32 = 2;

    /// Depths from deeper down that each New Game Plus draws monsters.
    const PLUS_DEPTHS: u32 = 2;

    /// Steps from the stairs up within which no monster is put.
    const DISTANCE: u32 = 12;

    /// Steps from the stairs up within which no other monster of a group is put.
    const GROUP_DISTANCE: u32 = 8;

    /// Tiles from the first of a group within which the others are put.
    const GROUP_REACH: i32 = 3;
}

/// Generates the level of a depth: terrain, monsters and items.
pub(in crate::game) fn generate_level(
    content: &Content,
    seed: Seed,
    plus: u8,
    depth: u8,
    buffers: &mut LevelBuffers,
) -> Level {
    let mut level = terrain::generate(content, seed, depth, buffers);
    if let Some(drawn) = terrain::drawn_level(content, depth) {
        populate_drawn_level(content, plus, drawn, &mut level);
        return level;
    }
    let mut filler = Filler {
        content,
        streams: Streams::new(seed),
        plus,
        depth,
        level: &mut level,
        buffers,
    };
    filler.place_items();
    filler.fill_vault();
    filler.fill_caches();
    filler.fill_tombs();
    filler.place_monsters();
    filler.hide_hazards();
    filler.build_set_pieces();
    webs::hang(Streams::new(seed), &mut level);
    level
}

/// Places the monsters and items of a hand-drawn level.
fn populate_drawn_level(content: &Content, plus: u8, drawn: &DrawnLevel, level: &mut Level) {
    for (pos, one) in drawn.places() {
        let Drawn::Mark(thing) = one else { continue };
        match thing {
            Thing::Item { id, count } => {
                if let Some(kind) = content.find_item(id) {
                    let item = Item::new(level.new_item_id(), kind, *count, 0);
                    level.items.push(FloorItem { pos, item });
                }
            }
            Thing::Offer(id) => {
                if let Some(kind) = content.find_item(id) {
                    let item = Item::new(level.new_item_id(), kind, 1, 0);
                    if let Some(vault) = level.vault_mut() {
                        vault.offers.push((pos, item));
                    }
                }
            }
            Thing::Monster { id, does } => {
                if let Some(kind) = content.find_monster(id) {
                    let mut actor = make_actor(content, plus, level, kind, pos);
                    actor.mood = match does {
                        Doing::Sleeps => Mood::Asleep,
                        Doing::Wanders => Mood::Wandering,
                        Doing::Hunts => Mood::Hunting,
                    };
                    if actor.mood == Mood::Hunting {
                        actor.goal = Some(level.up);
                        actor.patience = content.rules().hunt.memory;
                    }
                    level.insert_actor(actor);
                }
            }
            Thing::Gate | Thing::Conduit => {}
        }
    }
}

/// Places monsters and items on a generated level.
struct Filler<'a> {
    content: &'a Content,
    streams: Streams,
    plus: u8,
    depth: u8,
    level: &'a mut Level,
    buffers: &'a mut LevelBuffers,
}

/// For each kind of item, the index of its look in the run of this seed; 0 for kinds without a
/// look.
pub(in crate::game) fn shuffle_looks(content: &Content, seed: Seed) -> Vec<u8> {
    let mut looks = vec![0; content.items().len()];
    for (key, kind, count) in [
        (0, LookKind::Potion, content.looks().potions.len()),
        (1, LookKind::Scroll, content.looks().scrolls.len()),
    ] {
        let mut order: Vec<u8> = (0..count as u8).collect();
        Streams::new(seed)
            .stream(Tag::LOOKS, &[key])
            .shuffle(&mut order);
        let kinds = content.items().iter().enumerate();
        let unknown = kinds.filter(|(_, item)| item.look() == Some(kind));
        for ((index, _), look) in unknown.zip(order) {
            looks[index] = look;
        }
    }
    looks
}

/// Weights of the kinds of monster that live at a depth and `fits` accepts; 0 for the others.
pub(in crate::game) fn monster_weights(
    content: &Content,
    plus: u8,
    depth: u8,
    fits: impl Fn(&MonsterDef) -> bool,
) -> Vec<u32> {
    let deeper = PLUS_DEPTHS * u32::from(plus);
    let pool = (u32::from(depth) + deeper).min(DEEPEST.into()) as u8;
    let weight = |def: &MonsterDef| {
        let lives = (def.depths.0..=def.depths.1).contains(&pool) && !def.named;
        if lives && fits(def) { def.weight } else { 0 }
    };
    content.monsters().iter().map(weight).collect()
}

/// Creates a monster of a kind, awake, without adding it to the level.
pub(in crate::game) fn make_actor(
    content: &Content,
    plus: u8,
    level: &mut Level,
    kind: MonsterKind,
    pos: Pos,
) -> Actor {
    let def = content.monster(kind);
    let health = content.scale_by_plus(plus, def.health);
    Actor {
        id: level.new_actor_id(),
        kind,
        pos,
        health,
        max_health: health,
        next: 0,
        mood: Mood::Wandering,
        side: Side::Dungeon,
        target: Some(ActorId::PLAYER),
        goal: None,
        route: Vec::new(),
        patience: 0,
        home: pos,
        disguised: false,
        summoned: false,
        loot: None,
        conditions: Conditions::default(),
        lamp: def.glow.map_or(0, |glow| glow.reach),
        patrols: false,
        preparing: None,
        blows: Blows::default(),
    }
}

impl Filler<'_> {
    /// Creates an item of a kind, with a random count and bonus.
    fn make_item(&mut self, kind: ItemKind, stream: &mut Stream) -> Item {
        let def = self.content.item(kind);
        let (least, most) = def.count;
        let count = stream.range(least.into(), most.into()) as u16;
        let plus = match def.class {
            Class::Weapon { .. } | Class::Armour { .. } => Self::draw_bonus(stream),
            _ => 0,
        };
        Item::new(self.level.new_item_id(), kind, count, plus)
    }

    /// Draws the bonus of a weapon or armour.
    fn draw_bonus(stream: &mut Stream) -> i8 {
        let drawn = stream.below(DRAWN);
        match drawn.checked_sub(WORSE) {
            None => -1,
            Some(drawn) if drawn < BETTER => 1,
            Some(drawn) if drawn < BETTER + BEST => 2,
            Some(_) => 0,
        }
    }

    /// Draws a kind of item of a depth, by `weight`.
    fn draw_kind(
        &self,
        depth: u8,
        stream: &mut Stream,
        weight: impl Fn(&ItemDef) -> u32,
    ) -> Option<ItemKind> {
        let weights = self
            .content
            .items()
            .iter()
            .map(|item| if item.lies_at(depth) { weight(item) } else { 0 });
        let index = stream.weighted(&weights.collect::<Vec<u32>>())?;
        Some(ItemKind(index as u16))
    }

    /// Draws a floor tile that is not taken and `fits`, and marks it as taken. Gives up after 40
    /// attempts.
    fn choose_floor_tile(
        &mut self,
        stream: &mut Stream,
        fits: impl Fn(&Self, Pos) -> bool,
    ) -> Option<Pos> {
        for _ in 0..40 {
            let pos = *stream.pick(&self.buffers.floor)?;
            if !self.buffers.taken.contains(&pos) && fits(self, pos) {
                self.buffers.taken.push(pos);
                return Some(pos);
            }
        }
        None
    }

    fn place_items(&mut self) {
        let (content, streams, depth) = (self.content, self.streams, self.depth);
        let stream = |part: u64| streams.stream(Tag::LOOT, &[depth.into(), part]);
        self.place_item(Some(content.ration()), &mut stream(part::RATION));
        let block = (depth - 1) / CERTAIN;
        for part in [part::WEAPON, part::ARMOUR] {
            let mut depth_stream = streams.stream(Tag::CERTAIN, &[block.into(), part]);
            if block * CERTAIN + 1 + depth_stream.below(CERTAIN.into()) as u8 != depth {
                continue;
            }
            let mut stream = stream(part);
            let kind = self.draw_kind(depth, &mut stream, |item| match item.class {
                Class::Weapon { .. } if part == part::WEAPON => item.weight,
                Class::Armour { .. } if part == part::ARMOUR => item.weight,
                _ => 0,
            });
            self.place_item(kind, &mut stream);
        }
        if self.level.features.iter().any(Feature::lights_rooms) {
            self.place_item(content.pipe(), &mut stream(part::PIPE));
        }
        let mut stream = stream(part::ITEMS);
        for _ in 0..content.depth(depth).items {
            let kind = self.draw_kind(depth, &mut stream, |item| item.weight);
            self.place_item(kind, &mut stream);
        }
        if depth == 1 {
            let mut stream = streams.stream(Tag::LOOT, &[depth.into(), part::LYING]);
            for &(kind, count) in content.lying() {
                for _ in 0..count {
                    let item = Item::new(self.level.new_item_id(), kind, 1, 0);
                    self.drop_item(item, &mut stream);
                }
            }
        }
    }

    fn place_item(&mut self, kind: Option<ItemKind>, stream: &mut Stream) {
        let Some(kind) = kind else { return };
        let item = self.make_item(kind, stream);
        self.drop_item(item, stream);
    }

    /// Puts an item on a random floor tile.
    fn drop_item(&mut self, item: Item, stream: &mut Stream) {
        let place = self.choose_floor_tile(stream, |_, _| true);
        // The first free tile if hardly any floor is left.
        let free = |pos: &&Pos| !self.buffers.taken.contains(pos);
        let place = place.or_else(|| self.buffers.floor.iter().find(free).copied());
        if let Some(pos) = place {
            self.level.items.push(FloorItem { pos, item });
        }
    }

    /// Puts three offers into the vault: a weapon, a ring and a relic.
    fn fill_vault(&mut self) {
        let Some(room) = self.level.vault().map(|vault| vault.room) else {
            return;
        };
        let key = [self.depth.into(), part::OFFERS];
        let mut stream = self.streams.stream(Tag::LOOT, &key);
        let classes: [(i32, fn(&Class) -> bool); 3] = [
            (room.left, |class| matches!(class, Class::Weapon { .. })),
            (room.center().x, |class| matches!(class, Class::Ring(_))),
            (room.right, |class| matches!(class, Class::Relic { .. })),
        ];
        let mut offers = Vec::new();
        for (x, fits) in classes {
            if let Some(item) = self.draw_prize(&mut stream, fits) {
                offers.push((Pos::new(x, room.center().y), item));
            }
        }
        if let Some(vault) = self.level.vault_mut() {
            vault.offers = offers;
        }
    }

    /// Draws an item that `fits` among the prizes of a greater depth. A weapon or armour gets a
    /// bonus of at least 1.
    fn draw_prize(&mut self, stream: &mut Stream, fits: impl Fn(&Class) -> bool) -> Option<Item> {
        let depth = (self.depth + PRIZE_DEPTHS).min(DEEPEST);
        let weight = |item: &ItemDef| if fits(&item.class) { item.prize } else { 0 };
        let kind = self.draw_kind(depth, stream, weight)?;
        let mut item = self.make_item(kind, stream);
        if matches!(
            self.content.item(kind).class,
            Class::Weapon { .. } | Class::Armour { .. }
        ) {
            item.plus = 1 + stream.below(PRIZE_BONUS) as i8;
        }
        Some(item)
    }

    /// Places a find on each cache tile of the fixtures.
    fn fill_caches(&mut self) {
        let key = [self.depth.into(), part::CACHES];
        let mut stream = self.streams.stream(Tag::LOOT, &key);
        for pos in self.buffers.fixtures.caches.clone() {
            // A bow would come without arrows.
            if let Some(item) = self.draw_prize(&mut stream, |class| !class.is_bow()) {
                self.level.items.push(FloorItem { pos, item });
            }
        }
    }

    /// Hides the hazards, and places a find in the closet behind a cracked wall.
    fn hide_hazards(&mut self) {
        let (content, streams) = (self.content, self.streams);
        let closet = hazards::hide(content, streams, self.level, self.buffers);
        let mut stream = streams.stream(Tag::LOOT, &[self.depth.into(), part::CLOSET]);
        let kind = self.draw_kind(self.depth, &mut stream, |item| item.weight);
        if let Some((pos, kind)) = closet.zip(kind) {
            let item = self.make_item(kind, &mut stream);
            self.level.items.push(FloorItem { pos, item });
        }
    }

    /// Builds the set pieces, and places their monsters and items.
    fn build_set_pieces(&mut self) {
        let (content, depth) = (self.content, self.depth);
        set_pieces::build(content, self.streams, self.level, self.buffers);
        for index in 0..self.level.set_pieces.len() {
            let key = |part: u64| [depth.into(), part, index as u64];
            let mut loot = self.streams.stream(Tag::LOOT, &key(part::ROOMS));
            let mut spawn = self.streams.stream(Tag::SPAWN, &key(part::GUESTS));
            let piece = &self.level.set_pieces[index];
            let tiles = piece.tiles(content);
            let tiles: Vec<(u8, MarkKind, Pos)> = tiles
                .map(|(mark, what, pos)| (mark, what.is.clone(), pos))
                .collect();
            for (mark, what, pos) in tiles {
                match what {
                    MarkKind::Item { .. } | MarkKind::Find | MarkKind::Prize => {
                        if let Some(item) = self.make_room_item(&what, &mut loot) {
                            self.level.items.push(FloorItem { pos, item });
                            self.level.set_pieces[index].prizes.push((mark, item.id));
                        }
                    }
                    MarkKind::Tomb => {
                        let item = self.make_room_item(&MarkKind::Prize, &mut loot);
                        let mut tombs = self.level.tombs.iter_mut();
                        if let Some((tomb, item)) = tombs.find(|tomb| tomb.pos == pos).zip(item) {
                            tomb.inside = Inside::Item(item);
                        }
                    }
                    MarkKind::Monster { who, does } => {
                        if let Some(kind) = self.draw_guest(&who, &mut spawn) {
                            self.place_guest(index, mark, (kind, does), pos);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Makes an item of a room.
    fn make_room_item(&mut self, what: &MarkKind, stream: &mut Stream) -> Option<Item> {
        match *what {
            MarkKind::Item { kind, count } => {
                Some(Item::new(self.level.new_item_id(), kind, count, 0))
            }
            // A bow would come without arrows.
            MarkKind::Prize => self.draw_prize(stream, |class| !class.is_bow()),
            _ => {
                let kind = self.draw_kind(self.depth, stream, |item| item.weight)?;
                Some(self.make_item(kind, stream))
            }
        }
    }

    /// Draws the kind of a monster of a room.
    fn draw_guest(&self, who: &Who, stream: &mut Stream) -> Option<MonsterKind> {
        let able = match who {
            Who::Kind(kind) => return Some(*kind),
            Who::Able(able) => able,
        };
        // One alone, that is what it seems to be.
        let alone = |def: &MonsterDef| def.abilities.mimics.is_none();
        let fits = |def: &MonsterDef| alone(def) && (able.is_empty() || def.abilities.has(able));
        let weights = self.monster_weights(fits);
        let index = stream.weighted(&weights).or_else(|| {
            let weights = self.monster_weights(alone);
            stream.weighted(&weights)
        });
        index.map(|index| MonsterKind(index as u16))
    }

    /// Places a monster of a room, or notes that it waits.
    fn place_guest(
        &mut self,
        piece: usize,
        mark: u8,
        (kind, does): (MonsterKind, Presence),
        pos: Pos,
    ) {
        let mood = match does {
            Presence::Waits => {
                let id = None;
                let guest = Guest {
                    pos,
                    mark,
                    kind,
                    id,
                };
                self.level.set_pieces[piece].guests.push(guest);
                return;
            }
            Presence::Sleeps => Mood::Asleep,
            Presence::Wanders => Mood::Wandering,
        };
        let mut actor = make_actor(self.content, self.plus, self.level, kind, pos);
        actor.mood = mood;
        self.level.insert_actor(actor);
    }

    /// Puts items into some tombs, and monsters that live at this depth into others.
    fn fill_tombs(&mut self) {
        let key = [self.depth.into(), part::TOMBS];
        let mut stream = self.streams.stream(Tag::LOOT, &key);
        let alone = |def: &MonsterDef| def.group.1 == 1 && def.abilities.mimics.is_none();
        let weights = self.monster_weights(alone);
        for index in 0..self.level.tombs.len() {
            let drawn = stream.below(TOMBS);
            let inside = if drawn < FILLED {
                let kind = self.draw_kind(self.depth, &mut stream, |item| item.weight);
                kind.map(|kind| Inside::Item(self.make_item(kind, &mut stream)))
            } else if drawn < FILLED + HAUNTED {
                let kind = stream.weighted(&weights);
                kind.map(|kind| Inside::Monster(MonsterKind(kind as u16)))
            } else {
                None
            };
            self.level.tombs[index].inside = inside.unwrap_or(Inside::Nothing);
        }
    }

    /// As the function [`monster_weights`], at this depth.
    fn monster_weights(&self, fits: impl Fn(&MonsterDef) -> bool) -> Vec<u32> {
        monster_weights(self.content, self.plus, self.depth, fits)
    }

    fn place_monsters(&mut self) {
        self.place_named_monsters();
        let (content, depth) = (self.content, self.depth);
        let key = [depth.into(), part::MONSTERS];
        let mut stream = self.streams.stream(Tag::SPAWN, &key);
        let weights = self.monster_weights(|_| true);
        let mut budget = content.depth(depth).budget;
        let mut misses = 0;
        while misses < 8 {
            let Some(index) = stream.weighted(&weights) else {
                return;
            };
            let kind = MonsterKind(index as u16);
            let def = content.monster(kind);
            let count = stream.range(def.group.0.into(), def.group.1.into()) as u32;
            let cost = def.worth * count;
            let affordable = (cost <= budget).then_some(());
            let Some(pos) = affordable.and_then(|()| self.choose_spawn_tile(kind, &mut stream))
            else {
                misses += 1;
                continue;
            };
            budget -= cost;
            let asleep = stream.chance(def.asleep.into(), 100);
            self.place_group(kind, pos, count, asleep);
        }
    }

    /// Draws a tile for a monster far from the stairs up; for a guard, beside an item if possible.
    fn choose_spawn_tile(&mut self, kind: MonsterKind, stream: &mut Stream) -> Option<Pos> {
        let far = |filler: &Self, pos: Pos| {
            let distance = filler.buffers.distances.get(pos);
            distance.is_some_and(|steps| steps >= DISTANCE)
        };
        if self.content.monster(kind).post_reach().is_some()
            && let Some(guarded) = stream.pick(&self.level.items)
        {
            let (pos, buffers) = (guarded.pos, &self.buffers);
            let mut around = Rect::between(pos, pos).grown(1).positions();
            let beside = around.find(|&near| {
                near != pos
                    && buffers.floor.contains(&near)
                    && !buffers.taken.contains(&near)
                    && far(self, near)
            });
            if let Some(pos) = beside {
                self.buffers.taken.push(pos);
                return Some(pos);
            }
        }
        self.choose_floor_tile(stream, far)
    }

    fn place_group(&mut self, kind: MonsterKind, pos: Pos, count: u32, asleep: bool) {
        let mimic = self.content.monster(kind).abilities.mimics.is_some();
        for number in 0..count {
            let place = if number == 0 {
                Some(pos)
            } else {
                self.take_tile_near(pos)
            };
            let Some(place) = place else { continue };
            let mut actor = make_actor(self.content, self.plus, self.level, kind, place);
            actor.disguised = mimic;
            if asleep || mimic {
                actor.mood = Mood::Asleep;
            }
            self.level.insert_actor(actor);
        }
    }

    /// Finds the first free floor tile that a group around `pos` reaches, ring by ring, and marks it
    /// as taken.
    fn take_tile_near(&mut self, pos: Pos) -> Option<Pos> {
        let fits = |near: &Pos| {
            // In a labyrinth a nearby tile may be many steps away.
            let reached = self.buffers.distances.get(*near);
            self.level.tile(*near).is_plain()
                && reached.is_some_and(|far| far >= GROUP_DISTANCE)
                && !self.buffers.taken.contains(near)
        };
        let squares = (1..=GROUP_REACH).map(|radius| Rect::between(pos, pos).grown(radius));
        let found = squares.flat_map(Rect::positions).find(fits)?;
        self.buffers.taken.push(found);
        Some(found)
    }

    /// Places the named monsters that live at this depth: in the middle of an arena of their own, at the Everlamp, or
    /// wherever a monster may be.
    fn place_named_monsters(&mut self) {
        for kind in terrain::named_at(self.content, self.streams, self.depth) {
            let key = [self.depth.into(), part::NAMED, kind.0.into()];
            let mut stream = self.streams.stream(Tag::SPAWN, &key);
            let arenas = &self.buffers.fixtures.arenas;
            let arena = arenas.iter().find(|(boss, _)| *boss == kind);
            let lamp = self.level.features.iter().any(Feature::is_everlamp);
            let middle = arena.map(|(_, area)| area.center());
            let middle = middle.or_else(|| lamp.then_some(self.level.down));
            let pos = match middle {
                Some(middle) => self.take_tile_near(middle),
                None => self.choose_spawn_tile(kind, &mut stream),
            };
            if let Some(pos) = pos {
                self.place_group(kind, pos, 1, false);
            }
        }
    }
}
