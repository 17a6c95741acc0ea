//! The [`BoardAnimation`]: turns that ease in, light that runs out along the pipes, embers that cool,
//! and the flow after a change. The board itself has already changed and never waits for its
//! animation.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::prelude::*;

use crate::conduit::{Conduit, Mask};
use crate::geom::{Dir, Grid, Pos};

/// Seconds that a turn takes to ease in.
const TURN_DURATION: f32 = 0.1;
/// Seconds that light takes from tile to tile, and through a whole board; the shorter applies.
const SPREAD_PER_TILE: f32 = 0.035;
const SPREAD_DURATION: f32 = 0.9;
/// Seconds that a tile takes to cool.
const COOL_DURATION: f32 = 0.22;
/// Seconds that the flow lasts after a change, and in which it fades in and out.
const FLOW_DURATION: f32 = 1.6;
const FLOW_FADE: f32 = 0.5;
/// Seconds after which the flow's clock starts again: a whole number of the shader's waves.
const FLOW_PERIOD: f32 = 100.0 / 1.1;
/// Seconds that the first frame of a turn counts for; the last frame may be long ago.
const FIRST_FRAME: f32 = 0.016;

/// How a tile looks now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TileLook {
    /// The pipes after the current turn.
    pub mask: u8,
    /// Pipes on a loop.
    pub looped: u8,
    /// The side that the light comes from: an index into [`SIDES`], or 4 at the wellspring.
    pub parent: u8,
    /// The pipes of the wellspring before the current turn; `mask` on other tiles.
    pub before: u8,
    /// Steps from the wellspring.
    pub steps: u16,
    /// Whether it is joined to the wellspring.
    pub lit: bool,
    /// Radians left when the current turn began, and seconds since then.
    turn_from: f32,
    turn_age: f32,
    /// Seconds until the light arrives.
    delay: f32,
    /// How far the light has run in, and how hot the tile glows, 0 to 1.
    pub fill: f32,
    pub heat: f32,
}

impl TileLook {
    /// Radians left to turn.
    pub fn angle(&self) -> f32 {
        let left = (1.0 - self.turn_age / TURN_DURATION).clamp(0.0, 1.0);
        // Fast at first, so that the tile responds at once.
        self.turn_from * left * left * left
    }

    fn is_moving(&self) -> bool {
        self.turn_from != 0.0 || self.is_warming() || self.is_cooling()
    }

    fn is_warming(&self) -> bool {
        self.lit && (self.fill < 1.0 || self.heat < 1.0)
    }

    fn is_cooling(&self) -> bool {
        !self.lit && (self.heat > 0.0 || self.fill > 0.0)
    }

    /// `spread` is the seconds that light takes through a tile.
    fn advance(&mut self, seconds: f32, spread: f32) {
        if self.turn_from != 0.0 {
            self.turn_age += seconds;
            if self.turn_age >= TURN_DURATION {
                (self.turn_from, self.turn_age, self.before) = (0.0, 0.0, self.mask);
            }
        }
        if self.is_warming() {
            let elapsed = (self.delay - seconds).min(0.0).abs();
            self.delay = (self.delay - seconds).max(0.0);
            if self.delay == 0.0 {
                self.fill = (self.fill + elapsed / spread).min(1.0);
                self.heat = (self.heat + elapsed / spread * 2.0).min(1.0);
            }
        } else if self.is_cooling() {
            self.heat = (self.heat - seconds / COOL_DURATION).max(0.0);
            if self.heat == 0.0 {
                self.fill = 0.0;
            }
        }
    }
}

/// How the board looks now, on its way to its actual state.
#[derive(Resource, Default)]
pub struct BoardAnimation {
    pub(super) tiles: Grid<TileLook>,
    /// Number of the board shown, as the screen counts boards.
    board_number: Option<u64>,
    is_moving: bool,
    /// Seconds that light takes through a tile.
    spread: f32,
    /// Seconds left of the flow, its strength from 0 to 1, and its clock in seconds.
    flow_left: f32,
    flow_strength: f32,
    flow_time: f32,
}

impl BoardAnimation {
    /// Whether further frames are needed until nothing moves.
    pub const fn is_moving(&self) -> bool {
        self.is_moving
    }

    /// Whether it shows the board with this number.
    pub fn shows(&self, board_number: u64) -> bool {
        self.board_number == Some(board_number)
    }

    /// How hot the tile at `pos` glows, from 0 to 1.
    pub fn heat(&self, pos: Pos) -> f32 {
        self.tiles.get(pos).map_or(0.0, |look| look.heat)
    }

    /// Strength of the flow, 0 to 1, and its clock in seconds.
    pub const fn flow(&self) -> (f32, f32) {
        (self.flow_strength, self.flow_time)
    }

