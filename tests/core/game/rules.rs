//! The rules with their numbers: steps, time, sight, light, hunger, growth, stairs, vaults, the end.

use undercroft::conduit::{Rules, Spec};
use undercroft::game::content::DEEPEST;
use undercroft::game::{
    Action, Cause, Condition, Danger, EventActor, Game, GameEvent, Hunger, Mood, Outcome,
    Perception, Refusal, describe,
};
use undercroft::geom::{Dir, Pos, Size};
use undercroft::map::Tile;
use undercroft::rng::Seed;

use super::scene::{Scene, act, content, item, letter, only, peek, refuse, step};

fn me(game: &Game) -> Pos {
    game.view().player().pos
}

fn wait(game: &mut Game, turns: usize) {
    for _ in 0..turns {
        act(game, Action::Wait);
    }
}

#[test]
fn nobody_squeezes_between_two_diagonal_walls_nor_walks_through_one() {
    let mut game = Scene::new(1, "@#\n#.", &[]).game();
    assert_eq!(
        refuse(&mut game, Action::step(Dir::SouthEast)),
        Refusal::Squeeze
    );
    let east = Pos::new(2, 1);
    assert_eq!(
        refuse(&mut game, Action::step(Dir::East)),
        Refusal::Solid(east)
    );
    let mut game = Scene::new(1, "@#\n##", &[]).game();
    assert_eq!(
        refuse(&mut game, Action::step(Dir::SouthEast)),
        Refusal::Solid(Pos::new(2, 2)),
        "there is no gap"
    );
    let mut game = Scene::new(1, "@#\n..", &[]).game();
    step(&mut game, Dir::SouthEast);
    assert_eq!(me(&game), Pos::new(2, 2));
    // Nor strikes.
    let mut game = Scene::new(1, "@#\n#r", &[('r', "crypt-rat")]).game();
    assert_eq!(
        refuse(&mut game, Action::step(Dir::SouthEast)),
        Refusal::Squeeze
    );
    wait(&mut game, 5);
    assert_eq!(game.view().player().health, 40);
}

#[test]
fn an_action_takes_100_ticks_and_half_of_that_in_haste_and_twice_in_water() {
    let mut scene = Scene::new(1, "@~~..", &[]);
    let mut game = scene.game();
    step(&mut game, Dir::East);
    assert_eq!((game.time(), game.turns(), game.actions()), (200, 2, 1));
    step(&mut game, Dir::East);
    step(&mut game, Dir::East);
    assert_eq!(game.time(), 500);
    scene.state["player"]["conditions"]["left"][Condition::Hasted as usize] = 9.into();
    let mut game = scene.game();
    step(&mut game, Dir::East);
    assert_eq!(game.time(), 100);
    wait(&mut game, 1);
    assert_eq!(game.time(), 150);
}

