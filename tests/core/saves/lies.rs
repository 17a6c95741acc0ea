//! Saves whose checksum is right and whose content is not: each is refused, or can be played on.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};
use undercroft::bot::{self, BotKind};
use undercroft::conduit::{Board, Spec};
use undercroft::game::content::DEEPEST;
use undercroft::game::save::{self, SaveError};
use undercroft::game::{Action, Game, Outcome, Run, State};
use undercroft::rng::{Seed, Stream, Tag};

use super::save::sealed;
use super::{actions, content, played};

/// Seeds whose explorer goes down some levels, and the turns it plays: with a long action under
/// way, beside a monster, with a vault on the way.
const RUNS: [(u64, u64); 4] = [(2, 900), (3, 1500), (11, 2500), (14, 60)];

/// How often saves are changed here; the environment variable `LIES` says otherwise.
const CASES: u64 = 300;

fn value_of(game: &Game) -> Value {
    serde_json::to_value(game.state()).unwrap()
}

/// The game of a save that holds this state, which need not be one that a run can be in; `None` if
/// it is not even of the right shape.
fn load(state: &Value) -> Option<Result<Game, SaveError>> {
    let state: State = serde_json::from_value(state.clone()).ok()?;
    Some(load_payload(&postcard::to_allocvec(&state).unwrap()))
}

fn load_payload(payload: &[u8]) -> Result<Game, SaveError> {
    let mut bytes = save::to_bytes(super::new_run(1).game())[..44].to_vec();
    bytes.extend((payload.len() as u64).to_le_bytes());
    bytes.extend(payload);
    save::from_bytes(&sealed(bytes))
}

/// Why a state is refused.
fn refusal(state: &Value) -> String {
    match load(state) {
        Some(Err(error)) => error.to_string(),
        Some(Ok(_)) => "nothing: it is loaded".into(),
        None => "nothing: it has another shape".into(),
    }
}

/// Saves and loads a game; nothing is lost.
fn keep(game: &Game) {
    let again = save::from_bytes(&save::to_bytes(game)).unwrap();
    assert_eq!(again.digest(), game.digest());
}

/// The game with its player on the stairs; whoever is there changes places with them.
fn on_stairs(game: &Game, stairs: &str) -> Game {
    let mut state = value_of(game);
    let (me, to) = (state["player"]["pos"].take(), state["here"][stairs].clone());
    for actor in state["here"]["actors"].as_array_mut().unwrap() {
        if actor["pos"] == to {
            actor["pos"] = me.clone();
        }
    }
    state["player"]["pos"] = to;
    // A brazier that the player now sees is known as it is.
    for brazier in state["here"]["braziers"].as_array_mut().unwrap() {
        brazier["seen_lit"] = brazier["lit"].clone();
    }
    state["plan"] = Value::Null;
    Game::resume(serde_json::from_value(state).unwrap(), content()).unwrap()
}

/// Takes every stair there is: up to the first level, then down to one that nobody has seen.
fn take_every_stair(game: &Game) {
    let mut game = game.clone();
    let bottom = (game.deepest() + 1).min(DEEPEST);
    let mut events = Vec::new();
    while game.depth() > 1 && game.outcome() == Outcome::Playing {
        game = on_stairs(&game, "up");
        game.apply(Action::Ascend, &mut events).unwrap();
    }
    while game.depth() < bottom && game.outcome() == Outcome::Playing {
        game = on_stairs(&game, "down");
        game.apply(Action::Descend { sure: true }, &mut events)
            .unwrap();
    }
    keep(&game);
}

/// Looks at a game, takes every stair and plays some 200 actions.
fn exercise(game: &Game, seed: u64) {
    keep(game);
    let view = game.view().whole();
    let _ = (view.vault(), view.conduit(), view.player(), game.score());
    let shown = view.actors().count() + view.items().count() + view.pack().count();
    assert!(shown + view.lamps().count() < 100_000);
    take_every_stair(game);
    let mut game = game.clone();
    let kind = [BotKind::Chaos, BotKind::Random, BotKind::Explorer][seed as usize % 3];
    let turns = game.turns() + 200;
    bot::play(
        &mut game,
        &mut *kind.create_bot(Seed(seed)),
        turns,
        |_, _, _| {},
    );
    keep(&game);
}

