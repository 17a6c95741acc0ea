//! Sheets to print: puzzles or mazes on a page of A4, and their solutions on another. A sheet is a
//! list of strokes and discs in millimetres, written as SVG or as a picture in shades of grey.

use std::fmt::Write as _;
use std::io::{self, Write};

use png::{BitDepth, ColorType, Encoder};

use crate::conduit::{Board, Mask, Puzzle};
use crate::geom::{Dir, Pos, Size};
use crate::mazerun::MazeRun;

/// A page of A4, and what is left free around and between its pictures, in millimetres.
const PAGE: (f32, f32) = (210.0, 297.0);
const MARGIN: f32 = 12.0;
const GAP: f32 = 7.0;
/// Height of a number above its picture, and of the space that it takes.
const DIGIT: f32 = 2.6;
const HEAD: f32 = 4.6;
/// The least and the largest side of a tile or a cell.
const SMALLEST: f32 = 1.2;
const LARGEST: f32 = 14.0;

/// Pixels a millimetre of a picture: 200 dots an inch.
const PIXELS: f32 = 7.874;

/// A point in millimetres from the upper left corner.
type Point = [f32; 2];

/// What a sheet is made of; shades go from 0, black, to 255, white.
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

/// So many pictures of this size do not fit on a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{count} pictures of {size} are too small to print on one page; ask for fewer")]
pub struct Crowded {
    /// Number of pictures.
    pub count: usize,
    /// Tiles or cells of the largest.
    pub size: Size,
}

/// Where pictures lie on a page.
struct Places {
    columns: usize,
    side: f32,
    room: Point,
}

impl Places {
    /// The places that leave pictures of `size` tiles as large as may be.
    fn new(count: usize, size: Size) -> Result<Self, Crowded> {
        let tiles = [size.width as f32, size.height as f32];
        let fit = |columns: usize| {
            let rows = count.div_ceil(columns);
            let share = |page: f32, parts: usize| {
                (page - 2.0 * MARGIN - (parts - 1) as f32 * GAP) / parts as f32
            };
            let room = [share(PAGE.0, columns), share(PAGE.1, rows)];
            let side = (room[0] / tiles[0]).min((room[1] - HEAD) / tiles[1]);
            Self {
                columns,
                side: side.min(LARGEST),
                room,
            }
        };
        let places = (1..=count).map(fit);
        let best = places.max_by(|one, other| one.side.total_cmp(&other.side));
        best.filter(|best| best.side >= SMALLEST)
            .ok_or(Crowded { count, size })
    }

    /// The upper left corner of a picture.
    fn corner(&self, index: usize) -> Point {
        let (column, row) = (index % self.columns, index / self.columns);
        [
            MARGIN + column as f32 * (self.room[0] + GAP),
            MARGIN + row as f32 * (self.room[1] + GAP) + HEAD,
        ]
    }
}

impl Sheet {
    /// Boards as they are at the start, or solved.
    ///
    /// # Errors
    /// If they would be too small.
    pub fn boards(puzzles: &[Puzzle], solved: bool) -> Result<Self, Crowded> {
        let size = largest(puzzles.iter().map(|puzzle| puzzle.start().size()));
        let places = Places::new(puzzles.len().max(1), size)?;
        let mut sheet = Self::default();
        for (index, puzzle) in puzzles.iter().enumerate() {
            let board = match solved {
                true => puzzle.solved(),
                false => puzzle.start().clone(),
            };
            let corner = places.corner(index);
            sheet.number(index + 1, corner);
            sheet.board(&board, corner, places.side);
        }
        Ok(sheet)
    }

    /// Mazes with their starts and goals, or with the way between them.
    ///
    /// # Errors
    /// If they would be too small.
    pub fn mazes(runs: &[MazeRun], solved: bool) -> Result<Self, Crowded> {
        let size = largest(runs.iter().map(|run| run.maze().size()));
        let places = Places::new(runs.len().max(1), size)?;
        let mut sheet = Self::default();
        for (index, run) in runs.iter().enumerate() {
            let corner = places.corner(index);
            sheet.number(index + 1, corner);
            sheet.maze(run, corner, places.side, solved);
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
            written.expect("a string takes whatever comes");
        }
        svg + "</svg>\n"
    }

