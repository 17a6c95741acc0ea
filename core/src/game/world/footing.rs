//! What touches somebody on the tile that they come onto, and what does not. Of the player everything does.

use super::actor::ActorId;
use super::scene::Scene;

/// How somebody comes onto a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) enum Way {
    /// They end there: by a step, at the end of a charge, by magic, by a fall, or moved aside. Flames hurt them in the
    /// next turn of the world.
    Onto,
    /// They run on, so that flames hurt them at once.
    Across,
}

/// What touches somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) struct Footing {
    /// Webs hold them.
    pub is_held: bool,
    /// They set off what lies underfoot.
    pub treads: bool,
    /// They fall down holes.
    pub falls: bool,
}

impl Footing {
    /// Of the player, and of any monster that nothing is said of.
    const PLAIN: Self = Self {
        is_held: true,
        treads: true,
        falls: true,
    };
}

impl Scene<'_> {
    /// What touches somebody on the level. Who passes through walls touches nothing underfoot, and named ones do not
    /// fall.
    pub fn footing(&self, who: ActorId) -> Footing {
        let Some(actor) = self.level.actor(who) else {
            return Footing::PLAIN;
        };
        let def = actor.def(self.content);
        let phases = def.abilities.phases.is_some();
        Footing {
            is_held: !phases,
            treads: !phases,
            falls: !phases && !def.named,
        }
    }
}
