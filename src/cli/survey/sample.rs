//! Generates and measures maps on several threads. The result depends only on the seeds, not on the
//! threads: measurements are collected in the order of the seeds.

use rayon::prelude::*;

use super::column::Column;
use crate::cli::CliError;
use crate::cli::seeds::Seeds;
use crate::cli::work::Threads;
use crate::map::Map;
use crate::mapgen::metric::Metrics;
use crate::mapgen::{Buffers, MapSpec};

/// Number of maps measured before their figures are collected.
const BATCH: usize = 4096;

/// The measurements of many maps of one kind.
#[derive(Debug, PartialEq, Eq)]
pub struct Survey {
    /// The share code without its seed.
    pub kind: String,
    /// The seeds, one per map.
    pub seeds: Seeds,
    /// Every metric; none if there is no map.
    pub columns: Vec<Column>,
    /// The indices in `seeds` of those without a map, ascending, each with the reason.
    pub failures: Vec<(usize, String)>,
}

/// What one map is like, or the reason why there is no map.
type Outcome = Result<Metrics, String>;

impl Survey {
    /// Generates and measures a map like `spec` for each of `seeds`, by default on one thread per
    /// core; calls `done` after each, from any thread.
    ///
    /// # Errors
    /// If the threads cannot be started. A map that cannot be generated is a result, not an error.
    pub fn run(
        spec: &MapSpec,
        seeds: Seeds,
        threads: &Threads,
        done: &(dyn Fn() + Sync),
    ) -> Result<Self, CliError> {
        let pool = threads.start()?;
        let code = spec.to_string();
        let kind = code.rsplit_once('#').map_or(&*code, |(kind, _)| kind);
        let mut survey = Self {
            kind: kind.to_owned(),
            seeds,
            columns: Vec::new(),
            failures: Vec::new(),
        };
        for start in (0..seeds.count()).step_by(BATCH) {
            let batch = start..seeds.count().min(start + BATCH);
            let outcomes: Vec<Outcome> = pool.install(|| {
                batch
                    .into_par_iter()
                    .map_init(Default::default, |(map, buffers), index| {
                        let outcome = measure(&spec.with_seed(seeds.get(index)), map, buffers);
                        done();
                        outcome
                    })
                    .collect()
            });
            for (index, outcome) in outcomes.into_iter().enumerate() {
                survey.add(start + index, outcome);
            }
        }
        Ok(survey)
    }

    /// Number of maps that could be generated.
    pub fn maps(&self) -> usize {
        self.seeds.count() - self.failures.len()
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
                values: vec![None; self.seeds.count()],
            }));
        }
        for (column, (_, value)) in self.columns.iter_mut().zip(figures) {
            column.values[index] = Some(value);
        }
    }
}

fn measure(spec: &MapSpec, map: &mut Map, buffers: &mut Buffers) -> Outcome {
    match spec.generate_into(map, buffers) {
        Ok(()) => Ok(Metrics::of(map)),
        Err(error) => Err(error.to_string()),
    }
}
