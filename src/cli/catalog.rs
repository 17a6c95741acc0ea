//! `undercroft catalog`: lists what each level of each seed contains when the player arrives.

use std::io::{self, Write};

use super::content::SetupArgs;
use super::json_list::JsonList;
use super::parallel::{self, ThreadArgs};
use super::{CliError, exit_status, seeds, value};
use crate::export::record;
use crate::game::content::{Content, DEEPEST, ItemKind, LevelKind, MonsterKind};
use crate::game::{Buried, Game, Setup};
use crate::geom::{Pos, Size};
use crate::rng::Seed;

const EXAMPLES: &str = concat!(
    r#"Examples:
  undercroft catalog --seeds 7..8
  undercroft catalog --seeds 0..100 --depths 4 --format csv
  undercroft catalog --seeds 0..100 --json | grep '"id":"potion-healing"'

The contents of a level depend only on seed, depth and New Game Plus, not on
what the player did before. A vault offers several items, of which the player
may take one.

CSV has one row for each thing: seed, depth, level (its kind), what (monster,
waiting, item, tomb, offer, hazard or set piece), id, name, count, plus
(enchantment), asleep, x, y. The position of an offer is empty; that of a set
piece is its upper left corner.

--json prints a list with one object per level, each on a line of its own:
  seed      text: a decimal number, which may exceed 2^53
  plus      number: wins before this run (New Game Plus)
  depth     number, 1 to 12
  level     text: its kind
  digest    text: 16 hex digits over the whole level
  up, down  [x, y]: the stairs; in the sanctum, down is the Everlamp
  monsters  list of id, name, asleep, x, y
  waiting   list of id, name, x, y: monsters that their set piece lets appear
  items     list of id, name, count, plus, x, y
  tombs     list of id, name, count, plus, x, y: what lies in closed tombs,
            items and monsters
  offers    list of id, name, plus: items of the vault
  hazards   list of id, name, x, y: what light or a search shows
  set_pieces
            list of id, name, x, y, width, height, walls included

"#,
    exit_status!()
);

/// Number of seeds whose levels are made before they are printed.
const BATCH: usize = 64;

const HEADING: &str = "Result";

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    /// An indented list for each seed
    Text,
    /// One row for each thing
    Csv,
    /// A JSON list with one object per level
    Json,
}

/// List what each level of each seed contains
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Range of seeds: A..B excludes B, A..=B includes it; at most 1000000 seeds
    #[arg(long, value_name = "A..B")]
    seeds: String,

    /// List depths 1 to N, at most 12
    #[arg(
        long,
        value_name = "N",
        default_value_t = DEEPEST,
        value_parser = value::whole_number::<u8>(1..=u64::from(DEEPEST))
    )]
    depths: u8,

    #[command(flatten)]
    setup: SetupArgs,

    /// Choose the output format
    #[arg(short, long, value_enum, default_value_t = Format::Text, help_heading = HEADING)]
    format: Format,

    /// Print JSON, like --format json
    #[arg(long, conflicts_with = "format", help_heading = HEADING)]
    json: bool,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// Makes the levels and lists what they contain.
pub fn run(args: &Args, out: &mut impl Write) -> Result<(), CliError> {
    let seeds = seeds::parse(&args.seeds, seeds::MAX_SEEDS)?;
    let setup = args.setup.setup(seeds.first())?;
    let format = if args.json { Format::Json } else { args.format };
    let pool = args.threads.start_pool()?;
    if format == Format::Csv {
        writeln!(out, "{COLUMNS}").map_err(CliError::Output)?;
    }
    let mut json = JsonList::default();
    let list = |(): &mut (), index: usize| {
        let seed = seeds.get(index as u64);
        let level = |depth| Level::new(Setup { seed, ..setup }, depth);
        let levels: Vec<Level> = (1..=args.depths).map(level).collect();
        format.write(seed, &levels)
    };
    parallel::for_each_in_order(&pool, seeds.count() as usize, BATCH, list, |text| {
        let separated = match format {
            Format::Json => json.separate(out),
            _ => Ok(()),
        };
        separated
            .and_then(|()| out.write_all(&text))
            .map_err(CliError::Output)
    })?;
    match format {
        Format::Json => json.finish(out).map_err(CliError::Output),
        _ => Ok(()),
    }
}

