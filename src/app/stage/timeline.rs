//! What a turn looks like while it happens: its events, each with the time at which it is shown and
//! for how long, so that what happened at once is seen one after another. Knows no clock.

use std::time::Duration;

use bevy::math::Vec2;

use super::look::{self, Colour};
use super::turn::TurnTaken;
use crate::app::glyph::{Drawn, Glyph};
use crate::app::light::{Light, Source};
use crate::game::content::{Class, MonsterKind};
use crate::game::{ActorId, BlastKind, EventActor, GameEvent, Perception, Projectile, View};
use crate::geom::{Pos, Rect};
use crate::map::{Map, fov, line};

/// Something that is shown for a while.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Effect {
    /// From when on, since the turn was taken.
    pub start: Duration,
    pub length: Duration,
    pub what: What,
}

/// What is shown.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum What {
    /// Something crosses these tiles.
    Flight {
        path: Vec<Pos>,
        glyph: Glyph,
        colour: Colour,
        /// Its light, and how many tiles that reaches.
        shine: Option<(Light, i32)>,
    },
    /// Somebody strikes at a neighbour.
    Lunge { who: ActorId, towards: Vec2 },
    /// Somebody is hit, from a side if it is known.
    Struck { who: ActorId, from: Option<Vec2> },
    /// A number rises.
    Number {
        at: Pos,
        text: String,
        colour: Colour,
    },
    /// Somebody is gone.
    Puff { at: Pos, colour: Colour },
    /// Somebody is still seen whom the level no longer has.
    Ghost {
        at: Pos,
        glyph: Glyph,
        colour: Colour,
    },
    /// A door swings, and is seen as it was for a while.
    Door { at: Pos, was_open: bool },
    /// A ring that spreads over tiles, given with their distances.
    Blast {
        kind: BlastKind,
        center: Pos,
        radius: u32,
        tiles: Vec<(Pos, f32)>,
    },
}

/// The time that a missile takes for a tile, and a blast.
const PER_TILE: Duration = Duration::from_millis(22);
const PER_RING: Duration = Duration::from_millis(45);
/// How long a blast burns where it has come to.
const BURNS: Duration = Duration::from_millis(420);
/// A blow, and from its beginning to where it lands.
pub(super) const BLOW: Duration = Duration::from_millis(150);
const LANDS: Duration = Duration::from_millis(60);
/// How long one that is hit is marked.
pub(super) const MARKED: Duration = Duration::from_millis(140);
/// From one blow to the next of the same turn.
const NEXT: Duration = Duration::from_millis(80);
const RISES: Duration = Duration::from_millis(720);
const SWINGS: Duration = Duration::from_millis(180);
const PUFF: Duration = Duration::from_millis(360);

const DAMAGE: Colour = [255, 232, 150];
const DAMAGE_TO_ME: Colour = [255, 120, 92];
const HEALED: Colour = [128, 240, 150];
const MAGIC: Colour = [170, 190, 255];

/// The effects of a turn, for whoever sees the level as `view` and `map` have it after it.
pub(super) fn of(turn: &TurnTaken, view: View<'_>, map: &Map) -> Vec<Effect> {
    let mut line = Timeline {
        turn,
        view,
        map,
        at: Duration::ZERO,
        effects: Vec::new(),
    };
    for event in &turn.events {
        line.add(event);
    }
    line.effects
}

struct Timeline<'a> {
    turn: &'a TurnTaken,
    view: View<'a>,
    map: &'a Map,
    /// When the next event is shown.
    at: Duration,
    effects: Vec<Effect>,
}