/// A random place in a state: from the top, any key or index, until something is plain or the way
/// has been long enough.
fn pick<'a>(value: &'a mut Value, stream: &mut Stream, name: &mut String) -> &'a mut Value {
    // Containers are changed as well, now and then.
    if stream.below(12) == 0 {
        return value;
    }
    let count = match value {
        Value::Object(fields) => fields.len(),
        Value::Array(entries) => entries.len(),
        _ => 0,
    };
    if count == 0 {
        return value;
    }
    let index = stream.below(count as u32) as usize;
    let next = match value {
        Value::Object(fields) => {
            let (key, value) = fields.iter_mut().nth(index).unwrap();
            name.clone_from(key);
            value
        }
        part => &mut part[index],
    };
    pick(next, stream, name)
}

/// A value that stands under the same name elsewhere.
fn find<'a>(value: &'a Value, name: &str, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                if key == name {
                    found.push(value);
                }
                find(value, name, found);
            }
        }
        Value::Array(entries) => entries.iter().for_each(|value| find(value, name, found)),
        _ => {}
    }
}

fn number(before: i64, stream: &mut Stream) -> Value {
    let near = i64::from(stream.range(-3, 3));
    let bits = 1_u64 << stream.below(64);
    match stream.below(8) {
        0 => json!(0),
        1 => json!(before.wrapping_add(1)),
        2 => json!(before.wrapping_sub(1)),
        3 => json!(before.wrapping_add(near)),
        4 => json!(bits),
        5 => json!(bits - 1),
        6 => json!(-near),
        _ => json!(stream.below(80)),
    }
}

/// Changes one thing of a state.
fn change(state: &mut Value, stream: &mut Stream) {
    let whole = state.clone();
    let mut name = String::new();
    let place = pick(state, stream, &mut name);
    let mut like = Vec::new();
    find(&whole, &name, &mut like);
    if stream.below(4) == 0
        && let Some(other) = stream.pick(&like)
    {
        *place = (*other).clone();
        return;
    }
    match place {
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(before) => {
            let before = before
                .as_u64()
                .map_or(before.as_i64().unwrap_or(0), |one| one as i64);
            *place = number(before, stream);
        }
        Value::String(tiles) if tiles.len() > 100 => {
            for _ in 0..=stream.below(30) {
                let at = stream.below(tiles.len() as u32) as usize;
                let tile = *stream
                    .pick(&["#", ".", "+", "'", "<", ">", "~", "\"", "^", " "])
                    .unwrap();
                tiles.replace_range(at..=at, tile);
            }
        }
        Value::Array(entries) if !entries.is_empty() => {
            let at = stream.below(entries.len() as u32) as usize;
            match stream.below(5) {
                0 => entries.reverse(),
                1 => entries.clear(),
                2 => entries.push(entries[at].clone()),
                3 => entries.swap(0, at),
                _ => drop(entries.remove(at)),
            }
        }
        place => *place = Value::Null,
    }
}

/// Runs of explorers with levels left behind, and some whose players outlive more of them.
fn corpus() -> Vec<Value> {
    let mut states = Vec::new();
    for (seed, turns) in RUNS {
        let run = played(seed, &actions(BotKind::Explorer, seed, turns));
        states.push(value_of(run.game()));
    }
    // Stairs alone, down to the Everlamp; then a while there.
    let mut state = value_of(super::new_run(21).game());
    state["player"]["vigour"] = json!(4000);
    state["player"]["health"] = json!(4000);
    let mut game = load(&state).unwrap().unwrap();
    while game.depth() < DEEPEST {
        game = on_stairs(&game, "down");
        game.apply(Action::Descend { sure: true }, &mut Vec::new())
            .unwrap();
        if game.depth().is_multiple_of(4) {
            states.push(value_of(&game));
        }
    }
    states
}

/// The first case and how many there are.
fn cases() -> (u64, u64) {
    let Ok(range) = std::env::var("LIES") else {
        return (0, CASES);
    };
    let (first, count) = range.split_once('+').expect("LIES is FIRST+COUNT");
    (first.parse().unwrap(), count.parse().unwrap())
}

/// Plays a case; what went wrong, if anything did.
fn outcome_of(case: u64, play: impl FnOnce() -> bool) -> Result<bool, String> {
    catch_unwind(AssertUnwindSafe(play)).map_err(|panic| {
        let said = panic.downcast_ref::<String>().cloned();
        let said = said.or_else(|| panic.downcast_ref::<&str>().map(|said| (*said).into()));
        format!("case {case}: {}", said.unwrap_or_default())
    })
}

