//! The right column: the actions in sections, each with its keys.

use bevy::prelude::*;

use super::{cell_button, row_node};
use crate::app::input::Keymap;
use crate::app::screens::options::rows::{OptionRows, Row};
use crate::app::screens::options::state::{action_meaning, cell_count, is_fixed};
use crate::app::screens::options::{CursorPos, OptionsState};
use crate::app::ui::items::Items;
use crate::app::ui::list::Item;
use crate::app::ui::node::NodeExt;
use crate::app::ui::scroll::ScrolledWith;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, UiFont};
use crate::app::ui::widget::spawn_scrolling_column;

/// Width of the description of an action where there is room for it, in UI pixels.
const MEANING_WIDTH: f32 = 186.0;

/// Parent of the cells of an action.
#[derive(Component)]
pub(super) struct KeyCells {
    row: usize,
    action: usize,
}

/// A cell: its position, its text and the text's colour.
#[derive(Component, PartialEq)]
pub(super) struct KeyCell(CursorPos, String, Color);

/// Spawns the scrolling list of actions; [`update_keys`] adds the keys.
pub(super) fn spawn_list(
    panel: &mut ChildSpawnerCommands,
    font: &UiFont,
    shown: (&OptionRows, &Keymap),
) {
    let body = Node::DEFAULT.min_height(px(0)).grow();
    panel.spawn(body).with_children(|body| {
        spawn_scrolling_column(body, (6.0, 6.0), 0.0, |list| {
            spawn_actions(list, font, shown);
        });
    });
}

fn spawn_actions(
    parent: &mut ChildSpawnerCommands,
    font: &UiFont,
    (list, keymap): (&OptionRows, &Keymap),
) {
    for (row, kind) in list.rows.iter().enumerate() {
        let Row::Action(action) = *kind else { continue };
        let mut sections = list.sections.iter();
        let section = sections.find(|section| section.first_row == row);
        let lines = Node::column(0.0).rigid();
        parent.spawn((ScrolledWith, lines)).with_children(|lines| {
            if let Some(section) = section {
                let heading = Node::DEFAULT.padding_at(UiRect::new(px(6), px(6), px(10), px(2)));
                lines.spawn((heading, children![font.text(section.heading, QUIET)]));
            }
            spawn_action(lines, font, (row, action), action_meaning(action, keymap));
        });
    }
}

fn spawn_action(
    lines: &mut ChildSpawnerCommands,
    font: &UiFont,
    (row, action): (usize, usize),
    meaning: &str,
) {
    let line = Node {
        column_gap: px(8),
        flex_direction: FlexDirection::Row,
        ..row_node().align_centre().padding(6.0, 1.0)
    };
    let meaning_column = Node::DEFAULT.width(px(MEANING_WIDTH)).min_width(px(0));
    let keys_column = Node::row(5.0).wrap(3.0).share();
    let cells = KeyCells { row, action };
    lines.spawn((
        Item::of::<OptionsState>(row),
        line,
        children![
            (meaning_column, children![font.wrapped(meaning, PLAIN)]),
            (keys_column, cells),
        ],
    ));
}

/// Updates the cells of the actions whose keys have changed.
pub(super) fn update_keys(
    (keymap, font): (Res<Keymap>, Res<UiFont>),
    lines: Query<(Entity, &KeyCells)>,
    mut shown: Items<KeyCell>,
) {
    for (line, KeyCells { row, action }) in &lines {
        let chords = keymap.chords(*action).iter();
        let keys: Vec<String> = chords.map(ToString::to_string).collect();
        let cells = (0..cell_count(*action, &keymap)).map(|cell| {
            let (text, colour) = match keys.get(cell) {
                Some(key) if is_fixed(*action, cell, &keymap) => (key.as_str(), QUIET),
                Some(key) => (key.as_str(), KEY),
                None if cell == keys.len() => ("+", QUIET),
                None => ("Reset", QUIET),
            };
            KeyCell(CursorPos { row: *row, cell }, text.to_owned(), colour)
        });
        shown.show(line, cells, |node, KeyCell(at, text, colour)| {
            node.insert(cell_button(&font, (text, *colour), *at));
        });
    }
}
