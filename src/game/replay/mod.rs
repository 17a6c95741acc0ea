//! A recorded run: its seed, every action, and a digest of the state every 64 turns, so that a run
//! can be replayed and the first turn that differs can be found.
//!
//! A replay is ASCII text:
//!
//! ```text
//! undercroft replay 2
//! generation 7
//! rules 8
//! content 5c9d6f51c0ffee00
//! seed 42
//! plus 0
//! x*37 mne x*26 =64 0123456789abcdef
//! ...
//! end died 4711 0123456789abcdef
//! ```
//!
//! The first line gives the version of the format, followed by the generation version, the rules
//! version, the digest of the content, the seed and New Game Plus. Format 1 had one version for
//! generation and rules, on the line `generation`. Up to three more lines may follow: `daily
//! 2026-11-24` for the daily run of that day, `practice restored` or `practice reloaded` for one
//! that counts for no daily and no record, and `recorded 2026-11-24 21:43` with the date and the
//! time in UTC at which the recording was put away. Actions are words (listed in `script`); `*` and a
//! number repeat one. `=` with a turn and a digest is a checkpoint: the state after the preceding
//! action, the first one after which the run had reached that turn. The last line gives the
//! outcome, the turns and the digest at the end. Refused actions are not recorded because they
//! change nothing.

mod playback;
mod recording;
mod script;
mod text;

pub use playback::{Divergence, Playback};
pub use recording::{End, FORMAT, INTERVAL, Recorded, Recorder, RecordingMismatch, Replay};
pub use text::{ReplayError, Summary};
