//! The panel's tools for painting, and how many tiles are edited.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use strum::VariantArray;

use super::super::button::PanelPress;
use super::super::paint::{Paint, Tool};
use super::super::tool::LabTool;
use crate::app::dungeon::Dungeon;
use crate::app::frame::{Phase, React};
use crate::app::screen::Screen;
use crate::app::ui::field::{self, Field, spawn_labelled_field};
use crate::app::ui::live::LiveText;
use crate::app::ui::node::NodeExt;
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::{QUIET, UiFont};
use crate::app::ui::tip::Tip;
use crate::app::ui::widget::{heading, text_button};
use crate::game::counted;
use crate::map::{RoomName, Tile};
use crate::mapgen::Edits;
use crate::text::Invalid;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<NameRoom>()
        .add_plugins(field::plugin::<NameField>)
        .add_systems(React, name_room.in_set(Screen::Lab).in_set(Phase::Act));
}

/// The name of the next room.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
struct NameField;

/// Asks for rooms with this name.
#[derive(Message, Clone, Copy, Debug)]
struct NameRoom(RoomName);

impl Field for NameField {
    type Shown = Paint;
    type Request = NameRoom;

    fn value(self, paint: &Paint) -> String {
        paint.name.to_string()
    }

    fn request(self, _: &Paint, text: &str) -> Result<Option<NameRoom>, String> {
        let name = text.trim().parse();
        name.map(|name| Some(NameRoom(name)))
            .map_err(|error: Invalid| error.to_string())
    }

    fn is_number(self) -> bool {
        false
    }

    /// What is typed stays while strokes are made.
    fn revision(_: &Res<Paint>) -> u64 {
        0
    }
}

fn name_room(mut requests: MessageReader<NameRoom>, mut paint: ResMut<Paint>) {
    for NameRoom(name) in requests.read() {
        paint.name = *name;
    }
}

/// The button of the tool that paints.
#[derive(Component)]
pub(super) struct ChosenTool;

/// Contains the tools.
#[derive(Component)]
pub(super) struct PaintBox;

pub(super) fn spawn(panel: &mut ChildSpawnerCommands) {
    let column = Node::column(3.0);
    panel.spawn((PaintBox, column));
}

/// Spawns the tools anew if they have changed.
pub(super) fn update(
    (dungeon, paint, font): (Res<Dungeon>, Res<Paint>, Res<UiFont>),
    tool: Res<LabTool>,
    tools: Single<(Entity, Ref<PaintBox>)>,
    mut laid_out: Local<Option<(bool, Tool, Option<Tile>, bool)>>,
    mut commands: Commands,
) {
    // A stroke changes their number in every frame, and the tools stay.
    let has_edits = !dungeon.spec().edits().is_empty();
    let is_on = *tool == LabTool::Paint;
    let layout = (is_on, paint.tool, paint.tile, has_edits);
    let (entity, tools) = &*tools;
    if *laid_out == Some(layout) && !tools.is_added() {
        return;
    }
    *laid_out = Some(layout);
    let mut tools = commands.entity(*entity);
    tools.despawn_children();
    if is_on || has_edits {
        let paint = is_on.then_some(&*paint);
        tools.with_children(|tools| spawn_tools(tools, &font, paint, has_edits));
    }
}

fn spawn_tools(
    tools: &mut ChildSpawnerCommands,
    font: &UiFont,
    paint: Option<&Paint>,
    has_edits: bool,
) {
    heading(tools, font, "Paint");
    if let Some(paint) = paint {
        tools.spawn(Node::wrapping_row(4.0)).with_children(|row| {
            for &tool in Tool::VARIANTS {
                let variant = ButtonVariant::of_choice(tool == paint.tool);
                let mut button = text_button(row, font, tool.name(), variant);
                button
                    .insert(Tip::new(tool.meaning()))
                    .observe(move |_: On<Activate>, mut paint: ResMut<Paint>| paint.tool = tool);
                if tool == paint.tool {
                    button.insert(ChosenTool);
                }
            }
        });
        if paint.tool.paints() {
            tools.spawn(Node::wrapping_row(4.0)).with_children(|row| {
                // Void, which is the first, is painted least.
                let (void, others) = Tile::ALL.split_at(1);
                let tiles = others.iter().chain(void);
                let tiles = tiles.map(|tile| (Some(*tile), tile.id().replace('-', " ")));
                for (tile, name) in tiles.chain([(None, "as made".to_owned())]) {
                    let variant = ButtonVariant::of_choice(paint.tile == tile);
                    let meaning = match tile {
                        Some(_) => format!("Paints with this: {name}."),
                        None => "Paints with what the generator made.".to_owned(),
                    };
                    let mut button = text_button(row, font, &name, variant);
                    button.insert(Tip(meaning)).observe(
                        move |_: On<Activate>, mut paint: ResMut<Paint>| paint.tile = tile,
                    );
                }
            });
        }
        if paint.tool == Tool::Room {
            spawn_labelled_field(tools, font, ("Name", NameField), None, RoomName::MAX);
        }
    }
    if has_edits {
        tools.spawn(Node::wrapping_row(6.0)).with_children(|row| {
            let count = LiveText::new(|dungeon: &Dungeon| {
                let edits = dungeon.spec().edits();
                let verb = match edits.joins {
                    true => "locked",
                    false => "edited",
                };
                let tiles = format!("{} {verb}", counted(edits.len() as u64, "tile"));
                let added = [(edits.rooms.len(), "room"), (edits.things.len(), "thing")];
                let added = added.into_iter().filter(|(count, _)| *count > 0);
                let added = added.map(|(count, what)| counted(count as u64, what));
                std::iter::once(tiles)
                    .chain(added)
                    .collect::<Vec<_>>()
                    .join(", ")
            });
            row.spawn((count, font.text("", QUIET)));
            let mut button = text_button(row, font, "Clear", ButtonVariant::Plain);
            button.insert(Tip::new("Takes all edits back.")).observe(
                |_: On<Activate>, mut press: PanelPress| {
                    press.change(|spec, _| {
                        let plain = spec.with_edits(Edits::default());
                        plain.map_err(|error| error.to_string())
                    });
                },
            );
        });
    }
}
