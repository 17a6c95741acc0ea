//! Shows the [`Notice`] at the top of the map, in the room that a screen keeps for it there, if any. What else it would cover
//! moves below it.

use std::borrow::Cow;

use bevy::prelude::*;
use bevy::render::view::screenshot::Screenshot;
use bevy::ui::UiSystems;

use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::notice::Notice;
use crate::app::speech;
use crate::app::ui::edges::{Edge, Takes};
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{LINE, PANEL, PLAIN, UiFont};
use crate::app::ui::widget::set_displayed;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(speech::speak::<Notice>(|notice| notice.text().to_owned()))
        .add_systems(Startup, spawn_box)
        .add_systems(
            Update,
            (place.run_if(resource_changed::<ViewInsets>), update_notice).after(Phase::Show),
        )
        .add_systems(PostUpdate, keep_below.after(UiSystems::Layout));
}

/// Space around the notice, in UI pixels.
const MARGIN: f32 = 10.0;

/// Contains the notice; without size while there is none.
#[derive(Component)]
struct NoticeBox;

#[derive(Component)]
struct NoticeText;

/// An empty node, whose height a screen keeps free for the notice below whatever else is at the top.
#[derive(Component)]
#[require(Takes(Edge::Top))]
pub(in crate::app) struct NoticeRoom;

/// A node at the top of the window. Its top margin makes room for the notice.
#[derive(Component, Default, Clone, Copy)]
pub(in crate::app) struct BelowNotice;

fn spawn_box(mut commands: Commands, font: Res<UiFont>) {
    commands
        .spawn((
            NoticeBox,
            // A click goes to what is below.
            Pickable::IGNORE,
            // Above every box, for it tells what was done there.
            GlobalZIndex(3),
            Node::DEFAULT
                .absolute()
                .justify_centre()
                .left(px(MARGIN))
                .right(px(MARGIN))
                .top(px(MARGIN))
                .hidden(),
        ))
        .with_children(|parent| {
            parent
                .spawn((
                    Pickable::IGNORE,
                    Node::DEFAULT.padding(12.0, 6.0).framed(),
                    BackgroundColor(PANEL),
                    BorderColor::all(LINE),
                ))
                .with_children(|frame| {
                    frame.spawn((NoticeText, Pickable::IGNORE, font.wrapped("", PLAIN)));
                });
        });
}

/// Shows the notice, except while a picture of the window is taken.
fn update_notice(
    notice: Res<Notice>,
    pictures: Query<(), With<Screenshot>>,
    mut node: Single<&mut Node, With<NoticeBox>>,
    mut text: Single<&mut Text, With<NoticeText>>,
) {
    set_displayed(&mut node, !notice.text().is_empty() && pictures.is_empty());
    if notice.is_changed() {
        let shown: Vec<_> = notice.text().lines().map(punctuate).collect();
        text.set_if_neq(Text(shown.join("\n")));
    }
}

/// A line as it is shown: a single sentence has no full stop, of several each has one.
fn punctuate(line: &str) -> Cow<'_, str> {
    let body = line.strip_suffix('.').filter(|body| !body.ends_with('.'));
    let has_several = [". ", "! ", "? "].iter().any(|end| line.contains(end));
    match body {
        Some(body) if !has_several => Cow::Borrowed(body),
        None if has_several && !line.ends_with(['.', '!', '?']) => Cow::Owned(format!("{line}.")),
        _ => Cow::Borrowed(line),
    }
}

fn place(
    insets: Res<ViewInsets>,
    rooms: Query<&Node, With<NoticeRoom>>,
    mut node: Single<&mut Node, (With<NoticeBox>, Without<NoticeRoom>)>,
) {
    let room = rooms.iter().find_map(|room| match room.height {
        Val::Px(height) => Some(height),
        _ => None,
    });
    node.right = px(insets.right + MARGIN);
    node.top = px(insets.top - room.unwrap_or_default() + MARGIN);
}

/// Moves what is at the top of the window below the notice.
fn keep_below(
    notice: Single<&ComputedNode, With<NoticeBox>>,
    mut nodes: Query<&mut Node, With<BelowNotice>>,
) {
    let height = notice.size().y * notice.inverse_scale_factor();
    let room = px(if height > 0.0 {
        height + 2.0 * MARGIN
    } else {
        0.0
    });
    for mut node in nodes.iter_mut().filter(|node| node.margin.top != room) {
        node.margin.top = room;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_several_sentences_have_full_stops() {
        for (told, shown) in [
            ("Back to your earlier maze", "Back to your earlier maze"),
            ("New best time.", "New best time"),
            (
                "Seed 7 copied. Type it on the title",
                "Seed 7 copied. Type it on the title.",
            ),
            (
                "Best of 9x9: time 0:09. New best.",
                "Best of 9x9: time 0:09. New best.",
            ),
            (
                "Show it? It does not count (c: go on)",
                "Show it? It does not count (c: go on).",
            ),
            ("Saving the map...", "Saving the map..."),
            ("All done. Saving...", "All done. Saving..."),
            (
                "Link copied: https://example.org/u/#7",
                "Link copied: https://example.org/u/#7",
            ),
        ] {
            assert_eq!(punctuate(told), shown);
        }
    }

    #[test]
    fn the_notice_is_hidden_while_a_picture_is_taken() {
        let mut app = App::new();
        app.init_resource::<Notice>()
            .init_resource::<Assets<Font>>()
            .init_resource::<UiFont>()
            .add_systems(Startup, spawn_box)
            .add_systems(Update, update_notice);
        let shown = |app: &mut App| {
            app.update();
            let mut boxes = app.world_mut().query_filtered::<&Node, With<NoticeBox>>();
            boxes.single(app.world()).unwrap().display == Display::Flex
        };
        assert!(!shown(&mut app));
        app.world_mut().resource_mut::<Notice>().say("Copied");
        assert!(shown(&mut app));
        let picture = app.world_mut().spawn(Screenshot::primary_window()).id();
        assert!(!shown(&mut app));
        app.world_mut().despawn(picture);
        assert!(shown(&mut app));
    }
}
