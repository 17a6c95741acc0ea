//! Reasons and results as people read them.

use super::score::Spent;
use crate::app::reward::Help;
use crate::app::ui::stopwatch::format_time;
use crate::conduit::{Conduit, Difficulty, Hint, Mask, Reason};
use crate::geom::{Dir, Size};

/// What is said when the tiles are joined, and the solution was shown.
const SHOWN: &str = "This is the solution: it was shown, not found";

/// A difficulty in a word.
pub(super) const fn difficulty(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::Easy => "easy",
        Difficulty::Medium => "medium",
        Difficulty::Hard => "hard",
        Difficulty::Expert => "expert",
    }
}

/// What the board's records are of: size, difficulty and the rules that are not the usual ones.
pub(super) fn kind(conduit: &Conduit, rating: Difficulty) -> String {
    let start = conduit.puzzle().start();
    let rules = start.rules();
    let words = [
        (rules.wrap, "wrapping"),
        (start.has_walls(), "walls"),
        (rules.crosses, "crosses"),
        (rules.single, "single"),
        (rules.ambiguous, "ambiguous"),
    ];
    let holds = words.into_iter().filter(|(holds, _)| *holds);
    holds.fold(board(start.size(), rating), |kind, (_, word)| {
        format!("{kind} {word}")
    })
}

/// A board in two words.
pub(super) fn board(size: Size, rating: Difficulty) -> String {
    format!("{size} {}", difficulty(rating))
}

/// Why a tile was turned.
pub(super) fn hint(hint: &Hint) -> String {
    // One sentence on all sides that are known, however many steps told them.
    let known = hint
        .because
        .iter()
        .filter_map(|because| match because.reason {
            Reason::Edges { joined, closed } => Some((joined.bits(), closed.bits())),
            _ => None,
        });
    let known = known.reduce(|(joined, closed), (more, shut)| (joined | more, closed | shut));
    let mut parts: Vec<String> = known
        .map(|(joined, closed)| edges(Mask::new(joined), Mask::new(closed)))
        .into_iter()
        .collect();
    for because in &hint.because {
        parts.push(match because.reason {
            Reason::Edges { .. } => continue,
            Reason::Loop => "turned any other way, it would close a loop".to_owned(),
            Reason::Stranded => {
                "turned any other way, it would cut off part of the board".to_owned()
            }
            Reason::Tried => {
                "turned any other way, it leads to a contradiction, too many steps later to show"
                    .to_owned()
            }
            Reason::Chosen => {
                "the board has several solutions; this is from one of them".to_owned()
            }
        });
    }
    let place = format!("column {}, row {}", hint.at.x + 1, hint.at.y + 1);
    format!("Hint at {place}: {}", parts.join("; "))
}

fn edges(joined: Mask, closed: Mask) -> String {
    let (must, cannot) = (sides(joined, "and"), sides(closed, "or"));
    let why = "because of what surrounds it";
    match (must.is_empty(), cannot.is_empty()) {
        (false, false) => format!("it has to lead {must} and cannot lead {cannot}, {why}"),
        (false, true) => format!("it has to lead {must}, {why}"),
        _ => format!("it cannot lead {cannot}, {why}"),
    }
}

fn sides(mask: Mask, last_joined_by: &str) -> String {
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
            format!("{} {last_joined_by} {last}", rest.join(", "))
        }
        Some((last, _)) => (*last).to_owned(),
        None => String::new(),
    }
}

/// What is said when all tiles are joined.
pub(super) fn victory(spent: &Spent, fewest: u32) -> String {
    let moves = match (spent.moves, spent.moves <= fewest) {
        (1, _) => "one move".to_owned(),
        (moves, true) => format!("{moves} moves, the fewest possible"),
        (moves, false) => format!("{moves} moves ({fewest} would do)"),
    };
    let played = format_time(spent.played.unwrap_or_default());
    match spent.help() {
        Help::Shown => SHOWN.to_owned(),
        Help::Hints => format!("Solved with help: {moves}, in {played}"),
        Help::None => format!("Solved: {moves}, in {played}"),
    }
}

/// That there was no board of the difficulty that was wanted.
pub(super) fn not_found(wanted: Difficulty, size: Size, found: Difficulty) -> String {
    let (wanted, found) = (difficulty(wanted), difficulty(found));
    format!("No {wanted} board of {size} was found: this one is {found}")
}

/// What a check found.
pub(super) fn check(locked: usize, wrong: usize) -> String {
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
        assert_eq!(check(3, 1), "One of 3 locked tiles is wrong");
        let spent = Spent {
            played: Some(Duration::from_secs(9)),
            moves: 12,
            ..Spent::default()
        };
        let said = victory(&spent, 10);
        assert_eq!(said, "Solved: 12 moves (10 would do), in 0:09");
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
            hint(&hinted),
            "Hint at column 3, row 1: it has to lead right and cannot lead left, because of what surrounds it; \
             turned any other way, it would close a loop"
        );
    }
}
