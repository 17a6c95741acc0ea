//! Draws the Options and handles the mouse: the settings at the left, beside them the actions with their
//! keys. Highlights the cursor and scrolls to it; each column has a file of its own.

mod keys;
mod message;
mod settings;

use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::ScrollIntoView;

use self::message::AnswerButton;
use super::rows::Row;
use super::{CursorPos, OptionsAction, OptionsState};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{ActionQueue, Keymap, dispatch_actions};
use crate::app::screen::Screen;
use crate::app::settings::Settings;
use crate::app::ui::pointer::{LinePlace, PointerSelection};
use crate::app::ui::theme::{CHOSEN, HOVER, KEY, LINE, PANEL, UiFont, WELL};
use crate::app::ui::widget::spawn_scrolling_column;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Options),
        spawn_screen.after(super::on_enter),
    )
    .add_systems(
        Update,
        (
            (handle_pointer, message::handle_answers)
                .in_set(Phase::Input)
                .before(dispatch_actions),
            (
                fit_above_bar,
                settings::update_settings,
                keys::update_keys.run_if(
                    resource_changed::<Keymap>.or_eager(any_match_filter::<Added<keys::KeyCells>>),
                ),
                (message::update_message, highlight_cursor, scroll_to_cursor),
            )
                .chain()
                .in_set(Phase::Show),
        )
            .in_set(Screen::Options),
    )
    .add_systems(
        PostUpdate,
        update_insets
            .in_set(Screen::Options)
            .after(UiSystems::Layout),
    );
}

/// Width of the settings and maximum width of the keys, in UI pixels.
const SETTINGS_WIDTH: f32 = 300.0;
const KEYS_WIDTH: f32 = 590.0;

/// The root of the screen, above the bar.
#[derive(Component)]
struct Root;

/// The box of a row, by the row's index; it is highlighted at the cursor.
#[derive(Component)]
struct RowBox(usize);

/// What must be scrolled into view for a row: its box, and the heading if it starts a section.
#[derive(Component)]
struct ScrollTarget(usize);

/// The button of a cell.
#[derive(Component, Clone, Copy)]
struct Cell(CursorPos);

fn spawn_screen(
    mut commands: Commands,
    (font, settings): (Res<UiFont>, Res<Settings>),
    (state, keymap): (Res<OptionsState>, Res<Keymap>),
) {
    let list = state.list();
    let root = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        top: px(0),
        bottom: px(0),
        max_width: percent(100),
        ..default()
    };
    let settings_column = Node {
        width: px(SETTINGS_WIDTH),
        flex_shrink: 0.0,
        border: UiRect::right(px(1)),
        ..default()
    };
    let keys_column = Node {
        flex_direction: FlexDirection::Column,
        width: px(KEYS_WIDTH),
        min_width: px(0),
        border: UiRect::right(px(1)),
        ..default()
    };
    let colours = || (BackgroundColor(PANEL), BorderColor::all(LINE));
    let mut screen = commands.spawn((
        DespawnOnExit(Screen::Options),
        Root,
        root,
        Interaction::default(),
    ));
    screen.with_children(|screen| {
        screen
            .spawn((settings_column, colours()))
            .with_children(|panel| {
                spawn_scrolling_column(panel, (12.0, 10.0), 3.0, |lines| {
                    settings::spawn_settings(lines, &font, (list, &settings));
                });
            });
        screen
            .spawn((keys_column, colours()))
            .with_children(|panel| {
                message::spawn_message(panel, &font);
                keys::spawn_list(panel, &font, (list, &keymap));
            });
    });
}

fn row_node() -> Node {
    Node {
        flex_direction: FlexDirection::Column,
        padding: UiRect::axes(px(6), px(3)),
        row_gap: px(2),
        border_radius: BorderRadius::all(px(3)),
        flex_shrink: 0.0,
        ..default()
    }
}

