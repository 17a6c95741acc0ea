//! A board in words, for players who do not see it: each tile by its place, its shape and its state. All texts are
//! parts of a sentence, without capital letter and full stop.

use super::texts::join_words;
use crate::conduit::{Conduit, Mask};
use crate::geom::{Dir, Pos, Size};

/// A tile's place, counted from 1: `row 3, column 4`.
pub fn place_name(at: Pos) -> String {
    format!("row {}, column {}", at.y + 1, at.x + 1)
}

/// The name of a side.
pub const fn side_name(side: Dir) -> &'static str {
    match side {
        Dir::North => "up",
        Dir::East => "right",
        Dir::South => "down",
        _ => "left",
    }
}

/// The shape of a tile with these pipes.
const fn shape_name(pipes: Mask) -> &'static str {
    match (pipes.count(), pipes.bits()) {
        (0, _) => "a cap",
        (1, _) => "a lamp",
        (2, 5 | 10) => "a straight pipe",
        (2, _) => "a bend",
        (3, _) => "a tee",
        _ => "a cross",
    }
}

/// The sides of a mask: `up, right and down`.
pub fn name_sides(sides: Mask) -> String {
    let names: Vec<&str> = sides.dirs().map(side_name).collect();
    join_words(&names, "and")
}

/// The tile from which a side of what turns with a tile is left: the halves of a wellspring are one thing.
fn end_of(conduit: &Conduit, at: Pos, side: Dir) -> Pos {
    let [upper, lower] = conduit.board().wellspring();
    match side {
        _ if at != upper && at != lower => at,
        Dir::North => upper,
        _ => lower,
    }
}

/// The pipes of what turns with a tile, of both halves of a wellspring.
fn turning_pipes(conduit: &Conduit, at: Pos) -> Mask {
    let board = conduit.board();
    sides_where(|side| {
        board
            .tile(end_of(conduit, at, side))
            .is_some_and(|pipes| pipes.has(side))
    })
}

/// Whether there is a wall between a tile and the one beyond a side.
pub fn is_walled(conduit: &Conduit, at: Pos, side: Dir) -> bool {
    let board = conduit.board();
    match (side, conduit.beyond(at, side)) {
        (_, None) => false,
        (Dir::East | Dir::South, _) => board.walls(at).has(side),
        (_, Some(next)) => board.walls(next).has(side.opposite()),
    }
}

/// The tile that a tile is joined to on a side, if it is.
pub fn joined_on(conduit: &Conduit, at: Pos, side: Dir) -> Option<Pos> {
    let board = conduit.board();
    let next = conduit.beyond(at, side)?;
    let meets = |at, side| board.tile(at).is_some_and(|pipes| pipes.has(side));
    let is_joined = meets(at, side) && meets(next, side.opposite());
    (is_joined && !is_walled(conduit, at, side)).then_some(next)
}

/// The sides on which something holds.
fn sides_where(holds: impl Fn(Dir) -> bool) -> Mask {
    let sides = Dir::CARDINAL.into_iter().filter(|side| holds(*side));
    sides.fold(Mask::NONE, |mask, side| mask | Mask::of(side))
}

/// What a tile is, and which of its sides are open: `a tee, open up, right and down`.
pub fn describe_shape(conduit: &Conduit, at: Pos) -> String {
    let [upper, lower] = conduit.board().wellspring();
    let pipes = turning_pipes(conduit, at);
    let shape = match at {
        at if upper == lower && at == upper => format!("the wellspring, {}", shape_name(pipes)),
        at if at == upper => format!("the wellspring's upper half, {}", shape_name(pipes)),
        at if at == lower => format!("the wellspring's lower half, {}", shape_name(pipes)),
        _ => shape_name(pipes).to_owned(),
    };
    match pipes.count() {
        0 => format!("{shape}, closed"),
        4 => format!("{shape}, open on all sides"),
        _ => format!("{shape}, open {}", name_sides(pipes)),
    }
}

