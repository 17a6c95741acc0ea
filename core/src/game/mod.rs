//! The roguelike, without any user interface. A [`Game`] is one run; [`Game::apply`] is the only
//! way to change it, [`Game::view`] shows what the player knows, and the seed determines everything
//! else. Uses no screen, clock, files or threads.
//!
//! A module may use those above it in the table, never those below.
//!
//! | module | contents |
//! | --- | --- |
//! | `digest` | the digest of a state |
//! | [`content`] | kinds of monster, item and level, and the rules, read from RON and checked |
//! | `world` | what a run consists of: levels, actors, items, actions, events; and how levels are made |
//! | `rules` | what actions and the turn of the world do |
//! | `ai` | the turns of monsters, by mood, behaviour and abilities |
//! | `view` | what the player knows, for clients |
//! | `text` | all that the player is told: names, messages, cards, refusals |
//! | `check` | what holds between any two actions, in debug builds |
//! | `daily` | the dailies: their days, codes and seeds |
//! | `practice` | why a run counts for no daily and no record |
//! | `setup` | the parameters of a run |
//! | `engine` | [`Game`]: a run, its turn order, queries for clients |
//! | `maps` | levels, and set pieces, as maps with share codes; what is on them |
//! | `future` | futures of a run, for measurements |
//! | `narrator` | the log messages of a run |
//! | `fixed` | the numbers of the rules that no content sets, in one list |
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
//! use undercroft_core::game::{Action, Game, Setup};
//! use undercroft_core::rng::Seed;
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

mod ai;
#[cfg(any(test, debug_assertions))]
mod check;
pub mod content;
mod daily;
mod digest;
mod engine;
mod fixed;
mod future;
mod maps;
mod narrator;
mod practice;
pub mod record;
mod rules;
mod setup;
mod text;
mod view;
mod world;

pub use content::ability::Announcement;
pub use daily::{Daily, DailyCode, DailyGame};
pub use engine::{Game, describe_end};
pub use fixed::fixed_numbers;
pub use future::Future;
pub use maps::things::{about_set_piece, glyph_of, things};
pub use maps::{generators, generators_of, level_of};
pub use narrator::{Message, Narrator};
pub use practice::Practice;
pub use record::Run;
pub use rules::aim::Aim;
pub use rules::fight::{Fight, is_easy_fight};
pub use setup::{GameError, MOST_PLUS, Setup};
pub use text::messages::describe;
pub use text::names::{advice, counted, describe_cause};
pub use text::refusals::Intent;
pub use text::set_pieces::describe_rule;
pub use view::View;
pub use view::values::{
    ActorView, BrokenView, DeviceView, FeatureView, FieldView, ItemView, LampView, LanternView,
    Odds, OutletView, PlayerView, SetPiecePart, SetPieceView, TileView, VaultView,
};
pub use world::action::{Action, Command, Danger, Letter, Refusal};
pub use world::actor::{ActorId, Mood, MoodRow};
pub use world::announcement::AnnouncementWords;
pub use world::condition::{Condition, ConditionWords};
pub use world::detail::{
    BlastKind, Cause, Errand, EventActor, EventItem, Healing, Interruption, Lamplit, Landmark,
    Leftovers, Perception, Projectile, Surprise,
};
pub use world::event::{
    BodyEvent, FightEvent, GameEvent, ItemEvent, MonsterEvent, PlaceEvent, RunEvent,
};
pub use world::generation::listing::{Buried, NewLevel};
pub use world::hazard::HazardKind;
pub use world::item::{Gains, ItemId, SkipReason};
pub use world::light::Lighting;
pub use world::player::Hunger;
pub use world::state::{End, Outcome, State};
