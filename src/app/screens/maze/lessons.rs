//! The lessons: three small mazes that teach the trail, the hint and the dark. They start at the first
//! visit and on request; the player's own mazes wait until the lessons end.

use bevy::prelude::*;

use super::action::MazeAction;
use super::apply;
use super::play::Play;
use super::round::Round;
use crate::app::frame::Phase;
use crate::app::input::{AnyAction, CurrentNames, Keymap, Names, PadUsed};
use crate::app::notice::Notice;
use crate::app::screen::Screen;
use crate::app::settings::{self, Settings, Taught};
use crate::app::ui::lesson::{self, HasLessons, Lesson};
use crate::geom::Size;
use crate::mazerun::{Leg, MazeRun};
use crate::rng::Seed;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lesson>()
        .add_systems(
            OnEnter(Screen::Maze),
            apply::on_enter.pipe(greet_new_player),
        )
        .add_systems(OnExit(Screen::Maze), lesson::close::<Play>)
        .add_systems(
            Update,
            (
                (start_lessons, lesson::finish::<Play>)
                    .chain()
                    .in_set(Phase::Act)
                    .after(apply::animate_win),
                update_lesson
                    .run_if(
                        resource_changed::<Play>
                            .or_eager(resource_changed::<Keymap>)
                            .or_eager(resource_changed::<PadUsed>),
                    )
                    .in_set(Phase::Show),
            )
                .in_set(Screen::Maze),
        );
}

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

impl HasLessons for Play {
    const NAME: &str = settings::MAZES;
    const NOUNS: [&str; 2] = ["maze", "three small mazes that teach the game"];
    const START: &dyn AnyAction = &MazeAction::Teach;

    fn is_teaching(&self) -> bool {
        self.lesson().is_some()
    }

    fn begin_lessons(&mut self) {
        self.start_lessons();
    }

    fn end_lessons(&mut self) {
        self.stop_lessons();
    }
}

/// Starts the lessons at the first visit, or only mentions them if the player has chosen or begun a maze.
fn greet_new_player(
    is_chosen: In<bool>,
    (settings, taught, names): (Res<Settings>, Res<Taught>, CurrentNames),
    play: ResMut<Play>,
    mut notice: ResMut<Notice>,
) {
    let is_begun = |round: &Round| round.run().is_loaded() || round.is_under_way();
    let is_chosen = is_chosen.0 || play.round().is_some_and(is_begun);
    lesson::start_on_first_visit(
        play,
        is_chosen,
        (&settings, &taught, names.get()),
        &mut notice,
    );
}

fn start_lessons(mut actions: MessageReader<MazeAction>, mut play: ResMut<Play>) {
    if actions.read().any(|action| *action == MazeAction::Teach) {
        play.begin_lessons();
    }
}

fn update_lesson(play: Res<Play>, names: CurrentNames, mut lesson: ResMut<Lesson>) {
    let current = play.lesson().and_then(|number| {
        let (head, _, _) = MAZES.get(number)?;
        let run = play.round().map(Round::run)?;
        Some(Lesson {
            title: format!("{} of {}: {head}", number + 1, MAZES.len()),
            text: describe_lesson(number, run, play.is_dark(), names.get()),
        })
    });
    lesson.set_if_neq(current.unwrap_or_default());
}

/// The instruction for the current state of a lesson's maze.
fn describe_lesson(number: usize, run: &MazeRun, is_dark: bool, names: Names) -> String {
    let key = |action: MazeAction| names.of(&action);
    let has_turned_back = run.steps_taken() as usize + 1 > run.trail().len();
    match (number, run.is_over()) {
        (0, true) => {
            "Light runs along the way you took. The next maze starts by itself.".to_owned()
        }
        (0, false) if run.steps_taken() == 0 => {
            format!(
                "Walk to the shining goal with {}, or hold the mouse button to walk towards the pointer.",
                names.of_steps(MazeAction::Step)
            )
        }
        (0, false) if has_turned_back => {
            "The light turns violet where you turned back: those are dead ends.".to_owned()
        }
        (0, false) => {
            "You leave a trail of light: its warm part leads back to the start.".to_owned()
        }
        (1, true) => "The result counts your hints.".to_owned(),
        (1, false) if run.hints() == 0 => format!(
            "When you are lost, {} shows the next ten cells of the way. Try it.",
            key(MazeAction::Hint)
        ),
        (1, false) => format!(
            "Follow the blue cells. Run to the next junction with {}; {} shows the solution.",
            names.of_steps(MazeAction::Run),
            key(MazeAction::Solution)
        ),
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
