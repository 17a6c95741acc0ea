//! From a glyph to its picture at a cell's size: geometry for box drawing, blocks and our own
//! drawings, the font for all else. Knows the font, no textures.

use super::bitmap::Bitmap;
use super::boxes;
use super::drawn;
use super::table::Glyph;
use swash::FontRef;
use swash::scale::image::Image;
use swash::scale::{Render, ScaleContext, Source};
use swash::zeno::Format;

/// DejaVu Sans Mono, a TrueType font under a free licence (`assets/fonts/LICENSE`).
pub const FONT: &[u8] = include_bytes!("../../../assets/fonts/DejaVuSansMono.ttf");

/// Lowest descender and highest ascender of the letters, as shares of the em, below and above
/// the baseline. Accents go higher; [`Rasterizer::glyph`] moves what does not fit.
const DESCENT: f32 = 0.24;
const ASCENT: f32 = 0.76;

/// How much wider than a cell a glyph may be without being drawn smaller: hinting widens some
/// letters by a faint pixel.
const OVERHANG: f32 = 1.12;

/// Below this size of the em, in pixels, hinting tears letters apart.
const SMALLEST_HINTED: f32 = 9.0;

/// Darkens half-covered pixels: colours are mixed in linear light, where light letters on a dark
/// ground would look bold.
const CONTRAST: f32 = 1.25;

/// Draws glyphs for one size of cell.
pub struct Rasterizer {
    font: FontRef<'static>,
    context: ScaleContext,
    width: i32,
    height: i32,
    em: f32,
    baseline: i32,
    /// What cells that are wider than letters leave free on either side.
    margin: i32,
    /// Whether drawings are replaced by characters of the font.
    plain: bool,
}

impl Rasterizer {
    /// For cells of `width` x `height` pixels; `plain` without our own drawings.
    pub fn new(width: u32, height: u32, plain: bool) -> Self {
        let font = FontRef::from_index(FONT, 0).expect("the embedded font is whole");
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
            plain,
        }
    }

    /// The picture of a glyph, as large as the cell.
    pub fn glyph(&mut self, glyph: Glyph) -> Bitmap {
        let c = glyph.to_char();
        let stands_in = self.plain.then(|| drawn::plain(c)).flatten();
        let c = stands_in.unwrap_or(c);
        let (width, height) = (self.width, self.height);
        let drawn = boxes::draw(c, width, height).or_else(|| drawn::draw(c, width, height));
        if let Some(drawn) = drawn {
            return drawn;
        }
        let mut to = Bitmap::new(self.width, self.height);
        if glyph.is_blank() {
            return to;
        }
        let mut em = self.em;
        let mut image = self.outline(c, em);
        // What is larger than a cell at the size of the letters is drawn smaller.
        for _ in 0..3 {
            let (w, h) = (image.placement.width as f32, image.placement.height as f32);
            let fit = (self.width as f32 / w).min(self.height as f32 / h);
            if fit >= 1.0 || w <= self.width as f32 * OVERHANG && h <= self.height as f32 {
                break;
            }
            em *= fit;
            image = self.outline(c, em);
        }
        self.place(&image, &mut to);
        to
    }

    fn outline(&mut self, c: char, em: f32) -> Image {
        let mut scaler = self
            .context
            .builder(self.font)
            .size(em)
            .hint(em >= SMALLEST_HINTED)
            .build();
        let id = self.font.charmap().map(c);
        Render::new(&[Source::Outline])
            .format(Format::Alpha)
            .render(&mut scaler, id)
            .unwrap_or_default()
    }

    /// Puts an outline's image where the font wants it, moved inside the cell where it overhangs.
    fn place(&self, image: &Image, to: &mut Bitmap) {
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
                let share = f32::from(coverage) / 255.0;
                let coverage = (share.powf(CONTRAST) * 255.0).round() as u8;
                to.cover(left + x as i32, top + y as i32, coverage);
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
            assert_ne!(
                font.charmap().map(glyph.to_char()),
                0,
                "{}",
                glyph.to_char()
            );
        }
    }

    #[test]
    fn a_mark_stands_in_the_middle_of_a_square_cell() {
        for side in [12, 15, 20, 32, 48] {
            let mut rasterizer = Rasterizer::new(side, side, false);
            for c in "@·☼AT".chars() {
                let bitmap = rasterizer.glyph(Glyph::of(c).unwrap());
                let columns = 0..side as usize;
                let marked = |x: &usize| (0..side as i32).any(|y| bitmap.row(y)[*x] > 0);
                let left = columns.clone().find(marked).unwrap();
                let right = columns.rev().find(marked).unwrap();
                let off = (left + right).abs_diff(side as usize - 1);
                assert!(off <= 2, "{c} at {side}: {left} to {right}");
            }
        }
    }

    #[test]
    fn letters_share_a_baseline() {
        let mut rasterizer = Rasterizer::new(12, 20, false);
        let lowest = |bitmap: Bitmap| {
            (0..20)
                .rev()
                .find(|&y| bitmap.row(y).iter().any(|&p| p > 127))
                .unwrap()
        };
        let mut of = |c| lowest(rasterizer.glyph(Glyph::of(c).unwrap()));
        let a = of('A');
        for c in "EHLMTXZ1247n".chars() {
            assert_eq!(of(c), a, "{c}");
        }
        assert!(of('g') > a);
    }
}
