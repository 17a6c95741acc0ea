//! The effects of a turn, each with its start time after the turn, so that the events of one turn are seen one after
//! another.

use std::time::Duration;

use bevy::math::Vec2;

use crate::app::glyph::{Drawn, Glyph};
use crate::app::light::{Light, Source};
use crate::app::stage::look::{self, Colour, to_vec2};
use crate::app::stage::present::Visual;
use crate::app::stage::runs::turn::TurnTaken;
use crate::game::content::{MonsterKind, Sort};
use crate::game::{ActorId, BlastKind, EventActor, Perception, Projectile, View};
use crate::geom::{Pos, Rect};
use crate::map::{Map, fov, line};

/// Something that is shown for a while after a turn.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Effect {
    /// Delay after the turn was taken.
    pub start: Duration,
    pub duration: Duration,
    pub kind: EffectKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum EffectKind {
    /// A projectile that crosses these tiles.
    Flight {
        path: Vec<Pos>,
        glyph: Glyph,
        colour: Colour,
        /// The light it gives, and its radius in tiles.
        light: Option<(Light, i32)>,
    },
    /// An actor that strikes at a neighbour, in this direction.
    Lunge { who: ActorId, towards: Vec2 },
    /// An actor that was hit; pushed in the direction of the blow if that is known.
    Hit { who: ActorId, push: Option<Vec2> },
    /// A number that rises from a tile.
    Number {
        at: Pos,
        sign: &'static str,
        amount: i32,
        colour: Colour,
    },
    /// A cloud where an actor disappears or appears.
    Puff { at: Pos, colour: Colour },
    /// A sprite for a monster that has already left the level, until its death is shown.
    Ghost {
        at: Pos,
        glyph: Glyph,
        colour: Colour,
    },
    /// A door that swings; it fades from how it was before.
    Door { at: Pos, was_open: bool },
    /// A ring that spreads from a centre.
    Blast {
        kind: BlastKind,
        center: Pos,
        radius: u32,
        /// The tiles it reaches, with their distances from the centre.
        tiles: Vec<(Pos, f32)>,
    },
}

/// Time in which a projectile crosses a tile, and in which a blast spreads by one.
const FLIGHT_TIME: Duration = Duration::from_millis(22);
const BLAST_TIME: Duration = Duration::from_millis(45);
/// How long each tile of a blast burns, or of a cloud stays in it, after the front has passed.
const BURN_DURATION: Duration = Duration::from_millis(420);
const CLOUD_DURATION: Duration = Duration::from_millis(1600);
/// A blow, and the time after its start at which it lands.
pub(super) const BLOW_DURATION: Duration = Duration::from_millis(150);
const BLOW_IMPACT: Duration = Duration::from_millis(60);
pub(super) const HIT_DURATION: Duration = Duration::from_millis(140);
/// Between the starts of two blows of the same turn.
const BLOW_INTERVAL: Duration = Duration::from_millis(80);
const NUMBER_DURATION: Duration = Duration::from_millis(720);
const DOOR_DURATION: Duration = Duration::from_millis(180);
const PUFF_DURATION: Duration = Duration::from_millis(360);

const DAMAGE: Colour = [255, 232, 150];
const DAMAGE_TO_PLAYER: Colour = [255, 120, 92];
const HEALING: Colour = [128, 240, 150];
const MAGIC: Colour = [170, 190, 255];

/// Builds the effects of a turn from what is seen of it; `view` and `map` are those after it.
pub(super) fn build_effects(
    visuals: &[Visual],
    turn: &TurnTaken,
    view: View<'_>,
    map: &Map,
) -> Vec<Effect> {
    let mut queue = EffectQueue {
        turn,
        view,
        map,
        now: Duration::ZERO,
        effects: Vec::new(),
    };
    for visual in visuals {
        queue.add(*visual);
    }
    queue.effects
}

struct EffectQueue<'a> {
    turn: &'a TurnTaken,
    view: View<'a>,
    map: &'a Map,
    /// When the next event is shown, after the turn was taken.
    now: Duration,
    effects: Vec<Effect>,
}

