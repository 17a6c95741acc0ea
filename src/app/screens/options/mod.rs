//! The Options screen: what the player has chosen of the window, and the keys, which are bound anew
//! by pressing them. Changes apply at once and are saved; see [`crate::app::settings`].
//!
//! | part | owns |
//! | --- | --- |
//! | [`rows`] | what there is to choose, in its order |
//! | [`OptionsState`] | where the cursor is, what is being asked, and what a choice does |
//! | `action` | what a player can ask for here |
//! | `data` | what a browser page keeps, as one file |
//! | `chosen` | a file that was chosen for import |
//! | `screen` | how it looks, and the mouse |

mod action;
#[cfg(any(test, target_family = "wasm"))]
mod chosen;
#[cfg(target_family = "wasm")]
mod data;
pub mod rows;
mod screen;
mod state;

use bevy::prelude::*;
use bevy::render::RenderApp;

pub use action::OptionsAction;
pub use state::{DataOrder, OptionsState, Spot};

use crate::app::dungeon::Scene;
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{
    ActionSent, AddActions, Closed, CommonAction, KeyPressed, Keymap, Layer, Layers,
};
use crate::app::screen::{Screen, on};
use crate::app::settings::Settings;
use crate::app::ui::hud::{Bar, Hint};
use crate::geom::Dir;

/// Adds the screen.
pub struct OptionsPlugin;

impl Plugin for OptionsPlugin {
    fn build(&self, app: &mut App) {
        app.add_actions::<OptionsAction>()
            .add_message::<DataOrder>()
            .init_resource::<OptionsState>()
            .init_resource::<Settings>()
            .add_systems(OnEnter(Screen::Options), enter)
            .add_systems(OnExit(Screen::Options), leave)
            .add_systems(
                Update,
                (
                    apply_actions
                        .run_if(on_message::<ActionSent>)
                        .in_set(Phase::Act),
                    show_layers.in_set(Phase::Settle),
                )
                    .run_if(on(Screen::Options)),
            );
        #[cfg(target_family = "wasm")]
        data::plugin(app);
        if app.get_sub_app(RenderApp).is_some() {
            screen::plugin(app);
        }
    }
}

static HINTS: [Hint; 7] = [
    (
        &[
            &OptionsAction::Cursor(Dir::North),
            &OptionsAction::Cursor(Dir::South),
        ],
        "move",
    ),
    (
        &[
            &OptionsAction::Cursor(Dir::West),
            &OptionsAction::Cursor(Dir::East),
        ],
        "change",
    ),
    (&[&OptionsAction::Choose], "choose"),
    (&[&OptionsAction::Remove], "remove key"),
    (&[&OptionsAction::Reset], "reset"),
    (&[&OptionsAction::NextPart], "next section"),
    (&[&CommonAction::Back], "back"),
];

static MOUSE: [(&str, &str); 2] = [("Click", "Choose"), ("Wheel", "Scroll the keys")];

fn enter(
    (mut scene, mut bar): (ResMut<Scene>, ResMut<Bar>),
    (mut state, keymap): (ResMut<OptionsState>, Res<Keymap>),
) {
    *scene = Scene::Dungeon;
    bar.set_if_neq(Bar {
        facts: Vec::new(),
        hints: &HINTS,
        mouse: &MOUSE,
        ..default()
    });
    *state = OptionsState::new(&keymap);
}

fn leave(mut state: ResMut<OptionsState>, mut insets: ResMut<ViewInsets>) {
    state.close();
    insets.left = 0.0;
}

fn apply_actions(
    mut actions: MessageReader<OptionsAction>,
    (mut pressed, mut closed): (MessageReader<KeyPressed>, MessageReader<Closed>),
    mut state: ResMut<OptionsState>,
    (mut settings, mut keymap): (ResMut<Settings>, ResMut<Keymap>),
    mut orders: MessageWriter<DataOrder>,
) {
    let (mut next, mut keys) = (settings.clone(), keymap.clone());
    let mut after = state.clone();
    for action in actions.read() {
        after.apply(*action, &mut next, &mut keys);
    }
    for KeyPressed(chord) in pressed.read() {
        after.press(*chord, &mut keys);
    }
    let own = |closed: &Closed| matches!(closed.0, Layer::Binding | Layer::Question);
    if closed.read().any(own) {
        after.close();
    }
    orders.write_batch(after.take_order());
    state.set_if_neq(after);
    settings.set_if_neq(next);
    keymap.set_if_neq(keys);
}

/// While a key is being bound, every key is its name.
fn show_layers(state: Res<OptionsState>, mut layers: ResMut<Layers>) {
    let own = [Layer::Binding, Layer::Question];
    let open = layers.with_only(&own, state.layer());
    layers.set_if_neq(open);
}
