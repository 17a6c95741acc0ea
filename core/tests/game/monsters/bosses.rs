//! Named monsters: each has one rule of its own, a place of its own, and cannot be killed from where it was first seen.

use undercroft_core::game::{
    Action, Announcement, BodyEvent, FightEvent, Game, GameEvent, MonsterEvent, Setup,
};
use undercroft_core::geom::{Dir, Pos};
use undercroft_core::map::Tile;
use undercroft_core::rng::Seed;

use super::{far, hits_on_me};
use crate::scene::{Scene, act, content, me, monster, monsters, peek, step, told};

fn summons(events: &[GameEvent]) -> usize {
    let calls =
        |event: &&GameEvent| matches!(event, GameEvent::Monster(MonsterEvent::Summoned { .. }));
    events.iter().filter(calls).count()
}

fn prepared(events: &[GameEvent]) -> Vec<Announcement> {
    let prepared = |event: &GameEvent| match event {
        GameEvent::Monster(MonsterEvent::Prepared { announcement, .. }) => Some(*announcement),
        _ => None,
    };
    events.iter().filter_map(prepared).collect()
}

/// A hall with an alcove behind a pillar, and a brazier that may burn beside the player.
const YARD: &str = "\
..............
@.........E...
.^.........##.
...........#..
..............";

fn yard(is_lit: bool) -> Game {
    let mut scene = Scene::new(5, YARD, &[('E', "sister-ember")]);
    scene.equip("sanctuary-lamp", "lantern");
    scene.state["here"]["braziers"][0]["lit"] = is_lit.into();
    scene.set_player("hooded", !is_lit);
    if !is_lit {
        let pos = scene.state["here"]["braziers"][0]["pos"].clone();
        scene.known()["unlit"] = serde_json::json!([pos]);
    }
    scene.remember_all();
    scene.game()
}

#[test]
fn ember_calls_her_hounds_only_while_you_stand_in_the_light() {
    let mut dark = yard(false);
    let mut light = yard(true);
    let (mut in_dark, mut in_light) = (0, 0);
    for _ in 0..12 {
        in_dark += summons(&act(&mut dark, Action::Wait));
        in_light += summons(&act(&mut light, Action::Wait));
    }
    assert_eq!(in_dark, 0);
    assert!(in_light > 0);
    assert!(monsters(&dark).len() == 1 && monsters(&light).len() > 1);
}

#[test]
fn ember_goes_out_of_sight_in_the_dark_and_comes_for_who_steps_into_the_light() {
    let mut game = yard(false);
    for _ in 0..8 {
        act(&mut game, Action::Wait);
    }
    let hidden = monsters(&game)[0].1;
    assert_eq!(game.view().actors().count(), 0, "she is at {hidden}");
    // Somebody lights the brazier: now she comes, and calls.
    act(&mut game, Action::Tend { dir: None });
    let mut calls = 0;
    for _ in 0..8 {
        calls += summons(&act(&mut game, Action::Wait));
    }
    assert!(calls > 0);
}

/// Malvern beside his lamps, wounded.
fn sanctum(seed: u64, lit: usize) -> Scene {
    let map = "\
.............
.^...^.......
......P.....@
.^...........
.............";
    let mut scene = Scene::new(seed, map, &[('P', "prior-malvern")]);
    scene.first()["health"] = 40.into();
    scene.first()["next"] = 5000.into();
    let mut unlit = Vec::new();
    for index in lit..3 {
        let brazier = &mut scene.state["here"]["braziers"][index];
        brazier["lit"] = false.into();
        unlit.push(brazier["pos"].clone());
    }
    scene.known()["unlit"] = unlit.into();
    scene.equip("sanctuary-lamp", "lantern");
    scene.remember_all();
    scene
}

#[test]
fn malvern_lives_on_his_lamps_and_does_not_heal_without_them() {
    let health = content()
        .monster(monster("prior-malvern"))
        .abilities
        .fed
        .as_ref()
        .unwrap()
        .health;
    for lit in 0..=3 {
        let mut game = sanctum(1, lit).game();
        let events = act(&mut game, Action::Wait);
        let gained = peek(&game)["here"]["actors"][0]["health"].as_i64().unwrap() - 40;
        assert_eq!(gained, i64::from(health) * lit as i64);
        let is_told = told(&events)
            .iter()
            .any(|line| line.contains("Prior Malvern new strength"));
        assert_eq!(is_told, lit > 0, "{:?}", told(&events));
    }
}

