//! The pages of the title that tell what was achieved: an overview, and the best results of each kind
//! of board and maze.

use std::cmp::Reverse;

use super::page::{Content, Does, Page, Row, back};
use crate::app::platform::today;
use crate::app::reward::{Game, Records};

/// Kinds that are listed at most, those that were played most: as many as the smallest window has
/// room for.
const MOST: usize = 14;

/// What was achieved, in a few lines.
pub(super) fn overview(records: &Records) -> Content {
    let runs = records.runs();
    let ended = counted(runs.ended, "run");
    let mut facts = vec![
        fact("Descend", format!("{ended} ended, {} won", runs.won)),
        fact(
            "",
            format!("deepest depth {}, best score {}", runs.deepest, runs.score),
        ),
    ];
    let mut rows = Vec::new();
    for (game, letter, name) in [
        (Game::Conduit, 'c', "Conduit"),
        (Game::Maze, 'm', "Maze Run"),
    ] {
        let count: u64 = records.bests(game).map(|(_, best)| best.count).sum();
        let ((now, most), days) = (records.streak(game), records.days(game));
        let row = records.daily_streak(game, today());
        facts.extend([
            fact(
                name,
                format!("{} without help", counted(count, game.noun())),
            ),
            fact("  in a row", format!("{now} now, {most} at best")),
            fact(
                "  daily",
                format!("{}, {row} in a row", counted(days as u64, "day")),
            ),
        ]);
        let about = counted(records.bests(game).count() as u64, "kind");
        let about = format!("best results of {about}");
        rows.push(Row::new(Does::Open(Page::Bests(game)), letter, name, about));
    }
    let about = "go back one save";
    rows.push(Row::new(
        Does::Open(Page::Saves),
        's',
        "Earlier saves",
        about,
    ));
    rows.push(back(Page::Main));
    Content {
        title: "Records".to_owned(),
        facts,
        rows,
        first: 0,
    }
}

/// The shortest time and the fewest moves of each kind.
pub(super) fn bests(records: &Records, game: Game) -> Content {
    let mut all: Vec<_> = records.bests(game).collect();
    all.sort_by_key(|(_, best)| Reverse(best.count));
    let shown = all.iter().take(MOST).map(|(kind, best)| {
        fact(
            kind,
            format!("{} ({} done)", best.describe(game), best.count),
        )
    });
    let mut facts: Vec<_> = shown.collect();
    if all.is_empty() {
        facts.push(fact(
            "",
            format!("No {} solved without help yet", game.noun()),
        ));
    } else if all.len() > MOST {
        facts.push(fact(
            "",
            format!("and {} more", counted((all.len() - MOST) as u64, "kind")),
        ));
    }
    let name = match game {
        Game::Conduit => "Conduit",
        Game::Maze => "Maze Run",
    };
    Content {
        title: format!("{name}: best results"),
        facts,
        rows: vec![back(Page::Records)],
        first: 0,
    }
}

fn fact(name: &str, told: String) -> (String, String) {
    (name.to_owned(), told)
}

fn counted(count: u64, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
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
        assert!(
            bests(&records, Game::Conduit).facts[0]
                .1
                .starts_with("No board")
        );
        for (id, side) in (3..20).chain([9, 9]).enumerate() {
            records.add(&Completion {
                game: Game::Conduit,
                kind: format!("{side}x{side} easy"),
                id: id as u64,
                time: Duration::from_secs(40),
                moves: 12,
                help: Help::None,
                given: false,
            });
        }
        let facts = bests(&records, Game::Conduit).facts;
        assert_eq!(facts.len(), MOST + 1);
        assert_eq!(facts[0].0, "9x9 easy");
        assert_eq!(facts[0].1, "0:40, 12 moves (3 done)");
        assert_eq!(facts[MOST].1, "and 3 kinds more");
        let rows = overview(&records).rows;
        assert_eq!(rows[0].about, "best results of 17 kinds");
        assert_eq!(rows[1].about, "best results of 0 kinds");
    }
}
