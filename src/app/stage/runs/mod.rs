//! The runs that are shown, with what the screen keeps about each. Nothing here draws anything.
//!
//! A file may use those above it in the table, never those below.
//!
//! | file | owns |
//! | --- | --- |
//! | `messages` | the messages of a run, with repeats counted |
//! | `tally` | the statistics of a run |
//! | `turn` | a turn as it is shown |
//! | `run` | a run with its recording, log and tally |
//! | `saves` | the suspended runs, and how a saved one is loaded |
//! | `shown` | which run the screen shows: the player's or a watched one; its turns, sent once each |

pub(in crate::app::stage) mod messages;
pub(in crate::app::stage) mod run;
pub(in crate::app::stage) mod saves;
pub(in crate::app::stage) mod shown;
pub(in crate::app::stage) mod tally;
pub(in crate::app::stage) mod turn;
