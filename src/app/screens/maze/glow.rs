//! Where the light of a maze comes from: dusk, the lantern, the goal, and the trail, which keeps
//! some of the lantern's. Works out the light of a tile; where it is kept is not its business.

use crate::app::glyph::Lit;
use crate::app::light::{Light, encode};
use crate::geom::{Grid, Pos, Rect};
use crate::map::{Map, fov};

use super::round::{Mark, Round};

const DUSK: Light = [0.42, 0.48, 0.72];
/// What is left of a tile that was seen by the lantern alone.
const MEMORY: Light = [0.20, 0.23, 0.36];
const LANTERN: Light = [1.42, 1.06, 0.60];
const LANTERN_RADIUS: i32 = 9;
const GOAL: Light = [0.62, 1.25, 0.62];
const GOAL_RADIUS: i32 = 8;
/// Share of the light of a marked tile that falls on the walls beside it.
const SPILL: f32 = 0.8;

/// The light that a mark gives, or takes of what is there.
const fn glow(mark: Mark) -> Light {
    match mark {
        Mark::Back => [0.14, -0.08, 0.42],
        Mark::Way => [0.46, 0.38, -0.08],
        Mark::Trail => [0.74, 0.22, -0.38],
        Mark::Hint => [-0.24, 0.74, 0.72],
        Mark::Won => [1.90, 1.36, 0.30],
    }
}

/// The colours of marks on an overview, in the order of their numbers: sRGB and strength.
pub(super) const DOTS: [[u8; 4]; 5] = [
    [112, 78, 176, 200],
    [196, 190, 110, 220],
    [255, 160, 60, 230],
    [60, 230, 240, 255],
    [255, 240, 190, 255],
];

/// What stands on the cells of marks, in the same order, so that each is told without its colour.
pub(super) const MARKS: [char; 5] = ['x', '○', '•', '♦', '•'];

/// What one lamp throws on the tiles around it, 0 to 1.
#[derive(Default)]
struct Spot {
    corner: Pos,
    shares: Grid<f32>,
}

impl Spot {
    fn new(map: &Map, at: Pos, radius: i32) -> Self {
        let side = 2 * radius as u32 + 1;
        let corner = at - Pos::new(radius, radius);
        let mut shares = Grid::new(side, side, 0.0);
        fov::visible(map, at, radius as u32, |pos| {
            let offset = pos - at;
            let far = (offset.x * offset.x + offset.y * offset.y) as f32;
            let share = (1.0 - far / ((radius * radius) as f32 + 1.0)).max(0.01);
            if let Some(place) = shares.get_mut(pos - corner) {
                *place = share * share;
            }
        });
        Self { corner, shares }
    }

    fn at(&self, pos: Pos) -> f32 {
        let share = self.shares.get(pos - self.corner);
        share.copied().unwrap_or_default()
    }

    /// The tiles it may reach.
    fn area(&self) -> Rect {
        let (width, height) = (self.shares.width() as i32, self.shares.height() as i32);
        Rect::sized(self.corner, width, height)
    }
}

/// The light of one maze.
#[derive(Default)]
pub(super) struct Glow {
    dark: bool,
    lantern: Spot,
    at: Pos,
    goal: Spot,
    goal_at: Pos,
    start_at: Pos,
    seen: Grid<bool>,
}

impl Glow {
    /// The light of a maze that nobody has seen.
    pub fn new(round: &Round, dark: bool) -> Self {
        let map = round.map();
        let ends = round.run().ends();
        let [start_at, goal_at] = [ends.start, ends.goal].map(crate::maze::Maze::tile);
        let mut glow = Self {
            dark,
            lantern: Spot::default(),
            at: round.tile(),
            goal: Spot::new(map, goal_at, GOAL_RADIUS),
            goal_at,
            start_at,
            seen: Grid::default(),
        };
        if dark {
            glow.seen.reset(map.size().width, map.size().height, false);
        }
        glow.carry(map, glow.at);
        glow
    }

