//! Every ability and behaviour of monsters is played as it should be: a new one needs a test.

mod announced;
mod bosses;
mod combined;
mod mood;
mod sides;
mod special;

use std::collections::BTreeSet;

use special::{
    exploder, guard, healer, mimic, phaser, sleeper, snuffer, splitter, summoner, thief, unseen,
    wanderer,
};
use undercroft_core::game::content::Abilities;
use undercroft_core::game::{
    Action, ActorId, Condition, FightEvent, Game, GameEvent, MonsterEvent,
};
use undercroft_core::geom::Pos;

use super::scene::{Scene, act, content, me, monster, monsters, only};

#[test]
fn every_ability_and_behaviour_is_played_and_tested() {
    for ability in Abilities::list() {
        match ability.name {
            "bursts" => exploder(),
            "charges" => charger(),
            "heals" => healer(),
            "summons" => summoner(),
            "snuffs" => snuffer(),
            "shoots" | "wary" => archer(),
            "gathers" => pack(),
            "mimics" => mimic(),
            "unseen" => unseen(),
            "phases" => phaser(),
            "steals" => thief(),
            "splits" => splitter(),
            "swarms" => swarm(),
            // In `light.rs`.
            "shuns" | "drawn" => {}
            // In `water.rs`.
            "swims" => {}
            // `announced` plays them.
            "heavy" | "sweeps" => {}
            // `bosses` plays these.
            "lurks" | "drips" | "fed" => {}
            "opens_doors" | "flees" => {}
            untested => panic!("{untested} has no test"),
        }
    }
    hunter();
    wanderer();
    guard();
    sleeper();
    assert!(content().monsters().len() >= 24);
    assert_eq!(
        content().monsters().iter().filter(|def| def.named).count(),
        3
    );
}

fn far(a: Pos, b: Pos) -> i32 {
    (a.x - b.x).abs().max((a.y - b.y).abs())
}

fn hits_on_me(events: &[GameEvent]) -> Vec<i32> {
    let hit = |event: &GameEvent| match event {
        GameEvent::Fight(FightEvent::Hit { at, damage, .. }) if *at == ActorId::PLAYER => {
            Some(*damage)
        }
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
            .any(|event| matches!(event, GameEvent::Fight(FightEvent::Hit { .. })));
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
        act(&mut game, Action::Wait);
        let events = act(&mut game, Action::Wait);
        charged += usize::from(
            events
                .iter()
                .any(|event| matches!(event, GameEvent::Fight(FightEvent::Charged { .. }))),
        );
        assert_eq!(far(only(&game).pos, me(&game)), 1);
        assert!(only(&game).spent);
        // As much stronger, and then half as strong or half again.
        let plain = plain("stone-ram", 0);
        let ram = content().monster(monster("stone-ram"));
        let force = ram.abilities.charges.as_ref().unwrap().force;
        let charge = plain * force / 100;
        for damage in hits_on_me(&events) {
            let range = charge / 2..=charge * 3 / 2 + 2;
            assert!(range.contains(&damage), "{damage} of {charge}");
            strong += usize::from(damage > plain * 3 / 2);
        }
    }
    assert_eq!(charged, 30);
    assert!(strong > 10);
    // Not around a corner, nor past a pillar.
    let mut game = Scene::new(1, "@.#..R\n......", &[('R', "stone-ram")]).game();
    let announced =
        |event: &GameEvent| matches!(event, GameEvent::Monster(MonsterEvent::Prepared { .. }));
    assert!(!act(&mut game, Action::Wait).iter().any(announced));
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
            .filter(|event| matches!(event, GameEvent::Fight(FightEvent::Flew { .. })))
            .count();
        assert_eq!(far(only(&game).pos, me(&game)), 7, "it stands and shoots");
    }
    assert_eq!(shots, 3, "every second turn");
    backs_away("@.a.............", ('a', "bone-acolyte"));
    // In a corner it strikes.
    let mut game = Scene::new(3, "@a", &[('a', "bone-acolyte")]).game();
    let events = act(&mut game, Action::Wait);
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, GameEvent::Fight(FightEvent::Flew { .. })))
    );
    assert!(events.iter().any(|event| matches!(
        event,
        GameEvent::Fight(FightEvent::Hit { .. }) | GameEvent::Fight(FightEvent::Missed { .. })
    )));
}

/// What the first lessons and the answer to a swarm say.
#[test]
fn in_a_corridor_one_reaches_the_player_and_in_a_doorway_three() {
    let who = |map: &str| {
        let mut who = BTreeSet::new();
        for seed in 0..20 {
            let mut scene = Scene::new(seed, map, &[('h', "pew-ghoul")]);
            scene.set_player("health", 500);
            scene.set_player("vigour", 500);
            let events = act(&mut scene.game(), Action::Wait);
            who.extend(events.iter().filter_map(|event| match event {
                GameEvent::Fight(FightEvent::Hit { by, at, .. }) if *at == ActorId::PLAYER => {
                    Some(by.id)
                }
                _ => None,
            }));
        }
        who.len()
    };
    assert_eq!(who("##@##\n.hhh.\n....."), 3);
    assert_eq!(who("##@##\n##'##\n.hhh.\n....."), 0);
    assert_eq!(who("##@##\n##h##\n.hhh.\n....."), 1);
    // Whoever waits beside the doorway is reached by one again.
    assert_eq!(who("##.@.##\n###h###\n..hhh..\n......."), 1);
    let rat = content().monster(monster("crypt-rat"));
    assert!(rat.answer.contains("in the doorway as it comes"));
}
