//! A recording of a map's generation that can be stepped in both directions.

use crate::geom::{Grid, Size};
use crate::map::{Map, Tile};
use crate::mapgen::{Buffers, GenerateError, MapSpec, Observer, Step};

/// Maximum number of recorded steps (80 MB). If the generation takes more, the finished map
/// follows the last recorded step.
const MAX_STEPS: usize = 2_000_000;

/// Maximum number of snapshots besides the one at the beginning.
const MAX_SNAPSHOTS: usize = 48;

/// Minimum number of steps between two snapshots; replaying this many takes no noticeable time.
const MIN_SNAPSHOT_INTERVAL: usize = 64;

/// The steps of one map's generation, with a position among them.
pub struct Film {
    steps: Vec<Step>,
    /// The map as generated, which a truncated recording does not reach by its steps alone.
    finished: Map,
    /// The map after `position` steps.
    map: Map,
    position: usize,
    /// Tiles and number of rooms after each multiple of `snapshot_interval` steps reached so far.
    snapshots: Vec<(Grid<Tile>, usize)>,
    snapshot_interval: usize,
}

/// Records steps up to a limit.
struct StepRecorder {
    steps: Vec<Step>,
    limit: usize,
}

impl Observer for StepRecorder {
    fn step(&mut self, step: Step) {
        if self.steps.len() < self.limit {
            self.steps.push(step);
        }
    }
}

impl Film {
    /// Generates `spec`, recording each step; the film starts at the first.
    ///
    /// # Errors
    /// If the generator fails.
    pub fn record(spec: &MapSpec) -> Result<Self, GenerateError> {
        Self::record_at_most(spec, MAX_STEPS)
    }

    fn record_at_most(spec: &MapSpec, limit: usize) -> Result<Self, GenerateError> {
        let mut finished = Map::default();
        let mut recorder = StepRecorder {
            steps: Vec::new(),
            limit,
        };
        spec.observe(&mut finished, &mut Buffers::default(), &mut recorder)?;
        let steps = recorder.steps;
        let mut film = Self {
            finished,
            map: solid_map(spec.size()),
            position: 0,
            snapshots: Vec::new(),
            snapshot_interval: (steps.len() / MAX_SNAPSHOTS).max(MIN_SNAPSHOT_INTERVAL),
            steps,
        };
        film.take_due_snapshot();
        Ok(film)
    }

    /// Number of steps.
    pub fn length(&self) -> usize {
        self.steps.len()
    }

    /// Number of steps replayed, `0..=length()`.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The step replayed last; none at the beginning.
    pub fn last_step(&self) -> Option<Step> {
        self.steps.get(self.position.checked_sub(1)?).copied()
    }

    /// The map at this position; at the end, the finished map.
    pub fn map(&self) -> &Map {
        if self.position == self.steps.len() {
            &self.finished
        } else {
            &self.map
        }
    }

    /// Goes to the position after `to` steps, or to the end. Costs the steps in between; backwards,
    /// a copy of the map and the steps from the snapshot before.
    pub fn seek(&mut self, to: usize) {
        let to = to.min(self.steps.len());
        if to < self.position {
            let index = to / self.snapshot_interval;
            let (tiles, rooms) = &self.snapshots[index];
            let map = self.map.tiles.as_mut_slice();
            map.copy_from_slice(tiles.as_slice());
            self.map.rooms.truncate(*rooms);
            self.position = index * self.snapshot_interval;
            let mut replayed = self.steps[..self.position].iter().rev();
            self.map.start = replayed.find_map(|step| match step {
                Step::Start(pos) => Some(*pos),
                _ => None,
            });
        }
        while self.position < to {
            self.steps[self.position].replay(&mut self.map);
            self.position += 1;
            self.take_due_snapshot();
        }
    }

    /// Takes a snapshot if the position is the next multiple of the interval.
    fn take_due_snapshot(&mut self) {
        if self.position == self.snapshots.len() * self.snapshot_interval {
            self.snapshots
                .push((self.map.tiles.clone(), self.map.rooms.len()));
        }
    }
}

fn solid_map(size: Size) -> Map {
    Map::new(size, Tile::Wall)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mapgen::ALL;
    use crate::rng::Seed;

    #[test]
    fn every_generator_is_played_to_its_map_and_back_to_rock() {
        for generator in ALL {
            let name = generator.info().name;
            let spec = MapSpec::new(name, Size::new(80, 50), Seed(7)).unwrap();
            let mut film = Film::record(&spec).unwrap();
            let mut maps = vec![film.map().clone()];
            assert_eq!(maps[0].tiles, solid_map(spec.size()).tiles, "{name}");
            for at in 1..=film.length() {
                film.seek(at);
                maps.push(film.map().clone());
            }
            assert_eq!(film.map(), &spec.generate().unwrap(), "{name}");
            let mut replayed = solid_map(spec.size());
            film.steps
                .iter()
                .for_each(|step| step.replay(&mut replayed));
            assert_eq!(replayed, film.finished, "{name}");
            let stride = (film.length() / 500).max(1);
            for at in (0..film.length()).rev().step_by(stride) {
                film.seek(at);
                assert_eq!(film.position(), at);
                assert!(film.map() == &maps[at], "{name}, back to step {at}");
            }
        }
    }

    #[test]
    fn a_cut_film_still_ends_with_the_whole_map() {
        let spec: MapSpec = "scatter/80x50#3".parse().unwrap();
        let mut film = Film::record_at_most(&spec, 20).unwrap();
        assert_eq!(film.length(), 20);
        film.seek(usize::MAX);
        assert_eq!(film.map(), &spec.generate().unwrap());
        film.seek(19);
        assert_ne!(film.map(), &spec.generate().unwrap());
    }

    #[test]
    fn copies_are_bounded() {
        let spec: MapSpec = "scatter/80x50/walls=20000#3".parse().unwrap();
        let mut film = Film::record(&spec).unwrap();
        assert!(film.length() > 10_000, "{}", film.length());
        film.seek(film.length());
        assert!(
            film.snapshots.len() <= MAX_SNAPSHOTS + 1,
            "{}",
            film.snapshots.len()
        );
    }
}
