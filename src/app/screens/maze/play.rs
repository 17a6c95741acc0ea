//! What is played: actions in their order become steps, hints and other mazes. The only one that
//! changes a [`Round`]. Knows nothing of how anything looks.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::action::MazeAction;
use super::file::GivenMaze;
use super::lessons;
use super::making::{Making, first_leg, other_leg, resized, usual};
use super::round::{Finish, Round};
use super::score;
use crate::app::dungeon::{Dungeon, Scene};
use crate::app::frame::Phase;
use crate::app::glyph::Tint;
use crate::app::input::AddActions;
use crate::app::notice::Notice;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::player::{Followed, Walked};
use crate::app::reward::Chosen;
use crate::app::screen::{Screen, on};
use crate::app::seed::{Drawn, RunSeed};
use crate::app::settings::Settings;
use crate::app::sound::{Heard, Sound};
use crate::app::ui::stopwatch::Played;
use crate::geom::{Dir, Size};
use crate::mazerun::{Leg, LegError, MazeRun, StepError};

/// Time that light takes to run along the trail once the goal is reached.
const RUNNING: Duration = Duration::from_millis(800);
/// Time after which the next maze comes by itself.
const RESTING: Duration = Duration::from_millis(2200);
/// Time between two looks at a larger one that is being made.
const PACE: Duration = Duration::from_millis(50);

/// Mazes that undo leads back to at most, and their cells if there are several.
const MOST_LEFT: usize = 8;
const AREA_LEFT: usize = 1 << 18;

/// Steps on a new maze after which the result of the one before is shown no more.
const GLANCE: u32 = 3;

