//! The list of the replays on disk, newest first, with a cursor to open or delete one.

use std::cmp::Reverse;
use std::path::PathBuf;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::ReplayListAction;
use crate::app::begin::Begin;
use crate::app::dungeon::Scene;
use crate::app::frame::Phase;
use crate::app::glyph::{Terrain, ViewInsets};
use crate::app::input::{
    AddActions, CommonAction, CurrentNames, Layer, LayerClosed, Layers, MenuAction,
    dispatch_actions,
};
use crate::app::notice::Notice;
use crate::app::platform;
use crate::app::screen::{OpenScreen, Screen};
use crate::app::ui::hud::{Bar, Hint};
use crate::app::ui::list::{self, Cursor};
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, UiFont, WRONG};
use crate::disk;
use crate::game::End;
use crate::game::record::{Recorded, Summary};
use crate::geom::Grid;

/// Limit on listed replays; older ones are left out.
const MAX_LISTED: usize = 500;

pub(super) fn plugin(app: &mut App, folder: Option<PathBuf>) {
    let replays = ReplayList {
        folder,
        ..default()
    };
    app.add_actions::<ReplayListAction>()
        .insert_resource(replays)
        .init_resource::<SelectedLine>()
        .add_systems(OnEnter(Screen::Replays), on_enter)
        .add_systems(
            Update,
            (
                apply_actions.in_set(Phase::Act),
                (
                    update_layer.in_set(Phase::Settle),
                    update_bar.in_set(Phase::Show),
                )
                    .run_if(resource_changed::<ReplayList>),
            )
                .in_set(Screen::Replays),
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
            .in_set(Screen::Replays),
    )
    .add_systems(OnEnter(Screen::Replays), spawn_list.after(on_enter));
}

static HINTS: [Hint; 5] = [
    list::MOVE,
    (&[&MenuAction::Choose], "watch"),
    (&[&ReplayListAction::Delete], "delete"),
    (&[&CommonAction::Help], "keys"),
    (&[&CommonAction::Back], "title"),
];

static MOUSE_HINTS: [(&str, &str); 1] = [("Click", "Watch")];

/// A line of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    path: PathBuf,
    /// The facts in it, or why it cannot be read.
    summary: Result<Summary, String>,
}

/// The replays in the player's folder.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct ReplayList {
    folder: Option<PathBuf>,
    entries: Vec<Entry>,
    /// Whether the player is asked to confirm that the selected replay is to be deleted.
    asks_to_delete: bool,
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
    let mut entries: Vec<Entry> = files
        .into_iter()
        .filter(|(_, path)| path.extension().is_some_and(|kind| kind == "replay"))
        .take(MAX_LISTED)
        .map(|(_, path)| read_entry(path))
        .collect();
    // Those that do not say when they were recorded come last, in the order of their files.
    entries.sort_by_key(|entry| Reverse(entry.recorded()));
    entries
}

fn read_entry(path: PathBuf) -> Entry {
    // Replays may be long, so errors further inside are only reported when one is opened.
    let summary = disk::read_summary(&path).map_err(|error| {
        let reason = error.to_string();
        // The line already shows the name.
        let prefix = format!("{}: ", path.display());
        reason.strip_prefix(&prefix).unwrap_or(&reason).to_owned()
    });
    Entry { path, summary }
}

/// The date and the time of day in UTC; a dash for a replay that does not say when it was recorded.
fn describe_time(recorded: Option<Recorded>) -> String {
    let Some(recorded) = recorded else {
        return "-".to_owned();
    };
    let day = match recorded.day() == platform::today() {
        true => "today".to_owned(),
        false => recorded.day().to_string(),
    };
    format!("{day} {}", recorded.time())
}

/// What the run was begun with.
fn describe_origin(summary: &Summary) -> String {
    match summary.daily {
        Some(day) => format!("daily {day}"),
        None => summary.seed.to_string(),
    }
}

impl Entry {
    fn recorded(&self) -> Option<Recorded> {
        self.summary.as_ref().ok()?.recorded
    }

