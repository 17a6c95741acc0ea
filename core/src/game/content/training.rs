//! The training: hand-drawn levels that teach the game. A training run follows the same rules as
//! any other.

use serde::Serialize;
use strum::EnumString;

use super::diagnostics::Diagnostics;
use super::kind::{LEVEL_SIZE, LevelKind};
use crate::geom::{Grid, Pos, Size};
use crate::map::prefab::{Format, Prefab};
use crate::map::{Drawn, Tile};

/// The training, as its content file defines it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Training {
    /// How its run begins.
    pub start: Start,
    /// Its levels from depth 1 on. The stairs down of the last one end the run.
    pub levels: Vec<DrawnLevel>,
}

/// How a training run begins: keys of its first level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Start {
    /// The seed that outcomes are drawn from.
    pub seed: u64,
    /// Health of the player.
    pub health: i32,
    /// Food of the player, in turns.
    pub food: u32,
}

/// A hand-drawn level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DrawnLevel {
    /// The kind of level whose look it has.
    pub kind: LevelKind,
    /// The message shown on arrival.
    #[serde(skip_serializing)]
    pub text: String,
    /// The drawing.
    pub drawing: Grid<Drawn<Thing>>,
}

/// What a character of the legend stands for. Ids refer to the content files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Thing {
    /// An item or a stack on the floor.
    Item { id: String, count: u16 },
    /// A monster on the floor.
    Monster { id: String, does: Doing },
    /// One of the vault's offers, on its floor.
    Offer(String),
    /// The wall that disappears when the vault opens.
    Gate,
    /// The conduit that opens the vault.
    Conduit,
}

/// What a monster of a drawing does initially.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, EnumString)]
#[strum(serialize_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Doing {
    Sleeps,
    Wanders,
    Hunts,
}

const FORMAT: Format = Format {
    keys: &["kind", "text", "seed", "health", "food"],
    repeated: &[],
    characters: "#.+<>~\"^-},;",
    sizes: [
        Size::new(3, 3),
        Size::new(LEVEL_SIZE.width - 2, LEVEL_SIZE.height - 2),
    ],
};

impl Thing {
    /// Reads what a legend says, such as `item 2 ration`.
    fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(match words[..] {
            ["monster", id, does] => Self::Monster {
                id: id.to_owned(),
                does: does.parse().ok()?,
            },
            ["item", id] => Self::Item {
                id: id.to_owned(),
                count: 1,
            },
            ["item", count, id] => Self::Item {
                id: id.to_owned(),
                count: count.parse().ok()?,
            },
            ["offer", id] => Self::Offer(id.to_owned()),
            ["gate"] => Self::Gate,
            ["conduit"] => Self::Conduit,
            _ => return None,
        })
    }
}

impl Training {
    /// The level of a depth, from 1; `None` below the last.
    pub fn level(&self, depth: u8) -> Option<&DrawnLevel> {
        self.levels.get(usize::from(depth).checked_sub(1)?)
    }
}

impl DrawnLevel {
    /// Everything drawn with its position on the level, on which the drawing is centred.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Pos, &Drawn<Thing>)> {
        let Size { width, height } = self.drawing.size();
        let corner = Pos::new(
            (LEVEL_SIZE.width as i32 - width as i32) / 2,
            (LEVEL_SIZE.height as i32 - height as i32) / 2,
        );
        let places = self.drawing.iter();
        places.map(move |(pos, drawn)| (corner + pos, drawn))
    }

    /// The positions of a tile.
    pub(crate) fn positions_of(&self, tile: Tile) -> impl Iterator<Item = Pos> {
        let places = self.places();
        places.filter_map(move |(pos, drawn)| (drawn.tile() == tile).then_some(pos))
    }
}

impl Drawn<Thing> {
    /// The tile: floor under most things.
    pub(crate) const fn tile(&self) -> Tile {
        match self {
            Self::Tile(tile) => *tile,
            Self::Mark(Thing::Gate | Thing::Conduit) => Tile::Wall,
            Self::Mark(_) | Self::Keep => Tile::Floor,
        }
    }
}

/// Reads the training; `is_known` checks the ids of monsters and items.
pub(super) fn read<'a>(
    (file, text): (&'a str, &str),
    is_known: impl Fn(&Thing) -> bool,
    diagnostics: &mut Diagnostics<'a>,
) -> Training {
    diagnostics.file = file;
    let thing = |_: char, text: &str| match Thing::parse(text) {
        Some(thing) if is_known(&thing) => Ok(thing),
        Some(_) => Err(format!("\"{text}\" names nothing that there is")),
        None => Err(format!(
            "\"{text}\" is not one of \"monster ID sleeps\" (or \"wanders\" or \"hunts\"), \"item ID\", \
             \"item COUNT ID\", \"offer ID\", \"gate\" and \"conduit\""
        )),
    };
    let prefabs = diagnostics.read_prefabs(text, &FORMAT, thing);
    if diagnostics.is_clean() {
        let count = prefabs.len() as i64;
        diagnostics.check_range(1, "the number of levels", count, 1, 3);
    }
    let mut training = Training {
        start: Start::default(),
        levels: Vec::new(),
    };
    for prefab in prefabs {
        if training.levels.is_empty() {
            training.start = read_start(&prefab, diagnostics);
        }
        training.levels.extend(read_level(prefab, diagnostics));
    }
    training
}

fn read_start(first: &Prefab<'_, Thing>, diagnostics: &mut Diagnostics<'_>) -> Start {
    let mut number = |key, least, most| {
        let right = format!("a number from {least} to {most}");
        let parse = |text: &str| {
            let number = text.parse().ok();
            number.filter(|number| (least..=most).contains(number))
        };
        diagnostics
            .accept(first.value(key, None, &right, parse))
            .unwrap_or(least)
    };
    Start {
        seed: number("seed", 0, u64::MAX),
        health: number("health", 1, 40) as i32,
        food: number("food", 1, 1500) as u32,
    }
}

fn read_level(prefab: Prefab<'_, Thing>, diagnostics: &mut Diagnostics<'_>) -> Option<DrawnLevel> {
    let kind = diagnostics.kind_of(&prefab);
    let right = "the message shown on arrival";
    let text = prefab.value("text", None, right, |text| {
        (!text.is_empty()).then(|| text.to_owned())
    });
    let text = diagnostics.accept(text);
    let line = prefab.line;
    let level = DrawnLevel {
        kind: kind?,
        text: text?,
        drawing: prefab.drawing,
    };
    for stairs in [Tile::StairsUp, Tile::StairsDown] {
        let found = level.positions_of(stairs).count() as i64;
        let what = format!("the number of \"{}\"", stairs.to_char());
        diagnostics.check_range(line, &what, found, 1, 1);
    }
    Some(level)
}
