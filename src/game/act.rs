//! The player's actions. Each checks all reasons to refuse before it changes anything, and returns
//! its duration in ticks.

use super::action::{Action, Danger, Letter, Refusal};
use super::combat::experience_for;
use super::content::{Class, DEEPEST, Potion, Role, Scroll};
use super::event::{EventActor, GameEvent, Interruption, Projectile};
use super::sight::distance;
use super::state::{ActorId, Condition, Item, Loudness, Mood};
use super::vault::{Mechanism, Work};
use super::{Game, Outcome, spawn};
use crate::geom::{Dir, Pos};
use crate::map::Tile;
use crate::map::line;
use crate::rng::Tag;

type Time = Result<u32, Refusal>;

impl Game {
    /// Does an action that takes one turn; returns its duration in ticks.
    pub(super) fn act(&mut self, action: Action, events: &mut Vec<GameEvent>) -> Time {
        // The default, which an action may change; restored if it is refused.
        let noise = self.state.player.loudness;
        self.state.player.loudness = Loudness::Normal;
        let time = self.dispatch(action, events);
        if time.is_err() {
            self.state.player.loudness = noise;
        }
        time
    }

    fn dispatch(&mut self, action: Action, events: &mut Vec<GameEvent>) -> Time {
        match action {
            Action::Move { dir, sure } => self.step(dir, sure, events),
            Action::Wait => Ok(self.wait()),
            Action::Search => Ok(self.search(events)),
            Action::PickUp => self.pick_up(events),
            Action::Drop { letter, count } => self.drop(letter, count, events),
            Action::Use { letter, at, sure } => self.use_letter(letter, at, sure, events),
            Action::Eat { letter, sure } => self.eat(letter, sure, events),
            Action::Quaff { letter, sure } => self.quaff(letter, sure, events),
            Action::Read { letter, at, sure } => self.read(letter, at, sure, events),
            Action::Equip { letter } => self.equip(letter, events),
            Action::Unequip { letter } => self.unequip(letter, events),
            Action::Throw { letter, at, sure } => self.throw(letter, at, sure, events),
            Action::Fire { at, sure } => self.fire(at, sure, events),
            Action::Open { dir } => self.open(dir, events),
            Action::Close { dir } => self.close(dir, events),
            Action::Tend { dir } => self.tend(dir, events),
            Action::Pull { dir } => self.operate_mechanism(dir, Work::Pull, events),
            Action::Rotate { tile, clockwise } => self.rotate(tile, clockwise, events),
            Action::Choose { offer } => self.choose(offer, events),
            Action::Ascend => self.ascend(events),
            Action::Descend { sure } => self.descend(sure, events),
            // A long action arrives here as its next single step.
            Action::Rest | Action::Explore | Action::Travel { .. } | Action::Run { .. } => {
                Err(Refusal::NoWay)
            }
        }
    }

    fn wait(&mut self) -> u32 {
        self.state.player.loudness = Loudness::Quiet;
        self.action_time()
    }

    fn search(&mut self, events: &mut Vec<GameEvent>) -> u32 {
        self.state.player.loudness = Loudness::Quiet;
        let mut found = false;
        for index in 0..self.state.here.actors.len() {
            let actor = &self.state.here.actors[index];
            let near =
                distance(actor.pos, self.state.player.pos) <= self.content.rules().sight.search;
            if actor.disguised && near && self.scratch.seen.contains(actor.pos) {
                self.reveal(index, events);
                found = true;
            }
        }
        if !found {
            events.push(GameEvent::FoundNothing);
        }
        self.action_time()
    }

    /// The direction in which a step really goes: random one time in two while confused.
    fn confused_direction(&mut self, dir: Dir) -> Dir {
        if !self.state.player.conditions.has(Condition::Confused) {
            return dir;
        }
        let mut stream = self.stream(Tag::STAGGER, ActorId::PLAYER, 0);
        if stream.coin() {
            return dir;
        }
        Dir::ALL[stream.below(8) as usize]
    }

