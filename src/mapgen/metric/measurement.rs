//! Measuring one map metric by metric: each is measured when it is asked for, and what several have in
//! common only once.

use std::ops::RangeInclusive;

use strum::{EnumCount, IntoStaticStr, VariantArray};

use super::{MetricBuffers, Metrics, Path, shape};
use crate::geom::{Pos, Rect};
use crate::map::distance::Sweep;
use crate::map::region::Touch;
use crate::map::{Map, Tile};

/// A metric that is a number; [`Metrics`] has a field of each name.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, EnumCount, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case")]
#[expect(missing_docs, reason = "the fields of `Metrics` say what each means")]
pub enum Metric {
    Open,
    OpenPermille,
    Rooms,
    Corridors,
    DeadEnds,
    Loops,
    ChokePoints,
    FarthestSteps,
    LongestSteps,
}

impl Metric {
    /// Every metric, in the order of the JSON output.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// Its name in JSON, in lowercase.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The metric called `name`; `None` if there is none.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.name() == name)
    }

    /// About how long it takes to measure on its own, in the time that the fastest takes.
    pub const fn cost(self) -> u32 {
        match self {
            Self::Rooms => 1,
            Self::Open | Self::OpenPermille => 5,
            Self::DeadEnds => 10,
            Self::Loops | Self::Corridors => 20,
            Self::FarthestSteps => 40,
            Self::ChokePoints => 80,
            Self::LongestSteps => 120,
        }
    }
}

/// The metrics of one map, each measured the first time it is asked for.
///
/// ```
/// use undercroft::{map::Map, mapgen::metric::{Measurement, Metric, MetricBuffers}};
/// let map = Map::from_text("@..\n#.#\n#.#\n")?;
/// let mut buffers = MetricBuffers::default();
/// let mut measurement = Measurement::new(&map, &mut buffers);
/// assert_eq!(measurement.get(Metric::DeadEnds), 3);
/// assert_eq!(measurement.get(Metric::LongestSteps), 3);
/// # Ok::<(), undercroft::map::TextError>(())
/// ```
#[derive(Debug)]
pub struct Measurement<'a> {
    map: &'a Map,
    buffers: &'a mut MetricBuffers,
    open: Option<usize>,
    corridors: Option<usize>,
    dead_ends: Option<usize>,
    loops: Option<usize>,
    choke_points: Option<usize>,
    /// The path from the start or the first walkable tile to the tile farthest from it, and the number of
    /// tiles reached.
    first: Option<Option<(Path, usize)>>,
    longest: Option<Option<Path>>,
}

impl<'a> Measurement<'a> {
    /// A measurement of `map`, of which nothing is measured yet. Allocates nothing once the buffers have
    /// grown.
    pub const fn new(map: &'a Map, buffers: &'a mut MetricBuffers) -> Self {
        Self {
            map,
            buffers,
            open: None,
            corridors: None,
            dead_ends: None,
            loops: None,
            choke_points: None,
            first: None,
            longest: None,
        }
    }

    /// The value of `metric`. The first time at most about linear in the area, then constant.
    pub fn get(&mut self, metric: Metric) -> u64 {
        match metric {
            Metric::Open => self.open() as u64,
            Metric::OpenPermille => self.open_permille() as u64,
            Metric::Rooms => self.map.rooms.len() as u64,
            Metric::Corridors => self.corridors() as u64,
            Metric::DeadEnds => self.dead_ends() as u64,
            Metric::Loops => self.loops() as u64,
            Metric::ChokePoints => self.choke_points() as u64,
            Metric::FarthestSteps => self.farthest().map_or(0, |path| path.steps.into()),
            Metric::LongestSteps => self.longest().map_or(0, |path| path.steps.into()),
        }
    }

    /// Whether the value of `metric` is one of `values`. Measures no further than that takes.
    pub fn is_within(&mut self, metric: Metric, values: RangeInclusive<u64>) -> bool {
        if metric == Metric::LongestSteps && self.longest.is_none() {
            // No tile is farther from the source than that path is long, so no two are farther apart than twice that.
            let least = self.first().map_or(0, |path| u64::from(path.steps));
            let most = 2 * least;
            if most < *values.start() || *values.end() < least {
                return false;
            }
        }
        values.contains(&self.get(metric))
    }