#[test]
fn the_quick_act_more_often_and_ties_go_by_id() {
    // A pace of 80: ten steps while the player waits eight turns.
    let mut scene = Scene::new(1, "i...................@", &[('i', "wick-imp")]);
    scene.equip("sanctuary-lamp", "lantern");
    scene.first()["goal"] = serde_json::json!(Pos::new(21, 1));
    let mut game = scene.game();
    wait(&mut game, 8);
    let state = peek(&game);
    let x = state["here"]["actors"][0]["pos"]["x"].as_i64().unwrap();
    assert_eq!(x, 11);
    // Two that are due together: the lower id first.
    let mut game = Scene::new(2, "ggg\ng@g\nggg", &[('g', "pew-ghoul")]).game();
    let events = act(&mut game, Action::Wait);
    let order: Vec<u32> = events
        .iter()
        .filter_map(|event| match event {
            GameEvent::Hit { by, .. } | GameEvent::Missed { by, .. } => Some(by.id.0),
            _ => None,
        })
        .collect();
    assert!(order.len() >= 3);
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn closed_doors_block_sight_until_they_are_opened() {
    let mut game = Scene::new(1, "@+...", &[]).game();
    assert!(game.view().in_sight(Pos::new(2, 1)) && !game.view().in_sight(Pos::new(3, 1)));
    let events = step(&mut game, Dir::East);
    let pos = Pos::new(2, 1);
    assert!(events.contains(&GameEvent::DoorOpened {
        pos,
        by: EventActor::PLAYER,
        perception: Perception::Seen,
    }));
    assert_eq!(me(&game), Pos::new(1, 1), "opening takes the turn");
    assert!(game.view().in_sight(Pos::new(3, 1)));
    assert_eq!(
        refuse(&mut game, Action::Open { dir: Dir::East }),
        Refusal::NoDoor
    );
    act(
        &mut game,
        Action::Close {
            dir: Some(Dir::East),
        },
    );
    assert!(!game.view().in_sight(Pos::new(3, 1)));
    act(&mut game, Action::Open { dir: Dir::East });
    step(&mut game, Dir::East);
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
fn one_sees_8_tiles_in_the_dark_and_as_far_as_there_is_light() {
    let map = "\
@..............................
......................^........";
    let mut game = Scene::new(1, map, &[]).game();
    let seen = |game: &Game, x: i32| game.view().in_sight(Pos::new(x, 1));
    assert!(seen(&game, 9) && !seen(&game, 10));
    // The brazier at 23 lights 7 tiles around it.
    assert!(!seen(&game, 15) && seen(&game, 16) && seen(&game, 30) && !seen(&game, 31));
    assert!(game.view().tile(Pos::new(20, 1)).unwrap().lit);
    assert!(game.view().light(Pos::new(22, 1)) > game.view().light(Pos::new(17, 1)));
    // Put out, it lights nothing.
    let map = "@^....................";
    let mut scene = Scene::new(1, map, &[]);
    scene.remember_all();
    game = scene.game();
    assert_eq!(
        refuse(&mut game, Action::step(Dir::East)),
        Refusal::Solid(Pos::new(2, 1))
    );
    assert!(game.view().tile(Pos::new(9, 1)).unwrap().lit);
    act(
        &mut game,
        Action::Tend {
            dir: Some(Dir::East),
        },
    );
    assert!(!game.view().lamps().next().unwrap().lit);
    assert!(!game.view().tile(Pos::new(9, 1)).unwrap().lit);
    act(
        &mut game,
        Action::Tend {
            dir: Some(Dir::East),
        },
    );
    assert!(game.view().tile(Pos::new(9, 1)).unwrap().lit);
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
    let in_grass = |column: usize| {
        let mut tiles = tiles.clone().into_bytes();
        tiles[80 + column] = b'"';
        String::from_utf8(tiles).unwrap()
    };
    for column in [5, 1] {
        scene.state["here"]["tiles"]["tiles"] = in_grass(column).into();
        assert_eq!(scene.game().view().actors().count(), 0, "grass at {column}");
    }
    scene.first()["pos"] = serde_json::json!(Pos::new(3, 1));
    assert_eq!(scene.game().view().actors().count(), 1, "two tiles off");
}

#[test]
fn what_the_player_sees_sees_the_player() {
    // A hunter in sight always knows where the player is; one out of sight never learns more.
    let mut met = 0;
    for seed in 0..6 {
        let mut game = super::random::hardy(seed);
        let mut events = Vec::new();
        for _ in 0..300 {
            events.clear();
            if game.apply(Action::Explore, &mut events).is_err() {
                let dir = Dir::ALL[(game.turns() % 8) as usize];
                let _ = game.apply(Action::step(dir).confirmed(), &mut events);
            }
            for actor in game.view().actors().filter(|actor| actor.in_sight) {
                met += 1;
                assert!(game.view().in_sight(actor.pos), "{actor:?}");
            }
        }
    }
    assert!(met > 50, "{met}");
}

#[test]
fn food_lasts_1500_turns_and_healing_takes_more_of_it() {
    let food = content().rules().food;
    assert_eq!((food.full, food.healing), (1500, 300));
    let mut game = Scene::new(1, "@..", &[]).game();
    wait(&mut game, 100);
    assert_eq!(game.view().player().food, 1400);
    let mut scene = Scene::new(1, "@..", &[]);
    scene.set_player("health", 1);
    let mut game = scene.game();
    wait(&mut game, 100);
    // 40 in 300 turns: 13 in 100, and as much food again.
    assert_eq!(
        (game.view().player().food, game.view().player().health),
        (1300, 14)
    );
    wait(&mut game, 200);
    assert_eq!(game.view().player().health, 40);
}

#[test]
fn hunger_has_its_bands_and_kills() {
    let mut scene = Scene::new(1, "@..", &[]);
    scene.set_player("food", 301);
    scene.set_player("health", 30);
    let mut game = scene.game();
    let mut bands = Vec::new();
    let mut food_at = Vec::new();
    for _ in 0..600 {
        if game.outcome() != Outcome::Playing {
            break;
        }
        for event in act(&mut game, Action::Wait) {
            if let GameEvent::HungerChanged { hunger } = event {
                bands.push(hunger);
                food_at.push(game.view().player().food);
            }
        }
        if game.view().player().hunger >= Hunger::Weak && game.view().player().food > 0 {
            // Nothing heals now.
            let health = game.view().player().health;
            let mut next = game.clone();
            act(&mut next, Action::Wait);
            assert!(next.view().player().health <= health);
        }
    }
    assert_eq!(bands, [Hunger::Hungry, Hunger::Weak, Hunger::Starving]);
    assert_eq!(food_at, [299, 149, 49]);
    assert_eq!(
        game.outcome(),
        Outcome::Died {
            cause: Cause::Hunger
        }
    );
    assert_eq!(refuse(&mut game, Action::Wait), Refusal::Over);
}

#[test]
fn experience_gives_levels_that_heal_and_strengthen() {
    let mut scene = Scene::new(1, "@r.", &[('r', "crypt-rat")]);
    scene.set_player("experience", 48);
    scene.set_player("health", 10);
    scene.set_player("strength", 40);
    let mut game = scene.game();
    let before = game.view().player();
    assert_eq!((before.level, before.missing), (1, 2));
    let mut gained = false;
    for _ in 0..10 {
        if game.view().actors().count() > 0 {
            let events = step(&mut game, Dir::East);
            gained |= events
                .iter()
                .any(|event| matches!(event, GameEvent::LevelGained { level: 2, .. }));
        }
    }
    let after = game.view().player();
    assert!(gained);
    assert_eq!((after.level, after.experience), (2, 51));
    let growth = content().rules().growth;
    assert_eq!(after.max_health, before.max_health + growth.health_gain);
    // A third of the whole, however much is missing.
    let healed = 10 + after.max_health / growth.heal_part;
    assert!(
        (healed - 4..=healed + 4).contains(&after.health),
        "{}",
        after.health
    );
    assert!(after.health < after.max_health);
    // In hundredths, cut to whole numbers.
    assert_eq!(after.attack, before.attack + growth.attack_gain / 100);
    assert_eq!(after.defence, before.defence + growth.defence_gain / 100);
    // The next step is 11/10 of 50.
    assert_eq!(after.missing, 105 - 51);
    assert_eq!(after.kills, 1);
}

#[test]
fn fire_burns_for_4_turns_and_water_puts_it_out() {
    let mut scene = Scene::new(1, "@~..", &[]);
    scene.state["player"]["conditions"]["left"][Condition::Burning as usize] = 4.into();
    let mut game = scene.game();
    wait(&mut game, 8);
    assert_eq!(game.view().condition(Condition::Burning), 0);
    // 2 a turn; a little has healed.
    assert!((32..=34).contains(&game.view().player().health));
    let mut game = scene.game();
    step(&mut game, Dir::East);
    assert_eq!(game.view().condition(Condition::Burning), 0);
    assert_eq!(game.view().player().health, 40);
}

#[test]
fn dangerous_actions_ask_first_and_are_done_when_confirmed() {
    let mut scene = Scene::new(1, ">..", &[]);
    scene.state["player"]["pos"] = serde_json::json!(Pos::new(1, 1));
    scene.set_player("health", 9);
    let mut game = scene.game();
    let descend = Action::Descend { sure: false };
    let refusal = refuse(&mut game, descend);
    assert_eq!(refusal, Refusal::NeedsConfirmation(Danger::BadlyHurt));
    assert_eq!(refusal.to_string(), "you are badly hurt: really?");
    act(&mut game, descend.confirmed());
    assert_eq!(game.depth(), 2);
}

#[test]
fn stairs_lead_up_and_down_and_levels_are_kept() {
    let mut scene = Scene::new(5, ">.......", &[]);
    scene.state["player"]["pos"] = serde_json::json!(Pos::new(1, 1));
    scene.give("roof-slate", 3);
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::Ascend), Refusal::NoStairsUp);
    let letter = super::scene::letter('a');
    act(&mut game, Action::Drop { letter, count: 3 });
    let before = peek(&game)["here"].clone();
    let events = act(&mut game, Action::Descend { sure: false });
    assert!(events.contains(&GameEvent::Arrived {
        depth: 2,
        first: true
    }));
    assert_eq!(
        refuse(&mut game, Action::Descend { sure: false }),
        Refusal::NoStairsDown
    );
    wait(&mut game, 3);
    let second = peek(&game)["here"]["tiles"].clone();
    let events = act(&mut game, Action::Ascend);
    assert!(events.contains(&GameEvent::Arrived {
        depth: 1,
        first: false
    }));
    let after = peek(&game)["here"].clone();
    for field in ["tiles", "memory", "items", "actors", "braziers"] {
        assert_eq!(before[field], after[field], "{field}");
    }
    assert_eq!(me(&game), Pos::new(1, 1));
    act(&mut game, Action::Descend { sure: false });
    assert_eq!(peek(&game)["here"]["tiles"], second);
    // The way out is barred.
    let mut game = super::new_game(5);
    assert_eq!(refuse(&mut game, Action::Ascend), Refusal::Barred);
}