    fn step(&mut self, dir: Dir, sure: bool, events: &mut Vec<GameEvent>) -> Time {
        let from = self.state.player.pos;
        let to = from.step(dir);
        // Levers can be pulled diagonally around a corner.
        let lever = self
            .state
            .here
            .vault
            .as_ref()
            .filter(|vault| vault.lever == to);
        match lever.map(|vault| &vault.mechanism) {
            Some(Mechanism::Lever { pulled: false }) => {
                return self.operate_mechanism(dir, Work::Pull, events);
            }
            Some(Mechanism::Conduit(_)) => return Err(Refusal::AtConduit),
            _ => {}
        }
        if !self.can_reach(from, dir) {
            return Err(Refusal::Squeeze);
        }
        if let Some(id) = self.actor_at(to) {
            return self.bump(id, dir, sure, events);
        }
        let tile = self.state.here.tiles.get(to).copied().unwrap_or_default();
        if !tile.is_walkable() {
            return Err(Refusal::Solid(to));
        }
        let astray = self.confused_direction(dir);
        let to = from.step(astray);
        let tile = self.state.here.tiles.get(to).copied().unwrap_or_default();
        if !self.can_reach(from, astray) || !tile.is_walkable() {
            return Ok(self.action_time());
        }
        if self.actor_at(to).is_some() {
            return Ok(self.attack_towards(astray, events));
        }
        if tile == Tile::DoorClosed {
            return Ok(self.open_door(to, EventActor::PLAYER, events));
        }
        self.move_player(to);
        let who = ActorId::PLAYER;
        events.push(GameEvent::Moved { who, from, to });
        self.report_items_at(to, events);
        let time = &self.content.rules().time;
        Ok(if tile == Tile::Water {
            time.action * time.water / 100
        } else {
            time.action
        })
    }

    /// Tells what lies on a tile that the player steps onto.
    fn report_items_at(&self, pos: Pos, events: &mut Vec<GameEvent>) {
        for floor_item in self
            .state
            .here
            .items
            .iter()
            .filter(|floor_item| floor_item.pos == pos)
        {
            let Item {
                kind, count, plus, ..
            } = floor_item.item;
            let item = self.event_item(kind, count, plus);
            events.push(GameEvent::LiesHere { item });
        }
    }

    /// Attacks the monster that stands where the player steps, or sees through its disguise.
    fn bump(&mut self, id: ActorId, dir: Dir, sure: bool, events: &mut Vec<GameEvent>) -> Time {
        let Some(index) = self.state.here.index_of(id) else {
            return Err(Refusal::Solid(self.state.player.pos.step(dir)));
        };
        if self.state.here.actors[index].disguised {
            self.reveal(index, events);
            return Ok(self.action_time());
        }
        if !sure && self.attacked_tiles(dir).any(|pos| self.may_burst(pos)) {
            return Err(Refusal::NeedsConfirmation(Danger::Bursts));
        }
        Ok(self.attack_towards(dir, events))
    }

    fn pick_up(&mut self, events: &mut Vec<GameEvent>) -> Time {
        let pos = self.state.player.pos;
        if let Some(offer) = self.offer_at(pos) {
            return self.choose(offer, events);
        }
        let items = &self.state.here.items;
        let index = items.iter().position(|floor_item| floor_item.pos == pos);
        let index = index.ok_or(Refusal::NothingHere)?;
        let item = items[index].item;
        if self.slot_for(&item).is_none() {
            return Err(Refusal::PackFull);
        }
        self.state.here.items.remove(index);
        self.take(item, events);
        Ok(self.action_time())
    }

    /// Puts an item into the pack if there is a slot, otherwise on the floor.
    fn take(&mut self, item: Item, events: &mut Vec<GameEvent>) {
        let taken = self.event_item(item.kind, item.count, item.plus);
        match self.add_to_pack(item) {
            Ok(letter) => events.push(GameEvent::PickedUp {
                letter,
                item: taken,
            }),
            Err(item) => {
                self.drop_near(self.state.player.pos, item, true);
                events.push(GameEvent::NoRoom { item: taken });
            }
        }
    }

    fn drop(&mut self, letter: Letter, count: u16, events: &mut Vec<GameEvent>) -> Time {
        if count == 0 {
            return Err(Refusal::NoCount);
        }
        self.pack_item(letter)?;
        let item = self
            .take_from_pack(letter, count)
            .ok_or(Refusal::NoItem(letter))?;
        self.drop_near(self.state.player.pos, item, true);
        let item = self.event_item(item.kind, item.count, item.plus);
        events.push(GameEvent::Dropped { item });
        Ok(self.action_time())
    }

