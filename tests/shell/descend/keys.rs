//! Keys on the map: their actions, their order, and keys that are held or typed ahead.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowFocused};
use undercroft::app::glyph::{CameraTarget, Viewport, Zoom};
use undercroft::app::input::{ActionQueue, AnyAction, CommonAction, MenuAction};
use undercroft::app::screens::descend::{AimKind, DescendAction, Mode, Purpose};
use undercroft::app::settings::Settings;
use undercroft::app::ui::hud::Bar;
use undercroft::app::{Phase, React, Screen};
use undercroft::game::{Action, Game, Outcome, Setup};
use undercroft::geom::{Dir, Pos};
use undercroft::rng::Seed;

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

/// Looks back and forth over what there is to see.
#[test]
fn the_key_for_the_target_before_goes_back_over_what_tab_went_over() {
    let mut app = app(Screen::Descend, 7);
    press(&mut app, &["x", "x", ";"]);
    let at = |app: &App| match mode(app) {
        Mode::Aim(AimKind::Look, at) => at,
        other => panic!("{other:?}"),
    };
    press(&mut app, &["Tab"]);
    let mut seen = vec![at(&app)];
    for _ in 0..3 {
        press(&mut app, &["Tab"]);
        seen.push(at(&app));
    }
    for before in seen.iter().rev().skip(1) {
        send(&mut app, &DescendAction::PreviousTarget);
        assert_eq!(at(&app), *before);
    }
}

fn send(app: &mut App, action: &'static dyn AnyAction) {
    app.world_mut().resource_mut::<ActionQueue>().push(action);
    press(app, &[]);
}

/// A run in which an enemy is in sight, and the player unhurt.
fn in_a_fight(fits: impl Fn(&Game) -> bool) -> App {
    let found = (1..60).find_map(|seed| {
        let mut app = app(Screen::Descend, seed);
        for _ in 0..12 {
            press(&mut app, &["x"]);
            if run(&app).game().view().nearest_enemy().is_some() {
                break;
            }
        }
        fits(run(&app).game()).then_some(app)
    });
    found.unwrap()
}

#[test]
fn tab_walks_up_to_an_enemy_and_strikes_it_and_the_bar_names_it() {
    let mut app = in_a_fight(|game| {
        let fight = game.view().fight();
        fight.is_ok_and(|fight| !fight.strikes && !fight.is_risky)
    });
    let mut struck = false;
    for _ in 0..30 {
        let view = run(&app).game().view();
        let Ok(fight) = view.fight() else { break };
        let (me, actions) = (view.player().pos, run(&app).game().actions());
        let does = if fight.strikes { "fight " } else { "go up to " };
        let offers: Vec<String> = app
            .world()
            .resource::<Bar>()
            .here
            .iter()
            .map(|offer| offer.1.clone())
            .collect();
        assert!(
            offers.iter().any(|offer| offer.starts_with(does)),
            "{offers:?}"
        );
        press(&mut app, &["Tab"]);
        assert_eq!(mode(&app), Mode::Map);
        let game = run(&app).game();
        assert_eq!(game.actions(), actions + 1, "one key, one turn");
        let moved = game.view().player().pos != me;
        assert_eq!(moved, !fight.strikes);
        struck |= fight.strikes;
    }
    assert!(struck);
}

