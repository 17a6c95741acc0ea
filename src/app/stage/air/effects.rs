//! The effects that are playing: those of the turns taken, and a wave of light that runs through the
//! known level from a solved conduit or the lit Everlamp. Any key ends them all.

use std::time::Duration;

use bevy::prelude::*;

use super::clock::AmbientClock;
use super::effect_queue::{
    self, BLOW_DURATION, Effect, EffectKind, HIT_DURATION, blast_front, blast_heat,
};
use super::motes::{Mote, Motes};
use super::reveal::Reveal;
use crate::app::dungeon::paint::hash;
use crate::app::glyph::{Drawn, Glyph, GlyphSprite, Motion};
use crate::app::input::ActionQueue;
use crate::app::light::{Light, Source};
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::player::Hero;
use crate::app::settings::Settings;
use crate::app::stage::figures::Figures;
use crate::app::stage::level::ShownLevel;
use crate::app::stage::lighting::burning_actors;
use crate::app::stage::look::{Colour, blend, to_glyph, to_vec2};
use crate::app::stage::present::Visual;
use crate::app::stage::runs::shown::ShownRun;
use crate::app::stage::runs::turn::TurnTaken;
use crate::game::{ActorId, BlastKind};
use crate::geom::{Pos, Size};
use crate::map::distance::DistanceMap;
use crate::map::{Map, Steps, Tile, TileSet};

/// Speed of a light wave, in tiles per second.
const WAVE_SPEED: f32 = 26.0;

/// How far a light wave runs from a conduit or the Everlamp, in steps.
const CONDUIT_REACH: u16 = 60;
const EVERLAMP_REACH: u16 = 400;

/// How far the glow trails behind the front of the wave, in tiles.
const CONDUIT_TRAIL: f32 = 14.0;
const EVERLAMP_TRAIL: f32 = 60.0;

/// The light at the front of the wave.
const WAVE_LIGHT: Light = [3.0, 2.0, 0.6];

/// The effects that are playing. Times are since start-up.
#[derive(Resource, Default)]
pub(in crate::app::stage) struct Effects {
    /// Each with the time at which its turn was taken.
    active: Vec<(Duration, Effect)>,
    wave: Option<LightWave>,
    now: Duration,
}

/// Light that runs through the level.
struct LightWave {
    /// The tiles it reaches and their distances in steps, nearest first.
    tiles: Vec<(Pos, u16)>,
    start: Duration,
    /// Length of the glow behind the front, in tiles.
    trail: f32,
}

impl LightWave {
    /// Distance of the front from its origin, in steps.
    fn front(&self, now: Duration) -> f32 {
        now.saturating_sub(self.start).as_secs_f32() * WAVE_SPEED
    }

    fn is_over(&self, now: Duration) -> bool {
        let farthest = self.tiles.last().map_or(0, |(_, steps)| *steps);
        self.front(now) > f32::from(farthest) + self.trail
    }

    /// The tiles that glow, with a strength from 0 at the end of the trail to 1 at the front.
    fn glow(&self, now: Duration) -> impl Iterator<Item = (Pos, f32)> {
        let front = self.front(now);
        self.tiles.iter().filter_map(move |(pos, steps)| {
            let behind = front - f32::from(*steps);
            let glows = (0.0..self.trail).contains(&behind);
            glows.then_some((*pos, 1.0 - behind / self.trail))
        })
    }
}

impl Effects {
    pub const fn is_empty(&self) -> bool {
        self.active.is_empty() && self.wave.is_none()
    }

    /// Whether any effect is left other than numbers and puffs, which nobody waits for.
    #[cfg(not(target_family = "wasm"))]
    pub fn is_animating(&self) -> bool {
        let matters = |effect: &Effect| {
            !matches!(
                effect.kind,
                EffectKind::Number { .. } | EffectKind::Puff { .. }
            )
        };
        self.wave.is_some() || self.active.iter().any(|(_, effect)| matters(effect))
    }

    /// The effects that are visible now, each with the time since its start and its progress.
    fn visible(&self) -> impl Iterator<Item = (&Effect, Duration, f32)> {
        self.active.iter().filter_map(|(turn, effect)| {
            let now = self.now.saturating_sub(*turn);
            let elapsed = now.saturating_sub(effect.start);
            Some((effect, elapsed, effect.progress(now)?))
        })
    }

