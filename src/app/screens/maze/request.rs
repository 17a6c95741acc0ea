//! What can be asked for in Maze Run, how it is made, and which maze replaces another.

use std::sync::Arc;

use bevy::prelude::Message;

use super::action::MazeAction;
use crate::app::dungeon::large::{self, Job};
use crate::app::puzzle::{Solve, Work};
use crate::app::reward::daily;
use crate::game::Daily;
use crate::geom::Size;
use crate::mapgen::{ALL, Generator};
use crate::mazerun::{Leg, LegError, MAX_SIDE, MazeRun, Progress};
use crate::profile::maze::MazeRound;

pub(super) use crate::profile::maze::default_leg;

/// Largest maze, in cells, that is generated within the frame rather than in the background.
const MAX_INLINE_AREA: usize = 256 * 256;

/// Cells that "a larger maze" and "a smaller maze" add to or take from the width.
const SIZE_STEP: u32 = 2;

/// Requests another maze.
#[derive(Message, Clone)]
pub enum MazeRequest {
    /// A maze to generate.
    Leg(Leg),
    /// A maze that is there: one of a pack or of a file.
    Run(Box<MazeRun>),
    /// A maze with steps taken, from a share code.
    Progress(Box<Progress>),
    /// The daily of a day, and its maze.
    Daily(Daily, Leg),
    /// The same, raced against a recorded solve.
    Race(Daily, Leg, Arc<Solve<MazeRound>>),
}

impl MazeRequest {
    /// The daily of a day.
    pub(super) fn of_day(day: Daily) -> Self {
        Self::Daily(day, daily::maze(day))
    }

    /// A maze to generate.
    ///
    /// # Errors
    /// Why there can be no such maze.
    pub(super) fn of_leg(leg: Result<Leg, LegError>) -> Result<Self, String> {
        leg.map(Self::Leg).map_err(|error| error.to_string())
    }

    /// The leg of the maze.
    pub(super) const fn leg(&self) -> &Leg {
        match self {
            Self::Leg(leg) | Self::Daily(_, leg) | Self::Race(_, leg, _) => leg,
            Self::Run(run) => run.leg(),
            Self::Progress(progress) => progress.run.leg(),
        }
    }

    /// Makes the maze: a small one at once, a large one in the background.
    pub(super) fn make(&self) -> Work<MazeRound> {
        Work::ready(match self {
            Self::Leg(leg) if leg.size().area() > MAX_INLINE_AREA => return make_there(leg),
            Self::Leg(leg) => make_round(leg),
            Self::Run(run) => Ok(MazeRound::new((**run).clone())),
            Self::Progress(progress) => Ok(MazeRound::from_progress((**progress).clone())),
            Self::Daily(day, leg) | Self::Race(day, leg, _) => {
                make_round(leg).map(|round| round.of_day(*day))
            }
        })
    }
}

fn make_there(leg: &Leg) -> Work<MazeRound> {
    let (made_here, unpacked) = (leg.clone(), leg.clone());
    Work::start(
        &Job::Map.command(&leg.spec()),
        move || make_round(&made_here),
        move |bytes| unpack_round(&unpacked, bytes),
    )
}

fn make_round(leg: &Leg) -> Result<MazeRound, String> {
    let run = leg.make().map_err(|error| error.to_string())?;
    Ok(MazeRound::new(run))
}

/// Unpacks the map that a browser worker generated for `leg`.
fn unpack_round(leg: &Leg, bytes: &[u8]) -> Result<Result<MazeRound, String>, String> {
    let map = large::unpack_map(bytes).ok_or("the maze was lost")?;
    let run = leg.begin_in(&map).map_err(|error| error.to_string());
    Ok(run.map(MazeRound::new))
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

/// The name of the parameter that all generators of mazes have: the percentage of dead ends opened up.
const LOOPS: &str = "braid";

/// The percentage of dead ends that are opened up.
pub(super) fn loops_of(leg: &Leg) -> u8 {
    let mut params = leg.first().params().iter();
    let loops = params.find(|(param, _)| param.name == LOOPS);
    loops
        .and_then(|(_, value)| value.parse().ok())
        .unwrap_or_default()
}

/// The same place in the run by a generator, with a percentage of dead ends opened up.
pub(super) fn by(leg: &Leg, generator: &'static dyn Generator, loops: u8) -> Result<Leg, LegError> {
    let is_same = leg.generator().info().name == generator.info().name;
    let mut params = match is_same {
        true => leg.first().params().clone(),
        false => generator.params(),
    };
    // A generator of a program that uses the library may have no such parameter.
    let _ = params.set(&format!("{LOOPS}={loops}"));
    leg.by(generator, params)
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
        |generator| by(leg, generator, loops_of(leg)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Seed;

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
