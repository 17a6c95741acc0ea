//! Skips the renderer in frames that were caused by nothing but a move of the pointer or the release of a key,
//! and in which nothing visible changed. All other frames are drawn.

use bevy::app::Last;
use bevy::asset::AssetEvent;
use bevy::input::ButtonState;
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

/// Marks the frame as idle if nothing caused it but moves of the pointer and releases of keys. Such a frame must
/// not keep the renderer from the next key.
fn check_input(
    mut events: MessageReader<WindowEvent>,
    (mut redraws, mut wakes): (MessageReader<RequestRedraw>, MessageReader<Wake>),
    mut idle: ResMut<Idle>,
) {
    let is_quiet = |event: &WindowEvent| match event {
        WindowEvent::CursorMoved(_) => true,
        WindowEvent::KeyboardInput(key) => key.state == ButtonState::Released,
        _ => false,
    };
    let all_quiet = !events.is_empty() && events.read().all(is_quiet);
    let animations = wakes.read().filter(|wake| wake.0 <= FRAME).count();
    idle.0 = all_quiet && redraws.read().count() + animations == 0;
    // `all` stops at the first event that is not quiet; the rest must not count in the next frame.
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
    use bevy::input::keyboard::{Key, KeyboardInput};
    use bevy::window::CursorMoved;

    /// Whether the frame with these events is idle.
    fn is_idle_after(app: &mut App, events: impl IntoIterator<Item = WindowEvent>) -> bool {
        app.world_mut().write_message_batch(events);
        app.update();
        app.world().resource::<Idle>().0
    }

    /// Moves the pointer; returns whether the frame is idle.
    fn is_idle_after_move(app: &mut App) -> bool {
        let moved = CursorMoved {
            window: Entity::PLACEHOLDER,
            position: Vec2::ZERO,
            delta: None,
        };
        is_idle_after(app, [WindowEvent::CursorMoved(moved)])
    }

    #[test]
    fn a_key_draws_when_it_is_pressed_and_not_when_it_is_released() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, IdlePlugin));
        let key = |state| {
            WindowEvent::KeyboardInput(KeyboardInput {
                key_code: KeyCode::KeyS,
                logical_key: Key::Character("s".into()),
                state,
                text: None,
                repeat: false,
                window: Entity::PLACEHOLDER,
            })
        };
        let [press, release] = [ButtonState::Pressed, ButtonState::Released].map(key);
        assert!(!is_idle_after(&mut app, [press.clone()]));
        assert!(is_idle_after(&mut app, [release.clone()]));
        assert!(!is_idle_after(&mut app, [release, press]), "another key");
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
