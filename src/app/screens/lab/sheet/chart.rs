//! The expressive range of the Lab's kind of map: a heat map of two metrics over thousands of seeds, drawn while they are
//! measured. A cell opens its maps as a search. With a map to compare, its kind lies over it.

use std::ops::{ControlFlow, RangeInclusive};

use super::tasks::SearchTasks;
use crate::geom::Dir;
use crate::mapgen::MapSpec;
use crate::mapgen::metric::Metric;
use crate::search::{Bins, Cells, Condition, ExpressiveRange, Point};

/// The seeds that are looked at.
const SEEDS: &str = "0..10000";
/// The most cells along an axis.
const MOST_CELLS: u64 = 32;

/// One of at most two kinds of map.
struct Kind {
    spec: MapSpec,
    tasks: SearchTasks,
    range: ExpressiveRange,
}

/// A heat map.
pub struct Chart {
    axes: [Metric; 2],
    kinds: Vec<Kind>,
    /// How both axes are divided, and the maps of each kind, once there are any.
    cells: Option<([Bins; 2], Vec<Cells>)>,
    /// Column and row of the chosen cell, from the lowest values.
    cursor: [usize; 2],
}

impl Chart {
    /// The chart of these kinds of map, of which at most two count.
    pub fn new(axes: [Metric; 2], specs: &[MapSpec]) -> Self {
        let [x, y] = axes.map(Metric::name);
        let kind = |spec: &MapSpec| {
            let condition = format!("{x} >= 0 && {y} >= 0").parse().ok()?;
            Some(Kind {
                spec: spec.clone(),
                tasks: SearchTasks::new(spec, condition, None, SEEDS).ok()?,
                range: ExpressiveRange::default(),
            })
        };
        Self {
            axes,
            kinds: specs.iter().take(2).filter_map(kind).collect(),
            cells: None,
            cursor: [0, 0],
        }
    }

    /// The kinds of map, the first one below.
    pub fn specs(&self) -> impl Iterator<Item = &MapSpec> {
        self.kinds.iter().map(|kind| &kind.spec)
    }

    /// The kinds of map, as share codes without a seed.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let searches = self.kinds.iter().map(|kind| kind.tasks.search());
        searches.map(|search| search.question().variants.to_string())
    }

    /// How the axes are divided, and the maps of each kind.
    pub const fn cells(&self) -> Option<&([Bins; 2], Vec<Cells>)> {
        self.cells.as_ref()
    }

    /// Column and row of the chosen cell, from the lowest values.
    pub const fn cursor(&self) -> [usize; 2] {
        self.cursor
    }

    /// Chooses a cell, if there is one.
    pub fn choose(&mut self, cell: [usize; 2]) {
        if let Some((bins, _)) = &self.cells
            && cell[0] < bins[0].count
            && cell[1] < bins[1].count
        {
            self.cursor = cell;
        }
    }

    /// Chooses the next cell in a direction. Rows go up.
    pub fn go(&mut self, dir: Dir) {
        let [column, row] = self.cursor;
        let [column, row] = match dir {
            Dir::North => [Some(column), Some(row + 1)],
            Dir::South => [Some(column), row.checked_sub(1)],
            Dir::West => [column.checked_sub(1), Some(row)],
            _ => [Some(column + 1), Some(row)],
        };
        if let (Some(column), Some(row)) = (column, row) {
            self.choose([column, row]);
        }
    }

    /// The numbers of maps of each kind in a cell.
    pub fn maps(&self, cell: [usize; 2]) -> [u64; 2] {
        let mut maps = [0; 2];
        if let Some((_, kinds)) = &self.cells {
            for (maps, cells) in maps.iter_mut().zip(kinds) {
                *maps = cells.get(cell).map_or(0, |cell| cell.maps);
            }
        }
        maps
    }

    /// The values of the chosen cell along both axes.
    pub fn values(&self) -> Option<[RangeInclusive<u64>; 2]> {
        let (bins, _) = self.cells.as_ref()?;
        let [column, row] = self.cursor;
        Some([bins[0].values(column), bins[1].values(row)])
    }

    /// The condition that the maps of the chosen cell meet.
    pub fn condition(&self) -> Option<Condition> {
        let [x, y] = self.values()?;
        let part =
            |metric: Metric, values: &RangeInclusive<u64>| match values.start() == values.end() {
                true => format!("{} == {}", metric.name(), values.start()),
                false => format!("{} in {}..={}", metric.name(), values.start(), values.end()),
            };
        let [on_x, on_y] = [part(self.axes[0], &x), part(self.axes[1], &y)];
        format!("{on_x} && {on_y}").parse().ok()
    }

    /// How many maps were measured, and how much two kinds have in common.
    pub fn progress(&self) -> String {
        let looked_at: u64 = self.kinds.iter().map(|kind| kind.tasks.looked_at()).sum();
        let all: u64 = self
            .kinds
            .iter()
            .map(|kind| kind.tasks.search().maps())
            .sum();
        let overlap = match self.cells.as_ref().map(|(_, kinds)| kinds.as_slice()) {
            Some([one, other]) => one.overlap_permille(other),
            _ => None,
        };
        let overlap = overlap.map_or_else(String::new, |permille| {
            format!(", overlap {}.{}%", permille / 10, permille % 10)
        });
        match looked_at < all {
            true => format!("{looked_at} of {all} maps measured{overlap}"),
            false => format!("{all} maps{overlap}"),
        }
    }

    /// Whether all maps are measured.
    pub fn is_over(&self) -> bool {
        self.kinds.iter().all(|kind| kind.tasks.is_over())
    }

    /// Goes on with the measuring: whether there is anything new, and whether there is more to come.
    pub fn go_on(&mut self) -> (bool, bool) {
        let (mut is_new, mut is_over) = (false, true);
        for kind in &mut self.kinds {
            let metrics = kind.tasks.search().question().metrics();
            let [x, y] = self
                .axes
                .map(|axis| metrics.iter().position(|metric| *metric == axis));
            let (Some(x), Some(y)) = (x, y) else { continue };
            let range = &mut kind.range;
            is_new |= kind.tasks.go_on(|findings| {
                for found in findings.matches {
                    range.add(Point {
                        x: found.figures[x],
                        y: found.figures[y],
                        seed: found.seed,
                    });
                }
                ControlFlow::Continue(())
            });
            is_over &= kind.tasks.is_over();
        }
        if is_new {
            let ranges: Vec<&ExpressiveRange> = self.kinds.iter().map(|kind| &kind.range).collect();
            let was_new = self.cells.is_none();
            self.cells = Bins::over(&ranges, MOST_CELLS).map(|bins| {
                let cells = ranges.iter().map(|range| range.cells(bins));
                (bins, cells.collect())
            });
            if let Some((bins, kinds)) = &self.cells {
                let fullest = kinds.first().and_then(Cells::fullest);
                let [column, row] = self.cursor;
                self.cursor = match fullest {
                    Some((place, _)) if was_new => place,
                    _ => [column.min(bins[0].count - 1), row.min(bins[1].count - 1)],
                };
            }
        }
        (is_new, is_over)
    }
}