    /// Writes the sheet as a PNG in shades of grey, at 200 dots an inch.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write_png(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        let (width, height) = ((PAGE.0 * PIXELS) as usize, (PAGE.1 * PIXELS) as usize);
        let mut pixels = vec![255; width * height];
        for shape in &self.shapes {
            shape.draw(&mut pixels, width);
        }
        let mut encoder = Encoder::new(out, width as u32, height as u32);
        encoder.set_color(ColorType::Grayscale);
        encoder.set_depth(BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&pixels)?;
        writer.finish()?;
        Ok(())
    }

    fn stroke(&mut self, from: Point, to: Point, width: f32, shade: u8) {
        self.shapes.push(Shape::Stroke {
            from,
            to,
            width,
            shade,
        });
    }

    fn disc(&mut self, at: Point, radius: f32, shade: u8) {
        self.shapes.push(Shape::Disc { at, radius, shade });
    }

    /// A number above the upper left corner of a picture.
    fn number(&mut self, number: usize, [x, y]: Point) {
        let width = DIGIT * 0.55;
        for (place, digit) in number.to_string().bytes().enumerate() {
            let x = x + place as f32 * (width + 0.9);
            let y = y - HEAD + 0.6;
            // The seven segments: corners as (column, row) of a frame two wide and three high.
            for (bit, [from, to]) in SEGMENTS.iter().enumerate() {
                if DIGITS[usize::from(digit - b'0')] >> bit & 1 == 1 {
                    let point = |[column, row]: [u8; 2]| {
                        [
                            x + f32::from(column) * width,
                            y + f32::from(row) * DIGIT / 2.0,
                        ]
                    };
                    self.stroke(point(*from), point(*to), 0.35, 90);
                }
            }
        }
    }

    fn board(&mut self, board: &Board, [x, y]: Point, side: f32) {
        let Size { width, height } = board.size();
        let at = |column: f32, row: f32| [x + column * side, y + row * side];
        let (right, below) = (width as f32, height as f32);
        for column in 0..=width {
            let column = column as f32;
            self.stroke(at(column, 0.0), at(column, below), side * 0.015, 190);
        }
        for row in 0..=height {
            let row = row as f32;
            self.stroke(at(0.0, row), at(right, row), side * 0.015, 190);
        }
        // An edge that wraps is open.
        if !board.rules().wrap {
            let corners = [
                at(0.0, 0.0),
                at(right, 0.0),
                at(right, below),
                at(0.0, below),
            ];
            for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                self.stroke(*from, *to, side * 0.09, 0);
            }
        }
        let wellspring = board.wellspring();
        for (row, masks) in (0..).zip(board.rows()) {
            for (column, mask) in (0..).zip(masks) {
                let pos = Pos::new(column, row);
                let middle = at(column as f32 + 0.5, row as f32 + 0.5);
                self.tile(mask, wellspring.contains(&pos), middle, side);
                let walls = board.walls(pos);
                let (column, row) = (column as f32, row as f32);
                if walls.has(Dir::East) {
                    self.stroke(
                        at(column + 1.0, row),
                        at(column + 1.0, row + 1.0),
                        side * 0.09,
                        0,
                    );
                }
                if walls.has(Dir::South) {
                    self.stroke(
                        at(column, row + 1.0),
                        at(column + 1.0, row + 1.0),
                        side * 0.09,
                        0,
                    );
                }
            }
        }
    }

    fn tile(&mut self, mask: Mask, is_spring: bool, middle: Point, side: f32) {
        for dir in mask.dirs() {
            self.stroke(middle, towards(middle, dir, side * 0.46), side * 0.13, 0);
        }
        if is_spring {
            self.disc(middle, side * 0.33, 0);
            self.disc(middle, side * 0.15, 255);
        } else if mask.is_lamp() {
            self.disc(middle, side * 0.26, 0);
            self.disc(middle, side * 0.18, 255);
        }
    }

    fn maze(&mut self, run: &MazeRun, [x, y]: Point, side: f32, solved: bool) {
        let maze = run.maze();
        let at = |pos: Pos| [x + pos.x as f32 * side, y + pos.y as f32 * side];
        let middle = |cell: Pos| {
            let [x, y] = at(cell);
            [x + side / 2.0, y + side / 2.0]
        };
        if solved {
            let way: Vec<Pos> = run.solution().collect();
            for step in way.windows(2) {
                self.stroke(middle(step[0]), middle(step[1]), side * 0.22, 150);
            }
        }
        for (cell, _) in maze.cells() {
            let walls = maze.walls(cell);
            let [up, right, down, left] = [8, 4, 2, 1].map(|bit| walls & bit != 0);
            let (one, other) = (at(cell), at(cell + Pos::new(1, 1)));
            let width = side * 0.12;
            // Of two neighbours only one draws the wall between.
            if up && cell.y == 0 {
                self.stroke(one, [other[0], one[1]], width, 0);
            }
            if left && cell.x == 0 {
                self.stroke(one, [one[0], other[1]], width, 0);
            }
            if right {
                self.stroke([other[0], one[1]], other, width, 0);
            }
            if down {
                self.stroke([one[0], other[1]], other, width, 0);
            }
        }
        let ends = run.ends();
        self.disc(middle(ends.start), side * 0.30, 0);
        self.disc(middle(ends.start), side * 0.19, 255);
        self.disc(middle(ends.goal), side * 0.30, 0);
    }
}

/// The segments of a digit, from the upper one clockwise, and the middle one.
const SEGMENTS: [[[u8; 2]; 2]; 7] = [
    [[0, 0], [1, 0]],
    [[1, 0], [1, 1]],
    [[1, 1], [1, 2]],
    [[1, 2], [0, 2]],
    [[0, 2], [0, 1]],
    [[0, 1], [0, 0]],
    [[0, 1], [1, 1]],
];

