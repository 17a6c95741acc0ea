//! Navigation between screens, without a window, driven by actions.

use crate::builder::{self, assert_told, screen};
use crate::disguise::OF_VALUES;
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use undercroft::app::dungeon::{Background, Dungeon, Scene};
use undercroft::app::glyph::Zoom;
use undercroft::app::input::{ActionQueue, AnyAction, CommonAction, Layer, Layers, MenuAction};
use undercroft::app::platform::Clipboard;
#[cfg(feature = "cli")]
use undercroft::app::platform::{ExportFolders, Folders};
use undercroft::app::player::Walker;
use undercroft::app::screens::conduit::BoardSession;
use undercroft::app::screens::lab::LabAction;
use undercroft::app::screens::maze::MazeSession;
use undercroft::app::screens::title::{Entered, TitleAction};
use undercroft::app::seed::TitleSeed;
use undercroft::app::settings::Settings;
use undercroft::app::ui::hud::Bar;
use undercroft::app::{Begin, Screen};
use undercroft::code::{Target, link};
use undercroft::geom::Dir;
use undercroft::mapgen::MapSpec;
use undercroft::rng::Seed;

fn app(first: Screen, code: &str) -> App {
    let mut app = builder::app(first, code);
    app.update();
    app
}

/// Queues actions, and runs enough frames after each to handle it.
fn act(app: &mut App, actions: &[&dyn AnyAction]) {
    for action in actions {
        app.world_mut().resource_mut::<ActionQueue>().push(*action);
        for _ in 0..4 {
            app.update();
        }
    }
}

/// Enters a text in the seed field.
fn enter(app: &mut App, text: &str) {
    app.world_mut().write_message(Entered::read(text).unwrap());
    for _ in 0..4 {
        app.update();
    }
}

fn code(app: &App) -> String {
    app.world().resource::<Dungeon>().spec().to_string()
}

fn seed(app: &App) -> Seed {
    app.world().resource::<TitleSeed>().seed()
}

/// The text on the clipboard.
fn copied(app: &mut App) -> String {
    let mut clipboard = app.world_mut().resource_mut::<Clipboard>();
    clipboard.paste();
    clipboard.pasted().unwrap().unwrap()
}

#[cfg(feature = "cli")]
#[test]
fn a_board_a_maze_and_the_pack_that_is_listed_are_printed_to_a_file() {
    let mut app = builder::app(Screen::Title, "rogue/80x50#7");
    app.update();
    let root = builder::folder("print");
    let folders = Folders::find(Some(root.join("config")), Some(root.join("data"))).unwrap();
    app.insert_resource(ExportFolders(folders));
    act(&mut app, &[&CommonAction::Print]);
    assert_told(&app, "Not printed: open a pack, a board or a maze");
    act(&mut app, &[&TitleAction::Packs]);
    act(&mut app, &[&MenuAction::Choose]);
    act(&mut app, &[&CommonAction::Print]);
    let mut written = vec!["springs-001.pdf"];
    for (screen, name) in [
        (Screen::Conduit, "board-10x9-7-001.pdf"),
        (Screen::Maze, "maze-dfs-33x21-7-001.pdf"),
        (Screen::Maze, "maze-dfs-33x21-7-002.pdf"),
    ] {
        app.insert_resource(Begin::Seed(Seed(7)));
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(screen);
        app.update();
        act(&mut app, &[&CommonAction::Print]);
        assert_told(&app, name);
        written.push(name);
    }
    for name in written {
        let file = std::fs::read(root.join("data/exports").join(name)).unwrap();
        assert!(file.starts_with(b"%PDF-") && file.len() > 4000, "{name}");
    }
}

