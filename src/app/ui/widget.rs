//! The widgets of panels: buttons, sliders, headings and scrollbars. A pressed button queues its action.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::events::{Pointer, Release};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::{Pressed, UiSystems};
use bevy::ui_widgets::{
    Activate, ActivateOnPress, Button, ControlOrientation, ScrollArea, Scrollbar, ScrollbarThumb,
    Slider, SliderPrecision, SliderRange, SliderStep, SliderValue, TrackClick,
};

use super::focus::UsedArrows;
use super::style::{ButtonVariant, FocusRing, Label, Tick};
use super::theme::{KEY, LINE, PLAIN, QUIET, TINY, UiFont};
use super::tip::Tip;

use crate::app::frame::{Phase, changed_or_new};
use crate::app::input::{ActionQueue, AnyAction, Keymap, TouchUsed};
use crate::app::screen::Screen;
use crate::app::ui::node::NodeExt;

/// Queues the actions of pressed buttons and updates the key names on buttons.
pub(super) fn plugin(app: &mut App) {
    app.add_observer(queue_action)
        .add_observer(release)
        .add_systems(
            Update,
            (
                update_key_labels.run_if(
                    changed_or_new::<Keymap, KeyLabel>
                        .or_else(resource_exists_and_changed::<TouchUsed>),
                ),
                explain.run_if(any_match_filter::<Added<Explained>>),
            )
                .in_set(Phase::Show),
        )
        .add_systems(PostUpdate, hide_idle_thumbs.after(UiSystems::Layout));
}

/// Decimals of a slider's value: finer than one pixel of the longest slider.
const SLIDER_DECIMALS: i32 = 3;

/// A button that sends an action.
#[derive(Component)]
pub(in crate::app) struct ActionButton(Box<dyn AnyAction>);

impl ActionButton {
    pub(in crate::app) fn new(action: &dyn AnyAction) -> Self {
        Self(action.boxed())
    }

    /// The action that it sends.
    pub(super) fn action(&self) -> &dyn AnyAction {
        &*self.0
    }
}

/// A text that names a key or a button of a pad, not what it does.
#[derive(Component, Default)]
pub(super) struct KeyName;

/// Text that names the key of an action.
#[derive(Component)]
#[require(KeyName)]
pub(in crate::app) struct KeyLabel(Box<dyn AnyAction>);

impl KeyLabel {
    pub fn new(action: &dyn AnyAction) -> Self {
        Self(action.boxed())
    }
}

/// Updates the key names from the current bindings. Fingers need none.
fn update_key_labels(
    (keymap, touch): (Res<Keymap>, Option<Res<TouchUsed>>),
    screen: Option<Res<State<Screen>>>,
    mut texts: Query<(&KeyLabel, &mut Text, &mut Node)>,
) {
    let by_fingers = touch.is_some_and(|touch| touch.0);
    let screen = screen.map(|screen| *screen.get());
    for (label, mut text, mut node) in &mut texts {
        text.set_if_neq(Text(keymap.key(&*label.0, screen)));
        set_displayed(&mut node, !by_fingers);
    }
}

/// A button whose tooltip says what its action does.
#[derive(Component)]
#[require(Tip)]
struct Explained;

fn explain(
    (keymap, screen): (Res<Keymap>, Option<Res<State<Screen>>>),
    mut buttons: Query<(&ActionButton, &mut Tip), Added<Explained>>,
) {
    let screen = screen.map(|screen| *screen.get());
    for (ActionButton(action), mut tip) in &mut buttons {
        if tip.0.is_empty()
            && let Some(meaning) = keymap.meaning(&**action, screen)
        {
            tip.0 = meaning.to_owned();
        }
    }
}

fn queue_action(
    activate: On<Activate>,
    buttons: Query<&ActionButton>,
    mut queue: ResMut<ActionQueue>,
) {
    if let Ok(ActionButton(action)) = buttons.get(activate.entity) {
        queue.push(&**action);
    }
}

/// Releases a widget that was pressed and released within one frame, which Bevy's widgets miss.
fn release(
    release: On<Pointer<Release>>,
    pressable: Query<(), Or<(With<Button>, With<Slider>)>>,
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

/// The bundle of a button without text. Observers recognise it by `marker`.
pub(in crate::app) fn button<M: Bundle>(marker: M, variant: ButtonVariant) -> impl Bundle + use<M> {
    (
        marker,
        // The tick has its place at the left.
        Node::row(5.0)
            .justify_centre()
            .padding_at(UiRect::new(px(9), px(6), px(0), px(0)))
            .framed()
            .rounded(3.0),
        Button,
        // Otherwise a click within one frame would be lost.
        ActivateOnPress,
        variant,
        Hovered::default(),
        TabIndex(0),
        FocusRing::Outside,
        (BackgroundColor::default(), BorderColor::default()),
    )
}

/// The tick of a button that can be the chosen one or on. It stands in the padding, so that the button keeps its
/// width.
fn tick(font: &UiFont) -> impl Bundle + use<> {
    let place = Node::DEFAULT.absolute().left(px(0));
    (Tick, font.sized("✓", TINY, KEY), place, Visibility::Hidden)
}

/// Spawns a button with a label. Who spawns it observes [`Activate`], or marks it for an observer of several.
pub(in crate::app) fn text_button<'a>(
    parent: &'a mut ChildSpawnerCommands,
    font: &UiFont,
    label: &str,
    variant: ButtonVariant,
) -> EntityCommands<'a> {
    let mut button = parent.spawn(button((), variant));
    button.with_child(tick(font));
    button.with_child((Label, font.text(label, PLAIN)));
    button
}

