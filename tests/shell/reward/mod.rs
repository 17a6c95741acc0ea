//! Records, dailies, packs, slots of runs and the pages of the title, without window and renderer:
//! what is played goes in, what was achieved comes out of the title and the disk.

mod daily;
mod save;

use std::fs;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::input::{ActionQueue, AnyAction, CommonAction, Layer, Layers, MenuAction};
use undercroft::app::platform::Clipboard;
use undercroft::app::reward::{Game, Records, RewardPlugin};
use undercroft::app::screens::conduit::{
    BoardRequest, ConduitAction, ConduitPlugin, Session, entry,
};
use undercroft::app::screens::descend::PlayPlugin;
use undercroft::app::screens::maze::{MazeAction, MazePlugin, Play};
use undercroft::app::screens::title::TitleAction;
use undercroft::app::ui::hud::Bar;
use undercroft::conduit::{Command, Conduit, Input, Move};
use undercroft::geom::{Dir, Pos};
use undercroft::mazerun::MazeRun;
use undercroft::pack::{self, Place};

use crate::builder::{self, assert_told, notice, screen};

/// The screens that are played, with what they keep in a folder.
fn app(first: Screen, folder: &Path) -> App {
    let tested = (
        builder::data_folder_plugin(folder),
        RewardPlugin,
        PlayPlugin {
            data: Some(folder.to_owned()),
        },
        ConduitPlugin,
        MazePlugin,
    );
    let mut app = builder::app(first, "rogue/80x50#7", tested);
    for _ in 0..3 {
        app.update();
    }
    app
}

/// As [`app`], with an empty folder.
fn opened(name: &str, first: Screen) -> (PathBuf, App) {
    let folder = builder::folder(&format!("reward-{name}"));
    let app = app(first, &folder);
    (folder, app)
}

/// The Conduit screen with an empty folder and the small board of seed 3.
fn on_board(name: &str) -> (PathBuf, App) {
    let (folder, mut app) = opened(name, Screen::Conduit);
    small_board(&mut app, "board/5x5#3");
    (folder, app)
}

fn ask(app: &mut App, action: &dyn AnyAction) {
    app.world_mut().resource_mut::<ActionQueue>().push(action);
    for _ in 0..4 {
        app.update();
    }
}

/// Types letters on a page of the title.
fn choose(app: &mut App, letters: &str) {
    for letter in letters.chars() {
        ask(app, &MenuAction::Typed(letter));
    }
}

fn to_title(app: &mut App) {
    ask(app, &CommonAction::Back);
    if screen(app) == Screen::Play {
        choose(app, "s");
    }
    assert_eq!(screen(app), Screen::Title);
}

fn records(app: &App) -> &Records {
    app.world().resource()
}

fn conduit(app: &App) -> &Conduit {
    app.world().resource::<Session>().conduit()
}

fn walk(app: &App) -> &MazeRun {
    app.world().resource::<Play>().round().unwrap().run()
}

fn copied(app: &mut App) -> String {
    let mut clipboard = app.world_mut().resource_mut::<Clipboard>();
    clipboard.paste();
    clipboard.pasted().unwrap().unwrap()
}

fn board_move(app: &mut App, action: Move) {
    ask(app, &ConduitAction::board(action));
}

fn turn(app: &mut App, at: Pos) {
    ask(app, &ConduitAction::Do(Input::At(at, Command::Clockwise)));
}

/// The quarter turns that solve the board, found on a copy of it.
fn turns(app: &App) -> Vec<Pos> {
    let mut copy = conduit(app).clone();
    let mut turns = Vec::new();
    while let Some(hint) = copy.find_hint() {
        copy.apply(Move::Clockwise(hint.at), &mut Vec::new())
            .unwrap();
        turns.push(hint.at);
    }
    turns
}

/// Solves the board by turns alone.
fn solve(app: &mut App) {
    for at in turns(app) {
        turn(app, at);
    }
    assert!(conduit(app).is_won());
}

