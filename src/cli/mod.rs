//! The command line: parses the arguments, runs the command, reports errors and the exit status.
//!
//! One command per file. A command writes its result to the writer it is given and returns its
//! error; only [`run`] prints errors and turns them into an exit status:
//!
//! | status | meaning |
//! | --- | --- |
//! | 0 | success; also when the reader closes standard output early, as `head` does |
//! | 1 | the command failed: a file is unreadable, unwritable or damaged, a map has no space for a room, no window opens |
//! | 2 | wrong usage: an unknown option, generator or screen, or an invalid size, parameter, seed or share code |
//!
//! Results go to standard output, everything else to standard error, of which `--quiet` leaves only errors. An
//! error is one line that begins with `undercroft:`; only errors of the parser itself are longer, since they
//! show the usage. `--json` prints one JSON value.

mod catalog;
mod chart;
mod columns;
mod completions;
mod conduit;
mod contact;
mod content;
mod convert;
mod error;
mod file;
mod generate;
mod generators;
mod json_list;
mod kept;
mod load;
mod man;
mod map_args;
mod map_file;
mod maze;
mod measure;
mod note;
mod parallel;
mod play;
mod replay;
mod rng;
mod sample;
mod schema;
mod search;
mod seeds;
mod series;
mod sheet;
mod simulate;
mod survey;
mod tip;
mod value;
mod wildcard;
mod window;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use self::error::CliError;
use crate::diagnostic::{print_failure, print_last};
use crate::game::content::EMBEDDED_DIGEST;

/// The last line of each command's help: what the exit statuses mean.
macro_rules! exit_status {
    () => {
        "Exit status: 0 done, 1 failed (standard error says why), 2 wrong usage."
    };
}
use exit_status;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft                                 open the title screen
  undercroft --seed 7                        open it with seed 7
  undercroft --seed "salt and iron"          use any text as a seed
  undercroft --seed rooms/120x80/tries=60#7  open a share code's map in the Lab
  undercroft generators                      list the map generators
  undercroft generators caves                show one with its parameters
  undercroft generate --seed 7               print the map of seed 7 as text
  undercroft convert map.txt --out map.tmx   write your map in another format
  undercroft measure map.txt                 print its metrics
  undercroft search --sort open --seeds 0..9 find the most open of ten maps
  undercroft maze --check maze.hex           check your own maze and print it
  undercroft conduit --seed 7                print a board of the Conduit puzzle
  undercroft play conduit                    play it in words, without a window
  undercroft simulate --seed 7 --games 100   let a bot play a hundred runs
  undercroft replay 7.replay                 watch a recorded run
  undercroft replay --verify 7.replay        check that it plays the same again
  undercroft catalog --seeds 7..8            list what seed 7's levels contain
  undercroft --content mine                  play with your own rules
  undercroft hall.tmx                        open your own map in the Lab

A seed is a decimal number, a 0x hex number or any text. A share code,
generator/WxH/name=value,name=value#seed, names a whole map: give it as --seed.
The same seed, generator, size and parameters give the same map on every
machine, as long as the generation version stays the same. --version shows it;
please include that line in bug reports.

"#,
    exit_status!()
);

/// Play a seeded glyph roguelike, or generate and study its dungeons
///
/// Without a command, opens the window.
#[derive(Parser)]
#[command(
    name = "undercroft",
    version,
    after_long_help = EXAMPLES,
    args_conflicts_with_subcommands = true
)]
struct Cli {
    /// Print nothing but errors to standard error
    #[arg(short, long, global = true, display_order = 100)]
    quiet: bool,
    #[command(flatten)]
    window: window::Args,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Catalog(catalog::Args),
    // Last in the list, like the other three that few people need.
    #[command(display_order = 200)]
    Completions(completions::Args),
    Conduit(conduit::Args),
    Convert(convert::Args),
    Generate(generate::Args),
    Generators(generators::Args),
    Kept(kept::Args),
    #[command(display_order = 200)]
    Man(man::Args),
    Maze(maze::Args),
    Measure(measure::Args),
    Play(play::Args),
    Replay(replay::Args),
    #[command(display_order = 200)]
    Rng(rng::Args),
    #[command(display_order = 200)]
    Schema(schema::Args),
    Search(search::Args),
    Simulate(simulate::Args),
    Survey(survey::Args),
}

impl Cli {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        if self.quiet {
            note::silence();
        }
        match self.command {
            None => window::run(self.window),
            Some(Command::Catalog(args)) => catalog::run(&args, out),
            Some(Command::Completions(args)) => completions::run(&args, out),
            Some(Command::Conduit(args)) => conduit::run(&args, out),
            Some(Command::Convert(args)) => convert::run(&args, out),
            Some(Command::Generate(args)) => generate::run(&args, out),
            Some(Command::Generators(args)) => generators::run(&args, out),
            Some(Command::Kept(args)) => kept::run(&args, out),
            Some(Command::Man(args)) => man::run(&args, out),
            Some(Command::Maze(args)) => maze::run(&args, out),
            Some(Command::Measure(args)) => measure::run(args, out),
            Some(Command::Play(args)) => play::run(&args, out),
            Some(Command::Replay(args)) => replay::run(args, out),
            Some(Command::Rng(args)) => rng::run(&args, out),
            Some(Command::Schema(args)) => schema::run(&args, out),
            Some(Command::Search(args)) => search::run(args, out),
            Some(Command::Simulate(args)) => simulate::run(&args, out),
            Some(Command::Survey(args)) => survey::run(&args, out),
        }
    }
}

