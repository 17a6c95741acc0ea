//! Who is seen on the level: the player and monsters as sprites that glide from tile to tile, in the
//! light they stand in, over a shadow. Decides nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::prelude::*;

use super::effects::{self, Effects};
use super::look;
use super::motes::{Mote, Motes};
use super::reveal::Reveal;
use super::shown::ShownRun;
use super::timeline::vec;
use crate::app::glyph::shade::{encoded, linear, object};
use crate::app::glyph::{self, CameraHold, CameraTarget, GlyphSprite, LightMap, Lit, Motion};
use crate::app::player::{HERO_COLOUR, Hero, Walked};
use crate::game::content::MonsterDef;
use crate::game::{ActorId, ActorView, Mood};
use crate::geom::Pos;

const FELT: [u8; 3] = [150, 120, 210];

/// The colour that the player and monsters have when they are hit.
const STRUCK: [[u8; 3]; 2] = [[255, 40, 30], [255, 255, 255]];

/// The sprites of monsters, by who they are, and where the player is shown.
#[derive(Resource, Default)]
pub(super) struct Figures {
    monsters: BTreeMap<ActorId, Entity>,
    player: Option<Pos>,
}

impl Figures {
    /// Where the player was shown last.
    pub const fn player(&self) -> Option<Pos> {
        self.player
    }

    /// Takes them all away.
    pub fn clear(&mut self, commands: &mut Commands) {
        for entity in std::mem::take(self).monsters.into_values() {
            commands.entity(entity).despawn();
        }
    }

    /// Where somebody is drawn, if they are, in tiles.
    pub fn drawn(&self, who: ActorId, sprites: &Query<(&GlyphSprite, Has<Hero>)>) -> Option<Vec2> {
        let sprite = if who == ActorId::PLAYER {
            sprites.iter().find(|(_, is_hero)| *is_hero)
        } else {
            let entity = self.monsters.get(&who);
            entity.and_then(|entity| sprites.get(*entity).ok())
        };
        sprite.map(|(sprite, _)| sprite.at)
    }

    /// Changes how somebody moves, if they are shown.
    pub fn with(
        &self,
        who: ActorId,
        motions: &mut Query<(&mut Motion, Has<Hero>)>,
        change: impl FnOnce(&mut Motion),
    ) {
        let found = if who == ActorId::PLAYER {
            motions.iter_mut().find(|(_, is_hero)| *is_hero)
        } else {
            let entity = self.monsters.get(&who);
            entity.and_then(|entity| motions.get_mut(*entity).ok())
        };
        if let Some((mut motion, _)) = found {
            change(&mut motion);
        }
    }
}

/// Colour of a monster where it stands: in the light there, if it is seen.
fn colour_in_light(actor: ActorView, def: &MonsterDef, light: &LightMap) -> [u8; 3] {
    let colour = match (actor.in_sight, actor.mood) {
        (false, _) => return FELT,
        (true, Mood::Asleep) => look::colour_of(def).map(|channel| channel / 2 + 20),
        (true, _) => look::colour_of(def),
    };
    let root = light.get(actor.pos).light;
    let light = root.map(|channel| (f32::from(channel) / 128.0).powi(2));
    encoded(object(linear(colour), light))
}

/// How far an actor glides, in tiles; farther away it is there at once.
const FAR: f32 = 2.5;

