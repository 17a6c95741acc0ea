//! Where output goes, and readers that go away.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use super::{assert_fails, command, folder, names, output, stderr, stdout, text, words};

// ---- --out

#[test]
fn the_extension_of_the_file_decides_the_format() {
    let folder = folder("formats");
    for (name, format) in [
        ("map.txt", "text"),
        ("map", "text"),
        ("map.json", "json"),
        ("map.png", "png"),
        ("MAP.PNG", "png"),
        ("map.tmj", "tmj"),
    ] {
        let path = folder.join(name);
        let args = words("generate --seed 7 --out").into_iter().map(OsStr::new);
        assert!(stdout(args.chain([path.as_os_str()])).is_empty());
        let expected = output(words(&format!("generate --seed 7 --format {format}")));
        assert_eq!(fs::read(&path).unwrap(), expected.stdout, "{name}");
    }
    // The map for Tiled brings the image of its tiles.
    assert_eq!(names(&folder).len(), 7);
}

#[test]
fn a_format_option_beats_the_name_of_the_file() {
    let folder = folder("given-format");
    let output = command(words("generate --seed 7 --format json --out map.txt"))
        .current_dir(&folder)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let written = fs::read(folder.join("map.txt")).unwrap();
    assert_eq!(written, stdout(words("generate --seed 7 --format json")));
    assert_eq!(names(&folder), ["map.txt"]);
}

#[test]
fn a_file_is_replaced_and_nothing_is_left_beside_it() {
    let folder = folder("replaced");
    let path = folder.join("map.txt");
    fs::write(&path, "old".repeat(10_000)).unwrap();
    let path = path.to_str().unwrap();
    stdout(["generate", "--seed", "7", "--out", path]);
    assert_eq!(
        fs::read_to_string(path).unwrap(),
        text(words("generate --seed 7"))
    );
    assert_eq!(names(&folder), ["map.txt"]);
}

#[test]
fn a_file_that_cannot_be_written_is_named_with_the_reason() {
    let folder = folder("unwritable");
    fs::write(folder.join("file"), "").unwrap();
    for (path, needle) in [
        (folder.join("none").join("map.txt"), "does not exist"),
        (folder.join("file").join("map.txt"), "is not a folder"),
        (
            folder.join("file").join("deeper").join("map.txt"),
            "does not exist",
        ),
        (folder.clone(), "it is a folder"),
        (folder.join("none/"), "cannot write"),
    ] {
        let path = path.to_str().unwrap();
        let args = ["generate", "--seed", "7", "--out", path];
        assert_fails(args, 1, needle);
        assert_fails(args, 1, path);
    }
    assert_eq!(names(&folder), ["file"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_or_forbidden_place_is_a_failure_with_its_reason() {
    assert_fails(
        words("generate --seed 7 --out /proc/nonexistent"),
        1,
        "cannot write /proc/nonexistent: ",
    );
    assert_fails(
        words("generate --seed 7 --out /dev/full"),
        1,
        "cannot write /dev/full: No space left",
    );
    for args in [
        "generate --seed 7",
        "generators",
        "--help",
        "rng --state 1 --stream 1 --count 9",
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command(words(args)).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args}");
        let line = stderr(&output);
        assert!(
            line.starts_with("undercroft: cannot write to standard output: No space left"),
            "{line}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    assert!(stdout(words("generate --seed 7 --out /dev/null")).is_empty());
    assert!(
        fs::metadata("/dev/null")
            .unwrap()
            .file_type()
            .is_char_device()
    );
}

#[test]
fn a_map_that_fails_writes_no_file() {
    let folder = folder("no-rooms");
    let path = folder.join("map.txt");
    let path = path.to_str().unwrap();
    let code = "rooms/7x7/tries=1#";
    let failing = (0..100)
        .map(|seed| format!("{code}{seed}"))
        .find(|code| output(["generate", "--seed", code]).status.code() != Some(0))
        .expect("one try on the smallest map mostly fails");
    let args = ["generate", "--seed", &failing, "--out", path];
    assert_fails(args, 1, "rooms placed no room on 7x7");
    assert!(names(&folder).is_empty());
}

// ---- a reader that goes away

#[test]
fn a_reader_that_stops_early_ends_the_command_silently() {
    for args in [
        "generate --seed 1 --size 2000x2000",
        "generate --seed 1 --size 2000x2000 --format json",
        "generate --generator scatter --seed 1 --size 900x900 --param walls=500000 --format png",
        "rng --state 1 --stream 1 --count 0xffffffffffffffff",
        "survey --generator box --size 3x3 --seeds 0..100000 --csv -",
    ] {
        let mut child = command(words(args))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = Vec::new();
        // Reader and pipe are closed at the end of the statement.
        BufReader::with_capacity(64, child.stdout.take().unwrap())
            .read_until(b'\n', &mut line)
            .unwrap();
        assert!(!line.is_empty(), "{args}");
        let mut message = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut message)
            .unwrap();
        assert_eq!(message, "", "{args}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args}");
    }
}
