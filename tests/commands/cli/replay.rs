//! `replay`, `simulate` and `catalog`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde_json::Value;
use undercroft::game::content::Content;
use undercroft::game::record::Playback;
use undercroft::game::{Action, Narrator, Run, Setup};
use undercroft::rng::Seed;

use super::{assert_fails, command, folder, json, output, stderr, text, words};

// ---- replay

/// Replays of three short runs of the explorer, by seed.
fn recorded(test: &str) -> Vec<PathBuf> {
    let folder = folder(test);
    let args = "simulate --seed 7 --games 3 --turns 300 --json --record";
    let rows = json(words(args).into_iter().chain([folder.to_str().unwrap()]));
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| folder.join(format!("{}.replay", row["seed"].as_str().unwrap())))
        .collect()
}

fn replay(args: &str, files: &[PathBuf]) -> Vec<String> {
    let files = files.iter().map(|file| file.to_str().unwrap().to_owned());
    let begin = ["replay", args].map(str::to_owned);
    begin.into_iter().chain(files).collect()
}

#[test]
fn recorded_runs_play_the_same_again() {
    let files = recorded("replay");
    let printed = text(replay("--verify", &files));
    assert_eq!(printed.lines().count(), 3, "{printed}");
    for (line, file) in printed.lines().zip(&files) {
        assert!(line.starts_with(file.to_str().unwrap()), "{line}");
        assert!(line.ends_with(": verified"), "{line}");
    }
    let list = json(
        replay("--verify", &files)
            .into_iter()
            .chain(["--json".into()]),
    );
    assert_eq!(list.as_array().unwrap().len(), 3);
    let object = &list[0];
    assert_eq!(object["seed"], "7");
    assert_eq!(object["verified"], true);
    assert_eq!(object["generation_version"], undercroft::GENERATION_VERSION);
    assert_eq!(object["rules_version"], undercroft::RULES_VERSION);
    assert!(object["turns"].as_u64().unwrap() <= 300 && object["depth"].as_u64().unwrap() > 0);
    let info = text(replay("--info", &files[..1]));
    let digest = object["digest"].as_str().unwrap();
    assert!(info.contains("seed 7, ") && info.contains(digest), "{info}");
    // From standard input.
    let child = command(["replay", "--verify", "-"])
        .stdin(File::open(&files[0]).unwrap())
        .output();
    let printed = String::from_utf8(child.unwrap().stdout).unwrap();
    assert!(
        printed.starts_with("-: seed 7, ") && printed.contains(digest),
        "{printed}"
    );
}

#[test]
fn a_turn_of_a_replay_is_shown_as_the_player_knew_it() {
    let files = recorded("replay-turn");
    let shown = |turn: &str| {
        let begin = ["replay", "--turn", turn].map(str::to_owned);
        text(
            begin
                .into_iter()
                .chain([files[0].to_str().unwrap().to_owned()]),
        )
    };
    let start = shown("0");
    assert!(
        start.starts_with("seed 7, turn 0, depth 1, health 40 of 40"),
        "{start}"
    );
    let later = shown("64");
    assert!(later.starts_with("seed 7, turn 64, "), "{later}");
    assert!(start.matches('@').count() == 1 && later.matches('@').count() == 1);
    assert!(later.matches('#').count() > start.matches('#').count());
}

#[test]
fn a_turn_after_the_last_one_is_refused_with_the_turns_there_are() {
    let file = &recorded("replay-beyond")[0];
    let end = json(
        replay("--info", std::slice::from_ref(file))
            .into_iter()
            .chain(["--json".into()]),
    );
    let end = end[0]["turns"].as_u64().unwrap();
    let beyond = (end + 1).to_string();
    let file = file.to_str().unwrap();
    let film = file.replace("7.replay", "7.png");
    text(["replay", "--turn", &end.to_string(), file]);
    for args in [
        &["--turn", &beyond][..],
        &["--film", &film, "--from", &beyond],
        &["--film", &film, "--to", &beyond],
    ] {
        let args = ["replay"].iter().chain(args).chain([&file]);
        let needle = format!("7.replay: there is no turn {beyond}: the run has turns 0 to {end}");
        assert_fails(args, 1, &needle);
    }
}

