//! `undercroft simulate`: bots play many runs without a window.
//!
//! `runs` plays them, `table` sums them up, `plot` draws where they end.

mod plot;
mod runs;
mod table;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use self::runs::{Order, Row};
use super::content::ContentArg;
use super::{CliError, exit_status, file, work};
use crate::bot::BotKind;
use crate::game::MOST_PLUS;
use crate::rng::Seed;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft simulate --seed 1 --games 1000
  undercroft simulate --seed 1 --games 1000 --plot ends.png
  undercroft simulate --seed 7 --bot random --games 20 --json
  undercroft simulate --seed 7 --games 3 --record runs

The first run has the seed itself, the others the seeds that follow from it: the same
seeds, whatever the number of games and threads. So a run of a table can be had again
alone, by its own seed.

Bots see what a player sees:
  explorer  plays like a careful beginner
  random    does anything sensible, all equally likely
  chaos     asks for anything, most of it refused, and goes on like an explorer

A run ends when it is won, when the player dies, or after --turns turns.

--json prints one object a run, a line each, in their order:
  seed      text: the decimal number, which may be beyond 2^53
  outcome   text: won, died or limit
  depth     number: where it ended, 1 to 12
  turns     number
  cause     text: what killed; null unless it died
  digest    text: 16 hex digits, of the state at its end
  deepest   number: the deepest depth of the run
  level     number: the level of experience
  kills     number
  sudden    true if the player died of one turn's blows from full health
  hunger    text: the worst it came to: fed, hungry, weak or starving
  left      number of levels left before they were explored whole

"#,
    exit_status!()
);

const HEADING: &str = "The result";

/// The most runs of one command.
const MOST_GAMES: i64 = 1_000_000;
/// The most turns of a run.
const MOST_TURNS: i64 = 1_000_000_000;

/// Let bots play many runs without a window
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// The seed of the first run: a number or any text
    #[arg(long, value_name = "SEED")]
    seed: String,

    /// How many runs
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES)
    )]
    games: u32,

    /// Who plays: explorer, random or chaos
    #[arg(long, value_name = "NAME", default_value = "explorer")]
    bot: String,

    /// A run that goes on for so many turns ends there
    #[arg(
        long,
        value_name = "N",
        default_value_t = 50_000,
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=MOST_TURNS as u64)
    )]
    turns: u64,

    /// How often the Everlamp was lit before: New Game Plus
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u8).range(0..=i64::from(MOST_PLUS))
    )]
    plus: u8,

    #[command(flatten)]
    content: ContentArg,

    /// Print a JSON object a run; --help describes it
    #[arg(long, help_heading = HEADING)]
    json: bool,

    /// Draw where runs end into this PNG
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    plot: Option<PathBuf>,

    /// Write a replay of each run into this folder: <seed>.replay
    #[arg(long, value_name = "DIR", help_heading = HEADING)]
    record: Option<PathBuf>,

    /// How many threads to work on [default: one a core]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    threads: Option<u16>,
}

/// Plays the runs, and writes what was asked for.
///
/// # Errors
/// If what was typed names no seed or no bot, or if a result cannot be written.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let seed: Seed = args.seed.parse()?;
    let bot = BotKind::find(&args.bot).ok_or_else(|| CliError::Bot(args.bot.clone()))?;
    if args.plot.as_deref() == Some(Path::new("-")) {
        return Err(CliError::NotAFile("--plot"));
    }
    let order = Order {
        seed,
        games: args.games as usize,
        bot,
        turns: args.turns,
        plus: args.plus,
        content: args.content.load()?,
        record: args.record.is_some(),
    };
    if let Some(folder) = &args.record {
        fs::create_dir_all(folder).map_err(|reason| CliError::File {
            path: folder.clone(),
            reason,
        })?;
    }
    let pool = work::threads(args.threads.map(usize::from))?;
    let progress = work::progress(order.games, "runs");
    let started = Instant::now();
    let mut rows: Vec<Row> = Vec::new();
    order.play(&pool, &|| progress.inc(1), |row, replay| {
        if let (Some(folder), Some(replay)) = (&args.record, replay) {
            let path = folder.join(format!("{}.replay", row.seed));
            file::write(&path, |out| out.write_all(replay.to_string().as_bytes()))?;
        }
        if args.json {
            table::json(&row, out).map_err(CliError::Output)?;
        }
        rows.push(row);
        Ok(())
    })?;
    progress.finish_and_clear();
    let elapsed = started.elapsed();
    if let Some(path) = &args.plot {
        let picture = plot::draw(&order, &rows)?;
        file::write(path, |out| picture.write(out))?;
    }
    if args.json {
        return Ok(());
    }
    table::summary(&order, &rows, elapsed, out).map_err(CliError::Output)
}
