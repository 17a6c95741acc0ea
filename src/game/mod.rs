//! The roguelike, without any user interface. A [`Game`] is one run; [`Game::apply`] is the only
//! way to change it, [`Game::view`] shows what the player knows, and the seed determines everything
//! else. Uses no screen, clock, files or threads.
//!
//! A module may use those above it in the table, never those below.
//!
//! | module | contents |
//! | --- | --- |
//! | `digest` | the digest of a state |
//! | `tiles` | serialization of grids and sets of tiles |
//! | [`content`] | kinds of monster, item and level, and the rules, read from RON and checked |
//! | `action` | the player's actions, and the reasons for refusal |
//! | `combat` | damage and experience formulas |
//! | `item` | items and stacks of them |
//! | `actor` | monsters, moods and conditions |
//! | `player` | the player's character and pack |
//! | `detail` | the types that events are made of |
//! | `event` | what happened, as the player perceived it |
//! | `steps` | distances and directions in steps, ignoring obstacles |
//! | `vault` | vaults and the mechanisms that open them |
//! | `level` | a level: tiles, monsters, items, light, memory |
//! | `state` | the run as plain data: everything that the digest covers |
//! | `fixture` | small drawings placed in rooms |
//! | `terrain` | the terrain of a level, from content, seed and depth only |
//! | `spawn` | the monsters and items of a new level |
//! | `new_level` | the contents of a new level, for seed catalogues |
//! | `scene` | a read-only view of the player on a level, for the rules |
//! | `aim` | where something thrown, shot or read stops, and what it may do |
//! | `travel` | the long actions |
//! | `describe` | names of items, monsters and tiles |
//! | `message` | log messages |
//! | `shown` | the plain values that a view returns |
//! | `view` | what the player knows, for clients |
//! | `item_info` | facts about items before they are used |
//! | `ask` | checks and questions before an action, and the reasons for a refusal |
//! | `look` | descriptions of tiles and aims |
//! | `turn` | the context of a turn: parts of the run, events and random streams |
//! | `mood` | alerting monsters by damage, discovery or noise |
//! | `harm` | attacks, damage and death |
//! | `effect` | potions, scrolls and blasts |
//! | `inventory` | picking up, dropping and equipping |
//! | `consume` | eating, drinking, reading, throwing and shooting |
//! | `act` | the player's actions |
//! | `stairs` | changing levels |
//! | `ai` | the turns of monsters, by mood, behaviour and abilities |
//! | `upkeep` | the turn of the world: hunger, healing, conditions |
//! | `notice` | what the player notices at the end of a turn |
//! | `check` | the validity of a state |
//! | `daily` | the dailies: their days, codes and seeds |
//! | `practice` | why a run counts for no daily and no record |
//! | `setup` | the parameters of a run |
//! | `engine` | [`Game`]: a run, its turn order, queries for clients |
//! | `narrator` | the log messages of a run |
//! | [`record`] | recorded runs, which are saves and replays; [`Run`]: a run with its recording |
//!
//! # Determinism
//!
//! The same seed and actions give the same digests on every machine. Each random outcome has its
//! own stream, keyed by the tick and the actors involved, so that earlier draws cannot shift it.
//! The contents of a level depend only on content, seed, depth and New Game Plus. Caches are
//! neither saved nor hashed. A refused action changes nothing.
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
mod actor;
mod ai;
mod aim;
mod ask;
#[cfg(any(test, debug_assertions))]
mod check;
mod combat;
mod consume;
pub mod content;
mod daily;
mod describe;
mod detail;
mod digest;
mod effect;
mod engine;
mod event;
mod fixture;
mod harm;
mod inventory;
mod item;
mod item_info;
mod level;
mod look;
mod message;
mod mood;
mod narrator;
mod new_level;
mod notice;
mod player;
mod practice;
pub mod record;
mod scene;
mod setup;
mod shown;
mod spawn;
mod stairs;
mod state;
mod steps;
mod terrain;
mod tiles;
mod travel;
mod turn;
mod upkeep;
mod vault;
mod view;

pub use action::{Action, Danger, Letter, Refusal};
pub use actor::{ActorId, Condition, Mood};
pub use aim::Aim;
pub use ask::Intent;
pub use daily::{Daily, DailyCode, DailyError, DailyGame};
pub use describe::{advice, counted, describe_cause};
pub use detail::{
    BlastKind, Cause, EventActor, EventItem, Feature, Healing, Interruption, Leftovers, Perception,
    Projectile,
};
pub use engine::{Game, describe_end};
pub use event::{BodyEvent, FightEvent, GameEvent, ItemEvent, MonsterEvent, PlaceEvent, RunEvent};
pub use item::ItemId;
pub use message::describe;
pub use narrator::Narrator;
pub use new_level::NewLevel;
pub use player::Hunger;
pub use practice::Practice;
pub use record::Run;
pub use setup::{GameError, MOST_PLUS, Setup};
pub use shown::{ActorView, ItemView, LampView, Odds, PlayerView, TileView, VaultView};
pub use state::{End, Outcome, State};
pub use view::View;
