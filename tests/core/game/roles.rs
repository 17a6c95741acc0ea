//! Every role of monster is played as it should be. The match is exhaustive: a new role needs a
//! test.

use std::collections::BTreeSet;

use undercroft::game::content::Role;
use undercroft::game::{
    Action, ActorId, Condition, Danger, Game, GameEvent, Interruption, Mood, Refusal,
};
use undercroft::geom::{Dir, Pos};

use super::scene::{Scene, act, content, item, monster, monsters, only, peek, refuse, step};

#[test]
fn every_role_is_played_and_tested() {
    let mut roles = BTreeSet::new();
    for def in content().monsters() {
        roles.insert(def.role);
    }
    for role in Role::ALL {
        assert!(roles.contains(&role), "no monster is a {role:?}");
        match role {
            Role::Hunter => hunter(),
            Role::Swarm => swarm(),
            Role::Pack => pack(),
            Role::Charger => charger(),
            Role::Archer => archer(),
            Role::Thief => thief(),
            Role::Splitter => splitter(),
            Role::Exploder => exploder(),
            Role::Summoner => summoner(),
            Role::Healer => healer(),
            Role::Phaser => phaser(),
            Role::Unseen => unseen(),
            Role::Snuffer => snuffer(),
            Role::Guard => guard(),
            Role::Mimic => mimic(),
            Role::Sleeper => sleeper(),
            Role::Wanderer => wanderer(),
        }
    }
    assert!(content().monsters().len() >= 24);
    assert_eq!(
        content().monsters().iter().filter(|def| def.named).count(),
        3
    );
}

fn far(a: Pos, b: Pos) -> i32 {
    (a.x - b.x).abs().max((a.y - b.y).abs())
}

fn me(game: &Game) -> Pos {
    game.view().player().pos
}

fn hits_on_me(events: &[GameEvent]) -> Vec<i32> {
    let hit = |event: &GameEvent| match event {
        GameEvent::Hit { at, damage, .. } if *at == ActorId::PLAYER => Some(*damage),
        _ => None,
    };
    events.iter().filter_map(hit).collect()
}

fn hunter() {
    let mut game = Scene::new(1, "@....g", &[('g', "pew-ghoul")]).game();
    for expected in (1..5).rev() {
        act(&mut game, Action::Wait);
        assert_eq!(far(only(&game).pos, me(&game)), expected);
    }
    let mut struck = false;
    for _ in 0..3 {
        let events = act(&mut game, Action::Wait);
        struck |= events
            .iter()
            .any(|event| matches!(event, GameEvent::Hit { .. }));
    }
    assert!(struck && far(only(&game).pos, me(&game)) == 1);
}

/// What a monster's hit does to one who begins, if its attack is twice the defence or more.
fn plain(id: &str, more: i32) -> i32 {
    let attack = content().monster(monster(id)).attack + more;
    let defence = content().rules().growth.defence;
    assert!(attack >= 2 * defence);
    attack - defence
}

fn swarm() {
    let damages = |map: &str| -> BTreeSet<i32> {
        let mut all = BTreeSet::new();
        for seed in 0..60 {
            let mut scene = Scene::new(seed, map, &[('r', "crypt-rat")]);
            scene.set_player("vigour", 500);
            let mut game = scene.game();
            all.extend(hits_on_me(&act(&mut game, Action::Wait)));
        }
        all
    };
    let one = plain("crypt-rat", 0);
    let five = plain("crypt-rat", 4);
    let all = |damages: BTreeSet<i32>, plain: i32| {
        assert!(damages.contains(&plain), "{damages:?}");
        let (least, most) = (damages.first().unwrap(), damages.last().unwrap());
        assert!((plain / 2..=plain / 2 + 1).contains(least), "{damages:?}");
        assert!(
            (plain * 3 / 2..=plain * 3 / 2 + 1).contains(most),
            "{damages:?}"
        );
    };
    all(damages("r@."), one);
    // Four more each.
    all(damages("rrr\nr@.\nr.."), five);
}

