//! Effects of potions, scrolls and blasts.

use super::aim::{blast_radius, flame_damage, missile_damage};
use super::burn::{scorch, topple};
use super::combat::{glances_off, hit, kill_monster};
use super::field::{COALS, ignite};
use super::hazard;
use super::mood::{make_noise, reveal};
use super::turn::Turn;
use crate::game::content::{Class, Fixed, ItemKind, Potion, Scroll, numbers};
use crate::game::world::actor::{ActorId, Mood};
use crate::game::world::condition::Condition;
use crate::game::world::detail::{
    BlastKind, Cause, EventActor, Interruption, Perception, Projectile,
};
use crate::game::world::event::{BodyEvent, FightEvent, ItemEvent, MonsterEvent, PlaceEvent};
use crate::game::world::formulas::MAX_POTION_GAIN;
use crate::game::world::item::Item;
use crate::game::world::level::HallowedGround;
use crate::game::world::scene::MOST_IMPROVED;
use crate::geom::{Pos, Rect};
use crate::map::Tile;
use crate::rng::Tag;

numbers! {
    "effects":
    /// Turns of darkness where a potion of it shatters.
    pub(in crate::game) const DARKNESS_CLOUD: u16 = 30;

    /// Tiles at which a potion that shatters is heard.
    const SHATTER: i32 = 10;

    /// Tiles at which an explosion of flame is heard.
    const BLAST: i32 = 15;

    /// Tiles of the shortest blink without an aim.
    pub(in crate::game) const SHORTEST_BLINK: i32 = 3;

    /// Tiles of the longest blink without an aim.
    pub(in crate::game) const LONGEST_BLINK: i32 = 8;

    /// Tiles that teleportation draws; it goes to the farthest that is free.
    const TELEPORT: u32 = 200;
}

/// Ends a condition of the player, if it is active.
fn remove_condition(turn: &mut Turn<'_>, condition: Condition) {
    if turn.player.has(condition) {
        turn.end_condition(ActorId::PLAYER, condition);
    }
}

/// Applies a potion that the player drinks.
pub(in crate::game) fn apply_potion(turn: &mut Turn<'_>, potion: Potion) {
    let numbers = &turn.rules().potion;
    match potion {
        Potion::Healing => {
            let missing = turn.player.max_health(turn.content) - turn.player.health;
            let amount = turn.player.potion_healing(turn.content).min(missing);
            turn.player.health += amount;
            turn.emit(BodyEvent::Healed {
                who: EventActor::PLAYER,
                amount,
            });
            for condition in Condition::ALL
                .into_iter()
                .filter(|one| one.words().is_healed)
            {
                remove_condition(turn, condition);
            }
        }
        Potion::Haste => turn.begin_condition(Condition::Hasted, numbers.haste),
        Potion::Strength => {
            let strength = &mut turn.player.strength;
            *strength = (*strength + numbers.strength).min(MAX_POTION_GAIN);
            turn.emit(BodyEvent::Strengthened);
        }
        Potion::Vigour => {
            let gain = numbers.vigour.min(MAX_POTION_GAIN - turn.player.vigour);
            turn.player.vigour += gain;
            turn.player.health += gain;
            turn.emit(BodyEvent::Invigorated);
        }
        Potion::Light => {
            remove_condition(turn, Condition::Darkened);
            turn.begin_condition(Condition::Bright, numbers.light);
        }
        Potion::Telepathy => turn.begin_condition(Condition::Telepathic, numbers.telepathy),
        Potion::Darkness => {
            remove_condition(turn, Condition::Bright);
            turn.begin_condition(Condition::Darkened, numbers.darkness);
        }
        Potion::Confusion => turn.begin_condition(Condition::Confused, numbers.confusion),
        // It opens as a fire pot does, which reaches less far than one that shatters.
        Potion::Fire => explode(turn, turn.player.pos, Class::FirePot),
    }
}

