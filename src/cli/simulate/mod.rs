//! `undercroft simulate`: bots play many runs without a window.
//!
//! `runs` plays them, `means` counts what monsters die of, `met` what runs come across, `decisions` measures how often a turn asks for a
//! decision, `table` prints the results, `plot` draws where the runs end.

mod decisions;
mod means;
mod met;
mod plot;
mod runs;
mod table;

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use rayon::ThreadPool;

use self::decisions::Study;
use self::runs::{Job, Row};
use super::content::SetupArgs;
use super::json_list::JsonList;
use super::parallel::{self, ThreadArgs};
use super::{CliError, exit_status, file, value};
use crate::bot::{BotKind, Means};
use crate::game::content::DEEPEST;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft simulate --seed 1 --games 1000
  undercroft simulate --seed 1 --games 1000 --plot ends.png
  undercroft simulate --seed 7 --bot random --games 20 --json
  undercroft simulate --seed 7 --games 3 --record runs
  undercroft simulate --seed 1 --games 1000 --without fire --without dark
  undercroft simulate --seed 1 --games 1000 --decisions 200

The first run uses the seed itself, and the others use seeds derived from it,
whatever the number of games and threads. --json shows them, so any run can be
repeated alone with --seed.

Bots see only what a player sees:
  striker    drinks healing when badly hurt, and else strikes or walks up
  explorer   plays like a careful beginner
  tactician  uses all that the game offers
  random     takes any sensible action, all equally likely
  chaos      tries any action, most of which are refused, and explores between
The first three differ only in what they do with enemies in sight.

--without takes away a means from the tactician, to measure what it is worth:
  dark    potions of darkness
  fire    fire pots, potions of fire and fireballs
  throws  missiles, by hand or with a bow
  doors   doorways and corridors, which few can enter, and cover from archers
  relics  relics

A run ends when it is won, when the player dies, or after --turns turns.

--json prints a list with one object per run, in order, each on a line of its
own:
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
  killed    object: monsters killed by blows, blows at sleepers, dark, fire,
            throws, blows from doors, relics, scrolls and anything other
  used      object: how often dark, fire, throws, doors and relics were used

--decisions samples turns at which the tactician has to choose with an awake
enemy in sight, and compares its choice with the simplest one, to strike or to
walk up. 32 futures of 30 turns follow each choice, in which the tactician plays
on; a salt for each pair of futures replaces the seed in all outcomes. A future
is worth the share of health that is left, less 1 for death, less the shares of
health that the enemies have left, less 0.1 for each item used. The turn asks
for a decision if the mean difference is at least 0.1 and over two standard
errors. Two controls compare the simplest choice with itself: "control" with one
salt for both futures of a pair, and "chance" with two.

With --json it prints a list with one object per depth:
  depth     number, 1 to 12
  turns     number of turns with an enemy in sight, in all runs
  sampled   number of turns sampled of them
  differs   number of those at which the tactician does something else
  decisions number of those that ask for a decision
  better    number of decisions at which its choice is better
  worse     number of decisions at which it is worse
  control   number of sampled turns that count in the first control
  chance    number of sampled turns that count in the second

"#,
    exit_status!()
);

const HEADING: &str = "Result";

/// Let bots play many runs without a window
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Seed of the first run: a number or any text
    #[arg(short, long, value_name = "SEED")]
    seed: String,

    /// Play this many runs, at most 1000000
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = value::whole_number::<u32>(1..=1_000_000)
    )]
    games: u32,

    /// Let this bot play: striker, explorer, tactician, random or chaos [default: explorer, or
    /// tactician with --without or --decisions]
    #[arg(long, value_name = "NAME")]
    bot: Option<String>,

    /// Take away one means of the tactician: dark, fire, throws, doors or relics; repeatable
    #[arg(long, value_name = "MEANS", value_parser = parse_means)]
    without: Vec<Means>,

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

    /// Measure how often a turn asks for a decision, at this many turns of each depth [default: 200]
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "200",
        value_parser = value::whole_number::<u64>(1..=100_000),
        conflicts_with_all = ["plot", "record"],
        help_heading = HEADING
    )]
    decisions: Option<u64>,

    /// Print JSON: an object per run, or per depth with --decisions; --help describes its fields
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
    let bot = choose_bot(args)?;
    if let Some(path) = &args.plot {
        file::check_target("--plot", path, &["png"])?;
    }
    let job = Job {
        setup: args.setup.setup(seed)?,
        games: args.games as usize,
        bot,
        without: args.without.iter().copied().collect(),
        turns: args.turns,
        record: args.record.is_some(),
    };
    if let Some(folder) = &args.record {
        file::create_folder(folder)?;
    }
    let pool = args.threads.start_pool()?;
    if let Some(samples) = args.decisions {
        return measure_decisions(&Study { job, samples }, &pool, args.json, out);
    }
    let progress = parallel::progress_bar(job.games, "runs");
    let started = Instant::now();
    let mut rows: Vec<Row> = Vec::new();
    let mut list = JsonList::default();
    job.play(&pool, &|| progress.inc(1), |row, replay| {
        if let (Some(folder), Some(replay)) = (&args.record, replay) {
            let path = folder.join(format!("{}.replay", row.seed));
            file::write(&path, |out| out.write_all(replay.to_string().as_bytes()))?;
        }
        if args.json {
            let written = list.push(&table::record(&row), out);
            written.map_err(CliError::Output)?;
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
        return list.finish(out).map_err(CliError::Output);
    }
    table::write_summary(&job, &rows, elapsed, out).map_err(CliError::Output)
}

/// The bot that plays: the one named, else the one that the other options are about.
fn choose_bot(args: &Args) -> Result<BotKind, CliError> {
    let named = args.bot.as_ref().map(|name| {
        BotKind::find(name).ok_or_else(|| {
            let names = BotKind::ALL.map(BotKind::name).join(", ");
            let error = format!("unknown bot \"{name}\"; choose from {names}");
            CliError::option("--bot", error)
        })
    });
    let named = named.transpose()?;
    let option = match (args.decisions, &args.without[..]) {
        (Some(_), _) => "--decisions",
        (None, [_, ..]) => "--without",
        (None, []) => return Ok(named.unwrap_or(BotKind::Explorer)),
    };
    match named {
        None | Some(BotKind::Tactician) => Ok(BotKind::Tactician),
        Some(other) => {
            let name = other.name();
            let error = format!("is for --bot tactician, not for {name}");
            Err(CliError::option(option, error))
        }
    }
}

fn parse_means(name: &str) -> Result<Means, String> {
    Means::find(name).ok_or_else(|| {
        let names = Means::ALL.map(Means::name).join(", ");
        format!("choose from {names}")
    })
}

/// Measures decisions and writes the results.
fn measure_decisions(
    study: &Study,
    pool: &ThreadPool,
    json: bool,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let most = study.samples.saturating_mul(DEEPEST.into());
    let steps = study.job.games.saturating_add(most as usize);
    let progress = parallel::progress_bar(steps, "runs and sampled turns");
    let started = Instant::now();
    let rows = study.run(pool, &|| progress.inc(1))?;
    progress.finish_and_clear();
    let written = match json {
        true => table::write_decisions_json(&rows, out),
        false => table::write_decisions(study, &rows, started.elapsed(), out),
    };
    written.map_err(CliError::Output)
}
