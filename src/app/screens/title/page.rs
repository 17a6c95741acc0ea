//! The content of the title's pages: their facts, their rows and what each row does.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{TitleAction, records};
use crate::app::begin::Begin;
use crate::app::dungeon::Dungeon;
use crate::app::input::ANSWERS;
use crate::app::notice::PausedGames;
use crate::app::platform::{IS_PAGE, today};
use crate::app::reward::{Game, Records, daily};
use crate::app::screen::Screen;
use crate::app::seed::TitleSeed;
use crate::app::settings::{ConfigFiles, Settings, Taught};
use crate::app::stage::{PlayedContent, Remains, Run, SaveFolder, Saves, Slot};
use crate::game::record::Summary;
use crate::game::{Daily, Practice, Setup, counted};
use crate::pack::{LENGTH, PACKS, Place};
use crate::profile::score::Lamp;

/// The letters of rows that answer a question.
const YES: char = ANSWERS[0].0;
const NO: char = ANSWERS[1].0;

/// The letter of a row that has none.
pub(super) const NO_LETTER: char = ' ';

/// The games, the first rows of the main page below the one that continues a run.
#[rustfmt::skip]
const GAMES: [(TitleAction, &str, &str); 4] = [
    (TitleAction::Begin, "Descend", "twelve depths down to the Everlamp"),
    (TitleAction::Open(Screen::Maze), "Maze Run", "one maze after another, ever larger"),
    (TitleAction::Open(Screen::Conduit), "Conduit", "turn the pipes until every lamp is lit"),
    (TitleAction::Open(Screen::Lab), "Map Lab", "watch, tune and export map generators"),
];

/// What stands in a row below the games. An empty description is filled in when the page is built.
#[rustfmt::skip]
const SHELF: [(TitleAction, &str, &str); 7] = [
    (TitleAction::Learn, "Learn", "three short lessons in Descend"),
    (TitleAction::Dailies, "Daily", ""),
    (TitleAction::Packs, "Packs", ""),
    (TitleAction::Open(Screen::Replays), "Replays", "watch recorded runs and solves"),
    (TitleAction::Records, "Records", "your best results"),
    (TitleAction::Open(Screen::Options), "Options", "keys, palette, text, motion, screen"),
    (TitleAction::Quit, "Quit", "leave the game"),
];

/// A page of the title.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Page {
    /// The menu.
    #[default]
    Main,
    /// Today's run, board and maze.
    Dailies,
    /// All packs.
    Packs,
    /// One pack, by its index among those of the game.
    Pack(Game, usize),
    /// An overview of the records.
    Records,
    /// The kinds of a game, with their scores.
    Bests(Game),
    /// The last scores of a kind, by its index on the page of its game.
    Kind(Game, usize),
    /// Asks whether to continue what is left of a damaged run.
    ConfirmRemains,
    /// Asks whether the new run may replace the one in progress.
    ConfirmReplace(NewRun),
    /// Asks whether to quit the program.
    ConfirmQuit,
}

/// A run to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NewRun {
    /// The run of the seed on the title.
    Seed,
    /// The daily run of a day.
    Daily(Daily),
}

impl NewRun {
    /// The slot that it is saved in.
    pub const fn slot(self) -> Slot {
        match self {
            Self::Seed => Slot::Run,
            Self::Daily(_) => Slot::Daily,
        }
    }
}

impl Page {
    /// Whether the page is a question, which a double click must not answer.
    pub const fn is_question(self) -> bool {
        matches!(
            self,
            Self::ConfirmRemains | Self::ConfirmReplace(_) | Self::ConfirmQuit
        )
    }

    /// The page that Back leads to.
    pub const fn parent(self) -> Self {
        match self {
            Self::Pack(..) => Self::Packs,
            Self::Bests(_) => Self::Records,
            Self::Kind(game, _) => Self::Bests(game),
            _ => Self::Main,
        }
    }

    /// Whether its rows stand in a grid.
    pub const fn is_grid(self) -> bool {
        matches!(self, Self::Pack(..))
    }
}

