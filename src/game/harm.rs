//! Attacks on actors, the damage they do, and the consequences of death.

use super::actor::{Actor, ActorId, Mood};
use super::combat::{self, Blow, MAX_LEVEL, experience_for};
use super::content::{Content, MonsterKind, Role};
use super::detail::{BlastKind, Cause, EventActor, Interruption, Projectile};
use super::event::GameEvent;
use super::mood::{alert, alert_wounded, make_noise, reveal};
use super::player::{Loudness, Player};
use super::spawn;
use super::state::Outcome;
use super::steps::distance;
use super::turn::{TURN, Turn};
use crate::geom::{Dir, Pos};
use crate::rng::Tag;

/// Number of a burst's attack in its stream, higher than those of an axe's attacks.
const BURST: u64 = 9;

/// Attacks towards `dir` with the wielded weapon; returns the duration in ticks.
pub(super) fn attack_towards(turn: &mut Turn<'_>, dir: Dir) -> u32 {
    turn.player.loudness = Loudness::Loud;
    let mut number = 0;
    for pos in turn.scene().attacked_tiles(dir) {
        if let Some(id) = turn.level.actor_at(pos).map(|actor| actor.id) {
            let attack = turn.player.attack(turn.content);
            attack_monster(turn, id, attack, number, None);
            number += 1;
        }
    }
    combat::blow_time(turn.rules(), turn.player.style(turn.content))
}

/// Resolves one attack or missile of the player. `number` is the index of the target among those of
/// one action; `projectile` is `None` for a blow.
pub(super) fn attack_monster(
    turn: &mut Turn<'_>,
    id: ActorId,
    attack: i32,
    number: u64,
    projectile: Option<Projectile>,
) {
    let actor = &turn.level[id];
    let (def, asleep, health) = (actor.def(turn.content), actor.is_asleep(), actor.health);
    reveal(turn, id);
    let mut stream = turn.stream_between(Tag::BLOW, (ActorId::PLAYER, id), number);
    let mut blow = Blow::strike(turn.rules(), attack, def.defence, asleep, 100, &mut stream);
    if projectile.is_none() && asleep && turn.player.slays(def, turn.content) {
        blow = Blow::Hit(health);
    }
    let (by, at) = (EventActor::PLAYER, turn.event_actor(id));
    match blow {
        Blow::Missed => {
            turn.emit(GameEvent::Missed { by, at });
            alert(turn, id);
        }
        Blow::Hit(damage) => hit_monster(turn, id, damage, asleep, projectile),
    }
}

/// Reports a hit of the player and applies it.
pub(super) fn hit_monster(
    turn: &mut Turn<'_>,
    id: ActorId,
    damage: i32,
    asleep: bool,
    projectile: Option<Projectile>,
) {
    let (by, at) = (EventActor::PLAYER, turn.event_actor(id));
    turn.emit(GameEvent::Hit {
        by,
        at,
        damage,
        asleep,
        projectile,
    });
    alert_wounded(turn, id, damage);
    damage_monster(turn, id, damage, true);
}

/// Resolves a monster's attack or shot, its damage scaled by `percent`; returns whether it hit.
/// `projectile` is `None` for a blow.
pub(super) fn attack_player(
    turn: &mut Turn<'_>,
    id: ActorId,
    percent: i32,
    projectile: Option<Projectile>,
) -> bool {
    let kind = turn.level[id].kind;
    let attack = turn.level[id].attack(turn.content, turn.plus) + swarm_bonus(turn, id);
    let mut stream = turn.stream_between(Tag::BLOW, (id, ActorId::PLAYER), 0);
    let (by, at) = (turn.event_actor(id), EventActor::PLAYER);
    let defence = turn.player.defence(turn.content);
    match Blow::strike(turn.rules(), attack, defence, false, percent, &mut stream) {
        Blow::Missed => {
            turn.emit(GameEvent::Missed { by, at });
            turn.interrupt(Interruption::Hurt);
            false
        }
        Blow::Hit(damage) => {
            turn.emit(GameEvent::Hit {
                by,
                at,
                damage,
                asleep: false,
                projectile,
            });
            damage_player(turn, damage, Cause::Monster(kind));
            true
        }
    }
}

/// Attack bonus of a swarm monster: one for each other of its kind beside the player, up to a
/// limit.
fn swarm_bonus(turn: &Turn<'_>, id: ActorId) -> i32 {
    let actor = &turn.level[id];
    if actor.role(turn.content) != Role::Swarm {
        return 0;
    }
    let beside = |other: &&Actor| {
        other.id != id && other.kind == actor.kind && distance(other.pos, turn.player.pos) <= 1
    };
    let others = turn.level.actors().iter().filter(beside).count();
    others.min(turn.rules().role.swarm as usize) as i32
}

/// Reports damage to the player that does not come from an attack, and applies it.
pub(super) fn hurt_player(turn: &mut Turn<'_>, damage: i32, cause: Cause) {
    turn.emit(GameEvent::Hurt {
        who: EventActor::PLAYER,
        damage,
        cause,
    });
    damage_player(turn, damage, cause);
}

/// Reduces the player's health, and ends the run if it reaches 0.
pub(super) fn damage_player(turn: &mut Turn<'_>, damage: i32, cause: Cause) {
    if turn.is_over() {
        return;
    }
    turn.player.health -= damage;
    turn.interrupt(Interruption::Hurt);
    if turn.player.health <= 0 {
        turn.player.health = 0;
        *turn.outcome = Outcome::Died { cause };
        turn.emit(GameEvent::PlayerDied { cause });
    }
}

