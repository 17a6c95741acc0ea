//! Stories of what a level hides: bell wires, rotten floor, censers, cold fonts, cracked walls and secret
//! doors.

use std::collections::BTreeMap;

use serde_json::json;
use undercroft_core::game::content::DEEPEST;
use undercroft_core::game::{
    Action, Danger, FightEvent, Game, GameEvent, HazardKind, ItemEvent, Mood, PlaceEvent, Refusal,
    Setup,
};
use undercroft_core::geom::{Dir, Pos};
use undercroft_core::map::distance::{DistanceMap, UNBOUNDED};
use undercroft_core::map::{Steps, Tile, TileSet};
use undercroft_core::rng::Seed;

use super::scene::{Scene, act, content, me, peek, refuse, step, told, wait};

/// Hides hazards on a scene.
fn hide(scene: &mut Scene, hazards: &[(HazardKind, Pos)]) {
    let mut hazards = hazards.to_vec();
    hazards.sort_by_key(|(_, pos)| (pos.y, pos.x));
    let list = hazards
        .iter()
        .map(|(kind, pos)| json!({"pos": pos, "kind": kind, "known": false}));
    scene.state["here"]["hazards"] = list.collect();
}

/// The same, and the player knows of them.
fn show(scene: &mut Scene, hazards: &[(HazardKind, Pos)]) {
    hide(scene, hazards);
    for hazard in scene.state["here"]["hazards"].as_array_mut().unwrap() {
        hazard["known"] = true.into();
    }
}

fn known(game: &Game) -> Vec<(HazardKind, Pos)> {
    game.view().hazards().collect()
}

fn found(events: &[GameEvent]) -> Vec<(HazardKind, Pos)> {
    let found = events.iter().filter_map(|event| match event {
        GameEvent::Place(PlaceEvent::HazardFound { pos, kind }) => Some((*kind, *pos)),
        _ => None,
    });
    found.collect()
}

const WIRE: HazardKind = HazardKind::BellWire;

#[test]
fn a_lantern_shows_a_wire_that_the_dark_hides() {
    let at = Pos::new(4, 1);
    let mut scene = Scene::new(1, "@.........", &[]);
    hide(&mut scene, &[(WIRE, at)]);
    scene.hood();
    let mut game = scene.game();
    wait(&mut game, 3);
    assert!(game.view().in_sight(at), "it lies in the open");
    assert_eq!(known(&game), []);
    let events = act(&mut game, Action::Hood);
    assert_eq!(found(&events), [(WIRE, at)]);
    assert_eq!(known(&game), [(WIRE, at)]);
    assert!(game.view().look(at).concat().contains("rings it"));
}

#[test]
fn at_the_edge_of_the_light_a_wire_shows_only_within_two_tiles() {
    // A brazier beyond the window lights the far end dimly.
    let mut scene = Scene::new(1, "@..............^", &[]);
    let at = Pos::new(9, 1);
    hide(&mut scene, &[(WIRE, at)]);
    scene.hood();
    let mut game = scene.game();
    let mut dim = 0;
    while known(&game).is_empty() {
        let far = me(&game).steps_to(at);
        assert!(far > 1, "it is found before anybody steps on it");
        let lighting = game.view().lighting(at);
        dim += u32::from(lighting == undercroft_core::game::Lighting::Dim && far > 2);
        step(&mut game, Dir::East);
    }
    assert!(dim > 0, "it was in dim light, farther away");
    assert_eq!(me(&game).steps_to(at), 2);
}

#[test]
fn eyes_that_magic_darkens_find_nothing_in_the_light() {
    let at = Pos::new(3, 1);
    for darkened in [false, true] {
        let mut scene = Scene::new(1, "@...^", &[]);
        hide(&mut scene, &[(WIRE, at)]);
        if darkened {
            scene.state["player"]["conditions"]["left"][5] = 9.into();
        }
        let mut game = scene.game();
        wait(&mut game, 1);
        assert!(game.view().in_sight(at));
        assert_eq!(known(&game).is_empty(), darkened);
    }
}

