//! The texts about boards: hints with their reasons, checks, results, and what boards are called.

use super::words::place_name;
use crate::conduit::{Conduit, Difficulty, Fault, Grade, Hint, Mask, Mistake, Reason};
use crate::game::counted;
use crate::geom::{Dir, Pos, Size};
use crate::pack::Place;
use crate::profile::score::Kind;
use crate::profile::{Help, Stats, format_time};

/// The kind of a board among the records: size, difficulty and rules that differ from the default.
pub fn record_kind(conduit: &Conduit, difficulty: Difficulty) -> Kind {
    let start = conduit.puzzle().start();
    let rules = start.rules();
    let words = [
        (rules.wrap, "wrapping"),
        (start.has_walls(), "walls"),
        (rules.crosses, "crosses"),
        (rules.single, "single"),
    ];
    let special = words.into_iter().filter(|(applies, _)| *applies);
    let name = format!("{} {difficulty}", start.size());
    let base = special.fold(name, |base, (_, word)| format!("{base} {word}"));
    Kind {
        several: rules.ambiguous,
        ..Kind::plain(base)
    }
}

/// How hard the board is; `None` if logic does not solve it because it has several solutions.
pub fn shown_grade(conduit: &Conduit, grade: Grade) -> Option<String> {
    let is_open = grade.difficulty == Difficulty::Expert && conduit.board().rules().ambiguous;
    (!is_open).then(|| grade.to_string())
}

/// As [`shown_grade`], with the dots drawn: `hard ●●●○○`.
pub fn drawn_grade(conduit: &Conduit, grade: Grade) -> Option<String> {
    let shown = shown_grade(conduit, grade)?;
    let dots = usize::from(grade.dots());
    let (name, _) = shown.split_once(' ')?;
    Some(format!(
        "{name} {}{}",
        "●".repeat(dots),
        "○".repeat(5 - dots)
    ))
}

/// A board's size and how hard it is, such as `10x9 easy 2/5`.
pub fn board_name(conduit: &Conduit, grade: Grade) -> String {
    let size = conduit.size().to_string();
    shown_grade(conduit, grade).map_or(size.clone(), |grade| format!("{size} {grade}"))
}

/// What to tell a player of a board or a maze that a pack has, too.
pub fn same_in_pack(names: &[&str], place: Place) -> String {
    format!("{} has the same, {place}", names[place.pack])
}

/// The sides that a hint's reasons say must be joined, and those that cannot be; `None` if no
/// reason is about sides.
pub fn known_edges(hint: &Hint) -> Option<(Mask, Mask)> {
    let edges = hint
        .because
        .iter()
        .filter_map(|because| match because.reason {
            Reason::Edges { joined, closed } => Some((joined, closed)),
            _ => None,
        });
    edges.reduce(|(joined, closed), (more, shut)| (joined | more, closed | shut))
}

/// Whether the tile of a hint has been turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The player has yet to turn it.
    Pointed,
    /// The hint has turned it.
    Turned,
    /// It was named as a mistake.
    Named,
}

/// Where a hint turned or would turn a tile, and why. The board marks the tiles that it calls framed.
pub fn hint_text(hint: &Hint, conduit: &Conduit, stage: Stage) -> String {
    explain_hint(hint, conduit, (Medium::Drawn, stage))
}

/// As [`hint_text`], for a player who does not see the board: the tiles that matter are named.
pub fn spoken_hint(hint: &Hint, conduit: &Conduit, stage: Stage) -> String {
    explain_hint(hint, conduit, (Medium::Spoken, stage))
}

/// What to tell a player who asks for a mistake and has made none.
pub const NO_MISTAKE: &str =
    "No mistake: the tiles that you locked, or turned and left, are right.";

/// What went wrong, and why it is wrong, once the board is back in the position before.
pub fn mistake_text(mistake: &Mistake, conduit: &Conduit) -> String {
    explain_mistake(mistake, conduit, Medium::Drawn)
}

