//! Applies actions: changes the [`Session`], opens requested boards, and answers with sounds and
//! notices.

use bevy::prelude::*;

use super::action::{ConduitAction, PRESET_SIZES};
use super::config::BoardConfig;
use super::entry::{self, BoardRequest};
use super::score;
use super::session::Session;
use crate::app::begin::Begin;
use crate::app::frame::Phase;
use crate::app::input::{AddActions, CurrentNames, Layer, LayerClosed, Layers, MenuAction, Names};
use crate::app::notice::Notice;
use crate::app::platform::Clipboard;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::Screen;
use crate::app::seed::TitleSeed;
use crate::app::settings::Settings;
use crate::app::sound::{Sound, SoundEvent};
use crate::app::ui::stopwatch::{ClockFrames, PlayTime};
use crate::code::Target;
use crate::conduit::{Command, Input, Move, MoveError};

pub(super) fn plugin(app: &mut App) {
    app.add_actions::<ConduitAction>()
        .init_resource::<Session>()
        .add_message::<BoardRequest>()
        .add_systems(
            Update,
            (
                (advance_time, apply_actions).chain().in_set(Phase::Act),
                open_requested_board.in_set(Phase::Generate),
                open_question_layer.in_set(Phase::Settle),
                run_clock.in_set(Phase::Show),
            )
                .in_set(Screen::Conduit),
        );
}

/// Shows the board that the screen begins with, or the first board of a seed; otherwise the board from the last
/// visit. Returns whether a board was chosen.
pub(super) fn on_enter(
    (title, mut begin): (Res<TitleSeed>, ResMut<Begin>),
    mut session: ResMut<Session>,
) -> bool {
    session.is_solution_offered = false;
    session.set_changed();
    let begin = begin.take();
    let chosen = begin.seed();
    let seed = chosen.unwrap_or(title.seed());
    if score::open_chosen(begin, &mut session) {
        session.run_seed.get_or_insert(seed);
        return true;
    }
    match session.run_seed {
        None => *session = Session::new(BoardConfig::first(seed)),
        Some(previous) if chosen.is_some_and(|chosen| chosen != previous) => {
            session.open_generated(BoardConfig::first(seed));
        }
        Some(_) => return false,
    }
    session.run_seed = Some(seed);
    false
}

/// Advances the clock and the packets. Runs before this frame's actions: the time passed before
/// them.
fn advance_time(
    (time, played, settings): (Res<Time<Real>>, Res<PlayTime>, Res<Settings>),
    mut session: ResMut<Session>,
    mut wake: MessageWriter<Wake>,
) {
    let board = session.bypass_change_detection();
    board.add_time(played.0);
    if !board.are_packets_running() || settings.is_still() {
        return;
    }
    wake.write(Wake(FRAME));
    if board.run_packets(time.delta()) {
        session.set_changed();
    }
}

/// Opens the layer of the question whether to show the solution.
fn open_question_layer(session: Res<Session>, mut layers: ResMut<Layers>) {
    let open = layers.with(Layer::Question, session.is_solution_offered);
    layers.set_if_neq(open);
}

/// Has the clock of an unsolved board drawn each second.
fn run_clock(session: Res<Session>, mut frames: ClockFrames) {
    if !session.conduit().is_won() {
        frames.request(session.played());
    }
}

