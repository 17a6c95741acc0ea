//! Box-drawing characters (U+2500..=U+257F) and block elements (U+2580..=U+259F), drawn as geometry at
//! the cell's exact size, so that lines join without gaps at any size, odd or even. A font draws
//! them for its own line height only. Knows characters and pixels, not fonts.

use super::bitmap::Bitmap;
use std::ops::Range;

/// The line from the middle of a cell to one of its edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arm {
    None,
    Light,
    Heavy,
    Double,
}

/// The arms of U+2500..=U+257F, one hexadecimal digit each for up, right, down and left:
/// 0 none, 1 light, 2 heavy, 3 double. Dashes, arcs and diagonals are 0x0000; [`draw_char`] handles
/// them separately.
#[rustfmt::skip]
const ARMS: [u16; 128] = [
    0x0101, 0x0202, 0x1010, 0x2020, 0x0000, 0x0000, 0x0000, 0x0000,
    0x0000, 0x0000, 0x0000, 0x0000, 0x0110, 0x0210, 0x0120, 0x0220,
    0x0011, 0x0012, 0x0021, 0x0022, 0x1100, 0x1200, 0x2100, 0x2200,
    0x1001, 0x1002, 0x2001, 0x2002, 0x1110, 0x1210, 0x2110, 0x1120,
    0x2120, 0x2210, 0x1220, 0x2220, 0x1011, 0x1012, 0x2011, 0x1021,
    0x2021, 0x2012, 0x1022, 0x2022, 0x0111, 0x0112, 0x0211, 0x0212,
    0x0121, 0x0122, 0x0221, 0x0222, 0x1101, 0x1102, 0x1201, 0x1202,
    0x2101, 0x2102, 0x2201, 0x2202, 0x1111, 0x1112, 0x1211, 0x1212,
    0x2111, 0x1121, 0x2121, 0x2112, 0x2211, 0x1122, 0x1221, 0x2212,
    0x1222, 0x2122, 0x2221, 0x2222, 0x0000, 0x0000, 0x0000, 0x0000,
    0x0303, 0x3030, 0x0310, 0x0130, 0x0330, 0x0013, 0x0031, 0x0033,
    0x1300, 0x3100, 0x3300, 0x1003, 0x3001, 0x3003, 0x1310, 0x3130,
    0x3330, 0x1013, 0x3031, 0x3033, 0x0313, 0x0131, 0x0333, 0x1303,
    0x3101, 0x3303, 0x1313, 0x3131, 0x3333, 0x0000, 0x0000, 0x0000,
    0x0000, 0x0000, 0x0000, 0x0000, 0x0001, 0x1000, 0x0100, 0x0010,
    0x0002, 0x2000, 0x0200, 0x0020, 0x0201, 0x1020, 0x0102, 0x2010,
];

/// Draws a box-drawing character or block element in a cell of `width` x `height` pixels;
/// `None` for any other character.
pub fn draw_char(c: char, width: i32, height: i32) -> Option<Bitmap> {
    let mut bitmap = Bitmap::new(width, height);
    match c {
        '\u{2504}'..='\u{2507}' => draw_dashes(&mut bitmap, c, 3),
        '\u{2508}'..='\u{250b}' => draw_dashes(&mut bitmap, c, 4),
        '\u{254c}'..='\u{254f}' => draw_dashes(&mut bitmap, c, 2),
        '╭' => draw_arc(&mut bitmap, true, true),
        '╮' => draw_arc(&mut bitmap, false, true),
        '╯' => draw_arc(&mut bitmap, false, false),
        '╰' => draw_arc(&mut bitmap, true, false),
        '╱' => draw_diagonal(&mut bitmap, true),
        '╲' => draw_diagonal(&mut bitmap, false),
        '╳' => {
            draw_diagonal(&mut bitmap, true);
            draw_diagonal(&mut bitmap, false);
        }
        '\u{2500}'..='\u{257f}' => draw_junction(&mut bitmap, arms(c)),
        '\u{2580}'..='\u{259f}' => draw_block(&mut bitmap, c),
        _ => return None,
    }
    Some(bitmap)
}

