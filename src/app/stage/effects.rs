//! What is shown for a moment: the effects of the turns that were taken, and light that runs out from
//! a solved conduit or the Everlamp through the level, as far as it is known. Any key ends them all.

use std::time::Duration;

use bevy::prelude::*;

use super::ambient::Drift;
use super::figures::Figures;
use super::motes::{Mote, Motes};
use super::reveal::Reveal;
use super::scene::Ground;
use super::shown::ShownRun;
use super::timeline::{self, BLOW, Effect, MARKED, What, front, heat, vec};
use super::turn::TurnTaken;
use crate::app::dungeon::paint::hash;
use crate::app::glyph::{Drawn, Glyph, GlyphSprite, Motion};
use crate::app::input::ActionQueue;
use crate::app::light::{Light, Source};
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::player::Hero;
use crate::app::settings::Settings;
use crate::game::{ActorId, BlastKind, Condition, GameEvent, View};
use crate::geom::{Pos, Size};
use crate::map::distance::DistanceMap;
use crate::map::{Map, Steps, Tile, TileSet};

/// Tiles that running light passes in a second.
const SPEED: f32 = 26.0;

/// Tiles behind its front that still glow: behind that of a conduit, and of the Everlamp.
const TRAIL: f32 = 14.0;
const EVERLAMP_TRAIL: f32 = 60.0;

/// How far it runs, in tiles.
const REACH: u16 = 60;
const EVERLAMP_REACH: u16 = 400;

/// Its light at the front.
const RUNNING: Light = [3.0, 2.0, 0.6];

/// The effects that are shown. Times are since start-up.
#[derive(Resource, Default)]
pub(super) struct Effects {
    /// Each with when its turn was taken.
    shown: Vec<(Duration, Effect)>,
    spread: Option<Spread>,
    now: Duration,
}

/// Light that runs through the level.
struct Spread {
    /// Each tile that light comes to, with the steps there.
    reach: Vec<(Pos, u16)>,
    began: Duration,
    trail: f32,
}

impl Spread {
    /// Steps that the front of the light has come.
    fn front(&self, now: Duration) -> f32 {
        now.saturating_sub(self.began).as_secs_f32() * SPEED
    }

    fn is_over(&self, now: Duration) -> bool {
        let farthest = self.reach.last().map_or(0, |(_, steps)| *steps);
        self.front(now) > f32::from(farthest) + self.trail
    }

    /// The tiles that glow, from 0 for hardly to 1 for the front.
    fn glow(&self, now: Duration) -> impl Iterator<Item = (Pos, f32)> {
        let front = self.front(now);
        self.reach.iter().filter_map(move |(pos, steps)| {
            let behind = front - f32::from(*steps);
            let glows = (0.0..self.trail).contains(&behind);
            glows.then_some((*pos, 1.0 - behind / self.trail))
        })
    }
}

