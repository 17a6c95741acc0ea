//! What must hold of every state. Tests ask after each turn, and so does whoever reads a save.

use super::content::{Content, DEEPEST, LEVEL_SIZE, Role};
use super::state::{ActorId, Item, ItemId, Level, State};
use super::vault::Mechanism;
use super::{Game, Letter, sight};
use crate::geom::Pos;
use crate::map::Tile;

/// What must hold before a state can be worked with: everything that is used as an index.
pub(super) fn shape(state: &State, content: &Content) -> Result<(), String> {
    if state.player.pack.slots.len() != Letter::COUNT {
        return Err(format!(
            "the pack has {} places",
            state.player.pack.slots.len()
        ));
    }
    for level in std::iter::once(&state.here).chain(state.left.values()) {
        level_shape(level, content)?;
    }
    if state
        .left
        .iter()
        .any(|(depth, level)| *depth != level.depth)
    {
        return Err("a level lies under another depth".into());
    }
    if !LEVEL_SIZE.contains(state.player.pos) {
        return Err(format!("the player is at {}", state.player.pos));
    }
    let kinds = content.items().len();
    let carried = state.player.pack.slots.iter().flatten();
    if carried
        .into_iter()
        .any(|item| usize::from(item.kind.0) >= kinds)
    {
        return Err("an item of the pack is of no kind".into());
    }
    if state.player.level == 0 || state.player.level > super::combat::MOST_LEVELS {
        return Err(format!("level {} of experience", state.player.level));
    }
    if state.plus > super::MOST_PLUS {
        return Err(format!("New Game Plus {}", state.plus));
    }
    Ok(())
}

fn level_shape(level: &Level, content: &Content) -> Result<(), String> {
    let depth = level.depth;
    if depth == 0 || depth > DEEPEST {
        return Err(format!("a level of depth {depth}"));
    }
    for grid in [&level.tiles, &level.memory] {
        if grid.size() != LEVEL_SIZE {
            return Err(format!("depth {depth} has a map of {}", grid.size()));
        }
    }
    let mut places: Vec<Pos> = vec![level.up, level.down];
    places.extend(
        level
            .actors
            .iter()
            .flat_map(|actor| [actor.pos, actor.home]),
    );
    places.extend(level.actors.iter().filter_map(|actor| actor.goal));
    places.extend(level.items.iter().map(|lying| lying.pos));
    places.extend(level.braziers.iter().map(|brazier| brazier.pos));
    if let Some(vault) = &level.vault {
        places.extend([vault.door, vault.lever]);
        places.extend(vault.offers.iter().map(|(pos, _)| *pos));
    }
    if let Some(pos) = places.iter().find(|pos| !LEVEL_SIZE.contains(**pos)) {
        return Err(format!("something of depth {depth} is at {pos}"));
    }
    let (monsters, items) = (content.monsters().len(), content.items().len());
    let wrong_actor = level
        .actors
        .iter()
        .any(|actor| usize::from(actor.kind.0) >= monsters);
    let mut all = Vec::new();
    items_of(level, &mut all);
    let wrong_item = all.iter().any(|item| usize::from(item.kind.0) >= items);
    if wrong_actor || wrong_item {
        return Err(format!("something of depth {depth} is of no kind"));
    }
    let mechanism = level.vault.as_ref().map(|vault| &vault.mechanism);
    if let Some(Mechanism::Conduit(conduit)) = mechanism
        && !conduit.is_sound()
    {
        return Err(format!("the conduit of depth {depth} is not sound"));
    }
    if level.holy.iter().any(|holy| holy.left == 0) {
        return Err(format!("hallowed ground of depth {depth} has run out"));
    }
    Ok(())
}

/// Every item of a level.
fn items_of(level: &Level, all: &mut Vec<Item>) {
    all.extend(level.items.iter().map(|lying| lying.item));
    all.extend(level.actors.iter().filter_map(|actor| actor.loot));
    let offers = level.vault.iter().flat_map(|vault| &vault.offers);
    all.extend(offers.map(|(_, item)| *item));
}

impl Game {
    /// Whether the state is one that a run can be in: nobody shares a tile or stands in a wall,
    /// health is in bounds, every item is in one place, letters are unique, nobody is due in the
    /// past, and the caches agree with the state. Linear in the levels visited.
    ///
    /// # Errors
    /// The first thing that is wrong. No sequence of actions leads there; tests ask after each.
    pub fn check(&self) -> Result<(), String> {
        self.check_player()?;
        self.check_actors()?;
        self.check_items()?;
        self.check_time()?;
        self.check_caches()
    }

