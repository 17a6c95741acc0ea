//! What the sheet looks like: its buttons and what they do now. The fields and the pictures are in files of their own.

use bevy::camera::visibility::RenderLayers;
use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use super::super::button::choice_variant;
use super::super::favourites::LONGEST_NAME;
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
use crate::app::ui::live::{self, LiveText};
use crate::app::ui::style::{ButtonVariant, Label};
use crate::app::ui::theme::{KEY, PANEL, PLAIN, QUIET, UiFont, WRONG};
use crate::app::ui::widget::{self, ActionButton, button, key_button, row};

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
                show_sheet.run_if(resource_changed::<Sheet>),
                show_buttons.run_if(resource_changed::<Sheet>),
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

/// A button for the key of a letter.
#[derive(Component, Clone, Copy)]
struct KeyButton(char);

/// The label of a button that says what it does now.
#[derive(Component, Clone, Copy)]
enum Says {
    Parameter,
    Order,
    Direction,
    /// The metric of an axis.
    Axis(usize),
}

const BUTTONS: [(char, &str, Option<Says>); 10] = [
    ('n', "Seeds", None),
    ('v', "", Some(Says::Parameter)),
    ('/', "Search", None),
    ('k', "Kept", None),
    ('e', "Range", None),
    ('s', "", Some(Says::Order)),
    ('r', "", Some(Says::Direction)),
    ('m', "Keep", None),
    ('-', "Smaller", None),
    ('+', "Larger", None),
];

fn spawn_sheet(mut commands: Commands, font: Res<UiFont>, mut images: ResMut<Assets<Image>>) {
    let column = Node {
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Stretch,
        justify_content: JustifyContent::Start,
        padding: UiRect::axes(px(16), px(12)),
        row_gap: px(8),
        ..widget::full_window()
    };
    let sheet = (
        DespawnOnExit(Screen::Lab),
        SheetBox,
        GlobalZIndex(2),
        column,
        BackgroundColor(PANEL),
    );
    commands.spawn(sheet).with_children(|sheet| {
        sheet.spawn(row(6.0)).with_children(|line| {
            for button in BUTTONS {
                spawn_button(line, &font, button);
            }
            key_button(line, &font, "Close", &CommonAction::Back);
        });
        let axes = (PartOf(Source::Range), row(6.0));
        sheet.spawn(axes).with_children(|line| {
            spawn_button(line, &font, ('x', "", Some(Says::Axis(0))));
            spawn_button(line, &font, ('y', "", Some(Says::Axis(1))));
        });
        let line = || Node {
            flex_wrap: FlexWrap::NoWrap,
            ..row(6.0)
        };
        let column = Node {
            flex_direction: FlexDirection::Column,
            row_gap: px(8),
            ..default()
        };
        // Tab goes round the sentence and its rows.
        sheet
            .spawn((PartOf(Source::Found), TabGroup::modal(), column))
            .with_children(|search| {
                search.spawn(line()).with_children(|line| {
                    line.spawn(font.text("Maps with", QUIET));
                    spawn_text_field(line, &font, ConditionField, None, 400);
                });
                search
                    .spawn(row(6.0))
                    .with_children(|line| spawn_rows(line, &font));
            });
        sheet
            .spawn((PartOf(Source::Kept), line()))
            .with_children(|line| {
                line.spawn(font.text("Name", QUIET));
                spawn_text_field(line, &font, NameField, None, LONGEST_NAME);
            });
        sheet.spawn((LiveText::<Sheet>(headline), font.wrapped("", QUIET)));
        sheet.spawn((
            LiveText::<FieldError>(|error| error.0.clone()),
            font.wrapped("", WRONG),
        ));
        pictures::spawn(sheet, &mut images);
        sheet.spawn((LiveText::<Sheet>(describe_chosen), font.wrapped("", PLAIN)));
    });
}

/// Spawns the button of a letter.
fn spawn_button(
    line: &mut ChildSpawnerCommands,
    font: &UiFont,
    (letter, label, says): (char, &str, Option<Says>),
) {
    let action = ActionButton::new(&MenuAction::Typed(letter));
    let marker = (KeyButton(letter), action);
    let mut button = line.spawn(button(marker, ButtonVariant::Normal));
    button.with_child(font.text(&letter.to_string(), KEY));
    button.with_children(|button| {
        let mut label = button.spawn((Label, font.text(label, PLAIN)));
        if let Some(says) = says {
            label.insert(says);
        }
    });
}

/// Shows or hides the sheet. The map behind it is not drawn, since nobody sees it.
fn show_sheet(
    sheet: Res<Sheet>,
    mut node: Single<&mut Node, With<SheetBox>>,
    camera: Single<Entity, With<GlyphCamera>>,
    mut wake: MessageWriter<Wake>,
    mut commands: Commands,
) {
    if (node.display == Display::Flex) != sheet.is_open() {
        widget::set_displayed(&mut node, sheet.is_open());
        let mut camera = commands.entity(*camera);
        match sheet.is_open() {
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

/// Says what the buttons do now, marks the shown source, and shows its field.
fn show_buttons(
    sheet: Res<Sheet>,
    mut buttons: Query<(&KeyButton, &mut ButtonVariant)>,
    mut labels: Query<(&Says, &mut Text)>,
    mut parts: Query<(&PartOf, &mut Node)>,
) {
    for (KeyButton(key), mut variant) in &mut buttons {
        let sources = [
            ('n', Source::Seeds),
            ('v', Source::Values),
            ('/', Source::Found),
            ('k', Source::Kept),
            ('e', Source::Range),
        ];
        let mut sources = sources.into_iter();
        if let Some((_, source)) = sources.find(|(letter, _)| letter == key) {
            let is_shown = source == sheet.source();
            variant.set_if_neq(choice_variant(is_shown));
        }
    }
    let order = sheet.order();
    for (says, mut text) in &mut labels {
        let new = match says {
            Says::Parameter => {
                let params = sheet
                    .base
                    .as_ref()
                    .map(|base| base.generator().info().params);
                let param =
                    params.and_then(|params| params.get(sheet.parameter).or(params.first()));
                param.map_or_else(
                    || "No parameters".to_owned(),
                    |param| format!("Vary {}", param.name),
                )
            }
            Says::Order => match order {
                None => "Unsorted".to_owned(),
                Some(order) => format!("By {}", order.metric.name()),
            },
            Says::Axis(axis) => {
                let name = ["Across", "Up"][*axis];
                format!("{name}: {}", sheet.axes[*axis].name())
            }
            Says::Direction => match order {
                Some(order) if order.is_ascending => "Least first".to_owned(),
                _ => "Most first".to_owned(),
            },
        };
        text.set_if_neq(Text(new));
    }
    for (PartOf(source), mut node) in &mut parts {
        widget::set_displayed(&mut node, *source == sheet.source());
    }
}

/// Takes the focus from a button that was pressed, which gives the keys back to the sheet.
fn release_focus(
    mut actions: MessageReader<MenuAction>,
    sheet: Res<Sheet>,
    mut focus: ResMut<InputFocus>,
) {
    let is_used = actions.read().count() > 0;
    if is_used && sheet.is_open() && focus.get().is_some() {
        focus.clear();
    }
}