/// Walks to the goal, and no farther.
fn walk_to_goal(app: &mut App) {
    while let Some(dir) = walk(app).way_on() {
        let steps = walk(app).steps_taken();
        app.world_mut()
            .resource_mut::<ActionQueue>()
            .push(&MazeAction::Step(dir));
        app.update();
        app.update();
        assert_eq!(walk(app).steps_taken(), steps + 1);
    }
}

fn small_board(app: &mut App, code: &str) {
    let order = *app.world().resource::<Session>().config();
    let wanted = entry::parse_seed(&order, code).unwrap();
    app.world_mut().write_message::<BoardRequest>(wanted);
    for _ in 0..3 {
        app.update();
    }
}

#[test]
fn a_board_solved_without_help_sets_a_record_that_outlives_the_program() {
    let (folder, mut app) = on_board("records");
    let moves = turns(&app).len() as u32;
    solve(&mut app);
    assert_told(&app, "Solved: ");
    assert_told(&app, " Your first of this kind.");
    let kind = "5x5 easy";
    assert_eq!(
        records(&app).best(Game::Conduit, kind).unwrap().moves,
        moves
    );
    // The same board from its start teaches nothing new.
    board_move(&mut app, Move::Undo);
    let last = turns(&app)[0];
    turn(&mut app, last);
    assert!(!notice(&app).contains("record") && !notice(&app).contains("first"));
    assert_eq!(records(&app).best(Game::Conduit, kind).unwrap().count, 1);
    assert_eq!(records(&app).row(Game::Conduit), (1, 1));
    builder::settle_disk(&app);
    drop(app);
    let again = self::app(Screen::Title, &folder);
    assert_eq!(
        records(&again).best(Game::Conduit, kind).unwrap().moves,
        moves
    );
}

#[test]
fn what_was_shown_or_hinted_sets_no_record_even_if_it_is_taken_back() {
    let (_, mut app) = on_board("help");
    board_move(&mut app, Move::Hint);
    board_move(&mut app, Move::Undo);
    solve(&mut app);
    assert_told(&app, "Solved with help");
    small_board(&mut app, "board/5x5#4");
    board_move(&mut app, Move::Solve);
    assert_told(&app, "This is the solution");
    // Begun once more, it is still known.
    small_board(&mut app, "board/5x5#4");
    solve(&mut app);
    assert_eq!(records(&app).bests(Game::Conduit).count(), 0);
    assert_eq!(records(&app).row(Game::Conduit), (0, 0));
}

#[test]
fn neither_undo_nor_restart_nor_the_same_board_anew_takes_moves_back() {
    let (_, mut app) = on_board("moves");
    let fewest = turns(&app).len() as u32;
    let moves = |app: &App| app.world().resource::<Session>().moves();
    for _ in 0..3 {
        turn(&mut app, Pos::new(0, 0));
    }
    board_move(&mut app, Move::Undo);
    board_move(&mut app, Move::Restart);
    assert_eq!((conduit(&app).moves(), moves(&app)), (0, 3));
    small_board(&mut app, "board/5x5#4");
    assert_eq!(moves(&app), 0);
    small_board(&mut app, "board/5x5#3");
    assert_eq!(moves(&app), 3);
    solve(&mut app);
    assert_eq!(moves(&app), 3 + fewest);
    assert!(
        !notice(&app).contains("the fewest possible"),
        "{}",
        notice(&app)
    );
}

