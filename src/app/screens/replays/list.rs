//! The list of the replays on disk, newest first, with a cursor to open one.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::app::dungeon::Scene;
use crate::app::frame::Phase;
use crate::app::glyph::{Terrain, ViewInsets};
use crate::app::input::{CommonAction, MenuAction, dispatch_actions};
use crate::app::screen::{OpenScreen, Screen, in_screen};
use crate::app::stage::ToWatch;
use crate::app::ui::hud::{Bar, Hint};
use crate::app::ui::list::{self, Cursor};
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, UiFont, WRONG};
use crate::disk;
use crate::game::counted;
use crate::geom::{Dir, Grid};

/// Limit on listed replays; older ones are left out.
const MAX_LISTED: usize = 500;

pub(super) fn plugin(app: &mut App, folder: Option<PathBuf>) {
    let replays = ReplayList {
        folder,
        ..default()
    };
    app.insert_resource(replays)
        .init_resource::<SelectedLine>()
        .add_systems(OnEnter(Screen::Replays), on_enter)
        .add_systems(
            Update,
            apply_actions
                .run_if(in_screen(Screen::Replays))
                .in_set(Phase::Act),
        );
}

pub(super) fn view_plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            list::select_with_pointer::<SelectedLine>
                .in_set(Phase::Input)
                .before(dispatch_actions),
            draw_list
                .run_if(
                    resource_changed::<ReplayList>
                        .or_eager(resource_changed::<SelectedLine>)
                        .or_eager(any_match_filter::<Changed<Window>>),
                )
                .in_set(Phase::Show),
        )
            .run_if(in_screen(Screen::Replays)),
    )
    .add_systems(OnEnter(Screen::Replays), spawn_list.after(on_enter));
}

static HINTS: [Hint; 4] = [
    (
        &[
            &MenuAction::Cursor(Dir::North),
            &MenuAction::Cursor(Dir::South),
        ],
        "move",
    ),
    (&[&MenuAction::Choose], "watch"),
    (&[&CommonAction::Help], "keys"),
    (&[&CommonAction::Back], "title"),
];

static MOUSE_HINTS: [(&str, &str); 1] = [("Click", "Watch")];

/// A line of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    path: PathBuf,
    name: String,
    /// How the run ended, or why the file cannot be read.
    summary: Result<String, String>,
}

/// The replays in the player's folder.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct ReplayList {
    folder: Option<PathBuf>,
    entries: Vec<Entry>,
}

/// The index of the selected replay.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
struct SelectedLine(usize);

impl Cursor for SelectedLine {
    fn at_line(self, line: usize) -> Self {
        Self(line)
    }
}

impl ReplayList {
    /// The number of listed replays, including those that cannot be read.
    pub const fn count(&self) -> usize {
        self.entries.len()
    }
}

/// Reads the folder's replays, newest first.
fn read_entries(folder: Option<&PathBuf>) -> Vec<Entry> {
    let files = folder.map_or_else(Vec::new, |folder| disk::list_files(folder));
    let is_replay = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "replay");
    files
        .into_iter()
        .filter(is_replay)
        .take(MAX_LISTED)
        .map(read_entry)
        .collect()
}

fn read_entry(path: PathBuf) -> Entry {
    let name = path
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    // Replays may be long, so errors further inside are only reported when one is opened.
    let summary = disk::read_summary(&path)
        .map(|summary| {
            let plus = match summary.plus {
                0 => String::new(),
                plus => format!(", New Game Plus {plus}"),
            };
            let turns = counted(summary.turns, "turn");
            format!("{} after {turns}{plus}", summary.end.name())
        })
        .map_err(|error| {
            let reason = error.to_string();
            // The line already shows the name.
            let prefix = format!("{}: ", path.display());
            reason.strip_prefix(&prefix).unwrap_or(&reason).to_owned()
        });
    Entry {
        path,
        name,
        summary,
    }
}

