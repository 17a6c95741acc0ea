//! Places monsters and items on a new level. Nothing here may depend on the run, so that a level is
//! the same however it is reached.

use super::content::{Class, Content, DEEPEST, ItemKind, LEVEL_SIZE, LookKind, MonsterKind, Role};
use super::state::{Actor, Conditions, FloorItem, Item, Level, Mood};
use super::terrain::{self, LevelBuffers};
use crate::geom::{Pos, Rect};
use crate::map::Tile;
use crate::rng::{Seed, Stream, Streams, Tag};

mod part {
    pub const MONSTERS: u64 = 0;
    pub const NAMED: u64 = 1;
    pub const ITEMS: u64 = 0;
    pub const RATION: u64 = 1;
    pub const WEAPON: u64 = 2;
    pub const ARMOUR: u64 = 3;
    pub const OFFERS: u64 = 4;
}

/// Generates the level of a depth: terrain, monsters and items.
pub(super) fn level(
    content: &Content,
    seed: Seed,
    plus: u8,
    depth: u8,
    buffers: &mut LevelBuffers,
) -> Level {
    let mut level = terrain::level(content, seed, depth, buffers);
    let streams = Streams::new(seed);
    place_items(content, streams, &mut level, buffers);
    fill_vault(content, streams, &mut level);
    place_monsters(content, streams, plus, &mut level, buffers);
    level
}

/// For each kind of item, the index of its look in the run of this seed; 0 for kinds without a
/// look.
pub(super) fn shuffle_looks(content: &Content, seed: Seed) -> Vec<u8> {
    let mut dealt = vec![0; content.items().len()];
    for (which, kind, count) in [
        (0, LookKind::Potion, content.looks().potions.len()),
        (1, LookKind::Scroll, content.looks().scrolls.len()),
    ] {
        let mut order: Vec<u8> = (0..count as u8).collect();
        Streams::new(seed)
            .stream(Tag::LOOKS, &[which])
            .shuffle(&mut order);
        let kinds = content.items().iter().enumerate();
        let unknown = kinds.filter(|(_, item)| item.look() == Some(kind));
        for ((index, _), look) in unknown.zip(order) {
            dealt[index] = look;
        }
    }
    dealt
}

/// A new item of a kind, with a random count and bonus.
fn make_item(content: &Content, level: &mut Level, kind: ItemKind, stream: &mut Stream) -> Item {
    let def = content.item(kind);
    let (least, most) = def.count;
    let count = stream.range(least.into(), most.into()) as u16;
    let plus = match def.class {
        Class::Weapon { .. } | Class::Armour { .. } => draw_bonus(content, stream),
        _ => 0,
    };
    Item {
        id: level.new_item_id(),
        kind,
        count,
        plus,
        letter: None,
    }
}

/// A random bonus for a weapon or armour.
fn draw_bonus(content: &Content, stream: &mut Stream) -> i8 {
    let loot = &content.rules().loot;
    let better = loot.worse + loot.better;
    match stream.below(loot.of) {
        drawn if drawn < loot.worse => -1,
        drawn if drawn < better => 1,
        drawn if drawn < better + loot.best => 2,
        _ => 0,
    }
}

/// A random kind of item of this depth that `fits`, by weight.
fn draw_kind(
    content: &Content,
    depth: u8,
    stream: &mut Stream,
    fits: impl Fn(&Class) -> bool,
) -> Option<ItemKind> {
    let mut weights = [0; super::content::MAX_ITEM_KINDS];
    for (weight, item) in weights.iter_mut().zip(content.items()) {
        let (first, last) = item.depths;
        if (first..=last).contains(&depth) && fits(&item.class) {
            *weight = item.weight;
        }
    }
    let index = stream.weighted(&weights)?;
    Some(ItemKind(index as u16))
}

/// A random floor tile that is not taken and `fits`; marks it as taken.
fn choose_floor_tile(
    buffers: &mut LevelBuffers,
    stream: &mut Stream,
    fits: impl Fn(&LevelBuffers, Pos) -> bool,
) -> Option<Pos> {
    for _ in 0..40 {
        let pos = *stream.pick(&buffers.floor)?;
        if !buffers.taken.contains(&pos) && fits(buffers, pos) {
            buffers.taken.push(pos);
            return Some(pos);
        }
    }
    None
}