#[test]
fn a_damaged_file_of_records_is_told_about_and_kept() {
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
    let (_, mut app) = opened("pack", Screen::Title);
    ask(&mut app, &TitleAction::Packs);
    choose(&mut app, "a");
    // The first board that is not lit is chosen.
    ask(&mut app, &MenuAction::Choose);
    assert_eq!(screen(&app), Screen::Conduit);
    let start = |place| pack::board(place).unwrap().start().clone();
    let place = |number| Place { pack: 0, number };
    assert_eq!(conduit(&app).puzzle().start(), &start(place(0)));
    let named = |app: &App, name: &str| {
        let facts = &app.world().resource::<Bar>().facts;
        facts.iter().any(|(_, fact)| fact == name)
    };
    assert!(named(&app, "Springs 1 of 30"));
    solve(&mut app);
    assert!(records(&app).is_lit(Game::Conduit, place(0)));
    ask(&mut app, &ConduitAction::New);
    assert_eq!(conduit(&app).puzzle().start(), &start(place(1)));
    board_move(&mut app, Move::Solve);
    assert!(
        !records(&app).is_lit(Game::Conduit, place(1)),
        "it was shown"
    );
    to_title(&mut app);
    ask(&mut app, &TitleAction::Packs);
    choose(&mut app, "a");
    ask(&mut app, &MenuAction::Cursor(Dir::South));
    ask(&mut app, &MenuAction::Choose);
    assert_eq!(
        conduit(&app).puzzle().start(),
        &start(place(7)),
        "below the second"
    );
    to_title(&mut app);
    assert!(!app.world().resource::<Layers>().is_open(Layer::Menu));
}

#[test]
fn a_maze_of_a_pack_leads_to_the_next_and_lights_its_lamp() {
    let (_, mut app) = opened("pack-maze", Screen::Title);
    ask(&mut app, &TitleAction::Packs);
    choose(&mut app, "f");
    ask(&mut app, &MenuAction::Choose);
    let place = |number| Place { pack: 0, number };
    let maze = |place| pack::maze(place).unwrap().maze().clone();
    assert_eq!(walk(&app).maze(), &maze(place(0)));
    walk_to_goal(&mut app);
    assert!(records(&app).is_lit(Game::Maze, place(0)));
    ask(&mut app, &MazeAction::Skip);
    assert_eq!(walk(&app).maze(), &maze(place(1)));
}

#[test]
fn a_maze_that_was_left_under_way_comes_back_by_undo_after_closing_too() {
    let (folder, mut app) = opened("undo", Screen::Maze);
    let first = walk(&app).leg().clone();
    let dir = walk(&app).way_on().unwrap();
    ask(&mut app, &MazeAction::Step(dir));
    ask(&mut app, &MazeAction::Another);
    assert_ne!(walk(&app).leg(), &first);
    assert_told(&app, "Undo takes you back");
    ask(&mut app, &MazeAction::Undo);
    assert_eq!((walk(&app).leg(), walk(&app).steps_taken()), (&first, 1));
    ask(&mut app, &MazeAction::Skip);
    let other = walk(&app).leg().clone();
    let dir = walk(&app).way_on().unwrap();
    ask(&mut app, &MazeAction::Step(dir));
    // Another seed begins another run.
    to_title(&mut app);
    ask(&mut app, &TitleAction::NewSeed);
    ask(&mut app, &TitleAction::Open(Screen::Maze));
    builder::settle_disk(&app);
    drop(app);
    let mut app = self::app(Screen::Maze, &folder);
    for (leg, steps) in [(&other, 1), (&first, 1), (&other, 1)] {
        ask(&mut app, &MazeAction::Undo);
        assert_eq!((walk(&app).leg(), walk(&app).steps_taken()), (leg, steps));
    }
}

#[test]
fn escape_on_the_title_closes_its_pages_and_asks_before_the_program_ends() {
    let (_, mut app) = opened("leave", Screen::Title);
    ask(&mut app, &TitleAction::Packs);
    choose(&mut app, "b");
    let offers_seed = |app: &App| {
        let hints = app.world().resource::<Bar>().hints;
        hints.iter().any(|(_, word)| *word == "another seed")
    };
    assert!(!offers_seed(&app), "letters choose lines here");
    for open in [true, false, true, false] {
        ask(&mut app, &CommonAction::Back);
        assert_eq!(app.world().resource::<Layers>().is_open(Layer::Menu), open);
        assert_eq!(offers_seed(&app), !open);
        assert_eq!(builder::exit(&app), None);
    }
    ask(&mut app, &CommonAction::Back);
    choose(&mut app, "s");
    assert_eq!(builder::exit(&app), None);
    ask(&mut app, &CommonAction::Back);
    choose(&mut app, "q");
    assert_eq!(builder::exit(&app), Some(AppExit::Success));
}
