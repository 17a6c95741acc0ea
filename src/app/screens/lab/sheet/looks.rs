//! What the sheet looks like: its buttons and what they do now. The fields and the pictures are in files of their own.

use bevy::camera::visibility::RenderLayers;
use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use super::super::favourites::LONGEST_NAME;
use super::super::view::LabView;
use super::field::{ConditionField, NameField, spawn_rows};
use super::listing::Source;
use super::state::Sheet;
use super::text::{describe_chosen, headline};
use super::{field, pictures};
use crate::app::frame::{Phase, React};
use crate::app::glyph::GlyphCamera;
use crate::app::input::{CommonAction, MenuAction};
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::Screen;
use crate::app::ui::field::{FieldError, spawn_text_field};
use crate::app::ui::live::{self, LiveChoice, LiveText};
use crate::app::ui::node::NodeExt;
use crate::app::ui::style::{ButtonVariant, Label};
use crate::app::ui::theme::{KEY, PANEL, PLAIN, QUIET, UiFont};
use crate::app::ui::widget::{self, ActionButton, button, key_button};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((field::plugin, live::plugin::<Sheet>, pictures::plugin))
        .add_systems(OnEnter(Screen::Lab), spawn_sheet)
        .add_systems(OnExit(Screen::Lab), show_map)
        .add_systems(
            React,
            // The key of the search gives the focus to its field.
            (release_focus, field::focus_field)
                .chain()
                .in_set(Screen::Lab)
                .in_set(Phase::Generate),
        )
        .add_systems(
            Update,
            (
                show_sheet.run_if(resource_changed::<LabView>),
                show_parts.run_if(resource_changed::<Sheet>),
            )
                .chain()
                .in_set(Screen::Lab)
                .in_set(Phase::Show),
        );
}

/// The node over the window.
#[derive(Component)]
struct SheetBox;

/// A row of controls of one source.
#[derive(Component)]
struct PartOf(Source);

/// A button for the key of a letter: what it says, and the source that it shows, if any.
type SheetButton = (char, fn(&Sheet) -> String, Option<Source>);

const BUTTONS: [SheetButton; 10] = [
    ('s', |_| "Seeds".to_owned(), Some(Source::Seeds)),
    ('a', name_parameter, Some(Source::Values)),
    ('/', |_| "Search".to_owned(), Some(Source::Found)),
    ('M', |_| "Kept".to_owned(), Some(Source::Kept)),
    ('g', |_| "Range".to_owned(), Some(Source::Range)),
    ('i', name_order, None),
    ('I', name_direction, None),
    ('m', |_| "Keep".to_owned(), None),
    ('-', |_| "Smaller".to_owned(), None),
    ('+', |_| "Larger".to_owned(), None),
];

/// The buttons of the heat map's axes.
const AXES: [SheetButton; 2] = [
    (
        'q',
        |sheet| format!("Across: {}", sheet.axes[0].name()),
        None,
    ),
    ('Q', |sheet| format!("Up: {}", sheet.axes[1].name()), None),
];

fn name_parameter(sheet: &Sheet) -> String {
    match sheet.varied() {
        Some(param) => format!("Vary {}", param.name),
        None => "No parameters".to_owned(),
    }
}

fn name_order(sheet: &Sheet) -> String {
    match sheet.order() {
        None => "Unsorted".to_owned(),
        Some(order) => format!("By {}", order.metric.name()),
    }
}

fn name_direction(sheet: &Sheet) -> String {
    match sheet.order() {
        Some(order) if order.is_ascending => "Least first".to_owned(),
        _ => "Most first".to_owned(),
    }
}

