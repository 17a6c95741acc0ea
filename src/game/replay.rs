//! A run written down: what it was made from, every action, and a digest of the state every 64
//! turns, so that a run can be had again and the first turn that differs is named.
//!
//! A replay is text, all of it ASCII:
//!
//! ```text
//! undercroft replay 1
//! generation 1
//! content 5c9d6f51c0ffee00
//! seed 42
//! plus 0
//! x*37 mne x*26 =64 0123456789abcdef
//! ...
//! end died 4711 0123456789abcdef
//! ```
//!
//! The first line names the format's version; then come the generation version, the digest of the
//! content, the seed and New Game Plus. Actions are words (`script` lists them), `*` and a number
//! repeat one; `=` with a turn and a digest is the state after the action before it, the first
//! action by which that turn had come. The last line says how the run stands, its turns and its
//! digest. Only actions that were done are written: one that was refused changed nothing.

use std::fmt;
use std::str::FromStr;

use super::content::Content;
use super::script::{self, Word};
use super::{Action, Game, GameError, Outcome, Refusal, Setup};
use crate::GENERATION_VERSION;
use crate::rng::Seed;

/// Version of the format.
pub const FORMAT: u32 = 1;

/// Turns between two digests.
pub const INTERVAL: u64 = 64;

/// A run written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    generation: u32,
    content: u64,
    seed: Seed,
    plus: u8,
    entries: Vec<Entry>,
    end: Mark,
    outcome: End,
}

/// A state that the run came by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mark {
    turn: u64,
    digest: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Entry {
    /// An action that was done so many times in a row.
    Done(Action, u32),
    Mark(Mark),
}

/// How a run stands, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It goes on.
    Playing,
    /// The player died.
    Died,
    /// The Everlamp burns.
    Won,
}

impl End {
    const ALL: [Self; 3] = [Self::Playing, Self::Died, Self::Won];

    const fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Playing => Self::Playing,
            Outcome::Died { .. } => Self::Died,
            Outcome::Won => Self::Won,
        }
    }

    /// `playing`, `died` or `won`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Playing => "playing",
            Self::Died => "died",
            Self::Won => "won",
        }
    }
}

/// Writes a run down while it is played.
#[derive(Clone, Debug)]
pub struct Recorder {
    replay: Replay,
    next_mark: u64,
}

impl Recorder {
    /// Begins with a run at its start.
    pub fn new(game: &Game) -> Self {
        Self {
            replay: Replay {
                generation: GENERATION_VERSION,
                content: game.content().digest(),
                seed: game.seed(),
                plus: game.plus(),
                entries: Vec::new(),
                end: Mark { turn: 0, digest: 0 },
                outcome: End::Playing,
            },
            next_mark: INTERVAL,
        }
    }

    /// An action was done, and `game` is as it was left.
    pub fn done(&mut self, game: &Game, action: Action) {
        match self.replay.entries.last_mut() {
            Some(Entry::Done(before, count)) if *before == action && *count < u32::MAX => {
                *count += 1;
            }
            _ => self.replay.entries.push(Entry::Done(action, 1)),
        }
        let turn = game.turns();
        if turn >= self.next_mark {
            let digest = game.digest();
            self.replay.entries.push(Entry::Mark(Mark { turn, digest }));
            self.next_mark = next_mark(turn);
        }
    }

    /// The run as it stands.
    pub fn finish(mut self, game: &Game) -> Replay {
        self.replay.end = Mark {
            turn: game.turns(),
            digest: game.digest(),
        };
        self.replay.outcome = End::of(game.outcome());
        self.replay
    }
}

/// The turn from which on the next digest is taken.
const fn next_mark(turn: u64) -> u64 {
    (turn / INTERVAL + 1) * INTERVAL
}

/// Why a replay cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct ReplayError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub reason: String,
}

