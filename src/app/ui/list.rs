//! Lists with a cursor, which arrows, letters, the pointer and fingers move, and which are read aloud.
//!
//! A list is a resource that knows where its cursor is: see [`List`]. [`Rows`] shows its rows, whose nodes stay the same
//! while the cursor moves; the line with the cursor is marked, and scrolled into view. A list in a box over the screen is
//! less still: see [`dialog`].

pub(in crate::app) mod dialog;

use std::any::TypeId;
use std::time::Duration;

use bevy::ecs::component::Mutable;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::{Activate, ActivateOnPress, Button};

use super::hud::Hint;
use super::items::Items;
use super::pointer::{Pointable, Pointed};
use super::theme::{CHOSEN, KEY, PLAIN, QUIET, UiFont};
use crate::app::frame::Phase;
use crate::app::input::{ActionQueue, CommonAction, MenuAction};
use crate::app::screen::Screen;
use crate::app::ui::node::NodeExt;
use crate::geom::Dir;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lists>();
}

pub(super) fn view_plugin(app: &mut App) {
    app.add_message::<LineChosen>()
        .add_observer(note_pointed)
        .add_observer(note_pressed)
        .add_systems(
            Update,
            follow_pointer
                .run_if(on_message::<LineChosen>)
                .in_set(Phase::Input),
        )
        .add_systems(
            PostUpdate,
            find_cursors
                .pipe(mark)
                .run_if(any_with_component::<Item>)
                .before(UiSystems::Layout),
        );
}

/// The hint for moving the cursor.
pub(in crate::app) const MOVE: Hint = (
    &[
        &MenuAction::Cursor(Dir::North),
        &MenuAction::Cursor(Dir::South),
    ],
    "move",
);

/// The hints for a question.
pub(in crate::app) static QUESTION_HINTS: [Hint; 4] = [
    (&[&MenuAction::Answer(true)], "yes"),
    (&[&MenuAction::Answer(false), &CommonAction::Back], "no"),
    MOVE,
    (&[&MenuAction::Choose], "choose"),
];

/// A list of a screen.
pub(in crate::app) trait List: Resource<Mutability = Mutable> {
    /// The line with the cursor; `None` while the list is closed.
    fn cursor(&self) -> Option<usize>;

    /// Moves the cursor to a line.
    fn move_to(&mut self, line: usize);

    /// Whether the list is what the pointer means at this time since the start of the program.
    fn takes_pointer(&self, _now: Duration) -> bool {
        true
    }
}

/// Registers lists.
pub(in crate::app) trait AddList {
    /// Lets the pointer move the cursor of a list of `screen`, and marks its line.
    fn add_list<L: List>(&mut self, screen: Screen) -> &mut Self;
}

impl AddList for App {
    fn add_list<L: List>(&mut self, screen: Screen) -> &mut Self {
        let mut lists = self.world_mut().get_resource_or_init::<Lists>();
        lists.0.push(Registered {
            id: TypeId::of::<L>(),
            screen,
            cursor: |world| world.get_resource::<L>().and_then(L::cursor),
            point: |world, line| {
                let now = world.resource::<Time<Real>>().elapsed();
                let mut list = world.resource_mut::<L>();
                let takes = list.cursor().is_some() && list.takes_pointer(now);
                if takes && list.cursor() != Some(line) {
                    list.move_to(line);
                }
                takes
            },
        });
        self
    }
}

/// What is known of a list without its type.
#[derive(Clone, Copy)]
struct Registered {
    id: TypeId,
    screen: Screen,
    cursor: fn(&World) -> Option<usize>,
    /// Moves the cursor, if the list takes the pointer; returns whether it does.
    point: fn(&mut World, usize) -> bool,
}

/// All lists.
#[derive(Resource, Default)]
struct Lists(Vec<Registered>);

/// Whether a list is open on the screen.
pub(super) fn is_open(world: &World) -> bool {
    find_cursors(world).iter().any(|(_, line)| line.is_some())
}

/// The cursors of the screen's lists.
fn find_cursors(world: &World) -> Vec<(TypeId, Option<usize>)> {
    let screen = world.resource::<State<Screen>>().get();
    let lists = world.resource::<Lists>().0.iter();
    let lists = lists.filter(|list| list.screen == *screen);
    lists.map(|list| (list.id, (list.cursor)(world))).collect()
}

/// A line of a list, by its index. The cursor can be on it.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
#[require(Marked, BackgroundColor, BorderColor)]
pub(in crate::app) struct Item {
    list: TypeId,
    index: usize,
}

impl Item {
    pub fn of<L: List>(index: usize) -> Self {
        Self {
            list: TypeId::of::<L>(),
            index,
        }
    }
}

