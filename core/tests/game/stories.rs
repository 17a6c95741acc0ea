//! Stories of fire, oil, smoke, gas and water, as a player would tell them.

use serde_json::{Value, json};
use undercroft_core::bot::BotKind;
use undercroft_core::game::{
    Action, BodyEvent, Condition, Danger, FightEvent, Game, GameEvent, Mood, Outcome, PlaceEvent,
    Refusal, State,
};
use undercroft_core::geom::{Dir, Pos};
use undercroft_core::map::{Tile, TileSet};
use undercroft_core::rng::{Seed, Stream};

use super::scene::{Scene, act, content, me, only, peek, refuse, step, told, wait};

/// A layer of the fields: tiles with amounts.
fn layer(tiles: &[(Pos, u8)]) -> Value {
    let mut numbers: Vec<(i32, u8)> = tiles
        .iter()
        .map(|(pos, amount)| (pos.y * 80 + pos.x, *amount))
        .collect();
    numbers.sort_unstable();
    json!(numbers)
}

/// Puts amounts of something on tiles.
fn put(scene: &mut Scene, what: &str, tiles: &[(Pos, u8)]) {
    scene.state["here"]["fields"][what] = layer(tiles);
}

/// The amounts of something on the level.
fn amounts(game: &Game, what: &str) -> Vec<(Pos, u8)> {
    let numbers: Vec<(i32, u8)> =
        serde_json::from_value(peek(game)["here"]["fields"][what].clone()).unwrap();
    numbers
        .into_iter()
        .map(|(number, amount)| (Pos::new(number % 80, number / 80), amount))
        .collect()
}

fn total(game: &Game, what: &str) -> u32 {
    amounts(game, what)
        .iter()
        .map(|(_, amount)| u32::from(*amount))
        .sum()
}

fn burns(game: &Game, pos: Pos) -> bool {
    amounts(game, "flames").iter().any(|(at, _)| *at == pos)
}

fn tile(game: &Game, pos: Pos) -> char {
    let tiles = peek(game)["here"]["tiles"]["tiles"]
        .as_str()
        .unwrap()
        .to_owned();
    tiles.as_bytes()[(pos.y * 80 + pos.x) as usize] as char
}

/// Every tile of a rectangle.
fn area(left: i32, top: i32, right: i32, bottom: i32) -> Vec<Pos> {
    let rows = top..=bottom;
    rows.flat_map(|y| (left..=right).map(move |x| Pos::new(x, y)))
        .collect()
}

#[test]
fn oil_runs_under_a_door_a_spark_follows_and_the_guard_inside_burns_behind_smoke() {
    let mut scene = Scene::new(
        3,
        "@........\n#########\n########g\n.....+...\n#########",
        &[('g', "ossuary-keeper")],
    );
    // The guard sleeps in his cell, and the thief spills oil before the door.
    let guard = scene.first();
    guard["mood"] = "Asleep".into();
    guard["pos"] = json!(Pos::new(8, 4));
    scene.set_player("pos", json!(Pos::new(1, 4)));
    scene.set_player("health", 40);
    put(&mut scene, "oil", &[(Pos::new(5, 4), 12)]);
    let mut game = scene.game();
    wait(&mut game, 14);
    let oil = amounts(&game, "oil");
    assert!(
        oil.contains(&(Pos::new(6, 4), 1)) || oil.iter().any(|one| one.0.x > 6),
        "{oil:?}"
    );
    assert_eq!(total(&game, "oil"), 12, "it has only run");
    assert!(
        oil.iter().any(|(pos, _)| *pos == Pos::new(8, 4)),
        "under the guard: {oil:?}"
    );
    assert_eq!(tile(&game, Pos::new(6, 4)), '+', "the door is still shut");

    // A spark at the near end. The door hides the flames until it has burnt down.
    let mut state = peek(&game);
    let nearest = oil.iter().map(|one| one.0.x).min().unwrap();
    state["here"]["fields"]["flames"] = layer(&[(Pos::new(nearest, 4), 1)]);
    state["player"]["pos"] = json!(Pos::new(1, 1));
    let state: State = serde_json::from_value(state).unwrap();
    let mut game = Game::with_state(state, content());
    let health = |game: &Game| peek(game)["here"]["actors"][0]["health"].as_i64().unwrap();
    let whole = health(&game);
    wait(&mut game, 9);
    assert!(health(&game) < whole, "the guard burns");
    assert_ne!(peek(&game)["here"]["actors"][0]["mood"], "Asleep");
    wait(&mut game, 6);
    assert_eq!(tile(&game, Pos::new(6, 4)), '.', "the door is gone");
    assert_eq!(amounts(&game, "oil"), []);
    wait(&mut game, 30);
    assert_eq!(amounts(&game, "flames"), []);
    assert_eq!(amounts(&game, "smoke"), []);
}

