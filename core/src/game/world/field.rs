//! What lies or hangs on the tiles of a level and moves by itself: flames, oil, smoke, gases and water that rises.
//! Each but the last is a layer of small amounts, kept only where there is any, so that a level without them pays nothing.
//! `rules/field.rs` says how they move, and `rules/burn.rs` what they do to whoever stands in them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::content::{Fixed, LEVEL_SIZE, numbers};
use crate::geom::{Dir, Pos};
use crate::map::{Tile, TileSet};

/// Amounts of one thing by tile, from 1 to 255; sorted row by row.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(in crate::game) struct Layer(Vec<(u16, u8)>);

/// The number of a tile of a level, counted row by row; `None` outside.
pub(in crate::game) fn tile_number(pos: Pos) -> Option<u16> {
    let inside = LEVEL_SIZE.contains(pos);
    inside.then(|| (pos.y * LEVEL_SIZE.width as i32 + pos.x) as u16)
}

/// The tile with this number.
const fn tile_of(number: u16) -> Pos {
    let (number, width) = (number as i32, LEVEL_SIZE.width as i32);
    Pos::new(number % width, number / width)
}

impl Layer {
    /// The amount on a tile, 0 if none.
    pub fn at(&self, pos: Pos) -> u8 {
        if self.0.is_empty() {
            return 0;
        }
        let index = |number| self.0.binary_search_by_key(&number, |one| one.0).ok();
        let found = tile_number(pos).and_then(index);
        found.map_or(0, |index| self.0[index].1)
    }

    /// Whether there is any on a tile.
    pub fn has(&self, pos: Pos) -> bool {
        self.at(pos) > 0
    }

    /// Sets the amount on a tile of the level; 0 for none.
    pub fn set(&mut self, pos: Pos, amount: u8) {
        let Some(number) = tile_number(pos) else {
            return;
        };
        match self.0.binary_search_by_key(&number, |one| one.0) {
            Ok(index) if amount == 0 => {
                self.0.remove(index);
            }
            Ok(index) => self.0[index].1 = amount,
            Err(_) if amount == 0 => {}
            Err(index) => self.0.insert(index, (number, amount)),
        }
    }

    /// Adds to the amount on a tile; what is above 255 is lost.
    pub fn add(&mut self, pos: Pos, amount: u8) {
        self.set(pos, self.at(pos).saturating_add(amount));
    }

    /// Takes an amount off a tile, at most all.
    pub fn take(&mut self, pos: Pos, amount: u8) {
        self.set(pos, self.at(pos).saturating_sub(amount));
    }

    /// The tiles with any, row by row, with their amounts.
    pub fn iter(&self) -> impl Iterator<Item = (Pos, u8)> + Clone {
        self.0
            .iter()
            .map(|(number, amount)| (tile_of(*number), *amount))
    }

    /// The tile at a place in the order of [`iter`](Self::iter), for loops that change the layer.
    pub fn nth(&self, index: usize) -> Option<(Pos, u8)> {
        let (number, amount) = *self.0.get(index)?;
        Some((tile_of(number), amount))
    }

    #[cfg(test)]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The sum of all amounts.
    #[cfg(test)]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|(_, amount)| u32::from(*amount)).sum()
    }

    /// Takes a turn off each amount; what had one left is gone, and `ended` hears of it.
    pub fn count_down(&mut self, mut ended: impl FnMut(Pos)) {
        self.0.retain_mut(|(number, left)| {
            *left -= 1;
            if *left == 0 {
                ended(tile_of(*number));
            }
            *left > 0
        });
    }

    /// Lets it flow for a turn: what does not stay on a tile is shared evenly with the neighbours, in
    /// four directions, that are `open`. Then each tile keeps what `left` makes of its amount, at most
    /// that. The sum never grows.
    pub fn flow(
        &mut self,
        buffer: &mut Flow,
        open: impl Fn(Pos) -> bool,
        stays: impl Fn(Pos, u8) -> u8,
        left: impl Fn(Pos, u8) -> u8,
    ) {
        let Flow { amounts, touched } = buffer;
        amounts.resize(LEVEL_SIZE.area(), 0);
        touched.reset(LEVEL_SIZE);
        for (pos, amount) in self.iter() {
            let moves = amount - stays(pos, amount).min(amount);
            let neighbours = Dir::CARDINAL.map(|dir| pos.step(dir));
            let open = neighbours.map(|near| LEVEL_SIZE.contains(near) && open(near));
            let ways = open.iter().filter(|open| **open).count() as u8;
            let share = moves / (ways + 1);
            let mut add = |pos: Pos, amount: u8| {
                if let Some(number) = tile_number(pos) {
                    amounts[usize::from(number)] += u16::from(amount);
                    touched.insert(pos);
                }
            };
            add(pos, amount - share * ways);
            if share > 0 {
                let open = neighbours.into_iter().zip(open);
                for (near, _) in open.filter(|(_, open)| *open) {
                    add(near, share);
                }
            }
        }
        self.0.clear();
        for pos in touched.iter() {
            let Some(number) = tile_number(pos) else {
                continue;
            };
            let amount = std::mem::take(&mut amounts[usize::from(number)]).min(255) as u8;
            let amount = left(pos, amount).min(amount);
            if amount > 0 {
                self.0.push((number, amount));
            }
        }
    }
}