/// Applies a potion that shatters on a tile.
pub(in crate::game) fn shatter_potion(
    turn: &mut Turn<'_>,
    potion: Potion,
    kind: ItemKind,
    at: Pos,
) {
    let numbers = &turn.rules().potion;
    let (cloud, condition) = match potion {
        Potion::Fire => {
            turn.identify(kind);
            return explode(turn, at, Class::Potion(potion));
        }
        Potion::Confusion => (
            BlastKind::Confusion,
            Some((Condition::Confused, numbers.confusion)),
        ),
        Potion::Darkness => (
            BlastKind::Darkness,
            Some((Condition::Darkened, DARKNESS_CLOUD)),
        ),
        _ => (BlastKind::Vapour, None),
    };
    begin_blast(turn, cloud, at, Class::Potion(potion));
    // Identifies the potion after reporting that it shatters.
    if potion.row().cloud.is_some() {
        turn.identify(kind);
    }
    let mut is_seen_to_work = affect_monsters_in_cloud(turn, potion, condition);
    if let Some((condition, turns)) = condition
        && turn.scratch.blast.contains(turn.player.pos)
    {
        turn.begin_condition(condition, turns);
        is_seen_to_work = true;
    }
    if !is_seen_to_work && turn.scene().is_in_sight(at) {
        turn.emit(FightEvent::NobodyAffected);
    }
    make_noise(turn, ActorId::PLAYER, at, SHATTER);
}

/// Gives the monsters in the blast a condition, or heals them; returns whether the player sees it
/// work on any of them.
fn affect_monsters_in_cloud(
    turn: &mut Turn<'_>,
    potion: Potion,
    condition: Option<(Condition, u16)>,
) -> bool {
    let healing = turn.rules().potion.healing;
    let mut is_seen_to_work = false;
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        let who = turn.event_actor(id);
        if !turn.scratch.blast.contains(turn.level[id].pos) {
            continue;
        }
        let is_seen = who.perception == Perception::Seen;
        if glances_off(turn, id) {
            is_seen_to_work |= is_seen;
            continue;
        }
        let actor = &mut turn.level[id];
        if let Some((condition, turns)) = condition {
            actor.conditions.extend(condition, turns);
            is_seen_to_work |= is_seen;
            // One that cannot see or think does not do what it has announced, and one that cannot see loses track of
            // the player.
            if condition.words().takes_its_mind {
                actor.cancel_announcement();
            }
            let loses_track = condition == Condition::Darkened && actor.mood == Mood::Hunting;
            if loses_track {
                actor.mood = Mood::Searching;
                actor.patience = turns;
            }
            turn.emit(BodyEvent::ConditionBegan { who, condition });
            if loses_track {
                turn.emit(MonsterEvent::LostTrack { who: id });
            }
        } else if potion == Potion::Healing {
            let amount = (actor.max_health - actor.health).min(healing);
            actor.health += amount;
            is_seen_to_work |= is_seen && amount > 0;
            turn.emit(BodyEvent::Healed { who, amount });
        }
    }
    is_seen_to_work
}

/// Reports the blast of something of a class, and computes the tiles that it fills: those visible
/// from its centre.
fn begin_blast(turn: &mut Turn<'_>, kind: BlastKind, center: Pos, class: Class) {
    let radius = blast_radius(class).unwrap_or_default();
    turn.emit(FightEvent::Blast {
        kind,
        center,
        radius,
    });
    let sight = &mut turn.level.cache.sight;
    sight.look(center, radius, &mut turn.scratch.blast);
}

/// Fills the blast of something of a class with flame that hurts and ignites everyone in it, and
/// whatever burns.
pub(in crate::game) fn explode(turn: &mut Turn<'_>, center: Pos, class: Class) {
    begin_blast(turn, BlastKind::Fire, center, class);
    let (least, most) = flame_damage(turn.scene());
    let blast: Vec<Pos> = turn.scratch.blast.iter().collect();
    // What comes out of a pot or flask burns on bare ground, too.
    let burns_on = match class {
        Class::FirePot | Class::Potion(_) => COALS,
        _ => 0,
    };
    for &pos in &blast {
        ignite(turn, pos, burns_on);
        hazard::crack(turn, pos);
    }
    let monsters = blast.iter().filter_map(|pos| turn.level.actor_at(*pos));
    let player = blast.contains(&turn.player.pos).then_some(ActorId::PLAYER);
    let struck: Vec<ActorId> = monsters.map(|actor| actor.id).chain(player).collect();
    for id in struck {
        // The burst of another may have killed it.
        if turn.scene().pos_of(id).is_some() && !glances_off(turn, id) {
            let damage = turn.stream(Tag::EFFECT, id, 1).range(least, most);
            scorch(turn, id, damage, Cause::Own);
        }
    }
    make_noise(turn, ActorId::PLAYER, center, BLAST);
}