#[test]
fn a_scroll_of_mapping_finds_what_is_hidden_in_walls_and_no_trap() {
    let (trap, door, wall) = (Pos::new(3, 1), Pos::new(6, 1), Pos::new(9, 1));
    let mut scene = Scene::new(1, "@....#..#.", &[]);
    hide(
        &mut scene,
        &[
            (WIRE, trap),
            (HazardKind::SecretDoor, door),
            (HazardKind::CrackedWall, wall),
        ],
    );
    scene.hood();
    let letter = scene.give("scroll-mapping", 1);
    let mut game = scene.game();
    let events = super::scene::read(&mut game, letter);
    assert_eq!(
        found(&events),
        [
            (HazardKind::SecretDoor, door),
            (HazardKind::CrackedWall, wall)
        ]
    );
    assert_eq!(known(&game), [(HazardKind::CrackedWall, wall)]);
    assert_eq!(game.view().tile(door).unwrap().tile, Tile::DoorClosed);
}

#[test]
fn five_searches_in_a_row_find_everything_within_five_tiles() {
    let (near, far) = (Pos::new(6, 1), Pos::new(7, 1));
    let mut scene = Scene::new(1, "@.........", &[]);
    hide(&mut scene, &[(WIRE, near), (WIRE, far)]);
    scene.hood();
    let mut game = scene.game();
    for _ in 0..4 {
        assert_eq!(found(&act(&mut game, Action::Search)), []);
    }
    // A pause spoils it.
    wait(&mut game, 1);
    for _ in 0..4 {
        assert_eq!(found(&act(&mut game, Action::Search)), []);
    }
    let events = act(&mut game, Action::Search);
    assert_eq!(found(&events), [(WIRE, near)]);
    let all = PlaceEvent::SearchedAll { reach: 5 };
    assert!(events.contains(&GameEvent::Place(all)));
}

#[test]
fn one_search_finds_what_is_beside_every_other_time_and_less_often_what_is_two_tiles_away() {
    let found = [1, 2, 3].map(|far| {
        let mut scene = Scene::new(1, "@.........", &[]);
        hide(&mut scene, &[(WIRE, Pos::new(1 + far, 1))]);
        scene.hood();
        let finds = (0..200).filter(|seed| {
            scene.state["seed"] = (*seed).into();
            !found(&act(&mut scene.game(), Action::Search)).is_empty()
        });
        finds.count()
    });
    let [beside, two, three] = found;
    assert!((80..=120).contains(&beside), "{found:?}");
    assert!((47..=87).contains(&two) && three == 0, "{found:?}");
}

#[test]
fn a_wire_in_the_dark_wakes_all_within_twelve_tiles_and_they_come() {
    let row = "@............gk";
    let cast = [('g', "crypt-rat"), ('k', "crypt-rat")];
    let mut scene = Scene::new(1, row, &cast);
    for actor in scene.state["here"]["actors"].as_array_mut().unwrap() {
        actor["mood"] = "Asleep".into();
    }
    scene.hide_all();
    let at = Pos::new(2, 1);
    hide(&mut scene, &[(WIRE, at)]);
    scene.hood();
    let mut game = scene.game();
    step(&mut game, Dir::East);
    assert_eq!(known(&game), []);
    let state = peek(&game);
    let moods: Vec<_> = (0..2)
        .map(|index| state["here"]["actors"][index]["mood"].clone())
        .collect();
    assert_eq!(moods[0], json!(Mood::Searching));
    assert_eq!(moods[1], json!(Mood::Asleep));
    assert_eq!(state["here"]["actors"][0]["goal"], json!(at));
    // It rings once.
    assert_eq!(state["here"]["hazards"], json!([]));
}

#[test]
fn rotten_floor_breaks_and_the_fall_never_kills() {
    let mut scene = Scene::new(1, "@.........", &[]);
    let at = Pos::new(2, 1);
    hide(&mut scene, &[(HazardKind::RottenFloor, at)]);
    scene.hood();
    scene.set_player("health", 2);
    let mut game = scene.game();
    let events = act(&mut game, Action::step(Dir::East));
    assert_eq!(game.depth(), 2);
    assert_eq!(game.view().player().health, 1);
    let fell = PlaceEvent::Fell { damage: 1 };
    assert!(events.contains(&GameEvent::Place(fell)));
    // Whoever has more loses three.
    scene.set_player("health", 40);
    let events = act(&mut scene.game(), Action::step(Dir::East));
    let fell = PlaceEvent::Fell { damage: 3 };
    assert!(events.contains(&GameEvent::Place(fell)));
    // There is a way from where they land.
    let state = peek(&game);
    assert_ne!(json!(me(&game)), state["here"]["up"]);
    // The hole is known above.
    let hole = &state["other_levels"]["1"]["hazards"][0];
    assert_eq!(hole["known"], true);
}

