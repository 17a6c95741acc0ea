//! The parts that panels are made of: buttons, sliders, headings, scrollbars. Knows what a press
//! asks for, not what comes of it.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::events::{Pointer, Release};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::Pressed;
use bevy::ui_widgets::{
    Activate, ActivateOnPress, ControlOrientation, Scrollbar, ScrollbarThumb, Slider,
    SliderPrecision, SliderRange, SliderStep, SliderValue, TrackClick,
};

use crate::app::frame::Phase;
use crate::app::input::{ActionQueue, AnyAction, Keymap};
use crate::app::ui::style::{ButtonVariant, Label, Outlined};
use crate::app::ui::theme::{KEY, LINE, QUIET, Type};

/// Hands on what buttons ask for.
pub(super) fn plugin(app: &mut App) {
    app.add_observer(press).add_observer(let_go).add_systems(
        Update,
        name_keys
            .run_if(
                resource_exists_and_changed::<Keymap>.or_eager(any_match_filter::<Added<KeyOf>>),
            )
            .in_set(Phase::Show),
    );
}

/// Decimals that a slider's place is rounded to: one pixel of the longest is more.
const DECIMALS: i32 = 3;

/// What a button asks for, as a key would.
#[derive(Component)]
pub(in crate::app) struct Ask(Box<dyn AnyAction>);

impl Ask {
    /// Whether it asks for this.
    pub(in crate::app) fn is(&self, action: &dyn AnyAction) -> bool {
        *self.0 == *action
    }
}

/// The text on a button that names the key of its action.
#[derive(Component)]
struct KeyOf(Box<dyn AnyAction>);

/// Names the keys as they are bound now.
fn name_keys(keymap: Res<Keymap>, mut texts: Query<(&KeyOf, &mut Text)>) {
    for (of, mut text) in &mut texts {
        let key = keymap.key(&*of.0);
        if text.0 != key {
            text.0 = key;
        }
    }
}

fn press(activate: On<Activate>, buttons: Query<&Ask>, mut queue: ResMut<ActionQueue>) {
    if let Ok(Ask(action)) = buttons.get(activate.entity) {
        queue.push(&**action);
    }
}

/// Lets go of what was pressed and released within one frame, which the widgets themselves
/// overlook.
fn let_go(
    release: On<Pointer<Release>>,
    pressable: Query<(), Or<(With<bevy::ui_widgets::Button>, With<Slider>)>>,
    parents: Query<&ChildOf>,
    mut commands: Commands,
) {
    if release.entity != release.original_event_target() {
        return;
    }
    let pressed = std::iter::once(release.entity)
        .chain(parents.iter_ancestors(release.entity))
        .find(|entity| pressable.contains(*entity));
    if let Some(pressed) = pressed {
        commands.entity(pressed).try_remove::<Pressed>();
    }
}

/// A button's ground, colours and behaviour, without text. `does` is what observers know it by.
pub(in crate::app) fn button<D: Component>(does: D, variant: ButtonVariant) -> impl Bundle {
    (
        does,
        Node {
            padding: UiRect::axes(px(6), px(1)),
            column_gap: px(5),
            justify_content: JustifyContent::Center,
            border_radius: BorderRadius::all(px(3)),
            ..default()
        },
        bevy::ui_widgets::Button,
        // A click within one frame would count for nothing otherwise.
        ActivateOnPress,
        variant,
        Hovered::default(),
        TabIndex(0),
        Outlined,
        BackgroundColor::default(),
    )
}

/// A button with one word.
pub(in crate::app) fn word_button(
    parent: &mut ChildSpawnerCommands,
    font: &Type,
    word: &str,
    does: impl Component,
    variant: ButtonVariant,
) -> Entity {
    let label = (Text::new(word), font.font(), TextLayout::no_wrap(), Label);
    let mut button = parent.spawn(button(does, variant));
    button.with_child(label);
    button.id()
}

/// A button that asks for an action: its key, and a word.
pub(in crate::app) fn key_button(
    parent: &mut ChildSpawnerCommands,
    font: &Type,
    word: &str,
    action: &dyn AnyAction,
) -> Entity {
    let mut button = parent.spawn(button(Ask(action.boxed()), ButtonVariant::Normal));
    button.with_child((KeyOf(action.boxed()), font.text("", KEY)));
    if !word.is_empty() {
        let label = (Text::new(word), font.font(), TextLayout::no_wrap(), Label);
        button.with_child(label);
    }
    button.id()
}

/// A row whose children stand side by side, as many to a line as fit.
pub(in crate::app) fn row(gap: f32) -> Node {
    Node {
        column_gap: px(gap),
        row_gap: px(4),
        flex_wrap: FlexWrap::Wrap,
        align_items: AlignItems::Center,
        ..default()
    }
}

/// A node over the whole window, with what is in it in the middle; hidden until it is shown.
pub(in crate::app) fn over_all() -> Node {
    Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        display: Display::None,
        ..default()
    }
}

/// Shows a part of a panel, or hides it.
pub(in crate::app) fn show(node: &mut Mut<Node>, shown: bool) {
    let display = if shown { Display::Flex } else { Display::None };
    if node.display != display {
        node.display = display;
    }
}

/// The quiet word over a part of a panel.
pub(in crate::app) fn heading(parent: &mut ChildSpawnerCommands, font: &Type, word: &str) {
    parent
        .spawn(Node {
            margin: UiRect::top(px(7)),
            ..default()
        })
        .with_child(font.text(word, QUIET));
}

/// A slider from `min` to `max` at `value`; `stride` is what one key press moves it by.
pub(in crate::app) fn slider(min: f32, max: f32, value: f32, stride: f32) -> impl Bundle {
    (
        Node {
            height: px(14),
            flex_grow: 1.0,
            border_radius: BorderRadius::all(px(3)),
            ..default()
        },
        Hovered::default(),
        Slider {
            track_click: TrackClick::Snap,
            ..default()
        },
        SliderValue(value),
        SliderRange::new(min, max),
        SliderStep(stride),
        SliderPrecision(DECIMALS),
        TabIndex(0),
        Outlined,
        BackgroundGradient::default(),
    )
}

/// A bar beside `target`, which scrolls: where it is, and to be dragged.
pub(in crate::app) fn scrollbar(parent: &mut ChildSpawnerCommands, target: Entity) {
    parent
        .spawn((
            Scrollbar::new(target, ControlOrientation::Vertical, 16.0),
            Node {
                width: px(5),
                flex_shrink: 0.0,
                ..default()
            },
        ))
        .with_child((
            ScrollbarThumb {
                border_radius: BorderRadius::all(px(2)),
                ..default()
            },
            BackgroundColor(LINE),
        ));
}
