//! Lists with a cursor, controlled by arrows, letters or the pointer.

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

use super::hud::Hint;
use super::pointer::{LinePlace, PointerSelection};
use super::theme::{CHOSEN, KEY, PLAIN, UiFont};
use crate::app::input::{ActionQueue, CommonAction, MenuAction};
use crate::geom::Dir;

/// The hint for moving the cursor.
pub(in crate::app) const MOVE: Hint = (
    &[
        &MenuAction::Cursor(Dir::North),
        &MenuAction::Cursor(Dir::South),
    ],
    "move",
);

/// The hints for a question whose answers are lines.
pub(in crate::app) static QUESTION_HINTS: [Hint; 4] = [
    (&[&MenuAction::Answer(true)], "yes"),
    (&[&MenuAction::Answer(false), &CommonAction::Back], "no"),
    MOVE,
    (&[&MenuAction::Choose], "choose"),
];

/// The hints for a question without lines, which Enter answers with yes.
pub(in crate::app) static CONFIRM_HINTS: [Hint; 2] = [
    (&[&MenuAction::Answer(true), &MenuAction::Choose], "yes"),
    (&[&MenuAction::Answer(false), &CommonAction::Back], "no"),
];

/// A line of a list, with its index.
#[derive(Component, Clone, Copy)]
pub(in crate::app) struct Line(pub usize);

/// Spawns a line, highlighted if the cursor is on it; `fill` spawns its contents.
pub(in crate::app) fn spawn_line(
    parent: &mut ChildSpawnerCommands,
    index: usize,
    is_chosen: bool,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) {
    parent
        .spawn((
            Line(index),
            Interaction::default(),
            Node {
                column_gap: px(10),
                align_items: AlignItems::Center,
                padding: UiRect::horizontal(px(4)),
                ..default()
            },
            BackgroundColor(if is_chosen { CHOSEN } else { Color::NONE }),
        ))
        .with_children(fill);
}

/// Spawns a line for each of `choices`: its letter and its label.
pub(in crate::app) fn spawn_lines<'a>(
    parent: &mut ChildSpawnerCommands,
    font: &UiFont,
    choices: impl IntoIterator<Item = (char, &'a str)>,
    chosen: usize,
) {
    for (index, (letter, label)) in choices.into_iter().enumerate() {
        spawn_line(parent, index, index == chosen, |row| {
            row.spawn(font.text(&letter.to_string(), KEY));
            row.spawn(font.text(label, PLAIN));
        });
    }
}

/// A resource that has the cursor of a list.
pub(in crate::app) trait Cursor: Resource + PartialEq + Copy {
    /// A copy with the cursor on this line.
    fn at_line(self, line: usize) -> Self;
}

/// Moves the cursor to the line under the pointer, and chooses the line that is pressed.
pub(in crate::app) fn select_with_pointer<C: Cursor<Mutability = Mutable>>(
    lines: Query<(LinePlace, &Line)>,
    mut pointer: PointerSelection,
    mut cursor: ResMut<C>,
    mut queue: ResMut<ActionQueue>,
) {
    for (line, pressed) in pointer.choices(lines.iter()) {
        let next = cursor.at_line(line.0);
        cursor.set_if_neq(next);
        if pressed {
            queue.push(&MenuAction::Choose);
        }
    }
}

/// What an action does to a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum Command {
    /// Moves the cursor to this line.
    Cursor(usize),
    /// Chooses this line.
    Line(usize),
}

/// What `action` does to a list of lines with these letters; `None` if it names no line.
pub(in crate::app) fn interpret(
    action: MenuAction,
    cursor: usize,
    letters: impl IntoIterator<Item = char>,
) -> Option<Command> {
    let mut letters = letters.into_iter();
    let action = action.letter().map_or(action, MenuAction::Typed);
    match action {
        MenuAction::Typed(typed) => letters
            .position(|letter| letter == typed)
            .map(Command::Line),
        MenuAction::Answer(_) => None,
        MenuAction::Choose => letters.nth(cursor).map(|_| Command::Line(cursor)),
        MenuAction::Cursor(dir) => {
            let count = letters.count().max(1);
            let line = (cursor + count).wrapping_add_signed(dir.delta().y as isize);
            Some(Command::Cursor(line % count))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_wraps_around_and_a_letter_or_enter_chooses_a_line() {
        let ask = |action, cursor| interpret(action, cursor, "abc".chars());
        let (up, down) = (
            MenuAction::Cursor(Dir::North),
            MenuAction::Cursor(Dir::South),
        );
        assert_eq!(ask(up, 0), Some(Command::Cursor(2)));
        assert_eq!(ask(down, 2), Some(Command::Cursor(0)));
        assert_eq!(ask(MenuAction::Typed('b'), 2), Some(Command::Line(1)));
        assert_eq!(ask(MenuAction::Typed('d'), 2), None);
        assert_eq!(ask(MenuAction::Choose, 1), Some(Command::Line(1)));
        assert_eq!(ask(MenuAction::Choose, 3), None);
        assert_eq!(interpret(down, 0, []), Some(Command::Cursor(0)));
    }
}
