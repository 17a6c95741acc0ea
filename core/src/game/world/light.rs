//! How well each tile of a level is lit: bright, dim or dark. What gives light is what the picture draws as a light.
//! Derived from the level and the player, and kept in the level's cache.

use serde::{Deserialize, Serialize};

use crate::geom::{Pos, Size};
use crate::map::TileSet;
use crate::map::fov::Sight;

/// How well a tile is lit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Lighting {
    /// No light reaches it.
    #[default]
    Dark,
    /// At the edge of a light.
    Dim,
    /// Near a light.
    Bright,
}

/// Something that gives light.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Lamp {
    pub at: Pos,
    /// Tiles that it lights, in a clear line; at least 1.
    pub reach: u32,
}

impl Lamp {
    /// Tiles that it lights brightly.
    const fn bright_reach(self) -> u32 {
        self.reach.div_ceil(2)
    }
}

/// The tiles that are lit, and those of them that are bright.
#[derive(Clone, Debug, Default)]
struct Shine {
    lit: TileSet,
    bright: TileSet,
}

impl Shine {
    fn reset(&mut self, size: Size) {
        self.lit.reset(size);
        self.bright.reset(size);
    }

    fn add(&mut self, lamp: Lamp, sight: &mut Sight, buffer: &mut TileSet) {
        sight.look(lamp.at, lamp.reach, buffer);
        self.lit.insert_rows(buffer, lamp.at, lamp.reach);
        self.bright
            .insert_within(buffer, lamp.at, lamp.bright_reach());
    }

    fn add_all(&mut self, other: &Self) {
        self.lit.insert_all(&other.lit);
        self.bright.insert_all(&other.bright);
    }

    /// Adds a lamp of which `seen` has all tiles within its reach in a clear line, and maybe farther ones.
    fn add_seen(&mut self, lamp: Lamp, seen: &TileSet) {
        self.lit.insert_within(seen, lamp.at, lamp.reach);
        self.bright
            .insert_within(seen, lamp.at, lamp.bright_reach());
    }
}

/// The light on a level.
#[derive(Clone, Debug, Default)]
pub(in crate::game) struct Light {
    /// That of conduits, which nothing puts out.
    lasting: Shine,
    /// That of what stays in place, with the former.
    fixed: Shine,
    /// That of each lamp that others carry, while neither the lamp nor what blocks sight has moved. Lit anew in each turn,
    /// and with all that is seen noted again, turns are played at 0.94 of the speed.
    borne: Vec<(Option<Lamp>, Shine)>,
    /// That of everything.
    all: Shine,
    /// The player's lamp, as `all` has it.
    carried: Option<Lamp>,
    /// Buffer for the light of one lamp.
    buffer: TileSet,
}

impl Light {
    /// Makes everything dark.
    pub fn reset(&mut self, size: Size) {
        self.lasting.reset(size);
        self.fixed.reset(size);
        self.all.reset(size);
        self.carried = None;
    }

    pub fn of(&self, pos: Pos) -> Lighting {
        if self.all.bright.contains(pos) {
            Lighting::Bright
        } else if self.all.lit.contains(pos) {
            Lighting::Dim
        } else {
            Lighting::Dark
        }
    }

    /// The tiles that are bright or dim.
    pub const fn lit(&self) -> &TileSet {
        &self.all.lit
    }

    /// Whether a conduit lights a tile brightly, for good.
    pub fn is_bright_for_good(&self, pos: Pos) -> bool {
        self.lasting.bright.contains(pos)
    }

    /// Sets the light of what stays in place: of the conduits, and of all else. Also to be called when what blocks
    /// sight has changed.
    pub fn set_fixed(
        &mut self,
        lasting: &[Lamp],
        lamps: impl Iterator<Item = Lamp>,
        sight: &mut Sight,
    ) {
        self.lasting.reset(sight.size());
        for lamp in lasting {
            self.lasting.add(*lamp, sight, &mut self.buffer);
        }
        self.fixed.reset(sight.size());
        self.fixed.add_all(&self.lasting);
        for lamp in lamps {
            self.fixed.add(lamp, sight, &mut self.buffer);
        }
        for (lamp, _) in &mut self.borne {
            *lamp = None;
        }
    }

    /// Whether the player's lamp is another, or elsewhere, than when the light was last computed.
    pub fn is_carried_elsewhere(&self, carried: Option<Lamp>) -> bool {
        self.carried != carried
    }

    /// Adds the light of what moves to that of what stays. `wide` is all that is visible from where the player is.
    pub fn set_moving(
        &mut self,
        carried: Option<Lamp>,
        wide: &TileSet,
        lamps: impl Iterator<Item = Lamp>,
        sight: &mut Sight,
    ) {
        self.carried = carried;
        self.all.reset(sight.size());
        self.all.add_all(&self.fixed);
        if let Some(lamp) = carried {
            self.all.add_seen(lamp, wide);
        }
        for (index, lamp) in lamps.enumerate() {
            if index == self.borne.len() {
                self.borne.push(Default::default());
            }
            let (of, shine) = &mut self.borne[index];
            if *of != Some(lamp) {
                *of = Some(lamp);
                shine.reset(sight.size());
                shine.add(lamp, sight, &mut self.buffer);
            }
            self.all.add_all(shine);
        }
    }
}
