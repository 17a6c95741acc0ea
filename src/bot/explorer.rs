//! A careful beginner. What it does next is the first of a list that applies; it knows no more than
//! the screen shows and the book of monsters tells, and it decides without chance.

use super::walk::{Walk, Way};
use super::{Bot, gear};
use crate::game::content::{Class, DEEPEST, Potion, Role, Scroll, Style};
use crate::game::{
    Action, ActorId, ActorView, Condition, Hunger, Letter, Mood, Refusal, VaultView, View,
};
use crate::geom::{Dir, Pos};
use crate::map::Tile;

/// Turns without a blow after which a fight is given up, and turns for which it then goes on with
/// its way, whoever looks on.
const STALL: u32 = 24;
const BUSY: u32 = 40;
/// Fights that led nowhere after which it no longer goes around anybody.
const BRAVE: u32 = 3;
/// Steps to sleepers, vaults and the like that are enough for a level.
const ERRANDS: u32 = 250;
/// Times that it flees up the stairs of a level.
const FLIGHTS: u8 = 3;
/// Turns for which it waits for an enemy to come.
const WAIT: u32 = 8;

/// Decisions on a level after which it goes on to the next.
const ENOUGH: u32 = 2500;

/// Per cent of its health below which it rests before it goes on.
const TIRED: i32 = 70;

/// What it has seen of an enemy.
#[derive(Clone, Copy, Debug)]
struct Foe {
    id: ActorId,
    pos: Pos,
    role: Role,
    mood: Mood,
    /// Steps away.
    far: i32,
    /// Blows that kill it, on average.
    blows: u32,
    /// What it does to the player in a turn, in hundredths of a point.
    hurts: i32,
    /// Ticks a step takes it.
    pace: u32,
    named: bool,
    magical: bool,
}

/// Plays like a careful beginner.
#[derive(Clone, Debug, Default)]
pub struct Explorer {
    depth: u8,
    /// Decisions on this level.
    asked: u32,
    /// Nothing is left to explore here.
    explored: bool,
    /// It has seen enough of this level: what is left is not to be had.
    enough: bool,
    /// The stairs it was on its way to, and whether no way there is known yet.
    leaves_by: Option<Pos>,
    no_way: bool,
    /// The vault here cannot be got at, or its things not taken.
    no_vault: bool,
    /// Somebody sleeps in the way here.
    in_the_way: Option<Pos>,
    /// What was refused since it waited for that.
    refusals: u32,
    /// Steps to sleepers, vaults and the like on this level.
    errands: u32,
    /// How often a fight here led nowhere: after a few it goes at whoever is in the way.
    stalls: u32,
    /// Turns of fights here without a blow or a gain, and the health and experience it had.
    stalled: u32,
    balance: (i32, u32),
    /// Turns for which it goes on with its way though enemies look on, and where that leads: kept
    /// until it is there, since what is in sight from one tile is often not from the next.
    busy: u32,
    goal: Option<Pos>,
    /// Food that it carried when it last looked, and whether it found some here.
    meals: u32,
    fed_here: bool,
    /// How often it fled up the stairs of each depth.
    fled: [u8; DEEPEST as usize + 1],
    /// Awake enemies in sight, the nearest first; sleepers in sight.
    foes: Vec<Foe>,
    sleepers: Vec<Foe>,
    /// Everybody met on this level, where they were seen last.
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
            (Action::Pull { .. } | Action::Choose { .. } | Action::PickUp, _)
            | (Action::Travel { .. }, Refusal::NoWay) => self.no_vault = true,
            _ => {}
        }
    }
}

impl Explorer {
    /// Takes in who is in sight.
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

    // ---- nobody is about

