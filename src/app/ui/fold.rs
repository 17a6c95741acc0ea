//! Groups of a panel that fold under their headings.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::style::ButtonVariant;
use super::theme::{QUIET, UiFont};
use super::tip::Tip;
use super::widget::{button, set_displayed};
use crate::app::frame::{Phase, changed_or_new};
use crate::app::ui::node::NodeExt;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Folded>().add_systems(
        Update,
        fold.run_if(changed_or_new::<Folded, Group>)
            .in_set(Phase::Show),
    );
}

/// The groups that are folded, by their headings. They stay so on every screen that has them.
#[derive(Resource, Default)]
struct Folded(BTreeSet<&'static str>);

/// What is in a group, by its heading.
#[derive(Component)]
struct Group(&'static str);

/// The mark before a heading.
#[derive(Component)]
struct Mark(&'static str);

/// Spawns a group with its heading, which folds it and shows it again.
pub(in crate::app) fn group(
    parent: &mut ChildSpawnerCommands,
    font: &UiFont,
    heading: &'static str,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let head = Node {
        align_self: AlignSelf::FlexStart,
        ..Node::row(5.0).margin_top(7.0)
    };
    parent
        .spawn(button(
            Tip::new("Folds this part of the panel, or shows it again."),
            ButtonVariant::Plain,
        ))
        .insert(head)
        .with_child((Mark(heading), font.text("", QUIET)))
        .with_child(font.text(heading, QUIET))
        .observe(move |_: On<Activate>, mut folded: ResMut<Folded>| {
            if !folded.0.remove(heading) {
                folded.0.insert(heading);
            }
        });
    let body = Node::column(4.0).rigid();
    parent.spawn((Group(heading), body)).with_children(fill);
}

fn fold(
    folded: Res<Folded>,
    mut groups: Query<(&Group, &mut Node)>,
    mut marks: Query<(&Mark, &mut Text)>,
) {
    for (Group(heading), mut node) in &mut groups {
        set_displayed(&mut node, !folded.0.contains(heading));
    }
    for (Mark(heading), mut text) in &mut marks {
        let mark = if folded.0.contains(heading) {
            "▸"
        } else {
            "▾"
        };
        text.set_if_neq(Text::new(mark));
    }
}