fn on_enter(
    (mut replays, mut selected): (ResMut<ReplayList>, ResMut<SelectedLine>),
    (mut bar, mut insets): (ResMut<Bar>, ResMut<ViewInsets>),
    (mut scene, mut terrain): (ResMut<Scene>, ResMut<Terrain>),
) {
    replays.entries = read_entries(replays.folder.as_ref());
    // Coming back from a replay, its line is still selected.
    selected.0 = selected.0.min(replays.count().saturating_sub(1));
    *scene = Scene::Other;
    terrain.replace(Grid::default());
    insets.right = 0.0;
    bar.set_if_neq(Bar {
        facts: vec![("recorded runs", replays.count().to_string())],
        hints: &HINTS,
        mouse: &MOUSE_HINTS,
        ..default()
    });
}

fn apply_actions(
    mut actions: MessageReader<MenuAction>,
    (replays, mut selected): (Res<ReplayList>, ResMut<SelectedLine>),
    mut to_watch: ResMut<ToWatch>,
    mut screens: OpenScreen,
) {
    for action in actions.read() {
        match action {
            MenuAction::Cursor(dir) if replays.count() > 0 => {
                let step = dir.delta().y + 10 * dir.delta().x;
                let last = replays.count() - 1;
                let at = selected.0.saturating_add_signed(step as isize).min(last);
                selected.set_if_neq(SelectedLine(at));
            }
            MenuAction::Choose => {
                if let Some(entry) = replays.entries.get(selected.0) {
                    to_watch.0 = Some(entry.path.clone());
                    screens.open(Screen::Replay);
                }
            }
            _ => {}
        }
    }
}

/// The box around the lines.
#[derive(Component)]
struct ListBox;

/// Heights of a line and of everything around the lines, in logical pixels.
const ROW_HEIGHT: f32 = 24.0;
const SURROUNDING_HEIGHT: f32 = 190.0;

fn spawn_list(mut commands: Commands) {
    let screen = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        justify_content: JustifyContent::Center,
        align_items: AlignItems::FlexStart,
        padding: UiRect::top(px(36)),
        ..default()
    };
    let list = Node {
        flex_direction: FlexDirection::Column,
        min_width: px(520),
        max_width: percent(94),
        padding: UiRect::axes(px(28), px(18)),
        border: UiRect::all(px(1)),
        overflow: Overflow::clip(),
        ..default()
    };
    let looks = (BackgroundColor(PANEL), BorderColor::all(LINE));
    commands.spawn((
        DespawnOnExit(Screen::Replays),
        screen,
        children![(ListBox, list, looks)],
    ));
}

fn draw_list(
    (replays, selected, font): (Res<ReplayList>, Res<SelectedLine>, Res<UiFont>),
    (window, scale): (Single<&Window, With<PrimaryWindow>>, Res<UiScale>),
    list_box: Single<Entity, With<ListBox>>,
    mut commands: Commands,
) {
    let height = window.height() / scale.0;
    let max_lines = (((height - SURROUNDING_HEIGHT) / ROW_HEIGHT) as usize).max(3);
    let first = selected
        .0
        .saturating_sub(max_lines / 2)
        .min(replays.count().saturating_sub(max_lines));
    let mut list = commands.entity(*list_box);
    list.despawn_children();
    list.with_children(|list| {
        list.spawn(font.sized("Replays", 28.0, KEY));
        let position = if replays.count() == 0 {
            "No run has ended yet. Each one is recorded here when it does.".to_owned()
        } else {
            format!("{} of {}", selected.0 + 1, replays.count())
        };
        let margin = Node {
            margin: UiRect::bottom(px(10)),
            ..default()
        };
        list.spawn((margin, children![font.text(&position, QUIET)]));
        let lines = replays.entries.iter().enumerate();
        for (index, entry) in lines.skip(first).take(max_lines) {
            list::spawn_line(list, index, index == selected.0, |line| {
                draw_entry(line, entry, &font);
            });
        }
    });
}

/// Draws the name of a replay and its summary.
fn draw_entry(line: &mut ChildSpawnerCommands, entry: &Entry, font: &UiFont) {
    let name = Node {
        min_width: px(200),
        min_height: px(ROW_HEIGHT),
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        ..default()
    };
    line.spawn((name, children![font.text(&entry.name, PLAIN)]));
    match &entry.summary {
        Ok(summary) => line.spawn(font.text(summary, QUIET)),
        Err(reason) => line.spawn(font.text(reason, WRONG)),
    };
}
