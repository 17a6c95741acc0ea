//! The panel at the right edge: generators, size and seed, parameters, overlays, playback, actions
//! and metrics. Lays it out, keeps it up to date and handles its sliders.

mod files;
mod generators;
mod metrics;
mod paint;
mod parameters;
pub(super) mod shown;
mod stages;

use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui_widgets::{SliderStep, SliderValue, ValueChange};

use self::shown::{MAX_WIDTH, Panel, PanelShown, SHARE, WIDTH};
use super::action::{LabAction, Overlay};
use super::animation::Animation;
use super::overlay::ActiveOverlays;
use super::paint::Paint;
use super::stages::ChosenStage;
use super::tool::LabTool;
use super::view::LabView;
use crate::app::dungeon::{Dungeon, Regenerate, entry, takes_long};
use crate::app::frame::{Phase, React, any_changed};
use crate::app::input::{AnyAction, CommonAction};
use crate::app::screen::Screen;
use crate::app::settings::Settings;
use crate::app::ui::edges::UiWindow;
use crate::app::ui::field::FieldError;
use crate::app::ui::focus::move_focus;
use crate::app::ui::fold::group;
use crate::app::ui::live::{self, LiveChoice, LiveText};
use crate::app::ui::map_field::{self, MapField};
use crate::app::ui::node::NodeExt;
use crate::app::ui::side::{SidePanel, side_panel};
use crate::app::ui::style::Label;
use crate::app::ui::theme::{LINE, PLAIN, QUIET, UiFont};
use crate::app::ui::widget::{self, key_button, spawn_scrolling_column};
use crate::mapgen::{Kind, MapSpec};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        live::plugin::<Animation>,
        live::plugin::<Dungeon>,
        live::plugin::<LabTool>,
        live::plugin::<ActiveOverlays>,
        live::plugin::<Settings>,
        files::plugin,
        metrics::plugin,
        paint::plugin,
    ))
    .init_resource::<Held>()
    .add_observer(apply_slider)
    .add_systems(OnEnter(Screen::Lab), (spawn_panel, refresh_panel))
    .add_systems(OnExit(Screen::Lab), release_focus)
    .add_systems(React, generators::focus_panel.in_set(Phase::Act))
    .add_systems(
        Update,
        (
            generators::browse_list
                .in_set(Phase::Input)
                // The key that moves the focus to the list is not for the list.
                .before(move_focus),
            (let_go, grow).in_set(Screen::Lab).in_set(Phase::Tick),
            (
                update_visibility.run_if(any_changed::<(PanelShown, LabView)>),
                (
                    paint::update,
                    stages::update,
                    generators::update_list,
                    parameters::update,
                )
                    .chain()
                    .run_if(any_changed::<(Dungeon, Paint, ChosenStage, LabTool)>.or_eager(is_new)),
            )
                .chain()
                .in_set(Screen::Lab)
                .in_set(Phase::Show),
        ),
    );
}

/// Lets the panel grow with the window.
fn grow(window: UiWindow, mut panel: Single<&mut SidePanel, With<Panel>>) {
    let width = (SHARE * window.size().x).clamp(WIDTH, MAX_WIDTH).round();
    if panel.0 != px(width) {
        panel.0 = px(width);
    }
}

/// Whether the panel was just spawned.
fn is_new(panels: Query<(), Added<Panel>>) -> bool {
    !panels.is_empty()
}