    fn name(&self) -> String {
        let name = self.path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }
}

/// How a run ended, in words.
fn describe_end(summary: &Summary) -> String {
    let end = match summary.end {
        End::Playing => "unfinished",
        End::Died => "died",
        End::Won => "won",
        End::GaveUp => "given up",
        End::Finished => "training completed",
    };
    let depth = match (summary.end, summary.standing) {
        (End::Playing | End::Died | End::GaveUp, Some(standing)) => {
            format!(" on depth {}", standing.depth)
        }
        _ => String::new(),
    };
    match summary.plus {
        0 => format!("{end}{depth}"),
        plus => format!("{end}{depth}, New Game Plus {plus}"),
    }
}

fn on_enter(
    (mut replays, mut selected): (ResMut<ReplayList>, ResMut<SelectedLine>),
    mut insets: ResMut<ViewInsets>,
    (mut scene, mut terrain): (ResMut<Scene>, ResMut<Terrain>),
) {
    replays.entries = read_entries(replays.folder.as_ref());
    replays.asks_to_delete = false;
    // Coming back from a replay, its line is still selected.
    selected.0 = selected.0.min(replays.count().saturating_sub(1));
    *scene = Scene::Other;
    terrain.replace(Grid::default());
    insets.right = 0.0;
}

fn update_bar(replays: Res<ReplayList>, mut bar: ResMut<Bar>) {
    let hints: &[Hint] = match (replays.asks_to_delete, replays.count()) {
        (true, _) => &list::CONFIRM_HINTS,
        // Nothing to watch or to delete.
        (false, 0) => &HINTS[3..],
        (false, _) => &HINTS,
    };
    bar.set_if_neq(Bar {
        facts: vec![("replays", replays.count().to_string())],
        hints,
        mouse: &MOUSE_HINTS,
        ..default()
    });
}

/// Opens the layer of the question, so that Back cancels it.
fn update_layer(replays: Res<ReplayList>, mut layers: ResMut<Layers>) {
    let asking = layers.with(Layer::Question, replays.asks_to_delete);
    layers.set_if_neq(asking);
}

