//! Maze Run as a [`Puzzle`]: the mazes that are played, and what each action does to them.

use std::mem::take;
use std::sync::Arc;
use std::time::Duration;

use super::action::{MazeAction, PRESET_SIZES};
use super::lessons;
use super::request::{MazeRequest, default_leg, other_leg, resized};
use crate::app::begin::Begin;
use crate::app::input::Names;
use crate::app::notice::capitalize;
use crate::app::player::Walked;
use crate::app::puzzle::panel::PanelPuzzle;
use crate::app::puzzle::{Puzzle, PuzzleSession, Round, Solve, Work};
use crate::app::reward::daily;
use crate::app::settings;
use crate::app::ui::lesson::Lesson;
use crate::app::ui::pointer::DOUBLE_CLICK;
use crate::game::{Daily, counted};
use crate::geom::{Dir, Size};
use crate::mazerun::Leg;
use crate::pack::{self, Place};
use crate::profile::maze::{DARK, MazeMove, MazeRefusal, MazeRound, RoundResult};
use crate::rng::Seed;

/// Maze Run as a puzzle.
#[derive(Default)]
pub struct Mazes {
    /// Whether only the lantern lights the maze.
    pub(super) is_dark: bool,
    /// The size whose proportions larger and smaller mazes keep, so that rounding does not change the
    /// sizes on the way back.
    shape: Option<Size>,
    /// Time since the goal was reached, until the next maze is due.
    since_win: Option<Duration>,
    /// Moves of the walker that have not been sent as messages yet.
    walker_moves: Vec<Walked>,
}

/// The mazes that are played.
pub type MazeSession = PuzzleSession<Mazes>;

impl Puzzle for Mazes {
    type Round = MazeRound;
    type Request = MazeRequest;
    type Action = MazeAction;

    const SHARE: MazeAction = MazeAction::Share;
    const UNDO: MazeAction = MazeAction::Undo;
    const GHOST: MazeAction = MazeAction::Ghost;
    const WATCH: MazeAction = MazeAction::Watch;
    const NEXT: MazeAction = MazeAction::Next;
    const UNFINISHED: &'static str = "Reach the goal first: then you can share the result";
    const TAUGHT: &'static str = settings::MAZES;
    const LESSONS: &'static str = "three small mazes that teach the game";

    fn first(seed: Seed) -> MazeRound {
        let run = default_leg(seed).and_then(|leg| leg.make());
        MazeRound::new(run.expect("the default generator makes mazes of the default size"))
    }

    fn chosen(begin: Begin, own: &MazeRound) -> Result<Option<MazeRequest>, String> {
        Ok(match begin {
            Begin::Daily(day) => Some(MazeRequest::of_day(day)),
            Begin::Race(day, solve) => Some(Self::race(day, &solve)?),
            Begin::Pack(place) => pack::maze(place).map(|run| MazeRequest::Run(Box::new(run))),
            Begin::Maze(progress) => Some(MazeRequest::Progress(progress)),
            // The run that begins with this maze goes on where it was left.
            Begin::Map(spec) if *own.run().leg().first() == spec => {
                Some(MazeRequest::Leg(own.run().leg().clone()))
            }
            Begin::Map(spec) if spec.makes_cell_maze() => {
                // The mazes of a seed have sizes that grow from leg to leg.
                let of_seed = default_leg(spec.seed).ok();
                let of_seed = of_seed.filter(|leg| *leg.first() == spec);
                let leg = of_seed.map_or_else(|| Leg::of(&spec), Ok);
                Some(MazeRequest::of_leg(leg)?)
            }
            _ => None,
        })
    }

    fn race(day: Daily, solve: &str) -> Result<MazeRequest, String> {
        let leg = daily::maze(day);
        let run = leg.make().map_err(|error| error.to_string())?;
        let setup = MazeRound::new(run).of_day(day).setup();
        let solve = Solve::unpack(&setup, solve)?;
        Ok(MazeRequest::Race(day, leg, Arc::new(solve)))
    }

    fn rival(request: &MazeRequest) -> Option<&Arc<Solve<MazeRound>>> {
        match request {
            MazeRequest::Race(.., solve) => Some(solve),
            _ => None,
        }
    }

    fn make(request: &MazeRequest, _left: &MazeRound) -> Work<MazeRound> {
        request.make()
    }

    fn is_daily(request: &MazeRequest) -> bool {
        matches!(request, MazeRequest::Daily(..) | MazeRequest::Race(..))
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

    fn describe_lesson(play: &MazeSession, number: usize, names: Names) -> Lesson {
        lessons::describe(number, play.run(), play.state.is_dark, names)
    }

    fn word(&self) -> &'static str {
        if self.is_dark { DARK } else { "" }
    }

