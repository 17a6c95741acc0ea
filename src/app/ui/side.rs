//! The side panel of a screen: at the right edge, above the bar, or in a window too narrow for that, a drawer that
//! comes up from the bar.

use bevy::input_focus::InputFocus;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::Activate;

use super::edges::{ABOVE_BAR, Edge, Takes, UiWindow};
use super::node::NodeExt;
use super::style::{ButtonVariant, Label};
use super::theme::{LINE, PANEL, UiFont};
use super::widget::{set_displayed, text_button};
use crate::app::frame::{Phase, React};
use crate::app::glyph::GlyphSystems;
use crate::app::screen::Screen;
use crate::app::settings::{MIN_LAYOUT_SIZE, MIN_PANELLED_WIDTH};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(toggle)
        .add_systems(React, update_drawer.in_set(Phase::Derive))
        .add_systems(
            PostUpdate,
            (place_panels, update_button)
                .before(UiSystems::Layout)
                .before(GlyphSystems::Look),
        );
}

/// Where the side panel is.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawer {
    /// Beside the map.
    #[default]
    None,
    /// In a drawer, which is closed.
    Closed,
    /// In a drawer, over the lower part of the map.
    Open,
}

impl Drawer {
    /// Whether the window is too narrow for a panel beside the map.
    pub fn is_narrow(self) -> bool {
        self != Self::None
    }
}

/// The panel, and its width beside the map.
#[derive(Component)]
pub(in crate::app) struct SidePanel(pub Val);

/// The button that opens and closes the drawer.
#[derive(Component)]
pub(super) struct DrawerButton;

/// The bundle of a side panel; `node` sets its width, in pixels, and its layout.
pub(in crate::app) fn side_panel(node: Node) -> impl Bundle {
    (
        SidePanel(node.width),
        Takes(Edge::Right),
        ABOVE_BAR,
        Hovered::default(),
        node.right(px(0))
            .top(px(0))
            .absolute()
            .border(UiRect::left(px(1))),
        Visibility::default(),
        BackgroundColor(PANEL),
        BorderColor::all(LINE),
    )
}

/// Spawns the button of the drawer.
pub(super) fn spawn_drawer_button(bar: &mut ChildSpawnerCommands, font: &UiFont) {
    text_button(bar, font, "", ButtonVariant::Normal)
        .insert(DrawerButton)
        .entry::<Node>()
        .and_modify(|mut node| node.display = Display::None);
}

fn toggle(press: On<Activate>, buttons: Query<(), With<DrawerButton>>, mut drawer: ResMut<Drawer>) {
    if buttons.contains(press.entity) {
        *drawer = match *drawer {
            Drawer::Open => Drawer::Closed,
            _ => Drawer::Open,
        };
    }
}

/// Makes the panel a drawer in a narrow window. It is closed on another screen, and opens for the keyboard.
fn update_drawer(
    (window, scale): (UiWindow, Res<UiScale>),
    screen: Res<State<Screen>>,
    focus: Res<InputFocus>,
    mut drawer: ResMut<Drawer>,
) {
    let width = window.size().x;
    let is_narrow = width * scale.0 < MIN_LAYOUT_SIZE.x || width < MIN_PANELLED_WIDTH;
    let is_focused = focus.is_changed() && focus.get().is_some();
    let next = match *drawer {
        _ if !is_narrow => Drawer::None,
        _ if is_focused => Drawer::Open,
        Drawer::Open if screen.is_changed() => Drawer::Closed,
        Drawer::Open => Drawer::Open,
        Drawer::None | Drawer::Closed => Drawer::Closed,
    };
    drawer.set_if_neq(next);
}

/// The height of the window, in UI pixels, below which a drawer takes most of it.
const LOW: f32 = 300.0;

/// Places the panels.
fn place_panels(
    (drawer, window): (Res<Drawer>, UiWindow),
    mut panels: Query<(&SidePanel, &mut Node, &mut Visibility)>,
) {
    let top = percent(if window.size().y < LOW { 15 } else { 40 });
    for (SidePanel(width), mut node, mut visibility) in &mut panels {
        let mut placed = node.clone();
        if drawer.is_narrow() {
            (placed.left, placed.width, placed.top) = (px(0), auto(), top);
            placed.border = UiRect::top(px(1));
        } else {
            (placed.left, placed.width, placed.top) = (auto(), *width, px(0));
            placed.border = UiRect::left(px(1));
        }
        node.set_if_neq(placed);
        visibility.set_if_neq(match *drawer {
            Drawer::Closed => Visibility::Hidden,
            Drawer::None | Drawer::Open => Visibility::Inherited,
        });
    }
}

/// Shows the button where there is a drawer.
fn update_button(
    drawer: Res<Drawer>,
    panels: Query<&Node, (With<SidePanel>, Without<DrawerButton>)>,
    button: Single<(&mut Node, &Children), With<DrawerButton>>,
    mut labels: Query<&mut Text, With<Label>>,
) {
    let has_panel = panels.iter().any(|panel| panel.display != Display::None);
    let (mut node, children) = button.into_inner();
    set_displayed(&mut node, drawer.is_narrow() && has_panel);
    let mut labels = labels.iter_many_mut(children);
    while let Some(mut label) = labels.fetch_next() {
        let word = match *drawer {
            Drawer::Open => "less",
            Drawer::None | Drawer::Closed => "more",
        };
        label.set_if_neq(Text::new(word));
    }
}
