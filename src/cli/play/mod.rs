//! `undercroft play`: Conduit, Maze Run and Descend in a terminal, without a window. A line is read, lines are printed,
//! and each of them makes sense by itself: no colours, no cursor, nothing drawn. So it works with a screen reader, over
//! a slow connection, and for scripts. It saves and counts as the window does, in the same folder.

mod board;
mod clock;
mod descend;
mod maze;
mod table;
mod words;

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ValueEnum;

use super::content::ContentArg;
use super::{CliError, exit_status, value};
use crate::code::link::DEFAULT_PAGE;
use crate::disk::{self, DiskError};
use crate::profile;
use words::Command;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft play conduit                      go on, or begin anew
  undercroft play conduit --seed board/5x5#7   play this board
  undercroft play maze --seed daily-maze/2026-11-24
  undercroft play descend --seed 7
  undercroft play maze < commands.txt          play what a file says

Type a command and press Enter; "help" lists the commands, "quit" or the end of
the input saves and leaves. Nothing is drawn and no colour is used, so this
works with a screen reader and over ssh.

Saves, records and results of dailies are those of the window, in the same
folder. While one program has the folder open, another one refuses to play
there.

In a terminal, "> " asks for the next command. A script can ask for a line of
its own before each command with --prompt.

"#,
    exit_status!()
);

/// Play Conduit, Maze Run or Descend in words, without a window
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// The game to play
    #[arg(value_name = "GAME", value_enum)]
    game: Played,

    /// Seed or share code [default: what was left, or a random seed]
    ///
    /// A seed is a decimal number, a 0x hex number or any other text, which is hashed. A share code, an id or the code
    /// of a daily names what to play.
    #[arg(short, long, value_name = "SEED")]
    seed: Option<String>,

    /// Keep saves and records in this folder instead of the platform's standard one
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,

    #[command(flatten)]
    content: ContentArg,

    /// The browser page that links in shared results open; "" leaves them out
    #[arg(long, value_name = "URL", default_value = DEFAULT_PAGE)]
    page: String,

    /// Print this before each command is read [default: "> " in a terminal, else nothing]
    #[arg(long, value_name = "TEXT")]
    prompt: Option<String>,
}

/// What can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Played {
    /// The rotating-network puzzle
    Conduit,
    /// One maze after another
    Maze,
    /// The roguelike
    Descend,
}

/// The longest line that is read, in bytes: the id of the largest board with walls and progress fits.
const MAX_LINE: u64 = 1 << 14;

/// The most of the time before a command that counts as played. Whoever leaves the terminal open is not playing.
const MAX_WAIT: Duration = Duration::from_secs(10 * 60);

/// A game that is played in words.
trait Conversation {
    /// The commands that it knows, besides those that all games have.
    fn commands(&self) -> &'static [Command];

    /// What the game is about, for the help.
    fn about(&self) -> &'static [&'static str];

    /// Says what is there at first.
    fn greet(&mut self, said: &mut Vec<String>);

    /// Carries out a command. What it says is not a sentence yet. `is_sure` if the player was asked about it and said yes.
    ///
    /// # Errors
    /// Why it cannot be done, or what the player has to be asked before.
    fn command(
        &mut self,
        name: &'static str,
        rest: &[&str],
        is_sure: bool,
        said: &mut Vec<String>,
    ) -> Result<(), Refused>;

    /// Answers a line that is no command by its form, such as a place; `None` if it has no such form.
    fn other(&mut self, _line: &str, _said: &mut Vec<String>) -> Option<Result<(), String>> {
        None
    }

    /// Adds to the time played.
    fn pass(&mut self, time: Duration);

    /// Saves what has changed, and what could not be saved before.
    ///
    /// # Errors
    /// If it cannot be saved.
    fn save(&mut self, said: &mut Vec<String>) -> Result<(), DiskError>;

    /// Saves where the game is left.
    ///
    /// # Errors
    /// If it cannot be saved.
    fn close(&mut self) -> Result<(), DiskError>;
}

/// Why a command is not carried out. What it says is not a sentence yet.
enum Refused {
    /// It cannot be done.
    Why(String),
    /// The player has to say yes to this first.
    Ask(String),
}

