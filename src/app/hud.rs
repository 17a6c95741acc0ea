//! The quiet frame around the map: what is shown, what the keys do, notices, and the list of all
//! keys. Every hint is a button that does what its key does.

use bevy::prelude::*;

use super::Phase;
use super::dungeon::{Dungeon, Notice};
use super::glyph::ViewInsets;
use super::input::Keymap;
use super::intent::{Intent, IntentQueue, hand_out};
use super::lab::Pointer;
use super::look::{HOVER, KEY, LINE, PANEL, PLAIN, QUIET, Type};
use super::player::Walker;
use crate::geom::Pos;

/// Shows the frame.
pub struct HudPlugin;

/// Whether the list of keys is open.
#[derive(Resource, Default, PartialEq, Eq)]
pub struct HelpShown(pub bool);

impl Plugin for HudPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<HelpShown>()
            .init_resource::<ViewInsets>()
            .init_resource::<Pointer>()
            .init_resource::<Type>()
            .add_systems(Startup, spawn)
            .add_systems(
                Update,
                (
                    press.in_set(Phase::Input).before(hand_out),
                    (
                        status.run_if(
                            resource_changed::<Dungeon>
                                .or_eager(resource_changed::<Walker>)
                                .or_eager(resource_changed::<Pointer>),
                        ),
                        make_room.run_if(resource_changed::<ViewInsets>),
                        tell.run_if(resource_changed::<Notice>),
                        help.run_if(resource_changed::<HelpShown>),
                        highlight,
                    )
                        .in_set(Phase::Show),
                ),
            )
            .add_systems(PostUpdate, inset.after(bevy::ui::UiSystems::Layout));
    }
}

#[derive(Component)]
struct Bar;

/// One of the facts about the map that the bar tells.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
enum Fact {
    Generator,
    Seed,
    Map,
    Position,
    Pointer,
}

/// The facts in their order, with the word before each.
const FACTS: [(Fact, &str); 5] = [
    (Fact::Generator, ""),
    (Fact::Seed, "seed"),
    (Fact::Map, "map"),
    (Fact::Position, "@"),
    (Fact::Pointer, ""),
];

/// A button that asks for an intent.
#[derive(Component)]
struct Asks(Intent);

/// The hints along the edge: the intents, and one word for them.
const HINTS: [(&[Intent], &str); 8] = [
    (&[Intent::NextMap], "next"),
    (&[Intent::PreviousMap], "back"),
    (
        &[Intent::PreviousGenerator, Intent::NextGenerator],
        "generator",
    ),
    (&[Intent::ZoomOut, Intent::ZoomIn, Intent::ZoomFit], "zoom"),
    (&[Intent::Play], "play"),
    (&[Intent::Panel], "panel"),
    (&[Intent::Help], "keys"),
    (&[Intent::Back], "quit"),
];

/// What the mouse does, for the list of keys.
const MOUSE: [(&str, &str); 2] = [("click, drag", "step, pan"), ("wheel", "zoom, scroll")];

#[derive(Component)]
struct NoticeBox;

#[derive(Component)]
struct NoticeText;

#[derive(Component)]
struct HelpBox;

fn spawn(mut commands: Commands, font: Res<Type>, keymap: Res<Keymap>) {
    commands
        .spawn((
            Bar,
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
            bar.spawn(Node {
                column_gap: px(14),
                align_items: AlignItems::Center,
                flex_wrap: FlexWrap::Wrap,
                ..default()
            })
            .with_children(|facts| {
                for (fact, name) in FACTS {
                    facts
                        .spawn(Node {
                            column_gap: px(6),
                            ..default()
                        })
                        .with_children(|pair| {
                            pair.spawn(font.text(name, QUIET));
                            pair.spawn((fact, font.text("", PLAIN)));
                        });
                }
            });
            bar.spawn(Node {
                column_gap: px(6),
                align_items: AlignItems::Center,
                flex_wrap: FlexWrap::Wrap,
                ..default()
            })
            .with_children(|hints| {
                for (intents, word) in HINTS {
                    spawn_hint(hints, &font, &keymap, intents, word);
                }
            });
        });
    spawn_notice(&mut commands, &font);
    spawn_help(&mut commands, &font, &keymap);
}

/// Buttons for the keys of `intents`, with one word behind them, which belongs to the last.
fn spawn_hint(
    hints: &mut ChildSpawnerCommands,
    font: &Type,
    keymap: &Keymap,
    intents: &[Intent],
    word: &str,
) {
    hints
        .spawn(Node {
            padding: UiRect::right(px(4)),
            ..default()
        })
        .with_children(|group| {
            for (index, intent) in intents.iter().enumerate() {
                let button = Node {
                    padding: UiRect::axes(px(4), px(1)),
                    column_gap: px(5),
                    ..default()
                };
                group
                    .spawn((Button, Asks(*intent), button, BackgroundColor(PANEL)))
                    .with_children(|button| {
                        button.spawn(
                            font.text(&keymap.keys(*intent).next().unwrap_or_default(), KEY),
                        );
                        if index + 1 == intents.len() {
                            button.spawn(font.text(word, QUIET));
                        }
                    });
            }
        });
}