#[test]
fn smoke_hides_the_thief_until_it_has_drifted_off() {
    let map = "#########\n@.......h\n#########";
    let mut scene = Scene::new(5, map, &[('h', "gutter-hound")]);
    scene.first()["next"] = 9_000.into();
    let game = scene.game();
    assert!(game.view().actors().any(|actor| actor.in_sight));
    put(
        &mut scene,
        "smoke",
        &[(Pos::new(4, 2), 60), (Pos::new(5, 2), 60)],
    );
    let mut game = scene.game();
    assert!(
        !game.view().actors().any(|actor| actor.in_sight),
        "smoke is between them"
    );
    assert!(game.view().field(Pos::new(4, 2)).thick);
    wait(&mut game, 40);
    assert_eq!(amounts(&game, "smoke"), []);
    assert!(
        game.view().actors().any(|actor| actor.in_sight),
        "the air is clear"
    );
}

#[test]
fn smoke_goes_through_an_open_door_and_not_through_a_shut_one() {
    for (door, leaves) in [('\'', true), ('+', false)] {
        let map = format!("@...{door}...");
        let mut scene = Scene::new(5, &map, &[]);
        put(&mut scene, "smoke", &[(Pos::new(4, 1), 100)]);
        let mut game = scene.game();
        wait(&mut game, 4);
        let beyond = amounts(&game, "smoke").iter().any(|(pos, _)| pos.x > 5);
        assert_eq!(beyond, leaves, "{door}");
    }
}

