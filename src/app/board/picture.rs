//! How each tile looks now, on its way to how it stands: turns that ease in, light that runs out
//! along the pipes and embers that cool, and the flow that follows a change. The board itself has
//! changed before; nothing waits for its picture. Knows no GPU.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::prelude::*;

use crate::conduit::{Conduit, Mask};
use crate::geom::{Dir, Grid, Pos};

/// Seconds that a turn takes to ease in.
const TURN: f32 = 0.1;
/// Seconds that light takes from tile to tile, at most, and for a whole board.
const STRIDE: f32 = 0.035;
const SPREAD: f32 = 0.9;
/// Seconds that a tile takes to cool.
const COOL: f32 = 0.22;
/// Seconds that the flow goes on after a change, and in which it comes and goes.
const FLOW: f32 = 1.6;
const SWELL: f32 = 0.5;
/// Seconds after which the flow's clock starts again: whole waves of the shader.
const ROUND: f32 = 100.0 / 1.1;
/// What the first frame of a movement has moved by: the time before it was rest.
const FIRST: f32 = 0.016;

/// How a tile looks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Look {
    /// The pipes, as they stand.
    pub mask: u8,
    /// Edges on a loop.
    pub looped: u8,
    /// The side that the light comes by, as a number from 0 (left) to 3 (up); 4 at the source.
    pub parent: u8,
    /// The pipes before the turn under way; for the wellspring.
    pub before: u8,
    /// Steps from the wellspring.
    pub steps: u16,
    /// Whether it is joined to the wellspring.
    pub lit: bool,
    /// Radians still to be turned when the turn began, and seconds since then.
    from: f32,
    age: f32,
    /// Seconds until the light comes.
    wait: f32,
    /// How far it has run in, and how hot it is, from 0 to 1.
    pub fill: f32,
    pub heat: f32,
}

impl Look {
    /// Radians still to be turned.
    pub fn angle(&self) -> f32 {
        let left = (1.0 - self.age / TURN).clamp(0.0, 1.0);
        // Fast at first: the tile obeys at once, and settles.
        self.from * left * left * left
    }

    fn is_moving(&self) -> bool {
        self.from != 0.0 || self.is_warming() || self.is_cooling()
    }

    fn is_warming(&self) -> bool {
        self.lit && (self.fill < 1.0 || self.heat < 1.0)
    }

    fn is_cooling(&self) -> bool {
        !self.lit && (self.heat > 0.0 || self.fill > 0.0)
    }

    fn pass(&mut self, seconds: f32, stride: f32) {
        if self.from != 0.0 {
            self.age += seconds;
            if self.age >= TURN {
                (self.from, self.age, self.before) = (0.0, 0.0, self.mask);
            }
        }
        if self.is_warming() {
            let late = (self.wait - seconds).min(0.0).abs();
            self.wait = (self.wait - seconds).max(0.0);
            if self.wait == 0.0 {
                self.fill = (self.fill + late / stride).min(1.0);
                self.heat = (self.heat + late / stride * 2.0).min(1.0);
            }
        } else if self.is_cooling() {
            self.heat = (self.heat - seconds / COOL).max(0.0);
            if self.heat == 0.0 {
                self.fill = 0.0;
            }
        }
    }
}

/// How the board looks.
#[derive(Resource, Default)]
pub struct Picture {
    pub(super) tiles: Grid<Look>,
    board: Option<u64>,
    moving: bool,
    stride: f32,
    /// Seconds that the flow still goes on, how strong it is, and its clock.
    lasting: f32,
    flow: f32,
    time: f32,
}

impl Picture {
    /// Whether frames are needed to bring it to rest.
    pub const fn is_moving(&self) -> bool {
        self.moving
    }

    /// How hot the tile at `pos` glows, from 0 to 1; 0 off the board.
    pub fn heat(&self, pos: Pos) -> f32 {
        self.tiles.get(pos).map_or(0.0, |look| look.heat)
    }

    /// How strongly the light is seen to flow, and the flow's clock in seconds.
    pub const fn flow(&self) -> (f32, f32) {
        (self.flow, self.time)
    }

    /// Whether it shows the board with this number.
    pub fn is_of(&self, number: u64) -> bool {
        self.board == Some(number)
    }

