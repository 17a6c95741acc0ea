//! A [`Sitting`]: the round that a player sees, and everything that replaces it by another.

use std::mem::{replace, swap, take};
use std::ops::Deref;
use std::sync::Arc;

use bevy::prelude::Resource;

use super::watch::Watch;
use super::{Ghost, Puzzle, Recorded, Round, Shelf, Solve, Work};
use crate::app::input::Names;
use crate::app::platform::today;
use crate::app::reward::{Completion, Records};
use crate::profile::daily::{self, SharedResult};
use crate::rng::Seed;

/// A player at a puzzle. It lasts while other screens are open, and reads as the round that is shown.
#[derive(Resource)]
pub struct Sitting<P: Puzzle> {
    /// The state of the screen that outlives a round.
    pub(in crate::app) state: P,
    /// The run seed whose first round it last began with; `None` if none has, because another round was chosen.
    pub(in crate::app) seed: Option<Seed>,
    /// Whether the screen has been visited.
    pub(super) is_begun: bool,
    pub(super) shown: Recorded<P::Round>,
    shelf: Shelf<P::Round>,
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
    /// Results that are not recorded yet, with their solves.
    unrecorded: Vec<Done<P::Round>>,
    /// The recorded solve that was pasted last.
    rival: Option<Arc<Solve<P::Round>>>,
    ghost: Option<Ghost<P::Round>>,
    /// The number of the round that the ghost belongs to.
    haunted: Option<u64>,
    hides_ghost: bool,
    /// Whether the round is shown only until the one that was chosen is made.
    is_stand_in: bool,
    arrival: Option<Arrival>,
    lessons_end: Option<LessonsEnd>,
    version: u64,
    order: u64,
    number: u64,
}

/// A result, and how it was reached.
pub(super) struct Done<R: Round> {
    /// The result.
    pub completion: Completion,
    /// How it was reached.
    pub solve: Option<Solve<R>>,
    /// What was solved.
    pub name: String,
}

impl<R: Round> Done<R> {
    fn of(round: &Recorded<R>) -> Self {
        Self {
            completion: round.completion(),
            solve: round.solve(),
            name: round.name().unwrap_or_else(|| round.share_name()),
        }
    }
}

/// A lesson in play, and what waits for its end.
struct LessonRun<P: Puzzle> {
    number: usize,
    own: Recorded<P::Round>,
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

impl<P: Puzzle> Default for Sitting<P> {
    fn default() -> Self {
        Self::of(P::first(Seed(0)))
    }
}

impl<P: Puzzle> Deref for Sitting<P> {
    type Target = P::Round;

    fn deref(&self) -> &P::Round {
        &self.shown
    }
}

impl<P: Puzzle> Sitting<P> {
    /// A sitting at a round, with nothing else.
    pub fn of(round: P::Round) -> Self {
        Self::continued(Recorded::new(round), [Vec::new(), Vec::new()])
    }

    /// A sitting at a round that goes on, with the rounds before and after it, each the nearest last.
    pub(in crate::app) fn continued(
        round: Recorded<P::Round>,
        shelf: [Vec<Recorded<P::Round>>; 2],
    ) -> Self {
        let [before, after] = shelf;
        let mut sitting = Self {
            state: P::default(),
            seed: None,
            is_begun: false,
            shown: round,
            shelf: Shelf::default(),
            lesson: None,
            watch: None,
            making: None,
            held: Vec::new(),
            verdict: String::new(),
            asked: None,
            unrecorded: Vec::new(),
            rival: None,
            ghost: None,
            haunted: None,
            hides_ghost: false,
            is_stand_in: false,
            arrival: None,
            lessons_end: None,
            version: 0,
            order: 0,
            number: 0,
        };
        for (back, rounds) in [(true, before), (false, after)] {
            for round in rounds {
                sitting.shelf.push(back, round);
            }
        }
        sitting
    }

    /// The round that is shown.
    pub fn round(&self) -> &P::Round {
        &self.shown
    }

    /// The round that is shown, for changes that are no moves: the time, the cursor, what is painted.
    pub(in crate::app) const fn round_mut(&mut self) -> &mut P::Round {
        self.shown.round_mut()
    }

