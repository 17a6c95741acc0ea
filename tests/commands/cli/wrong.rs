//! Mistakes on the command line are refused with what would be right.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use super::{assert_fails, command, output, stderr};

/// A command line of a transcript, with its exit status and what the program prints.
struct Case<'a> {
    line: &'a str,
    status: Option<i32>,
    printed: String,
}

/// Reads the blocks between fences: `$` and a command line, `?` and its exit status, and what is printed up to the next.
fn cases(transcript: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    let mut is_inside = false;
    for line in transcript.lines() {
        if line.starts_with("```") {
            is_inside = !is_inside;
        } else if let Some(line) = line.strip_prefix("$ undercroft").filter(|_| is_inside) {
            cases.push(Case {
                line,
                status: Some(0),
                printed: String::new(),
            });
        } else if let Some(case) = cases.last_mut().filter(|_| is_inside) {
            match line.strip_prefix("? ") {
                Some(status) => case.status = status.parse().ok(),
                None => case.printed += &format!("{line}\n"),
            }
        }
    }
    cases
}

/// The arguments of a command line; those within quotation marks may be empty or hold spaces.
fn split(line: &str) -> Vec<String> {
    let mut args = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let (arg, more) = match first {
            '\'' | '"' => rest[1..].split_once(first).expect("the quotation ends"),
            _ => rest.split_once(' ').unwrap_or((rest, "")),
        };
        args.push(arg.to_owned());
        rest = more.trim_start();
    }
    args
}

/// Whether a text is the expected one, in which `[..]` stands for any part of a line.
fn fits(printed: &str, expected: &str) -> bool {
    let fits = |(printed, expected): (&str, &str)| match expected.split_once("[..]") {
        Some((head, tail)) => printed.starts_with(head) && printed.ends_with(tail),
        None => printed == expected,
    };
    // A blank line may stand before the next command; what is printed ends with its last line.
    let expected = format!("{}\n", expected.trim_end());
    printed.split('\n').count() == expected.split('\n').count()
        && printed.split('\n').zip(expected.split('\n')).all(fits)
}

#[test]
fn each_transcript_is_what_the_program_prints_on_standard_error() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands/wrong");
    let empty = super::folder("wrong-leaves-nothing");
    let mut count = 0;
    for name in super::names(&folder) {
        let transcript = fs::read_to_string(folder.join(&name)).unwrap();
        for case in cases(&transcript) {
            let mut command = command(split(case.line));
            let output = command.current_dir(&empty).output().unwrap();
            let printed = stderr(&output).replace("undercroft.exe", "undercroft");
            assert!(output.stdout.is_empty(), "{name}:{}", case.line);
            assert!(
                output.status.code() == case.status && fits(&printed, &case.printed),
                "{name}: undercroft{}\n? {:?}\n{printed}",
                case.line,
                output.status.code()
            );
            count += 1;
        }
    }
    assert!(count > 200, "{count} commands");
    assert_eq!(
        super::names(&empty),
        [""; 0],
        "what is refused writes nothing"
    );
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
            super::words(args),
            1,
            "this build has no window: rebuild it with the feature \"app\"",
        );
    }
}
