//! Effects of potions, scrolls, blasts and noises.

use super::Game;
use super::act::affects_targets;
use super::combat::MAX_POTION_GAIN;
use super::content::{Class, ItemKind, Potion, Role, Scroll};
use super::event::{BlastKind, EventActor, GameEvent, Interruption, Perception, Projectile};
use super::sight::distance;
use super::spawn;
use super::state::{ActorId, Cause, Condition, HallowedGround, Item, Mood};
use crate::geom::Pos;
use crate::map::Tile;
use crate::rng::Tag;

impl Game {
    /// Gives the player a condition for at least `turns` turns.
    pub(super) fn begin_condition(
        &mut self,
        condition: Condition,
        turns: u16,
        events: &mut Vec<GameEvent>,
    ) {
        self.state.player.conditions.extend(condition, turns);
        self.invalidate_sight_for(condition);
        events.push(GameEvent::ConditionBegan {
            who: EventActor::PLAYER,
            condition,
        });
        self.interrupt(Interruption::Other);
    }

    /// Ends a condition of the player, if there is one.
    fn end_condition(&mut self, condition: Condition, events: &mut Vec<GameEvent>) {
        if self.state.player.conditions.has(condition) {
            self.state.player.conditions.end(condition);
            self.invalidate_sight_for(condition);
            events.push(GameEvent::ConditionEnded {
                who: EventActor::PLAYER,
                condition,
            });
        }
    }

    /// Applies a potion to its drinker.
    pub(super) fn apply_potion(&mut self, potion: Potion, events: &mut Vec<GameEvent>) {
        let rules = self.content.rules();
        let numbers = &rules.potion;
        match potion {
            Potion::Healing => {
                let most = self.player_max_health();
                let before = self.state.player.health;
                self.state.player.health =
                    (before + numbers.healing + most / numbers.healing_part).min(most);
                events.push(GameEvent::Healed {
                    who: EventActor::PLAYER,
                    amount: self.state.player.health - before,
                });
                for condition in [Condition::Confused, Condition::Burning, Condition::Dimmed] {
                    self.end_condition(condition, events);
                }
            }
            Potion::Haste => self.begin_condition(Condition::Hasted, numbers.haste, events),
            Potion::Strength => {
                let strength = &mut self.state.player.strength;
                *strength = (*strength + numbers.strength).min(MAX_POTION_GAIN);
                events.push(GameEvent::Strengthened);
            }
            Potion::Vigour => {
                let player = &mut self.state.player;
                let gain = numbers.vigour.min(MAX_POTION_GAIN - player.vigour);
                player.vigour += gain;
                player.health += gain;
                events.push(GameEvent::Strengthened);
            }
            Potion::Light => {
                self.end_condition(Condition::Darkened, events);
                self.begin_condition(Condition::Bright, numbers.light, events);
            }
            Potion::Telepathy => {
                self.begin_condition(Condition::Telepathic, numbers.telepathy, events)
            }
            Potion::Darkness => {
                self.end_condition(Condition::Bright, events);
                self.begin_condition(Condition::Darkened, numbers.darkness, events);
            }
            Potion::Confusion => {
                self.begin_condition(Condition::Confused, numbers.confusion, events)
            }
            Potion::Fire => self.explode(self.state.player.pos, rules.fire.pot, events),
        }
    }

    /// Applies a potion that breaks on a tile.
    pub(super) fn shatter(
        &mut self,
        potion: Potion,
        kind: ItemKind,
        at: Pos,
        events: &mut Vec<GameEvent>,
    ) {
        if affects_targets(potion) {
            self.identify(kind, events);
        }
        let rules = self.content.rules();
        let radius = rules.potion.cloud;
        let (cloud, condition, turns) = match potion {
            Potion::Fire => return self.explode(at, radius, events),
            Potion::Confusion => (
                BlastKind::Confusion,
                Some(Condition::Confused),
                rules.potion.confusion,
            ),
            Potion::Darkness => (
                BlastKind::Darkness,
                Some(Condition::Darkened),
                rules.potion.darkness_cloud,
            ),
            _ => (BlastKind::Vapour, None, 0),
        };
        events.push(GameEvent::Blast {
            kind: cloud,
            center: at,
            radius,
        });
        self.update_blast(at, radius);
        for index in 0..self.state.here.actors.len() {
            let who = self.event_actor(index);
            let actor = &mut self.state.here.actors[index];
            if !self.scratch.blast.contains(actor.pos) {
                continue;
            }
            if let Some(condition) = condition {
                actor.conditions.extend(condition, turns);
                events.push(GameEvent::ConditionBegan { who, condition });
                // A monster that cannot see loses track.
                if condition == Condition::Darkened && actor.mood == Mood::Hunting {
                    actor.mood = Mood::Searching;
                    actor.patience = turns;
                    events.push(GameEvent::LostTrack { who: who.id });
                }
            } else if potion == Potion::Healing {
                let amount = (actor.max_health - actor.health).min(rules.potion.healing);
                actor.health += amount;
                events.push(GameEvent::Healed { who, amount });
            }
        }
        if self.scratch.blast.contains(self.state.player.pos)
            && let Some(condition) = condition
        {
            self.begin_condition(condition, turns, events);
        }
        self.make_noise(ActorId::PLAYER, at, rules.noise.shatter, events);
    }