    /// Starts animating a change: `turned` are tiles with quarter turns clockwise. A board with
    /// another `number` is shown as it is, its light starting from the wellspring.
    pub fn update_board(&mut self, conduit: &Conduit, number: u64, turned: &[(Pos, u8)]) {
        let size = conduit.size();
        let is_new = self.board_number != Some(number) || self.tiles.size() != size;
        if is_new {
            self.board_number = Some(number);
            self.tiles
                .reset(size.width, size.height, TileLook::default());
        }
        let board = conduit.board();
        let [upper, lower] = board.wellspring();
        if !is_new {
            for (at, quarters) in turned {
                self.start_turn(*at, *quarters);
                if *at == lower && upper != lower {
                    self.start_turn(upper, *quarters);
                }
            }
        }
        let distances = conduit.distances();
        let looped = conduit.loops();
        let mut nearest = u16::MAX;
        let mut farthest = 0;
        for (index, (distance, looped)) in distances.iter().zip(looped).enumerate() {
            let pos = self.tiles.pos_of(index);
            let look = &mut self.tiles.as_mut_slice()[index];
            let mask = board.tile(pos).unwrap_or(Mask::NONE).bits();
            let is_source = pos == upper || pos == lower;
            let turns = is_source && look.turn_from != 0.0;
            look.before = if turns { look.mask } else { mask };
            look.mask = mask;
            look.looped = looped.bits();
            let was_lit = look.lit;
            look.lit = distance.is_some();
            let Some(distance) = *distance else { continue };
            look.steps = distance;
            look.parent = if is_source {
                4
            } else {
                parent_side(conduit, &distances, pos, distance)
            };
            if is_source {
                (look.fill, look.heat) = (1.0, 1.0);
            } else if !was_lit {
                nearest = nearest.min(distance);
                farthest = farthest.max(distance);
            }
        }
        if nearest <= farthest {
            let range = f32::from(farthest - nearest + 1);
            self.spread = SPREAD_PER_TILE.min(SPREAD_DURATION / range);
            let tiles = self.tiles.as_mut_slice().iter_mut();
            for look in tiles.filter(|look| look.is_warming()) {
                // A tile that has not cooled yet keeps its light, and only heats up again.
                let steps = look.steps.saturating_sub(nearest);
                look.delay = f32::from(steps) * self.spread;
            }
            self.flow_left = FLOW_DURATION + range * self.spread;
        }
        self.is_moving = true;
    }

    /// Skips to the end: nothing turns, spreads or flows.
    pub fn finish(&mut self) {
        for look in self.tiles.as_mut_slice() {
            let heat = f32::from(u8::from(look.lit));
            (look.turn_from, look.turn_age, look.delay) = (0.0, 0.0, 0.0);
            (look.fill, look.heat, look.before) = (heat, heat, look.mask);
        }
        (self.flow_left, self.flow_strength, self.is_moving) = (0.0, 0.0, false);
    }

    fn start_turn(&mut self, at: Pos, quarters: u8) {
        if let Some(look) = self.tiles.get_mut(at) {
            let quarters = [0.0, 1.0, 2.0, -1.0][usize::from(quarters % 4)];
            let left = look.angle() - quarters * FRAC_PI_2;
            // Turns that come faster than they are animated add up to one whole turn at most.
            look.turn_from = if left.abs() > TAU { left % TAU } else { left };
            look.turn_age = FIRST_FRAME;
        }
    }

    /// Advances by `seconds`. The flow goes on while `packets_run`.
    pub fn advance(&mut self, seconds: f32, packets_run: bool) {
        let mut is_moving = false;
        let spread = self.spread.max(0.001);
        let tiles = self.tiles.as_mut_slice().iter_mut();
        for look in tiles.filter(|look| look.is_moving()) {
            look.advance(seconds, spread);
            is_moving |= look.is_moving();
        }
        self.flow_left = (self.flow_left - seconds).max(0.0);
        let wanted = if packets_run || self.flow_left > FLOW_FADE {
            1.0
        } else {
            0.0
        };
        let step = seconds / FLOW_FADE;
        self.flow_strength += (wanted - self.flow_strength).clamp(-step, step);
        if self.flow_strength > 0.0 {
            self.flow_time = (self.flow_time + seconds) % FLOW_PERIOD;
        }
        self.is_moving = is_moving || self.flow_strength > 0.0 || self.flow_left > 0.0;
    }
}

/// The sides of a tile in the order of the bits of its mask.
pub const SIDES: [Dir; 4] = [Dir::West, Dir::South, Dir::East, Dir::North];

