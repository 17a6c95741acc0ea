//! The lessons: four small boards that teach joining, dead ends, deduction and the wellspring.

use super::action::ConduitAction;
use crate::app::input::{AnyAction, CommonAction, Names};
use crate::app::ui::lesson::Lesson;
use crate::conduit::{Board, Command, Conduit, Move, Puzzle};
use crate::geom::Pos;

/// A board with instructions. Placeholders such as `{turn}` stand for keys or buttons; see
/// [`insert_names`].
struct LessonBoard {
    title: &'static str,
    id: &'static str,
    steps: &'static [Step],
    /// The instruction after the last step.
    rest: &'static str,
}

/// An instruction about one tile, shown until the tile is as in the solution.
struct Step {
    at: Pos,
    /// Whether the tile has to be locked as well.
    must_lock: bool,
    text: &'static str,
}

const fn turn(x: i32, y: i32, text: &'static str) -> Step {
    Step {
        at: Pos::new(x, y),
        must_lock: false,
        text,
    }
}

const fn lock(x: i32, y: i32, text: &'static str) -> Step {
    Step {
        must_lock: true,
        ..turn(x, y, text)
    }
}

#[rustfmt::skip]
const LESSONS: [LessonBoard; 4] = [
    LessonBoard {
        title: "Connecting",
        id: "3x3:s:231ed6c28",
        steps: &[
            turn(2, 1, "Light runs from the wellspring in the middle through every pipe that is connected \
                to it. {turn it}."),
            turn(1, 0, "The light goes on where two pipes meet. {turn back} turns a tile \
                the other way."),
            turn(1, 2, "One lamp is still dark. Connect it too."),
        ],
        rest: "Connect the rest.",
    },
    LessonBoard {
        title: "Dead ends",
        id: "4x3:s:2651ed7241d8",
        steps: &[
            turn(0, 2, "A lamp has one pipe: light stops there. These two lamps face each other, and \
                no light will ever reach them. Turn the framed one away."),
            turn(1, 2, "Connect the other one to something that leads on: a pipe with several ends."),
            turn(3, 1, "Here is another pair like that: turn the framed one away."),
        ],
        rest: "Connect the rest.",
    },
    LessonBoard {
        title: "Forced tiles",
        id: "4x4:s:c3265e5bae1846a1",
        steps: &[
            lock(0, 1, "No pipe leads out of the board: a straight one at the border runs along it. \
                Turn the framed tile, then {lock it}."),
            lock(0, 0, "A bend in a corner fits only one way. Turn it and lock it: a locked tile \
                cannot be turned by mistake."),
            turn(2, 3, "This one fits only one way, too. {check} checks the locked tiles."),
        ],
        rest: "Go on from the forced tiles: each tile you know tells you about the next. {hint} shows \
            you one and says why; once more, and it is turned.",
    },
    LessonBoard {
        title: "The wellspring",
        id: "3x4::261aa4ebb143",
        steps: &[
            turn(1, 2, "All light comes from the wellspring: here it is two tiles, which turn as one. \
                Turn it."),
        ],
        rest: "Now bring the light to every lamp. {undo} takes a turn back, {hint} gives a hint, and \
            {list}.",
    },
];

/// Replaces the placeholders of a text by what the player would do now, with a finger or the keys or buttons that are bound.
fn insert_names(text: &str, names: Names) -> String {
    let here = |command| names.of(&ConduitAction::here(command));
    let gestures = match names.are_for_fingers() {
        true => [
            ("{turn it}", "Tap the framed tile to turn it".to_owned()),
            ("{turn back}", "A tap with two fingers".to_owned()),
            ("{lock it}", "hold a finger on it to lock it".to_owned()),
            ("{go on}", "Tap the board".to_owned()),
            ("{list}", "\"keys\" in the bar lists the rest".to_owned()),
        ],
        false => {
            let steps = names.of_steps(ConduitAction::step);
            let [turn, back, lock] =
                [Command::Clockwise, Command::CounterClockwise, Command::Lock].map(here);
            [
                (
                    "{turn it}",
                    format!(
                        "Click the framed tile to turn it, or go there with {steps} and press {turn}"
                    ),
                ),
                ("{turn back}", format!("A right click, or {back},")),
                (
                    "{lock it}",
                    format!("lock it with {lock} or the middle mouse button"),
                ),
                ("{go on}", format!("Press {turn} or click the board")),
                (
                    "{list}",
                    format!("{} shows all keys", names.of(&CommonAction::Help)),
                ),
            ]
        }
    };
    let named: [(&str, &dyn AnyAction); 3] = [
        ("{check}", &ConduitAction::Check),
        ("{hint}", &ConduitAction::board(Move::Hint)),
        ("{undo}", &ConduitAction::board(Move::Undo)),
    ];
    let named = named.map(|(placeholder, action)| (placeholder, names.of(action)));
    gestures
        .iter()
        .chain(&named)
        .fold(text.to_owned(), |text, (placeholder, words)| {
            text.replace(placeholder, words)
        })
}

