//! Scrolls a panel to the widget that gets the keyboard focus, and back to its top when the focus leaves the panel; and a
//! list to the line that its cursor moves to. With the pointer, only the wheel scrolls.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::ui_widgets::ScrollArea;

use super::list::Marked;
use super::style::{FocusRing, ringed_node};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (
            follow_focus.run_if(resource_changed::<InputFocus>),
            follow_cursor.run_if(any_match_filter::<Changed<Marked>>),
        )
            .chain()
            .after(UiSystems::Layout),
    );
}

/// Space between a focus ring or a list and the edge of the panel, in UI pixels.
const GAP: f32 = 2.0;

/// What is scrolled into view with the line that is in it.
#[derive(Component, Default, Clone, Copy)]
pub(in crate::app) struct ScrolledWith;

/// Scrolls the areas around nodes. Bevy's `ScrollIntoView` scrolls only the innermost one.
#[derive(SystemParam)]
struct Scroller<'w, 's> {
    nodes: Query<'w, 's, (&'static ComputedNode, &'static UiGlobalTransform)>,
    areas: Query<'w, 's, &'static mut ScrollPosition, With<ScrollArea>>,
    parents: Query<'w, 's, &'static ChildOf>,
}

impl Scroller<'_, '_> {
    /// Scrolls a list to its line, and if it `is_deep`, the panel around it to the whole list, with `margin` UI pixels
    /// around the line. Returns the outermost area.
    fn scroll_to(&mut self, entity: Entity, margin: f32, is_deep: bool) -> Option<Entity> {
        let (node, transform) = self.nodes.get(entity).ok()?;
        let mut half = node.size().y / 2.0 + margin / node.inverse_scale_factor();
        let mut centre = transform.translation.y;
        let mut outermost = None;
        for ancestor in self.parents.iter_ancestors(entity) {
            let (Ok(mut position), Ok((area, transform))) =
                (self.areas.get_mut(ancestor), self.nodes.get(ancestor))
            else {
                continue;
            };
            if outermost.is_some() && !is_deep {
                break;
            }
            outermost = Some(ancestor);
            let edge = transform.translation.y - area.size().y / 2.0;
            let (top, bottom) = (centre - half - edge, centre + half - edge);
            let range = (area.content_size().y - area.size().y).max(0.0);
            let delta = scroll_delta(top, bottom, area.size().y);
            let scrolled = (area.scroll_position.y + delta).clamp(0.0, range);
            if scrolled != area.scroll_position.y {
                position.y = scrolled * area.inverse_scale_factor();
            }
            half = area.size().y / 2.0 + GAP / area.inverse_scale_factor();
            centre = transform.translation.y;
        }
        outermost
    }
}

/// Scrolls to the widget with the focus.
fn follow_focus(
    (focus, visible): (Res<InputFocus>, Res<InputFocusVisible>),
    rings: Query<&FocusRing>,
    mut scroller: Scroller,
    mut panel: Local<Option<Entity>>,
) {
    let left = panel.take().filter(|_| visible.0);
    let Some(widget) = focus.get() else {
        if let Some(mut position) = left.and_then(|panel| scroller.areas.get_mut(panel).ok())
            && position.y != 0.0
        {
            position.y = 0.0;
        }
        return;
    };
    if visible.0 {
        let has_ring = |entity| rings.contains(entity);
        let ringed = ringed_node(widget, &scroller.parents, has_ring).unwrap_or(widget);
        let reach = rings.get(ringed).map_or(0.0, |ring| ring.reach());
        let margin = if reach > 0.0 { reach + GAP } else { 0.0 };
        *panel = scroller.scroll_to(ringed, margin, true);
    }
}

/// Scrolls to the line that the cursor has moved to, unless the pointer is there: a list does not run away under the
/// pointer.
fn follow_cursor(
    lines: Query<(Entity, &Marked, Option<&Hovered>), Changed<Marked>>,
    sections: Query<(), With<ScrolledWith>>,
    mut scroller: Scroller,
) {
    for (line, marked, hovered) in &lines {
        if marked.0 && !hovered.is_some_and(|hovered| hovered.0) {
            let around = scroller.parents.iter_ancestors(line);
            let section = around.into_iter().find(|node| sections.contains(*node));
            scroller.scroll_to(section.unwrap_or(line), 0.0, false);
        }
    }
}

