//! The board and the maze of each day, the same for everybody: their seed is the date, and the day
//! of the week decides how large they are. And the line in which a result is told to others.

use std::time::Duration;

use super::records::{Game, Help, Records};
use crate::app::platform::Clipboard;
use crate::app::ui::stopwatch::format_time;
use crate::conduit::Spec;
use crate::game::Daily;
use crate::geom::Size;
use crate::mazerun::Leg;
use crate::rng::Seed;

/// Share codes of boards without their seed, from Monday to Sunday.
const BOARDS: [&str; 7] = [
    "board/7x7",
    "board/9x8",
    "board/9x9/walls=20",
    "board/11x9",
    "board/9x9/wrap",
    "board/13x11",
    "board/13x12/wrap",
];

/// Generators and sizes in cells of mazes, from Monday to Sunday.
const MAZES: [(&str, Size); 7] = [
    ("maze-dfs", Size::new(16, 10)),
    ("maze-wilson", Size::new(18, 11)),
    ("maze-growing-tree", Size::new(20, 12)),
    ("maze-kruskal", Size::new(22, 14)),
    ("maze-dfs", Size::new(24, 15)),
    ("maze-growing-tree", Size::new(28, 18)),
    ("maze-dfs", Size::new(32, 20)),
];

/// The day of the week: 0 for Monday. 1 January 1970 was a Thursday.
fn weekday(day: Daily) -> usize {
    (day.day() as usize + 3) % 7
}

/// The board of a day.
pub fn board(day: Daily) -> Spec {
    let code = format!("{}#{}", BOARDS[weekday(day)], day.seed());
    code.parse().expect("each code of the table can be read")
}

/// The maze of a day.
pub fn maze(day: Daily) -> Leg {
    let (generator, size) = MAZES[weekday(day)];
    Leg::new(generator, size, day.seed()).expect("each generator of the table makes mazes")
}

/// The day of a seed that is a date.
fn day_of(seed: Seed) -> Option<Daily> {
    Daily::of((seed, 0))
}

/// The day whose board this is.
pub fn day_of_board(spec: &Spec) -> Option<Daily> {
    day_of(spec.seed).filter(|day| board(*day) == *spec)
}

/// The day whose maze this is.
pub fn day_of_maze(leg: &Leg) -> Option<Daily> {
    day_of(leg.run_seed()).filter(|day| maze(*day) == *leg)
}

/// The result of a day in a line for others.
pub fn line(game: Game, day: Daily, result: (Duration, u32, Help)) -> String {
    let what = match game {
        Game::Conduit => "Conduit",
        Game::Maze => "maze",
    };
    tell(&format!("daily {what} {day}"), game, result)
}

/// The result of a board or a maze in a line for others: of that of a day, the first; of any other, what
/// it is and the result `here`.
pub fn result(
    (records, game): (&Records, Game),
    day: Option<Daily>,
    what: impl FnOnce() -> String,
    here: (Duration, u32, Help),
) -> String {
    if let Some(day) = day {
        return line(game, day, records.day(game, day).unwrap_or(here));
    }
    let head = match game {
        Game::Conduit => "Conduit",
        Game::Maze => "Maze Run",
    };
    tell(&format!("{head} {}", what()), game, here)
}

/// Copies a result; what there is to tell of that.
pub fn share(result: &str, clipboard: &mut Clipboard) -> String {
    match clipboard.copy(result) {
        Ok(()) => format!("Copied: {result}"),
        Err(reason) => format!("{reason}; the result is: {result}"),
    }
}

fn tell(what: &str, game: Game, (time, moves, help): (Duration, u32, Help)) -> String {
    let one = game.moves().trim_end_matches('s');
    let many = if moves == 1 { "" } else { "s" };
    let help = match help {
        Help::None => "no hints",
        Help::Hints => "with hints",
        Help::Shown => "solution shown",
    };
    format!(
        "Undercroft {what}: {}, {moves} {one}{many}, {help}",
        format_time(time)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_day_has_a_board_and_a_maze_that_are_known_by_their_day() {
        let mut kinds = Vec::new();
        for number in 20_775..20_789 {
            let day = Daily::of_day(number).unwrap();
            assert_eq!(day_of_board(&board(day)), Some(day));
            assert_eq!(day_of_maze(&maze(day)), Some(day));
            assert_eq!(day_of_maze(&maze(day).another()), None);
            maze(day).make().unwrap();
            kinds.push(board(day).size());
        }
        assert_eq!(kinds[..7], kinds[7..], "a week later the same kind comes");
        let other: Spec = "board/7x7#20261122".parse().unwrap();
        assert_eq!(day_of_board(&other), None, "22 November 2026 is a Sunday");
        assert_eq!(
            board(day_of(Seed(20_261_122)).unwrap()).size(),
            Size::new(13, 12)
        );
    }

    #[test]
    fn a_result_is_told_in_a_line() {
        let day = Daily::of_day(20_779).unwrap();
        let time = Duration::from_secs(221);
        assert_eq!(
            line(Game::Conduit, day, (time, 58, Help::None)),
            "Undercroft daily Conduit 2026-11-22: 3:41, 58 moves, no hints"
        );
        assert_eq!(
            line(Game::Maze, day, (time, 1, Help::Hints)),
            "Undercroft daily maze 2026-11-22: 3:41, 1 step, with hints"
        );
    }
}
