//! Time as frames on demand see it: the test moves the clock, and a renderer sends the instant at
//! which it has drawn, as the window's does: in the next frame that lies a whole rest back.

use std::time::{Duration, Instant};

use crate::{builder, play};
use bevy::app::Plugins;
use bevy::ecs::change_detection::Tick;
use bevy::prelude::*;
use bevy::time::{TimeSender, create_time_channels};
use bevy::window::{PrimaryWindow, RequestRedraw};
use undercroft::app::Screen;
use undercroft::app::glyph::{
    CameraTarget, Fade, GlyphSprite, LightMap, Lit, Motion, Terrain, Tint, View, Wind,
};
use undercroft::app::input::{ActionQueue, AnyAction, CommonAction, MenuAction, Step};
use undercroft::app::platform::clock::{Clock, Wake};
use undercroft::app::screens::conduit::{ConduitAction, ConduitPlugin, Session};
use undercroft::app::screens::descend::{Mode, PlayAction, PlayPlugin};
use undercroft::app::screens::lab::LabAction;
use undercroft::app::screens::maze::{GivenMaze, MazeAction, MazePlugin, Play};
use undercroft::app::screens::title::TitleAction;
use undercroft::app::settings::{self, Settings};
use undercroft::app::stage::{Run, Watched};
use undercroft::conduit::{Command, Move};
use undercroft::game::{Action, Game, Setup};
use undercroft::geom::{Dir, Pos};
use undercroft::map::Tile;
use undercroft::maze::Maze;
use undercroft::rng::Seed;

/// The shell with a clock that stands unless it is moved.
struct Shell {
    app: App,
    now: Instant,
    renderer: TimeSender,
}

/// From one frame to the next while something moves.
const FRAME: Duration = Duration::from_millis(16);
const SECOND: Duration = Duration::from_secs(1);

impl Shell {
    fn new<M>(first: Screen, code: &str, tested: impl Plugins<M>) -> Self {
        let mut app = builder::app(first, code, tested);
        let (renderer, receiver) = create_time_channels();
        app.insert_resource(receiver);
        Self {
            app,
            now: Instant::now(),
            renderer,
        }
    }

    /// Chooses how much moves.
    fn set(&mut self, motion: settings::Motion) {
        self.app.insert_resource(Settings {
            motion,
            ..default()
        });
    }

    /// Runs a frame so long after the one before.
    fn frame(&mut self, after: Duration) {
        self.now += after;
        self.app.insert_resource(Clock::At(self.now));
        self.app.update();
        self.renderer.0.try_send(self.now).unwrap();
    }

    /// Runs frames until all that moves has come to rest.
    fn settle(&mut self) {
        for _ in 0..100 {
            self.frame(FRAME);
        }
    }

    /// Asks for something after a time in which no frame ran.
    fn ask(&mut self, after: Duration, action: &dyn AnyAction) {
        let mut queue = self.app.world_mut().resource_mut::<ActionQueue>();
        queue.push(action);
        self.frame(after);
    }

    fn get<R: Resource>(&self) -> &R {
        self.app.world().resource()
    }

    /// The tick at which a resource was changed last.
    fn changed<R: Resource>(&self) -> Tick {
        self.app.world().resource_ref::<R>().last_changed()
    }
}

#[test]
fn a_glide_after_a_second_of_rest_takes_60_milliseconds() {
    let mut shell = Shell::new(Screen::Lab, "box/80x50#1", ());
    shell.settle();
    shell.ask(FRAME, &LabAction::WalkMode);
    shell.settle();
    let target = |shell: &Shell| shell.get::<CameraTarget>().0;
    let before = target(&shell);
    shell.ask(SECOND, &Step(Dir::West));
    let mut seen = vec![target(&shell).x];
    for _ in 0..4 {
        shell.frame(FRAME);
        seen.push(target(&shell).x);
    }
    assert_eq!(seen[0], before.x, "it begins where it stood");
    assert!(
        seen.windows(2).all(|pair| pair[0] > pair[1]),
        "it goes on and on: {seen:?}"
    );
    assert_eq!(seen[4], before.x - 1.0, "after 64 ms, and not after 48");
}

