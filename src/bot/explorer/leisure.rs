//! With no enemy in sight: chores, vaults, tombs, and where to go next.

use super::super::gear;
use super::{Explorer, Foe, step, towards, wields_dagger};
use crate::game::content::Role;
use crate::game::{Action, Condition, Hunger, VaultView, View};
use crate::geom::{Dir, Pos};
use crate::map::Tile;

/// Steps per level that it spends on sleepers and vaults.
const ERRANDS: u32 = 250;
/// Percentage of full health below which it rests before exploring on.
const TIRED: i32 = 70;

impl Explorer {
    pub(super) fn at_leisure(&mut self, view: View<'_>) -> Action {
        let player = view.player();
        let chore = self
            .eat(view)
            .or_else(|| gear::dress(view))
            .or_else(|| self.rest(view))
            .or_else(|| self.go_on(view))
            .or_else(|| self.stab(view))
            .or_else(|| gear::try_out(view))
            .or_else(|| {
                let pos = self.in_the_way.take()?;
                self.clear_way(view, pos)
            })
            .or_else(|| gear::tidy(view));
        if let Some(action) = chore {
            return action;
        }
        let vault = view.vault();
        if let Some(vault) = vault.filter(|vault| vault.everlamp || !self.no_vault)
            && let Some(action) = self.open_vault(view, vault)
        {
            return action;
        }
        let stairs = view.stairs_down();
        // Every level has a ration, so there is no point in searching this one for more.
        let needy = player.hunger >= Hunger::Hungry && gear::food(view).is_none();
        self.enough |= needy && self.fed_here;
        if !(self.explored || self.enough && stairs.is_some() && !self.no_way) {
            self.no_way = false;
            return Action::Explore;
        }
        if let Some(action) = self.open_tomb(view) {
            return action;
        }
        self.leaves_by = stairs;
        match stairs {
            Some(to) if to == player.pos => Action::Descend { sure: true },
            Some(to) => Action::Travel { to },
            // The way on is still hidden, or a sleeper blocks it.
            None => Action::Search,
        }
    }

    pub(super) fn eat(&self, view: View<'_>) -> Option<Action> {
        let player = view.player();
        let most = view.content().rules().food.full;
        let (letter, turns) = gear::food(view)?;
        let useful = player.hunger >= Hunger::Hungry || player.food + turns <= most;
        useful.then_some(Action::Eat { letter, sure: true })
    }

    pub(super) fn rest(&self, view: View<'_>) -> Option<Action> {
        let player = view.player();
        let share = player.health * 100 / player.max_health;
        // It rests longer before going down, since deeper levels are more dangerous.
        let below = if self.explored || self.enough {
            95
        } else {
            TIRED
        };
        let unwell = [Condition::Confused, Condition::Darkened]
            .into_iter()
            .any(|condition| view.condition(condition) > 0);
        // Resting uses twice the food.
        let fed = player.hunger < Hunger::Hungry || gear::food(view).is_some() || share < 40;
        let rests = player.hunger < Hunger::Weak && fed && (share < below || unwell);
        rests.then_some(Action::Rest)
    }

    /// Walks up to a sleeper that it can kill cheaply, and attacks.
    pub(super) fn stab(&mut self, view: View<'_>) -> Option<Action> {
        let player = view.player();
        if self.errands > ERRANDS {
            return None;
        }
        let stabs = wields_dagger(view);
        let worth = |foe: &&Foe| {
            let kills = stabs && !foe.named;
            // The first blow at a sleeper counts three times.
            let turns = i32::try_from(foe.blows).unwrap_or(999) - 2;
            let cost = foe.hurts * turns.max(0);
            foe.far <= 12 && (kills || cost < player.health * 40) && foe.role != Role::Exploder
        };
        let foe = *self.sleepers.iter().find(worth)?;
        let sleepers = &self.sleepers;
        if foe.far == 1 {
            let dir = towards(player.pos, foe.pos)?;
            if view.known().can_step(player.pos, dir) {
                return Some(step(dir));
            }
        }
        let barred = |pos: Pos| sleepers.iter().any(|other| other.pos == pos);
        let beside =
            |pos: Pos| towards(pos, foe.pos).is_some_and(|dir| view.known().can_step(pos, dir));
        let way = self.walk.find(view, 20, barred, beside)?;
        self.errands += 1;
        Some(step(way.dir))
    }

    /// Attacks a sleeper that blocks the only way.
    pub(super) fn clear_way(&mut self, view: View<'_>, at: Pos) -> Option<Action> {
        let me = view.player().pos;
        if me.steps_to(at) == 1
            && let Some(dir) = towards(me, at)
            && view.known().can_step(me, dir)
        {
            return Some(step(dir));
        }
        let beside = |pos: Pos| towards(pos, at).is_some_and(|dir| view.known().can_step(pos, dir));
        let way = self.walk.find(view, u32::MAX, |pos| pos == at, beside)?;
        self.in_the_way = Some(at);
        Some(step(way.dir))
    }

    /// Pulls the lever of a vault and takes its best offer; in the sanctum, lights the Everlamp.
    pub(super) fn open_vault(&mut self, view: View<'_>, vault: VaultView) -> Option<Action> {
        let me = view.player().pos;
        self.errands += 1;
        if self.errands > ERRANDS && !vault.everlamp {
            return None;
        }
        if vault.open {
            let offer = gear::choose(view);
            return match offer {
                Some(item) if item.pos == me => Some(Action::PickUp),
                Some(item) => Some(Action::Travel { to: item.pos }),
                None if vault.offers > 0 && me != vault.door => {
                    Some(Action::Travel { to: vault.door })
                }
                None => None,
            };
        }
        if let Some(dir) = towards(me, vault.lever) {
            return Some(Action::Pull { dir });
        }
        let way = self.way_beside(view, vault.lever)?;
        Some(step(way))
    }

    /// Walks up to the nearest tomb, and opens it.
    pub(super) fn open_tomb(&mut self, view: View<'_>) -> Option<Action> {
        let me = view.player().pos;
        let known = view.known();
        if self.no_tombs || self.errands > ERRANDS {
            return None;
        }
        let tomb = |from: Pos| {
            let mut dirs = Dir::ALL.into_iter();
            dirs.find(|dir| known.get(from.step(*dir)) == Some(&Tile::Tomb))
        };
        if let Some(dir) = tomb(me) {
            return Some(Action::Open { dir });
        }
        let sleepers = &self.sleepers;
        let barred = |pos: Pos| sleepers.iter().any(|foe| foe.pos == pos);
        let way = self
            .walk
            .find(view, u32::MAX, barred, |pos| tomb(pos).is_some())?;
        self.errands += 1;
        Some(step(way.dir))
    }

    /// The first step to a tile adjacent to `at`.
    pub(super) fn way_beside(&mut self, view: View<'_>, at: Pos) -> Option<Dir> {
        let (foes, sleepers) = (&self.foes, &self.sleepers);
        let taken = |pos: Pos| foes.iter().chain(sleepers).any(|foe| foe.pos == pos);
        let way = self
            .walk
            .find(view, u32::MAX, taken, |pos| pos.steps_to(at) == 1)?;
        Some(way.dir)
    }
}
