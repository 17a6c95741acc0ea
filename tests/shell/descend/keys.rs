//! Keys on the map: their actions, their order, and keys that are held or typed ahead.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use undercroft::app::glyph::{CameraTarget, Zoom};
use undercroft::app::input::ActionQueue;
use undercroft::app::screens::descend::{AimKind, DescendAction, Mode, Purpose};
use undercroft::app::settings::Settings;
use undercroft::app::{Phase, Screen};
use undercroft::game::{Action, Outcome};

use super::{app, open_dir, press};
use crate::builder::{self, mode, run, wait};

#[test]
fn what_cannot_be_done_is_refused_before_anything_is_chosen() {
    let mut app = app(Screen::Descend, 7);
    for (key, why) in [
        ("f", "Wield a bow first."),
        ("r", "You have no scroll to read."),
        ("w", "You have nothing else to wield or wear."),
    ] {
        press(&mut app, &[key]);
        assert_eq!(mode(&app), Mode::Map, "{key}");
        let message = run(&app).log().lines().last().unwrap().to_string();
        assert_eq!(message, why);
    }
}

#[test]
fn the_log_scrolls_by_arrows_or_the_wheel_and_any_other_key_closes_it() {
    let mut app = app(Screen::Descend, 7);
    press(&mut app, &["x"; 12]);
    let oldest = run(&app).log().lines().len() - 1;
    assert!(oldest > 5, "{oldest}");
    app.world_mut()
        .resource_mut::<ActionQueue>()
        .push(&DescendAction::Log);
    press(&mut app, &[]);
    for (key, scrolled) in [("Up", 1), ("Up", 2), ("Down", 1), ("Right", 0), ("Down", 0)] {
        press(&mut app, &[key]);
        assert_eq!(mode(&app), Mode::Log(scrolled), "{key}");
    }
    press(&mut app, &["Left"; 60]);
    assert_eq!(mode(&app), Mode::Log(oldest));
    let zoom = *app.world().resource::<Zoom>();
    for (notches, scrolled) in [(-2.0, oldest - 2), (1.0, oldest - 1)] {
        app.world_mut().write_message(MouseWheel {
            unit: MouseScrollUnit::Line,
            x: 0.0,
            y: notches,
            window: Entity::PLACEHOLDER,
            phase: TouchPhase::Moved,
        });
        press(&mut app, &[]);
        assert_eq!(mode(&app), Mode::Log(scrolled));
    }
    assert_eq!(*app.world().resource::<Zoom>(), zoom);
    press(&mut app, &["x"]);
    assert_eq!(mode(&app), Mode::Map);
}

#[test]
fn tab_goes_over_all_that_is_worth_a_look_and_around() {
    // Somebody in sight, from whom looking starts, and more than one thing besides.
    let busy = |seed| {
        let mut app = app(Screen::Descend, seed);
        press(&mut app, &["x", "x"]);
        let view = run(&app).game().view();
        (view.nearest_enemy().is_some() && view.sights().len() > 2).then_some(app)
    };
    let mut app = (1..40).find_map(busy).unwrap();
    let sights = run(&app).game().view().sights();
    press(&mut app, &[";"]);
    let mut seen = Vec::new();
    for _ in 0..=sights.len() {
        let Mode::Aim(AimKind::Look, at) = mode(&app) else {
            panic!("{:?}", mode(&app));
        };
        seen.push(at);
        press(&mut app, &["Tab"]);
    }
    let first = sights.iter().position(|at| *at == seen[0]).unwrap();
    let around = sights.iter().cycle().skip(first);
    assert!(
        seen.iter().eq(around.take(seen.len())),
        "{seen:?} of {sights:?}"
    );
}

#[test]
fn exploring_goes_on_by_itself_until_something_is_new_and_a_key_ends_it() {
    let mut app = app(Screen::Descend, 7);
    press(&mut app, &["x"]);
    let turns = run(&app).game().turns();
    assert!(turns > 1, "one key, many turns");
    wait(&mut app);
    assert!(run(&app).game().turns() >= turns);
    let messages = run(&app).log().lines().len();
    assert!(messages > 1, "the log says why it stopped");

    // Another key takes its place at once.
    let mut app = self::app(Screen::Descend, 7);
    press(&mut app, &["x"]);
    if run(&app).game().doing().is_some() {
        press(&mut app, &["."]);
        assert_eq!(run(&app).game().doing(), None);
    }
}

#[test]
fn two_hundred_keys_at_once_are_two_hundred_turns() {
    let mut app = app(Screen::Descend, 3);
    let keys = vec!["."; 200];
    press(&mut app, &keys);
    let game = run(&app).game();
    let died = game.outcome() != Outcome::Playing;
    assert!(game.turns() == 200 || died, "{} turns", game.turns());
}

/// All actions, in the order in which they were sent.
#[derive(Resource, Default)]
struct ActionLog(Vec<DescendAction>);

fn log_actions(mut actions: MessageReader<DescendAction>, mut log: ResMut<ActionLog>) {
    log.0.extend(actions.read().copied());
}

