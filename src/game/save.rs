//! Saves runs as bytes and loads them. Errors say exactly what is wrong with the bytes; no other
//! field is trusted before the checksum matches.
//! | bytes | contents |
//! | --- | --- |
//! | 0..8 | the magic, `\x89UCsave\n` |
//! | 8..16 | the length of everything after the checksum |
//! | 16..24 | the checksum: XXH3, 64 bits, of everything after it |
//! | 24..28 | the version of the format |
//! | 28..32 | the generation version |
//! | 32..36 | the rules version |
//! | 36..44 | the digest of the content |
//! | 44..52 | the length of the state |
//! | 52.. | the [`State`] in the postcard format, fields in order of declaration |
//! | then | the recording so far, in the format of [`replay`](super::replay); empty if there is none |
//!
//! Numbers are little-endian. The first three fields are the same in every version of the format,
//! so that a damaged save can be distinguished from a newer version. Format 1 had one version for
//! generation and rules, at 28.

use super::content::Content;
use super::engine::Game;
use super::replay::{RecordingMismatch, ReplayError};
use super::setup::GameError;
use super::state::State;
use crate::seal::{self, CONTENT_OFFSET, SealError};
use crate::{GENERATION_VERSION, RULES_VERSION};

/// Version of the save format: of everything in the table above but the layout of the state, which
/// [`RULES_VERSION`] covers.
pub const FORMAT: u32 = 2;

/// The format whose only version was that of generation and rules alike.
const ONE_VERSION_FORMAT: u32 = 1;

/// The first bytes of a save. The first one is not ASCII, and conversion of line endings changes
/// the last.
const MAGIC: [u8; 8] = *b"\x89UCsave\n";
/// Offsets of the digest of the content, of the length of the state, and of the state.
const DIGEST_OFFSET: usize = 36;
const LENGTH_OFFSET: usize = 44;
const STATE_OFFSET: usize = 52;

/// Why a save cannot be loaded.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SaveError {
    #[error(transparent)]
    Sealed(#[from] SealError),
    #[error(
        "the run was played with generation version {found}, and this program has {GENERATION_VERSION}: seeds give other levels now"
    )]
    Generation { found: u32 },
    #[error(
        "the run was played under rules version {found}, and this program has {RULES_VERSION}: only a version of Undercroft with rules version {found} can continue it"
    )]
    Rules { found: u32 },
    #[error(transparent)]
    Game(#[from] GameError),
    #[error("its recording is missing")]
    NoRecording,
    /// The recording cannot be read, though the checksum matches.
    #[error("its recording is invalid: {0}")]
    Recording(ReplayError),
    #[error("its recording does not belong to it: {0}")]
    WrongRecording(RecordingMismatch),
    /// The state cannot be read, though the checksum matches.
    #[error("its state is invalid: {0}")]
    Malformed(String),
}

/// Saves a run without its recording; [`Run::to_bytes`](super::Run::to_bytes) includes it.
pub fn to_bytes(game: &Game) -> Vec<u8> {
    encode(game, "")
}

/// Encodes a run with its recording as a save.
pub(super) fn encode(game: &Game, recording: &str) -> Vec<u8> {
    let mut bytes = seal::begin(MAGIC);
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend(GENERATION_VERSION.to_le_bytes());
    bytes.extend(RULES_VERSION.to_le_bytes());
    bytes.extend(game.content().digest().to_le_bytes());
    bytes.extend([0; 8]);
    let mut bytes = postcard::to_extend(game.state(), bytes)
        .expect("a state is plain data, which postcard can write, and a vector can always grow");
    let state = (bytes.len() - STATE_OFFSET) as u64;
    bytes[LENGTH_OFFSET..STATE_OFFSET].copy_from_slice(&state.to_le_bytes());
    bytes.extend(recording.as_bytes());
    seal::seal(&mut bytes);
    bytes
}

/// Loads a save with the embedded content, ignoring its recording.
///
/// # Errors
/// Why the save cannot be loaded.
pub fn from_bytes(bytes: &[u8]) -> Result<Game, SaveError> {
    decode(bytes, embedded_content()?).map(|(game, _)| game)
}

/// The embedded content.
pub(super) fn embedded_content() -> Result<&'static Content, SaveError> {
    Ok(Content::embedded().map_err(|errors| GameError::Content(errors.clone()))?)
}

/// Decodes a save; returns the run and the text of its recording.
pub(super) fn decode<'a>(
    bytes: &'a [u8],
    content: &'static Content,
) -> Result<(Game, &'a str), SaveError> {
    let content_digest = seal::bytes_at(bytes, DIGEST_OFFSET).map_or(0, u64::from_le_bytes);
    let content = content.of_run(content_digest);
    let (state, recording) = unseal(bytes, content)?;
    let (state, rest): (State, &[u8]) = postcard::take_from_bytes(state)
        .map_err(|error| SaveError::Malformed(error.to_string()))?;
    if !rest.is_empty() {
        let error = format!("{} bytes follow the state", rest.len());
        return Err(SaveError::Malformed(error));
    }
    let recording = str::from_utf8(recording)
        .map_err(|error| SaveError::Malformed(format!("the recording is not UTF-8: {error}")))?;
    Ok((Game::resume(state, content)?, recording))
}

/// Checks everything that can be checked without decoding the state; returns the bytes of the state
/// and of the recording.
fn unseal<'a>(bytes: &'a [u8], content: &Content) -> Result<(&'a [u8], &'a [u8]), SaveError> {
    let covered = seal::unseal(MAGIC, bytes)?;
    let u32_at = |at| seal::bytes_at(bytes, at).map_or(0, u32::from_le_bytes);
    let u64_at = |at| seal::bytes_at(bytes, at).map_or(0, u64::from_le_bytes);
    let (format, generation) = (u32_at(CONTENT_OFFSET), u32_at(28));
    if format == ONE_VERSION_FORMAT {
        return Err(SaveError::Rules { found: generation });
    }
    seal::check_format(format, FORMAT)?;
    if covered.len() < STATE_OFFSET - CONTENT_OFFSET {
        return Err(SealError::Damaged.into());
    }
    if generation != GENERATION_VERSION {
        return Err(SaveError::Generation { found: generation });
    }
    let rules = u32_at(32);
    if rules != RULES_VERSION {
        return Err(SaveError::Rules { found: rules });
    }
    let content_digest = u64_at(DIGEST_OFFSET);
    if content_digest != content.digest() {
        return Err(SaveError::Game(GameError::OtherContent {
            expected: content.digest(),
            found: content_digest,
        }));
    }
    let state = u64_at(LENGTH_OFFSET);
    usize::try_from(state)
        .ok()
        .and_then(|state| bytes[STATE_OFFSET..].split_at_checked(state))
        .ok_or_else(|| {
            SaveError::Malformed(format!("the length of the state is given as {state} bytes"))
        })
}
