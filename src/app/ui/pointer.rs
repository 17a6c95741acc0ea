//! Selecting with the pointer. Only moving onto a line selects it, not where the pointer happens to be when
//! a menu opens or scrolls, nor a tremble within a line.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// Tracks pointer movement for the system that has it as a parameter.
#[derive(SystemParam)]
pub struct PointerSelection<'w, 's> {
    moves: MessageReader<'w, 's, CursorMoved>,
    windows: Query<'w, 's, &'static Window>,
    last: Local<'s, Option<Vec2>>,
}

/// What [`PointerSelection::choices`] has to know of a line.
pub type LinePlace = (
    Ref<'static, Interaction>,
    &'static ComputedNode,
    &'static UiGlobalTransform,
);

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

    /// The lines that the pointer selects by moving onto them or pressing them, each with whether it was
    /// pressed.
    pub fn choices<'a, T>(
        &mut self,
        lines: impl Iterator<
            Item = (
                (
                    Ref<'a, Interaction>,
                    &'a ComputedNode,
                    &'a UiGlobalTransform,
                ),
                T,
            ),
        >,
    ) -> impl Iterator<Item = (T, bool)> {
        let before = *self.last;
        let moved = self.has_moved();
        let scale = self.windows.iter().next().map_or(1.0, Window::scale_factor);
        lines.filter_map(move |((interaction, node, place), line)| {
            let pressed = interaction.is_changed() && *interaction == Interaction::Pressed;
            let was_there =
                || before.is_some_and(|before| node.contains_point(*place, before * scale));
            let entered = moved && *interaction == Interaction::Hovered && !was_there();
            (pressed || entered).then_some((line, pressed))
        })
    }
}
