//! `undercroft simulate`: bots play many runs without a window.
//!
//! `runs` plays them, `table` prints the results, `plot` draws where the runs end.

mod plot;
mod runs;
mod table;

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use self::runs::{Job, Row};
use super::content::SetupArgs;
use super::parallel::{self, ThreadArgs};
use super::{CliError, exit_status, file, value};
use crate::bot::BotKind;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft simulate --seed 1 --games 1000
  undercroft simulate --seed 1 --games 1000 --plot ends.png
  undercroft simulate --seed 7 --bot random --games 20 --json
  undercroft simulate --seed 7 --games 3 --record runs

The first run uses the seed itself, and the others use seeds derived from it,
whatever the number of games and threads. --json shows them, so any run can be
repeated alone with --seed.

Bots see only what a player sees:
  explorer  plays like a careful beginner
  random    takes any sensible action, all equally likely
  chaos     tries any action, most of which are refused, and explores in between

A run ends when it is won, when the player dies, or after --turns turns.

--json prints one object per run, one per line, in order:
  seed      text: a decimal number, which may exceed 2^53
  outcome   text: won, died or limit
  depth     number: the final depth, 1 to 12
  turns     number
  cause     text: the cause of death; null unless the player died
  digest    text: 16 hex digits over the final state
  deepest   number: the deepest depth reached
  level     number: the final experience level
  kills     number
  sudden    true if the player died within one turn from full health
  hunger    text: the worst hunger of the run, fed, hungry, weak or starving
  left      number of levels left before they were fully explored

"#,
    exit_status!()
);

const HEADING: &str = "Result";

/// Let bots play many runs without a window
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Seed of the first run: a number or any text
    #[arg(long, value_name = "SEED")]
    seed: String,

    /// Play this many runs, at most 1000000
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = value::whole_number::<u32>(1..=1_000_000)
    )]
    games: u32,

    /// Let this bot play: explorer, random or chaos
    #[arg(long, value_name = "NAME", default_value = "explorer")]
    bot: String,

    /// Stop a run after this many turns
    #[arg(
        long,
        value_name = "N",
        default_value_t = 50_000,
        value_parser = value::whole_number::<u64>(1..=1_000_000_000)
    )]
    turns: u64,

    #[command(flatten)]
    setup: SetupArgs,

    /// Print one JSON object per run; --help describes its fields
    #[arg(long, help_heading = HEADING)]
    json: bool,

    /// Write a chart of where runs end to this .png file
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    plot: Option<PathBuf>,

    /// Write a replay of each run to this folder, as <seed>.replay
    #[arg(long, value_name = "DIR", help_heading = HEADING)]
    record: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// Plays the runs and writes the results.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let seed = value::parse_seed(&args.seed)?;
    let bot = BotKind::find(&args.bot).ok_or_else(|| {
        let names: Vec<&str> = BotKind::ALL.into_iter().map(BotKind::name).collect();
        let (bot, names) = (&args.bot, names.join(", "));
        CliError::option(
            "--bot",
            format!("unknown bot \"{bot}\"; choose from {names}"),
        )
    })?;
    if let Some(path) = &args.plot {
        file::check_target("--plot", path, &["png"])?;
    }
    let job = Job {
        setup: args.setup.setup(seed)?,
        games: args.games as usize,
        bot,
        turns: args.turns,
        record: args.record.is_some(),
    };
    if let Some(folder) = &args.record {
        file::create_folder(folder)?;
    }
    let pool = args.threads.start_pool()?;
    let progress = parallel::progress_bar(job.games, "runs");
    let started = Instant::now();
    let mut rows: Vec<Row> = Vec::new();
    job.play(&pool, &|| progress.inc(1), |row, replay| {
        if let (Some(folder), Some(replay)) = (&args.record, replay) {
            let path = folder.join(format!("{}.replay", row.seed));
            file::write(&path, |out| out.write_all(replay.to_string().as_bytes()))?;
        }
        if args.json {
            table::write_json(&row, out).map_err(CliError::Output)?;
        }
        rows.push(row);
        Ok(())
    })?;
    progress.finish_and_clear();
    let elapsed = started.elapsed();
    if let Some(path) = &args.plot {
        let picture = plot::draw(&job, &rows)?;
        file::write(path, |out| picture.write(out))?;
    }
    if args.json {
        return Ok(());
    }
    table::write_summary(&job, &rows, elapsed, out).map_err(CliError::Output)
}