/// Puts a figure where each actor is, gliding there from where it was.
pub(super) fn place(
    shown: ShownRun,
    time: Option<Res<Time<Real>>>,
    mut figures: ResMut<Figures>,
    mut sprites: Query<(&mut GlyphSprite, &mut Motion)>,
    (mut walked, mut target): (MessageWriter<Walked>, ResMut<CameraTarget>),
    mut reveal: ResMut<Reveal>,
    mut commands: Commands,
) {
    let now = time.map_or(Duration::ZERO, |time| time.elapsed());
    let Some(view) = shown.view() else { return };
    let content = view.content();
    let mut old = std::mem::take(&mut figures.monsters);
    for actor in view.actors() {
        let def = content.monster(actor.kind);
        let (glyph, fg) = look::of_monster(def);
        let at = vec(actor.pos);
        let entity = old.remove(&actor.id);
        if let Some((mut sprite, mut motion)) =
            entity.and_then(|entity| sprites.get_mut(entity).ok())
        {
            sprite.glyph = glyph;
            if motion.end() == at {
            } else if sprite.at.distance(at) < FAR {
                motion.glide(sprite.at, at, now);
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
    let me = view.player().pos;
    let before = figures.player.replace(me);
    if let Some(shift) = reveal.take_shift() {
        walked.write(Walked::Placed(Some(me)));
        target.0 += shift;
        return;
    }
    match before {
        Some(before) if before == me => {}
        Some(before) if vec(before).distance(vec(me)) < FAR => {
            walked.write(Walked::Moved(me));
        }
        _ => {
            walked.write(Walked::Placed(Some(me)));
            target.set_if_neq(CameraTarget(vec(me) + 0.5));
        }
    }
}

/// How much darker the ground is made beneath somebody who moves, and how wide that is, in tiles.
const SHADOW: (f32, f32) = (0.85, 1.7);
/// Below everything that stands on the map.
const SHADOW_Z: f32 = 0.9;

/// Lets whoever stands be told from the ground. A shadow goes with whoever moves.
pub(super) fn cover(
    shown: ShownRun,
    figures: Res<Figures>,
    sprites: Query<(&GlyphSprite, Has<Hero>)>,
    (mut light, mut motes): (ResMut<LightMap>, ResMut<Motes>),
    mut covered: Local<Vec<Pos>>,
) {
    let Some(view) = shown.view() else { return };
    let mut stood_on = Vec::new();
    let others = view.actors().map(|actor| actor.id);
    for who in others.chain([ActorId::PLAYER]) {
        let Some(at) = figures.drawn(who, &sprites) else {
            continue;
        };
        let tile = at.round();
        let pos = Pos::new(tile.x as i32, tile.y as i32);
        let moves = at != tile;
        if moves {
            let (opacity, side) = SHADOW;
            motes.0.push(Mote {
                z: SHADOW_Z,
                ..effects::halo([0; 3], at, opacity, side)
            });
        }
        // Grass parts around whoever passes.
        if !moves || light.get(pos).flags & Lit::SWAYS != 0 {
            stood_on.push(pos);
        }
    }
    if *covered == stood_on && !light.is_changed() {
        return;
    }
    let tiles = light.tiles_mut();
    for pos in covered.drain(..) {
        if let Some(lit) = tiles.get_mut(pos) {
            lit.flags &= !Lit::COVERED;
        }
    }
    for pos in &stood_on {
        if let Some(lit) = tiles.get_mut(*pos) {
            lit.flags |= Lit::COVERED;
        }
    }
    *covered = stood_on;
}

/// Gives figures their colour: in the light they stand in, and marked if they are hit.
pub(super) fn dye(
    shown: ShownRun,
    (figures, effects, light): (Res<Figures>, Res<Effects>, Res<LightMap>),
    reveal: Res<Reveal>,
    mut sprites: Query<&mut GlyphSprite>,
    heroes: Query<Entity, With<Hero>>,
) {
    let Some(view) = shown.view() else { return };
    let mut dye = |entity: Entity, fg: [u8; 3]| {
        if let Ok(mut sprite) = sprites.get_mut(entity)
            && sprite.fg != fg
        {
            sprite.fg = fg;
        }
    };
    let [mine, theirs] = STRUCK;
    for actor in view.actors() {
        let Some(entity) = figures.monsters.get(&actor.id) else {
            continue;
        };
        let own = colour_in_light(actor, view.content().monster(actor.kind), &light);
        let own = effects::blend([0; 3], own, reveal.share(actor.pos));
        dye(*entity, effects::blend(own, theirs, effects.mark(actor.id)));
    }
    for hero in &heroes {
        let mark = effects.mark(ActorId::PLAYER);
        dye(hero, effects::blend(HERO_COLOUR, mine, mark));
    }
}

/// How far from the middle the player may go before the map moves, as a share of the view.
const SLACK: f32 = 0.16;

/// Keeps the player near the middle of the view as they glide, and where they were in the window as
/// they take stairs.
pub(super) fn keep_in_view(
    (seen, reveal): (Res<glyph::View>, Res<Reveal>),
    heroes: Query<(&GlyphSprite, &Motion), With<Hero>>,
    (mut target, mut hold): (ResMut<CameraTarget>, ResMut<CameraHold>),
) {
    hold.set_if_neq(reveal.hold());
    let Ok((sprite, motion)) = heroes.single() else {
        return;
    };
    let place = motion.without_nudge(sprite.at) + 0.5;
    // In whole tiles: the map then moves by as many pixels as the player does.
    let slack = (seen.room.as_vec2() / seen.tile_px() * SLACK).floor();
    let kept = target.0.clamp(place - slack, place + slack);
    target.set_if_neq(CameraTarget(kept));
}
