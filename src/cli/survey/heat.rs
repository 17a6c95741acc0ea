//! The picture of an expressive range: a heat map of its cells, beside it a legend and the extremes.

use std::collections::BTreeMap;

use plotters::prelude::*;

use super::range::{Kind, RangeReport};
use crate::cli::CliError;
use crate::cli::chart::{
    self, Area, Error, FAINT, GROUND, HEADER_HEIGHT, Picture, RULE, TEXT, rgb,
};
use crate::export::heat::{HeatScale, KINDS};
use crate::game::counted;
use crate::search::{Bins, Point};
use crate::text::wrap;

/// Width and height of the heat map with its axes, and width of what stands beside it, in pixels.
const MAP_SIZE: (u32, u32) = (800, 744);
const SIDE_WIDTH: u32 = 440;
/// Height of a line beside it, and the characters that a line holds.
const LINE: i32 = 18;
const LINE_CHARACTERS: usize = 56;
/// Width of a patch of colour in the legend, in pixels.
const PATCH: i32 = 34;

/// Draws the heat map.
pub fn draw(report: &RangeReport<'_>) -> Result<Picture, CliError> {
    let size = (MAP_SIZE.0 + SIDE_WIDTH, HEADER_HEIGHT + MAP_SIZE.1);
    Picture::draw(size, |root| {
        let (header, body) = root.split_vertically(HEADER_HEIGHT);
        let (x, y) = (report.axes.x().name(), report.axes.y().name());
        let seeds = report.kinds[0].survey.seeds;
        let note = format!("seeds {} to {}", seeds.first(), seeds.last());
        chart::draw_header(&header, &format!("{x} and {y}"), &note)?;
        let (map, side) = body.split_horizontally(MAP_SIZE.0);
        let scale = scale_of(report);
        draw_map(&map, report, scale)?;
        draw_side(&side, report, scale)
    })
}

/// The scale of the heat map.
fn scale_of(report: &RangeReport<'_>) -> HeatScale {
    let fullest = report.kinds.iter().filter_map(|kind| kind.cells.fullest());
    let most = fullest.map(|(_, cell)| cell.maps).max().unwrap_or(1);
    HeatScale::new(most, report.kinds.len() > 1)
}

/// What the legend says of a step.
fn label(scale: HeatScale, step: u32) -> String {
    let first = 1_u64 << step;
    let last = (2 * first - 1).min(scale.most());
    match first == last {
        true => counted(first, "map"),
        false => format!("{first} to {last} maps"),
    }
}

/// The values of an axis, with whole numbers in the middle of cells one wide.
fn axis(bins: Bins) -> std::ops::Range<f64> {
    let start = bins.start as f64 - 0.5;
    start..start + bins.width as f64 * bins.count as f64
}

fn draw_map(area: &Area<'_>, report: &RangeReport<'_>, scale: HeatScale) -> Result<(), Error> {
    let area = area.margin(6, 6, 6, 6);
    area.fill(&GROUND)?;
    let [x, y] = report.bins;
    let mut chart = ChartBuilder::on(&area)
        .margin(16)
        .x_label_area_size(48)
        .y_label_area_size(64)
        .build_cartesian_2d(axis(x), axis(y))?;
    let whole = |number: &f64| match number.fract() == 0.0 {
        true => format!("{number:.0}"),
        false => String::new(),
    };
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RULE)
        .axis_style(RULE)
        .x_labels(10)
        .y_labels(10)
        .x_label_formatter(&whole)
        .y_label_formatter(&whole)
        .label_style(chart::style(13, FAINT))
        .x_desc(report.axes.x().name())
        .y_desc(report.axes.y().name())
        .axis_desc_style(chart::style(15, TEXT))
        .draw()?;
    let mut cells: BTreeMap<[usize; 2], [u64; 2]> = BTreeMap::new();
    for (kind, number) in report.kinds.iter().zip(0..) {
        for (place, cell) in kind.cells.iter() {
            cells.entry(place).or_default()[number] = cell.maps;
        }
    }
    let corners = |[column, row]: [usize; 2]| {
        let corner =
            |bins: Bins, number: usize| axis(bins).start + (bins.width * number as u64) as f64;
        [
            (corner(x, column), corner(y, row)),
            (corner(x, column + 1), corner(y, row + 1)),
        ]
    };
    chart.draw_series(
        cells.iter().map(|(place, maps)| {
            Rectangle::new(corners(*place), rgb(scale.colour(*maps)).filled())
        }),
    )?;
    let (left, top) = area.get_base_pixel();
    let (width, height) = area.dim_in_pixel();
    let marks = marked(report).into_iter().map(|(place, labels)| {
        let [low, high] = corners(place).map(|at| {
            let (x, y) = chart.plotting_area().map_coordinate(&at);
            (x - left, y - top)
        });
        // A picture's rows count downwards.
        (Frame([low.0, high.1, high.0, low.1]), labels)
    });
    let marks: Vec<(Frame, String)> = marks.collect();
    let mut taken: Vec<Frame> = marks.iter().map(|(frame, _)| *frame).collect();
    for (frame, labels) in &marks {
        let [first, last] = frame.corners();
        area.draw(&Rectangle::new([first, last], chart::PAPER.stroke_width(5)))?;
        area.draw(&Rectangle::new([first, last], TEXT.stroke_width(2)))?;
        let label = frame.label((8 * labels.len() as i32 + 4, 18));
        let whole = Frame([0, 0, width as i32, height as i32]);
        let is_free = |label: &Frame| {
            whole.contains(*label) && !taken.iter().any(|frame| frame.overlaps(*label))
        };
        let label = label.into_iter().find(is_free).unwrap_or(label[0]);
        let [first, last] = label.corners();
        area.draw(&Rectangle::new([first, last], chart::PAPER.filled()))?;
        area.draw_text(labels, &chart::style(13, TEXT), (first.0 + 3, first.1 + 2))?;
        taken.push(label);
    }
    Ok(())
}

