//! What is on the stage: the player's run, or one that is watched. The scene, the panel and the
//! messages show it, whichever it is.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::run::Run;
use crate::app::screen::Screen;
use crate::game::View;

/// A run that is watched: a recording, or a bot's behind the title.
#[derive(Resource)]
pub struct Watched {
    /// The run.
    pub run: Run,
    /// Whether nothing of its levels is hidden.
    pub whole: bool,
}

/// The screens that show a run.
pub(super) const SCREENS: [Screen; 3] = [Screen::Title, Screen::Play, Screen::Replay];

/// Those of them that tell about it in words, too.
pub(super) const TOLD: [Screen; 2] = [Screen::Play, Screen::Replay];

/// The run that the screen shows.
#[derive(SystemParam)]
pub(in crate::app) struct ShownRun<'w> {
    own: Option<Res<'w, Run>>,
    watched: Option<Res<'w, Watched>>,
    screen: Option<Res<'w, State<Screen>>>,
}

impl ShownRun<'_> {
    fn screen(&self) -> Screen {
        self.screen
            .as_ref()
            .map_or(Screen::Play, |screen| *screen.get())
    }

    /// The run, if the screen shows one.
    pub fn run(&self) -> Option<&Run> {
        match self.screen() {
            Screen::Play => self.own.as_deref(),
            Screen::Title | Screen::Replay => self.watched.as_deref().map(|watched| &watched.run),
            _ => None,
        }
    }

    /// What is known of it.
    pub fn view(&self) -> Option<View<'_>> {
        let view = self.run()?.game().view();
        let whole = self.screen() != Screen::Play
            && self.watched.as_ref().is_some_and(|watched| watched.whole);
        Some(if whole { view.whole() } else { view })
    }

    /// Whether the screen tells about it, too.
    pub fn is_told(&self) -> bool {
        TOLD.contains(&self.screen())
    }

    fn is_changed(&self) -> bool {
        match self.screen() {
            Screen::Play => self.own.as_ref().is_some_and(DetectChanges::is_changed),
            _ => self.watched.as_ref().is_some_and(DetectChanges::is_changed),
        }
    }
}

/// Whether the screen shows a run.
pub(super) fn is_set(shown: ShownRun) -> bool {
    shown.run().is_some()
}

/// Whether it is another run now, or has gone on.
pub(super) fn has_changed(shown: ShownRun) -> bool {
    shown.is_changed()
}

/// Whether the screen shows a run, and tells about it.
pub(super) fn is_told(shown: ShownRun) -> bool {
    shown.is_told() && shown.run().is_some()
}
