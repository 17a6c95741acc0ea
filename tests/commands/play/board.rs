//! A board that is read out, solved and saved.

use std::fs;

use undercroft::record::Chain;

use super::{Terminal, folder, piped, place};

/// The sides in the order in which a quarter turn clockwise leads from one to the next.
const SIDES: [&str; 4] = ["up", "right", "down", "left"];

/// The open sides of each tile of a row that was read out, as bits in the order of [`SIDES`].
fn read_row(line: &str) -> Vec<u8> {
    let (_, tiles) = line.trim_end_matches('.').split_once(": ").unwrap();
    let sides = tiles.split("; ").map(|tile| {
        let (_, open) = tile.split_once("open ").unwrap();
        let words: Vec<&str> = open.split([',', ' ']).collect();
        let end = words.iter().position(|word| ["lit", "dark"].contains(word));
        let open = &words[..end.unwrap()];
        let side = |side: usize| u8::from(open.contains(&SIDES[side])) << side;
        (0..4).map(side).sum::<u8>()
    });
    sides.collect()
}

fn turned(tile: u8, quarters: u32) -> u8 {
    (u32::from(tile) << quarters | u32::from(tile) >> (4 - quarters)) as u8 & 15
}

/// Finds how to turn each tile, by trying all ways that fit the tiles before it.
fn solve(tiles: &[Vec<u8>], turns: &mut Vec<u32>) -> bool {
    let (width, height) = (tiles[0].len(), tiles.len());
    let at =
        |index: usize, turns: &[u32]| turned(tiles[index / width][index % width], turns[index]);
    let index = turns.len();
    if index == width * height {
        return reached(width, height, |index| at(index, turns)) == index;
    }
    let (x, y) = (index % width, index / width);
    for quarters in 0..4 {
        turns.push(quarters);
        let tile = at(index, turns);
        let has = |side: usize| tile >> side & 1 == 1;
        let up = y > 0 && at(index - width, turns) >> 2 & 1 == 1;
        let left = x > 0 && at(index - 1, turns) >> 1 & 1 == 1;
        let fits = has(0) == up
            && has(3) == left
            && (x + 1 < width || !has(1))
            && (y + 1 < height || !has(2));
        let is_new = (0..quarters).all(|other| turned(tiles[y][x], other) != tile);
        if fits && is_new && solve(tiles, turns) {
            return true;
        }
        turns.pop();
    }
    false
}

/// How many tiles are connected to the first one.
fn reached(width: usize, height: usize, at: impl Fn(usize) -> u8) -> usize {
    let mut found = vec![0];
    let mut next = 0;
    while let Some(&index) = found.get(next) {
        let (x, y) = (index % width, index / width);
        let beside = [
            (y > 0).then(|| index - width),
            (x + 1 < width).then(|| index + 1),
            (y + 1 < height).then(|| index + width),
            (x > 0).then(|| index - 1),
        ];
        for (side, beside) in beside.into_iter().enumerate() {
            if let Some(beside) =
                beside.filter(|beside| at(index) >> side & 1 == 1 && !found.contains(beside))
            {
                found.push(beside);
            }
        }
        next += 1;
    }
    found.len()
}

/// Solves the board by what it is told, and returns the last answer.
pub fn finish(terminal: &mut Terminal) -> Vec<String> {
    let board = terminal.say("board");
    let tiles: Vec<Vec<u8>> = board[1..]
        .iter()
        .filter(|line| line.starts_with("Row "))
        .map(|line| read_row(line))
        .collect();
    let mut turns = Vec::new();
    assert!(solve(&tiles, &mut turns), "{board:?}");
    let mut answer = Vec::new();
    for (index, quarters) in turns.into_iter().enumerate() {
        let at = format!(
            "row {}, column {}",
            index / tiles[0].len() + 1,
            index % tiles[0].len() + 1
        );
        let commands: &[&str] = match quarters {
            0 => &[],
            1 => &["turn"],
            2 => &["half"],
            _ => &["turn back"],
        };
        for command in commands {
            answer = terminal.say(&format!("{command} {at}"));
        }
    }
    answer
}

