//! What is typed badly, cut short, at random or twice at once.

use std::process::Stdio;

use undercroft::rng::{Seed, Stream, Tag};

use super::{Terminal, command, folder, lines_of, piped};

#[test]
fn every_line_but_yes_withdraws_a_question() {
    for (game, seed, asks) in [
        ("conduit", "board/5x5#7", &["hint", "solve"][..]),
        ("maze", "maze-dfs/21x15#5", &["hint", "path"]),
        ("descend", "7", &["eat fig", "give up"]),
    ] {
        let folder = folder(format!("withdrawn-{game}"));
        let (mut terminal, _) = Terminal::open(game, &folder, &["--seed", seed]);
        let before = terminal.say("status");
        for ask in asks {
            for line in [
                "",
                "no",
                "NO",
                "n",
                "xyzzy",
                "# yes",
                "help",
                "status",
                "yes please",
                "yes yes",
                "\t",
                "1 1",
                ask,
            ] {
                let asked = terminal.ask(ask);
                assert!(asked.ends_with("Say \"yes\" to do it."), "{ask}: {asked}");
                let answer = terminal.say(line);
                if line == *ask {
                    assert_eq!(answer, [asked], "it is asked again");
                    assert_eq!(terminal.ask("no"), "Not done.");
                }
                assert_eq!(terminal.ask("yes"), "Nothing was asked.", "{ask}, {line:?}");
            }
        }
        assert_eq!(terminal.ask("no"), "Nothing was asked.");
        assert_eq!(terminal.say("status").len(), before.len());
        // It can still be done, and is done once.
        terminal.ask(asks[asks.len() - 1]);
        assert!(!terminal.say("Yes").concat().contains("to do it"));
        assert_eq!(terminal.ask("yes"), "Nothing was asked.");
        terminal.leave();
    }
}

#[test]
fn what_is_not_understood_is_named_with_what_comes_near() {
    let folder = folder("wrong");
    let (mut terminal, _) = Terminal::open("conduit", &folder, &["--seed", "7"]);
    for (line, needle) in [
        ("trun", "did you mean turn"),
        ("xyzzy", "\"help\" lists the commands"),
        ("re", "could be "),
        ("turn sideways", "\"sideways\" is not expected here"),
        ("turn 9", "not a number from 1 to 3"),
        ("board 3", "\"3\" is not expected here"),
        ("new 2x2", "3x3 to 50x50"),
        ("new large", "\"large\" is no size"),
        ("new 7x7 hard walls", "how many per cent"),
        (
            "open rooms/80x50#7",
            "this is a map; open it in the Map Lab",
        ),
        ("open 3x3:s:673aga888", "column 2, row 2"),
        ("pack 9", "not a number from 1 to 5"),
        ("go", "Give a row and a column"),
        ("undo", "nothing to undo"),
        ("share", "ight every lamp first"),
    ] {
        let answer = terminal.ask(line);
        assert!(
            answer.to_lowercase().contains(&needle.to_lowercase()),
            "{line}: {answer}"
        );
    }
    assert_eq!(terminal.say(""), [""; 0]);
    assert_eq!(terminal.say("# a remark"), [""; 0]);
    let long = terminal.ask(&"x".repeat(100_000));
    assert!(long.contains("at most"), "{long}");
    assert!(terminal.ask("where").starts_with("Row "));
    let help = terminal.say("help");
    assert!(
        help[2].starts_with("The commands: go, up, right, "),
        "{help:?}"
    );
    let all = terminal.say("help all");
    let turn = "Turn [TIMES or ROW COLUMN]: ";
    assert!(all.iter().any(|line| line.starts_with(turn)), "{all:?}");
    assert!(all.last().unwrap().starts_with("Quit: "), "{all:?}");
    assert!(
        terminal
            .ask("help hint")
            .starts_with("Hint: goes to a tile")
    );
    terminal.leave();
}

#[test]
fn the_end_of_the_input_saves_even_within_a_line() {
    for game in ["conduit", "maze", "descend"] {
        let folder = folder(format!("end-{game}"));
        for input in [
            &b""[..],
            b"where",
            b"where\r\nhelp\r\n",
            b"quit\nwhere\n",
            b"\xff\xfe\x00\n\xc3(\n",
        ] {
            let lines = lines_of(game, &folder, &[], input);
            assert_eq!(lines.last().unwrap(), "Saved.");
        }
    }
}

#[test]
fn two_programs_do_not_play_in_one_folder() {
    let folder = folder("twice");
    let (terminal, _) = Terminal::open("conduit", &folder, &["--seed", "7"]);
    for game in ["conduit", "maze", "descend"] {
        let output = piped(game, &folder, &[], b"");
        assert_eq!(output.status.code(), Some(1));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            error.starts_with("undercroft: Undercroft is already open with the folder"),
            "{error}"
        );
        assert!(
            error.contains("--data-dir") && error.lines().count() == 1,
            "{error}"
        );
    }
    terminal.leave();
    assert_eq!(
        lines_of("maze", &folder, &[], b"").last().unwrap(),
        "Saved."
    );
}

#[test]
fn a_closed_output_loses_nothing() {
    let folder = folder("closed-output");
    let mut child = command("conduit", &folder, &["--seed", "7"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let input = child.stdin.take().unwrap();
    drop(input);
    assert!(child.wait().unwrap().code().is_some());
    assert!(folder.join("conduit.save").exists());
}

/// Words that commands are made of, and some that they are not.
const WORDS: [&str; 64] = [
    "turn",
    "back",
    "half",
    "lock",
    "unlock",
    "undo",
    "redo",
    "pin",
    "rewind",
    "restart",
    "jumble",
    "solve",
    "hint",
    "check",
    "why",
    "where",
    "around",
    "board",
    "row",
    "status",
    "next",
    "dark",
    "lamp",
    "path",
    "new",
    "3x3",
    "4x5",
    "daily",
    "pack",
    "1",
    "2",
    "3",
    "17",
    "up",
    "down",
    "left",
    "right",
    "run",
    "trail",
    "branches",
    "north",
    "se",
    "explore",
    "descend",
    "strike",
    "rest",
    "wait",
    "search",
    "take",
    "go",
    "stairs",
    "look",
    "map",
    "use",
    "a",
    "b",
    "throw",
    "at",
    "aim",
    "drop",
    "yes",
    "feel",
    "#7",
    "\u{1f56f}",
];

#[test]
fn ten_thousand_random_lines_are_answered_and_saved() {
    let mut stream = Stream::keyed(Tag::COSMETIC, Seed(1), &[]);
    let mut below = |count: usize| stream.below(count as u32) as usize;
    for (game, count) in [("conduit", 3500), ("maze", 3500), ("descend", 3000)] {
        let folder = folder(format!("random-{game}"));
        let mut input = Vec::new();
        for _ in 0..count {
            for _ in 0..=below(3) {
                if below(20) == 0 {
                    input.push(below(256) as u8);
                }
                input.extend(WORDS[below(WORDS.len())].bytes());
                input.push(b' ');
            }
            input.push(b'\n');
        }
        let lines = lines_of(game, &folder, &["--seed", "7"], &input);
        assert!(lines.len() > count, "{}", lines.len());
        assert_eq!(lines.last().unwrap(), "Saved.");
        // And what is saved can be played on.
        assert_eq!(
            lines_of(game, &folder, &[], b"status").last().unwrap(),
            "Saved."
        );
    }
}
