//! The roguelike: rules without a window. A [`Game`] is one run; [`Game::apply`] is the only way to
//! change it, [`Game::view`] shows what the player knows, and everything else follows from the seed.
//! Uses no screen, clock, files or threads.
//!
//! | part | owns |
//! | --- | --- |
//! | [`Action`], [`Refusal`], [`GameEvent`] | what can be asked, why it may be refused, what happened |
//! | [`content`] | kinds of monster, item and level, from RON, checked whole |
//! | [`State`] | the run as plain data: all that a save holds and the digest covers |
//! | `terrain`, `spawn` | a level from seed and depth alone: terrain, then monsters and items |
//! | `time` | turn order and the turn of the world |
//! | `act`, `pack`, `effect`, `combat` | the player's actions; the attack that all actors share |
//! | `ai` | the actions of monsters, by mood and role |
//! | `streams` | the streams of random outcomes |
//! | `describe`, `item_info` | names, log messages, facts about items |
//! | `sight`, `travel` | light, sight and memory; the long actions |
//! | [`View`] | what the player knows, for clients |
//! | [`Run`], [`save`] | a run with its recording; saved as bytes and loaded |
//! | [`replay`] | a recorded run as text, played again and compared |
//! | [`Daily`] | the run of the day, the same for everybody |
//!
//! # The promise
//!
//! The same seed and actions give the same digests everywhere. Each random outcome has a stream
//! of its own, keyed by the tick and the actors it is about, so that nothing done earlier shifts
//! it, and what a level holds depends on seed and depth alone. Caches are neither saved nor
//! hashed. A refused action changes nothing.
//!
//! ```
//! use undercroft::game::{Action, Game, Setup};
//! use undercroft::rng::Seed;
//!
//! let mut game = Game::new(Setup::new(Seed(7))?)?;
//! let mut events = Vec::new();
//! game.apply(Action::Explore, &mut events)?;
//! while game.doing() == Some(Action::Explore) {
//!     game.apply(Action::Explore, &mut events)?;
//! }
//! assert!(game.turns() > 0 && !events.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod act;
mod action;
mod ai;
mod check;
mod combat;
pub mod content;
mod daily;
mod describe;
mod digest;
mod effect;
mod event;
mod item_info;
mod pack;
pub mod replay;
mod run;
pub mod save;
mod sight;
mod spawn;
mod state;
mod streams;
mod terrain;
mod tiles;
mod time;
mod travel;
mod vault;
mod view;

use std::collections::BTreeMap;

pub use action::{Action, Danger, Letter, Refusal};
pub use combat::{Blow, damage_range};
pub use daily::Daily;
pub use describe::{describe, describe_cause, describe_end};
pub use event::{
    BlastKind, EventActor, EventItem, Feature, GameEvent, Interruption, Perception, Projectile,
};
pub use run::Run;
pub use state::{ActorId, Cause, Condition, Hunger, ItemId, Mood, Outcome, State};
pub use view::{ActorView, ItemView, LampView, Odds, PlayerView, TileView, VaultView, View};

use content::{Class, Content, ContentErrors, DEEPEST};
use sight::Scratch;
use state::{Conditions, Item, Loudness, Pack, Plan, Player};

use crate::rng::Seed;

/// The parameters of a run.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The seed that levels and outcomes are made from.
    pub seed: Seed,
    /// New Game Plus: how often the Everlamp was lit before. Each time makes monsters stronger.
    pub plus: u8,
    /// Monsters, items, levels and rules.
    pub content: &'static Content,
}

impl Setup {
    /// A first run with the embedded content.
    ///
    /// # Errors
    /// What is wrong with the content.
    pub fn new(seed: Seed) -> Result<Self, GameError> {
        let content = Content::embedded().map_err(|errors| GameError::Content(errors.clone()))?;
        Ok(Self::with_content(seed, content))
    }

    /// A first run with other content.
    pub const fn with_content(seed: Seed, content: &'static Content) -> Self {
        Self {
            seed,
            plus: 0,
            content,
        }
    }

    /// The same run with New Game Plus.
    #[must_use]
    pub const fn plus(self, plus: u8) -> Self {
        Self { plus, ..self }
    }
}

