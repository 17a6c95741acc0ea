//! The list of the replays on disk and of the best solves, newest first, with a cursor to open or delete one.

use std::cmp::Reverse;
use std::path::PathBuf;

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::ReplayListAction;
use crate::app::begin::Begin;
use crate::app::dungeon::Scene;
use crate::app::frame::{Phase, React, changed_or_new};
use crate::app::glyph::Terrain;
use crate::app::input::{AddActions, CommonAction, MenuAction};
use crate::app::notice::Notice;
use crate::app::platform;
use crate::app::reward::{BestSolves, Game};
use crate::app::screen::{OpenScreen, Screen};
use crate::app::ui::edges::{ABOVE_BAR, Edge, Takes};
use crate::app::ui::hud::{AddBar, Bar, BelowNotice, Hint};
use crate::app::ui::list::dialog::{AddDialog, Dialog, Opened};
use crate::app::ui::list::{self, AddList, Command, List, Row, Rows, Steps};
use crate::app::ui::node::NodeExt;
use crate::app::ui::pointer::Backdrop;
use crate::app::ui::side::Drawer;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, UiFont, WRONG};
use crate::app::ui::widget::{set_displayed, spawn_scrolling_column};
use crate::disk;
use crate::game::record::{Recorded, Summary};
use crate::game::{End, counted};
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
        .add_list::<SelectedLine>(Screen::Replays)
        .add_systems(OnEnter(Screen::Replays), on_enter)
        .add_bar(Screen::Replays, bar, |_| true)
        .add_dialog::<Deletion>()
        .add_systems(
            React,
            apply_actions.in_set(Screen::Replays).in_set(Phase::Act),
        );
}

pub(super) fn view_plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            fit_width.run_if(changed_or_new::<Drawer, ListFrame>),
            update_texts.run_if(
                changed_or_new::<ReplayList, ListFrame>.or_eager(resource_changed::<SelectedLine>),
            ),
            update_lines.run_if(changed_or_new::<ReplayList, ListFrame>),
        )
            .chain()
            .in_set(Phase::Show)
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

/// What can be watched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// The file of a run.
    Run(PathBuf),
    /// The best solve of a board or a maze, by the hash that identifies it.
    Solve(Game, u64),
}

/// A line of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    source: Source,
    recorded: Option<Recorded>,
    /// The game, what it was begun with, and how it ended; or why it cannot be read.
    facts: Result<[String; 3], String>,
}

/// The replays in the player's folder.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct ReplayList {
    folder: Option<PathBuf>,
    entries: Vec<Entry>,
}

/// The index of the selected replay.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SelectedLine(usize);

impl List for SelectedLine {
    fn cursor(&self) -> Option<usize> {
        Some(self.0)
    }

    fn move_to(&mut self, line: usize) {
        self.0 = line;
    }
}

impl ReplayList {
    /// The number of listed replays, including those that cannot be read.
    pub const fn count(&self) -> usize {
        self.entries.len()
    }

    /// What a line is of.
    pub(super) fn source(&self, line: SelectedLine) -> Option<&Source> {
        self.entries.get(line.0).map(|entry| &entry.source)
    }
}

/// Reads the folder's replays and the solves, newest first.
fn read_entries(folder: Option<&PathBuf>, solves: Option<&BestSolves>) -> Vec<Entry> {
    let files = folder.map_or_else(Vec::new, |folder| disk::list_files(folder));
    let mut entries: Vec<Entry> = files
        .into_iter()
        .filter(|(_, path)| path.extension().is_some_and(|kind| kind == "replay"))
        .take(MAX_LISTED)
        .map(|(_, path)| read_entry(path))
        .collect();
    let solves = solves.map(|solves| solves.0.newest()).unwrap_or_default();
    entries.extend(solves.into_iter().map(|(game, id, kept)| {
        let result = format!("{}, {} {}", kept.outcome(), kept.moves(), game.moves());
        Entry {
            source: Source::Solve(game, id),
            recorded: Some(kept.recorded()),
            facts: Ok([game.title().to_owned(), kept.name.clone(), result]),
        }
    }));
    // Those that do not say when they were recorded come last, in the order of their files.
    entries.sort_by_key(|entry| Reverse(entry.recorded));
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
    Entry {
        source: Source::Run(path),
        recorded: summary.as_ref().ok().and_then(|summary| summary.recorded),
        facts: summary.map(|summary| {
            let turns = summary.standing.map_or(0, |standing| standing.turn);
            let end = describe_end(&summary);
            [
                Screen::Descend.title().to_owned(),
                describe_origin(&summary),
                format!("{end}, {}", counted(turns, "turn")),
            ]
        }),
    }
}

