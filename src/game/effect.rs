//! What potions, scrolls and blasts do.

use super::Game;
use super::act::shatters_usefully;
use super::content::{Class, ItemKind, Potion, Role, Scroll};
use super::event::{BlastKind, EventActor, GameEvent, Interruption, Perception, Projectile};
use super::sight::distance;
use super::spawn;
use super::state::{ActorId, Cause, Condition, Holy, Item, Mood};
use super::time::BURN_TURNS;
use crate::geom::Pos;
use crate::map::Tile;
use crate::rng::Tag;

/// Radius of a fireball.
pub(super) const FIREBALL: u32 = 2;
/// Radius of a fire pot.
pub(super) const FIRE_POT: u32 = 1;
/// Radius of what comes out of a potion that shatters.
pub(super) const CLOUD: u32 = 2;
/// Radius of hallowed ground, and how long it lasts.
pub(super) const HOLY: (i32, u16) = (2, 30);
/// Turns of conditions that potions bring.
pub(super) const HASTE: u16 = 25;
pub(super) const LIGHT: u16 = 250;
pub(super) const TELEPATHY: u16 = 200;
pub(super) const DARKNESS: u16 = 120;
pub(super) const CONFUSION: u16 = 10;
/// What healing heals: so much, and a third of the whole.
pub(super) const HEALING: i32 = 30;
/// What vigour adds to health.
pub(super) const VIGOUR: i32 = 8;
/// What fire does, before the depth is added, and a magic missile, before twice the depth is.
pub(super) const FIRE: (i32, i32) = (6, 10);
pub(super) const MISSILE: (i32, i32) = (8, 12);
/// How far one blinks without an aim.
pub(super) const BLINK: i32 = 8;

impl Game {
    fn begin(&mut self, condition: Condition, turns: u16, events: &mut Vec<GameEvent>) {
        self.state.player.conditions.extend(condition, turns);
        self.condition_changed(condition);
        events.push(GameEvent::ConditionBegan {
            who: EventActor::PLAYER,
            condition,
        });
        self.interrupt(Interruption::Other);
    }

    fn end(&mut self, condition: Condition, events: &mut Vec<GameEvent>) {
        if self.state.player.conditions.has(condition) {
            self.state.player.conditions.end(condition);
            self.condition_changed(condition);
            events.push(GameEvent::ConditionEnded {
                who: EventActor::PLAYER,
                condition,
            });
        }
    }

    /// Makes the player burn, or dims the lantern: what monsters bring.
    pub(super) fn afflict(
        &mut self,
        condition: Condition,
        turns: u16,
        events: &mut Vec<GameEvent>,
    ) {
        self.begin(condition, turns, events);
    }

    /// What a potion does to who drinks it.
    pub(super) fn drink(&mut self, potion: Potion, events: &mut Vec<GameEvent>) {
        match potion {
            Potion::Healing => {
                let most = self.players_max_health();
                let before = self.state.player.health;
                self.state.player.health = (before + HEALING + most / 3).min(most);
                events.push(GameEvent::Healed {
                    who: EventActor::PLAYER,
                    amount: self.state.player.health - before,
                });
                for condition in [Condition::Confused, Condition::Burning, Condition::Dimmed] {
                    self.end(condition, events);
                }
            }
            Potion::Haste => self.begin(Condition::Hasted, HASTE, events),
            Potion::Strength => {
                self.state.player.strength += 1;
                events.push(GameEvent::Strengthened);
            }
            Potion::Vigour => {
                self.state.player.vigour += VIGOUR;
                self.state.player.health += VIGOUR;
                events.push(GameEvent::Strengthened);
            }
            Potion::Light => {
                self.end(Condition::Darkened, events);
                self.begin(Condition::Bright, LIGHT, events);
            }
            Potion::Telepathy => self.begin(Condition::Telepathic, TELEPATHY, events),
            Potion::Darkness => {
                self.end(Condition::Bright, events);
                self.begin(Condition::Darkened, DARKNESS, events);
            }
            Potion::Confusion => self.begin(Condition::Confused, CONFUSION, events),
            Potion::Fire => self.explode(self.state.player.pos, FIRE_POT, events),
        }
    }

