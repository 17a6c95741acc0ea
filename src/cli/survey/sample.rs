//! Generates and measures maps on several threads. The result depends only on the seeds, not on the
//! threads: measurements are collected in the order of the seeds.

use rayon::prelude::*;

use super::column::Column;
use crate::cli::CliError;
use crate::cli::seeds::Seeds;
use crate::cli::work::Threads;
use crate::export::{Figure, figures};
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
    /// Every metric that at least one map has.
    pub columns: Vec<Column>,
    /// The indices in `seeds` of those without a map, ascending, each with the reason.
    pub failures: Vec<(usize, String)>,
}

/// The figures of one map, or the reason why there is no map.
type Outcome = Result<Vec<Figure>, String>;

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
        survey.finish();
        Ok(survey)
    }

    /// Number of maps that could be generated.
    pub fn maps(&self) -> usize {
        self.seeds.count() - self.failures.len()
    }

    /// Adds the outcome of seed number `index`, after all seeds before it.
    fn add(&mut self, index: usize, outcome: Outcome) {
        let figures = match outcome {
            Ok(figures) => figures,
            Err(reason) => {
                self.failures.push((index, reason));
                return;
            }
        };
        for (name, value) in figures {
            let known = self.columns.iter().position(|column| column.name == name);
            let place = known.unwrap_or_else(|| {
                self.columns.push(Column {
                    name,
                    values: Vec::new(),
                });
                self.columns.len() - 1
            });
            let values = &mut self.columns[place].values;
            values.resize(index, None);
            values.push(value);
        }
    }

    /// Pads all columns to the same length and drops those without a value.
    fn finish(&mut self) {
        for column in &mut self.columns {
            column.values.resize(self.seeds.count(), None);
        }
        self.columns
            .retain(|column| column.values.iter().any(Option::is_some));
    }
}

fn measure(spec: &MapSpec, map: &mut Map, buffers: &mut Buffers) -> Outcome {
    match spec.generate_into(map, buffers) {
        Ok(()) => Ok(figures(&Metrics::of(map))),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survey(kind: &str, seeds: &str, threads: u16) -> Survey {
        let spec: MapSpec = format!("{kind}#0").parse().unwrap();
        let (seeds, threads) = (Seeds::parse(seeds).unwrap(), Some(threads));
        Survey::run(&spec, seeds, &Threads { threads }, &|| {}).unwrap()
    }

    #[test]
    fn the_result_is_the_same_whatever_the_number_of_threads() {
        for kind in ["rooms/30x20", "rooms/7x7/tries=2"] {
            let one = survey(kind, "0..5000", 1);
            assert!(!one.columns.is_empty());
            for threads in [2, 3, 8] {
                assert_eq!(one, survey(kind, "0..5000", threads));
            }
        }
    }

    #[test]
    fn every_row_is_that_of_its_own_seed() {
        let survey = survey("scatter/20x20", "7..=9", 2);
        for index in 0..3 {
            let spec: MapSpec = format!("scatter/20x20#{}", 7 + index).parse().unwrap();
            let expected = figures(&Metrics::of(&spec.generate().unwrap()));
            for column in &survey.columns {
                let figure = (column.name.clone(), column.values[index]);
                assert!(expected.contains(&figure), "{figure:?}");
            }
        }
        assert_eq!(survey.kind, "scatter/20x20");
        assert_eq!(survey.maps(), 3);
    }

    #[test]
    fn a_map_that_fails_is_counted_and_has_no_figures() {
        let survey = survey("rooms/7x7/tries=1", "0..200", 2);
        assert!(!survey.failures.is_empty() && survey.maps() > 0);
        for (index, reason) in &survey.failures {
            assert!(reason.contains("placed no room"), "{reason}");
            assert!(
                survey
                    .columns
                    .iter()
                    .all(|column| column.values[*index].is_none())
            );
        }
    }
}
