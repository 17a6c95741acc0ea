//! Expressive range: how many maps of a kind have which values of two metrics, where the extremes are, and
//! how much two kinds have in common.
//!
//! Source: G. Smith and J. Whitehead, "Analyzing the Expressive Range of a Level Generator", PCGames 2010.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::question::find_metric;
use crate::mapgen::metric::Metric;
use crate::rng::Seed;
use crate::text::{self, Invalid};

/// Two different metrics, for the horizontal and the vertical axis. Written `loops,longest_steps`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Axes {
    x: Metric,
    y: Metric,
}

/// A map, by its values on the axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// The value of the first metric.
    pub x: u64,
    /// The value of the second metric.
    pub y: u64,
    /// The map's seed.
    pub seed: Seed,
}

/// The expressive range of a kind of map: takes its maps one by one, in any order.
///
/// ```
/// use undercroft_core::rng::Seed;
/// use undercroft_core::search::{Bins, ExpressiveRange, Point};
///
/// let range = |points: &[(u64, u64)]| {
///     let mut range = ExpressiveRange::default();
///     for (&(x, y), seed) in points.iter().zip(0..) {
///         range.add(Point { x, y, seed: Seed(seed) });
///     }
///     range
/// };
/// let one = range(&[(0, 10), (1, 12), (1, 12), (3, 19)]);
/// let other = range(&[(1, 12), (9, 12)]);
/// let extremes = one.extremes().unwrap();
/// assert_eq!((extremes.highest_x.x, extremes.highest_x.seed), (3, Seed(3)));
///
/// let bins = Bins::over(&[&one, &other], 10).unwrap();
/// let (cells, others) = (one.cells(bins), other.cells(bins));
/// assert_eq!(cells.fullest().map(|(_, cell)| cell.maps), Some(2));
/// assert_eq!(cells.overlap_permille(&others), Some(500));
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ExpressiveRange {
    /// The maps of each pair of values.
    pairs: BTreeMap<(u64, u64), Cell>,
}

/// The maps of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Number of maps, from 1.
    pub maps: u64,
    /// The one with the lowest seed.
    pub first: Point,
}

/// The maps at the ends of both axes; of several, the one with the lowest seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say what they are")]
pub struct Extremes {
    pub lowest_x: Point,
    pub highest_x: Point,
    pub lowest_y: Point,
    pub highest_y: Point,
}

/// The values of an axis or a histogram, divided into bins of equal width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bins {
    /// The first value of the first bin.
    pub start: u64,
    /// How many whole numbers each bin holds, from 1.
    pub width: u64,
    /// Number of bins, from 1.
    pub count: usize,
}

/// How many maps fall into each cell of a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    bins: [Bins; 2],
    /// Row by row, that of the lowest values first.
    cells: Vec<Option<Cell>>,
}

impl Axes {
    /// The metric of the horizontal axis.
    pub const fn x(self) -> Metric {
        self.x
    }

    /// The metric of the vertical axis.
    pub const fn y(self) -> Metric {
        self.y
    }
}

impl FromStr for Axes {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let text = text::value(text);
        let (x, y) = text
            .split_once(',')
            .ok_or_else(|| {
                let found = text::excerpt(&text);
                Invalid::new(format!("\"{found}\" does not name two metrics: write them with a comma, as in loops,longest_steps"))
            })?;
        let (x, y) = (find_metric(text::trim(x))?, find_metric(text::trim(y))?);
        match x == y {
            true => Err(Invalid::new(format!(
                "both axes are {}: name two different metrics",
                x.name()
            ))),
            false => Ok(Self { x, y }),
        }
    }
}

impl ExpressiveRange {
    /// Adds a map. Takes time logarithmic in the number of different pairs of values, of which each takes
    /// memory once.
    pub fn add(&mut self, point: Point) {
        let cell = Cell {
            maps: 1,
            first: point,
        };
        let pair = self.pairs.entry((point.x, point.y));
        pair.and_modify(|pair| *pair = pair.joined(cell))
            .or_insert(cell);
    }

    /// The extremes; `None` without a map.
    pub fn extremes(&self) -> Option<Extremes> {
        let points = || self.pairs.values().map(|pair| pair.first);
        Some(Extremes {
            lowest_x: points().min_by_key(|point| (point.x, point.seed))?,
            highest_x: points().min_by_key(|point| (Reverse(point.x), point.seed))?,
            lowest_y: points().min_by_key(|point| (point.y, point.seed))?,
            highest_y: points().min_by_key(|point| (Reverse(point.y), point.seed))?,
        })
    }