/// How far to scroll, so that what lies from `top` to `bottom` is in a view of this height.
fn scroll_delta(top: f32, bottom: f32, height: f32) -> f32 {
    if top < 0.0 {
        top
    } else {
        (bottom - height).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;
    use bevy::input_focus::FocusCause;

    /// A node that reaches from `top` to `bottom` on the screen.
    fn node(top: f32, bottom: f32, content: f32, scrolled: f32) -> impl Bundle {
        let computed = ComputedNode {
            size: Vec2::new(100.0, bottom - top),
            content_size: Vec2::new(100.0, content),
            scroll_position: Vec2::new(0.0, scrolled),
            ..ComputedNode::DEFAULT
        };
        let centre = Vec2::new(50.0, f32::midpoint(top, bottom));
        (computed, UiGlobalTransform::from_translation(centre))
    }

    fn scrolling_node(top: f32, bottom: f32, content: f32, scrolled: f32) -> impl Bundle {
        let position = ScrollPosition(Vec2::new(0.0, scrolled));
        (node(top, bottom, content, scrolled), ScrollArea, position)
    }

    /// The world of a panel 500 pixels high that is scrolled down by 500. Above its view is a list that shows 100
    /// of 300 pixels. Gives the world, the panel, the list, a row below the list's view, and a button half below
    /// the panel's view.
    fn panel() -> (World, [Entity; 4]) {
        let mut world = World::new();
        world.init_resource::<InputFocus>();
        world.insert_resource(InputFocusVisible(true));
        let panel = world.spawn(scrolling_node(0.0, 500.0, 1200.0, 500.0)).id();
        let list = scrolling_node(-300.0, -200.0, 300.0, 0.0);
        let list = world.spawn((list, ChildOf(panel))).id();
        let row = (node(-150.0, -133.0, 17.0, 0.0), FocusRing::Inside);
        let row = world.spawn((row, ChildOf(list))).id();
        let button = (node(490.0, 507.0, 17.0, 0.0), FocusRing::Outside);
        let button = world.spawn((button, ChildOf(panel))).id();
        (world, [panel, list, row, button])
    }

    fn position(world: &World, entity: Entity) -> f32 {
        world.get::<ScrollPosition>(entity).unwrap().y
    }

    #[test]
    fn a_list_scrolls_to_the_line_with_the_focus_and_the_panel_to_the_list() {
        let (mut world, [panel, list, row, _]) = panel();
        let mut focus = world.resource_mut::<InputFocus>();
        focus.set(row, FocusCause::Navigated);
        world.run_system_once(follow_focus).unwrap();
        assert_eq!(position(&world, list), 67.0);
        assert_eq!(position(&world, panel), 500.0 - 302.0);
    }

    #[test]
    fn a_list_scrolls_to_the_line_with_the_cursor_unless_the_pointer_is_there() {
        for (is_hovered, scrolled) in [(false, 67.0), (true, 0.0)] {
            let (mut world, [_, list, row, _]) = panel();
            let marked = (Marked(true), Hovered(is_hovered));
            world.entity_mut(row).insert(marked);
            world.run_system_once(follow_cursor).unwrap();
            assert_eq!(position(&world, list), scrolled);
        }
    }

    #[test]
    fn the_panel_has_room_for_the_ring_and_returns_to_its_top_when_the_keyboard_leaves_it() {
        let (mut world, [panel, list, _, button]) = panel();
        let follow = world.register_system(follow_focus);
        let mut scrolled = |is_visible, focused: Option<Entity>| {
            world.insert_resource(InputFocusVisible(is_visible));
            let mut focus = world.resource_mut::<InputFocus>();
            match focused {
                Some(entity) => focus.set(entity, FocusCause::Navigated),
                None => focus.clear(),
            }
            world.run_system(follow).unwrap();
            assert_eq!(position(&world, list), 0.0);
            position(&world, panel)
        };
        assert_eq!(scrolled(false, Some(button)), 500.0, "pressed");
        // Its lower edge, and the ring and the gap below it.
        assert_eq!(scrolled(true, Some(button)), 500.0 + 7.0 + 6.0);
        assert_eq!(scrolled(false, None), 513.0, "a press elsewhere");
        assert_eq!(scrolled(true, Some(button)), 513.0);
        assert_eq!(scrolled(true, None), 0.0);
    }
}
