//! What is played: the maze on the screen, the one on its way, those that undo leads back to, and what
//! each action does to them. The only one that changes a [`Round`]. Knows neither frames nor looks.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;

use super::action::MazeAction;
use super::lessons;
use super::making::{Making, other_leg, resized};
use super::round::{Finish, Round};
use crate::app::player::Walked;
use crate::geom::{Dir, Size};
use crate::mazerun::{Leg, LegError, MazeRun, StepError};

/// Mazes that undo leads back to at most, and their cells if there are several.
const MOST_LEFT: usize = 8;
const AREA_LEFT: usize = 1 << 18;

/// Steps on a new maze after which the result of the one before is shown no more.
const GLANCE: u32 = 3;

/// What is played, on the screen or while another one is shown.
#[derive(Resource, Default)]
pub struct Play {
    round: Option<Round>,
    /// The maze that comes next, once it is there.
    making: Option<Making>,
    /// Steps that are meant for it.
    held: VecDeque<Dir>,
    /// The maze before.
    last: Option<Finish>,
    /// Time since the goal was reached, as long as that is looked at.
    won: Option<Duration>,
    dark: bool,
    /// The size whose proportions larger and smaller mazes keep, so that the way back leads to the
    /// same sizes.
    shape: Option<Size>,
    /// Goes up with every maze and every restart.
    serial: u64,
    /// Mazes that were left under way; undo leads to the last.
    left: VecDeque<Round>,
    /// Whether the goal was reached since this was asked last.
    done: bool,
    /// What became of steps, until it is told.
    walked: Vec<Walked>,
    /// Goes up with everything that is worth saving.
    changes: u64,
    /// What the maze teaches, if it does.
    lesson: Option<Teaching>,
}

/// A maze that teaches.
struct Teaching {
    number: usize,
    /// What was walked before.
    played: Box<Play>,
}

impl Play {
    /// The maze on the screen.
    pub const fn round(&self) -> Option<&Round> {
        self.round.as_ref()
    }

    /// As [`round`](Self::round), to take note of what was shown.
    pub(super) const fn round_mut(&mut self) -> Option<&mut Round> {
        self.round.as_mut()
    }

    /// Whether the goal is reached.
    pub(super) fn is_over(&self) -> bool {
        self.round().is_some_and(|round| round.run().is_over())
    }

    /// Whether a maze is waited for.
    pub const fn is_making(&self) -> bool {
        self.making.is_some() && self.won.is_none()
    }

    /// Which maze is on its way.
    pub fn coming(&self) -> Option<&Leg> {
        self.making.as_ref().map(|making| &making.leg)
    }

    /// The result to be shown: of this maze, or for a few steps that of the one before.
    pub fn result(&self) -> Option<Finish> {
        self.round.as_ref().and_then(Round::finish).or(self.last)
    }

    /// Whether all is seen by the lantern alone.
    pub const fn is_dark(&self) -> bool {
        self.dark
    }

    /// Another number for every maze and every restart.
    pub const fn serial(&self) -> u64 {
        self.serial
    }

    /// What was saved, to be gone on with.
    pub(super) fn of(round: Round, left: VecDeque<Round>, dark: bool) -> Self {
        Self {
            round: Some(round),
            left,
            dark,
            ..default()
        }
    }

    /// Mazes that were left under way, the last one last.
    pub(super) fn left(&self) -> impl Iterator<Item = &Round> {
        self.left.iter()
    }

    /// Leaves all of it but what undo leads back to, for another run.
    pub(super) fn leave_run(&mut self) {
        self.leave_round();
        *self = Self {
            dark: self.dark,
            serial: self.serial,
            changes: self.changes,
            left: std::mem::take(&mut self.left),
            ..default()
        };
    }

    /// Lets time pass: `played` for the clock, `shown` for what is shown of a goal that is reached.
    pub(super) fn pass(&mut self, played: Duration, shown: Duration) {
        if let Some(round) = &mut self.round {
            round.play_on(played);
        }
        if let Some(won) = &mut self.won {
            *won += shown;
        }
    }

    /// The time since the goal was reached, as long as that is looked at.
    pub(super) const fn since_won(&self) -> Option<Duration> {
        self.won
    }

    /// Lets light run over a share of the trail, 0 to 1.
    pub(super) fn light(&mut self, share: f32) {
        if let Some(round) = &mut self.round {
            round.light(share);
        }
    }

    /// What became of steps since this was asked last.
    pub(super) fn take_walked(&mut self) -> Vec<Walked> {
        std::mem::take(&mut self.walked)
    }

    /// Whether the goal was reached since this was asked last.
    pub(super) const fn take_done(&mut self) -> bool {
        std::mem::replace(&mut self.done, false)
    }

