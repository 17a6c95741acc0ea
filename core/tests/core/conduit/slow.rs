//! A slow solver, written from the rules alone.

use std::collections::BTreeSet;

use super::positions;
use undercroft_core::conduit::{Board, Mask};
use undercroft_core::geom::{Dir, Pos};

/// The board as a list of tiles with neighbours: up, right, down, left. The halves of a
/// wellspring are one tile, as a board says it turns.
pub(super) struct Plain {
    pub(super) masks: Vec<u8>,
    beyond: Vec<[Option<usize>; 4]>,
}

/// Bits of up, right, down, left.
const BITS: [u8; 4] = [8, 4, 2, 1];

impl Plain {
    pub(super) fn of(board: &Board) -> Self {
        let size = board.size();
        let [upper, lower] = board.wellspring();
        let tiles: Vec<Pos> = positions(size)
            .filter(|pos| *pos != upper || upper == lower)
            .collect();
        let number = |pos: Pos| tiles.iter().position(|other| *other == pos);
        let beyond = |pos: Pos, dir: Dir| Self::beyond(board, pos, dir).and_then(number);
        let masks = tiles.iter().map(|pos| {
            let mask = board.tile(*pos).unwrap().bits();
            if *pos == lower && upper != lower {
                mask & 7 | board.tile(upper).unwrap().bits() & 8
            } else {
                mask
            }
        });
        Self {
            masks: masks.collect(),
            beyond: tiles
                .iter()
                .map(|pos| Dir::CARDINAL.map(|dir| beyond(*pos, dir)))
                .collect(),
        }
    }

    /// The tile beyond a side, where the upper half of a wellspring is reached as the lower one.
    pub(super) fn beyond(board: &Board, pos: Pos, dir: Dir) -> Option<Pos> {
        let [upper, lower] = board.wellspring();
        let two = upper != lower;
        let from = if two && pos == lower && dir == Dir::North {
            upper
        } else {
            pos
        };
        let mut to = from.step(dir);
        let size = board.size();
        let inside = (to.x as u32) < size.width && (to.y as u32) < size.height;
        if !inside {
            if !board.rules().wrap {
                return None;
            }
            to.x = to.x.rem_euclid(size.width as i32);
            to.y = to.y.rem_euclid(size.height as i32);
        }
        let walled = match dir {
            Dir::East => board.walls(from).has(Dir::East),
            Dir::South => board.walls(from).has(Dir::South),
            Dir::West => board.walls(to).has(Dir::East),
            _ => board.walls(to).has(Dir::South),
        };
        if walled {
            return None;
        }
        match to {
            to if two && to == upper => (dir == Dir::South).then_some(lower),
            to => Some(to),
        }
    }

    /// Every solution up to identical positions, but no more than `most`.
    pub(super) fn solutions(&self, most: usize) -> BTreeSet<Vec<u8>> {
        let mut found = BTreeSet::new();
        self.search(&mut Vec::new(), most, &mut found);
        found
    }

    pub(super) fn search(&self, placed: &mut Vec<u8>, most: usize, found: &mut BTreeSet<Vec<u8>>) {
        if found.len() == most {
            return;
        }
        let tile = placed.len();
        if tile == self.masks.len() {
            if self.is_tree(placed) {
                found.insert(placed.clone());
            }
            return;
        }
        let turns: BTreeSet<u8> = (0..4)
            .map(|n| Mask::new(self.masks[tile]).turned(n).bits())
            .collect();
        for mask in turns {
            placed.push(mask);
            if self.agrees(placed, tile) {
                self.search(placed, most, found);
            }
            placed.pop();
        }
    }

    /// Whether the tile placed last meets the ones placed before it.
    pub(super) fn agrees(&self, placed: &[u8], tile: usize) -> bool {
        (0..4).all(|side| {
            let has = placed[tile] & BITS[side] != 0;
            match self.beyond[tile][side] {
                None => !has,
                Some(other) if other < placed.len() => {
                    has == (placed[other] & BITS[(side + 2) % 4] != 0)
                }
                Some(_) => true,
            }
        })
    }

    /// Whether all tiles are joined; with the pipe ends of a tree, that makes them one.
    pub(super) fn is_tree(&self, placed: &[u8]) -> bool {
        let mut seen = vec![false; placed.len()];
        let mut front = vec![0];
        seen[0] = true;
        let mut count = 0;
        while let Some(tile) = front.pop() {
            count += 1;
            for side in 0..4 {
                let other = self.beyond[tile][side].filter(|_| placed[tile] & BITS[side] != 0);
                let other = other.filter(|other| placed[*other] & BITS[(side + 2) % 4] != 0);
                if let Some(other) = other.filter(|other| !seen[*other]) {
                    seen[other] = true;
                    front.push(other);
                }
            }
        }
        count == placed.len()
    }

    pub(super) fn agrees_everywhere(&self) -> bool {
        (0..self.masks.len()).all(|tile| self.agrees(&self.masks, tile))
    }
}
