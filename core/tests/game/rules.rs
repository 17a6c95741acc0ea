//! The rules with their numbers: steps, time, hunger, growth, fire, doors and braziers.

use undercroft_core::game::{
    Action, BodyEvent, Cause, Condition, FightEvent, GameEvent, Hunger, Outcome, PlaceEvent,
    Refusal,
};
use undercroft_core::geom::{Dir, Pos};

use super::scene::{Scene, act, content, me, peek, refuse, step, wait};

#[test]
fn nobody_squeezes_between_two_diagonal_walls_nor_walks_through_one() {
    let mut game = Scene::new(1, "@#\n#.", &[]).game();
    assert_eq!(
        refuse(&mut game, Action::step(Dir::SouthEast)),
        Refusal::Squeeze
    );
    let east = Pos::new(2, 1);
    assert_eq!(
        refuse(&mut game, Action::step(Dir::East)),
        Refusal::Solid(east)
    );
    let mut game = Scene::new(1, "@#\n##", &[]).game();
    assert_eq!(
        refuse(&mut game, Action::step(Dir::SouthEast)),
        Refusal::Solid(Pos::new(2, 2)),
        "there is no gap"
    );
    let mut game = Scene::new(1, "@#\n..", &[]).game();
    step(&mut game, Dir::SouthEast);
    assert_eq!(me(&game), Pos::new(2, 2));
    // Nor strikes.
    let mut game = Scene::new(1, "@#\n#r", &[('r', "crypt-rat")]).game();
    assert_eq!(
        refuse(&mut game, Action::step(Dir::SouthEast)),
        Refusal::Squeeze
    );
    wait(&mut game, 5);
    assert_eq!(game.view().player().health, 40);
}

#[test]
fn an_action_takes_100_ticks_and_half_of_that_in_haste_and_twice_in_water() {
    let mut scene = Scene::new(1, "@~~..", &[]);
    let mut game = scene.game();
    step(&mut game, Dir::East);
    assert_eq!((game.time(), game.turns(), game.actions()), (200, 2, 1));
    step(&mut game, Dir::East);
    step(&mut game, Dir::East);
    assert_eq!(game.time(), 500);
    scene.state["player"]["conditions"]["left"][Condition::Hasted as usize] = 9.into();
    let mut game = scene.game();
    step(&mut game, Dir::East);
    assert_eq!(game.time(), 100);
    wait(&mut game, 1);
    assert_eq!(game.time(), 150);
}

#[test]
fn the_quick_act_more_often_and_ties_go_by_id() {
    // A pace of 80: ten steps while the player waits eight turns.
    let mut scene = Scene::new(1, "i...................@", &[('i', "wick-imp")]);
    scene.equip("sanctuary-lamp", "lantern");
    scene.first()["goal"] = serde_json::json!(Pos::new(21, 1));
    let mut game = scene.game();
    wait(&mut game, 8);
    let state = peek(&game);
    let x = state["here"]["actors"][0]["pos"]["x"].as_i64().unwrap();
    assert_eq!(x, 11);
    // Two that are due together: the lower id first.
    let mut game = Scene::new(2, "ggg\ng@g\nggg", &[('g', "pew-ghoul")]).game();
    let events = act(&mut game, Action::Wait);
    let order: Vec<u32> = events
        .iter()
        .filter_map(|event| match event {
            GameEvent::Fight(FightEvent::Hit { by, .. })
            | GameEvent::Fight(FightEvent::Missed { by, .. }) => Some(by.id.0),
            _ => None,
        })
        .collect();
    assert!(order.len() >= 3);
    assert!(order.is_sorted(), "{order:?}");
}

/// Those of the monsters, by their place in the list, that struck at the player, in order.
fn strikers(scene: &Scene, action: Action) -> Vec<usize> {
    let actors = scene.state["here"]["actors"].as_array().unwrap();
    let ids: Vec<u64> = actors
        .iter()
        .map(|one| one["id"].as_u64().unwrap())
        .collect();
    let events = act(&mut scene.game(), action);
    let strikers = events.iter().filter_map(|event| match event {
        GameEvent::Fight(FightEvent::Hit { by, .. } | FightEvent::Missed { by, .. }) => {
            ids.iter().position(|id| *id == u64::from(by.id.0))
        }
        _ => None,
    });
    strikers.collect()
}

#[test]
fn who_is_due_first_acts_first_and_in_one_tick_the_world_then_the_player_then_monsters() {
    let due = |map: &str, at: &[u64]| {
        let mut scene = Scene::new(1, map, &[('g', "pew-ghoul")]);
        let actors = scene.state["here"]["actors"].as_array_mut().unwrap();
        for (actor, at) in actors.iter_mut().zip(at) {
            actor["next"] = (*at).into();
        }
        scene
    };
    // The player is due again after 100 ticks.
    assert_eq!(strikers(&due("g@g", &[60, 40]), Action::Wait), [1, 0]);
    assert_eq!(strikers(&due("@g", &[99]), Action::Wait), [0]);
    assert_eq!(strikers(&due("@g", &[100]), Action::Wait), [0; 0]);
    // A step into water takes 200, and the ghoul burns to death at the end of the turn between.
    for (at, struck) in [(99, vec![0]), (100, vec![])] {
        let mut scene = due("@~g", &[at]);
        scene.first()["health"] = 1.into();
        scene.first()["conditions"]["left"][Condition::Burning as usize] = 5.into();
        assert_eq!(strikers(&scene, Action::step(Dir::East)), struck, "{at}");
    }
}

