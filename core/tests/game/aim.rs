//! What is aimed: a flight ends where its preview does, and does what the preview says.

use undercroft_core::game::{
    Action, Aim, Cause, Danger, FightEvent, Game, GameEvent, Intent, Letter, Refusal,
};
use undercroft_core::geom::Pos;
use undercroft_core::rng::{Seed, Stream};

use super::scene::{Scene, act, only, refuse};

/// A map of so many rows at random: floor, walls, doors, braziers, water, and monsters.
fn random_map(stream: &mut Stream) -> String {
    let mut rows: Vec<Vec<u8>> = Vec::new();
    for _ in 0..9 {
        let row = (0..15).map(|_| *stream.pick(b"..........###^+~\"roa").unwrap());
        rows.push(row.collect());
    }
    rows[4][7] = b'@';
    let rows = rows.into_iter().map(|row| String::from_utf8(row).unwrap());
    rows.collect::<Vec<_>>().join("\n")
}

/// Where something flew to.
fn flown(events: &[GameEvent]) -> Option<Pos> {
    events.iter().find_map(|event| match event {
        GameEvent::Fight(FightEvent::Flew { to, .. }) => Some(*to),
        _ => None,
    })
}

/// Checks an aim against what is done; returns whether it struck anybody.
fn check(game: &Game, action: Action, aim: &Aim) -> bool {
    let mut done = game.clone();
    let events = act(&mut done, action.sure());
    let to = flown(&events).unwrap();
    let me = game.view().player().pos;
    assert_eq!(aim.path.last().copied().unwrap_or(me), aim.lands);
    if to != aim.lands {
        // It strikes somebody on the way whom the player does not know of.
        assert!(game.view().actor_at(to).is_none(), "{action:?}");
        assert!(aim.path.contains(&to), "{action:?}");
        return false;
    }
    let solid = aim.stopped_by.filter(|by| *by != aim.lands);
    let blocked = events.iter().find_map(|event| match event {
        GameEvent::Fight(FightEvent::Blocked { by }) => Some(*by),
        _ => None,
    });
    // Somebody whom the player does not know of may be met there.
    let met = game.view().whole().actor_at(to).is_some();
    match blocked {
        Some(by) => assert_eq!(game.view().known()[solid.unwrap()], by),
        None => assert!(solid.is_none() || met, "{action:?}"),
    }
    let damage = events.iter().find_map(|event| match event {
        GameEvent::Fight(FightEvent::Hit { at, damage, .. }) if aim.target == Some(at.id) => {
            Some(*damage)
        }
        GameEvent::Fight(FightEvent::Hurt {
            damage,
            cause: Cause::Own,
            ..
        }) => Some(*damage),
        _ => None,
    });
    if let Some(damage) = damage {
        let (least, most) = aim.damage.unwrap();
        assert!((least..=most).contains(&damage), "{action:?}: {damage}");
        assert!(aim.hit > 0);
    }
    damage.is_some()
}

