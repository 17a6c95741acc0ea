//! The title's pages about records: an overview, and the best results of each kind of board and maze.

use std::cmp::Reverse;

use super::page::{Page, PageContent, Row, RowAction, back_row};
use crate::app::platform::today;
use crate::app::reward::{Game, Records};
use crate::game::counted;

/// Maximum number of kinds on a page, which is what the smallest window has room for.
const MAX_KINDS: usize = 14;

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
        let count: u64 = records.bests(game).map(|(_, best)| best.count).sum();
        let (streak, longest) = records.streak(game);
        let days = records.days(game) as u64;
        let days_in_row = records.daily_streak(game, today());
        let kinds = records.bests(game).count() as u64;
        let solved = format!("{} solved without hints", counted(count, game.noun()));
        let in_row = format!("current {streak}, longest {longest}");
        let daily = format!("{} (streak {days_in_row})", counted(days, "day"));
        let bests = format!("best results of {}", counted(kinds, "kind"));
        facts.extend([
            fact(name, or_none(count, solved)),
            fact("  streak", or_none(longest, in_row)),
            fact("  daily", or_none(days, daily)),
        ]);
        let action = RowAction::Open(Page::Bests(game));
        let letter = name.chars().next().unwrap_or_default();
        let letter = letter.to_ascii_lowercase();
        rows.push(Row::new(action, letter, name, or_none(kinds, bests)));
    }
    rows.push(back_row(Page::Main));
    PageContent {
        title: "Records".to_owned(),
        facts,
        rows,
        selected: 0,
    }
}

/// The shortest time and the fewest moves of each kind, those played most first.
pub(super) fn bests_page(records: &Records, game: Game) -> PageContent {
    let mut bests: Vec<_> = records.bests(game).collect();
    bests.sort_by_key(|(_, best)| Reverse(best.count));
    let mut facts: Vec<_> = bests
        .iter()
        .take(MAX_KINDS)
        .map(|(kind, best)| {
            fact(
                kind,
                format!("{} ({} done)", best.describe(game), best.count),
            )
        })
        .collect();
    if bests.is_empty() {
        let empty = format!("No {} solved without hints yet", game.noun());
        facts.push(fact("", empty));
    } else if bests.len() > MAX_KINDS {
        let others = counted((bests.len() - MAX_KINDS) as u64, "kind");
        facts.push(fact("", format!("and {others} more")));
    }
    PageContent {
        title: format!("{}: best results", game.screen().title()),
        facts,
        rows: vec![back_row(Page::Records)],
        selected: 0,
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
    use std::time::Duration;

    #[test]
    fn the_kinds_that_were_played_most_come_first_and_those_without_room_are_counted() {
        let mut records = Records::default();
        let empty = bests_page(&records, Game::Conduit).facts;
        assert!(empty[0].1.starts_with("No board"));
        for (id, side) in (3..20).chain([9, 9]).enumerate() {
            records.add(&Completion {
                game: Game::Conduit,
                kind: format!("{side}x{side} easy"),
                id: id as u64,
                time: Duration::from_secs(40),
                moves: 12,
                help: Help::None,
                uncounted: None,
                place: None,
                day: None,
            });
        }
        let facts = bests_page(&records, Game::Conduit).facts;
        assert_eq!(facts.len(), MAX_KINDS + 1);
        assert_eq!(facts[0].0, "9x9 easy");
        assert_eq!(facts[0].1, "time 0:40, moves 12 (3 done)");
        assert_eq!(facts[MAX_KINDS].1, "and 3 kinds more");
        let rows = records_page(&records).rows;
        assert_eq!(rows[0].description, "best results of 17 kinds");
        assert_eq!(rows[1].description, "none yet");
        let facts = records_page(&Records::default()).facts;
        assert!(
            facts.iter().all(|(_, value)| value == "none yet"),
            "{facts:?}"
        );
    }
}
