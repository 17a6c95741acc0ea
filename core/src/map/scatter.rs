//! Scattered places that keep a distance from each other: where a generator or a game puts things.

use super::distance::{DistanceMap, UNREACHED};
use super::{Steps, TileSet};
use crate::geom::{Dir, Grid, Pos};
use crate::rng::Stream;

/// Draws places that keep a walking distance from each other and from given ones.
///
/// ```
/// use undercroft_core::map::{Map, Scatter, Steps, Tile, TileSet};
/// use undercroft_core::{geom::Pos, mapgen::MapSpec, rng::Stream};
///
/// let spec: MapSpec = "caves/80x50#7".parse()?;
/// let map = spec.generate()?;
/// let open = TileSet::of(&map.tiles, Tile::is_walkable);
/// let scatter = Scatter {
///     count: 5,
///     apart: 12,
///     clear_of: map.start.as_slice(),
///     clear: 20,
///     steps: Steps::Eight,
/// };
/// let is_floor = |pos| map.tiles[pos] == Tile::Floor;
/// let chests = scatter.draw(&open, is_floor, &mut Stream::new(1, 2));
/// assert_eq!(chests.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// In [`Generator::carve`](crate::mapgen::Generator::carve) the map so far is `site.map()`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scatter<'a> {
    /// The most places to draw.
    pub count: usize,
    /// The fewest steps between two of them.
    pub apart: u32,
    /// Tiles that all places keep clear of, such as the start.
    pub clear_of: &'a [Pos],
    /// The fewest steps between one of these tiles and a place.
    pub clear: u32,
    /// What a step is.
    pub steps: Steps,
}

impl Scatter<'_> {
    /// Draws up to [`count`](Self::count) tiles among those `open` ones that `fits` accepts. Tiles that cannot be
    /// reached from each other are far enough apart.
    ///
    /// Each tile is drawn from all that are still possible, equally likely, so fewer are found only if no other tile
    /// fits beside them. (With other draws, there might have been more.) Draws one number per tile that it looks
    /// at. Time and memory are about linear in the area, however many places there are.
    pub fn draw(
        &self,
        open: &TileSet,
        fits: impl Fn(Pos) -> bool,
        stream: &mut Stream,
    ) -> Vec<Pos> {
        let mut free: Vec<Pos> = open.iter().filter(|pos| fits(*pos)).collect();
        if let Some(bound) = self.clear.checked_sub(1) {
            let mut taken = DistanceMap::default();
            taken.measure(open, self.steps, self.clear_of, bound);
            free.retain(|pos| taken.get(*pos).is_none());
        }
        let mut near = Neighbourhoods {
            nearest: Grid::new(open.size().width, open.size().height, UNREACHED),
            queue: Vec::new(),
        };
        let mut places = Vec::new();
        while places.len() < self.count && !free.is_empty() {
            let index = stream.below(free.len() as u32);
            let pos = free.swap_remove(index as usize);
            if near.nearest[pos] == UNREACHED {
                near.add(pos, self.apart.saturating_sub(1), self.steps, open);
                places.push(pos);
            }
        }
        places
    }
}

/// The tiles that are too near to a place.
struct Neighbourhoods {
    /// Steps from the nearest place, as far as they are too few.
    nearest: Grid<u32>,
    queue: Vec<Pos>,
}

impl Neighbourhoods {
    /// Adds the tiles at most `bound` steps from `place`. Enters only those that no other place is as near to, so
    /// that a tile is seen a few times at most.
    fn add(&mut self, place: Pos, bound: u32, steps: Steps, open: &TileSet) {
        self.nearest[place] = 0;
        self.queue.clear();
        self.queue.push(place);
        let mut head = 0;
        while let Some(&pos) = self.queue.get(head) {
            head += 1;
            let distance = self.nearest[pos] + 1;
            if distance > bound {
                break;
            }
            for dir in Dir::ALL {
                let near = pos.step(dir);
                if steps.allow(pos, dir, |pos| open.contains(pos)) && distance < self.nearest[near]
                {
                    self.nearest[near] = distance;
                    self.queue.push(near);
                }
            }
        }
    }
}
