//! The long actions: what stops them, and what they say at their end.

use undercroft_core::game::content::DEEPEST;
use undercroft_core::game::{
    Action, ActorView, Condition, Game, GameEvent, Interruption, ItemView, Leftovers, Letter, Mood,
    Outcome, Refusal, RunEvent, describe, describe_end,
};
use undercroft_core::geom::{Dir, Pos};

use super::scene::{Scene, act, content, descend_at_once, me, peek, refuse, step, vault_scene};

/// A long hall with somebody at its other end, who stands still.
fn hall(id: &str, mood: &str, tiles: usize) -> Scene {
    let map = format!("@{}x", ".".repeat(tiles - 1));
    let mut scene = Scene::new(1, &map, &[('x', id)]);
    // By the light of a brazier everything is seen from afar.
    scene.equip("sanctuary-lamp", "lantern");
    scene.state["player"]["conditions"]["left"][4] = 200.into();
    scene.first()["mood"] = mood.into();
    scene.first()["next"] = 9_000.into();
    scene.set_player("health", 20);
    scene.remember_all();
    scene
}

const LONG: [Action; 3] = [
    Action::Rest,
    Action::Explore,
    Action::Travel { to: Pos::new(3, 1) },
];

#[test]
fn only_who_hunts_or_may_notice_keeps_from_resting_exploring_and_travelling() {
    for (id, mood, tiles, refused) in [
        ("pew-ghoul", "Hunting", 20, true),
        ("pew-ghoul", "Wandering", 13, true),
        ("pew-ghoul", "Wandering", 16, false),
        ("pew-ghoul", "Fleeing", 8, false),
        ("pew-ghoul", "Fleeing", 2, true),
        ("pew-ghoul", "Asleep", 4, false),
        ("ossuary-keeper", "Wandering", 8, false),
        ("ossuary-keeper", "Hunting", 8, false),
        ("ossuary-keeper", "Hunting", 6, true),
        ("vesper-nun", "Hunting", 6, false),
        ("vesper-nun", "Hunting", 1, true),
        ("mourner", "Hunting", 9, true),
    ] {
        for action in LONG {
            // The hall is known, and its end is no place to explore.
            if action == Action::Explore && !refused {
                continue;
            }
            let mut game = hall(id, mood, tiles).game();
            assert_eq!(game.view().actors().count(), 1, "{id} at {tiles}");
            let done = game.apply(action, &mut Vec::new());
            match refused {
                true => assert_eq!(done, Err(Refusal::EnemyInSight), "{id} {mood} {tiles}"),
                false => assert_eq!(done, Ok(()), "{id} {mood} {tiles} {action:?}"),
            }
        }
    }
}

#[test]
fn a_guard_a_healer_and_who_flees_stop_a_walk_once_when_they_are_first_seen() {
    for (id, mood) in [
        ("ossuary-keeper", "Wandering"),
        ("vesper-nun", "Wandering"),
        ("gutter-hound", "Fleeing"),
    ] {
        stops_a_walk_once(id, mood);
    }
}

fn stops_a_walk_once(id: &str, mood: &str) {
    let mut scene = hall(id, mood, 20);
    scene.hide_first();
    let mut game = scene.game();
    let to = Pos::new(12, 1);
    let travel = Action::Travel { to };
    let events = act(&mut game, travel);
    let stops = |events: &[GameEvent]| {
        events.iter().any(|event| {
            matches!(
                event,
                GameEvent::Run(RunEvent::Interrupted {
                    why: Interruption::Creature(_)
                })
            )
        })
    };
    assert!(stops(&events), "{events:?}");
    let mut events = act(&mut game, travel);
    while game.doing().is_some() {
        events.extend(act(&mut game, travel));
    }
    assert!(!stops(&events));
    assert_eq!(game.view().player().pos, to);
    // Nor when it comes into sight again: a door between, opened and shut.
    let mut events = Vec::new();
    for _ in 0..3 {
        events.extend(act(&mut game, Action::Travel { to: Pos::new(2, 1) }));
        while let Some(action) = game.doing() {
            events.extend(act(&mut game, action));
        }
        events.extend(act(&mut game, Action::Travel { to }));
        while let Some(action) = game.doing() {
            events.extend(act(&mut game, action));
        }
    }
    assert!(!stops(&events), "{events:?}");
}