fn pack() {
    let map = "\
....................
.@..h...............
....................
.............h......
....................";
    let mut game = Scene::new(2, map, &[('h', "gutter-hound")]).game();
    let positions = |game: &Game| -> Vec<i32> {
        monsters(game)
            .iter()
            .map(|(_, pos)| far(*pos, me(game)))
            .collect()
    };
    let mut waited = 0;
    for _ in 0..20 {
        act(&mut game, Action::Wait);
        let far = positions(&game);
        if far[1] > 4 {
            assert_eq!(far[0], 3, "the first waits out of reach: {far:?}");
            waited += 1;
        }
        if far == [1, 1] {
            break;
        }
    }
    assert!(waited >= 4, "{waited}");
    assert_eq!(positions(&game), [1, 1]);
    // From different sides.
    let all = monsters(&game);
    assert!(far(all[0].1, all[1].1) == 2, "{all:?}");
    // Whoever is still missing, they do not wait for ever.
    let map = "....................
.@..h...............
....................
.............h......
....................";
    let mut scene = Scene::new(2, map, &[('h', "gutter-hound")]);
    scene.state["here"]["actors"][1]["next"] = 5000.into();
    let mut game = scene.game();
    let came = (0..12).find(|_| {
        act(&mut game, Action::Wait);
        positions(&game)[0] == 1
    });
    assert!(came.is_some_and(|turn| turn >= 8), "{came:?}");
}

fn charger() {
    let (mut charged, mut strong) = (0, 0);
    for seed in 0..30 {
        let mut game = Scene::new(seed, "@....R...", &[('R', "stone-ram")]).game();
        let events = act(&mut game, Action::Wait);
        charged += usize::from(
            events
                .iter()
                .any(|event| matches!(event, GameEvent::Charged { .. })),
        );
        assert_eq!(far(only(&game).pos, me(&game)), 1);
        assert!(only(&game).spent);
        // Doubled, and then half as strong or half again.
        let plain = plain("stone-ram", 0);
        for damage in hits_on_me(&events) {
            assert!([plain, 2 * plain, 3 * plain].contains(&damage), "{damage}");
            strong += usize::from(damage > plain * 3 / 2);
        }
    }
    assert_eq!(charged, 30);
    assert!(strong > 10);
    // Not around a corner, nor past a pillar.
    let mut game = Scene::new(1, "@.#..R\n......", &[('R', "stone-ram")]).game();
    let events = act(&mut game, Action::Wait);
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, GameEvent::Charged { .. }))
    );
}

/// It backs away one step, but for one turn in three.
fn backs_away(map: &str, cast: (char, &str)) {
    let gained = [10_020, 10_021, 10_022].map(|id| {
        let mut scene = Scene::new(3, map, &[cast]);
        scene.first()["id"] = id.into();
        scene.first()["conditions"]["left"][Condition::Spent as usize] = 9.into();
        let mut game = scene.game();
        let before = far(only(&game).pos, me(&game));
        act(&mut game, Action::Wait);
        far(only(&game).pos, me(&game)) - before
    });
    let backed = gained.iter().filter(|gained| **gained == 1).count();
    let stayed = gained.iter().filter(|gained| **gained <= 0).count();
    assert_eq!((backed, stayed), (2, 1), "{cast:?} {gained:?}");
}

fn archer() {
    let mut game = Scene::new(3, "@......a........", &[('a', "bone-acolyte")]).game();
    let mut shots = 0;
    for _ in 0..6 {
        let events = act(&mut game, Action::Wait);
        shots += events
            .iter()
            .filter(|event| matches!(event, GameEvent::Flew { .. }))
            .count();
        assert_eq!(far(only(&game).pos, me(&game)), 7, "it stands and shoots");
    }
    assert!(shots >= 5, "{shots}");
    backs_away("@.a.............", ('a', "bone-acolyte"));
    // In a corner it strikes.
    let mut game = Scene::new(3, "@a", &[('a', "bone-acolyte")]).game();
    let events = act(&mut game, Action::Wait);
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, GameEvent::Flew { .. }))
    );
    assert!(
        events
            .iter()
            .any(|event| matches!(event, GameEvent::Hit { .. } | GameEvent::Missed { .. }))
    );
}

