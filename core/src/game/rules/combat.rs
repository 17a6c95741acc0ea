//! Attacks on actors, the damage they do, and the consequences of death.

use super::field::kindle;
use super::mood::{alert, alert_wounded, is_from_nowhere, make_noise, reveal, startle};
use super::turn::{TURN, Turn};
use crate::game::content::{Content, Fixed, MonsterKind, numbers};
use crate::game::world::actor::{Actor, ActorId, Mood, Side};
use crate::game::world::detail::{
    BlastKind, Cause, EventActor, Interruption, Projectile, Surprise,
};
use crate::game::world::event::{BodyEvent, FightEvent};
use crate::game::world::formulas::{self, Blow, MAX_LEVEL, experience_for};
use crate::game::world::generation::spawn;
use crate::game::world::player::{Loudness, Player};
use crate::game::world::state::Outcome;
use crate::geom::{Dir, Pos, Rect};
use crate::rng::Tag;

numbers! {
    "combat":
    /// Tiles within which a monster that is called, split off or let out of a tomb finds room.
    const BESIDE: i32 = 2;

    /// Tiles at which a burst is heard.
    const BURST_NOISE: i32 = 12;

    /// One part in this many of the whole health that a level heals.
    const LEVEL_HEALS: i32 = 3;
}

/// Number of a burst's attack in its stream, higher than those of an axe's attacks.
const BURST: u64 = 9;

/// Attacks towards `dir` with the wielded weapon; returns the duration in ticks.
pub(in crate::game) fn attack_towards(turn: &mut Turn<'_>, dir: Dir) -> u32 {
    turn.player.loudness = Loudness::Loud;
    let mut number = 0;
    for pos in turn.scene().attacked_tiles(dir) {
        if let Some(id) = turn.level.enemy_at(pos) {
            let blow = Attack {
                strength: turn.player.attack(turn.content),
                fixed: None,
                percent: 100,
                number,
                projectile: None,
            };
            attack(turn, (ActorId::PLAYER, id), &blow);
            number += 1;
        }
    }
    formulas::blow_time(turn.rules(), turn.player.style(turn.content))
}

/// A blow or missile.
pub(in crate::game) struct Attack {
    /// The attack value.
    pub strength: i32,
    /// The least and most damage, if that depends on neither attack nor defence.
    pub fixed: Option<(i32, i32)>,
    /// Scales the damage.
    pub percent: i32,
    /// Index of the target among those of one action.
    pub number: u64,
    /// What strikes the target from afar; `None` for a blow.
    pub projectile: Option<Projectile>,
}

/// Resolves an attack of `by` on `at`; returns whether it hit.
pub(in crate::game) fn attack(
    turn: &mut Turn<'_>,
    (by, at): (ActorId, ActorId),
    attack: &Attack,
) -> bool {
    if by == ActorId::PLAYER && attack.projectile.is_some() && glances_off(turn, at) {
        return false;
    }
    let is_blow = attack.projectile.is_none();
    let surprise = turn.scene().surprise(by, at, is_blow);
    let slain = turn.level.actor(at).filter(|target| {
        let slays = by == ActorId::PLAYER && is_blow && surprise == Some(Surprise::Asleep);
        slays && turn.player.slays(target.def(turn.content), turn.content)
    });
    let slain = slain.map(|target| target.health);
    let factor = surprise.map(|surprise| turn.scene().surprise_factor(surprise));
    let defence = turn.scene().defence_of(at);
    let chance = turn
        .scene()
        .hit_percent(by, at, attack.projectile.is_some());
    reveal(turn, at);
    let mut stream = turn.stream_between(Tag::BLOW, (by, at), attack.number);
    let strength = attack.strength;
    let percent = match is_blow {
        true => attack.percent * turn.scene().blow_percent(by) / 100,
        false => attack.percent,
    };
    let rules = turn.rules();
    let blow = match attack.fixed {
        Some(damage) => Blow::plain(chance, damage, &mut stream),
        None => {
            let odds = (chance, percent);
            Blow::strike(rules, strength, defence, factor, odds, &mut stream)
        }
    };
    match (slain, blow) {
        (Some(health), _) => hit(turn, (by, at), health, surprise, None),
        (None, Blow::Hit(damage)) => hit(turn, (by, at), damage, surprise, attack.projectile),
        (None, Blow::Missed) => {
            let [by_actor, at_actor] = [by, at].map(|id| turn.event_actor(id));
            turn.emit(FightEvent::Missed {
                by: by_actor,
                at: at_actor,
            });
            match at {
                ActorId::PLAYER => turn.interrupt(Interruption::Hurt),
                _ if is_from_nowhere(turn, by, at, attack.projectile) => startle(turn, at),
                _ => alert(turn, at, by),
            }
            return false;
        }
    }
    true
}

