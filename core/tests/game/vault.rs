//! Vaults: the levers that open them, the conduits that do, and what is taken out of them.

use undercroft_core::conduit::{Rules, Spec};
use undercroft_core::game::{Action, GameEvent, ItemEvent, MonsterEvent, PlaceEvent, Refusal};
use undercroft_core::geom::{Dir, Pos, Size};
use undercroft_core::rng::Seed;

use super::scene::{
    Scene, act, content, item, letter, only, refuse, step, told, vault_scene, wait,
};

#[test]
fn a_vault_that_offers_a_bow_gives_the_arrows_for_it() {
    let mut scene = vault_scene();
    scene.vault()["offers"][0][1]["kind"] = serde_json::json!(item("yew-bow"));
    let mut game = scene.game();
    for _ in 0..3 {
        step(&mut game, Dir::East);
    }
    let lines = told(&step(&mut game, Dir::SouthEast));
    let opens = lines.iter().find(|line| line.contains("the vault opens"));
    assert!(
        opens.unwrap().contains("a +1 yew bow with 16 arrows, "),
        "{lines:?}"
    );
    for _ in 0..3 {
        step(&mut game, Dir::South);
    }
    let lines = told(&step(&mut game, Dir::West));
    let lies = "There is a +1 yew bow with 16 arrows here: take it, and the other two vanish.";
    assert_eq!(lines, [lies]);
    let lines = told(&act(&mut game, Action::PickUp));
    assert_eq!(
        lines,
        [
            "You pick up a +1 yew bow (a).",
            "You pick up 16 arrows (b).",
            "The other two sink into the floor."
        ]
    );
    act(
        &mut game,
        Action::Use {
            letter: letter('a'),
            at: None,
        },
    );
    let at = Pos::new(5, 5);
    act(&mut game, Action::Fire { at }.sure());
}

#[test]
fn a_lever_opens_a_vault_that_gives_one_of_three_things() {
    let mut game = vault_scene().game();
    wait(&mut game, 1);
    let feature = game.view().features().next().unwrap();
    assert!(!feature.open && feature.vault.unwrap().offers == 3);
    assert_eq!(refuse(&mut game, Action::PickUp), Refusal::NothingHere);
    for _ in 0..3 {
        step(&mut game, Dir::East);
    }
    let rotate = Action::Rotate {
        tile: 0,
        clockwise: true,
    };
    assert_eq!(refuse(&mut game, rotate), Refusal::NoConduit);
    // Walking into a lever pulls it.
    let events = step(&mut game, Dir::SouthEast);
    let door = Pos::new(4, 2);
    assert!(events.iter().any(
        |event| matches!(event, GameEvent::Place(PlaceEvent::VaultOpened { door: opened, .. }) if *opened == door)
    ));
    let again = refuse(&mut game, Action::step(Dir::SouthEast));
    assert_eq!(again, Refusal::Solid(Pos::new(5, 2)));
    step(&mut game, Dir::South);
    step(&mut game, Dir::South);
    assert_eq!(
        game.view()
            .items()
            .filter(|item| item.offer.is_some())
            .count(),
        3
    );
    assert_eq!(refuse(&mut game, Action::PickUp), Refusal::NothingHere);
    step(&mut game, Dir::South);
    let events = act(&mut game, Action::PickUp);
    assert!(events.iter().any(
        |event| matches!(event, GameEvent::Item(ItemEvent::VaultTaken { item: taken }) if taken.kind == item("quilted-jack"))
    ));
    let feature = game.view().features().next().unwrap();
    assert_eq!(feature.vault.unwrap().offers, 0);
    assert_eq!(refuse(&mut game, Action::PickUp), Refusal::NothingHere);
    assert_eq!(game.view().items().count(), 0);
}

/// The vault's lever is a conduit, with the player beside it.
pub fn conduit_scene() -> Scene {
    let seed = Seed(5);
    let spec = Spec::new(Size::new(3, 3), Rules::default(), seed).unwrap();
    let board = spec.make().start().clone();
    let mut scene = vault_scene();
    let conduit = serde_json::json!({"seed": seed, "board": board, "solved": false, "felt": 0, "outlets": [], "broken": null});
    scene.state["here"]["features"][0]["mechanism"] = serde_json::json!({"Conduit": conduit});
    scene.state["player"]["pos"] = serde_json::json!(Pos::new(5, 1));
    scene
}

pub const FEEL: Action = Action::Feel { dir: Dir::South };

#[test]
fn feeling_for_a_wrong_tile_goes_turn_by_turn_and_corrects_it_in_the_last() {
    let mut game = conduit_scene().game();
    wait(&mut game, 1);
    let (before, time) = (game.view().conduit(), game.time());
    for turn in 1..=5 {
        assert_eq!(game.view().conduit(), before);
        act(&mut game, FEEL);
        assert_eq!(game.time() - time, 100 * turn);
        let noise = content().rules().noise.fighting;
        assert_eq!(game.view().player().noise, noise, "as loud as a fight");
        assert_eq!(game.doing(), (turn < 5).then_some(FEEL));
    }
    let (before, after) = (before.unwrap(), game.view().conduit().unwrap());
    let tiles = before.rows().flatten().zip(after.rows().flatten());
    let turned = tiles.filter(|(before, after)| before != after).count();
    assert_eq!(turned, 1, "one tile is set right");
    let elsewhere = Action::Feel { dir: Dir::West };
    assert_eq!(refuse(&mut game, elsewhere), Refusal::NoConduit);
    let lever = &mut vault_scene();
    lever.state["player"]["pos"] = serde_json::json!(Pos::new(5, 1));
    assert_eq!(refuse(&mut lever.game(), FEEL), Refusal::NoConduit);
}

#[test]
fn feeling_for_a_wrong_tile_stops_when_an_enemy_comes_into_sight_and_is_refused_then() {
    let mut scene = conduit_scene();
    scene.add_monster("pew-ghoul", Pos::new(2, 2));
    scene.hide_first();
    scene.state["player"]["pos"] = serde_json::json!(Pos::new(6, 1));
    let feel = Action::Feel {
        dir: Dir::SouthWest,
    };
    let mut game = scene.game();
    assert_eq!(game.view().actors().count(), 0);
    let mut turns = 0;
    let mut events = Vec::new();
    while events.is_empty() || game.doing().is_some() {
        events = act(&mut game, feel);
        turns += 1;
    }
    let seen = |event: &GameEvent| {
        matches!(
            event,
            GameEvent::Monster(MonsterEvent::CameIntoSight { .. })
        )
    };
    assert!(events.iter().any(seen), "{events:?}");
    assert!(turns < 5, "{turns}");
    let mechanism = &scene.state["here"]["features"][0]["mechanism"];
    let untouched = serde_json::from_value(mechanism["Conduit"]["board"].clone()).unwrap();
    let board = game.view().conduit();
    assert_eq!(board, Some(untouched), "no tile is turned");
    assert_eq!(refuse(&mut game, feel), Refusal::EnemyInSight);
    // A single turn of a tile is the player's own risk.
    let (tile, clockwise) = (0, true);
    act(&mut game, Action::Rotate { tile, clockwise });
}

#[test]
fn a_turn_of_a_tile_takes_time_in_which_a_hunter_comes_nearer_and_feeling_is_refused() {
    let mut scene = conduit_scene();
    scene.add_monster("pew-ghoul", Pos::new(1, 1));
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, FEEL), Refusal::EnemyInSight);
    let turn = Action::Rotate {
        tile: 0,
        clockwise: true,
    };
    act(&mut game, turn);
    assert_eq!(only(&game).pos, Pos::new(2, 1));
}
