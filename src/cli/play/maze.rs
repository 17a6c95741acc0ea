//! Maze Run in words: where the passages lead, how far, and where the goal is.

use std::path::Path;
use std::time::Duration;

use super::board::{read_pack, tell_records, tell_results};
use super::table::{Found, Table};
use super::words::{Command, expect_end, read_count, read_side, unexpected};
use super::{Conversation, Refused, clock, confirm};
use crate::cli::CliError;
use crate::code::{CodeError, Target};
use crate::disk::DiskError;
use crate::entropy;
use crate::game::{DailyGame, counted};
use crate::geom::{Dir, Pos, Size};
use crate::mazerun::{Leg, MazeRun, Progress, StepError, Trace};
use crate::pack;
use crate::profile::board::words::{describe_steps, place_name, side_name};
use crate::profile::maze::words::{
    MAX_WALK, describe_cell, describe_goal, describe_row, describe_wall, steps_along, ways,
};
use crate::profile::maze::{MazeMove, MazeRefusal, MazeRound, default_leg};
use crate::profile::{Game, Help, Round, daily, format_time};

/// Maze Run in the terminal.
pub struct Mazes {
    table: Table<MazeRound>,
    greeting: Vec<String>,
}

#[rustfmt::skip]
const COMMANDS: &[Command] = &[
    Command::taking(&["up", "north", "k", "u"], "[N]", "walks up, one cell or N"),
    Command::taking(&["right", "east", "l", "r"], "[N]", "walks to the right"),
    Command::taking(&["down", "south", "j", "d"], "[N]", "walks down"),
    Command::taking(&["left", "west", "h"], "[N]", "walks to the left"),
    Command::taking(&["run"], "SIDE", "walks on to the next branch or dead end"),
    Command::taking(&["back", "b"], "[N]", "walks back the way you came"),
    Command::new(&["where", "look", "what is here", "w"], "tells the cell where you are, where its passages lead and where the goal is"),
    Command::new(&["around", "a"], "tells the cells on its four sides"),
    Command::new(&["trail"], "tells the way from the start to here"),
    Command::new(&["branches"], "tells the nearest passage behind you that you have not walked"),
    Command::taking(&["row"], "N", "tells the open sides of all cells of a row"),
    Command::new(&["board", "maze"], "tells all rows of the maze"),
    Command::new(&["status"], "tells the maze, your steps and the time"),
    Command::new(&["hint"], "tells the next ten steps; the maze then counts as helped"),
    Command::new(&["path", "solution"], "tells the whole way from here; the maze then does not count"),
    Command::new(&["restart"], "goes back to the start; steps and time go on"),
    Command::new(&["undo"], "takes back a restart, or goes back to the maze before"),
    Command::new(&["redo"], "goes on to the maze after it"),
    Command::new(&["next maze", "next", "skip"], "goes on to the next maze, which is larger, or the next of the pack"),
    Command::new(&["another"], "another maze of this size"),
    Command::taking(&["new"], "WxH", "a new run that begins with this size, in cells"),
    Command::taking(&["open"], "CODE", "opens a share code, a link or a seed"),
    Command::new(&["daily"], "opens the maze of today"),
    Command::taking(&["pack"], "[PACK [NUMBER]]", "lists the packs, or opens a maze of one by its numbers"),
    Command::new(&["code"], "tells the share code of this maze, and it with your steps"),
    Command::new(&["share"], "tells the line that shares the result"),
    Command::new(&["records"], "tells your results of each kind of maze"),
    Command::new(&["results"], "tells the last twenty results of this kind, with their dates"),
];

const ABOUT: &[&str] = &[
    "Walk from the start to the goal: they are as far apart as any two cells of the maze. The result compares your \
     steps with the fewest. Cells have rows and columns; the first row is on top.",
    "Of each passage you hear how many cells it goes straight on, and what is there: a wall ahead, a branch, a dead \
     end or the goal.",
];

