//! Texts that are updated from a resource.

use bevy::prelude::*;

use super::widget::set_displayed;
use crate::app::frame::Phase;

/// Updates each [`LiveText`] of `R`.
pub(in crate::app) fn plugin<R: Resource>(app: &mut App) {
    app.add_systems(
        Update,
        update_texts::<R>
            .run_if(resource_exists::<R>)
            .in_set(Phase::Show),
    );
}

/// Computes the entity's text from a resource. The node is hidden while the text is empty.
#[derive(Component)]
pub(in crate::app) struct LiveText<R: Resource>(pub fn(&R) -> String);

fn update_texts<R: Resource>(
    resource: Res<R>,
    mut texts: Query<(&LiveText<R>, &mut Text, &mut Node)>,
) {
    for (live, mut text, mut node) in &mut texts {
        let new = (live.0)(&resource);
        set_displayed(&mut node, !new.is_empty());
        text.set_if_neq(Text(new));
    }
}