/// The highest New Game Plus.
pub const MOST_PLUS: u8 = 20;

/// Why a game cannot be started or resumed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The content is invalid.
    #[error("{0}")]
    Content(ContentErrors),
    /// New Game Plus is out of range.
    #[error("New Game Plus must be 0 to {MOST_PLUS}, not {0}")]
    Plus(u8),
    /// The state was made with other content.
    #[error(
        "the run was played with other content, of digest {found:016x}; the content given has {expected:016x}"
    )]
    OtherContent {
        /// Digest of the given content.
        expected: u64,
        /// Digest that the state names.
        found: u64,
    },
    /// The state contradicts itself; the text says where.
    #[error("the state contradicts itself: {0}")]
    InvalidState(String),
}

/// One run.
///
/// Cloning copies the run and its caches; two games whose [`digest`](Self::digest)s are equal have
/// the same future.
#[derive(Clone, Debug)]
pub struct Game {
    content: &'static Content,
    state: State,
    /// By kind of item, the index of its look in this run.
    looks: Vec<u8>,
    scratch: Scratch,
}

impl Game {
    /// A run at its start: on the stairs of depth 1.
    ///
    /// # Errors
    /// If New Game Plus is out of range.
    pub fn new(setup: Setup) -> Result<Self, GameError> {
        let Setup {
            seed,
            plus,
            content,
        } = setup;
        if plus > MOST_PLUS {
            return Err(GameError::Plus(plus));
        }
        let mut scratch = Scratch::default();
        let here = spawn::level(content, seed, plus, 1, &mut scratch.level_buffers);
        let player = Player {
            pos: here.up,
            health: content.rules().growth.health,
            vigour: 0,
            strength: 0,
            experience: 0,
            level: 1,
            food: content.rules().food.full,
            mending: 0,
            conditions: Conditions::default(),
            loudness: Loudness::Normal,
            pack: Pack::default(),
            next: 0,
            kills: 0,
        };
        let state = State {
            content: content.digest(),
            seed,
            plus,
            time: 0,
            actions: 0,
            upkeep: time::TURN,
            outcome: Outcome::Playing,
            player,
            known: [0; 2],
            plan: None,
            here,
            other_levels: BTreeMap::new(),
        };
        let mut game = Self::assemble(content, state, scratch);
        game.equip_outfit();
        game.enter_level();
        game.update_perception(0, &mut Vec::new());
        Ok(game)
    }

    /// Makes a game from a saved state.
    ///
    /// # Errors
    /// If the state was made with other content, or is not one that a run can be in.
    pub fn resume(state: State, content: &'static Content) -> Result<Self, GameError> {
        if state.content != content.digest() {
            return Err(GameError::OtherContent {
                expected: content.digest(),
                found: state.content,
            });
        }
        let mut game = Self::assemble(content, state, Scratch::default());
        check::loaded(&game).map_err(GameError::InvalidState)?;
        game.enter_level();
        game.update_sight();
        game.check().map_err(GameError::InvalidState)?;
        if let Some(action) = game.doing() {
            game.next_step_of(action).map_err(|why| {
                GameError::InvalidState(format!("{action:?} is under way, and cannot go on: {why}"))
            })?;
        }
        Ok(game)
    }

    fn assemble(content: &'static Content, state: State, scratch: Scratch) -> Self {
        Self {
            content,
            looks: spawn::shuffle_looks(content, state.seed),
            state,
            scratch,
        }
    }

    /// Fills the pack with the outfit of a new run.
    fn equip_outfit(&mut self) {
        self.state.player.pack.slots = vec![None; Letter::COUNT];
        for (index, &(kind, count)) in self.content.outfit().iter().enumerate() {
            let item = Item {
                id: self.state.here.new_item_id(),
                kind,
                count,
                plus: 0,
                letter: None,
            };
            let letter = self.add_to_pack(item).ok();
            let weapon = matches!(self.content.item(kind).class, Class::Weapon { .. });
            if index == 0 && weapon {
                self.state.player.pack.weapon = letter;
            }
        }
    }