/// Runs the command in `args`, whose first element is the program's name; prints results and
/// errors.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut args = value::join_dashed(args);
    // The parser takes it behind a command alone.
    let is_command = |arg: &OsString| !arg.as_encoded_bytes().starts_with(b"-");
    if let [_, quiet, command, ..] = &mut args[..]
        && ["-q", "--quiet"].contains(&quiet.to_str().unwrap_or_default())
        && is_command(command)
    {
        std::mem::swap(quiet, command);
    }
    let mut root = command();
    if let Some(place) = file_of_map(&args, &root) {
        args.insert(place, "--map".into());
    }
    let name = args.get(1).and_then(|arg| arg.to_str()).map(str::to_owned);
    let result = match parse(&mut root, args) {
        // Not locked: the window's other threads may print while it is open.
        Ok(cli) => {
            let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
            cli.run(&mut out)
                .and_then(|()| out.flush().map_err(CliError::Output))
        }
        // Given to the parser, the version would be computed for every command.
        Err(error) if error.kind() == ErrorKind::DisplayVersion => {
            writeln!(io::stdout(), "{}", version()).map_err(CliError::Output)
        }
        Err(mut error) if error.use_stderr() => {
            tip::add(&mut error, &root, name.as_deref());
            let message = error.render().to_string();
            let message = message.replacen("error:", "undercroft:", 1);
            print_last(&message);
            return ExitCode::from(error.exit_code() as u8);
        }
        // Help is an error of the parser too; it goes to standard output.
        Err(error) => error.print().map_err(CliError::Output),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            print_failure(&format!("undercroft: {error}"));
            ExitCode::from(error.status())
        }
    }
}

/// The place of an argument that stands where a command does and is a file: a map to open.
fn file_of_map(args: &[OsString], root: &clap::Command) -> Option<usize> {
    let is_quiet = |arg: &OsString| arg == "-q" || arg == "--quiet";
    let place = args.iter().skip(1).position(|arg| !is_quiet(arg))? + 1;
    let file = &args[place];
    let is_option = file.as_encoded_bytes().starts_with(b"-");
    let mut commands = root.get_subcommands();
    let is_command = commands.any(|command| file.to_str() == Some(command.get_name()));
    (!is_option && !is_command && Path::new(file).is_file()).then_some(place)
}

/// Options that mean nothing without another: the command, the option, and what it needs.
const NEEDS: [(&str, &str, &str); 16] = [
    ("conduit", "sheet", "out"),
    ("conduit", "out", "sheet"),
    ("conduit", "paper", "sheet"),
    ("conduit", "large_print", "sheet"),
    ("conduit", "page", "sheet"),
    ("generate", "sheet", "seeds"),
    ("maze", "sheet", "out"),
    ("maze", "out", "sheet"),
    ("maze", "paper", "sheet"),
    ("maze", "large_print", "sheet"),
    ("maze", "page", "sheet"),
    ("replay", "from", "film"),
    ("replay", "size", "film"),
    ("replay", "still", "film"),
    ("replay", "to", "film"),
    ("survey", "against", "range"),
];

/// The description of the command line, from which manual pages and completions are made.
pub fn command() -> clap::Command {
    NEEDS
        .iter()
        .fold(Cli::command(), |root, (name, option, needed)| {
            root.mut_subcommand(name, |command| {
                command.mut_arg(option, |argument| argument.requires(*needed))
            })
        })
}

/// Reads the command line. The parser does not ask for what an option needs where another excludes it, and would ignore the
/// option.
fn parse(root: &mut clap::Command, args: Vec<OsString>) -> Result<Cli, clap::Error> {
    let matches = root.try_get_matches_from_mut(args)?;
    if let Some((name, given)) = matches.subcommand() {
        let is_given =
            |id: &str| given.value_source(id) == Some(clap::parser::ValueSource::CommandLine);
        let needs = NEEDS.iter().filter(|(of, ..)| *of == name);
        for (_, option, needed) in needs {
            if is_given(option) && !is_given(needed) {
                let option = option.replace('_', "-");
                let message = format!("--{option} needs --{needed}, which other options exclude");
                let of = root.find_subcommand_mut(name);
                let error = of.map(|of| of.error(ErrorKind::MissingRequiredArgument, message));
                return Err(
                    error.unwrap_or_else(|| clap::Error::new(ErrorKind::MissingRequiredArgument))
                );
            }
        }
    }
    Cli::from_arg_matches(&matches).map_err(|error| error.format(root))
}

/// What `--version` prints: everything that decides what a seed gives, for bug reports.
fn version() -> String {
    format!(
        "undercroft {} (generation version {}, rules version {}, content {EMBEDDED_DIGEST:016x})",
        env!("CARGO_PKG_VERSION"),
        crate::GENERATION_VERSION,
        crate::RULES_VERSION
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_of_every_command_are_well_formed() {
        command().debug_assert();
    }
}
