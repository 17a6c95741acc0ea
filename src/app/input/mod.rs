//! Turns physical input into actions, by the tables that screens register.
//!
//! Keys, buttons and clicks wait in one queue, in order. A key gets its meaning when its turn comes,
//! from the screen and the layers that are open then. Held keys repeat at the system's rate, until a screen
//! ends the hold.

mod action;
mod chord;
mod keymap;
mod layers;
mod names;
mod pad;
mod pointer;
mod shared;
mod touch;

use std::collections::VecDeque;

use bevy::ecs::message::MessageMutator;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput, NativeKey, NativeKeyCode};
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input::{ButtonState, InputSystems};
use bevy::input_focus::InputFocusSystems;
use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent, WindowFocused};

pub use action::{Action, AddActions, AnyAction, Group, Row};
pub use chord::Chord;
pub(in crate::app) use chord::Keyboard;
#[cfg(test)]
pub(in crate::app) use chord::tests::event as key_event;
pub use keymap::{Entry, KeyConflict, Keymap};
pub use layers::{Layer, LayerClosed, Layers, LeaveScreen};
pub use names::{CurrentNames, Names};
pub use pad::PanelKey;
pub use pointer::MapPointer;
pub use shared::{ANSWERS, CommonAction, MenuAction, ScrollHelp, Step, choose, cursor, step};
pub use touch::{Cursor, Draggable, PanBy, TouchUsed};

use super::frame::Phase;
use super::notice::Notice;
use super::platform::clipboard;
use super::platform::pad::{Button, PadQueue, Press};
use super::screen::Screen;
use super::settings::{ConfigFiles, KEYS, Settings};
use crate::geom::Dir;
use pad::PadKeys;

/// Reads keyboard, gamepad, mouse wheel and fingers, and sends actions as messages.
pub struct InputPlugin;

/// Sent together with every action, for systems that react to any action.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionSent;

/// Whether the last input came from a gamepad; if so, hints name its buttons instead of keys.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct PadUsed(pub bool);

/// The chord pressed while [`Layer::Binding`] is open: the new binding.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyPressed(pub Chord);

impl Action for KeyPressed {
    const TABLE: &'static [(Self, Row)] = &[];

    fn ends_batch(&self) -> bool {
        true
    }
}

/// Input that has not become messages yet, oldest first.
#[derive(Resource, Default)]
pub struct ActionQueue {
    waiting: VecDeque<Queued>,
    /// Whether the actions sent last are repeats of a held key or button.
    sent_repeats: bool,
    /// Whether repeats are dropped until a key or button is pressed.
    is_hold_over: bool,
}

enum Queued {
    Key { chord: Chord, event: KeyboardInput },
    Button(Press),
    Action(Box<dyn AnyAction>),
}

impl Queued {
    const fn is_repeat(&self) -> bool {
        match self {
            Self::Key { event, .. } => event.repeat,
            Self::Button(press) => press.repeat,
            Self::Action(_) => false,
        }
    }
}

impl ActionQueue {
    /// Adds the action of a click or a widget.
    pub fn push(&mut self, action: &dyn AnyAction) {
        self.waiting.push_back(Queued::Action(action.boxed()));
    }

    /// Adds a key press, unless it is a modifier, the system's, or the focused widget takes it.
    fn push_key(
        &mut self,
        event: &KeyboardInput,
        keyboard: &mut Keyboard,
        (layers, keymap): (Layers, &Keymap),
    ) {
        if keyboard.update(event) || !event.state.is_pressed() {
            return;
        }
        let chord = Chord::from_event(event, keyboard, |chord| keymap.is_bound(chord))
            .filter(|chord| !layers.widget_takes(*chord));
        let event = event.clone();
        self.waiting
            .extend(chord.map(|chord| Queued::Key { chord, event }));
    }

    /// Whether no input is waiting.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Drops all waiting input.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    /// Drops the repeats of the key or button that is held down, until one is pressed. Returns whether the
    /// actions sent in this frame are such repeats, so that the screen drops the rest of them.
    pub const fn end_hold(&mut self) -> bool {
        self.is_hold_over = true;
        self.sent_repeats
    }

