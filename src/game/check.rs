//! Checks that a state is valid, part by part. [`Game::resume`](super::Game::resume) refuses an
//! invalid one; builds with debug assertions check after each action. A valid state can be played on:
//! every index is in range, no sum overflows, every loop ends.
//!
//! These fields may have any value, as they decide what happens next but not whether it can: `seed`;
//! `known`, as bits of kinds without a look are never read; the player's `loudness`; the remaining
//! turns of conditions, and of hallowed ground above 0; what was seen, met, noticed or declined; a
//! monster's `patience` and `summoned`; the slot that an item had last; whether a brazier burns; and
//! the current level's `left_at`, which is overwritten on leaving. Any set of depths may have been
//! visited: a missing one is generated on arrival.

use std::collections::BTreeSet;

use super::content::{Class, Content, DEEPEST, LEVEL_SIZE, MonsterKind, Role};
use super::state::{Actor, ActorId, Cause, Item, Level, Mood, State};
use super::{Game, ItemId, Letter, MOST_PLUS, Outcome, combat, spawn, terrain};
use crate::geom::{Pos, Rect};
use crate::map::Tile;
use crate::rng::Streams;

/// Describes what is wrong, and what would be right.
type Validity = Result<(), String>;

/// The latest time of a run, in ticks. Hunger ends every run long before; sums of times never
/// overflow.
const LATEST: u64 = 1 << 48;

/// The longest time to an actor's next action, in ticks. Content allows 1,000 for a step or an
/// attack, which water or a charge doubles.
const LONGEST_WAIT: u64 = 10_000;

/// The highest bonus that scrolls give an item, and the worst penalty.
const MAX_BONUS: i8 = 20;

fn require(right: bool, wrong: impl FnOnce() -> String) -> Validity {
    if right { Ok(()) } else { Err(wrong()) }
}

impl Game {
    /// Checks that the state is consistent: nobody shares a tile or stands in a wall, health is in
    /// range, every item is in one place, letters are unique, nobody is due in the past, and the
    /// caches match the state. Of levels that were left only the ids are checked, as nothing else
    /// of them changes. Linear in the visited levels.
    ///
    /// # Errors
    /// The first fault. No sequence of actions leads to one; tests check after each.
    pub fn check(&self) -> Result<(), String> {
        run(&self.state, self.content)?;
        level(&self.state.here, &self.state, self.content)?;
        names(&self.state)?;
        player(self)?;
        pack(self)?;
        plan(&self.state)?;
        caches(self)
    }
}

/// Checks a loaded state completely, before any cache is built from it.
pub(super) fn loaded(game: &Game) -> Validity {
    let Game { state, content, .. } = game;
    run(state, content)?;
    for visited in state.levels() {
        level(visited, state, content)?;
        conduit(visited, content).map_err(|wrong| format!("depth {}: {wrong}", visited.depth))?;
    }
    names(state)?;
    player(game)?;
    pack(game)?;
    plan(state)
}

/// Checks New Game Plus, the visited depths, the clock and the outcome.
fn run(state: &State, content: &Content) -> Validity {
    require(state.plus <= MOST_PLUS, || {
        format!("New Game Plus is {}, not up to {MOST_PLUS}", state.plus)
    })?;
    for (depth, level) in &state.other_levels {
        let (kept, left_at) = (level.depth, level.left_at);
        require(*depth == kept, || {
            format!("the level of depth {kept} is kept as depth {depth}")
        })?;
        require(*depth != state.here.depth, || {
            format!("depth {depth} was left, and the player is there")
        })?;
        require(left_at <= state.time, || {
            format!(
                "depth {depth} was left at {left_at}, and it is {}",
                state.time
            )
        })?;
    }
    clock(state)?;
    outcome(state, content)
}

