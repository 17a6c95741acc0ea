//! Playback of a replay: play and pause, speed, stepping and seeking, and the timeline.

use std::path::Path;

use bevy::prelude::*;

use super::ReplayAction;
use crate::app::begin::Begin;
use crate::app::frame::{Phase, React};
use crate::app::input::{
    AddActions, AddLayers, CommonAction, Layer, LayerClosed, Layers, MenuAction,
};
use crate::app::notice::Notice;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::{OpenScreen, Screen};
use crate::app::stage::{PlayedContent, Run, SIDEBAR_HELP, Watched};
use crate::app::ui::hud::{AddBar, Bar, Hint};
use crate::app::ui::playback::Playback;
use crate::app::ui::timeline::{Sought, Timeline};
use crate::disk;

pub(super) fn plugin(app: &mut App) {
    app.add_actions::<ReplayAction>()
        .add_systems(OnEnter(Screen::Replay), on_enter)
        .add_systems(OnExit(Screen::Replay), on_exit)
        .add_bar(Screen::Replay, bar, |_| true)
        .add_layers(Screen::Replay, |world| {
            let controls = world.get_resource::<ReplayControls>();
            let is_typing = controls.is_some_and(|controls| controls.typed.is_some());
            is_typing.then_some(Layer::Menu).into_iter().collect()
        })
        .add_systems(
            React,
            (apply_actions, seek)
                .chain()
                .in_set(Phase::Act)
                .run_if(resource_exists::<ReplayControls>)
                .in_set(Screen::Replay),
        )
        .add_systems(
            Update,
            (
                advance_playback.in_set(Phase::Tick),
                update_timeline.run_if(has_changed).in_set(Phase::Show),
            )
                .run_if(resource_exists::<ReplayControls>)
                .in_set(Screen::Replay),
        );
}

/// Whether the controls or the shown run have changed.
fn has_changed(controls: Option<Res<ReplayControls>>, watched: Option<Res<Watched>>) -> bool {
    controls.is_some_and(|controls| controls.is_changed())
        || watched.is_some_and(|watched| watched.is_changed())
}

/// The hints, by whether the replay is playing and whether everything is shown.
static HINTS: [[[Hint; 7]; 2]; 2] = [
    [
        hints("play", "show everything"),
        hints("play", "show what was known"),
    ],
    [
        hints("pause", "show everything"),
        hints("pause", "show what was known"),
    ],
];

const fn hints(toggle_play: &'static str, toggle_whole: &'static str) -> [Hint; 7] {
    [
        (&[&ReplayAction::TogglePlay], toggle_play),
        (
            &[&ReplayAction::StepBack, &ReplayAction::StepForward],
            "step",
        ),
        (&[&ReplayAction::Slower, &ReplayAction::Faster], "speed"),
        (&[&ReplayAction::GoToTurn], "go to turn"),
        (&[&ReplayAction::ToggleWhole], toggle_whole),
        (&[&CommonAction::Help], "keys"),
        (&[&CommonAction::Back], "list"),
    ]
}

/// The hints while a turn number is typed.
static TYPING_HINTS: [Hint; 2] = [
    (&[&MenuAction::Choose], "go there"),
    (&[&CommonAction::Back], "cancel"),
];

static MOUSE_HINTS: [(&str, &str); 2] = [("Click on the timeline", "Go there"), ("Wheel", "Zoom")];

/// The actions in a second at the usual speed.
const PACE: f32 = 8.0;

/// Limit on the actions in one frame, so that the program stays responsive at any speed.
const MAX_ACTIONS_PER_FRAME: usize = 200;

/// Digits of the longest turn number that can be typed.
const MAX_TURN_DIGITS: usize = 9;

/// The state of the replay's controls.
#[derive(Resource, Clone, PartialEq, Debug)]
pub struct ReplayControls {
    playback: Playback,
    /// The turn number being typed, if the player is typing one.
    typed: Option<String>,
    /// The name of the replay's file.
    name: String,
}

impl ReplayControls {
    /// Whether the replay is playing rather than paused.
    pub const fn is_playing(&self) -> bool {
        self.playback.is_playing()
    }
}

/// Opens the chosen replay, or goes back to the list with a notice.
fn on_enter(
    content: Option<Res<PlayedContent>>,
    mut notice: ResMut<Notice>,
    mut screens: OpenScreen,
    mut commands: Commands,
) {
    let opened = match screens.begin.take() {
        Begin::Replay(path) => open_replay(&path, content.as_deref()),
        _ => Err("no recorded run was chosen".to_owned()),
    };
    let (run, name) = match opened {
        Ok(opened) => opened,
        Err(reason) => {
            notice.say(reason);
            screens.open(Screen::Replays, Begin::Last);
            return;
        }
    };
    commands.insert_resource(ReplayControls {
        playback: Playback::playing(),
        typed: None,
        name,
    });
    commands.insert_resource(Watched { run, whole: false });
}

/// Reads a replay. Returns its run, at the start, and the name of the file.
pub(super) fn open_replay(
    path: &Path,
    content: Option<&PlayedContent>,
) -> Result<(Run, String), String> {
    let replay = disk::read_recording(path).map_err(|error| error.to_string())?;
    let run = Run::watch(replay, content)
        .map_err(|error| format!("cannot play {}: {error}", path.display()))?;
    let name = path.file_name().unwrap_or_default();
    Ok((run, name.to_string_lossy().into_owned()))
}

