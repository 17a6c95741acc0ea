//! Plays like a careful beginner: fights what it should beat, avoids what it should not, and uses up what
//! it has when a fight goes badly.

use super::delver::{Delver, Driver, Tactics, health_percent, quaff};
use crate::game::content::{Class, Potion};
use crate::game::{Action, Command, View};

/// The bot.
pub type Explorer = Delver<ExplorerTactics>;

/// How it fights.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExplorerTactics;

impl Tactics for ExplorerTactics {
    fn fight(&mut self, driver: &mut Driver, view: View<'_>) -> Command {
        if let Some(action) = driver.attend_to_level(view) {
            return action;
        }
        let player = view.player();
        let health = health_percent(view);
        let (damage, whole) = (driver.expected_damage(), i64::from(player.health));
        let is_losing = damage >= whole * 80;
        if let Some(step) = driver.dodge(view, is_losing) {
            return step;
        }
        if is_losing || health < 35 {
            let is_desperate = health < 50 || damage >= whole * 150;
            if let Some(action) = avert_defeat(driver, view, is_desperate) {
                return action;
            }
        }
        attack(driver, view, is_losing)
    }
}

/// Uses whatever in the pack helps most against a fight that goes badly; flees if it is desperate.
fn avert_defeat(driver: &mut Driver, view: View<'_>, is_desperate: bool) -> Option<Command> {
    let health = health_percent(view);
    let healing = (health < 45)
        .then(|| quaff(view, Potion::Healing))
        .flatten();
    let is_safe = view.is_hallowed(view.player().pos) && !driver.enemies[0].shoots();
    if healing.is_some() || is_safe {
        return healing;
    }
    let held_off = driver.hold_off_enemies(view);
    held_off.or_else(|| is_desperate.then(|| driver.escape(view, health)).flatten())
}

/// Attacks, throws, waits or approaches an enemy.
fn attack(driver: &mut Driver, view: View<'_>, is_losing: bool) -> Command {
    let immediate = driver.attack_adjacent(view);
    if let Some(action) = immediate.or_else(|| throw_missile(driver, view, is_losing)) {
        return action;
    }
    let target = driver.choose_target(is_losing);
    driver.meet(view, &target, is_losing)
}

/// Throws a missile, or in a fight it is losing any item that harms, at an enemy that is not adjacent.
fn throw_missile(driver: &Driver, view: View<'_>, is_losing: bool) -> Option<Command> {
    let mut enemies = driver.enemies.iter();
    let target = enemies.find(|enemy| (2..=9).contains(&enemy.distance))?;
    if let Some(letter) = view.find_class(|class| matches!(class, Class::Missile(_))) {
        let at = target.pos;
        return Some(Action::Throw { letter, at }.sure());
    }
    is_losing.then(|| driver.attack_at_range(view)).flatten()
}
