//! With no awake enemy in sight: chores, vaults, tombs, and where to go next.

use super::super::gear;
use super::super::path::{Errand, Path};
use super::combat::turn_wrong_tile;
use super::{Driver, Enemy, attack_adjacent_tile, can_step_to, health_percent, step};
use crate::game::{Action, Command, Condition, FeatureView, HazardKind, Hunger, Landmark, View};
use crate::geom::{Dir, Pos};
use crate::map::Tile;

/// Actions per level that it spends on sleepers, tombs and vaults.
const MAX_ERRAND_ACTIONS: u32 = 250;
/// Steps per level towards braziers.
const MAX_BRAZIER_STEPS: u32 = 150;
/// Turns of oil below which it goes to a brazier.
const LOW_OIL: u32 = 150;
/// Percentage of full health below which it rests before exploring on.
const REST_PERCENT: i32 = 70;
/// The same before going down: deeper levels are more dangerous.
const REST_PERCENT_BEFORE_DESCENT: i32 = 95;

/// Percentage of full health up to which it drinks from a font, and before going down, for rest alone heals no further.
const FONT_PERCENT: i32 = 60;
const FONT_PERCENT_BEFORE_DESCENT: i32 = 85;
/// Steps of the longest way to a brazier to rest beside.
const STEPS_TO_BRAZIER: u32 = 60;

impl Driver {
    pub fn explore(&mut self, view: View<'_>) -> Command {
        let player = view.player();
        self.watch_set_pieces(view);
        if view
            .tile(player.pos)
            .is_some_and(|tile| tile.tile.is_deep())
        {
            // Exploring leads ashore first.
            return Action::Explore.into();
        }
        if let Some(action) = self.put_out_flames(view) {
            return action;
        }
        let chore = self
            .eat(view)
            .or_else(|| gear::equip_better(view))
            .or_else(|| self.tend_lantern(view))
            .or_else(|| self.drink_from_font(view))
            .or_else(|| self.rest(view))
            .or_else(|| self.continue_to_goal(view))
            .or_else(|| self.attack_sleeper(view))
            .or_else(|| gear::use_beneficial_or_unknown(view))
            .or_else(|| {
                let pos = self.blocking_sleeper.take()?;
                self.attack_blocking_sleeper(view, pos)
            })
            .or_else(|| gear::drop_least_useful(view));
        if let Some(action) = chore {
            return action;
        }
        // Every level has a ration, so there is no point in searching this one for more, or in anything else before it
        // is found.
        let needs_food = player.hunger >= Hunger::Hungry && gear::find_food(view).is_none();
        for feature in view.features() {
            let is_ignored = (self.ignores_vault || needs_food) && !feature.is_everlamp();
            if !is_ignored && let Some(action) = self.visit_feature(view, feature) {
                return action;
            }
        }
        if let Some(action) = self.leave_set_piece(view) {
            return action;
        }
        let stairs = view.stairs_down();
        self.wants_to_leave |= needs_food && self.found_food;
        // Once the candle has burnt out, patrols come.
        self.wants_to_leave |= view.candle().is_some_and(|(left, _)| left == 0);
        let can_leave = self.wants_to_leave && stairs.is_some() && !self.exit_is_unreachable;
        if !(self.is_explored || can_leave) {
            self.exit_is_unreachable = false;
            return Action::Explore.into();
        }
        let leaves = self.wants_to_leave && !self.is_explored;
        let work = (!(leaves || needs_food))
            .then(|| self.visit_set_pieces(view))
            .flatten();
        let work = work.or_else(|| self.open_tomb(view));
        if let Some(action) = work.or_else(|| self.break_wall(view)) {
            return action;
        }
        self.exit_stairs = stairs;
        match stairs {
            Some(to) if to == player.pos => Action::Descend.sure(),
            Some(to) => Action::Travel { to }.into(),
            // The way on is still hidden, or a sleeper blocks it.
            None => Action::Search.into(),
        }
    }

    pub fn eat(&self, view: View<'_>) -> Option<Command> {
        let player = view.player();
        let full = view.content().rules().food.full;
        let (letter, turns) = gear::find_food(view)?;
        let is_useful = player.hunger >= Hunger::Hungry || player.food + turns <= full;
        is_useful.then_some(Action::Use { letter, at: None }.sure())
    }

    /// Takes the hood off its lantern, or fills it beside a brazier when its oil runs low.
    fn tend_lantern(&mut self, view: View<'_>) -> Option<Command> {
        let lantern = view.player().lantern?;
        if lantern.hooded && lantern.oil > 0 {
            return Some(Action::Hood.into());
        }
        (lantern.oil < LOW_OIL)
            .then(|| self.walk_to_brazier(view))
            .flatten()
    }