impl Timeline<'_> {
    fn push(&mut self, start: Duration, length: Duration, what: What) {
        self.effects.push(Effect {
            start,
            length,
            what,
        });
    }

    fn add(&mut self, event: &GameEvent) {
        match *event {
            GameEvent::Flew { what, from, to } => self.flight(what, from, to),
            GameEvent::Hit { by, at, damage, .. } => self.blow(by, at, Some(damage)),
            GameEvent::Missed { by, at } => self.blow(by, at, None),
            GameEvent::Hurt { who, damage, .. } => {
                if let Some(at) = self.place(who) {
                    self.hurt(who, at, damage, None, self.at);
                    self.at += NEXT / 2;
                }
            }
            GameEvent::Healed { who, amount } if amount > 0 => {
                if let Some(at) = self.place(who) {
                    self.number(at, format!("+{amount}"), HEALED, self.at);
                }
            }
            GameEvent::Died { who, kind, pos, .. } if who.perception == Perception::Seen => {
                self.death(kind, pos);
            }
            GameEvent::Unmade { who } => {
                if let (Some(at), Some(kind)) = (self.place(who), who.kind) {
                    self.death(kind, at);
                }
            }
            GameEvent::Teleported { who, from, to } if who.perception == Perception::Seen => {
                for at in [from, to] {
                    self.push(self.at, PUFF, What::Puff { at, colour: MAGIC });
                }
            }
            GameEvent::DoorOpened {
                pos: at,
                perception: Perception::Seen,
                ..
            } => self.door(at, false),
            GameEvent::DoorClosed { pos: at } if self.view.in_sight(at) => self.door(at, true),
            GameEvent::Blast {
                kind,
                center,
                radius,
            } => self.blast(kind, center, radius),
            _ => {}
        }
    }

    /// Where somebody was seen, if they were.
    fn place(&self, who: EventActor) -> Option<Pos> {
        (who.perception == Perception::Seen)
            .then(|| self.turn.place(who.id))
            .flatten()
    }

    fn flight(&mut self, what: Projectile, from: Pos, to: Pos) {
        let solid = |pos: Pos| !self.map.is_walkable(pos);
        let path: Vec<Pos> = line::bolt(from, to, solid).collect();
        if path.len() < 2 || !path.iter().any(|pos| self.view.in_sight(*pos)) {
            return;
        }
        let content = self.view.content();
        let (glyph, colour, shine) = match what {
            Projectile::Item(item) => {
                let shine = match content.item(item.kind).class {
                    Class::FirePot => Some(([2.6, 1.1, 0.2], 6)),
                    Class::Potion(_) => Some(([0.3, 0.7, 1.0], 3)),
                    _ => None,
                };
                let (glyph, colour) = look::of_kind(self.view, content, item.kind);
                (glyph, colour, shine)
            }
            Projectile::Bolt => (
                Drawn::Halo.glyph(),
                [200, 226, 255],
                Some(([1.0, 1.8, 4.2], 7)),
            ),
            Projectile::Shot => (
                shaft(to - from),
                [236, 226, 196],
                Some(([0.8, 0.7, 0.45], 2)),
            ),
        };
        let length = PER_TILE * path.len() as u32;
        let flight = What::Flight {
            path,
            glyph,
            colour,
            shine,
        };
        self.push(self.at, length, flight);
        self.at += length;
    }

    fn blow(&mut self, by: EventActor, at: EventActor, damage: Option<i32>) {
        let (from, to) = (self.place(by), self.place(at));
        let beside = from.zip(to).filter(|(from, to)| {
            let around = Rect::between(*from, *from).grown(1);
            from != to && around.contains(*to)
        });
        let mut lands = self.at;
        let mut side = None;
        if let Some((from, to)) = beside {
            let towards = vec(to) - vec(from);
            let who = by.id;
            self.push(self.at, BLOW, What::Lunge { who, towards });
            lands += LANDS;
            side = Some(towards);
        }
        if let (Some(to), Some(damage)) = (to, damage) {
            self.hurt(at, to, damage, side, lands);
        }
        if from.is_some() || to.is_some() {
            self.at += NEXT;
        }
    }

    fn hurt(&mut self, who: EventActor, at: Pos, damage: i32, from: Option<Vec2>, when: Duration) {
        let id = who.id;
        self.push(when, MARKED, What::Struck { who: id, from });
        let (text, colour) = if id == ActorId::PLAYER {
            (format!("-{damage}"), DAMAGE_TO_ME)
        } else {
            (damage.to_string(), DAMAGE)
        };
        self.number(at, text, colour, when);
    }

    fn number(&mut self, at: Pos, text: String, colour: Colour, when: Duration) {
        self.push(when, RISES, What::Number { at, text, colour });
    }

    /// Keeps a monster in sight until it falls.
    fn death(&mut self, kind: MonsterKind, at: Pos) {
        let def = self.view.content().monster(kind);
        let (glyph, colour) = look::of_monster(def);
        self.push(Duration::ZERO, self.at, What::Ghost { at, glyph, colour });
        self.push(self.at, PUFF, What::Puff { at, colour });
    }

    fn door(&mut self, at: Pos, was_open: bool) {
        self.push(self.at, SWINGS, What::Door { at, was_open });
    }

    fn blast(&mut self, kind: BlastKind, center: Pos, radius: u32) {
        let mut tiles = Vec::new();
        fov::visible(self.map, center, radius, |pos| {
            let offset = pos - center;
            let far = ((offset.x * offset.x + offset.y * offset.y) as f32).sqrt();
            let is_open = self.map.is_walkable(pos);
            if is_open && self.view.in_sight(pos) && far <= radius as f32 + 0.5 {
                tiles.push((pos, far));
            }
        });
        if tiles.is_empty() {
            return;
        }
        let spreads = PER_RING * radius;
        let blast = What::Blast {
            kind,
            center,
            radius,
            tiles,
        };
        self.push(self.at, spreads + BURNS, blast);
        self.at += spreads / 2;
    }
}