/// The arms of a box-drawing character: up, right, down, left.
fn arms(c: char) -> [Arm; 4] {
    let code = ARMS[c as usize - 0x2500];
    [12, 8, 4, 0].map(|shift| match code >> shift & 3 {
        0 => Arm::None,
        1 => Arm::Light,
        2 => Arm::Heavy,
        _ => Arm::Double,
    })
}

/// Width of a light line, in pixels, in a cell `width` pixels wide.
fn line_width(width: i32) -> i32 {
    ((width + 5) / 10).max(1)
}

/// The pixels that each kind of line occupies across its direction: columns for vertical lines, rows
/// for horizontal ones.
struct Stripes {
    light: Range<i32>,
    heavy: Range<i32>,
    /// Both lines of a double line and the gap between them.
    double: Range<i32>,
    /// The gap of a double line; empty if the cell is too small for one.
    gap: Range<i32>,
}

impl Stripes {
    /// Stripes across a side of `length` pixels, with light lines `t` pixels wide.
    fn new(length: i32, t: i32) -> Self {
        let start = ((length - t) / 2).max(0);
        let light = start..start + t;
        let around = |by: i32| (start - by).max(0)..(start + t + by).min(length);
        // Both lines of a double line lie at the same distance from the light line, so that they
        // join the same way on either side. If that leaves no gap, a double line is a light one.
        let wanted = t + (t + 1) / 2;
        let apart = wanted.min(start).min(length - start - t);
        let apart = if apart < t { 0 } else { apart };
        let gap = match apart {
            0 => start..start,
            _ => start - apart + t..start + apart,
        };
        Self {
            heavy: around(((t * 3 + 2) / 5).max(1)),
            double: around(apart),
            gap,
            light,
        }
    }

    /// The pixels across a line of kind `arm`; a double line includes its gap.
    fn across(&self, arm: Arm) -> Range<i32> {
        match arm {
            Arm::None | Arm::Light => self.light.clone(),
            Arm::Heavy => self.heavy.clone(),
            Arm::Double => self.double.clone(),
        }
    }
}

/// One axis of a junction.
struct Axis<'a> {
    /// The arm that ends at pixel 0, then the one that ends at `length`.
    arms: [Arm; 2],
    /// The arms of the other axis.
    crossing: [Arm; 2],
    stripes: &'a Stripes,
    /// The stripes of the other axis.
    crossed: &'a Stripes,
    /// Length of the axis, in pixels.
    length: i32,
}

impl Axis<'_> {
    /// The pixels of arm `side` (0 or 1) along the axis.
    fn extent(&self, side: usize) -> Range<i32> {
        let (reach_low, reach_high) = self.reach(self.arms[side]);
        match side {
            0 => 0..reach_high,
            _ => reach_low..self.length,
        }
    }

    /// How far across the middle an arm of this kind reaches: the first pixel of such an arm on side
    /// 1, and the end of one on side 0.
    fn reach(&self, arm: Arm) -> (i32, i32) {
        let crossed = self.crossed;
        let doubles = self.crossing.iter().filter(|&&a| a == Arm::Double).count();
        let through = self.arms.iter().all(|&a| a != Arm::None);
        if doubles == 0 || (arm != Arm::Double && through) {
            // It covers the whole width of the lines it meets, so that corners are filled.
            let widest = if doubles == 0 && self.crossing.contains(&Arm::Heavy) {
                Arm::Heavy
            } else {
                Arm::Light
            };
            let over = crossed.across(widest);
            (over.start, over.end)
        } else if arm != Arm::Double && doubles == 2 && !crossed.gap.is_empty() {
            // A single line ends at the nearer line of the double one it meets.
            (crossed.gap.end, crossed.gap.start)
        } else {
            (crossed.double.start, crossed.double.end)
        }
    }

    /// The pixels along the axis of the gap in the double arm `side`: it opens into the gap of a
    /// double line that it meets.
    fn gap(&self, side: usize) -> Range<i32> {
        let extent = self.extent(side);
        if !self.crossing.contains(&Arm::Double) {
            return extent;
        }
        match side {
            0 => 0..self.crossed.gap.end,
            _ => self.crossed.gap.start..self.length,
        }
    }
}

