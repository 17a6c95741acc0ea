//! What turns cost: the candle of a level and the patrols after it, rest, and feeling for a tile of a conduit.

use serde_json::json;
use undercroft_core::game::{Action, Game, GameEvent, Mood, PlaceEvent, Refusal, RunEvent};
use undercroft_core::geom::{Dir, Pos};

use super::scene::{Scene, act, content, peek, refuse, step, told, wait};
use super::vault::{FEEL, conduit_scene};

// ---- the candle ----

/// A hall in the halls of depth 1, whose candle burns for as long as the content says, with the stairs far apart.
fn hall() -> (Scene, u32) {
    let map = format!(
        "<{}\n@{}\n{}>",
        ".".repeat(60),
        ".".repeat(60),
        ".".repeat(60)
    );
    let mut scene = Scene::new(3, &map, &[]);
    scene.state["here"]["kind"] = json!("Halls");
    scene.state["here"]["rooms"] = json!([{"left": 1, "top": 1, "right": 61, "bottom": 3}]);
    let kinds = content().level_kinds().iter();
    let candle = kinds.map(|def| def.candle).next().unwrap();
    (scene, candle)
}

fn candle(game: &Game) -> u32 {
    game.view().candle().unwrap().0
}

#[test]
fn the_candle_of_a_level_burns_by_the_turns_that_one_spends_there_and_warns_before_it_is_down() {
    let (mut scene, whole) = hall();
    let mut game = scene.game();
    assert_eq!(candle(&game), whole);
    wait(&mut game, 3);
    assert_eq!(candle(&game), whole - 3);
    scene.state["here"]["turns"] = json!(whole - whole / 4 - 1);
    let mut game = scene.game();
    let lines = told(&act(&mut game, Action::Wait));
    assert!(
        lines[0].starts_with("A quarter of the candle of this level is left"),
        "{lines:?}"
    );
    assert!(told(&act(&mut game, Action::Wait)).is_empty(), "once");
}

#[test]
fn the_candle_waits_for_whoever_takes_the_stairs_and_comes_back() {
    let (mut scene, whole) = hall();
    scene.set_player("pos", json!(Pos::new(61, 3)));
    let mut game = scene.game();
    wait(&mut game, 10);
    act(&mut game, Action::Descend.sure());
    let below = candle(&game);
    wait(&mut game, 5);
    assert_eq!(candle(&game), below - 5);
    act(&mut game, Action::Ascend);
    assert_eq!(candle(&game), whole - 11);
}

/// The scene with its candle about to burn down.
fn burnt_down() -> Game {
    let (mut scene, whole) = hall();
    scene.state["here"]["turns"] = json!(whole - 1);
    scene.set_player("food", 1500);
    scene.remember_all();
    scene.game()
}

#[test]
fn when_the_candle_is_down_a_bell_tolls_and_a_patrol_with_lamps_comes_by_the_farther_stairs() {
    let mut game = burnt_down();
    let events = act(&mut game, Action::Wait);
    let lines = told(&events);
    assert_eq!(
        lines[..2],
        [
            "The candle of this level has burnt out.",
            "A bell tolls, and somebody comes by the stairs with lamps."
        ]
    );
    let down = Pos::new(61, 3);
    assert!(events.contains(&GameEvent::Place(PlaceEvent::PatrolCame { stairs: down })));
    let state = peek(&game);
    let actors = state["here"]["actors"].as_array().unwrap();
    assert!((1..=5).contains(&actors.len()));
    for actor in actors {
        assert_eq!(
            (&actor["patrols"], &actor["mood"]),
            (&json!(true), &json!("Wandering"))
        );
        assert!(actor["lamp"].as_u64() >= Some(5), "{actor}");
        let pos: Pos = serde_json::from_value(actor["pos"].clone()).unwrap();
        assert!(
            (pos.x - down.x).abs() <= 3 && (pos.y - down.y).abs() <= 3,
            "{pos}"
        );
    }
    let worth = |actor: &serde_json::Value| {
        let kind = serde_json::from_value(actor["kind"].clone()).unwrap();
        content().monster(kind).worth
    };
    let all: u32 = actors.iter().map(worth).sum();
    let share = content().depth(1).budget / 6;
    assert!(all <= share.max(worth(&actors[0])), "{all} of {share}");
}

