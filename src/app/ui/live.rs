//! Texts that follow a resource by themselves.

use bevy::prelude::*;

use crate::app::frame::Phase;

/// Keeps each [`LiveText`] of `R` up to date.
pub(in crate::app) fn plugin<R: Resource>(app: &mut App) {
    app.add_systems(
        Update,
        tell::<R>.run_if(resource_exists::<R>).in_set(Phase::Show),
    );
}

/// Makes the entity's text of a resource. An empty one takes no room.
#[derive(Component)]
pub(in crate::app) struct LiveText<R: Resource>(pub fn(&R) -> String);

fn tell<R: Resource>(resource: Res<R>, mut texts: Query<(&LiveText<R>, &mut Text, &mut Node)>) {
    for (live, mut text, mut node) in &mut texts {
        let told = (live.0)(&resource);
        let display = if told.is_empty() {
            Display::None
        } else {
            Display::Flex
        };
        if text.0 != told {
            text.0 = told;
        }
        if node.display != display {
            node.display = display;
        }
    }
}
