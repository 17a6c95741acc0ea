//! What is seen of an app with its panels: texts, sliders and marks, and where they stand in the window.

use bevy::camera::visibility::InheritedVisibility;
use bevy::prelude::*;
use bevy::ui::{CalculatedClip, ComputedNode, UiGlobalTransform};
use bevy::ui_widgets::{ScrollArea, Slider};
use undercroft::app::ui::theme::{CHOSEN, KEY};

/// A text on the screen: what it says, its place in the window, the part of the window where it is shown, and whether it
/// can be scrolled into that.
pub struct Shown {
    pub text: String,
    pub rect: Rect,
    pub clip: Option<Rect>,
    pub scrolls: bool,
}

pub fn logical(node: &ComputedNode, transform: &UiGlobalTransform) -> Rect {
    Rect::from_center_size(transform.translation, node.size())
}

pub fn shown_texts(app: &mut App) -> Vec<Shown> {
    let world = app.world_mut();
    let mut texts = world.query::<(
        Entity,
        &Text,
        &ComputedNode,
        &UiGlobalTransform,
        &InheritedVisibility,
        Option<&CalculatedClip>,
    )>();
    let mut shown = Vec::new();
    for (entity, text, node, transform, visibility, clip) in texts.iter(world) {
        if !visibility.get() || node.size().min_element() <= 0.0 || text.0.trim().is_empty() {
            continue;
        }
        // What the log has no room for stands beside it.
        let parent = world
            .get::<ChildOf>(entity)
            .and_then(|of| world.get::<Node>(of.0));
        let is_log = parent.is_some_and(|node| node.flex_direction == FlexDirection::ColumnReverse);
        let rect = logical(node, transform);
        if is_log && clip.is_some_and(|clip| rect.min.x >= clip.clip.max.x) {
            continue;
        }
        let mut ancestors = std::iter::successors(world.get::<ChildOf>(entity), |of| {
            world.get::<ChildOf>(of.0)
        });
        shown.push(Shown {
            text: text.0.clone(),
            rect,
            clip: clip.map(|clip| clip.clip),
            scrolls: ancestors.any(|of| world.get::<ScrollArea>(of.0).is_some()),
        });
    }
    shown
}

/// The window, from its corner.
pub fn window(app: &mut App) -> Rect {
    let mut windows = app.world_mut().query::<&Window>();
    let size = windows.single(app.world()).unwrap().size();
    Rect::from_corners(Vec2::ZERO, size)
}

/// The texts in sight.
pub fn seen_texts(app: &mut App) -> Vec<Shown> {
    let window = window(app);
    let mut texts = shown_texts(app);
    texts.retain(|shown| {
        let clip = shown.clip.map_or(window, |clip| clip.intersect(window));
        clip.contains(shown.rect.center())
    });
    texts
}

/// The middle of the topmost text in sight that says this.
#[track_caller]
pub fn place_of(app: &mut App, wanted: &str) -> Vec2 {
    let texts = seen_texts(app);
    let found = texts.iter().filter(|shown| shown.text == wanted);
    let topmost = found.min_by(|a, b| a.rect.min.y.total_cmp(&b.rect.min.y));
    let all: Vec<&str> = texts.iter().map(|shown| shown.text.as_str()).collect();
    let found = topmost.unwrap_or_else(|| panic!("{wanted} in {all:#?}"));
    found.rect.center()
}

/// Whether a text in sight contains `part`.
pub fn is_seen(app: &mut App, part: &str) -> bool {
    let texts = seen_texts(app);
    texts.iter().any(|shown| shown.text.contains(part))
}

/// The places of the sliders that are shown, from the topmost.
pub fn sliders(app: &mut App) -> Vec<Rect> {
    let mut sliders = app.world_mut().query_filtered::<Place, With<Slider>>();
    let shown = sliders
        .iter(app.world())
        .filter(|(node, _, visibility)| visibility.get() && node.size().min_element() > 0.0);
    let mut places: Vec<Rect> = shown
        .map(|(node, transform, _)| logical(node, transform))
        .collect();
    places.sort_by(|a, b| a.min.y.total_cmp(&b.min.y));
    places
}

/// The place and the size of the nodes that are shown with a component.
type Place = (
    &'static ComputedNode,
    &'static UiGlobalTransform,
    &'static InheritedVisibility,
);

/// What the nodes at this place are painted with, and the frame of the focus around them; empty if nothing is painted.
pub fn paint_at(app: &mut App, at: Vec2) -> String {
    type Paint = (
        &'static BackgroundColor,
        Option<&'static BorderColor>,
        Option<&'static BackgroundGradient>,
        Option<&'static Outline>,
    );
    let mut nodes = app.world_mut().query::<(Entity, Place, Paint)>();
    let mut painted: Vec<String> = nodes
        .iter(app.world())
        .filter(
            |(_, (node, transform, visibility), (ground, _, gradient, outline))| {
                let is_there = visibility.get() && logical(node, transform).contains(at);
                let is_painted = !ground.0.is_fully_transparent() || gradient.is_some();
                is_there && (is_painted || outline.is_some())
            },
        )
        .map(|(entity, _, paint)| format!("{entity} {paint:?}"))
        .collect();
    painted.sort_unstable();
    painted.join("\n")
}

/// The place of the topmost line of a list, or button, that is the chosen one.
pub fn marked(app: &mut App) -> Rect {
    let mut nodes = app
        .world_mut()
        .query::<(Place, &BackgroundColor, &BorderColor)>();
    let chosen = nodes
        .iter(app.world())
        .filter(|((node, _, visibility), ground, border)| {
            let is_chosen = ground.0 == CHOSEN && **border == BorderColor::all(KEY);
            is_chosen && visibility.get() && node.size().min_element() > 0.0
        });
    let places = chosen.map(|((node, transform, _), ..)| logical(node, transform));
    let topmost = places.min_by(|a, b| a.min.y.total_cmp(&b.min.y));
    topmost.expect("a line is selected")
}

/// How far the outermost area at this place is scrolled, and how far it can be, in UI pixels.
pub fn scroll_at(app: &mut App, at: Vec2) -> (f32, f32) {
    let mut areas = app
        .world_mut()
        .query_filtered::<(Place, &ScrollPosition), With<ScrollArea>>();
    let there = areas
        .iter(app.world())
        .filter(|((node, transform, visibility), _)| {
            visibility.get() && logical(node, transform).contains(at)
        });
    let largest = there.max_by(|((a, ..), _), ((b, ..), _)| a.size().y.total_cmp(&b.size().y));
    let ((node, ..), position) = largest.expect("something is scrolled here");
    let most = (node.content_size().y - node.size().y).max(0.0) * node.inverse_scale_factor();
    (position.y, most)
}

/// How far each area is scrolled, in UI pixels.
pub fn scrolled(app: &mut App) -> Vec<f32> {
    let mut areas = app
        .world_mut()
        .query_filtered::<&ScrollPosition, With<ScrollArea>>();
    areas.iter(app.world()).map(|position| position.y).collect()
}
