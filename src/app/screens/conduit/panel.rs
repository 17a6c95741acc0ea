//! What the panel of Conduit holds.

use super::action::{ConduitAction, PRESET_SIZES};
use super::boards::{BoardRequest, BoardSession, Boards};
use super::entry;
use crate::app::input::{AnyAction, CommonAction};
use crate::app::puzzle::Round;
use crate::app::puzzle::panel::{Layout, PanelPuzzle};
use crate::app::reward::Help;
use crate::app::ui::stopwatch::format_time;
use crate::code::{CodeError, Target};
use crate::conduit::{Command, Difficulty, Move, Rules};
use crate::geom::Size;
use crate::profile::board::BoardRound;
use crate::profile::board::texts;
use crate::rng::Seed;

/// A setting of a new board that a button chooses.
#[derive(Clone, Copy)]
pub enum BoardRule {
    /// Switches a rule on or off.
    Rule(fn(&mut Rules) -> &mut bool),
    /// Chooses how hard it is.
    Difficulty(Option<Difficulty>),
}

/// A rule with its name and its tip.
type NamedRule = (BoardRule, &'static str, &'static str);

const RULES: [NamedRule; 4] = [
    (
        BoardRule::Rule(|rules| &mut rules.wrap),
        "Wrapping",
        "Opposite edges are connected: a pipe that leaves the board on the right comes in on the left.",
    ),
    (
        BoardRule::Rule(|rules| &mut rules.crosses),
        "Crosses",
        "Tiles with four pipes are allowed. Turning one changes nothing.",
    ),
    (
        BoardRule::Rule(|rules| &mut rules.single),
        "Single wellspring",
        "The wellspring is a single tile instead of two tiles that turn as one.",
    ),
    (
        BoardRule::Rule(|rules| &mut rules.ambiguous),
        "Many solutions",
        "The board may have several solutions, so it may take guessing. Any of them will do; its results are a kind of their own.",
    ),
];

const DIFFICULTIES: [NamedRule; 5] = [
    (
        BoardRule::Difficulty(None),
        "Any",
        "The board of the seed, however hard it is.",
    ),
    (
        BoardRule::Difficulty(Some(Difficulty::Easy)),
        "Easy",
        "A board that is solved from edge to edge: each tile follows from its neighbours, and no two lamps face each other.",
    ),
    (
        BoardRule::Difficulty(Some(Difficulty::Medium)),
        "Medium",
        "A board that is solved only by also ruling out what would cut off a part.",
    ),
    (
        BoardRule::Difficulty(Some(Difficulty::Hard)),
        "Hard",
        "A board that is solved only by also ruling out what would close a loop.",
    ),
    (
        BoardRule::Difficulty(Some(Difficulty::Expert)),
        "Expert",
        "A board that is solved only by supposing a position and seeing what it leads to.",
    ),
];

static TILE_ACTIONS: [(&dyn AnyAction, &str); 4] = [
    (&ConduitAction::here(Command::Clockwise), "Turn"),
    (&ConduitAction::here(Command::CounterClockwise), "Turn back"),
    (&ConduitAction::here(Command::Half), "Half turn"),
    (&ConduitAction::here(Command::Lock), "Lock"),
];

static BUTTONS: [(&dyn AnyAction, &str); 5] = [
    (&ConduitAction::board(Move::Undo), "Undo"),
    (&ConduitAction::board(Move::Redo), "Redo"),
    (&ConduitAction::board(Move::Hint), "Hint"),
    (&ConduitAction::board(Move::Restart), "Restart"),
    (&ConduitAction::New, "New"),
];

static BOARD_ACTIONS: [(&dyn AnyAction, &str); 9] = [
    (&ConduitAction::board(Move::Retract), "Mistake?"),
    (&ConduitAction::Check, "Check"),
    (&ConduitAction::board(Move::Pin), "Pin"),
    (&ConduitAction::board(Move::Rewind), "Undo to pin"),
    (&ConduitAction::board(Move::Jumble), "Jumble"),
    (&ConduitAction::board(Move::Solve), "Solve"),
    (&ConduitAction::Ghost, "Ghost"),
    (&ConduitAction::Watch, "Watch"),
    (&CommonAction::Lessons, "Lessons"),
];

static SHARING: [(&dyn AnyAction, &str); 4] = [
    (&ConduitAction::Share, "Share"),
    (&CommonAction::Copy, "Copy id"),
    (&ConduitAction::CopyProgress, "Copy with progress"),
    (&CommonAction::Paste, "Paste"),
];

impl PanelPuzzle for Boards {
    type Rule = BoardRule;

