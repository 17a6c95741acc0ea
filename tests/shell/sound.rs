//! The sounds of runs, boards, mazes and menus, without an audio device.

use crate::builder::{self, run};
use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::input::{ActionQueue, AnyAction, CommonAction, MenuAction};
use undercroft::app::screens::conduit::{BoardSession, ConduitAction};
use undercroft::app::screens::descend::DescendAction;
use undercroft::app::screens::maze::{self, MazeAction};
use undercroft::app::seed::Cosmetic;
use undercroft::app::sound::{Ground, Sound, SoundEvent};
use undercroft::conduit::{Command, Move};
use undercroft::game::content::{Content, Cue, FILES, Style};
use undercroft::geom::Dir;

fn app(first: Screen, seed: u64) -> App {
    let mut app = builder::app(first, &format!("rogue/80x50#{seed}"));
    app.update();
    app.update();
    app
}

/// Sends an action, runs a few frames, and returns their sounds.
fn ask(app: &mut App, action: impl AnyAction) -> Vec<Sound> {
    let mut queue = app.world_mut().resource_mut::<ActionQueue>();
    queue.push(&action);
    (0..4).flat_map(|_| frame(app)).collect()
}

fn frame(app: &mut App) -> Vec<Sound> {
    app.update();
    let mut events = app.world_mut().resource_mut::<Messages<SoundEvent>>();
    events.drain().map(|event| event.sound).collect()
}

#[test]
fn a_run_is_heard_with_each_step_on_its_ground() {
    let mut app = app(Screen::Descend, 7);
    let dirs = Dir::ALL.into_iter();
    let view = run(&app).game().view();
    let dir = dirs.clone().find(|dir| view.can_step(*dir)).unwrap();
    // The first level of this seed is caverns.
    let step = [Sound::Step(Ground::Earth)];
    assert_eq!(ask(&mut app, DescendAction::Step(dir)), step);
    assert_eq!(ask(&mut app, DescendAction::Wait), []);

    assert_eq!(ask(&mut app, DescendAction::Drop), [], "opens the pack");
    assert_eq!(
        ask(&mut app, MenuAction::Cursor(Dir::South)),
        [Sound::Choice]
    );
    assert_eq!(ask(&mut app, MenuAction::Choose), [Sound::Gear]);
    assert_eq!(ask(&mut app, DescendAction::PickUp), [Sound::Take]);
    assert_eq!(
        ask(&mut app, CommonAction::Help),
        [],
        "no sound is repeated"
    );
    assert_eq!(ask(&mut app, CommonAction::Help), []);
}

/// Explores and fights for some actions, or until less than `least` per cent of health are left, or who is in sight does not
/// come. Returns the sounds and the number of attacks.
fn fight(app: &mut App, turns: u32, least: i32) -> (Vec<Sound>, usize) {
    let mut heard = Vec::new();
    let (mut fights, mut quiet) = (0, 0);
    for _ in 0..turns {
        let game = run(app).game();
        let me = game.view().player().pos;
        let foe = game.view().nearest_enemy();
        let beside = foe.and_then(|foe| me.dir_to(foe));
        let action = match (beside, foe) {
            (Some(dir), _) => DescendAction::Step(dir),
            (None, Some(_)) => DescendAction::Wait,
            (None, None) => DescendAction::Explore,
        };
        fights += usize::from(beside.is_some());
        let sounds = ask(app, action);
        quiet = if sounds.is_empty() { quiet + 1 } else { 0 };
        heard.extend(sounds);
        let player = run(app).game().view().player();
        let is_weak = 100 * player.health < least * player.max_health;
        if is_weak || quiet > 20 || !run(app).is_playing() {
            break;
        }
    }
    (heard, fights)
}

