//! Movement of monsters: which steps they can take, and which step leads where they want to go.

use crate::game::Game;
use crate::game::content::Role;
use crate::game::sight::distance;
use crate::game::state::Mood;
use crate::game::travel::towards;
use crate::geom::{Dir, Pos};
use crate::map::{Steps, Tile};

impl Game {
    /// The longest path that a monster searches for, in steps.
    pub(super) const fn max_path_length(&self) -> u32 {
        self.content.rules().hunt.longest
    }

    /// Whether a monster can take a step or open the door there: the rule of a step, a free tile,
    /// no hallowed ground.
    pub(super) fn can_go(&self, index: usize, dir: Dir) -> bool {
        let actor = &self.state.here.actors[index];
        let to = actor.pos.step(dir);
        if !self.is_free(to) || self.is_hallowed(to) {
            return false;
        }
        let tile = self.state.here.tiles.get(to).copied().unwrap_or_default();
        let def = self.content.monster(actor.kind);
        if def.role == Role::Phaser {
            // Through anything but the edge of the level.
            let size = self.state.here.tiles.size();
            let inside = to.x > 0
                && to.y > 0
                && to.x + 1 < size.width as i32
                && to.y + 1 < size.height as i32;
            return inside && tile != Tile::DoorClosed && !self.in_sealed_vault(to);
        }
        tile.is_walkable()
            && (tile != Tile::DoorClosed || def.opens)
            && self.can_reach(actor.pos, dir)
    }

    /// Whether a monster is adjacent to the player, and walls allow an attack.
    pub(super) fn is_beside_player(&self, index: usize) -> bool {
        let pos = self.state.here.actors[index].pos;
        let dir = towards(pos, self.state.player.pos);
        let phases = self.role(index) == Role::Phaser;
        dir.is_some_and(|dir| phases || self.can_reach(pos, dir))
    }

    /// Whether a monster can attack the player: it is adjacent, and the player not on hallowed
    /// ground.
    pub(super) fn can_strike(&self, index: usize) -> bool {
        self.is_beside_player(index) && !self.is_hallowed(self.state.player.pos)
    }

    /// A step towards a player in sight: straight, or around obstacles.
    pub(super) fn step_to_player(&mut self, index: usize) -> Option<Dir> {
        let me = self.state.player.pos;
        self.step_straight_to(index, me).or_else(|| {
            if self.role(index) == Role::Phaser {
                return None;
            }
            self.step_around_to_player(index)
        })
    }

    /// A step that reduces the distance to a tile; the one that reduces it most.
    pub(super) fn step_straight_to(&self, index: usize, to: Pos) -> Option<Dir> {
        let pos = self.state.here.actors[index].pos;
        let now = distance(pos, to);
        let square = |pos: Pos| (pos.x - to.x).pow(2) + (pos.y - to.y).pow(2);
        let nearer = |dir: &Dir| distance(pos.step(*dir), to) < now;
        let ways = Dir::ALL.into_iter().filter(nearer);
        ways.filter(|dir| self.can_go(index, *dir))
            .min_by_key(|dir| square(pos.step(*dir)))
    }

    /// A step along a shortest path to the player, or aside if another monster blocks it.
    fn step_around_to_player(&mut self, index: usize) -> Option<Dir> {
        self.update_chase_map();
        let pos = self.state.here.actors[index].pos;
        let far = |pos: Pos| self.scratch.chase_map.get(pos);
        let here = far(pos)?;
        let ways = Dir::ALL.into_iter().filter(|dir| self.can_go(index, *dir));
        let ways = ways.filter_map(|dir| Some((far(pos.step(dir))?, dir)));
        let best = ways.min_by_key(|(far, _)| *far)?;
        (best.0 <= here).then_some(best.1)
    }

    /// The step that leads farthest from the player, if one leads farther at all.
    pub(super) fn retreat(&mut self, index: usize) -> Option<Dir> {
        let pos = self.state.here.actors[index].pos;
        let me = self.state.player.pos;
        self.update_chase_map();
        let phases = self.role(index) == Role::Phaser;
        let far = |pos: Pos| {
            let way = self.scratch.chase_map.get(pos).filter(|_| !phases);
            let square = (pos.x - me.x).pow(2) + (pos.y - me.y).pow(2);
            (way.map_or(distance(pos, me), |way| way as i32), square)
        };
        let here = far(pos);
        let ways = Dir::ALL.into_iter().filter(|dir| self.can_go(index, *dir));
        let best = ways.max_by_key(|dir| (far(pos.step(*dir)), std::cmp::Reverse(*dir as u8)))?;
        (far(pos.step(best)) > here).then_some(best)
    }

    /// The next step along a path to a tile. The path is kept, and searched again when it is
    /// blocked.
    ///
    /// If there is no path of at most `bound` steps, the monster gives up its goal.
    pub(super) fn step_along_path_to(
        &mut self,
        index: usize,
        goal: Pos,
        bound: u32,
    ) -> Option<Dir> {
        let actor = &self.state.here.actors[index];
        let pos = actor.pos;
        if self.role(index) == Role::Phaser {
            return self.step_straight_to(index, goal);
        }
        let next = actor.route.last().copied();
        let known = actor.route.first() == Some(&goal);
        let dir = next.filter(|_| known).and_then(|next| towards(pos, next));
        if let Some(dir) = dir {
            if self.can_go(index, dir) {
                return Some(dir);
            }
            // Another monster may be in the way: go around it if it stays.
            self.state.here.actors[index].route.clear();
            return self.step_straight_to(index, goal);
        }
        let opens = self
            .content
            .monster(self.state.here.actors[index].kind)
            .opens;
        let scratch = &mut self.scratch;
        let open = if opens {
            &scratch.open
        } else {
            &scratch.doorless
        };
        let path = &mut scratch.path;
        let finder = &mut scratch.finder;
        if !finder.find(open, Steps::Eight, pos, goal, bound, path) {
            self.state.here.actors[index].goal = None;
            return None;
        }
        let route = &mut self.state.here.actors[index].route;
        route.clear();
        route.extend(scratch.path.iter().rev());
        let dir = route.last().and_then(|&next| towards(pos, next))?;
        self.can_go(index, dir).then_some(dir)
    }

    /// Number of other hunting monsters of the same role within `reach` of a tile.
    pub(super) fn kin_hunting_near(&self, index: usize, pos: Pos, reach: i32) -> usize {
        let role = self.role(index);
        let actors = self.state.here.actors.iter().enumerate();
        let others = actors.filter(|(other, actor)| {
            *other != index
                && actor.mood == Mood::Hunting
                && self.content.monster(actor.kind).role == role
                && distance(actor.pos, pos) <= reach
        });
        others.count()
    }
}
