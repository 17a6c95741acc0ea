//! scratch
use undercroft::bot::{Bot, Explorer};
use undercroft::game::*;
use undercroft::rng::Seed;
fn main() {
    let seed: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let from: u64 = std::env::args().nth(2).unwrap().parse().unwrap();
    let to: u64 = std::env::args().nth(3).unwrap().parse().unwrap();
    let mut game = Game::new(Setup::new(Seed(seed)).unwrap()).unwrap();
    let mut bot = Explorer::default();
    let mut events = Vec::new();
    while game.outcome() == Outcome::Playing && game.turns() < to {
        let show = game.turns() >= from;
        let action = game.doing().unwrap_or_else(|| bot.act(game.view()));
        events.clear();
        let r = game.apply(action, &mut events);
        if let Err(why) = r {
            bot.refused(action, why);
        }
        if show {
            let p = game.view().player();
            println!(
                "{} d{} {:?} hp {}/{} food {} {action:?} {r:?}",
                game.turns(),
                game.depth(),
                p.pos,
                p.health,
                p.max_health,
                p.food
            );
            println!("   {}", format!("{bot:?}").split("walk:").next().unwrap());
            for e in &events {
                println!(
                    "      {}",
                    describe(&game, e).unwrap_or_else(|| format!("{e:?}"))
                );
            }
        }
    }
}
