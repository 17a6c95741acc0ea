//! Which run the screen shows: the player's own, or a watched one. Sends the turns taken in it as messages, which
//! effects, sounds and stains each read once.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::run::Run;
use super::turn::TurnTaken;
use crate::app::card::{Cards, RunSource, ScreenCard};
use crate::app::frame::{Phase, React};
use crate::app::screen::Screen;
use crate::game::View;

/// A run that the player only watches: a recording, or the bot's run behind the title.
#[derive(Resource)]
pub struct Watched {
    /// The run.
    pub run: Run,
    /// Whether its levels are shown whole, including what its player does not know.
    pub whole: bool,
}

/// Access to the run that the current screen shows.
#[derive(SystemParam)]
pub(in crate::app) struct ShownRun<'w> {
    played: Option<Res<'w, Run>>,
    watched: Option<Res<'w, Watched>>,
    screen: Res<'w, State<Screen>>,
    cards: Res<'w, Cards>,
}

impl ShownRun<'_> {
    fn card(&self) -> ScreenCard {
        self.cards.of(*self.screen.get())
    }

    /// `None` on a screen that shows no run, and while none has begun.
    pub fn run(&self) -> Option<&Run> {
        match self.card().run? {
            RunSource::Played => self.played.as_deref(),
            RunSource::Watched => self.watched.as_deref().map(|watched| &watched.run),
        }
    }

    /// What the player knows of the run, or everything if it is watched whole.
    pub fn view(&self) -> Option<View<'_>> {
        let view = self.run()?.game().view();
        let whole = self.card().run == Some(RunSource::Watched)
            && self.watched.as_ref().is_some_and(|watched| watched.whole);
        Some(if whole { view.whole() } else { view })
    }

    /// Whether the screen has a log and a sidebar.
    pub fn has_panels(&self) -> bool {
        self.card().has_run_panels
    }
}

/// Whether the screen shows a run.
pub(in crate::app::stage) fn has_run(shown: ShownRun) -> bool {
    shown.run().is_some()
}

/// Whether the shown run has been replaced or has something new to show.
pub(in crate::app::stage) fn has_changed(shown: ShownRun) -> bool {
    match shown.card().run {
        Some(RunSource::Played) => shown.played.is_some_and(|run| run.is_changed()),
        _ => shown.watched.is_some_and(|watched| watched.is_changed()),
    }
}

/// Whether the screen shows a run with its log and sidebar.
pub(in crate::app::stage) fn has_panels(shown: ShownRun) -> bool {
    shown.has_panels() && shown.run().is_some()
}

pub(in crate::app::stage) fn plugin(app: &mut App) {
    app.init_resource::<Cards>()
        .add_message::<TurnTaken>()
        .add_systems(React, send_turns.in_set(Phase::Generate));
}

/// Sends the turns that were taken, and marks a run as changed only if there is something new to show.
fn send_turns(
    (run, watched): (Option<ResMut<Run>>, Option<ResMut<Watched>>),
    mut turns: MessageWriter<TurnTaken>,
) {
    if let Some(mut run) = run {
        turns.write_batch(run.bypass_change_detection().take_turns());
        if run.bypass_change_detection().take_dirty() {
            run.set_changed();
        }
    }
    if let Some(mut watched) = watched {
        let run = &mut watched.bypass_change_detection().run;
        turns.write_batch(run.take_turns());
        if run.take_dirty() {
            watched.set_changed();
        }
    }
}
