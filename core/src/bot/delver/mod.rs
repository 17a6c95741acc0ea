//! What the bots that play to win share: the striker, the explorer and the tactician. A [`Delver`] explores,
//! equips itself, eats, rests, opens vaults and tombs, solves conduits and takes the stairs by the first
//! action of a fixed list of priorities that applies; its [`Tactics`] decide what it does with enemies in
//! sight. It knows only what the screen and the monster descriptions show, and makes no random choices.
//!
//! | part | owns |
//! | --- | --- |
//! | `exploration` | chores, vaults, tombs, and where to go next |
//! | `combat` | the single acts of a fight, which tactics put in order |
//! | `detour` | paths around enemies |
//! | `set_pieces` | set pieces |
//! | `fire` | away from flames, and not into them |

mod combat;
mod detour;
mod exploration;
mod fire;
mod set_pieces;

use std::fmt::Debug;

use super::path::PathFinder;
use super::{Bot, Means, MeansSet, gear};
use crate::game::content::{Apparent, Class, DEEPEST, LookKind, MonsterDef, Potion, Scroll};
use crate::game::{Action, ActorId, ActorView, Announcement, Command, Mood, Refusal, View};
use crate::geom::{Dir, Pos};
use crate::map::TileSet;

/// Number of stalemates on a level after which it no longer avoids enemies.
const MAX_STALEMATES: u32 = 3;
/// Decisions on a level after which it moves on to the next.
const MAX_DECISIONS_PER_LEVEL: u32 = 2500;
/// Refusals that it accepts before it waits a turn.
const MAX_REFUSALS: u32 = 4;

/// How a [`Delver`] meets enemies.
pub trait Tactics: Clone + Debug {
    /// What to do before anything else while no awake enemy is in sight, if anything.
    fn prepare(&mut self, _body: &mut Driver, _view: View<'_>) -> Option<Command> {
        None
    }

    /// What to do with awake enemies in sight.
    fn fight(&mut self, driver: &mut Driver, view: View<'_>) -> Command;

    /// The means that the last action belongs to, as [`Bot::means`](super::Bot::means) tells it.
    fn means(&self) -> Option<Means> {
        None
    }
}

/// A bot that goes down to the Everlamp.
#[derive(Clone, Debug, Default)]
pub struct Delver<T> {
    driver: Driver,
    tactics: T,
}

impl<T: Tactics> Delver<T> {
    /// Creates the bot with its tactics, which do without some means.
    pub fn new(tactics: T, without: MeansSet) -> Self {
        let driver = Driver {
            without,
            ..Driver::default()
        };
        Self { driver, tactics }
    }

    /// The simplest thing to do with an awake enemy in sight: strikes a neighbour, else walks up to the
    /// nearest; `None` without one. What it remembers does not change.
    pub fn strike_or_approach(&self, view: View<'_>) -> Option<Command> {
        let mut driver = self.driver.clone();
        driver.observe(view);
        (!driver.enemies.is_empty()).then(|| driver.strike_or_approach(view))
    }
}

impl<T: Tactics> Bot for Delver<T> {
    fn choose_action(&mut self, view: View<'_>) -> Command {
        let Self { driver, tactics } = self;
        if let Some(pause) = driver.begin(view) {
            return pause;
        }
        if let Some(escape) = driver.leave_fire(view) {
            return escape;
        }
        let command = if driver.enemies.is_empty() {
            let prepared = tactics.prepare(driver, view);
            prepared.unwrap_or_else(|| driver.explore(view))
        } else {
            let way_out = driver.leave_set_piece_before_enemies(view);
            way_out.unwrap_or_else(|| tactics.fight(driver, view))
        };
        driver.keep_out_of_fire(view, command)
    }

    fn handle_refusal(&mut self, command: Command, reason: Refusal) {
        self.driver.handle_refusal(command, reason);
    }

