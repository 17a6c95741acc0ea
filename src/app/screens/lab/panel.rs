//! The panel at the right edge: generators, size and seed, parameters, overlays, playback, actions
//! and metrics. Lays it out, keeps it up to date and handles its sliders.

mod generators;
mod parameters;
pub(super) mod shown;

use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui_widgets::{SliderRange, SliderStep, SliderValue, ValueChange};

use self::shown::PanelShown;
use super::action::{LabAction, Overlay};
use super::animation::Animation;
use super::button::choice_variant;
use super::measure::{MapMetrics, format_metrics};
use super::overlay::{ActiveOverlay, Legend};
use super::pan::WalkMode;
use crate::app::dungeon::{Dungeon, Regenerate, entry, takes_long};
use crate::app::frame::{Phase, changed_or_new};
use crate::app::glyph::ViewInsets;
use crate::app::input::{ActionQueue, AnyAction, CommonAction, dispatch_actions};
use crate::app::screen::Screen;
use crate::app::ui::field::FieldError;
use crate::app::ui::focus::move_focus;
use crate::app::ui::items::Items;
use crate::app::ui::live::{self, LiveText};
use crate::app::ui::map_field::{self, MapField, request};
use crate::app::ui::side::side_panel;
use crate::app::ui::style::{ButtonVariant, Label};
use crate::app::ui::theme::{PLAIN, QUIET, UiFont, WRONG};
use crate::app::ui::widget::{
    self, ActionButton, heading, key_button, row, slider, spawn_scrolling_column,
};
use crate::mapgen::Kind;

/// Width of the panel, in UI pixels.
const WIDTH: f32 = 300.0;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((live::plugin::<Animation>, live::plugin::<Dungeon>))
        .add_observer(apply_slider)
        .add_systems(OnEnter(Screen::Lab), (spawn_panel, refresh_panel))
        .add_systems(OnExit(Screen::Lab), release_window)
        .add_systems(
            Update,
            (
                generators::browse_list
                    .in_set(Phase::Input)
                    // The key that moves the focus to the list is not for the list.
                    .before(move_focus)
                    .before(dispatch_actions),
                generators::focus_panel.in_set(Phase::Act),
                (
                    update_visibility.run_if(resource_changed::<PanelShown>),
                    generators::update_list.run_if(changed_or_new::<Dungeon, Panel>),
                    generators::scroll_to_chosen.run_if(changed_or_new::<Dungeon, Panel>),
                    parameters::update.run_if(changed_or_new::<Dungeon, Panel>),
                    update_scrubber.run_if(changed_or_new::<Animation, Panel>),
                    update_overlay_buttons.run_if(changed_or_new::<ActiveOverlay, Panel>),
                    update_legend.run_if(changed_or_new::<Legend, Panel>),
                    update_metrics.run_if(changed_or_new::<MapMetrics, Panel>),
                    update_walk_button.run_if(changed_or_new::<WalkMode, Panel>),
                )
                    .chain()
                    .in_set(Screen::Lab)
                    .in_set(Phase::Show),
            ),
        );
}

#[derive(Component)]
struct Panel;

/// The slider through the film.
#[derive(Component)]
struct Scrubber;

#[derive(Component)]
struct LegendBox;

/// A column of the metrics.
#[derive(Component)]
enum MetricsColumn {
    Names,
    Values,
}

fn spawn_panel(mut commands: Commands, (font, insets): (Res<UiFont>, Res<ViewInsets>)) {
    let width = Node {
        width: px(WIDTH),
        ..default()
    };
    let mut panel = commands.spawn((
        DespawnOnExit(Screen::Lab),
        Panel,
        TabGroup::new(0),
        side_panel(&insets, width),
    ));
    panel.with_children(|panel| {
        spawn_scrolling_column(panel, (12.0, 6.0), 4.0, |panel| {
            generators::spawn_list(panel, &font);
            spawn_size(panel, &font);
            panel.spawn((
                parameters::ParameterBox,
                Node {
                    flex_direction: FlexDirection::Column,
                    row_gap: px(3),
                    ..default()
                },
            ));
            spawn_overlays(panel, &font);
            spawn_animation(panel, &font);
            heading(panel, &font, "Map");
            panel.spawn(row(4.0)).with_children(|row| {
                let buttons: [(&dyn AnyAction, &str); 6] = [
                    (&LabAction::CopyCode, "Copy code"),
                    (&LabAction::PasteCode, "Paste"),
                    (&LabAction::Export, "Export"),
                    (&LabAction::WalkMode, "Walk"),
                    (&CommonAction::ZoomFit, "Show whole map"),
                    (&CommonAction::Screenshot, "Save picture"),
                ];
                for (action, label) in buttons {
                    key_button(row, &font, label, action);
                }
            });
            // Last, because it has no controls.
            spawn_metrics(panel, &font);
        });
    });
}

