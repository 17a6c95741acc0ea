//! The conduit of a vault or of the Everlamp: a board of the puzzle, turned a tile at a time. Some boards have several
//! lamps, each of which lights a room, and a pipe is broken off the tile through which the light would reach two of them.

use crate::game::content::{Fixed, numbers};
use serde::{Deserialize, Serialize};

use super::detail::Lamplit;
use crate::conduit::{Board, Mask, Puzzle, Rules, Spec};
use crate::game::world::action::Refusal;
use crate::geom::{Dir, Pos, Size};
use crate::rng::{Seed, Stream};

numbers! {
    "conduit":
    /// How often one can feel for a wrong tile of a conduit.
    pub(in crate::game) const MOST_FELT: u8 = 2;

    /// Outlets that lie behind a broken tile: the first ones.
    const BEHIND: usize = 2;
}

/// An attempt at a mechanism.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) enum Attempt {
    /// Pulls a lever, or drinks from a font.
    Pull,
    /// Puts the missing pipe into a conduit.
    Fit,
    /// Corrects a wrong tile of a conduit.
    Correct,
    /// Turns a tile by a quarter.
    Rotate { tile: u16, clockwise: bool },
}

/// What came of an attempt.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::game) struct Worked {
    /// The conduit tile that was turned, with its quarter turns.
    pub turned: Option<(u16, u8)>,
    /// What light reached for the first time, or a lever opened.
    pub lit: Vec<Lamplit>,
}

/// A conduit in its current state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct VaultConduit {
    /// The seed of the puzzle, which determines its solution.
    seed: Seed,
    /// With all its pipes, also those that are missing.
    board: Board,
    /// Whether what it opens is open, cached because it is queried often.
    solved: bool,
    /// How often a wrong tile was felt for.
    felt: u8,
    /// Its lamps, if each lights a room of its own; the first two lie behind the broken tile. Empty if light is to
    /// reach all tiles.
    outlets: Vec<Outlet>,
    broken: Option<Broken>,
}

/// A lamp of a conduit that lights a room, or opens it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Outlet {
    pub tile: u16,
    pub to: Lamplit,
    /// Whether light has reached it, which is for good.
    pub lit: bool,
}

/// A tile of three pipes that has lost one: a bend, through which light goes to either side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::game) struct Broken {
    pub tile: u16,
    /// Whether light has run through it, after which it turns no more.
    pub fused: bool,
}

impl VaultConduit {
    /// The unsolved conduit of a seed, on which light is to reach all tiles; `None` if the size is not allowed.
    pub fn new(size: Size, seed: Seed) -> Option<Self> {
        Some(Self {
            seed,
            board: create_puzzle(size, seed)?.start().clone(),
            solved: false,
            felt: 0,
            outlets: Vec::new(),
            broken: None,
        })
    }

    /// The board as it is, without the pipe that is missing.
    pub fn board(&self) -> Board {
        let mut board = self.board.clone();
        if let Some(broken) = self.broken {
            let pos = self.pos(broken.tile);
            board.replace(pos, bend(board.tile(pos).unwrap_or_default()));
        }
        board
    }

    /// The board as it would be with all its pipes.
    pub const fn mended_board(&self) -> &Board {
        &self.board
    }

    pub fn outlets(&self) -> &[Outlet] {
        &self.outlets
    }

    pub const fn broken(&self) -> Option<Broken> {
        self.broken
    }

    /// Whether it has opened the vault, or lit the Everlamp.
    pub const fn is_solved(&self) -> bool {
        self.solved
    }

    /// Whether light has reached all that it can.
    pub fn is_done(&self) -> bool {
        self.solved && self.outlets.iter().all(|outlet| outlet.lit)
    }

    /// Position of the tile with this index, counted row by row.
    pub fn pos(&self, tile: u16) -> Pos {
        let width = self.board.size().width as i32;
        Pos::new(i32::from(tile) % width, i32::from(tile) / width)
    }

    fn tile(&self, pos: Pos) -> u16 {
        (pos.y * self.board.size().width as i32 + pos.x) as u16
    }

    /// How often one can still feel for a wrong tile.
    pub const fn feelings_left(&self) -> u8 {
        MOST_FELT.saturating_sub(self.felt)
    }