impl Mazes {
    /// Opens the saved mazes, or the one of a target.
    pub fn open((folder, page): (&Path, &str), target: Option<Target>) -> Result<Self, CliError> {
        let mut found: Found<MazeRound> = Found::read(folder)?;
        let mut greeting = std::mem::take(&mut found.messages);
        let first = |seed| -> Result<MazeRound, CliError> {
            let run = default_leg(seed).and_then(|leg| leg.make());
            run.map(MazeRound::new)
                .map_err(|error| CliError::Failure(error.to_string()))
        };
        let own_seed = found.left.as_ref().map(|left| left.run().leg().run_seed());
        let (round, seed) = match target {
            None if found.left.is_some() => (None, None),
            Some(Target::Number(seed) | Target::Text(seed, _)) if own_seed == Some(seed) => {
                (None, None)
            }
            None => {
                let seed = entropy::fresh_seed()?;
                (Some(first(seed)?), Some(seed))
            }
            Some(Target::Number(seed) | Target::Text(seed, _)) => (Some(first(seed)?), Some(seed)),
            Some(target) => {
                let round = round_of(target, None);
                let round = round.map_err(|error| CliError::option("--seed", error))?;
                (Some(round), None)
            }
        };
        let Some(mut table) = found.sit_down(round, page) else {
            return Err(CliError::Failure("there is no maze".to_owned()));
        };
        table.seed = seed.or(table.seed);
        // As in the window, a maze that is done is followed by the next.
        if table.round().is_finished()
            && let Ok(next) = table.round().next()
        {
            table.show(next);
        }
        greeting.push("maze run: \"help\" lists the commands".to_owned());
        Ok(Self { table, greeting })
    }

    fn run(&self) -> &MazeRun {
        self.table.round().run()
    }

    fn introduce(&self, said: &mut Vec<String>) {
        self.tell_name(said);
        let (run, ends) = (self.run(), self.run().ends());
        said.push(format!(
            "the start is at {}, the goal at {}; the fewest steps are {}",
            place_name(ends.start),
            place_name(ends.goal),
            ends.steps
        ));
        said.push(describe_cell(run, run.at()));
    }

    fn tell_name(&self, said: &mut Vec<String>) {
        let run = self.run();
        let Size { width, height } = run.maze().size();
        let name = self
            .table
            .name()
            .unwrap_or_else(|| format!("maze {}", run.leg().number() + 1));
        let source = match run.is_loaded() {
            true => String::new(),
            false => format!(", made by {}", run.leg().generator().info().name),
        };
        said.push(format!("{name}: {height} rows of {width} cells{source}"));
    }

    fn tell_here(&self, said: &mut Vec<String>) {
        let run = self.run();
        said.push(describe_cell(run, run.at()));
        if !run.is_over() {
            said.push(describe_goal(run.at(), run.ends().goal));
        }
    }

    fn play(&mut self, action: MazeMove, said: &mut Vec<String>) -> Result<usize, MazeRefusal> {
        // Words tell more than a lantern shows.
        if let Some(light) = self.table.round().note_light(false) {
            self.table.play(light, said)?;
        }
        self.table.play(action, said)
    }

    /// Walks step by step until the steps end, something stops the walk or the goal is reached; says where it ends.
    fn walk(
        &mut self,
        steps: impl IntoIterator<Item = Dir>,
        said: &mut Vec<String>,
    ) -> Result<(), Refused> {
        let (mut taken, mut told) = (Vec::new(), Vec::new());
        let mut stopped = None;
        for dir in steps {
            match self.play(MazeMove::Step(dir), &mut told) {
                Ok(_) => taken.push(dir),
                Err(why) => {
                    stopped = Some((dir, why));
                    break;
                }
            }
            if self.run().is_over() {
                break;
            }
        }
        if let Some((dir, why)) = stopped {
            let text = match why {
                MazeRefusal::Step(StepError::Over) => {
                    "the goal has been reached; \"next\" goes on to the next maze".to_owned()
                }
                MazeRefusal::Step(StepError::Wall) => describe_wall(dir),
                other => other.to_string(),
            };
            if taken.is_empty() {
                return Err(text.into());
            }
            said.push(format!("walked {}; then {text}", describe_steps(&taken)));
        } else if taken.len() > 1 {
            said.push(format!("walked {}", describe_steps(&taken)));
        }
        match self.run().is_over() {
            true => {
                said.push(self.describe_result());
                said.append(&mut told);
                said.push("\"next\" goes on to the next maze".to_owned());
            }
            false => said.push(describe_cell(self.run(), self.run().at())),
        }
        Ok(())
    }