    /// Takes the next input, unless it does not belong into one batch with those before it: repeats and
    /// presses go apart.
    fn next_of_batch(&mut self, batch: &mut Option<bool>) -> Option<Queued> {
        loop {
            let is_repeat = self.waiting.front()?.is_repeat();
            if is_repeat && self.is_hold_over {
                self.waiting.pop_front();
                continue;
            }
            if *batch.get_or_insert(is_repeat) != is_repeat {
                return None;
            }
            let next = self.waiting.pop_front();
            if !matches!(next, Some(Queued::Action(_))) {
                self.is_hold_over &= is_repeat;
            }
            self.sent_repeats = is_repeat;
            return next;
        }
    }
}

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((clipboard::plugin, touch::plugin))
            .init_resource::<Keymap>()
            .init_resource::<ActionQueue>()
            .init_resource::<Layers>()
            .init_resource::<PadQueue>()
            .init_resource::<PadUsed>()
            .init_resource::<PadKeys>()
            .add_message::<ActionSent>()
            .add_message::<LayerClosed>()
            .add_message::<LeaveScreen>()
            .add_message::<KeyboardInput>()
            .add_message::<WindowFocused>()
            .add_message::<WindowEvent>()
            .add_message::<MouseWheel>()
            .add_message::<RequestRedraw>()
            .add_actions::<MenuAction>()
            .add_actions::<CommonAction>()
            .add_actions::<ScrollHelp>()
            .add_actions::<KeyPressed>()
            // Before `Update`, where screens read mouse presses.
            .add_systems(
                PreUpdate,
                (
                    read_keys,
                    prepare_widget_keys
                        .after(InputSystems)
                        .before(InputFocusSystems::Dispatch),
                ),
            )
            .add_systems(
                Update,
                (
                    (
                        close_layers.run_if(state_changed::<Screen>),
                        (read_wheel, pad::read_pads),
                        dispatch_actions,
                        apply_common_actions,
                    )
                        .chain()
                        .in_set(Phase::Input),
                    set_controls
                        .run_if(resource_exists_and_changed::<Settings>)
                        .in_set(Phase::Settle),
                    save_keymap
                        .run_if(resource_changed::<Keymap>)
                        .in_set(Phase::Show),
                ),
            )
            .add_systems(PostUpdate, request_frame)
            .add_systems(
                Last,
                (
                    retype_keys.run_if(resource_changed::<Layers>),
                    pad::send_keys,
                ),
            );
    }
}

/// Binds the default keys of the controls that the player has chosen.
fn set_controls(settings: Res<Settings>, mut keymap: ResMut<Keymap>) {
    if keymap.controls() != settings.controls {
        keymap.set_controls(settings.controls);
    }
}

/// Saves the player's bindings when they have changed.
fn save_keymap(keymap: Res<Keymap>, files: Option<Res<ConfigFiles>>, mut notice: ResMut<Notice>) {
    let Some(files) = files.filter(|_| !keymap.is_added()) else {
        return;
    };
    if let Err(reason) = files.write(&KEYS, &keymap.to_ron()) {
        notice.0 = reason;
    }
}

