//! The long actions: explore, travel, run, rest. Each decides its own next step from what the
//! player knows; the way is part of the state, so that a run that was saved goes on the same.

use super::Game;
use super::action::{Action, Refusal};
use super::state::{Hunger, Mood};
use crate::geom::{Dir, Grid, Pos};
use crate::map::{Nearest, Tile, TileSet};

/// Ways over what the player remembers, and what is marked on the way there.
#[derive(Clone, Debug, Default)]
pub(super) struct Walker {
    nearest: Nearest,
    /// Tiles that a way goes around: a step there would be a blow.
    shunned: Vec<Pos>,
    /// Tiles with something to take.
    wanted: TileSet,
}

/// Whether something unknown lies beside a tile.
fn is_frontier(memory: &Grid<Tile>, pos: Pos) -> bool {
    let unknown = |dir: Dir| memory.get(pos.step(dir)) == Some(&Tile::Void);
    Dir::ALL.into_iter().any(unknown)
}

impl Walker {
    /// Puts into `way` the tiles of a shortest way from `start` to the nearest tile that is a
    /// `goal`, the next one last; whether there is one.
    fn find(
        &mut self,
        memory: &Grid<Tile>,
        start: Pos,
        goal: impl Fn(Pos) -> bool,
        way: &mut Vec<Pos>,
    ) -> bool {
        let shunned = |pos: Pos| self.shunned.contains(&pos);
        self.nearest
            .find(memory, start, u32::MAX, shunned, goal, way)
    }
}

/// The direction of a step between neighbours.
pub(super) fn towards(from: Pos, to: Pos) -> Option<Dir> {
    Dir::ALL.into_iter().find(|dir| from.step(*dir) == to)
}

impl Game {
    /// What a long action does next; its way goes into the scratch. Changes nothing of the state.
    pub(super) fn next_deed(&mut self, action: Action) -> Result<Action, Refusal> {
        let same = self
            .state
            .plan
            .as_ref()
            .filter(|plan| plan.action == action);
        let fresh = same.is_none();
        self.scratch.way.clear();
        if let Some(plan) = same {
            self.scratch.way.extend_from_slice(&plan.way);
        }
        self.plan_way(action, fresh)?;
        match action {
            Action::Rest => Ok(Action::Wait),
            Action::Explore if self.wants_item(self.state.player.pos) => Ok(Action::PickUp),
            _ => self.next_step().ok_or(Refusal::NoWay),
        }
    }

    /// Whether a long action can go on, with its way in the scratch made good; a `fresh` one
    /// begins.
    fn plan_way(&mut self, action: Action, fresh: bool) -> Result<(), Refusal> {
        if self.enemy_in_sight() {
            return Err(Refusal::EnemyInSight);
        }
        match action {
            Action::Rest => self.rest(),
            Action::Explore => self.explore(),
            Action::Travel { to } => self.travel(to),
            Action::Run { dir } if fresh => self.run(dir),
            Action::Run { .. } if !self.way_is_good() => Err(Refusal::NoWay),
            _ => Ok(()),
        }
    }

