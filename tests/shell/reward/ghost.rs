//! Recorded solves: they are kept, shared in a line, pasted, and walk along.

use undercroft::app::Begin;
use undercroft::app::glyph::GlyphSprite;
use undercroft::app::platform::today;
use undercroft::app::puzzle::Round;
use undercroft::app::reward::BestSolves;
use undercroft::app::screens::conduit::BoardLayout;
use undercroft::app::screens::maze::GhostWalker;
use undercroft::app::screens::replays::{ReplayAction, ReplayList, ReplayListAction};
use undercroft::app::ui::timeline::{Sought, Timeline};
use undercroft::maze::Maze;

use super::*;

/// Where the faded walker is shown.
fn ghost_tile(app: &mut App) -> Option<Vec2> {
    app.update();
    let mut walkers = app
        .world_mut()
        .query_filtered::<(&GlyphSprite, &Visibility), With<GhostWalker>>();
    let (sprite, visibility) = walkers.single(app.world()).unwrap();
    (*visibility != Visibility::Hidden).then_some(sprite.at)
}

fn tile(cell: Pos) -> Vec2 {
    let Pos { x, y } = Maze::tile(cell);
    Vec2::new(x as f32, y as f32)
}

fn play(app: &App) -> &MazeSession {
    app.world().resource()
}

fn fact<'a>(app: &'a App, name: &str) -> Option<&'a str> {
    let facts = &app.world().resource::<Bar>().facts;
    let fact = facts.iter().find(|(known, _)| *known == name);
    fact.map(|(_, value)| value.as_str())
}

fn copy(app: &mut App, text: &str) {
    let mut clipboard = app.world_mut().resource_mut::<Clipboard>();
    clipboard.copy(text).unwrap();
}

/// The line that shares the result of the maze of the day, walked to the goal.
fn shared_maze(name: &str) -> (PathBuf, App, String) {
    let (folder, mut app) = app_in_empty_folder(name, Screen::Title);
    act(&mut app, &TitleAction::Dailies);
    choose(&mut app, "m");
    walk_to_goal(&mut app);
    act(&mut app, &MazeAction::Share);
    let line = clipboard_text(&mut app);
    (folder, app, line)
}

#[test]
fn a_friends_walk_that_is_pasted_with_a_result_goes_along_by_the_clock() {
    let (_, first, line) = shared_maze("ghost-shared");
    let steps = maze_run(&first).steps().to_vec();
    let (start, goal) = (maze_run(&first).ends().start, maze_run(&first).ends().goal);
    drop(first);
    assert!(line.contains(&format!("daily-maze/{}@", today())), "{line}");

    let (_, mut app) = app_in_empty_folder("ghost-raced", Screen::Maze);
    assert!(play(&app).ghost().is_none());
    copy(&mut app, &line);
    act(&mut app, &CommonAction::Paste);
    assert_eq!(play(&app).day(), Some(today()));
    assert_eq!(play(&app).ghost().expect("the friend's").name(), "friend");
    assert!(fact(&app, "friend").is_some());
    assert!(ghost_tile(&mut app).is_some());
    builder::wait_until(&mut app, |app| {
        play(app)
            .ghost()
            .is_some_and(|ghost| ghost.round().is_finished())
    });
    let walked = play(&app).ghost().unwrap().round().run().steps().to_vec();
    assert_eq!(walked, steps);
    assert_eq!(ghost_tile(&mut app), Some(tile(goal)));
    assert_eq!(fact(&app, "friend"), Some(steps.len().to_string().as_str()));
    // The walker has not moved, and nothing of it counts.
    assert_eq!(maze_run(&app).at(), start);
    act(&mut app, &MazeAction::Ghost);
    assert_eq!(ghost_tile(&mut app), None);
    assert_eq!(fact(&app, "friend"), None);
    act(&mut app, &MazeAction::Ghost);
    assert_eq!(ghost_tile(&mut app), Some(tile(goal)));
    act(&mut app, &MazeAction::Another);
    assert_eq!(ghost_tile(&mut app), None, "it was of another maze");

    let word = line.rsplit('@').next().unwrap();
    for (wrong, told) in [
        (
            line[..line.len() - 9].to_owned(),
            "Not pasted: the recorded solve is damaged",
        ),
        (
            format!("daily-maze/2026-11-02@{word}"),
            "Not pasted: the recorded solve is of another round",
        ),
        (
            format!("daily-maze/{}@a.b", today()),
            "after the \"@\" of a daily board or maze stands a recorded solve",
        ),
        (
            format!("daily-board/{}@{word}", today()),
            "this is a daily board",
        ),
    ] {
        copy(&mut app, &wrong);
        act(&mut app, &CommonAction::Paste);
        assert_told(&app, told);
    }
}