    fn use_letter(
        &mut self,
        letter: Letter,
        at: Option<Pos>,
        sure: bool,
        events: &mut Vec<GameEvent>,
    ) -> Time {
        let (_, def) = self.pack_item(letter)?;
        match def.class {
            Class::Food(_) => self.eat(letter, sure, events),
            Class::Potion(_) => self.quaff(letter, sure, events),
            Class::Scroll(_) => self.read(letter, at, sure, events),
            Class::Weapon { .. } | Class::Armour { .. } | Class::Lantern(_) | Class::Ring(_) => {
                if self.state.player.pack.is_equipped(letter) {
                    self.unequip(letter, events)
                } else {
                    self.equip(letter, events)
                }
            }
            Class::Missile(_) | Class::FirePot => {
                let at = at
                    .or_else(|| self.nearest_enemy())
                    .ok_or(Refusal::NoTarget)?;
                self.throw(letter, at, sure, events)
            }
            Class::Arrow(_) => {
                let at = at
                    .or_else(|| self.nearest_enemy())
                    .ok_or(Refusal::NoTarget)?;
                self.fire(at, sure, events)
            }
        }
    }

    fn eat(&mut self, letter: Letter, sure: bool, events: &mut Vec<GameEvent>) -> Time {
        let (item, def) = self.pack_item(letter)?;
        let Class::Food(turns) = def.class else {
            return Err(Refusal::WrongItem(letter));
        };
        let rules = self.content.rules();
        let most = rules.food.full;
        let wasted = (self.state.player.food + turns).saturating_sub(most);
        if wasted > turns * rules.ask.waste / 100 && !sure {
            return Err(Refusal::NeedsConfirmation(Danger::NotHungry));
        }
        let before = self.hunger();
        self.take_from_pack(letter, 1);
        let player = &mut self.state.player;
        player.food = (player.food + turns).min(most);
        let eaten = self.event_item(item.kind, 1, item.plus);
        events.push(GameEvent::Ate { item: eaten });
        let hunger = self.hunger();
        if hunger != before {
            events.push(GameEvent::HungerChanged { hunger });
        }
        Ok(self.action_time())
    }

    fn quaff(&mut self, letter: Letter, sure: bool, events: &mut Vec<GameEvent>) -> Time {
        let (item, def) = self.pack_item(letter)?;
        let Class::Potion(potion) = def.class else {
            return Err(Refusal::WrongItem(letter));
        };
        if potion.is_harmful() && self.state.knows(item.kind) && !sure {
            return Err(Refusal::NeedsConfirmation(Danger::HarmfulPotion));
        }
        self.take_from_pack(letter, 1);
        let drunk = self.event_item(item.kind, 1, item.plus);
        events.push(GameEvent::Quaffed { item: drunk });
        self.identify(item.kind, events);
        self.apply_potion(potion, events);
        Ok(self.action_time())
    }

    fn read(
        &mut self,
        letter: Letter,
        at: Option<Pos>,
        sure: bool,
        events: &mut Vec<GameEvent>,
    ) -> Time {
        let (item, def) = self.pack_item(letter)?;
        let Class::Scroll(scroll) = def.class else {
            return Err(Refusal::WrongItem(letter));
        };
        let known = self.state.knows(item.kind);
        let at = self.aim(scroll, known, at)?;
        if let (true, false, Some(at)) = (known, sure, at) {
            let me = self.state.player.pos;
            let landing = self.projectile_lands(me, at);
            let close = distance(landing, me) <= self.content.rules().fire.ball as i32;
            match scroll {
                Scroll::Fireball if close => {
                    return Err(Refusal::NeedsConfirmation(Danger::OwnBlast));
                }
                Scroll::MagicMissile if self.would_burst_nearby(landing) => {
                    return Err(Refusal::NeedsConfirmation(Danger::Bursts));
                }
                _ => {}
            }
        }
        self.take_from_pack(letter, 1);
        let scroll_read = self.event_item(item.kind, 1, item.plus);
        events.push(GameEvent::Read { item: scroll_read });
        self.identify(item.kind, events);
        self.apply_scroll(scroll, at, events);
        Ok(self.action_time())
    }