impl From<String> for Refused {
    fn from(why: String) -> Self {
        Self::Why(why)
    }
}

impl From<&str> for Refused {
    fn from(why: &str) -> Self {
        Self::Why(why.to_owned())
    }
}

/// The commands that all games have.
const COMMON: &[Command] = &[
    Command::taking(
        &["help", "?"],
        "[COMMAND or all]",
        "lists the commands, or explains one or all of them",
    ),
    Command::new(&["yes"], "does what you were asked about"),
    Command::new(&["no"], "leaves it undone, as every other line does"),
    Command::new(&["quit", "exit"], "saves and leaves"),
];

/// Plays until the player leaves or the input ends.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let target = args.seed.as_deref().map(value::read_seed).transpose()?;
    let target = target
        .map(|target| target.begun_by(clock::today()))
        .transpose();
    let target = target.map_err(|error| CliError::option("--seed", error))?;
    value::check_page(&args.page)?;
    if args.content.is_given() && args.game != Played::Descend {
        let error = "it is what Descend is played with: leave it out";
        return Err(CliError::option("--content", error));
    }
    let folder = args.data_dir.clone().or_else(profile::standard_folder);
    let folder = folder.ok_or_else(|| {
        CliError::Failure(
            "there is no home folder to keep files in; name one with --data-dir".to_owned(),
        )
    })?;
    let _lock = disk::lock_folder(&folder).map_err(|error| match error {
        DiskError::Locked(_) => CliError::Failure(format!(
            "{error}; leave it there, or name another folder with --data-dir"
        )),
        error => error.into(),
    })?;
    disk::remove_on_signal();
    let input = &mut io::stdin().lock();
    let prompt = match &args.prompt {
        Some(prompt) => format!("{prompt}\n"),
        None if io::stdin().is_terminal() && io::stdout().is_terminal() => "> ".to_owned(),
        None => String::new(),
    };
    let console = Console { input, out, prompt };
    match args.game {
        Played::Conduit => console.play(board::Boards::open((&folder, &args.page), target)?),
        Played::Maze => console.play(maze::Mazes::open((&folder, &args.page), target)?),
        Played::Descend => console.play(descend::Descent::open(
            &folder,
            args.content.load()?,
            target,
        )?),
    }
}

/// Where commands come from and answers go to.
struct Console<'a, I, O> {
    input: &'a mut I,
    out: &'a mut O,
    prompt: String,
}

/// A line of the input.
enum Line {
    Text(String),
    TooLong,
}

impl<I: BufRead, O: Write> Console<'_, I, O> {
    /// Plays a game to the end of the input. Whatever happens, it is saved.
    fn play(mut self, mut game: impl Conversation) -> Result<(), CliError> {
        let played = self.converse(&mut game);
        game.close()?;
        played?;
        self.say(&["saved".to_owned()]).map_err(CliError::Output)
    }

    fn converse(&mut self, game: &mut impl Conversation) -> Result<(), CliError> {
        let mut said = Vec::new();
        let mut question = None;
        game.greet(&mut said);
        // A folder that cannot be written is told at once, and again when that changes.
        let mut told = None;
        loop {
            let failure = game.save(&mut said).err().map(|error| error.to_string());
            if failure != told {
                said.extend(failure.iter().map(|reason| format!("not saved: {reason}")));
                told = failure;
            }
            self.say(&said).map_err(CliError::Output)?;
            said.clear();
            self.out
                .write_all(self.prompt.as_bytes())
                .and_then(|()| self.out.flush())
                .map_err(CliError::Output)?;
            let asked = Instant::now();
            let line = match self.read_line()? {
                None => return Ok(()),
                Some(line) => line,
            };
            game.pass(asked.elapsed().min(MAX_WAIT));
            let answered = match &line {
                Line::TooLong => {
                    question = None;
                    Err(format!("a line has at most {MAX_LINE} characters"))
                }
                Line::Text(line) => answer(game, line.trim(), &mut question, &mut said),
            };
            match answered {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(reason) => said.push(reason),
            }
        }
    }

    /// Prints each text as a sentence on a line of its own.
    fn say(&mut self, said: &[String]) -> io::Result<()> {
        for line in said.iter().flat_map(|text| text.lines()) {
            writeln!(self.out, "{}", crate::text::sentence(line))?;
        }
        self.out.flush()
    }

    /// Reads a line without its end; `None` at the end of the input.
    fn read_line(&mut self) -> Result<Option<Line>, CliError> {
        let failed =
            |reason: io::Error| CliError::Failure(format!("cannot read standard input: {reason}"));
        let mut bytes = Vec::new();
        let mut limited = (&mut *self.input).take(MAX_LINE);
        limited.read_until(b'\n', &mut bytes).map_err(failed)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n") {
            loop {
                let part = self.input.fill_buf().map_err(failed)?;
                let end = part.iter().position(|byte| *byte == b'\n');
                let count = end.map_or(part.len(), |end| end + 1);
                let is_end = end.is_some() || part.is_empty();
                self.input.consume(count);
                if is_end {
                    return Ok(Some(Line::TooLong));
                }
            }
        }
        let text = crate::text::decode_lossy(&bytes);
        Ok(Some(Line::Text(text.replace(char::is_control, " "))))
    }
}

