//! Tests of time with frames on demand. The test moves the clock, and a stand-in for the renderer reports
//! when each frame was drawn. As in the window, the report that reaches the next frame may be stale by
//! the whole pause in between.

mod clock;
mod fight;

use std::time::{Duration, Instant};

use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use bevy::time::{TimeSender, create_time_channels};
use bevy::window::{PrimaryWindow, RequestRedraw};
use clock::focus;
use fight::in_a_fight;
use undercroft::app::glyph::{
    CameraTarget, Fade, GlyphSprite, LightMap, Lit, Terrain, Viewport, Wind,
};
use undercroft::app::input::{ActionQueue, AnyAction, CommonAction, MenuAction, Step};
use undercroft::app::platform::clock::{Clock, Wake};
use undercroft::app::screens::descend::{DescendAction, Mode};
use undercroft::app::screens::lab::LabAction;
use undercroft::app::screens::maze::MazeSession;
use undercroft::app::screens::title::TitleAction;
use undercroft::app::settings::{self, Settings};
use undercroft::app::stage::{Run, Watched};
use undercroft::app::{Begin, Screen};
use undercroft::game::{Action, Game, Setup};
use undercroft::geom::{Dir, Grid, Pos};
use undercroft::maze::Maze;
use undercroft::mazerun::{Leg, Progress};
use undercroft::rng::Seed;

use crate::beside_conduit::run_beside_a_conduit;
use crate::builder;

/// The shell with a clock that only the test moves.
struct Shell {
    app: App,
    now: Instant,
    renderer: TimeSender,
}

/// Between two frames while something moves.
const FRAME: Duration = Duration::from_millis(16);

const SECOND: Duration = Duration::from_secs(1);

impl Shell {
    fn new(first: Screen, code: &str) -> Self {
        let mut app = builder::app(first, code);
        let (renderer, receiver) = create_time_channels();
        app.insert_resource(receiver);
        Self {
            app,
            now: Instant::now(),
            renderer,
        }
    }

    /// A shell at rest with a run of this seed.
    fn play(seed: u64, motion: settings::Motion) -> Self {
        let code = format!("rogue/80x50#{seed}");
        let mut shell = Self::new(Screen::Descend, &code);
        shell.set_motion(motion);
        shell.settle();
        shell
    }

    fn set_motion(&mut self, motion: settings::Motion) {
        self.app.insert_resource(Settings {
            motion,
            ..default()
        });
    }

    /// Runs a frame, `after` the previous one.
    fn frame(&mut self, after: Duration) {
        self.now += after;
        self.app.insert_resource(Clock::At(self.now));
        self.app.update();
        self.renderer.0.try_send(self.now).unwrap();
    }

    /// Lets some seconds pass, with a frame after each.
    fn pass(&mut self, seconds: u32) {
        for _ in 0..seconds {
            self.frame(SECOND);
        }
    }

    /// After how long the last frame wants another one without input, if ever.
    fn wanted_frame(&self) -> Option<Duration> {
        let wakes = self.get::<Messages<Wake>>();
        let waits = wakes.iter_current_update_messages().map(|wake| wake.0);
        waits.min()
    }

    /// Runs enough frames for all effects to end.
    fn settle(&mut self) {
        for _ in 0..100 {
            self.frame(FRAME);
        }
    }

    /// Runs a frame with an action, `after` the previous one.
    fn act(&mut self, after: Duration, action: &dyn AnyAction) {
        let mut queue = self.app.world_mut().resource_mut::<ActionQueue>();
        queue.push(action);
        self.frame(after);
    }

    fn get<R: Resource>(&self) -> &R {
        self.app.world().resource()
    }

    /// The tick at which a resource was last changed.
    fn last_changed<R: Resource>(&self) -> Tick {
        self.app.world().resource_ref::<R>().last_changed()
    }
}

