//! The font of a page: DejaVu Sans Mono, whose characters all have the same width.

use ttf_parser::{Face, GlyphId};

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