fn spawn_panel(mut commands: Commands, font: Res<UiFont>, mut images: ResMut<Assets<Image>>) {
    let width = Node::column(0.0).width(px(WIDTH));
    let mut panel = commands.spawn((
        DespawnOnExit(Screen::Lab),
        Panel,
        TabGroup::new(0),
        side_panel(width),
    ));
    panel.with_children(|panel| {
        let rest = Node::DEFAULT.min_height(px(0)).share();
        panel.spawn(rest).with_children(|panel| {
            let column = spawn_scrolling_column(panel, (12.0, 6.0), 4.0, |panel| {
                spawn_controls(panel, &font);
            });
            panel.commands().entity(column).insert(metrics::Scrolled);
        });
        // It is in sight wherever the panel is scrolled to.
        panel
            .spawn(Node::DEFAULT.padding(12.0, 0.0).rigid())
            .with_child(FieldError::text(&font));
        let foot = Node::column(0.0)
            .padding(12.0, 6.0)
            .border(UiRect::top(px(1)));
        panel
            .spawn((metrics::Foot, foot, BorderColor::all(LINE)))
            .with_children(|foot| metrics::spawn(foot, &font, &mut images));
    });
}

fn spawn_controls(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    paint::spawn(panel);
    group(panel, font, "Generator", |panel| {
        generators::spawn_list(panel, font);
    });
    stages::spawn(panel);
    panel.spawn((parameters::ParameterBox, Node::column(3.0)));
    group(panel, font, "Size and seed", |panel| {
        spawn_size(panel, font)
    });
    group(panel, font, "Maps", |panel| {
        spawn_buttons(panel, font, &MAPS)
    });
    group(panel, font, "Overlays", |panel| spawn_overlays(panel, font));
    group(panel, font, "Making", |panel| spawn_animation(panel, font));
    group(panel, font, "This map", |panel| {
        spawn_buttons(panel, font, &THIS_MAP);
        files::spawn(panel, font);
    });
}

/// The buttons that show other maps.
static MAPS: [(&dyn AnyAction, &str); 7] = [
    (&LabAction::Back, "Undo"),
    (&LabAction::Forward, "Redo"),
    (&LabAction::Sheet, "Sheet"),
    (&LabAction::Search, "Search"),
    (&LabAction::Keep, "Keep"),
    (&LabAction::ShowKept, "Kept"),
    (&LabAction::Compare, "Compare"),
];

/// The buttons for what is done with the map.
static THIS_MAP: [(&dyn AnyAction, &str); 9] = [
    (&CommonAction::Copy, "Copy code"),
    (&CommonAction::Paste, "Paste"),
    (&LabAction::Export, "Export"),
    (&LabAction::ExportAgain, "Export again"),
    (&LabAction::WalkMode, "Walk"),
    (&LabAction::Paint, "Paint"),
    (&LabAction::Fog, "Fog"),
    (&CommonAction::ZoomFit, "Show whole map"),
    (&CommonAction::Screenshot, "Picture of the window"),
];

fn spawn_buttons(
    panel: &mut ChildSpawnerCommands,
    font: &UiFont,
    buttons: &[(&dyn AnyAction, &str)],
) {
    panel.spawn(Node::wrapping_row(4.0)).with_children(|row| {
        for (action, label) in buttons {
            let is = |other: LabAction| *action == &other as &dyn AnyAction;
            let mut button = key_button(row, font, label, *action);
            if is(LabAction::WalkMode) {
                button.insert(LiveChoice::new(|tool: &LabTool| tool.walks()));
            } else if is(LabAction::Fog) {
                button.insert(LiveChoice::new(|tool: &LabTool| *tool == LabTool::Fog));
            } else if is(LabAction::Paint) {
                button.insert(LiveChoice::new(|tool: &LabTool| *tool == LabTool::Paint));
            }
        }
    });
}

fn spawn_size(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    panel.spawn(Node::wrapping_row(6.0)).with_children(|row| {
        row.spawn(font.text("Size", QUIET));
        map_field::spawn(row, font, MapField::Width, Some(5.0));
        row.spawn(font.text("x", QUIET));
        map_field::spawn(row, font, MapField::Height, Some(5.0));
    });
    panel
        .spawn(Node::row(6.0).align_centre())
        .with_children(|row| {
            row.spawn(font.text("Seed", QUIET));
            map_field::spawn(row, font, MapField::Seed, None);
        });
}