#[test]
fn t_and_t_again_throws_the_same_at_the_same() {
    let mut app = in_a_fight(|game| {
        let near = game.view().nearest_enemy();
        let far = near.map(|at| at.steps_to(game.view().player().pos));
        far.is_some_and(|far| (2..6).contains(&far)) && game.view().pack().count() > 1
    });
    press(&mut app, &["t", "t"]);
    let message = run(&app).log().lines().last().unwrap().to_string();
    assert_eq!(message, "You have thrown nothing yet.");
    press(&mut app, &["Esc"]);
    press(&mut app, &["t"]);
    press(&mut app, &["Enter"]);
    assert!(matches!(mode(&app), Mode::Aim(AimKind::Throw(_), _)));
    press(&mut app, &["Enter"]);
    let thrown = run(&app).game().actions();
    let again = run(&app).game().view().throw_again();
    press(&mut app, &["t"]);
    assert!(matches!(mode(&app), Mode::Pack(Purpose::Throw, _)));
    press(&mut app, &["t"]);
    match again {
        Ok(_) => {
            assert_eq!(run(&app).game().actions(), thrown + 1);
            assert_eq!(mode(&app), Mode::Map);
        }
        Err(why) => {
            let message = run(&app).log().lines().last().unwrap().to_string();
            assert_eq!(message, run(&app).game().view().explain(why));
        }
    }
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
        .add_systems(React, log_actions.after(Phase::Act));
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

/// Clicks on a tile.
fn click(app: &mut App, tile: Pos) {
    let view = *app.world().resource::<Viewport>();
    let middle = Vec2::new(tile.x as f32, tile.y as f32) + 0.5;
    let world = app.world_mut();
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    let mut window = windows.single_mut(world).unwrap();
    window.set_cursor_position(Some(view.point_of(middle)));
    let mut buttons = world.resource_mut::<ButtonInput<MouseButton>>();
    buttons.press(MouseButton::Left);
    app.update();
    let mut buttons = app.world_mut().resource_mut::<ButtonInput<MouseButton>>();
    buttons.reset_all();
    press(app, &[]);
}

#[test]
fn a_click_beside_what_is_open_only_closes_it() {
    let mut app = app(Screen::Descend, 7);
    app.init_resource::<ButtonInput<MouseButton>>();
    let me = run(&app).game().view().player().pos;
    let beside = me.step(open_dir(&app).1);
    let digest = run(&app).game().digest();
    let opens: [(&[&dyn AnyAction], Mode); 7] = [
        (&[&DescendAction::Pack], Mode::Map),
        (&[&DescendAction::Throw], Mode::Map),
        (
            &[&DescendAction::Pack, &MenuAction::Choose],
            Mode::Pack(Purpose::Use, 0),
        ),
        (&[&CommonAction::Back], Mode::Map),
        (&[&DescendAction::Log], Mode::Map),
        (&[&DescendAction::GiveUp], Mode::Map),
        (&[&DescendAction::Eat, &MenuAction::Choose], Mode::Map),
    ];
    for (actions, left) in opens {
        for action in actions {
            app.world_mut().resource_mut::<ActionQueue>().push(*action);
            press(&mut app, &[]);
        }
        let open = mode(&app);
        assert!(!matches!(open, Mode::Map), "{actions:?}");
        click(&mut app, beside);
        assert_eq!(mode(&app), left, "{actions:?}");
        assert_eq!(run(&app).game().digest(), digest, "{actions:?}");
        if left != Mode::Map {
            click(&mut app, beside);
        }
        assert_eq!(mode(&app), Mode::Map);
    }
    // With nothing open, the same click is a step.
    click(&mut app, beside);
    assert_eq!(run(&app).game().view().player().pos, beside);
}

#[test]
fn keys_typed_ahead_of_a_menu_are_its_letters() {
    let mut app = app(Screen::Descend, 7);
    // `c` closes a door on the map, and is the fig in the pack, which asks for confirmation.
    press(&mut app, &["e", "c"]);
    assert!(
        matches!(mode(&app), Mode::Confirm(Action::Use { .. }, ..)),
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
    press(&mut app, &["Y"]);
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

/// A run, a direction, and how many steps it takes until one meets something that stops exploring.
fn walk_to_a_sighting() -> (u64, &'static str, u64) {
    let keys = [
        ("Up", Dir::North),
        ("Down", Dir::South),
        ("Left", Dir::West),
        ("Right", Dir::East),
    ];
    let walk = |seed, dir| {
        let mut game = Game::new(Setup::new(Seed(seed)).unwrap()).unwrap();
        let step = Action::step(dir);
        for steps in 1.. {
            game.apply(step, &mut Vec::new()).ok()?;
            if game.view().enemy_in_sight() && game.interruption().is_none() {
                return None;
            }
            if game.interruption().is_some() {
                // It has to be possible to go on.
                let goes_on = game.apply(step, &mut Vec::new()).is_ok();
                return Some(steps).filter(|_| goes_on && steps > 1);
            }
        }
        None
    };
    let ways = (1..100).flat_map(|seed| keys.map(|(key, dir)| (seed, key, dir)));
    let mut found = ways.filter_map(|(seed, key, dir)| Some((seed, key, walk(seed, dir)?)));
    found.next().unwrap()
}

#[test]
fn a_held_key_stops_at_what_exploring_stops_at_and_a_fresh_press_goes_on() {
    let (seed, key, steps) = walk_to_a_sighting();
    let logical = builder::key_named(key);
    // In a slow frame many repeats come at once, in a fast one each has a frame of its own.
    for frames in [1, 30] {
        let mut app = app(Screen::Descend, seed);
        let turns = |app: &App| run(app).game().turns();
        let send = |app: &mut App, repeat| {
            let event = builder::key(KeyCode::F24, logical.clone(), ButtonState::Pressed);
            builder::send(app, KeyboardInput { repeat, ..event });
        };
        send(&mut app, false);
        for _ in 0..frames {
            for _ in 0..30 / frames {
                send(&mut app, true);
            }
            app.update();
        }
        press(&mut app, &[]);
        assert_eq!(turns(&app), steps, "seed {seed}, {key}");
        // The key is still down.
        send(&mut app, true);
        press(&mut app, &[]);
        assert_eq!(turns(&app), steps);
        send(&mut app, false);
        press(&mut app, &[]);
        assert_eq!(turns(&app), steps + 1);
    }
}

#[test]
fn a_key_of_something_else_takes_a_question_back_and_does_no_more() {
    let mut app = app(Screen::Descend, 7);
    press(&mut app, &["e", "c"]);
    let asked = mode(&app);
    assert!(matches!(asked, Mode::Confirm(..)), "{asked:?}");
    let hints = app.world().resource::<Bar>().hints;
    let labels: Vec<&str> = hints.iter().map(|(_, label)| *label).collect();
    assert_eq!(labels, ["yes", "no", "move", "choose"]);
    let digest = run(&app).game().digest();
    for key in ["n", "h", "j", "k", "l", "u", "b", "e", "x", "i", "Home"] {
        press(&mut app, &[key]);
        assert_eq!(mode(&app), Mode::Map, "{key}");
        assert_eq!(run(&app).game().digest(), digest, "{key}");
        press(&mut app, &["e", "c"]);
        assert_eq!(mode(&app), asked, "{key}");
    }
    // A step that is taken twice only marks the answer, however often.
    press(&mut app, &["y", "y", "y"]);
    assert!(
        matches!(mode(&app), Mode::Confirm(.., 0)),
        "{:?}",
        mode(&app)
    );
    assert_eq!(run(&app).game().digest(), digest);
    press(&mut app, &["Enter"]);
    assert_eq!(mode(&app), Mode::Map);
    assert_ne!(run(&app).game().digest(), digest);
}

#[test]
fn enter_beside_a_monster_does_not_search() {
    let mut app = app(Screen::Descend, 5);
    let is_beside = |app: &App| {
        let view = run(app).game().view();
        let me = view.player().pos;
        let beside = view.actors().any(|actor| actor.pos.steps_to(me) == 1);
        let is_free = view.item_at(me).is_none()
            && view.stairs_down() != Some(me)
            && view.stairs_up() != Some(me);
        beside && is_free
    };
    for _ in 0..300 {
        if is_beside(&app) {
            break;
        }
        press(&mut app, &["x", "."]);
    }
    assert!(is_beside(&app), "nobody came");
    let digest = run(&app).game().digest();
    press(&mut app, &["Enter"]);
    assert_eq!(run(&app).game().digest(), digest);
    let message = run(&app).log().lines().last().unwrap().to_string();
    assert!(message.contains("is beside you"), "{message}");
    // The key of searching still does.
    press(&mut app, &["s"]);
    assert_ne!(run(&app).game().digest(), digest);
}

#[test]
fn on_a_russian_layout_the_keys_count_by_their_places() {
    let mut app = app(Screen::Descend, 7);
    let mut tap = |code, typed: &str| {
        builder::tap(&mut app, (code, Key::Character(typed.into())));
        press(&mut app, &[]);
        mode(&app)
    };
    assert_eq!(tap(KeyCode::KeyI, "ш"), Mode::Pack(Purpose::Use, 0));
    assert!(matches!(tap(KeyCode::KeyC, "с"), Mode::Item { .. }));
    press(&mut app, &["Esc", "Esc"]);
    let mut tap = |code, typed: &str| {
        builder::tap(&mut app, (code, Key::Character(typed.into())));
        press(&mut app, &[]);
        mode(&app)
    };
    tap(KeyCode::KeyE, "у");
    let asked = tap(KeyCode::KeyC, "с");
    assert!(matches!(asked, Mode::Confirm(..)), "{asked:?}");
    let marked = tap(KeyCode::KeyY, "н");
    assert!(
        matches!(marked, Mode::Confirm(.., 0)),
        "y is a step: {marked:?}"
    );
    assert_eq!(tap(KeyCode::KeyN, "т"), Mode::Map);
    tap(KeyCode::KeyE, "у");
    assert_eq!(tap(KeyCode::KeyC, "с"), asked);
    assert_eq!(tap(KeyCode::KeyN, "т"), Mode::Map);
}

#[test]
fn a_chord_with_super_is_the_systems() {
    let mut app = app(Screen::Descend, 7);
    let digest = run(&app).game().digest();
    let super_key = (KeyCode::SuperLeft, Key::Super);
    let hold = builder::key(super_key.0, super_key.1.clone(), ButtonState::Pressed);
    builder::send(&mut app, hold);
    press(&mut app, &["x", ".", "i", "Left", "Enter", "Esc", "F12"]);
    assert_eq!((mode(&app), run(&app).game().digest()), (Mode::Map, digest));
    let release = builder::key(super_key.0, super_key.1, ButtonState::Released);
    builder::send(&mut app, release);
    press(&mut app, &["i"]);
    assert_eq!(mode(&app), Mode::Pack(Purpose::Use, 0));
}

#[test]
fn a_modifier_that_is_down_when_the_window_loses_the_focus_is_up_when_it_is_back() {
    let mut app = app(Screen::Descend, 7);
    for (code, modifier) in [
        (KeyCode::SuperLeft, Key::Super),
        (KeyCode::AltLeft, Key::Alt),
        (KeyCode::ControlLeft, Key::Control),
        (KeyCode::ShiftLeft, Key::Shift),
    ] {
        let down = builder::key(code, modifier, ButtonState::Pressed);
        builder::send(&mut app, down);
        app.update();
        // Another window is told of its release.
        for focused in [false, true] {
            let window = Entity::PLACEHOLDER;
            builder::send(&mut app, WindowFocused { window, focused });
            app.update();
        }
        press(&mut app, &["i"]);
        assert_eq!(mode(&app), Mode::Pack(Purpose::Use, 0), "{code:?}");
        press(&mut app, &["Esc"]);
        assert_eq!(mode(&app), Mode::Map);
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