#[test]
fn whatever_flies_stops_where_its_preview_does_and_does_what_it_says() {
    let cast = [
        ('r', "crypt-rat"),
        ('o', "ossuary-keeper"),
        ('a', "alms-box"),
    ];
    let (mut flights, mut struck, mut short) = (0, 0, 0);
    for seed in 0..20 {
        let mut stream = Stream::new(seed, 77);
        let mut scene = Scene::new(seed, &random_map(&mut stream), &cast);
        for actor in scene.state["here"]["actors"].as_array_mut().unwrap() {
            actor["next"] = 1000.into();
            if stream.coin() {
                actor["mood"] = "Asleep".into();
            }
        }
        scene.know_all();
        scene.set_player("health", 40);
        let thrown = ["roof-slate", "fire-pot", "potion-fire", "quilted-jack"];
        let thrown = thrown.map(|id| scene.give(id, 1));
        let read = ["scroll-magic-missile", "scroll-fireball"].map(|id| scene.give(id, 1));
        scene.give("arrow", 3);
        scene.equip("fowlers-bow", "weapon");
        let game = scene.game();
        let size = game.view().size();
        for index in (0..size.area() as i32).filter(|index| index % 80 < 17 && index / 80 < 11) {
            let at = Pos::new(index % 80, index / 80);
            let throw = |letter: Letter| Action::Throw { letter, at };
            let reads = |letter: Letter| {
                let at = Some(at);
                Action::Use { letter, at }
            };
            let shot = Action::Fire { at };
            let actions = thrown.map(throw).into_iter().chain(read.map(reads));
            for action in actions.chain([shot]) {
                match game.view().aim(action) {
                    Ok(aim) => {
                        flights += 1;
                        short += usize::from(aim.stopped_by.is_some());
                        assert_eq!(aim.stopped_by.is_none(), aim.lands == at, "{action:?}");
                        struck += usize::from(check(&game, action, &aim));
                        assert!(!game.view().describe_aim(&aim).is_empty());
                    }
                    Err(why) => assert_eq!(refuse(&mut game.clone(), action), why),
                }
            }
        }
    }
    assert!(
        flights > 1000 && struck > 100 && short > 100,
        "{flights} {struck} {short}"
    );
}

#[test]
fn the_odds_of_an_aim_are_those_of_what_is_aimed() {
    let mut scene = Scene::new(1, "@...r", &[('r', "crypt-rat")]);
    scene.know_all();
    let slate = scene.give("roof-slate", 1);
    let missile = scene.give("scroll-magic-missile", 1);
    let arrow = scene.give("arrow", 3);
    scene.equip("yew-bow", "weapon");
    let game = scene.game();
    let at = Pos::new(5, 1);
    let told = |action| {
        let aim = game.view().aim(action).unwrap();
        game.view().describe_aim(&aim)
    };
    // 6 of the player's own and 2 of the slate, half or half again; no defence.
    let letter = slate;
    let throw = Action::Throw { letter, at };
    assert_eq!(
        told(throw),
        ["90% to hit the crypt rat for 4 to 12; it has 5 health."]
    );
    let (letter, at) = (missile, Some(at));
    assert_eq!(
        told(Action::Use { letter, at }),
        ["Sure to hit the crypt rat for 10 to 14; a killing blow."]
    );
    // 3 of the arrow and 5 of the bow.
    let letter = arrow;
    assert_eq!(
        told(Action::Use { letter, at }),
        ["90% to hit the crypt rat for 7 to 21; a killing blow."]
    );
}

#[test]
fn an_aim_names_what_stops_it_and_whom_a_blast_catches() {
    let mut scene = Scene::new(1, "@^..r\n.....", &[('r', "crypt-rat")]);
    scene.know_all();
    let slate = scene.give("roof-slate", 1);
    let pot = scene.give("fire-pot", 1);
    scene.remember_all();
    let mut game = scene.game();
    let at = Pos::new(5, 1);
    let throw = |letter| Action::Throw { letter, at };
    let aim = game.view().aim(throw(slate)).unwrap();
    assert_eq!((aim.path.len(), aim.lands), (0, Pos::new(1, 1)));
    assert_eq!(
        game.view().describe_aim(&aim),
        [
            "A brazier is in the way: the roof slate will fall at your feet.",
            "It knocks the brazier over, and the coals fall on the three tiles behind it."
        ]
    );
    assert_eq!(
        flown(&act(&mut game.clone(), throw(slate))),
        Some(aim.lands)
    );
    let aim = game.view().aim(throw(pot)).unwrap();
    assert_eq!(
        game.view().describe_aim(&aim),
        [
            "A brazier is in the way.",
            "Flames burn everyone they reach for 7 to 11: you.",
            "It knocks the brazier over, and the coals fall on the three tiles behind it."
        ]
    );
    assert_eq!(
        refuse(&mut game, throw(pot)),
        Refusal::NeedsConfirmation(Danger::OwnBlast)
    );
}

