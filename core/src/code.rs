//! What a text from outside names: a seed, a share code, an id, a maze, or a link to one of them.
//! Every place that takes one of these reads it here, so that a text means the same everywhere.
//!
//! # The grammar
//!
//! [`text::value`] first drops what surrounds the text. The first rule that fits decides, and what
//! it then cannot read is an error that names the wrong part, never another thing:
//!
//! | the text | is |
//! | --- | --- |
//! | two lines or more of `#` and `.`, or of hex digits with a letter among them | a maze, cell by cell |
//! | `http://` or `https://`, in any case | a [link] |
//! | `WxH:` | the id of a board, with or without `@` and progress; with one colon, and letters after the size, of Net |
//! | a generator and `/` or `#` | the share code of a map; with `@`, of a maze with the steps taken |
//! | `board` and `/` or `#` | the share code of a board |
//! | `daily`, `daily-board` or `daily-maze`, and `/` | the [daily](DailyCode) of a date; with `@` and a word, of a board or a maze with a recorded solve |
//! | another word, `/WxH`, and `#` unless the word is within one letter of one of these | an error |
//! | a number that fits 64 bits, decimal or `0x` hex | that seed |
//! | anything else | a text seed, where texts are typed; where a text is pasted, nothing |
//!
//! The names at the beginning are recognised in any case, but written in lower case alone. The seed of
//! a code is a number, which leaves words after its `#` free: a day, for one. [`MapSpec`] tells of the
//! stages of a map and of its edits. `level` is the generator of the levels of Descend.

pub mod link;

use crate::conduit::{self, Board, Named};
use crate::game::record::{Recording, RecordingError};
use crate::game::{Daily, DailyCode, DailyGame};
use crate::geom::Size;
use crate::mapgen::{self, Generator, Generators, MapSpec, SpecError};
use crate::maze::Maze;
use crate::mazerun::{self, Leg};
use crate::rng::{Seed, SeedError, SeedWords};
use crate::text::{self, Invalid};
use link::Link;

/// What a text names.
#[derive(Clone, Debug)]
pub enum Target {
    /// A seed given as a number.
    Number(Seed),
    /// A seed given as any other text, with what a code can hold of it.
    Text(Seed, Option<SeedWords>),
    /// A map, which may be a maze.
    Map(MapSpec),
    /// A board, with or without progress.
    Board(Named),
    /// A maze with the steps taken in it.
    Maze(Box<mazerun::Progress>),
    /// A maze given cell by cell.
    Drawn(Box<Maze>),
    /// The daily of a day, which may be still to come.
    Daily(DailyCode),
    /// The daily board or maze of a day with a recorded solve, as a word.
    Race(DailyCode, String),
    /// A recorded run.
    Replay(Box<Recording>),
}

/// Why a text names nothing.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CodeError {
    #[error(transparent)]
    Seed(#[from] SeedError),
    #[error(transparent)]
    Map(#[from] SpecError),
    #[error("the recorded run, {0}")]
    Replay(#[from] RecordingError),
    /// Anything else that has the form of a code.
    #[error(transparent)]
    Code(#[from] Invalid),
    #[error(
        "\"{0}\" is not a share code, an id, a maze, a link or a number, such as rogue/80x50#7 or 42"
    )]
    NotACode(String),
    #[error("there is no text")]
    Nothing,
    /// It is valid, but not wanted here.
    #[error("{0}")]
    Unwanted(String),
}

/// The first parts that codes have.
fn heads(generators: &Generators) -> impl Iterator<Item = &'static str> + Clone {
    generators.names().chain([conduit::PREFIX])
}