fn thief() {
    let mut stolen = 0;
    for seed in 0..10 {
        let mut scene = Scene::new(seed, "@i.................", &[('i', "wick-imp")]);
        let knife = scene.equip("wax-knife", "weapon");
        scene.give("horn-lantern", 1);
        let mut game = scene.game();
        let events = act(&mut game, Action::Wait);
        let stole = events.iter().find_map(|event| match event {
            GameEvent::Stole { item, .. } => Some(item.kind),
            _ => None,
        });
        let Some(kind) = stole else { continue };
        stolen += 1;
        assert_eq!(kind, item("horn-lantern"), "what is in hand is safe");
        assert!(game.view().pack().map(|(letter, _)| letter).eq([knife]));
        assert_eq!(only(&game).mood, Mood::Fleeing);
        assert!(only(&game).has_loot);
        for _ in 0..5 {
            act(&mut game, Action::Wait);
        }
        assert!(monsters(&game)[0].1.x > 4, "it runs");
        // Dead, it gives it back.
        let mut scene = Scene::new(seed, "@i.", &[('i', "wick-imp")]);
        scene.first()["loot"] = serde_json::json!({
            "id": 100_477, "kind": kind, "count": 1, "plus": 0, "letter": null,
        });
        scene.first()["health"] = 1.into();
        scene.set_player("strength", 50);
        let mut game = scene.game();
        for _ in 0..10 {
            if game.view().actors().count() > 0 {
                step(&mut game, Dir::East);
            }
        }
        assert_eq!(game.view().items().next().map(|item| item.kind), Some(kind));
    }
    assert!(stolen >= 5, "{stolen}");
}

fn splitter() {
    let mut split = 0;
    for seed in 0..10 {
        let mut game = Scene::new(seed, "...\n@s.\n...", &[('s', "tallow-slime")]).game();
        let events = step(&mut game, Dir::East);
        if events
            .iter()
            .any(|event| matches!(event, GameEvent::Split { .. }))
        {
            split += 1;
            let state = peek(&game);
            let health = |index: usize| state["here"]["actors"][index]["health"].as_i64().unwrap();
            assert_eq!(monsters(&game).len(), 2);
            assert!((health(0) - health(1)).abs() <= 1 && health(0) + health(1) < 18);
        }
    }
    assert!(split >= 7, "{split}");
}

fn exploder() {
    let mut scene = Scene::new(5, "@.o....", &[('o', "marsh-lantern")]);
    scene.first()["next"] = 100.into();
    let mut game = scene.game();
    act(&mut game, Action::Wait);
    let (mut burst, mut hurt) = (false, false);
    for _ in 0..4 {
        let events = act(&mut game, Action::Wait);
        burst |= events
            .iter()
            .any(|event| matches!(event, GameEvent::Burst { .. }));
        hurt |= events
            .iter()
            .any(|event| matches!(event, GameEvent::Hurt { who, .. } if *who == ActorId::PLAYER));
    }
    assert!(burst && hurt && game.view().actors().count() == 0);
    // Who strikes it is asked first.
    let mut game = Scene::new(5, "@o....", &[('o', "marsh-lantern")]).game();
    let refusal = refuse(&mut game, Action::step(Dir::East));
    assert_eq!(refusal, Refusal::NeedsConfirmation(Danger::Bursts));
    act(&mut game, Action::step(Dir::East).confirmed());
    // Killed from afar it harms nobody but its own.
    let mut scene = Scene::new(5, "@....or", &[('o', "marsh-lantern"), ('r', "crypt-rat")]);
    let letter = scene.give("scroll-magic-missile", 1);
    let mut game = scene.game();
    let events = act(
        &mut game,
        Action::Read {
            letter,
            at: None,
            sure: false,
        },
    );
    let hurt =
        |event: &GameEvent| matches!(event, GameEvent::Hurt { who, .. } if *who != ActorId::PLAYER);
    assert!(events.iter().any(hurt), "{events:?}");
    assert_eq!(game.view().player().health, 40);
}

fn summoner() {
    let map = "\
.............
@.......B....
.............";
    let mut game = Scene::new(6, map, &[('B', "bell-ringer")]).game();
    let events = act(&mut game, Action::Wait);
    let came = events.iter().find_map(|event| match event {
        GameEvent::Summoned { count, .. } => Some(*count),
        _ => None,
    });
    assert!((2..=3).contains(&came.unwrap()), "{came:?}");
    let rats = |game: &Game| {
        monsters(game)
            .iter()
            .filter(|(kind, _)| *kind == monster("crypt-rat"))
            .count()
    };
    assert_eq!(rats(&game), usize::from(came.unwrap()));
    // Then it is out of breath.
    for _ in 0..3 {
        let events = act(&mut game, Action::Wait);
        assert!(
            !events
                .iter()
                .any(|event| matches!(event, GameEvent::Summoned { .. }))
        );
    }
    // Near, it backs away.
    backs_away("@..B.....", ('B', "bell-ringer"));
}

