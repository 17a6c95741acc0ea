//! The long actions: explore, travel, run, rest. Each chooses its next step from what the player
//! knows. The path is part of the state, so that a saved run continues in the same way.

use super::Game;
use super::action::{Action, Refusal};
use super::state::{Hunger, Mood};
use crate::geom::{Dir, Grid, Pos};
use crate::map::{Nearest, Tile, TileSet};

/// Searches for paths over the tiles that the player remembers.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownMapSearch {
    nearest: Nearest,
    /// Tiles that paths go around: a step there would be an attack.
    avoided: Vec<Pos>,
    /// Tiles with an item to pick up.
    wanted: TileSet,
}

/// Whether a tile has an unknown neighbour.
fn is_frontier(memory: &Grid<Tile>, pos: Pos) -> bool {
    let unknown = |dir: Dir| memory.get(pos.step(dir)) == Some(&Tile::Void);
    Dir::ALL.into_iter().any(unknown)
}

impl KnownMapSearch {
    /// Puts into `path` the tiles of a shortest path from `start` to the nearest `goal`, the next
    /// one last; returns whether there is one.
    fn find(
        &mut self,
        memory: &Grid<Tile>,
        start: Pos,
        goal: impl Fn(Pos) -> bool,
        path: &mut Vec<Pos>,
    ) -> bool {
        let avoided = |pos: Pos| self.avoided.contains(&pos);
        self.nearest
            .find(memory, start, u32::MAX, avoided, goal, path)
    }
}

/// The direction of a step between adjacent tiles.
pub(super) fn towards(from: Pos, to: Pos) -> Option<Dir> {
    Dir::ALL.into_iter().find(|dir| from.step(*dir) == to)
}

impl Game {
    /// The next single action of a long action; its path goes into the scratch. Does not change the
    /// state.
    pub(super) fn next_step_of(&mut self, action: Action) -> Result<Action, Refusal> {
        let same = self
            .state
            .plan
            .as_ref()
            .filter(|plan| plan.action == action);
        let fresh = same.is_none();
        self.scratch.travel_path.clear();
        if let Some(plan) = same {
            self.scratch.travel_path.extend_from_slice(&plan.path);
        }
        self.update_path(action, fresh)?;
        match action {
            Action::Rest => Ok(Action::Wait),
            Action::Explore if self.wants_item_at(self.state.player.pos) => Ok(Action::PickUp),
            _ => self.next_path_step().ok_or(Refusal::NoWay),
        }
    }

    /// Brings the path in the scratch up to date; refuses if the long action cannot go on. A
    /// `fresh` one begins.
    fn update_path(&mut self, action: Action, fresh: bool) -> Result<(), Refusal> {
        if self.enemy_in_sight() {
            return Err(Refusal::EnemyInSight);
        }
        match action {
            Action::Rest => self.rest(),
            Action::Explore => self.explore(),
            Action::Travel { to } => self.travel(to),
            Action::Run { dir } if fresh => self.run(dir),
            Action::Run { .. } if !self.is_path_clear() => Err(Refusal::NoWay),
            _ => Ok(()),
        }
    }

    /// Whether a long action goes on after a step from `from`; updates the path in the scratch.
    pub(super) fn can_go_on(&mut self, action: Action, from: Pos) -> Result<(), Refusal> {
        let me = self.state.player.pos;
        match action {
            Action::Travel { to } if to == me => return Err(Refusal::There),
            Action::Run { .. } => {
                let heading = towards(from, me).ok_or(Refusal::There)?;
                let next = self
                    .next_run_tile(from, me, heading)
                    .ok_or(Refusal::There)?;
                self.scratch.travel_path.clear();
                self.scratch.travel_path.push(next);
            }
            _ => {}
        }
        self.update_path(action, false)
    }

    fn rest(&self) -> Result<(), Refusal> {
        if self.is_rested() {
            return Err(Refusal::Rested);
        }
        if self.hunger() >= Hunger::Weak {
            return Err(Refusal::TooHungry);
        }
        Ok(())
    }

    /// Takes the next tile off the path and turns it into a step.
    fn next_path_step(&mut self) -> Option<Action> {
        let next = self.scratch.travel_path.pop()?;
        let dir = towards(self.state.player.pos, next)?;
        let closed = self.state.here.tiles.get(next) == Some(&Tile::DoorClosed);
        if closed {
            // The step comes after the door.
            self.scratch.travel_path.push(next);
        }
        Some(Action::step(dir))
    }

