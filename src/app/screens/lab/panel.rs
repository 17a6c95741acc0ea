//! The panel at the right edge: generators, size and seed, parameters, animation, overlays,
//! measures and what else keys do. Lays it out and keeps it up to date; what its parts do is
//! theirs.

mod generators;
mod parameters;

use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui_widgets::{SliderRange, SliderStep, SliderValue, ValueChange};
use bevy::window::RequestRedraw;

use super::action::LabAction;
use super::animation::Animation;
use super::film::Film;
use super::measure::{Measures, facts};
use super::overlay::{Overlay, OverlayShown};
use super::pan::Walking;
use crate::app::dungeon::{Dungeon, Regenerate, entry, is_large};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{ActionQueue, AnyAction, CommonAction, hand_out};
use crate::app::screen::{Screen, on};
use crate::app::ui::field::Complaint;
use crate::app::ui::map_field::{self, MapField, request};
use crate::app::ui::side::{scrolling, side};
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::{PLAIN, QUIET, Type, WRONG};
use crate::app::ui::widget::{self, Ask, heading, key_button, row, slider};
use crate::mapgen::Kind;

/// Whether the panel is shown.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug)]
pub struct PanelShown(pub bool);

impl Default for PanelShown {
    fn default() -> Self {
        Self(true)
    }
}

/// The panel's width, in logical pixels.
const WIDTH: f32 = 300.0;

/// Keeps [`PanelShown`]; needs no window.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PanelShown>()
        .add_systems(Update, toggle.in_set(Phase::Act));
}

/// Draws the panel.
pub(super) fn window_plugin(app: &mut App) {
    app.add_observer(slide)
        .add_systems(OnEnter(Screen::Lab), (spawn, open))
        .add_systems(OnExit(Screen::Lab), close)
        .add_systems(
            Update,
            (
                generators::browse.in_set(Phase::Input).before(hand_out),
                generators::enter.in_set(Phase::Act),
                (
                    show.run_if(resource_changed::<PanelShown>),
                    generators::rows.run_if(has_changed::<Dungeon>()),
                    generators::keep_in_sight,
                    parameters::show.run_if(has_changed::<Dungeon>()),
                    complain.run_if(has_changed::<Complaint>()),
                    scrub.run_if(has_changed::<Animation>()),
                    overlays.run_if(has_changed::<OverlayShown>()),
                    measures.run_if(has_changed::<Measures>()),
                    walking.run_if(has_changed::<Walking>()),
                    follow_up.run_if(
                        has_changed::<Dungeon>()
                            .or_eager(resource_changed::<Animation>)
                            .or_eager(resource_changed::<OverlayShown>)
                            .or_eager(resource_changed::<Measures>)
                            .or_eager(resource_changed::<Walking>),
                    ),
                )
                    .chain()
                    .run_if(on(Screen::Lab))
                    .in_set(Phase::Show),
            ),
        );
}

/// Whether the panel is still to show `T`, which has changed, or the panel is new.
fn has_changed<T: Resource>() -> impl SystemCondition<()> {
    resource_changed::<T>.or_eager(|panels: Query<(), Added<Panel>>| !panels.is_empty())
}

#[derive(Component)]
struct Panel;

#[derive(Component)]
struct ComplaintText;

/// The slider through the film, and the words below it.
#[derive(Component)]
struct Scrub;

#[derive(Component)]
struct ScrubText;

#[derive(Component)]
struct Legend;

/// The column of names or of values of the measures.
#[derive(Component)]
enum MeasureText {
    Names,
    Values,
}

fn toggle(mut actions: MessageReader<LabAction>, mut shown: ResMut<PanelShown>) {
    for action in actions.read() {
        match action {
            LabAction::Panel => shown.0 = !shown.0,
            LabAction::EnterPanel if !shown.0 => shown.0 = true,
            _ => {}
        }
    }
}

