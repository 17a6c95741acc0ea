//! What holds on every screen: keys of one frame do what they do one a frame, and what is open when a screen is left is
//! gone there, and gone on return.

use std::collections::BTreeSet;
use std::time::Instant;

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use undercroft::app::dungeon::Dungeon;
use undercroft::app::glyph::{ViewInsets, Zoom};
use undercroft::app::input::{Keymap, Layer, Layers};
use undercroft::app::platform::clock::Clock;
use undercroft::app::platform::{ExportFolders, Folders};
use undercroft::app::player::Walker;
use undercroft::app::screens::conduit::BoardSession;
use undercroft::app::screens::descend::Mode;
use undercroft::app::screens::maze::MazeSession;
use undercroft::app::screens::options::OptionsState;
use undercroft::app::stage::{LogFooter, Run};
use undercroft::app::ui::hud::Bar;
use undercroft::app::{Begin, Screen};

use crate::builder::{self, screen};
use crate::player::Player;
use crate::trial::amount;

fn app(first: Screen) -> App {
    app_in(first, "together")
}

fn app_in(first: Screen, folder: &str) -> App {
    let mut app = builder::app(first, "rogue/40x25#7");
    let root = builder::folder(folder);
    let folders = Folders::find(Some(root.clone()), Some(root)).unwrap();
    app.insert_resource(ExportFolders(folders));
    app.init_resource::<ButtonInput<KeyCode>>();
    settle(&mut app);
    app
}

fn settle(app: &mut App) {
    for _ in 0..6 {
        app.update();
    }
}

fn tap(app: &mut App, key: &str) {
    NamedKey(key.to_owned()).press(app);
}

/// The texts of a widget, which two programs have alike, as they may not have its number.
fn texts_of(world: &World, widget: Entity) -> String {
    let children = world.get::<Children>(widget);
    let children = children.into_iter().flat_map(|children| children.iter());
    let own = world.get::<Text>(widget).map_or("-", |text| &text.0);
    children.fold(own.to_owned(), |texts, child| {
        texts + &texts_of(world, child)
    })
}

/// What the player sees and has. Two titles differ in the seeds that they draw, and so do the screens that they
/// open.
fn state(app: &mut App) -> String {
    let seed = builder::window_title(app);
    let world = app.world();
    let shown = screen(app);
    let mut parts = vec![
        format!("{shown:?} {:?}", world.resource::<Layers>()),
        format!("{:?}", world.resource::<Mode>()),
        format!("{:?}", builder::exit(app)),
        world.resource::<LogFooter>().0.clone(),
        (world.resource::<InputFocus>().get()).map_or_else(String::new, |it| texts_of(world, it)),
    ];
    let bar = world.resource::<Bar>();
    parts.extend(bar.hints.iter().map(|hint| hint.1.to_owned()));
    parts.extend(bar.here.iter().map(|offer| offer.1.clone()));
    match shown {
        Screen::Title | Screen::Replays | Screen::Replay => {}
        Screen::Descend => {
            let game = world.resource::<Run>().game();
            parts.push(format!("{} {:?}", game.digest(), world.resource::<Zoom>()));
        }
        Screen::Lab => {
            parts.push(world.resource::<Dungeon>().spec().to_string());
            parts.push(format!("{:?}", world.resource::<Walker>().at()));
        }
        Screen::Options => parts.push(world.resource::<OptionsState>().message().to_owned()),
        Screen::Conduit => {
            let session = world.resource::<BoardSession>();
            parts.extend([seed, session.progress().to_string()]);
            parts.push(format!("{:?}", session.cursor()));
        }
        Screen::Maze => {
            let play = world.resource::<MazeSession>();
            parts.extend([seed, format!("{:?} {}", play.run().at(), play.steps())]);
        }
    }
    parts.join("\n")
}

/// A key by the name of its chord.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct NamedKey(String);

