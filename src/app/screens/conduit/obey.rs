//! From what is asked for to moves and boards: intents in, a changed [`Session`] and notices out.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::entry::{self, Wanted};
use super::intent::ConduitIntent;
use super::session::Session;
use super::shown;
use crate::app::frame::Phase;
use crate::app::input::intent::Intent;
use crate::app::notice::Notice;
use crate::app::platform::{Clipboard, ClipboardRead};
use crate::conduit::{Command, Input, Move};

/// Obeys [`Intent::Conduit`] and [`Intent::Cursor`], and [`Begin`].
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Clipboard>()
        .init_resource::<Pasting>()
        .add_message::<Begin>()
        .add_systems(
            Update,
            (
                (obey, arrive).chain().in_set(Phase::Act),
                begin.in_set(Phase::Generate),
            )
                .run_if(shown),
        );
}

/// Asks for another board.
#[derive(Message, Clone, Debug)]
pub struct Begin(pub Wanted);

/// A text that is on its way from the clipboard.
#[derive(Resource, Default)]
struct Pasting(Option<ClipboardRead>);

fn obey(
    mut intents: MessageReader<Intent>,
    mut session: ResMut<Session>,
    (mut clipboard, mut pasting): (ResMut<Clipboard>, ResMut<Pasting>),
    mut begins: MessageWriter<Begin>,
    mut notice: ResMut<Notice>,
) {
    for intent in intents.read() {
        let asked = match intent {
            Intent::Cursor(dir) => {
                // Moving the cursor is never refused.
                let _ = session.input(Input::Step(*dir));
                continue;
            }
            Intent::Conduit(asked) => *asked,
            _ => continue,
        };
        match asked {
            ConduitIntent::Check => notice.0 = session.check(),
            ConduitIntent::New => {
                begins.write(Begin(Wanted::Order(session.next_order())));
            }
            ConduitIntent::CopyId => {
                let id = session.conduit().puzzle().start().id();
                notice.0 = match clipboard.copy(&id) {
                    Ok(()) => format!("copied {}", shortened(&id)),
                    Err(reason) => format!("{reason}; the id is {id}"),
                };
            }
            ConduitIntent::PasteId => pasting.0 = Some(clipboard.read()),
            ConduitIntent::EnterPanel => {}
            _ => play(asked, &mut session, &mut notice),
        }
    }
}

/// Makes a move, or lets packets loose where one would be made on a finished board.
fn play(asked: ConduitIntent, session: &mut Session, notice: &mut Notice) {
    let Some(input) = input(asked) else { return };
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
const fn input(asked: ConduitIntent) -> Option<Input> {
    Some(match asked {
        ConduitIntent::Turn => Input::Here(Command::Clockwise),
        ConduitIntent::TurnBack => Input::Here(Command::CounterClockwise),
        ConduitIntent::Lock => Input::Here(Command::Lock),
        ConduitIntent::At(at, command) => Input::At(at, command),
        ConduitIntent::Jumble => Input::Board(Move::Jumble),
        ConduitIntent::Undo => Input::Board(Move::Undo),
        ConduitIntent::Redo => Input::Board(Move::Redo),
        ConduitIntent::Pin => Input::Board(Move::Pin),
        ConduitIntent::Rewind => Input::Board(Move::Rewind),
        ConduitIntent::Hint => Input::Board(Move::Hint),
        ConduitIntent::Solve => Input::Board(Move::Solve),
        ConduitIntent::Restart => Input::Board(Move::Restart),
        ConduitIntent::Check
        | ConduitIntent::New
        | ConduitIntent::CopyId
        | ConduitIntent::PasteId
        | ConduitIntent::EnterPanel => return None,
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
    mut pasting: ResMut<Pasting>,
    session: Res<Session>,
    mut begins: MessageWriter<Begin>,
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if pasting.0.is_none() {
        return;
    }
    let Some(text) = pasting.0.as_mut().and_then(ClipboardRead::poll) else {
        redraw.write(RequestRedraw);
        return;
    };
    pasting.0 = None;
    match text.and_then(|text| entry::pasted(session.order(), &text)) {
        Ok(wanted) => drop(begins.write(Begin(wanted))),
        Err(reason) => notice.0 = format!("not pasted: {reason}"),
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