    /// The target of a scroll. A known aimed scroll needs one; an unknown scroll aims at the
    /// nearest enemy, if there is one.
    fn aim(&self, scroll: Scroll, known: bool, at: Option<Pos>) -> Result<Option<Pos>, Refusal> {
        if !known {
            return Ok(at
                .filter(|&at| self.can_aim_at(at))
                .or_else(|| self.nearest_enemy()));
        }
        match (scroll, at) {
            (Scroll::Blink, Some(at)) => {
                let fits = self.can_aim_at(at)
                    && self.is_free(at)
                    && spawn::is_plain(&self.state.here, at);
                if fits {
                    Ok(Some(at))
                } else {
                    Err(Refusal::BadTarget)
                }
            }
            (Scroll::MagicMissile | Scroll::Fireball, Some(at)) => {
                if self.can_aim_at(at) {
                    Ok(Some(at))
                } else {
                    Err(Refusal::BadTarget)
                }
            }
            (Scroll::MagicMissile | Scroll::Fireball, None) => {
                self.nearest_enemy().map(Some).ok_or(Refusal::NoTarget)
            }
            _ => Ok(None),
        }
    }

    /// Whether a tile can be a target: in sight, and not the player's own.
    fn can_aim_at(&self, at: Pos) -> bool {
        at != self.state.player.pos && self.scratch.seen.contains(at)
    }

    /// Whether a missile landing on `to` would hit a monster beside the player that bursts when it
    /// dies.
    fn would_burst_nearby(&self, to: Pos) -> bool {
        distance(to, self.state.player.pos) <= 1 && self.may_burst(to)
    }

    /// The tiles that a projectile from `from` at `at` crosses, including the last: it stops before
    /// anything solid, and at the first monster. At most as many as the map is long.
    pub(super) fn projectile_path(&self, from: Pos, at: Pos) -> impl Iterator<Item = Pos> {
        let opaque = |pos: Pos| self.scratch.sight.is_opaque(pos);
        let mut hit = false;
        let open = move |pos: &Pos| {
            let tile = self.state.here.tiles.get(*pos);
            let solid = !tile.is_some_and(|tile| tile.is_walkable());
            let occupied = self.scratch.occupied.contains(*pos);
            let phased = solid && occupied;
            let flies = !hit && (phased || !(solid || opaque(*pos)));
            hit = occupied;
            flies
        };
        line::bolt(from, at, opaque).skip(1).take_while(open)
    }

    /// The tile where a projectile from `from` at `at` lands.
    pub(super) fn projectile_lands(&self, from: Pos, at: Pos) -> Pos {
        self.projectile_path(from, at).last().unwrap_or(from)
    }

    fn throw(&mut self, letter: Letter, at: Pos, sure: bool, events: &mut Vec<GameEvent>) -> Time {
        let (item, def) = self.pack_item(letter)?;
        if !self.can_aim_at(at) {
            return Err(Refusal::BadTarget);
        }
        let from = self.state.player.pos;
        let to = self.projectile_lands(from, at);
        let rules = self.content.rules();
        let radius = match def.class {
            Class::FirePot => Some(rules.fire.pot),
            Class::Potion(potion) if potion.is_harmful() && self.state.knows(item.kind) => {
                Some(rules.potion.cloud)
            }
            _ => None,
        };
        if !sure && radius.is_some_and(|radius| distance(from, to) <= radius as i32) {
            return Err(Refusal::NeedsConfirmation(Danger::OwnBlast));
        }
        let breaks = matches!(def.class, Class::FirePot | Class::Potion(_));
        if !sure && !breaks && self.would_burst_nearby(to) {
            return Err(Refusal::NeedsConfirmation(Danger::Bursts));
        }
        let Some(item) = self.take_from_pack(letter, 1) else {
            return Err(Refusal::NoItem(letter));
        };
        self.state.player.loudness = Loudness::Loud;
        let what = Projectile::Item(self.event_item(item.kind, 1, item.plus));
        events.push(GameEvent::Flew { what, from, to });
        match def.class {
            Class::Potion(potion) => self.shatter(potion, item.kind, to, events),
            Class::FirePot => self.explode(to, rules.fire.pot, events),
            Class::Missile(attack) => {
                let attack = self.bare_attack() + attack;
                self.land_missile(item, attack, to, events);
            }
            _ => {
                let attack = self.bare_attack();
                self.land_missile(item, attack, to, events);
            }
        }
        Ok(self.action_time())
    }