fn spawn_size(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    panel
        .spawn(Node {
            margin: UiRect::top(px(5)),
            ..row(6.0)
        })
        .with_children(|row| {
            row.spawn(font.text("Size", QUIET));
            map_field::spawn(row, font, MapField::Width, Some(5.0));
            row.spawn(font.text("x", QUIET));
            map_field::spawn(row, font, MapField::Height, Some(5.0));
        });
    panel
        .spawn(Node {
            flex_wrap: FlexWrap::NoWrap,
            ..row(6.0)
        })
        .with_children(|row| {
            row.spawn(font.text("Seed", QUIET));
            map_field::spawn(row, font, MapField::Seed, None);
        });
    let error_text = LiveText::<FieldError>(|error| error.0.clone());
    panel.spawn((error_text, font.wrapped("", WRONG)));
}

fn spawn_animation(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    heading(panel, font, "Playback");
    panel.spawn(row(4.0)).with_children(|row| {
        for (action, label) in [
            (LabAction::Play, ""),
            (LabAction::StepBack, "Step back"),
            (LabAction::StepForward, "Step forward"),
            (LabAction::Slower, ""),
            (LabAction::Faster, ""),
        ] {
            let button = key_button(row, font, label, &action);
            if action == LabAction::Play {
                let label = LiveText::<Animation>(|animation| animation.play_verb().to_owned());
                let label = (Label, label, font.text("", PLAIN));
                row.commands().entity(button).with_child(label);
            }
        }
    });
    panel
        .spawn(row(0.0))
        .with_child((Scrubber, slider(0.0, 1.0, 1.0, 1.0)));
    panel.spawn((LiveText(playback_status), font.text("", PLAIN)));
}

fn spawn_overlays(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    heading(panel, font, "Overlay");
    panel.spawn(row(4.0)).with_children(|row| {
        for &overlay in Overlay::ALL {
            key_button(row, font, overlay.name(), &LabAction::Overlay(overlay));
        }
    });
    panel.spawn((
        LegendBox,
        Node {
            flex_direction: FlexDirection::Column,
            ..default()
        },
    ));
}

fn spawn_metrics(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    heading(panel, font, "Metrics");
    panel.spawn(row(14.0)).with_children(|row| {
        row.spawn((MetricsColumn::Names, font.text("", QUIET)));
        row.spawn((MetricsColumn::Values, font.text("", PLAIN)));
    });
}

/// Shows or hides the new panel, as the last one was.
fn refresh_panel(mut shown: ResMut<PanelShown>) {
    shown.set_changed();
}

/// Returns the whole window and the focus to the next screen.
fn release_window((mut insets, mut focus): (ResMut<ViewInsets>, ResMut<InputFocus>)) {
    insets.right = 0.0;
    focus.clear();
}

/// Shows or hides the panel, and gives the camera the rest of the window.
fn update_visibility(
    shown: Res<PanelShown>,
    mut insets: ResMut<ViewInsets>,
    mut panel: Single<&mut Node, With<Panel>>,
    mut focus: ResMut<InputFocus>,
) {
    let right = if shown.0 { WIDTH } else { 0.0 };
    insets.set_if_neq(ViewInsets { right, ..*insets });
    widget::set_displayed(&mut panel, shown.0);
    if !shown.0 && focus.get().is_some() {
        focus.clear();
    }
}

