//! Only what the player perceived is told, and as it was perceived.

use undercroft_core::game::{Action, Condition, FightEvent, Game, GameEvent, PlaceEvent};
use undercroft_core::geom::{Dir, Pos};

use crate::scene::{Scene, act, only, peek, step, told};

/// Makes the first monster of a scene die of fire within the next turn.
fn set_alight(scene: &mut Scene) {
    scene.first()["health"] = 1.into();
    scene.first()["conditions"]["left"][Condition::Burning as usize] = 4.into();
}

fn has_died(events: &[GameEvent]) -> bool {
    let died = |event: &GameEvent| matches!(event, GameEvent::Fight(FightEvent::Died { .. }));
    events.iter().any(died)
}

#[test]
fn a_killing_blow_names_its_victim() {
    let mut killed = 0;
    for seed in 0..10 {
        let mut scene = Scene::new(seed, "@r", &[('r', "crypt-rat")]);
        scene.first()["health"] = 1.into();
        let mut game = scene.game();
        let events = step(&mut game, Dir::East);
        if !has_died(&events) {
            continue;
        }
        killed += 1;
        let lines = told(&events);
        assert!(
            lines[0].starts_with("You hit the crypt rat for "),
            "{lines:?}"
        );
        assert_eq!(lines[1], "The crypt rat dies.");
    }
    assert!(killed > 5, "{killed}");
}

#[test]
fn a_sleeper_killed_at_a_blow_does_not_wake_first() {
    let mut scene = Scene::new(1, "@r", &[('r', "crypt-rat")]);
    scene.first()["mood"] = "Asleep".into();
    scene.equip("wax-knife", "weapon");
    let lines = told(&step(&mut scene.game(), Dir::East));
    assert!(
        lines[0].starts_with("You hit the sleeping crypt rat for "),
        "{lines:?}"
    );
    assert_eq!(lines[1..], ["The crypt rat dies."]);
}

#[test]
fn a_death_is_told_as_it_was_perceived() {
    let cast = [('b', "sexton-beetle")];
    let dies = |map: &str, telepathic: bool| {
        let mut scene = Scene::new(1, map, &cast);
        set_alight(&mut scene);
        if telepathic {
            let left = &mut scene.state["player"]["conditions"]["left"];
            left[Condition::Telepathic as usize] = 9.into();
        }
        let events = act(&mut scene.game(), Action::Wait);
        assert!(has_died(&events), "{events:?}");
        told(&events)
    };
    assert_eq!(dies("@#b", false), [""; 0]);
    let seen = dies("@....b", false);
    assert!(seen.contains(&"The sexton beetle dies.".into()), "{seen:?}");
    let felt = dies("@#b", true);
    let line = "You feel the sexton beetle die.".to_owned();
    assert!(felt.contains(&line), "{felt:?}");
}

#[test]
fn a_hit_from_afar_names_what_hit() {
    let line_with = |lines: &[String], part: &str| lines.iter().any(|line| line.starts_with(part));
    let hit = |id: &str, part: &str| {
        let mut hits = 0;
        for seed in 0..5 {
            let mut scene = Scene::new(seed, "@...g.", &[('g', "pew-ghoul")]);
            scene.equip("yew-bow", "weapon");
            scene.know_all();
            let letter = scene.give(id, 1);
            let mut game = scene.game();
            let at = only(&game).pos;
            let lines = told(&act(
                &mut game,
                Action::Use {
                    letter,
                    at: Some(at),
                }
                .sure(),
            ));
            assert!(!line_with(&lines, "You hit "), "{lines:?}");
            hits += u32::from(line_with(&lines, part));
        }
        assert!(hits > 0, "{part}");
    };
    hit("scroll-magic-missile", "The bolt hits the pew ghoul for ");
    hit("arrow", "The arrow hits the pew ghoul for ");
    hit("roof-slate", "The roof slate hits the pew ghoul for ");
    let mut game = Scene::new(3, "@......a...", &[('a', "bone-acolyte")]).game();
    let mut lines = Vec::new();
    for _ in 0..4 {
        lines.extend(told(&act(&mut game, Action::Wait)));
    }
    assert!(
        line_with(&lines, "The bone acolyte shoots you for "),
        "{lines:?}"
    );
    assert!(!line_with(&lines, "The bone acolyte hits "), "{lines:?}");
}

