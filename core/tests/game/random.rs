//! Random actions, sensible and senseless: whatever is asked, the state stays sound.

use undercroft_core::game::{Action, Command, Game, Letter, Outcome};
use undercroft_core::geom::{Dir, Pos};
use undercroft_core::rng::Stream;

use super::new_game;

/// Any action at all, most of them refused. The golden runs are played by it, so it is no other when
/// the bot `chaos` changes.
pub fn any_action(game: &Game, stream: &mut Stream) -> Command {
    let dir = Dir::ALL[stream.below(8) as usize];
    let letter = Letter::all().nth(stream.below(26) as usize).unwrap();
    let x = stream.range(-2, 82);
    let y = stream.range(-2, 52);
    let near = game.view().player().pos;
    let far = Pos::new(x, y);
    let dx = stream.range(-5, 5);
    let dy = stream.range(-5, 5);
    let close = Pos::new(near.x + dx, near.y + dy);
    let at = if stream.coin() { close } else { far };
    let sure = stream.coin();
    let some = stream.coin().then_some(at);
    let action = match stream.below(35) {
        0..=6 => Action::Move { dir },
        7 => Action::Wait,
        8 => Action::Search,
        9 => Action::Rest,
        10 => Action::PickUp,
        11 => Action::Drop {
            letter,
            count: stream.below(4) as u16,
        },
        12..=17 => Action::Use { letter, at: some },
        18 => Action::Throw { letter, at },
        19 => Action::Fire { at },
        20 => Action::Close {
            dir: sure.then_some(dir),
        },
        21 => Action::Tend {
            dir: sure.then_some(dir),
        },
        22 => Action::Rotate {
            tile: stream.below(40) as u16,
            clockwise: sure,
        },
        23 | 24 => Action::Feel { dir },
        25 => Action::Ascend,
        26 => Action::Descend,
        27..=29 => Action::Explore,
        30 => Action::Travel { to: at },
        31 => Action::Run { dir },
        32 => match game.view().stairs_down() {
            Some(to) => Action::Travel { to },
            None => Action::Explore,
        },
        33 => Action::Push {
            dir: sure.then_some(dir),
        },
        _ => return Action::Descend.sure(),
    };
    Command { action, sure }
}

/// A game whose player lives long enough to see more.
pub fn hardy(seed: u64) -> Game {
    let mut state = serde_json::to_value(new_game(seed).state()).unwrap();
    state["player"]["vigour"] = 4000.into();
    state["player"]["health"] = 4000.into();
    state["player"]["strength"] = 10.into();
    let state = serde_json::from_value(state).unwrap();
    Game::with_state(state, super::scene::content())
}

#[test]
fn whatever_is_asked_the_state_stays_sound() {
    let (mut done, mut refused, mut deepest, mut ended) = (0, 0, 0, 0);
    for seed in 0..40 {
        let mut game = if seed % 2 == 0 {
            new_game(seed)
        } else {
            hardy(seed)
        };
        let mut events = Vec::new();
        let mut stream = Stream::new(seed, 77);
        for _ in 0..1500 {
            if game.outcome() != Outcome::Playing {
                ended += 1;
                break;
            }
            let command = any_action(&game, &mut stream);
            events.clear();
            // In this build every action that is done is followed by a check of the state.
            match game.apply(command, &mut events) {
                Ok(()) => {
                    done += 1;
                    while game.doing() == Some(command.action) {
                        game.apply(command, &mut events).unwrap();
                    }
                }
                Err(_) => {
                    assert!(events.is_empty());
                    refused += 1;
                }
            }
        }
        deepest = deepest.max(game.deepest());
    }
    assert!(
        done > 2000 && refused > 2000,
        "{done} done, {refused} refused"
    );
    println!("{done} done, {refused} refused, deepest {deepest}, {ended} ended");
    assert!(
        deepest >= 3 && ended > 0,
        "the runs reach depth {deepest}, {ended} end: choose other seeds"
    );
}
