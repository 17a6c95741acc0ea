//! Which pipes of a board in play are joined, for drawing them and for the light.

use super::light::{find_loops, joined};
use super::mask::{DIRS, Mask};
use super::play::Conduit;
use crate::geom::{Dir, Pos};

impl Conduit {
    /// The pipes of the tile at `pos` that meet a neighbour's pipe; none off the board.
    pub fn joined(&self, pos: Pos) -> Mask {
        let Some(tile) = self.layout.tile_at(pos) else {
            return Mask::NONE;
        };
        let joined = self.neighbours(tile);
        let mask = joined.fold(0, |mask, (side, _)| mask | 1 << side);
        self.pipes_at(pos, tile, mask, true)
    }

    /// The pipes of each tile that lie on a loop, row by row; a solution has none. Linear in the
    /// tiles.
    pub fn loops(&self) -> Vec<Mask> {
        let looped = find_loops(&self.layout, &self.board().tiles);
        let spring = looped[self.layout.spring as usize];
        // A loop that enters at the top and leaves elsewhere passes between the halves.
        let through = spring & 8 != 0 && spring & 7 != 0;
        (0..self.layout.count)
            .map(|index| {
                let pos = self.layout.pos(index as u16);
                let tile = self.layout.tile_at(pos).unwrap_or(index as u16);
                self.pipes_at(pos, tile, looped[tile as usize], through)
            })
            .collect()
    }

    /// Number of steps along the pipes from the wellspring to each tile, row by row; `None` for
    /// unlit tiles. Both halves of a wellspring are at 0. Linear in the tiles.
    pub fn distances(&self) -> Vec<Option<u16>> {
        let mut steps = vec![None; self.layout.count];
        let mut frontier = vec![self.layout.spring];
        steps[self.layout.spring as usize] = Some(0);
        let mut next = 0;
        while let Some(&tile) = frontier.get(next) {
            next += 1;
            let beyond = steps[tile as usize].map(|steps| steps + 1);
            for (_, other) in self.neighbours(tile) {
                if steps[other as usize].is_none() {
                    steps[other as usize] = beyond;
                    frontier.push(other);
                }
            }
        }
        if self.layout.has_halves() {
            steps[self.layout.upper as usize] = Some(0);
        }
        steps
    }

    /// The sides on which a tile is joined to a neighbour, each with that neighbour.
    pub(super) fn neighbours(&self, tile: u16) -> impl Iterator<Item = (usize, u16)> {
        joined(&self.layout, &self.board().tiles, tile)
    }

    /// The position where a pipe of a tile begins, and its direction.
    pub(super) fn pipe_start(&self, tile: u16, side: usize) -> (Pos, Dir) {
        let upper = self.layout.has_halves() && tile == self.layout.spring && side == 3;
        let from = if upper { self.layout.upper } else { tile };
        (self.layout.pos(from), DIRS[side])
    }

    /// The pipes in `mask` that belong to `pos`: for a half of a wellspring its own pipes, plus the
    /// one between the halves if `with_middle`.
    fn pipes_at(&self, pos: Pos, tile: u16, mask: u8, with_middle: bool) -> Mask {
        if !self.layout.has_halves() || tile != self.layout.spring {
            return Mask::new(mask);
        }
        let with_middle = u8::from(with_middle);
        Mask::new(if self.layout.index(pos) == self.layout.upper {
            mask & 8 | with_middle << 1
        } else {
            mask & 7 | with_middle << 3
        })
    }
}