#[test]
fn a_fire_pot_in_tall_grass_takes_the_hounds_and_reaches_the_thrower_who_stands_in_it() {
    let map = "@\"\"\"\"\"\"\"\"\"\"\n\"\"\"\"\"\"\"\"\"\"\"\n\"\"\"\"\"\"\"\"\"\"\"";
    let mut scene = Scene::new(9, map, &[]);
    // The player stands in the grass, too.
    let tiles = scene.state["here"]["tiles"]["tiles"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut tiles = tiles.into_bytes();
    tiles[81] = b'"';
    scene.state["here"]["tiles"]["tiles"] = json!(String::from_utf8(tiles).unwrap());
    scene.remember_all();
    scene.set_player("vigour", 500);
    scene.set_player("health", 500);
    let pot = scene.give("fire-pot", 1);
    let mut game = scene.game();
    let at = Pos::new(6, 2);
    let throw = Action::Throw { letter: pot, at };
    let aim = game.view().aim(throw).unwrap();
    assert!(aim.spreads);
    let lines = game.view().describe_aim(&aim).join(" ");
    assert!(
        lines.contains("Tall grass would carry the fire to you"),
        "{lines}"
    );
    let refusal = refuse(&mut game, throw);
    assert_eq!(refusal, Refusal::NeedsConfirmation(Danger::FireSpreads));
    act(&mut game, throw.sure());
    let mut burnt = false;
    for _ in 0..40 {
        burnt |= game.view().condition(Condition::Burning) > 0;
        act(&mut game, Action::Wait);
    }
    assert!(burnt, "the grass has carried it");
    assert!(
        area(1, 1, 11, 3).iter().all(|pos| tile(&game, *pos) == '.'),
        "all is burnt"
    );
    assert_eq!(amounts(&game, "flames"), []);
}

#[test]
fn whoever_burns_and_runs_through_grass_leaves_a_fire_behind() {
    let mut scene = Scene::new(4, "@..\"\"\"\"....", &[]);
    scene.state["player"]["conditions"]["left"][Condition::Burning as usize] = 8.into();
    let mut game = scene.game();
    for _ in 0..4 {
        step(&mut game, Dir::East);
    }
    assert!(area(4, 1, 5, 1).iter().any(|pos| burns(&game, *pos)));
}

#[test]
fn whoever_stands_burning_in_burning_grass_does_not_feed_it() {
    let mut scene = Scene::new(4, "...@...", &[]);
    let mut tiles = scene.state["here"]["tiles"]["tiles"]
        .as_str()
        .unwrap()
        .to_owned()
        .into_bytes();
    tiles[80 + 4] = b'"';
    scene.state["here"]["tiles"]["tiles"] = json!(String::from_utf8(tiles).unwrap());
    scene.set_player("vigour", 500);
    scene.set_player("health", 500);
    put(&mut scene, "flames", &[(Pos::new(4, 1), 4)]);
    let mut game = scene.game();
    wait(&mut game, 4);
    assert_eq!(amounts(&game, "flames"), []);
    assert_eq!(tile(&game, Pos::new(4, 1)), '.');
    wait(&mut game, 4);
    assert_eq!(game.view().condition(Condition::Burning), 0);
}

#[test]
fn bare_floor_stops_a_fire_and_what_is_burnt_burns_no_more() {
    let mut scene = Scene::new(4, "@........\n#########\n\"\"\"\"..\"\"\"", &[]);
    put(&mut scene, "flames", &[(Pos::new(1, 3), 4)]);
    let mut game = scene.game();
    wait(&mut game, 40);
    let row: String = (1..10).map(|x| tile(&game, Pos::new(x, 3))).collect();
    assert_eq!(row, "......\"\"\"");
}

#[test]
fn each_burning_tile_lights_one_beside_it_in_half_of_the_turns() {
    let lit = |flames: &[(Pos, u8)]| {
        let mut scene = Scene::new(4, "@........\n#########\n....\"....", &[]);
        put(&mut scene, "flames", flames);
        let lit = (0..200).filter(|seed| {
            scene.state["seed"] = (*seed).into();
            let mut game = scene.game();
            wait(&mut game, 1);
            burns(&game, Pos::new(5, 3))
        });
        lit.count()
    };
    let (west, east) = ((Pos::new(4, 3), 9), (Pos::new(6, 3), 9));
    let (one, two) = (lit(&[west]), lit(&[west, east]));
    assert!((80..=120).contains(&one), "{one} of 200");
    assert!((130..=170).contains(&two), "{two} of 200");
}

#[test]
fn a_fire_pot_burns_on_bare_ground_for_two_turns_and_a_fireball_does_not() {
    for (id, burns_on) in [
        ("fire-pot", true),
        ("potion-fire", true),
        ("scroll-fireball", false),
    ] {
        let mut scene = Scene::new(4, "@..........", &[]);
        scene.know_all();
        let letter = scene.give(id, 1);
        let mut game = scene.game();
        let at = Pos::new(8, 1);
        let action = match burns_on {
            true => Action::Throw { letter, at },
            false => Action::Use {
                letter,
                at: Some(at),
            },
        };
        act(&mut game, action);
        assert_eq!(burns(&game, at), burns_on, "{id}");
        wait(&mut game, 1);
        assert_eq!(amounts(&game, "flames"), [], "{id}");
    }
}

#[test]
fn what_burns_for_its_fuel_smokes_and_oil_on_bare_floor_does_not() {
    for (tile, smokes) in [('"', true), ('.', false)] {
        let map = format!("@........\n#########\n....{tile}....");
        let mut scene = Scene::new(4, &map, &[]);
        put(&mut scene, "oil", &[(Pos::new(5, 3), 1)]);
        put(&mut scene, "flames", &[(Pos::new(5, 3), 3)]);
        let mut game = scene.game();
        wait(&mut game, 1);
        assert_eq!(total(&game, "smoke") > 0, smokes, "{tile}");
    }
}

#[test]
fn monsters_wait_before_flames_unless_they_burn_already() {
    for (burning, passes) in [(0, false), (9, true)] {
        let map = "#####\nh...@\n#####";
        let mut scene = Scene::new(2, map, &[('h', "gutter-hound")]);
        scene.first()["health"] = 12.into();
        scene.first()["conditions"]["left"][Condition::Burning as usize] = burning.into();
        put(&mut scene, "flames", &[(Pos::new(3, 2), 3)]);
        let mut game = scene.game();
        let before = |game: &Game| game.view().actors().all(|actor| actor.pos.x < 3);
        act(&mut game, Action::Wait);
        act(&mut game, Action::Wait);
        assert_eq!(!before(&game), passes, "burning for {burning}");
        wait(&mut game, 6);
        assert!(
            !before(&game) || game.view().actors().count() == 0,
            "the flames are out"
        );
    }
}

#[test]
fn a_brazier_knocked_over_throws_its_coals_at_three_tiles_and_its_light_is_gone() {
    let map = ".......\n..@^h..\n.......";
    let mut scene = Scene::new(7, map, &[('h', "gutter-hound")]);
    scene.first()["next"] = 9_000.into();
    let mut game = scene.game();
    let before = only(&game).health;
    let events = act(&mut game, Action::Push { dir: None });
    assert!(
        told(&events)
            .iter()
            .any(|line| line == "You knock the brazier over."),
        "{events:?}"
    );
    let fire = content().rules().fire;
    let hound = only(&game);
    // The coals have struck it, and it has burnt for a turn among them.
    assert_eq!(hound.health, before - 2 * fire.flames);
    assert!(hound.burns);
    let flames: Vec<Pos> = amounts(&game, "flames").iter().map(|one| one.0).collect();
    assert_eq!(flames, area(5, 1, 5, 3), "the cone burns on bare floor");
    assert_eq!(tile(&game, Pos::new(4, 2)), ',');
    assert_eq!(game.view().lamps().count(), 0);
    assert_eq!(game.view().player().health, 40, "whoever pushes is unhurt");
    wait(&mut game, 1);
    assert_eq!(amounts(&game, "flames"), [], "and only for two turns");
    assert_eq!(
        refuse(&mut game, Action::Push { dir: None }),
        Refusal::NoBrazier
    );
}

#[test]
fn a_brazier_that_is_out_holds_no_coals() {
    let mut scene = Scene::new(7, "..@^...", &[]);
    scene.state["here"]["braziers"][0]["lit"] = false.into();
    scene.known()["unlit"] = json!([Pos::new(4, 1)]);
    let mut game = scene.game();
    assert_eq!(
        refuse(&mut game, Action::Push { dir: None }),
        Refusal::NoCoals
    );
}

#[test]
fn a_stone_thrown_at_a_brazier_knocks_it_over_on_whoever_stands_behind() {
    let map = "@...^hh";
    let mut scene = Scene::new(7, map, &[('h', "gutter-hound")]);
    for actor in scene.state["here"]["actors"].as_array_mut().unwrap() {
        actor["next"] = 9_000.into();
    }
    scene.remember_all();
    let stones = scene.give("roof-slate", 3);
    let mut game = scene.game();
    let at = Pos::new(5, 1);
    let throw = Action::Throw { letter: stones, at };
    let aim = game.view().aim(throw).unwrap();
    let card = game.view().describe_aim(&aim).join(" ");
    assert!(card.contains("knocks the brazier over"), "{card}");
    act(&mut game, throw);
    assert_eq!(tile(&game, at), ',');
    assert!(burns(&game, Pos::new(6, 1)) && !burns(&game, Pos::new(7, 1)));
    assert_eq!(game.view().actors().filter(|actor| actor.burns).count(), 1);
}

#[test]
fn marsh_gas_bursts_as_far_as_it_reaches_and_hurts_at_once() {
    let map = "......~~~~~~\n@.....~~~~~~\n......~~~~~~";
    let mut scene = Scene::new(7, map, &[]);
    scene.add_monster("gutter-hound", Pos::new(9, 2))["next"] = 9_000.into();
    let gas: Vec<(Pos, u8)> = area(7, 1, 12, 3).iter().map(|pos| (*pos, 6)).collect();
    put(&mut scene, "marsh", &gas);
    let mut game = scene.game();
    wait(&mut game, 10);
    assert_eq!(total(&game, "marsh"), 18 * 6, "a fen holds its gas");
    let mut state = peek(&game);
    state["here"]["fields"]["flames"] = layer(&[(Pos::new(6, 2), 2)]);
    let state: State = serde_json::from_value(state).unwrap();
    let mut game = Game::with_state(state, content());
    let lines = game.view().look(Pos::new(8, 3)).join(" ");
    assert!(lines.contains("may catch fire in the next turn"), "{lines}");
    let before = only(&game).health;
    let events = act(&mut game, Action::Wait);
    assert!(
        told(&events)
            .iter()
            .any(|line| line.contains("marsh gas bursts")),
        "{events:?}"
    );
    assert_eq!(only(&game).health, before - content().rules().fire.flames);
    assert!(!only(&game).burns, "it stands in water");
    assert_eq!(amounts(&game, "marsh"), []);
    wait(&mut game, 3);
    assert_eq!(amounts(&game, "flames"), []);
    assert_eq!(tile(&game, Pos::new(7, 1)), '~', "water does not burn");
}

#[test]
fn marsh_gas_that_leaves_its_fen_thins_out_and_never_grows() {
    let mut scene = Scene::new(7, "............\n@......~....\n............", &[]);
    put(&mut scene, "marsh", &[(Pos::new(8, 2), 200)]);
    let mut game = scene.game();
    let mut last = total(&game, "marsh");
    for turn in 0..400 {
        act(&mut game, Action::Wait);
        let now = total(&game, "marsh");
        assert!(now <= last, "turn {turn}: {now} after {last}");
        last = now;
    }
    assert_eq!(
        amounts(&game, "marsh"),
        [(Pos::new(8, 2), 6)],
        "what the water holds is left"
    );
}

#[test]
fn incense_puts_the_hunters_to_sleep_and_dims_the_eyes_of_whoever_waits_among_them() {
    let map = "hhh\nh@h\nhhh";
    let mut scene = Scene::new(7, map, &[('h', "crypt-rat")]);
    for actor in scene.state["here"]["actors"].as_array_mut().unwrap() {
        actor["mood"] = "Wandering".into();
    }
    scene.set_player("vigour", 500);
    scene.set_player("health", 500);
    let air: Vec<(Pos, u8)> = area(1, 1, 3, 3).iter().map(|pos| (*pos, 40)).collect();
    put(&mut scene, "incense", &air);
    let mut game = scene.game();
    wait(&mut game, 12);
    let asleep = game
        .view()
        .actors()
        .filter(|actor| actor.mood == Mood::Asleep)
        .count();
    assert!(asleep >= 6, "{asleep} of 8 sleep");
    assert_eq!(
        game.view().condition(Condition::Dimmed),
        5,
        "six with this turn"
    );
}

#[test]
fn water_puts_out_who_burns_and_steams() {
    let mut scene = Scene::new(4, "@~.......", &[]);
    scene.state["player"]["conditions"]["left"][Condition::Burning as usize] = 8.into();
    let mut game = scene.game();
    step(&mut game, Dir::East);
    assert_eq!(game.view().condition(Condition::Burning), 0);
    assert!(total(&game, "smoke") > 0);
    wait(&mut game, 20);
    assert_eq!(amounts(&game, "smoke"), []);
}

#[test]
fn who_explores_or_travels_stops_for_flames_and_goes_around_them() {
    let map = "@.........\n##########";
    let mut scene = Scene::new(4, map, &[]);
    scene.remember_all();
    put(&mut scene, "flames", &[(Pos::new(5, 1), 3)]);
    let to = Pos::new(10, 1);
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::Travel { to }), Refusal::Flames);
    let mut wide = Scene::new(4, "@.........\n..........", &[]);
    wide.remember_all();
    put(&mut wide, "flames", &[(Pos::new(5, 1), 3)]);
    let mut game = wide.game();
    while me(&game) != to {
        act(&mut game, Action::Travel { to });
    }
    assert_eq!(game.view().player().health, 40);
    // A step into them is asked about first.
    let mut near = Scene::new(4, "@.........", &[]);
    put(&mut near, "flames", &[(Pos::new(2, 1), 3)]);
    let mut game = near.game();
    let refusal = refuse(&mut game, Action::step(Dir::East));
    assert_eq!(refusal, Refusal::NeedsConfirmation(Danger::Flames));
    act(&mut game, Action::step(Dir::East).sure());
    assert!(game.view().condition(Condition::Burning) > 0);
}

