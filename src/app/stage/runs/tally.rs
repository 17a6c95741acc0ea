//! The statistics of a run.

use std::collections::BTreeMap;

use crate::app::stage::present::Deed;
use crate::game::content::Content;
use crate::game::counted;

/// Counts of what happened in a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Hits by the player, and their total damage.
    dealt: (u32, i64),
    /// Hits on the player, and their total damage.
    taken: (u32, i64),
    eaten: u32,
    drunk: u32,
    read: u32,
    /// Vaults opened.
    opened: u32,
    /// Monsters killed by the player, by kind.
    slain: BTreeMap<u16, u32>,
}

/// Kinds of slain monsters that are named.
const MAX_NAMED: usize = 5;

impl Tally {
    pub(super) fn count(&mut self, deed: Deed) {
        match deed {
            Deed::Dealt(damage) => {
                self.dealt.0 += 1;
                self.dealt.1 += i64::from(damage);
            }
            Deed::Taken(damage) => {
                self.taken.0 += 1;
                self.taken.1 += i64::from(damage);
            }
            Deed::Ate => self.eaten += 1,
            Deed::Drank => self.drunk += 1,
            Deed::Read => self.read += 1,
            Deed::OpenedVault => self.opened += 1,
            Deed::Slew(kind) => *self.slain.entry(kind.0).or_default() += 1,
        }
    }

    /// Total monsters killed by the player.
    pub fn slain(&self) -> u32 {
        self.slain.values().sum()
    }

    /// The counts for the player: a label and a phrase each.
    pub(in crate::app) fn facts(&self, content: &Content) -> Vec<(&'static str, String)> {
        let blows = |(count, damage): (u32, i64)| format!("{damage} in {}", counted(count, "blow"));
        let mut facts = vec![(
            "fought",
            format!("dealt {}, took {}", blows(self.dealt), blows(self.taken)),
        )];
        let mut kinds: Vec<(u16, u32)> = self.slain.iter().map(|(kind, n)| (*kind, *n)).collect();
        kinds.sort_by_key(|(kind, count)| (std::cmp::Reverse(*count), *kind));
        let mut named: Vec<String> = kinds
            .iter()
            .take(MAX_NAMED)
            .filter_map(|(kind, count)| {
                let def = content.monsters().get(usize::from(*kind))?;
                Some(match count {
                    1 => def.name.clone(),
                    count => format!("{} x{count}", def.name),
                })
            })
            .collect();
        if kinds.len() > MAX_NAMED {
            named.push(counted((kinds.len() - MAX_NAMED) as u64, "other kind"));
        }
        if self.slain() > 0 {
            facts.push(("slain", format!("{}: {}", self.slain(), named.join(", "))));
        }
        let used = [
            (self.eaten, "eaten"),
            (self.drunk, "drunk"),
            (self.read, "read"),
        ];
        let used = used.iter().filter(|(count, _)| *count > 0);
        let used: Vec<String> = used.map(|(count, how)| format!("{count} {how}")).collect();
        if !used.is_empty() {
            facts.push(("used", used.join(", ")));
        }
        if self.opened > 0 {
            facts.push(("opened", counted(self.opened, "vault")));
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::stage::Run;
    use crate::app::stage::present::present;
    use crate::game::content::MonsterKind;
    use crate::game::{ActorId, EventActor, FightEvent, GameEvent, PlaceEvent};
    use crate::geom::Pos;
    use crate::rng::Seed;

    #[test]
    fn what_happened_is_counted_once_and_for_the_right_side() {
        let actor = |id| EventActor {
            id: ActorId(id),
            ..EventActor::PLAYER
        };
        let hit = |by, at, damage| {
            GameEvent::Fight(FightEvent::Hit {
                by: actor(by),
                at: actor(at),
                damage,
                surprise: None,
                projectile: None,
            })
        };
        let died = |by_player| {
            GameEvent::Fight(FightEvent::Died {
                who: actor(9),
                kind: MonsterKind(0),
                pos: Pos::default(),
                by_player,
            })
        };
        let run = Run::new(Seed(7), None).unwrap();
        let view = run.game().view();
        let count = |tally: &mut Tally, events: &[GameEvent]| {
            let deeds = events.iter().filter_map(|event| present(event, view).deed);
            deeds.for_each(|deed| tally.count(deed));
        };
        let mut tally = Tally::default();
        count(
            &mut tally,
            &[hit(0, 9, 5), hit(9, 0, 3), hit(9, 8, 100), died(true)],
        );
        count(&mut tally, &[hit(0, 9, 2), died(false)]);
        assert_eq!((tally.dealt, tally.taken), ((2, 7), (1, 3)));
        assert_eq!(tally.slain(), 1);
        let content = Content::embedded().unwrap();
        let facts = tally.facts(content);
        assert_eq!(facts[0].1, "dealt 7 in 2 blows, took 3 in 1 blow");
        let name = &content.monsters()[0].name;
        assert_eq!(facts[1].1, format!("1: {name}"));
        assert_eq!(facts.len(), 2, "what never happened is left out");
        count(
            &mut tally,
            &[GameEvent::Place(PlaceEvent::VaultOpened {
                door: Pos::default(),
                offers: [None; 3],
            })],
        );
        let facts = tally.facts(content);
        assert_eq!(facts[2], ("opened", "1 vault".to_owned()));
        // The items used in a long run fit one line of the card.
        let tally = Tally {
            eaten: 1234,
            drunk: 1234,
            read: 1234,
            ..tally
        };
        assert!(tally.facts(content)[2].1.len() <= 40);
    }
}
