//! The Options screen: the settings, and the keys, which are rebound by pressing new ones. Changes apply
//! at once and are saved by [`crate::app::settings`] and [`crate::app::input`].
//!
//! | part | owns |
//! | --- | --- |
//! | [`rows`] | the rows of the list, and how settings change |
//! | [`OptionsState`] | the cursor, the open prompt, and what each action does |
//! | `action` | the actions of the player |
//! | `data` | export and import of all data of a browser page |
//! | `import` | the file that was chosen for import |
//! | `screen` | drawing and the mouse |

mod action;
#[cfg(target_family = "wasm")]
mod data;
#[cfg(any(test, target_family = "wasm"))]
mod import;
pub mod rows;
mod screen;
mod state;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use action::OptionsAction;
use action::OptionsAction::{Choose, Cursor, NextSection, Remove, Reset};
pub use state::{CursorPos, DataRequest, OptionsState};

use crate::app::card::{AddScreen, ScreenCard};
use crate::app::dungeon::Scene;
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{
    ActionSent, AddActions, CommonAction, KeyPressed, Keymap, Layer, LayerClosed, Layers,
    MenuAction,
};
use crate::app::screen::Screen;
use crate::app::settings::Settings;
use crate::app::ui::hud::{Bar, Hint};
use crate::app::ui::list;
use crate::geom::Dir;

/// Adds the Options screen; its panels only where there is a renderer.
pub struct OptionsPlugin;

impl Plugin for OptionsPlugin {
    fn build(&self, app: &mut App) {
        app.add_screen(
            Screen::Options,
            ScreenCard {
                shows_dungeon: true,
                ..default()
            },
        )
        .add_actions::<OptionsAction>()
        .add_message::<DataRequest>()
        .init_resource::<OptionsState>()
        .add_systems(OnEnter(Screen::Options), on_enter)
        .add_systems(OnExit(Screen::Options), on_exit)
        .add_systems(
            Update,
            (
                apply_actions
                    .run_if(on_message::<ActionSent>)
                    .in_set(Phase::Act),
                sync_layers.in_set(Phase::Settle),
                update_bar
                    .run_if(resource_changed::<OptionsState>)
                    .in_set(Phase::Show),
            )
                .in_set(Screen::Options),
        );
        #[cfg(target_family = "wasm")]
        data::plugin(app);
        if app.get_sub_app(RenderApp).is_some() {
            screen::plugin(app);
        }
    }
}

static HINTS: [Hint; 7] = [
    (&[&Cursor(Dir::North), &Cursor(Dir::South)], "move"),
    (&[&Cursor(Dir::West), &Cursor(Dir::East)], "change"),
    (&[&Choose], "choose"),
    (&[&Remove], "remove key"),
    (&[&Reset], "reset"),
    (&[&NextSection], "next section"),
    (&[&CommonAction::Back], "back"),
];

/// The hints while a key is being bound.
static BINDING_HINTS: [Hint; 1] = [(&[&CommonAction::Back], "cancel")];

/// The layers that prompts of this screen open.
const LAYERS: [Layer; 2] = [Layer::Binding, Layer::Question];

static MOUSE: [(&str, &str); 2] = [("Click", "Choose"), ("Wheel", "Scroll the keys")];

fn on_enter(mut scene: ResMut<Scene>, (mut state, keymap): (ResMut<OptionsState>, Res<Keymap>)) {
    *scene = Scene::Dungeon;
    *state = OptionsState::new(&keymap);
}

fn on_exit(mut state: ResMut<OptionsState>, mut insets: ResMut<ViewInsets>) {
    state.cancel();
    insets.left = 0.0;
}

fn apply_actions(
    (mut actions, mut answers): (MessageReader<OptionsAction>, MessageReader<MenuAction>),
    (mut pressed, mut closed): (MessageReader<KeyPressed>, MessageReader<LayerClosed>),
    mut state: ResMut<OptionsState>,
    (mut settings, mut keymap): (ResMut<Settings>, ResMut<Keymap>),
    mut requests: MessageWriter<DataRequest>,
) {
    // Works on copies, so that only what differs afterwards counts as changed.
    let mut new_state = state.clone();
    let (mut new_settings, mut new_keymap) = (settings.clone(), keymap.clone());
    for action in actions.read() {
        new_state.apply(*action, &mut new_settings, &mut new_keymap);
    }
    for action in answers.read() {
        let answer = match action {
            _ if !new_state.is_asking() => continue,
            MenuAction::Answer(true) | MenuAction::Choose => Choose,
            MenuAction::Answer(false) => OptionsAction::Cancel,
            _ => continue,
        };
        new_state.apply(answer, &mut new_settings, &mut new_keymap);
    }
    for KeyPressed(chord) in pressed.read() {
        new_state.bind_pressed(*chord, &mut new_keymap);
    }
    if closed.read().any(|closed| LAYERS.contains(&closed.0)) {
        new_state.cancel();
    }
    requests.write_batch(new_state.take_request());
    state.set_if_neq(new_state);
    settings.set_if_neq(new_settings);
    keymap.set_if_neq(new_keymap);
}

/// Shows the keys that work, which depend on the prompt.
fn update_bar(state: Res<OptionsState>, mut bar: ResMut<Bar>) {
    let (hints, facts): (&[Hint], Vec<_>) = match state.layer() {
        Some(Layer::Binding) => (&BINDING_HINTS, vec![("", "Press the new key".to_owned())]),
        Some(_) => (&list::CONFIRM_HINTS, Vec::new()),
        None => (&HINTS, Vec::new()),
    };
    bar.set_if_neq(Bar {
        facts,
        hints,
        mouse: &MOUSE,
        ..default()
    });
}

/// Opens the layer of the prompt. While a key is being bound, its layer keeps keys from their usual
/// actions.
fn sync_layers(state: Res<OptionsState>, mut layers: ResMut<Layers>) {
    let open = layers.with_only(&LAYERS, state.layer());
    layers.set_if_neq(open);
}
