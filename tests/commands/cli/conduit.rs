//! `conduit`, and sheets of boards and mazes to print.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{folder, json, names, output, stderr, stdout, text, words};

// ---- sheets

/// Makes a sheet in `folder`; returns what is printed.
fn sheet(folder: &Path, args: &str, what: &str, name: &str) -> String {
    let out = folder.join(name).display().to_string();
    let mut all = words(args);
    all.extend(["--sheet", what, "--out", &out]);
    text(all)
}

#[test]
fn a_sheet_is_a_pdf() {
    let folder = folder("sheets");
    for (args, what, first) in [
        (
            "conduit --seed 7 --size 7x7 --walls 20",
            "3",
            "1 board/7x7/walls=20#7",
        ),
        (
            "conduit --seed board/5x5/wrap#7 --paper letter",
            "2",
            "1 board/5x5/wrap#7",
        ),
        ("conduit --large-print", "board/9x9#7", "1 board/9x9#7"),
        ("maze --seed 7", "12", "1 maze-dfs/33x21#7"),
    ] {
        let printed = sheet(&folder, args, what, "a.PDF");
        assert_eq!(printed.lines().next(), Some(first));
        assert_eq!(names(&folder), ["a.PDF"], "{args}");
        let pages = fs::read(folder.join("a.PDF")).unwrap();
        assert!(pages.starts_with(b"%PDF-"), "{args}");
    }
}

#[test]
fn a_sheet_has_a_pack_the_dailies_of_a_week_or_one_puzzle() {
    let folder = folder("sheet-content");
    let lines = |args: &str, what: &str| {
        let printed = sheet(&folder, args, what, "a.pdf");
        let lines = printed.lines().map(ToOwned::to_owned);
        lines.collect::<Vec<String>>()
    };
    let pack = lines("conduit", "springs");
    assert_eq!(pack.len(), 30);
    assert_eq!(
        lines("conduit", "Springs/30"),
        [pack[29].replace("30 ", "1 ")]
    );
    let three: Vec<String> = ["Cellars 2", "Cellars 3", "Cellars 4"]
        .iter()
        .zip(1..)
        .map(|(name, number)| format!("{number} {name}"))
        .collect();
    assert_eq!(lines("maze", "cellars/2-4"), three);
    let week = lines("conduit", "week/2024-11-20");
    assert_eq!(week.len(), 7);
    assert_eq!(week[0], "1 daily-board/2024-11-18");
    assert_eq!(week[6], "7 daily-board/2024-11-24");
    assert_eq!(
        lines("maze", "week/1970-01-01")[0],
        "1 daily-maze/1970-01-01"
    );
    for (args, code) in [
        ("conduit", "daily-board/2024-11-20"),
        ("conduit", "3x3:s:673aaa484"),
        ("maze", "maze-wilson/21x21#7"),
        ("maze", "daily-maze/2024-11-20"),
    ] {
        assert_eq!(lines(args, code), [format!("1 {code}")]);
    }
    // Progress is left out: paper begins at the start.
    assert_eq!(
        lines("maze", "maze-dfs/33x21#7@:0:0"),
        ["1 maze-dfs/33x21#7"]
    );
    // The week that has begun.
    let this = lines("maze --quiet", "week");
    assert!((1..=7).contains(&this.len()), "{this:?}");
}

// ---- conduit

/// Rows of masks.
fn masks(rows: &Value) -> Vec<Vec<u8>> {
    serde_json::from_value(rows.clone()).expect("rows of numbers")
}

#[test]
fn a_board_is_drawn_with_one_character_per_tile() {
    for (options, width, height) in [("", 10, 9), ("--size 3x50 --wrap", 3, 50)] {
        let board = text(words(&format!("conduit --seed 7 {options}")));
        let rows: Vec<&str> = board.split_terminator('\n').collect();
        assert_eq!(rows.len(), height, "{board}");
        for row in rows {
            assert_eq!(row.chars().count(), width, "{board}");
            assert!(row.chars().all(|c| ('─'..='╿').contains(&c)), "{board}");
        }
    }
}