/// A sealed room with a lever beside its door, as levels have it.
pub fn vault_scene() -> Scene {
    let map = "\
@......
#.#####
##...##
##...##
##...##";
    let mut scene = Scene::new(6, map, &[]);
    let offers: Vec<serde_json::Value> = ["hatchet", "quilted-jack", "ring-hush"]
        .into_iter()
        .zip(3..)
        .map(|(id, x)| {
            let thing = serde_json::json!({
                "id": 100_400 + x, "kind": item(id), "count": 1, "plus": 1, "letter": null,
            });
            serde_json::json!([Pos::new(x, 4), thing])
        })
        .collect();
    // The door is the wall at (4, 2), the lever the wall at (5, 2).
    scene.state["here"]["vault"] = serde_json::json!({
        "room": {"left": 3, "top": 3, "right": 5, "bottom": 5},
        "door": Pos::new(4, 2), "lever": Pos::new(5, 2),
        "mechanism": {"Lever": {"pulled": false}},
        "offers": offers, "everlamp": false,
    });
    scene.state["here"]["seen"] = serde_json::json!([true, true, false]);
    scene
}

#[test]
fn a_vault_that_offers_a_bow_gives_the_arrows_for_it() {
    let mut scene = vault_scene();
    scene.state["here"]["vault"]["offers"][0][1]["kind"] = serde_json::json!(item("yew-bow"));
    let mut game = scene.game();
    let told = |events: &[GameEvent]| -> Vec<String> {
        let lines = events.iter();
        let lines = lines.filter_map(|event| describe(content(), event));
        lines.collect()
    };
    for _ in 0..3 {
        step(&mut game, Dir::East);
    }
    let lines = told(&step(&mut game, Dir::SouthEast));
    let opens = lines.iter().find(|line| line.contains("the vault opens"));
    assert!(
        opens.unwrap().contains("a +1 yew bow with 16 arrows, "),
        "{lines:?}"
    );
    for _ in 0..3 {
        step(&mut game, Dir::South);
    }
    let lines = told(&step(&mut game, Dir::West));
    let lies = "There is a +1 yew bow with 16 arrows here: take it, and the other two vanish.";
    assert_eq!(lines, [lies]);
    let lines = told(&act(&mut game, Action::PickUp));
    assert_eq!(
        lines,
        [
            "You pick up a +1 yew bow (a).",
            "You pick up 16 arrows (b).",
            "The other two sink into the floor."
        ]
    );
    act(
        &mut game,
        Action::Equip {
            letter: letter('a'),
        },
    );
    let at = Pos::new(5, 5);
    act(&mut game, Action::Fire { at, sure: true });
}

