//! The keys that spare the player what needs no thought: to fight on, to throw again, to go on to what is left to do, and
//! not to be stopped by who can do no harm.

use undercroft_core::game::{
    Action, Danger, Errand, Game, GameEvent, Interruption, ItemEvent, Letter, Refusal, RunEvent,
    SkipReason,
};
use undercroft_core::geom::{Dir, Pos};

use super::scene::{Scene, act, item, me, only, peek, refuse, step, told, vault_scene};

/// Somebody who does not act.
fn still(scene: &mut Scene) {
    for actor in scene.state["here"]["actors"].as_array_mut().unwrap() {
        actor["next"] = 9_000.into();
    }
}

// ---- to fight on ----

#[test]
fn a_fight_walks_up_to_the_nearest_enemy_and_strikes_it_until_it_is_dead() {
    let mut scene = Scene::new(1, "@...#\n###..g", &[('g', "pew-ghoul")]);
    still(&mut scene);
    scene.remember_all();
    scene.set_player("strength", 5);
    let mut game = scene.game();
    let mut moves = Vec::new();
    while game.view().fight().is_ok() {
        moves.push(game.view().fight().unwrap().strikes);
        act(&mut game, Action::Fight);
    }
    let walked = moves.iter().take_while(|strikes| !**strikes).count();
    assert_eq!(walked, 4, "around the corner: {moves:?}");
    assert!(moves[walked..].iter().all(|strikes| *strikes));
    assert_eq!(game.view().actors().count(), 0);
    assert_eq!(refuse(&mut game, Action::Fight), Refusal::NobodyToFight);
    // Past a sleeper that is nearer.
    let cast = [('r', "crypt-rat"), ('g', "pew-ghoul")];
    let mut scene = Scene::new(1, "@.r...g\n.......", &cast);
    still(&mut scene);
    scene.first()["mood"] = "Asleep".into();
    scene.remember_all();
    assert_eq!(scene.game().view().fight().unwrap().at, Pos::new(7, 1));
}

#[test]
fn a_fight_strikes_who_dies_first_and_of_equals_who_hits_hardest_and_sleepers_last() {
    let choose = |map: &str, change: &dyn Fn(&mut Scene)| {
        let cast = [('r', "crypt-rat"), ('g', "pew-ghoul"), ('K', "tomb-knight")];
        let mut scene = Scene::new(1, map, &cast);
        still(&mut scene);
        change(&mut scene);
        let game = scene.game();
        let fight = game.view().fight().unwrap();
        assert!(fight.strikes);
        let foe = game.view().actor_at(fight.at).unwrap();
        game.content().monster(foe.kind).id.clone()
    };
    assert_eq!(choose("K@g\n.r.", &|_| {}), "crypt-rat");
    // Both are as good as dead.
    assert_eq!(
        choose("K@g", &|scene| {
            for actor in scene.state["here"]["actors"].as_array_mut().unwrap() {
                actor["health"] = 1.into();
            }
        }),
        "tomb-knight"
    );
    // The rat sleeps.
    assert_eq!(
        choose("g@r", &|scene| {
            let actors = scene.state["here"]["actors"].as_array_mut().unwrap();
            actors[1]["mood"] = "Asleep".into();
        }),
        "pew-ghoul"
    );
    assert_eq!(
        choose("@r", &|scene| scene.first()["mood"] = "Asleep".into()),
        "crypt-rat"
    );
}

#[test]
fn a_fight_stops_below_half_of_the_players_health_and_says_so() {
    let mut scene = Scene::new(1, "@g", &[('g', "pew-ghoul")]);
    still(&mut scene);
    scene.set_player("health", 20);
    act(&mut scene.game(), Action::Fight);
    scene.set_player("health", 19);
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::Fight), Refusal::HalfDead);
    assert_eq!(
        game.view().explain(Refusal::HalfDead),
        "Your health is too low for that fight: a step towards an enemy strikes it, or flee, or heal."
    );
    // Where the sidebar marks it as easy, it goes on.
    let mut scene = Scene::new(1, "@r", &[('r', "crypt-rat")]);
    still(&mut scene);
    scene.set_player("health", 19);
    scene.first()["health"] = 1.into();
    act(&mut scene.game(), Action::Fight);
}