#[test]
fn a_board_as_json_has_its_solution_and_agrees_with_its_id() {
    let args = "conduit --seed 7 --size 8x6 --wrap --walls 40 --format";
    let board = json(words(&format!("{args} json")));
    assert_eq!((&board["width"], &board["height"]), (&8.into(), &6.into()));
    assert_eq!(board["wellspring"], serde_json::json!([[3, 2], [3, 3]]));
    assert_eq!(board["share_code"], "board/8x6/wrap,walls=40#7");
    assert_eq!(board["options"]["wrap"], true);
    assert_eq!(board["options"]["walls"], true);
    assert_eq!(board["options"]["single"], false);
    let (tiles, solution) = (masks(&board["tiles"]), masks(&board["solution"]));
    assert_ne!(tiles, solution);
    let mut turned = 0;
    for (y, x) in (0..6).flat_map(|y| (0..8).map(move |x| (y, x))) {
        let mask = |rows: &[Vec<u8>]| undercroft::conduit::Mask::new(rows[y][x]);
        let wellspring = x == 3 && (2..=3).contains(&y);
        let same = mask(&tiles).turns_to(mask(&solution)).is_some();
        assert!(same || wellspring, "{x} {y}");
        turned += usize::from(mask(&tiles) != mask(&solution));
        // An edge of the solution meets one of its neighbour, around the border too.
        let right = solution[y][(x + 1) % 8];
        assert_eq!(solution[y][x] & 4 != 0, right & 1 != 0);
        let below = solution[(y + 1) % 6][x];
        assert_eq!(solution[y][x] & 2 != 0, below & 8 != 0);
    }
    assert!(turned > 10);
    let digits: String = tiles
        .iter()
        .flatten()
        .map(|mask| format!("{mask:x}"))
        .collect();
    let id = text(words(&format!("{args} id")));
    assert_eq!(board["id"], id.trim());
    assert!(id.starts_with(&format!("8x6:wb:{digits}:")), "{id}");
}

#[test]
fn a_board_is_solved_from_its_id() {
    for options in ["", "--wrap", "--single --walls 30", "--crosses --ambiguous"] {
        let made = json(words(&format!("conduit --seed 3 {options} --format json")));
        let id = made["id"].as_str().unwrap();
        let solved = json(["conduit", "--format", "json", "--solve", id]);
        assert_eq!(solved["tiles"], made["tiles"]);
        if !options.contains("ambiguous") {
            assert_eq!(solved["solution"], made["solution"]);
        }
        assert_eq!(solved["seed"], Value::Null);
        let drawn = text(["conduit", "--solve", id]);
        assert_eq!(drawn.lines().count(), 9);
        let solved_id = text(["conduit", "--format", "id", "--solve", id]);
        // Solved already, it is its own solution.
        assert_eq!(text(["conduit", "--solve", solved_id.trim()]), drawn);
    }
}

#[test]
fn a_share_code_names_the_same_board_as_its_options() {
    assert_eq!(
        text(words("conduit --seed board/12x7/wrap,walls=20,single#0x10")),
        text(words(
            "conduit --seed 16 --size 12x7 --wrap --walls 20 --single"
        ))
    );
}

#[test]
fn a_drawn_seed_of_a_board_is_shown_with_the_command_that_makes_it_again() {
    let output = output(words("conduit --size 5x5 --wrap"));
    let line = stderr(&output);
    let (_, again) = line.trim_end().split_once(": undercroft ").unwrap();
    assert_eq!(stdout(words(again)), output.stdout);
    let seed: u64 = again.rsplit_once('#').unwrap().1.parse().unwrap();
    assert!(seed < 1_000_000_000, "{seed}");
}

#[test]
fn a_board_with_more_solutions_than_its_rules_allow_is_solved_with_a_note() {
    let noted = (0..50).any(|seed| {
        let id = text(words(&format!(
            "conduit --size 8x8 --ambiguous --format id --seed {seed}"
        )));
        let output = output(["conduit", "--solve", &id.trim().replace(":a:", "::")]);
        assert_eq!(output.status.code(), Some(0));
        stderr(&output) == "the board has more than one solution; this is one of them\n"
    });
    assert!(noted);
}

#[test]
fn boards_of_net_are_made_printed_and_solved() {
    let id = text(words("conduit --preset 5x5w --seed 7 --format net"));
    let id = id.trim();
    assert!(id.starts_with("5x5w:"), "{id}");
    let board = json(["conduit", "--solve", id, "--json"]);
    assert_eq!(board["net_id"], id);
    assert_eq!(board["options"]["wrap"], true);
    let solved = text(["conduit", "--solve", id, "--format", "net"]);
    assert!(
        solved.starts_with("5x5w:") && solved.trim() != id,
        "{solved}"
    );
    assert_eq!(
        json(["conduit", "--seed", "7", "--json"])["net_id"],
        Value::Null
    );
}

#[test]
fn the_help_of_conduit_names_every_field_of_the_json() {
    let help = text(["conduit", "--help"]);
    let document = json(words("conduit --seed 7 --format json"));
    let options = document["options"].as_object().unwrap();
    for field in document.as_object().unwrap().keys().chain(options.keys()) {
        assert!(help.contains(field), "{field}");
    }
}