/// Reports damage to a monster that does not come from an attack.
pub(super) fn report_hurt(turn: &mut Turn<'_>, id: ActorId, damage: i32, cause: Cause) {
    let who = turn.event_actor(id);
    turn.emit(GameEvent::Hurt { who, damage, cause });
}

/// Reduces a monster's health, so that it may die or split.
pub(super) fn damage_monster(turn: &mut Turn<'_>, id: ActorId, damage: i32, by_player: bool) {
    let Some(actor) = turn.level.actor_mut(id) else {
        return;
    };
    actor.health -= damage;
    if actor.health <= 0 {
        kill_monster(turn, id, by_player);
    } else if damage > 0 && actor.role(turn.content) == Role::Splitter {
        split_monster(turn, id);
    }
}

/// Removes a dead monster: it drops what it stole, and an exploder bursts.
pub(super) fn kill_monster(turn: &mut Turn<'_>, id: ActorId, by_player: bool) {
    let who = turn.event_actor(id);
    let Some(actor) = turn.level.remove_actor(id) else {
        return;
    };
    let def = actor.def(turn.content);
    turn.emit(GameEvent::Died {
        who,
        kind: actor.kind,
        pos: actor.pos,
        by_player,
    });
    if let Some(loot) = actor.loot {
        turn.level.place_item(actor.pos, loot, false, turn.content);
    }
    if by_player {
        turn.player.kills += 1;
        if !actor.summoned {
            gain_experience(turn, def.worth);
        }
    }
    if def.role == Role::Exploder {
        burst_exploder(turn, who, &actor, by_player);
    }
}

/// Adds experience, and as many levels as it suffices for. Does nothing once the run is over.
fn gain_experience(turn: &mut Turn<'_>, amount: u32) {
    if turn.is_over() {
        return;
    }
    turn.player.experience = turn.player.experience.saturating_add(amount);
    turn.emit(GameEvent::Experience { amount });
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
        let healed = turn.player.health + most / rules.growth.heal_part;
        turn.player.health = healed.min(most);
        let after = stats(turn.player, turn.content);
        let [health, attack, defence] = std::array::from_fn(|index| after[index] - before[index]);
        turn.emit(GameEvent::LevelGained {
            level: turn.player.level,
            health,
            attack,
            defence,
        });
        turn.interrupt(Interruption::Other);
    }
}

/// Adds a hunting monster near a tile, which gives no experience and first acts a turn from now.
/// Returns `None` if there is no room or no id left.
pub(super) fn spawn_hunter(turn: &mut Turn<'_>, kind: MonsterKind, pos: Pos) -> Option<ActorId> {
    let reach = turn.rules().role.beside;
    let place = turn.scene().free_tile_near(pos, reach)?;
    // The level has run out of ids.
    if turn.level.actors_created >= ActorId::MAX_PER_DEPTH {
        return None;
    }
    let mut actor = spawn::make_actor(turn.content, turn.plus, turn.level, kind, place);
    actor.set_mood(Mood::Hunting, Some(turn.player.pos));
    actor.summoned = true;
    actor.patience = turn.rules().hunt.memory;
    actor.next = turn.time + TURN;
    let id = actor.id;
    turn.level.insert_actor(actor);
    Some(id)
}

/// Splits a wounded splitter if it has enough health left. Each part gets half of it, and only the
/// original gives experience.
fn split_monster(turn: &mut Turn<'_>, id: ActorId) {
    let Actor {
        kind, pos, health, ..
    } = turn.level[id];
    if health < turn.rules().role.splitter {
        return;
    }
    let Some(into) = spawn_hunter(turn, kind, pos) else {
        return;
    };
    turn.level[into].health = health / 2;
    turn.level[id].health = health - health / 2;
    let who = turn.event_actor(id);
    turn.emit(GameEvent::Split { who, into });
}

/// Bursts an exploder that has died: attacks everyone beside it and never misses.
fn burst_exploder(turn: &mut Turn<'_>, who: EventActor, exploder: &Actor, by_player: bool) {
    let (center, cause) = (exploder.pos, Cause::Burst(exploder.kind));
    turn.emit(GameEvent::Burst { who });
    turn.emit(GameEvent::Blast {
        kind: BlastKind::Fire,
        center,
        radius: 1,
    });
    let rules = turn.rules();
    let attack = exploder.attack(turn.content, turn.plus);
    let damage = |turn: &mut Turn<'_>, at: ActorId, defence: i32| {
        let mut stream = turn.stream_between(Tag::BLOW, (who.id, at), BURST);
        // A burst cannot miss: a miss counts as a weak hit.
        match Blow::strike(rules, attack, defence, false, 100, &mut stream) {
            Blow::Hit(damage) => damage,
            Blow::Missed => combat::damage_range(rules, attack, defence, false).0,
        }
    };
    for pos in Dir::ALL.map(|dir| center.step(dir)) {
        let Some(actor) = turn.level.actor_at(pos) else {
            continue;
        };
        let (id, defence) = (actor.id, actor.def(turn.content).defence);
        let damage = damage(turn, id, defence);
        reveal(turn, id);
        report_hurt(turn, id, damage, cause);
        alert_wounded(turn, id, damage);
        damage_monster(turn, id, damage, by_player);
    }
    if distance(turn.player.pos, center) <= 1 {
        let damage = damage(turn, ActorId::PLAYER, turn.player.defence(turn.content));
        hurt_player(turn, damage, cause);
    }
    make_noise(turn, who.id, center, rules.noise.burst);
}