fn on_exit(mut commands: Commands) {
    commands.remove_resource::<ReplayControls>();
    commands.remove_resource::<Watched>();
}

fn apply_actions(
    (mut actions, mut menu): (MessageReader<ReplayAction>, MessageReader<MenuAction>),
    mut closed: MessageReader<LayerClosed>,
    (mut controls, mut watched): (ResMut<ReplayControls>, ResMut<Watched>),
    mut notice: ResMut<Notice>,
) {
    for action in actions.read() {
        if let Err(reason) = apply_action(*action, &mut controls, &mut watched) {
            notice.say(reason);
        }
    }
    if closed.read().any(|closed| closed.0 == Layer::Menu) {
        controls.typed = None;
    }
    for action in menu.read() {
        match *action {
            MenuAction::Typed('\u{8}') => {
                if let Some(typed) = &mut controls.typed {
                    typed.pop();
                }
            }
            MenuAction::Typed(c @ '0'..='9') => {
                if let Some(typed) = &mut controls.typed
                    && typed.len() < MAX_TURN_DIGITS
                {
                    typed.push(c);
                }
            }
            MenuAction::Choose => {
                let turn = controls.typed.take().and_then(|typed| typed.parse().ok());
                if let Some(turn) = turn {
                    controls.playback.set_playing(false);
                    if let Err(error) = watched.run.seek_turn(turn) {
                        notice.say(error.to_string());
                    }
                }
            }
            _ => {}
        }
    }
}

fn apply_action(
    action: ReplayAction,
    controls: &mut ReplayControls,
    watched: &mut Watched,
) -> Result<(), String> {
    let Some(playback) = watched.run.playback() else {
        return Ok(());
    };
    match action {
        ReplayAction::ToggleWhole => watched.whole = !watched.whole,
        ReplayAction::GoToTurn => {
            controls.playback.set_playing(false);
            controls.typed = Some(String::new());
        }
        _ => {}
    }
    let (at, length) = (playback.position(), playback.length());
    match controls.playback.control(action, at, length) {
        Some(to) => watched.run.seek(to).map_err(|error| error.to_string()),
        None => Ok(()),
    }
}

/// Takes the actions that are due, unless the list of keys covers the picture. Those that could not be taken in time are not
/// made up for later.
fn advance_playback(
    (time, layers): (Res<Time<Real>>, Res<Layers>),
    (mut controls, mut watched): (ResMut<ReplayControls>, ResMut<Watched>),
    mut notice: ResMut<Notice>,
    mut wake: MessageWriter<Wake>,
) {
    let playback = &mut controls.bypass_change_detection().playback;
    if !playback.is_playing() || layers.is_open(Layer::Help) {
        playback.rest();
        return;
    }
    let due = playback.due(time.elapsed(), PACE);
    wake.write(Wake(playback.next_in(PACE).max(FRAME)));
    for _ in 0..due.min(MAX_ACTIONS_PER_FRAME) {
        match watched.run.step() {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => notice.say(error.to_string()),
        }
        controls.playback.set_playing(false);
        break;
    }
}

/// The position, the speed, the view and the hints.
fn bar(world: &World) -> Bar {
    let shown = (
        world.get_resource::<ReplayControls>(),
        world.get_resource::<Watched>(),
    );
    let (Some(controls), Some(watched)) = shown else {
        return Bar::default();
    };
    let Some(playback) = watched.run.playback() else {
        return Bar::default();
    };
    let state = controls.playback.describe(playback.is_at_end());
    let turns = playback.recording().turns();
    let (label, turn) = match &controls.typed {
        Some(typed) => ("go to turn", format!("{typed}_ of {turns}")),
        None => ("turn", format!("{} of {turns}", watched.run.game().turns())),
    };
    let shown = if watched.whole {
        "everything"
    } else {
        "what the player knew"
    };
    let facts = vec![
        ("", controls.name.clone()),
        (label, turn),
        ("", state),
        ("showing", shown.to_owned()),
    ];
    let hints: &[Hint] = match controls.typed {
        Some(_) => &TYPING_HINTS,
        None => &HINTS[usize::from(controls.is_playing())][usize::from(watched.whole)],
    };
    Bar {
        facts,
        hints,
        mouse: &MOUSE_HINTS,
        about: &SIDEBAR_HELP,
        ..default()
    }
}

/// Goes where the player presses or drags the timeline.
fn seek(
    mut sought: MessageReader<Sought>,
    (mut controls, mut watched): (ResMut<ReplayControls>, ResMut<Watched>),
    mut notice: ResMut<Notice>,
) {
    let Some(Sought(share)) = sought.read().last().copied() else {
        return;
    };
    let Some(playback) = watched.run.playback() else {
        return;
    };
    let (at, length) = (playback.position(), playback.length());
    let position = controls.playback.seek(share, length);
    if position != at
        && let Err(error) = watched.run.seek(position)
    {
        notice.say(error.to_string());
    }
}

fn update_timeline(
    (controls, watched): (Res<ReplayControls>, Res<Watched>),
    mut timeline: ResMut<Timeline>,
) {
    let Some(playback) = watched.run.playback() else {
        return;
    };
    let (position, length) = (playback.position(), playback.length());
    timeline.set_if_neq(Timeline {
        shown: (position as f32, length as f32),
        label: format!("action {position} of {length}"),
        is_playing: controls.is_playing(),
    });
}
