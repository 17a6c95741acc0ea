//! How often runs meet and use the things of a level: light, fire, hazards, tells, conduits. Read from the events of
//! each action.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::game::{
    ActorId, BodyEvent, Condition, FightEvent, GameEvent, ItemEvent, Lighting, MonsterEvent,
    PlaceEvent, Surprise,
};

/// Counts by the name of what was met or used.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Met(BTreeMap<Cow<'static, str>, u64>);

impl Met {
    /// Counts what an action led to, the light in which the player then stands, and whether they swim.
    pub fn count(&mut self, lighting: Lighting, swims: bool, events: &[GameEvent]) {
        if swims {
            self.add_one("water: turns in deep water");
        }
        self.add_one(match lighting {
            Lighting::Bright => "turns in bright light",
            Lighting::Dim => "turns in dim light",
            Lighting::Dark => "turns in the dark",
        });
        for event in events {
            if let Some(name) = name_of(event) {
                *self.0.entry(name).or_default() += 1;
            }
        }
    }

    fn add_one(&mut self, name: &'static str) {
        *self.0.entry(Cow::Borrowed(name)).or_default() += 1;
    }

    /// Adds the counts of another run.
    pub fn add(&mut self, other: &Self) {
        for (name, count) in &other.0 {
            *self.0.entry(name.clone()).or_default() += count;
        }
    }

    /// The names in alphabetical order, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, count)| (name.as_ref(), *count))
    }
}

/// What an event counts as; `None` for all that every roguelike has.
fn name_of(event: &GameEvent) -> Option<Cow<'static, str>> {
    let name: &'static str = match event {
        GameEvent::Fight(FightEvent::Hit {
            by,
            surprise: Some(surprise),
            ..
        }) if *by == ActorId::PLAYER => match surprise {
            Surprise::Asleep => "blows at sleepers",
            Surprise::Unaware => "blows out of the dark",
            Surprise::Doorway => "blows at a doorway",
        },
        GameEvent::Body(BodyEvent::ConditionBegan {
            who,
            condition: Condition::Burning,
            ..
        }) => match *who == ActorId::PLAYER {
            true => "fire: the player burns",
            false => "fire: a monster burns",
        },
        GameEvent::Monster(MonsterEvent::Prepared { announcement, .. }) => {
            return Some(
                format!("announcement: {announcement:?}")
                    .to_lowercase()
                    .into(),
            );
        }
        GameEvent::Monster(MonsterEvent::Stopped { announcement, .. }) => {
            return Some(
                format!("announcement stopped: {announcement:?}")
                    .to_lowercase()
                    .into(),
            );
        }
        GameEvent::Monster(MonsterEvent::Fed { .. }) => "boss: fed by lamps",
        GameEvent::Item(ItemEvent::Hooded { hooded: true }) => "light: lantern hooded",
        GameEvent::Item(ItemEvent::SweptOff { .. }) => "water: swept off",
        GameEvent::Item(ItemEvent::OilSpilt) => "fire: oil spilt",
        GameEvent::Body(BodyEvent::FellAsleep { .. }) => "gas: somebody falls asleep",
        GameEvent::Body(BodyEvent::Held { .. }) => "web: somebody is held",
        GameEvent::Item(ItemEvent::Doused) => "light: lantern doused",
        GameEvent::Item(ItemEvent::OilFilled) => "light: oil filled",
        GameEvent::Item(ItemEvent::OilOut) => "light: oil used up",
        GameEvent::Place(place) => return name_of_place(place),
        _ => return None,
    };
    Some(name.into())
}

fn name_of_place(event: &PlaceEvent) -> Option<Cow<'static, str>> {
    let name: &'static str = match event {
        PlaceEvent::HazardFound { kind, .. } => {
            return Some(format!("hazard found: {}", kind.name()).into());
        }
        PlaceEvent::HazardSprung { kind, .. } => {
            return Some(format!("hazard sprung: {}", kind.name()).into());
        }
        PlaceEvent::WallBroke { .. } => "hazard opened: a cracked wall",
        PlaceEvent::Fell { .. } => "hazard: fell to the next depth",
        PlaceEvent::FireSeen { .. } => "fire: seen",
        PlaceEvent::GasBurst { .. } => "fire: marsh gas bursts",
        PlaceEvent::BurntDown { .. } => "fire: something burns down",
        PlaceEvent::BrazierToppled { .. } => "fire: a brazier falls",
        PlaceEvent::BrazierOut { .. } => "light: a brazier goes out",
        PlaceEvent::BrazierLit { .. } => "light: a brazier is lit",
        PlaceEvent::CandleOut => "time: candle burnt out",
        PlaceEvent::PatrolCame { .. } => "time: patrol",
        PlaceEvent::VaultOpened { .. } => "vault opened",
        PlaceEvent::RoomLit { to, .. } => {
            return Some(
                format!("conduit: light for the {to:?}")
                    .to_lowercase()
                    .into(),
            );
        }
        PlaceEvent::ConduitMended { .. } => "conduit: mended",
        PlaceEvent::FontDrunk { .. } => "conduit: drunk from a font",
        PlaceEvent::SetPieceSeen { .. } => "room: seen",
        PlaceEvent::LeverPulled { .. } => "room: a lever pulled",
        PlaceEvent::PlateStepped { .. } => "room: a plate stepped on",
        PlaceEvent::SetPieceChanged { effect, .. } => {
            return Some(format!("room: {effect:?}").to_lowercase().into());
        }
        _ => return None,
    };
    Some(name.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Pos;

    #[test]
    fn what_was_met_is_counted_by_name() {
        let pos = Pos::new(3, 4);
        let events = [
            GameEvent::Place(PlaceEvent::FireSeen { pos }),
            GameEvent::Place(PlaceEvent::FireSeen { pos }),
            GameEvent::Place(PlaceEvent::FontDrunk { pos }),
            GameEvent::Place(PlaceEvent::FoundNothing),
        ];
        let mut met = Met::default();
        met.count(Lighting::Dark, false, &events);
        let mut all = Met::default();
        all.add(&met);
        all.add(&met);
        let counts: Vec<(&str, u64)> = all.iter().collect();
        assert_eq!(
            counts,
            [
                ("conduit: drunk from a font", 2),
                ("fire: seen", 4),
                ("turns in the dark", 2)
            ]
        );
    }
}
