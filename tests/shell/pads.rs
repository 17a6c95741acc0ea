//! The gamepad without a device: button presses from the title on, and what buttons mean.

use std::time::{Duration, Instant};

use crate::builder::{self, mode, run, screen, wait};
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::dungeon::Dungeon;
use undercroft::app::input::{
    AnyAction, Chord, CommonAction, Keymap, Layer, Layers, MenuAction, PadUsed, PanelKey, Step,
};
use undercroft::app::platform::clock::Clock;
use undercroft::app::platform::pad::{Button, PadQueue, Press};
use undercroft::app::screens::conduit::BoardSession;
use undercroft::app::screens::descend::{AimKind, DescendAction, Mode, Purpose};
use undercroft::app::screens::maze;
use undercroft::app::ui::lesson::Lesson;
use undercroft::geom::{Dir, Pos};

fn app(first: Screen) -> App {
    app_of(first, 7)
}

fn app_of(first: Screen, seed: u64) -> App {
    let mut app = builder::app(first, &format!("rogue/80x50#{seed}"));
    app.update();
    app.update();
    app
}

/// Presses buttons, all before the next frame, and runs frames until all of them are handled.
fn press(app: &mut App, buttons: &[Button]) {
    let queue = app.world().resource::<PadQueue>().clone();
    for button in buttons {
        assert!(queue.push(Press::new(*button)));
    }
    for _ in 0..4 * buttons.len() + 4 {
        app.update();
    }
}

fn open_dir(app: &App) -> Dir {
    let view = run(app).game().view();
    let mut dirs = Dir::ALL.into_iter();
    dirs.find(|dir| view.can_step(*dir)).unwrap()
}

#[test]
fn a_run_is_begun_from_the_title_and_played_by_the_pad_alone() {
    let mut app = app(Screen::Title);
    press(&mut app, &[Button::South]);
    assert_eq!(screen(&app), Screen::Descend, "Descend comes first");
    let before = run(&app).game().view().player().pos;
    let dir = open_dir(&app);
    press(&mut app, &[Button::Go(dir)]);
    assert_eq!(run(&app).game().view().player().pos, before.step(dir));

    let before = run(&app).game().turns();
    press(&mut app, &[Button::North]);
    wait(&mut app);
    let turns = run(&app).game().turns() - before;
    assert!(turns > 1, "explored for {turns} turns");

    // Drop the first item, and pick it up again.
    let carried = |app: &App| run(app).game().view().pack().count();
    let count = carried(&app);
    press(&mut app, &[Button::West, Button::West]);
    assert_eq!(mode(&app), Mode::Pack(Purpose::Drop, 0));
    press(&mut app, &[Button::South]);
    assert_eq!((mode(&app), carried(&app)), (Mode::Map, count - 1));
    press(&mut app, &[Button::South]);
    assert_eq!(carried(&app), count);

    // The fourth line of the pause menu leads to the title.
    let down = Button::Go(Dir::South);
    press(&mut app, &[Button::East, down, down, down, Button::South]);
    press(&mut app, &[Button::South]);
    assert_eq!(screen(&app), Screen::Descend, "Continue comes first");
    assert!(run(&app).game().turns() > turns);
}

#[test]
fn all_that_is_pressed_before_a_frame_is_done_in_its_order() {
    let mut app = app(Screen::Title);
    // Start Descend, open the pack, move to its second line, close it, step off the stairs, search.
    let buttons = [
        Button::South,
        Button::West,
        Button::Go(Dir::South),
        Button::East,
        Button::Go(open_dir(&app_of(Screen::Descend, 7))),
        Button::South,
    ];
    press(&mut app, &buttons);
    assert_eq!((screen(&app), mode(&app)), (Screen::Descend, Mode::Map));
    assert_eq!(run(&app).game().turns(), 2);
    press(&mut app, &[Button::South; 50]);
    assert_eq!(run(&app).game().turns(), 52);
}

