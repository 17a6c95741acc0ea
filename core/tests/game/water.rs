//! Stories of water, webs and a thrown lantern, as a player would tell them.

use serde_json::{Value, json};
use undercroft_core::game::content::{Content, LevelKind};
use undercroft_core::game::{
    Action, Condition, Danger, Game, GameEvent, ItemEvent, Refusal, Setup,
};
use undercroft_core::geom::{Dir, Pos};
use undercroft_core::rng::Seed;

use super::scene::{Scene, act, item, letter, me, peek, refuse, step, told, wait};

fn tile(game: &Game, x: i32, y: i32) -> char {
    let state = peek(game);
    let tiles = state["here"]["tiles"]["tiles"].as_str().unwrap();
    tiles.as_bytes()[(y * 80 + x) as usize] as char
}

/// A row of tiles, from the left edge of the scene on.
fn row(game: &Game, y: i32, width: i32) -> String {
    (1..=width).map(|x| tile(game, x, y)).collect()
}

fn layer(game: &Game, what: &str) -> Vec<(Pos, u8)> {
    let tiles = peek(game)["here"]["fields"][what].clone();
    let tiles: Vec<(i32, u8)> = serde_json::from_value(tiles).unwrap();
    let place = |number: i32| Pos::new(number % 80, number / 80);
    tiles
        .into_iter()
        .map(|(number, amount)| (place(number), amount))
        .collect()
}

fn put(scene: &mut Scene, what: &str, pos: Pos, amount: u8) {
    let layer = scene.state["here"]["fields"][what].as_array_mut().unwrap();
    layer.push(json!([pos.y * 80 + pos.x, amount]));
}

/// Lets water rise over a row of tiles from the left, or run off.
fn sluice(scene: &mut Scene, tiles: &[Pos], opens: bool) {
    let sources: &[Pos] = if opens { &tiles[..1] } else { &[] };
    scene.state["here"]["fields"]["floods"] =
        json!([{"sources": sources, "deep": opens, "tiles": tiles}]);
}

fn cells(y: i32, from: i32, to: i32) -> Vec<Pos> {
    (from..=to).map(|x| Pos::new(x, y)).collect()
}

#[test]
fn the_sluice_opens_water_comes_a_step_a_turn_and_the_fire_dies_in_steam() {
    let mut scene = Scene::new(5, "@........\n.........\n..\"...,..", &[]);
    sluice(&mut scene, &cells(3, 1, 9), true);
    put(&mut scene, "flames", Pos::new(5, 3), 20);
    let mut game = scene.game();
    wait(&mut game, 1);
    assert_eq!(row(&game, 3, 4), "~.\".");
    wait(&mut game, 1);
    assert_eq!(row(&game, 3, 4), "}~\".");
    wait(&mut game, 2);
    assert!(
        layer(&game, "flames")
            .iter()
            .any(|one| one.0 == Pos::new(5, 3))
    );
    wait(&mut game, 1);
    let out = layer(&game, "flames")
        .iter()
        .all(|one| one.0 != Pos::new(5, 3));
    assert!(out, "the water puts it out");
    assert!(
        layer(&game, "smoke")
            .iter()
            .any(|one| one.0.steps_to(Pos::new(5, 3)) <= 1)
    );
    wait(&mut game, 10);
    assert_eq!(row(&game, 3, 9), "}}}}}}}}}");
    assert_eq!(
        peek(&game)["here"]["fields"]["floods"],
        json!([]),
        "it is over"
    );
    // The lever is pulled back: what lay beneath comes to light again.
    let mut state: Value = peek(&game);
    state["here"]["fields"]["floods"] =
        json!([{"sources": [], "deep": false, "tiles": cells(3, 1, 9)}]);
    let state = serde_json::from_value(state).unwrap();
    let mut game = Game::with_state(state, Content::embedded().unwrap());
    wait(&mut game, 1);
    assert_eq!(row(&game, 3, 9), "~~~~~~~~~");
    wait(&mut game, 1);
    let dry = row(&game, 3, 9);
    assert_eq!((&dry[..1], &dry[6..7]), (".", ","), "{dry}");
    assert_eq!(peek(&game)["here"]["fields"]["beneath"], json!({}));
}

#[test]
fn rising_water_carries_oil_along_and_stays_shallow_around_who_cannot_swim() {
    let mut scene = Scene::new(5, "@........\n#########\n........r", &[('r', "crypt-rat")]);
    scene.first()["mood"] = "Asleep".into();
    sluice(&mut scene, &cells(3, 1, 9), true);
    put(&mut scene, "oil", Pos::new(2, 3), 1);
    // Where something lies, too.
    scene.lay("roof-slate", 1, Pos::new(6, 3));
    let mut game = scene.game();
    wait(&mut game, 2);
    assert_eq!(layer(&game, "oil"), [(Pos::new(3, 3), 1)]);
    wait(&mut game, 20);
    assert_eq!(row(&game, 3, 9), "}}}}}~}}~");
}

