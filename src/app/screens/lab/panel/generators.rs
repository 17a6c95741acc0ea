//! The list of generators in the panel: goes through it by keys, marks the one that is shown.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui_widgets::{ScrollArea, ScrollIntoView};

use super::super::action::LabAction;
use super::super::button::Does;
use crate::app::dungeon::Dungeon;
use crate::app::input::{ActionQueue, Layer, Layers};
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::{LINE, Type};
use crate::app::ui::widget::{heading, scrollbar, text_button};
use crate::mapgen::ALL;

/// Height of a row of the list of generators, in logical pixels, and how many are seen at once:
/// whole ones, none cut off.
const ROW: f32 = 17.0;
const ROWS: f32 = 7.0;

/// What the shown generator says of itself.
#[derive(Component)]
pub(super) struct Description;

/// Gives the keys to the list of generators.
pub(super) fn enter(
    mut actions: MessageReader<LabAction>,
    chosen: Query<(Entity, &Does, &TabIndex)>,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
) {
    for _ in actions
        .read()
        .filter(|action| **action == LabAction::EnterPanel)
    {
        let row = chosen
            .iter()
            .find(|(_, does, index)| matches!(does, Does::Generator(_)) && index.0 == 0);
        if let Some((row, ..)) = row {
            focus.set(row, FocusCause::Navigated);
            visible.0 = true;
        }
    }
}

/// Up and down go through the list of generators while it has the keys.
pub(super) fn browse(
    mut events: MessageReader<KeyboardInput>,
    (layers, focus): (Res<Layers>, Res<InputFocus>),
    rows: Query<&Does>,
    mut queue: ResMut<ActionQueue>,
) {
    let row = focus.get().and_then(|entity| rows.get(entity).ok());
    let on_list = layers.keys() == Some(Layer::Control) && matches!(row, Some(Does::Generator(_)));
    for event in events.read() {
        if event.state != ButtonState::Pressed || !on_list {
            continue;
        }
        match event.logical_key {
            Key::ArrowDown => queue.push(&LabAction::NextGenerator),
            Key::ArrowUp => queue.push(&LabAction::PreviousGenerator),
            _ => {}
        }
    }
}

pub(super) fn spawn(panel: &mut ChildSpawnerCommands, font: &Type) {
    heading(panel, font, "Generator");
    let frame = Node {
        max_height: px(ROW * ROWS + 2.0),
        flex_shrink: 0.0,
        border: UiRect::all(px(1)),
        ..default()
    };
    let list = Node {
        flex_direction: FlexDirection::Column,
        flex_grow: 1.0,
        overflow: Overflow::scroll_y(),
        padding: UiRect::horizontal(px(3)),
        ..default()
    };
    panel
        .spawn((frame, BorderColor::all(LINE)))
        .with_children(|frame| {
            let mut list = frame.spawn((ScrollArea, list));
            let target = list.id();
            list.with_children(|list| {
                for generator in ALL {
                    let name = generator.info().name;
                    let does = Does::Generator(name);
                    let row = text_button(list, font, name, does, ButtonVariant::Plain);
                    list.commands().entity(row).insert(TabIndex(-1));
                    list.commands()
                        .entity(row)
                        .entry::<Node>()
                        .and_modify(|mut node| {
                            node.justify_content = JustifyContent::Start;
                            node.flex_shrink = 0.0;
                            node.height = px(ROW);
                            node.padding = UiRect::axes(px(6), px(0));
                        });
                }
            });
            scrollbar(frame, target);
        });
    panel.spawn((Description, font.hint("")));
}

/// Marks the shown generator in the list, and brings it into sight.
pub(super) fn rows(
    dungeon: Res<Dungeon>,
    mut buttons: Query<(Entity, &Does, &mut ButtonVariant, &mut TabIndex)>,
    mut descriptions: Query<&mut Text, With<Description>>,
    mut focus: ResMut<InputFocus>,
    mut commands: Commands,
) {
    let info = dungeon.spec().generator().info();
    let on_list = focus
        .get()
        .and_then(|entity| buttons.get(entity).ok())
        .is_some_and(|(_, does, ..)| matches!(does, Does::Generator(_)));
    for (entity, does, mut variant, mut index) in &mut buttons {
        let Does::Generator(name) = *does else {
            continue;
        };
        let chosen = name == info.name;
        let (look, place) = if chosen {
            (ButtonVariant::Primary, 0)
        } else {
            (ButtonVariant::Plain, -1)
        };
        // A button that stays as it is costs a new map nothing.
        if variant.set_if_neq(look) {
            index.0 = place;
        } else {
            continue;
        }
        if chosen {
            if on_list && focus.get() != Some(entity) {
                focus.set(entity, FocusCause::Navigated);
            }
            commands.trigger(ScrollIntoView { entity });
        }
    }
    for mut text in &mut descriptions {
        if text.0 != info.description {
            info.description.clone_into(&mut text.0);
        }
    }
}

/// Brings the shown generator into sight once its place is known, at start and whenever the list is
/// laid out anew.
pub(super) fn keep_in_sight(
    laid_out: Query<(Entity, &Does, &ButtonVariant), Changed<ComputedNode>>,
    mut commands: Commands,
) {
    for (entity, does, variant) in &laid_out {
        if matches!(does, Does::Generator(_)) && *variant == ButtonVariant::Primary {
            commands.trigger(ScrollIntoView { entity });
        }
    }
}
