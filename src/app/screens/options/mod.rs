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
//! | `preview` | a lit room in which a change of the options shows |
//! | `search` | the field for what to look for |
//! | `screen` | drawing and the mouse |

mod action;
#[cfg(target_family = "wasm")]
mod data;
#[cfg(any(test, target_family = "wasm"))]
mod import;
mod preview;
pub mod rows;
mod screen;
mod search;
mod state;

use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::window::PrimaryWindow;

pub use action::OptionsAction;
use action::OptionsAction::{Choose, Cursor, NextSection, Remove, Reset, Search};
pub use state::{CursorPos, DataRequest, OptionsState};

use crate::app::card::{AddScreen, RunSource, ScreenCard};
use crate::app::frame::{Phase, React};
use crate::app::input::{
    ActionSent, AddActions, AddLayers, CommonAction, KeyPressed, Keymap, Layer, LayerClosed,
    MenuAction,
};
use crate::app::screen::Screen;
use crate::app::settings::Settings;
use crate::app::stage;
use crate::app::ui::hud::{AddBar, Bar, Hint};
use crate::app::ui::list::{self, AddList};
use crate::geom::Dir;

/// Adds the Options screen; its panels only where there is a renderer.
pub struct OptionsPlugin;

impl Plugin for OptionsPlugin {
    fn build(&self, app: &mut App) {
        app.add_screen(
            Screen::Options,
            ScreenCard {
                fit: stage::FIT,
                run: Some(RunSource::Watched),
                ..default()
            },
        )
        .add_actions::<OptionsAction>()
        .add_message::<DataRequest>()
        .init_resource::<OptionsState>()
        .add_list::<OptionsState>(Screen::Options)
        .add_systems(OnEnter(Screen::Options), on_enter)
        .add_systems(OnExit(Screen::Options), on_exit)
        .add_bar(Screen::Options, bar, |_| true)
        .add_layers(Screen::Options, |world| {
            world
                .resource::<OptionsState>()
                .layer()
                .into_iter()
                .collect()
        })
        .add_systems(
            React,
            apply_actions
                .run_if(on_message::<ActionSent>)
                .in_set(Screen::Options)
                .in_set(Phase::Act),
        );
        preview::plugin(app);
        search::plugin(app);
        #[cfg(target_family = "wasm")]
        data::plugin(app);
        if app.get_sub_app(RenderApp).is_some() {
            screen::plugin(app);
            search::view_plugin(app);
        }
    }
}

static HINTS: [Hint; 8] = [
    (&[&Cursor(Dir::North), &Cursor(Dir::South)], "move"),
    (&[&Cursor(Dir::West), &Cursor(Dir::East)], "change"),
    (&[&Choose], "choose"),
    (&[&Remove], "remove key"),
    (&[&Reset], "reset"),
    (&[&NextSection], "next section"),
    (&[&Search], "search"),
    (&[&CommonAction::Back], "back"),
];

/// The hints while a key is being bound.
static BINDING_HINTS: [Hint; 1] = [(&[&CommonAction::Back], "cancel")];

static MOUSE: [(&str, &str); 2] = [("Click", "Choose"), ("Wheel", "Scroll the keys")];

fn on_enter((mut state, keymap): (ResMut<OptionsState>, Res<Keymap>)) {
    *state = OptionsState::new(&keymap);
}

fn on_exit(mut state: ResMut<OptionsState>) {
    state.cancel();
}

fn apply_actions(
    (mut actions, mut answers): (MessageReader<OptionsAction>, MessageReader<MenuAction>),
    (mut pressed, mut closed): (MessageReader<KeyPressed>, MessageReader<LayerClosed>),
    mut state: ResMut<OptionsState>,
    (mut settings, mut keymap): (ResMut<Settings>, ResMut<Keymap>),
    windows: Query<&Window, With<PrimaryWindow>>,
    mut requests: MessageWriter<DataRequest>,
) {
    // Works on copies, so that only what differs afterwards counts as changed.
    let mut new_state = state.clone();
    if let Ok(window) = windows.single() {
        new_state.set_auto_size(Settings::fitting_text_size(window.size()));
    }
    let (mut new_settings, mut new_keymap) = (settings.clone(), keymap.clone());
    for action in actions.read() {
        new_state.apply(*action, &mut new_settings, &mut new_keymap);
    }
    for action in answers.read() {
        let answer = match action {
            _ if !new_state.is_asking() => continue,
            MenuAction::Cursor(_) => {
                new_state.mark_other();
                continue;
            }
            MenuAction::Choose if !new_state.marks_yes() => OptionsAction::Cancel,
            MenuAction::Answer(true) | MenuAction::Choose => Choose,
            MenuAction::Answer(false) => OptionsAction::Cancel,
            _ => continue,
        };
        new_state.apply(answer, &mut new_settings, &mut new_keymap);
    }
    for KeyPressed(chord) in pressed.read() {
        new_state.bind_pressed(*chord, &mut new_keymap);
    }
    if closed.read().any(|closed| state.layer() == Some(closed.0)) {
        new_state.cancel();
    }
    requests.write_batch(new_state.take_request());
    state.set_if_neq(new_state);
    settings.set_if_neq(new_settings);
    keymap.set_if_neq(new_keymap);
}

/// Shows the keys that work, which depend on the prompt.
fn bar(world: &World) -> Bar {
    let state = world.resource::<OptionsState>();
    let (hints, facts): (&[Hint], Vec<_>) = match state.layer() {
        Some(Layer::Binding) => (&BINDING_HINTS, vec![("", "Press the new key".to_owned())]),
        Some(_) => (&list::QUESTION_HINTS, Vec::new()),
        None => (&HINTS, Vec::new()),
    };
    Bar {
        facts,
        hints,
        mouse: &MOUSE,
        ..default()
    }
}
