//! Maze Run as a [`Puzzle`]: the mazes that are played, and what each action does to them.

use std::mem::take;
use std::time::Duration;

use serde::Serialize;

use super::action::MazeAction;
use super::lessons;
use super::request::{MazeRequest, default_leg, other_leg, resized};
use super::round::{MazeRound, RoundResult};
use super::saved::Saved;
use crate::GENERATION_VERSION;
use crate::app::begin::Begin;
use crate::app::input::Names;
use crate::app::notice::Notice;
use crate::app::player::Walked;
use crate::app::puzzle::{Packed, Puzzle, Round, Sitting, Work};
use crate::app::reward::{Game, daily};
use crate::app::settings;
use crate::app::ui::lesson::Lesson;
use crate::game::{Daily, DailyCode, DailyGame, counted};
use crate::geom::{Dir, Size};
use crate::mazerun::{Leg, MazeRun, StepError};
use crate::pack::{self, Place};
use crate::rng::Seed;
use crate::seal::Kind;

/// Number of steps in a new maze during which the result of the previous one stays visible.
const RESULT_STEPS: u32 = 3;

/// Maze Run as a puzzle.
#[derive(Default)]
pub struct Mazes {
    /// Whether only the lantern lights the maze.
    pub(super) is_dark: bool,
    /// The size whose proportions larger and smaller mazes keep, so that rounding does not change the
    /// sizes on the way back.
    shape: Option<Size>,
    /// The finished maze before this one, while its result is still shown.
    previous: Option<MazeRound>,
    /// Whether the finished maze on the screen becomes the previous one, rather than being dropped.
    keeps_finished: bool,
    /// Time since the goal was reached, until the next maze is due.
    since_win: Option<Duration>,
    /// Moves of the walker that have not been sent as messages yet.
    walker_moves: Vec<Walked>,
    /// What the records say of the latest result.
    pub(super) verdict: String,
}

/// The mazes that are played.
pub type Play = Sitting<Mazes>;

impl Puzzle for Mazes {
    type Round = MazeRound;
    type Request = MazeRequest;
    type Action = MazeAction;
    type Saved = Saved;

    const GAME: Game = Game::Maze;
    const SHARE: MazeAction = MazeAction::Share;
    const TEACH: MazeAction = MazeAction::Teach;
    const UNDO: MazeAction = MazeAction::Undo;
    const UNFINISHED: &'static str = "Reach the goal first: then you can share the result";
    const TAUGHT: &'static str = settings::MAZES;
    const LESSONS: &'static str = "three small mazes that teach the game";
    const FILE: &'static str = "maze.save";
    const KIND: Kind = Kind {
        magic: *b"\x89UCmaze\n",
        format: 3,
    };

    fn first(seed: Seed) -> MazeRound {
        let run = default_leg(seed).and_then(|leg| leg.make());
        MazeRound::new(run.expect("the default generator makes mazes of the default size"))
    }

    fn chosen(begin: Begin, own: &MazeRound) -> Result<Option<MazeRequest>, String> {
        Ok(match begin {
            Begin::Daily(day) => Some(MazeRequest::of_day(day)),
            Begin::Pack(place) => pack::maze(place).map(|run| MazeRequest::Run(Box::new(run))),
            Begin::Maze(progress) => Some(MazeRequest::Progress(progress)),
            // Without a name, its seed would begin with the very maze.
            Begin::Map(spec) if default_leg(spec.seed).is_ok_and(|leg| *leg.first() == spec) => {
                None
            }
            // The run that begins with this maze goes on where it was left.
            Begin::Map(spec) if *own.run().leg().first() == spec => {
                Some(MazeRequest::Leg(own.run().leg().clone()))
            }
            Begin::Map(spec) if spec.generator().makes_cell_maze() => {
                Some(MazeRequest::of_leg(Leg::of(&spec))?)
            }
            _ => None,
        })
    }

    fn make(request: &MazeRequest, _left: &MazeRound) -> Work<MazeRound> {
        request.make()
    }

    fn name(request: &MazeRequest) -> String {
        let leg = request.leg();
        let name = leg.generator().info().name;
        format!("{name}, {} cells", leg.size())
    }

    fn next(round: &MazeRound) -> MazeRequest {
        let next = round.place().and_then(Place::next).and_then(pack::maze);
        match next {
            Some(run) => MazeRequest::Run(Box::new(run)),
            None => MazeRequest::Leg(round.run().leg().next()),
        }
    }

    fn lesson(number: usize, _own: &MazeRound) -> Option<MazeRound> {
        lessons::leg(number)?.make().ok().map(MazeRound::new)
    }

