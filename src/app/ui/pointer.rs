//! What the pointer chooses: where it happens to lie as a menu comes up means nothing.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// Follows the pointer for a system.
#[derive(SystemParam)]
pub struct Pointed<'w, 's> {
    moves: MessageReader<'w, 's, CursorMoved>,
    last: Local<'s, Option<Vec2>>,
}

impl Pointed<'_, '_> {
    /// Whether it has moved since this was asked last.
    pub fn has_moved(&mut self) -> bool {
        let mut moved = false;
        for event in self.moves.read() {
            let last = self.last.replace(event.position);
            moved |= last.is_some_and(|last| last != event.position);
        }
        moved
    }

    /// Of some lines those that are chosen, because the pointer was moved over them or they were
    /// pressed, which is told.
    pub fn choices<'a, T>(
        &mut self,
        lines: impl Iterator<Item = (Ref<'a, Interaction>, T)>,
    ) -> impl Iterator<Item = (T, bool)> {
        let moved = self.has_moved();
        lines.filter_map(move |(interaction, line)| {
            let pressed = interaction.is_changed() && *interaction == Interaction::Pressed;
            let chosen = pressed || (moved && *interaction == Interaction::Hovered);
            chosen.then_some((line, pressed))
        })
    }
}