    fn fire(&mut self, at: Pos, sure: bool, events: &mut Vec<GameEvent>) -> Time {
        if !matches!(self.wielded(), Some((class, _)) if class.is_bow()) {
            return Err(Refusal::NoBow);
        }
        let arrow = |item: &Item| matches!(self.content.item(item.kind).class, Class::Arrow(_));
        let quiver = self.state.player.pack.items().find(|(_, item)| arrow(item));
        let (letter, item) = quiver.ok_or(Refusal::NoArrows)?;
        let Class::Arrow(sharpness) = self.content.item(item.kind).class else {
            return Err(Refusal::NoArrows);
        };
        if !self.can_aim_at(at) {
            return Err(Refusal::BadTarget);
        }
        let from = self.state.player.pos;
        let to = self.projectile_lands(from, at);
        if !sure && self.would_burst_nearby(to) {
            return Err(Refusal::NeedsConfirmation(Danger::Bursts));
        }
        let Some(item) = self.take_from_pack(letter, 1) else {
            return Err(Refusal::NoArrows);
        };
        self.state.player.loudness = Loudness::Loud;
        let what = Projectile::Item(self.event_item(item.kind, 1, item.plus));
        events.push(GameEvent::Flew { what, from, to });
        let attack = self.bare_attack() + self.weapon_bonus() + sharpness;
        self.land_missile(item, attack, to, events);
        Ok(self.action_time())
    }

    /// Resolves a missile that lands: it may hit a monster, and then break.
    fn land_missile(&mut self, item: Item, attack: i32, to: Pos, events: &mut Vec<GameEvent>) {
        let target = self.actor_at(to);
        if let Some(id) = target {
            self.attack_monster(id, attack, None, 0, events);
        }
        let def = self.content.item(item.kind);
        let brittle = matches!(def.class, Class::Missile(_) | Class::Arrow(_));
        let mut stream = self.stream(Tag::EFFECT, ActorId::PLAYER, 0);
        let breaks = self.content.rules().combat.breaks;
        if brittle && target.is_some() && stream.below(breaks) == 0 {
            return;
        }
        self.drop_near(to, item, false);
    }

    fn open(&mut self, dir: Dir, events: &mut Vec<GameEvent>) -> Time {
        let pos = self.state.player.pos.step(dir);
        if self.state.here.tiles.get(pos) != Some(&Tile::DoorClosed) {
            return Err(Refusal::NoDoor);
        }
        Ok(self.open_door(pos, EventActor::PLAYER, events))
    }

    /// Opens a closed door; returns the duration in ticks.
    pub(super) fn open_door(
        &mut self,
        pos: Pos,
        by: EventActor,
        events: &mut Vec<GameEvent>,
    ) -> u32 {
        let perception = self.tile_perception(pos);
        self.set_tile(pos, Tile::DoorOpen);
        events.push(GameEvent::DoorOpened {
            pos,
            by,
            perception,
        });
        self.action_time()
    }

    /// The tile in direction `dir`; without one, the only tile beside the player that `check`
    /// accepts.
    ///
    /// # Errors
    /// The refusal of `check`; without a direction [`Refusal::WhichDirection`] if it accepts several
    /// tiles, and if it accepts none, a refusal other than `nothing` if there is one.
    fn beside(
        &self,
        dir: Option<Dir>,
        nothing: Refusal,
        check: impl Fn(Pos) -> Result<(), Refusal>,
    ) -> Result<Pos, Refusal> {
        let me = self.state.player.pos;
        if let Some(dir) = dir {
            let pos = me.step(dir);
            return check(pos).map(|()| pos);
        }
        let (mut found, mut why) = (None, nothing);
        for pos in Dir::ALL.map(|dir| me.step(dir)) {
            match check(pos) {
                Ok(()) if found.is_some() => return Err(Refusal::WhichDirection),
                Ok(()) => found = Some(pos),
                Err(refusal) if refusal != nothing => why = refusal,
                Err(_) => {}
            }
        }
        found.ok_or(why)
    }

    fn close(&mut self, dir: Option<Dir>, events: &mut Vec<GameEvent>) -> Time {
        let pos = self.beside(dir, Refusal::NoDoor, |pos| {
            let level = &self.state.here;
            if level.tiles.get(pos) != Some(&Tile::DoorOpen) {
                return Err(Refusal::NoDoor);
            }
            let littered = level.items.iter().any(|floor_item| floor_item.pos == pos);
            if littered || !self.is_free(pos) {
                return Err(Refusal::Doorway);
            }
            Ok(())
        })?;
        self.set_tile(pos, Tile::DoorClosed);
        events.push(GameEvent::DoorClosed { pos });
        Ok(self.action_time())
    }

