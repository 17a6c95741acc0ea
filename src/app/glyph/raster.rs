//! Rasterises a glyph at a cell's size: double lines, blocks and our own drawings from geometry, everything else from
//! the font.

use super::bitmap::Bitmap;
use super::boxes;
use super::drawings;
use super::table::Glyph;
use crate::font::FONT;
use swash::FontRef;
use swash::scale::image::Image;
use swash::scale::{Render, ScaleContext, Source};
use swash::zeno::Format;

/// Lowest descender and highest ascender of the letters, in ems below and above the baseline. Accents
/// reach higher; [`Rasterizer::glyph`] moves glyphs that do not fit.
const DESCENT: f32 = 0.24;
const ASCENT: f32 = 0.76;

/// Width of the widest glyph that is not scaled down, in cells, because hinting widens some letters
/// by a faint pixel.
const MAX_OVERHANG: f32 = 1.12;

/// Smallest em, in pixels, that is hinted; below it hinting tears letters apart.
const MIN_HINTED_EM: f32 = 9.0;

/// Exponent that darkens half-covered pixels, because colours are mixed in linear light, where light
/// letters on a dark background would look bold.
const CONTRAST: f32 = 1.25;

/// Draws glyphs at one cell size.
pub struct Rasterizer {
    font: FontRef<'static>,
    context: ScaleContext,
    width: i32,
    height: i32,
    /// Font size, in pixels.
    em: f32,
    /// Row of the baseline.
    baseline: i32,
    /// Space on either side of a letter in cells that are wider than letters, in pixels.
    margin: i32,
    /// Whether characters of the font replace drawings.
    is_plain: bool,
}

impl Rasterizer {
    /// A rasterizer for cells of `width` x `height` pixels. With `is_plain`, characters of the font
    /// replace our own drawings.
    pub fn new(width: u32, height: u32, is_plain: bool) -> Self {
        let font = FontRef::from_index(FONT, 0).expect("the embedded font is valid");
        let metrics = font.metrics(&[]);
        let advance = metrics.max_width / f32::from(metrics.units_per_em);
        let em = (width as f32 / advance).min(height as f32 / (ASCENT + DESCENT));
        let spare = height as f32 - (ASCENT + DESCENT) * em;
        Self {
            font,
            context: ScaleContext::new(),
            width: width as i32,
            height: height as i32,
            em,
            baseline: (spare / 2.0 + ASCENT * em).round() as i32,
            margin: ((width as f32 - advance * em) / 2.0).round() as i32,
            is_plain,
        }
    }

    /// The bitmap of a glyph, as large as the cell.
    pub fn glyph(&mut self, glyph: Glyph) -> Bitmap {
        let mut c = glyph.to_char();
        if self.is_plain {
            c = drawings::plain_substitute(c).unwrap_or(c);
        }
        let (width, height) = (self.width, self.height);
        let drawn =
            boxes::draw_char(c, width, height).or_else(|| drawings::draw_char(c, width, height));
        match drawn {
            Some(drawn) => drawn,
            None if glyph.is_blank() => Bitmap::new(width, height),
            None => self.letter(c),
        }
    }

    /// The bitmap of a character of the font, as large as the cell.
    pub fn letter(&mut self, c: char) -> Bitmap {
        let mut bitmap = Bitmap::new(self.width, self.height);
        let (cell_width, cell_height) = (self.width as f32, self.height as f32);
        let mut em = self.em;
        let mut image = self.render_outline(c, em);
        // Scales down glyphs that are larger than a cell at the size of the letters.
        for _ in 0..3 {
            let (w, h) = (image.placement.width as f32, image.placement.height as f32);
            let scale = (cell_width / w).min(cell_height / h);
            if scale >= 1.0 || w <= cell_width * MAX_OVERHANG && h <= cell_height {
                break;
            }
            em *= scale;
            image = self.render_outline(c, em);
        }
        self.blit(&image, &mut bitmap);
        bitmap
    }

    fn render_outline(&mut self, c: char, em: f32) -> Image {
        let mut scaler = self
            .context
            .builder(self.font)
            .size(em)
            .hint(em >= MIN_HINTED_EM)
            .build();
        let id = self.font.charmap().map(c);
        Render::new(&[Source::Outline])
            .format(Format::Alpha)
            .render(&mut scaler, id)
            .unwrap_or_default()
    }

    /// Copies a rendered outline to its place in the cell, moved inside the cell if it overhangs.
    fn blit(&self, image: &Image, bitmap: &mut Bitmap) {
        let at = &image.placement;
        let (w, h) = (at.width as i32, at.height as i32);
        let left = if w > self.width {
            (self.width - w) / 2
        } else {
            (at.left + self.margin).min(self.width - w).max(0)
        };
        let top = (self.baseline - at.top).min(self.height - h).max(0);
        for (y, row) in image.data.chunks_exact(w.max(1) as usize).enumerate() {
            for (x, &coverage) in row.iter().enumerate() {
                let coverage = f32::from(coverage) / 255.0;
                let coverage = (coverage.powf(CONTRAST) * 255.0).round() as u8;
                bitmap.cover(left + x as i32, top + y as i32, coverage);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::glyph::Drawn;

    const SIZES: [(u32, u32); 8] = [
        (2, 4),
        (4, 6),
        (5, 8),
        (7, 11),
        (10, 16),
        (12, 20),
        (15, 25),
        (29, 48),
    ];

    #[test]
    fn every_glyph_but_the_blanks_leaves_a_mark_at_every_size() {
        for (w, h) in SIZES {
            let mut rasterizer = Rasterizer::new(w, h, false);
            for glyph in Glyph::all() {
                let empty = rasterizer.glyph(glyph).is_empty();
                assert_eq!(empty, glyph.is_blank(), "{:?} at {w}x{h}", glyph.to_char());
            }
        }
    }

    #[test]
    fn the_font_has_every_character_it_is_asked_for() {
        let font = FontRef::from_index(FONT, 0).unwrap();
        let drawn = |glyph: &Glyph| Drawn::ALL.iter().any(|drawn| drawn.glyph() == *glyph);
        for glyph in Glyph::all().filter(|g| !g.is_blank() && !drawn(g)) {
            let c = glyph.to_char();
            assert_ne!(font.charmap().map(c), 0, "{c}");
        }
    }

    #[test]
    fn a_mark_stands_in_the_middle_of_a_square_cell() {
        for side in [12, 15, 20, 32, 48] {
            let mut rasterizer = Rasterizer::new(side, side, false);
            for c in "@·☼AT".chars() {
                let bitmap = rasterizer.glyph(Glyph::of(c).unwrap());
                let columns = 0..side as usize;
                let is_marked = |x: &usize| (0..side as i32).any(|y| bitmap.row(y)[*x] > 0);
                let left = columns.clone().find(is_marked).unwrap();
                let right = columns.rev().find(is_marked).unwrap();
                let off = (left + right).abs_diff(side as usize - 1);
                assert!(off <= 2, "{c} at {side}: {left} to {right}");
            }
        }
    }

    #[test]
    fn letters_share_a_baseline() {
        let mut rasterizer = Rasterizer::new(12, 20, false);
        let mut lowest_row = |c| {
            let bitmap = rasterizer.glyph(Glyph::of(c).unwrap());
            (0..20)
                .rev()
                .find(|&y| bitmap.row(y).iter().any(|&p| p > 127))
                .unwrap()
        };
        let a = lowest_row('A');
        for c in "EHLMTXZ1247n".chars() {
            assert_eq!(lowest_row(c), a, "{c}");
        }
        assert!(lowest_row('g') > a);
    }
}
