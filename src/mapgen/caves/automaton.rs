//! The cellular automaton of caves: noise, and rounds that smooth it, 64 tiles a word.
//!
//! A set bit is open rock. The border is never open, and all outside counts as closed.

use crate::map::Bits;
use crate::rng::Stream;

/// Sums of three neighbouring tiles of a row, as two bits each, of some rows: kept between calls.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    ones: Vec<u64>,
    twos: Vec<u64>,
}

/// Words of sums that are worked on at a time: few enough to stay in the fastest cache.
const BLOCK: usize = 512;

/// Opens each tile inside the border with a probability of `1 - x / 256`, where `x` is
/// `wall * 256 / 100` rounded to the nearest, ties up; `wall` is a per cent of 1 to 99.
///
/// Draws for each row inside the border, from the top, for each word that holds a tile inside
/// the border, from the left: one `u64` for each binary digit of `256 - x` from its lowest 1 up
/// to its eighth. Of a digit 1 the union with the word so far is taken, of a 0 the intersection.
pub fn sow(open: &mut Bits, wall: i32, stream: &mut Stream) {
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

/// One round: a tile becomes wall if at least `walls` of the nine tiles around and on it are
/// wall, and open otherwise. `walls` is 1 to 9. Linear in the words.
///
/// Source: the 4-5 rule for caves, J. Babcock, "Cellular Automata Method for Generating Random
/// Cave-Like Levels" (RogueBasin, 2005); counting on whole words by full adders is folklore of
/// programs for Conway's Life.
pub fn smooth(open: &mut Bits, walls: i32, sums: &mut Sums) {
    // At least `walls` of nine are wall unless more than `9 - walls` are open.
    match 9 - walls {
        ..=0 => round::<0>(open, sums),
        1 => round::<1>(open, sums),
        2 => round::<2>(open, sums),
        3 => round::<3>(open, sums),
        4 => round::<4>(open, sums),
        5 => round::<5>(open, sums),
        6 => round::<6>(open, sums),
        7 => round::<7>(open, sums),
        8.. => round::<8>(open, sums),
    }
}

/// Opens the tiles that have more than `FEW` open ones among the nine.
fn round<const FEW: u32>(open: &mut Bits, sums: &mut Sums) {
    let (stride, width) = (open.stride(), open.size().width as usize);
    let words = open.words_mut();
    let last = words.len() - stride;
    let rows = (BLOCK / stride).max(1);
    for sum in [&mut sums.ones, &mut sums.twos] {
        sum.clear();
        sum.resize((rows + 2) * stride, 0);
    }
    // The sums of the first two rows; nothing of the first is open.
    add_rows(words, stride..2 * stride, sums, stride);
    let mut first = stride;
    while first < last {
        let count = (rows * stride).min(last - first);
        // Each row is overwritten after the sums of the row below it were taken.
        let below = first + stride..first + count + stride;
        if below.end > last {
            // Nothing of the last row is open either.
            let inner = below.start..last;
            let blank = 2 * stride + inner.len();
            add_rows(words, inner, sums, 2 * stride);
            sums.ones[blank..].fill(0);
            sums.twos[blank..].fill(0);
        } else {
            add_rows(words, below, sums, 2 * stride);
        }
        add_columns::<FEW>(&mut words[first..first + count], sums, stride);
        for row in words[first..first + count].chunks_exact_mut(stride) {
            close_sides(row, width);
        }
        sums.ones.copy_within(count..count + 2 * stride, 0);
        sums.twos.copy_within(count..count + 2 * stride, 0);
        first += count;
    }
}

/// Adds each tile of the words `range` to its left and right neighbours; the sums go to `at`.
fn add_rows(words: &[u64], range: std::ops::Range<usize>, sums: &mut Sums, at: usize) {
    let count = range.len();
    let ones = &mut sums.ones[at..][..count];
    let twos = &mut sums.twos[at..][..count];
    let before = &words[range.start - 1..][..count];
    let here = &words[range.clone()];
    let after = &words[range.start + 1..][..count];
    for i in 0..count {
        let tile = here[i];
        let west = tile << 1 | before[i] >> 63;
        let east = tile >> 1 | after[i] << 63;
        let either = west ^ east;
        ones[i] = either ^ tile;
        twos[i] = west & east | either & tile;
    }
}

/// Adds the sums of three rows for each of `words` and compares with `FEW`.
fn add_columns<const FEW: u32>(words: &mut [u64], sums: &Sums, stride: usize) {
    let count = words.len();
    let (a1, b1, c1) = three(&sums.ones, stride, count);
    let (a2, b2, c2) = three(&sums.twos, stride, count);
    for i in 0..count {
        // The total is one + 2 * two + 4 * four + 8 * eight.
        let (one, carried) = add(a1[i], b1[i], c1[i]);
        let (twos, four) = add(a2[i], b2[i], c2[i]);
        let (two, carried) = (twos ^ carried, twos & carried);
        let (four, eight) = (four ^ carried, four & carried);
        let mut more = 0;
        for (digit, bit) in [one, two, four, eight].into_iter().enumerate() {
            more = if FEW >> digit & 1 == 1 {
                more & bit
            } else {
                more | bit
            };
        }
        words[i] = more;
    }
}

/// The rows above, on and below each word of a block.
fn three(sums: &[u64], stride: usize, count: usize) -> (&[u64], &[u64], &[u64]) {
    (
        &sums[..count],
        &sums[stride..][..count],
        &sums[2 * stride..][..count],
    )
}

/// Three bits added, 64 times: the sum's lower and upper bit.
#[inline]
const fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}

