//! Records, daily puzzles, packs, save slots and the pages of the title screen, without window and renderer. Each
//! test plays, then checks the title screen and the files.

mod daily;
mod ghost;
mod save;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::input::{ActionQueue, AnyAction, CommonAction, Layer, Layers, MenuAction};
use undercroft::app::platform::Clipboard;
use undercroft::app::platform::clock::Clock;
use undercroft::app::puzzle::End;
use undercroft::app::reward::{BestSolves, Game, Records};
use undercroft::app::screens::conduit::{BoardRequest, BoardSession, ConduitAction, entry};
use undercroft::app::screens::maze::{MazeAction, MazeSession};
use undercroft::app::screens::title::TitleAction;
use undercroft::app::ui::hud::Bar;
use undercroft::code::Target;
use undercroft::conduit::{Command, Conduit, Input, Move};
use undercroft::geom::{Dir, Pos};
use undercroft::mazerun::MazeRun;
use undercroft::pack::{self, Place};
use undercroft::profile::score::Lamp;

use crate::builder::{self, assert_told, notice, screen};

/// The game screens, with saves and records in a folder.
fn app(first: Screen, folder: &Path) -> App {
    let mut app = builder::app_on_disk(first, "rogue/80x50#7", Some(folder));
    for _ in 0..3 {
        app.update();
    }
    app
}

/// As [`app`], with an empty folder.
fn app_in_empty_folder(name: &str, first: Screen) -> (PathBuf, App) {
    let folder = builder::folder(&format!("reward-{name}"));
    let app = app(first, &folder);
    (folder, app)
}

/// The Conduit screen with an empty folder and the 5x5 board of seed 3.
fn app_on_board(name: &str) -> (PathBuf, App) {
    let (folder, mut app) = app_in_empty_folder(name, Screen::Conduit);
    open_board(&mut app, "board/5x5#3");
    (folder, app)
}

/// Queues an action and runs the frames that handle it.
fn act(app: &mut App, action: &dyn AnyAction) {
    app.world_mut().resource_mut::<ActionQueue>().push(action);
    for _ in 0..4 {
        app.update();
    }
}

/// Chooses lines by their letters, on a page of the title screen or in a menu.
fn choose(app: &mut App, letters: &str) {
    for letter in letters.chars() {
        act(app, &MenuAction::Typed(letter));
    }
}

/// Leaves the screen, and the run with its save.
fn return_to_title(app: &mut App) {
    act(app, &CommonAction::Back);
    if screen(app) == Screen::Descend {
        choose(app, "s");
    }
    assert_eq!(screen(app), Screen::Title);
}

fn end(app: &App) -> &End {
    app.world().resource()
}

fn records(app: &App) -> &Records {
    app.world().resource()
}

fn conduit(app: &App) -> &Conduit {
    app.world().resource::<BoardSession>().conduit()
}

fn maze_run(app: &App) -> &MazeRun {
    app.world().resource::<MazeSession>().round().run()
}

fn clipboard_text(app: &mut App) -> String {
    let mut clipboard = app.world_mut().resource_mut::<Clipboard>();
    clipboard.paste();
    clipboard.pasted().unwrap().unwrap()
}

fn board_move(app: &mut App, action: Move) {
    act(app, &ConduitAction::board(action));
    // What costs something is asked for twice.
    if matches!(action, Move::Solve | Move::Hint) {
        act(app, &ConduitAction::board(action));
    }
}

/// Turns a tile of the board clockwise.
fn turn_tile(app: &mut App, at: Pos) {
    act(app, &ConduitAction::Do(Input::At(at, Command::Clockwise)));
}

