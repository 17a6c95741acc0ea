//! What the options of all commands have in common: short names, `--quiet`, `--json`, and that none is ignored.

use std::fs;

use super::{command, folder, json, names, output, stderr, stdout, words};

#[test]
fn short_options_are_the_long_ones() {
    for (short, long) in [
        (
            "generate -g rooms -s 7 -f json",
            "generate --generator rooms --seed 7 --format json",
        ),
        ("conduit -s 7 -f id", "conduit --seed 7 --format id"),
        (
            "catalog --seeds 7..8 --depths 1 -f csv",
            "catalog --seeds 7..8 --depths 1 --format csv",
        ),
        (
            "survey -g box --size 9x9 --seeds 0..3",
            "survey --generator box --size 9x9 --seeds 0..3",
        ),
        (
            "simulate -s 7 --turns 50 --json",
            "simulate --seed 7 --turns 50 --json",
        ),
        (
            "generate -s7 -gcaves",
            "generate --seed 7 --generator caves",
        ),
    ] {
        assert_eq!(stdout(words(short)), stdout(words(long)), "{short}");
    }
    let folder = folder("short-options");
    for args in [
        "generate -s 7 -o map.json",
        "convert map.json -f tmx -o map.tmx",
        "maze --sheet 2 -g maze-dfs -s 7 -o mazes.pdf",
    ] {
        let output = command(words(args)).current_dir(&folder).output().unwrap();
        assert_eq!(stderr(&output), "", "{args}");
        assert!(output.status.success(), "{args}");
    }
    assert_eq!(
        fs::read(folder.join("map.json")).unwrap(),
        stdout(words("generate --seed 7 --json"))
    );
    assert_eq!(names(&folder).len(), 5);
}

#[test]
fn a_seed_with_a_dash_is_a_seed_behind_the_short_option_too() {
    let long = output(words("generate --seed -7"));
    let short = output(words("generate -s -7"));
    assert!(short.status.success(), "{}", stderr(&short));
    assert_eq!(short, long);
}

#[test]
fn quiet_leaves_out_notes_and_keeps_errors() {
    for args in [
        "generate",
        "conduit",
        "generate --seed 1e5",
        "search --seeds 0..3 --where open==0",
        "generate --seed 7 --format tmx",
    ] {
        let noted = output(words(args));
        assert!(noted.status.success() && !noted.stderr.is_empty(), "{args}");
        for quiet in [
            format!("{args} --quiet"),
            format!("{args} -q"),
            format!("-q {args}"),
        ] {
            // Its standard error is empty.
            stdout(words(&quiet));
        }
    }
    let error = output(words("generate -q --size 1x1"));
    assert!(stderr(&error).starts_with("undercroft: "));
    assert_eq!(error.status.code(), Some(2));
}

#[test]
fn json_is_one_value_everywhere() {
    let folder = folder("one-value");
    let run = "simulate --seed 7 --turns 50 --record";
    let record = words(run).into_iter().chain([folder.to_str().unwrap()]);
    stdout(record);
    let replay = folder.join("7.replay");
    let replay = format!("replay --info {} --json", replay.display());
    for args in [
        "catalog --seeds 7..9 --depths 2 --json",
        "conduit --seed 7 --json",
        "generate --seed 7 --json",
        "generators --json",
        "generators caves --json",
        "search --seeds 0..9 --sort open --json",
        "simulate --seed 7 --games 2 --turns 50 --json",
        "survey --seeds 0..9 --json",
        "survey --seeds 0..9 --range loops,open --json",
        &replay,
    ] {
        let value = json(words(args));
        assert!(value.is_object() || value.is_array(), "{args}");
    }
}
