//! The message above the keys, and the buttons that answer a prompt.

use bevy::prelude::*;

use super::button;
use crate::app::input::Keymap;
use crate::app::screens::options::{OptionsAction, OptionsState};
use crate::app::ui::node::NodeExt;
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::{KEY, LINE, PLAIN, UiFont};
use crate::app::ui::widget;

/// Least height of the message in UI pixels, for two lines, so that the keys keep their place.
const MESSAGE_HEIGHT: f32 = 36.0;

#[derive(Component)]
pub(super) struct MessageText;

/// A button that answers the prompt with an action.
#[derive(Component)]
pub(super) struct AnswerButton(OptionsAction);

pub(super) fn spawn_message(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    let head = Node::column(4.0)
        .padding(12.0, 8.0)
        .rigid()
        .border(UiRect::bottom(px(1)));
    let message = Node::DEFAULT.min_height(px(MESSAGE_HEIGHT));
    let answers = Node::row(6.0).min_height(px(20));
    let answer = |action, text| button(font, (text, PLAIN), (AnswerButton(action), action));
    panel.spawn((
        head,
        BorderColor::all(LINE),
        children![
            (message, children![(MessageText, font.wrapped("", PLAIN))]),
            (
                answers,
                children![
                    answer(OptionsAction::Choose, "Yes"),
                    answer(OptionsAction::Remove, "Remove this key"),
                    answer(OptionsAction::Cancel, "Cancel"),
                ],
            ),
        ],
    ));
}

/// Updates the text of the message, and shows the buttons that answer the prompt.
pub(super) fn update_message(
    (state, keymap): (Res<OptionsState>, Res<Keymap>),
    mut texts: Query<(&mut Text, &mut TextColor), With<MessageText>>,
    mut buttons: Query<(&AnswerButton, &mut Node, &mut ButtonVariant)>,
) {
    let colour = if state.is_prompting() { KEY } else { PLAIN };
    for (mut text, mut text_colour) in &mut texts {
        if text.0 != state.message() {
            state.message().clone_into(&mut text.0);
        }
        if text_colour.0 != colour {
            text_colour.0 = colour;
        }
    }
    let offered = state.answers(&keymap);
    for (answer, mut node, mut variant) in &mut buttons {
        widget::set_displayed(&mut node, offered.contains(&answer.0));
        let marked = match state.marks_yes() {
            true => OptionsAction::Choose,
            false => OptionsAction::Cancel,
        };
        variant.set_if_neq(match state.is_asking() && answer.0 == marked {
            true => ButtonVariant::Primary,
            false => ButtonVariant::Normal,
        });
    }
}
