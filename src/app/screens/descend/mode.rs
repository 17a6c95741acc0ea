//! The screen's mode: what is open over the map, and what is being aimed.

use bevy::prelude::*;

use crate::app::input::Layer;
use crate::app::ui::list::List;
use crate::game::{Action, Danger, Letter};
use crate::geom::Pos;

/// What the aiming cursor selects a tile for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AimKind {
    /// Shooting an arrow.
    Arrow,
    /// Throwing the item with this letter.
    Throw(Letter),
    /// Reading a scroll or using a relic.
    Use(Letter),
    /// Examining a tile.
    Look,
    /// Travelling.
    Travel,
    /// Travelling, with the whole level in the window.
    Level,
    /// Closing an adjacent door.
    Close,
    /// Lighting or putting out an adjacent brazier.
    Tend,
    /// Knocking an adjacent brazier over.
    Push,
}

impl AimKind {
    /// The action aimed at `at`, or `None` for kinds that only pick a tile or a direction.
    pub(super) const fn action(self, at: Pos) -> Option<Action> {
        match self {
            Self::Arrow => Some(Action::Fire { at }),
            Self::Throw(letter) => Some(Action::Throw { letter, at }),
            Self::Use(letter) => Some(Action::Use {
                letter,
                at: Some(at),
            }),
            Self::Look | Self::Travel | Self::Level | Self::Close | Self::Tend | Self::Push => None,
        }
    }

    /// Whether any tile of the level can be picked, to look at it or to walk there.
    pub(super) const fn is_look(self) -> bool {
        matches!(self, Self::Look | Self::Travel | Self::Level)
    }
}

/// What the player picks an item of the pack for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(strum::VariantArray))]
pub enum Purpose {
    /// To open its card.
    Use,
    /// To drop it.
    Drop,
    /// To throw it at a tile.
    Throw,
    /// To shoot it with the bow in hand.
    Shoot,
    /// To eat it.
    Eat,
    /// To drink it.
    Quaff,
    /// To read it.
    Read,
    /// To use a relic.
    UseRelic,
    /// To wield or wear it.
    Equip,
    /// To take off, put away or put out what is in use.
    TakeOff,
}

/// What is open over the map. Each `usize` is the index of the selected line.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Nothing: keys act on the map.
    #[default]
    Map,
    /// Asks the player to confirm a dangerous action.
    Confirm(Action, Danger, usize),
    /// The pack, or the part of it that suits the purpose.
    Pack(Purpose, usize),
    /// An item's card.
    Item {
        /// The item's letter in the pack.
        letter: Letter,
        /// The item's line in the pack list, selected again on return.
        from: usize,
        /// The selected use.
        line: usize,
    },
    /// An aiming cursor on this tile.
    Aim(AimKind, Pos),
    /// The adjacent conduit's board, with the selected tile.
    Conduit(Pos),
    /// The message log, scrolled back by this many messages.
    Log(usize),
    /// The pause menu.
    Pause(usize),
    /// Asks whether to give up the run.
    GiveUp(usize),
    /// The menu at the end of a run.
    Over(usize),
}

impl Mode {
    /// Asks whether to give up, with "No" selected.
    pub(super) const ASK_TO_GIVE_UP: Self = Self::GiveUp(1);

    /// Asks to confirm a dangerous action, with "No" selected.
    pub(super) const fn ask(action: Action, danger: Danger) -> Self {
        Self::Confirm(action, danger, 1)
    }

    /// Goes back one level, from an item's card to the pack list. Returns whether anything was open.
    pub(super) fn close(&mut self) -> bool {
        *self = match *self {
            Self::Map | Self::Over(_) => return false,
            Self::Item { from, .. } => Self::Pack(Purpose::Use, from),
            _ => Self::Map,
        };
        true
    }

    /// The input layer of this mode; `None` on the map.
    pub(super) const fn layer(self) -> Option<Layer> {
        match self {
            Self::Map => None,
            Self::Aim(..) => Some(Layer::Aim),
            Self::Conduit(_) => Some(Layer::Board),
            Self::Confirm(..) | Self::GiveUp(_) => Some(Layer::Question),
            _ => Some(Layer::Menu),
        }
    }

    /// What the aiming cursor picks a tile for, and the tile it is on.
    pub(super) const fn aim(self) -> Option<(AimKind, Pos)> {
        match self {
            Self::Aim(kind, at) => Some((kind, at)),
            _ => None,
        }
    }

    /// The selected tile of the open board.
    pub(super) const fn board(self) -> Option<Pos> {
        match self {
            Self::Conduit(at) => Some(at),
            _ => None,
        }
    }

    /// Whether a long action goes on while it is open.
    pub(super) const fn lets_play(self) -> bool {
        matches!(self, Self::Map | Self::Conduit(_))
    }

    /// Whether its box stands at the foot of the sidebar, where it covers nothing of the map.
    pub(super) const fn is_in_sidebar(self) -> bool {
        matches!(self, Self::Aim(..))
    }

    /// Whether its box stands beside the player, for it asks about what is there.
    pub(super) const fn is_near(self) -> bool {
        matches!(self, Self::Confirm(..))
    }

    /// Whether the end is shown of what does not fit into its box, not the beginning.
    pub(super) const fn shows_end(self) -> bool {
        matches!(self, Self::Log(_))
    }

    pub(super) fn is_question(self) -> bool {
        self.layer() == Some(Layer::Question)
    }
}

impl List for Mode {
    fn cursor(&self) -> Option<usize> {
        self.line()
    }

    fn move_to(&mut self, line: usize) {
        *self = self.at_line(line);
    }
}

impl Mode {
    /// The selected line of a mode that is a list.
    pub(super) const fn line(self) -> Option<usize> {
        match self {
            Self::Confirm(.., line)
            | Self::GiveUp(line)
            | Self::Pause(line)
            | Self::Pack(_, line)
            | Self::Item { line, .. }
            | Self::Over(line) => Some(line),
            Self::Map | Self::Aim(..) | Self::Conduit(_) | Self::Log(_) => None,
        }
    }

    /// A copy with the cursor on this line.
    pub(super) const fn at_line(self, line: usize) -> Self {
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