#[test]
fn an_unknown_potion_can_be_thrown_and_gives_nothing_away_before() {
    let aims = ["potion-fire", "potion-healing", "potion-haste"].map(|id| {
        let mut scene = Scene::new(1, "@...r", &[('r', "crypt-rat")]);
        let letter = scene.give(id, 1);
        let game = scene.game();
        let at = Pos::new(5, 1);
        let aim = game.view().aim(Action::Throw { letter, at }).unwrap();
        assert_eq!((aim.class, aim.damage), (None, None));
        (game.view().describe_aim(&aim), aim)
    });
    assert!(aims[1..].iter().all(|aim| *aim == aims[0]), "{aims:?}");
    assert_eq!(aims[0].1.path.len(), 4);
}

#[test]
fn an_unknown_scroll_goes_where_it_is_aimed_or_else_at_the_nearest_enemy() {
    let cast = [('r', "crypt-rat"), ('K', "tomb-knight")];
    let mut scene = Scene::new(1, "@..r....\n........\n.....K..", &cast);
    let letter = scene.give("scroll-magic-missile", 1);
    for (at, id) in [(None, "crypt-rat"), (Some(Pos::new(6, 3)), "tomb-knight")] {
        let events = act(&mut scene.game(), Action::Use { letter, at });
        let struck = events.iter().find_map(|event| match event {
            GameEvent::Fight(FightEvent::Hit { at, .. }) => at.kind,
            _ => None,
        });
        assert_eq!(struck, Some(super::scene::monster(id)), "{at:?}");
    }
}

#[test]
fn throwing_what_is_wielded_or_worn_asks_first() {
    for (id, place) in [
        ("short-sword", "weapon"),
        ("quilted-jack", "armour"),
        ("rushlight", "lantern"),
        ("ring-hush", "ring"),
    ] {
        let mut scene = Scene::new(1, "@....", &[]);
        let letter = scene.equip(id, place);
        let spare = scene.give(id, 1);
        let mut game = scene.game();
        let at = Pos::new(4, 1);
        let throw = Action::Throw { letter, at };
        assert_eq!(
            refuse(&mut game, throw),
            Refusal::NeedsConfirmation(Danger::InUse),
            "{id}"
        );
        let letter = spare;
        act(&mut game.clone(), Action::Throw { letter, at });
        act(&mut game, throw.sure());
        assert!(game.view().items().any(|item| item.pos == at), "{id}");
    }
}

#[test]
fn what_cannot_be_done_is_refused_before_it_is_aimed() {
    let begin = |scene: &Scene, intent| scene.game().view().can_begin(intent);
    let mut scene = Scene::new(1, "@...", &[]);
    scene.empty_pack();
    for (intent, why) in [
        (Intent::Eat, Refusal::NoFood),
        (Intent::Quaff, Refusal::NoPotion),
        (Intent::Read, Refusal::NoScroll),
        (Intent::Throw, Refusal::EmptyPack),
        (Intent::Drop, Refusal::EmptyPack),
        (Intent::Fire, Refusal::NoBow),
        (Intent::Equip, Refusal::NoGear),
        (Intent::TakeOff, Refusal::NothingInUse),
    ] {
        assert_eq!(begin(&scene, intent), Err(why), "{intent:?}");
    }
    assert_eq!(begin(&scene, Intent::Travel), Ok(()));
    assert_eq!(Refusal::NoBow.to_string(), "wield a bow first");
    // A bow in the pack shoots nothing.
    let bow = scene.give("fowlers-bow", 1);
    assert_eq!(begin(&scene, Intent::Fire), Err(Refusal::NoBow));
    scene.state["player"]["pack"]["weapon"] = serde_json::json!(bow);
    assert_eq!(begin(&scene, Intent::Fire), Err(Refusal::NoArrows));
    assert_eq!(begin(&scene, Intent::Equip), Err(Refusal::NoGear));
    for id in [
        "arrow",
        "ration",
        "potion-haste",
        "scroll-blink",
        "ring-hush",
    ] {
        scene.give(id, 1);
    }
    for intent in [
        Intent::Eat,
        Intent::Quaff,
        Intent::Read,
        Intent::Throw,
        Intent::Drop,
        Intent::Fire,
        Intent::Equip,
        Intent::TakeOff,
    ] {
        assert_eq!(begin(&scene, intent), Ok(()), "{intent:?}");
    }
    scene.add_monster("pew-ghoul", Pos::new(4, 1));
    assert_eq!(begin(&scene, Intent::Travel), Err(Refusal::EnemyInSight));
}

