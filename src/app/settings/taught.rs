//! The lessons that the player has seen, beside the options. They are not part of a run.

use std::collections::BTreeSet;

use bevy::prelude::Resource;

use super::config_files::TAUGHT;
use super::document::Value;

/// The lesson boards of Conduit, which come as one series.
pub const BOARDS: &str = "boards";
/// The lesson mazes, which come as one series.
pub const MAZES: &str = "mazes";
/// The lesson about scrolling boards that wrap around.
pub const EDGES: &str = "edges";
/// The lesson about scrolling boards that are zoomed in.
pub const ZOOM: &str = "zoom";
/// The lesson about loops on boards.
pub const LOOPS: &str = "loops";

/// The names of the lessons that the player has seen.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Taught {
    names: BTreeSet<String>,
    /// Whether the list differs from the file.
    is_unsaved: bool,
}

/// The lessons of Descend, as its screen names them.
const DESCEND: [&str; 23] = [
    "move", "followed", "mourner", "guard", "fight", "sleeper", "conduit", "vault", "hunger",
    "rest", "potion", "scroll", "gear", "brazier", "doorway", "grass", "hood", "unhood", "oil",
    "candle", "coals", "fire", "tell",
];

fn is_of_descend(name: &str) -> bool {
    DESCEND.contains(&name)
}

impl Taught {
    /// Parses the list.
    ///
    /// # Errors
    /// If the value is not a list of names.
    pub fn read(value: Value<'_>) -> Result<Self, String> {
        Ok(Self {
            names: TAUGHT.parse(value)?,
            is_unsaved: false,
        })
    }

    /// The list for the file; [`Taught::read`] reads it back.
    pub(super) fn to_ron(&self) -> String {
        format!("{:?}", Vec::from_iter(&self.names))
    }

    /// Whether the player has seen a lesson.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Marks a lesson as seen.
    pub fn add(&mut self, name: &str) {
        self.names.insert(name.to_owned());
        self.is_unsaved = true;
    }

    /// Marks all lessons as not seen.
    pub fn clear(&mut self) {
        self.names.clear();
        self.is_unsaved = true;
    }

    /// Marks the lessons of Descend as not seen.
    pub fn forget_descend(&mut self) {
        self.names.retain(|name| !is_of_descend(name));
        self.is_unsaved = true;
    }

    /// Whether the player has seen no lesson of Descend.
    pub fn is_new_to_descend(&self) -> bool {
        !self.names.iter().any(|name| is_of_descend(name))
    }

    /// Whether the player has seen no lesson at all.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether the list has changed since the last call.
    pub(super) const fn take_unsaved(&mut self) -> bool {
        std::mem::replace(&mut self.is_unsaved, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_of_another_screen_is_none_of_descend() {
        let mut taught = Taught::default();
        for name in [BOARDS, MAZES, EDGES, ZOOM, LOOPS, "a tip of a new screen"] {
            taught.add(name);
            assert!(taught.is_new_to_descend(), "{name}");
        }
        taught.add("fight");
        assert!(!taught.is_new_to_descend());
        taught.forget_descend();
        assert!(taught.is_new_to_descend() && taught.has("a tip of a new screen"));
    }

    #[test]
    fn what_was_told_reads_back_and_what_does_not_read_is_named() {
        let mut taught = Taught::default();
        taught.add("fight");
        taught.add("rest");
        assert!(taught.take_unsaved() && !taught.take_unsaved());
        let read = |text: &str| Taught::read(Value::whole("t.ron", text, "").unwrap());
        assert_eq!(read(&taught.to_ron()), Ok(taught));
        let reason = "taught is fight; it should look like [\"fight\", \"rest\"]";
        assert_eq!(read("fight"), Err(format!("t.ron:1: {reason}")));
    }
}