#[test]
fn a_fight_asks_before_it_strikes_or_walks_up_to_what_bursts() {
    for (map, refused) in [("@o", true), ("@.o", false), ("@..o", true)] {
        let mut scene = Scene::new(1, map, &[('o', "marsh-lantern")]);
        still(&mut scene);
        scene.remember_all();
        let mut game = scene.game();
        if map == "@.o" {
            // A step towards it would be beside it, too.
            assert_eq!(
                refuse(&mut game, Action::Fight),
                Refusal::NeedsConfirmation(Danger::Bursts)
            );
            let asks = game.view().question(Action::Fight, Danger::Bursts);
            assert_eq!(
                asks,
                "Attack? The marsh lantern would burst into flame near you."
            );
            act(&mut game, Action::Fight.sure());
            assert_eq!(me(&game), Pos::new(2, 1));
            continue;
        }
        let done = game.apply(Action::Fight, &mut Vec::new());
        let asked = done == Err(Refusal::NeedsConfirmation(Danger::Bursts));
        assert_eq!(asked, refused && map == "@o", "{map}");
    }
    // Somebody else beside is struck instead.
    let cast = [('o', "marsh-lantern"), ('K', "tomb-knight")];
    let mut scene = Scene::new(1, "o@K", &cast);
    still(&mut scene);
    let game = scene.game();
    assert_eq!(game.view().fight().unwrap().dir, Dir::East);
}

#[test]
fn a_fight_needs_a_way_to_somebody() {
    let mut scene = Scene::new(1, "@.}g", &[('g', "pew-ghoul")]);
    still(&mut scene);
    scene.state["here"]["tiles"]["tiles"] = peek_tiles(&scene, Pos::new(3, 1), '}');
    scene.remember_all();
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::Fight), Refusal::NoWayToEnemy);
}

/// The tiles of a scene with another one at a place.
fn peek_tiles(scene: &Scene, at: Pos, tile: char) -> serde_json::Value {
    let tiles = scene.state["here"]["tiles"]["tiles"].as_str().unwrap();
    let mut tiles: Vec<char> = tiles.chars().collect();
    tiles[(at.y * 80 + at.x) as usize] = tile;
    String::from_iter(tiles).into()
}

// ---- to throw again ----

#[test]
fn the_last_throw_is_repeated_at_the_same_enemy_wherever_it_is_in_sight() {
    let mut scene = Scene::new(1, "@..K....\n........", &[('K', "tomb-knight")]);
    still(&mut scene);
    let knife = scene.equip("wax-knife", "weapon");
    let letter = scene.give("roof-slate", 2);
    let mut game = scene.game();
    assert_eq!(game.view().throw_again(), Err(Refusal::NothingThrown));
    let at = only(&game).pos;
    act(&mut game, Action::Throw { letter, at });
    assert_eq!(game.view().throw_again(), Ok(Action::Throw { letter, at }));
    // It is remembered with the run, and follows its target.
    let mut state = peek(&game);
    let moved = Pos::new(6, 2);
    state["here"]["actors"][0]["pos"] = serde_json::json!(moved);
    let content = super::scene::content();
    let mut game = Game::with_state(serde_json::from_value(state).unwrap(), content);
    let again = Action::Throw { letter, at: moved };
    assert_eq!(game.view().throw_again(), Ok(again));
    act(&mut game, again);
    assert_eq!(game.view().throw_again(), Err(Refusal::NoneLeft));
    assert_ne!(letter, knife);
    assert_eq!(
        game.view().explain(Refusal::NoneLeft),
        "You have none of those left to throw."
    );
}

#[test]
fn a_throw_is_not_repeated_at_who_is_gone_or_out_of_sight() {
    let mut scene = Scene::new(1, "@..r", &[('r', "crypt-rat")]);
    still(&mut scene);
    scene.first()["health"] = 1.into();
    let letter = scene.give("roof-slate", 30);
    let mut game = scene.game();
    let at = only(&game).pos;
    while game.view().actors().count() > 0 {
        act(&mut game, Action::Throw { letter, at });
    }
    assert_eq!(game.view().throw_again(), Err(Refusal::TargetGone));
}