/// Why a run that is played again is not the run that was written down.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Divergence {
    /// It was recorded with another generation version.
    #[error(
        "it was recorded with generation version {found}, and this program has {GENERATION_VERSION}"
    )]
    Generation {
        /// The version it was recorded with.
        found: u32,
    },
    /// It was recorded with other content.
    #[error(
        "it was recorded with other content: digest {found:016x}, and this program's is {expected:016x}"
    )]
    Content {
        /// The digest of the content at hand.
        expected: u64,
        /// The digest of its content.
        found: u64,
    },
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// An action that was done is refused.
    #[error("turn {turn}: `{action}` was done, and is now refused: {why}")]
    Refused {
        /// The turn.
        turn: u64,
        /// The action as it is written.
        action: String,
        /// Why.
        why: Refusal,
    },
    /// A state differs.
    #[error(
        "turn {turn}: the state differs (digest {found:016x}, recorded {expected:016x}); at turn {since} it was still the same"
    )]
    State {
        /// The first turn whose state is known to differ.
        turn: u64,
        /// The last turn whose state is known to be the same.
        since: u64,
        /// The digest that was written down.
        expected: u64,
        /// The digest there is now.
        found: u64,
    },
    /// A digest that should have been written down was not, or one that should not was.
    #[error(
        "turn {turn}: a digest belongs every {INTERVAL} turns, and one is missing or too many here"
    )]
    Marks {
        /// The turn.
        turn: u64,
    },
    /// The end differs.
    #[error("the run stands at turn {turn} as {found}, and was recorded as {expected}")]
    End {
        /// The turn.
        turn: u64,
        /// What was written down.
        expected: &'static str,
        /// What it is now.
        found: &'static str,
    },
}

impl Replay {
    /// The seed of the run.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// New Game Plus.
    pub const fn plus(&self) -> u8 {
        self.plus
    }

    /// How the run stood when it was written down.
    pub const fn end(&self) -> End {
        self.outcome
    }

    /// The turns of the run.
    pub const fn turns(&self) -> u64 {
        self.end.turn
    }

    /// The digest of its last state.
    pub const fn digest(&self) -> u64 {
        self.end.digest
    }

    /// Every action, in order.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        self.entries.iter().flat_map(|entry| match *entry {
            Entry::Done(action, count) => std::iter::repeat_n(action, count as usize),
            Entry::Mark(_) => std::iter::repeat_n(Action::Wait, 0),
        })
    }

    /// The run at its start.
    ///
    /// # Errors
    /// If it was recorded with another generation version or other content.
    pub fn start(&self, content: &'static Content) -> Result<Game, Divergence> {
        if self.generation != GENERATION_VERSION {
            let found = self.generation;
            return Err(Divergence::Generation { found });
        }
        if self.content != content.digest() {
            return Err(Divergence::Content {
                expected: content.digest(),
                found: self.content,
            });
        }
        let (seed, plus) = (self.seed, self.plus);
        Ok(Game::new(Setup {
            seed,
            plus,
            content,
        })?)
    }

    /// Plays the run again and compares every digest; returns it as it stands at the end.
    ///
    /// # Errors
    /// The first thing that differs, with its turn.
    pub fn verify(&self, content: &'static Content) -> Result<Game, Divergence> {
        let mut game = self.start(content)?;
        let mut events = Vec::new();
        let (mut since, mut due) = (0, false);
        let mut next = INTERVAL;
        for entry in &self.entries {
            match *entry {
                Entry::Mark(mark) => {
                    let turn = game.turns();
                    if !due {
                        return Err(Divergence::Marks { turn });
                    }
                    compare(&game, mark, since)?;
                    (since, due) = (turn, false);
                }
                Entry::Done(action, count) => {
                    for _ in 0..count {
                        let turn = game.turns();
                        if due {
                            return Err(Divergence::Marks { turn });
                        }
                        events.clear();
                        game.apply(action, &mut events).map_err(|why| {
                            let action = Word(action).to_string();
                            Divergence::Refused { turn, action, why }
                        })?;
                        if game.turns() >= next {
                            due = true;
                            next = next_mark(game.turns());
                        }
                    }
                }
            }
        }
        let turn = game.turns();
        if due {
            return Err(Divergence::Marks { turn });
        }
        compare(&game, self.end, since)?;
        let found = End::of(game.outcome());
        if found != self.outcome {
            return Err(Divergence::End {
                turn,
                expected: self.outcome.name(),
                found: found.name(),
            });
        }
        Ok(game)
    }
}

