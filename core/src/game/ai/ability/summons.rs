//! `summons`: it draws breath for a turn, and then calls others of a kind, which hunt at once.

use super::lurks::is_lurking;
use crate::game::ai::announce::take_turn;
use crate::game::content::MonsterKind;
use crate::game::content::ability::Summons;
use crate::game::rules::combat::spawn_hunter;
use crate::game::rules::mood::make_noise;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::{Actor, ActorId};
use crate::game::world::condition::Condition;
use crate::game::world::event::MonsterEvent;
use crate::game::world::scene::Scene;
use crate::game::world::tell::Tell;
use crate::rng::Tag;

/// Tiles at which its call is heard.
const NOISE: i32 = 12;

/// Draws breath, in which a wound stops it ([`combat`](crate::game::rules::combat)).
pub fn act(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let summoner = &turn.level[id];
    can_call(turn.scene(), summoner)?;
    let pos = summoner.pos;
    Some(take_turn(turn, id, Tell::Call, pos))
}

/// What it calls, if it can call now.
fn can_call(scene: Scene<'_>, summoner: &Actor) -> Option<(&'static Summons, MonsterKind)> {
    let summons = summoner.def(scene.content).abilities.summons.as_ref()?;
    let called = scene.content.summoned_by(summoner.kind)?;
    if summoner.is_spent() || is_lurking(scene, summoner) || !scene.sees_target(summoner) {
        return None;
    }
    let there = scene.level.actors().iter().filter(|other| other.summoned);
    (there.count() < summons.limit as usize).then_some((summons, called))
}

/// Calls; `None` if its moment has passed.
pub fn call(turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
    let (summons, called) = can_call(turn.scene(), &turn.level[id])?;
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