/// What a level contains when the player arrives.
struct Level {
    setup: Setup,
    depth: u8,
    kind: &'static str,
    digest: u64,
    up: Option<Pos>,
    down: Pos,
    entries: Vec<Entry>,
}

/// A monster, an item, what a tomb holds, an offer of the vault, a hazard, or a set piece.
struct Entry {
    /// [`MONSTER`], [`WAITING`], [`ITEM`], [`TOMB`], [`OFFER`], [`HAZARD`] or [`SET_PIECE`].
    category: &'static str,
    id: &'static str,
    name: String,
    count: u16,
    plus: i8,
    /// `None` unless it is a monster that is about.
    asleep: Option<bool>,
    /// `None` for an offer.
    pos: Option<Pos>,
    /// That of a set piece, else a tile's.
    size: Size,
}

impl Level {
    fn new(setup: Setup, depth: u8) -> Self {
        let content = setup.content;
        let level = Game::new_level(setup, depth);
        let item = |category, kind: ItemKind, count, plus, pos| Entry {
            category,
            id: &content.item(kind).id,
            name: item_name(content, kind, plus),
            count,
            plus,
            asleep: None,
            pos,
            size: TILE,
        };
        let monster = |category, kind: MonsterKind, asleep, pos| Entry {
            category,
            id: &content.monster(kind).id,
            name: content.monster(kind).name.clone(),
            count: 1,
            plus: 0,
            asleep,
            pos: Some(pos),
            size: TILE,
        };
        let monsters = level.monsters.into_iter();
        let waiting = level.waiting.into_iter();
        let items = level.items.into_iter();
        let tombs = level.tombs.into_iter();
        let offers = level.offers.into_iter();
        let hazards = level.hazards.into_iter().map(|(kind, pos)| Entry {
            category: HAZARD,
            id: kind.id(),
            name: kind.name().to_owned(),
            count: 1,
            plus: 0,
            asleep: None,
            pos: Some(pos),
            size: TILE,
        });
        let set_pieces = level.set_pieces.into_iter().map(|(index, area)| {
            let def = &content.set_pieces()[index];
            Entry {
                category: SET_PIECE,
                id: &def.id,
                name: def.name(),
                count: 1,
                plus: 0,
                asleep: None,
                pos: Some(Pos::new(area.left, area.top)),
                size: Size::new(area.width() as u32, area.height() as u32),
            }
        });
        Self {
            setup,
            depth,
            kind: level_name(content, level.kind),
            digest: level.digest,
            up: level.map.start,
            down: level.down,
            entries: monsters
                .map(|(kind, asleep, pos)| monster(MONSTER, kind, Some(asleep), pos))
                .chain(waiting.map(|(kind, pos)| monster(WAITING, kind, None, pos)))
                .chain(
                    items.map(|(kind, count, plus, pos)| item(ITEM, kind, count, plus, Some(pos))),
                )
                .chain(tombs.map(|(buried, pos)| match buried {
                    Buried::Item(kind, count, plus) => item(TOMB, kind, count, plus, Some(pos)),
                    Buried::Monster(kind) => monster(TOMB, kind, None, pos),
                }))
                .chain(offers.map(|(kind, plus)| item(OFFER, kind, 1, plus, None)))
                .chain(hazards)
                .chain(set_pieces)
                .collect(),
        }
    }

    fn entries(&self, category: &str) -> impl Iterator<Item = &Entry> {
        let in_category = move |entry: &&Entry| entry.category == category;
        self.entries.iter().filter(in_category)
    }
}

const MONSTER: &str = "monster";
const WAITING: &str = "waiting";
const ITEM: &str = "item";
const TOMB: &str = "tomb";
const OFFER: &str = "offer";
const HAZARD: &str = "hazard";
const SET_PIECE: &str = "set piece";

/// The size of a tile.
const TILE: Size = Size::new(1, 1);

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

const COLUMNS: &str = "seed,depth,level,what,id,name,count,plus,asleep,x,y";

impl Format {
    fn write(self, seed: Seed, levels: &[Level]) -> Vec<u8> {
        let mut text = Vec::new();
        let written = match self {
            Self::Text => write_text(seed, levels, &mut text),
            Self::Csv => write_rows(levels, &mut text),
            Self::Json => levels.iter().enumerate().try_for_each(|(index, level)| {
                if index > 0 {
                    text.extend(b",\n");
                }
                write_json(level, &mut text)
            }),
        };
        written.expect("writing to memory does not fail");
        text
    }
}

