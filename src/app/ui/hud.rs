//! The HUD of every screen: the bar with status and key hints along the lower edge, notices, and the key
//! list. Screens set its contents through [`Bar`]. Every hint is also a button for its action.

mod help;
mod notice;

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui_widgets::Button;

use super::edges::{Edge, Takes};
use super::focus::UsedArrows;
use super::items::Items;
use super::lesson;
use super::side::{Drawer, SidePanel, spawn_drawer_button};
use super::style::ButtonVariant;
use super::theme::{KEY, LINE, PANEL, PLAIN, QUIET, UiFont};
use super::widget::{self, ActionButton, KeyName};
use crate::app::frame::{Phase, any_changed};
use crate::app::input::{
    AnyAction, CommonAction, CurrentNames, Keymap, Layer, Layers, MenuAction, Names, PadUsed,
    PanelKey, TouchUsed,
};
use crate::app::screen::Screen;
use crate::app::ui::node::NodeExt;
use crate::geom::Dir;

pub(in crate::app) use notice::{BelowNotice, NoticeRoom};

/// The label of the hint for going to the panel, on which fingers just tap.
pub const TO_PANEL: &str = "panel";

/// What fingers do by a tap or by moving apart.
static GESTURES: [&dyn AnyAction; 5] = [
    &MenuAction::Cursor(Dir::North),
    &MenuAction::Cursor(Dir::South),
    &CommonAction::ZoomIn,
    &CommonAction::ZoomOut,
    &CommonAction::ZoomFit,
];

/// A hint: the actions whose keys it shows, and a label for all of them.
pub type Hint = (&'static [&'static dyn AnyAction], &'static str);

/// What fingers do on most screens.
pub(super) const FINGERS: [(&str, &str); 4] = [
    ("Tap", "Choose"),
    ("Hold", "Look"),
    ("Drag", "Move the map, or scroll"),
    ("Two fingers", "Zoom"),
];

/// The contents of the bar along the lower edge. They follow from the state of the screen, and nobody sets them: see
/// [`AddBar`].
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
    /// The same for fingers; if empty, what they do on most screens.
    pub fingers: &'static [(&'static str, &'static str)],
    /// Lines above the key list that explain the screen.
    pub about: &'static [&'static str],
    /// Where a panel stands beside the map that has the same: how many facts are drawn there, the first ones, and how many
    /// hints are left out, the first ones.
    pub beside: Option<(usize, usize)>,
}

