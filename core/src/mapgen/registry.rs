//! The generators that codes may name: a value that whoever reads codes is given.

use std::borrow::Cow;
use std::fmt;

use super::{ALL, FINISHERS, Generator, SpecError, UNLISTED, nearest};
use crate::text::{self, Invalid};

/// Generators by name.
///
/// ```
/// use undercroft_core::mapgen::BUILT_IN;
/// let spec = BUILT_IN.read("rogue/80x24#7")?;
/// assert_eq!(spec.generator().name(), "rogue");
/// # Ok::<(), undercroft_core::mapgen::SpecError>(())
/// ```
#[derive(Clone)]
pub struct Generators(Cow<'static, [&'static dyn Generator]>);

/// The generators of [`ALL`], and those that only change the maps of others.
pub static BUILT_IN: Generators = Generators(Cow::Borrowed(&ALL));

/// The beginnings of other codes, which no generator may have as its name.
const RESERVED: [&str; 8] = [
    "board",
    "drawn",
    "level",
    "set-piece",
    "daily",
    "daily-board",
    "daily-maze",
    "in",
];

impl Generators {
    /// These generators and one more.
    ///
    /// # Errors
    /// If its name is taken, or is none.
    pub fn with(self, generator: &'static dyn Generator) -> Result<Self, Invalid> {
        let name = generator.name();
        let mut bytes = name.bytes();
        let is_name = name.len() <= 31
            && bytes.next().is_some_and(|byte| byte.is_ascii_lowercase())
            && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        if !is_name {
            return Err(Invalid::new(format_args!(
                "\"{name}\" is no name for a generator: use 1 to 31 lowercase letters, digits and hyphens, beginning with a letter"
            )));
        }
        if RESERVED.contains(&name) || self.find(name).is_some() {
            return Err(Invalid::new(format_args!(
                "there is a generator \"{name}\" already; give yours another name"
            )));
        }
        Ok(self.with_reserved(generator))
    }

    /// These and one of this crate's generators that lies in a layer below, and whose name is reserved. It takes the place
    /// of one that is called the same but for the content.
    pub(crate) fn with_reserved(mut self, generator: &'static dyn Generator) -> Self {
        let all = self.0.to_mut();
        let is_same = |it: &&'static dyn Generator| stem(it.name()) == stem(generator.name());
        match all.iter().position(is_same) {
            Some(place) => all[place] = generator,
            None => all.push(generator),
        }
        self
    }

    /// Those that make maps.
    pub fn makers(&self) -> &[&'static dyn Generator] {
        &self.0
    }

    /// Those that make maps, and then those that only change the maps of the stages before them.
    pub fn all(&self) -> impl Iterator<Item = &'static dyn Generator> + Clone {
        self.0.iter().copied().chain(FINISHERS)
    }

    /// All that codes may name.
    pub(crate) fn with_unlisted(&self) -> impl Iterator<Item = &'static dyn Generator> + Clone {
        self.all().chain(UNLISTED)
    }

    /// The names of [`all`](Self::all), which the first part of a stage may have.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.all().map(Generator::name)
    }

    /// The generator called `name`, which may leave out the content that follows an `@`; `None` if there is none.
    pub fn find(&self, name: &str) -> Option<&'static dyn Generator> {
        let mut all = self.with_unlisted();
        all.find(|it| it.name() == name || stem(it.name()) == name)
    }

    /// The generator called `name`.
    ///
    /// # Errors
    /// If there is none; suggests the most similar name.
    pub fn look_up(&self, name: &str) -> Result<&'static dyn Generator, SpecError> {
        self.find(name).ok_or_else(|| {
            if stem(name) != name && self.find(stem(name)).is_some() {
                let (own, name) = (stem(name), text::excerpt(name));
                return Invalid::new(format_args!(
                    "\"{name}\" is of content that this program does not have: give its folder with --content, or write \"{own}\" for the content that is here"
                ))
                .into();
            }
            let hint = hint(nearest(name, self.names()), self.names());
            let name = text::excerpt(name);
            Invalid::new(format_args!("there is no generator \"{name}\"; {hint}")).into()
        })
    }
}

/// The name of a generator without the content whose maps it makes, which follows an `@`.
pub(crate) fn stem(name: &str) -> &str {
    name.split(CONTENT_SEPARATOR).next().unwrap_or_default()
}

/// What stands between the name of a generator and the content whose maps it makes.
pub(crate) const CONTENT_SEPARATOR: char = '@';

/// What to say about a name that is none: the one that may be meant, or all that there are.
pub(crate) fn hint<'a>(meant: Option<&str>, all: impl Iterator<Item = &'a str>) -> String {
    match meant {
        Some(name) => format!("did you mean \"{name}\"?"),
        None => format!("there are {}", all.collect::<Vec<_>>().join(", ")),
    }
}

impl fmt::Debug for Generators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}