    const LAYOUT: &'static Layout<Self> = &Layout {
        figures: &[
            ("Time", |session| format_time(session.time())),
            ("Moves", |session| session.moves().to_string()),
            ("Fewest", |session| {
                session.conduit().fewest_moves().to_string()
            }),
        ],
        progress: Some(|board| board.conduit().progress()),
        ghost: lit_text,
        notes: [|session| lit_text(session.round()), undo_text],
        buttons: &BUTTONS,
        sections: &[("Tile", &TILE_ACTIONS), ("Board", &BOARD_ACTIONS)],
        kind: difficulty_text,
        sizes: &PRESET_SIZES,
        rules: &[&DIFFICULTIES, &RULES],
        switches: &[],
        percent: (
            "Walls",
            "The share of sides between tiles that have a wall. A wall tells where no pipe goes, so more walls make a board easier.",
        ),
        code: "Id",
        sharing: &SHARING,
        enter: ConduitAction::EnterPanel,
    };

    fn size(session: &BoardSession) -> Size {
        session.conduit().size()
    }

    fn with_size(session: &BoardSession, size: Size) -> Result<BoardRequest, String> {
        entry::with_size(session.order(), size)
    }

    fn new_of_size(session: &BoardSession, size: Size) -> Result<BoardRequest, String> {
        entry::new_of_size(session, size)
    }

    fn percent(session: &BoardSession) -> u8 {
        session.order().walls()
    }

    fn with_percent(session: &BoardSession, percent: u8) -> Result<BoardRequest, String> {
        entry::with_walls(session.order(), percent)
    }

    fn seed(session: &BoardSession) -> Option<Seed> {
        session.spec().map(|spec| spec.seed)
    }

    fn shown_code(session: &BoardSession) -> String {
        session.conduit().puzzle().start().id()
    }

    fn named(
        session: &BoardSession,
        read: Result<Target, CodeError>,
    ) -> Result<BoardRequest, String> {
        entry::board_of(session.order(), read)
    }

    fn is_chosen(session: &BoardSession, rule: BoardRule) -> bool {
        let order = session.order();
        match rule {
            BoardRule::Rule(rule_of) => *rule_of(&mut { order.rules }),
            BoardRule::Difficulty(difficulty) => order.difficulty == difficulty,
        }
    }

    fn choose(session: &BoardSession, rule: BoardRule) -> Result<BoardRequest, String> {
        let mut order = *session.order();
        match rule {
            BoardRule::Rule(rule_of) => {
                let rule = rule_of(&mut order.rules);
                *rule = !*rule;
            }
            BoardRule::Difficulty(difficulty) => order.difficulty = difficulty,
        }
        Ok(BoardRequest::Generate(order))
    }
}

fn lit_text(board: &BoardRound) -> String {
    let (lit, all) = board.conduit().progress();
    format!("{lit} of {all} lit")
}

/// How many changes can be undone, down to the last pin if there is one.
fn undo_text(session: &BoardSession) -> String {
    let (done, _) = session.conduit().history();
    let pins = session.conduit().pins();
    match pins.iter().rev().find(|pin| **pin <= done) {
        Some(pin) if *pin == done => "at the pin".to_owned(),
        Some(pin) => format!("{} since pin", done - pin),
        None if done == 0 && session.shelf().has_before() => "undo: previous board".to_owned(),
        None => format!("{done} to undo"),
    }
}

fn difficulty_text(session: &BoardSession) -> String {
    let grade = texts::drawn_grade(session.conduit(), session.grade());
    let help = match session.stats().help {
        Help::Shown => Some("solution shown"),
        Help::Hints => Some("with hints"),
        Help::None => None,
    };
    let parts: Vec<&str> = grade.as_deref().into_iter().chain(help).collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::keymap;
    use crate::app::puzzle::panel::{PanelSlider, slider_plugin};
    use crate::app::screen::Screen;
    use crate::app::ui::field::FieldError;
    use bevy::prelude::*;
    use bevy::ui::Pressed;
    use bevy::ui_widgets::{SliderValue, ValueChange};

    #[test]
    fn a_button_has_a_capital_and_the_help_starts_with_its_first_word() {
        let map = keymap();
        let lists = [&BUTTONS[..], &TILE_ACTIONS, &BOARD_ACTIONS, &SHARING];
        for (action, label) in lists.concat() {
            let meaning = map.meaning(action, Some(Screen::Conduit)).unwrap();
            let first = label.split(' ').next().unwrap();
            assert!(meaning.starts_with(first), "{label}: {meaning}");
            assert!(label.starts_with(char::is_uppercase), "{label}");
        }
    }

    #[test]
    fn a_slider_that_is_dragged_asks_for_a_board_only_when_it_is_let_go() {
        let mut app = App::new();
        app.init_resource::<BoardSession>()
            .init_resource::<FieldError>()
            .add_message::<BoardRequest>()
            .add_plugins(slider_plugin::<Boards>);
        let slider = app
            .world_mut()
            .spawn((PanelSlider::<Boards>::default(), SliderValue(0.0)))
            .id();
        let change = |app: &mut App, value: f32, is_final| {
            let source = slider;
            app.world_mut().trigger(ValueChange {
                source,
                value,
                is_final,
            });
            app.world_mut().flush();
        };
        let press = |app: &mut App| {
            app.world_mut().entity_mut(slider).insert(Pressed);
        };
        let let_go = |app: &mut App| {
            app.world_mut().entity_mut(slider).remove::<Pressed>();
        };
        let asked = |app: &mut App| {
            let mut requests = app.world_mut().resource_mut::<Messages<BoardRequest>>();
            let walls = requests.drain().map(|request| match request {
                BoardRequest::Generate(order) => order.walls(),
                other => panic!("{other:?}"),
            });
            walls.collect::<Vec<_>>()
        };
        press(&mut app);
        for percent in 1..=100_u8 {
            change(&mut app, f32::from(percent), false);
        }
        let shown = app.world().get::<SliderValue>(slider).unwrap().0;
        assert_eq!((shown, asked(&mut app)), (100.0, vec![]));
        change(&mut app, 60.4, true);
        let_go(&mut app);
        assert_eq!(asked(&mut app).last(), Some(&60));
        // A click, and a key.
        press(&mut app);
        change(&mut app, 25.0, false);
        assert_eq!(asked(&mut app), [0; 0]);
        let_go(&mut app);
        assert_eq!(asked(&mut app), [25]);
        change(&mut app, 30.0, true);
        assert_eq!(asked(&mut app), [30]);
        // Back where it was, nothing is asked for.
        change(&mut app, 0.0, true);
        assert_eq!(asked(&mut app), [0; 0]);
    }
}
