//! Keyboard focus of the widgets: Tab and clicks move it, and without it the map gets the keys. Knows
//! nothing about what the widgets do.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::tab_navigation::{NavAction, TabIndex, TabNavigation};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible, set_initial_focus};
use bevy::picking::events::{Pointer, Press};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{Button, ScrollIntoView};

use crate::app::frame::Phase;
use crate::app::input::{Layer, LayerClosed, Layers, dispatch_actions};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(focus_pressed)
        .add_systems(PostStartup, clear_focus.after(set_initial_focus))
        .add_systems(
            Update,
            (
                focus_next_on_tab
                    .in_set(Phase::Input)
                    .before(dispatch_actions),
                clear_focus_on_back.in_set(Phase::Act),
                clear_focus_under_help
                    .run_if(resource_changed::<Layers>)
                    .in_set(Phase::Settle),
                update_focus_layer
                    .run_if(resource_changed::<InputFocus>)
                    .in_set(Phase::Show),
            ),
        );
}

/// Clears the focus that Bevy gives to the window at startup: arrows and Esc would count as keys for a
/// control.
fn clear_focus(mut focus: ResMut<InputFocus>) {
    focus.clear();
}

/// Focuses a pressed field or slider. A press anywhere else, buttons included, clears the focus, so that
/// the keys go to the map again.
fn focus_pressed(
    press: On<Pointer<Press>>,
    widgets: Query<(), (With<TabIndex>, Without<Button>)>,
    parents: Query<&ChildOf>,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
) {
    if press.entity != press.original_event_target() {
        return;
    }
    let widget = std::iter::once(press.entity)
        .chain(parents.iter_ancestors(press.entity))
        .find(|entity| widgets.contains(*entity));
    if visible.0 {
        visible.0 = false;
    }
    match widget {
        Some(widget) if focus.get() != Some(widget) => focus.set(widget, FocusCause::Pressed),
        None if focus.get().is_some() => focus.clear(),
        _ => {}
    }
}

/// Moves the focus to the next widget on Tab, and to the previous one on Shift+Tab.
fn focus_next_on_tab(
    mut events: MessageReader<KeyboardInput>,
    (keys, layers): (Res<ButtonInput<KeyCode>>, Res<Layers>),
    navigation: TabNavigation,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
    mut commands: Commands,
) {
    for event in events.read() {
        let is_for_widget = matches!(layers.keys(), Some(Layer::Control | Layer::Text));
        if event.state != ButtonState::Pressed || !is_for_widget || event.logical_key != Key::Tab {
            continue;
        }
        let has_shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let action = if has_shift {
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

/// Clears the focus when Back has closed the layer of the focused widget.
fn clear_focus_on_back(mut closed: MessageReader<LayerClosed>, mut focus: ResMut<InputFocus>) {
    for LayerClosed(layer) in closed.read() {
        if matches!(layer, Layer::Control | Layer::Text) {
            focus.clear();
        }
    }
}

/// Clears the focus when the key list opens: the focused widget would still get the keys.
fn clear_focus_under_help(layers: Res<Layers>, mut focus: ResMut<InputFocus>) {
    if layers.is_open(Layer::Help) && focus.get().is_some() {
        focus.clear();
    }
}

/// Updates which layer receives keys, effective next frame: the key that moved the focus is not for the
/// newly focused widget.
fn update_focus_layer(
    focus: Res<InputFocus>,
    texts: Query<(), With<EditableText>>,
    mut layers: ResMut<Layers>,
) {
    let is_text = focus.get().map(|entity| texts.contains(entity));
    let text = layers.with(Layer::Text, is_text == Some(true));
    layers.set_if_neq(text.with(Layer::Control, is_text == Some(false)));
}