/// As [`mistake_text`], for a player who does not see the board.
pub fn spoken_mistake(mistake: &Mistake, conduit: &Conduit) -> String {
    explain_mistake(mistake, conduit, Medium::Spoken)
}

fn explain_mistake(mistake: &Mistake, conduit: &Conduit, medium: Medium) -> String {
    let back = counted(mistake.changes as u32, "change");
    let place = medium.place(mistake.hint.at);
    let fault = match mistake.fault {
        Fault::Locked => "locked in a wrong position",
        Fault::Left => "in a wrong position",
    };
    let why = explain_hint(&mistake.hint, conduit, (medium, Stage::Named));
    let told = format!("Took back {back}: the {place} was {fault}. {why}");
    told.trim_end().to_owned()
}

/// How a hint reaches the player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Medium {
    /// On the board, where the tiles that matter have a frame.
    Drawn,
    /// In words alone.
    Spoken,
}

impl Medium {
    /// A tile and its place.
    fn place(self, at: Pos) -> String {
        match self {
            Self::Drawn => format!("tile at column {}, row {}", at.x + 1, at.y + 1),
            Self::Spoken => format!("tile at {}", place_name(at)),
        }
    }

    /// What tiles that matter are called.
    const fn tiles(self, plural: bool) -> &'static str {
        match (self, plural) {
            (Self::Drawn, false) => "the framed tile",
            (Self::Drawn, true) => "the framed tiles",
            (Self::Spoken, false) => "the tile",
            (Self::Spoken, true) => "the tiles",
        }
    }
}

fn explain_hint(hint: &Hint, conduit: &Conduit, (medium, stage): (Medium, Stage)) -> String {
    let place = medium.place(hint.at);
    let mut otherwise = Vec::new();
    for because in &hint.because {
        let would = match because.reason {
            Reason::Edges { .. } => continue,
            Reason::Loop if medium == Medium::Spoken => {
                format!("close a loop through {}", name_places(&because.tiles))
            }
            Reason::Stranded if medium == Medium::Spoken => {
                format!("cut off {} from the rest", name_places(&because.tiles))
            }
            Reason::Loop => "close a loop through the framed tiles".to_owned(),
            Reason::Stranded => "cut some framed tiles off from the rest".to_owned(),
            Reason::Tried => {
                "lead to a contradiction after more steps than can be shown".to_owned()
            }
            Reason::Chosen => {
                let matches = match stage {
                    Stage::Pointed | Stage::Named => "would match one of them if it was turned",
                    Stage::Turned => "now matches one of them",
                };
                return format!("This board has several solutions: the {place} {matches}");
            }
        };
        if !otherwise.contains(&would) {
            otherwise.push(would);
        }
    }
    // One clause covers all known sides, however many steps of deduction they took.
    let known =
        known_edges(hint).map(|edges| edges_text(conduit, hint.at, edges, (medium, "here")));
    let otherwise = (!otherwise.is_empty())
        .then(|| format!("otherwise it would {}", join_words(&otherwise, "or")));
    let reasons: Vec<String> = known.into_iter().chain(otherwise).collect();
    let fits = match (stage, reasons.is_empty()) {
        (Stage::Turned, _) => format!("The {place} fits only this way"),
        (Stage::Pointed, false) => format!("The {place} is wrong, and fits only one way"),
        (Stage::Pointed, true) => return format!("The {place} is wrong"),
        (Stage::Named, false) => "It fits only one way".to_owned(),
        (Stage::Named, true) => return String::new(),
    };
    let told = format!("{fits}: {}", reasons.join("; "));
    match explain_below(hint, conduit, medium) {
        below if below.is_empty() => told,
        below => format!("{told}. {below}"),
    }
}

/// Of how many neighbours a hint says why they are as they are.
const MAX_BELOW: usize = 2;

