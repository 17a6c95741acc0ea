//! The metrics, a row each: name, unit, what it is, and how it is measured. The types, the panel of the Lab, the
//! conditions of a search, the help texts, the schema and the documentation all come from these rows.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::measurement::HomeRegion;
use super::{Measurement, shape};
use crate::geom::Pos;
use crate::map::RoomGraph;
use crate::map::region::Touch;

/// What a row says of a metric.
#[derive(Debug)]
pub(super) struct Row {
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
    cost: u32,
    /// Its value, which is asked for once.
    pub measure: fn(&mut Measurement<'_>) -> u64,
    /// The least and the most that the value can be by metrics that take less time.
    pub bounds: fn(&mut Measurement<'_>) -> RangeInclusive<u64>,
}

/// For most metrics nothing else tells anything.
const fn unbounded(_: &mut Measurement<'_>) -> RangeInclusive<u64> {
    0..=u64::MAX
}

/// Declares the metrics: those of every map, with places that belong to them, and those that are measured where they
/// are asked for by name.
macro_rules! metrics {
    (
        of every map: [$($of:ident $of_name:ident $([
            $($place:ident: $kind:ty = $find:path, $about:literal)+
        ])? { unit: $of_unit:literal, meaning: $of_meaning:literal, $($of_field:tt)+ })+]
        by name: [$($by:ident $by_name:ident {
            unit: $by_unit:literal, meaning: $by_meaning:literal, $($by_field:tt)+
        })+]
    ) => {
        /// A metric that is a number.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Metric {
            $(#[doc = $of_meaning] $of,)+
            $(#[doc = $by_meaning] $by,)+
        }

        static ROWS: [Row; Metric::NAMED.len()] = [
            $(Row { name: stringify!($of_name), unit: $of_unit, meaning: $of_meaning, $($of_field)+ },)+
            $(Row { name: stringify!($by_name), unit: $by_unit, meaning: $by_meaning, $($by_field)+ },)+
        ];

        impl Metric {
            /// The metrics that [`Metrics`] has a field of, in the order of the JSON output.
            pub const ALL: [Self; [$(Self::$of),+].len()] = [$(Self::$of),+];

            /// Those that are measured only where they are asked for by name: other counts of loops.
            pub const BY_NAME: [Self; [$(Self::$by),+].len()] = [$(Self::$by),+];

            /// All, in the order in which people are told of them.
            pub const NAMED: [Self; Self::ALL.len() + Self::BY_NAME.len()] =
                [$(Self::$of,)+ $(Self::$by),+];
        }

        /// Metrics of one map. Only walkable tiles count; neighbours are those in the four cardinal directions, and so
        /// are steps unless it was [measured](Measurement::with_steps) in eight. The region of the map is that of the
        /// start or, without a start, of its first walkable tile, row by row.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub struct Metrics {
            $(
                $($(#[doc = $about] pub $place: $kind,)+)?
                #[doc = $of_meaning]
                pub $of_name: u64,
            )+
        }

        impl Metrics {
            pub(super) fn read(measurement: &mut Measurement<'_>) -> Self {
                Self {
                    $(
                        $($($place: $find(measurement),)+)?
                        $of_name: measurement.get(Metric::$of),
                    )+
                }
            }

            /// The value of each of [`Metric::ALL`].
            const fn values(&self) -> [u64; Metric::ALL.len()] {
                [$(self.$of_name),+]
            }
        }
    };
}

metrics! {
    of every map: [
        Open open {
            unit: "%",
            meaning: "walkable tiles of 100 tiles of the map, rounded down",
            cost: 5,
            measure: |of| of.open_tiles() * 100 / of.map.size().area().max(1) as u64,
            bounds: unbounded,
        }
        Rooms rooms {
            unit: "rooms",
            meaning: "rooms that the generator reported",
            cost: 1,
            measure: |of| of.map.rooms.len() as u64,
            bounds: unbounded,
        }
        Corridors corridors {
            unit: "corridors",
            meaning: "ways one tile wide that do not branch: maximal chains of tiles outside rooms that have exactly two neighbours each and lie in no open square of 2x2",
            cost: 20,
            measure: count_corridors,
            bounds: unbounded,
        }
        DeadEnds dead_ends {
            unit: "tiles",
            meaning: "walkable tiles with one walkable neighbour",
            cost: 10,
            measure: count_dead_ends,
            bounds: unbounded,
        }
        Loops loops {
            unit: "loops",
            meaning: "pieces of rock, or of anything else that cannot be walked on, that the tiles reachable from the start surround; pieces that touch at a corner are one",
            cost: 20,
            measure: |of| of.home_region().map_or(0, shape::count_loops) as u64,
            bounds: unbounded,
        }
        ChokePoints choke_points {
            unit: "tiles",
            meaning: "tiles that would cut other tiles off if they were closed",
            cost: 80,
            measure: count_choke_points,
            bounds: unbounded,
        }
        FarthestSteps farthest_steps [
            farthest: Option<Pos> = farthest_tile,
                "The tile farthest from the start; of several, the first row by row."
        ] {
            unit: "steps",
            meaning: "steps from the start to the tile farthest from it",
            cost: 40,
            measure: |of| of.farthest().map_or(0, |path| path.steps.into()),
            bounds: unbounded,
        }
        LongestSteps longest_steps [
            longest_ends: Option<[Pos; 2]> = longest_ends,
                "The two ends of the longest shortest path that was found, the start first if it is one; `None` if there is no walkable tile."
        ] {
            unit: "steps",
            meaning: "steps of the longest of the shortest paths that were found: the maximum without loops, and otherwise at least half of it",
            cost: 120,
            measure: |of| of.longest().map_or(0, |path| path.steps.into()),
            // No tile is farther from the source than that path is long, so no two are farther apart than twice that.
            bounds: |of| {
                let least = of.first().map_or(0, |path| u64::from(path.steps));
                least..=2 * least
            },
        }
    ]
    by name: [
        LargeLoops large_loops {
            unit: "loops",
            meaning: "loops around at least four tiles, so without pillars and thin walls",
            cost: 60,
            measure: count_large_loops,
            bounds: |of| 0..=of.get(Metric::Loops),
        }
        GraphLoops graph_loops {
            unit: "loops",
            meaning: "loops of the room graph: those that no room, chamber, passage or junction contains by itself, so without pillars in a room",
            cost: 1000,
            measure: |of| match of.get(Metric::Loops) {
                0 => 0,
                _ => RoomGraph::without_exit(of.map).loops() as u64,
            },
            bounds: |of| 0..=of.get(Metric::Loops),
        }
    ]
}

impl Metric {
    pub(super) fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Its name in JSON, in conditions and on the panel, in lowercase.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// What it counts, in the plural, or `%` of a share.
    pub fn unit(self) -> &'static str {
        self.row().unit
    }

    /// A value as people read it: `61%`, and of all but shares the number alone.
    pub fn in_words(self, value: u64) -> String {
        match self.is_share() {
            true => format!("{value}%"),
            false => value.to_string(),
        }
    }

    /// Whether its values are per cent.
    pub fn is_share(self) -> bool {
        self.unit() == "%"
    }

    /// What it is, as a phrase.
    pub fn meaning(self) -> &'static str {
        self.row().meaning
    }

    /// About how long it takes to measure on its own, in the time that the fastest takes.
    pub fn cost(self) -> u32 {
        self.row().cost
    }

    /// The metric called `name`; `None` if there is none.
    pub fn find(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|metric| metric.name() == name)
    }
}

impl Metrics {
    /// The value of a metric; none of one that is measured only where it is asked for.
    pub fn figure(&self, metric: Metric) -> Option<u64> {
        self.values().get(metric as usize).copied()
    }

