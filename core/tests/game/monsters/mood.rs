//! What any monster does: it hears, hunts, loses track, flees, wakes and follows.

use serde_json::Value;
use undercroft_core::game::{Action, GameEvent, Interruption, MonsterEvent, PlaceEvent, RunEvent};
use undercroft_core::geom::{Dir, Pos};

use super::far;
use crate::scene::{Scene, act, me, monster, monsters, only, peek, step};

#[test]
fn monsters_hear_lose_track_search_and_give_up() {
    let map = "\
@....#....................
.....#....................
.....+....................
.....#....................
.....#..................g.";
    let mut scene = Scene::new(1, map, &[('g', "novice-shade")]);
    scene.set_player("vigour", 500);
    scene.set_player("health", 500);
    let mut game = scene.game();
    // It knows where the player was, and comes through the door, which it can open.
    let mut opened = false;
    for _ in 0..40 {
        let events = act(&mut game, Action::Wait);
        opened |= events
            .iter()
            .any(|event| matches!(event, GameEvent::Place(PlaceEvent::DoorOpened { .. })));
    }
    assert!(opened);
    // One that opens no doors loses track, looks around and gives up.
    let mut scene = Scene::new(1, map, &[('g', "crypt-rat")]);
    scene.set_player("loudness", "Quiet");
    let mut game = scene.game();
    let mut moods = Vec::new();
    for _ in 0..60 {
        let events = act(&mut game, Action::Wait);
        assert!(
            !events
                .iter()
                .any(|event| matches!(event, GameEvent::Place(PlaceEvent::DoorOpened { .. })))
        );
        let mood = peek(&game)["here"]["actors"][0]["mood"]
            .as_str()
            .unwrap()
            .to_owned();
        if moods.last() != Some(&mood) {
            moods.push(mood);
        }
    }
    assert!(
        moods.starts_with(&["Hunting".into(), "Searching".into(), "Wandering".into()]),
        "{moods:?}"
    );
}

#[test]
fn one_that_only_hears_the_player_goes_to_look_in_a_quarter_of_the_turns() {
    // A step is heard from seven tiles away, behind a wall.
    let looks = |map: &str| {
        let mut scene = Scene::new(1, map, &[('K', "ossuary-keeper")]);
        let actor = scene.first();
        (actor["mood"], actor["goal"]) = ("Wandering".into(), Value::Null);
        scene.hide_first();
        let looks = (0..200).filter(|seed| {
            scene.state["seed"] = (*seed).into();
            let mut game = scene.game();
            step(&mut game, Dir::South);
            let actor = &peek(&game)["here"]["actors"][0];
            let me = serde_json::json!(me(&game));
            actor["mood"] == "Searching" && actor["goal"] == me
        });
        looks.count()
    };
    let way = "\n.#.......\n.#.......\n.........";
    let near = looks(&format!("@#.....K{way}"));
    assert!((30..=70).contains(&near), "{near} of 200");
    assert_eq!(looks(&format!("@#......K{way}")), 0);
}

#[test]
fn a_noise_draws_those_who_wander_as_far_as_it_is_heard() {
    for (what, reach) in [("potion-strength", 10), ("fire-pot", 15), ("a burst", 12)] {
        for (far, hears) in [(reach, true), (reach + 1, false)] {
            let map = format!("@.......#{}", ".".repeat(20));
            let mut scene = Scene::new(1, &map, &[]);
            let at = Pos::new(5, 1);
            let wanderer = scene.add_monster("crypt-rat", at + Pos::new(far, 0));
            (wanderer["mood"], wanderer["goal"]) = ("Wandering".into(), Value::Null);
            wanderer["next"] = 9_000.into();
            scene.hide_first();
            let mut game;
            if what == "a burst" {
                let lantern = scene.add_monster("marsh-lantern", at);
                lantern["health"] = 1.into();
                lantern["conditions"]["left"][2] = 4.into();
                lantern["next"] = 9_000.into();
                game = scene.game();
                act(&mut game, Action::Wait);
            } else {
                let letter = scene.give(what, 1);
                game = scene.game();
                act(&mut game, Action::Throw { letter, at }.sure());
            }
            let actor = &peek(&game)["here"]["actors"][0];
            let looks = actor["mood"] == "Searching" && actor["goal"] == serde_json::json!(at);
            assert_eq!(looks, hears, "{what}, {far} tiles away: {actor}");
            assert!(!hears || actor["patience"] == 15, "{actor}");
        }
    }
}

