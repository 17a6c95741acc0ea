//! Mistakes on the command line are refused with what would be right.

use std::ffi::OsStr;

use super::{assert_fails, assert_refused, assert_usage_error, output, stderr};

// ---- values and options

#[test]
fn a_bad_size_is_refused_with_what_would_be_right() {
    for size in ["0x0", "1x1", "3x3", "5000x5000", "80x5000", "6x7"] {
        for command in ["generate --seed 1", "--seed 1"] {
            assert_refused(
                &format!("{command} --size {size}"),
                &format!("rogue cannot make a map of {size}; it accepts 7x7 to 4096x4096"),
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
            let needle = format!("--size: \"{size}\" is not a size; write columns x rows");
            assert_refused(&format!("{command} --size {size}"), &needle);
            assert_refused(&format!("{command} --size={size}"), &needle);
        }
    }
    assert_fails(["generate", "--size", ""], 2, "\"\" is not a size");
}

#[test]
fn the_smallest_size_follows_the_parameters() {
    assert_refused(
        "generate --seed 1 --param sectors=6,min-side=20",
        "it accepts 127x127 to 4096x4096 with sectors=6,min-side=20",
    );
}

#[test]
fn an_unknown_generator_is_refused_with_the_nearest() {
    assert_refused("generate --generator rouge", "did you mean \"rogue\"?");
    assert_refused("generate --generator room", "did you mean \"rooms\"?");
    assert_refused("--generator scater", "did you mean \"scatter\"?");
    assert_refused("generate --generator qqq", "there are rogue, rooms");
    assert_fails(["generate", "--generator", ""], 2, "there are rogue, rooms");
}

#[test]
fn a_bad_parameter_is_refused_with_what_would_be_right() {
    for (param, needle) in [
        ("sectors=7", "sectors must be from 2 to 6"),
        ("sectors=-1", "sectors must be from 2 to 6"),
        ("sectors=many", "sectors must be from 2 to 6"),
        ("joins=some", "joins must be all or until-connected"),
        ("sector=3", "did you mean \"sectors\"?"),
        ("tries=3", "it takes sectors, min-side, joins"),
        (
            "sectors",
            "\"sectors\" is not a parameter; write name=value",
        ),
        ("-x", "\"-x\" is not a parameter"),
        ("=3", "rogue has no parameter \"\""),
        ("sectors=3,sectors=3", "sectors is given twice"),
        ("sectors=3 --param sectors=4", "sectors is given twice"),
    ] {
        assert_refused(&format!("generate --seed 1 --param {param}"), needle);
        assert_refused(&format!("--seed 1 --param {param}"), needle);
    }
    assert_refused(
        "generate --generator box --param a=1",
        "box has no parameter \"a\"; it takes none",
    );
    assert_refused(
        "generate --generator rooms --param min-side=9,max-side=5",
        "min-side=9 is larger than max-side=5",
    );
}

#[test]
fn an_empty_seed_is_refused() {
    for blank in ["", "  ", "\t"] {
        assert_fails(
            ["generate", "--seed", blank],
            2,
            "--seed: the seed is empty; give",
        );
        assert_fails(["--seed", blank], 2, "--seed: the seed is empty; give");
    }
}

#[test]
fn a_code_of_something_else_is_not_taken_for_a_seed() {
    for command in ["conduit", "simulate"] {
        assert_refused(
            &format!("{command} --seed rooms/80x50#7"),
            "\"rooms/80x50#7\" is the share code of a map, not a seed: give it to undercroft generate --seed",
        );
    }
    for command in ["generate", "simulate", "maze --sheet 3 --out x.svg"] {
        assert_refused(
            &format!("{command} --seed board/10x9#7"),
            "\"board/10x9#7\" is the share code of a board, not a seed: give it to undercroft conduit --seed",
        );
    }
    for command in ["generate", "conduit", "simulate"] {
        assert_refused(
            &format!("{command} --seed 3x3:s:673aaa484"),
            "is the id of a board, not a seed: give it to undercroft conduit --solve",
        );
    }
}

#[test]
fn a_number_out_of_range_is_refused_with_the_range() {
    for (args, needle) in [
        ("simulate --seed 7 --games x", "from 1 to 1000000"),
        ("simulate --seed 7 --plus 21", "from 0 to 20"),
        ("replay --turn x y", "from 0 to 1000000000"),
        ("replay --film x.png --from -1 y", "from 0 to 1000000000"),
        ("replay --film x.png --still 60001 y", "from 0 to 60000"),
    ] {
        assert_usage_error(args, &format!("use a whole number {needle}"));
    }
}

#[test]
fn an_option_is_not_taken_for_a_missing_value() {
    assert_usage_error(
        "generate --seed --size 80x24",
        "a value is required for '--seed <SEED>'",
    );
    assert_usage_error(
        "generate --size --seed 7",
        "a value is required for '--size <WxH>'",
    );
    assert_usage_error("generate --seed", "a value is required");
}

#[test]
fn control_characters_in_arguments_are_escaped_in_messages() {
    assert_fails(
        ["generate", "--generator", "a\nb\x1b[2J"],
        2,
        r#""a\nb\u{1b}[2J""#,
    );
}

#[test]
fn the_parser_refuses_what_it_does_not_know() {
    assert_usage_error("genrate", "'generate'");
    assert_usage_error("generate --sede 7", "'--seed'");
    assert_usage_error("generate 7", "'7'");
    assert_usage_error(
        "generate --seed 7 --seed 8",
        "cannot be used multiple times",
    );
    assert_usage_error(
        "generate --format bmp",
        "text, json, csv, png, tmj, tmx, ldtk, dd2vtt, hex",
    );
    assert_usage_error(
        "--seed 7 generate",
        "'generate' cannot be used with '--seed <SEED>'",
    );
    assert_usage_error("generators --jsn", "'--json'");
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
    assert_refused(
        "--screen labor",
        "unknown screen \"labor\"; choose from title, descend, maze, conduit, lab, options, replays\n",
    );
    // There is nothing to play without a file.
    assert_refused("--screen replay", "unknown screen \"replay\"");
}

#[test]
fn a_maze_that_maze_run_cannot_start_with_is_refused_with_the_reason() {
    assert_refused(
        "--screen maze --generator rogue",
        "--screen maze: rogue does not make mazes of cells",
    );
    assert_refused("--screen maze --size 2003x21", "at most 1000 per side");
    assert_refused(
        "--screen lab --maze -",
        "the screen \"lab\" does not show mazes",
    );
    assert_refused(
        "--screen conduit --size 5x5",
        "--size: the screen \"conduit\" shows no such map; use --screen lab or maze, or leave out --size",
    );
    assert_refused(
        "--screen descend --generator caves",
        "--generator: the screen",
    );
}

#[test]
fn a_map_too_large_for_the_window_is_refused_with_the_reason() {
    for map in [
        "--size 4097x40",
        "--size 40x4097",
        "--seed rogue/4097x4097#1",
    ] {
        assert_refused(&format!("--screen lab {map}"), "4096x4096");
    }
}

#[test]
fn a_board_or_a_maze_is_shown_on_its_screen_alone() {
    for (args, needle) in [
        (
            "--screen lab --seed board/5x5#7",
            "--seed: this code opens the screen \"conduit\": leave out --screen lab",
        ),
        (
            "--screen conduit --seed maze-dfs/9x7#5@:0:0",
            "opens the screen \"maze\": leave out --screen conduit",
        ),
        (
            "--seed board/5x5#7 --size 9x9",
            "--seed: this code already names what to play: leave out --size",
        ),
        ("--seed board/99x5#7", "--seed: "),
        ("--seed maze-dfs/9x7#5@X:0:0", "--seed: step 1 is \"X\""),
    ] {
        assert_refused(args, needle);
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
        assert_fails(
            super::words(args),
            1,
            "this build has no window: rebuild it with the feature \"app\"",
        );
    }
}
