//! Groups of a panel that fold under their headings, and drawers, which are folded until they are opened.

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::style::ButtonVariant;
use super::theme::{KEY, QUIET, UiFont};
use super::tip::Tip;
use super::widget::{KeyLabel, button, set_displayed};
use crate::app::frame::{Phase, changed_or_new};
use crate::app::input::AnyAction;
use crate::app::ui::node::NodeExt;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Folded>().add_systems(
        Update,
        fold.run_if(changed_or_new::<Folded, Group>)
            .in_set(Phase::Show),
    );
}

/// The groups that are folded and the drawers that are open, by their headings. They stay so on every screen that has them.
#[derive(Resource, Default)]
pub(in crate::app) struct Folded(BTreeSet<&'static str>);

impl Folded {
    /// Opens the drawer, or closes it.
    pub fn set_open(&mut self, is_open: bool) {
        match is_open {
            true => self.0.insert(DRAWER),
            false => self.0.remove(DRAWER),
        };
    }

    fn is_shown(&self, heading: &'static str) -> bool {
        self.0.contains(heading) == (heading == DRAWER)
    }
}

/// The heading of the drawer, which a panel has one of.
const DRAWER: &str = "More";

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
    spawn(parent, font, (heading, None), fill);
}

/// Spawns the drawer, with the key that opens it.
pub(in crate::app) fn drawer(
    parent: &mut ChildSpawnerCommands,
    font: &UiFont,
    opened_by: &dyn AnyAction,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) {
    spawn(parent, font, (DRAWER, Some(opened_by)), fill);
}

fn spawn(
    parent: &mut ChildSpawnerCommands,
    font: &UiFont,
    (heading, key): (&'static str, Option<&dyn AnyAction>),
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let head = Node {
        align_self: AlignSelf::FlexStart,
        ..Node::row(5.0).margin_top(7.0)
    };
    let mut button = parent.spawn(button(
        Tip::new("Folds this part of the panel, or shows it again."),
        ButtonVariant::Plain,
    ));
    button
        .insert(head)
        .with_child((Mark(heading), font.text("", QUIET)));
    if let Some(key) = key {
        button.with_child((KeyLabel::new(key), font.text("", KEY)));
    }
    button.with_child(font.text(heading, QUIET)).observe(
        move |_: On<Activate>, mut folded: ResMut<Folded>| {
            if !folded.0.remove(heading) {
                folded.0.insert(heading);
            }
        },
    );
    let body = Node::column(4.0).rigid();
    parent.spawn((Group(heading), body)).with_children(fill);
}

fn fold(
    folded: Res<Folded>,
    mut groups: Query<(&Group, &mut Node)>,
    mut marks: Query<(&Mark, &mut Text)>,
) {
    for (Group(heading), mut node) in &mut groups {
        set_displayed(&mut node, folded.is_shown(heading));
    }
    for (Mark(heading), mut text) in &mut marks {
        let mark = match folded.is_shown(heading) {
            true => "▾",
            false => "▸",
        };
        text.set_if_neq(Text::new(mark));
    }
}
