//! What a lesson says now: a strip above the bar, which makes room for it as for the bar, and a button
//! that skips the lessons. Knows nothing of what is taught.

use bevy::prelude::*;

use super::hud::{Names, spawn_hint};
use super::theme::{KEY, PLAIN, QUIET, Type};
use super::widget::show;
use crate::app::frame::Phase;
use crate::app::input::CommonAction;

/// What is taught now; empty if nothing is.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// Which lesson it is.
    pub head: String,
    /// What applies now.
    pub words: String,
}

/// Keeps the strip.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lesson>()
        .add_systems(Update, tell.after(Phase::Show));
}

#[derive(Component)]
struct Strip;

/// The head of the lesson (true), or its words.
#[derive(Component)]
struct Told(bool);

/// Holds the button.
#[derive(Component)]
struct Skip;

/// The strip, as the first line of the bar.
pub(super) fn spawn(bar: &mut ChildSpawnerCommands, font: &Type) {
    let strip = Node {
        width: percent(100),
        // Two lines: what lies above does not move as one sentence follows another.
        min_height: px(48),
        padding: UiRect::vertical(px(5)),
        column_gap: px(16),
        align_items: AlignItems::Center,
        display: Display::None,
        ..default()
    };
    bar.spawn((Strip, strip)).with_children(|strip| {
        let head = Node {
            flex_shrink: 0.0,
            ..default()
        };
        strip.spawn((head, children![(Told(true), font.text("", KEY))]));
        let words = Node {
            flex_grow: 1.0,
            flex_shrink: 1.0,
            flex_basis: px(0),
            ..default()
        };
        strip.spawn((words, children![(Told(false), font.wrapped("", PLAIN))]));
        let skip = Node {
            flex_shrink: 0.0,
            ..default()
        };
        strip.spawn((Skip, skip));
    });
}

fn tell(
    (lesson, names, font): (Res<Lesson>, Names, Res<Type>),
    mut strips: Query<&mut Node, With<Strip>>,
    mut texts: Query<(&Told, &mut Text)>,
    buttons: Query<(Entity, Option<&Children>), With<Skip>>,
    mut commands: Commands,
) {
    if !lesson.is_changed() && !names.are_changed() {
        return;
    }
    for mut node in &mut strips {
        show(&mut node, !lesson.words.is_empty());
    }
    for (told, mut text) in &mut texts {
        text.0
            .clone_from(if told.0 { &lesson.head } else { &lesson.words });
    }
    for (button, shown) in &buttons {
        if shown.is_none_or(|shown| shown.is_empty()) || names.are_changed() {
            let mut button = commands.entity(button);
            button.despawn_children();
            button.with_children(|button| {
                spawn_hint(
                    button,
                    &font,
                    &names,
                    &[&CommonAction::Back],
                    ("skip", QUIET),
                );
            });
        }
    }
}
