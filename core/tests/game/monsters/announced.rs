//! What monsters announce, and what one can do about it.

use serde_json::{Value, json};
use undercroft_core::game::{
    Action, Announcement, Cause, FightEvent, Game, GameEvent, MonsterEvent, PlaceEvent,
};
use undercroft_core::geom::{Dir, Pos};
use undercroft_core::map::Tile;

use super::{far, hits_on_me};
use crate::scene::{Scene, act, content, damage_range, me, monster, only, step, told};

fn prepared(events: &[GameEvent]) -> Vec<Announcement> {
    let prepared = |event: &GameEvent| match event {
        GameEvent::Monster(MonsterEvent::Prepared { announcement, .. }) => Some(*announcement),
        _ => None,
    };
    events.iter().filter_map(prepared).collect()
}

fn wasted(events: &[GameEvent]) -> Vec<(Announcement, Option<Tile>)> {
    let wasted = |event: &GameEvent| match event {
        GameEvent::Fight(FightEvent::Wasted {
            announcement, by, ..
        }) => Some((*announcement, *by)),
        _ => None,
    };
    events.iter().filter_map(wasted).collect()
}

fn has_summoned(events: &[GameEvent]) -> bool {
    let summoned =
        |event: &GameEvent| matches!(event, GameEvent::Monster(MonsterEvent::Summoned { .. }));
    events.iter().any(summoned)
}

/// The tiles that somebody aims at, as the player sees them.
fn aimed(game: &Game) -> Vec<Pos> {
    game.view().aimed_tiles().map(|(pos, _)| pos).collect()
}

const HALL: &str = "\
..........
@......a..
..........";

#[test]
fn the_archer_takes_aim_you_step_aside_and_the_arrow_strikes_the_wall() {
    let mut scene = Scene::new(3, HALL, &[('a', "bone-acolyte")]);
    scene.remember_all();
    let mut game = scene.game();
    let events = act(&mut game, Action::Wait);
    assert_eq!(prepared(&events), [Announcement::Shot]);
    assert_eq!(told(&events), ["The bone acolyte takes aim."]);
    assert_eq!(only(&game).prepares, Some(Announcement::Shot));
    // The line is shown to its end, and the tile under one's feet is the last of it.
    let line: Vec<Pos> = (1..8).rev().map(|x| Pos::new(x, 2)).collect();
    assert_eq!(aimed(&game), line);
    let events = step(&mut game, Dir::SouthEast);
    assert_eq!(wasted(&events), [(Announcement::Shot, Some(Tile::Wall))]);
    assert!(hits_on_me(&events).is_empty());
    assert!(
        told(&events).contains(&"The shot of the bone acolyte strikes a wall.".to_owned()),
        "{:?}",
        told(&events)
    );
    assert!(aimed(&game).is_empty() && only(&game).prepares.is_none());
}

#[test]
fn who_stays_in_the_line_is_shot_every_second_turn_and_half_as_hard_again() {
    let def = content().monster(monster("bone-acolyte"));
    let (least, most) = damage_range(def.attack, content().rules().growth.defence);
    let (mut most_seen, mut shots) = (0, 0);
    for seed in 0..10 {
        let mut game = Scene::new(seed, HALL, &[('a', "bone-acolyte")]).game();
        for turn in 0..4 {
            let events = act(&mut game, Action::Wait);
            assert_eq!(prepared(&events).len(), 1 - turn % 2, "turn {turn}");
            for damage in hits_on_me(&events) {
                assert_eq!(turn % 2, 1);
                assert!(
                    (least * 3 / 2..=most * 3 / 2 + 1).contains(&damage),
                    "{damage}"
                );
                most_seen = most_seen.max(damage);
                shots += 1;
            }
        }
    }
    assert!(
        shots > 12 && most_seen > most,
        "{shots} shots, up to {most_seen}"
    );
}

/// What happens when a monster does what it has announced from a tile, with a ghoul in the line to the player.
fn announced(seed: u64, (id, announcement): (&str, &str), from: Pos) -> (Value, Vec<GameEvent>) {
    let cast = [('r', "pew-ghoul"), ('a', id)];
    let mut scene = Scene::new(seed, "@..r...a..", &cast);
    let ghoul = scene.first()["id"].clone();
    scene.first()["next"] = 5000.into();
    let at = Pos::new(1, 1);
    scene.state["here"]["actors"][1]["preparing"] =
        json!({"announcement": announcement, "from": from, "at": at});
    (ghoul, act(&mut scene.game(), Action::Wait))
}

#[test]
fn whoever_steps_into_the_line_first_is_struck_and_be_it_a_friend() {
    for what in [("bone-acolyte", "Shot"), ("stone-ram", "Charge")] {
        let struck = (0..9).find_map(|seed| {
            let (ghoul, events) = announced(seed, what, Pos::new(8, 1));
            assert!(hits_on_me(&events).is_empty());
            events.iter().find_map(|event| match event {
                GameEvent::Fight(FightEvent::Hit { at, .. }) => Some(json!(at.id) == ghoul),
                _ => None,
            })
        });
        assert_eq!(struck, Some(true), "{what:?}");
    }
}

