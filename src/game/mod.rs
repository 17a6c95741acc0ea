//! The roguelike: rules without a window. A [`Game`] is one run; [`Game::apply`] is the only way to
//! change it, [`Game::view`] shows what the player knows, and everything else follows from the seed.
//! Uses no screen, clock, files or threads.
//!
//! A part may use those above it in the table, never those below.
//!
//! | part | owns |
//! | --- | --- |
//! | `digest` | the hash of a state |
//! | `tiles` | grids of tiles as a save holds them |
//! | [`content`] | kinds of monster, item and level, and the rules, from RON, checked whole |
//! | `action` | what the player can do, and why it may be refused |
//! | `combat` | the formulas of attacks and experience |
//! | `item` | items and stacks of them |
//! | `actor` | monsters, their moods and conditions |
//! | `player` | the player's character and pack |
//! | `detail` | the details of events: who and what, as the player knew it then |
//! | `event` | what happened, as the player knew it then |
//! | `steps` | steps between two tiles, as if nothing were in the way |
//! | `vault` | vaults and what opens them |
//! | `level` | a level: tiles, monsters, items, light, memory |
//! | `state` | the run as plain data: all that a save holds and the digest covers |
//! | `fixture` | what the rooms of a level are furnished with |
//! | `terrain` | the terrain of a level from seed and depth alone |
//! | `spawn` | the monsters and items of a new level |
//! | `survey` | what a new level holds, for catalogues |
//! | `scene` | the player on a level, as rules read it: who sees whom |
//! | `aim` | what is thrown, shot or read: where it stops, and what it may do |
//! | `travel` | the long actions |
//! | `describe` | names of things |
//! | `message` | log messages |
//! | `shown` | what a view shows, as plain values |
//! | `view` | what the player knows, for clients |
//! | `item_info` | facts about items before they are used |
//! | `look` | what there is to say of a tile, of an aim, and of what cannot be done |
//! | `turn` | the parts of a run as rules change them, events and random streams |
//! | `mood` | what makes monsters hunt |
//! | `harm` | attacks, damage and death |
//! | `effect` | potions, scrolls and blasts |
//! | `inventory` | picking up, dropping and equipping |
//! | `consume` | eating, drinking, reading, throwing and shooting |
//! | `act` | the player's actions |
//! | `stairs` | going from level to level |
//! | `ai` | the turns of monsters, by mood and role |
//! | `upkeep` | the turn of the world |
//! | `notice` | what comes into sight at the end of a turn |
//! | `check` | whether a state is one that a run can be in |
//! | `daily` | the run of the day, the same for everybody |
//! | `setup` | how a run begins, and why one cannot |
//! | `engine` | [`Game`]: a run, its turn order, what clients ask |
//! | `narrator` | the messages of a run as it goes on |
//! | [`replay`] | a recorded run as text, played again and compared |
//! | [`save`] | a run as bytes |
//! | `run` | [`Run`]: a run with its recording |
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
mod actor;
mod ai;
mod aim;
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
mod notice;
mod player;
pub mod replay;
mod run;
pub mod save;
mod scene;
mod setup;
mod shown;
mod spawn;
mod stairs;
mod state;
mod steps;
mod survey;
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
pub use check::MOST_PLUS;
pub use combat::{Blow, damage_range};
pub use daily::Daily;
pub use describe::{advice, counted, describe_cause, describe_leftovers};
pub use detail::{
    BlastKind, Cause, EventActor, EventItem, Feature, Healing, Interruption, Leftovers, Perception,
    Projectile,
};
pub use engine::{Game, describe_end};
pub use event::GameEvent;
pub use item::ItemId;
pub use look::Intent;
pub use message::describe;
pub use narrator::Narrator;
pub use player::Hunger;
pub use run::Run;
pub use setup::{GameError, Setup};
pub use shown::{ActorView, ItemView, LampView, Odds, PlayerView, TileView, VaultView};
pub use state::{Outcome, State};
pub use survey::Survey;
pub use view::View;
