//! The end of a run: its menu, and the files that it leaves.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::input::ActionQueue;
use undercroft::app::platform::Clipboard;
use undercroft::app::platform::clock::Clock;
use undercroft::app::screens::descend::{AimKind, DescendAction, Mode, SaveFailure};
use undercroft::app::stage::Run;
use undercroft::app::ui::hud::Bar;
use undercroft::disk;
use undercroft::game::Outcome;
use undercroft::profile::Records;
use undercroft::rng::Seed;

use super::{
    advance_clock, app, app_on_disk, die, files, folder, play_until_death, press, quit_to_title,
};
use crate::builder::{self, end, mode, run, screen, tap};

/// What a run leaves in the folder.
const LEFT: [&str; 3] = ["morgue", "records.save", "replays"];

/// The files of a folder once all is written, without the records of before.
fn left_in(app: &App, folder: &Path) -> Vec<String> {
    builder::settle_disk(app);
    let mut names = files(folder);
    names.retain(|name| name != "records.save.bak");
    names
}

#[test]
fn the_end_is_told_and_leads_to_another_run() {
    let mut app = app(Screen::Descend, 5);
    die(&mut app);
    assert!(matches!(run(&app).game().outcome(), Outcome::Died { .. }));
    assert_eq!(mode(&app), Mode::Over(0));
    // A letter that is also a key of the game only selects the line; Enter starts the run.
    press(&mut app, &["s"]);
    assert_eq!(mode(&app), Mode::Over(1));
    assert_ne!(run(&app).game().outcome(), Outcome::Playing);
    press(&mut app, &["Enter"]);
    let game = run(&app).game();
    assert_eq!(
        (game.seed(), game.turns(), mode(&app)),
        (Seed(5), 0, Mode::Map)
    );
}

#[test]
fn a_click_beside_the_end_menu_does_not_leave_it() {
    let mut app = app(Screen::Descend, 5);
    die(&mut app);
    let at = run(&app).game().view().player().pos;
    app.world_mut()
        .resource_mut::<ActionQueue>()
        .push(&DescendAction::GoTo(at));
    press(&mut app, &[]);
    assert_eq!((screen(&app), mode(&app)), (Screen::Descend, Mode::Over(0)));
}

#[test]
fn the_map_of_a_run_that_is_over_is_shown_whole_and_leads_nowhere() {
    let mut app = app(Screen::Descend, 5);
    die(&mut app);
    let turns = run(&app).game().turns();
    for leave in ["Enter", "Esc", "m"] {
        press(&mut app, &["m"]);
        assert!(matches!(mode(&app), Mode::Aim(AimKind::Level, _)));
        assert_eq!(app.world().resource::<Bar>().here, []);
        let said = run(&app).log().lines().len();
        press(&mut app, &[leave]);
        assert_eq!(mode(&app), Mode::Over(0), "{leave}");
        assert_eq!(run(&app).log().lines().len(), said, "{leave}");
    }
    assert_eq!(run(&app).game().turns(), turns);
}

#[test]
fn keys_typed_ahead_of_the_end_choose_nothing() {
    let mut app = app(Screen::Descend, 5);
    // The clock stands still until the test advances it.
    app.insert_resource(Clock::At(Instant::now()));
    play_until_death(&mut app);
    let (turns, shown) = (run(&app).game().turns(), mode(&app));
    assert!(matches!(shown, Mode::Over(_)), "{shown:?}");
    press(&mut app, &["s", "n", "Enter", "Space", "t", "s"]);
    assert_eq!(screen(&app), Screen::Descend);
    assert_eq!((run(&app).game().turns(), mode(&app)), (turns, shown));
    advance_clock(&mut app, Duration::from_millis(900));
    press(&mut app, &["Down", "s", "Enter", "w", "Esc"]);
    assert_eq!(screen(&app), Screen::Descend, "too early still");
    assert_eq!((run(&app).game().turns(), mode(&app)), (turns, shown));
    advance_clock(&mut app, Duration::from_millis(200));
    press(&mut app, &["Down", "Enter"]);
    let game = run(&app).game();
    assert_eq!(
        (game.seed(), game.turns()),
        (Seed(5), 0),
        "the same seed again"
    );
    assert_eq!(mode(&app), Mode::Map);
}

