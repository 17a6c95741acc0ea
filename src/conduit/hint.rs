//! Hints: the next tile that can be deduced, and why it can be turned in no other way. Knows
//! the tiles as they are turned now, but not how they came to be so.

use super::board::Puzzle;
use super::deduce::{Cause, Deduction, Logic, Outcome, State, Witness, positions};
use super::layout::Layout;
use super::mask::Mask;
use super::search::{Answer, TRIES};
use crate::geom::Pos;

/// A tile that is turned wrongly, how it must be turned, and why.
///
/// Of a wellspring of two tiles, the masks are those of its edges as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The tile; of a wellspring of two, the lower one.
    pub at: Pos,
    /// How it is turned now.
    pub from: Mask,
    /// How it must be turned.
    pub to: Mask,
    /// Why: what rules out its other positions, in the order in which it does.
    pub because: Vec<Because>,
}

/// Positions of a tile that are ruled out, and by what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Because {
    /// The positions.
    pub ruled_out: Vec<Mask>,
    /// What rules them out.
    pub reason: Reason,
}

/// What rules out positions of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The sides that must be joined, and those that cannot: at a border or a wall, or because
    /// of tiles already deduced.
    Edges {
        /// Sides on which the neighbour comes to meet it.
        joined: Mask,
        /// Sides on which nothing does.
        closed: Mask,
    },
    /// They would close a loop.
    Loop,
    /// They would cut a part of the board off from the rest.
    Stranded,
    /// Each leads to a contradiction, but farther on than a hint can show.
    Tried,
    /// Nothing: the board has other solutions, and this position belongs to the one it shows.
    Chosen,
}

/// Conclusions in their order.
#[derive(Default)]
struct Notes(Vec<Note>);

struct Note {
    tile: u16,
    before: State,
    after: State,
    known: u8,
    cause: Cause,
}

impl Witness for Notes {
    fn narrowed(&mut self, tile: u16, before: State, after: State, known: u8, cause: Cause) {
        self.0.push(Note {
            tile,
            before,
            after,
            known,
            cause,
        });
    }
}

/// The first tile by order of deduction that `tiles` has turned wrongly; `None` if there is none.
pub(super) fn hint(layout: &Layout, puzzle: &Puzzle, tiles: &[u8]) -> Option<Hint> {
    let mut deduction = Deduction::default();
    let mut notes = Notes::default();
    deduction.start(layout, tiles);
    // The simplest reasons first.
    for logic in [Logic::Edges, Logic::Loops, Logic::All] {
        let outcome = deduction.run(layout, logic, &mut notes);
        if let Some(hint) = notes.hint(layout, tiles) {
            return Some(hint);
        }
        if outcome == Outcome::Solved {
            return None;
        }
    }
    let open = deduction
        .open
        .iter()
        .find(|tile| tiles[**tile as usize] != puzzle.solution[**tile as usize])?;
    let mut because: Vec<Because> = notes.of(*open).collect();
    let to = puzzle.solution[*open as usize];
    let left = positions(deduction.state[*open as usize]).filter(|mask| *mask != to);
    let unique =
        !puzzle.start.rules.ambiguous || matches!(puzzle.start.answer(TRIES), Answer::One(_));
    because.push(Because {
        ruled_out: left.map(Mask::new).collect(),
        reason: if unique {
            Reason::Tried
        } else {
            Reason::Chosen
        },
    });
    Some(Hint {
        at: layout.pos(*open),
        from: Mask::new(tiles[*open as usize]),
        to: Mask::new(to),
        because,
    })
}

impl Notes {
    fn hint(&self, layout: &Layout, tiles: &[u8]) -> Option<Hint> {
        let (note, to) = self.0.iter().find_map(|note| {
            let mut left = positions(note.after);
            let only = left.next().filter(|_| left.next().is_none());
            only.filter(|mask| *mask != tiles[note.tile as usize])
                .map(|mask| (note, mask))
        })?;
        Some(Hint {
            at: layout.pos(note.tile),
            from: Mask::new(tiles[note.tile as usize]),
            to: Mask::new(to),
            because: self.of(note.tile).collect(),
        })
    }

    /// What was concluded of one tile.
    fn of(&self, tile: u16) -> impl Iterator<Item = Because> {
        self.0
            .iter()
            .filter(move |note| note.tile == tile)
            .map(|note| Because {
                ruled_out: positions(note.before & (0xf0 | !note.after))
                    .map(Mask::new)
                    .collect(),
                reason: match note.cause {
                    Cause::Edges => Reason::Edges {
                        joined: Mask::new(note.known),
                        closed: Mask::new(note.known >> 4),
                    },
                    Cause::Loop => Reason::Loop,
                    Cause::Stranded => Reason::Stranded,
                },
            })
    }
}
