//! The text output of `simulate`: the summary, and a JSON object per run.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use xxhash_rust::xxh3::Xxh3Default;

use super::decisions::{DepthRow, Rows, Study};
use super::means::{Kill, Tally};
use super::met::Met;
use super::runs::{Job, Row};
use crate::bot::Means;
use crate::cli::json_list::JsonList;
use crate::cli::survey::column::Summary;
use crate::export::record;
use crate::game::content::{DEEPEST, LevelKind};
use crate::game::{Cause, Hunger, Outcome, counted};

const fn hunger_name(hunger: Hunger) -> &'static str {
    match hunger {
        Hunger::Fed => "fed",
        Hunger::Hungry => "hungry",
        Hunger::Weak => "weak",
        Hunger::Starving => "starving",
    }
}

/// A run as a JSON object.
pub fn record(row: &Row) -> impl Serialize {
    record! {
        seed: row.seed.to_string(),
        outcome: row.outcome_name(),
        depth: row.depth,
        turns: row.turns,
        cause: row.cause.as_deref(),
        digest: format!("{:016x}", row.digest),
        deepest: row.deepest,
        level: row.level,
        kills: row.kills,
        sudden: row.sudden,
        hunger: hunger_name(row.hunger),
        left: row.left,
        killed: named_counts(Kill::ALL.map(Kill::name), row.tally.kills),
        used: named_counts(Means::ALL.map(Means::name), row.tally.uses),
    }
}

/// Counts as a JSON object, by name.
fn named_counts<const N: usize>(names: [&str; N], counts: [u64; N]) -> serde_json::Value {
    let pairs = names.into_iter().zip(counts);
    let pairs = pairs.map(|(name, count)| (name.to_owned(), count.into()));
    serde_json::Value::Object(pairs.collect())
}

/// The number of deaths at each depth; the first element is depth 1.
pub fn deaths(rows: &[Row]) -> [usize; DEEPEST as usize] {
    let mut deaths = [0; DEEPEST as usize];
    for row in rows {
        if matches!(row.outcome, Outcome::Died { .. }) {
            deaths[usize::from(row.depth.clamp(1, DEEPEST)) - 1] += 1;
        }
    }
    deaths
}

/// The causes of death with their counts, the most frequent first.
pub fn causes(rows: &[Row]) -> Vec<(&str, usize)> {
    let mut causes: Vec<(&str, usize)> = Vec::new();
    for cause in rows.iter().filter_map(|row| row.cause.as_deref()) {
        match causes.iter_mut().find(|(known, _)| *known == cause) {
            Some((_, count)) => *count += 1,
            None => causes.push((cause, 1)),
        }
    }
    causes.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    causes
}

/// The median depth of deaths; `None` if nobody died.
pub fn median_death(rows: &[Row]) -> Option<u8> {
    let died = rows
        .iter()
        .filter(|row| matches!(row.outcome, Outcome::Died { .. }));
    let mut depths: Vec<u64> = died.map(|row| row.depth.into()).collect();
    depths.sort_unstable();
    Summary::of(&depths).map(|summary| summary.median as u8)
}

/// The number of rows that `matches` accepts.
fn count(rows: &[Row], matches: impl Fn(&Row) -> bool) -> usize {
    rows.iter().filter(|row| matches(row)).count()
}

/// A percentage with one decimal, rounded without floats.
pub fn percentage(part: usize, whole: usize) -> String {
    let tenths = (part * 1000 + whole / 2).checked_div(whole).unwrap_or(0);
    format!("{}.{}%", tenths / 10, tenths % 10)
}

/// Writes the summary for people to read.
pub fn write_summary(
    job: &Job,
    rows: &[Row],
    elapsed: Duration,
    out: &mut impl Write,
) -> io::Result<()> {
    let all = rows.len();
    let count_outcome = |name| count(rows, |row| row.outcome_name() == name);
    let [won, died, limit] = ["won", "died", "limit"].map(count_outcome);
    writeln!(
        out,
        "{}, seed {}, {}: {won} won ({}), {died} died, {limit} stopped after {}",
        job.bot.name(),
        job.setup.seed,
        counted(all as u64, "run"),
        percentage(won, all),
        counted(job.turns, "turn")
    )?;
    let deaths = deaths(rows);
    writeln!(out, "\ndepth   died   share  reached")?;
    for (index, died) in deaths.into_iter().enumerate() {
        let depth = index + 1;
        let reached = count(rows, |row| usize::from(row.deepest) >= depth);
        writeln!(
            out,
            "{depth:>5}  {died:>5}  {:>6}  {reached:>7}",
            percentage(died, all)
        )?;
    }
    let causes = causes(rows);
    if !causes.is_empty() {
        writeln!(out, "\ncauses of death, most frequent first")?;
        for (cause, count) in causes {
            writeln!(out, "{count:>5}  {cause}")?;
        }
    }
    write_kinds(rows, out)?;
    write_means(rows, out)?;
    write_met(rows, out)?;
    write_deaths(rows, out)?;
    write_totals(rows, elapsed, out)
}

/// Writes the turns that a level of each kind takes on average.
fn write_kinds(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nkind of level  levels  turns per level")?;
    for (index, kind) in LevelKind::ALL.into_iter().enumerate() {
        let levels: u64 = rows.iter().map(|row| row.kinds[index].0).sum();
        let turns: u64 = rows.iter().map(|row| row.kinds[index].1).sum();
        let mean = turns.checked_div(levels).unwrap_or(0);
        let kind = format!("{kind:?}").to_lowercase();
        writeln!(out, "{kind:<13}  {levels:>6}  {mean:>15}")?;
    }
    Ok(())
}

