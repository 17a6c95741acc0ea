//! While fingers are used, whatever can be pressed is large enough for one.

use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::{Button, Slider};

use super::field::FieldFrame;
use crate::app::input::TouchUsed;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        enlarge
            .run_if(|touch: Res<TouchUsed>| touch.0 || touch.is_changed())
            .before(UiSystems::Layout),
    );
}

/// The least height of a target, and the least width of a button, in logical pixels.
const TARGET: f32 = 44.0;

/// What a node has for a pointer: its least width and height, and how its content is aligned.
#[derive(Component, Clone, Copy)]
struct Small(Val, Val, AlignItems);

fn enlarge(
    (touch, scale): (Res<TouchUsed>, Res<UiScale>),
    mut targets: Query<
        (Entity, &mut Node, Has<Button>, Option<&Small>),
        Or<(With<Button>, With<Slider>, With<FieldFrame>)>,
    >,
    mut commands: Commands,
) {
    for (entity, mut node, is_button, small) in &mut targets {
        let was = Small(node.min_width, node.min_height, node.align_items);
        let Small(min_width, _, align_items) = small.copied().unwrap_or(was);
        match (touch.0, small) {
            (true, _) => {
                let least = px(TARGET / scale.0);
                let min_width = if is_button { least } else { min_width };
                let is_row = matches!(
                    node.flex_direction,
                    FlexDirection::Row | FlexDirection::RowReverse
                );
                let align_items = match align_items {
                    AlignItems::Default if is_row => AlignItems::Center,
                    given => given,
                };
                let now = (node.min_width, node.min_height, node.align_items);
                if now != (min_width, least, align_items) {
                    (node.min_width, node.min_height, node.align_items) =
                        (min_width, least, align_items);
                }
                if small.is_none() {
                    commands.entity(entity).insert(was);
                }
            }
            (false, Some(Small(min_width, min_height, align_items))) => {
                (node.min_width, node.min_height, node.align_items) =
                    (*min_width, *min_height, *align_items);
                commands.entity(entity).remove::<Small>();
            }
            (false, None) => {}
        }
    }
}