impl Effects {
    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.shown.is_empty() && self.spread.is_none()
    }

    /// Whether anything flies, burns or strikes: all but numbers and puffs, which nobody waits for.
    #[cfg(not(target_family = "wasm"))]
    pub fn is_pressing(&self) -> bool {
        let lasts =
            |effect: &Effect| !matches!(effect.what, What::Number { .. } | What::Puff { .. });
        self.spread.is_some() || self.shown.iter().any(|(_, effect)| lasts(effect))
    }

    /// Those that are shown now, with the share of each that has passed.
    fn playing(&self) -> impl Iterator<Item = (&Effect, Duration, f32)> {
        self.shown.iter().filter_map(|(began, effect)| {
            let at = self.now.saturating_sub(*began);
            Some((effect, at.saturating_sub(effect.start), effect.share(at)?))
        })
    }

    /// The light that they give.
    pub fn sources(&self) -> impl Iterator<Item = Source> {
        let shown = self.shown.iter();
        shown.filter_map(|(began, effect)| effect.shine(self.now.saturating_sub(*began)))
    }

    /// The tiles that running light has come to; `None` where none runs, or no more.
    pub fn passed(&self, size: Size) -> Option<TileSet> {
        let spread = self.spread.as_ref()?;
        let mut passed = TileSet::new(size);
        let front = spread.front(self.now);
        for (pos, steps) in &spread.reach {
            passed.set(*pos, f32::from(*steps) <= front);
        }
        Some(passed)
    }

    /// The light that runs through the level.
    pub fn running(&self) -> impl Iterator<Item = (Pos, Light)> {
        let spread = self.spread.iter();
        let glow = spread.flat_map(|spread| spread.glow(self.now));
        glow.map(|(pos, share)| (pos, RUNNING.map(|channel| channel * share)))
    }

    /// How much somebody is marked as hit, from 0 to 1.
    pub fn mark(&self, id: ActorId) -> f32 {
        let marks = self.playing().filter_map(|(effect, _, share)| {
            let is_it = matches!(effect.what, What::Struck { who, .. } if who == id);
            is_it.then_some(1.0 - share)
        });
        marks.fold(0.0, f32::max)
    }

    /// The time since start-up, as long as any is shown.
    pub fn now(&self) -> Option<Duration> {
        (!self.is_empty()).then_some(self.now)
    }

    /// When the effects of the turn that is taken now reach a tile, if one does.
    pub fn reach(&self, pos: Pos) -> Option<Duration> {
        let new = self.shown.iter().filter(|(began, _)| *began == self.now);
        let times = new.filter_map(|(began, effect)| Some(*began + effect.reaches(pos)?));
        times.min()
    }

    /// Ends them all.
    fn finish(&mut self) {
        self.shown.clear();
        self.spread = None;
    }
}

/// The tiles that are known to be open, around a wall or a tile that light comes from, the nearest first.
fn reach(map: &Map, from: Pos, farthest: u16) -> Vec<(Pos, u16)> {
    let mut open = TileSet::of(&map.tiles, Tile::is_walkable);
    open.insert(from);
    let mut distances = DistanceMap::default();
    distances.measure(&open, Steps::Four, &[from], farthest.into());
    let steps = |pos: Pos| distances.get(pos).map(|steps| (pos, steps as u16));
    let mut reach: Vec<_> = open.iter().filter_map(steps).collect();
    reach.sort_by_key(|(_, steps)| *steps);
    reach
}

/// Ends all effects when anything is asked for: nobody waits for them.
pub(super) fn finish(
    queue: Res<ActionQueue>,
    (mut effects, mut reveal): (ResMut<Effects>, ResMut<Reveal>),
    mut motions: Query<&mut Motion>,
) {
    if queue.is_empty() {
        return;
    }
    if !effects.is_empty() {
        effects.finish();
        for mut motion in &mut motions {
            motion.cancel_nudge();
        }
    }
    if !reveal.is_over() {
        reveal.finish();
    }
}

/// Begins what the turns of this frame call for.
pub(super) fn begin(
    shown: ShownRun,
    (time, settings): (Res<Time<Real>>, Option<Res<Settings>>),
    mut turns: MessageReader<TurnTaken>,
    (ground, figures): (Res<Ground>, Res<Figures>),
    mut motions: Query<(&mut Motion, Has<Hero>)>,
    mut effects: ResMut<Effects>,
) {
    let now = time.elapsed();
    let (Some(view), Some(level)) = (shown.view(), &ground.0) else {
        return;
    };
    if settings.is_some_and(|settings| settings.is_still()) {
        turns.clear();
        return;
    }
    effects.now = now;
    for turn in turns.read() {
        let arrives = |event: &GameEvent| matches!(event, GameEvent::Arrived { .. });
        if turn.events.iter().any(arrives) {
            // What happened on another level is not seen on this one.
            effects.finish();
            continue;
        }
        for effect in timeline::of(turn, view, &level.map) {
            match effect.what {
                What::Lunge { who, towards } => {
                    let moves = |motion: &mut Motion| {
                        motion.lunge(towards * 0.42, now + effect.start, BLOW);
                    };
                    figures.with(who, &mut motions, moves);
                    continue;
                }
                What::Struck {
                    who,
                    from: Some(from),
                } => {
                    let moves = |motion: &mut Motion| {
                        motion.lunge(from * 0.16, now + effect.start, MARKED);
                    };
                    figures.with(who, &mut motions, moves);
                }
                _ => {}
            }
            effects.shown.push((now, effect));
        }
        for event in &turn.events {
            let trail = match event {
                GameEvent::VaultOpened { .. } => (REACH, TRAIL),
                GameEvent::Won => (EVERLAMP_REACH, EVERLAMP_TRAIL),
                _ => continue,
            };
            if let Some(vault) = view.vault() {
                effects.spread = Some(Spread {
                    reach: reach(&level.map, vault.lever, trail.0),
                    began: now,
                    trail: trail.1,
                });
            }
        }
    }
}