/// The bundle of a bordered button.
fn button<C: Component>(
    font: &UiFont,
    (text, colour): (&str, Color),
    component: C,
) -> impl Bundle + use<C> {
    let node = Node {
        padding: UiRect::axes(px(6), px(0)),
        border: UiRect::all(px(1)),
        justify_content: JustifyContent::Center,
        border_radius: BorderRadius::all(px(3)),
        ..default()
    };
    (
        Button,
        component,
        node,
        BackgroundColor(WELL),
        BorderColor::all(LINE),
        children![font.text(text, colour)],
    )
}

/// Moves the cursor to the cell that the pointer moves over, and chooses a cell that is pressed.
fn handle_pointer(
    cells: Query<(LinePlace, &Cell)>,
    mut pointed: PointerSelection,
    (mut state, keymap): (ResMut<OptionsState>, Res<Keymap>),
    mut queue: ResMut<ActionQueue>,
) {
    for (cell, pressed) in pointed.choices(cells.iter()) {
        if pressed {
            queue.push(&OptionsAction::ChooseAt(cell.0));
        } else {
            let mut new_state = state.clone();
            new_state.hover(cell.0, &keymap);
            state.set_if_neq(new_state);
        }
    }
}

fn fit_above_bar(insets: Res<ViewInsets>, mut roots: Query<&mut Node, With<Root>>) {
    let bottom = px(insets.bottom);
    for mut node in &mut roots {
        if node.bottom != bottom {
            node.bottom = bottom;
        }
    }
}

/// Reports the covered part of the window to the camera.
fn update_insets(
    roots: Query<&ComputedNode, (With<Root>, Changed<ComputedNode>)>,
    mut insets: ResMut<ViewInsets>,
) {
    for root in &roots {
        let left = root.size().x * root.inverse_scale_factor();
        insets.set_if_neq(ViewInsets { left, ..*insets });
    }
}

/// Colours the row and the cell at the cursor, and the answer under the pointer.
fn highlight_cursor(
    (state, mut previous): (Res<OptionsState>, Local<Option<CursorPos>>),
    mut rows: Query<(Ref<RowBox>, &mut BackgroundColor), Without<Button>>,
    mut cells: Query<(Ref<Cell>, &mut BackgroundColor, &mut BorderColor), With<Button>>,
    mut answers: Query<
        (&Interaction, &mut BackgroundColor),
        (With<AnswerButton>, With<Button>, Without<Cell>),
    >,
) {
    let cursor = state.cursor();
    let has_moved = previous.replace(cursor) != Some(cursor);
    for (row, mut background) in &mut rows {
        if has_moved || row.is_added() {
            let is_current = row.0 == cursor.row;
            background.set_if_neq(BackgroundColor(if is_current {
                HOVER
            } else {
                Color::NONE
            }));
        }
    }
    for (cell, mut background, mut border) in &mut cells {
        if has_moved || cell.is_added() {
            // Both buttons of a setting are highlighted, as the arrow keys press either.
            let is_setting = matches!(state.list().row(cell.0.row), Row::Setting(_));
            let is_current = cell.0.row == cursor.row && (is_setting || cell.0.cell == cursor.cell);
            background.set_if_neq(BackgroundColor(if is_current { CHOSEN } else { WELL }));
            border.set_if_neq(BorderColor::all(if is_current { KEY } else { LINE }));
        }
    }
    for (interaction, mut background) in &mut answers {
        let is_hovered = *interaction != Interaction::None;
        background.set_if_neq(BackgroundColor(if is_hovered { LINE } else { WELL }));
    }
}

fn scroll_to_cursor(
    state: Res<OptionsState>,
    targets: Query<(Entity, &ScrollTarget)>,
    mut previous: Local<usize>,
    mut commands: Commands,
) {
    let row = state.cursor().row;
    if std::mem::replace(&mut *previous, row) == row {
        return;
    }
    if let Some((entity, _)) = targets.iter().find(|(_, target)| target.0 == row) {
        commands.trigger(ScrollIntoView { entity });
    }
}
