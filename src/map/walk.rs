//! One step on a map: the rule that the player, monsters and programs share.

use super::Map;
use crate::geom::{Dir, Pos};

/// Why a step cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Blocked {
    /// The tile there cannot be walked on, or there is none.
    #[error("something solid is in the way at {0}")]
    Solid(Pos),
    /// The step is diagonal and both tiles beside it are solid.
    #[error("the gap towards {0} is too narrow")]
    Squeeze(Pos),
}

impl Map {
    /// Where one step from `from` in direction `dir` leads.
    ///
    /// # Errors
    /// [`Blocked`] if the tile there is solid, or if the way is diagonal between two solid tiles.
    pub fn step(&self, from: Pos, dir: Dir) -> Result<Pos, Blocked> {
        let to = from.step(dir);
        if !self.is_walkable(to) {
            return Err(Blocked::Solid(to));
        }
        let squeezed = dir.is_diagonal()
            && !self.is_walkable(Pos::new(to.x, from.y))
            && !self.is_walkable(Pos::new(from.x, to.y));
        if squeezed {
            Err(Blocked::Squeeze(to))
        } else {
            Ok(to)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_and_the_edge_stop_a_step() {
        let map = Map::from_text("..\n.#\n").unwrap();
        let from = Pos::new(0, 0);
        assert_eq!(map.step(from, Dir::East), Ok(Pos::new(1, 0)));
        assert_eq!(
            map.step(from, Dir::SouthEast),
            Err(Blocked::Solid(Pos::new(1, 1)))
        );
        assert_eq!(
            map.step(from, Dir::North),
            Err(Blocked::Solid(Pos::new(0, -1)))
        );
    }

    #[test]
    fn nobody_squeezes_between_two_diagonal_walls() {
        let gap = Map::from_text(".#\n#.\n").unwrap();
        assert_eq!(
            gap.step(Pos::new(0, 0), Dir::SouthEast),
            Err(Blocked::Squeeze(Pos::new(1, 1)))
        );
        let corner = Map::from_text(".#\n..\n").unwrap();
        assert_eq!(
            corner.step(Pos::new(0, 0), Dir::SouthEast),
            Ok(Pos::new(1, 1))
        );
    }
}