/// Whether what the player threw, shot or cast glances off a monster, which it then only alerts.
pub(in crate::game) fn glances_off(turn: &mut Turn<'_>, id: ActorId) -> bool {
    let is_warded = turn.scene().wards(id);
    if is_warded {
        let at = turn.event_actor(id);
        turn.emit(FightEvent::Glanced { at });
        alert(turn, id, ActorId::PLAYER);
    }
    is_warded
}

/// Reports a hit of `by` on `at`, and applies it.
pub(in crate::game) fn hit(
    turn: &mut Turn<'_>,
    (by, at): (ActorId, ActorId),
    damage: i32,
    surprise: Option<Surprise>,
    projectile: Option<Projectile>,
) {
    let [by_actor, at_actor] = [by, at].map(|id| turn.event_actor(id));
    let kind = turn.level.actor(by).map(|actor| actor.kind);
    turn.emit(FightEvent::Hit {
        by: by_actor,
        at: at_actor,
        damage,
        surprise,
        projectile,
    });
    if at == ActorId::PLAYER {
        let cause = kind.map_or(Cause::Own, Cause::Monster);
        damage_player(turn, damage, cause);
    } else {
        if !is_from_nowhere(turn, by, at, projectile) {
            alert_wounded(turn, at, by, damage);
        } else if damage < turn.level[at].health {
            startle(turn, at);
        }
        damage_monster(turn, at, damage, by == ActorId::PLAYER);
    }
}

/// Reports damage that does not come from an attack, and applies it. A monster that dies of it counts as killed by the
/// player.
pub(in crate::game) fn hurt(turn: &mut Turn<'_>, who: ActorId, damage: i32, cause: Cause) {
    report_hurt(turn, who, damage, cause);
    damage_actor(turn, who, damage, cause);
}

/// As [`hurt`], of what has been reported.
pub(in crate::game) fn damage_actor(turn: &mut Turn<'_>, who: ActorId, damage: i32, cause: Cause) {
    match who {
        ActorId::PLAYER => damage_player(turn, damage, cause),
        id => damage_monster(turn, id, damage, true),
    }
}

/// Reduces the player's health, and ends the run if it reaches 0.
pub(in crate::game) fn damage_player(turn: &mut Turn<'_>, damage: i32, cause: Cause) {
    if turn.is_over() {
        return;
    }
    turn.player.health -= damage;
    turn.interrupt(Interruption::Hurt);
    if turn.player.health <= 0 {
        turn.player.health = 0;
        turn.end(Outcome::Died { cause }, FightEvent::PlayerDied { cause });
    }
}

/// Reports damage that does not come from an attack.
pub(in crate::game) fn report_hurt(turn: &mut Turn<'_>, id: ActorId, damage: i32, cause: Cause) {
    let who = turn.event_actor(id);
    turn.emit(FightEvent::Hurt { who, damage, cause });
}

/// Reduces a monster's health, so that it may die or split.
pub(in crate::game) fn damage_monster(
    turn: &mut Turn<'_>,
    id: ActorId,
    damage: i32,
    by_player: bool,
) {
    let burst = wound_monster(turn, id, damage, by_player);
    run_bursts(turn, burst, by_player);
}

