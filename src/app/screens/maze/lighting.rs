//! The light of a maze: dusk, the lantern, the goal, and the marks on tiles, such as the trail, which
//! keeps some of the lantern's light. Computes the light of one tile at a time and stores none.

use crate::app::glyph::Lit;
use crate::app::light::{Light, encode};
use crate::geom::{Grid, Pos, Rect};
use crate::map::{Map, fov};
use crate::maze::Maze;

use crate::profile::maze::{Mark, MazeRound};

const DUSK: Light = [0.74, 0.80, 0.99];
/// In the dark, the light of a tile that the lantern reached earlier.
const MEMORY: Light = [0.36, 0.41, 0.58];
const LANTERN: Light = [1.22, 0.76, 0.25];
pub(super) const LANTERN_RADIUS: i32 = 12;
const GOAL: Light = [0.60, 1.26, 0.62];
/// How far down its passages the goal glows, and how far the player sees a glow in the dark.
const GOAL_RADIUS: i32 = 40;
/// The part of its reach within which a lamp's light falls off as that of a flame does.
const FLAME: f32 = 9.0;
/// Share of a marked tile's light that falls on the walls around it.
const SPILL: f32 = 0.8;

/// The light that a mark adds to its tile; negative channels take light away.
const fn mark_light(mark: Mark) -> Light {
    match mark {
        Mark::Backtrack => [0.14, -0.08, 0.42],
        Mark::Solution => [0.46, 0.38, -0.08],
        Mark::Trail => [0.74, 0.22, -0.38],
        Mark::Hint => [-0.24, 0.74, 0.72],
        Mark::Win => [1.90, 1.36, 0.30],
    }
}

/// The colours of marks on an overview, in the order of [`Mark::ALL`]: sRGB and strength.
pub(super) const OVERVIEW_COLOURS: [[u8; 4]; 5] = [
    [112, 78, 176, 200],
    [196, 190, 110, 220],
    [255, 160, 60, 230],
    [60, 230, 240, 255],
    [255, 240, 190, 255],
];

/// The characters shown on marked cells, in the same order, so that marks differ by more than colour.
pub(super) const MARK_GLYPHS: [char; 5] = ['x', '○', '•', '♦', '•'];

/// The share of one lamp's light that reaches each tile in its sight, 0 to 1.
#[derive(Default)]
struct LampReach {
    corner: Pos,
    shares: Grid<f32>,
}

impl LampReach {
    fn new(map: &Map, at: Pos, radius: i32) -> Self {
        let side = 2 * radius as u32 + 1;
        let corner = at - Pos::new(radius, radius);
        let mut shares = Grid::new(side, side, 0.0);
        fov::visible(map, at, radius as u32, |pos| {
            let offset = pos - at;
            let squared = (offset.x * offset.x + offset.y * offset.y) as f32;
            let flame = (1.0 - squared / (FLAME * FLAME)).max(0.0);
            // What is left of it far down a passage.
            let glow = 1.0 - squared.sqrt() / (radius + 1) as f32;
            if let Some(place) = shares.get_mut(pos - corner) {
                *place = 0.7 * flame * flame + 0.3 * glow * glow;
            }
        });
        Self { corner, shares }
    }

    fn at(&self, pos: Pos) -> f32 {
        let share = self.shares.get(pos - self.corner);
        share.copied().unwrap_or_default()
    }

    /// The square of tiles within the lamp's radius.
    fn area(&self) -> Rect {
        let (width, height) = (self.shares.width() as i32, self.shares.height() as i32);
        Rect::sized(self.corner, width, height)
    }
}

/// The lamps of one maze, and in the dark the tiles that the player has seen in their light.
#[derive(Default)]
pub(super) struct Glow {
    is_dark: bool,
    lantern: LampReach,
    lantern_at: Pos,
    goal: LampReach,
    goal_at: Pos,
    start_at: Pos,
    seen: Grid<bool>,
}

impl Glow {
    /// Puts the lantern on the walker's tile, with no other tiles seen yet.
    pub fn new(round: &MazeRound, is_dark: bool) -> Self {
        let map = round.map();
        let ends = round.run().ends();
        let [start_at, goal_at] = [ends.start, ends.goal].map(Maze::tile);
        let mut glow = Self {
            is_dark,
            lantern: LampReach::default(),
            lantern_at: round.walker_tile(),
            goal: LampReach::new(map, goal_at, GOAL_RADIUS),
            goal_at,
            start_at,
            seen: Grid::default(),
        };
        if is_dark {
            glow.seen.reset(map.size().width, map.size().height, false);
        }
        glow.move_lantern(map, glow.lantern_at);
        glow
    }

    /// Moves the lantern to a tile; returns the areas whose light has changed.
    pub fn move_lantern(&mut self, map: &Map, at: Pos) -> [Rect; 3] {
        let before = self.lantern.area();
        self.lantern_at = at;
        self.lantern = LampReach::new(map, at, LANTERN_RADIUS);
        let after = self.lantern.area();
        let mut far = Rect::between(at, at);
        if self.is_dark {
            let (seen, lantern, goal) = (&mut self.seen, &self.lantern, &self.goal);
            fov::visible(map, at, GOAL_RADIUS as u32, |pos| {
                let is_lit = lantern.at(pos) > 0.0 || goal.at(pos) > 0.0;
                if let Some(seen) = seen.get_mut(pos).filter(|seen| is_lit && !**seen) {
                    *seen = true;
                    far = far.hull(Rect::between(pos, pos));
                }
            });
        }
        [before, after, far]
    }

