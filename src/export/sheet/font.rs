//! The font of a page: DejaVu Sans Mono, whose characters all have the same width.

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::page::Point;
use crate::font::FONT;

/// Width of a character of a line one high.
pub const ADVANCE: f32 = 1233.0 / 2048.0;

pub fn face() -> Face<'static> {
    Face::parse(FONT, 0).expect("the font in assets is valid")
}

/// The glyph of a character; that of `?` for what the font lacks.
pub fn glyph(face: &Face<'_>, c: char) -> GlyphId {
    let glyph = face.glyph_index(c).or(face.glyph_index('?'));
    glyph.unwrap_or_default()
}

/// Draws the outlines of a text that begins at a point on its base line.
pub fn outline(text: &str, [x, y]: Point, height: f32, out: &mut dyn OutlineBuilder) {
    let face = face();
    let scale = height / f32::from(face.units_per_em());
    for (index, c) in text.chars().enumerate() {
        let mut placed = Placed {
            at: [x + index as f32 * ADVANCE * height, y],
            scale,
            out,
        };
        face.outline_glyph(glyph(&face, c), &mut placed);
    }
}

/// Moves and scales an outline, whose axis points up.
struct Placed<'a> {
    at: Point,
    scale: f32,
    out: &'a mut dyn OutlineBuilder,
}

impl Placed<'_> {
    fn map(&self, x: f32, y: f32) -> Point {
        [self.at[0] + x * self.scale, self.at[1] - y * self.scale]
    }
}

impl OutlineBuilder for Placed<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.map(x, y);
        self.out.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let [x, y] = self.map(x, y);
        self.out.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ([x1, y1], [x, y]) = (self.map(x1, y1), self.map(x, y));
        self.out.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ([x1, y1], [x2, y2]) = (self.map(x1, y1), self.map(x2, y2));
        let [x, y] = self.map(x, y);
        self.out.curve_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.out.close();
    }
}
