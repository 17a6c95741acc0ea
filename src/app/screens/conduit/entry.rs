//! Text and choices that lead to another board: a size, walls, a seed, a share code, an id. Each
//! gives a [`BoardRequest`] or says which part is wrong.

use super::boards::{BoardRequest, BoardSession, Boards};
use crate::app::platform::today;
use crate::app::puzzle::Puzzle;
use crate::code::{CodeError, Target};
use crate::conduit::Spec;
use crate::game::DailyGame;
use crate::geom::Size;

/// The same kind of board in another size.
///
/// # Errors
/// If the size is outside the allowed range.
pub fn with_size(order: &Spec, size: Size) -> Result<BoardRequest, String> {
    let spec = order.with_size(size).map_err(|error| error.to_string())?;
    Ok(BoardRequest::Generate(spec))
}

/// The same kind of board in another size, and one that undo and redo do not lead to: with the seed of
/// this board or the first one after it.
///
/// # Errors
/// If the size is outside the allowed range.
pub(super) fn new_of_size(session: &BoardSession, size: Size) -> Result<BoardRequest, String> {
    let mut order = *session.order();
    let first = order.seed;
    let mut number = 0;
    loop {
        match with_size(&order, size)? {
            BoardRequest::Generate(met) if session.has_met(met) => {
                number += 1;
                order.seed = first.short_nth(number);
            }
            request => return Ok(request),
        }
    }
}

/// The same kind of board with walls on `percent` of the sides between tiles.
///
/// # Errors
/// If `percent` is more than 100.
pub fn with_walls(order: &Spec, percent: u8) -> Result<BoardRequest, String> {
    let spec = order.with_walls(percent);
    Ok(BoardRequest::Generate(
        spec.map_err(|error| error.to_string())?,
    ))
}

/// The board of what a text names: a seed, a share code, an id or a link, [typed](Target::read) or
/// [pasted](Target::paste).
///
/// # Errors
/// Which part is wrong, and why.
pub fn board_of(order: &Spec, read: Result<Target, CodeError>) -> Result<BoardRequest, String> {
    match read.and_then(|target| target.begun_by(today())) {
        Ok(Target::Board(named)) => Ok(named.into()),
        Ok(Target::Daily(code)) if code.game == DailyGame::Board => {
            Ok(BoardRequest::Daily(code.day))
        }
        Ok(Target::Race(code, solve)) if code.game == DailyGame::Board => {
            Boards::race(code.day, &solve)
        }
        Ok(Target::Number(seed) | Target::Text(seed, _)) => {
            Ok(BoardRequest::Generate(order.with_seed(seed)))
        }
        Ok(other) => Err(other.refusal()),
        Err(CodeError::NotACode(_) | CodeError::Nothing) => Err(NO_BOARD.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The error for a text that names nothing.
const NO_BOARD: &str =
    "this is not a board; an id looks like 3x3:s:673aaa888, a share code like board/10x9#7";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::link;
    use crate::profile::board::BoardRound;
    use crate::rng::Seed;

    fn parse_seed(config: &Spec, text: &str) -> Result<BoardRequest, String> {
        board_of(config, Target::read(text, crate::known()))
    }

    fn parse_pasted(config: &Spec, text: &str) -> Result<BoardRequest, String> {
        board_of(config, Target::paste(text, crate::known()))
    }

    fn config() -> Spec {
        BoardRound::first(Seed(7))
    }

    fn share_code(request: Result<BoardRequest, String>) -> String {
        match request {
            Ok(BoardRequest::Generate(spec) | BoardRequest::Open(spec)) => spec.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_setting_changes_by_itself() {
        let code = share_code;
        assert_eq!(code(with_size(&config(), Size::new(5, 6))), "board/5x6#7");
        assert_eq!(code(with_walls(&config(), 20)), "board/10x9/walls=20#7");
        assert_eq!(code(parse_seed(&config(), "12")), "board/10x9#12");
        assert_eq!(code(parse_pasted(&config(), " 12 ")), "board/10x9#12");
        assert_eq!(code(parse_seed(&config(), "board/4x4#9")), "board/4x4#9");
    }

    #[test]
    fn an_id_gives_its_very_board() {
        let board = config().make().start().clone();
        let is_board = |request: Result<BoardRequest, String>| match request {
            Ok(BoardRequest::Given(given, None)) => given.puzzle().start() == &board,
            _ => false,
        };
        assert!(is_board(parse_pasted(&config(), &board.id())));
        let link = link::build("http://localhost:8000/", &board.id());
        for request in [parse_pasted(&config(), &link), parse_seed(&config(), &link)] {
            assert!(is_board(request));
        }
        let id = board.id();
        let (one, other) = id.split_at(30);
        let lines = format!("{one}\r\n  {other}\n");
        assert!(is_board(parse_pasted(&config(), &lines)));
    }

    #[test]
    fn an_error_names_the_part_that_is_wrong() {
        for (text, needle) in [
            ("", "this is not a board"),
            ("some words", "an id looks like 3x3:s:673aaa888"),
            ("3x3:s:673aaa888:0:0", "this one has 5"),
            ("rooms/120x80#7", "this is a map; open it in the Map Lab"),
            ("https://example.org/#rooms/120x80%237", "this is a map"),
            ("maze-dfs/9x7#5@:0:0", "this is a maze; open it in Maze Run"),
            ("3y3:s:673aaa888", "an id looks like 3x3:s:673aaa888"),
            ("maze-dfs/33x21#7", "this is a maze; open it in Maze Run"),
            ("BC\nB6\n", "this is a maze; paste it in Maze Run"),
            ("cafe", "this is not a board"),
            (
                "https://example.org/#board/9x9%23",
                "in the link, the seed is empty after the \"#\"; give",
            ),
            ("3x3:q:673aaa888", "\"q\" is not a rule"),
            ("3x3:s:673aaa88", "have 8 digits"),
            ("3x3:s:673aga888", "column 2, row 2"),
            ("board/10x9/wrp#7", "\"wrp\" is not a rule"),
        ] {
            let reason = parse_pasted(&config(), text).unwrap_err();
            assert!(reason.contains(needle), "{text}: {reason}");
        }
        let reason = parse_seed(&config(), "rooms/120x80#7").unwrap_err();
        assert!(reason.contains("Map Lab"), "{reason}");
        let reason = with_size(&config(), Size::new(2, 9)).unwrap_err();
        assert!(reason.contains("3x3 to 50x50"), "{reason}");
    }
}
