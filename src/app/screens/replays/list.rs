//! The recordings on the disk, newest first, one of them chosen.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::app::dungeon::Scene;
use crate::app::frame::Phase;
use crate::app::glyph::{Terrain, ViewInsets};
use crate::app::input::{CommonAction, MenuAction, hand_out};
use crate::app::screen::{OpenScreen, Screen, on};
use crate::app::stage::ToWatch;
use crate::app::ui::hud::{Bar, Hint};
use crate::app::ui::list::{self, Cursor};
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, Type, WRONG};
use crate::disk;
use crate::game::counted;
use crate::geom::{Dir, Grid};

/// Recordings that are listed.
const MOST: usize = 500;

pub(super) fn plugin(app: &mut App, folder: Option<PathBuf>) {
    let listed = Listed {
        folder,
        ..default()
    };
    app.insert_resource(listed)
        .init_resource::<Chosen>()
        .add_systems(OnEnter(Screen::Replays), enter)
        .add_systems(
            Update,
            apply_actions.run_if(on(Screen::Replays)).in_set(Phase::Act),
        );
}

pub(super) fn show(app: &mut App) {
    app.add_systems(
        Update,
        (
            list::select_with_pointer::<Chosen>
                .in_set(Phase::Input)
                .before(hand_out),
            draw.run_if(
                resource_changed::<Listed>
                    .or_eager(resource_changed::<Chosen>)
                    .or_eager(any_match_filter::<Changed<Window>>),
            )
            .in_set(Phase::Show),
        )
            .run_if(on(Screen::Replays)),
    )
    .add_systems(OnEnter(Screen::Replays), spawn.after(enter));
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

static MOUSE: [(&str, &str); 1] = [("Click", "Watch")];

/// A recording.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    path: PathBuf,
    name: String,
    /// What there is to say of it, or why it cannot be read.
    about: Result<String, String>,
}

/// The recordings.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    folder: Option<PathBuf>,
    entries: Vec<Entry>,
}

/// The recording that is chosen, by its place in the list.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
struct Chosen(usize);

impl Cursor for Chosen {
    fn at_line(self, line: usize) -> Self {
        Self(line)
    }
}

impl Listed {
    /// How many there are.
    pub const fn count(&self) -> usize {
        self.entries.len()
    }
}

/// Reads what is there, the newest first.
fn read(folder: Option<&PathBuf>) -> Vec<Entry> {
    let files = folder.map_or_else(Vec::new, |folder| disk::list(folder));
    let is_replay = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "replay");
    files
        .into_iter()
        .filter(is_replay)
        .take(MOST)
        .map(entry)
        .collect()
}

fn entry(path: PathBuf) -> Entry {
    let name = path
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    // Whole replays may be long; what is wrong in the middle of one is told when it is opened.
    let about = disk::read_summary(&path)
        .map(|summary| {
            let plus = match summary.plus {
                0 => String::new(),
                plus => format!(", New Game Plus {plus}"),
            };
            let turns = counted(summary.turns, "turn");
            format!("{} after {turns}{plus}", summary.end.name())
        })
        .map_err(|error| {
            let told = error.to_string();
            // Its name is in the line already.
            let place = format!("{}: ", path.display());
            told.strip_prefix(&place).unwrap_or(&told).to_owned()
        });
    Entry { path, name, about }
}

fn enter(
    (mut listed, mut chosen): (ResMut<Listed>, ResMut<Chosen>),
    (mut bar, mut insets): (ResMut<Bar>, ResMut<ViewInsets>),
    (mut scene, mut terrain): (ResMut<Scene>, ResMut<Terrain>),
) {
    listed.entries = read(listed.folder.as_ref());
    // Whoever comes back finds the line that they left.
    chosen.0 = chosen.0.min(listed.count().saturating_sub(1));
    *scene = Scene::Other;
    terrain.replace(Grid::default());
    insets.right = 0.0;
    bar.set_if_neq(Bar {
        facts: vec![("recorded runs", listed.count().to_string())],
        hints: &HINTS,
        mouse: &MOUSE,
        ..default()
    });
}

fn apply_actions(
    mut actions: MessageReader<MenuAction>,
    (listed, mut chosen): (Res<Listed>, ResMut<Chosen>),
    mut watch: ResMut<ToWatch>,
    mut open: OpenScreen,
) {
    for action in actions.read() {
        match action {
            MenuAction::Cursor(dir) if listed.count() > 0 => {
                let step = dir.delta().y + 10 * dir.delta().x;
                let last = listed.count() - 1;
                let at = chosen.0.saturating_add_signed(step as isize).min(last);
                chosen.set_if_neq(Chosen(at));
            }
            MenuAction::Choose => {
                if let Some(entry) = listed.entries.get(chosen.0) {
                    watch.0 = Some(entry.path.clone());
                    open.open(Screen::Replay);
                }
            }
            _ => {}
        }
    }
}

/// Holds the lines.
#[derive(Component)]
struct ListBox;

/// Height of a line, and of all that is around the lines, in logical pixels.
const ROW: f32 = 24.0;
const AROUND: f32 = 190.0;

fn spawn(mut commands: Commands) {
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

fn draw(
    (listed, chosen, font): (Res<Listed>, Res<Chosen>, Res<Type>),
    windows: Query<&Window, With<PrimaryWindow>>,
    scale: Option<Res<UiScale>>,
    boxes: Query<Entity, With<ListBox>>,
    mut commands: Commands,
) {
    let scale = scale.map_or(1.0, |scale| scale.0);
    let height = windows
        .single()
        .map_or(0.0, |window| window.height() / scale);
    let room = (((height - AROUND) / ROW) as usize).max(3);
    let first = chosen
        .0
        .saturating_sub(room / 2)
        .min(listed.count().saturating_sub(room));
    for list in &boxes {
        let mut list = commands.entity(list);
        list.despawn_children();
        list.with_children(|list| {
            list.spawn(font.sized("Replays", 28.0, KEY));
            let about = if listed.count() == 0 {
                "No run has ended yet. Each one is recorded here when it does.".to_owned()
            } else {
                format!("{} of {}", chosen.0 + 1, listed.count())
            };
            let below = Node {
                margin: UiRect::bottom(px(10)),
                ..default()
            };
            list.spawn((below, children![font.text(&about, QUIET)]));
            let lines = listed.entries.iter().enumerate();
            for (index, entry) in lines.skip(first).take(room) {
                list::spawn_line(list, index, index == chosen.0, |line| {
                    fill(line, entry, &font);
                });
            }
        });
    }
}

/// Name of a recording, and what there is to say of it.
fn fill(line: &mut ChildSpawnerCommands, entry: &Entry, font: &Type) {
    let name = Node {
        min_width: px(200),
        min_height: px(ROW),
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        ..default()
    };
    line.spawn((name, children![font.text(&entry.name, PLAIN)]));
    match &entry.about {
        Ok(about) => line.spawn(font.text(about, QUIET)),
        Err(reason) => line.spawn(font.text(reason, WRONG)),
    };
}