#[test]
fn malvern_draws_back_and_sweeps_all_around_and_two_tiles_away_one_is_safe() {
    let map = "\
.....
.P@..
.....";
    for seed in 0..6 {
        let mut scene = Scene::new(seed, map, &[('P', "prior-malvern")]);
        scene.set_player("vigour", 900);
        scene.set_player("health", 900);
        let mut game = scene.game();
        let mut blows = 0;
        loop {
            let events = act(&mut game, Action::Wait);
            if prepared(&events) == [Announcement::Sweep] {
                assert!(hits_on_me(&events).is_empty(), "it takes a turn of its own");
                break;
            }
            blows += 1;
        }
        assert_eq!(blows, 2);
        let around: Vec<Pos> = game.view().aimed_tiles().map(|(pos, _)| pos).collect();
        assert_eq!(around.len(), 8);
        assert!(around.contains(&me(&game)));
        let mut stays = game.clone();
        act(&mut stays, Action::Wait);
        // A step along him does not help, a step away does.
        let events = step(&mut game, Dir::East);
        assert!(far(me(&game), monsters(&game)[0].1) == 2 && hits_on_me(&events).is_empty());
        let wasted = |event: &GameEvent| {
            matches!(
                event,
                GameEvent::Fight(FightEvent::Wasted {
                    announcement: Announcement::Sweep,
                    ..
                })
            )
        };
        assert!(events.iter().any(wasted));
        // Then he begins again.
        assert!(prepared(&act(&mut game, Action::Wait)).is_empty());
    }
}

#[test]
fn tallow_leaves_burning_wax_where_she_splits_and_water_saves_who_stands_in_it() {
    let burns = |floor: &str| {
        let map = format!("{floor}{floor}.\n@O.\n...");
        let mut burning = 0;
        for seed in 0..8 {
            let mut scene = Scene::new(seed, &map, &[('O', "old-mother-tallow")]);
            scene.first()["next"] = 5000.into();
            if floor == "~" {
                scene.set_player("pos", serde_json::json!(Pos::new(1, 1)));
            }
            let mut game = scene.game();
            let dir = me(&game).dir_to(Pos::new(2, 2)).unwrap();
            let events = step(&mut game, dir);
            let is_split = monsters(&game).len() > 1;
            let is_burnt = events
                .iter()
                .any(|event| matches!(event, GameEvent::Body(BodyEvent::ConditionBegan { .. })));
            assert!(!is_burnt || is_split);
            burning += usize::from(is_burnt);
        }
        burning
    };
    assert!(burns(".") >= 5);
    assert_eq!(burns("~"), 0);
}

