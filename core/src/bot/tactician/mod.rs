//! Plays with all that the game offers: throws before the enemy is there, burns groups, takes narrow
//! ground, gets out of the line of archers, blinds whom it cannot beat, uses relics, kills sleepers with a
//! dagger, and leaves by the stairs what it would lose to. It weighs a fight by a forecast of the whole of
//! it, and by the worst that the next turn may bring.
//!
//! | part | owns |
//! | --- | --- |
//! | `forecast` | what a fight will cost |
//! | `ground` | cover, and doors to fight behind |
//! | `means` | throws, fire and darkness |

mod forecast;
mod ground;
mod means;

use self::forecast::Forecast;
use super::delver::{
    Delver, Driver, Enemy, Tactics, health_percent, is_passage, quaff, try_unknown,
};
use super::gear;
use super::{Means, MeansSet};
use crate::game::content::{Potion, Scroll};
use crate::game::{Action, ActorId, Command, Condition, Lighting, Mood, View};

/// Enemies that are worth what burns, in a fight that it is not losing.
const GROUP: usize = 3;
/// A burst that takes at most one part in this many of its health is no danger.
const BEARABLE: i64 = 3;
/// Decisions after which who was blinded sees again.
const BLIND: u32 = 30;
/// Tiles from which it goes up to who does not know of it, in the dark, and from which it hoods its lantern for that.
const AMBUSH: i32 = 4;
const AMBUSH_FROM: i32 = 8;
/// Decisions for which it lies in wait, and from one ambush to the next.
const WAITS: (u32, u32) = (8, 25);
/// Percentage of full health below which it leaves sleepers alone.
const SLEEPER_HEALTH: i32 = 60;

/// The bot.
pub type Tactician = Delver<TacticianTactics>;

/// Creates the bot, which does without some means.
pub fn tactician(without: MeansSet) -> Tactician {
    Delver::new(TacticianTactics::default(), without)
}

/// How it fights.
#[derive(Clone, Debug, Default)]
pub struct TacticianTactics {
    /// The means that its last action is part of.
    used: Option<Means>,
    /// The enemies that it blinded last, and decisions since.
    blinded: Vec<ActorId>,
    since: u32,
    /// Decisions for which it still lies in wait under its hood, and until it may do so again.
    waits: u32,
    rests: u32,
}

impl Tactics for TacticianTactics {
    fn prepare(&mut self, driver: &mut Driver, view: View<'_>) -> Option<Command> {
        self.used = None;
        self.rests = self.rests.saturating_sub(1);
        if self.waits > 0 && view.player().lantern.is_some_and(|one| one.hooded) {
            // Whom it saw by the light may come on.
            self.waits -= 1;
            self.used = Some(Means::Dark);
            return Some(Action::Wait.into());
        }
        if health_percent(view) < SLEEPER_HEALTH {
            return None;
        }
        self.kill_sleeper(driver, view)
    }

    fn fight(&mut self, driver: &mut Driver, view: View<'_>) -> Command {
        self.used = None;
        self.since = self.since.saturating_add(1);
        if let Some(action) = driver.attend_to_level(view) {
            return action;
        }
        let forecast = Forecast::of(driver, view);
        let player = view.player();
        let health = health_percent(view);
        let is_losing = forecast.damage >= i64::from(player.health) * 70;
        if let Some(step) = driver.dodge(view, is_losing) {
            return step;
        }
        if let Some(ambush) = self.ambush(driver, view) {
            return ambush;
        }
        if let Some(dark) = self.put_out_what_feeds(driver, view) {
            return dark;
        }
        if let Some(coals) = self.topple(driver, view) {
            return coals;
        }
        if let Some(stops) = driver.stop_call(view) {
            let is_throw = matches!(stops.action, Action::Throw { .. } | Action::Fire { .. });
            self.used = is_throw.then_some(Means::Throws);
            return stops;
        }
        let may_die = forecast.worst_turn >= i64::from(player.health);
        if (may_die || health < 35 && is_losing)
            && let Some(action) = save_itself(driver, view)
        {
            return action;
        }
        let nearest = driver.enemies[0];
        let can_move_off = nearest.distance > 1 || !driver.enemies.iter().any(Enemy::shoots);
        if can_move_off
            && driver.waits_for(&nearest)
            && let Some(action) = self.hold_doorway(driver, view)
        {
            return action;
        }
        if is_losing && let Some(action) = self.turn_the_fight(driver, view, &forecast) {
            return action;
        }
        self.press_the_fight(driver, view, is_losing)
    }

