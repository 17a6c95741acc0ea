//! Those that do more than come and strike: thieves, those who split or burst, call, heal, hide,
//! put out lights or keep a place.

use std::collections::BTreeSet;

use undercroft_core::game::{
    Action, ActorId, BodyEvent, Condition, Danger, FightEvent, Game, GameEvent, MonsterEvent, Mood,
    PlaceEvent, Refusal,
};
use undercroft_core::geom::{Dir, Pos};

use super::{backs_away, far};
use crate::scene::{
    self, Scene, act, content, item, me, monster, monsters, only, peek, refuse, step,
};

pub fn thief() {
    let mut stolen = 0;
    for seed in 0..10 {
        let mut scene = Scene::new(seed, "@i.................", &[('i', "wick-imp")]);
        scene.empty_pack();
        let knife = scene.equip("wax-knife", "weapon");
        scene.give("horn-lantern", 1);
        let mut game = scene.game();
        let events = act(&mut game, Action::Wait);
        let stole = events.iter().find_map(|event| match event {
            GameEvent::Monster(MonsterEvent::Stole { item, .. }) => item.kind.kind(),
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
        assert_eq!(game.view().items().next().unwrap().kind, kind);
    }
    assert!(stolen >= 5, "{stolen}");
}

pub fn splitter() {
    let mut split = 0;
    for seed in 0..10 {
        let mut game = Scene::new(seed, "...\n@s.\n...", &[('s', "tallow-slime")]).game();
        let events = step(&mut game, Dir::East);
        if events
            .iter()
            .any(|event| matches!(event, GameEvent::Monster(MonsterEvent::Split { .. })))
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

pub fn exploder() {
    let mut scene = Scene::new(5, "@.o....", &[('o', "marsh-lantern")]);
    scene.first()["next"] = 100.into();
    let mut game = scene.game();
    act(&mut game, Action::Wait);
    let (mut burst, mut hurt) = (false, false);
    for _ in 0..4 {
        let events = act(&mut game, Action::Wait);
        burst |= events
            .iter()
            .any(|event| matches!(event, GameEvent::Fight(FightEvent::Burst { .. })));
        hurt |= events
            .iter()
            .any(|event| matches!(event, GameEvent::Fight(FightEvent::Hurt { who, .. }) if *who == ActorId::PLAYER));
    }
    assert!(burst && hurt && game.view().actors().count() == 0);
    // Who strikes it is asked first.
    let mut game = Scene::new(5, "@o....", &[('o', "marsh-lantern")]).game();
    let refusal = refuse(&mut game, Action::step(Dir::East));
    assert_eq!(refusal, Refusal::NeedsConfirmation(Danger::Bursts));
    act(&mut game, Action::step(Dir::East).sure());
    // Killed from afar it harms nobody but its own.
    let mut scene = Scene::new(5, "@....or", &[('o', "marsh-lantern"), ('r', "crypt-rat")]);
    let letter = scene.give("scroll-magic-missile", 1);
    let mut game = scene.game();
    let events = scene::read(&mut game, letter);
    let hurt = |event: &GameEvent| matches!(event, GameEvent::Fight(FightEvent::Hurt { who, .. }) if *who != ActorId::PLAYER);
    assert!(events.iter().any(hurt), "{events:?}");
    assert_eq!(game.view().player().health, 40);
}

/// Bytes of stack that a chain of any length has to do with.
const STACK: usize = 256 << 10;

#[test]
fn a_chain_of_bursts_runs_through_a_whole_level_in_order() {
    // A corridor of exploders winds through the map, each beside only the next one.
    let (width, rows) = (70, 23);
    let mut map = vec![format!("@.....{}", "o".repeat(width - 6))];
    for row in 1..rows {
        let turn = if row % 2 == 1 { width - 1 } else { 0 };
        let link = |x| if x == turn { 'o' } else { '#' };
        map.push((0..width).map(link).collect());
        map.push("o".repeat(width));
    }
    let mut scene = Scene::new(5, &map.join("\n"), &[('o', "marsh-lantern")]);
    for actor in scene.state["here"]["actors"].as_array_mut().unwrap() {
        actor["health"] = 1.into();
        actor["next"] = 10_000.into();
    }
    scene.lose_sight();
    scene.state["here"]["actors_created"] = 5000.into();
    scene.state["here"]["items_created"] = 5000.into();
    let letter = scene.give("scroll-magic-missile", 1);
    let count = rows * width - 6 + rows - 1;
    assert_eq!(
        scene.state["here"]["actors"].as_array().unwrap().len(),
        count
    );
    // A call for each burst would not fit on this stack.
    let mut game = scene.game();
    let thread = std::thread::Builder::new().stack_size(STACK);
    let read = thread.spawn(move || scene::read(&mut game, letter));
    let events = read.unwrap().join().unwrap();
    let mut died = Vec::new();
    let mut under_way = Vec::new();
    for event in events {
        match event {
            GameEvent::Fight(FightEvent::Died { who, by_player, .. }) => {
                assert!(by_player);
                died.push(who.id);
            }
            GameEvent::Fight(FightEvent::Burst { who }) => under_way.push(who.id),
            _ => {}
        }
    }
    assert_eq!(died.len(), count);
    assert_eq!(died, under_way, "each bursts as soon as it has died");
}

pub fn summoner() {
    let map = "\
.............
@.......B....
.............";
    let mut game = Scene::new(6, map, &[('B', "bell-ringer")]).game();
    act(&mut game, Action::Wait);
    let events = act(&mut game, Action::Wait);
    let came = events.iter().find_map(|event| match event {
        GameEvent::Monster(MonsterEvent::Summoned { count, .. }) => Some(*count),
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
                .any(|event| matches!(event, GameEvent::Monster(MonsterEvent::Summoned { .. })))
        );
    }
    // Near, it backs away.
    backs_away("@..B.....", ('B', "bell-ringer"));
}

pub fn healer() {
    let mut scene = Scene::new(7, "@.......g.v", &[('g', "pew-ghoul"), ('v', "vesper-nun")]);
    scene.first()["health"] = 10.into();
    let mut game = scene.game();
    let events = act(&mut game, Action::Wait);
    // 30 per cent, rounded up.
    let whole = content().monster(monster("pew-ghoul")).health;
    let healed = events.iter().find_map(|event| match event {
        GameEvent::Body(BodyEvent::Healed { amount, .. }) => Some(*amount),
        _ => None,
    });
    assert_eq!(healed, Some((whole * 30 + 99) / 100));
    backs_away("@..v.....", ('v', "vesper-nun"));
}

pub fn phaser() {
    let mut game = Scene::new(8, "@####W\n......", &[('W', "wall-wraith")]).game();
    let mut in_wall = false;
    for _ in 0..8 {
        act(&mut game, Action::Wait);
        in_wall |= monsters(&game)[0].1.y == 1 && (2..=5).contains(&monsters(&game)[0].1.x);
    }
    assert!(in_wall, "through the wall and not around it");
}

pub fn unseen() {
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
    assert!(events.iter().any(|event| matches!(
        event,
        GameEvent::Fight(FightEvent::Hit { .. }) | GameEvent::Fight(FightEvent::Missed { .. })
    )));
}

pub fn snuffer() {
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
            .any(|event| matches!(event, GameEvent::Place(PlaceEvent::BrazierOut { .. })));
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

pub fn guard() {
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

pub fn mimic() {
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
    let revealed =
        |event: &GameEvent| matches!(event, GameEvent::Monster(MonsterEvent::Revealed { .. }));
    let revealed = events.iter().any(revealed) || act(&mut game, Action::Wait).iter().any(revealed);
    assert!(revealed);
    assert_eq!(only(&game).mood, Mood::Hunting);
}

pub fn sleeper() {
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

pub fn wanderer() {
    let map = "\
@#########################
#.........................
#.........................
#.........................
#.............b...........";
    // So does one that slept, once it is awake.
    for id in ["sexton-beetle", "abbot-in-repose"] {
        let mut scene = Scene::new(13, map, &[('b', id)]);
        scene.first()["mood"] = "Wandering".into();
        scene.first()["goal"] = serde_json::Value::Null;
        scene.first()["patience"] = 0.into();
        let mut game = scene.game();
        let mut places = BTreeSet::new();
        for _ in 0..40 {
            act(&mut game, Action::Wait);
            places.insert(monsters(&game)[0].1);
        }
        assert!(places.len() > 15, "{id}: {places:?}");
        // On a level with rooms it goes from one to another.
        let room =
            |left: i32| serde_json::json!({"left": left, "top": 3, "right": left + 2, "bottom": 5});
        scene.state["here"]["rooms"] = serde_json::json!([room(10), room(21)]);
        let mut game = scene.game();
        let mut places = BTreeSet::new();
        for _ in 0..150 {
            act(&mut game, Action::Wait);
            places.insert(monsters(&game)[0].1);
        }
        let middles = [Pos::new(11, 4), Pos::new(22, 4)];
        assert!(
            middles.iter().all(|pos| places.contains(pos)),
            "{id}: {places:?}"
        );
    }
}