#[test]
fn rest_is_refused_where_the_fire_may_reach_and_flames_are_told_of_once() {
    let mut scene = Scene::new(4, "@.........\n\"\"\"\"\"\"\"\"\"\"", &[]);
    scene.set_player("pos", json!(Pos::new(3, 2)));
    scene.set_player("health", 20);
    put(&mut scene, "flames", &[(Pos::new(4, 2), 4)]);
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::Rest), Refusal::Flames);
    assert!(game.view().is_fire_at_player());
    let mut seen = 0;
    for dir in [Dir::NorthWest, Dir::West] {
        let events = act(&mut game, Action::step(dir).sure());
        let fires =
            |event: &&GameEvent| matches!(event, GameEvent::Place(PlaceEvent::FireSeen { .. }));
        seen += events.iter().filter(fires).count();
    }
    assert_eq!(seen, 1);
}

#[test]
fn a_burst_lights_the_grass_around_it() {
    let map = "#####\n@.\"o\"\n#####";
    let mut scene = Scene::new(3, map, &[('o', "marsh-lantern")]);
    scene.first()["health"] = 1.into();
    scene.first()["next"] = 9_000.into();
    let stones = scene.give("roof-slate", 9);
    let mut game = scene.game();
    let at = Pos::new(4, 2);
    let mut burst = false;
    for _ in 0..9 {
        if game.view().actor_at(at).is_none() {
            break;
        }
        let events = act(&mut game, Action::Throw { letter: stones, at }.sure());
        burst |= events
            .iter()
            .any(|event| matches!(event, GameEvent::Fight(FightEvent::Burst { .. })));
    }
    assert!(burst && burns(&game, Pos::new(3, 2)) && burns(&game, Pos::new(5, 2)));
}

