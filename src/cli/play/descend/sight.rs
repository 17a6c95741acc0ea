//! What is in sight, in words: names, directions and distances, and the state of the player.

use crate::game::{
    Condition, Game, GameEvent, Hunger, ItemEvent, Lighting, MonsterEvent, PlaceEvent, View,
    counted,
};
use crate::geom::{Dir, Pos};
use crate::map::Tile;

/// The name of a direction.
pub const fn dir_name(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "north",
        Dir::NorthEast => "northeast",
        Dir::East => "east",
        Dir::SouthEast => "southeast",
        Dir::South => "south",
        Dir::SouthWest => "southwest",
        Dir::West => "west",
        Dir::NorthWest => "northwest",
    }
}

/// The direction that a word names.
pub fn read_dir(word: &str) -> Option<Dir> {
    let word = word.to_lowercase();
    let short = |dir| -> String {
        let name = dir_name(dir);
        let (first, second) = name.split_at(if name.len() > 5 { 5 } else { 1 });
        format!(
            "{}{}",
            &first[..1],
            second.get(..1).filter(|_| name.len() > 5).unwrap_or("")
        )
    };
    Dir::ALL
        .into_iter()
        .find(|dir| dir_name(*dir) == word || short(*dir) == word)
}

/// The name of a tile as the player knows it.
pub fn tile_name(view: View<'_>, at: Pos) -> String {
    match view.tile(at).map(|tile| tile.tile) {
        None | Some(Tile::Void) => "an unseen place".to_owned(),
        Some(tile) => tile.name().to_owned(),
    }
}

fn is_water(view: View<'_>, at: Pos) -> bool {
    let tile = view.tile(at).map(|tile| tile.tile);
    matches!(tile, Some(Tile::Water | Tile::Deep))
}

/// Something on a tile, and where it is: `a crypt rat: asleep, 5 of 5 health; 3 north`.
pub fn describe_sight(view: View<'_>, at: Pos) -> String {
    let name = match (view.actor_at(at), view.item_at(at), view.hazard_at(at)) {
        (None, Some(item), _) => view.item_name(item.kind, item.count, item.plus),
        (None, None, Some(hazard)) => hazard.name().to_owned(),
        (None, None, None) if is_water(view, at) => tile_name(view, at),
        _ => {
            let lines = view.look(at);
            let first = lines.iter().find(|line| *line != "You.");
            first.map_or_else(String::new, |line| line.trim_end_matches('.').to_owned())
        }
    };
    format!("{name}; {}", view.describe_offset(at))
}

/// Where what a message tells of is: somebody in sight who does something, or what comes into sight.
pub fn place_of(view: View<'_>, event: &GameEvent) -> Option<Pos> {
    match *event {
        GameEvent::Monster(
            MonsterEvent::CameIntoSight { who, .. }
            | MonsterEvent::Revealed { who, .. }
            | MonsterEvent::Noticed { who }
            | MonsterEvent::Fled { who }
            | MonsterEvent::Prepared { who, .. }
            | MonsterEvent::Summoned { who, .. },
        ) => {
            let mut seen = view.actors().filter(|actor| actor.in_sight);
            seen.find(|actor| who == actor.id).map(|actor| actor.pos)
        }
        GameEvent::Item(ItemEvent::ItemSeen { pos, .. })
        | GameEvent::Place(
            PlaceEvent::LandmarkSeen { pos, .. } | PlaceEvent::FireSeen { pos, .. },
        ) => Some(pos),
        _ => None,
    }
}

/// A message that says where that is: `You see a lever, 4 west: walk into it, and a vault opens.`
pub fn with_place(view: View<'_>, text: &str, at: Pos) -> String {
    let end = text.find([':', '.']).unwrap_or(text.len());
    let (what, rest) = text.split_at(end);
    format!("{what}, {}{rest}", view.describe_offset(at))
}

/// What is worth a number: what the window lists, then the hazards that the player knows of, and of water the nearest tile.
pub fn noted(view: View<'_>) -> Vec<Pos> {
    let mut noted = view.sights();
    let here = view.player().pos;
    let nearest = |water: Tile| {
        let tiles = view.known().iter().filter(move |(_, tile)| **tile == water);
        tiles.map(|(at, _)| at).min_by_key(|at| at.steps_to(here))
    };
    let mut hazards: Vec<Pos> = view.hazards().map(|(_, at)| at).collect();
    hazards.sort_by_key(|at| at.steps_to(here));
    hazards.extend([Tile::Water, Tile::Deep].into_iter().filter_map(nearest));
    hazards.retain(|at| !noted.contains(at));
    noted.extend(hazards);
    noted
}

