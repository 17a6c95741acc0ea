//! The panel's tools for painting, and how many tiles are edited.

use bevy::prelude::*;
use strum::VariantArray;

use super::super::button::{PanelButton, choice_variant};
use super::super::paint::{Paint, PaintButton, TILES, Tool};
use crate::app::dungeon::Dungeon;
use crate::app::ui::live::LiveText;
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::{QUIET, UiFont};
use crate::app::ui::widget::{heading, row, text_button};
use crate::game::counted;
use crate::map::Tile;

/// Contains the tools.
#[derive(Component)]
pub(super) struct PaintBox;

pub(super) fn spawn(panel: &mut ChildSpawnerCommands) {
    let column = Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(3),
        ..default()
    };
    panel.spawn((PaintBox, column));
}

/// Spawns the tools anew if they have changed.
pub(super) fn update(
    (dungeon, paint, font): (Res<Dungeon>, Res<Paint>, Res<UiFont>),
    tools: Single<(Entity, Ref<PaintBox>)>,
    mut laid_out: Local<Option<(bool, Tool, Option<Tile>, bool)>>,
    mut commands: Commands,
) {
    // A stroke changes their number in every frame, and the tools stay.
    let has_edits = !dungeon.spec().edits().is_empty();
    let layout = (paint.is_on, paint.tool, paint.tile, has_edits);
    let (entity, tools) = &*tools;
    if *laid_out == Some(layout) && !tools.is_added() {
        return;
    }
    *laid_out = Some(layout);
    let mut tools = commands.entity(*entity);
    tools.despawn_children();
    if paint.is_on || has_edits {
        tools.with_children(|tools| spawn_tools(tools, &font, &paint, has_edits));
    }
}

fn spawn_tools(tools: &mut ChildSpawnerCommands, font: &UiFont, paint: &Paint, has_edits: bool) {
    let button = |row: &mut ChildSpawnerCommands, label: &str, press: PaintButton, chosen: bool| {
        let press = PanelButton::Paint(press);
        text_button(row, font, label, press, choice_variant(chosen));
    };
    heading(tools, font, "Paint");
    if paint.is_on {
        tools.spawn(row(4.0)).with_children(|row| {
            for &tool in Tool::VARIANTS {
                button(row, tool.name(), PaintButton::Use(tool), tool == paint.tool);
            }
        });
        if paint.tool.paints() {
            tools.spawn(row(4.0)).with_children(|row| {
                for (tile, name) in TILES {
                    let press = PaintButton::With(Some(tile));
                    button(row, name, press, paint.tile == Some(tile));
                }
                let press = PaintButton::With(None);
                button(row, "as made", press, paint.tile.is_none());
            });
        }
    }
    if has_edits {
        tools.spawn(row(6.0)).with_children(|row| {
            let count = LiveText(|dungeon: &Dungeon| {
                let edits = dungeon.spec().edits().len() as u64;
                let verb = match dungeon.spec().edits().joins {
                    true => "kept",
                    false => "edited",
                };
                format!("{} {verb}", counted(edits, "tile"))
            });
            row.spawn((count, font.text("", QUIET)));
            let press = PanelButton::Paint(PaintButton::Clear);
            text_button(row, font, "Clear", press, ButtonVariant::Plain);
        });
    }
}
