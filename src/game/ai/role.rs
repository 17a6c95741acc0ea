//! The abilities of each role, such as charging, summoning or stealing.

use super::{Game, MonsterAction};
use crate::game::combat::Blow;
use crate::game::content::{Class, MonsterKind};
use crate::game::event::{BlastKind, EventActor, GameEvent};
use crate::game::sight::distance;
use crate::game::spawn;
use crate::game::state::{ActorId, Cause, Condition, Item, Mood};
use crate::game::time::TURN;
use crate::geom::{Dir, Pos};
use crate::map::line;
use crate::rng::Tag;

/// Number of the attack in a burst's stream, higher than any of a sweep's.
const BURST: u64 = 9;

impl Game {
    /// Waits out of reach for the rest of the pack, for a limited time; then each attacks from a
    /// side of its own.
    pub(super) fn hunt_as_pack(&mut self, index: usize) -> MonsterAction {
        let me = self.state.player.pos;
        let pos = self.state.here.actors[index].pos;
        let far = distance(pos, me);
        let rules = &self.content.rules().role;
        let kin = self.kin_hunting_near(index, me, rules.pack_kin);
        let ready = self.kin_hunting_near(index, me, rules.pack_ready);
        let hurt = self.state.here.actors[index].health < self.state.here.actors[index].max_health;
        let turn = self.state.time / TURN % u64::from(rules.pack);
        let rush = turn >= u64::from(rules.pack - rules.pack_rush);
        if far == rules.pack_waits && ready < kin && !hurt && !rush && self.in_mutual_sight(index) {
            return MonsterAction::Wait;
        }
        if self.can_strike(index) {
            return MonsterAction::Strike;
        }
        if self.in_mutual_sight(index)
            && far <= rules.pack_ready
            && let Some(dir) = self.flank(index)
        {
            return MonsterAction::Step(dir);
        }
        self.attack_or_approach(index)
    }

    /// A step towards the free side of the player that is farthest from the rest of the pack.
    fn flank(&self, index: usize) -> Option<Dir> {
        let me = self.state.player.pos;
        let pos = self.state.here.actors[index].pos;
        let role = self.role(index);
        let actors = || {
            let all = self.state.here.actors.iter().enumerate();
            all.filter(move |(other, actor)| {
                *other != index && self.content.monster(actor.kind).role == role
            })
        };
        let apart = |side: Pos| {
            actors()
                .map(|(_, actor)| distance(actor.pos, side))
                .min()
                .unwrap_or(9)
        };
        let free = |side: &Pos| {
            self.state
                .here
                .tiles
                .get(*side)
                .is_some_and(|tile| tile.is_walkable())
                && self.is_free(*side)
        };
        let sides = Dir::ALL.into_iter().map(|dir| me.step(dir)).filter(free);
        let side = sides.max_by_key(|side| (apart(*side), -distance(*side, pos)))?;
        self.step_straight_to(index, side)
    }

    /// Charges along a straight line if it is free.
    pub(super) fn hunt_as_charger(&mut self, index: usize) -> MonsterAction {
        if let Some(to) = self.charge_target(index) {
            return MonsterAction::Charge(to);
        }
        self.attack_or_approach(index)
    }

    /// The tile beside the player where a charge would end, if one is possible.
    fn charge_target(&self, index: usize) -> Option<Pos> {
        if self.is_spent(index)
            || !self.in_mutual_sight(index)
            || self.is_hallowed(self.state.player.pos)
        {
            return None;
        }
        let me = self.state.player.pos;
        let pos = self.state.here.actors[index].pos;
        let (dx, dy) = (me.x - pos.x, me.y - pos.y);
        let far = distance(pos, me);
        let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
        if !straight || !(2..=self.content.rules().role.charger).contains(&far) {
            return None;
        }
        let step = Pos::new(dx.signum(), dy.signum());
        let dir = Dir::ALL.into_iter().find(|dir| dir.delta() == step)?;
        let mut at = pos;
        for _ in 1..far {
            let to = at.step(dir);
            let tile = self.state.here.tiles.get(to).copied().unwrap_or_default();
            let open = tile.is_walkable() && !tile.is_opaque();
            if !open || !self.is_free(to) || self.is_hallowed(to) || !self.can_reach(at, dir) {
                return None;
            }
            at = to;
        }
        self.can_reach(at, dir).then_some(at)
    }

