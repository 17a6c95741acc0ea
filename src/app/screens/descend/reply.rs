//! What a mode's handler wants done. Handlers only read the run; `apply` does what they reply.

use super::mode::Mode;
use crate::app::begin::Begin;
use crate::app::input::{AnyAction, MenuAction};
use crate::app::screen::Screen;
use crate::app::stage::Run;
use crate::app::ui::list::{self, Command as ListCommand};
use crate::game::{Action, Command, Intent, Refusal, Setup, View};

/// The answer of a mode to an action of the player.
pub(super) enum Reply {
    Nothing,
    /// Plays this, with this mode open afterwards, unless the game asks for more.
    Act(Command, Mode),
    /// Opens this, or moves the cursor in what is open.
    Open(Mode),
    /// Goes back one level, as the Back key does.
    Close,
    /// Logs a sentence.
    Say(String),
    /// Lists the pack in the other order, and opens this.
    Reorder(Mode),
    /// Closes everything, and sends this as if its key had been pressed.
    Send(&'static dyn AnyAction),
    /// Opens another screen.
    Screen(Screen, Begin),
    /// Begins another run.
    Begin(Setup),
    /// Begins the first run after the training, with the seed that the title shows.
    FirstDescent,
    /// Copies a text to the clipboard.
    Copy(String),
}

impl Reply {
    /// Logs why something cannot be done.
    pub(super) fn refuse(view: View<'_>, why: Refusal) -> Self {
        Self::Say(view.explain(why))
    }

    /// Opens `next`, where the player picks an item or a target, unless the game refuses the intent.
    pub(super) fn open_if_allowed(intent: Intent, next: Mode, run: &Run) -> Self {
        let view = run.game().view();
        match view.can_begin(intent) {
            Ok(()) => Self::Open(next),
            Err(why) => Self::refuse(view, why),
        }
    }

    /// Applies an action to a list of lines with these letters, whose cursor is on line `cursor`: moves the cursor
    /// in the mode `at_line`, or chooses a line.
    pub(super) fn from_list(
        action: MenuAction,
        cursor: usize,
        letters: impl IntoIterator<Item = char>,
        at_line: impl FnOnce(usize) -> Mode,
        choose: impl FnOnce(usize) -> Self,
    ) -> Self {
        match list::interpret(action, cursor, letters) {
            Some(ListCommand::Cursor(line)) => Self::Open(at_line(line)),
            Some(ListCommand::Line(line)) => choose(line),
            None => Self::Nothing,
        }
    }
}

impl From<Action> for Reply {
    /// Plays the action on the map.
    fn from(action: Action) -> Self {
        Self::Act(action.into(), Mode::Map)
    }
}
