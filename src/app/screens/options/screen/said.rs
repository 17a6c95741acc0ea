//! Above the keys: what there is to say, and what can be answered by mouse.

use bevy::prelude::*;

use super::button;
use crate::app::input::{ActionQueue, Keymap};
use crate::app::screens::options::{OptionsAction, OptionsState};
use crate::app::ui::theme::{KEY, LINE, PLAIN, Type};
use crate::app::ui::widget;

/// Room for what there is to say: three lines, and answers below.
const SAID: f32 = 54.0;

#[derive(Component)]
pub(super) struct SaidText;

/// An answer to what is asked, by what it asks for.
#[derive(Component)]
pub(super) struct Answers(OptionsAction);

/// Spawns it.
pub(super) fn spawn(panel: &mut ChildSpawnerCommands, font: &Type) {
    panel
        .spawn((
            Node {
                flex_direction: FlexDirection::Column,
                flex_shrink: 0.0,
                row_gap: px(4),
                padding: UiRect::axes(px(12), px(8)),
                border: UiRect::bottom(px(1)),
                ..default()
            },
            BorderColor::all(LINE),
        ))
        .with_children(|head| {
            head.spawn(Node {
                height: px(SAID),
                ..default()
            })
            .with_children(|said| {
                // A sentence may take several lines.
                said.spawn((SaidText, font.text("", PLAIN)))
                    .insert(TextLayout::default());
            });
            head.spawn(Node {
                column_gap: px(6),
                height: px(20),
                ..default()
            })
            .with_children(|line| {
                for (answer, word) in [
                    (OptionsAction::Choose, "Yes"),
                    (OptionsAction::Remove, "Remove this key"),
                    (OptionsAction::Leave, "Cancel"),
                ] {
                    button(line, font, (word, PLAIN), Answers(answer));
                }
            });
        });
}

/// The pointer answers.
pub(super) fn answer(
    buttons: Query<(&Interaction, &Answers), Changed<Interaction>>,
    mut queue: ResMut<ActionQueue>,
) {
    for (interaction, answers) in &buttons {
        if *interaction == Interaction::Pressed {
            queue.push(&answers.0);
        }
    }
}

/// Says what there is to say, and offers what can be answered.
pub(super) fn show(
    (state, keymap): (Res<OptionsState>, Res<Keymap>),
    mut texts: Query<(&mut Text, &mut TextColor), With<SaidText>>,
    mut buttons: Query<(&Answers, &mut Node)>,
) {
    let colour = if state.asks() { KEY } else { PLAIN };
    for (mut text, mut shown) in &mut texts {
        if text.0 != state.said() {
            state.said().clone_into(&mut text.0);
        }
        if shown.0 != colour {
            shown.0 = colour;
        }
    }
    let offered = state.answers(&keymap);
    for (answers, mut node) in &mut buttons {
        widget::set_displayed(&mut node, offered.contains(&answers.0));
    }
}
