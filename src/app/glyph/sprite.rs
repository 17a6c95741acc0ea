//! Actors, and what flies about: glyphs over the terrain, at fractions of a tile while they move. Knows
//! the atlas and the view, nothing of what the glyphs stand for.

use super::atlas::Atlas;
use super::camera::View;
use super::table::Glyph;
use bevy::prelude::*;
use bevy::sprite::Anchor;

/// A glyph drawn over the terrain, on no ground of its own and in its own colour whatever the
/// light. This plugin keeps the [`Sprite`] and the place; the `z` of its [`Transform`], 1 unless
/// changed, orders glyphs that overlap. Hide it with [`Visibility`].
#[derive(Component, Clone, Copy, PartialEq, Debug, Default)]
#[require(Sprite, Anchor::TOP_LEFT, Transform::from_xyz(0.0, 0.0, 1.0))]
pub struct GlyphSprite {
    /// The mark.
    pub glyph: Glyph,
    /// Its colour, sRGB.
    pub fg: [u8; 3],
    /// Place in tiles, x to the right and y down: a tile's own position covers just that tile.
    /// Shown at the nearest whole physical pixel.
    pub at: Vec2,
}

/// Lets the ground be seen through a [`GlyphSprite`], and shows it larger or smaller than a tile, over
/// the tile's middle.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
pub struct Fade {
    /// From 0, where nothing is seen of it, to 1.
    pub opacity: f32,
    /// Its side, in tiles.
    pub side: f32,
}

/// Brings the sprites up to date with their components, all of them after a zoom.
pub(super) fn place(
    view: Res<View>,
    atlas: Res<Atlas>,
    mut sprites: Query<(
        Ref<GlyphSprite>,
        Option<Ref<Fade>>,
        &mut Sprite,
        &mut Transform,
    )>,
    mut shown: Local<Vec2>,
) {
    let tile = view.tile_px();
    let zoomed = std::mem::replace(&mut *shown, tile) != tile || atlas.is_changed();
    for (glyph, fade, mut sprite, mut transform) in &mut sprites {
        let fades = fade.as_ref().is_some_and(|fade| fade.is_changed());
        if !zoomed && !glyph.is_changed() && !fades {
            continue;
        }
        let (opacity, side) = fade.map_or((1.0, 1.0), |fade| (fade.opacity, fade.side));
        let [r, g, b] = glyph.fg;
        sprite.image = atlas.image();
        sprite.rect = Some(atlas.rect(glyph.glyph));
        sprite.color = Color::srgb_u8(r, g, b).with_alpha(opacity);
        // In an overview the mark is larger than its tile, and lies over the tile's middle.
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