/// Checks when the world and the player are due: in this turn, and the player now, while the run
/// goes on.
fn clock(state: &State) -> Validity {
    let (time, next) = (state.time, state.player.next);
    require(time <= LATEST, || {
        format!("the time is {time}, not up to {LATEST}")
    })?;
    let upkeep = (time / 100 + 1) * 100;
    require(state.upkeep == upkeep, || {
        format!("the world is due at {}, not at {upkeep}", state.upkeep)
    })?;
    let playing = state.outcome == Outcome::Playing;
    let last = if playing { time } else { time + LONGEST_WAIT };
    require((time..=last).contains(&next), || {
        format!("the player is due at {next}, and it is {time}")
    })?;
    require(state.actions <= next, || {
        format!("{} actions took {next} ticks", state.actions)
    })
}

/// Checks that the run is won if and only if the Everlamp burns, and that the killer exists.
fn outcome(state: &State, content: &Content) -> Validity {
    if let Outcome::Died {
        cause: Cause::Monster(kind) | Cause::Burst(kind),
    } = state.outcome
    {
        monster_kind(kind, content)?;
    }
    let mut vaults = state.levels().filter_map(|level| level.vault.as_ref());
    let lit = vaults.any(|vault| vault.everlamp && vault.mechanism.is_solved());
    require((state.outcome == Outcome::Won) == lit, || {
        let is = if lit { "burns" } else { "does not burn" };
        format!("the Everlamp {is}, and the run is {:?}", state.outcome)
    })
}

/// Checks the current level, or one that was left.
fn level(level: &Level, state: &State, content: &Content) -> Validity {
    let depth = level.depth;
    require((1..=DEEPEST).contains(&depth), || {
        format!("there is a level of depth {depth}, not from 1 to {DEEPEST}")
    })?;
    let kind = terrain::kind_of(content, Streams::new(state.seed), depth).kind;
    let parts = require(level.kind == kind, || {
        format!(
            "the level is a {:?}, and its seed makes a {kind:?}",
            level.kind
        )
    })
    .and_then(|()| terrain(level))
    .and_then(|()| ground(level))
    .and_then(|()| memory(level))
    .and_then(|()| actors(level, state, content))
    .and_then(|()| floor_items(level, content))
    .and_then(|()| vault(level, content));
    parts.map_err(|wrong| format!("depth {depth}: {wrong}"))
}

/// Whether a tile lies at or beyond the edge of a level, where nobody can stand.
const fn is_edge(pos: Pos) -> bool {
    let (right, bottom) = (LEVEL_SIZE.width as i32 - 1, LEVEL_SIZE.height as i32 - 1);
    pos.x <= 0 || pos.y <= 0 || pos.x >= right || pos.y >= bottom
}

fn on_level(pos: Pos, what: &str) -> Validity {
    require(LEVEL_SIZE.contains(pos), || {
        format!("{what} is at {pos}, which is off the map of {LEVEL_SIZE}")
    })
}

/// Checks the map: solid at its edge, with stairs and braziers exactly where the level lists them.
fn terrain(level: &Level) -> Validity {
    for grid in [&level.tiles, &level.memory] {
        require(grid.size() == LEVEL_SIZE, || {
            format!("a map is {}, not {LEVEL_SIZE}", grid.size())
        })?;
    }
    let mut features = vec![(level.up, Tile::StairsUp)];
    features.push(match level.depth {
        DEEPEST => (level.down, Tile::Brazier),
        _ => (level.down, Tile::StairsDown),
    });
    let braziers = level.braziers.iter();
    features.extend(braziers.map(|brazier| (brazier.pos, Tile::Brazier)));
    for (pos, tile) in &features {
        require(level.tiles.get(*pos) == Some(tile), || {
            format!("there is no {tile:?} at {pos}")
        })?;
    }
    let places: BTreeSet<Pos> = features.iter().map(|(pos, _)| *pos).collect();
    require(places.len() == features.len(), || {
        "a brazier is listed twice".into()
    })?;
    for (pos, &tile) in level.tiles.iter() {
        let right = match tile {
            Tile::Wall | Tile::Void => true,
            Tile::StairsUp | Tile::StairsDown | Tile::Brazier => {
                places.contains(&pos) && !is_edge(pos)
            }
            _ => !is_edge(pos),
        };
        require(right, || format!("a {tile:?} is at {pos}"))?;
    }
    Ok(())
}

