//! Computes the metrics of the map whenever it changes, in the background for large maps, and
//! formats them for the panel.

use bevy::prelude::*;

use super::panel::shown::PanelShown;
use crate::app::dungeon::large::Job;
use crate::app::dungeon::{Dungeon, is_large};
use crate::app::frame::{Phase, any_changed};
use crate::app::notice::Notice;
use crate::app::platform::background::Work;
use crate::app::screen::Screen;
use crate::game::counted;
use crate::mapgen::metric::{Metric, Metrics};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MapMetrics>()
        .init_resource::<MetricsTask>()
        .add_systems(
            Update,
            (
                update_metrics.run_if(any_changed::<(Dungeon, PanelShown)>),
                collect_metrics,
            )
                .chain()
                .in_set(Screen::Lab)
                .in_set(Phase::Settle),
        );
}

/// Metrics of the map; none while the panel is hidden or they are being computed.
#[derive(Resource, Default)]
pub struct MapMetrics(pub Option<Metrics>);

/// The background task that computes a large map's metrics, if one is running.
#[derive(Resource, Default)]
pub(super) struct MetricsTask(pub Option<Work<Metrics>>);

/// A line of the metrics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MetricRow {
    /// What is measured.
    pub metric: Metric,
    /// Its name.
    pub label: &'static str,
    /// The value as text.
    pub value: String,
    /// The value.
    pub figure: u64,
    /// What the metric is, in a sentence.
    pub definition: &'static str,
    /// More about this map, such as where the metric is found.
    pub place: String,
}

impl MetricRow {
    /// Number of lines.
    pub const COUNT: usize = ROWS.len();

    /// The names, in the order of the lines.
    pub const LABELS: [&str; Self::COUNT] = {
        let mut labels = [""; Self::COUNT];
        let mut row = 0;
        while row < Self::COUNT {
            labels[row] = ROWS[row].1;
            row += 1;
        }
        labels
    };
}

const ROWS: [(Metric, &str, &str); 8] = [
    (
        Metric::OpenPermille,
        "open",
        "The share of the map that is walkable.",
    ),
    (Metric::Rooms, "rooms", "Rooms that the generator reported."),
    (
        Metric::Corridors,
        "corridors",
        "Chains of tiles outside rooms that have exactly two neighbours and lie in no open square of 2x2.",
    ),
    (
        Metric::DeadEnds,
        "dead ends",
        "Walkable tiles with one walkable neighbour.",
    ),
    (
        Metric::Loops,
        "loops",
        "Independent loops around something, a pillar or more.",
    ),
    (
        Metric::ChokePoints,
        "choke points",
        "Tiles that would cut others off if they were closed.",
    ),
    (
        Metric::FarthestSteps,
        "farthest",
        "Steps from the start to the tile farthest from it, in four directions.",
    ),
    (
        Metric::LongestSteps,
        "longest path",
        "Steps of the longest of the shortest paths that were found, in four directions.",
    ),
];

/// The metrics in the order of the panel.
pub fn format_metrics(metrics: &Metrics) -> Vec<MetricRow> {
    let row = |(metric, label, definition): (Metric, &'static str, &'static str)| {
        let figure = metrics.figure(metric).unwrap_or_default();
        let place = match (metric, metrics.farthest, metrics.longest_ends) {
            (Metric::OpenPermille, ..) => {
                format!("It has {}", counted(metrics.open as u64, "such tile"))
            }
            (Metric::FarthestSteps, Some(pos), _) => format!("It is at {},{}", pos.x, pos.y),
            (Metric::LongestSteps, _, Some([from, to])) => {
                format!("It leads from {},{} to {},{}", from.x, from.y, to.x, to.y)
            }
            _ => String::new(),
        };
        MetricRow {
            metric,
            label,
            value: value_of(metric, figure),
            figure,
            definition,
            place,
        }
    };
    ROWS.map(row).into()
}

fn value_of(metric: Metric, figure: u64) -> String {
    match metric {
        Metric::OpenPermille => format!("{}.{}%", figure / 10, figure % 10),
        _ => figure.to_string(),
    }
}

/// The values of another map in the rows of [`format_metrics`].
pub fn format_beside(metrics: &Metrics) -> Vec<String> {
    let values =
        ROWS.map(|(metric, ..)| value_of(metric, metrics.figure(metric).unwrap_or_default()));
    values.into()
}

fn update_metrics(
    (dungeon, panel): (Res<Dungeon>, Res<PanelShown>),
    mut metrics: ResMut<MapMetrics>,
    mut task: ResMut<MetricsTask>,
) {
    if !dungeon.is_changed() && (!panel.0 || metrics.0.is_some() || task.0.is_some()) {
        return;
    }
    metrics.0 = None;
    task.0 = None;
    if !panel.0 || dungeon.map().size().area() == 0 {
        return;
    }
    if is_large(dungeon.map().size()) {
        let map = dungeon.shared_map();
        task.0 = Some(Work::start(
            &Job::Metrics.command(dungeon.spec()),
            move || Ok(Metrics::of(&map)),
            Box::new(|bytes| postcard::from_bytes(bytes).map_err(|error| error.to_string())),
        ));
    } else {
        metrics.0 = Some(Metrics::of(dungeon.map()));
    }
}

fn collect_metrics(
    mut task: ResMut<MetricsTask>,
    mut metrics: ResMut<MapMetrics>,
    mut notice: ResMut<Notice>,
) {
    let Some(result) = task.0.as_mut().and_then(Work::take) else {
        return;
    };
    task.0 = None;
    match result {
        Ok(done) => metrics.0 = Some(done),
        Err(reason) => notice.refuse(&reason),
    }
}
