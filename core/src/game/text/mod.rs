//! All that the player is told, in English.
//!
//! A module may use those above it in the table, never those below.
//!
//! | module | contents |
//! | --- | --- |
//! | `names` | names of items, monsters and tiles, and short summaries of runs |
//! | `set_pieces` | what set pieces do |
//! | `messages` | log messages |
//! | `cards` | facts about items before they are used |
//! | `refusals` | checks and questions before an action, and the reasons for a refusal |
//! | `places` | descriptions of tiles and aims |

pub(super) mod cards;
pub(super) mod messages;
pub(super) mod names;
pub(super) mod places;
pub(super) mod refusals;
pub(super) mod set_pieces;
