//! Glyphs and colours of monsters and items, for the map and the sidebar alike.

use bevy::math::Vec2;

use crate::app::glyph::Glyph;
use crate::game::content::{Apparent, Class, Cue, MonsterDef};
use crate::game::{ActorView, Mood, View};
use crate::geom::Pos;

/// An sRGB colour.
pub(super) type Colour = [u8; 3];

/// The glyph of a character; blank if the font lacks it.
pub(super) fn to_glyph(mark: char) -> Glyph {
    Glyph::of(mark).unwrap_or_default()
}

pub(super) const fn to_vec2(pos: Pos) -> Vec2 {
    Vec2::new(pos.x as f32, pos.y as f32)
}

/// Mixes two colours; `share` is that of the second, from 0 to 1.
pub(super) fn blend(from: Colour, to: Colour, share: f32) -> Colour {
    std::array::from_fn(|i| {
        (f32::from(from[i]) + (f32::from(to[i]) - f32::from(from[i])) * share) as u8
    })
}

/// Potions and scrolls take their colour from their look, which does not give away what they are.
pub(super) fn item_appearance(view: View<'_>, item: Apparent) -> (Glyph, Colour) {
    let colour = match view.class(item) {
        None | Some(Class::Potion(_) | Class::Scroll(_)) => look_colour(view, item),
        Some(Class::Food(_)) => [210, 160, 96],
        Some(Class::Weapon { .. } | Class::Missile(_) | Class::Arrow(_)) => [186, 196, 210],
        Some(Class::Armour { .. }) => [160, 170, 190],
        Some(Class::Lantern(_) | Class::FirePot) => [255, 196, 96],
        Some(Class::Ring(_)) => [240, 214, 110],
        Some(Class::Relic { .. }) => [255, 226, 150],
        Some(Class::Pipe) => [214, 152, 84],
    };
    (to_glyph(view.sort(item).glyph()), colour)
}

/// Picks a colour by the name of the look, so that unidentified potions can be told apart.
fn look_colour(view: View<'_>, item: Apparent) -> Colour {
    const COLOURS: [Colour; 8] = [
        [226, 96, 96],
        [110, 190, 120],
        [110, 150, 236],
        [226, 190, 90],
        [200, 120, 220],
        [100, 206, 206],
        [226, 226, 220],
        [226, 140, 80],
    ];
    let look = view.look_of(item).unwrap_or_default();
    let sum: usize = look.bytes().map(usize::from).sum();
    COLOURS[sum % COLOURS.len()]
}

/// The colour of what somebody has announced, on the monster and on the tiles that it aims at.
pub(super) const ANNOUNCED: Colour = [255, 120, 84];

/// The sign of a tile that somebody is about to strike, and of whoever is about to.
pub(super) const STRIKE_SIGN: char = '‼';

/// The sign of whoever is about to call others.
pub(super) const CALL_SIGN: char = '♪';

/// The sign of what a monster does, and its colour: what it has announced comes before its mood.
pub(super) const fn sign_of(actor: &ActorView) -> (char, Colour) {
    match actor.prepares {
        Some(announcement) if announcement.strikes() => (STRIKE_SIGN, ANNOUNCED),
        Some(_) => (CALL_SIGN, ANNOUNCED),
        None => (actor.mood.row().sign, mood_colour(actor.mood)),
    }
}

const fn mood_colour(mood: Mood) -> Colour {
    match mood {
        Mood::Asleep => [150, 180, 255],
        Mood::Wandering => [210, 210, 220],
        Mood::Hunting => [255, 120, 90],
        Mood::Searching => [255, 214, 110],
        Mood::Fleeing => [140, 220, 150],
    }
}

pub(super) fn monster_appearance(def: &MonsterDef) -> (Glyph, Colour) {
    (to_glyph(def.glyph), monster_colour(def))
}

/// A monster's colour shows what it does.
pub(super) fn monster_colour(def: &MonsterDef) -> Colour {
    match def.cue() {
        Cue::Stir => [206, 150, 110],
        Cue::Chitter => [170, 130, 96],
        Cue::Howl => [190, 180, 170],
        Cue::Hooves => [226, 120, 90],
        Cue::Bowstring => [150, 200, 120],
        Cue::Snicker => [226, 200, 110],
        Cue::Bubble => [120, 206, 120],
        Cue::Fuse => [255, 140, 60],
        Cue::Chant => [200, 120, 226],
        Cue::Hum => [240, 226, 240],
        Cue::Whisper => [160, 190, 240],
        Cue::Stone => [150, 150, 170],
        Cue::Breath => [110, 120, 190],
        Cue::Metal => [210, 190, 150],
        Cue::Lid => [236, 170, 120],
        Cue::Groan => [168, 124, 102],
        Cue::Trudge => [196, 206, 190],
    }
}
