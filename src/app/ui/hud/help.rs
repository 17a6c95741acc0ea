//! The key list of a screen, over everything else.

use bevy::picking::events::{Pointer, Press};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::Activate;
use bevy::window::WindowResized;

use super::{Bar, FINGERS};
use crate::app::frame::{Phase, React, any_changed};
use crate::app::input::{
    ActionQueue, AnyAction, CommonAction, CurrentNames, Group, HelpShown, Keymap, Layer, Layers,
    Names, ScrollHelp, TouchUsed, WAYS, join_steps, step,
};
use crate::app::screen::Screen;
use crate::app::ui::access::Dialog;
use crate::app::ui::node::NodeExt;
use crate::app::ui::side::Drawer;
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, SMALL, TINY, UiFont};
use crate::app::ui::widget::{self, full_window, set_displayed, spawn_scrolling_column};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Compact>()
        .add_observer(close_on_press)
        .add_observer(press_line)
        .add_systems(Startup, spawn_box)
        .add_systems(React, scroll.in_set(Phase::Act))
        .add_systems(
            Update,
            update_list
                .run_if(
                    any_changed::<(Layers, HelpShown, Compact)>
                        .or_eager(on_message::<WindowResized>),
                )
                .after(Phase::Show),
        )
        .add_systems(PostUpdate, fit.after(UiSystems::Layout));
}

#[derive(Component)]
struct HelpBox;

#[derive(Component)]
struct HelpList;

/// The column of the list that scrolls if the window is too low for it.
#[derive(Component)]
struct HelpColumn;

/// The hint that the list scrolls.
#[derive(Component)]
struct ScrollHint;

/// A line whose action can be done now, by pressing the line.
#[derive(Component)]
struct HelpLine(Box<dyn AnyAction>);

fn spawn_box(mut commands: Commands) {
    commands
        .spawn((
            HelpBox,
            Dialog("Keys"),
            // Keeps clicks from what lies below.
            Hovered::default(),
            BackgroundColor(PANEL.with_alpha(0.85)),
            GlobalZIndex(2),
            full_window(),
        ))
        .with_children(|parent| {
            parent.spawn((
                HelpList,
                Node::column(8.0)
                    .max_width(percent(100))
                    .max_height(percent(100))
                    .padding(16.0, 10.0)
                    .framed(),
                BackgroundColor(PANEL),
                BorderColor::all(LINE),
            ));
        });
}

/// Closes the list on a press that is not for a line or the scrollbar, both of which keep their presses.
fn close_on_press(
    press: On<Pointer<Press>>,
    boxes: Query<(), With<HelpBox>>,
    mut queue: ResMut<ActionQueue>,
) {
    if boxes.contains(press.entity) {
        queue.push(&CommonAction::Back);
    }
}

/// Closes the list, and then does what a pressed line says.
fn press_line(activate: On<Activate>, lines: Query<&HelpLine>, mut queue: ResMut<ActionQueue>) {
    if let Ok(HelpLine(action)) = lines.get(activate.entity) {
        queue.push(&CommonAction::Back);
        queue.push(&**action);
    }
}

/// Whether the list uses smaller text and shows only the first keys of each action, because the window has no room for the
/// whole one.
#[derive(Resource, Default)]
struct Compact(bool);

/// Shows the key list of the screen, or hides it.
fn update_list(
    (layers, help, mut was_shown): (Res<Layers>, Res<HelpShown>, Local<bool>),
    (bar, font, keymap): (Res<Bar>, Res<UiFont>, Res<Keymap>),
    (names, touch): (CurrentNames, Res<TouchUsed>),
    (screen, drawer): (Res<State<Screen>>, Res<Drawer>),
    mut compact: ResMut<Compact>,
    mut node: Single<&mut Node, With<HelpBox>>,
    list: Single<(Entity, &mut Visibility), With<HelpList>>,
    mut commands: Commands,
) {
    let shown = layers.is_open(Layer::Help);
    if !std::mem::replace(&mut *was_shown, shown) && !shown {
        return;
    }
    // The whole list is tried first.
    if !compact.is_changed() {
        compact.bypass_change_detection().0 = false;
    }
    set_displayed(&mut node, shown);
    // The title's letters are off on its pages, where they choose lines.
    let below = layers.with(Layer::Help, false);
    let in_menu = *screen.get() == Screen::Title && below.has_list();
    let is_first = *help == HelpShown::First;
    if shown {
        let (list, mut visibility) = list.into_inner();
        *visibility = Visibility::Hidden;
        let mut list = commands.entity(list);
        list.despawn_children().with_children(|list| {
            let body = Node::DEFAULT.min_height(px(0));
            list.spawn(body).with_children(|body| {
                let column = spawn_scrolling_column(body, (6.0, 0.0), 8.0, |list| {
                    let source = (&*bar, &*keymap, *screen.get(), below);
                    spawn_list(
                        list,
                        &font,
                        source,
                        (compact.0, in_menu, is_first),
                        (touch.0, drawer.is_narrow()),
                    );
                });
                body.commands().entity(column).insert(HelpColumn);
            });
            spawn_footer(list, &font, (names.get(), is_first));
        });
    }
}