    /// Keeps the maze on the screen for undo, if it is under way.
    fn leave_round(&mut self) {
        let round = self.round.take();
        self.left.extend(round.filter(Round::is_under_way));
        let area = |left: &VecDeque<Round>| -> usize {
            let sizes = left.iter().map(|round| round.run().maze().size());
            sizes.map(Size::area).sum()
        };
        while self.left.len() > MOST_LEFT || self.left.len() > 1 && area(&self.left) > AREA_LEFT {
            self.left.pop_front();
        }
    }

    /// Takes a restart back, or goes back to the maze that was left last. The one that is left for it is
    /// the last one that undo leads to, so that each comes again. Returns what there is to say.
    fn undo(&mut self) -> &'static str {
        const BACK: &str = "Back in the maze you left";
        if self.lesson.is_some() {
            self.leave_lessons();
            return BACK;
        }
        if self.round.as_mut().is_some_and(Round::undo_restart) {
            self.begin();
            return "Back to where you were before the restart";
        }
        let Some(before) = self.left.pop_back() else {
            return "There is no unfinished maze to go back to";
        };
        let round = self.round.take();
        if let Some(round) = round.filter(Round::is_under_way) {
            self.left.push_front(round);
        }
        (self.last, self.shape) = (None, None);
        self.held.clear();
        self.show(before);
        BACK
    }

    /// Shows a maze that was left under way, if it is among those; true if it is shown.
    pub(super) fn return_to(&mut self, run: &MazeRun) -> bool {
        self.leave_lessons();
        let is_it = |round: &Round| round.run().maze() == run.maze();
        if self
            .round
            .as_ref()
            .is_some_and(|round| is_it(round) && !round.run().is_over())
        {
            self.begin();
            return true;
        }
        let Some(at) = self.left.iter().position(is_it) else {
            return false;
        };
        if let Some(round) = self.left.remove(at) {
            self.show(round);
        }
        true
    }

    /// Shows other mazes from now on.
    pub(super) fn take_over(&mut self, other: Self) {
        *self = Self {
            serial: self.serial,
            changes: self.changes(),
            ..other
        };
        self.begin();
    }

    /// Goes up with everything that is worth saving.
    pub(super) fn changes(&self) -> u64 {
        self.behind_lessons().changes
    }

    /// The number of the maze, from 0, if it is one that teaches: it counts for nothing.
    pub fn lesson(&self) -> Option<usize> {
        self.lesson.as_ref().map(|lesson| lesson.number)
    }

    /// What is played, behind the lessons if there are any.
    pub(super) fn behind_lessons(&self) -> &Self {
        let lesson = self.lesson.as_ref();
        lesson.map_or(self, |lesson| &lesson.played)
    }

    /// Shows the first maze that teaches; what is played waits behind it.
    pub(super) fn teach(&mut self) {
        self.leave_lessons();
        let Some(Ok(run)) = lessons::leg(0).map(|leg| leg.make()) else {
            return;
        };
        let lesson = Self {
            serial: self.serial,
            ..default()
        };
        let played = Box::new(std::mem::replace(self, lesson));
        self.lesson = Some(Teaching { number: 0, played });
        self.put(Round::new(run));
    }

    /// Goes back to what was played before the lessons.
    pub(super) fn leave_lessons(&mut self) {
        if let Some(lesson) = self.lesson.take() {
            let serial = self.serial;
            *self = *lesson.played;
            self.serial = serial;
            self.begin();
        }
    }

    /// The maze that follows this one; none after the last that teaches.
    fn following(&self) -> Option<Making> {
        match self.lesson() {
            Some(number) => lessons::leg(number + 1).map(Making::start),
            None => self.round().map(|round| Making::after(round.run())),
        }
    }

    /// Shows a maze that was given.
    pub(super) fn show(&mut self, round: Round) {
        self.leave_lessons();
        self.put(round);
    }

    /// Shows a maze; undo leads back to one that was under way.
    fn put(&mut self, round: Round) {
        self.leave_round();
        self.round = Some(round);
        self.making = None;
        self.won = None;
        self.begin();
    }

    /// Stands at the place of the round that is shown anew.
    pub(super) fn begin(&mut self) {
        self.serial += 1;
        self.changes += 1;
        let at = self.round.as_ref().map(Round::tile);
        self.walked.push(Walked::Placed(at));
    }

    /// Asks for a maze, which is shown as soon as it is made.
    pub(super) fn ask(&mut self, leg: Leg) -> Result<(), LegError> {
        self.await_maze(Making::start(leg))
    }

    fn await_maze(&mut self, making: Making) -> Result<(), LegError> {
        self.shape = None;
        self.last = None;
        self.won = None;
        self.making = Some(making);
        self.settle()
    }

    /// Shows the maze on its way if it is there.
    pub(super) fn settle(&mut self) -> Result<(), LegError> {
        match self.making.take().map(Making::take) {
            None => {}
            Some(Err(making)) => self.making = Some(making),
            Some(Ok(made)) => self.put(made?),
        }
        Ok(())
    }

    /// Goes on from a maze that is done: the next one comes as soon as it is there.
    pub(super) fn advance(&mut self) -> Result<(), LegError> {
        self.last = self.round.as_ref().and_then(Round::finish);
        self.won = None;
        match &mut self.lesson {
            Some(_) if self.making.is_none() => self.leave_lessons(),
            Some(lesson) => (lesson.number, self.dark) = (lesson.number + 1, false),
            None => {}
        }
        self.settle()
    }

    /// Takes the steps that were meant for a maze that is there now.
    pub(super) fn catch_up(&mut self) -> Result<(), LegError> {
        while self.making.is_none()
            && let Some(dir) = self.held.pop_front()
        {
            self.step(dir)?;
        }
        Ok(())
    }

    /// Takes a step, if need be in the maze that follows.
    fn step(&mut self, dir: Dir) -> Result<Option<StepError>, LegError> {
        if self.is_over() {
            self.advance()?;
        }
        if self.making.is_some() {
            self.held.push_back(dir);
            return Ok(None);
        }
        let Some(round) = &mut self.round else {
            return Ok(None);
        };
        let refusal = round.step(dir).err();
        if refusal.is_some() {
            self.walked.push(Walked::Blocked(dir));
            return Ok(refusal);
        }
        self.walked.push(Walked::Moved(round.tile()));
        self.changes += 1;
        if round.run().steps_taken() > GLANCE {
            self.last = None;
        }
        if round.run().is_over() {
            self.won = Some(Duration::ZERO);
            self.done = self.lesson.is_none();
            self.making = self.following();
        }
        Ok(None)
    }

    /// Walks on to the next branch.
    fn run(&mut self, dir: Dir) -> Result<(), LegError> {
        let serial = self.serial;
        let mut way = Some(dir);
        while let Some(dir) = way {
            let refusal = self.step(dir)?;
            let goes_on = refusal.is_none() && self.serial == serial && self.making.is_none();
            let round = self.round.as_ref().filter(|_| goes_on);
            way = round.and_then(|round| round.run().onward(dir));
        }
        Ok(())
    }

    /// The leg on the screen, or on its way to it.
    fn leg(&self) -> Option<&Leg> {
        let here = self.round().map(|round| round.run().leg());
        self.coming().filter(|_| self.is_making()).or(here)
    }

    /// Does what was asked for, and returns what there is to say.
    pub(super) fn apply(&mut self, action: MazeAction) -> Result<Option<&'static str>, LegError> {
        self.changes += 1;
        if action.wants_another() {
            self.leave_lessons();
        }
        match action {
            MazeAction::Step(dir) => drop(self.step(dir)?),
            MazeAction::Run(dir) => self.run(dir)?,
            MazeAction::Dark => self.dark = !self.dark,
            MazeAction::Hint => {
                let shown = self.round.as_mut().map_or(0, Round::hint);
                if shown == 0 {
                    return Ok(Some(
                        "This is the goal: the next step takes you to the next maze",
                    ));
                }
            }
            MazeAction::Solution => {
                if let Some(round) = &mut self.round {
                    round.solution();
                }
            }
            MazeAction::Restart => {
                if let Some(round) = &mut self.round {
                    let takes_back = round.is_under_way();
                    round.restart();
                    self.won = None;
                    self.making = None;
                    self.held.clear();
                    self.begin();
                    return Ok(takes_back.then_some("Undo takes back the restart"));
                }
            }
            // Files, the clipboard, lessons and results are other parts'.
            MazeAction::Copy
            | MazeAction::CopyProgress
            | MazeAction::Paste
            | MazeAction::Save
            | MazeAction::Teach
            | MazeAction::Share => {}
            MazeAction::Undo => return Ok(Some(self.undo())),
            MazeAction::Skip if !self.is_making() => {
                if let Some(round) = &self.round {
                    let making = Making::after(round.run());
                    self.await_maze(making)?;
                }
            }
            MazeAction::Larger | MazeAction::Smaller => {
                if let Some(leg) = self.leg().cloned() {
                    let larger = action == MazeAction::Larger;
                    let shape = *self.shape.get_or_insert(leg.at(0, 0).size());
                    let wanted = leg.with_size(resized(leg.size(), shape, larger))?;
                    self.ask(wanted)?;
                    self.shape = Some(shape);
                }
            }
            other => {
                if let Some(leg) = self.leg() {
                    let wanted = other_leg(other, leg)?;
                    self.ask(wanted)?;
                }
            }
        }
        Ok(None)
    }
}