#[test]
fn the_odds_of_a_throw_are_met_by_300_throws() {
    let (mut hits, mut thrown) = (0, 0);
    let mut hit = 0;
    for seed in 0..300 {
        let mut scene = Scene::new(seed, "@...g", &[('g', "pew-ghoul")]);
        let letter = scene.give("roof-slate", 1);
        let mut game = scene.game();
        let at = only(&game).pos;
        let throw = Action::Throw { letter, at };
        hit = game.view().aim(throw).unwrap().hit;
        let events = act(&mut game, throw);
        let struck = |event: &GameEvent| matches!(event, GameEvent::Fight(FightEvent::Hit { by, .. }) if by.kind.is_none());
        hits += u32::from(events.iter().any(struck));
        thrown += 1;
    }
    let percent = 100 * hits / thrown;
    assert!(percent.abs_diff(hit.into()) <= 5, "{percent} and {hit}");
}

#[test]
fn a_run_is_aimed_alike_from_its_seed() {
    // Real levels, where light and doors matter.
    let mut flights = 0;
    for seed in 0..6 {
        let mut game = super::new_game(seed);
        let mut events = Vec::new();
        for _ in 0..60 {
            let _ = game.apply(Action::Explore, &mut events);
        }
        let letter = Letter::new('b').unwrap();
        let mut stream = Stream::keyed(undercroft_core::rng::Tag::BOT, Seed(seed), &[5]);
        let me = game.view().player().pos;
        for _ in 0..40 {
            let x = stream.range(-9, 9);
            let y = stream.range(-9, 9);
            let at = me + Pos::new(x, y);
            let throw = Action::Throw { letter, at };
            if let Ok(aim) = game.view().aim(throw) {
                check(&game, throw, &aim);
                flights += 1;
            }
        }
    }
    assert!(flights > 40, "{flights}");
}

#[test]
fn a_preview_flies_past_what_nobody_takes_for_a_monster() {
    let mut scene = Scene::new(1, "@..&...", &[('&', "alms-box")]);
    scene.first()["disguised"] = true.into();
    scene.first()["mood"] = "Asleep".into();
    let letter = scene.give("roof-slate", 1);
    let mut game = scene.game();
    let at = Pos::new(7, 1);
    let action = Action::Throw { letter, at };
    let aim = game.view().aim(action).unwrap();
    assert_eq!((aim.lands, aim.stopped_by, aim.target), (at, None, None));
    // Thrown, it strikes what lies in wait.
    let events = act(&mut game, action);
    assert_eq!(flown(&events), Some(Pos::new(4, 1)));
}

#[test]
fn an_aim_counts_those_of_a_kind_that_a_blast_catches() {
    let cast = [('r', "crypt-rat"), ('h', "gutter-hound")];
    let mut scene = Scene::new(1, "@...rr\n....rh", &cast);
    scene.know_all();
    let pot = scene.give("fire-pot", 1);
    scene.remember_all();
    let game = scene.game();
    let (letter, at) = (pot, Pos::new(5, 1));
    let aim = game.view().aim(Action::Throw { letter, at }).unwrap();
    assert_eq!(
        game.view().describe_aim(&aim)[0],
        "Flames burn everyone they reach for 7 to 11: 3 crypt rats and the gutter hound."
    );
}
