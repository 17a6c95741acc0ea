//! The pages of the title: what each one lists, and what its lines do. Knows neither keys nor looks.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{TitleAction, achieved};
use crate::app::keeping::EarlierSaves;
use crate::app::notice::Waiting;
use crate::app::platform::kept::DataFolder;
use crate::app::platform::{IS_PAGE, today};
use crate::app::reward::{Chosen, Game, Records, daily};
use crate::app::screen::Screen;
use crate::app::seed::RunSeed;
use crate::app::stage::{PlayedContent, Run, SaveFolder, Saves, Slot};
use crate::game;
use crate::pack::{self, LENGTH, PACKS, Place};

/// The letter of a line that is chosen by no letter.
const NONE: char = '\0';

/// The lines of the menu below that which goes on with a run.
#[rustfmt::skip]
const MENU: [(TitleAction, &str, &str); 11] = [
    (TitleAction::Begin, "Descend", "twelve depths down to the Everlamp"),
    (TitleAction::Learn, "Learn", "three small depths that teach the game"),
    (TitleAction::Open(Screen::Maze), "Maze Run", "one maze after another, each a little larger"),
    (TitleAction::Open(Screen::Conduit), "Conduit", "turn the pipes until every lamp is lit"),
    (TitleAction::Open(Screen::Lab), "Map Lab", "watch, tune and export map generators"),
    (TitleAction::Dailies, "Daily", ""),
    (TitleAction::Packs, "Packs", ""),
    (TitleAction::Open(Screen::Replays), "Replays", "watch recorded runs"),
    (TitleAction::Records, "Records", "your best results"),
    (TitleAction::Open(Screen::Options), "Options", "keys, palette, text, motion, screen"),
    (TitleAction::Quit, "Quit", ""),
];

/// A page of the title.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Page {
    /// The menu that the program begins with.
    #[default]
    Main,
    /// What today brings.
    Dailies,
    /// All packs.
    Packs,
    /// One pack.
    Pack(Game, usize),
    /// What was achieved.
    Records,
    /// The best results of a game.
    Bests(Game),
    /// Earlier saves of runs.
    Saves,
    /// A question: a run is in progress where another is to begin.
    Over(Wanted),
    /// A question: is the program to end?
    Leave,
}

/// A run that is to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// One of the seed that is shown.
    Seed,
    /// Today's.
    Daily,
}

impl Page {
    /// Whether it is a question, which a double click must not answer.
    pub const fn is_question(self) -> bool {
        matches!(self, Self::Over(_) | Self::Leave)
    }

    /// Where Back leads.
    pub const fn parent(self) -> Self {
        match self {
            Self::Pack(..) => Self::Packs,
            Self::Saves | Self::Bests(_) => Self::Records,
            _ => Self::Main,
        }
    }

    /// Lines that stand side by side.
    pub const fn columns(self) -> usize {
        match self {
            Self::Pack(..) => 6,
            _ => 1,
        }
    }
}

/// What a line does.
#[derive(Clone, Debug)]
pub(super) enum Does {
    /// What the key of this action does.
    Act(TitleAction),
    /// Shows another page.
    Open(Page),
    /// Begins a board or a maze.
    Play(Game, Chosen),
    /// Goes on with the run of a slot.
    Continue(Slot),
    /// Begins a run; one that is in progress in its slot ends.
    Begin(Wanted),
    /// Copies today's result.
    Share(Game),
    /// Goes back to the earlier save of a slot.
    Restore(Slot),
    /// Goes back to the earlier save of boards or mazes.
    GoBack(Game),
}

/// A line that can be chosen.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub does: Does,
    /// Its letter, where letters choose lines.
    pub letter: char,
    pub word: String,
    pub about: String,
    /// The lamps of a pack.
    pub lamps: Vec<bool>,
}

impl Row {
    pub fn new(does: Does, letter: char, word: &str, about: impl Into<String>) -> Self {
        Self {
            does,
            letter,
            word: word.to_owned(),
            about: about.into(),
            lamps: Vec::new(),
        }
    }
}