#[test]
fn while_the_help_is_open_buttons_only_close_and_scroll_it() {
    let mut app = app(Screen::Descend);
    let digest = run(&app).game().digest();
    for close in [Button::Start, Button::East, Button::South] {
        // All of it, after the buttons that a newcomer needs.
        press(&mut app, &[Button::Start, Button::Start]);
        let named = Button::NAMED.iter().map(|(_, button)| *button);
        let others = named.filter(|button| ![Button::Start, Button::South].contains(button));
        let others: Vec<Button> = others.chain(Dir::ALL.map(Button::Go)).collect();
        press(&mut app, &others);
        assert!(app.world().resource::<Layers>().is_open(Layer::Help));
        press(&mut app, &[close]);
        assert!(!app.world().resource::<Layers>().is_open(Layer::Help));
        assert_eq!(mode(&app), Mode::Map);
        assert_eq!(run(&app).game().digest(), digest);
    }
}

/// The distance between two tiles, in steps.
fn distance(a: Pos, b: Pos) -> i32 {
    (a.x - b.x).abs().max((a.y - b.y).abs())
}

/// The step from one tile that gets closest to another.
fn toward(from: Pos, to: Pos) -> Button {
    let dirs = Dir::ALL.into_iter();
    Button::Go(
        dirs.min_by_key(|dir| distance(from.step(*dir), to))
            .unwrap(),
    )
}

/// Explores until the stairs down are known and no enemy is in sight; attacks adjacent enemies, and gives up where one does
/// not come.
fn find_stairs(app: &mut App) -> Option<Pos> {
    let mut waits = 0;
    for _ in 0..300 {
        let view = run(app).game().view();
        let me = view.player().pos;
        let button = match (view.nearest_enemy(), view.stairs_down()) {
            (None, Some(to)) => return Some(to),
            (None, None) => Button::North,
            (Some(foe), _) if distance(me, foe) == 1 => toward(me, foe),
            (Some(_), _) if waits > 20 => return None,
            (Some(_), _) => Button::South,
        };
        waits = if button == Button::South {
            waits + 1
        } else {
            0
        };
        press(app, &[button]);
        if !run(app).is_playing() {
            return None;
        }
        wait(app);
    }
    None
}

/// Travels to a tile with the examine cursor. Returns whether nothing interrupted it.
fn travel_by_cursor(app: &mut App, to: Pos) -> bool {
    press(app, &[Button::Select]);
    while let Mode::Aim(AimKind::Look, at) = mode(app) {
        let button = if at == to {
            Button::South
        } else {
            toward(at, to)
        };
        press(app, &[button]);
    }
    wait(app);
    run(app).game().view().player().pos == to
}

#[test]
fn the_cursor_travels_to_the_stairs_and_the_pad_takes_them() {
    let mut app = (1..20)
        .map(|seed| app_of(Screen::Descend, seed))
        .find_map(|mut app| {
            let to = find_stairs(&mut app)?;
            travel_by_cursor(&mut app, to).then_some(app)
        })
        .expect("one of the seeds has a first level that is survived");
    press(&mut app, &[Button::South]);
    assert_eq!(run(&app).game().view().depth(), 2);
}

#[test]
fn every_other_screen_is_opened_worked_and_left() {
    let mut app = app(Screen::Title);
    let down = Button::Go(Dir::South);
    press(&mut app, &[down, Button::South]);
    assert_eq!(screen(&app), Screen::Maze);
    let steps = |app: &App| {
        let play = app.world().resource::<maze::MazeSession>();
        play.run().steps_taken()
    };
    for dir in Dir::CARDINAL {
        press(&mut app, &[Button::Go(dir)]);
    }
    assert!(steps(&app) > 0);

    press(&mut app, &[Button::East]);
    // The line that led to the maze is selected.
    press(&mut app, &[down, Button::South]);
    assert_eq!(screen(&app), Screen::Conduit);
    let moves = |app: &App| app.world().resource::<BoardSession>().conduit().moves();
    press(&mut app, &[Button::Go(Dir::East), Button::South]);
    press(&mut app, &[Button::Go(Dir::South), Button::South]);
    assert!(moves(&app) > 0);
    press(&mut app, &[Button::LeftBumper, Button::LeftBumper]);
    assert_eq!(moves(&app), 0, "undone");

    press(&mut app, &[Button::East]);
    press(&mut app, &[down, Button::South]);
    assert_eq!(screen(&app), Screen::Lab);
    let code = |app: &App| app.world().resource::<Dungeon>().spec().to_string();
    let first = code(&app);
    press(&mut app, &[Button::North]);
    assert_ne!(code(&app), first);
    press(&mut app, &[Button::West]);
    assert_eq!(code(&app), first);

    press(&mut app, &[Button::Start]);
    assert!(app.world().resource::<Layers>().is_open(Layer::Help));
    press(&mut app, &[Button::East]);
    assert!(!app.world().resource::<Layers>().is_open(Layer::Help));
    press(&mut app, &[Button::East, Button::East]);
    press(&mut app, &[down]);
    assert_eq!(builder::exit(&app), None, "asks first");
    let later = Instant::now() + Duration::from_secs(1);
    app.insert_resource(Clock::At(later));
    press(&mut app, &[Button::South]);
    assert_eq!(builder::exit(&app), Some(AppExit::Success));
}

