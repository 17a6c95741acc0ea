//! Which page of the title is open, and what choosing its lines does.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::page::{Content, Does, Page, Row, Shelf, Wanted};
use super::{HINTS, PAGE_HINTS, TitleAction, backdrop, draw_seed};
use crate::app::dungeon::Regenerate;
use crate::app::frame::Phase;
use crate::app::input::{AnyAction, Closed, Layer, Layers, LeaveScreen, MenuAction, NamesNow};
use crate::app::keeping::Earlier;
use crate::app::notice::{Notice, Waiting};
use crate::app::platform::{Clipboard, IS_PAGE, today};
use crate::app::reward::{Chosen, Records, daily};
use crate::app::screen::{OpenScreen, Screen, on};
use crate::app::seed::DrawnSeed;
use crate::app::settings::{OwnFiles, Settings, Taught};
use crate::app::stage::{Run, Saves, Slot};
use crate::app::ui::hud::Bar;
use crate::app::ui::list::{self, Asked};
use crate::game::Setup;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Menu>()
        .init_resource::<Shown>()
        .init_resource::<Waiting>()
        .init_resource::<Records>()
        .init_resource::<Chosen>()
        .add_systems(OnEnter(Screen::Title), (enter, compose).chain())
        .add_systems(
            Update,
            (
                (go_back, apply_actions).chain().in_set(Phase::Act),
                (show_layer, compose).in_set(Phase::Settle),
            )
                .run_if(on(Screen::Title)),
        );
}

/// The page that is open, and the line that is chosen.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Menu {
    pub page: Page,
    pub line: usize,
    /// When the page was opened.
    since: Duration,
    /// Goes up with each page that is opened.
    pub serial: u32,
}

impl Menu {
    fn open(&mut self, page: Page, now: Duration) {
        *self = Self {
            page,
            line: 0,
            since: now,
            serial: self.serial + 1,
        };
    }

    /// Whether the page has been seen for long enough that a press is meant for it.
    fn is_read(&self, now: Duration) -> bool {
        now.saturating_sub(self.since) >= DOUBLE_CLICK
    }
}

impl list::Cursor for Menu {
    fn on(self, line: usize) -> Self {
        Self { line, ..self }
    }
}

/// What the open page shows.
#[derive(Resource, Default)]
pub(super) struct Shown {
    pub content: Content,
    serial: u32,
}

/// A press this soon after the one before is the second of a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(500);

/// Whether a click is meant for the page that is open, not for the one before.
pub(super) fn is_read(menu: Res<Menu>, time: Res<Time<Real>>) -> bool {
    menu.serial == 1 || menu.is_read(time.elapsed())
}

fn enter(mut menu: ResMut<Menu>, mut chosen: ResMut<Chosen>, time: Res<Time<Real>>) {
    menu.open(Page::Main, time.elapsed());
    *chosen = Chosen::Nothing;
}

/// Lists what the page shows, once for each time that it is opened.
fn compose(shelf: Shelf, mut menu: ResMut<Menu>, mut shown: ResMut<Shown>, mut bar: ResMut<Bar>) {
    if shown.serial != menu.serial {
        bar.hints = match menu.page {
            Page::Main => &HINTS,
            _ => &PAGE_HINTS,
        };
        let content = shelf.content(menu.page);
        menu.line = content.first;
        *shown = Shown {
            content,
            serial: menu.serial,
        };
    }
}

/// The pages over the first take the keys, and Back closes them.
fn show_layer(menu: Res<Menu>, mut layers: ResMut<Layers>) {
    let open = layers.with(Layer::Menu, menu.page != Page::Main);
    layers.set_if_neq(open);
}

/// Leaves a page for the one before, and asks before the program ends.
fn go_back(
    (mut closed, mut left): (MessageReader<Closed>, ResMut<Messages<LeaveScreen>>),
    time: Res<Time<Real>>,
    mut menu: ResMut<Menu>,
) {
    let now = time.elapsed();
    if closed.read().any(|closed| closed.0 == Layer::Menu) {
        let parent = menu.page.parent();
        menu.open(parent, now);
    }
    if left.drain().count() > 0 && !IS_PAGE {
        menu.open(Page::Leave, now);
    }
}

