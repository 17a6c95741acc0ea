//! The sprites of the player and the monsters, which glide from tile to tile, take the colour of the
//! light they stand in and cast a shadow as they move.

use bevy::prelude::*;

use super::air::effects::Effects;
use super::air::motes::{Mote, Motes};
use super::air::reveal::Reveal;
use super::figures::Figures;
use super::lighting::linear_light;
use super::look::{self, Colour, to_vec2};
use super::runs::shown::ShownRun;
use crate::app::glyph::shade::{creature, encoded, linear, object};
use crate::app::glyph::{GlyphSprite, LightMap, Lit, Motion};
use crate::app::player::{HERO_COLOUR, Hero, Walked};
use crate::game::content::MonsterDef;
use crate::game::{ActorId, ActorView, Mood};
use crate::geom::Pos;

/// The colour of monsters that are sensed out of sight.
const SENSED: Colour = [150, 120, 210];

/// The flash of the player and of monsters when they are hit.
const PLAYER_FLASH: Colour = [255, 40, 30];
const MONSTER_FLASH: Colour = [255; 3];

/// The colour of a monster in the light of its tile; monsters asleep are darker.
fn colour_in_light(actor: ActorView, def: &MonsterDef, light: &LightMap) -> Colour {
    let (colour, light) = (
        look::monster_colour(def),
        linear_light(light.get(actor.pos)),
    );
    encoded(match (actor.in_sight, actor.mood) {
        (false, _) => return SENSED,
        (true, Mood::Asleep) => object(linear(colour.map(|channel| channel / 2 + 20)), light),
        (true, _) => creature(linear(colour), light),
    })
}

/// The longest way an actor glides, in tiles; beyond it the sprite jumps.
const MAX_GLIDE: f32 = 2.5;

/// Spawns, moves and despawns sprites as the actors did, and tells the player's sprite where to go.
pub(super) fn place_figures(
    shown: ShownRun,
    time: Res<Time<Real>>,
    mut figures: ResMut<Figures>,
    mut sprites: Query<(&mut GlyphSprite, &mut Motion)>,
    mut walked: MessageWriter<Walked>,
    mut reveal: ResMut<Reveal>,
    mut commands: Commands,
) {
    let Some(view) = shown.view() else { return };
    let mut old = std::mem::take(&mut figures.monsters);
    for actor in view.actors() {
        let (glyph, fg) = look::monster_appearance(view.content().monster(actor.kind));
        let at = to_vec2(actor.pos);
        let entity = old.remove(&actor.id);
        if let Some((mut sprite, mut motion)) =
            entity.and_then(|entity| sprites.get_mut(entity).ok())
        {
            sprite.glyph = glyph;
            if motion.end() == at {
            } else if sprite.at.distance(at) < MAX_GLIDE {
                motion.glide(sprite.at, at, time.elapsed());
            } else {
                *motion = Motion::still(at);
            }
        }
        let entity = entity.unwrap_or_else(|| {
            let motion = Motion::still(at);
            commands.spawn((GlyphSprite { glyph, fg, at }, motion)).id()
        });
        figures.monsters.insert(actor.id, entity);
    }
    for entity in old.into_values() {
        commands.entity(entity).despawn();
    }
    let player = view.player().pos;
    let before = figures.player.replace(player);
    let has_arrived = reveal.take_arrival();
    let walks = |before: Pos| to_vec2(before).distance(to_vec2(player)) < MAX_GLIDE;
    match before.filter(|_| !has_arrived) {
        Some(before) if before == player => {}
        Some(before) if walks(before) => drop(walked.write(Walked::Moved(player))),
        _ => drop(walked.write(Walked::Placed(Some(player)))),
    }
}

/// Opacity of the shadow under a moving actor, and its width in tiles.
const SHADOW: (f32, f32) = (0.85, 1.7);
/// Below everything that stands on the map.
const SHADOW_Z: f32 = 0.9;

