//! Small drawings that supplement the font, for walls, ground and furnishings: characters of the
//! private use area from U+E000 on, drawn as geometry at the cell's exact size.

use super::bitmap::Bitmap;
use super::table::Glyph;

/// Defines the enum and the list of its variants from one table, so that neither can miss one.
macro_rules! drawings {
    ($($name:ident)*) => {
        /// A drawing. Drawings of walls and ground fill their cell and join at its edges.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[expect(missing_docs, reason = "each name says what is drawn")]
        pub enum Drawn { $($name),* }

        impl Drawn {
            /// Every drawing, in the order of the characters.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];
        }
    };
}

drawings! {
    Bricks BricksShifted Ashlar Rubble RubbleSteep Flecks FlecksFew Flagstone FlagstoneSplit Crack
    Pebbles Roots Puddle Moss Bones Inlay Fungus Candle Gate Lever Brazier Junction DoorAjar Cobweb
    Ripple Pew Tomb Stones Splash Halo
    Fire Oil Smoke Vapour Hatch
    Wire RottenFloor Censer Font CrackedWall Pit Plate Web
    EverlampDark EverlampLit
    EverlampDarkNw EverlampDarkNe EverlampDarkSw EverlampDarkSe
    EverlampLitNw EverlampLitNe EverlampLitSw EverlampLitSe
}

impl Drawn {
    /// The character of the first drawing.
    const FIRST: char = '\u{e000}';

    /// The characters of all drawings, in order.
    pub(super) fn chars() -> impl Iterator<Item = char> {
        (Self::FIRST..).take(Self::ALL.len())
    }

    /// The drawing of a character, if it has one.
    fn from_char(c: char) -> Option<Self> {
        let index = (c as u32).checked_sub(Self::FIRST as u32)?;
        Self::ALL.get(index as usize).copied()
    }

    /// The quarters of the Everlamp, row by row; it is two cells wide and high. A cell centred on its
    /// foot shows [`Self::EverlampLit`] or [`Self::EverlampDark`].
    pub const fn everlamp(is_lit: bool) -> [Self; 4] {
        if is_lit {
            [
                Self::EverlampLitNw,
                Self::EverlampLitNe,
                Self::EverlampLitSw,
                Self::EverlampLitSe,
            ]
        } else {
            [
                Self::EverlampDarkNw,
                Self::EverlampDarkNe,
                Self::EverlampDarkSw,
                Self::EverlampDarkSe,
            ]
        }
    }

