//! The Map Lab: a workbench for map generators. Adds its parts, and handles the actions and the
//! layers that concern the map itself.

mod action;
mod animation;
mod button;
mod code;
mod dialog;
mod export;
mod kept;
mod measure;
mod overlay;
mod pan;
mod panel;
mod pointer;
mod progress;
mod recording;
mod ruler;
mod status;

use bevy::prelude::*;
use bevy::render::RenderApp;

use crate::app::card::{AddScreen, Fit, ScreenCard, Shared, Zooms};
use crate::app::dungeon::{Background, Dungeon, Regenerate};
use crate::app::frame::Phase;
use crate::app::input::{AddActions, Layer, LayerClosed, Layers};
use crate::app::notice::Notice;
use crate::app::screen::Screen;

pub use action::{LabAction, Overlay};
pub use animation::Animation;
pub use export::ExportMap;
pub use kept::read_map;
pub use measure::{MapMetrics, format_metrics};
pub use overlay::{ActiveOverlay, Legend};
pub use panel::shown::PanelShown;
pub use recording::Film;

/// Adds panning, playback, overlays, metrics, share codes and export; with a renderer, also the
/// panel and the dialogs.
pub struct LabPlugin;

impl Plugin for LabPlugin {
    fn build(&self, app: &mut App) {
        app.add_screen(
            Screen::Lab,
            ScreenCard {
                fit: Fit {
                    yields_to_text: true,
                    ..default()
                },
                zoom: Zooms::Map,
                shows_dungeon: true,
                seed: |world| Some(world.resource::<Dungeon>().spec().seed),
                shared: |world| {
                    let spec = world.resource::<Dungeon>().spec();
                    Some(Shared::Code(spec.to_string(), "map"))
                },
                ..default()
            },
        )
        .add_actions::<LabAction>()
        .add_systems(
            Update,
            (
                request_maps.in_set(Phase::Act),
                (cancel_closed_layers, update_layers)
                    .chain()
                    .in_set(Phase::Settle),
            )
                .in_set(Screen::Lab),
        );
        app.add_plugins((
            animation::plugin,
            code::plugin,
            export::plugin,
            kept::plugin,
            measure::plugin,
            overlay::plugin,
            pan::plugin,
            panel::shown::plugin,
            pointer::plugin,
            status::plugin,
        ));
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins((
                button::plugin,
                dialog::plugin,
                panel::plugin,
                progress::plugin,
                ruler::plugin,
            ));
        }
    }
}

fn request_maps(mut actions: MessageReader<LabAction>, mut requests: MessageWriter<Regenerate>) {
    for action in actions.read() {
        let request = match action {
            LabAction::NextMap => Regenerate::Next,
            LabAction::PreviousMap => Regenerate::Previous,
            LabAction::NextGenerator => Regenerate::NextGenerator,
            LabAction::PreviousGenerator => Regenerate::PreviousGenerator,
            _ => continue,
        };
        requests.write(request);
    }
}

/// Cancels the map in the background, or the playback, when Back closes its layer.
fn cancel_closed_layers(
    mut closed: MessageReader<LayerClosed>,
    (mut background, mut animation): (ResMut<Background>, ResMut<Animation>),
    mut notice: ResMut<Notice>,
) {
    for LayerClosed(layer) in closed.read() {
        match layer {
            Layer::Generation => notice.0 = background.cancel().unwrap_or_default(),
            Layer::Animation => animation.stop(),
            _ => {}
        }
    }
}

/// Opens a layer for the map in the background and one for the playback, so that Back cancels them.
fn update_layers(
    (background, animation): (Res<Background>, Res<Animation>),
    mut layers: ResMut<Layers>,
) {
    let open = layers
        .with(Layer::Generation, background.is_busy())
        .with(Layer::Animation, animation.film().is_some());
    layers.set_if_neq(open);
}
