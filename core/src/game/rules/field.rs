//! How fire, oil, smoke and gas come about and move. Fire is always that of one rule: a tile burns for
//! its fuel, lights what burns beside it, smokes, and is burnt for good. So it ends: each tile has its
//! fuel once, and oil and gas are used up. What flows is never more than before.

use super::turn::{TURN, Turn};
use crate::game::content::{Fixed, numbers};
use crate::game::world::actor::Actor;
use crate::game::world::detail::Perception;
use crate::game::world::event::PlaceEvent;
use crate::game::world::field::{FEN, FieldBuffers, Fields, Flood, Layer, tile_number};
use crate::game::world::level::Level;
use crate::geom::{Dir, Pos};
use crate::map::{Tile, TileSet};
use crate::rng::Tag;

numbers! {
    "field":
    /// Turns for which oil burns.
    const OIL_BURNS: u8 = 3;

    /// Turns for which a web burns.
    const WEB_BURNS: u8 = 1;

    /// Turns for which marsh gas burns.
    const GAS_BURNS: u8 = 1;

    /// Turns for which coals and burning oil out of a pot burn on bare ground.
    pub(in crate::game) const COALS: u8 = 2;

    /// Smoke that a tile gives in each turn in which something burns on it.
    const SMOKE: u8 = 12;

    /// Steam of a flame that water puts out.
    const STEAM: u8 = 16;

    /// One part in this many of the smoke on a tile goes in a turn, and 1 more.
    const CLEARS: u8 = 8;

    /// Marsh gas and incense lose 1 on each tile in one turn of this many.
    const THINS: u64 = 2;
}

/// Whether flames find room on a tile: it is no rock, and nothing solid that does not burn.
fn can_burn(level: &Level, pos: Pos) -> bool {
    let tile = level.tile(pos);
    tile.fuel() > 0 || tile.is_walkable()
}

/// Lights what burns on a tile: the ground, oil or gas.
pub(in crate::game) fn kindle(turn: &mut Turn<'_>, pos: Pos) {
    ignite(turn, pos, 0);
}

/// Sets a tile on fire, so that bare ground burns for `turns` too. Water puts it out and steams.
pub(in crate::game) fn ignite(turn: &mut Turn<'_>, pos: Pos, turns: u8) {
    let level = &mut *turn.level;
    if !can_burn(level, pos) {
        return;
    }
    let (tile, fields) = (level.tile(pos), &level.fields);
    let wet = tile.is_wet() && tile.fuel() == 0;
    // What burns already has its fuel: whoever burns on it adds none.
    let fuel = if fields.flames.has(pos) {
        0
    } else {
        tile.fuel()
    };
    let mut lasts = if wet { 0 } else { turns.max(fuel) };
    if fields.oil.has(pos) {
        lasts = lasts.max(OIL_BURNS);
    }
    if fields.webs.has(pos) {
        lasts = lasts.max(WEB_BURNS);
    }
    if fields.marsh.has(pos) {
        lasts = lasts.max(GAS_BURNS);
    }
    if wet && turns > 0 {
        steam(level, pos);
    }
    burn(level, pos, lasts);
}

/// Puts flames on a tile for `turns`, which use up its oil, web and gas.
fn burn(level: &mut Level, pos: Pos, turns: u8) {
    let fields = &mut level.fields;
    let before = fields.flames.at(pos);
    if turns > 0 {
        fields.flames.set(pos, turns.max(before));
        fields.oil.set(pos, 0);
        fields.webs.set(pos, 0);
        level.cache.lighting_stale |= before == 0;
    }
}

/// Lets a flame that went out in water steam.
pub(in crate::game) fn steam(level: &mut Level, pos: Pos) {
    let smoke = &mut level.fields.smoke;
    smoke.set(pos, smoke.at(pos).max(STEAM));
    level.update_smoke();
}

/// Chance out of this many.
const WHOLE: u32 = 10_000;

/// Finds what catches fire in this turn from what burns, and which gas bursts; lights neither.
pub(in crate::game) fn find_caught(turn: &mut Turn<'_>, buffers: &mut FieldBuffers) {
    let FieldBuffers {
        burning,
        caught,
        near,
        burst,
        ..
    } = buffers;
    caught.clear();
    burst.clear();
    let level = &*turn.level;
    if level.fields.flames.is_empty() {
        return;
    }
    let size = level.tiles.size();
    burning.reset(size);
    near.reset(size);
    for pos in level.flames() {
        burning.insert(pos);
    }
    for pos in level.flames() {
        for beside in Dir::ALL.map(|dir| pos.step(dir)) {
            if level.tile(beside).fuel() > 0 {
                near.insert(beside);
            }
        }
    }
    // Oil and gas are on few tiles, so these look for flames.
    let is_lit = |pos: Pos| {
        burning.contains(pos)
            || Dir::ALL
                .into_iter()
                .any(|dir| burning.contains(pos.step(dir)))
    };
    let Fields { oil, webs, .. } = &level.fields;
    for (pos, _) in oil
        .iter()
        .chain(webs.iter())
        .filter(|(pos, _)| is_lit(*pos))
    {
        near.insert(pos);
    }
    burst.extend(
        level
            .fields
            .marsh
            .iter()
            .map(|(pos, _)| pos)
            .filter(|pos| is_lit(*pos)),
    );
    // Oil that has run into flames burns, too.
    near.retain(|pos| !burning.contains(pos) || level.fields.oil.has(pos));
    let spares = WHOLE * (100 - turn.rules().fire.spreads) / 100;
    for pos in near.iter() {
        if turn.level.fields.oil.has(pos) || turn.level.fields.webs.has(pos) {
            caught.push(pos);
            continue;
        }
        let beside = Dir::ALL
            .into_iter()
            .filter(|dir| burning.contains(pos.step(*dir)));
        let spared = beside.fold(WHOLE, |left, _| left * spares / WHOLE);
        if turn.stream_on(Tag::FIELD, pos).below(WHOLE) >= spared {
            caught.push(pos);
        }
    }
    join_burst(&turn.level.fields.marsh, near, burst);
}