#[test]
fn a_hunter_out_of_sight_knows_for_three_turns_where_the_player_went_and_looks_for_twenty() {
    let map = "\
...@..........
.#############
....g.........";
    let mut scene = Scene::new(1, map, &[('g', "pew-ghoul")]);
    // A web holds it where it is.
    scene.state["here"]["fields"]["webs"] = serde_json::json!([[3 * 80 + 5, 200]]);
    scene.lose_sight();
    let mut game = scene.game();
    let mut seen = Vec::new();
    for turn in 1..=32 {
        match turn {
            1..=8 => step(&mut game, Dir::East),
            _ => act(&mut game, Action::Wait),
        };
        let actor = &peek(&game)["here"]["actors"][0];
        seen.push((actor["mood"].clone(), actor["goal"]["x"].clone()));
    }
    let goals: Vec<&Value> = seen[..5].iter().map(|(_, x)| x).collect();
    assert_eq!(goals, [5, 6, 7, 7, 7]);
    let mood = |turn: usize| seen[turn - 1].0.as_str().unwrap();
    assert_eq!([mood(19), mood(20)], ["Hunting", "Searching"]);
    // Then it looks around for twelve turns.
    assert_eq!([mood(31), mood(32)], ["Searching", "Wandering"]);
}

#[test]
fn a_hunter_that_cannot_come_nearer_sets_out_on_ways_of_up_to_forty_steps() {
    // Across the water it sees the player, and the way around it takes twice the width of the map.
    for (width, goes) in [(21, true), (22, false)] {
        let rest = ".".repeat(width - 3);
        let wall = "#".repeat(width - 2);
        let map = format!("@}}g{rest}\n.{wall}.\n...{rest}");
        let mut game = Scene::new(1, &map, &[('g', "pew-ghoul")]).game();
        act(&mut game, Action::Wait);
        let moved = monsters(&game)[0].1 != Pos::new(3, 1);
        assert_eq!(moved, goes, "{width}");
    }
}

#[test]
fn the_wounded_flee_and_come_back_when_they_have_mended() {
    let map = "@.r.................";
    let mut scene = Scene::new(2, map, &[('r', "gutter-hound")]);
    scene.first()["health"] = 2.into();
    let mut game = scene.game();
    let events = act(&mut game, Action::Wait);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, GameEvent::Monster(MonsterEvent::Fled { .. })))
    );
    for _ in 0..5 {
        act(&mut game, Action::Wait);
    }
    assert!(far(monsters(&game)[0].1, me(&game)) > 5);
    // Of 13 points of health.
    for (health, mood) in [(7, "Fleeing"), (8, "Hunting")] {
        let mut scene = Scene::new(2, "@....r....", &[('r', "gutter-hound")]);
        scene.first()["health"] = health.into();
        scene.first()["mood"] = "Fleeing".into();
        let mut game = scene.game();
        act(&mut game, Action::Wait);
        assert_eq!(peek(&game)["here"]["actors"][0]["mood"], mood, "{health}");
    }
}

#[test]
fn one_that_flees_stops_beyond_twenty_tiles_and_strikes_when_it_is_cornered() {
    let map = format!("@.I{}", ".".repeat(40));
    let mut scene = Scene::new(2, &map, &[('I', "reliquary-thief")]);
    scene.first()["health"] = 2.into();
    let mut game = scene.game();
    let mut distances = Vec::new();
    for _ in 0..40 {
        act(&mut game, Action::Wait);
        distances.push(far(monsters(&game)[0].1, me(&game)));
    }
    assert_eq!(distances[30..], [21; 10], "{distances:?}");
    // With a wall at its back it fights.
    let mut scene = Scene::new(3, "@r", &[('r', "crypt-rat")]);
    scene.first()["health"] = 1.into();
    scene.first()["mood"] = "Fleeing".into();
    let mut game = scene.game();
    let struck = (0..3).flat_map(|_| act(&mut game, Action::Wait));
    let struck: Vec<GameEvent> = struck
        .filter(|event| matches!(event, GameEvent::Fight(_)))
        .collect();
    assert_eq!(struck.len(), 3, "{struck:?}");
}

#[test]
fn who_does_not_fight_regains_a_point_of_health_every_five_turns() {
    for mood in ["Asleep", "Wandering", "Fleeing", "Searching", "Hunting"] {
        let mut scene = Scene::new(2, "@#########A", &[('A', "abbot-in-repose")]);
        scene.first()["health"] = 10.into();
        scene.first()["mood"] = mood.into();
        scene.first()["patience"] = 90.into();
        let mut game = scene.game();
        // Nothing is heard of the player, and nobody wakes for the noise of waiting.
        let before = peek(&game)["here"]["actors"][0]["mood"].clone();
        let mut gained = 0;
        for turn in 1..=10 {
            act(&mut game, Action::Wait);
            let actor = &peek(&game)["here"]["actors"][0];
            if actor["mood"] != before {
                break;
            }
            gained = actor["health"].as_i64().unwrap() - 10;
            let rests = matches!(mood, "Asleep" | "Wandering" | "Fleeing");
            assert_eq!(gained, if rests { turn / 5 } else { 0 }, "{mood}");
        }
        assert!(
            gained > 0 || matches!(mood, "Searching" | "Hunting"),
            "{mood}"
        );
    }
}