#[test]
fn a_burst_is_seen_nearby_heard_through_walls_and_not_noticed_far_away() {
    let bursts = |map: &str| {
        let mut scene = Scene::new(1, map, &[('o', "marsh-lantern")]);
        set_alight(&mut scene);
        let events = act(&mut scene.game(), Action::Wait);
        assert!(has_died(&events), "{events:?}");
        told(&events)
    };
    let seen = bursts("@....o");
    let line = "The marsh lantern bursts into flame.".to_owned();
    assert!(seen.contains(&line), "{seen:?}");
    let noise = "You hear a loud noise.".to_owned();
    assert!(!seen.contains(&noise), "{seen:?}");
    assert_eq!(bursts("@#...o"), [noise]);
    assert_eq!(bursts("@#...................o"), [""; 0]);
}

#[test]
fn whoever_bursts_in_the_turn_in_which_it_comes_into_sight_is_seen_first() {
    let mut scene = Scene::new(1, "@o", &[('o', "marsh-lantern")]);
    scene.hide_first();
    let lines = told(&act(&mut scene.game(), Action::Wait));
    assert_eq!(
        lines[..3],
        [
            "You see a marsh lantern.",
            "Marsh lantern: bursts into flame beside you, and when it dies.",
            "The marsh lantern bursts into flame."
        ]
    );
}

#[test]
fn a_door_that_opens_out_of_sight_is_not_told() {
    let opens = |map: &str| {
        let mut game = Scene::new(1, map, &[('n', "novice-shade")]).game();
        let events = act(&mut game, Action::Wait);
        let opened =
            |event: &GameEvent| matches!(event, GameEvent::Place(PlaceEvent::DoorOpened { .. }));
        assert!(events.iter().any(opened), "{events:?}");
        told(&events)
    };
    let unseen = "\
@........
########.
n+.......";
    assert_eq!(opens(unseen), [""; 0]);
    assert!(opens("@...+n").contains(&"A door opens.".into()));
}

#[test]
fn a_monster_is_seen_before_it_is_told_what_it_does() {
    let mut told_first = 0;
    for seed in 0..10 {
        let mut scene = Scene::new(seed, "@......n", &[('n', "novice-shade")]);
        scene.first()["mood"] = "Wandering".into();
        scene.hide_first();
        let mut game = scene.game();
        // Events of an earlier turn stay where they are.
        let mut events = vec![GameEvent::Place(PlaceEvent::FoundNothing)];
        game.apply(Action::Wait, &mut events).unwrap();
        let lines = told(&events);
        assert_eq!(lines[1], "You see a novice shade.", "{lines:?}");
        assert_eq!(
            lines[2],
            "Novice shade: comes straight at you; the dark makes it strong, and bright light weak."
        );
        told_first += usize::from(lines.get(3) == Some(&"The novice shade notices you.".into()));
    }
    assert!(told_first > 3, "{told_first}");
}

#[test]
fn a_brazier_is_remembered_as_it_was_last_seen() {
    let burns = |game: &Game| game.view().lamps().next().unwrap().lit;
    let out = |events: &[GameEvent]| {
        let out =
            |event: &GameEvent| matches!(event, GameEvent::Place(PlaceEvent::BrazierOut { .. }));
        events.iter().any(out)
    };
    // Behind a door: it goes out, and nobody tells the player.
    let mut scene = Scene::new(1, "@+..m^", &[('m', "smother-moth")]);
    scene.remember_all();
    let mut game = scene.game();
    let events = act(&mut game, Action::Wait);
    assert!(out(&events), "{events:?}");
    assert_eq!(told(&events), [""; 0]);
    assert!(burns(&game), "the player cannot know that it is out");
    assert!(!game.view().whole().lamps().next().unwrap().lit);
    assert_eq!(peek(&game)["here"]["braziers"][0]["lit"], false);
    step(&mut game, Dir::East);
    assert!(!burns(&game), "the door is open");
    // In sight: it is told who does it, and it is remembered although the dark hides it at once.
    let map = "@...........m^";
    let mut scene = Scene::new(1, map, &[('m', "smother-moth")]);
    scene.remember_all();
    let mut game = scene.game();
    assert!(burns(&game));
    let events = act(&mut game, Action::Wait);
    let lines = told(&events);
    assert!(out(&events), "{events:?}");
    let line = "The smother moth puts out a brazier.".to_owned();
    assert!(lines.contains(&line), "{lines:?}");
    assert!(!game.view().in_sight(Pos::new(14, 1)) && !burns(&game));
}
