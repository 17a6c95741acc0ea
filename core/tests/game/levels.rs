//! What levels hold: a function of seed and depth alone, fair, whole, and the same everywhere.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use undercroft_core::game::content::{Class, DEEPEST, LevelKind};
use undercroft_core::game::{
    Action, Game, GameEvent, NewLevel, Outcome, PlaceEvent, Refusal, Setup,
};
use undercroft_core::geom::{Pos, Rect, Size};
use undercroft_core::map::distance::{DistanceMap, UNBOUNDED};
use undercroft_core::map::{Steps, Tile, TileSet};
use undercroft_core::rng::{Seed, Stream};

use super::random::{any_action, hardy};
use super::scene::{Scene, act, content, descend_at_once, me, peek, refuse, wait};
use crate::golden::{Version, compare};
use crate::trial;

fn setup(seed: u64) -> Setup {
    Setup::new(Seed(seed)).unwrap()
}

#[test]
fn every_level_is_whole_and_fair() {
    let mut distances = DistanceMap::default();
    let (mut vaults, mut lit, mut doors, mut kinds) = (0, 0, 0, BTreeSet::new());
    let seeds = trial::amount(60, 8_400);
    for seed in 0..seeds {
        let (mut weapons, mut armours) = ([0; 3], [0; 3]);
        for depth in 1..=DEEPEST {
            let level = Game::new_level(setup(seed), depth);
            let named = format!("seed {seed}, depth {depth}\n{}", level.map);
            assert_eq!(level.map.size(), Size::new(80, 50));
            kinds.insert(level.kind);
            match depth {
                4 | 8 => assert_eq!(level.kind, LevelKind::Labyrinth),
                DEEPEST => assert_eq!(level.kind, LevelKind::Sanctum),
                _ => assert!(level.kind < LevelKind::Labyrinth),
            }
            let up = level.map.start.unwrap();
            let mut open = TileSet::of(&level.map.tiles, Tile::is_walkable);
            // Secret doors and cracked walls are opened once they are found.
            for (_, pos) in &level.hazards {
                open.insert(*pos);
            }
            distances.measure(&open, Steps::Eight, &[up], UNBOUNDED);
            // All that can be walked on can be reached, but for the sealed room.
            let walkable = level
                .map
                .tiles
                .iter()
                .filter(|(_, tile)| tile.is_walkable());
            // Set pieces open and close by themselves.
            let in_room = |pos: Pos| level.set_pieces.iter().any(|(_, area)| area.contains(pos));
            let sealed = walkable
                .filter(|(pos, _)| distances.get(*pos).is_none() && !in_room(*pos))
                .count();
            assert!(
                sealed == if level.offers.is_empty() { 0 } else { 9 },
                "{named}"
            );
            assert!(level.offers.is_empty() || level.offers.len() == 3);
            vaults += usize::from(sealed > 0);
            if depth == DEEPEST {
                assert_eq!(level.map.tiles[level.down], Tile::Brazier, "{named}");
                let beside = Pos::new(level.down.x, level.down.y + 1);
                assert!(distances.get(beside).is_some(), "{named}");
            } else {
                assert_eq!(level.map.tiles[level.down], Tile::StairsDown, "{named}");
                assert!(distances.get(level.down).unwrap() >= 20, "{named}");
            }
            check_content(&level, &distances, &named);
            let block = usize::from((depth - 1) / 4);
            for (kind, ..) in &level.items {
                match content().item(*kind).class {
                    Class::Weapon { .. } => weapons[block] += 1,
                    Class::Armour { .. } => armours[block] += 1,
                    _ => {}
                }
            }
            lit += level.braziers.len();
            let tiles = level.map.tiles.as_slice();
            doors += tiles
                .iter()
                .filter(|tile| **tile == Tile::DoorClosed)
                .count();
        }
        assert!(
            weapons.iter().all(|count| *count >= 1),
            "seed {seed}: {weapons:?}"
        );
        assert!(
            armours.iter().all(|count| *count >= 1),
            "seed {seed}: {armours:?}"
        );
    }
    assert_eq!(kinds.len(), 6);
    assert!(vaults as u64 > seeds, "{vaults} vaults");
    let many = 1000 / 60 * seeds;
    assert!(
        lit as u64 > many && doors as u64 > many,
        "{lit} braziers, {doors} doors"
    );
}

