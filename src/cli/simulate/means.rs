//! By what means monsters die, and how often each means is used: read from the events of each action, and from
//! the bot where events do not tell.

use strum::{EnumCount, IntoStaticStr, VariantArray};

use crate::bot::Means;
use crate::game::content::{Class, Content, Potion, Scroll};
use crate::game::{
    ActorId, Cause, EventItem, FightEvent, GameEvent, ItemEvent, MonsterEvent, PlaceEvent,
    Projectile, Surprise,
};

/// What a monster died of by the player's doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumCount, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Kill {
    /// A blow like any other.
    Blows,
    /// A blow at a sleeper.
    Sleepers,
    /// A blow in or by darkness.
    Dark,
    /// Flames.
    Fire,
    /// A missile.
    Throws,
    /// A blow from a doorway or corridor, against several.
    Doors,
    /// The bolt or the magic of a relic.
    Relics,
    /// The bolt or the magic of a scroll.
    Scrolls,
    /// Anything else, such as the burst of another monster.
    Other,
}

impl Kill {
    /// Every variant, in the order of declaration.
    pub const ALL: [Self; Self::COUNT] = crate::listed(Self::VARIANTS);

    /// Its name in tables and JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Counts of kills and uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Monsters that the player killed, in the order of [`Kill::ALL`].
    pub kills: [u64; Kill::ALL.len()],
    /// Actions by a means, in the order of [`Means::ALL`].
    pub uses: [u64; Means::ALL.len()],
}

impl Tally {
    /// Counts what an action led to. `tag` is the means that the bot says it is part of.
    pub fn count(&mut self, content: &Content, tag: Option<Means>, events: &[GameEvent]) {
        let used = find_use(content, events).or(tag.filter(|means| *means == Means::Doors));
        if let Some(means) = used {
            self.uses[means as usize] += 1;
        }
        for (index, event) in events.iter().enumerate() {
            if let GameEvent::Fight(FightEvent::Died {
                who,
                by_player: true,
                ..
            }) = event
            {
                let kill = kill_of(who.id, &events[..index], (used, tag));
                self.kills[kill as usize] += 1;
            }
        }
    }

    /// Adds the counts of another run.
    pub fn add(&mut self, other: &Self) {
        let kills = self.kills.iter_mut().zip(other.kills);
        kills.for_each(|(sum, more)| *sum += more);
        let uses = self.uses.iter_mut().zip(other.uses);
        uses.for_each(|(sum, more)| *sum += more);
    }
}

/// The means that the player used in these events, if any.
fn find_use(content: &Content, events: &[GameEvent]) -> Option<Means> {
    // Of what was not known, nobody could expect anything.
    let class = |item: &EventItem| Some(content.item(item.kind.kind()?).class);
    events.iter().find_map(|event| match event {
        GameEvent::Fight(FightEvent::Flew { what, .. }) => match what {
            Projectile::Item(item) => match class(item) {
                Some(Class::FirePot) => Some(Means::Fire),
                Some(Class::Potion(potion)) if potion.row().explodes => Some(Means::Fire),
                Some(Class::Potion(Potion::Darkness)) => Some(Means::Dark),
                Some(Class::Potion(_)) | None => None,
                _ => Some(Means::Throws),
            },
            Projectile::Arrow(_) => Some(Means::Throws),
            Projectile::Bolt | Projectile::Shot => None,
        },
        GameEvent::Item(ItemEvent::UsedRelic { .. }) => Some(Means::Relics),
        GameEvent::Item(ItemEvent::Read { item }) => {
            let spell = class(item).and_then(Class::spell);
            spell.is_some_and(Scroll::explodes).then_some(Means::Fire)
        }
        GameEvent::Item(ItemEvent::Quaffed { item }) => {
            let is_dark = class(item) == Some(Class::Potion(Potion::Darkness));
            is_dark.then_some(Means::Dark)
        }
        GameEvent::Place(PlaceEvent::BrazierOut { by, .. }) => {
            (*by == ActorId::PLAYER).then_some(Means::Dark)
        }
        _ => None,
    })
}

/// What a monster died of, from the events before its death.
fn kill_of(id: ActorId, before: &[GameEvent], (used, tag): (Option<Means>, Option<Means>)) -> Kill {
    let magic = || match used {
        Some(Means::Relics) => Kill::Relics,
        _ => Kill::Scrolls,
    };
    let last = before.iter().rev().find_map(|event| match event {
        GameEvent::Fight(FightEvent::Hit {
            at,
            surprise,
            projectile,
            ..
        }) if *at == id => Some(match projectile {
            Some(Projectile::Item(_) | Projectile::Arrow(_)) => Kill::Throws,
            Some(Projectile::Bolt) => magic(),
            Some(Projectile::Shot) => Kill::Other,
            None if *surprise == Some(Surprise::Asleep) => Kill::Sleepers,
            None if *surprise == Some(Surprise::Unaware) => Kill::Dark,
            None if *surprise == Some(Surprise::Doorway) => Kill::Doors,
            None => match tag {
                Some(Means::Doors) => Kill::Doors,
                Some(Means::Dark) => Kill::Dark,
                _ => Kill::Blows,
            },
        }),
        GameEvent::Fight(FightEvent::Hurt { who, cause, .. }) if *who == id => match cause {
            Cause::Fire | Cause::Own => Some(Kill::Fire),
            _ => Some(Kill::Other),
        },
        GameEvent::Monster(MonsterEvent::Unmade { who }) if *who == id => Some(magic()),
        _ => None,
    });
    last.unwrap_or(Kill::Other)
}
