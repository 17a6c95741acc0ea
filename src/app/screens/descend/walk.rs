//! Walking to a tile that is clicked or aimed at: where the walk ends, and its first step.

use super::reply::Reply;
use crate::app::stage::Run;
use crate::game::{Action, Intent, View};
use crate::geom::{Dir, Pos};

/// Walks to a tile that was clicked, attacking an adjacent enemy. In danger a walk is one step, as travel is
/// refused.
pub(super) fn walk_to(at: Pos, run: &Run) -> Reply {
    let view = run.game().view();
    let me = view.player().pos;
    let action = match me.dir_to(at) {
        Some(dir) => Action::step(dir),
        None if at == me => Action::PickUp,
        None => {
            let to = view.travel_target(at);
            let step = first_step(view, to).filter(|_| view.enemy_in_sight());
            step.map_or(Action::Travel { to }, Action::step)
        }
    };
    action.into()
}

/// The first step of the known path to a tile, if nothing blocks it.
fn first_step(view: View<'_>, to: Pos) -> Option<Dir> {
    let next = view.known_path(to)?.pop()?;
    let dir = view.player().pos.dir_to(next);
    dir.filter(|dir| view.can_step(*dir))
}

/// Whether a walk to a tile may be offered: no enemy rules it out, and nobody known stands there.
pub(super) fn can_walk(view: View<'_>, at: Pos) -> bool {
    let to = view.travel_target(at);
    let is_open = view.tile(to).is_some_and(|tile| tile.tile.is_walkable());
    is_open
        && to != view.player().pos
        && view.can_begin(Intent::Travel).is_ok()
        && view.actor_at(to).is_none()
}

#[cfg(test)]
mod tests {
    use super::super::mode::Mode;
    use super::*;
    use crate::bot::Explorer;
    use crate::game::{Mood, Refusal};
    use crate::map::Tile;
    use crate::rng::Seed;

    fn walk(run: &mut Run, to: Pos) {
        let Reply::Act(command, Mode::Map) = walk_to(to, run) else {
            panic!("a click on the map acts");
        };
        run.apply(command).unwrap();
    }

    /// A run with an awake enemy in sight.
    fn run_in_danger() -> Run {
        let mut run = Run::new(Seed(5), None).unwrap();
        let mut bot = Explorer::default();
        while !run.game().view().enemy_in_sight() {
            run.step_by(&mut bot);
        }
        run
    }

    #[test]
    fn in_danger_travel_is_refused_and_a_click_is_one_step_of_the_way() {
        let mut run = run_in_danger();
        let view = run.game().view();
        let me = view.player().pos;
        let is_far = |pos: &Pos| pos.steps_to(me) > 3 && first_step(view, *pos).is_some();
        let to = view.known().iter().map(|(pos, _)| pos).find(is_far);
        let to = to.unwrap();
        let dir = first_step(view, to).unwrap();
        assert_eq!(run.apply(Action::Travel { to }), Err(Refusal::EnemyInSight));
        let message = &run.log().lines().last().unwrap().text;
        let names_it = message.starts_with("Not while a") && message.contains(" is in sight: ");
        assert!(names_it, "{message}");
        walk(&mut run, to);
        assert_eq!(run.game().view().player().pos, me.step(dir));
        assert!(!run.is_under_way());
    }

    #[test]
    fn a_click_on_a_sleeping_enemy_walks_up_to_it() {
        for seed in 1..40 {
            let mut run = Run::new(Seed(seed), None).unwrap();
            let mut bot = Explorer::default();
            for _ in 0..300 {
                run.step_by(&mut bot);
                let view = run.game().view();
                let me = view.player().pos;
                let far = |at: &Pos| at.steps_to(me) > 3;
                let asleep = view
                    .actors()
                    .filter(|actor| actor.in_sight && actor.mood == Mood::Asleep);
                let sleeper = asleep.map(|actor| actor.pos).find(far);
                let Some(at) = sleeper.filter(|_| !view.enemy_in_sight()) else {
                    continue;
                };
                let turns = run.game().turns();
                walk(&mut run, at);
                assert!(run.game().turns() > turns, "seed {seed}");
                while run.is_under_way() {
                    run.continue_action(1, |_| false);
                }
                let me = run.game().view().player().pos;
                if me.steps_to(at) == 1 {
                    return;
                }
                // Something else has ended the walk.
                break;
            }
        }
        panic!("no walk leads up to a sleeper");
    }

    #[test]
    fn a_walk_to_a_lever_or_conduit_ends_before_it() {
        // A few steps in sight of one are enough.
        let (mut checked, mut seed) = (0, 0);
        while checked < 3 {
            let mut run = Run::new(Seed(seed), None).unwrap();
            let mut bot = Explorer::default();
            while checked < 3 && run.is_playing() {
                run.step_by(&mut bot);
                let view = run.game().view();
                let Some(feature) = view.features().next() else {
                    continue;
                };
                let to = view.travel_target(feature.at);
                assert!(to.steps_to(feature.at) == 1 && view.known_path(to).is_some());
                let me = view.player().pos;
                assert_eq!(view.travel_target(me), me);
                checked += 1;
            }
            seed += 1;
        }
    }

    #[test]
    fn a_walk_to_a_tomb_ends_before_it() {
        let tomb_in_reach = |seed: u64| {
            let mut run = Run::new(Seed(seed), None).unwrap();
            let mut bot = Explorer::default();
            while run.is_playing() && run.game().depth() == 1 {
                let view = run.game().view();
                let tomb = view.known().iter().find(|(_, tile)| **tile == Tile::Tomb);
                let tomb = tomb.map(|(at, _)| at);
                if let Some(at) = tomb.filter(|at| view.travel_target(*at) != *at) {
                    return Some((run, at));
                }
                run.step_by(&mut bot);
            }
            None
        };
        let (run, at) = (0..60).find_map(tomb_in_reach).unwrap();
        let view = run.game().view();
        let to = view.travel_target(at);
        assert!(to.steps_to(at) == 1 && view.known_path(to).is_some());
        assert!(view.sights().contains(&at));
    }

    #[test]
    fn a_walk_is_offered_to_free_tiles_and_without_danger() {
        let mut counts = [0; 3];
        let mut run = Run::new(Seed(5), None).unwrap();
        let mut bot = Explorer::default();
        while run.is_playing() && counts.contains(&0) {
            run.step_by(&mut bot);
            let view = run.game().view();
            for actor in view.actors() {
                assert!(!can_walk(view, actor.pos));
                counts[0] += 1;
            }
            let is_offered = view.stairs_up().is_some_and(|to| can_walk(view, to));
            assert!(!is_offered || !view.enemy_in_sight());
            counts[1 + usize::from(is_offered)] += 1;
        }
        assert!(!counts.contains(&0), "{counts:?}");
    }
}
