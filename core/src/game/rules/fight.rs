//! What the player does who just fights: strikes an enemy beside them, or else steps towards the nearest in
//! sight. Changes nothing.

use super::travel::Traveller;
use crate::game::content::{Fixed, numbers};
use crate::game::world::action::Refusal;
use crate::game::world::actor::{Actor, ActorId, Mood};
use crate::game::world::formulas;
use crate::game::world::scene::Scene;
use crate::geom::{Dir, Pos};

/// What [`Action::Fight`](crate::game::Action::Fight) would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fight {
    /// The enemy that it is about, and where that is.
    pub enemy: ActorId,
    /// The tile of that enemy.
    pub at: Pos,
    /// The direction of the blow, or of the step.
    pub dir: Dir,
    /// Whether it strikes; otherwise it steps.
    pub strikes: bool,
    /// Whether it steps beside somebody who bursts, which has to be confirmed.
    pub is_risky: bool,
}

numbers! {
    "fight":
    /// One part in this many of the health, below which the player has to decide.
    const RISKY: i32 = 2;
}

/// Whether the player would win a fight in which the monster takes the first number of blows and the player the second, and
/// have more than half of the health left; `None` stands for any number.
pub const fn is_easy_fight(mine: Option<u32>, theirs: Option<u32>) -> bool {
    match (mine, theirs) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(mine), Some(theirs)) => theirs > 2 * mine,
    }
}

fn is_easy(scene: Scene<'_>, actor: &Actor) -> bool {
    is_easy_fight(
        formulas::blows(actor.health, scene.mean_own_blow(actor)),
        formulas::blows(scene.player.health, scene.mean_blow(actor)),
    )
}

/// Chooses what to do. Of those beside the player it strikes the one that the fewest blows kill, of equals the one
/// that hits hardest; whoever is awake comes before sleepers, and whoever would burst last. With nobody beside, it
/// steps on the shortest known way to the enemy that is nearest by steps, whoever is awake first.
pub(in crate::game) fn choose(
    scene: Scene<'_>,
    traveller: &mut Traveller,
) -> Result<Fight, Refusal> {
    let (me, player) = (scene.player.pos, scene.player);
    let enemies = || {
        let actors = scene.level.actors().iter();
        actors.filter(move |actor| !actor.is_friend() && scene.sees(actor))
    };
    if enemies().next().is_none() {
        return Err(Refusal::NobodyToFight);
    }
    let is_half_dead = player.health * RISKY < player.max_health(scene.content);
    if is_half_dead && !enemies().all(|actor| is_easy(scene, actor)) {
        return Err(Refusal::HalfDead);
    }
    let bursts = |actor: &Actor| actor.def(scene.content).abilities.bursts.is_some();
    let beside = enemies().filter_map(|actor| {
        let dir = me.dir_to(actor.pos)?;
        scene.blow_reaches(me, dir).then_some((actor, dir))
    });
    let order = |(actor, _): &(&Actor, Dir)| {
        let mean = scene.mean_own_blow(actor).max(1);
        let blows = (i64::from(actor.health) * 100 + mean - 1) / mean;
        let danger = scene.mean_blow(actor);
        (bursts(actor), actor.is_asleep(), blows, -danger, actor.id)
    };
    if let Some((actor, dir)) = beside.min_by_key(order) {
        return Ok(Fight {
            enemy: actor.id,
            at: actor.pos,
            dir,
            strikes: true,
            is_risky: false,
        });
    }
    for asleep in [false, true] {
        let is_goal = |pos: Pos| {
            let actor = scene.level.actor_at(pos);
            actor.is_some_and(|actor| {
                (actor.mood == Mood::Asleep) == asleep && !actor.is_friend() && scene.sees(actor)
            })
        };
        let Some((dir, at)) = traveller.first_step(scene, is_goal) else {
            continue;
        };
        let Some(actor) = scene.level.actor_at(at) else {
            continue;
        };
        let to = me.step(dir);
        return Ok(Fight {
            enemy: actor.id,
            at,
            dir,
            strikes: false,
            is_risky: enemies().any(|one| bursts(one) && one.pos.steps_to(to) <= 1),
        });
    }
    Err(Refusal::NoWayToEnemy)
}
