//! What exploring goes to, what a step picks up, and what a scroll of mapping leaves to explore.

use undercroft_core::game::{Action, GameEvent, ItemEvent, Refusal, RunEvent};
use undercroft_core::geom::{Dir, Pos};

use super::scene::{Scene, act, item, me, read, refuse, step};

fn carried(game: &undercroft_core::game::Game, id: &str) -> u16 {
    let pack = game.view().pack().filter(|(_, held)| held.kind == item(id));
    pack.map(|(_, held)| held.count).sum()
}

fn lies_here(events: &[GameEvent]) -> bool {
    let lies = |event: &GameEvent| matches!(event, GameEvent::Item(ItemEvent::LiesHere { .. }));
    events.iter().any(lies)
}

#[test]
fn a_step_picks_up_what_lies_there_and_takes_no_longer_for_it() {
    let mut scene = Scene::new(1, "@...", &[]);
    scene.lay("roof-slate", 3, Pos::new(2, 1));
    let mut game = scene.game();
    let events = step(&mut game, Dir::East);
    assert!(!lies_here(&events), "{events:?}");
    assert_eq!((carried(&game, "roof-slate"), game.turns()), (3, 1));
    assert_eq!(game.view().items().count(), 0);
    assert_eq!(refuse(&mut game, Action::PickUp), Refusal::NothingHere);
}

#[test]
fn what_was_left_behind_stays_until_it_is_picked_up_on_purpose() {
    let mut scene = Scene::new(1, "@...", &[]);
    let letter = scene.give("roof-slate", 3);
    let mut game = scene.game();
    act(&mut game, Action::Drop { letter, count: 3 });
    step(&mut game, Dir::East);
    let events = step(&mut game, Dir::West);
    assert!(lies_here(&events), "{events:?}");
    assert_eq!(carried(&game, "roof-slate"), 0);
    let before = game.time();
    act(&mut game, Action::PickUp);
    assert_eq!(carried(&game, "roof-slate"), 3);
    assert_eq!(game.time() - before, 100, "on purpose it takes time");
}

#[test]
fn what_a_full_pack_has_no_room_for_stays() {
    let mut scene = Scene::new(1, "@...", &[]);
    scene.empty_pack();
    for _ in 0..26 {
        scene.give("wax-knife", 1);
    }
    scene.lay("horn-lantern", 1, Pos::new(2, 1));
    let mut game = scene.game();
    assert!(lies_here(&step(&mut game, Dir::East)));
    assert_eq!(game.view().items().count(), 1);
}

/// A corridor with an unknown turning close by and an item farther on.
const FORK: &str = "\
.........@..........
########.###########
########.###########";

#[test]
fn exploring_takes_an_item_before_it_goes_on_to_what_is_unseen() {
    let mut scene = Scene::new(1, FORK, &[]);
    scene.lay("roof-slate", 1, Pos::new(16, 1));
    let mut game = scene.game();
    // The item comes into sight.
    act(&mut game, Action::Wait);
    act(&mut game, Action::Explore);
    let east = Pos::new(11, 1);
    assert_eq!(me(&game), east, "towards the item, away from the turning");
    while game.doing().is_some() && carried(&game, "roof-slate") == 0 {
        act(&mut game, Action::Explore);
    }
    assert_eq!(carried(&game, "roof-slate"), 1);
    assert_eq!(game.turns(), 7, "on the way, without a turn of its own");
}

#[test]
fn an_item_too_far_away_waits_until_what_is_unseen_close_by_was_seen() {
    for (steps, first) in [(30, 5), (31, 3)] {
        let corridor = format!("...@{}\n#.\n#.", ".".repeat(60));
        let mut scene = Scene::new(1, &corridor, &[]);
        scene.remember_all();
        // The end of the turning in the west is unknown.
        let known = scene.known()["tiles"]["tiles"].as_str().unwrap();
        let mut known = known.to_owned();
        known.replace_range(3 * 80 + 2..=3 * 80 + 2, " ");
        scene.known()["tiles"]["tiles"] = known.into();
        scene.lay("roof-slate", 1, Pos::new(4 + steps, 1));
        scene.see_items();
        let mut game = scene.game();
        act(&mut game, Action::Explore);
        assert_eq!(me(&game), Pos::new(first, 1), "{steps} steps away");
    }
}

/// Rooms that cannot be seen from where the player stands.
const ROOMS: &str = "\
@....#....
####.#.##.
#....#.#..
#.####.##.
#.........";

#[test]
fn a_mapped_level_is_still_explored_until_all_of_it_was_seen() {
    let mut scene = Scene::new(1, ROOMS, &[]);
    let letter = scene.give("scroll-mapping", 1);
    scene.lay("roof-slate", 2, Pos::new(10, 3));
    let mut game = scene.game();
    act(&mut game, Action::Wait);
    read(&mut game, letter);
    let (far, near) = (Pos::new(10, 3), Pos::new(2, 1));
    let view = game.view();
    assert!(view.is_mapped(far) && view.tile(far).unwrap().mapped);
    assert!(!view.is_mapped(near), "it was seen before");
    assert!(!view.whole().is_mapped(far));
    assert_eq!(view.look(far)[0], "On the map you read: bare floor.");
    assert!(!view.is_explored());
    let mut explored = false;
    for _ in 0..200 {
        let events = act(&mut game, Action::Explore);
        explored =
            (events.iter()).any(|event| matches!(event, GameEvent::Run(RunEvent::Explored { .. })));
        if explored {
            break;
        }
    }
    assert!(explored);
    assert_eq!(carried(&game, "roof-slate"), 2);
    let known: Vec<Pos> = game.view().known().iter().map(|(pos, _)| pos).collect();
    let walkable = |pos: &&Pos| game.view().known()[**pos].is_walkable();
    let reached = known.iter().filter(walkable).filter(|pos| pos.y < 10);
    assert_eq!(
        reached.filter(|pos| game.view().is_mapped(**pos)).count(),
        0
    );
    assert!(game.view().is_explored());
}
