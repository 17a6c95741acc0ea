//! Light rules: who is noticed, who is taken unawares, who is strong, by the light that they stand in; and what a lantern
//! costs.

use undercroft_core::game::{
    Action, ActorView, Condition, FightEvent, Game, GameEvent, ItemEvent, Lighting, Mood, Refusal,
    Surprise,
};
use undercroft_core::geom::{Dir, Pos};

use super::scene::{Scene, act, content, letter, me, only, peek, refuse, step, wait};

/// A scene in which the first monster walks about.
fn unaware(map: &str, cast: &[(char, &str)]) -> Scene {
    let mut scene = Scene::new(1, map, cast);
    let first = scene.first();
    (first["mood"], first["patience"]) = ("Wandering".into(), 0.into());
    first["goal"] = serde_json::Value::Null;
    scene
}

/// The mood of the first monster, whether the player knows of it or not.
fn mood(game: &Game) -> Mood {
    serde_json::from_value(peek(game)["here"]["actors"][0]["mood"].clone()).unwrap()
}

/// In how many of 60 runs a guard that stays at its post notices a player who waits for six turns.
fn noticed(map: &str, hooded: bool) -> u32 {
    noticed_within(6, map, hooded)
}

fn noticed_within(turns: u32, map: &str, hooded: bool) -> u32 {
    let notices = |seed: u64| {
        let mut scene = unaware(map, &[('K', "ossuary-keeper")]);
        scene.state["seed"] = seed.into();
        scene.set_player("hooded", hooded);
        let mut game = scene.game();
        for _ in 0..turns {
            act(&mut game, Action::Wait);
            if mood(&game) == Mood::Hunting {
                return true;
            }
        }
        false
    };
    (0..60).map(|seed| u32::from(notices(seed))).sum()
}

#[test]
fn one_is_noticed_from_farther_off_the_brighter_the_light_one_stands_in() {
    // By the lantern, from 8 tiles, which is as far as it shows anybody.
    assert_eq!(noticed("@.......K", false), 60);
    // Hooded, in the dark, from 4.
    let near = noticed("@...K", true);
    assert!((35..58).contains(&near), "less surely, {near}");
    assert_eq!(noticed("@....K", true), 0);
    // In the dark one sees whoever stands in the light, and is not noticed by them.
    assert_eq!(noticed("@.......K^", true), 0);
    // At the edge of the light, from 8: the brazier is 6 tiles away.
    assert_eq!(noticed("......^\n........\n@.......K\n......^", true), 60);
    assert_eq!(noticed("@........K..\n......^.^...", true), 0);
    // In bright light, from 14.
    assert_eq!(noticed("@............K.\n..^.........^..", true), 60);
    assert_eq!(noticed("@..............K.\n..^...........^..", true), 0);
}

#[test]
fn whoever_is_seen_is_noticed_in_seven_turns_of_ten_and_in_the_dark_in_few() {
    // 42 and 9 of 60.
    let lit = noticed_within(1, "@...K", false);
    assert!((31..=53).contains(&lit), "{lit} of 60");
    let dark = noticed_within(1, "@...K", true);
    assert!((2..=20).contains(&dark), "{dark} of 60");
}

#[test]
fn a_hunter_loses_whoever_hides_their_light_beyond_4_tiles() {
    let mut game = Scene::new(1, "@......K", &[('K', "pew-ghoul")]).game();
    assert_eq!(only(&game).mood, Mood::Hunting);
    act(&mut game, Action::Hood);
    assert_eq!(game.view().player().lighting, Lighting::Dark);
    assert_eq!(game.view().player().noticed, content().rules().notice.dark);
    // It is no longer seen, and so does not see, but it comes to look where it saw the light, and has to notice the
    // player anew.
    assert_eq!(game.view().actors().count(), 0);
    step(&mut game, Dir::East);
    assert_eq!(only(&game).mood, Mood::Searching, "it comes within sight");
}

#[test]
fn whoever_hides_their_light_from_a_hunter_may_strike_it_unawares() {
    let strikes = |hides: bool| {
        let mut struck = 0;
        for seed in 0..40 {
            let mut scene = Scene::new(1, "@......K", &[('K', "pew-ghoul")]);
            scene.state["seed"] = seed.into();
            let mut game = scene.game();
            if hides {
                act(&mut game, Action::Hood);
            }
            for _ in 0..12 {
                let near = |one: ActorView| one.pos.steps_to(me(&game)) == 1;
                if game.view().actors().any(near) {
                    break;
                }
                act(&mut game, Action::Wait);
            }
            let unaware = |event: &GameEvent| {
                matches!(
                    event,
                    GameEvent::Fight(FightEvent::Hit {
                        surprise: Some(Surprise::Unaware),
                        ..
                    })
                )
            };
            let at = only(&game).pos;
            let dir = me(&game).dir_to(at).unwrap();
            struck += usize::from(step(&mut game, dir).iter().any(unaware));
        }
        struck
    };
    assert_eq!(strikes(false), 0);
    let hidden = strikes(true);
    assert!((12..36).contains(&hidden), "{hidden} of 40");
}