    /// Every number with its name, in the order of the JSON output.
    pub fn figures(&self) -> [(&'static str, u64); Metric::ALL.len()] {
        Metric::ALL.map(|metric| (metric.name(), self.values()[metric as usize]))
    }
}

fn count_corridors(of: &mut Measurement<'_>) -> u64 {
    let (map, buffers) = of.opened();
    let corridors = &mut buffers.corridors;
    shape::find_corridors(&buffers.open, corridors);
    for room in &map.rooms {
        corridors.remove_rect(room.area);
    }
    buffers.regions.label(corridors, Touch::Side);
    buffers.regions.count() as u64
}

fn count_dead_ends(of: &mut Measurement<'_>) -> u64 {
    let (_, buffers) = of.opened();
    shape::find_dead_ends(&buffers.open, &mut buffers.dead_ends);
    buffers.dead_ends.len() as u64
}

fn count_choke_points(of: &mut Measurement<'_>) -> u64 {
    let (_, buffers) = of.opened();
    shape::find_choke_points(
        &buffers.open,
        &mut buffers.rock,
        &mut buffers.regions,
        &mut buffers.chokes,
    );
    buffers.chokes.len() as u64
}

fn count_large_loops(of: &mut Measurement<'_>) -> u64 {
    if of.get(Metric::Loops) == 0 {
        return 0;
    }
    let buffers = &mut *of.buffers;
    let region = match of.home {
        Some(HomeRegion::Part) => &buffers.home,
        _ => &buffers.open,
    };
    let (rock, regions) = (&mut buffers.rock, &mut buffers.regions);
    shape::count_large_loops(region, rock, regions, &mut buffers.sizes) as u64
}

fn farthest_tile(of: &mut Measurement<'_>) -> Option<Pos> {
    of.farthest().map(|path| path.to)
}

fn longest_ends(of: &mut Measurement<'_>) -> Option<[Pos; 2]> {
    of.longest().map(|path| [path.from, path.to])
}