    fn describe_result(&self) -> String {
        let done = self.table.round().completion();
        format!("the goal: {}", done.describe())
    }

    /// Says the nearest cell of the trail from which a passage leads that was not walked.
    fn tell_branches(&self, said: &mut Vec<String>) {
        let run = self.run();
        let open = |at: Pos| {
            let fresh =
                ways(run.maze(), at).filter(move |dir| run.trace(at.step(*dir)) == Trace::Fresh);
            fresh.collect::<Vec<_>>()
        };
        let trail = run.trail();
        let mut behind = trail.iter().rev().enumerate();
        let found = behind.find(|(_, at)| !open(**at).is_empty());
        said.push(match found {
            None => "there is no passage behind you that you have not walked".to_owned(),
            Some((0, at)) => format!("here: {}", names(&open(*at))),
            Some((steps, at)) => format!(
                "{} back, at {}: {}; \"back {steps}\" goes there",
                counted(steps as u32, "step"),
                place_name(*at),
                names(&open(*at))
            ),
        });
    }

    fn resume(&mut self, round: MazeRound, said: &mut Vec<String>) {
        self.table.resume(round);
        self.introduce(said);
    }

    fn show(&mut self, leg: Leg, said: &mut Vec<String>) -> Result<(), Refused> {
        let run = leg.make().map_err(|error| error.to_string())?;
        self.table.show(MazeRound::new(run));
        self.introduce(said);
        Ok(())
    }
}

/// The names of sides.
fn names(sides: &[Dir]) -> String {
    let names: Vec<&str> = sides.iter().map(|side| side_name(*side)).collect();
    super::words::list(&names, "and")
}

/// The maze that a text names.
fn round_of(target: Target, left: Option<&MazeRun>) -> Result<MazeRound, String> {
    let made = |leg: Leg| {
        leg.make()
            .map(MazeRound::new)
            .map_err(|error| error.to_string())
    };
    match target {
        Target::Maze(progress) => {
            let Progress { run, seconds } = *progress;
            Ok(match run.steps_taken() == 0 && seconds == 0 {
                true => MazeRound::new(run),
                false => MazeRound::from_progress(Progress { run, seconds }),
            })
        }
        Target::Daily(code) | Target::Race(code, _) if code.game == DailyGame::Maze => {
            Ok(made(daily::maze(code.day))?.of_day(code.day))
        }
        Target::Map(spec) if spec.generator().makes_cell_maze() => {
            made(Leg::of(&spec).map_err(|error| error.to_string())?)
        }
        Target::Drawn(maze) => {
            let leg = match left {
                Some(run) => run.leg().clone(),
                None => default_leg(crate::rng::Seed(0)).map_err(|error| error.to_string())?,
            };
            let run = leg.load(*maze).map_err(|error| error.to_string())?;
            Ok(MazeRound::from_progress(Progress { run, seconds: 0 }))
        }
        Target::Number(seed) | Target::Text(seed, _) => {
            made(default_leg(seed).map_err(|error| error.to_string())?)
        }
        other => Err(other.refusal()),
    }
}

