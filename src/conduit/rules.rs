//! What kind of board it is: the sizes there are, the rules that a board follows, and where its
//! wellspring stands. Knows no tiles.

use crate::geom::{Pos, Size};

/// The smallest side of a board, in tiles.
pub const MIN_SIDE: u32 = 3;
/// The largest side of a board that can be named by a share code or an id, in tiles.
pub const MAX_SIDE: u32 = 50;
/// The largest side that a [`Maker`](super::Maker) makes, in tiles: room for measuring against
/// others at 51x51.
pub const LARGEST_SIDE: u32 = 63;

/// The rules that a board follows. The default is that of the game: edges that end at the
/// border, a wellspring of two tiles, no tile with four edges, exactly one solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// Edges wrap around: the left column touches the right one, the top row the bottom one.
    pub wrap: bool,
    /// The wellspring is a single tile rather than two that turn as one.
    pub single: bool,
    /// Tiles with four edges are allowed.
    pub crosses: bool,
    /// More than one solution is allowed: the plain tree, as it grew.
    pub ambiguous: bool,
}

/// A rule as it is written in ids and share codes.
pub(super) struct RuleName {
    pub letter: char,
    pub word: &'static str,
    pub get: fn(&Rules) -> bool,
    pub set: fn(&mut Rules),
}

/// The rules in the order in which they are written.
pub(super) const RULES: [RuleName; 4] = [
    RuleName {
        letter: 'w',
        word: "wrap",
        get: |rules| rules.wrap,
        set: |rules| rules.wrap = true,
    },
    RuleName {
        letter: 's',
        word: "single",
        get: |rules| rules.single,
        set: |rules| rules.single = true,
    },
    RuleName {
        letter: 'x',
        word: "crosses",
        get: |rules| rules.crosses,
        set: |rules| rules.crosses = true,
    },
    RuleName {
        letter: 'a',
        word: "ambiguous",
        get: |rules| rules.ambiguous,
        set: |rules| rules.ambiguous = true,
    },
];

impl Rules {
    /// The tiles of the wellspring on a board of `size`, at least 3x3: the upper one, then the
    /// lower one if there are two. A single tile stands in the middle; of two, the upper one
    /// does. On an even side the middle is the one nearer to the top left corner.
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

    /// A number for each set of rules, for keying streams: published, so the bits stay.
    pub(super) fn key(self) -> u64 {
        let bit = |(index, rule): (usize, &RuleName)| u64::from((rule.get)(&self)) << index;
        RULES.iter().enumerate().map(bit).sum()
    }
}

/// Why a size is no size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a board cannot be {size}: it takes {MIN_SIDE}x{MIN_SIDE} to {most}x{most} tiles")]
pub struct SizeRefused {
    /// The size.
    pub size: Size,
    /// The largest side there is.
    pub most: u32,
}

/// Whether a board can have this size, with sides up to `most`.
///
/// # Errors
/// If a side is out of range.
pub(super) const fn check_size(size: Size, most: u32) -> Result<(), SizeRefused> {
    let narrow = size.width < MIN_SIDE || size.width > most;
    if narrow || size.height < MIN_SIDE || size.height > most {
        return Err(SizeRefused { size, most });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wellspring_stands_in_the_middle() {
        let two = Rules::default();
        assert_eq!(
            two.wellspring(Size::new(10, 9)),
            (Pos::new(4, 4), Some(Pos::new(4, 5)))
        );
        assert_eq!(
            two.wellspring(Size::new(3, 3)),
            (Pos::new(1, 1), Some(Pos::new(1, 2)))
        );
        assert_eq!(
            two.wellspring(Size::new(4, 4)),
            (Pos::new(1, 1), Some(Pos::new(1, 2)))
        );
        let single = Rules {
            single: true,
            ..two
        };
        assert_eq!(single.wellspring(Size::new(5, 5)), (Pos::new(2, 2), None));
    }

    #[test]
    fn sides_run_from_3_to_50() {
        for good in [Size::new(3, 3), Size::new(50, 3), Size::new(50, 50)] {
            assert_eq!(check_size(good, MAX_SIDE), Ok(()));
        }
        for bad in [Size::new(2, 3), Size::new(3, 51), Size::new(0, 0)] {
            let error = check_size(bad, MAX_SIDE).unwrap_err().to_string();
            assert!(error.contains(&bad.to_string()), "{error}");
            assert!(error.contains("3x3 to 50x50"), "{error}");
        }
    }
}
