//! Saves as files: whatever happens during a write, the old or the new file is there, complete.

use std::fs;
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use undercroft::bot::{self, BotKind};
use undercroft::disk::{self, DiskError};
use undercroft::game::content::Content;
use undercroft::game::{Game, Run, Setup};
use undercroft::rng::Seed;

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

/// A run that the bot `explorer` has played for this many turns.
fn run(seed: u64, turns: u64) -> Run {
    let setup = Setup::new(Seed(seed)).unwrap();
    let mut game = Game::new(setup).unwrap();
    let mut run = Run::new(setup).unwrap();
    let mut bot = BotKind::Explorer.create_bot(Seed(seed));
    bot::play(&mut game, &mut *bot, turns, |_, action, _| {
        run.apply(action, &mut Vec::new()).unwrap();
    });
    run
}

fn read_run(path: &Path) -> Result<Run, DiskError> {
    disk::read_run(path, Content::embedded().unwrap())
}

fn read_error(path: &Path) -> DiskError {
    read_run(path).map(|run| run.game().digest()).unwrap_err()
}

#[test]
fn a_run_reads_back_as_it_was_written_and_the_previous_one_is_kept() {
    // The folder is created.
    let path = folder("write").join("saves").join("run.save");
    let (old, new) = (run(1, 50), run(1, 90));
    disk::write_run(&path, &old).unwrap();
    assert_eq!(names(path.parent().unwrap()), ["run.save"]);
    disk::write_run(&path, &new).unwrap();
    assert_eq!(names(path.parent().unwrap()), ["run.save", "run.save.bak"]);
    let read = |path: &Path| read_run(path).unwrap().to_bytes();
    assert!(read(&path) == new.to_bytes());
    assert!(read(&disk::backup_path(&path)) == old.to_bytes());
    disk::write_run(&path, &old).unwrap();
    assert!(read(&disk::backup_path(&path)) == new.to_bytes());
    disk::remove_run(&path).unwrap();
    disk::remove_run(&path).unwrap();
    assert!(names(path.parent().unwrap()).is_empty());
}

#[test]
fn a_replay_reads_back_as_it_was_written() {
    let path = folder("replay").join("1.replay");
    let replay = run(1, 100).replay();
    disk::write_replay(&path, &replay).unwrap();
    assert_eq!(disk::read_replay(&path).unwrap(), replay);
    disk::write_replay(&path, &run(1, 50).replay()).unwrap();
    assert_eq!(names(path.parent().unwrap()), ["1.replay"]);
    fs::write(&path, "\u{feff}nonsense").unwrap();
    let error = disk::read_replay(&path).unwrap_err().to_string();
    assert!(
        error.contains("1.replay: line 1, column 1: this is not a replay"),
        "{error}"
    );
}

#[test]
fn a_file_that_cannot_be_read_is_named_and_left_unchanged() {
    let path = folder("damage").join("run.save");
    let missing = read_error(&path);
    assert!(matches!(missing, DiskError::Unreadable { .. }), "{missing}");
    assert!(missing.to_string().contains("run.save"), "{missing}");
    let whole = run(1, 50).to_bytes();
    let mut damaged = whole.clone();
    damaged[100] ^= 1;
    for (bytes, reason) in [
        (&damaged[..], "it is damaged: its checksum is wrong"),
        (&whole[..100], "it was cut short: it has 100 of"),
        (b"", "it is empty"),
        (b"a shopping list", "it is not a save of Undercroft"),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = read_error(&path).to_string();
        assert!(
            error.contains("run.save: ") && error.contains(reason),
            "{error}"
        );
        assert!(fs::read(&path).unwrap() == bytes);
    }
}

/// Accepts every run, as the game does.
fn accept(run: Run) -> Result<Run, String> {
    Ok(run)
}