impl Conversation for Mazes {
    fn commands(&self) -> &'static [Command] {
        COMMANDS
    }

    fn about(&self) -> &'static [&'static str] {
        ABOUT
    }

    fn greet(&mut self, said: &mut Vec<String>) {
        said.append(&mut self.greeting);
        self.introduce(said);
    }

    fn command(
        &mut self,
        name: &'static str,
        rest: &[&str],
        is_sure: bool,
        said: &mut Vec<String>,
    ) -> Result<(), Refused> {
        match name {
            "up" | "right" | "down" | "left" => {
                let side = read_side(name).unwrap_or(Dir::North);
                let count = read_count(rest, MAX_WALK)? as usize;
                return self.walk(std::iter::repeat_n(side, count), said);
            }
            "run" => {
                let [word] = rest else {
                    return Err("run where? Say up, right, down or left".into());
                };
                let side = read_side(word);
                let side = side.ok_or_else(|| unexpected(word))?;
                let steps = corridor(self.run(), side);
                return self.walk(steps, said);
            }
            "back" => {
                let trail = self.run().trail();
                let most = trail.len().saturating_sub(1) as u32;
                if most == 0 {
                    return Err("you are at the start".into());
                }
                let count = read_count(rest, most)? as usize;
                let cells: Vec<Pos> = trail.iter().rev().take(count + 1).copied().collect();
                return self.walk(steps_along(&cells), said);
            }
            "row" => {
                let row = match rest {
                    [] => self.run().at().y + 1,
                    rest => read_count(rest, self.run().maze().size().height)? as i32,
                };
                said.push(describe_row(self.run(), row - 1));
                return Ok(());
            }
            "new" => {
                let [size] = rest else {
                    return Err("how large? Give columns and rows, such as \"new 12x8\"".into());
                };
                let size: Size = size.parse().map_err(|error| format!("{error}"))?;
                let leg = self.run().leg().with_size(size);
                return self.show(leg.map_err(|error| error.to_string())?, said);
            }
            "open" => {
                let text = rest.join(" ");
                let target = Target::paste(&text, crate::known())
                    .and_then(|target| target.begun_by(clock::today()));
                let target = target.map_err(|error| match error {
                    CodeError::Nothing => "open what? Give a share code or a seed".to_owned(),
                    other => other.to_string(),
                })?;
                let round = round_of(target, Some(self.run()))?;
                self.resume(round, said);
                return Ok(());
            }
            "pack" => {
                if let Some(place) = read_pack(Game::Maze, self.table.records(), rest, said)? {
                    let run = pack::maze(place).ok_or("there is no such maze")?;
                    self.resume(MazeRound::new(run), said);
                }
                return Ok(());
            }
            _ => {}
        }
        expect_end(rest)?;
        let helped = self.table.round().completion();
        match name {
            "where" => self.tell_here(said),
            "around" => {
                let (run, at) = (self.run(), self.run().at());
                for dir in Dir::CARDINAL {
                    let side = side_name(dir);
                    said.push(match run.maze().step(at, dir) {
                        None => format!("{side}: a wall"),
                        Some(next) => format!("{side}: {}", describe_cell(run, next)),
                    });
                }
            }
            "trail" => {
                let steps = steps_along(self.run().trail());
                said.push(match steps.is_empty() {
                    true => "you are at the start".to_owned(),
                    false => format!("from the start: {}", describe_steps(&steps)),
                });
            }
            "branches" => self.tell_branches(said),
            "board" => {
                let rows = 0..self.run().maze().size().height as i32;
                said.extend(rows.map(|row| describe_row(self.run(), row)));
            }
            "status" => {
                self.tell_name(said);
                let round = self.table.round();
                said.push(format!(
                    "steps: {}, the fewest possible: {}; time: {}",
                    round.steps(),
                    self.run().ends().steps,
                    format_time(round.time())
                ));
                match helped.help {
                    Help::None => {}
                    Help::Hints => said
                        .push("you had hints, so it counts only among those with hints".to_owned()),
                    Help::Shown => said.push("the solution was shown".to_owned()),
                }
            }
            "hint" => {
                let costs = self.table.hint_costs();
                confirm(costs.then(|| Game::Maze.hint_costs("A hint")), is_sure)?;
                let count = self
                    .play(MazeMove::Hint, said)
                    .map_err(|why| why.to_string())?;
                let cells: Vec<Pos> = std::iter::once(self.run().at())
                    .chain(self.run().path().take(count))
                    .collect();
                said.push(match count {
                    0 => "this is the goal; \"next\" goes on to the next maze".to_owned(),
                    _ => format!("the next steps: {}", describe_steps(&steps_along(&cells))),
                });
            }
            "path" => {
                let costs = helped.help < Help::Shown && !self.run().is_over();
                let question = "tell the way? The maze then does not count as done.";
                confirm(costs.then(|| question.to_owned()), is_sure)?;
                if !self.run().is_solved() {
                    self.play(MazeMove::Solution, said)
                        .map_err(|why| why.to_string())?;
                }
                let cells: Vec<Pos> = std::iter::once(self.run().at())
                    .chain(self.run().path())
                    .collect();
                said.push(match cells.len() {
                    1 => "this is the goal; \"next\" goes on to the next maze".to_owned(),
                    _ => format!(
                        "from here to the goal: {}",
                        describe_steps(&steps_along(&cells))
                    ),
                });
            }
            "restart" => {
                if self.run().steps_taken() == 0 {
                    return Err("you are at the start already".into());
                }
                if !self.table.begin_again(MazeMove::Restart) {
                    self.play(MazeMove::Restart, said)
                        .map_err(|why| why.to_string())?;
                }
                said.push("back at the start; \"undo\" takes that back".to_owned());
                self.tell_here(said);
            }
            "undo" => {
                if self.play(MazeMove::UndoRestart, said).is_ok() {
                    said.push("back to where you were before the restart".to_owned());
                    self.tell_here(said);
                } else if self.table.step(true) {
                    said.push("back to the maze before".to_owned());
                    self.introduce(said);
                } else {
                    return Err(
                        "there is no restart to undo and no maze before; \"back\" walks back"
                            .into(),
                    );
                }
            }
            "redo" => {
                if !self.table.step(false) {
                    return Err("there is no maze after this one".into());
                }
                self.introduce(said);
            }
            "next maze" => {
                let next = self
                    .table
                    .round()
                    .next()
                    .map_err(|error| error.to_string())?;
                self.table.show(next);
                self.introduce(said);
            }
            "another" => {
                let leg = self.run().leg().another();
                return self.show(leg, said);
            }
            "daily" => {
                let day = clock::today();
                let run = daily::maze(day).make().map_err(|error| error.to_string())?;
                self.resume(MazeRound::new(run).of_day(day), said);
            }
            "code" => {
                let (run, round) = (self.run(), self.table.round());
                if run.is_loaded() {
                    return Err(
                        "this maze came from a file or a pack, so it has no share code".into(),
                    );
                }
                said.push(format!("share code: {} ", run.leg().spec()));
                let seconds = u32::try_from(round.time().as_secs()).unwrap_or(u32::MAX);
                let progress = Progress {
                    run: run.clone(),
                    seconds,
                };
                said.push(format!("with your steps: {progress} "));
            }
            "share" => {
                let line = self.table.result();
                let line = line.ok_or("reach the goal first: then you can share the result")?;
                said.push(format!("{line} "));
            }
            "records" => tell_records(Game::Maze, self.table.records(), said),
            "results" => tell_results(&helped, self.table.records(), said),
            _ => {}
        }
        Ok(())
    }

    fn pass(&mut self, time: Duration) {
        self.table.pass(time);
    }

    fn save(&mut self, _said: &mut Vec<String>) -> Result<(), DiskError> {
        self.table.save()
    }

    fn close(&mut self) -> Result<(), DiskError> {
        self.table.close()
    }
}

/// The steps from the walker's cell to the next branch, dead end or the goal.
fn corridor(run: &MazeRun, first: Dir) -> Vec<Dir> {
    let (maze, mut at) = (run.maze(), run.at());
    let mut steps = vec![first];
    let mut dir = first;
    while let Some(next) = maze.step(at, dir) {
        at = next;
        let mut onward = ways(maze, at).filter(|way| *way != dir.opposite());
        let (Some(only), None) = (onward.next(), onward.next()) else {
            break;
        };
        // A closed ring has no end.
        if at == run.ends().goal || at == run.at() {
            break;
        }
        dir = only;
        steps.push(dir);
    }
    steps
}