#[test]
fn a_code_or_a_link_to_what_is_shown_goes_to_the_clipboard() {
    let mut app = builder::app(Screen::Lab, "rogue/80x50#7");
    app.update();
    let page = "https://example.org/";
    let shown = [
        (Screen::Lab, "rogue/80x50#7", "Code rogue/80x50#7 "),
        // The title draws a random seed.
        (Screen::Title, "seed=", "Seed "),
        (Screen::Descend, "seed=", "Seed "),
        (Screen::Maze, "maze-dfs/", "Code maze-dfs/"),
        (Screen::Conduit, "10x9:", "Code 10x9:"),
    ];
    for (screen, part, told) in shown {
        app.world_mut().resource_mut::<Settings>().page.clear();
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(screen);
        app.update();
        act(&mut app, &[&CommonAction::CopyLink]);
        assert_told(&app, told);
        assert_told(&app, " copied. Type it on the title screen to ");
        let code = copied(&mut app);
        let target = Target::read(&code, undercroft::known()).unwrap();

        page.clone_into(&mut app.world_mut().resource_mut::<Settings>().page);
        act(&mut app, &[&CommonAction::CopyLink]);
        assert_told(&app, "Link copied");
        let copied = copied(&mut app);
        assert!(copied.starts_with(&link::build(page, part)), "{copied}");
        let opens = Screen::of(&target);
        assert_eq!(
            Screen::of(&Target::read(&copied, undercroft::known()).unwrap()),
            opens
        );
        if let Some(shown) = target.seed() {
            assert_eq!(shown, seed(&app));
        }
        assert_eq!(
            opens,
            if screen == Screen::Descend {
                Screen::Title
            } else {
                screen
            }
        );
    }
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Replays);
    app.update();
    act(&mut app, &[&CommonAction::CopyLink]);
    assert_eq!(builder::notice(&app), "Nothing to copy here");
}

#[test]
fn the_seed_field_opens_what_a_text_names_in_every_disguise() {
    for (text, opened) in [
        ("maze-dfs/21x15#7", Screen::Maze),
        ("rooms/40x30#7", Screen::Lab),
        ("board/5x4#7", Screen::Conduit),
        ("3x3:s:673aaa484", Screen::Conduit),
        ("maze-dfs/21x15#7@:0:0", Screen::Maze),
    ] {
        let mut app = builder::app(Screen::Title, "rogue/80x50#5");
        app.update();
        let (_, disguise) = OF_VALUES[text.len() % OF_VALUES.len()];
        enter(&mut app, &disguise(text));
        assert_eq!(builder::screen(&app), opened, "{text}");
        if opened == Screen::Lab {
            assert_eq!(code(&app), text);
        }
    }
    let mut app = builder::app(Screen::Title, "rogue/80x50#5");
    app.update();
    for (name, disguise) in OF_VALUES {
        for text in ["42", "AC/DC #1"] {
            enter(&mut app, &disguise(text));
            assert_eq!(seed(&app), text.parse().unwrap(), "{name}");
            assert_eq!(app.world().resource::<TitleSeed>().text(), text, "{name}");
            assert_eq!(builder::screen(&app), Screen::Title);
        }
        for wrong in ["Caves/80x50#7", "rogue/80x50#7."] {
            assert!(
                Entered::read(&disguise(wrong)).is_err(),
                "{wrong:?}, {name}"
            );
        }
    }
    let drawn = Entered::read("BC\nB6").unwrap_err();
    assert_eq!(drawn, "this is a maze; paste it in Maze Run");
}

#[test]
fn escape_leads_from_a_screen_to_the_title_and_from_there_out() {
    let mut app = app(Screen::Lab, "rogue/80x50#7");
    let lab = app.world().resource::<Bar>().clone();
    act(&mut app, &[&CommonAction::Help, &CommonAction::Back]);
    assert!(!app.world().resource::<Layers>().is_open(Layer::Help));
    assert_eq!(screen(&app), Screen::Lab);
    act(&mut app, &[&CommonAction::Back]);
    assert_eq!(screen(&app), Screen::Title);
    assert_eq!(builder::exit(&app), None, "one Esc closes one thing");
    assert_ne!(app.world().resource::<Bar>(), &lab);
    act(&mut app, &[&TitleAction::Open(Screen::Lab)]);
    assert_eq!(screen(&app), Screen::Lab);
    assert_eq!(app.world().resource::<Bar>().hints, lab.hints);
    act(&mut app, &[&CommonAction::Back, &CommonAction::Back]);
    assert_eq!(builder::exit(&app), None, "it asks first");
    act(&mut app, &[&TitleAction::Quit]);
    assert_eq!(builder::exit(&app), Some(AppExit::Success));
}

