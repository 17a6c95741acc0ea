//! Colours of a heat map: how many maps of a kind, or of each of two kinds, a cell holds.

use super::ink::{Colour, Ink};

/// Between the cells.
pub const GROUND: Colour = [27, 25, 35];
/// The first of two kinds, and the second.
pub const KINDS: [Colour; 2] = [[80, 160, 255], [255, 150, 52]];
/// Of a cell with as much of one kind as of the other.
const BOTH: Colour = [236, 232, 222];

/// Which colour stands for how many maps: each step for twice as many as the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeatScale {
    /// The most maps in a cell, from 1.
    most: u64,
    /// Whether two kinds of map are compared.
    is_double: bool,
}

impl HeatScale {
    /// The scale for cells of at most `most` maps of each kind. With two kinds, the first is blue, the second orange,
    /// and what has both is pale.
    pub fn new(most: u64, is_double: bool) -> Self {
        let most = most.max(1);
        Self { most, is_double }
    }

    /// The number of steps, from 1.
    pub const fn steps(&self) -> u32 {
        self.most.ilog2() + 1
    }

    /// The most maps in a cell.
    pub const fn most(&self) -> u64 {
        self.most
    }

    /// The colour of a cell with this many maps of the first kind and of the second.
    pub fn colour(&self, maps: [u64; 2]) -> Colour {
        let [first, second] = maps.map(|maps| self.strength(maps));
        if self.is_double {
            // The rarer kind makes it pale, the more frequent one bright.
            let (most, least) = (first.max(second), first.min(second));
            let kind = KINDS[usize::from(second > first)];
            return mix(GROUND, mix(kind, BOTH, least * 256 / most.max(1)), most);
        }
        let [ember, flame, spark] = [Ink::Ember, Ink::Flame, Ink::Spark].map(|ink| ink.colour(0));
        match first {
            0 => GROUND,
            1..=159 => mix(GROUND, ember, first * 256 / 160),
            160..=207 => mix(ember, flame, (first - 160) * 256 / 48),
            _ => mix(flame, spark, (first - 208) * 256 / 48),
        }
    }

    /// The share of a kind's full colour, in 256ths.
    const fn strength(&self, maps: u64) -> u32 {
        match maps.checked_ilog2() {
            None => 0,
            // The lowest step can still be told from the ground.
            Some(_) if self.steps() == 1 => 256,
            Some(step) => 72 + 184 * step / (self.steps() - 1),
        }
    }
}

/// A colour between two, `part` 256ths of the way from the first.
fn mix(from: Colour, to: Colour, part: u32) -> Colour {
    let channel = |channel: usize| {
        let [from, to] = [from, to].map(|colour| u32::from(colour[channel]));
        ((from * (256 - part) + to * part) / 256) as u8
    };
    [channel(0), channel(1), channel(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_maps_are_brighter_step_by_step_and_none_are_the_ground() {
        let light = |colour: Colour| colour.into_iter().map(u32::from).sum::<u32>();
        for is_double in [false, true] {
            let scale = HeatScale::new(300, is_double);
            assert_eq!(scale.colour([0, 0]), GROUND);
            let steps = (0..scale.steps()).map(|step| light(scale.colour([1 << step, 0])));
            let steps: Vec<u32> = steps.collect();
            assert!(steps.is_sorted_by(|a, b| a < b), "{steps:?}");
            assert!(steps[0] > light(GROUND));
        }
        let scale = HeatScale::new(300, true);
        let both = |step: u32| scale.colour([1 << step, 1 << step]);
        let steps: Vec<u32> = (0..scale.steps()).map(|step| light(both(step))).collect();
        assert!(steps.is_sorted_by(|a, b| a < b), "{steps:?}");
        // Where one kind is rarer, it is still seen, up to the most.
        for maps in [1, 8, 128] {
            let [blue, orange] = [[256, maps], [maps, 256]].map(|maps| scale.colour(maps));
            assert!(blue[2] > blue[0] && orange[0] > orange[2]);
            assert!(![scale.colour([256, 0]), scale.colour([256, 256])].contains(&blue));
        }
        let both = HeatScale::new(1, true);
        assert_ne!(both.colour([1, 0]), both.colour([0, 1]));
        assert!(light(both.colour([1, 1])) > light(both.colour([0, 1])));
    }
}
