//! Plays without a thought: with an enemy in sight it drinks healing when it is badly hurt, and otherwise
//! strikes or walks up to the nearest, asleep or awake.

use super::delver::{Body, Delver, Tactics, health_percent, quaff};
use crate::game::content::Potion;
use crate::game::{Command, View};

/// Percentage of full health below which it drinks healing.
const DRINKS_BELOW: i32 = 35;

/// The bot.
pub type Striker = Delver<Zeal>;

/// How it fights.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zeal;

impl Tactics for Zeal {
    fn prepare(&mut self, body: &mut Body, view: View<'_>) -> Option<Command> {
        body.attack_nearest_sleeper(view)
    }

    fn fight(&mut self, body: &mut Body, view: View<'_>) -> Command {
        body.detect_stalemate(view);
        let is_hurt = health_percent(view) < DRINKS_BELOW;
        let healing = is_hurt.then(|| quaff(view, Potion::Healing)).flatten();
        // Whom it cannot get at for long, it leaves.
        let elsewhere = healing.or_else(|| body.go_past_enemies(view));
        elsewhere.unwrap_or_else(|| body.strike_or_approach(view))
    }
}
