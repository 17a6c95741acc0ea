//! The lessons: three small mazes that teach the trail, the hint and the dark.

use super::action::MazeAction;
use crate::app::input::Names;
use crate::app::ui::lesson::Lesson;
use crate::geom::Size;
use crate::mazerun::{Leg, MazeRun};
use crate::rng::Seed;

/// The mazes with their headings, sizes in cells and seeds.
const MAZES: [(&str, Size, Seed); 3] = [
    ("The trail", Size::new(8, 4), Seed(4)),
    ("The hint", Size::new(11, 6), Seed(3)),
    ("The dark", Size::new(9, 5), Seed(6)),
];

/// The maze of lesson `number`, from 0; `None` after the last lesson.
pub(super) fn leg(number: usize) -> Option<Leg> {
    let (_, size, seed) = *MAZES.get(number)?;
    Leg::new("maze-dfs", size, seed).ok()
}

/// The title and the instruction to show now.
pub(super) fn describe(number: usize, run: &MazeRun, is_dark: bool, names: Names) -> Lesson {
    let head = MAZES.get(number).map_or("", |(head, _, _)| head);
    Lesson {
        title: format!("{} of {}: {head}", number + 1, MAZES.len()),
        text: describe_lesson(number, run, is_dark, names),
    }
}

/// The instruction for the current state of a lesson's maze.
fn describe_lesson(number: usize, run: &MazeRun, is_dark: bool, names: Names) -> String {
    let key = |action: MazeAction| names.of(&action);
    let has_turned_back = run.steps_taken() as usize + 1 > run.trail().len();
    match (number, run.is_over()) {
        (0, true) => {
            "Light runs along the way you took. The next maze starts by itself.".to_owned()
        }
        (0, false) if run.steps_taken() == 0 => match names.are_for_fingers() {
            true => {
                "Tap where you want to walk to, or drag a finger there: the goal is what shines."
                    .to_owned()
            }
            false => format!(
                "Walk to the shining goal with {}, or hold the mouse button to walk towards the pointer.",
                names.of_steps(MazeAction::Step)
            ),
        },
        (0, false) if has_turned_back => {
            "The light turns violet where you walked and turned back.".to_owned()
        }
        (0, false) => {
            "You leave a trail of light: its warm part leads back to the start.".to_owned()
        }
        (1, true) => "The result says that you had hints.".to_owned(),
        (1, false) if run.hints() == 0 => format!(
            "When you are lost, {} shows the next ten cells of the way. Try it.",
            key(MazeAction::Hint)
        ),
        (1, false) => {
            let run_on = match names.are_for_fingers() {
                true => String::new(),
                false => {
                    let keys = names.of_steps(MazeAction::Run);
                    format!(" Run to the next junction with {keys}.")
                }
            };
            let solution = key(MazeAction::Solution);
            format!("Follow the blue cells.{run_on} {solution} shows the solution.")
        }
        (_, true) => "Now a full maze. Each one after it is a little larger.".to_owned(),
        (_, false) if !is_dark => format!(
            "Too easy? {} leaves you only your lantern. Try it.",
            key(MazeAction::Dark)
        ),
        (_, false) => format!(
            "You see only what your lantern has shown, and the goal. {} brings the light back.",
            key(MazeAction::Dark)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::keymap;

    #[test]
    fn each_maze_is_short_and_its_sentences_name_keys() {
        let keymap = keymap();
        let names = Names::keys(&keymap);
        for number in 0..MAZES.len() {
            let mut run = leg(number).unwrap().make().unwrap();
            assert!((6..60).contains(&run.ends().steps), "{}", run.ends().steps);
            for is_dark in [false, true] {
                let text = describe_lesson(number, &run, is_dark, names);
                assert!(text.len() <= 150 && !text.contains("  "), "{text}");
            }
            let before = describe_lesson(number, &run, false, names);
            match number {
                0 => drop(run.step(run.next_step().unwrap())),
                1 => drop(run.hint()),
                _ => assert_ne!(describe_lesson(number, &run, true, names), before),
            }
            if number < 2 {
                assert_ne!(describe_lesson(number, &run, false, names), before);
            }
        }
        assert!(leg(MAZES.len()).is_none());
    }
}
