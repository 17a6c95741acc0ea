//! What is known of a level as the camera frames it: at the start of a depth, a lesson and a replay, and after.

use std::fs;

use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use bevy::window::WindowResolution;
use undercroft::app::Screen;
use undercroft::app::glyph::{ViewInsets, Viewport, Zoom};
use undercroft::app::settings::{Motion, Settings};
use undercroft::app::stage::{Run, Watched};
use undercroft::bot::{self, Explorer};
use undercroft::disk;
use undercroft::game::{self, Game, Setup, View};
use undercroft::geom::{Pos, Rect};
use undercroft::map::Tile;
use undercroft::rng::Seed;

use crate::builder::{self, run};
use crate::trial::amount;

/// The windows in which every start is looked at.
const SIZES: [(f32, f32); 4] = [
    (1024.0, 528.0),
    (1280.0, 728.0),
    (1920.0, 1080.0),
    (3440.0, 1440.0),
];

/// The least rows of a level in view when it is drawn at the largest zoom that is chosen by itself.
const MIN_ROWS: f32 = 18.0;

fn app(seed: u64) -> App {
    still(builder::app(
        Screen::Descend,
        &format!("rogue/80x50#{seed}"),
    ))
}

fn still(mut app: App) -> App {
    let still = Settings {
        motion: Motion::None,
        ..default()
    };
    app.insert_resource(still);
    settle(&mut app);
    app
}

fn settle(app: &mut App) {
    for _ in 0..6 {
        app.update();
    }
}

/// A window of this size with panels that take what those of Descend take.
fn resize(app: &mut App, (width, height): (f32, f32)) {
    let mut windows = app.world_mut().query::<&mut Window>();
    for mut window in windows.iter_mut(app.world_mut()) {
        window.resolution = WindowResolution::new(width as u32, height as u32);
    }
    app.insert_resource(ViewInsets {
        right: 250.0,
        top: 88.0,
        bottom: 31.0,
        left: 0.0,
    });
    settle(app);
}

/// What the player knows of the run that is shown.
fn view(app: &App) -> View<'_> {
    match builder::screen(app) {
        Screen::Replay => app.world().resource::<Watched>().run.game().view(),
        _ => run(app).game().view(),
    }
}

/// All that is known and for which this holds, and what lies between.
fn known(view: View<'_>, holds: impl Fn(Pos) -> bool) -> Rect {
    let tiles = view.known().iter();
    let known = tiles.filter(|(pos, tile)| **tile != Tile::Void && holds(*pos));
    let known = known.map(|(pos, _)| Rect::between(pos, pos));
    known.reduce(Rect::hull).expect("nothing is known")
}

/// The field between the panels, and all that is known and what is in sight in it, each from its first to its last point, in
/// logical pixels, and the side of a tile.
fn framed(app: &App) -> ([Vec2; 2], [[Vec2; 2]; 2], f32) {
    let view = app.world().resource::<Viewport>();
    let scale = app.world().resource::<UiScale>();
    let insets = app.world().resource::<ViewInsets>().logical(Some(scale));
    let window = view.window.as_vec2() / view.scale_factor;
    let field = [
        Vec2::new(insets.left, insets.top),
        window - Vec2::new(insets.right, insets.bottom),
    ];
    let shown = self::view(app);
    let place = |x: i32, y: i32| view.point_of(Vec2::new(x as f32, y as f32));
    let ends = |tiles: Rect| {
        [
            place(tiles.left, tiles.top),
            place(tiles.right + 1, tiles.bottom + 1),
        ]
    };
    let tiles = [
        known(shown, |_| true),
        known(shown, |pos| shown.in_sight(pos)),
    ];
    (field, tiles.map(ends), view.tile_px().x / view.scale_factor)
}

/// Checks the picture of a start.
#[track_caller]
fn assert_framed(app: &App, what: &str) {
    let (field, [known, _], tile) = framed(app);
    let (room, size) = (field[1] - field[0], known[1] - known[0]);
    let (side, room_side) = match size.x >= size.y {
        true => (size.x, room.x),
        false => (size.y, room.y),
    };
    let next = app.world().resource::<Zoom>();
    let mut larger = *next;
    larger.step_by(1);
    let is_largest = larger.step() == next.step()
        || larger.cell_px().y as f32 > (app_window(app).y - 119.0) / MIN_ROWS;
    assert!(
        side * 3.0 >= room_side - 1.0 || is_largest,
        "{what}: {size} of {room} in tiles of {tile}"
    );
    let middle = (known[0] + known[1]) / 2.0 - field[0];
    let (first, last) = (room / 3.0 - 1.0, room * 2.0 / 3.0 + 1.0);
    assert!(
        middle.cmpge(first).all() && middle.cmple(last).all(),
        "{what}: the middle is at {middle} of {room}"
    );
}

fn app_window(app: &App) -> Vec2 {
    let view = app.world().resource::<Viewport>();
    view.window.as_vec2() / view.scale_factor
}

fn press(app: &mut App, key: &str) {
    builder::tap(app, (KeyCode::F24, builder::key_named(key)));
    for _ in 0..3 {
        app.update();
    }
}

