//! A recorded run as a film: where it is, whether and how fast it plays, and its line of time.

use std::path::Path;
use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::window::RequestRedraw;

use super::FilmAction;
use crate::app::frame::Phase;
use crate::app::input::{AddActions, Closed, CommonAction, Layer, Layers, MenuAction};
use crate::app::notice::Notice;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::{OpenScreen, Screen, on};
use crate::app::stage::{
    LOG_HEIGHT, PANEL_WIDTH, PlayedContent, Run, TIMELINE_HEIGHT, ToWatch, Watched,
};
use crate::app::ui::hud::{Bar, Hint};
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, Type, WELL};
use crate::disk;

pub(super) fn plugin(app: &mut App) {
    app.add_actions::<FilmAction>()
        .add_message::<Wake>()
        .add_systems(OnEnter(Screen::Replay), enter)
        .add_systems(OnExit(Screen::Replay), leave)
        .add_systems(
            Update,
            (
                (apply_actions, play).chain().in_set(Phase::Act),
                show_layer.in_set(Phase::Settle),
                tell.run_if(changes).in_set(Phase::Show),
            )
                .run_if(on(Screen::Replay).and_then(resource_exists::<Film>)),
        );
}

pub(super) fn show(app: &mut App) {
    app.add_systems(OnEnter(Screen::Replay), spawn.after(enter))
        .add_systems(
            Update,
            (
                drag.in_set(Phase::Act).before(apply_actions),
                draw.run_if(changes).in_set(Phase::Show),
            )
                .run_if(on(Screen::Replay).and_then(resource_exists::<Film>)),
        );
}

/// Whether the film or the run has gone on.
fn changes(film: Option<Res<Film>>, watched: Option<Res<Watched>>) -> bool {
    film.is_some_and(|film| film.is_changed())
        || watched.is_some_and(|watched| watched.is_changed())
}

static HINTS: [Hint; 7] = [
    (&[&FilmAction::Play], "play"),
    (&[&FilmAction::Back, &FilmAction::On], "step"),
    (&[&FilmAction::Slower, &FilmAction::Faster], "pace"),
    (&[&FilmAction::Turn], "turn"),
    (&[&FilmAction::Whole], "all"),
    (&[&CommonAction::Help], "keys"),
    (&[&CommonAction::Back], "list"),
];

static MOUSE: [(&str, &str); 2] = [("Click on the timeline", "Go there"), ("Wheel", "Zoom")];

/// Actions in a second.
const PACES: [u32; 8] = [1, 2, 4, 8, 16, 32, 100, 1000];

/// The pace at which a film begins.
const USUAL: usize = 3;

/// Most actions between two frames, so that the keys are always answered.
const AT_ONCE: u32 = 200;

/// Actions of a large step.
const FAR: i64 = 100;

/// Longest turn that can be typed.
const DIGITS: usize = 9;

/// How a recorded run is watched.
#[derive(Resource, Clone, PartialEq, Eq, Debug)]
pub struct Film {
    playing: bool,
    pace: usize,
    /// When the next action is due.
    due: Duration,
    /// The turn that is being typed.
    typed: Option<String>,
    name: String,
}

impl Film {
    /// Whether it plays.
    pub const fn is_playing(&self) -> bool {
        self.playing
    }
}

/// Opens the recording that is to be watched.
fn enter(
    (watch, content): (Res<ToWatch>, Option<Res<PlayedContent>>),
    (mut bar, mut notice): (ResMut<Bar>, ResMut<Notice>),
    time: Res<Time<Real>>,
    mut screens: OpenScreen,
    mut commands: Commands,
) {
    let opened = watch
        .0
        .as_deref()
        .ok_or("no recorded run was chosen".to_owned());
    let opened = opened.and_then(|path| Ok((open(path, content.as_deref())?, path)));
    let (run, path) = match opened {
        Ok(opened) => opened,
        Err(reason) => {
            notice.0 = reason;
            screens.open(Screen::Replays);
            return;
        }
    };
    let name = path.file_name();
    commands.insert_resource(Film {
        playing: true,
        pace: USUAL,
        due: time.elapsed(),
        typed: None,
        name: name.map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
    });
    commands.insert_resource(Watched { run, whole: false });
    *bar = Bar {
        facts: Vec::new(),
        hints: &HINTS,
        mouse: &MOUSE,
        ..default()
    };
}

