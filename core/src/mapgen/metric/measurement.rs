//! Measuring one map metric by metric: each is measured when it is asked for, and what several have in
//! common only once.

use std::ops::RangeInclusive;

use super::{Metric, MetricBuffers, Metrics, Path, Way};
use crate::geom::{Pos, Rect};
use crate::map::distance::{Sweep, UNBOUNDED};
use crate::map::region::Touch;
use crate::map::{Map, Steps, Tile, TileSet};

/// The metrics of one map, each measured the first time it is asked for.
///
/// ```
/// use undercroft_core::{map::Map, mapgen::metric::{Measurement, Metric, MetricBuffers}};
/// let map = Map::from_text("@..\n#.#\n#.#\n")?;
/// let mut buffers = MetricBuffers::default();
/// let mut measurement = Measurement::new(&map, &mut buffers);
/// assert_eq!(measurement.get(Metric::DeadEnds), 3);
/// assert_eq!(measurement.get(Metric::LongestSteps), 3);
/// # Ok::<(), undercroft_core::text::Invalid>(())
/// ```
#[derive(Debug)]
pub struct Measurement<'a> {
    pub(super) map: &'a Map,
    pub(super) buffers: &'a mut MetricBuffers,
    steps: Steps,
    values: [Option<u64>; Metric::NAMED.len()],
    /// The number of walkable tiles.
    open_tiles: Option<u64>,
    pub(super) home: Option<HomeRegion>,
    /// The path from the start or the first walkable tile to the tile farthest from it, and the number of
    /// tiles reached.
    first: Option<Option<(Path, usize)>>,
    longest: Option<Option<Path>>,
}

/// The region of the start.
#[derive(Clone, Copy, Debug)]
pub(super) enum HomeRegion {
    /// There is no start.
    None,
    /// All walkable tiles, [`MetricBuffers::open`].
    All,
    /// Those in the buffer `home`.
    Part,
}

impl<'a> Measurement<'a> {
    /// A measurement of `map`, of which nothing is measured yet, with steps in four directions. Once the buffers
    /// have grown, only `graph_loops` allocates.
    pub const fn new(map: &'a Map, buffers: &'a mut MetricBuffers) -> Self {
        Self {
            map,
            buffers,
            steps: Steps::Four,
            values: [None; Metric::NAMED.len()],
            open_tiles: None,
            home: None,
            first: None,
            longest: None,
        }
    }

    /// With other steps, for `farthest_steps` and `longest_steps`. No other metric depends on them, since diagonal
    /// steps by the rule of [`Steps::Eight`] lead no further than straight ones.
    #[must_use]
    pub const fn with_steps(mut self, steps: Steps) -> Self {
        self.steps = steps;
        self
    }

    /// The value of `metric`. The first time at most about linear in the area, then constant.
    pub fn get(&mut self, metric: Metric) -> u64 {
        if let Some(value) = self.values[metric as usize] {
            return value;
        }
        let value = (metric.row().measure)(self);
        *self.values[metric as usize].insert(value)
    }

    /// Whether the value of `metric` is one of `values`. Measures no further than that takes.
    pub fn is_within(&mut self, metric: Metric, values: RangeInclusive<u64>) -> bool {
        if self.values[metric as usize].is_none() {
            let (least, most) = (metric.row().bounds)(self).into_inner();
            if most < *values.start() || *values.end() < least {
                return false;
            }
        }
        values.contains(&self.get(metric))
    }

    /// The steps of a shortest way between the nearest tiles of two places; `None` if there is no way, or no such place.
    /// Linear in the area, each time.
    pub fn steps(&mut self, way: Way) -> Option<u64> {
        let (steps, (map, buffers)) = (self.steps, self.opened());
        let (from, to) = (way.from.tiles(map), way.to.tiles(map));
        if from.is_empty() || to.is_empty() {
            return None;
        }
        let MetricBuffers { open, ways, .. } = buffers;
        ways.measure(open, steps, &from, UNBOUNDED);
        let found = to.into_iter().filter_map(|pos| ways.get(pos));
        found.min().map(u64::from)
    }

    /// All of [`Metric::ALL`].
    pub fn all(mut self) -> Metrics {
        // With this search, the region of the start is found sooner.
        self.longest();
        Metrics::read(&mut self)
    }

    /// The map, and the buffers with its walkable tiles, which all metrics but the rooms need.
    pub(super) fn opened(&mut self) -> (&'a Map, &mut MetricBuffers) {
        self.open_tiles();
        (self.map, self.buffers)
    }