impl EffectQueue<'_> {
    fn push(&mut self, start: Duration, duration: Duration, kind: EffectKind) {
        self.effects.push(Effect {
            start,
            duration,
            kind,
        });
    }

    fn add(&mut self, visual: Visual) {
        match visual {
            Visual::Flight { what, from, to } => self.add_flight(what, from, to),
            Visual::Blow { by, at, damage } => self.add_blow(by, at, damage),
            Visual::Wound { who, damage } => {
                if let Some(at) = self.seen_at(who) {
                    self.add_damage(who.id, at, damage, None, self.now);
                    self.now += BLOW_INTERVAL / 2;
                }
            }
            Visual::Healing { who, amount } => {
                if let Some(at) = self.seen_at(who) {
                    self.add_number(at, ("+", amount), HEALING, self.now);
                }
            }
            Visual::Teleport { from, to } => {
                for at in [from, to] {
                    let puff = EffectKind::Puff { at, colour: MAGIC };
                    self.push(self.now, PUFF_DURATION, puff);
                }
            }
            Visual::Death { who, kind, at } => {
                if let Some(at) = at.or_else(|| self.turn.position(who)) {
                    self.add_death(kind, at);
                }
            }
            Visual::Door { at, was_open } => self.add_door(at, was_open),
            Visual::Blast {
                kind,
                center,
                radius,
            } => self.add_blast(kind, center, radius),
            // These concern the whole level, not a moment of the turn.
            Visual::Arrival | Visual::VaultLight | Visual::EverlampLight => {}
        }
    }

    /// The position of an actor, if the player saw it.
    fn seen_at(&self, who: EventActor) -> Option<Pos> {
        (who.perception == Perception::Seen)
            .then(|| self.turn.position(who.id))
            .flatten()
    }

    fn add_flight(&mut self, projectile: Projectile, from: Pos, to: Pos) {
        let solid = |pos: Pos| !self.map.is_walkable(pos);
        let path: Vec<Pos> = line::bolt(from, to, solid).collect();
        if path.len() < 2 || !path.iter().any(|pos| self.view.in_sight(*pos)) {
            return;
        }
        let (glyph, colour, light) = match projectile {
            Projectile::Item(item) | Projectile::Arrow(item) => {
                let light = match self.view.sort(item.kind) {
                    Sort::FirePot => Some(([2.6, 1.1, 0.2], 6)),
                    Sort::Potion => Some(([0.3, 0.7, 1.0], 3)),
                    _ => None,
                };
                let (glyph, colour) = look::item_appearance(self.view, item.kind);
                (glyph, colour, light)
            }
            Projectile::Bolt => (
                Drawn::Halo.glyph(),
                [200, 226, 255],
                Some(([1.0, 1.8, 4.2], 7)),
            ),
            Projectile::Shot => (
                arrow_glyph(to - from),
                [236, 226, 196],
                Some(([0.8, 0.7, 0.45], 2)),
            ),
        };
        let duration = FLIGHT_TIME * path.len() as u32;
        let flight = EffectKind::Flight {
            path,
            glyph,
            colour,
            light,
        };
        self.push(self.now, duration, flight);
        self.now += duration;
    }

    /// A blow that hit for some damage or missed. Actors lunge only at their neighbours.
    fn add_blow(&mut self, by: EventActor, at: EventActor, damage: Option<i32>) {
        let (from, to) = (self.seen_at(by), self.seen_at(at));
        let beside = from.zip(to).filter(|(from, to)| {
            let around = Rect::between(*from, *from).grown(1);
            from != to && around.contains(*to)
        });
        let mut impact = self.now;
        let mut push = None;
        if let Some((from, to)) = beside {
            let towards = to_vec2(to) - to_vec2(from);
            let who = by.id;
            self.push(self.now, BLOW_DURATION, EffectKind::Lunge { who, towards });
            impact += BLOW_IMPACT;
            push = Some(towards);
        }
        if let (Some(to), Some(damage)) = (to, damage) {
            self.add_damage(at.id, to, damage, push, impact);
        }
        if from.is_some() || to.is_some() {
            self.now += BLOW_INTERVAL;
        }
    }

    fn add_damage(
        &mut self,
        who: ActorId,
        at: Pos,
        damage: i32,
        push: Option<Vec2>,
        start: Duration,
    ) {
        self.push(start, HIT_DURATION, EffectKind::Hit { who, push });
        let (sign, colour) = if who == ActorId::PLAYER {
            ("-", DAMAGE_TO_PLAYER)
        } else {
            ("", DAMAGE)
        };
        if damage > 0 {
            self.add_number(at, (sign, damage), colour, start);
        }
    }

    /// Adds a number, or adds to that of the same tile in this turn: two would cover each other.
    fn add_number(
        &mut self,
        at: Pos,
        (sign, amount): (&'static str, i32),
        colour: Colour,
        start: Duration,
    ) {
        for effect in &mut self.effects {
            if let EffectKind::Number {
                at: other_at,
                sign: other_sign,
                amount: sum,
                ..
            } = &mut effect.kind
                && (*other_at, *other_sign) == (at, sign)
            {
                *sum += amount;
                return;
            }
        }
        let number = EffectKind::Number {
            at,
            sign,
            amount,
            colour,
        };
        self.push(start, NUMBER_DURATION, number);
    }

    /// Shows a dead monster until the blow that kills it, then a puff.
    fn add_death(&mut self, kind: MonsterKind, at: Pos) {
        let def = self.view.content().monster(kind);
        let (glyph, colour) = look::monster_appearance(def);
        let ghost = EffectKind::Ghost { at, glyph, colour };
        self.push(Duration::ZERO, self.now, ghost);
        self.push(self.now, PUFF_DURATION, EffectKind::Puff { at, colour });
    }

    fn add_door(&mut self, at: Pos, was_open: bool) {
        let door = EffectKind::Door { at, was_open };
        self.push(self.now, DOOR_DURATION, door);
    }

    fn add_blast(&mut self, kind: BlastKind, center: Pos, radius: u32) {
        let mut tiles = Vec::new();
        fov::visible(self.map, center, radius, |pos| {
            let offset = pos - center;
            let distance = ((offset.x * offset.x + offset.y * offset.y) as f32).sqrt();
            let is_open = self.map.is_walkable(pos);
            if is_open && self.view.in_sight(pos) && distance <= radius as f32 + 0.5 {
                tiles.push((pos, distance));
            }
        });
        if tiles.is_empty() {
            return;
        }
        let spread = BLAST_TIME * radius;
        let blast = EffectKind::Blast {
            kind,
            center,
            radius,
            tiles,
        };
        self.push(self.now, spread + blast_duration(kind), blast);
        self.now += spread / 2;
    }
}

