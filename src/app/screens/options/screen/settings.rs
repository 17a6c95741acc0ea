//! The left column: the settings with their values, and the buttons below them.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::{Cell, RowBox, ScrollTarget, row_node, spawn_button};
use crate::app::screens::options::CursorPos;
use crate::app::screens::options::rows::{List, Row, Setting};
use crate::app::settings::Settings;
use crate::app::ui::theme::{KEY, PLAIN, Type};

/// Width of the name of a setting, in UI pixels.
const NAME_WIDTH: f32 = 76.0;

#[derive(Component)]
pub(super) struct ValueText(Setting);

#[derive(Component)]
pub(super) struct DescriptionText(Setting);

pub(super) fn spawn_settings(
    panel: &mut ChildSpawnerCommands,
    font: &Type,
    (list, settings): (&List, &Settings),
) {
    panel
        .spawn(Node {
            margin: UiRect::bottom(px(8)),
            ..default()
        })
        .with_child(font.sized("Options", 24.0, KEY));
    for (row, kind) in list.rows.iter().enumerate() {
        match *kind {
            Row::Setting(setting) => {
                panel.spawn(row_box(row, 0)).with_children(|column| {
                    column
                        .spawn(Node {
                            align_items: AlignItems::Center,
                            column_gap: px(6),
                            ..default()
                        })
                        .with_children(|line| {
                            line.spawn(Node {
                                width: px(NAME_WIDTH),
                                flex_shrink: 0.0,
                                ..default()
                            })
                            .with_child(font.text(setting.name(), PLAIN));
                            let cell = |cell| Cell(CursorPos { row, cell });
                            spawn_button(line, font, ("<", KEY), cell(0));
                            line.spawn(Node {
                                flex_grow: 1.0,
                                justify_content: JustifyContent::Center,
                                ..default()
                            })
                            .with_child((
                                ValueText(setting),
                                font.text(&setting.value(settings), KEY),
                            ));
                            spawn_button(line, font, (">", KEY), cell(1));
                        });
                    column.spawn((
                        DescriptionText(setting),
                        font.hint(setting.describe(settings)),
                    ));
                });
            }
            Row::AllKeys | Row::Export | Row::Import => {
                let (text, margin) = match kind {
                    Row::Export => ("Export all data", 0),
                    Row::Import => ("Import data", 0),
                    _ => ("Reset all keys", 10),
                };
                panel.spawn(row_box(row, margin)).with_children(|line| {
                    let cell = Cell(CursorPos { row, cell: 0 });
                    spawn_button(line, font, (text, PLAIN), cell);
                });
            }
            Row::Action(_) => {}
        }
    }
    panel
        .spawn(Node {
            margin: UiRect::top(px(10)),
            ..default()
        })
        .with_child(font.hint("Changes apply at once and are saved."));
}

/// The bundle of a row with a margin above it, in UI pixels.
fn row_box(row: usize, margin: i32) -> impl Bundle {
    (
        ScrollTarget(row),
        RowBox(row),
        Node {
            margin: UiRect::top(px(margin)),
            ..row_node()
        },
        BackgroundColor(Color::NONE),
    )
}

/// Updates values and descriptions. The text size also shows the size in effect if the window has no
/// room for the chosen one.
pub(super) fn update_settings(
    settings: Res<Settings>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut values: Query<(&ValueText, &mut Text), Without<DescriptionText>>,
    mut descriptions: Query<(&DescriptionText, &mut Text), Without<ValueText>>,
) {
    let shown = windows
        .single()
        .map(|window| settings.text_in(window.size()).floor() as u8);
    for (value, mut text) in &mut values {
        let mut new_text = value.0.value(&settings);
        if let (Setting::Text, Ok(shown)) = (value.0, &shown)
            && *shown < settings.text
        {
            new_text = format!("{new_text}, {shown} here");
        }
        if text.0 != new_text {
            text.0 = new_text;
        }
    }
    for (description, mut text) in &mut descriptions {
        let new_text = description.0.describe(&settings);
        if text.0 != new_text {
            new_text.clone_into(&mut text.0);
        }
    }
}