    /// Shoots along a free line, and backs away from the player.
    pub(super) fn hunt_as_archer(&mut self, index: usize) -> MonsterAction {
        let rules = &self.content.rules().role;
        let far = distance(self.state.here.actors[index].pos, self.state.player.pos);
        if !self.in_mutual_sight(index) {
            return self.approach(index);
        }
        if far <= rules.archer_wary
            && !self.stops_retreating(index)
            && let Some(dir) = self.retreat(index)
        {
            return MonsterAction::Step(dir);
        }
        if far > 1 && far <= rules.archer && self.has_line(index) {
            return MonsterAction::Shoot;
        }
        self.attack_or_approach(index)
    }

    /// Whether a monster stops backing away this turn, so that it can be caught.
    fn stops_retreating(&self, index: usize) -> bool {
        let turn = self.state.time / TURN + u64::from(self.state.here.actors[index].id.0);
        turn.is_multiple_of(self.content.rules().role.falter.into())
    }

    /// Whether a shot reaches the player without hitting anybody else.
    fn has_line(&self, index: usize) -> bool {
        let from = self.state.here.actors[index].pos;
        let me = self.state.player.pos;
        let opaque = |pos: Pos| self.scratch.sight.is_opaque(pos);
        let mut between = line::bolt(from, me, opaque)
            .skip(1)
            .take_while(|pos| *pos != me);
        between.all(|pos| !opaque(pos) && !self.scratch.occupied.contains(pos))
    }

    /// Summons while it can, and keeps its distance.
    pub(super) fn hunt_as_summoner(&mut self, index: usize) -> MonsterAction {
        let summoned = self
            .state
            .here
            .actors
            .iter()
            .filter(|actor| actor.summoned)
            .count();
        if self.in_mutual_sight(index)
            && !self.is_spent(index)
            && summoned < self.content.rules().role.summoner_most as usize
        {
            return MonsterAction::Summon;
        }
        self.keep_away(index)
    }

    /// Backs away from a player nearby, fights when cornered, and follows from a distance.
    fn keep_away(&mut self, index: usize) -> MonsterAction {
        let rules = &self.content.rules().role;
        let far = distance(self.state.here.actors[index].pos, self.state.player.pos);
        if self.in_mutual_sight(index) && far <= rules.wary {
            if !self.stops_retreating(index)
                && let Some(dir) = self.retreat(index)
            {
                return MonsterAction::Step(dir);
            }
            return if self.can_strike(index) {
                MonsterAction::Strike
            } else {
                MonsterAction::Wait
            };
        }
        if far <= rules.wary + rules.wary_waits && self.in_mutual_sight(index) {
            return MonsterAction::Wait;
        }
        self.approach(index)
    }

    /// Heals the most severely wounded monster nearby, and keeps its distance.
    pub(super) fn hunt_as_healer(&mut self, index: usize) -> MonsterAction {
        let me = &self.state.here.actors[index];
        let wounded = self.state.here.actors.iter().filter(|other| {
            other.id != me.id
                && other.health < other.max_health
                && !other.disguised
                && distance(other.pos, me.pos) <= self.content.rules().role.healer
        });
        let worst = wounded.min_by_key(|other| (other.health * 100 / other.max_health, other.id));
        if let (Some(other), false) = (worst, self.is_spent(index)) {
            return MonsterAction::Heal(other.id);
        }
        self.keep_away(index)
    }

    /// Heals another monster; returns the duration in ticks.
    pub(super) fn heal_ally(
        &mut self,
        index: usize,
        other: ActorId,
        events: &mut Vec<GameEvent>,
    ) -> u32 {
        let rules = self.content.rules();
        let healer = &mut self.state.here.actors[index];
        healer
            .conditions
            .extend(Condition::Spent, rules.role.healer_spent);
        if let Some(index) = self.state.here.index_of(other) {
            let other = &mut self.state.here.actors[index];
            let whole = (other.max_health * rules.role.healer_share + 99) / 100;
            let amount = whole.min(other.max_health - other.health);
            other.health += amount;
            let who = self.event_actor(index);
            events.push(GameEvent::Healed { who, amount });
        }
        rules.time.action
    }