fn healer() {
    let mut scene = Scene::new(7, "@.......g.v", &[('g', "pew-ghoul"), ('v', "vesper-nun")]);
    scene.first()["health"] = 10.into();
    let mut game = scene.game();
    let events = act(&mut game, Action::Wait);
    // 30 per cent, rounded up.
    let whole = content().monster(monster("pew-ghoul")).health;
    let healed = events.iter().find_map(|event| match event {
        GameEvent::Healed { amount, .. } => Some(*amount),
        _ => None,
    });
    assert_eq!(healed, Some((whole * 30 + 99) / 100));
    backs_away("@..v.....", ('v', "vesper-nun"));
}

fn phaser() {
    let mut game = Scene::new(8, "@####W\n......", &[('W', "wall-wraith")]).game();
    let mut in_wall = false;
    for _ in 0..8 {
        act(&mut game, Action::Wait);
        in_wall |= monsters(&game)[0].1.y == 1 && (2..=5).contains(&monsters(&game)[0].1.x);
    }
    assert!(in_wall, "through the wall and not around it");
}

fn unseen() {
    // In sight it stands.
    let mut game = Scene::new(9, "@......M", &[('M', "mourner")]).game();
    for _ in 0..5 {
        act(&mut game, Action::Wait);
        assert_eq!(far(only(&game).pos, me(&game)), 7);
    }
    // Out of sight it comes, until it is seen.
    let map = "\
@##########
.##########
..........M";
    let mut game = Scene::new(9, map, &[('M', "mourner")]).game();
    let start = monsters(&game)[0].1;
    assert_eq!(game.view().actors().count(), 0);
    for _ in 0..6 {
        act(&mut game, Action::Wait);
    }
    let now = monsters(&game)[0].1;
    assert!(far(start, now) >= 5, "{now}");
    // Beside its prey it strikes, seen or not.
    let mut game = Scene::new(9, "@M", &[('M', "mourner")]).game();
    let events = act(&mut game, Action::Wait);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, GameEvent::Hit { .. } | GameEvent::Missed { .. }))
    );
}

fn snuffer() {
    let map = "\
.............
@..........m.
.........^...
.............";
    let mut scene = Scene::new(10, map, &[('m', "smother-moth")]);
    scene.remember_all();
    let mut game = scene.game();
    assert!(game.view().lamps().next().unwrap().lit);
    let mut out = false;
    for _ in 0..4 {
        let events = act(&mut game, Action::Wait);
        out |= events
            .iter()
            .any(|event| matches!(event, GameEvent::BrazierOut { .. }));
    }
    assert!(out && !game.view().lamps().next().unwrap().lit);
    let mut dimmed = false;
    for seed in 0..5 {
        let mut game = Scene::new(seed, "@m", &[('m', "smother-moth")]).game();
        act(&mut game, Action::Wait);
        if game.view().condition(Condition::Dimmed) > 0 {
            dimmed = true;
            assert_eq!(game.view().player().sight, 4);
        }
    }
    assert!(dimmed);
}

fn guard() {
    let map = "@...................K";
    let mut scene = Scene::new(11, map, &[('K', "ossuary-keeper")]);
    scene.equip("sanctuary-lamp", "lantern");
    let mut game = scene.game();
    let home = Pos::new(21, 1);
    for _ in 0..12 {
        act(&mut game, Action::Wait);
        assert_eq!(monsters(&game)[0].1, home, "it keeps its post");
    }
    // It comes for who is within 6 of the post, and goes back.
    let mut scene = Scene::new(11, "...............@...K.", &[('K', "ossuary-keeper")]);
    scene.set_player("vigour", 500);
    scene.set_player("health", 500);
    let mut game = scene.game();
    act(&mut game, Action::Wait);
    act(&mut game, Action::Wait);
    assert_eq!(far(monsters(&game)[0].1, me(&game)), 2);
    for _ in 0..12 {
        step(&mut game, Dir::West);
    }
    let from_post = far(monsters(&game)[0].1, Pos::new(20, 1));
    assert!(from_post <= 6, "{from_post}");
}