#[test]
fn a_thief_dives_the_rat_cannot_follow_and_the_lantern_goes_out() {
    let map = "@}}}}}}}.\n#########";
    let mut scene = Scene::new(1, map, &[]);
    scene.give("potion-healing", 1);
    scene.remember_all();
    let mut game = scene.game();
    let dive = Action::step(Dir::East);
    let why = refuse(&mut game, dive);
    assert_eq!(why, Refusal::NeedsConfirmation(Danger::DeepWater));
    let events = act(&mut game, dive.sure());
    assert!(
        events.contains(&GameEvent::Item(ItemEvent::Doused)),
        "{events:?}"
    );
    assert_eq!(me(&game), Pos::new(2, 1));
    assert_eq!(refuse(&mut game, Action::Hood), Refusal::Swimming);
    assert_eq!(refuse(&mut game, Action::Rest), Refusal::Swimming);
    // One asks once, and not again in the middle of the lake.
    step(&mut game, Dir::East);
    assert_eq!(me(&game), Pos::new(3, 1));
    // To explore is to go ashore first.
    act(&mut game, Action::Explore);
    act(&mut game, Action::Explore);
    assert!(tile(&game, me(&game).x, 1) == '.');
    // And so it is to travel, wherever to, and to go on.
    for action in [Action::Travel { to: Pos::new(9, 1) }, Action::Proceed] {
        scene.set_player("pos", json!(Pos::new(3, 1)));
        let mut game = scene.game();
        act(&mut game, action);
        assert_eq!(me(&game), Pos::new(2, 1), "{action:?}");
    }
}

#[test]
fn a_rat_and_a_moth_stay_ashore_where_a_hound_swims() {
    for (kind, swims) in [
        ("crypt-rat", false),
        ("smother-moth", false),
        ("gutter-hound", true),
    ] {
        let mut scene = Scene::new(2, "@}}}}m\n######", &[('m', kind)]);
        scene.set_player("health", 40);
        let mut game = scene.game();
        wait(&mut game, 3);
        let state = peek(&game);
        let at: Pos = serde_json::from_value(state["here"]["actors"][0]["pos"].clone()).unwrap();
        assert_eq!(tile(&game, at.x, at.y) == '}', swims, "{kind} at {at}");
    }
}

#[test]
fn nobody_is_asked_who_has_nothing_to_lose() {
    let mut scene = Scene::new(2, "@}}}}.", &[]);
    scene.empty_pack();
    let mut game = scene.game();
    step(&mut game, Dir::East);
    assert_eq!(me(&game), Pos::new(2, 1));
}

#[test]
fn deep_water_puts_out_who_burns_and_now_and_then_carries_a_thing_off() {
    let mut scene = Scene::new(7, "@}}}}}}}}\n.........", &[]);
    let potion = scene.give("potion-healing", 3);
    scene.state["player"]["conditions"]["left"][Condition::Burning as usize] = 4.into();
    let mut game = scene.game();
    act(&mut game, Action::step(Dir::East).sure());
    assert_eq!(game.view().condition(Condition::Burning), 0);
    let mut swept = false;
    for _ in 0..100 {
        let events = act(&mut game, Action::Wait);
        if events
            .iter()
            .any(|one| matches!(one, GameEvent::Item(ItemEvent::SweptOff { .. })))
        {
            assert!(
                told(&events)
                    .iter()
                    .any(|line| line.contains("carries off"))
            );
            swept = true;
            break;
        }
    }
    assert!(swept);
    assert!(game.view().pack().all(|(slot, _)| slot != potion));
    // It lies on the shore, and can be had again.
    let lies = peek(&game)["here"]["items"].clone();
    assert_eq!(
        lies[0]["item"]["kind"],
        json!(item("potion-healing")),
        "{lies}"
    );
}

#[test]
fn a_thrown_lantern_spills_its_oil_and_burns_and_an_empty_one_does_not() {
    for lit in [true, false] {
        let mut scene = Scene::new(3, "@.....r.", &[('r', "crypt-rat")]);
        scene.first()["mood"] = "Asleep".into();
        if !lit {
            scene.set_player("oil", 0);
        }
        let mut game = scene.game();
        let slot = serde_json::from_value(peek(&game)["player"]["pack"]["lantern"].clone());
        let throw = Action::Throw {
            letter: slot.unwrap_or(letter('a')),
            at: Pos::new(5, 1),
        };
        let card = game
            .view()
            .describe_aim(&game.view().aim(throw).unwrap())
            .join(" ");
        assert_eq!(card.contains("oil spills"), lit, "{card}");
        let why = refuse(&mut game, throw);
        assert_eq!(why, Refusal::NeedsConfirmation(Danger::InUse));
        let events = act(&mut game, throw.sure());
        let spilt = events.contains(&GameEvent::Item(ItemEvent::OilSpilt));
        assert_eq!(spilt, lit);
        assert_eq!(peek(&game)["player"]["oil"], json!(0));
        let burns = layer(&game, "flames")
            .iter()
            .any(|one| one.0 == Pos::new(5, 1));
        assert_eq!(burns, lit);
        assert_eq!(
            peek(&game)["here"]["items"].as_array().unwrap().len(),
            1,
            "it lies there"
        );
    }
}