#[test]
fn a_lever_opens_a_vault_that_gives_one_of_three_things() {
    let mut game = vault_scene().game();
    wait(&mut game, 1);
    let vault = game.view().vault().unwrap();
    assert!(!vault.open && vault.offers == 3);
    assert_eq!(
        refuse(&mut game, Action::Choose { offer: 0 }),
        Refusal::NoOffer
    );
    assert_eq!(
        refuse(&mut game, Action::Pull { dir: Dir::East }),
        Refusal::NoLever
    );
    for _ in 0..3 {
        step(&mut game, Dir::East);
    }
    let rotate = Action::Rotate {
        tile: 0,
        clockwise: true,
    };
    assert_eq!(refuse(&mut game, rotate), Refusal::NoConduit);
    // Walking into a lever pulls it.
    let events = step(&mut game, Dir::SouthEast);
    let door = Pos::new(4, 2);
    assert!(events.iter().any(
        |event| matches!(event, GameEvent::VaultOpened { door: opened, .. } if *opened == door)
    ));
    assert_eq!(
        refuse(
            &mut game,
            Action::Pull {
                dir: Dir::SouthEast
            }
        ),
        Refusal::NoLever
    );
    step(&mut game, Dir::South);
    step(&mut game, Dir::South);
    assert_eq!(
        game.view()
            .items()
            .filter(|item| item.offer.is_some())
            .count(),
        3
    );
    let mut chosen = game.clone();
    let events = act(&mut game, Action::Choose { offer: 2 });
    let taken = |events: &[GameEvent], id: &str| {
        events.iter().any(
            |event| matches!(event, GameEvent::VaultTaken { item: taken } if taken.kind == item(id)),
        )
    };
    assert!(taken(&events, "ring-hush"));
    assert_eq!(game.view().vault().unwrap().offers, 0);
    assert_eq!(
        refuse(&mut game, Action::Choose { offer: 0 }),
        Refusal::NoOffer
    );
    // Or by picking it up.
    step(&mut chosen, Dir::South);
    let events = act(&mut chosen, Action::PickUp);
    assert!(taken(&events, "quilted-jack"));
    assert_eq!(chosen.view().items().count(), 0);
}

