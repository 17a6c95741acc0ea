//! The roguelike: rules without a window. A [`Game`] is one run; [`Game::apply`] is the only way to
//! change it, [`Game::view`] shows what the player may know, and everything else follows from the
//! seed. No screen, no clock, no files, no threads.
//!
//! | part | owns |
//! | --- | --- |
//! | [`Action`], [`Refusal`], [`GameEvent`] | what can be asked, why it may be refused, what happened |
//! | [`content`] | kinds of monster, item and level, from RON, checked whole |
//! | [`State`] | the run as plain data: all that a save holds and the digest covers |
//! | `make`, `spawn` | a level from seed and depth alone: terrain, then monsters and items |
//! | `time` | whose turn it is, and what a turn of the world does |
//! | `act`, `pack`, `effect`, `combat` | what the player does; the blow that all share |
//! | `ai` | what monsters do, by mood and role |
//! | `outcome` | the streams of random outcomes |
//! | `sight`, `travel` | light, sight and memory; the long actions |
//! | [`View`] | what a client may know |
//! | [`Run`], [`save`] | a run with its recording; as bytes, and back |
//! | [`replay`], `script` | a run written down as text, to be played again and compared |
//! | [`Daily`] | the run that everybody plays on one day |
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
mod detail;
mod digest;
mod effect;
mod event;
mod make;
mod name;
mod outcome;
mod pack;
pub mod replay;
mod run;
pub mod save;
mod sight;
mod spawn;
mod state;
mod tiles;
mod time;
mod travel;
mod vault;
mod view;

use std::collections::BTreeMap;

pub use action::{Action, Danger, Letter, Refusal};
pub use combat::{Blow, damage_range};
pub use daily::Daily;
pub use event::{
    BlastKind, EventActor, EventItem, Feature, GameEvent, Interruption, Perception, Projectile,
};
pub use name::{describe, describe_cause, describe_end};
pub use run::Run;
pub use state::{ActorId, Cause, Condition, Hunger, ItemId, Mood, Outcome, State};
pub use view::{ActorView, ItemView, LampView, Odds, PlayerView, TileView, VaultView, View};

use content::{Class, Content, ContentErrors, DEEPEST};
use sight::Scratch;
use state::{Conditions, Item, Noise, Pack, Plan, Player};

use crate::rng::Seed;

/// What a run is made from.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The seed.
    pub seed: Seed,
    /// How often the Everlamp was lit before: New Game Plus. Each makes monsters stronger.
    pub plus: u8,
    /// The content.
    pub content: &'static Content,
}

impl Setup {
    /// A first run of a seed with the content of the program.
    ///
    /// # Errors
    /// What is wrong with the content.
    pub fn new(seed: Seed) -> Result<Self, GameError> {
        let content = Content::embedded().map_err(|errors| GameError::Content(errors.clone()))?;
        Ok(Self::with_content(seed, content))
    }

    /// A first run of a seed with other content.
    pub const fn with_content(seed: Seed, content: &'static Content) -> Self {
        Self {
            seed,
            plus: 0,
            content,
        }
    }

    /// The same with New Game Plus.
    #[must_use]
    pub const fn plus(self, plus: u8) -> Self {
        Self { plus, ..self }
    }
}

/// The most times that New Game Plus counts.
pub const MOST_PLUS: u8 = 20;

/// Why there is no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GameError {
    /// The content is wrong.
    #[error("{0}")]
    Content(ContentErrors),
    /// More New Game Plus than there is.
    #[error("New Game Plus {0} is more than {MOST_PLUS}")]
    Plus(u8),
    /// The state was made with other content.
    #[error(
        "the run was played with other content, of digest {found:016x}; the content given has {expected:016x}"
    )]
    OtherContent {
        /// Digest of the content at hand.
        expected: u64,
        /// Digest of the state's content.
        found: u64,
    },
    /// The state is not one that a run can be in.
    #[error("the state is not sound: {0}")]
    Unsound(String),
}

