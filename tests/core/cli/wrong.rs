//! What is typed wrong is refused with what would be right.

use std::ffi::OsStr;

use super::{ends, misused, output, refused, stderr};

// ---- what is typed wrong

#[test]
fn a_bad_size_is_refused_with_what_would_be_right() {
    for size in ["0x0", "1x1", "3x3", "5000x5000", "80x5000", "6x7"] {
        for command in ["generate --seed 1", "--seed 1"] {
            refused(
                &format!("{command} --size {size}"),
                &format!("rogue cannot make a map of {size}: it accepts 7x7 to 4096x4096"),
            );
        }
    }
    for size in [
        "80",
        "80x",
        "x50",
        "-1x5",
        "-1x-5",
        "80x50x2",
        "axb",
        "80*50",
        "99999999999x9",
    ] {
        for command in ["generate --seed 1", "--seed 1"] {
            let needle = format!("--size: `{size}` is not a size: write columns x rows");
            refused(&format!("{command} --size {size}"), &needle);
            refused(&format!("{command} --size={size}"), &needle);
        }
    }
    ends(["generate", "--size", ""], 2, "`` is not a size");
}

#[test]
fn the_smallest_size_follows_the_parameters() {
    refused(
        "generate --seed 1 --param sectors=6,min-side=20",
        "it accepts 127x127 to 4096x4096 with sectors=6,min-side=20",
    );
}

#[test]
fn an_unknown_generator_is_refused_with_the_nearest() {
    refused("generate --generator rouge", "did you mean `rogue`?");
    refused("generate --generator room", "did you mean `rooms`?");
    refused("--generator scater", "did you mean `scatter`?");
    refused("generate --generator qqq", "there are rogue, rooms");
    ends(["generate", "--generator", ""], 2, "there are rogue, rooms");
}

#[test]
fn a_bad_parameter_is_refused_with_what_would_be_right() {
    for (param, needle) in [
        ("sectors=7", "sectors must be from 2 to 6"),
        ("sectors=-1", "sectors must be from 2 to 6"),
        ("sectors=many", "sectors must be from 2 to 6"),
        ("joins=some", "joins must be all or until-connected"),
        ("sector=3", "did you mean `sectors`?"),
        ("tries=3", "it takes sectors, min-side, joins"),
        ("sectors", "`sectors` is not a parameter: write name=value"),
        ("-x", "`-x` is not a parameter"),
        ("=3", "rogue has no parameter ``"),
        ("sectors=3,sectors=3", "sectors is given twice"),
        ("sectors=3 --param sectors=4", "sectors is given twice"),
    ] {
        refused(&format!("generate --seed 1 --param {param}"), needle);
        refused(&format!("--seed 1 --param {param}"), needle);
    }
    refused(
        "generate --generator box --param a=1",
        "box has no parameter `a`; it takes none",
    );
    refused(
        "generate --generator rooms --param min-side=9,max-side=5",
        "min-side=9 is larger than max-side=5",
    );
}

#[test]
fn an_empty_seed_is_refused() {
    for blank in ["", "  ", "\t"] {
        ends(
            ["generate", "--seed", blank],
            2,
            "--seed: the seed is empty: give",
        );
        ends(["--seed", blank], 2, "--seed: the seed is empty: give");
    }
}

#[test]
fn an_option_is_not_taken_for_a_missing_value() {
    misused(
        "generate --seed --size 80x24",
        "a value is required for '--seed <SEED>'",
    );
    misused(
        "generate --size --seed 7",
        "a value is required for '--size <WxH>'",
    );
    misused("generate --seed", "a value is required");
}

#[test]
fn what_is_quoted_from_the_command_line_cannot_break_the_line() {
    ends(
        ["generate", "--generator", "a\nb\x1b[2J"],
        2,
        r"`a\nb\u{1b}[2J`",
    );
}

#[test]
fn the_parser_refuses_what_it_does_not_know() {
    misused("genrate", "'generate'");
    misused("generate --sede 7", "'--seed'");
    misused("generate 7", "'7'");
    misused(
        "generate --seed 7 --seed 8",
        "cannot be used multiple times",
    );
    misused("generate --format bmp", "text, json, png, tmj, hex");
    misused(
        "--seed 7 generate",
        "'generate' cannot be used with '--seed <SEED>'",
    );
    misused("generators --jsn", "'--json'");
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_unicode_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let odd = OsStr::from_bytes(b"\xff\xfe");
    let output = output([OsStr::new("generate"), OsStr::new("--seed"), odd]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("UTF-8"));
}

// ---- the window

#[test]
fn an_unknown_screen_is_refused_with_the_known_ones() {
    refused(
        "--screen labor",
        "unknown screen `labor`; choose from title, play, maze, conduit, lab, options",
    );
}

#[test]
fn a_maze_that_maze_run_cannot_start_with_is_refused_with_the_reason() {
    refused(
        "--screen maze --generator rogue",
        "--screen maze: rogue does not make mazes of cells",
    );
    refused("--screen maze --size 2003x21", "at most 1000 a side");
    refused(
        "--screen lab --maze -",
        "the screen `lab` does not show mazes",
    );
}

#[test]
fn a_map_too_large_for_the_window_is_refused_with_the_reason() {
    for map in [
        "--size 4097x40",
        "--size 40x4097",
        "--seed rogue/4097x4097#1",
    ] {
        refused(&format!("--screen lab {map}"), "4096x4096");
    }
}

#[test]
fn a_board_or_a_maze_is_shown_on_its_screen_alone() {
    for (args, told) in [
        (
            "--screen lab --seed board/5x5#7",
            "--seed: this code opens the screen `conduit`: leave out --screen lab",
        ),
        (
            "--screen conduit --seed maze-dfs/9x7#5@:0:0",
            "opens the screen `maze`: leave out --screen conduit",
        ),
        (
            "--seed board/5x5#7 --size 9x9",
            "--seed: this is not the share code of a map: leave out --size",
        ),
        ("--seed board/99x5#7", "--seed: "),
        ("--seed maze-dfs/9x7#5@X:0:0", "--seed: step 1 is `X`"),
    ] {
        refused(args, told);
    }
}

#[cfg(not(feature = "app"))]
#[test]
fn a_build_without_a_window_says_so() {
    for args in [
        "",
        "--screen lab",
        "--seed 7 --size 4096x4096",
        "--seed rooms/80x50#7 --config-dir a --data-dir b",
        "--seed board/5x5#7",
        "--screen maze --seed maze-dfs/9x7#5@:0:0",
    ] {
        ends(
            super::words(args),
            1,
            "this build has no window: rebuild it with the feature `app`",
        );
    }
}
