//! `replay` and `catalog`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde_json::Value;
use undercroft::game::Narrator;
use undercroft::game::content::Content;
use undercroft::game::replay::Playback;

use super::{command, ends, folder, misused, output, refused, stderr, text, words};

// ---- replay

/// Replays of three short runs of the explorer, by seed.
fn recorded(test: &str) -> Vec<PathBuf> {
    let folder = folder(test);
    let args = "simulate --seed 7 --games 3 --turns 300 --json --record";
    let rows = text(words(args).into_iter().chain([folder.to_str().unwrap()]));
    let rows = rows.lines().map(|row| serde_json::from_str(row).unwrap());
    rows.map(|row: Value| folder.join(format!("{}.replay", row["seed"].as_str().unwrap())))
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
    let said = text(replay("--verify", &files));
    assert_eq!(said.lines().count(), 3, "{said}");
    for (line, file) in said.lines().zip(&files) {
        assert!(line.starts_with(file.to_str().unwrap()), "{line}");
        assert!(line.ends_with(": verified"), "{line}");
    }
    let objects = text(
        replay("--verify", &files[..1])
            .into_iter()
            .chain(["--json".into()]),
    );
    let object: Value = serde_json::from_str(&objects).unwrap();
    assert_eq!(object["seed"], "7");
    assert_eq!(object["verified"], true);
    assert_eq!(object["generation_version"], undercroft::GENERATION_VERSION);
    assert!(object["turns"].as_u64().unwrap() <= 300 && object["depth"].as_u64().unwrap() > 0);
    let info = text(replay("--info", &files[..1]));
    let digest = object["digest"].as_str().unwrap();
    assert!(info.contains("seed 7, ") && info.contains(digest), "{info}");
    // From standard input.
    let child = command(["replay", "--verify", "-"])
        .stdin(File::open(&files[0]).unwrap())
        .output();
    let said = String::from_utf8(child.unwrap().stdout).unwrap();
    assert!(
        said.starts_with("-: seed 7, ") && said.contains(digest),
        "{said}"
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
    assert_eq!(shown("9999999"), shown("100000"));
}

/// The first turn of a replay of which other words are told by who knows what came before, and these words.
fn told_otherwise(file: &Path) -> Option<(u64, Vec<String>)> {
    let replay = undercroft::disk::read_replay(file).unwrap();
    let mut playback = Playback::new(replay, Content::embedded().unwrap()).unwrap();
    let (mut narrator, mut events) = (Narrator::default(), Vec::new());
    while playback.step(&mut events).unwrap().is_some() {
        let game = playback.game();
        let words = |mut narrator: Narrator| -> Vec<String> {
            let told = narrator.tell(game, &events);
            told.into_iter().map(|(_, text)| text).collect()
        };
        let (fresh, known) = (words(Narrator::default()), words(narrator.clone()));
        narrator.tell(game, &events);
        if fresh != known {
            return Some((game.turns(), fresh));
        }
        events.clear();
    }
    None
}

#[test]
fn a_turn_of_a_replay_tells_of_no_return_that_the_log_leaves_out() {
    let folder = folder("replay-return");
    let record = ["simulate", "--seed", "7", "--games", "4", "--record"];
    let record = record.into_iter().map(str::to_owned);
    text(record.chain([folder.to_str().unwrap().to_owned()]));
    let mut checked = 0;
    for file in fs::read_dir(&folder).unwrap() {
        let file = file.unwrap().path();
        let Some((turn, fresh)) = told_otherwise(&file) else {
            continue;
        };
        let begin = ["replay", "--turn", &turn.to_string()].map(str::to_owned);
        let shown = text(begin.into_iter().chain([file.to_str().unwrap().to_owned()]));
        let told = fresh
            .iter()
            .filter(|line| shown.lines().any(|shown| shown == *line));
        assert!(told.count() < fresh.len(), "{fresh:?} in {shown}");
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
    // Of several replays each is named.
    let logs = text(replay("--log", &files));
    let named = |file: &&PathBuf| logs.contains(&format!("{}:\n", file.display()));
    assert_eq!(files.iter().filter(named).count(), 3);
    misused("replay --log --json x", "cannot be used with");
}

#[test]
fn an_invalid_replay_is_named_and_the_others_are_played() {
    let files = recorded("replay-wrong");
    let whole = fs::read_to_string(&files[1]).unwrap();
    let seed = files[1].file_stem().unwrap().to_str().unwrap();
    fs::write(
        &files[1],
        whole.replace(&format!("seed {seed}\n"), "seed 1\n"),
    )
    .unwrap();
    let cut = fs::read_to_string(&files[2]).unwrap();
    fs::write(&files[2], &cut[..cut.len() / 2]).unwrap();
    ends(replay("--verify", &files[1..2]), 1, ".replay: turn ");
    ends(replay("--verify", &files[2..]), 1, "replay: line ");
    let output = output(replay("--verify", &files));
    let (said, told) = (
        String::from_utf8(output.stdout.clone()).unwrap(),
        stderr(&output),
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.lines().count() == 1 && said.contains(": verified"),
        "{said}"
    );
    assert_eq!(told.lines().count(), 3, "{told}");
    assert!(
        told.ends_with("undercroft: 2 of 3 replays failed\n"),
        "{told}"
    );
    ends(
        ["replay", "--verify", "no-such-file"],
        1,
        "cannot read no-such-file",
    );
    misused("replay", "required");
    misused("replay --verify --info x", "cannot be used with");
    misused("replay --turn -1 x", "invalid value");
}

// ---- catalog

#[test]
fn a_catalogue_lists_the_same_things_in_every_format() {
    let (mut monsters, mut items) = (0, 0);
    let objects = text(words("catalog --seeds 7..9 --depths 4 --json"));
    for (index, line) in objects.lines().enumerate() {
        let level: Value = serde_json::from_str(line).unwrap();
        assert_eq!(level["seed"], (7 + index / 4).to_string());
        assert_eq!(level["depth"], index % 4 + 1);
        let list = |key: &str| level[key].as_array().unwrap().clone();
        monsters += list("monsters").len();
        items += list("items").len() + list("offers").len();
        assert!(
            list("items").iter().any(|item| item["id"] == "ration"),
            "{line}"
        );
        for thing in list("monsters").iter().chain(&list("items")) {
            assert!((1..79).contains(&thing["x"].as_i64().unwrap()), "{thing}");
            assert!((1..49).contains(&thing["y"].as_i64().unwrap()), "{thing}");
        }
    }
    assert_eq!(objects.lines().count(), 8);
    assert_eq!(
        text(words("catalog --seeds 7..9 --depths 4 --format json")),
        objects
    );
    let csv = text(words("catalog --seeds 7..9 --depths 4 --format csv"));
    let columns = csv.lines().next().unwrap();
    assert_eq!(
        columns,
        "seed,depth,level,what,id,name,count,plus,asleep,x,y"
    );
    assert!(csv.lines().all(|row| row.split(',').count() == 11), "{csv}");
    assert_eq!(csv.matches(",monster,").count(), monsters);
    assert_eq!(csv.lines().count() - 1, monsters + items);
    let people = text(words("catalog --seeds 7..9 --depths 4"));
    assert_eq!(people.matches("seed ").count(), 2, "{people}");
    assert_eq!(people.matches("  depth ").count(), 8, "{people}");
}

#[test]
fn a_catalogue_does_not_depend_on_threads_or_on_other_seeds() {
    let one = text(words("catalog --seeds 0..70 --depths 2 --json --threads 1"));
    let two = text(words("catalog --seeds 0..70 --depths 2 --json --threads 2"));
    assert!(one == two);
    let last = text(words("catalog --seeds 69..70 --depths 2 --json"));
    assert!(one.ends_with(&last));
    let plus = text(words("catalog --seeds 69..70 --depths 2 --json --plus 3"));
    assert_ne!(plus, last);
}

#[test]
fn a_catalogue_of_nothing_is_refused() {
    refused("catalog --seeds 5..5", "is empty");
    refused("catalog --seeds 7", "write A..B");
    misused("catalog", "--seeds");
    misused("catalog --seeds 0..1 --depths 13", "--depths");
    misused(
        "catalog --seeds 0..1 --format xml",
        "[possible values: text, csv, json]",
    );
    misused(
        "catalog --seeds 0..1 --format csv --json",
        "cannot be used with",
    );
}