/// Checks rooms and hallowed ground.
fn ground(level: &Level) -> Validity {
    for room in &level.rooms {
        room_on_level(*room)?;
    }
    for hallowed in &level.hallowed {
        on_level(hallowed.center, "hallowed ground")?;
        require(hallowed.left > 0, || {
            format!("the hallowed ground at {} has run out", hallowed.center)
        })?;
    }
    Ok(())
}

/// Checks that a room is a rectangle within the edge of a level.
fn room_on_level(room: Rect) -> Validity {
    let (first, last) = (
        Pos::new(room.left, room.top),
        Pos::new(room.right, room.bottom),
    );
    let right = !is_edge(first) && !is_edge(last) && first.x <= last.x && first.y <= last.y;
    require(right, || format!("there is a room from {first} to {last}"))
}

/// Whether the player can remember the tile `real` as `known`: not at all, as it is, or as it was
/// before a door moved, grass burned or a vault opened.
const fn can_be_remembered(known: Tile, real: Tile) -> bool {
    known as u8 == Tile::Void as u8
        || known as u8 == real as u8
        || matches!(
            (known, real),
            (Tile::Grass, Tile::Floor)
                | (Tile::DoorOpen, Tile::DoorClosed)
                | (Tile::DoorClosed, Tile::DoorOpen)
                | (Tile::Wall, Tile::DoorOpen | Tile::DoorClosed)
        )
}

fn memory(level: &Level) -> Validity {
    let both = level.memory.as_slice().iter().zip(level.tiles.as_slice());
    match both
        .enumerate()
        .find(|(_, (known, real))| !can_be_remembered(**known, **real))
    {
        Some((index, (known, real))) => Err(format!(
            "{known:?} is remembered at {}, where {real:?} is",
            level.tiles.pos_of(index)
        )),
        None => Ok(()),
    }
}

/// Checks a level's monsters: sorted by id, on free tiles.
fn actors(level: &Level, state: &State, content: &Content) -> Validity {
    let here = level.depth == state.here.depth;
    let mut taken: Vec<Pos> = Vec::with_capacity(level.actors.len().min(LEVEL_SIZE.area()) + 1);
    taken.extend(here.then_some(state.player.pos));
    let mut last = ActorId::PLAYER;
    for actor in &level.actors {
        let id = actor.id;
        require(id > last, || {
            format!("the actor {id:?} comes after {last:?}")
        })?;
        last = id;
        require(!taken.contains(&actor.pos), || {
            format!("{id:?} shares {} with another", actor.pos)
        })?;
        taken.push(actor.pos);
        let since = if here { state.time } else { level.left_at };
        body(actor, level, state.plus, content)
            .and_then(|()| mind(actor, since, state.outcome, content))
            .map_err(|wrong| format!("{id:?}: {wrong}"))?;
    }
    Ok(())
}

/// Checks a monster's kind, place, health and loot.
fn body(actor: &Actor, level: &Level, plus: u8, content: &Content) -> Validity {
    monster_kind(actor.kind, content)?;
    on_level(actor.pos, "it")?;
    let def = content.monster(actor.kind);
    let tile = level.tiles[actor.pos];
    let fits = if def.role == Role::Phaser {
        !is_edge(actor.pos)
    } else {
        tile.is_walkable()
    };
    require(fits && tile != Tile::DoorClosed, || {
        format!("a {} stands in {tile:?} at {}", def.id, actor.pos)
    })?;
    let most = spawn::scale_by_plus(content, plus, def.health);
    require(actor.max_health == most, || {
        format!(
            "the most health of a {} is {}, not {most}",
            def.id, actor.max_health
        )
    })?;
    require((1..=most).contains(&actor.health), || {
        format!("its health is {}, not from 1 to {most}", actor.health)
    })?;
    actor.loot.map_or(Ok(()), |loot| item(&loot, content))
}

