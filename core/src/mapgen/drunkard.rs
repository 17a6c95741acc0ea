//! `drunkard`: random walkers that dig through rock.

use super::param::params;
use super::{GenerateError, Generator, Info, ParamSpec, Site};
use crate::geom::{Dir, Pos, Rect};
use crate::map::Tile;
use crate::rng::Stream;

/// `drunkard`: random walks until a share of the map is open.
pub struct Drunkard;

/// The value of `from` that starts walkers in the middle.
const FROM_MIDDLE: i32 = 1;

/// A walker starts beside one of this many most recent tiles. On a whole map, most tiles would have
/// had no rock beside them for long, and each lookup would miss the cache.
const RECENT: usize = 1000;

params! {
    SHARE = int("share", 1, 100, 40, "percentage of the map dug open");
    LIFE = int("life", 1, 100_000, 150, "steps that each walker takes");
    STRAIGHT = int("straight", 0, 95, 0, "percentage of steps that go straight on");
    FROM = choice(
        "from", &["edge", "middle"],
        "where each walker starts: at the edge of the dug area, or in the middle of the map",
    );
}

static INFO: Info = Info {
    name: "drunkard",
    description: "Walkers stagger through the rock and dig until enough of the map is open",
    source: "the drunkard's walk of roguelikes, as in J. Read, \"Random Walk Cave Generation\" (RogueBasin, 2014); random walks are K. Pearson's (1905)",
    params: PARAMS,
};

impl Generator for Drunkard {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError> {
        let params = site.params();
        let mut edge = std::mem::take(&mut site.buffers().edge);
        edge.clear();
        let mut walkers = Walkers {
            habit: Habit {
                life: params.value(LIFE),
                straight: params.value(STRAIGHT) as u32,
                from_middle: params.value(FROM) == FROM_MIDDLE,
            },
            left: share_of(params.value(SHARE), site.interior()),
            edge,
        };
        walkers.dig(site, site.interior().center());
        walkers.dig_all(site, stream);
        site.buffers().edge = walkers.edge;
        site.start_far_from(site.interior().center());
        Ok(())
    }
}

/// `share` per cent of the tiles of `area`, rounded to nearest, ties up; at least one.
fn share_of(share: i32, area: Rect) -> usize {
    let tiles = area.width() as usize * area.height() as usize;
    ((tiles * share as usize + 50) / 100).max(1)
}

/// How each walker moves.
struct Habit {
    life: i32,
    straight: u32,
    from_middle: bool,
}

/// All walkers, one after another.
struct Walkers {
    habit: Habit,
    /// Number of tiles still to be dug.
    left: usize,
    /// See [`Buffers::edge`](super::Buffers).
    edge: Vec<u32>,
}

impl Walkers {
    /// Sends out walkers until enough is dug. A walker that starts beside rock digs at once, and
    /// one that follows a walker that dug nothing always does so; thus there are at most two
    /// walkers per tile to be dug.
    fn dig_all(&mut self, site: &mut Site<'_>, stream: &mut Stream) {
        let mut dug_nothing = false;
        while self.left > 0 {
            let before = self.left;
            if self.habit.from_middle && !dug_nothing {
                self.walk(site, site.interior().center(), stream);
            } else {
                let pos = self.dig_beside_rock(site, stream);
                self.walk(site, pos, stream);
            }
            dug_nothing = self.left == before;
        }
    }

    /// Digs a tile of rock beside a random one of the last [`RECENT`] tiles of `edge`; returns it.
    fn dig_beside_rock(&mut self, site: &mut Site<'_>, stream: &mut Stream) -> Pos {
        loop {
            let recent = self.edge.len().min(RECENT);
            let at = self.edge.len() - recent + stream.below(recent as u32) as usize;
            let pos = site.map().tiles.pos_of(self.edge[at] as usize);
            let mut rock = [pos; 4];
            let mut count = 0;
            for next in Dir::CARDINAL.map(|dir| pos.step(dir)) {
                if site.interior().contains(next) && !site.map().is_walkable(next) {
                    rock[count] = next;
                    count += 1;
                }
            }
            match stream.pick(&rock[..count]) {
                Some(next) => {
                    self.dig(site, *next);
                    return *next;
                }
                // This tile will never have rock beside it again. While there is rock to dig,
                // another tile has some.
                None => drop(self.edge.swap_remove(at)),
            }
        }
    }

    /// Walks at random from `pos` and digs.
    fn walk(&mut self, site: &mut Site<'_>, mut pos: Pos, stream: &mut Stream) {
        let interior = site.interior();
        let mut dirs = RandomDirs::default();
        let mut dir = dirs.next(stream);
        for _ in 0..self.habit.life {
            if self.left == 0 {
                return;
            }
            let next = pos.step(dir);
            if interior.contains(next) {
                pos = next;
                if !site.map().is_walkable(pos) {
                    self.dig(site, pos);
                }
            }
            let straight = self.habit.straight;
            // Draws nothing if walkers never go straight on purpose.
            if straight == 0 || !stream.chance(straight, 100) {
                dir = dirs.next(stream);
            }
        }
    }

    fn dig(&mut self, site: &mut Site<'_>, pos: Pos) {
        site.paint(Rect::between(pos, pos), Tile::Floor);
        let index = pos.y as u32 * site.size().width + pos.x as u32;
        self.edge.push(index);
        self.left -= 1;
    }
}

/// Directions from random words, two bits each, lowest first: 16 per word.
#[derive(Default)]
struct RandomDirs {
    word: u32,
    left: u32,
}

impl RandomDirs {
    fn next(&mut self, stream: &mut Stream) -> Dir {
        if self.left == 0 {
            self.word = stream.next_u32();
            self.left = 16;
        }
        let dir = Dir::CARDINAL[(self.word & 3) as usize];
        self.word >>= 2;
        self.left -= 1;
        dir
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::distance::{DistanceMap, UNBOUNDED};
    use crate::map::{Steps, TileSet};
    use crate::mapgen::{count_open, generate};

    #[test]
    fn exactly_the_share_asked_for_is_open() {
        for share in [1, 2, 10, 40, 77, 99, 100] {
            for from in ["edge", "middle"] {
                for life in [1, 20, 5000] {
                    let code = format!("drunkard/60x40/share={share},life={life},from={from}#5");
                    let expected = (58 * 38 * share + 50) / 100;
                    assert_eq!(count_open(&generate(&code)), expected, "{code}");
                }
            }
        }
        assert_eq!(count_open(&generate("drunkard/3x3/share=1#1")), 1);
    }

    #[test]
    fn walkers_who_go_straight_get_farther() {
        let steps = |straight: i32| -> u64 {
            (0..50)
                .map(|seed| format!("drunkard/200x200/share=5,straight={straight}#{seed}"))
                .map(|code| crate::mapgen::metric::Metrics::of(&generate(&code)).longest_steps)
                .sum()
        };
        assert!(steps(80) > steps(0) * 5 / 4);
    }

    #[test]
    fn the_middle_is_open_and_the_start_lies_far_from_it() {
        for seed in 0..100 {
            let map = generate(&format!("drunkard/80x50#{seed}"));
            let middle = Pos::new(39, 24);
            assert!(map.is_walkable(middle));
            let open = TileSet::of(&map.tiles, Tile::is_walkable);
            let mut distances = DistanceMap::default();
            distances.measure(&open, Steps::Four, &[middle], UNBOUNDED);
            assert_eq!(
                distances.farthest().map(|(far, _)| far),
                map.start,
                "seed {seed}"
            );
        }
    }
}