/// The fewest turns that solve the board, in order; found with hints on a copy of it.
fn solution(app: &App) -> Vec<ConduitAction> {
    let mut copy = conduit(app).clone();
    let mut turns = Vec::new();
    while let Some(hint) = copy.find_hint() {
        let (command, action) = match hint.from.quarters_to(hint.to) {
            Some(3) => (Command::CounterClockwise, Move::CounterClockwise(hint.at)),
            _ => (Command::Clockwise, Move::Clockwise(hint.at)),
        };
        copy.apply(action, &mut Vec::new()).unwrap();
        turns.push(ConduitAction::Do(Input::At(hint.at, command)));
    }
    turns
}

/// Solves the board without help.
fn solve(app: &mut App) {
    for turn in solution(app) {
        act(app, &turn);
    }
    assert!(conduit(app).is_won());
}

/// Walks to the goal of the maze.
fn walk_to_goal(app: &mut App) {
    while let Some(dir) = maze_run(app).next_step() {
        let steps = maze_run(app).steps_taken();
        app.world_mut()
            .resource_mut::<ActionQueue>()
            .push(&MazeAction::Step(dir));
        app.update();
        app.update();
        assert_eq!(maze_run(app).steps_taken(), steps + 1);
    }
}

fn open_board(app: &mut App, code: &str) {
    let order = *app.world().resource::<BoardSession>().order();
    let wanted = entry::board_of(&order, Target::read(code, undercroft::known())).unwrap();
    app.world_mut().write_message::<BoardRequest>(wanted);
    for _ in 0..3 {
        app.update();
    }
}

#[test]
fn a_board_solved_without_help_sets_a_record_that_outlives_the_program() {
    let (folder, mut app) = app_on_board("records");
    let moves = solution(&app).len() as u32;
    solve(&mut app);
    let told = end(&app).clone();
    assert_eq!(
        (told.heading.as_str(), told.stars),
        ("Board solved", "\u{2605}\u{2605}\u{2605}")
    );
    assert!(told.result.contains(" moves, the fewest possible, in "));
    assert!(told.verdict.ends_with(" Your first of this kind."));
    assert_eq!(notice(&app), "", "the box says it");
    let scores = |app: &App| records(app).scores(Game::Conduit, "5x5 easy").unwrap();
    assert_eq!(conduit(&app).fewest_moves(), moves, "all were needed");
    let best = scores(&app).best().unwrap();
    assert!(best.is_perfect());
    // Solving the same board again sets no record.
    board_move(&mut app, Move::Undo);
    let last = solution(&app)[0];
    act(&mut app, &last);
    assert!(end(&app).verdict.ends_with("so it does not count again."));
    assert_eq!(scores(&app).count(), 1);
    assert_eq!(records(&app).streak(Game::Conduit), (1, 1));
    builder::settle_disk(&app);
    drop(app);
    let again = self::app(Screen::Title, &folder);
    assert_eq!(scores(&again).best(), Some(best));
}

#[test]
fn a_board_solved_with_help_is_of_another_kind_even_if_the_help_is_undone() {
    let (_, mut app) = app_on_board("help");
    act(&mut app, &ConduitAction::board(Move::Hint));
    assert_told(&app, "counts only among those with hints");
    assert_eq!(conduit(&app).history(), (0, 0));
    // Anything else in between takes the question back.
    act(&mut app, &ConduitAction::step(Dir::North));
    board_move(&mut app, Move::Hint);
    act(&mut app, &ConduitAction::board(Move::Hint));
    assert_eq!(conduit(&app).history(), (1, 0));
    board_move(&mut app, Move::Undo);
    solve(&mut app);
    assert!(end(&app).result.ends_with(", with hints"));
    assert_eq!(end(&app).stars, "\u{2605}\u{2606}\u{2606}");
    open_board(&mut app, "board/5x5#4");
    board_move(&mut app, Move::Solve);
    assert_eq!(end(&app).heading, "Solution shown");
    // Opening the board again does not make it count.
    open_board(&mut app, "board/5x5#4");
    solve(&mut app);
    let kinds = records(&app).all_scores(Game::Conduit);
    let kinds: Vec<&str> = kinds.map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["5x5 easy, with hints"]);
    assert_eq!(records(&app).streak(Game::Conduit), (0, 0));
}