    fn means(&self) -> Option<Means> {
        self.tactics.means()
    }
}

/// What it knows about an enemy.
#[derive(Clone, Copy, Debug)]
pub struct Enemy {
    pub id: ActorId,
    pub pos: Pos,
    pub def: &'static MonsterDef,
    pub mood: Mood,
    /// What it has announced to do next.
    pub prepares: Option<Announcement>,
    /// Distance in steps, diagonals included.
    pub distance: i32,
    /// Blows needed to kill it, on average.
    pub blows_to_kill: u32,
    /// Expected damage to the player per turn, in hundredths of a point.
    pub damage_per_turn: i64,
    /// The most that one of its blows or shots takes.
    pub most_damage: i64,
    pub ticks_per_step: u32,
    pub is_named: bool,
    pub is_magical: bool,
}

/// What a delver remembers about the current level and sees on it.
#[derive(Clone, Debug, Default)]
pub struct Driver {
    depth: u8,
    /// The means that it does without.
    pub without: MeansSet,
    /// Decisions on this level.
    decisions: u32,
    /// Whether nothing is left to explore on this level.
    is_explored: bool,
    /// Whether to leave this level as soon as the stairs are known, explored or not.
    wants_to_leave: bool,
    /// The stairs it was travelling to, and whether no path there is known yet.
    exit_stairs: Option<Pos>,
    exit_is_unreachable: bool,
    /// Whether to ignore the vault: it cannot be reached, or its items cannot be taken.
    ignores_vault: bool,
    /// Where a sleeper blocks the way.
    blocking_sleeper: Option<Pos>,
    /// Refusals since it last waited because of them.
    refusals: u32,
    /// Steps towards braziers on this level.
    brazier_steps: u32,
    /// Actions spent on sleepers, tombs and vaults on this level.
    pub errand_actions: u32,
    /// Actions spent on set pieces on this level, how often those have done something, and where it has
    /// worked something.
    set_piece_actions: u32,
    set_piece_acts: u32,
    worked: Vec<Pos>,
    /// Fights without a result that it gave up on this level.
    stalemates: u32,
    /// Turns in fights since health was lost or experience gained, and both values last turn.
    pub stalled_turns: u32,
    last_health: i32,
    last_experience: u32,
    /// Turns for which it ignores distant enemies, and where it is going meanwhile. It keeps the goal
    /// until it arrives, since enemies often come in and out of sight from tile to tile.
    pub turns_ignoring_enemies: u32,
    goal: Option<Pos>,
    /// Number of meals it carried last turn, and whether it found any on this level.
    meals: u32,
    found_food: bool,
    /// How often it fled up the stairs, by depth.
    retreats: [u8; DEEPEST as usize + 1],
    /// Awake enemies in sight, and sleepers in sight, both nearest first.
    pub enemies: Vec<Enemy>,
    pub sleepers: Vec<Enemy>,
    /// All enemies met on this level, where they were last seen.
    known_enemies: Vec<Enemy>,
    pub path_finder: PathFinder,
    /// The tiles that burn, and those that may in the next turn.
    fire: TileSet,
}

impl Driver {
    /// Prepares for a decision. Returns what to do if too many actions were refused: to wait a turn.
    fn begin(&mut self, view: View<'_>) -> Option<Command> {
        if view.depth() != self.depth {
            *self = Self {
                depth: view.depth(),
                without: self.without,
                enemies: std::mem::take(&mut self.enemies),
                sleepers: std::mem::take(&mut self.sleepers),
                path_finder: std::mem::take(&mut self.path_finder),
                meals: self.meals,
                retreats: self.retreats,
                ..Self::default()
            };
            self.path_finder.forget();
        }
        if self.refusals > MAX_REFUSALS {
            self.refusals = 0;
            return Some(Action::Wait.into());
        }
        self.decisions += 1;
        if self.decisions > MAX_DECISIONS_PER_LEVEL {
            (self.wants_to_leave, self.ignores_vault) = (true, true);
            // It may have gone to and fro before somebody who comes in and out of sight.
            self.stalemates = MAX_STALEMATES;
        }
        self.observe(view);
        self.turns_ignoring_enemies = self.turns_ignoring_enemies.saturating_sub(1);
        None
    }

    fn handle_refusal(&mut self, command: Command, reason: Refusal) {
        self.refusals += 1;
        match (command.action, reason) {
            // The flames burn down meanwhile.
            (_, Refusal::Flames) => self.refusals = MAX_REFUSALS + 1,
            (_, Refusal::InTheWay(pos)) => self.blocking_sleeper = Some(pos),
            (Action::Explore, Refusal::Explored | Refusal::HazardInTheWay(_)) => {
                self.is_explored = true
            }
            (Action::Travel { to }, Refusal::NoWay) if self.exit_stairs == Some(to) => {
                self.exit_is_unreachable = true;
            }
            (Action::Feel { .. } | Action::PickUp, _) | (Action::Travel { .. }, Refusal::NoWay) => {
                self.ignores_vault = true
            }
            _ => {}
        }
    }

    /// Updates its knowledge from what is in sight.
    fn observe(&mut self, view: View<'_>) {
        self.enemies.clear();
        self.sleepers.clear();
        let foes = view
            .actors()
            .filter(|actor| actor.in_sight && !actor.friend);
        for actor in foes {
            let enemy = assess_enemy(view, &actor);
            if actor.mood == Mood::Asleep {
                self.sleepers.push(enemy);
            } else {
                self.enemies.push(enemy);
            }
        }
        self.known_enemies.retain(|known| !view.in_sight(known.pos));
        for seen in self.enemies.iter().chain(&self.sleepers) {
            self.known_enemies.retain(|known| known.id != seen.id);
            self.known_enemies.push(*seen);
        }
        self.enemies
            .sort_by_key(|enemy| (enemy.distance, enemy.blows_to_kill, enemy.id));
        self.sleepers
            .sort_by_key(|enemy| (enemy.distance, enemy.id));
        let meals = gear::count_meals(view);
        self.found_food |= meals > self.meals;
        self.meals = meals;
    }

    /// Whether it may use a means.
    pub const fn may_use(&self, means: Means) -> bool {
        !self.without.contains(means)
    }

