//! The HUD of every screen: the bar with status and key hints along the lower edge, notices, and the key
//! list. Screens set its contents through [`Bar`]. Every hint is also a button for its action.

mod help;
mod notice;

use bevy::prelude::*;

use super::lesson;
use super::theme::{HOVER, KEY, LINE, PANEL, PLAIN, QUIET, UiFont};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{
    ActionQueue, AnyAction, CurrentNames, Keymap, Layer, Layers, Names, PadUsed, dispatch_actions,
};

pub(in crate::app) use notice::NoticeBox;

/// A hint: the actions whose keys it shows, and a label for all of them.
pub type Hint = (&'static [&'static dyn AnyAction], &'static str);

/// The contents of the bar along the lower edge. Each screen sets it on entering, and the facts whenever
/// they change.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Bar {
    /// The status: labels, which may be empty, and values.
    pub facts: Vec<(&'static str, String)>,
    /// Actions that are possible at the player's position, each with its label there.
    pub here: Vec<(&'static dyn AnyAction, String)>,
    /// Key hints of the screen.
    pub hints: &'static [Hint],
    /// Mouse controls for the key list: a click or gesture, and what it does.
    pub mouse: &'static [(&'static str, &'static str)],
    /// Lines above the key list that explain the screen.
    pub about: &'static [&'static str],
}

/// Adds the bar, notices, lessons and the key list.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((lesson::plugin, notice::plugin, help::plugin))
        .init_resource::<UiFont>()
        .add_systems(Startup, spawn_bar)
        .add_systems(
            Update,
            (
                press_hints.in_set(Phase::Input).before(dispatch_actions),
                (
                    update_facts.run_if(resource_changed::<Bar>),
                    (update_here, update_hints).run_if(
                        resource_changed::<Bar>
                            .or_eager(resource_changed::<Keymap>)
                            .or_eager(resource_changed::<PadUsed>)
                            .or_eager(resource_changed::<Layers>),
                    ),
                    highlight_hints,
                )
                    // After every screen has set its bar.
                    .after(Phase::Show),
            ),
        )
        .add_systems(PostUpdate, update_inset.after(bevy::ui::UiSystems::Layout));
}

#[derive(Component)]
struct BarBox;

#[derive(Component)]
struct FactsBox;

/// The label or the value of the fact with this index.
#[derive(Component, Clone, Copy)]
enum FactText {
    Label(usize),
    Value(usize),
}

#[derive(Component)]
struct HereBox;

#[derive(Component)]
struct HintsBox;

