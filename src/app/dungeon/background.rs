//! Maps that are made beside the frames: one at a time, the last one asked for. Knows how to
//! start, to give up and to hand over, not who asks.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use std::sync::Arc;

use super::large::{self, Wanted};
use super::{Dungeon, Next};
use crate::app::notice::Notice;
use crate::app::platform::beside;
use crate::map::Map;
use crate::mapgen::MapSpec;

/// The map that is being made, if one is.
#[derive(Resource, Default)]
pub struct Background {
    work: Option<Work>,
}

struct Work {
    task: beside::Work<Map>,
    next: Next,
    /// Time since it was asked for; counted from the first frame after.
    began: Option<Duration>,
    spent: Duration,
}

impl Background {
    /// Begins a map. One that is under way is given up.
    pub(super) fn start(&mut self, next: Next) {
        let spec = next.spec.clone();
        let task = beside::Work::start(
            &Wanted::Map.of(&next.spec),
            move || spec.generate().map_err(|error| error.to_string()),
            Box::new(|bytes| large::unpack(bytes).ok_or_else(|| "the map was lost".to_owned())),
        );
        self.work = Some(Work {
            task,
            next,
            began: None,
            spent: Duration::ZERO,
        });
    }

    /// Whether a map is being made.
    pub const fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// What is being made, and for how long so far.
    pub fn work(&self) -> Option<(&MapSpec, Duration)> {
        self.work.as_ref().map(|work| (&work.next.spec, work.spent))
    }

    /// Gives up what is being made, and says what that was. Natively a generator that has begun runs on to
    /// its end, and nobody looks at what it made.
    pub fn cancel(&mut self) -> Option<String> {
        let work = self.work.take()?;
        Some(format!("Cancelled {}", work.next.spec))
    }

    /// Gives up what is being made, since something else is wanted.
    pub(super) fn forget(&mut self) {
        self.work = None;
    }
}

/// Hands over the map once it is there.
pub(super) fn collect(
    mut background: ResMut<Background>,
    mut dungeon: ResMut<Dungeon>,
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
    time: Option<Res<Time<Real>>>,
) {
    if !background.is_busy() {
        return;
    }
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    let Some(mut work) = background.work.take() else {
        return;
    };
    match work.task.take() {
        None => {
            let began = *work.began.get_or_insert(now);
            work.spent = now.saturating_sub(began);
            background.work = Some(work);
        }
        Some(Ok(map)) => {
            dungeon.map = Arc::new(map);
            dungeon.enter(work.next);
            redraw.write(RequestRedraw);
        }
        Some(Err(error)) => notice.refuse(&error),
    }
}
