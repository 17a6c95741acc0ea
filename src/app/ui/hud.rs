//! The quiet frame of every screen: facts, what the keys do, notices, and the list of all keys.
//! Every hint is a button that does what its key does. What is told and offered is the screen's
//! to say, by [`Bar`].

mod help;
mod notice;

use bevy::prelude::*;

use super::lesson;
use super::theme::{HOVER, KEY, LINE, PANEL, PLAIN, QUIET, Type};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{
    ActionQueue, AnyAction, Keymap, Layers, Names, NamesNow, PadUsed, hand_out,
};

/// Shows the frame.
pub struct HudPlugin;

/// A hint: the actions whose keys it shows, and one word for them.
pub type Hint = (&'static [&'static dyn AnyAction], &'static str);

/// What the bar along the lower edge tells and offers. Each screen sets it as it is entered, and
/// the facts whenever they change.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Bar {
    /// Facts: a word, which may be empty, and what it is about.
    pub facts: Vec<(&'static str, String)>,
    /// What can be done here and now: an action, and what it does here.
    pub here: Vec<(&'static dyn AnyAction, String)>,
    /// What the keys do.
    pub hints: &'static [Hint],
    /// What the mouse does, for the list of keys.
    pub mouse: &'static [(&'static str, &'static str)],
    /// What the screen is about, a line each, before the list of keys.
    pub about: &'static [&'static str],
}

impl Plugin for HudPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((lesson::plugin, notice::plugin, help::plugin))
            .init_resource::<Type>()
            .add_systems(Startup, spawn)
            .add_systems(
                Update,
                (
                    press.in_set(Phase::Input).before(hand_out),
                    (
                        status.run_if(resource_changed::<Bar>),
                        (here, hints).run_if(
                            resource_changed::<Bar>
                                .or_eager(resource_changed::<Keymap>)
                                .or_eager(resource_changed::<PadUsed>)
                                .or_eager(resource_changed::<Layers>),
                        ),
                        highlight,
                    )
                        // When every screen has set its bar.
                        .after(Phase::Show),
                ),
            )
            .add_systems(PostUpdate, inset.after(bevy::ui::UiSystems::Layout));
    }
}

#[derive(Component)]
struct BarBox;

/// Holds the facts.
#[derive(Component)]
struct FactsBox;

/// The words and the value of a fact, by its place.
#[derive(Component, Clone, Copy)]
enum FactText {
    Name(usize),
    Value(usize),
}

/// Holds what can be done here.
#[derive(Component)]
struct HereBox;

/// Holds the hints.
#[derive(Component)]
struct HintsBox;

/// A button that asks for an action.
#[derive(Component)]
struct Asks(&'static dyn AnyAction);

fn spawn(mut commands: Commands, font: Res<Type>) {
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
            lesson::spawn(bar, &font);
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

/// Buttons for the keys of `actions`, with one word behind them, which belongs to the last.
pub(super) fn spawn_hint(
    hints: &mut ChildSpawnerCommands,
    font: &Type,
    names: Names,
    actions: &[&'static dyn AnyAction],
    (word, colour): (&str, Color),
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
                    .spawn((Button, Asks(*action), button, BackgroundColor(PANEL)))
                    .with_children(|button| {
                        button.spawn(font.text(&names.of(*action), KEY));
                        if index + 1 == actions.len() {
                            button.spawn(font.text(word, colour));
                        }
                    });
            }
        });
}

/// A pressed button asks for its action.
fn press(
    buttons: Query<(&Interaction, &Asks), Changed<Interaction>>,
    mut queue: ResMut<ActionQueue>,
) {
    for (interaction, asks) in &buttons {
        if *interaction == Interaction::Pressed {
            queue.push(asks.0);
        }
    }
}

fn highlight(
    mut buttons: Query<(&Interaction, &mut BackgroundColor), (With<Asks>, Changed<Interaction>)>,
) {
    for (interaction, mut colour) in &mut buttons {
        colour.0 = if *interaction == Interaction::None {
            PANEL
        } else {
            HOVER
        };
    }
}

/// Tells the facts, in the texts that there are as long as their number stays the same.
fn status(
    (bar, font): (Res<Bar>, Res<Type>),
    mut texts: Query<(&FactText, &mut Text)>,
    boxes: Query<(Entity, Option<&Children>), With<FactsBox>>,
    mut commands: Commands,
) {
    for (facts, pairs) in &boxes {
        if pairs.map_or(0, |pairs| pairs.len()) == bar.facts.len() {
            continue;
        }
        let mut facts = commands.entity(facts);
        facts.despawn_children();
        facts.with_children(|facts| {
            for (index, (name, value)) in bar.facts.iter().enumerate() {
                facts
                    .spawn(Node {
                        column_gap: px(6),
                        ..default()
                    })
                    .with_children(|pair| {
                        pair.spawn((FactText::Name(index), font.text(name, QUIET)));
                        pair.spawn((FactText::Value(index), font.text(value, PLAIN)));
                    });
            }
        });
    }
    for (fact, mut text) in &mut texts {
        let told = match *fact {
            FactText::Name(index) => bar.facts.get(index).map(|(name, _)| *name),
            FactText::Value(index) => bar.facts.get(index).map(|(_, value)| value.as_str()),
        };
        if let Some(told) = told.filter(|told| *told != text.0) {
            text.0 = told.to_owned();
        }
    }
}

/// Shows what can be done here, where it is something else than before.
fn here(
    (bar, font, names): (Res<Bar>, Res<Type>, NamesNow),
    boxes: Query<Entity, With<HereBox>>,
    mut shown: Local<Vec<(&'static dyn AnyAction, String)>>,
    mut commands: Commands,
) {
    if *shown == bar.here && !names.are_changed() {
        return;
    }
    shown.clone_from(&bar.here);
    for here in &boxes {
        let mut here = commands.entity(here);
        here.despawn_children();
        here.with_children(|here| {
            for (action, word) in &bar.here {
                spawn_hint(here, &font, names.get(), &[*action], (word, PLAIN));
            }
        });
    }
}

/// Shows the hints of another screen, or other keys.
fn hints(
    (bar, font, names): (Res<Bar>, Res<Type>, NamesNow),
    boxes: Query<Entity, With<HintsBox>>,
    mut shown: Local<&'static [Hint]>,
    mut commands: Commands,
) {
    if std::ptr::eq(*shown, bar.hints) && !names.are_changed() {
        return;
    }
    *shown = bar.hints;
    for hints in &boxes {
        let mut hints = commands.entity(hints);
        hints.despawn_children();
        hints.with_children(|hints| {
            for (actions, word) in bar.hints {
                spawn_hint(hints, &font, names.get(), actions, (word, QUIET));
            }
        });
    }
}

/// Tells the camera how much of the window the bar covers.
fn inset(
    bars: Query<&ComputedNode, (With<BarBox>, Changed<ComputedNode>)>,
    mut insets: ResMut<ViewInsets>,
) {
    for bar in &bars {
        let bottom = bar.size().y * bar.inverse_scale_factor();
        insets.set_if_neq(ViewInsets { bottom, ..*insets });
    }
}
