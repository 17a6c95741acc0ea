//! The quiet frame of every screen: facts, what the keys do, notices, and the list of all keys.
//! Every hint is a button that does what its key does. What is told and offered is the screen's
//! to say, by [`Bar`].

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowResized};

use super::lesson;
use super::theme::{HOVER, KEY, LINE, PANEL, PLAIN, QUIET, SMALL, TINY, Type};
use super::widget::{over_all, show};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{
    ActionQueue, AnyAction, CommonAction, Group, Keymap, Layer, Layers, PadUsed, hand_out,
};
use crate::app::notice::Notice;
use crate::app::screen::Screen;

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
        app.add_plugins(lesson::plugin)
            .init_resource::<Type>()
            .add_systems(Startup, spawn)
            .add_systems(
                Update,
                (
                    (press, close_help).in_set(Phase::Input).before(hand_out),
                    (
                        status.run_if(resource_changed::<Bar>),
                        (here, hints).run_if(
                            resource_changed::<Bar>
                                .or_eager(resource_changed::<Keymap>)
                                .or_eager(resource_changed::<PadUsed>)
                                .or_eager(resource_changed::<Layers>),
                        ),
                        make_room.run_if(resource_changed::<ViewInsets>),
                        tell.run_if(resource_changed::<Notice>),
                        help.run_if(
                            resource_changed::<Layers>.or_eager(on_message::<WindowResized>),
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

#[derive(Component)]
struct NoticeBox;

#[derive(Component)]
struct NoticeText;

#[derive(Component)]
struct HelpBox;

/// Holds the list of keys.
#[derive(Component)]
struct HelpList;

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
    spawn_notice(&mut commands, &font);
    spawn_help(&mut commands);
}

/// What hints name: the keys of actions, or the buttons of a pad that was used last.
#[derive(SystemParam)]
pub(super) struct Names<'w> {
    keymap: Res<'w, Keymap>,
    pad_used: Res<'w, PadUsed>,
    screen: Res<'w, State<Screen>>,
    layers: Res<'w, Layers>,
}

impl Names<'_> {
    /// Whether some are others than before.
    pub(super) fn are_changed(&self) -> bool {
        let by_layer = self.pad_used.0 && self.layers.is_changed();
        self.keymap.is_changed() || self.pad_used.is_changed() || by_layer
    }

    /// That of an action; its key where no button asks for it.
    fn of(&self, action: &dyn AnyAction) -> String {
        let sign = || {
            self.keymap
                .button_sign(action, *self.screen.get(), *self.layers)
        };
        let sign = self.pad_used.0.then(sign).flatten();
        sign.map_or_else(|| self.keymap.key(action), str::to_owned)
    }
}

/// Buttons for the keys of `actions`, with one word behind them, which belongs to the last.
pub(super) fn spawn_hint(
    hints: &mut ChildSpawnerCommands,
    font: &Type,
    names: &Names,
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

fn spawn_help(commands: &mut Commands) {
    commands
        .spawn((
            HelpBox,
            // What is pressed here is not meant for what lies below.
            Interaction::default(),
            GlobalZIndex(2),
            over_all(),
        ))
        .with_children(|parent| {
            parent.spawn((
                HelpList,
                Node {
                    flex_direction: FlexDirection::Column,
                    max_width: percent(100),
                    padding: UiRect::axes(px(16), px(10)),
                    border: UiRect::all(px(1)),
                    row_gap: px(8),
                    ..default()
                },
                BackgroundColor(PANEL),
                BorderColor::all(LINE),
            ));
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

/// A click closes the list of keys.
fn close_help(
    boxes: Query<&Interaction, (With<HelpBox>, Changed<Interaction>)>,
    mut queue: ResMut<ActionQueue>,
) {
    if boxes.iter().any(|one| *one == Interaction::Pressed) {
        queue.push(&CommonAction::Help);
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
    (bar, font, names): (Res<Bar>, Res<Type>, Names),
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
                spawn_hint(here, &font, &names, &[*action], (word, PLAIN));
            }
        });
    }
}

/// Shows the hints of another screen, or other keys.
fn hints(
    (bar, font, names): (Res<Bar>, Res<Type>, Names),
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
                spawn_hint(hints, &font, &names, actions, (word, QUIET));
            }
        });
    }
}

fn tell(
    notice: Res<Notice>,
    mut boxes: Query<&mut Node, With<NoticeBox>>,
    mut texts: Query<&mut Text, With<NoticeText>>,
) {
    for mut node in &mut boxes {
        show(&mut node, !notice.0.is_empty());
    }
    for mut text in &mut texts {
        text.0.clone_from(&notice.0);
    }
}