/// A tile without its place: its shape, its walls, what it is joined to, whether it is lit, locked or part of a loop.
/// `a tee, open up, right and down; walled left; joined up; lit; locked`.
pub fn describe_tile(conduit: &Conduit, at: Pos) -> String {
    let end = |side| end_of(conduit, at, side);
    let turning = turning_pipes(conduit, at);
    let joined =
        sides_where(|side| turning.has(side) && joined_on(conduit, end(side), side).is_some());
    let mut parts = vec![describe_shape(conduit, at)];
    let walled = sides_where(|side| is_walled(conduit, end(side), side));
    if walled != Mask::NONE {
        parts.push(format!("walled {}", name_sides(walled)));
    }
    if joined != Mask::NONE {
        parts.push(format!("joined {}", name_sides(joined)));
    }
    let lit = if conduit.is_lit(at) { "lit" } else { "dark" };
    parts.push(lit.to_owned());
    if conduit.is_locked(at) {
        parts.push("locked".to_owned());
    }
    let index = at.y as usize * conduit.size().width as usize + at.x as usize;
    if conduit
        .loops()
        .get(index)
        .is_some_and(|sides| *sides != Mask::NONE)
    {
        parts.push("part of a loop".to_owned());
    }
    parts.join("; ")
}

/// A tile with its place, as one sentence: `row 3, column 4: a tee, open up, right and down; lit`.
pub fn describe_at(conduit: &Conduit, at: Pos) -> String {
    format!("{}: {}", place_name(at), describe_tile(conduit, at))
}

/// What is on each side of a tile, up, right, down and left: a wall, the end of the board, or the next tile.
pub fn describe_around(conduit: &Conduit, at: Pos) -> [String; 4] {
    Dir::CARDINAL.map(|side| {
        let name = side_name(side);
        match conduit.beyond(at, side) {
            None => format!("{name}: the board ends"),
            Some(next) => {
                let wall = if is_walled(conduit, at, side) {
                    "a wall, then "
                } else {
                    ""
                };
                format!("{name}: {wall}{}", describe_at(conduit, next))
            }
        }
    })
}

/// A row of the board, counted from 0, in one sentence: each tile with its column.
/// `row 1: 1 a lamp, open down, dark; 2 a bend, open right and down, lit`.
pub fn describe_row(conduit: &Conduit, row: i32) -> String {
    let tiles = (0..conduit.size().width as i32).map(|x| {
        let at = Pos::new(x, row);
        let lit = if conduit.is_lit(at) { "lit" } else { "dark" };
        let locked = if conduit.is_locked(at) {
            ", locked"
        } else {
            ""
        };
        let walls = sides_where(|side| is_walled(conduit, end_of(conduit, at, side), side));
        let walls = match walls {
            Mask::NONE => String::new(),
            walls => format!(", walled {}", name_sides(walls)),
        };
        let shape = describe_shape(conduit, at);
        format!("{} {shape}, {lit}{locked}{walls}", x + 1)
    });
    let tiles: Vec<String> = tiles.collect();
    format!("row {}: {}", row + 1, tiles.join("; "))
}

/// The kind of board: its size, and what differs from a plain one.
pub fn describe_rules(conduit: &Conduit) -> String {
    let board = conduit.board();
    let (Size { width, height }, rules) = (conduit.size(), board.rules());
    let mut parts = vec![format!("{height} rows of {width} tiles")];
    for (applies, text) in [
        (rules.wrap, "opposite edges are connected"),
        (board.has_walls(), "there are walls between some tiles"),
        (rules.crosses, "there may be tiles with four pipes"),
        (rules.ambiguous, "there may be several solutions"),
    ] {
        if applies {
            parts.push(text.to_owned());
        }
    }
    parts.join("; ")
}