    /// Checks whether `attempt` can be made.
    pub fn check(&self, attempt: Attempt) -> Result<(), Refusal> {
        if self.is_done() {
            return Err(Refusal::NoConduit);
        }
        match attempt {
            Attempt::Pull => Err(Refusal::NoConduit),
            Attempt::Correct if self.feelings_left() == 0 => Err(Refusal::FeltOften),
            Attempt::Correct if self.wrong_tile().is_none() => Err(Refusal::NothingWrong),
            Attempt::Correct => Ok(()),
            Attempt::Fit if self.broken.is_none() => Err(Refusal::NothingBroken),
            Attempt::Fit => Ok(()),
            Attempt::Rotate { tile, .. } if usize::from(tile) >= self.board.size().area() => {
                Err(Refusal::NoTile)
            }
            Attempt::Rotate { tile, .. } => match self.broken {
                Some(broken) if broken.fused && broken.tile == tile => Err(Refusal::Fused),
                _ => Ok(()),
            },
        }
    }

    /// Makes an attempt that [`check`](Self::check) allows.
    pub fn operate(&mut self, attempt: Attempt) -> Worked {
        let turned = match attempt {
            Attempt::Pull => None,
            Attempt::Rotate { tile, clockwise } => Some((tile, if clockwise { 1 } else { 3 })),
            Attempt::Correct => {
                self.felt += 1;
                self.wrong_tile()
            }
            Attempt::Fit => {
                self.broken = None;
                None
            }
        };
        if let Some((tile, quarters)) = turned {
            self.board.turn(self.pos(tile), quarters);
        }
        Worked {
            turned,
            lit: self.relight(),
        }
    }

    /// Notes what light reaches, and returns what it has not reached before.
    fn relight(&mut self) -> Vec<Lamplit> {
        let was_solved = self.solved;
        if self.outlets.is_empty() {
            self.solved = self.board.is_solved();
            return match self.solved && !was_solved {
                true => vec![Lamplit::Vault],
                false => Vec::new(),
            };
        }
        let lit = self.board().lit();
        let reached: Vec<usize> = (0..self.outlets.len())
            .filter(|index| {
                let outlet = self.outlets[*index];
                !outlet.lit && lit(self.pos(outlet.tile))
            })
            .collect();
        let tile = self.broken.map(|broken| self.pos(broken.tile));
        let through = tile.is_some_and(&lit) && reached.iter().any(|index| *index < BEHIND);
        if let Some(broken) = &mut self.broken {
            broken.fused |= through;
        }
        for index in &reached {
            self.outlets[*index].lit = true;
        }
        let is_open = |outlet: &Outlet| outlet.lit && outlet.to == Lamplit::Vault;
        self.solved = self.outlets.iter().any(is_open);
        reached
            .into_iter()
            .map(|index| self.outlets[index].to)
            .collect()
    }

    /// The first tile, row by row, that differs from the solution, with the quarter turns that set it right. The broken
    /// one, which has no place in it, is none.
    fn wrong_tile(&self) -> Option<(u16, u8)> {
        let goal = create_puzzle(self.board.size(), self.seed)?.solved();
        let broken = self.broken.map(|broken| broken.tile);
        (0..self.board.size().area() as u16)
            .filter(|tile| Some(*tile) != broken)
            .find_map(|tile| {
                let pos = self.pos(tile);
                let fits = |quarters: &u8| {
                    let mut turned = self.board.clone();
                    turned.turn(pos, *quarters);
                    turned.tile(pos) == goal.tile(pos)
                };
                let quarters = (0..4).find(fits)?;
                (quarters > 0).then_some((tile, quarters))
            })
    }
}

/// Several lamps, and the part that is missing.
impl VaultConduit {
    /// Gives each of three lamps a room, and breaks a pipe off the tile through which light would reach two of them.
    /// Changes nothing and returns `false` if the board has no such tile.
    pub fn branch(&mut self, stream: &mut Stream) -> bool {
        let Some(puzzle) = create_puzzle(self.board.size(), self.seed) else {
            return false;
        };
        let forks = forks(&puzzle.solved());
        let lit = self.board.lit();
        let dark = |pos: &&Pos| !lit(**pos);
        let mut order: Vec<usize> = (0..forks.len()).collect();
        stream.shuffle(&mut order);
        let mut rooms = [Lamplit::Vault, Lamplit::Font, Lamplit::Stairs];
        stream.shuffle(&mut rooms);
        for fork in order.into_iter().map(|index| &forks[index]) {
            let mut lamps = Vec::new();
            for side in &fork.lamps {
                let side: Vec<Pos> = side.iter().filter(dark).copied().collect();
                lamps.extend(stream.pick(&side).copied());
            }
            if lamps.len() < rooms.len() {
                continue;
            }
            self.broken = Some(Broken {
                tile: self.tile(fork.pos),
                fused: false,
            });
            let outlets = lamps.into_iter().zip(rooms);
            self.outlets = outlets
                .map(|(pos, to)| Outlet {
                    tile: self.tile(pos),
                    to,
                    lit: false,
                })
                .collect();
            return true;
        }
        false
    }
}

