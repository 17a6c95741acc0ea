//! Lists with a cursor: lines of which one is chosen, by arrows, by its letter or by the pointer.

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

use super::pointer::Pointed;
use super::theme::{CHOSEN, KEY, PLAIN, Type};
use crate::app::input::{ActionQueue, CommonAction, MenuAction, Names};
use crate::geom::Dir;

/// A line, by its place in the list.
#[derive(Component, Clone, Copy)]
pub(in crate::app) struct Line(pub usize);

/// Adds a line and fills it.
pub(in crate::app) fn line(
    parent: &mut ChildSpawnerCommands,
    index: usize,
    chosen: bool,
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
            BackgroundColor(if chosen { CHOSEN } else { Color::NONE }),
        ))
        .with_children(fill);
}

/// Adds a line for each of `choices`, which are letters with words.
pub(in crate::app) fn lines<'a>(
    parent: &mut ChildSpawnerCommands,
    font: &Type,
    choices: impl IntoIterator<Item = (char, &'a str)>,
    chosen: usize,
) {
    for (index, (letter, word)) in choices.into_iter().enumerate() {
        line(parent, index, index == chosen, |row| {
            row.spawn(font.text(&letter.to_string(), KEY));
            row.spawn(font.text(word, PLAIN));
        });
    }
}

/// Where the cursor of a list is kept.
pub(in crate::app) trait Cursor: Resource + PartialEq + Copy {
    /// The same with the cursor on another line.
    fn on(self, line: usize) -> Self;
}

/// The pointer chooses the line that it is moved over, and a press does what it says.
pub(in crate::app) fn point<C: Cursor<Mutability = Mutable>>(
    lines: Query<(Ref<Interaction>, &Line)>,
    mut pointed: Pointed,
    mut cursor: ResMut<C>,
    mut queue: ResMut<ActionQueue>,
) {
    for (line, pressed) in pointed.choices(lines.iter()) {
        let next = cursor.on(line.0);
        cursor.set_if_neq(next);
        if pressed {
            queue.push(&MenuAction::Choose);
        }
    }
}

/// How a list is worked, in words.
pub(in crate::app) fn help(names: Names) -> String {
    format!(
        "{}{} and {}    {}: close",
        if names.are_buttons() {
            ""
        } else {
            "a letter, or "
        },
        names.of(&MenuAction::Cursor(Dir::South)),
        names.of(&MenuAction::Choose),
        names.of(&CommonAction::Back),
    )
}

/// What was asked for of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum Asked {
    /// The cursor goes to this line.
    Cursor(usize),
    /// This line was chosen.
    Line(usize),
}

/// What `action` asks for of a list of lines with these letters; none if there is no such line.
pub(in crate::app) fn asked(
    action: MenuAction,
    cursor: usize,
    letters: impl IntoIterator<Item = char>,
) -> Option<Asked> {
    let mut letters = letters.into_iter();
    match action {
        MenuAction::Typed(typed) => letters.position(|letter| letter == typed).map(Asked::Line),
        MenuAction::Choose => letters.nth(cursor).map(|_| Asked::Line(cursor)),
        MenuAction::Cursor(dir) => {
            let count = letters.count().max(1);
            let line = (cursor + count).wrapping_add_signed(dir.delta().y as isize);
            Some(Asked::Cursor(line % count))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_goes_round_and_a_letter_or_enter_chooses_a_line() {
        let ask = |action, cursor| asked(action, cursor, "abc".chars());
        let (up, down) = (
            MenuAction::Cursor(Dir::North),
            MenuAction::Cursor(Dir::South),
        );
        assert_eq!(ask(up, 0), Some(Asked::Cursor(2)));
        assert_eq!(ask(down, 2), Some(Asked::Cursor(0)));
        assert_eq!(ask(MenuAction::Typed('b'), 2), Some(Asked::Line(1)));
        assert_eq!(ask(MenuAction::Typed('d'), 2), None);
        assert_eq!(ask(MenuAction::Choose, 1), Some(Asked::Line(1)));
        assert_eq!(ask(MenuAction::Choose, 3), None);
        assert_eq!(asked(down, 0, []), Some(Asked::Cursor(0)));
    }
}