fn compare(game: &Game, mark: Mark, since: u64) -> Result<(), Divergence> {
    let found = game.digest();
    if (game.turns(), found) == (mark.turn, mark.digest) {
        return Ok(());
    }
    Err(Divergence::State {
        turn: mark.turn,
        since,
        expected: mark.digest,
        found,
    })
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "undercroft replay {FORMAT}")?;
        writeln!(f, "generation {}", self.generation)?;
        writeln!(f, "content {:016x}", self.content)?;
        writeln!(f, "seed {}", self.seed)?;
        writeln!(f, "plus {}", self.plus)?;
        let mut first = true;
        for entry in &self.entries {
            match *entry {
                Entry::Done(action, count) => {
                    if !first {
                        write!(f, " ")?;
                    }
                    write!(f, "{}", Word(action))?;
                    if count > 1 {
                        write!(f, "*{count}")?;
                    }
                    first = false;
                }
                Entry::Mark(Mark { turn, digest }) => {
                    writeln!(f, " ={turn} {digest:016x}")?;
                    first = true;
                }
            }
        }
        if !first {
            writeln!(f)?;
        }
        let Mark { turn, digest } = self.end;
        writeln!(f, "end {} {turn} {digest:016x}", self.outcome.name())
    }
}

/// The words of a text with their lines and columns.
struct Reader<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    line: usize,
    text: &'a str,
    column: usize,
}

impl<'a> Reader<'a> {
    fn error<T>(&self, reason: impl Into<String>) -> Result<T, ReplayError> {
        Err(ReplayError {
            line: self.line,
            column: self.column + 1,
            reason: reason.into(),
        })
    }

    /// Goes to the next line; whether there is one.
    fn next_line(&mut self) -> bool {
        match self.lines.next() {
            Some((index, text)) => {
                (self.line, self.text, self.column) = (index + 1, text, 0);
                true
            }
            None => {
                (self.line, self.text, self.column) = (self.line + 1, "", 0);
                false
            }
        }
    }

    /// The next word of this line; `column` is where it begins.
    fn word(&mut self, end: usize) -> Option<(&'a str, usize)> {
        let rest = &self.text[end..];
        let start = end + (rest.len() - rest.trim_start_matches(' ').len());
        self.column = start;
        let rest = &self.text[start..];
        if rest.is_empty() {
            return None;
        }
        let length = rest.find(' ').unwrap_or(rest.len());
        Some((&rest[..length], start + length))
    }

    /// The value of a line `key value`.
    fn value(&mut self, key: &str) -> Result<&'a str, ReplayError> {
        if !self.next_line() {
            return self.error(format!(
                "the replay ends here: the line `{key} ...` is missing"
            ));
        }
        let value = self.text.strip_prefix(key);
        match value.and_then(|rest| rest.strip_prefix(' ')) {
            Some(value) => {
                self.column = key.len() + 1;
                Ok(value)
            }
            None => self.error(format!("this line should begin with `{key} `")),
        }
    }

    fn number<T: FromStr>(&self, text: &str, what: &str) -> Result<T, ReplayError> {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(number) if plain => Ok(number),
            _ => self.error(format!("`{}` is not {what}", shown(text))),
        }
    }

    fn digest(&self, text: Option<&str>) -> Result<u64, ReplayError> {
        let text = text.unwrap_or_default();
        let plain = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let right = text.len() == 16 && text.bytes().all(plain);
        match u64::from_str_radix(text, 16) {
            Ok(digest) if right => Ok(digest),
            _ => self.error(format!(
                "`{}` is not a digest: 16 digits of 0-9 and a-f are",
                shown(text)
            )),
        }
    }
}