fn open(path: &Path, content: Option<&PlayedContent>) -> Result<Run, String> {
    let replay = disk::read_replay(path).map_err(|error| error.to_string())?;
    Run::watch(replay, content).map_err(|error| format!("cannot play {}: {error}", path.display()))
}

fn leave(mut commands: Commands) {
    commands.remove_resource::<Film>();
    commands.remove_resource::<Watched>();
}

fn apply_actions(
    (mut actions, mut menu): (MessageReader<FilmAction>, MessageReader<MenuAction>),
    mut closed: MessageReader<Closed>,
    (mut film, mut watched): (ResMut<Film>, ResMut<Watched>),
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for action in actions.read() {
        if let Err(reason) = follow(*action, &mut film, &mut watched) {
            notice.0 = reason;
        }
        redraw.write(RequestRedraw);
    }
    if closed.read().any(|closed| closed.0 == Layer::Menu) {
        film.typed = None;
    }
    for action in menu.read() {
        match *action {
            MenuAction::Typed('\u{8}') => {
                if let Some(typed) = &mut film.typed {
                    typed.pop();
                }
            }
            MenuAction::Typed(c @ '0'..='9') => {
                if let Some(typed) = film.typed.as_mut().filter(|typed| typed.len() < DIGITS) {
                    typed.push(c);
                }
            }
            MenuAction::Choose => {
                let turn = film.typed.take().and_then(|typed| typed.parse().ok());
                if let Some(turn) = turn {
                    film.playing = false;
                    if let Err(broken) = watched.run.seek_turn(turn) {
                        notice.0 = broken.to_string();
                    }
                }
            }
            _ => {}
        }
        redraw.write(RequestRedraw);
    }
}

/// A turn that is typed takes the keys.
fn show_layer(film: Res<Film>, mut layers: ResMut<Layers>) {
    let typed = layers.with(Layer::Menu, film.typed.is_some());
    layers.set_if_neq(typed);
}

fn follow(asked: FilmAction, film: &mut Film, watched: &mut Watched) -> Result<(), String> {
    let Some((position, length)) = watched
        .run
        .playback()
        .map(|playback| (playback.position(), playback.length()))
    else {
        return Ok(());
    };
    let by = |steps: i64| position.saturating_add_signed(steps).min(length);
    let to = match asked {
        FilmAction::Play => {
            film.playing = !film.playing;
            // At its end it begins again.
            if !film.playing || position < length {
                return Ok(());
            }
            0
        }
        FilmAction::Slower | FilmAction::Faster => {
            let pace = match asked {
                FilmAction::Slower => film.pace.saturating_sub(1),
                _ => (film.pace + 1).min(PACES.len() - 1),
            };
            film.pace = pace;
            return Ok(());
        }
        FilmAction::Whole => {
            watched.whole = !watched.whole;
            return Ok(());
        }
        FilmAction::Turn => {
            film.playing = false;
            film.typed = Some(String::new());
            return Ok(());
        }
        FilmAction::On => {
            film.playing = false;
            return watched.run.step().map(drop).map_err(|e| e.to_string());
        }
        FilmAction::Back => by(-1),
        FilmAction::FarBack => by(-FAR),
        FilmAction::FarOn => by(FAR),
        FilmAction::Start => 0,
        FilmAction::End => length,
    };
    if asked != FilmAction::Play {
        film.playing = false;
    }
    watched.run.seek(to).map_err(|error| error.to_string())
}

/// Plays what is due.
fn play(
    time: Res<Time<Real>>,
    (mut film, mut watched): (ResMut<Film>, ResMut<Watched>),
    mut notice: ResMut<Notice>,
    mut wake: MessageWriter<Wake>,
) {
    let now = time.elapsed();
    let apart = Duration::from_secs(1) / PACES[film.pace];
    if !film.playing {
        if film.due < now {
            film.bypass_change_detection().due = now;
        }
        return;
    }
    let mut done = 0;
    while film.due <= now && done < AT_ONCE {
        film.bypass_change_detection().due += apart;
        done += 1;
        match watched.run.step() {
            Ok(true) => {}
            Ok(false) => {
                film.playing = false;
                break;
            }
            Err(broken) => {
                film.playing = false;
                notice.0 = broken.to_string();
                break;
            }
        }
    }
    // What could not be shown in time is not caught up with.
    if film.due < now {
        film.bypass_change_detection().due = now;
    }
    wake.write(Wake(film.due.saturating_sub(now).max(FRAME)));
}