    fn describe_lesson(play: &Play, number: usize, names: Names) -> Lesson {
        lessons::describe(number, play.run(), play.state.is_dark, names)
    }

    fn write(play: &Play) -> impl Serialize {
        let [before, after] = play.shelf().packed();
        // The order in which undo leads to them, the last one first.
        let left = after.into_iter().rev().chain(before);
        let (left, packed): (Vec<_>, _) = left.unzip();
        Saved {
            generation: GENERATION_VERSION,
            dark: play.own_state().is_dark,
            shown: Packed::new(&play.own().pack()),
            left: packed,
            days: [play.own()]
                .into_iter()
                .chain(left)
                .map(write_day)
                .collect(),
        }
    }

    fn read(saved: Saved) -> Result<Play, String> {
        let found = saved.generation;
        if found != GENERATION_VERSION {
            return Err(format!(
                "the maze was made by generation version {found}, and this program has \
                 {GENERATION_VERSION}: seeds give other mazes now"
            ));
        }
        let days = saved.days;
        let restore = |(index, saved)| {
            let mut round = MazeRound::restore(saved)?;
            let day = days.get(index).and_then(Option::as_deref);
            round.day = day.and_then(|code| read_day(code, round.run()));
            Ok::<_, String>(round)
        };
        let shown = match saved.shown.run.is_over() {
            false => restore((0, saved.shown))?,
            true => {
                let next = saved.shown.run.next();
                MazeRound::new(next.map_err(|error| error.to_string())?)
            }
        };
        let left: Result<_, _> = (1..).zip(saved.left).map(restore).collect();
        let seed = shown.run().leg().run_seed();
        let mut play = Play::of(shown).with_shelf([left?, Vec::new()]);
        play.seed = Some(seed);
        play.state.is_dark = saved.dark;
        Ok(play)
    }

    fn summary(round: &MazeRound) -> String {
        let run = round.run();
        let number = run.leg().number() + 1;
        if round.steps() == 0 && number == 1 {
            return String::new();
        }
        if run.is_over() {
            return format!("maze {} is next", number + 1);
        }
        let steps = counted(round.steps(), "step");
        format!("maze {number}, {} cells, {steps}", run.maze().size())
    }

    fn is_begun(round: &MazeRound) -> bool {
        round.run().is_loaded() || round.is_under_way()
    }

    fn shown(&mut self, round: &MazeRound) {
        self.walker_moves
            .push(Walked::Placed(Some(round.walker_tile())));
    }

    fn asked(&mut self, has_news: bool) {
        self.shape = None;
        self.since_win = None;
        self.keeps_finished = has_news;
        if !has_news {
            self.previous = None;
        }
    }

    fn replaced(&mut self, left: Option<MazeRound>) {
        self.since_win = None;
        let keeps_finished = take(&mut self.keeps_finished);
        if let Some(round) = left.filter(Round::is_finished) {
            self.previous = keeps_finished.then_some(round);
        }
    }

    fn previous(&self) -> Option<&MazeRound> {
        self.previous.as_ref()
    }

    fn tell(&mut self, verdict: String, _notice: &mut Notice) {
        self.verdict = verdict;
    }
}

/// The day of a saved maze, if it is the daily of that day.
fn read_day(code: &str, run: &MazeRun) -> Option<Daily> {
    let code: DailyCode = code.parse().ok()?;
    let is_maze = code.game == DailyGame::Maze && *run.leg() == daily::maze(code.day);
    (is_maze && !run.is_loaded()).then_some(code.day)
}

fn write_day(round: &MazeRound) -> Option<String> {
    let game = DailyGame::Maze;
    let day = round.day?;
    Some(DailyCode { game, day }.to_string())
}

impl Play {
    /// The result to show: that of this maze, or for the first few steps that of the previous one.
    pub fn result(&self) -> Option<RoundResult> {
        self.finished().and_then(MazeRound::result)
    }

    /// Whether only the lantern lights the maze.
    pub const fn is_dark(&self) -> bool {
        self.state.is_dark
    }

    /// The size of the maze that follows this one, once that is finished.
    pub fn next_size(&self) -> Option<Size> {
        match self.lesson() {
            Some(number) => lessons::leg(number + 1).map(|leg| leg.size()),
            None => self.making().map(|request| request.leg().size()),
        }
    }

    /// Adds to the time since the goal was reached.
    pub(super) fn advance_time(&mut self, elapsed: Duration) {
        if let Some(since_win) = &mut self.state.since_win {
            *since_win += elapsed;
        }
    }

    /// Time since the goal was reached; `None` before that and once the next maze is due.
    pub(super) const fn time_since_win(&self) -> Option<Duration> {
        self.state.since_win
    }

