//! The title's open page and selected row, and what choosing a row or pressing a key does.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::page::{Destination, NewRun, Page, PageContent, PageSource, Row, RowAction};
use super::{TitleAction, draw_seed, loading};
use crate::app::begin::Begin;
use crate::app::frame::{Phase, React};
use crate::app::input::{ActionQueue, AddLayers, Layer, LayerClosed, LeaveScreen, MenuAction};
use crate::app::notice::{Notice, PausedGames};
use crate::app::platform::{Clipboard, IS_PAGE, today};
#[cfg(feature = "cli")]
use crate::app::reward::Game;
use crate::app::reward::{Records, daily};
use crate::app::screen::{OpenScreen, Screen};
use crate::app::share;
use crate::app::stage::{Remains, Run, Saves, Slot};
use crate::app::ui::list::{self, AddList, Command, List, Steps};
use crate::app::ui::pointer::DOUBLE_CLICK;
#[cfg(feature = "cli")]
use crate::export::sheet::Entry;
use crate::game::Setup;
#[cfg(feature = "cli")]
use crate::pack::{LENGTH, Place};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Menu>()
        .add_list::<Menu>(Screen::Title)
        .init_resource::<ShownPage>()
        .init_resource::<PausedGames>()
        .init_resource::<Records>()
        .add_systems(OnEnter(Screen::Title), (on_enter, build_page).chain())
        .add_layers(Screen::Title, |world| {
            world.resource::<Menu>().layer().into_iter().collect()
        })
        .add_systems(
            React,
            (
                (go_back, apply_actions).chain().in_set(Phase::Act),
                build_page.in_set(Phase::Derive),
            )
                .in_set(Screen::Title),
        );
}

/// The boards or mazes of a pack that stand side by side.
const CELLS: usize = 6;

/// The open page and its selected row.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Menu {
    pub page: Page,
    /// Index of the selected row.
    pub row: usize,
    /// What the player has come back from to this page.
    left: Option<Destination>,
    /// Whether a board or a maze of this page is played, after which the player comes back to it.
    is_played: bool,
    opened_at: Duration,
    /// Number of pages opened so far; distinguishes two visits to the same page.
    serial: u32,
}

impl Menu {
    pub fn open(&mut self, page: Page, now: Duration) {
        *self = Self {
            page,
            row: 0,
            left: (page == self.page.parent()).then_some(Destination::Page(self.page)),
            is_played: false,
            opened_at: now,
            serial: self.serial + 1,
        };
    }

    /// The layer of all pages but the main one, so that they take the keys and Back closes them.
    fn layer(&self) -> Option<Layer> {
        match self.page {
            Page::Main => None,
            page if page.is_question() => Some(Layer::Question),
            _ => Some(Layer::Menu),
        }
    }

    /// Whether the page has been open for long enough that a click is meant for it.
    fn is_settled(&self, now: Duration) -> bool {
        now.saturating_sub(self.opened_at) >= DOUBLE_CLICK
    }
}

impl List for Menu {
    fn cursor(&self) -> Option<usize> {
        Some(self.row)
    }

    fn move_to(&mut self, row: usize) {
        self.row = row;
    }

    /// Whether a click is meant for the open page, rather than for the one before. The first page of the program has none
    /// before it.
    fn takes_pointer(&self, now: Duration) -> bool {
        self.serial == 1 || self.is_settled(now)
    }
}

/// The content of the open page.
#[derive(Resource, Default)]
pub(super) struct ShownPage {
    pub content: PageContent,
    /// [`Menu::serial`] when the content was built.
    serial: u32,
}

/// Logs in the console of the page what the selected row does, when that changes.
#[cfg(target_family = "wasm")]
pub(in crate::app) fn log_selection(world: &World, mut last: Local<String>) {
    let (menu, shown) = (world.resource::<Menu>(), world.resource::<ShownPage>());
    let row = shown.content.rows.get(menu.row);
    let selected = row.map_or_else(String::new, |row| format!("title {:?}", row.action));
    if *last != selected {
        crate::app::platform::page::log(&selected);
        *last = selected;
    }
}

/// The pack that is listed, as it is printed.
#[cfg(feature = "cli")]
pub(super) fn printed(world: &World) -> Result<Vec<Entry>, String> {
    let Page::Pack(game, pack) = world.resource::<Menu>().page else {
        return Err("open a pack, a board or a maze to print it".to_owned());
    };
    let places = (0..LENGTH).map(|number| Place { pack, number });
    let entry = match game {
        Game::Conduit => Entry::pack_board,
        Game::Maze => Entry::pack_maze,
    };
    Ok(places.filter_map(entry).collect())
}

