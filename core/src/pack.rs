//! Packs: boards and mazes in order of difficulty, measured by [`Puzzle::grade`] and
//! [`MazeRun::effort`]. Boards and mazes are stored in full rather than as seeds, so that no
//! change of how they are made changes them. `cargo run --release --no-default-features --example packs`
//! generates them.
//!
//! A file in `core/assets/packs` has one line per board or maze, and `# NAME` above each pack. A board
//! is written as its id, a maze as its rows in hex separated by `/`.
//!
//! [`Puzzle::grade`]: crate::conduit::Puzzle::grade
//! [`MazeRun::effort`]: crate::mazerun::MazeRun::effort

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use crate::conduit::{Board, Puzzle};
use crate::geom::Size;
use crate::maze::Maze;
use crate::mazerun::{Leg, MazeRun};
use crate::rng::Seed;

/// Number of packs of boards, and of packs of mazes.
pub const PACKS: usize = 5;

/// Number of boards or mazes in a pack.
pub const LENGTH: usize = 30;

/// A place in the packs of boards or of mazes; both numbers count from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The index of the pack, less than [`PACKS`].
    pub pack: usize,
    /// The index in the pack, less than [`LENGTH`].
    pub number: usize,
}

impl Place {
    /// The next place in the same pack; `None` at the end.
    pub fn next(self) -> Option<Self> {
        let number = self.number + 1;
        (number < LENGTH).then_some(Self { number, ..self })
    }
}

/// Counts from 1 within the pack: `4 of 30`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {LENGTH}", self.number + 1)
    }
}

/// All packs of boards, or all packs of mazes.
struct Packs {
    names: Vec<&'static str>,
    items: Vec<&'static str>,
    places: BTreeMap<&'static str, Place>,
}

impl Packs {
    fn parse(text: &'static str) -> Self {
        let (mut names, mut items, mut places) = (Vec::new(), Vec::new(), BTreeMap::new());
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("# ") {
                names.push(name);
                continue;
            }
            let place = Place {
                pack: items.len() / LENGTH,
                number: items.len() % LENGTH,
            };
            places.insert(line, place);
            items.push(line);
        }
        Self {
            names,
            items,
            places,
        }
    }

    fn item(&self, place: Place) -> Option<&'static str> {
        self.items.get(place.pack * LENGTH + place.number).copied()
    }
}

static BOARDS: LazyLock<Packs> =
    LazyLock::new(|| Packs::parse(include_str!("../assets/packs/boards.txt")));
static MAZES: LazyLock<Packs> =
    LazyLock::new(|| Packs::parse(include_str!("../assets/packs/mazes.txt")));

/// The names of the packs of boards, the easiest first.
pub fn board_pack_names() -> &'static [&'static str] {
    &BOARDS.names
}

/// The names of the packs of mazes, the easiest first.
pub fn maze_pack_names() -> &'static [&'static str] {
    &MAZES.names
}

/// The board at a place; `None` if there is no such place.
pub fn board(place: Place) -> Option<Puzzle> {
    let board: Board = BOARDS.item(place)?.parse().ok()?;
    Puzzle::of(board).ok()
}

/// The place of the board whose start has this id; `None` if it is in no pack.
pub fn find_board(id: &str) -> Option<Place> {
    BOARDS.places.get(id).copied()
}

/// The maze at a place, with no step taken; `None` if there is no such place.
pub fn maze(place: Place) -> Option<MazeRun> {
    let maze = Maze::from_hex(&MAZES.item(place)?.replace('/', "\n")).ok()?;
    let seed = Seed((place.pack * LENGTH + place.number) as u64);
    let leg = Leg::new("maze-dfs", maze.size(), seed).ok()?;
    leg.load(maze).ok()
}

/// An upper bound on the number of cells of a maze in the packs.
const MAX_CELLS: usize = 2000;

/// The place of a maze; `None` if it is in no pack.
pub fn find_maze(maze: &Maze) -> Option<Place> {
    if maze.size().area() > MAX_CELLS {
        return None;
    }
    MAZES.places.get(maze_line(maze).as_str()).copied()
}

/// A maze as a line of the file.
pub fn maze_line(maze: &Maze) -> String {
    maze.to_string().trim_end().replace('\n', "/")
}

/// The size of the board at a place, in tiles.
pub fn board_size(place: Place) -> Option<Size> {
    let id = BOARDS.item(place)?;
    id.split(':').next()?.parse().ok()
}

/// The size of the maze at a place, in cells.
pub fn maze_size(place: Place) -> Option<Size> {
    let rows = MAZES.item(place)?.split('/');
    let width = rows.clone().next()?.len();
    Some(Size::new(width as u32, rows.count() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduit::{Answer, SEARCH_BUDGET};

    fn places() -> impl Iterator<Item = Place> {
        (0..PACKS).flat_map(|pack| (0..LENGTH).map(move |number| Place { pack, number }))
    }

    /// Asserts that nothing in a pack is easier than what comes before, that each pack ends harder than it begins, and that
    /// none begins or ends easier than the one before.
    fn assert_rises<T: Ord + std::fmt::Debug>(efforts: &[T]) {
        assert_eq!(efforts.len(), PACKS * LENGTH);
        let packs: Vec<&[T]> = efforts.chunks(LENGTH).collect();
        for pack in &packs {
            assert!(pack.is_sorted() && pack[0] < pack[LENGTH - 1], "{pack:?}");
        }
        for pair in packs.windows(2) {
            assert!(pair[0][0] <= pair[1][0] && pair[0][LENGTH - 1] < pair[1][LENGTH - 1]);
        }
    }

    #[test]
    fn each_board_of_a_pack_has_one_solution_and_is_no_easier_than_the_one_before() {
        assert_eq!(board_pack_names().len(), PACKS);
        let mut efforts = Vec::new();
        for place in places() {
            let puzzle = board(place).unwrap();
            let start = puzzle.start();
            assert_eq!(start.answer(SEARCH_BUDGET), Answer::One(puzzle.solved()));
            assert_eq!(find_board(&start.id()), Some(place));
            assert_eq!(board_size(place), Some(start.size()));
            efforts.push(puzzle.grade());
        }
        assert_rises(&efforts);
        let none = Place {
            pack: PACKS,
            number: 0,
        };
        assert!(board(none).is_none() && maze(none).is_none());
    }

    #[test]
    fn each_maze_of_a_pack_is_perfect_and_harder_than_the_one_before() {
        assert_eq!(maze_pack_names().len(), PACKS);
        let mut efforts = Vec::new();
        for place in places() {
            let run = maze(place).unwrap();
            assert!(run.maze().is_perfect(), "{place:?}");
            assert!(run.maze().size().area() <= MAX_CELLS);
            assert_eq!(find_maze(run.maze()), Some(place));
            assert_eq!(maze_size(place), Some(run.maze().size()));
            efforts.push(run.effort());
        }
        assert_rises(&efforts);
        let mut packs = efforts.chunks(LENGTH);
        assert!(packs.all(|pack| pack.is_sorted_by(|one, other| one < other)));
    }
}
