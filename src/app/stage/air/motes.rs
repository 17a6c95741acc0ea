//! Motes: glyphs that float over the map for a moment. Other modules list them anew in each frame; this
//! one draws them.

use bevy::prelude::*;

use crate::app::glyph::{Drawn, Fade, Glyph, GlyphSprite, GlyphSystems};
use crate::app::stage::look::Colour;

pub(in crate::app::stage) fn plugin(app: &mut App) {
    app.init_resource::<Motes>().add_systems(
        PostUpdate,
        update_sprites
            .after(GlyphSystems::Move)
            .before(GlyphSystems::Draw),
    );
}

/// A glyph over the map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::app::stage) struct Mote {
    pub glyph: Glyph,
    pub fg: Colour,
    /// Position in tiles.
    pub at: Vec2,
    /// From 0 to 1.
    pub opacity: f32,
    /// Side length in tiles.
    pub side: f32,
    /// Drawing order: greater is in front; monsters have 1, the player 1.2.
    pub z: f32,
}

impl Mote {
    /// An opaque mote of a tile's size, in front of all actors.
    pub const fn new(glyph: Glyph, fg: Colour, at: Vec2) -> Self {
        Self {
            glyph,
            fg,
            at,
            opacity: 1.0,
            side: 1.0,
            z: 1.3,
        }
    }

    /// A soft spot of light, or of shadow if it is black.
    pub fn halo(fg: Colour, at: Vec2, opacity: f32, side: f32) -> Self {
        Self::new(Drawn::Halo.glyph(), fg, at)
            .faded(opacity)
            .sized(side)
    }

    pub const fn faded(self, opacity: f32) -> Self {
        Self { opacity, ..self }
    }

    pub const fn sized(self, side: f32) -> Self {
        Self { side, ..self }
    }

    pub const fn with_z(self, z: f32) -> Self {
        Self { z, ..self }
    }
}

/// The motes of this frame.
#[derive(Resource, Default)]
pub(in crate::app::stage) struct Motes(pub Vec<Mote>);

/// Sprites that are kept hidden for later frames; those beyond that are despawned when they are left over.
const SPARE: usize = 64;

/// Reuses the sprites of earlier frames, hides those left over and spawns those that are missing.
pub(in crate::app::stage) fn update_sprites(
    motes: Res<Motes>,
    mut pool: Local<Vec<Entity>>,
    mut sprites: Query<(&mut GlyphSprite, &mut Fade, &mut Transform, &mut Visibility)>,
    mut visible: Local<usize>,
    mut commands: Commands,
) {
    if motes.0.is_empty() && *visible == 0 {
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
        let Some(entity) = pool.get(index) else {
            let at = Transform::from_xyz(0.0, 0.0, mote.z);
            pool.push(commands.spawn((sprite, fade, at)).id());
            continue;
        };
        if let Ok((mut old, mut old_fade, at, mut visibility)) = sprites.get_mut(*entity) {
            // What stays as it is asks for no frame.
            old.set_if_neq(sprite);
            old_fade.set_if_neq(fade);
            at.map_unchanged(|at| &mut at.translation.z)
                .set_if_neq(mote.z);
            visibility.set_if_neq(Visibility::Inherited);
        }
    }
    let kept = pool.len().min(motes.0.len() + SPARE);
    for entity in pool.drain(kept..) {
        commands.entity(entity).despawn();
    }
    for entity in pool.iter().take(*visible).skip(motes.0.len()) {
        if let Ok((.., mut visibility)) = sprites.get_mut(*entity) {
            *visibility = Visibility::Hidden;
        }
    }
    *visible = motes.0.len();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sprites_of_a_moment_with_many_motes_are_not_kept() {
        let mut world = World::new();
        world.init_resource::<Motes>();
        let update = world.register_system(update_sprites);
        let mut show = |count: usize| {
            let mote = Mote::new(Drawn::Halo.glyph(), [255; 3], Vec2::ZERO);
            world.resource_mut::<Motes>().0 = vec![mote; count];
            world.run_system(update).unwrap();
            // Sprites spawned in one frame are seen in the next.
            let mut query = world.query_filtered::<&Visibility, With<GlyphSprite>>();
            let visible = query
                .iter(&world)
                .filter(|shown| **shown != Visibility::Hidden);
            (visible.count(), query.iter(&world).count())
        };
        assert_eq!(show(3000), (3000, 3000));
        assert_eq!(show(20), (20, 20 + SPARE));
        assert_eq!(show(70), (70, 20 + SPARE));
        assert_eq!(show(0), (0, SPARE));
        assert_eq!(show(0), (0, SPARE));
        assert_eq!(show(5), (5, SPARE));
    }
}
