//! With enemies in sight: whether to fight, to flee or to use something up, and how.

use super::{
    BRAVE, Explorer, Foe, quaff, read, step, step_at, towards, use_unknown, wields_dagger,
};
use crate::game::content::{Class, Potion, Role, Scroll};
use crate::game::{Action, Condition, Hunger, Mood, View};
use crate::geom::{Dir, Pos};
use crate::map::Tile;

/// Turns without a blow after which it gives up a fight, and turns for which it then ignores enemies
/// that are not adjacent.
const STALL: u32 = 24;
const BUSY: u32 = 40;
/// How often it flees up the stairs of a level.
const FLIGHTS: u8 = 3;
/// Turns for which it waits for an enemy to approach.
const WAIT: u32 = 8;

impl Explorer {
    pub(super) fn fight(&mut self, view: View<'_>) -> Action {
        let player = view.player();
        if let Some(action) = self.light_lamp(view) {
            return action;
        }
        self.count_stall(view);
        if player.hunger >= Hunger::Weak
            && let Some(action) = self.eat(view)
        {
            return action;
        }
        let brave = self.stalls >= BRAVE;
        if (self.busy > 0 || brave) && self.foes[0].far > 1 {
            if let Some(action) = self.go_about(view) {
                return action;
            }
            // The rest of the level is behind enemies that it cannot get past.
            (self.enough, self.no_vault) = (true, true);
        }
        let cost = self.expected_cost();
        let share = player.health * 100 / player.max_health;
        let losing = cost >= player.health * 80;
        if losing || share < 35 {
            let dire = share < 50 || cost >= player.health * 150;
            if let Some(action) = self.save_oneself(view, dire) {
                return action;
            }
        }
        self.attack(view, losing)
    }

    /// In the sanctum, lights the Everlamp rather than fight distant enemies.
    pub(super) fn light_lamp(&mut self, view: View<'_>) -> Option<Action> {
        let vault = view.vault().filter(|vault| vault.everlamp && !vault.open)?;
        let near = self.foes[0].far <= if vault.has_conduit { 3 } else { 1 };
        if near && self.stalls < BRAVE {
            return None;
        }
        if let Some(dir) = towards(view.player().pos, vault.lever) {
            return Some(Action::Pull { dir });
        }
        let at = vault.lever;
        let beside = |pos: Pos| pos.steps_to(at) == 1;
        let around = self.way_around(view, beside);
        let way = around.or_else(|| self.walk.find(view, u32::MAX, |_| false, beside))?;
        Some(step(way.dir))
    }

    /// Counts turns in which a fight brings neither damage nor experience, and gives up after [`STALL`].
    pub(super) fn count_stall(&mut self, view: View<'_>) {
        let player = view.player();
        let (health, experience) = self.balance;
        if player.health < health || player.experience != experience {
            self.stalled = 0;
        }
        self.balance = (player.health, player.experience);
        self.stalled += 1;
        if self.stalled > STALL {
            self.stalled = 0;
            self.stalls += 1;
            self.busy = BUSY;
            self.no_vault = true;
        }
    }

    /// The expected damage from killing all hunting enemies in sight, in hundredths of a point.
    pub(super) fn expected_cost(&self) -> i32 {
        let mut order: Vec<(u32, i32)> = Vec::new();
        for foe in &self.foes {
            let comes = foe.far <= if foe.role == Role::Guard { 4 } else { 14 };
            if foe.mood == Mood::Hunting && comes || foe.far <= 2 {
                order.push((foe.blows, foe.hurts));
            }
        }
        order.sort_unstable();
        let (mut turns, mut cost) = (0, 0);
        for (blows, hurts) in order {
            turns += i32::try_from(blows).unwrap_or(50).min(50);
            cost += turns * hurts;
        }
        cost
    }

    /// Uses whatever in the pack helps most against a fight that goes badly; flees if it is `dire`.
    pub(super) fn save_oneself(&mut self, view: View<'_>, dire: bool) -> Option<Action> {
        let player = view.player();
        let share = player.health * 100 / player.max_health;
        let heal = (share < 45).then(|| quaff(view, Potion::Healing)).flatten();
        let safe = view.is_hallowed(player.pos) && self.foes[0].role != Role::Archer;
        if heal.is_some() || safe {
            return heal;
        }
        let held = self.hold_off(view);
        held.or_else(|| dire.then(|| self.escape(view, share)).flatten())
    }

    /// Disables, damages or outruns the enemies in sight with a known item.
    pub(super) fn hold_off(&self, view: View<'_>) -> Option<Action> {
        let nearest = self.foes[0];
        let near = |fits: fn(&Foe) -> bool| self.foes.iter().any(|foe| foe.far <= 5 && fits(foe));
        let reads = |helps: bool, scroll| helps.then(|| read(view, scroll, None, true)).flatten();
        reads(near(|foe| !foe.named), Scroll::Sleep)
            .or_else(|| reads(near(|foe| foe.magical), Scroll::Negation))
            .or_else(|| self.bombard(view))
            .or_else(|| {
                let beset = nearest.far <= 2 && nearest.role != Role::Archer;
                reads(beset, Scroll::Sanctity)
            })
            .or_else(|| {
                let hastens = view.condition(Condition::Hasted) == 0 && nearest.far <= 3;
                hastens.then(|| quaff(view, Potion::Haste)).flatten()
            })
    }

