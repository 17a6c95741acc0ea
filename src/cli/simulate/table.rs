//! Runs as text: the summary, and a JSON object a run.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use xxhash_rust::xxh3::Xxh3Default;

use super::runs::{Order, Row};
use crate::cli::survey::column::Summary;
use crate::game::content::DEEPEST;
use crate::game::{Hunger, Outcome};

#[derive(Serialize)]
struct Object<'a> {
    seed: String,
    outcome: &'static str,
    depth: u8,
    turns: u64,
    cause: Option<&'a str>,
    digest: String,
    deepest: u8,
    level: u8,
    kills: u32,
    sudden: bool,
    hunger: &'static str,
    left: u8,
}

const fn word(hunger: Hunger) -> &'static str {
    match hunger {
        Hunger::Fed => "fed",
        Hunger::Hungry => "hungry",
        Hunger::Weak => "weak",
        Hunger::Starving => "starving",
    }
}

/// Writes a run as a JSON object on a line of its own.
///
/// # Errors
/// If `out` cannot be written.
pub fn json(row: &Row, out: &mut impl Write) -> io::Result<()> {
    let object = Object {
        seed: row.seed.to_string(),
        outcome: row.end(),
        depth: row.depth,
        turns: row.turns,
        cause: row.cause.as_deref(),
        digest: format!("{:016x}", row.digest),
        deepest: row.deepest,
        level: row.level,
        kills: row.kills,
        sudden: row.sudden,
        hunger: word(row.hunger),
        left: row.left,
    };
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)
}

/// How many runs died, by depth from 1 on.
pub fn deaths(rows: &[Row]) -> [usize; DEEPEST as usize] {
    let mut deaths = [0; DEEPEST as usize];
    for row in rows {
        if matches!(row.outcome, Outcome::Died { .. }) {
            deaths[usize::from(row.depth.clamp(1, DEEPEST)) - 1] += 1;
        }
    }
    deaths
}

/// What killed, how often, the most frequent first.
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

/// The depth of the median death.
pub fn median_death(rows: &[Row]) -> Option<u8> {
    let died = rows
        .iter()
        .filter(|row| matches!(row.outcome, Outcome::Died { .. }));
    let mut depths: Vec<u64> = died.map(|row| row.depth.into()).collect();
    depths.sort_unstable();
    Summary::of(&depths).map(|summary| summary.median as u8)
}

/// A share in per cent with one place, by integers.
fn share(part: usize, whole: usize) -> String {
    let tenths = (part * 1000 + whole / 2).checked_div(whole).unwrap_or(0);
    format!("{}.{}%", tenths / 10, tenths % 10)
}

/// Writes the summary for people.
///
/// # Errors
/// If `out` cannot be written.
pub fn summary(
    order: &Order,
    rows: &[Row],
    elapsed: Duration,
    out: &mut impl Write,
) -> io::Result<()> {
    let all = rows.len();
    let count = |end: &str| rows.iter().filter(|row| row.end() == end).count();
    let (won, died, limit) = (count("won"), count("died"), count("limit"));
    let name = order.bot.name();
    writeln!(
        out,
        "{name}, seed {}, {all} runs: {won} won ({}), {died} died, {limit} at the limit of {} turns",
        order.seed,
        share(won, all),
        order.turns
    )?;
    let deaths = deaths(rows);
    writeln!(out, "\ndepth   died   share  reached")?;
    for (index, died) in deaths.into_iter().enumerate() {
        let depth = index + 1;
        let reached = rows
            .iter()
            .filter(|row| usize::from(row.deepest) >= depth)
            .count();
        writeln!(
            out,
            "{depth:>5}  {died:>5}  {:>6}  {reached:>7}",
            share(died, all)
        )?;
    }
    let causes = causes(rows);
    if !causes.is_empty() {
        writeln!(out, "\nwhat killed, in order of how often")?;
        for (cause, count) in causes {
            writeln!(out, "{count:>5}  {cause}")?;
        }
    }
    totals(rows, elapsed, out)
}

fn totals(rows: &[Row], elapsed: Duration, out: &mut impl Write) -> io::Result<()> {
    let all = rows.len();
    let mut turns: Vec<u64> = rows.iter().map(|row| row.turns).collect();
    turns.sort_unstable();
    let sum: u64 = turns.iter().sum();
    if let Some(Summary {
        min,
        lower_quartile,
        median,
        upper_quartile,
        max,
        ..
    }) = Summary::of(&turns)
    {
        writeln!(
            out,
            "\nturns a run: {min} to {max}, quartiles {lower_quartile}, {median}, {upper_quartile}"
        )?;
    }
    let median = median_death(rows).map_or_else(|| "none".to_owned(), |depth| depth.to_string());
    let first = deaths(rows)[0];
    writeln!(out, "median death: depth {median}")?;
    writeln!(out, "died on depth 1: {}", share(first, all))?;
    let early = rows
        .iter()
        .filter(|row| row.sudden && row.depth < 6)
        .count();
    writeln!(
        out,
        "died of one turn's blows from full health before depth 6: {early}"
    )?;
    let starved = rows
        .iter()
        .filter(|row| {
            matches!(
                row.outcome,
                Outcome::Died {
                    cause: crate::game::Cause::Hunger
                }
            )
        })
        .count();
    let weak = rows.iter().filter(|row| row.hunger >= Hunger::Weak).count();
    writeln!(
        out,
        "starved: {starved}, weak with hunger at some time: {weak}"
    )?;
    let left: usize = rows.iter().map(|row| usize::from(row.left)).sum();
    writeln!(out, "levels left before they were explored whole: {left}")?;
    let millis = elapsed.as_millis().max(1);
    writeln!(
        out,
        "{sum} turns in {}.{:01} s: {} turns a second",
        millis / 1000,
        millis % 1000 / 100,
        u128::from(sum) * 1000 / millis
    )?;
    let mut digest = Xxh3Default::new();
    for row in rows {
        digest.update(&row.digest.to_le_bytes());
    }
    writeln!(out, "digest of all runs: {:016x}", digest.digest())
}
