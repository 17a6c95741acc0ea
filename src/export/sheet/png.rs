//! Pages as greyscale PNGs.

use std::io::{self, Write};

use png::{BitDepth, ColorType, Encoder, PixelDimensions, Unit};
use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};
use ttf_parser::OutlineBuilder;

use super::font;
use super::page::{Page, Shape};

/// Pixels per metre: 200 dots per inch.
const DENSITY: u32 = 7874;

impl Page {
    /// Writes the page as a greyscale PNG at 200 dots per inch.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write_png(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        let scale = DENSITY as f32 / 1000.0;
        let [width, height] = self.size.map(|length| (length * scale) as u32);
        let mut pixels = Pixmap::new(width, height).expect("a page has a width and a height");
        pixels.fill(tiny_skia::Color::WHITE);
        for shape in &self.shapes {
            draw(shape, &mut pixels, Transform::from_scale(scale, scale));
        }
        let greys: Vec<u8> = pixels.pixels().iter().map(|pixel| pixel.red()).collect();
        let mut encoder = Encoder::new(out, width, height);
        encoder.set_color(ColorType::Grayscale);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_pixel_dims(Some(PixelDimensions {
            xppu: DENSITY,
            yppu: DENSITY,
            unit: Unit::Meter,
        }));
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&greys)?;
        writer.finish()?;
        Ok(())
    }
}

fn draw(shape: &Shape, pixels: &mut Pixmap, transform: Transform) {
    let mut path = PathBuilder::new();
    let mut paint = Paint::default();
    let mut shade = 0;
    match shape {
        Shape::Stroke {
            points,
            width,
            shade,
        } => {
            let mut points = points.iter();
            if let Some([x, y]) = points.next() {
                path.move_to(*x, *y);
            }
            points.for_each(|[x, y]| path.line_to(*x, *y));
            let stroke = Stroke {
                width: *width,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            paint.set_color_rgba8(*shade, *shade, *shade, u8::MAX);
            if let Some(path) = path.finish() {
                pixels.stroke_path(&path, &paint, &stroke, transform, None);
            }
            return;
        }
        Shape::Disc {
            at: [x, y],
            radius,
            shade: of_disc,
        } => {
            path.push_circle(*x, *y, *radius);
            shade = *of_disc;
        }
        Shape::Boxes(boxes) => {
            let rects = boxes
                .iter()
                .filter_map(|[[x, y], [width, height]]| Rect::from_xywh(*x, *y, *width, *height));
            rects.for_each(|rect| path.push_rect(rect));
        }
        Shape::Text { at, height, text } => {
            font::outline(text, *at, *height, &mut Outline(&mut path));
        }
    }
    paint.set_color_rgba8(shade, shade, shade, u8::MAX);
    if let Some(path) = path.finish() {
        fill(pixels, &path, &paint, transform);
    }
}

fn fill(pixels: &mut Pixmap, path: &Path, paint: &Paint<'_>, transform: Transform) {
    pixels.fill_path(path, paint, FillRule::Winding, transform, None);
}

/// Adds outlines to a path.
struct Outline<'a>(&'a mut PathBuilder);

impl OutlineBuilder for Outline<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
