//! Measuring one map metric by metric: each is measured when it is asked for, and what several have in
//! common only once.

use std::ops::RangeInclusive;

use strum::{EnumCount, IntoStaticStr, VariantArray};

use super::{MetricBuffers, Metrics, Path, shape};
use crate::geom::{Pos, Rect};
use crate::map::distance::{Sweep, UNBOUNDED};
use crate::map::region::Touch;
use crate::map::{Map, RoomGraph, Steps, Tile, TileSet};

/// A metric that is a number.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, EnumCount, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "the fields of `Metrics` say what all but the last mean"
)]
pub enum Metric {
    Open,
    OpenPermille,
    Rooms,
    Corridors,
    DeadEnds,
    Loops,
    LargeLoops,
    ChokePoints,
    FarthestSteps,
    LongestSteps,
    /// Number of loops of the room graph, [`RoomGraph::loops`].
    GraphLoops,
}

impl Metric {
    /// The metrics that [`Metrics`] has a field of, in the order of the JSON output.
    pub const ALL: [Self; Self::COUNT - 1] = crate::listed(Self::VARIANTS);

    /// These, and `graph_loops`, which takes longer than all of them together and so is measured only where it is
    /// asked for by name.
    pub const NAMED: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// Its name in JSON, in lowercase.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The metric called `name`; `None` if there is none.
    pub fn find(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|metric| metric.name() == name)
    }

    /// About how long it takes to measure on its own, in the time that the fastest takes.
    pub const fn cost(self) -> u32 {
        match self {
            Self::Rooms => 1,
            Self::Open | Self::OpenPermille => 5,
            Self::DeadEnds => 10,
            Self::Loops | Self::Corridors => 20,
            Self::FarthestSteps => 40,
            Self::LargeLoops => 60,
            Self::ChokePoints => 80,
            Self::LongestSteps => 120,
            Self::GraphLoops => 1000,
        }
    }
}

/// The metrics of one map, each measured the first time it is asked for.
///
/// ```
/// use undercroft_core::{map::Map, mapgen::metric::{Measurement, Metric, MetricBuffers}};
/// let map = Map::from_text("@..\n#.#\n#.#\n")?;
/// let mut buffers = MetricBuffers::default();
/// let mut measurement = Measurement::new(&map, &mut buffers);
/// assert_eq!(measurement.get(Metric::DeadEnds), 3);
/// assert_eq!(measurement.get(Metric::LongestSteps), 3);
/// # Ok::<(), undercroft_core::map::TextError>(())
/// ```
#[derive(Debug)]
pub struct Measurement<'a> {
    map: &'a Map,
    buffers: &'a mut MetricBuffers,
    steps: Steps,
    open: Option<usize>,
    corridors: Option<usize>,
    dead_ends: Option<usize>,
    home: Option<HomeRegion>,
    loops: Option<usize>,
    large_loops: Option<usize>,
    graph_loops: Option<usize>,
    choke_points: Option<usize>,
    /// The path from the start or the first walkable tile to the tile farthest from it, and the number of
    /// tiles reached.
    first: Option<Option<(Path, usize)>>,
    longest: Option<Option<Path>>,
}

/// The region of the start.
#[derive(Clone, Copy, Debug)]
enum HomeRegion {
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
            open: None,
            corridors: None,
            dead_ends: None,
            home: None,
            loops: None,
            large_loops: None,
            graph_loops: None,
            choke_points: None,
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
        match metric {
            Metric::Open => self.open() as u64,
            Metric::OpenPermille => self.open_permille() as u64,
            Metric::Rooms => self.map.rooms.len() as u64,
            Metric::Corridors => self.corridors() as u64,
            Metric::DeadEnds => self.dead_ends() as u64,
            Metric::Loops => self.loops() as u64,
            Metric::LargeLoops => self.large_loops() as u64,
            Metric::GraphLoops => self.graph_loops() as u64,
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
        // Large loops and those of the graph are among all loops.
        if matches!(metric, Metric::LargeLoops | Metric::GraphLoops)
            && (self.loops() as u64) < *values.start()
        {
            return false;
        }
        values.contains(&self.get(metric))
    }

    /// Every metric but `graph_loops`.
    pub fn all(mut self) -> Metrics {
        let (farthest, longest) = (self.farthest(), self.longest());
        Metrics {
            open: self.open(),
            open_permille: self.open_permille(),
            rooms: self.map.rooms.len(),
            corridors: self.corridors(),
            dead_ends: self.dead_ends(),
            loops: self.loops(),
            large_loops: self.large_loops(),
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

    /// The region of the start, and whether it is a part of the walkable tiles.
    fn home_region(&mut self) -> Option<&TileSet> {
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
        let open = self.open();
        let Some(home) = self.home() else {
            return HomeRegion::None;
        };
        // A search that is done already tells whether there is another region.
        if let Some(Some((_, reached))) = self.first
            && reached == open
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

    fn loops(&mut self) -> usize {
        if let Some(loops) = self.loops {
            return loops;
        }
        let loops = self.home_region().map_or(0, shape::count_loops);
        *self.loops.insert(loops)
    }

    fn large_loops(&mut self) -> usize {
        if self.large_loops.is_none() && self.loops() > 0 {
            let MetricBuffers {
                open,
                home,
                rock,
                regions,
                sizes,
                ..
            } = &mut *self.buffers;
            let region = match self.home {
                Some(HomeRegion::Part) => home,
                _ => open,
            };
            let loops = shape::count_large_loops(region, rock, regions, sizes);
            self.large_loops = Some(loops);
        }
        self.large_loops.unwrap_or(0)
    }

    fn graph_loops(&mut self) -> usize {
        if self.graph_loops.is_none() && self.loops() > 0 {
            self.graph_loops = Some(RoomGraph::without_exit(self.map).loops());
        }
        self.graph_loops.unwrap_or(0)
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
