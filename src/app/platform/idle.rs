//! Skips the renderer in frames that were caused by pointer movement alone and in which nothing visible
//! changed. All other frames are drawn.

use bevy::app::Last;
use bevy::asset::AssetEvent;
use bevy::prelude::*;
#[cfg(not(target_family = "wasm"))]
use bevy::render::pipelined_rendering::RenderExtractApp;
use bevy::window::{RequestRedraw, WindowEvent};

use super::clock::{FRAME, Wake};

/// Whether this frame is not drawn.
#[derive(Resource, Default, PartialEq, Eq, Debug)]
struct Idle(bool);

/// Decides in each frame whether it has to be drawn.
pub struct IdlePlugin;

impl Plugin for IdlePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Idle>()
            .add_message::<WindowEvent>()
            .add_message::<RequestRedraw>()
            .add_message::<Wake>()
            .add_systems(Last, (check_input, check_visible_changes).chain());
        redraw_on_asset_change::<Image>(app);
    }
}

/// Draws each frame in which an asset of this type has changed.
pub fn redraw_on_asset_change<A: Asset>(app: &mut App) {
    app.init_resource::<Idle>()
        .add_message::<AssetEvent<A>>()
        .add_systems(Last, check_assets::<A>.after(check_visible_changes));
}

/// Skips extraction, and so rendering, in idle frames. Not used in a browser page, where the renderer is not
/// pipelined; there all frames are drawn.
#[cfg(not(target_family = "wasm"))]
pub(in crate::app) fn skip_idle_frames(app: &mut App) {
    let Some(renderer) = app.get_sub_app_mut(RenderExtractApp) else {
        return;
    };
    if let Some(mut extract) = renderer.take_extract() {
        renderer.set_extract(move |main, render| {
            if main.get_resource::<Idle>() != Some(&Idle(true)) {
                extract(main, render);
            }
        });
    }
}

/// Marks the frame as idle if pointer movement alone caused it.
fn check_input(
    mut events: MessageReader<WindowEvent>,
    (mut redraws, mut wakes): (MessageReader<RequestRedraw>, MessageReader<Wake>),
    mut idle: ResMut<Idle>,
) {
    let is_move = |event: &WindowEvent| matches!(event, WindowEvent::CursorMoved(_));
    let only_moves = !events.is_empty() && events.read().all(is_move);
    let animations = wakes.read().filter(|wake| wake.0 <= FRAME).count();
    idle.0 = only_moves && redraws.read().count() + animations == 0;
    // `all` stops at the first event that is no move; the rest must not count in the next frame.
    events.clear();
}

/// A change to something visible in the user interface or on the map.
type VisibleChange = (
    Or<(
        Changed<Node>,
        Changed<ComputedNode>,
        Changed<UiGlobalTransform>,
        Changed<BackgroundColor>,
        Changed<BackgroundGradient>,
        Changed<BorderColor>,
        Changed<Outline>,
        Changed<ImageNode>,
        Changed<Text>,
        Changed<TextColor>,
        Changed<TextFont>,
        Changed<Visibility>,
        Changed<Sprite>,
        Changed<GlobalTransform>,
    )>,
);

fn check_visible_changes(
    changes: Query<(), VisibleChange>,
    (mut nodes, mut sprites): (RemovedComponents<Node>, RemovedComponents<Sprite>),
    mut idle: ResMut<Idle>,
) {
    let removed = nodes.read().count() + sprites.read().count();
    idle.0 = idle.0 && removed == 0 && changes.is_empty();
}

fn check_assets<A: Asset>(mut events: MessageReader<AssetEvent<A>>, mut idle: ResMut<Idle>) {
    let is_unused = |event: &AssetEvent<A>| matches!(event, AssetEvent::Unused { .. });
    idle.0 &= events.read().all(is_unused);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::window::CursorMoved;

    /// Moves the pointer; returns whether the frame is idle.
    fn is_idle_after_move(app: &mut App) -> bool {
        app.world_mut()
            .write_message(WindowEvent::CursorMoved(CursorMoved {
                window: Entity::PLACEHOLDER,
                position: Vec2::ZERO,
                delta: None,
            }));
        app.update();
        app.world().resource::<Idle>().0
    }

    #[test]
    fn a_move_of_the_pointer_that_changes_nothing_draws_nothing() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, IdlePlugin));
        let node = app.world_mut().spawn(BackgroundColor(Color::BLACK)).id();
        assert!(!is_idle_after_move(&mut app), "the node is new");
        assert!(is_idle_after_move(&mut app));
        app.update();
        assert!(
            !app.world().resource::<Idle>().0,
            "the pointer has not moved"
        );
        let mut colour = app.world_mut().get_mut::<BackgroundColor>(node).unwrap();
        colour.0 = Color::WHITE;
        assert!(!is_idle_after_move(&mut app), "the node lights up");
        assert!(is_idle_after_move(&mut app));
        app.world_mut().write_message(RequestRedraw);
        assert!(!is_idle_after_move(&mut app), "a redraw was requested");
        app.world_mut().write_message(Wake(FRAME));
        assert!(!is_idle_after_move(&mut app), "an animation runs");
    }
}