/// Does what the menu and its keys ask for.
fn apply_actions(
    (mut actions, mut menu_actions): (MessageReader<TitleAction>, MessageReader<MenuAction>),
    (shelf, shown): (Shelf, Res<Shown>),
    mut title: Title,
) {
    let rows = &shown.content.rows;
    for action in menu_actions.read() {
        let columns = title.menu.page.columns();
        let line = title.menu.line;
        let asked = match action {
            MenuAction::Cursor(dir) if columns > 1 => {
                let step = dir.delta().x + dir.delta().y * columns as i32;
                let to = line.checked_add_signed(step as isize);
                to.filter(|to| *to < rows.len()).map(Asked::Cursor)
            }
            MenuAction::Typed(_) if title.menu.page == Page::Main => None,
            action => list::asked(*action, line, rows.iter().map(|row| row.letter)),
        };
        match asked {
            Some(Asked::Cursor(line)) => {
                // Who goes back to Descend has read the offer.
                if let Some(offered) = &mut *title.offered {
                    *offered = Duration::ZERO;
                }
                let next = list::Cursor::on(*title.menu, line);
                title.menu.set_if_neq(next);
            }
            Some(Asked::Line(line)) => {
                let is_press = *action == MenuAction::Choose && title.menu.page.is_question();
                if !is_press || line == 0 || title.menu.is_read(title.time.elapsed()) {
                    title.apply(rows[line].does.clone(), &shelf);
                }
            }
            None => {}
        }
    }
    for action in actions.read() {
        title.apply(Does::Act(*action), &shelf);
    }
}

/// What the lines change.
#[derive(SystemParam)]
struct Title<'w, 's> {
    menu: ResMut<'w, Menu>,
    names: NamesNow<'w>,
    settings: Option<Res<'w, Settings>>,
    files: Option<Res<'w, OwnFiles>>,
    /// When the training was offered to whoever plays for the first time; zero once that was read.
    offered: Local<'s, Option<Duration>>,
    taught: Option<ResMut<'w, Taught>>,
    drawn: ResMut<'w, DrawnSeed>,
    requests: MessageWriter<'w, Regenerate>,
    notice: ResMut<'w, Notice>,
    chosen: ResMut<'w, Chosen>,
    clipboard: ResMut<'w, Clipboard>,
    screens: OpenScreen<'w>,
    exit: MessageWriter<'w, AppExit>,
    time: Res<'w, Time<Real>>,
    commands: Commands<'w, 's>,
}

impl Title<'_, '_> {
    fn apply(&mut self, does: Does, shelf: &Shelf) {
        match does {
            Does::Act(action) => self.act(action, shelf),
            Does::Open(page) => self.open(page),
            Does::Play(game, chosen) => {
                *self.chosen = chosen;
                self.screens.open(game.screen());
            }
            Does::Continue(slot) => {
                self.commands
                    .queue(move |world: &mut World| Saves::take_up(world, slot));
                self.screens.open(Screen::Play);
            }
            Does::Begin(wanted) => self.begin(wanted, shelf),
            Does::Share(game) => {
                let today = today();
                if let Some(result) = shelf.records.day(game, today) {
                    let line = daily::line(game, today, result);
                    let copied = self.clipboard.copy(&line);
                    self.notice.0 = copied.map_or_else(|why| why, |()| format!("Copied: {line}"));
                }
            }
            Does::Restore(slot) => {
                self.restore(slot.name(), move |world| Saves::restore(world, slot))
            }
            Does::GoBack(game) => self.restore(game.one(), move |world| {
                Earlier::go_back(world, game.screen())
            }),
        }
    }

    /// Goes back to the earlier save of the `what`.
    fn restore(
        &mut self,
        what: &'static str,
        restore: impl FnOnce(&mut World) -> Result<(), String> + Send + 'static,
    ) {
        self.commands.queue(move |world: &mut World| {
            let told = match restore(world) {
                Ok(()) => {
                    format!("The {what} is back at its earlier save; restore again to undo this")
                }
                Err(reason) => reason,
            };
            world.resource_mut::<Notice>().0 = told;
        });
        self.open(Page::Main);
    }

    fn open(&mut self, page: Page) {
        let now = self.time.elapsed();
        self.menu.open(page, now);
    }

