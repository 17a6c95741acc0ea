//! The lessons: four small boards that teach joining, dead ends, deduction and the wellspring. They
//! start on the first visit and on request, and interrupt the board being played.

use bevy::prelude::*;

use super::action::ConduitAction;
use super::apply;
use super::session::Session;
use crate::app::frame::Phase;
use crate::app::input::{AnyAction, CommonAction, CurrentNames, Keymap, Names, PadUsed};
use crate::app::notice::Notice;
use crate::app::screen::Screen;
use crate::app::settings::{self, Settings, Taught};
use crate::app::ui::lesson::{self, HasLessons, Lesson};
use crate::conduit::{Board, Command, Conduit, Move, Puzzle};
use crate::geom::Pos;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lesson>()
        .add_systems(
            OnEnter(Screen::Conduit),
            apply::on_enter.pipe(start_on_first_visit),
        )
        .add_systems(OnExit(Screen::Conduit), lesson::close::<Session>)
        .add_systems(
            Update,
            (
                (advance_lessons, lesson::finish::<Session>)
                    .chain()
                    .in_set(Phase::Act)
                    .after(apply::apply_actions),
                update_lesson
                    .run_if(
                        resource_changed::<Session>
                            .or_eager(resource_changed::<Keymap>)
                            .or_eager(resource_changed::<PadUsed>),
                    )
                    .in_set(Phase::Show),
            )
                .in_set(Screen::Conduit),
        );
}

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
                to it. Click the framed tile to turn it, or go there with {steps} and press {turn}."),
            turn(1, 0, "The light goes on where two pipes meet. A right click, or {turn back}, turns \
                a tile the other way."),
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
                Turn the framed tile, then lock it with {lock} or the middle mouse button."),
            lock(0, 0, "A bend in a corner fits only one way. Turn it and lock it ({lock}): a locked \
                tile cannot be turned by mistake."),
            turn(2, 3, "This one fits only one way, too. {check} checks the locked tiles."),
        ],
        rest: "Go on from the forced tiles: each tile you know tells you about the next. {hint} turns \
            one for you and says why.",
    },
    LessonBoard {
        title: "The wellspring",
        id: "3x4::261aa4ebb143",
        steps: &[
            turn(1, 2, "All light comes from the wellspring: here it is two tiles, which turn as one. \
                Turn it."),
        ],
        rest: "Now bring the light to every lamp. {undo} takes a turn back, {hint} gives a hint, and \
            {help} shows all keys.",
    },
];

/// Replaces the placeholders of a text by the keys or buttons that are bound now.
fn insert_names(text: &str, names: Names) -> String {
    let placeholders: [(&str, &dyn AnyAction); 7] = [
        ("{turn}", &ConduitAction::here(Command::Clockwise)),
        (
            "{turn back}",
            &ConduitAction::here(Command::CounterClockwise),
        ),
        ("{lock}", &ConduitAction::here(Command::Lock)),
        ("{check}", &ConduitAction::Check),
        ("{hint}", &ConduitAction::board(Move::Hint)),
        ("{undo}", &ConduitAction::board(Move::Undo)),
        ("{help}", &CommonAction::Help),
    ];
    let text = text.replace("{steps}", &names.of_steps(ConduitAction::step));
    placeholders
        .iter()
        .fold(text, |text, (placeholder, action)| {
            text.replace(placeholder, &names.of(*action))
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

/// The tile that the lesson asks the player to turn now, if there is one.
pub(super) fn target_tile(session: &Session) -> Option<Pos> {
    let lesson = LESSONS.get(session.lesson_number()?)?;
    Some(lesson.current_step(session.conduit())?.at)
}

/// Shows a lesson; after the last one, resumes the board that was interrupted.
fn show_lesson(session: &mut Session, number: usize) {
    match LESSONS.get(number).and_then(LessonBoard::conduit) {
        Some(conduit) => session.start_lesson(number, conduit),
        None => session.leave_lessons(),
    }
}

impl HasLessons for Session {
    const NAME: &str = settings::BOARDS;
    const NOUNS: [&str; 2] = ["board", "four small boards that teach the game"];
    const START: &dyn AnyAction = &ConduitAction::Teach;

    fn is_teaching(&self) -> bool {
        self.lesson_number().is_some()
    }

    fn begin_lessons(&mut self) {
        show_lesson(self, 0);
    }

    fn end_lessons(&mut self) {
        self.leave_lessons();
    }
}

/// Starts the lessons on the first visit, or only mentions them if a board was chosen.
fn start_on_first_visit(
    is_chosen: In<bool>,
    (settings, taught, names): (Res<Settings>, Res<Taught>, CurrentNames),
    session: ResMut<Session>,
    mut notice: ResMut<Notice>,
) {
    lesson::start_on_first_visit(
        session,
        is_chosen.0,
        (&settings, &taught, names.get()),
        &mut notice,
    );
}

/// Starts the lessons on request, and shows the next one when a board is done.
fn advance_lessons(
    mut actions: MessageReader<ConduitAction>,
    mut session: ResMut<Session>,
    mut notice: ResMut<Notice>,
) {
    if actions.read().any(|one| *one == ConduitAction::Teach) {
        session.begin_lessons();
        notice.0.clear();
        return;
    }
    let number = session.lesson_number();
    let Some(number) = number.filter(|_| session.is_next_lesson_requested()) else {
        return;
    };
    notice.0.clear();
    show_lesson(&mut session, number + 1);
}

fn update_lesson(session: Res<Session>, names: CurrentNames, mut lesson: ResMut<Lesson>) {
    lesson.set_if_neq(build_lesson(&session, names.get()).unwrap_or_default());
}

/// The title and the instruction to show now; `None` outside lessons.
fn build_lesson(session: &Session, names: Names) -> Option<Lesson> {
    let number = session.lesson_number()?;
    let lesson = LESSONS.get(number)?;
    let words = if session.conduit().is_won() {
        let next = match number + 1 == LESSONS.len() {
            true => "to start your first board",
            false => "for the next one",
        };
        let text = format!("Every lamp is lit. Press {{turn}} or click the board {next}.");
        insert_names(&text, names)
    } else {
        let step = lesson.current_step(session.conduit());
        insert_names(step.map_or(lesson.rest, |step| step.text), names)
    };
    Some(Lesson {
        title: format!("{} of {}: {}", number + 1, LESSONS.len(), lesson.title),
        text: words,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::Layers;
    use crate::app::keymap;
    use crate::conduit::Input;

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
                for names in [Names::keys(&keymap), pad] {
                    let words = insert_names(text, names);
                    assert!(words.len() <= 190 && words.ends_with('.'), "{words}");
                    assert!(!words.contains("  ") && !words.contains('{'), "{words}");
                }
            }
        }
    }

    #[test]
    fn the_steps_of_a_board_follow_each_other_whatever_is_turned_first() {
        let mut session = Session::default();
        show_lesson(&mut session, 0);
        assert_eq!(target_tile(&session), Some(Pos::new(2, 1)));
        let turn = |at, command| Input::At(at, command);
        session
            .apply_input(turn(Pos::new(1, 2), Command::Clockwise))
            .unwrap();
        assert_eq!(target_tile(&session), Some(Pos::new(2, 1)));
        session
            .apply_input(turn(Pos::new(2, 1), Command::Clockwise))
            .unwrap();
        assert_eq!(target_tile(&session), Some(Pos::new(1, 0)));
        session
            .apply_input(turn(Pos::new(1, 0), Command::CounterClockwise))
            .unwrap();
        assert!(session.conduit().is_won());
        assert_eq!(target_tile(&session), None);
    }
}