fn check_content(level: &NewLevel, distances: &DistanceMap, named: &str) {
    let mut taken = BTreeSet::new();
    // What is in a set piece may have to be let out, and comes on top.
    let in_room = |pos: Pos| level.set_pieces.iter().any(|(_, area)| area.contains(pos));
    for &(_, count, _, pos) in &level.items {
        assert!(distances.get(pos).is_some() || in_room(pos), "{named}");
        assert!(count > 0, "{named}");
        assert!(taken.insert(pos), "two things at {pos}: {named}");
        assert!(
            matches!(level.map.tiles[pos], Tile::Floor | Tile::Grass),
            "{named}"
        );
    }
    let rations = level
        .items
        .iter()
        .filter(|(kind, ..)| *kind == content().ration());
    assert!(rations.count() >= 1, "{named}");
    assert!(!level.monsters.is_empty(), "{named}");
    let mut worth = 0;
    for &(kind, _, pos) in &level.monsters {
        let def = content().monster(kind);
        assert!(taken.insert(pos), "two at {pos}: {named}");
        if in_room(pos) {
            continue;
        }
        assert!(distances.get(pos).is_some(), "{named}");
        // A group stands together, and a named one stands by the lamp.
        assert!(
            distances.get(pos).unwrap() >= 8,
            "{} at {pos} is near the stairs: {named}",
            def.id
        );
        // The first of each group is farther off, and the others are near it.
        let is_far = |pos: Pos| distances.get(pos) >= Some(12);
        let mut group = level.monsters.iter();
        let is_first =
            |(other, _, at): &(_, _, Pos)| *other == kind && at.steps_to(pos) <= 3 && is_far(*at);
        assert!(
            def.named || group.any(is_first),
            "{} at {pos}: {named}",
            def.id
        );
        assert!(
            def.group.1 > 1 || def.named || is_far(pos),
            "{} at {pos}: {named}",
            def.id
        );
        assert!(
            (def.depths.0..=def.depths.1).contains(&level.depth),
            "{}: {named}",
            def.id
        );
        if !def.named {
            worth += def.worth;
        }
    }
    let budget = content().depth(level.depth).budget;
    assert!(
        worth <= budget && worth * 2 > budget,
        "{worth} of {budget}: {named}"
    );
}

#[test]
fn each_named_one_lives_once_in_every_run() {
    for seed in 0..30 {
        let mut met = Vec::new();
        for depth in 1..=DEEPEST {
            let level = Game::new_level(setup(seed), depth);
            let named = level
                .monsters
                .iter()
                .filter(|(kind, ..)| content().monster(*kind).named);
            met.extend(named.map(|(kind, ..)| *kind));
        }
        met.sort();
        assert_eq!(met.len(), 3, "seed {seed}: {met:?}");
        met.dedup();
        assert_eq!(met.len(), 3, "seed {seed}");
    }
}

#[test]
fn depth_6_is_the_same_however_it_is_reached() {
    for seed in 0..5 {
        let level = Game::new_level(setup(seed), 6);
        let mut straight = hardy(seed);
        while straight.depth() < 6 {
            straight = descend_at_once(&straight);
        }
        // The other way: fights, reads, drinks and drops whatever comes, level by level.
        let mut winding = hardy(seed);
        let mut stream = Stream::new(seed, 3);
        let mut events = Vec::new();
        while winding.depth() < 6 {
            for _ in 0..150 {
                let command = any_action(&winding, &mut stream);
                let stairs = matches!(command.action, Action::Descend | Action::Ascend);
                if !stairs && winding.outcome() == Outcome::Playing {
                    let _ = winding.apply(command, &mut events);
                }
            }
            assert_eq!(winding.outcome(), Outcome::Playing);
            winding = descend_at_once(&winding);
        }
        assert_ne!(winding.turns(), straight.turns());
        let (a, b) = (
            peek(&straight)["here"].clone(),
            peek(&winding)["here"].clone(),
        );
        for field in ["kind", "tiles", "rooms", "up", "down", "items", "braziers"] {
            if field == "items" {
                let bare = |level: &serde_json::Value| -> Vec<serde_json::Value> {
                    let items = level["items"].as_array().unwrap().iter();
                    items.map(|lying| lying["item"].clone()).collect()
                };
                assert_eq!(bare(&a), bare(&b), "seed {seed}");
            } else if field == "tiles" {
                // Somebody may open a door in the turn of the arrival.
                let shut = |level: &serde_json::Value| level[field].to_string().replace('\'', "+");
                assert_eq!(shut(&a), shut(&b), "seed {seed}");
            } else {
                assert_eq!(a[field], b[field], "seed {seed}: {field}");
            }
        }
        let who = |level: &serde_json::Value| -> BTreeSet<(u64, u64)> {
            let actors = level["actors"].as_array().unwrap().iter();
            // Followers have the ids of their own depth.
            actors
                .map(|actor| {
                    (
                        actor["id"].as_u64().unwrap(),
                        actor["kind"].as_u64().unwrap(),
                    )
                })
                .filter(|(id, _)| id / 10_000 == 6)
                .collect()
        };
        assert_eq!(who(&a), who(&b), "seed {seed}");
        assert_eq!(who(&a).len(), level.monsters.len());
        assert_eq!(a["items"].as_array().unwrap().len(), level.items.len());
    }
}

/// A run of random actions; its digest at each hundredth, and how often something was refused.
fn run(seed: u64, turns: usize) -> (Vec<u64>, Game) {
    let mut game = hardy(seed);
    let mut stream = Stream::new(seed, 9);
    let mut events = Vec::new();
    let mut digests = Vec::new();
    for turn in 0..turns {
        let action = any_action(&game, &mut stream);
        let _ = game.apply(action, &mut events);
        if turn % 100 == 99 {
            digests.push(game.digest());
        }
    }
    (digests, game)
}

