//! Plays like a careful beginner: takes the first action of a fixed list of priorities that applies.
//! It knows only what the screen and the monster descriptions show, and makes no random choices.

mod combat;
mod detour;
mod exploration;

use super::path::PathFinder;
use super::{Bot, gear};
use crate::game::content::{Class, DEEPEST, MonsterDef, Potion, Scroll};
use crate::game::{Action, ActorId, ActorView, Command, Mood, Refusal, View};
use crate::geom::{Dir, Pos};

/// Number of stalemates on a level after which it no longer avoids enemies.
const MAX_STALEMATES: u32 = 3;
/// Decisions on a level after which it moves on to the next.
const MAX_DECISIONS_PER_LEVEL: u32 = 2500;
/// Refusals that it accepts before it waits a turn.
const MAX_REFUSALS: u32 = 4;

/// What it knows about an enemy.
#[derive(Clone, Copy, Debug)]
struct Enemy {
    id: ActorId,
    pos: Pos,
    def: &'static MonsterDef,
    mood: Mood,
    /// Distance in steps, diagonals included.
    distance: i32,
    /// Blows needed to kill it, on average.
    blows_to_kill: u32,
    /// Expected damage to the player per turn, in hundredths of a point.
    damage_per_turn: i32,
    ticks_per_step: u32,
    is_named: bool,
    is_magical: bool,
}

/// A bot that plays like a careful beginner, with what it remembers about the current level.
#[derive(Clone, Debug, Default)]
pub struct Explorer {
    depth: u8,
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
    /// Actions spent on sleepers, tombs and vaults on this level.
    errand_actions: u32,
    /// Fights without a result that it gave up on this level.
    stalemates: u32,
    /// Turns in fights since health was lost or experience gained, and both values last turn.
    stalled_turns: u32,
    last_health: i32,
    last_experience: u32,
    /// Turns for which it ignores distant enemies, and where it is going meanwhile. It keeps the goal
    /// until it arrives, since enemies often come in and out of sight from tile to tile.
    turns_ignoring_enemies: u32,
    goal: Option<Pos>,
    /// Number of meals it carried last turn, and whether it found any on this level.
    meals: u32,
    found_food: bool,
    /// How often it fled up the stairs, by depth.
    retreats: [u8; DEEPEST as usize + 1],
    /// Awake enemies in sight, and sleepers in sight, both nearest first.
    enemies: Vec<Enemy>,
    sleepers: Vec<Enemy>,
    /// All enemies met on this level, where they were last seen.
    known_enemies: Vec<Enemy>,
    path_finder: PathFinder,
}

impl Bot for Explorer {
    fn choose_action(&mut self, view: View<'_>) -> Command {
        if view.depth() != self.depth {
            *self = Self {
                depth: view.depth(),
                enemies: std::mem::take(&mut self.enemies),
                sleepers: std::mem::take(&mut self.sleepers),
                path_finder: std::mem::take(&mut self.path_finder),
                meals: self.meals,
                retreats: self.retreats,
                ..Self::default()
            };
        }
        if self.refusals > MAX_REFUSALS {
            self.refusals = 0;
            return Action::Wait.into();
        }
        self.decisions += 1;
        if self.decisions > MAX_DECISIONS_PER_LEVEL {
            (self.wants_to_leave, self.ignores_vault) = (true, true);
        }
        self.observe(view);
        self.turns_ignoring_enemies = self.turns_ignoring_enemies.saturating_sub(1);
        if self.enemies.is_empty() {
            return self.explore(view);
        }
        self.fight(view)
    }

    fn handle_refusal(&mut self, command: Command, reason: Refusal) {
        self.refusals += 1;
        match (command.action, reason) {
            (_, Refusal::InTheWay(pos)) => self.blocking_sleeper = Some(pos),
            (Action::Explore, Refusal::Explored) => self.is_explored = true,
            (Action::Travel { to }, Refusal::NoWay) if self.exit_stairs == Some(to) => {
                self.exit_is_unreachable = true;
            }
            (Action::Feel { .. } | Action::PickUp, _) | (Action::Travel { .. }, Refusal::NoWay) => {
                self.ignores_vault = true
            }
            _ => {}
        }
    }
}

impl Explorer {
    /// Updates its knowledge from what is in sight.
    fn observe(&mut self, view: View<'_>) {
        self.enemies.clear();
        self.sleepers.clear();
        for actor in view.actors().filter(|actor| actor.in_sight) {
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

    /// Whether it still goes around enemies, rather than attack whoever is in the way.
    fn avoids_enemies(&self) -> bool {
        self.stalemates < MAX_STALEMATES
    }
}

impl Enemy {
    /// Whether it bursts beside the player, so that it is better met from afar.
    fn bursts(&self) -> bool {
        self.def.abilities.bursts.is_some()
    }

    /// Whether distance is no safety from it.
    fn shoots(&self) -> bool {
        self.def.abilities.shoots.is_some()
    }
}

fn assess_enemy(view: View<'_>, actor: &ActorView) -> Enemy {
    let def = view.content().monster(actor.kind);
    let odds = view.odds(actor.id);
    let blows_to_kill = odds.and_then(|odds| odds.blows).unwrap_or(99);
    let (min_damage, max_damage) = odds.map_or((0, 0), |odds| odds.damage_back);
    Enemy {
        id: actor.id,
        pos: actor.pos,
        def,
        mood: actor.mood,
        distance: actor.pos.steps_to(view.player().pos),
        blows_to_kill,
        // The mean damage of an attack, of which nine in ten hit.
        damage_per_turn: (min_damage + max_damage) * 45 * 100 / def.strike.max(1) as i32,
        ticks_per_step: def.pace,
        is_named: def.named,
        is_magical: def.magical,
    }
}

fn step(dir: Dir) -> Command {
    Action::Move { dir }.sure()
}

/// The player's health in per cent of its maximum.
fn health_percent(view: View<'_>) -> i32 {
    let player = view.player();
    player.health * 100 / player.max_health
}

/// Drinks a known potion.
fn quaff(view: View<'_>, potion: Potion) -> Option<Command> {
    let letter = view.find_potion(potion)?;
    Some(Action::Use { letter, at: None }.sure())
}

/// Reads a known scroll, or else uses a relic that does the same, aimed at `at` if it takes an aim.
fn cast(view: View<'_>, scroll: Scroll, at: Option<Pos>, sure: bool) -> Option<Command> {
    // A relic uses food; half a stomach stays.
    let spare_food = view
        .player()
        .food
        .saturating_sub(view.content().rules().food.full / 2);
    let serves = |class| matches!(class, Class::Relic { does, food } if does == scroll && food <= spare_food);
    let letter = view
        .find_scroll(scroll)
        .or_else(|| view.find_class(serves))?;
    let action = Action::Use { letter, at };
    Some(Command { action, sure })
}

/// Tries an unidentified potion, or else an unidentified scroll.
fn try_unknown(view: View<'_>) -> Option<Command> {
    let find_unknown = |fits: fn(Class) -> bool| {
        let mut pack = view.pack();
        pack.find(|(_, item)| fits(view.content().item(item.kind).class) && !view.knows(item.kind))
    };
    let (letter, _) = find_unknown(|class| matches!(class, Class::Potion(_)))
        .or_else(|| find_unknown(|class| matches!(class, Class::Scroll(_))))?;
    Some(Action::Use { letter, at: None }.sure())
}