impl NamedKey {
    /// Presses and releases it, with Shift where it has it.
    fn press(&self, app: &mut App) {
        let (shift, name) = match self.0.strip_prefix("Shift+") {
            Some(name) => (true, name),
            None => (false, &*self.0),
        };
        let shift_key = |state| builder::key(KeyCode::ShiftLeft, Key::Shift, state);
        if shift {
            builder::send(app, shift_key(ButtonState::Pressed));
        }
        let key = match builder::key_named(name) {
            Key::Character(letter) if shift => Key::Character(letter.to_uppercase().into()),
            key => key,
        };
        let code = match key {
            Key::ArrowUp => KeyCode::ArrowUp,
            Key::ArrowDown => KeyCode::ArrowDown,
            Key::ArrowLeft => KeyCode::ArrowLeft,
            Key::ArrowRight => KeyCode::ArrowRight,
            _ => KeyCode::F24,
        };
        builder::tap(app, (code, key));
        if shift {
            builder::send(app, shift_key(ButtonState::Released));
        }
    }
}

const BACKGROUND_SIZES: [(Screen, &str); 4] = [
    (Screen::Conduit, "5"),
    (Screen::Conduit, "6"),
    (Screen::Maze, "5"),
    (Screen::Maze, "6"),
];

/// The keys of a screen, those that move and choose anywhere, and letters that choose lines.
fn keys_of(app: &App, shown: Screen, is_panelled: bool) -> Vec<NamedKey> {
    let keymap = app.world().resource::<Keymap>();
    let bound = keymap
        .entries_on(shown)
        .into_iter()
        .flat_map(|entry| entry.keys().collect::<Vec<_>>());
    let letters = ('a'..='z').map(String::from);
    let others = ["Enter", "Esc", "Tab", "Up", "Down", "Left", "Right"].map(str::to_owned);
    let all: BTreeSet<NamedKey> = bound
        .chain(letters)
        .chain(others)
        // Pictures, pages and full screen leave nothing to compare.
        .filter(|key| !key.starts_with('F') || key == "F1")
        .filter(|key| {
            !["Ctrl+", "Alt+", "Numpad"]
                .iter()
                .any(|part| key.contains(part))
        })
        .filter(|key| shown != Screen::Title || key != "r")
        // Boards and mazes of these sizes are made in the background, and what is typed meanwhile depends on how long it takes.
        .filter(|key| !BACKGROUND_SIZES.contains(&(shown, key)))
        // So are the metrics by which a sheet is ordered, what a search has found, and a range.
        .filter(|key| shown != Screen::Lab || !["i", "Shift+i", "/", "g"].contains(&&**key))
        // Without a device, what was drawn cannot be taken away.
        .filter(|key| !is_panelled || key != "Esc")
        .map(NamedKey)
        .collect();
    all.into_iter().collect()
}

/// Two programs of which one gets its keys in one frame, and the other one in each.
struct Pair {
    apps: [App; 2],
    is_panelled: bool,
    first: Screen,
    /// What both have been given.
    given: Vec<Vec<NamedKey>>,
}

impl Pair {
    fn new(first: Screen, is_panelled: bool) -> Self {
        let apps = [0, 1].map(|number| {
            let mut app = match is_panelled {
                true => panelled(first),
                false => app_in(first, &format!("together-{first:?}-{number}")),
            };
            app.insert_resource(Clock::At(Instant::now()));
            settle(&mut app);
            app
        });
        Self {
            apps,
            is_panelled,
            first,
            given: Vec::new(),
        }
    }

    /// Whether both are where they can be given more.
    fn is_usable(&self) -> bool {
        let plays = |app: &App| match self.first {
            Screen::Descend => builder::run(app).is_playing(),
            _ => true,
        };
        self.apps
            .iter()
            .all(|app| screen(app) == self.first && builder::exit(app).is_none() && plays(app))
    }

