//! A [`PuzzleSession`]: the round that a player sees, and everything that replaces it by another.

use std::mem::take;
use std::ops::Deref;
use std::sync::Arc;

use bevy::prelude::Resource;

use super::watch::Watch;
use super::{Ghost, Puzzle, Recorded, Round, Shelf, Sitting, Solve, Work};
use crate::app::input::Names;
use crate::app::platform::today;
use crate::app::reward::Records;
use crate::profile::Done;
use crate::profile::daily::{self, SharedResult};
use crate::rng::Seed;

/// A player at a puzzle. It lasts while other screens are open, and reads as the round that is shown.
#[derive(Resource)]
pub struct PuzzleSession<P: Puzzle> {
    /// The state of the screen that outlives a round.
    pub(in crate::app) state: P,
    /// Whether the screen has been visited.
    pub(super) is_begun: bool,
    /// The player's own rounds. The one in play waits while a lesson or a solve is shown.
    sitting: Sitting<P::Round>,
    lesson: Option<LessonRun<P>>,
    /// How something was solved, which the player watches.
    pub(super) watch: Option<Watch<P>>,
    making: Option<Making<P>>,
    /// What was done while a round was being made, once that is shown.
    held: Vec<P::Action>,
    /// What the records say of the round that is shown, once it is finished.
    pub(super) verdict: String,
    /// The last action, if it costs something and has to be asked for again.
    asked: Option<P::Action>,
    /// The recorded solve that was pasted last.
    rival: Option<Arc<Solve<P::Round>>>,
    ghost: Option<Ghost<P::Round>>,
    /// The number of the round that the ghost belongs to.
    ghost_round: Option<u64>,
    hides_ghost: bool,
    /// Whether the round is shown only until the one that was chosen is made.
    is_stand_in: bool,
    arrival: Option<Arrival>,
    lessons_end: Option<LessonsEnd>,
    number: u64,
    /// As `number`, but the same wherever in a solve the player is who watches it.
    view: u64,
}

/// A lesson in play, and the state that waits for its end.
struct LessonRun<P: Puzzle> {
    number: usize,
    round: Recorded<P::Round>,
    state: P,
}

/// A round that is being made.
struct Making<P: Puzzle> {
    request: P::Request,
    work: Work<P::Round>,
    /// Whether it continues a round on the shelf that is the same.
    resumes: bool,
    /// Whether the player waits for it. Otherwise it is only made in advance.
    is_awaited: bool,
    /// Actions for the round, in order. They are gone with it if another is asked for.
    queued: Vec<P::Action>,
}

/// A round that was asked for has been shown.
pub(super) struct Arrival {
    pub greeting: Option<String>,
    /// Whether undo leads back to a round with moves.
    pub can_go_back: bool,
}

/// How the lessons ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LessonsEnd {
    Done,
    Skipped,
}

/// What is shown: a lesson, or what is watched, or else the player's own round.
const fn shown<'a, P: Puzzle>(
    lesson: &'a Option<LessonRun<P>>,
    watch: &'a Option<Watch<P>>,
    sitting: &'a Sitting<P::Round>,
) -> &'a Recorded<P::Round> {
    match (lesson, watch) {
        (Some(lesson), _) => &lesson.round,
        (None, Some(watch)) => &watch.round,
        (None, None) => sitting.recorded(),
    }
}

impl<P: Puzzle> Default for PuzzleSession<P> {
    fn default() -> Self {
        Self::of(P::first(Seed(0)))
    }
}

impl<P: Puzzle> Deref for PuzzleSession<P> {
    type Target = P::Round;

    fn deref(&self) -> &P::Round {
        self.recorded()
    }
}

impl<P: Puzzle> PuzzleSession<P> {
    /// A session at a round, with nothing else.
    pub fn of(round: P::Round) -> Self {
        Self::at(Sitting::of(round), P::default())
    }

    /// A session at a sitting that goes on.
    pub(in crate::app) fn continued(sitting: Sitting<P::Round>) -> Self {
        let state = P::of_word(&sitting.state);
        Self::at(sitting, state)
    }

    const fn at(sitting: Sitting<P::Round>, state: P) -> Self {
        Self {
            state,
            is_begun: false,
            sitting,
            lesson: None,
            watch: None,
            making: None,
            held: Vec::new(),
            verdict: String::new(),
            asked: None,
            rival: None,
            ghost: None,
            ghost_round: None,
            hides_ghost: false,
            is_stand_in: false,
            arrival: None,
            lessons_end: None,
            number: 0,
            view: 0,
        }
    }