#[test]
fn ones_best_walk_goes_along_when_the_maze_is_begun_again_even_after_the_program_was_closed() {
    let (folder, mut app, _) = shared_maze("ghost-best");
    assert_eq!(app.world().resource::<BestSolves>().0.newest().len(), 1);
    assert!(play(&app).ghost().is_none(), "there was none before");
    builder::settle_disk(&app);
    let check = |app: &mut App| {
        act(app, &MazeAction::Restart);
        app.update();
        assert_eq!(play(app).ghost().expect("one's own").name(), "best");
        builder::wait_until(app, |app| {
            play(app)
                .ghost()
                .is_some_and(|ghost| ghost.round().is_finished())
        });
        assert!(ghost_tile(app).is_some());
    };
    check(&mut app);
    drop(app);
    let mut app = self::app(Screen::Title, &folder);
    act(&mut app, &TitleAction::Dailies);
    choose(&mut app, "m");
    check(&mut app);
}

#[test]
fn the_progress_of_ones_best_solve_stands_beside_that_of_the_board() {
    let (_, mut app) = app_on_board("ghost-board");
    solve(&mut app);
    let all = conduit(&app).progress().1;
    assert_eq!(fact(&app, "best"), None);
    act(&mut app, &ConduitAction::board(Move::Restart));
    app.update();
    builder::wait_until(&mut app, |app| {
        fact(app, "best") == Some(format!("{all}/{all}").as_str())
    });
    assert!(!conduit(&app).is_won());
    act(&mut app, &ConduitAction::Ghost);
    app.update();
    assert_eq!(fact(&app, "best"), None);
}

/// The facts of the bar while a solve is watched: the moves made, and of how many.
fn watched_moves(app: &App) -> (usize, usize) {
    let (made, all) = fact(app, "moves").unwrap().split_once(" of ").unwrap();
    (made.parse().unwrap(), all.parse().unwrap())
}

#[test]
fn a_walk_is_watched_plays_and_seeks_and_leaves_the_players_own_maze_as_it_was() {
    let (folder, mut app, _) = shared_maze("ghost-watched");
    let (start, goal) = (maze_run(&app).ends().start, maze_run(&app).ends().goal);
    let steps = maze_run(&app).steps().len();
    act(&mut app, &MazeAction::Watch);
    let layers = app.world().resource::<Layers>();
    assert!(layers.is_open(Layer::Playback));
    builder::wait_until(&mut app, |app| fact(app, "") == Some("at the end"));
    assert_eq!(watched_moves(&app), (steps, steps));
    assert_eq!(maze_run(&app).at(), goal);
    for (action, made) in [
        (ReplayAction::GoToStart, 0),
        (ReplayAction::StepForward, 1),
        (ReplayAction::StepForward, 2),
        (ReplayAction::StepBack, 1),
        (ReplayAction::JumpForward, steps.min(101)),
        (ReplayAction::GoToEnd, steps),
        (ReplayAction::JumpBack, steps.saturating_sub(100)),
        (ReplayAction::GoToStart, 0),
    ] {
        act(&mut app, &action);
        assert_eq!(watched_moves(&app), (made, steps), "{action:?}");
        assert_eq!(maze_run(&app).steps_taken() as usize, made);
    }
    assert_eq!(maze_run(&app).at(), start);
    // What the keys of the maze would do is not done, and nothing of it is saved or counted.
    let dir = maze_run(&app).next_step().unwrap();
    act(&mut app, &MazeAction::Step(dir));
    assert_eq!(maze_run(&app).at(), start);
    assert_eq!(end(&app), &End::default());
    act(&mut app, &CommonAction::Back);
    assert_eq!(screen(&app), Screen::Maze);
    assert_eq!(maze_run(&app).at(), goal, "the player's own maze waited");
    assert!(!end(&app).heading.is_empty());
    assert_eq!(records(&app).all_scores(Game::Maze).count(), 1);

    // A save in the middle of it has the player's own maze.
    act(&mut app, &MazeAction::Watch);
    act(&mut app, &ReplayAction::GoToStart);
    return_to_title_from_watch(&mut app);
    builder::settle_disk(&app);
    drop(app);
    let app = self::app(Screen::Maze, &folder);
    assert_eq!(play(&app).shelf().rounds().count(), 0);
}

/// Back ends the playback first.
fn return_to_title_from_watch(app: &mut App) {
    act(app, &CommonAction::Back);
    return_to_title(app);
}

