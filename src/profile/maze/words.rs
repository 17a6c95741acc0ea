//! A maze in words, for players who do not see it: where the passages lead, how far, and where the goal is. All texts
//! are parts of a sentence, without capital letter and full stop.

use super::MazeRound;
use crate::game::counted;
use crate::geom::{Dir, Pos};
use crate::maze::Maze;
use crate::mazerun::{MazeRun, Trace};
use crate::profile::board::texts::join_words;
use crate::profile::board::words::{describe_steps, place_name, side_name};

/// Steps of a way that is shown that are told at most, at each place.
const MAX_SHOWN: usize = 10;

/// The longest walk that is told or taken at once: the side of the largest maze.
pub const MAX_WALK: u32 = 1000;

/// What passages open from a cell.
pub fn ways(maze: &Maze, at: Pos) -> impl Iterator<Item = Dir> {
    let all = Dir::CARDINAL.into_iter();
    all.filter(move |dir| maze.step(at, *dir).is_some())
}

/// Where a passage leads: how many cells straight on, and what ends it.
fn describe_way(run: &MazeRun, at: Pos, dir: Dir) -> String {
    let maze = run.maze();
    let (mut end, mut cells) = (at, 0);
    let ending = loop {
        match maze.step(end, dir) {
            Some(next) => (end, cells) = (next, cells + 1),
            None => break turn_name(maze, end, dir),
        }
        if end == run.ends().goal {
            break "to the goal";
        }
        if end == run.ends().start {
            break "to the start";
        }
        if ways(maze, end).count() > 2 {
            break "to a branch";
        }
        if cells >= MAX_WALK {
            break "and on";
        }
        // A passage on a side, and not straight on, is a turn.
        if maze.step(end, dir).is_none() {
            break turn_name(maze, end, dir);
        }
    };
    let walked = match run.trace(at.step(dir)) {
        Trace::Fresh => "",
        Trace::Trail => ", on your trail",
        Trace::Back => ", where you have been",
    };
    format!(
        "{} {} {ending}{walked}",
        side_name(dir),
        counted(cells, "cell")
    )
}

/// What is at the end of a straight passage.
fn turn_name(maze: &Maze, end: Pos, dir: Dir) -> &'static str {
    let mut turns = ways(maze, end).filter(|way| *way != dir.opposite());
    match turns.next() {
        None => "to a dead end",
        Some(Dir::North) => "to a turn up",
        Some(Dir::East) => "to a turn right",
        Some(Dir::South) => "to a turn down",
        Some(_) => "to a turn left",
    }
}

/// Why a step leads nowhere.
pub fn describe_wall(dir: Dir) -> String {
    format!("{}: a wall", side_name(dir))
}

/// A cell in words: its place, what it is, its passages and the goal.
pub fn describe_cell(run: &MazeRun, at: Pos) -> String {
    let (maze, ends) = (run.maze(), run.ends());
    let all: Vec<Dir> = ways(maze, at).collect();
    let is = match (at, all.len()) {
        (at, _) if at == ends.goal => "the goal",
        (at, _) if at == ends.start => "the start",
        (_, 0) => "closed",
        (_, 1) => "a dead end",
        (_, 2) => "a passage",
        _ => "a branch",
    };
    let ways = all.iter().map(|dir| describe_way(run, at, *dir));
    let ways: Vec<String> = ways.collect();
    format!("{}: {is}; {}", place_name(at), ways.join("; "))
}

/// How far the goal is from a cell, as the crow flies.
pub fn describe_goal(at: Pos, goal: Pos) -> String {
    let (right, down) = (goal.x - at.x, goal.y - at.y);
    let part = |count: i32, ways: [&str; 2]| {
        let way = ways[usize::from(count > 0)];
        (count != 0).then(|| format!("{} {way}", count.abs()))
    };
    let parts = [
        part(down, ["up", "down"]),
        part(right, ["to the left", "to the right"]),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        true => "the goal is here".to_owned(),
        false => format!("the goal is {}", parts.join(" and ")),
    }
}

/// The open sides of each cell of a row.
pub fn describe_row(run: &MazeRun, row: i32) -> String {
    let (maze, ends) = (run.maze(), run.ends());
    let cells = (0..maze.size().width as i32).map(|x| {
        let at = Pos::new(x, row);
        let sides: Vec<&str> = ways(maze, at).map(side_name).collect();
        let sides = if sides.is_empty() {
            "closed".to_owned()
        } else {
            sides.join(" ")
        };
        let mark = match at {
            at if at == run.at() => ", you",
            at if at == ends.start => ", start",
            at if at == ends.goal => ", goal",
            _ => "",
        };
        format!("{} {sides}{mark}", x + 1)
    });
    let cells: Vec<String> = cells.collect();
    format!("row {}: {}", row + 1, cells.join("; "))
}

/// The steps between cells that follow each other.
pub fn steps_along(cells: &[Pos]) -> Vec<Dir> {
    let pairs = cells.windows(2);
    pairs.filter_map(|pair| pair[0].dir_to(pair[1])).collect()
}

/// Where the walker is, where the passages and a way that is shown lead, and where the goal is. In the dark, what the
/// lantern shows: the sides that are open.
pub fn describe_place(round: &MazeRound, is_dark: bool) -> String {
    let (run, at) = (round.run(), round.run().at());
    let mut parts = vec![match is_dark {
        true => {
            let sides: Vec<&str> = ways(run.maze(), at).map(side_name).collect();
            format!("{}: open {}", place_name(at), join_words(&sides, "and"))
        }
        false => describe_cell(run, at),
    }];
    if run.is_over() {
        return parts.concat();
    }
    let shown = round.shown_steps().min(MAX_SHOWN);
    if shown > 0 {
        let cells: Vec<Pos> = std::iter::once(at).chain(run.path().take(shown)).collect();
        let steps = describe_steps(&steps_along(&cells));
        parts.push(format!("the next steps: {steps}"));
    }
    if !is_dark {
        parts.push(describe_goal(at, run.ends().goal));
    }
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Recorded;
    use crate::profile::maze::{MazeMove, default_leg};
    use crate::rng::Seed;

    #[test]
    fn a_place_is_told_with_the_way_that_is_shown_and_less_of_it_in_the_dark() {
        let run = default_leg(Seed(7)).and_then(|leg| leg.make()).unwrap();
        let mut round = Recorded::new(MazeRound::new(run));
        let bright = describe_place(&round, false);
        assert!(bright.starts_with("row "), "{bright}");
        assert!(bright.contains("the start; "), "{bright}");
        assert!(bright.contains("the goal is "), "{bright}");
        let dark = describe_place(&round, true);
        assert!(dark.contains(": open ") && !dark.contains("goal"), "{dark}");
        round.play(MazeMove::Hint).unwrap();
        let first = round.run().path().next().unwrap();
        let way = side_name(round.run().at().dir_to(first).unwrap());
        let hinted = describe_place(&round, true);
        assert!(
            hinted.contains(&format!("; the next steps: {way}")),
            "{hinted}"
        );
    }
}
