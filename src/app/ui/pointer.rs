//! What the pointer does, beyond Bevy's picking: whether it has moved, onto which node, and whether a press is
//! beside an open menu. Of the buttons, picking gets only the primary one.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::picking::PickingSystems;
use bevy::picking::events::{Move, Pointer, Press};
use bevy::picking::hover::Hovered;
use bevy::picking::pointer::{PointerAction, PointerButton, PointerInput};
use bevy::prelude::*;

use crate::app::input::{ActionQueue, CommonAction, Layer, Layers};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LayersOpened>()
        .add_observer(point)
        .add_observer(close_menu)
        .add_systems(First, ignore_other_buttons.after(PickingSystems::Input))
        .add_systems(PostUpdate, note_layers.run_if(resource_changed::<Layers>));
}

/// Keeps the other buttons of the mouse from Bevy's widgets, which take any for a press. Screens that use them read
/// them from the window.
fn ignore_other_buttons(mut inputs: MessageMutator<PointerInput>) {
    for input in inputs.read() {
        if let PointerAction::Press(button) | PointerAction::Release(button) = input.action
            && button != PointerButton::Primary
        {
            // Without movement no event is sent.
            input.action = PointerAction::Move { delta: Vec2::ZERO };
        }
    }
}

/// Tracks pointer movement for the system that has it as a parameter.
#[derive(SystemParam)]
pub struct PointerSelection<'w, 's> {
    moves: MessageReader<'w, 's, CursorMoved>,
    last: Local<'s, Option<Vec2>>,
}

impl PointerSelection<'_, '_> {
    /// Whether the pointer has moved since the last call.
    pub fn has_moved(&mut self) -> bool {
        let mut moved = false;
        for event in self.moves.read() {
            let last = self.last.replace(event.position);
            moved |= last.is_some_and(|last| last != event.position);
        }
        moved
    }
}

/// A node that is told by [`Pointed`] when the pointer moves onto it.
#[derive(Component, Default, Clone, Copy)]
#[require(Hovered)]
pub(in crate::app) struct Pointable;

/// The pointer has moved onto a [`Pointable`] node. Not sent where the pointer happens to be when the node
/// appears or scrolls under it, nor for a tremble within the node.
#[derive(EntityEvent, Clone, Copy, Debug)]
pub(in crate::app) struct Pointed {
    pub entity: Entity,
}

fn point(
    moved: On<Pointer<Move>>,
    nodes: Query<(&ComputedNode, &UiGlobalTransform), With<Pointable>>,
    windows: Query<&Window>,
    mut commands: Commands,
) {
    let Ok((node, place)) = nodes.get(moved.entity) else {
        return;
    };
    let now = moved.pointer_location.position;
    // The first motion that the window reports counts from its corner.
    let before = now - moved.delta;
    let scale = windows.iter().next().map_or(1.0, Window::scale_factor);
    if before != Vec2::ZERO && !node.contains_point(*place, before * scale) {
        commands.trigger(Pointed {
            entity: moved.entity,
        });
    }
}

/// Longest time between the clicks of a double click.
pub(in crate::app) const DOUBLE_CLICK: Duration = Duration::from_millis(500);

/// The node behind a menu or a question. A press on it, beside the menu, closes the menu.
#[derive(Component, Default, Clone, Copy)]
#[require(Hovered)]
pub(in crate::app) struct Backdrop;

/// When the layers last changed.
#[derive(Resource, Default)]
struct LayersOpened(Duration);

fn note_layers(mut opened: ResMut<LayersOpened>, time: Res<Time<Real>>) {
    opened.0 = time.elapsed();
}

/// Closes the open menu on a press beside it, unless that is the second press of the double click that opened it.
fn close_menu(
    press: On<Pointer<Press>>,
    backdrops: Query<(), With<Backdrop>>,
    (layers, opened, time): (Res<Layers>, Res<LayersOpened>, Res<Time<Real>>),
    mut queue: ResMut<ActionQueue>,
) {
    let is_beside =
        press.entity == press.original_event_target() && backdrops.contains(press.entity);
    let is_menu = matches!(
        layers.top(),
        Some(Layer::Menu | Layer::Question | Layer::Binding | Layer::Help)
    );
    if is_beside && is_menu && time.elapsed().saturating_sub(opened.0) >= DOUBLE_CLICK {
        queue.push(&CommonAction::Back);
    }
}

#[cfg(test)]
mod tests {
    use bevy::camera::NormalizedRenderTarget;
    use bevy::picking::backend::{HitData, PointerHits};
    use bevy::picking::pointer::{Location, PointerId};
    use bevy::picking::{InteractionPlugin, PickingPlugin};
    use bevy::ui_widgets::{Activate, ActivateOnPress, Button, ButtonPlugin};

    use super::*;

    #[derive(Resource, Default)]
    struct Activated(u32);

    /// An app in which the pointer is always over one button.
    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            PickingPlugin,
            InteractionPlugin,
            ButtonPlugin,
        ))
        .init_resource::<Layers>()
        .init_resource::<ActionQueue>()
        .init_resource::<Activated>()
        .add_plugins(plugin)
        .add_observer(|_: On<Activate>, mut activated: ResMut<Activated>| activated.0 += 1);
        let button = app.world_mut().spawn((Button, ActivateOnPress)).id();
        app.add_systems(
            PreUpdate,
            (move |mut hits: MessageWriter<PointerHits>| {
                let hit = HitData::new(Entity::PLACEHOLDER, 0.0, None, None);
                hits.write(PointerHits::new(PointerId::Mouse, vec![(button, hit)], 0.0));
            })
            .in_set(PickingSystems::Backend),
        );
        app.world_mut().spawn(PointerId::Mouse);
        app.update();
        app
    }

    fn press(app: &mut App, button: PointerButton) {
        for action in [PointerAction::Press(button), PointerAction::Release(button)] {
            app.world_mut().write_message(PointerInput {
                pointer_id: PointerId::Mouse,
                location: Location {
                    target: NormalizedRenderTarget::None {
                        width: 100,
                        height: 100,
                    },
                    position: Vec2::new(5.0, 5.0),
                },
                action,
            });
            app.update();
        }
    }

    #[test]
    fn only_the_primary_button_works_a_button() {
        let mut app = app();
        for (button, activated) in [
            (PointerButton::Secondary, 0),
            (PointerButton::Middle, 0),
            (PointerButton::Primary, 1),
            (PointerButton::Secondary, 1),
            (PointerButton::Primary, 2),
        ] {
            press(&mut app, button);
            assert_eq!(
                app.world().resource::<Activated>().0,
                activated,
                "{button:?}"
            );
        }
    }
}