#[test]
fn who_was_moved_gives_up_what_it_announced() {
    let flew = |event: &GameEvent| matches!(event, GameEvent::Fight(FightEvent::Flew { .. }));
    for (from, shoots) in [(Pos::new(8, 1), true), (Pos::new(9, 1), false)] {
        let (_, events) = announced(1, ("bone-acolyte", "Shot"), from);
        assert_eq!(events.iter().any(flew), shoots, "{from}");
    }
}

#[test]
fn the_ram_paws_you_step_out_and_it_runs_into_the_wall_and_recovers() {
    let map = "\
........
@....R..
........";
    let mut scene = Scene::new(4, map, &[('R', "stone-ram")]);
    scene.remember_all();
    let mut game = scene.game();
    let events = act(&mut game, Action::Wait);
    assert_eq!(prepared(&events), [Announcement::Charge]);
    assert_eq!(far(only(&game).pos, me(&game)), 5, "it only paws");
    assert!(aimed(&game).contains(&me(&game)));
    let events = step(&mut game, Dir::SouthEast);
    assert_eq!(wasted(&events), [(Announcement::Charge, Some(Tile::Wall))]);
    assert!(hits_on_me(&events).is_empty());
    assert_eq!(only(&game).pos, Pos::new(1, 2), "it ran to the wall");
    assert!(only(&game).spent);
    // Two turns to strike at it before it does anything again.
    let events = act(&mut game, Action::Wait);
    assert!(hits_on_me(&events).is_empty() && prepared(&events).is_empty());
}

#[test]
fn a_lane_ends_where_somebody_stands_and_who_stays_is_run_down() {
    let mut hurt = 0;
    for seed in 0..8 {
        let mut game = Scene::new(seed, "@....R..", &[('R', "stone-ram")]).game();
        act(&mut game, Action::Wait);
        let events = act(&mut game, Action::Wait);
        assert!(wasted(&events).is_empty());
        assert_eq!(only(&game).pos, Pos::new(2, 1));
        hurt += hits_on_me(&events).len();
    }
    assert!(hurt >= 6, "{hurt}");
}

const BELFRY: &str = "\
.............
@....B.......
.............";

#[test]
fn a_thrown_slate_stops_the_bell() {
    let mut stopped = 0;
    for seed in 0..8 {
        let mut scene = Scene::new(seed, BELFRY, &[('B', "bell-ringer")]);
        let slates = scene.give("roof-slate", 3);
        let mut game = scene.game();
        let events = act(&mut game, Action::Wait);
        assert_eq!(prepared(&events), [Announcement::Call]);
        assert!(!has_summoned(&events), "it draws breath first");
        let at = only(&game).pos;
        let letter = slates;
        let events = act(&mut game, Action::Throw { letter, at });
        let hit = events
            .iter()
            .any(|event| matches!(event, GameEvent::Fight(FightEvent::Hit { damage, .. }) if *damage > 0));
        assert_eq!(has_summoned(&events), !hit, "{seed}");
        if hit {
            stopped += 1;
            assert!(only(&game).spent, "and it has to recover");
            for _ in 0..5 {
                assert!(!has_summoned(&act(&mut game, Action::Wait)));
            }
        }
    }
    assert!(stopped >= 6, "{stopped}");
}

#[test]
fn out_of_its_sight_it_swallows_its_call() {
    let map = "\
@....B.......
.############";
    let mut game = Scene::new(6, map, &[('B', "bell-ringer")]).game();
    assert_eq!(
        prepared(&act(&mut game, Action::Wait)),
        [Announcement::Call]
    );
    assert!(!has_summoned(&step(&mut game, Dir::South)));
}

const CELL: &str = "\
...
@D.
...";

/// A scene with a deacon beside a player who bears a few of his blows.
fn deacon(seed: u64) -> Scene {
    let mut scene = Scene::new(seed, CELL, &[('D', "undying-deacon")]);
    scene.set_player("vigour", 900);
    scene.set_player("health", 900);
    scene
}

#[test]
fn the_third_blow_of_the_deacon_is_heavy_and_falls_where_you_stood() {
    let def = content().monster(monster("undying-deacon"));
    let (least, most) = damage_range(def.attack, content().rules().growth.defence);
    let force = def.abilities.heavy.as_ref().unwrap().force;
    let mut heaviest = 0;
    for seed in 0..10 {
        let mut game = deacon(seed).game();
        assert!(prepared(&act(&mut game, Action::Wait)).is_empty());
        assert_eq!(
            prepared(&act(&mut game, Action::Wait)),
            [Announcement::Heavy]
        );
        assert_eq!(aimed(&game), [me(&game)]);
        let mut stays = game.clone();
        for damage in hits_on_me(&act(&mut stays, Action::Wait)) {
            let heavy = least * force / 100..=most * force / 100 + 2;
            assert!(heavy.contains(&damage), "{damage}");
            heaviest = heaviest.max(damage);
        }
        // Beside him still, but not where he aims: he strikes the floor.
        let events = step(&mut game, Dir::North);
        assert_eq!(far(only(&game).pos, me(&game)), 1);
        assert_eq!(wasted(&events), [(Announcement::Heavy, None)]);
        assert!(hits_on_me(&events).is_empty());
        // And counts anew.
        assert!(prepared(&act(&mut game, Action::Wait)).is_empty());
        assert_eq!(
            prepared(&act(&mut game, Action::Wait)),
            [Announcement::Heavy]
        );
    }
    assert!(heaviest > most, "{heaviest}");
}

