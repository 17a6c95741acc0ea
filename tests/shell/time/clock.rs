//! Tests of the stopwatches of boards and mazes: what starts and stops them, and that no action turns them
//! back.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use undercroft::app::Screen;
use undercroft::app::input::CommonAction;
use undercroft::app::screens::conduit::{ConduitAction, ConduitPlugin, Session};
use undercroft::app::screens::maze::{MazeAction, MazePlugin, Play};
use undercroft::app::screens::title::TitleAction;
use undercroft::conduit::{Command, Move};
use undercroft::geom::Dir;

use super::{FRAME, SECOND, Shell};

fn conduit_shell() -> Shell {
    let mut shell = Shell::new(Screen::Conduit, "rogue/80x50#7", ConduitPlugin);
    shell.settle();
    shell
}

/// A maze, and the direction of the first step.
fn maze_shell() -> (Shell, Dir) {
    let mut shell = Shell::new(Screen::Maze, "maze-dfs/33x21#7", MazePlugin);
    shell.settle();
    let dir = shell.get::<Play>().round().unwrap().run().way_on().unwrap();
    (shell, dir)
}

#[test]
fn the_first_step_starts_the_clock_of_a_maze() {
    let (mut shell, dir) = maze_shell();
    shell.act(60 * SECOND, &MazeAction::Step(dir));
    shell.frame(SECOND);
    shell.frame(SECOND);
    let round = shell.get::<Play>().round().unwrap();
    assert_eq!(round.run().steps_taken(), 1);
    assert_eq!(round.time(), 2 * SECOND);
}

#[test]
fn the_first_turn_starts_the_clock_of_a_conduit() {
    let mut shell = conduit_shell();
    // Away from the wellspring, which cannot turn.
    shell.act(FRAME, &ConduitAction::step(Dir::East));
    shell.act(60 * SECOND, &ConduitAction::here(Command::Clockwise));
    assert_eq!(shell.get::<Session>().conduit().moves(), 1);
    shell.frame(SECOND);
    assert_eq!(shell.get::<Session>().played(), SECOND);
}

#[test]
fn a_rest_of_20_seconds_is_on_the_clock_of_a_conduit_and_restart_and_undo_gain_no_time() {
    let mut shell = conduit_shell();
    shell.act(FRAME, &ConduitAction::here(Command::Clockwise));
    shell.frame(20 * SECOND);
    let played = |shell: &Shell| shell.get::<Session>().played();
    assert_eq!(played(&shell), 20 * SECOND);
    for action in [Move::Restart, Move::Undo, Move::Restart] {
        let before = played(&shell);
        shell.act(SECOND, &ConduitAction::board(action));
        assert_eq!(played(&shell), before + SECOND, "{action:?}");
    }
}

/// Brings the window to the foreground or puts it in the background.
pub fn focus(shell: &mut Shell, focused: bool) {
    let world = shell.app.world_mut();
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    windows.single_mut(world).unwrap().focused = focused;
}

/// Lets time pass on the screen in the foreground and in the background, then on the title, and then on
/// the screen again. Only time on the screen in the foreground counts.
fn leave_and_return(shell: &mut Shell, screen: Screen) {
    shell.frame(SECOND);
    focus(shell, false);
    shell.frame(2 * SECOND);
    shell.frame(20 * SECOND);
    focus(shell, true);
    shell.frame(40 * SECOND);
    shell.act(4 * SECOND, &CommonAction::Back);
    shell.frame(FRAME);
    shell.act(80 * SECOND, &TitleAction::Open(screen));
    shell.frame(160 * SECOND);
    shell.frame(SECOND / 2);
}

#[test]
fn the_clock_of_a_conduit_stands_while_the_window_is_behind_others() {
    let mut shell = conduit_shell();
    shell.act(FRAME, &ConduitAction::step(Dir::East));
    shell.act(SECOND, &ConduitAction::here(Command::Clockwise));
    leave_and_return(&mut shell, Screen::Conduit);
    let played = shell.get::<Session>().played();
    assert_eq!(played, 15 * SECOND / 2);
    // Restarting and undoing the restart turn nothing back.
    shell.act(SECOND / 2, &ConduitAction::board(Move::Restart));
    shell.act(FRAME, &ConduitAction::board(Move::Undo));
    assert_eq!(shell.get::<Session>().played(), 8 * SECOND + FRAME);
}

#[test]
fn the_clock_of_a_maze_stands_while_the_window_is_behind_others() {
    let (mut shell, dir) = maze_shell();
    shell.act(SECOND, &MazeAction::Step(dir));
    leave_and_return(&mut shell, Screen::Maze);
    let round = shell.get::<Play>().round().unwrap();
    assert_eq!(round.run().steps_taken(), 1);
    assert_eq!(round.time(), 15 * SECOND / 2);
}

#[test]
fn neither_restart_nor_undo_takes_time_back() {
    let mut shell = conduit_shell();
    shell.act(FRAME, &ConduitAction::step(Dir::East));
    shell.act(FRAME, &ConduitAction::here(Command::Clockwise));
    shell.act(SECOND, &ConduitAction::board(Move::Undo));
    shell.act(SECOND, &ConduitAction::here(Command::Clockwise));
    shell.act(SECOND, &ConduitAction::board(Move::Restart));
    shell.frame(SECOND);
    let session = shell.get::<Session>();
    assert_eq!((session.played(), session.moves()), (4 * SECOND, 2));

    let (mut shell, dir) = maze_shell();
    shell.act(FRAME, &MazeAction::Step(dir));
    shell.act(SECOND, &MazeAction::Restart);
    shell.act(SECOND, &MazeAction::Step(dir));
    let round = shell.get::<Play>().round().unwrap();
    assert_eq!((round.time(), round.steps()), (2 * SECOND, 2));
    assert_eq!(round.run().steps_taken(), 1);
}