#[test]
fn a_throw_is_not_repeated_at_who_is_behind_something() {
    let mut scene = Scene::new(1, "@.K\n.^.\n...", &[('K', "tomb-knight")]);
    still(&mut scene);
    let letter = scene.give("roof-slate", 2);
    let mut game = scene.game();
    let at = only(&game).pos;
    act(&mut game, Action::Throw { letter, at });
    for (pos, again) in [
        (Pos::new(3, 2), Ok(())),
        (Pos::new(3, 3), Err(Refusal::TargetCovered)),
    ] {
        let mut state = peek(&game);
        state["here"]["actors"][0]["pos"] = serde_json::json!(pos);
        let state = serde_json::from_value(state).unwrap();
        let game = Game::with_state(state, super::scene::content());
        assert_eq!(game.view().throw_again().map(|_| ()), again, "{pos:?}");
    }
}

// ---- to go on ----

/// Goes on until the walk ends, and returns what happened.
fn proceed(game: &mut Game) -> Vec<GameEvent> {
    let mut events = act(game, Action::Proceed);
    while game.doing() == Some(Action::Proceed) {
        events.extend(act(game, Action::Proceed));
    }
    events
}

fn next(game: &Game) -> Option<Errand> {
    game.view().errand().map(|(errand, _)| errand)
}

#[test]
fn going_on_leads_to_the_tombs_one_after_another_and_then_to_the_stairs_and_does_nothing_there() {
    let mut scene = Scene::new(1, "0.......0\n....@....\n.......>.", &[]);
    scene.remember_all();
    let mut game = scene.game();
    let tombs = |game: &Game| game.view().leftovers().tombs;
    let mut visited = Vec::new();
    for errand in [Errand::Tomb, Errand::Tomb, Errand::Stairs] {
        let (told, to) = game.view().errand().unwrap();
        assert_eq!(told, errand);
        assert_eq!(game.view().leftovers().next, Some(errand));
        proceed(&mut game);
        assert_eq!(me(&game), to, "the walk ends where it was said to");
        visited.push(to);
    }
    assert_eq!(tombs(&game), 2, "none was opened");
    assert_eq!(game.depth(), 1, "nor the stairs taken");
    visited.dedup();
    assert_eq!(visited.len(), 3);
    assert_eq!(visited[2], Pos::new(8, 3));
    // What was left is left for good, but can still be opened.
    assert_eq!(refuse(&mut game, Action::Proceed), Refusal::Explored);
    assert_eq!(next(&game), None);
}

#[test]
fn going_on_leads_to_the_lever_and_then_to_the_prizes_and_takes_none() {
    let mut scene = vault_scene();
    let landmarks = scene.known()["landmarks"].as_array_mut().unwrap();
    landmarks.push(serde_json::json!(Pos::new(5, 2)));
    scene.remember_all();
    let mut game = scene.game();
    assert_eq!(next(&game), Some(Errand::Lever));
    proceed(&mut game);
    assert_eq!(me(&game).steps_to(Pos::new(5, 2)), 1);
    assert!(game.view().features().all(|one| !one.open), "not pulled");
    let dir = me(&game).dir_to(Pos::new(5, 2)).unwrap();
    step(&mut game, dir);
    assert_eq!(next(&game), Some(Errand::Prize));
    let lines = told(&proceed(&mut game));
    assert!(
        lines[0].contains("take it, and the other two vanish"),
        "{lines:?}"
    );
    assert!(game.view().item_at(me(&game)).unwrap().offer.is_some());
    assert_eq!(game.view().pack().count(), 1, "none is taken");
    assert_eq!(next(&game), None, "the stairs are not known");
    // Nor does it lead to and fro between them whoever wants none.
    step(&mut game, Dir::South);
    assert_eq!(next(&game), None);
    assert_eq!(refuse(&mut game, Action::Proceed), Refusal::Explored);
}

