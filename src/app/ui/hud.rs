//! The HUD of every screen: the bar with status and key hints along the lower edge, notices, and the key
//! list. Screens set its contents through [`Bar`]. Every hint is also a button for its action.

mod help;
mod notice;

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use super::focus::UsedArrows;
use super::lesson;
use super::theme::{HOVER, KEY, LINE, PANEL, PLAIN, QUIET, UiFont};
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::input::{
    ActionQueue, AnyAction, CommonAction, CurrentNames, Keymap, Layer, Layers, Names, PadUsed,
    PanelKey, dispatch_actions,
};

pub(in crate::app) use notice::{MARGIN as NOTICE_MARGIN, NoticeBox};

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
                            .or_eager(resource_changed::<Layers>)
                            .or_eager(resource_exists_and_changed::<InputFocus>),
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

/// The hints while a widget has the focus: its keys, each with what it does, and what Back does.
type WidgetHints = (&'static [(&'static [PanelKey], &'static str)], &'static str);

const NEXT: (&[PanelKey], &str) = (&[PanelKey::Next], "next");
const LEAVE: &str = "leave the panel";

const FIELD_HINTS: WidgetHints = (&[(&[PanelKey::Enter], "accept")], "cancel");
const BUTTON_HINTS: WidgetHints = (&[NEXT, (&[PanelKey::Enter], "press")], LEAVE);
const SLIDER_HINTS: WidgetHints = (
    &[NEXT, (&[PanelKey::Left, PanelKey::Right], "change")],
    LEAVE,
);
const LIST_HINTS: WidgetHints = (&[NEXT, (&[PanelKey::Up, PanelKey::Down], "choose")], LEAVE);

/// The hints for the focused widget, if any has the focus; `used` are the arrow keys that it uses.
fn widget_hints(layers: Layers, used: Option<UsedArrows>) -> Option<WidgetHints> {
    if layers.is_open(Layer::Text) {
        return Some(FIELD_HINTS);
    }
    layers.is_open(Layer::Control).then_some(match used {
        None => BUTTON_HINTS,
        Some(UsedArrows::LeftRight) => SLIDER_HINTS,
        Some(UsedArrows::UpDown) => LIST_HINTS,
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

/// Respawns the hints if the screen or their keys have changed, or another widget got or lost the focus.
fn update_hints(
    (bar, font, names): (Res<Bar>, Res<UiFont>, CurrentNames),
    (layers, focus): (Res<Layers>, Option<Res<InputFocus>>),
    used: Query<&UsedArrows>,
    mut bar_box: Single<(&ComputedNode, &mut Node), With<BarBox>>,
    hints_box: Single<Entity, With<HintsBox>>,
    mut shown: Local<(&'static [Hint], Option<WidgetHints>)>,
    mut commands: Commands,
) {
    let focused = focus.and_then(|focus| focus.get());
    let used = focused.and_then(|widget| used.get(widget).ok());
    let of_widget = widget_hints(*layers, used.copied());
    let (hints, last) = *shown;
    if std::ptr::eq(hints, bar.hints) && of_widget == last && !names.are_changed() {
        return;
    }
    *shown = (bar.hints, of_widget);
    let (computed, node) = &mut *bar_box;
    // A bar that became lower would move the map.
    node.min_height = match of_widget.is_some() {
        true => px(computed.size().y * computed.inverse_scale_factor()),
        false => auto(),
    };
    let mut hints_box = commands.entity(*hints_box);
    hints_box.despawn_children().with_children(|hints| {
        if let Some(of_widget) = of_widget {
            // No buttons: a press takes the focus from the widget.
            for (key, label) in name_hints(of_widget, names.get()) {
                let pair = Node {
                    padding: UiRect::axes(px(4), px(1)),
                    column_gap: px(5),
                    ..default()
                };
                hints.spawn((
                    pair,
                    children![font.text(&key, KEY), font.text(label, QUIET)],
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::keymap;
    use crate::app::screen::Screen;

    #[test]
    fn the_hints_of_a_focused_widget_name_the_keys_or_buttons_that_operate_it() {
        let map = keymap();
        let on_control = Layers::default().with(Layer::Control, true);
        let hints = |layers, used, names| {
            let hints = widget_hints(layers, used).map(|hints| name_hints(hints, names));
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
}
