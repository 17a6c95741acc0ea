//! Applies the actions that monsters choose.

use super::choice::{change_mood, choose_action};
use super::role::MonsterAction;
use super::step::{can_step, can_strike};
use crate::game::act::open_door;
use crate::game::action::Letter;
use crate::game::actor::{Actor, ActorId, Condition, Mood};
use crate::game::content::{Class, Role};
use crate::game::detail::{Perception, Projectile};
use crate::game::event::{BodyEvent, FightEvent, MonsterEvent, PlaceEvent};
use crate::game::harm::{attack_player, kill_monster, spawn_hunter};
use crate::game::item::Item;
use crate::game::mood::make_noise;
use crate::game::turn::Turn;
use crate::geom::{Dir, Pos};
use crate::map::Tile;
use crate::rng::Tag;

/// Minimum duration of any action in ticks, so that time passes whatever the content says.
const MIN_TICKS: u32 = 10;

/// Takes the turn of a monster that is due.
pub fn take_turn(turn: &mut Turn<'_>, id: ActorId) {
    turn.update_sight();
    if turn.level.actor(id).is_none() {
        return;
    }
    change_mood(turn, id);
    let action = choose_action(turn, id);
    let time = apply_action(turn, id, action);
    // The action may have killed it.
    if let Some(actor) = turn.level.actor_mut(id) {
        let haste = turn.content.rules().time.haste;
        let hasted = actor.conditions.has(Condition::Hasted);
        let time = if hasted { time * haste / 100 } else { time };
        actor.next = turn.time + u64::from(time.max(MIN_TICKS));
    }
}

/// Applies an action, if it is still possible; returns its duration in ticks.
fn apply_action(turn: &mut Turn<'_>, id: ActorId, action: MonsterAction) -> u32 {
    let rules = turn.rules();
    let actor = &turn.level[id];
    let (def, from) = (actor.def(turn.content), actor.pos);
    match action {
        MonsterAction::Step(dir) => return take_step(turn, id, dir),
        MonsterAction::Strike if can_strike(turn.scene(), &turn.level[id]) => {
            if attack_player(turn, id, 100, None) {
                apply_hit_effects(turn, id);
            }
            return def.strike;
        }
        MonsterAction::Shoot => {
            let (what, to) = (Projectile::Shot, turn.player.pos);
            turn.emit(FightEvent::Flew { what, from, to });
            attack_player(turn, id, 100, Some(what));
            return def.strike;
        }
        MonsterAction::Charge(to) => {
            turn.level.move_actor(id, to);
            let conditions = &mut turn.level[id].conditions;
            conditions.extend(Condition::Spent, rules.role.charger_spent);
            let who = turn.event_actor(id);
            turn.emit(FightEvent::Charged { who, from, to });
            if can_strike(turn.scene(), &turn.level[id]) {
                attack_player(turn, id, rules.role.charger_force, None);
            }
            return def.strike * rules.role.charger_time / 100;
        }
        MonsterAction::Summon => summon_monsters(turn, id),
        MonsterAction::Heal(other) => heal_monster(turn, id, other),
        MonsterAction::Burst => {
            // An exploder that comes around a corner and bursts in the same turn is sighted first.
            let (who, asleep) = (turn.event_actor(id), false);
            let Actor {
                in_sight,
                met: again,
                ..
            } = turn.level[id];
            if who.perception == Perception::Seen && !in_sight {
                turn.emit(MonsterEvent::CameIntoSight { who, asleep, again });
            }
            kill_monster(turn, id, false);
        }
        MonsterAction::Extinguish(pos) => extinguish_brazier(turn, id, pos),
        MonsterAction::Strike | MonsterAction::Wait => {}
    }
    rules.time.action
}

/// Takes a step or opens a door; returns the duration in ticks.
fn take_step(turn: &mut Turn<'_>, id: ActorId, dir: Dir) -> u32 {
    let actor = &turn.level[id];
    if !can_step(turn.scene(), actor, dir) {
        return turn.rules().time.action;
    }
    let (def, from) = (actor.def(turn.content), actor.pos);
    let to = from.step(dir);
    let tile = turn.level.tile(to);
    if tile == Tile::DoorClosed {
        let by = turn.event_actor(id);
        return open_door(turn, to, by);
    }
    turn.level.move_actor(id, to);
    turn.level[id].route.pop_if(|next| *next == to);
    turn.emit(BodyEvent::Moved { who: id, from, to });
    if def.role == Role::Phaser {
        return def.pace;
    }
    def.pace * turn.rules().time.step(tile) / 100
}

