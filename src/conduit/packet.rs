//! The packets of light that run through a solved board: a pure step function of the time that
//! has passed. Knows no clock; the screen says how many milliseconds went by.
//!
//! A packet crosses from tile to tile in 320 ms: 16 ticks of 20 ms, of which what is left over
//! is carried on. Where it arrives it forks into every edge but the one it came by, and at a
//! lamp it goes out. When all have gone out, new ones leave the wellspring.

use super::play::Conduit;
use crate::geom::{Dir, Pos};

/// A tick, in milliseconds.
pub const TICK_MS: u32 = 20;
/// Ticks from one tile to the next.
pub const TICKS_A_TILE: u8 = 16;

/// A packet on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packet {
    /// The tile it left.
    pub from: Pos,
    /// The direction in which it goes.
    pub dir: Dir,
    /// How far it is, in ticks: 0 to 15 of [`TICKS_A_TILE`].
    pub ticks: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Flight {
    tile: u16,
    side: u8,
    ticks: u8,
}

/// The packets on one board. They follow the pipes as they are joined.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packets {
    flights: Vec<Flight>,
    /// Milliseconds that do not make a tick yet.
    rest: u32,
    /// Memory for the next flights.
    next: Vec<Flight>,
}

impl Packets {
    /// The packets that leave the wellspring.
    pub fn new(conduit: &Conduit) -> Self {
        let mut packets = Self::default();
        packets.leave(conduit, conduit.spring());
        packets
    }

    /// Lets packets loose from the tile at `pos`, one into each of its joined edges. Off the
    /// board nothing happens, nor where there are as many packets as the board has room for:
    /// eight to a tile.
    pub fn release(&mut self, conduit: &Conduit, pos: Pos) {
        if let Some(tile) = conduit.tile_at(pos) {
            self.leave(conduit, tile);
        }
    }

    /// Lets `ms` milliseconds go by; more than a minute at once counts as a minute. Returns
    /// whether anything moved, and with it whether there is something new to draw.
    ///
    /// The time is linear in the packets and the tiles passed.
    pub fn advance(&mut self, conduit: &Conduit, ms: u32) -> bool {
        let time = self.rest + ms.min(60_000);
        self.rest = time % TICK_MS;
        for _ in 0..time / TICK_MS {
            self.tick(conduit);
        }
        time >= TICK_MS
    }

    /// Where the packets are.
    pub fn iter(&self, conduit: &Conduit) -> impl Iterator<Item = Packet> {
        self.flights.iter().map(|flight| {
            let (from, dir) = conduit.edge(flight.tile, usize::from(flight.side));
            Packet {
                from,
                dir,
                ticks: flight.ticks,
            }
        })
    }

    fn tick(&mut self, conduit: &Conduit) {
        let mut next = std::mem::take(&mut self.next);
        for flight in &self.flights {
            let ticks = flight.ticks + 1;
            if ticks < TICKS_A_TILE {
                next.push(Flight { ticks, ..*flight });
            } else {
                fork(conduit, *flight, &mut next);
            }
        }
        next.truncate(room(conduit));
        self.next = std::mem::replace(&mut self.flights, next);
        self.next.clear();
        if self.flights.is_empty() {
            self.leave(conduit, conduit.spring());
        }
    }

    fn leave(&mut self, conduit: &Conduit, tile: u16) {
        let room = room(conduit);
        for (side, _) in conduit.ways(tile) {
            if self.flights.len() < room {
                self.flights.push(Flight {
                    tile,
                    side: side as u8,
                    ticks: 0,
                });
            }
        }
    }
}

/// How many packets a board has room for. In a tree each click adds no more than there are
/// lamps; round a loop they would double for ever.
fn room(conduit: &Conduit) -> usize {
    8 * conduit.size().area()
}

/// Sends a packet on that has arrived.
fn fork(conduit: &Conduit, flight: Flight, next: &mut Vec<Flight>) {
    let side = usize::from(flight.side);
    let arrived = conduit.ways(flight.tile).find(|(way, _)| *way == side);
    // If the tile was turned since it left, the packet runs out into the dark.
    let Some((_, tile)) = arrived else {
        return;
    };
    let back = super::mask::opposite(side);
    for (side, _) in conduit.ways(tile).filter(|(side, _)| *side != back) {
        next.push(Flight {
            tile,
            side: side as u8,
            ticks: 0,
        });
    }
}
