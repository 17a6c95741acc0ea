//! A condition as rows of a metric, a sign and a number, which stand below the sentence and change it. The sentence is
//! what counts: rows are read from it, and only a sentence of comparisons that are all to hold has them.

use std::fmt;

use crate::mapgen::metric::Metric;
use crate::search::{Condition, ConditionError};

/// The most rows.
pub(super) const MOST_ROWS: usize = 8;

/// The signs, in the order in which a row takes them.
const SIGNS: [&str; 6] = [">=", "<=", "==", "!=", ">", "<"];

/// A comparison of a metric with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The metric on the left.
    pub metric: Metric,
    /// The sign of the comparison, such as `>=`.
    pub sign: &'static str,
    /// The number on the right.
    pub number: u64,
}

/// A change of the rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Adds a row.
    Add,
    /// Removes the row of this number.
    Remove(usize),
    /// Gives a row the next metric.
    Metric(usize),
    /// Gives a row the next sign.
    Sign(usize),
    /// Sets the number of a row.
    Number(usize, u64),
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.metric.name(), self.sign, self.number)
    }
}

impl Row {
    /// Reads `loops >= 3`, and nothing more.
    fn read(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let row = Self {
            metric: Metric::find(words.next()?)?,
            sign: words
                .next()
                .and_then(|word| SIGNS.into_iter().find(|sign| *sign == word))?,
            number: words.next()?.parse().ok()?,
        };
        words.next().is_none().then_some(row)
    }

    /// A row for a condition that has none on `metric` yet.
    const fn of(metric: Metric) -> Self {
        Self {
            metric,
            sign: SIGNS[0],
            number: 1,
        }
    }

    /// The row with another number.
    pub const fn with_number(self, number: u64) -> Self {
        Self { number, ..self }
    }

    /// Checks that the number can be a value of the metric.
    ///
    /// # Errors
    /// What its values are, if it cannot.
    pub fn check(&self) -> Result<(), String> {
        let condition: Result<Condition, ConditionError> = self.to_string().parse();
        condition.map_err(|error| error.problem.to_string())?;
        Ok(())
    }
}

/// The rows of a condition, none without one; `None` if it is not one of comparisons that are all to hold.
pub fn rows_of(condition: Option<&Condition>) -> Option<Vec<Row>> {
    let Some(condition) = condition else {
        return Some(Vec::new());
    };
    // As it displays itself, comparisons have spaces around their signs.
    let text = condition.to_string();
    let rows: Option<Vec<Row>> = text.split("&&").map(Row::read).collect();
    rows.filter(|rows| rows.len() <= MOST_ROWS)
}