    /// Whether the path begins next to the player, on a tile known to be open and free.
    fn is_path_clear(&self) -> bool {
        let me = self.state.player.pos;
        let memory = &self.state.here.memory;
        let good = |next: Pos| {
            let dir = towards(me, next);
            dir.is_some_and(|dir| memory.can_step(me, dir)) && !self.is_known_occupied(next)
        };
        self.scratch
            .travel_path
            .last()
            .is_some_and(|&next| good(next))
    }

    /// Whether the player sees a monster on a tile.
    fn is_known_occupied(&self, pos: Pos) -> bool {
        let id = self.actor_at(pos);
        let index = id.and_then(|id| self.state.here.index_of(id));
        index.is_some_and(|index| self.player_sees(index))
    }

    /// Marks the tiles of known sleepers, which paths go around.
    fn avoid_sleepers(&mut self) {
        self.scratch.search.avoided.clear();
        for index in 0..self.state.here.actors.len() {
            let actor = &self.state.here.actors[index];
            if actor.mood == Mood::Asleep && actor.met {
                self.scratch.search.avoided.push(actor.pos);
            }
        }
    }

    fn explore(&mut self) -> Result<(), Refusal> {
        let me = self.state.player.pos;
        if self.wants_item_at(me) {
            return Ok(());
        }
        let goal = self.scratch.travel_path.first().copied();
        let goes_on =
            goal.is_some_and(|goal| self.is_exploration_goal(goal)) && self.is_path_clear();
        if goes_on {
            return Ok(());
        }
        let mut wanted = std::mem::take(&mut self.scratch.search.wanted);
        self.mark_wanted(&mut wanted);
        let goal = |game: &Self, pos: Pos| {
            is_frontier(&game.state.here.memory, pos) || wanted.contains(pos)
        };
        let found = self.find_path(goal, Refusal::Explored);
        self.scratch.search.wanted = wanted;
        found
    }

    /// Marks the items that exploring picks up, including visible mimics.
    fn mark_wanted(&self, wanted: &mut TileSet) {
        wanted.reset(self.state.here.memory.size());
        for floor_item in &self.state.here.items {
            if self.wants_item_at(floor_item.pos) {
                wanted.insert(floor_item.pos);
            }
        }
        for actor in self
            .state
            .here
            .actors
            .iter()
            .filter(|actor| actor.disguised)
        {
            if self.has_visible_mimic(actor.pos) {
                wanted.insert(actor.pos);
            }
        }
    }

    /// Finds a path to the nearest goal, around known sleepers.
    fn find_path(
        &mut self,
        goal: impl Fn(&Self, Pos) -> bool,
        none: Refusal,
    ) -> Result<(), Refusal> {
        let me = self.state.player.pos;
        self.avoid_sleepers();
        let mut path = std::mem::take(&mut self.scratch.travel_path);
        let mut search = std::mem::take(&mut self.scratch.search);
        let memory = &self.state.here.memory;
        let found = search.find(memory, me, |pos| goal(self, pos), &mut path);
        let mut why = none;
        if !found && !search.avoided.is_empty() {
            let avoided = std::mem::take(&mut search.avoided);
            if search.find(memory, me, |pos| goal(self, pos), &mut path) {
                let sleeper = path.iter().rev().find(|pos| avoided.contains(pos));
                why = sleeper.map_or(none, |pos| Refusal::InTheWay(*pos));
            }
            search.avoided = avoided;
        }
        self.scratch.search = search;
        self.scratch.travel_path = path;
        if found { Ok(()) } else { Err(why) }
    }

    /// Whether exploring picks up the item on a tile.
    fn wants_item_at(&self, pos: Pos) -> bool {
        let mut items = self.state.here.items.iter();
        let wanted = items
            .find(|floor_item| floor_item.pos == pos && floor_item.noticed && !floor_item.declined);
        wanted.is_some_and(|floor_item| self.slot_for(&floor_item.item).is_some())
    }

    /// Whether exploring goes to a tile: it holds a wanted item or borders unknown tiles.
    fn is_exploration_goal(&self, pos: Pos) -> bool {
        let memory = &self.state.here.memory;
        (memory.is_walkable(pos) && is_frontier(memory, pos))
            || self.wants_item_at(pos)
            || self.has_visible_mimic(pos)
    }