    fn try_keys(&mut self, keys: Vec<NamedKey>) {
        self.given.push(keys.clone());
        let [at_once, in_turn] = &mut self.apps;
        for key in &keys {
            key.press(at_once);
        }
        // Widgets get one key a frame.
        for _ in 0..keys.len() {
            at_once.update();
        }
        for key in &keys {
            let was_asking = is_open(in_turn, Layer::Question);
            key.press(in_turn);
            in_turn.update();
            // Keys behind a question that opens are dropped.
            if !was_asking && is_open(in_turn, Layer::Question) {
                break;
            }
            // A widget that gets the focus is drawn first.
            in_turn.update();
        }
        for app in &mut self.apps {
            settle(app);
            builder::wait_until(app, |app| !is_working(app));
        }
        let [at_once, in_turn] = &mut self.apps;
        // Screens that are opened anew may draw another seed.
        let is_left = screen(at_once) != self.first && screen(at_once) == screen(in_turn);
        if is_left && builder::window_title(at_once) != builder::window_title(in_turn) {
            return;
        }
        let panels = if self.is_panelled {
            ", with panels"
        } else {
            ""
        };
        assert_eq!(
            state(at_once),
            state(in_turn),
            "{:?}{panels}, after {:?}",
            self.first,
            self.given
        );
    }
}

fn is_open(app: &App, layer: Layer) -> bool {
    app.world().resource::<Layers>().is_open(layer)
}

/// The screen with its panels.
fn panelled(first: Screen) -> App {
    let begin = match first {
        Screen::Lab => builder::begun("rogue/40x25#7"),
        _ => Begin::Last,
    };
    builder::panelled(first, begin)
}

/// Random keys, two to eight at a time, in one frame do what they do one a frame.
fn keys_at_once_do_what_they_do_in_turn(first: Screen, is_panelled: bool, cases: usize) {
    let mut rng = Pcg64Mcg::seed_from_u64(first as u64);
    let mut pair = Pair::new(first, is_panelled);
    for _ in 0..cases {
        if !pair.is_usable() || pair.given.len() > 40 {
            pair = Pair::new(first, is_panelled);
        }
        let known = keys_of(&pair.apps[0], first, is_panelled);
        let count = rng.random_range(2..=8);
        let keys = (0..count).map(|_| known[rng.random_range(0..known.len())].clone());
        pair.try_keys(keys.collect());
    }
}

/// What was seen to go wrong when keys of one frame were applied by type and not in their order.
#[test]
fn what_a_key_means_follows_from_the_keys_before_it_in_its_frame() {
    for (first, groups) in [
        (Screen::Descend, &["; Tab"][..]),
        (Screen::Descend, &["f Tab"]),
        (Screen::Conduit, &["2 Enter"]),
        (Screen::Conduit, &["s Enter"]),
        (Screen::Conduit, &["Tab Tab Enter"]),
        (Screen::Lab, &["/ l Enter Esc"]),
        // The panel is left in the frame in which it was entered, and goes on behind what had the focus there.
        (Screen::Lab, &["Tab e", "e", "Tab"]),
        (Screen::Title, &["s 7 Enter d"]),
    ] {
        for is_panelled in [false, true] {
            let mut pair = Pair::new(first, is_panelled);
            for keys in groups {
                let named = keys.split(' ').map(|key| NamedKey(key.to_owned()));
                pair.try_keys(named.collect());
            }
            let [at_once, in_turn] = pair.apps.each_mut().map(builder::window_title);
            assert_eq!(at_once, in_turn, "{first:?}: the seed");
        }
    }
}

#[test]
fn keys_of_one_frame_do_what_they_do_one_a_frame_on_the_title() {
    keys_at_once_do_what_they_do_in_turn(Screen::Title, false, amount(60, 500));
}

#[test]
fn keys_of_one_frame_do_what_they_do_one_a_frame_in_descend() {
    keys_at_once_do_what_they_do_in_turn(Screen::Descend, false, amount(60, 500));
}

#[test]
fn keys_of_one_frame_do_what_they_do_one_a_frame_in_maze_run() {
    keys_at_once_do_what_they_do_in_turn(Screen::Maze, false, amount(60, 500));
    keys_at_once_do_what_they_do_in_turn(Screen::Maze, true, amount(20, 500));
}

#[test]
fn keys_of_one_frame_do_what_they_do_one_a_frame_in_conduit() {
    keys_at_once_do_what_they_do_in_turn(Screen::Conduit, false, amount(60, 500));
    keys_at_once_do_what_they_do_in_turn(Screen::Conduit, true, amount(20, 500));
}

#[test]
fn keys_of_one_frame_do_what_they_do_one_a_frame_in_the_lab() {
    keys_at_once_do_what_they_do_in_turn(Screen::Lab, false, amount(60, 500));
    keys_at_once_do_what_they_do_in_turn(Screen::Lab, true, amount(20, 500));
}

