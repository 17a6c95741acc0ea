//! The long actions: explore, travel, run, rest. Each chooses its next step from what the player
//! knows. The path is part of the state, so that a loaded run continues in the same way.

use super::errands;
use crate::game::content::{Fixed, numbers};
use crate::game::world::action::{Action, Refusal};
use crate::game::world::actor::Actor;
use crate::game::world::condition::Condition;
use crate::game::world::conduit::Attempt;
use crate::game::world::detail::Errand;
use crate::game::world::feature::Mechanism;
use crate::game::world::hazard::HazardKind;
use crate::game::world::player::{Hunger, Loudness};
use crate::game::world::scene::Scene;
use crate::game::world::state::Plan;
use crate::geom::{Dir, Pos};
use crate::map::distance::{DistanceMap, UNBOUNDED};
use crate::map::{Nearest, Steps, Tile, TileSet};

numbers! {
    "travel":
    /// Steps within which exploring goes to an item before it goes on to what is unseen.
    const NEAR_ITEM: u32 = 30;
}

/// What an action does in one turn.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) enum Step {
    /// What an action of one turn does.
    Act(Action),
    /// Feels for a wrong tile of a conduit.
    Feel {
        /// The conduit, in the last turn, which corrects it.
        corrects: Option<Pos>,
    },
}

/// What a path leads around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Avoid {
    /// Known traps, fire, and monsters that the player knows of.
    All,
    /// Known traps alone.
    Traps,
    Nothing,
}

/// Chooses the steps of long actions, with reusable buffers.
#[derive(Clone, Debug, Default)]
pub(in crate::game) struct Traveller {
    /// The path of the long action in progress, the next tile last.
    path: Vec<Pos>,
    /// Turns left of an action that takes a number of them.
    turns_left: u32,
    nearest: Nearest,
    /// Tiles that paths avoid because a step there would be an attack.
    avoided: Vec<Pos>,
    /// Tiles in flames, and those that may be within a turn, which paths avoid.
    fire: TileSet,
    /// Tiles with an item to pick up.
    wanted: TileSet,
}

impl Traveller {
    /// Returns the next step of a long action, and keeps what is left of it for
    /// [`plan`](Self::plan).
    pub fn next_step(
        &mut self,
        scene: Scene<'_>,
        plan: Option<&Plan>,
        action: Action,
    ) -> Result<Step, Refusal> {
        let same = plan.filter(|plan| plan.action() == action);
        self.path.clear();
        if let Some(plan) = same {
            self.path.extend_from_slice(plan.path());
        }
        if let Some(&Plan::Feel { turns_left, .. }) = same {
            self.turns_left = turns_left;
        }
        self.update_path(scene, action, same.is_none())?;
        let me = scene.player.pos;
        Ok(match action {
            Action::Rest => Step::Act(Action::Wait),
            Action::Explore if scene.wants_item_at(me) => Step::Act(Action::PickUp),
            Action::Feel { dir } => {
                self.turns_left -= 1;
                let corrects = (self.turns_left == 0).then(|| me.step(dir));
                Step::Feel { corrects }
            }
            _ => Step::Act(self.next_path_step(scene).ok_or(Refusal::NoWay)?),
        })
    }

    /// A long action with what is left of it, in the buffer of an old path; `None` for single actions.
    pub fn plan(&self, action: Action, mut path: Vec<Pos>) -> Option<Plan> {
        path.clone_from(&self.path);
        let turns_left = self.turns_left;
        Some(match action {
            Action::Rest => Plan::Rest,
            Action::Explore => Plan::Explore { path },
            Action::Proceed => Plan::Proceed { path },
            Action::Travel { to } => Plan::Travel { to, path },
            Action::Run { dir } => Plan::Run { dir, path },
            Action::Feel { dir } => Plan::Feel { dir, turns_left },
            _ => return None,
        })
    }

    /// Checks whether a long action continues after a step from `from`, and updates the path.
    pub fn can_continue(
        &mut self,
        scene: Scene<'_>,
        action: Action,
        from: Pos,
    ) -> Result<(), Refusal> {
        let me = scene.player.pos;
        match action {
            Action::Travel { to } if to == me => return Err(Refusal::There),
            // The path that led here is used up.
            Action::Proceed if self.path.is_empty() => return Err(Refusal::There),
            Action::Run { .. } => {
                let heading = from.dir_to(me).ok_or(Refusal::There)?;
                let next = next_run_tile(scene, from, me, heading).ok_or(Refusal::There)?;
                self.path.clear();
                self.path.push(next);
            }
            _ => {}
        }
        self.update_path(scene, action, false)
    }