#[test]
fn a_glide_after_a_second_of_rest_takes_60_milliseconds() {
    let mut shell = Shell::new(Screen::Lab, "box/80x50#1");
    shell.settle();
    shell.act(FRAME, &LabAction::WalkMode);
    shell.settle();
    let target = |shell: &Shell| shell.get::<CameraTarget>().0;
    let before = target(&shell);
    shell.act(SECOND, &Step(Dir::West));
    let mut path = vec![target(&shell).x];
    for _ in 0..4 {
        shell.frame(FRAME);
        path.push(target(&shell).x);
    }
    assert_eq!(path[0], before.x, "it starts where it stood");
    assert!(
        path.windows(2).all(|pair| pair[0] > pair[1]),
        "it moves in every frame: {path:?}"
    );
    assert_eq!(path[4], before.x - 1.0, "after 64 ms and not after 48");
}

/// Everything that the renderer gets, as text.
fn picture(shell: &mut Shell) -> Vec<String> {
    let mut picture = vec![
        format!("{:?}", shell.get::<Terrain>().cells()),
        format!("{:?}", shell.get::<LightMap>().tiles()),
        format!("{:?}", shell.get::<Wind>()),
        format!("{:?}", shell.get::<CameraTarget>()),
    ];
    let mut sprites = shell
        .app
        .world_mut()
        .query::<(&GlyphSprite, Option<&Fade>, &Transform, &Visibility)>();
    let sprites = sprites.iter(shell.app.world());
    let visible = sprites.filter(|(.., visibility)| **visibility != Visibility::Hidden);
    let mut visible: Vec<String> = visible
        .map(|(sprite, fade, at, _)| format!("{sprite:?} {fade:?} {}", at.translation.z))
        .collect();
    visible.sort();
    picture.extend(visible);
    picture
}

#[test]
fn the_same_seed_keys_and_clock_show_the_same_pictures_twice() {
    let play = || {
        let mut shell = Shell::new(Screen::Descend, "rogue/80x50#7");
        let mut pictures = Vec::new();
        for _ in 0..60 {
            let foe = shell
                .app
                .world()
                .get_resource::<Run>()
                .and_then(|run| run.game().view().nearest_enemy());
            match foe {
                Some(_) => shell.act(FRAME, &DescendAction::Wait),
                None => shell.act(FRAME, &DescendAction::Explore),
            }
            for _ in 0..4 {
                shell.frame(FRAME);
                pictures.push(picture(&mut shell));
            }
        }
        pictures
    };
    let (one, two) = (play(), play());
    assert!(one == two);
    let differ = one.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(differ > 50, "{differ} of {} pictures are new", one.len());
}

/// Takes the requests for frames: whether one is due at once, and the shortest delay requested.
fn take_frame_requests(shell: &mut Shell) -> (bool, Option<Duration>) {
    let at_once = !shell.get::<Messages<RequestRedraw>>().is_empty();
    let mut waits = shell.app.world_mut().resource_mut::<Messages<Wake>>();
    (at_once, waits.drain().map(|wake| wake.0).min())
}

#[test]
fn while_something_moves_sixty_frames_a_second_are_asked_for_and_none_at_once() {
    let (mut shell, _) = in_a_fight(settings::Motion::Reduced);
    let mut moving = 0;
    for _ in 0..120 {
        take_frame_requests(&mut shell);
        shell.frame(FRAME);
        let (at_once, wait) = take_frame_requests(&mut shell);
        assert!(!at_once);
        assert!(wait.is_none_or(|wait| wait >= SECOND / 60), "{wait:?}");
        moving += usize::from(wait.is_some());
    }
    assert!((20..120).contains(&moving), "{moving}");
}

/// A seed for a run whose player starts in sight of a burning brazier.
fn seed_with_a_fire() -> u64 {
    let has_fire = |seed: &u64| {
        let game = Game::new(Setup::new(Seed(*seed)).unwrap()).unwrap();
        sees_a_fire(&game)
    };
    (1..400).find(has_fire).expect("no seed has one")
}