/// Writes the levels of a seed for people to read.
fn write_text(seed: Seed, levels: &[Level], text: &mut Vec<u8>) -> io::Result<()> {
    writeln!(text, "seed {seed}")?;
    for level in levels {
        writeln!(text, "  depth {}, {}", level.depth, level.kind)?;
        let monsters = |asleep| {
            join_counted(
                level
                    .entries(MONSTER)
                    .filter(move |it| it.asleep == Some(asleep)),
            )
        };
        for (label, list) in [
            ("awake", monsters(false)),
            ("asleep", monsters(true)),
            ("waiting", join_counted(level.entries(WAITING))),
            ("items", join_counted(level.entries(ITEM))),
            ("tombs", join_counted(level.entries(TOMB))),
            ("one of", join_counted(level.entries(OFFER))),
            ("hidden", join_counted(level.entries(HAZARD))),
            ("set pieces", join_counted(level.entries(SET_PIECE))),
        ] {
            if !list.is_empty() {
                writeln!(text, "    {label:<7} {list}")?;
            }
        }
    }
    Ok(())
}

/// Joins names, each once with its count, in order of first occurrence.
fn join_counted<'a>(entries: impl Iterator<Item = &'a Entry>) -> String {
    let mut counts: Vec<(&str, u32)> = Vec::new();
    for entry in entries {
        match counts.iter_mut().find(|(known, _)| *known == entry.name) {
            Some((_, count)) => *count += u32::from(entry.count),
            None => counts.push((&entry.name, entry.count.into())),
        }
    }
    let words: Vec<String> = counts
        .into_iter()
        .map(|(name, count)| match count {
            1 => name.to_owned(),
            _ => format!("{name} x{count}"),
        })
        .collect();
    words.join(", ")
}

/// Writes one CSV row for each thing.
fn write_rows(levels: &[Level], text: &mut Vec<u8>) -> io::Result<()> {
    let mut rows = csv::Writer::from_writer(text);
    for level in levels {
        let place = (level.setup.seed.0, level.depth, level.kind);
        for it in &level.entries {
            let what = (it.category, it.id, &it.name, it.count, it.plus, it.asleep);
            rows.serialize((
                place,
                what,
                it.pos.map(|pos| pos.x),
                it.pos.map(|pos| pos.y),
            ))?;
        }
    }
    rows.flush()
}

/// Writes a level as a JSON object on one line.
fn write_json(level: &Level, text: &mut Vec<u8>) -> io::Result<()> {
    let at = |Pos { x, y }| [x, y];
    let x = |entry: &Entry| entry.pos.map(|pos| pos.x);
    let y = |entry: &Entry| entry.pos.map(|pos| pos.y);
    let monster = |it: &Entry| record! { id: it.id, name: it.name.clone(), asleep: it.asleep, x: x(it), y: y(it) };
    let item = |it: &Entry| record! { id: it.id, name: it.name.clone(), count: it.count, plus: it.plus, x: x(it), y: y(it) };
    let placed = |it: &Entry| record! { id: it.id, name: it.name.clone(), x: x(it), y: y(it) };
    let offer = |it: &Entry| record! { id: it.id, name: it.name.clone(), plus: it.plus };
    let set_piece = |it: &Entry| record! { id: it.id, name: it.name.clone(), x: x(it), y: y(it), width: it.size.width, height: it.size.height };
    let object = record! {
        seed: level.setup.seed.to_string(),
        plus: level.setup.plus,
        depth: level.depth,
        level: level.kind,
        digest: format!("{:016x}", level.digest),
        up: level.up.map(at),
        down: at(level.down),
        monsters: level.entries(MONSTER).map(monster).collect::<Vec<_>>(),
        waiting: level.entries(WAITING).map(placed).collect::<Vec<_>>(),
        items: level.entries(ITEM).map(item).collect::<Vec<_>>(),
        tombs: level.entries(TOMB).map(item).collect::<Vec<_>>(),
        offers: level.entries(OFFER).map(offer).collect::<Vec<_>>(),
        hazards: level.entries(HAZARD).map(placed).collect::<Vec<_>>(),
        set_pieces: level.entries(SET_PIECE).map(set_piece).collect::<Vec<_>>(),
    };
    Ok(serde_json::to_writer(text, &object)?)
}