    /// Updates the path; refuses if the long action cannot continue. `fresh` is true for a new
    /// action.
    fn update_path(
        &mut self,
        scene: Scene<'_>,
        action: Action,
        fresh: bool,
    ) -> Result<(), Refusal> {
        let loudness = match action {
            Action::Rest => Loudness::Quiet,
            Action::Feel { .. } => Loudness::Loud,
            _ => Loudness::Normal,
        };
        if scene.threat(loudness).is_some() {
            return Err(Refusal::EnemyInSight);
        }
        self.note_fire(scene);
        let stays = matches!(action, Action::Rest | Action::Feel { .. });
        if stays && self.is_burning(scene.player.pos) {
            return Err(Refusal::Flames);
        }
        match action {
            Action::Rest | Action::Feel { .. } if is_swimming(scene) => Err(Refusal::Swimming),
            Action::Rest if scene.player.has(Condition::Burning) => Err(Refusal::Burning),
            Action::Explore | Action::Proceed | Action::Travel { .. } if is_swimming(scene) => {
                self.plan_ashore(scene)
            }
            Action::Rest if scene.player.is_rested(scene.heals_up_to()) => {
                let is_whole = scene.player.health >= scene.player.max_health(scene.content);
                Err(if is_whole {
                    Refusal::Rested
                } else {
                    Refusal::RestedHere
                })
            }
            Action::Rest if scene.player.hunger(scene.content) >= Hunger::Weak => {
                Err(Refusal::TooHungry)
            }
            Action::Explore => self.plan_explore(scene),
            Action::Proceed => self.plan_errand(scene),
            Action::Travel { to } => self.plan_travel(scene, to),
            Action::Run { dir } if fresh => self.start_run(scene, dir),
            Action::Run { .. } if !self.is_path_clear(scene) => Err(Refusal::NoWay),
            Action::Feel { dir } if fresh => self.start_feeling(scene, dir),
            Action::Feel { .. } if self.turns_left == 0 => Err(Refusal::There),
            _ => Ok(()),
        }
    }

    /// Takes the next tile off the path and turns it into a step.
    fn next_path_step(&mut self, scene: Scene<'_>) -> Option<Action> {
        let next = self.path.pop()?;
        let dir = scene.player.pos.dir_to(next)?;
        if scene.level.tile(next) == Tile::DoorClosed {
            // The first action opens the door, so the step is still to come.
            self.path.push(next);
        }
        Some(Action::step(dir))
    }

    /// Heads for the nearest known ground from the water that the player swims in.
    fn plan_ashore(&mut self, scene: Scene<'_>) -> Result<(), Refusal> {
        let (memory, me) = (&scene.level.known.tiles, scene.player.pos);
        let water = TileSet::of(memory, Tile::is_deep);
        let is_shore = |pos: &Pos| {
            let mut beside = Dir::ALL.map(|dir| (dir, pos.step(dir))).into_iter();
            let is_ground = |pos: Pos| memory.is_walkable(pos) && !is_known_occupied(scene, pos);
            beside.any(|(dir, near)| is_ground(near) && memory.can_reach(*pos, dir))
        };
        self.path.clear();
        let step = Dir::ALL.into_iter().find(|dir| {
            let near = me.step(*dir);
            memory.is_walkable(near)
                && memory.can_reach(me, *dir)
                && !is_known_occupied(scene, near)
        });
        if let Some(dir) = step {
            self.path.push(me.step(dir));
            return Ok(());
        }
        let shores: Vec<Pos> = water.iter().filter(is_shore).collect();
        let mut distances = DistanceMap::default();
        distances.measure(&water, Steps::Eight, &shores, UNBOUNDED);
        let near = Dir::ALL.map(|dir| me.step(dir)).into_iter();
        let near = near.filter_map(|pos| Some((distances.get(pos)?, pos)));
        let (_, next) = near.min_by_key(|(far, _)| *far).ok_or(Refusal::NoWay)?;
        self.path.push(next);
        Ok(())
    }

