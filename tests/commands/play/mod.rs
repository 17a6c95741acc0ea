//! `undercroft play` as a script meets it: lines in, lines out, and nothing else to go by.

mod board;
mod descend;
// Windows lets nothing be put in the place of a file that is open.
#[cfg(unix)]
mod ends;
mod maze;
mod talk;

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

/// What asks a script for the next command.
const PROMPT: &str = "READY";

fn command(game: &str, folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_undercroft"));
    command
        .args(["play", game, "--data-dir"])
        .arg(folder)
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A game in a terminal.
struct Terminal {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// What was typed.
    said: Vec<String>,
}

impl Terminal {
    /// Opens a game; also returns what it says at first.
    fn open(game: &str, folder: &Path, args: &[&str]) -> (Self, Vec<String>) {
        let mut child = command(game, folder, args)
            .args(["--prompt", PROMPT])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut terminal = Self {
            child,
            input,
            output,
            said: Vec::new(),
        };
        let greeting = terminal.hear();
        (terminal, greeting)
    }

    /// The lines up to the next prompt.
    fn hear(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "{lines:?}");
            let line = line.trim_end_matches('\n');
            if line == PROMPT {
                return lines;
            }
            check_line(line);
            lines.push(line.to_owned());
        }
    }

    /// Types a line.
    fn send(&mut self, line: &str) {
        self.said.push(line.to_owned());
        writeln!(self.input, "{line}").unwrap();
        self.input.flush().unwrap();
    }

    /// Types a line; returns the answer.
    fn say(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.hear()
    }

    /// As [`say`](Self::say), for an answer of one line.
    fn ask(&mut self, line: &str) -> String {
        let answer = self.say(line);
        assert_eq!(answer.len(), 1, "{line}: {answer:?}");
        answer.concat()
    }

    /// Ends the input, and checks that the program saves and leaves.
    fn leave(self) {
        let Self {
            mut child,
            input,
            mut output,
            ..
        } = self;
        drop(input);
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "Saved.\n");
        let mut errors = String::new();
        let mut stderr = child.stderr.take().unwrap();
        stderr.read_to_string(&mut errors).unwrap();
        assert_eq!(errors, "");
        assert!(child.wait().unwrap().success());
    }

    /// Ends the program at once, as a power cut does.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Each line is plain text that a screen reader reads out: no control characters, nothing drawn.
fn check_line(line: &str) {
    let is_plain =
        |letter: char| !letter.is_control() && !('\u{2500}'..='\u{25ff}').contains(&letter);
    assert!(line.chars().all(is_plain), "{line:?}");
    assert!(!line.is_empty());
    let first = line.chars().next().unwrap();
    assert!(!first.is_lowercase(), "{line}");
}

/// Runs a game on lines from a file.
fn piped(game: &str, folder: &Path, args: &[&str], input: &[u8]) -> Output {
    let file = folder.join("commands.txt");
    fs::write(&file, input).unwrap();
    let mut command = command(game, folder, args);
    let mut child = command
        .stdin(fs::File::open(&file).unwrap())
        .spawn()
        .unwrap();
    let mut stdout = Vec::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_end(&mut stdout)
        .unwrap();
    let output = child.wait_with_output().unwrap();
    Output { stdout, ..output }
}

/// The lines that a game prints for lines from a file.
fn lines_of(game: &str, folder: &Path, args: &[&str], input: &[u8]) -> Vec<String> {
    let output = piped(game, folder, args, input);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors, "");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().for_each(check_line);
    text.lines().map(str::to_owned).collect()
}

/// An empty folder for one test.
fn folder(test: impl AsRef<OsStr>) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("play")
        .join(test.as_ref());
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// The row and the column that a line begins with.
fn place(line: &str) -> Option<(i32, i32)> {
    let rest = line.strip_prefix("Row ")?;
    let (row, rest) = rest.split_once(", column ")?;
    let (column, _) = rest.split_once(':')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}
