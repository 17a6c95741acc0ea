//! From what is asked for to steps and mazes, frame by frame: actions and the clock in, a changed
//! [`Play`], sounds and notices out. What an action does to a maze is [`Play`]'s to know.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::action::MazeAction;
use super::file::GivenMaze;
use super::making::{first_leg, usual};
use super::play::Play;
use super::round::Round;
use super::score;
use crate::app::dungeon::{Dungeon, Scene};
use crate::app::frame::Phase;
use crate::app::glyph::Tint;
use crate::app::input::AddActions;
use crate::app::notice::Notice;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::player::{Followed, Walked};
use crate::app::reward::Chosen;
use crate::app::screen::{Screen, on};
use crate::app::seed::{DrawnSeed, RunSeed};
use crate::app::settings::Settings;
use crate::app::sound::{Heard, Sound};
use crate::app::ui::stopwatch::Played;

/// Time that light takes to run along the trail once the goal is reached.
const RUNNING: Duration = Duration::from_millis(800);
/// Time after which the next maze comes by itself.
const RESTING: Duration = Duration::from_millis(2200);
/// Time between two looks at a larger one that is being made.
const PACE: Duration = Duration::from_millis(50);

/// Walks, and begins mazes.
pub(super) fn plugin(app: &mut App) {
    app.add_actions::<MazeAction>()
        .add_message::<Wake>()
        .init_resource::<Play>()
        .init_resource::<GivenMaze>()
        .add_systems(OnEnter(Screen::Maze), enter)
        .add_systems(OnExit(Screen::Maze), leave)
        .add_systems(
            Update,
            (
                (pass, collect, apply_actions, celebrate)
                    .chain()
                    .in_set(Phase::Act),
                tell.run_if(resource_changed::<Play>).in_set(Phase::Show),
            )
                .run_if(on(Screen::Maze)),
        );
}

/// Begins the run of the seed that was chosen, or goes on with the one that was left.
pub(super) fn enter(
    (dungeon, seed, drawn): (Res<Dungeon>, Res<RunSeed>, Res<DrawnSeed>),
    (mut given, chosen): (ResMut<GivenMaze>, Option<Res<Chosen>>),
    mut play: ResMut<Play>,
    (mut scene, mut notice): (ResMut<Scene>, ResMut<Notice>),
    mut followed: ResMut<Followed>,
) {
    *scene = Scene::Other;
    *followed = Followed(true);
    let seed = seed.0;
    let spec = dungeon.spec();
    match chosen.map(|chosen| score::begin_chosen(&chosen, &mut play)) {
        None | Some(Ok(false)) => {}
        Some(Ok(true)) => return,
        Some(Err(error)) => notice.refuse(&error),
    }
    let goes_on = play.round().is_some_and(|round| {
        let leg = round.run().leg();
        // Whoever names a maze means that one.
        let named = spec.generator().makes_cell_maze() && spec != leg.first();
        drawn.is(seed) || leg.run_seed() == seed && !named
    });
    if goes_on && given.0.is_none() {
        // What lies on the terrain now is another screen's.
        play.begin();
        return;
    }
    play.leave_run();
    let begun = first_leg(spec, seed).and_then(|leg| match given.0.take() {
        Some(maze) => leg.load(maze).map(|run| play.show(Round::new(run))),
        None => play.ask(leg),
    });
    if let Err(error) = begun {
        notice.refuse(&error);
        // There is always the usual maze.
        if let Ok(leg) = usual(seed) {
            // It is small and its generator sound.
            let _ = play.ask(leg);
        }
    }
}

/// Leaves nothing on the terrain that the next screen would show.
fn leave(mut tint: ResMut<Tint>, mut walked: MessageWriter<Walked>) {
    *tint = Tint::default();
    walked.write(Walked::Placed(None));
}

/// Lets the time up to this frame pass, before what this frame's keys do.
fn pass((time, played): (Res<Time<Real>>, Res<Played>), mut play: ResMut<Play>) {
    play.bypass_change_detection().pass(played.0, time.delta());
}

/// Shows a maze that is done, and takes the steps that were meant for it.
fn collect(
    mut play: ResMut<Play>,
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut wake: MessageWriter<Wake>,
) {
    if !play.is_making() {
        return;
    }
    let serial = play.serial();
    if let Err(error) = play.bypass_change_detection().settle() {
        notice.refuse(&error);
    }
    if play.serial() == serial {
        wake.write(Wake(PACE));
        return;
    }
    // It said that the maze was being made.
    notice.0.clear();
    redraw.write(RequestRedraw);
    if let Err(error) = play.catch_up() {
        notice.refuse(&error);
    }
}

fn apply_actions(
    mut actions: MessageReader<MazeAction>,
    mut play: ResMut<Play>,
    mut notice: ResMut<Notice>,
    mut wake: MessageWriter<Wake>,
) {
    for action in actions.read() {
        let left = play.left().count();
        match play.apply(*action) {
            Ok(Some(said)) => notice.0 = said.to_owned(),
            Ok(None) if play.left().count() > left => {
                notice.0 = "Undo takes you back to the maze you left".to_owned();
            }
            Ok(None) => {}
            Err(error) => notice.refuse(&error),
        }
        if let Some(leg) = play.coming().filter(|_| play.is_making()) {
            let name = leg.generator().info().name;
            notice.0 = format!("Generating {name}, {} cells...", leg.size());
            wake.write(Wake(PACE));
        }
    }
}

/// Lets light run along the way once the goal is reached, and brings the next maze when it has
/// been looked at. Where nothing is to move by itself the light is there at once, and the next step
/// brings the maze.
pub(super) fn celebrate(
    mut play: ResMut<Play>,
    settings: Res<Settings>,
    mut notice: ResMut<Notice>,
    mut wake: MessageWriter<Wake>,
) {
    let Some(passed) = play.since_won() else {
        return;
    };
    if settings.is_still() {
        if play.is_changed() {
            play.light(1.0);
        }
        return;
    }
    wake.write(Wake(FRAME));
    if passed < RESTING {
        play.light(passed.as_secs_f32() / RUNNING.as_secs_f32());
    } else if let Err(error) = play.advance() {
        notice.refuse(&error);
    }
}

/// Tells what became of the steps, and lets the goal be heard once it is reached.
fn tell(
    mut play: ResMut<Play>,
    mut walked: MessageWriter<Walked>,
    mut heard: MessageWriter<Heard>,
    mut was_over: Local<bool>,
) {
    walked.write_batch(play.bypass_change_detection().take_walked());
    let is_over = play.is_over();
    if is_over && !std::mem::replace(&mut *was_over, is_over) {
        heard.write(Heard::here(Sound::Goal));
    }
    *was_over = is_over;
}