#[test]
fn feeling_for_a_wrong_tile_takes_time_in_which_a_hunter_arrives_and_strikes() {
    let seed = Seed(5);
    let spec = Spec::new(Size::new(3, 3), Rules::default(), seed).unwrap();
    let board = spec.make().start().clone();
    let mut scene = vault_scene();
    let conduit = serde_json::json!({"seed": seed, "board": board, "solved": false});
    scene.state["here"]["vault"]["mechanism"] = serde_json::json!({"Conduit": conduit});
    scene.state["player"]["pos"] = serde_json::json!(Pos::new(5, 1));
    scene.add_monster("pew-ghoul", Pos::new(1, 1));
    let attacks = |events: &[GameEvent]| {
        let on_player = events.iter().filter(|event| {
            matches!(event, GameEvent::Hit { at, .. } | GameEvent::Missed { at, .. }
                if *at == EventActor::PLAYER)
        });
        on_player.count()
    };
    let mut game = scene.game();
    let mut turned = game.clone();
    let turn = Action::Rotate {
        tile: 0,
        clockwise: true,
    };
    assert_eq!(attacks(&act(&mut turned, turn)), 0);
    assert_eq!(
        only(&turned).pos,
        Pos::new(2, 1),
        "a turn brings it a step nearer"
    );
    let felt = act(&mut game, Action::Pull { dir: Dir::South });
    assert_eq!(only(&game).pos, Pos::new(4, 1));
    assert!(attacks(&felt) >= 2, "{felt:?}");
}

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
    game = Game::resume(state, content()).unwrap();
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
    let board = game.view().conduit().unwrap();
    assert_eq!(board.size(), undercroft::geom::Size::new(10, 9));
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
    let mut events = act(&mut game, Action::Pull { dir: Dir::South });
    let feel = content().rules().vault.feel;
    assert_eq!(game.time() - time, u64::from(feel), "feeling takes longer");
    assert!(feel >= 500);
    let noise = content().rules().noise.fighting;
    assert_eq!(
        game.view().player().noise,
        noise,
        "and is as loud as a fight"
    );
    let mut pulls = 1;
    while game.outcome() == Outcome::Playing {
        events = act(&mut game, Action::Pull { dir: Dir::South });
        pulls += 1;
        assert!(pulls <= 90);
    }
    assert!(pulls > 20);
    assert!(events.contains(&GameEvent::Won));
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

