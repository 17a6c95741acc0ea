//! A run in its saved form: what its maze was made from and the steps taken. Reading it generates
//! the maze again and replays the steps, so an unreachable state cannot be read. It is the setup of a recording.
//! Also a maze with its progress as a text.

use std::fmt;
use std::str::FromStr;

use super::leg::Leg;
use super::run::MazeRun;
use crate::decimal::parse_digits;
use crate::geom::Dir;
use crate::mapgen::{BUILT_IN, Generators};
use crate::record::Words;
use crate::text::{self, Invalid};

/// The saved form of a run.
struct Saved {
    /// Share code of the run's first maze.
    run: String,
    number: u32,
    attempt: u32,
    /// The maze in hex form, if it was loaded.
    maze: Option<String>,
    /// One letter per step: U, R, D or L.
    steps: String,
    hints: u32,
    solved: bool,
}

impl MazeRun {
    /// The words from which [`from_setup`](Self::from_setup) begins the walk again, with the steps taken so far:
    /// `run CODE number N attempt N maze ROWS steps U3R hints N solved`. What is 0 or none is left out.
    pub fn setup(&self) -> String {
        let leg = self.leg();
        let mut words = format!("run {}", leg.first());
        for (name, count) in [("number", leg.number()), ("attempt", leg.attempt())] {
            if count > 0 {
                words += &format!(" {name} {count}");
            }
        }
        if self.is_loaded() {
            let rows = self.maze().to_string();
            words += &format!(" maze {}", rows.trim_end().replace('\n', ROW_END));
        }
        if !self.steps().is_empty() {
            words += &format!(" steps {}", join_steps(self.steps()));
        }
        if self.hints() > 0 {
            words += &format!(" hints {}", self.hints());
        }
        if self.is_solved() {
            words += " solved";
        }
        words
    }

    /// Begins a walk by the words that [`setup`](Self::setup) wrote. Takes as long as generating the maze.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn from_setup(words: &mut Words<'_>, generators: &Generators) -> Result<Self, String> {
        let saved = Saved {
            run: words.value("run")?,
            number: words.count("number")?,
            attempt: words.count("attempt")?,
            maze: words
                .optional("maze")
                .map(|rows| rows.replace(ROW_END, "\n")),
            steps: words
                .optional("steps")
                .map_or(Ok(String::new()), expand_steps)
                .map_err(|error| error.to_string())?,
            hints: words.count("hints")?,
            solved: words.flag("solved"),
        };
        saved.walk(generators).map_err(|error| error.to_string())
    }
}

impl Saved {
    fn walk(&self, generators: &Generators) -> Result<MazeRun, Invalid> {
        let first = generators.read(&self.run).map_err(Invalid::new)?;
        let leg = Leg::of(&first).map_err(Invalid::new)?;
        let leg = leg.at(self.number, self.attempt);
        let run = match &self.maze {
            Some(text) => leg.load_text(text),
            None => leg.make(),
        };
        let mut run = run.map_err(Invalid::new)?;
        for (index, found) in self.steps.chars().enumerate() {
            let number = index + 1;
            let dir = step_of(found).ok_or_else(|| {
                let found = found.escape_debug();
                Invalid::new(format!("step {number} is \"{found}\"; use U, R, D or L"))
            })?;
            run.step(dir).map_err(|reason| {
                Invalid::new(format!("step {number} cannot be taken: {reason}"))
            })?;
        }
        run.restore_help(self.hints, self.solved);
        Ok(run)
    }
}

/// A maze with the steps taken, as a text that anyone can paste to continue from there.
///
/// Written as `CODE@STEPS:SECONDS:HINTS`, and `:way` if the whole way was shown. `CODE` is the
/// share code of the maze. `STEPS` are the letters U, R, D and L, each followed by a count if it is
/// repeated.
///
/// ```
/// use undercroft_core::geom::Size;
/// use undercroft_core::mazerun::{Leg, Progress};
/// use undercroft_core::rng::Seed;
///
/// let mut run = Leg::new("maze-dfs", Size::new(8, 5), Seed(7))?.make()?;
/// while let Some(dir) = run.next_step().filter(|_| run.steps_taken() < 6) {
///     run.step(dir)?;
/// }
/// let text = Progress { run: run.clone(), seconds: 9 }.to_string();
/// let again: Progress = text.parse()?;
/// assert_eq!((again.run.at(), again.seconds), (run.at(), 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Progress {
    /// The maze being walked. A loaded one has no share code, and begins with no steps.
    pub run: MazeRun,
    /// The time played, in seconds.
    pub seconds: u32,
}

/// Separates the share code from the progress.
#[doc(hidden)]
pub const PROGRESS_SEPARATOR: char = '@';
/// Ends a row of a maze that is a word.
const ROW_END: &str = "/";
const WAY_SUFFIX: &str = "way";
/// The most steps that a text may contain.
const MAX_STEPS: usize = 10_000_000;

const FORM: &str =
    "progress has the form CODE@STEPS:SECONDS:HINTS, with :way at the end if it was shown";

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{PROGRESS_SEPARATOR}", self.run.leg().spec())?;
        let steps = join_steps(self.run.steps());
        write!(f, "{steps}:{}:{}", self.seconds, self.run.hints())?;
        match self.run.is_solved() {
            true => write!(f, ":{WAY_SUFFIX}"),
            false => Ok(()),
        }
    }
}