    fn of_word(word: &str) -> Self {
        Self {
            is_dark: word == DARK,
            ..Self::default()
        }
    }

    /// The run of the maze goes on, if its seed is chosen again. A maze that was done is followed by the next.
    fn restored(play: &mut MazeSession) {
        let done = play.run().is_over().then(|| play.round().next());
        if let Some(Ok(next)) = done {
            play.own_mut().go_on_with(next);
        }
        let seed = play.run().leg().run_seed();
        play.own_mut().seed = Some(seed);
    }

    fn summary(round: &MazeRound) -> String {
        let run = round.run();
        let number = run.leg().number() + 1;
        if round.steps() == 0 && number == 1 {
            return String::new();
        }
        if run.is_over() {
            let of_pack = round.place().and_then(Place::next);
            let next =
                of_pack.map(|place| format!("{} {place}", pack::maze_pack_names()[place.pack]));
            return format!(
                "{} is next",
                next.unwrap_or_else(|| format!("maze {}", number + 1))
            );
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

    fn replayed(&mut self, round: &MazeRound, moves: usize) {
        let at = round.walker_tile();
        self.walker_moves.push(match moves {
            1 => Walked::Moved(at),
            _ => Walked::Placed(Some(at)),
        });
    }

    fn asked(&mut self) {
        self.shape = None;
        self.since_win = None;
    }

    fn replaced(&mut self) {
        self.since_win = None;
    }

    fn heading(play: &MazeSession) -> String {
        match (play.lesson(), play.name()) {
            (Some(_), _) => "Maze complete".to_owned(),
            (None, Some(name)) => format!("{} complete", capitalize(&name)),
            (None, None) => {
                let number = u64::from(play.run().leg().number()) + 1;
                format!("Maze {number} complete")
            }
        }
    }

    /// Lessons go on by themselves.
    fn describe_next(play: &MazeSession, names: Names) -> String {
        let size = play.next_size().map(|size| format!("{size} cells"));
        let size = size.unwrap_or_default();
        match play.lesson() {
            Some(_) if size.is_empty() => String::new(),
            Some(_) => format!("Next: {size}"),
            None => {
                let how = match names.are_for_fingers() {
                    true => "A tap".to_owned(),
                    false => format!("{}, a step or a click", names.of(&MazeAction::Next)),
                };
                format!("{how}: the next maze, {size}")
            }
        }
    }
}

impl MazeSession {
    /// The result of this maze, once its goal is reached.
    pub fn result(&self) -> Option<RoundResult> {
        self.round().result()
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

    /// Walks one cell back along the trail, which is a step like any other. At its start, takes back a restart, or
    /// returns to the maze before this one. Returns the notice, if there is one.
    fn undo(&mut self) -> Result<Option<&'static str>, String> {
        if self.play(MazeMove::UndoRestart).is_ok() {
            self.present_start();
            return Ok(Some("Back to where you were before the restart"));
        }
        if let Some(back) = self.run().step_back().filter(|_| !self.is_finished()) {
            self.walk(back);
            return Ok(None);
        }
        self.leave_to(true)
    }

    /// Shows the maze before (`back`) or after this one.
    fn leave_to(&mut self, back: bool) -> Result<Option<&'static str>, String> {
        let (told, refused) = match back {
            true => ("Back to your earlier maze", "no step to take back"),
            false => ("On to your later maze", "no later maze to return to"),
        };
        if !self.step(back) {
            return Err(refused.to_owned());
        }
        self.state.shape = None;
        Ok(Some(told))
    }

    /// Leaves a completed maze for the next one, or for the player's own mazes after the last lesson.
    pub(super) fn advance_to_next(&mut self) -> Result<(), String> {
        self.state.since_win = None;
        if self.lesson().is_some() {
            self.state.is_dark = false;
            self.next_lesson();
            return Ok(());
        }
        self.go_on()
    }

    /// Whether the goal was reached longer ago than a key that is held repeats itself or a double click takes.
    pub(super) fn has_looked(&self) -> bool {
        let since_win = self.state.since_win;
        self.is_finished() && since_win.is_none_or(|since_win| since_win >= DOUBLE_CLICK)
    }

    /// Takes a step. A step from a goal that was looked at is taken in the next maze, and waits for it if that is
    /// not ready. Returns whether it was taken at once.
    fn step_to(&mut self, dir: Dir) -> Result<bool, String> {
        if self.has_looked() {
            self.advance_to_next()?;
        } else if self.is_finished() {
            return Ok(false);
        }
        Ok(!self.queue(MazeAction::Step(dir)) && self.walk(dir))
    }

    /// Takes a step in this maze; returns whether no wall is in the way.
    fn walk(&mut self, dir: Dir) -> bool {
        self.note_light();
        if self.play(MazeMove::Step(dir)).is_err() {
            self.state.walker_moves.push(Walked::Blocked(dir));
            return false;
        }
        let at = self.walker_tile();
        self.state.walker_moves.push(Walked::Moved(at));
        if self.is_finished() {
            self.state.since_win = Some(Duration::ZERO);
            if self.lesson().is_none() {
                self.make_next();
            }
        }
        true
    }

    /// Notes in which light the player sees the maze.
    fn note_light(&mut self) {
        if let Some(light) = self.round().note_light(self.state.is_dark) {
            // It is what the maze has yet to note, so this cannot be refused.
            let _ = self.play(light);
        }
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
    pub(super) fn latest_leg(&self) -> Leg {
        let next = self.making().filter(|_| self.is_waiting());
        next.map_or_else(|| self.own().run().leg(), MazeRequest::leg)
            .clone()
    }

    /// Applies an action and returns the notice for the player, if there is one.
    pub(super) fn apply(&mut self, action: MazeAction) -> Result<Option<&'static str>, String> {
        let refuse = |refusal: MazeRefusal| refusal.to_string();
        match action {
            MazeAction::Step(dir) => drop(self.step_to(dir)?),
            MazeAction::Run(dir) => self.run_to_branch(dir)?,
            MazeAction::Dark => {
                self.state.is_dark = !self.state.is_dark;
                self.touch();
                self.note_light();
            }
            MazeAction::Hint => {
                if self.play(MazeMove::Hint) == Ok(0) {
                    return Ok(Some(
                        "This is the goal: the next step takes you to the next maze",
                    ));
                }
            }
            MazeAction::Solution => {
                self.play(MazeMove::Solution).map_err(refuse)?;
            }
            MazeAction::Restart => {
                let can_undo = self.is_under_way() || self.is_finished();
                self.begin_again(MazeMove::Restart).map_err(refuse)?;
                self.state.since_win = None;
                self.present_start();
                return Ok(can_undo.then_some("Press {undo} to undo the restart"));
            }
            // Handled by the systems for files, results and the panel.
            MazeAction::CopyProgress
            | MazeAction::Save
            | MazeAction::EnterPanel
            | MazeAction::Ghost
            | MazeAction::Watch
            | MazeAction::Share => {}
            MazeAction::Undo => return self.undo(),
            MazeAction::Redo => return self.leave_to(false),
            MazeAction::Size(index) => {
                self.request(Mazes::new_of_size(self, PRESET_SIZES[index])?, false)?;
            }
            MazeAction::Next => {
                if self.is_finished() && !self.is_waiting() {
                    self.advance_to_next()?;
                }
            }
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
    use crate::GENERATION_VERSION;
    use crate::app::puzzle::trial::{self, load_whole, write};
    use crate::app::screens::maze::Mark;
    use crate::geom::Pos;
    use crate::mazerun::Progress;
    use proptest::prelude::*;

    fn leg() -> Leg {
        Leg::new("maze-dfs", Size::new(16, 10), Seed(7)).unwrap()
    }

    fn walk(play: &mut MazeSession, steps: usize) {
        for _ in 0..steps {
            let next = play.run().next_step().unwrap();
            play.play(MazeMove::Step(next)).unwrap();
        }
    }

    /// A sitting in a maze after some steps towards its goal.
    fn walked(leg: &Leg, steps: usize) -> MazeSession {
        let mut play = MazeSession::of(MazeRound::new(leg.make().unwrap()));
        walk(&mut play, steps);
        play
    }

    /// What can be seen of a maze.
    fn see(round: &MazeRound) -> String {
        let run = round.run();
        let done = round.completion();
        let way = (0..run.maze().size().width as i32 * 2 + 1)
            .flat_map(|x| (0..run.maze().size().height as i32 * 2 + 1).map(move |y| Pos::new(x, y)))
            .any(|pos| round.mark_at(pos) == Some(Mark::Solution));
        format!(
            "run {} number {} attempt {} loaded {} maze {} steps {:?} at {:?} counted {} hints {} solved {} way {} time {:?} day {:?} uncounted {:?} trail {:?}",
            run.leg().first(),
            run.leg().number(),
            run.leg().attempt(),
            run.is_loaded(),
            run.maze().to_string().replace('\n', "/"),
            run.steps(),
            run.at(),
            round.steps(),
            run.hints(),
            run.is_solved(),
            way,
            Duration::from_millis(round.time().as_millis() as u64),
            done.day.map(|day| day.to_string()),
            done.uncounted.is_some(),
            run.trail(),
        )
    }

    /// Everything that can be seen of a sitting.
    fn see_all(play: &MazeSession) -> String {
        format!("dark {}\n{}", play.is_dark(), trial::seen(play, see))
    }

    fn reload(play: &mut MazeSession) -> MazeSession {
        load_whole(&write(play))
    }

    #[test]
    fn a_maze_comes_back_with_its_steps_time_and_what_was_shown() {
        let mut play = walked(&leg().at(9, 0), 2);
        play.show(MazeRound::new(leg().at(2, 0).make().unwrap()));
        walk(&mut play, 7);
        play.play(MazeMove::Restart).unwrap();
        play.play(MazeMove::Solution).unwrap();
        play.round_mut().add_time(Duration::from_millis(2500));
        play.state.is_dark = true;
        let mut again = reload(&mut play);
        assert!(again.is_dark());
        assert_eq!(Mazes::summary(&again), "maze 3, 20x13 cells, 7 steps");
        assert_eq!(again.shelf().rounds().count(), 1);
        assert_eq!(again.time(), Duration::from_millis(2500));
        assert_eq!(see_all(&again), see_all(&play));
        assert_eq!(write(&mut again), write(&mut play));
    }

    #[test]
    fn undo_leads_to_the_same_mazes_in_the_same_order_after_a_save() {
        let mut play = walked(&leg(), 1);
        for number in 1..4 {
            play.show(MazeRound::new(leg().at(number, 0).make().unwrap()));
            walk(&mut play, 1);
        }
        // From each maze a step back leads to its start, and another to the maze before.
        let mut again = reload(&mut play);
        let order = |play: &mut MazeSession| {
            let mut seen = Vec::new();
            for action in [[MazeAction::Undo; 8], [MazeAction::Redo; 8]].concat() {
                let _ = play.apply(action);
                seen.push((play.run().leg().number(), play.run().trail().len() - 1));
            }
            seen.dedup();
            seen
        };
        let back = [(3, 0), (2, 1), (2, 0), (1, 1), (1, 0), (0, 1), (0, 0)];
        let expected = [&back[..], &[(1, 0), (2, 0), (3, 0)]].concat();
        assert_eq!(
            (order(&mut play), order(&mut again)),
            (expected.clone(), expected)
        );
    }

    #[test]
    fn a_maze_that_was_done_is_followed_by_the_next_and_one_of_another_version_is_refused() {
        let leg = Leg::new("maze-dfs", Size::new(8, 5), Seed(7)).unwrap();
        let steps = leg.make().unwrap().ends().steps as usize;
        let mut play = walked(&leg, steps);
        let mut again = reload(&mut play);
        assert!(again.is_finished());
        Mazes::restored(&mut again);
        assert_eq!((again.run().leg().number(), again.steps()), (1, 0));
        assert_eq!(again.shelf().rounds().count(), 0);
        let now = format!("generation {GENERATION_VERSION}");
        let text = trial::sealed(&write(&mut play).replace(&now, "generation 0"));
        let refusal = trial::load::<Mazes>(&text).err().unwrap();
        assert!(refusal.contains("generation version 0"), "{refusal}");
    }

    #[test]
    fn a_daily_is_saved_with_its_day_and_no_other_maze_can_be_one() {
        let day = Daily::of_day(20_781).unwrap();
        let mut play = MazeSession::default();
        // Found by its code at first.
        let code = MazeRequest::Leg(daily::maze(day));
        play.request(code, false).unwrap();
        walk(&mut play, 1);
        assert_eq!(play.day(), None);
        play.request(MazeRequest::of_day(day), true).unwrap();
        assert_eq!((play.day(), play.steps()), (Some(day), 1));
        play.request(MazeRequest::of_day(day), true).unwrap();
        play.request(MazeRequest::Leg(leg()), false).unwrap();
        let days = |play: &MazeSession| {
            let rounds = [play.round()].into_iter().chain(play.shelf().rounds());
            rounds.map(Round::day).collect::<Vec<_>>()
        };
        let text = write(&mut play);
        assert_eq!(days(&load_whole(&text)), [None, Some(day)]);
        let other = trial::sealed(&text.replace("2026-11-24", "2026-11-25"));
        let (again, losses) = trial::load::<Mazes>(&other).unwrap();
        assert_eq!(days(&again), [None, None]);
        assert!(
            losses[0].contains("this is not the daily of 2026-11-25"),
            "{losses:?}"
        );
    }

    fn play_on(play: &mut MazeSession) {
        for action in [
            MazeAction::Hint,
            MazeAction::Undo,
            MazeAction::Solution,
            MazeAction::Restart,
        ] {
            let _ = play.apply(action);
        }
        if let Some(dir) = play.run().next_step() {
            play.apply(MazeAction::Step(dir)).unwrap();
        }
    }

    /// Something that a player does: its kind, and a number.
    type Done = (u8, u64);

    fn arbitrary_play() -> impl Strategy<Value = Vec<Done>> {
        prop::collection::vec((0..32_u8, 0..4_u64), 0..150)
    }

    fn play_all(play: &mut MazeSession, done: &[Done]) {
        for (kind, number) in done.iter().copied() {
            play.round_mut()
                .add_time(Duration::from_millis(number * 700));
            let dir = Dir::CARDINAL[number as usize];
            let towards = play.run().next_step();
            let _ = match kind {
                0..10 => play.apply(MazeAction::Step(towards.unwrap_or(dir))),
                10..16 => play.apply(MazeAction::Step(dir)),
                16..19 => play.apply(MazeAction::Run(dir)),
                19..21 => play.apply(MazeAction::Hint),
                21 => play.apply(MazeAction::Solution),
                22..24 => play.apply(MazeAction::Restart),
                24..27 => play.apply(MazeAction::Undo),
                27 => play.apply(MazeAction::Dark),
                28 => {
                    let leg = Leg::new("maze-kruskal", Size::new(4, 3), Seed(number)).unwrap();
                    play.request(MazeRequest::Leg(leg), false).map(|()| None)
                }
                29 if !play.run().is_loaded() => {
                    let run = play.run().clone();
                    let text = Progress { run, seconds: 9 }.to_string();
                    let progress = Box::new(text.parse::<Progress>().unwrap());
                    play.request(MazeRequest::Progress(progress), false)
                        .map(|()| None)
                }
                30 => {
                    let maze = play.run().maze().clone();
                    let run = Box::new(leg().load(maze).unwrap());
                    play.request(MazeRequest::Run(run), false).map(|()| None)
                }
                // As at the end of a frame.
                _ => {
                    write(play);
                    Ok(None)
                }
            };
        }
    }

    fn small() -> MazeSession {
        let leg = Leg::new("maze-dfs", Size::new(5, 4), Seed(7)).unwrap();
        MazeSession::of(MazeRound::new(leg.make().unwrap()))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(trial::amount(48, 4000)))]

        #[test]
        fn mazes_are_loaded_as_they_were_walked(done in arbitrary_play(), more in arbitrary_play()) {
            let mut play = small();
            play_all(&mut play, &done);
            let mut again = reload(&mut play);
            prop_assert_eq!(see_all(&again), see_all(&play));
            // And both have the same future, but for the maze that was being made.
            if !play.is_finished() {
                again.state = Mazes::of_word(play.state.word());
                play_all(&mut play, &more);
                play_all(&mut again, &more);
                prop_assert_eq!(see_all(&again), see_all(&play));
            }
        }
    }

    /// A file of some mazes with all kinds of moves.
    fn small_file() -> String {
        let mut play = small();
        let day = Daily::of_day(20_781).unwrap();
        play.request(MazeRequest::of_day(day), true).unwrap();
        let kinds: Vec<Done> = (0..31).map(|kind| (kind, u64::from(kind) % 4)).collect();
        play_all(&mut play, &kinds);
        play_all(&mut play, &kinds[..23]);
        write(&mut play)
    }

    #[test]
    fn every_part_of_a_file_of_mazes_is_loaded_or_refused() {
        trial::check_prefixes::<Mazes>(&small_file());
    }

    #[test]
    fn changed_files_of_mazes_are_loaded_or_refused() {
        let count = trial::amount(1000, 50_000);
        trial::check_changes::<Mazes>(&small_file(), count, see, play_on);
    }

    #[test]
    fn a_file_of_mazes_that_takes_too_long_is_loaded_up_to_there() {
        let text = write(&mut small());
        for (more, told) in [
            ("restart*999999", "take too long"),
            ("hint*9999999", "at most 1000000 moves"),
        ] {
            let text = trial::sealed(&format!("{text}hint :\n{more} :\n"));
            let (again, losses) = trial::load_within::<Mazes>(&text, 1_000_000).unwrap();
            assert!(losses[0].contains(told), "{losses:?}");
            assert_eq!(again.run().hints(), 0);
        }
    }
}
