//! Whether the pointer moves: where it happens to lie as a menu comes up means nothing.

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
}