/// Whether the player or a monster is marked as hit: drawn aside from where they stand, by a blow.
fn recoils(shell: &mut Shell) -> bool {
    let mut sprites = shell.app.world_mut().query::<(&GlyphSprite, &Motion)>();
    let world = shell.app.world();
    sprites
        .iter(world)
        .any(|(sprite, motion)| sprite.at != motion.looked_at(sprite.at))
}

/// How many glyphs fly, rise or drift over the map; not what always hangs there, below whoever stands.
fn motes(shell: &mut Shell) -> usize {
    let mut motes = shell
        .app
        .world_mut()
        .query_filtered::<(&Visibility, &Transform), With<Fade>>();
    let world = shell.app.world();
    motes
        .iter(world)
        .filter(|(visibility, at)| **visibility != Visibility::Hidden && at.translation.z > 1.2)
        .count()
}

#[test]
fn a_shadow_goes_with_whoever_moves_and_lies_where_they_come_to_rest() {
    let mut shell = Shell::new(Screen::Play, "rogue/80x50#7", PlayPlugin::default());
    shell.set(settings::Motion::Reduced);
    shell.settle();
    let view = shell.get::<Run>().game().view();
    let from = view.player().pos;
    let plain = |dir: &Dir| {
        let tile = view.tile(from.step(*dir));
        tile.is_some_and(|tile| tile.tile == Tile::Floor) && view.can_step(*dir)
    };
    let dir = Dir::ALL.into_iter().find(plain).unwrap();
    let to = from.step(dir);
    let covered = |shell: &Shell, pos| shell.get::<LightMap>().get(pos).flags & Lit::COVERED != 0;
    assert!(covered(&shell, from));
    shell.ask(SECOND, &PlayAction::Step(dir));
    shell.frame(FRAME);
    assert!(!covered(&shell, from) && !covered(&shell, to), "on the way");
    shell.settle();
    assert!(covered(&shell, to) && !covered(&shell, from));
}

/// Fights until a blow flashes while the player stands beside a wall; returns where that is.
fn fight(shell: &mut Shell) -> Option<Dir> {
    for _ in 0..400 {
        let view = shell.get::<Run>().game().view();
        let me = view.player().pos;
        let health = view.player().health;
        let foe = view.nearest_enemy();
        let beside = Dir::ALL.into_iter().find(|dir| foe == Some(me.step(*dir)));
        match (beside, foe) {
            (Some(dir), _) => shell.ask(SECOND, &PlayAction::Step(dir)),
            (None, Some(_)) => shell.ask(SECOND, &PlayAction::Wait),
            (None, None) => shell.ask(SECOND, &PlayAction::Explore),
        }
        // A blow lands after 60 ms.
        for _ in 0..5 {
            shell.frame(FRAME);
        }
        let run = shell.get::<Run>();
        if !run.is_playing() {
            return None;
        }
        let view = run.game().view();
        let me = view.player().pos;
        let is_wall = |dir: &Dir| {
            let tile = view.tile(me.step(*dir));
            tile.is_some_and(|tile| tile.tile == Tile::Wall)
        };
        let wall = Dir::CARDINAL.into_iter().find(is_wall);
        let rests = run.game().doing().is_none();
        // Whoever is hit shows a number: a digit and its shadow at least.
        let hit = view.player().health < health;
        if wall.is_some() && rests && hit && motes(shell) > 1 {
            return wall;
        }
    }
    None
}

/// A run in the middle of a fight, with a wall beside the player.
fn in_a_fight(motion: settings::Motion) -> (Shell, Dir) {
    let fights = |seed| {
        let code = format!("rogue/80x50#{seed}");
        let mut shell = Shell::new(Screen::Play, &code, PlayPlugin::default());
        shell.set(motion);
        shell.settle();
        let wall = fight(&mut shell)?;
        Some((shell, wall))
    };
    (1..20)
        .find_map(fights)
        .expect("a blow lands beside a wall")
}

