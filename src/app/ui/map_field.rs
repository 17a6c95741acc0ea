//! Text fields for the current map: its size, its seed or share code, and its generator's parameters.

use bevy::prelude::*;

use super::access::Named;
use super::field::{Field, spawn_text_field};
use super::theme::UiFont;
use crate::app::dungeon::{Dungeon, Regenerate, entry};
use crate::code::Target;
use crate::geom::Size;
use crate::mapgen::{MapSpec, Stage};

/// The part of the map's specification that a field edits.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum MapField {
    /// The number of columns.
    Width,
    /// The number of rows.
    Height,
    /// The seed; a share code can be pasted as well.
    Seed,
    /// The value of a parameter: the number of its stage, and its index.
    Param(usize, usize),
}

impl MapField {
    /// The value in `spec` as text.
    fn text(self, spec: &MapSpec) -> String {
        match self {
            Self::Width => spec.size().width.to_string(),
            Self::Height => spec.size().height.to_string(),
            Self::Seed => spec.typed_seed(),
            Self::Param(stage, index) => {
                // A field of the previous generator may still be there.
                let stage = spec.stages().get(stage);
                let has_it = |stage: &&Stage| index < stage.generator().info().params.len();
                let value = stage.filter(has_it).map(|stage| stage.params.value(index));
                value.map_or_else(String::new, |value| value.to_string())
            }
        }
    }

    /// `spec` with the value from `text`, or why that is invalid.
    fn read(self, spec: &MapSpec, text: &str) -> Result<MapSpec, String> {
        let Size { width, height } = spec.size();
        match self {
            Self::Width => entry::with_size(spec, Size::new(entry::parse_side(text)?, height)),
            Self::Height => entry::with_size(spec, Size::new(width, entry::parse_side(text)?)),
            Self::Seed => entry::spec_of(spec, Target::read(text, crate::known())),
            Self::Param(stage, index) => {
                let param = &spec.stages()[stage].generator().info().params[index];
                entry::with_param(spec, (stage, index), entry::parse_param(param, text)?)
            }
        }
    }
}

/// Spawns a field, `width` characters wide, or as wide as there is room.
pub(in crate::app) fn spawn(
    parent: &mut ChildSpawnerCommands,
    font: &UiFont,
    field: MapField,
    width: Option<f32>,
) {
    let entity = spawn_text_field(parent, font, field, width, 400);
    let name = match field {
        MapField::Width => "Width",
        MapField::Height => "Height",
        MapField::Seed | MapField::Param(..) => return,
    };
    parent.commands().entity(entity).insert(Named::new(name));
}

impl Field for MapField {
    type Shown = Dungeon;
    type Request = Regenerate;

    fn value(self, dungeon: &Dungeon) -> String {
        self.text(dungeon.spec())
    }

    fn request(self, dungeon: &Dungeon, text: &str) -> Result<Option<Regenerate>, String> {
        Ok(request(self.read(dungeon.spec(), text)?, dungeon))
    }

    fn is_number(self) -> bool {
        self != Self::Seed
    }

    fn revision(dungeon: &Res<Dungeon>) -> u64 {
        dungeon.last_changed().get().into()
    }
}

/// A request for the map, unless it is the current one.
pub(in crate::app) fn request(spec: MapSpec, dungeon: &Dungeon) -> Option<Regenerate> {
    (spec != *dungeon.spec()).then_some(Regenerate::Exactly(spec))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_reads_back_its_text_and_changes_only_its_part_of_the_map() {
        let spec: MapSpec = "rooms/80x50/tries=60#7".parse().unwrap();
        for field in [
            MapField::Width,
            MapField::Height,
            MapField::Seed,
            MapField::Param(0, 0),
        ] {
            let shown = field.text(&spec);
            assert_eq!(field.read(&spec, &shown), Ok(spec.clone()), "{field:?}");
        }
        let code = |field: MapField, text| field.read(&spec, text).unwrap().to_string();
        assert_eq!(code(MapField::Width, "90"), "rooms/90x50/tries=60#7");
        assert_eq!(code(MapField::Height, "90"), "rooms/80x90/tries=60#7");
        assert_eq!(code(MapField::Param(0, 0), "31"), "rooms/80x50/tries=31#7");
        assert_eq!(code(MapField::Seed, "9"), "rooms/80x50/tries=60#9");
        let error = MapField::Width.read(&spec, "5000").unwrap_err();
        assert!(error.contains("4096x4096"), "{error}");
    }
}
