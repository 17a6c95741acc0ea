//! Save slots of runs.

use std::fs;
use std::path::PathBuf;

use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::input::{Layer, Layers, MenuAction};
use undercroft::app::platform::today;
use undercroft::app::screens::descend::DescendAction;
use undercroft::app::screens::title::TitleAction;
use undercroft::app::stage::{Saves, Slot};

use super::{act, app, app_in_empty_folder, records, return_to_title};
use crate::builder::{run, screen};

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
    let saved = |slot| {
        let run = app.world().resource::<Saves>().get(slot).unwrap();
        (run.seed, run.standing.map(|standing| standing.turn))
    };
    assert_eq!(saved(Slot::Run), (seed, Some(2)));
    assert_eq!(saved(Slot::Daily).1, Some(1));
    act(&mut app, &TitleAction::Daily);
    assert_eq!(run(&app).game().turns(), 1);
    return_to_title(&mut app);
    drop(app);
    let mut app = self::app(Screen::Title, &folder);
    act(&mut app, &TitleAction::Open(Screen::Descend));
    assert_eq!(
        run(&app).game().seed(),
        seed,
        "the ordinary run comes first"
    );
    assert_eq!(run(&app).game().turns(), 2);
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