    /// The light that the effects give, without the wave.
    pub fn light_sources(&self) -> impl Iterator<Item = Source> {
        self.active
            .iter()
            .filter_map(|(turn, effect)| effect.light_source(self.now.saturating_sub(*turn)))
    }

    /// The tiles that the light wave has passed; `None` if there is no wave.
    pub fn wave_tiles(&self, size: Size) -> Option<TileSet> {
        let wave = self.wave.as_ref()?;
        let mut passed = TileSet::new(size);
        let front = wave.front(self.now);
        for (pos, steps) in &wave.tiles {
            passed.set(*pos, f32::from(*steps) <= front);
        }
        Some(passed)
    }

    /// The light of the wave on each tile.
    pub fn wave_light(&self) -> impl Iterator<Item = (Pos, Light)> {
        let glow = self.wave.iter().flat_map(|wave| wave.glow(self.now));
        glow.map(|(pos, strength)| (pos, WAVE_LIGHT.map(|channel| channel * strength)))
    }

    /// How strongly an actor flashes from a hit, from 0 to 1.
    pub fn hit_flash(&self, id: ActorId) -> f32 {
        let flashes = self.visible().filter_map(|(effect, _, progress)| {
            let is_hit = matches!(effect.kind, EffectKind::Hit { who, .. } if who == id);
            is_hit.then_some(1.0 - progress)
        });
        flashes.fold(0.0, f32::max)
    }

    /// The time since start-up; `None` if no effect is left.
    pub fn now(&self) -> Option<Duration> {
        (!self.is_empty()).then_some(self.now)
    }

    /// When the first effect of the turn taken in this frame reaches a tile, if any does.
    pub fn arrival_at(&self, pos: Pos) -> Option<Duration> {
        let new = self.active.iter().filter(|(turn, _)| *turn == self.now);
        new.filter_map(|(turn, effect)| Some(*turn + effect.arrival_at(pos)?))
            .min()
    }

    fn clear(&mut self) {
        self.active.clear();
        self.wave = None;
    }
}

/// The known open tiles within `limit` steps of `origin`, which may be a wall; nearest first.
fn tiles_in_reach(map: &Map, origin: Pos, limit: u16) -> Vec<(Pos, u16)> {
    let mut open = TileSet::of(&map.tiles, Tile::is_walkable);
    open.insert(origin);
    let mut distances = DistanceMap::default();
    distances.measure(&open, Steps::Four, &[origin], limit.into());
    let steps = |pos: Pos| distances.get(pos).map(|steps| (pos, steps as u16));
    let mut tiles: Vec<_> = open.iter().filter_map(steps).collect();
    tiles.sort_by_key(|(_, steps)| *steps);
    tiles
}

/// Ends all effects as soon as the player does anything, so that nobody waits for them.
pub(in crate::app::stage) fn skip_effects(
    queue: Res<ActionQueue>,
    (mut effects, mut reveal): (ResMut<Effects>, ResMut<Reveal>),
    mut motions: Query<&mut Motion>,
) {
    if queue.is_empty() {
        return;
    }
    if !effects.is_empty() {
        effects.clear();
        for mut motion in &mut motions {
            motion.cancel_nudge();
        }
    }
    if !reveal.is_over() {
        reveal.finish();
    }
}

