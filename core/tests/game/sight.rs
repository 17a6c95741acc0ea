//! Light and sight: what the player sees, remembers and is seen by.

use undercroft_core::game::{
    Action, Condition, EventActor, Game, GameEvent, Lighting, MonsterEvent, Perception, PlaceEvent,
    Refusal,
};
use undercroft_core::geom::{Dir, Pos};
use undercroft_core::map::Tile;

use super::scene::{Scene, act, me, only, refuse, step, wait};

#[test]
fn closed_doors_block_sight_until_they_are_opened() {
    let mut game = Scene::new(1, "@+...", &[]).game();
    assert!(game.view().in_sight(Pos::new(2, 1)) && !game.view().in_sight(Pos::new(3, 1)));
    let events = step(&mut game, Dir::East);
    let pos = Pos::new(2, 1);
    assert!(events.contains(&GameEvent::Place(PlaceEvent::DoorOpened {
        pos,
        by: EventActor::PLAYER,
        perception: Perception::Seen,
    })));
    assert_eq!(me(&game), Pos::new(1, 1), "opening takes the turn");
    assert!(game.view().in_sight(Pos::new(3, 1)));
    act(
        &mut game,
        Action::Close {
            dir: Some(Dir::East),
        },
    );
    assert!(!game.view().in_sight(Pos::new(3, 1)));
    for _ in 0..2 {
        step(&mut game, Dir::East);
    }
    assert_eq!(
        refuse(
            &mut game,
            Action::Close {
                dir: Some(Dir::West)
            }
        ),
        Refusal::NoDoor
    );
    step(&mut game, Dir::West);
    let mut scene = Scene::new(1, "@'...", &[]);
    scene.lay("ration", 1, Pos::new(2, 1));
    let mut game = scene.game();
    assert_eq!(
        refuse(
            &mut game,
            Action::Close {
                dir: Some(Dir::East)
            }
        ),
        Refusal::Doorway
    );
}

#[test]
fn a_lantern_lights_8_tiles_and_one_sees_as_far_as_there_is_light() {
    let map = "\
@..............................
......................^........";
    let mut game = Scene::new(1, map, &[]).game();
    let seen = |game: &Game, x: i32| game.view().in_sight(Pos::new(x, 1));
    assert!(seen(&game, 9) && !seen(&game, 10));
    // The brazier at 23 lights 7 tiles around it.
    assert!(!seen(&game, 15) && seen(&game, 16) && seen(&game, 30) && !seen(&game, 31));
    // Half of them brightly, as the lantern does.
    let lighting = |x: i32| game.view().tile(Pos::new(x, 1)).unwrap().lighting;
    assert_eq!([1, 5, 19, 23, 27].map(lighting), [Lighting::Bright; 5]);
    assert_eq!([6, 9, 16, 18, 28, 30].map(lighting), [Lighting::Dim; 6]);
    // Put out, it lights nothing.
    let map = "@^....................";
    let mut scene = Scene::new(1, map, &[]);
    scene.remember_all();
    game = scene.game();
    assert_eq!(
        refuse(&mut game, Action::step(Dir::East)),
        Refusal::Solid(Pos::new(2, 1))
    );
    act(&mut game, Action::Hood);
    let lighting = |game: &Game, x: i32| game.view().lighting(Pos::new(x, 1));
    assert_eq!(lighting(&game, 9), Lighting::Dim);
    act(
        &mut game,
        Action::Tend {
            dir: Some(Dir::East),
        },
    );
    assert!(!game.view().lamps().next().unwrap().lit);
    assert!(
        seen(&game, 5) && !seen(&game, 6),
        "4 tiles without any light"
    );
    assert_eq!(lighting(&game, 1), Lighting::Dark);
    act(
        &mut game,
        Action::Tend {
            dir: Some(Dir::East),
        },
    );
    assert_eq!(lighting(&game, 9), Lighting::Dim);
    assert_eq!(
        refuse(
            &mut game,
            Action::Tend {
                dir: Some(Dir::West)
            }
        ),
        Refusal::NoBrazier
    );
}

#[test]
fn what_was_seen_is_remembered() {
    let map = "\
@........
########.
.........";
    let mut game = Scene::new(1, map, &[]).game();
    wait(&mut game, 1);
    assert!(game.view().tile(Pos::new(1, 3)).is_none());
    for _ in 0..7 {
        step(&mut game, Dir::East);
    }
    step(&mut game, Dir::SouthEast);
    step(&mut game, Dir::SouthWest);
    assert_eq!(me(&game), Pos::new(8, 3));
    let first = game.view().tile(Pos::new(1, 1)).unwrap();
    assert_eq!((first.tile, first.in_sight), (Tile::Floor, false));
    assert!(game.view().tile(Pos::new(1, 3)).unwrap().in_sight);
}

#[test]
fn grass_hides_who_stands_in_it_farther_than_2_tiles_off() {
    for (map, hidden) in [("@...g", false), ("@..\"g", false), ("@.g", false)] {
        let game = Scene::new(1, map, &[('g', "pew-ghoul")]).game();
        assert_eq!(game.view().actors().count() == 0, hidden, "{map}");
    }
    let mut scene = Scene::new(1, "@...g..", &[('g', "pew-ghoul")]);
    let tiles = scene.state["here"]["tiles"]["tiles"]
        .as_str()
        .unwrap()
        .to_owned();
    let with = |tile: u8, column: usize| {
        let mut tiles = tiles.clone().into_bytes();
        tiles[80 + column] = tile;
        String::from_utf8(tiles).unwrap()
    };
    // So does deep water.
    for (tile, column) in [(b'}', 1), (b'"', 5), (b'"', 1)] {
        scene.state["here"]["tiles"]["tiles"] = with(tile, column).into();
        assert_eq!(
            scene.game().view().actors().count(),
            0,
            "{tile} at {column}"
        );
    }
    scene.first()["pos"] = serde_json::json!(Pos::new(3, 1));
    assert_eq!(scene.game().view().actors().count(), 1, "two tiles off");
}

#[test]
fn whoever_is_seen_sees_the_player_and_nobody_else_does() {
    // An archer that hunts takes aim at a player whom it sees. The player hides their own light.
    for (map, seen) in [
        ("@......a\n.......^", true),
        ("@......a", false),
        // The player stands in the light, and the archer beyond it.
        ("@.......a\n^", false),
    ] {
        let mut scene = Scene::new(1, map, &[('a', "bone-acolyte")]);
        scene.hood();
        let mut game = scene.game();
        assert_eq!(game.view().actors().count() > 0, seen, "{map}");
        let events = act(&mut game, Action::Wait);
        let aims =
            |event: &GameEvent| matches!(event, GameEvent::Monster(MonsterEvent::Prepared { .. }));
        assert_eq!(events.iter().any(aims), seen, "{map}: {events:?}");
    }
}

#[test]
fn a_monster_that_burns_is_seen_to_burn() {
    let mut scene = Scene::new(1, "@..r", &[('r', "crypt-rat")]);
    assert!(!only(&scene.game()).burns);
    scene.first()["conditions"]["left"][Condition::Burning as usize] = 4.into();
    assert!(only(&scene.game()).burns);
}