fn sees_a_fire(game: &Game) -> bool {
    let view = game.view();
    view.lamps().any(|lamp| lamp.lit && view.in_sight(lamp.pos))
}

#[test]
fn at_rest_no_frame_is_drawn_or_thirty_a_second_with_full_motion() {
    for motion in [
        settings::Motion::None,
        settings::Motion::Reduced,
        settings::Motion::Full,
    ] {
        let mut shell = Shell::play(seed_with_a_fire(), motion);
        assert!(sees_a_fire(shell.get::<Run>().game()));
        let full = motion == settings::Motion::Full;
        let light = shell.last_changed::<LightMap>();
        take_frame_requests(&mut shell);
        shell.frame(FRAME);
        let (at_once, wait) = take_frame_requests(&mut shell);
        assert!(!at_once, "{motion:?}");
        assert_eq!(wait.is_some(), full, "{motion:?}");
        assert!(wait.is_none_or(|wait| wait >= Duration::from_millis(33)));
        assert_eq!(
            shell.last_changed::<LightMap>() != light,
            full,
            "{motion:?}"
        );
        // Nothing moves while the window is in the background.
        focus(&mut shell, false);
        shell.frame(FRAME);
        take_frame_requests(&mut shell);
        shell.frame(FRAME);
        assert_eq!(take_frame_requests(&mut shell), (false, None), "{motion:?}");
    }
}

#[test]
fn a_run_is_seen_behind_the_title_even_if_nothing_moves() {
    let mut shell = Shell::new(Screen::Title, "rogue/80x50#7");
    shell.set_motion(settings::Motion::None);
    shell.settle();
    let me = shell.get::<Watched>().run.game().view().player().pos;
    assert!(shell.get::<LightMap>().tiles()[me].light[0] > 0);
}

#[test]
fn two_hundred_keys_in_a_second_are_obeyed_in_order_with_full_motion() {
    let mut shell = Shell::new(Screen::Descend, "rogue/80x50#7");
    shell.set_motion(settings::Motion::Full);
    shell.frame(FRAME);
    shell.frame(FRAME);
    let mut game = shell.get::<Run>().game().clone();
    let mut events = Vec::new();
    let mut moved = 0;
    for key in 0..200 {
        let dir = Dir::ALL[key * 7 / 3 % 8];
        shell.act(Duration::from_millis(5), &DescendAction::Step(dir));
        let before = game.view().player().pos;
        let _ = game.apply(Action::step(dir), &mut events);
        moved += usize::from(game.view().player().pos != before);
        assert_eq!(shell.get::<Run>().game().digest(), game.digest(), "{key}");
    }
    assert!(moved > 20, "{moved}");
}

#[test]
fn light_from_a_conduit_is_seen_whole_after_ten_seconds_of_thought() {
    let (found, dir) = run_beside_a_conduit(false);
    let mut shell = Shell::new(Screen::Descend, "rogue/80x50#1");
    shell
        .app
        .insert_resource(Run::load(found.recording(), None).unwrap());
    shell.set_motion(settings::Motion::Reduced);
    shell.settle();
    let is_open = |shell: &Shell| {
        let view = shell.get::<Run>().game().view();
        view.features().any(|feature| feature.open)
    };
    for _ in 0..400 {
        if is_open(&shell) {
            break;
        }
        match *shell.get::<Mode>() {
            Mode::Conduit(_) => shell.act(10 * SECOND, &builder::next_turn(&shell.app)),
            _ => shell.act(10 * SECOND, &DescendAction::Step(dir)),
        }
    }
    assert!(is_open(&shell));
    assert!(
        matches!(*shell.get::<Mode>(), Mode::Conduit(_)),
        "the solved board is still seen"
    );
    // At 26 tiles a second with a trail of 14, the light glows for more than half a second.
    let lights = |shell: &Shell| shell.get::<LightMap>().tiles().clone();
    let mut pictures = Vec::new();
    for _ in 0..32 {
        pictures.push(lights(&shell));
        shell.frame(FRAME);
    }
    shell.settle();
    let rest = lights(&shell);
    shell.frame(2 * SECOND);
    assert_eq!(*shell.get::<Mode>(), Mode::Map);
    // It reaches the first tile after 40 ms, and one in sight soon after.
    let brighter = |picture: &Grid<Lit>| {
        let brighter = |(pos, lit): (Pos, &Lit)| lit.light[0] > rest[pos].light[0];
        picture.iter().any(brighter)
    };
    let first = pictures.iter().position(brighter).expect("it never glows");
    assert!(first <= 10, "it begins to glow in frame {first}");
    let dull: Vec<usize> = (first..pictures.len())
        .filter(|frame| !brighter(&pictures[*frame]))
        .collect();
    assert!(dull.is_empty(), "not brighter in frames {dull:?}");
}