impl LessonBoard {
    fn conduit(&self) -> Option<Conduit> {
        let board: Board = self.id.parse().ok()?;
        Some(Conduit::new(Puzzle::of(board).ok()?))
    }

    /// The first step that is not done; `None` after the last.
    fn current_step(&self, conduit: &Conduit) -> Option<&'static Step> {
        let solved = conduit.puzzle().solved();
        let is_right = |at| conduit.board().tile(at) == solved.tile(at);
        let is_done =
            |step: &&Step| is_right(step.at) && (!step.must_lock || conduit.is_locked(step.at));
        self.steps.iter().find(|step| !is_done(step))
    }
}

/// The board of lesson `number`, from 0; `None` after the last.
pub(super) fn board(number: usize) -> Option<Conduit> {
    LESSONS.get(number)?.conduit()
}

/// The tile that a lesson asks the player to turn now, if there is one.
pub(super) fn target_tile(number: usize, conduit: &Conduit) -> Option<Pos> {
    Some(LESSONS.get(number)?.current_step(conduit)?.at)
}

/// The title and the instruction to show now.
pub(super) fn describe(number: usize, conduit: &Conduit, names: Names) -> Lesson {
    let Some(lesson) = LESSONS.get(number) else {
        return Lesson::default();
    };
    let text = if conduit.is_won() {
        let next = match number + 1 == LESSONS.len() {
            true => "to start your first board",
            false => "for the next one",
        };
        insert_names(&format!("Every lamp is lit. {{go on}} {next}."), names)
    } else {
        let step = lesson.current_step(conduit);
        insert_names(step.map_or(lesson.rest, |step| step.text), names)
    };
    Lesson {
        title: format!("{} of {}: {}", number + 1, LESSONS.len(), lesson.title),
        text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::Layers;
    use crate::app::keymap;
    use crate::app::screen::Screen;

    #[test]
    fn each_board_has_one_solution_and_each_step_is_to_be_done_and_can_be() {
        for lesson in &LESSONS {
            let conduit = lesson.conduit().unwrap();
            let solved = conduit.puzzle().solved();
            for step in lesson.steps {
                let (is, must) = (conduit.board().tile(step.at), solved.tile(step.at));
                assert!(is != must, "{}: {:?}", lesson.title, step.at);
            }
        }
    }

    #[test]
    fn each_sentence_names_keys_as_they_are_bound_and_fits_its_box() {
        let keymap = keymap();
        for lesson in &LESSONS {
            let steps = lesson.steps.iter().map(|step| step.text);
            for text in steps.chain([lesson.rest]) {
                let pad = Names::buttons(&keymap, Screen::Conduit, Layers::default());
                for names in [Names::keys(&keymap), pad, Names::lines(&keymap)] {
                    let words = insert_names(text, names);
                    assert!(words.len() <= 190 && words.ends_with('.'), "{words}");
                    assert!(!words.contains("  ") && !words.contains('{'), "{words}");
                }
            }
        }
    }

    #[test]
    fn the_steps_of_a_board_follow_each_other_whatever_is_turned_first() {
        let mut conduit = board(0).unwrap();
        let mut turn = |action| {
            conduit.apply(action, &mut Vec::new()).unwrap();
            (target_tile(0, &conduit), conduit.is_won())
        };
        let at = |x, y| Some(Pos::new(x, y));
        assert_eq!(target_tile(0, &board(0).unwrap()), at(2, 1));
        assert_eq!(turn(Move::Clockwise(Pos::new(1, 2))), (at(2, 1), false));
        assert_eq!(turn(Move::Clockwise(Pos::new(2, 1))), (at(1, 0), false));
        assert_eq!(turn(Move::CounterClockwise(Pos::new(1, 0))), (None, true));
    }
}