#[test]
fn the_title_begins_with_the_seed_that_was_asked_for_and_then_draws_one_each_time() {
    let mut app = app(Screen::Title, "rogue/80x50#7");
    assert_eq!(
        (seed(&app), code(&app).as_str()),
        (Seed(7), "rogue/80x50#7")
    );
    act(&mut app, &[&TitleAction::Open(Screen::Lab)]);
    assert_eq!(code(&app), "rogue/80x50#7");
    let mut seeds = vec![seed(&app)];
    for _ in 0..2 {
        act(&mut app, &[&CommonAction::Back]);
        seeds.push(seed(&app));
        act(&mut app, &[&TitleAction::Open(Screen::Lab)]);
    }
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 3);
}

#[test]
fn a_seed_that_was_typed_stays_until_something_begins_with_it() {
    let mut app = builder::app(Screen::Title, "rogue/80x50#7");
    app.update();
    act(&mut app, &[&TitleAction::Begin]);
    leave(&mut app);
    let uses: [&dyn AnyAction; 4] = [
        &TitleAction::Begin,
        &TitleAction::Open(Screen::Conduit),
        &TitleAction::Open(Screen::Maze),
        &TitleAction::Open(Screen::Lab),
    ];
    for (number, begin) in (1_u64..).zip(uses) {
        enter(&mut app, &number.to_string());
        assert_eq!(screen(&app), Screen::Title, "a seed opens nothing");
        // Neither these screens nor a run in progress nor the daily one begin with it.
        for other in [
            &[TitleAction::Open(Screen::Options)][..],
            &[TitleAction::Open(Screen::Replays)],
            &[TitleAction::Open(Screen::Descend)],
            &[TitleAction::Dailies, TitleAction::Daily],
        ] {
            for action in other {
                act(&mut app, &[action]);
            }
            assert_ne!(screen(&app), Screen::Title, "{other:?}");
            leave(&mut app);
            assert_eq!((screen(&app), seed(&app)), (Screen::Title, Seed(number)));
        }
        act(&mut app, &[begin]);
        if screen(&app) == Screen::Title {
            // A run is in progress: begin another.
            act(&mut app, &[&MenuAction::Answer(true)]);
        }
        let used = match screen(&app) {
            Screen::Descend => builder::run(&app).game().seed(),
            Screen::Conduit => app.world().resource::<BoardSession>().spec().unwrap().seed,
            Screen::Maze => maze_seed(&app),
            _ => app.world().resource::<Dungeon>().spec().seed,
        };
        assert_eq!(used, Seed(number), "{:?}", screen(&app));
        leave(&mut app);
        assert_ne!(seed(&app), Seed(number), "it was used");
    }
    enter(&mut app, "salt and iron");
    assert_eq!(Ok(seed(&app)), "salt and iron".parse());
    act(&mut app, &[&TitleAction::NewSeed]);
    let drawn = seed(&app);
    assert_ne!(Ok(drawn), "salt and iron".parse());
    act(
        &mut app,
        &[&TitleAction::Open(Screen::Options), &CommonAction::Back],
    );
    assert_eq!(seed(&app), drawn, "it was asked for");
}

#[test]
fn the_title_shows_a_seed_of_the_command_line_that_nothing_began_with() {
    let mut app = builder::app(Screen::Options, "rogue/80x50#42");
    app.update();
    act(&mut app, &[&CommonAction::Back]);
    assert_eq!((screen(&app), seed(&app)), (Screen::Title, Seed(42)));
    assert_eq!(app.world().resource::<TitleSeed>().text(), "42");
}

