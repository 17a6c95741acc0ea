//! The title's pages about records: an overview, the kinds of boards and mazes with their scores, and the last scores of
//! a kind.

use std::cmp::Reverse;

use bevy::prelude::default;

use super::page::{NO_LETTER, Page, PageContent, Plot, Row, RowAction, back_row};
use crate::app::platform::today;
use crate::app::reward::{Game, Records};
use crate::game::counted;
use crate::profile::score::{Dated, Scores, describe_over, format_pace};

/// Letters of the kinds on a page: all but that of Back.
const LETTERS: &str = "abcdefghijklmnoprstuvwxyz";

/// The records of all games in a few lines.
pub(super) fn records_page(records: &Records) -> PageContent {
    let runs = records.runs();
    let ended = counted(runs.ended, "run");
    let ended = or_none(runs.ended, format!("{ended} ended, {} won", runs.won));
    let mut facts = vec![fact("Descend", ended)];
    if runs.ended > 0 {
        let best = format!("deepest {}, best score {}", runs.deepest, runs.score);
        facts.push(fact("", best));
    }
    let mut rows = Vec::new();
    for game in Game::ALL {
        let name = game.screen().title();
        let count = records.done_alone(game);
        let (streak, longest) = records.streak(game);
        let days = records.days(game) as u64;
        let days_in_row = records.daily_streak(game, today());
        let kinds = records.all_scores(game).count() as u64;
        let solved = format!("{} solved without hints", counted(count, game.noun()));
        let in_row = format!("current {streak}, longest {longest}");
        let daily = format!("{} (streak {days_in_row})", counted(days, "day"));
        let bests = or_none(kinds, format!("results of {}", counted(kinds, "kind")));
        facts.extend([
            fact(name, or_none(count, solved)),
            fact("  streak", or_none(longest, in_row)),
            fact("  daily", or_none(days, daily)),
        ]);
        let action = RowAction::Open(Page::Bests(game));
        let letter = name.chars().next().unwrap_or_default();
        let letter = letter.to_ascii_lowercase();
        rows.push(Row::new(action, letter, name, bests));
    }
    rows.push(back_row(Page::Main));
    PageContent {
        title: "Records".to_owned(),
        facts,
        rows,
        ..default()
    }
}

/// The kinds of a game with their scores, those played most first.
fn kinds(records: &Records, game: Game) -> Vec<(&str, Scores)> {
    let mut kinds: Vec<_> = records.all_scores(game).collect();
    kinds.sort_by_key(|(_, scores)| Reverse(scores.count()));
    kinds
}

/// A row for each kind, those played most first.
pub(super) fn bests_page(records: &Records, game: Game) -> PageContent {
    let kinds = kinds(records, game);
    let mut facts = Vec::new();
    if kinds.is_empty() {
        facts.push(fact("", format!("No {} solved yet", game.noun())));
    }
    let letters = LETTERS.chars().chain(std::iter::repeat(NO_LETTER));
    let rows = kinds.iter().zip(letters).enumerate();
    let mut rows: Vec<Row> = rows
        .map(|(index, ((kind, scores), letter))| {
            // How many there are is told on their page; kinds have long names.
            let told = scores.best().map_or_else(String::new, |best| {
                let over = describe_over(best.over, game);
                format!("{over}, {}", format_pace(best.pace))
            });
            let action = RowAction::Open(Page::Kind(game, index));
            Row::new(action, letter, kind, told)
        })
        .collect();
    rows.push(back_row(Page::Records));
    PageContent {
        title: format!("{}: results", game.screen().title()),
        facts,
        rows,
        ..default()
    }
}

