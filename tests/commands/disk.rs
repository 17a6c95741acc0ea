//! Saves as files: whatever happens during a write, the old or the new file is there, complete, and a run loses at
//! most the move that was being appended.

use std::fs;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use undercroft::bot::{self, BotKind};
use undercroft::disk::{self, DiskError, RunFile};
use undercroft::game::content::Content;
use undercroft::game::{self, Action, Game, Run, Setup};
use undercroft::rng::Seed;

use crate::trial;

/// An empty folder for one test.
fn folder(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("disk")
        .join(test);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    fs::create_dir_all(&path).unwrap();
    path
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The actions of the bot `explorer` in this many turns.
fn actions(seed: u64, turns: u64) -> Vec<game::Command> {
    let mut game = Game::new(Setup::new(Seed(seed)).unwrap()).unwrap();
    let mut bot = BotKind::Explorer.create_bot(Seed(seed));
    let mut actions = Vec::new();
    bot::play(&mut game, &mut *bot, turns, |_, action, _| {
        actions.push(action);
    });
    actions
}

/// A run that the bot `explorer` has played for this many turns.
fn run(seed: u64, turns: u64) -> Run {
    let mut run = Run::new(Setup::new(Seed(seed)).unwrap()).unwrap();
    for action in actions(seed, turns) {
        run.apply(action, &mut Vec::new()).unwrap();
    }
    run
}

/// The recording of a run, as text.
fn recorded(seed: u64, turns: u64) -> String {
    run(seed, turns).recording().to_string()
}

fn read_error(path: &Path) -> DiskError {
    disk::read_recording(path).unwrap_err()
}

#[test]
fn a_run_is_appended_to_and_reads_back() {
    // The folder is created.
    let path = folder("append").join("saves").join("run.save");
    let mut run = Run::new(Setup::new(Seed(1)).unwrap()).unwrap();
    let mut file = RunFile::create(&path, &run.write()).unwrap();
    for (index, action) in actions(1, 90).into_iter().enumerate() {
        run.apply(action, &mut Vec::new()).unwrap();
        let unsynced = file.append(&run.take_unsaved()).unwrap();
        if index % 30 == 0 {
            unsynced.sync().unwrap();
            let (read, damage) = disk::read_save(&path).unwrap();
            assert_eq!((read.count(), damage), (index as u64 + 1, None));
        }
    }
    assert!(file.is_intact() && file.path() == path);
    let (read, _) = disk::read_save(&path).unwrap();
    assert_eq!(read.moves().collect::<Vec<_>>(), actions(1, 90));
    assert_eq!(names(path.parent().unwrap()), ["run.save"]);
    // Another run takes its place, under Wine not while it is open.
    let other = recorded(2, 20);
    let file = (!cfg!(windows)).then_some(file);
    RunFile::create(&path, &other).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), other);
    let is_replaced = || file.as_ref().is_none_or(|file| !file.is_intact());
    assert!(is_replaced());
    disk::remove_run(&path).unwrap();
    disk::remove_run(&path).unwrap();
    assert!(names(path.parent().unwrap()).is_empty());
    assert!(is_replaced());
}

/// The child process of [`what_a_full_disk_refuses_is_appended_later_and_the_file_stays_readable`], whose files cannot
/// grow beyond a limit until a line comes in.
#[cfg(target_os = "linux")]
#[test]
fn a_child_fills_its_file() {
    let Some(path) = std::env::var_os(SAVE_PATH).map(PathBuf::from) else {
        return;
    };
    let mut run = Run::new(Setup::new(Seed(1)).unwrap()).unwrap();
    let mut file = RunFile::create(&path, &run.write()).unwrap();
    let (mut failed, mut said) = (0, String::new());
    for action in actions(1, 400) {
        run.apply(action, &mut Vec::new()).unwrap();
        if let Err(error) = file.append(&run.take_unsaved()) {
            failed += 1;
            said = error.to_string();
        }
    }
    assert!(failed > 10, "{failed}");
    assert!(said.contains("run.save: File too large"), "{said}");
    assert!(!file.is_intact());
    let (read, damage) = disk::read_save(&path).unwrap();
    assert_eq!(damage, None, "it ends with a whole record");
    assert!(read.count() > 20 && read.count() < run.recording().count());
    println!("full");
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer).unwrap();
    file.append("").unwrap();
    assert!(file.is_intact());
    let (read, damage) = disk::read_save(&path).unwrap();
    assert_eq!((read.count(), damage), (run.recording().count(), None));
    println!("whole");
}

