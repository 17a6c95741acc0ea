//! The pipes of one tile as four bits, and rotation as arithmetic on them.

use std::fmt;

use crate::geom::Dir;
use crate::map::tileset::bits;

/// The edges of a tile that have a pipe: up 8, right 4, down 2, left 1.
///
/// ```
/// use undercroft_core::conduit::Mask;
/// use undercroft_core::geom::Dir;
///
/// let corner = Mask::of(Dir::North) | Mask::of(Dir::East);
/// assert_eq!(corner.bits(), 12);
/// assert_eq!(corner.clockwise(), Mask::of(Dir::East) | Mask::of(Dir::South));
/// assert_eq!(corner.turned(4), corner);
/// assert_eq!(corner.to_string(), "c");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Mask(u8);

impl Mask {
    /// No pipe at all: no tile of a board looks like this, but a mask can be built up from it.
    pub const NONE: Self = Self(0);
    /// Pipes to all four sides.
    pub const CROSS: Self = Self(15);

    /// The mask of the low four bits; the others are ignored.
    #[inline]
    pub const fn new(bits: u8) -> Self {
        Self(bits & 15)
    }

    /// A single pipe in direction `dir`; none for a diagonal.
    #[inline]
    pub const fn of(dir: Dir) -> Self {
        Self(dir.bit())
    }

    /// The four bits: up 8, right 4, down 2, left 1.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether there is a pipe in `dir`.
    #[inline]
    pub const fn has(self, dir: Dir) -> bool {
        self.0 & Self::of(dir).0 != 0
    }

    /// The number of pipes, 0 to 4.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the tile is a lamp, which has one pipe.
    #[inline]
    pub const fn is_lamp(self) -> bool {
        self.count() == 1
    }

    /// A quarter turn: up becomes right, right down, down left, left up.
    #[inline]
    #[must_use]
    pub const fn clockwise(self) -> Self {
        self.turned(1)
    }

    /// The mask turned clockwise by `quarters` quarter turns, modulo 4.
    #[inline]
    #[must_use]
    pub const fn turned(self, quarters: u8) -> Self {
        // Repeated twice in one byte, the four bits rotate by shifting.
        Self(((self.0 << 4 | self.0) >> (quarters & 3)) & 15)
    }

    /// The clockwise quarter turns from this mask to `goal`, 0 to 3; 1 rather than 3 if both lead
    /// there. `None` if neither is a rotation of the other.
    pub fn quarters_to(self, goal: Self) -> Option<u8> {
        let mut quarters = [0, 1, 3, 2].into_iter();
        quarters.find(|quarters| self.turned(*quarters) == goal)
    }

    /// The fewest quarter turns, in either direction, from this mask to `goal`: 0 to 2. `None` if
    /// neither is a rotation of the other.
    pub fn turns_to(self, goal: Self) -> Option<u32> {
        let quarters = self.quarters_to(goal)?;
        Some(u32::from(quarters.min(4 - quarters)))
    }

    /// The directions of the pipes, in the order up, right, down, left.
    pub fn dirs(self) -> impl Iterator<Item = Dir> {
        Dir::CARDINAL.into_iter().filter(move |dir| self.has(*dir))
    }

    /// The heavy box-drawing character of these pipes, such as `╹` for a lamp.
    pub const fn to_char(self) -> char {
        const DRAWN: [char; 16] = [
            ' ', '╸', '╻', '┓', '╺', '━', '┏', '┳', '╹', '┛', '┃', '┫', '┗', '┻', '┣', '╋',
        ];
        DRAWN[self.0 as usize]
    }
}

impl std::ops::BitOr for Mask {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitAnd for Mask {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// One lowercase hex digit.
impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", self.0)
    }
}

/// The direction of each side, by bit number.
pub(super) const DIRS: [Dir; 4] = [Dir::West, Dir::South, Dir::East, Dir::North];

/// The bit number of the side opposite to bit `side`: left 0, down 1, right 2, up 3.
#[inline]
pub(super) const fn opposite(side: usize) -> usize {
    side ^ 2
}

/// The bit numbers set in a nibble, lowest first.
#[inline]
pub(super) fn sides(nibble: u8) -> impl Iterator<Item = usize> {
    bits(nibble.into()).map(|side| side as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_quarter_turns_are_none_and_two_ways_are_inverse() {
        for mask in (0..16).map(Mask::new) {
            assert_eq!(mask.clockwise().turned(3), mask);
            assert_eq!(mask.turned(4), mask);
            assert_eq!(mask.turned(2), mask.clockwise().clockwise());
            assert_eq!(mask.turned(1).count(), mask.count());
        }
        assert_eq!(Mask::of(Dir::North).clockwise(), Mask::of(Dir::East));
        assert_eq!(Mask::of(Dir::West).clockwise(), Mask::of(Dir::North));
    }
}