    /// Sets `blast` to the tiles within `radius` that are visible from `center`.
    fn update_blast(&mut self, center: Pos, radius: u32) {
        let super::sight::Scratch { sight, blast, .. } = &mut self.scratch;
        sight.look(center, radius, blast);
    }

    /// Fills a disc with flame: it hurts and burns everybody in it, and destroys grass.
    pub(super) fn explode(&mut self, center: Pos, radius: u32, events: &mut Vec<GameEvent>) {
        let kind = BlastKind::Fire;
        events.push(GameEvent::Blast {
            kind,
            center,
            radius,
        });
        self.update_blast(center, radius);
        self.burn_grass();
        let rules = self.content.rules();
        let fire = &rules.fire;
        let depth = fire.depth * i32::from(self.state.here.depth);
        let mut hit = std::mem::take(&mut self.scratch.blast_tiles);
        hit.clear();
        hit.extend(
            self.scratch
                .blast
                .iter()
                .filter(|pos| self.scratch.occupied.contains(*pos)),
        );
        let burns_player = self.scratch.blast.contains(self.state.player.pos);
        for pos in hit.drain(..) {
            let Some(who) = self.actor_at(pos) else {
                continue;
            };
            let mut stream = self.stream(Tag::EFFECT, who, 1);
            let damage = stream.range(fire.least, fire.most) + depth;
            if let Some(index) = self.state.here.index_of(who) {
                self.reveal(index, events);
                events.push(GameEvent::Hurt {
                    who: self.event_actor(index),
                    damage,
                    cause: Cause::Own,
                });
                self.alert_wounded(index, damage, events);
                let actor = &mut self.state.here.actors[index];
                actor.conditions.extend(Condition::Burning, fire.turns);
            }
            self.damage_monster(who, damage, true, events);
        }
        self.scratch.blast_tiles = hit;
        if burns_player {
            let mut stream = self.stream(Tag::EFFECT, ActorId::PLAYER, 1);
            let damage = stream.range(fire.least, fire.most) + depth;
            events.push(GameEvent::Hurt {
                who: EventActor::PLAYER,
                damage,
                cause: Cause::Own,
            });
            self.begin_condition(Condition::Burning, fire.turns, events);
            self.damage_player(damage, Cause::Own, events);
        }
        self.make_noise(ActorId::PLAYER, center, rules.noise.blast, events);
    }

    /// Turns grass in the blast into floor.
    fn burn_grass(&mut self) {
        let mut tiles = std::mem::take(&mut self.scratch.blast_tiles);
        tiles.clear();
        tiles.extend(self.scratch.blast.iter());
        for pos in tiles.drain(..) {
            if self.state.here.tiles[pos] == Tile::Grass {
                self.set_tile(pos, Tile::Floor);
            }
        }
        self.scratch.blast_tiles = tiles;
    }

    /// Makes a noise: sleepers within `reach` tiles wake one time in two, and wandering or
    /// searching monsters come to look. `by` is the actor whose action or death caused it, at most
    /// once per tick.
    pub(super) fn make_noise(
        &mut self,
        by: ActorId,
        pos: Pos,
        reach: i32,
        events: &mut Vec<GameEvent>,
    ) {
        let patience = self.content.rules().hunt.noise;
        let perception = match self.tile_perception(pos) {
            Perception::Unnoticed if distance(self.state.player.pos, pos) <= reach => {
                Perception::Heard
            }
            perception => perception,
        };
        events.push(GameEvent::Noise { pos, perception });
        for index in 0..self.state.here.actors.len() {
            let actor = &mut self.state.here.actors[index];
            if distance(actor.pos, pos) > reach || actor.disguised {
                continue;
            }
            match actor.mood {
                Mood::Asleep => {
                    let id = actor.id;
                    let mut stream = self.stream_between(Tag::NOTICE, (id, by), 1);
                    if stream.coin() {
                        self.alert(index, events);
                    }
                }
                Mood::Wandering | Mood::Searching => {
                    actor.mood = Mood::Searching;
                    actor.goal = Some(pos);
                    actor.patience = patience;
                }
                Mood::Hunting | Mood::Fleeing => {}
            }
        }
    }

