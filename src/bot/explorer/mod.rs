//! Plays like a careful beginner: takes the first action of a fixed list of priorities that applies.
//! It knows only what the screen and the monster descriptions show, and makes no random choices.

mod fight;
mod leisure;
mod way;

use super::walk::Walk;
use super::{Bot, gear};
use crate::game::content::{Class, DEEPEST, Potion, Role, Scroll, Style};
use crate::game::{Action, ActorId, ActorView, Mood, Refusal, View};
use crate::geom::{Dir, Pos};
use crate::map::Tile;

/// Number of fights given up on a level after which it no longer avoids enemies.
const BRAVE: u32 = 3;
/// Decisions on a level after which it moves on to the next.
const ENOUGH: u32 = 2500;

/// What it knows about an enemy.
#[derive(Clone, Copy, Debug)]
struct Foe {
    id: ActorId,
    pos: Pos,
    role: Role,
    mood: Mood,
    /// Distance in steps, diagonals included.
    far: i32,
    /// Blows needed to kill it, on average.
    blows: u32,
    /// Expected damage to the player per turn, in hundredths of a point.
    hurts: i32,
    /// Ticks per step.
    pace: u32,
    named: bool,
    magical: bool,
}

/// A bot that plays like a careful beginner, with what it remembers about the current level.
#[derive(Clone, Debug, Default)]
pub struct Explorer {
    depth: u8,
    /// Decisions on this level.
    asked: u32,
    /// Whether nothing is left to explore on this level.
    explored: bool,
    /// Whether to stop exploring this level: the rest is out of reach.
    enough: bool,
    /// The stairs it was travelling to, and whether no path there is known yet.
    leaves_by: Option<Pos>,
    no_way: bool,
    /// Whether to leave tombs alone: one cannot be opened.
    no_tombs: bool,
    /// Whether to ignore the vault: it cannot be reached, or its items cannot be taken.
    no_vault: bool,
    /// Where a sleeper blocks the way.
    in_the_way: Option<Pos>,
    /// Refusals since it last waited because of them.
    refusals: u32,
    /// Steps spent on sleepers and vaults on this level.
    errands: u32,
    /// Fights given up on this level; after [`BRAVE`] it attacks whoever is in the way.
    stalls: u32,
    /// Turns in fights since health was lost or experience gained, and both values last turn.
    stalled: u32,
    balance: (i32, u32),
    /// Turns for which it ignores distant enemies, and where it is going meanwhile. It keeps the goal
    /// until it arrives, since enemies often come in and out of sight from tile to tile.
    busy: u32,
    goal: Option<Pos>,
    /// Number of meals it carried last turn, and whether it found any on this level.
    meals: u32,
    fed_here: bool,
    /// How often it fled up the stairs, by depth.
    fled: [u8; DEEPEST as usize + 1],
    /// Awake enemies in sight, and sleepers in sight, both nearest first.
    foes: Vec<Foe>,
    sleepers: Vec<Foe>,
    /// All enemies met on this level, where they were last seen.
    met: Vec<Foe>,
    walk: Walk,
}

fn towards(from: Pos, to: Pos) -> Option<Dir> {
    Dir::ALL.into_iter().find(|dir| from.step(*dir) == to)
}

fn step(dir: Dir) -> Action {
    Action::Move { dir, sure: true }
}

impl Bot for Explorer {
    fn act(&mut self, view: View<'_>) -> Action {
        if view.depth() != self.depth {
            *self = Self {
                depth: view.depth(),
                foes: std::mem::take(&mut self.foes),
                sleepers: std::mem::take(&mut self.sleepers),
                walk: std::mem::take(&mut self.walk),
                meals: self.meals,
                fled: self.fled,
                ..Self::default()
            };
        }
        if self.refusals > 4 {
            self.refusals = 0;
            return Action::Wait;
        }
        self.asked += 1;
        if self.asked > ENOUGH {
            (self.enough, self.no_vault) = (true, true);
        }
        self.look(view);
        self.busy = self.busy.saturating_sub(1);
        if self.foes.is_empty() {
            return self.at_leisure(view);
        }
        self.fight(view)
    }

