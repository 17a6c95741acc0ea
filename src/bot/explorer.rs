//! Plays like a careful beginner: takes the first action of a fixed list of priorities that applies.
//! It knows only what the screen and the monster descriptions show, and makes no random choices.

use super::walk::{Walk, Way};
use super::{Bot, gear};
use crate::game::content::{Class, DEEPEST, Potion, Role, Scroll, Style};
use crate::game::{Action, ActorId, ActorView, Condition, Hunger, Mood, Refusal, VaultView, View};
use crate::geom::{Dir, Pos};
use crate::map::Tile;

/// Turns without a blow after which it gives up a fight, and turns for which it then ignores enemies
/// that are not adjacent.
const STALL: u32 = 24;
const BUSY: u32 = 40;
/// Number of fights given up on a level after which it no longer avoids enemies.
const BRAVE: u32 = 3;
/// Steps per level that it spends on sleepers and vaults.
const ERRANDS: u32 = 250;
/// How often it flees up the stairs of a level.
const FLIGHTS: u8 = 3;
/// Turns for which it waits for an enemy to approach.
const WAIT: u32 = 8;

/// Decisions on a level after which it moves on to the next.
const ENOUGH: u32 = 2500;

/// Percentage of full health below which it rests before exploring on.
const TIRED: i32 = 70;

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