    /// Does an action and everything up to the player's next turn; appends what happens to
    /// `events`.
    ///
    /// Of a long action ([`Action::is_long`]) this is one step; apply it again while
    /// [`doing`](Self::doing) returns it. A quiet turn allocates nothing once the buffers have
    /// grown.
    ///
    /// # Errors
    /// A [`Refusal`] says why the action was not done: then nothing has changed and nothing was
    /// appended.
    pub fn apply(&mut self, action: Action, events: &mut Vec<GameEvent>) -> Result<(), Refusal> {
        if self.state.outcome != Outcome::Playing {
            return Err(Refusal::Over);
        }
        self.scratch.interrupted = None;
        let step = if action.is_long() {
            self.next_step_of(action)?
        } else {
            action
        };
        let from = (self.state.player.pos, self.state.here.depth);
        #[cfg(any(test, debug_assertions))]
        let before = self.state.time;
        let begin = events.len();
        let cost = self.act(step, events)?;
        self.state.actions += 1;
        self.state.player.next += u64::from(self.scale_by_haste(cost));
        // What the world does from now on is perceived from where the player is now.
        self.update_sight();
        self.run_world(events);
        self.update_perception(begin, events);
        self.update_plan(action, from, events);
        #[cfg(any(test, debug_assertions))]
        if let Err(fault) = self.check() {
            panic!("after {action:?}: {fault}");
        }
        #[cfg(any(test, debug_assertions))]
        assert!(self.state.time >= before, "{action:?} turns back time");
        #[cfg(any(test, debug_assertions))]
        if let Some(next) = self.doing() {
            let refusal = self.clone().next_step_of(next).err();
            assert_eq!(refusal, None, "{next:?} goes on after {action:?}");
        }
        Ok(())
    }

    /// The long action in progress, which the client applies again. It will not be refused then.
    pub fn doing(&self) -> Option<Action> {
        self.state.plan.as_ref().map(|plan| plan.action)
    }

    /// Keeps a long action as the plan, or ends it.
    fn update_plan(
        &mut self,
        action: Action,
        (from, depth): (crate::geom::Pos, u8),
        events: &mut Vec<GameEvent>,
    ) {
        if !action.is_long() || self.state.outcome != Outcome::Playing {
            self.state.plan = None;
            return;
        }
        if let Some(why) = self.scratch.interrupted {
            events.push(GameEvent::Interrupted { why });
            self.state.plan = None;
            return;
        }
        let goes_on = if depth == self.state.here.depth {
            self.can_go_on(action, from)
        } else {
            Err(Refusal::There)
        };
        if let Err(why) = goes_on {
            match why {
                Refusal::Explored => events.push(GameEvent::Explored),
                Refusal::EnemyInSight => events.push(GameEvent::Interrupted {
                    why: Interruption::Other,
                }),
                _ => {}
            }
            self.state.plan = None;
            return;
        }
        match &mut self.state.plan {
            Some(plan) => {
                plan.action = action;
                plan.path.clone_from(&self.scratch.travel_path);
            }
            plan => {
                *plan = Some(Plan {
                    action,
                    path: self.scratch.travel_path.clone(),
                });
            }
        }
    }