/// The beginning of something that was not understood.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(24).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    shown
}

impl FromStr for Replay {
    type Err = ReplayError;

    /// Reads a replay as it is displayed.
    ///
    /// # Errors
    /// The first place that is wrong, with line and column.
    fn from_str(text: &str) -> Result<Self, ReplayError> {
        let mut reader = Reader {
            lines: text.lines().enumerate(),
            line: 0,
            text: "",
            column: 0,
        };
        let version = match reader.value("undercroft replay") {
            Ok(version) => reader.number::<u32>(version, "the version of a replay")?,
            Err(_) => {
                return reader
                    .error("this is no replay: its first line says `undercroft replay 1`");
            }
        };
        if version != FORMAT {
            return reader.error(format!(
                "the replay has format {version}, and this program reads format {FORMAT}"
            ));
        }
        let value = reader.value("generation")?;
        let generation = reader.number(value, "a generation version")?;
        let value = reader.value("content")?;
        let content = reader.digest(Some(value))?;
        let value = reader.value("seed")?;
        let seed = Seed(reader.number(value, "a seed: a decimal number of 64 bits is")?);
        let value = reader.value("plus")?;
        let plus = reader.number(value, "a number of New Game Plus")?;
        let mut replay = Self {
            generation,
            content,
            seed,
            plus,
            entries: Vec::new(),
            end: Mark { turn: 0, digest: 0 },
            outcome: End::Playing,
        };
        loop {
            if !reader.next_line() {
                return reader
                    .error("the replay ends without its last line, `end ...`: it was cut short");
            }
            if reader.text.starts_with("end ") {
                break;
            }
            read_line(&mut reader, &mut replay.entries)?;
        }
        let mut words = reader.text.split(' ').skip(1);
        let name = words.next().unwrap_or_default();
        let Some(outcome) = End::ALL.into_iter().find(|end| end.name() == name) else {
            reader.column = 4;
            return reader.error(format!(
                "`{}` is no end: playing, died and won are",
                shown(name)
            ));
        };
        replay.outcome = outcome;
        reader.column = 5 + name.len();
        replay.end.turn = reader.number(words.next().unwrap_or_default(), "a number of turns")?;
        replay.end.digest = reader.digest(words.next())?;
        if words.next().is_some() || reader.next_line() {
            return reader.error("nothing should follow the end");
        }
        Ok(replay)
    }
}

/// Reads a line of actions and at most one digest, which ends it.
fn read_line(reader: &mut Reader<'_>, entries: &mut Vec<Entry>) -> Result<(), ReplayError> {
    let mut at = 0;
    while let Some((word, end)) = reader.word(at) {
        at = end;
        if let Some(turn) = word.strip_prefix('=') {
            let turn = reader.number(turn, "a turn")?;
            let next = reader.word(at);
            let digest = reader.digest(next.map(|(digest, _)| digest))?;
            entries.push(Entry::Mark(Mark { turn, digest }));
            at = next.map_or(at, |(_, end)| end);
            if reader.word(at).is_some() {
                return reader.error("a digest ends its line");
            }
            return Ok(());
        }
        let (action, count) = match word.split_once('*') {
            Some((action, count)) => (action, reader.number(count, "how often to repeat")?),
            None => (word, 1),
        };
        let Some(action) = script::read(action) else {
            return reader.error(format!("`{}` is no action", shown(action)));
        };
        if count == 0 {
            return reader.error("an action is done at least once");
        }
        entries.push(Entry::Done(action, count));
    }
    Ok(())
}