/// A limit to the size of files stands for the end of the disk, which not every user can have to himself.
#[cfg(target_os = "linux")]
#[test]
fn what_a_full_disk_refuses_is_appended_later_and_the_file_stays_readable() {
    let path = folder("full").join("run.save");
    // Blocks of 512 bytes. Without the signal, writing beyond them fails as on a full disk.
    let limited = "trap '' XFSZ; ulimit -S -f 8; exec \"$0\" \"$@\"";
    let mut child = Command::new("sh")
        .args(["-c", limited])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "disk::a_child_fills_its_file", "--nocapture"])
        .env(SAVE_PATH, &path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut wait_for = |word: &str| {
        let mut line = String::new();
        while !line.ends_with(&format!("{word}\n")) {
            line.clear();
            assert!(out.read_line(&mut line).unwrap() > 0, "it is never {word}");
        }
    };
    wait_for("full");
    let id = child.id().to_string();
    let lifted = Command::new("prlimit")
        .args(["--pid", &id, "--fsize=unlimited:"])
        .status();
    assert!(lifted.expect("prlimit, of util-linux").success());
    writeln!(child.stdin.take().unwrap()).unwrap();
    wait_for("whole");
    assert!(child.wait().unwrap().success());
}

/// The child process of [`what_cannot_be_synced_is_not_renamed`].
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn a_child_writes_what_cannot_be_synced() {
    let Some(path) = std::env::var_os(SAVE_PATH).map(PathBuf::from) else {
        return;
    };
    match disk::write(&path, b"new", true) {
        Ok(()) => println!("written"),
        Err(error) => println!("refused: {error}"),
    }
    // Only `fdatasync` fails now.
    let mut file = RunFile::create(&path.with_extension("run"), "").unwrap();
    assert!(file.append("more").unwrap().sync().is_err());
}

/// In the place of the C library's functions: one call of `fsync` fails, the one with this number, and each of
/// `fdatasync`.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const FAILING_SYNC: &str = "
#include <errno.h>
#include <stdlib.h>
static int calls;
int fsync(int file) {
    return ++calls == atoi(getenv(\"UNDERCROFT_TEST_FAILS\")) ? (errno = EIO, -1) : 0;
}
int fdatasync(int file) { return errno = EIO, -1; }
";

/// A power cut after the rename would otherwise leave neither the old file nor the new one.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn what_cannot_be_synced_is_not_renamed() {
    let folder = folder("sync");
    let library = folder.join("sync.so");
    let mut compiler = Command::new("cc")
        .args(["-shared", "-fPIC", "-x", "c", "-", "-o"])
        .arg(&library)
        .stdin(Stdio::piped())
        .spawn()
        .expect("cc, with which Rust links");
    let mut source = compiler.stdin.take().unwrap();
    source.write_all(FAILING_SYNC.as_bytes()).unwrap();
    drop(source);
    assert!(compiler.wait().unwrap().success());
    // The draft, the draft of the backup, and the folder, which not every system can sync.
    for (fails, is_written) in [(1, false), (2, false), (3, true)] {
        let saves = folder.join(fails.to_string());
        let path = saves.join("mazes.save");
        disk::write(&path, b"oldest", true).unwrap();
        disk::write(&path, b"old", true).unwrap();
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "disk::a_child_writes_what_cannot_be_synced"])
            .arg("--nocapture")
            .env(SAVE_PATH, &path)
            .env("UNDERCROFT_TEST_FAILS", fails.to_string())
            .env("LD_PRELOAD", &library)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&child.stdout);
        assert!(child.status.success(), "{told}");
        assert_eq!(told.contains("written\n"), is_written, "{fails}: {told}");
        assert_eq!(told.contains("Input/output error"), !is_written, "{told}");
        let kept = [path.clone(), disk::backup_path(&path)].map(|path| fs::read(path).unwrap());
        match is_written {
            true => assert_eq!(kept, [b"new".to_vec(), b"old".to_vec()]),
            false => assert_eq!(kept, [b"old".to_vec(), b"oldest".to_vec()]),
        }
        assert_eq!(names(&saves), ["mazes.run", "mazes.save", "mazes.save.bak"]);
    }
}