/// Whether the cursor is on a line, which [`super::scroll`] scrolls into view.
#[derive(Component, Default, Clone, Copy, PartialEq, Eq)]
pub(in crate::app) struct Marked(pub bool);

/// A line that can be pressed.
#[derive(Component, Default, Clone, Copy)]
#[require(Button, ActivateOnPress, Pointable)]
struct Line;

/// The border of a line: the marker of a selected one at its left, and its frame.
pub(in crate::app) const FRAME: UiRect = UiRect {
    left: Val::Px(4.0),
    right: Val::Px(1.0),
    top: Val::Px(1.0),
    bottom: Val::Px(1.0),
};

/// The node of a line.
pub(in crate::app) fn line_node() -> Node {
    Node::row(10.0)
        .align_centre()
        .padding(4.0, 0.0)
        .rigid()
        .border(FRAME)
}

/// The bundle of a line that can be pressed.
pub(in crate::app) fn line<L: List>(index: usize) -> impl Bundle {
    (Line, Item::of::<L>(index))
}

/// Marks the lines with the cursors. The marker and the frame stand out from every ground.
fn mark(
    In(cursors): In<Vec<(TypeId, Option<usize>)>>,
    mut lines: Query<(&Item, &mut Marked, &mut BackgroundColor, &mut BorderColor)>,
) {
    for (item, mut marked, mut background, mut border) in &mut lines {
        let is_marked = cursors.contains(&(item.list, Some(item.index)));
        marked.set_if_neq(Marked(is_marked));
        let (ground, frame) = match is_marked {
            true => (CHOSEN, KEY),
            false => (Color::NONE, Color::NONE),
        };
        background.set_if_neq(BackgroundColor(ground));
        border.set_if_neq(BorderColor::all(frame));
    }
}

/// A row of most lists: the letter that chooses it, if any, what it is, and a note after that.
#[derive(Component, Clone, PartialEq, Eq, Debug)]
pub(in crate::app) struct Row {
    pub letter: char,
    pub label: String,
    pub note: String,
}

impl Row {
    /// A row without a note.
    pub fn new(letter: char, label: impl Into<String>) -> Self {
        Self {
            letter,
            label: label.into(),
            note: String::new(),
        }
    }

    /// Draws it into a line.
    pub fn draw(line: &mut EntityCommands, row: &Self, font: &UiFont) {
        line.insert(line_node()).with_children(|line| {
            line.spawn(font.text(&row.letter.to_string(), KEY));
            let mut label = line.spawn(font.text(&row.label, PLAIN));
            if !row.note.is_empty() {
                label.insert(Node::DEFAULT.min_width(px(200)));
                line.spawn(font.text(&row.note, QUIET));
            }
        });
    }
}

/// Shows the rows of lists, each with a `T` as a component.
#[derive(SystemParam)]
pub(in crate::app) struct Rows<'w, 's, T: Component + PartialEq = Row> {
    pub items: Items<'w, 's, T>,
    lines: Query<'w, 's, &'static Item>,
    commands: Commands<'w, 's>,
}

impl<T: Component + PartialEq> Rows<'_, '_, T> {
    /// Makes the children of `node` the lines of a list. `draw` adds the node and the children of a row to its line.
    pub fn show<L: List>(
        &mut self,
        node: Entity,
        rows: impl IntoIterator<Item = T>,
        draw: impl FnMut(&mut EntityCommands, &T),
    ) {
        let shown = self.items.show(node, rows, draw);
        for (index, row) in shown.into_iter().enumerate() {
            if self.lines.get(row).ok() != Some(&Item::of::<L>(index)) {
                self.commands.entity(row).insert(line::<L>(index));
            }
        }
    }
}

/// The pointer has moved onto a line or pressed it.
#[derive(Message, Clone, Copy)]
struct LineChosen {
    item: Item,
    is_pressed: bool,
}

fn note_pointed(
    pointed: On<Pointed>,
    lines: Query<&Item, With<Line>>,
    mut chosen: MessageWriter<LineChosen>,
) {
    if let Ok(&item) = lines.get(pointed.entity) {
        let is_pressed = false;
        chosen.write(LineChosen { item, is_pressed });
    }
}

fn note_pressed(
    activate: On<Activate>,
    lines: Query<&Item, With<Line>>,
    mut chosen: MessageWriter<LineChosen>,
) {
    if let Ok(&item) = lines.get(activate.entity) {
        let is_pressed = true;
        chosen.write(LineChosen { item, is_pressed });
    }
}

