//! The art of each role: what sets a pack apart from a swarm, and an archer from a thief.

use super::{Deed, Game};
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

/// The number of the blow that a burst is: no sweep has so many.
const BURST: u64 = 9;

impl Game {
    /// A pack waits, out of reach, for its kin, though not for ever; then each takes a side of its own.
    pub(super) fn hunt_in_pack(&mut self, index: usize) -> Deed {
        let me = self.state.player.pos;
        let pos = self.state.here.actors[index].pos;
        let far = distance(pos, me);
        let rules = &self.content.rules().role;
        let kin = self.kin_near(index, me, rules.pack_kin);
        let ready = self.kin_near(index, me, rules.pack_ready);
        let hurt = self.state.here.actors[index].health < self.state.here.actors[index].max_health;
        let turn = self.state.time / TURN % u64::from(rules.pack);
        let rush = turn >= u64::from(rules.pack - rules.pack_rush);
        if far == rules.pack_waits && ready < kin && !hurt && !rush && self.sees(index) {
            return Deed::Wait;
        }
        if self.can_strike(index) {
            return Deed::Strike;
        }
        if self.sees(index)
            && far <= rules.pack_ready
            && let Some(dir) = self.flank(index)
        {
            return Deed::Step(dir);
        }
        self.close_in(index)
    }

