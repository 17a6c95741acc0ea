//! What stands and lies on the maps that come from Descend: its levels as the player finds them, and its set
//! pieces.

use super::level::level_of;
use super::set_piece::{SetPieceMap, set_piece_of};
use crate::game::content::{Content, Mark, MarkKind, Presence, Who};
use crate::game::text::names::to_sentence;
use crate::game::text::set_pieces::describe_rule;
use crate::game::world::generation::listing::NewLevel;
use crate::game::world::hazard::HazardKind;
use crate::geom::Pos;
use crate::mapgen::MapSpec;

/// The kinds of [`Thing`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ThingClass {
    /// A monster.
    Monster,
    /// An item.
    Item,
    /// What harms, or hides, where somebody steps.
    Hazard,
    /// A part of a set piece, such as a lever.
    Mechanism,
}

impl ThingClass {
    /// Its name in files that other programs read.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Monster => "monster",
            Self::Item => "item",
            Self::Hazard => "hazard",
            Self::Mechanism => "mechanism",
        }
    }
}

/// Something on a map that is no tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thing {
    /// What it is.
    pub class: ThingClass,
    /// Its kind in the content, such as `potion-healing`.
    pub id: String,
    /// Its name, which a player may not know yet.
    pub name: String,
    /// Where it is.
    pub pos: Pos,
}

/// The things of the level or set piece of Descend that `spec` is; none of other maps. Makes a level again.
pub fn things(spec: &MapSpec) -> Vec<Thing> {
    let (level, piece) = (level_of(spec), set_piece_of(spec));
    // Other maps do without the content.
    let content = (level.is_some() || piece.is_some()).then(Content::embedded);
    match (content, level, piece) {
        (Some(Ok(content)), Some(level), _) => of_level(content, &level),
        (Some(Ok(content)), _, Some(piece)) => of_set_piece(content, &piece),
        _ => Vec::new(),
    }
}

/// What the set piece that `spec` is looks like and does, in sentences; `None` of other maps.
pub fn about_set_piece(spec: &MapSpec) -> Option<String> {
    let def = set_piece_of(spec)?.def;
    let rules = def.rules.iter().map(|rule| describe_rule(def, rule));
    let sentences: Vec<String> = std::iter::once(to_sentence(def.text.clone()))
        .chain(rules)
        .collect();
    Some(sentences.join(" "))
}

fn thing(class: ThingClass, id: &str, name: &str, pos: Pos) -> Thing {
    Thing {
        class,
        id: id.to_owned(),
        name: name.to_owned(),
        pos,
    }
}

fn of_level(content: &Content, level: &NewLevel) -> Vec<Thing> {
    let monsters = level.monsters.iter().map(|(kind, _, pos)| {
        let def = content.monster(*kind);
        thing(ThingClass::Monster, &def.id, &def.name, *pos)
    });
    let items = level.items.iter().map(|(kind, _, _, pos)| {
        let def = content.item(*kind);
        thing(ThingClass::Item, &def.id, &def.name, *pos)
    });
    let hazards = level.hazards.iter();
    let hazards =
        hazards.map(|(kind, pos)| thing(ThingClass::Hazard, kind.id(), kind.name(), *pos));
    monsters.chain(items).chain(hazards).collect()
}

fn of_set_piece(content: &Content, piece: &SetPieceMap) -> Vec<Thing> {
    let marked = |(pos, drawn)| {
        let (class, id, name) = of_mark(content, piece.def.mark_at(drawn)?)?;
        Some(thing(class, &id, &name, pos))
    };
    piece.tiles().filter_map(marked).collect()
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