/// One run.
///
/// Cloning copies the run and its caches; two games whose [`digest`](Self::digest)s are equal have
/// the same future.
#[derive(Clone, Debug)]
pub struct Game {
    content: &'static Content,
    state: State,
    /// The look of each kind of item, from the seed.
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
        let here = spawn::level(content, seed, plus, 1, &mut scratch.shop);
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
            noise: Noise::Normal,
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
            left: BTreeMap::new(),
        };
        let mut game = Self::assemble(content, state, scratch);
        game.equip_beginner();
        game.enter_level();
        game.surroundings(0, &mut Vec::new());
        Ok(game)
    }

    /// Makes a game of a state again: of a save.
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
        check::loaded(&game).map_err(GameError::Unsound)?;
        game.enter_level();
        game.look();
        game.check().map_err(GameError::Unsound)?;
        if let Some(action) = game.doing() {
            game.next_deed(action).map_err(|why| {
                GameError::Unsound(format!("{action:?} is under way, and cannot go on: {why}"))
            })?;
        }
        Ok(game)
    }

    fn assemble(content: &'static Content, state: State, scratch: Scratch) -> Self {
        Self {
            content,
            looks: spawn::deal_looks(content, state.seed),
            state,
            scratch,
        }
    }

    /// A pilgrim's outfit.
    fn equip_beginner(&mut self) {
        self.state.player.pack.slots = vec![None; Letter::COUNT];
        for (index, &(kind, count)) in self.content.outfit().iter().enumerate() {
            let item = Item {
                id: self.state.here.new_item_id(),
                kind,
                count,
                plus: 0,
                letter: None,
            };
            let letter = self.stow(item).ok();
            let weapon = matches!(self.content.item(kind).class, Class::Weapon { .. });
            if index == 0 && weapon {
                self.state.player.pack.weapon = letter;
            }
        }
    }

    /// Does an action and everything up to the player's next turn; what happens is appended to
    /// `events`.
    ///
    /// Of a long action ([`Action::is_long`]) this is one step; apply it again while
    /// [`doing`](Self::doing) returns it. A quiet turn allocates nothing once the buffers have
    /// grown.
    ///
    /// # Errors
    /// A [`Refusal`] says why it was not done: then nothing has changed, and nothing was appended.
    pub fn apply(&mut self, action: Action, events: &mut Vec<GameEvent>) -> Result<(), Refusal> {
        if self.state.outcome != Outcome::Playing {
            return Err(Refusal::Over);
        }
        self.scratch.interrupted = None;
        let deed = if action.is_long() {
            self.next_deed(action)?
        } else {
            action
        };
        let from = (self.state.player.pos, self.state.here.depth);
        #[cfg(any(test, debug_assertions))]
        let before = self.state.time;
        let begin = events.len();
        let cost = self.act(deed, events)?;
        self.state.actions += 1;
        self.state.player.next += u64::from(self.players_time(cost));
        // What the world does from now on is perceived from where the player is now.
        self.look();
        self.run_world(events);
        self.surroundings(begin, events);
        self.go_on(action, from, events);
        #[cfg(any(test, debug_assertions))]
        if let Err(fault) = self.check() {
            panic!("after {action:?}: {fault}");
        }
        #[cfg(any(test, debug_assertions))]
        assert!(self.state.time >= before, "{action:?} turns back time");
        #[cfg(any(test, debug_assertions))]
        if let Some(next) = self.doing() {
            let refusal = self.clone().next_deed(next).err();
            assert_eq!(refusal, None, "{next:?} goes on after {action:?}");
        }
        Ok(())
    }

    /// The long action that is under way and that the client is to apply again, if there is one.
    /// It will not be refused then.
    pub fn doing(&self) -> Option<Action> {
        self.state.plan.as_ref().map(|plan| plan.action)
    }

    /// Keeps a long action as the plan, or ends it.
    fn go_on(
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
                plan.way.clone_from(&self.scratch.way);
            }
            plan => {
                *plan = Some(Plan {
                    action,
                    way: self.scratch.way.clone(),
                });
            }
        }
    }

    /// What the player may know.
    pub const fn view(&self) -> View<'_> {
        View::new(self)
    }

    /// A stable 64-bit digest of the whole state: `digest`'s documentation publishes the bytes. Two
    /// games with equal digests have the same future. Linear in the levels visited.
    pub fn digest(&self) -> u64 {
        digest::of(&self.state)
    }

    /// The whole state, as a save holds it.
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

    /// How the run stands.
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

    /// Actions of the player's that took time, since the start.
    pub const fn actions(&self) -> u64 {
        self.state.actions
    }

    /// The depth the player is at, from 1 to 12.
    pub const fn depth(&self) -> u8 {
        self.state.here.depth
    }

    /// The deepest depth the player has been to.
    pub fn deepest(&self) -> u8 {
        let left = self.state.left.keys().next_back().copied();
        self.depth().max(left.unwrap_or(0))
    }

    /// Points: depth, experience, and how soon the Everlamp burns.
    pub fn score(&self) -> u64 {
        let won = self.state.outcome == Outcome::Won;
        let rules = &self.content.rules().score;
        let swift = rules.swift.saturating_sub(self.turns()) / rules.swift_turns;
        let experience = u64::from(self.state.player.experience);
        let base = u64::from(self.deepest()) * rules.depth + experience;
        (base + if won { rules.won + swift } else { 0 }) * (u64::from(self.state.plus) + 1)
    }

    /// A setup for another run after a victory: the next seed of the sequence, one harder. `None`
    /// while there was no victory.
    pub fn new_game_plus(&self) -> Option<Setup> {
        (self.state.outcome == Outcome::Won).then(|| Setup {
            seed: self.state.seed.nth(1),
            plus: (self.state.plus + 1).min(MOST_PLUS),
            content: self.content,
        })
    }

    /// What the level of a depth holds before anybody comes: each item kind with its number, and
    /// each monster kind with its number, in the order of the content. A function of seed and depth
    /// alone, and of New Game Plus.
    pub fn survey(setup: Setup, depth: u8) -> Survey {
        let mut scratch = Scratch::default();
        let depth = depth.clamp(1, DEEPEST);
        let level = spawn::level(
            setup.content,
            setup.seed,
            setup.plus,
            depth,
            &mut scratch.shop,
        );
        Survey::of(&level)
    }

    /// Makes a level as it is before anybody comes, in the buffers of this game, and returns how many
    /// monsters and items are on it: for measuring.
    #[doc(hidden)]
    pub fn bench_level(&mut self, seed: Seed, depth: u8) -> (usize, usize) {
        let level = spawn::level(self.content, seed, 0, depth, &mut self.scratch.shop);
        (level.actors.len(), level.items.len())
    }

    fn interrupt(&mut self, why: Interruption) {
        self.scratch.interrupted.get_or_insert(why);
    }
}

/// What a level holds before anybody comes: for catalogues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Its depth.
    pub depth: u8,
    /// Its kind.
    pub kind: content::LevelKind,
    /// Its map; the start is the stairs up.
    pub map: crate::map::Map,
    /// What lies there: kind, how many, how much better than plain, where.
    pub items: Vec<(content::ItemKind, u16, i8, crate::geom::Pos)>,
    /// Who lives there: kind, whether asleep, where.
    pub monsters: Vec<(content::MonsterKind, bool, crate::geom::Pos)>,
    /// The things that a vault offers.
    pub offers: Vec<(content::ItemKind, i8)>,
    /// The braziers.
    pub braziers: Vec<crate::geom::Pos>,
    /// The stairs down; in the sanctum the Everlamp.
    pub down: crate::geom::Pos,
    /// A digest of all of it.
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
                .map(|lying| {
                    (
                        lying.item.kind,
                        lying.item.count,
                        lying.item.plus,
                        lying.pos,
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
