//! The list of actions with their keys.

use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use super::{Cell, InSight, RowBox, button, row_node};
use crate::app::input::Keymap;
use crate::app::screens::options::Spot;
use crate::app::screens::options::rows::{List, Row};
use crate::app::screens::options::state::{cells, meaning};
use crate::app::ui::theme::{KEY, PLAIN, QUIET, Type};
use crate::app::ui::widget::scrollbar;

/// Room for what an action does.
const MEANING: f32 = 186.0;
/// Holds the keys of an action: the row, the action, and what is shown.
#[derive(Component)]
pub(super) struct Keys {
    row: usize,
    action: usize,
    shown: Vec<String>,
}

/// Keys that are not shown yet.
#[derive(Component)]
pub(super) struct Empty;

/// Spawns it, without the keys: [`show`] shows them.
pub(super) fn spawn(panel: &mut ChildSpawnerCommands, font: &Type, shown: (&List, &Keymap)) {
    panel
        .spawn(Node {
            flex_grow: 1.0,
            min_height: px(0),
            ..default()
        })
        .with_children(|body| {
            let list = Node {
                flex_direction: FlexDirection::Column,
                flex_grow: 1.0,
                min_width: px(0),
                padding: UiRect::axes(px(6), px(6)),
                overflow: Overflow::scroll_y(),
                ..default()
            };
            let mut column = body.spawn((ScrollArea, list));
            let target = column.id();
            column.with_children(|list| spawn_actions(list, font, shown));
            scrollbar(body, target);
        });
}

fn spawn_actions(parent: &mut ChildSpawnerCommands, font: &Type, (list, keymap): (&List, &Keymap)) {
    for (row, kind) in list.rows.iter().enumerate() {
        let Row::Action(action) = *kind else { continue };
        let part = list.parts.iter().find(|part| part.first == row);
        parent
            .spawn((
                InSight(row),
                Node {
                    flex_direction: FlexDirection::Column,
                    flex_shrink: 0.0,
                    ..default()
                },
            ))
            .with_children(|lines| {
                if let Some(part) = part {
                    lines
                        .spawn(Node {
                            padding: UiRect::new(px(6), px(6), px(10), px(2)),
                            ..default()
                        })
                        .with_child(font.text(&part.heading, QUIET));
                }
                spawn_action(lines, font, (row, action), meaning(action, keymap));
            });
    }
}

fn spawn_action(
    lines: &mut ChildSpawnerCommands,
    font: &Type,
    (row, action): (usize, usize),
    word: &str,
) {
    let node = Node {
        column_gap: px(8),
        align_items: AlignItems::Center,
        flex_direction: FlexDirection::Row,
        padding: UiRect::axes(px(6), px(2)),
        ..row_node()
    };
    lines
        .spawn((RowBox(row), node, BackgroundColor(Color::NONE)))
        .with_children(|line| {
            line.spawn(Node {
                width: px(MEANING),
                flex_shrink: 0.0,
                ..default()
            })
            .with_children(|words| {
                words
                    .spawn(font.text(word, PLAIN))
                    .insert(TextLayout::default());
            });
            line.spawn((
                Keys {
                    row,
                    action,
                    shown: Vec::new(),
                },
                Empty,
                Node {
                    column_gap: px(5),
                    row_gap: px(3),
                    flex_wrap: FlexWrap::Wrap,
                    flex_grow: 1.0,
                    flex_basis: px(0),
                    ..default()
                },
            ));
        });
}

/// Shows the keys of the actions that have others now.
pub(super) fn show(
    (keymap, font): (Res<Keymap>, Res<Type>),
    mut holders: Query<(Entity, &mut Keys, Has<Empty>)>,
    mut commands: Commands,
) {
    for (holder, mut keys, empty) in &mut holders {
        let chords = keymap.chords(keys.action).iter();
        let wanted: Vec<String> = chords.map(ToString::to_string).collect();
        if keys.shown == wanted && !empty {
            continue;
        }
        let (row, count) = (keys.row, cells(keys.action, &keymap));
        let mut commands = commands.entity(holder);
        commands.remove::<Empty>().despawn_children();
        commands.with_children(|line| {
            for cell in 0..count {
                let spot = Cell(Spot { row, cell });
                match wanted.get(cell) {
                    Some(key) => button(line, &font, (key, KEY), spot),
                    None if cell == wanted.len() => button(line, &font, ("+", QUIET), spot),
                    None => button(line, &font, ("Reset", QUIET), spot),
                }
            }
        });
        keys.shown = wanted;
    }
}
