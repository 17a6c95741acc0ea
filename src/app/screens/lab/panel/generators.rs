//! The panel's list of generators, with keyboard navigation and the description of the chosen one.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::tab_navigation::{NavAction, TabIndex};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::super::action::LabAction;
use super::super::button::PanelPress;
use super::super::stages::ChosenStage;
use super::paint::ChosenTool;
use crate::app::dungeon::Dungeon;
use crate::app::input::{ActionQueue, Layer, LayerClosed, Layers};
use crate::app::ui::focus::{Navigation, UsedArrows};
use crate::app::ui::list::Marked;
use crate::app::ui::node::NodeExt;
use crate::app::ui::style::{ButtonVariant, FocusRing};
use crate::app::ui::theme::{LINE, UiFont};
use crate::app::ui::tip::Tip;
use crate::app::ui::widget::{spawn_scrolling_column, text_button};

/// Least height of a row, and the height of the list, in UI pixels: a whole number of rows, so that none is cut off.
const ROW_HEIGHT: f32 = 17.0;
const LIST_HEIGHT: f32 = 7.0 * ROW_HEIGHT;

/// What the chosen generator makes.
#[derive(Component)]
pub(super) struct Description;

/// The row of a generator.
#[derive(Component)]
pub(super) struct Generator(&'static str);

/// Moves the focus to the control after the one that had it last, or to the chosen generator if the
/// player left the panel; while strokes paint, to the chosen tool. A field gives up the focus when its text is accepted.
pub(super) fn focus_panel(
    (mut actions, mut closed): (MessageReader<LabAction>, MessageReader<LayerClosed>),
    rows: Query<(Entity, &TabIndex), With<Generator>>,
    tools: Query<Entity, With<ChosenTool>>,
    navigation: Navigation,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
    mut last: Local<Option<Entity>>,
) {
    *last = focus.get().or(*last);
    if closed
        .read()
        .any(|closed| matches!(closed.0, Layer::Control | Layer::Text))
    {
        *last = None;
    }
    let requests = actions
        .read()
        .filter(|action| **action == LabAction::EnterPanel);
    if requests.count() == 0 {
        return;
    }
    let chosen = rows.iter().find(|(_, index)| index.0 == 0);
    let next =
        last.and_then(|last| navigation.next(&InputFocus::from_entity(last), NavAction::Next));
    let tool = tools.iter().next();
    if let Some(control) = tool.or(next).or(chosen.map(|(row, ..)| row)) {
        focus.set(control, FocusCause::Navigated);
        visible.0 = true;
        // Another action of the frame may clear it.
        *last = Some(control);
    }
}

/// Up and down change the generator while the list has the focus.
pub(super) fn browse_list(
    mut events: MessageReader<KeyboardInput>,
    (layers, focus): (Res<Layers>, Res<InputFocus>),
    rows: Query<(), With<Generator>>,
    mut queue: ResMut<ActionQueue>,
) {
    let is_on_list = layers.keys() == Some(Layer::Control)
        && focus.get().is_some_and(|entity| rows.contains(entity));
    for event in events.read() {
        if event.state != ButtonState::Pressed || !is_on_list {
            continue;
        }
        match event.logical_key {
            Key::ArrowDown => queue.push_first(&LabAction::NextGenerator),
            Key::ArrowUp => queue.push_first(&LabAction::PreviousGenerator),
            _ => {}
        }
    }
}

pub(super) fn spawn_list(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    // It grows with the window, too.
    let frame = Node::DEFAULT
        .height(vh(16))
        .min_height(px(LIST_HEIGHT + 2.0))
        .rigid()
        .framed();
    panel
        .spawn((frame, BorderColor::all(LINE)))
        .with_children(|frame| {
            spawn_scrolling_column(frame, (3.0, 0.0), 0.0, |list| {
                for name in crate::known().names() {
                    let about = crate::known().find(name).map(|it| it.info().description);
                    let tip = Tip::new(about.unwrap_or_default());
                    let row = (Generator(name), TabIndex(-1), Marked(false), tip);
                    let mut button = text_button(list, font, name, ButtonVariant::Plain);
                    button
                        .insert((row, FocusRing::Inside, UsedArrows::UpDown))
                        .observe(move |_: On<Activate>, mut press: PanelPress| {
                            press.generator(name);
                        })
                        .entry::<Node>()
                        .and_modify(|mut node| {
                            node.justify_content = JustifyContent::Start;
                            node.flex_shrink = 0.0;
                            node.min_height = px(ROW_HEIGHT);
                            node.padding = UiRect::left(px(9));
                        });
                }
            });
        });
    panel.spawn((Description, font.hint("")));
}

/// Highlights the generator of the map.
pub(super) fn update_list(
    (dungeon, stage): (Res<Dungeon>, Res<ChosenStage>),
    mut rows: Query<(
        Entity,
        &Generator,
        &mut ButtonVariant,
        &mut TabIndex,
        &mut Marked,
    )>,
    mut description: Single<&mut Text, With<Description>>,
    mut focus: ResMut<InputFocus>,
) {
    let info = stage.generator(dungeon.spec()).info();
    let chosen = info.name;
    description.set_if_neq(Text::new(info.description));
    let is_on_list = focus.get().is_some_and(|entity| rows.contains(entity));
    for (entity, Generator(name), mut variant, mut index, mut marked) in &mut rows {
        let is_chosen = *name == chosen;
        let (new_variant, new_index) = if is_chosen {
            (ButtonVariant::Primary, 0)
        } else {
            (ButtonVariant::Plain, -1)
        };
        // Unchanged rows cost nothing.
        if !variant.set_if_neq(new_variant) {
            continue;
        }
        index.0 = new_index;
        marked.0 = is_chosen;
        if is_chosen && is_on_list && focus.get() != Some(entity) {
            focus.set(entity, FocusCause::Navigated);
        }
    }
}