#[test]
fn a_fire_is_the_same_after_it_was_saved_and_loaded() {
    let mut scene = Scene::new(9, "@.\"\"\"\"\"\"\n..\"\"\"\"\"\"", &[]);
    put(&mut scene, "flames", &[(Pos::new(5, 1), 4)]);
    put(&mut scene, "oil", &[(Pos::new(2, 2), 9)]);
    put(&mut scene, "marsh", &[(Pos::new(2, 1), 30)]);
    put(&mut scene, "incense", &[(Pos::new(8, 2), 30)]);
    let mut game = scene.game();
    wait(&mut game, 2);
    let state: State = serde_json::from_value(peek(&game)).unwrap();
    let mut loaded = Game::with_state(state, content());
    assert_eq!(loaded.digest(), game.digest());
    for turn in 0..30 {
        act(&mut game, Action::Wait);
        act(&mut loaded, Action::Wait);
        assert_eq!(loaded.digest(), game.digest(), "turn {turn}");
    }
}

#[test]
fn a_burning_door_is_an_open_way_in_the_end() {
    let mut scene = Scene::new(9, "...@+....", &[]);
    put(&mut scene, "flames", &[(Pos::new(5, 1), 6)]);
    scene.remember_all();
    let mut game = scene.game();
    let mut lines = Vec::new();
    for _ in 0..8 {
        lines.extend(told(&act(&mut game, Action::Wait)));
    }
    assert!(
        lines
            .iter()
            .any(|line| line == "A closed door has burnt down."),
        "{lines:?}"
    );
    assert_eq!(game.view().tile(Pos::new(5, 1)).unwrap().tile, Tile::Floor);
}