#[test]
fn who_sleeps_beside_a_fight_wakes() {
    let map = "\
.......
@K...g.
.......";
    let mut woke = 0;
    for seed in 0..20 {
        let mut scene = Scene::new(seed, map, &[('K', "tomb-knight"), ('g', "pew-ghoul")]);
        scene.set_player("vigour", 500);
        scene.set_player("health", 500);
        scene.state["here"]["actors"][1]["mood"] = "Asleep".into();
        let mut game = scene.game();
        for _ in 0..4 {
            step(&mut game, Dir::East);
        }
        let state = peek(&game);
        woke += usize::from(state["here"]["actors"][1]["mood"] != "Asleep");
    }
    assert!(woke >= 15, "{woke}");
}

#[test]
fn hunters_beside_the_player_come_along_by_the_stairs() {
    let mut scene = Scene::new(3, ">g...", &[('g', "pew-ghoul")]);
    scene.state["player"]["pos"] = serde_json::json!(Pos::new(1, 1));
    let mut game = scene.game();
    let before = game.time();
    let events = act(&mut game, Action::Descend);
    let followed = events
        .iter()
        .any(|event| matches!(event, GameEvent::Monster(MonsterEvent::Followed { .. })));
    assert!(followed);
    assert_eq!(game.depth(), 2);
    assert!(
        monsters(&game)
            .iter()
            .any(|(kind, _)| *kind == monster("pew-ghoul"))
    );
    let state = peek(&game);
    let actors = state["here"]["actors"].as_array().unwrap().iter();
    let mut actors =
        actors.filter(|actor| actor["kind"] == serde_json::json!(monster("pew-ghoul")));
    let follower = actors.find(|actor| actor["mood"] == "Hunting").unwrap();
    let pos: Pos = serde_json::from_value(follower["pos"].clone()).unwrap();
    assert!(far(pos, me(&game)) <= 3, "{pos}");
    assert_eq!(follower["next"], before + 150);
    act(&mut game, Action::Wait);
    // Guards, mimics and who moves unseen stay.
    for id in ["ossuary-keeper", "mourner", "alms-box"] {
        let mut scene = Scene::new(3, ">g...", &[('g', id)]);
        scene.state["player"]["pos"] = serde_json::json!(Pos::new(1, 1));
        let events = act(&mut scene.game(), Action::Descend);
        let mut events = events.iter();
        assert!(
            !events.any(|event| matches!(event, GameEvent::Monster(MonsterEvent::Followed { .. }))),
            "{id}"
        );
    }
}

#[test]
fn a_creature_that_comes_into_sight_ends_a_long_action() {
    let why = |met: bool, mood: &str| {
        let mut scene = Scene::new(4, "@..........................g", &[('g', "pew-ghoul")]);
        scene.first()["mood"] = mood.into();
        scene.lose_sight();
        if !met {
            scene.hide_first();
        }
        let mut game = scene.game();
        act(&mut game, Action::Wait);
        let run = Action::Run { dir: Dir::East };
        let mut events = act(&mut game, run);
        while game.doing() == Some(run) {
            events = act(&mut game, run);
        }
        let why = events.iter().find_map(|event| match event {
            GameEvent::Run(RunEvent::Interrupted { why }) => Some(*why),
            _ => None,
        });
        (why, far(only(&game).pos, me(&game)))
    };
    let creature = |why| matches!(why, Some(Interruption::Creature(_)));
    let (first, far) = why(false, "Asleep");
    assert!(creature(first), "{first:?}");
    assert_eq!(far, 8);
    // Who sleeps where it was seen asleep before is no news until it wakes; who hunts always is.
    let (_, far) = why(true, "Asleep");
    assert!(far < 8, "{far}");
    let (awake, _) = why(true, "Hunting");
    assert!(creature(awake), "{awake:?}");
}

#[test]
fn a_wanderer_without_a_way_stays_for_ten_turns_before_it_draws_another() {
    let mut scene = Scene::new(5, &format!("@{}r#", "#".repeat(40)), &[('r', "crypt-rat")]);
    // Rooms of a whole level, none of which can be reached here.
    scene.state["here"]["rooms"] = peek(&crate::new_game(1))["here"]["rooms"].clone();
    scene.first()["mood"] = "Wandering".into();
    scene.first()["patience"] = 0.into();
    scene.first()["goal"] = Value::Null;
    let mut game = scene.game();
    let patience: Vec<u64> = (0..12)
        .map(|_| {
            act(&mut game, Action::Wait);
            peek(&game)["here"]["actors"][0]["patience"]
                .as_u64()
                .unwrap()
        })
        .collect();
    assert_eq!(patience, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 10]);
}