/// The game with its player put on the stairs down, one level deeper.
pub fn descend_at_once(game: &Game) -> Game {
    let mut state = peek(game);
    state["player"]["pos"] = state["here"]["down"].clone();
    let down = state["here"]["down"].clone();
    let actors = state["here"]["actors"].as_array_mut().unwrap();
    actors.retain(|actor| actor["pos"] != down);
    // A brazier in sight from the stairs is known to burn or not.
    for brazier in state["here"]["braziers"].as_array_mut().unwrap() {
        brazier["seen_lit"] = brazier["lit"].clone();
    }
    state["plan"] = serde_json::Value::Null;
    let mut game = Game::resume(serde_json::from_value(state).unwrap(), content()).unwrap();
    act(&mut game, Action::Descend { sure: true });
    game
}

#[test]
fn new_game_plus_makes_monsters_a_fifth_stronger_each_time() {
    let health = |plus: u8| -> Vec<i64> {
        let setup = undercroft::game::Setup::new(undercroft::rng::Seed(3))
            .unwrap()
            .plus(plus);
        let state = peek(&Game::new(setup).unwrap());
        let actors = state["here"]["actors"].as_array().unwrap().clone();
        actors
            .iter()
            .map(|actor| {
                let kind: undercroft::game::content::MonsterKind =
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
    let too_much = undercroft::game::Setup::new(undercroft::rng::Seed(3))
        .unwrap()
        .plus(21);
    assert!(Game::new(too_much).is_err());
}

#[test]
fn rest_goes_on_until_healed_and_is_refused_in_danger() {
    let mut scene = Scene::new(1, "@..", &[]);
    let mut game = scene.game();
    assert_eq!(refuse(&mut game, Action::Rest), Refusal::Rested);
    scene.set_player("health", 20);
    let mut game = scene.game();
    let mut turns = 0;
    act(&mut game, Action::Rest);
    while game.doing() == Some(Action::Rest) {
        act(&mut game, Action::Rest);
        turns += 1;
    }
    assert_eq!(game.view().player().health, 40);
    assert!((145..=150).contains(&turns), "{turns}");
    scene.set_player("food", 100);
    assert_eq!(refuse(&mut scene.game(), Action::Rest), Refusal::TooHungry);
    scene.set_player("food", 1000);
    scene.add_monster("pew-ghoul", Pos::new(3, 1));
    for action in [
        Action::Rest,
        Action::Explore,
        Action::Travel { to: Pos::new(2, 1) },
    ] {
        assert_eq!(refuse(&mut scene.game(), action), Refusal::EnemyInSight);
    }
    // A sleeper does not count.
    scene.first()["mood"] = "Asleep".into();
    act(&mut scene.game(), Action::Rest);
}

#[test]
fn travel_goes_the_shortest_known_way_and_stops_there() {
    let map = "\
@....#...
.###.#.#.
.#.....#.
.#######.
.........";
    let mut scene = Scene::new(1, map, &[]);
    scene.remember_all();
    let mut game = scene.game();
    let to = Pos::new(9, 5);
    let travel = Action::Travel { to };
    let mut steps = 1;
    assert_eq!(game.view().known_path(to).map(|way| way.len()), Some(11));
    act(&mut game, travel);
    while game.doing() == Some(travel) {
        act(&mut game, travel);
        steps += 1;
    }
    assert_eq!((me(&game), steps), (to, 11));
    assert_eq!(refuse(&mut game, travel), Refusal::There);
    let wall = Action::Travel { to: Pos::new(6, 1) };
    assert_eq!(refuse(&mut game, wall), Refusal::NoWay);
    // Not where nothing is known.
    let mut game = Scene::new(1, map, &[]).game();
    assert_eq!(refuse(&mut game, travel), Refusal::NoWay);
}

#[test]
fn a_run_follows_a_passage_and_stops_at_its_end() {
    let map = "\
@....#
####.#
####.....
####.####";
    let mut scene = Scene::new(1, map, &[]);
    scene.remember_all();
    let mut game = scene.game();
    let run = Action::Run { dir: Dir::East };
    act(&mut game, run);
    while game.doing() == Some(run) {
        act(&mut game, run);
    }
    // Around the corner, to the fork.
    assert_eq!(me(&game), Pos::new(5, 3));
    assert_eq!(
        refuse(&mut game, Action::Run { dir: Dir::West }),
        Refusal::Solid(Pos::new(4, 3))
    );
}

#[test]
fn exploring_sees_everything_and_takes_what_lies_about() {
    let mut levels = 0;
    for seed in 0..8 {
        let mut game = super::new_game(seed);
        let mut state = peek(&game);
        state["here"]["actors"] = serde_json::json!([]);
        state["here"]["vault"] = serde_json::Value::Null;
        game = Game::resume(serde_json::from_value(state).unwrap(), content()).unwrap();
        let mut turns = 0;
        let mut events = Vec::new();
        let last = loop {
            events.clear();
            match game.apply(Action::Explore, &mut events) {
                Ok(()) => turns += 1,
                Err(refusal) => break refusal,
            }
            assert!(turns < 5000);
        };
        assert_eq!(last, Refusal::Explored);
        assert!(game.view().is_explored());
        assert_eq!(game.view().items().count(), 0, "everything was taken");
        assert!(game.view().stairs_down().is_some());
        // Every tile that can be walked on is known.
        let state = peek(&game);
        let tiles = state["here"]["tiles"]["tiles"].as_str().unwrap();
        let memory = state["here"]["memory"]["tiles"].as_str().unwrap();
        for (tile, known) in tiles.chars().zip(memory.chars()) {
            assert!(
                known != ' ' || tile == '#' || tile == ' ',
                "{tile} is unknown"
            );
        }
        levels += 1;
    }
    assert_eq!(levels, 8);
}

#[test]
fn odds_say_what_a_fight_is_like() {
    let mut scene = Scene::new(1, "@g.", &[('g', "pew-ghoul")]);
    let game = scene.game();
    let odds = game.view().odds(only(&game).id).unwrap();
    let (player, ghoul) = (game.view().player(), content().monster(only(&game).kind));
    let range =
        |attack, defence| undercroft::game::damage_range(content().rules(), attack, defence, false);
    assert_eq!((odds.hit, odds.hit_back), (90, 90));
    assert_eq!(odds.damage, range(player.attack, ghoul.defence));
    assert_eq!(odds.damage_back, range(ghoul.attack, player.defence));
    // Its attack is at least twice the defence: the difference, nine times in ten.
    assert!(ghoul.attack >= 2 * player.defence);
    let mean = (ghoul.attack - player.defence) * 90;
    assert_eq!(
        odds.blows_back,
        Some(((player.health * 100 + mean - 1) / mean) as u32)
    );
    assert_eq!(odds.share_back, (mean / player.health) as u32);
    let blows = odds.blows.unwrap() as i32;
    assert!(blows * odds.damage.1 >= ghoul.health && blows > 1);
    scene.first()["mood"] = "Asleep".into();
    let game = scene.game();
    let odds = game.view().odds(only(&game).id).unwrap();
    assert_eq!(odds.hit, 100);
    assert!(odds.damage.1 > 2 * range(player.attack, ghoul.defence).1);
    assert_eq!(only(&game).mood, Mood::Asleep);
}

#[test]
fn the_log_has_words_for_what_happens() {
    let mut scene = Scene::new(1, "@g.", &[('g', "pew-ghoul")]);
    scene.set_player("strength", 3);
    let mut game = scene.game();
    let mut lines = Vec::new();
    for _ in 0..6 {
        if game.outcome() == Outcome::Playing {
            for event in step(&mut game, Dir::East) {
                lines.extend(undercroft::game::describe(content(), &event));
            }
        }
    }
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("You hit the pew ghoul for ")),
        "{lines:?}"
    );
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("The pew ghoul hits you for ")),
        "{lines:?}"
    );
}