/// Opens the main page, or the page on which the board or maze that the player leaves was chosen.
fn on_enter(
    mut menu: ResMut<Menu>,
    begin: Res<Begin>,
    time: Res<Time<Real>>,
    mut transitions: MessageReader<StateTransitionEvent<Screen>>,
    mut queue: ResMut<ActionQueue>,
    remains: Option<Res<Remains>>,
) {
    let transition = transitions.read().last();
    let left = transition.and_then(|transition| transition.exited);
    let page = match (remains, menu.is_played) {
        (Some(_), _) => Page::ConfirmRemains,
        (None, true) => menu.page,
        (None, false) => Page::Main,
    };
    menu.open(page, time.elapsed());
    menu.left = left.map(Destination::Screen);
    if let (Begin::Daily(_), None) = (&*begin, left) {
        // The program was started with the code of a daily run.
        queue.push(&TitleAction::Daily);
    }
}

/// Builds the content of a page that has just been opened.
fn build_page(source: PageSource, mut menu: ResMut<Menu>, mut shown: ResMut<ShownPage>) {
    if shown.serial != menu.serial {
        let content = source.build(menu.page);
        let is_left = |row: &Row| menu.left.is_some_and(|left| row.action.leads_to(left));
        menu.row = (content.rows.iter().position(is_left)).unwrap_or(content.selected);
        *shown = ShownPage {
            content,
            serial: menu.serial,
        };
    }
}

/// Returns from a page to its parent, and from the main page to the question whether to quit.
fn go_back(
    (mut closed, mut leaves): (MessageReader<LayerClosed>, ResMut<Messages<LeaveScreen>>),
    time: Res<Time<Real>>,
    mut menu: ResMut<Menu>,
) {
    let now = time.elapsed();
    if closed.read().any(|closed| menu.layer() == Some(closed.0)) {
        let parent = menu.page.parent();
        menu.open(parent, now);
    }
    if leaves.drain().count() > 0 && !IS_PAGE {
        menu.open(Page::ConfirmQuit, now);
    }
}

/// Moves the selection and applies the chosen rows and the keys.
pub(super) fn apply_actions(
    (mut actions, mut menu_actions): (MessageReader<TitleAction>, MessageReader<MenuAction>),
    (mut source, shown): (PageSource, Res<ShownPage>),
    mut title: TitleContext,
) {
    let rows = &shown.content.rows;
    for action in menu_actions.read() {
        let steps = match shown.content.shelf {
            Some(first) => Steps::Shelf(first),
            None if title.menu.page.is_grid() => Steps::Grid(CELLS),
            None => Steps::Around,
        };
        let at = (title.menu.row, steps);
        let asked = match action {
            MenuAction::Typed(_) | MenuAction::Answer(_) if title.menu.page == Page::Main => None,
            action => list::interpret(*action, at, rows.iter().map(|row| row.letter)),
        };
        match asked {
            Some(Command::Cursor(row)) => title.select(row),
            Some(Command::Line(row)) => {
                // A double click must not answer a question, except by its first, harmless row.
                let may_be_click = *action == MenuAction::Choose && title.menu.page.is_question();
                if !may_be_click || row == 0 || title.menu.is_settled(title.time.elapsed()) {
                    title.apply(rows[row].action.clone(), &mut source);
                }
            }
            None => {}
        }
    }
    for action in actions.read() {
        title.apply(RowAction::Act(*action), &mut source);
    }
}

/// What the rows and keys of the title read and change.
#[derive(SystemParam)]
pub(super) struct TitleContext<'w, 's> {
    menu: ResMut<'w, Menu>,
    notice: ResMut<'w, Notice>,
    clipboard: ResMut<'w, Clipboard>,
    screens: OpenScreen<'w>,
    exit: MessageWriter<'w, AppExit>,
    time: Res<'w, Time<Real>>,
    commands: Commands<'w, 's>,
}

