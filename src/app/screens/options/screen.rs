//! How the Options look, and the mouse: the settings at the left, beside them the actions with their
//! keys, and behind both what is left of the window. Keeps up to date what changes; what a choice
//! does is [`OptionsState`]'s.

use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::{ScrollArea, ScrollIntoView};
use bevy::window::PrimaryWindow;

use super::action::OptionsAction;
use super::rows::{List, Row, Setting};
use super::state::{OptionsState, Spot, cells, meaning};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{ActionQueue, Keymap, hand_out};
use crate::app::screen::{Screen, on};
use crate::app::settings::Settings;
use crate::app::ui::pointer::Pointed;
use crate::app::ui::theme::{CHOSEN, HOVER, KEY, LINE, PANEL, PLAIN, QUIET, Type, WELL};
use crate::app::ui::widget::{scrollbar, show};

/// Draws the screen.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Options), spawn.after(super::enter))
        .add_systems(
            Update,
            (
                (point, answer).in_set(Phase::Input).before(hand_out),
                (
                    raise,
                    values,
                    keys.run_if(resource_changed::<Keymap>.or_eager(any_with_component::<Empty>)),
                    (tell, paint, keep_in_sight),
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
/// Room for the name and the value of a setting.
const NAME: f32 = 76.0;
/// Room for what an action does.
const MEANING: f32 = 186.0;
/// Room for what there is to say: three lines, and answers below.
const SAID: f32 = 54.0;

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

/// The value of a setting, and what it does.
#[derive(Component)]
struct Value(Setting);

#[derive(Component)]
struct About(Setting);

/// Holds the keys of an action: the row, the action, and what is shown.
#[derive(Component)]
struct Keys {
    row: usize,
    action: usize,
    shown: Vec<String>,
}

/// Keys that are not shown yet.
#[derive(Component)]
struct Empty;

#[derive(Component)]
struct SaidText;

/// An answer to what is asked, by what it asks for.
#[derive(Component)]
struct Answers(OptionsAction);

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
                    lines.with_children(|lines| spawn_settings(lines, &font, (list, &settings)));
                    scrollbar(panel, target);
                });
            let keys_column = Node {
                width: px(KEYS),
                min_width: px(0),
                ..column()
            };
            frame
                .spawn((keys_column, ground()))
                .with_children(|panel| spawn_keys(panel, &font, (list, &keymap)));
        });
}