    /// Whether the path begins next to the player, on a tile known to be open and free.
    fn is_path_clear(&self, scene: Scene<'_>) -> bool {
        let me = scene.player.pos;
        let is_clear = |next: Pos| {
            let dir = me.dir_to(next);
            dir.is_some_and(|dir| scene.level.known.tiles.can_step(me, dir))
                && !is_known_occupied(scene, next)
                && !self.is_burning(next)
                && scene.underfoot(next).is_none()
        };
        self.path.last().is_some_and(|&next| is_clear(next))
    }

    /// Notes what is in flames, or may be within a turn, for paths to go around.
    fn note_fire(&mut self, scene: Scene<'_>) {
        self.fire.clear();
        if !scene.level.fields.flames.is_empty() {
            scene.fire_front(&mut self.fire);
        }
    }

    /// Whether a tile is in flames, or may be within a turn.
    fn is_burning(&self, pos: Pos) -> bool {
        !self.fire.is_empty() && self.fire.contains(pos)
    }

    /// Heads for the nearest item to pick up if there is one near, and else for the nearest item
    /// or tile beside something unseen.
    fn plan_explore(&mut self, scene: Scene<'_>) -> Result<(), Refusal> {
        if scene.wants_item_at(scene.player.pos) {
            return Ok(());
        }
        let goal = self.path.first();
        if goal.is_some_and(|&goal| is_exploration_goal(scene, goal)) && self.is_path_clear(scene) {
            return Ok(());
        }
        self.avoid_known_monsters(scene);
        let mut wanted = std::mem::take(&mut self.wanted);
        collect_wanted(scene, &mut wanted);
        let found = if !wanted.is_empty()
            && self.search(scene, NEAR_ITEM, Avoid::All, |pos| wanted.contains(pos))
        {
            Ok(())
        } else {
            let goal = |pos: Pos| is_frontier(scene, pos) || wanted.contains(pos);
            self.find_path(scene, goal, Refusal::Explored)
        };
        self.wanted = wanted;
        found
    }

    /// Heads for the first errand in their order that there is a way to.
    fn plan_errand(&mut self, scene: Scene<'_>) -> Result<(), Refusal> {
        let is_kept = self.path.first().is_some_and(|goal| {
            let me = scene.player.pos;
            errands::ORDER.into_iter().any(|errand| {
                let places = errands::places(scene, errand, me);
                let mut places = places.into_iter();
                places.any(|place| errands::ends_at(errand, place, *goal))
            })
        });
        if is_kept && self.is_path_clear(scene) {
            return Ok(());
        }
        let found = self.find_errand(scene);
        found.map(|_| ()).ok_or(Refusal::Explored)
    }

    /// The first errand in their order that there is a way to, with the way in `path`.
    fn find_errand(&mut self, scene: Scene<'_>) -> Option<Errand> {
        self.avoid_known_monsters(scene);
        self.path.clear();
        let me = scene.player.pos;
        let mut errands = errands::ORDER.into_iter();
        errands.find(|errand| {
            let places = errands::places(scene, *errand, me);
            let ends = |pos: Pos| {
                let mut places = places.iter();
                places.any(|place| errands::ends_at(*errand, *place, pos))
            };
            !places.is_empty() && self.search(scene, u32::MAX, Avoid::All, ends)
        })
    }

    /// The first step of the shortest known way to a goal that somebody may stand on, and that goal; past
    /// others if possible.
    pub fn first_step(
        &mut self,
        scene: Scene<'_>,
        goal: impl Fn(Pos) -> bool,
    ) -> Option<(Dir, Pos)> {
        self.avoid_known_monsters(scene);
        self.avoided.retain(|pos| !goal(*pos));
        if !self.search(scene, u32::MAX, Avoid::All, &goal) {
            return None;
        }
        let dir = scene.player.pos.dir_to(*self.path.last()?)?;
        Some((dir, *self.path.first()?))
    }

    /// Notes known sleepers and monsters in sight, for paths to go around.
    fn avoid_known_monsters(&mut self, scene: Scene<'_>) {
        let met = &scene.level.known.met;
        let known =
            |actor: &&Actor| (actor.is_asleep() && met.contains(&actor.id)) || scene.sees(actor);
        let known = scene.level.actors().iter().filter(known);
        self.avoided.clear();
        self.avoided.extend(known.map(|actor| actor.pos));
    }

