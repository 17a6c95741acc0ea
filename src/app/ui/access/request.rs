//! Carries out what a screen reader asks for: it presses buttons and lines, moves the focus and sets values.

use bevy::a11y::ActionRequest;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};
use bevy::ui_widgets::{Activate, SetSliderValue, Slider, SliderValueChange};

use accesskit::{Action, ActionData};

use super::tree;
use crate::app::ui::list::Item;
use crate::app::ui::pointer::Pointed;

pub(super) fn plugin(app: &mut App) {
    // Before the lists read which line was pressed.
    app.add_systems(PreUpdate, carry_out);
}

fn carry_out(
    mut requests: MessageReader<ActionRequest>,
    mut texts: Query<&mut EditableText>,
    sliders: Query<(), With<Slider>>,
    lines: Query<(), (With<Item>, With<Button>)>,
    focus: Option<ResMut<InputFocus>>,
    visible: Option<ResMut<InputFocusVisible>>,
    mut commands: Commands,
) {
    let (Some(mut focus), Some(mut visible)) = (focus, visible) else {
        return requests.clear();
    };
    for ActionRequest(request) in requests.read() {
        let Some(entity) = tree::entity_of(request.target_node) else {
            // The board or the map: without a focused widget it has the keys.
            focus.clear();
            continue;
        };
        let is_text = texts.contains(entity);
        match (request.action, &request.data) {
            (Action::Focus, _) | (Action::Click, _) if is_text || sliders.contains(entity) => {
                focus.set(entity, FocusCause::Navigated);
                visible.0 = true;
            }
            (Action::Click, _) => commands.trigger(Activate { entity }),
            (Action::SetValue, Some(ActionData::Value(value))) => {
                if let Ok(mut text) = texts.get_mut(entity) {
                    text.queue_edit(TextEdit::SelectAll);
                    text.queue_edit(TextEdit::Insert((&**value).into()));
                }
            }
            (Action::SetValue, Some(ActionData::NumericValue(value))) => {
                commands.trigger(SetSliderValue {
                    entity,
                    change: SliderValueChange::Absolute(*value as f32),
                });
            }
            (Action::Increment | Action::Decrement, _) => {
                let up = request.action == Action::Increment;
                commands.trigger(SetSliderValue {
                    entity,
                    change: SliderValueChange::RelativeStep(if up { 1.0 } else { -1.0 }),
                });
            }
            (Action::Focus, _) if lines.contains(entity) => commands.trigger(Pointed { entity }),
            (Action::Focus, _) => {
                focus.set(entity, FocusCause::Navigated);
                visible.0 = true;
            }
            _ => {}
        }
    }
}