fn place_items(content: &Content, streams: Streams, level: &mut Level, buffers: &mut LevelBuffers) {
    let depth = level.depth;
    let stream = |part: u64| streams.stream(Tag::LOOT, &[depth.into(), part]);
    let mut ration = stream(part::RATION);
    place_item(content, level, buffers, Some(content.ration()), &mut ration);
    let length = content.rules().level.certain;
    let block = (depth - 1) / length;
    for part in [part::WEAPON, part::ARMOUR] {
        let mut where_to = streams.stream(Tag::CERTAIN, &[block.into(), part]);
        if block * length + 1 + where_to.below(length.into()) as u8 != depth {
            continue;
        }
        let mut stream = stream(part);
        let kind = draw_kind(content, depth, &mut stream, |class| match class {
            Class::Weapon { .. } => part == part::WEAPON,
            Class::Armour { .. } => part == part::ARMOUR,
            _ => false,
        });
        place_item(content, level, buffers, kind, &mut stream);
    }
    let mut stream = stream(part::ITEMS);
    for _ in 0..content.depth(depth).items {
        let kind = draw_kind(content, depth, &mut stream, |_| true);
        place_item(content, level, buffers, kind, &mut stream);
    }
}

fn place_item(
    content: &Content,
    level: &mut Level,
    buffers: &mut LevelBuffers,
    kind: Option<ItemKind>,
    stream: &mut Stream,
) {
    let Some(kind) = kind else { return };
    let item = make_item(content, level, kind, stream);
    let place = choose_floor_tile(buffers, stream, |_, _| true);
    // With hardly any floor left, the first free tile.
    let free = |pos: &&Pos| !buffers.taken.contains(pos);
    let place = place.or_else(|| buffers.floor.iter().find(free).copied());
    if let Some(pos) = place {
        level.items.push(FloorItem {
            pos,
            item,
            noticed: false,
            declined: false,
        });
    }
}

/// Puts three offers into the vault: a weapon, armour and a ring, better than those on the floor.
fn fill_vault(content: &Content, streams: Streams, level: &mut Level) {
    let Some(vault) = level.vault.as_ref().filter(|vault| !vault.everlamp) else {
        return;
    };
    let room = vault.room;
    let rules = &content.rules().vault;
    let depth = (level.depth + rules.deeper).min(DEEPEST);
    let mut stream = streams.stream(Tag::LOOT, &[level.depth.into(), part::OFFERS]);
    let places = [
        Pos::new(room.left, room.center().y),
        room.center(),
        Pos::new(room.right, room.center().y),
    ];
    let sorts: [fn(&Class) -> bool; 3] = [
        |class| matches!(class, Class::Weapon { .. }),
        |class| matches!(class, Class::Armour { .. }),
        |class| matches!(class, Class::Ring(_)),
    ];
    let mut offers = Vec::new();
    for (pos, fits) in places.into_iter().zip(sorts) {
        if let Some(kind) = draw_kind(content, depth, &mut stream, fits) {
            let mut item = make_item(content, level, kind, &mut stream);
            if !matches!(content.item(kind).class, Class::Ring(_)) {
                item.plus = 1 + stream.below(rules.bonus) as i8;
            }
            offers.push((pos, item));
        }
    }
    if let Some(vault) = &mut level.vault {
        vault.offers = offers;
    }
}

/// A new monster of a kind, awake.
pub(super) fn make_actor(
    content: &Content,
    plus: u8,
    level: &mut Level,
    kind: MonsterKind,
    pos: Pos,
) -> Actor {
    let def = content.monster(kind);
    let health = scale_by_plus(content, plus, def.health);
    Actor {
        id: level.new_actor_id(),
        kind,
        pos,
        health,
        max_health: health,
        next: 0,
        mood: Mood::Wandering,
        goal: None,
        route: Vec::new(),
        patience: 0,
        home: pos,
        disguised: false,
        summoned: false,
        loot: None,
        conditions: Conditions::default(),
        in_sight: false,
        met: false,
    }
}

/// Scales a monster's health or attack by New Game Plus.
pub(super) fn scale_by_plus(content: &Content, plus: u8, value: i32) -> i32 {
    value * (100 + content.rules().growth.plus * i32::from(plus)) / 100
}

fn place_monsters(
    content: &Content,
    streams: Streams,
    plus: u8,
    level: &mut Level,
    buffers: &mut LevelBuffers,
) {
    let depth = level.depth;
    place_named_monsters(content, streams, plus, level, buffers);
    let mut stream = streams.stream(Tag::SPAWN, &[depth.into(), part::MONSTERS]);
    let deeper = content.rules().growth.plus_depth * u32::from(plus);
    let pool = (u32::from(depth) + deeper).min(DEEPEST.into()) as u8;
    let weights: Vec<u32> = content
        .monsters()
        .iter()
        .map(|def| {
            let lives = (def.depths.0..=def.depths.1).contains(&pool) && !def.named;
            if lives { def.weight } else { 0 }
        })
        .collect();
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
        if cost > budget {
            misses += 1;
            continue;
        }
        let Some(pos) = choose_spawn_tile(content, kind, level, buffers, &mut stream) else {
            misses += 1;
            continue;
        };
        budget -= cost;
        let asleep = stream.chance(def.asleep.into(), 100);
        place_group(content, plus, level, buffers, kind, (pos, count, asleep));
    }
}