#[test]
fn each_kind_of_monster_strikes_as_fast_as_its_kind_does() {
    // 80 ticks a blow, and 100.
    for (id, expected) in [("flagellant", 10), ("pew-ghoul", 8)] {
        let mut scene = Scene::new(3, "@x", &[('x', id)]);
        scene.set_player("vigour", 5000);
        scene.set_player("health", 5000);
        let mut game = scene.game();
        let blows = (0..8).flat_map(|_| act(&mut game, Action::Wait));
        let blows = blows.filter(|event| {
            let GameEvent::Fight(event) = event else {
                return false;
            };
            matches!(event, FightEvent::Hit { .. } | FightEvent::Missed { .. })
        });
        assert_eq!(blows.count(), expected, "{id}");
    }
}

#[test]
fn food_lasts_1500_turns_and_healing_takes_more_of_it() {
    let food = content().rules().food;
    assert_eq!((food.full, food.healing), (1500, 300));
    let mut game = Scene::new(1, "@..", &[]).game();
    wait(&mut game, 100);
    assert_eq!(game.view().player().food, 1400);
    let mut scene = Scene::new(1, "@..\n^..", &[]);
    scene.set_player("health", 1);
    let mut game = scene.game();
    wait(&mut game, 100);
    // 40 in 300 turns: 13 in 100, and as much food again.
    assert_eq!(
        (game.view().player().food, game.view().player().health),
        (1300, 14)
    );
    wait(&mut game, 200);
    assert_eq!(game.view().player().health, 40);
}

#[test]
fn hunger_has_its_bands_and_kills() {
    let mut scene = Scene::new(1, "@..", &[]);
    scene.set_player("food", 301);
    scene.set_player("health", 30);
    let mut game = scene.game();
    let mut bands = Vec::new();
    let mut food_at = Vec::new();
    for _ in 0..600 {
        if game.outcome() != Outcome::Playing {
            break;
        }
        for event in act(&mut game, Action::Wait) {
            if let GameEvent::Body(BodyEvent::HungerChanged { hunger }) = event {
                bands.push(hunger);
                food_at.push(game.view().player().food);
            }
        }
        if game.view().player().hunger >= Hunger::Weak && game.view().player().food > 0 {
            // Nothing heals now.
            let health = game.view().player().health;
            let mut next = game.clone();
            act(&mut next, Action::Wait);
            assert!(next.view().player().health <= health);
        }
    }
    assert_eq!(bands, [Hunger::Hungry, Hunger::Weak, Hunger::Starving]);
    assert_eq!(food_at, [299, 149, 49]);
    assert_eq!(
        game.outcome(),
        Outcome::Died {
            cause: Cause::Hunger
        }
    );
    assert_eq!(refuse(&mut game, Action::Wait), Refusal::Over);
}

#[test]
fn experience_gives_levels_that_heal_and_strengthen() {
    let mut scene = Scene::new(1, "@r.", &[('r', "crypt-rat")]);
    scene.set_player("experience", 48);
    scene.set_player("health", 10);
    scene.set_player("strength", 40);
    let mut game = scene.game();
    let before = game.view().player();
    assert_eq!((before.level, before.missing), (1, 2));
    let mut gained = false;
    for _ in 0..10 {
        if game.view().actors().count() > 0 {
            let events = step(&mut game, Dir::East);
            gained |= events.iter().any(|event| {
                matches!(
                    event,
                    GameEvent::Body(BodyEvent::LevelGained { level: 2, .. })
                )
            });
        }
    }
    let after = game.view().player();
    assert!(gained);
    assert_eq!((after.level, after.experience), (2, 51));
    let growth = content().rules().growth;
    assert_eq!(after.max_health, before.max_health + growth.health_gain);
    // A third of the whole, however much is missing.
    let healed = 10 + after.max_health / 3;
    assert!(
        (healed - 2..=healed).contains(&after.health),
        "{}",
        after.health
    );
    assert!(after.health < after.max_health);
    // In hundredths, cut to whole numbers.
    assert_eq!(after.attack, before.attack + growth.attack_gain / 100);
    assert_eq!(after.defence, before.defence + growth.defence_gain / 100);
    // The next step is 11/10 of 50.
    assert_eq!(after.missing, 105 - 51);
    assert_eq!(after.kills, 1);
}

