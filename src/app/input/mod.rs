//! Physical input becomes actions. Knows the tables that screens register, and no screen.
//!
//! Keys, buttons and clicks wait in one queue, in their order. What a key means is settled when its
//! turn comes, by the screen and the layers that are open then. A held key repeats at the system's
//! own pace.

mod action;
mod chord;
mod keymap;
mod layers;
mod names;
mod pad;
mod pointer;
mod shared;

use std::collections::VecDeque;

use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent};

pub use action::{Action, AddActions, AnyAction, Group, Row};
pub use chord::Chord;
use chord::HeldKeys;
pub use keymap::{Entry, FILE, Keymap, KeymapError, Rival};
pub use layers::{Closed, Layer, Layers, LeaveScreen};
pub use names::{Names, NamesNow};
pub use pad::PanelKey;
pub use pointer::MapPointer;
pub use shared::{CommonAction, MenuAction, Step, choose, cursor, step};

use super::frame::Phase;
use super::glyph::{View, ViewInsets};
use super::notice::Notice;
use super::platform::clipboard;
use super::platform::pad::{Button, PadQueue, Press};
use super::screen::Screen;
use super::settings::ConfigFiles;
use pad::Typing;

/// Reads keys, pads and the wheel, and hands out actions.
pub struct InputPlugin;

/// Something was asked for, whatever it was.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked;

/// Whether the pad was used last, rather than keys: hints then name its buttons.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct PadUsed(pub bool);

/// A key that was pressed while a key is bound, which is the name of the key.
#[derive(Message, Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyPressed(pub Chord);

impl Action for KeyPressed {
    const TABLE: &'static [(Self, Row)] = &[];

    fn ends_batch(&self) -> bool {
        true
    }
}

/// What was asked for and not yet handed out, oldest first.
#[derive(Resource, Default)]
pub struct ActionQueue(VecDeque<Queued>);

enum Queued {
    Key { chord: Chord, event: KeyboardInput },
    Button(Press),
    Action(Box<dyn AnyAction>),
}

impl ActionQueue {
    /// Adds what a click, or a widget, asks for.
    pub fn push(&mut self, action: &dyn AnyAction) {
        self.0.push_back(Queued::Action(action.boxed()));
    }

    /// Adds a key, unless the widget that has the focus takes it.
    fn push_key(&mut self, event: &KeyboardInput, held: &mut HeldKeys, layers: Layers) {
        if held.follow(event) || !event.state.is_pressed() {
            return;
        }
        let chord = Chord::of_event(event, held).filter(|chord| !layers.has_a_widget_for(*chord));
        let event = event.clone();
        self.0
            .extend(chord.map(|chord| Queued::Key { chord, event }));
    }

    /// Whether nothing was asked for that has not been handed out.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Forgets what was asked for and not yet handed out.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(clipboard::plugin)
            .init_resource::<Keymap>()
            .init_resource::<ActionQueue>()
            .init_resource::<Layers>()
            .init_resource::<PadQueue>()
            .init_resource::<PadUsed>()
            .init_resource::<Typing>()
            .init_resource::<Notice>()
            .init_resource::<View>()
            .init_resource::<ViewInsets>()
            .add_message::<Asked>()
            .add_message::<Closed>()
            .add_message::<LeaveScreen>()
            .add_message::<KeyboardInput>()
            .add_message::<WindowEvent>()
            .add_message::<MouseWheel>()
            .add_message::<RequestRedraw>()
            .add_actions::<MenuAction>()
            .add_actions::<CommonAction>()
            .add_actions::<KeyPressed>()
            // Before the presses of the mouse, which screens read.
            .add_systems(PreUpdate, read_keys)
            .add_systems(
                Update,
                (
                    (
                        close_layers.run_if(state_changed::<Screen>),
                        (read_wheel, pad::read),
                        hand_out,
                        open_or_close,
                    )
                        .chain()
                        .in_set(Phase::Input),
                    keep_keys
                        .run_if(resource_exists_and_changed::<Keymap>)
                        .in_set(Phase::Show),
                ),
            )
            .add_systems(
                Last,
                (
                    type_again.run_if(resource_changed::<Layers>),
                    pad::type_keys,
                ),
            );
    }
}

/// Writes the bindings down when they have changed.
fn keep_keys(keymap: Res<Keymap>, files: Option<Res<ConfigFiles>>, mut notice: ResMut<Notice>) {
    let Some(files) = files.filter(|_| !keymap.is_added()) else {
        return;
    };
    if let Err(reason) = files.write(FILE, &keymap.written()) {
        notice.0 = reason;
    }
}