/// Buffers for [`Layer::flow`].
#[derive(Clone, Debug, Default)]
pub(in crate::game) struct Flow {
    /// By number of the tile; 0 between two flows.
    amounts: Vec<u16>,
    touched: TileSet,
}

/// Buffers for a turn of the fields. Neither saved nor hashed.
#[derive(Clone, Debug, Default)]
pub(in crate::game) struct FieldBuffers {
    pub flow: Flow,
    /// The tiles that burn.
    pub burning: TileSet,
    /// The tiles that catch fire, row by row, each once.
    pub caught: Vec<Pos>,
    /// The tiles that may catch, or the gas found to burst.
    pub near: TileSet,
    /// The marsh gas that bursts, row by row.
    pub burst: Vec<Pos>,
    /// What has burnt down.
    pub list: Vec<Pos>,
}

numbers! {
    "field":
    /// Oil on a tile of a room that has any, or on which a room pours it.
    pub(in crate::game) const SPILL: u8 = 3;

    /// The amount of incense from which it works on whoever breathes it.
    pub(in crate::game) const BREATH: u8 = 2;

    /// Marsh gas that water and reeds hold, so that it neither flows nor thins out; and what a room lets in on each tile.
    pub(in crate::game) const FEN: u8 = 6;

    /// The amount of smoke from which a tile blocks sight.
    pub(in crate::game) const THICK: u8 = 6;
}

/// Water that rises or runs off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Flood {
    /// Where it comes in, row by row; empty if it runs off.
    pub sources: Vec<Pos>,
    /// Whether it becomes deep.
    pub deep: bool,
    /// The tiles that have yet to change, each once.
    pub tiles: Vec<Pos>,
}

impl Flood {
    /// Whether the water runs off.
    pub const fn drains(&self) -> bool {
        self.sources.is_empty()
    }
}

/// The layers of a level.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(in crate::game) struct Fields {
    /// Turns for which a tile burns on.
    pub flames: Layer,
    pub oil: Layer,
    /// Smoke and steam.
    pub smoke: Layer,
    /// Marsh gas, which bursts.
    pub marsh: Layer,
    /// Incense, which makes sleepy.
    pub incense: Layer,
    /// Webs: turns for which they hold whoever walks in.
    pub webs: Layer,
    /// Water that still rises or runs off.
    pub floods: Vec<Flood>,
    /// By number of the tile, what lies beneath water that has risen there.
    pub beneath: BTreeMap<u16, Tile>,
}

impl Fields {
    /// Whether there is nothing on any tile.
    pub const fn is_empty(&self) -> bool {
        self.is_still() && self.webs.is_empty()
    }

    /// Whether nothing moves, burns or flows.
    pub const fn is_still(&self) -> bool {
        self.flames.is_empty()
            && self.oil.is_empty()
            && self.smoke.is_empty()
            && self.marsh.is_empty()
            && self.incense.is_empty()
            && self.floods.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    /// Panics if the tiles are out of order or outside, or an amount is 0.
    fn assert_sorted(layer: &Layer) {
        let sorted = layer.0.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let inside = |one: &(u16, u8)| usize::from(one.0) < LEVEL_SIZE.area() && one.1 > 0;
        assert!(sorted && layer.0.iter().all(inside), "{:?}", layer.0);
    }

    #[test]
    fn a_layer_holds_what_was_set_in_the_order_of_the_tiles() {
        let mut layer = Layer::default();
        let mut stream = Stream::new(3, 9);
        let mut plain = std::collections::BTreeMap::new();
        for _ in 0..2000 {
            let x = stream.range(0, 79);
            let y = stream.range(0, 4);
            let amount = stream.below(3) as u8;
            layer.set(Pos::new(x, y), amount);
            plain.insert((y, x), amount);
            assert_sorted(&layer);
        }
        let found: Vec<_> = layer
            .iter()
            .map(|(pos, held)| ((pos.y, pos.x), held))
            .collect();
        plain.retain(|_, amount| *amount > 0);
        assert_eq!(found, Vec::from_iter(plain));
    }

    #[test]
    fn what_flows_is_neither_more_nor_less_and_stays_in_its_room() {
        let mut layer = Layer::default();
        layer.set(Pos::new(10, 10), 200);
        layer.set(Pos::new(13, 10), 3);
        let room = |pos: Pos| (8..=14).contains(&pos.x) && (9..=12).contains(&pos.y);
        let mut buffer = Flow::default();
        for turn in 0..30 {
            layer.flow(&mut buffer, room, |_, _| 0, |_, amount| amount);
            assert_sorted(&layer);
            assert_eq!(layer.total(), 203, "turn {turn}");
            assert!(layer.iter().all(|(pos, _)| room(pos)));
        }
        // It has spread over the room.
        assert!(layer.len() > 20 && layer.iter().all(|(_, amount)| amount < 20));
    }
}
