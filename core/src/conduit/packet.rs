//! The packets of light that travel through a solved board. Independent of the clock: the caller
//! passes the elapsed milliseconds.
//!
//! A packet takes 320 ms from tile to tile: 16 ticks of 20 ms; a fraction of a tick is carried
//! over. On arrival it forks into every pipe except the one it came through, and disappears at a
//! lamp. When all have disappeared, new packets leave the wellspring.

use super::play::Conduit;
use crate::geom::{Dir, Pos};

/// Length of a tick in milliseconds.
pub const TICK_MS: u32 = 20;
/// Ticks from one tile to the next.
pub const TICKS_PER_TILE: u8 = 16;

/// A packet between two tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packet {
    /// Position of the tile it left.
    pub from: Pos,
    /// The direction it travels in.
    pub dir: Dir,
    /// Ticks since it left, less than [`TICKS_PER_TILE`].
    pub ticks: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Flight {
    tile: u16,
    side: u8,
    ticks: u8,
}

/// The packets on one board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packets {
    flights: Vec<Flight>,
    /// Milliseconds since the last tick.
    elapsed: u32,
    /// Buffer for the flights of the next tick.
    next: Vec<Flight>,
}

impl Packets {
    /// Starts with one packet in each joined pipe of the wellspring.
    pub fn new(conduit: &Conduit) -> Self {
        let mut packets = Self::default();
        packets.emit(conduit, conduit.spring());
        packets
    }

    /// Releases a packet into each joined pipe of the tile at `pos`. Does nothing off the board, or
    /// if the board already has eight packets per tile.
    pub fn release(&mut self, conduit: &Conduit, pos: Pos) {
        if let Some(tile) = conduit.tile_at(pos) {
            self.emit(conduit, tile);
        }
    }

    /// Advances by `ms` milliseconds, capped at one minute. Returns whether a tick has passed, so
    /// that there is something new to draw. Linear in the packets times the ticks.
    pub fn advance(&mut self, conduit: &Conduit, ms: u32) -> bool {
        let time = self.elapsed + ms.min(60_000);
        self.elapsed = time % TICK_MS;
        for _ in 0..time / TICK_MS {
            self.tick(conduit);
        }
        time >= TICK_MS
    }

    /// The packets with their positions.
    pub fn iter(&self, conduit: &Conduit) -> impl Iterator<Item = Packet> {
        self.flights.iter().map(|flight| {
            let (from, dir) = conduit.pipe_start(flight.tile, usize::from(flight.side));
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
            if ticks < TICKS_PER_TILE {
                next.push(Flight { ticks, ..*flight });
            } else {
                push_forks(conduit, *flight, &mut next);
            }
        }
        next.truncate(max_packets(conduit));
        self.next = std::mem::replace(&mut self.flights, next);
        self.next.clear();
        if self.flights.is_empty() {
            self.emit(conduit, conduit.spring());
        }
    }

    fn emit(&mut self, conduit: &Conduit, tile: u16) {
        let (limit, before) = (max_packets(conduit), self.flights.len());
        self.flights.extend(new_flights(conduit, tile));
        self.flights.truncate(limit.max(before));
    }
}

/// The most packets on a board. In a tree a click adds at most one per lamp; on a loop their number
/// would double without limit.
fn max_packets(conduit: &Conduit) -> usize {
    8 * conduit.size().area()
}

/// Replaces a packet that has arrived by the packets that it forks into.
fn push_forks(conduit: &Conduit, flight: Flight, next: &mut Vec<Flight>) {
    let side = usize::from(flight.side);
    let arrived = conduit
        .neighbours(flight.tile)
        .find(|(way, _)| *way == side);
    // The tile was turned after the packet left, so the packet is lost.
    let Some((_, tile)) = arrived else {
        return;
    };
    let back = super::mask::opposite(side) as u8;
    next.extend(new_flights(conduit, tile).filter(|flight| flight.side != back));
}

/// A new packet for each joined pipe of a tile.
fn new_flights(conduit: &Conduit, tile: u16) -> impl Iterator<Item = Flight> {
    conduit.neighbours(tile).map(move |(side, _)| Flight {
        tile,
        side: side as u8,
        ticks: 0,
    })
}
