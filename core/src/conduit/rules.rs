//! The sizes and rules of boards, and the position of the wellspring.

use crate::geom::{Dir, Pos, Size};
use crate::text::Invalid;

/// The smallest side of a board, in tiles.
pub const MIN_SIDE: u32 = 3;
/// The largest side of a board that has a share code or an id, in tiles.
pub const MAX_SIDE: u32 = 50;
/// The largest side that a [`Maker`](super::Maker) accepts, in tiles; benchmarks of other programs
/// use 51x51.
pub const LARGEST_SIDE: u32 = 63;

/// The rules of a board. The default is the game's: no wrapping, a wellspring of two tiles, at most
/// three pipes per tile, exactly one solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// The left column is next to the right one, and the top row next to the bottom one.
    pub wrap: bool,
    /// The wellspring is a single tile instead of two tiles that turn as one.
    pub single: bool,
    /// Tiles with four pipes are allowed.
    pub crosses: bool,
    /// More than one solution is allowed: the tree is used as it grew.
    pub ambiguous: bool,
}

/// How a rule is written in ids and share codes.
pub(super) struct RuleName {
    pub letter: char,
    pub word: &'static str,
    pub get: fn(&Rules) -> bool,
    pub set: fn(&mut Rules),
}

macro_rules! rule {
    ($letter:literal, $name:ident) => {
        RuleName {
            letter: $letter,
            word: stringify!($name),
            get: |rules| rules.$name,
            set: |rules| rules.$name = true,
        }
    };
}

/// The rules in the order of ids and share codes.
pub(super) const RULES: [RuleName; 4] = [
    rule!('w', wrap),
    rule!('s', single),
    rule!('x', crosses),
    rule!('a', ambiguous),
];

impl Rules {
    /// The tiles of the wellspring on a board of `size`, at least 3x3: the upper tile, then the
    /// lower one if there are two. The upper tile is in the middle; on an even side, nearer to the
    /// top left.
    pub const fn wellspring(self, size: Size) -> (Pos, Option<Pos>) {
        let x = (size.width as i32 - 1) / 2;
        let y = (size.height as i32 - 1) / 2;
        let lower = if self.single {
            None
        } else {
            Some(Pos::new(x, y + 1))
        };
        (Pos::new(x, y), lower)
    }

    /// The position one step from `pos` on a board of `size`, wrapping across its edge if the rules
    /// allow it; otherwise `None` off the board. Ignores walls.
    pub(super) fn beyond(self, size: Size, pos: Pos, dir: Dir) -> Option<Pos> {
        let next = pos.step(dir);
        let around = Pos::new(
            next.x.rem_euclid(size.width as i32),
            next.y.rem_euclid(size.height as i32),
        );
        (self.wrap || around == next).then_some(around)
    }

    /// A number that identifies the rules, to key streams. The bits must not change.
    pub(super) fn key(self) -> u64 {
        let bit = |(index, rule): (usize, &RuleName)| u64::from((rule.get)(&self)) << index;
        RULES.iter().enumerate().map(bit).sum()
    }
}

/// Checks that a board can have this size, with sides up to `most`.
///
/// # Errors
/// If a side is out of range.
pub(super) fn check_size(size: Size, most: u32) -> Result<(), Invalid> {
    let narrow = size.width < MIN_SIDE || size.width > most;
    if narrow || size.height < MIN_SIDE || size.height > most {
        return Err(Invalid::new(format_args!(
            "a board cannot be {size}: boards can be {MIN_SIDE}x{MIN_SIDE} to {most}x{most} tiles"
        )));
    }
    Ok(())
}
