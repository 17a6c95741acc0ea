//! The panel at the right edge: generators, size and seed, parameters, animation, overlays,
//! measures and what else keys do. Lays it out and keeps it up to date; what its parts do is
//! theirs.

use bevy::feathers::controls::ButtonVariant;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui_widgets::{
    ScrollArea, ScrollIntoView, SliderRange, SliderStep, SliderValue, ValueChange,
};
use bevy::window::RequestRedraw;

use super::action::LabAction;
use super::animation::Animation;
use super::button::Does;
use super::film::Film;
use super::measure::{Measures, facts};
use super::overlay::{Overlay, OverlayShown};
use super::pan::Walking;
use crate::app::dungeon::{Dungeon, Regenerate, entry, is_large};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{ActionQueue, AnyAction, CommonAction, Layer, Layers, hand_out};
use crate::app::screen::{Screen, on};
use crate::app::ui::field::Complaint;
use crate::app::ui::map_field::{self, MapField, request};
use crate::app::ui::theme::{LINE, PANEL, PLAIN, QUIET, Type, WRONG};
use crate::app::ui::widget::{self, Ask, heading, key_button, row, scrollbar, slider, word_button};
use crate::mapgen::{ALL, Kind, ParamSpec};

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

/// Height of a row of the list of generators, in logical pixels, and how many are seen at once:
/// whole ones, none cut off.
const ROW: f32 = 17.0;
const ROWS: f32 = 7.0;

/// Keeps [`PanelShown`]; needs no window.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PanelShown>()
        .add_systems(Update, toggle.in_set(Phase::Act));
}

/// Draws the panel.
pub(super) fn window_plugin(app: &mut App) {
    app.add_observer(slide)
        .add_systems(Startup, spawn)
        .add_systems(OnEnter(Screen::Lab), open)
        .add_systems(OnExit(Screen::Lab), close)
        .add_systems(
            Update,
            (
                browse.in_set(Phase::Input).before(hand_out),
                enter.in_set(Phase::Act),
                (
                    show.run_if(
                        resource_changed::<PanelShown>.or_eager(resource_changed::<ViewInsets>),
                    )
                    .run_if(on(Screen::Lab)),
                    rows.run_if(resource_changed::<Dungeon>),
                    keep_in_sight,
                    parameters.run_if(resource_changed::<Dungeon>),
                    complain.run_if(resource_changed::<Complaint>),
                    scrub.run_if(resource_changed::<Animation>),
                    overlays.run_if(resource_changed::<OverlayShown>),
                    measures.run_if(resource_changed::<Measures>),
                    walking.run_if(resource_changed::<Walking>),
                    follow_up.run_if(
                        resource_changed::<Dungeon>
                            .or_eager(resource_changed::<Animation>)
                            .or_eager(resource_changed::<OverlayShown>)
                            .or_eager(resource_changed::<Measures>)
                            .or_eager(resource_changed::<Walking>),
                    ),
                )
                    .chain()
                    .in_set(Phase::Show),
            ),
        );
}

#[derive(Component)]
struct Panel;

/// What the shown generator says of itself.
#[derive(Component)]
struct Description;

/// Holds a part for each parameter.
#[derive(Component)]
struct Parameters;

/// The slider of this parameter.
#[derive(Component, Clone, Copy)]
struct Slides(usize);

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

/// Gives the keys to the list of generators.
fn enter(
    mut actions: MessageReader<LabAction>,
    chosen: Query<(Entity, &Does, &TabIndex)>,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
) {
    for _ in actions
        .read()
        .filter(|action| **action == LabAction::EnterPanel)
    {
        let row = chosen
            .iter()
            .find(|(_, does, index)| matches!(does, Does::Generator(_)) && index.0 == 0);
        if let Some((row, ..)) = row {
            focus.set(row, FocusCause::Navigated);
            visible.0 = true;
        }
    }
}

/// Up and down go through the list of generators while it has the keys.
fn browse(
    mut events: MessageReader<KeyboardInput>,
    (layers, focus): (Res<Layers>, Res<InputFocus>),
    rows: Query<&Does>,
    mut queue: ResMut<ActionQueue>,
) {
    let row = focus.get().and_then(|entity| rows.get(entity).ok());
    let on_list = layers.keys() == Some(Layer::Control) && matches!(row, Some(Does::Generator(_)));
    for event in events.read() {
        if event.state != ButtonState::Pressed || !on_list {
            continue;
        }
        match event.logical_key {
            Key::ArrowDown => queue.push(&LabAction::NextGenerator),
            Key::ArrowUp => queue.push(&LabAction::PreviousGenerator),
            _ => {}
        }
    }
}

