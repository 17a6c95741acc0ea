//! Says the new messages of the run that the player plays or watches.

use bevy::prelude::*;

use super::log::LogFooter;
use super::runs::shown::{self, ShownRun};
use crate::app::speech::{self, Speaking, Speech, is_heard};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(speech::speak::<LogFooter>(|footer| footer.0.clone()))
        .add_systems(
            PostUpdate,
            say.run_if(
                is_heard
                    .and_then(shown::has_panels)
                    .and_then(shown::has_changed),
            )
            .in_set(Speaking::Events),
        );
}

/// Says the messages since the last call; of a run that was opened, the last one.
fn say(shown: ShownRun, mut heard: Local<Option<(u64, u64)>>, mut speech: ResMut<Speech>) {
    let Some(run) = shown.run() else { return };
    let (seed, log) = (run.game().seed().0, run.log());
    let before = heard.filter(|(own, count)| *own == seed && *count <= log.count());
    let before = before.map_or(log.count().saturating_sub(1), |(_, count)| count);
    for line in log.since(before) {
        speech.say(&line.to_string());
    }
    *heard = Some((seed, log.count()));
}
