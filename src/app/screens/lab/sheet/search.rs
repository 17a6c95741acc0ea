//! The search in the background, piece by piece: what it has found so far fills the sheet.

use super::listing::{Item, MOST};
use super::tasks::SearchTasks;
use crate::mapgen::MapSpec;
use crate::search::{Collector, Condition, Order};

/// The seeds that are looked at.
const SEEDS: &str = "0..1000000";

/// A search that goes on, or has ended.
pub struct SeedSearch {
    tasks: SearchTasks,
    collector: Collector,
    was_stopped: bool,
}

impl SeedSearch {
    /// A search for the maps of the kind of `spec` that meet a condition, the first or, with an order, the best.
    ///
    /// # Errors
    /// If maps of this kind cannot be searched for.
    pub fn new(spec: &MapSpec, condition: Condition, order: Option<Order>) -> Result<Self, String> {
        let tasks = SearchTasks::new(spec, condition, order, SEEDS)?;
        Ok(Self {
            collector: Collector::new(tasks.search().question()),
            tasks,
            was_stopped: false,
        })
    }

    /// How far it is.
    pub fn progress(&self, found: usize) -> String {
        let (seeds, looked_at) = (self.tasks.search().maps(), self.tasks.looked_at());
        match self.tasks.is_over() {
            false if found == 0 => format!(
                "none found so far, {looked_at} of {seeds} seeds searched; closing the sheet ends the search"
            ),
            false => format!("{found} found so far, {looked_at} of {seeds} seeds searched"),
            true if looked_at < seeds => format!("{found} found among the first {looked_at} seeds"),
            true if found == MOST => format!("the best {found} of {seeds} seeds"),
            true => format!("{found} found among {seeds} seeds"),
        }
    }

    /// Ends it: what it has found stays.
    pub fn stop(&mut self) {
        self.was_stopped |= !self.is_over();
        self.tasks.stop();
    }

    /// Whether it was ended from outside.
    pub const fn was_stopped(&self) -> bool {
        self.was_stopped
    }

    /// Goes on with it: whether there is anything new.
    pub fn go_on(&mut self) -> bool {
        self.tasks.go_on(|findings| self.collector.take(findings))
    }

    /// Whether it has come to an end.
    pub const fn is_over(&self) -> bool {
        self.tasks.is_over()
    }

    /// What has been found so far.
    pub fn items(&self) -> Vec<Item> {
        let found = self.collector.clone().finish();
        let specs = found.matches.iter();
        let specs = specs.map(|found| self.tasks.search().question().spec(found));
        specs.map(Item::of_seed).collect()
    }
}
