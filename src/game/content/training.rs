//! The training: hand-drawn levels that teach the game. A training run follows the same rules as
//! any other.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::diagnostics::Diagnostics;
use super::entries::{self, Entry};
use super::kind::{LEVEL_SIZE, LevelKind};
use crate::geom::{Pos, Size};
use crate::map::Tile;

/// The training, as its content file defines it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Training {
    /// How its run begins.
    pub start: Start,
    /// Its levels from depth 1 on. The stairs down of the last one end the run.
    pub levels: Vec<DrawnLevel>,
}

/// How a training run begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The seed that outcomes are drawn from.
    pub seed: u64,
    /// Health of the player.
    pub health: i32,
    /// Food of the player, in turns.
    pub food: u32,
}

/// A hand-drawn level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnLevel {
    /// The kind of level whose look it has.
    pub kind: LevelKind,
    /// The message shown on arrival.
    #[serde(skip_serializing)]
    pub text: String,
    /// The drawing, row by row: tiles as in maps, and marks.
    pub rows: Vec<String>,
    /// What the characters that are not tiles stand for.
    pub marks: BTreeMap<char, Thing>,
}

/// What a mark of a drawing stands for. Ids refer to the content files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Doing {
    Sleep,
    Wander,
    Hunt,
}

#[derive(Deserialize)]
enum TrainingEntry {
    Start(Start),
    Level(DrawnLevel),
}

impl Training {
    /// The level of a depth, from 1; `None` below the last.
    pub fn level(&self, depth: u8) -> Option<&DrawnLevel> {
        self.levels.get(usize::from(depth).checked_sub(1)?)
    }
}

impl DrawnLevel {
    /// Every character of the drawing with its position on the level, on which the drawing is
    /// centred.
    pub(crate) fn places(&self) -> impl Iterator<Item = (Pos, char)> {
        let corner = Pos::new(
            (LEVEL_SIZE.width as i32 - self.size().width as i32) / 2,
            (LEVEL_SIZE.height as i32 - self.size().height as i32) / 2,
        );
        let rows = (0..).zip(&self.rows);
        rows.flat_map(move |(y, row)| {
            let row = (0..).zip(row.chars());
            row.map(move |(x, c)| (corner + Pos::new(x, y), c))
        })
    }

    /// The tile under a character: floor under most marks.
    pub(crate) fn tile(&self, c: char) -> Tile {
        match (Tile::from_char(c), self.marks.get(&c)) {
            (Some(Tile::Void), _) | (_, Some(Thing::Gate | Thing::Conduit)) => Tile::Wall,
            (Some(tile), _) => tile,
            (None, _) => Tile::Floor,
        }
    }

    /// Width and height of the drawing, in tiles.
    fn size(&self) -> Size {
        let width = self.rows.first().map_or(0, |row| row.chars().count());
        Size::new(width as u32, self.rows.len() as u32)
    }
}

/// Reads the training; `is_known` checks the ids of monsters and items.
pub(super) fn read<'a>(
    file: (&'a str, &str),
    is_known: impl Fn(&Thing) -> bool,
    diagnostics: &mut Diagnostics<'a>,
) -> Training {
    let entries: Vec<Entry<TrainingEntry>> = entries::read(file, diagnostics);
    let mut training = Training {
        start: Start::default(),
        levels: Vec::new(),
    };
    for entry in entries {
        match &entry.value {
            TrainingEntry::Start(start) => training.start = *start,
            TrainingEntry::Level(level) => {
                check(&entry, level, &is_known, diagnostics);
                training.levels.push(level.clone());
            }
        }
    }
    let (health, food) = (training.start.health, training.start.food);
    diagnostics.check_range(1, "the health at the start", health, 1, 40);
    diagnostics.check_range(1, "the food at the start", food, 1, 1500);
    let count = training.levels.len() as i64;
    diagnostics.check_range(1, "the number of levels", count, 1, 3);
    training
}

/// Reports errors in a drawing.
fn check<T>(
    entry: &Entry<T>,
    level: &DrawnLevel,
    is_known: impl Fn(&Thing) -> bool,
    diagnostics: &mut Diagnostics<'_>,
) {
    let line = entry.line_of("rows");
    diagnostics.check_text(entry.line_of("text"), "the text", &level.text);
    let Size { width, height } = level.size();
    let (most_wide, most_high) = (LEVEL_SIZE.width - 2, LEVEL_SIZE.height - 2);
    diagnostics.check_range(line, "the width", width, 3, most_wide.into());
    diagnostics.check_range(line, "the height", height, 3, most_high.into());
    for row in &level.rows {
        let full = row.chars().count() == width as usize;
        diagnostics.require(full, line, || {
            format!("the row \"{row}\" is not {width} long")
        });
    }
    let drawn: String = level.rows.concat();
    for c in drawn.chars() {
        let valid = match Tile::from_char(c) {
            Some(tile) => !matches!(tile, Tile::Tomb | Tile::DoorOpen),
            None => level.marks.contains_key(&c),
        };
        diagnostics.require(valid, line, || {
            format!("{c:?} is neither a tile nor a mark")
        });
    }
    for mark in ['<', '>'] {
        let found = drawn.matches(mark).count();
        diagnostics.check_range(
            line,
            &format!("the number of \"{mark}\""),
            found as i64,
            1,
            1,
        );
    }
    for (mark, thing) in &level.marks {
        let line = entry.line_of("marks");
        diagnostics.require(drawn.contains(*mark), line, || {
            format!("{mark:?} is not in the drawing")
        });
        diagnostics.require(is_known(thing), line, || {
            format!("{thing:?} names nothing that there is")
        });
    }
}
