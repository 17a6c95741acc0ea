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
use crate::app::input::KeyTaker;
use crate::app::input::intent::hand_out;

/// Hands the keys around.
pub(super) fn plugin(app: &mut App) {
    app.add_observer(give)
        .add_systems(PostStartup, release.after(set_initial_focus))
        .add_systems(
            Update,
            (
                go.in_set(Phase::Input).before(hand_out),
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
    (keys, taker): (Res<ButtonInput<KeyCode>>, Res<KeyTaker>),
    navigation: TabNavigation,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
    mut commands: Commands,
) {
    for event in events.read() {
        let to_a_part = matches!(*taker, KeyTaker::Control | KeyTaker::Text);
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

/// Tells the bindings who has the keys, from the next frame on: the key that moved them here is
/// not theirs any more.
fn take(focus: Res<InputFocus>, texts: Query<(), With<EditableText>>, mut taker: ResMut<KeyTaker>) {
    taker.set_if_neq(match focus.get() {
        None => KeyTaker::Nobody,
        Some(entity) if texts.contains(entity) => KeyTaker::Text,
        Some(_) => KeyTaker::Control,
    });
}