#[test]
fn an_unreadable_save_is_set_aside_and_the_previous_one_is_loaded_and_kept() {
    let folder = folder("recover");
    let path = folder.join("run.save");
    let (old, new) = (run(1, 50), run(1, 90));
    disk::write_run(&path, &old).unwrap();
    disk::write_run(&path, &new).unwrap();
    let (found, message) = disk::recover_run(&path, Content::embedded().unwrap(), accept).unwrap();
    assert_eq!(found.unwrap().game().turns(), new.game().turns());
    assert_eq!(message, "");

    let mut damaged = new.to_bytes();
    damaged[100] ^= 1;
    fs::write(&path, &damaged).unwrap();
    let (found, message) = disk::recover_run(&path, Content::embedded().unwrap(), accept).unwrap();
    assert!(found.unwrap().to_bytes() == old.to_bytes());
    let place = |name: &str| folder.join(name).display().to_string();
    assert_eq!(
        message,
        format!(
            "{}: it is damaged: its checksum is wrong. The file was kept as {}. The run continues \
             from the previous save, {}.",
            place("run.save"),
            place("run-unreadable-1.save"),
            place("run.save.bak")
        )
    );
    assert!(fs::read(folder.join("run-unreadable-1.save")).unwrap() == damaged);
    // If the program ends here, the next start finds the previous save again.
    let (found, message) = disk::recover_run(&path, Content::embedded().unwrap(), accept).unwrap();
    assert!(found.unwrap().to_bytes() == old.to_bytes() && message.is_empty());
    // The next save replaces neither file.
    disk::write_run(&path, &new).unwrap();
    assert!(fs::read(disk::backup_path(&path)).unwrap() == old.to_bytes());
    assert!(fs::read(folder.join("run-unreadable-1.save")).unwrap() == damaged);
}

#[test]
fn a_save_and_a_backup_that_are_both_refused_are_both_kept() {
    let folder = folder("recover-none");
    let path = folder.join("run.save");
    disk::write_run(&path, &run(1, 50)).unwrap();
    disk::write_run(&path, &run(1, 90)).unwrap();
    let bytes = [&path, &disk::backup_path(&path)].map(|path| fs::read(path).unwrap());
    // The files are intact, but this program cannot continue the runs.
    let refuse = |_| Err::<Run, _>("it was recorded with other content");
    let (found, message) = disk::recover_run(&path, Content::embedded().unwrap(), refuse).unwrap();
    assert!(found.is_none());
    assert_eq!(
        message
            .matches("it was recorded with other content. ")
            .count(),
        2
    );
    assert_eq!(
        names(&folder),
        ["run-unreadable-1.save", "run.save-unreadable-1.bak"]
    );
    for (name, bytes) in names(&folder).iter().zip(&bytes) {
        assert!(message.contains(name), "{message}");
        assert!(fs::read(folder.join(name)).unwrap() == *bytes, "{name}");
    }
    // Without files there is nothing to report.
    let (found, message) = disk::recover_run(&path, Content::embedded().unwrap(), accept).unwrap();
    assert!(found.is_none() && message.is_empty());
}

#[test]
fn a_save_that_can_be_neither_read_nor_set_aside_is_an_error() {
    let folder = folder("recover-stuck");
    let path = folder.join("run.save");
    // A folder can be neither read nor renamed over the empty file that reserves a name.
    fs::create_dir(&path).unwrap();
    let error = disk::recover_run(&path, Content::embedded().unwrap(), accept)
        .map(|_| ())
        .unwrap_err();
    assert!(matches!(error, DiskError::Unwritable { .. }), "{error}");
    assert_eq!(names(&folder), ["run.save"]);
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
    let (save, replay) = (read_error(&path), disk::read_replay(&path).unwrap_err());
    let summary = disk::read_summary(&path).unwrap_err();
    let expected = format!("{}: the file exceeds the 64 MiB limit", path.display());
    for error in [save, replay, summary] {
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
        assert_eq!(disk::read_replay(path).unwrap_err().to_string(), expected);
        assert_eq!(disk::read_summary(path).unwrap_err().to_string(), expected);
    }
}

