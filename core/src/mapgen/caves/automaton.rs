//! The cellular automaton for caves: noise, and rounds that smooth it, 64 tiles per word.
//!
//! A set bit is an open tile. The border is never open, and everything outside counts as closed. Three tiles are added at
//! a time: added one by one, digit by digit, caves are made and measured at 0.94 of the speed.

use crate::map::TileSet;
use crate::rng::Stream;

/// Opens each tile inside the border with a probability of `1 - x / 256`, where `x` is `wall * 256
/// / 100` rounded to nearest, ties up; `wall` is a percentage of 1 to 99.
///
/// For each row inside the border, from the top, and each word with a tile inside the border, from
/// the left, draws one `u64` for each binary digit of `256 - x`, from its lowest 1 up to its eighth
/// digit. Each draw is combined with the word so far: by union for a digit 1, by intersection for a
/// 0.
pub fn fill_with_noise(open: &mut TileSet, wall: i32, stream: &mut Stream) {
    let chance = 256 - (wall as u32 * 256 + 50) / 100;
    let digits = chance.trailing_zeros()..8;
    let (stride, width) = (open.stride(), open.size().width as usize);
    let words = (width - 2) / 64 + 1;
    let inner_rows = stride..open.words().len() - stride;
    for row in open.words_mut()[inner_rows].chunks_exact_mut(stride) {
        for word in &mut row[..words] {
            *word = digits.clone().fold(0, |word, digit| {
                let draw = stream.next_u64();
                if chance >> digit & 1 == 1 {
                    word | draw
                } else {
                    word & draw
                }
            });
        }
        close_sides(row, width);
    }
}

/// Runs one round: a tile becomes wall if at least `walls` of the nine tiles on and around it are
/// wall, and open otherwise. `walls` is 1 to 9; `before` is a buffer. Linear in the words.
///
/// Source: the 4-5 rule for caves, J. Babcock, "Cellular Automata Method for Generating Random
/// Cave-Like Levels" (RogueBasin, 2005); counting on whole words with full adders is a well-known
/// technique for Conway's Life.
pub fn smooth(open: &mut TileSet, walls: i32, before: &mut Vec<u64>) {
    // At least `walls` of nine tiles are wall unless more than `max_open` are open.
    let max_open = 9_i32.saturating_sub(walls).clamp(0, 8) as u32;
    let (stride, width) = (open.stride(), open.size().width as usize);
    let words = open.words_mut();
    before.clear();
    before.extend_from_slice(words);
    // Nothing is open before the first and after the last row.
    let word = |at: usize| before.get(at).copied().unwrap_or(0);
    // Each tile with its left and right neighbours: the lower and the upper bit of the sum.
    let row = |at: usize| {
        let tile = word(at);
        let west = tile << 1 | word(at.wrapping_sub(1)) >> 63;
        let east = tile >> 1 | word(at + 1) << 63;
        full_add([tile, west, east])
    };
    // Nothing in the first and the last row is open.
    let inner = stride..words.len() - stride;
    for at in inner.clone() {
        let [above, here, below] = [at - stride, at, at + stride].map(row);
        // The total is one + 2 * two + 4 * four + 8 * eight.
        let (one, carried) = full_add([above.0, here.0, below.0]);
        let (twos, four) = full_add([above.1, here.1, below.1]);
        let (two, carried) = (twos ^ carried, twos & carried);
        let (four, eight) = (four ^ carried, four & carried);
        let digits = [one, two, four, eight].into_iter().enumerate();
        words[at] = digits.fold(0, |more, (digit, bit)| {
            if max_open >> digit & 1 == 1 {
                more & bit
            } else {
                more | bit
            }
        });
    }
    for row in words[inner].chunks_exact_mut(stride) {
        close_sides(row, width);
    }
}

/// A full adder on 64 tiles at once: the lower and upper bit of the sum.
#[inline]
const fn full_add([a, b, c]: [u64; 3]) -> (u64, u64) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}

/// Closes the first and the last column of a row, and the bits beyond.
#[inline]
fn close_sides(row: &mut [u64], width: usize) {
    row[0] &= !1;
    let last = width - 1;
    row[last / 64] &= (1 << (last % 64)) - 1;
    if let Some(beyond) = row.get_mut(last / 64 + 1) {
        *beyond = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Pos, Size};

    fn noise(size: Size, wall: i32, seed: u64) -> TileSet {
        let mut open = TileSet::new(size);
        fill_with_noise(&mut open, wall, &mut Stream::new(seed, 1));
        open
    }

    /// A reference round, tile by tile.
    fn plain_round(open: &TileSet, walls: i32) -> TileSet {
        let size = open.size();
        let mut next = TileSet::new(size);
        for y in 1..size.height as i32 - 1 {
            for x in 1..size.width as i32 - 1 {
                let nine = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
                let closed = nine.filter(|(dx, dy)| !open.contains(Pos::new(x + dx, y + dy)));
                if closed.count() < walls as usize {
                    next.insert(Pos::new(x, y));
                }
            }
        }
        next
    }

    #[test]
    fn rounds_equal_those_made_tile_by_tile() {
        let mut before = Vec::new();
        let mut changed = 0;
        for width in [3, 5, 63, 64, 65, 66, 127, 128, 129, 200, 1000] {
            for height in [3, 4, 7, 50, 130] {
                for walls in [1, 2, 3, 4, 5, 5, 5, 6, 7, 8, 9] {
                    let size = Size::new(width, height);
                    let mut open = noise(size, 30 + 4 * walls, 77);
                    for round in 0..2 {
                        let expected = plain_round(&open, walls);
                        changed += usize::from(expected != open);
                        smooth(&mut open, walls, &mut before);
                        assert_eq!(open, expected, "{size}, {walls} walls, round {round}");
                    }
                }
            }
        }
        assert!(changed > 500);
    }

    #[test]
    fn noise_has_the_share_asked_for() {
        for wall in [1, 10, 33, 45, 50, 70, 99] {
            let open = noise(Size::new(1002, 1002), wall, 9).len() as i32;
            let expected = 1_000_000 / 100 * (100 - wall);
            // Within the rounding to 256ths and six standard deviations.
            assert!((open - expected).abs() < 2000 + 3000, "{wall}: {open}");
        }
    }
}