/// How long ago it was, or the day; a dash for a replay that does not say when it was recorded.
fn describe_time(recorded: Option<Recorded>, now: u64) -> String {
    let Some(recorded) = recorded else {
        return "-".to_owned();
    };
    let minutes = (now / 60).saturating_sub(recorded.minutes());
    match (minutes, minutes / 60, minutes / 60 / 24) {
        (0, ..) => "just now".to_owned(),
        (minutes @ ..60, ..) => format!("{minutes} min ago"),
        (_, hours @ ..24, _) => format!("{} ago", counted(hours, "hour")),
        (.., days @ ..30) => format!("{} ago", counted(days, "day")),
        _ => recorded.day().to_string(),
    }
}

/// What the run was begun with.
fn describe_origin(summary: &Summary) -> String {
    match summary.daily {
        Some(day) => format!("daily {day}"),
        None => summary.seed.to_string(),
    }
}

impl Entry {
    fn name(&self) -> String {
        match (&self.source, &self.facts) {
            (Source::Run(path), _) => {
                let name = path.file_name().unwrap_or_default();
                name.to_string_lossy().into_owned()
            }
            (Source::Solve(..), Ok([_, name, _])) => format!("the solve of {name}"),
            (Source::Solve(..), Err(_)) => "the solve".to_owned(),
        }
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
    (mut scene, mut terrain): (ResMut<Scene>, ResMut<Terrain>),
    solves: Option<Res<BestSolves>>,
) {
    replays.entries = read_entries(replays.folder.as_ref(), solves.as_deref());
    // Coming back from a replay, its line is still selected.
    selected.0 = selected.0.min(replays.count().saturating_sub(1));
    *scene = Scene::Other;
    terrain.replace(Grid::default());
}

fn bar(world: &World) -> Bar {
    let replays = world.resource::<ReplayList>();
    let asks = world.resource::<Opened<Deletion>>().is_open();
    let hints: &[Hint] = match (asks, replays.count()) {
        (true, _) => &list::QUESTION_HINTS,
        // Nothing to watch or to delete.
        (false, 0) => &HINTS[3..],
        (false, _) => &HINTS,
    };
    Bar {
        facts: vec![("replays", replays.count().to_string())],
        hints,
        mouse: &MOUSE_HINTS,
        ..default()
    }
}

fn apply_actions(
    (mut actions, mut deletions): (MessageReader<MenuAction>, MessageReader<ReplayListAction>),
    (replays, mut selected): (Res<ReplayList>, ResMut<SelectedLine>),
    (mut deletion, mut focus): (ResMut<Opened<Deletion>>, Option<ResMut<InputFocus>>),
    mut screens: OpenScreen,
) {
    let is_asking = deletion.is_open();
    if deletions.read().count() > 0 && replays.count() > 0 {
        deletion.open(&mut focus);
    }
    for action in actions.read() {
        match action {
            _ if is_asking => {}
            MenuAction::Typed(_) => {}
            action => {
                let letters = replays.entries.iter().map(|_| ' ');
                match list::interpret(*action, (selected.0, Steps::Far), letters) {
                    Some(Command::Cursor(line)) => drop(selected.set_if_neq(SelectedLine(line))),
                    Some(Command::Line(line)) => match &replays.entries[line].source {
                        Source::Run(path) => {
                            screens.open(Screen::Replay, Begin::Replay(path.clone()));
                        }
                        Source::Solve(game, id) => {
                            screens.open(game.screen(), Begin::Solve(*id));
                        }
                    },
                    None => {}
                }
            }
        }
    }
}

/// What the columns of the list are.
#[derive(Component)]
struct Headings;

/// Contains the lines.
#[derive(Component)]
struct LinesBox;

/// The text above the lines: which of them is marked.
#[derive(Component)]
struct Position;

/// A line.
#[derive(Component, PartialEq)]
struct ShownEntry(Entry);

fn spawn_list(mut commands: Commands, font: Res<UiFont>) {
    let screen = Node::DEFAULT.absolute().top(px(0)).width(percent(100));
    let frame = Node::column(0.0)
        .min_width(px(MIN_WIDTH))
        .max_width(percent(100))
        .padding(16.0, 18.0)
        .border(UiRect::right(px(1)));
    let look = (BackgroundColor(PANEL), BorderColor::all(LINE));
    commands
        .spawn((
            DespawnOnExit(Screen::Replays),
            (Backdrop, ABOVE_BAR),
            BelowNotice,
            screen,
        ))
        .with_children(|screen| {
            let mut frame = screen.spawn((ListFrame, Takes(Edge::Left), frame, look));
            frame.with_children(|frame| {
                frame.spawn(font.sized("Replays", 28.0, KEY));
                frame
                    .spawn(Node::column(0.0).min_height(px(0)))
                    .with_children(|list| spawn_lines(list, &font));
            });
        });
}

fn spawn_lines(list: &mut ChildSpawnerCommands, font: &UiFont) {
    list.spawn((Position, font.wrapped("", QUIET)));
    spawn_headings(list, font);
    let body = Node::DEFAULT.min_height(px(0));
    list.spawn(body).with_children(|body| {
        let lines = spawn_scrolling_column(body, (0.0, 0.0), 0.0, |_| ());
        body.commands().entity(lines).insert(LinesBox);
    });
}

fn spawn_headings(list: &mut ChildSpawnerCommands, font: &UiFont) {
    let headings = line_node().margin_top(6.0);
    list.spawn((Headings, headings)).with_children(|line| {
        let headings = ["when", "game", "what", "result"];
        draw_columns(line, font, &headings, QUIET);
    });
}

/// The box around the list.
#[derive(Component)]
struct ListFrame;

/// Keeps the list from being narrower than a usual line of it, where there is room.
fn fit_width(drawer: Res<Drawer>, mut frame: Single<&mut Node, With<ListFrame>>) {
    frame.min_width = px(if drawer.is_narrow() { 0.0 } else { MIN_WIDTH });
}

fn update_texts(
    (replays, selected): (Res<ReplayList>, Res<SelectedLine>),
    mut headings: Single<&mut Node, With<Headings>>,
    mut position: Single<&mut Text, With<Position>>,
) {
    set_displayed(&mut headings, replays.count() > 0);
    position.set_if_neq(Text(match replays.count() {
        0 => "No replays yet. Finished runs, boards and mazes appear here.".to_owned(),
        count => format!("{} of {count}", selected.0 + 1),
    }));
}

/// Shows a line for each replay.
fn update_lines(
    (replays, font): (Res<ReplayList>, Res<UiFont>),
    lines: Single<Entity, With<LinesBox>>,
    mut rows: Rows<ShownEntry>,
) {
    let listed = replays.entries.iter().cloned().map(ShownEntry);
    rows.show::<SelectedLine>(*lines, listed, |line, ShownEntry(entry)| {
        line.insert(line_node());
        line.with_children(|line| draw_entry(line, entry, &font));
    });
}

/// The question whether to delete the marked replay.
struct Deletion;

impl Dialog for Deletion {
    const SCREEN: Screen = Screen::Replays;
    const IS_QUESTION: bool = true;

