//! The steps that a generator reports while it works, for animations and traces.

use crate::geom::{Pos, Rect};
use crate::map::{Map, Room, Tile};

/// One step of a generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Every tile of `area` became `tile`.
    Paint {
        /// The tiles that changed.
        area: Rect,
        /// Their new terrain.
        tile: Tile,
    },
    /// A room was placed (its tiles are painted by separate steps).
    Room(Room),
    /// A room was taken off the list, since a later stage of the map's making changed its tiles.
    Unlisted(Room),
    /// A place for a room was tried and rejected.
    Refused(Rect),
    /// The start was chosen.
    Start(Pos),
    /// A round that works on the whole map is over. An animation that shows rounds rather than
    /// single paints shows the map now.
    Round,
}

impl Step {
    /// Repeats the step on `map`.
    pub fn replay(self, map: &mut Map) {
        match self {
            Self::Paint { area, tile } => {
                for y in area.top..=area.bottom {
                    let row = map.tiles.row_mut(y as u32);
                    row[area.left as usize..=area.right as usize].fill(tile);
                }
            }
            Self::Room(room) => map.rooms.push(room),
            Self::Unlisted(room) => map.rooms.retain(|listed| *listed != room),
            Self::Refused(_) | Self::Round => {}
            Self::Start(pos) => map.start = Some(pos),
        }
    }
}

/// Receives each step of a generation, in order. Replaying all of them on a map of the same size
/// filled with [`Tile::Wall`] gives the generated map.
pub trait Observer {
    /// Called after each step.
    fn step(&mut self, step: Step);
}

/// An observer that records every step.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// The steps so far.
    pub steps: Vec<Step>,
}

impl Observer for Recorder {
    fn step(&mut self, step: Step) {
        self.steps.push(step);
    }
}