    fn refused(&mut self, action: Action, why: Refusal) {
        self.refusals += 1;
        match (action, why) {
            (_, Refusal::InTheWay(pos)) => self.in_the_way = Some(pos),
            (Action::Explore, Refusal::Explored) => self.explored = true,
            (Action::Travel { to }, Refusal::NoWay) if self.leaves_by == Some(to) => {
                self.no_way = true;
            }
            (Action::Open { .. }, _) => self.no_tombs = true,
            (Action::Pull { .. } | Action::Choose { .. } | Action::PickUp, _)
            | (Action::Travel { .. }, Refusal::NoWay) => self.no_vault = true,
            _ => {}
        }
    }
}

impl Explorer {
    /// Updates its knowledge from what is in sight.
    fn look(&mut self, view: View<'_>) {
        self.foes.clear();
        self.sleepers.clear();
        for actor in view.actors().filter(|actor| actor.in_sight) {
            let foe = size_up(view, &actor);
            if actor.mood == Mood::Asleep {
                self.sleepers.push(foe);
            } else {
                self.foes.push(foe);
            }
        }
        self.met.retain(|met| !view.in_sight(met.pos));
        for seen in self.foes.iter().chain(&self.sleepers) {
            self.met.retain(|met| met.id != seen.id);
            self.met.push(*seen);
        }
        self.foes.sort_by_key(|foe| (foe.far, foe.blows, foe.id));
        let meals = gear::meals(view);
        self.fed_here |= meals > self.meals;
        self.meals = meals;
        self.sleepers.sort_by_key(|foe| (foe.far, foe.id));
    }
}

fn size_up(view: View<'_>, actor: &ActorView) -> Foe {
    let def = view.content().monster(actor.kind);
    let odds = view.odds(actor.id);
    let blows = odds.and_then(|odds| odds.blows).unwrap_or(99);
    let (least, most) = odds.map_or((0, 0), |odds| odds.damage_back);
    Foe {
        id: actor.id,
        pos: actor.pos,
        role: def.role,
        mood: actor.mood,
        far: actor.pos.steps_to(view.player().pos),
        blows,
        // The mean of least and most, of which nine in ten attacks hit.
        hurts: (least + most) * 45 * 100 / def.strike.max(1) as i32,
        pace: def.pace,
        named: def.named,
        magical: def.magical,
    }
}

/// Whether a tile is adjacent to an unknown one.
fn is_frontier(view: View<'_>, pos: Pos) -> bool {
    let known = view.known();
    Dir::ALL
        .into_iter()
        .any(|dir| known.get(pos.step(dir)) == Some(&Tile::Void))
}

/// An attack on a tile adjacent to the player.
fn step_at(view: View<'_>, at: Pos) -> Action {
    towards(view.player().pos, at).map_or(Action::Wait, step)
}

/// Drinks a known potion.
fn quaff(view: View<'_>, potion: Potion) -> Option<Action> {
    let letter = view.find_potion(potion)?;
    Some(Action::Quaff { letter, sure: true })
}

/// Reads a known scroll, or else uses a relic that does the same, aimed at `at` if it takes an aim.
fn read(view: View<'_>, scroll: Scroll, at: Option<Pos>, sure: bool) -> Option<Action> {
    if let Some(letter) = view.find_scroll(scroll) {
        return Some(Action::Read { letter, at, sure });
    }
    let spare = view
        .player()
        .food
        .saturating_sub(view.content().rules().food.full / 2);
    let serves =
        |class| matches!(class, Class::Relic { does, food } if does == scroll && food <= spare);
    let letter = view.find_class(serves)?;
    Some(Action::Use { letter, at, sure })
}

/// Tries an unidentified potion, or else an unidentified scroll.
fn use_unknown(view: View<'_>) -> Option<Action> {
    let unknown = |fits: fn(Class) -> bool| {
        let mut pack = view.pack();
        pack.find(|(_, item)| fits(view.content().item(item.kind).class) && !view.knows(item.kind))
    };
    let (letter, _) = unknown(|class| matches!(class, Class::Potion(_)))
        .or_else(|| unknown(|class| matches!(class, Class::Scroll(_))))?;
    Some(Action::Use {
        letter,
        at: None,
        sure: true,
    })
}

fn wields_dagger(view: View<'_>) -> bool {
    view.pack().any(|(letter, item)| {
        let class = view.content().item(item.kind).class;
        let dagger = matches!(
            class,
            Class::Weapon {
                style: Style::Dagger,
                ..
            }
        );
        dagger && view.is_equipped(letter)
    })
}