fn distance(a: Pos, b: Pos) -> i32 {
    (a.x - b.x).abs().max((a.y - b.y).abs())
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

    // ---- no enemy in sight

    fn at_leisure(&mut self, view: View<'_>) -> Action {
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

    fn eat(&self, view: View<'_>) -> Option<Action> {
        let player = view.player();
        let most = view.content().rules().food.full;
        let (letter, turns) = gear::food(view)?;
        let useful = player.hunger >= Hunger::Hungry || player.food + turns <= most;
        useful.then_some(Action::Eat { letter, sure: true })
    }

    fn rest(&self, view: View<'_>) -> Option<Action> {
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
    fn stab(&mut self, view: View<'_>) -> Option<Action> {
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
    fn clear_way(&mut self, view: View<'_>, at: Pos) -> Option<Action> {
        let me = view.player().pos;
        if distance(me, at) == 1
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
    fn open_vault(&mut self, view: View<'_>, vault: VaultView) -> Option<Action> {
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
    fn open_tomb(&mut self, view: View<'_>) -> Option<Action> {
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
    fn way_beside(&mut self, view: View<'_>, at: Pos) -> Option<Dir> {
        let (foes, sleepers) = (&self.foes, &self.sleepers);
        let taken = |pos: Pos| foes.iter().chain(sleepers).any(|foe| foe.pos == pos);
        let way = self
            .walk
            .find(view, u32::MAX, taken, |pos| distance(pos, at) == 1)?;
        Some(way.dir)
    }

    // ---- enemies in sight

    fn fight(&mut self, view: View<'_>) -> Action {
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
    fn light_lamp(&mut self, view: View<'_>) -> Option<Action> {
        let vault = view.vault().filter(|vault| vault.everlamp && !vault.open)?;
        let near = self.foes[0].far <= if vault.has_conduit { 3 } else { 1 };
        if near && self.stalls < BRAVE {
            return None;
        }
        if let Some(dir) = towards(view.player().pos, vault.lever) {
            return Some(Action::Pull { dir });
        }
        let at = vault.lever;
        let beside = |pos: Pos| distance(pos, at) == 1;
        let around = self.way_around(view, beside);
        let way = around.or_else(|| self.walk.find(view, u32::MAX, |_| false, beside))?;
        Some(step(way.dir))
    }

    /// Counts turns in which a fight brings neither damage nor experience, and gives up after [`STALL`].
    fn count_stall(&mut self, view: View<'_>) {
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
    fn expected_cost(&self) -> i32 {
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
    fn save_oneself(&mut self, view: View<'_>, dire: bool) -> Option<Action> {
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
    fn hold_off(&self, view: View<'_>) -> Option<Action> {
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
    fn escape(&mut self, view: View<'_>, share: i32) -> Option<Action> {
        if view.stairs_down() == Some(view.player().pos) && self.foes[0].far > 1 {
            return Some(Action::Descend { sure: true });
        }
        read(view, Scroll::Teleport, None, true)
            .or_else(|| self.blink(view))
            .or_else(|| (share < 40).then(|| use_unknown(view)).flatten())
            .or_else(|| self.flee(view))
    }

    /// Throws or reads an item that harms at a distance.
    fn bombard(&self, view: View<'_>) -> Option<Action> {
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
    fn blink(&self, view: View<'_>) -> Option<Action> {
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
                let far = self.foes.iter().map(|foe| distance(foe.pos, pos)).min()?;
                if far > 3 && best.is_none_or(|(most, _)| far > most) {
                    best = Some((far, pos));
                }
            }
        }
        read(view, Scroll::Blink, Some(best?.1), true)
    }

    /// Runs for the stairs if they are close enough, or if all enemies are slower.
    fn flee(&mut self, view: View<'_>) -> Option<Action> {
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
        let barred = |pos: Pos| foes.iter().any(|foe| distance(foe.pos, pos) <= 1);
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
    fn attack(&mut self, view: View<'_>, losing: bool) -> Action {
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
    fn strike(&self, view: View<'_>) -> Option<Action> {
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
    fn shoot(&self, view: View<'_>, losing: bool) -> Option<Action> {
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
    fn away(&self, view: View<'_>, from: Pos) -> Option<Dir> {
        let me = view.player().pos;
        let open = Dir::ALL.into_iter().filter(|dir| view.can_step(*dir));
        let dir = open.max_by_key(|dir| {
            let to = me.step(*dir);
            let least = self.foes.iter().map(|foe| distance(foe.pos, to)).min();
            (distance(to, from), least)
        })?;
        (distance(me.step(dir), from) > distance(me, from)).then_some(dir)
    }

    /// What to do beside an enemy that it did not attack: steps away from one that bursts, else waits.
    fn shift(&self, view: View<'_>) -> Action {
        match self.foes[0].role {
            Role::Exploder => self
                .away(view, self.foes[0].pos)
                .map_or(step_at(view, self.foes[0].pos), step),
            _ => Action::Wait,
        }
    }

    /// Against several enemies, retreats to a nearby tile with at most two exits.
    fn hold_pass(&mut self, view: View<'_>) -> Option<Action> {
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
                .map(|foe| distance(foe.pos, pos))
                .min()
                .unwrap_or(9)
        };
        let reach = u32::try_from(self.foes[0].far - 1).ok()?.min(4);
        let barred = |pos: Pos| near(pos) <= 1;
        let way = self.walk.find(view, reach, barred, |pos| exits(pos) <= 2)?;
        Some(step(way.dir))
    }

    /// Ignores enemies and continues on its way around them: explores, or takes the stairs down.
    fn go_about(&mut self, view: View<'_>) -> Option<Action> {
        if let Some(action) = self.go_on(view) {
            return Some(action);
        }
        let down = view.stairs_down();
        let explores = !(self.explored || self.enough && down.is_some());
        if explores && let Some(way) = self.way_around(view, |pos| is_frontier(view, pos)) {
            self.goal = Some(way.end);
            return Some(step(way.dir));
        }
        if down == Some(view.player().pos) {
            return Some(Action::Descend { sure: true });
        }
        let way = self.way_around(view, |pos| down == Some(pos))?;
        self.goal = Some(way.end);
        self.enough = true;
        Some(step(way.dir))
    }

    /// Continues to the goal of [`go_about`](Self::go_about), if it is still one.
    fn go_on(&mut self, view: View<'_>) -> Option<Action> {
        let goal = self.goal?;
        if self.is_worth_going(view, goal)
            && let Some(way) = self.way_around(view, |pos| pos == goal)
        {
            return Some(step(way.dir));
        }
        self.goal = None;
        None
    }

    fn is_worth_going(&self, view: View<'_>, goal: Pos) -> bool {
        goal != view.player().pos && (is_frontier(view, goal) || view.stairs_down() == Some(goal))
    }

    /// A path to the nearest goal around all known enemies, or through them once [`BRAVE`] fights were
    /// given up.
    fn way_around(&mut self, view: View<'_>, goal: impl Fn(Pos) -> bool) -> Option<Way> {
        let brave = self.stalls >= BRAVE;
        let met = &self.met;
        let barred = |pos: Pos| {
            !brave
                && met.iter().any(|foe| {
                    let harmless = foe.mood == Mood::Fleeing || foe.role == Role::Thief;
                    !harmless && distance(foe.pos, pos) <= 1
                })
        };
        self.walk.find(view, u32::MAX, barred, goal)
    }
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

/// Drinks a known potion.
fn quaff(view: View<'_>, potion: Potion) -> Option<Action> {
    let letter = view.find_potion(potion)?;
    Some(Action::Quaff { letter, sure: true })
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
        far: distance(actor.pos, view.player().pos),
        blows,
        // The mean of least and most, of which nine in ten attacks hit.
        hurts: (least + most) * 45 * 100 / def.strike.max(1) as i32,
        pace: def.pace,
        named: def.named,
        magical: def.magical,
    }
}
