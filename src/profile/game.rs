//! The puzzle games that have records, and what records, dailies and packs have to know of each.

use strum::{EnumCount, VariantArray};

use crate::geom::Size;
use crate::pack::{self, Place};

/// The puzzle games that have records.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, EnumCount, VariantArray)]
pub enum Game {
    /// Conduit, which has boards.
    Conduit,
    /// Maze Run, which has mazes.
    Maze,
}

impl Game {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// Its name in records and on the command line, and as a title.
    const fn names(self) -> [&'static str; 2] {
        match self {
            Self::Conduit => ["conduit", "Conduit"],
            Self::Maze => ["maze", "Maze Run"],
        }
    }

    /// Its name in records, in lower case.
    pub const fn name(self) -> &'static str {
        self.names()[0]
    }

    /// Its title.
    pub const fn title(self) -> &'static str {
        self.names()[1]
    }

    /// What one puzzle is called, moves in the plural, and a daily in a result that is shared.
    const fn words(self) -> [&'static str; 3] {
        match self {
            Self::Conduit => ["board", "moves", "Conduit"],
            Self::Maze => ["maze", "steps", "maze"],
        }
    }

    /// The noun for one puzzle, in lower case.
    pub const fn noun(self) -> &'static str {
        self.words()[0]
    }

    /// The noun for moves in the plural.
    pub const fn moves(self) -> &'static str {
        self.words()[1]
    }

    /// What a line that shares the result of a daily calls it.
    pub const fn daily(self) -> &'static str {
        self.words()[2]
    }

    /// What help costs a puzzle that had none, as a sentence without a full stop; `help` is what was asked for, such
    /// as "A hint".
    pub fn hint_costs(self, help: &str) -> String {
        format!(
            "{help} marks this {}: it counts only among those with hints",
            self.noun()
        )
    }

    /// The names of its packs, the easiest first, and the size of the puzzle at each place.
    pub fn packs(self) -> (&'static [&'static str], fn(Place) -> Option<Size>) {
        match self {
            Self::Conduit => (pack::board_pack_names(), pack::board_size),
            Self::Maze => (pack::maze_pack_names(), pack::maze_size),
        }
    }

    /// A number of moves with its noun, such as "1 step".
    pub fn count_moves(self, count: u32) -> String {
        let noun = match count {
            1 => self.moves().trim_end_matches('s'),
            _ => self.moves(),
        };
        format!("{count} {noun}")
    }
}