#[test]
fn a_web_holds_the_thief_a_rat_struggles_too_and_a_spark_burns_it_all() {
    let mut scene = Scene::new(3, "@........\n.........", &[]);
    put(&mut scene, "webs", Pos::new(2, 1), 2);
    put(&mut scene, "webs", Pos::new(3, 1), 1);
    scene.remember_all();
    let mut game = scene.game();
    let look = game.view().look(Pos::new(2, 1)).join(" ");
    assert!(
        look.contains("A web hangs here: it holds whoever walks in for 2 turns"),
        "{look}"
    );
    step(&mut game, Dir::East);
    for _ in 0..2 {
        let events = step(&mut game, Dir::East);
        assert_eq!(told(&events), ["The web holds you."]);
        assert_eq!(me(&game), Pos::new(2, 1));
    }
    step(&mut game, Dir::East);
    assert_eq!(me(&game), Pos::new(3, 1));
    // Another game: a flame beside it takes every web.
    let mut scene = Scene::new(3, "@........\n.........", &[]);
    for x in 5..9 {
        put(&mut scene, "webs", Pos::new(x, 1), 2);
    }
    put(&mut scene, "flames", Pos::new(9, 1), 2);
    let mut game = scene.game();
    wait(&mut game, 8);
    assert_eq!(layer(&game, "webs"), []);
    assert_eq!(layer(&game, "flames"), []);
}

#[test]
fn webs_hang_in_some_crypts_and_labyrinths_and_nowhere_else() {
    let mut found = 0;
    for seed in 0..6 {
        let game = Game::new(Setup::new(Seed(seed)).unwrap()).unwrap();
        assert_eq!(layer(&game, "webs"), [], "on the first depth");
        let mut game = super::scene::descend_at_once(&game);
        for _ in 2..7 {
            let state = peek(&game);
            let kind: LevelKind = serde_json::from_value(state["here"]["kind"].clone()).unwrap();
            let hangs = matches!(kind, LevelKind::Crypts | LevelKind::Labyrinth);
            let webs = layer(&game, "webs");
            assert!(hangs || webs.is_empty(), "{kind:?}");
            // A nook has walls on most sides.
            let solid = |pos: Pos| matches!(tile(&game, pos.x, pos.y), '#' | '+');
            let walls = |pos: Pos| Dir::ALL.iter().filter(|dir| solid(pos.step(**dir))).count();
            for (pos, _) in &webs {
                let mut near = Dir::CARDINAL.map(|dir| pos.step(dir)).into_iter();
                assert!(
                    walls(*pos) >= 5 || near.any(|near| walls(near) >= 5),
                    "{pos}"
                );
            }
            found += webs.len();
            game = super::scene::descend_at_once(&game);
        }
    }
    assert!(found > 10, "{found}");
}

#[test]
fn nobody_rests_while_they_burn() {
    let mut scene = Scene::new(3, "@........", &[]);
    scene.set_player("health", 10);
    scene.state["player"]["conditions"]["left"][Condition::Burning as usize] = 4.into();
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::Rest), Refusal::Burning);
}

#[test]
fn whoever_burns_runs_to_the_font_and_is_put_out_beside_it() {
    let mut scene = Scene::new(3, ".....\n@.}^.\n.....", &[]);
    scene.state["player"]["conditions"]["left"][Condition::Burning as usize] = 8.into();
    let mut game = scene.game();
    wait(&mut game, 1);
    assert!(game.view().condition(Condition::Burning) > 0);
    step(&mut game, Dir::East);
    assert_eq!(game.view().condition(Condition::Burning), 0);
    assert!(!layer(&game, "smoke").is_empty(), "it steams");
}

#[test]
fn oil_stays_before_a_secret_door_and_runs_under_it_once_it_is_found() {
    let mut scene = Scene::new(3, "...@..#....", &[]);
    scene.hood();
    let door = Pos::new(7, 1);
    scene.state["here"]["hazards"] = json!([{"pos": door, "kind": "SecretDoor", "known": false}]);
    put(&mut scene, "oil", Pos::new(6, 1), 12);
    let mut game = scene.game();
    wait(&mut game, 3);
    let reached = |game: &Game| layer(game, "oil").iter().any(|one| one.0 == door);
    assert_eq!((tile(&game, 7, 1), reached(&game)), ('#', false));
    for _ in 0..5 {
        act(&mut game, Action::Search);
    }
    assert_eq!(tile(&game, 7, 1), '+');
    wait(&mut game, 3);
    assert!(reached(&game));
}
