//! Notices: a sentence at the top of the window, beside the panel.

use bevy::prelude::*;

use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::notice::Notice;
use crate::app::ui::theme::{LINE, PANEL, PLAIN, Type};
use crate::app::ui::widget::show;

/// Tells the notice.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(
        Update,
        (
            make_room.run_if(resource_changed::<ViewInsets>),
            tell.run_if(resource_changed::<Notice>),
        )
            .after(Phase::Show),
    );
}

#[derive(Component)]
struct NoticeBox;

#[derive(Component)]
struct NoticeText;

fn spawn(mut commands: Commands, font: Res<Type>) {
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
                    // A notice may be a long sentence: unlike all other text it wraps.
                    frame
                        .spawn((NoticeText, font.text("", PLAIN)))
                        .insert(TextLayout::default());
                });
        });
}

fn tell(
    notice: Res<Notice>,
    mut boxes: Query<&mut Node, With<NoticeBox>>,
    mut texts: Query<&mut Text, With<NoticeText>>,
) {
    for mut node in &mut boxes {
        show(&mut node, !notice.0.is_empty());
    }
    for mut text in &mut texts {
        text.0.clone_from(&notice.0);
    }
}

/// Keeps notices beside the panel.
fn make_room(insets: Res<ViewInsets>, mut boxes: Query<&mut Node, With<NoticeBox>>) {
    for mut node in &mut boxes {
        node.right = px(insets.right + 10.0);
    }
}