#[test]
fn buttons_send_keys_to_a_focused_widget() {
    let mut app = app(Screen::Lab);
    let control = app.world_mut().spawn_empty().id();
    app.insert_resource(InputFocus::from_entity(control));
    app.update();
    let queue = app.world().resource::<PadQueue>().clone();
    queue.push(Press::new(Button::Go(Dir::North)));
    queue.push(Press::new(Button::South));
    let mut typed = Vec::new();
    for _ in 0..8 {
        app.update();
        let mut events = app.world_mut().resource_mut::<Messages<KeyboardInput>>();
        let frame = events.drain();
        typed.push(
            frame
                .map(|event| (event.logical_key, event.state))
                .collect::<Vec<_>>(),
        );
    }
    typed.retain(|frame| !frame.is_empty());
    use ButtonState::{Pressed, Released};
    // Shift and Tab are down together for a frame, and Enter follows.
    assert_eq!(
        typed,
        [
            vec![(Key::Shift, Pressed), (Key::Tab, Pressed)],
            vec![(Key::Shift, Released), (Key::Tab, Released)],
            vec![(Key::Enter, Pressed)],
            vec![(Key::Enter, Released)],
        ]
    );
}

#[test]
fn a_window_without_focus_ignores_the_pad() {
    let mut app = app(Screen::Descend);
    let mut windows = app.world_mut().query::<&mut Window>();
    for mut window in windows.iter_mut(app.world_mut()) {
        window.focused = false;
    }
    app.update();
    let queue = app.world().resource::<PadQueue>().clone();
    assert!(!queue.push(Press::new(Button::South)));
    for _ in 0..4 {
        app.update();
    }
    assert_eq!(run(&app).game().turns(), 0);
}

const BUTTONS: [Button; 12] = [
    Button::South,
    Button::East,
    Button::West,
    Button::North,
    Button::LeftBumper,
    Button::RightBumper,
    Button::LeftTrigger,
    Button::RightTrigger,
    Button::LeftStick,
    Button::RightStick,
    Button::Start,
    Button::Select,
];

fn buttons() -> impl Iterator<Item = Button> {
    let dirs = Dir::ALL.into_iter();
    BUTTONS
        .into_iter()
        .chain(dirs.flat_map(|dir| [Button::Go(dir), Button::Run(dir)]))
}

/// The key map with the actions of all screens.
fn keymap() -> Keymap {
    let app = builder::app(Screen::Title, "rogue/80x50#7");
    app.world().resource::<Keymap>().clone()
}

/// The action of a button's first press, with a layer open.
fn meaning(
    keymap: &Keymap,
    button: Button,
    screen: Screen,
    layer: Option<Layer>,
) -> Option<&'static dyn AnyAction> {
    let open = layer.map(|layer| Layers::default().with(layer, true));
    keymap.button(Press::new(button), screen, open.unwrap_or_default())
}

#[test]
fn a_button_sends_only_actions_of_its_screen() {
    let keymap = keymap();
    let mut found = 0;
    for screen in Screen::ALL {
        for layer in [None, Some(Layer::Aim), Some(Layer::Board)] {
            for button in buttons() {
                let Some(action) = meaning(&keymap, button, screen, layer) else {
                    continue;
                };
                found += 1;
                let is_on_screen = action.row().unwrap().screens.contains(&screen);
                assert!(is_on_screen, "{button:?} sends {action:?} on {screen:?}");
            }
        }
    }
    assert!(found > 200, "{found}");
}

