//! The text of a page: its header, and the heading and the share code of each picture, with a QR code.

use qrcode::{Color, EcLevel, QrCode};

use super::font::ADVANCE;
use super::page::{Link, Page, Point, Shape};
use super::{Entry, Style};
use crate::code::link;
use crate::text;

/// Height of a line of text of height 1.
const LINE: f32 = 1.35;
/// From the top of a line to its base line, for text of height 1.
const ASCENT: f32 = 0.95;
/// Space between a picture and its share code, which the QR code needs on all sides: four modules.
const QUIET: f32 = 4.0;
/// The largest QR code, in modules, and the most lines of a share code; longer ones are left out.
const MAX_MODULES: usize = 117;
const MAX_LINES: usize = 12;

/// The sizes of the text of a sheet.
#[derive(Clone, Copy, Debug)]
pub struct Type {
    pub title: f32,
    pub body: f32,
    pub heading: f32,
    pub code: f32,
    /// Width of a module of a QR code.
    pub module: f32,
}

/// What stands above and below a picture.
#[derive(Clone, Debug)]
pub struct Caption {
    kind: Type,
    heading: String,
    code: String,
    qr: Option<Qr>,
}

/// A QR code and the link in it.
#[derive(Clone, Debug)]
struct Qr {
    address: String,
    /// Modules on a side.
    width: usize,
    dark: Vec<bool>,
}

impl Type {
    /// Text of 7.5 points or more, or in large print of 18.
    pub const fn new(is_large: bool) -> Self {
        match is_large {
            false => Self {
                title: 5.3,
                body: 3.2,
                heading: 3.7,
                code: 2.65,
                module: 0.5,
            },
            true => Self {
                title: 8.5,
                body: 6.4,
                heading: 7.1,
                code: 6.4,
                module: 0.75,
            },
        }
    }

    /// The number of characters of a text of `height` in `width`, at least 1.
    pub fn characters(&self, height: f32, width: f32) -> usize {
        ((width / (ADVANCE * height)) as usize).max(1)
    }

    /// Height of the header of a page with `lines` of text below its title.
    pub fn header_height(&self, lines: usize) -> f32 {
        self.title * LINE + lines as f32 * self.body * LINE + self.body
    }

    /// Adds the header, whose title has the page's number on its right.
    pub fn add_header(
        &self,
        page: &mut Page,
        title: &str,
        number: Option<&str>,
        lines: &[String],
        margin: f32,
    ) {
        let base = margin + self.title * ASCENT;
        page.add_text([margin, base], self.title, title);
        if let Some(number) = number {
            let width = number.len() as f32 * ADVANCE * self.body;
            page.add_text([page.size[0] - margin - width, base], self.body, number);
        }
        add_lines(page, lines, [margin, margin + self.title * LINE], self.body);
    }
}

impl Caption {
    /// The caption of a puzzle.
    pub fn new(number: usize, entry: &Entry, style: &Style<'_>) -> Self {
        let kind = entry.picture.kind();
        let heading = match &entry.name {
            Some(name) => format!("{number}. {name}, {kind}"),
            None => format!("{number}. {kind}"),
        };
        let code = entry.code.clone().unwrap_or_default();
        let site = style.site.filter(|_| !code.is_empty());
        Self {
            kind: Type::new(style.is_large),
            heading,
            qr: site.and_then(|site| Qr::new(link::build(site, &code))),
            code,
        }
    }

    /// The caption of a solution: its number.
    pub fn of_solution(number: usize, style: &Style<'_>) -> Self {
        Self {
            kind: Type::new(style.is_large),
            heading: format!("{number}."),
            code: String::new(),
            qr: None,
        }
    }

    /// The width that the caption needs, so that its lines are not too short.
    pub fn min_width(&self) -> f32 {
        let characters = |count: usize, height: f32| count as f32 * ADVANCE * height;
        let heading = self.heading.chars().count().min(24);
        let code = self.code.len().min(12);
        let code = self.code_left() + characters(code, self.kind.code);
        characters(heading, self.kind.heading).max(code)
    }

