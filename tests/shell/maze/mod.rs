//! Tests Maze Run without a window or a renderer: sends actions, and checks mazes, light, results and
//! files.

mod kept;
mod lessons;

use std::path::Path;
use std::time::{Duration, Instant};

use crate::builder::{self, assert_told, notice, screen, wait_until};
use bevy::input::keyboard::{Key, KeyCode};
use bevy::prelude::*;
use undercroft::app::Begin;
use undercroft::app::Screen;
use undercroft::app::dungeon::Scene;
use undercroft::app::glyph::{
    GlyphSprite, LightMap, Lit, Terrain, Tint, ViewInsets, Viewport, Zoom,
};
use undercroft::app::input::{ActionQueue, AnyAction, CommonAction};
use undercroft::app::platform::Clipboard;
use undercroft::app::platform::clock::Clock;
use undercroft::app::puzzle::End;
use undercroft::app::reward::{Game, Records};
use undercroft::app::screens::maze::{Beacon, MazeAction, MazeSession};
use undercroft::app::screens::title::TitleAction;
use undercroft::app::settings::Settings;
use undercroft::app::ui::hud::Bar;
use undercroft::geom::{Dir, Pos, Size};
use undercroft::maze::Maze;
use undercroft::mazerun::{Leg, MazeRun, Progress};

/// Shares the result; returns whether a picture is taken, too.
fn shares_picture(app: &mut App) -> bool {
    app.world_mut()
        .resource_mut::<ActionQueue>()
        .push(&MazeAction::Share);
    app.update();
    let actions = app.world().resource::<Messages<CommonAction>>();
    let mut recent = actions.get_cursor();
    recent
        .read(actions)
        .any(|action| *action == CommonAction::Screenshot)
}

fn app_on(first: Screen, code: &str, given: Option<Maze>) -> App {
    let mut app = builder::app(first, code);
    if let Some(maze) = given {
        let run = Leg::of(&code.parse().unwrap()).unwrap().load(maze).unwrap();
        app.insert_resource(Begin::Maze(Box::new(Progress { run, seconds: 0 })));
    }
    app.update();
    app.update();
    app
}

fn app_on_disk(first: Screen, code: &str, folder: &Path) -> App {
    let mut app = builder::app_on_disk(first, code, Some(folder));
    app.update();
    app.update();
    app
}

fn app(code: &str) -> App {
    app_on(Screen::Maze, code, None)
}

/// Queues actions all at once and runs a few frames.
fn send_all<A: AnyAction>(app: &mut App, actions: &[A]) {
    let mut queue = app.world_mut().resource_mut::<ActionQueue>();
    for action in actions {
        queue.push(action);
    }
    for _ in 0..4 {
        app.update();
    }
}

fn send(app: &mut App, action: MazeAction) {
    send_all(app, &[action]);
}

fn play(app: &App) -> &MazeSession {
    app.world().resource::<MazeSession>()
}

fn run(app: &App) -> &MazeRun {
    play(app).round().run()
}

fn code(app: &App) -> String {
    run(app).leg().spec().to_string()
}

fn fact(app: &App, name: &str) -> String {
    let facts = &app.world().resource::<Bar>().facts;
    let fact = facts.iter().find(|(known, _)| *known == name);
    fact.unwrap_or_else(|| panic!("{name} in {facts:?}"))
        .1
        .clone()
}

fn light_at(app: &App, pos: Pos) -> Lit {
    app.world().resource::<LightMap>().get(pos)
}

/// The steps of the shortest path from where the walker stands to the goal.
fn steps_to_goal(mut run: MazeRun) -> Vec<MazeAction> {
    let mut steps = Vec::new();
    while let Some(dir) = run.next_step() {
        run.step(dir).unwrap();
        steps.push(MazeAction::Step(dir));
    }
    steps
}

/// Takes `count` steps towards the goal and returns them.
fn walk(app: &mut App, count: usize) -> Vec<MazeAction> {
    let steps = steps_to_goal(run(app).clone())[..count].to_vec();
    send_all(app, &steps);
    steps
}

fn walk_to_goal(app: &mut App) {
    let steps = steps_to_goal(run(app).clone());
    send_all(app, &steps);
}

fn first_leg(code: &str) -> Leg {
    Leg::of(&code.parse().unwrap()).unwrap()
}

fn paste(app: &mut App, text: &str) {
    let mut clipboard = app.world_mut().resource_mut::<Clipboard>();
    clipboard.copy(text).unwrap();
    builder::act(app, &[&CommonAction::Paste]);
    wait_until(app, |app| !play(app).is_waiting());
}

