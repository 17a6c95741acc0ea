//! What a level holds before anybody has been there, for seed catalogues.

use super::spawn;
use super::terrain::LevelBuffers;
use crate::game::content::{Content, DEEPEST, ItemKind, LevelKind, MonsterKind};
use crate::game::digest;
use crate::game::world::actor::Mood;
use crate::game::world::hazard::HazardKind;
use crate::game::world::level::{Inside, Level};
use crate::geom::{Pos, Rect};
use crate::map::Map;
use crate::rng::Seed;

/// The contents of a newly generated level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewLevel {
    /// The level's depth, from 1 to 12.
    pub depth: u8,
    /// The kind chosen for the depth.
    pub kind: LevelKind,
    /// The terrain; its start is the stairs up.
    pub map: Map,
    /// Items on the floor: kind, count, bonus and position.
    pub items: Vec<(ItemKind, u16, i8, Pos)>,
    /// Monsters: kind, whether asleep, and position.
    pub monsters: Vec<(MonsterKind, bool, Pos)>,
    /// What lies in the closed tombs that are not empty, and where.
    pub tombs: Vec<(Buried, Pos)>,
    /// Monsters that appear when their room has them do so, and where.
    pub waiting: Vec<(MonsterKind, Pos)>,
    /// The vault's offers: kind and bonus.
    pub offers: Vec<(ItemKind, i8)>,
    /// The fixtures, as indices into [`Content::fixtures`].
    pub fixtures: Vec<usize>,
    /// Positions of the braziers.
    pub braziers: Vec<Pos>,
    /// What is hidden, and where.
    pub hazards: Vec<(HazardKind, Pos)>,
    /// The set pieces, as indices into [`Content::set_pieces`], with their areas, walls included.
    pub set_pieces: Vec<(usize, Rect)>,
    /// The stairs down; on the deepest level the Everlamp.
    pub down: Pos,
    /// Digest of all that was made: the terrain, its features, items and monsters.
    pub digest: u64,
}

/// What lies in a tomb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Buried {
    /// An item: kind, count and bonus.
    Item(ItemKind, u16, i8),
    /// A monster, which rises when the tomb is opened.
    Monster(MonsterKind),
}

impl NewLevel {
    /// Generates the level of a depth and lists its contents.
    pub(in crate::game) fn new(content: &Content, seed: Seed, plus: u8, depth: u8) -> Self {
        let depth = depth.clamp(1, DEEPEST);
        let mut buffers = LevelBuffers::default();
        let level = spawn::generate_level(content, seed, plus, depth, &mut buffers);
        let fixtures = buffers.fixtures.placed.iter();
        let items = level.items.iter().map(|one| (one.item, one.pos));
        let actors = level.actors().iter();
        let offers = level.vault().into_iter().flat_map(|vault| &vault.offers);
        Self {
            digest: digest_of(&level),
            depth,
            fixtures: fixtures.map(|(index, _)| *index).collect(),
            kind: level.kind,
            items: items
                .map(|(item, pos)| (item.kind, item.count, item.plus, pos))
                .collect(),
            monsters: actors
                .map(|actor| (actor.kind, actor.mood == Mood::Asleep, actor.pos))
                .collect(),
            tombs: (level.tombs.iter())
                .filter_map(|tomb| Some((Buried::new(tomb.inside)?, tomb.pos)))
                .collect(),
            waiting: (level.set_pieces.iter())
                .flat_map(|piece| &piece.guests)
                .map(|guest| (guest.kind, guest.pos))
                .collect(),
            offers: offers.map(|(_, item)| (item.kind, item.plus)).collect(),
            braziers: level.braziers.iter().map(|brazier| brazier.pos).collect(),
            hazards: (level.hazards.iter())
                .map(|hazard| (hazard.kind, hazard.pos))
                .collect(),
            set_pieces: (level.set_pieces.iter())
                .map(|piece| (piece.kind.into(), piece.area))
                .collect(),
            down: level.down,
            map: level.map(),
        }
    }
}

impl Buried {
    const fn new(inside: Inside) -> Option<Self> {
        match inside {
            Inside::Nothing => None,
            Inside::Item(item) => Some(Self::Item(item.kind, item.count, item.plus)),
            Inside::Monster(kind) => Some(Self::Monster(kind)),
        }
    }
}

/// The digest of a new level. What the player will know of it does not belong to it.
fn digest_of(level: &Level) -> u64 {
    let items = level.items.iter().map(|one| (one.item, one.pos));
    let actors = level.actors().iter();
    let actors = actors.map(|actor| (actor.id, actor.kind, actor.pos, actor.mood, actor.disguised));
    let terrain: String = level.tiles.iter().map(|(_, tile)| tile.to_char()).collect();
    digest::compute(&(
        (level.depth, level.kind, terrain, level.up, level.down),
        (
            &level.braziers,
            &level.tombs,
            &level.features,
            &level.fields,
            &level.hazards,
            &level.set_pieces,
        ),
        items.collect::<Vec<_>>(),
        actors.collect::<Vec<_>>(),
    ))
}