/// Draws lines from the middle to the edges. Double lines come first, as solid bands out of which
/// all gaps are then cut; single lines are drawn over them.
fn draw_junction(bitmap: &mut Bitmap, [up, right, down, left]: [Arm; 4]) {
    let (width, height) = (bitmap.width(), bitmap.height());
    let t = line_width(width);
    let (columns, rows) = (Stripes::new(width, t), Stripes::new(height, t));
    let axes = [
        Axis {
            arms: [left, right],
            crossing: [up, down],
            stripes: &rows,
            crossed: &columns,
            length: width,
        },
        Axis {
            arms: [up, down],
            crossing: [left, right],
            stripes: &columns,
            crossed: &rows,
            length: height,
        },
    ];
    let mut paint = |axis: usize, along: Range<i32>, across: Range<i32>, coverage| match axis {
        0 => bitmap.fill(along, across, coverage),
        _ => bitmap.fill(across, along, coverage),
    };
    let each = |wanted: fn(Arm) -> bool| {
        let axes = &axes;
        (0..4)
            .map(|i| (i / 2, i % 2))
            .filter(move |&(a, side)| wanted(axes[a].arms[side]))
    };
    for (a, side) in each(|arm| arm == Arm::Double) {
        paint(a, axes[a].extent(side), axes[a].stripes.double.clone(), 255);
    }
    for (a, side) in each(|arm| arm == Arm::Double) {
        paint(a, axes[a].gap(side), axes[a].stripes.gap.clone(), 0);
    }
    for (a, side) in each(|arm| matches!(arm, Arm::Light | Arm::Heavy)) {
        let across = axes[a].stripes.across(axes[a].arms[side]);
        paint(a, axes[a].extent(side), across, 255);
    }
}

/// Draws a line of `count` dashes with half a gap at either end; the line is unbroken if the cell is
/// too small for gaps. Each four characters are horizontal light, heavy, vertical light and heavy.
fn draw_dashes(bitmap: &mut Bitmap, c: char, count: i32) {
    let (is_vertical, is_heavy) = (c as u32 % 4 >= 2, c as u32 % 2 == 1);
    let (width, height) = (bitmap.width(), bitmap.height());
    let (length, across) = if is_vertical {
        (height, width)
    } else {
        (width, height)
    };
    let stripes = Stripes::new(across, line_width(width));
    let stripe = stripes.across(if is_heavy { Arm::Heavy } else { Arm::Light });
    for i in 0..count {
        let (start, end) = (length * i / count, length * (i + 1) / count);
        let gap = if length < 2 * count {
            0
        } else {
            ((end - start) / 3).max(1)
        };
        let dash = start + gap / 2..end - (gap - gap / 2);
        if is_vertical {
            bitmap.fill(stripe.clone(), dash, 255);
        } else {
            bitmap.fill(dash, stripe.clone(), 255);
        }
    }
}

/// Draws a light, rounded corner with arms to the right or left and down or up.
fn draw_arc(bitmap: &mut Bitmap, right: bool, down: bool) {
    let t = line_width(bitmap.width());
    // The middle of the line, the direction of the arm, and its length.
    let along = |length: i32, forward: bool| {
        let middle = Stripes::new(length, t).light.start as f32 + t as f32 / 2.0;
        match forward {
            true => (middle, 1.0, length as f32 - middle),
            false => (middle, -1.0, middle),
        }
    };
    let (mid_x, sign_x, reach_x) = along(bitmap.width(), right);
    let (mid_y, sign_y, reach_y) = along(bitmap.height(), down);
    // The last half pixel is straight, to meet straight lines.
    let radius = reach_x.min(reach_y) - 0.5;
    bitmap.stroke(t as f32, |x, y| {
        // Relative to the centre of the bend, towards the cell's edges.
        let (dx, dy) = ((x - mid_x) * sign_x - radius, (y - mid_y) * sign_y - radius);
        match (dx > 0.0, dy > 0.0) {
            (true, true) => f32::INFINITY,
            (true, false) => (y - mid_y).abs(),
            (false, true) => (x - mid_x).abs(),
            (false, false) => (dx.hypot(dy) - radius).abs(),
        }
    });
}

