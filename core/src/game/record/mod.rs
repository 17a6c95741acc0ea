//! A recorded run: what it was begun with, and every move. It is the save of a run in progress and
//! the replay of one that has ended; loading it plays it.
//!
//! A recording is ASCII text, one record per line:
//!
//! ```text
//! undercroft recording 3 generation 7 rules 13 content 5c9d6f51c0ffee00 seed 42 plus 0 :84 1f22c5a0
//! x*37 mne x*26 ~51234 =0123456789abcdef @64,1,24,24 :49 7be01a22
//! mse ~310 @65,1,24,24 :20 5d0c9b77
//! end died ~812 =89abcdef01234567 @66,1,0,24 :42 90aa41fe
//! ```
//!
//! [`crate::record`] has what is the same for boards and mazes: the length and the checksum at the end of a record,
//! and repeated moves.
//!
//! The first record has the version of the format, the generation version, the rules version, the
//! digest of the content, the seed and New Game Plus. `training` follows for the training, and
//! `daily 2026-11-24` for the daily run of that day. Every other record has any of these, in this
//! order:
//!
//! | words | meaning |
//! | --- | --- |
//! | `practice restored`, `practice reloaded` | the run counts for no daily and no record, and why |
//! | `mne`, `x*37`, ... | moves in order (see [`Command`](crate::game::Command)); `*` and a number repeat one |
//! | `end died` | the outcome of the run |
//! | `recorded 2026-11-24 21:43` | when the recording was put away, in UTC |
//! | `~310` | milliseconds of real time since the record before; decides nothing |
//! | `=` and 16 hex digits | the digest of the state after the moves |
//! | `@64,1,24,24` | turn, depth, health and full health after the moves, for whoever lists runs |
//!
//! A digest is written whenever the run reaches a multiple of 64 turns, when it is put down, and at its
//! end. While a run is played, each move is a record. When a recording is written again, what lies
//! between two digests becomes one. Refused moves are not recorded, because they change nothing.

mod playback;
mod recorder;
mod recording;
mod run;
mod text;

pub use playback::{Divergence, Playback};
pub use recorder::Recorder;
pub use recording::{FORMAT, INTERVAL, Recorded, Recording, Standing};
pub use run::Run;
pub use text::Summary;

pub use crate::record::{Damage, MAX_MOVES, RecordingError};