#[test]
fn a_board_is_solved_by_a_script_that_has_only_the_text() {
    let folder = folder("solved");
    let (mut terminal, greeting) =
        Terminal::open("conduit", &folder, &["--seed", "board/4x4/single#7"]);
    assert_eq!(greeting[0], "Conduit: \"help\" lists the commands.");
    assert!(greeting[1].starts_with("Board 4x4 "), "{greeting:?}");
    assert!(greeting[2].ends_with(" of 16 tiles lit."), "{greeting:?}");
    assert!(place(&greeting[3]).is_some(), "{greeting:?}");
    let answer = finish(&mut terminal);
    assert!(answer[0].starts_with("Solved in 0:"), "{answer:?}");
    assert!(answer[0].ends_with("the fewest possible."), "{answer:?}");
    assert!(
        answer[1].ends_with("Your first of this kind."),
        "{answer:?}"
    );
    let shared = terminal.ask("share");
    assert!(
        shared.starts_with("Undercroft Conduit board/4x4/single#7: 0:"),
        "{shared}"
    );
    let link = "no hints https://example.org/undercroft/#board/4x4/single%237";
    assert!(shared.ends_with(link), "{shared}");
    assert!(terminal.say("turn")[0].contains("\"next board\" goes on"));
    let next = terminal.say("next board");
    assert!(next[0].starts_with("Board 4x4 "), "{next:?}");
    let answer = finish(&mut terminal);
    assert!(answer[1].starts_with("Best of 4x4 "), "{answer:?}");
    let records = terminal.say("records");
    assert!(
        records
            .iter()
            .any(|line| line.starts_with("2 in a row without help")),
        "{records:?}"
    );
    terminal.leave();
}

#[test]
fn a_board_goes_on_where_it_was_left_even_by_a_power_cut() {
    let folder = folder("board-kept");
    let (mut terminal, _) = Terminal::open("conduit", &folder, &["--seed", "7"]);
    for command in ["turn 1 1", "turn 2 3", "lock 2 3", "turn 1 1"] {
        terminal.say(command);
    }
    let seen = terminal.say("board");
    let status = terminal.say("status");
    assert!(status[2].starts_with("Moves: 3, "), "{status:?}");
    terminal.kill();
    let (mut again, greeting) = Terminal::open("conduit", &folder, &[]);
    assert_eq!(greeting[0], "Conduit: \"help\" lists the commands.");
    assert_eq!(again.say("board"), seen);
    assert!(again.say("turn 2 3")[0].contains("is locked"));
    let undone = again.say("undo");
    assert!(
        undone[0].starts_with("Undone: row 1, column 1: "),
        "{undone:?}"
    );
    again.say("new 3x3");
    again.leave();
    // Another board, with the one before it where undo finds it.
    let (mut third, greeting) = Terminal::open("conduit", &folder, &[]);
    assert!(greeting[1].starts_with("Board 3x3 "), "{greeting:?}");
    let back = third.say("undo");
    assert!(back[0].starts_with("Board 10x9 "), "{back:?}");
    assert!(
        third.say("status")[2].starts_with("Moves: 3, "),
        "undo takes no move back"
    );
    third.leave();
    // The same seed goes on as well, and another one begins anew.
    let (terminal, greeting) = Terminal::open("conduit", &folder, &["--seed", "7"]);
    assert!(greeting[1].starts_with("Board 10x9 "), "{greeting:?}");
    terminal.leave();
    let saved = fs::read_to_string(folder.join("conduit.save")).unwrap();
    assert!(saved.starts_with("undercroft board 2 shown "), "{saved}");
}

#[test]
fn help_is_asked_for_twice_and_a_helped_board_does_not_count() {
    let folder = folder("helped");
    let (mut terminal, _) = Terminal::open("conduit", &folder, &["--seed", "board/3x3/single#3"]);
    assert!(terminal.ask("why").contains("no hint"));
    let asked = terminal.ask("hint");
    assert!(
        asked.contains("counts only among those with hints")
            && asked.ends_with("Say \"yes\" to do it."),
        "{asked}"
    );
    // Anything else in between takes the question back.
    terminal.say("where");
    assert_eq!(terminal.ask("hint"), asked);
    // The first hint goes to a tile and says why, the second turns it.
    let pointed = terminal.say("yes");
    let tile = place(&pointed[0]).unwrap();
    assert!(
        pointed[1].contains("is wrong, and fits only one way: "),
        "{pointed:?}"
    );
    assert!(!pointed[1].contains("framed"), "{pointed:?}");
    assert_eq!(terminal.ask("why"), pointed[1]);
    assert_eq!(place(&terminal.ask("where")), Some(tile));
    let mut answer = terminal.say("hint");
    let turned = answer[0].strip_prefix("Turned: row ").unwrap();
    assert!(
        turned.starts_with(&format!("{}, column {}: ", tile.0, tile.1)),
        "{answer:?}"
    );
    assert!(answer[1].contains("fits only this way"), "{answer:?}");
    assert_eq!(terminal.ask("why"), answer[1]);
    while !answer
        .iter()
        .any(|line| line.starts_with("Solved with hints"))
    {
        answer = terminal.say("hint");
    }
    assert!(
        answer
            .iter()
            .any(|line| line.starts_with("Best of 3x3 easy single, with hints: perfect, ")),
        "{answer:?}"
    );
    let results = terminal.say("results");
    assert!(
        results[0].ends_with("; 1 done.") && results[1].contains(": perfect, "),
        "{results:?}"
    );
    terminal.say("next board");
    assert!(terminal.ask("solve").contains("does not count as solved"));
    let solved = terminal.say("yes");
    assert!(solved[0].starts_with("Solution shown"), "{solved:?}");
    terminal.leave();
}

