//! Fixtures: small drawings placed in rooms, each for one kind of level. Arenas: those in which a named monster is met.

use serde::Serialize;

use super::diagnostics::Diagnostics;
use super::kind::{DEEPEST, LevelKind, MonsterKind};
use super::monster::MonsterDef;
use super::number::{Fixed, numbers};
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

/// The place where a named monster is met, on a level of any kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ArenaDef {
    /// Its id in files and code: `a-z`, `0-9` and `-`.
    pub id: String,
    /// Whose it is.
    pub boss: MonsterKind,
    /// The drawing. It may also be cut into rock.
    pub drawing: Grid<Drawn<Find>>,
}

/// In the drawing of a fixture: floor where something worth finding lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Find;

const FORMAT: Format = Format {
    keys: &["kind", "depths", "weight", "cut", "boss"],
    repeated: &[],
    characters: "#.~\"^-0},;_",
    sizes: [Size::new(1, 1), Size::new(LARGEST, LARGEST)],
};

numbers! {
    "fixture":
    /// Tiles along a side of the largest fixture or arena.
    const LARGEST: u32 = 15;

    /// The weight of a fixture that has none in its file.
    const WEIGHT: u32 = 10;
}

/// Reads every fixture and every arena; reports errors. An arena is for one of the named `monsters`,
/// and left out if there is no such monster.
pub(super) fn read<'a>(
    (file, text): (&'a str, &str),
    monsters: &[MonsterDef],
    diagnostics: &mut Diagnostics<'a>,
) -> (Vec<FixtureDef>, Vec<ArenaDef>) {
    diagnostics.file = file;
    let find = |_: char, meaning: &str| match meaning {
        "find" => Ok(Find),
        _ => Err(format!("a legend can give \"find\", not \"{meaning}\"")),
    };
    let prefabs = diagnostics.read_prefabs(text, &FORMAT, find);
    let (mut fixtures, mut arenas) = (Vec::new(), Vec::new());
    for prefab in prefabs {
        if prefab.has("boss") {
            arenas.extend(define_arena(prefab, monsters, diagnostics));
        } else {
            fixtures.extend(define(prefab, diagnostics));
        }
    }
    (fixtures, arenas)
}

fn define_arena(
    prefab: Prefab<'_, Find>,
    monsters: &[MonsterDef],
    diagnostics: &mut Diagnostics<'_>,
) -> Option<ArenaDef> {
    for key in ["kind", "depths", "weight", "cut"] {
        diagnostics.require(!prefab.has(key), prefab.line_of(key), || {
            format!("\"{}\" is an arena, which has no \"{key}\"", prefab.name)
        });
    }
    // Content with other monsters leaves the arenas of those that it lacks alone.
    let boss = prefab.value(
        "boss",
        None,
        "the id of a named monster",
        |text| match monsters.iter().position(|def| def.id == text) {
            Some(index) => monsters[index]
                .named
                .then_some(Some(MonsterKind(index as u16))),
            None => Some(None),
        },
    );
    Some(ArenaDef {
        id: prefab.name.to_owned(),
        boss: diagnostics.accept(boss)??,
        drawing: prefab.drawing,
    })
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