/// Reads the keys that were typed before the first press of the mouse. Those typed after it wait for
/// the next frame, for the press is read in this one.
fn read_keys(
    mut events: MessageReader<WindowEvent>,
    (mut held, mut waiting): (Local<HeldKeys>, Local<VecDeque<WindowEvent>>),
    layers: Res<Layers>,
    (mut queue, mut pad_used): (ResMut<ActionQueue>, ResMut<PadUsed>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    waiting.extend(events.read().cloned());
    while let Some(event) = waiting.pop_front() {
        match event {
            WindowEvent::KeyboardInput(key) => {
                queue.push_key(&key, &mut held, *layers);
                pad_used.set_if_neq(PadUsed(false));
            }
            WindowEvent::KeyboardFocusLost(_) => held.clear(),
            WindowEvent::MouseButtonInput(input) if input.state.is_pressed() => break,
            _ => {}
        }
    }
    if !waiting.is_empty() {
        redraw.write(RequestRedraw);
    }
}

/// Hands out the actions of this frame as messages: all up to the first that changes the map or
/// what others mean. What comes after it was meant for what comes, and waits for the next frame.
pub fn hand_out(
    mut queue: ResMut<ActionQueue>,
    (keymap, layers, mut typing): (Res<Keymap>, Res<Layers>, ResMut<Typing>),
    screen: Option<Res<State<Screen>>>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let screen = screen.map_or_else(Screen::default, |screen| *screen.get());
    // Something that a screen does later in the frame, and that may open something.
    let mut handed_out = false;
    let mut again = false;
    while let Some(queued) = queue.0.pop_front() {
        let action = match queued {
            Queued::Action(action) => Some(action),
            Queued::Key { chord, event } if layers.keys() == Some(Layer::Binding) => {
                (!event.repeat).then(|| KeyPressed(chord).boxed())
            }
            Queued::Key { chord, event } => keymap.action((chord, event.repeat), screen, *layers),
            Queued::Button(press)
                if layers.keys() == Some(Layer::Binding) && press.button != Button::East =>
            {
                let chord = Chord::of_button(press.button).filter(|_| !press.repeat);
                chord.map(|chord| KeyPressed(chord).boxed())
            }
            Queued::Button(press) => match typing.take(press, &keymap, screen, *layers) {
                pad::Taken::Types => break,
                pad::Taken::Waits => {
                    queue.0.push_front(queued);
                    break;
                }
                pad::Taken::Asks(action) => action.map(AnyAction::boxed),
            },
        };
        let Some(action) = action else { continue };
        if action.is_alone() && handed_out {
            queue.0.push_front(Queued::Action(action));
            break;
        }
        handed_out |= !action.is_common();
        again |= action.needs_frame();
        let ends = action.is_last();
        commands.queue(move |world: &mut World| action.send(world));
        if ends {
            break;
        }
    }
    if again || !queue.0.is_empty() {
        redraw.write(RequestRedraw);
    }
}

/// Types once more, for the next frame, what was typed ahead of a field or a control that was not open
/// yet.
fn type_again(
    mut queue: ResMut<ActionQueue>,
    layers: Res<Layers>,
    mut events: MessageWriter<KeyboardInput>,
) {
    let is_for_it = |queued: &Queued| matches!(queued, Queued::Key { chord, .. } if layers.has_a_widget_for(*chord));
    while queue.0.front().is_some_and(is_for_it) {
        if let Some(Queued::Key { event, .. }) = queue.0.pop_front() {
            let released = KeyboardInput {
                state: ButtonState::Released,
                ..event.clone()
            };
            events.write_batch([event, released]);
        }
    }
}

/// Shows or hides the list of keys, and closes the uppermost layer.
fn open_or_close(
    mut actions: MessageReader<CommonAction>,
    mut layers: ResMut<Layers>,
    mut closed: MessageWriter<Closed>,
    mut leave: MessageWriter<LeaveScreen>,
) {
    for action in actions.read() {
        match (action, layers.top()) {
            (CommonAction::Help, _) => {
                *layers = layers.with(Layer::Help, !layers.is_open(Layer::Help));
            }
            (CommonAction::Back, Some(top)) => {
                *layers = layers.with(top, false);
                closed.write(Closed(top));
            }
            (CommonAction::Back, None) => drop(leave.write(LeaveScreen)),
            _ => {}
        }
    }
}

/// What was open over one screen is not open over the next.
fn close_layers(mut layers: ResMut<Layers>) {
    let left = layers.on_another_screen();
    layers.set_if_neq(left);
}

/// Pixels of a touchpad's scrolling that count as one notch of a wheel.
const PIXELS_A_NOTCH: f32 = 40.0;

fn read_wheel(
    mut events: MessageReader<MouseWheel>,
    pointer: MapPointer,
    mut turned: Local<f32>,
    mut queue: ResMut<ActionQueue>,
) {
    // Over a panel the wheel scrolls.
    if pointer.is_on_panel() {
        events.clear();
        return;
    }
    for event in events.read() {
        *turned += match event.unit {
            MouseScrollUnit::Line => event.y,
            MouseScrollUnit::Pixel => event.y / PIXELS_A_NOTCH,
        };
        while turned.abs() >= 1.0 {
            let zoom_in = *turned > 0.0;
            queue.push(if zoom_in {
                &CommonAction::ZoomIn
            } else {
                &CommonAction::ZoomOut
            });
            *turned -= turned.signum();
        }
    }
}
