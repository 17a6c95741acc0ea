//! The panel's controls for the generator's parameters: a field and a slider for a number, buttons
//! for a choice.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, SliderStep, SliderValue};

use super::super::button::PanelPress;
use super::super::stages::ChosenStage;
use crate::app::dungeon::{Dungeon, entry};
use crate::app::ui::live::LiveChoice;
use crate::app::ui::map_field::{self, MapField};
use crate::app::ui::node::NodeExt;
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, UiFont};
use crate::app::ui::tip::Tip;
use crate::app::ui::widget::{slider, text_button};
use crate::mapgen::{Kind, Stage};

/// Contains the controls of all parameters.
#[derive(Component)]
pub(super) struct ParameterBox;

/// The slider of the parameter at this index.
#[derive(Component, Clone, Copy)]
pub(super) struct ParameterSlider(pub(super) usize);

/// Spawns the controls of another generator, or updates the values of the same.
pub(super) fn update(
    (dungeon, chosen, font): (Res<Dungeon>, Res<ChosenStage>, Res<UiFont>),
    parameters: Single<(Entity, Ref<ParameterBox>)>,
    sliders: Query<(Entity, &ParameterSlider, &SliderValue)>,
    parents: Query<&ChildOf>,
    mut focus: ResMut<InputFocus>,
    mut laid_out: Local<(usize, &'static str, bool)>,
    mut commands: Commands,
) {
    let number = chosen.of(dungeon.spec());
    let stage = &dungeon.spec().stages()[number];
    let info = stage.generator().info();
    let layout = (number, info.name, stage.params.sample().is_some());
    let (entity, parameters) = &*parameters;
    if std::mem::replace(&mut *laid_out, layout) != layout || parameters.is_added() {
        let mut around = focus
            .get()
            .into_iter()
            .flat_map(|it| parents.iter_ancestors(it));
        if around.any(|ancestor| ancestor == *entity) {
            focus.clear();
        }
        let mut parameters = commands.entity(*entity);
        parameters.despawn_children();
        parameters.with_children(|parent| spawn_controls(parent, &font, number, stage));
        return;
    }
    for (entity, slider, shown) in &sliders {
        let value = stage.params.value(slider.0);
        let Kind::Int { min, max, .. } = info.params[slider.0].kind else {
            continue;
        };
        let position = SliderValue(entry::to_slider(min, max, value));
        if *shown != position {
            let stride = SliderStep(entry::slider_step(min, max, value));
            commands.entity(entity).insert((position, stride));
        }
    }
}

fn has_own_sample(stage: &Stage, index: usize) -> bool {
    stage.generator().info().params[index].is_sample && stage.params.sample().is_some()
}

/// Whether a choice has this value, and no sample of one's own in its place.
fn is_chosen(stage: &Stage, index: usize, value: i32) -> bool {
    stage.params.value(index) == value && !has_own_sample(stage, index)
}

fn spawn_controls(parent: &mut ChildSpawnerCommands, font: &UiFont, number: usize, stage: &Stage) {
    let info = stage.generator().info();
    let params = info.params;
    if params.is_empty() {
        return;
    }
    parent
        .spawn(Node::DEFAULT.spread().margin_top(7.0))
        .with_children(|head| {
            head.spawn(font.text("Parameters", QUIET));
            let mut button = text_button(head, font, "Reset", ButtonVariant::Plain);
            button
                .insert(Tip::new("Sets all parameters to what they were at first."))
                .observe(|_: On<Activate>, mut press: PanelPress| {
                    press.change(|spec, stage| {
                        let defaults = spec.stages()[stage].generator().params();
                        let reset = spec.with_stage_params(stage, defaults);
                        reset.map_err(|error| error.to_string())
                    });
                });
        });
    for (index, param) in params.iter().enumerate() {
        let value = stage.params.value(index);
        match param.kind {
            Kind::Int { min, max, .. } => {
                let line = Node::row(6.0).align_centre().spread();
                parent
                    .spawn((line, Tip::new(param.meaning)))
                    .with_children(|line| {
                        line.spawn(font.text(param.name, PLAIN));
                        map_field::spawn(line, font, MapField::Param(number, index), Some(7.0));
                    });
                let (from, to) = (
                    entry::to_slider(min, max, min),
                    entry::to_slider(min, max, max),
                );
                let stride = entry::slider_step(min, max, value);
                parent.spawn(Node::wrapping_row(0.0)).with_child((
                    ParameterSlider(index),
                    Tip::new(param.meaning),
                    slider(from, to, entry::to_slider(min, max, value), stride),
                ));
            }
            Kind::Choice { options, .. } => {
                parent.spawn((font.text(param.name, PLAIN), Tip::new(param.meaning)));
                parent.spawn(Node::wrapping_row(4.0)).with_children(|line| {
                    for (option, name) in (0..).zip(options) {
                        let is_chosen = move |dungeon: &Dungeon| {
                            let stage = dungeon.spec().stages().get(number);
                            // The panel of another generator comes later in the frame.
                            let stage =
                                stage.filter(|stage| stage.generator().info().name == info.name);
                            stage.is_some_and(|stage| is_chosen(stage, index, option))
                        };
                        text_button(line, font, name, ButtonVariant::Normal)
                            .insert((LiveChoice::new(is_chosen), Tip::new(param.meaning)))
                            .observe(move |_: On<Activate>, mut press: PanelPress| {
                                press.set(index, option);
                            });
                    }
                    if has_own_sample(stage, index) {
                        line.spawn(font.text("your sample", KEY));
                    }
                });
            }
        }
    }
}