#[test]
fn keys_typed_before_the_end_are_forgotten_however_long_a_frame_takes() {
    let mut app = app(Screen::Descend, 5);
    // Yes is marked.
    press(&mut app, &["Esc", "g", "y"]);
    app.insert_resource(Clock::At(Instant::now()));
    tap(&mut app, (KeyCode::Enter, Key::Enter));
    tap(&mut app, (KeyCode::F24, Key::Character("s".into())));
    tap(&mut app, (KeyCode::Enter, Key::Enter));
    for _ in 0..10 {
        advance_clock(&mut app, Duration::from_secs(2));
    }
    assert_eq!(run(&app).game().outcome(), Outcome::GaveUp);
    assert_eq!(mode(&app), Mode::Over(0));
}

#[test]
fn a_run_that_is_given_up_is_asked_about_and_leaves_what_any_end_leaves() {
    let data = folder("given-up");
    let mut app = app_on_disk(Screen::Descend, 7, &data);
    press(&mut app, &[".", "."]);
    for no in [&["Esc", "g", "n"], &["Esc", "g", "Enter"]] {
        press(&mut app, no);
        assert_eq!(mode(&app), Mode::Map, "No is chosen first");
    }
    assert!(run(&app).is_playing());
    press(&mut app, &["Esc", "g", "Y"]);
    assert!(!run(&app).is_playing());
    assert_eq!(mode(&app), Mode::Over(0));
    press(&mut app, &["."]);
    assert_eq!(run(&app).game().turns(), 2);
    assert_eq!(left_in(&app, &data), LEFT);
    let story = fs::read_to_string(data.join("morgue/7-1.txt")).unwrap();
    assert!(story.contains("Abandoned the run on depth 1."), "{story}");
    let replay = disk::read_recording(&data.join("replays/7-1.replay")).unwrap();
    assert_eq!(replay.digest(), Some(run(&app).game().digest()));
    let result = run(&app).game().result();
    assert!(
        result.contains(": abandoned the run on depth 1; score"),
        "{result}"
    );
    // The title has nothing to continue, so its first line starts a run.
    advance_clock(&mut app, Duration::from_secs(1));
    press(&mut app, &["t", "Enter"]);
    assert_eq!(
        (screen(&app), run(&app).game().turns()),
        (Screen::Descend, 0)
    );
}

#[test]
fn the_end_leaves_a_replay_and_a_story_and_takes_the_save() {
    let data = folder("end");
    let mut app = app_on_disk(Screen::Descend, 5, &data);
    die(&mut app);
    let game = run(&app).game();
    let replay = data.join("replays/5-1.replay");
    let replay = disk::read_recording(&replay).unwrap();
    assert_eq!(replay.digest(), Some(game.digest()));
    assert_eq!(
        replay.verify(game.content()).unwrap().digest(),
        game.digest()
    );
    let story = fs::read_to_string(data.join("morgue/5-1.txt")).unwrap();
    for part in [
        "seed 5",
        "Died on depth",
        "carried:",
        "score",
        "@",
        "kills you",
    ] {
        assert!(story.contains(part), "{part} in\n{story}");
    }
    assert_eq!(left_in(&app, &data), LEFT, "the save is gone");
    let epitaph = run(&app).epitaph();
    assert!(epitaph.starts_with("Recorded: "), "{epitaph}");
    end(&mut app);
    assert_eq!(left_in(&app, &data), LEFT);
}