/// Starts the effects of this frame's turns.
pub(in crate::app::stage) fn start_effects(
    shown: ShownRun,
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    mut turns: MessageReader<TurnTaken>,
    (level, figures): (Res<ShownLevel>, Res<Figures>),
    (mut motions, heroes): (Query<&mut Motion>, Query<Entity, With<Hero>>),
    mut effects: ResMut<Effects>,
) {
    let now = time.elapsed();
    let (Some(view), Some(level)) = (shown.view(), &level.0) else {
        return;
    };
    if settings.is_still() {
        turns.clear();
        return;
    }
    effects.now = now;
    for turn in turns.read() {
        let visuals = turn.visuals(view);
        if visuals.contains(&Visual::Arrival) {
            // What happened on the old level cannot be shown on the new one.
            effects.clear();
            continue;
        }
        for effect in effect_queue::build_effects(&visuals, turn, view, &level.map) {
            let lunge = match effect.kind {
                EffectKind::Lunge { who, towards } => Some((who, towards * 0.42, BLOW_DURATION)),
                EffectKind::Hit { who, push } => push.map(|push| (who, push * 0.16, HIT_DURATION)),
                _ => None,
            };
            if let Some((who, reach, duration)) = lunge
                && let Some(entity) = figures.entity(who, &heroes)
                && let Ok(mut motion) = motions.get_mut(entity)
            {
                motion.lunge(reach, now + effect.start, duration);
            }
            // The sprite itself shows a lunge.
            if !matches!(effect.kind, EffectKind::Lunge { .. }) {
                effects.active.push((now, effect));
            }
        }
        for visual in visuals {
            let (reach, trail) = match visual {
                Visual::VaultLight => (CONDUIT_REACH, CONDUIT_TRAIL),
                Visual::EverlampLight => (EVERLAMP_REACH, EVERLAMP_TRAIL),
                _ => continue,
            };
            if let Some(feature) = view.features().find(|feature| feature.open) {
                effects.wave = Some(LightWave {
                    tiles: tiles_in_reach(&level.map, feature.at, reach),
                    start: now,
                    trail,
                });
            }
        }
    }
}

/// Advances the effects, drops those that are over, and requests the next frame.
pub(in crate::app::stage) fn advance_effects(
    time: Res<Time<Real>>,
    mut effects: ResMut<Effects>,
    mut wake: MessageWriter<Wake>,
) {
    let now = time.elapsed();
    effects.now = now;
    effects
        .active
        .retain(|(turn, effect)| now < *turn + effect.end());
    effects.wave.take_if(|wave| wave.is_over(now));
    wake.write(Wake(FRAME));
}

/// Lists the motes of the effects.
pub(in crate::app::stage) fn list_motes(effects: Res<Effects>, mut motes: ResMut<Motes>) {
    let motes = &mut motes.0;
    for (effect, elapsed, progress) in effects.visible() {
        match &effect.kind {
            EffectKind::Flight {
                path,
                glyph,
                colour,
                ..
            } => push_flight(path, *glyph, *colour, progress, motes),
            EffectKind::Number {
                at,
                sign,
                amount,
                colour,
            } => push_number(*at, &format!("{sign}{amount}"), *colour, progress, motes),
            EffectKind::Puff { at, colour } => push_puff(*at, *colour, progress, motes),
            EffectKind::Ghost { at, glyph, colour } => {
                motes.push(Mote::new(*glyph, *colour, to_vec2(*at)).with_z(1.0));
            }
            EffectKind::Door { at, was_open } => {
                let door = match was_open {
                    true => Drawn::DoorAjar.glyph(),
                    false => to_glyph('+'),
                };
                let door = Mote::new(door, WOOD, to_vec2(*at)).with_z(1.1);
                motes.push(door.faded(1.0 - progress));
            }
            EffectKind::Blast { kind, tiles, .. } => push_blast(*kind, tiles, elapsed, motes),
            EffectKind::Lunge { .. } | EffectKind::Hit { .. } => {}
        }
    }
}

const WOOD: Colour = [255, 188, 96];

/// Changes per second of the flames on a burning actor.
const FLAME_RATE: f64 = 9.0;

