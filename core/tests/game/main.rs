//! The roguelike's rules, played from outside: through actions, events and the view.

mod aim;
mod careful;
mod content;
mod danger;
mod doorway;
mod explore;
mod fair;
mod flow;
#[allow(dead_code, reason = "the other program of tests uses the rest")]
#[path = "../shared/golden.rs"]
mod golden;
mod hazards;
mod items;
mod levels;
mod light;
mod log;
mod long;
mod look;
mod missiles;
mod monsters;
mod outlets;
mod random;
mod rules;
mod scene;
mod set_pieces;
mod sight;
mod spent;
mod stories;
mod told;
mod training;
mod tread;
#[path = "../shared/trial.rs"]
mod trial;
mod vault;
mod victory;
mod water;

use undercroft_core::game::content::Content;
use undercroft_core::game::{Game, Setup};
use undercroft_core::rng::Seed;

fn new_game(seed: u64) -> Game {
    Game::new(Setup::new(Seed(seed)).unwrap()).unwrap()
}

#[test]
fn the_embedded_content_is_right() {
    if let Err(errors) = Content::embedded() {
        panic!("{errors}");
    }
}
