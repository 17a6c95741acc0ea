//! The left column: the settings with their values, and the buttons below them.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::{cell_button, row_node};
use crate::app::platform::sound::Speaker;
use crate::app::screens::options::rows::{OptionRows, Row};
use crate::app::screens::options::{CursorPos, OptionsState};
use crate::app::settings::{Motion, MotionOfMachine, Setting, Settings};
use crate::app::ui::access::Named;
use crate::app::ui::list::Item;
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{KEY, PLAIN, UiFont};

/// Width of the name of a setting, in UI pixels.
const NAME_WIDTH: f32 = 76.0;

#[derive(Component)]
pub(super) struct ValueText(&'static Setting);

#[derive(Component)]
pub(super) struct DescriptionText(&'static Setting);

pub(super) fn spawn_settings(
    panel: &mut ChildSpawnerCommands,
    font: &UiFont,
    (list, settings): (&OptionRows, &Settings),
) {
    let title = Node::DEFAULT.margin(UiRect::bottom(px(8)));
    panel.spawn((title, children![font.sized("Options", 24.0, KEY)]));
    for (row, kind) in list.rows.iter().enumerate() {
        let (text, margin) = match *kind {
            Row::Setting(setting) => {
                spawn_setting(panel, font, row, (setting, settings));
                continue;
            }
            Row::AllKeys => ("Reset all keys", 10.0),
            Row::Export => ("Export all data", 0.0),
            Row::Import => ("Import data", 0.0),
            Row::Action(_) => continue,
        };
        let button = cell_button(font, (text, PLAIN), CursorPos { row, cell: 0 });
        panel.spawn((row_box(row, margin), children![button]));
    }
    let note = Node::DEFAULT.margin_top(10.0);
    let text = font.hint("Changes apply at once and are saved.");
    panel.spawn((note, children![text]));
}

fn spawn_setting(
    panel: &mut ChildSpawnerCommands,
    font: &UiFont,
    row: usize,
    (setting, settings): (&'static Setting, &Settings),
) {
    let line = Node::row(6.0).align_centre();
    let name = Node::DEFAULT.width(px(NAME_WIDTH)).rigid();
    let value = Node::DEFAULT.justify_centre().grow();
    let arrow = |text, cell| cell_button(font, (text, KEY), CursorPos { row, cell });
    let value_text = font.text(&shown_value(setting, settings), KEY);
    let description = font.hint(setting.describe(settings));
    panel.spawn((
        row_box(row, 0.0),
        children![
            (
                line,
                children![
                    (name, children![font.text(setting.label, PLAIN)]),
                    (Named::new("Previous value"), arrow("<", 0)),
                    (value, children![(ValueText(setting), value_text)]),
                    (Named::new("Next value"), arrow(">", 1)),
                ],
            ),
            (DescriptionText(setting), description),
        ],
    ));
}

/// The value of a setting; that of a switch that is on has a tick.
fn shown_value(setting: &Setting, settings: &Settings) -> String {
    match setting.value(settings) {
        value if value == "on" => format!("✓ {value}"),
        value => value,
    }
}

/// The bundle of a row with a margin above it, in UI pixels.
fn row_box(row: usize, margin: f32) -> impl Bundle {
    (Item::of::<OptionsState>(row), row_node().margin_top(margin))
}

/// Updates values and descriptions. A text size that is not the chosen one is shown, too.
pub(super) fn update_settings(
    (settings, speaker): (Res<Settings>, Option<Res<Speaker>>),
    machine: Option<Res<MotionOfMachine>>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut values: Query<(&ValueText, &mut Text), Without<DescriptionText>>,
    mut descriptions: Query<(&DescriptionText, &mut Text), Without<ValueText>>,
) {
    let shown = windows
        .single()
        .map(|window| settings.text_size_in(window.size()).floor() as u8);
    for (value, mut text) in &mut values {
        let mut new_text = shown_value(value.0, &settings);
        if let ("text", Ok(shown)) = (value.0.name, &shown)
            && Some(*shown) != settings.text
        {
            new_text = format!("{new_text} ({shown})");
        }
        if text.0 != new_text {
            text.0 = new_text;
        }
    }
    for (description, mut text) in &mut descriptions {
        let trouble = speaker.as_ref().and_then(|speaker| speaker.trouble());
        let new_text = match (description.0.name, trouble) {
            ("volume" | "ambience" | "music", Some(trouble)) => trouble,
            ("motion", _) if machine.is_some() && settings.motion == Motion::Reduced => {
                "Chosen because there is no graphics card"
            }
            _ => description.0.describe(&settings),
        };
        if text.0 != new_text {
            new_text.clone_into(&mut text.0);
        }
    }
}