    /// Every metric.
    pub(super) fn all(mut self) -> Metrics {
        let (farthest, longest) = (self.farthest(), self.longest());
        Metrics {
            open: self.open(),
            open_permille: self.open_permille(),
            rooms: self.map.rooms.len(),
            corridors: self.corridors(),
            dead_ends: self.dead_ends(),
            loops: self.loops(),
            choke_points: self.choke_points(),
            farthest: farthest.map(|path| path.to),
            farthest_steps: farthest.map_or(0, |path| path.steps),
            longest_ends: longest.map(|path| [path.from, path.to]),
            longest_steps: longest.map_or(0, |path| path.steps),
        }
    }

    /// Reads the walkable tiles, which all other metrics but the rooms need; returns their number.
    fn open(&mut self) -> usize {
        let Self { map, buffers, .. } = self;
        *self.open.get_or_insert_with(|| {
            buffers.open.read(&map.tiles, Tile::is_walkable);
            buffers.open.len()
        })
    }

    fn open_permille(&mut self) -> usize {
        self.open() * 1000 / self.map.size().area().max(1)
    }

    /// The start, if it is walkable.
    fn home(&self) -> Option<Pos> {
        self.map.start.filter(|start| self.map.is_walkable(*start))
    }

    fn dead_ends(&mut self) -> usize {
        self.open();
        let MetricBuffers {
            open, dead_ends, ..
        } = &mut *self.buffers;
        *self.dead_ends.get_or_insert_with(|| {
            shape::find_dead_ends(open, dead_ends);
            dead_ends.len()
        })
    }

    /// The number of chains of corridor tiles outside the rooms.
    fn corridors(&mut self) -> usize {
        self.open();
        let MetricBuffers {
            open,
            corridors,
            regions,
            ..
        } = &mut *self.buffers;
        *self.corridors.get_or_insert_with(|| {
            shape::find_corridors(open, corridors);
            for room in &self.map.rooms {
                corridors.remove_rect(room.area);
            }
            regions.label(corridors, Touch::Side);
            regions.count()
        })
    }

    fn choke_points(&mut self) -> usize {
        self.open();
        let MetricBuffers {
            open,
            rock,
            regions,
            chokes,
            ..
        } = &mut *self.buffers;
        *self.choke_points.get_or_insert_with(|| {
            shape::find_choke_points(open, rock, regions, chokes);
            chokes.len()
        })
    }

    /// The number of loops in the region of the start.
    fn loops(&mut self) -> usize {
        if let Some(loops) = self.loops {
            return loops;
        }
        let open = self.open();
        // A search that is done already tells whether there is another region.
        let is_connected = self
            .first
            .map(|first| first.is_some_and(|(_, reached)| reached == open));
        let loops = match self.home() {
            None => 0,
            Some(_) if is_connected == Some(true) => shape::count_loops(&self.buffers.open),
            Some(home) => self.count_loops_around(home),
        };
        *self.loops.insert(loops)
    }

    fn count_loops_around(&mut self, home: Pos) -> usize {
        let MetricBuffers {
            open,
            home: region,
            regions,
            ..
        } = &mut *self.buffers;
        regions.label(open, Touch::Side);
        if regions.count() == 1 {
            return shape::count_loops(open);
        }
        let number = regions.at(home);
        region.reset(open.size());
        for run in regions.runs().filter(|run| Some(run.region) == number) {
            let first = Pos::new(run.left as i32, run.y as i32);
            let length = run.right - run.left + 1;
            region.insert_rect(Rect::sized(first, length as i32, 1));
        }
        shape::count_loops(region)
    }

    /// The path from the start to the tile farthest from it.
    fn farthest(&mut self) -> Option<Path> {
        let home = self.home();
        self.first().filter(|_| home.is_some())
    }

    fn first(&mut self) -> Option<Path> {
        if self.first.is_none() {
            self.open();
            let source = self.home().or_else(|| self.buffers.open.iter().next());
            self.first = Some(source.and_then(|source| self.sweep_from(source)));
        }
        self.first.flatten().map(|(path, _)| path)
    }

    fn longest(&mut self) -> Option<Path> {
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
        let sweep: Option<Sweep> = distances.sweep(open, from);
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