#[test]
fn a_patrol_that_finds_no_room_by_the_stairs_neither_comes_nor_is_announced() {
    let mut game = burnt_down();
    let mut state = peek(&game);
    let tiles = state["here"]["tiles"]["tiles"].as_str().unwrap();
    let mut tiles: Vec<u8> = tiles.bytes().collect();
    for (y, x) in (1..=3).flat_map(|y| (56..=61).map(move |x| (y, x))) {
        if (y, x) != (3, 61) {
            tiles[y * 80 + x] = b'#';
        }
    }
    state["here"]["tiles"]["tiles"] = json!(String::from_utf8(tiles).unwrap());
    state["here"]["known"]["tiles"] = state["here"]["tiles"].clone();
    game = Game::with_state(serde_json::from_value(state).unwrap(), content());
    let events = act(&mut game, Action::Wait);
    let lines = told(&events);
    assert_eq!(lines, ["The candle of this level has burnt out."]);
    assert_eq!(peek(&game)["here"]["patrols"], json!(0));
    assert_eq!(peek(&game)["here"]["actors"], json!([]));
}

#[test]
fn patrols_go_on_coming_but_not_for_ever_and_end_a_long_action() {
    let mut game = burnt_down();
    let mut state = peek(&game);
    let mut came = Vec::new();
    for turn in 0..1200 {
        // Nobody stays to fight.
        state["here"]["actors"] = json!([]);
        state["here"]["known"]["in_sight"] = json!([]);
        state["here"]["known"]["met"] = json!([]);
        state["player"]["food"] = json!(1500);
        game = Game::with_state(serde_json::from_value(state).unwrap(), content());
        let events = act(&mut game, Action::Wait);
        let patrol =
            |event: &GameEvent| matches!(event, GameEvent::Place(PlaceEvent::PatrolCame { .. }));
        if events.iter().any(patrol) {
            came.push(turn);
        }
        state = peek(&game);
    }
    assert_eq!(came, [0, 150, 300, 450]);
    let mut game = burnt_down();
    let events = act(&mut game, Action::Travel { to: Pos::new(9, 2) });
    let ended = |event: &GameEvent| matches!(event, GameEvent::Run(RunEvent::Interrupted { .. }));
    assert!(events.iter().any(ended) && game.doing().is_none());
}

#[test]
fn a_patrol_is_worth_no_experience_and_its_card_says_that_it_carries_a_lamp() {
    let mut scene = Scene::new(1, "@r", &[('r', "crypt-rat")]);
    scene.first()["patrols"] = true.into();
    scene.first()["health"] = 1.into();
    scene.first()["next"] = 5000.into();
    scene.set_player("strength", 50);
    let mut game = scene.game();
    let look = &game.view().look(Pos::new(2, 1))[0];
    assert!(
        look.contains("carrying a lamp") && look.contains("worth no experience"),
        "{look}"
    );
    while game.view().actors().count() > 0 {
        step(&mut game, Dir::East);
    }
    assert_eq!(game.view().player().experience, 0);
}

#[test]
fn the_training_has_no_candle() {
    let training = undercroft_core::game::content::Content::with_training().unwrap();
    let setup = undercroft_core::game::Setup::with_content(undercroft_core::rng::Seed(1), training);
    assert_eq!(Game::new(setup).unwrap().view().candle(), None);
}

// ---- rest ----

fn rest(game: &mut Game) -> Vec<String> {
    let mut lines = told(&act(game, Action::Rest));
    while game.doing() == Some(Action::Rest) {
        lines.extend(told(&act(game, Action::Rest)));
    }
    lines
}

