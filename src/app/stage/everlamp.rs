//! The Everlamp: a great lamp on chains, larger than its tile. Cold and dull until it burns; from then on
//! gold, with a halo, and the whole level as it is known lies in its light. Decides nothing.

use bevy::prelude::*;

use super::ambient::Drift;
use super::effects::halo;
use super::motes::{Mote, Motes};
use super::shown::ShownRun;
use super::timeline::vec;
use crate::app::glyph::shade::{encoded, linear, object, remembered_object};
use crate::app::glyph::{Cell, Drawn, LightMap, Lit};
use crate::app::light::Light;
use crate::app::settings::Settings;
use crate::game::{VaultView, View};

/// What falls on each tile of the level while it burns.
pub(super) const FLOOD: Light = [1.5, 1.08, 0.42];

/// Iron and empty glass; a flame behind glass.
const DULL: [u8; 3] = [134, 158, 190];
const GOLD: [u8; 3] = [255, 226, 140];
const PLINTH: [u8; 3] = [52, 54, 72];
const PLINTH_LIT: [u8; 3] = [120, 84, 40];

/// The Everlamp of the level, once it was seen.
pub(super) fn of(view: View<'_>) -> Option<VaultView> {
    view.vault().filter(|vault| vault.everlamp)
}

/// Whether it burns.
pub(super) fn burns(view: View<'_>) -> bool {
    of(view).is_some_and(|lamp| lamp.open)
}

/// The tile where it hangs.
pub(super) fn cell(burns: bool) -> Cell {
    let (drawn, fg, bg) = if burns {
        (Drawn::EverlampLit, GOLD, PLINTH_LIT)
    } else {
        (Drawn::EverlampDark, DULL, PLINTH)
    };
    let glyph = drawn.glyph();
    Cell { glyph, fg, bg }
}

/// Over the ground and what lies there, and below whoever stands there.
const ABOVE: f32 = 0.95;

/// The gloom that sets the lamp off from its ground: how wide it is, in tiles, and how strong.
const GLOOM: (f32, f32) = (3.4, 0.75);

/// The halo of the burning lamp.
const HALO: [(f32, f32); 2] = [(4.4, 0.4), (2.6, 0.5)];
const HALO_COLOUR: [u8; 3] = [255, 206, 110];
/// The heart of its flame, and where it is, in tiles.
const HEART: (f32, f32) = (0.9, 0.8);
const HEART_COLOUR: [u8; 3] = [255, 250, 224];

/// How often the light swells and fades in a second, and by how much.
const BREATH: (f64, f32) = (0.4, 0.08);

/// Lists what of it reaches beyond its tile: the lamp at twice the size of a tile, and its halo once it
/// burns.
pub(super) fn rise(
    shown: ShownRun,
    settings: Option<Res<Settings>>,
    (drift, light): (Res<Drift>, Res<LightMap>),
    mut motes: ResMut<Motes>,
) {
    let Some(lamp) = shown.view().and_then(of) else {
        return;
    };
    let lit = light.get(lamp.lever);
    if lit.sight() == Lit::UNSEEN {
        return;
    }
    let at = vec(lamp.lever);
    let middle = at - Vec2::Y / 2.0;
    let mut below = |colour, at, opacity, side| {
        motes.0.push(Mote {
            z: ABOVE,
            ..halo(colour, at, opacity, side)
        });
    };
    if lamp.open {
        let swell = drift.0.map_or(1.0, |seconds| {
            1.0 + (seconds * BREATH.0 * std::f64::consts::TAU).sin() as f32 * BREATH.1
        });
        for (side, opacity) in HALO {
            below(HALO_COLOUR, middle, opacity * swell, side * swell);
        }
    } else {
        below([0; 3], middle, GLOOM.1, GLOOM.0);
    }
    // A character of the font stands for all of it.
    if settings.is_some_and(|settings| settings.plain) {
        return;
    }
    let own = linear(cell(lamp.open).fg);
    let fg = encoded(match lit.sight() {
        Lit::REMEMBERED => remembered_object(own),
        _ => object(own, lit.light.map(|root| (f32::from(root) / 128.0).powi(2))),
    });
    let places = [(-0.5, -1.0), (0.5, -1.0), (-0.5, 0.0), (0.5, 0.0)];
    for (part, (x, y)) in Drawn::everlamp(lamp.open).into_iter().zip(places) {
        motes.0.push(Mote {
            glyph: part.glyph(),
            fg,
            at: at + Vec2::new(x, y),
            opacity: 1.0,
            side: 1.0,
            z: ABOVE + 0.01,
        });
    }
    if lamp.open {
        let (side, opacity) = HEART;
        motes.0.push(Mote {
            z: ABOVE + 0.02,
            ..halo(HEART_COLOUR, at - Vec2::Y * 0.22, opacity, side)
        });
    }
}
