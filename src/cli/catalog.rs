//! `undercroft catalog`: lists what each level of each seed contains when the player arrives.

use std::fmt::Write as _;
use std::io::Write;

use rayon::prelude::*;
use serde::Serialize;

use super::content::ContentArg;
use super::seeds::Seeds;
use super::{CliError, exit_status, work};
use crate::game::content::{Content, DEEPEST, ItemKind, LevelKind};
use crate::game::{Game, MOST_PLUS, Setup, Survey};
use crate::geom::Pos;
use crate::rng::Seed;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft catalog --seeds 7..8
  undercroft catalog --seeds 0..100 --depths 4 --format csv
  undercroft catalog --seeds 0..1000 --json | grep '"id":"potion-healing"'

The contents of a level depend only on seed, depth and New Game Plus, not on what the
player did before. A vault offers several items, and the player may take one.

CSV has one row per monster, item or offer: seed, depth, level (its kind), what (monster,
item or offer), id, name, count, plus (enchantment), asleep, x, y. The position of an
offer is empty.

--format json prints one object per level, one per line:
  seed      text: a decimal number, which may exceed 2^53
  plus      number: wins before this run (New Game Plus)
  depth     number, 1 to 12
  level     text: its kind
  digest    text: 16 hex digits over the whole level
  up, down  [x, y]: the stairs; in the sanctum, down is the Everlamp
  monsters  list of id, name, asleep, x, y
  items     list of id, name, count, plus, x, y
  offers    list of id, name, plus: items of the vault

"#,
    exit_status!()
);

/// Number of seeds surveyed before their levels are printed.
const BATCH: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    Text,
    Csv,
    Json,
}

/// List what each level of each seed contains
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Range of seeds: A..B excludes B, A..=B includes it; at most 1000000 seeds
    #[arg(long, value_name = "A..B")]
    seeds: String,

    /// List this many depths, from the first on
    #[arg(
        long,
        value_name = "N",
        default_value_t = DEEPEST,
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u8).range(1..=i64::from(DEEPEST))
    )]
    depths: u8,

    /// Set New Game Plus: how many times the game has been won before
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

    /// Choose the output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Print JSON, like --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// Use this many threads [default: one per core]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    threads: Option<u16>,
}