#[test]
fn close_and_tend_need_a_direction_only_where_there_is_a_choice() {
    let close = |dir| Action::Close { dir };
    let mut game = Scene::new(1, ".'.\n'@.\n...", &[]).game();
    assert_eq!(refuse(&mut game, close(None)), Refusal::WhichDirection);
    assert_eq!(Refusal::WhichDirection.to_string(), "which direction?");
    act(&mut game, close(Some(Dir::West)));
    let events = act(&mut game, close(None));
    let pos = Pos::new(2, 1);
    assert!(events.contains(&GameEvent::DoorClosed { pos }));
    assert_eq!(refuse(&mut game, close(None)), Refusal::NoDoor);
    // A door that something blocks is no choice.
    let mut scene = Scene::new(1, ".'.\n'@.\n...", &[]);
    scene.lay("ration", 1, Pos::new(1, 2));
    let mut game = scene.game();
    act(&mut game, close(None));
    assert_eq!(refuse(&mut game, close(None)), Refusal::Doorway);
    let tend = |dir| Action::Tend { dir };
    let mut game = Scene::new(1, "^@^", &[]).game();
    assert_eq!(refuse(&mut game, tend(None)), Refusal::WhichDirection);
    act(&mut game, tend(Some(Dir::East)));
    let lit: Vec<bool> = game.view().lamps().map(|lamp| lamp.lit).collect();
    assert_eq!(lit, [true, false]);
    let mut game = Scene::new(1, "^@.", &[]).game();
    act(&mut game, tend(None));
    assert!(!game.view().lamps().next().unwrap().lit);
    let mut game = Scene::new(1, ".@.", &[]).game();
    assert_eq!(refuse(&mut game, tend(None)), Refusal::NoBrazier);
}

