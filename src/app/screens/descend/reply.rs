//! What a mode's handler wants done. Handlers only read the run; `apply` does what they reply.

use super::mode::Mode;
use crate::app::begin::Begin;
use crate::app::input::{AnyAction, MenuAction};
use crate::app::screen::Screen;
use crate::app::stage::Run;
use crate::app::ui::list::{self, Command as ListCommand, Row, Steps};
use crate::game::{Action, Command, Intent, Refusal, Setup};

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
    /// Logs why something cannot be done, and what can.
    Refuse(Refusal),
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
    /// Opens `next`, where the player picks an item or a target, unless the game refuses the intent.
    pub(super) fn open_if_allowed(intent: Intent, next: Mode, run: &Run) -> Self {
        match run.game().view().can_begin(intent) {
            Ok(()) => Self::Open(next),
            Err(why) => Self::Refuse(why),
        }
    }

    /// Whether it starts a run.
    const fn starts_run(&self) -> bool {
        matches!(self, Self::Begin(_) | Self::FirstDescent)
    }
}

/// A line of a menu, and what it does.
pub(super) struct Choice {
    pub letter: char,
    pub label: String,
    pub note: String,
    pub reply: Reply,
}

impl Choice {
    /// A line without a note.
    pub(super) fn new(letter: char, label: impl Into<String>, reply: Reply) -> Self {
        Self {
            letter,
            label: label.into(),
            note: String::new(),
            reply,
        }
    }

    /// The line as it is shown. The letter of one that starts a run is not, for it only selects it.
    pub(super) fn into_row(self) -> Row {
        Row {
            letter: if self.reply.starts_run() {
                ' '
            } else {
                self.letter
            },
            label: self.label,
            note: self.note,
        }
    }

    /// Applies an action to these lines, which are those of `mode`: moves the cursor, or chooses a line. The letter of one
    /// that starts a run only selects it, and Enter starts the run, because the letter is also a key of the game.
    pub(super) fn apply(action: MenuAction, mode: Mode, mut choices: Vec<Self>) -> Reply {
        let letters = choices.iter().map(|choice| choice.letter);
        let at = (mode.line().unwrap_or_default(), Steps::Around);
        match list::interpret(action, at, letters) {
            Some(ListCommand::Cursor(line)) => Reply::Open(mode.at_line(line)),
            Some(ListCommand::Line(line)) => match choices.swap_remove(line).reply {
                reply if reply.starts_run() && action != MenuAction::Choose => {
                    Reply::Open(mode.at_line(line))
                }
                reply => reply,
            },
            None if choices.is_empty() && action == MenuAction::Choose => Reply::Close,
            None => Reply::Nothing,
        }
    }
}

impl From<Action> for Reply {
    /// Plays the action on the map.
    fn from(action: Action) -> Self {
        Self::Act(action.into(), Mode::Map)
    }
}
