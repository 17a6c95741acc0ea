//! The panel's list of stages.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use strum::VariantArray;

use super::super::button::PanelPress;
use super::super::stages::{ChosenStage, StageButton};
use crate::app::dungeon::Dungeon;
use crate::app::ui::node::NodeExt;
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::{QUIET, UiFont};
use crate::app::ui::tip::Tip;
use crate::app::ui::widget::{heading, text_button};
use crate::mapgen::{MAX_STAGES, Mask, Stage};

/// Contains the list.
#[derive(Component)]
pub(super) struct StageBox;

pub(super) fn spawn(panel: &mut ChildSpawnerCommands) {
    let column = Node::column(3.0);
    panel.spawn((StageBox, column));
}

/// Spawns the list anew if the stages or the choice among them have changed.
pub(super) fn update(
    (dungeon, chosen, font): (Res<Dungeon>, Res<ChosenStage>, Res<UiFont>),
    list: Single<(Entity, Ref<StageBox>)>,
    mut laid_out: Local<(usize, Vec<(&'static str, Mask)>)>,
    mut commands: Commands,
) {
    let spec = dungeon.spec();
    let key = |stage: &Stage| (stage.generator().info().name, stage.mask);
    let layout = (chosen.of(spec), spec.stages().iter().map(key).collect());
    let (entity, list) = &*list;
    if *laid_out == layout && !list.is_added() {
        return;
    }
    let mut list = commands.entity(*entity);
    list.despawn_children();
    list.with_children(|list| spawn_list(list, &font, layout.0, spec.stages()));
    *laid_out = layout;
}

fn spawn_list(list: &mut ChildSpawnerCommands, font: &UiFont, at: usize, stages: &[Stage]) {
    let button =
        |row: &mut ChildSpawnerCommands, (label, meaning): (&str, &str), press, is_chosen| {
            text_button(row, font, label, ButtonVariant::of_choice(is_chosen))
                .insert(Tip::new(meaning))
                .observe(move |_: On<Activate>, mut panel: PanelPress| panel.stage(press));
        };
    if stages.len() > 1 {
        heading(list, font, "Stages");
        for (number, stage) in stages.iter().enumerate() {
            let name = stage.generator().info().name;
            let label = match stage.mask {
                Mask::All => format!("{} {name}", number + 1),
                mask => format!("{} {name} in {}", number + 1, mask.name()),
            };
            let about = stage.generator().info().description;
            let choose = StageButton::Choose(number);
            button(list, (&label, about), choose, number == at);
        }
    }
    list.spawn(Node::wrapping_row(4.0)).with_children(|row| {
        if stages.len() < MAX_STAGES {
            let meaning = "Adds a generator that works on the map of those before it.";
            button(row, ("Add stage", meaning), StageButton::Add, false);
        }
        if stages.len() > 1 {
            let meaning = "Takes the chosen stage away.";
            button(row, ("Remove", meaning), StageButton::Remove, false);
        }
        if at > 0 {
            let meaning = "Has the chosen stage work before the one above it.";
            button(row, ("Up", meaning), StageButton::Up, false);
        }
        if at + 1 < stages.len() {
            let meaning = "Has the chosen stage work after the one below it.";
            button(row, ("Down", meaning), StageButton::Down, false);
        }
    });
    if stages.len() > 1 {
        list.spawn(font.text("Part of the map", QUIET));
        list.spawn(Node::wrapping_row(4.0)).with_children(|row| {
            for &mask in Mask::VARIANTS {
                let is_chosen = stages[at].mask == mask;
                let meaning = "The part of the map that the chosen stage changes.";
                button(
                    row,
                    (mask.name(), meaning),
                    StageButton::Within(mask),
                    is_chosen,
                );
            }
        });
    }
}