/// How far it goes in a direction, and what ends it: `north: 3 tiles, then a wall`.
pub fn describe_way(view: View<'_>, from: Pos, dir: Dir) -> String {
    let name = dir_name(dir);
    let (mut at, mut count) = (from.step(dir), 0_u32);
    let is_open = |at: Pos| {
        let tile = view.tile(at).map(|tile| tile.tile);
        tile == Some(Tile::Floor) && view.actor_at(at).is_none() && view.hazard_at(at).is_none()
    };
    while is_open(at) {
        (at, count) = (at.step(dir), count + 1);
    }
    let end = match (view.actor_at(at), view.hazard_at(at)) {
        (Some(actor), _) => view.monster_name(actor.kind),
        (None, Some(hazard)) => hazard.name().to_owned(),
        (None, None) => tile_name(view, at),
    };
    match count {
        0 => format!("{name}: {end}"),
        count => format!("{name}: {}, then {end}", counted(count, "tile")),
    }
}

/// Depth, turn and health in a line.
pub fn describe_state(game: &Game) -> String {
    format!(
        "depth {}, turn {}, {}",
        game.depth(),
        game.turns(),
        game.view().describe_health()
    )
}

/// All about the player, a line each.
pub fn describe_player(game: &Game) -> Vec<String> {
    let view = game.view();
    let player = view.player();
    let mut lines = vec![
        describe_state(game),
        format!(
            "rank {}, attack {}, defence {}, {} more experience to the next rank",
            player.level, player.attack, player.defence, player.missing
        ),
    ];
    let hunger = match player.hunger {
        Hunger::Fed => "fed",
        Hunger::Hungry => "hungry",
        Hunger::Weak => "weak with hunger: health does not return",
        Hunger::Starving => "starving",
    };
    lines.push(format!(
        "{hunger}, food for {}",
        counted(player.food, "turn")
    ));
    let light = match player.lighting {
        Lighting::Bright => "in bright light",
        Lighting::Dim => "in dim light",
        Lighting::Dark => "in the dark",
    };
    let noticed = counted(player.noticed.unsigned_abs(), "tile");
    lines.push(match player.lantern {
        None => format!("you have no lantern lit; you stand {light}, noticed from {noticed}"),
        Some(lantern) => format!(
            "your lantern {}, with oil for {}; you stand {light}, noticed from {noticed}",
            if lantern.hooded {
                "is hooded"
            } else {
                "is open"
            },
            counted(lantern.oil, "turn")
        ),
    });
    let conditions = Condition::ALL
        .into_iter()
        .filter_map(|condition| (view.condition(condition) > 0).then_some(condition.words().name));
    let conditions: Vec<&str> = conditions.collect();
    if !conditions.is_empty() {
        lines.push(format!(
            "you are {}",
            super::words::list(&conditions, "and")
        ));
    }
    lines
}

/// What is compared before and after a command.
pub struct Standing {
    turns: u64,
    depth: u8,
    health: i32,
    at: Pos,
    hunger: Hunger,
}

impl Standing {
    /// As it is now.
    pub fn of(game: &Game) -> Self {
        let player = game.view().player();
        Self {
            turns: game.turns(),
            depth: game.depth(),
            health: player.health,
            at: player.pos,
            hunger: player.hunger,
        }
    }

    /// Says what has changed and has no message of its own; if nothing else was said, at least the turn.
    pub fn tell_changes(&self, game: &Game, is_quiet: bool, said: &mut Vec<String>) {
        let now = Self::of(game);
        if now.depth != self.depth {
            said.push(describe_state(game));
        } else if now.health != self.health {
            said.push(game.view().describe_health());
        }
        let view = game.view();
        if now.at != self.at && view.stairs_down() == Some(now.at) && now.depth == self.depth {
            said.push("you stand on the stairs down: \"descend\" takes them".to_owned());
        } else if now.at != self.at
            && view.stairs_up() == Some(now.at)
            && now.depth > 1
            && now.depth == self.depth
        {
            said.push("you stand on the stairs up: \"ascend\" takes them".to_owned());
        } else if is_quiet && now.health == self.health && now.hunger == self.hunger {
            said.push(format!("turn {}", now.turns));
        }
        if now.at != self.at
            && let Some(item) = view.item_at(now.at)
        {
            let name = view.item_name(item.kind, item.count, item.plus);
            said.push(format!("here lies: {name}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_read_by_name_and_by_letters() {
        for dir in Dir::ALL {
            assert_eq!(read_dir(dir_name(dir)), Some(dir));
        }
        let short = ["n", "e", "s", "w", "ne", "se", "sw", "nw"];
        assert_eq!(short.map(read_dir), Dir::ALL.map(Some));
    }
}
