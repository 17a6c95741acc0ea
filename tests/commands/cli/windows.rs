//! What only Windows has: paths with drives and backslashes, wildcards left to the program, and devices in every folder.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::{assert_fails, command, names, output, stderr, stdout, text, words};

/// An empty folder whose path begins with a drive.
fn folder(test: &str) -> PathBuf {
    let path = super::folder(test).canonicalize().unwrap();
    // Without the prefix that takes a path as it is.
    let path = path
        .to_str()
        .unwrap()
        .trim_start_matches(r"\\?\")
        .to_owned();
    assert_eq!(&path[1..3], r":\", "{path}");
    PathBuf::from(path)
}

#[test]
fn a_path_has_a_drive_and_either_separator_spaces_and_letters_of_any_script() {
    let folder = folder("paths");
    let map = stdout(words("generate --seed 7"));
    for name in [
        r"my maps\räume.txt",
        "my maps/räume.txt",
        r"my maps\..\地図.txt",
    ] {
        fs::create_dir_all(folder.join("my maps")).unwrap();
        let path = format!(r"{}\{name}", folder.display());
        stdout(["generate", "--seed", "7", "--out", &path]);
        assert_eq!(fs::read(&path).unwrap(), map, "{path}");
        assert!(text(["measure", &path]).contains(&path), "{path}");
    }
    let (drive, _) = folder.to_str().unwrap().split_at(2);
    let missing = format!(r"{drive}\none\räume.txt");
    let args = ["generate", "--seed", "7", "--out", &missing];
    assert_fails(
        args,
        1,
        &format!(r"cannot write {missing}: the folder {drive}\none does not exist"),
    );
}

#[test]
fn wildcards_name_files() {
    let folder = folder("wildcards");
    let runs = folder.join("runs");
    let args = words("simulate --seed 7 --games 3 --turns 60 --record");
    stdout(args.into_iter().chain([runs.to_str().unwrap()]));
    let within = |args: &[&str]| {
        let output = command(args).current_dir(&folder).output().unwrap();
        assert_eq!(stderr(&output), "");
        String::from_utf8(output.stdout).unwrap()
    };
    let verified = within(&["replay", "--verify", r"runs\*.replay"]);
    assert_eq!(verified.matches(": verified\n").count(), 3, "{verified}");
    assert!(verified.contains("\nruns\\7.replay: "), "{verified}");
    assert_eq!(
        within(&["replay", "--verify", "runs/*.REPLAY"])
            .lines()
            .count(),
        3
    );
    assert_eq!(
        within(&["replay", "--info", r"runs\?.replay"])
            .lines()
            .count(),
        1
    );
    for (pattern, status, needle) in [
        ("*.map", 1, "no file matches "),
        (r"none\*.replay", 1, "cannot read "),
        (r"r*\7.replay", 2, "stand for files, not for folders"),
    ] {
        let pattern = folder.join(pattern);
        assert_fails(
            ["replay", "--verify", pattern.to_str().unwrap()],
            status,
            needle,
        );
    }
}

#[test]
fn a_command_that_cmd_passes_on_keeps_its_quotes() {
    let folder = folder("quotes");
    let program = env!("CARGO_BIN_EXE_undercroft").replace('/', r"\");
    fs::write(
        folder.join("maps.bat"),
        format!(
            "@echo off\r\n{program} generate --seed \"salt and iron\" > salt.txt\r\n\
             {program} generate --seed \"rooms/40x12/tries=60,margin=1#7\" --out \"a map.txt\"\r\n"
        ),
    )
    .unwrap();
    let ran = Command::new("cmd")
        .args(["/c", "maps.bat"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(ran.status.success(), "{ran:?}");
    let salt = stdout(["generate", "--seed", "salt and iron"]);
    assert_eq!(fs::read(folder.join("salt.txt")).unwrap(), salt);
    let rooms = stdout(["generate", "--seed", "rooms/40x12/tries=60,margin=1#7"]);
    assert_eq!(fs::read(folder.join("a map.txt")).unwrap(), rooms);
}

#[test]
fn a_device_is_written_to_in_every_folder() {
    let folder = folder("devices");
    for path in ["NUL".into(), "nul".into(), folder.join("NUL")] {
        let args = ["generate", "--seed", "7", "--out"].map(Into::into);
        assert!(stdout(args.into_iter().chain([path.into_os_string()])).is_empty());
    }
    assert!(names(&folder).is_empty());
}

#[test]
fn files_with_the_line_ends_of_windows_read_the_same() {
    let folder = folder("line-ends");
    let path = folder.join("map.txt");
    let map = text(words("generate --seed 7"));
    let mark = "\u{feff}".to_owned();
    fs::write(&path, mark + &map.replace('\n', "\r\n")).unwrap();
    let path = path.to_str().unwrap();
    let other = folder.join("other.txt");
    stdout(["convert", path, "--out", other.to_str().unwrap()]);
    assert_eq!(fs::read_to_string(other).unwrap(), map);
    assert_eq!(output(["measure", path]).status.code(), Some(0));
}
