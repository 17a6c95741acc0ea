//! Keys and the mouse become intents. Knows the bindings, not what an intent does.
//!
//! Every key event is read in its order, modifiers with it, so that no key is lost however fast
//! they come; a held key repeats at the system's own pace.

mod chord;
pub mod intent;
mod keymap;
#[cfg(feature = "gamepad")]
pub mod pad;

use bevy::input::ButtonState;
use bevy::input::keyboard::{KeyboardFocusLost, KeyboardInput};
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;

pub use chord::{Chord, Modifiers};
pub use keymap::{FILE, Keymap, KeymapError, Rival};

use super::frame::Phase;
use super::notice::Notice;
use super::screen::Screen;
use super::screens::options::OptionsIntent;
use super::settings::OwnFiles;
use intent::{Intent, IntentQueue, hand_out};

/// Reads keys and the wheel, and hands out [`Intent`]s.
pub struct InputPlugin {
    /// The bindings.
    pub keymap: Keymap,
}

/// Who has the keys before the bindings do.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyTaker {
    /// Nobody.
    #[default]
    Nobody,
    /// A button or a slider, which takes what it is worked by.
    Control,
    /// A field that is typed into, which takes almost all.
    Text,
    /// A menu: arrows and Enter work it, and letters are typed.
    Menu,
    /// Whoever binds a key anew: every key is its name.
    Binding,
}

impl KeyTaker {
    fn takes(self, chord: Chord) -> bool {
        match self {
            Self::Nobody | Self::Menu | Self::Binding => false,
            Self::Control => chord.is_for_a_control(),
            Self::Text => !chord.is_for_the_program(),
        }
    }
}

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(self.keymap.clone())
            .init_resource::<IntentQueue>()
            .init_resource::<KeyTaker>()
            .init_resource::<Notice>()
            .add_message::<Intent>()
            .add_message::<KeyboardInput>()
            .add_message::<KeyboardFocusLost>()
            .add_message::<MouseWheel>()
            .add_systems(
                Update,
                (
                    (read_keys, read_wheel, hand_out)
                        .chain()
                        .in_set(Phase::Input),
                    keep_keys
                        .run_if(resource_exists_and_changed::<Keymap>)
                        .in_set(Phase::Show),
                ),
            );
        #[cfg(feature = "gamepad")]
        pad::plugin(app);
    }
}

/// Writes the bindings down when they have changed.
fn keep_keys(keymap: Res<Keymap>, files: Option<Res<OwnFiles>>, mut notice: ResMut<Notice>) {
    let Some(files) = files.filter(|_| !keymap.is_added()) else {
        return;
    };
    if let Err(reason) = files.write(FILE, &keymap.written()) {
        notice.0 = reason;
    }
}

fn read_keys(
    mut events: MessageReader<KeyboardInput>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut modifiers: Local<Modifiers>,
    taker: Res<KeyTaker>,
    mut queue: ResMut<IntentQueue>,
) {
    for event in events.read() {
        let down = event.state == ButtonState::Pressed;
        if modifiers.follow(event.key_code, down) || !down {
            continue;
        }
        let chord = Chord::of_event(event, *modifiers).filter(|chord| !taker.takes(*chord));
        let repeat = event.repeat;
        queue
            .0
            .extend(chord.map(|chord| Intent::Key { chord, repeat }));
    }
    if lost.read().count() > 0 {
        *modifiers = Modifiers::default();
    }
}

/// What a key asks for, as the bindings, the screen and the menu stand now.
pub(super) fn meaning(
    (chord, repeat): (Chord, bool),
    (keymap, screen, taker): (&Keymap, Screen, KeyTaker),
) -> Option<Intent> {
    if taker == KeyTaker::Menu {
        // A menu is worked as the title's is, and all else is typed.
        let bound = keymap.intent(chord, Screen::Title);
        let works = |intent: &Intent| {
            matches!(
                intent,
                Intent::Cursor(_)
                    | Intent::Choose
                    | Intent::Back
                    | Intent::Fullscreen
                    | Intent::Screenshot
            )
        };
        return match chord.typed() {
            Some(c) => Some(Intent::Typed(c)),
            None if chord == Chord::BACKSPACE => Some(Intent::Typed('\u{8}')),
            None => bound.filter(works),
        };
    }
    if taker == KeyTaker::Binding {
        return (!repeat).then_some(Intent::Options(OptionsIntent::Press(chord)));
    }
    keymap
        .intent(chord, screen)
        .filter(|intent| !repeat || intent.repeats())
}

/// Pixels of a touchpad's scrolling that count as one notch of a wheel.
const PIXELS_A_NOTCH: f32 = 40.0;

fn read_wheel(
    mut events: MessageReader<MouseWheel>,
    panels: Query<&Interaction>,
    mut turned: Local<f32>,
    mut queue: ResMut<IntentQueue>,
) {
    // Over a panel the wheel scrolls.
    if panels.iter().any(|i| *i != Interaction::None) {
        events.clear();
        return;
    }
    for event in events.read() {
        *turned += match event.unit {
            MouseScrollUnit::Line => event.y,
            MouseScrollUnit::Pixel => event.y / PIXELS_A_NOTCH,
        };
        while turned.abs() >= 1.0 {
            queue.0.push_back(if *turned > 0.0 {
                Intent::ZoomIn
            } else {
                Intent::ZoomOut
            });
            *turned -= turned.signum();
        }
    }
}