#[test]
fn the_steps_of_three_mazes_typed_at_once_lead_into_the_fourth() {
    let code = "maze-dfs/33x21#7";
    let mut app = app(code);
    let leg = first_leg(code);
    let mut steps = Vec::new();
    for number in 0..3 {
        steps.extend(steps_to_goal(leg.at(number, 0).make().unwrap()));
        // A step right after the goal, such as that of a key that is held, leads nowhere.
        steps.extend([MazeAction::Step(Dir::North), MazeAction::Next]);
    }
    let fourth = leg.at(3, 0).make().unwrap();
    steps.push(MazeAction::Step(fourth.next_step().unwrap()));
    send_all(&mut app, &steps);
    assert_eq!(run(&app).maze(), fourth.maze());
    assert_eq!((run(&app).leg().number(), run(&app).steps_taken()), (3, 1));
    assert_eq!(run(&app).maze().size(), Size::new(22, 14));
    assert_eq!(fact(&app, "maze"), "4");
    let records = app.world().resource::<Records>();
    let third = records.scores(Game::Maze, "20x13 maze-dfs").unwrap();
    assert!(third.best().unwrap().is_perfect());
    let fourth = records.scores(Game::Maze, "22x14 maze-dfs");
    assert_eq!(fourth, None, "the maze that was begun is not recorded");
}

#[test]
fn a_goal_that_is_reached_stays_until_the_player_goes_on() {
    let code = "maze-wilson/21x15#3";
    let mut app = app(code);
    send_all(&mut app, &steps_to_goal(first_leg(code).make().unwrap()));
    assert!(run(&app).is_over());
    let offers = |app: &App, name| {
        let hints = app.world().resource::<Bar>().hints;
        hints.iter().any(|(_, word)| *word == name)
    };
    assert!(offers(&app, "share") && !offers(&app, "solution"));
    assert!(shares_picture(&mut app));
    let result = play(&app).result().unwrap();
    assert_eq!((result.number, result.size), (1, Size::new(10, 7)));
    assert_eq!(play(&app).next_size().unwrap(), Size::new(12, 8));
    assert_told(&app, "Copied: Undercroft Maze Run maze-wilson/21x15#3: ");
    let end = app.world().resource::<End>().clone();
    assert_eq!(
        (end.heading.as_str(), end.stars),
        ("Maze 1 complete", "\u{2605}\u{2605}\u{2605}")
    );
    assert!(end.next.ends_with("the next maze, 12x8 cells"), "{end:?}");
    // It does not go on by itself, and after a moment a step does.
    app.insert_resource(Clock::At(Instant::now() + Duration::from_secs(5)));
    for _ in 0..3 {
        app.update();
    }
    assert!(run(&app).is_over());
    let leg = first_leg(code).at(1, 0);
    send(
        &mut app,
        MazeAction::Step(leg.make().unwrap().next_step().unwrap()),
    );
    assert_eq!((run(&app).leg().number(), run(&app).steps_taken()), (1, 1));
    app.update();
    assert!(offers(&app, "solution") && !offers(&app, "share"));
    assert_eq!(play(&app).result(), None);
    assert_eq!(app.world().resource::<End>(), &End::default());
    assert!(!shares_picture(&mut app));
    send(&mut app, MazeAction::Share);
    assert_told(&app, "Reach the goal first");
}

#[test]
fn a_restart_at_the_goal_is_taken_back_and_its_result_stays_counted_once() {
    let code = "maze-dfs/21x15#5";
    let mut app = app(code);
    walk_to_goal(&mut app);
    let steps = run(&app).steps_taken();
    send(&mut app, MazeAction::Restart);
    assert_told(&app, "to undo the restart");
    assert_eq!((run(&app).steps_taken(), run(&app).is_over()), (0, false));
    send(&mut app, MazeAction::Undo);
    assert_eq!(
        (run(&app).steps_taken(), run(&app).is_over()),
        (steps, true)
    );
    let records = app.world().resource::<Records>();
    assert_eq!(
        records.scores(Game::Maze, "10x7 maze-dfs").unwrap().count(),
        1
    );
}

