//! Draws the Options and handles the mouse: the settings at the left, beside them the actions with their
//! keys. Highlights the cursor and scrolls to it; each column has a file of its own.

mod keys;
mod message;
mod settings;

use bevy::prelude::*;

use super::rows::Row;
use super::{CursorPos, OptionsAction, OptionsState, search};
use crate::app::frame::{Phase, changed_or_new};
use crate::app::input::Keymap;
use crate::app::screen::Screen;
use crate::app::settings::Settings;
use crate::app::ui::edges::{ABOVE_BAR, Edge, Takes, UiWindow};
use crate::app::ui::hud::BelowNotice;
use crate::app::ui::list;
use crate::app::ui::node::NodeExt;
use crate::app::ui::pointer::{Backdrop, Pointable, Pointed};
use crate::app::ui::side::Drawer;
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::{LINE, PANEL, UiFont};
use crate::app::ui::widget::{self, ActionButton, spawn_scrolling_column};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(follow_pointer)
        .add_systems(
            OnEnter(Screen::Options),
            spawn_screen.after(super::on_enter),
        )
        .add_systems(
            Update,
            (
                fit_width,
                settings::update_settings,
                keys::update_keys.run_if(changed_or_new::<Keymap, keys::KeyCells>),
                (message::update_message, highlight_cell),
            )
                .chain()
                .in_set(Phase::Show)
                .in_set(Screen::Options),
        );
}

/// Width of the settings, the least and the most of the keys, and what is left beside them for the preview, in UI pixels.
const SETTINGS_WIDTH: f32 = 308.0;
const KEYS_WIDTH: [f32; 2] = [400.0, 590.0];
const PREVIEW_WIDTH: f32 = 330.0;

/// The root of the screen.
#[derive(Component)]
struct Root;

/// A column of the screen.
#[derive(Component)]
enum Column {
    Settings,
    Keys,
}

/// The button of a cell.
#[derive(Component, Clone, Copy)]
#[require(Pointable)]
struct Cell(CursorPos);

fn spawn_screen(
    mut commands: Commands,
    (font, settings): (Res<UiFont>, Res<Settings>),
    (state, keymap): (Res<OptionsState>, Res<Keymap>),
) {
    let list = state.list();
    let root = Node::DEFAULT
        .absolute()
        .left(px(0))
        .top(px(0))
        .bottom(px(0))
        .max_width(percent(100));
    let settings_column = Node::DEFAULT.rigid().border(UiRect::right(px(1)));
    let keys_column = Node::column(0.0)
        .min_width(px(0))
        .border(UiRect::right(px(1)));
    let colours = || (BackgroundColor(PANEL), BorderColor::all(LINE));
    let whole_window = Node::DEFAULT.absolute().top(px(0)).width(percent(100));
    let backdrop = commands
        .spawn((
            DespawnOnExit(Screen::Options),
            ABOVE_BAR,
            Backdrop,
            whole_window,
        ))
        .id();
    let mut screen = commands.spawn((
        Root,
        BelowNotice,
        Takes(Edge::Left),
        root,
        ChildOf(backdrop),
    ));
    screen.with_children(|screen| {
        screen
            .spawn((Column::Settings, settings_column, colours()))
            .with_children(|panel| {
                spawn_scrolling_column(panel, (12.0, 10.0), 3.0, |lines| {
                    settings::spawn_settings(lines, &font, (list, &settings));
                });
            });
        screen
            .spawn((Column::Keys, keys_column, colours()))
            .with_children(|panel| {
                message::spawn_message(panel, &font);
                search::spawn_field(panel, &font);
                keys::spawn_list(panel, &font, (list, &keymap));
            });
    });
}

fn row_node() -> Node {
    Node::column(2.0)
        .padding(6.0, 2.0)
        .rounded(3.0)
        .rigid()
        .border(list::FRAME)
}

/// The bundle of a button that sends an action.
fn button<C: Component>(
    font: &UiFont,
    (text, colour): (&str, Color),
    (component, action): (C, OptionsAction),
) -> impl Bundle + use<C> {
    let marker = (component, ActionButton::new(&action));
    (
        widget::button(marker, ButtonVariant::Normal),
        children![font.text(text, colour)],
    )
}

/// The bundle of the button of a cell.
fn cell_button(font: &UiFont, text: (&str, Color), cell: CursorPos) -> impl Bundle + use<> {
    button(font, text, (Cell(cell), OptionsAction::ChooseAt(cell)))
}

/// Moves the cursor to the cell that the pointer moves onto.
fn follow_pointer(
    pointed: On<Pointed>,
    cells: Query<&Cell>,
    (mut state, keymap): (ResMut<OptionsState>, Res<Keymap>),
) {
    if let Ok(cell) = cells.get(pointed.entity) {
        let mut new_state = state.clone();
        new_state.hover(cell.0, &keymap);
        state.set_if_neq(new_state);
    }
}

/// Puts the columns beside each other, or in a narrow window one below the other.
fn fit_width(
    (drawer, window): (Res<Drawer>, UiWindow),
    mut roots: Query<&mut Node, With<Root>>,
    mut columns: Query<(&Column, &mut Node), Without<Root>>,
) {
    let is_narrow = drawer.is_narrow();
    for mut node in &mut roots {
        let mut fitted = node.clone();
        (fitted.flex_direction, fitted.width) = match is_narrow {
            true => (FlexDirection::Column, percent(100)),
            false => (FlexDirection::Row, auto()),
        };
        node.set_if_neq(fitted);
    }
    let keys = window.size().x - SETTINGS_WIDTH - PREVIEW_WIDTH;
    for (column, mut node) in &mut columns {
        let width = match column {
            Column::Settings => SETTINGS_WIDTH,
            Column::Keys => keys.clamp(KEYS_WIDTH[0], KEYS_WIDTH[1]),
        };
        let mut fitted = node.clone();
        (fitted.width, fitted.flex_grow, fitted.flex_basis) = match is_narrow {
            true => (percent(100), 1.0, px(0)),
            false => (px(width), 0.0, auto()),
        };
        fitted.min_height = px(0);
        node.set_if_neq(fitted);
    }
}

/// Highlights the cell at the cursor.
fn highlight_cell(
    (state, mut previous): (Res<OptionsState>, Local<Option<CursorPos>>),
    mut cells: Query<(Ref<Cell>, &mut ButtonVariant)>,
) {
    let cursor = state.cursor();
    let has_moved = previous.replace(cursor) != Some(cursor);
    for (cell, mut variant) in &mut cells {
        if has_moved || cell.is_added() {
            // Both buttons of a setting are highlighted, as the arrow keys press either.
            let is_setting = matches!(state.list().row(cell.0.row), Row::Setting(_));
            let is_current = cell.0.row == cursor.row && (is_setting || cell.0.cell == cursor.cell);
            variant.set_if_neq(match is_current {
                true => ButtonVariant::Primary,
                false => ButtonVariant::Normal,
            });
        }
    }
}