/// Draws a light line from corner to corner, rising or falling to the right.
fn draw_diagonal(bitmap: &mut Bitmap, rising: bool) {
    let (width, height) = (bitmap.width() as f32, bitmap.height() as f32);
    let t = line_width(bitmap.width()) as f32;
    bitmap.stroke(t, |x, y| {
        let x = if rising { width - x } else { x };
        (x * height - y * width).abs() / width.hypot(height)
    });
}

/// Draws halves, eighths, quadrants and shades. Shades are uniform, because a pattern of dots would
/// show seams between cells with an odd side.
fn draw_block(bitmap: &mut Bitmap, c: char) {
    let (w, h) = (bitmap.width(), bitmap.height());
    let eighths = |length: i32, n: u32| ((length * n as i32 + 4) / 8).clamp(1, length);
    let code = c as u32;
    match code {
        0x2580 => bitmap.fill(0..w, 0..h - eighths(h, 4), 255),
        0x2581..=0x2588 => bitmap.fill(0..w, h - eighths(h, code - 0x2580)..h, 255),
        0x2589..=0x258f => bitmap.fill(0..eighths(w, 0x2590 - code), 0..h, 255),
        0x2590 => bitmap.fill(eighths(w, 4)..w, 0..h, 255),
        // Coverage mixes linear light; these look like a quarter, a half and three quarters.
        0x2591..=0x2593 => bitmap.fill(0..w, 0..h, [24, 72, 144][(code - 0x2591) as usize]),
        0x2594 => bitmap.fill(0..w, 0..eighths(h, 1), 255),
        0x2595 => bitmap.fill(w - eighths(w, 1)..w, 0..h, 255),
        _ => {
            // One bit per quadrant: upper left 8, upper right 4, lower left 2, lower right 1.
            const QUADRANTS: [u8; 10] = [2, 1, 8, 11, 9, 14, 13, 4, 6, 7];
            let bits = QUADRANTS[(code - 0x2596) as usize];
            let (x, y) = (eighths(w, 4), h - eighths(h, 4));
            let corners = [(0..x, 0..y), (x..w, 0..y), (0..x, y..h), (x..w, y..h)];
            for (i, (xs, ys)) in corners.into_iter().enumerate() {
                if bits & 8 >> i != 0 {
                    bitmap.fill(xs, ys, 255);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(i32, i32); 9] = [
        (7, 11),
        (8, 13),
        (9, 15),
        (10, 16),
        (12, 20),
        (13, 21),
        (15, 25),
        (24, 40),
        (29, 48),
    ];

    fn box_chars() -> impl Iterator<Item = char> {
        '\u{2500}'..='\u{257f}'
    }

    /// As [`arms`], but including arcs.
    fn arms_of(c: char) -> [Arm; 4] {
        let (no, l) = (Arm::None, Arm::Light);
        match c {
            '╭' => [no, l, l, no],
            '╮' => [no, no, l, l],
            '╯' => [l, no, no, l],
            '╰' => [l, l, no, no],
            _ => arms(c),
        }
    }

    fn column(bitmap: &Bitmap, x: i32) -> Vec<u8> {
        (0..bitmap.height()).map(|y| bitmap.get(x, y)).collect()
    }

    fn picture(c: char, w: i32, h: i32) -> String {
        let bitmap = draw_char(c, w, h).unwrap();
        (0..h)
            .map(|y| {
                let row = bitmap
                    .row(y)
                    .iter()
                    .map(|&p| if p > 127 { '#' } else { '.' });
                row.chain(['\n']).collect::<String>()
            })
            .collect()
    }

    #[test]
    fn arms_of_one_kind_meet_pixel_for_pixel() {
        let mut pairs = 0;
        for (w, h) in SIZES {
            for a in box_chars() {
                for b in box_chars() {
                    let (pa, pb) = (draw_char(a, w, h).unwrap(), draw_char(b, w, h).unwrap());
                    let (from, to) = (arms_of(a), arms_of(b));
                    if from[1] == to[3] && from[1] != Arm::None {
                        assert_eq!(column(&pa, w - 1), column(&pb, 0), "{a}{b} at {w}x{h}");
                        pairs += 1;
                    }
                    if from[2] == to[0] && from[2] != Arm::None {
                        assert_eq!(pa.row(h - 1), pb.row(0), "{a} over {b} at {w}x{h}");
                        pairs += 1;
                    }
                }
            }
        }
        assert!(pairs > 10_000);
    }

    #[test]
    fn light_and_heavy_arms_touch() {
        for (w, h) in SIZES {
            let (light, heavy) = (draw_char('─', w, h).unwrap(), draw_char('━', w, h).unwrap());
            for (l, h) in column(&light, w - 1).into_iter().zip(column(&heavy, 0)) {
                assert!(h >= l);
            }
        }
    }

    #[test]
    fn an_edge_without_an_arm_is_empty() {
        for (w, h) in SIZES {
            for c in box_chars().filter(|&c| arms_of(c).iter().any(|&a| a != Arm::None)) {
                let (bitmap, arms) = (draw_char(c, w, h).unwrap(), arms_of(c));
                let edges = [
                    bitmap.row(0).to_vec(),
                    column(&bitmap, w - 1),
                    bitmap.row(h - 1).to_vec(),
                    column(&bitmap, 0),
                ];
                for (arm, edge) in arms.into_iter().zip(edges) {
                    let empty = edge.iter().all(|&p| p == 0);
                    assert_eq!(empty, arm == Arm::None, "{c} at {w}x{h}");
                }
            }
        }
    }

    #[test]
    fn double_corners_are_closed_outside_and_open_inside() {
        assert_eq!(
            picture('╔', 7, 7),
            ".......\n.######\n.#.....\n.#.....\n.#.....\n.#...##\n.#...#.\n"
        );
        assert_eq!(
            picture('╠', 7, 7),
            ".#...#.\n.#...##\n.#.....\n.#.....\n.#.....\n.#...##\n.#...#.\n"
        );
    }

    #[test]
    fn a_single_line_ends_at_the_double_one_it_meets() {
        assert_eq!(
            picture('╟', 7, 5),
            ".#...#.\n.#...#.\n.#...##\n.#...#.\n.#...#.\n"
        );
        assert_eq!(
            picture('╒', 7, 7),
            ".......\n...####\n...#...\n...#...\n...#...\n...####\n...#...\n"
        );
        assert_eq!(picture('╫', 7, 3), ".#...#.\n#######\n.#...#.\n");
    }

    #[test]
    fn halves_and_quadrants_fill_a_cell_without_overlap() {
        for (w, h) in [(2, 4), (4, 6), (5, 9), (7, 11), (12, 20), (13, 21)] {
            for set in ["▀▄", "▌▐", "▘▝▖▗", "▚▞", "▙▝", "▛▗", "▜▖", "▟▘"]
            {
                let bitmaps: Vec<_> = set.chars().map(|c| draw_char(c, w, h).unwrap()).collect();
                for y in 0..h {
                    for x in 0..w {
                        let sum: u32 = bitmaps.iter().map(|b| u32::from(b.get(x, y))).sum();
                        assert_eq!(sum, 255, "{set} at {w}x{h}, pixel {x},{y}");
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_is_empty_at_any_size() {
        for h in 4..=60 {
            for w in [h / 2, h * 5 / 8, h] {
                for c in '\u{2500}'..='\u{259f}' {
                    assert!(!draw_char(c, w, h).unwrap().is_empty(), "{c} at {w}x{h}");
                }
            }
        }
    }

    #[test]
    fn other_characters_are_not_drawn_here() {
        assert_eq!(draw_char('#', 10, 16), None);
        assert_eq!(draw_char('\u{25a0}', 10, 16), None);
    }
}
