//! The panel's controls for the generator's parameters: a field and a slider for a number, buttons
//! for a choice.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::{SliderStep, SliderValue};

use super::super::button::{PanelButton, choice_variant};
use super::super::stages::ChosenStage;
use crate::app::dungeon::{Dungeon, entry};
use crate::app::ui::map_field::{self, MapField};
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, UiFont};
use crate::app::ui::widget::{row, slider, text_button};
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
    mut choices: Query<(&PanelButton, &mut ButtonVariant)>,
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
        let had_focus = focus.get().is_some_and(|entity| {
            sliders.contains(entity)
                || matches!(
                    choices.get(entity),
                    Ok((PanelButton::Set(..) | PanelButton::Reset, _))
                )
        });
        if had_focus {
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
    for (button, mut variant) in &mut choices {
        if let PanelButton::Set(index, value) = *button {
            variant.set_if_neq(choice_variant(is_chosen(stage, index, value)));
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
    let params = stage.generator().info().params;
    if params.is_empty() {
        return;
    }
    parent
        .spawn(Node {
            justify_content: JustifyContent::SpaceBetween,
            margin: UiRect::top(px(7)),
            ..default()
        })
        .with_children(|head| {
            head.spawn(font.text("Parameters", QUIET));
            text_button(
                head,
                font,
                "Reset",
                PanelButton::Reset,
                ButtonVariant::Plain,
            );
        });
    for (index, param) in params.iter().enumerate() {
        let value = stage.params.value(index);
        match param.kind {
            Kind::Int { min, max, .. } => {
                parent
                    .spawn(Node {
                        justify_content: JustifyContent::SpaceBetween,
                        flex_wrap: FlexWrap::NoWrap,
                        ..row(6.0)
                    })
                    .with_children(|line| {
                        line.spawn(font.text(param.name, PLAIN));
                        map_field::spawn(line, font, MapField::Param(number, index), Some(7.0));
                    });
                let (from, to) = (
                    entry::to_slider(min, max, min),
                    entry::to_slider(min, max, max),
                );
                let stride = entry::slider_step(min, max, value);
                parent.spawn(row(0.0)).with_child((
                    ParameterSlider(index),
                    slider(from, to, entry::to_slider(min, max, value), stride),
                ));
            }
            Kind::Choice { options, .. } => {
                parent.spawn(font.text(param.name, PLAIN));
                parent.spawn(row(4.0)).with_children(|line| {
                    for (option, name) in (0..).zip(options) {
                        let button = PanelButton::Set(index, option);
                        let variant = choice_variant(is_chosen(stage, index, option));
                        text_button(line, font, name, button, variant);
                    }
                    if has_own_sample(stage, index) {
                        line.spawn(font.text("your sample", KEY));
                    }
                });
            }
        }
        parent.spawn(font.hint(param.meaning));
    }
}