#[test]
fn previews_and_questions_about_any_place_are_answered_within_the_map() {
    let ends = [i32::MIN, -1, 0, 1, 49, 80, 1 << 20, i32::MAX];
    let mut scene = Scene::new(1, "@........\n.........", &[]);
    scene.know_all();
    let sanctity = scene.give("scroll-sanctity", 1);
    let letters = ["roof-slate", "fire-pot", "scroll-fireball"].map(|id| scene.give(id, 1));
    let mut game = scene.game();
    act(
        &mut game,
        Action::Read {
            letter: sanctity,
            at: None,
            sure: true,
        },
    );
    let view = game.view();
    for x in ends {
        for y in ends {
            let at = Pos::new(x, y);
            let on_map = view.size().contains(at);
            for letter in letters {
                let (at, sure) = (Some(at), false);
                assert!(on_map || view.aim(Action::Use { letter, at, sure }).is_err());
            }
            assert!(!view.look(at).is_empty());
            assert!(on_map || view.tile(at).is_none() && view.light(at) == 0);
            assert!(on_map || view.known_path(at).is_none());
            let far = x.unsigned_abs().max(y.unsigned_abs()) > 3;
            assert!(!far || !view.is_hallowed(at), "{at}");
        }
    }
}

#[test]
fn a_monster_that_burns_is_seen_to_burn() {
    let mut scene = Scene::new(1, "@..r", &[('r', "crypt-rat")]);
    assert!(!only(&scene.game()).burns);
    scene.first()["conditions"]["left"][Condition::Burning as usize] = 4.into();
    assert!(only(&scene.game()).burns);
}
