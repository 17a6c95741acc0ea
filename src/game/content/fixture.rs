//! Fixtures: small drawings placed in rooms, each for one kind of level.

use serde::Serialize;

use super::diagnostics::Diagnostics;
use super::kind::{DEEPEST, LevelKind};
use crate::geom::{Grid, Size};
use crate::map::Drawn;
use crate::map::prefab::{Format, Prefab};

/// A fixture, as the content file defines it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FixtureDef {
    /// Its id in files and code: `a-z`, `0-9` and `-`.
    pub id: String,
    /// The kind of level where it is found.
    pub kind: LevelKind,
    /// First and last depth where it is found.
    pub depths: (u8, u8),
    /// Relative frequency among the fixtures of such a level.
    pub weight: u32,
    /// Whether it may also be cut into rock; otherwise it needs open floor.
    pub cut: bool,
    /// The drawing.
    pub drawing: Grid<Drawn<Find>>,
}

/// In the drawing of a fixture: floor where something worth finding lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Find;

const FORMAT: Format = Format {
    keys: &["kind", "depths", "weight", "cut"],
    characters: "#.~\"^-0},;_",
    sizes: [Size::new(1, 1), Size::new(15, 15)],
};

/// The weight of a fixture that has none in its file.
const WEIGHT: u32 = 10;

/// Reads every fixture; reports errors.
pub(super) fn read<'a>(
    (file, text): (&'a str, &str),
    diagnostics: &mut Diagnostics<'a>,
) -> Vec<FixtureDef> {
    diagnostics.file = file;
    let find = |meaning: &str| match meaning {
        "find" => Ok(Find),
        _ => Err(format!("a legend can give \"find\", not \"{meaning}\"")),
    };
    let prefabs = diagnostics.read_prefabs(text, &FORMAT, find);
    let define = |prefab| define(prefab, diagnostics);
    prefabs.into_iter().filter_map(define).collect()
}

fn define(prefab: Prefab<'_, Find>, diagnostics: &mut Diagnostics<'_>) -> Option<FixtureDef> {
    let kind = diagnostics.kind_of(&prefab);
    let depths = prefab.value("depths", Some((1, DEEPEST)), "as in \"5 to 12\"", |text| {
        let (first, last) = text.split_once(" to ")?;
        Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
    });
    let weight = prefab.value("weight", Some(WEIGHT), "a whole number", |text| {
        text.parse().ok()
    });
    let cut = prefab.value("cut", Some(false), "\"yes\" or \"no\"", |text| match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    });
    let depths = diagnostics.accept(depths);
    if let Some(depths) = depths {
        diagnostics.check_depths(depths, prefab.line_of("depths"));
    }
    let (weight, cut) = (diagnostics.accept(weight), diagnostics.accept(cut));
    Some(FixtureDef {
        id: prefab.name.to_owned(),
        kind: kind?,
        depths: depths?,
        weight: weight?,
        cut: cut?,
        drawing: prefab.drawing,
    })
}