/// Lists the flames on burning actors. They flicker only while ambient motion is on.
pub(in crate::app::stage) fn list_flames(
    shown: ShownRun,
    (clock, figures): (Res<AmbientClock>, Res<Figures>),
    (sprites, heroes): (Query<&GlyphSprite>, Query<Entity, With<Hero>>),
    mut motes: ResMut<Motes>,
) {
    let Some(view) = shown.view() else {
        return;
    };
    let beat = clock.0.map_or(0, |seconds| (seconds * FLAME_RATE) as i32);
    for (who, pos) in burning_actors(view) {
        let sprite = figures.entity(who, &heroes);
        let sprite = sprite.and_then(|entity| sprites.get(entity).ok());
        let at = sprite.map_or(to_vec2(pos), |sprite| sprite.at);
        // Behind the actor, with a dark middle that its glyph can be read on.
        for (colour, opacity, side, z) in [
            ([255, 120, 30], 0.6, 2.2, 0.96),
            ([14, 8, 6], 0.9, 1.3, 0.97),
        ] {
            motes
                .0
                .push(Mote::halo(colour, at, opacity, side).with_z(z));
        }
        for (number, (x, y)) in [(-0.34, -0.2), (0.34, -0.14), (0.0, -0.5)]
            .iter()
            .enumerate()
        {
            let n = hash(pos + Pos::new(number as i32 * 41, beat * 13));
            let rise = (n % 64) as f32 / 400.0;
            let fg = blend([255, 224, 120], [255, 130, 40], (n / 64 % 64) as f32 / 63.0);
            let flame = to_glyph(if n.is_multiple_of(3) { '*' } else { '^' });
            let at = at + Vec2::new(*x, y - rise);
            motes.0.push(Mote::new(flame, fg, at));
        }
    }
}

/// A projectile with a trail of halos; a bolt is itself a halo.
fn push_flight(path: &[Pos], glyph: Glyph, colour: Colour, progress: f32, motes: &mut Vec<Mote>) {
    let last = path.len() - 1;
    let position = |distance: f32| {
        let distance = distance.clamp(0.0, last as f32);
        let before = distance as usize;
        let (from, to) = (path[before], path[(before + 1).min(last)]);
        to_vec2(from).lerp(to_vec2(to), distance.fract())
    };
    let distance = progress * last as f32;
    let is_bolt = glyph == Drawn::Halo.glyph();
    for number in 1..6u8 {
        let number = f32::from(number);
        let opacity = (0.55 - number * 0.1) * if is_bolt { 1.0 } else { 0.5 };
        if distance >= number * 0.4 {
            motes.push(Mote::halo(
                colour,
                position(distance - number * 0.4),
                opacity,
                1.0,
            ));
        }
    }
    if is_bolt {
        motes.push(Mote::halo(colour, position(distance), 0.9, 2.2));
        motes.push(Mote::halo([255; 3], position(distance), 1.0, 1.2));
    } else {
        motes.push(Mote::new(glyph, colour, position(distance)).with_z(1.5));
    }
}

/// Distance between two digits, and how far a number rises, in tiles.
const DIGIT_SPACING: f32 = 0.46;
const NUMBER_RISE: f32 = 1.1;

fn push_number(at: Pos, text: &str, colour: Colour, progress: f32, motes: &mut Vec<Mote>) {
    let eased = 1.0 - (1.0 - progress).powi(3);
    let opacity = ((1.0 - progress) * 3.0).min(1.0);
    let left = (text.chars().count() as f32 - 1.0) * DIGIT_SPACING / 2.0;
    for (index, digit) in text.chars().enumerate() {
        let x = index as f32 * DIGIT_SPACING - left;
        let at = to_vec2(at) + Vec2::new(x, -0.35 - NUMBER_RISE * eased);
        // A shadow below and to the right.
        for (offset, fg, z) in [(0.07, [10, 8, 12], 1.7), (0.0, colour, 1.8)] {
            let mote = Mote::new(to_glyph(digit), fg, at + offset);
            motes.push(mote.faded(opacity).with_z(z));
        }
    }
}

fn push_puff(at: Pos, colour: Colour, progress: f32, motes: &mut Vec<Mote>) {
    let eased = 1.0 - (1.0 - progress).powi(2);
    let opacity = 1.0 - progress;
    motes.push(Mote::halo(colour, to_vec2(at), 0.5 * opacity, 1.2 + eased));
    for part in 0..9 {
        let n = hash(Pos::new(at.x * 31 + part, at.y));
        let angle = (part as f32 + (n % 64) as f32 / 64.0) * std::f32::consts::TAU / 9.0;
        let distance = eased * (0.5 + (n / 64 % 64) as f32 / 90.0);
        let speck = to_glyph(if n.is_multiple_of(2) { '∙' } else { '·' });
        let at = to_vec2(at) + Vec2::from_angle(angle) * distance;
        motes.push(Mote::new(speck, colour, at).faded(opacity).with_z(1.4));
    }
}

