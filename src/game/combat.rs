//! Attacks, damage and death: one integer formula for all actors. Damage is in units of 1/65,536
//! until it is rounded at the end, so nothing depends on how a machine rounds fractions.

use super::content::{Class, Role, Rules, Style};
use super::event::{EventActor, GameEvent};
use super::state::{ActorId, Cause, Condition, Loudness, Mood};
use super::{Game, Interruption, spawn};
use crate::geom::{Dir, Pos};
use crate::rng::{Stream, Tag};

/// Fixed-point units of a point of damage.
const POINT: i64 = 1 << 16;

/// The outcome of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blow {
    /// The attack missed.
    Missed,
    /// The attack hit for this much damage, which may be 0.
    Hit(i32),
}

/// Average damage of an attack in units of [`POINT`]: `a - d` if `a >= 2d`, else `a * (1/4 +
/// min(1/4, a / 8d))`, rounded down.
fn plain(attack: i32, defence: i32) -> i64 {
    let (a, d) = (i64::from(attack.max(0)), i64::from(defence.max(0)));
    if a >= 2 * d {
        (a - d) * POINT
    } else {
        a * POINT / 4 + (a * POINT / 4).min(a * a * POINT / (8 * d.max(1)))
    }
}

impl Blow {
    /// Resolves an attack. `percent` scales its damage; 100 is plain.
    ///
    /// Draws, in this order: whether it misses, unless the target sleeps; a coin, whether the
    /// damage is plain; if not, a coin, whether it is higher or lower; whether to round up, with
    /// the fraction as its chance.
    pub fn strike(
        rules: &Rules,
        attack: i32,
        defence: i32,
        asleep: bool,
        percent: i32,
        stream: &mut Stream,
    ) -> Self {
        if !asleep && stream.below(rules.combat.miss) == 0 {
            return Self::Missed;
        }
        let mut parts = plain(attack, defence) * i64::from(percent) / 100;
        if stream.coin() {
            let scale_by_plus = stream.coin();
            parts = vary_damage(rules, parts, scale_by_plus);
        }
        if asleep {
            parts *= i64::from(rules.combat.asleep);
        }
        let up = i64::from(stream.below(POINT as u32)) < parts % POINT;
        Self::Hit((parts / POINT) as i32 + i32::from(up))
    }
}

/// Damage of an attack that turns out stronger or weaker than a plain one.
fn vary_damage(rules: &Rules, parts: i64, scale_by_plus: bool) -> i64 {
    let swing = i64::from(rules.combat.swing);
    parts * (100 + if scale_by_plus { swing } else { -swing }) / 100
}

/// Minimum and maximum damage of a hit.
pub fn damage_range(rules: &Rules, attack: i32, defence: i32, asleep: bool) -> (i32, i32) {
    let factor = if asleep {
        rules.combat.asleep.into()
    } else {
        1
    };
    let plain = plain(attack, defence);
    let least = vary_damage(rules, plain, false) * factor / POINT;
    let most = (vary_damage(rules, plain, true) * factor + POINT - 1) / POINT;
    (least as i32, most as i32)
}

/// Duration of the player's attack, in ticks.
pub(super) const fn blow_time(rules: &Rules, style: Option<Style>) -> u32 {
    match style {
        Some(Style::Mace) => rules.time.action * rules.time.mace / 100,
        _ => rules.time.action,
    }
}

/// Chance to hit a target that is awake, in per cent.
pub(super) const fn hit_percent(rules: &Rules) -> u8 {
    (100 * (rules.combat.miss - 1) / rules.combat.miss) as u8
}

/// Average damage of an attack in hundredths of a point, misses included.
pub(super) fn mean_damage(rules: &Rules, attack: i32, defence: i32, asleep: bool) -> i64 {
    let plain = plain(attack, defence) * 100;
    if asleep {
        plain * i64::from(rules.combat.asleep) / POINT
    } else {
        let miss = i64::from(rules.combat.miss);
        plain * (miss - 1) / miss / POINT
    }
}

impl Game {
    /// The player's attack in melee, for which a bow does not count.
    pub(super) fn player_attack(&self) -> i32 {
        let bow = matches!(self.wielded(), Some((class, _)) if class.is_bow());
        let weapon = if bow { 0 } else { self.weapon_bonus() };
        self.bare_attack() + weapon
    }

