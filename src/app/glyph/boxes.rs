//! Box drawing (U+2500..=U+257F) and block elements (U+2580..=U+259F), drawn by geometry at a
//! cell's exact size, so that what joins has no gap at any size, odd or even. Fonts draw these
//! for their own line height only. Knows characters and pixels, no fonts.

use super::bitmap::Bitmap;
use std::ops::Range;

/// How a line leaves the middle of a cell towards one edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arm {
    None,
    Light,
    Heavy,
    Double,
}

/// The arms of U+2500..=U+257F, one hexadecimal digit each for up, right, down and left:
/// 0 none, 1 light, 2 heavy, 3 double. Zero as a whole: dashes, arcs and diagonals.
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
pub fn draw(c: char, width: i32, height: i32) -> Option<Bitmap> {
    let mut to = Bitmap::new(width, height);
    match c {
        '\u{2504}'..='\u{250b}' => {
            let code = c as u32 - 0x2504;
            dashes(&mut to, 3 + code as i32 / 4, code % 4 >= 2, code % 2 == 1);
        }
        '\u{254c}'..='\u{254f}' => {
            let code = c as u32 - 0x254c;
            dashes(&mut to, 2, code >= 2, code % 2 == 1);
        }
        '╭' => arc(&mut to, true, true),
        '╮' => arc(&mut to, false, true),
        '╯' => arc(&mut to, false, false),
        '╰' => arc(&mut to, true, false),
        '╱' => diagonal(&mut to, true),
        '╲' => diagonal(&mut to, false),
        '╳' => {
            diagonal(&mut to, true);
            diagonal(&mut to, false);
        }
        '\u{2500}'..='\u{257f}' => junction(&mut to, arms(c)),
        '\u{2580}'..='\u{259f}' => block(&mut to, c),
        _ => return None,
    }
    Some(to)
}

/// Up, right, down, left.
fn arms(c: char) -> [Arm; 4] {
    let code = ARMS[c as usize - 0x2500];
    [12, 8, 4, 0].map(|shift| match code >> shift & 3 {
        0 => Arm::None,
        1 => Arm::Light,
        2 => Arm::Heavy,
        _ => Arm::Double,
    })
}

/// Width of a light line in a cell `width` pixels wide.
fn thickness(width: i32) -> i32 {
    ((width + 5) / 10).max(1)
}

/// Where lines lie across a cell's side: columns of the vertical lines, or rows of the
/// horizontal ones.
struct Stripes {
    light: Range<i32>,
    heavy: Range<i32>,
    /// From the outer edge of the first line of a double one to the outer edge of the second.
    double: Range<i32>,
    /// The gap between the two; empty where the cell is too small for one.
    channel: Range<i32>,
}

impl Stripes {
    /// For a side `length` pixels long with light lines `t` pixels wide.
    fn new(length: i32, t: i32) -> Self {
        let start = ((length - t) / 2).max(0);
        let light = start..start + t;
        let around = |by: i32| (start - by).max(0)..(start + t + by).min(length);
        // Both lines of a double one lie at the same distance from the light one, so that they
        // join alike from either side; where that leaves no gap, a double line is a light one.
        let wanted = t + (t + 1) / 2;
        let apart = wanted.min(start).min(length - start - t);
        let apart = if apart < t { 0 } else { apart };
        let channel = match apart {
            0 => start..start,
            _ => start - apart + t..start + apart,
        };
        Self {
            heavy: around(((t * 3 + 2) / 5).max(1)),
            double: around(apart),
            channel,
            light,
        }
    }

    /// The pixels of a line of kind `arm`, a double one with its gap.
    fn of(&self, arm: Arm) -> Range<i32> {
        match arm {
            Arm::None | Arm::Light => self.light.clone(),
            Arm::Heavy => self.heavy.clone(),
            Arm::Double => self.double.clone(),
        }
    }
}

/// One axis of a junction: its two arms (towards 0 and away from it), the stripes that its lines
/// keep to, and those of the lines that cross it.
struct Axis<'a> {
    arms: [Arm; 2],
    crossing: [Arm; 2],
    stripes: &'a Stripes,
    crossed: &'a Stripes,
    length: i32,
}