/// The run of a bot as it arrives on a depth; `None` if it dies before.
fn arriving(setup: impl Fn() -> Setup, depth: u8) -> Option<game::Run> {
    let mut actions = Vec::new();
    let mut arrived = None;
    let mut game = Game::new(setup()).unwrap();
    bot::play(
        &mut game,
        &mut Explorer::default(),
        9000,
        |game, action, _| {
            actions.push(action);
            if game.depth() == depth {
                arrived.get_or_insert(actions.len());
            }
        },
    );
    let mut run = game::Run::new(setup()).unwrap();
    for action in &actions[..arrived?] {
        run.apply(*action, &mut Vec::new()).unwrap();
    }
    Some(run)
}

/// Looks at the first and the last picture of the replay of a run that arrives on a depth.
fn assert_arrival_framed(run: &game::Run, depth: u8, name: &str) {
    let data = builder::folder(&format!("framing-{name}-{depth}"));
    fs::create_dir_all(data.join("replays")).unwrap();
    let file = data.join("replays/1.replay");
    disk::write_recording(&file, &run.recording()).unwrap();
    for size in SIZES {
        let mut app = still(builder::app_on_disk(
            Screen::Replays,
            "rogue/80x50#7",
            Some(&data),
        ));
        press(&mut app, "Enter");
        resize(&mut app, size);
        assert_framed(&app, &format!("the replay of {name} at {size:?}"));
        press(&mut app, "End");
        assert_eq!(view(&app).depth(), depth);
        assert_framed(&app, &format!("{name}, depth {depth}, at {size:?}"));
    }
    fs::remove_dir_all(data).unwrap();
}

#[test]
fn every_depth_and_every_replay_begins_in_the_middle_of_the_field_and_not_small() {
    let mut depths = 0;
    for seed in 1..=amount(2, 6) {
        for size in SIZES {
            let mut app = app(seed);
            resize(&mut app, size);
            assert_framed(&app, &format!("{seed} at {size:?}"));
            let zoom = *app.world().resource::<Zoom>();
            for _ in 0..5 {
                press(&mut app, "x");
            }
            assert_eq!(*app.world().resource::<Zoom>(), zoom, "it stays");
        }
        for depth in 2..=3 {
            if let Some(run) = arriving(|| Setup::new(Seed(seed)).unwrap(), depth) {
                assert_arrival_framed(&run, depth, &seed.to_string());
                depths += 1;
            }
        }
    }
    assert!(depths > 1, "{depths}");
}

#[test]
fn every_lesson_begins_so() {
    for depth in 2..=3 {
        let run = arriving(|| Setup::training().unwrap(), depth).expect("the bot dies");
        assert_arrival_framed(&run, depth, "the training");
    }
}

#[test]
fn a_lesson_begins_so_and_a_window_that_changes_is_framed_as_one_that_had_that_size() {
    let mut app = app(7);
    let training = Run::begin(Setup::training().unwrap()).unwrap();
    app.insert_resource(training);
    for size in SIZES {
        resize(&mut app, size);
        assert_framed(&app, &format!("{size:?}"));
    }
    let place = |app: &App| *app.world().resource::<Viewport>();
    resize(&mut app, SIZES[1]);
    let before = place(&app);
    resize(&mut app, SIZES[2]);
    assert_ne!(place(&app), before);
    resize(&mut app, SIZES[1]);
    assert_eq!(place(&app), before);
}

#[test]
fn what_is_known_and_what_is_in_sight_stay_in_view_as_long_as_they_have_room_and_the_player_always()
{
    let mut app = app(3);
    resize(&mut app, SIZES[1]);
    let mut moved = 0;
    let mut before = app.world().resource::<Viewport>().origin;
    for _ in 0..40 {
        press(&mut app, "x");
        let (field, tiles, tile) = framed(&app);
        let room = field[1] - field[0];
        for (shown, axis) in tiles.into_iter().flat_map(|shown| [(shown, 0), (shown, 1)]) {
            let is_in =
                shown[0][axis] >= field[0][axis] - 1.0 && shown[1][axis] <= field[1][axis] + 1.0;
            // The player may need room ahead.
            let size = shown[1][axis] - shown[0][axis];
            assert!(
                is_in || size > room[axis] * 5.0 / 6.0,
                "{shown:?} in {field:?}"
            );
        }
        let view = app.world().resource::<Viewport>();
        let at = run(&app).game().view().player().pos;
        let at = view.point_of(Vec2::new(at.x as f32 + 0.5, at.y as f32 + 0.5));
        let off = (at - (field[0] + field[1]) / 2.0).abs();
        assert!(off.cmple(room / 3.0 + tile).all(), "{off} of {room}");
        moved += usize::from(std::mem::replace(&mut before, view.origin) != view.origin);
    }
    assert!(
        (1..30).contains(&moved),
        "{moved}: it moves only as it must"
    );
}

#[test]
fn a_zoom_that_the_player_chose_stays_through_depths_and_other_screens() {
    let mut app = app(7);
    resize(&mut app, SIZES[1]);
    press(&mut app, "-");
    let zoom = *app.world().resource::<Zoom>();
    for screen in [Screen::Options, Screen::Descend] {
        app.world_mut()
            .resource_mut::<NextState<Screen>>()
            .set(screen);
        settle(&mut app);
    }
    assert_eq!(*app.world().resource::<Zoom>(), zoom);
    let other = Run::begin(Setup::new(Seed(8)).unwrap()).unwrap();
    app.insert_resource(other);
    settle(&mut app);
    assert_eq!(*app.world().resource::<Zoom>(), zoom);
    resize(&mut app, SIZES[2]);
    assert_eq!(*app.world().resource::<Zoom>(), zoom);
}