    /// Another number for each round whose view begins anew: whole and in the middle.
    pub(in crate::app) const fn view(&self) -> u64 {
        self.view
    }

    /// The recording of the round that is shown.
    const fn recorded(&self) -> &Recorded<P::Round> {
        shown(&self.lesson, &self.watch, &self.sitting)
    }

    /// The round that is shown.
    pub fn round(&self) -> &P::Round {
        self.recorded()
    }

    /// The round that is shown, for changes that are no moves: the time, the cursor, what is painted.
    pub(in crate::app) const fn round_mut(&mut self) -> &mut P::Round {
        match (&mut self.lesson, &mut self.watch) {
            (Some(lesson), _) => lesson.round.round_mut(),
            (None, Some(watch)) => watch.round.round_mut(),
            (None, None) => self.sitting.round_mut(),
        }
    }

    /// The player's own rounds. During lessons, or while something is watched, the one in play waits for the end.
    pub const fn own(&self) -> &Sitting<P::Round> {
        &self.sitting
    }

    /// The player's own rounds, to save them.
    pub(in crate::app) const fn own_mut(&mut self) -> &mut Sitting<P::Round> {
        &mut self.sitting
    }

    /// Whether the round that is shown is the player's own.
    const fn is_own(&self) -> bool {
        self.lesson.is_none() && self.watch.is_none()
    }

    /// The state of the player's own rounds.
    pub(in crate::app) const fn own_state(&self) -> &P {
        match (&self.lesson, &self.watch) {
            (Some(lesson), _) => &lesson.state,
            (None, Some(watch)) => &watch.state,
            (None, None) => &self.state,
        }
    }

    /// The rounds that undo and redo lead to.
    pub const fn shelf(&self) -> &Shelf<P::Round> {
        self.sitting.shelf()
    }

    /// Its name if it is of a pack or the daily of some day; `None` in lessons.
    pub fn name(&self) -> Option<String> {
        self.round().name().filter(|_| self.is_own())
    }

    /// A number that differs whenever another round is shown, or the same one from its start.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Notes a change worth saving that is no move.
    pub(in crate::app) const fn touch(&mut self) {
        if self.is_own() {
            self.sitting.touch();
        }
    }

    // ---- moves

    /// Makes a move. If it finishes the player's own round, the result waits to be recorded, whatever comes next.
    ///
    /// # Errors
    /// Why it is refused; nothing worth saving has changed then.
    pub(in crate::app) fn play(
        &mut self,
        action: <P::Round as Round>::Move,
    ) -> Result<<P::Round as Round>::Outcome, <P::Round as Round>::Refusal> {
        if let Some(lesson) = &mut self.lesson {
            return lesson.round.play(action);
        }
        let was_finished = self.sitting.is_finished();
        let told = self.sitting.play(action)?;
        if was_finished && !self.sitting.is_finished() {
            // It is begun again.
            self.ghost_round = None;
        }
        Ok(told)
    }