#[test]
fn a_recording_reads_back_as_it_was_written() {
    let path = folder("replay").join("1.replay");
    let recording = run(1, 100).recording();
    disk::write_recording(&path, &recording).unwrap();
    assert_eq!(disk::read_recording(&path).unwrap(), recording);
    disk::write_recording(&path, &run(1, 50).recording()).unwrap();
    assert_eq!(names(path.parent().unwrap()), ["1.replay"]);
    fs::write(&path, "\u{feff}nonsense").unwrap();
    let error = disk::read_recording(&path).unwrap_err().to_string();
    assert!(
        error.contains("1.replay: line 1, column 1: this is not a recorded run"),
        "{error}"
    );
}

#[test]
fn a_file_that_cannot_be_read_is_named_and_left_unchanged() {
    let path = folder("damage").join("run.save");
    let missing = read_error(&path);
    assert!(matches!(missing, DiskError::Unreadable { .. }), "{missing}");
    assert!(missing.to_string().contains("run.save"), "{missing}");
    let whole = recorded(1, 150);
    let second = whole.lines().nth(1).unwrap();
    let damaged = whole.replacen(second, &second.replacen('*', "+", 1), 1);
    for (bytes, reason) in [
        (damaged.as_bytes(), "line 2, column "),
        (b"", "this is not a recorded run"),
        (b"a shopping list", "this is not a recorded run"),
        (
            b"undercroft recording 77\n",
            "the recording has format 77, and this program reads format",
        ),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = read_error(&path).to_string();
        assert!(
            error.contains("run.save: ") && error.contains(reason),
            "{error}"
        );
        assert!(fs::read(&path).unwrap() == bytes);
    }
    // The end of a run that was killed is left out.
    fs::write(&path, &whole[..whole.len() - 3]).unwrap();
    let read = disk::read_recording(&path).unwrap();
    assert!(read.count() > 0 && read.turns() < 150);
}

/// Loads any bytes but those of a damaged file.
fn load(path: &Path) -> Result<Result<Vec<u8>, String>, DiskError> {
    let bytes = fs::read(path).map_err(|error| error.to_string());
    Ok(bytes.and_then(|bytes| match bytes == b"damaged" {
        true => Err(format!("{}: it is damaged", path.display())),
        false => Ok(bytes),
    }))
}

#[test]
fn an_unreadable_file_is_set_aside_and_the_previous_one_is_loaded_and_kept() {
    let folder = folder("recover");
    let path = folder.join("mazes.save");
    disk::write(&path, b"old", true).unwrap();
    disk::write(&path, b"new", true).unwrap();
    let recover = || disk::recover(&path, "maze", load).unwrap();
    assert_eq!(recover(), (Some(b"new".to_vec()), String::new()));
    fs::write(&path, "damaged").unwrap();
    let (found, message) = recover();
    assert_eq!(found, Some(b"old".to_vec()));
    let place = |name: &str| folder.join(name).display().to_string();
    assert_eq!(
        message,
        format!(
            "{}: it is damaged. The file was kept as {}. The maze continues from the previous save, {}.",
            place("mazes.save"),
            place("mazes-unreadable-1.save"),
            place("mazes.save.bak")
        )
    );
    assert_eq!(
        fs::read(folder.join("mazes-unreadable-1.save")).unwrap(),
        b"damaged"
    );
    // If the program ends here, the next start finds the previous save again.
    assert_eq!(recover(), (Some(b"old".to_vec()), String::new()));
    // The next save replaces neither file.
    disk::write(&path, b"newer", true).unwrap();
    assert_eq!(fs::read(disk::backup_path(&path)).unwrap(), b"old");
    assert_eq!(
        fs::read(folder.join("mazes-unreadable-1.save")).unwrap(),
        b"damaged"
    );
}