    /// Leaves by the stairs or by magic; tries unknown items when health, in per cent, is low.
    pub(super) fn escape(&mut self, view: View<'_>, share: i32) -> Option<Action> {
        if view.stairs_down() == Some(view.player().pos) && self.foes[0].far > 1 {
            return Some(Action::Descend { sure: true });
        }
        read(view, Scroll::Teleport, None, true)
            .or_else(|| self.blink(view))
            .or_else(|| (share < 40).then(|| use_unknown(view)).flatten())
            .or_else(|| self.flee(view))
    }

    /// Throws or reads an item that harms at a distance.
    pub(super) fn bombard(&self, view: View<'_>) -> Option<Action> {
        self.foes.iter().find_map(|foe| {
            let at = foe.pos;
            let throw = |letter| Action::Throw {
                letter,
                at,
                sure: false,
            };
            let from_afar = || {
                let potions = [Potion::Fire, Potion::Confusion].into_iter();
                read(view, Scroll::Fireball, Some(at), false).or_else(|| {
                    potions
                        .filter_map(|it| view.find_potion(it))
                        .map(throw)
                        .next()
                })
            };
            let fire_pot = || view.find_class(|class| class == Class::FirePot).map(throw);
            (foe.far > 2)
                .then(from_afar)
                .flatten()
                .or_else(|| (foe.far > 1).then(fire_pot).flatten())
                .or_else(|| read(view, Scroll::MagicMissile, Some(at), true))
        })
    }

    /// Blinks to the tile in sight that is farthest from all enemies.
    pub(super) fn blink(&self, view: View<'_>) -> Option<Action> {
        read(view, Scroll::Blink, None, true)?;
        let me = view.player().pos;
        let mut best: Option<(i32, Pos)> = None;
        for dy in -8..=8 {
            for dx in -8..=8 {
                let pos = Pos::new(me.x + dx, me.y + dy);
                let plain = matches!(
                    view.tile(pos),
                    Some(known) if known.in_sight && matches!(known.tile, Tile::Floor | Tile::Grass)
                );
                if !plain || pos == me {
                    continue;
                }
                let far = self.foes.iter().map(|foe| foe.pos.steps_to(pos)).min()?;
                if far > 3 && best.is_none_or(|(most, _)| far > most) {
                    best = Some((far, pos));
                }
            }
        }
        read(view, Scroll::Blink, Some(best?.1), true)
    }

    /// Runs for the stairs if they are close enough, or if all enemies are slower.
    pub(super) fn flee(&mut self, view: View<'_>) -> Option<Action> {
        if self.stalls >= BRAVE {
            return None;
        }
        let slow = self
            .foes
            .iter()
            .all(|foe| foe.pace > 100 && foe.role != Role::Archer);
        let near = self.foes[0].far;
        let fled = self.fled[usize::from(self.depth)];
        let stairs = [
            view.stairs_down(),
            view.stairs_up()
                .filter(|_| self.depth > 1 && fled < FLIGHTS),
        ];
        let most = if slow {
            60
        } else {
            u32::try_from(near).ok()? * 2
        };
        let foes = &self.foes;
        let barred = |pos: Pos| foes.iter().any(|foe| foe.pos.steps_to(pos) <= 1);
        let me = view.player().pos;
        for to in stairs.into_iter().flatten() {
            if to == me {
                if view.stairs_down() == Some(me) {
                    return Some(Action::Descend { sure: true });
                }
                self.fled[usize::from(self.depth)] += 1;
                return Some(Action::Ascend);
            }
        }
        if near < 2 {
            return None;
        }
        let goal = |pos: Pos| stairs.contains(&Some(pos));
        let way = self.walk.find(view, most, barred, goal)?;
        Some(step(way.dir))
    }