/// A level of a seed with every field on random tiles, and a player who survives it.
fn strewn(seed: u64) -> Game {
    let game = super::new_game(seed);
    let mut state = peek(&game);
    state["player"]["vigour"] = 4000.into();
    state["player"]["health"] = 4000.into();
    let tiles = state["here"]["tiles"]["tiles"].as_str().unwrap().to_owned();
    let mut tiles = tiles.into_bytes();
    let mut stream = Stream::new(seed, 77);
    let open: Vec<usize> = (0..tiles.len()).filter(|at| tiles[*at] == b'.').collect();
    for at in &open {
        match stream.below(6) {
            0 | 1 => tiles[*at] = b'"',
            2 => tiles[*at] = b'~',
            _ => {}
        }
    }
    for (layer, rare, most) in [
        ("flames", 60, 4),
        ("oil", 15, 9),
        ("smoke", 20, 90),
        ("marsh", 20, 90),
        ("incense", 40, 60),
    ] {
        let dry = |at: &&usize| layer != "oil" || tiles[**at] != b'~';
        let mut amounts: Vec<(usize, u32)> = Vec::new();
        for at in open.iter().filter(dry) {
            if stream.one_in(rare) {
                amounts.push((*at, 1 + stream.below(most)));
            }
        }
        state["here"]["fields"][layer] = json!(amounts);
    }
    state["here"]["tiles"]["tiles"] = json!(String::from_utf8(tiles).unwrap());
    let state: State = serde_json::from_value(state).unwrap();
    Game::with_state(state, content())
}