#[test]
fn going_on_leads_to_prizes_then_to_tombs_then_to_mechanisms_and_to_the_stairs_last() {
    let at = Pos::new(5, 2);
    // What there is besides the stairs: the mechanism, a tomb, and the prizes behind an open door.
    let first = |mechanism: serde_json::Value, opens: &str, tomb: bool, open: bool| {
        let mut scene = vault_scene();
        let landmarks = serde_json::json!([at, Pos::new(2, 2)]);
        scene.known()["landmarks"] = landmarks;
        scene.state["here"]["features"][0]["mechanism"] = mechanism;
        if opens == "Everlamp" {
            scene.state["here"]["features"][0]["opens"] = opens.into();
        }
        let mut tiles = vec![(Pos::new(2, 2), '>'), (Pos::new(78, 48), '#')];
        scene.state["here"]["down"] = serde_json::json!(Pos::new(2, 2));
        if tomb {
            let pos = Pos::new(7, 1);
            tiles.push((pos, '0'));
            scene.state["here"]["tombs"] = serde_json::json!([{"pos": pos, "inside": "Nothing"}]);
        }
        if open {
            tiles.push((Pos::new(4, 2), '\''));
        }
        for (pos, tile) in tiles {
            scene.state["here"]["tiles"]["tiles"] = peek_tiles(&scene, pos, tile);
        }
        scene.remember_all();
        next(&scene.game())
    };
    let lever = |pulled: bool| serde_json::json!({"Lever": {"pulled": pulled}});
    let conduit = super::vault::conduit_scene().state["here"]["features"][0]["mechanism"].clone();
    assert_eq!(first(lever(true), "Vault", true, true), Some(Errand::Prize));
    assert_eq!(
        first(lever(false), "Vault", true, false),
        Some(Errand::Tomb)
    );
    assert_eq!(
        first(lever(false), "Vault", false, false),
        Some(Errand::Lever)
    );
    assert_eq!(
        first(conduit.clone(), "Vault", false, false),
        Some(Errand::Conduit)
    );
    assert_eq!(
        first(conduit, "Everlamp", false, false),
        Some(Errand::Everlamp)
    );
    // What is behind a closed door has no way to it.
    assert_eq!(
        first(lever(true), "Vault", false, false),
        Some(Errand::Stairs)
    );
}

#[test]
fn going_on_ends_when_somebody_comes_and_is_refused_with_an_enemy_in_sight() {
    let mut scene = Scene::new(1, "@.........0", &[]);
    scene.remember_all();
    let mut game = scene.game();
    act(&mut game, Action::Proceed);
    assert_eq!(game.doing(), Some(Action::Proceed));
    let mut scene = Scene::new(1, "@...K.....0", &[('K', "tomb-knight")]);
    scene.remember_all();
    assert_eq!(
        refuse(&mut scene.game(), Action::Proceed),
        Refusal::EnemyInSight
    );
}

// ---- who can do no harm ----

const LONG: [Action; 2] = [Action::Rest, Action::Travel { to: Pos::new(2, 1) }];

#[test]
fn nobody_is_stopped_by_a_rat_that_needs_more_than_twenty_blows_but_by_many_or_from_beside() {
    let rats = |count: usize, away: usize| {
        // Beside a brazier, where rest heals wholly.
        let map = format!("@{}{}\n^", ".".repeat(away), "r".repeat(count));
        let mut scene = Scene::new(1, &map, &[('r', "crypt-rat")]);
        still(&mut scene);
        scene.equip("founders-plate", "armour");
        scene.set_player("health", 37);
        scene.remember_all();
        scene.game()
    };
    let one = rats(1, 3);
    let odds = one.view().odds(only(&one).id).unwrap();
    assert!(odds.blows_back.unwrap() > 20, "{odds:?}");
    for action in LONG {
        act(&mut rats(1, 3), action);
        act(&mut rats(1, 1), action);
        assert_eq!(refuse(&mut rats(1, 0), action), Refusal::EnemyInSight);
        assert_eq!(refuse(&mut rats(8, 3), action), Refusal::EnemyInSight);
    }
    assert!(!one.view().enemy_in_sight());
}

#[test]
fn nobody_is_stopped_by_a_healer_alone_or_by_who_has_no_way_to_them() {
    for (map, id, stops) in [
        ("@.v", "vesper-nun", false),
        ("@v.", "vesper-nun", true),
        ("@..}K", "tomb-knight", false),
        ("@...K", "tomb-knight", true),
        ("@..}G", "glass-archer", true),
        ("@..}W", "wall-wraith", true),
        ("@..}B", "bell-ringer", true),
    ] {
        let sign = map.chars().find(char::is_ascii_alphabetic).unwrap();
        let mut scene = Scene::new(1, map, &[(sign, id)]);
        still(&mut scene);
        scene.set_player("health", 12);
        scene.remember_all();
        let mut game = scene.game();
        assert_eq!(game.view().enemy_in_sight(), stops, "{map}");
        match stops {
            true => assert_eq!(refuse(&mut game, Action::Rest), Refusal::EnemyInSight),
            false => drop(act(&mut game, Action::Rest)),
        }
    }
}