/// Why the neighbours that are a reason are as they are.
fn explain_below(hint: &Hint, conduit: &Conduit, medium: Medium) -> String {
    let told = hint.below.iter().filter_map(|(at, because)| {
        let mut sides = Dir::CARDINAL.into_iter();
        let side = sides.find(|dir| conduit.beyond(hint.at, *dir) == Some(*at));
        let name = match side.filter(|_| medium == Medium::Drawn) {
            Some(side) => format!("tile {}", list_sides(Mask::of(side))),
            None => Medium::Spoken.place(*at),
        };
        let why = match because.reason {
            Reason::Edges { joined, closed } => {
                edges_text(conduit, *at, (joined, closed), (Medium::Spoken, "to it"))
            }
            Reason::Loop => "any other way would close a loop".to_owned(),
            Reason::Stranded => "any other way would cut a part off".to_owned(),
            Reason::Tried | Reason::Chosen => return None,
        };
        Some(format!("For the {name}, {why}"))
    });
    let told: Vec<String> = told.take(MAX_BELOW).collect();
    told.join(". ")
}

/// What lies on the sides that must be joined, and on those that cannot be.
fn edges_text(
    conduit: &Conduit,
    at: Pos,
    (joined, closed): (Mask, Mask),
    (medium, whom): (Medium, &str),
) -> String {
    let board = conduit.board();
    let [upper, lower] = board.wellspring();
    let (mut ends, mut walls, mut tiles) = (Mask::NONE, Mask::NONE, Mask::NONE);
    for dir in closed.dirs() {
        let from = match (at == lower, dir) {
            (true, Dir::North) => upper,
            _ => at,
        };
        let is_wall = |next| match dir {
            Dir::East | Dir::South => board.walls(from).has(dir),
            _ => board.walls(next).has(dir.opposite()),
        };
        let sides = match conduit.beyond(from, dir) {
            None => &mut ends,
            Some(next) if is_wall(next) => &mut walls,
            Some(_) => &mut tiles,
        };
        *sides = *sides | Mask::of(dir);
    }
    let framed = |sides: Mask, connects: &str| {
        let tiles = medium.tiles(sides.count() != 1);
        format!("{tiles} {} {connects} {whom}", list_sides(sides))
    };
    let clauses: Vec<String> = [
        (joined, framed(joined, "must connect")),
        (tiles, framed(tiles, "cannot connect")),
        (walls, format!("there is a wall {}", list_sides(walls))),
        (ends, format!("the board ends {}", list_sides(ends))),
    ]
    .into_iter()
    .filter(|(sides, _)| *sides != Mask::NONE)
    .map(|(_, clause)| clause)
    .collect();
    join_words(&clauses, "and")
}

fn list_sides(sides: Mask) -> String {
    let words: Vec<&str> = sides
        .dirs()
        .map(|dir| match dir {
            Dir::North => "above",
            Dir::South => "below",
            Dir::West => "on the left",
            _ => "on the right",
        })
        .collect();
    join_words(&words, "and")
}

/// The most places that a sentence names.
const MAX_PLACES: usize = 4;

/// Names tiles, or the first few and the number of the others.
fn name_places(places: &[Pos]) -> String {
    let mut names: Vec<String> = places.iter().map(|at| place_name(*at)).collect();
    if names.len() > MAX_PLACES + 1 {
        let others = names.split_off(MAX_PLACES).len();
        names.push(format!("{others} other tiles"));
    }
    let names: Vec<String> = names.iter().map(|name| name.replace(", ", " ")).collect();
    match names.len() {
        0 => "some tiles".to_owned(),
        _ => join_words(&names, "and"),
    }
}

/// Joins words by commas, and the last by `conjunction`.
pub(in crate::profile) fn join_words(words: &[impl AsRef<str>], conjunction: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            format!("{} {conjunction} {last}", rest.join(", "))
        }
        _ => words.concat(),
    }
}

