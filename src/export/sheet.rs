//! Sheets to print: boards or mazes on a page of A4, and their solutions on another. A sheet is a list
//! of strokes and discs in millimetres, written as SVG or as a greyscale PNG.

use std::fmt::Write as _;
use std::io::{self, Write};

use png::{BitDepth, ColorType, Encoder};

use crate::conduit::{Board, Mask, Puzzle};
use crate::geom::{Dir, Pos, Size};
use crate::mazerun::MazeRun;

/// Width and height of A4 in millimetres; so are all lengths here.
const PAGE: (f32, f32) = (210.0, 297.0);
/// Empty space at the edges of the page, and between pictures.
const MARGIN: f32 = 12.0;
const GAP: f32 = 7.0;
/// Height of the number above a picture, and of the space reserved for it.
const DIGIT_HEIGHT: f32 = 2.6;
const HEADING_HEIGHT: f32 = 4.6;
/// Width and height of a tile or a cell.
const MIN_SIDE: f32 = 1.2;
const MAX_SIDE: f32 = 14.0;

/// Pixels per millimetre of a PNG: 200 dots per inch.
const PIXELS_PER_MM: f32 = 7.874;

/// A point, measured from the upper left corner.
type Point = [f32; 2];

/// A part of a sheet. Shades go from 0, black, to 255, white.
#[derive(Clone, Copy, Debug)]
enum Shape {
    /// A straight stroke with round ends.
    Stroke {
        from: Point,
        to: Point,
        width: f32,
        shade: u8,
    },
    /// A filled circle.
    Disc { at: Point, radius: f32, shade: u8 },
}

/// A page to print.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    shapes: Vec<Shape>,
}

/// The pictures would be too small to print.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{count} pictures of {size} do not fit on one page; print fewer or smaller ones")]
pub struct TooManyPictures {
    /// Number of pictures.
    pub count: usize,
    /// Size of the largest, in tiles or cells.
    pub size: Size,
}

/// The arrangement of pictures on a page.
struct Layout {
    columns: usize,
    /// Width and height of a tile or a cell.
    side: f32,
    /// Width and height of the space for a picture and its number.
    slot: Point,
}

impl Layout {
    /// The layout with the largest pictures, each of `size` tiles.
    fn new(count: usize, size: Size) -> Result<Self, TooManyPictures> {
        let tiles = [size.width as f32, size.height as f32];
        let fit = |columns: usize| {
            let rows = count.div_ceil(columns);
            let share = |page: f32, parts: usize| {
                (page - 2.0 * MARGIN - (parts - 1) as f32 * GAP) / parts as f32
            };
            let slot = [share(PAGE.0, columns), share(PAGE.1, rows)];
            let side = (slot[0] / tiles[0]).min((slot[1] - HEADING_HEIGHT) / tiles[1]);
            Self {
                columns,
                side: side.min(MAX_SIDE),
                slot,
            }
        };
        let layouts = (1..=count).map(fit);
        let best = layouts.max_by(|one, other| one.side.total_cmp(&other.side));
        best.filter(|best| best.side >= MIN_SIDE)
            .ok_or(TooManyPictures { count, size })
    }

    /// The upper left corner of a picture.
    fn corner(&self, index: usize) -> Point {
        let (column, row) = (index % self.columns, index / self.columns);
        [
            MARGIN + column as f32 * (self.slot[0] + GAP),
            MARGIN + row as f32 * (self.slot[1] + GAP) + HEADING_HEIGHT,
        ]
    }
}

impl Sheet {
    /// A sheet of boards as they are at the start, or solved.
    ///
    /// # Errors
    /// If they would be too small to print.
    pub fn of_boards(puzzles: &[Puzzle], solved: bool) -> Result<Self, TooManyPictures> {
        let size = enclosing_size(puzzles.iter().map(|puzzle| puzzle.start().size()));
        let layout = Layout::new(puzzles.len().max(1), size)?;
        let mut sheet = Self::default();
        for (index, puzzle) in puzzles.iter().enumerate() {
            let board = match solved {
                true => puzzle.solved(),
                false => puzzle.start().clone(),
            };
            let corner = layout.corner(index);
            sheet.add_number(index + 1, corner);
            sheet.add_board(&board, corner, layout.side);
        }
        Ok(sheet)
    }

