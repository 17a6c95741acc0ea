//! One metric over many maps: its values, their summary and their histogram.

use std::ops::Range;

use crate::search::Bins;

/// The values of one metric, one per map, in the order of the maps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The metric's name, as in JSON.
    pub name: &'static str,
    /// `None` for a map that could not be generated.
    pub values: Vec<Option<u64>>,
}

/// Summary statistics of a list of numbers. Quartiles are by nearest rank, so they occur in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Number of values, from 1.
    pub count: usize,
    /// The mean in hundredths, rounded down.
    pub mean_hundredths: u128,
    /// The standard deviation of all values from the mean, in hundredths, rounded to the nearest.
    pub deviation_hundredths: u64,
    /// The smallest value.
    pub min: u64,
    /// At least a quarter of the values are this or less.
    pub lower_quartile: u64,
    /// At least half of the values are this or less.
    pub median: u64,
    /// At least three quarters of the values are this or less.
    pub upper_quartile: u64,
    /// The largest value.
    pub max: u64,
}

impl Column {
    /// The values without the `None`s, in ascending order.
    pub fn sorted(&self) -> Vec<u64> {
        sorted(&self.values)
    }

    /// The summary of the values of some maps; `None` if there is none.
    pub fn summary(&self, maps: Range<usize>) -> Option<Summary> {
        Summary::of(&sorted(&self.values[maps]))
    }
}

fn sorted(values: &[Option<u64>]) -> Vec<u64> {
    let mut numbers: Vec<u64> = values.iter().copied().flatten().collect();
    numbers.sort_unstable();
    numbers
}

impl Summary {
    /// Summarizes `numbers`, which are in ascending order; `None` if there are none.
    pub fn of(numbers: &[u64]) -> Option<Self> {
        let (min, max) = (*numbers.first()?, *numbers.last()?);
        let count = numbers.len();
        let quartile = |quarters: usize| numbers[(count * quarters).div_ceil(4) - 1];
        let sum: u128 = numbers.iter().map(|number| u128::from(*number)).sum();
        let mean = sum as f64 / count as f64;
        let squares = numbers.iter().map(|number| (*number as f64 - mean).powi(2));
        let deviation = (squares.sum::<f64>() / count as f64).sqrt();
        Some(Self {
            count,
            mean_hundredths: sum * 100 / count as u128,
            deviation_hundredths: (deviation * 100.0).round() as u64,
            min,
            lower_quartile: quartile(1),
            median: quartile(2),
            upper_quartile: quartile(3),
            max,
        })
    }
}

/// How many numbers fall into each of several ranges of equal width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Histogram {
    /// The ranges.
    pub bins: Bins,
    /// How many numbers fall into each of them.
    pub counts: Vec<usize>,
}

impl Histogram {
    /// Counts `numbers`, which are in ascending order, in at most `most` ranges; `None` if there
    /// are none.
    pub fn of(numbers: &[u64], most: u64) -> Option<Self> {
        let (first, last) = (*numbers.first()?, *numbers.last()?);
        let bins = Bins::between(first, last, most);
        let mut counts = vec![0; bins.count];
        for bin in numbers.iter().filter_map(|number| bins.bin(*number)) {
            counts[bin] += 1;
        }
        Some(Self { bins, counts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_do_not_overflow_the_mean() {
        let summary = Summary::of(&[u64::MAX; 3]).unwrap();
        assert_eq!(summary.mean_hundredths, u128::from(u64::MAX) * 100);
    }

    #[test]
    fn the_deviation_is_that_of_all_values() {
        let deviation = |numbers: &[u64]| Summary::of(numbers).unwrap().deviation_hundredths;
        assert_eq!(deviation(&[2, 4, 4, 4, 5, 5, 7, 9]), 200);
        assert_eq!(deviation(&[7; 5]), 0);
        assert_eq!(deviation(&[0, 1]), 50);
    }

    #[test]
    fn a_histogram_counts_every_number_once() {
        let numbers: Vec<u64> = (10..200).collect();
        for bins in [1, 2, 7, 40, 500] {
            let histogram = Histogram::of(&numbers, bins).unwrap();
            assert_eq!(histogram.counts.iter().sum::<usize>(), numbers.len());
            assert!(histogram.counts.len() as u64 <= bins);
            assert!(histogram.counts.iter().all(|count| *count > 0));
        }
        let ends = Histogram::of(&[0, u64::MAX], 40).unwrap();
        assert_eq!((ends.counts[0], ends.counts.last()), (1, Some(&1)));
        assert_eq!(Histogram::of(&[5, 5], 40).unwrap().counts, [2]);
        assert_eq!(Histogram::of(&[], 40), None);
    }
}
