//! The board, the maze and the run of the day.

use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::input::{Layer, Layers};
use undercroft::app::platform::{Clipboard, today};
use undercroft::app::reward::{Game, Help, daily};
use undercroft::app::screens::conduit::{ConduitAction, Session};
use undercroft::app::screens::maze::MazeAction;
use undercroft::app::screens::title::TitleAction;

use super::{
    ask, choose, conduit, copied, opened, records, solve, to_title, turn, turns, walk, walk_to_goal,
};
use crate::builder::{assert_told, screen};

#[test]
fn the_board_of_the_day_is_solved_once_counted_and_shared() {
    let (_, mut app) = opened("daily", Screen::Title);
    ask(&mut app, &TitleAction::Dailies);
    assert!(app.world().resource::<Layers>().is_open(Layer::Menu));
    choose(&mut app, "c");
    assert_eq!(screen(&app), Screen::Conduit);
    let today = today();
    let spec = *app.world().resource::<Session>().spec().unwrap();
    assert_eq!(spec, daily::board(today));
    // Left and gone on with from where it was.
    let turn_at = turns(&app)[0];
    turn(&mut app, turn_at);
    to_title(&mut app);
    ask(&mut app, &TitleAction::Dailies);
    choose(&mut app, "c");
    assert_eq!(conduit(&app).moves(), 1);
    ask(&mut app, &ConduitAction::Share);
    assert_told(&app, "Light every lamp first");
    solve(&mut app);
    let (_, moves, help) = records(&app).day(Game::Conduit, today).unwrap();
    assert_eq!(
        (moves, help),
        (app.world().resource::<Session>().moves(), Help::None)
    );
    assert_eq!(records(&app).days_in_row(Game::Conduit, today), 1);
    ask(&mut app, &ConduitAction::Share);
    let line = copied(&mut app);
    let head = format!("Undercroft daily Conduit {today}: ");
    assert!(
        line.starts_with(&head) && line.ends_with(", no hints"),
        "{line}"
    );
    app.world_mut()
        .resource_mut::<Clipboard>()
        .copy("")
        .unwrap();
    to_title(&mut app);
    ask(&mut app, &TitleAction::Dailies);
    choose(&mut app, "b");
    assert_eq!(copied(&mut app), line);
}

#[test]
fn the_maze_of_the_day_is_walked_counted_and_shared() {
    let (_, mut app) = opened("daily-maze", Screen::Title);
    ask(&mut app, &TitleAction::Dailies);
    choose(&mut app, "m");
    assert_eq!(screen(&app), Screen::Maze);
    assert_eq!(walk(&app).leg(), &daily::maze(today()));
    walk_to_goal(&mut app);
    let shortest = walk(&app).ends().steps;
    let (_, steps, help) = records(&app).day(Game::Maze, today()).unwrap();
    assert_eq!((steps, help), (shortest, Help::None));
    ask(&mut app, &MazeAction::Share);
    let line = copied(&mut app);
    assert!(
        line.contains(&format!(", {shortest} steps, no hints")),
        "{line}"
    );
    assert_eq!(records(&app).bests(Game::Maze).count(), 1);
}
