//! The tunnel from the entrance of a piece to a walkable tile: the shortest through rock.

use crate::geom::{Dir, Grid, Pos, Rect};
use crate::map::Tile;
use crate::mapgen::Site;

/// The greatest length of a tunnel, in tiles.
const MAX_LENGTH: u8 = 32;

/// A breadth-first search through rock, with buffers that are kept between calls.
#[derive(Clone, Debug, Default)]
pub struct TunnelSearch {
    /// Number of steps from the first tile, which counts as 1; 0 for tiles not reached.
    steps: Grid<u8>,
    queue: Vec<Pos>,
}

impl TunnelSearch {
    /// Digs the shortest tunnel from `first`, a tile of rock, to a walkable tile, avoiding `area`,
    /// `others` and the border. Of several it takes one with few turns. Returns whether there is
    /// one of at most [`MAX_LENGTH`] tiles.
    pub fn dig(&mut self, site: &mut Site<'_>, first: Pos, area: Rect, others: &[Rect]) -> bool {
        let blocked =
            |pos: Pos| area.contains(pos) || others.iter().any(|other| other.contains(pos));
        if !site.interior().contains(first) || blocked(first) {
            return false;
        }
        let side = 2 * u32::from(MAX_LENGTH) + 1;
        self.steps.reset(side, side, 0);
        // Shifts a map position to one in the grid, whose middle is the first tile.
        let shift = Pos::new(i32::from(MAX_LENGTH), i32::from(MAX_LENGTH)) - first;
        self.steps[first + shift] = 1;
        self.queue.clear();
        self.queue.push(first);
        let mut head = 0;
        while let Some(&pos) = self.queue.get(head) {
            head += 1;
            let steps = self.steps[pos + shift];
            for next in Dir::CARDINAL.map(|dir| pos.step(dir)) {
                if !site.interior().contains(next) || blocked(next) {
                    continue;
                }
                if site.map().is_walkable(next) {
                    self.dig_back(site, pos, shift);
                    return true;
                }
                if steps < MAX_LENGTH && self.steps[next + shift] == 0 {
                    self.steps[next + shift] = steps + 1;
                    self.queue.push(next);
                }
            }
        }
        false
    }

    /// Digs from the far end of a tunnel back to the first tile, going straight on where possible.
    fn dig_back(&self, site: &mut Site<'_>, end: Pos, shift: Pos) {
        let (mut pos, mut ahead) = (end, Dir::North);
        loop {
            site.paint(Rect::between(pos, pos), Tile::Floor);
            let steps = self.steps[pos + shift];
            let back = |dir: &Dir| {
                let next = self.steps.get(pos.step(*dir) + shift);
                steps > 1 && next == Some(&(steps - 1))
            };
            let Some(dir) = std::iter::once(ahead).chain(Dir::CARDINAL).find(back) else {
                return;
            };
            pos = pos.step(dir);
            ahead = dir;
        }
    }
}