#[test]
fn an_end_that_could_not_be_written_is_made_good_in_the_session_or_at_the_next_start() {
    for blocked in ["replays", "morgue", "records.save"] {
        for goes_on in [true, false] {
            let case = format!("{blocked} {goes_on}");
            let data = folder(&format!("blocked-{blocked}-{goes_on}"));
            let mut app = app_on_disk(Screen::Descend, 7, &data);
            press(&mut app, &[".", "."]);
            let blocked = data.join(blocked);
            match blocked.extension() {
                Some(_) => fs::create_dir(&blocked).unwrap(),
                None => fs::write(&blocked, "").unwrap(),
            }
            let unblock = || match blocked.is_dir() {
                true => fs::remove_dir(&blocked).unwrap(),
                false => fs::remove_file(&blocked).unwrap(),
            };
            press(&mut app, &["Esc", "g", "Y"]);
            assert!(!run(&app).is_playing());
            let reason = run(&app).epitaph().to_owned();
            assert!(
                reason.contains(blocked.to_str().unwrap()),
                "{case}: {reason}"
            );
            assert!(data.join("run.save").exists(), "{case}");
            if goes_on {
                unblock();
                advance_clock(&mut app, Duration::from_secs(5));
                let epitaph = run(&app).epitaph().to_owned();
                assert!(epitaph.starts_with("Recorded: "), "{case}: {epitaph}");
                assert_eq!(app.world().resource::<SaveFailure>().reason(), None);
            }
            end(&mut app);
            drop(app);
            if !goes_on {
                unblock();
            }
            for start in 0..2 {
                let mut app = app_on_disk(Screen::Title, 7, &data);
                assert!(app.world().get_resource::<Run>().is_none(), "{case}");
                end(&mut app);
                assert_eq!(left_in(&app, &data), LEFT, "{case} {start}");
                for part in ["morgue", "replays"] {
                    assert_eq!(files(&data.join(part)).len(), 1, "{case} {start}");
                }
                let (records, _) = Records::load(&data).unwrap();
                assert_eq!(records.runs().ended, 1, "{case} {start}");
            }
        }
    }
}

#[test]
fn a_seed_that_looks_like_a_date_is_an_ordinary_run() {
    let data = folder("date-as-seed");
    let mut app = app_on_disk(Screen::Descend, 19_870_314, &data);
    press(&mut app, &["."]);
    assert_eq!(run(&app).game().daily(), None);
    assert_eq!(files(&data), ["run.save"]);
    assert!(run(&app).result().contains(", seed 19870314: "));
}

#[test]
fn the_daily_run_has_its_day_and_its_first_result_is_kept() {
    let data = folder("daily");
    let mut app = app_on_disk(Screen::Title, 5, &data);
    press(&mut app, &["t", "r"]);
    assert_eq!(screen(&app), Screen::Descend);
    let seed = run(&app).game().seed();
    let daily = run(&app).game().daily().expect("a daily run");
    // The same key continues it from the title.
    press(&mut app, &["."]);
    quit_to_title(&mut app);
    press(&mut app, &["t", "r"]);
    assert_eq!(
        (run(&app).game().seed(), run(&app).game().turns()),
        (seed, 1)
    );
    die(&mut app);
    let first = fs::read_to_string(data.join(format!("daily/{daily}.txt"))).unwrap();
    assert_eq!(first, format!("{}\n", run(&app).game().result()));
    // Played again: another end, the same saved result.
    press(&mut app, &["s", "Enter"]);
    press(&mut app, &["."; 20]);
    die(&mut app);
    assert_ne!(first, format!("{}\n", run(&app).game().result()));
    let still = fs::read_to_string(data.join(format!("daily/{daily}.txt"))).unwrap();
    assert_eq!(still, first);
    // The result can be copied.
    press(&mut app, &["c"]);
    let mut clipboard = app.world_mut().resource_mut::<Clipboard>();
    clipboard.paste();
    let copied = clipboard.pasted();
    assert_eq!(copied, Some(Ok(run(&app).game().result())));
}
