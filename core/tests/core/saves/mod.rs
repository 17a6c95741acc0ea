//! Runs written down: as saves, which go on, and as replays, which are played again.

mod loading;
mod recording;

use undercroft_core::bot::{self, BotKind};
use undercroft_core::game::content::Content;
use undercroft_core::game::{Command, Game, Run, Setup};
use undercroft_core::rng::Seed;

use crate::sealed::sealed;

fn content() -> &'static Content {
    Content::embedded().unwrap()
}

fn new_run(seed: u64) -> Run {
    Run::new(Setup::new(Seed(seed)).unwrap()).unwrap()
}

/// The actions of a bot that plays a seed for so many turns, if it lives.
fn actions(kind: BotKind, seed: u64, turns: u64) -> Vec<Command> {
    let mut game = Game::new(Setup::new(Seed(seed)).unwrap()).unwrap();
    let mut actions = Vec::new();
    let mut bot = kind.create_bot(Seed(seed));
    bot::play(&mut game, &mut *bot, turns, |_, action, _| {
        actions.push(action)
    });
    actions
}

/// The first seed whose explorer lives for so many turns, and what it does.
fn long(turns: u64) -> (u64, Vec<Command>) {
    for seed in 1..100 {
        let actions = actions(BotKind::Explorer, seed, turns);
        if played(seed, &actions).game().turns() >= turns {
            return (seed, actions);
        }
    }
    panic!("no explorer lives for {turns} turns");
}

/// The run in which these actions were done.
fn played(seed: u64, actions: &[Command]) -> Run {
    let mut run = new_run(seed);
    let mut events = Vec::new();
    for action in actions {
        events.clear();
        run.apply(*action, &mut events).unwrap();
    }
    run
}