#[test]
fn a_click_after_ten_keys_is_obeyed_eleventh_and_before_the_keys_after_it() {
    let mut app = app(Screen::Descend, 7);
    app.init_resource::<ActionLog>()
        .init_resource::<ButtonInput<MouseButton>>()
        .add_systems(Update, log_actions.after(Phase::Act));
    let world = app.world_mut();
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    let mut window = windows.single_mut(world).unwrap();
    let middle = window.size() / 2.0;
    window.set_cursor_position(Some(middle));
    let mut keys = world.resource_mut::<ButtonInput<MouseButton>>();
    keys.press(MouseButton::Left);
    let wait = (KeyCode::Period, Key::Character(".".into()));
    let typed = |app: &mut App, count| (0..count).for_each(|_| builder::tap(app, wait.clone()));
    typed(&mut app, 10);
    let press = MouseButtonInput {
        button: MouseButton::Left,
        state: ButtonState::Pressed,
        window: Entity::PLACEHOLDER,
    };
    builder::send(&mut app, press);
    typed(&mut app, 3);
    app.update();
    app.world_mut()
        .resource_mut::<ButtonInput<MouseButton>>()
        .clear();
    app.update();
    let actions = &app.world().resource::<ActionLog>().0;
    assert_eq!(actions.len(), 14, "{actions:?}");
    let is_click = |action: &DescendAction| matches!(action, DescendAction::GoTo(_));
    assert_eq!(actions.iter().position(is_click), Some(10), "{actions:?}");
}

#[test]
fn keys_typed_ahead_of_a_menu_are_its_letters() {
    let mut app = app(Screen::Descend, 7);
    // `c` closes a door on the map, and is the fig in the pack, which asks for confirmation.
    press(&mut app, &["e", "c"]);
    assert!(
        matches!(mode(&app), Mode::Confirm(Action::Eat { .. }, ..)),
        "{:?}",
        mode(&app)
    );
    let pack = |app: &App| run(app).game().view().pack().count();
    let before = pack(&app);
    press(&mut app, &["n"]);
    assert_eq!((mode(&app), pack(&app)), (Mode::Map, before));
    press(&mut app, &["e", "c"]);
    press(&mut app, &["Enter"]);
    assert_eq!((mode(&app), pack(&app)), (Mode::Map, before));
    press(&mut app, &["e", "c"]);
    press(&mut app, &["y"]);
    assert_eq!((mode(&app), pack(&app)), (Mode::Map, before - 1));
}

#[test]
fn a_mark_is_moved_by_steps_and_goes_where_it_is_confirmed() {
    let mut app = app(Screen::Descend, 7);
    let me = run(&app).game().view().player().pos;
    let (key, dir) = open_dir(&app);
    press(&mut app, &[";"]);
    press(&mut app, &[key, "Enter"]);
    wait(&mut app);
    assert_eq!(run(&app).game().view().player().pos, me.step(dir));
    press(&mut app, &["t", "b"]);
    assert!(matches!(mode(&app), Mode::Aim(..)), "{:?}", mode(&app));
    press(&mut app, &["Esc"]);
    assert_eq!(mode(&app), Mode::Map);
}

/// Presses a key and holds it until it repeats.
fn hold(app: &mut App, logical_key: Key) {
    for repeat in [false, true] {
        let event = builder::key(KeyCode::F24, logical_key.clone(), ButtonState::Pressed);
        builder::send(app, KeyboardInput { repeat, ..event });
        app.update();
        app.update();
    }
}

#[test]
fn a_key_that_is_held_opens_a_menu_and_chooses_nothing_in_it() {
    let mut app = app(Screen::Descend, 7);
    hold(&mut app, Key::Escape);
    assert_eq!(
        mode(&app),
        Mode::Pause(0),
        "it neither closes nor opens again"
    );
    press(&mut app, &["Esc"]);
    let digest = run(&app).game().digest();
    hold(&mut app, Key::Character("d".into()));
    assert_eq!(mode(&app), Mode::Pack(Purpose::Drop, 0));
    assert_eq!(run(&app).game().digest(), digest);
    // A held key keeps moving the cursor.
    hold(&mut app, Key::ArrowDown);
    assert_eq!(mode(&app), Mode::Pack(Purpose::Drop, 2));
}

#[test]
fn a_long_action_is_over_in_one_frame_and_the_next_key_comes_after_it() {
    let turns = |app: &App| run(app).game().turns();
    let tap = |app: &mut App, key: &str| {
        builder::tap(app, (KeyCode::F24, Key::Character(key.into())));
    };
    let mut app = app(Screen::Descend, 7);
    tap(&mut app, "x");
    app.update();
    assert_eq!(run(&app).game().doing(), None);
    let explored = turns(&app);
    assert!(explored > 3, "{explored} turns");
    // The camera is already at the player, without gliding there.
    let at = run(&app).game().view().player().pos;
    let target = app.world().resource::<CameraTarget>().0;
    assert!(
        (target - Vec2::new(at.x as f32, at.y as f32))
            .abs()
            .max_element()
            < 30.0
    );

    // Typed in the same frame, a wait comes after the exploring.
    let mut app = self::app(Screen::Descend, 7);
    tap(&mut app, "x");
    tap(&mut app, ".");
    app.update();
    assert_eq!(turns(&app), explored + 1);
}

#[test]
fn a_long_action_that_is_watched_takes_a_step_a_frame_until_a_key_ends_it() {
    let mut app = app(Screen::Descend, 7);
    app.world_mut().resource_mut::<Settings>().watch = true;
    let turns = |app: &App| run(app).game().turns();
    builder::tap(&mut app, (KeyCode::F24, Key::Character("x".into())));
    for turn in 1..=4 {
        app.update();
        assert_eq!(turns(&app), turn);
    }
    // Any key ends it, even one whose menu is closed again at once.
    press(&mut app, &["i", "Esc"]);
    let ended = turns(&app);
    assert_eq!(ended, 4);
    for _ in 0..5 {
        app.update();
    }
    assert_eq!(turns(&app), ended);
}