/// The last scores of a kind as plots and as a list.
pub(super) fn kind_page(records: &Records, game: Game, index: usize) -> PageContent {
    let rows = vec![back_row(Page::Bests(game))];
    let kinds = kinds(records, game);
    let numbers = kinds.get(index).and_then(|(kind, scores)| {
        let (best, median) = (scores.best()?, scores.median()?);
        Some((kind, scores, best, median))
    });
    let Some((kind, scores, best, median)) = numbers else {
        return PageContent { rows, ..default() };
    };
    let last = scores.last();
    let dates = last.first().zip(last.last());
    let dates = dates.map_or(String::new(), |(first, last)| match first.day == last.day {
        true => format!("of {}", first.day),
        false => format!("from {} to {}", first.day, last.day),
    });
    let needed = game.moves().trim_end_matches('s');
    let plots = vec![
        Plot {
            name: format!("{} over", game.moves()),
            values: last.iter().map(|dated| dated.score.over).collect(),
            median: median.over,
            best: best.over,
            format: |over| over.to_string(),
        },
        Plot {
            name: format!("time per needed {needed}"),
            values: last.iter().map(|dated| dated.score.pace).collect(),
            median: median.pace,
            best: best.pace,
            format: format_pace,
        },
    ];
    let line = |(number, dated): (usize, &Dated)| {
        let (over, pace) = (dated.score.over, format_pace(dated.score.pace));
        format!("{number:>2}  {}  {over:>3} over  {pace:>7}", dated.day)
    };
    PageContent {
        title: (*kind).to_owned(),
        facts: vec![
            fact("done", scores.count().to_string()),
            fact("shown", format!("the last {}, {dates}", last.len())),
        ],
        plots,
        lines: (1..).zip(last).map(line).collect(),
        rows,
        ..default()
    }
}

fn fact(name: &str, value: String) -> (String, String) {
    (name.to_owned(), value)
}

/// `text`, or that there is nothing to say if `count` is 0.
pub(super) fn or_none(count: u64, text: String) -> String {
    match count {
        0 => "none yet".to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::reward::{Completion, Help};
    use crate::profile::score::Kind;
    use std::time::Duration;

    fn done(id: u64, side: u32, moves: u32) -> Completion {
        Completion {
            game: Game::Conduit,
            kind: Kind::plain(format!("{side}x{side} easy")),
            id,
            time: Duration::from_secs(40),
            moves,
            fewest: 10,
            help: Help::None,
            uncounted: None,
            place: None,
            day: None,
        }
    }

    #[test]
    fn the_kinds_that_were_played_most_come_first_and_lead_to_their_plot() {
        let mut records = Records::default();
        let empty = bests_page(&records, Game::Conduit).facts;
        assert!(empty[0].1.starts_with("No board"));
        for (id, side) in (3..40).chain([9, 9]).enumerate() {
            records.add(&done(id as u64, side, 12 + id as u32), today());
        }
        let rows = bests_page(&records, Game::Conduit).rows;
        assert_eq!(rows.len(), 38, "each kind, and back");
        assert_eq!(rows[0].label, "9x9 easy");
        assert_eq!(rows[0].description, "8 moves over, 4.00 s");
        assert!(matches!(
            rows[0].action,
            RowAction::Open(Page::Kind(Game::Conduit, 0))
        ));
        let page = kind_page(&records, Game::Conduit, 0);
        assert_eq!(page.title, "9x9 easy");
        assert_eq!(page.plots[0].values, [8, 39, 40]);
        assert_eq!((page.plots[0].best, page.plots[0].median), (8, 39));
        assert_eq!(page.lines.len(), 3);
        assert!(
            page.lines[0].ends_with("8 over   4.00 s"),
            "{:?}",
            page.lines
        );
        assert_eq!(kind_page(&records, Game::Conduit, 99).rows.len(), 1);
        let rows = records_page(&records).rows;
        assert_eq!(rows[0].description, "results of 37 kinds");
        assert_eq!(rows[1].description, "none yet");
        let facts = records_page(&Records::default()).facts;
        assert!(
            facts.iter().all(|(_, value)| value == "none yet"),
            "{facts:?}"
        );
    }

    #[test]
    fn letters_of_kinds_are_told_from_those_of_other_rows() {
        let back = back_row(Page::Main).letter;
        assert!(!LETTERS.contains(back));
    }
}
