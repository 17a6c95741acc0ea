//! The title: where the program begins. A bot plays the seed's run behind the menu; another seed,
//! drawn or typed, shows another, and is what the next screen begins with.

mod action;
mod demo;

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::render::RenderApp;

pub use action::TitleAction;

use crate::app::dungeon::{Dungeon, Regenerate, Scene};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{AddActions, AnyAction, CommonAction, Keymap, MenuAction, hand_out};
use crate::app::notice::{Notice, Waiting};
use crate::app::platform::IS_PAGE;
use crate::app::platform::today;
use crate::app::screen::{OpenScreen, Screen, on};
use crate::app::seed::{Drawn, RunSeed};
use crate::app::settings::{OwnFiles, Settings, Taught};
use crate::app::stage::{Run, SaveFolder};
use crate::app::ui::field::Complaint;
use crate::app::ui::hud::{Bar, Hint};
use crate::app::ui::list::{self, Line};
use crate::app::ui::live::LiveText;
use crate::app::ui::map_field::{MapField, spawn as spawn_field};
use crate::app::ui::theme::{CHOSEN, KEY, LINE, PANEL, PLAIN, QUIET, Type, WRONG};
use crate::entropy::fresh_seed;
use crate::game::{Daily, Setup};
use crate::geom::{Dir, Size};
use crate::mapgen::MapSpec;
use crate::rng::Seed;

pub(super) fn plugin(app: &mut App) {
    demo::plugin(app);
    app.add_actions::<TitleAction>()
        .init_resource::<Menu>()
        .init_resource::<Kept>()
        .init_resource::<Waiting>()
        .add_systems(OnExit(Screen::Lab), keep)
        .add_systems(OnEnter(Screen::Lab), restore)
        .add_systems(OnEnter(Screen::Title), enter)
        .add_systems(
            Update,
            (
                apply_actions.in_set(Phase::Act),
                follow_seed
                    .run_if(resource_changed::<Dungeon>)
                    .in_set(Phase::Settle),
            )
                .run_if(on(Screen::Title)),
        );
    if app.get_sub_app(RenderApp).is_some() {
        app.add_systems(OnEnter(Screen::Title), spawn.after(enter))
            .add_systems(
                Update,
                (
                    list::point::<Menu>.in_set(Phase::Input).before(hand_out),
                    enter_seed.in_set(Phase::Act),
                    highlight
                        .run_if(resource_changed::<Menu>)
                        .in_set(Phase::Show),
                )
                    .run_if(on(Screen::Title)),
            );
    }
}

/// A line of the menu.
struct Entry {
    action: TitleAction,
    word: &'static str,
    about: &'static str,
}

impl Entry {
    const fn new(action: TitleAction, word: &'static str, about: &'static str) -> Self {
        Self {
            action,
            word,
            about,
        }
    }

    const fn open(screen: Screen, word: &'static str, about: &'static str) -> Self {
        Self::new(TitleAction::Open(screen), word, about)
    }

    /// Whether it is offered: a run that is over, or that there never was, is not gone on with, and
    /// nothing is quit in a page.
    fn is_offered(&self, run: Option<&Run>) -> bool {
        match self.action {
            TitleAction::Open(Screen::Play) => run.is_some_and(Run::is_playing),
            TitleAction::Quit => !IS_PAGE,
            _ => true,
        }
    }
}

/// The menu, in the order in which it is shown.
#[rustfmt::skip]
const ENTRIES: [Entry; 10] = [
    Entry::open(Screen::Play, "Continue", "go on with the run"),
    Entry::new(TitleAction::Begin, "Descend", "down to the Everlamp, alone, with a seed"),
    Entry::new(TitleAction::Learn, "Learn", "three small depths that teach the game"),
    Entry::open(Screen::Maze, "Maze Run", "from end to end, each a little larger"),
    Entry::open(Screen::Conduit, "Conduit", "turn the pipes until every lamp is lit"),
    Entry::open(Screen::Lab, "Map Lab", "every generator, seen, tuned, exported"),
    Entry::new(TitleAction::Daily, "Daily", ""),
    Entry::open(Screen::Replays, "Replays", "recorded runs, watched again"),
    Entry::open(Screen::Options, "Options", "keys, palette, text, motion, screen"),
    Entry::new(TitleAction::Quit, "Quit", ""),
];

static HINTS: [Hint; 5] = [
    (
        &[
            &MenuAction::Cursor(Dir::North),
            &MenuAction::Cursor(Dir::South),
        ],
        "move",
    ),
    (&[&MenuAction::Choose], "open"),
    (&[&TitleAction::EnterSeed], "type a seed"),
    (&[&TitleAction::NewSeed], "another seed"),
    (&[&CommonAction::Help], "keys"),
];