/// A random tile for a monster: for a guard beside an item, for all far from the stairs up.
fn choose_spawn_tile(
    content: &Content,
    kind: MonsterKind,
    level: &Level,
    buffers: &mut LevelBuffers,
    stream: &mut Stream,
) -> Option<Pos> {
    let least = content.rules().level.distance;
    let far = |buffers: &LevelBuffers, pos: Pos| {
        buffers.distances.get(pos).is_some_and(|far| far >= least)
    };
    let guards = content.monster(kind).role == Role::Guard;
    let treasure = if guards {
        stream.pick(&level.items).map(|floor_item| floor_item.pos)
    } else {
        None
    };
    if let Some(pos) = treasure {
        let around = Rect::between(pos, pos).grown(1);
        let beside = around.positions().find(|&near| {
            near != pos
                && buffers.floor.contains(&near)
                && !buffers.taken.contains(&near)
                && far(buffers, near)
        });
        if let Some(pos) = beside {
            buffers.taken.push(pos);
            return Some(pos);
        }
    }
    choose_floor_tile(buffers, stream, far)
}

fn place_group(
    content: &Content,
    plus: u8,
    level: &mut Level,
    buffers: &mut LevelBuffers,
    kind: MonsterKind,
    (pos, count, asleep): (Pos, u32, bool),
) {
    let role = content.monster(kind).role;
    for number in 0..count {
        let place = if number == 0 {
            Some(pos)
        } else {
            beside(content, level, buffers, pos)
        };
        let Some(place) = place else { continue };
        let mut actor = make_actor(content, plus, level, kind, place);
        actor.disguised = role == Role::Mimic;
        if asleep || actor.disguised {
            actor.mood = Mood::Asleep;
        }
        level.actors.push(actor);
    }
}

/// The first free floor tile near `pos`, ring by ring.
fn beside(content: &Content, level: &Level, buffers: &mut LevelBuffers, pos: Pos) -> Option<Pos> {
    for radius in 1..=3 {
        let square = Rect::between(pos, pos).grown(radius);
        for near in square.positions() {
            let plain = matches!(level.tiles.get(near), Some(Tile::Floor | Tile::Grass));
            // In a labyrinth a nearby tile may be many steps away.
            let reached = buffers
                .distances
                .get(near)
                .is_some_and(|far| far >= content.rules().level.distance_group);
            if plain && reached && !buffers.taken.contains(&near) {
                buffers.taken.push(near);
                return Some(near);
            }
        }
    }
    None
}

/// Places named monsters: each lives at one depth of its range, which the seed chooses.
fn place_named_monsters(
    content: &Content,
    streams: Streams,
    plus: u8,
    level: &mut Level,
    buffers: &mut LevelBuffers,
) {
    for kind in content.monster_kinds() {
        let def = content.monster(kind);
        if !def.named || depth_of_named(content, streams, kind) != level.depth {
            continue;
        }
        let key = [level.depth.into(), part::NAMED, kind.0.into()];
        let mut stream = streams.stream(Tag::SPAWN, &key);
        let pos = if level.vault.as_ref().is_some_and(|vault| vault.everlamp) {
            beside(content, level, buffers, level.down)
        } else {
            choose_spawn_tile(content, kind, level, buffers, &mut stream)
        };
        if let Some(pos) = pos {
            place_group(content, plus, level, buffers, kind, (pos, 1, false));
        }
    }
}

/// The depth at which a named monster lives in the run of this seed.
pub(super) fn depth_of_named(content: &Content, streams: Streams, kind: MonsterKind) -> u8 {
    let (first, last) = content.monster(kind).depths;
    let mut stream = streams.stream(Tag::CERTAIN, &[1000 + u64::from(kind.0), part::NAMED]);
    first + stream.below(u32::from(last - first) + 1) as u8
}

/// Whether something can be placed on a tile during play: floor or grass, not in a vault.
pub(super) fn is_plain(level: &Level, pos: Pos) -> bool {
    let plain = matches!(level.tiles.get(pos), Some(Tile::Floor | Tile::Grass));
    plain
        && LEVEL_SIZE.contains(pos)
        && !level
            .vault
            .as_ref()
            .is_some_and(|vault| vault.room.contains(pos))
}