#[test]
fn rest_heals_to_six_tenths_and_to_the_full_only_beside_a_burning_brazier() {
    let rested = |map: &str, lit: bool| {
        let mut scene = Scene::new(1, map, &[]);
        scene.set_player("health", 10);
        if let Some(brazier) = scene.state["here"]["braziers"].get_mut(0) {
            brazier["lit"] = lit.into();
            let pos = brazier["pos"].clone();
            scene.known()["unlit"] = if lit { json!([]) } else { json!([pos]) };
        }
        let mut game = scene.game();
        let lines = rest(&mut game);
        (
            game.view().player().health,
            lines,
            refuse(&mut game, Action::Rest),
        )
    };
    let (health, lines, refusal) = rested("@....", true);
    assert_eq!((health, refusal), (24, Refusal::RestedHere));
    assert!(
        lines[0].starts_with("You rest as well as you can here, to 60% of your health"),
        "{lines:?}"
    );
    assert!(
        refusal
            .to_string()
            .contains("beside a burning brazier you would heal fully")
    );
    let (health, lines, refusal) = rested("@....\n.^...", true);
    assert_eq!((health, refusal), (40, Refusal::Rested));
    assert!(lines[0].starts_with("You rest: healing takes"), "{lines:?}");
    // One that is out does not count, nor one that is two tiles away.
    assert_eq!(rested("@....\n.^...", false).0, 24);
    assert_eq!(rested("@.^..", true).0, 24);
}

#[test]
fn whoever_walks_heals_as_far_as_whoever_rests_and_what_is_above_stays() {
    let mut scene = Scene::new(1, "@....", &[]);
    for (before, after) in [(23, 24), (24, 24), (33, 33)] {
        scene.set_player("health", before);
        let mut game = scene.game();
        let food = game.view().player().food;
        wait(&mut game, 60);
        assert_eq!(game.view().player().health, after);
        // Who does not heal uses no food for it.
        let used = food - game.view().player().food;
        assert_eq!(used > 60, before < after, "{before}: {used}");
    }
}

// ---- conduits ----

#[test]
fn to_feel_for_a_tile_works_twice_a_board_and_each_time_calls_the_nearest_group() {
    let mut scene = conduit_scene();
    // Three together in the next room, and one farther off.
    let near = [Pos::new(20, 10), Pos::new(21, 10), Pos::new(20, 11)];
    let far = Pos::new(40, 10);
    let mut tiles = scene.state["here"]["tiles"]["tiles"]
        .as_str()
        .unwrap()
        .to_owned()
        .into_bytes();
    for pos in near.iter().chain([&far]) {
        tiles[(pos.y * 80 + pos.x) as usize] = b'.';
        scene.add_monster("pew-ghoul", *pos)["mood"] = "Asleep".into();
    }
    scene.state["here"]["tiles"]["tiles"] = json!(String::from_utf8(tiles).unwrap());
    scene.hide_all();
    let mut game = scene.game();
    let feel = |game: &mut Game| {
        act(game, FEEL);
        while game.doing() == Some(FEEL) {
            act(game, FEEL);
        }
    };
    let moods = |game: &Game| -> Vec<Mood> {
        let state = peek(game);
        let actors = state["here"]["actors"].as_array().unwrap().clone();
        let mood =
            |actor: serde_json::Value| serde_json::from_value(actor["mood"].clone()).unwrap();
        actors.into_iter().map(mood).collect()
    };
    wait(&mut game, 1);
    feel(&mut game);
    let (called, sleeps) = (Mood::Searching, Mood::Asleep);
    assert_eq!(moods(&game), [called, called, called, sleeps]);
    feel(&mut game);
    let board = game.view().conduit();
    assert!(board.is_some());
    let refusal = refuse(&mut game, FEEL);
    assert_eq!(refusal, Refusal::FeltOften);
    assert!(refusal.to_string().contains("turn its tiles yourself"));
    assert_eq!(game.view().conduit(), board);
}