    fn tend(&mut self, dir: Option<Dir>, events: &mut Vec<GameEvent>) -> Time {
        let brazier_at = |pos: Pos| {
            let mut braziers = self.state.here.braziers.iter();
            braziers.position(|brazier| brazier.pos == pos)
        };
        let pos = self.beside(dir, Refusal::NoBrazier, |pos| {
            brazier_at(pos).map(|_| ()).ok_or(Refusal::NoBrazier)
        })?;
        let index = brazier_at(pos).ok_or(Refusal::NoBrazier)?;
        let perception = self.tile_perception(pos);
        let brazier = &mut self.state.here.braziers[index];
        brazier.lit = !brazier.lit;
        brazier.seen_lit = brazier.lit;
        events.push(if brazier.lit {
            GameEvent::BrazierLit { pos }
        } else {
            let by = EventActor::PLAYER;
            GameEvent::BrazierOut {
                pos,
                by,
                perception,
            }
        });
        self.scratch.lighting_stale = true;
        Ok(self.action_time())
    }

    fn rotate(&mut self, tile: u16, clockwise: bool, events: &mut Vec<GameEvent>) -> Time {
        let me = self.state.player.pos;
        let vault = self.state.here.vault.as_ref().ok_or(Refusal::NoConduit)?;
        let lever = vault.lever;
        let dir = Dir::ALL.into_iter().find(|dir| me.step(*dir) == lever);
        let dir = dir.ok_or(Refusal::NoConduit)?;
        self.operate_mechanism(dir, Work::Rotate { tile, clockwise }, events)
    }

    /// Works the mechanism next to the player; once solved, the vault opens or the Everlamp burns.
    fn operate_mechanism(&mut self, dir: Dir, work: Work, events: &mut Vec<GameEvent>) -> Time {
        let pos = self.state.player.pos.step(dir);
        let vault = self
            .state
            .here
            .vault
            .as_mut()
            .filter(|vault| vault.lever == pos);
        let vault = vault.ok_or(Refusal::NoLever)?;
        vault.mechanism.check(work)?;
        let (time, turned) = vault.mechanism.work(&self.content.rules().vault, work);
        let solved = vault.mechanism.is_solved();
        let (door, everlamp) = (vault.door, vault.everlamp);
        events.push(match turned {
            Some((tile, quarters)) => GameEvent::ConduitTurned {
                pos,
                tile,
                quarters,
            },
            None => GameEvent::LeverPulled { pos },
        });
        if !solved {
            return Ok(time);
        }
        if everlamp {
            self.state.outcome = Outcome::Won;
            events.push(GameEvent::Won);
        } else {
            self.set_tile(door, Tile::DoorOpen);
            events.push(GameEvent::VaultOpened { door });
        }
        Ok(time)
    }

    /// The offer that lies on a tile of an open vault.
    pub(super) fn offer_at(&self, pos: Pos) -> Option<u8> {
        let vault = self.state.here.vault.as_ref()?;
        let index = vault.offers.iter().position(|(offer, _)| *offer == pos)?;
        vault.mechanism.is_solved().then_some(index as u8)
    }

    fn choose(&mut self, offer: u8, events: &mut Vec<GameEvent>) -> Time {
        let pos = self.state.player.pos;
        let vault = self.state.here.vault.as_ref().ok_or(Refusal::NoOffer)?;
        let inside = vault.mechanism.is_solved() && vault.room.contains(pos);
        let chosen = vault.offers.get(usize::from(offer)).filter(|_| inside);
        let (_, item) = *chosen.ok_or(Refusal::NoOffer)?;
        if self.slot_for(&item).is_none() {
            return Err(Refusal::PackFull);
        }
        if let Some(vault) = &mut self.state.here.vault {
            vault.offers.clear();
        }
        let taken = self.event_item(item.kind, item.count, item.plus);
        events.push(GameEvent::VaultTaken { item: taken });
        self.take(item, events);
        Ok(self.action_time())
    }

    fn ascend(&mut self, events: &mut Vec<GameEvent>) -> Time {
        if self.state.here.tiles[self.state.player.pos] != Tile::StairsUp {
            return Err(Refusal::NoStairsUp);
        }
        if self.state.here.depth == 1 {
            return Err(Refusal::Barred);
        }
        self.change_level(self.state.here.depth - 1, events);
        Ok(self.action_time())
    }

