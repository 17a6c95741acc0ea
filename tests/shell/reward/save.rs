//! Save slots of runs, and the earlier saves that the title screen can restore.

use std::fs;
use std::path::PathBuf;

use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::input::{CommonAction, Layer, Layers, MenuAction};
use undercroft::app::platform::today;
use undercroft::app::screens::descend::DescendAction;
use undercroft::app::screens::maze::MazeAction;
use undercroft::app::screens::title::TitleAction;
use undercroft::app::stage::{Saves, Slot};
use undercroft::conduit::Move;

use super::{
    act, app, app_in_empty_folder, app_on_board, board_move, choose, conduit, maze_run, open_board,
    records, return_to_title,
};
use crate::builder::{self, assert_told, run, screen};

/// Plays a few turns.
fn play_turns(app: &mut App, turns: usize) {
    for _ in 0..turns {
        act(app, &DescendAction::Search);
    }
}

/// The title screen, with a saved run of two turns.
fn app_with_run(name: &str) -> (PathBuf, App) {
    let (folder, mut app) = app_in_empty_folder(name, Screen::Title);
    act(&mut app, &TitleAction::Begin);
    play_turns(&mut app, 2);
    return_to_title(&mut app);
    (folder, app)
}

#[test]
fn a_run_and_the_daily_run_do_not_overwrite_each_other() {
    let (folder, mut app) = app_with_run("slots");
    let seed = run(&app).game().seed();
    act(&mut app, &TitleAction::Daily);
    assert_eq!(run(&app).game().daily(), Some(today()));
    play_turns(&mut app, 1);
    return_to_title(&mut app);
    act(&mut app, &TitleAction::Open(Screen::Descend));
    assert_eq!(
        run(&app).game().daily(),
        Some(today()),
        "the last run continues"
    );
    return_to_title(&mut app);
    drop(app);
    for name in ["run.save", "daily.save"] {
        assert!(folder.join(name).exists(), "{name}");
    }
    let mut app = self::app(Screen::Title, &folder);
    assert_eq!(
        (run(&app).game().seed(), run(&app).game().turns()),
        (seed, 2)
    );
    assert!(
        app.world()
            .resource::<Saves>()
            .suspended(Slot::Daily)
            .is_some()
    );
    act(&mut app, &TitleAction::Daily);
    assert_eq!(run(&app).game().turns(), 1);
}

#[test]
fn starting_over_a_run_in_progress_asks_first_and_records_the_old_run() {
    let (folder, mut app) = app_with_run("over");
    for no in [MenuAction::Answer(false), MenuAction::Choose] {
        act(&mut app, &TitleAction::Begin);
        assert_eq!(screen(&app), Screen::Title);
        assert!(
            app.world().resource::<Layers>().is_open(Layer::Question),
            "the question"
        );
        act(&mut app, &no);
        assert_eq!(run(&app).game().turns(), 2);
    }
    assert_eq!(screen(&app), Screen::Descend, "the run continues");
    return_to_title(&mut app);
    act(&mut app, &TitleAction::Begin);
    act(&mut app, &MenuAction::Answer(true));
    assert_eq!(
        (screen(&app), run(&app).game().turns()),
        (Screen::Descend, 0)
    );
    play_turns(&mut app, 1);
    assert_eq!(records(&app).runs().ended, 1);
    assert_eq!(fs::read_dir(folder.join("replays")).unwrap().count(), 1);
}

#[test]
fn an_earlier_save_is_restored_from_a_list_and_undone_again() {
    let (folder, mut app) = app_with_run("earlier");
    act(&mut app, &TitleAction::Open(Screen::Descend));
    play_turns(&mut app, 3);
    return_to_title(&mut app);
    for turns in [2, 5, 2] {
        act(&mut app, &TitleAction::Records);
        choose(&mut app, "sa");
        assert_told(&app, "earlier save");
        assert_eq!(run(&app).game().turns(), turns);
    }
    act(&mut app, &TitleAction::Open(Screen::Descend));
    play_turns(&mut app, 1);
    assert_eq!(run(&app).game().turns(), 3);
    assert!(!folder.join("replays").exists(), "no run has ended");
}

#[test]
fn an_earlier_save_of_a_board_and_of_a_maze_is_restored_from_the_list() {
    let (folder, mut app) = app_on_board("earlier-boards");
    let first = conduit(&app).puzzle().start().clone();
    board_move(&mut app, Move::Hint);
    builder::settle_disk(&app);
    open_board(&mut app, "board/5x5#4");
    return_to_title(&mut app);
    act(&mut app, &TitleAction::Open(Screen::Maze));
    let dir = maze_run(&app).way_on().unwrap();
    act(&mut app, &MazeAction::Step(dir));
    builder::settle_disk(&app);
    act(&mut app, &MazeAction::Another);
    return_to_title(&mut app);
    // Closing the program saves again, and must not replace the earlier save.
    builder::end(&mut app);
    drop(app);

    let mut app = self::app(Screen::Title, &folder);
    let shown = |app: &App| {
        (
            conduit(app).puzzle().start().clone(),
            maze_run(app).steps_taken(),
        )
    };
    let later = shown(&app);
    assert_ne!(later.0, first);
    for is_back in [true, false] {
        for letters in ["sd", "se"] {
            act(&mut app, &TitleAction::Records);
            choose(&mut app, letters);
            if is_back {
                assert_told(&app, "earlier save");
            } else {
                // The later board and maze have no moves, so the list does not offer them.
                act(&mut app, &CommonAction::Back);
                act(&mut app, &CommonAction::Back);
            }
        }
        assert_eq!(shown(&app), (first.clone(), 1));
    }
}