/// Moves them on until they are over, and asks for frames until then.
pub(super) fn advance(
    time: Res<Time<Real>>,
    mut effects: ResMut<Effects>,
    mut wake: MessageWriter<Wake>,
) {
    let now = time.elapsed();
    effects.now = now;
    let goes_on = |(began, effect): &(Duration, Effect)| now < *began + effect.end();
    effects.shown.retain(goes_on);
    if effects
        .spread
        .as_ref()
        .is_some_and(|spread| spread.is_over(now))
    {
        effects.spread = None;
    }
    wake.write(Wake(FRAME));
}

/// Lists what flies, rises and burns.
pub(super) fn list(effects: Res<Effects>, mut motes: ResMut<Motes>) {
    for (effect, passed, share) in effects.playing() {
        match &effect.what {
            What::Flight {
                path,
                glyph,
                colour,
                ..
            } => flight(path, *glyph, *colour, share, &mut motes.0),
            What::Number { at, text, colour } => number(*at, text, *colour, share, &mut motes.0),
            What::Puff { at, colour } => puff(*at, *colour, share, &mut motes.0),
            What::Ghost { at, glyph, colour } => {
                motes.0.push(plain(*glyph, *colour, vec(*at), 1.0));
            }
            What::Door { at, was_open } => motes.0.push(Mote {
                opacity: 1.0 - share,
                ..plain(door(*was_open), WOOD, vec(*at), 1.1)
            }),
            What::Blast { kind, tiles, .. } => blast(*kind, tiles, passed, &mut motes.0),
            What::Lunge { .. } | What::Struck { .. } => {}
        }
    }
}

const WOOD: [u8; 3] = [255, 188, 96];

fn door(is_open: bool) -> Glyph {
    if is_open {
        Drawn::DoorAjar.glyph()
    } else {
        Glyph::of('+').unwrap_or_default()
    }
}

/// Who is seen to burn, and where.
pub(super) fn burning(view: View<'_>) -> impl Iterator<Item = (ActorId, Pos)> {
    let burns = view.condition(Condition::Burning) > 0;
    let me = burns.then_some((ActorId::PLAYER, view.player().pos));
    let others = view.actors().filter(|actor| actor.burns && actor.in_sight);
    me.into_iter()
        .chain(others.map(|actor| (actor.id, actor.pos)))
}

/// How often the flames of whoever burns change in a second.
const LICKS: f64 = 9.0;

/// Shows the flames of whoever burns, for as long as they do. They flicker where things may move by
/// themselves.
pub(super) fn burn(
    shown: ShownRun,
    (drift, figures): (Res<Drift>, Res<Figures>),
    sprites: Query<(&GlyphSprite, Has<Hero>)>,
    mut motes: ResMut<Motes>,
) {
    let Some(view) = shown.view() else {
        return;
    };
    let beat = drift.0.map_or(0, |seconds| (seconds * LICKS) as i32);
    for (who, pos) in burning(view) {
        let at = figures.drawn(who, &sprites).unwrap_or(vec(pos));
        motes.0.push(halo([255, 120, 30], at, 0.5, 1.9));
        for (number, (x, y)) in [(-0.34, -0.2), (0.34, -0.14), (0.0, -0.5)]
            .iter()
            .enumerate()
        {
            let n = hash(pos + Pos::new(number as i32 * 41, beat * 13));
            let lick = (n % 64) as f32 / 400.0;
            let fg = blend([255, 224, 120], [255, 130, 40], (n / 64 % 64) as f32 / 63.0);
            let flame = Glyph::of(if n.is_multiple_of(3) { '*' } else { '^' }).unwrap_or_default();
            let at = at + Vec2::new(*x, y - lick);
            motes.0.push(plain(flame, fg, at, 1.3));
        }
    }
}