fn spawn_animation(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    panel.spawn(Node::wrapping_row(4.0)).with_children(|row| {
        for (action, label) in [
            (LabAction::Play, ""),
            (LabAction::StepBack, "Step back"),
            (LabAction::StepForward, "Step forward"),
            (LabAction::Slower, ""),
            (LabAction::Faster, ""),
        ] {
            let mut button = key_button(row, font, label, &action);
            if action == LabAction::Play {
                let label =
                    LiveText::<Animation>::new(|animation| animation.play_verb().to_owned());
                button.with_child((Label, label, font.text("", PLAIN)));
            }
        }
    });
    panel.spawn((LiveText::new(Animation::describe), font.text("", PLAIN)));
}

fn spawn_overlays(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    panel.spawn(Node::wrapping_row(4.0)).with_children(|row| {
        for &overlay in Overlay::ALL {
            let is_on = move |active: &ActiveOverlays| active.has(overlay);
            key_button(row, font, overlay.name(), &LabAction::Overlay(overlay))
                .insert(LiveChoice::new(is_on));
        }
        key_button(row, font, "Light", &LabAction::Light)
            .insert(LiveChoice::<Settings>::new(|settings| settings.lit));
    });
}

/// Shows or hides the new panel, as the last one was.
fn refresh_panel(mut shown: ResMut<PanelShown>) {
    shown.set_changed();
}

/// Returns the focus to the next screen.
fn release_focus(mut focus: ResMut<InputFocus>) {
    focus.clear();
}

/// Shows or hides the panel. Nobody sees it behind the sheet.
fn update_visibility(
    (shown, view): (Res<PanelShown>, Res<LabView>),
    mut panel: Single<&mut Node, With<Panel>>,
) {
    widget::set_displayed(&mut panel, shown.0 && *view != LabView::Sheet);
}

/// The map of a slider that still moves.
#[derive(Resource, Default)]
struct Held(Option<MapSpec>);

/// Makes the map of a slider the one that undo leads to once the button is let go, which may be all that a click on its
/// track tells.
fn let_go(
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    mut held: ResMut<Held>,
    mut requests: MessageWriter<Regenerate>,
) {
    if buttons.is_some_and(|buttons| buttons.just_released(MouseButton::Left))
        && let Some(spec) = held.0.take()
    {
        requests.write(Regenerate::Exactly(spec));
    }
}

/// Applies a moved slider: requests the map with the parameter's new value.
fn apply_slider(
    change: On<ValueChange<f32>>,
    sliders: Query<&parameters::ParameterSlider>,
    (dungeon, chosen): (Res<Dungeon>, Res<ChosenStage>),
    mut requests: MessageWriter<Regenerate>,
    mut field_error: ResMut<FieldError>,
    mut held: ResMut<Held>,
    mut commands: Commands,
) {
    if let Ok(parameters::ParameterSlider(index)) = sliders.get(change.source) {
        let spec = dungeon.spec();
        let stage = chosen.of(spec);
        let params = spec.stages()[stage].generator().info().params;
        if let Some(Kind::Int { min, max, .. }) = params.get(*index).map(|param| param.kind) {
            let value = entry::from_slider(min, max, change.value);
            let changed = entry::with_param(spec, (stage, *index), value);
            // Another key press may arrive before the next frame and has to continue from here. A
            // map that takes long can still be cancelled, so there the slider waits for the map.
            if changed.is_ok() && !takes_long(spec) {
                let position = SliderValue(entry::to_slider(min, max, value));
                let stride = SliderStep(entry::slider_step(min, max, value));
                commands.entity(change.source).insert((position, stride));
            }
            held.0 = changed.clone().ok().filter(|_| !change.is_final);
            let wanted = changed.map(|spec| match change.is_final {
                true => Some(Regenerate::Exactly(spec)),
                false => (spec != *dungeon.spec()).then_some(Regenerate::Passing(spec)),
            });
            field_error.send(wanted, &mut requests);
        }
    }
}