#[test]
fn every_fire_ends_and_neither_oil_nor_gas_ever_grows() {
    for seed in 1..9 {
        let mut game = strewn(seed);
        assert!(!amounts(&game, "flames").is_empty());
        let sums = |game: &Game| ["oil", "marsh", "incense"].map(|what| total(game, what));
        let mut before = sums(&game);
        let mut turns = 0;
        // `apply` checks the invariants after each turn.
        while !amounts(&game, "flames").is_empty() || !amounts(&game, "smoke").is_empty() {
            act(&mut game, Action::Wait);
            let now = sums(&game);
            for (now, before) in now.iter().zip(before) {
                assert!(
                    *now <= before,
                    "seed {seed}, turn {turns}: {now} after {before}"
                );
            }
            before = now;
            turns += 1;
            assert!(turns < 400, "seed {seed} burns on");
            if game.outcome() != Outcome::Playing {
                break;
            }
        }
        assert!(turns > 10, "seed {seed}");
    }
}

#[test]
fn bots_walk_into_no_flames_and_leave_the_grass_that_may_catch() {
    let mut stood = 0;
    for seed in 1..20 {
        let mut game = strewn(seed);
        let mut bot = BotKind::Explorer.create_bot(Seed(seed));
        let mut front = TileSet::default();
        for _ in 0..60 {
            let view = game.view();
            if game.outcome() != Outcome::Playing || view.enemy_in_sight() {
                break;
            }
            let endangered = view.is_fire_at_player();
            view.fire_front(&mut front);
            let command = bot.choose_action(view);
            if let Action::Move { dir } = command.action {
                let to = me(&game).step(dir);
                let enters = !front.is_empty() && front.contains(to);
                assert!(endangered || !enters, "seed {seed}: into the fire at {to}");
            }
            stood += u32::from(endangered);
            if let Err(why) = game.apply(command, &mut Vec::new()) {
                bot.handle_refusal(command, why);
            }
        }
    }
    assert!(stood > 0, "some of them were in danger");
}

#[test]
fn a_moth_that_has_noticed_nobody_flies_into_the_flames() {
    let kinds = content().monsters().iter();
    let mut moths =
        kinds.filter(|def| def.abilities.drawn.is_some() && def.abilities.snuffs.is_some());
    let moth = moths.next().unwrap().id.as_str();
    // The player is out of hearing.
    let map = format!("........m\n{}\n{}@", "#".repeat(60), ".".repeat(60));
    let mut scene = Scene::new(5, &map, &[('m', moth)]);
    scene.hood();
    let actor = scene.first();
    actor["mood"] = "Wandering".into();
    actor["goal"] = Value::Null;
    scene.hide_first();
    // The far end of the passage burns for long enough.
    let flames: Vec<_> = area(1, 1, 3, 1).into_iter().map(|pos| (pos, 40)).collect();
    put(&mut scene, "flames", &flames);
    let mut game = scene.game();
    wait(&mut game, 14);
    let actors = peek(&game)["here"]["actors"].clone();
    let whole = content()
        .find_monster(moth)
        .map(|kind| content().monster(kind).health);
    let hurt = |actor: &Value| actor["health"].as_i64() < whole.map(i64::from);
    assert!(actors.as_array().unwrap().iter().all(hurt), "{actors}");
}

#[test]
fn a_door_that_has_burnt_down_in_its_last_flame_hides_nothing() {
    let door = Pos::new(3, 1);
    let mut scene = Scene::new(1, "@.+.......", &[]);
    put(&mut scene, "flames", &[(door, 1)]);
    let mut game = scene.game();
    for _ in 0..6 {
        act(&mut game, Action::Wait);
    }
    assert_ne!(tile(&game, door), '+');
    assert!(game.view().in_sight(Pos::new(8, 1)));
}

#[test]
fn water_puts_out_who_burns_and_that_is_told_of_anybody() {
    let mut scene = Scene::new(1, "@...~r...", &[('r', "gutter-hound")]);
    scene.first()["mood"] = "Asleep".into();
    scene.first()["conditions"]["left"][2] = 5.into();
    scene.first()["pos"] = json!(Pos::new(5, 1));
    let mut game = scene.game();
    let events = act(&mut game, Action::Wait);
    let ended = |event: &GameEvent| {
        let GameEvent::Body(BodyEvent::ConditionEnded { condition, .. }) = event else {
            return false;
        };
        *condition == Condition::Burning
    };
    assert!(events.iter().any(ended), "{events:?}");
}