#[test]
fn a_file_and_a_backup_that_are_both_damaged_are_both_kept() {
    let folder = folder("recover-none");
    let path = folder.join("mazes.save");
    for path in [&path, &disk::backup_path(&path)] {
        fs::write(path, "damaged").unwrap();
    }
    let (found, message) = disk::recover(&path, "maze", load).unwrap();
    assert!(found.is_none());
    assert_eq!(message.matches("it is damaged. ").count(), 2);
    assert_eq!(
        names(&folder),
        ["mazes-unreadable-1.save", "mazes.save-unreadable-1.bak"]
    );
    for name in names(&folder) {
        assert!(message.contains(&name), "{message}");
    }
    // Without files there is nothing to report.
    let (found, message) = disk::recover(&path, "maze", load).unwrap();
    assert!(found.is_none() && message.is_empty());
}

#[test]
fn a_file_that_can_be_neither_read_nor_set_aside_is_an_error() {
    let folder = folder("recover-stuck");
    let path = folder.join("mazes.save");
    // A folder can be neither read nor renamed over the empty file that reserves a name.
    fs::create_dir(&path).unwrap();
    let error = disk::recover(&path, "maze", load).unwrap_err();
    assert!(matches!(error, DiskError::Unwritable { .. }), "{error}");
    assert_eq!(names(&folder), ["mazes.save"]);
}

#[test]
fn a_folder_stays_locked_until_its_lock_is_dropped() {
    let folder = folder("lock").join("new");
    let first = disk::lock_folder(&folder).unwrap();
    let error = disk::lock_folder(&folder).unwrap_err();
    assert!(matches!(error, DiskError::Locked(_)), "{error}");
    assert_eq!(
        error.to_string(),
        format!(
            "Undercroft is already open with the folder {}",
            folder.display()
        )
    );
    drop(first);
    disk::lock_folder(&folder).unwrap();
}

/// Writes a sparse file of zero bytes.
fn write_zeros(path: &Path, length: u64) {
    fs::File::create(path).unwrap().set_len(length).unwrap();
}

#[test]
fn a_file_that_exceeds_its_limit_is_refused_before_it_is_read() {
    let path = folder("large").join("run.save");
    write_zeros(&path, disk::LIMIT + 1);
    let save = read_error(&path);
    let summary = disk::read_summary(&path).unwrap_err();
    let expected = format!("{}: the file exceeds the 64 MiB limit", path.display());
    for error in [save, summary] {
        assert_eq!(error.to_string(), expected);
    }
    write_zeros(&path, disk::TEXT_LIMIT + 1);
    let error = disk::read_text(&path, disk::TEXT_LIMIT).unwrap_err();
    assert!(error.to_string().ends_with("exceeds the 1 MiB limit"));
    write_zeros(&path, 3);
    assert_eq!(disk::read_regular(&path, 3).unwrap(), [0; 3]);
    // A stream, whose length is unknown, is read up to the limit.
    let error = disk::read_bounded(std::io::repeat(0), Path::new("zeros"), 1 << 20).unwrap_err();
    assert_eq!(error.to_string(), "zeros: the file exceeds the 1 MiB limit");
}

#[cfg(unix)]
#[test]
fn anything_but_a_regular_file_is_refused_without_being_opened() {
    let folder = folder("pipe");
    let pipe = folder.join("1.replay");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    for path in [&pipe, &folder, Path::new("/dev/zero")] {
        let expected = format!("cannot read {}: not a regular file", path.display());
        assert_eq!(read_error(path).to_string(), expected);
        assert_eq!(disk::read_summary(path).unwrap_err().to_string(), expected);
    }
}