/// The segments that each digit shows, the first in the lowest bit.
const DIGITS: [u8; 10] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f];

fn towards([x, y]: Point, dir: Dir, by: f32) -> Point {
    let delta = dir.delta();
    [x + delta.x as f32 * by, y + delta.y as f32 * by]
}

/// The widest width and the highest height.
fn largest(sizes: impl Iterator<Item = Size>) -> Size {
    sizes.fold(Size::new(1, 1), |one, other| {
        Size::new(one.width.max(other.width), one.height.max(other.height))
    })
}

impl Shape {
    /// Blends it into a picture of `width` pixels a row.
    fn draw(self, pixels: &mut [u8], width: usize) {
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
        let scaled = |point: Point| point.map(|value| value * PIXELS);
        // Half a pixel at least: a thinner stroke would break up.
        let (from, to, radius) = (scaled(from), scaled(to), (radius * PIXELS).max(0.5));
        let range = |axis: usize, most: usize| {
            let low = from[axis].min(to[axis]) - radius - 1.0;
            let high = from[axis].max(to[axis]) + radius + 1.0;
            low.max(0.0) as usize..(high.max(0.0) as usize + 1).min(most)
        };
        for y in range(1, height) {
            for x in range(0, width) {
                let away = distance([x as f32 + 0.5, y as f32 + 0.5], from, to);
                let cover = (radius - away + 0.5).clamp(0.0, 1.0);
                let pixel = &mut pixels[y * width + x];
                let mixed = f32::from(*pixel) * (1.0 - cover) + f32::from(shade) * cover;
                *pixel = mixed.round() as u8;
            }
        }
    }
}

/// The distance of a point from a straight line between two others.
fn distance([x, y]: Point, from: Point, to: Point) -> f32 {
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
    fn any_number_of_boards_lies_within_the_page() {
        for (code, count) in [
            ("board/10x9#7", 1),
            ("board/10x9/wrap,walls=30#7", 12),
            ("board/3x3#7", 60),
            ("board/50x50#7", 4),
            ("board/3x50#7", 7),
        ] {
            let sheet = Sheet::boards(&puzzles(code, count), false).unwrap();
            let inside = |[x, y]: &Point| {
                (5.0..=PAGE.0 - 5.0).contains(x) && (5.0..=PAGE.1 - 5.0).contains(y)
            };
            assert!(points(&sheet).iter().all(inside), "{code}");
        }
        let crowded = Sheet::boards(&puzzles("board/50x50#7", 20), false);
        let said = crowded.unwrap_err().to_string();
        assert!(
            said.starts_with("20 pictures of 50x50 are too small"),
            "{said}"
        );
    }

    #[test]
    fn a_picture_of_a_maze_is_dark_at_walls_and_shows_the_way_on_the_second_page_alone() {
        let leg = Leg::new("maze-dfs", Size::new(12, 12), Seed(7)).unwrap();
        let run = [leg.make().unwrap()];
        let grey = |solved: bool| {
            let mut bytes = Vec::new();
            let sheet = Sheet::mazes(&run, solved).unwrap();
            sheet.write_png(&mut bytes).unwrap();
            let decoder = png::Decoder::new(io::Cursor::new(&bytes));
            let mut reader = decoder.read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut pixels).unwrap();
            let share =
                |of: std::ops::Range<u8>| pixels.iter().filter(|pixel| of.contains(pixel)).count();
            (share(0..20), share(145..155))
        };
        let ((dark, way), (_, shown)) = (grey(false), grey(true));
        assert!(dark > 10_000, "{dark}");
        assert!(shown > way + 2000, "{way} {shown}");
    }

    #[test]
    fn a_maze_has_a_stroke_for_each_wall() {
        let leg = Leg::new("maze-dfs", Size::new(12, 12), Seed(7)).unwrap();
        let sheet = Sheet::mazes(&[leg.make().unwrap()], false).unwrap();
        let strokes = sheet.shapes.iter();
        let strokes = strokes.filter(|shape| matches!(shape, Shape::Stroke { .. }));
        // Of 264 sides within, 143 are open; 48 are on the border, and the number 1 has two strokes.
        assert_eq!(strokes.count(), 264 - 143 + 48 + 2);
    }

    #[test]
    fn a_solution_has_the_same_tiles_and_svg_has_a_line_for_each_shape() {
        let puzzles = puzzles("board/5x5#7", 2);
        let sheets = [false, true].map(|solved| Sheet::boards(&puzzles, solved).unwrap());
        assert_eq!(sheets[0].shapes.len(), sheets[1].shapes.len());
        let [start, solved] = sheets.map(|sheet| sheet.to_svg());
        assert_ne!(start, solved);
        assert!(start.starts_with("<svg ") && start.ends_with("</svg>\n"));
        assert!(start.matches("<path ").count() > 100 && start.contains("<circle "));
    }
}
