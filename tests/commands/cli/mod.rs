//! Drives the real binary as people and scripts do: what it prints where, and the exit status.

mod conduit;
mod convert;
mod doors;
mod files;
mod generate;
mod help;
mod maze;
mod options;
mod picture;
mod range;
mod replay;
mod search;
mod series;
mod steps;
mod survey;
#[cfg(windows)]
mod windows;
mod wrong;

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn command<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_undercroft"));
    command.args(args).stdin(Stdio::null());
    command
}

fn output<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Output {
    command(args).output().expect("the binary was built")
}

/// What a command prints that reads `input`.
fn fed(args: &[&str], input: &[u8]) -> Output {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// The text on standard error.
fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("diagnostics are UTF-8")
}

/// Standard output of a command that succeeds and prints nothing on standard error.
fn stdout<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Vec<u8> {
    let output = output(args);
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(0));
    output.stdout
}

fn text<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> String {
    String::from_utf8(stdout(args)).expect("the result is UTF-8")
}

fn json<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Value {
    serde_json::from_slice(&stdout(args)).expect("the result is JSON")
}

/// Asserts that a command fails with `status` and one line of its own that contains `needle`.
fn assert_fails<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, status: i32, needle: &str) {
    let output = output(args);
    let line = stderr(&output);
    assert_eq!(output.status.code(), Some(status), "{line}");
    assert!(output.stdout.is_empty(), "{line}");
    assert!(line.starts_with("undercroft: "), "{line}");
    assert!(line.ends_with('\n') && line.lines().count() == 1, "{line}");
    assert!(line.contains(needle), "{needle} is not in {line}");
}

/// An empty folder for one test.
fn folder(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    match fs::remove_dir_all(&path) {
        Ok(()) => {}
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound),
    }
    fs::create_dir_all(&path).unwrap();
    path
}

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// The names of all generators, as they are listed.
fn generators() -> Vec<String> {
    let listing = json(["generators", "--json"]);
    let names: Vec<String> = listing["generators"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["name"].as_str().unwrap().to_owned())
        .collect();
    assert!(names.len() >= 6);
    names
}