/// Removes a dead monster: it drops what it stole, and may burst.
pub(in crate::game) fn kill_monster(turn: &mut Turn<'_>, id: ActorId, by_player: bool) {
    let burst = remove_monster(turn, id, by_player);
    run_bursts(turn, burst, by_player);
}

/// As [`damage_monster`], but returns the burst that a death begins.
fn wound_monster(turn: &mut Turn<'_>, id: ActorId, damage: i32, by_player: bool) -> Option<Burst> {
    if turn.is_over() {
        return None;
    }
    let actor = turn.level.actor_mut(id)?;
    actor.health -= damage;
    if actor.health <= 0 {
        return remove_monster(turn, id, by_player);
    }
    if damage > 0 {
        let abilities = &actor.def(turn.content).abilities;
        abilities.follow_wound(turn, id);
    }
    None
}

/// As [`kill_monster`], but returns the burst that the death begins.
fn remove_monster(turn: &mut Turn<'_>, id: ActorId, by_player: bool) -> Option<Burst> {
    if turn.is_over() {
        return None;
    }
    let actor = turn.level.actor(id)?;
    let (who, kind, pos) = (turn.event_actor(id), actor.kind, actor.pos);
    turn.emit(FightEvent::Died {
        who,
        kind,
        pos,
        by_player,
    });
    let actor = turn.level.remove_actor(id)?;
    let def = actor.def(turn.content);
    if let Some(loot) = actor.loot {
        turn.place_item(actor.pos, loot, false);
    }
    if by_player {
        turn.player.kills += 1;
        if !actor.summoned && !actor.patrols {
            gain_experience(turn, def.worth);
        }
    }
    let bursts = def.abilities.bursts.is_some();
    bursts.then(|| Burst::begin(turn, who, &actor))
}

/// Adds experience, and as many levels as it suffices for.
fn gain_experience(turn: &mut Turn<'_>, amount: u32) {
    turn.player.experience = turn.player.experience.saturating_add(amount);
    turn.emit(BodyEvent::Experience { amount });
    let rules = turn.rules();
    while turn.player.level < MAX_LEVEL
        && turn.player.experience >= experience_for(rules, turn.player.level + 1)
    {
        let stats = |player: &Player, content: &Content| {
            [
                player.max_health(content),
                player.attack(content),
                player.defence(content),
            ]
        };
        let before = stats(turn.player, turn.content);
        turn.player.level += 1;
        let most = turn.player.max_health(turn.content);
        let healed = turn.player.health + most / LEVEL_HEALS;
        turn.player.health = healed.min(most);
        let after = stats(turn.player, turn.content);
        let [health, attack, defence] = std::array::from_fn(|index| after[index] - before[index]);
        turn.emit(BodyEvent::LevelGained {
            level: turn.player.level,
            health,
            attack,
            defence,
        });
        turn.interrupt(Interruption::Other);
    }
}

/// Makes a monster for the nearest free tile within `reach` of `pos`, which first acts a turn from now; whoever asks for
/// it puts it onto the level. `None` if there is no room, or if the level has run out of ids.
pub(in crate::game) fn make_near(
    turn: &mut Turn<'_>,
    kind: MonsterKind,
    pos: Pos,
    reach: i32,
) -> Option<Actor> {
    let place = turn.scene().free_tile_near(pos, reach)?;
    if turn.level.actors_created >= ActorId::MAX_PER_DEPTH {
        return None;
    }
    let mut actor = spawn::make_actor(turn.content, turn.plus, turn.level, kind, place);
    actor.next = turn.time + TURN;
    Some(actor)
}

/// Adds a monster near a tile that hunts a target of another side and gives no experience. Returns `None` as
/// [`make_near`].
pub(in crate::game) fn spawn_hunter(
    turn: &mut Turn<'_>,
    kind: MonsterKind,
    pos: Pos,
    (side, target): (Side, Option<ActorId>),
) -> Option<ActorId> {
    let mut actor = make_near(turn, kind, pos, BESIDE)?;
    (actor.side, actor.target) = (side, target);
    Some(let_hunt(turn, actor))
}

