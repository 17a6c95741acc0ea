//! The maps that the player has kept, with their names. They are in the file of what the program remembers.

use bevy::prelude::*;

use super::action::LabAction;
use crate::app::dungeon::Dungeon;
use crate::app::frame::{Phase, React};
use crate::app::notice::Notice;
use crate::app::screen::Screen;
use crate::app::settings::{ConfigFiles, KEPT, Value};
use crate::mapgen::MapSpec;
use crate::text;

/// The most maps that are kept.
const MOST: usize = 384;
/// The most characters of a name.
pub const LONGEST_NAME: usize = 60;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Favourites>().add_systems(
        React,
        (
            keep.in_set(Screen::Lab).in_set(Phase::Act),
            save.run_if(resource_changed::<Favourites>)
                .in_set(Screen::Lab)
                .in_set(Phase::Record),
        ),
    );
}

/// The kept maps, the last one first, with their names, which may be empty.
#[derive(Resource, Default, Clone, PartialEq, Eq, Debug)]
pub struct Favourites(Vec<(MapSpec, String)>);

/// Parses the kept maps in the file; those that are wrong are added to `mistakes`.
///
/// # Errors
/// If the value is no list of share codes and names.
pub fn read_favourites(value: Value<'_>, mistakes: &mut Vec<String>) -> Result<Favourites, String> {
    let kept: Vec<(String, String)> = KEPT.parse(value)?;
    let mut read = Vec::new();
    for (code, name) in kept {
        match crate::known().read(&code) {
            Ok(spec) => read.push((spec, name)),
            Err(error) => mistakes.push(value.mistake(&error.to_string())),
        }
    }
    Ok(Favourites(read))
}

impl Favourites {
    /// The kept maps with their names, the last one first.
    pub fn all(&self) -> &[(MapSpec, String)] {
        &self.0
    }

    fn place(&self, spec: &MapSpec) -> Option<usize> {
        self.0.iter().position(|(kept, _)| kept == spec)
    }

    /// Whether a map is kept.
    pub fn has(&self, spec: &MapSpec) -> bool {
        self.place(spec).is_some()
    }

    /// Keeps a map, or no longer. Whether it is kept now; the reason if it cannot be.
    ///
    /// # Errors
    /// If there are too many.
    pub fn toggle(&mut self, spec: &MapSpec) -> Result<bool, String> {
        if let Some(place) = self.place(spec) {
            self.0.remove(place);
            return Ok(false);
        }
        if self.0.len() >= MOST {
            return Err(format!(
                "{MOST} maps are kept already; press the key on one of them to let it go"
            ));
        }
        self.0.insert(0, (spec.clone(), String::new()));
        Ok(true)
    }

    /// Gives a kept map a name.
    pub fn rename(&mut self, spec: &MapSpec, name: &str) {
        if let Some(place) = self.place(spec) {
            self.0[place].1 = text::value(name).chars().take(LONGEST_NAME).collect();
        }
    }

    /// Its value in the file.
    fn to_ron(&self) -> String {
        let lines = self
            .0
            .iter()
            .map(|(spec, name)| format!("\n        ({:?}, {name:?}),", spec.to_string()));
        let lines: String = lines.collect();
        if lines.is_empty() {
            "[]".to_owned()
        } else {
            format!("[{lines}\n    ]")
        }
    }
}

/// Keeps the map that is shown, or no longer.
fn keep(
    mut actions: MessageReader<LabAction>,
    dungeon: Res<Dungeon>,
    mut kept: ResMut<Favourites>,
    mut notice: ResMut<Notice>,
) {
    for _ in actions.read().filter(|action| **action == LabAction::Keep) {
        notice.say(match kept.toggle(dungeon.spec()) {
            Ok(true) => format!("Kept {}", dungeon.spec()),
            Ok(false) => format!("No longer kept: {}", dungeon.spec()),
            Err(reason) => {
                notice.refuse(&reason);
                continue;
            }
        });
    }
}

fn save(
    kept: Res<Favourites>,
    files: Option<Res<ConfigFiles>>,
    mut notice: ResMut<Notice>,
    mut saved: Local<Option<Favourites>>,
) {
    // What was loaded at the start is in the file.
    let is_new = saved
        .replace(kept.clone())
        .is_some_and(|saved| saved != *kept);
    let written = files
        .filter(|_| is_new)
        .map(|files| files.write(&KEPT, &kept.to_ron()));
    if let Some(Err(reason)) = written {
        notice.warn(&reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(code: &str) -> MapSpec {
        code.parse().unwrap()
    }

    #[test]
    fn what_is_kept_is_read_as_it_was_written_and_what_is_wrong_is_told() {
        let mut kept = Favourites::default();
        for code in ["rooms/80x50/tries=60#7", "caves/60x40#8"] {
            assert_eq!(kept.toggle(&spec(code)), Ok(true));
        }
        kept.rename(&spec("caves/60x40#8"), "  two \"lakes\"\n");
        let read = |text: &str| {
            let mut mistakes = Vec::new();
            let value = Value::whole("state.ron", text, "").unwrap();
            (read_favourites(value, &mut mistakes), mistakes)
        };
        assert_eq!(read(&kept.to_ron()), (Ok(kept.clone()), Vec::new()));
        assert_eq!(kept.all()[0].1, "two \"lakes\"");
        assert_eq!(read("[]").0, Ok(Favourites::default()));
        let (some, mistakes) = read("[(\"caves/60x40#8\", \"\"), (\"cave/60x40#8\", \"\")]");
        assert_eq!(some.unwrap().all().len(), 1);
        assert!(
            mistakes[0].contains("did you mean \"caves\""),
            "{mistakes:?}"
        );
        assert!(read("7").0.is_err());
    }

    #[test]
    fn a_map_is_kept_until_the_key_is_pressed_again() {
        let mut kept = Favourites::default();
        let map = spec("caves/60x40#8");
        assert_eq!(kept.toggle(&map), Ok(true));
        assert!(kept.has(&map) && !kept.has(&map.with_seed(crate::rng::Seed(9))));
        assert_eq!(kept.toggle(&map), Ok(false));
        assert!(!kept.has(&map));
        for seed in 0..MOST as u64 {
            kept.toggle(&map.with_seed(crate::rng::Seed(seed))).unwrap();
        }
        let error = kept.toggle(&spec("caves/60x41#8")).unwrap_err();
        assert!(error.contains("384"), "{error}");
    }
}