    /// A sheet of mazes with their starts and goals, and the paths between them if `solved`.
    ///
    /// # Errors
    /// If they would be too small to print.
    pub fn of_mazes(runs: &[MazeRun], solved: bool) -> Result<Self, TooManyPictures> {
        let size = enclosing_size(runs.iter().map(|run| run.maze().size()));
        let layout = Layout::new(runs.len().max(1), size)?;
        let mut sheet = Self::default();
        for (index, run) in runs.iter().enumerate() {
            let corner = layout.corner(index);
            sheet.add_number(index + 1, corner);
            sheet.add_maze(run, corner, layout.side, solved);
        }
        Ok(sheet)
    }

    /// The sheet as SVG.
    pub fn to_svg(&self) -> String {
        let (width, height) = PAGE;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\" stroke-linecap=\"round\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        for shape in &self.shapes {
            let written = match *shape {
                Shape::Stroke {
                    from: [x1, y1],
                    to: [x2, y2],
                    width,
                    shade,
                } => writeln!(
                    svg,
                    "<path d=\"M{x1:.3} {y1:.3}L{x2:.3} {y2:.3}\" stroke=\"#{shade:02x}{shade:02x}\
                     {shade:02x}\" stroke-width=\"{width:.3}\"/>"
                ),
                Shape::Disc {
                    at: [x, y],
                    radius,
                    shade,
                } => writeln!(
                    svg,
                    "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{radius:.3}\" \
                     fill=\"#{shade:02x}{shade:02x}{shade:02x}\"/>"
                ),
            };
            written.expect("writing to a string cannot fail");
        }
        svg + "</svg>\n"
    }

    /// Writes the sheet as a greyscale PNG at 200 dots per inch.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write_png(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        let [width, height] = [PAGE.0, PAGE.1].map(|length| (length * PIXELS_PER_MM) as usize);
        let mut pixels = vec![255; width * height];
        for shape in &self.shapes {
            shape.blend_into(&mut pixels, width);
        }
        let mut encoder = Encoder::new(out, width as u32, height as u32);
        encoder.set_color(ColorType::Grayscale);
        encoder.set_depth(BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&pixels)?;
        writer.finish()?;
        Ok(())
    }

    fn add_stroke(&mut self, from: Point, to: Point, width: f32, shade: u8) {
        self.shapes.push(Shape::Stroke {
            from,
            to,
            width,
            shade,
        });
    }

    fn add_disc(&mut self, at: Point, radius: f32, shade: u8) {
        self.shapes.push(Shape::Disc { at, radius, shade });
    }

    /// Adds a number above a picture whose upper left corner is given.
    fn add_number(&mut self, number: usize, [x, y]: Point) {
        let width = DIGIT_HEIGHT * 0.55;
        for (index, digit) in number.to_string().bytes().enumerate() {
            let x = x + index as f32 * (width + 0.9);
            let y = y - HEADING_HEIGHT + 0.6;
            for (bit, [from, to]) in SEGMENTS.iter().enumerate() {
                if DIGIT_SEGMENTS[usize::from(digit - b'0')] >> bit & 1 == 1 {
                    let point = |[column, row]: [u8; 2]| {
                        [
                            x + f32::from(column) * width,
                            y + f32::from(row) * DIGIT_HEIGHT / 2.0,
                        ]
                    };
                    self.add_stroke(point(*from), point(*to), 0.35, 90);
                }
            }
        }
    }

    fn add_board(&mut self, board: &Board, [x, y]: Point, side: f32) {
        let Size { width, height } = board.size();
        let at = |column: f32, row: f32| [x + column * side, y + row * side];
        let (right, bottom) = (width as f32, height as f32);
        for column in 0..=width {
            let column = column as f32;
            self.add_stroke(at(column, 0.0), at(column, bottom), side * 0.015, 190);
        }
        for row in 0..=height {
            let row = row as f32;
            self.add_stroke(at(0.0, row), at(right, row), side * 0.015, 190);
        }
        // An edge that wraps is open.
        if !board.rules().wrap {
            let corners = [
                at(0.0, 0.0),
                at(right, 0.0),
                at(right, bottom),
                at(0.0, bottom),
            ];
            for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                self.add_stroke(*from, *to, side * 0.09, 0);
            }
        }
        let wellspring = board.wellspring();
        for (row, masks) in (0..).zip(board.rows()) {
            for (column, mask) in (0..).zip(masks) {
                let pos = Pos::new(column, row);
                let middle = at(column as f32 + 0.5, row as f32 + 0.5);
                self.add_tile(mask, wellspring.contains(&pos), middle, side);
                let walls = board.walls(pos);
                let (column, row) = (column as f32, row as f32);
                let corner = at(column + 1.0, row + 1.0);
                for (dir, from) in [
                    (Dir::East, at(column + 1.0, row)),
                    (Dir::South, at(column, row + 1.0)),
                ] {
                    if walls.has(dir) {
                        self.add_stroke(from, corner, side * 0.09, 0);
                    }
                }
            }
        }
    }

    fn add_tile(&mut self, mask: Mask, is_spring: bool, middle: Point, side: f32) {
        for dir in mask.dirs() {
            self.add_stroke(middle, offset(middle, dir, side * 0.46), side * 0.13, 0);
        }
        if is_spring {
            self.add_disc(middle, side * 0.33, 0);
            self.add_disc(middle, side * 0.15, 255);
        } else if mask.is_lamp() {
            self.add_disc(middle, side * 0.26, 0);
            self.add_disc(middle, side * 0.18, 255);
        }
    }

    fn add_maze(&mut self, run: &MazeRun, [x, y]: Point, side: f32, solved: bool) {
        let maze = run.maze();
        let at = |pos: Pos| [x + pos.x as f32 * side, y + pos.y as f32 * side];
        let middle = |cell: Pos| {
            let [x, y] = at(cell);
            [x + side / 2.0, y + side / 2.0]
        };
        if solved {
            let path: Vec<Pos> = run.solution().collect();
            for step in path.windows(2) {
                self.add_stroke(middle(step[0]), middle(step[1]), side * 0.22, 150);
            }
        }
        for (cell, _) in maze.cells() {
            let walls = maze.walls(cell);
            let [up, right, down, left] = [8, 4, 2, 1].map(|bit| walls & bit != 0);
            let ([x1, y1], [x2, y2]) = (at(cell), at(cell + Pos::new(1, 1)));
            let width = side * 0.12;
            // The wall between two cells is drawn once, by the left or the upper one.
            for (is_drawn, from, to) in [
                (up && cell.y == 0, [x1, y1], [x2, y1]),
                (left && cell.x == 0, [x1, y1], [x1, y2]),
                (right, [x2, y1], [x2, y2]),
                (down, [x1, y2], [x2, y2]),
            ] {
                if is_drawn {
                    self.add_stroke(from, to, width, 0);
                }
            }
        }
        let ends = run.ends();
        self.add_disc(middle(ends.start), side * 0.30, 0);
        self.add_disc(middle(ends.start), side * 0.19, 255);
        self.add_disc(middle(ends.goal), side * 0.30, 0);
    }
}