fn spawn(mut commands: Commands, font: Res<Type>) {
    let frame = Node {
        position_type: PositionType::Absolute,
        right: px(0),
        top: px(0),
        width: px(WIDTH),
        border: UiRect::left(px(1)),
        // The Lab shows it when it is entered.
        display: Display::None,
        ..default()
    };
    let column = Node {
        flex_direction: FlexDirection::Column,
        flex_grow: 1.0,
        min_width: px(0),
        row_gap: px(4),
        padding: UiRect::axes(px(12), px(6)),
        overflow: Overflow::scroll_y(),
        ..default()
    };
    let ground = (BackgroundColor(PANEL), BorderColor::all(LINE));
    let panel = (Panel, TabGroup::new(0), Interaction::default());
    commands
        .spawn((panel, frame, ground))
        .with_children(|frame| {
            let mut column = frame.spawn((ScrollArea, column));
            let target = column.id();
            column.with_children(|panel| {
                spawn_generators(panel, &font);
                spawn_size(panel, &font);
                panel.spawn((
                    Parameters,
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
            scrollbar(frame, target);
        });
}

fn spawn_generators(panel: &mut ChildSpawnerCommands, font: &Type) {
    heading(panel, font, "Generator");
    let frame = Node {
        max_height: px(ROW * ROWS + 2.0),
        flex_shrink: 0.0,
        border: UiRect::all(px(1)),
        ..default()
    };
    let list = Node {
        flex_direction: FlexDirection::Column,
        flex_grow: 1.0,
        overflow: Overflow::scroll_y(),
        padding: UiRect::horizontal(px(3)),
        ..default()
    };
    panel
        .spawn((frame, BorderColor::all(LINE)))
        .with_children(|frame| {
            let mut list = frame.spawn((ScrollArea, list));
            let target = list.id();
            list.with_children(|list| {
                for generator in ALL {
                    let name = generator.info().name;
                    let does = Does::Generator(name);
                    let row = word_button(list, font, name, does, ButtonVariant::Plain);
                    list.commands().entity(row).insert(TabIndex(-1));
                    list.commands()
                        .entity(row)
                        .entry::<Node>()
                        .and_modify(|mut node| {
                            node.justify_content = JustifyContent::Start;
                            node.flex_shrink = 0.0;
                            node.height = px(ROW);
                            node.padding = UiRect::axes(px(6), px(0));
                        });
                }
            });
            scrollbar(frame, target);
        });
    panel.spawn((Description, font.hint("")));
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
fn close(
    mut insets: ResMut<ViewInsets>,
    mut panels: Query<&mut Node, With<Panel>>,
    mut focus: ResMut<InputFocus>,
) {
    insets.right = 0.0;
    for mut node in &mut panels {
        node.display = Display::None;
    }
    focus.clear();
}

/// Shows or hides the panel, over the bar, and tells the camera.
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
        node.bottom = px(insets.bottom);
    }
    if !shown.0 && focus.get().is_some() {
        focus.clear();
    }
}

/// Marks the shown generator in the list, and brings it into sight.
fn rows(
    dungeon: Res<Dungeon>,
    mut buttons: Query<(Entity, &Does, &mut ButtonVariant, &mut TabIndex)>,
    mut descriptions: Query<&mut Text, With<Description>>,
    mut focus: ResMut<InputFocus>,
    mut commands: Commands,
) {
    let info = dungeon.spec().generator().info();
    let on_list = focus
        .get()
        .and_then(|entity| buttons.get(entity).ok())
        .is_some_and(|(_, does, ..)| matches!(does, Does::Generator(_)));
    for (entity, does, mut variant, mut index) in &mut buttons {
        let Does::Generator(name) = *does else {
            continue;
        };
        let chosen = name == info.name;
        let (look, place) = if chosen {
            (ButtonVariant::Primary, 0)
        } else {
            (ButtonVariant::Plain, -1)
        };
        // A button that stays as it is costs a new map nothing.
        if variant.set_if_neq(look) {
            index.0 = place;
        } else {
            continue;
        }
        if chosen {
            if on_list && focus.get() != Some(entity) {
                focus.set(entity, FocusCause::Navigated);
            }
            commands.trigger(ScrollIntoView { entity });
        }
    }
    for mut text in &mut descriptions {
        if text.0 != info.description {
            info.description.clone_into(&mut text.0);
        }
    }
}

/// Brings the shown generator into sight once its place is known, at start and whenever the list is
/// laid out anew.
fn keep_in_sight(
    laid_out: Query<(Entity, &Does, &ButtonVariant), Changed<ComputedNode>>,
    mut commands: Commands,
) {
    for (entity, does, variant) in &laid_out {
        if matches!(does, Does::Generator(_)) && *variant == ButtonVariant::Primary {
            commands.trigger(ScrollIntoView { entity });
        }
    }
}

/// Lays out the parameters of another generator, or shows the values of the same.
fn parameters(
    (dungeon, font): (Res<Dungeon>, Res<Type>),
    holders: Query<Entity, With<Parameters>>,
    sliders: Query<(Entity, &Slides, &SliderValue)>,
    mut choices: Query<(&Does, &mut ButtonVariant)>,
    mut focus: ResMut<InputFocus>,
    mut laid_out: Local<&'static str>,
    mut commands: Commands,
) {
    let spec = dungeon.spec();
    let info = spec.generator().info();
    if std::mem::replace(&mut *laid_out, info.name) != info.name {
        let had_focus = focus.get().is_some_and(|entity| {
            sliders.contains(entity)
                || matches!(choices.get(entity), Ok((Does::Set(..) | Does::Reset, _)))
        });
        if had_focus {
            focus.clear();
        }
        for holder in &holders {
            commands.entity(holder).despawn_children();
            commands.entity(holder).with_children(|parts| {
                spawn_parameters(parts, &font, info.params, |index| {
                    spec.params().value(index)
                });
            });
        }
        return;
    }
    for (entity, slides, shown) in &sliders {
        let value = spec.params().value(slides.0);
        let Kind::Int { min, max, .. } = info.params[slides.0].kind else {
            continue;
        };
        let place = SliderValue(entry::slide(min, max, value));
        if *shown != place {
            let stride = SliderStep(entry::stride(min, max, value));
            commands.entity(entity).insert((place, stride));
        }
    }
    for (does, mut variant) in &mut choices {
        if let Does::Set(index, value) = *does {
            variant.set_if_neq(chosen(spec.params().value(index) == value));
        }
    }
}

fn chosen(yes: bool) -> ButtonVariant {
    if yes {
        ButtonVariant::Primary
    } else {
        ButtonVariant::Normal
    }
}

fn spawn_parameters(
    parts: &mut ChildSpawnerCommands,
    font: &Type,
    params: &[ParamSpec],
    value: impl Fn(usize) -> i32,
) {
    if params.is_empty() {
        return;
    }
    parts
        .spawn(Node {
            justify_content: JustifyContent::SpaceBetween,
            margin: UiRect::top(px(7)),
            ..default()
        })
        .with_children(|head| {
            head.spawn(font.text("Parameters", QUIET));
            word_button(head, font, "Reset", Does::Reset, ButtonVariant::Plain);
        });
    for (index, param) in params.iter().enumerate() {
        let here = value(index);
        match param.kind {
            Kind::Int { min, max, .. } => {
                parts
                    .spawn(Node {
                        justify_content: JustifyContent::SpaceBetween,
                        flex_wrap: FlexWrap::NoWrap,
                        ..row(6.0)
                    })
                    .with_children(|line| {
                        line.spawn(font.text(param.name, PLAIN));
                        map_field::spawn(line, font, MapField::Param(index), Some(7.0));
                    });
                let (from, to) = (entry::slide(min, max, min), entry::slide(min, max, max));
                let stride = entry::stride(min, max, here);
                parts.spawn(row(0.0)).with_child((
                    Slides(index),
                    slider(from, to, entry::slide(min, max, here), stride),
                ));
            }
            Kind::Choice { options, .. } => {
                parts.spawn(font.text(param.name, PLAIN));
                parts.spawn(row(4.0)).with_children(|line| {
                    for (option, word) in options.iter().enumerate() {
                        let does = Does::Set(index, option as i32);
                        word_button(line, font, word, does, chosen(here == option as i32));
                    }
                });
            }
        }
        parts.spawn(font.hint(param.meaning));
    }
}

/// A slider that is moved asks for the map with its value, or goes through the film.
fn slide(
    change: On<ValueChange<f32>>,
    sliders: Query<&Slides>,
    scrubs: Query<(), With<Scrub>>,
    dungeon: Res<Dungeon>,
    mut requests: MessageWriter<Regenerate>,
    mut complaint: ResMut<Complaint>,
    (mut animation, mut queue): (ResMut<Animation>, ResMut<ActionQueue>),
    mut commands: Commands,
) {
    if let Ok(Slides(index)) = sliders.get(change.source) {
        let spec = dungeon.spec();
        let params = spec.generator().info().params;
        if let Some(Kind::Int { min, max, .. }) = params.get(*index).map(|param| param.kind) {
            let value = entry::value_at(min, max, change.value);
            let wanted = entry::param(spec, *index, value);
            // The next key may come before the next frame, and is to go on from here. A large map
            // may be given up: there the slider waits for it.
            if wanted.is_ok() && !is_large(spec.size()) {
                let place = SliderValue(entry::slide(min, max, value));
                let stride = SliderStep(entry::stride(min, max, value));
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
