//! What the player's actions do, and what happens in the turn of the world.
//!
//! A module may use those above it in the table, never those below.
//!
//! | module | contents |
//! | --- | --- |
//! | `aim` | where something thrown, shot or read stops, and what it may do |
//! | `errands` | what is left to do on an explored level |
//! | `travel` | the long actions |
//! | `fight` | whom to strike, or towards whom to step |
//! | `turn` | the context of a turn: parts of the run, events and random streams |
//! | `mood` | alerting monsters by damage, discovery or noise |
//! | `field` | how fire, oil, smoke and gas move |
//! | `swim` | swimming in deep water |
//! | `hazard` | what finds the hazards of a level, and what they do |
//! | `combat` | attacks, damage and death |
//! | `set_piece` | what set pieces do |
//! | `burn` | what fire and gas do to whoever stands in them |
//! | `tread` | what happens to whoever comes onto a tile |
//! | `effects` | potions, scrolls and blasts |
//! | `inventory` | picking up, dropping and equipping |
//! | `mechanism` | levers, conduits, fonts, and the light that runs from a conduit |
//! | `consume` | eating, drinking, reading, throwing and shooting |
//! | `act` | the player's actions |
//! | `stairs` | changing levels |
//! | `candle` | the candle of a level, and the patrols once it has burnt out |
//! | `upkeep` | the turn of the world: hunger, healing, conditions |
//! | `perception` | what the player notices at the end of a turn |

pub(super) mod act;
pub(super) mod aim;
pub(super) mod burn;
pub(super) mod candle;
pub(super) mod combat;
pub(super) mod consume;
pub(super) mod effects;
pub(super) mod errands;
pub(super) mod field;
pub(super) mod fight;
pub(super) mod hazard;
pub(super) mod inventory;
pub(super) mod mechanism;
pub(super) mod mood;
pub(super) mod perception;
pub(super) mod set_piece;
pub(super) mod stairs;
pub(super) mod swim;
pub(super) mod travel;
pub(super) mod tread;
pub(super) mod turn;
pub(super) mod upkeep;