#[test]
fn who_steals_or_calls_stops_everybody_however_weak_its_blows_are() {
    for (id, stops) in [
        ("crypt-rat", false),
        ("wick-imp", true),
        ("bell-ringer", true),
    ] {
        let mut scene = Scene::new(1, "@...x\n^", &[('x', id)]);
        still(&mut scene);
        scene.equip("founders-plate", "armour");
        scene.set_player("vigour", 500);
        scene.set_player("health", 500);
        scene.remember_all();
        let game = scene.game();
        let odds = game.view().odds(only(&game).id).unwrap();
        assert!(odds.blows_back.unwrap() > 20, "{id}: {odds:?}");
        assert_eq!(game.view().enemy_in_sight(), stops, "{id}");
    }
}

#[test]
fn another_harmless_one_of_a_kind_that_is_known_ends_no_walk() {
    for (known, armoured, ends) in [
        (true, true, false),
        (false, true, true),
        (true, false, true),
    ] {
        let mut scene = Scene::new(1, "@........\n########.\n......r..", &[('r', "crypt-rat")]);
        still(&mut scene);
        scene.hide_all();
        scene.remember_all();
        if armoured {
            scene.equip("founders-plate", "armour");
        }
        if known {
            let kind = super::scene::monster("crypt-rat");
            scene.state["player"]["met"] = serde_json::json!([kind]);
        }
        let mut game = scene.game();
        let travel = Action::Travel { to: Pos::new(9, 2) };
        let mut events = act(&mut game, travel);
        while game.doing().is_some() {
            events.extend(act(&mut game, travel));
        }
        let stopped = events.iter().any(|event| {
            let creature = |why: &Interruption| matches!(why, Interruption::Creature(_));
            matches!(event, GameEvent::Run(RunEvent::Interrupted { why }) if creature(why))
        });
        assert_eq!(stopped, ends, "{known} {armoured}");
        let seen = told(&events).contains(&"You see a crypt rat.".to_owned());
        assert!(seen, "it is told of all the same");
    }
}

// ---- what is taken ----

fn explore(game: &mut Game) -> Vec<String> {
    let mut events = act(game, Action::Wait);
    while game.apply(Action::Explore, &mut events).is_ok() {}
    told(&events)
}

#[test]
fn exploring_leaves_what_is_no_better_than_what_is_carried_and_says_so_once() {
    let mut scene = Scene::new(1, "@........", &[]);
    scene.equip("scale-coat", "armour");
    scene.give("martyrs-tongue", 1);
    scene.give("ring-hush", 1);
    scene.give("ring-wrath", 1);
    let lying = [
        "quilted-jack",
        "leather-cuirass",
        "martyrs-tongue",
        "ring-hush",
        "ring-wrath",
        "mail-hauberk",
    ];
    for (id, x) in lying.into_iter().zip(2..) {
        scene.lay(id, 1, Pos::new(x, 1));
    }
    let mut game = scene.game();
    let lines = explore(&mut game);
    for line in [
        // The coat has more defence for the same weight.
        "You see a quilted jack, no better than yours: you leave it.",
        "You see a martyr's tongue, which would add nothing: you leave it.",
        "You see a ring of hush, which would add nothing: you leave it.",
        // The cuirass makes no noise, and a second ring of wrath counts.
        "You see a leather cuirass.",
        "You see a ring of wrath.",
    ] {
        assert_eq!(
            lines.iter().filter(|one| *one == line).count(),
            1,
            "{line}: {lines:?}"
        );
    }
    let left: Vec<_> = game.view().items().map(|one| one.kind).collect();
    assert_eq!(
        left,
        ["quilted-jack", "martyrs-tongue", "ring-hush"].map(item)
    );
    // Nothing of it counts as left over, and the player can take it.
    assert_eq!(
        (
            game.view().leftovers().items,
            game.view().leftovers().unpacked
        ),
        (0, 0)
    );
    while me(&game) != Pos::new(4, 1) {
        step(&mut game, Dir::West);
    }
    let events = act(&mut game, Action::PickUp);
    assert!(matches!(
        events[0],
        GameEvent::Item(ItemEvent::PickedUp { .. })
    ));
    let view = game.view();
    assert_eq!(view.auto_pickup_skips(item("paschal-coal").into(), 0), None);
    assert_eq!(
        view.auto_pickup_skips(item("martyrs-tongue").into(), 0),
        Some(SkipReason::Duplicate)
    );
    assert_eq!(
        view.auto_pickup_skips(item("quilted-jack").into(), 3),
        None,
        "an excellent one"
    );
}

