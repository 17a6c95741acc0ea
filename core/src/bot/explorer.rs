//! Plays like a careful beginner: fights what it should beat, avoids what it should not, and uses up what
//! it has when a fight goes badly.

use super::delver::{Body, Delver, Tactics, health_percent, quaff};
use crate::game::content::{Class, Potion};
use crate::game::{Action, Command, View};

/// The bot.
pub type Explorer = Delver<Care>;

/// How it fights.
#[derive(Clone, Copy, Debug, Default)]
pub struct Care;

impl Tactics for Care {
    fn fight(&mut self, body: &mut Body, view: View<'_>) -> Command {
        if let Some(action) = body.attend_to_level(view) {
            return action;
        }
        let player = view.player();
        let health = health_percent(view);
        let (damage, whole) = (body.expected_damage(), i64::from(player.health));
        let is_losing = damage >= whole * 80;
        if let Some(step) = body.dodge(view, is_losing) {
            return step;
        }
        if is_losing || health < 35 {
            let is_desperate = health < 50 || damage >= whole * 150;
            if let Some(action) = avert_defeat(body, view, is_desperate) {
                return action;
            }
        }
        attack(body, view, is_losing)
    }
}

/// Uses whatever in the pack helps most against a fight that goes badly; flees if it is desperate.
fn avert_defeat(body: &mut Body, view: View<'_>, is_desperate: bool) -> Option<Command> {
    let health = health_percent(view);
    let healing = (health < 45)
        .then(|| quaff(view, Potion::Healing))
        .flatten();
    let is_safe = view.is_hallowed(view.player().pos) && !body.enemies[0].shoots();
    if healing.is_some() || is_safe {
        return healing;
    }
    let held_off = body.hold_off_enemies(view);
    held_off.or_else(|| is_desperate.then(|| body.escape(view, health)).flatten())
}

/// Attacks, throws, waits or approaches an enemy.
fn attack(body: &mut Body, view: View<'_>, is_losing: bool) -> Command {
    let immediate = body.attack_adjacent(view);
    if let Some(action) = immediate.or_else(|| throw_missile(body, view, is_losing)) {
        return action;
    }
    let target = body.choose_target(is_losing);
    body.meet(view, &target, is_losing)
}

/// Throws a missile, or in a fight it is losing any item that harms, at an enemy that is not adjacent.
fn throw_missile(body: &Body, view: View<'_>, is_losing: bool) -> Option<Command> {
    let mut enemies = body.enemies.iter();
    let target = enemies.find(|enemy| (2..=9).contains(&enemy.distance))?;
    if let Some(letter) = view.find_class(|class| matches!(class, Class::Missile(_))) {
        let at = target.pos;
        return Some(Action::Throw { letter, at }.sure());
    }
    is_losing.then(|| body.attack_at_range(view)).flatten()
}