    /// Attacks, throws, waits or approaches an enemy.
    pub(super) fn attack(&mut self, view: View<'_>, losing: bool) -> Action {
        let me = view.player().pos;
        if let Some(action) = self.strike(view).or_else(|| self.shoot(view, losing)) {
            return action;
        }
        // A summoner comes first, or there will always be more enemies.
        let caller = self.foes.iter().find(|foe| foe.role == Role::Summoner);
        let foe = *caller
            .filter(|_| !losing && self.foes[0].far > 1)
            .unwrap_or(&self.foes[0]);
        let comes = !matches!(
            foe.role,
            Role::Archer | Role::Summoner | Role::Healer | Role::Guard | Role::Unseen | Role::Thief
        );
        let after = foe.mood == Mood::Hunting && self.stalled < WAIT && self.stalls < BRAVE;
        if foe.role == Role::Exploder && foe.far <= 2 && self.stalls < BRAVE {
            // Let it burst at a distance.
            if let Some(dir) = self.away(view, foe.pos) {
                return step(dir);
            }
        }
        if (comes && after) || foe.far == 1 {
            if self.foes.len() > 1
                && foe.far > 1
                && let Some(action) = self.hold_pass(view)
            {
                return action;
            }
            return if foe.far > 1 {
                Action::Wait
            } else {
                self.shift(view)
            };
        }
        let leave = match foe.role {
            Role::Guard | Role::Unseen => losing,
            Role::Thief => foe.mood == Mood::Fleeing,
            _ => foe.mood == Mood::Fleeing && foe.far > 2,
        } || (foe.mood == Mood::Wandering && losing);
        if leave
            && self.stalls < BRAVE
            && let Some(action) = self.go_about(view)
        {
            return action;
        }
        let foes = &self.foes;
        let taken = |pos: Pos| {
            foes.iter()
                .any(|other| other.pos == pos && other.pos != foe.pos)
        };
        let free = self.walk.find(view, 30, taken, |pos| pos == foe.pos);
        // Through other enemies if there is no other way.
        match free.or_else(|| self.walk.find(view, 30, |_| false, |pos| pos == foe.pos)) {
            Some(way) if me.step(way.dir) != foe.pos => step(way.dir),
            Some(_) => Action::Wait,
            None => self.go_about(view).unwrap_or(Action::Wait),
        }
    }

    /// Attacks the adjacent enemy that dies soonest, preferring summoners and healers.
    pub(super) fn strike(&self, view: View<'_>) -> Option<Action> {
        let me = view.player().pos;
        let within = self.foes.iter().chain(&self.sleepers).filter(|foe| {
            foe.far == 1
                && (foe.role != Role::Exploder || foe.mood == Mood::Asleep)
                && towards(me, foe.pos).is_some_and(|dir| view.known().can_reach(me, dir))
        });
        let first = |foe: &&Foe| {
            let last = foe.mood == Mood::Asleep;
            let weight = match foe.role {
                Role::Summoner | Role::Healer => 2,
                _ => 3,
            };
            (last, foe.blows * weight, -foe.hurts, foe.id)
        };
        let foe = within.min_by_key(first)?;
        if foe.mood == Mood::Asleep && !wields_dagger(view) {
            return None;
        }
        Some(step(towards(me, foe.pos)?))
    }

    /// Throws a missile at the nearest enemy that is not adjacent.
    pub(super) fn shoot(&self, view: View<'_>, losing: bool) -> Option<Action> {
        let foe = self.foes.iter().find(|foe| foe.far > 1 && foe.far <= 9)?;
        let is_missile = |class| matches!(class, Class::Missile(_));
        if let Some(letter) = view.find_class(is_missile) {
            return Some(Action::Throw {
                letter,
                at: foe.pos,
                sure: true,
            });
        }
        if losing {
            return self.bombard(view);
        }
        None
    }

    /// The step that leads farthest from `from`, if any does.
    pub(super) fn away(&self, view: View<'_>, from: Pos) -> Option<Dir> {
        let me = view.player().pos;
        let open = Dir::ALL.into_iter().filter(|dir| view.can_step(*dir));
        let dir = open.max_by_key(|dir| {
            let to = me.step(*dir);
            let least = self.foes.iter().map(|foe| foe.pos.steps_to(to)).min();
            (to.steps_to(from), least)
        })?;
        (me.step(dir).steps_to(from) > me.steps_to(from)).then_some(dir)
    }

    /// What to do beside an enemy that it did not attack: steps away from one that bursts, else waits.
    pub(super) fn shift(&self, view: View<'_>) -> Action {
        match self.foes[0].role {
            Role::Exploder => self
                .away(view, self.foes[0].pos)
                .map_or(step_at(view, self.foes[0].pos), step),
            _ => Action::Wait,
        }
    }

    /// Against several enemies, retreats to a nearby tile with at most two exits.
    pub(super) fn hold_pass(&mut self, view: View<'_>) -> Option<Action> {
        let me = view.player().pos;
        let known = view.known();
        let exits = |pos: Pos| {
            let open = Dir::ALL.into_iter().filter(|dir| known.can_step(pos, *dir));
            open.count()
        };
        if exits(me) <= 2 {
            return None;
        }
        let foes = &self.foes;
        let near = |pos: Pos| {
            foes.iter()
                .map(|foe| foe.pos.steps_to(pos))
                .min()
                .unwrap_or(9)
        };
        let reach = u32::try_from(self.foes[0].far - 1).ok()?.min(4);
        let barred = |pos: Pos| near(pos) <= 1;
        let way = self.walk.find(view, reach, barred, |pos| exits(pos) <= 2)?;
        Some(step(way.dir))
    }
}
