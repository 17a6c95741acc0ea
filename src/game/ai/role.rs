//! Chooses the actions of hunting monsters, by role.

use super::step::{
    can_strike, is_beside_player, kin_near_player, retreat, step_along_path, step_straight,
    step_to_player,
};
use crate::game::actor::{Actor, ActorId};
use crate::game::content::Role;
use crate::game::scene::Scene;
use crate::game::steps::distance;
use crate::game::turn::{TURN, Turn};
use crate::geom::{Dir, Pos};
use crate::map::line;

/// The action of a monster in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MonsterAction {
    Wait,
    Step(Dir),
    Strike,
    Shoot,
    Charge(Pos),
    Summon,
    Heal(ActorId),
    Burst,
    Extinguish(Pos),
}

impl From<Option<Dir>> for MonsterAction {
    /// A step, or [`MonsterAction::Wait`] without a direction.
    fn from(dir: Option<Dir>) -> Self {
        dir.map_or(Self::Wait, Self::Step)
    }
}

/// Chooses the action of a hunting monster.
pub fn hunt(turn: &mut Turn<'_>, id: ActorId) -> MonsterAction {
    let scene = turn.scene();
    let actor = &turn.level[id];
    let far = distance(actor.pos, turn.player.pos);
    let rules = &turn.rules().role;
    let role = actor.role(turn.content);
    match role {
        Role::Exploder if is_beside_player(scene, actor) => return MonsterAction::Burst,
        Role::Charger => {
            if let Some(to) = charge_target(scene, actor) {
                return MonsterAction::Charge(to);
            }
        }
        Role::Unseen if !can_strike(scene, actor) && scene.in_mutual_sight(actor) => {
            return MonsterAction::Wait;
        }
        Role::Snuffer if far > rules.snuffer_near => {
            if let Some(action) = seek_brazier(turn, id) {
                return action;
            }
        }
        Role::Guard
            if !can_strike(scene, actor) && distance(turn.player.pos, actor.home) > rules.guard =>
        {
            return return_home(turn, id);
        }
        Role::Pack => return hunt_in_pack(turn, id),
        Role::Archer => return hunt_as_archer(turn, id),
        Role::Summoner | Role::Healer => {
            return choose_spell(scene, actor).unwrap_or_else(|| keep_away(turn, id));
        }
        _ => {}
    }
    attack_or_approach(turn, id)
}

/// Attacks if possible, otherwise approaches the player.
fn attack_or_approach(turn: &mut Turn<'_>, id: ActorId) -> MonsterAction {
    if can_strike(turn.scene(), &turn.level[id]) {
        return MonsterAction::Strike;
    }
    approach(turn, id)
}

/// Steps towards a player in sight, or towards the goal.
fn approach(turn: &mut Turn<'_>, id: ActorId) -> MonsterAction {
    let actor = &turn.level[id];
    if turn.scene().is_seen_by(actor) {
        return step_to_player(turn, id).into();
    }
    match actor.goal {
        Some(goal) => walk_to(turn, id, goal),
        None => MonsterAction::Wait,
    }
}

/// Steps towards a tile, unless the path is too long.
fn walk_to(turn: &mut Turn<'_>, id: ActorId, goal: Pos) -> MonsterAction {
    let longest = turn.rules().hunt.longest;
    step_along_path(turn, id, goal, longest).into()
}

/// Returns to its post and waits there.
pub fn return_home(turn: &mut Turn<'_>, id: ActorId) -> MonsterAction {
    let Actor { pos, home, .. } = turn.level[id];
    if pos == home {
        return MonsterAction::Wait;
    }
    walk_to(turn, id, home)
}

/// Waits out of reach for the rest of the pack, for a limited time; then each one attacks from a
/// different side.
fn hunt_in_pack(turn: &mut Turn<'_>, id: ActorId) -> MonsterAction {
    let (scene, actor) = (turn.scene(), &turn.level[id]);
    let far = distance(actor.pos, turn.player.pos);
    let rules = &turn.rules().role;
    let ready = kin_near_player(scene, actor, rules.pack_ready);
    let is_gathering = ready < kin_near_player(scene, actor, rules.pack_kin);
    let is_hurt = actor.health < actor.max_health;
    let phase = turn.time / TURN % u64::from(rules.pack);
    let is_rushing = phase >= u64::from(rules.pack - rules.pack_rush);
    let sees = scene.is_seen_by(actor);
    if far == rules.pack_waits && is_gathering && !is_hurt && !is_rushing && sees {
        return MonsterAction::Wait;
    }
    if can_strike(scene, actor) {
        return MonsterAction::Strike;
    }
    if sees
        && far <= rules.pack_ready
        && let Some(dir) = flanking_step(scene, actor)
    {
        return MonsterAction::Step(dir);
    }
    approach(turn, id)
}

/// A step towards the free tile beside the player that is farthest from the rest of the pack.
fn flanking_step(scene: Scene<'_>, actor: &Actor) -> Option<Dir> {
    let role = actor.role(scene.content);
    let distance_to_pack = |side: Pos| {
        let others = scene.level.actors().iter();
        let pack = others.filter(|other| other.id != actor.id && other.role(scene.content) == role);
        pack.map(|other| distance(other.pos, side))
            .min()
            .unwrap_or(9)
    };
    let free = |side: &Pos| scene.level.tiles.is_walkable(*side) && scene.is_free(*side);
    let sides = Dir::ALL
        .map(|dir| scene.player.pos.step(dir))
        .into_iter()
        .filter(free);
    let side = sides.max_by_key(|side| (distance_to_pack(*side), -distance(*side, actor.pos)))?;
    step_straight(scene, actor, side)
}

