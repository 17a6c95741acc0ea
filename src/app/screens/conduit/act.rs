//! From what is asked for to moves and boards: actions in, a changed [`Session`] and notices out.

use bevy::prelude::*;

use super::action::ConduitAction;
use super::entry::{self, Wanted};
use super::session::Session;
use super::shown;
use crate::app::frame::Phase;
use crate::app::input::AddActions;
use crate::app::notice::Notice;
use crate::app::platform::Clipboard;
use crate::conduit::{Command, Input, Move};

/// Makes moves, and begins boards.
pub(super) fn plugin(app: &mut App) {
    app.add_actions::<ConduitAction>()
        .add_message::<Begin>()
        .add_systems(
            Update,
            (
                (apply_actions, arrive).chain().in_set(Phase::Act),
                begin.in_set(Phase::Generate),
            )
                .run_if(shown),
        );
}

/// Asks for another board.
#[derive(Message, Clone, Debug)]
pub struct Begin(pub Wanted);

fn apply_actions(
    mut actions: MessageReader<ConduitAction>,
    mut session: ResMut<Session>,
    mut clipboard: ResMut<Clipboard>,
    mut begins: MessageWriter<Begin>,
    mut notice: ResMut<Notice>,
) {
    for action in actions.read() {
        match *action {
            ConduitAction::Check => notice.0 = session.check(),
            ConduitAction::New => {
                begins.write(Begin(Wanted::Order(session.next_order())));
            }
            ConduitAction::CopyId => {
                let id = session.conduit().puzzle().start().id();
                notice.0 = match clipboard.copy(&id) {
                    Ok(()) => format!("Copied {}", shortened(&id)),
                    Err(reason) => format!("{reason}; the id is {id}"),
                };
            }
            ConduitAction::PasteId => clipboard.paste(),
            ConduitAction::EnterPanel => {}
            action => play(action, &mut session, &mut notice),
        }
    }
}

/// Makes a move, or lets packets loose where one would be made on a finished board.
fn play(action: ConduitAction, session: &mut Session, notice: &mut Notice) {
    let Some(input) = input(action) else { return };
    let turn = match input {
        Input::At(at, Command::Clockwise | Command::CounterClockwise) => Some(at),
        Input::Here(Command::Clockwise | Command::CounterClockwise) => Some(session.cursor().at),
        _ => None,
    };
    if let (true, Some(at)) = (session.conduit().is_won(), turn) {
        session.release(at);
        return;
    }
    match session.input(input) {
        Ok(Some(said)) => notice.0 = said,
        Ok(None) => {}
        Err(refusal) => notice.0 = refusal.to_string(),
    }
}

/// What the core is told.
const fn input(action: ConduitAction) -> Option<Input> {
    Some(match action {
        ConduitAction::Cursor(dir) => Input::Step(dir),
        ConduitAction::Turn => Input::Here(Command::Clockwise),
        ConduitAction::TurnBack => Input::Here(Command::CounterClockwise),
        ConduitAction::Lock => Input::Here(Command::Lock),
        ConduitAction::At(at, command) => Input::At(at, command),
        ConduitAction::Jumble => Input::Board(Move::Jumble),
        ConduitAction::Undo => Input::Board(Move::Undo),
        ConduitAction::Redo => Input::Board(Move::Redo),
        ConduitAction::Pin => Input::Board(Move::Pin),
        ConduitAction::Rewind => Input::Board(Move::Rewind),
        ConduitAction::Hint => Input::Board(Move::Hint),
        ConduitAction::Solve => Input::Board(Move::Solve),
        ConduitAction::Restart => Input::Board(Move::Restart),
        ConduitAction::Check
        | ConduitAction::New
        | ConduitAction::CopyId
        | ConduitAction::PasteId
        | ConduitAction::EnterPanel => return None,
    })
}

/// An id of a large board has thousands of digits; the beginning says which it is.
fn shortened(id: &str) -> String {
    const MOST: usize = 60;
    match id.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}... ({} characters)", &id[..end], id.len()),
        None => id.to_owned(),
    }
}

fn arrive(
    mut clipboard: ResMut<Clipboard>,
    session: Res<Session>,
    mut begins: MessageWriter<Begin>,
    mut notice: ResMut<Notice>,
) {
    let Some(text) = clipboard.pasted() else {
        return;
    };
    match text.and_then(|text| entry::pasted(session.order(), &text)) {
        Ok(wanted) => drop(begins.write(Begin(wanted))),
        Err(reason) => notice.0 = format!("Not pasted: {reason}"),
    }
}

fn begin(mut begins: MessageReader<Begin>, mut session: ResMut<Session>) {
    // Of several in one frame only the last would be seen.
    match begins.read().last().map(|begin| &begin.0) {
        Some(Wanted::Order(order)) => session.begin(*order),
        Some(Wanted::Puzzle(puzzle)) => session.begin_puzzle((**puzzle).clone()),
        None => {}
    }
}