    /// For a part of the Everlamp: whether it is lit, and the part's top-left corner, in cells.
    fn everlamp_part(self) -> Option<(bool, [f32; 2])> {
        const CORNERS: [[f32; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
        let is_lit = self == Self::EverlampLit;
        if is_lit || self == Self::EverlampDark {
            return Some((is_lit, [0.5, 1.0]));
        }
        [false, true].into_iter().find_map(|is_lit| {
            let parts = Self::everlamp(is_lit);
            let index = parts.iter().position(|part| *part == self)?;
            Some((is_lit, CORNERS[index]))
        })
    }

    /// The glyph of the drawing, for [`Cell`](super::Cell)s and sprites.
    pub fn glyph(self) -> Glyph {
        char::from_u32(Self::FIRST as u32 + self as u32)
            .and_then(Glyph::of)
            .unwrap_or_default()
    }
}

/// The character of the font that replaces a drawing if the player chose plain glyphs; `None` for any
/// other character. Also `None` for [`Drawn::Halo`], which stays a drawing, and for the quarters of the
/// Everlamp, which plain glyphs do not use.
pub(super) fn plain_substitute(c: char) -> Option<char> {
    Some(match Drawn::from_char(c)? {
        Drawn::Bricks | Drawn::BricksShifted | Drawn::Ashlar => '#',
        Drawn::Rubble | Drawn::RubbleSteep | Drawn::Flecks | Drawn::FlecksFew => '#',
        Drawn::Flagstone | Drawn::FlagstoneSplit | Drawn::Inlay | Drawn::Puddle => '·',
        Drawn::Crack | Drawn::Pebbles | Drawn::Bones | Drawn::Moss => ',',
        Drawn::Roots | Drawn::Cobweb => '`',
        Drawn::Fungus => '♣',
        Drawn::Candle => '¡',
        Drawn::Gate => '≡',
        Drawn::Lever => '⌠',
        Drawn::Brazier => '^',
        Drawn::Junction => '¤',
        Drawn::DoorAjar => '\'',
        Drawn::Ripple => '~',
        Drawn::Pew => '=',
        Drawn::Tomb => '∩',
        Drawn::Stones => ':',
        Drawn::Splash => '°',
        Drawn::Fire => '▲',
        Drawn::Oil => '∞',
        Drawn::Smoke => '▒',
        Drawn::Vapour => '≈',
        Drawn::Hatch => '÷',
        Drawn::Wire => '¬',
        Drawn::RottenFloor => '▓',
        Drawn::Censer => '¥',
        Drawn::Font => '○',
        Drawn::CrackedWall => '╪',
        Drawn::Pit => '◙',
        Drawn::Plate => '◘',
        Drawn::Web => '§',
        Drawn::EverlampDark => '○',
        Drawn::EverlampLit => '☼',
        _ => return None,
    })
}

/// Draws the character of a drawing in a cell of `width` x `height` pixels; `None` for any other
/// character.
pub(super) fn draw_char(c: char, width: i32, height: i32) -> Option<Bitmap> {
    let drawn = Drawn::from_char(c)?;
    let mut bitmap = Bitmap::new(width, height);
    let side = width.min(height) as f32;
    // In cells. At least a pixel, so that no line vanishes.
    let line = (side / 18.0).round().max(1.0) / side;
    for y in 0..height {
        for x in 0..width {
            let at = [
                (x as f32 + 0.5) / width as f32,
                (y as f32 + 0.5) / height as f32,
            ];
            let distance = distance(drawn, at, line);
            let coverage = match drawn {
                // A halo has no edge; its "distance" is a brightness.
                Drawn::Halo => distance * distance * (3.0 - 2.0 * distance),
                _ => (0.5 - distance * side).clamp(0.0, 1.0),
            };
            bitmap.cover(x, y, (coverage * 255.0).round() as u8);
        }
    }
    if bitmap.is_empty() {
        bitmap.cover(width / 2, height / 2, 255);
    }
    Some(bitmap)
}

/// Signed distance from a point to the outline of a drawing, in cells; negative inside. `line` is the
/// width of its lines.
#[rustfmt::skip]
fn distance(drawn: Drawn, at: [f32; 2], line: f32) -> f32 {
    let [x, y] = at;
    let half = line / 2.0;
    match drawn {
        Drawn::Bricks => courses(at, [0.5, 0.0, 0.5], line),
        Drawn::BricksShifted => courses(at, [0.25, 0.75, 0.25], line),
        Drawn::Ashlar => (y - 0.5)
            .abs()
            .min(if y < 0.5 { x.min(1.0 - x) } else { (x - 0.5).abs() })
            .min(1.0 - y)
            - half,
        Drawn::Rubble => paths(at, &[&[(0.0, 0.3), (0.35, 0.42), (0.5, 0.1)], &[(0.35, 0.42), (0.45, 0.8), (1.0, 0.7)], &[(0.45, 0.8), (0.3, 1.0)]]) - half,
        Drawn::RubbleSteep => paths(at, &[&[(0.6, 0.0), (0.7, 0.35), (1.0, 0.3)], &[(0.7, 0.35), (0.3, 0.6), (0.0, 0.7)], &[(0.3, 0.6), (0.55, 1.0)]]) - half,
        Drawn::Flecks => dots(at, &[(0.2, 0.25), (0.65, 0.15), (0.45, 0.55), (0.85, 0.6), (0.2, 0.8), (0.65, 0.88)], line * 0.8),
        Drawn::FlecksFew => dots(at, &[(0.3, 0.3), (0.75, 0.5), (0.4, 0.85)], line * 0.8),
        Drawn::Flagstone => x.min(y) - line,
        Drawn::FlagstoneSplit => x.min(y).min(if y < 0.5 { (x - 0.5).abs() + half } else { 1.0 }).min((y - 0.5).abs() + half) - line,
        Drawn::Crack => paths(at, &[&[(0.1, 0.2), (0.35, 0.4), (0.45, 0.65), (0.8, 0.85)], &[(0.35, 0.4), (0.65, 0.3), (0.75, 0.1)]]) - half,
        Drawn::Pebbles => dots(at, &[(0.25, 0.3), (0.4, 0.7), (0.75, 0.5), (0.62, 0.2)], 0.055),
        Drawn::Roots => paths(at, &[&[(0.0, 0.55), (0.3, 0.45), (0.6, 0.6), (1.0, 0.4)], &[(0.3, 0.45), (0.5, 0.15), (0.6, 0.0)], &[(0.6, 0.6), (0.7, 0.9)]]) - half,
        Drawn::Puddle => ellipse(at, [0.5, 0.56], [0.36, 0.22]),
        Drawn::Moss => dots(at, &[(0.2, 0.2), (0.32, 0.3), (0.22, 0.42), (0.7, 0.65), (0.8, 0.75), (0.64, 0.8), (0.55, 0.25)], 0.065),
        Drawn::Bones => (paths(at, &[&[(0.25, 0.65), (0.7, 0.4)]]) - line * 0.7).min(dots(at, &[(0.22, 0.6), (0.28, 0.72), (0.68, 0.33), (0.75, 0.45)], line)),
        Drawn::Inlay => ((x - 0.5).abs() + (y - 0.5).abs() - 0.3).abs() - half,
        Drawn::Fungus => dots(at, &[(0.3, 0.4), (0.62, 0.3), (0.5, 0.66), (0.76, 0.62), (0.24, 0.72)], 0.10),
        Drawn::Candle => (paths(at, &[&[(0.5, 0.55), (0.5, 0.85)]]) - 0.08).min(ellipse(at, [0.5, 0.34], [0.07, 0.13])),
        Drawn::Gate => [0.2, 0.5, 0.8].map(|bar| (x - bar).abs()).into_iter().fold(1.0, f32::min).min((y - 0.25).abs()).min((y - 0.75).abs()) - line * 0.9,
        Drawn::Lever => (paths(at, &[&[(0.4, 0.75), (0.66, 0.28)]]) - line).min(dots(at, &[(0.68, 0.24)], 0.12)).min((y - 0.8).abs().max((x - 0.42).abs() - 0.26) - line),
        Drawn::Brazier => (paths(at, &[&[(0.24, 0.56), (0.36, 0.7), (0.64, 0.7), (0.76, 0.56), (0.24, 0.56)], &[(0.42, 0.7), (0.32, 0.92)], &[(0.58, 0.7), (0.68, 0.92)]]) - line * 0.8).min(flame(at)),
        Drawn::Junction => ((x - 0.5).abs().min((y - 0.5).abs()) - line * 1.6).min(dots(at, &[(0.5, 0.5)], 0.26)).max(0.09 - dots(at, &[(0.5, 0.5)], 0.0)),
        Drawn::DoorAjar => (x - 0.14).abs().max((y - 0.5).abs() - 0.42) - line * 1.4,
        Drawn::Cobweb => paths(at, &[&[(0.0, 0.0), (0.75, 0.75)], &[(0.0, 0.0), (0.9, 0.3)], &[(0.0, 0.0), (0.3, 0.9)], &[(0.45, 0.15), (0.38, 0.38), (0.15, 0.45)], &[(0.75, 0.25), (0.62, 0.62), (0.25, 0.75)]]) - half,
        Drawn::Splash => dots(at, &[(0.42, 0.5), (0.56, 0.58)], 0.15).min(dots(at, &[(0.2, 0.3), (0.78, 0.4), (0.3, 0.8), (0.7, 0.84)], 0.055)),
        // Brightness instead of distance: 1 in the middle, 0 at the edge.
        Drawn::Halo => (1.0 - 2.0 * (x - 0.5).hypot(y - 0.5)).clamp(0.0, 1.0),
        Drawn::Ripple => paths(at, &[&[(0.1, 0.4), (0.25, 0.32), (0.45, 0.42), (0.6, 0.34)], &[(0.4, 0.72), (0.58, 0.64), (0.75, 0.74), (0.92, 0.66)]]) - half,
        Drawn::Pew => [0.3, 0.62].map(|beam: f32| (y - beam).abs() - 0.07).into_iter().fold(1.0, f32::min).max((x - 0.5).abs() - 0.46).min([0.1, 0.9].map(|leg: f32| (x - leg).abs() - line).into_iter().fold(1.0, f32::min).max((y - 0.58).abs() - 0.32)),
        Drawn::Tomb => ((x - 0.5).abs() - 0.3).max((y - 0.5).abs() - 0.42).abs().min(paths(at, &[&[(0.5, 0.24), (0.5, 0.72)], &[(0.36, 0.38), (0.64, 0.38)]])) - line * 0.9,
        Drawn::Stones => dots(at, &[(0.24, 0.66), (0.74, 0.72)], 0.17).min(dots(at, &[(0.52, 0.36)], 0.13)).min(dots(at, &[(0.82, 0.3), (0.22, 0.26), (0.5, 0.86)], 0.06)),
        Drawn::Fire => ellipse(at, [0.5, 0.64], [0.2, 0.26]).min(ellipse(at, [0.54, 0.36], [0.08, 0.28])).min(ellipse(at, [0.28, 0.6], [0.07, 0.22])).min(ellipse(at, [0.74, 0.62], [0.07, 0.2])),
        Drawn::Oil => (ellipse(at, [0.44, 0.46], [0.3, 0.2]).min(ellipse(at, [0.62, 0.66], [0.22, 0.14]))).abs() - line * 0.9,
        Drawn::Smoke => [([0.3, 0.36], 0.17), ([0.62, 0.3], 0.2), ([0.44, 0.68], 0.2), ([0.76, 0.68], 0.14)].map(|(centre, radius)| ellipse(at, centre, [radius, radius])).into_iter().fold(2.0, f32::min).abs() - line * 0.7,
        Drawn::Vapour => [0.28, 0.52, 0.76].map(|height| paths(at, &[&[(0.12, height), (0.32, height - 0.07), (0.54, height + 0.05), (0.74, height - 0.06), (0.9, height)]])).into_iter().fold(2.0, f32::min) - half,
        Drawn::Hatch => [-0.5, -0.1, 0.3, 0.7].map(|shift| (x - y - shift + 0.1).abs() * std::f32::consts::FRAC_1_SQRT_2).into_iter().fold(2.0, f32::min) - half,
        Drawn::Wire => (paths(at, &[&[(0.06, 0.78), (0.5, 0.66), (0.94, 0.78)], &[(0.5, 0.66), (0.5, 0.46)]]) - half).min(ellipse(at, [0.5, 0.34], [0.13, 0.13])).min(ellipse(at, [0.5, 0.46], [0.2, 0.05])),
        Drawn::RottenFloor => [0.24, 0.5, 0.76].map(|height| paths(at, &[&[(0.08, height), (0.36, height + 0.05)], &[(0.6, height - 0.05), (0.92, height)]])).into_iter().fold(2.0, f32::min).min(paths(at, &[&[(0.36, 0.14), (0.46, 0.4), (0.38, 0.62), (0.5, 0.88)], &[(0.62, 0.12), (0.56, 0.36), (0.66, 0.6), (0.58, 0.86)]])) - half,
        Drawn::Censer => ellipse(at, [0.5, 0.66], [0.22, 0.18]).min(paths(at, &[&[(0.3, 0.6), (0.5, 0.16), (0.7, 0.6)]]) - half),
        Drawn::Font => (ellipse(at, [0.5, 0.5], [0.34, 0.26]).abs() - line * 0.9).min(ellipse(at, [0.5, 0.54], [0.18, 0.1]).abs() - line * 0.6),
        Drawn::CrackedWall => paths(at, &[&[(0.5, 0.02), (0.38, 0.28), (0.58, 0.5), (0.42, 0.74), (0.52, 0.98)], &[(0.58, 0.5), (0.9, 0.4)], &[(0.42, 0.74), (0.1, 0.64)], &[(0.38, 0.28), (0.12, 0.2)]]) - line * 0.9,
        // The edge that the floor breaks off at, and what can be seen of the sides.
        Drawn::Pit => (y - 0.06).abs().min(paths(at, &[&[(0.16, 0.06), (0.2, 0.5)], &[(0.4, 0.06), (0.42, 0.32)], &[(0.62, 0.06), (0.6, 0.58)], &[(0.86, 0.06), (0.82, 0.38)]])) - line * 0.9,
        Drawn::Plate => ((x - 0.5).abs() - 0.3).max((y - 0.56).abs() - 0.24).abs().min(dots(at, &[(0.3, 0.42), (0.7, 0.42), (0.3, 0.7), (0.7, 0.7)], line * 0.8)) - line * 0.9,
        Drawn::Web => paths(at, &[&[(0.5, 0.04), (0.5, 0.96)], &[(0.06, 0.3), (0.94, 0.7)], &[(0.06, 0.7), (0.94, 0.3)], &[(0.5, 0.24), (0.74, 0.38), (0.74, 0.62), (0.5, 0.76), (0.26, 0.62), (0.26, 0.38), (0.5, 0.24)]]) - half,
        // The parts of the Everlamp.
        _ => drawn.everlamp_part().map_or(2.0, |(is_lit, [left, top])| 2.0 * everlamp([(left + x) / 2.0, (top + y) / 2.0], half, is_lit)),
    }
}

/// Signed distance to the joints of three courses of bricks. `starts` are the positions of the
/// upright joints in each course.
fn courses([x, y]: [f32; 2], starts: [f32; 3], line: f32) -> f32 {
    let course = (y * 3.0).min(2.99);
    let start = starts[course as usize];
    let upright = (x - start)
        .abs()
        .min((x - start - 1.0).abs())
        .min((x - start + 1.0).abs());
    let flat = (1.0 - course.fract()) / 3.0;
    upright.min(flat) - line / 2.0
}

/// Signed distance to the whole Everlamp: a ring, three chains, and a large glass between crown and
/// foot, which holds a flame if it is lit, and otherwise shows its ribs.
fn everlamp(at: [f32; 2], line: f32, is_lit: bool) -> f32 {
    let [x, y] = at;
    let ring = dots(at, &[(0.5, 0.07)], 0.045).abs() - line;
    let chains = paths(
        at,
        &[
            &[(0.5, 0.12), (0.27, 0.36)],
            &[(0.5, 0.12), (0.5, 0.34)],
            &[(0.5, 0.12), (0.73, 0.36)],
        ],
    ) - line * 0.6;
    let band = |height: f32, wide: f32| (y - height).abs().max((x - 0.5).abs() - wide) - line * 1.5;
    let glass = ellipse(at, [0.5, 0.62], [0.36, 0.28]);
    let foot = ellipse(at, [0.5, 0.955], [0.06, 0.045]);
    let within = if is_lit {
        ellipse(at, [0.5, 0.68], [0.17, 0.15]).min(ellipse(at, [0.5, 0.54], [0.07, 0.16]))
    } else {
        (ellipse(at, [0.5, 0.62], [0.15, 0.28]).abs() - line * 0.5)
            .min((x - 0.5).abs().max(glass) - line * 0.5)
    };
    let body = (glass.abs() - line * 1.2)
        .min(band(0.37, 0.27))
        .min(band(0.88, 0.17));
    ring.min(chains).min(body).min(foot).min(within)
}

/// Signed distance to a brazier's flame.
fn flame(at: [f32; 2]) -> f32 {
    ellipse(at, [0.5, 0.42], [0.13, 0.15]).min(ellipse(at, [0.53, 0.26], [0.06, 0.17]))
}

/// Approximate signed distance to an ellipse.
fn ellipse([x, y]: [f32; 2], centre: [f32; 2], radii: [f32; 2]) -> f32 {
    let (dx, dy) = ((x - centre[0]) / radii[0], (y - centre[1]) / radii[1]);
    (dx.hypot(dy) - 1.0) * radii[0].min(radii[1])
}

/// Signed distance to the nearest of several dots.
fn dots([x, y]: [f32; 2], centres: &[(f32, f32)], radius: f32) -> f32 {
    let distances = centres.iter().map(|(cx, cy)| (x - cx).hypot(y - cy));
    distances.fold(2.0, f32::min) - radius
}

/// Distance to the nearest of several polylines.
fn paths(at: [f32; 2], lines: &[&[(f32, f32)]]) -> f32 {
    let pairs = lines.iter().flat_map(|line| line.windows(2));
    pairs
        .map(|pair| segment(at, pair[0], pair[1]))
        .fold(2.0, f32::min)
}

fn segment([x, y]: [f32; 2], from: (f32, f32), to: (f32, f32)) -> f32 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let along = ((x - from.0) * dx + (y - from.1) * dy) / (dx * dx + dy * dy).max(1e-6);
    let along = along.clamp(0.0, 1.0);
    (x - from.0 - along * dx).hypot(y - from.1 - along * dy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::FONT;
    use swash::FontRef;

    #[test]
    fn each_drawing_has_a_place_in_the_table_and_comes_back() {
        for drawn in Drawn::ALL {
            assert_eq!(Drawn::from_char(drawn.glyph().to_char()), Some(*drawn));
        }
        assert_eq!(Drawn::chars().count(), Drawn::ALL.len());
        assert_eq!(Drawn::from_char('@'), None);
    }

    #[test]
    fn a_character_of_the_font_stands_for_each_drawing_but_light_and_quarters() {
        let font = FontRef::from_index(FONT, 0).unwrap();
        let quarters = [false, true].map(Drawn::everlamp);
        let bare: Vec<Drawn> = quarters
            .into_iter()
            .flatten()
            .chain([Drawn::Halo])
            .collect();
        for drawn in Drawn::ALL.iter().filter(|drawn| !bare.contains(drawn)) {
            let c = plain_substitute(drawn.glyph().to_char()).unwrap();
            assert_ne!(font.charmap().map(c), 0, "{drawn:?}");
            assert!(!c.is_alphanumeric(), "{drawn:?}: letters are monsters");
        }
        for drawn in bare {
            assert_eq!(plain_substitute(drawn.glyph().to_char()), None);
        }
        assert_eq!(plain_substitute('@'), None);
    }

    #[test]
    fn drawings_leave_most_of_their_cell_free_and_differ() {
        let draw = |drawn: &Drawn| draw_char(drawn.glyph().to_char(), 20, 20).unwrap();
        let pictures: Vec<Bitmap> = Drawn::ALL.iter().map(draw).collect();
        for (index, picture) in pictures.iter().enumerate() {
            let sum: u32 = (0..20)
                .flat_map(|y| picture.row(y))
                .map(|c| u32::from(*c))
                .sum();
            let share = sum as f32 / (255.0 * 400.0);
            assert!(
                (0.01..0.55).contains(&share),
                "{:?}: {share}",
                Drawn::ALL[index]
            );
            assert!(!pictures[..index].contains(picture));
        }
    }

    #[test]
    fn the_everlamp_is_another_thing_dark_and_burning_and_no_brazier() {
        for side in [14, 20, 40] {
            let picture = |drawn: Drawn| draw_char(drawn.glyph().to_char(), side, side).unwrap();
            let lamps = [Drawn::EverlampDark, Drawn::EverlampLit].map(picture);
            let ink = |one: &Bitmap, x: i32, y: i32| one.get(x, y) > 127;
            let apart = |one: &Bitmap, other: &Bitmap| {
                let tiles = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
                let differ = |&(x, y): &(i32, i32)| ink(one, x, y) != ink(other, x, y);
                tiles.filter(differ).count() * 100 / (side * side) as usize
            };
            let [dark, lit] = &lamps;
            assert!(apart(dark, lit) >= 8, "{side}: {}", apart(dark, lit));
            for lamp in &lamps {
                for other in [Drawn::Brazier, Drawn::DoorAjar, Drawn::Junction] {
                    let far = apart(lamp, &picture(other));
                    assert!(far >= 20, "{side}, {other:?}: {far}");
                }
            }
        }
    }
}