#[test]
fn every_screen_has_buttons_to_go_on_to_go_back_and_for_help() {
    let keymap = keymap();
    for screen in Screen::ALL {
        for layer in [
            None,
            Some(Layer::Menu),
            Some(Layer::Control),
            Some(Layer::Text),
        ] {
            let meaning = |button| meaning(&keymap, button, screen, layer);
            assert_eq!(meaning(Button::Start), Some(&CommonAction::Help as _));
            assert_eq!(meaning(Button::East), Some(&CommonAction::Back as _));
            let on_widget = matches!(layer, Some(Layer::Control | Layer::Text));
            let directions = Dir::CARDINAL.map(Button::Go);
            for button in directions.into_iter().chain([Button::South]) {
                let sends_key = on_widget && PanelKey::from_button(button).is_some();
                let sends_action = meaning(button).is_some();
                assert!(
                    sends_action != sends_key,
                    "{button:?} on {screen:?}, {layer:?}"
                );
            }
        }
        for button in buttons().filter(|b| !matches!(b, Button::Start | Button::East)) {
            // Every other press becomes the new binding.
            let action = meaning(&keymap, button, screen, Some(Layer::Binding));
            assert_eq!(action, None, "{button:?}");
        }
    }
}

#[test]
fn a_button_has_the_meaning_that_fits_the_layer() {
    let keymap = keymap();
    let on = |button, layer| meaning(&keymap, button, Screen::Descend, layer);
    let go = Button::Go(Dir::NorthEast);
    let step = DescendAction::Step(Dir::NorthEast);
    assert_eq!(on(go, None), Some(&step as _));
    let run = DescendAction::Run(Dir::West);
    assert_eq!(on(Button::Run(Dir::West), None), Some(&run as _));
    let aimed = DescendAction::Step(Dir::West);
    assert_eq!(
        on(Button::Run(Dir::West), Some(Layer::Aim)),
        Some(&aimed as _)
    );
    assert_eq!(on(Button::South, None), Some(&DescendAction::Confirm as _));
    assert_eq!(on(Button::West, None), Some(&DescendAction::Pack as _));
    let next = Some(&DescendAction::NextTarget as _);
    let before = Some(&DescendAction::PreviousTarget as _);
    assert_eq!(on(Button::LeftBumper, Some(Layer::Aim)), before);
    assert_eq!(
        on(Button::LeftBumper, None),
        Some(&DescendAction::Fight as _)
    );
    assert_eq!(on(Button::Select, None), Some(&DescendAction::Look as _));
    let log = Some(&DescendAction::Log as _);
    assert_eq!(on(Button::Select, Some(Layer::Aim)), log);
    assert_eq!(on(Button::RightBumper, Some(Layer::Aim)), next);
    let back = Some(&DescendAction::TurnBack as _);
    assert_eq!(on(Button::West, Some(Layer::Board)), back);
    assert_eq!(
        on(Button::South, Some(Layer::Menu)),
        Some(&MenuAction::Choose as _)
    );
    assert_eq!(on(Button::North, Some(Layer::Menu)), None);
    for (dir, key) in [
        (Dir::South, PanelKey::Next),
        (Dir::North, PanelKey::Previous),
        (Dir::East, PanelKey::Right),
    ] {
        assert_eq!(PanelKey::from_button(Button::Go(dir)), Some(key));
    }
    // Mazes, boards and menus have no diagonal moves.
    for screen in [Screen::Maze, Screen::Conduit, Screen::Title] {
        assert_eq!(
            meaning(&keymap, Button::Go(Dir::SouthEast), screen, None),
            None
        );
    }
    let south = Step(Dir::South);
    assert_eq!(
        meaning(&keymap, Button::Go(Dir::South), Screen::Lab, None),
        Some(&south as _)
    );
}

