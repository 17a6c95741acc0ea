//! What flies, rises and drifts over the map for a moment: glyphs that are listed anew in each frame.
//! Knows nothing of what they are.

use bevy::prelude::*;

use super::look::Colour;
use crate::app::glyph::{Fade, Glyph, GlyphSprite, GlyphSystems};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Motes>().add_systems(
        PostUpdate,
        show.after(GlyphSystems::Move).before(GlyphSystems::Draw),
    );
}

/// A glyph over the map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Mote {
    pub glyph: Glyph,
    pub fg: Colour,
    /// Place in tiles.
    pub at: Vec2,
    /// From 0 to 1.
    pub opacity: f32,
    /// In tiles.
    pub side: f32,
    /// What is drawn over what; actors have 1.
    pub z: f32,
}

/// Those of this frame.
#[derive(Resource, Default)]
pub(super) struct Motes(pub Vec<Mote>);

/// Shows the motes of this frame by sprites that are kept.
pub(super) fn show(
    motes: Res<Motes>,
    mut kept: Local<Vec<Entity>>,
    mut sprites: Query<(&mut GlyphSprite, &mut Fade, &mut Transform, &mut Visibility)>,
    mut shown: Local<usize>,
    mut commands: Commands,
) {
    if motes.0.is_empty() && *shown == 0 {
        return;
    }
    for (index, mote) in motes.0.iter().enumerate() {
        let sprite = GlyphSprite {
            glyph: mote.glyph,
            fg: mote.fg,
            at: mote.at,
        };
        let fade = Fade {
            opacity: mote.opacity,
            side: mote.side,
        };
        let Some(entity) = kept.get(index) else {
            let at = Transform::from_xyz(0.0, 0.0, mote.z);
            kept.push(commands.spawn((sprite, fade, at)).id());
            continue;
        };
        if let Ok((mut old, mut old_fade, mut at, mut visibility)) = sprites.get_mut(*entity) {
            (*old, *old_fade) = (sprite, fade);
            at.translation.z = mote.z;
            visibility.set_if_neq(Visibility::Inherited);
        }
    }
    for entity in kept.iter().take(*shown).skip(motes.0.len()) {
        if let Ok((.., mut visibility)) = sprites.get_mut(*entity) {
            *visibility = Visibility::Hidden;
        }
    }
    *shown = motes.0.len();
}