    /// Begins the round again by a move. Undo leads back to one that was finished.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub(in crate::app) fn begin_again(
        &mut self,
        action: <P::Round as Round>::Move,
    ) -> Result<(), <P::Round as Round>::Refusal> {
        if !self.is_own() || !self.sitting.begin_again(action) {
            return self.play(action).map(drop);
        }
        self.ghost_round = None;
        self.present_other();
        Ok(())
    }

    /// Takes the results that are not recorded yet.
    pub(super) fn take_unrecorded(&mut self) -> Vec<Done<P::Round>> {
        self.sitting.take_finished()
    }

    /// How the round that is shown was finished.
    pub(super) fn solve(&self) -> Option<Solve<P::Round>> {
        self.recorded().solve()
    }

    /// The result of the shown round as it is shared, once it is finished.
    pub(super) fn shared_result(&self, records: &Records, page: &str) -> Option<SharedResult> {
        daily::share(self.recorded(), records, page)
    }

    // ---- ghosts

    /// The recorded solve that walks along.
    pub fn ghost(&self) -> Option<&Ghost<P::Round>> {
        self.ghost.as_ref().filter(|_| !self.hides_ghost)
    }

    pub(super) fn ghost_mut(&mut self) -> Option<&mut Ghost<P::Round>> {
        self.ghost.as_mut().filter(|_| !self.hides_ghost)
    }

    /// Whether another round is shown since the last call, or the same one from its start. Lessons have no ghost.
    pub(super) fn needs_ghost(&mut self) -> bool {
        let is_new = self.ghost_round.replace(self.number) != Some(self.number);
        if is_new {
            self.ghost = None;
        }
        is_new && self.is_own()
    }

    pub(super) fn set_ghost(&mut self, ghost: Option<Ghost<P::Round>>) {
        self.ghost = ghost;
    }

    /// Has a ghost go along with what is shown.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn race_ghost(&mut self, ghost: Option<Ghost<P::Round>>) {
        self.ghost_round = Some(self.number);
        self.ghost = ghost;
    }

    pub(super) const fn rival(&self) -> Option<&Arc<Solve<P::Round>>> {
        self.rival.as_ref()
    }

    /// Shows or hides the ghost; returns whether it is shown.
    pub(super) const fn toggle_ghost(&mut self) -> bool {
        self.hides_ghost = !self.hides_ghost;
        !self.hides_ghost
    }

    // ---- help

    /// What to tell the player in place of an action that is help, such as "A hint", and costs the round that is shown
    /// something: it has to be asked for twice in a row. To be called with each action. Lessons cost nothing.
    pub(in crate::app) fn ask_for_help(
        &mut self,
        (action, help): (P::Action, Option<&str>),
        records: &Records,
        names: Names,
    ) -> Option<String> {
        let was_asked = self.asked.take() == Some(action);
        let help = help.filter(|_| !was_asked && self.lesson.is_none())?;
        if !self.sitting.hint_costs(records, today()) {
            return None;
        }
        self.asked = Some(action);
        let (costs, key) = (P::GAME.hint_costs(help), names.of(&action));
        Some(format!("{costs}. Press {key} again to go on."))
    }

    // ---- other rounds

    /// Shows a round; undo leads back to the one it replaces, if that is worth it. Ends the lessons.
    pub(in crate::app) fn show(&mut self, round: P::Round) {
        self.end_lessons(LessonsEnd::Skipped);
        match take(&mut self.is_stand_in) && !self.sitting.is_under_way() {
            true => self.sitting.go_on_with(round),
            false => self.sitting.show(round),
        }
        self.present_other();
    }

    /// Shows the round before (`back`) or after this one; returns whether there is one.
    pub(in crate::app) fn step(&mut self, back: bool) -> bool {
        let is_there = self.is_own() && self.sitting.step(back);
        if is_there {
            self.present_other();
        }
        is_there
    }

    /// Continues the round that `made` is the same as, or shows `made`.
    fn resume(&mut self, made: P::Round) {
        self.end_lessons(LessonsEnd::Skipped);
        match self.sitting.go_back_to(&made) {
            None => self.show(made),
            Some(0) => self.present(),
            Some(_) => self.present_other(),
        }
    }

    /// Presents another round than before.
    fn present_other(&mut self) {
        self.state.replaced();
        self.present();
    }

    /// Presents another round, or this one from its start. Drops requests and results of the one before.
    pub(in crate::app) fn present(&mut self) {
        self.touch();
        self.present_start();
    }

    /// As [`present`](Self::present) for the same round, whose recording goes on.
    pub(in crate::app) fn present_start(&mut self) {
        self.making = None;
        self.held.clear();
        self.verdict.clear();
        self.present_again();
    }

    /// As [`present_start`](Self::present_start), where what is watched goes back.
    pub(super) fn present_rewound(&mut self) {
        let view = self.view;
        self.present_start();
        self.view = view;
    }

    /// Has everything about the round shown anew.
    pub(super) fn present_again(&mut self) {
        self.number += 1;
        self.view = self.number;
        self.asked = None;
        let shown = shown(&self.lesson, &self.watch, &self.sitting);
        self.state.shown(shown);
    }

    // ---- rounds being made

    /// Shows the round of a request as soon as it is made. With `resumes`, continues it if undo or redo
    /// leads to it. Ends the lessons.
    ///
    /// # Errors
    /// Why it cannot be made, if that is known at once.
    pub(in crate::app) fn request(
        &mut self,
        request: P::Request,
        resumes: bool,
    ) -> Result<(), String> {
        self.end_lessons(LessonsEnd::Skipped);
        self.state.asked();
        if let Some(rival) = P::rival(&request) {
            self.rival = Some(rival.clone());
            self.ghost_round = None;
        }
        self.make(request, resumes);
        self.await_round()
    }

    /// Makes what follows this round in advance.
    pub(in crate::app) fn make_next(&mut self) {
        self.make(P::next(self.round()), false);
    }

    fn make(&mut self, request: P::Request, resumes: bool) {
        self.making = Some(Making {
            work: P::make(&request, self.round()),
            request,
            resumes,
            is_awaited: false,
            queued: Vec::new(),
        });
    }

    /// Shows the round that is being made, at once or as soon as it is made.
    fn await_round(&mut self) -> Result<(), String> {
        if let Some(making) = &mut self.making {
            making.is_awaited = true;
        }
        self.poll()
    }

    /// Shows what follows this round, as soon as it is made.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub(in crate::app) fn go_on(&mut self) -> Result<(), String> {
        if self.making.is_none() {
            self.make_next();
        }
        let made = self.await_round();
        // If it was there at once, there is nothing to tell.
        self.arrival = None;
        made
    }

    /// Shows the round that the player waits for, if it is made.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub(super) fn poll(&mut self) -> Result<(), String> {
        let waiting = self.making.as_mut().filter(|making| making.is_awaited);
        let Some(made) = waiting.and_then(|making| making.work.take()) else {
            return Ok(());
        };
        let (Some(making), made) = (self.making.take(), made?) else {
            return Ok(());
        };
        let is_left = self.is_under_way() && !(making.resumes && self.is_same(&made));
        let greeting = made.greeting();
        match making.resumes {
            true => self.resume(made),
            false => self.show(made),
        }
        self.held = making.queued;
        self.arrival = Some(Arrival {
            greeting,
            can_go_back: is_left,
        });
        Ok(())
    }

    /// Whether the player waits for a round that is being made.
    pub fn is_waiting(&self) -> bool {
        self.making.as_ref().is_some_and(|making| making.is_awaited)
    }

    /// What is being made: what the player waits for, or what follows.
    pub(in crate::app) fn making(&self) -> Option<&P::Request> {
        self.making.as_ref().map(|making| &making.request)
    }

    /// Keeps an action for the round that the player waits for; returns whether there is one.
    pub(in crate::app) fn queue(&mut self, action: P::Action) -> bool {
        let making = self.making.as_mut().filter(|making| making.is_awaited);
        making.map(|making| making.queued.push(action)).is_some()
    }

    /// Takes the actions that waited for the round that is shown.
    pub(in crate::app) fn take_held(&mut self) -> Vec<P::Action> {
        take(&mut self.held)
    }

    pub(super) const fn take_arrival(&mut self) -> Option<Arrival> {
        self.arrival.take()
    }

    /// Begins the first session, for a seed. If `chosen`, its round is shown only until another is made.
    pub(super) fn begin(&mut self, seed: Seed, chosen: bool) {
        self.is_begun = true;
        self.sitting = Sitting::of(P::first(seed));
        self.sitting.seed = (!chosen).then_some(seed);
        self.is_stand_in = chosen;
        self.present();
    }

    /// Shows the first round of another seed, or continues it.
    pub(super) fn begin_anew(&mut self, seed: Seed) {
        self.sitting.seed = Some(seed);
        self.state.asked();
        self.resume(P::first(seed));
    }

    // ---- lessons

    /// The number of the lesson in play, from 0. Lessons are neither recorded nor saved.
    pub fn lesson(&self) -> Option<usize> {
        self.lesson.as_ref().map(|lesson| lesson.number)
    }

    /// Shows the first lesson. The player's own round waits for the end of the lessons.
    pub(in crate::app) fn start_lessons(&mut self) {
        self.end_watch();
        self.show_lesson(0);
    }

    /// Shows the next lesson, or after the last one the player's own round.
    pub(in crate::app) fn next_lesson(&mut self) {
        if let Some(number) = self.lesson() {
            self.show_lesson(number + 1);
        }
    }

    fn show_lesson(&mut self, number: usize) {
        let Some(round) = P::lesson(number, self.own()) else {
            self.end_lessons(LessonsEnd::Done);
            return;
        };
        let round = Recorded::new(round);
        match &mut self.lesson {
            Some(lesson) => {
                (lesson.number, lesson.round) = (number, round);
                self.state.replaced();
            }
            None => {
                let state = take(&mut self.state);
                self.lesson = Some(LessonRun {
                    number,
                    round,
                    state,
                });
            }
        }
        self.present();
    }

    /// Ends the lessons, in every way in which they can end. The player's own round is shown again.
    pub(super) fn end_lessons(&mut self, how: LessonsEnd) {
        self.end_watch();
        if let Some(lesson) = self.lesson.take() {
            self.state = lesson.state;
            self.lessons_end = Some(how);
            self.present();
        }
    }

    /// Ends the lessons as if the player had left them.
    pub(in crate::app) fn skip_lessons(&mut self) {
        self.end_lessons(LessonsEnd::Skipped);
    }

    pub(super) const fn take_lessons_end(&mut self) -> Option<LessonsEnd> {
        self.lessons_end.take()
    }
}
