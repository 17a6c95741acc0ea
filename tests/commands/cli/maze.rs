//! Mazes in hex form: `generate --format hex` and `maze`.

use std::fs::{self, File};
use std::process::{Command, Output, Stdio};

use super::{assert_fails, command, fed, folder, generators, names, stderr, stdout, text, words};

/// The generators whose maps are mazes of cells.
const MAZES: [&str; 4] = [
    "maze-dfs",
    "maze-wilson",
    "maze-kruskal",
    "maze-growing-tree",
];

/// What `maze --check -` makes of `input`.
fn check(input: &[u8]) -> Output {
    fed(&["maze", "--check", "-"], input)
}

#[test]
fn a_maze_in_hex_is_checked_and_shown_as_it_was_generated() {
    let folder = folder("hex");
    let path = folder.join("maze.hex");
    let path = path.to_str().unwrap();
    for generator in MAZES {
        for (size, param) in [
            ("3x3", "0"),
            ("41x31", "0"),
            ("81x51", "60"),
            ("5x99", "100"),
        ] {
            let args = format!(
                "generate --generator {generator} --seed 7 --size {size} --param braid={param} --format"
            );
            let hex = text(words(&format!("{args} hex")));
            let map = text(words(&format!("{args} text")));
            let sides = (hex.lines().next().unwrap().len(), hex.lines().count());
            let first = map.lines().next().unwrap().len();
            assert_eq!(sides, (first / 2, map.lines().count() / 2), "{hex}");
            fs::write(path, &hex).unwrap();
            assert_eq!(text(["maze", "--check", path]), map, "{hex}");
            assert_eq!(check(hex.as_bytes()).stdout, map.as_bytes());
        }
    }
    // A column and a row are left over, and no part of the maze.
    let even = text(words(
        "generate --generator maze-dfs --seed 7 --size 42x32 --format hex",
    ));
    assert_eq!(even.lines().count(), 15);
    let shown = check(even.as_bytes()).stdout;
    assert!(shown.starts_with("#".repeat(41).as_bytes()) && shown[41] == b'\n');
}

#[test]
fn a_file_that_ends_in_hex_asks_for_hex() {
    let folder = folder("hex-out");
    let path = folder.join("maze.hex");
    let path = path.to_str().unwrap();
    let args = ["generate", "--seed", "maze-kruskal/41x31#7", "--out", path];
    assert!(stdout(args).is_empty());
    let expected = stdout(words("generate --seed maze-kruskal/41x31#7 --format hex"));
    assert_eq!(fs::read(path).unwrap(), expected);
}

#[test]
fn a_generator_that_makes_no_maze_of_cells_has_no_hex_form() {
    let mut refusals = 0;
    for generator in generators() {
        let args = format!("generate --generator {generator} --seed 7 --format hex");
        if MAZES.contains(&generator.as_str()) {
            assert!(!stdout(words(&args)).is_empty());
        } else {
            let kinds = MAZES.join(", ");
            let needle = format!(
                "undercroft: {generator} makes no cell mazes, and hex is only for those; use {kinds}"
            );
            assert_fails(words(&args), 2, &needle);
            refusals += 1;
        }
    }
    assert!(refusals >= 6);
    let folder = folder("no-hex");
    let path = folder.join("map.hex");
    let args = ["generate", "--seed", "7", "--out", path.to_str().unwrap()];
    assert_fails(args, 2, "rogue makes no cell mazes");
    assert!(names(&folder).is_empty());
}

