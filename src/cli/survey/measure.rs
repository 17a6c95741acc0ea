//! Generates and measures maps on several threads. The result depends only on the kinds and seeds, not on the
//! threads: measurements are collected in the order of the maps.

use std::ops::Range;

use super::column::Column;
use crate::cli::CliError;
use crate::cli::parallel::{self, ThreadArgs};
use crate::map::{Map, Steps};
use crate::mapgen::Buffers;
use crate::mapgen::metric::{Measurement, Metric, MetricBuffers};
use crate::rng::{Seed, SeedRange};
use crate::search::Variants;

/// Number of maps measured before their metrics are collected.
const BATCH: usize = 4096;

/// The measurements of many maps, which are numbered: those of the first kind in the order of the seeds, then those of the
/// next kind.
#[derive(Debug)]
pub struct Survey {
    /// The kinds of map.
    pub kinds: Variants,
    /// The seeds, one per map of a kind.
    pub seeds: SeedRange,
    /// The metrics; none if there is no map.
    pub columns: Vec<Column>,
    /// The numbers of the maps that could not be generated, ascending, each with the reason.
    pub failures: Vec<(usize, String)>,
}

/// The metrics of one map, or the reason why there is no map.
type Outcome = Result<Vec<u64>, String>;

/// What is measured of each map.
#[derive(Clone, Debug)]
pub struct Measures {
    /// The metrics, in the order of the columns.
    pub metrics: Vec<Metric>,
    /// What a step is.
    pub steps: Steps,
}

/// The kind of map number `index`, and the place of its seed.
fn split(index: usize, seeds: SeedRange) -> (usize, u64) {
    let index = index as u64;
    ((index / seeds.count()) as usize, index % seeds.count())
}

impl Survey {
    /// Generates and measures a map of each of `kinds` for each of `seeds`, by default on one thread per
    /// core; calls `done` after each, from any thread.
    ///
    /// # Errors
    /// If the threads cannot be started. A map that cannot be generated is a result, not an error.
    pub fn measure(
        kinds: Variants,
        seeds: SeedRange,
        measures: &Measures,
        threads: &ThreadArgs,
        done: &(dyn Fn() + Sync),
    ) -> Result<Self, CliError> {
        let pool = threads.start_pool()?;
        let mut survey = Self {
            kinds: kinds.clone(),
            seeds,
            columns: Vec::new(),
            failures: Vec::new(),
        };
        let count = survey.count();
        let measure = |scratch: &mut (Map, Buffers, MetricBuffers), index: usize| {
            let (map, buffers, metric_buffers) = scratch;
            let (kind, place) = split(index, seeds);
            let spec = kinds.spec(kind, seeds.get(place));
            let generated = spec.generate_into(map, buffers);
            let outcome = generated.map(|()| {
                let measurement = Measurement::new(map, metric_buffers);
                let mut measurement = measurement.with_steps(measures.steps);
                let metrics = measures.metrics.iter();
                metrics.map(|metric| measurement.get(*metric)).collect()
            });
            done();
            (index, outcome.map_err(|error| error.to_string()))
        };
        let add = |(index, outcome)| {
            survey.add(index, outcome, &measures.metrics);
            Ok(())
        };
        parallel::for_each_in_order(&pool, count, BATCH, measure, add)?;
        Ok(survey)
    }

    /// Number of maps, with those that could not be generated.
    pub fn count(&self) -> usize {
        self.seeds.count() as usize * self.kinds.count()
    }

    /// Number of maps that could be generated.
    pub fn maps(&self) -> usize {
        self.count() - self.failures.len()
    }

    /// The kind and the seed of map number `index`.
    pub fn at(&self, index: usize) -> (usize, Seed) {
        let (kind, place) = split(index, self.seeds);
        (kind, self.seeds.get(place))
    }

    /// The numbers of the maps of a kind.
    pub fn numbers(&self, kind: usize) -> Range<usize> {
        let count = self.seeds.count() as usize;
        kind * count..(kind + 1) * count
    }

    /// The code of a map of the first kind.
    pub fn code(&self, seed: Seed) -> String {
        self.kinds.spec(0, seed).to_string()
    }

    /// Adds the outcome of map number `index`, after all before it.
    fn add(&mut self, index: usize, outcome: Outcome, metrics: &[Metric]) {
        let figures = match outcome {
            Ok(figures) => figures,
            Err(reason) => return self.failures.push((index, reason)),
        };
        if self.columns.is_empty() {
            let count = self.count();
            self.columns.extend(metrics.iter().map(|metric| Column {
                name: metric.name(),
                values: vec![None; count],
            }));
        }
        for (column, value) in self.columns.iter_mut().zip(figures) {
            column.values[index] = Some(value);
        }
    }
}