/// Spawns a button for an action, with the name of its key and a label, which may be empty.
pub(in crate::app) fn key_button<'a>(
    parent: &'a mut ChildSpawnerCommands,
    font: &UiFont,
    label: &str,
    action: &dyn AnyAction,
) -> EntityCommands<'a> {
    let marker = (ActionButton::new(action), Explained);
    let mut button = parent.spawn(button(marker, ButtonVariant::Normal));
    button.with_child(tick(font));
    button.with_child((KeyLabel::new(action), font.text("", KEY)));
    if !label.is_empty() {
        button.with_child((Label, font.text(label, PLAIN)));
    }
    button
}

/// A hidden node that covers the window and centres its contents.
pub(in crate::app) fn full_window() -> Node {
    Node::DEFAULT
        .absolute()
        .centre()
        .size(percent(100), percent(100))
        .hidden()
}

/// Shows a node, or hides it so that it takes no space.
pub(in crate::app) fn set_displayed(node: &mut Mut<Node>, displayed: bool) {
    let display = if displayed {
        Display::Flex
    } else {
        Display::None
    };
    if node.display != display {
        node.display = display;
    }
}

/// Spawns the heading of a section.
pub(in crate::app) fn heading(parent: &mut ChildSpawnerCommands, font: &UiFont, label: &str) {
    parent
        .spawn(Node::DEFAULT.margin_top(7.0))
        .with_child(font.text(label, QUIET));
}

/// The bundle of a slider from `min` to `max` at `value`. A key press moves it by `step`.
pub(in crate::app) fn slider(min: f32, max: f32, value: f32, step: f32) -> impl Bundle {
    (
        Node::DEFAULT.height(px(14)).rounded(3.0).grow(),
        Hovered::default(),
        Slider {
            track_click: TrackClick::Snap,
            ..default()
        },
        SliderValue(value),
        SliderRange::new(min, max),
        SliderStep(step),
        SliderPrecision(SLIDER_DECIMALS),
        (TabIndex(0), UsedArrows::LeftRight),
        FocusRing::Outside,
        BackgroundGradient::default(),
    )
}

/// Spawns a column that scrolls vertically, with a scrollbar beside it. Returns the column.
pub(in crate::app) fn spawn_scrolling_column(
    parent: &mut ChildSpawnerCommands,
    padding: (f32, f32),
    row_gap: f32,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) -> Entity {
    let node = Node::column(row_gap)
        .min_width(px(0))
        .padding(padding.0, padding.1)
        .grow()
        .overflow(Overflow::scroll_y());
    let mut column = parent.spawn((ScrollArea, Hovered::default(), node));
    let target = column.id();
    column.with_children(fill);
    scrollbar(parent, target);
    target
}

/// Hides the thumbs of scrollbars with nothing to scroll.
fn hide_idle_thumbs(
    scrollbars: Query<(&Scrollbar, &Children)>,
    targets: Query<&ComputedNode, Changed<ComputedNode>>,
    mut thumbs: Query<&mut Visibility, With<ScrollbarThumb>>,
) {
    for (scrollbar, children) in &scrollbars {
        let Ok(node) = targets.get(scrollbar.target) else {
            continue;
        };
        let shown = match node.content_size().y > node.size().y + 1.0 {
            true => Visibility::Inherited,
            false => Visibility::Hidden,
        };
        let mut thumbs = thumbs.iter_many_mut(children);
        while let Some(mut thumb) = thumbs.fetch_next() {
            thumb.set_if_neq(shown);
        }
    }
}

/// Spawns a scrollbar for `target`, a scrolling node next to it.
pub(in crate::app) fn scrollbar(parent: &mut ChildSpawnerCommands, target: Entity) {
    parent
        .spawn((
            Scrollbar::new(target, ControlOrientation::Vertical, 16.0),
            // Keeps clicks from what lies below.
            Hovered::default(),
            Node::DEFAULT.width(px(5)).rigid(),
        ))
        .with_child((
            ScrollbarThumb {
                border_radius: BorderRadius::all(px(2)),
                ..default()
            },
            BackgroundColor(LINE),
        ));
}
