//! `undercroft simulate` as people and scripts use it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn output(line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_undercroft"))
        .args(line.split_whitespace())
        .stdin(Stdio::null())
        .output()
        .expect("the binary was built")
}

/// Standard output of a command that succeeds and prints nothing on standard error: the progress
/// bar is only for terminals.
fn done(line: &str) -> String {
    let output = output(line);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
    assert_eq!(output.status.code(), Some(0), "{line}");
    String::from_utf8(output.stdout).expect("the result is UTF-8")
}

fn refused(line: &str, needle: &str) {
    let output = output(line);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{line}: {message}");
    assert!(output.stdout.is_empty(), "{line}");
    assert!(message.contains(needle), "{needle} is not in {message}");
}

fn rows(line: &str) -> Vec<Value> {
    serde_json::from_str(&done(line)).expect("the result is one list")
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn each_run_is_an_object() {
    let rows = rows("simulate --seed 3 --bot random --games 8 --turns 600 --json");
    assert_eq!(rows.len(), 8);
    assert_eq!(rows[0]["seed"], "3");
    let mut limits = 0;
    for row in &rows {
        let outcome = row["outcome"].as_str().unwrap();
        assert!(["won", "died", "limit"].contains(&outcome), "{row}");
        assert_eq!(row["cause"].is_string(), outcome == "died", "{row}");
        assert!((1..=12).contains(&row["depth"].as_u64().unwrap()), "{row}");
        let turns = row["turns"].as_u64().unwrap();
        assert!(turns > 0, "{row}");
        assert!(outcome != "limit" || turns >= 600, "{row}");
        limits += usize::from(outcome == "limit");
        let digest = row["digest"].as_str().unwrap();
        assert!(digest.len() == 16 && u64::from_str_radix(digest, 16).is_ok());
    }
    assert!(limits < 8, "nobody died");
}

#[test]
fn the_rows_are_the_same_whatever_the_number_of_threads() {
    for bot in ["striker", "explorer", "tactician", "random", "chaos"] {
        let order = format!("simulate --seed cathedral --bot {bot} --games 9 --turns 500 --json");
        let one = done(&format!("{order} --threads 1"));
        assert_eq!(one, done(&format!("{order} --threads 5")), "{bot}");
        // Fewer runs are the first of more, and each can be had again by its own seed.
        let one: Vec<Value> = serde_json::from_str(&one).unwrap();
        let fewer = rows(&order.replace("--games 9", "--games 4"));
        assert_eq!(one[..4], fewer, "{bot}");
        let seed = one[8]["seed"].as_str().unwrap();
        let alone = format!("simulate --seed {seed} --bot {bot} --games 1 --turns 500 --json");
        assert_eq!(rows(&alone), one[8..], "{bot}");
    }
}

#[test]
fn the_summary_adds_up() {
    let text = done("simulate --seed 1 --bot random --games 10 --turns 300");
    assert!(text.starts_with("random, seed 1, 10 runs: "), "{text}");
    let table: Vec<Vec<usize>> = text
        .lines()
        .skip(3)
        .take(12)
        .map(|line| {
            let words = line.split_whitespace();
            words.filter_map(|word| word.parse().ok()).collect()
        })
        .collect();
    assert_eq!(table.len(), 12, "{text}");
    for (index, row) in table.iter().enumerate() {
        assert_eq!(row[0], index + 1, "{text}");
        // Who died at a depth has reached it.
        assert!(row[1] <= row[2], "{text}");
    }
    assert_eq!(table[0][2], 10);
    let died: usize = table.iter().map(|row| row[1]).sum();
    assert!(text.contains(&format!(" {died} died, ")), "{text}");
    for needle in [
        "killed by ",
        "turns per second",
        "digest of all runs: ",
        "median death",
    ] {
        assert!(text.contains(needle), "{needle} is not in {text}");
    }
}

#[test]
fn the_plot_is_a_picture() {
    let path = file("simulate.png");
    let _ = fs::remove_file(&path);
    let line = "simulate --seed 1 --bot random --games 6 --turns 300 --plot";
    let text = done(&format!("{line} {}", path.display()));
    assert!(text.contains("6 runs"), "{text}");
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(&path).unwrap()));
    let mut reader = decoder.read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((frame.width, frame.height), (1200, 636));
    let first = pixels[..3].to_vec();
    assert!(pixels.chunks(3).any(|pixel| pixel != first), "empty");
}