    /// Takes the walker's moves since the last call.
    pub(super) fn take_walker_moves(&mut self) -> Vec<Walked> {
        take(&mut self.state.walker_moves)
    }

    /// Ends the lessons, takes back a restart, or returns to the maze that was left last; repeated undo cycles
    /// through all of them. Returns the notice.
    fn undo(&mut self) -> &'static str {
        const BACK: &str = "Back to your earlier maze";
        if self.lesson().is_some() {
            self.skip_lessons();
            return BACK;
        }
        let restarted = self.play(|round| match round.undo_restart() {
            true => Ok(()),
            false => Err(()),
        });
        if restarted.is_ok() {
            self.present();
            return "Back to where you were before the restart";
        }
        if !self.step_around() {
            return "No unfinished maze to go back to";
        }
        self.state.previous = None;
        self.state.shape = None;
        BACK
    }

    /// Leaves a completed maze for the next one, or for the player's own mazes after the last lesson.
    pub(super) fn advance_to_next(&mut self) -> Result<(), String> {
        self.state.keeps_finished = true;
        self.state.since_win = None;
        if self.lesson().is_some() {
            self.state.is_dark = false;
            self.next_lesson();
            return Ok(());
        }
        self.go_on()
    }

    /// Takes a step. A step from a reached goal is taken in the next maze, and waits for it if that is not
    /// ready. Returns whether it was taken at once.
    fn step_to(&mut self, dir: Dir) -> Result<bool, String> {
        if self.is_finished() {
            self.advance_to_next()?;
        }
        if self.queue(MazeAction::Step(dir)) {
            return Ok(false);
        }
        if self.play(|round| round.step(dir)).is_err() {
            self.state.walker_moves.push(Walked::Blocked(dir));
            return Ok(false);
        }
        let at = self.walker_tile();
        self.state.walker_moves.push(Walked::Moved(at));
        if self.run().steps_taken() > RESULT_STEPS {
            self.state.previous = None;
        }
        if self.is_finished() {
            self.state.since_win = Some(Duration::ZERO);
            if self.lesson().is_none() {
                self.make_next();
            }
        }
        Ok(true)
    }

    fn run_to_branch(&mut self, dir: Dir) -> Result<(), String> {
        let number = self.number();
        let mut next = Some(dir);
        while let Some(dir) = next {
            let is_taken = self.step_to(dir)?;
            let continues = is_taken && self.number() == number && !self.is_finished();
            next = self.run().onward(dir).filter(|_| continues);
        }
        Ok(())
    }

    /// The leg that the player waits for, or else the current one.
    fn latest_leg(&self) -> Leg {
        let next = self.making().filter(|_| self.is_waiting());
        next.map_or_else(|| self.own().run().leg(), MazeRequest::leg)
            .clone()
    }

    /// Applies an action and returns the notice for the player, if there is one.
    pub(super) fn apply(&mut self, action: MazeAction) -> Result<Option<&'static str>, String> {
        match action {
            MazeAction::Step(dir) => drop(self.step_to(dir)?),
            MazeAction::Run(dir) => self.run_to_branch(dir)?,
            MazeAction::Dark => {
                self.state.is_dark = !self.state.is_dark;
                self.touch();
            }
            MazeAction::Hint => {
                let shown = self.play(|round| Ok::<_, StepError>(round.show_hint()));
                if shown == Ok(0) {
                    return Ok(Some(
                        "This is the goal: the next step takes you to the next maze",
                    ));
                }
            }
            MazeAction::Solution => {
                let _ = self.play(|round| {
                    round.toggle_solution();
                    Ok::<_, StepError>(())
                });
            }
            MazeAction::Restart => {
                let can_undo = self.is_under_way();
                let _ = self.play(|round| {
                    round.restart();
                    Ok::<_, StepError>(())
                });
                self.state.since_win = None;
                self.present();
                return Ok(can_undo.then_some("Press {undo} to undo the restart"));
            }
            // Handled by the systems for files, lessons and results.
            MazeAction::Copy
            | MazeAction::CopyProgress
            | MazeAction::Paste
            | MazeAction::Save
            | MazeAction::Teach
            | MazeAction::Share => {}
            MazeAction::Undo => return Ok(Some(self.undo())),
            MazeAction::Skip => {
                if !self.is_waiting() {
                    self.request(Mazes::next(self.own()), false)?;
                }
            }
            MazeAction::Larger | MazeAction::Smaller => {
                let leg = self.latest_leg();
                let is_larger = action == MazeAction::Larger;
                let shape = *self.state.shape.get_or_insert(leg.at(0, 0).size());
                let leg = leg.with_size(resized(leg.size(), shape, is_larger));
                self.request(MazeRequest::of_leg(leg)?, false)?;
                self.state.shape = Some(shape);
            }
            MazeAction::Another | MazeAction::NextGenerator | MazeAction::PreviousGenerator => {
                let leg = other_leg(action, &self.latest_leg());
                self.request(MazeRequest::of_leg(leg)?, false)?;
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal;

    fn leg() -> Leg {
        Leg::new("maze-dfs", Size::new(16, 10), Seed(7)).unwrap()
    }

    /// A sitting in a maze after some steps towards its goal.
    fn walked(leg: &Leg, steps: usize) -> Play {
        let mut play = Play::of(MazeRound::new(leg.make().unwrap()));
        for _ in 0..steps {
            let next = play.run().next_step().unwrap();
            play.play(|round| round.step(next)).unwrap();
        }
        play
    }

    fn pack(play: &Play) -> Vec<u8> {
        seal::pack(Mazes::KIND, &Mazes::write(play))
    }

    fn unpack(bytes: &[u8]) -> Saved {
        seal::unpack(Mazes::KIND, bytes).unwrap()
    }

    fn read(play: &Play) -> Play {
        Mazes::read(unpack(&pack(play))).unwrap()
    }

    #[test]
    fn a_maze_comes_back_with_its_steps_time_and_what_was_shown() {
        let mut play = walked(&leg().at(9, 0), 2);
        play.show(MazeRound::new(leg().at(2, 0).make().unwrap()));
        for _ in 0..7 {
            let next = play.run().next_step().unwrap();
            play.play(|round| round.step(next)).unwrap();
        }
        let round = play.round_mut();
        round.restart();
        round.toggle_solution();
        round.add_time(Duration::from_millis(2500));
        play.state.is_dark = true;
        let again = read(&play);
        assert!(again.is_dark());
        assert_eq!(Mazes::summary(&again), "maze 3, 20x13 cells, 7 steps");
        assert_eq!(again.shelf().rounds().count(), 1);
        assert_eq!(again.time(), Duration::from_millis(2500));
        assert_eq!(pack(&again), pack(&play));
    }

    #[test]
    fn undo_leads_to_the_same_mazes_in_the_same_order_after_a_save() {
        let mut play = walked(&leg(), 1);
        for number in 1..4 {
            play.show(MazeRound::new(leg().at(number, 0).make().unwrap()));
            let next = play.run().next_step().unwrap();
            play.play(|round| round.step(next)).unwrap();
        }
        play.undo();
        let mut again = read(&play);
        let order = |play: &mut Play| {
            let mut numbers = Vec::new();
            for _ in 0..6 {
                numbers.push(play.run().leg().number());
                play.undo();
            }
            numbers
        };
        let expected = [2, 1, 0, 3, 2, 1];
        assert_eq!(
            (order(&mut play), order(&mut again)),
            (expected.into(), expected.into())
        );
    }

    #[test]
    fn a_maze_that_was_done_is_followed_by_the_next_and_one_of_another_version_is_refused() {
        let leg = Leg::new("maze-dfs", Size::new(8, 5), Seed(7)).unwrap();
        let steps = leg.make().unwrap().ends().steps as usize;
        let play = walked(&leg, steps);
        assert!(play.is_finished());
        assert_eq!(read(&play).run().leg().number(), 1);
        let other = Saved {
            generation: 0,
            ..unpack(&pack(&play))
        };
        let refusal = Mazes::read(other).err().unwrap();
        assert!(refusal.contains("generation version 0"), "{refusal}");
    }

    #[test]
    fn a_daily_is_saved_with_its_day_and_a_save_of_before_has_none() {
        let day = Daily::of_day(20_781).unwrap();
        let mut play = Play::default();
        play.request(MazeRequest::of_day(day), true).unwrap();
        let next = play.run().next_step().unwrap();
        play.play(|round| round.step(next)).unwrap();
        play.request(MazeRequest::Leg(leg()), false).unwrap();
        let days = |play: &Play| {
            let rounds = [play.round()].into_iter().chain(play.shelf().rounds());
            rounds.map(Round::day).collect::<Vec<_>>()
        };
        assert_eq!(days(&read(&play)), [None, Some(day)]);
        let mut saved = unpack(&pack(&play));
        saved.days = vec![None, Some("daily-maze/2026-11-25".to_owned())];
        assert_eq!(days(&Mazes::read(saved).unwrap()), [None; 2]);
        let Saved {
            generation,
            dark,
            shown,
            left,
            ..
        } = unpack(&pack(&play));
        let before = seal::pack(Mazes::KIND, &(generation, dark, shown, left));
        assert_eq!(days(&Mazes::read(unpack(&before)).unwrap()), [None; 2]);
    }
}