#[test]
fn neither_undo_nor_restart_nor_reopening_the_board_takes_moves_back() {
    let (_, mut app) = app_on_board("moves");
    let fewest = solution(&app).len() as u32;
    let moves = |app: &App| app.world().resource::<BoardSession>().moves();
    for _ in 0..3 {
        turn_tile(&mut app, Pos::new(0, 0));
    }
    board_move(&mut app, Move::Undo);
    board_move(&mut app, Move::Restart);
    assert_eq!((conduit(&app).moves(), moves(&app)), (0, 3));
    open_board(&mut app, "board/5x5#4");
    assert_eq!(moves(&app), 0);
    open_board(&mut app, "board/5x5#3");
    assert_eq!(moves(&app), 3);
    solve(&mut app);
    assert_eq!(moves(&app), 3 + fewest);
    assert!(end(&app).result.contains(" moves, 3 more than needed, in "));
}

#[test]
fn a_solved_board_begins_again_with_nothing_spent_and_goes_on_by_what_turns_a_tile() {
    let (_, mut app) = app_on_board("again");
    let began = Instant::now();
    app.insert_resource(Clock::At(began));
    for _ in 0..4 {
        turn_tile(&mut app, Pos::new(0, 0));
    }
    solve(&mut app);
    assert!(end(&app).result.contains(" 4 more than needed"));
    let start = conduit(&app).puzzle().start().clone();
    // The second half of a double click does not leave the solved board.
    turn_tile(&mut app, Pos::new(0, 0));
    assert!(conduit(&app).is_won());
    board_move(&mut app, Move::Restart);
    assert_eq!(conduit(&app).board(), &start);
    assert_eq!(end(&app), &End::default());
    assert_eq!(app.world().resource::<BoardSession>().moves(), 0);
    solve(&mut app);
    assert!(end(&app).result.contains("the fewest possible"));
    assert!(end(&app).next.contains("the next board"));
    app.insert_resource(Clock::At(began + Duration::from_secs(1)));
    turn_tile(&mut app, Pos::new(0, 0));
    assert_ne!(conduit(&app).puzzle().start(), &start);
}

#[test]
fn a_damaged_records_file_is_reported_and_kept() {
    let folder = builder::folder("reward-damaged");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("records.save"), "a shopping list").unwrap();
    let app = app(Screen::Title, &folder);
    assert_told(&app, "records-unreadable-1.save");
    let kept = fs::read_to_string(folder.join("records-unreadable-1.save")).unwrap();
    assert_eq!(kept, "a shopping list");
    assert_eq!(records(&app), &Records::default());
}

#[test]
fn a_pack_is_played_in_order_and_each_board_lights_its_lamp() {
    let (_, mut app) = app_in_empty_folder("pack", Screen::Title);
    act(&mut app, &TitleAction::Packs);
    choose(&mut app, "a");
    // The selection starts on the first board whose lamp is not lit.
    act(&mut app, &MenuAction::Choose);
    assert_eq!(screen(&app), Screen::Conduit);
    let start = |place| pack::board(place).unwrap().start().clone();
    let place = |number| Place { pack: 0, number };
    assert_eq!(conduit(&app).puzzle().start(), &start(place(0)));
    let bar_shows = |app: &App, name: &str| {
        let facts = &app.world().resource::<Bar>().facts;
        facts.iter().any(|(_, fact)| fact == name)
    };
    assert!(bar_shows(&app, "Springs 1 of 30"));
    solve(&mut app);
    assert_eq!(records(&app).lamp(Game::Conduit, place(0)), Lamp::Star);
    act(&mut app, &ConduitAction::New);
    assert_eq!(conduit(&app).puzzle().start(), &start(place(1)));
    board_move(&mut app, Move::Solve);
    assert_eq!(
        records(&app).lamp(Game::Conduit, place(1)),
        Lamp::Dark,
        "it was shown"
    );
    // Back leads to the pack again.
    return_to_title(&mut app);
    act(&mut app, &MenuAction::Cursor(Dir::South));
    act(&mut app, &MenuAction::Choose);
    assert_eq!(
        conduit(&app).puzzle().start(),
        &start(place(7)),
        "below the second"
    );
    return_to_title(&mut app);
    for _ in 0..2 {
        assert!(app.world().resource::<Layers>().is_open(Layer::Menu));
        act(&mut app, &CommonAction::Back);
    }
    assert!(!app.world().resource::<Layers>().is_open(Layer::Menu));
    // The main page selects the line that led on.
    for _ in 0..3 {
        act(&mut app, &MenuAction::Choose);
    }
    assert_eq!(screen(&app), Screen::Conduit);
    assert!(bar_shows(&app, "Springs 2 of 30"));
}

