//! What stands and lies on the maps that come from Descend: its levels as the player finds them, and its set
//! pieces.

use super::level::first_level;
use super::set_piece::{SetPieceMap, set_piece_of};
use crate::game::content::{Content, Mark, MarkKind, Presence, Who};
use crate::game::text::names::to_sentence;
use crate::game::text::set_pieces::describe_rule;
use crate::game::world::generation::listing::NewLevel;
use crate::game::world::hazard::HazardKind;
use crate::geom::Pos;
use crate::map::{Drawn, Map, Thing, ThingClass, Tile};
use crate::mapgen::MapSpec;

/// The things on `map`, which `spec` makes: those of the level or set piece of Descend that it begins with, as far as the
/// rest of the making left them a place, and those that somebody put there. Makes a level again.
pub fn things(spec: &MapSpec, map: &Map) -> Vec<Thing> {
    let mut things = match (first_level(spec), set_piece_of(spec)) {
        (Some((content, level)), _) => {
            let is_left = |pos: Pos| is_left(map, pos, level.map.tiles.get(pos).copied());
            let mut things = of_level(content, &level);
            things.retain(|thing| is_left(thing.pos()));
            things
        }
        (_, Some((content, piece))) => {
            let marked = piece.drawn().filter_map(|(pos, drawn)| {
                let tile = piece.def.tile_at(drawn);
                is_left(map, pos, Some(tile)).then_some((pos, drawn))
            });
            of_set_piece(content, &piece, marked)
        }
        _ => Vec::new(),
    };
    things.extend(spec.edits().things.iter().cloned());
    things
}

/// The character that a thing is drawn as: that of its monster or item in `content`, where it is one of these.
pub fn glyph_of(thing: &Thing, content: &Content) -> char {
    let id = thing.id.as_str();
    let monster = |id: &str| {
        let known = content.monsters().iter().find(|def| def.id == id);
        known.map(|def| def.glyph)
    };
    let known = match thing.class {
        ThingClass::Monster => monster(id),
        ThingClass::Item => content.find_item(id).map(|kind| content.item(kind).glyph()),
        ThingClass::Hazard | ThingClass::Mechanism | ThingClass::Other => None,
    };
    known.unwrap_or(match thing.class {
        ThingClass::Monster => '&',
        ThingClass::Item => '*',
        ThingClass::Hazard => '^',
        ThingClass::Mechanism => '=',
        ThingClass::Other => '?',
    })
}

/// Whether what was at `pos` while its tile was `tile` can still be there.
fn is_left(map: &Map, pos: Pos, tile: Option<Tile>) -> bool {
    map.tiles.get(pos).copied() == tile || map.is_walkable(pos)
}

/// What the set piece that `spec` is looks like and does, in sentences; `None` of other maps.
pub fn about_set_piece(spec: &MapSpec) -> Option<String> {
    let def = set_piece_of(spec)?.1.def;
    let rules = def.rules.iter().map(|rule| describe_rule(def, rule));
    let sentences: Vec<String> = std::iter::once(to_sentence(def.text.clone()))
        .chain(rules)
        .collect();
    Some(sentences.join(" "))
}

fn of_level(content: &Content, level: &NewLevel) -> Vec<Thing> {
    let monsters = level.monsters.iter().map(|(kind, _, pos)| {
        let def = content.monster(*kind);
        Thing::at(ThingClass::Monster, &def.id, &def.name, *pos)
    });
    let items = level.items.iter().map(|(kind, _, _, pos)| {
        let def = content.item(*kind);
        Thing::at(ThingClass::Item, &def.id, &def.name, *pos)
    });
    let hazards = level.hazards.iter();
    let hazards =
        hazards.map(|(kind, pos)| Thing::at(ThingClass::Hazard, kind.id(), kind.name(), *pos));
    monsters.chain(items).chain(hazards).collect()
}

fn of_set_piece(
    content: &Content,
    piece: &SetPieceMap,
    drawn: impl Iterator<Item = (Pos, Drawn<char>)>,
) -> Vec<Thing> {
    let marked = |(pos, drawn)| {
        let (class, id, name) = of_mark(content, piece.def.mark_at(drawn)?)?;
        Some(Thing::at(class, &id, &name, pos))
    };
    drawn.filter_map(marked).collect()
}

/// What a mark of a set piece stands for; `None` if its tile says it all.
fn of_mark(content: &Content, mark: &Mark) -> Option<(ThingClass, String, String)> {
    let known = |class, id: &str, name: &str| Some((class, id.to_owned(), name.to_owned()));
    let part = |id: &str, name: &str| known(ThingClass::Mechanism, id, name);
    match &mark.is {
        MarkKind::Monster { who, does } => {
            let does = match does {
                Presence::Sleeps => "asleep",
                Presence::Wanders => "awake",
                Presence::Waits => "appears later",
            };
            let (id, name) = match who {
                Who::Kind(kind) => {
                    let def = content.monster(*kind);
                    (def.id.clone(), def.name.clone())
                }
                Who::Able(ability) if ability.is_empty() => {
                    ("any".to_owned(), "a monster of the depth".to_owned())
                }
                Who::Able(ability) => (ability.clone(), format!("a monster with \"{ability}\"")),
            };
            Some((ThingClass::Monster, id, format!("{name}, {does}")))
        }
        MarkKind::Item { kind, .. } => {
            let def = content.item(*kind);
            known(ThingClass::Item, &def.id, &def.name)
        }
        MarkKind::Find => known(ThingClass::Item, "find", "an item of the depth"),
        MarkKind::Prize => known(ThingClass::Item, "prize", "an item worth coming for"),
        MarkKind::Pit => known(
            ThingClass::Hazard,
            HazardKind::Pit.id(),
            HazardKind::Pit.name(),
        ),
        MarkKind::Oil => known(ThingClass::Hazard, "oil", "oil on the floor"),
        MarkKind::Gas => known(ThingClass::Hazard, "gas", "marsh gas"),
        MarkKind::Plate => part("plate", "a plate in the floor"),
        MarkKind::Lever => part("lever", "a lever"),
        MarkKind::Gate => part("gate", "a gate of stone"),
        MarkKind::Bars => part("bars", "wooden bars"),
        MarkKind::Basin => part("basin", "ground that water can cover"),
        MarkKind::Entrance | MarkKind::Place | MarkKind::Brazier { .. } | MarkKind::Tomb => None,
    }
}
