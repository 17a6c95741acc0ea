//! Tunnels between caves: the shortest straight ones that join them all.

use crate::geom::{Pos, Rect, Size};
use crate::map::region::Touch;
use crate::map::union_find::UnionFind;
use crate::map::{Regions, TileSet};

/// Fills some regions of a set and joins the others, with buffers that are kept between calls.
#[derive(Clone, Debug, Default)]
pub struct Pockets {
    regions: Regions,
    /// By the run that identifies a region, its number of tiles; 0 for filled regions.
    sizes: Vec<u32>,
    joiner: Joiner,
}

/// Which regions stay open; the largest always does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// Only the largest, or the first of several.
    Largest,
    /// All with at least this many tiles.
    AtLeast(u32),
}

impl Pockets {
    /// Finds the regions of `open` and removes those that `keep` excludes.
    pub fn fill(&mut self, open: &mut TileSet, keep: Keep) {
        let Self { regions, sizes, .. } = self;
        regions.label(open, Touch::Side);
        sizes.clear();
        sizes.resize(regions.len(), 0);
        for run in regions.runs() {
            sizes[run.region as usize] += run.right - run.left + 1;
        }
        let largest = sizes.iter().copied().max().unwrap_or(0);
        let home = sizes.iter().position(|size| *size == largest);
        for (region, size) in sizes.iter_mut().enumerate() {
            let is_kept = match keep {
                Keep::Largest => Some(region) == home,
                Keep::AtLeast(least) => *size >= least.min(largest),
            };
            *size *= u32::from(is_kept);
        }
        for run in regions.runs().filter(|run| sizes[run.region as usize] == 0) {
            let first = Pos::new(run.left as i32, run.y as i32);
            open.remove_rect(Rect::sized(first, (run.right - run.left) as i32 + 1, 1));
        }
    }

    /// Joins the regions that [`fill`](Self::fill) left in `open` by tunnels.
    pub fn join(&mut self, open: &mut TileSet) {
        self.joiner.join(&self.regions, &self.sizes, open);
    }
}

/// Digs tunnels between regions.
#[derive(Clone, Debug, Default)]
struct Joiner {
    tunnels: Vec<Tunnel>,
    joined: UnionFind,
    /// For each column, the row below the lowest open tile so far, and the region of that tile.
    above: Vec<Option<(u32, u32)>>,
}

/// A straight tunnel through rock from one region to another. Ordered by length, then by position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Tunnel {
    length: u32,
    y: u32,
    x: u32,
    down: bool,
    from: u32,
    to: u32,
}

impl Tunnel {
    /// The tiles to dig.
    const fn area(self) -> Rect {
        let (left, top, far) = (self.x as i32, self.y as i32, self.length as i32 - 1);
        Rect {
            left,
            top,
            right: if self.down { left } else { left + far },
            bottom: if self.down { top + far } else { top },
        }
    }
}

impl Joiner {
    /// Joins the `regions` with a nonzero size, and digs the tunnels into `open`, which holds
    /// exactly the tiles of these regions.
    ///
    /// Every straight stretch of rock between two regions, along a row or a column, is a candidate.
    /// Candidates are taken from the shortest up, as in Kruskal's algorithm (1956), and dug if they
    /// join regions that are still separate. Groups that are separate at the end have no row and no
    /// column in common; each is joined to the next one below by an L. Linear in the area, apart
    /// from sorting the candidates.
    fn join(&mut self, regions: &Regions, sizes: &[u32], open: &mut TileSet) {
        let mut groups = sizes.iter().filter(|size| **size > 0).count();
        if groups < 2 {
            return;
        }
        self.joined.reset(sizes.len() as u32);
        self.list_tunnels(regions, sizes, open.size());
        self.tunnels.sort_unstable();
        for at in 0..self.tunnels.len() {
            let tunnel = self.tunnels[at];
            if self.joined.unite(tunnel.from, tunnel.to) {
                open.insert_rect(tunnel.area());
                groups -= 1;
            }
            if groups == 1 {
                return;
            }
        }
        self.join_groups(regions, sizes, open);
    }

    /// Lists every straight stretch of rock between two regions.
    fn list_tunnels(&mut self, regions: &Regions, sizes: &[u32], size: Size) {
        self.tunnels.clear();
        self.above.clear();
        self.above.resize(size.width as usize, None);
        for y in 0..size.height {
            let mut west: Option<(u32, u32)> = None;
            for run in regions.row(y).filter(|run| sizes[run.region as usize] > 0) {
                let to = run.region;
                let before = west.replace((run.right + 1, to));
                if let Some((x, from)) = before.filter(|(_, from)| *from != to) {
                    self.tunnels.push(Tunnel {
                        length: run.left - x,
                        y,
                        x,
                        down: false,
                        from,
                        to,
                    });
                }
                for x in run.left..=run.right {
                    let before = self.above[x as usize].replace((y + 1, to));
                    if let Some((top, from)) = before.filter(|(_, from)| *from != to) {
                        self.tunnels.push(Tunnel {
                            length: y - top,
                            y: top,
                            x,
                            down: true,
                            from,
                            to,
                        });
                    }
                }
            }
        }
    }

    /// Joins each group of regions to the next one below by an L: along the row of the upper
    /// group's first tile, then down.
    fn join_groups(&mut self, regions: &Regions, sizes: &[u32], open: &mut TileSet) {
        let mut upper: Option<Pos> = None;
        for (number, run) in regions.runs().enumerate() {
            if sizes[number] == 0 || self.joined.find(number as u32) != number as u32 {
                continue;
            }
            let lower = Pos::new(run.left as i32, run.y as i32);
            if let Some(upper) = upper {
                let corner = Pos::new(lower.x, upper.y);
                open.insert_rect(Rect::between(upper, corner));
                open.insert_rect(Rect::between(corner, lower));
            }
            upper = Some(lower);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::{Map, Tile};

    fn joined(text: &str) -> String {
        let mut map = Map::from_text(text).unwrap();
        let mut open = TileSet::of(&map.tiles, Tile::is_walkable);
        let mut pockets = Pockets::default();
        pockets.fill(&mut open, Keep::AtLeast(1));
        pockets.join(&mut open);
        open.write(&mut map.tiles);
        map.to_string()
    }

    #[test]
    fn the_shortest_straight_tunnels_are_dug() {
        assert_eq!(
            joined("###########\n#..##..##.#\n#..##.###.#\n####..###.#\n###########\n"),
            "###########\n#.........#\n#..##.###.#\n####..###.#\n###########\n"
        );
        assert_eq!(
            joined("#####\n#.#.#\n#####\n#...#\n#####\n"),
            "#####\n#...#\n#.###\n#...#\n#####\n"
        );
    }

    #[test]
    fn caves_without_a_common_row_or_column_are_joined_by_an_l() {
        assert_eq!(
            joined("######\n#..###\n######\n####.#\n######\n"),
            "######\n#....#\n####.#\n####.#\n######\n"
        );
        assert_eq!(
            joined("######\n####.#\n######\n##.###\n#..###\n######\n"),
            "######\n##...#\n##.###\n##.###\n#..###\n######\n"
        );
    }

    #[test]
    fn one_cave_is_left_as_it_is() {
        let text = "####\n#..#\n####\n";
        assert_eq!(joined(text), text);
        assert_eq!(joined("###\n###\n"), "###\n###\n");
    }
}