impl TitleContext<'_, '_> {
    fn apply(&mut self, action: RowAction, source: &mut PageSource) {
        match action {
            RowAction::Act(action) => self.apply_title_action(action, source),
            RowAction::Open(page) => self.open(page),
            RowAction::Play(game, begin) => {
                self.menu.is_played = true;
                self.screens.open(game.screen(), begin);
            }
            RowAction::Continue(slot) => {
                self.commands
                    .queue(move |world: &mut World| loading::continue_run(world, slot));
            }
            RowAction::Begin(new) => self.begin_run(new, source),
            RowAction::CopyResult(game) => {
                let today = today();
                if let Some(result) = source.records.day(game, today) {
                    let line = daily::daily_line(game, today, result);
                    self.notice
                        .say(share::copy_line(&mut self.clipboard, &line));
                }
            }
            RowAction::Restore => self.commands.queue(loading::restore),
        }
    }

    fn open(&mut self, page: Page) {
        let now = self.time.elapsed();
        self.menu.open(page, now);
    }

    /// Opens a screen with what the field names, or else with the seed on the title.
    fn open_screen(&mut self, screen: Screen, source: &mut PageSource) {
        let begin = match self.screens.begin.take() {
            Begin::Last => source.title.hand_over(),
            named => named,
        };
        self.screens.open(screen, begin);
    }

    fn select(&mut self, row: usize) {
        self.menu.set_if_neq(Menu { row, ..*self.menu });
    }

    fn apply_title_action(&mut self, action: TitleAction, source: &mut PageSource) {
        match action {
            TitleAction::Open(Screen::Descend) => match source.slot_to_continue() {
                Some(slot) => self.apply(RowAction::Continue(slot), source),
                None => self.begin_run(NewRun::Seed, source),
            },
            TitleAction::Open(screen) => self.open_screen(screen, source),
            TitleAction::Begin => self.begin_or_confirm(NewRun::Seed, source),
            TitleAction::Learn => match source.in_progress(Slot::Training) {
                Some(_) => self.apply(RowAction::Continue(Slot::Training), source),
                None => self.begin_training(source),
            },
            TitleAction::Daily => {
                let day = match self.screens.begin.take() {
                    Begin::Daily(day) => day,
                    _ => today(),
                };
                let run = source.in_progress(Slot::Daily);
                if run.is_some_and(|run| run.daily == Some(day)) {
                    self.apply(RowAction::Continue(Slot::Daily), source);
                } else {
                    self.begin_or_confirm(NewRun::Daily(day), source);
                }
            }
            TitleAction::Dailies => self.open(Page::Dailies),
            TitleAction::Packs => self.open(Page::Packs),
            TitleAction::Records => self.open(Page::Records),
            TitleAction::NewSeed => {
                if let Some(seed) = draw_seed(&mut self.notice) {
                    // The player asked for this seed, so the next screen has to use it.
                    source.title.choose(seed, "");
                }
            }
            // The seed field reads this action itself.
            TitleAction::EnterSeed => {}
            TitleAction::Quit if IS_PAGE => {}
            TitleAction::Quit => drop(self.exit.write(AppExit::Success)),
        }
    }

    /// Begins the training, with all lessons of Descend from the start.
    fn begin_training(&mut self, source: &mut PageSource) {
        let setup = Setup::training().map_err(|error| error.to_string());
        match setup.and_then(Run::begin) {
            Ok(run) => {
                source.taught.forget_descend();
                self.begin(run, Slot::Training, source);
            }
            Err(reason) => self.notice.refuse(&reason),
        }
    }

    /// Begins a run, or asks first if one is in progress in its slot.
    fn begin_or_confirm(&mut self, new: NewRun, source: &mut PageSource) {
        let question = Page::ConfirmReplace(new);
        if source.in_progress(new.slot()).is_none() {
            self.begin_run(new, source);
        } else if self.menu.page != question {
            self.open(question);
        }
    }

    fn begin_run(&mut self, new: NewRun, source: &mut PageSource) {
        match source.setup_of(new).and_then(Run::begin) {
            Ok(run) => {
                if new == NewRun::Seed {
                    source.title.use_up();
                }
                self.begin(run, new.slot(), source);
            }
            Err(reason) => self.notice.refuse(&reason),
        }
    }

    /// Opens a new run, in place of any in its slot.
    fn begin(&mut self, run: Run, slot: Slot, source: &mut PageSource) {
        self.commands.queue(move |world: &mut World| {
            Saves::drop_run(world, slot);
            world.insert_resource(run);
        });
        self.open_screen(Screen::Descend, source);
    }
}