    fn rest(&mut self, view: View<'_>) -> Option<Command> {
        let hunger = view.player().hunger;
        let health = health_percent(view);
        let sufficient = match self.is_explored || self.wants_to_leave {
            true => REST_PERCENT_BEFORE_DESCENT,
            false => REST_PERCENT,
        };
        let is_impaired = [Condition::Confused, Condition::Darkened]
            .into_iter()
            .any(|condition| view.condition(condition) > 0);
        // Resting uses twice the food.
        let has_food = hunger < Hunger::Hungry || gear::find_food(view).is_some() || health < 40;
        let rests = hunger < Hunger::Weak && has_food && (health < sufficient || is_impaired);
        if !rests {
            return None;
        }
        // Elsewhere health does not come back whole.
        let brazier = (health < sufficient)
            .then(|| self.go_to_brazier(view))
            .flatten();
        brazier.or_else(|| (!view.is_rested()).then_some(Action::Rest.into()))
    }

    /// Walks to the nearest brazier that burns, unless it stands beside one.
    fn go_to_brazier(&mut self, view: View<'_>) -> Option<Command> {
        if view.heals_up_to() >= view.player().max_health {
            return None;
        }
        self.walk_to_brazier(view)
    }

    /// Walks to the nearest brazier that burns; gives up after many such steps on a level, for enemies that come in and out
    /// of sight may turn it back each time.
    fn walk_to_brazier(&mut self, view: View<'_>) -> Option<Command> {
        if self.brazier_steps > MAX_BRAZIER_STEPS {
            return None;
        }
        let lamps: Vec<Pos> = view
            .lamps()
            .filter(|lamp| lamp.lit)
            .map(|lamp| lamp.pos)
            .collect();
        let is_goal = |pos: Pos| lamps.iter().any(|lamp| lamp.steps_to(pos) == 1);
        let way = (!lamps.is_empty())
            .then(|| self.follow_around_sleepers(view, Errand::Brazier, STEPS_TO_BRAZIER, is_goal));
        let path = way.flatten()?;
        self.brazier_steps += 1;
        Some(step(path.dir))
    }

    /// Walks up to a sleeper that it can kill cheaply, and attacks.
    fn attack_sleeper(&mut self, view: View<'_>) -> Option<Command> {
        let has_dagger = gear::wields_dagger(view);
        let enemy = self.find_easy_sleeper(view, has_dagger)?;
        self.attack_at(view, enemy.pos)
    }

    /// The nearest sleeper that it can kill cheaply, with a dagger or without.
    pub fn find_easy_sleeper(&self, view: View<'_>, has_dagger: bool) -> Option<Enemy> {
        let health = view.player().health;
        let is_easy = |enemy: &&Enemy| {
            let kills_at_once = has_dagger && !enemy.is_named;
            // The first blow at a sleeper counts three times.
            let turns = i64::from(enemy.blows_to_kill.saturating_sub(2));
            let cost = enemy.damage_per_turn.saturating_mul(turns);
            enemy.distance <= 12
                && (kills_at_once || cost < i64::from(health) * 40)
                && !enemy.bursts()
        };
        self.sleepers.iter().find(is_easy).copied()
    }

    /// Walks up to the nearest sleeper in sight, and attacks.
    pub fn attack_nearest_sleeper(&mut self, view: View<'_>) -> Option<Command> {
        let nearest = self.sleepers.first()?.pos;
        self.attack_at(view, nearest)
    }

    /// Walks up to whoever stands at a tile, past sleepers, and attacks. Gives up after many such
    /// actions on a level.
    pub fn attack_at(&mut self, view: View<'_>, at: Pos) -> Option<Command> {
        if self.errand_actions > MAX_ERRAND_ACTIONS {
            return None;
        }
        if let Some(action) = attack_adjacent_tile(view, at) {
            return Some(action);
        }
        let is_goal = |pos: Pos| can_step_to(view, pos, at);
        let path = self.find_path_around_sleepers(view, 20, is_goal)?;
        self.errand_actions += 1;
        Some(step(path.dir))
    }

    /// Attacks a sleeper that blocks the only way.
    fn attack_blocking_sleeper(&mut self, view: View<'_>, at: Pos) -> Option<Command> {
        if let Some(action) = attack_adjacent_tile(view, at) {
            return Some(action);
        }
        let is_goal = |pos: Pos| can_step_to(view, pos, at);
        let path = self
            .path_finder
            .find(view, u32::MAX, |pos| pos == at, is_goal)?;
        self.blocking_sleeper = Some(at);
        Some(step(path.dir))
    }

