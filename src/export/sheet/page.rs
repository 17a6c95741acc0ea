//! A page: shapes at places in millimetres.

/// A point, or a width and a height, in millimetres; points from the upper left corner.
pub type Point = [f32; 2];

/// The size of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Paper {
    /// 210 x 297 mm
    #[default]
    A4,
    /// 8.5 x 11 inches
    Letter,
}

impl Paper {
    /// Width and height.
    pub(super) const fn size(self) -> Point {
        match self {
            Self::A4 => [210.0, 297.0],
            Self::Letter => [215.9, 279.4],
        }
    }
}

/// A part of a page. Shades go from 0, black, to 255, white.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A line with round ends and corners.
    Stroke {
        points: Vec<Point>,
        width: f32,
        shade: u8,
    },
    /// A filled circle.
    Disc { at: Point, radius: f32, shade: u8 },
    /// Black rectangles, each a corner and a size.
    Boxes(Vec<[Point; 2]>),
    /// Black text that begins at a point on its base line.
    Text {
        at: Point,
        /// Height of the line.
        height: f32,
        text: String,
    },
}

/// Part of a page that opens a link.
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    pub corner: Point,
    pub size: Point,
    pub address: String,
}

/// A page to print.
#[derive(Clone, Debug)]
pub struct Page {
    pub(super) size: Point,
    pub(super) shapes: Vec<Shape>,
    pub(super) links: Vec<Link>,
}

impl Page {
    pub(super) const fn new(paper: Paper) -> Self {
        Self {
            size: paper.size(),
            shapes: Vec::new(),
            links: Vec::new(),
        }
    }

    pub(super) fn add_line(&mut self, points: &[Point], width: f32, shade: u8) {
        self.shapes.push(Shape::Stroke {
            points: points.to_vec(),
            width,
            shade,
        });
    }

    pub(super) fn add_disc(&mut self, at: Point, radius: f32, shade: u8) {
        self.shapes.push(Shape::Disc { at, radius, shade });
    }

    pub(super) fn add_text(&mut self, at: Point, height: f32, text: &str) {
        self.shapes.push(Shape::Text {
            at,
            height,
            text: text.to_owned(),
        });
    }
}