/// Applies the effects of a hit besides damage, which depend on the role.
fn apply_hit_effects(turn: &mut Turn<'_>, id: ActorId) {
    let rules = &turn.rules().role;
    match turn.level[id].role(turn.content) {
        Role::Thief => steal_item(turn, id),
        Role::Snuffer => {
            let player = &turn.player;
            let lantern = player.lantern_reach(turn.content).is_some();
            if lantern || player.sight_radius(turn.content) > rules.snuffer_least {
                turn.dim_light(rules.snuffer_dims);
            }
        }
        _ => {}
    }
}

fn extinguish_brazier(turn: &mut Turn<'_>, id: ActorId, pos: Pos) {
    let by = turn.event_actor(id);
    let perception = turn.scene().tile_perception(pos);
    let mut braziers = turn.level.braziers.iter_mut();
    let Some(brazier) = braziers.find(|brazier| brazier.pos == pos && brazier.lit) else {
        return;
    };
    brazier.lit = false;
    // The tile may be out of sight once it is dark, but the player saw the brazier go out.
    if perception == Perception::Seen {
        brazier.seen_lit = false;
    }
    turn.level.cache.lighting_stale = true;
    turn.emit(PlaceEvent::BrazierOut {
        pos,
        by,
        perception,
    });
}

fn heal_monster(turn: &mut Turn<'_>, id: ActorId, other: ActorId) {
    let rules = &turn.rules().role;
    let healer = &mut turn.level[id];
    healer
        .conditions
        .extend(Condition::Spent, rules.healer_spent);
    let Some(actor) = turn.level.actor_mut(other) else {
        return;
    };
    let limit = (actor.max_health * rules.healer_share + 99) / 100;
    let amount = limit.min(actor.max_health - actor.health);
    actor.health += amount;
    let who = turn.event_actor(other);
    turn.emit(BodyEvent::Healed { who, amount });
}

fn summon_monsters(turn: &mut Turn<'_>, id: ActorId) {
    let rules = turn.rules();
    let summoner = &mut turn.level[id];
    summoner
        .conditions
        .extend(Condition::Spent, rules.role.summoner_spent);
    let (pos, kind) = (summoner.pos, summoner.kind);
    let Some(summoned) = turn.content.summoned_by(kind) else {
        return;
    };
    let mut stream = turn.stream(Tag::ART, id, 0);
    let most = rules.role.summoner + stream.below(rules.role.summoner_more + 1);
    let came = (0..most).filter(|_| spawn_hunter(turn, summoned, pos).is_some());
    let count = came.count() as u8;
    let who = turn.event_actor(id);
    turn.emit(MonsterEvent::Summoned { who, count });
    make_noise(turn, id, pos, rules.noise.call);
}

/// Steals a random stack that is neither equipped nor food, and flees.
fn steal_item(turn: &mut Turn<'_>, id: ActorId) {
    if turn.level[id].loot.is_some() {
        return;
    }
    let mut stream = turn.stream(Tag::ART, id, 1);
    let pack = &turn.player.pack;
    let loose = |(letter, item): (Letter, &Item)| {
        let food = matches!(turn.content.item(item.kind).class, Class::Food(_));
        (!food && !pack.is_equipped(letter)).then_some((letter, item.count))
    };
    let loose: Vec<(Letter, u16)> = pack.items().filter_map(loose).collect();
    if let Some(&(letter, count)) = stream.pick(&loose)
        && let Some(item) = turn.take_from_pack(letter, count)
    {
        let (who, stolen) = (turn.event_actor(id), turn.event_item(item));
        let thief = &mut turn.level[id];
        thief.loot = Some(item);
        thief.mood = Mood::Fleeing;
        thief.route.clear();
        turn.emit(MonsterEvent::Stole { who, item: stolen });
    }
}