#[test]
fn what_comes_into_sight_a_wound_and_hunger_end_a_walk_and_say_so() {
    let side = Pos::new(5, 3);
    let why = |tile: char, change: &dyn Fn(&mut Scene)| {
        let map = format!("@.........\n####.#####\n####{tile}#####");
        let mut scene = Scene::new(1, &map, &[]);
        scene.remember_all();
        scene.known()["landmarks"] = serde_json::json!([]);
        change(&mut scene);
        let mut game = scene.game();
        let travel = Action::Travel {
            to: Pos::new(10, 1),
        };
        let mut events = act(&mut game, travel);
        while game.doing().is_some() {
            events.extend(act(&mut game, travel));
        }
        events.iter().find_map(|event| match event {
            GameEvent::Run(RunEvent::Interrupted { why }) => Some(*why),
            _ => None,
        })
    };
    assert_eq!(why('.', &|_| {}), None);
    let item = why('.', &|scene| scene.lay("ration", 1, side));
    assert_eq!(item, Some(Interruption::Item(side)));
    let landmark = Some(Interruption::Landmark(side));
    assert_eq!(why('>', &|_| {}), landmark);
    let lever = vault_scene().state["here"]["features"].clone();
    let lever = why('#', &|scene| {
        scene.state["here"]["features"] = lever.clone();
        scene.state["here"]["features"][0]["at"] = serde_json::json!(side);
    });
    assert_eq!(lever, landmark);
    // Without food each turn wounds.
    let wound = why('.', &|scene| scene.set_player("food", 0));
    assert_eq!(wound, Some(Interruption::Hurt));
    let hunger = why('.', &|scene| scene.set_player("food", 300));
    assert_eq!(hunger, Some(Interruption::Hunger));
}

#[test]
fn a_walk_goes_around_whoever_is_no_threat_and_never_strikes_them() {
    // The only way leads past a healer alone.
    let mut scene = Scene::new(1, "@.....v..", &[('v', "vesper-nun")]);
    scene.first()["next"] = 9_000.into();
    scene.remember_all();
    let mut game = scene.game();
    let to = Pos::new(9, 1);
    assert_eq!(
        refuse(&mut game, Action::Travel { to }),
        Refusal::InTheWay(Pos::new(7, 1))
    );
    assert_eq!(
        Refusal::InTheWay(to).to_string(),
        "a monster blocks the only way"
    );
}

#[test]
fn what_is_left_of_an_explored_level_is_told() {
    let explore = |game: &mut Game| {
        let mut events = act(game, Action::Wait);
        for _ in 0..200 {
            match game.apply(Action::Explore, &mut events) {
                Ok(()) => {}
                Err(why) => {
                    assert_eq!(why, Refusal::Explored);
                    break;
                }
            }
        }
        let explored = GameEvent::Run(RunEvent::Explored {
            left: game.view().leftovers(),
        });
        assert!(events.contains(&explored));
        describe(content(), &explored).unwrap()
    };
    let mut game = Scene::new(1, "@....\n####.\n.....", &[]).game();
    assert_eq!(
        explore(&mut game),
        "Explored. The way down is still hidden."
    );
    let mut game = Scene::new(1, "@....\n####.\n....>", &[]).game();
    let on = |to: &str| format!(" Going on leads to {to}.");
    assert_eq!(
        explore(&mut game),
        format!("Explored.{}", on("the stairs down"))
    );
    let mut game = Scene::new(1, "@....\n0###.\n....>", &[]).game();
    let tomb = on("the nearest tomb");
    assert_eq!(
        explore(&mut game),
        format!("Explored. A tomb is still closed.{tomb}")
    );
    let mut game = Scene::new(1, "@....\n0##0.\n....>", &[]).game();
    assert_eq!(
        explore(&mut game),
        format!("Explored. Some tombs are still closed.{tomb}")
    );
    let mut scene = vault_scene();
    let landmarks = scene.known()["landmarks"].as_array_mut().unwrap();
    landmarks.push(serde_json::json!(Pos::new(5, 2)));
    let mut game = scene.game();
    assert_eq!(
        explore(&mut game),
        format!(
            "Explored. A vault is still sealed. The way down is still hidden.{}",
            on("the lever")
        )
    );
    let left = Leftovers {
        offers: true,
        items: 1,
        unpacked: 3,
        stairs: true,
        ..Leftovers::default()
    };
    assert_eq!(
        describe(content(), &GameEvent::Run(RunEvent::Explored { left })).unwrap(),
        "Explored. Your pack is full: 3 things left. You have yet to choose an item from the vault. Some items are still on the floor."
    );
}

