//! Replays: listing, playing, stepping and seeking, and files that are refused.

use std::fs;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::glyph::{LightMap, Lit};
use undercroft::app::screens::replays::{ReplayControls, ReplayList};
use undercroft::app::stage::{Run, Watched};
use undercroft::app::ui::hud::Bar;
use undercroft::disk;
use undercroft::geom::Pos;

use super::{app_on_disk, die, folder, press};
use crate::builder::{self, assert_told, notice, run, screen};

fn watched(app: &App) -> &Run {
    &app.world().resource::<Watched>().run
}

fn position(app: &App) -> u64 {
    watched(app).playback().unwrap().position()
}

#[test]
fn the_end_leads_to_the_replay_which_is_played_stepped_and_searched() {
    let data = folder("watch");
    let mut app = app_on_disk(Screen::Descend, 5, &data);
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
    assert_eq!(bar_labels(&app)[..2], ["pause", "step"]);
    press(&mut app, &["Space"]);
    assert_eq!(bar_labels(&app)[..2], ["play", "step"]);
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
    assert!(bar_labels(&app).contains(&"show everything"));
    let facts = &app.world().resource::<Bar>().facts;
    assert!(facts.contains(&("showing", "what the player knew".to_owned())));
    press(&mut app, &["o"]);
    assert!(bar_labels(&app).contains(&"show what was known"));
    assert!(seen(&app) > 2 * known, "{} against {known}", seen(&app));
    press(&mut app, &["End"]);
    assert_eq!(watched(&app).game().digest(), ended.digest());

    // The list, and back to the title.
    press(&mut app, &["Esc"]);
    assert_eq!(screen(&app), Screen::Replays);
    assert_eq!(app.world().resource::<ReplayList>().count(), 1);
    // Its picture is that of the end.
    builder::wait_until(&mut app, |app| app.world().contains_resource::<Watched>());
    assert_eq!(watched(&app).game().digest(), ended.digest());
    press(&mut app, &["Enter"]);
    assert_eq!(screen(&app), Screen::Replay);
    press(&mut app, &["Esc", "Esc"]);
    assert_eq!(screen(&app), Screen::Title);
}

#[test]
fn wherever_a_replay_is_entered_it_shows_messages_and_it_rests_under_the_list_of_keys() {
    let data = folder("seek");
    let mut app = app_on_disk(Screen::Descend, 5, &data);
    die(&mut app);
    press(&mut app, &["w", "Space", "Home"]);
    let length = watched(&app).playback().unwrap().length();
    for tenth in 1..10 {
        let position = length * tenth / 10;
        let mut watched = app.world_mut().resource_mut::<Watched>();
        watched.run.seek(position).unwrap();
        let lines = watched.run.log().lines();
        let is_whole = lines.first().is_some_and(|line| line.turn == 0);
        assert!(lines.len() >= 4 || is_whole, "{position}");
    }
    press(&mut app, &["Home", "Space", "?"]);
    let under_help = position(&app);
    let began = Instant::now();
    while began.elapsed() < Duration::from_millis(500) {
        app.update();
    }
    assert_eq!(position(&app), under_help);
    press(&mut app, &["Esc"]);
    let began = Instant::now();
    while position(&app) == under_help {
        app.update();
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "it does not go on"
        );
    }
}

fn bar_labels(app: &App) -> Vec<&'static str> {
    let hints = app.world().resource::<Bar>().hints.iter();
    hints.map(|(_, label)| *label).collect()
}

#[test]
fn a_replay_is_deleted_when_that_is_confirmed() {
    let data = folder("delete-replay");
    let replays = data.join("replays");
    fs::create_dir_all(&replays).unwrap();
    for name in ["1.replay", "2.replay"] {
        fs::write(replays.join(name), "no replay\n").unwrap();
    }
    let mut app = app_on_disk(Screen::Replays, 5, &data);
    let count = |app: &App| app.world().resource::<ReplayList>().count();
    let left = || fs::read_dir(&replays).unwrap().count();
    press(&mut app, &["Delete"]);
    assert_eq!(bar_labels(&app), ["yes", "no", "move", "choose"]);
    press(&mut app, &["Enter"]);
    assert_eq!(count(&app), 2, "no is marked");
    press(&mut app, &["Delete"]);
    press(&mut app, &["Down", "Esc"]);
    assert_eq!((screen(&app), count(&app), left()), (Screen::Replays, 2, 2));
    assert!(bar_labels(&app).contains(&"watch"));
    // The newest comes first.
    press(&mut app, &["Down", "Delete", "y"]);
    assert_told(&app, "Deleted 1.replay.");
    assert_eq!((count(&app), left()), (1, 1));
    press(&mut app, &["Delete", "Down", "Enter"]);
    assert_told(&app, "Deleted 2.replay.");
    assert_eq!((count(&app), left()), (0, 0));
    press(&mut app, &["Delete", "Enter", "Esc"]);
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
