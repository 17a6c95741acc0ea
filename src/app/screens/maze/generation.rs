//! Generates mazes, large ones in the background ([`PendingMaze`]), and decides which maze replaces
//! another.

use super::action::MazeAction;
use super::round::Round;
use super::score;
use crate::app::dungeon::large::{self, Job};
use crate::app::platform::background;
use crate::geom::Size;
use crate::mapgen::ALL;
use crate::mazerun::{Leg, LegError, MAX_SIDE, MazeRun};
use crate::rng::Seed;

/// The generator and the size, in cells, of the first maze if none is named.
const DEFAULT_GENERATOR: &str = "maze-dfs";
const DEFAULT_SIZE: Size = Size::new(16, 10);

/// Largest maze, in cells, that is generated within the frame rather than in the background.
const MAX_INLINE_AREA: usize = 256 * 256;

/// Cells that "a larger maze" and "a smaller maze" add to or take from the width.
const SIZE_STEP: u32 = 2;

/// A maze that is being generated.
pub(super) struct PendingMaze {
    pub leg: Leg,
    work: Work,
}

enum Work {
    Done(Option<Box<Result<Round, LegError>>>),
    InBackground(background::Work<Result<Round, LegError>>),
}

impl PendingMaze {
    /// Generates a small maze at once, or starts the background work for a large one.
    pub fn start(leg: Leg) -> Self {
        let work = if leg.size().area() <= MAX_INLINE_AREA {
            Work::Done(Some(Box::new(make_round(&leg))))
        } else {
            let (made_here, unpacked) = (leg.clone(), leg.clone());
            Work::InBackground(background::Work::start(
                &Job::Map.command(&leg.spec()),
                move || Ok(make_round(&made_here)),
                Box::new(move |bytes| unpack_round(&unpacked, bytes)),
            ))
        };
        Self { leg, work }
    }

    /// Starts the maze after `run`: the next one in its pack, or else the next leg of the run.
    pub fn after(run: &MazeRun) -> Self {
        let Some(next) = score::next_in_pack(run) else {
            return Self::start(run.leg().next());
        };
        let leg = next.leg().clone();
        let work = Work::Done(Some(Box::new(Ok(Round::new(next)))));
        Self { leg, work }
    }

    /// The generated maze, once it is ready.
    pub fn poll(&mut self) -> Option<Result<Round, LegError>> {
        match &mut self.work {
            Work::Done(made) => made.take().map(|made| *made),
            Work::InBackground(work) => work.take().map(|made| {
                // A browser worker may fail to start or to answer.
                made.unwrap_or_else(|_| make_round(&self.leg))
            }),
        }
    }
}

fn make_round(leg: &Leg) -> Result<Round, LegError> {
    leg.make().map(Round::new)
}

/// Unpacks the map that a browser worker generated for `leg`.
fn unpack_round(leg: &Leg, bytes: &[u8]) -> Result<Result<Round, LegError>, String> {
    let map = large::unpack_map(bytes).ok_or("the maze was lost")?;
    Ok(leg.begin_in(&map).map(Round::new))
}

/// The leg that replaces `leg`. Actions other than skipping and changing the generator ask for another
/// maze of the same size.
pub(super) fn other_leg(action: MazeAction, leg: &Leg) -> Result<Leg, LegError> {
    match action {
        MazeAction::Skip => Ok(leg.next()),
        MazeAction::NextGenerator => other_generator(leg, 1),
        MazeAction::PreviousGenerator => other_generator(leg, ALL.len() - 1),
        _ => Ok(leg.another()),
    }
}

/// The next larger or smaller size after `size` with the proportions of `shape`, within the limits of
/// Maze Run.
pub(super) fn resized(size: Size, shape: Size, is_larger: bool) -> Size {
    let width = match is_larger {
        true => size.width.saturating_add(SIZE_STEP),
        false => size.width.saturating_sub(SIZE_STEP),
    };
    let width = u64::from(width.clamp(2, MAX_SIDE));
    let base = u64::from(shape.width);
    let height = (u64::from(shape.height) * width + base / 2) / base;
    Size::new(width as u32, height.clamp(1, u64::from(MAX_SIDE)) as u32)
}

/// The same leg with the next maze generator, going through the list of generators in steps of
/// `stride`.
fn other_generator(leg: &Leg, stride: usize) -> Result<Leg, LegError> {
    let name = leg.generator().info().name;
    let current = ALL
        .iter()
        .position(|generator| generator.info().name == name)
        .unwrap_or(0);
    let next = (1..ALL.len())
        .map(|count| ALL[(current + count * stride) % ALL.len()])
        .find(|generator| generator.makes_cell_maze());
    next.map_or_else(
        || Ok(leg.clone()),
        |generator| leg.by(generator, generator.params()),
    )
}

/// The first leg of a seed's run if no maze is named.
pub(super) fn default_leg(seed: Seed) -> Result<Leg, LegError> {
    Leg::new(DEFAULT_GENERATOR, DEFAULT_SIZE, seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_maze_is_the_same_whether_a_worker_made_its_map() {
        for name in ["maze-dfs", "maze-wilson"] {
            let leg = Leg::new(name, Size::new(40, 30), Seed(7)).unwrap().next();
            let made = large::run_job(&Job::Map.command(&leg.spec())).unwrap();
            let there = unpack_round(&leg, &made).unwrap().unwrap();
            let here = make_round(&leg).unwrap();
            assert_eq!(there.run().leg(), here.run().leg());
            assert_eq!(
                there.run().maze().to_string(),
                here.run().maze().to_string()
            );
            assert_eq!(there.run().is_loaded(), here.run().is_loaded());
            assert!(unpack_round(&leg, &made[1..]).is_err());
        }
    }
}