/// What is left of a tile of three pipes: its stem, and the arm clockwise of it.
fn bend(whole: Mask) -> Mask {
    let stem = whole.dirs().find(|dir| !whole.has(dir.opposite()));
    stem.map_or(whole, |dir| Mask::of(dir) | Mask::of(dir).clockwise())
}

/// A tile of three pipes of a solved board, through which light goes on to both sides.
struct Fork {
    pos: Pos,
    /// The lamps on either side, and all others.
    lamps: [Vec<Pos>; 3],
}

/// The forks of a solved board that have lamps on both sides and elsewhere.
fn forks(solved: &Board) -> Vec<Fork> {
    let size = solved.size();
    let [upper, lower] = solved.wellspring();
    let index = |pos: Pos| (pos.y * size.width as i32 + pos.x) as usize;
    // Each tile in the order in which light reaches it, with the tile and the direction from which it comes.
    let mut order: Vec<(Pos, Option<Dir>)> = vec![(lower, None)];
    let mut seen = vec![false; size.area()];
    seen[index(lower)] = true;
    let mut next = 0;
    while let Some(&(pos, _)) = order.get(next) {
        next += 1;
        for dir in solved.tile(pos).into_iter().flat_map(Mask::dirs) {
            let to = pos.step(dir);
            if size.contains(to) && !seen[index(to)] {
                seen[index(to)] = true;
                order.push((to, Some(dir)));
            }
        }
    }
    let lamps_beyond = |start: Pos, from: Pos| {
        let (mut lamps, mut open) = (Vec::new(), vec![(start, from)]);
        while let Some((pos, from)) = open.pop() {
            let mask = solved.tile(pos).unwrap_or_default();
            if mask.is_lamp() {
                lamps.push(pos);
            }
            let ways = mask.dirs().map(|dir| pos.step(dir));
            open.extend(ways.filter(|to| *to != from).map(|to| (to, pos)));
        }
        lamps
    };
    let springs = [upper, lower];
    let all: Vec<Pos> = order
        .iter()
        .map(|(pos, _)| *pos)
        .filter(|pos| !springs.contains(pos) && solved.tile(*pos).is_some_and(Mask::is_lamp))
        .collect();
    let fork = |&(pos, came): &(Pos, Option<Dir>)| {
        let (mask, ahead) = (solved.tile(pos)?, came?);
        // Light comes in by the stem and leaves by the two arms.
        if springs.contains(&pos) || mask.count() != 3 || mask.has(ahead) {
            return None;
        }
        let mut arms = mask.dirs().filter(|dir| *dir != ahead.opposite());
        let [one, other] = [arms.next()?, arms.next()?];
        let [near, far] = [one, other].map(|dir| lamps_beyond(pos.step(dir), pos));
        let behind = |lamp: &Pos| near.contains(lamp) || far.contains(lamp);
        let rest: Vec<Pos> = all.iter().filter(|lamp| !behind(lamp)).copied().collect();
        (!rest.is_empty()).then_some(Fork {
            pos,
            lamps: [near, far, rest],
        })
    };
    order.iter().filter_map(fork).collect()
}

