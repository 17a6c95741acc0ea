//! Turns physical input into actions, by the tables that screens register.
//!
//! Keys, buttons and clicks wait in one queue, in order. Each gets its meaning when its turn comes, from the screen and the
//! layers that are open then, and is done before the next ([`React`]). A key for the focused widget is
//! Bevy's, which reads keys once a frame: what follows such a key waits for the next frame. Held keys repeat at the
//! system's rate, until a screen ends the hold.

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
use bevy::input_focus::{InputFocus, InputFocusSystems};
use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent, WindowFocused};

pub use action::{Action, AddActions, AnyAction, Group, Row};
pub use chord::Chord;
pub(in crate::app) use chord::Keyboard;
#[cfg(test)]
pub(in crate::app) use chord::tests::event as key_event;
pub use keymap::{Entry, KeyConflict, Keymap};
use layers::ScreenLayers;
pub(in crate::app) use layers::derive_layers;
pub use layers::{AddLayers, Layer, LayerClosed, Layers, LeaveScreen};
pub use names::{CurrentNames, Names, WAYS, join_steps};
pub use pad::PanelKey;
pub use pointer::MapPointer;
pub use shared::{ANSWERS, CommonAction, MenuAction, ScrollHelp, Step, choose, cursor, step};
pub use touch::{Cursor, Draggable, PanBy, TouchUsed};

use super::frame::{Phase, React, SendNext, configure_phases};
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
}

/// Input that has not become messages yet, oldest first.
#[derive(Resource, Default)]
pub struct ActionQueue {
    waiting: VecDeque<Queued>,
    /// While an action is done or the focused widget gets its key, how many actions that has led to: they come before what
    /// waits.
    nested: Option<usize>,
    /// How many key events were sent again for the focused widget, and whether what follows them waits.
    retyped: (usize, bool),
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
        let action = Queued::Action(action.boxed());
        match &mut self.nested {
            Some(count) => {
                self.waiting
                    .insert((*count).min(self.waiting.len()), action);
                *count += 1;
            }
            None => self.waiting.push_back(action),
        }
    }

    /// Adds the action of a key of the focused widget, before what waits.
    pub fn push_first(&mut self, action: &dyn AnyAction) {
        self.waiting.push_front(Queued::Action(action.boxed()));
    }

    /// Adds a key press.
    fn push_key(&mut self, chord: Chord, event: &KeyboardInput) {
        let event = event.clone();
        self.waiting.push_back(Queued::Key { chord, event });
    }

    /// How many of the key events of this frame were sent again, and whether those after them wait in the queue.
    fn retyped(&self) -> (usize, bool) {
        let (count, ends) = self.retyped;
        (count, ends || !self.is_empty())
    }

    /// Whether no input is waiting.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Drops all waiting input.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    /// Drops the repeats of the key or button that is held down, until one is pressed.
    pub const fn end_hold(&mut self) {
        self.is_hold_over = true;
    }

    /// Takes the next input.
    fn next(&mut self) -> Option<Queued> {
        loop {
            let next = self.waiting.pop_front()?;
            let is_repeat = next.is_repeat();
            if is_repeat && self.is_hold_over {
                continue;
            }
            if !matches!(next, Queued::Action(_)) {
                self.is_hold_over &= is_repeat;
            }
            return Some(next);
        }
    }

    /// Drops the keys and buttons that wait.
    fn forget_presses(&mut self) {
        let is_action = |queued: &Queued| matches!(queued, Queued::Action(_));
        self.waiting.retain(is_action);
    }

    /// Takes the keys for the focused widget that wait before anything else, up to one after which the others have to
    /// wait.
    fn take_widget_keys(&mut self, layers: Layers) -> Vec<(Chord, KeyboardInput)> {
        let mut keys = Vec::new();
        while !keys
            .last()
            .is_some_and(|(chord, _)| layers.ends_frame(*chord))
            && let Some(Queued::Key { chord, .. }) = self.waiting.front()
            && layers.widget_takes(*chord)
            && let Some(Queued::Key { chord, event }) = self.waiting.pop_front()
        {
            keys.push((chord, event));
        }
        keys
    }
}

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        configure_phases(app);
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
            .init_resource::<HelpShown>()
            .init_resource::<ScreenLayers>()
            .insert_resource(SendNext(send_next))
            .add_actions::<MenuAction>()
            .add_actions::<CommonAction>()
            .add_actions::<ScrollHelp>()
            .add_actions::<KeyPressed>()
            // Before `Update`, where screens read mouse presses.
            .add_systems(
                PreUpdate,
                (
                    (
                        prepare_widget_keys,
                        read_keys,
                        |mut queue: ResMut<ActionQueue>| {
                            queue.bypass_change_detection().nested = Some(0);
                        },
                    )
                        .chain()
                        .after(InputSystems)
                        .before(InputFocusSystems::Dispatch),
                    (|mut queue: ResMut<ActionQueue>| {
                        queue.bypass_change_detection().nested = None;
                    })
                    .after(InputFocusSystems::Dispatch),
                ),
            )
            .add_systems(
                Update,
                (
                    (
                        (close_help, derive_layers)
                            .chain()
                            .run_if(state_changed::<Screen>),
                        (read_wheel, pad::read_pads),
                    )
                        .chain()
                        .in_set(Phase::Input),
                    save_keymap
                        .run_if(resource_changed::<Keymap>)
                        .in_set(Phase::Show),
                ),
            )
            .add_systems(
                React,
                (
                    apply_common_actions.before(Phase::Act),
                    (derive_layers, forget_presses)
                        .chain()
                        .in_set(Phase::Derive),
                    set_controls
                        .run_if(resource_exists_and_changed::<Settings>)
                        .in_set(Phase::Derive),
                ),
            )
            .add_systems(PostUpdate, request_frame)
            // A widget may have got the focus or lost it since.
            .add_systems(Last, ((derive_layers, retype_keys).chain(), pad::send_keys));
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
        notice.warn(&reason);
    }
}