    /// The player's own round: during lessons, or while something is watched, the one that waits for the end.
    pub fn own(&self) -> &P::Round {
        match (&self.lesson, &self.watch) {
            (Some(lesson), _) => &lesson.own,
            (None, Some(watch)) => &watch.own,
            (None, None) => &self.shown,
        }
    }

    /// Whether the round that is shown is the player's own.
    const fn is_own(&self) -> bool {
        self.lesson.is_none() && self.watch.is_none()
    }

    /// The recording of the player's own round.
    pub(in crate::app) const fn own_mut(&mut self) -> &mut Recorded<P::Round> {
        match (&mut self.lesson, &mut self.watch) {
            (Some(lesson), _) => &mut lesson.own,
            (None, Some(watch)) => &mut watch.own,
            (None, None) => &mut self.shown,
        }
    }

    /// The state of the player's own rounds.
    pub(in crate::app) fn own_state(&self) -> &P {
        match (&self.lesson, &self.watch) {
            (Some(lesson), _) => &lesson.state,
            (None, Some(watch)) => &watch.state,
            (None, None) => &self.state,
        }
    }

    /// The rounds that undo and redo lead to.
    pub const fn shelf(&self) -> &Shelf<P::Round> {
        &self.shelf
    }

    /// Its name if it is of a pack or the daily of some day; `None` in lessons.
    pub fn name(&self) -> Option<String> {
        self.shown.name().filter(|_| self.is_own())
    }

    /// A number that differs whenever another round is shown, or the same one from its start.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// A number that goes up with every change worth saving.
    pub(super) const fn version(&self) -> u64 {
        self.version
    }

    /// A number that goes up with every change but those that are appended to the recording of the round.
    pub(super) const fn order(&self) -> u64 {
        self.order
    }

    /// Notes a change worth saving that is no move.
    pub(in crate::app) const fn touch(&mut self) {
        if self.is_own() {
            self.version += 1;
            self.order += 1;
        }
    }

    // ---- moves

