//! Noise, fire and what bursts: who is warned, who wakes and who burns.

use undercroft_core::game::{
    Action, Danger, FightEvent, Game, GameEvent, Outcome, PlaceEvent, Refusal,
};
use undercroft_core::geom::{Dir, Pos};

use super::scene::{Scene, act, peek, refuse, step};

fn moods(game: &Game) -> Vec<String> {
    let state = peek(game);
    let actors = state["here"]["actors"].as_array().unwrap().iter();
    actors
        .map(|actor| actor["mood"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn each_of_several_noises_in_one_tick_has_a_coin_of_its_own_to_wake_a_sleeper() {
    let mut woken = 0;
    for seed in 0..200 {
        let cast = [('o', "marsh-lantern"), ('r', "crypt-rat")];
        let mut scene = Scene::new(seed, "@......oo.......r", &cast);
        for actor in 0..2 {
            scene.state["here"]["actors"][actor]["health"] = 1.into();
        }
        scene.state["here"]["actors"][2]["mood"] = "Asleep".into();
        let letter = scene.give("scroll-fireball", 1);
        let mut game = scene.game();
        let at = Some(Pos::new(8, 1));
        let events = act(&mut game, Action::Use { letter, at }.sure());
        let noises = events
            .iter()
            .filter(|event| matches!(event, GameEvent::Place(PlaceEvent::Noise { .. })));
        assert_eq!(noises.count(), 3, "two bursts and the fireball");
        woken += usize::from(moods(&game) != ["Asleep"]);
    }
    // Seven in eight; one in two if all three had one coin.
    assert!((160..190).contains(&woken), "{woken} of 200");
}

/// A scene whose monsters stand still for the next turns.
fn still(map: &str, cast: &[(char, &str)]) -> Scene {
    let mut scene = Scene::new(1, map, cast);
    for actor in scene.state["here"]["actors"].as_array_mut().unwrap() {
        actor["next"] = 1000.into();
    }
    scene
}

const BURSTS: Refusal = Refusal::NeedsConfirmation(Danger::Bursts);

#[test]
fn a_blow_that_would_hit_what_bursts_asks_first_whatever_the_weapon() {
    let cast = [('o', "marsh-lantern"), ('r', "ossuary-keeper")];
    for (weapon, map, asks) in [
        ("beam-axe", ".o.\n.@r\n...", true),
        ("beam-axe", "o..\n..@r\n...", false),
        ("halberd", "@ro", true),
        ("halberd", "@r.\n..o", false),
        ("wax-knife", "@ro", false),
        ("wax-knife", ".o.\n.@r\n...", false),
    ] {
        let mut scene = still(map, &cast);
        scene.equip(weapon, "weapon");
        let mut game = scene.game();
        if asks {
            assert_eq!(
                refuse(&mut game, Action::step(Dir::East)),
                BURSTS,
                "{weapon}"
            );
            act(&mut game, Action::step(Dir::East).sure());
        } else {
            step(&mut game, Dir::East);
        }
    }
}

#[test]
fn a_missile_that_would_hit_what_bursts_beside_the_player_asks_first() {
    let cast = [('o', "marsh-lantern")];
    for (map, x) in [("@o.", 2), ("@o.", 3), ("@.o", 3)] {
        let mut scene = still(map, &cast);
        scene.know_all();
        let slate = scene.give("roof-slate", 1);
        let scroll = scene.give("scroll-magic-missile", 1);
        scene.give("arrow", 3);
        scene.equip("fowlers-bow", "weapon");
        let at = Pos::new(x, 1);
        for action in [
            Action::Throw { letter: slate, at },
            Action::Use {
                letter: slate,
                at: Some(at),
            },
            Action::Fire { at },
            Action::Use {
                letter: scroll,
                at: Some(at),
            },
        ] {
            let mut game = scene.game();
            if map == "@o." {
                assert_eq!(refuse(&mut game, action), BURSTS, "{action:?}");
                act(&mut game, action.sure());
            } else {
                act(&mut game, action);
            }
        }
    }
}

#[test]
fn fire_passes_over_nobody_when_a_burst_kills_who_comes_earlier_in_the_list() {
    let cast = [
        ('r', "crypt-rat"),
        ('o', "marsh-lantern"),
        ('k', "ossuary-keeper"),
    ];
    let mut scene = still("@.....ro....k", &cast);
    let burning = serde_json::json!([0, 0, 4, 0, 0, 0, 0, 0]);
    let actors = scene.state["here"]["actors"].as_array_mut().unwrap();
    for actor in &mut actors[..2] {
        actor["health"] = 1.into();
    }
    for actor in &mut actors[1..] {
        actor["conditions"]["left"] = burning.clone();
    }
    let health = actors[2]["health"].as_i64().unwrap();
    let mut game = scene.game();
    act(&mut game, Action::Wait);
    let state = peek(&game);
    let left = state["here"]["actors"].as_array().unwrap();
    assert_eq!(left.len(), 1, "the lantern burst, and the rat died of it");
    assert_eq!(left[0]["health"], health - 2);
    assert_eq!(left[0]["conditions"]["left"][2], 3);
}

#[test]
fn whoever_dies_gains_no_level_by_what_the_same_blast_kills_after() {
    let cast = [('o', "marsh-lantern"), ('r', "crypt-rat")];
    let mut scene = still("@o.r", &cast);
    let letter = scene.give("scroll-fireball", 1);
    scene.know_all();
    scene.set_player("health", 1);
    scene.set_player("experience", 49 - 8);
    for actor in scene.state["here"]["actors"].as_array_mut().unwrap() {
        actor["health"] = 1.into();
    }
    let mut game = scene.game();
    let at = Some(Pos::new(2, 1));
    let events = act(&mut game, Action::Use { letter, at }.sure());
    let last = events.last();
    assert!(
        matches!(last, Some(GameEvent::Fight(FightEvent::PlayerDied { .. }))),
        "{events:?}"
    );
    assert!(matches!(game.outcome(), Outcome::Died { .. }));
    let player = game.view().player();
    assert_eq!((player.health, player.level), (0, 1));
}

#[test]
fn dangerous_actions_ask_first_and_are_done_when_confirmed() {
    let mut scene = Scene::new(1, ">..", &[]);
    scene.state["player"]["pos"] = serde_json::json!(Pos::new(1, 1));
    scene.set_player("health", 9);
    let mut game = scene.game();
    let descend = Action::Descend;
    let refusal = refuse(&mut game, descend);
    assert_eq!(refusal, Refusal::NeedsConfirmation(Danger::BadlyHurt));
    // A quarter of 40 is enough.
    scene.set_player("health", 10);
    act(&mut scene.game(), descend);
    assert_eq!(refusal.to_string(), "you are badly hurt: really?");
    act(&mut game, descend.sure());
    assert_eq!(game.depth(), 2);
}
