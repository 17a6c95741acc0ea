//! The stages that make the map, as a list in the panel: each can be chosen, for the controls below it, moved,
//! taken away and limited to a part of the map.

use bevy::prelude::*;

use crate::mapgen::{BUILT_IN, Generator, MapSpec, Mask, Stage};

/// The stage that the panel's generator, mask and parameters are those of.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ChosenStage(usize);

impl ChosenStage {
    /// Its number, from 0, among the stages of `spec`, of which there may be fewer than before.
    pub fn of(self, spec: &MapSpec) -> usize {
        self.0.min(spec.stages().len() - 1)
    }

    /// Its generator.
    pub fn generator(self, spec: &MapSpec) -> &'static dyn Generator {
        spec.stages()[self.of(spec)].generator()
    }
}

/// What a button of the list does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StageButton {
    /// Shows the controls of the stage with this number.
    Choose(usize),
    /// Adds a stage after the chosen one.
    Add,
    /// Takes the chosen stage away.
    Remove,
    /// Moves the chosen stage before the one before it.
    Up,
    /// Moves the chosen stage after the one after it.
    Down,
    /// Limits the chosen stage to a part of the map.
    Within(Mask),
}

/// Why there are no others of a map.
pub(super) const DRAWN: &str = "this map was drawn, and there is no other of it: lock a part of it in Paint, and the rest is made anew";

/// What a new stage does first: it is seen at once on any map, and harms none.
const FIRST: &str = "vaults";

/// The spec after a press of a button.
pub(super) fn press(
    button: StageButton,
    spec: &MapSpec,
    chosen: &mut ChosenStage,
) -> Result<MapSpec, String> {
    let (mut stages, at) = (spec.stages().to_vec(), chosen.of(spec));
    let place = match button {
        StageButton::Choose(number) => {
            *chosen = ChosenStage(number);
            return Ok(spec.clone());
        }
        StageButton::Add => {
            let vaults = BUILT_IN.find(FIRST).ok_or("there is no generator to add")?;
            stages.insert(at + 1, Stage::new(vaults));
            at + 1
        }
        StageButton::Remove => {
            stages.remove(at);
            at.saturating_sub(1)
        }
        StageButton::Up => {
            stages.swap(at, at - 1);
            at - 1
        }
        StageButton::Down => {
            stages.swap(at, at + 1);
            at + 1
        }
        StageButton::Within(mask) => {
            stages[at].mask = mask;
            at
        }
    };
    let spec = spec.with_other_stages(stages);
    let spec = spec.map_err(|error| error.to_string())?;
    *chosen = ChosenStage(place);
    Ok(spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_added_moved_limited_and_taken_away() {
        let mut spec: MapSpec = "caves/60x36#7".parse().unwrap();
        let mut chosen = ChosenStage::default();
        for (button, code, at) in [
            (StageButton::Add, "caves/60x36|vaults#7", 1),
            (
                StageButton::Within(Mask::Left),
                "caves/60x36|vaults/in=left#7",
                1,
            ),
            (StageButton::Choose(0), "caves/60x36|vaults/in=left#7", 0),
            (StageButton::Add, "caves/60x36|vaults|vaults/in=left#7", 1),
            (StageButton::Down, "caves/60x36|vaults/in=left|vaults#7", 2),
            (StageButton::Up, "caves/60x36|vaults|vaults/in=left#7", 1),
            (StageButton::Remove, "caves/60x36|vaults/in=left#7", 0),
            (StageButton::Choose(1), "caves/60x36|vaults/in=left#7", 1),
            (StageButton::Remove, "caves/60x36#7", 0),
        ] {
            spec = press(button, &spec, &mut chosen).unwrap();
            assert_eq!(
                (spec.to_string().as_str(), chosen.of(&spec)),
                (code, at),
                "{button:?}"
            );
        }
    }

    #[test]
    fn a_stage_that_cannot_be_first_stays_where_it_is() {
        let spec: MapSpec = "caves/60x36|doors#7".parse().unwrap();
        let mut chosen = ChosenStage(1);
        let error = press(StageButton::Up, &spec, &mut chosen).unwrap_err();
        assert!(error.contains("write it after another stage"), "{error}");
        assert_eq!(chosen.of(&spec), 1);
    }

    #[test]
    fn fewer_stages_leave_the_last_one_chosen() {
        let spec: MapSpec = "caves/60x36#7".parse().unwrap();
        assert_eq!(ChosenStage(3).of(&spec), 0);
    }
}