/// Checks when a monster acts, and where it wants to go.
fn mind(actor: &Actor, since: u64, outcome: Outcome, content: &Content) -> Validity {
    require(actor.next <= since + LONGEST_WAIT, || {
        format!("it is due at {}, long after {since}", actor.next)
    })?;
    // A sleeper's time may lie in the past, and nobody acts after the end.
    let late = actor.mood != Mood::Asleep && outcome == Outcome::Playing && actor.next < since;
    require(!late, || {
        format!("it is due at {}, before {since}", actor.next)
    })?;
    let mimic = content.monster(actor.kind).role == Role::Mimic;
    require(
        !actor.disguised || (mimic && actor.mood == Mood::Asleep),
        || "it is disguised, and no mimic that waits".into(),
    )?;
    on_level(actor.home, "its post")?;
    actor
        .goal
        .map_or(Ok(()), |goal| on_level(goal, "its goal"))?;
    chain(&actor.route)
}

/// Checks that a path leads from tile to adjacent tile.
fn chain(way: &[Pos]) -> Validity {
    for &pos in way {
        on_level(pos, "a tile of its way")?;
    }
    let beside = |pair: &[Pos]| super::travel::towards(pair[0], pair[1]).is_some();
    match way.windows(2).find(|pair| !beside(pair)) {
        Some(pair) => Err(format!("its way leaps from {} to {}", pair[1], pair[0])),
        None => Ok(()),
    }
}

fn monster_kind(kind: MonsterKind, content: &Content) -> Validity {
    let kinds = content.monsters().len();
    require(usize::from(kind.0) < kinds, || {
        format!("it is a monster of kind {}, and there are {kinds}", kind.0)
    })
}

fn item(item: &Item, content: &Content) -> Validity {
    let &Item {
        id,
        kind,
        count,
        plus,
        letter: _,
    } = item;
    let kinds = content.items().len();
    require(usize::from(kind.0) < kinds, || {
        format!(
            "{id:?} is an item of kind {}, and there are {kinds}",
            kind.0
        )
    })?;
    let stacks = content.item(kind).stacks();
    require(count == 1 || (count > 1 && stacks), || {
        format!("there are {count} of {id:?}")
    })?;
    require((-MAX_BONUS..=MAX_BONUS).contains(&plus), || {
        format!("{id:?} is {plus} better than plain, not up to {MAX_BONUS}")
    })
}

/// Checks the items on the floor: one item or stack per tile.
fn floor_items(level: &Level, content: &Content) -> Validity {
    let mut taken = BTreeSet::new();
    for floor_item in &level.items {
        item(&floor_item.item, content)?;
        let (id, pos) = (floor_item.item.id, floor_item.pos);
        on_level(pos, "an item")?;
        let tile = level.tiles[pos];
        require(tile.is_walkable() && tile != Tile::DoorClosed, || {
            format!("{id:?} lies in {tile:?} at {pos}")
        })?;
        require(taken.insert(pos), || {
            format!("{id:?} shares {pos} with another")
        })?;
    }
    Ok(())
}

