//! The list of all keys of a screen, over all else.

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowResized};

use super::Bar;
use crate::app::frame::Phase;
use crate::app::input::{ActionQueue, CommonAction, Group, Keymap, Layer, Layers, hand_out};
use crate::app::screen::Screen;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, SMALL, TINY, Type};
use crate::app::ui::widget::{over_all, show};

/// Shows the list while it is open.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn).add_systems(
        Update,
        (
            close.in_set(Phase::Input).before(hand_out),
            update
                .run_if(resource_changed::<Layers>.or_eager(on_message::<WindowResized>))
                .after(Phase::Show),
        ),
    );
}

#[derive(Component)]
struct HelpBox;

/// Holds the list of keys.
#[derive(Component)]
struct HelpList;

fn spawn(mut commands: Commands) {
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

/// A click closes the list of keys.
fn close(
    boxes: Query<&Interaction, (With<HelpBox>, Changed<Interaction>)>,
    mut queue: ResMut<ActionQueue>,
) {
    if boxes.iter().any(|one| *one == Interaction::Pressed) {
        queue.push(&CommonAction::Help);
    }
}

/// A window of this width and height, in the panels' pixels, holds the longest list of all keys. In
/// a smaller one it is written smaller, with the first keys alone.
const WIDE: f32 = 1100.0;
const TALL: f32 = 620.0;

/// Shows or hides the keys of this screen.
fn update(
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
        list.with_children(|list| fill(list, &font, (&bar, &keymap, *screen.get()), narrow));
    }
}

/// Entries from which on a group is listed in two columns.
const LONG: usize = 26;

/// Lists the keys of a screen by what they are about, in a window that may be `narrow`.
fn fill(
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