/// The condition after a change of its rows; `None` if it has no rows that could be changed so, or none are left.
pub fn edited(condition: Option<&Condition>, edit: Edit) -> Option<Condition> {
    let mut rows = rows_of(condition)?;
    let after = |metric: Metric| {
        let here = Metric::ALL.iter().position(|one| *one == metric);
        let others = Metric::ALL.iter().cycle().skip(here.unwrap_or(0) + 1);
        let mut others = others.take(Metric::ALL.len());
        others
            .find(|other| rows.iter().all(|row| row.metric != **other))
            .copied()
    };
    match edit {
        Edit::Add => {
            let last = rows.last().map_or(Metric::Rooms, |row| row.metric);
            let metric = after(last).unwrap_or(last);
            rows.push(Row::of(metric));
        }
        Edit::Remove(row) if row < rows.len() => {
            rows.remove(row);
        }
        Edit::Metric(row) => {
            let metric = after(rows.get(row)?.metric)?;
            let row = rows.get_mut(row)?;
            row.metric = metric;
            if metric.is_share() {
                row.number = row.number.min(100);
            }
        }
        Edit::Sign(row) => {
            let row = rows.get_mut(row)?;
            let here = SIGNS.iter().position(|sign| *sign == row.sign)?;
            row.sign = SIGNS[(here + 1) % SIGNS.len()];
        }
        Edit::Number(row, number) => rows.get_mut(row)?.number = number,
        Edit::Remove(_) => return None,
    }
    let parts: Vec<String> = rows.iter().take(MOST_ROWS).map(Row::to_string).collect();
    parts.join(" && ").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(text: &str) -> Condition {
        text.parse().unwrap()
    }

    fn after(text: &str, edit: Edit) -> Option<String> {
        edited(Some(&condition(text)), edit).map(|condition| condition.to_string())
    }

    #[test]
    fn comparisons_that_are_all_to_hold_have_rows_and_nothing_else_has() {
        let rows = rows_of(Some(&condition("loops>=3&&longest_steps  < 200"))).unwrap();
        let shown: Vec<String> = rows.iter().map(Row::to_string).collect();
        assert_eq!(shown, ["loops >= 3", "longest_steps < 200"]);
        assert_eq!(rows_of(None), Some(Vec::new()));
        for text in [
            "loops >= 3 || rooms >= 2",
            "!loops >= 3",
            "loops in 3..9",
            "loops >= rooms",
            "3 <= loops",
            "loops >= 3 && (rooms >= 2 || open > 7)",
        ] {
            assert_eq!(rows_of(Some(&condition(text))), None, "{text}");
        }
    }

    #[test]
    fn a_change_of_a_row_changes_the_sentence() {
        let text = "loops >= 3 && rooms > 2";
        for (edit, expected) in [
            (Edit::Sign(0), "loops <= 3 && rooms > 2"),
            (Edit::Sign(1), "loops >= 3 && rooms < 2"),
            (Edit::Metric(0), "choke_points >= 3 && rooms > 2"),
            (Edit::Number(1, 40), "loops >= 3 && rooms > 40"),
            (Edit::Remove(0), "rooms > 2"),
            (Edit::Add, "loops >= 3 && rooms > 2 && corridors >= 1"),
        ] {
            assert_eq!(after(text, edit).as_deref(), Some(expected), "{edit:?}");
        }
        for edit in [Edit::Remove(2), Edit::Sign(2), Edit::Number(7, 1)] {
            assert_eq!(after(text, edit), None, "{edit:?}");
        }
        assert_eq!(after("loops >= 3", Edit::Remove(0)), None, "none is left");
        assert_eq!(after("loops >= 3 || rooms > 2", Edit::Add), None);
    }

    #[test]
    fn the_number_of_a_row_is_a_value_of_its_metric() {
        // The one that is followed by the share, around the end of the list.
        let all = Metric::ALL.iter().cycle();
        let mut pairs = all.clone().zip(all.skip(1));
        let before = pairs.find(|(_, next)| next.is_share()).unwrap().0.name();
        let changed = after(&format!("{before} >= 300"), Edit::Metric(0));
        assert_eq!(changed.as_deref(), Some("open >= 100"));

        let row = rows_of(Some(&condition("open >= 60"))).unwrap()[0];
        assert_eq!(row.with_number(100).check(), Ok(()));
        let error = row.with_number(600).check().unwrap_err();
        assert_eq!(error, "open is in per cent, from 0 to 100");
    }

    #[test]
    fn rows_begin_without_a_sentence_and_end_with_the_most_there_can_be() {
        let mut now = edited(None, Edit::Add).unwrap();
        assert_eq!(now.to_string(), "corridors >= 1");
        for count in 2..=MOST_ROWS {
            now = edited(Some(&now), Edit::Add).unwrap();
            let rows = rows_of(Some(&now)).unwrap();
            let metrics: std::collections::BTreeSet<Metric> =
                rows.iter().map(|row| row.metric).collect();
            assert_eq!((rows.len(), metrics.len()), (count, count));
        }
        assert_eq!(edited(Some(&now), Edit::Add), Some(now));
    }
}