    /// The player's attack without a weapon.
    pub(super) fn bare_attack(&self) -> i32 {
        let (rules, player) = (self.content.rules(), &self.state.player);
        let gained = rules.growth.attack_gain * (i32::from(player.level) - 1) / 100;
        let ring = self.ring_bonus(super::content::Ring::Wrath, rules.ring.wrath);
        rules.growth.attack + gained + player.strength + ring
    }

    pub(super) fn player_defence(&self) -> i32 {
        let (rules, player) = (self.content.rules(), &self.state.player);
        let gained = rules.growth.defence_gain * (i32::from(player.level) - 1) / 100;
        let ring = self.ring_bonus(super::content::Ring::Warding, rules.ring.warding);
        rules.growth.defence + gained + self.armour_bonus() + ring
    }

    pub(super) fn player_max_health(&self) -> i32 {
        let (growth, player) = (&self.content.rules().growth, &self.state.player);
        growth.health + growth.health_gain * (i32::from(player.level) - 1) + player.vigour
    }

    pub(super) fn monster_attack(&self, index: usize) -> i32 {
        let kind = self.state.here.actors[index].kind;
        spawn::scale_by_plus(
            self.content,
            self.state.plus,
            self.content.monster(kind).attack,
        )
    }

    /// Style of the wielded weapon; `None` for bare hands.
    fn style(&self) -> Option<Style> {
        match self.wielded() {
            Some((Class::Weapon { style, .. }, _)) => Some(style),
            _ => None,
        }
    }

    /// The tiles that the player's attack towards `dir` hits, in order: all around with an axe, two
    /// in line with a spear.
    pub(super) fn attacked_tiles(&self, dir: Dir) -> impl Iterator<Item = Pos> + use<> {
        let from = self.state.player.pos;
        let next = from.step(dir);
        let tiles = match self.style() {
            Some(Style::Axe) => {
                Dir::ALL.map(|dir| self.can_reach(from, dir).then(|| from.step(dir)))
            }
            Some(Style::Spear) => {
                let mut tiles = [None; 8];
                tiles[0] = Some(next);
                tiles[1] = self.can_reach(next, dir).then(|| next.step(dir));
                tiles
            }
            _ => {
                let mut tiles = [None; 8];
                tiles[0] = Some(next);
                tiles
            }
        };
        tiles.into_iter().flatten()
    }

    /// Whether the player sees a monster on a tile that bursts when it dies.
    pub(super) fn may_burst(&self, pos: Pos) -> bool {
        let index = self
            .actor_at(pos)
            .and_then(|id| self.state.here.index_of(id));
        index.is_some_and(|index| self.role(index) == Role::Exploder && self.player_sees(index))
    }

    /// Attacks towards `dir` with the wielded weapon; returns the duration in ticks.
    pub(super) fn attack_towards(&mut self, dir: Dir, events: &mut Vec<GameEvent>) -> u32 {
        self.state.player.loudness = Loudness::Loud;
        let style = self.style();
        let mut number = 0;
        for pos in self.attacked_tiles(dir) {
            if let Some(id) = self.actor_at(pos) {
                let attack = self.player_attack();
                self.attack_monster(id, attack, style, number, events);
                number += 1;
            }
        }
        blow_time(self.content.rules(), style)
    }

    /// Resolves one attack or missile of the player. `number` counts the targets of one action.
    pub(super) fn attack_monster(
        &mut self,
        id: ActorId,
        attack: i32,
        style: Option<Style>,
        number: u64,
        events: &mut Vec<GameEvent>,
    ) {
        let Some(index) = self.state.here.index_of(id) else {
            return;
        };
        let actor = &self.state.here.actors[index];
        let def = self.content.monster(actor.kind);
        let asleep = actor.mood == Mood::Asleep && !actor.disguised;
        let health = actor.health;
        self.reveal(index, events);
        let mut stream = self.stream_between(Tag::BLOW, (ActorId::PLAYER, id), number);
        let rules = self.content.rules();
        let mut blow = Blow::strike(rules, attack, def.defence, asleep, 100, &mut stream);
        if asleep && style == Some(Style::Dagger) && !def.named {
            blow = Blow::Hit(health);
        }
        let (by, at) = (EventActor::PLAYER, self.event_actor(index));
        match blow {
            Blow::Missed => {
                events.push(GameEvent::Missed { by, at });
                self.alert(index, events);
            }
            Blow::Hit(damage) => {
                events.push(GameEvent::Hit {
                    by,
                    at,
                    damage,
                    asleep,
                });
                self.alert_wounded(index, damage, events);
                self.damage_monster(id, damage, true, events);
            }
        }
    }

