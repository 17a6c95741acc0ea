//! The mouse: a press is a step along a passage towards the pointer, and held it goes on, around
//! bends too, until the passage branches with no branch towards the pointer.

use std::time::Duration;

use bevy::prelude::*;

use super::action::MazeAction;
use super::play::Play;
use crate::app::frame::Phase;
use crate::app::input::{ActionQueue, MapPointer, hand_out};
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::{Screen, on};
use crate::geom::{Dir, Pos};
use crate::mazerun::MazeRun;

/// Walks towards the pointer.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        walk.run_if(on(Screen::Maze))
            .in_set(Phase::Input)
            .before(hand_out),
    );
}

/// Time between two steps while the button is held, and before the second.
const PACE: Duration = Duration::from_millis(75);
const PATIENCE: Duration = Duration::from_millis(260);

/// A press that goes on.
#[derive(Default)]
struct Hold {
    held: bool,
    /// When the next step is due.
    due: Duration,
    /// The cell that was pointed at last, and the step that was taken last towards it.
    towards: Option<Pos>,
    last: Option<Dir>,
    serial: u64,
}

fn walk(
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    pointer: MapPointer,
    (play, time): (Res<Play>, Res<Time<Real>>),
    mut hold: Local<Hold>,
    mut queue: ResMut<ActionQueue>,
    mut wake: MessageWriter<Wake>,
) {
    let Some(buttons) = buttons else { return };
    let now = time.elapsed();
    let begun = buttons.just_pressed(MouseButton::Left);
    if begun && !pointer.is_on_panel() {
        *hold = Hold {
            held: true,
            due: now,
            serial: play.serial(),
            ..default()
        };
    }
    // A click may begin and end within one frame. A maze that comes while the button is held is not
    // walked into by it.
    if !(begun || buttons.pressed(MouseButton::Left)) || hold.serial != play.serial() {
        hold.held = false;
    }
    let Some(run) = play.round().map(|round| round.run()).filter(|_| hold.held) else {
        return;
    };
    let Some(tile) = pointer.tile() else { return };
    let cell = Pos::new((tile.x - 1).div_euclid(2), (tile.y - 1).div_euclid(2));
    if hold.towards.replace(cell) != Some(cell) {
        hold.last = None;
    }
    let Some(dir) = steer(run, cell, hold.last) else {
        return;
    };
    wake.write(Wake(FRAME));
    if now >= hold.due && !run.is_over() {
        hold.due = now + if begun { PATIENCE } else { PACE };
        hold.last = Some(dir);
        queue.push(&MazeAction::Step(dir));
    }
}

/// The step towards a cell for who took the step `last` on the same errand: the open way that
/// leads most nearly there or, in a passage without branches, the way on. Never straight back.
fn steer(run: &MazeRun, towards: Pos, last: Option<Dir>) -> Option<Dir> {
    let offset = towards - run.at();
    if offset == Pos::default() {
        return None;
    }
    let gain = |dir: &Dir| {
        let delta = dir.delta();
        delta.x * offset.x + delta.y * offset.y
    };
    let straight_back =
        |dir: &Dir| last.is_some_and(|last| last.delta() + dir.delta() == Pos::default());
    let open = Dir::CARDINAL
        .into_iter()
        .filter(|dir| run.maze().step(run.at(), *dir).is_some() && !straight_back(dir));
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
        let mut run = leg.load_hex("9AE\n3AE\n").unwrap();
        assert_eq!(run.at(), Pos::new(2, 1));
        let towards = Pos::new(2, 0);
        assert_eq!(steer(&run, towards, None), None, "a wall lies between");
        let mut last = Some(Dir::West);
        run.step(Dir::West).unwrap();
        let mut way = Vec::new();
        while let Some(dir) = steer(&run, towards, last) {
            run.step(dir).unwrap();
            way.push(dir);
            last = Some(dir);
        }
        assert_eq!(way, [Dir::West, Dir::North, Dir::East, Dir::East]);
        assert_eq!(run.at(), towards);
    }
}
