//! Which maze comes in the place of another, and a maze on its way: a large one is made beside the
//! frames.

use super::action::MazeAction;
use super::round::Round;
use super::score;
use crate::app::dungeon::large::{self, Job};
use crate::app::platform::beside;
use crate::geom::Size;
use crate::mapgen::{ALL, MapSpec};
use crate::mazerun::{Leg, LegError, MAX_SIDE, MazeRun};
use crate::rng::Seed;

/// The generator and the size of the first maze, in cells, where nobody says otherwise.
const GENERATOR: &str = "maze-dfs";
const SIZE: Size = Size::new(16, 10);

/// Number of cells up to which a maze is waited for.
const SMALL: usize = 256 * 256;

/// Cells that a maze grows and shrinks by when the player says so.
const STRIDE: u32 = 2;

/// A maze on its way.
pub(super) struct Making {
    pub leg: Leg,
    work: Work,
}

enum Work {
    /// A small one is made at once.
    Done(Box<Result<Round, LegError>>),
    UnderWay(beside::Work<Result<Round, LegError>>),
}

impl Making {
    /// Begins.
    pub fn start(leg: Leg) -> Self {
        let work = if leg.size().area() <= SMALL {
            Work::Done(Box::new(make(&leg)))
        } else {
            let (here, there) = (leg.clone(), leg.clone());
            Work::UnderWay(beside::Work::start(
                &Job::Map.command(&leg.spec()),
                move || Ok(make(&here)),
                Box::new(move |bytes| read(&there, bytes)),
            ))
        };
        Self { leg, work }
    }

    /// Begins the maze that follows: the next of its pack, or of its run.
    pub fn after(run: &MazeRun) -> Self {
        let Some(next) = score::next(run) else {
            return Self::start(run.leg().next());
        };
        let leg = next.leg().clone();
        let work = Work::Done(Box::new(Ok(Round::new(next))));
        Self { leg, work }
    }

    /// The maze, if it is made by now.
    pub fn take(self) -> Result<Result<Round, LegError>, Self> {
        let Self { leg, work } = self;
        match work {
            Work::Done(made) => Ok(*made),
            Work::UnderWay(mut work) => match work.take() {
                Some(Ok(made)) => Ok(made),
                // Whoever was to make it cannot.
                Some(Err(_)) => Ok(make(&leg)),
                None => Err(Self {
                    leg,
                    work: Work::UnderWay(work),
                }),
            },
        }
    }
}

fn make(leg: &Leg) -> Result<Round, LegError> {
    leg.make().map(Round::new)
}

/// Reads the map of the maze that a worker made.
fn read(leg: &Leg, bytes: &[u8]) -> Result<Result<Round, LegError>, String> {
    let map = large::unpack_map(bytes).ok_or("the maze was lost")?;
    Ok(leg.begin_in(&map).map(Round::new))
}

/// The maze that is asked for in the place of another.
pub(super) fn other_leg(action: MazeAction, leg: &Leg) -> Result<Leg, LegError> {
    match action {
        MazeAction::Skip => Ok(leg.next()),
        MazeAction::NextGenerator => other_generator(leg, 1),
        MazeAction::PreviousGenerator => other_generator(leg, ALL.len() - 1),
        _ => Ok(leg.another()),
    }
}

/// The size after `size` or before it, in the proportions of `shape`, and none that is no maze.
pub(super) fn resized(size: Size, shape: Size, larger: bool) -> Size {
    let width = match larger {
        true => size.width.saturating_add(STRIDE),
        false => size.width.saturating_sub(STRIDE),
    };
    let wide = u64::from(width.clamp(2, MAX_SIDE));
    let of = u64::from(shape.width);
    let high = (u64::from(shape.height) * wide + of / 2) / of;
    Size::new(wide as u32, high.clamp(1, u64::from(MAX_SIDE)) as u32)
}

/// The same place by the nearest generator of mazes, `stride` places on in the list at a time.
fn other_generator(leg: &Leg, stride: usize) -> Result<Leg, LegError> {
    let name = leg.generator().info().name;
    let here = ALL
        .iter()
        .position(|generator| generator.info().name == name)
        .unwrap_or(0);
    let next = (1..ALL.len())
        .map(|count| ALL[(here + count * stride) % ALL.len()])
        .find(|generator| generator.makes_cell_maze());
    next.map_or_else(
        || Ok(leg.clone()),
        |generator| leg.by(generator, generator.params()),
    )
}

/// The run of a seed for which nobody names a maze.
pub(super) fn usual(seed: Seed) -> Result<Leg, LegError> {
    Leg::new(GENERATOR, SIZE, seed)
}

/// The run that `spec` begins, if it names a maze; else the usual one of `seed`.
pub(super) fn first_leg(spec: &MapSpec, seed: Seed) -> Result<Leg, LegError> {
    if spec.generator().makes_cell_maze() && spec.seed == seed {
        Leg::of(spec)
    } else {
        usual(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_maze_is_the_same_whether_a_worker_made_its_map() {
        for name in ["maze-dfs", "maze-wilson"] {
            let leg = Leg::new(name, Size::new(40, 30), Seed(7)).unwrap().next();
            let made = large::run_job(&Job::Map.command(&leg.spec())).unwrap();
            let there = read(&leg, &made).unwrap().unwrap();
            let here = make(&leg).unwrap();
            assert_eq!(there.run().leg(), here.run().leg());
            assert_eq!(
                there.run().maze().to_string(),
                here.run().maze().to_string()
            );
            assert_eq!(there.run().is_loaded(), here.run().is_loaded());
            assert!(read(&leg, &made[1..]).is_err());
        }
    }
}