    /// The maps in each cell of a grid, whose columns and rows are `bins`. Leaves out those outside it.
    pub fn cells(&self, bins: [Bins; 2]) -> Cells {
        let mut cells = Cells {
            bins,
            cells: vec![None; bins[0].count * bins[1].count],
        };
        for ((x, y), pair) in &self.pairs {
            if let (Some(column), Some(row)) = (bins[0].bin(*x), bins[1].bin(*y)) {
                let cell = &mut cells.cells[row * bins[0].count + column];
                *cell = Some(cell.map_or(*pair, |cell| cell.joined(*pair)));
            }
        }
        cells
    }
}

impl Cell {
    /// The maps of two cells as one.
    const fn joined(self, other: Self) -> Self {
        let is_first = self.first.seed.0 <= other.first.seed.0;
        Self {
            maps: self.maps + other.maps,
            first: if is_first { self.first } else { other.first },
        }
    }
}

impl Bins {
    /// At most `most` bins, at least one, for the values from `first` to `last`, which are fewer than 2^64.
    pub const fn between(first: u64, last: u64, most: u64) -> Self {
        let most = if most == 0 { 1 } else { most };
        let width = ((last - first) / most).saturating_add(1);
        Self {
            start: first,
            width,
            count: ((last - first) / width) as usize + 1,
        }
    }

    /// The bins of both axes for all maps of `ranges`, at most `most` along each; `None` if there is no map.
    pub fn over(ranges: &[&ExpressiveRange], most: u64) -> Option<[Self; 2]> {
        let extremes: Vec<Extremes> = ranges.iter().filter_map(|it| it.extremes()).collect();
        let ends = |first: fn(&Extremes) -> u64, last: fn(&Extremes) -> u64| {
            let first = extremes.iter().map(first).min()?;
            let last = extremes.iter().map(last).max()?;
            Some(Self::between(first, last, most))
        };
        Some([
            ends(|it| it.lowest_x.x, |it| it.highest_x.x)?,
            ends(|it| it.lowest_y.y, |it| it.highest_y.y)?,
        ])
    }

    /// The number of the bin that holds `value`; `None` if it lies outside.
    pub fn bin(&self, value: u64) -> Option<usize> {
        let bin = value.checked_sub(self.start)? / self.width;
        usize::try_from(bin).ok().filter(|bin| *bin < self.count)
    }

    /// The values of a bin, whose number is below [`count`](Self::count).
    pub const fn values(&self, bin: usize) -> RangeInclusive<u64> {
        let first = self.start + bin as u64 * self.width;
        first..=first.saturating_add(self.width - 1)
    }
}

impl Cells {
    /// Every cell with a map, with its column and row: row by row, from the lowest values.
    pub fn iter(&self) -> impl Iterator<Item = ([usize; 2], Cell)> {
        let columns = self.bins[0].count;
        let cells = self.cells.iter().enumerate();
        cells.filter_map(move |(index, cell)| {
            let place = [index % columns, index / columns];
            cell.map(|cell| (place, cell))
        })
    }

    /// The cell in this column and row, if it holds a map.
    pub fn get(&self, [column, row]: [usize; 2]) -> Option<Cell> {
        let columns = self.bins[0].count;
        let cell = self
            .cells
            .get(row * columns + column)
            .filter(|_| column < columns);
        cell.copied().flatten()
    }

    /// Number of maps.
    pub fn maps(&self) -> u64 {
        self.iter().map(|(_, cell)| cell.maps).sum()
    }

    /// The cell with the most maps, with its column and row; of several, the first in the order of
    /// [`iter`](Self::iter).
    pub fn fullest(&self) -> Option<([usize; 2], Cell)> {
        self.iter().min_by_key(|(_, cell)| Reverse(cell.maps))
    }