/// How often and how hard a blow hits a rat-sized target that has `mood`.
fn blow(mood: &str, hooded: bool, weapon: Option<&str>) -> (usize, Vec<i32>) {
    let (mut hits, mut damage) = (0, Vec::new());
    for seed in 0..40 {
        let mut scene = Scene::new(1, "@K", &[('K', "ossuary-keeper")]);
        scene.state["seed"] = seed.into();
        scene.first()["mood"] = mood.into();
        scene.first()["next"] = 1000.into();
        scene.set_player("hooded", hooded);
        if let Some(weapon) = weapon {
            scene.equip(weapon, "weapon");
        }
        for event in step(&mut scene.game(), Dir::East) {
            if let GameEvent::Fight(FightEvent::Hit {
                damage: done,
                surprise,
                ..
            }) = event
            {
                assert_eq!(surprise.is_some(), mood != "Hunting" && hooded);
                hits += 1;
                damage.push(done);
            }
        }
    }
    damage.sort_unstable();
    damage.dedup();
    (hits, damage)
}

#[test]
fn a_blow_out_of_the_dark_at_who_is_unaware_hits_threefold_and_a_daggers_fivefold() {
    let plain = blow("Wandering", false, None);
    assert!(plain.0 < 40, "one in ten misses");
    let (most, least) = (plain.1[plain.1.len() - 1], plain.1[0]);
    for mood in ["Wandering", "Searching"] {
        let dark = blow(mood, true, None);
        assert_eq!(dark.0, 40, "never misses");
        let (dark_most, dark_least) = (dark.1[dark.1.len() - 1], dark.1[0]);
        assert!(
            dark_least >= 3 * least - 3 && dark_most >= 3 * most - 3,
            "{dark:?}, {plain:?}"
        );
    }
    assert_eq!(
        blow("Hunting", true, None),
        plain,
        "who knows of it is not surprised"
    );
    let sword = blow("Wandering", true, Some("short-sword")).1;
    let knife = blow("Wandering", true, Some("wax-knife")).1;
    assert!(knife[0] > sword[0], "{knife:?} {sword:?}");
}

#[test]
fn the_card_promises_what_a_blow_out_of_the_dark_does() {
    let mut scene = unaware("@K", &[('K', "ossuary-keeper")]);
    let odds = |scene: &Scene| {
        let game = scene.game();
        game.view().odds(only(&game).id).unwrap()
    };
    let lit = odds(&scene);
    scene.hood();
    let dark = odds(&scene);
    assert_eq!(
        (lit.surprise, dark.surprise),
        (None, Some(Surprise::Unaware))
    );
    assert_eq!((dark.hit, dark.slays), (100, false));
    assert!(dark.damage.0 >= 3 * lit.damage.0 - 2 && dark.damage.1 >= 3 * lit.damage.1 - 2);
}

#[test]
fn who_is_of_the_dark_is_strong_in_it_and_weak_in_bright_light() {
    for id in ["novice-shade", "wall-wraith", "mourner"] {
        let attack = |hooded: bool, map: &str| {
            let mut scene = Scene::new(1, map, &[('n', id)]);
            scene.set_player("hooded", hooded);
            let game = scene.game();
            let odds = game.view().odds(only(&game).id).unwrap();
            odds.damage_back.1
        };
        let (dark, bright) = (attack(true, "@n"), attack(false, "@n"));
        let dim = attack(true, "@n.....^");
        assert!(bright < dim && dim < dark, "{id}: {bright} {dim} {dark}");
    }
}

#[test]
fn what_is_drawn_by_light_comes_to_a_player_in_bright_light() {
    let map = "@.................m";
    for (hooded, comes) in [(false, true), (true, false)] {
        let mut scene = unaware(map, &[('m', "smother-moth")]);
        scene.set_player("hooded", hooded);
        let mut game = scene.game();
        act(&mut game, Action::Wait);
        assert_eq!(mood(&game) == Mood::Searching, comes);
    }
}

#[test]
fn a_monster_that_glows_is_seen_from_afar_and_lights_its_way() {
    let map = "@...............C";
    let mut scene = unaware(map, &[('C', "cinder-saint")]);
    scene.hood();
    let game = scene.game();
    let at = only(&game).pos;
    assert_eq!(game.view().lighting(at), Lighting::Bright);
    assert_eq!(game.view().lighting(at.step(Dir::West)), Lighting::Bright);
    assert_eq!(game.view().lighting(at + Pos::new(-5, 0)), Lighting::Dim);
    assert_eq!(game.view().lighting(at + Pos::new(-6, 0)), Lighting::Dark);
    // Whoever burns gives light, too.
    let mut scene = unaware("@............r", &[('r', "crypt-rat")]);
    scene.hood();
    assert_eq!(scene.game().view().actors().count(), 0);
    scene.first()["conditions"]["left"][Condition::Burning as usize] = 4.into();
    assert_eq!(scene.game().view().actors().count(), 1);
}

