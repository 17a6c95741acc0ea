//! Which part of a panel has the keys: Tab goes through them, a press gives them, and the map gets
//! the rest. Knows widgets, not what they do.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::tab_navigation::{NavAction, TabIndex, TabNavigation};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible, set_initial_focus};
use bevy::picking::events::{Pointer, Press};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{Button, ScrollIntoView};

use crate::app::frame::Phase;
use crate::app::input::{Closed, Layer, Layers, hand_out};

/// Hands the keys around.
pub(super) fn plugin(app: &mut App) {
    app.add_observer(give)
        .add_systems(PostStartup, release.after(set_initial_focus))
        .add_systems(
            Update,
            (
                go.in_set(Phase::Input).before(hand_out),
                close.in_set(Phase::Act),
                take.run_if(resource_changed::<InputFocus>)
                    .in_set(Phase::Show),
            ),
        );
}

/// Bevy gives the keys to the window itself at start; arrows and Esc would be taken for those of
/// a control then.
fn release(mut focus: ResMut<InputFocus>) {
    focus.clear();
}

/// A press gives the keys to the field or slider that is pressed, and takes them from all
/// elsewhere: who presses a button by mouse goes on with the map.
fn give(
    press: On<Pointer<Press>>,
    parts: Query<(), (With<TabIndex>, Without<Button>)>,
    parents: Query<&ChildOf>,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
) {
    if press.entity != press.original_event_target() {
        return;
    }
    let part = std::iter::once(press.entity)
        .chain(parents.iter_ancestors(press.entity))
        .find(|entity| parts.contains(*entity));
    if visible.0 {
        visible.0 = false;
    }
    match part {
        Some(part) if focus.get() != Some(part) => focus.set(part, FocusCause::Pressed),
        None if focus.get().is_some() => focus.clear(),
        _ => {}
    }
}

/// Tab goes on to the next part.
fn go(
    mut events: MessageReader<KeyboardInput>,
    (keys, layers): (Res<ButtonInput<KeyCode>>, Res<Layers>),
    navigation: TabNavigation,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
    mut commands: Commands,
) {
    for event in events.read() {
        let to_a_part = matches!(layers.keys(), Some(Layer::Control | Layer::Text));
        if event.state != ButtonState::Pressed || !to_a_part || event.logical_key != Key::Tab {
            continue;
        }
        let back = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let action = if back {
            NavAction::Previous
        } else {
            NavAction::Next
        };
        if let Ok(next) = navigation.navigate(&focus, action) {
            focus.set(next, FocusCause::Navigated);
            visible.0 = true;
            commands.trigger(ScrollIntoView { entity: next });
        }
    }
}

/// Takes the focus from the widget that Back has closed.
fn close(mut closed: MessageReader<Closed>, mut focus: ResMut<InputFocus>) {
    for Closed(layer) in closed.read() {
        if matches!(layer, Layer::Control | Layer::Text) {
            focus.clear();
        }
    }
}

/// Tells who has the keys, from the next frame on: the key that moved the focus here is not for the
/// widget.
fn take(focus: Res<InputFocus>, texts: Query<(), With<EditableText>>, mut layers: ResMut<Layers>) {
    let is_text = focus.get().map(|entity| texts.contains(entity));
    let text = layers.with(Layer::Text, is_text == Some(true));
    layers.set_if_neq(text.with(Layer::Control, is_text == Some(false)));
}
