//! Where output goes, and readers that go away.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use undercroft::export::Format;

use super::{assert_fails, command, folder, names, output, stderr, stdout, text, words};

// ---- --out

#[test]
fn the_extension_of_the_file_decides_the_format() {
    let folder = folder("formats");
    let of_formats = Format::ALL.map(|it| (format!("map.{}", it.extension()), it.name()));
    let others = [("map", "text"), ("LARGE.PNG", "png")];
    let others = others.map(|(name, format)| (name.to_owned(), format));
    for (name, format) in of_formats.into_iter().chain(others) {
        let path = folder.join(&name);
        let command = "generate --seed maze-dfs/21x21#7";
        let args = [words(command), vec!["--out"]].concat();
        let args = args.into_iter().map(OsStr::new);
        let written = output(args.chain([path.as_os_str()]));
        assert!(written.stdout.is_empty() && written.status.success());
        let expected = output(words(&format!("{command} --format {format}")));
        assert_eq!(expected.status.code(), Some(0), "{name}");
        assert_eq!(fs::read(&path).unwrap(), expected.stdout, "{name}");
    }
    // Those for editors bring a tileset each and the image of their tiles.
    assert_eq!(names(&folder).len(), Format::ALL.len() + 2 + 4);
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
            "file is not a folder",
        ),
        (folder.clone(), "it is a folder"),
        (folder.join("none/"), "name a file"),
        (folder.join("file/"), "name a file"),
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

