//! Conduits with several lamps: light for all rooms but one, the pipe that is missing, and the font.

use undercroft_core::conduit::{Rules, Spec};
use undercroft_core::game::{
    Action, BodyEvent, Game, GameEvent, Lamplit, Lighting, PlaceEvent, Refusal,
};
use undercroft_core::geom::{Dir, Pos, Size};
use undercroft_core::rng::Seed;

use super::scene::{Scene, act, refuse, step, told, vault_scene};

/// ```text
/// ╺┳╸   the vault left of the broken tile, the stairs right of it,
/// ╻║╻   the font on the left
/// ┗╩┛
/// ```
const SEED: u64 = 10;

/// The player beside a conduit of which all but the tiles of the font and the broken one are right. The font is at
/// the right end of the corridor.
fn conduit_scene() -> Scene {
    let mut scene = vault_scene();
    let spec = Spec::new(Size::new(3, 3), Rules::default(), Seed(SEED)).unwrap();
    let mut board = spec.make().solved();
    board.turn(Pos::new(0, 1), 1);
    // Its two pipes lead up and right.
    board.turn(Pos::new(1, 0), 2);
    let outlet = |tile: u16, to: &str| serde_json::json!({"tile": tile, "to": to, "lit": false});
    let conduit = serde_json::json!({
        "seed": SEED, "board": board, "solved": false, "felt": 0,
        "outlets": [outlet(0, "Vault"), outlet(2, "Stairs"), outlet(3, "Font")],
        "broken": {"tile": 1, "fused": false},
    });
    let features = &mut scene.state["here"]["features"];
    features[0]["mechanism"] = serde_json::json!({"Conduit": conduit});
    let font = serde_json::json!({"at": Pos::new(8, 1), "mechanism": {"Font": "Dry"}, "opens": "HealingFont"});
    features.as_array_mut().unwrap().push(font);
    scene.state["player"]["pos"] = serde_json::json!(Pos::new(5, 1));
    scene.know_all();
    scene
}

fn turn(game: &mut Game, tile: u16) -> Vec<GameEvent> {
    let clockwise = true;
    act(game, Action::Rotate { tile, clockwise })
}

fn lit(events: &[GameEvent]) -> Vec<Lamplit> {
    let lit = |event: &GameEvent| match event {
        GameEvent::Place(PlaceEvent::RoomLit { to, .. }) => Some(*to),
        _ => None,
    };
    events.iter().filter_map(lit).collect()
}

/// Turns the lamp of the font until it is lit.
fn fill_font(game: &mut Game) {
    for _ in 0..3 {
        if !lit(&turn(game, 3)).is_empty() {
            return;
        }
    }
    panic!("the font stays dry");
}

#[test]
fn a_font_that_light_has_filled_heals_once() {
    let mut scene = conduit_scene();
    scene.set_player("health", 5);
    let mut game = scene.game();
    fill_font(&mut game);
    assert!(
        game.view()
            .features()
            .any(|one| one.at == Pos::new(8, 1) && one.open)
    );
    step(&mut game, Dir::East);
    step(&mut game, Dir::East);
    let events = step(&mut game, Dir::East);
    let healed = |event: &GameEvent| matches!(event, GameEvent::Body(BodyEvent::Healed { amount, .. }) if *amount > 0);
    assert!(events.iter().any(healed), "{events:?}");
    let east = Action::step(Dir::East);
    assert_eq!(refuse(&mut game, east), Refusal::DrunkFont);
}

#[test]
fn a_dry_font_gives_nothing() {
    let mut scene = conduit_scene();
    scene.state["player"]["pos"] = serde_json::json!(Pos::new(7, 1));
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::step(Dir::East)), Refusal::DryFont);
}

#[test]
fn light_runs_through_the_corridor_and_stays() {
    let mut scene = conduit_scene();
    scene.hood();
    let mut game = scene.game();
    let lighting = |game: &Game, x: i32| game.view().tile(Pos::new(x, 1)).unwrap().lighting;
    assert_eq!(lighting(&game, 6), Lighting::Dark);
    fill_font(&mut game);
    assert!((5..=7).all(|x| lighting(&game, x) == Lighting::Bright));
    // Turning the lamp away changes nothing any more.
    turn(&mut game, 3);
    assert!((5..=7).all(|x| lighting(&game, x) == Lighting::Bright));
}

#[test]
fn the_broken_tile_lights_the_vault_or_the_stairs_and_then_turns_no_more() {
    let mut game = conduit_scene().game();
    let mut lines = Vec::new();
    for _ in 0..3 {
        lines.extend(told(&turn(&mut game, 1)));
        if game.view().broken_conduit().unwrap().broken == Some((Pos::new(1, 0), true)) {
            break;
        }
    }
    let rotate = Action::Rotate {
        tile: 1,
        clockwise: true,
    };
    assert_eq!(refuse(&mut game, rotate), Refusal::Fused, "{lines:?}");
    let lamps = game.view().broken_conduit().unwrap().outlets;
    let behind = lamps
        .iter()
        .filter(|one| one.lit && one.to != Lamplit::Font);
    assert_eq!(behind.count(), 1);
    // The font can still be had.
    fill_font(&mut game);
    assert!(game.view().conduit().is_some(), "one lamp is left");
}

#[test]
fn with_the_missing_pipe_every_room_is_lit() {
    let mut scene = conduit_scene();
    let tee = scene.give("brass-tee", 1);
    let mut game = scene.game();
    let lines = told(&act(
        &mut game,
        Action::Use {
            letter: tee,
            at: None,
        },
    ));
    assert!(
        lines.iter().any(|line| line.contains("whole again")),
        "{lines:?}"
    );
    assert_eq!(game.view().pack().filter(|(at, _)| *at == tee).count(), 0);
    assert_eq!(game.time(), 100);
    for _ in 0..3 {
        if game
            .view()
            .features()
            .any(|one| one.has_conduit && one.open)
        {
            break;
        }
        turn(&mut game, 1);
    }
    fill_font(&mut game);
    assert!(game.view().conduit().is_none(), "nothing is left to light");
}

#[test]
fn the_missing_pipe_fits_nothing_else() {
    let mut scene = vault_scene();
    let tee = scene.give("brass-tee", 1);
    scene.state["player"]["pos"] = serde_json::json!(Pos::new(5, 1));
    let fit = Action::Use {
        letter: tee,
        at: None,
    };
    assert_eq!(refuse(&mut scene.game(), fit), Refusal::NoConduit);
}

#[test]
fn what_shuns_light_stays_out_of_a_room_that_a_conduit_has_lit() {
    let hunted = |lasting: bool| {
        let mut scene = Scene::new(3, "K.......@", &[('K', "novice-shade")]);
        if lasting {
            scene.state["here"]["lasting"] =
                serde_json::json!([{"at": Pos::new(8, 1), "reach": 6}]);
        }
        let mut game = scene.game();
        for _ in 0..12 {
            act(&mut game, Action::Wait);
        }
        game.view().player().health < game.view().player().max_health
    };
    assert!(hunted(false), "it comes and strikes");
    assert!(!hunted(true), "it keeps away");
}
