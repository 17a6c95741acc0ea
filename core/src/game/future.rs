//! Futures of a run, for measurements. No future can be saved, recorded or turned back into a [`Game`], so
//! no outcome of a run can come from one.

use super::engine::Game;
use super::view::View;
use super::world::action::{Action, Command, Refusal};
use super::world::actor::ActorId;
use super::world::event::GameEvent;
use super::world::level::Level;
use super::world::state::Outcome;
use crate::rng::Seed;

/// One future of a run: a copy whose outcomes are keyed by a salt instead of the seed. Levels and looks
/// keep the seed. Its past is that of the run, its turns are counted on.
#[derive(Clone, Debug)]
pub struct Future {
    game: Game,
    /// The monsters in sight when it began, in ascending order of id.
    foes: Vec<ActorId>,
    /// Number of the last monster created on the level by then.
    created: u32,
}

impl Future {
    /// Begins a future of `game` as it is now.
    pub fn new(game: &Game, salt: Seed) -> Self {
        let view = game.view();
        let foes = view
            .actors()
            .filter(|actor| actor.in_sight && !actor.friend);
        let foes = foes.map(|actor| actor.id).collect();
        let created = game.state.here.actors_created;
        let mut game = game.clone();
        game.salt = Some(salt);
        Self {
            game,
            foes,
            created,
        }
    }

    /// What the player knows.
    pub const fn view(&self) -> View<'_> {
        self.game.view()
    }

    /// The long action in progress, as [`Game::doing`].
    pub fn doing(&self) -> Option<Action> {
        self.game.doing()
    }

    /// Whether the run is in progress, or how it ended.
    pub const fn outcome(&self) -> Outcome {
        self.game.outcome()
    }

    /// Turns of the world since the start of the run.
    pub const fn turns(&self) -> u64 {
        self.game.turns()
    }

    /// A digest of the whole state, as [`Game::digest`].
    pub fn digest(&self) -> u64 {
        self.game.digest()
    }

    /// Applies an action, as [`Game::apply`].
    ///
    /// # Errors
    /// Why it is not possible.
    pub fn apply(
        &mut self,
        command: impl Into<Command>,
        events: &mut Vec<GameEvent>,
    ) -> Result<(), Refusal> {
        self.game.apply(command, events)
    }

    /// The share of health that each enemy has left, in thousandths of its whole health, summed: of those that
    /// were in sight when the future began, wherever they are now, and of those that were created on that
    /// level since.
    pub fn health_of_foes(&self) -> i64 {
        let state = &self.game.state;
        let levels = std::iter::once(&state.here).chain(state.other_levels.values());
        let actors = levels.flat_map(Level::actors);
        let depth = self.foes.first().map(|foe| foe.depth());
        let counts = |id: ActorId| {
            let is_new = Some(id.depth()) == depth && id.number() > self.created;
            is_new || self.foes.binary_search(&id).is_ok()
        };
        let foes = actors.filter(|actor| counts(actor.id) && !actor.is_friend());
        foes.map(|foe| i64::from(foe.health) * 1000 / i64::from(foe.max_health.max(1)))
            .sum()
    }
}