/// Adds to the gas that bursts all that joins it.
fn join_burst(marsh: &Layer, found: &mut TileSet, burst: &mut Vec<Pos>) {
    found.clear();
    for pos in burst.iter() {
        found.insert(*pos);
    }
    let mut index = 0;
    while let Some(&pos) = burst.get(index) {
        index += 1;
        for near in Dir::ALL.map(|dir| pos.step(dir)) {
            if marsh.has(near) && found.insert(near) {
                burst.push(near);
            }
        }
    }
    burst.sort_unstable_by_key(|pos| (pos.y, pos.x));
}

/// Lets what burns burn for a turn: it smokes, and what has no fuel left is burnt.
pub(in crate::game) fn burn_down(turn: &mut Turn<'_>, buffers: &mut FieldBuffers) {
    let list = &mut buffers.list;
    let level = &mut *turn.level;
    let mut index = 0;
    while let Some((pos, _)) = level.fields.flames.nth(index) {
        index += 1;
        if level.tile(pos).fuel() > 0 {
            level.fields.smoke.add(pos, SMOKE);
        }
    }
    list.clear();
    level.fields.flames.count_down(|pos| list.push(pos));
    level.cache.lighting_stale |= !list.is_empty();
    for &pos in list.iter() {
        let tile = turn.level.tile(pos);
        if tile.fuel() == 0 {
            continue;
        }
        turn.level.set_tile(pos, tile.burnt());
        let seen = turn.scene().tile_perception(pos) == Perception::Seen;
        if seen && tile != Tile::Grass && tile != Tile::Reeds {
            turn.emit(PlaceEvent::BurntDown { pos, tile });
        }
    }
}

/// Lights what was found to catch fire, and the gas that bursts.
pub(in crate::game) fn light_caught(turn: &mut Turn<'_>, buffers: &FieldBuffers) {
    for &pos in &buffers.caught {
        kindle(turn, pos);
    }
    for &pos in &buffers.burst {
        ignite(turn, pos, 0);
        turn.level.fields.marsh.set(pos, 0);
    }
}

/// Lets oil, smoke and gases flow for a turn, and smoke hide what is behind it.
pub(in crate::game) fn flow(turn: &mut Turn<'_>, buffers: &mut FieldBuffers) {
    let thins = (turn.time / TURN).is_multiple_of(THINS);
    let level = &mut *turn.level;
    level.run_oil();
    let flow = &mut buffers.flow;
    let tiles = &level.tiles;
    let tile = |pos: Pos| tiles.get(pos).copied().unwrap_or_default();
    let open = |pos: Pos| !tile(pos).is_opaque();
    let thin = |_: Pos, amount: u8| amount - u8::from(thins);
    let fields = &mut level.fields;
    if !fields.incense.is_empty() {
        fields.incense.flow(flow, open, |_, _| 0, thin);
    }
    let held = |pos: Pos, amount: u8| {
        if tile(pos).is_wet() {
            amount.min(FEN)
        } else {
            0
        }
    };
    if fields
        .marsh
        .iter()
        .any(|(pos, amount)| held(pos, amount) < amount)
    {
        let left = |pos: Pos, amount: u8| thin(pos, amount).max(held(pos, amount));
        fields.marsh.flow(flow, open, held, left);
    }
    if !fields.smoke.is_empty() {
        let left = |_: Pos, amount: u8| (amount - amount / CLEARS).saturating_sub(1);
        fields.smoke.flow(flow, open, |_, _| 0, left);
    }
    level.update_smoke();
}