#[test]
fn the_last_turn_of_a_replay_is_shown_with_an_end_that_took_no_time() {
    let mut run = Run::new(Setup::new(Seed(7)).unwrap()).unwrap();
    for action in [Action::Wait, Action::Wait, Action::GiveUp] {
        run.apply(action, &mut Vec::new()).unwrap();
    }
    assert_eq!(run.game().turns(), 2);
    let file = folder("replay-end").join("end.replay");
    fs::write(&file, run.recording().to_string()).unwrap();
    let shown = text(replay("--turn", &["2".into(), file]));
    assert!(shown.contains("\nYou give up, "), "{shown}");
}

/// The first turn of a replay whose messages depend on earlier turns, and its messages without those.
fn first_turn_with_history(file: &Path) -> Option<(u64, Vec<String>)> {
    let replay = undercroft::disk::read_recording(file).unwrap();
    let mut playback = Playback::new(replay, Content::embedded().unwrap()).unwrap();
    let (mut narrator, mut events) = (Narrator::default(), Vec::new());
    while playback.step(&mut events).unwrap().is_some() {
        let game = playback.game();
        let messages = |mut narrator: Narrator| -> Vec<String> {
            let messages = narrator.tell(game, &events);
            messages.into_iter().map(|told| told.text).collect()
        };
        let (fresh, known) = (messages(Narrator::default()), messages(narrator.clone()));
        narrator.tell(game, &events);
        if fresh != known {
            return Some((game.turns(), fresh));
        }
        events.clear();
    }
    None
}

#[test]
fn a_turn_of_a_replay_has_no_message_that_the_log_leaves_out() {
    let folder = folder("replay-return");
    let record = ["simulate", "--seed", "7", "--games", "4", "--record"];
    let record = record.into_iter().map(str::to_owned);
    text(record.chain([folder.to_str().unwrap().to_owned()]));
    let mut checked = 0;
    for file in fs::read_dir(&folder).unwrap() {
        let file = file.unwrap().path();
        let Some((turn, fresh)) = first_turn_with_history(&file) else {
            continue;
        };
        let begin = ["replay", "--turn", &turn.to_string()].map(str::to_owned);
        let shown = text(begin.into_iter().chain([file.to_str().unwrap().to_owned()]));
        let repeated = fresh
            .iter()
            .filter(|line| shown.lines().any(|shown| shown == *line));
        assert!(repeated.count() < fresh.len(), "{fresh:?} in {shown}");
        checked += 1;
    }
    assert!(checked > 0);
}

#[test]
fn the_log_of_a_replay_is_every_message_with_its_turn() {
    let files = recorded("replay-log");
    let log = text(replay("--log", &files[..1]));
    let mut last = 0;
    for line in log.lines() {
        let (turn, message) = line.trim_start().split_once(' ').unwrap();
        let turn: u64 = turn.parse().unwrap();
        assert!(turn >= last && turn <= 300, "{line}");
        assert!(
            message.starts_with(char::is_uppercase) && message.ends_with('.'),
            "{line}"
        );
        last = turn;
    }
    assert!(log.lines().count() > 10, "{log}");
    // The messages of one turn are those that `--turn` shows.
    let turn = last.to_string();
    let shown = text(replay("--turn", &[turn.into(), files[0].clone()]));
    let message = log.lines().last().unwrap().trim_start();
    let (_, message) = message.split_once(' ').unwrap();
    assert!(shown.lines().any(|line| line == message), "{shown}");
}

#[test]
fn each_of_several_replays_is_named() {
    let files = recorded("replay-names");
    for option in ["--log", "--turn=5"] {
        let printed = text(replay(option, &files));
        let named = |file: &&PathBuf| printed.contains(&format!("{}:\n", file.display()));
        assert_eq!(files.iter().filter(named).count(), 3, "{printed}");
    }
}

