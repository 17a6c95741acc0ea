//! Maze Run's systems around [`Play`]: they feed it the clock and the player's actions, and turn its
//! changes into notices, sounds and moves of the walker. What an action does to a maze is up to [`Play`].

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::action::MazeAction;
use super::generation::default_leg;
use super::play::Play;
use super::score;
use crate::app::begin::Begin;
use crate::app::dungeon::Scene;
use crate::app::frame::Phase;
use crate::app::glyph::Tint;
use crate::app::input::{AddActions, CurrentNames};
use crate::app::notice::Notice;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::player::{Followed, Walked};
use crate::app::screen::Screen;
use crate::app::seed::TitleSeed;
use crate::app::settings::Settings;
use crate::app::sound::{Sound, SoundEvent};
use crate::app::ui::stopwatch::{ClockFrames, PlayTime};
use crate::mazerun::Leg;

/// How long light takes to run along the trail once the goal is reached.
const TRAIL_LIGHT_DURATION: Duration = Duration::from_millis(800);
/// Delay from reaching the goal until the next maze starts by itself.
const NEXT_MAZE_DELAY: Duration = Duration::from_millis(2200);
/// How often to check whether a large maze has been generated.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

pub(super) fn plugin(app: &mut App) {
    app.add_actions::<MazeAction>()
        .init_resource::<Play>()
        .add_systems(OnExit(Screen::Maze), on_exit)
        .add_systems(
            Update,
            (
                (advance_clock, receive_maze, apply_actions, animate_win)
                    .chain()
                    .in_set(Phase::Act),
                (run_clock, report_steps.run_if(resource_changed::<Play>)).in_set(Phase::Show),
            )
                .in_set(Screen::Maze),
        );
}

/// Starts the maze that the screen begins with, or the first maze of a seed; otherwise continues the run in
/// progress. Returns whether a maze was chosen.
pub(super) fn on_enter(
    (title, mut begin): (Res<TitleSeed>, ResMut<Begin>),
    mut play: ResMut<Play>,
    (mut scene, mut notice): (ResMut<Scene>, ResMut<Notice>),
    mut followed: ResMut<Followed>,
) -> bool {
    *scene = Scene::Other;
    *followed = Followed(true);
    let begin = begin.take();
    let chosen = begin.seed();
    let named = match &begin {
        Begin::Map(spec) if spec.generator().makes_cell_maze() => Some(spec.clone()),
        _ => None,
    };
    match score::start_chosen(begin, &mut play) {
        Ok(true) => return true,
        Ok(false) => {}
        Err(error) => notice.refuse(&error),
    }
    let is_begun = |leg: &Leg| match &named {
        Some(spec) => spec == leg.first(),
        None => chosen.is_none_or(|seed| seed == leg.run_seed()),
    };
    let default = default_leg(chosen.unwrap_or(title.seed()));
    let first = default.as_ref().map(Leg::first);
    let is_named = named.as_ref().is_some_and(|spec| first != Ok(spec));
    if play
        .round()
        .is_some_and(|round| is_begun(round.run().leg()))
    {
        // Another screen has replaced the terrain since.
        play.present_round();
        return is_named;
    }
    play.clear_for_new_run();
    let leg = named.map_or_else(|| default.clone(), |spec| Leg::of(&spec));
    if let Err(error) = leg.and_then(|leg| play.request(leg)) {
        notice.refuse(&error);
        if let Ok(leg) = default {
            // The default maze is small and its generator does not fail.
            let _ = play.request(leg);
        }
    }
    is_named
}

/// Clears the tint and hides the walker, which the next screen would show otherwise.
fn on_exit(mut tint: ResMut<Tint>, mut walked: MessageWriter<Walked>) {
    *tint = Tint::default();
    walked.write(Walked::Placed(None));
}

/// Adds the time since the last frame before this frame's actions apply.
fn advance_clock((time, played): (Res<Time<Real>>, Res<PlayTime>), mut play: ResMut<Play>) {
    play.bypass_change_detection()
        .advance_time(played.0, time.delta());
}

/// Has the clock of a maze drawn each second until its goal is reached.
fn run_clock(play: Res<Play>, mut frames: ClockFrames) {
    if let Some(round) = play.round().filter(|_| !play.is_over()) {
        frames.request(round.time());
    }
}

/// Starts a maze once it has been generated, and applies the steps queued for it.
fn receive_maze(
    mut play: ResMut<Play>,
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut wake: MessageWriter<Wake>,
) {
    if !play.is_waiting_for_maze() {
        return;
    }
    let serial = play.serial();
    if let Err(error) = play.bypass_change_detection().poll_generation() {
        notice.refuse(&error);
    }
    if play.serial() == serial {
        wake.write(Wake(POLL_INTERVAL));
        return;
    }
    // Removes the notice "Generating ...".
    notice.0.clear();
    redraw.write(RequestRedraw);
    if let Err(error) = play.apply_queued_steps() {
        notice.refuse(&error);
    }
}

fn apply_actions(
    mut actions: MessageReader<MazeAction>,
    mut play: ResMut<Play>,
    names: CurrentNames,
    mut notice: ResMut<Notice>,
    mut wake: MessageWriter<Wake>,
) {
    for action in actions.read() {
        let undo = || names.get().of(&MazeAction::Undo);
        let unfinished = play.unfinished().count();
        match play.apply(*action) {
            Ok(Some(message)) => notice.0 = message.replace("{undo}", &undo()),
            Ok(None) if play.unfinished().count() > unfinished => {
                notice.0 = format!("Press {} to go back to the maze you left", undo());
            }
            Ok(None) => {}
            Err(error) => notice.refuse(&error),
        }
        if let Some(leg) = play.next_leg().filter(|_| play.is_waiting_for_maze()) {
            let name = leg.generator().info().name;
            notice.0 = format!("Generating {name}, {} cells...", leg.size());
            wake.write(Wake(POLL_INTERVAL));
        }
    }
}

/// Runs light along the trail once the goal is reached, then starts the next maze. With motion
/// switched off the whole trail lights at once, and only the player's next step starts the next maze.
pub(super) fn animate_win(
    mut play: ResMut<Play>,
    settings: Res<Settings>,
    mut notice: ResMut<Notice>,
    mut wake: MessageWriter<Wake>,
) {
    let Some(elapsed) = play.time_since_win() else {
        return;
    };
    if settings.is_still() {
        if play.is_changed() {
            play.light_trail(1.0);
        }
        return;
    }
    wake.write(Wake(FRAME));
    if elapsed < NEXT_MAZE_DELAY {
        play.light_trail(elapsed.as_secs_f32() / TRAIL_LIGHT_DURATION.as_secs_f32());
    } else if let Err(error) = play.advance_to_next() {
        notice.refuse(&error);
    }
}

/// Passes the walker's moves on, and plays the goal's sound when the goal is reached.
fn report_steps(
    mut play: ResMut<Play>,
    mut walked: MessageWriter<Walked>,
    mut heard: MessageWriter<SoundEvent>,
    mut was_over: Local<bool>,
) {
    walked.write_batch(play.bypass_change_detection().take_walker_moves());
    let is_over = play.is_over();
    if is_over && !*was_over {
        heard.write(SoundEvent::at_player(Sound::Goal));
    }
    *was_over = is_over;
}
