//! The Lab: the workbench for maps. This file lists its parts; each file owns one of them.

mod action;
mod animation;
mod button;
mod code;
mod dialog;
mod export;
mod film;
mod measure;
mod overlay;
mod pan;
mod panel;
mod pointer;
mod progress;
mod ruler;
mod status;

use bevy::prelude::*;
use bevy::render::RenderApp;

use crate::app::dungeon::{Background, Regenerate};
use crate::app::frame::Phase;
use crate::app::input::{AddActions, Closed, Layer, Layers};
use crate::app::notice::Notice;

pub use action::LabAction;
pub use animation::Animation;
pub use export::WriteMap;
pub use film::Film;
pub use measure::{Measures, facts};
pub use overlay::{Overlay, OverlayShown};
pub use panel::PanelShown;
pub use pointer::Pointer;

/// Adds the Lab: panning, animation, overlays, share codes and export; and where there is a
/// renderer, the panel.
pub struct LabPlugin;

impl Plugin for LabPlugin {
    fn build(&self, app: &mut App) {
        app.add_actions::<LabAction>().add_systems(
            Update,
            (
                request_maps.in_set(Phase::Act),
                (stop_what_is_closed, show_layers)
                    .chain()
                    .in_set(Phase::Settle),
            ),
        );
        app.add_plugins((
            animation::plugin,
            code::plugin,
            export::plugin,
            measure::plugin,
            overlay::plugin,
            pan::plugin,
            panel::plugin,
            pointer::plugin,
            status::plugin,
        ));
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins((
                button::plugin,
                dialog::plugin,
                panel::window_plugin,
                progress::plugin,
                ruler::plugin,
            ));
        }
    }
}

/// Asks for the maps that keys lead to.
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

/// Gives up the map that is being made, or the film of one.
fn stop_what_is_closed(
    mut closed: MessageReader<Closed>,
    (mut background, mut animation): (ResMut<Background>, ResMut<Animation>),
    mut notice: ResMut<Notice>,
) {
    for Closed(layer) in closed.read() {
        match layer {
            Layer::Generation => notice.0 = background.cancel().unwrap_or_default(),
            Layer::Animation => animation.stop(),
            _ => {}
        }
    }
}

/// Back gives up what is being made, or played.
fn show_layers(
    (background, animation): (Res<Background>, Res<Animation>),
    mut layers: ResMut<Layers>,
) {
    let making = layers.with(Layer::Generation, background.is_busy());
    layers.set_if_neq(making.with(Layer::Animation, animation.film().is_some()));
}