    /// What a key asks for. Where a run is in progress, the player is asked before another begins.
    fn act(&mut self, action: TitleAction, shelf: &Shelf) {
        match action {
            TitleAction::Open(Screen::Play) => match shelf.to_continue() {
                Some(slot) => self.apply(Does::Continue(slot), shelf),
                None => self.begin(Wanted::Seed, shelf),
            },
            TitleAction::Open(screen) => self.screens.open(screen),
            TitleAction::Begin if self.is_newcomer() && !self.has_read_offer() => {
                self.offer_training(shelf);
            }
            TitleAction::Begin => self.ask_to_begin(Wanted::Seed, shelf),
            TitleAction::Learn => match shelf.in_progress(Slot::Training) {
                Some(_) => self.apply(Does::Continue(Slot::Training), shelf),
                None => self.begin_training(),
            },
            TitleAction::Daily => {
                let slot = shelf.slot(Wanted::Daily);
                let run = shelf.in_progress(slot);
                match run.is_some_and(is_of_today) {
                    true => self.apply(Does::Continue(slot), shelf),
                    false => self.ask_to_begin(Wanted::Daily, shelf),
                }
            }
            TitleAction::Dailies => self.open(Page::Dailies),
            TitleAction::Packs => self.open(Page::Packs),
            TitleAction::Records => self.open(Page::Records),
            TitleAction::NewSeed => {
                draw_seed(&mut self.drawn, &mut self.requests, &mut self.notice);
                // It was asked for: what is opened next begins with it.
                self.drawn.0 = None;
            }
            // Where there is a window, its field gets the keys.
            TitleAction::EnterSeed => {}
            TitleAction::Quit if IS_PAGE => {}
            TitleAction::Quit => drop(self.exit.write(AppExit::Success)),
        }
    }

    /// Whether whoever plays has had no lesson yet, and would have had one kept.
    fn is_newcomer(&self) -> bool {
        let untaught = self
            .taught
            .as_ref()
            .is_some_and(|taught| taught.is_new_to_descend());
        let teaches = self
            .settings
            .as_ref()
            .is_some_and(|settings| settings.teach);
        untaught && teaches && self.files.is_some()
    }

    /// Whether the training was offered before the last double click.
    fn has_read_offer(&self) -> bool {
        let now = self.time.elapsed();
        let read =
            |offered: Duration| offered.is_zero() || now.saturating_sub(offered) >= DOUBLE_CLICK;
        self.offered.is_some_and(read)
    }

    /// Chooses the training in the menu, and says how to do without it.
    fn offer_training(&mut self, shelf: &Shelf) {
        let now = self.time.elapsed();
        self.offered.get_or_insert(now);
        let rows = shelf.content(Page::Main).rows;
        let is_learn = |row: &Row| matches!(row.does, Does::Act(TitleAction::Learn));
        if let Some(line) = rows.iter().position(is_learn) {
            let chosen = list::Cursor::on(*self.menu, line);
            self.menu.set_if_neq(chosen);
        }
        let key = |action: &dyn AnyAction| self.names.get().of(action);
        self.notice.0 = format!(
            "First time here? Learn in three small depths ({}), or descend at once ({}).",
            key(&MenuAction::Choose),
            key(&TitleAction::Begin),
        );
    }

    /// Begins the training; its lessons are told anew.
    fn begin_training(&mut self) {
        let begun = Setup::training().map_err(|error| error.to_string());
        match begun.and_then(Run::begin) {
            Ok(run) => {
                if let Some(taught) = &mut self.taught {
                    taught.forget_descend();
                }
                self.commands.queue(move |world: &mut World| {
                    Saves::drop_run(world, Slot::Training);
                    world.insert_resource(run);
                });
                self.screens.open(Screen::Play);
            }
            Err(reason) => self.notice.0 = reason,
        }
    }

    fn ask_to_begin(&mut self, wanted: Wanted, shelf: &Shelf) {
        match shelf.in_progress(shelf.slot(wanted)) {
            Some(_) if self.menu.page == Page::Over(wanted) => {}
            Some(_) => self.open(Page::Over(wanted)),
            None => self.begin(wanted, shelf),
        }
    }

    fn begin(&mut self, wanted: Wanted, shelf: &Shelf) {
        let slot = shelf.slot(wanted);
        self.commands
            .queue(move |world: &mut World| Saves::drop_run(world, slot));
        if wanted == Wanted::Daily {
            self.drawn.0 = None;
            let daily = Regenerate::Exactly(backdrop(today().seed()));
            self.requests.write(daily);
        }
        self.screens.open(Screen::Play);
    }
}

/// Whether a run is that of today.
fn is_of_today(run: &Run) -> bool {
    run.game().daily() == Some(today())
}