    /// Applies a scroll.
    pub(super) fn apply_scroll(
        &mut self,
        scroll: Scroll,
        at: Option<Pos>,
        events: &mut Vec<GameEvent>,
    ) {
        match scroll {
            Scroll::Blink => self.blink(at, events),
            Scroll::Teleport => self.teleport_player(events),
            Scroll::Mapping => self.map_level(events),
            Scroll::MagicMissile => self.magic_missile(at, events),
            Scroll::Fireball => match at {
                Some(at) => {
                    let from = self.state.player.pos;
                    let to = self.projectile_lands(from, at);
                    let what = Projectile::Bolt;
                    events.push(GameEvent::Flew { what, from, to });
                    self.explode(to, self.content.rules().fire.ball, events);
                }
                None => events.push(GameEvent::Fizzled),
            },
            Scroll::Sleep => self.put_monsters_to_sleep(events),
            Scroll::Negation => self.apply_negation(events),
            Scroll::Sanctity => {
                let center = self.state.player.pos;
                let left = self.content.rules().scroll.sanctity_turns;
                self.state
                    .here
                    .hallowed
                    .push(HallowedGround { center, left });
                events.push(GameEvent::Hallowed { center });
            }
            Scroll::Sharpen => self.improve_equipment(true, events),
            Scroll::Protect => self.improve_equipment(false, events),
        }
    }

    /// Teleports to a chosen or random tile in sight.
    fn blink(&mut self, at: Option<Pos>, events: &mut Vec<GameEvent>) {
        let mut stream = self.stream(Tag::EFFECT, ActorId::PLAYER, 2);
        let from = self.state.player.pos;
        let fits = |game: &Self, pos: Pos| {
            game.scratch.seen.contains(pos)
                && game.is_free(pos)
                && spawn::is_plain(&game.state.here, pos)
        };
        let chosen = at.filter(|&at| at != from && fits(self, at));
        let to = chosen.or_else(|| {
            let scroll = &self.content.rules().scroll;
            let reach = scroll.blink_least..=scroll.blink;
            let far = |pos: &Pos| reach.contains(&distance(*pos, from));
            let near = || {
                let near = self.scratch.seen.iter().filter(far);
                near.filter(|pos| fits(self, *pos))
            };
            let count = near().count() as u32;
            let index = stream.below(count);
            near().nth(index as usize)
        });
        match to {
            Some(to) => self.teleport_player_to(to, events),
            None => events.push(GameEvent::Fizzled),
        }
    }

    fn teleport_player_to(&mut self, to: Pos, events: &mut Vec<GameEvent>) {
        let from = self.state.player.pos;
        self.move_player(to);
        let who = EventActor::PLAYER;
        events.push(GameEvent::Teleported { who, from, to });
        self.interrupt(Interruption::Other);
    }

    /// Teleports to the farthest of a number of random free tiles.
    fn teleport_player(&mut self, events: &mut Vec<GameEvent>) {
        let from = self.state.player.pos;
        let mut stream = self.stream(Tag::EFFECT, ActorId::PLAYER, 3);
        let mut best: Option<Pos> = None;
        for _ in 0..self.content.rules().scroll.teleport {
            let x = stream.below(self.state.here.tiles.width()) as i32;
            let y = stream.below(self.state.here.tiles.height()) as i32;
            let pos = Pos::new(x, y);
            let fits = spawn::is_plain(&self.state.here, pos) && self.is_free(pos);
            if fits && best.is_none_or(|best| distance(pos, from) > distance(best, from)) {
                best = Some(pos);
            }
        }
        match best {
            Some(to) => self.teleport_player_to(to, events),
            None => events.push(GameEvent::Fizzled),
        }
    }

    /// Reveals every walkable tile and its neighbours.
    fn map_level(&mut self, events: &mut Vec<GameEvent>) {
        let level = &mut self.state.here;
        for (pos, &tile) in level.tiles.iter() {
            let around = crate::geom::Rect::between(pos, pos).grown(1);
            let open = |near: Pos| level.tiles.get(near).is_some_and(|tile| tile.is_walkable());
            if tile.is_walkable() || around.positions().any(open) {
                level.memory[pos] = tile;
            }
        }
        events.push(GameEvent::Mapped);
    }

