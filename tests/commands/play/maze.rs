//! A maze that is walked by ear.

use std::collections::BTreeSet;

use super::{Terminal, folder, place};

const SIDES: [(&str, (i32, i32)); 4] = [
    ("up", (-1, 0)),
    ("right", (0, 1)),
    ("down", (1, 0)),
    ("left", (0, -1)),
];

/// The line of an answer that tells a cell.
fn cell(answer: &[String]) -> &str {
    let found = answer.iter().find(|line| place(line).is_some());
    found.unwrap_or_else(|| panic!("{answer:?}"))
}

/// The sides that a cell is open to.
fn ways(line: &str) -> Vec<usize> {
    let parts: Vec<&str> = line.split("; ").skip(1).collect();
    let is_open = |side: &usize| parts.iter().any(|part| part.starts_with(SIDES[*side].0));
    (0..4).filter(is_open).collect()
}

/// Walks through the maze, back from each dead end, until the goal is reached; returns the last answer.
pub fn walk(terminal: &mut Terminal) -> Vec<String> {
    let mut here = cell(&terminal.say("where")).to_owned();
    let mut seen = BTreeSet::from([place(&here).unwrap()]);
    let mut trail = Vec::new();
    loop {
        let (row, column) = place(&here).unwrap();
        let beside = |side: usize| {
            let (down, right) = SIDES[side].1;
            (row + down, column + right)
        };
        let fresh = ways(&here)
            .into_iter()
            .find(|side| !seen.contains(&beside(*side)));
        let side = match fresh {
            Some(side) => {
                trail.push(side);
                side
            }
            None => (trail.pop().expect("the goal can be reached") + 2) % 4,
        };
        let answer = terminal.say(SIDES[side].0);
        if answer.iter().any(|line| line.starts_with("The goal: ")) {
            return answer;
        }
        here = cell(&answer).to_owned();
        assert_eq!(place(&here), Some(beside(side)));
        seen.insert(beside(side));
    }
}

#[test]
fn a_maze_is_walked_by_a_script_that_has_only_the_text() {
    let folder = folder("walked");
    let (mut terminal, greeting) = Terminal::open("maze", &folder, &["--seed", "maze-dfs/17x11#5"]);
    assert_eq!(greeting[1], "Maze 1: 5 rows of 8 cells, made by maze-dfs.");
    assert!(
        greeting[2].starts_with("The start is at row "),
        "{greeting:?}"
    );
    let answer = walk(&mut terminal);
    assert!(answer[1].contains("Your first of this kind"), "{answer:?}");
    let shared = terminal.ask("share");
    assert!(
        shared.starts_with("Undercroft Maze Run maze-dfs/17x11#5: "),
        "{shared}"
    );
    assert!(
        shared.ends_with(" https://example.org/undercroft/#maze-dfs/17x11%235"),
        "{shared}"
    );
    let next = terminal.say("next");
    assert!(next[0].starts_with("Maze 2: "), "{next:?}");
    assert_eq!(terminal.ask("restart"), "You are at the start already.");
    walk(&mut terminal);
    terminal.leave();
    // A maze that was done is followed by the next.
    let (terminal, greeting) = Terminal::open("maze", &folder, &[]);
    assert!(greeting[1].starts_with("Maze 3: "), "{greeting:?}");
    terminal.leave();
}

#[test]
fn a_shared_result_links_to_the_page_that_is_given_or_to_none() {
    let folder = folder("maze-page");
    let page = "https://example.com/uc/";
    for (page, end) in [
        (page, " https://example.com/uc/#maze-dfs/11x9%235"),
        ("", ", no hints"),
    ] {
        let args = ["--seed", "maze-dfs/11x9#5", "--page", page];
        let (mut terminal, _) = Terminal::open("maze", &folder, &args);
        if terminal.ask("share").starts_with("Reach the goal") {
            walk(&mut terminal);
        }
        let shared = terminal.ask("share");
        assert!(shared.ends_with(end), "{shared}");
        // Undo finds the finished maze, whose result counts once.
        terminal.say("restart");
        terminal.say("undo");
        assert_eq!(terminal.ask("share"), shared);
        terminal.leave();
        std::fs::remove_dir_all(&folder).unwrap();
    }
    let refused = super::command("maze", &folder, &["--page", "here"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        said.contains("--page: \"here\" is not the address of a page"),
        "{said}"
    );
}

#[test]
fn a_maze_goes_on_where_it_was_left() {
    let folder = folder("maze-kept");
    let (mut terminal, _) = Terminal::open("maze", &folder, &["--seed", "7"]);
    let here = cell(&terminal.say("where")).to_owned();
    let side = SIDES[ways(&here)[0]].0;
    terminal.say(&format!("run {side}"));
    let trail = terminal.ask("trail");
    let here = terminal.say("where");
    terminal.kill();
    let (mut terminal, _) = Terminal::open("maze", &folder, &[]);
    assert_eq!(terminal.ask("trail"), trail);
    assert_eq!(terminal.say("where"), here);
    terminal.say("restart");
    assert_eq!(terminal.ask("trail"), "You are at the start.");
    assert_eq!(
        terminal.say("undo")[0],
        "Back to where you were before the restart."
    );
    assert_eq!(terminal.ask("trail"), trail);
    terminal.say("back");
    terminal.leave();
}

#[test]
fn the_way_is_told_after_asking_twice_and_leads_to_the_goal() {
    let folder = folder("maze-path");
    let (mut terminal, _) = Terminal::open("maze", &folder, &["--seed", "maze-wilson/15x11#3"]);
    assert!(terminal.ask("hint").contains("Say \"yes\""));
    let hint = terminal.ask("yes");
    assert!(hint.starts_with("The next steps: "), "{hint}");
    let asked = terminal.ask("path");
    assert!(
        asked.starts_with("Tell the way? The maze then does not count as done."),
        "{asked}"
    );
    let path = terminal.ask("yes");
    let steps = path.strip_prefix("From here to the goal: ").unwrap();
    let mut answer = Vec::new();
    for steps in steps.trim_end_matches('.').split(", ") {
        answer = terminal.say(steps);
    }
    assert!(
        answer.iter().any(|line| line.ends_with("solution shown.")),
        "{answer:?}"
    );
    terminal.leave();
}

#[test]
fn a_wall_is_said_and_takes_no_step() {
    let folder = folder("maze-wall");
    let (mut terminal, _) = Terminal::open("maze", &folder, &["--seed", "maze-dfs/11x9#5"]);
    let here = cell(&terminal.say("where")).to_owned();
    let closed = (0..4).find(|side| !ways(&here).contains(side)).unwrap();
    let answer = terminal.ask(SIDES[closed].0);
    assert!(answer.ends_with(": a wall."), "{answer}");
    assert!(terminal.say("status")[1].starts_with("Steps: 0, "));
    let rows = terminal.say("board");
    assert_eq!(rows.len(), 4);
    assert_eq!(rows.iter().filter(|row| row.contains(", you")).count(), 1);
    terminal.leave();
}
