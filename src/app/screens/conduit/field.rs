//! The fields of the panel: size, walls, seed and id.

use bevy::prelude::*;

use super::entry::{self, Begin};
use super::session::Session;
use crate::app::dungeon::entry::side;
use crate::app::ui::field::{Field, line};
use crate::app::ui::theme::Type;
use crate::geom::Size;

/// Characters of the longest id: 50x50 tiles with as many walls, and what is before them.
const LONGEST: usize = 5100;

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
            Self::Width => entry::size(order, Size::new(side(text)?, height)),
            Self::Height => entry::size(order, Size::new(width, side(text)?)),
            Self::Walls => {
                let percent = text
                    .trim()
                    .parse()
                    .map_err(|_| format!("walls take 0 to 100 per cent, not `{}`", text.trim()))?;
                entry::walls(order, percent)
            }
            Self::Seed => entry::seed(order, text),
            Self::Id => entry::pasted(order, text),
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
pub(super) fn spawn(
    parent: &mut ChildSpawnerCommands,
    font: &Type,
    field: BoardField,
    width: Option<f32>,
) {
    line(parent, font, field, width, LONGEST, field.is_number());
}
