//! What the screen uses of the shell around the run: other screens, the clipboard, notices, the runs that are
//! saved. Starts the runs that follow one that is over.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::mode::Mode;
use crate::app::begin::Begin;
use crate::app::input::{ActionQueue, AnyAction, CurrentNames};
use crate::app::notice::Notice;
use crate::app::platform::Clipboard;
use crate::app::screen::{OpenScreen, Screen};
use crate::app::seed::TitleSeed;
use crate::app::settings::Taught;
use crate::app::stage::{PlayedContent, Run, Saves, Slot};
use crate::game::Setup;

/// How long the end menu ignores input, because keys meant for the map still arrive after the player
/// has died.
const INPUT_DELAY: Duration = Duration::from_secs(1);

/// When the end menu was first shown, by [`Time<Real>`]; `None` while the run continues.
#[derive(Resource, Default)]
pub(super) struct ShownAt(Option<Duration>);

/// Records when the run ended, and drops the keys typed before that.
pub(super) fn record_end(
    run: Res<Run>,
    time: Res<Time<Real>>,
    mut shown_at: ResMut<ShownAt>,
    mut queue: ResMut<ActionQueue>,
) {
    if run.is_playing() {
        shown_at.0 = None;
    } else if shown_at.0.is_none() {
        shown_at.0 = Some(time.elapsed());
        queue.clear();
    }
}

/// The resources that menus use beyond the run itself.
#[derive(SystemParam)]
pub(super) struct ShellContext<'w> {
    shown_at: Res<'w, ShownAt>,
    time: Res<'w, Time<Real>>,
    pub(super) queue: ResMut<'w, ActionQueue>,
    title: ResMut<'w, TitleSeed>,
    content: Option<Res<'w, PlayedContent>>,
    pub(super) taught: ResMut<'w, Taught>,
    pub(super) screens: OpenScreen<'w>,
    saves: Res<'w, Saves>,
    pub(super) clipboard: ResMut<'w, Clipboard>,
    pub(super) notice: ResMut<'w, Notice>,
    pub(super) names: CurrentNames<'w>,
}

impl ShellContext<'_> {
    /// Whether the end menu has been shown for [`INPUT_DELAY`].
    pub(super) fn accepts_input(&self) -> bool {
        let shown_at = self.shown_at.0;
        shown_at.is_some_and(|at| self.time.elapsed().saturating_sub(at) >= INPUT_DELAY)
    }

    /// Queues an action after those that are already waiting.
    pub(super) fn queue_action(&mut self, action: &dyn AnyAction) {
        self.queue.push(action);
    }

    /// The setup of the first run after the training, with the seed that the title shows.
    pub(super) fn first_descent(&self) -> Option<Setup> {
        let content = PlayedContent::or_own(self.content.as_deref()).ok()?;
        Some(Setup::with_content(self.title.seed(), content))
    }

    /// Starts another run, unless its slot already holds one in progress.
    pub(super) fn start_run(&mut self, setup: Setup, run: &mut Run, mode: &mut Mode) {
        match Run::begin(setup) {
            Ok(next) if self.saves.get(Slot::of(next.game())).is_some() => {
                self.screens.open(Screen::Title, Begin::Last);
                self.notice
                    .say("Another run is in progress: continue it, or begin a new one here");
            }
            Ok(next) => {
                *run = next;
                *mode = Mode::Map;
                if run.game().is_training() {
                    self.taught.forget_descend();
                }
                if run.game().seed() == self.title.seed() {
                    self.title.use_up();
                }
            }
            Err(reason) => self.notice.refuse(&reason),
        }
    }
}