    /// Stands still while the player sees it, but attacks when adjacent.
    pub(super) fn hunt_as_unseen(&mut self, index: usize) -> MonsterAction {
        if self.can_strike(index) {
            return MonsterAction::Strike;
        }
        if self.in_mutual_sight(index) {
            return MonsterAction::Wait;
        }
        self.approach(index)
    }

    /// Prefers braziers to the player, unless the player is near.
    pub(super) fn hunt_as_snuffer(&mut self, index: usize) -> MonsterAction {
        let far = distance(self.state.here.actors[index].pos, self.state.player.pos);
        if far > self.content.rules().role.snuffer_near
            && let Some(action) = self.seek_brazier(index)
        {
            return action;
        }
        self.attack_or_approach(index)
    }

    /// Goes to the nearest burning brazier and puts it out; `None` if there is none nearby.
    pub(super) fn seek_brazier(&mut self, index: usize) -> Option<MonsterAction> {
        let reach = self.content.rules().role.snuffer;
        let pos = self.state.here.actors[index].pos;
        let lit = self
            .state
            .here
            .braziers
            .iter()
            .filter(|brazier| brazier.lit);
        let near = lit
            .map(|brazier| brazier.pos)
            .filter(|at| distance(*at, pos) <= reach);
        let at = near.min_by_key(|at| distance(*at, pos))?;
        if distance(at, pos) <= 1 {
            return Some(MonsterAction::Extinguish(at));
        }
        let beside = Dir::ALL.into_iter().map(|dir| at.step(dir));
        let free =
            beside.filter(|near| spawn::is_plain(&self.state.here, *near) && self.is_free(*near));
        let goal = free.min_by_key(|near| distance(*near, pos))?;
        self.step_along_path_to(index, goal, 2 * reach as u32)
            .map(MonsterAction::Step)
    }

    /// Attacks near its post, and otherwise returns to it.
    pub(super) fn hunt_as_guard(&mut self, index: usize) -> MonsterAction {
        let home = self.state.here.actors[index].home;
        let pos = self.state.here.actors[index].pos;
        if self.can_strike(index) {
            return MonsterAction::Strike;
        }
        if distance(self.state.player.pos, home) <= self.content.rules().role.guard {
            return self.attack_or_approach(index);
        }
        if pos == home {
            return MonsterAction::Wait;
        }
        self.step_along_path_to(index, home, self.max_path_length())
            .map_or(MonsterAction::Wait, MonsterAction::Step)
    }

    /// Summons monsters beside the summoner; returns the duration in ticks.
    pub(super) fn summon(&mut self, index: usize, events: &mut Vec<GameEvent>) -> u32 {
        let rules = self.content.rules();
        let summoner = &mut self.state.here.actors[index];
        summoner
            .conditions
            .extend(Condition::Spent, rules.role.summoner_spent);
        let (who, pos, kind) = (summoner.id, summoner.pos, summoner.kind);
        let Some(summoned) = self.content.summoned_by(kind) else {
            return rules.time.action;
        };
        let mut stream = self.stream(Tag::ART, who, 0);
        let count = rules.role.summoner + stream.below(rules.role.summoner_more + 1);
        let mut came = 0;
        for _ in 0..count {
            if self.spawn_hunter(summoned, pos).is_some() {
                came += 1;
            }
        }
        if let Some(index) = self.state.here.index_of(who) {
            let who = self.event_actor(index);
            events.push(GameEvent::Summoned { who, count: came });
        }
        self.make_noise(who, pos, rules.noise.call, events);
        rules.time.action
    }

    /// Adds a hunting monster near a tile, which acts a turn from now; returns its index.
    fn spawn_hunter(&mut self, kind: MonsterKind, pos: Pos) -> Option<usize> {
        let place = self.free_tile_near(pos, 2)?;
        // The level has no ids left.
        if self.state.here.actors_created >= ActorId::MAX_PER_DEPTH {
            return None;
        }
        let mut actor = spawn::make_actor(
            self.content,
            self.state.plus,
            &mut self.state.here,
            kind,
            place,
        );
        actor.mood = Mood::Hunting;
        actor.summoned = true;
        actor.patience = self.content.rules().hunt.memory;
        actor.goal = Some(self.state.player.pos);
        actor.next = self.state.time + TURN;
        self.scratch.occupied.insert(place);
        let actors = &mut self.state.here.actors;
        let index = actors.partition_point(|other| other.id < actor.id);
        actors.insert(index, actor);
        Some(index)
    }

