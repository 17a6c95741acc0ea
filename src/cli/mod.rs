//! The command line: what is typed, which command it means, and how its end is told.
//!
//! One command a file. A command writes its result to the writer it is given and returns what
//! went wrong; only [`run`] prints errors and turns them into an exit status:
//!
//! | status | meaning |
//! | --- | --- |
//! | 0 | done; also when the reader of standard output went away early, as `head` does |
//! | 1 | it failed while running: a file that cannot be read or written or is damaged, a map with no room for a room, no window |
//! | 2 | what was typed is wrong: an unknown option, generator or screen, a bad size, parameter, seed or share code |
//!
//! Results go to standard output, everything else to standard error. An error is one line that
//! begins with `undercroft:`; only those of the parser itself are longer, and name the usage.

mod catalog;
mod chart;
mod conduit;
mod content;
mod error;
mod file;
mod generate;
mod generators;
mod map_args;
mod maze;
mod replay;
mod rng;
mod sample;
mod seeds;
mod simulate;
mod survey;
mod value;
mod window;
mod work;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{Parser, Subcommand};

use self::error::CliError;

/// The exit status as each command's help tells it.
macro_rules! exit_status {
    () => {
        "Exit status: 0 done, 1 failed (one line on standard error says why), 2 wrong usage."
    };
}
use exit_status;

static VERSION: LazyLock<String> = LazyLock::new(|| {
    format!(
        "{} (generation version {})",
        env!("CARGO_PKG_VERSION"),
        crate::GENERATION_VERSION
    )
});

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft                                   a window on a fresh dungeon
  undercroft --seed 7                          the dungeon of seed 7
  undercroft --seed "salt and iron"            any text is a seed
  undercroft --seed rooms/120x80/tries=60#7    a share code names a map whole
  undercroft generators                        the generators and their parameters
  undercroft generate --seed 7                 the same dungeon as text
  undercroft maze --check maze.hex             a maze of your own, checked and shown
  undercroft conduit --seed 7                  a board of the conduit puzzle
  undercroft simulate --seed 7 --games 100     a hundred runs, played by a bot
  undercroft replay 7.replay                   a recorded run, watched again
  undercroft replay --verify 7.replay          the same, played again and compared
  undercroft catalog --seeds 7..8              what the levels of a seed hold
  undercroft --content mine                    the game by rules of your own

A seed is a decimal number, a 0x hex number or any text. A share code,
generator/WxH/name=value,name=value#seed, works wherever a seed does. The same
seed, generator, size and parameters give the same map on every machine, for as
long as the generation version stays the same.

"#,
    exit_status!()
);

/// A seeded glyph roguelike in a window, and the workbench its dungeons are made on.
///
/// Without a command it opens the window.
#[derive(Parser)]
#[command(
    name = "undercroft",
    version = VERSION.as_str(),
    after_long_help = EXAMPLES,
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(flatten)]
    window: window::Args,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Catalog(catalog::Args),
    Conduit(conduit::Args),
    Generate(generate::Args),
    Generators(generators::Args),
    Maze(maze::Args),
    Replay(replay::Args),
    Rng(rng::Args),
    Simulate(simulate::Args),
    Survey(survey::Args),
}

impl Cli {
    fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self.command {
            None => window::run(self.window),
            Some(Command::Catalog(args)) => catalog::run(&args, out),
            Some(Command::Conduit(args)) => conduit::run(&args, out),
            Some(Command::Generate(args)) => generate::run(&args, out),
            Some(Command::Generators(args)) => generators::run(&args, out),
            Some(Command::Maze(args)) => maze::run(&args, out),
            Some(Command::Replay(args)) => replay::run(&args, out),
            Some(Command::Rng(args)) => rng::run(&args, out),
            Some(Command::Simulate(args)) => simulate::run(&args, out),
            Some(Command::Survey(args)) => survey::run(&args, out),
        }
    }
}

/// Does what `args` (the program's name first) ask for; prints results and errors.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let result = match Cli::try_parse_from(value::join_dashed(args)) {
        // Not locked: the window's other threads may print while it is open.
        Ok(cli) => {
            let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
            cli.run(&mut out)
                .and_then(|()| out.flush().map_err(CliError::Output))
        }
        // Help and version are among these; the parser knows where each goes.
        Err(told) => told.print().map_err(CliError::Output).and_then(|()| {
            if told.use_stderr() {
                Err(CliError::Told)
            } else {
                Ok(())
            }
        }),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            if !matches!(error, CliError::Told) {
                tell(&format!("undercroft: {error}"));
            }
            ExitCode::from(error.status())
        }
    }
}

/// Prints one line to standard error. What was typed may be quoted in it, so whatever could move
/// the cursor is escaped.
fn tell(message: &str) {
    let mut line = String::with_capacity(message.len() + 1);
    for c in message.chars() {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line.push('\n');
    // Nobody is left to tell if standard error is gone.
    let _ = io::stderr().write_all(line.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_options_of_every_command_are_well_formed() {
        Cli::command().debug_assert();
    }
}
