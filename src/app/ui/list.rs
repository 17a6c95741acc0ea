//! Lists with a cursor, controlled by arrows, letters or the pointer.

use bevy::ecs::component::Mutable;
use bevy::ecs::system::SystemParam;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, ActivateOnPress, Button, ScrollIntoView};

use super::hud::Hint;
use super::pointer::{Pointable, Pointed};
use super::theme::{CHOSEN, KEY, PLAIN, UiFont};
use crate::app::frame::{Phase, React};
use crate::app::input::{ActionQueue, CommonAction, MenuAction};
use crate::geom::Dir;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<LineChosen>()
        .add_observer(note_pointed)
        .add_observer(note_pressed)
        .add_systems(React, forget_chosen.in_set(Phase::Act));
}

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

/// What the cursor of a list can be on. Its border tells whether it is: see [`colours`].
#[derive(Component, Default, Clone, Copy)]
#[require(BorderColor)]
pub(in crate::app) struct Item;

/// A line of a list, with its index.
#[derive(Component, Clone, Copy)]
#[require(Item, Button, ActivateOnPress, Pointable, BackgroundColor)]
pub(in crate::app) struct Line(pub usize);

/// The border of a line: the marker of a selected one at its left, and its frame.
pub(in crate::app) const FRAME: UiRect = UiRect {
    left: Val::Px(4.0),
    right: Val::Px(1.0),
    top: Val::Px(1.0),
    bottom: Val::Px(1.0),
};

/// The colours of a line, selected or not. The marker and the frame stand out from every ground.
pub(in crate::app) fn colours(is_selected: bool) -> (BackgroundColor, BorderColor) {
    match is_selected {
        true => (BackgroundColor(CHOSEN), BorderColor::all(KEY)),
        false => (BackgroundColor(Color::NONE), BorderColor::all(Color::NONE)),
    }
}

/// Whether the border is that of a selected line.
pub(in crate::app) fn is_selected(border: &BorderColor) -> bool {
    *border == colours(true).1
}

/// The node of a line.
pub(in crate::app) fn line_node() -> Node {
    Node {
        column_gap: px(10),
        align_items: AlignItems::Center,
        padding: UiRect::horizontal(px(4)),
        border: FRAME,
        flex_shrink: 0.0,
        ..default()
    }
}

/// Spawns a line, highlighted if the cursor is on it; `fill` spawns its contents.
pub(in crate::app) fn spawn_line(
    parent: &mut ChildSpawnerCommands,
    index: usize,
    is_chosen: bool,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) {
    parent
        .spawn((Line(index), line_node(), colours(is_chosen)))
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

/// The lines on the screen, for the system that marks the selected one.
#[derive(SystemParam)]
pub(in crate::app) struct Lines<'w, 's> {
    lines: Query<
        'w,
        's,
        (
            Entity,
            &'static Line,
            &'static Hovered,
            &'static mut BackgroundColor,
            &'static mut BorderColor,
        ),
    >,
    commands: Commands<'w, 's>,
}

impl Lines<'_, '_> {
    /// Marks the line with the cursor, and scrolls to it, unless the pointer is there: a list does not run away
    /// under the pointer.
    pub fn mark(&mut self, cursor: usize) {
        for (entity, line, hovered, mut background, mut border) in &mut self.lines {
            let is_selected = line.0 == cursor;
            let (new_background, new_border) = colours(is_selected);
            background.set_if_neq(new_background);
            if border.set_if_neq(new_border) && is_selected && !hovered.0 {
                self.commands.trigger(ScrollIntoView { entity });
            }
        }
    }
}

/// A resource that has the cursor of a list.
pub(in crate::app) trait Cursor: Resource + PartialEq + Copy {
    /// A copy with the cursor on this line.
    fn at_line(self, line: usize) -> Self;
}

/// The pointer has moved onto a line or pressed it.
#[derive(Message, Clone, Copy, Debug)]
pub(in crate::app) struct LineChosen {
    line: usize,
    is_pressed: bool,
}

fn note_pointed(pointed: On<Pointed>, lines: Query<&Line>, mut chosen: MessageWriter<LineChosen>) {
    if let Ok(&Line(line)) = lines.get(pointed.entity) {
        chosen.write(LineChosen {
            line,
            is_pressed: false,
        });
    }
}

fn note_pressed(
    activate: On<Activate>,
    lines: Query<&Line>,
    mut chosen: MessageWriter<LineChosen>,
) {
    if let Ok(&Line(line)) = lines.get(activate.entity) {
        chosen.write(LineChosen {
            line,
            is_pressed: true,
        });
    }
}

/// Drops what no list has read: it is not meant for the screen of the next frame.
fn forget_chosen(mut chosen: ResMut<Messages<LineChosen>>) {
    if !chosen.is_empty() {
        chosen.clear();
    }
}

/// Moves the cursor to the line under the pointer, and chooses the line that is pressed.
pub(in crate::app) fn select_with_pointer<C: Cursor<Mutability = Mutable>>(
    mut lines: MessageReader<LineChosen>,
    mut cursor: ResMut<C>,
    mut queue: ResMut<ActionQueue>,
) {
    for chosen in lines.read() {
        let next = cursor.at_line(chosen.line);
        cursor.set_if_neq(next);
        if chosen.is_pressed {
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
        MenuAction::Answer(_) | MenuAction::Scroll(_) => None,
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
    use bevy::ui_widgets::{ScrollArea, ScrollAreaPlugin};

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

    /// A node that reaches from `top` to `bottom` on the screen.
    fn node(top: f32, bottom: f32, content: f32) -> impl Bundle {
        let computed = ComputedNode {
            size: Vec2::new(100.0, bottom - top),
            content_size: Vec2::new(100.0, content),
            ..ComputedNode::DEFAULT
        };
        let node = Node {
            overflow: Overflow::scroll_y(),
            ..default()
        };
        let centre = Vec2::new(50.0, f32::midpoint(top, bottom));
        (node, computed, UiGlobalTransform::from_translation(centre))
    }

    #[test]
    fn a_list_scrolls_to_the_line_with_the_cursor_unless_the_pointer_is_there() {
        for (is_hovered, scrolled) in [(false, 12.0), (true, 0.0)] {
            let mut app = App::new();
            app.add_plugins(ScrollAreaPlugin)
                .add_systems(Update, |mut lines: Lines| lines.mark(1));
            let world = app.world_mut();
            let list = (
                node(0.0, 100.0, 200.0),
                ScrollArea,
                ScrollPosition::default(),
            );
            let list = world.spawn(list).id();
            // It is half in view.
            let line = (Line(1), Hovered(is_hovered), node(92.0, 112.0, 20.0));
            let line = world.spawn((line, ChildOf(list))).id();
            app.update();
            let position = app.world().get::<ScrollPosition>(list).unwrap();
            assert_eq!(position.y, scrolled, "{is_hovered}");
            assert!(is_selected(app.world().get(line).unwrap()));
        }
    }
}
