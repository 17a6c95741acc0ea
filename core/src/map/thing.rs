//! What lies on a map and is no tile.

use std::collections::BTreeMap;

use strum::{IntoStaticStr, VariantArray};

use crate::geom::{Pos, Rect};

/// Something on a map that is no tile: what a level of Descend has, or an object that somebody put there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thing {
    /// What it is.
    pub class: ThingClass,
    /// Its kind in the content, such as `potion-healing`; of [`ThingClass::Other`] its class in files.
    pub id: String,
    /// Its name, which a player may not know yet.
    pub name: String,
    /// Its tiles: one, unless it is an area that somebody drew.
    pub area: Rect,
    /// What else an editor says of it, by name.
    pub properties: BTreeMap<String, String>,
}

/// The kinds of [`Thing`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum ThingClass {
    /// A monster.
    Monster,
    /// An item.
    Item,
    /// What harms, or hides, where somebody steps.
    Hazard,
    /// A part of a set piece, such as a lever.
    Mechanism,
    /// Anything else, of a class of its own.
    Other,
}

impl Thing {
    /// A thing on one tile.
    pub fn at(class: ThingClass, id: &str, name: &str, pos: Pos) -> Self {
        Self {
            class,
            id: id.to_owned(),
            name: name.to_owned(),
            area: Rect::between(pos, pos),
            properties: BTreeMap::new(),
        }
    }

    /// Its first tile.
    pub const fn pos(&self) -> Pos {
        Pos::new(self.area.left, self.area.top)
    }

    /// The name of its class in files that other programs read.
    pub fn class_name(&self) -> &str {
        match self.class {
            ThingClass::Other => &self.id,
            class => class.into(),
        }
    }

    /// The class of this name in a file, and the id that goes with it: `id`, or else the name itself.
    pub fn class_named(name: &str, id: Option<String>) -> (ThingClass, String) {
        let known = ThingClass::VARIANTS.iter().find(|class| {
            let known: &str = (*class).into();
            known == name && **class != ThingClass::Other
        });
        match (known, id) {
            (Some(class), id) => (*class, id.unwrap_or_default()),
            (None, _) => (ThingClass::Other, name.to_owned()),
        }
    }
}