#[test]
fn light_walls_are_painted_as_soon_as_they_are_chosen() {
    let mut app = app("maze-dfs/33x21#7");
    let brightness = |app: &App, pos: Pos| -> u32 {
        let colours = app.world().resource::<Terrain>().cell(pos).bg;
        colours.into_iter().map(u32::from).sum()
    };
    let (wall, floor) = (Pos::new(0, 0), Maze::tile(Pos::new(3, 3)));
    assert!(brightness(&app, floor) > 2 * brightness(&app, wall));
    app.world_mut().resource_mut::<Settings>().light_walls = true;
    app.update();
    assert!(brightness(&app, wall) > 2 * brightness(&app, floor));
}

#[test]
fn the_maze_is_the_terrain_and_the_trail_keeps_light() {
    let mut app = app("maze-dfs/33x21#7");
    assert_eq!(app.world().resource::<Terrain>().size(), UVec2::new(33, 21));
    assert_eq!(*app.world().resource::<Scene>(), Scene::Other);
    let start = Maze::tile(run(&app).ends().start);
    let ahead: Vec<Pos> = run(&app).path().take(9).map(Maze::tile).collect();
    let dusk = light_at(&app, ahead[8]).light;
    send_all(&mut app, &[MazeAction::Hint; 2]);
    let hinted = light_at(&app, ahead[8]).light;
    walk(&mut app, 24);
    let trail = light_at(&app, ahead[8]).light;
    assert!(
        hinted[2] > dusk[2] && hinted[0] < dusk[0],
        "{dusk:?} {hinted:?}"
    );
    assert!(
        trail[0] > dusk[0] && trail[2] < dusk[2],
        "{dusk:?} {trail:?}"
    );
    assert!(
        light_at(&app, start).flags & Lit::COVERED != 0,
        "the start's sprite covers the tile"
    );
    let mut sprites = app.world_mut().query::<&GlyphSprite>();
    let at = Maze::tile(run(&app).at());
    for _ in 0..60 {
        std::thread::sleep(Duration::from_millis(10));
        app.update();
    }
    let places: Vec<Vec2> = sprites.iter(app.world()).map(|sprite| sprite.at).collect();
    assert!(
        places.contains(&Vec2::new(at.x as f32, at.y as f32)),
        "{places:?}"
    );
}

#[test]
fn every_tile_is_lit_as_if_it_were_painted_anew() {
    let code = "maze-growing-tree/41x25#11";
    let mut app = app(code);
    let steps = steps_to_goal(first_leg(code).make().unwrap());
    // Halfway to the goal and half of that back, then into the dark and out again.
    send_all(&mut app, &steps[..steps.len() / 2]);
    send_all(&mut app, &[MazeAction::Hint; 2]);
    for step in steps[steps.len() / 4..steps.len() / 2].iter().rev() {
        let MazeAction::Step(dir) = step else {
            continue;
        };
        send(&mut app, MazeAction::Step(dir.opposite()));
    }
    send(&mut app, MazeAction::Solution);
    let before = app.world().resource::<LightMap>().tiles().clone();
    send(&mut app, MazeAction::Dark);
    assert_ne!(app.world().resource::<LightMap>().tiles(), &before);
    send(&mut app, MazeAction::Dark);
    assert!(app.world().resource::<LightMap>().tiles() == &before);
}

#[test]
fn in_the_dark_only_what_the_lantern_found_is_seen() {
    let mut app = app("maze-dfs/61x41#5");
    send(&mut app, MazeAction::Dark);
    assert!(play(&app).is_dark());
    let seen = |app: &App| {
        let tiles = app.world().resource::<LightMap>().tiles();
        tiles
            .iter()
            .filter(|(_, lit)| **lit != Lit::default())
            .count()
    };
    let first = seen(&app);
    assert!(first > 3 && first < 400, "{first}");
    walk(&mut app, 20);
    assert!(seen(&app) > first, "what was seen is remembered");
}

#[test]
fn hints_and_the_way_are_counted_in_the_result() {
    let code = "maze-dfs/15x11#2";
    let mut app = app(code);
    send(&mut app, MazeAction::Hint);
    assert_told(
        &app,
        "counts only among those with hints. Press Space again",
    );
    assert_eq!(run(&app).hints(), 0);
    send(&mut app, MazeAction::Hint);
    send(&mut app, MazeAction::Solution);
    send(&mut app, MazeAction::Solution);
    let steps = steps_to_goal(first_leg(code).make().unwrap());
    send_all(&mut app, &steps);
    let outcome = play(&app).result().unwrap().outcome;
    assert_eq!((outcome.hints, outcome.solved), (1, true));
    send(&mut app, MazeAction::Hint);
    assert_told(&app, "goal");
    send(&mut app, MazeAction::Restart);
    assert_eq!((run(&app).steps_taken(), run(&app).is_over()), (0, false));
    assert_eq!(code, self::code(&app));
    send_all(&mut app, &steps[..1]);
    assert_eq!(fact(&app, "steps"), "1");
    assert_eq!(fact(&app, "fewest"), steps.len().to_string());
}

