//! The hex form: what is written reads back, and damage is named by its place.

use proptest::prelude::*;
use undercroft_core::geom::{Dir, Pos};
use undercroft_core::map::Map;
use undercroft_core::maze::Maze;
use undercroft_core::text::{self, Line};

/// Any maze, connected or not.
fn any_maze() -> impl Strategy<Value = Maze> {
    (1..14u32, 1..14u32, any::<[u64; 6]>()).prop_map(|(width, height, bits)| {
        let mut maze = Maze::new(width, height);
        let cells: Vec<Pos> = maze.cells().map(|(cell, _)| cell).collect();
        for (number, cell) in cells.into_iter().enumerate() {
            for (side, dir) in [(0, Dir::East), (1, Dir::South)] {
                let bit = 2 * number + side;
                if bits[bit / 64 % 6] >> (bit % 64) & 1 == 1 {
                    maze.open(cell, dir);
                }
            }
        }
        maze
    })
}

/// The text with the character at `line` and `column`, counted from 0, replaced.
fn replaced(text: &str, line: usize, column: usize, with: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[line].replace_range(column..=column, with);
    lines.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_maze_reads_back_from_hex_and_from_a_map(maze in any_maze()) {
        let text = maze.to_string();
        let crlf = text.replace('\n', "\r\n");
        for form in [text.as_str(), &text.to_lowercase(), &crlf, text.trim_end()] {
            prop_assert_eq!(Maze::from_hex(form), Ok(maze.clone()));
        }
        let mut map = Map::default();
        maze.to_map(&mut map);
        let drawn = Maze::from_map(&map);
        prop_assert_eq!(drawn, Some(maze));
    }

    #[test]
    fn a_wall_changed_on_one_side_is_named_by_the_place_that_lacks_or_has_it(
        maze in any_maze(), place: prop::sample::Index, side in 0..4usize,
    ) {
        let cells: Vec<Pos> = maze.cells().map(|(cell, _)| cell).collect();
        let (cell, dir) = (cells[place.index(cells.len())], Dir::CARDINAL[side]);
        let walls = maze.walls(cell) ^ (8 >> side);
        let (line, column) = (cell.y as usize, cell.x as usize);
        let text = replaced(&maze.to_string(), line, column, &format!("{walls:X}"));
        let (line, column) = (line + 1, column + 1);
        let error = Maze::from_hex(&text).unwrap_err().to_string();
        let neighbour = cell.step(dir);
        let [here, there] = [(line, column), ((neighbour.y + 1) as usize, (neighbour.x + 1) as usize)];
        let has_wall = walls & (8 >> side) != 0;
        let (walled, other) = if has_wall { (here, there) } else { (there, here) };
        let place = |(line, column)| format!("line {line}, column {column}");
        if maze.contains(neighbour) {
            prop_assert!(error.starts_with(&format!("{}: ", place(walled))), "{}", error);
            prop_assert!(error.contains(&format!(" at {} lacks", place(other))), "{}", error);
        } else {
            let sides = ["above", "on the right", "below", "on the left"];
            let open = format!("\" is open {}, where the maze ends", sides[side]);
            prop_assert!(error.starts_with(&format!("{}: ", place(here))), "{}", error);
            prop_assert!(error.contains(&open), "{}", error);
        }
    }

    #[test]
    fn a_foreign_character_is_named_by_its_place(
        maze in any_maze(), place: prop::sample::Index, foreign in "[^0-9a-fA-F\r\n]",
    ) {
        // What is dropped at the ends of lines makes the row shorter.
        prop_assume!(!text::is_blank(foreign.chars().next().unwrap()));
        let cells: Vec<Pos> = maze.cells().map(|(cell, _)| cell).collect();
        let cell = cells[place.index(cells.len())];
        let (line, column) = (cell.y as usize, cell.x as usize);
        let text = replaced(&maze.to_string(), line, column, &foreign);
        let error = Maze::from_hex(&text).unwrap_err().to_string();
        let (line, column, found) = (line + 1, column + 1, foreign.escape_debug());
        let expected = format!("line {line}, column {column}: \"{found}\" is not a cell");
        prop_assert!(error.starts_with(&expected), "{}", error);
    }

    #[test]
    fn an_uneven_row_is_named_by_its_place(
        maze in any_maze(), place: prop::sample::Index, longer: bool,
    ) {
        let size = maze.size();
        prop_assume!(size.height > 1);
        let line = 1 + place.index(size.height as usize - 1);
        let text = maze.to_string();
        let digit = text.lines().nth(line).unwrap().chars().next().unwrap();
        let with = if longer { format!("{digit}F") } else { String::new() };
        let expected = size.width as usize;
        let found = if longer { expected + 1 } else { expected - 1 };
        // Without its only digit, the last row is no row.
        prop_assume!(found > 0 || line + 1 < size.height as usize);
        let error = Maze::from_hex(&replaced(&text, line, 0, &with)).unwrap_err().to_string();
        let place = format!("line {}, column {}: ", line + 1, found.min(expected) + 1);
        let counts = (format!("this row has {found} cell"), format!("first row has {expected}"));
        prop_assert!(error.starts_with(&place), "{}", error);
        prop_assert!(error.contains(&counts.0) && error.ends_with(&counts.1), "{}", error);
    }

    #[test]
    fn no_text_panics_and_what_is_read_is_written_again(text in "[0-9a-fA-FgG \r\n\u{e9}]{0,40}") {
        if let Ok(maze) = Maze::from_hex(&text) {
            let lines = text::lines(&text).map(Line::trimmed).map(|line| line.text.to_uppercase());
            let lines: Vec<String> = lines.collect();
            prop_assert_eq!(maze.to_string(), lines.join("\n") + "\n");
        }
    }

    #[test]
    fn no_text_at_all_panics(text in any::<String>()) {
        let _ = Maze::from_hex(&text);
    }
}