#[test]
fn a_press_on_the_timeline_seeks_in_a_walk_as_it_does_in_a_run() {
    let (_, mut app, _) = shared_maze("ghost-timeline");
    let steps = maze_run(&app).steps().len();
    assert_eq!(*app.world().resource::<Timeline>(), Timeline::default());
    act(&mut app, &MazeAction::Watch);
    let (_, length) = app.world().resource::<Timeline>().shown;
    assert!(length > 0.0);
    let mut made_at = Vec::new();
    for share in [1.0, 0.5, 0.0, 0.75] {
        app.world_mut().write_message(Sought(share));
        app.update();
        app.update();
        let timeline = app.world().resource::<Timeline>();
        let (at, length) = timeline.shown;
        assert!((at - share * length).abs() < 0.01, "{share}: {timeline:?}");
        assert!(!timeline.is_playing);
        let made = watched_moves(&app).0;
        assert_eq!(maze_run(&app).steps_taken() as usize, made);
        made_at.push(made);
    }
    assert_eq!((made_at[0], made_at[2]), (steps, 0));
    assert!(made_at[1] <= made_at[3] && made_at[3] <= steps);
    act(&mut app, &CommonAction::Back);
    assert_eq!(*app.world().resource::<Timeline>(), Timeline::default());
}

#[test]
fn a_board_is_watched_only_after_it_was_solved_and_its_keys_are_those_of_the_replays() {
    let (_, mut app) = app_on_board("ghost-board-watched");
    act(&mut app, &ConduitAction::Watch);
    assert_told(&app, "once you have solved this yourself");
    solve(&mut app);
    let moves = conduit(&app).moves();
    act(&mut app, &ConduitAction::Watch);
    act(&mut app, &ReplayAction::GoToStart);
    assert_eq!(conduit(&app).moves(), 0);
    let hints = app.world().resource::<Bar>().hints;
    assert!(hints.iter().any(|(_, word)| *word == "play, pause"));
    turn_tile(&mut app, Pos::new(0, 0));
    assert_eq!(conduit(&app).moves(), 0, "a click turns nothing");
    act(&mut app, &ReplayAction::GoToEnd);
    assert!(conduit(&app).is_won());
    act(&mut app, &CommonAction::Back);
    assert_eq!(
        (conduit(&app).moves(), conduit(&app).is_won()),
        (moves, true)
    );
    // Another board ends it, too.
    act(&mut app, &ConduitAction::Watch);
    open_board(&mut app, "board/5x5#4");
    assert!(app.world().resource::<BoardSession>().watched().is_none());
}

#[test]
fn the_zoom_of_a_watched_board_stays_wherever_one_goes_in_it() {
    let (_, mut app) = app_on_board("ghost-board-zoomed");
    open_board(&mut app, "board/21x15#4");
    solve(&mut app);
    act(&mut app, &ConduitAction::Watch);
    let side = |app: &App| app.world().resource::<BoardLayout>().side;
    let whole = side(&app);
    for _ in 0..3 {
        act(&mut app, &CommonAction::ZoomIn);
    }
    let zoomed = side(&app);
    assert!(zoomed > whole, "{whole}");
    for action in [
        ReplayAction::GoToStart,
        ReplayAction::StepForward,
        ReplayAction::StepBack,
    ] {
        act(&mut app, &action);
        assert_eq!(side(&app), zoomed, "{action:?}");
    }
}

/// The list of replays shows a picture of so many pixels of the newest of these solves.
fn assert_pictured(solves: &BestSolves, size: UVec2) {
    let mut app = builder::panelled(Screen::Replays, Begin::Last);
    app.insert_resource(BestSolves(solves.0.clone()));
    builder::wait_until(&mut app, |app| {
        let mut images = app.world().resource::<Assets<Image>>().iter();
        images.any(|(_, image)| image.size() == size)
    });
}

#[test]
fn solves_are_in_the_list_of_replays_and_watched_and_deleted_from_there() {
    let (_, mut app, _) = shared_maze("ghost-listed");
    for _ in 0..2 {
        act(&mut app, &CommonAction::Back);
    }
    act(&mut app, &TitleAction::Open(Screen::Replays));
    assert_eq!(app.world().resource::<ReplayList>().count(), 1);
    act(&mut app, &MenuAction::Choose);
    assert_eq!(screen(&app), Screen::Maze);
    let steps = maze_run(&app).ends().steps as usize;
    assert_eq!(watched_moves(&app).1, steps);
    let size = maze_run(&app).maze().size();
    let solves = app.world().resource();
    assert_pictured(solves, UVec2::new(size.width, size.height) * 2 + 1);
    act(&mut app, &ReplayAction::GoToEnd);
    act(&mut app, &CommonAction::Back);
    assert_eq!(screen(&app), Screen::Replays);
    assert!(play(&app).watched().is_none());
    act(&mut app, &ReplayListAction::Delete);
    act(&mut app, &MenuAction::Answer(true));
    assert_eq!(app.world().resource::<ReplayList>().count(), 0);
    assert_eq!(app.world().resource::<BestSolves>().0.newest().len(), 0);
}
