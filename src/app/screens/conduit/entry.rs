//! What people type, paste and choose to get another board: a size, rules, a seed, a share code,
//! an id. Each gives what to begin, or says what is wrong with it and in which part. And the fields
//! of the panel that they are typed into.

use std::time::Duration;

use bevy::prelude::*;

use super::order::Order;
use super::session::Session;
use crate::app::dungeon::entry::{join_lines, parse_side};
use crate::app::ui::field::{Field, line};
use crate::app::ui::theme::Type;
use crate::conduit::{Named, Progress, Puzzle, Spec};
use crate::geom::Size;

/// Asks for another board.
#[derive(Message, Clone, Debug)]
pub enum Begin {
    /// One that is made.
    Order(Order),
    /// One that was given tile by tile.
    Puzzle(Box<Puzzle>),
    /// One on which something has been done.
    Progress(Box<Progress>),
}

impl Begin {
    /// Shows the board, and returns what there is to say.
    pub(super) fn show(self, session: &mut Session) -> Option<String> {
        match self {
            Self::Order(order) => return session.begin(order),
            Self::Puzzle(puzzle) => session.begin_puzzle(*puzzle),
            Self::Progress(progress) => {
                let Progress { conduit, seconds } = *progress;
                session.begin_conduit(conduit, Some(Duration::from_secs(seconds.into())));
            }
        }
        None
    }
}

impl From<Named> for Begin {
    fn from(named: Named) -> Self {
        match named {
            Named::Spec(spec) => Self::Order(Order {
                spec,
                difficulty: None,
            }),
            Named::Puzzle(puzzle) => Self::Puzzle(puzzle),
            Named::Progress(progress) => Self::Progress(progress),
        }
    }
}

/// A board of another size.
///
/// # Errors
/// If there are no boards of this size.
pub fn size(order: &Order, size: Size) -> Result<Begin, String> {
    let spec = Spec::new(size, order.spec.rules, order.spec.seed);
    let spec = spec.map_err(|error| error.to_string())?;
    walls(&Order { spec, ..*order }, order.spec.walls())
}

/// A board with walls on another share of the sides, in per cent.
///
/// # Errors
/// If it is more than 100.
pub fn walls(order: &Order, percent: u8) -> Result<Begin, String> {
    let spec = order.spec.with_walls(percent);
    let spec = spec.map_err(|error| error.to_string())?;
    Ok(Begin::Order(Order { spec, ..*order }))
}

/// What was typed where a seed is: a seed, a share code or an id.
///
/// # Errors
/// Says which part is wrong, and why.
pub fn seed(order: &Order, text: &str) -> Result<Begin, String> {
    let text = join_lines(text);
    if Named::is_meant(&text) {
        return named(&text);
    }
    let seed = text.parse().map_err(|error| format!("seed: {error}"))?;
    let mut spec = order.spec;
    spec.seed = seed;
    Ok(Begin::Order(Order { spec, ..*order }))
}

/// What was typed where an id is, or pasted: an id, one with progress, a share code, or a number as a seed. Other
/// text is no seed here: more likely it is an id that has lost its beginning.
///
/// # Errors
/// Says which part is wrong, and why.
pub fn pasted(order: &Order, text: &str) -> Result<Begin, String> {
    let text = join_lines(text);
    let number = text.strip_prefix("0x").unwrap_or(&text);
    if !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_hexdigit())
        && let Ok(wanted) = seed(order, &text)
    {
        return Ok(wanted);
    }
    named(&text)
}

fn named(text: &str) -> Result<Begin, String> {
    let named: Named = text.parse().map_err(|error| format!("{error}"))?;
    Ok(named.into())
}

/// Characters of the longest id: 50x50 tiles with as many walls and as much progress, and what is
/// before and after them.
const LONGEST: usize = 7700;

/// What a field is for.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoardField {
    /// Columns of the board.
    Width,
    /// Rows of the board.
    Height,
    /// Share of sides with walls, in per cent.
    Walls,
    /// The seed; takes share codes and ids, too.
    Seed,
    /// The id; takes share codes and numbers, too.
    Id,
}