#[test]
fn a_blow_is_seen_for_a_while_and_not_repeated_by_zoom_help_or_a_bump() {
    let (mut shell, wall) = in_a_fight(settings::Motion::Reduced);
    let mut recoiled = false;
    for _ in 0..40 {
        shell.frame(FRAME);
        recoiled |= recoils(&mut shell);
        assert!(motes(&mut shell) > 0, "a number rises for 720 ms");
    }
    assert!(recoiled, "whoever strikes or is hit moves");
    shell.settle();
    assert_eq!(motes(&mut shell), 0);
    let mode = *shell.get::<Mode>();
    let (run, tint) = (shell.changed::<Run>(), shell.changed::<Tint>());
    let asked: [&dyn AnyAction; 4] = [
        &CommonAction::ZoomIn,
        &CommonAction::Help,
        &CommonAction::Help,
        &PlayAction::Step(wall),
    ];
    for action in asked {
        shell.ask(SECOND, action);
        for _ in 0..3 {
            assert_eq!(motes(&mut shell), 0, "{action:?}");
            shell.frame(FRAME);
        }
        assert_eq!(*shell.get::<Mode>(), mode, "{action:?}");
        assert_eq!(shell.changed::<Run>(), run, "{action:?}");
        assert_eq!(shell.changed::<Tint>(), tint, "{action:?}");
    }
}

#[test]
fn any_key_ends_all_effects_at_once() {
    let (mut shell, _) = in_a_fight(settings::Motion::Reduced);
    shell.frame(FRAME);
    shell.frame(FRAME);
    assert!(motes(&mut shell) > 0);
    shell.ask(FRAME, &CommonAction::Help);
    assert_eq!(motes(&mut shell), 0);
    assert!(!recoils(&mut shell));
}

#[test]
fn without_motion_no_blow_is_seen_on_its_way() {
    let mut fought = 0;
    for seed in 1..6 {
        let code = format!("rogue/80x50#{seed}");
        let mut shell = Shell::new(Screen::Play, &code, PlayPlugin::default());
        shell.set(settings::Motion::None);
        shell.settle();
        assert_eq!(fight(&mut shell), None, "nothing is ever seen in the air");
        let run = shell.get::<Run>();
        fought += usize::from(run.tally().slain() > 0 || !run.is_playing());
    }
    assert!(fought > 0);
}

/// Everything that the renderer is given, in words.
fn picture(shell: &mut Shell) -> Vec<String> {
    let mut shown = vec![
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
    let seen = sprites.filter(|(.., visibility)| **visibility != Visibility::Hidden);
    let mut seen: Vec<String> = seen
        .map(|(sprite, fade, at, _)| format!("{sprite:?} {fade:?} {}", at.translation.z))
        .collect();
    seen.sort();
    shown.extend(seen);
    shown
}

#[test]
fn the_same_seed_keys_and_clock_show_the_same_pictures_twice() {
    let film = || {
        let mut shell = Shell::new(Screen::Play, "rogue/80x50#7", PlayPlugin::default());
        let mut pictures = Vec::new();
        for _ in 0..60 {
            let foe = shell
                .app
                .world()
                .get_resource::<Run>()
                .and_then(|run| run.game().view().nearest_enemy());
            match foe {
                Some(_) => shell.ask(FRAME, &PlayAction::Wait),
                None => shell.ask(FRAME, &PlayAction::Explore),
            }
            for _ in 0..4 {
                shell.frame(FRAME);
                pictures.push(picture(&mut shell));
            }
        }
        pictures
    };
    let (one, two) = (film(), film());
    assert!(one == two);
    let differ = one.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(differ > 50, "{differ} of {} pictures are new", one.len());
}

/// Frames that are asked for: at once, and after a time.
fn frames_asked_for(shell: &mut Shell) -> (bool, Option<Duration>) {
    let at_once = !shell.get::<Messages<RequestRedraw>>().is_empty();
    let mut waits = shell.app.world_mut().resource_mut::<Messages<Wake>>();
    (at_once, waits.drain().map(|wake| wake.0).min())
}

#[test]
fn while_something_moves_sixty_frames_a_second_are_asked_for_and_none_at_once() {
    let (mut shell, _) = in_a_fight(settings::Motion::Reduced);
    let mut moving = 0;
    for _ in 0..120 {
        frames_asked_for(&mut shell);
        shell.frame(FRAME);
        let (at_once, wait) = frames_asked_for(&mut shell);
        assert!(!at_once);
        assert!(wait.is_none_or(|wait| wait >= SECOND / 60), "{wait:?}");
        moving += usize::from(wait.is_some());
    }
    assert!((20..120).contains(&moving), "{moving}");
}

/// A seed whose first room has a brazier.
fn seed_with_a_fire() -> u64 {
    let has_one = |seed: &u64| {
        let game = Game::new(Setup::new(Seed(*seed)).unwrap()).unwrap();
        sees_a_fire(&game)
    };
    (1..400).find(has_one).expect("a room has a brazier")
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
        let code = format!("rogue/80x50#{}", seed_with_a_fire());
        let mut shell = Shell::new(Screen::Play, &code, PlayPlugin::default());
        shell.set(motion);
        shell.settle();
        assert!(sees_a_fire(shell.get::<Run>().game()));
        let full = motion == settings::Motion::Full;
        let light = shell.changed::<LightMap>();
        frames_asked_for(&mut shell);
        shell.frame(FRAME);
        let (at_once, wait) = frames_asked_for(&mut shell);
        assert!(!at_once, "{motion:?}");
        assert_eq!(wait.is_some(), full, "{motion:?}");
        assert!(wait.is_none_or(|wait| wait >= Duration::from_millis(33)));
        assert_eq!(shell.changed::<LightMap>() != light, full, "{motion:?}");
        // Behind other windows nothing moves.
        focus(&mut shell, false);
        shell.frame(FRAME);
        frames_asked_for(&mut shell);
        shell.frame(FRAME);
        assert_eq!(frames_asked_for(&mut shell), (false, None), "{motion:?}");
    }
}