/// The index into [`SIDES`] of the side of a lit tile that leads to the wellspring.
fn parent_side(conduit: &Conduit, distances: &[Option<u16>], pos: Pos, distance: u16) -> u8 {
    let joined = conduit.joined(pos);
    let width = conduit.size().width as usize;
    let is_nearer = |side: &usize| {
        let beyond = conduit.beyond(pos, SIDES[*side]);
        let there = beyond.and_then(|at| distances[at.y as usize * width + at.x as usize]);
        joined.has(SIDES[*side]) && there.is_some_and(|there| there < distance)
    };
    (0..4).find(is_nearer).unwrap_or(4) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conduit::{Move, Spec};

    fn conduit() -> Conduit {
        let spec: Spec = "board/5x5#7".parse().unwrap();
        Conduit::new(spec.make())
    }

    fn run_to_end(animation: &mut BoardAnimation) {
        for _ in 0..1000 {
            if !animation.is_moving() {
                return;
            }
            animation.advance(0.05, false);
        }
        panic!("the animation never ends");
    }

    #[test]
    fn an_animation_ends_with_the_board_as_it_is() {
        let mut conduit = conduit();
        let mut animation = BoardAnimation::default();
        animation.update_board(&conduit, 0, &[]);
        run_to_end(&mut animation);
        let mut events = Vec::new();
        conduit.apply(Move::Solve, &mut events).unwrap();
        animation.update_board(&conduit, 0, &[]);
        assert!(animation.is_moving());
        run_to_end(&mut animation);
        assert!(
            animation
                .tiles
                .as_slice()
                .iter()
                .all(|look| look.heat == 1.0 && look.fill == 1.0)
        );
        conduit.apply(Move::Restart, &mut events).unwrap();
        animation.update_board(&conduit, 0, &[]);
        run_to_end(&mut animation);
        for (look, steps) in animation.tiles.as_slice().iter().zip(conduit.distances()) {
            assert_eq!(look.heat, f32::from(u8::from(steps.is_some())));
        }
    }

    #[test]
    fn a_finished_animation_looks_like_one_that_has_run_to_its_end() {
        let mut conduit = conduit();
        let mut running = BoardAnimation::default();
        let mut still = BoardAnimation::default();
        running.update_board(&conduit, 0, &[]);
        still.update_board(&conduit, 0, &[]);
        still.finish();
        for action in [Move::Solve, Move::Restart] {
            conduit.apply(action, &mut Vec::new()).unwrap();
            running.update_board(&conduit, 0, &[(Pos::new(1, 1), 1)]);
            run_to_end(&mut running);
            still.update_board(&conduit, 0, &[(Pos::new(1, 1), 1)]);
            still.finish();
            assert!(!still.is_moving());
            assert_eq!(still.flow().0, 0.0);
            assert_eq!(still.tiles[Pos::new(1, 1)].angle(), 0.0);
            for (one, other) in still.tiles.as_slice().iter().zip(running.tiles.as_slice()) {
                assert_eq!((one.fill, one.heat), (other.fill, other.heat));
            }
        }
    }

    #[test]
    fn light_comes_from_the_side_of_the_wellspring_and_later_farther_away() {
        let mut conduit = conduit();
        let mut animation = BoardAnimation::default();
        animation.update_board(&conduit, 0, &[]);
        run_to_end(&mut animation);
        conduit.apply(Move::Solve, &mut Vec::new()).unwrap();
        animation.update_board(&conduit, 0, &[]);
        for look in animation.tiles.as_slice() {
            assert_eq!(look.parent == 4, look.steps == 0);
        }
        let warming: Vec<&TileLook> = animation
            .tiles
            .as_slice()
            .iter()
            .filter(|look| look.is_warming())
            .collect();
        assert!(!warming.is_empty());
        for one in &warming {
            for two in &warming {
                assert_eq!(one.steps < two.steps, one.delay < two.delay);
            }
        }
    }

    #[test]
    fn a_turn_eases_in_from_where_the_tile_was_seen() {
        let conduit = conduit();
        let mut animation = BoardAnimation::default();
        animation.update_board(&conduit, 0, &[]);
        run_to_end(&mut animation);
        let at = Pos::new(0, 0);
        animation.update_board(&conduit, 0, &[(at, 1)]);
        let first = animation.tiles[at].angle();
        assert!(first < 0.0 && first > -FRAC_PI_2, "{first}");
        animation.advance(0.03, false);
        let second = animation.tiles[at].angle();
        assert!(second > first);
        animation.update_board(&conduit, 0, &[(at, 1)]);
        assert!(animation.tiles[at].angle() < second);
        run_to_end(&mut animation);
        assert_eq!(animation.tiles[at].angle(), 0.0);
    }
}