#[test]
fn the_summary_of_a_recording_needs_only_its_first_line_and_its_last() {
    let path = folder("summary").join("1.replay");
    let recording = run(1, 100).recording();
    disk::write_recording(&path, &recording).unwrap();
    let summary = disk::read_summary(&path).unwrap();
    assert_eq!(
        (summary.seed, summary.plus, summary.end, summary.standing),
        (
            recording.seed(),
            recording.plus(),
            recording.end(),
            recording.standing()
        )
    );
    // A file of the maximum length, with zeros between the two ends.
    let text = fs::read_to_string(&path).unwrap();
    let (head, rest) = text.split_at(text.find('\n').unwrap() + 1);
    write_zeros(&path, disk::LIMIT);
    let mut file = fs::File::options().write(true).open(&path).unwrap();
    file.write_all(head.as_bytes()).unwrap();
    let end = format!("\n{}", rest.lines().next_back().unwrap());
    file.seek(SeekFrom::End(-(end.len() as i64))).unwrap();
    file.write_all(end.as_bytes()).unwrap();
    assert_eq!(disk::read_summary(&path).unwrap(), summary);
    assert!(disk::read_recording(&path).is_err());

    for (text, reason) in [
        ("", "1.replay: line 1, column 1: this is not a recorded run"),
        (
            "undercroft recording 3\nseed",
            "line 1, column 23: the record was cut short",
        ),
        (&head[..head.len() - 4], "its checksum is incomplete"),
    ] {
        fs::write(&path, text).unwrap();
        let error = disk::read_summary(&path).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn a_backup_that_is_the_save_itself_leaves_no_draft() {
    // A save that is killed between its two renames leaves this state.
    let folder = folder("same");
    let path = folder.join("mazes.save");
    disk::write(&path, b"old", true).unwrap();
    fs::hard_link(&path, disk::backup_path(&path)).unwrap();
    disk::write(&path, b"new", true).unwrap();
    assert_eq!(names(&folder), ["mazes.save", "mazes.save.bak"]);
}

#[test]
fn a_failed_write_changes_nothing() {
    let folder = folder("fails");
    let path = folder.join("mazes.save");
    disk::write(&path, b"old", true).unwrap();
    // A rename cannot replace a folder.
    fs::create_dir(disk::backup_path(&path)).unwrap();
    let error = disk::write(&path, b"new", true).unwrap_err().to_string();
    assert!(
        error.starts_with("cannot write ") && error.contains("mazes.save: "),
        "{error}"
    );
    assert_eq!(names(&folder), ["mazes.save", "mazes.save.bak"]);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    let text = recorded(1, 5);
    for (wrong, reason) in [
        (folder.clone(), "it is a folder"),
        (path.join("run.save"), "run.save"),
    ] {
        let errors = [
            disk::write(&wrong, b"new", true).unwrap_err(),
            RunFile::create(&wrong, &text).unwrap_err(),
        ];
        for error in errors.map(|error| error.to_string()) {
            assert!(error.contains(reason), "{error}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_linked_save_is_written_where_it_lies() {
    let folder = folder("link");
    let cloud = folder.join("cloud");
    fs::create_dir(&cloud).unwrap();
    let path = folder.join("run.save");
    // The file need not exist yet.
    std::os::unix::fs::symlink("cloud/run.save", &path).unwrap();
    let is_link = || fs::symlink_metadata(&path).unwrap().is_symlink();
    let mut run = run(1, 50);
    let mut file = RunFile::create(&path, &run.write()).unwrap();
    run.apply(Action::Wait, &mut Vec::new()).unwrap();
    file.append(&run.take_unsaved()).unwrap();
    assert!(is_link() && file.is_intact());
    assert_eq!(names(&folder), ["cloud", "run.save"]);
    assert_eq!(names(&cloud), ["run.save"]);
    let read = disk::read_recording(&cloud.join("run.save")).unwrap();
    assert_eq!(read.turns(), 51);
    // The link stays, and what was damaged is kept beside its target.
    let kept = disk::set_aside(&path).unwrap();
    assert!(is_link() && kept == folder.join("cloud/run-unreadable-1.save"));
    RunFile::create(&path, &run.write()).unwrap();
    assert_eq!(names(&cloud), ["run-unreadable-1.save", "run.save"]);
    // A run that has ended leaves the link for the next one.
    disk::remove_run(&path).unwrap();
    assert!(is_link());
    assert_eq!(names(&cloud), ["run-unreadable-1.save"]);
}

#[cfg(unix)]
#[test]
fn what_is_in_the_way_of_a_file_is_named() {
    use std::os::unix::fs::symlink;
    let at = folder("in-the-way");
    let text = recorded(1, 5);
    fs::write(at.join("file"), "").unwrap();
    symlink("one", at.join("two")).unwrap();
    symlink("two", at.join("one")).unwrap();
    symlink("none/run.save", at.join("dangling")).unwrap();
    symlink("none", at.join("nowhere")).unwrap();
    fs::write(at.join("read-only"), "").unwrap();
    let mut permissions = fs::metadata(at.join("read-only")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(at.join("read-only"), permissions).unwrap();
    let before = names(&at);
    for (name, reason) in [
        ("file/run.save", "file is not a folder"),
        ("file/deeper/run.save", "file is not a folder"),
        ("one", "symbolic link"),
        ("dangling", "none does not exist"),
        ("nowhere/run.save", "nowhere is a link that leads nowhere"),
        ("read-only", "it is read-only"),
    ] {
        let path = at.join(name);
        let error = RunFile::create(&path, &text).unwrap_err().to_string();
        let start = format!("cannot write {}: ", path.display());
        assert!(error.starts_with(&start), "{error}");
        assert!(
            error.contains(reason) && !error.contains("draft"),
            "{error}"
        );
    }
    let error = disk::set_aside(&at.join("one")).unwrap_err().to_string();
    assert!(error.contains("symbolic link"), "{error}");
    for (name, reason) in [
        ("file", "it is not a folder"),
        ("file/data", "file is not a folder"),
        ("nowhere", "nowhere is a link that leads nowhere"),
    ] {
        let error = disk::lock_folder(&at.join(name)).unwrap_err().to_string();
        assert!(
            error.contains(reason) && !error.contains("draft"),
            "{error}"
        );
    }
    assert_eq!(names(&at), before);
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let path = folder("permissions").join("mazes.save");
    disk::write(&path, b"old", true).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    disk::write(&path, b"new", true).unwrap();
    for path in [&path, &disk::backup_path(&path)] {
        assert_eq!(
            fs::metadata(path).unwrap().permissions().mode() & 0o777,
            0o640
        );
    }
}

/// Only root can give files away.
#[cfg(unix)]
#[test]
fn a_file_and_its_backup_keep_their_owner_and_group() {
    use std::os::unix::fs::{MetadataExt, chown};
    let path = folder("owner").join("mazes.save");
    disk::write(&path, b"old", true).unwrap();
    if chown(&path, Some(1234), Some(5678)).is_err() {
        return;
    }
    disk::write(&path, b"new", true).unwrap();
    for path in [&path, &disk::backup_path(&path)] {
        let found = fs::metadata(path).unwrap();
        assert_eq!((found.uid(), found.gid()), (1234, 5678));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_may_be_as_long_as_the_file_system_allows() {
    let folder = folder("long");
    let path = folder.join("m".repeat(255));
    disk::write(&path, b"old", false).unwrap();
    disk::write(&path, b"new", false).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    let error = disk::write(&folder.join("m".repeat(256)), b"", false).unwrap_err();
    assert!(error.to_string().contains("name too long"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_file_of_content_that_is_a_link_to_nothing_is_not_replaced_by_ours() {
    let folder = folder("dangling-content");
    std::os::unix::fs::symlink("none", folder.join("rules.ron")).unwrap();
    let error = disk::read_content(&folder).unwrap_err().to_string();
    assert!(
        error.contains("cannot read") && error.contains("rules.ron"),
        "{error}"
    );
}

/// The environment variable that tells the child where to save.
const SAVE_PATH: &str = "UNDERCROFT_TEST_SAVE";

/// The turns of the run that the child plays.
const TURNS: u64 = 600;

/// The child process: plays a run until it is killed, saves each move, and then shows it by printing its number.
#[test]
fn a_child_plays_until_it_is_killed() {
    let Some(path) = std::env::var_os(SAVE_PATH).map(PathBuf::from) else {
        return;
    };
    let (recording, damage) = disk::read_save(&path).unwrap();
    assert!(damage.is_none_or(|damage| damage.is_cut));
    let done = recording.count();
    let mut run = Run::load(recording, Content::embedded().unwrap()).unwrap();
    let actions: Vec<game::Command> = disk::read_recording(&path.with_extension("whole"))
        .unwrap()
        .moves()
        .collect();
    let mut file = RunFile::create(&path, &run.write()).unwrap();
    let mut out = std::io::stdout();
    writeln!(out, "ready").unwrap();
    for (index, action) in actions.iter().enumerate().skip(done as usize) {
        run.apply(*action, &mut Vec::new()).unwrap();
        let unsynced = file.append(&run.take_unsaved()).unwrap();
        writeln!(out, "move {}", index + 1).unwrap();
        if index % 7 == 0 {
            unsynced.sync().unwrap();
        }
    }
}

#[test]
fn a_program_killed_while_playing_loses_at_most_a_move() {
    let folder = folder("killed");
    let path = folder.join("run.save");
    let whole = run(1, TURNS);
    disk::write_recording(&path.with_extension("whole"), &whole.recording()).unwrap();
    let moves: Vec<game::Command> = whole.recording().moves().collect();
    let begun = Run::new(Setup::new(Seed(1)).unwrap()).unwrap().write();
    RunFile::create(&path, &begun).unwrap();
    let (mut halfway, mut beyond) = (0, 0);
    for kill in 0..trial::amount(40, 300) {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "disk::a_child_plays_until_it_is_killed",
                "--nocapture",
            ])
            .env(SAVE_PATH, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.ends_with("ready\n") {
            line.clear();
            assert!(out.read_line(&mut line).unwrap() > 0, "the child ended");
        }
        wait(Duration::from_micros(u64::from(kill * 7919_u32 % 40_000)));
        child.kill().unwrap();
        child.wait().unwrap();
        let mut printed = String::new();
        out.read_to_string(&mut printed).unwrap();
        let shown = printed
            .lines()
            .filter_map(|line| line.strip_prefix("move "));
        // The last line may be cut.
        let whole_lines = printed.matches('\n').count();
        let shown = shown
            .take(whole_lines)
            .last()
            .map(|number| number.parse().unwrap());
        let (read, damage) = disk::read_save(&path).unwrap();
        let count = read.count();
        if let Some(shown) = shown {
            halfway += 1;
            assert!(count >= shown, "kill {kill}: {count} of {shown} moves");
            assert!(count <= shown + 1, "kill {kill}: {count} of {shown} moves");
        }
        beyond += u64::from(damage.is_some());
        assert!(damage.is_none_or(|damage| damage.is_cut && damage.moves <= 1));
        assert_eq!(read.moves().collect::<Vec<_>>(), moves[..count as usize]);
        if count as usize == moves.len() {
            RunFile::create(&path, &begun).unwrap();
        }
    }
    println!("killed {halfway} times between moves, {beyond} times in one");
    assert!(halfway > 20, "{halfway}");
}

/// Waits in a busy loop: a sleep is not precise enough.
fn wait(duration: Duration) {
    let started = Instant::now();
    while started.elapsed() < duration {
        std::hint::spin_loop();
    }
}