#[test]
fn a_run_is_seen_behind_the_title_even_if_nothing_moves() {
    let mut shell = Shell::new(Screen::Title, "rogue/80x50#7", PlayPlugin::default());
    shell.set(settings::Motion::None);
    shell.settle();
    let me = shell.get::<Watched>().run.game().view().player().pos;
    assert!(shell.get::<LightMap>().tiles()[me].light[0] > 0);
}

#[test]
fn two_hundred_keys_in_a_second_are_obeyed_in_order_with_full_motion() {
    let mut shell = Shell::new(Screen::Play, "rogue/80x50#7", PlayPlugin::default());
    shell.set(settings::Motion::Full);
    shell.frame(FRAME);
    shell.frame(FRAME);
    let mut game = shell.get::<Run>().game().clone();
    let mut events = Vec::new();
    let mut moved = 0;
    for key in 0..200 {
        let dir = Dir::ALL[key * 7 / 3 % 8];
        shell.ask(Duration::from_millis(5), &PlayAction::Step(dir));
        let before = game.view().player().pos;
        let _ = game.apply(Action::step(dir), &mut events);
        moved += usize::from(game.view().player().pos != before);
        assert_eq!(shell.get::<Run>().game().digest(), game.digest(), "{key}");
    }
    assert!(moved > 20, "{moved}");
}

#[test]
fn light_from_a_conduit_is_seen_whole_after_ten_seconds_of_thought() {
    let (found, dir) = play::run_beside_a_conduit();
    let mut shell = Shell::new(Screen::Play, "rogue/80x50#1", PlayPlugin::default());
    shell.app.insert_resource(Run::resume(found).unwrap());
    shell.set(settings::Motion::Reduced);
    shell.settle();
    let is_open = |shell: &Shell| {
        let vault = shell.get::<Run>().game().view().vault();
        vault.is_some_and(|vault| vault.open)
    };
    for _ in 0..100 {
        if is_open(&shell) {
            break;
        }
        match *shell.get::<Mode>() {
            Mode::Conduit(_) => shell.ask(10 * SECOND, &PlayAction::Search),
            _ => shell.ask(10 * SECOND, &PlayAction::Step(dir)),
        }
    }
    assert!(is_open(&shell));
    // Light that passes 26 tiles a second, with a trail of 14, glows for more than half a second.
    let lights = |shell: &Shell| shell.get::<LightMap>().tiles().clone();
    let mut pictures = Vec::new();
    for _ in 0..32 {
        pictures.push(lights(&shell));
        shell.frame(FRAME);
    }
    shell.settle();
    let rest = lights(&shell);
    // It reaches the first tile of the pipe after 40 ms.
    for (frame, picture) in pictures.iter().enumerate().skip(3) {
        let brighter = |(pos, lit): (Pos, &Lit)| lit.light[0] > rest[pos].light[0];
        assert!(
            picture.iter().any(brighter),
            "{frame} frames after it began"
        );
    }
}

