//! From what is asked for to moves and boards: actions in, a changed [`Session`], sounds and notices
//! out.

use bevy::prelude::*;

use super::action::{ConduitAction, SIZES};
use super::entry::{self, Begin};
use super::order::Order;
use super::score;
use super::session::Session;
use crate::app::frame::Phase;
use crate::app::input::AddActions;
use crate::app::notice::Notice;
use crate::app::platform::Clipboard;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::reward::Chosen;
use crate::app::screen::{Screen, on};
use crate::app::seed::{DrawnSeed, RunSeed};
use crate::app::settings::Settings;
use crate::app::sound::{Heard, Sound};
use crate::app::ui::stopwatch::Played;
use crate::conduit::{Command, Input};

/// Makes moves, and begins boards.
pub(super) fn plugin(app: &mut App) {
    app.add_actions::<ConduitAction>()
        .init_resource::<Session>()
        .add_message::<Begin>()
        .add_message::<Wake>()
        .add_systems(OnEnter(Screen::Conduit), enter)
        .add_systems(
            Update,
            (
                (pass, apply_actions).chain().in_set(Phase::Act),
                begin.in_set(Phase::Generate),
            )
                .run_if(on(Screen::Conduit)),
        );
}

/// A board is kept while other screens are shown, until the player asks for another seed, or for
/// the board of a day or of a pack.
pub(super) fn enter(
    (seed, drawn): (Res<RunSeed>, Res<DrawnSeed>),
    chosen: Option<Res<Chosen>>,
    mut session: ResMut<Session>,
) {
    let seed = seed.0;
    let is_another = |run| run != seed && !drawn.is(seed);
    if chosen.is_some_and(|chosen| score::begin_chosen(&chosen, &mut session)) {
        session.run = Some(seed);
    } else if session.run.is_none_or(is_another) {
        let first = Order::first(seed);
        match session.run {
            Some(_) => drop(session.begin(first)),
            None => *session = Session::new(first),
        }
        session.run = Some(seed);
    }
    session.set_changed();
}

/// Lets the time up to this frame pass, before what this frame's keys do.
fn pass(
    (time, played, settings): (Res<Time<Real>>, Res<Played>, Res<Settings>),
    mut session: ResMut<Session>,
    mut wake: MessageWriter<Wake>,
) {
    let board = session.bypass_change_detection();
    board.play_on(played.0);
    if !board.is_showing() || settings.is_still() {
        return;
    }
    wake.write(Wake(FRAME));
    if board.run_packets(time.delta()) {
        session.set_changed();
    }
}

pub(super) fn apply_actions(
    mut actions: MessageReader<ConduitAction>,
    mut session: ResMut<Session>,
    mut clipboard: ResMut<Clipboard>,
    mut begins: MessageWriter<Begin>,
    mut notice: ResMut<Notice>,
    mut heard: MessageWriter<Heard>,
) {
    let was_won = session.conduit().is_won();
    let mut turned = false;
    for action in actions.read() {
        match *action {
            ConduitAction::Check => notice.0 = session.check(),
            ConduitAction::New => drop(begins.write(score::next(&session))),
            ConduitAction::Size(number) => match entry::size(session.order(), SIZES[number]) {
                Ok(wanted) => drop(begins.write(wanted)),
                Err(reason) => notice.0 = reason,
            },
            ConduitAction::CopyId | ConduitAction::CopyProgress => {
                let id = match action {
                    ConduitAction::CopyId => session.conduit().puzzle().start().id(),
                    _ => session.progress().to_string(),
                };
                notice.0 = match clipboard.copy(&id) {
                    Ok(()) => format!("Copied {}", shortened(&id)),
                    Err(reason) => format!("{reason}; the id is {id}"),
                };
            }
            ConduitAction::PasteId => clipboard.paste(),
            // Others take these.
            ConduitAction::EnterPanel
            | ConduitAction::Pan(_)
            | ConduitAction::Teach
            | ConduitAction::Share => {}
            ConduitAction::Do(input) => {
                play(input, &mut session, &mut notice);
                turned |= session.has_turned();
            }
        }
    }
    if turned {
        heard.write(Heard::here(Sound::Turn));
    }
    if session.conduit().is_won() && !was_won && !session.is_shown() {
        heard.write(Heard::here(Sound::Solved));
    }
    if let Some(text) = clipboard.pasted() {
        match text.and_then(|text| entry::pasted(session.order(), &text)) {
            Ok(wanted) => drop(begins.write(wanted)),
            Err(reason) => notice.0 = format!("Not pasted: {reason}"),
        }
    }
}

/// Makes a move, or lets packets loose where one would be made on a finished board.
fn play(input: Input, session: &mut Session, notice: &mut Notice) {
    let turn = match input {
        Input::At(_, Command::Lock) | Input::Here(Command::Lock) => None,
        Input::At(at, _) => Some(at),
        Input::Here(_) => Some(session.cursor().at),
        Input::Step(_) | Input::Board(_) => None,
    };
    if let (true, Some(at)) = (session.conduit().is_won(), turn) {
        session.release(at);
        return;
    }
    match session.input(input) {
        Ok(Some(said)) => notice.0 = said,
        Ok(None) => {}
        Err(refusal) => notice.refuse(&refusal),
    }
}

/// An id of a large board has thousands of digits; the beginning says which it is.
fn shortened(id: &str) -> String {
    const MOST: usize = 60;
    match id.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}... ({} characters)", &id[..end], id.len()),
        None => id.to_owned(),
    }
}

fn begin(
    mut begins: MessageReader<Begin>,
    mut session: ResMut<Session>,
    mut notice: ResMut<Notice>,
) {
    // Of several in one frame only the last would be seen.
    let Some(wanted) = begins.read().last() else {
        return;
    };
    let leaves = session.is_under_way() && session.lesson().is_none();
    let back = leaves.then(|| "Undo takes you back to the board you left".to_owned());
    // What was said was of the board before.
    let told = wanted.clone().show(&mut session);
    notice.0 = told.or(back).unwrap_or_default();
}
