//! Two sides on a level.

use undercroft_core::game::{Action, ActorId, BodyEvent, FightEvent, GameEvent, Mood, Refusal};
use undercroft_core::geom::{Dir, Pos};

use super::super::scene::{Scene, act, me, monsters, only, peek, refuse, step, told};

/// A monster on the player's side, who knows of no enemy yet.
fn befriend(scene: &mut Scene, index: usize) -> ActorId {
    let actor = &mut scene.state["here"]["actors"][index];
    actor["side"] = "Player".into();
    actor["target"] = serde_json::Value::Null;
    actor["mood"] = "Wandering".into();
    actor["patience"] = 0.into();
    serde_json::from_value(actor["id"].clone()).unwrap()
}

/// The hits among events, by whom and at whom.
fn hits(events: &[GameEvent]) -> Vec<(ActorId, ActorId)> {
    let hit = |event: &GameEvent| match *event {
        GameEvent::Fight(FightEvent::Hit { by, at, .. }) => Some((by.id, at.id)),
        _ => None,
    };
    events.iter().filter_map(hit).collect()
}

#[test]
fn two_sides_on_a_level_fight_until_one_is_left() {
    let map = "\
@........
.........
.........
......f.g";
    let cast = [('f', "pew-ghoul"), ('g', "novice-shade")];
    let mut scene = Scene::new(1, map, &cast);
    let friend = befriend(&mut scene, 0);
    let enemy: ActorId =
        serde_json::from_value(scene.state["here"]["actors"][1]["id"].clone()).unwrap();
    let mut game = scene.game();
    let (mut events, mut lines) = (Vec::new(), Vec::new());
    while monsters(&game).len() == 2 {
        assert!(events.len() < 10_000, "nobody wins");
        let more = act(&mut game, Action::Wait);
        lines.extend(told(&more));
        events.extend(more);
    }
    let hits = hits(&events);
    assert!(hits.contains(&(friend, enemy)), "{hits:?}");
    assert!(hits.contains(&(enemy, friend)), "{hits:?}");
    // Nobody struck the player, who gains nothing by the death.
    assert!(
        hits.iter().all(|(_, at)| *at != ActorId::PLAYER),
        "{hits:?}"
    );
    let gains = |event: &GameEvent| matches!(event, GameEvent::Body(BodyEvent::Experience { .. }));
    assert!(!events.iter().any(gains));
    assert_eq!(game.view().player().kills, 0);
    let line = |start: &str| lines.iter().any(|line| line.starts_with(start));
    assert!(
        line("The pew ghoul hits the novice shade for "),
        "{lines:?}"
    );
    assert!(
        line("The novice shade hits the pew ghoul for "),
        "{lines:?}"
    );
}

#[test]
fn a_fight_that_nobody_sees_is_not_told() {
    let map = "\
@#.......
.#.......
##.......
#......f.g";
    let cast = [('f', "pew-ghoul"), ('g', "novice-shade")];
    let mut scene = Scene::new(1, map, &cast);
    befriend(&mut scene, 0);
    scene.hide_all();
    for actor in scene.state["here"]["actors"].as_array_mut().unwrap() {
        actor["next"] = 0.into();
    }
    let mut game = scene.game();
    let mut events = Vec::new();
    for _ in 0..20 {
        events.extend(act(&mut game, Action::Wait));
    }
    assert!(!hits(&events).is_empty());
    let lines = told(&events);
    assert!(
        !lines.iter().any(|line| line.contains("omething")),
        "{lines:?}"
    );
}

#[test]
fn a_friend_is_neither_a_threat_nor_a_target_and_makes_way() {
    let mut scene = Scene::new(1, "@f.......", &[('f', "pew-ghoul")]);
    befriend(&mut scene, 0);
    scene.equip("hatchet", "weapon");
    let mut game = scene.game();
    let view = game.view();
    assert!(!view.enemy_in_sight() && view.nearest_enemy().is_none());
    assert!(view.targets().is_empty() && only(&game).friend);
    assert!(view.look(Pos::new(2, 1))[0].contains("on your side"));
    assert_eq!(refuse(&mut game, Action::Rest), Refusal::Rested);
    let events = step(&mut game, Dir::East);
    assert_eq!((me(&game), hits(&events)), (Pos::new(2, 1), vec![]));
    assert_eq!(only(&game).health, only(&game).max_health);
}

#[test]
fn an_axe_spares_a_friend_beside_an_enemy() {
    let mut scene = Scene::new(
        1,
        ".f\n@g\n..",
        &[('f', "pew-ghoul"), ('g', "novice-shade")],
    );
    let friend = befriend(&mut scene, 0);
    scene.first()["next"] = 1000.into();
    scene.equip("hatchet", "weapon");
    let mut game = scene.game();
    for _ in 0..5 {
        let events = step(&mut game, Dir::East);
        assert!(
            hits(&events)
                .iter()
                .all(|hit| *hit != (ActorId::PLAYER, friend))
        );
        if monsters(&game).len() == 1 {
            return;
        }
    }
}

#[test]
fn who_is_on_the_players_side_follows_over_the_stairs_and_who_hunts_another_does_not() {
    let mut scene = Scene::new(1, "f>g\n.@.", &[('f', "pew-ghoul"), ('g', "novice-shade")]);
    let friend = befriend(&mut scene, 0);
    scene.state["here"]["actors"][1]["target"] = serde_json::json!(friend);
    for actor in scene.state["here"]["actors"].as_array_mut().unwrap() {
        actor["next"] = 1000.into();
    }
    let mut game = scene.game();
    step(&mut game, Dir::North);
    act(&mut game, Action::Descend.sure());
    let state = peek(&game);
    let actors = state["here"]["actors"].as_array().unwrap();
    let came: Vec<_> = actors
        .iter()
        .filter(|actor| actor["id"].as_u64() < Some(20_000))
        .collect();
    assert_eq!(came.len(), 1, "{came:?}");
    assert_eq!(came[0]["id"], serde_json::json!(friend));
    assert!(
        game.view()
            .actors()
            .any(|actor| actor.friend && actor.mood != Mood::Asleep)
    );
}