#[test]
fn the_first_step_starts_the_clock_of_a_maze() {
    let mut shell = Shell::new(Screen::Maze, "maze-dfs/33x21#7", MazePlugin);
    shell.settle();
    let round = shell.get::<Play>().round().unwrap();
    let dir = round.run().clone().way_on().unwrap();
    shell.ask(60 * SECOND, &MazeAction::Step(dir));
    shell.frame(SECOND);
    shell.frame(SECOND);
    let round = shell.get::<Play>().round().unwrap();
    assert_eq!(round.run().steps_taken(), 1);
    assert_eq!(round.time(), 2 * SECOND);
}

#[test]
fn the_first_turn_starts_the_clock_of_a_conduit() {
    let mut shell = Shell::new(Screen::Conduit, "rogue/80x50#7", ConduitPlugin);
    shell.settle();
    // Away from the wellspring, which does not turn.
    shell.ask(FRAME, &ConduitAction::step(Dir::East));
    shell.ask(60 * SECOND, &ConduitAction::here(Command::Clockwise));
    assert_eq!(shell.get::<Session>().conduit().moves(), 1);
    shell.frame(SECOND);
    assert_eq!(shell.get::<Session>().played(), SECOND);
}

#[test]
fn a_rest_of_20_seconds_is_on_the_clock_of_a_conduit_and_restart_and_undo_gain_no_time() {
    let mut shell = Shell::new(Screen::Conduit, "rogue/80x50#7", ConduitPlugin);
    shell.settle();
    shell.ask(FRAME, &ConduitAction::here(Command::Clockwise));
    shell.frame(20 * SECOND);
    let played = |shell: &Shell| shell.get::<Session>().played();
    assert_eq!(played(&shell), 20 * SECOND);
    for action in [Move::Restart, Move::Undo, Move::Restart] {
        let before = played(&shell);
        shell.ask(SECOND, &ConduitAction::board(action));
        assert_eq!(played(&shell), before + SECOND, "{action:?}");
    }
}

/// Brings the window to the front, or puts another there.
fn focus(shell: &mut Shell, focused: bool) {
    let world = shell.app.world_mut();
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    windows.single_mut(world).unwrap().focused = focused;
}

/// Lets time pass with the window in front, behind others, on the title and in front again; what is
/// spent in front counts.
fn leave_and_return(shell: &mut Shell, screen: Screen) {
    shell.frame(SECOND);
    focus(shell, false);
    shell.frame(2 * SECOND);
    shell.frame(20 * SECOND);
    focus(shell, true);
    shell.frame(40 * SECOND);
    shell.ask(4 * SECOND, &CommonAction::Back);
    shell.frame(FRAME);
    shell.ask(80 * SECOND, &TitleAction::Open(screen));
    shell.frame(160 * SECOND);
    shell.frame(SECOND / 2);
}

#[test]
fn the_clock_of_a_conduit_stands_while_the_window_is_behind_others() {
    let mut shell = Shell::new(Screen::Conduit, "rogue/80x50#7", ConduitPlugin);
    shell.settle();
    shell.ask(FRAME, &ConduitAction::step(Dir::East));
    shell.ask(SECOND, &ConduitAction::here(Command::Clockwise));
    leave_and_return(&mut shell, Screen::Conduit);
    let played = shell.get::<Session>().played();
    assert_eq!(played, 15 * SECOND / 2);
    // To start anew and to take that back gains nothing.
    shell.ask(SECOND / 2, &ConduitAction::board(Move::Restart));
    shell.ask(FRAME, &ConduitAction::board(Move::Undo));
    assert_eq!(shell.get::<Session>().played(), 8 * SECOND + FRAME);
}

#[test]
fn the_clock_of_a_maze_stands_while_the_window_is_behind_others() {
    let mut shell = Shell::new(Screen::Maze, "maze-dfs/33x21#7", MazePlugin);
    shell.settle();
    let round = shell.get::<Play>().round().unwrap();
    let dir = round.run().clone().way_on().unwrap();
    shell.ask(SECOND, &MazeAction::Step(dir));
    leave_and_return(&mut shell, Screen::Maze);
    let round = shell.get::<Play>().round().unwrap();
    assert_eq!(round.run().steps_taken(), 1);
    assert_eq!(round.time(), 15 * SECOND / 2);
}