    /// Makes a move. If it finishes the round, the result waits to be recorded, whatever comes next.
    ///
    /// # Errors
    /// Why it is refused; nothing worth saving has changed then.
    pub(in crate::app) fn play(
        &mut self,
        action: <P::Round as Round>::Move,
    ) -> Result<<P::Round as Round>::Told, <P::Round as Round>::Refusal> {
        let was_finished = self.shown.is_finished();
        let told = self.shown.play(action)?;
        if self.lesson.is_none() {
            self.version += 1;
            if self.shown.is_finished() && !was_finished {
                self.unrecorded.push(Done::of(&self.shown));
            }
            if was_finished && !self.shown.is_finished() {
                // It is begun again.
                self.haunted = None;
            }
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
        let again = self.shown.begun_again(action);
        match again.filter(|_| self.is_own()) {
            Some(again) => {
                self.haunted = None;
                let finished = replace(&mut self.shown, again);
                self.shelf.push(true, finished);
                self.state.replaced();
                self.present();
                Ok(())
            }
            None => self.play(action).map(drop),
        }
    }

    /// Whether there are results that are not recorded yet.
    pub(super) const fn has_unrecorded(&self) -> bool {
        !self.unrecorded.is_empty()
    }

    /// Has the results of finished rounds recorded that are missing in the records, as after a kill before those were
    /// written.
    pub(super) fn record_found(&mut self, is_missing: impl Fn(&Completion) -> bool) {
        let rounds = self.shelf.recorded().chain([&self.shown]);
        self.unrecorded = rounds
            .filter(|round| round.is_finished() && is_missing(&round.completion()))
            .map(Done::of)
            .collect();
    }

    /// Takes the results that are not recorded yet.
    pub(super) fn take_unrecorded(&mut self) -> Vec<Done<P::Round>> {
        take(&mut self.unrecorded)
    }

    /// How the round that is shown was finished.
    pub(super) fn solve(&self) -> Option<Solve<P::Round>> {
        self.shown.solve()
    }

    /// The result of the shown round as it is shared, once it is finished.
    pub(super) fn shared_result(&self, records: &Records, page: &str) -> Option<SharedResult> {
        daily::share(&self.shown, (records, P::GAME), page)
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
    pub(super) fn awaits_ghost(&mut self) -> bool {
        let is_new = self.haunted.replace(self.number) != Some(self.number);
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
    pub(super) fn haunt(&mut self, ghost: Option<Ghost<P::Round>>) {
        self.haunted = Some(self.number);
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
        if self.shown.is_finished() || !records.hint_costs(&self.shown.completion(), today()) {
            return None;
        }
        self.asked = Some(action);
        let (costs, key) = (P::GAME.hint_costs(help), names.of(&action));
        Some(format!("{costs}. Press {key} again to go on."))
    }

    // ---- other rounds

    /// Shows a round; undo leads back to the one it replaces, if that is worth it. Ends the lessons.
    pub(in crate::app) fn show(&mut self, mut round: P::Round) {
        self.end_lessons(LessonsEnd::Skipped);
        let is_stand_in = take(&mut self.is_stand_in) && !self.shown.is_under_way();
        let left = Some(self.round()).filter(|left| !is_stand_in && left.is_worth_keeping());
        for earlier in self.shelf.rounds().chain(left) {
            round.carry_over(earlier);
        }
        self.replace(Recorded::new(round), true, !is_stand_in);
    }

    /// Puts a round in the place of the one that is shown.
    pub(in crate::app) fn go_on_with(&mut self, round: P::Round) {
        self.replace(Recorded::new(round), true, false);
    }

    /// Shows the round before (`back`) or after this one; returns whether there is one.
    pub(in crate::app) fn step(&mut self, back: bool) -> bool {
        if !self.is_own() {
            return false;
        }
        let next = self.shelf.take(back);
        let is_there = next.is_some();
        if let Some(next) = next {
            self.replace(next, !back, true);
        }
        is_there
    }

    /// Puts the round that is shown on one side of the shelf, if it is worth keeping, and shows another.
    fn replace(&mut self, mut round: Recorded<P::Round>, back: bool, may_keep: bool) {
        swap(&mut self.shown, &mut round);
        if may_keep && round.is_worth_keeping() {
            self.shelf.push(back, round);
        }
        self.state.replaced();
        self.present();
    }

    /// Continues the round that `made` is the same as, or shows `made`.
    fn resume(&mut self, made: P::Round) {
        self.end_lessons(LessonsEnd::Skipped);
        if self.shown.is_same(&made) {
            self.present();
        } else if let Some((back, steps)) = self.shelf.find(|round| round.is_same(&made)) {
            for _ in 0..steps {
                self.step(back);
            }
        } else {
            self.show(made);
            return;
        }
        if let Some(action) = self.shown.continuation(&made) {
            // The round that goes on is the same one, so this cannot be refused.
            let _ = self.play(action);
        }
    }

    /// Presents another round, or this one from its start. What was asked for or done before is meant for
    /// another one.
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

    /// Has everything about the round shown anew.
    pub(super) fn present_again(&mut self) {
        self.number += 1;
        self.asked = None;
        self.state.shown(&self.shown);
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
            self.haunted = None;
        }
        self.make(request, resumes);
        self.await_round()
    }

    /// Makes what follows this round in advance.
    pub(in crate::app) fn make_next(&mut self) {
        self.make(P::next(&self.shown), false);
    }

    fn make(&mut self, request: P::Request, resumes: bool) {
        self.making = Some(Making {
            work: P::make(&request, &self.shown),
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
        let is_left = self.shown.is_under_way() && !(making.resumes && self.shown.is_same(&made));
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

    /// Begins the first sitting, for a seed. If `chosen`, its round is shown only until another is made.
    pub(super) fn begin(&mut self, seed: Seed, chosen: bool) {
        self.is_begun = true;
        self.seed = (!chosen).then_some(seed);
        self.shown = Recorded::new(P::first(seed));
        self.is_stand_in = chosen;
        self.present();
    }

    /// Shows the first round of another seed, or continues it.
    pub(super) fn begin_anew(&mut self, seed: Seed) {
        self.seed = Some(seed);
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
        let left = replace(&mut self.shown, Recorded::new(round));
        match &mut self.lesson {
            Some(lesson) => {
                lesson.number = number;
                self.state.replaced();
            }
            None => {
                let state = take(&mut self.state);
                self.lesson = Some(LessonRun {
                    number,
                    own: left,
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
            (self.shown, self.state) = (lesson.own, lesson.state);
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