#[test]
fn a_weapon_or_light_no_better_is_left_and_so_are_the_second_and_third_of_rings() {
    let skipped = |carried: &[&str], id: &str| {
        let mut scene = Scene::new(1, "@", &[]);
        for id in carried {
            scene.give(id, 1);
        }
        scene.game().view().auto_pickup_skips(item(id).into(), 0)
    };
    assert_eq!(
        skipped(&["misericord"], "wax-knife"),
        Some(SkipReason::Worse)
    );
    assert_eq!(
        skipped(&["misericord"], "short-sword"),
        None,
        "another style"
    );
    assert_eq!(
        skipped(&["sanctuary-lamp"], "rushlight"),
        Some(SkipReason::Worse)
    );
    assert_eq!(skipped(&[], "rushlight"), None);
    for (ring, counts_twice) in [
        ("ring-fasting", false),
        ("ring-listening", false),
        ("ring-hush", false),
        ("ring-mending", true),
        ("ring-wrath", true),
        ("ring-warding", true),
    ] {
        let second = (!counts_twice).then_some(SkipReason::Duplicate);
        assert_eq!(skipped(&[ring], ring), second, "{ring}");
        assert_eq!(
            skipped(&[ring, ring], ring),
            Some(SkipReason::Duplicate),
            "{ring}"
        );
    }
}

#[test]
fn better_gear_says_so_when_it_is_picked_up() {
    for (worn, lies, plus, line) in [
        (
            Some(("quilted-jack", "armour")),
            "mail-hauberk",
            1,
            "You pick up a +1 mail hauberk (b), better than what you wear: defence +4, noise +2.",
        ),
        (
            None,
            "quilted-jack",
            0,
            "You pick up a quilted jack (a), better than no armour: defence +2, noise +1.",
        ),
        (
            Some(("wax-knife", "weapon")),
            "short-sword",
            0,
            "You pick up a short sword (b), better than what you wield: attack +1.",
        ),
        (
            Some(("rushlight", "lantern")),
            "horn-lantern",
            0,
            "You pick up a horn lantern (b), better than the light that you carry: tiles seen in the dark +2.",
        ),
        // A hammer takes its time, and a bow does not strike.
        (
            Some(("wax-knife", "weapon")),
            "bell-hammer",
            0,
            "You pick up a bell hammer (b).",
        ),
        (
            Some(("short-sword", "weapon")),
            "misericord",
            -3,
            "You pick up a -3 misericord (b).",
        ),
    ] {
        let mut scene = Scene::new(1, "@..", &[]);
        if let Some((id, place)) = worn {
            scene.equip(id, place);
        }
        scene.lay(lies, 1, Pos::new(2, 1));
        scene.state["here"]["items"][0]["item"]["plus"] = plus.into();
        scene.see_items();
        let lines = told(&step(&mut scene.game(), Dir::East));
        assert_eq!(lines, [line]);
    }
}

#[test]
fn a_full_pack_is_told_of_when_something_comes_into_sight_and_when_exploring_ends() {
    let mut scene = Scene::new(1, "@....", &[]);
    scene.empty_pack();
    for _ in Letter::all() {
        scene.give("candied-fig", 1);
    }
    for x in [3, 4, 5] {
        scene.lay("fire-pot", 1, Pos::new(x, 1));
    }
    let lines = explore(&mut scene.game());
    let seen = "You see a fire pot, but your pack is full.".to_owned();
    assert_eq!(lines[..3], [seen.clone(), seen.clone(), seen]);
    let mut game = scene.game();
    explore(&mut game);
    let end = "Explored. Your pack is full: 3 things left. The way down is still hidden.";
    assert_eq!(game.view().explain(Refusal::Explored), end);
    assert_eq!(game.view().leftovers().unpacked, 3);
}
