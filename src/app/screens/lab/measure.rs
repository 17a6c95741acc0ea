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
use crate::geom::Pos;
use crate::mapgen::metric::Metrics;

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

/// Formats the metrics as pairs of a label and a value, in the order of the panel.
pub fn format_metrics(metrics: &Metrics) -> Vec<(&'static str, String)> {
    let position = |pos: Option<Pos>| {
        pos.map_or_else(|| "none".to_owned(), |pos| format!("{},{}", pos.x, pos.y))
    };
    let permille = metrics.open_permille;
    vec![
        (
            "open",
            format!("{} ({}.{}%)", metrics.open, permille / 10, permille % 10),
        ),
        ("rooms", metrics.rooms.to_string()),
        ("corridors", metrics.corridors.to_string()),
        ("dead ends", metrics.dead_ends.to_string()),
        ("loops", metrics.loops.to_string()),
        ("choke points", metrics.choke_points.to_string()),
        ("farthest", format!("{} steps", metrics.farthest_steps)),
        ("  at", position(metrics.farthest)),
        ("longest path", format!("{} steps", metrics.longest_steps)),
        (
            "  from",
            position(metrics.longest_ends.map(|[from, _]| from)),
        ),
        ("  to", position(metrics.longest_ends.map(|[_, to]| to))),
    ]
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