fn plain(glyph: Glyph, fg: [u8; 3], at: Vec2, z: f32) -> Mote {
    Mote {
        glyph,
        fg,
        at,
        opacity: 1.0,
        side: 1.0,
        z,
    }
}

/// A soft spot of light.
pub(super) fn halo(fg: [u8; 3], at: Vec2, opacity: f32, side: f32) -> Mote {
    Mote {
        opacity,
        side,
        ..plain(Drawn::Halo.glyph(), fg, at, 1.3)
    }
}

fn flight(path: &[Pos], glyph: Glyph, colour: [u8; 3], share: f32, motes: &mut Vec<Mote>) {
    let last = path.len() - 1;
    let place = |way: f32| {
        let way = way.clamp(0.0, last as f32);
        let before = way as usize;
        vec(path[before]).lerp(vec(path[(before + 1).min(last)]), way.fract())
    };
    let way = share * last as f32;
    let glows = glyph == Drawn::Halo.glyph();
    for behind in 1..6u8 {
        let far = f32::from(behind);
        let opacity = (0.55 - far * 0.1) * if glows { 1.0 } else { 0.5 };
        if way >= far * 0.4 {
            motes.push(halo(colour, place(way - far * 0.4), opacity, 1.0));
        }
    }
    if glows {
        motes.push(halo(colour, place(way), 0.9, 2.2));
        motes.push(halo([255; 3], place(way), 1.0, 1.2));
    } else {
        motes.push(plain(glyph, colour, place(way), 1.5));
    }
}

/// Distance between two digits, and how far a number rises, in tiles.
const DIGIT: f32 = 0.46;
const RISE: f32 = 1.1;

fn number(at: Pos, text: &str, colour: [u8; 3], share: f32, motes: &mut Vec<Mote>) {
    let eased = 1.0 - (1.0 - share).powi(3);
    let opacity = ((1.0 - share) * 3.0).min(1.0);
    let left = (text.chars().count() as f32 - 1.0) * DIGIT / 2.0;
    for (index, digit) in text.chars().enumerate() {
        let place = vec(at) + Vec2::new(index as f32 * DIGIT - left, -0.35 - RISE * eased);
        let glyph = Glyph::of(digit).unwrap_or_default();
        for (offset, fg, z) in [(0.07, [10, 8, 12], 1.7), (0.0, colour, 1.8)] {
            motes.push(Mote {
                opacity,
                ..plain(glyph, fg, place + offset, z)
            });
        }
    }
}

fn puff(at: Pos, colour: [u8; 3], share: f32, motes: &mut Vec<Mote>) {
    let eased = 1.0 - (1.0 - share).powi(2);
    let left = 1.0 - share;
    motes.push(halo(colour, vec(at), 0.5 * left, 1.2 + eased));
    for part in 0..9 {
        let n = hash(Pos::new(at.x * 31 + part, at.y));
        let angle = (part as f32 + (n % 64) as f32 / 64.0) * std::f32::consts::TAU / 9.0;
        let far = eased * (0.5 + (n / 64 % 64) as f32 / 90.0);
        let glyph = Glyph::of(if n.is_multiple_of(2) { '∙' } else { '·' }).unwrap_or_default();
        motes.push(Mote {
            opacity: left,
            ..plain(glyph, colour, vec(at) + Vec2::from_angle(angle) * far, 1.4)
        });
    }
}