/// Checks the vault or the Everlamp.
fn vault(level: &Level, content: &Content) -> Validity {
    let lowest = level.depth == DEEPEST;
    let Some(vault) = &level.vault else {
        return require(!lowest, || "the Everlamp is missing".into());
    };
    require(vault.everlamp == lowest, || {
        format!("the Everlamp is in the vault: {}", vault.everlamp)
    })?;
    room_on_level(vault.room)?;
    let open = vault.mechanism.is_solved();
    let expected: [(Pos, &[Tile]); 2] = match (lowest, open) {
        (true, _) => [
            (vault.door, &[Tile::Brazier]),
            (vault.lever, &[Tile::Brazier]),
        ],
        (false, false) => [(vault.door, &[Tile::Wall]), (vault.lever, &[Tile::Wall])],
        (false, true) => [
            (vault.door, &[Tile::DoorOpen, Tile::DoorClosed]),
            (vault.lever, &[Tile::Wall]),
        ],
    };
    for (pos, tiles) in expected {
        let found = level.tiles.get(pos);
        require(found.is_some_and(|tile| tiles.contains(tile)), || {
            format!("the vault has {found:?} at {pos}, not {tiles:?}")
        })?;
    }
    if lowest {
        let right = vault.lever == level.down && vault.offers.is_empty();
        return require(right, || "the Everlamp is not where it hangs".into());
    }
    let walls = vault.room.grown(1);
    require(walls.contains(vault.door) && !is_edge(vault.door), || {
        format!("the door of the vault is at {}", vault.door)
    })?;
    require(vault.offers.len() <= 3, || {
        format!("a vault offers {} things, not up to 3", vault.offers.len())
    })?;
    for (pos, offer) in &vault.offers {
        item(offer, content)?;
        let others = vault.offers.iter().filter(|(other, _)| other == pos);
        let fits = vault.room.contains(*pos) && level.tiles[*pos].is_walkable();
        require(fits && others.count() == 1, || {
            format!("a vault offers {:?} at {pos}", offer.id)
        })?;
    }
    Ok(())
}

/// Checks that a conduit is the one of its seed, with tiles turned.
fn conduit(level: &Level, content: &Content) -> Validity {
    match &level.vault {
        Some(vault) => require(
            vault
                .mechanism
                .is_sound(terrain::board_size(&content.rules().vault, level.depth)),
            || "the conduit is not the one of its seed".into(),
        ),
        None => Ok(()),
    }
}

/// Checks ids: each is used once, and was given out by a visited level.
fn names(state: &State) -> Validity {
    let visited = |depth: u32| state.levels().find(|level| u32::from(level.depth) == depth);
    let (mut made, mut actors, mut items) = (0_u32, Vec::new(), Vec::new());
    for level in state.levels() {
        for (what, made, most) in [
            ("monsters", level.actors_created, ActorId::MAX_PER_DEPTH),
            ("items", level.items_created, ItemId::MAX_PER_DEPTH),
        ] {
            require(made <= most, || {
                format!(
                    "{made} {what} were made at depth {}, not up to {most}",
                    level.depth
                )
            })?;
        }
        made += level.actors_created;
        actors.extend(level.actors.iter().map(|actor| actor.id));
    }
    items.extend(state.items().map(|item| item.id));
    actors.sort_unstable();
    items.sort_unstable();
    if let Some(pair) = actors.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("{:?} is in two places", pair[0]));
    }
    if let Some(pair) = items.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("{:?} is in two places", pair[0]));
    }
    let alive = actors.len();
    for id in actors {
        let made = visited(id.depth()).map_or(0, |level| level.actors_created);
        require((1..=made).contains(&id.number()), || {
            format!(
                "{id:?} is not one of the {made} monsters made at depth {}",
                id.depth()
            )
        })?;
    }
    for id in items {
        let made = visited(id.depth()).map_or(0, |level| level.items_created);
        require((1..=made).contains(&id.number()), || {
            format!(
                "{id:?} is not one of the {made} items made at depth {}",
                id.depth()
            )
        })?;
    }
    let kills = state.player.kills;
    require(u64::from(kills) + alive as u64 <= made.into(), || {
        format!("{kills} of {made} monsters were killed, and {alive} are alive")
    })
}

