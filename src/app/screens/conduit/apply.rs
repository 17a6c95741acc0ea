//! Applies actions: changes the [`BoardSession`], requests boards, and answers with sounds and notices.

use std::time::Duration;

use bevy::prelude::*;

use super::action::{ConduitAction, PRESET_SIZES};
use super::boards::{BoardRequest, BoardSession, Boards};
use super::entry;
use crate::app::frame::{Phase, React};
use crate::app::input::{CurrentNames, Layer, LayerClosed, MenuAction, Names};
use crate::app::notice::Notice;
use crate::app::platform::Clipboard;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::puzzle::{Puzzle, PuzzleSet, Round};
use crate::app::reward::{Help, Records};
use crate::app::screen::Screen;
use crate::app::settings::Settings;
use crate::app::share;
use crate::app::sound::{Sound, SoundEvent};
use crate::app::ui::pointer::DOUBLE_CLICK;
use crate::code::Target;
use crate::conduit::{Command, Input, Move, MoveError};
use crate::profile::board::BoardMove;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        advance_packets.in_set(Screen::Conduit).in_set(Phase::Tick),
    )
    .add_systems(
        React,
        apply_actions
            .in_set(Screen::Conduit)
            .in_set(PuzzleSet::Apply),
    );
}

/// Advances the packets. Runs before this frame's actions: the time passed before them.
fn advance_packets(
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    mut session: ResMut<BoardSession>,
    mut wake: MessageWriter<Wake>,
) {
    if !session.are_packets_running() || settings.is_still() {
        return;
    }
    wake.write(Wake(FRAME));
    if session.bypass_change_detection().run_packets(time.delta()) {
        session.set_changed();
    }
}

fn apply_actions(
    (mut actions, mut answers): (MessageReader<ConduitAction>, MessageReader<MenuAction>),
    mut closed: MessageReader<LayerClosed>,
    mut session: ResMut<BoardSession>,
    mut clipboard: ResMut<Clipboard>,
    mut requests: MessageWriter<BoardRequest>,
    mut notice: ResMut<Notice>,
    mut sounds: MessageWriter<SoundEvent>,
    (names, records): (CurrentNames, Res<Records>),
    (time, mut won_at): (Res<Time<Real>>, Local<Duration>),
) {
    let (was_won, now) = (session.is_finished(), time.elapsed());
    let mut turned = false;
    let mut answer = None;
    for given in answers.read() {
        if session.state.is_solution_offered {
            session.state.is_solution_offered = *given == MenuAction::Answer(true);
            answer = Some(SOLVE).filter(|_| session.state.is_solution_offered);
        }
    }
    if closed.read().any(|closed| closed.0 == Layer::Question) {
        session.state.is_solution_offered = false;
    }
    let held = session.bypass_change_detection().take_held();
    for action in held.iter().chain(actions.read()).chain(&answer) {
        session.state.is_solution_offered &= *action == SOLVE;
        if is_for_next(*action) && session.queue(*action) {
            continue;
        }
        let help = help_of(*action, &session);
        let asking = session.bypass_change_detection();
        if let Some(costs) = asking.ask_for_help((*action, help), &records, names.in_sentences()) {
            notice.say(costs);
            continue;
        }
        match *action {
            ConduitAction::Check => notice.say(session.check_locks()),
            ConduitAction::New => drop(requests.write(Boards::next(session.own()))),
            ConduitAction::Size(index) => match entry::new_of_size(&session, PRESET_SIZES[index]) {
                Ok(request) => drop(requests.write(request)),
                Err(reason) => notice.refuse(&reason),
            },
            ConduitAction::CopyProgress => {
                let id = session.progress().to_string();
                notice.say(share::copy(&mut clipboard, &id, &shorten_id(&id)));
            }
            // Handled by systems of their own.
            ConduitAction::EnterPanel
            | ConduitAction::Ghost
            | ConduitAction::Watch
            | ConduitAction::Pan(_)
            | ConduitAction::Share => {}
            // A stray key must not cost the board its result.
            solve
                if solve == SOLVE && session.can_count() && !session.state.is_solution_offered =>
            {
                session.state.is_solution_offered = true;
                let names = names.in_sentences();
                let answers = match names.are_for_fingers() {
                    // The bar has buttons for both.
                    true => String::new(),
                    false => {
                        let [yes, no] = [true, false].map(|yes| names.of(&MenuAction::Answer(yes)));
                        format!(" ({yes}: show it, {no}: go on)")
                    }
                };
                notice.say(format!(
                    "Show the solution? The board then does not count as solved{answers}"
                ));
            }
            // What follows a solved board is asked for by what turns a tile, but not by the second half of a double
            // click on the last one.
            ConduitAction::Do(
                Input::At(_, Command::Clockwise) | Input::Here(Command::Clockwise),
            ) if session.is_finished() && session.lesson().is_none() => {
                if was_won && now.saturating_sub(*won_at) >= DOUBLE_CLICK {
                    requests.write(Boards::next(session.own()));
                }
            }
            ConduitAction::Do(input) => {
                session.state.is_solution_offered = false;
                apply_input(input, &mut session, &mut notice, names.in_sentences());
                turned |= session.has_turned();
            }
        }
    }
    if turned {
        sounds.write(SoundEvent::at_player(Sound::Turn));
    }
    if session.is_finished() && !was_won {
        *won_at = now;
    }
    if session.is_finished() && !was_won && session.stats().help < Help::Shown {
        sounds.write(SoundEvent::at_player(Sound::Solved));
    }
}