impl FromStr for Progress {
    type Err = Invalid;

    /// Reads progress in a maze of a built-in generator; [`read`](Self::read) does of others.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        Self::read(text, &BUILT_IN)
    }
}

impl Progress {
    /// Reads what [`Display`](fmt::Display) writes. Takes as long as generating the maze.
    ///
    /// # Errors
    /// Which part is wrong.
    pub fn read(text: &str, generators: &Generators) -> Result<Self, Invalid> {
        let text = text::value(text);
        let (code, progress) = text
            .split_once(PROGRESS_SEPARATOR)
            .ok_or_else(|| Invalid::new(FORM))?;
        let parts: Vec<&str> = progress.split(':').map(text::trim).collect();
        let (steps, seconds, hints, solved) = match parts[..] {
            [steps, seconds, hints] => (steps, seconds, hints, false),
            [steps, seconds, hints, WAY_SUFFIX] => (steps, seconds, hints, true),
            _ => return Err(Invalid::new(FORM)),
        };
        let saved = Saved {
            run: code.to_owned(),
            number: 0,
            attempt: 0,
            maze: None,
            steps: expand_steps(steps)?,
            hints: parse_count(hints)?,
            solved,
        };
        let seconds = parse_count(seconds)?;
        let run = saved.walk(generators)?;
        Ok(Self { run, seconds })
    }
}

fn parse_count(text: &str) -> Result<u32, Invalid> {
    parse_digits(text).ok_or_else(|| no_count(text))
}

fn no_count(text: &str) -> Invalid {
    let found = text::excerpt(text);
    Invalid::new(format!(
        "in the progress, \"{found}\" is not a count of steps, seconds or hints"
    ))
}

/// The letters of steps, each followed by a count if it is repeated.
fn join_steps(steps: &[Dir]) -> String {
    let runs = steps.chunk_by(|one, other| one == other);
    let runs = runs.map(|same| match same.len() {
        1 => letter(same[0]).to_string(),
        count => format!("{}{count}", letter(same[0])),
    });
    runs.collect()
}

/// Expands counts: one letter per step.
fn expand_steps(text: &str) -> Result<String, Invalid> {
    let mut steps = String::new();
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        let mut count = String::new();
        while let Some(digit) = rest.next_if(char::is_ascii_digit) {
            count.push(digit);
        }
        let times = match count.as_str() {
            "" => 1,
            count => parse_count(count)? as usize,
        };
        if steps.len() + times > MAX_STEPS {
            return Err(no_count(&count));
        }
        steps.extend(std::iter::repeat_n(letter, times));
    }
    Ok(steps)
}

/// The direction of a letter.
#[doc(hidden)]
pub fn step_of(letter_of: char) -> Option<Dir> {
    Dir::CARDINAL
        .into_iter()
        .find(|dir| letter(*dir) == letter_of)
}

/// The letter of a cardinal direction.
#[doc(hidden)]
pub const fn letter(dir: Dir) -> char {
    match dir {
        Dir::North => 'U',
        Dir::East => 'R',
        Dir::South => 'D',
        _ => 'L',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;
    use crate::rng::Seed;

    /// A run a few steps into its third maze, with one step back.
    fn walked() -> MazeRun {
        let leg = Leg::new("maze-wilson", Size::new(8, 5), Seed(7)).unwrap();
        let mut run = leg.at(2, 1).make().unwrap();
        for _ in 0..9 {
            run.step(run.next_step().unwrap()).unwrap();
        }
        let back = run.steps().last().unwrap().opposite();
        run.step(back).unwrap();
        run.hint();
        run
    }

    #[test]
    fn progress_reads_back_with_every_step() {
        let run = walked();
        let seconds = 61;
        let text = Progress {
            run: run.clone(),
            seconds,
        }
        .to_string();
        let again: Progress = text.parse().unwrap();
        assert_eq!(again.to_string(), text);
        assert_eq!(again.run.maze(), run.maze());
        assert_eq!(again.run.steps(), run.steps());
        assert_eq!((again.run.hints(), again.run.is_solved()), (1, false));
    }

    #[test]
    fn each_wrong_part_of_progress_is_named() {
        for (text, needle) in [
            ("maze-dfs/33x21#7@", "CODE@STEPS:SECONDS:HINTS"),
            ("maze-dfs/33x21#7@:1:2:whole", "CODE@STEPS:SECONDS:HINTS"),
            ("maze-dfs/33x21#7@X:1:2", "step 1 is \"X\""),
            (
                "maze-dfs/33x21#7@U99999999999:1:2",
                "\"99999999999\" is not a count",
            ),
            (
                "maze-dfs/33x21#7@U9999999R9999999:1:2",
                "\"9999999\" is not a count",
            ),
            ("maze-dfs/33x21#7@U99:1:2", "cannot be taken: a wall"),
            ("rogue/80x50#7@:1:2", "does not make mazes"),
        ] {
            let error = text.parse::<Progress>().unwrap_err().to_string();
            assert!(error.contains(needle), "{text}: {error}");
        }
    }
}
