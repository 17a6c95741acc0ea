//! Places that keep a distance from each other.

use super::RoomGraph;
use crate::geom::Pos;
use crate::map::distance::DistanceMap;
use crate::map::{Steps, TileSet};
use crate::rng::Stream;

impl RoomGraph {
    /// Draws up to `count` walkable tiles that `fits` accepts, each at least `apart` steps in eight
    /// directions away from all others. Tiles that cannot be reached from each other are far enough
    /// apart.
    ///
    /// Each tile is drawn from all that are still possible, equally likely, so fewer than `count`
    /// are found only if no other tile fits beside them. (With other draws, there might have been
    /// more.) Draws one number per tile. Linear in the area for each of them.
    ///
    /// ```
    /// use undercroft::{map::{Map, RoomGraph, graph::AreaKind}, rng::Stream};
    /// let map = Map::from_text("@........\n#########\n")?;
    /// let graph = RoomGraph::of(&map);
    /// let is_corridor = |pos| graph.at(pos).is_some_and(|area| graph.areas()[area].kind == AreaKind::Corridor);
    /// let places = graph.place_apart(9, 5, is_corridor, &mut Stream::new(1, 2));
    /// assert!(places.len() == 2 || places.len() == 1 && places[0].x == 4);
    /// # Ok::<(), undercroft::map::TextError>(())
    /// ```
    pub fn place_apart(
        &self,
        count: usize,
        apart: u32,
        fits: impl Fn(Pos) -> bool,
        stream: &mut Stream,
    ) -> Vec<Pos> {
        let mut open = TileSet::new(self.area_of.size());
        let mut free = Vec::new();
        for (pos, _) in self
            .area_of
            .iter()
            .filter(|(_, area)| **area != super::NONE)
        {
            open.insert(pos);
            if fits(pos) {
                free.push(pos);
            }
        }
        let mut near = DistanceMap::default();
        let mut places = Vec::new();
        while places.len() < count {
            let Some(&pos) = stream.pick(&free) else {
                break;
            };
            places.push(pos);
            near.measure(&open, Steps::Eight, &[pos], apart.saturating_sub(1));
            free.retain(|other| *other != pos && near.get(*other).is_none());
        }
        places
    }
}
