//! Pages as a PDF. Its font has only the characters in use, and its bytes depend on nothing but the pages.

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{
    ActionType, AnnotationType, CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo,
    UnicodeCmap,
};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;
use ttf_parser::Face;

use super::font;
use super::page::{Link, Page, Point, Shape};

/// Points per millimetre.
const SCALE: f32 = 72.0 / 25.4;
const COMPRESSION: u8 = 9;
/// The font's name among the resources of a page, and its own: six letters mark a font that lacks characters.
const FONT_NAME: Name<'_> = Name(b"F");
const BASE_FONT: Name<'_> = Name(b"UNDCRF+DejaVuSansMono");
/// How far the control points of a quarter of a circle are from its ends, for radius 1.
const KAPPA: f32 = 0.552_285;

/// Objects that there are once.
const CATALOG: Ref = Ref::new(1);
const TREE: Ref = Ref::new(2);
const INFO: Ref = Ref::new(3);
const FONT: Ref = Ref::new(4);
const CID_FONT: Ref = Ref::new(5);
const DESCRIPTOR: Ref = Ref::new(6);
const FONT_FILE: Ref = Ref::new(7);
const CHARACTERS: Ref = Ref::new(8);
const FIRST_FREE: Ref = Ref::new(9);

/// The characters in use.
struct Font {
    face: Face<'static>,
    glyphs: GlyphRemapper,
    characters: UnicodeCmap,
}

/// The PDF of pages.
pub fn to_pdf(title: &str, pages: &[&Page]) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let mut font = Font {
        face: font::face(),
        glyphs: GlyphRemapper::new(),
        characters: UnicodeCmap::new(Name(b"Adobe-Identity-UCS"), system()),
    };
    let mut next = FIRST_FREE;
    let ids: Vec<Ref> = pages
        .iter()
        .map(|page| write_page(&mut pdf, page, &mut font, &mut next))
        .collect();
    let mut catalog = pdf.catalog(CATALOG);
    catalog.pages(TREE).lang(TextStr("en"));
    catalog.finish();
    let mut tree = pdf.pages(TREE);
    tree.count(ids.len() as i32).kids(ids);
    tree.finish();
    let mut info = pdf.document_info(INFO);
    info.title(TextStr(title)).creator(TextStr("Undercroft"));
    info.finish();
    font.write(&mut pdf);
    pdf.finish()
}

fn write_page(pdf: &mut Pdf, page: &Page, font: &mut Font, next: &mut Ref) -> Ref {
    let (id, content) = (next.bump(), next.bump());
    let links: Vec<Ref> = page
        .links
        .iter()
        .map(|link| {
            let id = next.bump();
            write_link(pdf, id, link, page.size);
            id
        })
        .collect();
    let [width, height] = page.size.map(|length| length * SCALE);
    let mut drawn = Content::new();
    // From millimetres below the upper edge to points above the lower edge.
    drawn.transform([SCALE, 0.0, 0.0, -SCALE, 0.0, height]);
    drawn.set_line_cap(LineCapStyle::RoundCap);
    drawn.set_line_join(LineJoinStyle::RoundJoin);
    for shape in &page.shapes {
        draw(&mut drawn, shape, font);
    }
    let bytes = compress_to_vec_zlib(&drawn.finish(), COMPRESSION);
    pdf.stream(content, &bytes).filter(Filter::FlateDecode);
    let mut written = pdf.page(id);
    written
        .parent(TREE)
        .media_box(Rect::new(0.0, 0.0, width, height))
        .contents(content)
        .annotations(links);
    written.resources().fonts().pair(FONT_NAME, FONT);
    written.finish();
    id
}

fn write_link(pdf: &mut Pdf, id: Ref, link: &Link, [_, height]: Point) {
    let ([x, y], [across, down]) = (link.corner, link.size);
    let mut written = pdf.annotation(id);
    written
        .subtype(AnnotationType::Link)
        .rect(Rect::new(
            x * SCALE,
            (height - y - down) * SCALE,
            (x + across) * SCALE,
            (height - y) * SCALE,
        ))
        .border(0.0, 0.0, 0.0, None);
    let mut action = written.action();
    action
        .action_type(ActionType::Uri)
        .uri(Str(link.address.as_bytes()));
}