    /// Takes over a change of the board. `number` tells boards apart; `turned` lists the tiles that
    /// turn, with their quarter turns clockwise.
    pub fn update(&mut self, conduit: &Conduit, number: u64, turned: &[(Pos, u8)]) {
        let size = conduit.size();
        let fresh = self.board != Some(number) || self.tiles.size() != size;
        if fresh {
            self.board = Some(number);
            self.tiles.reset(size.width, size.height, Look::default());
        }
        let board = conduit.board();
        let [upper, lower] = board.wellspring();
        if !fresh {
            for (at, quarters) in turned {
                self.turn(*at, *quarters);
                if *at == lower && upper != lower {
                    self.turn(upper, *quarters);
                }
            }
        }
        let steps = conduit.distances();
        let looped = conduit.loops();
        let mut nearest = u16::MAX;
        let mut farthest = 0;
        for (index, (away, looped)) in steps.iter().zip(looped).enumerate() {
            let pos = self.tiles.pos_of(index);
            let look = &mut self.tiles.as_mut_slice()[index];
            let mask = board.tile(pos).unwrap_or(Mask::NONE).bits();
            let source = pos == upper || pos == lower;
            let turns = source && look.from != 0.0;
            look.before = if turns { look.mask } else { mask };
            look.mask = mask;
            look.looped = looped.bits();
            let was_lit = look.lit;
            look.lit = away.is_some();
            let Some(away) = *away else { continue };
            look.steps = away;
            look.parent = if source {
                4
            } else {
                parent(conduit, &steps, pos, away)
            };
            if source {
                (look.fill, look.heat) = (1.0, 1.0);
            } else if !was_lit {
                nearest = nearest.min(away);
                farthest = farthest.max(away);
            }
        }
        if nearest <= farthest {
            let range = f32::from(farthest - nearest + 1);
            self.stride = STRIDE.min(SPREAD / range);
            let tiles = self.tiles.as_mut_slice().iter_mut();
            for look in tiles.filter(|look| look.is_warming()) {
                // What is still warm from before glows up where it is.
                let steps = look.steps.saturating_sub(nearest);
                look.wait = f32::from(steps) * self.stride;
            }
            self.lasting = FLOW + range * self.stride;
        }
        self.moving = true;
    }

    /// Ends all movement at once: nothing turns, runs or flows.
    pub fn rest(&mut self) {
        for look in self.tiles.as_mut_slice() {
            let heat = f32::from(u8::from(look.lit));
            (look.from, look.age, look.wait) = (0.0, 0.0, 0.0);
            (look.fill, look.heat, look.before) = (heat, heat, look.mask);
        }
        (self.lasting, self.flow, self.moving) = (0.0, 0.0, false);
    }

    fn turn(&mut self, at: Pos, quarters: u8) {
        if let Some(look) = self.tiles.get_mut(at) {
            let quarters = [0.0, 1.0, 2.0, -1.0][usize::from(quarters % 4)];
            let left = look.angle() - quarters * FRAC_PI_2;
            // Who turns faster than it eases sees at most one whole turn.
            look.from = if left.abs() > TAU { left % TAU } else { left };
            look.age = FIRST;
        }
    }

    /// Moves everything on by `seconds`; `won` keeps the light flowing.
    pub fn advance(&mut self, seconds: f32, won: bool) {
        let mut moving = false;
        let stride = self.stride.max(0.001);
        let tiles = self.tiles.as_mut_slice().iter_mut();
        for look in tiles.filter(|look| look.is_moving()) {
            look.pass(seconds, stride);
            moving |= look.is_moving();
        }
        self.lasting = (self.lasting - seconds).max(0.0);
        let wanted = if won || self.lasting > SWELL {
            1.0
        } else {
            0.0
        };
        let step = seconds / SWELL;
        self.flow += (wanted - self.flow).clamp(-step, step);
        if self.flow > 0.0 {
            self.time = (self.time + seconds) % ROUND;
        }
        self.moving = moving || self.flow > 0.0 || self.lasting > 0.0;
    }
}

/// The sides of a tile in the order of the bits of its mask.
pub const SIDES: [Dir; 4] = [Dir::West, Dir::South, Dir::East, Dir::North];

