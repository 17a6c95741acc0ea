//! Four small boards that teach: joining, dead ends, what must be so, and the wellspring. They come at
//! the first visit and whenever they are asked for; what was played before waits behind them.

use bevy::prelude::*;

use super::act;
use super::action::ConduitAction;
use super::session::Session;
use crate::app::frame::Phase;
use crate::app::input::{AnyAction, CommonAction, CurrentNames, Keymap, Layers, Names, PadUsed};
use crate::app::notice::Notice;
use crate::app::reward::Chosen;
use crate::app::screen::{Screen, on};
use crate::app::settings::{self, Settings, Taught};
use crate::app::ui::lesson::{self, HasLessons, Lesson};
use crate::conduit::{Board, Command, Conduit, Move, Puzzle};
use crate::geom::Pos;

/// Teaches.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lesson>()
        .add_systems(
            OnEnter(Screen::Conduit),
            first_visit
                .after(act::enter)
                .run_if(resource_exists::<Taught>),
        )
        .add_systems(OnExit(Screen::Conduit), lesson::close::<Session>)
        .add_systems(
            Update,
            (
                (ask, lesson::finish::<Session>)
                    .chain()
                    .in_set(Phase::Act)
                    .after(act::apply_actions),
                tell.run_if(
                    resource_changed::<Session>
                        .or_eager(resource_changed::<Keymap>)
                        .or_eager(resource_changed::<PadUsed>),
                )
                .in_set(Phase::Show),
            )
                .run_if(on(Screen::Conduit)),
        );
}

/// A board that teaches.
struct Teaching {
    head: &'static str,
    id: &'static str,
    steps: &'static [Step],
    /// What is said once the steps are done.
    rest: fn(Names) -> String,
}

/// A tile that is spoken of until it stands as it must.
struct Step {
    at: Pos,
    /// Whether it has to be locked, too.
    locks: bool,
    words: fn(Names) -> String,
}

const fn turn(x: i32, y: i32, words: fn(Names) -> String) -> Step {
    Step {
        at: Pos::new(x, y),
        locks: false,
        words,
    }
}

const fn lock(x: i32, y: i32, words: fn(Names) -> String) -> Step {
    Step {
        locks: true,
        ..turn(x, y, words)
    }
}

fn here(names: Names, command: Command) -> String {
    names.of(&ConduitAction::here(command))
}

fn whole(names: Names, action: Move) -> String {
    names.of(&ConduitAction::board(action))
}

const BOARDS: [Teaching; 4] = [
    Teaching {
        head: "Joining",
        id: "3x3:s:231ed6c28",
        steps: &[
            turn(2, 1, |names| {
                format!(
                    "Light runs from the middle through every pipe that is joined to it. Click the framed \
                     tile to turn it, or go there with {} and press {}.",
                    names.of_steps(ConduitAction::step),
                    here(names, Command::Clockwise)
                )
            }),
            turn(1, 0, |names| {
                format!(
                    "The light goes on where two pipes meet. A right click, or {}, turns a tile the other \
                     way.",
                    here(names, Command::CounterClockwise)
                )
            }),
            turn(1, 2, |_| {
                "One lamp is left in the dark: join it, too.".to_owned()
            }),
        ],
        rest: |_| "Join what is left.".to_owned(),
    },
    Teaching {
        head: "Dead ends",
        id: "4x3:s:2651ed7241d8",
        steps: &[
            turn(0, 2, |_| {
                "A lamp has one pipe: light ends there. These two lamps face each other, and no light will \
                 ever reach them. Turn the framed one away."
                    .to_owned()
            }),
            turn(1, 2, |_| {
                "Join the other one to something that leads on: a pipe with several ends."
                    .to_owned()
            }),
            turn(3, 1, |_| {
                "Here is another such pair: turn the framed one away.".to_owned()
            }),
        ],
        rest: |_| "Join what is left.".to_owned(),
    },
    Teaching {
        head: "What is certain",
        id: "4x4:s:c3265e5bae1846a1",
        steps: &[
            lock(0, 1, |names| {
                format!(
                    "No pipe leads out of the board: a straight one at the border runs along it. \
                     Turn the framed tile, then lock it with {} or the middle mouse button.",
                    here(names, Command::Lock)
                )
            }),
            lock(0, 0, |names| {
                format!(
                    "A bend in a corner fits only one way. Turn it and lock it ({}): a locked \
                     tile cannot be turned by mistake.",
                    here(names, Command::Lock)
                )
            }),
            turn(2, 3, |names| {
                format!(
                    "This one fits only one way, too. {} checks the locked tiles.",
                    names.of(&ConduitAction::Check)
                )
            }),
        ],
        rest: |names| {
            format!(
                "Go on from what is certain: each tile you know tells you about the next. {} \
                 turns one for you and says why.",
                whole(names, Move::Hint)
            )
        },
    },
    Teaching {
        head: "The wellspring",
        id: "3x4::261aa4ebb143",
        steps: &[turn(1, 2, |_| {
            "All light comes from the wellspring: here it is two tiles, which turn as one. Turn it."
                .to_owned()
        })],
        rest: |names| {
            format!(
                "Now bring the light to every lamp. {} takes a turn back, {} gives a hint, and {} shows \
                 all keys.",
                whole(names, Move::Undo),
                whole(names, Move::Hint),
                names.of(&CommonAction::Help)
            )
        },
    },
];