#[test]
fn a_double_click_on_descend_abandons_no_run() {
    let mut shell = Shell::new(Screen::Title, "rogue/80x50#7", PlayPlugin::default());
    shell.settle();
    let screen = |shell: &Shell| *shell.get::<State<Screen>>().get();
    shell.ask(FRAME, &TitleAction::Begin);
    shell.settle();
    shell.ask(FRAME, &PlayAction::Search);
    shell.ask(FRAME, &CommonAction::Back);
    shell.ask(FRAME, &MenuAction::Typed('s'));
    shell.settle();
    shell.ask(SECOND, &TitleAction::Begin);
    let begin_another = MenuAction::Cursor(Dir::South);
    for again in [
        &TitleAction::Begin as &dyn AnyAction,
        &begin_another,
        &MenuAction::Choose,
        &MenuAction::Choose,
    ] {
        shell.ask(SECOND / 10, again);
        shell.frame(FRAME);
        assert_eq!(screen(&shell), Screen::Title);
    }
    assert_eq!(shell.get::<Run>().game().turns(), 1);
    shell.ask(SECOND, &MenuAction::Choose);
    shell.settle();
    assert_eq!(screen(&shell), Screen::Play);
    assert_eq!(shell.get::<Run>().game().turns(), 0);
}

#[test]
fn a_click_of_150_milliseconds_is_one_step_in_a_maze() {
    let mut shell = Shell::new(Screen::Maze, "maze-dfs/33x21#7", MazePlugin);
    // A corridor of four cells; the walk begins on the right.
    let given = Maze::from_hex("BA8E\nFF7F\n").unwrap();
    shell.app.insert_resource(GivenMaze(Some(given)));
    shell.app.init_resource::<ButtonInput<MouseButton>>();
    shell.settle();
    let view = shell.get::<View>();
    let far = Maze::tile(Pos::new(0, 0));
    let cursor = (0..720)
        .flat_map(|y| (0..1280).map(move |x| Vec2::new(x as f32, y as f32)))
        .find(|at| view.tile_at(*at) == far)
        .expect("the tile is seen");
    let world = shell.app.world_mut();
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    let mut window = windows.single_mut(world).unwrap();
    window.set_cursor_position(Some(cursor));
    let button = |shell: &mut Shell, act: fn(&mut ButtonInput<MouseButton>)| {
        act(&mut shell.app.world_mut().resource_mut());
    };
    button(&mut shell, |buttons| buttons.press(MouseButton::Left));
    shell.frame(SECOND);
    button(&mut shell, ButtonInput::clear);
    for _ in 0..9 {
        shell.frame(FRAME);
    }
    button(&mut shell, |buttons| buttons.release(MouseButton::Left));
    shell.settle();
    let run = shell.get::<Play>().round().unwrap().run();
    assert_eq!((run.steps_taken(), run.at()), (1, Pos::new(2, 0)));
}

#[test]
fn neither_restart_nor_undo_takes_time_back() {
    let mut shell = Shell::new(Screen::Conduit, "rogue/80x50#7", ConduitPlugin);
    shell.settle();
    shell.ask(FRAME, &ConduitAction::step(Dir::East));
    shell.ask(FRAME, &ConduitAction::here(Command::Clockwise));
    shell.ask(SECOND, &ConduitAction::board(Move::Undo));
    shell.ask(SECOND, &ConduitAction::here(Command::Clockwise));
    shell.ask(SECOND, &ConduitAction::board(Move::Restart));
    shell.frame(SECOND);
    let session = shell.get::<Session>();
    assert_eq!((session.played(), session.moves()), (4 * SECOND, 2));

    let mut shell = Shell::new(Screen::Maze, "maze-dfs/33x21#7", MazePlugin);
    shell.settle();
    let dir = shell.get::<Play>().round().unwrap().run().way_on().unwrap();
    shell.ask(FRAME, &MazeAction::Step(dir));
    shell.ask(SECOND, &MazeAction::Restart);
    shell.ask(SECOND, &MazeAction::Step(dir));
    let round = shell.get::<Play>().round().unwrap();
    assert_eq!((round.time(), round.steps()), (2 * SECOND, 2));
    assert_eq!(round.run().steps_taken(), 1);
}