#[test]
fn bad_arguments_are_refused_with_the_reason() {
    refused("simulate --games 3", "--seed");
    refused("simulate --seed 1 --bot walker", "explorer");
    refused("simulate --seed 1 --games 0", "--games");
    refused("simulate --seed 1 --turns 0", "--turns");
    refused("simulate --seed 1 --threads 0", "--threads");
    refused("simulate --seed 1 --plus 99", "--plus");
    refused("simulate --seed 1 --plot -", "--plot");
    let all = "choose from dark, fire, throws, doors, relics";
    refused("simulate --seed 1 --without walls", all);
    for (bot, option) in [("explorer", "--without fire"), ("striker", "--decisions")] {
        let line = format!("simulate --seed 1 --bot {bot} {option}");
        refused(&line, &format!("is for --bot tactician, not for {bot}"));
    }
    refused("simulate --seed 1 --decisions 0", "--decisions");
    refused("simulate --seed 1 --decisions --plot ends.png", "--plot");
    refused("simulate --seed 1 --decisions --record runs", "--record");
}

/// The sums of the counts in a field of all rows, by name.
fn sums(rows: &[Value], field: &str) -> Vec<(String, u64)> {
    let names = rows[0][field].as_object().unwrap().keys();
    let count = |row: &Value, name: &str| row[field][name].as_u64().unwrap();
    let sum = |name: &String| rows.iter().map(|row| count(row, name)).sum();
    names.map(|name| (name.clone(), sum(name))).collect()
}

#[test]
fn what_monsters_die_of_is_counted_and_a_means_can_be_taken_away() {
    let line = "simulate --seed 1 --games 5 --turns 2000 --json";
    let all = rows(&format!("{line} --bot tactician"));
    let kills: u64 = all.iter().map(|row| row["kills"].as_u64().unwrap()).sum();
    let killed = sums(&all, "killed");
    assert_eq!(killed.iter().map(|(_, count)| count).sum::<u64>(), kills);
    assert!(kills > 30, "{killed:?}");
    let used = |rows: &[Value], means: &str| {
        let sums = sums(rows, "used");
        sums.iter().find(|(name, _)| name == means).unwrap().1
    };
    assert!(used(&all, "throws") > 20 && used(&all, "doors") > 5);
    // It is the tactician that does without.
    let without = rows(&format!("{line} --without throws --without doors"));
    assert_eq!(used(&without, "throws") + used(&without, "doors"), 0);
    let by_throws = sums(&without, "killed");
    assert!(
        by_throws.contains(&("throws".to_owned(), 0)),
        "{by_throws:?}"
    );
    let nothing = "--without dark --without fire --without throws --without doors --without relics";
    let plain = rows(&format!("{line} {nothing}"));
    assert!(sums(&plain, "used").iter().all(|(_, count)| *count == 0));
}