#[test]
fn a_maze_of_a_pack_leads_to_the_next_and_lights_its_lamp() {
    let (_, mut app) = app_in_empty_folder("pack-maze", Screen::Title);
    act(&mut app, &TitleAction::Packs);
    choose(&mut app, "f");
    act(&mut app, &MenuAction::Choose);
    let place = |number| Place { pack: 0, number };
    let maze = |place| pack::maze(place).unwrap().maze().clone();
    assert_eq!(maze_run(&app).maze(), &maze(place(0)));
    walk_to_goal(&mut app);
    assert_eq!(records(&app).lamp(Game::Maze, place(0)), Lamp::Star);
    act(&mut app, &MazeAction::Skip);
    assert_eq!(maze_run(&app).maze(), &maze(place(1)));
}

#[test]
fn undo_returns_to_an_unfinished_maze_even_after_the_program_was_closed() {
    let (folder, mut app) = app_in_empty_folder("undo", Screen::Maze);
    let first = maze_run(&app).leg().clone();
    let dir = maze_run(&app).next_step().unwrap();
    act(&mut app, &MazeAction::Step(dir));
    act(&mut app, &MazeAction::Another);
    assert_ne!(maze_run(&app).leg(), &first);
    assert_told(&app, "Press u to go back");
    act(&mut app, &MazeAction::Undo);
    assert_eq!(
        (maze_run(&app).leg(), maze_run(&app).steps_taken()),
        (&first, 1)
    );
    act(&mut app, &MazeAction::Skip);
    let other = maze_run(&app).leg().clone();
    let dir = maze_run(&app).next_step().unwrap();
    act(&mut app, &MazeAction::Step(dir));
    // Another seed starts another series of mazes.
    return_to_title(&mut app);
    act(&mut app, &TitleAction::NewSeed);
    act(&mut app, &TitleAction::Open(Screen::Maze));
    builder::settle_disk(&app);
    drop(app);
    let mut app = self::app(Screen::Maze, &folder);
    for (action, leg, steps) in [
        (MazeAction::Undo, &first, 2),
        (MazeAction::Undo, &first, 2),
        (MazeAction::Redo, &other, 1),
    ] {
        act(&mut app, &action);
        assert_eq!(
            (maze_run(&app).leg(), maze_run(&app).steps_taken()),
            (leg, steps)
        );
    }
}

#[test]
fn escape_on_the_title_closes_its_pages_and_asks_before_the_program_ends() {
    let (_, mut app) = app_in_empty_folder("leave", Screen::Title);
    act(&mut app, &TitleAction::Packs);
    choose(&mut app, "b");
    let offers_seed = |app: &App| {
        let hints = app.world().resource::<Bar>().hints;
        hints.iter().any(|(_, label)| *label == "another seed")
    };
    assert!(!offers_seed(&app), "on a page, letters choose lines");
    for open in [true, false, true, false] {
        act(&mut app, &CommonAction::Back);
        assert_eq!(app.world().resource::<Layers>().has_list(), open);
        assert_eq!(offers_seed(&app), !open);
        assert_eq!(builder::exit(&app), None);
    }
    act(&mut app, &CommonAction::Back);
    act(&mut app, &MenuAction::Answer(false));
    assert_eq!(builder::exit(&app), None);
    act(&mut app, &CommonAction::Back);
    act(&mut app, &MenuAction::Answer(true));
    assert_eq!(builder::exit(&app), Some(AppExit::Success));
}