#[test]
fn a_double_click_on_descend_abandons_no_run() {
    let mut shell = Shell::new(Screen::Title, "rogue/80x50#7");
    shell.settle();
    let screen = |shell: &Shell| *shell.get::<State<Screen>>().get();
    shell.act(FRAME, &TitleAction::Begin);
    shell.settle();
    shell.act(FRAME, &DescendAction::Search);
    shell.act(FRAME, &CommonAction::Back);
    shell.act(FRAME, &MenuAction::Typed('s'));
    shell.settle();
    shell.act(SECOND, &TitleAction::Begin);
    let begin_another = MenuAction::Cursor(Dir::South);
    for action in [
        &TitleAction::Begin as &dyn AnyAction,
        &begin_another,
        &MenuAction::Choose,
        &MenuAction::Choose,
    ] {
        shell.act(SECOND / 10, action);
        shell.frame(FRAME);
        assert_eq!(screen(&shell), Screen::Title);
    }
    assert_eq!(shell.get::<Run>().game().turns(), 1);
    shell.act(SECOND, &MenuAction::Choose);
    shell.settle();
    assert_eq!(screen(&shell), Screen::Descend);
    assert_eq!(shell.get::<Run>().game().turns(), 0);
}

#[test]
fn a_click_of_150_milliseconds_is_one_step_in_a_maze() {
    let mut shell = Shell::new(Screen::Maze, "maze-dfs/33x21#7");
    // A corridor of four cells; the walk starts on the right.
    let given = Maze::from_hex("BA8E\nFF7F\n").unwrap();
    let leg = Leg::of(&"maze-dfs/33x21#7".parse().unwrap()).unwrap();
    let run = leg.load(given).unwrap();
    let begin = Begin::Maze(Box::new(Progress { run, seconds: 0 }));
    shell.app.insert_resource(begin);
    shell.app.init_resource::<ButtonInput<MouseButton>>();
    shell.settle();
    let view = shell.get::<Viewport>();
    let far = Maze::tile(Pos::new(0, 0));
    let cursor = (0..720)
        .flat_map(|y| (0..1280).map(move |x| Vec2::new(x as f32, y as f32)))
        .find(|at| view.tile_at(*at) == far)
        .expect("the tile is not in view");
    let world = shell.app.world_mut();
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    let mut window = windows.single_mut(world).unwrap();
    window.set_cursor_position(Some(cursor));
    let with_buttons = |shell: &mut Shell, change: fn(&mut ButtonInput<MouseButton>)| {
        change(&mut shell.app.world_mut().resource_mut());
    };
    with_buttons(&mut shell, |buttons| buttons.press(MouseButton::Left));
    shell.frame(SECOND);
    with_buttons(&mut shell, ButtonInput::clear);
    for _ in 0..9 {
        shell.frame(FRAME);
    }
    with_buttons(&mut shell, |buttons| buttons.release(MouseButton::Left));
    shell.settle();
    let run = shell.get::<MazeSession>().round().run();
    assert_eq!((run.steps_taken(), run.at()), (1, Pos::new(2, 0)));
}