/// Adds a monster that hunts its target and gives no experience.
pub(in crate::game) fn let_hunt(turn: &mut Turn<'_>, mut actor: Actor) -> ActorId {
    let goal = turn.scene().target_pos(&actor);
    actor.set_mood(Mood::Hunting, goal);
    actor.summoned = true;
    actor.patience = turn.rules().hunt.memory;
    let id = actor.id;
    turn.level.insert_actor(actor);
    id
}

/// The burst of a monster that has died: it attacks everyone beside it and never misses.
struct Burst {
    who: EventActor,
    center: Pos,
    attack: i32,
    cause: Cause,
    /// How many of the tiles around it have been struck.
    struck: usize,
}

impl Burst {
    fn begin(turn: &mut Turn<'_>, who: EventActor, dead: &Actor) -> Self {
        let center = dead.pos;
        turn.emit(FightEvent::Burst { who });
        turn.emit(FightEvent::Blast {
            kind: BlastKind::Fire,
            center,
            radius: 1,
        });
        for pos in Rect::between(center, center).grown(1).positions() {
            kindle(turn, pos);
        }
        Self {
            who,
            center,
            attack: dead.attack(turn.content, turn.plus),
            cause: Cause::Burst(dead.kind),
            struck: 0,
        }
    }

    /// The next tile to strike.
    fn next_tile(&mut self) -> Option<Pos> {
        let dir = Dir::ALL.get(self.struck)?;
        self.struck += 1;
        Some(self.center.step(*dir))
    }

    fn damage(&self, turn: &mut Turn<'_>, at: ActorId, defence: i32) -> i32 {
        let rules = turn.rules();
        let mut stream = turn.stream_between(Tag::BLOW, (self.who.id, at), BURST);
        let near = formulas::hit_percent(rules, 1, false);
        // A burst cannot miss: a miss counts as a weak hit.
        match Blow::strike(rules, self.attack, defence, None, (near, 100), &mut stream) {
            Blow::Hit(damage) => damage,
            Blow::Missed => formulas::damage_range(rules, self.attack, defence, None, 100).0,
        }
    }

    /// Strikes the monster on a tile, if there is one; returns the burst that its death begins.
    fn strike(&self, turn: &mut Turn<'_>, pos: Pos, by_player: bool) -> Option<Self> {
        let actor = turn.level.actor_at(pos)?;
        let (id, defence) = (actor.id, actor.def(turn.content).defence);
        let damage = self.damage(turn, id, defence);
        reveal(turn, id);
        report_hurt(turn, id, damage, self.cause);
        alert_wounded(turn, id, ActorId::PLAYER, damage);
        wound_monster(turn, id, damage, by_player)
    }

    /// Strikes the player and makes its noise.
    fn end(&self, turn: &mut Turn<'_>) {
        if turn.player.pos.steps_to(self.center) <= 1 {
            let defence = turn.player.defence(turn.content);
            let damage = self.damage(turn, ActorId::PLAYER, defence);
            hurt(turn, ActorId::PLAYER, damage, self.cause);
        }
        make_noise(turn, self.who.id, self.center, BURST_NOISE);
    }
}

/// Runs a burst, and within it those that its deaths begin, each as soon as its monster has died. A chain
/// may be as long as there are monsters on the level, so the bursts under way are kept in a list.
fn run_bursts(turn: &mut Turn<'_>, first: Option<Burst>, by_player: bool) {
    let mut under_way = Vec::from_iter(first);
    while let Some(burst) = under_way.last_mut() {
        if let Some(pos) = burst.next_tile() {
            let next = burst.strike(turn, pos, by_player);
            under_way.extend(next);
        } else if let Some(burst) = under_way.pop() {
            burst.end(turn);
        }
    }
}