#[test]
fn continue_offers_a_run_before_the_training() {
    let mut app = app(Screen::Title, "rogue/80x50#7");
    act(&mut app, &[&TitleAction::Begin]);
    leave(&mut app);
    act(&mut app, &[&TitleAction::Learn]);
    assert!(builder::run(&app).game().is_training());
    leave(&mut app);
    act(&mut app, &[&TitleAction::Open(Screen::Descend)]);
    assert_eq!(screen(&app), Screen::Descend);
    assert!(!builder::run(&app).game().is_training());
}

/// Goes back to the title, from a run through its menu.
fn leave(app: &mut App) {
    act(app, &[&CommonAction::Back]);
    if screen(app) == Screen::Descend {
        act(app, &[&MenuAction::Typed('s')]);
    }
}

fn maze_seed(app: &App) -> Seed {
    let round = app.world().resource::<MazeSession>().round();
    round.run().leg().spec().seed
}

#[test]
fn the_title_makes_no_map_and_the_lab_makes_that_of_its_seed() {
    let mut app = app(Screen::Title, "rooms/60x40#7");
    let map = |app: &App| app.world().resource::<Dungeon>().map().clone();
    assert_eq!(map(&app).size().area(), 0, "at the start");
    act(&mut app, &[&TitleAction::NewSeed]);
    assert_ne!(seed(&app), Seed(7));
    assert_eq!(map(&app).size().area(), 0, "the title would not show it");
    act(&mut app, &[&TitleAction::Open(Screen::Lab)]);
    let spec: MapSpec = code(&app).parse().unwrap();
    assert_eq!(spec.seed, seed(&app));
    assert_eq!(map(&app), spec.generate().unwrap());
}

#[test]
fn the_lab_keeps_its_map_unless_another_seed_is_chosen() {
    let mut app = app(Screen::Lab, "caves/60x40/rounds=3#5");
    act(&mut app, &[&LabAction::NextMap, &LabAction::NextMap]);
    let left = code(&app);
    let map = app.world().resource::<Dungeon>().map().clone();
    act(&mut app, &[&CommonAction::Back]);
    assert_ne!(seed(&app), Seed(5), "the title draws one");
    act(&mut app, &[&TitleAction::Open(Screen::Lab)]);
    assert_eq!(code(&app), left);
    assert_eq!(app.world().resource::<Dungeon>().map(), &map);
    assert_eq!(*app.world().resource::<Scene>(), Scene::Dungeon);
    let start = map.start;
    assert_eq!(app.world().resource::<Walker>().at(), start);
    // The Lab keeps its place in the sequence of maps, too.
    act(&mut app, &[&LabAction::Back, &LabAction::Back]);
    assert_eq!(code(&app), "caves/60x40/rounds=3#5");

    act(&mut app, &[&CommonAction::Back]);
    enter(&mut app, "rooms/80x50#9");
    assert_eq!(screen(&app), Screen::Lab, "a code of a map opens the Lab");
    assert_eq!(
        (seed(&app), code(&app).as_str()),
        (Seed(9), "rooms/80x50#9")
    );
    act(&mut app, &[&CommonAction::Back, &TitleAction::NewSeed]);
    let drawn = seed(&app);
    act(&mut app, &[&TitleAction::Open(Screen::Lab)]);
    assert_eq!(code(&app), format!("rooms/80x50#{drawn}"));
}

#[test]
fn the_menu_is_gone_through_by_arrows_and_opened_by_enter() {
    let mut app = app(Screen::Title, "rogue/80x50#7");
    act(&mut app, &[&MenuAction::Choose]);
    assert_eq!(screen(&app), Screen::Descend, "Descend comes first");
    // Continue now comes first. Up from there is the row below the games, at whose end the program is left.
    act(
        &mut app,
        &[
            &CommonAction::Back,
            &MenuAction::Typed('s'),
            &MenuAction::Cursor(Dir::North),
        ],
    );
    for _ in 0..9 {
        act(&mut app, &[&MenuAction::Cursor(Dir::East)]);
    }
    assert_eq!(builder::exit(&app), None);
    act(&mut app, &[&MenuAction::Choose]);
    assert_eq!(builder::exit(&app), Some(AppExit::Success));
}