/// Distance in tiles of a blast's front from its centre, `elapsed` after its start.
pub(super) fn blast_front(elapsed: Duration) -> f32 {
    elapsed.as_secs_f32() / BLAST_TIME.as_secs_f32()
}

/// Heat of a blast at a distance from its centre: 1 as the front arrives, falling to 0 behind it.
pub(super) fn blast_heat(kind: BlastKind, distance: f32, elapsed: Duration) -> f32 {
    let since = (blast_front(elapsed) - distance) * BLAST_TIME.as_secs_f32();
    if since < 0.0 {
        0.0
    } else {
        (1.0 - since / blast_duration(kind).as_secs_f32()).max(0.0)
    }
}

const fn blast_duration(kind: BlastKind) -> Duration {
    match kind {
        BlastKind::Fire => BURN_DURATION,
        _ => CLOUD_DURATION,
    }
}

/// Times are since the turn was taken.
impl Effect {
    /// The share of its duration that has elapsed, below 1; `None` before its start and after its end.
    pub fn progress(&self, now: Duration) -> Option<f32> {
        let elapsed = now.checked_sub(self.start)?;
        (elapsed < self.duration).then(|| elapsed.as_secs_f32() / self.duration.as_secs_f32())
    }

    pub fn end(&self) -> Duration {
        self.start + self.duration
    }

    /// When a blast reaches a tile, or another effect appears there.
    pub fn arrival_at(&self, pos: Pos) -> Option<Duration> {
        match &self.kind {
            EffectKind::Blast { tiles, .. } => {
                let distance = tiles.iter().find(|(tile, _)| *tile == pos)?.1;
                Some(self.start + BLAST_TIME.mul_f32(distance))
            }
            EffectKind::Number { at, .. } | EffectKind::Puff { at, .. } => {
                (*at == pos).then_some(self.start)
            }
            _ => None,
        }
    }