impl Axis<'_> {
    /// Where arm `side` (0 or 1) runs along the axis.
    fn extent(&self, side: usize) -> Range<i32> {
        let (reach_low, reach_high) = self.reach(self.arms[side]);
        match side {
            0 => 0..reach_high,
            _ => reach_low..self.length,
        }
    }

    /// How far across the middle an arm of this kind reaches: up to where it would begin if it
    /// went away from 0, and up to where it would end if it came from there.
    fn reach(&self, arm: Arm) -> (i32, i32) {
        let across = self.crossed;
        let doubles = self.crossing.iter().filter(|&&a| a == Arm::Double).count();
        let through = self.arms.iter().all(|&a| a != Arm::None);
        if doubles == 0 || (arm != Arm::Double && through) {
            // Over the whole width of what it meets, so that corners are full.
            let widest = if doubles == 0 && self.crossing.contains(&Arm::Heavy) {
                Arm::Heavy
            } else {
                Arm::Light
            };
            let over = across.of(widest);
            (over.start, over.end)
        } else if arm != Arm::Double && doubles == 2 && !across.channel.is_empty() {
            // A single line ends at the nearer of the two it meets.
            (across.channel.end, across.channel.start)
        } else {
            (across.double.start, across.double.end)
        }
    }

    /// Where the gap of the double arm `side` runs: into the gap of a double line it meets.
    fn gap(&self, side: usize) -> Range<i32> {
        let extent = self.extent(side);
        if !self.crossing.contains(&Arm::Double) {
            return extent;
        }
        match side {
            0 => 0..self.crossed.channel.end,
            _ => self.crossed.channel.start..self.length,
        }
    }
}

/// Draws lines from the middle to the edges. Double lines first, as bands out of which the gaps
/// are cut together; single ones over them.
fn junction(to: &mut Bitmap, [up, right, down, left]: [Arm; 4]) {
    let (width, height) = (to.width(), to.height());
    let t = thickness(width);
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
        0 => to.fill(along, across, coverage),
        _ => to.fill(across, along, coverage),
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
        paint(a, axes[a].gap(side), axes[a].stripes.channel.clone(), 0);
    }
    for (a, side) in each(|arm| matches!(arm, Arm::Light | Arm::Heavy)) {
        let across = axes[a].stripes.of(axes[a].arms[side]);
        paint(a, axes[a].extent(side), across, 255);
    }
}

/// A line of `count` dashes with half a gap at either end; unbroken where a cell is too small.
fn dashes(to: &mut Bitmap, count: i32, vertical: bool, heavy: bool) {
    let (width, height) = (to.width(), to.height());
    let (length, across) = if vertical {
        (height, width)
    } else {
        (width, height)
    };
    let stripes = Stripes::new(across, thickness(width));
    let stripe = stripes.of(if heavy { Arm::Heavy } else { Arm::Light });
    for i in 0..count {
        let (start, end) = (length * i / count, length * (i + 1) / count);
        let gap = if length < 2 * count {
            0
        } else {
            ((end - start) / 3).max(1)
        };
        let dash = start + gap / 2..end - (gap - gap / 2);
        if vertical {
            to.fill(stripe.clone(), dash, 255);
        } else {
            to.fill(dash, stripe.clone(), 255);
        }
    }
}