/// A window of this width and height, in the panels' pixels, holds the longest list of all keys. In
/// a smaller one it is written smaller, with the first keys alone.
const WIDE: f32 = 1100.0;
const TALL: f32 = 620.0;

/// Shows or hides the keys of this screen.
fn help(
    (layers, mut was_shown): (Res<Layers>, Local<bool>),
    (bar, font, keymap): (Res<Bar>, Res<Type>, Res<Keymap>),
    screen: Res<State<Screen>>,
    (windows, scale): (Query<&Window, With<PrimaryWindow>>, Res<UiScale>),
    mut boxes: Query<&mut Node, With<HelpBox>>,
    lists: Query<Entity, With<HelpList>>,
    mut commands: Commands,
) {
    let shown = layers.is_open(Layer::Help);
    if !std::mem::replace(&mut *was_shown, shown) && !shown {
        return;
    }
    let narrow = windows
        .iter()
        .any(|window| window.width() / scale.0 < WIDE || window.height() / scale.0 < TALL);
    for mut node in &mut boxes {
        show(&mut node, shown);
    }
    for list in lists.iter().filter(|_| shown) {
        let mut list = commands.entity(list);
        list.despawn_children();
        list.with_children(|list| fill_help(list, &font, (&bar, &keymap, *screen.get()), narrow));
    }
}

/// Entries from which on a group is listed in two columns.
const LONG: usize = 26;

/// Lists the keys of a screen by what they are about, in a window that may be `narrow`.
fn fill_help(
    list: &mut ChildSpawnerCommands,
    font: &Type,
    (bar, keymap, screen): (&Bar, &Keymap, Screen),
    narrow: bool,
) {
    let column = || Node {
        flex_direction: FlexDirection::Column,
        ..default()
    };
    let about = if narrow { TINY } else { SMALL };
    list.spawn(column()).with_children(|lines| {
        for line in bar.about {
            lines.spawn(font.sized(line, about, PLAIN));
        }
    });
    let entries = keymap.entries_on(screen);
    let of = |group: Group| entries.iter().filter(move |entry| entry.group() == group);
    let groups: Vec<Group> = Group::ALL
        .into_iter()
        .filter(|group| of(*group).next().is_some())
        .collect();
    let (size, most) = match (narrow, groups.len()) {
        (false, _) => (SMALL, usize::MAX),
        (true, 3..) => (TINY, 1),
        (true, _) => (TINY, 2),
    };
    list.spawn(Node {
        column_gap: px(if narrow { 14 } else { 22 }),
        ..default()
    })
    .with_children(|columns| {
        for group in &groups {
            let mut lines: Vec<(String, &str)> = Vec::new();
            for entry in of(*group) {
                let keys: Vec<String> = entry.keys().take(most).collect();
                lines.push((keys.join("  "), entry.meaning));
            }
            if *group == Group::Act {
                let mouse = bar.mouse.iter();
                lines.extend(mouse.map(|(what, does)| ((*what).to_owned(), *does)));
            }
            let heading = (groups.len() > 1).then(|| group.name());
            spawn_group(columns, font, size, (heading, &lines));
        }
    });
}

/// A group of keys with what they do, under its heading.
fn spawn_group(
    columns: &mut ChildSpawnerCommands,
    font: &Type,
    size: f32,
    (heading, lines): (Option<&str>, &[(String, &str)]),
) {
    let column = Node {
        flex_direction: FlexDirection::Column,
        ..default()
    };
    columns.spawn(column).with_children(|column| {
        if let Some(heading) = heading {
            column.spawn(font.sized(heading, size, QUIET));
        }
        let pairs = if lines.len() > LONG { 2 } else { 1 };
        column
            .spawn(Node {
                display: Display::Grid,
                grid_template_columns: vec![GridTrack::auto(); 2 * pairs],
                column_gap: px(if size == TINY { 8 } else { 12 }),
                row_gap: px(1),
                ..default()
            })
            .with_children(|grid| {
                for (keys, meaning) in lines {
                    grid.spawn(font.sized(keys, size, KEY));
                    grid.spawn(font.sized(meaning, size, PLAIN));
                }
            });
    });
}

/// Keeps notices beside the panel.
fn make_room(insets: Res<ViewInsets>, mut boxes: Query<&mut Node, With<NoticeBox>>) {
    for mut node in &mut boxes {
        node.right = px(insets.right + 10.0);
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