    /// Finds a path to the nearest goal around the monsters to avoid; refuses with `none` if there
    /// is no path at all.
    fn find_path(
        &mut self,
        scene: Scene<'_>,
        goal: impl Fn(Pos) -> bool,
        none: Refusal,
    ) -> Result<(), Refusal> {
        if self.search(scene, u32::MAX, Avoid::All, &goal) {
            return Ok(());
        }
        let avoids = !self.avoided.is_empty() || !self.fire.is_empty();
        if avoids && self.search(scene, u32::MAX, Avoid::Traps, &goal) {
            let mut steps = self.path.iter().rev();
            let blocks = |pos: &&Pos| self.avoided.contains(pos) || self.is_burning(**pos);
            if let Some(&pos) = steps.find(blocks) {
                return Err(match self.is_burning(pos) {
                    true => Refusal::Flames,
                    false => Refusal::InTheWay(pos),
                });
            }
        }
        let level = scene.level;
        let has_any = !level.hazards.is_empty() || !level.set_pieces.is_empty();
        if has_any && self.search(scene, u32::MAX, Avoid::Nothing, &goal) {
            let mut steps = self.path.iter().rev();
            // What lies beyond plates and holes is not there to be explored, but to be dared.
            let dares = matches!(none, Refusal::Explored);
            match steps.find_map(|pos| scene.underfoot(*pos)) {
                Some(Refusal::PlateInTheWay | Refusal::HazardInTheWay(HazardKind::Pit))
                    if dares => {}
                Some(why) => return Err(why),
                None => {}
            }
        }
        Err(none)
    }

    /// Stores a shortest known path to the nearest `goal` within `bound` steps in `path`; returns
    /// whether there is one.
    fn search(
        &mut self,
        scene: Scene<'_>,
        bound: u32,
        avoid: Avoid,
        goal: impl Fn(Pos) -> bool,
    ) -> bool {
        let (memory, me) = (&scene.level.known.tiles, scene.player.pos);
        let fire = Some(&self.fire).filter(|fire| !fire.is_empty());
        let avoided = |pos: Pos| {
            let is_trapped = || scene.underfoot(pos).is_some();
            match avoid {
                Avoid::All => {
                    self.avoided.contains(&pos)
                        || fire.is_some_and(|fire| fire.contains(pos))
                        || is_trapped()
                }
                Avoid::Traps => is_trapped(),
                Avoid::Nothing => false,
            }
        };
        (self.nearest).find(memory, me, bound, avoided, goal, &mut self.path)
    }

    fn plan_travel(&mut self, scene: Scene<'_>, to: Pos) -> Result<(), Refusal> {
        if to == scene.player.pos {
            return Err(Refusal::There);
        }
        if !scene.level.known.tiles.is_walkable(to) {
            return Err(Refusal::NoWay);
        }
        if self.path.first() == Some(&to) && self.is_path_clear(scene) {
            return Ok(());
        }
        self.avoid_known_monsters(scene);
        self.find_path(scene, |pos| pos == to, Refusal::NoWay)
    }

    /// Starts a run in a direction.
    fn start_run(&mut self, scene: Scene<'_>, dir: Dir) -> Result<(), Refusal> {
        let me = scene.player.pos;
        let to = me.step(dir);
        if !scene.level.known.tiles.can_step(me, dir) {
            return Err(Refusal::Solid(to));
        }
        if is_known_occupied(scene, to) {
            return Err(Refusal::InTheWay(to));
        }
        if self.is_burning(to) {
            return Err(Refusal::Flames);
        }
        if let Some(why) = scene.underfoot(to) {
            return Err(why);
        }
        self.path.clear();
        self.path.push(to);
        Ok(())
    }

    /// Starts to feel for a wrong tile of a conduit.
    fn start_feeling(&mut self, scene: Scene<'_>, dir: Dir) -> Result<(), Refusal> {
        let at = scene.player.pos.step(dir);
        let mechanism = scene.level.feature_at(at).map(|feature| &feature.mechanism);
        let is_conduit = |mechanism: &&Mechanism| mechanism.conduit().is_some();
        let mechanism = mechanism.filter(is_conduit).ok_or(Refusal::NoConduit)?;
        mechanism.check(Attempt::Correct)?;
        self.turns_left = scene.rules().feel_actions();
        Ok(())
    }
}

/// A shortest known path from the player, the next tile last; `None` if there is none.
pub(in crate::game) fn known_path(scene: Scene<'_>, to: Pos) -> Option<Vec<Pos>> {
    let mut traveller = Traveller::default();
    let found =
        scene.player.pos == to || traveller.search(scene, u32::MAX, Avoid::Traps, |pos| pos == to);
    found.then_some(traveller.path)
}

