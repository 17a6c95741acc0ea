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
                .in_set(Phase::Light),
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
    /// The value.
    pub figure: u64,
    /// More about this map, such as where the metric is found.
    pub place: String,
}

/// The lines, one for each of [`Metric::ALL`].
pub fn format_metrics(metrics: &Metrics) -> Vec<MetricRow> {
    let row = |metric: Metric| {
        let place = match (metric, metrics.farthest, metrics.longest_ends) {
            (Metric::FarthestSteps, Some(pos), _) => format!(" It is at {},{}.", pos.x, pos.y),
            (Metric::LongestSteps, _, Some([from, to])) => {
                format!(" It leads from {},{} to {},{}.", from.x, from.y, to.x, to.y)
            }
            _ => String::new(),
        };
        MetricRow {
            metric,
            figure: metrics.figure(metric).unwrap_or_default(),
            place,
        }
    };
    Metric::ALL.map(row).into()
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