#[test]
fn whoever_falls_lands_near_and_is_not_followed() {
    let at = Pos::new(40, 25);
    let map = format!("{}{}g@.", "#\n".repeat(24), "#".repeat(37));
    for seed in 0..6 {
        let mut scene = Scene::new(seed, &map, &[('g', "pew-ghoul")]);
        scene.first()["next"] = 1000.into();
        hide(&mut scene, &[(HazardKind::RottenFloor, at)]);
        scene.hood();
        let hunter = scene.first()["id"].clone();
        let mut game = scene.game();
        act(&mut game, Action::step(Dir::East));
        assert_eq!(game.depth(), 2);
        assert!(me(&game).steps_to(at) <= 15, "{} in {seed}", me(&game));
        let state = peek(&game);
        assert_eq!(state["other_levels"]["1"]["actors"][0]["id"], hunter);
    }
}

#[test]
fn a_known_trap_asks_first_and_every_way_leads_around_it() {
    let at = Pos::new(3, 2);
    let mut scene = Scene::new(1, "......\n.@....\n......", &[]);
    show(&mut scene, &[(HazardKind::RottenFloor, at)]);
    scene.remember_all();
    let mut game = scene.game();
    let danger = Danger::Hazard(HazardKind::RottenFloor);
    let asks = Refusal::NeedsConfirmation(danger);
    assert_eq!(refuse(&mut game, Action::step(Dir::East)), asks);
    let run = refuse(&mut game, Action::Run { dir: Dir::East });
    assert_eq!(run, Refusal::HazardInTheWay(HazardKind::RottenFloor));
    let to = Pos::new(6, 2);
    let travel = Action::Travel { to };
    act(&mut game, travel);
    while game.doing() == Some(travel) {
        act(&mut game, travel);
    }
    assert_eq!((me(&game), game.depth()), (to, 1));
    // Travelling onto it is refused, and says why.
    let travel = refuse(&mut game, Action::Travel { to: at });
    assert_eq!(travel, Refusal::HazardInTheWay(HazardKind::RottenFloor));
    step(&mut game, Dir::West);
    step(&mut game, Dir::West);
    act(&mut game, Action::step(Dir::West).sure());
    assert_eq!(game.depth(), 2, "whoever is sure falls");
}

#[test]
fn monsters_know_the_traps_of_their_level() {
    let map = "..........\n@........g\n..........";
    let mut scene = Scene::new(1, map, &[('g', "crypt-rat")]);
    let traps = (3..9).map(|x| (WIRE, Pos::new(x, 2)));
    let traps: Vec<_> = traps.collect();
    hide(&mut scene, &traps);
    scene.hood();
    scene.set_player("health", 40);
    let mut game = scene.game();
    for _ in 0..12 {
        let mut events = Vec::new();
        game.apply(Action::Wait, &mut events).unwrap();
        let rings =
            |event: &GameEvent| matches!(event, GameEvent::Place(PlaceEvent::HazardSprung { .. }));
        assert!(!events.iter().any(rings));
    }
    let pos: Pos = serde_json::from_value(peek(&game)["here"]["actors"][0]["pos"].clone()).unwrap();
    assert!(pos.steps_to(me(&game)) <= 1, "it came all the same: {pos}");
}

#[test]
fn a_censer_breaks_underfoot_and_under_a_missile() {
    let at = Pos::new(2, 1);
    let incense = |game: &Game| peek(game)["here"]["fields"]["incense"].clone();
    let mut scene = Scene::new(1, "@.........", &[]);
    hide(&mut scene, &[(HazardKind::Censer, at)]);
    scene.hood();
    let mut game = scene.game();
    assert_eq!(incense(&game), json!([]));
    step(&mut game, Dir::East);
    assert_ne!(incense(&game), json!([]));
    let mut scene = Scene::new(1, "@.........", &[]);
    let at = Pos::new(6, 1);
    show(&mut scene, &[(HazardKind::Censer, at)]);
    let letter = scene.give("roof-slate", 1);
    let mut game = scene.game();
    act(&mut game, Action::Throw { letter, at });
    assert_ne!(incense(&game), json!([]));
    assert_eq!(known(&game), [], "it is broken");
}