#[test]
fn a_run_can_be_given_up_at_once_and_then_is_over() {
    for waits in [0, 3] {
        let mut game = Scene::new(1, "@....", &[]).game();
        for _ in 0..waits {
            step(&mut game, Dir::East);
        }
        let events = act(&mut game, Action::GiveUp);
        assert_eq!(events, [GameEvent::Run(RunEvent::GaveUp)]);
        assert_eq!(game.outcome(), Outcome::GaveUp);
        assert_eq!(describe_end(&game), "abandoned the run on depth 1");
        assert_eq!(game.actions(), waits + 1);
        assert_eq!(refuse(&mut game, Action::Wait), Refusal::Over);
        assert!(game.new_game_plus().is_none());
    }
}

/// A known passage with a mimic at its end, out of sight around the corner in the south.
fn remembered_mimic() -> Scene {
    let mut scene = Scene::new(12, "@...&\n.####\n.####", &[('&', "alms-box")]);
    scene.first()["disguised"] = true.into();
    scene.first()["mood"] = "Asleep".into();
    scene.hide_first();
    scene.remember_all();
    scene
}

fn explore_to_the_end(game: &mut Game) -> Refusal {
    let mut events = Vec::new();
    for _ in 0..100 {
        if let Err(why) = game.apply(Action::Explore, &mut events) {
            return why;
        }
    }
    panic!("exploring never ends: {events:?}");
}

#[test]
fn exploring_goes_to_a_mimic_out_of_sight_as_to_any_item() {
    let mut game = remembered_mimic().game();
    act(&mut game, Action::Wait);
    for _ in 0..2 {
        step(&mut game, Dir::South);
    }
    assert_eq!(game.view().items().count(), 1, "it is remembered");
    assert_eq!(game.view().actors().count(), 0);
    assert_eq!(explore_to_the_end(&mut game), Refusal::EnemyInSight);
    assert_eq!(game.view().actors().count(), 1, "it has shown itself");
}

#[test]
fn exploring_leaves_a_mimic_alone_when_the_pack_has_no_room_for_what_it_looks_like() {
    let mut scene = remembered_mimic();
    scene.empty_pack();
    for _ in Letter::all() {
        scene.give("wax-knife", 1);
    }
    let mut game = scene.game();
    assert_eq!(game.view().items().count(), 1);
    let from = game.view().player().pos;
    assert_eq!(explore_to_the_end(&mut game), Refusal::Explored);
    assert_eq!(game.view().player().pos, from);
}

#[test]
fn who_has_felt_a_mimic_by_telepathy_knows_it_for_good_and_explores_around_it() {
    let mut scene = remembered_mimic();
    let potion = scene.give("potion-telepathy", 1);
    let mut game = scene.game();
    act(
        &mut game,
        Action::Use {
            letter: potion,
            at: None,
        }
        .sure(),
    );
    assert_eq!(game.view().items().count(), 0);
    let known: Vec<ActorView> = game.view().actors().collect();
    assert!(
        known.len() == 1 && known[0].mood == Mood::Asleep,
        "{known:?}"
    );
    let from = game.view().player().pos;
    assert_eq!(explore_to_the_end(&mut game), Refusal::Explored);
    assert_eq!(game.view().player().pos, from);
    // When the potion has worn off it does not look like an item again.
    for _ in 0..2 {
        step(&mut game, Dir::South);
    }
    while game.view().condition(Condition::Telepathic) > 0 {
        act(&mut game, Action::Wait);
    }
    assert_eq!(game.view().items().count(), 0);
}

#[test]
fn rest_goes_on_until_healed_and_is_refused_in_danger() {
    let mut scene = Scene::new(1, "@..\n^..", &[]);
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::Rest), Refusal::Rested);
    scene.set_player("health", 20);
    let mut game = scene.game();
    let mut turns = 0;
    act(&mut game, Action::Rest);
    while game.doing() == Some(Action::Rest) {
        act(&mut game, Action::Rest);
        turns += 1;
    }
    assert_eq!(game.view().player().health, 40);
    assert!((145..=150).contains(&turns), "{turns}");
    scene.set_player("food", 100);
    assert_eq!(refuse(&mut scene.game(), Action::Rest), Refusal::TooHungry);
    scene.set_player("food", 1000);
    scene.add_monster("pew-ghoul", Pos::new(3, 1));
    for action in [
        Action::Rest,
        Action::Explore,
        Action::Travel { to: Pos::new(2, 1) },
    ] {
        assert_eq!(refuse(&mut scene.game(), action), Refusal::EnemyInSight);
    }
    // A sleeper does not count.
    scene.first()["mood"] = "Asleep".into();
    act(&mut scene.game(), Action::Rest);
}

