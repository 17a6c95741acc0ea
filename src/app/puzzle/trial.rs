//! What the tests of every puzzle have in common: files that are cut, and files of which words are changed.

use super::{Puzzle, PuzzleSession, Sitting};
use crate::profile::MAX_WORK;
use crate::record::Chain;
use crate::rng::{Seed, Stream, Tag};

#[path = "../../../core/tests/shared/trial.rs"]
mod amount;

pub(in crate::app) use amount::amount;

/// The file of a session that is left.
pub(in crate::app) fn write<P: Puzzle>(session: &mut PuzzleSession<P>) -> String {
    let state = session.own_state().word();
    let sitting = session.own_mut();
    state.clone_into(&mut sitting.state);
    sitting.put_down();
    sitting.write()
}

/// Loads a file; also returns what is lost.
pub(in crate::app) fn load<P: Puzzle>(
    text: &str,
) -> Result<(PuzzleSession<P>, Vec<String>), String> {
    load_within(text, MAX_WORK)
}

/// As [`load`], with a limit to the tiles or cells that are examined.
pub(in crate::app) fn load_within<P: Puzzle>(
    text: &str,
    work: u64,
) -> Result<(PuzzleSession<P>, Vec<String>), String> {
    let read = Sitting::read(text, work).map_err(|error| error.to_string())?;
    let (sitting, losses) = read;
    Ok((PuzzleSession::continued(sitting), losses))
}

/// Loads a file of which nothing is lost.
pub(in crate::app) fn load_whole<P: Puzzle>(text: &str) -> PuzzleSession<P> {
    let (session, losses) = load(text).unwrap();
    assert_eq!(losses, [""; 0], "{text}");
    session
}

/// All rounds of a session in words, the one that is shown first.
pub(in crate::app) fn seen<P: Puzzle>(
    session: &PuzzleSession<P>,
    seen: impl Fn(&P::Round) -> String,
) -> String {
    let mut text = format!("shown {}\n", seen(session.round()));
    for round in session.shelf().rounds() {
        text += &format!("shelf {}\n", seen(round));
    }
    text
}

/// A file whose records are sealed again, after a change.
pub(in crate::app) fn sealed(text: &str) -> String {
    let (mut sealed, mut chain) = (String::new(), Chain::default());
    for line in text.lines() {
        let record = line.rsplit_once(" :").map_or(line, |(record, _)| record);
        if record.starts_with("round") {
            chain = Chain::default();
        }
        chain.write(&mut sealed, record);
    }
    sealed
}

/// Checks that every part of a file from its beginning is loaded, or refused with a line.
pub(in crate::app) fn check_prefixes<P: Puzzle>(text: &str) {
    let (mut loaded, mut refused) = (0, 0);
    for length in 0..text.len() {
        match load::<P>(&text[..length]) {
            Ok((_, losses)) => {
                loaded += 1;
                let is_told = |loss: &String| loss.starts_with("line ") || loss.contains("found");
                assert!(losses.iter().all(is_told), "{length}: {losses:?}");
            }
            Err(reason) => {
                refused += 1;
                assert!(reason.starts_with("line "), "{length}: {reason}");
            }
        }
    }
    assert!(loaded > 100 && refused > 10, "{loaded} {refused}");
}

/// Checks that a file of which some words are changed, with seals that are right, is refused, or loaded as something
/// that is saved and loaded again as it is and that can be played on.
pub(in crate::app) fn check_changes<P: Puzzle>(
    text: &str,
    count: u64,
    see: impl Fn(&P::Round) -> String + Copy,
    play_on: impl Fn(&mut PuzzleSession<P>),
) {
    let (mut whole, mut partly, mut refused) = (0, 0, 0);
    for number in 0..count {
        let changed = sealed(&change(text, number));
        match load::<P>(&changed) {
            Err(reason) => {
                refused += 1;
                assert!(reason.starts_with("line "), "{number}: {reason}");
            }
            Ok((mut session, losses)) => {
                match losses.is_empty() {
                    true => whole += 1,
                    false => partly += 1,
                }
                let again = load_whole::<P>(&write(&mut session));
                assert_eq!(
                    seen(&again, see),
                    seen(&session, see),
                    "{number}: {changed}"
                );
                play_on(&mut session);
                load_whole::<P>(&write(&mut session));
            }
        }
    }
    assert!(
        whole > 10 && partly > 10 && refused > 10,
        "{whole} whole, {partly} partly, {refused} refused"
    );
}

/// A text of which a few lines or words are changed.
fn change(text: &str, number: u64) -> String {
    let mut stream = Stream::keyed(Tag::COSMETIC, Seed(number), &[]);
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| {
            line.rsplit_once(" :")
                .map_or(line, |(record, _)| record)
                .to_owned()
        })
        .collect();
    let mut below = |count: usize| stream.below(count.max(1) as u32) as usize;
    for _ in 0..=below(3) {
        let at = below(lines.len());
        let other = lines[below(lines.len())].clone();
        match below(6) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, other),
            2 => lines[at] = other,
            _ => {
                let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
                let word = below(words.len());
                let others: Vec<&str> = other.split(' ').collect();
                match below(4) {
                    0 => drop(words.remove(word)),
                    1 => words[word] = others[below(others.len())].to_owned(),
                    2 => words.insert(word, others[below(others.len())].to_owned()),
                    _ => {
                        let mut bytes = words[word].clone().into_bytes();
                        if !bytes.is_empty() {
                            let byte = below(bytes.len());
                            let signs = b"0123456789abcdefxURDL*,~=#/-. ";
                            bytes[byte] = signs[below(signs.len())];
                        }
                        words[word] = String::from_utf8(bytes).unwrap_or_default();
                    }
                }
                lines[at] = words.join(" ");
            }
        }
        if lines.is_empty() {
            break;
        }
    }
    lines.join("\n")
}