/// What going on leads to, and the tile where the walk there ends.
pub(in crate::game) fn next_errand(scene: Scene<'_>) -> Option<(Errand, Pos)> {
    let mut traveller = Traveller::default();
    traveller.note_fire(scene);
    let errand = traveller.find_errand(scene)?;
    Some((errand, *traveller.path.first()?))
}

/// Whether exploring has nothing left to do.
pub(in crate::game) fn is_explored(scene: Scene<'_>) -> bool {
    let mut wanted = TileSet::default();
    collect_wanted(scene, &mut wanted);
    let is_goal = |pos: Pos| is_frontier(scene, pos) || wanted.contains(pos);
    !scene.wants_item_at(scene.player.pos)
        && !Traveller::default().search(scene, u32::MAX, Avoid::Traps, is_goal)
}

/// Whether the player swims in deep water.
fn is_swimming(scene: Scene<'_>) -> bool {
    scene.level.tile(scene.player.pos).is_deep()
}

/// Whether a tile is known only from a scroll, or has an unknown neighbour.
fn is_frontier(scene: Scene<'_>, pos: Pos) -> bool {
    (scene.level.known.mapped.contains(pos) || scene.level.known.tiles.is_beside_void(pos))
        && scene.underfoot(pos).is_none()
        && !scene.is_restless(pos)
}

/// Whether the player sees a monster on a tile.
fn is_known_occupied(scene: Scene<'_>, pos: Pos) -> bool {
    let actor = scene.level.actor_at(pos);
    actor.is_some_and(|actor| scene.sees(actor))
}

/// Collects the tiles of the items that exploring picks up, including disguised mimics.
fn collect_wanted(scene: Scene<'_>, wanted: &mut TileSet) {
    wanted.reset(scene.level.known.tiles.size());
    let items = scene.level.items.iter().map(|floor_item| floor_item.pos);
    for pos in items.filter(|pos| scene.wants_item_at(*pos)) {
        wanted.insert(pos);
    }
    let actors = scene.level.actors().iter();
    for actor in actors.filter(|actor| scene.is_wanted_mimic(actor)) {
        wanted.insert(actor.pos);
    }
}

/// Whether exploring heads for a tile: it has a wanted item or disguised mimic, or is a frontier.
fn is_exploration_goal(scene: Scene<'_>, pos: Pos) -> bool {
    let actor = scene.level.actor_at(pos);
    (scene.level.known.tiles.is_walkable(pos) && is_frontier(scene, pos))
        || scene.wants_item_at(pos)
        || actor.is_some_and(|actor| scene.is_wanted_mimic(actor))
}

/// The next tile of a run after `at`: straight on while the tiles to the sides stay alike, around
/// the corners of a corridor, but not past doors, stairs or items.
fn next_run_tile(scene: Scene<'_>, from: Pos, at: Pos, heading: Dir) -> Option<Pos> {
    let memory = &scene.level.known.tiles;
    let stops = matches!(
        memory.get(at),
        Some(Tile::DoorClosed | Tile::DoorOpen | Tile::StairsUp | Tile::StairsDown)
    );
    if stops
        || scene
            .level
            .item_at(at)
            .is_some_and(|floor_item| scene.level.known.items.contains(&floor_item.item.id))
    {
        return None;
    }
    let open = |pos: Pos, dir: Dir| memory.can_step(pos, dir);
    let exits = |pos: Pos| Dir::CARDINAL.into_iter().filter(move |dir| open(pos, *dir));
    let passage = exits(at).count() == 2;
    if passage && !heading.is_diagonal() {
        // Ahead or around the corner, but not back.
        let mut ahead = exits(at).filter(|dir| at.step(*dir) != from);
        return ahead.next().map(|dir| at.step(dir));
    }
    let mut sides = side_directions(heading).into_iter();
    let same = sides.all(|side| open(at, side) == open(from, side));
    (same && open(at, heading)).then(|| at.step(heading))
}

/// The two directions to the sides of a heading.
const fn side_directions(heading: Dir) -> [Dir; 2] {
    match heading {
        Dir::North | Dir::South => [Dir::West, Dir::East],
        Dir::East | Dir::West => [Dir::North, Dir::South],
        Dir::NorthEast | Dir::SouthWest => [Dir::NorthWest, Dir::SouthEast],
        Dir::NorthWest | Dir::SouthEast => [Dir::NorthEast, Dir::SouthWest],
    }
}