#[test]
fn other_mazes_generators_and_sizes_are_asked_for() {
    let mut app = app("maze-dfs/33x21#7");
    let at = |number, attempt| {
        first_leg("maze-dfs/33x21#7")
            .at(number, attempt)
            .spec()
            .to_string()
    };
    send(&mut app, MazeAction::Another);
    assert_eq!(code(&app), at(0, 1));
    send(&mut app, MazeAction::Skip);
    assert_eq!(code(&app), at(1, 0));
    let mut names = Vec::new();
    for _ in 0..4 {
        send(&mut app, MazeAction::NextGenerator);
        names.push(run(&app).leg().generator().info().name);
        assert_eq!(run(&app).maze().size(), Size::new(18, 11));
    }
    assert_eq!(
        names,
        [
            "maze-wilson",
            "maze-kruskal",
            "maze-growing-tree",
            "maze-dfs"
        ]
    );
    send(&mut app, MazeAction::PreviousGenerator);
    assert_eq!(run(&app).leg().generator().info().name, "maze-growing-tree");
    send(&mut app, MazeAction::Larger);
    assert_eq!(
        (run(&app).maze().size(), run(&app).leg().number()),
        (Size::new(20, 13), 0)
    );
    for _ in 0..30 {
        send(&mut app, MazeAction::Smaller);
    }
    let Size { width, height } = run(&app).maze().size();
    assert!(width == 2 && height >= 1, "{width}x{height}");
    assert_eq!(fact(&app, "fewest"), run(&app).ends().steps.to_string());
}

#[test]
fn a_run_goes_to_the_next_branch_and_stops_at_walls() {
    // From the lower right to the left, up, and to the right again.
    let given = Maze::from_hex("9AE\n3AE\n").unwrap();
    let mut app = app_on(Screen::Maze, "maze-dfs/33x21#7", Some(given));
    assert!(run(&app).is_loaded());
    assert_eq!(run(&app).at(), Pos::new(2, 1));
    send(&mut app, MazeAction::Run(Dir::North));
    assert_eq!(run(&app).steps_taken(), 0);
    send(&mut app, MazeAction::Run(Dir::West));
    assert!(run(&app).is_over());
    assert_eq!(play(&app).result().unwrap().outcome.steps, 5);
    app.insert_resource(Clock::At(Instant::now() + Duration::from_secs(1)));
    app.update();
    send(&mut app, MazeAction::Run(Dir::West));
    assert_eq!(
        run(&app).maze().size(),
        Size::new(5, 3),
        "on to the next maze"
    );
}

#[test]
fn f_fits_the_whole_maze_into_the_window() {
    let mut app = app("maze-dfs/101x81#7");
    let fits = |app: &App| {
        let size = app.world().resource::<Terrain>().size();
        let side = app.world().resource::<Zoom>().cell_px();
        let room = app.world().resource::<Viewport>().room;
        (size * side).cmple(room).all()
    };
    assert!(!fits(&app));
    builder::tap(&mut app, (KeyCode::KeyF, Key::Character("f".into())));
    app.update();
    assert!(fits(&app));
}

#[test]
fn a_large_maze_is_made_beside_the_frames_and_steps_wait_for_it() {
    let mut app = app("maze-dfs/21x21#1");
    paste(&mut app, "maze-kruskal/801x601#9");
    assert_eq!(run(&app).maze().size(), Size::new(400, 300));
    let leg = run(&app).leg().another();
    let steps = steps_to_goal(leg.make().unwrap());
    let mut actions = vec![MazeAction::Another];
    actions.extend(&steps[..3]);
    send_all(&mut app, &actions);
    for screen in [Screen::Title, Screen::Maze] {
        let mut next = app.world_mut().resource_mut::<NextState<Screen>>();
        next.set(screen);
        app.update();
    }
    wait_until(&mut app, |app| run(app).leg().attempt() == 1);
    assert_eq!(run(&app).steps_taken(), 3);
    assert_eq!(
        app.world().resource::<Terrain>().size(),
        UVec2::new(801, 601)
    );
    for _ in 0..3 {
        app.update();
    }
    assert!(!play(&app).is_waiting());
}