pub(super) fn apply_actions(
    (mut actions, mut answers): (MessageReader<ConduitAction>, MessageReader<MenuAction>),
    mut closed: MessageReader<LayerClosed>,
    mut session: ResMut<Session>,
    mut clipboard: ResMut<Clipboard>,
    mut requests: MessageWriter<BoardRequest>,
    mut notice: ResMut<Notice>,
    mut heard: MessageWriter<SoundEvent>,
    names: CurrentNames,
) {
    let was_won = session.conduit().is_won();
    let mut turned = false;
    let mut answer = None;
    for given in answers.read() {
        if session.is_solution_offered {
            session.is_solution_offered = *given == MenuAction::Answer(true);
            answer = Some(SOLVE).filter(|_| session.is_solution_offered);
        }
    }
    if closed.read().any(|closed| closed.0 == Layer::Question) {
        session.is_solution_offered = false;
    }
    for action in actions.read().chain(&answer) {
        session.is_solution_offered &= *action == SOLVE;
        match *action {
            ConduitAction::Check => notice.0 = session.check_locks(),
            ConduitAction::New => drop(requests.write(score::next_board(&session))),
            ConduitAction::Size(index) => match entry::new_of_size(&session, PRESET_SIZES[index]) {
                Ok(request) => drop(requests.write(request)),
                Err(reason) => notice.refuse(&reason),
            },
            ConduitAction::CopyId | ConduitAction::CopyProgress => {
                let id = match action {
                    ConduitAction::CopyId => session.conduit().puzzle().start().id(),
                    _ => session.progress().to_string(),
                };
                notice.0 = match clipboard.copy(&id) {
                    Ok(()) => format!("Copied {}", shorten_id(&id)),
                    Err(reason) => format!("{reason}; the id is {id}"),
                };
            }
            ConduitAction::PasteId => clipboard.paste(),
            // Handled by systems of their own.
            ConduitAction::EnterPanel
            | ConduitAction::Pan(_)
            | ConduitAction::Teach
            | ConduitAction::Share => {}
            // A stray key must not cost the board its result.
            solve if solve == SOLVE && session.can_count() && !session.is_solution_offered => {
                session.is_solution_offered = true;
                let [yes, no] =
                    [true, false].map(|answer| names.get().of(&MenuAction::Answer(answer)));
                notice.0 = format!(
                    "Show the solution? The board then does not count as solved ({yes}: show it, {no}: go on)"
                );
            }
            ConduitAction::Do(input) => {
                session.is_solution_offered = false;
                apply_input(input, &mut session, &mut notice, names.get());
                turned |= session.has_turned();
            }
        }
    }
    if turned {
        heard.write(SoundEvent::at_player(Sound::Turn));
    }
    if session.conduit().is_won() && !was_won && !session.stats().shown {
        heard.write(SoundEvent::at_player(Sound::Solved));
    }
    if let Some(text) = clipboard.pasted() {
        match text.and_then(|text| entry::board_of(session.config(), Target::paste(&text))) {
            Ok(request) => drop(requests.write(request)),
            Err(reason) => notice.0 = format!("Not pasted: {reason}"),
        }
    }
}

const SOLVE: ConduitAction = ConduitAction::board(Move::Solve);

/// Makes a move; on a solved board, a turn releases packets instead.
fn apply_input(input: Input, session: &mut Session, notice: &mut Notice, names: Names) {
    let turn = match input {
        Input::At(_, Command::Lock) | Input::Here(Command::Lock) => None,
        Input::At(at, _) => Some(at),
        Input::Here(_) => Some(session.cursor().at),
        Input::Step(_) | Input::Board(_) => None,
    };
    if let (true, Some(at)) = (session.conduit().is_won(), turn) {
        session.release_packets(at);
        return;
    }
    match session.apply_input(input) {
        Ok(Some(message)) => notice.0 = message,
        Ok(None) => {}
        Err(refusal @ MoveError::Pinned) => {
            let key = names.of(&ConduitAction::board(Move::Pin));
            notice.refuse(&format!("{refusal} ({key})"));
        }
        Err(refusal) => notice.refuse(&refusal),
    }
}

/// The beginning of an id, which is enough to recognise it: that of a large board has thousands of
/// digits.
fn shorten_id(id: &str) -> String {
    const MAX_CHARACTERS: usize = 60;
    match id.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}... ({} characters)", &id[..end], id.len()),
        None => id.to_owned(),
    }
}

fn open_requested_board(
    mut requests: MessageReader<BoardRequest>,
    mut session: ResMut<Session>,
    names: CurrentNames,
    mut notice: ResMut<Notice>,
) {
    // Of several requests in one frame only the last board would be seen.
    let Some(request) = requests.read().last() else {
        return;
    };
    let can_undo = session.is_in_progress() && session.lesson_number().is_none();
    let undo = can_undo.then(|| {
        let undo = names.get().of(&ConduitAction::board(Move::Undo));
        format!("Press {undo} to go back to the board you left")
    });
    // The previous notice was about the previous board.
    let message = request.clone().open(&mut session);
    notice.0 = message.or(undo).unwrap_or_default();
}