/// Queues the keys up to the first mouse press, but for those that go to the focused widget. Later ones wait for the next
/// frame, because screens act on the mouse press in this one.
fn read_keys(
    mut events: MessageReader<WindowEvent>,
    (mut keyboard, mut waiting): (Local<Keyboard>, Local<VecDeque<WindowEvent>>),
    (layers, keymap): (Res<Layers>, Res<Keymap>),
    (mut queue, mut pad_used): (ResMut<ActionQueue>, ResMut<PadUsed>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (_, mut is_held) = queue.retyped();
    waiting.extend(events.read().cloned());
    while let Some(event) = waiting.pop_front() {
        match event {
            WindowEvent::KeyboardInput(key) => {
                pad_used.set_if_neq(PadUsed(false));
                if !keyboard.update(&key)
                    && let Some(chord) = pressed(&key, &keyboard, &keymap)
                {
                    if is_held || !layers.widget_takes(chord) {
                        queue.push_key(chord, &key);
                    }
                    is_held |= layers.ends_frame(chord);
                }
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
/// its place if the layout has none, and one with Super, which is the system's, is none at all. Those that have to wait are
/// none, either: they are in the queue.
fn prepare_widget_keys(
    mut events: MessageMutator<KeyboardInput>,
    mut windows: MessageReader<WindowFocused>,
    mut keyboard: Local<Keyboard>,
    (queue, layers, keymap): (Res<ActionQueue>, Res<Layers>, Res<Keymap>),
) {
    let (retyped, mut is_held) = queue.retyped();
    for (index, event) in events.read().enumerate() {
        if keyboard.update(event) {
            continue;
        }
        let chord = pressed(event, &keyboard, &keymap);
        // On macOS Super is the command key, which Bevy's fields expect.
        if keyboard.has_super() && !cfg!(target_os = "macos") {
            withhold(event);
        } else if let Some(letter) = Chord::command_letter(event, &keyboard) {
            event.logical_key = Key::Character(letter.to_string().into());
        }
        if let Some(chord) = chord.filter(|_| index >= retyped && layers.is_on_widget()) {
            if is_held {
                withhold(event);
            }
            is_held |= layers.ends_frame(chord);
        }
    }
    if windows.read().any(|window| !window.focused) {
        keyboard.release();
    }
}

/// The chord of a key that was pressed; none of one that was released, and of the system's.
fn pressed(event: &KeyboardInput, keyboard: &Keyboard, keymap: &Keymap) -> Option<Chord> {
    let is_bound = |chord| keymap.is_bound(chord);
    let is_pressed = event.state.is_pressed();
    is_pressed.then(|| Chord::from_event(event, keyboard, is_bound))?
}

/// Makes a key event one of no key.
fn withhold(event: &mut KeyboardInput) {
    let unidentified = NativeKeyCode::Unidentified;
    event.key_code = KeyCode::Unidentified(unidentified);
    event.logical_key = Key::Unidentified(NativeKey::Unidentified);
    (event.state, event.text) = (ButtonState::Released, None);
}

/// Sends the next action, unless it has to wait for another screen.
fn send_next(world: &mut World) -> bool {
    let leaves = world.get_resource::<NextState<Screen>>();
    let leaves = leaves.is_some_and(|next| !matches!(next, NextState::Unchanged));
    let exits = world.get_resource::<Messages<AppExit>>();
    let exits = exits.is_some_and(|exits| !exits.is_empty());
    if leaves || exits {
        return false;
    }
    let action = world.run_system_cached(next_action);
    let action = action.expect("every app with input has what it needs");
    action.inspect(|action| action.send(world)).is_some()
}

/// The next action; none if no input waits, or if the next key is for the focused widget.
fn next_action(
    mut queue: ResMut<ActionQueue>,
    (keymap, layers, mut pad_keys): (Res<Keymap>, Res<Layers>, ResMut<PadKeys>),
    screen: Option<Res<State<Screen>>>,
) -> Option<Box<dyn AnyAction>> {
    let screen = screen.map_or_else(Screen::default, |screen| *screen.get());
    let is_binding = layers.keys() == Some(Layer::Binding);
    queue.nested = None;
    loop {
        if let Some(Queued::Key { chord, .. }) = queue.waiting.front()
            && layers.widget_takes(*chord)
        {
            return None;
        }
        let next = queue.next()?;
        let action = match next {
            Queued::Action(action) => Some(action),
            Queued::Key { chord, event } if is_binding => {
                (!event.repeat).then(|| KeyPressed(chord).boxed())
            }
            Queued::Key { chord, event } => keymap.action((chord, event.repeat), screen, *layers),
            Queued::Button(press) if is_binding && press.button != Button::East => {
                let chord = Chord::from_button(press.button).filter(|_| !press.repeat);
                chord.map(|chord| KeyPressed(chord).boxed())
            }
            Queued::Button(press) => match pad_keys.interpret(press, &keymap, screen, *layers) {
                pad::Meaning::Keys => return None,
                pad::Meaning::Wait => {
                    queue.waiting.push_front(next);
                    return None;
                }
                pad::Meaning::Action(action) => action.map(AnyAction::boxed),
            },
        };
        if action.is_some() {
            queue.nested = Some(0);
            return action;
        }
    }
}

/// Drops the keys that were pressed before a question appeared: they are not answers to it.
fn forget_presses(
    layers: Res<Layers>,
    mut queue: ResMut<ActionQueue>,
    mut was_asking: Local<bool>,
) {
    let is_asking = layers.is_open(Layer::Question);
    if is_asking && !*was_asking {
        queue.forget_presses();
    }
    *was_asking = is_asking;
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

/// Sends key events again that are for the focused widget but could not go to it at once, with Ctrl and Shift down or up
/// as they were for each.
fn retype_keys(
    mut queue: ResMut<ActionQueue>,
    layers: Res<Layers>,
    held: Option<Res<ButtonInput<Key>>>,
    mut events: MessageWriter<KeyboardInput>,
) {
    const MODIFIERS: [(KeyCode, Key); 2] = [
        (KeyCode::ControlLeft, Key::Control),
        (KeyCode::ShiftLeft, Key::Shift),
    ];
    let keys = queue.take_widget_keys(*layers);
    let are_held = MODIFIERS.map(|(_, key)| held.as_ref().is_some_and(|held| held.pressed(key)));
    let mut are_down = are_held;
    let mut typed = Vec::new();
    let mut switch = |wanted: [bool; 2], like: &KeyboardInput, typed: &mut Vec<KeyboardInput>| {
        for (((key_code, logical_key), wanted), is_down) in
            MODIFIERS.into_iter().zip(wanted).zip(&mut are_down)
        {
            if std::mem::replace(is_down, wanted) != wanted {
                typed.push(KeyboardInput {
                    key_code,
                    logical_key,
                    state: match wanted {
                        true => ButtonState::Pressed,
                        false => ButtonState::Released,
                    },
                    text: None,
                    repeat: false,
                    ..like.clone()
                });
            }
        }
    };
    for (chord, event) in &keys {
        switch([chord.has_ctrl(), chord.has_shift()], event, &mut typed);
        let released = KeyboardInput {
            state: ButtonState::Released,
            ..event.clone()
        };
        typed.extend([event.clone(), released]);
    }
    if let Some((_, last)) = keys.last() {
        switch(are_held, last, &mut typed);
    }
    let ends = |(chord, _): &(Chord, _)| layers.ends_frame(*chord);
    queue.retyped = (typed.len(), keys.last().is_some_and(ends));
    events.write_batch(typed);
}

/// What is open of the key list.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum HelpShown {
    #[default]
    Nothing,
    /// The keys that a newcomer needs.
    First,
    All,
}

/// Opens the key list, which takes the keys of a focused widget, then all of it, and closes it again; on Back asks for the
/// topmost layer to be closed or for the screen to be left.
fn apply_common_actions(
    mut actions: MessageReader<CommonAction>,
    (layers, keymap): (Res<Layers>, Res<Keymap>),
    screen: Option<Res<State<Screen>>>,
    mut help: ResMut<HelpShown>,
    mut focus: Option<ResMut<InputFocus>>,
    mut closed: MessageWriter<LayerClosed>,
    mut leave: MessageWriter<LeaveScreen>,
) {
    for action in actions.read() {
        match (action, layers.top()) {
            (CommonAction::Help, _) => {
                let has_first = || {
                    let entries = screen
                        .as_ref()
                        .map(|screen| keymap.entries_on(*screen.get()));
                    let mut entries = entries.into_iter().flatten();
                    layers.top().is_none() && entries.any(Entry::is_first)
                };
                *help = match *help {
                    HelpShown::Nothing if has_first() => HelpShown::First,
                    HelpShown::Nothing | HelpShown::First => HelpShown::All,
                    HelpShown::All => HelpShown::Nothing,
                };
                clear_focus(&mut focus);
            }
            (CommonAction::Back, Some(Layer::Help)) => *help = HelpShown::Nothing,
            (CommonAction::Back, Some(top)) => drop(closed.write(LayerClosed(top))),
            (CommonAction::Back, None) => drop(leave.write(LeaveScreen)),
            _ => {}
        }
    }
}

/// Takes the focus from any widget, so that the keys are not for it.
pub(in crate::app) fn clear_focus(focus: &mut Option<ResMut<InputFocus>>) {
    if let Some(focus) = focus.as_mut().filter(|focus| focus.get().is_some()) {
        focus.clear();
    }
}

/// Closes the key list of the screen that was left.
fn close_help(mut help: ResMut<HelpShown>) {
    help.set_if_neq(HelpShown::Nothing);
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
            for event in [
                letter("x"),
                event(ctrl.0, ctrl.1.clone()),
                letter("a"),
                letter("c"),
                released(ctrl.0, ctrl.1.clone()),
                letter("y"),
            ] {
                if !keyboard.update(&event)
                    && let Some(chord) = pressed(&event, &keyboard, &Keymap::default())
                {
                    queue.push_key(chord, &event);
                }
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

    /// A world without any key yet.
    fn world_of_keys() -> World {
        let mut world = World::new();
        world.init_resource::<Messages<KeyboardInput>>();
        world.init_resource::<Messages<WindowFocused>>();
        world.init_resource::<ActionQueue>();
        world.init_resource::<Layers>();
        world.init_resource::<Keymap>();
        world
    }

    /// The key events that a widget gets of these.
    fn widget_keys(events: Vec<KeyboardInput>) -> Vec<KeyboardInput> {
        let mut world = world_of_keys();
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
        let mut world = world_of_keys();
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
    fn behind_a_key_that_may_move_the_focus_keys_wait_in_the_queue_and_come_one_a_frame() {
        let key = |name: &str, code, key| (Chord::read(name).unwrap(), event(code, key));
        let tab = key("Tab", KeyCode::Tab, Key::Tab);
        let enter = key("Enter", KeyCode::Enter, Key::Enter);
        let letter = key("a", KeyCode::KeyA, character("a"));
        for (layer, keys, taken) in [
            (Layer::Control, [&tab, &tab, &enter], 1),
            (Layer::Text, [&letter, &letter, &enter], 3),
            (Layer::Text, [&letter, &enter, &letter], 2),
            (Layer::Control, [&letter, &tab, &tab], 0),
        ] {
            let mut queue = ActionQueue::default();
            for (chord, event) in keys {
                queue.push_key(*chord, event);
            }
            let layers = Layers::default().with(layer, true);
            assert_eq!(queue.take_widget_keys(layers).len(), taken, "{layer:?}");

            let mut world = world_of_keys();
            world.insert_resource(layers);
            world.write_message_batch(keys.map(|(_, event)| event.clone()));
            world.run_system_once(prepare_widget_keys).unwrap();
            let mut messages = world.resource_mut::<Messages<KeyboardInput>>();
            let kept = messages.drain().filter(|event| event.state.is_pressed());
            // A key that is not the widget's is in the queue, and goes to it as well.
            assert_eq!(kept.count(), taken.max(1), "{layer:?}");
        }
    }

    #[test]
    fn a_hold_that_has_ended_sends_nothing_until_a_key_is_pressed() {
        /// How many inputs are taken.
        fn take(queue: &mut ActionQueue) -> usize {
            std::iter::from_fn(|| queue.next()).count()
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
        assert_eq!(take(&mut queue), 3);
        queue.waiting.extend([true, true].map(key));
        queue.end_hold();
        assert_eq!(take(&mut queue), 0);
        queue.waiting.extend([true, false, true].map(key));
        assert_eq!(take(&mut queue), 2);
    }
}
