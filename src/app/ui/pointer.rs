//! Selecting with the pointer. Only movement selects, not where the pointer happens to be when a menu
//! opens.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

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

    /// The lines that the pointer selects by moving over them or pressing them, each with whether it was
    /// pressed.
    pub fn choices<'a, T>(
        &mut self,
        lines: impl Iterator<Item = (Ref<'a, Interaction>, T)>,
    ) -> impl Iterator<Item = (T, bool)> {
        let moved = self.has_moved();
        lines.filter_map(move |(interaction, line)| {
            let pressed = interaction.is_changed() && *interaction == Interaction::Pressed;
            let selected = pressed || (moved && *interaction == Interaction::Hovered);
            selected.then_some((line, pressed))
        })
    }
}