/// The puzzle of a seed; `None` if the size is not allowed.
fn create_puzzle(size: Size, seed: Seed) -> Option<Puzzle> {
    let spec = Spec::new(size, Rules::default(), seed).ok()?;
    Some(spec.make())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the board can be reached from its puzzle, and `solved` matches it.
    fn is_valid(conduit: &VaultConduit) -> bool {
        let puzzle = create_puzzle(conduit.board.size(), conduit.seed).unwrap();
        conduit.board.is_turn_of(puzzle.start()) && conduit.board.is_solved() == conduit.solved
    }

    fn turn(conduit: &mut VaultConduit, tile: u16) -> Vec<Lamplit> {
        let attempt = Attempt::Rotate {
            tile,
            clockwise: true,
        };
        conduit.check(attempt).unwrap();
        conduit.operate(attempt).lit
    }

    /// Feels for wrong tiles as often as it takes, and returns what is lit.
    fn correct(conduit: &mut VaultConduit) -> Vec<Lamplit> {
        let mut lit = Vec::new();
        loop {
            conduit.felt = 0;
            if conduit.check(Attempt::Correct).is_err() {
                return lit;
            }
            lit.extend(conduit.operate(Attempt::Correct).lit);
        }
    }

    #[test]
    fn a_conduit_is_solved_by_turning_its_tiles_into_place() {
        for seed in 0..30 {
            let size = Size::new(3 + seed as u32 % 8, 3 + seed as u32 % 7);
            let mut conduit = VaultConduit::new(size, Seed(seed)).unwrap();
            assert!(is_valid(&conduit) && !conduit.solved);
            // Four quarter turns change nothing, even for the wellspring.
            for tile in 0..size.area() as u16 {
                let before = conduit.clone();
                for _ in 0..4 {
                    if !conduit.solved {
                        turn(&mut conduit, tile);
                    }
                    assert!(is_valid(&conduit), "seed {seed}, tile {tile}");
                }
                assert!(conduit.solved || conduit == before);
            }
            let mut conduit = VaultConduit::new(size, Seed(seed)).unwrap();
            assert_eq!(correct(&mut conduit), [Lamplit::Vault]);
            assert!(conduit.solved && conduit.is_done());
            assert_eq!(conduit.check(Attempt::Correct), Err(Refusal::NoConduit));
        }
    }

    /// The first conduits of this size that can be broken, and of how many.
    fn broken(side: u32) -> Vec<VaultConduit> {
        let size = Size::new(side, side);
        let seeds = (0..40).map(Seed);
        seeds
            .filter_map(|seed| {
                let mut conduit = VaultConduit::new(size, seed)?;
                let mut stream = Stream::new(seed.0, 5);
                conduit.branch(&mut stream).then_some(conduit)
            })
            .collect()
    }

    #[test]
    fn the_pipe_of_a_broken_conduit_lights_two_of_three_rooms() {
        let mut of_all = (0, 0);
        for side in 3..=7 {
            let conduits = broken(side);
            assert!(conduits.len() >= 10, "{} of side {side}", conduits.len());
            for mut conduit in conduits {
                assert!(!conduit.solved && conduit.outlets.iter().all(|one| !one.lit));
                let front = correct(&mut conduit);
                // All tiles but the broken one are right: what lies before it is lit, and it leads to one side
                // at most.
                assert!(front.contains(&conduit.outlets[2].to), "{front:?}");
                let gap = conduit.broken.unwrap().tile;
                let mut turns = 0;
                while !conduit.broken.unwrap().fused {
                    turn(&mut conduit, gap);
                    turns += 1;
                    assert!(turns < 4, "the bend never leads on");
                }
                let lit = conduit.outlets.iter().filter(|one| one.lit).count();
                // Now and then light has found a way around while the board was half right.
                assert!(lit >= 2);
                of_all.0 += u32::from(lit == 2);
                of_all.1 += 1;
                if conduit.is_done() {
                    continue;
                }
                // Light has fused it, until the missing pipe is there.
                let again = Attempt::Rotate {
                    tile: gap,
                    clockwise: true,
                };
                assert_eq!(conduit.check(again), Err(Refusal::Fused));
                assert_eq!(conduit.check(Attempt::Correct), Err(Refusal::NothingWrong));
                assert_eq!(conduit.check(Attempt::Fit), Ok(()));
                conduit.operate(Attempt::Fit);
                assert!(conduit.check(Attempt::Fit).is_err());
                correct(&mut conduit);
                assert!(conduit.is_done() && conduit.board.is_solved());
            }
        }
        assert!(of_all.0 * 10 >= of_all.1 * 9, "{of_all:?}");
    }

    #[test]
    fn either_side_of_the_broken_tile_can_be_lit_first() {
        let mut firsts = [0; 3];
        for mut conduit in broken(4).into_iter().chain(broken(5)) {
            correct(&mut conduit);
            // Now and then light finds a way around on a board that is half right.
            if conduit.is_done() {
                continue;
            }
            let gap = conduit.broken.unwrap().tile;
            for quarters in 0..4 {
                let mut other = conduit.clone();
                // As it is turned, before light has run through it.
                other.outlets.iter_mut().for_each(|one| one.lit = false);
                other.broken.as_mut().unwrap().fused = false;
                other.board.turn(other.pos(gap), quarters);
                for to in other.relight() {
                    firsts[to as usize] += 1;
                }
                let behind = other.outlets[..BEHIND].iter().filter(|one| one.lit);
                assert!(behind.count() <= 1);
            }
        }
        assert!(firsts.iter().all(|count| *count > 10), "{firsts:?}");
    }
}
