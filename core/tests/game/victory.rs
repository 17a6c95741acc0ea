//! Winning the run, and the harder run that follows.

use undercroft_core::game::content::DEEPEST;
use undercroft_core::game::{Action, Game, GameEvent, Outcome, Refusal, RunEvent};
use undercroft_core::geom::{Dir, Pos};

use super::scene::{act, content, descend_at_once, peek, refuse, turn_wrong_tile};

#[test]
fn the_everlamp_wins_the_run_and_opens_new_game_plus() {
    let mut game = super::random::hardy(8);
    let mut state = peek(&game);
    // Straight to the sanctum: the last level as the seed makes it.
    let sanctum = sanctum_of(8);
    state["other_levels"] = serde_json::json!({"1": state["here"]});
    state["here"] = sanctum;
    let lamp: Pos = serde_json::from_value(state["here"]["down"].clone()).unwrap();
    state["player"]["pos"] = serde_json::json!(lamp.step(Dir::North));
    state["here"]["actors"] = serde_json::json!([]);
    let state = serde_json::from_value(state).unwrap();
    game = Game::with_state(state, content());
    assert_eq!(game.depth(), DEEPEST);
    assert!(game.new_game_plus().is_none());
    let before = game.score();
    // Walking into it is no way to turn it, and it has 90 tiles.
    assert_eq!(
        refuse(&mut game, Action::step(Dir::South)),
        Refusal::AtConduit
    );
    let turn = |tile: u16| Action::Rotate {
        tile,
        clockwise: true,
    };
    assert_eq!(refuse(&mut game, turn(90)), Refusal::NoTile);
    act(&mut game, Action::Wait);
    let dark = "The Everlamp, dark: bring the light through its conduit.";
    assert_eq!(game.view().look(lamp), [dark]);
    let board = game.view().conduit().unwrap();
    assert_eq!(board.size(), undercroft_core::geom::Size::new(10, 9));
    let time = game.time();
    act(&mut game, turn(0));
    assert_eq!(game.time() - time, 100, "a quarter turn takes a turn");
    let turned = game.view().conduit().unwrap();
    let corner = Pos::new(0, 0);
    assert_eq!(
        turned.tile(corner).unwrap(),
        board.tile(corner).unwrap().clockwise()
    );
    let time = game.time();
    let feel_once = |game: &mut Game| {
        let mut events = act(game, Action::Feel { dir: Dir::South });
        while let Some(action) = game.doing() {
            events = act(game, action);
        }
        events
    };
    feel_once(&mut game);
    let feel = content().rules().vault.feel;
    assert_eq!(game.time() - time, u64::from(feel), "feeling takes longer");
    assert!(feel >= 500);
    let noise = content().rules().noise.fighting;
    assert_eq!(
        game.view().player().noise,
        noise,
        "and is as loud as a fight"
    );
    // That works twice a board.
    feel_once(&mut game);
    let feel = Action::Feel { dir: Dir::South };
    assert_eq!(refuse(&mut game, feel), Refusal::FeltOften);
    let (mut corrected, mut events) = (2, Vec::new());
    while game.outcome() == Outcome::Playing {
        events = turn_wrong_tile(&mut game);
        corrected += 1;
        assert!(corrected <= 90);
    }
    assert!(corrected > 20);
    assert!(events.contains(&GameEvent::Run(RunEvent::Won)));
    assert_eq!(game.view().look(lamp), ["The Everlamp, burning."]);
    assert_eq!(game.outcome(), Outcome::Won);
    assert!(game.score() > before + 5000);
    assert_eq!(refuse(&mut game, Action::Wait), Refusal::Over);
    let next = game.new_game_plus().unwrap();
    assert_eq!((next.plus, next.seed), (1, game.seed().nth(1)));
    let harder = Game::new(next).unwrap();
    assert_eq!(harder.plus(), 1);
}

/// The sanctum of a seed, reached by stairs alone.
fn sanctum_of(seed: u64) -> serde_json::Value {
    let mut game = super::random::hardy(seed);
    while game.depth() < DEEPEST {
        game = descend_at_once(&game);
    }
    peek(&game)["here"].clone()
}

#[test]
fn each_new_game_plus_draws_monsters_from_two_depths_deeper() {
    for (seed, plus, depth) in (0..20).flat_map(|seed| [(seed, 1, 5), (seed, 2, 1), (seed, 4, 10)])
    {
        let setup = undercroft_core::game::Setup::new(undercroft_core::rng::Seed(seed)).unwrap();
        let level = Game::new_level(setup.plus(plus), depth);
        let pool = (depth + 2 * plus).min(DEEPEST);
        let in_room = |pos| level.set_pieces.iter().any(|(_, area)| area.contains(pos));
        for (kind, _, pos) in &level.monsters {
            let def = content().monster(*kind);
            let (first, last) = def.depths;
            let lives = (first..=last).contains(&pool);
            assert!(
                lives || def.named || in_room(*pos),
                "{} at {depth} plus {plus}",
                def.id
            );
        }
    }
}

#[test]
fn new_game_plus_makes_monsters_a_fifth_stronger_each_time() {
    let health = |plus: u8| -> Vec<i64> {
        let setup = undercroft_core::game::Setup::new(undercroft_core::rng::Seed(3))
            .unwrap()
            .plus(plus);
        let state = peek(&Game::new(setup).unwrap());
        let actors = state["here"]["actors"].as_array().unwrap().clone();
        actors
            .iter()
            .map(|actor| {
                let kind: undercroft_core::game::content::MonsterKind =
                    serde_json::from_value(actor["kind"].clone()).unwrap();
                let plain = i64::from(content().monster(kind).health);
                actor["health"].as_i64().unwrap() * 100 / plain
            })
            .collect()
    };
    assert!(health(0).iter().all(|share| *share == 100));
    assert!(!health(5).is_empty());
    // Cut to whole numbers.
    assert!(
        health(5).iter().all(|share| (190..=200).contains(share)),
        "{:?}",
        health(5)
    );
    let too_much = undercroft_core::game::Setup::new(undercroft_core::rng::Seed(3))
        .unwrap()
        .plus(21);
    assert!(Game::new(too_much).is_err());
}
