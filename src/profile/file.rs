//! The rounds of a puzzle as a text file: a line about all rounds, then the recording of each, in the order of undo. That of the
//! round that is shown is the last, so that its moves can be appended.
//!
//! ```text
//! undercroft maze 2 shown 1 of 2 state dark seed 42 :49 1f22c5a0
//! round generation 7 run maze-dfs/33x21#42 :40 7be01a22
//! R*3 D ~5120 :11 5d0c9b77
//! round generation 7 run maze-dfs/33x21#42 number 1 :49 90aa41fe
//! ```

use std::fmt::Write;

use super::recorded::Section;
use super::shelf::MAX_ROUNDS;
use super::{Recorded, Round, Shelf, Sitting};
use crate::decimal::parse_digits;
use crate::game::counted;
use crate::record::{Chain, Reader, RecordingError, Words};
use crate::rng::Seed;

/// The version of the format.
const FORMAT: u32 = 2;

/// Writes the whole file: the first line, the rounds before and after the one in play, and that.
pub fn write<R: Round>(sitting: &mut Sitting<R>) -> String {
    let [before, after] = sitting.shelf.texts();
    let (noun, place) = (R::GAME.noun(), before.len());
    let count = place + 1 + after.len();
    let mut first = format!("undercroft {noun} {FORMAT} shown {place} of {count}");
    let mut word = |name: &str, value: &str| {
        write!(first, " {name} {value}").expect("a string takes what is written to it");
    };
    if !sitting.state.is_empty() {
        word("state", &sitting.state);
    }
    if let Some(seed) = sitting.seed {
        word("seed", &seed.to_string());
    }
    let mut text = String::new();
    Chain::default().write(&mut text, &first);
    before
        .into_iter()
        .chain(after.into_iter().rev())
        .for_each(|round| text += round);
    text + sitting.shown.write()
}

/// Reads a file as far as it is sound; also returns what is lost of it.
///
/// # Errors
/// If it does not begin as such a file, or no round of it can be read.
pub fn read<R: Round>(
    text: &str,
    mut work: u64,
) -> Result<(Sitting<R>, Vec<String>), RecordingError> {
    let noun = R::GAME.noun();
    let mut reader = Reader::new(text);
    let First {
        place,
        count,
        state,
        seed,
    } = First::read::<R>(&mut reader)?;
    let mut before = read_sections::<R>(&mut reader)?;
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
    let before: Vec<_> = before.into_iter().rev().filter_map(&mut load).collect();
    let after: Vec<_> = after.into_iter().filter_map(&mut load).collect();
    let mut shelf = Shelf::default();
    for (back, rounds) in [(true, before), (false, after)] {
        for round in rounds.into_iter().rev() {
            shelf.push(back, round);
        }
    }
    let shown = shown
        .or_else(|| shelf.take(true))
        .or_else(|| shelf.take(false));
    let shown = shown.ok_or_else(|| {
        let none = || reader.error(Reader::end_of(text), format!("it has no {noun}"));
        first_error.unwrap_or_else(none)
    })?;
    let mut sitting = Sitting::found(shown, shelf);
    (sitting.state, sitting.seed) = (state, seed);
    Ok((sitting, losses))
}

/// What the first line says.
struct First {
    /// The number of rounds before the one that is shown, and of all.
    place: usize,
    count: usize,
    state: String,
    seed: Option<Seed>,
}

impl First {
    fn read<R: Round>(reader: &mut Reader<'_>) -> Result<Self, RecordingError> {
        let noun = R::GAME.noun();
        let line = reader.peek();
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
                state: match words.optional("state") {
                    Some(state) if !R::STATES.contains(&state) => {
                        return Err(format!("\"{state}\" is no state of it"));
                    }
                    state => state.unwrap_or_default().to_owned(),
                },
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
fn read_sections<'a, R: Round>(
    reader: &mut Reader<'a>,
) -> Result<Vec<Result<Section<'a>, RecordingError>>, RecordingError> {
    const MOST: usize = 2 * MAX_ROUNDS + 1;
    let mut sections = Vec::new();
    while let Some(section) = Section::read::<R>(reader).transpose() {
        sections.push(section);
        if sections.len() > MOST {
            let reason = format!("a file has at most {MOST} {}s", R::GAME.noun());
            return Err(reader.error(reader.line, reason));
        }
    }
    Ok(sections)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mazerun::Leg;
    use crate::profile::MAX_WORK;
    use crate::profile::maze::{MazeMove, MazeRound};

    /// A maze in which this was done three times.
    fn played(code: &str, action: MazeMove) -> Recorded<MazeRound> {
        let leg = Leg::of(&code.parse().unwrap()).unwrap();
        let mut recorded = Recorded::new(MazeRound::new(leg.make().unwrap()));
        for _ in 0..3 {
            recorded.play(action).unwrap();
        }
        recorded.put_down();
        recorded
    }

    #[test]
    fn only_the_end_of_the_last_recording_may_be_cut_without_a_word() {
        let sitting = |back| {
            let [other, shown] =
                ["maze-dfs/9x9#1", "maze-dfs/9x9#2"].map(|code| played(code, MazeMove::Solution));
            let mut shelf = Shelf::default();
            shelf.push(back, other);
            write(&mut Sitting::found(shown, shelf))
        };
        let losses = |text: &str| {
            let (sitting, losses) = read::<MazeRound>(text, MAX_WORK).unwrap();
            assert_eq!(sitting.shelf.rounds().count(), 1);
            losses
        };
        let cut = |text: &str| format!("{}\n", &text[..text.len() - 4]);
        for back in [true, false] {
            let text = sitting(back);
            assert_eq!(losses(&text), [""; 0]);
            assert_eq!(losses(&cut(&text)), [""; 0]);
            let (other, shown) = text.split_at(text.rfind("round ").unwrap());
            let told = losses(&(cut(other) + shown));
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(
                told[0].starts_with("line 3, ")
                    && told[0].ends_with(": 3 moves on a maze cannot be made again"),
                "{told:?}"
            );
        }
    }
}
