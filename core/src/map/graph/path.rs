//! Paths through the graph, counted in the areas that they pass.

use super::RoomGraph;

/// Marks an area that a search has not reached.
pub(super) const UNREACHED: u32 = u32::MAX;

impl RoomGraph {
    /// The areas on a path from one area to another that passes the fewest of them, both ends
    /// included; empty if there is none. Linear in the areas and links.
    pub fn path(&self, from: usize, to: usize) -> Vec<usize> {
        let mut steps = vec![UNREACHED; self.areas.len()];
        self.search(to, &mut steps);
        let mut path = Vec::new();
        let mut next = (steps[from] != UNREACHED).then_some(from);
        while let Some(area) = next {
            path.push(area);
            next = self.beside(area).find(|near| steps[*near] < steps[area]);
        }
        path
    }

    /// The longest of the paths that [`path`](Self::path) finds; of several, one that depends on the
    /// graph alone. Empty if the graph is. It counts areas, not steps, as
    /// [`longest_steps`](crate::mapgen::metric::Metrics::longest_steps) does.
    ///
    /// Searches from ever more areas until the bounds that follow for the others rule them out, as
    /// in F. Takes and W. Kosters, "Determining the Diameter of Small World Networks" (2011): a few
    /// searches without loops, and in most maps, but at worst one for each area.
    pub fn longest_path(&self) -> Vec<usize> {
        let mut steps = vec![UNREACHED; self.areas.len()];
        let mut seen = vec![false; self.areas.len()];
        let mut longest: Option<(u32, [usize; 2])> = None;
        for first in 0..self.areas.len() {
            if seen[first] {
                continue;
            }
            let region = self.search(first, &mut steps);
            for area in &region {
                (seen[*area], steps[*area]) = (true, UNREACHED);
            }
            let found = self.longest_in(region, &mut steps);
            if longest.is_none_or(|(most, _)| most < found.0) {
                longest = Some(found);
            }
        }
        longest.map_or_else(Vec::new, |(_, [from, to])| self.path(from, to))
    }

    /// The most links that lie between two areas of a `region` of connected ones, and these two.
    /// Leaves all `steps` unreached.
    fn longest_in(&self, region: Vec<usize>, steps: &mut [u32]) -> (u32, [usize; 2]) {
        let mut longest = (0, [region[0]; 2]);
        // Each area that may still be an end, with bounds for the links to the one farthest from it.
        let mut open: Vec<(usize, [u32; 2])> = Vec::new();
        open.extend(region.into_iter().map(|area| (area, [0, UNREACHED])));
        let mut from_far = true;
        while let Some(&(first, _)) = open.first() {
            let by_bounds = |(_, [low, high]): &&(usize, [u32; 2])| match from_far {
                true => (*high, *low),
                false => (UNREACHED - *low, *high),
            };
            let from = open.iter().max_by_key(by_bounds).map_or(first, |one| one.0);
            from_far = !from_far;
            let reached = self.search(from, steps);
            let far = reached[reached.len() - 1];
            let most = steps[far];
            if most > longest.0 {
                longest = (most, [from, far]);
            }
            open.retain_mut(|(area, [low, high])| {
                let apart = steps[*area];
                *low = (*low).max(apart).max(most - apart);
                *high = (*high).min(most + apart);
                *area != from && *high > longest.0
            });
            for area in reached {
                steps[area] = UNREACHED;
            }
        }
        longest
    }

    /// The areas that share a link with an area.
    fn beside(&self, area: usize) -> impl Iterator<Item = usize> {
        let links = self.links_of(area);
        links.map(move |link| link.areas[usize::from(link.areas[0] == area)])
    }

    /// Sets the number of links from `from` to each area that it reaches, all of which must be
    /// [`UNREACHED`]. Returns them from the nearest to the farthest.
    pub(super) fn search(&self, from: usize, steps: &mut [u32]) -> Vec<usize> {
        steps[from] = 0;
        let mut queue = vec![from];
        let mut head = 0;
        while let Some(&area) = queue.get(head) {
            head += 1;
            for near in self.beside(area) {
                if steps[near] == UNREACHED {
                    steps[near] = steps[area] + 1;
                    queue.push(near);
                }
            }
        }
        queue
    }
}