fn draw(drawn: &mut Content, shape: &Shape, font: &mut Font) {
    let grey = |shade: u8| f32::from(shade) / 255.0;
    match shape {
        Shape::Stroke {
            points,
            width,
            shade,
        } => {
            drawn.set_stroke_gray(grey(*shade)).set_line_width(*width);
            for (index, [x, y]) in points.iter().enumerate() {
                match index {
                    0 => drawn.move_to(*x, *y),
                    _ => drawn.line_to(*x, *y),
                };
            }
            drawn.stroke();
        }
        Shape::Disc { at, radius, shade } => {
            drawn.set_fill_gray(grey(*shade));
            add_circle(drawn, *at, *radius);
            drawn.fill_nonzero();
        }
        Shape::Boxes(boxes) => {
            drawn.set_fill_gray(0.0);
            for [[x, y], [width, height]] in boxes {
                drawn.rect(*x, *y, *width, *height);
            }
            drawn.fill_nonzero();
        }
        Shape::Text {
            at: [x, y],
            height,
            text,
        } => {
            drawn.set_fill_gray(0.0).begin_text();
            drawn
                .set_font(FONT_NAME, *height)
                .set_text_matrix([1.0, 0.0, 0.0, -1.0, *x, *y])
                .show(Str(&font.encode(text)));
            drawn.end_text();
        }
    }
}

fn add_circle(drawn: &mut Content, [x, y]: Point, radius: f32) {
    let at = |[across, down]: Point| [x + across * radius, y + down * radius];
    let [start_x, start_y] = at([1.0, 0.0]);
    drawn.move_to(start_x, start_y);
    let mut from: Point = [1.0, 0.0];
    for _ in 0..4 {
        // A quarter turn.
        let to = [-from[1], from[0]];
        let near =
            |end: Point, other: Point| at([end[0] + KAPPA * other[0], end[1] + KAPPA * other[1]]);
        let ([x1, y1], [x2, y2], [x3, y3]) = (near(from, to), near(to, from), at(to));
        drawn.cubic_to(x1, y1, x2, y2, x3, y3);
        from = to;
    }
    drawn.close_path();
}

const fn system() -> SystemInfo<'static> {
    SystemInfo {
        registry: Str(b"Adobe"),
        ordering: Str(b"Identity"),
        supplement: 0,
    }
}

impl Font {
    /// A text as numbers of glyphs of two bytes.
    fn encode(&mut self, text: &str) -> Vec<u8> {
        let glyphs = text.chars().flat_map(|c| {
            let glyph = self.glyphs.remap(font::glyph(&self.face, c).0);
            self.characters.pair(glyph, c);
            glyph.to_be_bytes()
        });
        glyphs.collect()
    }

    fn write(self, pdf: &mut Pdf) {
        let scale = 1000.0 / f32::from(self.face.units_per_em());
        let scaled = |length: i16| f32::from(length) * scale;
        pdf.type0_font(FONT)
            .base_font(BASE_FONT)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(CID_FONT)
            .to_unicode(CHARACTERS);
        let mut cid_font = pdf.cid_font(CID_FONT);
        cid_font
            .subtype(CidFontType::Type2)
            .base_font(BASE_FONT)
            .system_info(system())
            .font_descriptor(DESCRIPTOR)
            // Some readers take nothing but a whole number.
            .default_width((font::ADVANCE * 1000.0).round())
            .cid_to_gid_map_predefined(Name(b"Identity"));
        cid_font.finish();
        let bounds = self.face.global_bounding_box();
        let bounds = Rect::new(
            scaled(bounds.x_min),
            scaled(bounds.y_min),
            scaled(bounds.x_max),
            scaled(bounds.y_max),
        );
        pdf.font_descriptor(DESCRIPTOR)
            .name(BASE_FONT)
            .flags(FontFlags::FIXED_PITCH | FontFlags::NON_SYMBOLIC)
            .bbox(bounds)
            .italic_angle(0.0)
            .ascent(scaled(self.face.ascender()))
            .descent(scaled(self.face.descender()))
            .cap_height(scaled(self.face.capital_height().unwrap_or_default()))
            .stem_v(80.0)
            .font_file2(FONT_FILE);
        let subset = subsetter::subset(crate::font::FONT, 0, &self.glyphs)
            .expect("the font in assets has TrueType outlines");
        let bytes = compress_to_vec_zlib(&subset, COMPRESSION);
        pdf.stream(FONT_FILE, &bytes).filter(Filter::FlateDecode);
        pdf.cmap(CHARACTERS, &self.characters.finish());
    }
}
