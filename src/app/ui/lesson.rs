//! The strip in the bar with the current lesson of a puzzle, and a button that skips the lessons.

use bevy::prelude::*;

use super::hud::ShownHint;
use super::items::Items;
use super::theme::{KEY, PLAIN, QUIET, UiFont};
use super::widget::set_displayed;
use crate::app::frame::Phase;
use crate::app::input::{CommonAction, CurrentNames};
use crate::app::speech;
use crate::app::ui::node::NodeExt;

/// The current lesson; empty if there is none.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Number and name of the lesson.
    pub title: String,
    /// What to do next.
    pub text: String,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lesson>()
        .add_plugins(speech::speak::<Lesson>(|lesson| {
            format!("{}\n{}", lesson.title, lesson.text)
        }))
        .add_systems(Update, update_strip.after(Phase::Show));
}

#[derive(Component)]
struct Strip;

#[derive(Component)]
enum LessonText {
    Title,
    Body,
}

/// Holds the button that skips the lessons.
#[derive(Component)]
struct SkipBox;

/// Spawns the strip, the first line of the bar.
pub(super) fn spawn_strip(bar: &mut ChildSpawnerCommands, font: &UiFont) {
    let strip = Node::row(16.0)
        .align_centre()
        .padding(0.0, 5.0)
        .width(percent(100))
        // Two lines, so that the bar keeps its height from one sentence to the next.
        .min_height(px(48))
        .hidden();
    bar.spawn((Strip, strip)).with_children(|strip| {
        let fixed = Node::DEFAULT.rigid();
        let title = (LessonText::Title, font.text("", KEY));
        strip.spawn((fixed.clone(), children![title]));
        let body = (LessonText::Body, font.wrapped("", PLAIN));
        strip.spawn((Node::DEFAULT.share(), children![body]));
        strip.spawn((SkipBox, fixed));
    });
}

fn update_strip(
    (lesson, names, font): (Res<Lesson>, CurrentNames, Res<UiFont>),
    mut strip: Single<&mut Node, With<Strip>>,
    mut texts: Query<(&LessonText, &mut Text)>,
    skip_box: Single<Entity, With<SkipBox>>,
    mut skip: Items<ShownHint>,
) {
    if !lesson.is_changed() && !names.are_changed() {
        return;
    }
    set_displayed(&mut strip, !lesson.text.is_empty());
    for (part, mut text) in &mut texts {
        text.0.clone_from(match part {
            LessonText::Title => &lesson.title,
            LessonText::Body => &lesson.text,
        });
    }
    let hint = ShownHint::new(names.get(), &[&CommonAction::Lessons], ("skip", QUIET));
    skip.show(*skip_box, [hint], |node, hint| hint.draw(node, &font));
}