    fn means(&self) -> Option<Means> {
        self.used
    }
}

impl TacticianTactics {
    /// Marks an action as part of a means.
    fn by(&mut self, means: Means, action: Option<Command>) -> Option<Command> {
        if action.is_some() {
            self.used = Some(means);
        }
        action
    }

    /// Lies in wait in the dark for enemies that do not know of it, or no longer once they do not see its light, and
    /// strikes whoever comes beside it: with its lantern hooded, if only that lights it.
    fn ambush(&mut self, driver: &mut Driver, view: View<'_>) -> Option<Command> {
        let player = view.player();
        let is_unaware = |one: &Enemy| matches!(one.mood, Mood::Wandering | Mood::Searching);
        let nearest = driver.enemies.first()?;
        // Whoever hunts loses it beyond that distance, and what the dark makes strong is better met in the light.
        let loses = |one: &Enemy| is_unaware(one) || one.distance > AMBUSH;
        let is_of_the_dark = |one: &Enemy| one.def.abilities.shuns.is_some();
        let may = driver.may_use(Means::Dark) && !nearest.bursts();
        if !may || !driver.enemies.iter().all(loses) || driver.enemies.iter().any(is_of_the_dark) {
            return None;
        }
        let is_dark = player.lighting == Lighting::Dark;
        let act = match nearest.distance {
            ..=1 if is_dark => driver.attack_adjacent(view),
            2..=AMBUSH if is_dark => Some(driver.strike_or_approach(view)),
            2..=AMBUSH_FROM if self.rests == 0 && player.lantern.is_some_and(|one| one.burns()) => {
                (self.waits, self.rests) = WAITS;
                Some(Action::Hood.into())
            }
            _ => None,
        };
        self.by(Means::Dark, act)
    }

    /// The means that a blow at a neighbour owes its place to.
    fn means_of_blow(&self, driver: &Driver, view: View<'_>) -> Option<Means> {
        let mut neighbours = driver
            .enemies
            .iter()
            .take_while(|enemy| enemy.distance <= 1);
        let is_dark = self.since < BLIND && neighbours.any(|one| self.blinded.contains(&one.id));
        let is_door = driver.may_use(Means::Doors)
            && driver.enemies.len() > 1
            && is_passage(view, view.player().pos);
        let dark = is_dark.then_some(Means::Dark);
        dark.or(is_door.then_some(Means::Doors))
    }

    /// Walks up to a sleeper and kills it: at once with a dagger, or by blows if that is cheap.
    fn kill_sleeper(&mut self, driver: &mut Driver, view: View<'_>) -> Option<Command> {
        let dagger = gear::find_dagger(view);
        let target = driver.find_easy_sleeper(view, dagger.is_some())?;
        let is_tough = target.blows_to_kill > 3;
        if is_tough
            && dagger.is_none()
            && let Some(action) = self.throw_at(driver, view, &target)
        {
            return Some(action);
        }
        let approach = driver.attack_at(view, target.pos)?;
        // A blow of the weapon in hand may do as well.
        let draws = !target.is_named && is_tough && !gear::wields_dagger(view);
        match dagger.filter(|_| draws) {
            Some(letter) => Some(Action::Use { letter, at: None }.into()),
            None => Some(approach),
        }
    }