/// A light corner with a round bend, its arms to the right or left and down or up.
fn arc(to: &mut Bitmap, right: bool, down: bool) {
    let t = thickness(to.width());
    let middle = |length: i32| Stripes::new(length, t).light.start as f32 + t as f32 / 2.0;
    let (mid_x, mid_y) = (middle(to.width()), middle(to.height()));
    let (sign_x, sign_y) = (
        if right { 1.0 } else { -1.0 },
        if down { 1.0 } else { -1.0 },
    );
    let reach_x = if right {
        to.width() as f32 - mid_x
    } else {
        mid_x
    };
    let reach_y = if down {
        to.height() as f32 - mid_y
    } else {
        mid_y
    };
    // Straight at the very edge, where it meets straight lines.
    let radius = reach_x.min(reach_y) - 0.5;
    to.stroke(t as f32, |x, y| {
        // Seen from the bend's centre, towards the cell's edges.
        let (dx, dy) = ((x - mid_x) * sign_x - radius, (y - mid_y) * sign_y - radius);
        match (dx > 0.0, dy > 0.0) {
            (true, true) => f32::INFINITY,
            (true, false) => (y - mid_y).abs(),
            (false, true) => (x - mid_x).abs(),
            (false, false) => (dx.hypot(dy) - radius).abs(),
        }
    });
}

/// A light line from corner to corner, rising or falling.
fn diagonal(to: &mut Bitmap, rising: bool) {
    let (width, height) = (to.width() as f32, to.height() as f32);
    let t = thickness(to.width()) as f32;
    to.stroke(t, |x, y| {
        let x = if rising { width - x } else { x };
        (x * height - y * width).abs() / width.hypot(height)
    });
}

/// Halves, eighths, quadrants and shades. Shades are even: a pattern of dots would show seams
/// where a cell's side is odd.
fn block(to: &mut Bitmap, c: char) {
    let (w, h) = (to.width(), to.height());
    let eighths = |length: i32, n: u32| ((length * n as i32 + 4) / 8).clamp(1, length);
    let code = c as u32;
    match code {
        0x2580 => to.fill(0..w, 0..h - eighths(h, 4), 255),
        0x2581..=0x2588 => to.fill(0..w, h - eighths(h, code - 0x2580)..h, 255),
        0x2589..=0x258f => to.fill(0..eighths(w, 0x2590 - code), 0..h, 255),
        0x2590 => to.fill(eighths(w, 4)..w, 0..h, 255),
        // In linear light, to look like a quarter, a half and three quarters.
        0x2591..=0x2593 => to.fill(0..w, 0..h, [24, 72, 144][(code - 0x2591) as usize]),
        0x2594 => to.fill(0..w, 0..eighths(h, 1), 255),
        0x2595 => to.fill(w - eighths(w, 1)..w, 0..h, 255),
        _ => {
            // One bit a quadrant: upper left 8, upper right 4, lower left 2, lower right 1.
            const QUADRANTS: [u8; 10] = [2, 1, 8, 11, 9, 14, 13, 4, 6, 7];
            let bits = QUADRANTS[(code - 0x2596) as usize];
            let (x, y) = (eighths(w, 4), h - eighths(h, 4));
            let corners = [(0..x, 0..y), (x..w, 0..y), (0..x, y..h), (x..w, y..h)];
            for (i, (xs, ys)) in corners.into_iter().enumerate() {
                if bits & 8 >> i != 0 {
                    to.fill(xs, ys, 255);
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

    /// The arms of a character, arcs included.
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
        let bitmap = draw(c, w, h).unwrap();
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
                    let (pa, pb) = (draw(a, w, h).unwrap(), draw(b, w, h).unwrap());
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
            let (light, heavy) = (draw('─', w, h).unwrap(), draw('━', w, h).unwrap());
            for (l, h) in column(&light, w - 1).into_iter().zip(column(&heavy, 0)) {
                assert!(h >= l);
            }
        }
    }

    #[test]
    fn an_edge_without_an_arm_is_empty() {
        for (w, h) in SIZES {
            for c in box_chars().filter(|&c| arms_of(c).iter().any(|&a| a != Arm::None)) {
                let (bitmap, arms) = (draw(c, w, h).unwrap(), arms_of(c));
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
                let bitmaps: Vec<_> = set.chars().map(|c| draw(c, w, h).unwrap()).collect();
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
                    assert!(!draw(c, w, h).unwrap().is_empty(), "{c} at {w}x{h}");
                }
            }
        }
    }

    #[test]
    fn other_characters_are_not_drawn_here() {
        assert_eq!(draw('#', 10, 16), None);
        assert_eq!(draw('\u{25a0}', 10, 16), None);
    }
}