/// A button that sends an action.
#[derive(Component)]
struct HintButton(&'static dyn AnyAction);

fn spawn_bar(mut commands: Commands, font: Res<UiFont>) {
    commands
        .spawn((
            BarBox,
            Node {
                position_type: PositionType::Absolute,
                left: px(0),
                right: px(0),
                bottom: px(0),
                padding: UiRect::axes(px(10), px(4)),
                border: UiRect::top(px(1)),
                flex_wrap: FlexWrap::Wrap,
                justify_content: JustifyContent::SpaceBetween,
                column_gap: px(16),
                ..default()
            },
            BackgroundColor(PANEL),
            BorderColor::all(LINE),
        ))
        .with_children(|bar| {
            lesson::spawn_strip(bar, &font);
            let part = |column_gap| Node {
                column_gap,
                align_items: AlignItems::Center,
                flex_wrap: FlexWrap::Wrap,
                ..default()
            };
            bar.spawn(part(px(14))).with_children(|left| {
                left.spawn((FactsBox, part(px(14))));
                left.spawn((HereBox, part(px(6))));
            });
            bar.spawn((HintsBox, part(px(6))));
        });
}

/// Spawns a button for each of `actions`, named by its key. The last one also has the label.
pub(super) fn spawn_hint(
    hints: &mut ChildSpawnerCommands,
    font: &UiFont,
    names: Names,
    actions: &[&'static dyn AnyAction],
    (label, colour): (&str, Color),
) {
    hints
        .spawn(Node {
            padding: UiRect::right(px(4)),
            ..default()
        })
        .with_children(|group| {
            for (index, action) in actions.iter().enumerate() {
                let button = Node {
                    padding: UiRect::axes(px(4), px(1)),
                    column_gap: px(5),
                    ..default()
                };
                group
                    .spawn((Button, HintButton(*action), button, BackgroundColor(PANEL)))
                    .with_children(|button| {
                        button.spawn(font.text(&names.of(*action), KEY));
                        if index + 1 == actions.len() {
                            button.spawn(font.text(label, colour));
                        }
                    });
            }
        });
}

/// Sends the actions of pressed hints.
fn press_hints(
    buttons: Query<(&Interaction, &HintButton), Changed<Interaction>>,
    mut queue: ResMut<ActionQueue>,
) {
    for (interaction, hint) in &buttons {
        if *interaction == Interaction::Pressed {
            queue.push(hint.0);
        }
    }
}

fn highlight_hints(
    mut buttons: Query<
        (&Interaction, &mut BackgroundColor),
        (With<HintButton>, Changed<Interaction>),
    >,
) {
    for (interaction, mut colour) in &mut buttons {
        colour.0 = if *interaction == Interaction::None {
            PANEL
        } else {
            HOVER
        };
    }
}

/// Updates the facts. Reuses their entities while their number stays the same.
fn update_facts(
    (bar, font): (Res<Bar>, Res<UiFont>),
    mut texts: Query<(&FactText, &mut Text)>,
    facts_box: Single<(Entity, Option<&Children>), With<FactsBox>>,
    mut commands: Commands,
) {
    let (facts_box, pairs) = *facts_box;
    if pairs.map_or(0, |pairs| pairs.len()) != bar.facts.len() {
        let mut facts_box = commands.entity(facts_box);
        facts_box.despawn_children().with_children(|facts| {
            for (index, (label, value)) in bar.facts.iter().enumerate() {
                let pair = Node {
                    column_gap: px(6),
                    ..default()
                };
                facts.spawn(pair).with_children(|pair| {
                    pair.spawn((FactText::Label(index), font.text(label, QUIET)));
                    pair.spawn((FactText::Value(index), font.text(value, PLAIN)));
                });
            }
        });
    }
    for (fact, mut text) in &mut texts {
        let new = match *fact {
            FactText::Label(index) => bar.facts.get(index).map(|(label, _)| *label),
            FactText::Value(index) => bar.facts.get(index).map(|(_, value)| value.as_str()),
        };
        if let Some(new) = new.filter(|new| *new != text.0) {
            text.0 = new.to_owned();
        }
    }
}

/// Respawns the actions possible here if they or their keys have changed.
fn update_here(
    (bar, font, names): (Res<Bar>, Res<UiFont>, CurrentNames),
    here_box: Single<Entity, With<HereBox>>,
    mut shown: Local<Vec<(&'static dyn AnyAction, String)>>,
    mut commands: Commands,
) {
    if *shown == bar.here && !names.are_changed() {
        return;
    }
    shown.clone_from(&bar.here);
    let mut here_box = commands.entity(*here_box);
    here_box.despawn_children().with_children(|here| {
        for (action, label) in &bar.here {
            spawn_hint(here, &font, names.get(), &[*action], (label, PLAIN));
        }
    });
}

/// The keys of a text field, shown instead of the hints while one has the focus.
const FIELD_KEYS: [(&str, &str); 2] = [("Enter", "accept"), ("Esc", "cancel")];

/// Respawns the hints if the screen or their keys have changed, or a text field got or lost the focus.
fn update_hints(
    (bar, font, names): (Res<Bar>, Res<UiFont>, CurrentNames),
    layers: Res<Layers>,
    mut bar_box: Single<(&ComputedNode, &mut Node), With<BarBox>>,
    hints_box: Single<Entity, With<HintsBox>>,
    mut shown: Local<(&'static [Hint], bool)>,
    mut commands: Commands,
) {
    let is_typing = layers.is_open(Layer::Text);
    let (hints, was_typing) = *shown;
    if std::ptr::eq(hints, bar.hints) && is_typing == was_typing && !names.are_changed() {
        return;
    }
    *shown = (bar.hints, is_typing);
    let (computed, node) = &mut *bar_box;
    // A bar that became lower would move the map.
    node.min_height = match is_typing {
        true => px(computed.size().y * computed.inverse_scale_factor()),
        false => auto(),
    };
    let mut hints_box = commands.entity(*hints_box);
    hints_box.despawn_children().with_children(|hints| {
        if is_typing {
            for (key, label) in FIELD_KEYS {
                let pair = Node {
                    padding: UiRect::axes(px(4), px(1)),
                    column_gap: px(5),
                    ..default()
                };
                hints.spawn((
                    pair,
                    children![font.text(key, KEY), font.text(label, QUIET)],
                ));
            }
            return;
        }
        for (actions, label) in bar.hints {
            spawn_hint(hints, &font, names.get(), actions, (label, QUIET));
        }
    });
}

/// Reserves the bar's height, so that the map view ends above it.
fn update_inset(
    bars: Query<&ComputedNode, (With<BarBox>, Changed<ComputedNode>)>,
    mut insets: ResMut<ViewInsets>,
) {
    for bar in &bars {
        let bottom = bar.size().y * bar.inverse_scale_factor();
        insets.set_if_neq(ViewInsets { bottom, ..*insets });
    }
}