/// Writes by what means monsters died, and how often each means was used.
fn write_means(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let mut tally = Tally::default();
    rows.iter().for_each(|row| tally.add(&row.tally));
    let all: u64 = tally.kills.iter().sum();
    writeln!(out, "\nkilled by     kills   share    uses")?;
    for (kill, kills) in Kill::ALL.into_iter().zip(tally.kills) {
        let name = kill.name();
        let share = percentage(kills as usize, all as usize);
        let means = Means::find(name);
        let uses = means.map_or_else(String::new, |means| tally.uses[means as usize].to_string());
        let line = format!("{name:<9}  {kills:>8}  {share:>6}  {uses:>6}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Writes how often things were met and used, in all and in a run.
fn write_met(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let mut met = Met::default();
    rows.iter().for_each(|row| met.add(&row.met));
    writeln!(out, "\n{:<34}  {:>9}  per run", "met or used", "in all")?;
    for (name, count) in met.iter() {
        let per_run = count as f64 / rows.len().max(1) as f64;
        writeln!(out, "{name:<34}  {count:>9}  {per_run:>7.2}")?;
    }
    Ok(())
}

/// Writes the lines about turns, deaths and hunger.
fn write_deaths(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let mut turns: Vec<u64> = rows.iter().map(|row| row.turns).collect();
    turns.sort_unstable();
    if let Some(all) = Summary::of(&turns) {
        writeln!(
            out,
            "\nturns per run: {} to {}, quartiles {}, {}, {}",
            all.min, all.max, all.lower_quartile, all.median, all.upper_quartile
        )?;
    }
    let median =
        median_death(rows).map_or_else(|| "none".to_owned(), |depth| format!("depth {depth}"));
    writeln!(out, "median death: {median}")?;
    let first = percentage(deaths(rows)[0], rows.len());
    writeln!(out, "died on depth 1: {first}")?;
    let early = count(rows, |row| row.sudden && row.depth < 6);
    writeln!(
        out,
        "died within one turn from full health, before depth 6: {early}"
    )?;
    let cause = Cause::Hunger;
    let starved = count(rows, |row| row.outcome == Outcome::Died { cause });
    let weak = count(rows, |row| row.hunger >= Hunger::Weak);
    writeln!(
        out,
        "starved: {starved}, weak with hunger at some point: {weak}"
    )
}

/// Writes the lines about all runs together: exploration, speed and digest.
fn write_totals(rows: &[Row], elapsed: Duration, out: &mut impl Write) -> io::Result<()> {
    let left: usize = rows.iter().map(|row| usize::from(row.left)).sum();
    writeln!(out, "levels left before they were fully explored: {left}")?;
    let turns: u64 = rows.iter().map(|row| row.turns).sum();
    let millis = elapsed.as_millis().max(1);
    writeln!(
        out,
        "{} in {}.{} s: {} turns per second",
        counted(turns, "turn"),
        millis / 1000,
        millis % 1000 / 100,
        u128::from(turns) * 1000 / millis
    )?;
    let mut digest = Xxh3Default::new();
    for row in rows {
        digest.update(&row.digest.to_le_bytes());
    }
    writeln!(out, "digest of all runs: {:016x}", digest.digest())
}

/// Writes the decisions at each depth as a JSON list.
pub fn write_decisions_json(rows: &Rows, out: &mut impl Write) -> io::Result<()> {
    let mut list = JsonList::default();
    for (index, row) in rows.iter().enumerate() {
        let object = record! {
            depth: index + 1,
            turns: row.turns,
            sampled: row.sampled,
            differs: row.differs,
            decisions: row.decisions(),
            better: row.better,
            worse: row.worse,
            control: row.control,
            chance: row.chance,
        };
        list.push(&object, out)?;
    }
    list.finish(out)
}

/// Writes the decisions at each depth for people to read.
pub fn write_decisions(
    study: &Study,
    rows: &Rows,
    elapsed: Duration,
    out: &mut impl Write,
) -> io::Result<()> {
    let job = &study.job;
    writeln!(
        out,
        "{}, seed {}, {}: choices with an enemy in sight against striking or walking up\n",
        job.bot.name(),
        job.setup.seed,
        counted(job.games as u64, "run"),
    )?;
    writeln!(
        out,
        "depth    turns  sampled  differs  decisions  better   worse  control  chance"
    )?;
    let mut write_row = |name: &str, row: &DepthRow| {
        let share = |part: u64| percentage(part as usize, row.sampled as usize);
        writeln!(
            out,
            "{name:>5}  {:>7}  {:>7}  {:>7}  {:>9}  {:>6}  {:>6}  {:>7}  {:>6}",
            row.turns,
            row.sampled,
            share(row.differs),
            share(row.decisions()),
            share(row.better),
            share(row.worse),
            share(row.control),
            share(row.chance),
        )
    };
    for (index, row) in rows.iter().enumerate() {
        write_row(&(index + 1).to_string(), row)?;
    }
    let all = rows.iter().copied().reduce(DepthRow::plus);
    write_row("all", &all.unwrap_or_default())?;
    let sampled: u64 = rows.iter().map(|row| row.sampled).sum();
    let millis = elapsed.as_millis();
    writeln!(
        out,
        "\n{} in {}.{} s",
        counted(sampled, "sampled turn"),
        millis / 1000,
        millis % 1000 / 100
    )
}