/// Surveys the levels and prints them.
///
/// # Errors
/// If the seeds are not a valid range, or if `out` cannot be written.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let seeds = Seeds::parse(&args.seeds)?;
    let setup = Setup::with_content(seeds.first(), args.content.load()?).plus(args.plus);
    let format = if args.json { Format::Json } else { args.format };
    let pool = work::thread_pool(args.threads.map(usize::from))?;
    if format == Format::Csv {
        writeln!(out, "{}", COLUMNS.join(",")).map_err(CliError::Output)?;
    }
    for start in (0..seeds.count()).step_by(BATCH) {
        let batch = start..seeds.count().min(start + BATCH);
        let texts: Vec<String> = pool.install(|| {
            batch
                .into_par_iter()
                .map(|index| {
                    let seed = seeds.get(index);
                    let levels = (1..=args.depths)
                        .map(|depth| Level::survey(Setup { seed, ..setup }, depth))
                        .collect::<Vec<_>>();
                    format.write(seed, &levels)
                })
                .collect()
        });
        for text in texts {
            out.write_all(text.as_bytes()).map_err(CliError::Output)?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Level {
    seed: String,
    plus: u8,
    depth: u8,
    level: &'static str,
    digest: String,
    up: Option<[i32; 2]>,
    down: [i32; 2],
    monsters: Vec<Monster>,
    items: Vec<Item>,
    offers: Vec<Offer>,
}

#[derive(Serialize)]
struct Monster {
    id: &'static str,
    name: &'static str,
    asleep: bool,
    x: i32,
    y: i32,
}

#[derive(Serialize)]
struct Item {
    id: &'static str,
    name: String,
    count: u16,
    plus: i8,
    x: i32,
    y: i32,
}

#[derive(Serialize)]
struct Offer {
    id: &'static str,
    name: String,
    plus: i8,
}

impl Level {
    fn survey(setup: Setup, depth: u8) -> Self {
        let content = setup.content;
        let survey = Game::survey(setup, depth);
        let at = |Pos { x, y }: Pos| [x, y];
        let Survey {
            monsters,
            items,
            offers,
            ..
        } = survey;
        Self {
            seed: setup.seed.to_string(),
            plus: setup.plus,
            depth,
            level: level_name(content, survey.kind),
            digest: format!("{:016x}", survey.digest),
            up: survey.map.start.map(at),
            down: at(survey.down),
            monsters: monsters
                .into_iter()
                .map(|(kind, asleep, Pos { x, y })| {
                    let def = content.monster(kind);
                    Monster {
                        id: &def.id,
                        name: &def.name,
                        asleep,
                        x,
                        y,
                    }
                })
                .collect(),
            items: items
                .into_iter()
                .map(|(kind, count, plus, Pos { x, y })| Item {
                    id: &content.item(kind).id,
                    name: item_name(content, kind, plus),
                    count,
                    plus,
                    x,
                    y,
                })
                .collect(),
            offers: offers
                .into_iter()
                .map(|(kind, plus)| Offer {
                    id: &content.item(kind).id,
                    name: item_name(content, kind, plus),
                    plus,
                })
                .collect(),
        }
    }
}

/// The name of a kind of level; empty if the content has none.
fn level_name(content: &'static Content, kind: LevelKind) -> &'static str {
    let def = content.level_kinds().iter().find(|def| def.kind == kind);
    def.map_or("", |def| &def.name)
}

/// The true name of an item with its enchantment, even if the player would not know it.
fn item_name(content: &'static Content, kind: ItemKind, plus: i8) -> String {
    let name = &content.item(kind).name;
    match plus {
        0 => name.clone(),
        plus => format!("{plus:+} {name}"),
    }
}

const COLUMNS: [&str; 11] = [
    "seed", "depth", "level", "what", "id", "name", "count", "plus", "asleep", "x", "y",
];

impl Format {
    fn write(self, seed: Seed, levels: &[Level]) -> String {
        let mut text = String::new();
        let written = match self {
            Self::Text => write_text(seed, levels, &mut text),
            Self::Csv => levels
                .iter()
                .try_for_each(|level| write_rows(level, &mut text)),
            Self::Json => levels.iter().try_for_each(|level| {
                let object = serde_json::to_string(level).map_err(|_| std::fmt::Error)?;
                writeln!(text, "{object}")
            }),
        };
        written.expect("writing to a string does not fail");
        text
    }
}

/// Writes the levels of a seed for people to read.
fn write_text(seed: Seed, levels: &[Level], text: &mut String) -> std::fmt::Result {
    writeln!(text, "seed {seed}")?;
    for level in levels {
        let Level {
            depth, level: kind, ..
        } = level;
        writeln!(text, "  depth {depth}, {kind}")?;
        let (asleep, awake): (Vec<&Monster>, Vec<_>) =
            level.monsters.iter().partition(|monster| monster.asleep);
        let names = |monsters: &[&Monster]| {
            join_counted(monsters.iter().map(|monster| (monster.name.to_owned(), 1)))
        };
        for (what, list) in [
            ("awake", names(&awake)),
            ("asleep", names(&asleep)),
            (
                "items",
                join_counted(
                    level
                        .items
                        .iter()
                        .map(|item| (item.name.clone(), item.count)),
                ),
            ),
            (
                "one of",
                join_counted(level.offers.iter().map(|offer| (offer.name.clone(), 1))),
            ),
        ] {
            if !list.is_empty() {
                writeln!(text, "    {what:<7} {list}")?;
            }
        }
    }
    Ok(())
}

/// Joins names, each once with its count, in order of first occurrence.
fn join_counted(names: impl Iterator<Item = (String, u16)>) -> String {
    let mut counts: Vec<(String, u32)> = Vec::new();
    for (name, more) in names {
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += u32::from(more),
            None => counts.push((name, more.into())),
        }
    }
    let words: Vec<String> = counts
        .into_iter()
        .map(|(name, count)| match count {
            1 => name,
            _ => format!("{name} x{count}"),
        })
        .collect();
    words.join(", ")
}

/// Writes one CSV row per monster, item and offer of a level.
fn write_rows(level: &Level, text: &mut String) -> std::fmt::Result {
    let Level {
        seed,
        depth,
        level: kind,
        ..
    } = level;
    let begin = format!("{seed},{depth},{kind}");
    for Monster {
        id,
        name,
        asleep,
        x,
        y,
    } in &level.monsters
    {
        writeln!(
            text,
            "{begin},monster,{id},{},1,0,{asleep},{x},{y}",
            quote(name)
        )?;
    }
    for Item {
        id,
        name,
        count,
        plus,
        x,
        y,
    } in &level.items
    {
        writeln!(
            text,
            "{begin},item,{id},{},{count},{plus},,{x},{y}",
            quote(name)
        )?;
    }
    for Offer { id, name, plus } in &level.offers {
        writeln!(text, "{begin},offer,{id},{},1,{plus},,,", quote(name))?;
    }
    Ok(())
}

/// A CSV field, quoted if it has to be.
fn quote(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