fn mimic() {
    let mut scene = Scene::new(12, "@...&...", &[('&', "alms-box")]);
    scene.first()["disguised"] = true.into();
    scene.first()["mood"] = "Asleep".into();
    let mut game = scene.game();
    assert_eq!(game.view().actors().count(), 0);
    let lying = game.view().items().next().unwrap();
    assert_eq!(lying.pos, Pos::new(5, 1));
    step(&mut game, Dir::East);
    assert_eq!(game.view().actors().count(), 0);
    let mut found = game.clone();
    act(&mut found, Action::Search);
    assert_eq!(found.view().actors().count(), 1, "a close look finds it");
    step(&mut game, Dir::East);
    let events = step(&mut game, Dir::East);
    let revealed = |event: &GameEvent| matches!(event, GameEvent::Revealed { .. });
    let revealed = events.iter().any(revealed) || act(&mut game, Action::Wait).iter().any(revealed);
    assert!(revealed);
    assert_eq!(only(&game).mood, Mood::Hunting);
}

fn sleeper() {
    let deep = woken_in_room("abbot-in-repose");
    let light = woken_in_room("pew-ghoul");
    assert!(
        deep * 2 < light,
        "{deep} deep sleepers woke, {light} others"
    );
    assert!((40..=85).contains(&deep), "{deep}");
    assert!((110..=155).contains(&light), "{light}");
}

/// Of 200 that sleep while somebody walks up and down before them, how many wake in ten turns.
fn woken_in_room(id: &str) -> usize {
    let map = "\
@...A
.....";
    let mut woken = 0;
    for seed in 0..200 {
        let mut scene = Scene::new(seed, map, &[('A', id)]);
        scene.first()["mood"] = "Asleep".into();
        let mut game = scene.game();
        for turn in 0..10 {
            if only(&game).mood == Mood::Asleep {
                step(
                    &mut game,
                    if turn % 2 == 0 {
                        Dir::South
                    } else {
                        Dir::North
                    },
                );
            }
        }
        woken += usize::from(only(&game).mood != Mood::Asleep);
    }
    woken
}

fn wanderer() {
    let map = "\
@#########################
#.........................
#.........................
#.........................
#.............b...........";
    let mut scene = Scene::new(13, map, &[('b', "sexton-beetle")]);
    scene.first()["mood"] = "Wandering".into();
    scene.first()["goal"] = serde_json::Value::Null;
    scene.first()["patience"] = 0.into();
    let mut game = scene.game();
    let mut places = BTreeSet::new();
    for _ in 0..40 {
        act(&mut game, Action::Wait);
        places.insert(monsters(&game)[0].1);
    }
    assert!(places.len() > 15, "{places:?}");
}

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
            .any(|event| matches!(event, GameEvent::DoorOpened { .. }));
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
                .any(|event| matches!(event, GameEvent::DoorOpened { .. }))
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
fn the_wounded_flee_and_come_back_when_they_have_mended() {
    let map = "@.r.................";
    let mut scene = Scene::new(2, map, &[('r', "gutter-hound")]);
    scene.first()["health"] = 2.into();
    let mut game = scene.game();
    let events = act(&mut game, Action::Wait);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, GameEvent::Fled { .. }))
    );
    for _ in 0..5 {
        act(&mut game, Action::Wait);
    }
    assert!(far(monsters(&game)[0].1, me(&game)) > 5);
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
    let events = act(&mut game, Action::Descend { sure: false });
    let followed = events
        .iter()
        .any(|event| matches!(event, GameEvent::Followed { .. }));
    assert!(followed);
    assert_eq!(game.depth(), 2);
    assert!(
        monsters(&game)
            .iter()
            .any(|(kind, _)| *kind == monster("pew-ghoul"))
    );
    act(&mut game, Action::Wait);
}

#[test]
fn a_creature_that_comes_into_sight_ends_a_long_action() {
    let why = |met: bool, mood: &str| {
        let mut scene = Scene::new(4, "@..........................g", &[('g', "pew-ghoul")]);
        scene.first()["mood"] = mood.into();
        scene.first()["met"] = met.into();
        scene.first()["in_sight"] = false.into();
        let mut game = scene.game();
        act(&mut game, Action::Wait);
        let run = Action::Run { dir: Dir::East };
        let mut events = act(&mut game, run);
        while game.doing() == Some(run) {
            events = act(&mut game, run);
        }
        let why = events.iter().find_map(|event| match event {
            GameEvent::Interrupted { why } => Some(*why),
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
