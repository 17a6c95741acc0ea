//! The dialog over the map that lists the export formats.

use bevy::prelude::*;
use bevy::ui_widgets::ScrollArea;

use super::animation::Animation;
use super::export::{Formats, available_formats, map_noun};
use crate::app::dungeon::Dungeon;
use crate::app::frame::Phase;
use crate::app::input::{CommonAction, CurrentNames, MenuAction};
use crate::app::screen::Screen;
use crate::app::ui::list::{self, Lines};
use crate::app::ui::pointer::Backdrop;
use crate::app::ui::theme::{KEY, LINE, PANEL, QUIET, UiFont};
use crate::app::ui::widget;
use crate::geom::Dir;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_dialog).add_systems(
        Update,
        (
            list::select_with_pointer::<Formats>.in_set(Phase::Input),
            (
                update_dialog,
                mark_format.run_if(resource_changed::<Formats>),
            )
                .chain()
                .in_set(Phase::Show),
        )
            .in_set(Screen::Lab),
    );
}

#[derive(Component)]
struct Dialog;

#[derive(Component)]
struct FormatList;

fn spawn_dialog(mut commands: Commands) {
    let frame = Node {
        flex_direction: FlexDirection::Column,
        padding: UiRect::axes(px(22), px(14)),
        border: UiRect::all(px(1)),
        row_gap: px(6),
        max_height: percent(100),
        overflow: Overflow::scroll_y(),
        ..default()
    };
    commands
        .spawn((
            Dialog,
            GlobalZIndex(1),
            widget::full_window(),
            // Makes the dialog stand out, over the panel's text too.
            BackgroundColor(Color::srgba(0.0, 0.0, 0.0, 0.55)),
            Backdrop,
        ))
        .with_child((
            FormatList,
            ScrollArea,
            frame,
            BackgroundColor(PANEL),
            BorderColor::all(LINE),
        ));
}

/// Shows or hides the dialog.
fn update_dialog(
    formats: Res<Formats>,
    mut was_open: Local<bool>,
    (dungeon, animation): (Res<Dungeon>, Res<Animation>),
    (font, names): (Res<UiFont>, CurrentNames),
    mut dialog: Single<&mut Node, With<Dialog>>,
    list: Single<Entity, With<FormatList>>,
    mut commands: Commands,
) {
    let is_open = formats.is_open;
    let is_same = std::mem::replace(&mut *was_open, is_open) == is_open;
    if is_same && !(is_open && names.are_changed()) {
        return;
    }
    widget::set_displayed(&mut dialog, is_open);
    let mut list = commands.entity(*list);
    list.despawn_children();
    if is_open {
        list.with_children(|list| {
            let title = format!("Export {} as", map_noun(&animation));
            list.spawn(font.text(&title, KEY));
            let available: Vec<_> = available_formats(&dungeon).collect();
            let lines = available
                .iter()
                .map(|(letter, name, _)| (*letter, name.as_str()));
            list::spawn_lines(list, &font, lines, formats.cursor);
            if let Some(names) = names.in_menu() {
                let keys = format!(
                    "{} {}: move    {}: choose    {}: close",
                    names.of(&MenuAction::Cursor(Dir::North)),
                    names.of(&MenuAction::Cursor(Dir::South)),
                    names.of(&MenuAction::Choose),
                    names.of(&CommonAction::Back),
                );
                list.spawn(font.text(&keys, QUIET));
            }
        });
    }
}

fn mark_format(formats: Res<Formats>, mut lines: Lines) {
    if formats.is_open {
        lines.mark(formats.cursor);
    }
}