    /// Reads a known scroll, or else uses a relic that does the same, aimed at `at` if it takes an aim.
    pub fn cast(
        &self,
        view: View<'_>,
        scroll: Scroll,
        at: Option<Pos>,
        sure: bool,
    ) -> Option<Command> {
        // A relic uses food; half a stomach stays.
        let spare_food = view
            .player()
            .food
            .saturating_sub(view.content().rules().food.full / 2);
        let serves = |class| matches!(class, Class::Relic { does, food } if does == scroll && food <= spare_food);
        let find_relic = || {
            let may_use = self.may_use(Means::Relics);
            may_use.then(|| view.find_class(serves)).flatten()
        };
        let letter = view.find_scroll(scroll).or_else(find_relic)?;
        let action = Action::Use { letter, at };
        Some(Command { action, sure })
    }

    /// Whether it still goes around enemies, rather than attack whoever is in the way.
    pub fn avoids_enemies(&self) -> bool {
        self.stalemates < MAX_STALEMATES
    }
}

impl Enemy {
    /// Whether it bursts beside the player, so that it is better met from afar.
    pub fn bursts(&self) -> bool {
        self.def.abilities.bursts.is_some()
    }

    /// The most that its next blow, or what it does from afar, may take.
    pub fn worst_hit(&self) -> i64 {
        match self.distance {
            ..=1 => self.most_damage,
            _ => self.most_damage * i64::from(self.def.abilities.force_from_afar()) / 100,
        }
    }

    /// Whether to go around it if possible.
    fn is_better_avoided(&self, is_losing: bool) -> bool {
        let is_fleeing = self.mood == Mood::Fleeing;
        let abilities = &self.def.abilities;
        let can_be_left = if self.def.post_reach().is_some() || abilities.unseen.is_some() {
            is_losing
        } else {
            is_fleeing && (self.distance > 2 || abilities.steals.is_some())
        };
        can_be_left || self.mood == Mood::Wandering && is_losing
    }

    /// Whether distance is no safety from it.
    pub fn shoots(&self) -> bool {
        self.def.abilities.flight() > 0
    }
}

fn assess_enemy(view: View<'_>, actor: &ActorView) -> Enemy {
    let def = view.content().monster(actor.kind);
    let odds = view.odds(actor.id);
    let blows_to_kill = odds.and_then(|odds| odds.blows).unwrap_or(99);
    let (min_damage, max_damage) = odds.map_or((0, 0), |odds| odds.damage_back);
    let [min_damage, max_damage] = [min_damage, max_damage].map(i64::from);
    Enemy {
        id: actor.id,
        pos: actor.pos,
        def,
        mood: actor.mood,
        prepares: actor.prepares,
        distance: actor.pos.steps_to(view.player().pos),
        blows_to_kill,
        // The mean damage of an attack, of which nine in ten hit.
        damage_per_turn: (min_damage + max_damage) * 45 * 100 / i64::from(def.strike.max(1)),
        most_damage: max_damage,
        ticks_per_step: def.pace,
        is_named: def.named,
        is_magical: def.magical,
    }
}

pub fn step(dir: Dir) -> Command {
    Action::Move { dir }.sure()
}

/// The player's health in per cent of its maximum.
pub fn health_percent(view: View<'_>) -> i32 {
    let player = view.player();
    player.health * 100 / player.max_health
}

/// Drinks a known potion.
pub fn quaff(view: View<'_>, potion: Potion) -> Option<Command> {
    let letter = view.find_potion(potion)?;
    Some(Action::Use { letter, at: None }.sure())
}

/// Tries an unidentified potion, or else an unidentified scroll.
pub fn try_unknown(view: View<'_>) -> Option<Command> {
    let find_unknown = |wanted: LookKind| {
        let mut pack = view.pack();
        pack.find(|(_, item)| matches!(item.kind, Apparent::Look(of, _) if of == wanted))
    };
    let potion = find_unknown(LookKind::Potion);
    let (letter, _) = potion.or_else(|| find_unknown(LookKind::Scroll))?;
    Some(Action::Use { letter, at: None }.sure())
}

/// Whether one tile is adjacent to another and a step, or an attack, from one to the other is possible.
pub fn can_step_to(view: View<'_>, from: Pos, to: Pos) -> bool {
    from.dir_to(to)
        .is_some_and(|dir| view.known().can_step(from, dir) && !view.is_trapped(to))
}

/// Number of neighbours of a tile that can be stepped onto.
pub fn count_exits(view: View<'_>, at: Pos) -> usize {
    let known = view.known();
    let exits = Dir::ALL.into_iter().filter(|dir| known.can_step(at, *dir));
    exits.count()
}

/// Whether a tile is a doorway, a corridor or a dead end, where few can strike at once.
pub fn is_passage(view: View<'_>, at: Pos) -> bool {
    count_exits(view, at) <= 2
}

/// Attacks a tile if it is adjacent and within reach.
pub fn attack_adjacent_tile(view: View<'_>, at: Pos) -> Option<Command> {
    let me = view.player().pos;
    me.dir_to(at)
        .filter(|_| can_step_to(view, me, at))
        .map(step)
}