    /// Divides a wounded splitter with enough health left; each part has half of it.
    pub(in crate::game) fn split(&mut self, index: usize, events: &mut Vec<GameEvent>) {
        let actor = &self.state.here.actors[index];
        let (who, kind, pos, health, summoned) = (
            actor.id,
            actor.kind,
            actor.pos,
            actor.health,
            actor.summoned,
        );
        if health < self.content.rules().role.splitter {
            return;
        }
        let Some(part) = self.spawn_hunter(kind, pos) else {
            return;
        };
        let half = health / 2;
        self.state.here.actors[part].health = half;
        // Only the original monster gives experience.
        self.state.here.actors[part].summoned = true;
        if let Some(index) = self.state.here.index_of(who) {
            let actor = &mut self.state.here.actors[index];
            actor.health = health - half;
            actor.summoned = summoned;
            let who = self.event_actor(index);
            let into = self.state.here.actors[part].id;
            events.push(GameEvent::Split { who, into });
        }
    }

    /// Bursts an exploder that has died: an attack on everybody beside it, which never misses.
    pub(in crate::game) fn burst(
        &mut self,
        who: EventActor,
        kind: MonsterKind,
        center: Pos,
        attack: i32,
        by_player: bool,
        events: &mut Vec<GameEvent>,
    ) {
        events.push(GameEvent::Burst { who });
        events.push(GameEvent::Blast {
            kind: BlastKind::Fire,
            center,
            radius: 1,
        });
        let rules = self.content.rules();
        let damage = |game: &mut Self, at: ActorId, defence: i32| {
            let mut stream = game.stream_between(Tag::BLOW, (who.id, at), BURST);
            // Nobody dodges: a miss counts as a weak hit.
            match Blow::strike(rules, attack, defence, false, 100, &mut stream) {
                Blow::Hit(damage) => damage,
                Blow::Missed => crate::game::damage_range(rules, attack, defence, false).0,
            }
        };
        for dir in Dir::ALL {
            let near = center.step(dir);
            let Some(at) = self.actor_at(near) else {
                continue;
            };
            let Some(index) = self.state.here.index_of(at) else {
                continue;
            };
            let defence = self
                .content
                .monster(self.state.here.actors[index].kind)
                .defence;
            let damage = damage(self, at, defence);
            self.reveal(index, events);
            events.push(GameEvent::Hurt {
                who: self.event_actor(index),
                damage,
                cause: Cause::Burst(kind),
            });
            self.alert_wounded(index, damage, events);
            self.damage_monster(at, damage, by_player, events);
        }
        let me = self.state.player.pos;
        if distance(me, center) <= 1 {
            let damage = damage(self, ActorId::PLAYER, self.player_defence());
            let cause = Cause::Burst(kind);
            events.push(GameEvent::Hurt {
                who: EventActor::PLAYER,
                damage,
                cause,
            });
            self.damage_player(damage, cause, events);
        }
        self.make_noise(who.id, center, rules.noise.burst, events);
    }

    /// Takes a random stack that is neither equipped nor food, and flees.
    pub(super) fn steal(&mut self, index: usize, events: &mut Vec<GameEvent>) {
        let who = self.event_actor(index);
        if self.state.here.actors[index].loot.is_some() {
            return;
        }
        let mut stream = self.stream(Tag::ART, who.id, 1);
        let pack = &self.state.player.pack;
        let loose = || {
            pack.items().filter(|(letter, item)| {
                let class = self.content.item(item.kind).class;
                !pack.is_equipped(*letter) && !matches!(class, Class::Food(_))
            })
        };
        let count = loose().count() as u32;
        if count == 0 {
            return;
        }
        let chosen = stream.below(count);
        let Some((letter, item)) = loose().nth(chosen as usize) else {
            return;
        };
        let whole = item.count;
        let taken: Option<Item> = self.take_from_pack(letter, whole);
        if let Some(item) = taken {
            let stolen = self.event_item(item.kind, item.count, item.plus);
            let thief = &mut self.state.here.actors[index];
            thief.loot = Some(item);
            thief.mood = Mood::Fleeing;
            thief.route.clear();
            events.push(GameEvent::Stole { who, item: stolen });
        }
    }
}