/// Closes the first and the last column of a row, and what lies beyond.
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

    fn noise(size: Size, wall: i32, seed: u64) -> Bits {
        let mut open = Bits::default();
        open.reset(size);
        sow(&mut open, wall, &mut Stream::new(seed, 1));
        open
    }

    /// A round as it is described, tile by tile.
    fn plain_round(open: &Bits, walls: i32) -> Bits {
        let size = open.size();
        let mut next = Bits::default();
        next.reset(size);
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
        let mut sums = Sums::default();
        let mut changed = 0;
        for width in [3, 5, 63, 64, 65, 66, 127, 128, 129, 200, 1000] {
            for height in [3, 4, 7, 50, 130] {
                for walls in [1, 2, 3, 4, 5, 5, 5, 6, 7, 8, 9] {
                    let size = Size::new(width, height);
                    let mut open = noise(size, 30 + 4 * walls, 77);
                    for round in 0..2 {
                        let expected = plain_round(&open, walls);
                        changed += usize::from(expected != open);
                        smooth(&mut open, walls, &mut sums);
                        assert_eq!(open, expected, "{size}, {walls} walls, round {round}");
                    }
                }
            }
        }
        assert!(changed > 500);
    }

    #[test]
    fn noise_is_drawn_as_it_is_documented() {
        let size = Size::new(150, 9);
        for (wall, digits) in [(45, vec![1, 0, 1, 1, 0, 0, 0, 1]), (50, vec![1])] {
            let open = noise(size, wall, 5);
            let mut stream = Stream::new(5, 1);
            for y in 0..9 {
                for word in 0..3 {
                    let mut expected = 0_u64;
                    if (1..8).contains(&y) {
                        for digit in &digits {
                            let draw = stream.next_u64();
                            expected = if *digit == 1 {
                                expected | draw
                            } else {
                                expected & draw
                            };
                        }
                    }
                    for bit in 0..64 {
                        let pos = Pos::new(word * 64 + bit, y);
                        let inside = (1..149).contains(&pos.x);
                        let drawn = expected >> bit & 1 == 1;
                        assert_eq!(open.contains(pos), inside && drawn, "{pos}, {wall} wall");
                    }
                }
            }
        }
    }

    #[test]
    fn noise_has_the_share_asked_for() {
        for wall in [1, 10, 33, 45, 50, 70, 99] {
            let open = noise(Size::new(1002, 1002), wall, 9).count() as i32;
            let expected = 1_000_000 / 100 * (100 - wall);
            // Within the rounding to 256ths and six standard deviations.
            assert!((open - expected).abs() < 2000 + 3000, "{wall}: {open}");
        }
    }
}
