//! Slots of runs, and the earlier saves that the title leads back to.

use std::fs;
use std::path::PathBuf;

use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::input::{CommonAction, Layer, Layers};
use undercroft::app::platform::today;
use undercroft::app::screens::descend::PlayAction;
use undercroft::app::screens::maze::MazeAction;
use undercroft::app::screens::title::TitleAction;
use undercroft::app::stage::{Saves, Slot};
use undercroft::conduit::Move;

use super::{
    app, ask, board_move, choose, conduit, on_board, opened, records, small_board, to_title, walk,
};
use crate::builder::{self, assert_told, run, screen};

/// Plays a few turns.
fn play_turns(app: &mut App, turns: usize) {
    for _ in 0..turns {
        ask(app, &PlayAction::Search);
    }
}

/// At the title, with an empty folder and a run that was left after two turns.
fn left(name: &str) -> (PathBuf, App) {
    let (folder, mut app) = opened(name, Screen::Title);
    ask(&mut app, &TitleAction::Begin);
    play_turns(&mut app, 2);
    to_title(&mut app);
    (folder, app)
}

#[test]
fn a_run_and_the_daily_run_do_not_overwrite_each_other() {
    let (folder, mut app) = left("slots");
    let seed = run(&app).game().seed();
    ask(&mut app, &TitleAction::Daily);
    assert_eq!(run(&app).game().daily(), Some(today()));
    play_turns(&mut app, 1);
    to_title(&mut app);
    ask(&mut app, &TitleAction::Open(Screen::Play));
    assert_eq!(
        run(&app).game().daily(),
        Some(today()),
        "the last one goes on"
    );
    to_title(&mut app);
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
    ask(&mut app, &TitleAction::Daily);
    assert_eq!(run(&app).game().turns(), 1);
}

#[test]
fn to_begin_over_a_run_in_progress_is_asked_and_the_old_one_is_recorded() {
    let (folder, mut app) = left("over");
    for letters in ["n", "c"] {
        ask(&mut app, &TitleAction::Begin);
        assert_eq!(screen(&app), Screen::Title);
        assert!(
            app.world().resource::<Layers>().is_open(Layer::Menu),
            "the question"
        );
        choose(&mut app, letters);
        assert_eq!(run(&app).game().turns(), 2);
    }
    assert_eq!(screen(&app), Screen::Play, "it was gone on with");
    to_title(&mut app);
    ask(&mut app, &TitleAction::Begin);
    choose(&mut app, "b");
    assert_eq!((screen(&app), run(&app).game().turns()), (Screen::Play, 0));
    play_turns(&mut app, 1);
    assert_eq!(records(&app).runs().ended, 1);
    assert_eq!(fs::read_dir(folder.join("replays")).unwrap().count(), 1);
}

#[test]
fn an_earlier_save_is_gone_back_to_from_a_list_and_forward_again() {
    let (folder, mut app) = left("earlier");
    ask(&mut app, &TitleAction::Open(Screen::Play));
    play_turns(&mut app, 3);
    to_title(&mut app);
    for turns in [2, 5, 2] {
        ask(&mut app, &TitleAction::Records);
        choose(&mut app, "sa");
        assert_told(&app, "earlier save");
        assert_eq!(run(&app).game().turns(), turns);
    }
    ask(&mut app, &TitleAction::Open(Screen::Play));
    play_turns(&mut app, 1);
    assert_eq!(run(&app).game().turns(), 3);
    assert!(!folder.join("replays").exists(), "no run has ended");
}

#[test]
fn an_earlier_save_of_a_board_and_of_a_maze_is_gone_back_to_from_the_list() {
    let (folder, mut app) = on_board("earlier-boards");
    let first = conduit(&app).puzzle().start().clone();
    board_move(&mut app, Move::Hint);
    builder::settle_disk(&app);
    small_board(&mut app, "board/5x5#4");
    to_title(&mut app);
    ask(&mut app, &TitleAction::Open(Screen::Maze));
    let dir = walk(&app).way_on().unwrap();
    ask(&mut app, &MazeAction::Step(dir));
    builder::settle_disk(&app);
    ask(&mut app, &MazeAction::Another);
    to_title(&mut app);
    // Closing saves once more, which is no reason to lose the earlier save.
    builder::end(&mut app);
    drop(app);

    let mut app = self::app(Screen::Title, &folder);
    let shown = |app: &App| {
        (
            conduit(app).puzzle().start().clone(),
            walk(app).steps_taken(),
        )
    };
    let later = shown(&app);
    assert_ne!(later.0, first);
    for is_back in [true, false] {
        for letters in ["sd", "se"] {
            ask(&mut app, &TitleAction::Records);
            choose(&mut app, letters);
            if is_back {
                assert_told(&app, "earlier save");
            } else {
                // Nothing was done on what came later: there is no line that leads to it.
                ask(&mut app, &CommonAction::Back);
                ask(&mut app, &CommonAction::Back);
            }
        }
        assert_eq!(shown(&app), (first.clone(), 1));
    }
}
