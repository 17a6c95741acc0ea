//! The log: sentences say what was so when it happened, and only what the player perceived.

mod first;
mod item;
mod perceived;

use undercroft_core::game::{Action, Game, Letter, Outcome};
use undercroft_core::geom::{Dir, Pos};

use super::scene::{
    Scene, act, content, descend_at_once, peek, step, told, turn_wrong_tile, vault_scene,
};

#[test]
fn a_new_level_says_what_it_gave() {
    let mut scene = Scene::new(1, "@r", &[('r', "crypt-rat")]);
    scene.set_player("experience", 104);
    scene.set_player("level", 2);
    scene.set_player("strength", 40);
    let mut game = scene.game();
    let player = game.view().player();
    assert_eq!((player.missing, player.step), (1, 55));
    let mut lines = Vec::new();
    while game.view().actors().count() > 0 {
        lines = told(&step(&mut game, Dir::East));
    }
    let line =
        "You reach rank 3: +7 health, +1 attack, +1 defence, and some health returns.".to_owned();
    assert!(lines.contains(&line), "{lines:?}");
}

#[test]
fn a_rest_says_what_healing_costs_in_food_and_costs_that() {
    for ring in [None, Some("ring-mending"), Some("ring-fasting")] {
        let mut scene = Scene::new(1, "@...\n^...", &[]);
        scene.set_player("health", 20);
        if let Some(ring) = ring {
            scene.equip(ring, "ring");
        }
        let mut game = scene.game();
        let before = game.view().player().food;
        let healing = game.view().healing().unwrap();
        let mut lines = told(&act(&mut game, Action::Rest));
        while game.doing() == Some(Action::Rest) {
            lines.extend(told(&act(&mut game, Action::Rest)));
        }
        let (turns, food) = (healing.turns, before - game.view().player().food);
        assert_eq!(u64::from(turns), game.turns());
        assert!(
            healing.food.abs_diff(food) <= 2,
            "{ring:?}: {food}, {healing:?}"
        );
        let said = format!(
            "You rest: healing takes {turns} turns, and {} turns of food.",
            healing.food
        );
        assert_eq!(lines, [said]);
        assert_eq!(game.view().healing(), None);
    }
    let mut scene = Scene::new(1, "@...\n^...", &[]);
    scene.set_player("health", 20);
    scene.set_player("food", 400);
    let mut game = scene.game();
    assert!(!game.view().healing().unwrap().fed);
    let line = &told(&act(&mut game, Action::Rest))[0];
    assert!(
        line.ends_with("you will be weak with hunger before it is done."),
        "{line}"
    );
}

#[test]
fn a_vault_tells_its_rule_before_anything_is_taken() {
    let mut game = vault_scene().game();
    let mut lines = told(&act(&mut game, Action::Wait));
    assert_eq!(lines, ["You see a lever: walk into it, and a vault opens."]);
    for _ in 0..3 {
        step(&mut game, Dir::East);
    }
    lines = told(&step(&mut game, Dir::SouthEast));
    assert_eq!(
        lines[1],
        "Stone grinds on stone, and the vault opens: you may take a +1 hatchet, a +1 quilted jack or a +1 ring of hush."
    );
    step(&mut game, Dir::South);
    step(&mut game, Dir::South);
    lines = told(&step(&mut game, Dir::South));
    assert_eq!(
        lines,
        ["There is a +1 quilted jack here: take it, and the other two vanish."]
    );
    let looked = game.view().look(Pos::new(3, 4));
    assert!(looked[0].ends_with("take one of the vault's things, and the others vanish."));
    lines = told(&act(&mut game, Action::PickUp));
    assert_eq!(
        lines,
        [
            "You pick up a +1 quilted jack (a), better than no armour: defence +3, noise +1.",
            "The other two sink into the floor."
        ]
    );
}

#[test]
fn a_conduit_is_never_called_a_lever() {
    let mut solved = 0;
    for seed in 0..12 {
        let game = descend_at_once(&super::new_game(seed));
        let mut state = peek(&game);
        if state["here"]["features"][0]["mechanism"]["Conduit"].is_null() {
            continue;
        }
        let lever: Pos =
            serde_json::from_value(state["here"]["features"][0]["at"].clone()).unwrap();
        let beside = |dir: &Dir| {
            let tile = game.view().whole().tile(lever.step(*dir));
            tile.is_some_and(|tile| tile.tile.is_walkable())
        };
        let dir = Dir::ALL.into_iter().find(beside).unwrap();
        state["player"]["pos"] = serde_json::json!(lever.step(dir));
        state["here"]["actors"] = serde_json::json!([]);
        state["here"]["items"] = serde_json::json!([]);
        let mut game = Game::with_state(serde_json::from_value(state).unwrap(), content());
        let mut lines = told(&act(&mut game, Action::Wait));
        assert!(lines.contains(
            &"You see a conduit: walk into it, and light it to open a vault.".to_owned()
        ));
        while game.view().conduit().is_some() {
            lines.extend(told(&turn_wrong_tile(&mut game)));
        }
        lines.extend(game.view().look(lever));
        assert!(lines.contains(&"You turn a tile of the conduit.".to_owned()));
        assert!(
            !lines.iter().any(|line| line.contains("lever")),
            "{lines:?}"
        );
        solved += 1;
    }
    assert!(solved > 0);
}

#[test]
fn every_sentence_of_some_whole_runs_begins_with_a_capital_and_ends_with_a_full_stop() {
    let mut said = 0;
    for seed in 0..3 {
        let mut game = super::new_game(seed);
        let mut events = Vec::new();
        for _ in 0..400 {
            if game.outcome() != Outcome::Playing {
                break;
            }
            let near = game.view().nearest_enemy();
            let throw = near.map(|at| {
                Action::Throw {
                    letter: Letter::new('b').unwrap(),
                    at,
                }
                .sure()
            });
            let done = throw.is_some_and(|throw| game.apply(throw, &mut events).is_ok());
            if !done && game.apply(Action::Explore, &mut events).is_err() {
                let _ = game.apply(Action::Wait, &mut events);
            }
        }
        for line in told(&events) {
            let first = line.chars().next().unwrap();
            assert!(!first.is_lowercase() && line.ends_with('.'), "{line}");
            assert!(!line.contains("  ") && !line.contains(".."), "{line}");
            said += 1;
        }
    }
    assert!(said > 100, "{said}");
}

#[test]
fn the_log_has_words_for_what_happens() {
    let mut scene = Scene::new(1, "@g.", &[('g', "pew-ghoul")]);
    scene.set_player("strength", 3);
    let mut game = scene.game();
    let mut lines = Vec::new();
    for _ in 0..6 {
        if game.outcome() == Outcome::Playing {
            for event in step(&mut game, Dir::East) {
                lines.extend(undercroft_core::game::describe(content(), &event));
            }
        }
    }
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("You hit the pew ghoul for ")),
        "{lines:?}"
    );
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("The pew ghoul hits you for ")),
        "{lines:?}"
    );
}