    /// Carries the lantern to a tile; returns where the light is another now.
    pub fn carry(&mut self, map: &Map, at: Pos) -> [Rect; 2] {
        let before = self.lantern.area();
        self.at = at;
        self.lantern = Spot::new(map, at, LANTERN_RADIUS);
        let after = self.lantern.area();
        if self.dark {
            for pos in after.positions().filter(|pos| self.lantern.at(*pos) > 0.0) {
                if let Some(seen) = self.seen.get_mut(pos) {
                    *seen = true;
                }
            }
        }
        [before, after]
    }

    /// Where the lantern is.
    pub const fn at(&self) -> Pos {
        self.at
    }

    /// The tiles that the goal shines on.
    pub fn goal_area(&self) -> Rect {
        self.goal.area()
    }

    /// The light of a tile that no lamp reaches and that shows nothing.
    pub fn plain(&self) -> Lit {
        if self.dark {
            Lit::default()
        } else {
            encode(DUSK)
        }
    }

    /// The light of the tile at `pos`; `mark` tells what a tile shows.
    pub fn light(&self, map: &Map, pos: Pos, mark: impl Fn(Pos) -> Option<Mark>) -> Lit {
        let here = if map.is_walkable(pos) {
            mark(pos).map(glow)
        } else {
            spilt(pos, mark)
        };
        let lantern = self.lantern.at(pos);
        let mut light = DUSK;
        if self.dark {
            let seen = self.seen.get(pos).copied().unwrap_or_default();
            if !seen && here.is_none() && pos != self.goal_at {
                return Lit::default();
            }
            light = if lantern > 0.0 { DUSK } else { MEMORY };
        }
        let goal = self.goal.at(pos);
        let here = here.unwrap_or_default();
        let mut lit = encode(std::array::from_fn(|channel| {
            light[channel] + here[channel] + lantern * LANTERN[channel] + goal * GOAL[channel]
        }));
        if [self.at, self.goal_at, self.start_at].contains(&pos) {
            lit.flags |= Lit::COVERED;
        }
        lit
    }
}

/// The light that the brightest tile beside a wall throws on it.
fn spilt(pos: Pos, mark: impl Fn(Pos) -> Option<Mark>) -> Option<Light> {
    let around = Rect::between(pos, pos).grown(1).positions();
    let brightest = around.filter_map(mark).max()?;
    Some(glow(brightest).map(|channel| channel * SPILL))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;
    use crate::mazerun::Leg;
    use crate::rng::Seed;

    #[test]
    fn in_the_dark_what_was_never_seen_is_black_but_for_the_goal() {
        let leg = Leg::new("maze-dfs", Size::new(30, 20), Seed(3)).unwrap();
        let round = Round::new(leg.make().unwrap());
        let (map, ends) = (round.map().clone(), round.run().ends());
        let tile = crate::maze::Maze::tile;
        let mark = |pos| round.mark(pos);
        let dark = Glow::new(&round, true);
        let seen = |pos| dark.light(&map, pos, mark).flags & Lit::VISIBLE != 0;
        assert!(seen(tile(ends.start)) && seen(tile(ends.goal)));
        let count = map.tiles.iter().filter(|(pos, _)| seen(*pos)).count();
        assert!(count > 4 && count < map.size().area() / 4, "{count}");
        let dusk = Glow::new(&round, false);
        for (pos, _) in map.tiles.iter() {
            assert!(dusk.light(&map, pos, mark).flags & Lit::VISIBLE != 0);
        }
    }

    #[test]
    fn a_trail_is_warm_and_what_was_left_is_not() {
        let warmth = |mark| {
            let [r, _, b] = glow(mark);
            r + DUSK[0] - b - DUSK[2]
        };
        assert!(warmth(Mark::Trail) > 0.5);
        assert!(warmth(Mark::Back) < -0.5);
    }
}
