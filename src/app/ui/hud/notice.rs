//! Shows the [`Notice`] at the top of the window, left of the side panel.

use bevy::prelude::*;

use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::notice::Notice;
use crate::app::ui::theme::{LINE, PANEL, PLAIN, UiFont};
use crate::app::ui::widget::set_displayed;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_box).add_systems(
        Update,
        (
            update_right_edge.run_if(resource_changed::<ViewInsets>),
            update_notice.run_if(resource_changed::<Notice>),
        )
            .after(Phase::Show),
    );
}

/// Contains the notice; without size while there is none.
#[derive(Component)]
pub(in crate::app) struct NoticeBox;

#[derive(Component)]
struct NoticeText;

fn spawn_box(mut commands: Commands, font: Res<UiFont>) {
    commands
        .spawn((
            NoticeBox,
            GlobalZIndex(1),
            Node {
                position_type: PositionType::Absolute,
                left: px(10),
                right: px(10),
                top: px(10),
                justify_content: JustifyContent::Center,
                display: Display::None,
                ..default()
            },
        ))
        .with_children(|parent| {
            parent
                .spawn((
                    Node {
                        padding: UiRect::axes(px(12), px(6)),
                        border: UiRect::all(px(1)),
                        ..default()
                    },
                    BackgroundColor(PANEL),
                    BorderColor::all(LINE),
                ))
                .with_children(|frame| {
                    frame.spawn((NoticeText, font.wrapped("", PLAIN)));
                });
        });
}

fn update_notice(
    notice: Res<Notice>,
    mut node: Single<&mut Node, With<NoticeBox>>,
    mut text: Single<&mut Text, With<NoticeText>>,
) {
    set_displayed(&mut node, !notice.0.is_empty());
    text.0.clone_from(&notice.0);
}

/// Ends the notice where the side panel begins.
fn update_right_edge(insets: Res<ViewInsets>, mut node: Single<&mut Node, With<NoticeBox>>) {
    node.right = px(insets.right + 10.0);
}
