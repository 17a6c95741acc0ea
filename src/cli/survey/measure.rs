//! Generates and measures maps on several threads. The result depends only on the seeds, not on the
//! threads: measurements are collected in the order of the seeds.

use super::column::Column;
use crate::cli::CliError;
use crate::cli::parallel::{self, ThreadArgs};
use crate::map::{Map, Steps};
use crate::mapgen::metric::{Measurement, Metric, MetricBuffers};
use crate::mapgen::{Buffers, MapSpec};
use crate::rng::SeedRange;

/// Number of maps measured before their metrics are collected.
const BATCH: usize = 4096;

/// The measurements of many maps of one kind.
#[derive(Debug, PartialEq, Eq)]
pub struct Survey {
    /// The share code without its seed.
    pub kind: String,
    /// The seeds, one per map.
    pub seeds: SeedRange,
    /// The metrics; none if there is no map.
    pub columns: Vec<Column>,
    /// The indices in `seeds` of those without a map, ascending, each with the reason.
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

impl Survey {
    /// Generates and measures a map like `spec` for each of `seeds`, by default on one thread per
    /// core; calls `done` after each, from any thread.
    ///
    /// # Errors
    /// If the threads cannot be started. A map that cannot be generated is a result, not an error.
    pub fn measure(
        spec: &MapSpec,
        seeds: SeedRange,
        measures: &Measures,
        threads: &ThreadArgs,
        done: &(dyn Fn() + Sync),
    ) -> Result<Self, CliError> {
        let pool = threads.start_pool()?;
        let code = spec.to_string();
        let kind = code.rsplit_once('#').map_or(&*code, |(kind, _)| kind);
        let mut survey = Self {
            kind: kind.to_owned(),
            seeds,
            columns: Vec::new(),
            failures: Vec::new(),
        };
        let measure = |scratch: &mut (Map, Buffers, MetricBuffers), index: usize| {
            let (map, buffers, metric_buffers) = scratch;
            let spec = spec.with_seed(seeds.get(index as u64));
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
        parallel::for_each_in_order(&pool, seeds.count() as usize, BATCH, measure, add)?;
        Ok(survey)
    }

    /// Number of maps that could be generated.
    pub fn maps(&self) -> usize {
        self.seeds.count() as usize - self.failures.len()
    }

    /// Adds the outcome of seed number `index`, after all seeds before it.
    fn add(&mut self, index: usize, outcome: Outcome, metrics: &[Metric]) {
        let figures = match outcome {
            Ok(figures) => figures,
            Err(reason) => return self.failures.push((index, reason)),
        };
        if self.columns.is_empty() {
            self.columns.extend(metrics.iter().map(|metric| Column {
                name: metric.name(),
                values: vec![None; self.seeds.count() as usize],
            }));
        }
        for (column, value) in self.columns.iter_mut().zip(figures) {
            column.values[index] = Some(value);
        }
    }
}