    /// What the player knows of the game.
    pub const fn view(&self) -> View<'_> {
        View::new(self)
    }

    /// A stable 64-bit digest of the whole state: `digest`'s documentation publishes the bytes. Two
    /// games with equal digests have the same future. Linear in the levels visited.
    pub fn digest(&self) -> u64 {
        digest::of(&self.state)
    }

    /// The complete state, as a save holds it.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The content that the run is played with.
    pub const fn content(&self) -> &'static Content {
        self.content
    }

    /// The seed of the run.
    pub const fn seed(&self) -> Seed {
        self.state.seed
    }

    /// How often the Everlamp was lit before.
    pub const fn plus(&self) -> u8 {
        self.state.plus
    }

    /// Whether the run goes on, and how it ended.
    pub const fn outcome(&self) -> Outcome {
        self.state.outcome
    }

    /// Ticks since the start; 100 are a turn.
    pub const fn time(&self) -> u64 {
        self.state.time
    }

    /// Turns of the world since the start.
    pub const fn turns(&self) -> u64 {
        self.state.time / time::TURN
    }

    /// Actions of the player that took time, since the start.
    pub const fn actions(&self) -> u64 {
        self.state.actions
    }

    /// The current depth, from 1 to 12.
    pub const fn depth(&self) -> u8 {
        self.state.here.depth
    }

    /// The deepest depth that the player has visited.
    pub fn deepest(&self) -> u8 {
        let left = self.state.other_levels.keys().next_back().copied();
        self.depth().max(left.unwrap_or(0))
    }

    /// Points: for depth, experience and, after a victory, speed.
    pub fn score(&self) -> u64 {
        let won = self.state.outcome == Outcome::Won;
        let rules = &self.content.rules().score;
        let swift = rules.swift.saturating_sub(self.turns()) / rules.swift_turns;
        let experience = u64::from(self.state.player.experience);
        let base = u64::from(self.deepest()) * rules.depth + experience;
        (base + if won { rules.won + swift } else { 0 }) * (u64::from(self.state.plus) + 1)
    }

    /// A setup for the next run after a victory: the next seed of the sequence, one level harder.
    /// `None` without a victory.
    pub fn new_game_plus(&self) -> Option<Setup> {
        (self.state.outcome == Outcome::Won).then(|| Setup {
            seed: self.state.seed.nth(1),
            plus: (self.state.plus + 1).min(MOST_PLUS),
            content: self.content,
        })
    }

    /// Generates the level of a depth and lists what it holds. Depends on content, seed, depth and
    /// New Game Plus alone.
    pub fn survey(setup: Setup, depth: u8) -> Survey {
        let mut scratch = Scratch::default();
        let depth = depth.clamp(1, DEEPEST);
        let level = spawn::level(
            setup.content,
            setup.seed,
            setup.plus,
            depth,
            &mut scratch.level_buffers,
        );
        Survey::of(&level)
    }

    /// Generates a level in the buffers of this game and returns its numbers of monsters and items:
    /// for benchmarks.
    #[doc(hidden)]
    pub fn bench_level(&mut self, seed: Seed, depth: u8) -> (usize, usize) {
        let level = spawn::level(
            self.content,
            seed,
            0,
            depth,
            &mut self.scratch.level_buffers,
        );
        (level.actors.len(), level.items.len())
    }

    fn interrupt(&mut self, why: Interruption) {
        self.scratch.interrupted.get_or_insert(why);
    }
}

/// What a newly generated level holds: for catalogues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// The level's depth, from 1 to 12.
    pub depth: u8,
    /// The kind that was chosen for the depth.
    pub kind: content::LevelKind,
    /// The terrain; its start is the stairs up.
    pub map: crate::map::Map,
    /// Items on the floor: kind, count, bonus and position.
    pub items: Vec<(content::ItemKind, u16, i8, crate::geom::Pos)>,
    /// Monsters: kind, whether asleep, and position.
    pub monsters: Vec<(content::MonsterKind, bool, crate::geom::Pos)>,
    /// The items that a vault offers: kind and bonus.
    pub offers: Vec<(content::ItemKind, i8)>,
    /// Positions of the braziers.
    pub braziers: Vec<crate::geom::Pos>,
    /// The stairs down; on the deepest level the Everlamp.
    pub down: crate::geom::Pos,
    /// Digest of the whole level.
    pub digest: u64,
}

impl Survey {
    fn of(level: &state::Level) -> Self {
        let offers = level.vault.iter().flat_map(|vault| &vault.offers);
        Self {
            depth: level.depth,
            kind: level.kind,
            map: crate::map::Map {
                tiles: level.tiles.clone(),
                start: Some(level.up),
                rooms: level.rooms.clone(),
            },
            items: level
                .items
                .iter()
                .map(|floor_item| {
                    (
                        floor_item.item.kind,
                        floor_item.item.count,
                        floor_item.item.plus,
                        floor_item.pos,
                    )
                })
                .collect(),
            monsters: level
                .actors
                .iter()
                .map(|actor| (actor.kind, actor.mood == Mood::Asleep, actor.pos))
                .collect(),
            offers: offers.map(|(_, item)| (item.kind, item.plus)).collect(),
            braziers: level.braziers.iter().map(|brazier| brazier.pos).collect(),
            down: level.down,
            digest: digest::of(level),
        }
    }
}