fn spawn(mut commands: Commands, (font, insets): (Res<Type>, Res<ViewInsets>)) {
    let width = Node {
        width: px(WIDTH),
        ..default()
    };
    let panel = commands.spawn((
        DespawnOnExit(Screen::Lab),
        Panel,
        TabGroup::new(0),
        side(&insets, width),
    ));
    scrolling(panel, 6.0, |panel| {
        generators::spawn(panel, &font);
        spawn_size(panel, &font);
        panel.spawn((
            parameters::Parameters,
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
                (&CommonAction::ZoomFit, "Fit"),
                (&CommonAction::Screenshot, "Picture"),
            ];
            for (action, word) in buttons {
                key_button(row, &font, word, action);
            }
        });
        // Last, since nothing can be done here.
        spawn_measures(panel, &font);
    });
}

fn spawn_size(panel: &mut ChildSpawnerCommands, font: &Type) {
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
    panel
        .spawn((ComplaintText, font.text("", WRONG)))
        .insert(TextLayout::default());
}

fn spawn_animation(panel: &mut ChildSpawnerCommands, font: &Type) {
    heading(panel, font, "Playback");
    panel.spawn(row(4.0)).with_children(|row| {
        for (action, word) in [
            (LabAction::Play, "Play"),
            (LabAction::StepBack, "Back"),
            (LabAction::StepForward, "On"),
            (LabAction::Slower, ""),
            (LabAction::Faster, ""),
        ] {
            key_button(row, font, word, &action);
        }
    });
    panel
        .spawn(row(0.0))
        .with_child((Scrub, slider(0.0, 1.0, 1.0, 1.0)));
    panel.spawn((ScrubText, font.text("", PLAIN)));
}

fn spawn_overlays(panel: &mut ChildSpawnerCommands, font: &Type) {
    heading(panel, font, "Overlay");
    panel.spawn(row(4.0)).with_children(|row| {
        for overlay in Overlay::ALL {
            key_button(row, font, overlay.name(), &LabAction::Overlay(overlay));
        }
    });
    panel.spawn((
        Legend,
        Node {
            flex_direction: FlexDirection::Column,
            ..default()
        },
    ));
}

fn spawn_measures(panel: &mut ChildSpawnerCommands, font: &Type) {
    heading(panel, font, "Metrics");
    panel.spawn(row(14.0)).with_children(|row| {
        row.spawn((MeasureText::Names, font.text("", QUIET)));
        row.spawn((MeasureText::Values, font.text("", PLAIN)));
    });
}

/// Shows the panel as it was left.
fn open(mut shown: ResMut<PanelShown>) {
    shown.set_changed();
}

/// Leaves the window to another screen.
fn close((mut insets, mut focus): (ResMut<ViewInsets>, ResMut<InputFocus>)) {
    insets.right = 0.0;
    focus.clear();
}

/// Shows or hides the panel, and tells the camera.
fn show(
    shown: Res<PanelShown>,
    mut insets: ResMut<ViewInsets>,
    mut panels: Query<&mut Node, With<Panel>>,
    mut focus: ResMut<InputFocus>,
) {
    let right = if shown.0 { WIDTH } else { 0.0 };
    insets.set_if_neq(ViewInsets { right, ..*insets });
    for mut node in &mut panels {
        widget::show(&mut node, shown.0);
    }
    if !shown.0 && focus.get().is_some() {
        focus.clear();
    }
}

fn chosen(yes: bool) -> ButtonVariant {
    if yes {
        ButtonVariant::Primary
    } else {
        ButtonVariant::Normal
    }
}

/// A slider that is moved asks for the map with its value, or goes through the film.
fn slide(
    change: On<ValueChange<f32>>,
    sliders: Query<&parameters::Slides>,
    scrubs: Query<(), With<Scrub>>,
    dungeon: Res<Dungeon>,
    mut requests: MessageWriter<Regenerate>,
    mut complaint: ResMut<Complaint>,
    (mut animation, mut queue): (ResMut<Animation>, ResMut<ActionQueue>),
    mut commands: Commands,
) {
    if let Ok(parameters::Slides(index)) = sliders.get(change.source) {
        let spec = dungeon.spec();
        let params = spec.generator().info().params;
        if let Some(Kind::Int { min, max, .. }) = params.get(*index).map(|param| param.kind) {
            let value = entry::from_slider(min, max, change.value);
            let wanted = entry::with_param(spec, *index, value);
            // The next key may come before the next frame, and is to go on from here. A large map
            // may be given up: there the slider waits for it.
            if wanted.is_ok() && !is_large(spec.size()) {
                let place = SliderValue(entry::to_slider(min, max, value));
                let stride = SliderStep(entry::slider_step(min, max, value));
                commands.entity(change.source).insert((place, stride));
            }
            let wanted = wanted.map(|spec| request(spec, &dungeon));
            complaint.ask(wanted, &mut requests);
        }
    } else if scrubs.contains(change.source) {
        if animation.film().is_some() {
            animation.seek(change.value.round().max(0.0) as usize);
        } else {
            // Without a film the first touch begins one, at its end.
            queue.push(&LabAction::StepBack);
        }
    }
}

