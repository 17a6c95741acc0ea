//! The column of settings, and the buttons below them.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::{Cell, InSight, RowBox, button, row_node};
use crate::app::screens::options::Spot;
use crate::app::screens::options::rows::{List, Row, Setting};
use crate::app::settings::Settings;
use crate::app::ui::theme::{KEY, PLAIN, Type};

/// Room for the name and the value of a setting.
const NAME: f32 = 76.0;
/// The value of a setting, and what it does.
#[derive(Component)]
pub(super) struct Value(Setting);

#[derive(Component)]
pub(super) struct About(Setting);

/// Spawns it.
pub(super) fn spawn(
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
                panel.spawn(row_box(row)).with_children(|column| {
                    column
                        .spawn(Node {
                            align_items: AlignItems::Center,
                            column_gap: px(6),
                            ..default()
                        })
                        .with_children(|line| {
                            line.spawn(Node {
                                width: px(NAME),
                                flex_shrink: 0.0,
                                ..default()
                            })
                            .with_child(font.text(setting.name(), PLAIN));
                            button(line, font, ("<", KEY), Cell(Spot { row, cell: 0 }));
                            line.spawn(Node {
                                flex_grow: 1.0,
                                justify_content: JustifyContent::Center,
                                ..default()
                            })
                            .with_child((Value(setting), font.text(&setting.value(settings), KEY)));
                            button(line, font, (">", KEY), Cell(Spot { row, cell: 1 }));
                        });
                    column.spawn((About(setting), font.hint(setting.about(settings))));
                });
            }
            Row::AllKeys | Row::Export | Row::Import => {
                panel
                    .spawn(Node {
                        margin: UiRect::top(px(if *kind == Row::AllKeys { 10 } else { 0 })),
                        ..row_node()
                    })
                    .insert((InSight(row), RowBox(row), BackgroundColor(Color::NONE)))
                    .with_children(|line| {
                        let spot = Cell(Spot { row, cell: 0 });
                        let word = match kind {
                            Row::Export => "Export all data",
                            Row::Import => "Import data",
                            _ => "Reset all keys",
                        };
                        button(line, font, (word, PLAIN), spot);
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

fn row_box(row: usize) -> impl Bundle {
    (
        InSight(row),
        RowBox(row),
        row_node(),
        BackgroundColor(Color::NONE),
    )
}

/// Shows the settings as they are, and how large text is where the window has no room for more.
pub(super) fn show(
    settings: Res<Settings>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut values: Query<(&Value, &mut Text), Without<About>>,
    mut abouts: Query<(&About, &mut Text), Without<Value>>,
) {
    let shown = windows
        .single()
        .map(|window| settings.text_size_in(window.size()).floor() as u8);
    for (value, mut text) in &mut values {
        let mut told = value.0.value(&settings);
        if let (Setting::Text, Ok(shown)) = (value.0, &shown)
            && *shown < settings.text
        {
            told = format!("{told}, {shown} here");
        }
        if text.0 != told {
            text.0 = told;
        }
    }
    for (about, mut text) in &mut abouts {
        let told = about.0.about(&settings);
        if text.0 != told {
            told.clone_into(&mut text.0);
        }
    }
}