/// The colours of a blast, hottest first.
const fn blast_colours(kind: BlastKind) -> [Colour; 3] {
    match kind {
        BlastKind::Fire => [[255, 250, 200], [255, 166, 40], [150, 30, 10]],
        BlastKind::Confusion => [[255, 210, 255], [226, 90, 226], [90, 30, 120]],
        BlastKind::Darkness => [[60, 40, 90], [24, 16, 44], [6, 4, 12]],
        BlastKind::Vapour => [[226, 250, 250], [140, 190, 200], [60, 84, 96]],
    }
}

fn push_blast(kind: BlastKind, tiles: &[(Pos, f32)], elapsed: Duration, motes: &mut Vec<Mote>) {
    let [hot, warm, cold] = blast_colours(kind);
    let front = blast_front(elapsed);
    for (pos, distance) in tiles {
        let heat = blast_heat(kind, *distance, elapsed);
        if heat <= 0.0 {
            continue;
        }
        let colour = if heat > 0.6 {
            blend(warm, hot, (heat - 0.6) / 0.4)
        } else {
            blend(cold, warm, heat / 0.6)
        };
        let is_fire = matches!(kind, BlastKind::Fire);
        // A cloud drifts as it thins out.
        let (opacity, drift) = if is_fire {
            ((heat * 1.1).min(0.9), Vec2::ZERO)
        } else {
            let turn = elapsed.as_secs_f32() * 1.8 + (hash(*pos) % 64) as f32 / 10.0;
            (heat.min(0.6), Vec2::from_angle(turn) * 0.35)
        };
        // Behind the actors, who are not hidden.
        motes.push(Mote::halo(colour, to_vec2(*pos) + drift, opacity, 1.9).with_z(0.95));
        // The glyphs change every 80 ms.
        let n = hash(*pos + Pos::new((elapsed.as_millis() / 80) as i32 * 17, 0));
        let is_front = (front - distance).abs() < 0.9;
        if is_front || is_fire && !n.is_multiple_of(3) && heat > 0.25 {
            let mark = match kind {
                BlastKind::Fire => ['^', '*', '♠'][n as usize / 3 % 3],
                BlastKind::Confusion => ['~', '?', '*'][n as usize / 3 % 3],
                BlastKind::Darkness => '░',
                BlastKind::Vapour => '°',
            };
            let fg = blend(colour, hot, if is_front { 0.8 } else { 0.3 });
            let mote = Mote::new(to_glyph(mark), fg, to_vec2(*pos)).with_z(1.4);
            motes.push(mote.faded((heat * 1.4).min(1.0)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::Run;
    use crate::app::stage::level::known_map;
    use crate::rng::Seed;

    #[test]
    fn light_goes_outward_step_by_step_and_leaves_a_trail() {
        let run = Run::new(Seed(7), None).unwrap();
        let view = run.game().view();
        let from = view.player().pos;
        let wave = LightWave {
            tiles: tiles_in_reach(&known_map(view), from, CONDUIT_REACH),
            start: Duration::ZERO,
            trail: CONDUIT_TRAIL,
        };
        assert!(wave.tiles.len() > 5);
        assert!(wave.tiles.is_sorted_by_key(|(_, steps)| *steps));
        for (pos, _) in &wave.tiles {
            assert!(view.tile(*pos).is_some_and(|tile| tile.tile.is_walkable()));
        }
        let glow = |secs: f32| wave.glow(Duration::from_secs_f32(secs)).collect::<Vec<_>>();
        let passed = |secs: f32| {
            let effects = Effects {
                wave: Some(LightWave {
                    tiles: wave.tiles.clone(),
                    ..wave
                }),
                now: Duration::from_secs_f32(secs),
                ..Effects::default()
            };
            effects.wave_tiles(view.size()).unwrap().len()
        };
        assert_eq!((passed(0.0), passed(9.0)), (1, wave.tiles.len()));
        assert!(Effects::default().wave_tiles(view.size()).is_none());
        assert_eq!(glow(0.0), [(from, 1.0)]);
        assert!(glow(0.1).len() > 1);
        assert!(
            glow(0.1)
                .iter()
                .all(|(pos, glow)| *glow < 1.0 || *pos != from)
        );
        assert!(glow(40.0).is_empty());
        assert!(wave.is_over(Duration::from_secs(40)));
    }
}
