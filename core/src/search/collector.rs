//! Keeps the first matches of a search, or the best.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::{Findings, Match, Order, Question};
use crate::rng::Seed;

/// Takes the findings of a search piece by piece and keeps the matches that its question asks for.
#[derive(Clone, Debug)]
pub struct Collector {
    /// How to order the matches, and which figure of theirs it is by.
    order: Option<(Order, usize)>,
    count: usize,
    found: Found,
}

/// The result of a search, or of one that was stopped.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Found {
    /// The matches that were kept: by seed, or the best first.
    pub matches: Vec<Match>,
    /// How many maps match, those among them that were not kept; `None` if the search ended with the last
    /// match that it keeps.
    pub matched: Option<u64>,
    /// How many maps could not be generated; `None` as for `matched`.
    pub failed: Option<u64>,
    /// Seed and kind of the first map that could not be generated.
    pub first_failure: Option<(Seed, usize)>,
}

impl Collector {
    /// A collector of the matches that `question` asks for.
    pub fn new(question: &Question) -> Self {
        let figure = |order: Order| {
            let metrics = question.metrics();
            let place = metrics.iter().position(|metric| *metric == order.metric);
            place.map(|place| (order, place))
        };
        Self {
            order: question.order.and_then(figure),
            count: question.count,
            found: Found {
                matched: Some(0),
                failed: Some(0),
                ..Found::default()
            },
        }
    }

    /// Takes the findings of the next piece. Breaks if nothing after it can be among the matches to keep:
    /// with the last of them, if they are not sorted.
    pub fn take(&mut self, findings: Findings) -> ControlFlow<()> {
        let found = &mut self.found;
        found.failed = add(found.failed, findings.failures.len());
        let first_failure = findings.failures.first().copied();
        found.first_failure = found.first_failure.or(first_failure);
        if self.order.is_some() {
            found.matched = add(found.matched, findings.matches.len());
            found.matches.extend(findings.matches);
            // Sorting is delayed, so that each match is sorted a few times only.
            if found.matches.len() > 2 * self.count + 1024 {
                self.prune();
            }
            return ControlFlow::Continue(());
        }
        let space = self.count - found.matches.len();
        found.matched = add(found.matched, findings.matches.len());
        found
            .matches
            .extend(findings.matches.into_iter().take(space));
        if found.matches.len() < self.count {
            return ControlFlow::Continue(());
        }
        (found.matched, found.failed) = (None, None);
        ControlFlow::Break(())
    }

    /// The result, of all pieces that were taken.
    pub fn finish(mut self) -> Found {
        self.prune();
        self.found
    }

    /// The result of several searches of the same question, for other seeds each, in any order.
    pub fn merge(question: &Question, parts: impl IntoIterator<Item = Found>) -> Found {
        let mut all = Self::new(question);
        for part in parts {
            let sum = |sum: Option<u64>, more: Option<u64>| {
                sum.zip(more).map(|(sum, more)| sum.saturating_add(more))
            };
            let found = &mut all.found;
            found.matched = sum(found.matched, part.matched);
            found.failed = sum(found.failed, part.failed);
            found.first_failure = match (found.first_failure, part.first_failure) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
            found.matches.extend(part.matches);
        }
        if question.order.is_none() && all.found.matches.len() >= question.count {
            (all.found.matched, all.found.failed) = (None, None);
        }
        all.finish()
    }

    /// Sorts the matches and drops those that are too many.
    fn prune(&mut self) {
        let order = self.order;
        let matches = &mut self.found.matches;
        matches.sort_unstable_by(|a, b| compare(order, a, b));
        matches.truncate(self.count);
    }
}

fn add(sum: Option<u64>, more: usize) -> Option<u64> {
    sum.map(|sum| sum + more as u64)
}

/// Which of two matches comes first: by the figure that they are ordered by, then by seed and kind.
fn compare(order: Option<(Order, usize)>, a: &Match, b: &Match) -> Ordering {
    let by_figure = order.map_or(Ordering::Equal, |(order, place)| {
        let ascending = a.figures[place].cmp(&b.figures[place]);
        match order.is_ascending {
            true => ascending,
            false => ascending.reverse(),
        }
    });
    by_figure.then_with(|| (a.seed, a.variant).cmp(&(b.seed, b.variant)))
}