/// The colours of a blast, from its front to where it fades.
const fn hues(kind: BlastKind) -> [[u8; 3]; 3] {
    match kind {
        BlastKind::Fire => [[255, 250, 200], [255, 166, 40], [150, 30, 10]],
        BlastKind::Confusion => [[255, 210, 255], [226, 90, 226], [90, 30, 120]],
        BlastKind::Darkness => [[60, 40, 90], [24, 16, 44], [6, 4, 12]],
        BlastKind::Vapour => [[226, 250, 250], [140, 190, 200], [60, 84, 96]],
    }
}

fn blast(kind: BlastKind, tiles: &[(Pos, f32)], passed: Duration, motes: &mut Vec<Mote>) {
    let [first, middle, last] = hues(kind);
    let front = front(passed);
    for (pos, far) in tiles {
        let heat = heat(kind, *far, passed);
        if heat <= 0.0 {
            continue;
        }
        let colour = if heat > 0.6 {
            blend(middle, first, (heat - 0.6) / 0.4)
        } else {
            blend(last, middle, heat / 0.6)
        };
        motes.push(halo(colour, vec(*pos), (heat * 1.1).min(0.9), 1.9));
        // The flames themselves change place a dozen times a second.
        let n = hash(*pos + Pos::new((passed.as_millis() / 80) as i32 * 17, 0));
        let is_front = (front - far).abs() < 0.9;
        if is_front || !n.is_multiple_of(3) && heat > 0.25 {
            let mark = match kind {
                BlastKind::Fire => ['^', '*', '♠'][n as usize / 3 % 3],
                BlastKind::Confusion => ['~', '?', '*'][n as usize / 3 % 3],
                BlastKind::Darkness => '░',
                BlastKind::Vapour => '°',
            };
            let fg = blend(colour, first, if is_front { 0.8 } else { 0.3 });
            motes.push(Mote {
                opacity: (heat * 1.4).min(1.0),
                ..plain(Glyph::of(mark).unwrap_or_default(), fg, vec(*pos), 1.4)
            });
        }
    }
}

/// A colour at a share of the way from one to another.
pub(super) fn blend(from: [u8; 3], to: [u8; 3], share: f32) -> [u8; 3] {
    std::array::from_fn(|i| {
        (f32::from(from[i]) + (f32::from(to[i]) - f32::from(from[i])) * share) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::super::scene::known;
    use super::*;
    use crate::app::stage::Run;
    use crate::rng::Seed;

    #[test]
    fn light_goes_outward_step_by_step_and_leaves_a_trail() {
        let run = Run::new(Seed(7), None).unwrap();
        let view = run.game().view();
        let from = view.player().pos;
        let spread = Spread {
            reach: reach(&known(view), from, REACH),
            began: Duration::ZERO,
            trail: TRAIL,
        };
        assert!(spread.reach.len() > 5);
        assert!(spread.reach.is_sorted_by_key(|(_, steps)| *steps));
        for (pos, _) in &spread.reach {
            assert!(view.tile(*pos).is_some_and(|tile| tile.tile.is_walkable()));
        }
        let glow = |secs: f32| {
            spread
                .glow(Duration::from_secs_f32(secs))
                .collect::<Vec<_>>()
        };
        let passed = |secs: f32| {
            let effects = Effects {
                spread: Some(Spread {
                    reach: spread.reach.clone(),
                    ..spread
                }),
                now: Duration::from_secs_f32(secs),
                ..Effects::default()
            };
            effects.passed(view.size()).unwrap().len()
        };
        assert_eq!((passed(0.0), passed(9.0)), (1, spread.reach.len()));
        assert!(Effects::default().passed(view.size()).is_none());
        assert_eq!(glow(0.0), [(from, 1.0)]);
        assert!(glow(0.1).len() > 1);
        assert!(
            glow(0.1)
                .iter()
                .all(|(pos, glow)| *glow < 1.0 || *pos != from)
        );
        assert!(glow(40.0).is_empty());
        assert!(spread.is_over(Duration::from_secs(40)));
    }
}
