//! Which lessons the player has had: a small file of its own beside the options. No part of a run.

use std::collections::BTreeSet;

use bevy::prelude::Resource;

use super::file::SettingsError;

/// Name of the file in the configuration folder.
pub const FILE: &str = "taught.ron";

/// What the file begins with.
const HEAD: &str = "\
// The lessons that have been told. Switching teaching lines off and on in the Options empties this file.
";

/// The boards of Conduit that teach; one name, for they come one after another.
pub const BOARDS: &str = "boards";

/// The mazes that teach, likewise.
pub const MAZES: &str = "mazes";

/// The names of the lessons that have been told.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Taught {
    names: BTreeSet<String>,
    /// Whether the file says something else.
    unsaved: bool,
}

/// How boards that wrap are moved.
pub const EDGES: &str = "edges";
/// How boards that are zoomed are moved.
pub const ZOOM: &str = "zoom";

fn is_of_descend(name: &str) -> bool {
    ![BOARDS, MAZES, EDGES, ZOOM].contains(&name)
}

impl Taught {
    /// Reads the list; `file` names the text in errors.
    ///
    /// # Errors
    /// A form that is not a list of names.
    pub fn read(file: &str, text: &str) -> Result<Self, SettingsError> {
        let read = ron::from_str(text).map(|names| Self {
            names,
            unsaved: false,
        });
        read.map_err(|error: ron::error::SpannedError| {
            let at = error.span.start;
            SettingsError(format!(
                "{file}:{}:{}: {}; lessons look like [\"fight\", \"rest\"]",
                at.line, at.col, error.code
            ))
        })
    }

    /// The file, which reads back to this list.
    pub fn written(&self) -> String {
        let names: Vec<String> = self.names.iter().map(|name| format!("{name:?}")).collect();
        format!("{HEAD}[{}]\n", names.join(", "))
    }

    /// Whether a lesson has been told.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Notes that a lesson has been told.
    pub fn add(&mut self, name: &str) {
        self.names.insert(name.to_owned());
        self.unsaved = true;
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.names.clear();
        self.unsaved = true;
    }

    /// Forgets the lessons of Descend.
    pub fn forget_descend(&mut self) {
        self.names.retain(|name| !is_of_descend(name));
        self.unsaved = true;
    }

    /// Whether no lesson of Descend has been told.
    pub fn is_new_to_descend(&self) -> bool {
        !self.names.iter().any(|name| is_of_descend(name))
    }

    /// Whether none has been told.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether the list has changed since this was asked last.
    pub(super) const fn take_unsaved(&mut self) -> bool {
        std::mem::replace(&mut self.unsaved, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_reads_back_and_what_does_not_read_is_named() {
        let mut taught = Taught::default();
        taught.add("fight");
        taught.add("rest");
        assert!(taught.take_unsaved() && !taught.take_unsaved());
        assert_eq!(Taught::read("t.ron", &taught.written()), Ok(taught));
        let error = Taught::read("t.ron", "fight").unwrap_err().to_string();
        assert!(error.starts_with("t.ron:1:"), "{error}");
    }
}