static MOUSE: [(&str, &str); 1] = [("click", "open")];

/// Room for the menu, and in it for the word of an entry, in logical pixels.
const MENU: f32 = 520.0;
const WORD: f32 = 96.0;

/// The entry that is chosen.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
struct Menu(usize);

/// The Lab's dungeon, while another screen is shown.
#[derive(Resource, Default)]
struct Kept(Option<Dungeon>);

/// Keeps the Lab's map for when it is entered again.
fn keep(dungeon: Res<Dungeon>, mut kept: ResMut<Kept>) {
    kept.0 = Some(dungeon.clone());
}

/// Shows the Lab's map as it was left, unless the player has chosen a seed since.
fn restore(
    mut kept: ResMut<Kept>,
    drawn: Res<Drawn>,
    mut dungeon: ResMut<Dungeon>,
    mut scene: ResMut<Scene>,
) {
    *scene = Scene::Dungeon;
    let untouched = drawn.is(dungeon.spec().seed);
    if let Some(kept) = kept.0.take_if(|_| untouched) {
        *dungeon = kept;
    }
}

/// Shows a dungeon of a fresh seed. At the start of the program it is the one that was asked for.
fn enter(
    mut drawn: ResMut<Drawn>,
    mut requests: MessageWriter<Regenerate>,
    (mut scene, mut bar, mut insets): (ResMut<Scene>, ResMut<Bar>, ResMut<ViewInsets>),
    (mut transitions, run): (
        MessageReader<StateTransitionEvent<Screen>>,
        Option<Res<Run>>,
    ),
    mut menu: ResMut<Menu>,
    mut notice: ResMut<Notice>,
) {
    let first = ENTRIES
        .iter()
        .position(|entry| entry.is_offered(run.as_deref()));
    menu.set_if_neq(Menu(first.unwrap_or_default()));
    *scene = Scene::Dungeon;
    insets.right = 0.0;
    bar.set_if_neq(Bar {
        facts: vec![(
            "",
            concat!("version ", env!("CARGO_PKG_VERSION")).to_owned(),
        )],
        hints: &HINTS,
        mouse: &MOUSE,
        ..default()
    });
    let last = transitions.read().last();
    if last.is_some_and(|last| last.exited.is_some()) {
        draw(&mut drawn, &mut requests, &mut notice);
    }
}

/// Asks for a dungeon of a fresh seed.
fn draw(drawn: &mut Drawn, requests: &mut MessageWriter<Regenerate>, notice: &mut Notice) {
    match fresh_seed() {
        Ok(seed) => {
            drawn.0 = Some(seed);
            requests.write(Regenerate::Exactly(backdrop(seed)));
        }
        Err(error) => notice.0 = error.to_string(),
    }
}

/// The map behind the menu, with which the Lab begins.
pub(in crate::app) fn backdrop(seed: Seed) -> MapSpec {
    MapSpec::new("rogue", Size::new(80, 50), seed).expect("the generator makes maps of this size")
}

/// Does what the menu and its keys ask for.
fn apply_actions(
    (mut actions, mut menu_actions): (MessageReader<TitleAction>, MessageReader<MenuAction>),
    run: Option<Res<Run>>,
    mut title: Title,
    mut asked: Local<Option<Duration>>,
) {
    let offered = |index: usize| ENTRIES[index].is_offered(run.as_deref());
    for action in menu_actions.read() {
        match action {
            MenuAction::Cursor(dir) => {
                *asked = None;
                // Who goes back to Descend has read the offer.
                if let Some(offered) = &mut *title.offered {
                    *offered = Duration::ZERO;
                }
                let count = ENTRIES.len();
                let step = (dir.delta().y + count as i32) as usize;
                let mut at = (title.menu.0 + step) % count;
                while !offered(at) {
                    at = (at + step) % count;
                }
                title.menu.set_if_neq(Menu(at));
            }
            MenuAction::Choose => {
                let chosen = ENTRIES[title.menu.0].action;
                title.apply(chosen, run.as_deref(), &mut asked);
            }
            MenuAction::Typed(_) => {}
        }
    }
    for action in actions.read() {
        title.apply(*action, run.as_deref(), &mut asked);
    }
}