/// Tells where the film is.
fn tell(film: Res<Film>, watched: Res<Watched>, mut bar: ResMut<Bar>) {
    let Some(playback) = watched.run.playback() else {
        return;
    };
    let pace = PACES[film.pace];
    let state = match (film.playing, playback.is_at_end()) {
        (true, _) => format!("{pace} a second"),
        (false, true) => "at its end".to_owned(),
        (false, false) => "paused".to_owned(),
    };
    let turn = match &film.typed {
        Some(typed) => format!("{typed}_ then Enter"),
        None => format!(
            "{} of {}",
            watched.run.game().turns(),
            playback.replay().turns()
        ),
    };
    let shown = if watched.whole {
        "all"
    } else {
        "what was known"
    };
    let facts = vec![
        ("", film.name.clone()),
        ("turn", turn),
        ("", state),
        ("shown", shown.to_owned()),
    ];
    if bar.facts != facts {
        bar.facts = facts;
    }
}

/// The line of time.
#[derive(Component)]
struct Line;

/// The part of it that is past.
#[derive(Component)]
struct Past;

#[derive(Component)]
struct LineText;

fn spawn(mut commands: Commands, font: Res<Type>) {
    let strip = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        right: px(PANEL_WIDTH),
        top: px(LOG_HEIGHT),
        height: px(TIMELINE_HEIGHT),
        align_items: AlignItems::Center,
        column_gap: px(10),
        padding: UiRect::horizontal(px(10)),
        border: UiRect::bottom(px(1)),
        ..default()
    };
    let line = Node {
        flex_grow: 1.0,
        height: px(12),
        ..default()
    };
    let past = Node {
        width: percent(0),
        height: percent(100),
        ..default()
    };
    let place = Node {
        width: px(150),
        justify_content: JustifyContent::FlexEnd,
        ..default()
    };
    let line = (
        Line,
        Interaction::default(),
        RelativeCursorPosition::default(),
        line,
        BackgroundColor(WELL),
        children![(Past, past, BackgroundColor(KEY.with_alpha(0.6)))],
    );
    commands.spawn((
        DespawnOnExit(Screen::Replay),
        strip,
        BackgroundColor(PANEL),
        BorderColor::all(LINE),
        Interaction::default(),
        children![line, (place, children![(LineText, font.text("", QUIET))]),],
    ));
}

/// A press on the line goes there, and what is held is dragged.
fn drag(
    lines: Query<(&Interaction, Ref<RelativeCursorPosition>), With<Line>>,
    (mut film, mut watched): (ResMut<Film>, ResMut<Watched>),
    mut notice: ResMut<Notice>,
) {
    for (interaction, cursor) in &lines {
        let pressed = *interaction == Interaction::Pressed;
        let Some(at) = cursor.normalized.filter(|_| pressed) else {
            continue;
        };
        let Some(playback) = watched.run.playback() else {
            continue;
        };
        let share = f64::from(at.x + 0.5).clamp(0.0, 1.0);
        let position = (playback.length() as f64 * share).round() as u64;
        if position != playback.position() {
            film.playing = false;
            if let Err(broken) = watched.run.seek(position) {
                notice.0 = broken.to_string();
            }
        }
    }
}

fn draw(
    (film, watched): (Res<Film>, Res<Watched>),
    mut past: Query<&mut Node, With<Past>>,
    mut texts: Query<(&mut Text, &mut TextColor), With<LineText>>,
) {
    let Some(playback) = watched.run.playback() else {
        return;
    };
    let (position, length) = (playback.position(), playback.length());
    let share = position as f32 / length.max(1) as f32;
    for mut node in &mut past {
        node.width = percent(100.0 * share);
    }
    for (mut text, mut colour) in &mut texts {
        text.0 = format!("{position} of {length}");
        colour.0 = if film.playing { PLAIN } else { QUIET };
    }
}