/// The seven segments of a digit: the outer ones clockwise from the top, then the middle one. Their ends
/// are points (column, row) of a grid two wide and three high.
const SEGMENTS: [[[u8; 2]; 2]; 7] = [
    [[0, 0], [1, 0]],
    [[1, 0], [1, 1]],
    [[1, 1], [1, 2]],
    [[1, 2], [0, 2]],
    [[0, 2], [0, 1]],
    [[0, 1], [0, 0]],
    [[0, 1], [1, 1]],
];

/// The segments of each digit as bits, the first in the lowest bit.
const DIGIT_SEGMENTS: [u8; 10] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f];

/// The point at a distance from another in a direction.
fn offset([x, y]: Point, dir: Dir, distance: f32) -> Point {
    let delta = dir.delta();
    [x + delta.x as f32 * distance, y + delta.y as f32 * distance]
}

/// The largest width and the largest height.
fn enclosing_size(sizes: impl Iterator<Item = Size>) -> Size {
    sizes.fold(Size::new(1, 1), |one, other| {
        Size::new(one.width.max(other.width), one.height.max(other.height))
    })
}

impl Shape {
    /// Blends the shape into a picture of `width` pixels per row.
    fn blend_into(self, pixels: &mut [u8], width: usize) {
        let (from, to, radius, shade) = match self {
            Self::Stroke {
                from,
                to,
                width,
                shade,
            } => (from, to, width / 2.0, shade),
            Self::Disc { at, radius, shade } => (at, at, radius, shade),
        };
        let height = pixels.len() / width;
        let scaled = |point: Point| point.map(|value| value * PIXELS_PER_MM);
        // A stroke thinner than a pixel would have gaps.
        let (from, to, radius) = (scaled(from), scaled(to), (radius * PIXELS_PER_MM).max(0.5));
        let range = |axis: usize, most: usize| {
            let low = from[axis].min(to[axis]) - radius - 1.0;
            let high = from[axis].max(to[axis]) + radius + 1.0;
            low.max(0.0) as usize..(high.max(0.0) as usize + 1).min(most)
        };
        for y in range(1, height) {
            for x in range(0, width) {
                let distance = distance_to_segment([x as f32 + 0.5, y as f32 + 0.5], from, to);
                let cover = (radius - distance + 0.5).clamp(0.0, 1.0);
                let pixel = &mut pixels[y * width + x];
                let mixed = f32::from(*pixel) * (1.0 - cover) + f32::from(shade) * cover;
                *pixel = mixed.round() as u8;
            }
        }
    }
}