#[test]
fn who_falls_asleep_forgets_what_it_announced() {
    let asleep = |scroll: &str| {
        let mut scene = Scene::new(5, HALL, &[('a', "bone-acolyte")]);
        let letter = scene.give(scroll, 1);
        let mut game = scene.game();
        assert_eq!(
            prepared(&act(&mut game, Action::Wait)),
            [Announcement::Shot]
        );
        let events = act(&mut game, Action::Use { letter, at: None });
        let flew = |event: &GameEvent| matches!(event, GameEvent::Fight(FightEvent::Flew { .. }));
        (events.iter().any(flew), only(&game).prepares)
    };
    assert_eq!(asleep("scroll-sleep"), (false, None));
    assert!(asleep("scroll-mapping").0, "it shoots while one reads");
}

#[test]
fn a_heavy_blow_that_was_put_off_comes_later() {
    let mut scene = deacon(4);
    // It was due with the next blow, and something kept him from it.
    scene.first()["blows"] = json!(Announcement::ALL.map(|_| 2));
    assert_eq!(
        prepared(&act(&mut scene.game(), Action::Wait)),
        [Announcement::Heavy]
    );
    scene.first()["blows"] = json!(Announcement::ALL.map(|_| 255));
    assert_eq!(
        prepared(&act(&mut scene.game(), Action::Wait)),
        [Announcement::Heavy]
    );
}

#[test]
fn who_loses_its_mind_or_its_sight_forgets_what_it_announced() {
    for potion in ["potion-confusion", "potion-darkness"] {
        for seed in 0..20 {
            let mut scene = Scene::new(seed, HALL, &[('a', "bone-acolyte")]);
            let letter = scene.give(potion, 1);
            let mut game = scene.game();
            assert_eq!(
                prepared(&act(&mut game, Action::Wait)),
                [Announcement::Shot]
            );
            let at = only(&game).pos;
            let events = act(&mut game, Action::Throw { letter, at });
            assert!(hits_on_me(&events).is_empty() && wasted(&events).is_empty());
        }
    }
}

/// A ram that charges along a row of this length, with `what` on the tile in the middle; returns the game, what happened
/// and the tile.
fn charge_across(what: &str) -> (Game, Vec<GameEvent>, Pos) {
    let middle = Pos::new(4, 2);
    let map = "#######\n@.....R\n#######";
    let mut scene = Scene::new(4, map, &[('R', "stone-ram")]);
    scene.set_player("health", 500);
    scene.set_player("vigour", 500);
    let here = &mut scene.state["here"];
    match what {
        "webs" | "flames" => here["fields"][what] = json!([[middle.y * 80 + middle.x, 9]]),
        trap => here["hazards"] = json!([{"pos": middle, "kind": trap, "known": false}]),
    }
    let mut game = scene.game();
    assert_eq!(
        prepared(&act(&mut game, Action::Wait)),
        [Announcement::Charge]
    );
    let events = act(&mut game, Action::Wait);
    (game, events, middle)
}

#[test]
fn a_charge_meets_what_lies_in_its_way_as_anybody_does_who_walks_there() {
    let (game, events, middle) = charge_across("webs");
    assert_eq!(only(&game).pos, middle, "it is caught");
    assert!(hits_on_me(&events).is_empty());
    for hole in ["Pit", "RottenFloor"] {
        let (game, events, _) = charge_across(hole);
        assert_eq!(game.view().actors().count(), 0, "{hole}");
        assert!(hits_on_me(&events).is_empty());
    }
    let (_, events, _) = charge_across("flames");
    let burns = |event: &GameEvent| {
        let GameEvent::Fight(FightEvent::Hurt { who, cause, .. }) = event else {
            return false;
        };
        who.kind.is_some() && *cause == Cause::Fire
    };
    assert!(events.iter().any(burns), "{events:?}");
    for trap in ["BellWire", "Censer", "ColdFont"] {
        let (game, events, middle) = charge_across(trap);
        let acts = |event: &GameEvent| matches!(event, GameEvent::Place(PlaceEvent::HazardSprung { pos, .. }) if *pos == middle);
        assert!(events.iter().any(acts), "{trap}: {events:?}");
        assert_eq!(far(only(&game).pos, me(&game)), 1, "{trap}");
    }
}