#[test]
fn solves_that_cannot_be_filmed_are_refused_with_the_reason() {
    let folder = folder("replay-solves");
    for (name, line) in [
        ("mine", "daily-maze/2026-11-24@AAAA"),
        (
            "friends",
            "Undercroft daily maze 2026-11-24: 3:41, 64 steps, no hints, daily-maze/2026-11-24@AAAA\n",
        ),
        ("other", "daily-maze/2026-11-23@AAAA"),
        ("none", "daily-maze/2026-11-24"),
    ] {
        fs::write(folder.join(name), line).unwrap();
    }
    let film = |files: &[&str], more: &str| {
        let mut args = vec!["replay".to_owned(), "--film=x.png".to_owned()];
        args.extend(more.split_whitespace().map(str::to_owned));
        args.extend(
            files
                .iter()
                .map(|file| folder.join(file).display().to_string()),
        );
        args
    };
    assert_fails(film(&["mine", "other"], ""), 2, "of different dailies");
    assert_fails(
        film(&["mine", "none"], ""),
        1,
        "it holds no recorded solve of a daily",
    );
    assert_fails(
        film(&["mine", "friends", "mine"], ""),
        2,
        "name two at most",
    );
    assert_fails(
        film(&["mine", "friends"], "--from 3"),
        2,
        "a solve has no turns",
    );
    assert_fails(film(&["mine"], "--still 3"), 2, "a solve has no turns");
}

// ---- simulate

#[test]
fn a_simulation_checks_its_folder_before_it_plays() {
    let folder = folder("simulate-files");
    fs::write(folder.join("file"), "").unwrap();
    let file = folder.join("file").display().to_string();
    // A million runs would take hours.
    let args = [
        "simulate", "--seed", "7", "--games", "1000000", "--record", &file,
    ];
    assert_fails(args, 1, "it is not a folder");
}

#[test]
fn one_run_and_one_turn_are_counted_in_the_singular() {
    let summary = text(words("simulate --seed 7 --turns 1"));
    assert!(
        summary
            .starts_with("explorer, seed 7, 1 run: 0 won (0.0%), 0 died, 1 stopped after 1 turn\n"),
        "{summary}"
    );
    let summary = text(words("survey --seeds 7..8 --generator box --size 9x9"));
    assert!(
        summary.starts_with("box/9x9, seeds 7..=7: 1 map, 0 failed\n"),
        "{summary}"
    );
}

#[test]
fn an_invalid_replay_is_named_and_the_others_are_played() {
    let files = recorded("replay-wrong");
    let whole = fs::read_to_string(&files[1]).unwrap();
    let seed = files[1].file_stem().unwrap().to_str().unwrap();
    let other = whole.replace(&format!("seed {seed} "), "seed 1 ");
    fs::write(&files[1], crate::sealed::sealed(&other)).unwrap();
    let damaged = fs::read_to_string(&files[2]).unwrap();
    fs::write(&files[2], damaged.replacen(" =", " x =", 1)).unwrap();
    assert_fails(replay("--verify", &files[1..2]), 1, ".replay: turn ");
    assert_fails(replay("--verify", &files[2..]), 1, "replay: line 2, ");
    let all = output(replay("--verify", &files));
    let (printed, errors) = (String::from_utf8(all.stdout.clone()).unwrap(), stderr(&all));
    assert_eq!(all.status.code(), Some(1));
    assert!(
        printed.lines().count() == 1 && printed.contains(": verified"),
        "{printed}"
    );
    assert_eq!(errors.lines().count(), 3, "{errors}");
    assert!(
        errors.ends_with("undercroft: 2 of 3 replays failed\n"),
        "{errors}"
    );
    // The end that a crash has cut short is left out, and told.
    fs::write(&files[0], &whole[..whole.len() - 3]).unwrap();
    let cut = output(replay("--verify", &files[..1]));
    let said = stderr(&cut);
    assert!(
        cut.status.success() && said.contains("it is left out"),
        "{said}"
    );
    assert_fails(
        ["replay", "--verify", "no-such-file"],
        1,
        "cannot read no-such-file",
    );
}