/// How far the front of a blast has come after this time, in tiles.
pub(super) fn front(passed: Duration) -> f32 {
    passed.as_secs_f32() / PER_RING.as_secs_f32()
}

/// What is left of a blast where its front has passed by, from 1 to 0.
pub(super) fn heat(kind: BlastKind, far: f32, passed: Duration) -> f32 {
    let since = (front(passed) - far) * PER_RING.as_secs_f32();
    let burns = match kind {
        BlastKind::Fire => BURNS.as_secs_f32(),
        _ => BURNS.as_secs_f32() * 0.9,
    };
    if since < 0.0 {
        0.0
    } else {
        (1.0 - since / burns).max(0.0)
    }
}

impl Effect {
    /// The share of it that has passed at a time since the turn; `None` before and after.
    pub fn share(&self, at: Duration) -> Option<f32> {
        let passed = at.checked_sub(self.start)?;
        (passed < self.length).then(|| passed.as_secs_f32() / self.length.as_secs_f32())
    }

    /// When it is over, since the turn.
    pub fn end(&self) -> Duration {
        self.start + self.length
    }

    /// When it comes to a tile, since the turn; `None` if it does not.
    pub fn reaches(&self, pos: Pos) -> Option<Duration> {
        match &self.what {
            What::Blast { tiles, .. } => {
                let far = tiles.iter().find(|(tile, _)| *tile == pos)?.1;
                Some(self.start + PER_RING.mul_f32(far))
            }
            What::Number { at, .. } | What::Puff { at, .. } => (*at == pos).then_some(self.start),
            _ => None,
        }
    }

    /// The light that it gives at a time since the turn.
    pub fn shine(&self, at: Duration) -> Option<Source> {
        let share = self.share(at)?;
        match &self.what {
            What::Flight {
                path,
                shine: Some((light, radius)),
                ..
            } => {
                let step = (share * path.len() as f32) as usize;
                let at = path[step.min(path.len() - 1)];
                Some(Source::around(at, *light, *radius))
            }
            What::Blast {
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
                let rises = (share * 6.0).min(1.0);
                let left = rises * (1.0 - share).powf(1.4);
                let light = light.map(|channel| channel * left);
                Some(Source::around(*center, light, *radius as i32 + 5))
            }
            _ => None,
        }
    }
}

/// The mark of what flies in a direction.
fn shaft(offset: Pos) -> Glyph {
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
    Glyph::of(mark).unwrap_or_default()
}

pub(super) const fn vec(pos: Pos) -> Vec2 {
    Vec2::new(pos.x as f32, pos.y as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blast_comes_to_what_is_farther_away_later_and_to_nothing_else() {
        let [near, far, beyond] = [1, 3, 9].map(|x| Pos::new(x, 0));
        let blast = Effect {
            start: BLOW,
            length: BURNS,
            what: What::Blast {
                kind: BlastKind::Fire,
                center: Pos::default(),
                radius: 3,
                tiles: vec![(near, 1.0), (far, 3.0)],
            },
        };
        let after = |rings: f32| Some(BLOW + PER_RING.mul_f32(rings));
        assert_eq!(blast.reaches(near), after(1.0));
        assert_eq!(blast.reaches(far), after(3.0));
        assert_eq!(blast.reaches(beyond), None);
    }
}
