//! Maze Run's systems around [`MazeSession`]: they feed it the player's actions, and turn its changes into notices,
//! sounds and moves of the walker. What an action does to a maze is up to [`MazeSession`].

use std::time::Duration;

use bevy::prelude::*;

use super::action::MazeAction;
use super::mazes::MazeSession;
use crate::app::dungeon::Scene;
use crate::app::frame::{Phase, React};
use crate::app::glyph::Tint;
use crate::app::input::CurrentNames;
use crate::app::notice::Notice;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::player::{Followed, Walked};
use crate::app::puzzle::{PuzzleSet, Round};
use crate::app::reward::Records;
use crate::app::screen::Screen;
use crate::app::settings::Settings;
use crate::app::sound::{Sound, SoundEvent};
use crate::app::speech::Speech;
use crate::profile::maze::words::describe_wall;

/// How long light takes to run along the trail once the goal is reached.
const TRAIL_LIGHT_DURATION: Duration = Duration::from_millis(800);
/// Delay from reaching the goal of a lesson until the next one starts by itself.
const NEXT_LESSON_DELAY: Duration = Duration::from_millis(2200);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Speech>()
        .add_systems(OnEnter(Screen::Maze), on_enter)
        .add_systems(OnExit(Screen::Maze), on_exit)
        .add_systems(
            React,
            (apply_actions, animate_win)
                .chain()
                .in_set(Screen::Maze)
                .in_set(PuzzleSet::Apply),
        )
        .add_systems(
            Update,
            (
                advance_win.in_set(Phase::Tick),
                report_steps
                    .run_if(resource_changed::<MazeSession>)
                    .in_set(Phase::Show),
            )
                .in_set(Screen::Maze),
        );
}

/// Takes the terrain from the screen before, and has the camera follow the walker.
fn on_enter(mut scene: ResMut<Scene>, mut followed: ResMut<Followed>) {
    *scene = Scene::Other;
    *followed = Followed(true);
}

/// Clears the tint and hides the walker, which the next screen would show otherwise.
fn on_exit(mut tint: ResMut<Tint>, mut walked: MessageWriter<Walked>) {
    *tint = Tint::default();
    walked.write(Walked::Placed(None));
}

/// Adds to the time since the goal was reached.
fn advance_win(time: Res<Time<Real>>, mut play: ResMut<MazeSession>) {
    play.bypass_change_detection().advance_time(time.delta());
}

fn apply_actions(
    mut actions: MessageReader<MazeAction>,
    mut play: ResMut<MazeSession>,
    (names, records): (CurrentNames, Res<Records>),
    mut notice: ResMut<Notice>,
) {
    let held = play.bypass_change_detection().take_held();
    for action in held.iter().chain(actions.read()) {
        let help = (*action == MazeAction::Hint).then_some("A hint");
        let asking = play.bypass_change_detection();
        if let Some(costs) = asking.ask_for_help((*action, help), &records, names.in_sentences()) {
            notice.say(costs);
            continue;
        }
        match play.apply(*action) {
            Ok(Some(message)) => {
                let undo = || names.in_sentences().of(&MazeAction::Undo);
                notice.say(message.replace("{undo}", &undo()));
            }
            // The question was answered.
            Ok(None) if help.is_some() => notice.clear(),
            Ok(None) => {}
            Err(error) => notice.refuse(&error),
        }
    }
}

/// Runs light along the trail once the goal is reached, then starts the next lesson; any other maze stays until the
/// player goes on. With motion switched off the whole trail lights at once, and a lesson stays as well.
fn animate_win(
    mut play: ResMut<MazeSession>,
    settings: Res<Settings>,
    mut notice: ResMut<Notice>,
    mut wake: MessageWriter<Wake>,
) {
    let Some(elapsed) = play.time_since_win() else {
        return;
    };
    if settings.is_still() {
        if play.is_changed() {
            play.round_mut().light_trail(1.0);
        }
        return;
    }
    let is_lesson = play.lesson().is_some();
    if is_lesson && elapsed >= NEXT_LESSON_DELAY {
        if let Err(error) = play.advance_to_next() {
            notice.refuse(&error);
        }
    } else if is_lesson || !play.is_trail_lit() {
        wake.write(Wake(FRAME));
        let share = elapsed.as_secs_f32() / TRAIL_LIGHT_DURATION.as_secs_f32();
        play.round_mut().light_trail(share);
    }
}

/// Passes the walker's moves on, says which led nowhere, and plays the goal's sound when the goal is reached.
fn report_steps(
    mut play: ResMut<MazeSession>,
    mut walked: MessageWriter<Walked>,
    mut sounds: MessageWriter<SoundEvent>,
    mut speech: ResMut<Speech>,
    mut was_over: Local<bool>,
) {
    for step in play.bypass_change_detection().take_walker_moves() {
        if let Walked::Blocked(dir) = step {
            speech.say(&describe_wall(dir));
        }
        walked.write(step);
    }
    let is_over = play.is_finished();
    if is_over && !*was_over {
        sounds.write(SoundEvent::at_player(Sound::Goal));
    }
    *was_over = is_over;
}
