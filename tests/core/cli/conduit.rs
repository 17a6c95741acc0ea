//! `conduit`, and sheets of boards and mazes to print.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{
    assert_fails, assert_refused, assert_usage_error, json, output, stderr, stdout, text, words,
};

// ---- sheets

#[test]
fn a_sheet_of_boards_or_mazes_has_its_solutions_on_a_second_page() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sheets");
    fs::create_dir_all(&folder).unwrap();
    for (args, name, first) in [
        (
            "conduit --seed 7 --size 7x7 --walls 20",
            "boards.svg",
            "1 board/7x7/walls=20#7",
        ),
        (
            "conduit --seed board/5x5/wrap#7",
            "wrapping.png",
            "1 board/5x5/wrap#7",
        ),
        ("maze --seed 7", "mazes.svg", "1 maze-dfs/33x21#7"),
        (
            "maze --seed 7 --generator maze-wilson --size 21x21",
            "more.PNG",
            "1 maze-wilson/21x21#7",
        ),
    ] {
        let path = folder.join(name);
        let out = path.display().to_string();
        let mut all = words(args);
        all.extend(["--sheet", "3", "--out", &out]);
        let codes = text(&all);
        assert_eq!(codes.lines().next(), Some(first));
        assert_eq!(codes.lines().count(), 3);
        let second = name.replace('.', "-solutions.");
        let pages = [name, &second].map(|name| fs::read(folder.join(name)).unwrap());
        assert_ne!(pages[0], pages[1]);
        let begins: &[u8] = if name.ends_with("svg") {
            b"<svg "
        } else {
            b"\x89PNG"
        };
        assert!(pages.iter().all(|page| page.starts_with(begins)), "{name}");
    }
    assert_usage_error("conduit --sheet 3 --out x.svg --format json", "--format");
    assert_usage_error("conduit --solve 3x3:s:673aaa484 --out x.svg", "--out");
    assert_usage_error("maze --check x --out x.svg", "--out");
    for (args, status, needle) in [
        (
            "conduit --seed 1 --sheet 3 --out boards.pdf",
            2,
            "boards.pdf does not end in .png or .svg",
        ),
        (
            "conduit --size 50x50 --seed 1 --sheet 40 --out x.svg",
            2,
            "40 pictures of 50x50 do not fit on one page",
        ),
        (
            "maze --generator rogue --seed 1 --sheet 4 --out x.svg",
            2,
            "does not make mazes",
        ),
    ] {
        assert_fails(words(args), status, needle);
    }
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
    assert_refused(
        "conduit --seed board/12x7#16 --wrap",
        "--wrap and the share code board/12x7#16 both set the board: leave out --wrap, or give only the seed, --seed 16",
    );
    assert_refused(
        "conduit --seed board/12x7/wrop#16",
        "--seed: \"wrop\" is not a rule",
    );
}

#[test]
fn a_drawn_seed_of_a_board_is_shown_with_the_command_that_makes_it_again() {
    let output = output(words("conduit --size 5x5 --wrap"));
    let line = stderr(&output);
    let (_, again) = line.trim_end().split_once(": undercroft ").unwrap();
    assert_eq!(stdout(words(again)), output.stdout);
}

#[test]
fn damaged_ids_and_bad_boards_are_refused_with_the_reason() {
    for (line, needle) in [
        (
            "--size 51x9",
            "--size: a board cannot be 51x9: boards can be 3x3 to 50x50 tiles",
        ),
        ("--size 2x9", "3x3 to 50x50"),
        ("--size ten", "--size: \"ten\" is not a size"),
        ("--size -1x9", "--size: \"-1x9\" is not a size"),
        ("--solve 3x3", "--solve: an id has three parts"),
        ("--solve 3x3:s:67gaaa484", "column 3, row 1: \"g\""),
        (
            "--solve 3x3:s:673aaa48",
            "have 8 digits; a board of 3x3 has 9",
        ),
        ("--solve 3x3:z:673aaa484", "\"z\" is not a rule"),
        ("--solve 3x3:s:673aaa48a", "17 pipe ends; 16"),
    ] {
        assert_refused(&format!("conduit {line}"), needle);
    }
    assert_fails(
        words("conduit --solve 3x3:s:7111aaaaa"),
        1,
        "--solve: the board has no solution",
    );
    assert_usage_error("conduit --walls 101", "use a whole number from 0 to 100");
    assert_usage_error("conduit --solve 3x3:s:673aaa484 --wrap", "--wrap");
    assert_usage_error("conduit --format png", "text, id, json");
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
fn the_help_of_conduit_names_every_field_of_the_json() {
    let help = text(["conduit", "--help"]);
    let document = json(words("conduit --seed 7 --format json"));
    let options = document["options"].as_object().unwrap();
    for field in document.as_object().unwrap().keys().chain(options.keys()) {
        assert!(help.contains(field), "{field}");
    }
}
