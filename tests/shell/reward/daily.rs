//! The daily board and the daily maze.

use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::input::{Layer, Layers};
use undercroft::app::platform::{Clipboard, today};
use undercroft::app::reward::{Game, Help, daily};
use undercroft::app::screens::conduit::{BoardSession, ConduitAction};
use undercroft::app::screens::maze::MazeAction;
use undercroft::app::screens::title::TitleAction;

use super::{
    act, app_in_empty_folder, choose, clipboard_text, conduit, maze_run, records, return_to_title,
    solution, solve, walk_to_goal,
};
use crate::builder::{assert_told, screen};

#[test]
fn the_board_of_the_day_is_solved_once_counted_and_shared() {
    let (_, mut app) = app_in_empty_folder("daily", Screen::Title);
    act(&mut app, &TitleAction::Dailies);
    assert!(app.world().resource::<Layers>().is_open(Layer::Menu));
    choose(&mut app, "p");
    assert_eq!(screen(&app), Screen::Conduit);
    let today = today();
    let spec = *app.world().resource::<BoardSession>().spec().unwrap();
    assert_eq!(spec, daily::board(today));
    // The title screen leads back to the board as it was left.
    let first = solution(&app)[0];
    act(&mut app, &first);
    return_to_title(&mut app);
    act(&mut app, &TitleAction::Dailies);
    choose(&mut app, "p");
    assert_eq!(conduit(&app).moves(), 1);
    act(&mut app, &ConduitAction::Share);
    assert_told(&app, "Light every lamp first");
    solve(&mut app);
    let (_, moves, help) = records(&app).day(Game::Conduit, today).unwrap();
    assert_eq!(
        (moves, help),
        (app.world().resource::<BoardSession>().moves(), Help::None)
    );
    assert_eq!(records(&app).daily_streak(Game::Conduit, today), 1);
    act(&mut app, &ConduitAction::Share);
    let line = clipboard_text(&mut app);
    let head = format!("Undercroft daily Conduit {today}: ");
    let (text, solve) = line.split_once('@').expect("it has the recorded solve");
    assert!(
        text.starts_with(&head) && text.ends_with(&format!(", no hints, daily-board/{today}")),
        "{line}"
    );
    // How long it is depends on the day's board; a message takes it.
    assert!((1..600).contains(&solve.len()), "{line}");
    app.world_mut()
        .resource_mut::<Clipboard>()
        .copy("")
        .unwrap();
    return_to_title(&mut app);
    act(&mut app, &TitleAction::Dailies);
    choose(&mut app, "b");
    let copied = clipboard_text(&mut app);
    assert!(
        line.starts_with(&copied) && copied.ends_with(", no hints"),
        "{copied}"
    );
}

#[test]
fn the_maze_of_the_day_is_walked_counted_and_shared() {
    let (_, mut app) = app_in_empty_folder("daily-maze", Screen::Title);
    act(&mut app, &TitleAction::Dailies);
    choose(&mut app, "m");
    assert_eq!(screen(&app), Screen::Maze);
    assert_eq!(maze_run(&app).leg(), &daily::maze(today()));
    walk_to_goal(&mut app);
    let shortest = maze_run(&app).ends().steps;
    let (_, steps, help) = records(&app).day(Game::Maze, today()).unwrap();
    assert_eq!((steps, help), (shortest, Help::None));
    act(&mut app, &MazeAction::Share);
    let line = clipboard_text(&mut app);
    assert!(
        line.contains(&format!(", {shortest} steps, no hints")),
        "{line}"
    );
    assert_eq!(records(&app).all_scores(Game::Maze).count(), 1);
}