fn apply_actions(
    (mut actions, mut deletions): (MessageReader<MenuAction>, MessageReader<ReplayListAction>),
    mut closed: MessageReader<LayerClosed>,
    (mut replays, mut selected): (ResMut<ReplayList>, ResMut<SelectedLine>),
    mut notice: ResMut<Notice>,
    mut screens: OpenScreen,
) {
    if closed.read().any(|closed| closed.0 == Layer::Question) {
        replays.asks_to_delete = false;
    }
    if deletions.read().count() > 0 && replays.count() > 0 {
        replays.asks_to_delete = true;
    }
    for action in actions.read() {
        match action {
            MenuAction::Answer(false) => replays.asks_to_delete = false,
            MenuAction::Answer(true) | MenuAction::Choose if replays.asks_to_delete => {
                replays.asks_to_delete = false;
                let entry = &replays.entries[selected.0];
                let name = entry.name();
                notice.0 = match disk::remove(&entry.path) {
                    Ok(()) => {
                        replays.entries.remove(selected.0);
                        let last = replays.count().saturating_sub(1);
                        selected.0 = selected.0.min(last);
                        format!("Deleted {name}.")
                    }
                    Err(reason) => format!("Cannot delete {name}: {reason}."),
                };
            }
            _ if replays.asks_to_delete => {}
            MenuAction::Cursor(dir) if replays.count() > 0 => {
                let step = dir.delta().y + 10 * dir.delta().x;
                let last = replays.count() - 1;
                let at = selected.0.saturating_add_signed(step as isize).min(last);
                selected.set_if_neq(SelectedLine(at));
            }
            MenuAction::Choose => {
                if let Some(entry) = replays.entries.get(selected.0) {
                    screens.open(Screen::Replay, Begin::Replay(entry.path.clone()));
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
const SURROUNDING_HEIGHT: f32 = 215.0;

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
        min_width: px(640),
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
    (replays, selected): (Res<ReplayList>, Res<SelectedLine>),
    (font, names): (Res<UiFont>, CurrentNames),
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
        if replays.asks_to_delete {
            let names = names.get();
            let question = format!("Delete {}?", replays.entries[selected.0].name());
            let keys = format!(
                "{}: delete    {}: cancel",
                names.of(&MenuAction::Answer(true)),
                names.of(&MenuAction::Answer(false))
            );
            list.spawn(font.wrapped(&question, PLAIN));
            list.spawn(Node::default()).with_children(|line| {
                draw_entry(line, &replays.entries[selected.0], &font);
            });
            list.spawn(font.text(&keys, QUIET));
            return;
        }
        let position = if replays.count() == 0 {
            "No replays yet. Finished runs appear here.".to_owned()
        } else {
            format!("{} of {}", selected.0 + 1, replays.count())
        };
        let margin = Node {
            margin: UiRect::bottom(px(10)),
            ..default()
        };
        list.spawn((margin, children![font.text(&position, QUIET)]));
        if replays.count() > 0 {
            let headings = Node {
                column_gap: px(10),
                padding: UiRect::horizontal(px(4)),
                ..default()
            };
            list.spawn(headings).with_children(|line| {
                let headings = ["recorded (UTC)", "seed", "turns", "outcome"];
                draw_columns(line, &font, &headings, QUIET);
            });
        }
        let lines = replays.entries.iter().enumerate();
        for (index, entry) in lines.skip(first).take(max_lines) {
            list::spawn_line(list, index, index == selected.0, |line| {
                draw_entry(line, entry, &font);
            });
        }
    });
}

/// The widths of the columns, in logical pixels; the last one has the rest.
const COLUMNS: [f32; 4] = [150.0, 190.0, 70.0, 0.0];

/// Draws the columns of a replay: when it was recorded, seed, turns and outcome, or the name of a file that
/// cannot be read and why.
fn draw_entry(line: &mut ChildSpawnerCommands, entry: &Entry, font: &UiFont) {
    let written = describe_time(entry.recorded());
    match &entry.summary {
        Ok(summary) => {
            let (origin, turns) = (
                describe_origin(summary),
                summary
                    .standing
                    .map_or(0, |standing| standing.turn)
                    .to_string(),
            );
            let cells = [written, origin, turns, describe_end(summary)];
            draw_columns(line, font, &cells, PLAIN);
        }
        Err(reason) => {
            draw_columns(line, font, &[written, entry.name()], PLAIN);
            line.spawn(font.text(reason, WRONG));
        }
    }
}

fn draw_columns<T: AsRef<str>>(
    line: &mut ChildSpawnerCommands,
    font: &UiFont,
    cells: &[T],
    colour: Color,
) {
    for (cell, width) in cells.iter().zip(COLUMNS) {
        let column = Node {
            min_width: px(width),
            min_height: px(ROW_HEIGHT),
            align_items: AlignItems::Center,
            flex_shrink: 0.0,
            ..default()
        };
        line.spawn((column, children![font.text(cell.as_ref(), colour)]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Setup};
    use crate::rng::Seed;

    #[test]
    fn a_row_says_in_words_when_a_run_was_recorded_and_how_it_ended() {
        let time = Recorded::at(1_000_000_000);
        assert_eq!(describe_time(Some(time)), "2001-09-09 01:46");
        assert_eq!(describe_time(None), "-");
        let game = Game::new(Setup::new(Seed(7)).unwrap()).unwrap();
        let run = |end, plus| {
            describe_end(&Summary {
                plus,
                end,
                ..Summary::of(&game)
            })
        };
        assert_eq!(run(End::GaveUp, 0), "given up on depth 1");
        assert_eq!(run(End::Died, 2), "died on depth 1, New Game Plus 2");
        assert_eq!(run(End::Won, 0), "won");
    }
}