pub(super) fn plugin(app: &mut App) {
    app.add_actions::<MazeAction>()
        .add_message::<Wake>()
        .init_resource::<Play>()
        .init_resource::<GivenMaze>()
        .add_systems(OnEnter(Screen::Maze), enter)
        .add_systems(OnExit(Screen::Maze), leave)
        .add_systems(
            Update,
            (
                (pass, collect, apply_actions, celebrate)
                    .chain()
                    .in_set(Phase::Act),
                tell.run_if(resource_changed::<Play>).in_set(Phase::Show),
            )
                .run_if(on(Screen::Maze)),
        );
}

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

    fn is_over(&self) -> bool {
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
        const BACK: &str = "Back to the maze that you left";
        if self.lesson.is_some() {
            self.end_lessons();
            return BACK;
        }
        if self.round.as_mut().is_some_and(Round::undo_restart) {
            self.begin();
            return "Back to where you were before the restart";
        }
        let Some(before) = self.left.pop_back() else {
            return "There is no maze that you left under way";
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
        self.end_lessons();
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
        self.end_lessons();
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
    pub(super) fn end_lessons(&mut self) {
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
        self.end_lessons();
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
    fn begin(&mut self) {
        self.serial += 1;
        self.changes += 1;
        let at = self.round.as_ref().map(Round::tile);
        self.walked.push(Walked::Stands(at));
    }

    /// Asks for a maze, which is shown as soon as it is made.
    fn ask(&mut self, leg: Leg) -> Result<(), LegError> {
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
    fn settle(&mut self) -> Result<(), LegError> {
        match self.making.take().map(Making::take) {
            None => {}
            Some(Err(making)) => self.making = Some(making),
            Some(Ok(made)) => self.put(made?),
        }
        Ok(())
    }

    /// Goes on from a maze that is done: the next one comes as soon as it is there.
    fn advance(&mut self) -> Result<(), LegError> {
        self.last = self.round.as_ref().and_then(Round::finish);
        self.won = None;
        match &mut self.lesson {
            Some(_) if self.making.is_none() => self.end_lessons(),
            Some(lesson) => (lesson.number, self.dark) = (lesson.number + 1, false),
            None => {}
        }
        self.settle()
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
            self.walked.push(Walked::Against(dir));
            return Ok(refusal);
        }
        self.walked.push(Walked::To(round.tile()));
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
    fn apply(&mut self, action: MazeAction) -> Result<Option<&'static str>, LegError> {
        self.changes += 1;
        if action.wants_another() {
            self.end_lessons();
        }
        match action {
            MazeAction::Step(dir) => drop(self.step(dir)?),
            MazeAction::Run(dir) => self.run(dir)?,
            MazeAction::Dark => self.dark = !self.dark,
            MazeAction::Hint => {
                let shown = self.round.as_mut().map_or(0, Round::hint);
                if shown == 0 {
                    return Ok(Some(
                        "Here is the goal: the next step leads into the next maze",
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
                    round.restart();
                    self.won = None;
                    self.making = None;
                    self.held.clear();
                    self.begin();
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

/// Begins the run of the seed that was chosen, or goes on with the one that was left.
pub(super) fn enter(
    (dungeon, seed, drawn): (Res<Dungeon>, Res<RunSeed>, Res<Drawn>),
    (mut given, chosen): (ResMut<GivenMaze>, Option<Res<Chosen>>),
    mut play: ResMut<Play>,
    (mut scene, mut notice): (ResMut<Scene>, ResMut<Notice>),
    mut followed: ResMut<Followed>,
) {
    *scene = Scene::Other;
    *followed = Followed(true);
    let seed = seed.0;
    let spec = dungeon.spec();
    match chosen.map(|chosen| score::begin_chosen(&chosen, &mut play)) {
        None | Some(Ok(false)) => {}
        Some(Ok(true)) => return,
        Some(Err(error)) => notice.0 = error.to_string(),
    }
    let goes_on = play.round().is_some_and(|round| {
        let leg = round.run().leg();
        // Whoever names a maze means that one.
        let named = spec.generator().makes_cell_maze() && spec != leg.first();
        drawn.is(seed) || leg.run_seed() == seed && !named
    });
    if goes_on && given.0.is_none() {
        // What lies on the terrain now is another screen's.
        play.begin();
        return;
    }
    play.leave_round();
    *play = Play {
        dark: play.dark,
        serial: play.serial,
        changes: play.changes,
        left: std::mem::take(&mut play.left),
        ..default()
    };
    let begun = first_leg(spec, seed).and_then(|leg| match given.0.take() {
        Some(maze) => leg.load(maze).map(|run| play.show(Round::new(run))),
        None => play.ask(leg),
    });
    if let Err(error) = begun {
        notice.0 = error.to_string();
        // There is always the usual maze.
        if let Ok(leg) = usual(seed) {
            // It is small and its generator sound.
            let _ = play.ask(leg);
        }
    }
}

/// Leaves nothing on the terrain that the next screen would show.
fn leave(mut tint: ResMut<Tint>, mut walked: MessageWriter<Walked>) {
    *tint = Tint::default();
    walked.write(Walked::Stands(None));
}

/// Lets the time up to this frame pass, before what this frame's keys do.
fn pass((time, played): (Res<Time<Real>>, Res<Played>), mut play: ResMut<Play>) {
    let play = play.bypass_change_detection();
    if let Some(round) = &mut play.round {
        round.play_on(played.0);
    }
    if let Some(won) = &mut play.won {
        *won += time.delta();
    }
}

/// Shows a maze that is done, and takes the steps that were meant for it.
fn collect(
    mut play: ResMut<Play>,
    mut notice: ResMut<Notice>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut wake: MessageWriter<Wake>,
) {
    if !play.is_making() {
        return;
    }
    let serial = play.serial;
    if let Err(error) = play.bypass_change_detection().settle() {
        notice.0 = error.to_string();
    }
    if play.serial == serial {
        wake.write(Wake(PACE));
        return;
    }
    play.set_changed();
    // It said that the maze was being made.
    notice.0.clear();
    redraw.write(RequestRedraw);
    while let Some(dir) = play.held.pop_front() {
        if let Err(error) = play.step(dir) {
            notice.0 = error.to_string();
        }
        if play.making.is_some() {
            break;
        }
    }
}

fn apply_actions(
    mut actions: MessageReader<MazeAction>,
    mut play: ResMut<Play>,
    mut notice: ResMut<Notice>,
    mut wake: MessageWriter<Wake>,
) {
    for action in actions.read() {
        let left = play.left.len();
        match play.apply(*action) {
            Ok(Some(said)) => notice.0 = said.to_owned(),
            Ok(None) if play.left.len() > left => {
                notice.0 = "Undo leads back to the maze that you left".to_owned();
            }
            Ok(None) => {}
            Err(error) => notice.0 = error.to_string(),
        }
        if let Some(leg) = play.coming().filter(|_| play.is_making()) {
            let name = leg.generator().info().name;
            notice.0 = format!("Making {name} of {} cells ...", leg.size());
            wake.write(Wake(PACE));
        }
    }
}

/// Lets light run along the way once the goal is reached, and brings the next maze when it has
/// been looked at. Where nothing is to move by itself the light is there at once, and the next step
/// brings the maze.
pub(super) fn celebrate(
    mut play: ResMut<Play>,
    settings: Res<Settings>,
    mut notice: ResMut<Notice>,
    mut wake: MessageWriter<Wake>,
) {
    let Some(passed) = play.won else { return };
    if settings.is_still() {
        if play.is_changed()
            && let Some(round) = &mut play.round
        {
            round.light(1.0);
        }
        return;
    }
    wake.write(Wake(FRAME));
    if passed >= RESTING {
        if let Err(error) = play.advance() {
            notice.0 = error.to_string();
        }
    } else if let Some(round) = &mut play.round {
        round.light(passed.as_secs_f32() / RUNNING.as_secs_f32());
    }
}

/// Tells what became of the steps, and lets the goal be heard once it is reached.
fn tell(
    mut play: ResMut<Play>,
    mut walked: MessageWriter<Walked>,
    mut heard: MessageWriter<Heard>,
    mut was_over: Local<bool>,
) {
    walked.write_batch(play.bypass_change_detection().walked.drain(..));
    let is_over = play.is_over();
    if is_over && !std::mem::replace(&mut *was_over, is_over) {
        heard.write(Heard::here(Sound::Goal));
    }
    *was_over = is_over;
}