#[test]
fn keys_of_one_frame_do_what_they_do_one_a_frame_in_options_and_replays() {
    for screen in [Screen::Options, Screen::Replays] {
        keys_at_once_do_what_they_do_in_turn(screen, false, amount(60, 500));
    }
    keys_at_once_do_what_they_do_in_turn(Screen::Options, true, amount(20, 500));
}

/// Whether a map or a maze is made in the background.
fn is_working(app: &App) -> bool {
    let layers = app.world().resource::<Layers>();
    layers.is_open(undercroft::app::input::Layer::Generation)
}

/// Each screen with keys that open something in it.
const OPENERS: [(Screen, &[&[&str]]); 7] = [
    (Screen::Title, &[&["t"], &["k"], &["e"], &["?"]]),
    (
        Screen::Descend,
        &[
            &["i"],
            &["i", "a"],
            &["d"],
            &["t"],
            &[";"],
            &["_"],
            &["m"],
            &["Esc"],
            &["e", "c"],
            &["?"],
        ],
    ),
    (Screen::Maze, &[&["?"]]),
    (Screen::Conduit, &[&["?"]]),
    (Screen::Lab, &[&["e"], &["?"], &["e", "?"]]),
    (Screen::Options, &[&["Tab", "Enter"], &["?"]]),
    (Screen::Replays, &[&["?"]]),
];

#[test]
fn what_is_open_when_a_screen_is_left_leaves_no_trace() {
    let go = |app: &mut App, screen| {
        app.world_mut()
            .resource_mut::<NextState<Screen>>()
            .set(screen);
        settle(app);
        builder::wait_until(app, |app| !is_working(app));
    };
    let mut traces = Vec::new();
    for (first_screen, openers) in OPENERS {
        let other = match first_screen {
            Screen::Options => Screen::Descend,
            _ => Screen::Options,
        };
        let mut plain = app(first_screen);
        let before = state(&mut plain);
        go(&mut plain, other);
        let beyond = state(&mut plain);
        go(&mut plain, first_screen);
        let back = state(&mut plain);
        for keys in openers {
            let mut app = app(first_screen);
            for key in *keys {
                tap(&mut app, key);
                settle(&mut app);
            }
            let open = state(&mut app);
            assert_ne!(open, before, "{first_screen:?}: {keys:?} open something");
            for (next, expected) in [(other, &beyond), (first_screen, &back)] {
                go(&mut app, next);
                let found = state(&mut app);
                if found != *expected {
                    traces.push(format!(
                        "{first_screen:?}, {keys:?}, {next:?}:\n{found}\nnot\n{expected}"
                    ));
                }
            }
        }
    }
    assert!(traces.is_empty(), "{}", traces.join("\n\n"));
}

/// What only panels have, or what stays when the screen is left.
const PANEL_OPENERS: [(Screen, &[&[&str]]); 3] = [
    (
        Screen::Lab,
        &[&["s"], &["/"], &["Shift+m"], &[","], &["d"], &["Tab"]],
    ),
    (Screen::Conduit, &[&["Tab"]]),
    (Screen::Maze, &[&["Tab"]]),
];

#[test]
fn what_is_opened_and_closed_again_leaves_layers_insets_and_bar_as_they_were() {
    let shown = |player: &Player| {
        let (layers, bar) = (player.resource::<Layers>(), player.resource::<Bar>());
        let insets = player.resource::<ViewInsets>();
        format!("{layers:?}\n{insets:?}\n{bar:?}")
    };
    for (first, openers) in OPENERS.into_iter().chain(PANEL_OPENERS) {
        let mut player = Player::with(panelled(first));
        let before = shown(&player);
        for keys in openers {
            player.press(keys);
            assert_ne!(shown(&player), before, "{first:?}: {keys:?} open something");
            let mut presses = 0;
            while shown(&player) != before && presses < 4 {
                player.press(&["Esc"]);
                presses += 1;
            }
            assert_eq!(shown(&player), before, "{first:?}, {keys:?}");
        }
    }
}