/// The side of a lit tile that leads to the wellspring.
fn parent(conduit: &Conduit, steps: &[Option<u16>], pos: Pos, away: u16) -> u8 {
    let joined = conduit.joined(pos);
    let width = conduit.size().width as usize;
    let nearer = |side: &usize| {
        let beyond = conduit.beyond(pos, SIDES[*side]);
        let steps = beyond.and_then(|at| steps[at.y as usize * width + at.x as usize]);
        joined.has(SIDES[*side]) && steps.is_some_and(|steps| steps < away)
    };
    (0..4).find(nearer).unwrap_or(4) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduit::{Move, Spec};

    fn conduit() -> Conduit {
        let spec: Spec = "board/5x5#7".parse().unwrap();
        Conduit::new(spec.make())
    }

    /// Radians that the tile at `pos` still turns by.
    fn angle(picture: &Picture, pos: Pos) -> f32 {
        picture.tiles.get(pos).unwrap().angle()
    }

    fn settle(picture: &mut Picture) {
        for _ in 0..1000 {
            if !picture.is_moving() {
                return;
            }
            picture.advance(0.05, false);
        }
        panic!("it never comes to rest");
    }

    #[test]
    fn a_picture_comes_to_rest_as_the_board_stands() {
        let mut conduit = conduit();
        let mut picture = Picture::default();
        picture.update(&conduit, 0, &[]);
        settle(&mut picture);
        let mut events = Vec::new();
        conduit.apply(Move::Solve, &mut events).unwrap();
        picture.update(&conduit, 0, &[]);
        assert!(picture.is_moving());
        settle(&mut picture);
        assert!(
            picture
                .tiles
                .as_slice()
                .iter()
                .all(|look| look.heat == 1.0 && look.fill == 1.0)
        );
        conduit.apply(Move::Restart, &mut events).unwrap();
        picture.update(&conduit, 0, &[]);
        settle(&mut picture);
        for (look, steps) in picture.tiles.as_slice().iter().zip(conduit.distances()) {
            assert_eq!(look.heat, f32::from(u8::from(steps.is_some())));
        }
    }

    #[test]
    fn at_rest_everything_is_where_it_would_have_come_to() {
        let mut conduit = conduit();
        let mut running = Picture::default();
        let mut still = Picture::default();
        running.update(&conduit, 0, &[]);
        still.update(&conduit, 0, &[]);
        still.rest();
        for action in [Move::Solve, Move::Restart] {
            conduit.apply(action, &mut Vec::new()).unwrap();
            running.update(&conduit, 0, &[(Pos::new(1, 1), 1)]);
            settle(&mut running);
            still.update(&conduit, 0, &[(Pos::new(1, 1), 1)]);
            still.rest();
            assert!(!still.is_moving());
            assert_eq!(still.flow().0, 0.0);
            assert_eq!(angle(&still, Pos::new(1, 1)), 0.0);
            for (one, other) in still.tiles.as_slice().iter().zip(running.tiles.as_slice()) {
                assert_eq!((one.fill, one.heat), (other.fill, other.heat));
            }
        }
    }

    #[test]
    fn light_comes_from_the_side_of_the_wellspring_and_later_farther_away() {
        let mut conduit = conduit();
        let mut picture = Picture::default();
        picture.update(&conduit, 0, &[]);
        settle(&mut picture);
        conduit.apply(Move::Solve, &mut Vec::new()).unwrap();
        picture.update(&conduit, 0, &[]);
        for look in picture.tiles.as_slice() {
            assert_eq!(look.parent == 4, look.steps == 0);
        }
        let warming: Vec<&Look> = picture
            .tiles
            .as_slice()
            .iter()
            .filter(|look| look.is_warming())
            .collect();
        assert!(!warming.is_empty());
        for one in &warming {
            for two in &warming {
                assert_eq!(one.steps < two.steps, one.wait < two.wait);
            }
        }
    }

    #[test]
    fn a_turn_eases_in_from_where_the_tile_was_seen() {
        let conduit = conduit();
        let mut picture = Picture::default();
        picture.update(&conduit, 0, &[]);
        settle(&mut picture);
        let at = Pos::new(0, 0);
        picture.update(&conduit, 0, &[(at, 1)]);
        let first = angle(&picture, at);
        assert!(first < 0.0 && first > -FRAC_PI_2, "{first}");
        picture.advance(0.03, false);
        let second = angle(&picture, at);
        assert!(second > first);
        picture.update(&conduit, 0, &[(at, 1)]);
        assert!(angle(&picture, at) < second);
        settle(&mut picture);
        assert_eq!(angle(&picture, at), 0.0);
    }
}