impl Bar {
    /// What is drawn of the facts and the hints; all of it where the panel is in a drawer, or there is none.
    fn drawn(&self, panel: &PanelBeside) -> (&[(&'static str, String)], &'static [Hint]) {
        let (facts, hints) = match self.beside {
            Some(beside) if panel.is_shown() => beside,
            _ => (self.facts.len(), 0),
        };
        let facts = self.facts.get(..facts).unwrap_or(&self.facts);
        (facts, self.hints.get(hints..).unwrap_or(self.hints))
    }
}

/// Whether a panel stands beside the map.
#[derive(SystemParam)]
struct PanelBeside<'w, 's> {
    drawer: Res<'w, Drawer>,
    panels: Query<'w, 's, (), With<SidePanel>>,
}

impl PanelBeside<'_, '_> {
    fn is_shown(&self) -> bool {
        !self.drawer.is_narrow() && !self.panels.is_empty()
    }
}

/// What the bar of each screen holds, and whether that may have changed.
#[derive(Resource, Default)]
struct Bars(BTreeMap<Screen, (fn(&World) -> Bar, fn(&World) -> bool)>);

/// Registers what the bars of screens hold.
pub trait AddBar {
    /// Registers how the contents of the bar follow from the state of `screen`. They are worked out in each frame of which
    /// `is_stale` says so; its world knows what has changed since the last frame.
    fn add_bar(
        &mut self,
        screen: Screen,
        contents: fn(&World) -> Bar,
        is_stale: fn(&World) -> bool,
    ) -> &mut Self;
}

impl AddBar for App {
    fn add_bar(
        &mut self,
        screen: Screen,
        contents: fn(&World) -> Bar,
        is_stale: fn(&World) -> bool,
    ) -> &mut Self {
        let mut bars = self.world_mut().get_resource_or_init::<Bars>();
        bars.0.insert(screen, (contents, is_stale));
        self
    }
}

/// Works out what the bar holds, before it is shown.
pub(in crate::app) fn derive_bar(world: &mut World) {
    let screen = world.resource::<State<Screen>>().get();
    let Some((contents, is_stale)) = world.resource::<Bars>().0.get(screen) else {
        return;
    };
    if is_stale(world) || world.is_resource_changed::<State<Screen>>() {
        let bar = contents(world);
        world.resource_mut::<Bar>().set_if_neq(bar);
    }
}

/// Adds the bar, notices, lessons and the key list.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((lesson::plugin, notice::plugin, help::plugin))
        .init_resource::<UiFont>()
        .add_systems(Startup, spawn_bar)
        .add_systems(
            Update,
            (
                update_facts.run_if(any_changed::<(Bar, Drawer)>),
                (update_here, update_hints).run_if(
                    any_changed::<(Bar, Keymap, PadUsed, TouchUsed, Layers, InputFocus)>
                        .or_eager(resource_changed::<Drawer>),
                ),
            )
                .after(Phase::Show),
        );
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

fn spawn_bar(mut commands: Commands, font: Res<UiFont>) {
    commands
        .spawn((
            BarBox,
            Takes(Edge::Bottom),
            Node::row(16.0)
                .wrap(0.0)
                .spread()
                .left(px(0))
                .right(px(0))
                .bottom(px(0))
                .padding(10.0, 4.0)
                .absolute()
                .border(UiRect::top(px(1))),
            BackgroundColor(PANEL),
            BorderColor::all(LINE),
        ))
        .with_children(|bar| {
            lesson::spawn_strip(bar, &font);
            let part = |gap| Node::row(gap).wrap(0.0).align_centre();
            bar.spawn(part(14.0)).with_children(|left| {
                left.spawn((FactsBox, part(14.0)));
                left.spawn((HereBox, part(6.0)));
            });
            let right = Node::row(6.0).align(AlignItems::FlexStart);
            bar.spawn(right).with_children(|right| {
                spawn_drawer_button(right, &font);
                right.spawn((HintsBox, part(6.0)));
            });
        });
}

/// A hint on the screen: the names of keys, each with the action that a press on it sends, and a label for all.
#[derive(Component, Clone, PartialEq)]
pub(in crate::app::ui) struct ShownHint {
    keys: Vec<(String, Option<&'static dyn AnyAction>)>,
    label: String,
    colour: Color,
    /// Whether it is for fingers: a button that stands out, without the name of a key unless it has several.
    is_for_fingers: bool,
}

impl ShownHint {
    /// The hint for some actions; each has a button.
    pub fn new(
        names: Names,
        actions: &[&'static dyn AnyAction],
        (label, colour): (&str, Color),
    ) -> Self {
        let key = |action: &&'static dyn AnyAction| (names.of(*action), Some(*action));
        Self {
            keys: actions.iter().map(key).collect(),
            label: label.to_owned(),
            colour,
            is_for_fingers: false,
        }
    }

    /// The same for fingers, if they are used.
    fn for_fingers(mut self, touch: TouchUsed) -> Self {
        if touch.0 {
            self.is_for_fingers = true;
            self.colour = PLAIN;
            if let [(name, _)] = &mut self.keys[..] {
                name.clear();
            }
        }
        self
    }

    /// Whether fingers get buttons for it: not for what they do without. Several stand for keys, which the names of some
    /// make too long.
    fn is_worth_it(&self) -> bool {
        let is_short = |(name, _): &(String, _)| name.chars().count() < 6;
        let is_gesture = |(_, action): &(_, Option<&'static dyn AnyAction>)| {
            action.is_some_and(|action| GESTURES.iter().any(|gesture| **gesture == *action))
        };
        let is_done_without = self.label == TO_PANEL || self.keys.iter().all(is_gesture);
        !self.is_for_fingers || self.keys.iter().all(is_short) && !is_done_without
    }

    /// Adds the hint to an empty node. The last key also has the label.
    pub fn draw(&self, hint: &mut EntityCommands, font: &UiFont) {
        hint.insert(Node::DEFAULT.padding_at(UiRect::right(px(4))));
        hint.with_children(|keys| {
            for (index, (name, action)) in self.keys.iter().enumerate() {
                let node = Node::row(5.0).padding(4.0, 1.0);
                let (variant, border) = match self.is_for_fingers {
                    true => (ButtonVariant::Normal, 1),
                    false => (ButtonVariant::Plain, 0),
                };
                let node = node
                    .justify_centre()
                    .rounded(3.0)
                    .border(UiRect::all(px(border)));
                let mut key = match action {
                    Some(action) => {
                        let marker = ActionButton::new(*action);
                        keys.spawn(widget::button(marker, variant))
                    }
                    None => keys.spawn_empty(),
                };
                key.insert(node);
                if !name.is_empty() {
                    key.with_child((KeyName, font.text(name, KEY)));
                }
                if index + 1 == self.keys.len() {
                    key.with_child(font.text(&self.label, self.colour));
                }
            }
        });
    }
}

/// Updates the facts. Reuses their entities while their number stays the same.
fn update_facts(
    (bar, font, panel): (Res<Bar>, Res<UiFont>, PanelBeside),
    mut texts: Query<(&FactText, &mut Text)>,
    facts_box: Single<(Entity, Option<&Children>), With<FactsBox>>,
    mut commands: Commands,
) {
    let (facts_box, pairs) = *facts_box;
    let (shown, _) = bar.drawn(&panel);
    if pairs.map_or(0, |pairs| pairs.len()) != shown.len() {
        let mut facts_box = commands.entity(facts_box);
        facts_box.despawn_children().with_children(|facts| {
            for (index, (label, value)) in shown.iter().enumerate() {
                let pair = Node::row(6.0);
                facts.spawn(pair).with_children(|pair| {
                    pair.spawn((FactText::Label(index), font.text(label, QUIET)));
                    pair.spawn((FactText::Value(index), font.text(value, PLAIN)));
                });
            }
        });
    }
    for (fact, mut text) in &mut texts {
        let new = match *fact {
            FactText::Label(index) => shown.get(index).map(|(label, _)| *label),
            FactText::Value(index) => shown.get(index).map(|(_, value)| value.as_str()),
        };
        if let Some(new) = new.filter(|new| *new != text.0) {
            text.0 = new.to_owned();
        }
    }
}

/// Updates the actions possible here.
fn update_here(
    (bar, font, names, touch): (Res<Bar>, Res<UiFont>, CurrentNames, Res<TouchUsed>),
    here_box: Single<Entity, With<HereBox>>,
    mut shown: Items<ShownHint>,
) {
    let here = bar.here.iter().map(|(action, label)| {
        let label = (label.as_str(), PLAIN);
        ShownHint::new(names.get(), &[*action], label).for_fingers(*touch)
    });
    shown.show(*here_box, here, |node, hint| hint.draw(node, &font));
}

/// The hints while a widget has the focus: its keys, each with what it does, and what Back does.
type WidgetHints = (&'static [(&'static [PanelKey], &'static str)], &'static str);

const NEXT: (&[PanelKey], &str) = (&[PanelKey::Next], "next");
const LEAVE: &str = "leave the panel";

const FIELD_HINTS: WidgetHints = (&[(&[PanelKey::Enter], "accept")], "cancel");
const BUTTON_HINTS: WidgetHints = (&[NEXT, (&[PanelKey::Enter], "press")], LEAVE);
/// What has the focus only to be read.
const TEXT_HINTS: WidgetHints = (&[NEXT], LEAVE);
const SLIDER_HINTS: WidgetHints = (
    &[NEXT, (&[PanelKey::Left, PanelKey::Right], "change")],
    LEAVE,
);
const LIST_HINTS: WidgetHints = (&[NEXT, (&[PanelKey::Up, PanelKey::Down], "choose")], LEAVE);

/// The hints for the focused widget, if any has the focus: the arrow keys that it uses, and whether it can be pressed.
fn widget_hints(layers: Layers, widget: (Option<UsedArrows>, bool)) -> Option<WidgetHints> {
    if layers.is_open(Layer::Text) {
        return Some(FIELD_HINTS);
    }
    layers.is_open(Layer::Control).then_some(match widget {
        (None, true) => BUTTON_HINTS,
        (None, false) => TEXT_HINTS,
        (Some(UsedArrows::LeftRight), _) => SLIDER_HINTS,
        (Some(UsedArrows::UpDown), _) => LIST_HINTS,
    })
}

/// The names of the keys and their labels.
fn name_hints((keys, back): WidgetHints, names: Names) -> Vec<(String, &'static str)> {
    let of_widget = keys.iter().map(|(keys, label)| {
        let keys: Vec<&str> = keys.iter().map(|key| names.of_panel_key(*key)).collect();
        (keys.join(" "), *label)
    });
    let back = (names.of(&CommonAction::Back), back);
    of_widget.chain([back]).collect()
}

/// Updates the hints. A focused widget has its own, without buttons: a press would take its focus.
fn update_hints(
    (bar, panel): (Res<Bar>, PanelBeside),
    (font, names, touch): (Res<UiFont>, CurrentNames, Res<TouchUsed>),
    (layers, focus): (Res<Layers>, Option<Res<InputFocus>>),
    widgets: Query<(Option<&UsedArrows>, Has<Button>)>,
    mut bar_box: Single<(&ComputedNode, &mut Node), With<BarBox>>,
    hints_box: Single<Entity, With<HintsBox>>,
    mut had_focus: Local<bool>,
    mut shown: Items<ShownHint>,
) {
    let focused = focus.and_then(|focus| focus.get());
    let widget = focused.and_then(|widget| widgets.get(widget).ok());
    let widget = widget.map_or((None, true), |(used, is_button)| (used.copied(), is_button));
    let of_widget = widget_hints(*layers, widget);
    if std::mem::replace(&mut *had_focus, of_widget.is_some()) != of_widget.is_some() {
        let (computed, node) = &mut *bar_box;
        // A bar that became lower would move the map.
        node.min_height = match of_widget.is_some() {
            true => px(computed.size().y * computed.inverse_scale_factor()),
            false => auto(),
        };
    }
    let hints: Vec<ShownHint> = match of_widget {
        // Fingers use no key.
        Some(_) if touch.0 => Vec::new(),
        Some(of_widget) => {
            let hints = name_hints(of_widget, names.get()).into_iter();
            let hints = hints.map(|(key, label)| ShownHint {
                keys: vec![(key, None)],
                label: label.to_owned(),
                colour: QUIET,
                is_for_fingers: false,
            });
            hints.collect()
        }
        None => {
            let hints = bar.drawn(&panel).1.iter();
            let hint = |(actions, label): &Hint| {
                ShownHint::new(names.get(), actions, (label, QUIET)).for_fingers(*touch)
            };
            hints.map(hint).filter(ShownHint::is_worth_it).collect()
        }
    };
    shown.show(*hints_box, hints, |node, hint| hint.draw(node, &font));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::keymap;

    #[test]
    fn the_hints_of_a_focused_widget_name_the_keys_or_buttons_that_operate_it() {
        let map = keymap();
        let on_control = Layers::default().with(Layer::Control, true);
        let hints = |layers, used, names| {
            let hints = widget_hints(layers, (used, true)).map(|hints| name_hints(hints, names));
            hints.map(|hints| {
                hints
                    .iter()
                    .map(|(key, label)| format!("{key} {label}"))
                    .collect()
            })
        };
        let by_key =
            |layers, used| -> Option<Vec<String>> { hints(layers, used, Names::keys(&map)) };
        assert_eq!(by_key(Layers::default(), None), None);
        let shown = by_key(on_control, None).unwrap();
        assert_eq!(shown, ["Tab next", "Enter press", "Esc leave the panel"]);
        let shown = by_key(on_control, Some(UsedArrows::LeftRight)).unwrap();
        assert_eq!(shown[1], "Left Right change");
        let shown = by_key(on_control, Some(UsedArrows::UpDown)).unwrap();
        assert_eq!(shown[1], "Up Down choose");
        let shown = by_key(Layers::default().with(Layer::Text, true), None).unwrap();
        assert_eq!(shown, ["Enter accept", "Esc cancel"]);
        let names = Names::buttons(&map, Screen::Conduit, on_control);
        let shown: Vec<String> = hints(on_control, None, names).unwrap();
        assert_eq!(shown, ["↓ next", "A press", "B leave the panel"]);
    }

    #[test]
    fn fingers_have_no_button_for_what_they_do_by_a_gesture() {
        let map = keymap();
        let has_button = |actions, label| {
            let hint = ShownHint::new(Names::keys(&map), actions, (label, QUIET));
            let shown = |touch| hint.clone().for_fingers(TouchUsed(touch)).is_worth_it();
            assert!(shown(false));
            shown(true)
        };
        assert!(has_button(&[&CommonAction::Help], "keys"));
        assert!(!has_button(&[&CommonAction::Help], TO_PANEL));
        assert!(!has_button(
            &[&CommonAction::ZoomOut, &CommonAction::ZoomIn],
            "zoom"
        ));
        let (up, down) = (
            &MenuAction::Cursor(Dir::North),
            &MenuAction::Cursor(Dir::South),
        );
        assert!(!has_button(&[up, down], "move"));
    }
}
