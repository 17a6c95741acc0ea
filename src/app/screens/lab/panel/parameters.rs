//! The parameters of the shown generator in the panel: a slider, a field or buttons each.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::{SliderStep, SliderValue};

use super::super::button::Does;
use super::chosen;
use crate::app::dungeon::{Dungeon, entry};
use crate::app::ui::map_field::{self, MapField};
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::{PLAIN, QUIET, Type};
use crate::app::ui::widget::{row, slider, word_button};
use crate::mapgen::{Kind, ParamSpec};

/// Holds a part for each parameter.
#[derive(Component)]
pub(super) struct Parameters;

/// The slider of this parameter.
#[derive(Component, Clone, Copy)]
pub(super) struct Slides(pub(super) usize);

/// Lays out the parameters of another generator, or shows the values of the same.
pub(super) fn show(
    (dungeon, font): (Res<Dungeon>, Res<Type>),
    holders: Query<(Entity, Ref<Parameters>)>,
    sliders: Query<(Entity, &Slides, &SliderValue)>,
    mut choices: Query<(&Does, &mut ButtonVariant)>,
    mut focus: ResMut<InputFocus>,
    mut laid_out: Local<&'static str>,
    mut commands: Commands,
) {
    let spec = dungeon.spec();
    let info = spec.generator().info();
    let is_new = holders.iter().any(|(_, part)| part.is_added());
    if std::mem::replace(&mut *laid_out, info.name) != info.name || is_new {
        let had_focus = focus.get().is_some_and(|entity| {
            sliders.contains(entity)
                || matches!(choices.get(entity), Ok((Does::Set(..) | Does::Reset, _)))
        });
        if had_focus {
            focus.clear();
        }
        for (holder, _) in &holders {
            commands.entity(holder).despawn_children();
            commands.entity(holder).with_children(|parts| {
                spawn(parts, &font, info.params, |index| {
                    spec.params().value(index)
                });
            });
        }
        return;
    }
    for (entity, slides, shown) in &sliders {
        let value = spec.params().value(slides.0);
        let Kind::Int { min, max, .. } = info.params[slides.0].kind else {
            continue;
        };
        let place = SliderValue(entry::to_slider(min, max, value));
        if *shown != place {
            let stride = SliderStep(entry::slider_step(min, max, value));
            commands.entity(entity).insert((place, stride));
        }
    }
    for (does, mut variant) in &mut choices {
        if let Does::Set(index, value) = *does {
            variant.set_if_neq(chosen(spec.params().value(index) == value));
        }
    }
}

fn spawn(
    parts: &mut ChildSpawnerCommands,
    font: &Type,
    params: &[ParamSpec],
    value: impl Fn(usize) -> i32,
) {
    if params.is_empty() {
        return;
    }
    parts
        .spawn(Node {
            justify_content: JustifyContent::SpaceBetween,
            margin: UiRect::top(px(7)),
            ..default()
        })
        .with_children(|head| {
            head.spawn(font.text("Parameters", QUIET));
            word_button(head, font, "Reset", Does::Reset, ButtonVariant::Plain);
        });
    for (index, param) in params.iter().enumerate() {
        let here = value(index);
        match param.kind {
            Kind::Int { min, max, .. } => {
                parts
                    .spawn(Node {
                        justify_content: JustifyContent::SpaceBetween,
                        flex_wrap: FlexWrap::NoWrap,
                        ..row(6.0)
                    })
                    .with_children(|line| {
                        line.spawn(font.text(param.name, PLAIN));
                        map_field::spawn(line, font, MapField::Param(index), Some(7.0));
                    });
                let (from, to) = (
                    entry::to_slider(min, max, min),
                    entry::to_slider(min, max, max),
                );
                let stride = entry::slider_step(min, max, here);
                parts.spawn(row(0.0)).with_child((
                    Slides(index),
                    slider(from, to, entry::to_slider(min, max, here), stride),
                ));
            }
            Kind::Choice { options, .. } => {
                parts.spawn(font.text(param.name, PLAIN));
                parts.spawn(row(4.0)).with_children(|line| {
                    for (option, word) in options.iter().enumerate() {
                        let does = Does::Set(index, option as i32);
                        word_button(line, font, word, does, chosen(here == option as i32));
                    }
                });
            }
        }
        parts.spawn(font.hint(param.meaning));
    }
}
