//! Draws the Everlamp: a great lamp on chains, larger than its tile. Unlit it is dull and cold; once it
//! burns, it has a golden halo and floods the known level with light.

use bevy::prelude::*;

use super::air::clock::AmbientClock;
use super::air::motes::{Mote, Motes};
use super::lighting::linear_light;
use super::look::to_vec2;
use super::runs::shown::ShownRun;
use crate::app::glyph::shade::{encoded, linear, object, remembered_object};
use crate::app::glyph::{Cell, Drawn, LightMap, Lit};
use crate::app::light::Light;
use crate::app::settings::Settings;
use crate::game::View;

/// The light on every tile of the level while the Everlamp burns.
pub(super) const FLOOD: Light = [1.5, 1.08, 0.42];

/// The colours of the lamp and its plinth, unlit and burning.
const DULL: [u8; 3] = [134, 158, 190];
const GOLD: [u8; 3] = [255, 226, 140];
const PLINTH: [u8; 3] = [52, 54, 72];
const PLINTH_LIT: [u8; 3] = [120, 84, 40];

pub(super) fn is_burning(view: View<'_>) -> bool {
    view.everlamp().is_some_and(|lamp| lamp.open)
}

/// The cell of the lamp's tile.
pub(super) fn cell(is_burning: bool) -> Cell {
    let (drawn, fg, bg) = if is_burning {
        (Drawn::EverlampLit, GOLD, PLINTH_LIT)
    } else {
        (Drawn::EverlampDark, DULL, PLINTH)
    };
    let glyph = drawn.glyph();
    Cell { glyph, fg, bg }
}

/// Drawing order: above terrain, items and shadows, below actors.
const LAMP_Z: f32 = 0.95;

/// The shadow that sets the unlit lamp off from its ground: width in tiles, and opacity.
const GLOOM: (f32, f32) = (3.4, 0.75);

/// The halos of the burning lamp: widths in tiles, and opacities.
const HALO: [(f32, f32); 2] = [(4.4, 0.4), (2.6, 0.5)];
const HALO_COLOUR: [u8; 3] = [255, 206, 110];
/// The heart of its flame: width in tiles, and opacity.
const HEART: (f32, f32) = (0.9, 0.8);
const HEART_COLOUR: [u8; 3] = [255, 250, 224];

/// How often the light pulsates per second, and by what share.
const PULSE: (f64, f32) = (0.4, 0.08);

/// Lists the parts that reach beyond the lamp's tile: the lamp itself, two tiles wide and high, and its
/// halo or shadow.
pub(super) fn list_motes(
    shown: ShownRun,
    settings: Res<Settings>,
    (clock, light): (Res<AmbientClock>, Res<LightMap>),
    mut motes: ResMut<Motes>,
) {
    let Some(lamp) = shown.view().and_then(View::everlamp) else {
        return;
    };
    let lit = light.get(lamp.at);
    if lit.sight() == Lit::UNSEEN {
        return;
    }
    let at = to_vec2(lamp.at);
    let middle = at - Vec2::Y / 2.0;
    let mut push_halo = |colour, opacity, side| {
        let halo = Mote::halo(colour, middle, opacity, side);
        motes.0.push(halo.with_z(LAMP_Z));
    };
    if lamp.open {
        let swell = clock.0.map_or(1.0, |seconds| {
            1.0 + (seconds * PULSE.0 * std::f64::consts::TAU).sin() as f32 * PULSE.1
        });
        for (side, opacity) in HALO {
            push_halo(HALO_COLOUR, opacity * swell, side * swell);
        }
    } else {
        push_halo([0; 3], GLOOM.1, GLOOM.0);
    }
    // With plain glyphs, the character on the lamp's tile is all of the lamp.
    if settings.plain {
        return;
    }
    let own = linear(cell(lamp.open).fg);
    let fg = encoded(match lit.sight() {
        Lit::REMEMBERED => remembered_object(own),
        _ => object(own, linear_light(lit)),
    });
    let offsets = [(-0.5, -1.0), (0.5, -1.0), (-0.5, 0.0), (0.5, 0.0)];
    for (part, (x, y)) in Drawn::everlamp(lamp.open).into_iter().zip(offsets) {
        let part = Mote::new(part.glyph(), fg, at + Vec2::new(x, y));
        motes.0.push(part.with_z(LAMP_Z + 0.01));
    }
    if lamp.open {
        let (side, opacity) = HEART;
        let heart = Mote::halo(HEART_COLOUR, at - Vec2::Y * 0.22, opacity, side);
        motes.0.push(heart.with_z(LAMP_Z + 0.02));
    }
}
