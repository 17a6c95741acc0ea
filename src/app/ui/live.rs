//! Texts and buttons that are updated from a resource.

use bevy::prelude::*;

use super::style::ButtonVariant;
use super::widget::set_displayed;
use crate::app::frame::{Phase, changed_or_new};

/// Updates each [`LiveText`] and each [`LiveChoice`] of `R`.
pub(in crate::app) fn plugin<R: Resource>(app: &mut App) {
    app.add_systems(
        Update,
        (
            update_texts::<R>.run_if(resource_exists::<R>),
            mark_choices::<R>.run_if(changed_or_new::<R, LiveChoice<R>>),
        )
            .in_set(Phase::Show),
    );
}

/// Computes the entity's text from a resource. The node is hidden while the text is empty.
#[derive(Component)]
pub(in crate::app) struct LiveText<R: Resource>(Box<dyn Fn(&R) -> String + Send + Sync>);

impl<R: Resource> LiveText<R> {
    pub(in crate::app) fn new(text: impl Fn(&R) -> String + Send + Sync + 'static) -> Self {
        Self(Box::new(text))
    }
}

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

/// Marks a button while what it chooses is chosen, or what it switches is on.
#[derive(Component)]
pub(in crate::app) struct LiveChoice<R: Resource>(Box<dyn Fn(&R) -> bool + Send + Sync>);

impl<R: Resource> LiveChoice<R> {
    pub(in crate::app) fn new(is_chosen: impl Fn(&R) -> bool + Send + Sync + 'static) -> Self {
        Self(Box::new(is_chosen))
    }
}

fn mark_choices<R: Resource>(
    resource: Res<R>,
    mut buttons: Query<(&LiveChoice<R>, &mut ButtonVariant)>,
) {
    for (choice, mut variant) in &mut buttons {
        variant.set_if_neq(ButtonVariant::of_choice((choice.0)(&resource)));
    }
}