    /// Resolves a monster's attack or shot; returns whether it hit.
    pub(super) fn attack_player(
        &mut self,
        index: usize,
        percent: i32,
        events: &mut Vec<GameEvent>,
    ) -> bool {
        let actor = &self.state.here.actors[index];
        let (by, kind) = (actor.id, actor.kind);
        let attack = self.monster_attack(index) + self.swarm_bonus(index);
        let mut stream = self.stream_between(Tag::BLOW, (by, ActorId::PLAYER), 0);
        let (by, at) = (self.event_actor(index), EventActor::PLAYER);
        let (rules, defence) = (self.content.rules(), self.player_defence());
        match Blow::strike(rules, attack, defence, false, percent, &mut stream) {
            Blow::Missed => {
                events.push(GameEvent::Missed { by, at });
                self.interrupt(Interruption::Hurt);
                false
            }
            Blow::Hit(damage) => {
                events.push(GameEvent::Hit {
                    by,
                    at,
                    damage,
                    asleep: false,
                });
                self.damage_player(damage, Cause::Monster(kind), events);
                true
            }
        }
    }

    /// Attack that a swarm gains: one for each other of its kind beside the player, up to a limit.
    fn swarm_bonus(&self, index: usize) -> i32 {
        let actors = &self.state.here.actors;
        let kind = actors[index].kind;
        if self.content.monster(kind).role != Role::Swarm {
            return 0;
        }
        let near = |pos| super::sight::distance(pos, self.state.player.pos) <= 1;
        let others = actors
            .iter()
            .enumerate()
            .filter(|(other, actor)| *other != index && actor.kind == kind && near(actor.pos));
        others.count().min(self.content.rules().role.swarm as usize) as i32
    }

    /// Takes health from the player, who may die of it.
    pub(super) fn damage_player(&mut self, damage: i32, cause: Cause, events: &mut Vec<GameEvent>) {
        if self.state.outcome != super::Outcome::Playing {
            return;
        }
        self.state.player.health -= damage;
        self.interrupt(Interruption::Hurt);
        if self.state.player.health <= 0 {
            self.state.player.health = 0;
            self.state.outcome = super::Outcome::Died { cause };
            events.push(GameEvent::PlayerDied { cause });
        }
    }

    /// Takes health from a monster, which may die of it or split.
    pub(super) fn damage_monster(
        &mut self,
        id: ActorId,
        damage: i32,
        by_player: bool,
        events: &mut Vec<GameEvent>,
    ) {
        let Some(index) = self.state.here.index_of(id) else {
            return;
        };
        let actor = &mut self.state.here.actors[index];
        actor.health -= damage;
        if actor.health <= 0 {
            self.kill(index, by_player, events);
            return;
        }
        if self.content.monster(actor.kind).role == Role::Splitter && damage > 0 {
            self.split(index, events);
        }
    }

    /// Removes a dead monster: it drops what it stole, and an exploder bursts.
    pub(super) fn kill(&mut self, index: usize, by_player: bool, events: &mut Vec<GameEvent>) {
        let attack = self.monster_attack(index);
        let who = self.event_actor(index);
        let actor = self.state.here.actors.remove(index);
        self.scratch.occupied.remove(actor.pos);
        let def = self.content.monster(actor.kind);
        events.push(GameEvent::Died {
            who,
            kind: actor.kind,
            pos: actor.pos,
            by_player,
        });
        if let Some(loot) = actor.loot {
            self.drop_near(actor.pos, loot, false);
        }
        if by_player {
            self.state.player.kills += 1;
            if !actor.summoned {
                self.gain_experience(def.worth, events);
            }
        }
        if def.role == Role::Exploder {
            self.burst(who, actor.kind, actor.pos, attack, by_player, events);
        }
    }

    /// Adds experience, and levels as it suffices for them.
    fn gain_experience(&mut self, amount: u32, events: &mut Vec<GameEvent>) {
        self.state.player.experience = self.state.player.experience.saturating_add(amount);
        events.push(GameEvent::Experience { amount });
        let rules = self.content.rules();
        while self.state.player.level < MAX_LEVEL
            && self.state.player.experience >= experience_for(rules, self.state.player.level + 1)
        {
            self.state.player.level += 1;
            self.state.player.health = self.player_max_health();
            let level = self.state.player.level;
            events.push(GameEvent::LevelGained { level });
            self.interrupt(Interruption::Other);
        }
    }

    /// Whether walls allow a step or an attack from `from` in direction `dir`.
    pub(super) fn can_reach(&self, from: Pos, dir: Dir) -> bool {
        self.state.here.tiles.can_reach(from, dir)
    }