/// The tile beside the player where a charge along a free straight line would end.
fn charge_target(scene: Scene<'_>, actor: &Actor) -> Option<Pos> {
    let (level, player_pos, pos) = (scene.level, scene.player.pos, actor.pos);
    let hallowed = |pos: Pos| level.is_hallowed(pos, scene.content);
    if actor.is_spent() || !scene.is_seen_by(actor) || hallowed(player_pos) {
        return None;
    }
    let (dx, dy) = (player_pos.x - pos.x, player_pos.y - pos.y);
    let far = distance(pos, player_pos);
    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    if !straight || !(2..=scene.rules().role.charger).contains(&far) {
        return None;
    }
    let dir = Pos::default().dir_to(Pos::new(dx.signum(), dy.signum()))?;
    let mut at = pos;
    for _ in 1..far {
        let to = at.step(dir);
        let tile = level.tile(to);
        let open = tile.is_walkable() && !tile.is_opaque();
        if !open || !scene.is_free(to) || hallowed(to) || !level.tiles.can_reach(at, dir) {
            return None;
        }
        at = to;
    }
    level.tiles.can_reach(at, dir).then_some(at)
}

/// Backs away from a nearby player, and shoots along a free line.
fn hunt_as_archer(turn: &mut Turn<'_>, id: ActorId) -> MonsterAction {
    let (scene, actor) = (turn.scene(), &turn.level[id]);
    let rules = &turn.rules().role;
    let far = distance(actor.pos, turn.player.pos);
    if !scene.is_seen_by(actor) {
        return approach(turn, id);
    }
    if far <= rules.archer_wary
        && !stops_retreating(turn, id)
        && let Some(dir) = retreat(turn, id)
    {
        return MonsterAction::Step(dir);
    }
    if far > 1 && far <= rules.archer && has_line_of_fire(turn.scene(), turn.level[id].pos) {
        return MonsterAction::Shoot;
    }
    attack_or_approach(turn, id)
}

/// Whether a monster does not back away this turn, so that the player can catch it.
fn stops_retreating(turn: &Turn<'_>, id: ActorId) -> bool {
    let number = turn.time / TURN + u64::from(id.0);
    number.is_multiple_of(turn.rules().role.falter.into())
}

/// Whether a shot reaches the player without hitting anything else.
fn has_line_of_fire(scene: Scene<'_>, from: Pos) -> bool {
    let (cache, player_pos) = (&scene.level.cache, scene.player.pos);
    let opaque = |pos: Pos| cache.sight.is_opaque(pos);
    let mut between = line::bolt(from, player_pos, opaque)
        .skip(1)
        .take_while(|pos| *pos != player_pos);
    between.all(|pos| !scene.level.tile(pos).stops_flight() && !cache.occupied.contains(pos))
}

/// Chooses the spell of a summoner or healer that has recovered: summons, or heals the most
/// severely wounded monster nearby.
fn choose_spell(scene: Scene<'_>, actor: &Actor) -> Option<MonsterAction> {
    let rules = &scene.rules().role;
    let actors = || scene.level.actors().iter();
    if actor.is_spent() {
        return None;
    }
    if actor.role(scene.content) == Role::Summoner {
        let summoned = actors().filter(|other| other.summoned).count();
        let more = summoned < rules.summoner_most as usize;
        return (more && scene.is_seen_by(actor)).then_some(MonsterAction::Summon);
    }
    let wounded = actors().filter(|other| {
        other.id != actor.id
            && other.health < other.max_health
            && !other.disguised
            && distance(other.pos, actor.pos) <= rules.healer
    });
    let worst = wounded.min_by_key(|other| (other.health * 100 / other.max_health, other.id))?;
    Some(MonsterAction::Heal(worst.id))
}

/// Backs away from a nearby player, fights when cornered, and follows at a distance.
fn keep_away(turn: &mut Turn<'_>, id: ActorId) -> MonsterAction {
    let rules = &turn.rules().role;
    let far = distance(turn.level[id].pos, turn.player.pos);
    if far > rules.wary + rules.wary_waits || !turn.scene().is_seen_by(&turn.level[id]) {
        return approach(turn, id);
    }
    if far > rules.wary {
        return MonsterAction::Wait;
    }
    if !stops_retreating(turn, id)
        && let Some(dir) = retreat(turn, id)
    {
        return MonsterAction::Step(dir);
    }
    if can_strike(turn.scene(), &turn.level[id]) {
        return MonsterAction::Strike;
    }
    MonsterAction::Wait
}

/// Goes to the nearest lit brazier and puts it out; `None` if there is none within reach.
pub fn seek_brazier(turn: &mut Turn<'_>, id: ActorId) -> Option<MonsterAction> {
    let scene = turn.scene();
    let reach = turn.rules().role.snuffer;
    let pos = turn.level[id].pos;
    let near = turn.level.lights().filter(|at| distance(*at, pos) <= reach);
    let at = near.min_by_key(|at| distance(*at, pos))?;
    if distance(at, pos) <= 1 {
        return Some(MonsterAction::Extinguish(at));
    }
    let beside = Dir::ALL.map(|dir| at.step(dir)).into_iter();
    let free = beside.filter(|near| scene.is_free_and_plain(*near));
    let goal = free.min_by_key(|near| distance(*near, pos))?;
    step_along_path(turn, id, goal, 2 * reach as u32).map(MonsterAction::Step)
}