#[test]
fn nobody_rises_above_level_50() {
    let mut scene = Scene::new(1, "@r.", &[('r', "crypt-rat")]);
    scene.set_player("experience", 9_000_000);
    scene.set_player("level", 50);
    let mut game = scene.game();
    while game.view().actors().count() > 0 {
        step(&mut game, Dir::East);
    }
    let player = game.view().player();
    assert_eq!((player.level, player.experience), (50, 9_000_003));
}

#[test]
fn flames_hurt_more_the_deeper_the_level_lies() {
    for (depth, lost) in [(1, 3), (2, 3), (3, 4), (8, 5)] {
        let mut scene = Scene::new(1, "@..", &[]);
        // What is carried would be of the first depth.
        scene.empty_pack();
        scene.state["here"]["depth"] = depth.into();
        scene.state["here"]["fields"]["flames"] = serde_json::json!([[81, 9]]);
        let mut game = scene.game();
        wait(&mut game, 1);
        assert_eq!(game.view().player().health, 40 - lost, "depth {depth}");
    }
}

#[test]
fn fire_burns_for_4_turns_and_water_puts_it_out() {
    let mut scene = Scene::new(1, "@~..", &[]);
    scene.state["player"]["conditions"]["left"][Condition::Burning as usize] = 4.into();
    let mut game = scene.game();
    wait(&mut game, 8);
    assert_eq!(game.view().condition(Condition::Burning), 0);
    // 2 a turn; a little has healed.
    assert!((32..=34).contains(&game.view().player().health));
    let mut game = scene.game();
    step(&mut game, Dir::East);
    assert_eq!(game.view().condition(Condition::Burning), 0);
    assert_eq!(game.view().player().health, 40);
}

#[test]
fn close_and_tend_need_a_direction_only_where_there_is_a_choice() {
    let close = |dir| Action::Close { dir };
    let mut game = Scene::new(1, ".'.\n'@.\n...", &[]).game();
    assert_eq!(refuse(&mut game, close(None)), Refusal::WhichDirection);
    assert_eq!(Refusal::WhichDirection.to_string(), "which direction?");
    act(&mut game, close(Some(Dir::West)));
    let events = act(&mut game, close(None));
    let pos = Pos::new(2, 1);
    assert!(events.contains(&GameEvent::Place(PlaceEvent::DoorClosed { pos })));
    assert_eq!(refuse(&mut game, close(None)), Refusal::NoDoor);
    // A door that something blocks is no choice.
    let mut scene = Scene::new(1, ".'.\n'@.\n...", &[]);
    scene.lay("ration", 1, Pos::new(1, 2));
    let mut game = scene.game();
    act(&mut game, close(None));
    assert_eq!(refuse(&mut game, close(None)), Refusal::Doorway);
    let tend = |dir| Action::Tend { dir };
    let mut game = Scene::new(1, "^@^", &[]).game();
    assert_eq!(refuse(&mut game, tend(None)), Refusal::WhichDirection);
    act(&mut game, tend(Some(Dir::East)));
    let lit: Vec<bool> = game.view().lamps().map(|lamp| lamp.lit).collect();
    assert_eq!(lit, [true, false]);
    let mut game = Scene::new(1, "^@.", &[]).game();
    act(&mut game, tend(None));
    assert!(!game.view().lamps().next().unwrap().lit);
    let mut game = Scene::new(1, ".@.", &[]).game();
    assert_eq!(refuse(&mut game, tend(None)), Refusal::NoBrazier);
}

#[test]
fn whoever_is_confused_goes_astray_in_one_step_of_two() {
    let room = "...\n.@.\n...";
    let mut scene = Scene::new(1, room, &[]);
    scene.state["player"]["conditions"]["left"][Condition::Confused as usize] = 9.into();
    let mut astray = 0;
    for seed in 0..400 {
        scene.state["seed"] = seed.into();
        let mut game = scene.game();
        step(&mut game, Dir::East);
        astray += usize::from(me(&game) != Pos::new(3, 2));
    }
    // Half of the steps, of which one in eight goes where it should.
    assert!((145..=205).contains(&astray), "{astray} of 400");
}

#[test]
fn nothing_happens_after_the_end_of_a_run() {
    for seed in 0..10 {
        // Starved, in flames, beside a monster that burns, on the last turn of the candle.
        let mut scene = Scene::new(seed, "....\n.@g.\n....", &[('g', "pew-ghoul")]);
        scene.set_player("food", 0);
        scene.set_player("health", 1);
        scene.state["player"]["conditions"]["left"][2] = 5.into();
        scene.first()["conditions"]["left"][2] = 5.into();
        scene.first()["health"] = 1.into();
        scene.state["here"]["turns"] = 99_999.into();
        let mut game = scene.game();
        let events = act(&mut game, Action::Wait);
        let died =
            |event: &GameEvent| matches!(event, GameEvent::Fight(FightEvent::PlayerDied { .. }));
        assert_eq!(
            events.iter().position(died),
            Some(events.len() - 1),
            "{events:?}"
        );
    }
}