/// The result of a board solved by `moves` moves, not counting undone ones; `fewest` is the fewest
/// possible.
pub fn result_text(stats: &Stats, moves: u32, fewest: u32) -> String {
    let all = counted(stats.moves, "move");
    let undone = if stats.moves > moves {
        ", undone ones included"
    } else {
        ""
    };
    let moves = match stats.moves <= fewest {
        true => format!("{all}, the fewest possible."),
        false => format!("{all}{undone}. Fewest: {fewest}."),
    };
    let played = format_time(stats.time.unwrap_or_default());
    match stats.help {
        Help::Shown => "Solution shown: this board does not count as solved.".to_owned(),
        Help::Hints => format!("Solved with hints, in {played} with {moves}"),
        Help::None => format!("Solved in {played} with {moves}"),
    }
}

/// A board that is being generated.
pub fn wanted_name(size: Size, wanted: Option<Difficulty>) -> String {
    match wanted {
        Some(wanted) => format!("a board of {size} that is {wanted}"),
        None => format!("a board of {size}"),
    }
}

/// What to tell a player who wanted a board of another difficulty.
pub fn not_found_text(wanted: Difficulty, size: Size, found: Option<&str>) -> String {
    let found = found.map_or("has several solutions".to_owned(), |found| {
        format!("is {found}")
    });
    format!("No {wanted} board of {size} was found: this one {found}")
}

/// The outcome of a check of a board with several solutions, none of which has all locked tiles.
pub const LOCKS_CONFLICT: &str = "Each locked tile fits a solution, but no solution has them all";

/// The outcome of a check, from the numbers of locked tiles and of those that are wrong.
pub fn check_text(locked: usize, wrong: usize) -> String {
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
    use crate::conduit::{Because, Spec};
    use crate::geom::Pos;
    use std::time::Duration;

    #[test]
    fn results_read_well() {
        assert_eq!(check_text(3, 1), "One of 3 locked tiles is wrong");
        let stats = Stats {
            time: Some(Duration::from_secs(9)),
            moves: 12,
            ..Stats::default()
        };
        let message = result_text(&stats, 12, 10);
        assert_eq!(message, "Solved in 0:09 with 12 moves. Fewest: 10.");
        let message = result_text(&stats, 10, 10);
        assert_eq!(
            message,
            "Solved in 0:09 with 12 moves, undone ones included. Fewest: 10."
        );
    }

    #[test]
    fn a_hint_names_its_place_and_every_reason() {
        let conduit = Conduit::new("board/3x3/single#7".parse::<Spec>().unwrap().make());
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
                    closed: Mask::new(13),
                }),
                because(Reason::Loop),
                because(Reason::Edges {
                    joined: Mask::new(2),
                    closed: Mask::new(1),
                }),
            ],
            below: vec![(
                Pos::new(1, 0),
                because(Reason::Edges {
                    joined: Mask::new(2),
                    closed: Mask::new(8),
                }),
            )],
        };
        assert_eq!(
            hint_text(&hinted, &conduit, Stage::Turned),
            "The tile at column 3, row 1 fits only this way: the framed tile below must connect here, \
             the framed tile on the left cannot connect here and the board ends above and on the right; \
             otherwise it would close a loop through the framed tiles. \
             For the tile on the left, the tile below must connect to it and the board ends above"
        );
        assert!(spoken_hint(&hinted, &conduit, Stage::Pointed).starts_with(
            "The tile at row 1, column 3 is wrong, and fits only one way: the tile below"
        ));
        let mistake = Mistake {
            fault: Fault::Left,
            changes: 3,
            hint: hinted.clone(),
        };
        assert!(mistake_text(&mistake, &conduit).starts_with(
            "Took back 3 changes: the tile at column 3, row 1 was in a wrong position. It fits only one way: "
        ));
        let several = Hint {
            because: vec![because(Reason::Chosen)],
            ..hinted
        };
        assert_eq!(
            hint_text(&several, &conduit, Stage::Turned),
            "This board has several solutions: the tile at column 3, row 1 now matches one of them"
        );
    }
}