/// Lets water rise over `tiles`: a step a turn from `source`, and from the first tile of each part of them that does not
/// join it, first shallow and then, if it is `deep`, a turn later over the head.
pub(in crate::game) fn flood(turn: &mut Turn<'_>, source: Pos, tiles: &[Pos], deep: bool) {
    let mut sources = vec![source];
    let mut joined = TileSet::new(turn.level.tiles.size());
    let mut area = TileSet::new(turn.level.tiles.size());
    for pos in tiles {
        area.insert(*pos);
    }
    for start in std::iter::once(source).chain(area.iter()) {
        if !joined.insert(start) {
            continue;
        }
        if start != source {
            sources.push(start);
        }
        let mut ahead = vec![start];
        while let Some(pos) = ahead.pop() {
            for near in Dir::CARDINAL.map(|dir| pos.step(dir)) {
                if area.contains(near) && joined.insert(near) {
                    ahead.push(near);
                }
            }
        }
    }
    begin(turn, sources, deep, area.iter().collect());
}

/// Lets the water on `tiles` run off, a step a turn, down to what lay beneath.
pub(in crate::game) fn drain(turn: &mut Turn<'_>, tiles: &[Pos]) {
    begin(turn, Vec::new(), false, tiles.to_vec());
}

/// Begins to move water, in place of what moves on these tiles already.
fn begin(turn: &mut Turn<'_>, sources: Vec<Pos>, deep: bool, tiles: Vec<Pos>) {
    let floods = &mut turn.level.fields.floods;
    for other in floods.iter_mut() {
        other.tiles.retain(|pos| !tiles.contains(pos));
    }
    floods.retain(|other| !other.tiles.is_empty());
    floods.push(Flood {
        sources,
        deep,
        tiles,
    });
}

/// Lets water rise and run off for a turn.
pub(in crate::game) fn move_water(turn: &mut Turn<'_>) {
    let mut floods = std::mem::take(&mut turn.level.fields.floods);
    for flood in &mut floods {
        // What it has reached before this turn, so that it comes a step farther in each.
        let tiles = std::mem::take(&mut flood.tiles);
        let (now, later): (Vec<Pos>, Vec<Pos>) = tiles
            .into_iter()
            .partition(|pos| flood.drains() || is_reached(turn, flood, *pos));
        flood.tiles = later;
        for pos in now {
            let Some(tile) = water_after(turn, flood, pos) else {
                continue;
            };
            set_water(turn, pos, tile, flood.drains());
            if water_after(turn, flood, pos).is_some() {
                flood.tiles.push(pos);
            }
        }
    }
    // What is shut off from the water stays dry.
    floods.retain(|flood| {
        let mut tiles = flood.tiles.iter();
        tiles.any(|pos| flood.drains() || is_reached(turn, flood, *pos))
    });
    turn.level.fields.floods = floods;
}

/// Whether rising water comes to a tile next.
fn is_reached(turn: &Turn<'_>, flood: &Flood, pos: Pos) -> bool {
    let wet = |pos: Pos| turn.level.tile(pos).is_wet();
    let mut beside = Dir::CARDINAL.map(|dir| pos.step(dir)).into_iter();
    flood.sources.contains(&pos) || wet(pos) || beside.any(wet)
}

/// What rising or falling water makes of a tile next; `None` if it does nothing more there. It stays shallow where
/// something lies, or somebody stands who does not swim.
fn water_after(turn: &Turn<'_>, flood: &Flood, pos: Pos) -> Option<Tile> {
    let level = &*turn.level;
    let tile = level.tile(pos);
    if flood.drains() {
        let beneath = || tile_number(pos).and_then(|number| level.fields.beneath.get(&number));
        return match tile {
            Tile::Deep => Some(Tile::Water),
            Tile::Water => Some(beneath().copied().unwrap_or(Tile::Floor)),
            _ => None,
        };
    }
    if level.hazards.at(pos).is_some() {
        return None;
    }
    match tile {
        Tile::Floor | Tile::Grass | Tile::Rubble | Tile::Reeds => Some(Tile::Water),
        Tile::Water if flood.deep => {
            let swims = |actor: &Actor| actor.def(turn.content).swims();
            let is_free = level.actor_at(pos).is_none_or(swims)
                && level.item_at(pos).is_none()
                && !level.has_offer(pos);
            is_free.then_some(Tile::Deep)
        }
        _ => None,
    }
}

/// Puts water on a tile, or takes it off. Rising water puts out flames, and carries oil to the ground beside it.
fn set_water(turn: &mut Turn<'_>, pos: Pos, tile: Tile, drains: bool) {
    let level = &mut *turn.level;
    let Some(number) = tile_number(pos) else {
        return;
    };
    if !drains && level.tile(pos) != Tile::Water {
        level.fields.beneath.insert(number, level.tile(pos));
    } else if drains && !tile.is_wet() {
        level.fields.beneath.remove(&number);
    }
    let burns = level.fields.flames.has(pos);
    let oil = level.fields.oil.at(pos);
    level.fields.flames.set(pos, 0);
    level.fields.oil.set(pos, 0);
    level.fields.webs.set(pos, 0);
    level.set_tile(pos, tile);
    if burns {
        level.cache.lighting_stale = true;
        steam(level, pos);
    }
    let shore = Dir::CARDINAL.map(|dir| pos.step(dir));
    if let Some(shore) = shore.into_iter().find(|near| level.takes_oil(*near)) {
        level.spill_oil(shore, oil);
    }
}