impl Teaching {
    /// The board as it is given.
    fn conduit(&self) -> Option<Conduit> {
        let board: Board = self.id.parse().ok()?;
        Some(Conduit::new(Puzzle::of(board).ok()?))
    }

    /// What is spoken of now, unless all of it is done.
    fn step(&self, conduit: &Conduit) -> Option<&'static Step> {
        let solved = conduit.puzzle().solved();
        let stands = |at| conduit.board().tile(at) == solved.tile(at);
        let is_done = |step: &&Step| stands(step.at) && (!step.locks || conduit.is_locked(step.at));
        self.steps.iter().find(|step| !is_done(step))
    }
}

/// The tile that is spoken of, if the board is one that teaches.
pub(super) fn spoken_of(session: &Session) -> Option<Pos> {
    let teaching = BOARDS.get(session.lesson()?)?;
    Some(teaching.step(session.conduit())?.at)
}

/// Shows a board by its number, or after the last of them what was played before.
fn show(session: &mut Session, number: usize) {
    match BOARDS.get(number).and_then(Teaching::conduit) {
        Some(conduit) => session.teach(number, conduit),
        None => session.leave_lessons(),
    }
}

impl HasLessons for Session {
    const NAME: &str = settings::BOARDS;
    const NOUNS: [&str; 2] = ["board", "four small boards that teach the game"];
    const START: &dyn AnyAction = &ConduitAction::Teach;

    fn is_teaching(&self) -> bool {
        self.lesson().is_some()
    }

    fn begin_lessons(&mut self) {
        show(self, 0);
    }

    fn end_lessons(&mut self) {
        self.leave_lessons();
    }
}

/// Begins at the first visit, unless a board was chosen.
fn first_visit(
    (settings, taught, names): (Res<Settings>, Res<Taught>, CurrentNames),
    chosen: Option<Res<Chosen>>,
    session: ResMut<Session>,
    mut notice: ResMut<Notice>,
) {
    let is_chosen = chosen.is_some_and(|chosen| !matches!(*chosen, Chosen::Nothing));
    lesson::start_on_first_visit(
        session,
        is_chosen,
        (&settings, &taught, names.get()),
        &mut notice,
    );
}

/// Begins the lessons when they are asked for, and goes on when a board is done.
fn ask(
    mut actions: MessageReader<ConduitAction>,
    (mut session, mut layers): (ResMut<Session>, ResMut<Layers>),
    mut notice: ResMut<Notice>,
) {
    if actions.read().any(|one| *one == ConduitAction::Teach) {
        lesson::start(&mut *session, &mut layers);
        notice.0.clear();
        return;
    }
    let Some(number) = session.lesson().filter(|_| session.goes_on()) else {
        return;
    };
    notice.0.clear();
    show(&mut session, number + 1);
}

fn tell(session: Res<Session>, names: CurrentNames, mut lesson: ResMut<Lesson>) {
    lesson.set_if_neq(told(&session, names.get()).unwrap_or_default());
}

/// What is said now.
fn told(session: &Session, names: Names) -> Option<Lesson> {
    let number = session.lesson()?;
    let teaching = BOARDS.get(number)?;
    let words = if session.conduit().is_won() {
        let on = here(names, Command::Clockwise);
        let what = match number + 1 == BOARDS.len() {
            true => "a board of your own",
            false => "the next board",
        };
        format!("Every lamp is lit. {on}, or a click on the board: {what}.")
    } else {
        let step = teaching.step(session.conduit());
        (step.map_or(teaching.rest, |step| step.words))(names)
    };
    Some(Lesson {
        title: format!("{} of {}: {}", number + 1, BOARDS.len(), teaching.head),
        text: words,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::keymap;
    use crate::conduit::Input;

    #[test]
    fn each_board_has_one_solution_and_each_step_is_to_be_done_and_can_be() {
        for teaching in &BOARDS {
            let conduit = teaching.conduit().unwrap();
            let solved = conduit.puzzle().solved();
            for step in teaching.steps {
                let (is, must) = (conduit.board().tile(step.at), solved.tile(step.at));
                assert!(is != must, "{}: {:?}", teaching.head, step.at);
            }
        }
    }

    #[test]
    fn each_sentence_names_keys_as_they_are_bound_and_fits_its_box() {
        let keymap = keymap();
        for teaching in &BOARDS {
            let steps = teaching.steps.iter().map(|step| step.words);
            for words in steps.chain([teaching.rest]) {
                let pad = Names::buttons(&keymap, Screen::Conduit, Layers::default());
                for words in [words(Names::keys(&keymap)), words(pad)] {
                    assert!(words.len() <= 190 && words.ends_with('.'), "{words}");
                    assert!(!words.contains("  "), "{words}");
                }
            }
        }
    }

    #[test]
    fn the_steps_of_a_board_follow_each_other_whatever_is_turned_first() {
        let mut session = Session::default();
        show(&mut session, 0);
        assert_eq!(spoken_of(&session), Some(Pos::new(2, 1)));
        let turn = |at, command| Input::At(at, command);
        session
            .input(turn(Pos::new(1, 2), Command::Clockwise))
            .unwrap();
        assert_eq!(spoken_of(&session), Some(Pos::new(2, 1)));
        session
            .input(turn(Pos::new(2, 1), Command::Clockwise))
            .unwrap();
        assert_eq!(spoken_of(&session), Some(Pos::new(1, 0)));
        session
            .input(turn(Pos::new(1, 0), Command::CounterClockwise))
            .unwrap();
        assert!(session.conduit().is_won());
        assert_eq!(spoken_of(&session), None);
    }
}