// ---- catalog

#[test]
fn a_catalogue_lists_the_same_things_in_every_format() {
    let kinds = [
        "monster",
        "waiting",
        "item",
        "tomb",
        "offer",
        "hazard",
        "set piece",
    ];
    let mut counts = [0; 7];
    let objects = text(words("catalog --seeds 20..22 --depths 4 --json"));
    let levels: Vec<Value> = serde_json::from_str(&objects).unwrap();
    for (index, level) in levels.iter().enumerate() {
        assert_eq!(level["seed"], (20 + index / 4).to_string());
        assert_eq!(level["depth"], index % 4 + 1);
        let list = |key: &str| level[key].as_array().unwrap().clone();
        for (kind, count) in kinds.iter().zip(&mut counts) {
            let key = match *kind {
                "waiting" => "waiting".to_owned(),
                kind => format!("{}s", kind.replace(' ', "_")),
            };
            *count += list(&key).len();
        }
        assert!(
            list("items").iter().any(|item| item["id"] == "ration"),
            "{level}"
        );
        let hidden = [list("waiting"), list("tombs")].concat();
        for thing in [list("monsters"), list("items"), hidden].concat() {
            assert!((1..79).contains(&thing["x"].as_i64().unwrap()), "{thing}");
            assert!((1..49).contains(&thing["y"].as_i64().unwrap()), "{thing}");
        }
    }
    assert_eq!(levels.len(), 8);
    // A level stands on a line.
    assert_eq!(objects.lines().count(), 10);
    assert_eq!(
        text(words("catalog --seeds 20..22 --depths 4 --format json")),
        objects
    );
    let csv = text(words("catalog --seeds 20..22 --depths 4 --format csv"));
    let columns = csv.lines().next().unwrap();
    assert_eq!(
        columns,
        "seed,depth,level,what,id,name,count,plus,asleep,x,y"
    );
    assert!(csv.lines().all(|row| row.split(',').count() == 11), "{csv}");
    for (kind, count) in kinds.iter().zip(counts) {
        assert!(count > 0, "no {kind} in these levels");
        assert_eq!(csv.matches(&format!(",{kind},")).count(), count, "{kind}");
    }
    assert_eq!(csv.lines().count() - 1, counts.iter().sum::<usize>());
    let people = text(words("catalog --seeds 20..22 --depths 4"));
    assert_eq!(people.matches("seed ").count(), 2, "{people}");
    assert_eq!(people.matches("  depth ").count(), 8, "{people}");
}

#[test]
fn a_name_with_a_comma_is_quoted_in_csv() {
    let folder = folder("catalog-comma");
    let levels = include_str!("../../../core/assets/content/levels.ron");
    let levels = levels.replace("the caverns", "caves, and more");
    fs::write(folder.join("levels.ron"), levels).unwrap();
    let args = words("catalog --seeds 7..8 --depths 1 --format csv --content");
    let csv = text(args.into_iter().chain([folder.to_str().unwrap()]));
    assert!(csv.lines().count() > 10, "{csv}");
    let mut rows = csv.lines().skip(1);
    assert!(
        rows.all(|row| row.starts_with("7,1,\"caves, and more\",")),
        "{csv}"
    );
}

#[test]
fn a_catalogue_does_not_depend_on_threads_or_on_other_seeds() {
    let one = text(words("catalog --seeds 0..70 --depths 2 --json --threads 1"));
    let two = text(words("catalog --seeds 0..70 --depths 2 --json --threads 2"));
    assert!(one == two);
    let last = text(words("catalog --seeds 69..70 --depths 2 --json"));
    assert!(one.ends_with(last.trim_start_matches('[')));
    let plus = text(words("catalog --seeds 69..70 --depths 2 --json --plus 3"));
    assert_ne!(plus, last);
}
