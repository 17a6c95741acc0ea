//! Drawing charts: a picture in memory, its font, colours and text.

use std::io::{self, Write};
use std::sync::Once;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::{register_font, text_anchor};
use text_anchor::{HPos, Pos as Anchor, VPos};

use super::CliError;
use crate::export::Ink;

const FONT: &str = "DejaVu Sans Mono";

/// Background of the whole picture.
pub const PAPER: RGBColor = RGBColor(16, 15, 22);
/// Background of a panel.
pub const GROUND: RGBColor = RGBColor(27, 25, 35);
/// Axes and grid lines.
pub const RULE: RGBColor = RGBColor(58, 55, 70);
pub const TEXT: RGBColor = RGBColor(226, 216, 192);
pub const FAINT: RGBColor = RGBColor(150, 142, 140);

pub type Error = Box<dyn std::error::Error>;
pub type Area<'a> = DrawingArea<BitMapBackend<'a>, Shift>;

/// A picture in memory: bytes for red, green and blue, row by row.
pub struct Picture {
    pub size: (u32, u32),
    pub pixels: Vec<u8>,
}

impl Picture {
    /// Draws a picture of `size`, width and height in pixels.
    ///
    /// # Errors
    /// [`CliError::Plot`].
    pub fn draw(
        size: (u32, u32),
        content: impl FnOnce(&Area<'_>) -> Result<(), Error>,
    ) -> Result<Self, CliError> {
        Self::try_draw(size, content).map_err(|error| CliError::Plot(error.to_string()))
    }

    fn try_draw(
        size: (u32, u32),
        content: impl FnOnce(&Area<'_>) -> Result<(), Error>,
    ) -> Result<Self, Error> {
        load_font();
        let mut pixels = vec![0; size.0 as usize * size.1 as usize * 3];
        {
            let root = BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area();
            root.fill(&PAPER)?;
            content(&root)?;
            root.present()?;
        }
        Ok(Self { size, pixels })
    }

    /// Writes it as a PNG.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut encoder = png::Encoder::new(out, self.size.0, self.size.1);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        Ok(writer.finish()?)
    }
}

fn load_font() {
    static LOADED: Once = Once::new();
    LOADED.call_once(|| {
        let font = include_bytes!("../../assets/fonts/DejaVuSansMono.ttf");
        // If the font cannot be read, drawing text reports it.
        let _ = register_font(FONT, FontStyle::Normal, font);
    });
}

/// A text style `pixels` high.
pub fn style(pixels: u32, colour: RGBColor) -> TextStyle<'static> {
    (FONT, pixels).into_font().color(&colour)
}

/// The middle shade of an ink.
pub fn ink(ink: Ink) -> RGBColor {
    let [red, green, blue] = ink.colour(4);
    RGBColor(red, green, blue)
}

/// Draws the header: the title of the picture, and a note on the right.
///
/// # Errors
/// If the text cannot be drawn.
pub fn draw_header(area: &Area<'_>, left: &str, right: &str) -> Result<(), Error> {
    area.draw_text(left, &style(22, TEXT), (16, 14))?;
    let anchor = Anchor::new(HPos::Right, VPos::Top);
    let width = area.dim_in_pixel().0 as i32;
    area.draw_text(right, &style(15, FAINT).pos(anchor), (width - 16, 19))?;
    Ok(())
}

/// Draws the title of a panel, and a note on the right.
///
/// # Errors
/// If the text cannot be drawn.
pub fn draw_title(area: &Area<'_>, left: &str, right: &str) -> Result<(), Error> {
    area.draw_text(left, &style(16, TEXT), (12, 9))?;
    let anchor = Anchor::new(HPos::Right, VPos::Top);
    let width = area.dim_in_pixel().0 as i32;
    let note = style(13, ink(Ink::Spark)).pos(anchor);
    area.draw_text(right, &note, (width - 12, 11))?;
    Ok(())
}
