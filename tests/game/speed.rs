//! How fast: printed, not asserted.
use crate::careful::choose;
use undercroft::game::*;

#[test]
#[ignore = "prints figures"]
fn speed_of_a_careful_player() {
    let start = std::time::Instant::now();
    let (mut actions, mut failed) = (0u64, 0);
    let mut applying = std::time::Duration::ZERO;
    for seed in 0..60 {
        let mut game = crate::random::hardy(seed);
        let mut events = Vec::new();
        for _ in 0..3000 {
            if game.outcome() != Outcome::Playing {
                break;
            }
            events.clear();
            let action = game.doing().unwrap_or_else(|| choose(&game));
            let t = std::time::Instant::now();
            if game.apply(action, &mut events).is_err() {
                failed += 1;
                if game.view().stairs_down().is_some() && game.view().is_explored() {
                    game = crate::rules::descend_at_once(&game);
                    continue;
                }
                let _ = game.apply(Action::Wait, &mut events);
            }
            applying += t.elapsed();
            actions += 1;
        }
    }
    println!(
        "{actions} actions, {failed} refused, {:?} in all, {:?} a turn applying",
        start.elapsed(),
        applying / actions as u32
    );
}
