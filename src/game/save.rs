//! A run as bytes, and back. What is wrong with bytes that are no run is said exactly; nothing in
//! them is believed before the checksum was found right.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0..8 | the magic, `\x89UCsave\n` |
//! | 8..16 | the length of all that follows the checksum |
//! | 16..24 | the checksum: XXH3, 64 bits, of all that follows it |
//! | 24..28 | the version of the format |
//! | 28..32 | the generation version |
//! | 32..40 | the digest of the content |
//! | 40..48 | the length of the state |
//! | 48.. | the [`State`] in the postcard format, fields in the order of their declaration |
//! | then | the recording so far, as [`replay`](super::replay) writes it; nothing if there is none |
//!
//! Numbers are little-endian. The first three stay where they are in every version of the format,
//! so that damage is told from a newer version.

use super::content::Content;
use super::replay::{OtherRun, ReplayError};
use super::state::State;
use super::{Game, GameError};
use crate::GENERATION_VERSION;
use xxhash_rust::xxh3::xxh3_64;

/// Version of the format.
pub const FORMAT: u32 = 1;

/// What a save begins with. The first byte is in no text, the last one is changed by whoever
/// changes line ends.
const MAGIC: [u8; 8] = *b"\x89UCsave\n";
/// Where what the checksum covers begins.
const COVERED: usize = 24;
/// Where the state begins.
const STATE: usize = 48;

/// Why bytes are no run that can go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SaveError {
    /// There is nothing.
    #[error("it is empty")]
    Empty,
    /// It is something else.
    #[error("it is not a save of Undercroft")]
    Foreign,
    /// The end is missing.
    #[error("it was cut short: {found} bytes of {expected} are there")]
    Short {
        /// How long it is.
        found: u64,
        /// How long it was.
        expected: u64,
    },
    /// Something follows the end.
    #[error("it is damaged: {0} bytes follow its end")]
    Long(u64),
    /// Some byte is not what it was.
    #[error("it is damaged: its checksum is wrong")]
    Damaged,
    /// The format is of a later program.
    #[error(
        "it was written by a newer version of Undercroft: its format is {found}, and this program reads up to {FORMAT}"
    )]
    Newer {
        /// The version of its format.
        found: u32,
    },
    /// The format is one that never was.
    #[error("its format is {0}, which never was")]
    Unknown(u32),
    /// Seeds give other levels than they did.
    #[error(
        "the run was played with generation version {found}, and this program has {GENERATION_VERSION}: seeds give other levels now"
    )]
    Generation {
        /// The version that the run was played with.
        found: u32,
    },
    /// The content is not the same, or the state is not one that a run can be in.
    #[error(transparent)]
    Game(#[from] GameError),
    /// There is no recording.
    #[error("the run was saved without its recording")]
    Unrecorded,
    /// The recording cannot be read, though the checksum is right.
    #[error("its recording makes no sense: {0}")]
    Recording(ReplayError),
    /// The recording is not of this run.
    #[error("its recording does not belong to it: {0}")]
    OtherRun(OtherRun),
    /// The state cannot be read, though the checksum is right.
    #[error("its content makes no sense: {0}")]
    Senseless(String),
}

/// The run as bytes, without a recording; [`Run::to_bytes`](super::Run::to_bytes) has one.
pub fn to_bytes(game: &Game) -> Vec<u8> {
    with_recording(game, "")
}

/// The run as bytes, and what was written down of it.
pub(super) fn with_recording(game: &Game, recording: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(16_384 + recording.len());
    bytes.extend(MAGIC);
    bytes.extend([0; COVERED - MAGIC.len()]);
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend(GENERATION_VERSION.to_le_bytes());
    bytes.extend(game.content().digest().to_le_bytes());
    bytes.extend([0; 8]);
    let mut bytes = postcard::to_extend(game.state(), bytes)
        .expect("a state is plain data, and a vector takes whatever comes");
    let state = (bytes.len() - STATE) as u64;
    bytes[40..STATE].copy_from_slice(&state.to_le_bytes());
    bytes.extend(recording.as_bytes());
    seal(&mut bytes);
    bytes
}

