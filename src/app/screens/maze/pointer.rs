//! Walking with the mouse: a click takes a step towards the pointer. Holding the button keeps walking,
//! around bends too, until the passage branches and no branch leads towards the pointer. A tap walks on like a button
//! that is held on its cell.

use std::collections::BTreeSet;
use std::time::Duration;

use bevy::prelude::*;

use super::action::MazeAction;
use super::mazes::MazeSession;
use crate::app::frame::Phase;
use crate::app::input::{ActionQueue, MapPointer};
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::Screen;
use crate::geom::{Dir, Pos};
use crate::mazerun::MazeRun;
use crate::profile::maze::cells_of_tile;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        walk_to_pointer.in_set(Screen::Maze).in_set(Phase::Input),
    );
}

/// Interval between steps while the button is held.
const STEP_INTERVAL: Duration = Duration::from_millis(75);
/// Delay between the first and the second step, so that a slow click does not take two.
const FIRST_DELAY: Duration = Duration::from_millis(260);

/// The left button while it is held, or what a tap asks for.
struct Hold {
    /// Earliest time of the next step.
    next_step: Duration,
    /// The cell that the pointer was on last, and the last step towards it.
    target: Option<Pos>,
    last_step: Option<Dir>,
    /// The [number](MazeSession::number) of the maze in which the button was pressed.
    number: u64,
    /// Whether it was held for more than a frame, which no tap is.
    is_long: bool,
    /// The cells that it has left: the walk of a tap ends where it would go around.
    passed: BTreeSet<Pos>,
}

fn walk_to_pointer(
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    pointer: MapPointer,
    (play, time): (Res<MazeSession>, Res<Time<Real>>),
    mut hold: Local<Option<Hold>>,
    mut queue: ResMut<ActionQueue>,
    mut wake: MessageWriter<Wake>,
) {
    let Some(buttons) = buttons else { return };
    let now = time.elapsed();
    let is_pressed_now = buttons.just_pressed(MouseButton::Left);
    if is_pressed_now && !pointer.is_on_panel() && play.has_looked() {
        queue.push(&MazeAction::Next);
    }
    let is_held = is_pressed_now || buttons.pressed(MouseButton::Left);
    // A tap is let go at once, and its walk goes on.
    let goes_on = |hold: &Hold| is_held || pointer.is_finger() && !hold.is_long;
    *hold = match hold.take() {
        // A click may start and end within one frame.
        _ if is_pressed_now => (!pointer.is_on_panel()).then(|| Hold {
            next_step: now,
            target: None,
            last_step: None,
            number: play.number(),
            is_long: false,
            passed: BTreeSet::new(),
        }),
        hold => hold.filter(goes_on),
    };
    // Holding the button must not walk on into the next maze.
    let Some(now_held) = hold.as_mut().filter(|hold| hold.number == play.number()) else {
        return;
    };
    now_held.is_long |= is_held && !is_pressed_now;
    let run = play.run();
    let cell = match pointer.tile().filter(|_| is_held) {
        Some(tile) => cells_of_tile(tile)[0],
        None => match now_held.target {
            Some(target) if !is_held => target,
            _ => return,
        },
    };
    if now_held.target.replace(cell) != Some(cell) {
        now_held.last_step = None;
    }
    let next = choose_step(run, cell, now_held.last_step);
    let (Some(dir), false) = (next, !is_held && now_held.passed.contains(&run.at())) else {
        if !is_held {
            *hold = None;
        }
        return;
    };
    wake.write(Wake(FRAME));
    if now >= now_held.next_step && !run.is_over() {
        let pause = if is_pressed_now {
            FIRST_DELAY
        } else {
            STEP_INTERVAL
        };
        now_held.passed.insert(run.at());
        now_held.next_step = now + pause;
        now_held.last_step = Some(dir);
        queue.push(&MazeAction::Step(dir));
    }
}

/// The next step towards `target` after the step `last` towards the same target: the open direction
/// that leads closest to it or, in a passage without branches, onward. Never straight back.
fn choose_step(run: &MazeRun, target: Pos, last: Option<Dir>) -> Option<Dir> {
    let offset = target - run.at();
    if offset == Pos::default() {
        return None;
    }
    let gain = |dir: &Dir| {
        let delta = dir.delta();
        delta.x * offset.x + delta.y * offset.y
    };
    let back = last.map(Dir::opposite);
    let open = Dir::CARDINAL
        .into_iter()
        .filter(|dir| run.maze().step(run.at(), *dir).is_some() && back != Some(*dir));
    let best = open.max_by_key(gain)?;
    if gain(&best) > 0 {
        return Some(best);
    }
    last.and_then(|last| run.onward(last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;
    use crate::mazerun::Leg;
    use crate::rng::Seed;

    #[test]
    fn held_towards_a_place_it_follows_the_bends_and_does_not_turn_back() {
        // From the lower right to the left, up, and to the right again.
        let leg = Leg::new("maze-dfs", Size::new(4, 4), Seed(1)).unwrap();
        let mut run = leg.load_text("9AE\n3AE\n").unwrap();
        assert_eq!(run.at(), Pos::new(2, 1));
        let target = Pos::new(2, 0);
        assert_eq!(choose_step(&run, target, None), None, "a wall lies between");
        let mut last = Some(Dir::West);
        run.step(Dir::West).unwrap();
        let mut way = Vec::new();
        while let Some(dir) = choose_step(&run, target, last) {
            run.step(dir).unwrap();
            way.push(dir);
            last = Some(dir);
        }
        assert_eq!(way, [Dir::West, Dir::North, Dir::East, Dir::East]);
        assert_eq!(run.at(), target);
    }
}