#[test]
fn a_fight_is_heard() {
    let mut heard = Vec::new();
    let mut total = 0;
    let wanted = [
        Sound::Blow(Some(Style::Dagger)),
        Sound::Step(Ground::Stone),
        Sound::Step(Ground::Earth),
        Sound::Step(Ground::Water),
        Sound::Step(Ground::Wood),
        Sound::Hurt,
        Sound::Miss,
        Sound::Death,
        Sound::Take,
        Sound::Door,
    ];
    for seed in 1..=60 {
        let (sounds, fights) = fight(&mut app(Screen::Descend, seed), 400, 50);
        heard.extend(sounds);
        total += fights;
        if wanted.iter().all(|sound| heard.contains(sound)) {
            break;
        }
    }
    assert!(total > 0, "there was somebody to fight");
    for sound in wanted {
        assert!(heard.contains(&sound), "{sound:?} is never heard");
    }
    let mut cues: Vec<Cue> = Vec::new();
    for sound in &heard {
        match *sound {
            Sound::Alarm(cue) if !cues.contains(&cue) => cues.push(cue),
            _ => {}
        }
    }
    assert!(cues.len() > 1, "{cues:?}");
    assert!(
        !heard.contains(&Sound::Heartbeat),
        "no player was near death"
    );
}

#[test]
fn a_player_with_little_health_left_hears_a_heartbeat() {
    let rules = include_str!("../../core/assets/content/rules.ron");
    let weak = rules.replacen("health: 40,", "health: 8,", 1);
    assert_ne!(rules, weak);
    let files = FILES.map(|(name, text)| match name.contains("rules") {
        true => (name, weak.as_str()),
        false => (name, text),
    });
    let content = Content::read(files);
    let content: &'static Content = Box::leak(Box::new(content.unwrap()));
    let heard = (1..=6).any(|seed| {
        let code = format!("rogue/80x50#{seed}");
        let mut app = builder::app_with(Screen::Descend, &code, None, content);
        app.update();
        app.update();
        assert_eq!(run(&app).game().view().player().max_health, 8);
        fight(&mut app, 400, 0).0.contains(&Sound::Heartbeat)
    });
    assert!(heard);
}

#[test]
fn a_board_clicks_and_rings_when_it_is_solved() {
    let mut app = app(Screen::Conduit, 7);
    let turn = ConduitAction::here(Command::Clockwise);
    let undo = ConduitAction::board(Move::Undo);
    let mut heard = ask(&mut app, turn);
    if heard.is_empty() {
        // The wellspring was under the cursor, and it does not turn.
        ask(&mut app, ConduitAction::step(Dir::East));
        heard = ask(&mut app, turn);
    }
    assert_eq!(heard, [Sound::Turn]);
    assert_eq!(ask(&mut app, undo), [Sound::Turn]);
    assert_eq!(ask(&mut app, ConduitAction::step(Dir::East)), []);
    let is_won = |app: &App| app.world().resource::<BoardSession>().conduit().is_won();
    while !is_won(&app) {
        heard = ask(&mut app, ConduitAction::board(Move::Hint));
    }
    assert_eq!(heard, [Sound::Turn, Sound::Solved]);
    assert_eq!(ask(&mut app, ConduitAction::New), [], "untouched");
    let solve = ConduitAction::board(Move::Solve);
    assert_eq!(ask(&mut app, solve), [], "it asks first");
    assert_eq!(
        ask(&mut app, solve),
        [Sound::Turn],
        "not solved by the player"
    );
}

#[test]
fn the_goal_of_a_maze_is_heard_once() {
    let mut app = app(Screen::Maze, 7);
    for _ in 0..100 {
        frame(&mut app);
    }
    let round = app.world().resource::<maze::MazeSession>().round();
    let cells = round.run().clone().solve();
    let mut heard = Vec::new();
    for pair in cells.windows(2) {
        let dir = pair[0].dir_to(pair[1]).unwrap();
        heard.extend(ask(&mut app, MazeAction::Step(dir)));
    }
    assert_eq!(heard, [Sound::Goal]);
}

#[test]
fn the_title_has_sounds_and_without_a_speaker_they_use_no_randomness() {
    let mut app = app(Screen::Title, 7);
    let before = app.world().resource::<Cosmetic>().0.clone();
    let down = MenuAction::Cursor(Dir::South);
    assert_eq!(ask(&mut app, down), [Sound::Choice]);
    assert_eq!(app.world().resource::<Cosmetic>().0, before);
}