    /// Turns a fight that it would lose, or leaves it while it can.
    fn turn_the_fight(
        &mut self,
        driver: &mut Driver,
        view: View<'_>,
        forecast: &Forecast,
    ) -> Option<Command> {
        let is_safe =
            view.is_hallowed(view.player().pos) && !driver.enemies.iter().any(Enemy::shoots);
        if is_safe {
            return None;
        }
        let fire = self.burn(driver, view, 1);
        if fire.is_some() {
            return self.by(Means::Fire, fire);
        }
        if let Some(dark) = self.blind(driver, view) {
            return Some(dark);
        }
        let nearest = Some(driver.enemies[0].pos);
        let spell = stop_enemies(driver, view)
            .or_else(|| driver.cast(view, Scroll::MagicMissile, nearest, true))
            .or_else(|| driver.flee_to_stairs(view));
        if spell.is_some() {
            return spell;
        }
        let is_desperate =
            health_percent(view) < 50 || forecast.damage >= i64::from(view.player().health) * 130;
        is_desperate
            .then(|| driver.escape(view, health_percent(view)))
            .flatten()
    }

    /// Fights on the best terms.
    fn press_the_fight(&mut self, driver: &mut Driver, view: View<'_>, is_losing: bool) -> Command {
        if let Some(action) = gear::wield_for_melee(view, driver.enemies[0].distance) {
            return action;
        }
        if let Some(action) = driver.attack_adjacent(view) {
            self.used = self.means_of_blow(driver, view);
            return action;
        }
        // A group is worth what burns.
        let fire = self.burn(driver, view, GROUP);
        let fire = self.by(Means::Fire, fire);
        if let Some(action) = fire.or_else(|| self.throw(driver, view)) {
            return action;
        }
        let target = driver.choose_target(is_losing);
        // A burst that it survives easily is a kill; struck first, the monster gives experience.
        if target.bursts() && target.most_damage * BEARABLE <= i64::from(view.player().health) {
            let comes = target.distance == 2 && target.mood == Mood::Hunting;
            return match comes {
                true => Action::Wait.into(),
                false => driver.strike_or_approach(view),
            };
        }
        if is_losing
            && target.distance > 2
            && let Some(action) = self.take_cover(driver, view)
        {
            return action;
        }
        let is_waiting = target.distance > 2 && driver.waits_for(&target);
        let action = driver.meet(view, &target, is_losing);
        // Of those that wait, only who goes to a passage steps.
        if is_waiting && matches!(action.action, Action::Move { .. }) {
            self.used = Some(Means::Doors);
        }
        action
    }
}

/// What may keep it alive when the next turn may kill it, or the fight is as good as lost.
fn save_itself(driver: &mut Driver, view: View<'_>) -> Option<Command> {
    let health = health_percent(view);
    let is_adjacent = driver.enemies[0].distance <= 1;
    if view.stairs_down() == Some(view.player().pos) && !is_adjacent {
        return Some(Action::Descend.sure());
    }
    if health < 60
        && let Some(drink) = quaff(view, Potion::Healing)
    {
        return Some(drink);
    }
    stop_enemies(driver, view)
        .or_else(|| driver.escape(view, health))
        .or_else(|| try_unknown(view).filter(|_| health < 50))
}

/// Ends the danger at once: sleep, negation, holy ground, haste.
fn stop_enemies(driver: &Driver, view: View<'_>) -> Option<Command> {
    let near = |enemy: &&Enemy| enemy.distance <= 7;
    let mut sleepy = driver
        .enemies
        .iter()
        .filter(near)
        .filter(|one| !one.is_named);
    if sleepy.next().is_some()
        && let Some(action) = driver.cast(view, Scroll::Sleep, None, true)
    {
        return Some(action);
    }
    let mut magical = driver.enemies.iter().filter(near);
    if magical.any(|one| one.is_magical)
        && let Some(action) = driver.cast(view, Scroll::Negation, None, true)
    {
        return Some(action);
    }
    let is_pressed = driver.enemies[0].distance <= 2 && !driver.enemies.iter().any(Enemy::shoots);
    let is_safe = view.is_hallowed(view.player().pos);
    if is_pressed
        && !is_safe
        && let Some(action) = driver.cast(view, Scroll::Sanctity, None, true)
    {
        return Some(action);
    }
    let is_slow = view.condition(Condition::Hasted) == 0;
    (is_slow && driver.enemies[0].distance <= 3)
        .then(|| quaff(view, Potion::Haste))
        .flatten()
}
