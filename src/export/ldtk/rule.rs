//! The rules by which LDtk lays tiles as one paints kinds of tile, and which of them laid the tiles of a map.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{filled, uid};
use crate::export::tileset::{self, Stratum};
use crate::geom::Pos;
use crate::map::{Map, Tile};

/// In a pattern: any kind of tile.
const ANY: i32 = 0;
const WALL: i32 = Tile::Wall as i32;

/// A rule: where the kinds of tile around a place fit the pattern, it lays a tile.
struct Rule {
    uid: u32,
    /// A single number, or nine, row by row: a kind of tile or, if negative, any but that.
    pattern: Vec<i32>,
    tile: u32,
    /// Whether no later rule applies.
    is_last: bool,
}

/// The rules of each stratum, from the lowest, and which of them lays a tile on a kind of tile.
pub struct Rules {
    groups: [(Stratum, &'static str, Vec<Rule>); 3],
    by_tile: BTreeMap<(Tile, u32), u32>,
}

impl Rules {
    pub fn new() -> Self {
        let mut rules = Self {
            groups: [
                (Stratum::Ground, "Ground", Vec::new()),
                (Stratum::Wall, "Walls", Vec::new()),
                (Stratum::Thing, "Things", Vec::new()),
            ],
            by_tile: BTreeMap::new(),
        };
        // In shadow before lit, which fits everywhere.
        for has_shadow in [true, false] {
            let tiles = 0..tileset::COUNT;
            for number in tiles.filter(|number| tileset::has_shadow(*number) == has_shadow) {
                rules.add_tile(number);
            }
        }
        rules
    }

    /// Adds the rules that lay a tile.
    fn add_tile(&mut self, number: u32) {
        // Nothing is painted where void is, and rock is left empty.
        let kind = tileset::kind(number).filter(|kind| *kind != Tile::Void && number > 0);
        let Some(kind) = kind else {
            return;
        };
        if let Some(joins) = tileset::joins(number) {
            self.add(Stratum::Wall, Tile::Wall, number, wall_pattern(joins));
            return;
        }
        let stratum = Stratum::of(kind);
        let is_thing = |tile: &&Tile| Stratum::of(**tile) == Stratum::Thing;
        let under: Vec<Tile> = match kind {
            Tile::Floor => Tile::ALL.iter().filter(is_thing).copied().collect(),
            _ => Vec::new(),
        };
        for painted in [kind].into_iter().chain(under) {
            let here = painted as i32;
            let pattern = match tileset::has_shadow(number) {
                true => vec![ANY, WALL, ANY, ANY, here, ANY, ANY, ANY, ANY],
                false => vec![here],
            };
            self.add(stratum, painted, number, pattern);
        }
    }

    fn add(&mut self, stratum: Stratum, painted: Tile, tile: u32, pattern: Vec<i32>) {
        let uid = uid::FIRST_RULE + self.by_tile.len() as u32;
        self.by_tile.insert((painted, tile), uid);
        let groups = self.groups.iter_mut();
        for (_, _, rules) in groups.filter(|group| group.0 == stratum) {
            rules.push(Rule {
                uid,
                tile,
                is_last: tileset::has_shadow(tile),
                pattern: pattern.clone(),
            });
        }
    }

    /// The tiles at `pos`, from the lowest, each with the rule that lays it.
    pub fn laid<'a>(&'a self, map: &'a Map, pos: Pos) -> impl Iterator<Item = (u32, u32)> + 'a {
        let groups = self.groups.iter();
        groups.filter_map(move |(stratum, ..)| {
            let tile = stratum.tile_at(map, pos)?;
            let rule = self.by_tile.get(&(map.tiles[pos], tile))?;
            Some((tile, *rule))
        })
    }

    /// The groups as LDtk has them: the uppermost first.
    pub fn definitions(&self) -> Vec<Value> {
        let groups = self.groups.iter().rev().zip(uid::FIRST_GROUP..);
        groups
            .map(|((_, name, rules), uid)| {
                filled(
                    "group",
                    json!({
                        "uid": uid,
                        "name": name,
                        "rules": rules.iter().map(Rule::definition).collect::<Vec<_>>(),
                    }),
                )
            })
            .collect()
    }
}

impl Rule {
    fn definition(&self) -> Value {
        filled(
            "rule",
            json!({
                "uid": self.uid,
                "size": if self.pattern.len() == 1 { 1 } else { 3 },
                "tileRectsIds": [[self.tile]],
                "breakOnMatch": self.is_last,
                "pattern": self.pattern,
                "outOfBoundsValue": WALL,
                "perlinSeed": self.uid,
            }),
        )
    }
}

/// The pattern of a wall that joins others as given, from the top clockwise.
fn wall_pattern(joins: [bool; 8]) -> Vec<i32> {
    let is_corner = |place: usize| place % 2 == 1;
    let fits = |place: usize| {
        let beside = [place + 7, place + 1].map(|side| joins[side % 8]);
        match joins[place] {
            true => WALL,
            // A corner shows only between two sides that join.
            false if is_corner(place) && beside != [true; 2] => ANY,
            false => -WALL,
        }
    };
    let [
        top,
        top_right,
        right,
        bottom_right,
        bottom,
        bottom_left,
        left,
        top_left,
    ] = std::array::from_fn(fits);
    let rows = [
        [top_left, top, top_right],
        [left, WALL, right],
        [bottom_left, bottom, bottom_right],
    ];
    rows.concat()
}