    fn at_leisure(&mut self, view: View<'_>) -> Action {
        let player = view.player();
        if let Some(action) = self.eat(view).or_else(|| gear::dress(view)) {
            return action;
        }
        if let Some(action) = self.rest(view) {
            return action;
        }
        if let Some(action) = self.go_on(view) {
            return action;
        }
        if let Some(action) = self.stab(view) {
            return action;
        }
        if let Some(action) = gear::try_out(view) {
            return action;
        }
        if let Some(pos) = self.in_the_way.take()
            && let Some(action) = self.clear_way(view, pos)
        {
            return action;
        }
        if let Some(action) = gear::tidy(view) {
            return action;
        }
        let vault = view.vault();
        if let Some(vault) = vault.filter(|vault| vault.everlamp || !self.no_vault)
            && let Some(action) = self.open_vault(view, vault)
        {
            return action;
        }
        let stairs = view.stairs_down();
        // Each level has a ration for certain.
        let needy = player.hunger >= Hunger::Hungry && gear::food(view).is_none();
        self.enough |= needy && self.fed_here;
        if !(self.explored || self.enough && stairs.is_some() && !self.no_way) {
            self.no_way = false;
            return Action::Explore;
        }
        self.leaves_by = stairs;
        match stairs {
            Some(to) if to == player.pos => Action::Descend { sure: true },
            Some(to) => Action::Travel { to },
            // Something has to be found that was not: what is disguised, or behind a sleeper.
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
        // Before it goes down it rests longer: there the worst is near.
        let below = if self.explored || self.enough {
            95
        } else {
            TIRED
        };
        let unwell = [Condition::Confused, Condition::Darkened]
            .into_iter()
            .any(|condition| view.condition(condition) > 0);
        // Rest takes twice the food.
        let fed = player.hunger < Hunger::Hungry || gear::food(view).is_some() || share < 40;
        let rests = player.hunger < Hunger::Weak && fed && (share < below || unwell);
        rests.then_some(Action::Rest)
    }

    /// Goes up to a sleeper that is easily dealt with, and strikes.
    fn stab(&mut self, view: View<'_>) -> Option<Action> {
        let player = view.player();
        if self.errands > ERRANDS {
            return None;
        }
        let stabs = wields_dagger(view);
        let worth = |foe: &&Foe| {
            let kills = stabs && !foe.named;
            // The first blow counts thrice.
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

    /// Deals with who sleeps in the only way.
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

    /// Pulls the lever of a vault and takes the best of what it offers; in the sanctum lights the
    /// Everlamp.
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

    /// The first step to a tile from which an arm reaches another.
    fn way_beside(&mut self, view: View<'_>, at: Pos) -> Option<Dir> {
        let (foes, sleepers) = (&self.foes, &self.sleepers);
        let taken = |pos: Pos| foes.iter().chain(sleepers).any(|foe| foe.pos == pos);
        let way = self
            .walk
            .find(view, u32::MAX, taken, |pos| distance(pos, at) == 1)?;
        Some(way.dir)
    }

    // ---- somebody is about

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
            // What is left lies behind somebody whom it cannot get past.
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

    /// In the sanctum the Everlamp comes before everybody who is not near.
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

    /// Notes how long nothing has come of fights here: nobody hurt or struck at.
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

    /// What killing everybody in sight who hunts would cost, in hundredths of a point of health.
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

    /// What is in the pack against the worst.
    fn save_oneself(&mut self, view: View<'_>, dire: bool) -> Option<Action> {
        let player = view.player();
        let me = player.pos;
        let share = player.health * 100 / player.max_health;
        let read = |scroll: Scroll, at: Option<Pos>| {
            let letter = view.find_scroll(scroll)?;
            let sure = true;
            Some(Action::Read { letter, at, sure })
        };
        let quaff = |potion: Potion| {
            let letter = view.find_potion(potion)?;
            Some(Action::Quaff { letter, sure: true })
        };
        if share < 45
            && let Some(action) = quaff(Potion::Healing)
        {
            return Some(action);
        }
        let nearest = self.foes[0];
        if view.is_holy(me) && nearest.role != Role::Archer {
            return None;
        }
        if self.foes.iter().any(|foe| !foe.named && foe.far <= 5)
            && let Some(action) = read(Scroll::Sleep, None)
        {
            return Some(action);
        }
        if self.foes.iter().any(|foe| foe.magical && foe.far <= 5)
            && let Some(action) = read(Scroll::Negation, None)
        {
            return Some(action);
        }
        if let Some(action) = self.bombard(view) {
            return Some(action);
        }
        if nearest.far <= 2
            && nearest.role != Role::Archer
            && let Some(action) = read(Scroll::Sanctity, None)
        {
            return Some(action);
        }
        if view.condition(Condition::Hasted) == 0
            && nearest.far <= 3
            && let Some(action) = quaff(Potion::Haste)
        {
            return Some(action);
        }
        if !dire {
            return None;
        }
        if view.stairs_down() == Some(me) && nearest.far > 1 {
            return Some(Action::Descend { sure: true });
        }
        if let Some(action) = read(Scroll::Teleport, None) {
            return Some(action);
        }
        if let Some(action) = self.blink(view) {
            return Some(action);
        }
        if share < 40 {
            let unknown = |scrolls: bool| {
                let mut pack = view.pack();
                let found = pack.find(|(_, item)| {
                    let class = view.content().item(item.kind).class;
                    let fits = match class {
                        Class::Scroll(_) => scrolls,
                        Class::Potion(_) => !scrolls,
                        _ => false,
                    };
                    fits && !view.knows(item.kind)
                });
                found.map(|(letter, _)| Action::Use {
                    letter,
                    at: None,
                    sure: true,
                })
            };
            if let Some(action) = unknown(false).or_else(|| unknown(true)) {
                return Some(action);
            }
        }
        self.flee(view)
    }

    /// Throws or reads what strikes many, or from afar.
    fn bombard(&self, view: View<'_>) -> Option<Action> {
        let letter_of = |class: Class| view.find_class(|other| other == class);
        for foe in &self.foes {
            let at = foe.pos;
            let throw = |letter: Letter| Action::Throw {
                letter,
                at,
                sure: false,
            };
            if foe.far > 2 {
                if let Some(letter) = view.find_scroll(Scroll::Fireball) {
                    return Some(Action::Read {
                        letter,
                        at: Some(at),
                        sure: false,
                    });
                }
                for potion in [Potion::Fire, Potion::Confusion] {
                    if let Some(letter) = view.find_potion(potion) {
                        return Some(throw(letter));
                    }
                }
            }
            if foe.far > 1
                && let Some(letter) = letter_of(Class::FirePot)
            {
                return Some(throw(letter));
            }
            if let Some(letter) = view.find_scroll(Scroll::MagicMissile) {
                return Some(Action::Read {
                    letter,
                    at: Some(at),
                    sure: true,
                });
            }
        }
        None
    }

    /// Blinks to the tile in sight that is farthest from everybody.
    fn blink(&self, view: View<'_>) -> Option<Action> {
        let letter = view.find_scroll(Scroll::Blink)?;
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
        let (_, at) = best?;
        Some(Action::Read {
            letter,
            at: Some(at),
            sure: true,
        })
    }

    /// Runs for the stairs if nobody is faster there, and else from those who are slower.
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

    /// Strikes, throws, waits or goes up to somebody.
    fn attack(&mut self, view: View<'_>, losing: bool) -> Action {
        let me = view.player().pos;
        if let Some(action) = self.strike(view).or_else(|| self.shoot(view, losing)) {
            return action;
        }
        // Whoever calls others comes first: the others do not end.
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
            // Let it burst where nobody stands.
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
        // Over who stands between, if there is no other way.
        match free.or_else(|| self.walk.find(view, 30, |_| false, |pos| pos == foe.pos)) {
            Some(way) if me.step(way.dir) != foe.pos => step(way.dir),
            Some(_) => Action::Wait,
            None => self.go_about(view).unwrap_or(Action::Wait),
        }
    }

    /// Strikes at the one beside it that dies soonest, callers and healers first.
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

    /// Throws at the nearest that is not beside it; at those who burst from two tiles on.
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

    /// A step away from a place.
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

    /// Beside somebody who cannot be struck, between two diagonal walls: waits.
    fn shift(&self, view: View<'_>) -> Action {
        match self.foes[0].role {
            Role::Exploder => self
                .away(view, self.foes[0].pos)
                .map_or(step_at(view, self.foes[0].pos), step),
            _ => Action::Wait,
        }
    }

    /// Against several it steps back to where fewer can stand around it, if that is near.
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

    /// Goes on with its way though enemies look on: explores, goes to the stairs and down, around
    /// everybody.
    fn go_about(&mut self, view: View<'_>) -> Option<Action> {
        let me = view.player().pos;
        let goal = self.goal.filter(|goal| self.is_worth_going(view, *goal));
        if let Some(goal) = goal
            && let Some(way) = self.way_around(view, |pos| pos == goal)
        {
            return Some(step(way.dir));
        }
        self.goal = None;
        let down = view.stairs_down();
        let explores = !(self.explored || self.enough && down.is_some());
        if explores && let Some(way) = self.way_around(view, |pos| is_frontier(view, pos)) {
            self.goal = Some(way.end);
            return Some(step(way.dir));
        }
        if down == Some(me) {
            return Some(Action::Descend { sure: true });
        }
        let way = self.way_around(view, |pos| down == Some(pos))?;
        self.goal = Some(way.end);
        self.enough = true;
        Some(step(way.dir))
    }

    /// Goes on where [`go_about`](Self::go_about) was going, now that nobody is in sight.
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

    /// A way to the nearest goal, around everybody it knows of, or over whoever stands there once
    /// going around has led nowhere.
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

/// Whether something unknown lies beside a tile.
fn is_frontier(view: View<'_>, pos: Pos) -> bool {
    let known = view.known();
    Dir::ALL
        .into_iter()
        .any(|dir| known.get(pos.step(dir)) == Some(&Tile::Void))
}

/// A blow at a tile beside the player.
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
        // Nine in ten hit; what is between least and most is the mean.
        hurts: (least + most) * 45 * 100 / def.strike.max(1) as i32,
        pace: def.pace,
        named: def.named,
        magical: def.magical,
    }
}
