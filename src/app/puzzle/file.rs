//! A sitting as a text file: a line about all rounds, then the recording of each, in the order of undo. That of the
//! round that is shown is the last, so that its moves can be appended.
//!
//! ```text
//! undercroft maze 1 shown 1 of 2 state dark seed 42 :49 1f22c5a0
//! round generation 7 run maze-dfs/33x21#42 :40 7be01a22
//! R*3 D ~5120 :11 5d0c9b77
//! round generation 7 run maze-dfs/33x21#42 number 1 :49 90aa41fe
//! ```

use std::fmt::Write;

use super::recorded::{MAX_WORK, Section};
use super::shelf::MAX_ROUNDS;
use super::{Puzzle, Recorded, Sitting};
use crate::decimal::parse_digits;
use crate::game::counted;
use crate::record::{Chain, Reader, RecordingError, Words};
use crate::rng::Seed;

/// The version of the format.
const FORMAT: u32 = 1;

/// A sitting that was loaded, and what is lost of it, in sentences without a full stop.
pub(super) struct Loaded<P: Puzzle> {
    pub sitting: Sitting<P>,
    pub losses: Vec<String>,
}

/// Writes the whole file.
pub(super) fn write<P: Puzzle>(sitting: &mut Sitting<P>) -> String {
    let (noun, state) = (P::GAME.noun(), sitting.own_state().word());
    let seed = sitting.seed;
    let [before, after] = sitting.shelf().texts();
    let (place, count) = (before.len(), before.len() + 1 + after.len());
    let mut first = format!("undercroft {noun} {FORMAT} shown {place} of {count}");
    let mut word = |name: &str, value: &str| {
        write!(first, " {name} {value}").expect("a string takes what is written to it");
    };
    if !state.is_empty() {
        word("state", state);
    }
    if let Some(seed) = seed {
        word("seed", &seed.to_string());
    }
    let mut text = String::new();
    Chain::default().write(&mut text, &first);
    before
        .into_iter()
        .chain(after.into_iter().rev())
        .for_each(|round| text += round);
    let own = sitting.own_mut();
    own.seal();
    own.mark_saved();
    text + own.text()
}

/// Reads a file as far as it is sound.
///
/// # Errors
/// If it does not begin as such a file, or no round of it can be read.
pub(super) fn read<P: Puzzle>(text: &str) -> Result<Loaded<P>, RecordingError> {
    read_within(text, MAX_WORK)
}

/// As [`read`], with a limit to the tiles or cells that are examined.
pub(super) fn read_within<P: Puzzle>(
    text: &str,
    mut work: u64,
) -> Result<Loaded<P>, RecordingError> {
    let noun = P::GAME.noun();
    let mut reader = Reader::new(text);
    let First {
        place,
        count,
        state,
        seed,
    } = First::<P>::read(&mut reader)?;
    let mut before = read_sections::<P>(&mut reader)?;
    let (mut losses, mut first_error) = (Vec::new(), None);
    if before.len() < count {
        let missing = counted((count - before.len()) as u32, noun);
        losses.push(format!("{missing} of {count} cannot be found"));
    }
    let last = before.pop();
    let after = before.split_off(place.min(before.len()));
    let mut is_last = true;
    let mut load = |section: Result<Section<'_>, RecordingError>| {
        let may_be_cut = std::mem::take(&mut is_last);
        let loaded = section.and_then(|section| Recorded::load(&reader, section, &mut work));
        let (round, damage) = loaded
            .inspect_err(|error| {
                losses.push(format!("{error}: a {noun} cannot be read"));
                first_error.get_or_insert_with(|| error.clone());
            })
            .ok()?;
        // Where the program was killed, the end of the last recording is left out.
        if let Some(damage) = damage.filter(|damage| !(damage.is_cut && may_be_cut)) {
            let lost = counted(damage.moves as u32, "move");
            let error = damage.error;
            losses.push(format!("{error}: {lost} on a {noun} cannot be made again"));
        }
        Some(round)
    };
    // The nearest first, in case that it takes too long to load all of them.
    let shown = last.and_then(&mut load);
    let mut before: Vec<_> = before.into_iter().rev().filter_map(&mut load).collect();
    let mut after: Vec<_> = after.into_iter().filter_map(&mut load).collect();
    before.reverse();
    after.reverse();
    let shown = shown.or_else(|| before.pop()).or_else(|| after.pop());
    let shown = shown.ok_or_else(|| {
        let none = || reader.error(Reader::end_of(text), format!("it has no {noun}"));
        first_error.unwrap_or_else(none)
    })?;
    let mut sitting = Sitting::continued(shown, [before, after]);
    sitting.state = state;
    sitting.seed = seed;
    Ok(Loaded { sitting, losses })
}

/// What the first line says.
struct First<P> {
    /// The number of rounds before the one that is shown, and of all.
    place: usize,
    count: usize,
    state: P,
    seed: Option<Seed>,
}

impl<P: Puzzle> First<P> {
    fn read(reader: &mut Reader<'_>) -> Result<Self, RecordingError> {
        let (line, noun) = (reader.peek(), P::GAME.noun());
        let head = format!("undercroft {noun} ");
        if !line.starts_with(&head) {
            let reason =
                format!("this is not a file of {noun}s, which begins with \"{head}{FORMAT}\"");
            return Err(reader.error(line, reason));
        }
        let first = reader.next_record()?.unwrap_or_default();
        let parse = || {
            let mut words = Words::new(first);
            words.flag("undercroft");
            let found: u32 = words.count(noun)?;
            if found != FORMAT {
                return Err(format!(
                    "the file has format {found}, and this program reads format {FORMAT}"
                ));
            }
            let read = Self {
                place: words.count("shown")?,
                count: words.count("of")?,
                state: P::of_word(words.optional("state").unwrap_or_default())?,
                seed: match words.optional("seed") {
                    Some(seed) => Some(Seed(
                        parse_digits(seed).ok_or_else(|| format!("\"{seed}\" is not a seed"))?,
                    )),
                    None => None,
                },
            };
            words.end()?;
            Ok(read)
        };
        parse().map_err(|reason: String| reader.error(first, reason))
    }
}

/// The sections of all rounds, or why one cannot be begun.
fn read_sections<'a, P: Puzzle>(
    reader: &mut Reader<'a>,
) -> Result<Vec<Result<Section<'a>, RecordingError>>, RecordingError> {
    const MOST: usize = 2 * MAX_ROUNDS + 1;
    let mut sections = Vec::new();
    while let Some(section) = Section::read::<P::Round>(reader).transpose() {
        sections.push(section);
        if sections.len() > MOST {
            let reason = format!("a file has at most {MOST} {}s", P::GAME.noun());
            return Err(reader.error(reader.line, reason));
        }
    }
    Ok(sections)
}
