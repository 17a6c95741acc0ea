//! The generators by name: the built-in ones, and those that a game adds.

use std::sync::RwLock;

use super::{ALL, FINISHERS, Generator};

/// The generators that were added, in that order.
static OWN: RwLock<Vec<&'static dyn Generator>> = RwLock::new(Vec::new());

/// Why a generator cannot be added.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RegisterError {
    /// The name is taken.
    #[error("there is a generator \"{0}\" already; give yours another name")]
    Taken(&'static str),
    /// The name would be read as something else.
    #[error(
        "\"{0}\" is no name for a generator: use 1 to 31 lowercase letters, digits and hyphens, beginning with a letter"
    )]
    Name(&'static str),
}

/// The beginnings of other codes, which no generator may have as its name.
const RESERVED: [&str; 7] = [
    "board",
    "level",
    "lone-room",
    "daily",
    "daily-board",
    "daily-maze",
    "in",
];

/// Adds a generator to those that share codes, the command line and the Map Lab know, for the rest of
/// the process. Call it before anything reads a code, at the beginning of `main`.
///
/// # Errors
/// If its name is taken, or is none.
pub fn register(generator: &'static dyn Generator) -> Result<(), RegisterError> {
    let name = generator.info().name;
    let mut bytes = name.bytes();
    let is_name = name.len() <= 31
        && bytes.next().is_some_and(|byte| byte.is_ascii_lowercase())
        && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if !is_name {
        return Err(RegisterError::Name(name));
    }
    let mut own = OWN
        .write()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut known = ALL.iter().chain(&FINISHERS).chain(own.iter());
    if RESERVED.contains(&name) || known.any(|known| known.info().name == name) {
        return Err(RegisterError::Taken(name));
    }
    own.push(generator);
    Ok(())
}

/// Adds one of this crate's generators that lies in a layer below, and whose name is reserved.
pub(crate) fn register_reserved(generator: &'static dyn Generator) {
    debug_assert!(RESERVED.contains(&generator.info().name));
    OWN.write()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
        .push(generator);
}

fn own() -> Vec<&'static dyn Generator> {
    OWN.read()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
        .clone()
}

/// Every generator that makes maps: the built-in ones of [`ALL`], then those that were added.
pub fn all() -> Vec<&'static dyn Generator> {
    ALL.into_iter().chain(own()).collect()
}

/// The generators that only change the map of the stages before them.
pub fn finishers() -> &'static [&'static dyn Generator] {
    &FINISHERS
}

/// The names that the first part of a stage may have: those of [`all`], and of generators that only
/// change the maps of others.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    let finishers = finishers().iter().map(|generator| generator.info().name);
    let all = all().into_iter().map(|generator| generator.info().name);
    all.chain(finishers)
}

/// The generator called `name`; `None` if there is none.
pub fn find(name: &str) -> Option<&'static dyn Generator> {
    let mut built_in = ALL.into_iter().chain(FINISHERS);
    let found = built_in.find(|generator| generator.info().name == name);
    found.or_else(|| {
        own()
            .into_iter()
            .find(|generator| generator.info().name == name)
    })
}