/// What a text has the form of, valid or not.
enum Form<'a> {
    /// With what follows the `#`.
    Link(&'a str),
    Board,
    Map,
    Maze,
    Daily,
    /// A code that begins with a word that is no name.
    Head(&'a str),
    Number,
    Text,
}

impl<'a> Form<'a> {
    /// The form of a text that [`text::value`] has cleaned.
    fn of(value: &'a str, generators: &Generators) -> Self {
        if let Some(fragment) = link::fragment(value) {
            return Self::Link(fragment);
        }
        let size = value.split_once(':').map(|(size, _)| size.parse::<Size>());
        if matches!(size, Some(Ok(_))) || Board::is_net_id(value) {
            return Self::Board;
        }
        if DailyCode::is_meant(value) {
            return Self::Daily;
        }
        let Some(end) = value.find(['/', '#']) else {
            return match Seed::parse_number(value) {
                Some(_) => Self::Number,
                None => Self::Text,
            };
        };
        let (head, rest) = (text::trim(&value[..end]), &value[end..]);
        let known = heads(generators);
        let named = known.clone().find(|known| known.eq_ignore_ascii_case(head));
        // It may be of content that is not here, which is said where the map is read.
        let unlisted = || generators.find(mapgen::stem(head)).map(Generator::name);
        match named.or_else(unlisted) {
            Some(conduit::PREFIX) if head == conduit::PREFIX => Self::Board,
            Some(conduit::PREFIX) => Self::Head(head),
            Some(_) if rest.contains(mazerun::PROGRESS_SEPARATOR) => Self::Maze,
            Some(_) => Self::Map,
            None if !starts_with_size(rest) || !is_word(head) => Self::Text,
            None if rest.contains('#') || known.clone().any(|known| text::is_near(head, known)) => {
                Self::Head(head)
            }
            None => Self::Text,
        }
    }
}

/// Whether the rest of a code begins with `/` and columns x rows.
fn starts_with_size(rest: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let size = rest.strip_prefix('/').and_then(|rest| {
        let size = rest.split(['/', '#', '@']).next()?;
        text::trim(size).split_once(['x', 'X'])
    });
    size.is_some_and(|(width, height)| is_number(width) && is_number(height))
}

fn is_word(head: &str) -> bool {
    let mut bytes = head.bytes();
    bytes
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

impl Target {
    /// Reads a text that was typed where texts are seeds, too. Maps are made by one of `generators`.
    ///
    /// # Errors
    /// Says which part is wrong, and what would be right.
    ///
    /// ```
    /// use undercroft_core::{code::Target, game};
    ///
    /// let read = |text| Target::read(text, &game::generators());
    /// assert!(matches!(read("rogue/80x50#7"), Ok(Target::Map(_))));
    /// assert!(matches!(read("AC/DC #1"), Ok(Target::Text(..))));
    /// let error = read("Caves/80x50#7").unwrap_err().to_string();
    /// assert_eq!(error, r#"there is no generator "Caves"; did you mean "caves"?"#);
    /// ```
    pub fn read(text: &str, generators: &Generators) -> Result<Self, CodeError> {
        if is_drawn(text) {
            return Ok(Self::Drawn(Box::new(Maze::read(text)?)));
        }
        let value = text::value(text);
        let value = unquote(&value, generators);
        // As a code ends.
        let number = value.strip_prefix('#');
        let value = number
            .filter(|it| Seed::parse_number(it).is_some())
            .unwrap_or(value);
        Ok(match Form::of(value, generators) {
            Form::Link(fragment) => return Link::read(fragment, generators).opened(),
            Form::Number => Self::Number(value.parse()?),
            Form::Text => Self::text(value)?,
            form => Self::read_code(form, value, generators)?,
        })
    }

    /// Reads a text that was pasted outside a text field, where a text is no seed: nobody can have
    /// meant one. A line of hex digits that is a maze is that, and a line that shares a result is the code or the link
    /// at its end.
    ///
    /// # Errors
    /// As [`read`](Self::read), and for any text that names nothing.
    pub fn paste(text: &str, generators: &Generators) -> Result<Self, CodeError> {
        match Self::read(shared_part(text, generators), generators) {
            Ok(read @ Self::Text(..)) => {
                let value = text::value(text);
                if let Form::Link(_) = Form::of(unquote(&value, generators), generators) {
                    return Ok(read);
                }
                let maze = Maze::from_hex(text).map(|maze| Self::Drawn(Box::new(maze)));
                maze.map_err(|_| CodeError::NotACode(text::excerpt(&value)))
            }
            Err(CodeError::Seed(SeedError::Empty)) => Err(CodeError::Nothing),
            read => read,
        }
    }

    fn read_code(form: Form, value: &str, generators: &Generators) -> Result<Self, CodeError> {
        Ok(match form {
            Form::Board => Self::Board(value.parse()?),
            Form::Map => Self::Map(generators.read(value)?),
            Form::Maze => Self::Maze(Box::new(mazerun::Progress::read(value, generators)?)),
            Form::Daily => match value.split_once(mazerun::PROGRESS_SEPARATOR) {
                Some((code, solve)) => Self::race(code.parse()?, solve)?,
                None => Self::Daily(value.parse()?),
            },
            Form::Head(head) => {
                let known = heads(generators);
                let near = known.clone().find(|name| text::is_near(head, name));
                let near = near.or_else(|| mapgen::nearest(head, known.clone()));
                let (found, hint) = (text::excerpt(head), mapgen::hint(near, known));
                let error = format_args!("there is no generator \"{found}\"; {hint}");
                return Err(Invalid::new(error).into());
            }
            Form::Link(_) | Form::Number | Form::Text => {
                let found = text::excerpt(value);
                let error =
                    format_args!("\"{found}\" is neither seed=NUMBER nor a share code or an id");
                return Err(Invalid::new(error).into());
            }
        })
    }

    fn race(code: DailyCode, solve: &str) -> Result<Self, CodeError> {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let is_word = !solve.is_empty() && solve.bytes().all(is_part);
        match is_word && code.game != DailyGame::Run {
            true => Ok(Self::Race(code, solve.to_owned())),
            false => Err(Invalid::new(format_args!(
                "after the \"@\" of a daily board or maze stands a recorded solve, of letters, digits, - and _; \"{}\" is none",
                text::excerpt(solve)
            ))
            .into()),
        }
    }

    /// A text that is a seed.
    fn text(text: &str) -> Result<Self, CodeError> {
        Ok(Self::Text(text.parse()?, SeedWords::typed(text)))
    }

    /// The map of `spec` with this seed, if it is one.
    pub fn reseed(&self, spec: &MapSpec) -> Option<MapSpec> {
        match self {
            Self::Text(_, Some(words)) => Some(spec.with_words(words.clone())),
            _ => self.seed().map(|seed| spec.with_seed(seed)),
        }
    }

    /// The seed, if it is nothing else.
    pub const fn seed(&self) -> Option<Seed> {
        match self {
            Self::Number(seed) | Self::Text(seed, _) => Some(*seed),
            _ => None,
        }
    }

    /// The map, if it is one; progress in a maze is left out.
    pub fn map(&self) -> Option<MapSpec> {
        match self {
            Self::Map(spec) => Some(spec.clone()),
            Self::Maze(progress) => Some(progress.run.leg().spec()),
            _ => None,
        }
    }

    /// This target, unless it is the daily of a day that is still to come.
    ///
    /// # Errors
    /// If it is still to come.
    pub fn begun_by(self, today: Daily) -> Result<Self, CodeError> {
        if let Self::Daily(code) | Self::Race(code, _) = &self {
            code.begun_by(today)?;
        }
        Ok(self)
    }

    /// The name of the screen that opens it: `title`, `lab`, `conduit`, `maze` or `replay`. A maze that
    /// is too large to walk in opens in the Lab.
    pub fn screen(&self) -> &'static str {
        match self {
            Self::Number(_) | Self::Text(..) => "title",
            Self::Map(spec) if Leg::of(spec).is_err() => "lab",
            Self::Map(_) | Self::Maze(_) | Self::Drawn(_) => "maze",
            Self::Board(_) => "conduit",
            Self::Daily(code) | Self::Race(code, _) => match code.game {
                DailyGame::Run => "title",
                DailyGame::Board => "conduit",
                DailyGame::Maze => "maze",
            },
            Self::Replay(_) => "replay",
        }
    }

    /// The error for a place that does not open it: what it is, and what opens it.
    pub fn refusal(&self) -> String {
        let (what, place) = match self {
            Self::Number(_) | Self::Text(..) => ("a seed", "enter it on the title"),
            Self::Map(spec) if !spec.makes_cell_maze() => ("a map", "open it in the Map Lab"),
            Self::Map(_) | Self::Maze(_) => ("a maze", "open it in Maze Run"),
            Self::Drawn(_) => ("a maze", "paste it in Maze Run"),
            Self::Board(_) => ("a Conduit board", "open it in Conduit"),
            Self::Daily(code) | Self::Race(code, _) => match code.game {
                DailyGame::Run => ("a daily run", "enter it on the title"),
                DailyGame::Board => ("a daily board", "open it in Conduit"),
                DailyGame::Maze => ("a daily maze", "open it in Maze Run"),
            },
            Self::Replay(_) => ("a recorded run", "open its link in a browser"),
        };
        format!("this is {what}; {place}")
    }
}

/// The board of a share code, an id or a link, without progress, and whether or not it has a
/// solution.
///
/// # Errors
/// As [`Target::read`], and for anything but a board.
pub fn read_board(text: &str, generators: &Generators) -> Result<Board, CodeError> {
    let value = text::value(text);
    let value = unquote(&value, generators);
    match Form::of(value, generators) {
        Form::Link(fragment) => {
            let part = link::parts(fragment).last().ok_or_else(link::no_part)?;
            match Form::of(&part, generators) {
                Form::Board => Ok(Named::start(&part)?),
                _ => Err(unwanted(Target::read(value, generators)?)),
            }
        }
        Form::Board | Form::Number | Form::Text => Ok(Named::start(value)?),
        _ => Err(unwanted(Target::read(value, generators)?)),
    }
}

fn unwanted(target: Target) -> CodeError {
    CodeError::Unwanted(target.refusal())
}

/// A code without the backquotes that chats put around it. Any other text keeps them.
fn unquote<'a>(value: &'a str, generators: &Generators) -> &'a str {
    let inner = value
        .strip_prefix('`')
        .and_then(|rest| rest.strip_suffix('`'));
    let inner = inner.map(text::trim);
    let is_text = |inner: &str| matches!(Form::of(inner, generators), Form::Number | Form::Text);
    let code = inner.filter(|inner| !is_text(inner));
    code.unwrap_or(value)
}

/// The code or the link at the end of a line that shares a result, such as "Undercroft daily maze 2026-11-22: 3:41, 64
/// steps, no hints, daily-maze/2026-11-22"; any other text as it is.
fn shared_part<'a>(text: &'a str, generators: &Generators) -> &'a str {
    let value = text::trim(text);
    let last = value.rsplit(' ').next().unwrap_or(value);
    let names = || matches!(Form::of(last, generators), Form::Link(_) | Form::Daily);
    match value.starts_with("Undercroft ") && names() {
        true => last,
        false => text,
    }
}

/// Whether a text is meant as a maze of several rows.
fn is_drawn(text: &str) -> bool {
    let lines = text::lines(text).map(|line| line.text);
    let are_hex = |c: char| c.is_ascii_hexdigit();
    let are_tiles = |c: char| matches!(c, '#' | '.' | '@');
    lines.clone().nth(1).is_some()
        && (lines.clone().all(|line| line.chars().all(are_tiles))
            || lines.clone().all(|line| line.chars().all(are_hex))
                && lines
                    .clone()
                    .any(|line| !line.bytes().all(|b| b.is_ascii_digit())))
}