/// Asks about a command that costs something, unless the player is sure.
fn confirm(costs: Option<String>, is_sure: bool) -> Result<(), Refused> {
    let question = costs.filter(|_| !is_sure);
    question.map_or(Ok(()), |costs| {
        Err(Refused::Ask(crate::text::sentence(&costs)))
    })
}

/// Answers a line; returns whether the player leaves. `question` is the command that the player was asked about: yes
/// carries it out, and every other line withdraws it.
fn answer(
    game: &mut impl Conversation,
    line: &str,
    question: &mut Option<String>,
    said: &mut Vec<String>,
) -> Result<bool, String> {
    let asked = question.take();
    // Scripts may explain themselves.
    if line.is_empty() || line.starts_with('#') {
        return asked.map_or(Ok(false), |_| Err("not done".to_owned()));
    }
    let is_no = line.eq_ignore_ascii_case("no");
    if !is_no && let Some(answered) = game.other(line, said) {
        return answered.map(|()| false);
    }
    let find = |line| words::find(&[game.commands(), COMMON], line);
    let (name, rest) = find(line)?;
    let (is_sure, line, name, rest) = match (name, &asked) {
        ("quit", _) => return words::expect_end(&rest).map(|()| true),
        ("help", _) => return help(game, &rest, said).map(|()| false),
        ("yes" | "no", _) if !rest.is_empty() => return words::expect_end(&rest).map(|()| false),
        ("no", Some(_)) => return Err("not done".to_owned()),
        ("yes" | "no", None) => return Err("nothing was asked".to_owned()),
        ("yes", Some(asked)) => {
            let (name, rest) = find(asked)?;
            (true, asked.as_str(), name, rest)
        }
        _ => (false, line, name, rest),
    };
    match game.command(name, &rest, is_sure, said) {
        Ok(()) => Ok(false),
        Err(Refused::Why(why)) => Err(why),
        Err(Refused::Ask(what)) => {
            *question = Some(line.to_owned());
            Err(format!("{what} Say \"yes\" to do it"))
        }
    }
}

fn help(game: &impl Conversation, rest: &[&str], said: &mut Vec<String>) -> Result<(), String> {
    let all = || game.commands().iter().chain(COMMON);
    match rest {
        [] => {
            said.extend(game.about().iter().map(|line| (*line).to_owned()));
            let names: Vec<&str> = all().map(Command::name).collect();
            said.push(format!("the commands: {}", names.join(", ")));
            said.push(
                "\"help\" and its name explains one, \"help all\" all of them; you may shorten names"
                    .to_owned(),
            );
            return Ok(());
        }
        ["all"] => {
            said.extend(all().map(Command::help));
            return Ok(());
        }
        _ => {}
    }
    let (name, _) = words::find(&[game.commands(), COMMON], &rest.join(" "))?;
    said.extend(all().find(|known| known.name() == name).map(Command::help));
    Ok(())
}
