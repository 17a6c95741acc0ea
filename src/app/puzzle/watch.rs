//! Watching how a round was solved, in its place on the screen of the puzzle. The player's own round waits. The keys are
//! those of the replays of runs.

use std::mem::take;
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;

use super::{Puzzle, PuzzleSession, Recorded, Round, Solve};
use crate::app::begin::Begin;
use crate::app::input::{CommonAction, Layer, LayerClosed, Layers};
use crate::app::notice::Notice;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::{OpenScreen, Screen};
use crate::app::ui::hud::Hint;
use crate::app::ui::playback::{Playback, ReplayAction};
use crate::app::ui::stopwatch::{PlayTime, format_time};
use crate::app::ui::timeline::{Sought, Timeline};

/// How a round was solved, as far as it is watched.
pub struct Watch<P: Puzzle> {
    /// The round that is shown.
    pub(super) round: Recorded<P::Round>,
    /// What waits for the end.
    pub(super) state: P,
    solve: Arc<Solve<P::Round>>,
    /// The moves made, and the time of the round.
    made: usize,
    at: Duration,
    playback: Playback,
    /// Whether the player comes from the list of replays, and goes back to it.
    is_listed: bool,
    /// Whether a film is made of it, which has a clock of its own.
    is_filmed: bool,
}

/// The hints of the bar.
pub static WATCH_HINTS: [Hint; 6] = [
    (&[&ReplayAction::TogglePlay], "play, pause"),
    (
        &[&ReplayAction::StepBack, &ReplayAction::StepForward],
        "move",
    ),
    (&[&ReplayAction::Slower, &ReplayAction::Faster], "speed"),
    (
        &[&ReplayAction::GoToStart, &ReplayAction::GoToEnd],
        "start, end",
    ),
    (&[&CommonAction::Help], "keys"),
    (&[&CommonAction::Back], "end"),
];

impl<P: Puzzle> Watch<P> {
    /// The moves made.
    pub const fn made(&self) -> usize {
        self.made
    }

    /// Whether it plays rather than pauses.
    pub const fn is_playing(&self) -> bool {
        self.playback.is_playing()
    }

    /// What the bar says.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let (time, whole) = (format_time(self.at), format_time(self.solve.time()));
        let is_at_end = self.made == self.solve.moves().len();
        let state = match self.is_filmed {
            true => String::new(),
            false => self.playback.describe(is_at_end),
        };
        vec![
            ("watching", format!("{time} of {whole}")),
            (
                "moves",
                format!("{} of {}", self.made, self.solve.moves().len()),
            ),
            ("", state),
        ]
    }

    /// What the timeline shows: the time of the solve.
    fn timeline(&self) -> Timeline {
        let times = (self.at, self.solve.time());
        Timeline {
            shown: (times.0.as_secs_f32(), times.1.as_secs_f32()),
            label: format!("{} of {}", format_time(times.0), format_time(times.1)),
            is_playing: self.is_playing(),
        }
    }

    /// When a number of moves are made.
    fn time_of(&self, count: usize) -> Duration {
        let last = count
            .checked_sub(1)
            .and_then(|at| self.solve.moves().nth(at));
        last.map_or(Duration::ZERO, |(time, _)| time)
    }
}

impl<P: Puzzle> PuzzleSession<P> {
    /// How something was solved, if the player watches it.
    pub const fn watched(&self) -> Option<&Watch<P>> {
        self.watch.as_ref()
    }

    /// Shows how a round was solved, from its start, for a player who comes from the list of replays or not.
    pub(super) fn start_watch(&mut self, solve: Arc<Solve<P::Round>>, is_listed: bool) {
        self.skip_lessons();
        let Ok(start) = P::Round::begin(solve.setup()) else {
            return;
        };
        let state = take(&mut self.state);
        self.watch = Some(Watch {
            round: Recorded::new(start),
            state,
            solve,
            made: 0,
            at: Duration::ZERO,
            playback: Playback::playing(),
            is_listed,
            is_filmed: false,
        });
        self.present();
    }

    /// Begins to film how a round was solved, with a ghost that goes along.
    #[cfg(not(target_family = "wasm"))]
    pub(in crate::app) fn begin_film(
        &mut self,
        solve: Arc<Solve<P::Round>>,
        rival: Option<Arc<Solve<P::Round>>>,
    ) {
        self.start_watch(solve, false);
        if let Some(watch) = &mut self.watch {
            watch.is_filmed = true;
        }
        self.race_ghost(rival.map(|rival| super::Ghost::new(rival, true)));
    }

    /// Plays what is filmed on, and its ghost; returns false at the end.
    #[cfg(not(target_family = "wasm"))]
    pub(in crate::app) fn film_on(&mut self, by: Duration) -> bool {
        let Some(watch) = &self.watch else {
            return false;
        };
        let (before, end) = (watch.at, watch.solve.time());
        let at = (before + by).min(end);
        let count = watch.solve.made_by(at);
        self.seek_watch(count, at);
        if let Some(ghost) = self.ghost_mut() {
            ghost.advance(at);
        }
        before < end
    }

    /// Shows the player's own round again.
    pub(super) fn end_watch(&mut self) {
        if let Some(watch) = self.watch.take() {
            self.state = watch.state;
            self.present_start();
        }
    }

