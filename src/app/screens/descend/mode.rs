//! What is open over the map, and what is aimed.

use bevy::prelude::*;

use super::pack::Purpose;
use crate::app::input::Layer;
use crate::app::ui::list;
use crate::game::{Action, Danger, Letter};
use crate::geom::Pos;

/// What is aimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aimed {
    /// An arrow.
    Arrow,
    /// Something to throw.
    Throw(Letter),
    /// A scroll to read, or something else to use.
    Use(Letter),
    /// A tile to examine.
    Look,
    /// A place to travel to.
    Travel,
    /// The same, with the whole level in the window.
    Level,
    /// Which door beside the player to close.
    Close,
    /// Which brazier beside the player to light or put out.
    Tend,
}

impl Aimed {
    /// What is done if this is aimed at a tile; nothing for what is only looked at or gone to.
    pub(super) const fn action(self, at: Pos) -> Option<Action> {
        let sure = false;
        match self {
            Self::Arrow => Some(Action::Fire { at, sure }),
            Self::Throw(letter) => Some(Action::Throw { letter, at, sure }),
            Self::Use(letter) => Some(Action::Use {
                letter,
                at: Some(at),
                sure,
            }),
            Self::Look | Self::Travel | Self::Level | Self::Close | Self::Tend => None,
        }
    }
}

/// What is open over the map.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The map.
    #[default]
    Map,
    /// A question, with the answer that is chosen: is the player sure?
    Confirm(Action, Danger, usize),
    /// A list of the pack, with the line that is chosen.
    Pack(Purpose, usize),
    /// The card of an item.
    Item {
        /// Which.
        letter: Letter,
        /// Its line in the list.
        from: usize,
        /// The use that is chosen.
        line: usize,
    },
    /// A mark on the map.
    Aim(Aimed, Pos),
    /// The conduit beside the player, with the tile that is chosen.
    Conduit(Pos),
    /// All messages.
    Log,
    /// The pause menu, with the line that is chosen.
    Pause(usize),
    /// A question, with the answer that is chosen: is the run given up?
    GiveUp(usize),
    /// The run is over, with the line that is chosen.
    Over(usize),
}

impl Mode {
    /// The question whether to give up, with its second answer, no, chosen.
    pub(super) const ASK_TO_GIVE_UP: Self = Self::GiveUp(1);

    /// Closes what is open over the map; returns whether anything was.
    pub(super) fn close(&mut self) -> bool {
        *self = match *self {
            Self::Map | Self::Over(_) => return false,
            Self::Item { from, .. } => Self::Pack(Purpose::Use, from),
            _ => Self::Map,
        };
        true
    }

    /// The layer that is open over the map.
    pub(super) const fn layer(self) -> Option<Layer> {
        match self {
            Self::Map => None,
            Self::Aim(..) => Some(Layer::Aim),
            Self::Conduit(_) => Some(Layer::Board),
            _ => Some(Layer::Menu),
        }
    }

    pub(super) fn is_menu(self) -> bool {
        self.layer() == Some(Layer::Menu)
    }
}

impl list::Cursor for Mode {
    fn at_line(self, line: usize) -> Self {
        match self {
            Self::Confirm(action, danger, _) => Self::Confirm(action, danger, line),
            Self::GiveUp(_) => Self::GiveUp(line),
            Self::Pause(_) => Self::Pause(line),
            Self::Pack(purpose, _) => Self::Pack(purpose, line),
            Self::Item { letter, from, .. } => Self::Item { letter, from, line },
            Self::Over(_) => Self::Over(line),
            other => other,
        }
    }
}
