//! What the shown map is like, in numbers: measured when it changes, for large maps beside the
//! frames. [`facts`] says which numbers are shown, and how.

use bevy::prelude::*;

use super::panel::PanelShown;
use crate::app::dungeon::large::Job;
use crate::app::dungeon::{Dungeon, is_large};
use crate::app::frame::Phase;
use crate::app::notice::Notice;
use crate::app::platform::beside::Work;
use crate::geom::Pos;
use crate::mapgen::metric::Metrics;

/// Keeps the [`Measures`].
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Measures>()
        .init_resource::<Underway>()
        .add_systems(
            Update,
            (
                measure
                    .run_if(resource_changed::<Dungeon>.or_eager(resource_changed::<PanelShown>)),
                collect,
            )
                .chain()
                .in_set(Phase::Settle),
        );
}

/// The measures of the shown map; none while nobody looks at them or they are being taken.
#[derive(Resource, Default)]
pub struct Measures(pub Option<Metrics>);

/// Measures of a large map that are being taken.
#[derive(Resource, Default)]
pub(super) struct Underway(Option<Work<Metrics>>);

impl Underway {
    /// Whether there are any.
    pub(super) const fn is_busy(&self) -> bool {
        self.0.is_some()
    }
}

/// What the panel tells of a map: a word or two, and the number.
pub fn facts(metrics: &Metrics) -> Vec<(&'static str, String)> {
    let place = |pos: Option<Pos>| {
        pos.map_or_else(|| "none".to_owned(), |pos| format!("{},{}", pos.x, pos.y))
    };
    let share = metrics.open_permille;
    vec![
        (
            "open",
            format!("{} ({}.{}%)", metrics.open, share / 10, share % 10),
        ),
        ("rooms", metrics.rooms.to_string()),
        ("corridors", metrics.corridors.to_string()),
        ("dead ends", metrics.dead_ends.to_string()),
        ("loops", metrics.loops.to_string()),
        ("choke points", metrics.choke_points.to_string()),
        ("farthest", format!("{} steps", metrics.farthest_steps)),
        ("  at", place(metrics.farthest)),
        ("longest path", format!("{} steps", metrics.longest_steps)),
        ("  from", place(metrics.longest_ends.map(|[from, _]| from))),
        ("  to", place(metrics.longest_ends.map(|[_, to]| to))),
    ]
}

fn measure(
    (dungeon, shown): (Res<Dungeon>, Res<PanelShown>),
    mut measures: ResMut<Measures>,
    mut underway: ResMut<Underway>,
) {
    if !dungeon.is_changed() && (!shown.0 || measures.0.is_some() || underway.is_busy()) {
        return;
    }
    measures.0 = None;
    underway.0 = None;
    if !shown.0 || dungeon.map().size().area() == 0 {
        return;
    }
    if is_large(dungeon.map().size()) {
        let map = dungeon.shared_map();
        underway.0 = Some(Work::start(
            &Job::Metrics.command(dungeon.spec()),
            move || Ok(Metrics::of(&map)),
            Box::new(|bytes| postcard::from_bytes(bytes).map_err(|error| error.to_string())),
        ));
    } else {
        measures.0 = Some(Metrics::of(dungeon.map()));
    }
}

fn collect(
    mut underway: ResMut<Underway>,
    mut measures: ResMut<Measures>,
    mut notice: ResMut<Notice>,
) {
    if !underway.is_busy() {
        return;
    }
    let taken = underway.0.as_mut().and_then(Work::take);
    if taken.is_some() {
        underway.0 = None;
    }
    match taken {
        Some(Ok(metrics)) => measures.0 = Some(metrics),
        Some(Err(reason)) => notice.refuse(&reason),
        None => {}
    }
}
