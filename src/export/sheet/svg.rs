//! Pages as SVG, with text as outlines, so that it looks the same wherever the font is missing.

use std::fmt::Write as _;

use ttf_parser::OutlineBuilder;

use super::font;
use super::page::{Page, Point, Shape};

impl Page {
    /// The page as SVG.
    pub fn to_svg(&self) -> String {
        let [width, height] = self.size;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        for shape in &self.shapes {
            write_shape(&mut svg, shape);
        }
        for link in &self.links {
            let ([x, y], [width, height]) = (link.corner, link.size);
            write(
                &mut svg,
                format_args!(
                    "<a href=\"{}\"><rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{width:.3}\" height=\"{height:.3}\" \
                     fill-opacity=\"0\"/></a>\n",
                    escape(&link.address)
                ),
            );
        }
        svg + "</svg>\n"
    }
}

fn write(svg: &mut String, part: std::fmt::Arguments<'_>) {
    svg.write_fmt(part).expect("a string takes what is written");
}

fn write_shape(svg: &mut String, shape: &Shape) {
    match shape {
        Shape::Stroke {
            points,
            width,
            shade,
        } => {
            let mut data = String::new();
            for (index, [x, y]) in points.iter().enumerate() {
                let letter = if index == 0 { 'M' } else { 'L' };
                write(&mut data, format_args!("{letter}{x:.3} {y:.3}"));
            }
            write(
                svg,
                format_args!(
                    "<path d=\"{data}\" fill=\"none\" stroke=\"#{shade:02x}{shade:02x}{shade:02x}\" \
                     stroke-width=\"{width:.3}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n"
                ),
            );
        }
        Shape::Disc {
            at: [x, y],
            radius,
            shade,
        } => write(
            svg,
            format_args!(
                "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{radius:.3}\" \
                 fill=\"#{shade:02x}{shade:02x}{shade:02x}\"/>\n"
            ),
        ),
        Shape::Boxes(boxes) => {
            let mut data = String::new();
            for [[x, y], [width, height]] in boxes {
                write(
                    &mut data,
                    format_args!("M{x:.3} {y:.3}h{width:.3}v{height:.3}h-{width:.3}z"),
                );
            }
            write(
                svg,
                format_args!("<path d=\"{data}\" shape-rendering=\"crispEdges\"/>\n"),
            );
        }
        Shape::Text { at, height, text } => {
            let mut data = PathData(String::new());
            font::outline(text, *at, *height, &mut data);
            write(
                svg,
                format_args!(
                    "<path role=\"img\" aria-label=\"{}\" d=\"{}\"/>\n",
                    escape(text),
                    data.0
                ),
            );
        }
    }
}

/// Text in an attribute.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// The commands of a path.
struct PathData(String);

impl PathData {
    fn add<const N: usize>(&mut self, letter: char, points: [Point; N]) {
        self.0.push(letter);
        for [x, y] in points {
            write(&mut self.0, format_args!("{x:.3} {y:.3} "));
        }
    }
}

impl OutlineBuilder for PathData {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', [[x, y]]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', [[x, y]]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', [[x1, y1], [x, y]]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', [[x1, y1], [x2, y2], [x, y]]);
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}