/// Queues the keys up to the first mouse press. Later ones wait for the next frame, because screens act
/// on the mouse press in this one.
fn read_keys(
    mut events: MessageReader<WindowEvent>,
    (mut keyboard, mut waiting): (Local<Keyboard>, Local<VecDeque<WindowEvent>>),
    (layers, keymap): (Res<Layers>, Res<Keymap>),
    (mut queue, mut pad_used): (ResMut<ActionQueue>, ResMut<PadUsed>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    waiting.extend(events.read().cloned());
    while let Some(event) = waiting.pop_front() {
        match event {
            WindowEvent::KeyboardInput(key) => {
                queue.push_key(&key, &mut keyboard, (*layers, &keymap));
                pad_used.set_if_neq(PadUsed(false));
            }
            WindowEvent::WindowFocused(window) if !window.focused => keyboard.release(),
            WindowEvent::MouseButtonInput(input) if input.state.is_pressed() => break,
            _ => {}
        }
    }
    if !waiting.is_empty() {
        redraw.write(RequestRedraw);
    }
}

/// Prepares the key events that Bevy passes to the focused widget: a chord with Ctrl has the Latin letter of
/// its place if the layout has none, and one with Super, which is the system's, is none at all.
fn prepare_widget_keys(
    mut events: MessageMutator<KeyboardInput>,
    mut windows: MessageReader<WindowFocused>,
    mut keyboard: Local<Keyboard>,
) {
    for event in events.read() {
        if keyboard.update(event) {
            continue;
        }
        // On macOS Super is the command key, which Bevy's fields expect.
        if keyboard.has_super() && !cfg!(target_os = "macos") {
            let unidentified = NativeKeyCode::Unidentified;
            event.key_code = KeyCode::Unidentified(unidentified);
            event.logical_key = Key::Unidentified(NativeKey::Unidentified);
            (event.state, event.text) = (ButtonState::Released, None);
        } else if let Some(letter) = Chord::command_letter(event, &keyboard) {
            event.logical_key = Key::Character(letter.to_string().into());
        }
    }
    if windows.read().any(|window| !window.focused) {
        keyboard.release();
    }
}

/// Sends the waiting actions as messages, up to the first that changes the map or the meaning of keys.
/// The player gave later ones for the state after it, so they wait for the next frame.
pub fn dispatch_actions(
    mut queue: ResMut<ActionQueue>,
    (keymap, layers, mut pad_keys): (Res<Keymap>, Res<Layers>, ResMut<PadKeys>),
    screen: Option<Res<State<Screen>>>,
    mut commands: Commands,
) {
    let screen = screen.map_or_else(Screen::default, |screen| *screen.get());
    // Whether an action was sent that a screen applies later in this frame.
    let mut sent = false;
    let mut batch = None;
    while let Some(queued) = queue.next_of_batch(&mut batch) {
        let action = match queued {
            Queued::Action(action) => Some(action),
            Queued::Key { chord, event } if layers.keys() == Some(Layer::Binding) => {
                (!event.repeat).then(|| KeyPressed(chord).boxed())
            }
            Queued::Key { chord, event } => keymap.action((chord, event.repeat), screen, *layers),
            Queued::Button(press)
                if layers.keys() == Some(Layer::Binding) && press.button != Button::East =>
            {
                let chord = Chord::from_button(press.button).filter(|_| !press.repeat);
                chord.map(|chord| KeyPressed(chord).boxed())
            }
            Queued::Button(press) => match pad_keys.interpret(press, &keymap, screen, *layers) {
                pad::Meaning::Keys => break,
                pad::Meaning::Wait => {
                    queue.waiting.push_front(queued);
                    break;
                }
                pad::Meaning::Action(action) => action.map(AnyAction::boxed),
            },
        };
        let Some(action) = action else { continue };
        if action.is_alone() && sent {
            queue.waiting.push_front(Queued::Action(action));
            break;
        }
        sent |= !action.is_common();
        let ends = action.is_last();
        commands.queue(move |world: &mut World| action.send(world));
        if ends {
            break;
        }
    }
}

/// Asks for the frame in which what waits is handled.
fn request_frame(
    (queue, pad_keys): (Res<ActionQueue>, Res<PadKeys>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !queue.is_empty() || !pad_keys.is_idle() {
        redraw.write(RequestRedraw);
    }
}

/// Sends key events again that were typed before the widget they are for got the focus, with Ctrl down or up as
/// it was for each.
fn retype_keys(
    mut queue: ResMut<ActionQueue>,
    layers: Res<Layers>,
    held: Option<Res<ButtonInput<Key>>>,
    mut events: MessageWriter<KeyboardInput>,
) {
    let is_for_widget = |queued: &mut Queued| matches!(queued, Queued::Key { chord, .. } if layers.widget_takes(*chord));
    let is_held = held.is_some_and(|held| held.pressed(Key::Control));
    let mut has_ctrl = is_held;
    let mut switch_ctrl = |wanted: bool, like: &KeyboardInput| {
        let state = match wanted {
            true => ButtonState::Pressed,
            false => ButtonState::Released,
        };
        let is_other = std::mem::replace(&mut has_ctrl, wanted) != wanted;
        is_other.then(|| KeyboardInput {
            key_code: KeyCode::ControlLeft,
            logical_key: Key::Control,
            state,
            text: None,
            repeat: false,
            ..like.clone()
        })
    };
    let mut last = None;
    while let Some(Queued::Key { chord, event }) = queue.waiting.pop_front_if(is_for_widget) {
        events.write_batch(switch_ctrl(chord.has_ctrl(), &event));
        let released = KeyboardInput {
            state: ButtonState::Released,
            ..event.clone()
        };
        events.write_batch([event, released.clone()]);
        last = Some(released);
    }
    events.write_batch(last.and_then(|last| switch_ctrl(is_held, &last)));
}

/// Toggles the key list, and on Back closes the topmost layer or leaves the screen.
fn apply_common_actions(
    mut actions: MessageReader<CommonAction>,
    mut layers: ResMut<Layers>,
    mut closed: MessageWriter<LayerClosed>,
    mut leave: MessageWriter<LeaveScreen>,
) {
    for action in actions.read() {
        match (action, layers.top()) {
            (CommonAction::Help, _) => {
                *layers = layers.with(Layer::Help, !layers.is_open(Layer::Help));
            }
            (CommonAction::Back, Some(top)) => {
                *layers = layers.with(top, false);
                closed.write(LayerClosed(top));
            }
            (CommonAction::Back, None) => drop(leave.write(LeaveScreen)),
            _ => {}
        }
    }
}

/// Closes the layers of the screen that was left.
fn close_layers(mut layers: ResMut<Layers>) {
    let open = layers.after_screen_change();
    layers.set_if_neq(open);
}

/// Touchpad scrolling, in pixels, that counts as one notch of a mouse wheel.
const PIXELS_PER_NOTCH: f32 = 40.0;

/// Zooms by one step for each notch of the wheel, or scrolls in a menu. Bevy scrolls the panels.
fn read_wheel(
    mut events: MessageReader<MouseWheel>,
    (pointer, layers): (MapPointer, Res<Layers>),
    mut turned: Local<f32>,
    mut queue: ResMut<ActionQueue>,
) {
    let in_menu = layers.has_list();
    // Over a panel the wheel scrolls the panel.
    if pointer.is_on_panel() && !in_menu {
        events.clear();
        return;
    }
    for event in events.read() {
        *turned += match event.unit {
            MouseScrollUnit::Line => event.y,
            MouseScrollUnit::Pixel => event.y / PIXELS_PER_NOTCH,
        };
        while turned.abs() >= 1.0 {
            match (in_menu, *turned > 0.0) {
                (false, true) => queue.push(&CommonAction::ZoomIn),
                (false, false) => queue.push(&CommonAction::ZoomOut),
                (true, true) => queue.push(&MenuAction::Scroll(Dir::North)),
                (true, false) => queue.push(&MenuAction::Scroll(Dir::South)),
            }
            *turned -= turned.signum();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::chord::tests::{character, event, released};
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn keys_typed_before_their_field_has_the_focus_come_to_it_with_ctrl_where_it_was_held() {
        let ctrl = (KeyCode::ControlLeft, Key::Control);
        let letter = |letter| event(KeyCode::KeyA, character(letter));
        for is_still_held in [false, true] {
            let (mut queue, mut keyboard) = (ActionQueue::default(), Keyboard::default());
            let keymap = Keymap::default();
            for event in [
                letter("x"),
                event(ctrl.0, ctrl.1.clone()),
                letter("a"),
                letter("c"),
                released(ctrl.0, ctrl.1.clone()),
                letter("y"),
            ] {
                queue.push_key(&event, &mut keyboard, (Layers::default(), &keymap));
            }
            let mut now = ButtonInput::<Key>::default();
            if is_still_held {
                now.press(Key::Control);
            }
            let mut world = World::new();
            world.init_resource::<Messages<KeyboardInput>>();
            world.insert_resource(queue);
            world.insert_resource(now);
            world.insert_resource(Layers::default().with(Layer::Text, true));
            world.run_system_once(retype_keys).unwrap();
            assert!(world.resource::<ActionQueue>().is_empty());

            let mut messages = world.resource_mut::<Messages<KeyboardInput>>();
            let mut has_ctrl = is_still_held;
            let mut typed = Vec::new();
            for event in messages.drain() {
                match (&event.logical_key, event.state.is_pressed()) {
                    (Key::Control, is_pressed) => has_ctrl = is_pressed,
                    (Key::Character(letter), true) => typed.push((letter.to_string(), has_ctrl)),
                    _ => {}
                }
            }
            let wanted = [("x", false), ("a", true), ("c", true), ("y", false)];
            let wanted = wanted.map(|(letter, with_ctrl)| (letter.to_owned(), with_ctrl));
            assert_eq!(typed, wanted);
            assert_eq!(has_ctrl, is_still_held, "as it is now");
        }
    }

    /// The key events that a widget gets of these.
    fn widget_keys(events: Vec<KeyboardInput>) -> Vec<KeyboardInput> {
        let mut world = World::new();
        world.init_resource::<Messages<KeyboardInput>>();
        world.init_resource::<Messages<WindowFocused>>();
        world.write_message_batch(events);
        world.run_system_once(prepare_widget_keys).unwrap();
        let mut messages = world.resource_mut::<Messages<KeyboardInput>>();
        messages.drain().collect()
    }

    #[test]
    fn ctrl_v_pastes_in_a_field_whatever_the_layout_and_letters_without_ctrl_stay() {
        let ctrl = event(KeyCode::ControlLeft, Key::Control);
        for (code, typed, letter) in [
            (KeyCode::KeyV, "м", "v"),
            (KeyCode::KeyV, "М", "v"),
            (KeyCode::KeyV, "ω", "v"),
            (KeyCode::KeyA, "ф", "a"),
            (KeyCode::Period, "v", "v"),
        ] {
            let key = event(code, character(typed));
            let seen = widget_keys(vec![key.clone(), ctrl.clone(), key.clone()]);
            assert_eq!(seen[0], key, "{typed}");
            assert_eq!(seen[2].logical_key, character(letter), "{typed}");
        }
    }

    #[test]
    fn a_chord_with_super_does_nothing_in_a_field() {
        if cfg!(target_os = "macos") {
            return;
        }
        let super_key = event(KeyCode::SuperLeft, Key::Super);
        let keys = [
            event(KeyCode::Enter, Key::Enter),
            event(KeyCode::KeyV, character("v")),
            event(KeyCode::Escape, Key::Escape),
        ];
        for key in keys {
            let release = released(KeyCode::SuperLeft, Key::Super);
            let seen = widget_keys(vec![super_key.clone(), key.clone(), release, key.clone()]);
            assert_ne!(seen[1].logical_key, key.logical_key);
            assert!(!seen[1].state.is_pressed());
            assert_eq!(seen[3], key);
        }
    }

    #[test]
    fn super_that_is_down_when_the_window_loses_the_focus_is_up_for_a_field_too() {
        let mut world = World::new();
        world.init_resource::<Messages<KeyboardInput>>();
        world.init_resource::<Messages<WindowFocused>>();
        let prepare = world.register_system(prepare_widget_keys);
        world.write_message(event(KeyCode::SuperLeft, Key::Super));
        world.write_message(WindowFocused {
            window: Entity::PLACEHOLDER,
            focused: false,
        });
        world.run_system(prepare).unwrap();
        let key = event(KeyCode::Enter, Key::Enter);
        world.write_message(key.clone());
        world.run_system(prepare).unwrap();
        let mut messages = world.resource_mut::<Messages<KeyboardInput>>();
        assert_eq!(messages.drain().last(), Some(key));
    }

    #[test]
    fn a_hold_that_has_ended_sends_nothing_until_a_key_is_pressed() {
        /// How many inputs of the next batch there are.
        fn batch(queue: &mut ActionQueue) -> usize {
            let mut kind = None;
            std::iter::from_fn(|| queue.next_of_batch(&mut kind)).count()
        }
        let mut queue = ActionQueue::default();
        let key = |repeat| Queued::Key {
            chord: Chord::read("h").unwrap(),
            event: KeyboardInput {
                repeat,
                ..event(KeyCode::KeyH, character("h"))
            },
        };
        queue.waiting.extend([false, true, true].map(key));
        assert_eq!(batch(&mut queue), 1);
        assert_eq!(batch(&mut queue), 2);
        queue.waiting.extend([true, true].map(key));
        assert!(queue.end_hold(), "what was sent are repeats");
        assert_eq!(batch(&mut queue), 0);
        queue.waiting.extend([true, false, true].map(key));
        assert_eq!(batch(&mut queue), 1);
        assert_eq!(batch(&mut queue), 1);
        assert!(queue.is_empty());
    }
}