    /// After a step of a long action that came from `from`: whether it goes on, with the way in the
    /// scratch.
    pub(super) fn can_go_on(&mut self, action: Action, from: Pos) -> Result<(), Refusal> {
        let me = self.state.player.pos;
        match action {
            Action::Travel { to } if to == me => return Err(Refusal::There),
            Action::Run { .. } => {
                let heading = towards(from, me).ok_or(Refusal::There)?;
                let next = self.run_on(from, me, heading).ok_or(Refusal::There)?;
                self.scratch.way.clear();
                self.scratch.way.push(next);
            }
            _ => {}
        }
        self.plan_way(action, false)
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

    /// Takes the next tile of the way and turns it into a step.
    fn next_step(&mut self) -> Option<Action> {
        let next = self.scratch.way.pop()?;
        let dir = towards(self.state.player.pos, next)?;
        let closed = self.state.here.tiles.get(next) == Some(&Tile::DoorClosed);
        if closed {
            // The step comes after the door.
            self.scratch.way.push(next);
        }
        Some(Action::step(dir))
    }

    /// Whether the way can still be gone as far as is known: it begins beside the player, at a tile
    /// that is open and free.
    fn way_is_good(&self) -> bool {
        let me = self.state.player.pos;
        let memory = &self.state.here.memory;
        let good = |next: Pos| {
            let dir = towards(me, next);
            dir.is_some_and(|dir| memory.can_step(me, dir)) && !self.is_known_taken(next)
        };
        self.scratch.way.last().is_some_and(|&next| good(next))
    }

    /// Whether the player knows of somebody on a tile.
    fn is_known_taken(&self, pos: Pos) -> bool {
        let id = self.actor_at(pos);
        let index = id.and_then(|id| self.state.here.index_of(id));
        index.is_some_and(|index| self.knows_of(index))
    }

    /// Notes whom a way goes around: those that the player has met and who sleep.
    fn shun(&mut self) {
        self.scratch.walker.shunned.clear();
        for index in 0..self.state.here.actors.len() {
            let actor = &self.state.here.actors[index];
            if actor.mood == Mood::Asleep && actor.met {
                self.scratch.walker.shunned.push(actor.pos);
            }
        }
    }

    fn explore(&mut self) -> Result<(), Refusal> {
        let me = self.state.player.pos;
        if self.wants_item(me) {
            return Ok(());
        }
        let goal = self.scratch.way.first().copied();
        let goes_on = goal.is_some_and(|goal| self.is_worth_seeing(goal)) && self.way_is_good();
        if goes_on {
            return Ok(());
        }
        let mut wanted = std::mem::take(&mut self.scratch.walker.wanted);
        self.mark_wanted(&mut wanted);
        let goal = |game: &Self, pos: Pos| {
            is_frontier(&game.state.here.memory, pos) || wanted.contains(pos)
        };
        let found = self.find_way(goal, Refusal::Explored);
        self.scratch.walker.wanted = wanted;
        found
    }

    /// Marks what exploring goes to take, mimics in sight among it.
    fn mark_wanted(&self, wanted: &mut TileSet) {
        wanted.reset(self.state.here.memory.size());
        for lying in &self.state.here.items {
            if self.wants_item(lying.pos) {
                wanted.insert(lying.pos);
            }
        }
        for actor in self
            .state
            .here
            .actors
            .iter()
            .filter(|actor| actor.disguised)
        {
            if self.has_false_item(actor.pos) {
                wanted.insert(actor.pos);
            }
        }
    }

    /// Finds a way to the nearest goal, around those who are known to sleep.
    fn find_way(
        &mut self,
        goal: impl Fn(&Self, Pos) -> bool,
        none: Refusal,
    ) -> Result<(), Refusal> {
        let me = self.state.player.pos;
        self.shun();
        let mut way = std::mem::take(&mut self.scratch.way);
        let mut walker = std::mem::take(&mut self.scratch.walker);
        let memory = &self.state.here.memory;
        let found = walker.find(memory, me, |pos| goal(self, pos), &mut way);
        let mut why = none;
        if !found && !walker.shunned.is_empty() {
            let shunned = std::mem::take(&mut walker.shunned);
            if walker.find(memory, me, |pos| goal(self, pos), &mut way) {
                let sleeper = way.iter().rev().find(|pos| shunned.contains(pos));
                why = sleeper.map_or(none, |pos| Refusal::InTheWay(*pos));
            }
            walker.shunned = shunned;
        }
        self.scratch.walker = walker;
        self.scratch.way = way;
        if found { Ok(()) } else { Err(why) }
    }

    /// Whether exploring takes what lies on a tile.
    fn wants_item(&self, pos: Pos) -> bool {
        let mut items = self.state.here.items.iter();
        let wanted = items.find(|lying| lying.pos == pos && lying.noticed && !lying.declined);
        wanted.is_some_and(|lying| self.place_for(&lying.item).is_some())
    }

    /// Whether exploring goes to a tile: something to take lies there, or something unknown lies
    /// beside it.
    fn is_worth_seeing(&self, pos: Pos) -> bool {
        let memory = &self.state.here.memory;
        (memory.is_walkable(pos) && is_frontier(memory, pos))
            || self.wants_item(pos)
            || self.has_false_item(pos)
    }

    /// Whether a mimic in sight lies there.
    fn has_false_item(&self, pos: Pos) -> bool {
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
        let goes_on = self.scratch.way.first() == Some(&to) && self.way_is_good();
        if goes_on {
            return Ok(());
        }
        self.find_way(|_, pos| pos == to, Refusal::NoWay)
    }

    /// Begins to run.
    fn run(&mut self, dir: Dir) -> Result<(), Refusal> {
        let me = self.state.player.pos;
        let to = me.step(dir);
        if !self.state.here.memory.can_step(me, dir) {
            return Err(Refusal::Solid(to));
        }
        if self.is_known_taken(to) {
            return Err(Refusal::EnemyInSight);
        }
        self.scratch.way.clear();
        self.scratch.way.push(to);
        Ok(())
    }

    /// The tile after `at` for one who comes running: straight on through the open as long as the
    /// sides stay as they are, around corners of a passage, and never past a door or stairs.
    fn run_on(&self, from: Pos, at: Pos, heading: Dir) -> Option<Pos> {
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
            .any(|lying| lying.pos == at && lying.noticed);
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

    /// The tiles from the player to a tile over what is known, the next one last; `None` if no way
    /// is known.
    pub(super) fn known_way(&self, to: Pos) -> Option<Vec<Pos>> {
        let mut walker = Walker::default();
        let mut way = Vec::new();
        let memory = &self.state.here.memory;
        let me = self.state.player.pos;
        if me == to {
            return Some(way);
        }
        let found = walker.find(memory, me, |pos| pos == to, &mut way);
        found.then_some(way)
    }

    /// Whether exploring would find something to do.
    pub(super) fn is_explored(&self) -> bool {
        let me = self.state.player.pos;
        let mut walker = Walker::default();
        let mut way = Vec::new();
        let mut wanted = TileSet::default();
        self.mark_wanted(&mut wanted);
        let memory = &self.state.here.memory;
        let worth = |pos: Pos| is_frontier(memory, pos) || wanted.contains(pos);
        !self.wants_item(me) && !walker.find(memory, me, worth, &mut way)
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
