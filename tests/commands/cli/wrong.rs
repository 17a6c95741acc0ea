//! Mistakes on the command line are refused with what would be right.

use std::ffi::OsStr;
use std::path::Path;

use super::{assert_fails, output, stderr, words};

/// With `TRYCMD=overwrite`, this writes what the program prints today.
#[test]
fn each_transcript_is_what_the_program_prints() {
    trycmd::TestCases::new()
        .register_bin("undercroft", Path::new(env!("CARGO_BIN_EXE_undercroft")))
        .case("tests/commands/wrong/*.trycmd");
}

/// Which stream it is, the transcripts do not tell.
#[test]
fn a_mistake_is_told_on_standard_error_alone() {
    for (args, line) in [
        (
            "generate --size 80",
            "undercroft: --size: \"80\" is not a size",
        ),
        ("--screen labor", "undercroft: --screen: unknown screen"),
        ("genrate", "undercroft: unrecognized subcommand"),
        ("generate --format bmp", "undercroft: invalid value 'bmp'"),
    ] {
        let output = output(words(args));
        assert!(output.stdout.is_empty(), "{args}");
        assert!(stderr(&output).starts_with(line), "{}", stderr(&output));
    }
}

#[test]
fn control_characters_in_arguments_are_escaped_in_messages() {
    assert_fails(
        ["generate", "--generator", "a\nb\x1b[2J"],
        2,
        r#""a\nb\u{1b}[2J""#,
    );
    assert_fails(["generate", "--seed", "\t"], 2, "the seed is empty");
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
            words(args),
            1,
            "this build has no window: rebuild it with the feature \"app\"",
        );
    }
}
