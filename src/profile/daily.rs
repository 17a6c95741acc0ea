//! The daily board and maze, which are the same for all players: the day gives the seed, and the day of the week
//! decides the size. Also the lines in which results are shared.

use std::time::Duration;

use super::game::Game;
use super::recorded::Recorded;
use super::records::{Help, Records};
use super::round::Round;
use crate::code::link;
use crate::conduit::Spec;
use crate::game::{Daily, DailyCode, DailyGame};
use crate::geom::Size;
use crate::mazerun::Leg;
use crate::profile::format_time;

/// Share codes of the boards, without seed, from Monday to Sunday.
const BOARDS: [&str; 7] = [
    "board/7x7",
    "board/9x8",
    "board/9x9/walls=20",
    "board/11x9",
    "board/9x9/wrap",
    "board/13x11",
    "board/13x12/wrap",
];

/// Generators of the mazes and their sizes in cells, from Monday to Sunday.
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
    let game = DailyGame::Board;
    let seed = DailyCode { game, day }.seed();
    let code = format!("{}#{seed}", BOARDS[weekday(day)]);
    code.parse().expect("each code of the table can be read")
}

/// The maze of a day.
pub fn maze(day: Daily) -> Leg {
    let (generator, size) = MAZES[weekday(day)];
    let game = DailyGame::Maze;
    let seed = DailyCode { game, day }.seed();
    Leg::new(generator, size, seed).expect("each generator of the table makes mazes")
}

/// The line that shares a daily result: time, moves and help.
pub fn daily_line(game: Game, day: Daily, result: (Duration, u32, Help)) -> String {
    format_line(&format!("daily {} {day}", game.daily()), game, result)
}

/// The line that shares the result of a board or a maze: for a daily one the first result of the day, for any
/// other its `name` and `result`.
fn result_line(
    (records, game): (&Records, Game),
    day: Option<Daily>,
    name: impl FnOnce() -> String,
    result: (Duration, u32, Help),
) -> String {
    if let Some(day) = day {
        return daily_line(game, day, records.day(game, day).unwrap_or(result));
    }
    let head = game.title();
    format_line(&format!("{head} {}", name()), game, result)
}

/// A result as it is shared.
pub struct SharedResult {
    /// Time, moves and help, with a link or a code. For a daily it is the first result of that day, and the link has the
    /// recorded solve, if that is the one of this result.
    pub line: String,
    /// The code with the recorded solve, if that is too long for the line.
    pub long_solve: Option<String>,
}

/// The longest recorded solve in a line, in letters.
const MAX_SOLVE: usize = 600;

/// The result of a round with a link to `page`, or a code without one; `None` before it is finished.
pub fn share<R: Round>(
    recorded: &Recorded<R>,
    records: &Records,
    page: &str,
) -> Option<SharedResult> {
    let (round, game): (&R, Game) = (recorded, R::GAME);
    let done = Some(round.completion()).filter(|_| round.is_finished())?;
    let result = (done.time, done.moves, done.help);
    let line = result_line((records, game), done.day, || round.share_name(), result);
    let is_shared = |day: &Daily| {
        let first = records.day(game, *day);
        first.is_none_or(|(_, moves, help)| (moves, help) == (done.moves, done.help))
    };
    let solve = done.day.filter(is_shared);
    let solve = solve.and_then(|_| recorded.solve()?.pack().ok());
    let code = round.code();
    let raced = solve.and_then(|solve| Some(format!("{}@{solve}", code.as_ref()?)));
    let (raced, long_solve) = match raced {
        Some(raced) if raced.len() > MAX_SOLVE => (None, Some(raced)),
        raced => (raced, None),
    };
    Some(SharedResult {
        line: with_link(line, page, raced.or(code)),
        long_solve,
    })
}

/// A line that shares a result, with a link that opens the puzzle of `code` on `page`, or without a page the code
/// itself if the line does not have it.
fn with_link(line: String, page: &str, code: Option<String>) -> String {
    match code {
        Some(code) if !page.is_empty() => format!("{line} {}", link::build(page, &code)),
        // With a recorded solve it is no longer than such a link.
        Some(code) if code.contains('@') => format!("{line}, {code}"),
        Some(code) if code.len() <= MAX_CODE && !line.contains(&code) => format!("{line}, {code}"),
        _ => line,
    }
}

/// The longest code in a line, in bytes: that of a large board has thousands.
const MAX_CODE: usize = 200;

fn format_line(name: &str, game: Game, (time, moves, help): (Duration, u32, Help)) -> String {
    let help = match help {
        Help::None => "no hints",
        Help::Hints => "with hints",
        Help::Shown => "solution shown",
    };
    let (time, moves) = (format_time(time), game.count_moves(moves));
    format!("Undercroft {name}: {time}, {moves}, {help}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_day_has_a_board_and_a_maze_whose_sizes_repeat_every_week() {
        let mut kinds = Vec::new();
        for number in 20_775..20_789 {
            let day = Daily::of_day(number).unwrap();
            maze(day).make().unwrap();
            kinds.push((board(day).size(), maze(day).size()));
            let date: u64 = day.to_string().replace('-', "").parse().unwrap();
            assert!(![board(day).seed.0, maze(day).run_seed().0].contains(&date));
        }
        assert_eq!(kinds[..7], kinds[7..]);
        // 22 November 2026 is a Sunday.
        let sunday = Daily::of_day(20_779).unwrap();
        assert_eq!(board(sunday).size(), Size::new(13, 12));
    }

    #[test]
    fn a_line_has_a_link_or_the_code_if_there_is_no_page() {
        let code = || Some("daily-maze/2026-11-22".to_owned());
        let line = || "Undercroft daily maze 2026-11-22: 3:41".to_owned();
        let page = "https://example.org/u/";
        assert_eq!(
            with_link(line(), page, code()),
            "Undercroft daily maze 2026-11-22: 3:41 https://example.org/u/#daily-maze/2026-11-22"
        );
        assert_eq!(
            with_link(line(), "", code()),
            format!("{}, daily-maze/2026-11-22", line())
        );
        let named = "Undercroft Maze Run maze-dfs/33x21#7: 0:09".to_owned();
        let code = Some("maze-dfs/33x21#7".to_owned());
        assert_eq!(with_link(named.clone(), "", code), named);
        assert_eq!(with_link(line(), page, None), line());
    }

    #[test]
    fn a_result_is_shared_in_one_line() {
        let day = Daily::of_day(20_779).unwrap();
        let time = Duration::from_secs(221);
        assert_eq!(
            daily_line(Game::Conduit, day, (time, 58, Help::None)),
            "Undercroft daily Conduit 2026-11-22: 3:41, 58 moves, no hints"
        );
        assert_eq!(
            daily_line(Game::Maze, day, (time, 1, Help::Hints)),
            "Undercroft daily maze 2026-11-22: 3:41, 1 step, with hints"
        );
    }
}
