//! The pause menu: what Esc opens on the map.

use bevy::prelude::*;

use super::action::PlayAction;
use super::mode::Mode;
use super::over::Outside;
use crate::app::input::{CommonAction, LeaveScreen, MenuAction, Names};
use crate::app::screen::Screen;
use crate::app::stage::Run;
use crate::app::ui::list;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, Type};

/// A line of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Choice {
    Continue,
    Help,
    Options,
    Save,
    GiveUp,
}

impl Choice {
    const ALL: [Self; 5] = [
        Self::Continue,
        Self::Help,
        Self::Options,
        Self::Save,
        Self::GiveUp,
    ];

    /// Its letter and what it is called.
    const fn word(self) -> (char, &'static str) {
        match self {
            Self::Continue => ('c', "Continue"),
            Self::Help => ('h', "Help"),
            Self::Options => ('o', "Options"),
            Self::Save => ('s', "Save and quit to title"),
            Self::GiveUp => ('g', "Give up this run..."),
        }
    }

    /// The key that does the same without the menu, as it is bound.
    fn key(self, names: Names) -> String {
        match self {
            Self::Continue => names.of(&CommonAction::Back),
            Self::Help => names.of(&CommonAction::Help),
            Self::GiveUp => names.of(&PlayAction::GiveUp),
            Self::Options | Self::Save => String::new(),
        }
    }
}

/// Opens the menu where Back would leave the screen.
pub(super) fn open(mut asked: ResMut<Messages<LeaveScreen>>, mut mode: ResMut<Mode>) {
    if *mode == Mode::Map && asked.drain().count() > 0 {
        *mode = Mode::Pause(0);
    }
}

/// Does what is asked for while the menu is open.
pub(super) fn on_menu(action: MenuAction, chosen: usize, mode: &mut Mode, outside: &mut Outside) {
    let letters = Choice::ALL.map(|choice| choice.word().0);
    let line = match list::interpret(action, chosen, letters) {
        Some(list::Command::Cursor(line)) => {
            *mode = Mode::Pause(line);
            return;
        }
        Some(list::Command::Line(line)) => line,
        None => return,
    };
    *mode = Mode::Map;
    match Choice::ALL[line] {
        Choice::Continue => {}
        Choice::Help => outside.ask(&CommonAction::Help),
        Choice::Options => outside.open(Screen::Options),
        Choice::Save => outside.open(Screen::Title),
        Choice::GiveUp => *mode = Mode::ASK_TO_GIVE_UP,
    }
}

/// Draws the menu.
pub(super) fn draw(
    frame: &mut ChildSpawnerCommands,
    font: &Type,
    (run, names): (&Run, Names),
    chosen: usize,
) {
    let game = run.game();
    frame.spawn(font.text("Paused", KEY));
    let which = match game.is_training() {
        true => "training".to_owned(),
        false => format!("seed {}", game.seed()),
    };
    let stand = format!("depth {}, turn {}, {which}", game.depth(), game.turns());
    frame
        .spawn(Node {
            margin: UiRect::bottom(px(6)),
            ..default()
        })
        .with_child(font.text(&stand, QUIET));
    for (index, choice) in Choice::ALL.into_iter().enumerate() {
        let (letter, word) = choice.word();
        list::spawn_line(frame, index, index == chosen, |row| {
            row.spawn(font.text(&letter.to_string(), KEY));
            row.spawn((
                Node {
                    min_width: px(200),
                    ..default()
                },
                font.text(word, PLAIN),
            ));
            row.spawn(font.text(&choice.key(names), QUIET));
        });
    }
    frame
        .spawn(Node {
            margin: UiRect::top(px(6)),
            ..default()
        })
        .with_child(font.wrapped(&list::describe_keys(names), QUIET));
}