/// What a page shows.
#[derive(Clone, Default, Debug)]
pub(super) struct Content {
    pub title: String,
    /// Names with what there is to say.
    pub facts: Vec<(String, String)>,
    pub rows: Vec<Row>,
    /// The line that is chosen at first.
    pub first: usize,
}

/// What pages tell of.
#[derive(SystemParam)]
pub(super) struct Shelf<'w> {
    pub run: Option<Res<'w, Run>>,
    pub saves: Option<Res<'w, Saves>>,
    seed: Res<'w, RunSeed>,
    folder: Option<Res<'w, SaveFolder>>,
    content: Option<Res<'w, PlayedContent>>,
    waiting: Res<'w, Waiting>,
    earlier: Option<Res<'w, EarlierSaves>>,
    own: Option<Res<'w, DataFolder>>,
    pub records: Res<'w, Records>,
}

impl Shelf<'_> {
    /// The run in progress in a slot.
    pub fn in_progress(&self, slot: Slot) -> Option<&Run> {
        let played = self.run.as_deref().filter(|run| run.is_playing());
        let here = played.filter(|run| Slot::of(run.game()) == slot);
        here.or_else(|| self.saves.as_deref()?.resting(slot))
    }

    /// The slot whose run is gone on with first.
    pub fn to_continue(&self) -> Option<Slot> {
        let played = self.run.as_deref().filter(|run| run.is_playing());
        let here = played.map(|run| Slot::of(run.game()));
        let mut all = Slot::ALL.into_iter();
        here.or_else(|| all.find(|slot| self.in_progress(*slot).is_some()))
    }

    /// The slot of a run that is to begin.
    pub fn slot(&self, wanted: Wanted) -> Slot {
        match wanted {
            Wanted::Seed => Slot::of_seed(self.seed.0),
            Wanted::Daily => Slot::Daily,
        }
    }

    /// What a page shows.
    pub fn content(&self, page: Page) -> Content {
        match page {
            Page::Main => self.main(),
            Page::Dailies => self.dailies(),
            Page::Packs => self.packs(),
            Page::Pack(game, pack) => self.pack(game, pack),
            Page::Records => achieved::overview(&self.records),
            Page::Bests(game) => achieved::bests(&self.records, game),
            Page::Saves => self.earlier(),
            Page::Over(wanted) => self.over(wanted),
            Page::Leave => leave(),
        }
    }

    fn main(&self) -> Content {
        let mut rows = Vec::new();
        if let Some(slot) = self.to_continue() {
            let about = self.in_progress(slot).map_or_else(String::new, about_run);
            rows.push(Row::new(Does::Continue(slot), NONE, "Continue", about));
        }
        // A page is left by its tab's button.
        let offered = |line: &(TitleAction, _, _)| !IS_PAGE || line.0 != TitleAction::Quit;
        for (action, word, about) in MENU.into_iter().filter(offered) {
            let about = match action {
                TitleAction::Open(screen) => self.waiting.on(screen).unwrap_or(about).to_owned(),
                TitleAction::Dailies => self.about_today(),
                TitleAction::Packs => self.about_packs(),
                _ => about.to_owned(),
            };
            rows.push(Row::new(Does::Act(action), NONE, word, about));
        }
        Content {
            rows,
            ..Content::default()
        }
    }

    /// How many lamps are lit.
    fn about_packs(&self) -> String {
        let lit = |game| {
            let lamps = (0..PACKS).flat_map(|pack| self.lamps_of(game, pack));
            lamps.filter(|lit| *lit).count()
        };
        let (boards, mazes, all) = (lit(Game::Conduit), lit(Game::Maze), PACKS * LENGTH);
        format!("{boards} of {all} boards and {mazes} of {all} mazes solved")
    }

    /// What was done today.
    fn about_today(&self) -> String {
        let today = today();
        let is_done = |game| self.records.day(game, today).is_some();
        let run = self
            .folder
            .as_deref()
            .is_some_and(|folder| folder.result(today).is_some());
        let done = [
            (run, "run"),
            (is_done(Game::Conduit), "board"),
            (is_done(Game::Maze), "maze"),
        ];
        let words: Vec<&str> = done
            .into_iter()
            .filter(|(done, _)| *done)
            .map(|(_, word)| word)
            .collect();
        match words[..] {
            [] => format!("{today}: a run, a board, a maze"),
            _ => format!("{today}: {} done", words.join(", ")),
        }
    }

    fn dailies(&self) -> Content {
        let today = today();
        let result = self
            .folder
            .as_deref()
            .and_then(|folder| folder.result(today));
        let run = match (self.in_progress(Slot::Daily), result) {
            (Some(run), _) => format!("in progress: {}", about_run(run)),
            (None, Some(result)) => match result.split_once("daily ") {
                Some((_, told)) => told.to_owned(),
                None => result,
            },
            (None, None) => "one run for everybody, today".to_owned(),
        };
        let mut rows = vec![Row::new(Does::Act(TitleAction::Daily), 'r', "Run", run)];
        let about = |game, what: String| match self.records.day(game, today) {
            Some(result) => match daily::daily_line(game, today, result).split_once(": ") {
                Some((_, told)) => format!("done: {told}"),
                None => what,
            },
            None => what,
        };
        let board = daily::board(today);
        let rules = match (board.rules.wrap, board.walls()) {
            (true, _) => ", wrapping",
            (false, 1..) => ", with walls",
            (false, 0) => "",
        };
        let board = format!("a board of {}{rules}", board.size());
        let maze = format!("a maze of {} cells", daily::maze(today).size());
        for (game, letter, word, what) in [
            (Game::Conduit, 'c', "Conduit", board),
            (Game::Maze, 'm', "Maze", maze),
        ] {
            let does = Does::Play(game, Chosen::Daily(today));
            rows.push(Row::new(does, letter, word, about(game, what)));
        }
        for (game, letter, word) in [
            (Game::Conduit, 'b', "Copy the board's result"),
            (Game::Maze, 'z', "Copy the maze's result"),
        ] {
            if self.records.day(game, today).is_some() {
                rows.push(Row::new(Does::Share(game), letter, word, ""));
            }
        }
        rows.push(back(Page::Main));
        let days = |game| {
            let (row, all) = (
                self.records.daily_streak(game, today),
                self.records.days(game),
            );
            format!("{row} in a row, {all} in all")
        };
        let facts = [("Conduit", Game::Conduit), ("Maze", Game::Maze)];
        Content {
            title: format!("Daily, {today}"),
            facts: facts
                .map(|(name, game)| (format!("{name} days"), days(game)))
                .into(),
            rows,
            first: 0,
        }
    }

    /// The lamps of a pack.
    fn lamps_of(&self, game: Game, pack: usize) -> Vec<bool> {
        let place = |number| Place { pack, number };
        let lit = |number| self.records.is_lit(game, place(number));
        (0..LENGTH).map(lit).collect()
    }

    fn packs(&self) -> Content {
        let all = [
            (Game::Conduit, pack::board_packs()),
            (Game::Maze, pack::maze_packs()),
        ];
        let mut rows = Vec::new();
        let mut letters = 'a'..='z';
        for (game, names) in all {
            for (number, name) in names.iter().enumerate() {
                let lamps = self.lamps_of(game, number);
                let lit = lamps.iter().filter(|lit| **lit).count();
                let letter = letters.next().unwrap_or_default();
                let does = Does::Open(Page::Pack(game, number));
                let about = format!("{lit} of {LENGTH} {}s", game.noun());
                rows.push(Row {
                    lamps,
                    ..Row::new(does, letter, name, about)
                });
            }
        }
        rows.push(back(Page::Main));
        Content {
            title: "Packs, from easy to hard".to_owned(),
            rows,
            ..Content::default()
        }
    }

    fn pack(&self, game: Game, pack: usize) -> Content {
        let (names, size): (_, fn(Place) -> _) = match game {
            Game::Conduit => (pack::board_packs(), pack::size_of_board),
            Game::Maze => (pack::maze_packs(), pack::size_of_maze),
        };
        let lamps = self.lamps_of(game, pack);
        let row = |number: usize| {
            let place = Place { pack, number };
            let about = size(place).map_or_else(String::new, |size| size.to_string());
            let does = Does::Play(game, Chosen::Pack(place));
            Row {
                lamps: vec![lamps[number]],
                ..Row::new(does, NONE, &(number + 1).to_string(), about)
            }
        };
        let lit = lamps.iter().filter(|lit| **lit).count();
        let name = names.get(pack).copied().unwrap_or_default();
        Content {
            title: format!("{name}: {lit} of {LENGTH} {}s solved", game.noun()),
            facts: Vec::new(),
            rows: (0..LENGTH).map(row).chain([back(Page::Packs)]).collect(),
            first: lamps.iter().position(|lit| !lit).unwrap_or_default(),
        }
    }

    /// What there is to go back to on a screen.
    fn earlier_of(&self, screen: Screen) -> Option<String> {
        let (all, folder) = (self.earlier.as_deref()?, self.own.as_deref()?);
        all.describe(screen, folder, self.waiting.on(screen))
    }

    fn earlier(&self) -> Content {
        let content = PlayedContent::or_own(self.content.as_deref()).ok();
        let folder = self.folder.as_deref().zip(content);
        let mut rows = Vec::new();
        for (slot, letter) in Slot::ALL.into_iter().zip('a'..) {
            let found = folder.and_then(|(folder, content)| folder.earlier(slot, content));
            if let Some(run) = found {
                let about = about_game(run.game());
                rows.push(Row::new(Does::Restore(slot), letter, slot.name(), about));
            }
        }
        for (game, letter) in Game::ALL.into_iter().zip('d'..) {
            if let Some(about) = self.earlier_of(game.screen()) {
                rows.push(Row::new(Does::GoBack(game), letter, game.noun(), about));
            }
        }
        let none = ("".to_owned(), "There is no earlier save".to_owned());
        let facts = if rows.is_empty() {
            vec![none]
        } else {
            Vec::new()
        };
        rows.push(back(Page::Records));
        Content {
            title: "Earlier saves".to_owned(),
            facts,
            rows,
            first: 0,
        }
    }

    fn over(&self, wanted: Wanted) -> Content {
        let slot = self.slot(wanted);
        let run = self.in_progress(slot).map_or_else(String::new, about_run);
        let begin = match wanted {
            Wanted::Seed => format!("seed {}", self.seed.0),
            Wanted::Daily => format!("the run of {}", today()),
        };
        Content {
            title: format!("A {} is in progress", slot.name()),
            facts: vec![(String::new(), run)],
            rows: vec![
                Row::new(Does::Continue(slot), 'c', "Continue it", ""),
                Row::new(
                    Does::Begin(wanted),
                    'b',
                    "Begin another",
                    format!("{begin}; the old one ends, but its story and replay are kept"),
                ),
                Row::new(Does::Open(Page::Main), 'n', "Neither", ""),
            ],
            first: 0,
        }
    }
}

pub(super) fn back(page: Page) -> Row {
    Row::new(Does::Open(page), 'q', "Back", "")
}

fn leave() -> Content {
    Content {
        title: "Leave Undercroft?".to_owned(),
        facts: vec![(String::new(), "Your progress is saved.".to_owned())],
        rows: vec![
            Row::new(Does::Open(Page::Main), 's', "Stay", ""),
            Row::new(Does::Act(TitleAction::Quit), 'q', "Quit", ""),
        ],
        first: 0,
    }
}

/// What there is to say of a run in progress.
fn about_run(run: &Run) -> String {
    about_game(run.game())
}

fn about_game(game: &game::Game) -> String {
    let view = game.view();
    let (health, most) = (view.player().health, view.player().max_health);
    let (depth, seed, turns) = (game.depth(), game.seed(), game.turns());
    if game.is_training() {
        return format!("the training: lesson {depth}, health {health} of {most}");
    }
    let what = match game.daily() {
        Some(day) => format!("the daily of {day}"),
        None => format!("seed {seed}"),
    };
    format!("depth {depth}, health {health} of {most}, turn {turns}, {what}")
}