#[test]
fn a_cold_font_puts_out_the_lantern_and_the_hood_lights_it() {
    let mut scene = Scene::new(1, "@...", &[]);
    show(&mut scene, &[(HazardKind::ColdFont, Pos::new(2, 1))]);
    let mut game = scene.game();
    let events = act(&mut game, Action::step(Dir::East).sure());
    assert!(events.contains(&GameEvent::Item(ItemEvent::Doused)));
    assert!(game.view().player().lantern.unwrap().hooded);
    act(&mut game, Action::Hood);
    assert!(!game.view().player().lantern.unwrap().hooded);
}

#[test]
fn a_cracked_wall_is_solid_until_it_is_found_and_a_mace_breaks_it_sooner() {
    let wall = Pos::new(2, 1);
    let mut time = Vec::new();
    for mace in [false, true] {
        let mut scene = Scene::new(1, "@#.#", &[]);
        scene.hood();
        if mace {
            scene.equip("bell-hammer", "weapon");
        }
        hide(&mut scene, &[(HazardKind::CrackedWall, wall)]);
        let mut game = scene.game();
        let solid = refuse(&mut game, Action::step(Dir::East));
        assert_eq!(solid, Refusal::Solid(wall));
        for _ in 0..5 {
            act(&mut game, Action::Search);
        }
        assert_eq!(known(&game), [(HazardKind::CrackedWall, wall)]);
        let before = game.time();
        let events = act(&mut game, Action::step(Dir::East));
        time.push(game.time() - before);
        let noise = content().rules().noise.fighting;
        assert_eq!(game.view().player().noise, noise, "it is loud");
        let falls =
            |event: &GameEvent| matches!(event, GameEvent::Place(PlaceEvent::WallBroke { .. }));
        assert!(events.iter().any(falls));
        assert_eq!(game.view().tile(wall).unwrap().tile, Tile::Rubble);
        step(&mut game, Dir::East);
        step(&mut game, Dir::East);
        assert_eq!(me(&game), Pos::new(3, 1));
    }
    assert_eq!(time, [300, 200]);
}

#[test]
fn a_burst_of_fire_breaks_a_cracked_wall_that_nobody_has_found() {
    let wall = Pos::new(7, 1);
    let mut scene = Scene::new(1, "@.....#.#", &[]);
    scene.hood();
    hide(&mut scene, &[(HazardKind::CrackedWall, wall)]);
    let letter = scene.give("fire-pot", 1);
    let mut game = scene.game();
    let at = Pos::new(6, 1);
    act(&mut game, Action::Hood);
    act(&mut game, Action::Throw { letter, at });
    assert_eq!(peek(&game)["here"]["hazards"], json!([]));
    // So does gas that bursts beside it.
    scene.state["here"]["fields"]["marsh"] = json!([[80 + 6, 6]]);
    scene.state["here"]["fields"]["flames"] = json!([[80 + 5, 2]]);
    let mut game = scene.game();
    wait(&mut game, 1);
    assert_eq!(peek(&game)["here"]["hazards"], json!([]));
}

#[test]
fn behind_a_cracked_wall_is_a_closet_with_an_item() {
    let mut closets = 0;
    for seed in 0..20 {
        for depth in 2..=DEEPEST {
            let level = Game::new_level(Setup::new(Seed(seed)).unwrap(), depth);
            let named = format!("seed {seed}, depth {depth}\n{}", level.map);
            let open = TileSet::of(&level.map.tiles, Tile::is_walkable);
            let reach = |from: Pos| {
                let mut distances = DistanceMap::default();
                distances.measure(&open, Steps::Eight, &[from], UNBOUNDED);
                let all = open.iter().filter(|pos| distances.get(*pos).is_some());
                all.collect::<Vec<Pos>>()
            };
            let outside = reach(level.map.start.unwrap());
            for (kind, wall) in &level.hazards {
                if *kind != HazardKind::CrackedWall {
                    continue;
                }
                let beside = Dir::CARDINAL.map(|dir| wall.step(dir)).into_iter();
                let mut inside = beside.filter(|pos| open.contains(*pos) && !outside.contains(pos));
                let inside = reach(inside.next().unwrap());
                let far = inside.iter().map(|pos| pos.steps_to(inside[0])).max();
                assert!(far <= Some(2), "{inside:?}, {named}");
                let items = level.items.iter().filter(|(.., pos)| inside.contains(pos));
                assert_eq!(items.count(), 1, "{named}");
                closets += 1;
            }
        }
    }
    assert!(closets > 20, "{closets}");
}

