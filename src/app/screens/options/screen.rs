//! How the Options look, and the mouse: the settings at the left, beside them the actions with their
//! keys, and behind both what is left of the window. Marks where the cursor is and scrolls there; what
//! the columns show is theirs, and what a choice does is [`OptionsState`]'s.

mod keys;
mod said;
mod settings;

use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::{ScrollArea, ScrollIntoView};

use self::said::Answers;
use super::rows::Row;
use super::{OptionsAction, OptionsState, Spot};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{ActionQueue, Keymap, hand_out};
use crate::app::screen::{Screen, on};
use crate::app::settings::Settings;
use crate::app::ui::pointer::PointerSelection;
use crate::app::ui::theme::{CHOSEN, HOVER, KEY, LINE, PANEL, Type, WELL};
use crate::app::ui::widget::scrollbar;

/// Draws the screen.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Options), spawn.after(super::enter))
        .add_systems(
            Update,
            (
                (point, said::answer).in_set(Phase::Input).before(hand_out),
                (
                    raise,
                    settings::show,
                    keys::show.run_if(
                        resource_changed::<Keymap>.or_eager(any_with_component::<keys::Empty>),
                    ),
                    (said::show, paint, keep_in_sight),
                )
                    .chain()
                    .in_set(Phase::Show),
            )
                .run_if(on(Screen::Options)),
        )
        .add_systems(
            PostUpdate,
            inset.run_if(on(Screen::Options)).after(UiSystems::Layout),
        );
}

/// Width of the settings, and the most that the keys take, in pixels of panels.
const SETTINGS: f32 = 300.0;
const KEYS: f32 = 590.0;

/// The whole screen, above the bar.
#[derive(Component)]
struct Frame;

/// A row, by its number.
#[derive(Component)]
struct RowBox(usize);

/// What is scrolled to with a row.
#[derive(Component)]
struct InSight(usize);

/// What is chosen by a press.
#[derive(Component, Clone, Copy)]
struct Cell(Spot);

fn spawn(
    mut commands: Commands,
    (font, settings): (Res<Type>, Res<Settings>),
    (state, keymap): (Res<OptionsState>, Res<Keymap>),
) {
    let list = state.list();
    let column = || Node {
        flex_direction: FlexDirection::Column,
        border: UiRect::right(px(1)),
        ..default()
    };
    let ground = || (BackgroundColor(PANEL), BorderColor::all(LINE));
    commands
        .spawn((
            DespawnOnExit(Screen::Options),
            Node {
                position_type: PositionType::Absolute,
                left: px(0),
                top: px(0),
                bottom: px(0),
                max_width: percent(100),
                ..default()
            },
            Frame,
            Interaction::default(),
        ))
        .with_children(|frame| {
            let settings_column = Node {
                width: px(SETTINGS),
                flex_shrink: 0.0,
                flex_direction: FlexDirection::Row,
                ..column()
            };
            frame
                .spawn((settings_column, ground()))
                .with_children(|panel| {
                    let lines = Node {
                        flex_direction: FlexDirection::Column,
                        flex_grow: 1.0,
                        min_width: px(0),
                        padding: UiRect::axes(px(12), px(10)),
                        row_gap: px(3),
                        overflow: Overflow::scroll_y(),
                        ..default()
                    };
                    let mut lines = panel.spawn((ScrollArea, lines));
                    let target = lines.id();
                    lines.with_children(|lines| settings::spawn(lines, &font, (list, &settings)));
                    scrollbar(panel, target);
                });
            let keys_column = Node {
                width: px(KEYS),
                min_width: px(0),
                ..column()
            };
            frame.spawn((keys_column, ground())).with_children(|panel| {
                said::spawn(panel, &font);
                keys::spawn(panel, &font, (list, &keymap));
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

/// A button with a frame.
fn button(
    parent: &mut ChildSpawnerCommands,
    font: &Type,
    (word, colour): (&str, Color),
    does: impl Component,
) {
    parent
        .spawn((
            Button,
            does,
            Node {
                padding: UiRect::axes(px(6), px(0)),
                border: UiRect::all(px(1)),
                justify_content: JustifyContent::Center,
                border_radius: BorderRadius::all(px(3)),
                ..default()
            },
            BackgroundColor(WELL),
            BorderColor::all(LINE),
        ))
        .with_child(font.text(word, colour));
}

/// The pointer chooses what it is moved over, and a press does it.
fn point(
    cells: Query<(Ref<Interaction>, &Cell)>,
    mut pointed: PointerSelection,
    (mut state, keymap): (ResMut<OptionsState>, Res<Keymap>),
    mut queue: ResMut<ActionQueue>,
) {
    for (cell, pressed) in pointed.choices(cells.iter()) {
        if pressed {
            queue.push(&OptionsAction::At(cell.0));
        } else {
            let mut after = state.clone();
            after.point(cell.0, &keymap);
            state.set_if_neq(after);
        }
    }
}

/// Keeps the screen above the bar.
fn raise(insets: Res<ViewInsets>, mut frames: Query<&mut Node, With<Frame>>) {
    let bottom = px(insets.bottom);
    for mut node in &mut frames {
        if node.bottom != bottom {
            node.bottom = bottom;
        }
    }
}

/// Tells the camera how much of the window is covered.
fn inset(
    frames: Query<&ComputedNode, (With<Frame>, Changed<ComputedNode>)>,
    mut insets: ResMut<ViewInsets>,
) {
    for frame in &frames {
        let left = frame.size().x * frame.inverse_scale_factor();
        insets.set_if_neq(ViewInsets { left, ..*insets });
    }
}

/// Marks where the cursor is.
fn paint(
    (state, mut before): (Res<OptionsState>, Local<Option<Spot>>),
    mut rows: Query<(Ref<RowBox>, &mut BackgroundColor), Without<Button>>,
    mut cells: Query<(Ref<Cell>, &mut BackgroundColor, &mut BorderColor), With<Button>>,
    mut answers: Query<
        (&Interaction, &mut BackgroundColor),
        (With<Answers>, With<Button>, Without<Cell>),
    >,
) {
    let here = state.spot();
    let moved = before.replace(here) != Some(here);
    for (row, mut ground) in &mut rows {
        if moved || row.is_added() {
            let chosen = row.0 == here.row;
            ground.set_if_neq(BackgroundColor(if chosen { HOVER } else { Color::NONE }));
        }
    }
    for (cell, mut ground, mut border) in &mut cells {
        if moved || cell.is_added() {
            let in_list = matches!(state.list().row(cell.0.row), Row::Setting(_));
            let chosen = cell.0.row == here.row && (in_list || cell.0.cell == here.cell);
            ground.set_if_neq(BackgroundColor(if chosen { CHOSEN } else { WELL }));
            border.set_if_neq(BorderColor::all(if chosen { KEY } else { LINE }));
        }
    }
    for (interaction, mut ground) in &mut answers {
        let under = *interaction != Interaction::None;
        ground.set_if_neq(BackgroundColor(if under { LINE } else { WELL }));
    }
}

/// Scrolls to the row of the cursor.
fn keep_in_sight(
    state: Res<OptionsState>,
    rows: Query<(Entity, &InSight)>,
    mut before: Local<usize>,
    mut commands: Commands,
) {
    let row = state.spot().row;
    if std::mem::replace(&mut *before, row) == row {
        return;
    }
    if let Some((entity, _)) = rows.iter().find(|(_, one)| one.0 == row) {
        commands.trigger(ScrollIntoView { entity });
    }
}