impl BoardField {
    /// The board that `text` leads to.
    fn read(self, session: &Session, text: &str) -> Result<Begin, String> {
        let order = session.order();
        let Size { width, height } = order.spec.size();
        match self {
            Self::Width => size(order, Size::new(parse_side(text)?, height)),
            Self::Height => size(order, Size::new(width, parse_side(text)?)),
            Self::Walls => {
                let percent = text
                    .trim()
                    .parse()
                    .map_err(|_| format!("walls take 0 to 100 per cent, not `{}`", text.trim()))?;
                walls(order, percent)
            }
            Self::Seed => seed(order, text),
            Self::Id => pasted(order, text),
        }
    }
}

impl Field for BoardField {
    type Shown = Session;
    type Request = Begin;

    fn value(self, session: &Session) -> String {
        let size = session.conduit().size();
        match self {
            Self::Width => size.width.to_string(),
            Self::Height => size.height.to_string(),
            Self::Walls => session.order().spec.walls().to_string(),
            Self::Seed => session
                .spec()
                .map_or_else(String::new, |spec| spec.seed.to_string()),
            Self::Id => session.conduit().puzzle().start().id(),
        }
    }

    fn request(self, session: &Session, text: &str) -> Result<Option<Begin>, String> {
        let wanted = self.read(session, text)?;
        Ok((text.trim() != self.value(session)).then_some(wanted))
    }

    fn is_number(self) -> bool {
        matches!(self, Self::Width | Self::Height | Self::Walls)
    }

    fn edition(session: &Res<Session>) -> u64 {
        session.boards()
    }
}

/// Adds a field, `width` characters wide, or as wide as there is room.
pub(super) fn spawn_field(
    parent: &mut ChildSpawnerCommands,
    font: &Type,
    field: BoardField,
    width: Option<f32>,
) {
    line(parent, font, field, width, LONGEST, field.is_number());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

    fn order() -> Order {
        Order::first(Seed(7))
    }

    fn made(wanted: Result<Begin, String>) -> String {
        match wanted {
            Ok(Begin::Order(order)) => order.spec.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_part_of_an_order_changes_by_itself() {
        assert_eq!(made(size(&order(), Size::new(5, 6))), "board/5x6#7");
        assert_eq!(made(walls(&order(), 20)), "board/10x9/walls=20#7");
        assert_eq!(made(seed(&order(), "12")), "board/10x9#12");
        assert_eq!(made(pasted(&order(), " 12 ")), "board/10x9#12");
        assert_eq!(made(seed(&order(), "board/4x4#9")), "board/4x4#9");
    }

    #[test]
    fn an_id_gives_its_very_board() {
        let board = order().spec.make().start().clone();
        let Ok(Begin::Puzzle(puzzle)) = pasted(&order(), &board.id()) else {
            panic!("{}", board.id());
        };
        assert_eq!(puzzle.start(), &board);
        let id = board.id();
        let (one, other) = id.split_at(30);
        let lines = format!("{one}\r\n  {other}\n");
        assert!(matches!(pasted(&order(), &lines), Ok(Begin::Puzzle(_))));
    }

    #[test]
    fn what_is_wrong_is_named_by_its_part() {
        for (text, needle) in [
            ("", "parts"),
            ("some words", "parts WxH:rules:tiles"),
            ("3y3:s:673aaa888", "`3y3` is not a size"),
            ("3x3:q:673aaa888", "`q` is not a rule"),
            ("3x3:s:673aaa88", "have 8 digits"),
            ("3x3:s:673aga888", "column 2, row 2"),
            ("board/10x9/wrp#7", "`wrp` is not a rule"),
        ] {
            let reason = pasted(&order(), text).unwrap_err();
            assert!(reason.contains(needle), "{text}: {reason}");
        }
        let reason = size(&order(), Size::new(2, 9)).unwrap_err();
        assert!(reason.contains("3x3 to 50x50"), "{reason}");
    }
}