#[test]
fn a_secret_door_is_a_wall_until_a_search_finds_it() {
    let door = Pos::new(2, 1);
    let mut scene = Scene::new(1, "@#...", &[]);
    scene.hood();
    hide(&mut scene, &[(HazardKind::SecretDoor, door)]);
    let mut game = scene.game();
    assert_eq!(
        refuse(&mut game, Action::step(Dir::East)),
        Refusal::Solid(door)
    );
    let mut events = Vec::new();
    for _ in 0..5 {
        events.extend(act(&mut game, Action::Search));
    }
    assert_eq!(found(&events), [(HazardKind::SecretDoor, door)]);
    assert_eq!(game.view().tile(door).unwrap().tile, Tile::DoorClosed);
    step(&mut game, Dir::East);
    step(&mut game, Dir::East);
    assert_eq!(me(&game), door);
}

#[test]
fn every_level_can_be_finished_without_stepping_on_a_trap_or_finding_a_door() {
    let mut distances = DistanceMap::default();
    let mut counts: BTreeMap<HazardKind, u32> = BTreeMap::new();
    for seed in 0..200 {
        for depth in 1..=DEEPEST {
            let level = Game::new_level(Setup::new(Seed(seed)).unwrap(), depth);
            let named = format!("seed {seed}, depth {depth}\n{}", level.map);
            // Set pieces have holes of their own, and nobody needs what is in them.
            let in_room = |pos: Pos| level.set_pieces.iter().any(|(_, area)| area.contains(pos));
            let hidden = level.hazards.iter().filter(|(_, pos)| !in_room(*pos));
            let count = hidden.count();
            let expected = if depth == 1 { 0..=0 } else { 3..=6 };
            assert!(expected.contains(&count), "{count} hazards, {named}");
            let up = level.map.start.unwrap();
            let mut open = TileSet::of(&level.map.tiles, Tile::is_walkable);
            for (kind, pos) in &level.hazards {
                *counts.entry(*kind).or_default() += 1;
                let tile = level.map.tiles[*pos];
                let is_wall = tile == Tile::Wall;
                assert_eq!(is_wall, !kind.is_trap(), "{kind:?} at {pos}, {named}");
                assert!(is_wall || matches!(tile, Tile::Floor | Tile::Grass));
                open.remove(*pos);
                assert!(
                    !matches!(kind, HazardKind::RottenFloor | HazardKind::Pit) || depth < DEEPEST,
                    "{named}"
                );
            }
            distances.measure(&open, Steps::Eight, &[up], UNBOUNDED);
            let comes_to = |pos: Pos| {
                distances.get(pos).is_some()
                    || Dir::ALL
                        .iter()
                        .any(|dir| distances.get(pos.step(*dir)).is_some())
            };
            assert!(comes_to(level.down), "{named}");
            for (kind, .., pos) in &level.items {
                let ration = *kind == content().ration();
                let reached = distances.get(*pos).is_some() || in_room(*pos);
                assert!(!ration || reached, "{named}");
            }
            for (.., pos) in &level.monsters {
                assert!(distances.get(*pos).is_some() || in_room(*pos), "{named}");
            }
        }
    }
    assert_eq!(counts.len(), HazardKind::ALL.len(), "{counts:?}");
    assert!(counts.values().all(|count| *count > 200), "{counts:?}");
}