fn spawn_notice(commands: &mut Commands, font: &Type) {
    commands
        .spawn((
            NoticeBox,
            GlobalZIndex(1),
            Node {
                position_type: PositionType::Absolute,
                left: px(10),
                right: px(10),
                top: px(10),
                justify_content: JustifyContent::Center,
                display: Display::None,
                ..default()
            },
        ))
        .with_children(|parent| {
            parent
                .spawn((
                    Node {
                        padding: UiRect::axes(px(12), px(6)),
                        border: UiRect::all(px(1)),
                        ..default()
                    },
                    BackgroundColor(PANEL),
                    BorderColor::all(LINE),
                ))
                .with_children(|frame| {
                    // A notice may be a long sentence: unlike all other text it wraps.
                    frame
                        .spawn((NoticeText, font.text("", PLAIN)))
                        .insert(TextLayout::default());
                });
        });
}

fn spawn_help(commands: &mut Commands, font: &Type, keymap: &Keymap) {
    commands
        .spawn((
            HelpBox,
            GlobalZIndex(2),
            Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                height: percent(100),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                display: Display::None,
                ..default()
            },
        ))
        .with_children(|parent| {
            parent
                .spawn((
                    Node {
                        display: Display::Grid,
                        grid_template_columns: vec![GridTrack::auto(); 4],
                        padding: UiRect::axes(px(16), px(10)),
                        border: UiRect::all(px(1)),
                        column_gap: px(14),
                        row_gap: px(1),
                        ..default()
                    },
                    BackgroundColor(PANEL),
                    BorderColor::all(LINE),
                ))
                .with_children(|list| {
                    for named in &Intent::ALL {
                        let keys: Vec<String> = keymap.keys(named.intent).collect();
                        list.spawn(font.text(&keys.join("  "), KEY));
                        list.spawn(font.text(named.meaning, PLAIN));
                    }
                    for (what, does) in MOUSE {
                        list.spawn(font.text(what, KEY));
                        list.spawn(font.text(does, PLAIN));
                    }
                });
        });
}

/// A pressed button asks for its intent.
fn press(
    buttons: Query<(&Interaction, &Asks), Changed<Interaction>>,
    mut queue: ResMut<IntentQueue>,
) {
    for (interaction, asks) in &buttons {
        if *interaction == Interaction::Pressed {
            queue.0.push_back(asks.0);
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

fn status(
    (dungeon, walker, pointer): (Res<Dungeon>, Res<Walker>, Res<Pointer>),
    mut facts: Query<(&Fact, &mut Text)>,
) {
    let spec = dungeon.spec();
    let place =
        |pos: Option<Pos>| pos.map_or_else(String::new, |pos| format!("{},{}", pos.x, pos.y));
    for (fact, mut text) in &mut facts {
        let value = match fact {
            Fact::Seed => spec.seed.to_string(),
            Fact::Generator => format!("{} {}", spec.generator().info().name, spec.size()),
            Fact::Map => (dungeon.number() + 1).to_string(),
            Fact::Position => place(walker.at()),
            Fact::Pointer => place(pointer.tile),
        };
        if text.0 != value {
            text.0 = value;
        }
    }
}

fn tell(
    notice: Res<Notice>,
    mut boxes: Query<&mut Node, With<NoticeBox>>,
    mut texts: Query<&mut Text, With<NoticeText>>,
) {
    for mut node in &mut boxes {
        node.display = if notice.0.is_empty() {
            Display::None
        } else {
            Display::Flex
        };
    }
    for mut text in &mut texts {
        text.0.clone_from(&notice.0);
    }
}

fn help(shown: Res<HelpShown>, mut boxes: Query<&mut Node, With<HelpBox>>) {
    for mut node in &mut boxes {
        node.display = if shown.0 {
            Display::Flex
        } else {
            Display::None
        };
    }
}

/// Keeps notices beside the panel.
fn make_room(insets: Res<ViewInsets>, mut boxes: Query<&mut Node, With<NoticeBox>>) {
    for mut node in &mut boxes {
        node.right = px(insets.right + 10.0);
    }
}

/// Tells the camera how much of the window the bar covers.
fn inset(
    bars: Query<&ComputedNode, (With<Bar>, Changed<ComputedNode>)>,
    mut insets: ResMut<ViewInsets>,
) {
    for bar in &bars {
        let bottom = bar.size().y * bar.inverse_scale_factor();
        insets.set_if_neq(ViewInsets { bottom, ..*insets });
    }
}