#[test]
fn a_damaged_maze_is_refused_with_line_and_column() {
    let folder = folder("damaged");
    for (name, content, needle) in [
        (
            "uneven",
            "BC\nB\n",
            "line 2, column 2: this row has 1 cell, the first row has 2",
        ),
        (
            "foreign",
            "BC\nBx\n",
            "line 2, column 2: \"x\" is not a cell",
        ),
        (
            "one-sided",
            "BC\nB7\n",
            "line 2, column 2: \"7\" has a wall on the left that its neighbour \"B\" at line 2, column 1 lacks",
        ),
        (
            "border",
            "BC\n96\n",
            "line 2, column 1: \"9\" is open below, where the maze ends; write \"B\"",
        ),
        ("empty", "", "the maze is empty"),
    ] {
        let path = folder.join(name);
        fs::write(&path, content).unwrap();
        let path = path.to_str().unwrap();
        assert_fails(["maze", "--check", path], 1, &format!("{path}: {needle}"));
        let output = check(content.as_bytes());
        assert_eq!(output.status.code(), Some(1));
        let line = stderr(&output);
        assert!(
            line.starts_with(&format!("undercroft: standard input: {needle}")),
            "{line}"
        );
    }
    let output = check(b"BC\nB\xff\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("line 2, column 2: "),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_maze_that_cannot_be_read_is_named_with_the_reason() {
    let folder = folder("unreadable");
    for path in [folder.join("none.hex"), folder.clone()] {
        let path = path.to_str().unwrap();
        assert_fails(
            ["maze", "--check", path],
            1,
            &format!("cannot read {path}: "),
        );
    }
}

/// Every command that reads a file, from every place that a file may be in.
#[cfg(target_os = "linux")]
#[test]
fn a_file_reads_the_same_through_links_and_pipes_and_as_standard_input() {
    let at = folder("doors");
    let run = |script: &str| {
        let program = env!("CARGO_BIN_EXE_undercroft");
        let mut bash = Command::new("bash");
        bash.args(["-c", script, "bash", program]).current_dir(&at);
        let output = bash.stdin(Stdio::null()).output().unwrap();
        assert_eq!(stderr(&output), "", "{script}");
        assert_eq!(output.status.code(), Some(0), "{script}");
        output.stdout
    };
    run("$1 generate --seed maze-dfs/9x9#7 --format hex > maze
         $1 generate --seed caves/20x20#7 > sample
         $1 simulate --seed 7 --turns 50 --record runs > /dev/null; mv runs/7.replay replay
         for file in maze sample replay; do ln -s $file $file-link; ln -s $file-link $file-chain; done
         mkfifo pipe");
    for (file, command) in [
        ("maze", "$1 maze --check @"),
        (
            "sample",
            "$1 generate --generator waves --seed 1 --size 20x20 --param sample=@",
        ),
        // The path stands before the first colon.
        ("replay", "$1 replay --verify @ | cut -d: -f2-"),
        ("replay", "$1 replay --log @"),
    ] {
        let through = |door: &str| run(&format!("set -o pipefail; {}", door.replace("FILE", file)));
        let door = |path: &str| command.replace('@', path);
        let expected = through(&door("FILE"));
        assert!(!expected.is_empty(), "{command}");
        for script in [
            door("./FILE"),
            door("FILE-link"),
            door("FILE-chain"),
            door("<(cat FILE)").replace("sample=<(cat FILE)", "sample=/dev/fd/9 9< <(cat FILE)"),
            format!("cat FILE > pipe & {}", door("pipe")),
            format!("{{ {}; }} < FILE", door("-")),
            format!("{{ {}; }} < FILE", door("/dev/stdin")),
            format!("{{ {}; }} < FILE", door("/dev/fd/0")),
            format!("cat FILE | {{ {}; }}", door("-")),
            format!("cat FILE | {{ {}; }}", door("/dev/stdin")),
            format!("{{ {}; }} 8< FILE", door("/dev/fd/8")),
        ] {
            assert!(through(&script) == expected, "{script}");
        }
    }
}

/// Runs a command that reads standard input from `/dev/zero`, which has no end.
#[cfg(unix)]
fn fed_with_zeros(args: &[&str]) -> Output {
    let zeros = File::open("/dev/zero").unwrap();
    command(args).stdin(zeros).output().unwrap()
}

#[cfg(unix)]
#[test]
fn endless_files_and_pipes_are_refused_by_name() {
    let folder = folder("endless");
    let pipe = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let large = folder.join("large");
    File::create(&large)
        .unwrap()
        .set_len((64 << 20) + 1)
        .unwrap();
    let [pipe, large] = [&pipe, &large].map(|path| path.to_str().unwrap());
    for command in [["maze", "--check"], ["replay", "--verify"]] {
        let fails = |path: &str, needle: &str| {
            assert_fails(command.into_iter().chain([path]), 1, needle);
        };
        fails("/dev/zero", "cannot read /dev/zero: not a regular file");
        let reason = "it is a pipe that nothing is written to";
        fails(pipe, &format!("cannot read {pipe}: {reason}"));
        fails(
            large,
            &format!("{large}: the file exceeds the 64 MiB limit"),
        );
        let output = fed_with_zeros(&[command[0], command[1], "-"]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(
            stderr(&output),
            "undercroft: standard input: the file exceeds the 64 MiB limit\n"
        );
    }
}