/// What the entries of the menu change.
#[derive(SystemParam)]
struct Title<'w, 's> {
    menu: ResMut<'w, Menu>,
    keymap: Res<'w, Keymap>,
    settings: Option<Res<'w, Settings>>,
    files: Option<Res<'w, OwnFiles>>,
    /// When the training was offered to whoever plays for the first time; zero once that was read.
    offered: Local<'s, Option<Duration>>,
    taught: Option<ResMut<'w, Taught>>,
    drawn: ResMut<'w, Drawn>,
    requests: MessageWriter<'w, Regenerate>,
    notice: ResMut<'w, Notice>,
    screens: OpenScreen<'w>,
    exit: MessageWriter<'w, AppExit>,
    time: Res<'w, Time<Real>>,
    commands: Commands<'w, 's>,
}

/// A press this soon after the one before is the second of a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(500);

impl Title<'_, '_> {
    /// Does what an entry says. A run that is in progress is abandoned only by who says so twice,
    /// and has had the time to read what that means: `asked` is when they were asked.
    fn apply(&mut self, action: TitleAction, run: Option<&Run>, asked: &mut Option<Duration>) {
        let now = self.time.elapsed();
        let was_asked = asked.take();
        let is_sure = was_asked.is_some_and(|asked| now.saturating_sub(asked) >= DOUBLE_CLICK);
        let in_progress = ENTRIES[0].is_offered(run);
        match action {
            TitleAction::Open(screen) => self.screens.open(screen),
            // Whoever plays today's run goes on with it.
            TitleAction::Daily if in_progress && is_of(run, today()) => {
                self.screens.open(Screen::Play);
            }
            TitleAction::Begin | TitleAction::Learn | TitleAction::Daily
                if in_progress && !is_sure =>
            {
                *asked = Some(was_asked.unwrap_or(now));
                self.notice.0 = "A run is in progress. Press again to abandon it.".to_owned();
            }
            TitleAction::Begin if self.is_newcomer() && !self.has_read_offer(now) => {
                self.offer_training(now);
            }
            TitleAction::Learn => self.begin_training(),
            TitleAction::Begin | TitleAction::Daily => {
                self.commands.remove_resource::<Run>();
                if action == TitleAction::Daily {
                    self.drawn.0 = None;
                    let daily = Regenerate::Exactly(backdrop(today().seed()));
                    self.requests.write(daily);
                }
                self.screens.open(Screen::Play);
            }
            TitleAction::NewSeed => {
                draw(&mut self.drawn, &mut self.requests, &mut self.notice);
                // It was asked for: what is opened next begins with it.
                self.drawn.0 = None;
            }
            // Where there is a window, its field gets the keys.
            TitleAction::EnterSeed => {}
            // A page is left by its tab's button.
            TitleAction::Quit if IS_PAGE => {}
            TitleAction::Quit => drop(self.exit.write(AppExit::Success)),
        }
    }

    /// Whether whoever plays has had no lesson yet, and would have had one kept.
    fn is_newcomer(&self) -> bool {
        let untaught = self.taught.as_ref().is_some_and(|taught| taught.is_empty());
        let teaches = self
            .settings
            .as_ref()
            .is_some_and(|settings| settings.teach);
        untaught && teaches && self.files.is_some()
    }

    /// Whether the training was offered before the last double click.
    fn has_read_offer(&self, now: Duration) -> bool {
        let read =
            |offered: Duration| offered.is_zero() || now.saturating_sub(offered) >= DOUBLE_CLICK;
        self.offered.is_some_and(read)
    }

    /// Chooses the training in the menu, and says how to do without it.
    fn offer_training(&mut self, now: Duration) {
        self.offered.get_or_insert(now);
        let learn = |entry: &Entry| entry.action == TitleAction::Learn;
        let learn = ENTRIES.iter().position(learn);
        self.menu.set_if_neq(Menu(learn.unwrap_or_default()));
        let key = |action: &dyn AnyAction| self.keymap.key(action);
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
                    taught.clear();
                }
                self.commands.insert_resource(run);
                self.screens.open(Screen::Play);
            }
            Err(reason) => self.notice.0 = reason,
        }
    }
}

/// Whether a run is that of a day.
fn is_of(run: Option<&Run>, daily: Daily) -> bool {
    run.is_some_and(|run| run.game().daily() == Some(daily))
}

/// What there is to say of the run in progress.
fn about_run(run: &Run) -> String {
    let game = run.game();
    let (health, most) = {
        let view = game.view();
        (view.player().health, view.player().max_health)
    };
    let depth = game.depth();
    let which = match game.is_training() {
        true => "the training".to_owned(),
        false => format!("seed {}", game.seed()),
    };
    format!("depth {depth}, health {health} of {most}, {which}")
}

