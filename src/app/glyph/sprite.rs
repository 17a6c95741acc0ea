//! Sprites: actors and particles as glyphs over the terrain, at fractions of a tile while they move.

use super::atlas::Atlas;
use super::camera::Viewport;
use super::table::Glyph;
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// A glyph drawn over the terrain, with a transparent background and unaffected by light.
///
/// [`GlyphPlugin`](super::GlyphPlugin) updates the [`Sprite`] and the `x` and `y` of the [`Transform`].
/// The `z`, 1 by default, orders glyphs that overlap. Hide a sprite with [`Visibility`].
#[derive(Component, Clone, Copy, PartialEq, Debug, Default)]
#[require(Sprite, Anchor::TOP_LEFT, Transform::from_xyz(0.0, 0.0, 1.0))]
pub struct GlyphSprite {
    /// The glyph to draw.
    pub glyph: Glyph,
    /// Colour, sRGB.
    pub fg: [u8; 3],
    /// Position in tiles, with x to the right and y down. At a tile's position the sprite covers
    /// exactly that tile. It is drawn at the nearest whole physical pixel.
    pub at: Vec2,
}

/// Makes a [`GlyphSprite`] transparent and changes its size; it stays centred on its tile.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
pub struct Fade {
    /// From 0 for invisible to 1 for opaque.
    pub opacity: f32,
    /// Side length, in tiles.
    pub side: f32,
}

/// Updates the sprites whose components have changed, or all of them after a zoom.
pub(super) fn update_sprites(
    view: Res<Viewport>,
    atlas: Res<Atlas>,
    mut sprites: Query<(
        Ref<GlyphSprite>,
        Option<Ref<Fade>>,
        &mut Sprite,
        &mut Transform,
    )>,
    mut last_tile: Local<Vec2>,
) {
    let tile = view.tile_px();
    let is_zoomed = std::mem::replace(&mut *last_tile, tile) != tile || atlas.is_changed();
    for (glyph, fade, mut sprite, mut transform) in &mut sprites {
        let is_fading = fade.as_ref().is_some_and(|fade| fade.is_changed());
        if !is_zoomed && !glyph.is_changed() && !is_fading {
            continue;
        }
        let (opacity, side) = fade.map_or((1.0, 1.0), |fade| (fade.opacity, fade.side));
        let [r, g, b] = glyph.fg;
        sprite.image = atlas.image();
        sprite.rect = Some(atlas.rect(glyph.glyph));
        sprite.color = Color::srgb_u8(r, g, b).with_alpha(opacity);
        // In an overview the glyph is larger than its tile and centred on it.
        let cell = if view.is_overview() {
            atlas.cell().as_vec2()
        } else {
            tile
        };
        let size = (cell * side).round();
        sprite.custom_size = Some(size / tile);
        let corner = view.snap(glyph.at).as_vec2() - ((size - tile) / 2.0).floor();
        let at = corner / tile;
        (transform.translation.x, transform.translation.y) = (at.x, -at.y);
    }
}
