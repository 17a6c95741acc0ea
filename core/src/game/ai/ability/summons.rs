//! `summons`: it draws breath for a turn, and then calls others of a kind, which hunt at once.

use super::declare::{Ability, Announced, Nature, ability};
use super::lurks::is_lurking;
use crate::game::ai::announce::take_turn;
use crate::game::content::MonsterKind;
use crate::game::content::ability::Announcement;
use crate::game::content::{Fixed, numbers};
use crate::game::rules::combat::spawn_hunter;
use crate::game::rules::mood::make_noise;
use crate::game::rules::turn::Turn;
use crate::game::world::actor::{Actor, ActorId};
use crate::game::world::announcement::AnnouncementWords;
use crate::game::world::condition::Condition;
use crate::game::world::event::MonsterEvent;
use crate::game::world::level::Level;
use crate::game::world::scene::Scene;
use crate::geom::Pos;
use crate::rng::Tag;

ability! {
    /// Calls others of the kind with the id `kind` while it sees the player, unless it is recovering. It takes a turn's
    /// breath before, in which a wound stops it, and then it has to recover. They give no experience.
    summons: Summons, Chant, "draws breath for a turn and then calls {kind} while it sees you; a wound stops it" {
        [kind] "Id of the kind that it calls.";
        count: u32 = 2 in 1..=8, "monsters it calls at a time";
        more: u32 = 1 in 0..=8, "at most this many besides";
        limit: u32 = 6 in 1..=99, "called monsters on a level from which on it calls no more";
        recovers: u16 = 15 in 1..=999, "turns until it can charge, heal or call";
    }
}

numbers! {
    "summons":
    /// Tiles at which its call is heard.
    const NOISE: i32 = 12;
}

impl Summons {
    /// What it calls, if it can call now.
    fn can_call(&self, scene: Scene<'_>, summoner: &Actor) -> Option<MonsterKind> {
        let called = scene.content.summoned_by(summoner.kind)?;
        if summoner.is_spent() || is_lurking(scene, summoner) || !scene.sees_target(summoner) {
            return None;
        }
        let there = scene.level.actors().iter().filter(|other| other.summoned);
        (there.count() < self.limit as usize).then_some(called)
    }
}

impl Ability for Summons {
    const NUMBERS: &'static [Fixed] = NUMBERS;

    const NATURE: Nature = Nature {
        casts: true,
        acts_from_afar: true,
        needs_no_way: true,
        is_dangerous: true,
        is_dry: true,
        ..Nature::PLAIN
    };

    /// Draws breath.
    fn act(&self, turn: &mut Turn<'_>, id: ActorId) -> Option<u32> {
        let summoner = &turn.level[id];
        self.can_call(turn.scene(), summoner)?;
        let pos = summoner.pos;
        Some(take_turn(turn, id, Announcement::Call, pos))
    }

    /// A wound takes its breath, so that it has to recover as if it had called.
    fn follow_wound(&self, turn: &mut Turn<'_>, id: ActorId) {
        let actor = &mut turn.level[id];
        let announcement = Announcement::Call;
        if actor
            .preparing
            .is_none_or(|prepared| prepared.announcement != announcement)
        {
            return;
        }
        actor.preparing = None;
        actor.conditions.extend(Condition::Spent, self.recovers);
        let who = turn.event_actor(id);
        turn.emit(MonsterEvent::Stopped { who, announcement });
    }
}

impl Announced for Summons {
    const WORDS: AnnouncementWords = AnnouncementWords {
        begins: "draws breath to call",
        state: "about to call",
        answer: "It is about to call for help: wound it, or get out of its sight, and it cannot.",
        misses: "{name} calls in vain",
        meets: "{name} calls in vain",
    };

    const STRIKES: bool = false;

    fn tiles(&self, _: &Level, _: Pos, _: Pos) -> Vec<Pos> {
        Vec::new()
    }

    /// Calls.
    fn carry_out(&self, turn: &mut Turn<'_>, id: ActorId, _: Pos) -> Option<u32> {
        let called = self.can_call(turn.scene(), &turn.level[id])?;
        let summoner = &mut turn.level[id];
        let (pos, cause) = (summoner.pos, (summoner.side, summoner.target));
        summoner.conditions.extend(Condition::Spent, self.recovers);
        let mut stream = turn.stream(Tag::ART, id, 0);
        let most = self.count + stream.below(self.more + 1);
        let came = (0..most).filter(|_| spawn_hunter(turn, called, pos, cause).is_some());
        let count = came.count() as u8;
        let who = turn.event_actor(id);
        turn.emit(MonsterEvent::Summoned { who, count });
        make_noise(turn, id, pos, NOISE);
        Some(turn.rules().time.action)
    }
}