    /// A step to that free side of the player which is farthest from the rest of the pack.
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
        self.straight_to(index, side)
    }

    /// A charger runs along a straight line that is free.
    pub(super) fn hunt_charging(&mut self, index: usize) -> Deed {
        if let Some(to) = self.charge_ends(index) {
            return Deed::Charge(to);
        }
        self.close_in(index)
    }

    fn charge_ends(&self, index: usize) -> Option<Pos> {
        if self.is_spent(index) || !self.sees(index) || self.is_holy(self.state.player.pos) {
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
            if !open || !self.is_free(to) || self.is_holy(to) || !self.can_reach(at, dir) {
                return None;
            }
            at = to;
        }
        self.can_reach(at, dir).then_some(at)
    }

    /// An archer shoots along a free line, and backs away from who is beside it.
    pub(super) fn hunt_from_afar(&mut self, index: usize) -> Deed {
        let rules = &self.content.rules().role;
        let far = distance(self.state.here.actors[index].pos, self.state.player.pos);
        if !self.sees(index) {
            return self.come_nearer(index);
        }
        if far <= rules.archer_wary
            && !self.falters(index)
            && let Some(dir) = self.retreat(index)
        {
            return Deed::Step(dir);
        }
        if far > 1 && far <= rules.archer && self.has_line(index) {
            return Deed::Shoot;
        }
        self.close_in(index)
    }

    /// Whether one that backs away stops this turn, so that it can be caught.
    fn falters(&self, index: usize) -> bool {
        let turn = self.state.time / TURN + u64::from(self.state.here.actors[index].id.0);
        turn.is_multiple_of(self.content.rules().role.falter.into())
    }

    /// Whether a shot reaches the player past everybody else.
    fn has_line(&self, index: usize) -> bool {
        let from = self.state.here.actors[index].pos;
        let me = self.state.player.pos;
        let opaque = |pos: Pos| self.scratch.sight.is_opaque(pos);
        let mut between = line::bolt(from, me, opaque)
            .skip(1)
            .take_while(|pos| *pos != me);
        between.all(|pos| !opaque(pos) && !self.scratch.occupied.contains(pos))
    }

    /// A caller calls while it has breath, and keeps away.
    pub(super) fn hunt_calling(&mut self, index: usize) -> Deed {
        let called = self
            .state
            .here
            .actors
            .iter()
            .filter(|actor| actor.called)
            .count();
        if self.sees(index)
            && !self.is_spent(index)
            && called < self.content.rules().role.summoner_most as usize
        {
            return Deed::Call;
        }
        self.keep_away(index)
    }

    /// Retreats from who comes near; in a corner it fights; from afar it follows.
    fn keep_away(&mut self, index: usize) -> Deed {
        let rules = &self.content.rules().role;
        let far = distance(self.state.here.actors[index].pos, self.state.player.pos);
        if self.sees(index) && far <= rules.wary {
            if !self.falters(index)
                && let Some(dir) = self.retreat(index)
            {
                return Deed::Step(dir);
            }
            return if self.can_strike(index) {
                Deed::Strike
            } else {
                Deed::Wait
            };
        }
        if far <= rules.wary + rules.wary_waits && self.sees(index) {
            return Deed::Wait;
        }
        self.come_nearer(index)
    }

    /// A healer heals the worst wounded near it, and keeps away.
    pub(super) fn hunt_healing(&mut self, index: usize) -> Deed {
        let me = &self.state.here.actors[index];
        let wounded = self.state.here.actors.iter().filter(|other| {
            other.id != me.id
                && other.health < other.max_health
                && !other.disguised
                && distance(other.pos, me.pos) <= self.content.rules().role.healer
        });
        let worst = wounded.min_by_key(|other| (other.health * 100 / other.max_health, other.id));
        if let (Some(other), false) = (worst, self.is_spent(index)) {
            return Deed::Heal(other.id);
        }
        self.keep_away(index)
    }

    pub(super) fn heal_other(
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

    /// Stands still while it is seen, but for a blow at who is beside it.
    pub(super) fn hunt_unseen(&mut self, index: usize) -> Deed {
        if self.can_strike(index) {
            return Deed::Strike;
        }
        if self.sees(index) {
            return Deed::Wait;
        }
        self.come_nearer(index)
    }

    /// Lights come before prey, unless that is near.
    pub(super) fn hunt_lights(&mut self, index: usize) -> Deed {
        let far = distance(self.state.here.actors[index].pos, self.state.player.pos);
        if far > self.content.rules().role.snuffer_near
            && let Some(deed) = self.seek_light(index)
        {
            return deed;
        }
        self.close_in(index)
    }

    /// Goes to the nearest burning brazier, and puts it out.
    pub(super) fn seek_light(&mut self, index: usize) -> Option<Deed> {
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
            return Some(Deed::PutOut(at));
        }
        let beside = Dir::ALL.into_iter().map(|dir| at.step(dir));
        let free =
            beside.filter(|near| spawn::is_plain(&self.state.here, *near) && self.is_free(*near));
        let goal = free.min_by_key(|near| distance(*near, pos))?;
        self.walk_to(index, goal, 2 * reach as u32).map(Deed::Step)
    }

    /// A guard strikes who comes near its post, and goes no farther from it.
    pub(super) fn hunt_from_post(&mut self, index: usize) -> Deed {
        let home = self.state.here.actors[index].home;
        let pos = self.state.here.actors[index].pos;
        if self.can_strike(index) {
            return Deed::Strike;
        }
        if distance(self.state.player.pos, home) <= self.content.rules().role.guard {
            return self.close_in(index);
        }
        if pos == home {
            return Deed::Wait;
        }
        self.walk_to(index, home, self.longest())
            .map_or(Deed::Wait, Deed::Step)
    }

    /// Calls others to its side.
    pub(super) fn call(&mut self, index: usize, events: &mut Vec<GameEvent>) -> u32 {
        let rules = self.content.rules();
        let caller = &mut self.state.here.actors[index];
        caller
            .conditions
            .extend(Condition::Spent, rules.role.summoner_spent);
        let (who, pos, kind) = (caller.id, caller.pos, caller.kind);
        let Some(called) = self.content.called_by(kind) else {
            return rules.time.action;
        };
        let mut stream = self.stream(Tag::ART, who, 0);
        let count = rules.role.summoner + stream.below(rules.role.summoner_more + 1);
        let mut came = 0;
        for _ in 0..count {
            if self.bring(called, pos).is_some() {
                came += 1;
            }
        }
        if let Some(index) = self.state.here.index_of(who) {
            let who = self.event_actor(index);
            events.push(GameEvent::Summoned { who, count: came });
        }
        self.wake_around(who, pos, rules.noise.call, events);
        rules.time.action
    }

    /// A new monster beside a tile, hunting; it acts a turn from now.
    fn bring(&mut self, kind: MonsterKind, pos: Pos) -> Option<usize> {
        let place = self.free_near(pos, 2)?;
        // A level that has made so many makes no more.
        if self.state.here.made_actors >= ActorId::MOST {
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
        actor.called = true;
        actor.patience = self.content.rules().hunt.memory;
        actor.goal = Some(self.state.player.pos);
        actor.next = self.state.time + TURN;
        self.scratch.occupied.insert(place);
        let actors = &mut self.state.here.actors;
        let index = actors.partition_point(|other| other.id < actor.id);
        actors.insert(index, actor);
        Some(index)
    }

    /// A wounded splitter with enough health left becomes two, with half of its health each.
    pub(in crate::game) fn split(&mut self, index: usize, events: &mut Vec<GameEvent>) {
        let actor = &self.state.here.actors[index];
        let (who, kind, pos, health, called) =
            (actor.id, actor.kind, actor.pos, actor.health, actor.called);
        if health < self.content.rules().role.splitter {
            return;
        }
        let Some(part) = self.bring(kind, pos) else {
            return;
        };
        let half = health / 2;
        self.state.here.actors[part].health = half;
        // The parts are worth what the whole was: the first of them counts.
        self.state.here.actors[part].called = true;
        if let Some(index) = self.state.here.index_of(who) {
            let actor = &mut self.state.here.actors[index];
            actor.health = health - half;
            actor.called = called;
            let who = self.event_actor(index);
            let into = self.state.here.actors[part].id;
            events.push(GameEvent::Split { who, into });
        }
    }

    /// Flame around an exploder that has died: a blow for each beside it, which never misses.
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
            // Asleep or not, nobody dodges: a miss counts as a plain hit.
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
            self.unmask(index, events);
            events.push(GameEvent::Hurt {
                who: self.event_actor(index),
                damage,
                cause: Cause::Burst(kind),
            });
            self.startle_wounded(index, damage, events);
            self.hurt_actor(at, damage, by_player, events);
        }
        let me = self.state.player.pos;
        if distance(me, center) <= 1 {
            let damage = damage(self, ActorId::PLAYER, self.players_defence());
            let cause = Cause::Burst(kind);
            events.push(GameEvent::Hurt {
                who: EventActor::PLAYER,
                damage,
                cause,
            });
            self.hurt_player(damage, cause, events);
        }
        self.wake_around(who.id, center, rules.noise.burst, events);
    }

    /// A thief takes something that is neither in use nor to eat, and runs.
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
        let taken: Option<Item> = self.take_out(letter, whole);
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