    /// Makes moves up to a number of them, and sets the clock.
    fn seek_watch(&mut self, count: usize, at: Duration) {
        let Some(watch) = &mut self.watch else {
            return;
        };
        let from = watch.made;
        let count = count.min(watch.solve.moves().len());
        let is_back = count < from || at < watch.at;
        (watch.made, watch.at) = (count, at);
        let solve = watch.solve.clone();
        if is_back && let Ok(start) = P::Round::begin(solve.setup()) {
            watch.round = Recorded::new(start);
        }
        let from = if is_back { 0 } else { from };
        let round = watch.round.round_mut();
        for (time, action) in solve.moves().skip(from).take(count - from) {
            round.add_time(time.saturating_sub(round.time()));
            // They were made to check the solve.
            let _ = round.play(action);
        }
        round.add_time(at.saturating_sub(round.time()));
        match is_back {
            true => self.present_rewound(),
            false if count > from => self.state.replayed(&watch.round, count - from),
            false => {}
        }
    }

    fn control_watch(&mut self, action: ReplayAction) {
        let Some(watch) = &mut self.watch else {
            return;
        };
        let (made, length) = (watch.made, watch.solve.moves().len());
        let Some(target) = watch.playback.control(action, made as u64, length as u64) else {
            return;
        };
        let target = target as usize;
        let at = watch.time_of(target);
        self.seek_watch(target, at);
    }

    /// Goes to a place of what is watched, from 0 at its start to 1 at its end.
    fn seek_share(&mut self, share: f32) {
        let Some(watch) = &mut self.watch else {
            return;
        };
        watch.playback.set_playing(false);
        let at = watch.solve.time().mul_f64(f64::from(share.clamp(0.0, 1.0)));
        let count = watch.solve.made_by(at);
        self.seek_watch(count, at);
    }

    /// Lets the clock of what is watched run.
    fn play_watch(&mut self, played: Duration) {
        let runs = |watch: &&mut Watch<P>| watch.is_playing() && !watch.is_filmed;
        let Some(watch) = self.watch.as_mut().filter(runs) else {
            return;
        };
        let at = watch.at + played.mul_f32(watch.playback.factor());
        let at = at.min(watch.solve.time());
        watch.playback.set_playing(at < watch.solve.time());
        let count = watch.solve.made_by(at);
        self.seek_watch(count, at);
    }
}

/// Begins to watch how the round that is shown was solved, or else what the ghost does.
pub(super) fn start<P: Puzzle>(
    mut actions: MessageReader<P::Action>,
    mut session: ResMut<PuzzleSession<P>>,
    mut notice: ResMut<Notice>,
) {
    for _ in actions.read().filter(|action| **action == P::WATCH) {
        let own = session.solve().map(Arc::new);
        let ghost = || Some(session.ghost()?.solve().clone());
        match own.or_else(ghost).filter(|_| session.lesson().is_none()) {
            Some(solve) => {
                session.start_watch(solve, false);
                notice.clear();
            }
            None => notice.say("You can watch a solve once you have solved this yourself"),
        }
    }
}

/// What is done while a solve is watched is meant for the playback alone.
pub(super) fn drop_actions<P: Puzzle>(
    session: Res<PuzzleSession<P>>,
    mut actions: ResMut<Messages<P::Action>>,
) {
    if session.watched().is_some() {
        actions.clear();
    }
}

/// Plays, pauses and seeks.
pub(super) fn control<P: Puzzle>(
    mut actions: MessageReader<ReplayAction>,
    (mut closed, mut sought): (MessageReader<LayerClosed>, MessageReader<Sought>),
    mut session: ResMut<PuzzleSession<P>>,
    mut screens: OpenScreen,
) {
    let is_closed = closed.read().any(|closed| closed.0 == Layer::Playback);
    let Some(watch) = session.watched() else {
        actions.clear();
        return;
    };
    if is_closed {
        if watch.is_listed {
            screens.open(Screen::Replays, Begin::Last);
        }
        session.end_watch();
        return;
    }
    for action in actions.read() {
        session.control_watch(*action);
    }
    if let Some(Sought(share)) = sought.read().last().copied() {
        session.seek_share(share);
    }
}

/// Plays on, unless the list of keys covers the picture.
pub(super) fn advance<P: Puzzle>(
    (played, layers): (Res<PlayTime>, Res<Layers>),
    mut session: ResMut<PuzzleSession<P>>,
    mut wake: MessageWriter<Wake>,
) {
    let is_playing = |session: &PuzzleSession<P>| session.watched().is_some_and(Watch::is_playing);
    if is_playing(&session) && !layers.is_open(Layer::Help) {
        session.play_watch(played.0);
        if is_playing(&session) {
            wake.write(Wake(FRAME));
        }
    }
}

/// Shows the timeline.
pub(super) fn update_timeline<P: Puzzle>(
    session: Res<PuzzleSession<P>>,
    mut timeline: ResMut<Timeline>,
) {
    // A film has no room for it.
    let shown = session
        .watched()
        .filter(|watch| !watch.is_filmed)
        .map(Watch::timeline);
    timeline.set_if_neq(shown.unwrap_or_default());
}

pub(super) fn leave<P: Puzzle>(mut session: ResMut<PuzzleSession<P>>) {
    session.end_watch();
}