/// Spawns the line that says how to close the list, to scroll it if it scrolls, and to see all of it.
fn spawn_footer(list: &mut ChildSpawnerCommands, font: &UiFont, (names, is_first): (Names, bool)) {
    let scroll_keys = if names.are_buttons() {
        "↑  ↓"
    } else {
        "Up  Down  PageUp  PageDown"
    };
    let line = Node::row(22.0).wrap(4.0).align_centre();
    list.spawn(line).with_children(|line| {
        let mut spawn_hint = |(keys, meaning): (&str, &str), node: Node| {
            let texts = children![font.text(keys, KEY), font.text(meaning, QUIET)];
            line.spawn((node, texts)).id()
        };
        spawn_hint((&names.of(&CommonAction::Back), "close"), Node::row(6.0));
        let hint = spawn_hint((scroll_keys, "scroll"), Node::row(6.0).hidden());
        line.commands().entity(hint).insert(ScrollHint);
        if is_first {
            widget::key_button(line, font, "all keys", &CommonAction::Help);
        }
    });
}

/// Scrolls the list.
fn scroll(
    mut actions: MessageReader<ScrollHelp>,
    mut columns: Query<(&mut ScrollPosition, &ComputedNode), With<HelpColumn>>,
) {
    for ScrollHelp(share) in actions.read() {
        for (mut position, node) in &mut columns {
            let [size, content] =
                [node.size(), node.content_size()].map(|size| size.y * node.inverse_scale_factor());
            position.y = (position.y + share * size).clamp(0.0, (content - size).max(0.0));
        }
    }
}

/// Makes a list compact that has no room, and otherwise shows it, with a hint if it scrolls.
fn fit(
    column: Single<&ComputedNode, (With<HelpColumn>, Changed<ComputedNode>)>,
    mut compact: ResMut<Compact>,
    mut list: Single<&mut Visibility, With<HelpList>>,
    mut hint: Single<&mut Node, With<ScrollHint>>,
) {
    let scrolls = column.content_size().y > column.size().y + 1.0;
    set_displayed(&mut hint, scrolls);
    if scrolls && !compact.0 {
        compact.0 = true;
    } else {
        **list = Visibility::Inherited;
    }
}

/// Lines about the screen on the first page.
const FIRST_LINES: usize = 4;

/// Groups with more entries than this take two columns.
const MAX_SINGLE_COLUMN: usize = 26;

/// Spawns the lines about the screen, and its keys by group.
fn spawn_list(
    list: &mut ChildSpawnerCommands,
    font: &UiFont,
    (bar, keymap, screen, below): (&Bar, &Keymap, Screen, Layers),
    (compact, in_menu, is_first): (bool, bool, bool),
    (by_fingers, is_narrow): (bool, bool),
) {
    let column = Node::column(0.0).rigid();
    let size = if compact { TINY } else { SMALL };
    list.spawn(column).with_children(|lines| {
        let most = if is_first { FIRST_LINES } else { usize::MAX };
        for line in bar.about.iter().take(most) {
            lines.spawn(font.paragraph(line, size, PLAIN));
        }
    });
    let screen = below.key_screen(screen);
    let mut entries = keymap.entries_on(screen);
    entries.retain(|entry| !in_menu || entry.is_in_menus());
    entries.retain(|entry| !entry.is_off(screen, below));
    entries.retain(|entry| !is_first || entry.is_first());
    let steps = is_first.then(|| name_steps(keymap, screen)).flatten();
    let members = |group: Group| entries.iter().filter(move |entry| entry.group() == group);
    let starts_with_steps = |group: Group| group == Group::Move && steps.is_some();
    let groups: Vec<Group> = Group::ALL
        .iter()
        .copied()
        .filter(|group| members(*group).next().is_some() || starts_with_steps(*group))
        .collect();
    let max_keys = match (compact, groups.len()) {
        (true, 3..) => 1,
        (true, _) | (false, 3..) => 2,
        (false, _) => usize::MAX,
    };
    list.spawn(
        Node::row(if compact { 14.0 } else { 22.0 })
            .wrap(8.0)
            .rigid(),
    )
    .with_children(|columns| {
        for group in &groups {
            let mut lines: Vec<Line> = Vec::new();
            if let Some(keys) = steps.as_ref().filter(|_| *group == Group::Move) {
                lines.push((keys.clone(), "Move", None));
            }
            for entry in members(*group) {
                let keys: Vec<String> = entry.listed_keys().take(max_keys).collect();
                let action = keymap.action_of(entry, screen, below);
                lines.push((keys.join("  "), entry.meaning, action));
            }
            if *group == Group::Act && !is_first {
                let pointing = match by_fingers {
                    true if bar.fingers.is_empty() => &FINGERS,
                    true => bar.fingers,
                    false => bar.mouse,
                };
                let line = |(control, meaning): &(&str, &'static str)| {
                    ((*control).to_owned(), *meaning, None)
                };
                lines.extend(pointing.iter().map(line));
            }
            let heading = (groups.len() > 1).then(|| group.name());
            spawn_group(columns, font, (size, is_narrow), (heading, lines));
        }
    });
}