    fn descend(&mut self, sure: bool, events: &mut Vec<GameEvent>) -> Time {
        if self.state.here.tiles[self.state.player.pos] != Tile::StairsDown
            || self.state.here.depth >= DEEPEST
        {
            return Err(Refusal::NoStairsDown);
        }
        let low = self.player_max_health() * self.content.rules().ask.hurt;
        if self.state.player.health * 100 < low && !sure {
            return Err(Refusal::NeedsConfirmation(Danger::BadlyHurt));
        }
        self.change_level(self.state.here.depth + 1, events);
        Ok(self.action_time())
    }

    /// Goes to another level: this one is kept as it is, that one is as it was left or as the seed
    /// makes it. Hunters who stand beside the player come along.
    fn change_level(&mut self, depth: u8, events: &mut Vec<GameEvent>) {
        let down = depth > self.state.here.depth;
        let me = self.state.player.pos;
        let mut followers = Vec::new();
        for index in (0..self.state.here.actors.len()).rev() {
            let actor = &self.state.here.actors[index];
            let beside = distance(actor.pos, me) <= 1 && actor.mood == Mood::Hunting;
            let stays = matches!(self.role(index), Role::Guard | Role::Unseen | Role::Mimic);
            if beside && !stays {
                followers.push(self.state.here.actors.remove(index));
            }
        }
        followers.reverse();
        let now = self.state.time;
        self.state.here.left_at = now;
        let known = self.state.other_levels.remove(&depth);
        let first = known.is_none();
        let level = known.unwrap_or_else(|| {
            let (seed, plus) = (self.state.seed, self.state.plus);
            spawn::level(
                self.content,
                seed,
                plus,
                depth,
                &mut self.scratch.level_buffers,
            )
        });
        let before = std::mem::replace(&mut self.state.here, level);
        self.state.other_levels.insert(before.depth, before);
        let here = &mut self.state.here;
        let away = if first { now } else { now - here.left_at };
        for actor in &mut here.actors {
            actor.next += away;
            actor.in_sight = false;
        }
        self.state.player.pos = if down { here.up } else { here.down };
        self.enter_level();
        self.clear_arrival();
        self.scratch.sight_stale = true;
        self.update_sight();
        events.push(GameEvent::Arrived { depth, first });
        for actor in followers {
            self.follow_player(actor, events);
        }
        self.interrupt(Interruption::Other);
    }

    /// Moves a monster away from the stairs where the player arrives.
    fn clear_arrival(&mut self) {
        let me = self.state.player.pos;
        if let Some(index) = self
            .actor_at(me)
            .and_then(|id| self.state.here.index_of(id))
        {
            match self.free_tile_near(me, 20) {
                Some(pos) => self.move_actor(index, pos),
                None => {
                    let actor = self.state.here.actors.remove(index);
                    self.scratch.occupied.remove(actor.pos);
                    if let Some(loot) = actor.loot {
                        self.drop_near(me, loot, false);
                    }
                }
            }
        }
    }

    /// Brings along a hunter that followed over the stairs.
    fn follow_player(&mut self, mut actor: super::state::Actor, events: &mut Vec<GameEvent>) {
        let rules = &self.content.rules().hunt;
        let Some(pos) = self.free_tile_near(self.state.player.pos, rules.follow) else {
            if let Some(loot) = actor.loot {
                self.drop_near(self.state.player.pos, loot, false);
            }
            return;
        };
        let who = actor.id;
        actor.pos = pos;
        actor.home = pos;
        actor.goal = None;
        actor.route.clear();
        actor.next = self.state.time + u64::from(rules.follow_delay);
        let actors = &mut self.state.here.actors;
        let index = actors.partition_point(|other| other.id < who);
        actors.insert(index, actor);
        self.scratch.occupied.insert(pos);
        let who = self.event_actor(index);
        events.push(GameEvent::Followed { who });
    }

    /// Whether there is nothing to rest for.
    pub(super) fn is_rested(&self) -> bool {
        let player = &self.state.player;
        player.health >= self.player_max_health()
            && ![Condition::Confused, Condition::Darkened, Condition::Dimmed]
                .into_iter()
                .any(|condition| player.conditions.has(condition))
    }

    /// Experience missing for the next level.
    pub(super) fn experience_missing(&self) -> u32 {
        let player = &self.state.player;
        let next = experience_for(self.content.rules(), player.level + 1);
        next.saturating_sub(player.experience)
    }
}

/// Whether a thrown potion does anything to those it hits.
pub(super) const fn affects_targets(potion: Potion) -> bool {
    potion.is_harmful() || matches!(potion, Potion::Healing)
}