/// Moves the cursor to the line under the pointer, and chooses the line that is pressed. What no list of this screen has
/// is not kept for the next one.
fn follow_pointer(world: &mut World) {
    let chosen: Vec<LineChosen> = world
        .resource_mut::<Messages<LineChosen>>()
        .drain()
        .collect();
    for LineChosen { item, is_pressed } in chosen {
        let screen = *world.resource::<State<Screen>>().get();
        let mut lists = world.resource::<Lists>().0.iter();
        let list = lists.find(|list| (list.id, list.screen) == (item.list, screen));
        let Some(&Registered { point, .. }) = list else {
            continue;
        };
        if point(world, item.index) && is_pressed {
            world
                .resource_mut::<ActionQueue>()
                .push(&MenuAction::Choose);
        }
    }
}

/// How the arrows go through a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum Steps {
    /// By one line, and from the last one to the first.
    Around,
    /// By one line, and left and right by ten, no farther than the ends.
    Far,
    /// In all directions through rows of so many lines.
    Grid(usize),
    /// By one line, and from this line on left and right, for the others stand side by side.
    Shelf(usize),
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
    (cursor, steps): (usize, Steps),
    letters: impl IntoIterator<Item = char>,
) -> Option<Command> {
    let mut letters = letters.into_iter();
    let mut answer = |is_yes| {
        let wanted = MenuAction::Answer(is_yes).letter()?;
        letters.position(|letter| letter.eq_ignore_ascii_case(&wanted))
    };
    match action {
        MenuAction::Answer(is_yes) => answer(is_yes).map(Command::Line),
        MenuAction::MarkYes => answer(true).map(Command::Cursor),
        MenuAction::Typed(typed) => letters
            .position(|letter| letter == typed)
            .map(Command::Line),
        MenuAction::Scroll(_) => None,
        MenuAction::Choose => letters.nth(cursor).map(|_| Command::Line(cursor)),
        MenuAction::Cursor(dir) => {
            let last = letters.count().checked_sub(1)?;
            let (x, y) = (dir.delta().x as isize, dir.delta().y as isize);
            let by = |step: isize| cursor.checked_add_signed(step);
            let line = match steps {
                Steps::Around => (cursor + last + 1).wrapping_add_signed(y) % (last + 1),
                Steps::Far => cursor.saturating_add_signed(y + 10 * x).min(last),
                Steps::Grid(columns) => {
                    by(x + y * columns as isize).filter(|line| *line <= last)?
                }
                Steps::Shelf(first) if cursor >= first => match (x, y) {
                    (0, ..0) => first.checked_sub(1)?,
                    (0, _) => 0,
                    _ => by(x).filter(|line| (first..=last).contains(line))?,
                },
                Steps::Shelf(first) => match (x, y) {
                    (0, ..0) => by(y).unwrap_or(first),
                    (0, _) => cursor + 1,
                    _ => return None,
                },
            };
            Some(Command::Cursor(line))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_through_a_list_and_a_letter_or_enter_chooses_a_line() {
        let ask = |action, at| interpret(action, at, "abcdefghijkl".chars());
        let arrows = [Dir::North, Dir::South, Dir::West, Dir::East].map(MenuAction::Cursor);
        for (at, lines) in [
            ((0, Steps::Around), [Some(11), Some(1), Some(0), Some(0)]),
            ((11, Steps::Around), [Some(10), Some(0), Some(11), Some(11)]),
            ((4, Steps::Far), [Some(3), Some(5), Some(0), Some(11)]),
            ((11, Steps::Far), [Some(10), Some(11), Some(1), Some(11)]),
            ((4, Steps::Grid(5)), [None, Some(9), Some(3), Some(5)]),
            ((11, Steps::Grid(5)), [Some(6), None, Some(10), None]),
            ((0, Steps::Shelf(9)), [Some(9), Some(1), None, None]),
            ((8, Steps::Shelf(9)), [Some(7), Some(9), None, None]),
            ((9, Steps::Shelf(9)), [Some(8), Some(0), None, Some(10)]),
            ((11, Steps::Shelf(9)), [Some(8), Some(0), Some(10), None]),
        ] {
            let moved = arrows.map(|arrow| ask(arrow, at));
            assert_eq!(moved, lines.map(|line| line.map(Command::Cursor)), "{at:?}");
        }
        let at = (2, Steps::Around);
        assert_eq!(ask(MenuAction::Typed('b'), at), Some(Command::Line(1)));
        assert_eq!(ask(MenuAction::Typed('z'), at), None);
        assert_eq!(ask(MenuAction::Choose, at), Some(Command::Line(2)));
        assert_eq!(ask(MenuAction::Choose, (12, Steps::Around)), None);
        assert_eq!(interpret(arrows[1], (0, Steps::Around), []), None);
        let ask = |action| interpret(action, (1, Steps::Around), ['Y', 'n']);
        assert_eq!(ask(MenuAction::Answer(true)), Some(Command::Line(0)));
        assert_eq!(ask(MenuAction::MarkYes), Some(Command::Cursor(0)));
        assert_eq!(ask(MenuAction::Choose), Some(Command::Line(1)));
    }
}
