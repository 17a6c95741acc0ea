//! [`Play`]: the current maze, the one being generated, the unfinished ones that undo returns to, and
//! what each action does to them. Only this file plays a [`Round`]. It knows nothing of frames or
//! drawing.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;

use super::action::MazeAction;
use super::generation::{PendingMaze, other_leg, resized};
use super::lessons;
use super::round::{Round, RoundResult};
use crate::app::player::Walked;
use crate::game::Daily;
use crate::geom::{Dir, Size};
use crate::mazerun::{Leg, LegError, MazeRun, StepError};

/// Limits on the unfinished mazes that undo returns to: their number, and their total area in cells,
/// which a single maze may exceed.
const MAX_UNFINISHED: usize = 8;
const MAX_UNFINISHED_AREA: usize = 1 << 18;

/// Number of steps in a new maze during which the result of the previous one stays visible.
const RESULT_STEPS: u32 = 3;

/// The state of Maze Run. It stays while other screens are open.
#[derive(Resource, Default)]
pub struct Play {
    round: Option<Round>,
    /// The next maze, which replaces the round as soon as it is ready.
    pending: Option<PendingMaze>,
    /// Steps to take in the pending maze.
    queued_steps: VecDeque<Dir>,
    /// The finished maze before this one, while its result is still shown.
    previous: Option<Round>,
    /// Whether the finished maze on the screen becomes the previous one, rather than being dropped.
    keeps_finished: bool,
    /// Time since the goal was reached, until the next maze is due.
    since_win: Option<Duration>,
    is_dark: bool,
    /// The size whose proportions larger and smaller mazes keep, so that rounding does not change the
    /// sizes on the way back.
    shape: Option<Size>,
    /// Increases with every maze and every restart.
    serial: u64,
    /// Mazes that were left unfinished; undo returns to the last one.
    unfinished: VecDeque<Round>,
    /// Whether the goal was reached since [`take_completion`](Self::take_completion) was last called.
    is_completed: bool,
    /// Moves of the walker that have not been sent as messages yet.
    walker_moves: Vec<Walked>,
    /// Increases with every change that should be saved.
    revision: u64,
    /// The lesson that is being played.
    lesson: Option<LessonState>,
}

struct LessonState {
    number: usize,
    /// The player's own mazes, which continue after the lessons.
    suspended: Box<Play>,
}

