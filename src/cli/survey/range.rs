//! The expressive range of one kind of map or of two, written as text and for JSON. The computation is in
//! [`search`](crate::search).

use std::io::{self, Write};

use serde::Serialize;

use super::measure::Survey;
use super::table;
use crate::cli::columns;
use crate::export::record;
use crate::game::counted;
use crate::search::{Axes, Bins, Cells, ExpressiveRange, Extremes, Point};

/// The most cells along an axis.
const MAX_BINS: u64 = 32;

/// The expressive range of one kind of map, or of two over the same cells.
pub struct RangeReport<'a> {
    pub axes: Axes,
    /// The columns and rows of cells.
    pub bins: [Bins; 2],
    /// The kinds, one or two.
    pub kinds: Vec<Kind<'a>>,
}

/// A kind of map with its part of the range.
pub struct Kind<'a> {
    pub survey: &'a Survey,
    pub cells: Cells,
    extremes: Option<Extremes>,
}

/// A map that stands for an extreme, or for the fullest cell.
pub struct Mark {
    /// `lowest loops`
    pub name: String,
    pub point: Point,
}

impl<'a> RangeReport<'a> {
    /// The report on `surveys`, one or two; `None` if none has a map.
    pub fn new(axes: Axes, surveys: impl IntoIterator<Item = &'a Survey>) -> Option<Self> {
        let surveys: Vec<_> = surveys.into_iter().collect();
        let ranges = surveys.iter().map(|survey| range_of(survey, axes));
        let ranges: Vec<ExpressiveRange> = ranges.collect();
        let bins = Bins::over(&ranges.iter().collect::<Vec<_>>(), MAX_BINS)?;
        let kinds = surveys.iter().zip(&ranges).map(|(survey, range)| Kind {
            survey,
            cells: range.cells(bins),
            extremes: range.extremes(),
        });
        Some(Self {
            axes,
            bins,
            kinds: kinds.collect(),
        })
    }

    /// How much of both kinds lies in the same cells, in percent with one decimal place; `None` if there is one
    /// kind with maps.
    pub fn overlap(&self) -> Option<String> {
        let permille = self.overlap_permille()?;
        Some(format!("{}.{}%", permille / 10, permille % 10))
    }

    fn overlap_permille(&self) -> Option<u32> {
        let [one, other] = &self.kinds[..] else {
            return None;
        };
        one.cells.overlap_permille(&other.cells)
    }

    /// What JSON says about it.
    pub fn record(&self) -> impl Serialize + use<> {
        let axis = |metric: &'static str, bins: Bins| {
            record! { metric: metric, start: bins.start, width: bins.width, count: bins.count }
        };
        record! {
            x: axis(self.axes.x().name(), self.bins[0]),
            y: axis(self.axes.y().name(), self.bins[1]),
            kinds: self.kinds.iter().map(Kind::record).collect::<Vec<_>>(),
            overlap_percent: self.overlap_permille().map(|permille| f64::from(permille) / 10.0),
        }
    }

    /// Writes the extremes of each kind, and the overlap, for people to read.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for (index, kind) in self.kinds.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            table::write_heading(kind.survey, out)?;
            kind.write(self.axes, out)?;
        }
        let [x, y] = self.bins;
        writeln!(
            out,
            "\ncells {} x {}, each {} of {} by {} of {}",
            x.count,
            y.count,
            x.width,
            self.axes.x().name(),
            y.width,
            self.axes.y().name()
        )?;
        match self.overlap() {
            Some(overlap) => writeln!(out, "overlap {overlap}"),
            None => Ok(()),
        }
    }
}

impl Kind<'_> {
    fn write(&self, axes: Axes, out: &mut impl Write) -> io::Result<()> {
        let marks = self.marks(axes);
        if marks.is_empty() {
            return Ok(());
        }
        let header = ["", "share code", axes.x().name(), axes.y().name()];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        rows.extend(marks.into_iter().map(|mark| {
            let Point { x, y, seed } = mark.point;
            vec![
                mark.name,
                self.survey.code(seed),
                x.to_string(),
                y.to_string(),
            ]
        }));
        writeln!(out)?;
        columns::write_with(out, 2, &rows)
    }

    fn record(&self) -> impl Serialize + use<> {
        let map = |point: Point| {
            record! { share_code: self.survey.code(point.seed), x: point.x, y: point.y }
        };
        let extreme = |of: fn(Extremes) -> Point| self.extremes.map(|it| map(of(it)));
        let fullest = self.cells.fullest();
        let cells = self.cells.iter();
        let cells = cells.map(|([column, row], cell)| [column as u64, row as u64, cell.maps]);
        record! {
            kind: self.survey.kinds.to_string(),
            maps: self.survey.maps(),
            failed: self.survey.failures.len(),
            lowest_x: extreme(|it| it.lowest_x),
            highest_x: extreme(|it| it.highest_x),
            lowest_y: extreme(|it| it.lowest_y),
            highest_y: extreme(|it| it.highest_y),
            fullest: fullest.map(|(_, cell)| map(cell.first)),
            fullest_maps: fullest.map_or(0, |(_, cell)| cell.maps),
            cells: cells.collect::<Vec<_>>(),
        }
    }

    /// The maps that stand for what is remarkable; empty without a map.
    pub fn marks(&self, axes: Axes) -> Vec<Mark> {
        let (Some(extremes), Some((_, fullest))) = (self.extremes, self.cells.fullest()) else {
            return Vec::new();
        };
        let (x, y) = (axes.x().name(), axes.y().name());
        let maps = counted(fullest.maps, "map");
        let points = [
            (format!("lowest {x}"), extremes.lowest_x),
            (format!("highest {x}"), extremes.highest_x),
            (format!("lowest {y}"), extremes.lowest_y),
            (format!("highest {y}"), extremes.highest_y),
            (format!("fullest cell, {maps}"), fullest.first),
        ];
        let points = points.into_iter();
        points.map(|(name, point)| Mark { name, point }).collect()
    }
}

/// The maps of a survey, by two of their metrics.
fn range_of(survey: &Survey, axes: Axes) -> ExpressiveRange {
    let values = |name: &str| {
        let column = survey.columns.iter().find(|column| column.name == name);
        column.map_or(&[][..], |column| &column.values)
    };
    let mut range = ExpressiveRange::default();
    let pairs = values(axes.x().name()).iter().zip(values(axes.y().name()));
    for ((x, y), index) in pairs.zip(0..) {
        if let (Some(x), Some(y)) = (*x, *y) {
            let seed = survey.seeds.get(index);
            range.add(Point { x, y, seed });
        }
    }
    range
}