    /// The light that it gives.
    pub fn light_source(&self, now: Duration) -> Option<Source> {
        let progress = self.progress(now)?;
        match &self.kind {
            EffectKind::Flight {
                path,
                light: Some((light, radius)),
                ..
            } => {
                let step = (progress * path.len() as f32) as usize;
                let at = path[step.min(path.len() - 1)];
                Some(Source::around(at, *light, *radius))
            }
            EffectKind::Blast {
                kind,
                center,
                radius,
                ..
            } => {
                let light = match kind {
                    BlastKind::Fire => [5.6, 2.2, 0.4],
                    BlastKind::Confusion => [1.6, 0.4, 1.8],
                    BlastKind::Vapour => [0.5, 0.9, 0.9],
                    BlastKind::Darkness => return None,
                };
                let rise = (progress * 6.0).min(1.0);
                let strength = rise * (1.0 - progress).powf(1.4);
                let light = light.map(|channel| channel * strength);
                Some(Source::around(*center, light, *radius as i32 + 5))
            }
            _ => None,
        }
    }
}

/// The glyph for an arrow that flies in a direction.
fn arrow_glyph(offset: Pos) -> Glyph {
    let (x, y) = (offset.x.abs(), offset.y.abs());
    let mark = if 2 * y < x {
        '-'
    } else if 2 * x < y {
        '|'
    } else if (offset.x > 0) == (offset.y > 0) {
        '\\'
    } else {
        '/'
    };
    look::to_glyph(mark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::Run;
    use crate::app::stage::level::known_map;
    use crate::game::{Cause, FightEvent, GameEvent};
    use crate::rng::Seed;

    #[test]
    fn a_cloud_stays_for_longer_than_fire() {
        let heat = |kind| blast_heat(kind, 1.0, Duration::from_secs(1));
        assert_eq!(heat(BlastKind::Fire), 0.0);
        for kind in [BlastKind::Confusion, BlastKind::Darkness, BlastKind::Vapour] {
            assert!(heat(kind) > 0.3, "{kind:?}");
        }
    }

    #[test]
    fn the_numbers_of_a_tile_are_added_up_and_none_is_shown_for_nothing() {
        let run = Run::new(Seed(7), None).unwrap();
        let view = run.game().view();
        let me = view.player().pos;
        let hurt = |damage| {
            GameEvent::Fight(FightEvent::Hurt {
                who: EventActor::PLAYER,
                damage,
                cause: Cause::Fire,
            })
        };
        let numbers = |events: Vec<GameEvent>| -> Vec<(Pos, i32)> {
            let turn = TurnTaken {
                events,
                positions: vec![(ActorId::PLAYER, me)],
            };
            let effects = build_effects(&turn.visuals(view), &turn, view, &known_map(view));
            let numbers = effects.into_iter().filter_map(|effect| match effect.kind {
                EffectKind::Number { at, amount, .. } => Some((at, amount)),
                _ => None,
            });
            numbers.collect()
        };
        assert_eq!(numbers(vec![hurt(3), hurt(0), hurt(4)]), [(me, 7)]);
        assert_eq!(numbers(vec![hurt(0)]), []);
    }

    #[test]
    fn a_blast_comes_to_what_is_farther_away_later_and_to_nothing_else() {
        let [near, far, beyond] = [1, 3, 9].map(|x| Pos::new(x, 0));
        let blast = Effect {
            start: BLOW_DURATION,
            duration: BURN_DURATION,
            kind: EffectKind::Blast {
                kind: BlastKind::Fire,
                center: Pos::default(),
                radius: 3,
                tiles: vec![(near, 1.0), (far, 3.0)],
            },
        };
        let after = |rings: f32| Some(BLOW_DURATION + BLAST_TIME.mul_f32(rings));
        assert_eq!(blast.arrival_at(near), after(1.0));
        assert_eq!(blast.arrival_at(far), after(3.0));
        assert_eq!(blast.arrival_at(beyond), None);
    }
}
