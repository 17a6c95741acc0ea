//! The box over the map, in which a mode shows what it has open.

use std::mem::{self, Discriminant};

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::ScrollArea;
use bevy::window::{PrimaryWindow, WindowResized};

use super::mode::Mode;
use super::modes::{self, board::ShownBoard};
use super::placement::{self, LINE_HEIGHT, MARGIN, MenuArea};
use crate::app::frame::{Phase, any_changed};
use crate::app::glyph::{GlyphSystems, ViewInsets};
use crate::app::input::{CurrentNames, PadUsed};
use crate::app::screen::Screen;
use crate::app::stage::{LOG_HEIGHT, MINIMAP_HEIGHT, Run};
use crate::app::ui::theme::{KEY, LINE, PANEL, UiFont};
use crate::app::ui::widget;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Descend), spawn_menu_box)
        .add_systems(
            PostUpdate,
            placement::position_menu_area
                .after(GlyphSystems::Look)
                .before(UiSystems::Layout)
                .in_set(Screen::Descend)
                .run_if(resource_exists::<Run>),
        )
        .add_systems(
            Update,
            update_menu_box
                .run_if(
                    any_changed::<(Mode, Run, PadUsed, ViewInsets, UiScale)>
                        .or_eager(on_message::<WindowResized>),
                )
                .in_set(Screen::Descend)
                .run_if(resource_exists::<Run>)
                .in_set(Phase::Show),
        );
}

#[derive(Component)]
struct MenuBox;

/// Vertical padding of the box, in logical pixels.
const PADDING: f32 = 10.0;

fn spawn_menu_box(mut commands: Commands) {
    commands
        .spawn((
            DespawnOnExit(Screen::Descend),
            MenuArea,
            Node {
                position_type: PositionType::Absolute,
                flex_direction: FlexDirection::Column,
                ..default()
            },
            GlobalZIndex(1),
        ))
        .with_child((
            MenuBox,
            Node {
                max_width: percent(100),
                max_height: percent(100),
                flex_direction: FlexDirection::Column,
                row_gap: px(1),
                padding: UiRect::axes(px(16), px(PADDING)),
                border: UiRect::all(px(1)),
                display: Display::None,
                ..default()
            },
            ScrollArea,
            BackgroundColor(PANEL),
            BorderColor::all(LINE),
            Hovered::default(),
        ));
}

fn update_menu_box(
    (run, mode): (Res<Run>, Res<Mode>),
    (font, names): (Res<UiFont>, CurrentNames),
    (insets, scale): (Res<ViewInsets>, Res<UiScale>),
    board: Res<ShownBoard>,
    windows: Query<&Window, With<PrimaryWindow>>,
    menu_box: Single<(Entity, &mut Node, &mut ScrollPosition, &mut BorderColor), With<MenuBox>>,
    mut before: Local<Option<Discriminant<Mode>>>,
    mut commands: Commands,
) {
    let height = windows.single().map_or(0.0, Window::height) / scale.0;
    let around = LOG_HEIGHT + insets.bottom + 2.0 * (MARGIN + PADDING);
    let max_lines = ((height - around) / LINE_HEIGHT).max(1.0) as usize;
    let (entity, mut node, mut scrolled, mut border) = menu_box.into_inner();
    let is_open = *mode != Mode::Map;
    if !is_open && node.display == Display::None {
        return;
    }
    widget::set_displayed(&mut node, is_open);
    let colour = if mode.is_question() { KEY } else { LINE };
    border.set_if_neq(BorderColor::all(colour));
    (node.justify_content, node.overflow) = match mode.shows_end() {
        true => (JustifyContent::FlexEnd, Overflow::clip()),
        false => (JustifyContent::FlexStart, Overflow::scroll_y()),
    };
    let now = Some(mem::discriminant(&*mode));
    if mem::replace(&mut *before, now) != now {
        *scrolled = ScrollPosition::default();
    }
    // In the sidebar the box covers the minimap whole rather than a part of it.
    node.min_height = match mode.is_in_sidebar() {
        true => px(MINIMAP_HEIGHT),
        false => Val::Auto,
    };
    let mut frame = commands.entity(entity);
    frame.despawn_children();
    frame.with_children(|frame| {
        modes::draw(
            frame,
            &font,
            (&run, *mode, names.in_menu()),
            (max_lines, &board),
        );
    });
}