    fn check_player(&self) -> Result<(), String> {
        let player = &self.state.player;
        let most = self.players_max_health();
        if !(0..=most).contains(&player.health) {
            return Err(format!("health {} is not from 0 to {most}", player.health));
        }
        let dead = matches!(self.state.outcome, super::Outcome::Died { .. });
        if dead != (player.health == 0) {
            return Err(format!(
                "health {} and {:?}",
                player.health, self.state.outcome
            ));
        }
        if player.food > self.content.numbers().food {
            return Err(format!("food {}", player.food));
        }
        let tile = self.state.here.tiles[player.pos];
        if !tile.is_walkable() || tile == Tile::DoorClosed {
            return Err(format!("the player stands in {tile:?} at {}", player.pos));
        }
        let pack = &player.pack;
        let mut equipped: Vec<Letter> = Vec::new();
        let places = [
            pack.weapon,
            pack.armour,
            pack.lantern,
            pack.rings[0],
            pack.rings[1],
        ];
        for letter in places.into_iter().flatten() {
            if pack.get(letter).is_none() {
                return Err(format!("nothing is at the equipped letter {letter}"));
            }
            if equipped.contains(&letter) {
                return Err(format!("the letter {letter} is equipped twice"));
            }
            equipped.push(letter);
        }
        let wrong = pack
            .items()
            .find(|(letter, item)| item.letter != Some(*letter));
        match wrong {
            Some((letter, item)) => Err(format!("{item:?} is at the letter {letter}")),
            None => Ok(()),
        }
    }

    fn check_actors(&self) -> Result<(), String> {
        let level = &self.state.here;
        for pair in level.actors.windows(2) {
            if pair[0].id >= pair[1].id {
                return Err(format!("{:?} comes after {:?}", pair[1].id, pair[0].id));
            }
        }
        let mut taken: Vec<Pos> = vec![self.state.player.pos];
        for (index, actor) in level.actors.iter().enumerate() {
            let who = (actor.id, &self.content.monster(actor.kind).id);
            if taken.contains(&actor.pos) {
                return Err(format!("{who:?} shares {} with another", actor.pos));
            }
            taken.push(actor.pos);
            let tile = level.tiles[actor.pos];
            let phases = self.role(index) == Role::Phaser;
            if (!tile.is_walkable() || tile == Tile::DoorClosed) && !phases {
                return Err(format!("{who:?} stands in {tile:?} at {}", actor.pos));
            }
            if actor.health <= 0 || actor.health > actor.max_health {
                return Err(format!("{who:?} has health {}", actor.health));
            }
            if actor.id == ActorId::PLAYER {
                return Err("a monster has the player's id".into());
            }
        }
        Ok(())
    }

    fn check_items(&self) -> Result<(), String> {
        let mut all: Vec<Item> = self
            .state
            .player
            .pack
            .slots
            .iter()
            .flatten()
            .copied()
            .collect();
        for level in std::iter::once(&self.state.here).chain(self.state.left.values()) {
            items_of(level, &mut all);
            for lying in &level.items {
                let tile = level.tiles[lying.pos];
                if !tile.is_walkable() {
                    return Err(format!(
                        "{:?} lies in {tile:?} at {}",
                        lying.item, lying.pos
                    ));
                }
            }
        }
        let mut ids: Vec<ItemId> = all.iter().map(|item| item.id).collect();
        ids.sort_unstable();
        if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("{:?} is in two places", pair[0]));
        }
        match all.iter().find(|item| item.count == 0) {
            Some(item) => Err(format!("there are none of {item:?}")),
            None => Ok(()),
        }
    }

    fn check_time(&self) -> Result<(), String> {
        let state = &self.state;
        if state.outcome != super::Outcome::Playing {
            return Ok(());
        }
        if state.player.next != state.time {
            return Err(format!(
                "the player is due at {}, it is {}",
                state.player.next, state.time
            ));
        }
        if state.upkeep <= state.time {
            return Err(format!(
                "the world is due at {}, it is {}",
                state.upkeep, state.time
            ));
        }
        let awake = |actor: &&super::state::Actor| actor.mood != super::Mood::Asleep;
        match state
            .here
            .actors
            .iter()
            .filter(awake)
            .find(|actor| actor.next < state.time)
        {
            Some(actor) => Err(format!(
                "{:?} is due at {}, it is {}",
                actor.id, actor.next, state.time
            )),
            None => Ok(()),
        }
    }

    fn check_caches(&self) -> Result<(), String> {
        let level = &self.state.here;
        for actor in &level.actors {
            if !self.scratch.occupied.contains(actor.pos) {
                return Err(format!("the tile of {:?} is not marked", actor.id));
            }
        }
        if self.scratch.occupied.len() != level.actors.len() {
            return Err("more tiles are marked than there are monsters".into());
        }
        for (pos, tile) in level.tiles.iter() {
            if self.scratch.sight.is_opaque(pos) != tile.is_opaque() {
                return Err(format!("sight is wrong about {tile:?} at {pos}"));
            }
        }
        let playing = self.state.outcome == super::Outcome::Playing;
        let wrong = |brazier: &super::state::Brazier| {
            brazier.seen_lit != brazier.lit && self.scratch.seen.contains(brazier.pos)
        };
        if playing && let Some(brazier) = level.braziers.iter().find(|one| wrong(one)) {
            let pos = brazier.pos;
            return Err(format!(
                "the player sees the brazier at {pos} otherwise than it is"
            ));
        }
        if !sight::remembers_truly(&level.memory, &level.tiles) {
            return Err("the player remembers what never was".into());
        }
        Ok(())
    }
}