    /// Breaks the heading into lines.
    pub fn heading(&self, width: f32) -> Vec<String> {
        let characters = self.kind.characters(self.kind.heading, width);
        text::wrap(&self.heading, characters)
    }

    /// Breaks the share code into lines beside the QR code.
    pub fn code(&self, width: f32) -> Vec<String> {
        let left = width - self.code_left();
        let lines = text::wrap(&self.code, self.kind.characters(self.kind.code, left));
        match lines.len() <= MAX_LINES {
            true => lines,
            false => Vec::new(),
        }
    }

    /// Height of a heading of `lines`.
    pub fn heading_height(&self, lines: usize) -> f32 {
        lines as f32 * self.kind.heading * LINE + self.kind.heading * 0.2
    }

    /// Height of the QR code and of a share code of `lines`, with the space above.
    pub fn height(&self, lines: usize) -> f32 {
        let text = lines as f32 * self.kind.code * LINE;
        let qr = self.qr.as_ref().map_or(0.0, |qr| qr.side(self.kind));
        match text.max(qr) {
            0.0 => 0.0,
            height => height + QUIET * self.kind.module,
        }
    }

    pub fn add_heading(&self, page: &mut Page, lines: &[String], corner: Point) {
        add_lines(page, lines, corner, self.kind.heading);
    }

    /// Adds the QR code and the share code below a picture whose lower left corner is given.
    pub fn add_code(&self, page: &mut Page, lines: &[String], [x, y]: Point) {
        let y = y + QUIET * self.kind.module;
        add_lines(page, lines, [x + self.code_left(), y], self.kind.code);
        if let Some(qr) = &self.qr {
            qr.add_to(page, [x, y], self.kind.module);
        }
    }

    /// From the left edge of the picture to the share code.
    fn code_left(&self) -> f32 {
        let qr = self.qr.as_ref();
        qr.map_or(0.0, |qr| qr.side(self.kind) + QUIET * self.kind.module)
    }
}

impl Qr {
    /// The QR code of a link; `None` if it would be too large to scan. A quarter of a short one may be damaged.
    fn new(address: String) -> Option<Self> {
        let levels = [EcLevel::Q, EcLevel::M, EcLevel::L];
        let mut codes = levels.into_iter().filter_map(|level| {
            QrCode::with_error_correction_level(address.as_bytes(), level).ok()
        });
        let code = codes.find(|code| code.width() <= MAX_MODULES)?;
        let width = code.width();
        let colours = code.into_colors();
        Some(Self {
            address,
            width,
            dark: colours
                .iter()
                .map(|colour| *colour == Color::Dark)
                .collect(),
        })
    }

    /// Width and height without the space around it.
    fn side(&self, kind: Type) -> f32 {
        self.width as f32 * kind.module
    }

    fn add_to(&self, page: &mut Page, [x, y]: Point, module: f32) {
        let mut boxes = Vec::new();
        for (row, dark) in self.dark.chunks(self.width).enumerate() {
            let mut column = 0;
            for same in dark.chunk_by(|one, other| one == other) {
                if same[0] {
                    let corner = [x + column as f32 * module, y + row as f32 * module];
                    boxes.push([corner, [same.len() as f32 * module, module]]);
                }
                column += same.len();
            }
        }
        page.shapes.push(Shape::Boxes(boxes));
        page.links.push(Link {
            corner: [x, y],
            size: [self.width as f32 * module; 2],
            address: self.address.clone(),
        });
    }
}

/// Adds lines of text below each other, the first below a point.
fn add_lines(page: &mut Page, lines: &[String], [x, y]: Point, height: f32) {
    for (index, line) in lines.iter().enumerate() {
        let base = y + (index as f32 * LINE + ASCENT) * height;
        page.add_text([x, base], height, line.trim());
    }
}