    /// Whether a monster is recovering and cannot use its ability.
    pub(super) fn is_spent(&self, index: usize) -> bool {
        self.state.here.actors[index]
            .conditions
            .has(Condition::Spent)
    }
}

/// The highest level of experience.
pub(super) const MAX_LEVEL: u8 = 50;

/// The most that potions add to maximum health, and to attack.
pub(super) const MAX_POTION_GAIN: i32 = 99_999;

/// Total experience that a level takes; each step is rounded down.
pub(super) fn experience_for(rules: &Rules, level: u8) -> u32 {
    let (mut sum, mut step) = (0u64, u64::from(rules.growth.first_step));
    for _ in 1..level {
        sum = sum.saturating_add(step);
        step = step.saturating_mul(rules.growth.step.into()) / 100;
    }
    sum.min(u32::MAX.into()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::content::Content;

    fn rules() -> &'static Rules {
        Content::embedded().unwrap().rules()
    }

    #[test]
    fn plain_damage_is_the_formula_of_the_rules() {
        let quarter = POINT / 4;
        // a >= 2d.
        assert_eq!(plain(10, 5), 5 * POINT);
        assert_eq!(plain(10, 0), 10 * POINT);
        assert_eq!(plain(0, 0), 0);
        // a < 2d: a * (1/4 + min(1/4, a / 8d)).
        assert_eq!(plain(8, 8), 8 * quarter + 8 * POINT / 8);
        assert_eq!(plain(10, 6), 10 * quarter + 100 * POINT / 48);
        // Never more than half the attack then.
        for a in 0..60 {
            for d in 1..60 {
                if a < 2 * d {
                    assert!(plain(a, d) * 2 <= i64::from(a) * POINT, "{a} {d}");
                    assert!(plain(a, d) * 4 >= i64::from(a) * POINT, "{a} {d}");
                }
            }
        }
    }

    #[test]
    fn one_blow_in_ten_misses_and_sleepers_are_hit_thrice_as_hard() {
        let (mut missed, mut sum, mut asleep) = (0, 0, 0);
        for n in 0..20_000 {
            match Blow::strike(rules(), 12, 4, false, 100, &mut Stream::new(n, 1)) {
                Blow::Missed => missed += 1,
                Blow::Hit(damage) => sum += damage,
            }
            match Blow::strike(rules(), 12, 4, true, 100, &mut Stream::new(n, 2)) {
                Blow::Missed => panic!("a sleeper was missed"),
                Blow::Hit(damage) => asleep += damage,
            }
        }
        assert!((1900..2100).contains(&missed), "{missed}");
        // 8 a hit on average; 24 for a sleeper.
        assert!((140_000..148_000).contains(&sum), "{sum}");
        assert!((470_000..490_000).contains(&asleep), "{asleep}");
    }

    #[test]
    fn half_of_all_hits_are_half_as_strong_or_half_again() {
        let mut counts = std::collections::BTreeMap::new();
        for n in 0..20_000 {
            if let Blow::Hit(damage) =
                Blow::strike(rules(), 10, 0, false, 100, &mut Stream::new(n, 3))
            {
                *counts.entry(damage).or_insert(0) += 1;
            }
        }
        assert_eq!(counts.keys().copied().collect::<Vec<_>>(), [5, 10, 15]);
        assert!((4200..4800).contains(&counts[&5]), "{counts:?}");
        assert!((8700..9300).contains(&counts[&10]), "{counts:?}");
        assert!((4200..4800).contains(&counts[&15]), "{counts:?}");
        assert_eq!(damage_range(rules(), 10, 0, false), (5, 15));
    }

    #[test]
    fn the_fraction_left_is_the_chance_to_round_up() {
        // 3/4 of a point plain, 3/8 and 9/8 otherwise: 3/4 on average.
        let mut sum = 0;
        for n in 0..40_000 {
            if let Blow::Hit(damage) =
                Blow::strike(rules(), 2, 2, false, 100, &mut Stream::new(n, 4))
            {
                sum += damage;
            }
        }
        // 36,000 hits of 0.75.
        assert!((26_300..27_700).contains(&sum), "{sum}");
    }

    #[test]
    fn steps_of_experience_grow_by_a_tenth() {
        let levels: Vec<u32> = (1..7).map(|level| experience_for(rules(), level)).collect();
        assert_eq!(levels, [0, 50, 105, 165, 231, 303]);
    }
}