    /// How much of both lies in the same cells, 0 to 1000, rounded down: the sum over the cells of the smaller
    /// of both shares. `None` if the cells are others, or without a map.
    pub fn overlap_permille(&self, other: &Self) -> Option<u32> {
        let (all, others) = (u128::from(self.maps()), u128::from(other.maps()));
        if self.bins != other.bins || all == 0 || others == 0 {
            return None;
        }
        let maps = |cell: &Option<Cell>| u128::from(cell.map_or(0, |cell| cell.maps));
        let smaller = self.cells.iter().zip(&other.cells);
        let smaller = smaller.map(|(cell, other)| (maps(cell) * others).min(maps(other) * all));
        Some((smaller.sum::<u128>() * 1000 / (all * others)) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(points: impl IntoIterator<Item = (u64, u64)>) -> ExpressiveRange {
        let mut range = ExpressiveRange::default();
        for ((x, y), seed) in points.into_iter().zip(0..) {
            let seed = Seed(seed);
            range.add(Point { x, y, seed });
        }
        range
    }

    #[test]
    fn axes_are_two_metrics_that_differ() {
        let axes: Axes = " loops , longest_steps".parse().unwrap();
        assert_eq!((axes.x(), axes.y()), (Metric::Loops, Metric::LongestSteps));
        for (text, needle) in [
            ("loops", "\"loops\" does not name two metrics"),
            ("", "\"\" does not name two metrics"),
            ("loops,long_steps", "did you mean \"longest_steps\"?"),
            ("loops,", "there is no metric \"\""),
            ("loops,open,rooms", "there is no metric \"open,rooms\""),
            ("loops,loops", "both axes are loops"),
        ] {
            let error = text.parse::<Axes>().unwrap_err().to_string();
            assert!(error.contains(needle), "{text}: {error}");
        }
    }

    #[test]
    fn the_order_of_the_maps_makes_no_difference() {
        let points: Vec<Point> = (0..500)
            .map(|n| Point {
                x: n * 7 % 13,
                y: n * n % 31,
                seed: Seed(n),
            })
            .collect();
        let (mut forward, mut backward) = <(ExpressiveRange, ExpressiveRange)>::default();
        points.iter().for_each(|point| forward.add(*point));
        points.iter().rev().for_each(|point| backward.add(*point));
        assert_eq!(forward, backward);
        // Seed 0 is the first of all with the lowest values.
        let extremes = forward.extremes().unwrap();
        assert_eq!(
            (extremes.lowest_x, extremes.lowest_y),
            (points[0], points[0])
        );
        let highest = points.iter().find(|point| point.x == 12);
        assert_eq!(Some(&extremes.highest_x), highest);
    }

    #[test]
    fn every_map_lies_in_the_cell_of_its_values() {
        let range = range((0..400).map(|n| (n % 37, 1000 + n * n % 101)));
        for most in [0, 1, 2, 7, 32, 1000] {
            let bins = Bins::over(&[&range], most).unwrap();
            assert!(bins.iter().all(|bins| bins.count as u64 <= most.max(1)));
            let cells = range.cells(bins);
            assert_eq!(cells.maps(), 400);
            for ([column, row], cell) in cells.iter() {
                assert!(bins[0].values(column).contains(&cell.first.x));
                assert!(bins[1].values(row).contains(&cell.first.y));
            }
            assert_eq!(cells.overlap_permille(&cells), Some(1000));
        }
        let single = range.cells(Bins::over(&[&range], 1).unwrap());
        assert_eq!(single.fullest().map(|(_, cell)| cell.maps), Some(400));
    }

    #[test]
    fn bins_reach_from_end_to_end_of_any_numbers() {
        for (first, last) in [(0, 0), (5, 6), (0, u64::MAX - 1), (u64::MAX, u64::MAX)] {
            for most in [1, 2, 3, 40] {
                let bins = Bins::between(first, last, most);
                assert!(bins.count as u64 <= most);
                assert_eq!(bins.bin(first), Some(0));
                assert_eq!(bins.bin(last), Some(bins.count - 1));
                assert!(bins.values(bins.count - 1).contains(&last));
            }
        }
        let bins = Bins::between(10, 19, 3);
        assert_eq!(
            (bins.bin(9), bins.bin(21), bins.bin(22)),
            (None, Some(2), None)
        );
    }

    #[test]
    fn the_overlap_is_the_share_that_both_have_in_the_same_cells() {
        let one = range([(0, 0), (0, 0), (1, 1), (2, 2)]);
        let overlap = |points: &[(u64, u64)]| {
            let other = range(points.iter().copied());
            let bins = Bins::over(&[&one, &other], 10).unwrap();
            one.cells(bins).overlap_permille(&other.cells(bins))
        };
        assert_eq!(overlap(&[(0, 0), (0, 0), (1, 1), (2, 2)]), Some(1000));
        assert_eq!(overlap(&[(0, 0)]), Some(500));
        assert_eq!(overlap(&[(1, 1), (1, 1), (2, 2)]), Some(500));
        assert_eq!(overlap(&[(0, 1), (9, 9)]), Some(0));
        // Of three thirds, a quarter and a third are in common.
        assert_eq!(overlap(&[(0, 0), (1, 1), (9, 9)]), Some(583));
        assert_eq!(overlap(&[]), None);
    }

    #[test]
    fn cells_of_other_bins_have_no_overlap_to_speak_of() {
        let range = range([(0, 0), (4, 4)]);
        let cells = |most| range.cells(Bins::over(&[&range], most).unwrap());
        assert_eq!(cells(2).overlap_permille(&cells(5)), None);
        assert_eq!(Bins::over(&[&ExpressiveRange::default()], 5), None);
    }
}