/// What choosing a row does.
#[derive(Clone, Debug)]
pub(super) enum RowAction {
    /// The same as the action's key.
    Act(TitleAction),
    /// Opens another page.
    Open(Page),
    /// Opens a board or a maze.
    Play(Game, Begin),
    /// Continues the run of a slot.
    Continue(Slot),
    /// Begins a run, replacing any in its slot.
    Begin(NewRun),
    /// Copies today's result.
    CopyResult(Game),
    /// Continues what is left of a damaged run.
    Restore,
}

/// Where a row leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Destination {
    /// Another page.
    Page(Page),
    /// Another screen.
    Screen(Screen),
}

impl RowAction {
    /// Whether choosing the row opens this page or screen.
    pub fn leads_to(&self, to: Destination) -> bool {
        to == match self {
            Self::Open(page) => Destination::Page(*page),
            Self::Act(TitleAction::Dailies) => Destination::Page(Page::Dailies),
            Self::Act(TitleAction::Packs) => Destination::Page(Page::Packs),
            Self::Act(TitleAction::Records) => Destination::Page(Page::Records),
            Self::Act(TitleAction::Open(screen)) => Destination::Screen(*screen),
            _ => return false,
        }
    }
}

/// A row of a page.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub action: RowAction,
    /// The letter that chooses the row, or [`NO_LETTER`].
    pub letter: char,
    pub label: String,
    pub description: String,
    /// The lamps shown in the row.
    pub lamps: Vec<Lamp>,
}

impl Row {
    pub fn new(
        action: RowAction,
        letter: char,
        label: &str,
        description: impl Into<String>,
    ) -> Self {
        Self {
            action,
            letter,
            label: label.to_owned(),
            description: description.into(),
            lamps: Vec::new(),
        }
    }
}

/// A plot of values, the oldest first.
#[derive(Clone, Debug)]
pub(super) struct Plot {
    pub name: String,
    pub values: Vec<u32>,
    pub median: u32,
    pub best: u32,
    /// How a value is written.
    pub format: fn(u32) -> String,
}

/// The content of a page.
#[derive(Clone, Default, Debug)]
pub(super) struct PageContent {
    pub title: String,
    /// Names, which may be empty, with their values.
    pub facts: Vec<(String, String)>,
    /// Plots between the facts and the rows.
    pub plots: Vec<Plot>,
    /// Small print below the plots, in columns.
    pub lines: Vec<String>,
    pub rows: Vec<Row>,
    /// The first of the rows that stand side by side below the others, if any do.
    pub shelf: Option<usize>,
    /// Index of the row that is selected when the page opens.
    pub selected: usize,
}

/// Everything that pages are built from.
#[derive(SystemParam)]
pub(super) struct PageSource<'w> {
    run: Option<Res<'w, Run>>,
    saves: Option<Res<'w, Saves>>,
    pub title: ResMut<'w, TitleSeed>,
    folder: Option<Res<'w, SaveFolder>>,
    content: Option<Res<'w, PlayedContent>>,
    waiting: Res<'w, PausedGames>,
    dungeon: Res<'w, Dungeon>,
    remains: Option<Res<'w, Remains>>,
    pub records: Res<'w, Records>,
    pub taught: ResMut<'w, Taught>,
    settings: Res<'w, Settings>,
    files: Option<Res<'w, ConfigFiles>>,
}

