//! Replays: listing, playing, stepping and seeking, and files that are refused.

use std::fs;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::glyph::{LightMap, Lit};
use undercroft::app::screens::replays::{ReplayControls, ReplayList};
use undercroft::app::stage::{Run, Watched};
use undercroft::disk;
use undercroft::geom::Pos;

use super::{app_on_disk, die, folder, press};
use crate::builder::{assert_told, notice, run, screen};

fn watched(app: &App) -> &Run {
    &app.world().resource::<Watched>().run
}

fn position(app: &App) -> u64 {
    watched(app).playback().unwrap().position()
}

#[test]
fn the_end_leads_to_the_replay_which_is_played_stepped_and_searched() {
    let data = folder("watch");
    let mut app = app_on_disk(Screen::Play, 5, &data);
    die(&mut app);
    let ended = run(&app).game().clone();
    press(&mut app, &["w"]);
    assert_eq!(screen(&app), Screen::Replay);
    assert!(app.world().resource::<ReplayControls>().is_playing());
    let began = Instant::now();
    while position(&app) < 3 {
        app.update();
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "it does not play"
        );
    }
    press(&mut app, &["Space"]);
    let stopped = position(&app);
    for _ in 0..20 {
        app.update();
    }
    assert_eq!(position(&app), stopped, "it is paused");
    press(&mut app, &["Right", "Right", "Left"]);
    assert_eq!(position(&app), stopped + 1);

    press(&mut app, &["End"]);
    assert_eq!(watched(&app).game().digest(), ended.digest());
    assert!(watched(&app).log().lines().len() > 1);
    press(&mut app, &["Home"]);
    assert_eq!((position(&app), watched(&app).game().turns()), (0, 0));

    // To a turn, correcting a typo. Digits have no other effect meanwhile.
    let turn = ended.turns() / 2;
    let typed = format!("{turn}");
    let mut keys = vec!["g", "9", "Backspace"];
    keys.extend(typed.split_terminator("").filter(|digit| !digit.is_empty()));
    keys.push("Enter");
    press(&mut app, &keys);
    assert!(watched(&app).game().turns() >= turn);
    assert!(
        watched(&app).game().turns() < turn + 10,
        "long actions take a few turns"
    );
    // Esc cancels typing before it leaves the screen.
    press(&mut app, &["g", "1", "Esc"]);
    assert_eq!(screen(&app), Screen::Replay);

    // Showing everything does not change the run.
    press(&mut app, &["Home"]);
    let seen = |app: &App| {
        let lights = app.world().resource::<LightMap>();
        let all = (0..50).flat_map(|y| (0..80).map(move |x| Pos::new(x, y)));
        all.filter(|pos| lights.get(*pos).sight() != Lit::UNSEEN)
            .count()
    };
    let known = seen(&app);
    press(&mut app, &["o"]);
    assert!(seen(&app) > 2 * known, "{} against {known}", seen(&app));
    press(&mut app, &["End"]);
    assert_eq!(watched(&app).game().digest(), ended.digest());

    // The list, and back to the title.
    press(&mut app, &["Esc"]);
    assert_eq!(screen(&app), Screen::Replays);
    assert_eq!(app.world().resource::<ReplayList>().count(), 1);
    assert!(!app.world().contains_resource::<Watched>());
    press(&mut app, &["Enter"]);
    assert_eq!(screen(&app), Screen::Replay);
    press(&mut app, &["Esc", "Esc"]);
    assert_eq!(screen(&app), Screen::Title);
}

#[test]
fn a_replay_that_cannot_be_played_is_told_about_and_listed_as_such() {
    let data = folder("broken-replay");
    fs::create_dir_all(data.join("replays")).unwrap();
    fs::write(data.join("replays/1-1.replay"), "no replay\n").unwrap();
    let mut app = app_on_disk(Screen::Replays, 5, &data);
    assert_eq!(app.world().resource::<ReplayList>().count(), 1);
    press(&mut app, &["Enter"]);
    assert_eq!(screen(&app), Screen::Replays);
    assert_told(&app, "1-1.replay");
    assert_told(&app, "line 1");
}

#[cfg(unix)]
#[test]
fn replays_that_have_no_end_or_no_writer_are_listed_and_refused() {
    let data = folder("endless-replays");
    let replays = data.join("replays");
    fs::create_dir_all(&replays).unwrap();
    let large = fs::File::create(replays.join("1.replay")).unwrap();
    large.set_len(disk::LIMIT + 1).unwrap();
    let pipe = replays.join("2.replay");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let mut app = app_on_disk(Screen::Replays, 5, &data);
    assert_eq!(app.world().resource::<ReplayList>().count(), 2);
    let mut notices = Vec::new();
    for _ in 0..2 {
        press(&mut app, &["Enter"]);
        assert_eq!(screen(&app), Screen::Replays);
        notices.push(notice(&app).to_owned());
        press(&mut app, &["Down"]);
    }
    for reason in [
        "1.replay: the file exceeds the 64 MiB limit",
        "2.replay: not a regular file",
    ] {
        assert!(
            notices.iter().any(|notice| notice.contains(reason)),
            "{notices:?}"
        );
    }
}