    /// The number of walkable tiles.
    pub(super) fn open_tiles(&mut self) -> u64 {
        if let Some(count) = self.open_tiles {
            return count;
        }
        let open = &mut self.buffers.open;
        open.read(&self.map.tiles, Tile::is_walkable);
        *self.open_tiles.insert(open.len() as u64)
    }

    /// The start, if it is walkable.
    fn home(&self) -> Option<Pos> {
        self.map.start.filter(|start| self.map.is_walkable(*start))
    }

    /// The region of the start, and whether it is a part of the walkable tiles.
    pub(super) fn home_region(&mut self) -> Option<&TileSet> {
        if self.home.is_none() {
            self.home = Some(self.find_home_region());
        }
        match self.home? {
            HomeRegion::None => None,
            HomeRegion::All => Some(&self.buffers.open),
            HomeRegion::Part => Some(&self.buffers.home),
        }
    }

    fn find_home_region(&mut self) -> HomeRegion {
        let open = self.open_tiles();
        let Some(home) = self.home() else {
            return HomeRegion::None;
        };
        // A search that is done already tells whether there is another region.
        if let Some(Some((_, reached))) = self.first
            && reached as u64 == open
            && self.steps != Steps::Squeezing
        {
            return HomeRegion::All;
        }
        let MetricBuffers {
            open,
            home: region,
            regions,
            ..
        } = &mut *self.buffers;
        regions.label(open, Touch::Side);
        if regions.count() == 1 {
            return HomeRegion::All;
        }
        let number = regions.at(home);
        region.reset(open.size());
        for run in regions.runs().filter(|run| Some(run.region) == number) {
            let first = Pos::new(run.left as i32, run.y as i32);
            let length = run.right - run.left + 1;
            region.insert_rect(Rect::sized(first, length as i32, 1));
        }
        HomeRegion::Part
    }

    /// The path from the start to the tile farthest from it.
    pub(super) fn farthest(&mut self) -> Option<Path> {
        let home = self.home();
        self.first().filter(|_| home.is_some())
    }

    /// The path from the start, or else the first walkable tile, to the tile farthest from it.
    pub(super) fn first(&mut self) -> Option<Path> {
        if self.first.is_none() {
            self.opened();
            let source = self.home().or_else(|| self.buffers.open.iter().next());
            self.first = Some(source.and_then(|source| self.sweep_from(source)));
        }
        self.first.flatten().map(|(path, _)| path)
    }

    /// The longest of the shortest paths that are found.
    pub(super) fn longest(&mut self) -> Option<Path> {
        if self.longest.is_none() {
            let first = self.first();
            self.longest = Some(first.map(|first| self.extend_path(first)));
        }
        self.longest.flatten()
    }

    /// A shortest path from a tile to the one farthest from it, and the number of tiles reached.
    fn sweep_from(&mut self, from: Pos) -> Option<(Path, usize)> {
        let MetricBuffers {
            open, distances, ..
        } = &mut *self.buffers;
        let sweep = match self.steps {
            Steps::Four => distances.sweep(open, from),
            steps => {
                let reached = distances.measure(open, steps, &[from], UNBOUNDED);
                let farthest = distances.farthest();
                farthest.map(|(farthest, steps)| Sweep {
                    farthest,
                    steps,
                    reached,
                })
            }
        };
        sweep.map(|sweep| {
            let path = Path {
                from,
                to: sweep.farthest,
                steps: sweep.steps,
            };
            (path, sweep.reached)
        })
    }

    /// Extends `path` by sweeping from its far end until it grows no longer.
    ///
    /// Two sweeps find a longest path of a tree: Handler, "Minimax Location of a Facility in an
    /// Undirected Tree Graph" (1973). In other graphs they find a lower bound, usually a close one:
    /// Magnien, Latapy and Habib, "Fast Computation of Empirically Tight Bounds for the Diameter of
    /// Massive Graphs" (2009).
    fn extend_path(&mut self, mut path: Path) -> Path {
        for _ in 0..MAX_SWEEPS {
            match self.sweep_from(path.to) {
                Some((longer, _)) if longer.steps > path.steps => path = longer,
                _ => break,
            }
        }
        path
    }
}

/// The most times to move to the farthest tile in search of a longest path.
const MAX_SWEEPS: usize = 16;