pub(in crate::game) fn apply_scroll(turn: &mut Turn<'_>, scroll: Scroll, at: Option<Pos>) {
    let is_of_use = turn.scene().has_effect(scroll);
    let had_effect = match scroll {
        Scroll::Blink => blink(turn, at),
        Scroll::Teleport => teleport_away(turn),
        Scroll::Mapping => map_level(turn),
        Scroll::MagicMissile => at.is_some_and(|at| shoot_missile(turn, at)),
        Scroll::Fireball => at.is_some_and(|at| {
            let to = launch_projectile(turn, Projectile::Bolt, at);
            explode(turn, to, Class::Scroll(scroll));
            true
        }),
        Scroll::Sleep => {
            put_monsters_to_sleep(turn);
            is_of_use
        }
        Scroll::Negation => {
            apply_negation(turn);
            is_of_use
        }
        Scroll::Sanctity => {
            let center = turn.player.pos;
            let left = turn.rules().scroll.sanctity_turns;
            turn.level.hallowed.push(HallowedGround { center, left });
            turn.level.cache.lighting_stale = true;
            turn.emit(PlaceEvent::Hallowed { center });
            true
        }
        Scroll::Sharpen => return improve_equipment(turn, true),
        Scroll::Protect => return improve_equipment(turn, false),
    };
    if !had_effect {
        turn.emit(ItemEvent::Fizzled { scroll });
    }
}

/// Teleports the player to a chosen or random tile in sight; beside somebody who turns out to be on the chosen one. Like
/// the functions for the other scrolls, returns whether it had an effect.
fn blink(turn: &mut Turn<'_>, at: Option<Pos>) -> bool {
    let hidden = at
        .and_then(|at| turn.level.actor_at(at))
        .map(|actor| actor.id);
    if let Some(id) = hidden {
        reveal(turn, id);
    }
    let mut stream = turn.stream(Tag::EFFECT, ActorId::PLAYER, 2);
    let (scene, from) = (turn.scene(), turn.player.pos);
    let fits = |pos: &Pos| scene.is_in_sight(*pos) && scene.is_free_and_plain(*pos);
    let beside = |at: Pos| at.ring(1).find(fits);
    let chosen = at.and_then(|at| Some(at).filter(fits).or_else(|| beside(at)));
    let to = chosen.or_else(|| {
        let reach = SHORTEST_BLINK..=LONGEST_BLINK;
        let near = || {
            let seen = scene.level.cache.seen.iter();
            seen.filter(|pos| reach.contains(&pos.steps_to(from)) && fits(pos))
        };
        let index = stream.below(near().count() as u32);
        near().nth(index as usize)
    });
    to.is_some_and(|to| teleport_player(turn, to))
}

fn teleport_player(turn: &mut Turn<'_>, to: Pos) -> bool {
    let (who, from) = (EventActor::PLAYER, turn.player.pos);
    turn.move_player(to);
    turn.emit(BodyEvent::Teleported { who, from, to });
    turn.interrupt(Interruption::Other);
    true
}

/// Teleports the player to the farthest of several random free tiles.
fn teleport_away(turn: &mut Turn<'_>) -> bool {
    let from = turn.player.pos;
    let size = turn.level.tiles.size();
    let mut stream = turn.stream(Tag::EFFECT, ActorId::PLAYER, 3);
    let mut best: Option<Pos> = None;
    for _ in 0..TELEPORT {
        let x = stream.below(size.width) as i32;
        let y = stream.below(size.height) as i32;
        let pos = Pos::new(x, y);
        let farther = best.is_none_or(|best| pos.steps_to(from) > best.steps_to(from));
        // Nobody is taken into a closet or behind a secret door.
        let level = &*turn.level;
        let is_closed = |pos: Pos| [level.up, from].iter().all(|at| level.is_cut_off(*at, pos));
        if farther && turn.scene().is_free_and_plain(pos) && !is_closed(pos) {
            best = Some(pos);
        }
    }
    best.is_some_and(|to| teleport_player(turn, to))
}