/// Requests the board of a pasted text.
pub(super) fn open(world: &mut World, text: &str) -> Result<(), String> {
    let order = world.resource::<BoardSession>().order();
    let request = entry::board_of(order, Target::paste(text, crate::known()))?;
    world.write_message(request);
    Ok(())
}

const SOLVE: ConduitAction = ConduitAction::board(Move::Solve);

/// What help an action is, if it is help for this board.
fn help_of(action: ConduitAction, session: &BoardSession) -> Option<&'static str> {
    match action {
        ConduitAction::Check => session.help_of(BoardMove::Check),
        ConduitAction::Do(Input::Board(action)) => session.help_of(BoardMove::Make(action)),
        _ => None,
    }
}

/// Whether an action is meant for the board that is being generated, if there is one. A click is meant for
/// the board under the pointer.
const fn is_for_next(action: ConduitAction) -> bool {
    match action {
        ConduitAction::Do(input) => !matches!(input, Input::At(..)),
        ConduitAction::Check => true,
        _ => false,
    }
}

/// Makes a move; on a solved board, a turn releases packets instead.
fn apply_input(input: Input, session: &mut BoardSession, notice: &mut Notice, names: Names) {
    let turn = match input {
        Input::At(_, Command::Lock) | Input::Here(Command::Lock) => None,
        Input::At(at, _) => Some(at),
        Input::Here(_) => Some(session.cursor().at),
        Input::Step(_) | Input::Board(_) => None,
    };
    if let (true, Some(at)) = (session.is_finished(), turn) {
        if session.lesson().is_some() {
            notice.clear();
        }
        session.release_packets(at);
        return;
    }
    match session.apply_input(input) {
        // The box at the end says it.
        Ok(Some(_)) if session.is_finished() && session.lesson().is_none() => notice.clear(),
        Ok(Some(mut message)) => {
            if session.hint_move() == BoardMove::Make(Move::Hint) {
                let key = names.of(&ConduitAction::board(Move::Hint));
                message += &format!(". Press {key} to turn it.");
            }
            notice.say(message);
        }
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
pub(super) fn shorten_id(id: &str) -> String {
    const MAX_CHARACTERS: usize = 60;
    match id.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}... ({} characters)", &id[..end], id.len()),
        None => id.to_owned(),
    }
}