impl Play {
    /// The maze on the screen.
    pub const fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }

    /// [`round`](Self::round) for the painter, which takes the stale tiles.
    pub(super) const fn round_mut(&mut self) -> Option<&mut Round> {
        self.round.as_mut()
    }

    /// Whether the goal of the current maze is reached.
    pub(super) fn is_over(&self) -> bool {
        self.round().is_some_and(|round| round.run().is_over())
    }

    /// Whether the player waits for a maze that is being generated. While a reached goal is celebrated,
    /// the next maze may be pending without anyone waiting.
    pub const fn is_waiting_for_maze(&self) -> bool {
        self.pending.is_some() && self.since_win.is_none()
    }

    /// The leg of the pending maze.
    pub fn next_leg(&self) -> Option<&Leg> {
        self.pending.as_ref().map(|pending| &pending.leg)
    }

    /// The finished maze whose result is shown: this one, or for the first few steps the one before.
    pub(super) fn finished(&self) -> Option<&Round> {
        let current = self.round().filter(|round| round.run().is_over());
        current.or(self.previous.as_ref())
    }

    /// The result to show: that of this maze, or for the first few steps that of the previous one.
    pub fn result(&self) -> Option<RoundResult> {
        self.finished().and_then(Round::result)
    }

    /// Whether only the lantern lights the maze.
    pub const fn is_dark(&self) -> bool {
        self.is_dark
    }

    /// A number that differs between all mazes and restarts of a session.
    pub const fn serial(&self) -> u64 {
        self.serial
    }

    pub(super) fn from_rounds(round: Round, unfinished: VecDeque<Round>, is_dark: bool) -> Self {
        Self {
            round: Some(round),
            unfinished,
            is_dark,
            ..default()
        }
    }

    /// Mazes that were left unfinished, the most recent one last.
    pub(super) fn unfinished(&self) -> impl Iterator<Item = &Round> {
        self.unfinished.iter()
    }

    /// Clears everything but the unfinished mazes and the darkness, to make room for another run.
    pub(super) fn clear_for_new_run(&mut self) {
        self.set_round_aside();
        *self = Self {
            is_dark: self.is_dark,
            serial: self.serial,
            revision: self.revision,
            unfinished: std::mem::take(&mut self.unfinished),
            ..default()
        };
    }

    /// Adds `played` to the maze's clock, and `elapsed` to the time since the goal was reached.
    pub(super) fn advance_time(&mut self, played: Duration, elapsed: Duration) {
        if let Some(round) = &mut self.round {
            round.add_time(played);
        }
        if let Some(since_win) = &mut self.since_win {
            *since_win += elapsed;
        }
    }

    /// Time since the goal was reached; `None` before that and once the next maze is due.
    pub(super) const fn time_since_win(&self) -> Option<Duration> {
        self.since_win
    }

    /// Lights the first `share` of the trail, 0 to 1.
    pub(super) fn light_trail(&mut self, share: f32) {
        if let Some(round) = &mut self.round {
            round.light_trail(share);
        }
    }

    /// Takes the walker's moves since the last call.
    pub(super) fn take_walker_moves(&mut self) -> Vec<Walked> {
        std::mem::take(&mut self.walker_moves)
    }

    /// Whether the goal of a maze that is no lesson was reached since the last call.
    pub(super) const fn take_completion(&mut self) -> bool {
        std::mem::replace(&mut self.is_completed, false)
    }

    /// Moves the current maze to the unfinished ones if it is under way, and drops the oldest ones
    /// beyond the limits.
    fn set_round_aside(&mut self) {
        let keeps_finished = std::mem::take(&mut self.keeps_finished);
        match self.round.take() {
            Some(round) if round.run().is_over() => {
                self.previous = keeps_finished.then_some(round);
            }
            round => self.unfinished.extend(round.filter(Round::is_under_way)),
        }
        let area = |rounds: &VecDeque<Round>| -> usize {
            let sizes = rounds.iter().map(|round| round.run().maze().size());
            sizes.map(Size::area).sum()
        };
        while self.unfinished.len() > MAX_UNFINISHED
            || self.unfinished.len() > 1 && area(&self.unfinished) > MAX_UNFINISHED_AREA
        {
            self.unfinished.pop_front();
        }
    }

    /// Drops the finished maze before this one, unless the records still need it.
    fn forget_finished(&mut self) {
        self.keeps_finished = self.is_completed;
        if !self.is_completed {
            self.previous = None;
        }
    }

    /// Ends the lessons, takes back a restart, or returns to the maze that was left last. The maze left
    /// by this goes to the far end of the unfinished ones, so that repeated undo cycles through all of
    /// them. Returns the notice.
    fn undo(&mut self) -> &'static str {
        const BACK: &str = "Back to your earlier maze";
        if self.lesson.is_some() {
            self.stop_lessons();
            return BACK;
        }
        if self.round.as_mut().is_some_and(Round::undo_restart) {
            self.present_round();
            return "Back to where you were before the restart";
        }
        let Some(previous) = self.unfinished.pop_back() else {
            return "No unfinished maze to go back to";
        };
        let round = self.round.take();
        if let Some(round) = round.filter(Round::is_under_way) {
            self.unfinished.push_front(round);
        }
        self.previous = None;
        self.shape = None;
        self.queued_steps.clear();
        self.set_round(previous);
        BACK
    }

    /// Continues the maze of `run` if it is the current one or among the unfinished ones. Returns
    /// whether it is. As the daily of a `day`, it continues one that was begun by its code, whose steps
    /// and time count; without a day it is no daily.
    pub(super) fn return_to(&mut self, run: &MazeRun, day: Option<Daily>) -> bool {
        self.stop_lessons();
        let is_same = |round: &Round| {
            let may_become_daily = round.day.is_none() && !round.run().is_loaded();
            round.run().maze() == run.maze() && (round.day == day || may_become_daily)
        };
        let current = self.round.as_mut();
        if let Some(round) = current.filter(|round| is_same(round) && !round.run().is_over()) {
            round.day = day;
            self.present_round();
            return true;
        }
        let index = self.unfinished.iter().position(is_same);
        let Some(mut round) = index.and_then(|index| self.unfinished.remove(index)) else {
            return false;
        };
        round.day = day;
        self.set_round(round);
        true
    }

    /// A number that increases with every change that should be saved.
    pub(super) fn revision(&self) -> u64 {
        self.main_play().revision
    }

    /// The number of the lesson being played, from 0. Lessons do not count for records.
    pub fn lesson(&self) -> Option<usize> {
        self.lesson.as_ref().map(|lesson| lesson.number)
    }

    /// The player's own mazes: those that the lessons suspend, or `self` outside lessons.
    pub(super) fn main_play(&self) -> &Self {
        let lesson = self.lesson.as_ref();
        lesson.map_or(self, |lesson| &lesson.suspended)
    }

    /// Suspends the player's own mazes and starts the first lesson.
    pub(super) fn start_lessons(&mut self) {
        self.stop_lessons();
        let Some(Ok(run)) = lessons::leg(0).map(|leg| leg.make()) else {
            return;
        };
        let lesson = Self {
            serial: self.serial,
            ..default()
        };
        let suspended = Box::new(std::mem::replace(self, lesson));
        self.lesson = Some(LessonState {
            number: 0,
            suspended,
        });
        self.set_round(Round::new(run));
    }

    /// Returns to the player's own mazes; does nothing outside lessons.
    pub(super) fn stop_lessons(&mut self) {
        if let Some(lesson) = self.lesson.take() {
            let serial = self.serial;
            *self = *lesson.suspended;
            self.serial = serial;
            self.present_round();
        }
    }

    /// Starts generating the maze after this one; `None` after the last lesson.
    fn generate_next(&self) -> Option<PendingMaze> {
        match self.lesson() {
            Some(number) => lessons::leg(number + 1).map(PendingMaze::start),
            None => self.round().map(|round| PendingMaze::after(round.run())),
        }
    }

    /// Starts a maze in place of the current one or of the lessons.
    pub(super) fn start_round(&mut self, round: Round) {
        self.stop_lessons();
        self.set_round(round);
    }

    /// Replaces the current maze, which undo can return to if it was under way.
    fn set_round(&mut self, round: Round) {
        self.set_round_aside();
        self.round = Some(round);
        self.pending = None;
        self.since_win = None;
        self.present_round();
    }

    /// Makes the other systems show the round from scratch, and places the walker on it.
    pub(super) fn present_round(&mut self) {
        self.serial += 1;
        self.revision += 1;
        let at = self.round.as_ref().map(Round::walker_tile);
        self.walker_moves.push(Walked::Placed(at));
    }

    /// Starts the maze of `leg` as soon as it is generated.
    pub(super) fn request(&mut self, leg: Leg) -> Result<(), LegError> {
        self.await_maze(PendingMaze::start(leg))
    }

    fn await_maze(&mut self, pending: PendingMaze) -> Result<(), LegError> {
        self.shape = None;
        self.forget_finished();
        self.since_win = None;
        self.pending = Some(pending);
        self.poll_generation()
    }

    /// Starts the pending maze if it is ready.
    pub(super) fn poll_generation(&mut self) -> Result<(), LegError> {
        if let Some(made) = self.pending.as_mut().and_then(PendingMaze::poll) {
            self.pending = None;
            self.set_round(made?);
        }
        Ok(())
    }

    /// Leaves a completed maze for the next one, or for the player's own mazes after the last lesson.
    pub(super) fn advance_to_next(&mut self) -> Result<(), LegError> {
        self.keeps_finished = true;
        self.since_win = None;
        match &mut self.lesson {
            Some(_) if self.pending.is_none() => self.stop_lessons(),
            Some(lesson) => (lesson.number, self.is_dark) = (lesson.number + 1, false),
            None => {}
        }
        self.poll_generation()
    }

    /// Takes the queued steps, until one of them leads to a maze that is not ready.
    pub(super) fn apply_queued_steps(&mut self) -> Result<(), LegError> {
        while self.pending.is_none()
            && let Some(dir) = self.queued_steps.pop_front()
        {
            self.step(dir)?;
        }
        Ok(())
    }

    /// Takes a step. A step from a reached goal is taken in the next maze, and queued if that maze is
    /// not ready.
    fn step(&mut self, dir: Dir) -> Result<Option<StepError>, LegError> {
        if self.is_over() {
            self.advance_to_next()?;
        }
        if self.pending.is_some() {
            self.queued_steps.push_back(dir);
            return Ok(None);
        }
        let Some(round) = &mut self.round else {
            return Ok(None);
        };
        let refusal = round.step(dir).err();
        if refusal.is_some() {
            self.walker_moves.push(Walked::Blocked(dir));
            return Ok(refusal);
        }
        self.walker_moves.push(Walked::Moved(round.walker_tile()));
        self.revision += 1;
        if round.run().steps_taken() > RESULT_STEPS {
            self.forget_finished();
        }
        if self.is_over() {
            self.since_win = Some(Duration::ZERO);
            self.is_completed = self.lesson.is_none();
            self.pending = self.generate_next();
        }
        Ok(None)
    }

    fn run_to_branch(&mut self, dir: Dir) -> Result<(), LegError> {
        let serial = self.serial;
        let mut next = Some(dir);
        while let Some(dir) = next {
            let refusal = self.step(dir)?;
            let continues = refusal.is_none() && self.serial == serial && self.pending.is_none();
            let round = self.round.as_ref().filter(|_| continues);
            next = round.and_then(|round| round.run().onward(dir));
        }
        Ok(())
    }

    /// The leg that the player waits for, or else the current one.
    fn latest_leg(&self) -> Option<&Leg> {
        let current = self.round().map(|round| round.run().leg());
        let next = self.next_leg().filter(|_| self.is_waiting_for_maze());
        next.or(current)
    }

    /// Applies an action and returns the notice for the player, if there is one.
    pub(super) fn apply(&mut self, action: MazeAction) -> Result<Option<&'static str>, LegError> {
        self.revision += 1;
        if action.replaces_maze() {
            self.stop_lessons();
        }
        match action {
            MazeAction::Step(dir) => drop(self.step(dir)?),
            MazeAction::Run(dir) => self.run_to_branch(dir)?,
            MazeAction::Dark => self.is_dark = !self.is_dark,
            MazeAction::Hint => {
                let shown = self.round.as_mut().map_or(0, Round::show_hint);
                if shown == 0 {
                    return Ok(Some(
                        "This is the goal: the next step takes you to the next maze",
                    ));
                }
            }
            MazeAction::Solution => {
                if let Some(round) = &mut self.round {
                    round.toggle_solution();
                }
            }
            MazeAction::Restart => {
                if let Some(round) = &mut self.round {
                    let can_undo = round.is_under_way();
                    round.restart();
                    self.since_win = None;
                    self.pending = None;
                    self.queued_steps.clear();
                    self.present_round();
                    return Ok(can_undo.then_some("Press {undo} to undo the restart"));
                }
            }
            // Handled by the systems for files, lessons and results.
            MazeAction::Copy
            | MazeAction::CopyProgress
            | MazeAction::Paste
            | MazeAction::Save
            | MazeAction::Teach
            | MazeAction::Share => {}
            MazeAction::Undo => return Ok(Some(self.undo())),
            MazeAction::Skip if !self.is_waiting_for_maze() => {
                if let Some(round) = &self.round {
                    let pending = PendingMaze::after(round.run());
                    self.await_maze(pending)?;
                }
            }
            MazeAction::Larger | MazeAction::Smaller => {
                if let Some(leg) = self.latest_leg().cloned() {
                    let is_larger = action == MazeAction::Larger;
                    let shape = *self.shape.get_or_insert(leg.at(0, 0).size());
                    let leg = leg.with_size(resized(leg.size(), shape, is_larger))?;
                    self.request(leg)?;
                    self.shape = Some(shape);
                }
            }
            other => {
                if let Some(leg) = self.latest_leg() {
                    let leg = other_leg(other, leg)?;
                    self.request(leg)?;
                }
            }
        }
        Ok(None)
    }
}
