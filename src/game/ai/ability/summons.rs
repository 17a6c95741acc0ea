//! `summons`: it calls others of a kind, which hunt at once.

use crate::game::rules::combat::spawn_hunter;
use crate::game::rules::mood::make_noise;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::{ActorId, Condition};
use crate::game::world::event::MonsterEvent;
use crate::rng::Tag;

/// Tiles at which its call is heard.
const NOISE: i32 = 12;

pub fn act(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let summoner = &turn.level[id];
    let summons = summoner.def(turn.content).abilities.summons.as_ref()?;
    let called = turn.content.summoned_by(summoner.kind)?;
    if summoner.is_spent() || !turn.scene().sees_target(summoner) {
        return None;
    }
    let there = turn.level.actors().iter().filter(|other| other.summoned);
    if there.count() >= summons.limit as usize {
        return None;
    }
    let summoner = &mut turn.level[id];
    let (pos, cause) = (summoner.pos, (summoner.side, summoner.target));
    summoner
        .conditions
        .extend(Condition::Spent, summons.recovers);
    let mut stream = turn.stream(Tag::ART, id, 0);
    let most = summons.count + stream.below(summons.more + 1);
    let came = (0..most).filter(|_| spawn_hunter(turn, called, pos, cause).is_some());
    let count = came.count() as u8;
    let who = turn.event_actor(id);
    turn.emit(MonsterEvent::Summoned { who, count });
    make_noise(turn, id, pos, NOISE);
    Some(turn.rules().time.action)
}
