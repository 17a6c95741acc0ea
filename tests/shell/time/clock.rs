//! Tests of the stopwatches of boards and mazes: what starts and stops them, and that no action turns them
//! back.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use undercroft::app::Screen;
use undercroft::app::input::CommonAction;
use undercroft::app::puzzle::{Puzzle, PuzzleSession, Round};
use undercroft::app::screens::conduit::{BoardSession, Boards, ConduitAction};
use undercroft::app::screens::maze::{MazeAction, MazeSession, Mazes};
use undercroft::app::screens::title::TitleAction;
use undercroft::app::ui::hud::Bar;
use undercroft::conduit::{Command, Move};
use undercroft::geom::Dir;

use super::{FRAME, SECOND, Shell};

fn conduit_shell() -> Shell {
    let mut shell = Shell::new(Screen::Conduit, "rogue/80x50#7");
    shell.settle();
    shell
}

/// A maze, and the direction of the first step.
fn maze_shell() -> (Shell, Dir) {
    let mut shell = Shell::new(Screen::Maze, "maze-dfs/33x21#7");
    shell.settle();
    let dir = shell
        .get::<MazeSession>()
        .round()
        .run()
        .next_step()
        .unwrap();
    (shell, dir)
}

/// The time on the clock.
fn time<P: Puzzle>(shell: &Shell) -> Duration {
    shell.get::<PuzzleSession<P>>().time()
}

#[test]
fn the_clock_starts_when_the_board_or_the_maze_is_shown() {
    fn assert_starts<P: Puzzle>(mut shell: Shell, action: P::Action) {
        let shown = time::<P>(&shell);
        shell.pass(3);
        shell.act(SECOND, &action);
        shell.frame(SECOND);
        assert_eq!(time::<P>(&shell) - shown, 5 * SECOND);
    }
    let (maze, dir) = maze_shell();
    assert_starts::<Mazes>(maze, MazeAction::Step(dir));
    let turn = ConduitAction::here(Command::Clockwise);
    assert_starts::<Boards>(conduit_shell(), turn);
}

#[test]
fn a_rest_of_20_seconds_is_on_the_clock_of_a_conduit_and_restart_and_undo_gain_no_time() {
    let mut shell = conduit_shell();
    let played = |shell: &Shell| shell.get::<BoardSession>().time();
    let before = played(&shell);
    shell.pass(20);
    assert_eq!(played(&shell), before + 20 * SECOND);
    for action in [Move::Restart, Move::Undo, Move::Restart] {
        let before = played(&shell);
        shell.act(SECOND, &ConduitAction::board(action));
        assert_eq!(played(&shell), before + SECOND, "{action:?}");
    }
}

#[test]
fn while_the_program_stands_still_the_clock_does_too() {
    let mut shell = conduit_shell();
    let played = |shell: &Shell| shell.get::<BoardSession>().time();
    let before = played(&shell);
    shell.frame(3600 * SECOND);
    assert_eq!(
        played(&shell),
        before + SECOND,
        "a frame was due after a second"
    );
    // A slow frame counts.
    shell.frame(3 * SECOND / 2);
    assert_eq!(played(&shell), before + 5 * SECOND / 2);

    let (mut shell, _) = maze_shell();
    let time = |shell: &Shell| shell.get::<MazeSession>().round().time();
    let before = time(&shell);
    shell.frame(3600 * SECOND);
    assert_eq!(time(&shell), before + SECOND);
}

/// The frames without input in ten seconds, and what the bar or the board's clock shows after each.
fn ten_seconds(shell: &mut Shell, shown: impl Fn(&Shell) -> String) -> Vec<String> {
    let end = shell.now + 10 * SECOND;
    let mut texts = Vec::new();
    while let Some(wait) = shell.wanted_frame().filter(|wait| shell.now + *wait <= end) {
        shell.frame(wait);
        texts.push(shown(shell));
    }
    texts
}

#[test]
fn a_clock_is_drawn_once_a_second_and_not_in_the_background_or_when_it_has_stopped() {
    let shown = |shell: &Shell| {
        let facts = &shell.get::<Bar>().facts;
        let time = facts.iter().find(|(name, _)| *name == "time");
        time.unwrap().1.clone()
    };
    let (mut shell, _) = maze_shell();
    shell.frame(FRAME);
    let texts = ten_seconds(&mut shell, shown);
    assert!((9..=10).contains(&texts.len()), "{texts:?}");
    assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "{texts:?}");
    focus(&mut shell, false);
    shell.frame(FRAME);
    assert_eq!(shell.wanted_frame(), None);

    let mut shell = conduit_shell();
    shell.settle();
    let played = |shell: &Shell| shell.get::<BoardSession>().time().as_secs().to_string();
    let texts = ten_seconds(&mut shell, played);
    assert!((9..=10).contains(&texts.len()), "{texts:?}");
    assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "{texts:?}");
    shell.act(FRAME, &ConduitAction::board(Move::Solve));
    shell.act(FRAME, &ConduitAction::board(Move::Solve));
    assert!(shell.get::<BoardSession>().conduit().is_won());
    // The light runs through the board for 15 seconds.
    for _ in 0..2000 {
        shell.frame(FRAME);
    }
    assert_eq!(shell.wanted_frame(), None);
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
    shell.act(SECOND, &CommonAction::Back);
    shell.frame(FRAME);
    shell.act(80 * SECOND, &TitleAction::Open(screen));
    shell.frame(160 * SECOND);
    shell.frame(SECOND / 2);
}

#[test]
fn the_clock_stands_while_the_window_is_behind_others() {
    fn assert_stands<P: Puzzle>(mut shell: Shell) {
        let before = time::<P>(&shell);
        leave_and_return(&mut shell, P::GAME.screen());
        assert_eq!(time::<P>(&shell) - before, 9 * SECOND / 2);
    }
    assert_stands::<Boards>(conduit_shell());
    assert_stands::<Mazes>(maze_shell().0);
}

#[test]
fn neither_restart_nor_undo_takes_time_back() {
    let mut shell = conduit_shell();
    let shown = shell.get::<BoardSession>().time();
    shell.act(SECOND, &ConduitAction::here(Command::Clockwise));
    shell.act(SECOND, &ConduitAction::board(Move::Undo));
    shell.act(SECOND, &ConduitAction::here(Command::Clockwise));
    shell.act(SECOND, &ConduitAction::board(Move::Restart));
    shell.frame(SECOND);
    let session = shell.get::<BoardSession>();
    assert_eq!((session.time() - shown, session.moves()), (5 * SECOND, 2));

    let (mut shell, dir) = maze_shell();
    let shown = shell.get::<MazeSession>().round().time();
    shell.act(SECOND, &MazeAction::Step(dir));
    shell.act(SECOND, &MazeAction::Restart);
    shell.act(SECOND, &MazeAction::Step(dir));
    let round = shell.get::<MazeSession>().round();
    assert_eq!((round.time() - shown, round.steps()), (3 * SECOND, 2));
    assert_eq!(round.run().steps_taken(), 1);
}
