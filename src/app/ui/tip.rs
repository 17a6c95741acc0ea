//! Tooltips: what a part of a panel means, or what the pointer is on, in a box beside the panel, or in it. The pointer and the
//! keyboard's focus lead to them, and screen readers have them as descriptions.

use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::window::CursorMoved;

use super::edges::UiWindow;
use super::items::Items;
use super::side::Drawer;
use super::theme::{LINE, PLAIN, UiFont, WELL};
use super::widget::set_displayed;
use crate::app::frame::Phase;
use crate::app::glyph::ViewInsets;
use crate::app::ui::node::NodeExt;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, spawn_box)
        .add_systems(Update, show_tip.in_set(Phase::Show));
}

/// What the entity means; also of what is inside it. Empty if there is nothing to say.
#[derive(Component, PartialEq, Eq, Clone, Default)]
#[require(Hovered)]
pub(in crate::app) struct Tip(pub String);

impl Tip {
    pub(in crate::app) fn new(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// The tooltip of what the pointer is on outside of panels, by paragraphs; empty if there is none.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub(in crate::app) struct PointedTip(pub Vec<String>);

/// A panel that has its tooltips within, above or below what they explain, so that they cover nothing beside it.
#[derive(Component, Default, Clone, Copy)]
pub(in crate::app) struct TipsWithin;

#[derive(Component)]
struct TipBox;

#[derive(Component, PartialEq)]
struct Paragraph(String);

/// Width of the box beside a panel, in UI pixels.
const WIDTH: f32 = 330.0;

fn spawn_box(mut commands: Commands) {
    let node = Node::column(3.0)
        .padding(12.0, 6.0)
        .framed()
        .hidden()
        .absolute();
    let look = (
        BackgroundColor(WELL),
        BorderColor::all(LINE),
        GlobalZIndex(1),
    );
    commands.spawn((TipBox, node, look));
}

/// The top and bottom of a node, in UI pixels.
fn vertical_edges(node: &ComputedNode, transform: &UiGlobalTransform) -> (f32, f32) {
    let scale = node.inverse_scale_factor();
    let (middle, half) = (transform.translation.y, node.size().y / 2.0);
    ((middle - half) * scale, (middle + half) * scale)
}

fn show_tip(
    tips: Query<(Entity, &Tip, &Hovered)>,
    (parents, nodes): (Query<&ChildOf>, Query<(&ComputedNode, &UiGlobalTransform)>),
    panels: Query<Entity, With<TipsWithin>>,
    (focus, visible, pointed): (Res<InputFocus>, Res<InputFocusVisible>, Res<PointedTip>),
    window: UiWindow,
    (insets, drawer, font): (Res<ViewInsets>, Res<Drawer>, Res<UiFont>),
    tip_box: Single<(Entity, &mut Node), With<TipBox>>,
    mut shown: Items<Paragraph>,
    (mut moved, mut typed): (MessageReader<CursorMoved>, MessageReader<KeyboardInput>),
    mut rests: Local<bool>,
) {
    // Whoever goes on by keys has left the pointer where it is.
    let (has_moved, has_typed) = (moved.read().count() > 0, typed.read().count() > 0);
    *rests = !has_moved && (*rests || has_typed);
    let says = |(_, tip, _): &(Entity, &Tip, &Hovered)| !tip.0.is_empty();
    let mut hovered = tips.iter().filter(|_| !*rests);
    let hovered = hovered.find(|tip| tip.2.0 && says(tip));
    let focus = focus.get().filter(|_| visible.0);
    let around = focus.into_iter().flat_map(|focus| {
        let ancestors = parents.iter_ancestors(focus);
        std::iter::once(focus).chain(ancestors)
    });
    let focused = || around.filter_map(|entity| tips.get(entity).ok()).find(says);
    let of_pointed = !pointed.0.is_empty();
    let tip = hovered.or_else(|| focused().filter(|_| !of_pointed));
    let paragraphs = match tip {
        Some((_, tip, _)) => vec![tip.0.clone()],
        None => pointed.0.clone(),
    };
    let (entity, mut node) = tip_box.into_inner();
    set_displayed(&mut node, !paragraphs.is_empty());
    if paragraphs.is_empty() {
        return;
    }
    let panel = match tip {
        Some((entity, ..)) => parents
            .iter_ancestors(entity)
            .find(|it| panels.contains(*it)),
        None => panels.iter().next(),
    };
    let panel = panel.and_then(|panel| nodes.get(panel).ok());
    let mut placed = node.clone();
    (placed.top, placed.bottom) = (Val::Auto, px(insets.bottom + 4.0));
    (placed.right, placed.width) = (px(insets.right + 4.0), px(WIDTH));
    if let Some((panel, _)) = panel {
        placed.right = px(0);
        placed.width = match drawer.is_narrow() {
            true => percent(100),
            false => px(panel.size().x * panel.inverse_scale_factor()),
        };
        // Below or above what it explains, or at the foot.
        let height = window.size().y;
        let explained = tip.and_then(|(entity, ..)| nodes.get(entity).ok());
        let edges = explained.map(|(node, transform)| vertical_edges(node, transform));
        (placed.top, placed.bottom) = match edges {
            Some((_, bottom)) if bottom < height / 2.0 => (px(bottom + 2.0), Val::Auto),
            Some((top, _)) => (Val::Auto, px(height - top + 2.0)),
            None => (Val::Auto, px(insets.bottom)),
        };
    }
    node.set_if_neq(placed);
    let paragraphs = paragraphs.into_iter().map(Paragraph);
    shown.show(entity, paragraphs, |line, Paragraph(text)| {
        line.insert(Node::default())
            .with_child(font.wrapped(text, PLAIN));
    });
}