#[test]
fn one_button_cycles_through_the_uses_of_the_pack_and_shoots_while_examining() {
    let mut app = app(Screen::Descend);
    press(&mut app, &[Button::West]);
    for purpose in [Purpose::Use, Purpose::Drop, Purpose::Throw, Purpose::Use] {
        assert!(matches!(mode(&app), Mode::Pack(shown, _) if shown == purpose));
        press(&mut app, &[Button::West]);
    }
    press(&mut app, &[Button::East]);
    assert_eq!(mode(&app), Mode::Map);
    press(&mut app, &[Button::Select]);
    assert!(matches!(mode(&app), Mode::Aim(AimKind::Look, _)));
    press(&mut app, &[Button::Select]);
    assert_eq!(mode(&app), Mode::Log(0));
    press(&mut app, &[Button::Select]);
    assert_eq!(mode(&app), Mode::Map);
    press(&mut app, &[Button::Select]);
    assert!(matches!(mode(&app), Mode::Aim(AimKind::Look, _)));
    press(&mut app, &[Button::West]);
    // Without a bow it only logs a refusal.
    let logged = run(&app).log().lines().last().unwrap().to_string();
    assert_eq!(logged, "Wield a bow first.");
    assert!(matches!(mode(&app), Mode::Aim(AimKind::Look, _)));
}

#[test]
fn a_held_button_repeats_only_where_a_held_key_does() {
    let keymap = keymap();
    let held = |button, layer: Option<Layer>| {
        let press = Press {
            button,
            repeat: true,
        };
        let open = layer.map(|layer| Layers::default().with(layer, true));
        keymap.button(press, Screen::Descend, open.unwrap_or_default())
    };
    let step = DescendAction::Step(Dir::East);
    assert_eq!(held(Button::Go(Dir::East), None), Some(&step as _));
    assert_eq!(held(Button::RightBumper, None), None, "rest");
    assert_eq!(held(Button::Run(Dir::East), None), None);
    assert_eq!(held(Button::South, Some(Layer::Menu)), None);
}

#[test]
fn a_bound_button_sends_its_action_and_is_named_in_hints() {
    let mut app = app(Screen::Descend);
    let sign = |app: &App, action: &dyn AnyAction| {
        let keymap = app.world().resource::<Keymap>();
        keymap.button_sign(action, Screen::Descend, Layers::default())
    };
    assert_eq!(sign(&app, &DescendAction::Explore), Some("Y"));
    assert_eq!(sign(&app, &DescendAction::Search), None);
    assert_eq!(sign(&app, &DescendAction::Step(Dir::North)), Some("↑"));
    let mut keymap = app.world_mut().resource_mut::<Keymap>();
    let entries = keymap.entries();
    let search = entries
        .iter()
        .position(|entry| entry.name == "search")
        .unwrap();
    keymap.bind(
        search,
        &[Chord::read("s").unwrap(), Chord::read("PadY").unwrap()],
    );
    assert_eq!(sign(&app, &DescendAction::Search), Some("Y"));
    assert_eq!(sign(&app, &DescendAction::Explore), None);
    let before = run(&app).game().turns();
    press(&mut app, &[Button::North]);
    assert_eq!(run(&app).game().turns(), before + 1, "searched for a turn");
    assert!(app.world().resource::<PadUsed>().0);
    builder::tap(&mut app, (KeyCode::KeyS, Key::Character("s".into())));
    app.update();
    assert!(!app.world().resource::<PadUsed>().0);
    app.world_mut().resource_mut::<Keymap>().reset();
    assert_eq!(sign(&app, &DescendAction::Explore), Some("Y"));
}

#[test]
fn a_lesson_names_keys_until_a_pad_is_used_and_then_its_buttons() {
    let mut app = app(Screen::Conduit);
    builder::tap(&mut app, (KeyCode::KeyT, Key::Character("t".into())));
    app.update();
    let text = |app: &App| app.world().resource::<Lesson>().text.clone();
    assert!(text(&app).ends_with("with the arrow keys and press Enter."));
    press(&mut app, &[Button::Go(Dir::East)]);
    assert!(text(&app).ends_with("with the D-pad and press A."));
    builder::tap(&mut app, (KeyCode::ArrowRight, Key::ArrowRight));
    app.update();
    assert!(text(&app).ends_with("with the arrow keys and press Enter."));
}
