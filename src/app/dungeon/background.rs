//! Generates large maps in the background, one at a time: a new request replaces the one before. Starts,
//! cancels and finishes the work.

use std::time::Duration;

use bevy::prelude::*;
use std::sync::Arc;

use super::large::{self, Job};
use super::{Dungeon, Next};
use crate::app::notice::Notice;
use crate::app::platform::background;
use crate::map::Map;
use crate::mapgen::MapSpec;

/// The map that is being generated in the background, if any.
#[derive(Resource, Default)]
pub struct Background {
    work: Option<Work>,
}

struct Work {
    task: background::Work<Map>,
    next: Next,
    /// Time since startup at the first frame that found the work unfinished.
    start: Option<Duration>,
    elapsed: Duration,
}

impl Background {
    /// Starts generating a map, and cancels the one being generated.
    pub(super) fn start(&mut self, next: Next) {
        let spec = next.source.spec.clone();
        let task = background::Work::start(
            &Job::Map.command(&spec),
            move || spec.generate().map_err(|error| error.to_string()),
            Box::new(|bytes| large::unpack_map(bytes).ok_or_else(|| "the map was lost".to_owned())),
        );
        self.work = Some(Work {
            task,
            next,
            start: None,
            elapsed: Duration::ZERO,
        });
    }

    /// Whether a map is being generated.
    pub const fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// The spec of the map being generated, and the time it has taken so far.
    pub fn work(&self) -> Option<(&MapSpec, Duration)> {
        let work = self.work.as_ref()?;
        Some((&work.next.source.spec, work.elapsed))
    }

    /// Cancels the work and returns a message for the player. Natively, a generator that has started
    /// runs to its end, and its map is dropped.
    pub fn cancel(&mut self) -> Option<String> {
        let work = self.work.take()?;
        Some(format!("Cancelled {}", work.next.source.spec))
    }

    /// Cancels the work silently, because another map replaces it or nobody waits for it any more.
    pub(super) fn discard(&mut self) {
        self.work = None;
    }
}

/// Makes the map the [`Dungeon`]'s once it is finished.
pub(super) fn collect_map(
    mut background: ResMut<Background>,
    mut dungeon: ResMut<Dungeon>,
    mut notice: ResMut<Notice>,
    time: Res<Time<Real>>,
) {
    if !background.is_busy() {
        return;
    }
    let Some(mut work) = background.work.take() else {
        return;
    };
    match work.task.take() {
        None => {
            let now = time.elapsed();
            work.elapsed = now.saturating_sub(*work.start.get_or_insert(now));
            background.work = Some(work);
        }
        Some(Ok(map)) => {
            dungeon.map = Arc::new(map);
            dungeon.show(work.next.source, work.next.way);
        }
        Some(Err(error)) => notice.refuse(&error),
    }
}