/// The keys of the steps on a screen, in a few words; `None` if it has none.
fn name_steps(keymap: &Keymap, screen: Screen) -> Option<String> {
    let entries = keymap.entries_on(screen);
    let key_of = |dir| {
        let name = step(&[], dir).name;
        let entry = entries.iter().find(|entry| entry.name == name)?;
        entry.listed_keys().next()
    };
    let [west, east, north, south] = WAYS.map(key_of);
    let words = join_steps([west?, east?, north?, south?]);
    Some(words.trim_start_matches("the ").to_owned())
}

/// A line: keys, their meaning, and the action that they would do now.
type Line = (String, &'static str, Option<Box<dyn AnyAction>>);

/// Spawns a group of keys and their meanings, under its heading.
fn spawn_group(
    columns: &mut ChildSpawnerCommands,
    font: &UiFont,
    (size, is_narrow): (f32, bool),
    (heading, lines): (Option<&str>, Vec<Line>),
) {
    let column = Node::column(0.0).max_width(percent(100));
    columns.spawn(column).with_children(|column| {
        if let Some(heading) = heading {
            column.spawn(font.sized(heading, size, QUIET));
        }
        let pairs = if lines.len() > MAX_SINGLE_COLUMN && !is_narrow {
            2
        } else {
            1
        };
        // The font's characters are all of one width.
        let width = lines.iter().map(|(keys, ..)| keys.chars().count()).max();
        let width = width.unwrap_or_default();
        column
            .spawn(Node {
                display: Display::Grid,
                grid_template_columns: vec![GridTrack::auto(); pairs],
                ..Node::row(if size == TINY { 8.0 } else { 12.0 })
            })
            .with_children(|grid| {
                for (keys, meaning, action) in lines {
                    let mut line = match action {
                        Some(action) => {
                            grid.spawn(widget::button(HelpLine(action), ButtonVariant::Plain))
                        }
                        None => grid.spawn_empty(),
                    };
                    line.insert(
                        Node::row(if size == TINY { 8.0 } else { 12.0 })
                            .padding(4.0, 0.0)
                            .rounded(3.0),
                    )
                    .with_child(font.sized(&format!("{keys:width$}"), size, KEY))
                    .with_child(font.paragraph(meaning, size, PLAIN));
                }
            });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::glyph::{ViewInsets, Viewport};
    use crate::app::input::MenuAction;
    use crate::app::keymap;
    use crate::app::notice::Notice;
    use crate::app::screens::descend::DescendAction;

    #[test]
    fn a_line_has_the_action_that_its_key_would_do_now() {
        let map = keymap();
        let action_of = |name: &str, layers| {
            let mut entries = map.entries().iter();
            let entry = entries.find(|entry| entry.name == name).unwrap();
            map.action_of(entry, Screen::Descend, layers)
        };
        let explore = action_of("explore", Layers::default());
        assert_eq!(
            explore.as_deref(),
            Some(&DescendAction::Explore as &dyn AnyAction)
        );
        // An open menu takes letters for its lines.
        let in_menu = Layers::default().with(Layer::Menu, true);
        assert!(action_of("explore", in_menu).is_none());
        assert!(action_of("fullscreen", in_menu).is_some());
        assert!(action_of("conduit-hint", Layers::default()).is_none());
    }

    #[test]
    fn a_pressed_line_closes_the_list_and_then_does_its_action() {
        #[derive(Resource, Default)]
        struct Done(Vec<&'static str>);
        let mut app = App::new();
        app.add_plugins((bevy::time::TimePlugin, crate::app::input::InputPlugin))
            .init_resource::<Done>()
            .init_resource::<ViewInsets>()
            .init_resource::<Viewport>()
            .init_resource::<Notice>()
            .add_observer(press_line)
            .add_systems(
                React,
                (|mut common: MessageReader<CommonAction>,
                  mut menu: MessageReader<MenuAction>,
                  layers: Res<Layers>,
                  mut done: ResMut<Done>| {
                    done.0.extend(common.read().map(|_| "help"));
                    done.0.extend(menu.read().map(|_| "action"));
                    assert_eq!(layers.is_open(Layer::Help), done.0.len() == 1);
                })
                .in_set(Phase::Record),
            );
        app.world_mut()
            .resource_mut::<ActionQueue>()
            .push(&CommonAction::Help);
        app.update();
        let line = HelpLine(Box::new(MenuAction::Choose));
        let entity = app.world_mut().spawn(line).id();
        app.world_mut().trigger(Activate { entity });
        app.update();
        assert_eq!(app.world().resource::<Done>().0, ["help", "help", "action"]);
    }
}
