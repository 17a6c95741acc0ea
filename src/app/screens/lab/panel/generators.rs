//! The panel's list of generators, with keyboard navigation and the description of the chosen one.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::tab_navigation::{NavAction, TabIndex, TabNavigation};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use super::super::action::LabAction;
use super::super::button::PanelButton;
use super::super::stages::ChosenStage;
use crate::app::dungeon::Dungeon;
use crate::app::input::{ActionQueue, Layer, LayerClosed, Layers};
use crate::app::ui::focus::UsedArrows;
use crate::app::ui::style::{ButtonVariant, FocusRing};
use crate::app::ui::theme::{LINE, UiFont};
use crate::app::ui::widget::{heading, scrollbar, text_button};

/// Height of a row, in UI pixels.
const ROW_HEIGHT: f32 = 17.0;

/// Number of rows visible at once; a whole number, so that none is cut off.
const VISIBLE_ROWS: f32 = 7.0;

/// What the chosen generator makes.
#[derive(Component)]
pub(super) struct Description;

/// The node that scrolls.
#[derive(Component)]
pub(super) struct GeneratorList;

/// Moves the focus to the control after the one that had it last, or to the chosen generator if the
/// player left the panel. A field gives up the focus when its text is accepted.
pub(super) fn focus_panel(
    (mut actions, mut closed): (MessageReader<LabAction>, MessageReader<LayerClosed>),
    rows: Query<(Entity, &PanelButton, &TabIndex)>,
    navigation: TabNavigation,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
    mut last: Local<Option<Entity>>,
) {
    *last = focus.get().or(*last);
    if closed
        .read()
        .any(|closed| matches!(closed.0, Layer::Control | Layer::Text))
    {
        *last = None;
    }
    let requests = actions
        .read()
        .filter(|action| **action == LabAction::EnterPanel);
    if requests.count() == 0 {
        return;
    }
    let chosen = rows
        .iter()
        .find(|(_, button, index)| matches!(button, PanelButton::Generator(_)) && index.0 == 0);
    let next = last.and_then(|last| {
        let last = InputFocus::from_entity(last);
        navigation.navigate(&last, NavAction::Next).ok()
    });
    if let Some(control) = next.or(chosen.map(|(row, ..)| row)) {
        focus.set(control, FocusCause::Navigated);
        visible.0 = true;
    }
}

/// Up and down change the generator while the list has the focus.
pub(super) fn browse_list(
    mut events: MessageReader<KeyboardInput>,
    (layers, focus): (Res<Layers>, Res<InputFocus>),
    rows: Query<&PanelButton>,
    mut queue: ResMut<ActionQueue>,
) {
    let row = focus.get().and_then(|entity| rows.get(entity).ok());
    let is_on_list =
        layers.keys() == Some(Layer::Control) && matches!(row, Some(PanelButton::Generator(_)));
    for event in events.read() {
        if event.state != ButtonState::Pressed || !is_on_list {
            continue;
        }
        match event.logical_key {
            Key::ArrowDown => queue.push_first(&LabAction::NextGenerator),
            Key::ArrowUp => queue.push_first(&LabAction::PreviousGenerator),
            _ => {}
        }
    }
}

pub(super) fn spawn_list(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    heading(panel, font, "Generator");
    let frame = Node {
        max_height: px(ROW_HEIGHT * VISIBLE_ROWS + 2.0),
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
            let mut list = frame.spawn((GeneratorList, ScrollArea, list));
            let target = list.id();
            list.with_children(|list| {
                for name in crate::known().names() {
                    let button = PanelButton::Generator(name);
                    let row = text_button(list, font, name, button, ButtonVariant::Plain);
                    list.commands()
                        .entity(row)
                        .insert((TabIndex(-1), FocusRing::Inside, UsedArrows::UpDown))
                        .entry::<Node>()
                        .and_modify(|mut node| {
                            node.justify_content = JustifyContent::Start;
                            node.flex_shrink = 0.0;
                            node.height = px(ROW_HEIGHT);
                            node.padding = UiRect::left(px(9));
                        });
                }
            });
            scrollbar(frame, target);
        });
    panel.spawn((Description, font.hint("")));
}

/// Highlights the generator of the map.
pub(super) fn update_list(
    (dungeon, stage): (Res<Dungeon>, Res<ChosenStage>),
    mut buttons: Query<(Entity, &PanelButton, &mut ButtonVariant, &mut TabIndex)>,
    mut description: Single<&mut Text, With<Description>>,
    mut focus: ResMut<InputFocus>,
) {
    let info = stage.generator(dungeon.spec()).info();
    let chosen = info.name;
    description.set_if_neq(Text::new(info.description));
    let focused = focus.get().and_then(|entity| buttons.get(entity).ok());
    let is_on_list =
        focused.is_some_and(|(_, button, ..)| matches!(button, PanelButton::Generator(_)));
    for (entity, button, mut variant, mut index) in &mut buttons {
        let PanelButton::Generator(name) = *button else {
            continue;
        };
        let is_chosen = name == chosen;
        let (new_variant, new_index) = if is_chosen {
            (ButtonVariant::Primary, 0)
        } else {
            (ButtonVariant::Plain, -1)
        };
        // Unchanged rows cost nothing.
        if !variant.set_if_neq(new_variant) {
            continue;
        }
        index.0 = new_index;
        if is_chosen && is_on_list && focus.get() != Some(entity) {
            focus.set(entity, FocusCause::Navigated);
        }
    }
}

/// Scrolls by whole rows until the chosen generator is in view.
pub(super) fn scroll_to_chosen(
    (dungeon, stage): (Res<Dungeon>, Res<ChosenStage>),
    mut position: Single<&mut ScrollPosition, With<GeneratorList>>,
) {
    let chosen = stage.generator(dungeon.spec()).info().name;
    let row = crate::known().names().position(|name| name == chosen);
    let first = first_row(position.y / ROW_HEIGHT, row.unwrap_or_default() as f32);
    position.y = first * ROW_HEIGHT;
}

/// The row to have at the top, so that `chosen` is in view, if `first` is there now.
fn first_row(first: f32, chosen: f32) -> f32 {
    first.round().clamp(chosen + 1.0 - VISIBLE_ROWS, chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_scrolls_by_whole_rows_and_no_farther_than_needed() {
        assert_eq!(first_row(0.0, 6.0), 0.0);
        assert_eq!(first_row(0.0, 7.0), 1.0);
        assert_eq!(first_row(3.4, 8.0), 3.0);
        assert_eq!(first_row(5.0, 2.0), 2.0);
    }
}
