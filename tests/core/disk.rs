//! Saves as files: whatever happens while one is written, the old one or the new one is there.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use undercroft::bot::{self, BotKind};
use undercroft::disk::{self, DiskError};
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

/// A run as an explorer leaves it.
fn run(seed: u64, turns: u64) -> Run {
    let setup = Setup::new(Seed(seed)).unwrap();
    let mut game = Game::new(setup).unwrap();
    let mut run = Run::new(setup).unwrap();
    let mut bot = BotKind::Explorer.bot(Seed(seed));
    bot::play(&mut game, &mut *bot, turns, |_, action, _| {
        run.apply(action, &mut Vec::new()).unwrap();
    });
    run
}

fn refusal(path: &Path) -> DiskError {
    disk::read_run(path)
        .map(|run| run.game().digest())
        .unwrap_err()
}

#[test]
fn a_run_is_read_as_it_was_written_and_the_one_before_stays() {
    // The folder is made.
    let path = folder("write").join("saves").join("run.save");
    let (old, new) = (run(1, 50), run(1, 90));
    disk::write_run(&path, &old).unwrap();
    assert_eq!(names(path.parent().unwrap()), ["run.save"]);
    disk::write_run(&path, &new).unwrap();
    assert_eq!(names(path.parent().unwrap()), ["run.save", "run.save.bak"]);
    let read = |path: &Path| disk::read_run(path).unwrap().to_bytes();
    assert!(read(&path) == new.to_bytes());
    assert!(read(&disk::backup(&path)) == old.to_bytes());
    disk::write_run(&path, &old).unwrap();
    assert!(read(&disk::backup(&path)) == new.to_bytes());
    disk::remove_run(&path).unwrap();
    disk::remove_run(&path).unwrap();
    assert!(names(path.parent().unwrap()).is_empty());
}

#[test]
fn a_replay_is_read_as_it_was_written() {
    let path = folder("replay").join("1.replay");
    let replay = run(1, 100).replay();
    disk::write_replay(&path, &replay).unwrap();
    assert_eq!(disk::read_replay(&path).unwrap(), replay);
    disk::write_replay(&path, &run(1, 50).replay()).unwrap();
    assert_eq!(names(path.parent().unwrap()), ["1.replay"]);
    fs::write(&path, "\u{feff}nonsense").unwrap();
    let error = disk::read_replay(&path).unwrap_err().to_string();
    assert!(
        error.contains("1.replay: line 1, column 1: this is no replay"),
        "{error}"
    );
}

#[test]
fn what_cannot_be_read_is_refused_with_its_name_and_left_alone() {
    let path = folder("damage").join("run.save");
    let missing = refusal(&path);
    assert!(matches!(missing, DiskError::Unreadable { .. }), "{missing}");
    assert!(missing.to_string().contains("run.save"), "{missing}");
    let whole = run(1, 50).to_bytes();
    let mut damaged = whole.clone();
    damaged[100] ^= 1;
    for (bytes, reason) in [
        (&damaged[..], "it is damaged: its checksum is wrong"),
        (&whole[..100], "it was cut short: 100 bytes of"),
        (b"", "it is empty"),
        (b"a shopping list", "it is not a save of Undercroft"),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = refusal(&path).to_string();
        assert!(
            error.contains("run.save: ") && error.contains(reason),
            "{error}"
        );
        assert!(fs::read(&path).unwrap() == bytes);
    }
    // Who has an older one is told where.
    fs::write(disk::backup(&path), &whole).unwrap();
    let error = refusal(&path).to_string();
    assert!(error.contains("; the save before it is "), "{error}");
    assert!(error.ends_with("run.save.bak"), "{error}");
}

#[test]
fn a_write_that_fails_leaves_what_was_there() {
    let folder = folder("fails");
    let path = folder.join("run.save");
    let old = run(1, 50);
    disk::write_run(&path, &old).unwrap();
    // A folder cannot be renamed over.
    fs::create_dir(disk::backup(&path)).unwrap();
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
fn a_link_stays_a_link() {
    let folder = folder("link");
    let (file, link) = (folder.join("file"), folder.join("link"));
    disk::write_run(&file, &run(1, 50)).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    disk::write_run(&link, &run(1, 60)).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(disk::read_run(&file).unwrap().game().turns(), 60);
}

/// In the child's environment: where it saves.
const PLACE: &str = "UNDERCROFT_TEST_SAVE";

/// The child: saves two runs in turn until somebody kills it.
#[test]
fn a_child_saves_without_end() {
    let Some(path) = std::env::var_os(PLACE).map(PathBuf::from) else {
        return;
    };
    let runs = ["first", "second"].map(|name| disk::read_run(&path.with_extension(name)).unwrap());
    let first = disk::read_run(&path).unwrap().game().digest() == runs[0].game().digest();
    println!("ready");
    // The other one first.
    for run in runs.iter().cycle().skip(usize::from(first)) {
        disk::write_run(&path, run).unwrap();
    }
}

#[test]
fn whoever_is_killed_while_saving_finds_the_old_run_or_the_new_one() {
    let folder = folder("killed");
    let path = folder.join("run.save");
    let runs = [("first", run(1, 300)), ("second", run(1, 400))];
    for (name, run) in &runs {
        disk::write_run(&path.with_extension(name), run).unwrap();
    }
    let (_, old) = &runs[0];
    disk::write_run(&path, old).unwrap();
    // How long a save takes.
    let begun = Instant::now();
    for _ in 0..8 {
        disk::write_run(&path, old).unwrap();
    }
    let one = begun.elapsed() / 8;
    let mut found = [0, 0];
    let mut drafts = 0;
    for kill in 0..200_u32 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "disk::a_child_saves_without_end", "--nocapture"])
            .env(PLACE, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let ready = out.lines().any(|line| line.unwrap().ends_with("ready"));
        assert!(ready, "the child ended");
        // At every time of the first three saves.
        wait(one * 3 * kill / 200);
        child.kill().unwrap();
        child.wait().unwrap();
        let run = disk::read_run(&path).unwrap_or_else(|error| panic!("kill {kill}: {error}"));
        let which = runs
            .iter()
            .position(|(_, old)| old.game().digest() == run.game().digest());
        found[which.unwrap()] += 1;
        disk::read_run(&disk::backup(&path)).unwrap();
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

/// Waits shorter than a sleep does.
fn wait(duration: Duration) {
    let begun = Instant::now();
    while begun.elapsed() < duration {
        std::hint::spin_loop();
    }
}
