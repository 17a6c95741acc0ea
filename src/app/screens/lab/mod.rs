//! The Map Lab: a workbench for map generators. Adds its parts, and handles the actions and the
//! layers that concern the map itself.

mod action;
mod animation;
mod button;
mod compare;
mod dropped;
mod export;
mod favourites;
mod fog;
mod imitate;
mod kept;
mod legend;
mod look;
mod measure;
mod overlay;
mod paint;
mod pan;
mod panel;
mod pen;
mod picture;
mod pointer;
mod progress;
mod rank;
mod recording;
mod ruler;
mod sheet;
mod stages;
mod status;
mod tint;
mod tool;
mod view;

use bevy::prelude::*;
use bevy::render::RenderApp;

use crate::app::card::{AddScreen, ScreenCard, Shared, Zooms};
use crate::app::dungeon::{Background, Dungeon, Regenerate, entry};
use crate::app::frame::{Phase, React};
use crate::app::input::{AddActions, AddLayers, Layer, LayerClosed, Layers};
use crate::app::notice::Notice;
use crate::app::screen::Screen;
use crate::code::Target;

pub use action::{FilmKind, LabAction, Overlay, SavePicture};
pub use animation::Animation;
pub use compare::Compared;
pub use export::{ExportMap, read_export};
pub use favourites::{Favourites, read_favourites};
pub use kept::read_map;
pub use measure::{MapMetrics, MetricRow, format_metrics};
pub use overlay::{ActiveOverlays, Legend, LegendPart};
pub use paint::{Paint, Tool};
pub use panel::shown::PanelShown;
pub use pen::Pen;
pub use picture::film_of;
pub use rank::{Ranks, Sample};
pub use recording::Film;
pub use sheet::{Edit, Row, Sheet, SheetRequest, Source, rows_of};
pub use stages::ChosenStage;
use stages::DRAWN;
pub use tool::LabTool;
pub use view::LabView;

/// Adds panning, playback, overlays, metrics, share codes and export; with a renderer, also the
/// panel and the dialogs.
pub struct LabPlugin;

impl Plugin for LabPlugin {
    fn build(&self, app: &mut App) {
        app.add_screen(
            Screen::Lab,
            ScreenCard {
                zoom: Zooms::Map,
                shows_dungeon: true,
                seed: |world| Some(world.resource::<Dungeon>().spec().seed),
                shared: |world| {
                    let spec = world.resource::<Dungeon>().spec();
                    Some(Shared::Code(spec.to_string(), "map"))
                },
                copied: |world| {
                    let code = world.resource::<Dungeon>().spec().to_string();
                    Some((code.clone(), code))
                },
                open: open_pasted,
                ..default()
            },
        )
        .init_resource::<ChosenStage>()
        .add_actions::<LabAction>()
        .add_layers(Screen::Lab, open_layers)
        .add_systems(
            React,
            (request_maps, cancel_map)
                .in_set(Screen::Lab)
                .in_set(Phase::Act),
        );
        app.add_plugins((
            dropped::plugin,
            fog::plugin,
            look::plugin,
            pen::plugin,
            picture::plugin,
            rank::plugin,
        ));
        app.add_plugins((
            animation::plugin,
            compare::plugin,
            export::plugin,
            favourites::plugin,
            kept::plugin,
            measure::plugin,
            overlay::plugin,
            paint::plugin,
            pan::plugin,
            panel::shown::plugin,
            pointer::plugin,
            sheet::plugin,
            status::plugin,
            tool::plugin,
            view::plugin,
        ));
        if app.get_sub_app(RenderApp).is_some() {
            app.add_plugins((
                legend::plugin,
                panel::plugin,
                progress::plugin,
                ruler::plugin,
            ));
        }
    }
}

fn request_maps(
    mut actions: MessageReader<LabAction>,
    (dungeon, stage): (Res<Dungeon>, Res<ChosenStage>),
    mut requests: MessageWriter<Regenerate>,
    mut notice: ResMut<Notice>,
) {
    let stage = stage.of(dungeon.spec());
    for action in actions.read() {
        if *action == LabAction::NextMap && dungeon.spec().is_drawn() {
            notice.refuse(&DRAWN);
            continue;
        }
        let request = match action {
            LabAction::NextGenerator | LabAction::PreviousGenerator if stage > 0 => {
                match dungeon.other_generator(stage, *action == LabAction::NextGenerator) {
                    Ok(spec) => Regenerate::Exactly(spec),
                    Err(reason) => {
                        notice.refuse(&reason);
                        continue;
                    }
                }
            }
            LabAction::NextMap => Regenerate::Next,
            LabAction::Back => Regenerate::Back,
            LabAction::Forward => Regenerate::Forward,
            LabAction::NextGenerator => Regenerate::NextGenerator,
            LabAction::PreviousGenerator => Regenerate::PreviousGenerator,
            _ => continue,
        };
        requests.write(request);
    }
}

/// Cancels the map in the background when Back closes its layer.
fn cancel_map(
    mut closed: MessageReader<LayerClosed>,
    mut background: ResMut<Background>,
    mut notice: ResMut<Notice>,
) {
    if closed.read().any(|closed| closed.0 == Layer::Generation) {
        notice.say(background.cancel().unwrap_or_default());
    }
}

/// The layers of painting, of the map in the background and of the playback, so that Back ends them, and of the sheet.
fn open_layers(world: &World) -> Layers {
    let view = *world.resource::<LabView>();
    Layers::default()
        .with(Layer::Paint, *world.resource::<LabTool>() == LabTool::Paint)
        .with(Layer::Generation, world.resource::<Background>().is_busy())
        .with(Layer::Animation, view == LabView::Making)
        .with(Layer::Menu, view == LabView::Sheet)
}

/// Requests the map of a pasted text: a code, or a map of several lines in any form that is read.
fn open_pasted(world: &mut World, text: &str) -> Result<(), String> {
    let spec = world.resource::<Dungeon>().spec();
    let read = entry::spec_of(spec, Target::paste(text, crate::known()));
    let spec = read.or_else(|reason| {
        let drawn = dropped::read_map(text.as_bytes(), &mut |_| None);
        let is_drawn = text.trim().contains('\n');
        drawn.ok().filter(|_| is_drawn).ok_or(reason)
    })?;
    world.write_message(Regenerate::Exactly(spec));
    Ok(())
}
