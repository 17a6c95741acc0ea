//! Fields of the map that is shown: size, seed or share code, numbers.

use bevy::prelude::*;

use super::field::{Field, line};
use super::theme::Type;
use crate::app::dungeon::{Dungeon, Regenerate, entry};
use crate::geom::Size;
use crate::mapgen::MapSpec;

/// What a field is for.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum MapField {
    /// Columns of the map.
    Width,
    /// Rows of the map.
    Height,
    /// The seed, or a share code.
    Seed,
    /// The value of this parameter.
    Param(usize),
}

impl MapField {
    /// What it shows of `spec`.
    fn text(self, spec: &MapSpec) -> String {
        match self {
            Self::Width => spec.size().width.to_string(),
            Self::Height => spec.size().height.to_string(),
            Self::Seed => spec.seed.to_string(),
            Self::Param(index) => {
                let known = index < spec.generator().info().params.len();
                known.then(|| spec.params().value(index).to_string())
            }
            .unwrap_or_default(),
        }
    }

    /// The map that `text` leads to.
    fn read(self, spec: &MapSpec, text: &str) -> Result<MapSpec, String> {
        let Size { width, height } = spec.size();
        match self {
            Self::Width => entry::with_size(spec, Size::new(entry::parse_side(text)?, height)),
            Self::Height => entry::with_size(spec, Size::new(width, entry::parse_side(text)?)),
            Self::Seed => entry::parse_seed_or_code(spec, text),
            Self::Param(index) => {
                let of = &spec.generator().info().params[index];
                entry::with_param(spec, index, entry::parse_param(of, text)?)
            }
        }
    }
}

/// Adds a field, `width` characters wide, or as wide as there is room.
pub(in crate::app) fn spawn(
    parent: &mut ChildSpawnerCommands,
    font: &Type,
    field: MapField,
    width: Option<f32>,
) -> Entity {
    line(parent, font, field, width, 400, field.is_number())
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

    fn edition(dungeon: &Res<Dungeon>) -> u64 {
        dungeon.last_changed().get().into()
    }
}

/// Asks for a map, unless it is shown.
pub(in crate::app) fn request(spec: MapSpec, dungeon: &Dungeon) -> Option<Regenerate> {
    (spec != *dungeon.spec()).then_some(Regenerate::Exactly(spec))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_reads_back_what_it_shows_and_changes_its_own_part_alone() {
        let spec: MapSpec = "rooms/80x50/tries=60#7".parse().unwrap();
        for field in [
            MapField::Width,
            MapField::Height,
            MapField::Seed,
            MapField::Param(0),
        ] {
            let shown = field.text(&spec);
            assert_eq!(field.read(&spec, &shown), Ok(spec.clone()), "{field:?}");
        }
        let code = |field: MapField, text| field.read(&spec, text).unwrap().to_string();
        assert_eq!(code(MapField::Width, "90"), "rooms/90x50/tries=60#7");
        assert_eq!(code(MapField::Height, "90"), "rooms/80x90/tries=60#7");
        assert_eq!(code(MapField::Param(0), "31"), "rooms/80x50/tries=31#7");
        assert_eq!(code(MapField::Seed, "9"), "rooms/80x50/tries=60#9");
        let error = MapField::Width.read(&spec, "5000").unwrap_err();
        assert!(error.contains("4096x4096"), "{error}");
    }
}