fn complain(
    complaint: Res<Complaint>,
    mut texts: Query<(&mut Text, &mut Node), With<ComplaintText>>,
) {
    for (mut text, mut node) in &mut texts {
        text.0.clone_from(&complaint.0);
        widget::show(&mut node, !complaint.0.is_empty());
    }
}

/// Shows where in the film the animation is.
fn scrub(
    animation: Res<Animation>,
    sliders: Query<Entity, With<Scrub>>,
    mut texts: Query<&mut Text, With<ScrubText>>,
    mut commands: Commands,
) {
    let (at, length) = animation
        .film()
        .map_or((1, 1), |film| (film.at(), film.len()));
    for slider in &sliders {
        let range = SliderRange::new(0.0, length.max(1) as f32);
        commands
            .entity(slider)
            .insert((range, SliderValue(at as f32)));
    }
    let place = animation.film().map(|film: &Film| {
        let moves = if animation.is_playing() {
            ""
        } else {
            ", paused"
        };
        format!("Step {at} of {}, {}{moves}", film.len(), animation.speed())
    });
    for mut text in &mut texts {
        text.0 = place
            .clone()
            .unwrap_or_else(|| format!("Whole map, speed {}", animation.speed()));
    }
}

fn overlays(
    (shown, font): (Res<OverlayShown>, Res<Type>),
    mut buttons: Query<(&Ask, &mut ButtonVariant)>,
    legends: Query<Entity, With<Legend>>,
    mut commands: Commands,
) {
    for (ask, mut variant) in &mut buttons {
        for overlay in Overlay::ALL
            .into_iter()
            .filter(|one| ask.is(&LabAction::Overlay(*one)))
        {
            variant.set_if_neq(chosen(shown.0 == Some(overlay)));
        }
    }
    for legend in &legends {
        let mut legend = commands.entity(legend);
        legend.despawn_children();
        let Some(overlay) = shown.0 else { continue };
        legend.with_children(|lines| {
            for ([r, g, b, _], meaning) in overlay.legend() {
                lines.spawn(row(7.0)).with_children(|line| {
                    line.spawn((
                        Node {
                            width: px(11),
                            height: px(11),
                            border_radius: BorderRadius::all(px(2)),
                            ..default()
                        },
                        BackgroundColor(Color::srgb_u8(r, g, b)),
                    ));
                    line.spawn(font.text(meaning, PLAIN));
                });
            }
        });
    }
}

fn measures(measures: Res<Measures>, mut texts: Query<(&MeasureText, &mut Text)>) {
    let lines = measures
        .0
        .as_ref()
        .map_or_else(|| vec![("...", String::new())], facts);
    for (column, mut text) in &mut texts {
        let words: Vec<&str> = lines
            .iter()
            .map(|(name, value)| match column {
                MeasureText::Names => *name,
                MeasureText::Values => value.as_str(),
            })
            .collect();
        text.0 = words.join("\n");
    }
}

fn walking(walking: Res<Walking>, mut buttons: Query<(&Ask, &mut ButtonVariant)>) {
    for (ask, mut variant) in &mut buttons {
        if ask.is(&LabAction::WalkMode) {
            variant.set_if_neq(chosen(walking.0));
        }
    }
}

/// Widgets take on their looks at the beginning of the next frame, which has to come for that.
fn follow_up(shown: Res<PanelShown>, mut redraw: MessageWriter<RequestRedraw>) {
    if shown.0 {
        redraw.write(RequestRedraw);
    }
}