/// What there is to say of today's run.
fn about_daily(folder: Option<&SaveFolder>) -> String {
    let today = today();
    match folder.and_then(|folder| folder.result(today)) {
        // The menu says the rest.
        Some(result) => match result.split_once("daily ") {
            Some((_, told)) => told.to_owned(),
            None => result,
        },
        None => format!("{today}: one run for everybody, today"),
    }
}

/// The run begins with the seed that is shown.
fn follow_seed(dungeon: Res<Dungeon>, mut seed: ResMut<RunSeed>) {
    seed.set_if_neq(RunSeed(dungeon.spec().seed));
}

/// Gives the keys to the field of the seed.
fn enter_seed(
    mut actions: MessageReader<TitleAction>,
    fields: Query<(Entity, &MapField)>,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
) {
    for _ in actions
        .read()
        .filter(|action| **action == TitleAction::EnterSeed)
    {
        let mut fields = fields.iter();
        if let Some((field, _)) = fields.find(|(_, field)| **field == MapField::Seed) {
            focus.set(field, FocusCause::Navigated);
            visible.0 = true;
        }
    }
}

fn spawn(
    mut commands: Commands,
    (font, menu): (Res<Type>, Res<Menu>),
    run: Option<Res<Run>>,
    (folder, waiting): (Option<Res<SaveFolder>>, Res<Waiting>),
) {
    let screen = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        align_items: AlignItems::Center,
        padding: UiRect::left(percent(5)),
        ..default()
    };
    let frame = Node {
        flex_direction: FlexDirection::Column,
        padding: UiRect::axes(px(34), px(18)),
        width: px(MENU),
        border: UiRect::all(px(1)),
        row_gap: px(2),
        ..default()
    };
    let daily = about_daily(folder.as_deref());
    let about = |entry: &Entry| match entry.action {
        TitleAction::Daily => daily.clone(),
        TitleAction::Open(Screen::Play) => run.as_deref().map_or_else(String::new, about_run),
        TitleAction::Open(screen) => waiting.on(screen).unwrap_or(entry.about).to_owned(),
        _ => entry.about.to_owned(),
    };
    commands
        .spawn((DespawnOnExit(Screen::Title), screen))
        .with_children(|screen| {
            let looks = (
                BackgroundColor(PANEL.with_alpha(0.92)),
                BorderColor::all(LINE),
            );
            screen.spawn((frame, looks)).with_children(|frame| {
                fill(frame, &font, *menu, run.as_deref(), about);
            });
        });
}

fn fill(
    frame: &mut ChildSpawnerCommands,
    font: &Type,
    menu: Menu,
    run: Option<&Run>,
    about: impl Fn(&Entry) -> String,
) {
    let apart = |margin| Node {
        margin,
        column_gap: px(8),
        align_items: AlignItems::Center,
        ..default()
    };
    frame.spawn(font.sized("Undercroft", 46.0, KEY));
    let story = font.text("the Everlamp has gone out; the way is down", QUIET);
    frame.spawn((apart(UiRect::bottom(px(10))), children![story]));
    let entries = ENTRIES.iter().enumerate();
    for (index, entry) in entries.filter(|(_, entry)| entry.is_offered(run)) {
        let line = Node {
            padding: UiRect::axes(px(10), px(2)),
            column_gap: px(14),
            align_items: AlignItems::Baseline,
            border_radius: BorderRadius::all(px(3)),
            ..default()
        };
        let column = Node {
            width: px(WORD),
            flex_shrink: 0.0,
            ..default()
        };
        frame.spawn((
            Button,
            Line(index),
            line,
            BackgroundColor(ground(index, menu)),
            children![
                (column, children![font.sized(entry.word, 18.0, PLAIN)]),
                font.hint(&about(entry)),
            ],
        ));
    }
    frame
        .spawn(apart(UiRect::top(px(10))))
        .with_children(|line| {
            line.spawn(font.text("seed", QUIET));
            spawn_field(line, font, MapField::Seed, None);
        });
    let complaint = LiveText::<Complaint>(|complaint| complaint.0.clone());
    frame
        .spawn((complaint, font.hint("")))
        .insert(TextColor(WRONG));
}

/// The ground of an entry.
fn ground(index: usize, menu: Menu) -> Color {
    if index == menu.0 { CHOSEN } else { Color::NONE }
}

impl list::Cursor for Menu {
    fn on(self, line: usize) -> Self {
        Self(line)
    }
}

fn highlight(menu: Res<Menu>, mut items: Query<(&Line, &mut BackgroundColor)>) {
    for (item, mut colour) in &mut items {
        colour.0 = ground(item.0, *menu);
    }
}
