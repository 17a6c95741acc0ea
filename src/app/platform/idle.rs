//! Frames that only the pointer's moving has brought, and in which nothing that is seen has changed:
//! they are not handed to the renderer. All other frames are drawn.

use bevy::app::Last;
use bevy::asset::AssetEvent;
use bevy::prelude::*;
#[cfg(not(target_family = "wasm"))]
use bevy::render::pipelined_rendering::RenderExtractApp;
use bevy::window::{RequestRedraw, WindowEvent};

use super::clock::{FRAME, Wake};

/// Whether this frame need not be drawn.
#[derive(Resource, Default, PartialEq, Eq, Debug)]
pub struct Idle(pub bool);

/// Looks in each frame whether it need be drawn.
pub struct IdlePlugin;

impl Plugin for IdlePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Idle>()
            .add_message::<WindowEvent>()
            .add_message::<RequestRedraw>()
            .add_message::<Wake>()
            .add_systems(Last, (begin, look).chain());
        watch::<Image>(app);
    }
}

/// Has each frame drawn in which an asset of this type has changed.
pub fn watch<A: Asset>(app: &mut App) {
    app.init_resource::<Idle>()
        .add_message::<AssetEvent<A>>()
        .add_systems(Last, note::<A>.after(look));
}

/// Spares the renderer the frames that need not be drawn. In a page it runs beside the update in one
/// thread, and draws them all.
#[cfg(not(target_family = "wasm"))]
pub(in crate::app) fn spare_the_renderer(app: &mut App) {
    let Some(renderer) = app.get_sub_app_mut(RenderExtractApp) else {
        return;
    };
    if let Some(mut extract) = renderer.take_extract() {
        renderer.set_extract(move |world, own| {
            if world.get_resource::<Idle>() != Some(&Idle(true)) {
                extract(world, own);
            }
        });
    }
}

/// Takes for idle what only the pointer has brought.
fn begin(
    mut events: MessageReader<WindowEvent>,
    (mut redraws, mut wakes): (MessageReader<RequestRedraw>, MessageReader<Wake>),
    mut idle: ResMut<Idle>,
) {
    let is_move = |event: &WindowEvent| matches!(event, WindowEvent::CursorMoved(_));
    let moved_alone = !events.is_empty() && events.read().all(is_move);
    let moving = wakes.read().filter(|wake| wake.0 <= FRAME).count();
    idle.0 = moved_alone && redraws.read().count() + moving == 0;
    // What stands behind the first that is no move was not read.
    events.clear();
}

/// What is seen of the user interface and of the map, if it has changed.
type Seen = (
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

fn look(
    seen: Query<(), Seen>,
    (mut nodes, mut sprites): (RemovedComponents<Node>, RemovedComponents<Sprite>),
    mut idle: ResMut<Idle>,
) {
    let gone = nodes.read().count() + sprites.read().count();
    idle.0 = idle.0 && gone == 0 && seen.is_empty();
}

fn note<A: Asset>(mut events: MessageReader<AssetEvent<A>>, mut idle: ResMut<Idle>) {
    let unused = |event: &&AssetEvent<A>| matches!(event, AssetEvent::Unused { .. });
    idle.0 &= events.read().all(|event| unused(&event));
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::window::CursorMoved;

    fn moves(app: &mut App) -> bool {
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
        assert!(!moves(&mut app), "something is new");
        assert!(moves(&mut app));
        app.update();
        assert!(!app.world().resource::<Idle>().0, "no pointer, no reason");
        let mut colour = app.world_mut().get_mut::<BackgroundColor>(node).unwrap();
        colour.0 = Color::WHITE;
        assert!(!moves(&mut app), "what it points at lights up");
        assert!(moves(&mut app));
        app.world_mut().write_message(RequestRedraw);
        assert!(!moves(&mut app), "somebody wants a frame");
        app.world_mut().write_message(Wake(FRAME));
        assert!(!moves(&mut app), "something moves");
    }
}
