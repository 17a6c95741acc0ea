//! Two maps in turn: a key flips between the shown map and another one, whose metrics stand beside; an overlay tints what
//! differs.

use bevy::prelude::*;

use super::action::LabAction;
use crate::app::dungeon::{Dungeon, Regenerate, takes_long};
use crate::app::frame::{Phase, React};
use crate::app::notice::Notice;
use crate::app::screen::Screen;
use crate::map::Map;
use crate::mapgen::MapSpec;
use crate::mapgen::metric::Metrics;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Compared>()
        .add_systems(React, flip.in_set(Screen::Lab).in_set(Phase::Act));
}

/// The map that the shown one is compared with, if any.
#[derive(Resource, Default)]
pub struct Compared(Option<Other>);

/// A map beside the shown one.
pub struct Other {
    /// What it is.
    pub spec: MapSpec,
    /// The map.
    pub map: Map,
    /// Its metrics.
    pub metrics: Metrics,
}

impl Compared {
    /// The map beside, unless it is the shown one.
    pub fn beside(&self, shown: &MapSpec) -> Option<&Other> {
        self.0.as_ref().filter(|other| other.spec != *shown)
    }
}

/// Shows the map that the shown one is compared with, which takes its place. The first is the one that was shown before.
fn flip(
    mut actions: MessageReader<LabAction>,
    dungeon: Res<Dungeon>,
    mut compared: ResMut<Compared>,
    mut requests: MessageWriter<Regenerate>,
    mut notice: ResMut<Notice>,
) {
    let asked = actions
        .read()
        .filter(|action| **action == LabAction::Compare);
    if asked.count() == 0 || dungeon.is_blank() {
        return;
    }
    let spec = dungeon.spec();
    if takes_long(spec) {
        notice.refuse(&format!(
            "maps of {} take too long to flip between them",
            spec.size()
        ));
        return;
    }
    let other = compared.beside(spec).map(|other| other.spec.clone());
    let Some(other) = other.or_else(|| dungeon.spec_before().cloned()) else {
        notice.refuse(&"there is no map to compare with yet: show another one first");
        return;
    };
    compared.0 = Some(Other {
        spec: spec.clone(),
        map: dungeon.map().clone(),
        metrics: Metrics::of(dungeon.map()),
    });
    notice.say(format!("Compared with {spec}"));
    requests.write(Regenerate::Exactly(other));
}