fn spawn_sheet(mut commands: Commands, font: Res<UiFont>, mut images: ResMut<Assets<Image>>) {
    let column = Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(8),
        ..widget::full_window()
            .padding(16.0, 12.0)
            .align(AlignItems::Stretch)
            .justify(JustifyContent::Start)
    };
    let sheet = (
        DespawnOnExit(Screen::Lab),
        SheetBox,
        GlobalZIndex(2),
        column,
        BackgroundColor(PANEL),
    );
    commands.spawn(sheet).with_children(|sheet| {
        sheet.spawn(Node::wrapping_row(6.0)).with_children(|line| {
            for button in BUTTONS {
                spawn_button(line, &font, button);
            }
            key_button(line, &font, "Close", &CommonAction::Back);
        });
        let axes = (PartOf(Source::Range), Node::wrapping_row(6.0));
        sheet.spawn(axes).with_children(|line| {
            for button in AXES {
                spawn_button(line, &font, button);
            }
        });
        let line = || Node::row(6.0).align_centre();
        let column = Node::column(8.0);
        // Tab goes round the sentence and its rows.
        sheet
            .spawn((PartOf(Source::Found), TabGroup::modal(), column))
            .with_children(|search| {
                search.spawn(line()).with_children(|line| {
                    line.spawn(font.text("Maps with", QUIET));
                    spawn_text_field(line, &font, ConditionField, None, 400);
                });
                search
                    .spawn(Node::wrapping_row(6.0))
                    .with_children(|line| spawn_rows(line, &font));
            });
        sheet
            .spawn((PartOf(Source::Kept), line()))
            .with_children(|line| {
                line.spawn(font.text("Name", QUIET));
                spawn_text_field(line, &font, NameField, None, LONGEST_NAME);
            });
        sheet.spawn((LiveText::<Sheet>::new(headline), font.wrapped("", QUIET)));
        sheet.spawn(FieldError::text(&font));
        pictures::spawn(sheet, &mut images);
        sheet.spawn((
            LiveText::<Sheet>::new(describe_chosen),
            font.wrapped("", PLAIN),
        ));
    });
}

/// Spawns the button of a letter.
fn spawn_button(
    line: &mut ChildSpawnerCommands,
    font: &UiFont,
    (letter, label, shows): SheetButton,
) {
    let action = ActionButton::new(&MenuAction::Typed(letter));
    let mut button = line.spawn(button(action, ButtonVariant::Normal));
    button.with_child(font.text(&letter.to_string(), KEY));
    button.with_child((Label, LiveText::new(label), font.text("", PLAIN)));
    if let Some(source) = shows {
        let is_shown = move |sheet: &Sheet| sheet.source() == source;
        button.insert(LiveChoice::new(is_shown));
    }
}

/// Shows or hides the sheet. The map behind it is not drawn, since nobody sees it.
fn show_sheet(
    view: Res<LabView>,
    mut node: Single<&mut Node, With<SheetBox>>,
    camera: Single<Entity, With<GlyphCamera>>,
    mut wake: MessageWriter<Wake>,
    mut commands: Commands,
) {
    let is_shown = *view == LabView::Sheet;
    if (node.display == Display::Flex) != is_shown {
        widget::set_displayed(&mut node, is_shown);
        let mut camera = commands.entity(*camera);
        match is_shown {
            true => camera.insert(RenderLayers::none()),
            false => camera.remove::<RenderLayers>(),
        };
        // The next frame knows how much room there is.
        wake.write(Wake(FRAME));
    }
}

fn show_map(camera: Single<Entity, With<GlyphCamera>>, mut commands: Commands) {
    commands.entity(*camera).remove::<RenderLayers>();
}

/// Shows the controls of the shown source.
fn show_parts(sheet: Res<Sheet>, mut parts: Query<(&PartOf, &mut Node)>) {
    for (PartOf(source), mut node) in &mut parts {
        widget::set_displayed(&mut node, *source == sheet.source());
    }
}

/// Takes the focus from a button that was pressed, which gives the keys back to the sheet.
fn release_focus(
    mut actions: MessageReader<MenuAction>,
    view: Res<LabView>,
    mut focus: ResMut<InputFocus>,
) {
    let is_used = actions.read().count() > 0;
    if is_used && *view == LabView::Sheet && focus.get().is_some() {
        focus.clear();
    }
}
