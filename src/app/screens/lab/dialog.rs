//! How the choice of formats to export to looks, over the map.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::export::{Cursor, choices};
use crate::app::dungeon::Dungeon;
use crate::app::frame::Phase;
use crate::app::input::{CurrentNames, Layer, Layers, hand_out};
use crate::app::screen::{Screen, on};
use crate::app::ui::list;
use crate::app::ui::theme::{KEY, LINE, PANEL, QUIET, Type};
use crate::app::ui::widget;

/// Shows the choice while it is open.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(
        Update,
        (
            list::select_with_pointer::<Cursor>
                .in_set(Phase::Input)
                .before(hand_out),
            show.run_if(resource_changed::<Layers>.or_eager(resource_changed::<Cursor>))
                .in_set(Phase::Show),
        )
            .run_if(on(Screen::Lab)),
    );
}

#[derive(Component)]
struct Dialog;

/// Holds the formats.
#[derive(Component)]
struct Formats;

fn spawn(mut commands: Commands) {
    let frame = Node {
        flex_direction: FlexDirection::Column,
        padding: UiRect::axes(px(22), px(14)),
        border: UiRect::all(px(1)),
        row_gap: px(6),
        ..default()
    };
    commands
        .spawn((
            Dialog,
            GlobalZIndex(1),
            widget::full_window(),
            // Over the panel's text, too, the choice is what stands out.
            BackgroundColor(Color::srgba(0.0, 0.0, 0.0, 0.55)),
            Interaction::default(),
        ))
        .with_child((
            Formats,
            frame,
            BackgroundColor(PANEL),
            BorderColor::all(LINE),
        ));
}

/// Shows or hides the choice, which takes the keys from every widget.
fn show(
    (layers, cursor, dungeon): (Res<Layers>, Res<Cursor>, Res<Dungeon>),
    (font, names): (Res<Type>, CurrentNames),
    mut dialogs: Query<&mut Node, With<Dialog>>,
    formats: Query<Entity, With<Formats>>,
    mut focus: ResMut<InputFocus>,
    mut commands: Commands,
) {
    let open = layers.is_open(Layer::Menu);
    for mut dialog in &mut dialogs {
        widget::set_displayed(&mut dialog, open);
    }
    if open && focus.get().is_some() {
        focus.clear();
    }
    for formats in &formats {
        let mut frame = commands.entity(formats);
        frame.despawn_children();
        if open {
            frame.with_children(|frame| {
                frame.spawn(font.text("Export the map as", KEY));
                let choices = choices(&dungeon).map(|(letter, word, _)| (letter, word));
                list::spawn_lines(frame, &font, choices, cursor.0);
                frame.spawn(font.text(&list::describe_keys(names.get()), QUIET));
            });
        }
    }
}