#[test]
fn decisions_are_measured_alike_whatever_the_number_of_threads() {
    let line = "simulate --seed 5 --games 2 --turns 1000 --decisions 2";
    let one = done(&format!("{line} --json --threads 1"));
    assert_eq!(one, done(&format!("{line} --json --threads 3")));
    let rows: Vec<Value> = serde_json::from_str(&one).unwrap();
    assert_eq!(rows.len(), 12);
    let sum = |field: &str| -> u64 { rows.iter().map(|row| row[field].as_u64().unwrap()).sum() };
    for (index, row) in rows.iter().enumerate() {
        let of = |field: &str| row[field].as_u64().unwrap();
        assert_eq!(of("depth"), index as u64 + 1);
        assert_eq!(of("sampled"), of("turns").min(2), "{row}");
        assert_eq!(of("decisions"), of("better") + of("worse"), "{row}");
        // Where it does what is simplest, there is nothing to decide.
        assert!(of("decisions") <= of("differs"), "{row}");
        assert!(of("differs") <= of("sampled"), "{row}");
    }
    assert!(sum("sampled") >= 4 && sum("differs") > 0, "{one}");
    assert_eq!(
        sum("control"),
        0,
        "the same choice differs from itself: {one}"
    );
    let table = done("simulate --seed 5 --turns 200 --decisions 1");
    assert!(table.starts_with("tactician, seed 5, 1 run: "), "{table}");
    assert!(table.contains("\n  all  "), "{table}");
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = file(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A folder with the rules in which `what` is replaced.
fn rules_with(name: &str, what: &str, by: &str) -> String {
    let path = folder(name);
    let rules = include_str!("../../core/assets/content/rules.ron");
    let changed = rules.replacen(what, by, 1);
    assert_ne!(rules, changed);
    fs::write(path.join("rules.ron"), changed).unwrap();
    path.display().to_string()
}

#[test]
fn twice_the_health_in_a_folder_of_content_is_played_and_named_by_replays() {
    let content = rules_with("double-health", "health: 40,", "health: 80,");
    let plain = "simulate --seed 1 --games 12 --turns 5000 --json";
    let depths = |rows: &[Value]| -> u64 {
        let depth = |row: &Value| row["deepest"].as_u64().unwrap();
        rows.iter().map(depth).sum()
    };
    let usual = rows(plain);
    let doubled = rows(&format!("{plain} --content {content}"));
    assert_eq!(usual.len(), doubled.len());
    assert!(depths(&doubled) > depths(&usual), "{usual:?} {doubled:?}");

    // The recording names the content, is refused without it, and shows the health.
    let runs = folder("double-health-runs");
    let runs = runs.display();
    done(&format!(
        "simulate --seed 7 --turns 50 --record {runs} --content {content}"
    ));
    let replay = format!("{runs}/7.replay");
    let same = done(&format!("replay --verify {replay} --content {content}"));
    assert!(same.contains(": verified"), "{same}");
    let shown = done(&format!("replay --turn 0 {replay} --content {content}"));
    assert!(shown.contains("health 80 of 80"), "{shown}");
    let output = output(&format!("replay --verify {replay}"));
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("recorded with other content"), "{told}");
}

#[test]
fn a_catalogue_follows_the_content_that_is_given() {
    let content = folder("more-items");
    let levels = include_str!("../../core/assets/content/levels.ron");
    let more = levels.replace("budget: 75, items: 5", "budget: 75, items: 30");
    assert_ne!(levels, more);
    fs::write(content.join("levels.ron"), more).unwrap();
    let count = |line: &str| -> u64 {
        let row = &rows(line)[0];
        let items = row["items"].as_array().unwrap();
        items
            .iter()
            .map(|item| item["count"].as_u64().unwrap())
            .sum()
    };
    let plain = "catalog --seeds 7..8 --depths 1 --json";
    let usual = count(plain);
    assert!(count(&format!("{plain} --content {}", content.display())) > usual + 20);
}

#[test]
fn each_error_in_the_content_is_printed_with_its_file_and_line() {
    let content = rules_with("wrong-rules", "miss: 10,", "miss: 0, swing: 500,");
    let rules = fs::read_to_string(Path::new(&content).join("rules.ron")).unwrap();
    let rules = rules.replacen("        swing: 50,\n", "", 1);
    fs::write(Path::new(&content).join("rules.ron"), &rules).unwrap();
    let output = output(&format!("simulate --seed 1 --content {content}"));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    let lines: Vec<&str> = told.lines().collect();
    let line = 1 + rules
        .lines()
        .position(|line| line.contains("miss: 0"))
        .unwrap();
    let [first, second, last] = lines[..] else {
        panic!("{told}")
    };
    let place = format!("undercroft: {content}/rules.ron:{line}: combat.");
    assert!(
        first.starts_with(&place) && second.starts_with(&place),
        "{told}"
    );
    assert!(last.contains("--content: 2 errors in "), "{told}");
}

#[test]
fn a_folder_without_readable_content_is_refused() {
    let failed = |line: &str, needle: &str| {
        let output = output(line);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{line}: {told}");
        assert!(told.contains(needle) && told.lines().count() == 1, "{told}");
    };
    let empty = folder("no-content");
    let simulate = format!("simulate --seed 1 --content {}", empty.display());
    failed(
        &simulate,
        "contains none of monsters.ron, items.ron, levels.ron, rules.ron, fixtures.txt, rooms.txt",
    );
    failed(&format!("{simulate}/nowhere"), "cannot read");
    fs::create_dir(empty.join("rules.ron")).unwrap();
    failed(&simulate, "rules.ron: not a regular file");
    fs::remove_dir(empty.join("rules.ron")).unwrap();
    fs::write(empty.join("rules.ron"), vec![b' '; (1 << 20) + 1]).unwrap();
    failed(&simulate, "rules.ron: the file exceeds the 1 MiB limit");
}