    pub const fn lantern_at(&self) -> Pos {
        self.lantern_at
    }

    /// The square of tiles that the goal's light may reach.
    pub fn goal_area(&self) -> Rect {
        self.goal.area()
    }

    /// The light of a tile without a mark that no lamp reaches.
    pub fn unlit(&self, is_wall: bool) -> Lit {
        if self.is_dark {
            Lit::default()
        } else {
            with_wall_flag(encode(DUSK), is_wall)
        }
    }

    /// The light of the tile at `pos`; `mark_at` returns the mark on a tile.
    pub fn light_at(&self, map: &Map, pos: Pos, mark_at: impl Fn(Pos) -> Option<Mark>) -> Lit {
        let is_wall = !map.is_walkable(pos);
        let here = if is_wall {
            spilled_light(pos, mark_at)
        } else {
            mark_at(pos).map(mark_light)
        };
        let lantern = self.lantern.at(pos);
        let mut light = DUSK;
        if self.is_dark {
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
        if [self.lantern_at, self.goal_at, self.start_at].contains(&pos) {
            lit.flags |= Lit::COVERED;
        }
        with_wall_flag(lit, is_wall)
    }
}

/// Walls take the light of the passages beside them, each side that of its own passage, and keep it from passing
/// through.
const fn with_wall_flag(mut lit: Lit, is_wall: bool) -> Lit {
    if is_wall {
        lit.flags |= Lit::SOLID;
    }
    lit
}

/// The light that spills onto a wall from the most important mark around it.
fn spilled_light(pos: Pos, mark_at: impl Fn(Pos) -> Option<Mark>) -> Option<Light> {
    let around = Rect::between(pos, pos).grown(1).positions();
    let mark = around.filter_map(mark_at).max()?;
    Some(mark_light(mark).map(|channel| channel * SPILL))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Dir, Size};
    use crate::mazerun::Leg;
    use crate::rng::Seed;

    #[test]
    fn in_the_dark_what_was_never_seen_is_black_but_for_the_goal() {
        let leg = Leg::new("maze-dfs", Size::new(30, 20), Seed(3)).unwrap();
        let round = MazeRound::new(leg.make().unwrap());
        let (map, ends) = (round.map().clone(), round.run().ends());
        let tile = Maze::tile;
        let mark_at = |pos| round.mark_at(pos);
        let dark = Glow::new(&round, true);
        let seen = |pos| dark.light_at(&map, pos, mark_at).sight() == Lit::VISIBLE;
        assert!(seen(tile(ends.start)) && seen(tile(ends.goal)));
        let count = map.tiles.iter().filter(|(pos, _)| seen(*pos)).count();
        assert!(count > 4 && count < map.size().area() / 4, "{count}");
        let dusk = Glow::new(&round, false);
        for (pos, _) in map.tiles.iter() {
            assert!(dusk.light_at(&map, pos, mark_at).sight() == Lit::VISIBLE);
        }
    }

    #[test]
    fn the_glow_of_the_goal_is_seen_down_a_passage_and_around_no_corner() {
        // Two rows of 13 cells, joined at the left end.
        let mut maze = Maze::new(13, 2);
        for (cell, _) in Maze::new(12, 2).cells() {
            maze.open(cell, Dir::East);
        }
        maze.open(Pos::default(), Dir::South);
        let leg = Leg::new("maze-dfs", Size::new(27, 5), Seed(3)).unwrap();
        let round = MazeRound::new(leg.load(maze).unwrap());
        let ends = round.run().ends();
        let bend = Maze::tile(Pos::new(0, ends.goal.y));
        let near = Maze::tile(Pos::new(2, ends.goal.y));
        let beyond = Maze::tile(Pos::new(2, ends.start.y));
        let light = |glow: &Glow, pos| glow.light_at(round.map(), pos, |pos| round.mark_at(pos));
        let green = |lit: Lit| i32::from(lit.light[1]) - i32::from(lit.light[0]);
        let dusk = Glow::new(&round, false);
        assert!(green(light(&dusk, near)) > green(light(&dusk, beyond)));
        let mut dark = Glow::new(&round, true);
        assert_eq!(light(&dark, near), Lit::default());
        let changed = dark.move_lantern(round.map(), bend);
        // Out of the lantern's reach, and in sight.
        let far = Maze::tile(Pos::new(10, ends.goal.y));
        assert_eq!(light(&dark, far).sight(), Lit::VISIBLE);
        assert!(changed.iter().any(|area| area.contains(far)));
        assert!(green(light(&dark, far)) > 0);
    }

    #[test]
    fn every_wall_keeps_light_from_passing_through_and_no_passage_does() {
        let leg = Leg::new("maze-dfs", Size::new(8, 5), Seed(3)).unwrap();
        let round = MazeRound::new(leg.make().unwrap());
        let map = round.map();
        let glow = Glow::new(&round, false);
        for (pos, _) in map.tiles.iter() {
            let is_wall = !map.is_walkable(pos);
            for lit in [
                glow.unlit(is_wall),
                glow.light_at(map, pos, |pos| round.mark_at(pos)),
            ] {
                assert_eq!(lit.flags & Lit::SOLID != 0, is_wall, "{pos:?}");
            }
        }
    }

    #[test]
    fn a_trail_is_warm_and_what_was_left_is_not() {
        let warmth = |mark| {
            let [r, _, b] = mark_light(mark);
            r + DUSK[0] - b - DUSK[2]
        };
        assert!(warmth(Mark::Trail) > 0.5);
        assert!(warmth(Mark::Backtrack) < -0.5);
    }
}