#[test]
fn no_mechanism_lies_behind_a_secret_door_or_in_a_room_and_the_missing_pipe_lies_on_its_level() {
    let (mut doors, mut mechanisms, mut pipes) = (0, 0, 0);
    for seed in 0..8 {
        let mut game = super::random::hardy(seed);
        while game.depth() < DEEPEST {
            game = super::scene::descend_at_once(&game);
            let state = peek(&game);
            let here = &state["here"];
            let named = format!("seed {seed}, depth {}", game.depth());
            let at = |value: &serde_json::Value| -> Pos {
                serde_json::from_value(value.clone()).unwrap()
            };
            // With secret doors shut and every room as rock.
            let tiles = game.view().whole().known().clone();
            let mut open = TileSet::of(&tiles, Tile::is_walkable);
            for piece in here["set_pieces"].as_array().unwrap() {
                let area: undercroft_core::geom::Rect =
                    serde_json::from_value(piece["area"].clone()).unwrap();
                open.remove_rect(area);
            }
            let mut distances = DistanceMap::default();
            let shut = distances.measure(&open, Steps::Eight, &[at(&here["up"])], UNBOUNDED);
            for feature in here["features"].as_array().unwrap() {
                let vault = &feature["opens"]["Vault"]["door"];
                let places = [&feature["at"]]
                    .into_iter()
                    .chain((!vault.is_null()).then_some(vault));
                for pos in places.map(at) {
                    let mut beside = Dir::ALL.map(|dir| pos.step(dir)).into_iter();
                    let is_reached = beside.any(|near| distances.get(near).is_some());
                    assert!(is_reached, "{pos}, {named}");
                    mechanisms += 1;
                }
                if !feature["mechanism"]["Conduit"]["broken"].is_null() {
                    let pipe = json!(content().pipe());
                    let mut items = here["items"].as_array().unwrap().iter();
                    assert!(items.any(|one| one["item"]["kind"] == pipe), "{named}");
                    pipes += 1;
                }
            }
            for hazard in here["hazards"].as_array().unwrap() {
                if hazard["kind"] == "SecretDoor" {
                    open.insert(at(&hazard["pos"]));
                    let all = distances.measure(&open, Steps::Eight, &[at(&here["up"])], UNBOUNDED);
                    assert!(all - shut - 1 <= 150, "{all} and {shut}, {named}");
                    doors += 1;
                }
            }
        }
    }
    assert!(
        doors > 10 && mechanisms > 60 && pipes > 5,
        "{doors} {mechanisms} {pipes}"
    );
}

#[test]
fn a_trap_out_of_sight_and_hearing_neither_is_told_nor_stops_anybody() {
    for kind in [WIRE, HazardKind::Censer, HazardKind::ColdFont] {
        let row = format!("@{}#.r.", ".".repeat(60));
        let mut scene = Scene::new(1, &row, &[('r', "crypt-rat")]);
        scene.hide_first();
        // Out of its mind, it stumbles to either side.
        scene.first()["mood"] = "Wandering".into();
        scene.first()["conditions"]["left"][1] = 200.into();
        hide(
            &mut scene,
            &[(kind, Pos::new(63, 1)), (kind, Pos::new(65, 1))],
        );
        scene.remember_all();
        let mut game = scene.game();
        let to = Pos::new(20, 1);
        let mut events = act(&mut game, Action::Travel { to });
        while let Some(action) = game.doing() {
            events.extend(act(&mut game, action));
        }
        let sprung =
            |event: &GameEvent| matches!(event, GameEvent::Place(PlaceEvent::HazardSprung { .. }));
        assert!(events.iter().any(sprung), "{kind:?}");
        assert_eq!(me(&game), to, "{kind:?}: {events:?}");
        assert_eq!(told(&events), Vec::<String>::new(), "{kind:?}");
    }
}

#[test]
fn a_mimic_that_burns_out_of_sight_is_not_told_and_stops_nobody() {
    let row = format!("@{}#m.", ".".repeat(60));
    let mut scene = Scene::new(1, &row, &[('m', "alms-box")]);
    scene.hide_first();
    let mimic = scene.first();
    (mimic["mood"], mimic["disguised"]) = ("Asleep".into(), true.into());
    scene.state["here"]["fields"]["flames"] = json!([[80 + 63, 200]]);
    scene.remember_all();
    let mut game = scene.game();
    let to = Pos::new(20, 1);
    let mut events = act(&mut game, Action::Travel { to });
    while let Some(action) = game.doing() {
        events.extend(act(&mut game, action));
    }
    let burns = |event: &GameEvent| matches!(event, GameEvent::Fight(FightEvent::Hurt { .. }));
    assert!(events.iter().any(burns));
    assert_eq!(me(&game), to, "{events:?}");
    assert_eq!(told(&events), Vec::<String>::new());
}
