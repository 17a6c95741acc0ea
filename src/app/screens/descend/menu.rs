//! The box over the map, in which a mode shows what it has open.

use std::mem;

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::ScrollArea;
use bevy::window::WindowResized;

use super::mode::Mode;
use super::modes::{self, board::ShownBoard};
use super::placement::{self, GAP, LINE, MARGIN, MenuArea};
use super::reply::Choice;
use crate::app::frame::{Phase, any_changed};
use crate::app::glyph::{GlyphSystems, ViewInsets};
use crate::app::input::{CurrentNames, PadUsed};
use crate::app::screen::Screen;
use crate::app::stage::{MINIMAP_HEIGHT, Run};
use crate::app::ui::access::Named;
use crate::app::ui::edges::UiWindow;
use crate::app::ui::items::Items;
use crate::app::ui::list::{Row, Rows};
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{self, KEY, PANEL, UiFont};
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
            (update_menu_box, update_lines)
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

/// What stands above the list of a mode, or all of one without a list.
#[derive(Component)]
struct Head;

/// The lines of the list.
#[derive(Component)]
struct Lines;

/// The list with its scrollbar.
#[derive(Component)]
struct Body;

/// The most lines of the list that stay in sight, however little room there is.
const LEAST_LINES: usize = 3;

/// What stands below the list.
#[derive(Component)]
struct Foot;

/// A text below the list.
#[derive(Component, PartialEq)]
struct Note(String);

/// Vertical padding of the box, in logical pixels.
const PADDING: f32 = 10.0;

fn spawn_menu_box(mut commands: Commands) {
    let column = || Node::column(GAP).min_height(px(0));
    let area = Node::column(0.0).absolute();
    let frame = column()
        .max_width(percent(100))
        .max_height(percent(100))
        .padding(16.0, PADDING)
        .framed()
        .hidden();
    let foot = column().max_width(px(460)).overflow(Overflow::scroll_y());
    commands
        .spawn((
            DespawnOnExit(Screen::Descend),
            MenuArea,
            area,
            GlobalZIndex(1),
        ))
        .with_children(|area| {
            let look = (BackgroundColor(PANEL), BorderColor::all(theme::LINE));
            area.spawn((MenuBox, frame, look, Hovered::default()))
                .with_children(|frame| {
                    frame.spawn((Head, column(), ScrollArea, Hovered::default()));
                    frame.spawn((Body, Node::DEFAULT)).with_children(|body| {
                        let lines = widget::spawn_scrolling_column(body, (0.0, 0.0), GAP, |_| {});
                        body.commands().entity(lines).insert(Lines);
                    });
                    frame.spawn((Foot, foot, ScrollArea, Hovered::default()));
                });
        });
}

/// Shows or hides the box. What is above the list is drawn again when anything but the cursor has changed.
fn update_menu_box(
    (run, mode): (Res<Run>, Res<Mode>),
    (font, names): (Res<UiFont>, CurrentNames),
    (insets, window): (Res<ViewInsets>, UiWindow),
    board: Res<ShownBoard>,
    menu_box: Single<(&mut Node, &mut BorderColor), With<MenuBox>>,
    head: Single<(Entity, &mut Node, &mut ScrollPosition), (With<Head>, Without<MenuBox>)>,
    mut shown: Local<Option<(Mode, usize)>>,
    mut commands: Commands,
) {
    let around = insets.top + insets.bottom + 2.0 * (MARGIN + PADDING);
    let max_lines = ((window.size().y - around) / LINE).max(1.0) as usize;
    let (mut node, mut border) = menu_box.into_inner();
    widget::set_displayed(&mut node, *mode != Mode::Map);
    let colour = if mode.is_question() { KEY } else { theme::LINE };
    border.set_if_neq(BorderColor::all(colour));
    // In the sidebar the box covers the minimap whole rather than a part of it.
    let min_height = match mode.is_in_sidebar() {
        true => px(MINIMAP_HEIGHT),
        false => Val::Auto,
    };
    if node.min_height != min_height {
        node.min_height = min_height;
    }
    let now = (mode.at_line(0), max_lines);
    let before = shown.replace(now);
    if before == Some(now) && !run.is_changed() && !names.are_changed() {
        return;
    }
    let (entity, mut node, mut scrolled) = head.into_inner();
    (node.justify_content, node.overflow) = match mode.shows_end() {
        true => (JustifyContent::FlexEnd, Overflow::clip()),
        false => (JustifyContent::FlexStart, Overflow::scroll_y()),
    };
    // A long card leaves room for its list.
    node.flex_shrink = if mode.line().is_some() { 1000.0 } else { 1.0 };
    if before.is_none_or(|(before, _)| mem::discriminant(&before) != mem::discriminant(&*mode)) {
        *scrolled = ScrollPosition::default();
    }
    let mut head = commands.entity(entity);
    head.despawn_children().with_children(|head| {
        modes::draw(head, &font, (&run, *mode), (max_lines, &board));
    });
}

/// Shows the list of the mode, and what stands below it.
fn update_lines(
    (run, mode): (Res<Run>, Res<Mode>),
    (font, names): (Res<UiFont>, CurrentNames),
    (lines, mut body, foot): (
        Single<Entity, With<Lines>>,
        Single<&mut Node, (With<Body>, Without<Foot>)>,
        Single<(Entity, &mut Node), With<Foot>>,
    ),
    mut rows: Rows,
    mut notes: Items<Note>,
    mut was_open: Local<bool>,
    mut commands: Commands,
) {
    let is_open = *mode != Mode::Map;
    // Most turns are played on the map.
    if !mem::replace(&mut *was_open, is_open) && !is_open {
        return;
    }
    let choices = modes::choices(*mode, &run, names.in_menu());
    body.min_height = px(choices.len().min(LEAST_LINES) as f32 * LINE);
    let choices = choices.into_iter().map(Choice::into_row);
    rows.show::<Mode>(*lines, choices, |line, row| Row::draw(line, row, &font));
    let title = modes::title(*mode, &run).unwrap_or_default();
    commands.entity(*lines).insert(Named(title.into()));
    let below = modes::notes(*mode, &run);
    let (foot, mut node) = foot.into_inner();
    node.margin.top = px(if below.is_empty() { 0 } else { 6 });
    notes.show(foot, below.into_iter().map(Note), |line, Note(text)| {
        line.insert(Node::default()).with_child(font.hint(text));
    });
}