#[test]
fn a_state_that_was_changed_is_refused_or_can_be_played_on() {
    let (first, count) = cases();
    let corpus = corpus();
    let levels = |state: &Value| state["other_levels"].as_object().unwrap().len();
    assert!(corpus.iter().filter(|state| levels(state) > 1).count() >= 3);
    let (mut accepted, mut refused, mut wrong) = (0, 0, Vec::new());
    for case in first..first + count {
        let mut stream = Stream::keyed(Tag::COSMETIC, Seed(case), &[1]);
        let mut state = stream.pick(&corpus).unwrap().clone();
        for _ in 0..=stream.below(3) {
            change(&mut state, &mut stream);
        }
        let played = outcome_of(case, || match load(&state) {
            Some(Ok(game)) => {
                exercise(&game, case);
                true
            }
            _ => false,
        });
        match played {
            Ok(true) => accepted += 1,
            Ok(false) => refused += 1,
            Err(error) => wrong.push(error),
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        accepted > count / 20 && refused > count / 4,
        "{accepted} {refused}"
    );
}

#[test]
fn a_save_whose_bytes_were_changed_is_refused_or_can_be_played_on() {
    let (seed, turns) = RUNS[0];
    let run = played(seed, &actions(BotKind::Explorer, seed, turns));
    let payload = postcard::to_allocvec(run.game().state()).unwrap();
    // Most of a state are walls, floors and what is unknown.
    let plain = |at: &usize| !b"#. ".contains(&payload[*at]);
    let places: Vec<usize> = (0..payload.len()).filter(plain).collect();
    let (first, count) = cases();
    let (mut accepted, mut wrong) = (0, Vec::new());
    for case in first..first + count {
        let mut stream = Stream::keyed(Tag::COSMETIC, Seed(case), &[2]);
        let mut bytes = payload.clone();
        for _ in 0..=stream.below(3) {
            let at = *stream.pick(&places).unwrap();
            bytes[at] = match stream.below(3) {
                0 => stream.below(256) as u8,
                1 => bytes[at].wrapping_add(1),
                _ => bytes[at] ^ 1 << stream.below(8),
            };
        }
        let played = outcome_of(case, || match load_payload(&bytes) {
            Ok(game) => {
                exercise(&game, case);
                true
            }
            Err(_) => false,
        });
        match played {
            Ok(played) => accepted += u64::from(played),
            Err(error) => wrong.push(error),
        }
    }
    println!("{accepted} accepted");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(accepted > count / 100, "{accepted}");
}

/// A change to a state, and what is said of it.
type Lie = (&'static str, fn(&mut Value));

/// The levels that were left, the first of them with its depth.
fn first_left(state: &mut Value) -> &mut Value {
    let left = state["other_levels"].as_object_mut().unwrap();
    left.values_mut().next().unwrap()
}

#[test]
fn a_save_that_lies_is_refused_with_what_is_wrong_and_where() {
    let lies: [Lie; 17] = [
        ("depth 1: the actor ActorId(", |state| {
            first_left(state)["actors"]
                .as_array_mut()
                .unwrap()
                .reverse();
        }),
        ("is not one of the 0 monsters made at depth 1", |state| {
            first_left(state)["actors_created"] = json!(0);
        }),
        ("is not one of the 1 items made at depth 1", |state| {
            first_left(state)["items_created"] = json!(1);
        }),
        ("depth 1 was left at 281474976710656, and it is", |state| {
            first_left(state)["left_at"] = json!(1_u64 << 48);
        }),
        ("a Floor is at (0,7)", |state| {
            let tiles = &mut first_left(state)["tiles"]["tiles"];
            let mut text = tiles.as_str().unwrap().to_owned();
            text.replace_range(7 * 80..=7 * 80, ".");
            *tiles = json!(text);
        }),
        ("Floor is remembered at (0,7), where Wall is", |state| {
            let tiles = &mut first_left(state)["memory"]["tiles"];
            let mut text = tiles.as_str().unwrap().to_owned();
            text.replace_range(7 * 80..=7 * 80, ".");
            *tiles = json!(text);
        }),
        ("(0,0) is mapped, but not remembered", |state| {
            let memory = &mut first_left(state)["memory"]["tiles"];
            let mut text = memory.as_str().unwrap().to_owned();
            text.replace_range(..1, " ");
            *memory = json!(text);
            first_left(state)["mapped"] = json!([{"x": 0, "y": 0}]);
        }),
        ("it is due at 0, before", |state| {
            let actor = &mut state["other_levels"]["11"]["actors"][0];
            actor["mood"] = json!("Wandering");
            actor["disguised"] = json!(false);
            actor["next"] = json!(0);
        }),
        ("it is due at 18446744073709551615, long after", |state| {
            first_left(state)["actors"][0]["next"] = json!(u64::MAX);
        }),
        ("is kept as depth 9", |state| {
            let level = first_left(state).clone();
            state["other_levels"]["9"] = level;
        }),
        ("there is a room from (1,1) to (2147483647,2)", |state| {
            let room = json!({"left": 1, "top": 1, "right": i32::MAX, "bottom": 2});
            first_left(state)["rooms"] = json!([room]);
        }),
        ("the world is due at 3, not at", |state| {
            state["upkeep"] = json!(3)
        }),
        ("the player is due at 0, and it is", |state| {
            state["player"]["next"] = json!(0);
        }),
        ("monsters were killed", |state| {
            state["player"]["kills"] = json!(u32::MAX);
        }),
        ("potions added 2147483647 to health", |state| {
            state["player"]["vigour"] = json!(i32::MAX);
        }),
        ("experience do not make level 50", |state| {
            state["player"]["level"] = json!(50);
        }),
        ("its way leaps from", |state| {
            let way = json!([{"x": 5, "y": 5}, {"x": 9, "y": 9}]);
            state["plan"] = json!({"action": "Explore", "path": way});
        }),
    ];
    // From the first level to the last by stairs alone: everybody is still there.
    let honest = corpus().pop().unwrap();
    assert!(load(&honest).unwrap().is_ok());
    for (expected, lie) in lies {
        let mut state = honest.clone();
        lie(&mut state);
        let said = refusal(&state);
        assert!(said.contains(expected), "{expected} is not in: {said}");
    }
}

#[test]
fn a_conduit_that_is_not_the_one_of_its_seed_is_refused() {
    let mut game = load(&corpus().pop().unwrap()).unwrap().unwrap();
    assert_eq!(game.depth(), DEEPEST);
    // What is no board at all does not load; a test of `Conduit` tries that.
    let lies: [fn(&mut Value); 4] = [
        |conduit| {
            let board: Board = conduit["board"].as_str().unwrap().parse().unwrap();
            let other = Spec::new(board.size(), board.rules(), Seed(1)).unwrap();
            conduit["board"] = json!(other.make().start().id());
        },
        |conduit| {
            let other: Spec = "board/3x3#1".parse().unwrap();
            conduit["board"] = json!(other.make().start().id());
        },
        |conduit| conduit["seed"] = json!(1),
        |conduit| conduit["solved"] = json!(true),
    ];
    for lie in lies {
        let mut state = value_of(&game);
        lie(&mut state["here"]["vault"]["mechanism"]["Conduit"]);
        let said = refusal(&state);
        let expected = [
            "the conduit is not the one of its seed",
            "the Everlamp burns",
        ];
        assert!(expected.iter().any(|part| said.contains(part)), "{said}");
    }
    game.apply(Action::Wait, &mut Vec::new()).unwrap();
    keep(&game);
}

/// Any byte may be the length of a list, and is made one of 2^20 to 2^62 entries.
#[test]
fn a_forged_length_takes_no_memory() {
    let payload = postcard::to_allocvec(super::new_run(5).game().state()).unwrap();
    let mut refused = 0;
    for at in (0..payload.len()).filter(|at| at % 7 == 0 || payload[*at] < 32) {
        for bits in [20, 32, 62] {
            let mut forged = payload[..at].to_vec();
            forged.extend(postcard::to_allocvec(&(1_u64 << bits)).unwrap());
            forged.extend(&payload[at + 1..]);
            refused += usize::from(load_payload(&forged).is_err());
        }
    }
    assert!(refused > 1000, "{refused}");
}

/// A run whose recording is not in order saves nothing that could be played again.
#[test]
fn a_recording_whose_digests_are_out_of_place_is_refused() {
    let run = played(2, &actions(BotKind::Explorer, 2, 300));
    let replay = run.replay().to_string();
    let (before, after) = replay.split_once(" =64 ").unwrap();
    let bare = save::to_bytes(run.game());
    for wrong in [
        replay.replacen(" =64 ", " =63 ", 1),
        replay.replacen(" =64 ", " =900000 ", 1),
        format!("{before} =64 0123456789abcdef\n =64 {after}"),
        replay.replacen(" =64 ", " .*4294967295 =64 ", 1),
        format!("{before} {}", after.split_once('\n').unwrap().1),
    ] {
        assert!(wrong.parse::<undercroft::game::replay::Replay>().is_ok());
        let mut bytes = bare.clone();
        bytes.extend(wrong.as_bytes());
        let error = Run::from_bytes(&sealed(bytes)).map(|_| wrong).unwrap_err();
        assert!(matches!(error, SaveError::WrongRecording(_)), "{error}");
    }
}