/// Runs a script in which `$1` is the program, in the folder `at`; returns its output.
#[cfg(target_os = "linux")]
fn bash(at: &Path, script: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_undercroft");
    let mut bash = Command::new("bash");
    bash.args(["-c", script, "bash", program]).current_dir(at);
    let output = bash.stdin(Stdio::null()).output().unwrap();
    assert_eq!(stderr(&output), "", "{script}");
    assert_eq!(output.status.code(), Some(0), "{script}");
    output
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_is_written_to_and_loses_nothing() {
    let folder = folder("written-through");
    let map = text(words("generate --seed 7 --size 12x8 --generator box"));
    let command = "$1 generate --seed 7 --size 12x8 --generator box --out";
    let framed = format!("head\n{map}foot\n");
    for (name, script, expected) in [
        (
            "stdout",
            format!("{{ echo head; {command} /dev/stdout; echo foot; }} > a"),
            &framed,
        ),
        (
            "number",
            format!("{{ echo head; {command} /dev/fd/1; echo foot; }} > a"),
            &framed,
        ),
        (
            "proc",
            format!("{{ echo head; {command} /proc/self/fd/1; echo foot; }} > a"),
            &framed,
        ),
        (
            "stderr",
            format!("{{ echo head >&2; {command} /dev/stderr; echo foot >&2; }} 2> a"),
            &framed,
        ),
        (
            "link",
            format!("ln -s /dev/stdout b; {{ echo head; {command} b; echo foot; }} > a"),
            &framed,
        ),
        (
            "appended",
            format!("echo head > a; {command} /dev/stdout >> a; echo foot >> a"),
            &framed,
        ),
        (
            "other",
            format!("echo head > a; {command} /dev/fd/7 7>> a; echo foot >> a"),
            &framed,
        ),
        ("pipe", format!("{command} /dev/stdout | cat > a"), &map),
        (
            "reader",
            format!("mkfifo p.pipe; cat p.pipe > a & {command} p.pipe; wait"),
            &map,
        ),
        (
            "substituted",
            format!("{command} >(cat > a); wait $!"),
            &map,
        ),
    ] {
        let at = folder.join(name);
        fs::create_dir(&at).unwrap();
        let output = bash(&at, &script);
        assert_eq!(output.stdout, b"", "{name}");
        assert_eq!(
            fs::read_to_string(at.join("a")).unwrap(),
            *expected,
            "{name}"
        );
    }
    let rows = "$1 survey --generator box --size 9x9 --seeds 0..3 --csv /dev/stdout";
    let printed = bash(
        &folder,
        &format!("{{ echo head; {rows}; }} > rows; cat rows"),
    );
    assert!(printed.stdout.starts_with(b"head\nseed,"), "{printed:?}");
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_its_target_is_written_whether_it_exists_or_not() {
    use std::os::unix::fs::symlink;
    let folder = folder("linked");
    let map = stdout(words("generate --seed 7"));
    fs::create_dir(folder.join("cloud")).unwrap();
    fs::write(folder.join("cloud/old.txt"), "old").unwrap();
    for (link, target) in [
        ("old.txt", "cloud/old.txt"),
        ("new.txt", "cloud/new.txt"),
        ("chain.txt", "new.txt"),
    ] {
        let path = folder.join(link);
        symlink(target, &path).unwrap();
        stdout(["generate", "--seed", "7", "--out", path.to_str().unwrap()]);
        assert!(fs::symlink_metadata(&path).unwrap().is_symlink(), "{link}");
        assert_eq!(fs::read(&path).unwrap(), map, "{link}");
    }
    assert_eq!(names(&folder.join("cloud")), ["new.txt", "old.txt"]);
    for (link, target, needle) in [
        ("a.txt", "b.txt", "symbolic link"),
        ("b.txt", "a.txt", "symbolic link"),
        ("gone.txt", "none/map.txt", "none does not exist"),
        ("nowhere", "none", "nowhere is a link that leads nowhere"),
    ] {
        symlink(target, folder.join(link)).unwrap();
        let path = match link {
            "nowhere" => folder.join("nowhere/map.txt"),
            _ => folder.join(link),
        };
        if link != "a.txt" {
            let path = path.to_str().unwrap();
            assert_fails(["generate", "--seed", "7", "--out", path], 1, needle);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_message_names_a_draft() {
    let folder = folder("unnamed");
    // Each of these takes no new file.
    for place in ["/proc", "/sys"] {
        let path = format!("{place}/map.txt");
        let output = output(["generate", "--seed", "7", "--out", &path]);
        let line = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(line.contains(&path) && !line.contains("draft"), "{line}");
    }
    let long = folder.join("m".repeat(252) + ".txt");
    let output = output(["generate", "--seed", "7", "--out", long.to_str().unwrap()]);
    assert!(!stderr(&output).contains("draft"), "{}", stderr(&output));
}

/// Root may write to any folder but those of the system.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_new_files_is_named() {
    let args = ["generate", "--seed", "7", "--out", "/sys/map.txt"];
    assert_fails(args, 1, "map.txt: the folder /sys takes no new files: ");
}

// ---- drafts

/// A command that is writing a large file, once some of it is in its draft.
#[cfg(target_os = "linux")]
fn writing(folder: &Path, ignored: &str) -> std::process::Child {
    let script = format!("trap '' {ignored}; exec \"$0\" \"$@\"");
    // Whoever runs the tests may ignore some.
    let child = Command::new("env")
        .args(["--default-signal", "sh", "-c", &script])
        .arg(env!("CARGO_BIN_EXE_undercroft"))
        .args(words("generate --seed box/4096x4096#1 --out big.tmj"))
        .current_dir(folder)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let is_begun = |name: &String| {
        name.starts_with(".undercroft-")
            && fs::metadata(folder.join(name)).is_ok_and(|found| found.len() > 1000)
    };
    while !names(folder).iter().any(is_begun) {
        assert!(!folder.join("big.tmj").exists(), "it was too fast");
        std::thread::yield_now();
    }
    child
}

#[cfg(target_os = "linux")]
fn send(signal: &str, child: &std::process::Child) {
    let sent = Command::new("kill")
        .args(["-s", signal, &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_leaves_no_draft_and_is_what_ends_the_program() {
    use std::os::unix::process::ExitStatusExt;
    for (signal, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        let folder = folder("signal");
        let mut child = writing(&folder, "USR1");
        send(signal, &child);
        assert_eq!(child.wait().unwrap().signal(), Some(number));
        assert!(names(&folder).is_empty(), "{signal}: {:?}", names(&folder));
    }
}

/// As `nohup` and the background of a script have it.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_was_ignored_stays_ignored() {
    let folder = folder("ignored-signal");
    let mut child = writing(&folder, "HUP INT");
    send("HUP", &child);
    send("INT", &child);
    assert!(child.wait().unwrap().success());
    assert!(names(&folder).contains(&"big.tmj".to_owned()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_draft_goes_with_the_next_write_once_its_process_is_gone_and_other_files_stay() {
    let folder = folder("abandoned");
    let others = [
        ".undercroft-my-second-draft.draft",
        "big.tmj.draft-aZ09bc",
        "notes.draft",
    ];
    for name in others {
        fs::write(folder.join(name), "mine").unwrap();
    }
    let write_another = || {
        let path = folder.join("map.txt");
        stdout(["generate", "--seed", "7", "--out", path.to_str().unwrap()]);
    };
    let mut child = writing(&folder, "USR1");
    send("STOP", &child);
    write_another();
    let running = names(&folder);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(running.len(), others.len() + 2, "{running:?}");
    assert_eq!(names(&folder), running, "it was left");
    write_another();
    let mut left = names(&folder);
    left.sort_unstable();
    let mut expected: Vec<&str> = others.into_iter().chain(["map.txt"]).collect();
    expected.sort_unstable();
    assert_eq!(left, expected);
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
