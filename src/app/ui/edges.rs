//! The edges of the window: what takes room from the map there, and what keeps clear of it. The insets of the map are derived
//! from these nodes alone.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::UiSystems;
use bevy::window::PrimaryWindow;

use super::side::Drawer;
use crate::app::frame::{Phase, React};
use crate::app::glyph::{GlyphSystems, ViewInsets};

pub(super) fn plugin(app: &mut App) {
    // What is new takes its room at once.
    let at_once = derive_insets.after(Phase::Generate).before(Phase::Derive);
    app.add_systems(React, at_once).add_systems(
        PostUpdate,
        (
            keep_clear
                .before(UiSystems::Layout)
                .before(GlyphSystems::Look),
            derive_insets.after(UiSystems::Layout),
        ),
    );
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum Edge {
    Left,
    Right,
    Top,
    Bottom,
}

/// Takes its width or height from the map at an edge while it is displayed. A drawer takes nothing.
#[derive(Component, Clone, Copy)]
pub(in crate::app) struct Takes(pub Edge);

/// Keeps an absolute node at these distances, in UI pixels, from what is taken at these edges.
#[derive(Component, Clone, Copy)]
pub(in crate::app) struct Clear(pub &'static [(Edge, f32)]);

/// The window as the user interface measures it.
#[derive(SystemParam)]
pub(in crate::app) struct UiWindow<'w, 's> {
    windows: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    scale: Res<'w, UiScale>,
}

impl UiWindow<'_, '_> {
    /// Its size in UI pixels; without end while there is no window.
    pub fn size(&self) -> Vec2 {
        self.windows.single().map_or(Vec2::MAX, Window::size) / self.scale.0
    }
}

/// Ends a node where the bar begins.
pub(in crate::app) const ABOVE_BAR: Clear = Clear(&[(Edge::Bottom, 0.0)]);

/// Adds up what nodes take from the map. A length that is stated needs no layout.
pub(in crate::app) fn derive_insets(
    nodes: Query<(&Takes, &Node, &ComputedNode)>,
    drawer: Res<Drawer>,
    mut insets: ResMut<ViewInsets>,
) {
    let mut taken = ViewInsets::default();
    for (Takes(edge), node, computed) in &nodes {
        let size = computed.size() * computed.inverse_scale_factor();
        let (stated, laid_out) = match edge {
            Edge::Left | Edge::Right => (node.width, size.x),
            Edge::Top | Edge::Bottom => (node.height, size.y),
        };
        let length = match stated {
            _ if node.display == Display::None => 0.0,
            Val::Px(length) => length,
            _ => laid_out,
        };
        match edge {
            Edge::Left => taken.left += length,
            Edge::Right if drawer.is_narrow() => {}
            Edge::Right => taken.right += length,
            Edge::Top => taken.top += length,
            Edge::Bottom => taken.bottom += length,
        }
    }
    insets.set_if_neq(taken);
}

pub(in crate::app) fn keep_clear(insets: Res<ViewInsets>, mut nodes: Query<(&Clear, &mut Node)>) {
    for (Clear(edges), mut node) in &mut nodes {
        let mut placed = node.clone();
        for (edge, distance) in *edges {
            let (place, taken) = match edge {
                Edge::Left => (&mut placed.left, insets.left),
                Edge::Right => (&mut placed.right, insets.right),
                Edge::Top => (&mut placed.top, insets.top),
                Edge::Bottom => (&mut placed.bottom, insets.bottom),
            };
            *place = px(taken + distance);
        }
        node.set_if_neq(placed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn what_is_displayed_takes_its_room_before_it_is_laid_out_and_others_keep_clear_of_it() {
        let mut world = World::new();
        world.init_resource::<ViewInsets>();
        world.init_resource::<Drawer>();
        let panel = Node {
            width: px(250),
            ..default()
        };
        let log = Node {
            height: px(88),
            ..default()
        };
        let hidden = Node {
            display: Display::None,
            ..log.clone()
        };
        world.spawn((Takes(Edge::Right), panel));
        world.spawn((Takes(Edge::Top), log));
        world.spawn((Takes(Edge::Top), hidden));
        let laid_out = ComputedNode {
            size: Vec2::new(2560.0, 124.0),
            inverse_scale_factor: 0.25,
            ..ComputedNode::DEFAULT
        };
        world.spawn((Takes(Edge::Bottom), Node::default(), laid_out));
        let clear = Clear(&[(Edge::Right, 0.0), (Edge::Bottom, 6.0)]);
        let captions = world.spawn((clear, Node::default())).id();
        let mut place = |drawer: Drawer| {
            world.insert_resource(drawer);
            world.run_system_once(derive_insets).unwrap();
            world.run_system_once(keep_clear).unwrap();
            let node = world.get::<Node>(captions).unwrap();
            (*world.resource::<ViewInsets>(), node.right, node.bottom)
        };
        let mut insets = ViewInsets {
            left: 0.0,
            right: 250.0,
            top: 88.0,
            bottom: 31.0,
        };
        assert_eq!(place(Drawer::None), (insets, px(250), px(37)));
        insets.right = 0.0;
        assert_eq!(place(Drawer::Open), (insets, px(0), px(37)));
    }
}