    /// Shoots a bolt that never misses.
    fn magic_missile(&mut self, at: Option<Pos>, events: &mut Vec<GameEvent>) {
        let Some(at) = at else {
            events.push(GameEvent::Fizzled);
            return;
        };
        let from = self.state.player.pos;
        let to = self.projectile_lands(from, at);
        let what = Projectile::Bolt;
        events.push(GameEvent::Flew { what, from, to });
        let Some(id) = self.actor_at(to) else {
            return;
        };
        let mut stream = self.stream(Tag::EFFECT, id, 2);
        let scroll = &self.content.rules().scroll;
        let base = stream.range(scroll.missile_least, scroll.missile_most);
        let damage = base + scroll.missile_depth * i32::from(self.state.here.depth);
        if let Some(index) = self.state.here.index_of(id) {
            let actor = &self.state.here.actors[index];
            let asleep = actor.mood == Mood::Asleep && !actor.disguised;
            self.reveal(index, events);
            events.push(GameEvent::Hit {
                by: EventActor::PLAYER,
                at: self.event_actor(index),
                damage,
                asleep,
            });
            self.alert_wounded(index, damage, events);
        }
        self.damage_monster(id, damage, true, events);
    }

    /// Puts all monsters in sight to sleep, except named ones.
    fn put_monsters_to_sleep(&mut self, events: &mut Vec<GameEvent>) {
        let mut any = false;
        for index in 0..self.state.here.actors.len() {
            let named = self
                .content
                .monster(self.state.here.actors[index].kind)
                .named;
            if !self.player_sees(index) || named {
                continue;
            }
            let who = self.event_actor(index);
            let actor = &mut self.state.here.actors[index];
            if actor.mood != Mood::Asleep {
                events.push(GameEvent::FellAsleep { who });
            }
            actor.mood = Mood::Asleep;
            actor.goal = None;
            actor.route.clear();
            any = true;
        }
        if !any {
            events.push(GameEvent::Fizzled);
        }
    }

    /// Ends all conditions in sight, destroys summoned and magical monsters, and exhausts summoners
    /// and healers.
    fn apply_negation(&mut self, events: &mut Vec<GameEvent>) {
        let mut any = self.state.player.conditions.is_any();
        for condition in Condition::ALL {
            self.end_condition(condition, events);
        }
        // By id, as one death may cause others.
        let mut last = ActorId::PLAYER;
        while let Some(index) = self.state.here.index_after(last) {
            last = self.state.here.actors[index].id;
            if !self.player_sees(index) {
                continue;
            }
            let role = self.role(index);
            let who = self.event_actor(index);
            let actor = &mut self.state.here.actors[index];
            any |= actor.conditions.is_any();
            actor.conditions = Default::default();
            if matches!(role, Role::Summoner | Role::Healer) {
                any = true;
                let turns = self.content.rules().scroll.negation;
                actor.conditions.extend(Condition::Spent, turns);
            }
            let magical = self
                .content
                .monster(self.state.here.actors[index].kind)
                .magical;
            if magical || self.state.here.actors[index].summoned {
                any = true;
                events.push(GameEvent::Unmade { who });
                self.kill(index, true, events);
            }
        }
        if !any {
            events.push(GameEvent::Fizzled);
        }
    }

    /// Improves the wielded weapon, or the armour worn.
    fn improve_equipment(&mut self, weapon: bool, events: &mut Vec<GameEvent>) {
        let scroll = &self.content.rules().scroll;
        let pack = &mut self.state.player.pack;
        let place = if weapon { pack.weapon } else { pack.armour };
        let slot =
            place.and_then(|letter| Some((letter, pack.slots.get_mut(letter.index())?.as_mut()?)));
        match slot {
            Some((letter, item)) if item.plus < scroll.improve_most => {
                item.plus += scroll.improve;
                let Item { kind, plus, .. } = *item;
                let item = self.event_item(kind, 1, plus);
                events.push(GameEvent::Improved { letter, item });
            }
            _ => events.push(GameEvent::Fizzled),
        }
    }

    /// Whether a tile lies on hallowed ground.
    pub(super) fn is_hallowed(&self, pos: Pos) -> bool {
        let reach = self.content.rules().scroll.sanctity;
        let mut hallowed = self.state.here.hallowed.iter();
        hallowed.any(|hallowed| distance(hallowed.center, pos) <= reach)
    }

    /// Lists the tiles that an item thrown or read at `at` would affect: those it flies over, then
    /// its blast.
    pub(super) fn preview(&self, class: Class, at: Pos, covered: &mut Vec<Pos>) {
        let from = self.state.player.pos;
        covered.clear();
        covered.extend(self.projectile_path(from, at));
        let to = covered.last().copied().unwrap_or(from);
        let rules = self.content.rules();
        let radius = match class {
            Class::FirePot => rules.fire.pot,
            Class::Potion(_) => rules.potion.cloud,
            Class::Scroll(Scroll::Fireball) => rules.fire.ball,
            _ => return,
        };
        let mut sight = self.scratch.sight.clone();
        let mut blast = crate::map::TileSet::default();
        sight.look(to, radius, &mut blast);
        covered.extend(blast.iter());
    }
}