#[test]
fn the_same_seed_and_actions_give_the_same_digests() {
    let mut all = BTreeSet::new();
    for seed in 0..10 {
        let (first, _) = run(seed, 800);
        assert_eq!(first, run(seed, 800).0, "seed {seed}");
        all.extend(first);
    }
    assert!(all.len() > 70, "{} different digests", all.len());
}

#[test]
fn a_game_that_was_written_and_read_has_the_same_future() {
    for seed in 0..6 {
        let mut game = hardy(seed);
        let mut stream = Stream::new(seed, 11);
        let mut events = Vec::new();
        let mut other = game.clone();
        for turn in 0..400 {
            let action = any_action(&game, &mut stream);
            let done = game.apply(action, &mut events);
            events.clear();
            // The other one is read anew before every action.
            let text = serde_json::to_string(other.state()).unwrap();
            other = Game::with_state(serde_json::from_str(&text).unwrap(), content());
            assert_eq!(
                other.apply(action, &mut events),
                done,
                "seed {seed}, {turn}: {action:?}"
            );
            assert_eq!(
                other.digest(),
                game.digest(),
                "seed {seed}, {turn}: {action:?}"
            );
            assert_eq!(other.state(), game.state());
            // What is kept from turn to turn is as it would be if it were computed anew.
            let Size { width, height } = game.view().size();
            for pos in Rect::sized(Pos::default(), width as i32, height as i32).positions() {
                let [kept, new] = [&game, &other].map(|game| {
                    let view = game.view();
                    (view.lighting(pos), view.in_sight(pos))
                });
                assert_eq!(kept, new, "seed {seed}, {turn}: {pos}");
            }
        }
    }
}

#[test]
fn every_kind_of_monster_and_item_comes_up() {
    let outfit = content().outfit().iter().map(|(kind, _)| *kind);
    let (mut monsters, mut items) = (BTreeSet::new(), BTreeSet::from_iter(outfit));
    for seed in 0..60 {
        for depth in 1..=DEEPEST {
            let level = Game::new_level(setup(seed), depth);
            monsters.extend(level.monsters.iter().map(|(kind, ..)| *kind));
            items.extend(level.items.iter().map(|(kind, ..)| *kind));
            items.extend(level.offers.iter().map(|(kind, _)| *kind));
        }
    }
    assert_eq!(monsters.len(), content().monsters().len());
    assert_eq!(items.len(), content().items().len());
    let guards = content()
        .monsters()
        .iter()
        .filter(|def| def.post_reach().is_some());
    assert!(guards.count() >= 2);
}

#[test]
fn stairs_lead_up_and_down_and_levels_are_kept() {
    let mut scene = Scene::new(5, ">.......", &[]);
    scene.state["player"]["pos"] = serde_json::json!(Pos::new(1, 1));
    scene.give("roof-slate", 3);
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::Ascend), Refusal::NoStairsUp);
    let letter = super::scene::letter('a');
    act(&mut game, Action::Drop { letter, count: 3 });
    let before = peek(&game)["here"].clone();
    let events = act(&mut game, Action::Descend);
    assert!(events.contains(&GameEvent::Place(PlaceEvent::Arrived {
        depth: 2,
        first: true
    })));
    assert_eq!(refuse(&mut game, Action::Descend), Refusal::NoStairsDown);
    wait(&mut game, 3);
    let second = peek(&game)["here"]["tiles"].clone();
    let events = act(&mut game, Action::Ascend);
    assert!(events.contains(&GameEvent::Place(PlaceEvent::Arrived {
        depth: 1,
        first: false
    })));
    let after = peek(&game)["here"].clone();
    for field in ["tiles", "items", "actors", "braziers"] {
        assert_eq!(before[field], after[field], "{field}");
    }
    for field in ["tiles", "items", "unlit", "met"] {
        assert_eq!(before["known"][field], after["known"][field], "{field}");
    }
    assert_eq!(me(&game), Pos::new(1, 1));
    act(&mut game, Action::Descend);
    assert_eq!(peek(&game)["here"]["tiles"], second);
    // The way out is barred.
    let mut game = super::new_game(5);
    assert_eq!(refuse(&mut game, Action::Ascend), Refusal::Barred);
}

/// Runs of random actions, a line each.
fn random_runs() -> String {
    let mut text = String::from("# Runs of random actions: seed, depth, turns, digests.\n");
    for seed in [1, 2, 3, u64::MAX] {
        let (digests, game) = run(seed, 2000);
        let (depth, turns) = (game.depth(), game.turns());
        write!(text, "run {seed} depth {depth} turns {turns}:").unwrap();
        for digest in digests {
            write!(text, " {digest:016x}").unwrap();
        }
        text.push('\n');
    }
    text
}

#[test]
fn runs_of_random_actions_equal_the_golden_ones() {
    compare(Version::Rules, "random-runs.txt", &random_runs())
        .unwrap_or_else(|error| panic!("{error}"));
}
