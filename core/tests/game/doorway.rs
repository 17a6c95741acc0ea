//! Doorways: who stands in one cannot step aside, and a bot that knows it.

use serde_json::json;
use undercroft_core::bot::{BotDriver, Means, tactician};
use undercroft_core::game::{Action, ActorId, FightEvent, Game, GameEvent, Surprise};
use undercroft_core::geom::{Dir, Pos};

use super::scene::{Scene, act, only, step, told};

/// The player's blows at a monster of a kind to the east, in 40 runs, with the damage that the look told of.
fn blows_east(map: &str, id: &str) -> Vec<(GameEvent, (i32, i32))> {
    let blow = |seed: u64| {
        let mut scene = Scene::new(seed, map, &[]);
        scene.add_monster(id, Pos::new(2, 1))["next"] = 1000.into();
        let mut game = scene.game();
        let damage = game.view().odds(only(&game).id).unwrap().damage;
        let mut events = step(&mut game, Dir::East).into_iter();
        (events.find(is_own_blow).unwrap(), damage)
    };
    (0..40).map(blow).collect()
}

fn is_own_blow(event: &GameEvent) -> bool {
    match event {
        GameEvent::Fight(FightEvent::Hit { by, .. } | FightEvent::Missed { by, .. }) => {
            *by == ActorId::PLAYER
        }
        _ => false,
    }
}

/// The damage of those that hit, each as the look told, and why the target was off guard.
fn hits(blows: &[(GameEvent, (i32, i32))]) -> Vec<(i32, Option<Surprise>)> {
    let hits = blows
        .iter()
        .filter_map(|(event, (least, most))| match event {
            GameEvent::Fight(FightEvent::Hit {
                damage, surprise, ..
            }) => {
                assert!((*least..=*most).contains(damage), "{damage}");
                Some((*damage, *surprise))
            }
            _ => None,
        });
    hits.collect()
}

#[test]
fn a_blow_at_whoever_stands_in_a_doorway_never_misses_and_does_double_damage() {
    let open = hits(&blows_east("@..", "ossuary-keeper"));
    let blows = blows_east("@'.", "ossuary-keeper");
    let door = hits(&blows);
    assert!(open.len() < 40, "one in ten misses");
    assert!(open.iter().all(|(_, surprise)| surprise.is_none()));
    assert_eq!(door.len(), 40);
    assert!(door.iter().all(|hit| hit.1 == Some(Surprise::Doorway)));
    let most = |hits: &[(i32, Option<Surprise>)]| hits.iter().map(|hit| hit.0).max();
    let (plain, double) = (most(&open).unwrap(), most(&door).unwrap());
    assert!(double >= 2 * plain - 2, "{double} against {plain}");
    let told = told(&[blows[0].0]);
    assert!(
        told[0].starts_with("You hit the ossuary keeper in the doorway"),
        "{told:?}"
    );
}

/// A player at the west end of a map, and a keeper beside them.
fn beside_keeper(seed: u64, map: &str) -> Game {
    let mut scene = Scene::new(seed, map, &[]);
    scene.state["player"]["pos"] = json!(Pos::new(1, 1));
    scene.add_monster("ossuary-keeper", Pos::new(2, 1));
    scene.game()
}

/// The most that the player hits the keeper for, and that it hits back, in 40 runs; each hit is as the look told.
fn most_of_each(map: &str) -> [i32; 2] {
    let mut most = [0, 0];
    for seed in 0..40 {
        let mut game = beside_keeper(seed, map);
        let odds = game.view().odds(only(&game).id).unwrap();
        for event in step(&mut game, Dir::East) {
            if let GameEvent::Fight(FightEvent::Hit { by, damage, .. }) = event {
                let (side, range) = match by == ActorId::PLAYER {
                    true => (0, odds.damage),
                    false => (1, odds.damage_back),
                };
                assert!((range.0..=range.1).contains(&damage), "{damage} {range:?}");
                most[side] = most[side].max(damage);
            }
        }
    }
    most
}

#[test]
fn a_blow_from_a_doorway_does_half_the_damage() {
    let open = most_of_each("...");
    let player_in_door = most_of_each("'..");
    let keeper_in_door = most_of_each(".'.");
    let is_half = |half: i32, whole: i32| (2 * half - whole).abs() <= 1;
    assert!(
        is_half(player_in_door[0], open[0]),
        "{player_in_door:?} {open:?}"
    );
    assert_eq!(player_in_door[1], open[1]);
    assert!(
        is_half(keeper_in_door[1], open[1]),
        "{keeper_in_door:?} {open:?}"
    );
    let look = |map: &str| beside_keeper(1, map).view().look(Pos::new(2, 1)).join(" ");
    assert!(look("'..").contains("From the doorway you hit "));
    assert!(look(".'.").contains("From the doorway it hits you "));
    assert!(!look("...").contains("doorway"));
}

#[test]
fn who_fights_on_strikes_whom_the_fewest_blows_kill_as_the_looks_say() {
    // Alike, but for the doorway; by their numbers, the one in the open would come first.
    let mut scene = Scene::new(1, "@.\n.'", &[]);
    let open = Pos::new(2, 1);
    let door = Pos::new(2, 2);
    for pos in [open, door] {
        scene.add_monster("ossuary-keeper", pos)["next"] = 1000.into();
    }
    let mut game = scene.game();
    let blows = |game: &Game, pos: Pos| {
        let one = game.view().actors().find(|one| one.pos == pos).unwrap();
        game.view().odds(one.id).unwrap().blows.unwrap()
    };
    assert!(blows(&game, door) < blows(&game, open));
    let events = act(&mut game, Action::Fight);
    assert!(
        told(&events)[0].starts_with("You hit the ossuary keeper in the doorway"),
        "{events:?}"
    );
}

#[test]
fn what_walks_through_walls_has_room_in_a_doorway() {
    let wraith = hits(&blows_east("@'.", "wall-wraith"));
    assert!(!wraith.is_empty() && wraith.iter().all(|hit| hit.1.is_none()));
}

/// Where a bot strikes the first ghoul that comes from the west of a room, and how that is found off guard.
fn first_blow(map: &str, without: &[Means]) -> (Pos, Option<Surprise>) {
    let mut game = Scene::new(3, map, &[('h', "pew-ghoul")]).game();
    let mut bot = tactician(without.iter().copied().collect());
    let mut driver = BotDriver::default();
    for _ in 0..20 {
        let command = driver.next_action(&mut bot, &game);
        let mut events = Vec::new();
        let result = game.apply(command, &mut events);
        driver.report_result(&mut bot, command, result);
        let blow = events.iter().find(|event| is_own_blow(event));
        if let Some(GameEvent::Fight(FightEvent::Hit { surprise, .. })) = blow {
            return (game.view().player().pos, *surprise);
        }
    }
    panic!("it strikes nobody");
}

#[test]
fn a_tactician_goes_behind_a_door_and_strikes_who_comes_through() {
    let far = "......#....\nh..@..'....\nh.....#....";
    // One that comes beside it and is no faster follows, and strikes nobody on the way.
    let near = "......#....\n..h.@.'....\n......#....";
    for map in [far, near] {
        let (post, surprise) = first_blow(map, &[]);
        assert_eq!((post.x, surprise), (8, Some(Surprise::Doorway)), "{map}");
        let (place, surprise) = first_blow(map, &[Means::Doors]);
        assert!(place.x < 7 && surprise.is_none(), "{place:?} {surprise:?}");
    }
}
