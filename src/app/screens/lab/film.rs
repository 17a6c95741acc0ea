//! The making of a map as a film: its steps, and the map as it was after each of them, forwards
//! and backwards. Knows neither time nor screen.

use crate::geom::{Grid, Size};
use crate::map::{Map, Tile};
use crate::mapgen::{Buffers, GenerateError, MapSpec, Observer, Step};

/// Most steps that a film keeps: 80 MB. What a longer making does after them is its last step.
const LONGEST: usize = 4_000_000;

/// Most copies of the map that a film keeps to go back to.
const COPIES: usize = 48;

/// Fewest steps from one copy to the next: going over so many again takes no time.
const LEAST_APART: usize = 64;

/// The steps of one map's making and a place among them.
pub struct Film {
    steps: Vec<Step>,
    /// The map after all steps, of which a cut film lacks some.
    end: Map,
    /// The map after `at` steps.
    map: Map,
    at: usize,
    /// Tiles and number of rooms after each multiple of `apart` steps, as far as it was seen.
    copies: Vec<(Grid<Tile>, usize)>,
    apart: usize,
}

/// Keeps steps up to a limit.
struct Reel {
    steps: Vec<Step>,
    limit: usize,
}

impl Observer for Reel {
    fn step(&mut self, step: Step) {
        if self.steps.len() < self.limit {
            self.steps.push(step);
        }
    }
}

impl Film {
    /// Films the making of `spec`, and stands at its beginning.
    ///
    /// # Errors
    /// As the generator's.
    pub fn of(spec: &MapSpec) -> Result<Self, GenerateError> {
        Self::cut(spec, LONGEST)
    }

    /// A film of at most `limit` steps.
    fn cut(spec: &MapSpec, limit: usize) -> Result<Self, GenerateError> {
        let mut end = Map::default();
        let mut reel = Reel {
            steps: Vec::new(),
            limit,
        };
        spec.observe(&mut end, &mut Buffers::default(), &mut reel)?;
        let apart = (reel.steps.len() / COPIES).max(LEAST_APART);
        let mut film = Self {
            steps: reel.steps,
            end,
            map: blank(spec.size()),
            at: 0,
            copies: Vec::new(),
            apart,
        };
        film.keep_copy();
        Ok(film)
    }

    /// Number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether the map was made without a step.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// How many steps have been done.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The step that was done last.
    pub fn last(&self) -> Option<Step> {
        self.steps.get(self.at.checked_sub(1)?).copied()
    }

    /// The map after the steps that have been done; after all of them the map itself.
    pub fn map(&self) -> &Map {
        if self.at == self.steps.len() {
            &self.end
        } else {
            &self.map
        }
    }

    /// Goes to after step number `to`, or after the last. Costs the steps between, or those from
    /// the copy before.
    pub fn seek(&mut self, to: usize) {
        let to = to.min(self.steps.len());
        if to < self.at {
            let copy = to / self.apart;
            let (tiles, rooms) = &self.copies[copy];
            self.map
                .tiles
                .as_mut_slice()
                .copy_from_slice(tiles.as_slice());
            self.map.rooms.truncate(*rooms);
            self.map.start = None;
            self.at = copy * self.apart;
            let starts = self.steps[..self.at].iter().rev();
            self.map.start = starts.into_iter().find_map(|step| match step {
                Step::Start(pos) => Some(*pos),
                _ => None,
            });
        }
        while self.at < to {
            self.steps[self.at].replay(&mut self.map);
            self.at += 1;
            self.keep_copy();
        }
    }

    /// Keeps a copy of the map if one belongs here.
    fn keep_copy(&mut self) {
        if self.at == self.copies.len() * self.apart {
            self.copies
                .push((self.map.tiles.clone(), self.map.rooms.len()));
        }
    }
}

fn blank(size: Size) -> Map {
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
            let mut film = Film::of(&spec).unwrap();
            let mut maps = vec![film.map().clone()];
            assert_eq!(maps[0].tiles, blank(spec.size()).tiles, "{name}");
            for at in 1..=film.len() {
                film.seek(at);
                maps.push(film.map().clone());
            }
            assert_eq!(film.map(), &spec.generate().unwrap(), "{name}");
            let mut replayed = blank(spec.size());
            film.steps
                .iter()
                .for_each(|step| step.replay(&mut replayed));
            assert_eq!(replayed, film.end, "{name}");
            let stride = (film.len() / 500).max(1);
            for at in (0..film.len()).rev().step_by(stride) {
                film.seek(at);
                assert_eq!(film.at(), at);
                assert!(film.map() == &maps[at], "{name}, back to step {at}");
            }
        }
    }

    #[test]
    fn a_cut_film_still_ends_with_the_whole_map() {
        let spec: MapSpec = "scatter/80x50#3".parse().unwrap();
        let mut film = Film::cut(&spec, 20).unwrap();
        assert_eq!(film.len(), 20);
        film.seek(usize::MAX);
        assert_eq!(film.map(), &spec.generate().unwrap());
        film.seek(19);
        assert_ne!(film.map(), &spec.generate().unwrap());
    }

    #[test]
    fn copies_are_bounded() {
        let spec: MapSpec = "scatter/80x50/walls=20000#3".parse().unwrap();
        let mut film = Film::of(&spec).unwrap();
        assert!(film.len() > 10_000, "{}", film.len());
        film.seek(film.len());
        assert!(film.copies.len() <= COPIES + 1, "{}", film.copies.len());
    }
}