/// The distance from a point to the straight line segment between two others.
fn distance_to_segment([x, y]: Point, from: Point, to: Point) -> f32 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let share = match length > 0.0 {
        true => ((x - from[0]) * along[0] + (y - from[1]) * along[1]) / length,
        false => 0.0,
    };
    let share = share.clamp(0.0, 1.0);
    let nearest = [from[0] + share * along[0], from[1] + share * along[1]];
    (x - nearest[0]).hypot(y - nearest[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduit::Spec;
    use crate::mazerun::Leg;
    use crate::rng::Seed;

    fn puzzles(code: &str, count: u64) -> Vec<Puzzle> {
        let mut spec: Spec = code.parse().unwrap();
        (0..count)
            .map(|number| {
                spec.seed = Seed(number);
                spec.make()
            })
            .collect()
    }

    fn points(sheet: &Sheet) -> Vec<Point> {
        let points = sheet.shapes.iter().flat_map(|shape| match *shape {
            Shape::Stroke { from, to, .. } => [from, to],
            Shape::Disc { at, .. } => [at, at],
        });
        points.collect()
    }

    #[test]
    fn any_number_of_boards_fits_within_the_page() {
        for (code, count) in [
            ("board/10x9#7", 1),
            ("board/10x9/wrap,walls=30#7", 12),
            ("board/3x3#7", 60),
            ("board/50x50#7", 4),
            ("board/3x50#7", 7),
        ] {
            let sheet = Sheet::of_boards(&puzzles(code, count), false).unwrap();
            let inside = |[x, y]: &Point| {
                (5.0..=PAGE.0 - 5.0).contains(x) && (5.0..=PAGE.1 - 5.0).contains(y)
            };
            assert!(points(&sheet).iter().all(inside), "{code}");
        }
        let too_many = Sheet::of_boards(&puzzles("board/50x50#7", 20), false);
        let expected = "20 pictures of 50x50 do not fit on one page; print fewer or smaller ones";
        assert_eq!(too_many.unwrap_err().to_string(), expected);
    }

    #[test]
    fn a_picture_of_a_maze_is_dark_at_walls_and_shows_the_path_only_if_solved() {
        let leg = Leg::new("maze-dfs", Size::new(12, 12), Seed(7)).unwrap();
        let run = [leg.make().unwrap()];
        let count_pixels = |solved: bool| {
            let mut bytes = Vec::new();
            let sheet = Sheet::of_mazes(&run, solved).unwrap();
            sheet.write_png(&mut bytes).unwrap();
            let decoder = png::Decoder::new(io::Cursor::new(&bytes));
            let mut reader = decoder.read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut pixels).unwrap();
            let count = |shades: std::ops::Range<u8>| {
                pixels.iter().filter(|pixel| shades.contains(pixel)).count()
            };
            (count(0..20), count(145..155))
        };
        let ((dark, unsolved), (_, solved)) = (count_pixels(false), count_pixels(true));
        assert!(dark > 10_000, "{dark}");
        assert!(solved > unsolved + 2000, "{unsolved} {solved}");
    }

    #[test]
    fn a_maze_has_a_stroke_for_each_wall() {
        let leg = Leg::new("maze-dfs", Size::new(12, 12), Seed(7)).unwrap();
        let sheet = Sheet::of_mazes(&[leg.make().unwrap()], false).unwrap();
        let strokes = sheet.shapes.iter();
        let strokes = strokes.filter(|shape| matches!(shape, Shape::Stroke { .. }));
        // Of 264 inner sides, 143 are open; 48 are on the border, and the digit 1 has two strokes.
        assert_eq!(strokes.count(), 264 - 143 + 48 + 2);
    }

    #[test]
    fn a_solution_has_the_same_tiles_and_svg_has_a_line_for_each_shape() {
        let puzzles = puzzles("board/5x5#7", 2);
        let sheets = [false, true].map(|solved| Sheet::of_boards(&puzzles, solved).unwrap());
        assert_eq!(sheets[0].shapes.len(), sheets[1].shapes.len());
        let [start, solved] = sheets.map(|sheet| sheet.to_svg());
        assert_ne!(start, solved);
        assert!(start.starts_with("<svg ") && start.ends_with("</svg>\n"));
        assert!(start.matches("<path ").count() > 100 && start.contains("<circle "));
    }
}
