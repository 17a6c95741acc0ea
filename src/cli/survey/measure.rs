//! Generates and measures maps on several threads. The result depends only on the seeds, not on the
//! threads: measurements are collected in the order of the seeds.

use super::column::Column;
use crate::cli::CliError;
use crate::cli::parallel::{self, ThreadArgs};
use crate::map::Map;
use crate::mapgen::metric::{MetricBuffers, Metrics};
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
    /// Every metric; none if there is no map.
    pub columns: Vec<Column>,
    /// The indices in `seeds` of those without a map, ascending, each with the reason.
    pub failures: Vec<(usize, String)>,
}

/// The metrics of one map, or the reason why there is no map.
type Outcome = Result<Metrics, String>;

impl Survey {
    /// Generates and measures a map like `spec` for each of `seeds`, by default on one thread per
    /// core; calls `done` after each, from any thread.
    ///
    /// # Errors
    /// If the threads cannot be started. A map that cannot be generated is a result, not an error.
    pub fn measure(
        spec: &MapSpec,
        seeds: SeedRange,
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
            let outcome = generated.map(|()| Metrics::measure(map, metric_buffers));
            done();
            (index, outcome.map_err(|error| error.to_string()))
        };
        let add = |(index, outcome)| {
            survey.add(index, outcome);
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
    fn add(&mut self, index: usize, outcome: Outcome) {
        let metrics = match outcome {
            Ok(metrics) => metrics,
            Err(reason) => return self.failures.push((index, reason)),
        };
        let figures = metrics.figures();
        if self.columns.is_empty() {
            self.columns.extend(figures.map(|(name, _)| Column {
                name,
                values: vec![None; self.seeds.count() as usize],
            }));
        }
        for (column, (_, value)) in self.columns.iter_mut().zip(figures) {
            column.values[index] = Some(value);
        }
    }
}