#[test]
fn what_was_asked_for_on_one_screen_is_not_heard_on_the_next() {
    let mut app = app(Screen::Lab, "rogue/80x50#7");
    // In one batch: the first leaves the Lab, so the second must not reach the title.
    let mut queue = app.world_mut().resource_mut::<ActionQueue>();
    queue.push(&CommonAction::Back);
    queue.push(&TitleAction::Open(Screen::Lab));
    for _ in 0..6 {
        app.update();
    }
    assert_eq!(builder::exit(&app), None);
    assert_eq!(screen(&app), Screen::Lab);
}

/// Turns the wheel; up by a positive number of notches.
fn turn_wheel(app: &mut App, notches: f32) {
    app.world_mut().write_message(MouseWheel {
        unit: MouseScrollUnit::Line,
        x: 0.0,
        y: notches,
        window: Entity::PLACEHOLDER,
        phase: TouchPhase::Moved,
    });
    for _ in 0..4 {
        app.update();
    }
}

#[test]
fn the_wheel_zooms_only_where_there_is_something_to_zoom() {
    let mut app = builder::app(Screen::Title, "rogue/80x50#7");
    app.update();
    for (screen, zooms) in [
        (Screen::Title, false),
        (Screen::Options, false),
        (Screen::Replays, false),
        (Screen::Conduit, false),
        (Screen::Descend, true),
        (Screen::Maze, true),
        (Screen::Lab, true),
    ] {
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(screen);
        app.update();
        app.update();
        let step = |app: &App| app.world().resource::<Zoom>().step();
        let before = step(&app);
        turn_wheel(&mut app, 1.0);
        assert_eq!(step(&app) != before, zooms, "{screen:?}");
    }
}

#[test]
fn the_wheel_leaves_the_cursor_of_a_list_where_it_is() {
    let mut app = builder::app(Screen::Title, "rogue/80x50#7");
    app.update();
    act(&mut app, &[&MenuAction::Cursor(Dir::South)]);
    turn_wheel(&mut app, -1.0);
    act(&mut app, &[&MenuAction::Choose]);
    app.update();
    assert_eq!(screen(&app), Screen::Maze);
}

#[test]
fn what_goes_on_in_the_lab_ends_with_it() {
    let mut app = app(Screen::Lab, "caves/1024x1024#5");
    assert!(app.world().resource::<Background>().is_busy());
    let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
    next.set(Screen::Title);
    for _ in 0..3 {
        app.update();
    }
    assert!(!app.world().resource::<Background>().is_busy());
    assert!(!app.world().resource::<Layers>().is_open(Layer::Generation));
    act(&mut app, &[&CommonAction::Back]);
    assert!(app.world().resource::<Layers>().is_open(Layer::Question));
}

#[test]
fn a_code_of_a_map_is_shown_at_the_first_visit_to_the_lab_whatever_it_showed_last_time() {
    let mut app = builder::app(Screen::Title, "caves/60x40#5");
    app.insert_resource(Begin::Last);
    app.update();
    enter(&mut app, "rooms/80x50#9");
    assert_eq!(code(&app), "rooms/80x50#9");
    act(&mut app, &[&CommonAction::Back, &TitleAction::NewSeed]);
    let drawn = seed(&app);
    act(&mut app, &[&TitleAction::Open(Screen::Lab)]);
    assert_eq!(code(&app), format!("rooms/80x50#{drawn}"));
}

#[test]
fn a_chosen_seed_waits_while_a_board_of_the_day_is_played() {
    let mut app = builder::app(Screen::Title, "rogue/80x50#7");
    app.update();
    enter(&mut app, "42");
    enter(&mut app, "board/5x4#9");
    assert_eq!(screen(&app), Screen::Conduit);
    act(&mut app, &[&CommonAction::Back]);
    assert_eq!(seed(&app), Seed(42));
    act(&mut app, &[&TitleAction::Open(Screen::Conduit)]);
    let board = app.world().resource::<BoardSession>().spec().unwrap();
    assert_eq!(board.seed, Seed(42));
    act(&mut app, &[&CommonAction::Back]);
    assert_ne!(seed(&app), Seed(42), "it was used");
}
