//! A run with something to do at a conduit, for the tests of the shell and of the window.

use undercroft::bot::BotKind;
use undercroft::game::content::Class;
use undercroft::game::{self, Command, Outcome, Setup, View};
use undercroft::geom::Dir;
use undercroft::rng::Seed;

/// A run that stands beside a conduit with nobody in sight, played there by the explorer: one with several lamps and a
/// `broken` tile whose missing pipe lies elsewhere, or one on which light is to reach all tiles.
pub fn run_beside_a_conduit(broken: bool) -> (game::Run, Dir) {
    for seed in 1..100 {
        let setup = Setup::new(Seed(seed)).unwrap();
        let mut run = game::Run::new(setup).unwrap();
        let mut bot = BotKind::Explorer.create_bot(Seed(seed));
        let mut events = Vec::new();
        for _ in 0..6000 {
            let game = run.game();
            let view = game.view();
            if game.outcome() != Outcome::Playing || game.depth() > 6 {
                break;
            }
            let me = view.player().pos;
            let unsolved = view.features().find(|one| one.has_conduit && !one.open);
            if let Some(conduit) = unsolved
                && view.conduit().is_some()
                && is_wanted(view, broken)
                && !view.enemy_in_sight()
                && let Some(dir) = me.dir_to(conduit.at)
            {
                return (run, dir);
            }
            let doing = game.doing().map(Command::from);
            let action = doing.unwrap_or_else(|| bot.choose_action(view));
            if let Err(why) = run.apply(action, &mut events) {
                bot.handle_refusal(action, why);
            }
            events.clear();
        }
    }
    panic!("no level has a conduit that the explorer comes to");
}

/// Whether the conduit has a broken tile, and the player nothing to mend it with, or light is to reach all its tiles.
fn is_wanted(view: View<'_>, broken: bool) -> bool {
    let Some(several) = view.broken_conduit() else {
        return !broken;
    };
    let carries_pipe = view.find_class(|class| class == Class::Pipe).is_some();
    broken && !carries_pipe && several.broken.is_some_and(|(_, fused)| !fused)
}

/// The vi key for a step in this direction.
pub const fn key_towards(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "k",
        Dir::South => "j",
        Dir::West => "h",
        Dir::East => "l",
        Dir::NorthWest => "y",
        Dir::NorthEast => "u",
        Dir::SouthWest => "b",
        Dir::SouthEast => "n",
    }
}
