//! Marks and colours of monsters and things, wherever a run shows them.

use crate::app::glyph::Glyph;
use crate::game::View;
use crate::game::content::{Class, Content, ItemKind, MonsterDef, Role};

/// An sRGB colour.
pub(super) type Colour = [u8; 3];

/// Mark and colour of a kind of thing, as far as it is known.
pub(super) fn of_kind(view: View<'_>, content: &Content, kind: ItemKind) -> (Glyph, Colour) {
    let def = content.item(kind);
    let colour = match def.class {
        Class::Food(_) => [210, 160, 96],
        Class::Potion(_) | Class::Scroll(_) => dye(view, kind),
        Class::Weapon { .. } | Class::Missile(_) | Class::Arrow(_) => [186, 196, 210],
        Class::Armour { .. } => [160, 170, 190],
        Class::Lantern(_) | Class::FirePot => [255, 196, 96],
        Class::Ring(_) => [240, 214, 110],
        Class::Relic { .. } => [255, 226, 150],
    };
    (Glyph::of(def.glyph()).unwrap_or_default(), colour)
}

/// A colour for each look, so that unknown potions can be told apart.
fn dye(view: View<'_>, kind: ItemKind) -> Colour {
    const DYES: [Colour; 8] = [
        [226, 96, 96],
        [110, 190, 120],
        [110, 150, 236],
        [226, 190, 90],
        [200, 120, 220],
        [100, 206, 206],
        [226, 226, 220],
        [226, 140, 80],
    ];
    let look = view.look_of(kind).unwrap_or_default();
    let sum: usize = look.bytes().map(usize::from).sum();
    DYES[sum % DYES.len()]
}

/// Mark and colour of a kind of monster: the colour is its role's.
pub(super) fn of_monster(def: &MonsterDef) -> (Glyph, Colour) {
    (Glyph::of(def.glyph).unwrap_or_default(), colour_of(def))
}

/// Colour of a kind of monster.
pub(super) const fn colour_of(def: &MonsterDef) -> Colour {
    match def.role {
        Role::Hunter => [206, 150, 110],
        Role::Swarm => [170, 130, 96],
        Role::Pack => [190, 180, 170],
        Role::Charger => [226, 120, 90],
        Role::Archer => [150, 200, 120],
        Role::Thief => [226, 200, 110],
        Role::Splitter => [120, 206, 120],
        Role::Exploder => [255, 140, 60],
        Role::Summoner => [200, 120, 226],
        Role::Healer => [240, 226, 240],
        Role::Phaser => [160, 190, 240],
        Role::Unseen => [150, 150, 170],
        Role::Snuffer => [110, 120, 190],
        Role::Guard => [210, 190, 150],
        Role::Mimic => [236, 170, 120],
        Role::Sleeper => [168, 124, 102],
        Role::Wanderer => [196, 206, 190],
    }
}