#[test]
fn a_mistake_is_named_and_the_board_goes_back_to_before_it() {
    let folder = folder("mistake");
    let (mut terminal, _) = Terminal::open("conduit", &folder, &["--seed", "board/4x4/single#7"]);
    let start = terminal.say("board");
    assert!(
        terminal.ask("mistake").starts_with("No mistake: "),
        "nothing was done"
    );
    // A corner fits one way: one of two positions is wrong.
    for command in ["lock 1 1", "turn 1 2"] {
        terminal.say(command);
    }
    let asked = terminal.ask("where did i go wrong");
    assert!(asked.ends_with("Say \"yes\" to do it."), "{asked}");
    let mut answer = terminal.say("yes");
    if answer[0].starts_with("No mistake") {
        for command in ["undo", "undo", "turn 1 1", "lock 1 1", "turn 1 2"] {
            terminal.say(command);
        }
        answer = terminal.say("mistake");
    }
    assert!(answer[0].starts_with("Took back 2 changes: the tile at row 1, column 1 was locked in a wrong position. It fits only one way: "), "{answer:?}");
    assert_eq!(place(&answer[1]), Some((1, 1)));
    assert_eq!(terminal.say("board").len(), start.len());
    assert!(terminal.say("redo")[0].contains("locked or unlocked"));
    terminal.leave();
    let (mut again, _) = Terminal::open("conduit", &folder, &[]);
    assert!(
        again
            .say("status")
            .iter()
            .any(|line| line.contains("you had hints") || line.contains("You had hints"))
    );
    again.leave();
}

#[test]
fn the_cursor_goes_to_places_and_to_what_is_dark() {
    let folder = folder("cursor");
    let (mut terminal, _) = Terminal::open("conduit", &folder, &["--seed", "board/5x4/wrap#2"]);
    let at = |line: &str| place(line).unwrap();
    assert_eq!(at(&terminal.ask("3 2")), (3, 2));
    assert_eq!(at(&terminal.ask("r1c1")), (1, 1));
    assert_eq!(at(&terminal.ask("left")), (1, 5), "the board wraps");
    assert_eq!(at(&terminal.ask("down 2")), (3, 5));
    let dark = terminal.ask("next dark");
    assert!(dark.contains("; dark"), "{dark}");
    let lamp = terminal.ask("next lamp");
    assert!(lamp.contains("a lamp") && lamp.contains("; dark"), "{lamp}");
    assert_eq!(terminal.say("around").len(), 4);
    assert!(
        terminal
            .ask("4 9")
            .contains("rows are 1 to 4, columns 1 to 5")
    );
    assert!(terminal.ask("row 5").contains("not a number from 1 to 4"));
    terminal.leave();
}

#[test]
fn a_save_of_another_format_or_of_another_program_is_named_and_kept() {
    let folder = folder("foreign");
    let path = folder.join("conduit.save");
    let mut later = String::new();
    Chain::default().write(&mut later, "undercroft board 77 shown 0 of 1");
    for (number, file, reason) in [
        (
            1,
            later.as_str(),
            "the file has format 77, and this program reads format 2",
        ),
        (2, "something else", "this is not a file of boards"),
    ] {
        fs::create_dir_all(&folder).unwrap();
        fs::write(&path, file).unwrap();
        let output = piped("conduit", &folder, &["--seed", "7"], b"");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains(reason), "{text}");
        assert!(text.contains("The file was kept as "), "{text}");
        let kept = folder.join(format!("conduit-unreadable-{number}.save"));
        assert_eq!(fs::read_to_string(kept).unwrap(), file);
        let _ = fs::remove_file(&path);
        let _ = fs::remove_file(folder.join("conduit.save.bak"));
    }
}
