//! Plays without a thought: with an enemy in sight it drinks healing when it is badly hurt, and otherwise
//! strikes or walks up to the nearest, asleep or awake.

use super::delver::{Delver, Driver, Tactics, health_percent, quaff};
use crate::game::content::Potion;
use crate::game::{Command, View};

/// Percentage of full health below which it drinks healing.
const DRINKS_BELOW: i32 = 35;

/// The bot.
pub type Striker = Delver<StrikerTactics>;

/// How it fights.
#[derive(Clone, Copy, Debug, Default)]
pub struct StrikerTactics;

impl Tactics for StrikerTactics {
    fn prepare(&mut self, driver: &mut Driver, view: View<'_>) -> Option<Command> {
        driver.attack_nearest_sleeper(view)
    }

    fn fight(&mut self, driver: &mut Driver, view: View<'_>) -> Command {
        driver.detect_stalemate(view);
        let is_hurt = health_percent(view) < DRINKS_BELOW;
        let healing = is_hurt.then(|| quaff(view, Potion::Healing)).flatten();
        // Whom it cannot get at for long, it leaves.
        let elsewhere = healing.or_else(|| driver.go_past_enemies(view));
        elsewhere.unwrap_or_else(|| driver.strike_or_approach(view))
    }
}