/// Reveals every walkable tile and its neighbours, and finds the hazards in walls.
fn map_level(turn: &mut Turn<'_>) -> bool {
    hazard::map(turn);
    let level = &mut *turn.level;
    for (pos, &tile) in level.tiles.iter() {
        let mut around = Rect::between(pos, pos).grown(1).positions();
        if around.any(|near| level.tiles.is_walkable(near)) {
            let before = std::mem::replace(&mut level.known.tiles[pos], tile);
            if before == Tile::Void {
                level.known.mapped.insert(pos);
            }
        }
    }
    turn.emit(PlaceEvent::Mapped);
    true
}

/// Reports that something flies from the player at a tile; returns the tile where it lands.
pub(in crate::game) fn launch_projectile(turn: &mut Turn<'_>, what: Projectile, at: Pos) -> Pos {
    let from = turn.player.pos;
    let to = turn.level.projectile_lands(from, at);
    turn.emit(FightEvent::Flew { what, from, to });
    hazard::strike(turn, to);
    if turn.level.actor_at(to).is_none()
        && let Some(by) = turn.level.projectile_stopped_by(from, at, (to, false))
    {
        let known = turn.level.known.tiles[by];
        turn.emit(FightEvent::Blocked { by: known });
        if let Some(dir) = to.dir_to(by) {
            topple(turn, by, dir, EventActor::PLAYER);
        }
    }
    to
}

/// Shoots a bolt that never misses.
fn shoot_missile(turn: &mut Turn<'_>, at: Pos) -> bool {
    let to = launch_projectile(turn, Projectile::Bolt, at);
    let Some(actor) = turn.level.actor_at(to) else {
        return true;
    };
    let id = actor.id;
    if glances_off(turn, id) {
        return true;
    }
    let (least, most) = missile_damage(turn.scene());
    let damage = turn.stream(Tag::EFFECT, id, 2).range(least, most);
    let surprise = turn.scene().surprise(ActorId::PLAYER, id, false);
    reveal(turn, id);
    let who = (ActorId::PLAYER, id);
    hit(turn, who, damage, surprise, Some(Projectile::Bolt));
    true
}

/// Puts all monsters in sight to sleep, except named ones.
fn put_monsters_to_sleep(turn: &mut Turn<'_>) {
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        let actor = &turn.level[id];
        if actor.def(turn.content).named || !turn.scene().sees(actor) {
            continue;
        }
        if actor.mood != Mood::Asleep {
            let who = turn.event_actor(id);
            turn.emit(BodyEvent::FellAsleep { who });
        }
        turn.level[id].set_mood(Mood::Asleep, None);
    }
}

/// Ends all conditions in sight, destroys summoned and magical monsters, and exhausts those that
/// call or heal.
fn apply_negation(turn: &mut Turn<'_>) {
    for condition in Condition::ALL {
        remove_condition(turn, condition);
    }
    let mut last = ActorId::PLAYER;
    while let Some(id) = turn.level.next_actor(last) {
        last = id;
        if !turn.scene().sees(&turn.level[id]) || glances_off(turn, id) {
            continue;
        }
        let who = turn.event_actor(id);
        let spent = turn.rules().scroll.negation;
        let actor = &mut turn.level[id];
        let def = actor.def(turn.content);
        let is_destroyed = def.magical || actor.summoned;
        actor.conditions = Default::default();
        if def.is_caster() {
            actor.conditions.extend(Condition::Spent, spent);
        }
        if is_destroyed {
            turn.emit(MonsterEvent::Unmade { who });
            kill_monster(turn, id, true);
        }
    }
}

/// Improves the wielded weapon, or the armour worn; reports if there is nothing to improve.
fn improve_equipment(turn: &mut Turn<'_>, weapon: bool) {
    let scroll = &turn.rules().scroll;
    let pack = &mut turn.player.pack;
    let slot = if weapon { pack.weapon } else { pack.armour };
    let Some(letter) = slot else {
        turn.emit(ItemEvent::NothingToImprove { weapon });
        return;
    };
    let improved = pack.slots.get_mut(letter.index()).and_then(Option::as_mut);
    let Some(item) = improved.filter(|item| item.plus < MOST_IMPROVED) else {
        let scroll = if weapon {
            Scroll::Sharpen
        } else {
            Scroll::Protect
        };
        turn.emit(ItemEvent::Fizzled { scroll });
        return;
    };
    item.plus += scroll.improve;
    let item = Item { count: 1, ..*item };
    let item = turn.event_item(item);
    turn.emit(ItemEvent::Improved { letter, item });
}