/// Applies a moved slider: requests the map with the parameter's new value, or seeks in the film.
fn apply_slider(
    change: On<ValueChange<f32>>,
    sliders: Query<&parameters::ParameterSlider>,
    scrubbers: Query<(), With<Scrubber>>,
    dungeon: Res<Dungeon>,
    mut requests: MessageWriter<Regenerate>,
    mut field_error: ResMut<FieldError>,
    (mut animation, mut queue): (ResMut<Animation>, ResMut<ActionQueue>),
    mut commands: Commands,
) {
    if let Ok(parameters::ParameterSlider(index)) = sliders.get(change.source) {
        let spec = dungeon.spec();
        let params = spec.generator().info().params;
        if let Some(Kind::Int { min, max, .. }) = params.get(*index).map(|param| param.kind) {
            let value = entry::from_slider(min, max, change.value);
            let changed = entry::with_param(spec, *index, value);
            // Another key press may arrive before the next frame and has to continue from here. A
            // map that takes long can still be cancelled, so there the slider waits for the map.
            if changed.is_ok() && !takes_long(spec) {
                let position = SliderValue(entry::to_slider(min, max, value));
                let stride = SliderStep(entry::slider_step(min, max, value));
                commands.entity(change.source).insert((position, stride));
            }
            let wanted = changed.map(|spec| request(spec, &dungeon));
            field_error.send(wanted, &mut requests);
        }
    } else if scrubbers.contains(change.source) {
        if animation.film().is_some() {
            animation.seek(change.value.round().max(0.0) as usize);
        } else {
            // Without a film, the first touch records one and starts at its end.
            queue.push(&LabAction::StepBack);
        }
    }
}

fn update_scrubber(
    animation: Res<Animation>,
    slider: Single<Entity, With<Scrubber>>,
    mut commands: Commands,
) {
    let film = animation.film();
    let (position, length) = film.map_or((1, 1), |film| (film.position(), film.length()));
    let range = SliderRange::new(0.0, length.max(1) as f32);
    commands
        .entity(*slider)
        .insert((range, SliderValue(position as f32)));
}

fn playback_status(animation: &Animation) -> String {
    let speed = animation.speed();
    let Some(film) = animation.film() else {
        return format!("Whole map, speed {speed}");
    };
    let paused = if animation.is_playing() {
        ""
    } else {
        ", paused"
    };
    let (position, length) = (film.position(), film.length());
    format!("Step {position} of {length}, {speed}{paused}")
}

fn update_overlay_buttons(
    active: Res<ActiveOverlay>,
    mut buttons: Query<(&ActionButton, &mut ButtonVariant)>,
) {
    for (ask, mut variant) in &mut buttons {
        let mut overlays = Overlay::ALL.iter().copied();
        if let Some(overlay) = overlays.find(|overlay| ask.is(&LabAction::Overlay(*overlay))) {
            variant.set_if_neq(choice_variant(active.0 == Some(overlay)));
        }
    }
}

/// A line of the legend: a colour, except in the note above, and a text.
#[derive(Component, PartialEq)]
struct LegendLine(Option<[u8; 3]>, String);

fn update_legend(
    (legend, font): (Res<Legend>, Res<UiFont>),
    legend_box: Single<Entity, With<LegendBox>>,
    mut shown: Items<LegendLine>,
) {
    let note = Some(legend.note).filter(|note| !note.is_empty());
    let note = note.map(|note| LegendLine(None, note.to_owned()));
    let colours = legend.lines.iter();
    let colours = colours.map(|(colour, meaning)| LegendLine(Some(*colour), meaning.clone()));
    let lines = note.into_iter().chain(colours);
    shown.show(*legend_box, lines, |line, LegendLine(colour, meaning)| {
        // The text wraps beside its colour.
        line.insert(Node {
            flex_wrap: FlexWrap::NoWrap,
            align_items: AlignItems::Start,
            ..row(7.0)
        });
        let Some([r, g, b]) = *colour else {
            line.with_child(font.text(meaning, QUIET));
            return;
        };
        let square = Node {
            width: px(11),
            height: px(11),
            margin: UiRect::top(px(4)),
            flex_shrink: 0.0,
            border_radius: BorderRadius::all(px(2)),
            ..default()
        };
        line.with_child((square, BackgroundColor(Color::srgb_u8(r, g, b))))
            .with_child(font.wrapped(meaning, PLAIN));
    });
}

fn update_metrics(metrics: Res<MapMetrics>, mut texts: Query<(&MetricsColumn, &mut Text)>) {
    let metrics = metrics.0.as_ref();
    let rows = metrics.map_or_else(|| vec![("...", String::new())], format_metrics);
    for (column, mut text) in &mut texts {
        let lines: Vec<&str> = rows
            .iter()
            .map(|(name, value)| match column {
                MetricsColumn::Names => *name,
                MetricsColumn::Values => value.as_str(),
            })
            .collect();
        text.0 = lines.join("\n");
    }
}

fn update_walk_button(
    mode: Res<WalkMode>,
    mut buttons: Query<(&ActionButton, &mut ButtonVariant)>,
) {
    for (ask, mut variant) in &mut buttons {
        if ask.is(&LabAction::WalkMode) {
            variant.set_if_neq(choice_variant(mode.0));
        }
    }
}