#[test]
fn a_result_that_was_finished_before_a_kill_and_not_counted_is_counted_once_at_the_next_start() {
    let counted = |app: &App, game| (records(app).done_alone(game), records(app).streak(game).0);
    let (folder, mut app) = app_on_board("uncounted");
    solve(&mut app);
    // Undo leads back to this one.
    act(&mut app, &ConduitAction::New);
    solve(&mut app);
    return_to_title(&mut app);
    act(&mut app, &TitleAction::Packs);
    choose(&mut app, "f");
    act(&mut app, &MenuAction::Choose);
    walk_to_goal(&mut app);
    let best = records(&app).clone();
    builder::settle_disk(&app);
    drop(app);
    let path = folder.join("records.save");
    for kill in 0..2 {
        for name in [
            "records.save",
            "records.save.bak",
            "solves.save",
            "solves.save.bak",
        ] {
            let _ = fs::remove_file(folder.join(name));
        }
        let app = self::app(Screen::Title, &folder);
        assert_eq!(counted(&app, Game::Conduit), (2, 2), "{kill}");
        assert_eq!(counted(&app, Game::Maze), (1, 1), "{kill}");
        builder::settle_disk(&app);
        assert!(path.exists(), "{kill}");
        drop(app);
        let again = self::app(Screen::Title, &folder);
        assert_eq!(counted(&again, Game::Conduit), (2, 2), "{kill}");
        assert_eq!(notice(&again), "", "nothing is new");
        if kill == 0 {
            assert_eq!(*records(&again), best);
            // What follows a maze of a pack is the next of the pack.
            let second = pack::maze(Place { pack: 0, number: 1 }).unwrap();
            assert_eq!(maze_run(&again).maze(), second.maze());
        }
    }
}

#[test]
fn a_result_counts_if_the_next_board_or_maze_is_asked_for_in_the_same_frame() {
    let in_one_frame = |app: &mut App, actions: [&dyn AnyAction; 2]| {
        let mut queue = app.world_mut().resource_mut::<ActionQueue>();
        for action in actions {
            queue.push(action);
        }
        app.update();
    };
    let (_, mut app) = app_on_board("one-frame");
    let turns = solution(&app);
    let (last, before) = turns.split_last().unwrap();
    for turn in before {
        act(&mut app, turn);
    }
    let start = conduit(&app).puzzle().start().clone();
    in_one_frame(&mut app, [last, &ConduitAction::New]);
    assert_ne!(conduit(&app).puzzle().start(), &start);
    let scores = records(&app).scores(Game::Conduit, "5x5 easy");
    assert_eq!(scores.map(|scores| scores.count()), Some(1));
    let solves = app.world().resource::<BestSolves>().0.newest();
    assert_eq!(
        solves[0].2.name, "board/5x5#3",
        "of the board that was solved"
    );
    board_move(&mut app, Move::Undo);
    assert!(conduit(&app).is_won(), "undo leads back to it");

    let (_, mut app) = app_in_empty_folder("one-frame-maze", Screen::Maze);
    while maze_run(&app).path().count() > 1 {
        let dir = maze_run(&app).next_step().unwrap();
        act(&mut app, &MazeAction::Step(dir));
    }
    let step = MazeAction::Step(maze_run(&app).next_step().unwrap());
    in_one_frame(&mut app, [&step, &MazeAction::Skip]);
    assert_eq!(maze_run(&app).leg().number(), 1);
    let scores = records(&app).scores(Game::Maze, "16x10 maze-dfs");
    assert_eq!(scores.map(|scores| scores.count()), Some(1));
}