/// A rectangle of the picture: left, top, right and bottom, in pixels.
#[derive(Clone, Copy)]
struct Frame([i32; 4]);

impl Frame {
    const fn corners(self) -> [(i32, i32); 2] {
        let [left, top, right, bottom] = self.0;
        [(left, top), (right, bottom)]
    }

    const fn overlaps(self, other: Self) -> bool {
        let ([left, top, right, bottom], other) = (self.0, other.0);
        left < other[2] && other[0] < right && top < other[3] && other[1] < bottom
    }

    const fn contains(self, other: Self) -> bool {
        let ([left, top, right, bottom], other) = (self.0, other.0);
        left <= other[0] && other[2] <= right && top <= other[1] && other[3] <= bottom
    }

    /// The places for a label of this width and height: on the right, on the left, above and below.
    fn label(self, (width, height): (i32, i32)) -> [Self; 4] {
        let [left, top, right, bottom] = self.0;
        let (x, y) = ((left + right - width) / 2, (top + bottom - height) / 2);
        let at = |x: i32, y: i32| Self([x, y, x + width, y + height]);
        [
            at(right + 5, y),
            at(left - 5 - width, y),
            at(x, top - 5 - height),
            at(x, bottom + 5),
        ]
    }
}

/// The numbers of the extremes by the cells that they lie in, such as `1,3`.
fn marked(report: &RangeReport<'_>) -> BTreeMap<[usize; 2], String> {
    let mut marked: BTreeMap<[usize; 2], String> = BTreeMap::new();
    let [x, y] = report.bins;
    let marks = report.kinds.iter().flat_map(|kind| kind.marks(report.axes));
    for (mark, number) in marks.zip(1..) {
        let cell = x.bin(mark.point.x).zip(y.bin(mark.point.y));
        let Some((column, row)) = cell else { continue };
        let labels = marked.entry([column, row]).or_default();
        if !labels.is_empty() {
            labels.push(',');
        }
        labels.push_str(&format!("{number}"));
    }
    marked
}

fn draw_side(area: &Area<'_>, report: &RangeReport<'_>, scale: HeatScale) -> Result<(), Error> {
    let mut pen = Pen { area, y: 10 };
    let colours = match report.kinds.len() > 1 {
        true => KINDS.map(rgb),
        false => [TEXT, TEXT],
    };
    for (kind, colour) in report.kinds.iter().zip(colours) {
        pen.write(&kind.survey.kinds.to_string(), colour)?;
        pen.write(&describe(kind), FAINT)?;
        pen.y += LINE / 2;
    }
    if let Some(overlap) = report.overlap() {
        pen.write(&format!("overlap {overlap}"), TEXT)?;
        pen.y += LINE / 2;
    }
    for step in (0..scale.steps()).rev() {
        let maps = 1 << step;
        let patches: &[[u64; 2]] = match report.kinds.len() > 1 {
            true => &[[maps, 0], [maps, maps], [0, maps]],
            false => &[[maps, 0]],
        };
        let left = 4 + PATCH * patches.len() as i32 + 10;
        for (patch, edge) in patches.iter().zip((4..).step_by(PATCH as usize)) {
            let corners = [(edge, pen.y), (edge + PATCH, pen.y + LINE)];
            area.draw(&Rectangle::new(corners, rgb(scale.colour(*patch)).filled()))?;
        }
        let style = chart::style(13, FAINT);
        area.draw_text(&label(scale, step), &style, (left, pen.y + 2))?;
        pen.y += LINE;
    }
    if report.kinds.len() > 1 {
        pen.y += 4;
        pen.write("blue the first, orange the second, pale both", FAINT)?;
    }
    pen.y += LINE / 2;
    let kinds = report.kinds.iter().zip(colours);
    let marks = kinds.flat_map(|(kind, colour)| {
        let marks = kind.marks(report.axes);
        marks.into_iter().map(move |mark| (mark, colour))
    });
    for ((mark, colour), number) in marks.zip(1..) {
        let Point { x, y, seed } = mark.point;
        let line = format!("{number:2} {}: {x}, {y} #{seed}", mark.name);
        pen.write(&line, colour)?;
    }
    Ok(())
}

fn describe(kind: &Kind<'_>) -> String {
    let maps = counted(kind.survey.maps() as u64, "map");
    match kind.survey.failures.len() {
        0 => maps,
        failed => format!("{maps}, {failed} failed"),
    }
}

/// Writes line after line.
struct Pen<'a, 'b> {
    area: &'a Area<'b>,
    y: i32,
}

impl Pen<'_, '_> {
    fn write(&mut self, text: &str, colour: RGBColor) -> Result<(), Error> {
        for line in wrap(text, LINE_CHARACTERS) {
            let style = chart::style(13, colour);
            self.area.draw_text(&line, &style, (4, self.y))?;
            self.y += LINE;
        }
        Ok(())
    }
}
