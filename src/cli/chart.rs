//! Drawing charts: a picture in memory, its font, colours and text.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Once;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::{register_font, text_anchor};
use text_anchor::{HPos, Pos as Anchor, VPos};

use super::CliError;
use crate::export::{Colour, Ink, heat};

const FONT: &str = "DejaVu Sans Mono";

/// Height of the header, in pixels.
pub const HEADER_HEIGHT: u32 = 56;

/// Background of the whole picture.
pub const PAPER: RGBColor = RGBColor(16, 15, 22);
/// Background of a panel.
pub const GROUND: RGBColor = rgb(heat::GROUND);
/// Colour of axes and grid lines.
pub const RULE: RGBColor = RGBColor(58, 55, 70);
/// Colour of titles and counts.
pub const TEXT: RGBColor = RGBColor(226, 216, 192);
/// Colour of notes and labels.
pub const FAINT: RGBColor = RGBColor(150, 142, 140);

/// A colour of the core as one of a chart.
pub const fn rgb([red, green, blue]: Colour) -> RGBColor {
    RGBColor(red, green, blue)
}

pub type Error = Box<dyn std::error::Error>;
pub type Area<'a> = DrawingArea<BitMapBackend<'a>, Shift>;
pub type Chart<'a, 'b> =
    ChartContext<'a, BitMapBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// A picture in memory.
pub struct Picture {
    /// Width and height, in pixels.
    pub size: (u32, u32),
    /// Bytes for red, green and blue, row by row.
    pub pixels: Vec<u8>,
}

impl Picture {
    /// Draws a picture of `size`, width and height in pixels.
    pub fn draw(
        size: (u32, u32),
        content: impl FnOnce(&Area<'_>) -> Result<(), Error>,
    ) -> Result<Self, CliError> {
        Self::try_draw(size, content)
            .map_err(|error| CliError::Failure(format!("cannot draw the plot: {error}")))
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
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_described("", out)
    }

    /// Writes it as a PNG with a description, in ASCII, unless that is empty.
    pub fn write_described(&self, description: &str, out: &mut dyn Write) -> io::Result<()> {
        let mut encoder = png::Encoder::new(out, self.size.0, self.size.1);
        encoder.set_color(png::ColorType::Rgb);
        if !description.is_empty() {
            encoder.add_text_chunk("Description".to_owned(), description.to_owned())?;
        }
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        Ok(writer.finish()?)
    }
}

fn load_font() {
    static LOADED: Once = Once::new();
    LOADED.call_once(|| {
        // If the font cannot be read, drawing text reports it.
        let _ = register_font(FONT, FontStyle::Normal, crate::font::FONT);
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
pub fn draw_header(area: &Area<'_>, left: &str, right: &str) -> Result<(), Error> {
    area.draw_text(left, &style(22, TEXT), (16, 14))?;
    let anchor = Anchor::new(HPos::Right, VPos::Top);
    let width = area.dim_in_pixel().0 as i32;
    area.draw_text(right, &style(15, FAINT).pos(anchor), (width - 16, 19))?;
    Ok(())
}

/// Fills a panel and draws its title and a note on the right; returns the area within.
pub fn draw_panel<'a>(area: &Area<'a>, left: &str, right: &str) -> Result<Area<'a>, Error> {
    let area = area.margin(6, 6, 6, 6);
    area.fill(&GROUND)?;
    area.draw_text(left, &style(16, TEXT), (12, 9))?;
    let anchor = Anchor::new(HPos::Right, VPos::Top);
    let width = area.dim_in_pixel().0 as i32;
    let note = style(13, ink(Ink::Spark)).pos(anchor);
    area.draw_text(right, &note, (width - 12, 11))?;
    Ok(area)
}

/// A chart with axes for these ranges in a panel; only the vertical axis is labelled.
pub fn draw_axes<'a, 'b>(
    panel: &'a Area<'b>,
    x: Range<f64>,
    y: Range<f64>,
) -> Result<Chart<'a, 'b>, Error> {
    let mut chart = ChartBuilder::on(panel)
        .margin(10)
        .margin_top(34)
        .margin_right(18)
        .x_label_area_size(24)
        .y_label_area_size(48)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RULE)
        .axis_style(RULE)
        .x_labels(0)
        .y_labels(4)
        .y_label_formatter(&|count| format!("{count:.0}"))
        .label_style(style(12, FAINT))
        .draw()?;
    Ok(chart)
}

/// Draws a label above a point of a chart, or below it in a fainter colour.
pub fn draw_label(
    panel: &Area<'_>,
    chart: &Chart<'_, '_>,
    at: (f64, f64),
    is_below: bool,
    label: &str,
) -> Result<(), Error> {
    let (left, top) = panel.get_base_pixel();
    let (x, y) = chart.plotting_area().map_coordinate(&at);
    let (colour, side, shift) = match is_below {
        true => (FAINT, VPos::Top, 7),
        false => (TEXT, VPos::Bottom, -3),
    };
    let text = style(12, colour).pos(Anchor::new(HPos::Center, side));
    panel.draw_text(label, &text, (x - left, y - top + shift))?;
    Ok(())
}