/// Hides the terrain's glyph under actors at rest, and lists a shadow under those that move.
pub(super) fn cover_ground(
    shown: ShownRun,
    figures: Res<Figures>,
    (sprites, heroes): (Query<&GlyphSprite>, Query<Entity, With<Hero>>),
    (mut light, mut motes): (ResMut<LightMap>, ResMut<Motes>),
    mut covered: Local<Vec<Pos>>,
) {
    let Some(view) = shown.view() else { return };
    let mut occupied = Vec::new();
    let others = view.actors().map(|actor| actor.id);
    for who in others.chain([ActorId::PLAYER]) {
        let Some(entity) = figures.entity(who, &heroes) else {
            continue;
        };
        let Ok(GlyphSprite { at, .. }) = sprites.get(entity) else {
            continue;
        };
        let tile = at.round();
        let pos = Pos::new(tile.x as i32, tile.y as i32);
        let moves = *at != tile;
        if moves {
            let (opacity, side) = SHADOW;
            motes
                .0
                .push(Mote::halo([0; 3], *at, opacity, side).with_z(SHADOW_Z));
        }
        // Grass also bends away from actors that pass through it.
        if !moves || light.get(pos).flags & Lit::SWAYS != 0 {
            occupied.push(pos);
        }
    }
    if *covered == occupied && !light.is_changed() {
        return;
    }
    let tiles = light.tiles_mut();
    for pos in covered.drain(..) {
        if let Some(lit) = tiles.get_mut(pos) {
            lit.flags &= !Lit::COVERED;
        }
    }
    for pos in &occupied {
        if let Some(lit) = tiles.get_mut(*pos) {
            lit.flags |= Lit::COVERED;
        }
    }
    *covered = occupied;
}

/// Size of the sign of a mood, in tiles, and its offset from the middle of the monster's tile.
const SIGN: (f32, Vec2) = (1.0, Vec2::new(0.45, -0.45));
/// In front of all actors.
const SIGN_Z: f32 = 1.25;

/// As [`SIGN`], of what a monster has announced. It stands at the monster's corner, so that it marks no other tile.
const ANNOUNCEMENT: (f32, Vec2) = (1.2, Vec2::new(0.5, -0.5));

/// Lists over each monster in sight the sign of what it does or has announced: `!` `?` `z` and the others of the
/// sidebar.
pub(super) fn sign_moods(
    shown: ShownRun,
    figures: Res<Figures>,
    sprites: Query<&GlyphSprite>,
    mut motes: ResMut<Motes>,
) {
    let Some(view) = shown.view() else { return };
    for actor in view
        .actors()
        .filter(|actor| actor.in_sight && !actor.friend)
    {
        let entity = figures.monsters.get(&actor.id);
        let Some(sprite) = entity.and_then(|entity| sprites.get(*entity).ok()) else {
            continue;
        };
        let (sign, colour) = look::sign_of(&actor);
        let (side, offset) = match actor.prepares {
            Some(_) => ANNOUNCEMENT,
            None => SIGN,
        };
        let at = sprite.at + offset;
        let plate = Mote::halo([0; 3], at, 0.9, side * 1.3).with_z(SIGN_Z);
        let sign = Mote::new(look::to_glyph(sign), colour, at).sized(side);
        motes.0.extend([plate, sign.with_z(SIGN_Z + 0.01)]);
    }
}

/// Colours the sprites by the light they stand in, by how far their tiles have faded in, and by hits.
pub(super) fn colour_figures(
    shown: ShownRun,
    (figures, effects, light): (Res<Figures>, Res<Effects>, Res<LightMap>),
    reveal: Res<Reveal>,
    mut sprites: Query<&mut GlyphSprite>,
    heroes: Query<Entity, With<Hero>>,
) {
    let Some(view) = shown.view() else { return };
    let mut set_colour = |entity: Entity, fg: Colour| {
        if let Ok(mut sprite) = sprites.get_mut(entity)
            && sprite.fg != fg
        {
            sprite.fg = fg;
        }
    };
    for actor in view.actors() {
        let Some(entity) = figures.monsters.get(&actor.id) else {
            continue;
        };
        let lit = colour_in_light(actor, view.content().monster(actor.kind), &light);
        let lit = look::blend([0; 3], lit, reveal.light_share(actor.pos));
        let flash = effects.hit_flash(actor.id);
        set_colour(*entity, look::blend(lit, MONSTER_FLASH, flash));
    }
    for hero in &heroes {
        let flash = effects.hit_flash(ActorId::PLAYER);
        set_colour(hero, look::blend(HERO_COLOUR, PLAYER_FLASH, flash));
    }
}