/// Checks the player's place, health, food and experience.
fn player(game: &Game) -> Validity {
    let (state, numbers) = (&game.state, game.content.rules());
    let player = &state.player;
    on_level(player.pos, "the player")?;
    let tile = state.here.tiles[player.pos];
    require(tile.is_walkable() && tile != Tile::DoorClosed, || {
        format!("the player stands in {tile:?} at {}", player.pos)
    })?;
    for (what, gain) in [("health", player.vigour), ("attack", player.strength)] {
        require((0..=combat::MAX_POTION_GAIN).contains(&gain), || {
            format!(
                "potions added {gain} to {what}, not up to {}",
                combat::MAX_POTION_GAIN
            )
        })?;
    }
    let reached = |level: u8| combat::experience_for(numbers, level) <= player.experience;
    let level = player.level;
    let right = (1..=combat::MAX_LEVEL).contains(&level)
        && reached(level)
        && (level == combat::MAX_LEVEL || !reached(level + 1));
    require(right, || {
        format!(
            "{} of experience do not make level {level}",
            player.experience
        )
    })?;
    let most = game.player_max_health();
    require((0..=most).contains(&player.health), || {
        format!(
            "the player's health is {}, not from 0 to {most}",
            player.health
        )
    })?;
    let dead = matches!(state.outcome, Outcome::Died { .. });
    require(dead == (player.health == 0), || {
        format!(
            "the player's health is {}, and the run is {:?}",
            player.health, state.outcome
        )
    })?;
    require(player.food <= numbers.food.full, || {
        format!(
            "the player's food is {}, not up to {}",
            player.food, numbers.food.full
        )
    })?;
    require(player.mending < numbers.food.healing, || {
        format!(
            "{} parts of health are not under {}",
            player.mending, numbers.food.healing
        )
    })
}

/// Checks the pack and the equipment.
fn pack(game: &Game) -> Validity {
    let pack = &game.state.player.pack;
    require(pack.slots.len() == Letter::COUNT, || {
        format!(
            "the pack has {} places, not {}",
            pack.slots.len(),
            Letter::COUNT
        )
    })?;
    for (letter, carried) in pack.items() {
        item(carried, game.content)?;
        require(carried.letter == Some(letter), || {
            format!("{:?} at `{letter}` says that it is elsewhere", carried.id)
        })?;
    }
    let class = |letter: Letter| {
        let carried = pack.get(letter);
        carried.map(|item: &Item| game.content.item(item.kind).class)
    };
    let fits: [(Option<Letter>, fn(&Class) -> bool); 5] = [
        (pack.weapon, |class| matches!(class, Class::Weapon { .. })),
        (pack.armour, |class| matches!(class, Class::Armour { .. })),
        (pack.lantern, |class| matches!(class, Class::Lantern(_))),
        (pack.rings[0], |class| matches!(class, Class::Ring(_))),
        (pack.rings[1], |class| matches!(class, Class::Ring(_))),
    ];
    for (letter, fits) in fits {
        let Some(letter) = letter else { continue };
        require(class(letter).as_ref().is_some_and(fits), || {
            format!("`{letter}` is in use, and is {:?}", class(letter))
        })?;
    }
    let twice = pack.rings[0].is_some() && pack.rings[0] == pack.rings[1];
    require(!twice, || "one ring is on both hands".into())
}

/// Checks the long action in progress. Whether it can go on is checked once sight is known.
fn plan(state: &State) -> Validity {
    let Some(plan) = &state.plan else {
        return Ok(());
    };
    let playing = state.outcome == Outcome::Playing;
    require(playing && plan.action.is_long(), || {
        format!("{:?} cannot be under way", plan.action)
    })?;
    chain(&plan.path)
}

/// Checks that the caches match the state.
fn caches(game: &Game) -> Validity {
    let level = &game.state.here;
    for actor in &level.actors {
        require(game.scratch.occupied.contains(actor.pos), || {
            format!("the tile of {:?} is not marked", actor.id)
        })?;
    }
    require(game.scratch.occupied.len() == level.actors.len(), || {
        "more tiles are marked than there are monsters".into()
    })?;
    for (pos, tile) in level.tiles.iter() {
        require(
            game.scratch.sight.is_opaque(pos) == tile.is_opaque(),
            || format!("sight is wrong about {tile:?} at {pos}"),
        )?;
    }
    let playing = game.state.outcome == Outcome::Playing;
    let wrong = level.braziers.iter().find(|brazier| {
        playing && brazier.seen_lit != brazier.lit && game.scratch.seen.contains(brazier.pos)
    });
    require(wrong.is_none(), || {
        "the player sees a brazier that is remembered otherwise".into()
    })
}
