//! The screen's texts: hints with their reasons, checks, results, and what boards are called.

use super::score::Stats;
use crate::app::reward::Help;
use crate::app::ui::stopwatch::format_time;
use crate::conduit::{Conduit, Difficulty, Hint, Mask, Reason};
use crate::geom::{Dir, Size};

pub(super) const fn difficulty_name(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::Easy => "easy",
        Difficulty::Medium => "medium",
        Difficulty::Hard => "hard",
        Difficulty::Expert => "expert",
    }
}

/// The category of the board's records: size, difficulty and rules that differ from the default.
pub(super) fn record_category(conduit: &Conduit, rating: Difficulty) -> String {
    let start = conduit.puzzle().start();
    let rules = start.rules();
    let words = [
        (rules.wrap, "wrapping"),
        (start.has_walls(), "walls"),
        (rules.crosses, "crosses"),
        (rules.single, "single"),
        (rules.ambiguous, "ambiguous"),
    ];
    let special = words.into_iter().filter(|(applies, _)| *applies);
    special.fold(board_name(start.size(), rating), |category, (_, word)| {
        format!("{category} {word}")
    })
}

/// A board's size and difficulty, such as `10x9 easy`.
pub(super) fn board_name(size: Size, rating: Difficulty) -> String {
    format!("{size} {}", difficulty_name(rating))
}

/// The sides that a hint's reasons say must be joined, and those that cannot be; `None` if no
/// reason is about sides.
pub(super) fn known_edges(hint: &Hint) -> Option<(Mask, Mask)> {
    let edges = hint
        .because
        .iter()
        .filter_map(|because| match because.reason {
            Reason::Edges { joined, closed } => Some((joined, closed)),
            _ => None,
        });
    edges.reduce(|(joined, closed), (more, shut)| (joined | more, closed | shut))
}

/// Where a hint turned a tile, and why.
pub(super) fn hint_text(hint: &Hint) -> String {
    // One clause covers all known sides, however many steps of deduction they took.
    let known = known_edges(hint).map(|(joined, closed)| edges_text(joined, closed));
    let others = hint
        .because
        .iter()
        .filter_map(|because| match because.reason {
            Reason::Edges { .. } => None,
            Reason::Loop => Some("turned any other way, it would close a loop"),
            Reason::Stranded => Some("turned any other way, it would cut off part of the board"),
            Reason::Tried => Some(
                "turned any other way, it leads to a contradiction, too many steps later to show",
            ),
            Reason::Chosen => Some("the board has several solutions; this is from one of them"),
        });
    let parts: Vec<String> = known.into_iter().chain(others.map(str::to_owned)).collect();
    let place = format!("column {}, row {}", hint.at.x + 1, hint.at.y + 1);
    format!("Hint at {place}: {}", parts.join("; "))
}

fn edges_text(joined: Mask, closed: Mask) -> String {
    let (must, cannot) = (list_sides(joined, "and"), list_sides(closed, "or"));
    let why = "because of what surrounds it";
    match (must.is_empty(), cannot.is_empty()) {
        (false, false) => format!("it has to lead {must} and cannot lead {cannot}, {why}"),
        (false, true) => format!("it has to lead {must}, {why}"),
        _ => format!("it cannot lead {cannot}, {why}"),
    }
}

/// The sides of a mask, with `conjunction` before the last.
fn list_sides(mask: Mask, conjunction: &str) -> String {
    let words: Vec<&str> = mask
        .dirs()
        .map(|dir| match dir {
            Dir::North => "up",
            Dir::South => "down",
            Dir::West => "left",
            _ => "right",
        })
        .collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            format!("{} {conjunction} {last}", rest.join(", "))
        }
        Some((last, _)) => (*last).to_owned(),
        None => String::new(),
    }
}

/// The result of a solved board; `fewest` is the fewest moves possible.
pub(super) fn result_text(stats: &Stats, fewest: u32) -> String {
    let moves = match (stats.moves, stats.moves <= fewest) {
        (1, _) => "one move".to_owned(),
        (moves, true) => format!("{moves} moves, the fewest possible"),
        (moves, false) => format!("{moves} moves ({fewest} would do)"),
    };
    let played = format_time(stats.played.unwrap_or_default());
    match stats.help() {
        Help::Shown => "This is the solution: it was shown, not found".to_owned(),
        Help::Hints => format!("Solved with help: {moves}, in {played}"),
        Help::None => format!("Solved: {moves}, in {played}"),
    }
}

pub(super) fn not_found_text(wanted: Difficulty, size: Size, found: Difficulty) -> String {
    let (wanted, found) = (difficulty_name(wanted), difficulty_name(found));
    format!("No {wanted} board of {size} was found: this one is {found}")
}

/// The outcome of a check, from the numbers of locked tiles and of those that are wrong.
pub(super) fn check_text(locked: usize, wrong: usize) -> String {
    match (locked, wrong) {
        (0, _) => "Nothing is locked: lock the tiles you are sure of, then check them".to_owned(),
        (1, 0) => "The locked tile is right".to_owned(),
        (_, 0) => format!("All {locked} locked tiles are right"),
        (1, 1) => "The locked tile is wrong".to_owned(),
        (_, 1) => format!("One of {locked} locked tiles is wrong"),
        _ => format!("{wrong} of {locked} locked tiles are wrong"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduit::Because;
    use crate::geom::Pos;
    use std::time::Duration;

    #[test]
    fn results_read_well() {
        assert_eq!(check_text(3, 1), "One of 3 locked tiles is wrong");
        let stats = Stats {
            played: Some(Duration::from_secs(9)),
            moves: 12,
            ..Stats::default()
        };
        let message = result_text(&stats, 10);
        assert_eq!(message, "Solved: 12 moves (10 would do), in 0:09");
    }

    #[test]
    fn a_hint_names_its_place_and_every_reason() {
        let because = |reason| Because {
            ruled_out: Vec::new(),
            reason,
            tiles: Vec::new(),
        };
        let hinted = Hint {
            at: Pos::new(2, 0),
            from: Mask::new(8),
            to: Mask::new(2),
            because: vec![
                because(Reason::Edges {
                    joined: Mask::NONE,
                    closed: Mask::new(1),
                }),
                because(Reason::Loop),
                because(Reason::Edges {
                    joined: Mask::new(4),
                    closed: Mask::new(1),
                }),
            ],
        };
        assert_eq!(
            hint_text(&hinted),
            "Hint at column 3, row 1: it has to lead right and cannot lead left, because of what surrounds it; \
             turned any other way, it would close a loop"
        );
    }
}