#[test]
fn what_flies_at_a_named_monster_from_afar_glances_off_and_from_near_it_does_not() {
    for id in ["sister-ember", "old-mother-tallow", "prior-malvern"] {
        let thrown = |map: &str| {
            let mut hits = 0;
            for seed in 0..6 {
                let mut scene = Scene::new(seed, map, &[('x', id)]);
                scene.first()["next"] = 5000.into();
                scene.equip("sanctuary-lamp", "lantern");
                scene.set_player("strength", 50);
                let letter = scene.give("roof-slate", 1);
                let mut game = scene.game();
                let at = monsters(&game)[0].1;
                let throw = Action::Throw { letter, at };
                let aim = game.view().aim(throw).unwrap();
                let text = game.view().describe_aim(&aim).join(" ");
                let events = act(&mut game, throw);
                let glances = |event: &GameEvent| {
                    matches!(event, GameEvent::Fight(FightEvent::Glanced { .. }))
                };
                let is_far = far(at, me(&game)) > 6;
                assert_eq!(events.iter().any(glances), is_far, "{events:?}");
                assert_eq!(text.contains("glance off"), is_far, "{text}");
                hits += events
                    .iter()
                    .filter(|event| matches!(event, GameEvent::Fight(FightEvent::Hit { .. })))
                    .count();
            }
            hits
        };
        assert_eq!(thrown("@......x"), 0);
        assert!(thrown("@.....x.") >= 4);
    }
    // And so does magic; the look card says it.
    let mut scene = Scene::new(1, "@.......x", &[('x', "sister-ember")]);
    scene.equip("sanctuary-lamp", "lantern");
    let letter = scene.give("scroll-magic-missile", 1);
    scene.know_all();
    let mut game = scene.game();
    let at = monsters(&game)[0].1;
    let look = game.view().look(at).join(" ");
    assert!(
        look.contains("more than 6 tiles away glances off"),
        "{look}"
    );
    let events = act(
        &mut game,
        Action::Use {
            letter,
            at: Some(at),
        },
    );
    let hurt = |event: &GameEvent| matches!(event, GameEvent::Fight(FightEvent::Hit { .. }));
    assert!(!events.iter().any(hurt));
    // It alerts whom it would have struck.
    scene.first()["mood"] = "Wandering".into();
    scene.first()["next"] = 5000.into();
    let letter = scene.give("roof-slate", 1);
    let mut game = scene.game();
    act(&mut game, Action::Throw { letter, at });
    assert_eq!(peek(&game)["here"]["actors"][0]["mood"], "Hunting");
}

#[test]
fn a_dagger_kills_no_sleeper_with_a_name() {
    let mut scene = Scene::new(1, "@P", &[('P', "prior-malvern")]);
    scene.first()["mood"] = "Asleep".into();
    scene.equip("wax-knife", "weapon");
    let mut game = scene.game();
    step(&mut game, Dir::East);
    assert_eq!(monsters(&game).len(), 1);
}

#[test]
fn neither_fire_nor_clouds_nor_negation_harm_a_named_monster_from_afar() {
    for thing in [
        "fire-pot",
        "potion-confusion",
        "potion-darkness",
        "scroll-negation",
    ] {
        for (map, is_near) in [("@.......x", false), ("@...x", true)] {
            let mut scene = Scene::new(3, map, &[('x', "prior-malvern")]);
            scene.first()["next"] = 5000.into();
            scene.first()["conditions"]["left"][0] = 99.into();
            scene.equip("sanctuary-lamp", "lantern");
            scene.know_all();
            let letter = scene.give(thing, 1);
            let mut game = scene.game();
            let it = |game: &Game| {
                let actor = peek(game)["here"]["actors"][0].clone();
                let mut left = actor["conditions"]["left"].clone();
                left[0] = (left[0].as_u64().unwrap() > 0).into();
                (actor["health"].clone(), left)
            };
            let before = it(&game);
            let at = monsters(&game)[0].1;
            match thing {
                "scroll-negation" => act(&mut game, Action::Use { letter, at: None }),
                _ => act(&mut game, Action::Throw { letter, at }),
            };
            for _ in 0..3 {
                act(&mut game, Action::Wait);
            }
            assert_eq!(it(&game) != before, is_near, "{thing}");
        }
    }
}

#[test]
fn each_named_monster_is_met_in_a_place_of_its_own() {
    let (mut met, mut placed) = (0, 0);
    for seed in 0..12 {
        for depth in [5, 6, 7, 8, 12] {
            let level = Game::new_level(Setup::new(Seed(seed)).unwrap(), depth);
            for (kind, _, at) in &level.monsters {
                let def = content().monster(*kind);
                if !def.named {
                    continue;
                }
                met += 1;
                let around = |reach: i32, tile: Tile| {
                    let map = level.map.tiles.iter();
                    map.filter(|(pos, found)| **found == tile && far(*pos, *at) <= reach)
                        .count()
                };
                placed += usize::from(match def.id.as_str() {
                    "sister-ember" => around(3, Tile::Brazier) == 1,
                    "old-mother-tallow" => around(6, Tile::Pew) >= 6 && around(6, Tile::Grass) >= 6,
                    _ => around(7, Tile::Brazier) >= 4,
                });
            }
        }
    }
    assert!(met >= 36, "{met}");
    assert!(placed * 10 >= met * 9, "{placed} of {met}");
}
