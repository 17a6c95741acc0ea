//! What is finished counts once, whatever fails or is cut off at its end.

use std::time::{Duration, Instant};

use super::*;
use crate::trial;

/// What a player finishes.
struct Kind {
    name: &'static str,
    game: &'static str,
    seed: &'static str,
    finish: fn(&mut Terminal) -> Vec<String>,
    /// Files and folders that are written then, in this order.
    written: &'static [&'static str],
    /// What the records say of it then.
    counted: &'static str,
}

const KINDS: [Kind; 4] = [
    Kind {
        name: "run",
        game: "descend",
        seed: "7",
        finish: give_up,
        written: &["replays", "morgue", "records.save"],
        counted: "1 run ended, ",
    },
    Kind {
        name: "daily",
        game: "descend",
        seed: "daily/2026-11-01",
        finish: give_up,
        written: &["daily", "replays", "morgue", "records.save"],
        counted: "1 run ended, ",
    },
    Kind {
        name: "board",
        game: "conduit",
        seed: "board/3x3/single#7",
        finish: super::board::finish,
        written: &["conduit.save", "records.save"],
        counted: "1 in a row without help",
    },
    Kind {
        name: "maze",
        game: "maze",
        seed: "maze-dfs/7x7#5",
        finish: super::maze::walk,
        written: &["maze.save", "records.save"],
        counted: "1 in a row without help",
    },
];

fn give_up(terminal: &mut Terminal) -> Vec<String> {
    terminal.say("give up");
    terminal.say("yes")
}

/// Puts something in the way of a file, or of a folder of files; what was there is kept beside it.
fn block(path: &Path) {
    let _ = fs::rename(path, path.with_extension("kept"));
    match path.extension() {
        Some(_) => fs::create_dir(path).unwrap(),
        None => fs::write(path, "").unwrap(),
    }
}

fn unblock(path: &Path) {
    match path.extension() {
        Some(_) => fs::remove_dir(path).unwrap(),
        None => fs::remove_file(path).unwrap(),
    }
    let _ = fs::rename(path.with_extension("kept"), path);
}

/// The names in a folder, without the drafts of a program that was killed.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| !name.ends_with(".draft")).collect()
}

/// Checks that it is counted once, and that all of it is there and nothing else.
fn check(kind: &Kind, folder: &Path, case: &str) {
    for start in ["the next start", "the one after it"] {
        let (mut terminal, _) = Terminal::open(kind.game, folder, &[]);
        let records = terminal.say("records").join("\n");
        assert!(records.contains(kind.counted), "{case}, {start}: {records}");
        terminal.leave();
    }
    for part in kind.written.iter().filter(|part| !part.contains('.')) {
        assert_eq!(names(&folder.join(part)).len(), 1, "{case}: {part}");
    }
}

/// What a player types to finish each kind.
fn scripts() -> [Vec<String>; KINDS.len()] {
    KINDS.each_ref().map(|kind| {
        let folder = folder(format!(
            "scouted-{}-{:?}",
            kind.name,
            std::thread::current().id()
        ));
        let (mut terminal, _) = Terminal::open(kind.game, &folder, &["--seed", kind.seed]);
        (kind.finish)(&mut terminal);
        std::mem::take(&mut terminal.said)
    })
}

/// Opens a game, and does everything but what finishes it; also returns that.
fn prepare<'a>(kind: &Kind, folder: &Path, script: &'a [String]) -> (Terminal, &'a str) {
    let (mut terminal, _) = Terminal::open(kind.game, folder, &["--seed", kind.seed]);
    let (last, before) = script.split_last().unwrap();
    before.iter().for_each(|line| drop(terminal.say(line)));
    (terminal, last)
}

/// Finishes what a killed program has left, if it is not counted; returns whether it was not.
fn go_on(kind: &Kind, folder: &Path, script: &[String]) -> bool {
    let (mut terminal, _) = Terminal::open(kind.game, folder, &[]);
    let is_open = !terminal.say("records").join("\n").contains(kind.counted);
    terminal.leave();
    if is_open {
        let (mut terminal, _) = Terminal::open(kind.game, folder, &["--seed", kind.seed]);
        match kind.game {
            "descend" => drop(give_up(&mut terminal)),
            _ => drop(terminal.say(script.last().unwrap())),
        }
        terminal.leave();
    }
    is_open
}

#[test]
fn a_program_killed_at_an_end_loses_nothing_and_doubles_nothing() {
    let scripts = scripts();
    let mut unfinished = 0;
    for kill in 0..trial::amount(12, 300) {
        let (kind, script) = (&KINDS[kill % KINDS.len()], &scripts[kill % KINDS.len()]);
        let case = format!("kill {kill}, {}", kind.name);
        let folder = folder("killed-at-end");
        let (mut terminal, last) = prepare(kind, &folder, script);
        terminal.send(last);
        let (began, pause) = (
            Instant::now(),
            Duration::from_micros(kill as u64 * 7919 % 20_000),
        );
        // A sleep is not precise enough.
        while began.elapsed() < pause {
            std::hint::spin_loop();
        }
        terminal.kill();
        unfinished += usize::from(go_on(kind, &folder, script));
        check(kind, &folder, &case);
    }
    println!("{unfinished} were killed before the end was written");
}

#[test]
fn a_save_that_outlives_the_end_of_its_run_counts_no_second_time() {
    for (kind, script) in KINDS[..2].iter().zip(scripts()) {
        let folder = folder(format!("outlived-{}", kind.name));
        let (mut terminal, last) = prepare(kind, &folder, &script);
        let save = folder.join(if kind.name == "daily" {
            "daily.save"
        } else {
            "run.save"
        });
        block(&folder.join("records.save"));
        terminal.say(last);
        let ended = fs::read(&save).unwrap();
        unblock(&folder.join("records.save"));
        terminal.leave();
        assert!(!save.exists());
        fs::write(&save, ended).unwrap();
        check(kind, &folder, kind.name);
    }
}

#[test]
fn what_fails_at_an_end_is_made_good_once_in_the_session_or_at_the_next_start() {
    for (kind, script) in KINDS.iter().zip(scripts()) {
        for part in kind.written {
            for goes_on in [true, false] {
                let case = format!("{} {part} {goes_on}", kind.name);
                let folder = folder(format!("ends-{}-{part}-{goes_on}", kind.name));
                let (mut terminal, last) = prepare(kind, &folder, &script);
                block(&folder.join(part));
                let told = terminal.say(last).join("\n");
                let reason = told.lines().last().unwrap();
                assert!(
                    reason.starts_with("Not saved: ") && reason.contains(part),
                    "{case}: {told}"
                );
                if goes_on {
                    unblock(&folder.join(part));
                    let told = terminal.say("status").join("\n");
                    assert!(!told.contains("Not saved"), "{case}: {told}");
                    terminal.leave();
                } else {
                    terminal.kill();
                    unblock(&folder.join(part));
                    // The last turn or step is nowhere if the board or the maze could not be written.
                    let is_open = go_on(kind, &folder, &script);
                    assert_eq!(is_open, part.starts_with(kind.game), "{case}");
                }
                check(kind, &folder, &case);
            }
        }
    }
}
