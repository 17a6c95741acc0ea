//! What a fight will cost: a model of all blows until the last enemy that takes part is dead, and of the
//! worst next turn.

use crate::bot::Means;
use crate::bot::delver::{Driver, Enemy, count_exits};
use crate::game::{Mood, View};
use crate::geom::Dir;

/// Tiles within which an enemy that hunts takes part, and within which any awake one does.
const REACH: i32 = 14;
const NEAR: i32 = 2;
/// The same for guards.
const GUARD_REACH: i32 = 4;

/// The cost of a fight.
#[derive(Clone, Copy, Debug)]
pub struct Forecast {
    /// Expected damage until all are dead, in hundredths of a point.
    pub damage: i64,
    /// The most that the next turn may take, in points.
    pub worst_turn: i64,
}

impl Forecast {
    /// Forecasts the fight with the enemies in sight.
    pub fn of(driver: &Driver, view: View<'_>) -> Self {
        let exits = count_exits(view, view.player().pos);
        let front = match driver.may_use(Means::Doors) {
            true => exits.max(1),
            false => Dir::ALL.len(),
        };
        let mut fighters: Vec<Fighter> = driver
            .enemies
            .iter()
            .filter(|enemy| takes_part(enemy))
            .map(Fighter::new)
            .collect();
        fighters.sort_by_key(|one| (one.arrives, one.blows));
        let mut ends: Vec<i64> = Vec::new();
        let mut damage = 0;
        for (index, one) in fighters.iter().enumerate() {
            let last = ends.last().copied().unwrap_or(0);
            let end = last.max(one.arrives) + one.blows;
            let waits_for = index.checked_sub(front).map_or(0, |before| ends[before]);
            let begin = if one.is_distant {
                0
            } else {
                one.arrives.max(waits_for)
            };
            damage += (end - begin).max(1) * one.damage_per_turn;
            ends.push(end);
        }
        let threats = driver
            .enemies
            .iter()
            .filter(|enemy| may_hit_next_turn(enemy));
        let worst_turn = threats.map(|enemy| enemy.worst_hit()).sum();
        Self { damage, worst_turn }
    }
}

/// An enemy in the model.
struct Fighter {
    /// Turns until it is beside the player.
    arrives: i64,
    /// Turns that it takes to kill it.
    blows: i64,
    damage_per_turn: i64,
    /// Whether it does not have to arrive.
    is_distant: bool,
}

impl Fighter {
    fn new(enemy: &Enemy) -> Self {
        let distance = i64::from(enemy.distance - 1).max(0);
        Self {
            arrives: distance * i64::from(enemy.ticks_per_step) / 100,
            blows: i64::from(enemy.blows_to_kill.min(50)),
            damage_per_turn: enemy.damage_per_turn,
            is_distant: enemy.shoots(),
        }
    }
}

fn takes_part(enemy: &Enemy) -> bool {
    let reach = match enemy.def.post_reach() {
        Some(_) => GUARD_REACH,
        None => REACH,
    };
    enemy.mood == Mood::Hunting && enemy.distance <= reach || enemy.distance <= NEAR
}

fn may_hit_next_turn(enemy: &Enemy) -> bool {
    let is_fast = enemy.ticks_per_step < 100;
    let reach = enemy.def.abilities.reach().max(if is_fast { 2 } else { 1 });
    enemy.mood == Mood::Hunting && enemy.distance <= reach
}