/// Writes length and checksum.
fn seal(bytes: &mut [u8]) {
    let length = (bytes.len() - COVERED) as u64;
    let checksum = xxh3_64(&bytes[COVERED..]);
    bytes[8..16].copy_from_slice(&length.to_le_bytes());
    bytes[16..COVERED].copy_from_slice(&checksum.to_le_bytes());
}

/// The number of `N` bytes at a place that is known to be there.
fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut number = [0; N];
    number.copy_from_slice(&bytes[at..at + N]);
    number
}

/// The run that `bytes` are, with the content of the program; a recording is passed over.
///
/// # Errors
/// Why they are none.
pub fn from_bytes(bytes: &[u8]) -> Result<Game, SaveError> {
    open(bytes, embedded()?).map(|(game, _)| game)
}

/// The content of the program.
pub(super) fn embedded() -> Result<&'static Content, SaveError> {
    Ok(Content::embedded().map_err(|errors| GameError::Content(errors.clone()))?)
}

/// The run that `bytes` are, and its recording.
pub(super) fn open<'a>(
    bytes: &'a [u8],
    content: &'static Content,
) -> Result<(Game, &'a str), SaveError> {
    let (state, recording) = unseal(bytes, content)?;
    let (state, rest): (State, &[u8]) = postcard::take_from_bytes(state)
        .map_err(|error| SaveError::Senseless(error.to_string()))?;
    if !rest.is_empty() {
        let left = format!("{} bytes are left over", rest.len());
        return Err(SaveError::Senseless(left));
    }
    let recording = str::from_utf8(recording)
        .map_err(|error| SaveError::Senseless(format!("the recording is no text: {error}")))?;
    Ok((Game::resume(state, content)?, recording))
}

/// Checks all that can be checked without understanding it; the state and the recording.
fn unseal<'a>(bytes: &'a [u8], content: &Content) -> Result<(&'a [u8], &'a [u8]), SaveError> {
    if bytes.is_empty() {
        return Err(SaveError::Empty);
    }
    let begun = bytes.len().min(MAGIC.len());
    if bytes[..begun] != MAGIC[..begun] {
        return Err(SaveError::Foreign);
    }
    let found = bytes.len() as u64;
    let expected = match bytes.get(8..16) {
        Some(_) => u64::from_le_bytes(number(bytes, 8)).saturating_add(COVERED as u64),
        None => STATE as u64,
    };
    if found < expected {
        return Err(SaveError::Short { found, expected });
    }
    if found > expected {
        return Err(SaveError::Long(found - expected));
    }
    if expected < STATE as u64
        || xxh3_64(&bytes[COVERED..]) != u64::from_le_bytes(number(bytes, 16))
    {
        return Err(SaveError::Damaged);
    }
    match u32::from_le_bytes(number(bytes, 24)) {
        FORMAT => {}
        newer if newer > FORMAT => return Err(SaveError::Newer { found: newer }),
        other => return Err(SaveError::Unknown(other)),
    }
    let generation = u32::from_le_bytes(number(bytes, 28));
    if generation != GENERATION_VERSION {
        return Err(SaveError::Generation { found: generation });
    }
    let made_with = u64::from_le_bytes(number(bytes, 32));
    if made_with != content.digest() {
        return Err(SaveError::Game(GameError::OtherContent {
            expected: content.digest(),
            found: made_with,
        }));
    }
    let state = u64::from_le_bytes(number(bytes, 40));
    usize::try_from(state)
        .ok()
        .and_then(|state| bytes[STATE..].split_at_checked(state))
        .ok_or_else(|| SaveError::Senseless(format!("the state is said to be {state} bytes long")))
}