/// The shortest way of the light from the wellspring to a lit tile, as sides; `None` if it is dark. Linear in the
/// tiles.
pub fn light_path(conduit: &Conduit, to: Pos) -> Option<Vec<Dir>> {
    let [upper, lower] = conduit.board().wellspring();
    let mut reached = vec![(upper, Vec::new())];
    if lower != upper {
        reached.push((lower, Vec::new()));
    }
    let mut next = 0;
    while let Some((at, way)) = reached.get(next).cloned() {
        if at == to {
            return Some(way);
        }
        for side in Dir::CARDINAL {
            let beyond = joined_on(conduit, at, side);
            let is_new = |pos: &Pos| !reached.iter().any(|(known, _)| known == pos);
            if let Some(pos) = beyond.filter(is_new) {
                let mut way = way.clone();
                way.push(side);
                reached.push((pos, way));
            }
        }
        next += 1;
    }
    None
}

/// Steps as words, those in a row counted: `up 3, right 2`.
pub fn describe_steps(steps: &[Dir]) -> String {
    let runs = steps.chunk_by(|one, other| one == other);
    let words = runs.map(|run| match run.len() {
        1 => side_name(run[0]).to_owned(),
        count => format!("{} {count}", side_name(run[0])),
    });
    words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduit::{Board, Move, Puzzle, Spec};

    fn conduit(id: &str) -> Conduit {
        let board: Board = id.parse().unwrap();
        Conduit::new(Puzzle::of(board).unwrap())
    }

    #[test]
    fn a_tile_is_told_with_its_sides_its_light_and_its_lock() {
        let mut conduit = conduit("3x3:s:231ed6c28");
        let at = Pos::new(1, 1);
        assert_eq!(
            describe_at(&conduit, at),
            "row 2, column 2: the wellspring, a tee, open up, right and left; joined up and left; lit"
        );
        conduit
            .apply(Move::Lock(Pos::new(0, 1)), &mut Vec::new())
            .unwrap();
        let around = describe_around(&conduit, at);
        assert_eq!(
            around[3],
            "left: row 2, column 1: a tee, open up, right and down; joined up, right and down; lit; locked"
        );
        assert!(
            around[0].starts_with("up: row 1, column 2: a bend, open down and left"),
            "{around:?}"
        );
        assert_eq!(
            describe_around(&conduit, Pos::new(0, 0))[0],
            "up: the board ends"
        );
        assert_eq!(
            describe_row(&conduit, 1),
            "row 2: 1 a tee, open up, right and down, lit, locked; 2 the wellspring, a tee, open up, right and \
             left, lit; 3 a bend, open right and down, dark"
        );
        assert_eq!(light_path(&conduit, Pos::new(0, 1)), Some(vec![Dir::West]));
        assert_eq!(light_path(&conduit, Pos::new(2, 0)), None);
    }

    #[test]
    fn both_halves_of_a_wellspring_tell_all_of_it_and_walls_are_told() {
        let conduit = conduit("3x4::261aa4ebb143");
        let board = conduit.board();
        let [upper, lower] = board.wellspring();
        let all = board.tile(upper).unwrap().bits() & 8 | board.tile(lower).unwrap().bits() & 7;
        let sides = name_sides(Mask::new(all));
        for (at, place) in [
            (upper, "row 2, column 2: the wellspring's upper"),
            (lower, "row 3, column 2: the wellspring's lower"),
        ] {
            let told = describe_at(&conduit, at);
            assert!(
                told.starts_with(place) && told.contains(&format!("open {sides}")),
                "{told}"
            );
        }
        let walled = Conduit::new("board/8x8/wrap,walls=40#4".parse::<Spec>().unwrap().make());
        let told = describe_tile(&walled, Pos::new(1, 3));
        assert_eq!(
            told,
            "a straight pipe, open up and down; walled up and down; dark"
        );
        assert_eq!(
            describe_steps(&[Dir::North, Dir::North, Dir::East]),
            "up 2, right"
        );
    }
}
