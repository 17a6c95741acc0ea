//! The double lines, the full block and the light shade, drawn as geometry at the cell's exact size, so that they join
//! without gaps at any size, odd or even. A font draws them for its own line height only. The map has no other box
//! characters; those that a monster of somebody's own content may have come from the font.

use super::bitmap::Bitmap;
use std::ops::Range;

/// Draws one of these characters in a cell of `width` x `height` pixels; `None` for any other character.
pub fn draw_char(c: char, width: i32, height: i32) -> Option<Bitmap> {
    let mut bitmap = Bitmap::new(width, height);
    match c {
        '█' => bitmap.fill(0..width, 0..height, 255),
        // A quarter to the eye, as coverage mixes linear light. A pattern of dots would show seams between cells with
        // an odd side.
        '░' => bitmap.fill(0..width, 0..height, 24),
        _ => draw_lines(&mut bitmap, arms(c)?),
    }
    Some(bitmap)
}

/// The edges that the double lines of a character lead to: up, right, down, left.
const fn arms(c: char) -> Option<[bool; 4]> {
    Some(match c {
        '═' => [false, true, false, true],
        '║' => [true, false, true, false],
        '╔' => [false, true, true, false],
        '╗' => [false, false, true, true],
        '╚' => [true, true, false, false],
        '╝' => [true, false, false, true],
        _ => return None,
    })
}

/// The pixels across a double line: both lines with the gap between them, and the gap alone, which is empty if the cell
/// is too small for one. `length` is that of the side it crosses, and `line` the width of one line.
fn across(length: i32, line: i32) -> (Range<i32>, Range<i32>) {
    let start = ((length - line) / 2).max(0);
    // Both lines lie at the same distance from the middle, so that they meet on either side of an edge.
    let wanted = line + (line + 1) / 2;
    let apart = wanted.min(start).min(length - start - line);
    if apart < line {
        return (start..start + line, start..start);
    }
    let gap = start - apart + line..start + apart;
    (start - apart..start + line + apart, gap)
}

/// Draws the lines as bands, then cuts the gaps out of them, which open into each other at a corner.
fn draw_lines(bitmap: &mut Bitmap, [up, right, down, left]: [bool; 4]) {
    let (width, height) = (bitmap.width(), bitmap.height());
    let line = ((width + 5) / 10).max(1);
    let (columns, rows) = (across(width, line), across(height, line));
    // From the edges that it leads to as far as the line that it meets.
    let along = |[low, high]: [bool; 2], met: &Range<i32>, length: i32| {
        let start = if low { 0 } else { met.start };
        let end = if high { length } else { met.end };
        start..end
    };
    for (columns, rows, coverage) in [(&columns.0, &rows.0, 255), (&columns.1, &rows.1, 0)] {
        if left || right {
            bitmap.fill(along([left, right], columns, width), rows.clone(), coverage);
        }
        if up || down {
            bitmap.fill(columns.clone(), along([up, down], rows, height), coverage);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "═║╔╗╚╝";

    fn column(bitmap: &Bitmap, x: i32) -> Vec<u8> {
        (0..bitmap.height()).map(|y| bitmap.get(x, y)).collect()
    }

    #[test]
    fn lines_meet_pixel_for_pixel_and_leave_the_other_edges_empty() {
        for (w, h) in (12..=60).flat_map(|h| [(h * 5 / 8, h), (h, h)]) {
            let drawn = |c| (draw_char(c, w, h).unwrap(), arms(c).unwrap());
            for (a, [up, right, down, left]) in LINES.chars().map(drawn) {
                let edges = [
                    (up, a.row(0).to_vec()),
                    (right, column(&a, w - 1)),
                    (down, a.row(h - 1).to_vec()),
                    (left, column(&a, 0)),
                ];
                for (is_met, edge) in &edges {
                    assert_eq!(edge.iter().any(|&p| p > 0), *is_met, "at {w}x{h}");
                }
                for (b, [above, .., before]) in LINES.chars().map(drawn) {
                    if right && before {
                        assert_eq!(edges[1].1, column(&b, 0), "at {w}x{h}");
                    }
                    if down && above {
                        assert_eq!(edges[2].1, b.row(0), "at {w}x{h}");
                    }
                }
            }
        }
    }

    #[test]
    fn double_corners_are_closed_outside_and_open_inside() {
        let bitmap = draw_char('╔', 7, 7).unwrap();
        let rows = (0..7).map(|y| bitmap.row(y).iter().map(|&p| if p > 0 { '#' } else { '.' }));
        let rows: Vec<String> = rows.map(Iterator::collect).collect();
        let wanted = ".......\n.######\n.#.....\n.#.....\n.#.....\n.#...##\n.#...#.";
        assert_eq!(rows.join("\n"), wanted);
    }

    #[test]
    fn other_characters_are_not_drawn_here() {
        for c in ['#', '│', '╬', '▒', '■'] {
            assert_eq!(draw_char(c, 10, 16), None);
        }
    }
}