    /// Whether a disguised mimic in sight is on a tile.
    fn has_visible_mimic(&self, pos: Pos) -> bool {
        self.scratch.occupied.contains(pos)
            && self.scratch.seen.contains(pos)
            && self
                .state
                .here
                .actors
                .iter()
                .any(|actor| actor.pos == pos && actor.disguised)
    }

    fn travel(&mut self, to: Pos) -> Result<(), Refusal> {
        let me = self.state.player.pos;
        if to == me {
            return Err(Refusal::There);
        }
        if !self.state.here.memory.is_walkable(to) {
            return Err(Refusal::NoWay);
        }
        let goes_on = self.scratch.travel_path.first() == Some(&to) && self.is_path_clear();
        if goes_on {
            return Ok(());
        }
        self.find_path(|_, pos| pos == to, Refusal::NoWay)
    }

    /// Starts to run in a direction.
    fn run(&mut self, dir: Dir) -> Result<(), Refusal> {
        let me = self.state.player.pos;
        let to = me.step(dir);
        if !self.state.here.memory.can_step(me, dir) {
            return Err(Refusal::Solid(to));
        }
        if self.is_known_occupied(to) {
            return Err(Refusal::EnemyInSight);
        }
        self.scratch.travel_path.clear();
        self.scratch.travel_path.push(to);
        Ok(())
    }

    /// The tile after `at` for a runner: straight on while the sides look the same, around corners
    /// of a corridor, and not past doors, stairs or items.
    fn next_run_tile(&self, from: Pos, at: Pos, heading: Dir) -> Option<Pos> {
        let memory = &self.state.here.memory;
        let tile = memory.get(at).copied().unwrap_or_default();
        let stops = matches!(
            tile,
            Tile::DoorClosed | Tile::DoorOpen | Tile::StairsUp | Tile::StairsDown
        );
        let littered = self
            .state
            .here
            .items
            .iter()
            .any(|floor_item| floor_item.pos == at && floor_item.noticed);
        if stops || littered {
            return None;
        }
        let open = |pos: Pos, dir: Dir| memory.can_step(pos, dir);
        let exits = |pos: Pos| Dir::CARDINAL.into_iter().filter(move |dir| open(pos, *dir));
        let passage = exits(at).count() == 2;
        if passage && !heading.is_diagonal() {
            // On, or around the corner, but not back.
            let mut ahead = exits(at).filter(|dir| at.step(*dir) != from);
            return ahead.next().map(|dir| at.step(dir));
        }
        let [left, right] = beside(heading);
        let same = [left, right]
            .into_iter()
            .all(|side| open(at, side) == open(from, side));
        (same && open(at, heading)).then(|| at.step(heading))
    }

    /// The tiles of a known path from the player, the next one last; `None` if there is none.
    pub(super) fn known_path(&self, to: Pos) -> Option<Vec<Pos>> {
        let mut search = KnownMapSearch::default();
        let mut path = Vec::new();
        let memory = &self.state.here.memory;
        let me = self.state.player.pos;
        if me == to {
            return Some(path);
        }
        let found = search.find(memory, me, |pos| pos == to, &mut path);
        found.then_some(path)
    }

    /// Whether exploring would find nothing to do.
    pub(super) fn is_explored(&self) -> bool {
        let me = self.state.player.pos;
        let mut search = KnownMapSearch::default();
        let mut path = Vec::new();
        let mut wanted = TileSet::default();
        self.mark_wanted(&mut wanted);
        let memory = &self.state.here.memory;
        let worth = |pos: Pos| is_frontier(memory, pos) || wanted.contains(pos);
        !self.wants_item_at(me) && !search.find(memory, me, worth, &mut path)
    }
}

/// The two directions to the sides of a heading.
fn beside(heading: Dir) -> [Dir; 2] {
    match heading {
        Dir::North | Dir::South => [Dir::West, Dir::East],
        Dir::East | Dir::West => [Dir::North, Dir::South],
        Dir::NorthEast | Dir::SouthWest => [Dir::NorthWest, Dir::SouthEast],
        Dir::NorthWest | Dir::SouthEast => [Dir::NorthEast, Dir::SouthWest],
    }
}