#[test]
fn a_lantern_burns_oil_until_it_is_hooded_and_is_filled_beside_a_burning_brazier() {
    let mut scene = Scene::new(1, "@......^", &[]);
    scene.set_player("oil", 102);
    let mut game = scene.game();
    let lantern = |game: &Game| game.view().player().lantern.unwrap();
    assert_eq!((lantern(&game).oil, lantern(&game).burns()), (102, true));
    let low = ItemEvent::OilLow { turns: 100 };
    act(&mut game, Action::Wait);
    assert!(act(&mut game, Action::Wait).contains(&GameEvent::Item(low)));
    // Hooded it burns nothing.
    let events = act(&mut game, Action::Hood);
    assert!(events.contains(&GameEvent::Item(ItemEvent::Hooded { hooded: true })));
    wait(&mut game, 5);
    assert_eq!((lantern(&game).oil, lantern(&game).burns()), (100, false));
    assert_eq!(game.view().player().sight, content().rules().sight.dark);
    act(&mut game, Action::Hood);
    wait(&mut game, 98);
    assert_eq!(lantern(&game).oil, 1);
    let events = act(&mut game, Action::Wait);
    assert!(events.contains(&GameEvent::Item(ItemEvent::OilOut)));
    assert_eq!(game.view().player().sight, content().rules().sight.dark);
    let card = game.view().about_carried(letter('z')).join(" ");
    assert!(card.contains("Its oil lasts 0 of 1000 turns"), "{card}");
    // It can be hooded, but the hood does not come off without oil.
    act(&mut game, Action::Hood);
    assert_eq!(refuse(&mut game, Action::Hood), Refusal::NoOil);
    for _ in 0..6 {
        step(&mut game, Dir::East);
    }
    let full = content().rules().sight.oil;
    assert_eq!(lantern(&game).oil, full);
    act(&mut game, Action::Hood);
    assert!(lantern(&game).burns());
}

#[test]
fn only_a_lantern_can_be_hooded() {
    let mut scene = Scene::new(1, "@..", &[]);
    scene.state["player"]["pack"]["lantern"] = serde_json::Value::Null;
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::Hood), Refusal::NoLantern);
    assert_eq!(game.view().player().lighting, Lighting::Dark);
}

#[test]
fn magical_darkness_hides_anywhere_and_swallows_the_lantern() {
    let mut scene = Scene::new(1, "@^.......r", &[('r', "crypt-rat")]);
    scene.state["player"]["conditions"]["left"][Condition::Darkened as usize] = 50.into();
    let game = scene.game();
    assert_eq!(game.view().player().lighting, Lighting::Dark);
    assert_eq!(game.view().actors().count(), 0);
}

#[test]
fn flames_hallowed_ground_and_the_lamp_of_a_patrol_give_light_as_far_as_they_reach() {
    let at = Pos::new(12, 1);
    let light: [(&str, i32, &dyn Fn(&mut Scene)); 3] = [
        ("flames", 3, &|scene| {
            scene.state["here"]["fields"]["flames"] = serde_json::json!([[80 + at.x, 200]]);
        }),
        ("hallowed ground", 4, &|scene| {
            scene.state["here"]["hallowed"] = serde_json::json!([{"center": at, "left": 9}]);
        }),
        ("a lamp", 5, &|scene| {
            scene.add_monster("crypt-rat", at)["lamp"] = 5.into()
        }),
    ];
    for (what, reach, change) in light {
        let mut scene = Scene::new(1, "@.......................", &[]);
        scene.hood();
        change(&mut scene);
        let game = scene.game();
        for far in 0..8 {
            let lighting = match far {
                _ if far <= (reach + 1) / 2 => Lighting::Bright,
                _ if far <= reach => Lighting::Dim,
                _ => Lighting::Dark,
            };
            let found = game.view().lighting(at + Pos::new(-far, 0));
            assert_eq!(found, lighting, "{what}, {far} tiles away");
        }
    }
    // No light goes through a wall.
    for (map, lighting) in [("@.......^", Lighting::Dim), ("@....#..^", Lighting::Dark)] {
        let mut scene = Scene::new(1, map, &[]);
        scene.hood();
        assert_eq!(
            scene.game().view().lighting(Pos::new(4, 1)),
            lighting,
            "{map}"
        );
    }
}
