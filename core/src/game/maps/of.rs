//! The content whose levels and set pieces are maps.

use std::any::Any;

use crate::game::content::Content;
use crate::mapgen::{CONTENT_SEPARATOR, Generator};

/// The content that maps are of.
#[derive(Clone, Copy)]
pub(super) enum MapContent {
    /// The embedded one, which is read when it is needed.
    Embedded,
    Own(&'static Content),
}

impl MapContent {
    pub fn get(self) -> Option<&'static Content> {
        match self {
            Self::Embedded => Content::embedded().ok(),
            Self::Own(content) => Some(content),
        }
    }
}

/// The name of a generator of maps of `content`.
pub(super) fn name_with(name: &str, content: &Content) -> &'static str {
    let number = content.digest() >> 32;
    String::leak(format!("{name}{CONTENT_SEPARATOR}{number:08x}"))
}

pub(super) fn downcast<T: Generator>(generator: &'static dyn Generator) -> Option<&'static T> {
    let generator: &dyn Any = generator;
    generator.downcast_ref()
}