#[test]
fn the_summary_of_a_replay_needs_only_its_first_lines_and_its_last() {
    let path = folder("summary").join("1.replay");
    let replay = run(1, 100).replay();
    disk::write_replay(&path, &replay).unwrap();
    let summary = disk::read_summary(&path).unwrap();
    assert_eq!(
        (summary.seed, summary.plus, summary.end, summary.turns),
        (replay.seed(), replay.plus(), replay.end(), replay.turns())
    );
    // A file of the maximum length, with zeros between the two ends.
    let text = fs::read_to_string(&path).unwrap();
    let (head, rest) = text.split_at(text.find("plus 0\n").unwrap() + 7);
    write_zeros(&path, disk::LIMIT);
    let mut file = fs::File::options().write(true).open(&path).unwrap();
    file.write_all(head.as_bytes()).unwrap();
    let end = format!("\n{}", rest.lines().next_back().unwrap());
    file.seek(SeekFrom::End(-(end.len() as i64))).unwrap();
    file.write_all(end.as_bytes()).unwrap();
    assert_eq!(disk::read_summary(&path).unwrap(), summary);
    assert!(disk::read_replay(&path).is_err());

    for (text, reason) in [
        (&text[..text.len() / 2], "1.replay: the replay ends without"),
        ("", "1.replay: line 1, column 1: this is not a replay"),
        ("undercroft replay 1\nseed", "line 2, column 1"),
        (&text[..text.len() - 8], "is not a digest"),
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
    let path = folder.join("run.save");
    disk::write_run(&path, &run(1, 50)).unwrap();
    fs::hard_link(&path, disk::backup_path(&path)).unwrap();
    disk::write_run(&path, &run(1, 60)).unwrap();
    assert_eq!(names(&folder), ["run.save", "run.save.bak"]);
}

#[test]
fn a_failed_write_changes_nothing() {
    let folder = folder("fails");
    let path = folder.join("run.save");
    let old = run(1, 50);
    disk::write_run(&path, &old).unwrap();
    // A rename cannot replace a folder.
    fs::create_dir(disk::backup_path(&path)).unwrap();
    let error = disk::write_run(&path, &run(1, 60)).unwrap_err().to_string();
    assert!(
        error.starts_with("cannot write ") && error.contains("run.save: "),
        "{error}"
    );
    assert_eq!(names(&folder), ["run.save", "run.save.bak"]);
    assert!(fs::read(&path).unwrap() == old.to_bytes());
    for (wrong, reason) in [
        (folder.clone(), "it is a folder"),
        (path.join("run.save"), "run.save"),
    ] {
        let error = disk::write_run(&wrong, &old).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_linked_save_is_written_where_it_lies_and_its_backup_is_found_and_used() {
    let folder = folder("link");
    let cloud = folder.join("cloud");
    fs::create_dir(&cloud).unwrap();
    let path = folder.join("run.save");
    // The file need not exist yet.
    std::os::unix::fs::symlink("cloud/run.save", &path).unwrap();
    let (old, new) = (run(1, 50), run(1, 60));
    disk::write_run(&path, &old).unwrap();
    disk::write_run(&path, &new).unwrap();
    let is_link = || fs::symlink_metadata(&path).unwrap().is_symlink();
    assert!(is_link());
    assert_eq!(names(&folder), ["cloud", "run.save", "run.save.bak"]);
    assert_eq!(names(&cloud), ["run.save"]);
    assert_eq!(
        read_run(&cloud.join("run.save")).unwrap().game().turns(),
        60
    );

    fs::write(cloud.join("run.save"), "damaged").unwrap();
    let (found, message) = disk::recover_run(&path, Content::embedded().unwrap(), accept).unwrap();
    assert!(found.unwrap().to_bytes() == old.to_bytes());
    assert!(
        message.contains("continues from the previous save"),
        "{message}"
    );
    // The link stays, and what was damaged is kept beside its target.
    assert!(is_link());
    assert_eq!(names(&cloud), ["run-unreadable-1.save"]);
    disk::write_run(&path, &new).unwrap();
    assert_eq!(names(&cloud), ["run-unreadable-1.save", "run.save"]);
    // A run that has ended leaves the link for the next one.
    disk::remove_run(&path).unwrap();
    assert!(is_link());
    assert_eq!(names(&folder), ["cloud", "run.save"]);
    assert_eq!(names(&cloud), ["run-unreadable-1.save"]);
    let (found, message) = disk::recover_run(&path, Content::embedded().unwrap(), accept).unwrap();
    assert!(found.is_none() && message.is_empty());
}

#[cfg(unix)]
#[test]
fn what_is_in_the_way_of_a_file_is_named() {
    use std::os::unix::fs::symlink;
    let at = folder("in-the-way");
    let run = run(1, 50);
    fs::write(at.join("file"), "").unwrap();
    symlink("one", at.join("two")).unwrap();
    symlink("two", at.join("one")).unwrap();
    symlink("none/run.save", at.join("dangling")).unwrap();
    symlink("none", at.join("nowhere")).unwrap();
    disk::write_run(&at.join("read-only"), &run).unwrap();
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
        let error = disk::write_run(&path, &run).unwrap_err().to_string();
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
    let path = folder("permissions").join("run.save");
    disk::write_run(&path, &run(1, 50)).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    disk::write_run(&path, &run(1, 60)).unwrap();
    for path in [&path, &disk::backup_path(&path)] {
        assert_eq!(
            fs::metadata(path).unwrap().permissions().mode() & 0o777,
            0o640
        );
    }
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

/// The child process: saves two runs in turn until it is killed.
#[test]
fn a_child_saves_without_end() {
    let Some(path) = std::env::var_os(SAVE_PATH).map(PathBuf::from) else {
        return;
    };
    let runs = ["first", "second"].map(|name| read_run(&path.with_extension(name)).unwrap());
    let first = read_run(&path).unwrap().game().digest() == runs[0].game().digest();
    println!("ready");
    // The run that is not saved now comes first.
    for run in runs.iter().cycle().skip(usize::from(first)) {
        disk::write_run(&path, run).unwrap();
    }
}

#[test]
fn a_program_killed_while_saving_leaves_the_old_or_the_new_run() {
    let folder = folder("killed");
    let path = folder.join("run.save");
    let runs = [("first", run(1, 300)), ("second", run(1, 400))];
    for (name, run) in &runs {
        disk::write_run(&path.with_extension(name), run).unwrap();
    }
    let (_, old) = &runs[0];
    disk::write_run(&path, old).unwrap();
    let started = Instant::now();
    for _ in 0..8 {
        disk::write_run(&path, old).unwrap();
    }
    let save_time = started.elapsed() / 8;
    let mut found = [0, 0];
    let mut drafts = 0;
    for kill in 0..2000_u32 {
        // On a busy processor the child saves late, and it takes longer waits to kill it in the middle.
        if kill >= 200 && found[0] > 0 && found[1] > 0 && drafts > 20 {
            break;
        }
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "disk::a_child_saves_without_end", "--nocapture"])
            .env(SAVE_PATH, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let ready = out.lines().any(|line| line.unwrap().ends_with("ready"));
        assert!(ready, "the child ended");
        // 200 times during the first three saves, then 200 during the first six, and so on.
        wait(save_time * 3 * (kill % 200) / 200 * (1 + kill / 200));
        child.kill().unwrap();
        child.wait().unwrap();
        let run = read_run(&path).unwrap_or_else(|error| panic!("kill {kill}: {error}"));
        let which = runs
            .iter()
            .position(|(_, old)| old.game().digest() == run.game().digest());
        found[which.unwrap()] += 1;
        read_run(&disk::backup_path(&path)).unwrap();
        for name in names(&folder)
            .iter()
            .filter(|name| name.contains(".draft-"))
        {
            drafts += 1;
            fs::remove_file(folder.join(name)).unwrap();
        }
    }
    println!("found {found:?}, {drafts} killed half-way");
    assert!(found[0] > 0 && found[1] > 0, "{found:?}");
    assert!(drafts > 20, "{drafts}");
}

/// Waits in a busy loop: a sleep is not precise enough.
fn wait(duration: Duration) {
    let started = Instant::now();
    while started.elapsed() < duration {
        std::hint::spin_loop();
    }
}