impl PageSource<'_> {
    /// The loaded run, if it is in progress.
    fn loaded_run(&self) -> Option<&Run> {
        self.run.as_deref().filter(|run| run.is_playing())
    }

    /// The run in progress in a slot.
    pub fn in_progress(&self, slot: Slot) -> Option<Summary> {
        let loaded = self.loaded_run().map(Run::game);
        let loaded = loaded.filter(|game| Slot::of(game) == slot);
        loaded
            .map(Summary::of)
            .or_else(|| self.saves.as_deref()?.get(slot))
    }

    /// The slot whose run Continue offers.
    pub fn slot_to_continue(&self) -> Option<Slot> {
        let loaded = self.loaded_run().map(|run| Slot::of(run.game()));
        // The training has a row of its own.
        let loaded = loaded.filter(|slot| *slot != Slot::Training);
        let mut slots = Slot::ALL.into_iter();
        loaded.or_else(|| slots.find(|slot| self.in_progress(*slot).is_some()))
    }

    /// The parameters of a new run.
    ///
    /// # Errors
    /// If the content is invalid, as a sentence.
    pub fn setup_of(&self, new: NewRun) -> Result<Setup, String> {
        let content = PlayedContent::or_own(self.content.as_deref());
        let content = content.map_err(|error| error.to_string())?;
        Ok(match new {
            NewRun::Seed => Setup::with_content(self.title.seed(), content),
            NewRun::Daily(day) => Setup::daily(day, content),
        })
    }

    /// Builds the content of a page.
    pub fn build(&self, page: Page) -> PageContent {
        match page {
            Page::Main => self.main_page(),
            Page::Dailies => self.dailies_page(),
            Page::Packs => self.packs_page(),
            Page::Pack(game, pack) => self.pack_page(game, pack),
            Page::Records => records::records_page(&self.records),
            Page::Bests(game) => records::bests_page(&self.records, game),
            Page::Kind(game, index) => records::kind_page(&self.records, game, index),
            Page::ConfirmRemains => self.confirm_remains_page(),
            Page::ConfirmReplace(new) => self.confirm_replace_page(new),
            Page::ConfirmQuit => confirm_quit_page(),
        }
    }

    fn main_page(&self) -> PageContent {
        let mut rows = Vec::new();
        let offered = self.slot_to_continue();
        if let Some(slot) = offered {
            let run = self.in_progress(slot);
            let run = run.map_or_else(String::new, describe_run);
            rows.push(Row::new(
                RowAction::Continue(slot),
                NO_LETTER,
                "Continue",
                run,
            ));
        }
        // What Continue does not offer is told where it is continued.
        let run_or = |slot, description: &str| {
            let run = self.in_progress(slot).filter(|_| offered != Some(slot));
            run.map_or_else(
                || description.to_owned(),
                |run| format!("in progress, on depth {}", depth(run)),
            )
        };
        let games = rows.len() + GAMES.len();
        for (action, label, description) in GAMES.into_iter().chain(SHELF) {
            let description = match action {
                TitleAction::Begin if self.is_newcomer() => {
                    "new here? Learn, below, takes ten minutes".to_owned()
                }
                TitleAction::Begin if offered == Some(Slot::Run) => "a new run".to_owned(),
                TitleAction::Begin => run_or(Slot::Run, description),
                TitleAction::Learn => run_or(Slot::Training, description),
                // A browser page is left by closing its tab.
                TitleAction::Quit if IS_PAGE => continue,
                TitleAction::Open(screen) => self.describe_screen(screen, description),
                TitleAction::Dailies => self.describe_today(),
                TitleAction::Packs => self.describe_packs(),
                _ => description.to_owned(),
            };
            rows.push(Row::new(
                RowAction::Act(action),
                NO_LETTER,
                label,
                description,
            ));
        }
        PageContent {
            rows,
            shelf: Some(games),
            ..default()
        }
    }

    /// Whether the player has had no lesson of Descend yet, and lessons are on. Without files, every player would look new.
    fn is_newcomer(&self) -> bool {
        self.taught.is_new_to_descend() && self.settings.teach && self.files.is_some()
    }

    /// What a screen opens with: a seed that the player chose, or what it goes on with.
    fn describe_screen(&self, screen: Screen, description: &str) -> String {
        let begins = matches!(screen, Screen::Maze | Screen::Conduit | Screen::Lab);
        if begins && self.title.is_chosen() {
            return format!("new, from seed {}", self.title.seed());
        }
        let map = self.dungeon.spec();
        match screen {
            Screen::Lab if !self.dungeon.is_blank() => format!("go on with {map}"),
            _ => self.waiting.get(screen).unwrap_or(description).to_owned(),
        }
    }

    /// The number of lit lamps in all packs.
    fn describe_packs(&self) -> String {
        let lit = |game| -> usize {
            (0..PACKS)
                .map(|pack| count_lit(&self.records.lamps(game, pack)))
                .sum()
        };
        let (boards, mazes, all) = (lit(Game::Conduit), lit(Game::Maze), PACKS * LENGTH);
        format!("{boards} of {all} boards and {mazes} of {all} mazes solved")
    }

    /// The dailies finished today.
    fn describe_today(&self) -> String {
        let today = today();
        let has_result = |game| self.records.day(game, today).is_some();
        if self.in_progress(Slot::Daily).is_some() {
            return format!("{today}: the run is in progress");
        }
        let dailies = [
            (self.daily_run_result(today).is_some(), "run"),
            (has_result(Game::Conduit), "board"),
            (has_result(Game::Maze), "maze"),
        ];
        let finished: Vec<&str> = dailies
            .into_iter()
            .filter_map(|(is_finished, name)| is_finished.then_some(name))
            .collect();
        if finished.is_empty() {
            format!("{today}: a run, a board, a maze")
        } else {
            format!("{today}: {} done", finished.join(", "))
        }
    }

    fn daily_run_result(&self, day: Daily) -> Option<String> {
        self.folder.as_deref()?.result(day)
    }

    fn dailies_page(&self) -> PageContent {
        let today = today();
        let practice = self.setup_of(NewRun::Daily(today)).ok();
        let practice = practice.and_then(|setup| Practice::of_content(setup.content));
        let run = match (self.in_progress(Slot::Daily), self.daily_run_result(today)) {
            (Some(run), _) => format!("in progress: {}", describe_run(run)),
            (None, Some(result)) => match result.split_once("daily ") {
                Some((_, result)) => result.to_owned(),
                None => result,
            },
            (None, None) if practice.is_some() => {
                "as practice, because the rules are not the game's own".to_owned()
            }
            (None, None) => "the same run for everyone today".to_owned(),
        };
        let action = RowAction::Act(TitleAction::Daily);
        let mut rows = vec![Row::new(action, 'r', "Run", run)];
        let board = daily::board(today);
        let rules = match (board.rules.wrap, board.walls()) {
            (true, _) => ", wrapping",
            (false, 1..) => ", with walls",
            (false, 0) => "",
        };
        let board = format!("a board of {}{rules}", board.size());
        let maze = format!("a maze of {} cells", daily::maze(today).size());
        for (game, letter, label, description) in [
            (Game::Conduit, 'p', "Conduit", board),
            (Game::Maze, 'm', "Maze", maze),
        ] {
            let result = self.records.day(game, today);
            let line = result.map(|result| daily::daily_line(game, today, result));
            let result = line.as_deref().and_then(|line| line.split_once(": "));
            let description = result.map_or(description, |(_, result)| format!("done: {result}"));
            let action = RowAction::Play(game, Begin::Daily(today));
            rows.push(Row::new(action, letter, label, description));
        }
        for (game, letter, label) in [
            (Game::Conduit, 'b', "Copy the board's result"),
            (Game::Maze, 'z', "Copy the maze's result"),
        ] {
            if self.records.day(game, today).is_some() {
                rows.push(Row::new(RowAction::CopyResult(game), letter, label, ""));
            }
        }
        rows.push(back_row(Page::Main));
        let days = |name, game| {
            let in_row = self.records.daily_streak(game, today);
            let all = self.records.days(game);
            let text = format!("{} (streak {in_row})", counted(all as u64, "day"));
            (
                format!("{name} dailies"),
                records::or_none(all as u64, text),
            )
        };
        PageContent {
            title: format!("Daily, {today}"),
            facts: vec![days("Conduit", Game::Conduit), days("Maze", Game::Maze)],
            rows,
            ..default()
        }
    }

    fn packs_page(&self) -> PageContent {
        let mut rows = Vec::new();
        let mut letters = 'a'..='z';
        for game in Game::ALL {
            for (number, name) in game.packs().0.iter().enumerate() {
                let lamps = self.records.lamps(game, number).to_vec();
                let letter = letters.next().unwrap_or_default();
                let action = RowAction::Open(Page::Pack(game, number));
                let description = format!("{} of {LENGTH} {}s", count_lit(&lamps), game.noun());
                rows.push(Row {
                    lamps,
                    ..Row::new(action, letter, name, description)
                });
            }
        }
        rows.push(back_row(Page::Main));
        PageContent {
            title: "Packs, from easy to hard".to_owned(),
            rows,
            ..default()
        }
    }

    fn pack_page(&self, game: Game, pack: usize) -> PageContent {
        let (names, size) = game.packs();
        let lamps = self.records.lamps(game, pack);
        let row = |number: usize| {
            let place = Place { pack, number };
            let size = size(place).map_or_else(String::new, |size| size.to_string());
            let action = RowAction::Play(game, Begin::Pack(place));
            Row {
                lamps: vec![lamps[number]],
                ..Row::new(action, NO_LETTER, &(number + 1).to_string(), size)
            }
        };
        let lit = count_lit(&lamps);
        let name = names.get(pack).copied().unwrap_or_default();
        PageContent {
            title: format!("{name}: {lit} of {LENGTH} {}s solved", game.noun()),
            lines: vec![format!(
                "half lit: with help; a star: alone, with the fewest {}",
                game.moves()
            )],
            rows: (0..LENGTH)
                .map(row)
                .chain([back_row(Page::Packs)])
                .collect(),
            selected: lamps
                .iter()
                .position(|lamp| *lamp == Lamp::Dark)
                .unwrap_or_default(),
            ..default()
        }
    }

    fn confirm_remains_page(&self) -> PageContent {
        let Some(remains) = self.remains.as_deref() else {
            return PageContent {
                rows: vec![back_row(Page::Main)],
                ..default()
            };
        };
        let (turn, lost) = (remains.turn(), counted(remains.lost, "move"));
        PageContent {
            title: format!("The saved {} is damaged", remains.slot.name()),
            facts: vec![(String::new(), remains.reason.clone())],
            rows: vec![
                Row::new(
                    RowAction::Open(Page::Main),
                    NO,
                    "Leave it",
                    "the file stays as it is",
                ),
                Row::new(
                    RowAction::Restore,
                    YES,
                    &format!("Continue from turn {turn}"),
                    format!("{lost} are lost; it counts for no record; the file is kept"),
                ),
            ],
            ..default()
        }
    }

    fn confirm_replace_page(&self, new: NewRun) -> PageContent {
        let slot = new.slot();
        let current = self.in_progress(slot);
        let current = current.map_or_else(String::new, describe_run);
        let other = match new {
            NewRun::Seed => format!("seed {}", self.title.seed()),
            NewRun::Daily(day) => format!("the run of {day}"),
        };
        PageContent {
            title: format!("A {} is in progress", slot.name()),
            facts: vec![(String::new(), current)],
            rows: vec![
                Row::new(RowAction::Continue(slot), NO_LETTER, "Continue it", ""),
                Row::new(
                    RowAction::Begin(new),
                    YES,
                    "Begin another",
                    format!("{other}; the old one ends, but its story and replay are kept"),
                ),
                Row::new(RowAction::Open(Page::Main), NO, "Cancel", ""),
            ],
            ..default()
        }
    }
}

