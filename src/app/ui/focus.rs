//! Keyboard focus of the widgets: Tab, arrows and clicks move it, and without it the map gets the keys.

use bevy::ecs::system::SystemParam;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::tab_navigation::{NavAction, TabIndex, TabNavigation};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible, set_initial_focus};
use bevy::picking::events::{Pointer, Press};
use bevy::prelude::*;
use bevy::ui_widgets::Button;
use bevy::window::WindowFocused;

use crate::app::frame::{Phase, React};
use crate::app::input::{Keyboard, Layer, LayerClosed, Layers};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(focus_pressed)
        .add_systems(PostStartup, clear_focus.after(set_initial_focus))
        .add_systems(Update, move_focus.in_set(Phase::Input))
        .add_systems(React, clear_focus_on_back.in_set(Phase::Act));
}

/// The order of the widgets, without those that are hidden.
#[derive(SystemParam)]
pub(in crate::app) struct Navigation<'w, 's> {
    order: TabNavigation<'w, 's>,
    nodes: Query<'w, 's, &'static Node>,
    parents: Query<'w, 's, &'static ChildOf>,
}

impl Navigation<'_, '_> {
    /// The widget that the focus moves to.
    pub fn next(&self, focus: &InputFocus, action: NavAction) -> Option<Entity> {
        let first = self.order.navigate(focus, action).ok()?;
        let mut next = first;
        while !self.is_shown(next) {
            let at = InputFocus::from_entity(next);
            next = self.order.navigate(&at, action).ok()?;
            if next == first {
                return None;
            }
        }
        Some(next)
    }

    /// The first widget of a panel.
    pub fn first_of(&self, panel: Entity) -> Option<Entity> {
        let first = self.order.initialize(panel, NavAction::First).ok()?;
        match self.is_shown(first) {
            true => Some(first),
            false => self.next(&InputFocus::from_entity(first), NavAction::Next),
        }
    }

    fn is_shown(&self, widget: Entity) -> bool {
        let mut around = std::iter::once(widget).chain(self.parents.iter_ancestors(widget));
        around.all(|it| {
            let node = self.nodes.get(it);
            node.map_or(true, |node| node.display != Display::None)
        })
    }
}

/// The arrow keys that a widget uses itself; the others move the focus.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum UsedArrows {
    /// Left and right, which move a slider.
    LeftRight,
    /// Up and down, which move the choice in a list.
    UpDown,
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

/// Moves the focus to the next widget on Tab, and to the previous one on Shift+Tab. The arrow keys do the
/// same where the focused widget does not use them. Shift counts by the order of the events: in a slow frame it may be
/// up again.
pub(in crate::app) fn move_focus(
    mut events: MessageReader<KeyboardInput>,
    mut windows: MessageReader<WindowFocused>,
    (mut keyboard, layers): (Local<Keyboard>, Res<Layers>),
    navigation: Navigation,
    used: Query<&UsedArrows>,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
) {
    if windows.read().any(|window| !window.focused) {
        keyboard.release();
    }
    for event in events.read() {
        keyboard.update(event);
        if event.state != ButtonState::Pressed {
            continue;
        }
        let used = focus.get().and_then(|widget| used.get(widget).ok());
        let arrow = arrow_action(event.key_code, used.copied());
        let action = match (layers.keys(), &event.logical_key) {
            (Some(Layer::Control | Layer::Text), Key::Tab) => {
                if keyboard.has_shift() {
                    NavAction::Previous
                } else {
                    NavAction::Next
                }
            }
            (Some(Layer::Control), _) if let Some(arrow) = arrow => arrow,
            _ => continue,
        };
        if let Some(next) = navigation.next(&focus, action) {
            focus.set(next, FocusCause::Navigated);
            visible.0 = true;
        }
    }
}

/// Where an arrow key moves the focus, unless the widget uses the key. By its key code, as for sliders: the
/// numeric keypad moves the cursor on the board or map.
fn arrow_action(key: KeyCode, used: Option<UsedArrows>) -> Option<NavAction> {
    let (arrows, action) = match key {
        KeyCode::ArrowUp => (UsedArrows::UpDown, NavAction::Previous),
        KeyCode::ArrowDown => (UsedArrows::UpDown, NavAction::Next),
        KeyCode::ArrowLeft => (UsedArrows::LeftRight, NavAction::Previous),
        KeyCode::ArrowRight => (UsedArrows::LeftRight, NavAction::Next),
        _ => return None,
    };
    (used != Some(arrows)).then_some(action)
}

/// Clears the focus when Back has closed the layer of the focused widget.
fn clear_focus_on_back(mut closed: MessageReader<LayerClosed>, mut focus: ResMut<InputFocus>) {
    for LayerClosed(layer) in closed.read() {
        if matches!(layer, Layer::Control | Layer::Text) {
            focus.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::key_event;
    use bevy::input::InputPlugin;
    use bevy::input_focus::InputFocusPlugin;
    use bevy::input_focus::tab_navigation::TabGroup;

    #[test]
    fn arrows_move_the_focus_unless_the_widget_uses_them() {
        let mut app = App::new();
        app.add_plugins((InputPlugin, InputFocusPlugin))
            .add_message::<WindowFocused>()
            .insert_resource(Layers::default().with(Layer::Control, true))
            .add_systems(Update, move_focus);
        let world = app.world_mut();
        let panel = world.spawn(TabGroup::modal()).id();
        let button = world.spawn((TabIndex(0), ChildOf(panel))).id();
        let slider = world.spawn((TabIndex(0), UsedArrows::LeftRight, ChildOf(panel)));
        let slider = slider.id();
        let list = world.spawn((TabIndex(0), UsedArrows::UpDown, ChildOf(panel)));
        let list = list.id();
        let press = |app: &mut App, key_code, logical_key| {
            app.world_mut()
                .write_message(key_event(key_code, logical_key));
            app.update();
            app.world().resource::<InputFocus>().get()
        };
        let up = (KeyCode::ArrowUp, Key::ArrowUp);
        let down = (KeyCode::ArrowDown, Key::ArrowDown);
        let left = (KeyCode::ArrowLeft, Key::ArrowLeft);
        let right = (KeyCode::ArrowRight, Key::ArrowRight);
        let keypad = (KeyCode::Numpad2, Key::ArrowDown);
        app.insert_resource(InputFocus::from_entity(button));
        for ((code, key), focused) in [
            (right.clone(), slider),
            (right.clone(), slider),
            (left.clone(), slider),
            (up.clone(), button),
            (keypad, button),
            (down.clone(), slider),
            (down.clone(), list),
            (down.clone(), list),
            (up, list),
            ((KeyCode::Tab, Key::Tab), button),
            (left, list),
            (right, button),
        ] {
            assert_eq!(press(&mut app, code, key.clone()), Some(focused), "{key:?}");
        }
        // In a text field the arrows belong to the text, and without a focused widget to the map.
        for layers in [Layers::default(), Layers::default().with(Layer::Text, true)] {
            app.insert_resource(layers);
            assert_eq!(press(&mut app, down.0, down.1.clone()), Some(button));
        }
    }
}