#[test]
fn travel_goes_the_shortest_known_way_and_stops_there() {
    let map = "\
@....#...
.###.#.#.
.#.....#.
.#######.
.........";
    let mut scene = Scene::new(1, map, &[]);
    scene.remember_all();
    let mut game = scene.game();
    let to = Pos::new(9, 5);
    let travel = Action::Travel { to };
    let mut steps = 1;
    assert_eq!(game.view().known_path(to).map(|way| way.len()), Some(11));
    act(&mut game, travel);
    while game.doing() == Some(travel) {
        act(&mut game, travel);
        steps += 1;
    }
    assert_eq!((me(&game), steps), (to, 11));
    assert_eq!(refuse(&mut game, travel), Refusal::There);
    let wall = Action::Travel { to: Pos::new(6, 1) };
    assert_eq!(refuse(&mut game, wall), Refusal::NoWay);
    // Not where nothing is known.
    let mut game = Scene::new(1, map, &[]).game();
    assert_eq!(refuse(&mut game, travel), Refusal::NoWay);
}

#[test]
fn a_run_follows_a_passage_and_stops_at_its_end() {
    let map = "\
@....#
####.#
####.....
####.####";
    let mut scene = Scene::new(1, map, &[]);
    scene.remember_all();
    let mut game = scene.game();
    let run = Action::Run { dir: Dir::East };
    act(&mut game, run);
    while game.doing() == Some(run) {
        act(&mut game, run);
    }
    // Around the corner, to the fork.
    assert_eq!(me(&game), Pos::new(5, 3));
    assert_eq!(
        refuse(&mut game, Action::Run { dir: Dir::West }),
        Refusal::Solid(Pos::new(4, 3))
    );
}

#[test]
fn exploring_sees_everything_and_takes_what_lies_about() {
    let mut levels = 0;
    for seed in 0..8 {
        let mut game = super::new_game(seed);
        let mut state = peek(&game);
        state["here"]["actors"] = serde_json::json!([]);
        state["here"]["features"] = serde_json::json!([]);
        game = Game::with_state(serde_json::from_value(state).unwrap(), content());
        let mut turns = 0;
        let mut events = Vec::new();
        let last = loop {
            events.clear();
            match game.apply(Action::Explore, &mut events) {
                Ok(()) => turns += 1,
                Err(refusal) => break refusal,
            }
            assert!(turns < 5000);
        };
        assert_eq!(last, Refusal::Explored);
        assert!(game.view().is_explored());
        let wanted = |item: &ItemView| {
            game.view()
                .auto_pickup_skips(item.kind, item.plus)
                .is_none()
        };
        let left = game.view().items().filter(wanted);
        assert_eq!(left.count(), 0, "everything of use was taken");
        assert!(game.view().stairs_down().is_some());
        // Every tile that can be walked on is known.
        let state = peek(&game);
        let tiles = state["here"]["tiles"]["tiles"].as_str().unwrap();
        let memory = state["here"]["known"]["tiles"]["tiles"].as_str().unwrap();
        for (tile, known) in tiles.chars().zip(memory.chars()) {
            assert!(
                known != ' ' || tile == '#' || tile == ' ',
                "{tile} is unknown"
            );
        }
        levels += 1;
    }
    assert_eq!(levels, 8);
}

#[test]
fn what_is_explored_is_told_alike_at_once_and_when_asked_again() {
    let mut game = Scene::new(1, &format!("@{}", ".".repeat(40)), &[]).game();
    let mut events = act(&mut game, Action::Wait);
    while game.apply(Action::Explore, &mut events).is_ok() {}
    let told = "Explored. The way down is still hidden.";
    assert_eq!(game.view().explain(Refusal::Explored), told);
    let lines = super::scene::told(&events);
    assert_eq!(lines.last().unwrap(), told);
}

#[test]
fn there_is_no_way_up_from_the_first_depth_and_none_down_from_the_last() {
    let mut game = super::new_game(7);
    let refusal = refuse(&mut game, Action::Ascend);
    assert_eq!(refusal, Refusal::Barred);
    while game.depth() < DEEPEST {
        game = descend_at_once(&game);
    }
    let refusal = refuse(&mut game, Action::Descend);
    assert_eq!(
        game.view().explain(refusal),
        "There is no way further down: the Everlamp is on this depth."
    );
}