    /// Pulls the lever of a vault and takes its best offer; in the sanctum, lights the Everlamp.
    fn visit_feature(&mut self, view: View<'_>, feature: FeatureView) -> Option<Command> {
        if feature.landmark == Landmark::Font {
            return None;
        }
        let me = view.player().pos;
        self.errand_actions += 1;
        if self.errand_actions > MAX_ERRAND_ACTIONS && !feature.is_everlamp() {
            return None;
        }
        if feature.open {
            let vault = feature.vault?;
            let offer = gear::choose_offer(view);
            return match offer {
                Some(item) if item.pos == me => Some(Action::PickUp.into()),
                Some(item) => Some(Action::Travel { to: item.pos }.into()),
                None if vault.offers > 0 && me != vault.door => {
                    Some(Action::Travel { to: vault.door }.into())
                }
                None => None,
            };
        }
        if let Some(dir) = me.dir_to(feature.at) {
            return Some(match feature.has_conduit {
                // Whoever sees the board can tell which tiles are wrong, and to feel for one calls others.
                true => turn_wrong_tile(view).unwrap_or(Action::Feel { dir }.into()),
                false => step(dir),
            });
        }
        let is_goal = |pos: Pos| pos.steps_to(feature.at) == 1;
        let path = self.find_path_around_sleepers(view, u32::MAX, is_goal)?;
        Some(step(path.dir))
    }

    /// Walks to a font that light has filled and drinks from it, when hurt enough.
    fn drink_from_font(&mut self, view: View<'_>) -> Option<Command> {
        let me = view.player().pos;
        let is_full = |one: &FeatureView| one.landmark == Landmark::Font && one.open && !one.done;
        let fonts: Vec<Pos> = view.features().filter(is_full).map(|one| one.at).collect();
        let hurt = match self.is_explored || self.wants_to_leave {
            true => FONT_PERCENT_BEFORE_DESCENT,
            false => FONT_PERCENT,
        };
        if fonts.is_empty() || health_percent(view) > hurt {
            return None;
        }
        if let Some(dir) = fonts.iter().find_map(|font| me.dir_to(*font)) {
            return Some(step(dir));
        }
        let is_goal = |pos: Pos| fonts.iter().any(|font| font.steps_to(pos) == 1);
        let path = self.follow_around_sleepers(view, Errand::Font, u32::MAX, is_goal)?;
        Some(step(path.dir))
    }

    /// Walks up to the nearest tomb, and opens it.
    fn open_tomb(&mut self, view: View<'_>) -> Option<Command> {
        let known = view.known();
        if self.errand_actions > MAX_ERRAND_ACTIONS {
            return None;
        }
        let dir_to_tomb = |from: Pos| {
            let mut dirs = Dir::ALL.into_iter();
            dirs.find(|dir| known.get(from.step(*dir)) == Some(&Tile::Tomb))
        };
        if let Some(dir) = dir_to_tomb(view.player().pos) {
            return Some(step(dir));
        }
        let is_goal = |pos: Pos| dir_to_tomb(pos).is_some();
        // Without any the search would go over the whole level.
        let max_steps = match known.as_slice().contains(&Tile::Tomb) {
            true => u32::MAX,
            false => 0,
        };
        let path = self.follow_around_sleepers(view, Errand::Tomb, max_steps, is_goal)?;
        self.errand_actions += 1;
        Some(step(path.dir))
    }

    /// Walks up to the nearest cracked wall that it has found, and breaks it.
    fn break_wall(&mut self, view: View<'_>) -> Option<Command> {
        if self.errand_actions > MAX_ERRAND_ACTIONS {
            return None;
        }
        let cracked = view
            .hazards()
            .filter(|(kind, _)| *kind == HazardKind::CrackedWall);
        let cracked: Vec<Pos> = cracked.map(|(_, pos)| pos).collect();
        if cracked.is_empty() {
            return None;
        }
        let dir_to_wall = |from: Pos| {
            let mut dirs = Dir::CARDINAL.into_iter();
            dirs.find(|dir| cracked.contains(&from.step(*dir)))
        };
        if let Some(dir) = dir_to_wall(view.player().pos) {
            self.is_explored = false;
            self.errand_actions += 1;
            return Some(step(dir));
        }
        let is_goal = |pos: Pos| dir_to_wall(pos).is_some();
        let path = self.follow_around_sleepers(view, Errand::Wall, u32::MAX, is_goal)?;
        self.errand_actions += 1;
        Some(step(path.dir))
    }

    /// Goes on along a way around sleepers, or finds one.
    pub(super) fn follow_around_sleepers(
        &mut self,
        view: View<'_>,
        errand: Errand,
        max_steps: u32,
        is_goal: impl Fn(Pos) -> bool,
    ) -> Option<Path> {
        let sleepers = &self.sleepers;
        let is_blocked = |pos: Pos| sleepers.iter().any(|sleeper| sleeper.pos == pos);
        self.path_finder
            .follow(view, errand, max_steps, is_blocked, is_goal)
    }

    fn find_path_around_sleepers(
        &mut self,
        view: View<'_>,
        max_steps: u32,
        is_goal: impl Fn(Pos) -> bool,
    ) -> Option<Path> {
        let sleepers = &self.sleepers;
        let is_blocked = |pos: Pos| sleepers.iter().any(|sleeper| sleeper.pos == pos);
        self.path_finder.find(view, max_steps, is_blocked, is_goal)
    }
}