    fn title(world: &World) -> String {
        let selected = world.resource::<SelectedLine>().0;
        let entry = world.resource::<ReplayList>().entries.get(selected);
        format!("Delete {}?", entry.map(Entry::name).unwrap_or_default())
    }

    fn rows(_: &World) -> Vec<Row> {
        vec![Row::new('n', "No"), Row::new('y', "Yes, delete it")]
    }

    fn choose(world: &mut World, line: usize) {
        if line == 0 {
            return;
        }
        let selected = world.resource::<SelectedLine>().0;
        let entry = world.resource::<ReplayList>().entries[selected].clone();
        let removed = match &entry.source {
            Source::Run(path) => disk::remove(path),
            Source::Solve(game, id) => {
                if let Some(mut solves) = world.get_resource_mut::<BestSolves>() {
                    solves.0.remove(*game, *id);
                }
                Ok(())
            }
        };
        let name = entry.name();
        let said = match removed {
            Ok(()) => {
                let mut replays = world.resource_mut::<ReplayList>();
                replays.entries.remove(selected);
                let last = replays.count().saturating_sub(1);
                world.resource_mut::<SelectedLine>().0 = selected.min(last);
                format!("Deleted {name}.")
            }
            Err(reason) => format!("Cannot delete {name}: {reason}."),
        };
        world.resource_mut::<Notice>().say(said);
    }
}

/// Least width of the box, and the widths of the columns, in UI pixels; the last column has the rest.
const MIN_WIDTH: f32 = 640.0;
const COLUMNS: [f32; 4] = [104.0, 74.0, 190.0, 0.0];

/// A line, whose columns go below each other where there is no room.
fn line_node() -> Node {
    Node {
        column_gap: px(8),
        ..list::line_node().wrap(0.0)
    }
}

/// Draws the columns of a replay: when it was recorded, the game, its seed or name and the result, or the name of a file that
/// cannot be read and why.
fn draw_entry(line: &mut ChildSpawnerCommands, entry: &Entry, font: &UiFont) {
    let written = describe_time(entry.recorded, platform::clock::since_1970().as_secs());
    match &entry.facts {
        Ok([game, what, result]) => {
            draw_columns(line, font, &[&written, game, what, result], PLAIN);
        }
        Err(reason) => {
            draw_columns(line, font, &[written, entry.name()], PLAIN);
            line.spawn(font.wrapped(reason, WRONG));
        }
    }
}

fn draw_columns<T: AsRef<str>>(
    line: &mut ChildSpawnerCommands,
    font: &UiFont,
    cells: &[T],
    colour: Color,
) {
    for (index, (cell, width)) in cells.iter().zip(COLUMNS).enumerate() {
        let column = Node::DEFAULT.margin(UiRect::vertical(px(2)));
        // The last one has the rest, and the others end where the next begins.
        let (column, text) = match index + 1 < cells.len() {
            true => (
                column.width(px(width)).rigid(),
                shorten(cell.as_ref(), (width / CHARACTER_WIDTH) as usize),
            ),
            false => (column, cell.as_ref().to_owned()),
        };
        line.spawn((column, children![font.text(&text, colour)]));
    }
}

/// Width of a character in a line, in UI pixels.
const CHARACTER_WIDTH: f32 = 8.5;

/// The text, or its beginning with an ellipsis if it has more than `most` characters.
fn shorten(text: &str, most: usize) -> String {
    match text.chars().count() {
        count if count <= most => text.to_owned(),
        _ => text
            .chars()
            .take(most.saturating_sub(1))
            .chain(['…'])
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Setup};
    use crate::rng::Seed;

    #[test]
    fn a_row_says_in_words_when_a_run_was_recorded_and_how_it_ended() {
        let then = 1_000_000_000;
        let ago = |seconds| describe_time(Some(Recorded::at(then)), then + seconds);
        assert_eq!(ago(0), "just now");
        assert_eq!(ago(300), "5 min ago");
        assert_eq!(ago(3600), "1 hour ago");
        assert_eq!(ago(50 * 3600), "2 days ago");
        assert_eq!(ago(40 * 24 * 3600), "2001-09-09");
        assert_eq!(describe_time(None, then), "-");
        assert_eq!(shorten("board/10x9#7", 12), "board/10x9#7");
        assert_eq!(shorten("maze-dfs/33x21#7", 12), "maze-dfs/33…");
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