    /// A potion breaks on a tile.
    pub(super) fn shatter(
        &mut self,
        potion: Potion,
        kind: ItemKind,
        at: Pos,
        events: &mut Vec<GameEvent>,
    ) {
        if shatters_usefully(potion) {
            self.identify(kind, events);
        }
        let (cloud, condition, turns) = match potion {
            Potion::Fire => return self.explode(at, CLOUD, events),
            Potion::Confusion => (BlastKind::Confusion, Some(Condition::Confused), CONFUSION),
            Potion::Darkness => (BlastKind::Darkness, Some(Condition::Darkened), DARKNESS / 4),
            _ => (BlastKind::Vapour, None, 0),
        };
        events.push(GameEvent::Blast {
            kind: cloud,
            center: at,
            radius: CLOUD,
        });
        self.spread(at, CLOUD);
        for index in 0..self.state.here.actors.len() {
            let who = self.event_actor(index);
            let actor = &mut self.state.here.actors[index];
            if !self.scratch.blast.contains(actor.pos) {
                continue;
            }
            if let Some(condition) = condition {
                actor.conditions.extend(condition, turns);
                events.push(GameEvent::ConditionBegan { who, condition });
                // Who cannot see, loses track.
                if condition == Condition::Darkened && actor.mood == Mood::Hunting {
                    actor.mood = Mood::Searching;
                    actor.patience = turns;
                    events.push(GameEvent::LostTrack { who: who.id });
                }
            } else if potion == Potion::Healing {
                let amount = (actor.max_health - actor.health).min(HEALING);
                actor.health += amount;
                events.push(GameEvent::Healed { who, amount });
            }
        }
        if self.scratch.blast.contains(self.state.player.pos)
            && let Some(condition) = condition
        {
            self.begin(condition, turns, events);
        }
        self.wake_around(ActorId::PLAYER, at, 10, events);
    }

    /// Makes `blast` the tiles of a disc that are seen from its middle.
    fn spread(&mut self, center: Pos, radius: u32) {
        let super::sight::Scratch { sight, blast, .. } = &mut self.scratch;
        sight.look(center, radius, blast);
    }

    /// What magic does to health at this depth, before chance: `base` and twice the depth.
    pub(super) fn force(&self, base: i32) -> i32 {
        base + 2 * i32::from(self.state.here.depth)
    }