fn spawn_settings(
    panel: &mut ChildSpawnerCommands,
    font: &Type,
    (list, settings): (&List, &Settings),
) {
    panel
        .spawn(Node {
            margin: UiRect::bottom(px(8)),
            ..default()
        })
        .with_child(font.sized("Options", 24.0, KEY));
    for (row, kind) in list.rows.iter().enumerate() {
        match *kind {
            Row::Setting(setting) => {
                panel.spawn(row_box(row)).with_children(|column| {
                    column
                        .spawn(Node {
                            align_items: AlignItems::Center,
                            column_gap: px(6),
                            ..default()
                        })
                        .with_children(|line| {
                            line.spawn(Node {
                                width: px(NAME),
                                flex_shrink: 0.0,
                                ..default()
                            })
                            .with_child(font.text(setting.name(), PLAIN));
                            button(line, font, ("<", KEY), Cell(Spot { row, cell: 0 }));
                            line.spawn(Node {
                                flex_grow: 1.0,
                                justify_content: JustifyContent::Center,
                                ..default()
                            })
                            .with_child((Value(setting), font.text(&setting.value(settings), KEY)));
                            button(line, font, (">", KEY), Cell(Spot { row, cell: 1 }));
                        });
                    column.spawn((About(setting), font.hint(setting.about(settings))));
                });
            }
            Row::AllKeys | Row::Export | Row::Import => {
                panel
                    .spawn(Node {
                        margin: UiRect::top(px(if *kind == Row::AllKeys { 10 } else { 0 })),
                        ..row_node()
                    })
                    .insert((InSight(row), RowBox(row), BackgroundColor(Color::NONE)))
                    .with_children(|line| {
                        let spot = Cell(Spot { row, cell: 0 });
                        let word = match kind {
                            Row::Export => "Export all data",
                            Row::Import => "Import data",
                            _ => "Reset all keys",
                        };
                        button(line, font, (word, PLAIN), spot);
                    });
            }
            Row::Action(_) => {}
        }
    }
    panel
        .spawn(Node {
            margin: UiRect::top(px(10)),
            ..default()
        })
        .with_child(font.hint("Changes apply at once and are saved."));
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

fn row_box(row: usize) -> impl Bundle {
    (
        InSight(row),
        RowBox(row),
        row_node(),
        BackgroundColor(Color::NONE),
    )
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

fn spawn_keys(panel: &mut ChildSpawnerCommands, font: &Type, shown: (&List, &Keymap)) {
    panel
        .spawn((
            Node {
                flex_direction: FlexDirection::Column,
                flex_shrink: 0.0,
                row_gap: px(4),
                padding: UiRect::axes(px(12), px(8)),
                border: UiRect::bottom(px(1)),
                ..default()
            },
            BorderColor::all(LINE),
        ))
        .with_children(|head| {
            head.spawn(Node {
                height: px(SAID),
                ..default()
            })
            .with_children(|said| {
                // A sentence may take several lines.
                said.spawn((SaidText, font.text("", PLAIN)))
                    .insert(TextLayout::default());
            });
            head.spawn(Node {
                column_gap: px(6),
                height: px(20),
                ..default()
            })
            .with_children(|line| {
                for (answer, word) in [
                    (OptionsAction::Choose, "Yes"),
                    (OptionsAction::Remove, "Remove this key"),
                    (OptionsAction::Leave, "Cancel"),
                ] {
                    button(line, font, (word, PLAIN), Answers(answer));
                }
            });
        });
    panel
        .spawn(Node {
            flex_grow: 1.0,
            min_height: px(0),
            ..default()
        })
        .with_children(|body| {
            let list = Node {
                flex_direction: FlexDirection::Column,
                flex_grow: 1.0,
                min_width: px(0),
                padding: UiRect::axes(px(6), px(6)),
                overflow: Overflow::scroll_y(),
                ..default()
            };
            let mut column = body.spawn((ScrollArea, list));
            let target = column.id();
            column.with_children(|list| spawn_actions(list, font, shown));
            scrollbar(body, target);
        });
}

fn spawn_actions(parent: &mut ChildSpawnerCommands, font: &Type, (list, keymap): (&List, &Keymap)) {
    for (row, kind) in list.rows.iter().enumerate() {
        let Row::Action(action) = *kind else { continue };
        let part = list.parts.iter().find(|part| part.first == row);
        parent
            .spawn((
                InSight(row),
                Node {
                    flex_direction: FlexDirection::Column,
                    flex_shrink: 0.0,
                    ..default()
                },
            ))
            .with_children(|lines| {
                if let Some(part) = part {
                    lines
                        .spawn(Node {
                            padding: UiRect::new(px(6), px(6), px(10), px(2)),
                            ..default()
                        })
                        .with_child(font.text(&part.heading, QUIET));
                }
                spawn_action(lines, font, (row, action), meaning(action, keymap));
            });
    }
}

fn spawn_action(
    lines: &mut ChildSpawnerCommands,
    font: &Type,
    (row, action): (usize, usize),
    word: &str,
) {
    let node = Node {
        column_gap: px(8),
        align_items: AlignItems::Center,
        flex_direction: FlexDirection::Row,
        padding: UiRect::axes(px(6), px(2)),
        ..row_node()
    };
    lines
        .spawn((RowBox(row), node, BackgroundColor(Color::NONE)))
        .with_children(|line| {
            line.spawn(Node {
                width: px(MEANING),
                flex_shrink: 0.0,
                ..default()
            })
            .with_children(|words| {
                words
                    .spawn(font.text(word, PLAIN))
                    .insert(TextLayout::default());
            });
            line.spawn((
                Keys {
                    row,
                    action,
                    shown: Vec::new(),
                },
                Empty,
                Node {
                    column_gap: px(5),
                    row_gap: px(3),
                    flex_wrap: FlexWrap::Wrap,
                    flex_grow: 1.0,
                    flex_basis: px(0),
                    ..default()
                },
            ));
        });
}

/// The pointer chooses what it is moved over, and a press does it.
fn point(
    cells: Query<(Ref<Interaction>, &Cell)>,
    mut pointed: Pointed,
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

fn answer(
    buttons: Query<(&Interaction, &Answers), Changed<Interaction>>,
    mut queue: ResMut<ActionQueue>,
) {
    for (interaction, answers) in &buttons {
        if *interaction == Interaction::Pressed {
            queue.push(&answers.0);
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

/// Shows the settings as they are, and how large text is where the window has no room for more.
fn values(
    settings: Res<Settings>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut values: Query<(&Value, &mut Text), Without<About>>,
    mut abouts: Query<(&About, &mut Text), Without<Value>>,
) {
    let shown = windows
        .single()
        .map(|window| settings.text_in(window.size()).floor() as u8);
    for (value, mut text) in &mut values {
        let mut told = value.0.value(&settings);
        if let (Setting::Text, Ok(shown)) = (value.0, &shown)
            && *shown < settings.text
        {
            told = format!("{told}, {shown} here");
        }
        if text.0 != told {
            text.0 = told;
        }
    }
    for (about, mut text) in &mut abouts {
        let told = about.0.about(&settings);
        if text.0 != told {
            told.clone_into(&mut text.0);
        }
    }
}

/// Shows the keys of the actions that have others now.
fn keys(
    (keymap, font): (Res<Keymap>, Res<Type>),
    mut holders: Query<(Entity, &mut Keys, Has<Empty>)>,
    mut commands: Commands,
) {
    for (holder, mut keys, empty) in &mut holders {
        let chords = keymap.chords(keys.action).iter();
        let wanted: Vec<String> = chords.map(ToString::to_string).collect();
        if keys.shown == wanted && !empty {
            continue;
        }
        let (row, count) = (keys.row, cells(keys.action, &keymap));
        let mut commands = commands.entity(holder);
        commands.remove::<Empty>().despawn_children();
        commands.with_children(|line| {
            for cell in 0..count {
                let spot = Cell(Spot { row, cell });
                match wanted.get(cell) {
                    Some(key) => button(line, &font, (key, KEY), spot),
                    None if cell == wanted.len() => button(line, &font, ("+", QUIET), spot),
                    None => button(line, &font, ("Reset", QUIET), spot),
                }
            }
        });
        keys.shown = wanted;
    }
}

/// Says what there is to say, and offers what can be answered.
fn tell(
    (state, keymap): (Res<OptionsState>, Res<Keymap>),
    mut texts: Query<(&mut Text, &mut TextColor), With<SaidText>>,
    mut buttons: Query<(&Answers, &mut Node)>,
) {
    let colour = if state.asks() { KEY } else { PLAIN };
    for (mut text, mut shown) in &mut texts {
        if text.0 != state.said() {
            state.said().clone_into(&mut text.0);
        }
        if shown.0 != colour {
            shown.0 = colour;
        }
    }
    let offered = state.answers(&keymap);
    for (answers, mut node) in &mut buttons {
        show(&mut node, offered.contains(&answers.0));
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