#[test]
fn without_a_named_maze_it_begins_with_the_usual_one_of_the_seed() {
    assert_eq!(code(&app("rogue/80x50#12")), "maze-dfs/33x21#12");
    assert_eq!(
        code(&app("maze-kruskal/21x11/braid=50#12")),
        "maze-kruskal/21x11/braid=50#12"
    );
    let mut too_large = app("maze-dfs/4095x21#12");
    assert_told(&too_large, "at most 1000 per side");
    assert_eq!(code(&too_large), "maze-dfs/33x21#12");
    send(&mut too_large, MazeAction::Another);
    assert!(run(&too_large).leg().attempt() == 1);
}

#[test]
fn a_smaller_maze_after_a_larger_one_has_the_size_that_was_left() {
    for first in ["maze-dfs/33x21#5", "maze-dfs/41x13#5", "maze-dfs/13x41#5"] {
        let mut app = app(first);
        let left = run(&app).maze().size();
        for (one, other) in [
            (MazeAction::Larger, MazeAction::Smaller),
            (MazeAction::Smaller, MazeAction::Larger),
        ] {
            send_all(&mut app, &[one, one]);
            assert_ne!(run(&app).maze().size(), left);
            send_all(&mut app, &[other, other]);
            assert_eq!(run(&app).maze().size(), left, "{first}");
        }
    }
}

#[test]
fn an_arrow_points_to_a_goal_out_of_sight() {
    let mut app = app("maze-dfs/301x201#7");
    app.update();
    let mut arrows = app
        .world_mut()
        .query_filtered::<(&GlyphSprite, &Visibility), With<Beacon>>();
    let shown =
        |app: &mut App, arrows: &mut QueryState<(&GlyphSprite, &Visibility), With<Beacon>>| {
            let (sprite, visibility) = arrows.single(app.world()).unwrap();
            (*visibility != Visibility::Hidden).then_some(sprite.at)
        };
    let at = shown(&mut app, &mut arrows).expect("the goal is out of view");
    let view = app.world().resource::<Viewport>();
    let point = view.point_of(at);
    assert!(point.cmpge(Vec2::ZERO).all() && point.cmplt(view.window.as_vec2()).all());
    send_all(&mut app, &[CommonAction::ZoomFit]);
    app.update();
    assert_eq!(shown(&mut app, &mut arrows), None, "all of it is in view");
}

#[test]
fn at_the_goal_a_click_on_the_map_goes_on_and_one_on_the_bar_does_not() {
    let mut app = app("maze-dfs/21x15#1");
    app.init_resource::<ButtonInput<MouseButton>>();
    app.world_mut().resource_mut::<ViewInsets>().bottom = 60.0;
    walk_to_goal(&mut app);
    app.insert_resource(Clock::At(Instant::now() + Duration::from_secs(5)));
    for _ in 0..3 {
        app.update();
    }
    for (above, number) in [(20.0, 0), (200.0, 1)] {
        let mut windows = app.world_mut().query::<&mut Window>();
        let mut window = windows.single_mut(app.world_mut()).unwrap();
        let at = Vec2::new(window.width() / 2.0, window.height() - above);
        window.set_cursor_position(Some(at));
        let left = MouseButton::Left;
        let mut buttons = app.world_mut().resource_mut::<ButtonInput<MouseButton>>();
        buttons.press(left);
        app.update();
        app.world_mut()
            .resource_mut::<ButtonInput<MouseButton>>()
            .reset(left);
        for _ in 0..3 {
            app.update();
        }
        assert_eq!(run(&app).leg().number(), number, "{above}");
    }
}

#[test]
fn steps_that_wait_for_a_maze_are_not_taken_in_another() {
    let mut app = app("maze-dfs/21x21#1");
    paste(&mut app, "maze-kruskal/801x601#9");
    let steps = Dir::CARDINAL.map(MazeAction::Step);
    let others: [&dyn AnyAction; 4] = [
        &MazeAction::NextGenerator,
        &MazeAction::Smaller,
        &MazeAction::Restart,
        &CommonAction::Lessons,
    ];
    for other in others {
        // One of the four directions is open.
        let mut queue = app.world_mut().resource_mut::<ActionQueue>();
        queue.push(&MazeAction::Another);
        for step in &steps {
            queue.push(step);
        }
        queue.push(other);
        for _ in 0..4 {
            app.update();
        }
        wait_until(&mut app, |app| !play(app).is_waiting());
        assert_eq!(run(&app).steps_taken(), 0, "{other:?}");
        assert_eq!(run(&app).at(), run(&app).ends().start);
    }
    assert_eq!(play(&app).lesson(), Some(0));
}