    /// Flame fills a disc: each in it loses 6 to 10 and the depth in health, and burns. Grass burns
    /// down.
    pub(super) fn explode(&mut self, center: Pos, radius: u32, events: &mut Vec<GameEvent>) {
        let kind = BlastKind::Fire;
        events.push(GameEvent::Blast {
            kind,
            center,
            radius,
        });
        self.spread(center, radius);
        self.burn_grass();
        let depth = i32::from(self.state.here.depth);
        let mut hit = std::mem::take(&mut self.scratch.tiles);
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
            let damage = stream.range(FIRE.0, FIRE.1) + depth;
            if let Some(index) = self.state.here.index_of(who) {
                self.unmask(index, events);
                events.push(GameEvent::Hurt {
                    who: self.event_actor(index),
                    damage,
                    cause: Cause::Own,
                });
                self.startle_wounded(index, damage, events);
                let actor = &mut self.state.here.actors[index];
                actor.conditions.extend(Condition::Burning, BURN_TURNS);
            }
            self.hurt_actor(who, damage, true, events);
        }
        self.scratch.tiles = hit;
        if burns_player {
            let mut stream = self.stream(Tag::EFFECT, ActorId::PLAYER, 1);
            let damage = stream.range(FIRE.0, FIRE.1) + depth;
            events.push(GameEvent::Hurt {
                who: EventActor::PLAYER,
                damage,
                cause: Cause::Own,
            });
            self.begin(Condition::Burning, BURN_TURNS, events);
            self.hurt_player(damage, Cause::Own, events);
        }
        self.wake_around(ActorId::PLAYER, center, 15, events);
    }

    /// Grass in the blast is floor from now on.
    fn burn_grass(&mut self) {
        let mut tiles = std::mem::take(&mut self.scratch.tiles);
        tiles.clear();
        tiles.extend(self.scratch.blast.iter());
        for pos in tiles.drain(..) {
            if self.state.here.tiles[pos] == Tile::Grass {
                self.set_tile(pos, Tile::Floor);
            }
        }
        self.scratch.tiles = tiles;
    }

    /// A noise: sleepers within `reach` tiles wake one time in two, and monsters that wander or
    /// search go and look. `by` is whose action or death made it; nobody makes two in a tick.
    pub(super) fn wake_around(
        &mut self,
        by: ActorId,
        pos: Pos,
        reach: i32,
        events: &mut Vec<GameEvent>,
    ) {
        let perception = match self.perceives(pos) {
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
                        self.startle(index, events);
                    }
                }
                Mood::Wandering | Mood::Searching => {
                    actor.mood = Mood::Searching;
                    actor.goal = Some(pos);
                    actor.patience = 15;
                }
                Mood::Hunting | Mood::Fleeing => {}
            }
        }
    }

    /// What a scroll does.
    pub(super) fn recite(&mut self, scroll: Scroll, at: Option<Pos>, events: &mut Vec<GameEvent>) {
        match scroll {
            Scroll::Blink => self.blink(at, events),
            Scroll::Teleport => self.teleport_player(events),
            Scroll::Mapping => self.map_level(events),
            Scroll::MagicMissile => self.magic_missile(at, events),
            Scroll::Fireball => match at {
                Some(at) => {
                    let from = self.state.player.pos;
                    let to = self.bolt_lands(from, at);
                    let what = Projectile::Bolt;
                    events.push(GameEvent::Flew { what, from, to });
                    self.explode(to, FIREBALL, events);
                }
                None => events.push(GameEvent::Fizzled),
            },
            Scroll::Sleep => self.sleep(events),
            Scroll::Negation => self.negate(events),
            Scroll::Sanctity => {
                let center = self.state.player.pos;
                let left = HOLY.1;
                self.state.here.holy.push(Holy { center, left });
                events.push(GameEvent::Hallowed { center });
            }
            Scroll::Sharpen => self.improve(true, events),
            Scroll::Protect => self.improve(false, events),
        }
    }

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
            let far = |pos: &Pos| (3..=BLINK).contains(&distance(*pos, from));
            let near = || {
                let near = self.scratch.seen.iter().filter(far);
                near.filter(|pos| fits(self, *pos))
            };
            let count = near().count() as u32;
            let index = stream.below(count);
            near().nth(index as usize)
        });
        match to {
            Some(to) => self.jump(to, events),
            None => events.push(GameEvent::Fizzled),
        }
    }

    fn jump(&mut self, to: Pos, events: &mut Vec<GameEvent>) {
        let from = self.state.player.pos;
        self.put_player(to);
        let who = EventActor::PLAYER;
        events.push(GameEvent::Teleported { who, from, to });
        self.interrupt(Interruption::Other);
    }

    /// To the farthest of ten plain tiles of the level.
    fn teleport_player(&mut self, events: &mut Vec<GameEvent>) {
        let from = self.state.player.pos;
        let mut stream = self.stream(Tag::EFFECT, ActorId::PLAYER, 3);
        let mut best: Option<Pos> = None;
        for _ in 0..200 {
            let x = stream.below(self.state.here.tiles.width()) as i32;
            let y = stream.below(self.state.here.tiles.height()) as i32;
            let pos = Pos::new(x, y);
            let fits = spawn::is_plain(&self.state.here, pos) && self.is_free(pos);
            if fits && best.is_none_or(|best| distance(pos, from) > distance(best, from)) {
                best = Some(pos);
            }
        }
        match best {
            Some(to) => self.jump(to, events),
            None => events.push(GameEvent::Fizzled),
        }
    }

    /// Makes the level known: every tile that can be walked on and all around it.
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

    /// A bolt that never misses: 8 to 12 and twice the depth.
    fn magic_missile(&mut self, at: Option<Pos>, events: &mut Vec<GameEvent>) {
        let Some(at) = at else {
            events.push(GameEvent::Fizzled);
            return;
        };
        let from = self.state.player.pos;
        let to = self.bolt_lands(from, at);
        let what = Projectile::Bolt;
        events.push(GameEvent::Flew { what, from, to });
        let Some(id) = self.actor_at(to) else {
            return;
        };
        let mut stream = self.stream(Tag::EFFECT, id, 2);
        let base = stream.range(MISSILE.0, MISSILE.1);
        let damage = self.force(base);
        if let Some(index) = self.state.here.index_of(id) {
            let actor = &self.state.here.actors[index];
            let asleep = actor.mood == Mood::Asleep && !actor.disguised;
            self.unmask(index, events);
            events.push(GameEvent::Hit {
                by: EventActor::PLAYER,
                at: self.event_actor(index),
                damage,
                asleep,
            });
            self.startle_wounded(index, damage, events);
        }
        self.hurt_actor(id, damage, true, events);
    }

    /// All monsters in sight fall asleep, but those who have a name.
    fn sleep(&mut self, events: &mut Vec<GameEvent>) {
        let mut any = false;
        for index in 0..self.state.here.actors.len() {
            let named = self
                .content
                .monster(self.state.here.actors[index].kind)
                .named;
            if !self.knows_of(index) || named {
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

    /// Ends all conditions in sight, unmakes the called and those made of magic, and takes the
    /// breath of callers and healers.
    fn negate(&mut self, events: &mut Vec<GameEvent>) {
        let mut any = self.state.player.conditions.is_any();
        for condition in Condition::ALL {
            self.end(condition, events);
        }
        // By id: one death may bring about others.
        let mut last = ActorId::PLAYER;
        while let Some(index) = self.state.here.index_after(last) {
            last = self.state.here.actors[index].id;
            if !self.knows_of(index) {
                continue;
            }
            let role = self.role(index);
            let who = self.event_actor(index);
            let actor = &mut self.state.here.actors[index];
            any |= actor.conditions.is_any();
            actor.conditions = Default::default();
            if matches!(role, Role::Summoner | Role::Healer) {
                any = true;
                actor.conditions.extend(Condition::Spent, 50);
            }
            let magical = self
                .content
                .monster(self.state.here.actors[index].kind)
                .magical;
            if magical || self.state.here.actors[index].called {
                any = true;
                events.push(GameEvent::Unmade { who });
                self.kill(index, true, events);
            }
        }
        if !any {
            events.push(GameEvent::Fizzled);
        }
    }

    /// Adds one to the weapon in hand, or to the armour worn.
    fn improve(&mut self, weapon: bool, events: &mut Vec<GameEvent>) {
        let pack = &mut self.state.player.pack;
        let place = if weapon { pack.weapon } else { pack.armour };
        let slot =
            place.and_then(|letter| Some((letter, pack.slots.get_mut(letter.index())?.as_mut()?)));
        match slot {
            Some((letter, item)) if item.plus < 20 => {
                item.plus += 1;
                let Item { kind, plus, .. } = *item;
                let item = self.event_item(kind, 1, plus);
                events.push(GameEvent::Improved { letter, item });
            }
            _ => events.push(GameEvent::Fizzled),
        }
    }

    /// Whether a tile is hallowed.
    pub(super) fn is_holy(&self, pos: Pos) -> bool {
        let mut holy = self.state.here.holy.iter();
        holy.any(|holy| distance(holy.center, pos) <= HOLY.0)
    }

    /// The tiles that an item thrown or read at `at` would cover, for the screen: those it flies
    /// over, then its blast.
    pub(super) fn preview(&self, class: Class, at: Pos, covered: &mut Vec<Pos>) {
        let from = self.state.player.pos;
        covered.clear();
        covered.extend(self.flight(from, at));
        let to = covered.last().copied().unwrap_or(from);
        let radius = match class {
            Class::FirePot => FIRE_POT,
            Class::Potion(_) => CLOUD,
            Class::Scroll(Scroll::Fireball) => FIREBALL,
            _ => return,
        };
        let mut sight = self.scratch.sight.clone();
        let mut blast = crate::map::TileSet::default();
        sight.look(to, radius, &mut blast);
        covered.extend(blast.iter());
    }
}