pub(super) fn back_row(parent: Page) -> Row {
    Row::new(RowAction::Open(parent), 'q', "Back", "")
}

fn confirm_quit_page() -> PageContent {
    PageContent {
        title: "Leave Undercroft?".to_owned(),
        facts: vec![(String::new(), "Your progress is saved.".to_owned())],
        rows: vec![
            Row::new(RowAction::Open(Page::Main), NO, "Stay", ""),
            Row::new(RowAction::Act(TitleAction::Quit), YES, "Quit", ""),
        ],
        ..default()
    }
}

fn count_lit(lamps: &[Lamp]) -> usize {
    lamps.iter().filter(|lamp| **lamp > Lamp::Dark).count()
}

fn depth(run: Summary) -> u8 {
    run.standing.map_or(1, |standing| standing.depth)
}

fn describe_run(run: Summary) -> String {
    let depth = depth(run);
    let origin = match run.daily {
        Some(day) => format!(", the daily of {day}"),
        None => String::new(),
    };
    let health = run.standing.map(|standing| {
        let (health, max_health) = (standing.health, standing.max_health);
        format!("health {health}/{max_health}")
    });
    let health = health.unwrap_or_else(|| "just begun".to_owned());
    if run.is_training {
        return format!("the training: lesson {depth}, {health}");
    }
    let turns = run.standing.map_or(0, |standing| standing.turn);
    format!("depth {depth}, {health}, turn {turns}{origin}")
}
