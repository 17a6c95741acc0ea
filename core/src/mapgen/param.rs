//! Parameters of generators: their names and ranges, and the values for one map.

use std::ops::RangeInclusive;
use std::sync::Arc;

use serde::Serialize;

use super::nearest;
use super::waves::Sample;
use crate::text::{self, Invalid};

/// The kind of values that a parameter takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Kind {
    /// A whole number in a range.
    Int {
        /// The smallest value, included.
        min: i32,
        /// The largest value, included.
        max: i32,
        /// The value if none is given.
        default: i32,
    },
    /// One word of a list; the value is its index.
    Choice {
        /// The words that can be typed.
        options: &'static [&'static str],
        /// The word if none is given: the first.
        default: &'static str,
    },
}

/// One parameter of a generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ParamSpec {
    /// Its name as it is typed, in lowercase.
    pub name: &'static str,
    /// What it does, as a short phrase.
    pub meaning: &'static str,
    /// The kind and range of its values.
    #[serde(flatten)]
    pub kind: Kind,
    /// Whether callers may provide a [`Sample`] of their own instead of a value.
    #[serde(skip)]
    pub is_sample: bool,
}

/// Declares the parameters of a generator: `PARAMS`, and for each a constant with its index.
macro_rules! params {
    ($($index:ident = $kind:ident($($of:expr),+ $(,)?);)+) => {
        #[allow(
            non_camel_case_types,
            clippy::upper_case_acronyms,
            reason = "its variants count the constants of their names"
        )]
        enum Index { $($index),+ }
        $(const $index: usize = Index::$index as usize;)+
        const PARAMS: &[ParamSpec] = &[$(ParamSpec::$kind($($of),+)),+];
    };
}
pub(super) use params;

impl ParamSpec {
    /// A parameter that is a whole number in `min..=max`.
    pub const fn int(
        name: &'static str,
        min: i32,
        max: i32,
        default: i32,
        meaning: &'static str,
    ) -> Self {
        Self {
            name,
            meaning,
            kind: Kind::Int { min, max, default },
            is_sample: false,
        }
    }

    /// A parameter that is one of `options`; the first is the default.
    pub const fn choice(
        name: &'static str,
        options: &'static [&'static str],
        meaning: &'static str,
    ) -> Self {
        Self {
            name,
            meaning,
            kind: Kind::Choice {
                options,
                default: options[0],
            },
            is_sample: false,
        }
    }

    /// A choice among built-in samples, in whose place callers may give one of their own.
    pub const fn sample(
        name: &'static str,
        options: &'static [&'static str],
        meaning: &'static str,
    ) -> Self {
        Self {
            is_sample: true,
            ..Self::choice(name, options, meaning)
        }
    }

    /// The value if none is given.
    pub const fn default(&self) -> i32 {
        match self.kind {
            Kind::Int { default, .. } => default,
            Kind::Choice { .. } => 0,
        }
    }

    /// The accepted values; of a choice, the indices of the words.
    pub const fn values(&self) -> RangeInclusive<i32> {
        match self.kind {
            Kind::Int { min, max, .. } => min..=max,
            Kind::Choice { options, .. } => 0..=options.len() as i32 - 1,
        }
    }

    /// The accepted values as shown to people: `1..=12` or `all | until-connected`.
    pub fn range(&self) -> String {
        match self.kind {
            Kind::Int { min, max, .. } => format!("{min}..={max}"),
            Kind::Choice { options, .. } => options.join(" | "),
        }
    }

    /// The rule for its values as a clause: `sectors must be from 2 to 6`.
    pub fn rule(&self) -> String {
        let name = self.name;
        match self.kind {
            Kind::Int { min, max, .. } => format!("{name} must be from {min} to {max}"),
            Kind::Choice { options, .. } => match options {
                [one, other] => format!("{name} must be {one} or {other}"),
                _ => format!("{name} must be one of {}", options.join(", ")),
            },
        }
    }

    /// `value` as it is typed; empty for an index that is not in the list.
    pub fn show(&self, value: i32) -> String {
        match self.kind {
            Kind::Int { .. } => value.to_string(),
            Kind::Choice { options, .. } => options
                .get(value as usize)
                .map_or_else(String::new, |word| (*word).to_owned()),
        }
    }

    /// Reads a value as it is typed.
    pub(crate) fn parse(&self, text: &str) -> Option<i32> {
        match self.kind {
            Kind::Int { min, max, .. } => text
                .parse()
                .ok()
                .filter(|value| (min..=max).contains(value)),
            Kind::Choice { options, .. } => options
                .iter()
                .position(|word| *word == text)
                .map(|index| index as i32),
        }
    }
}

/// The error for a parameter that is given a second time.
pub(super) fn given_twice(name: &str) -> Invalid {
    Invalid::new(format_args!("{name} is given twice; give it once"))
}

/// The error for a value that a parameter of a generator does not take.
pub(crate) fn wrong_value(generator: &str, spec: &ParamSpec, value: &str) -> Invalid {
    let (rule, value) = (spec.rule(), text::excerpt(value));
    Invalid::new(format_args!("{rule} in {generator}, not \"{value}\""))
}

/// The values of one generator's parameters, in the order of its [`ParamSpec`]s.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Params {
    generator: &'static str,
    specs: &'static [ParamSpec],
    values: Vec<i32>,
    /// The caller's sample, which replaces the value of a sample parameter.
    sample: Option<Arc<Sample>>,
}

/// A caller's own sample is written as this prefix and its tiles, packed into a word.
const OWN_SAMPLE_PREFIX: char = '~';

impl Params {
    /// The default values of `specs`, which belong to `generator`.
    pub fn new(generator: &'static str, specs: &'static [ParamSpec]) -> Self {
        Self {
            generator,
            specs,
            values: specs.iter().map(ParamSpec::default).collect(),
            sample: None,
        }
    }

    /// The value of parameter number `index`; for a choice, the index of the word.
    #[inline]
    pub fn value(&self, index: usize) -> i32 {
        self.values[index]
    }

    /// Sets parameter number `index` to `value`, clamped to its range.
    pub fn set_value(&mut self, index: usize, value: i32) {
        if self.takes_sample(index) {
            self.sample = None;
        }
        let accepted = self.specs[index].values();
        self.values[index] = value.clamp(*accepted.start(), *accepted.end());
    }

    /// The caller's own sample, if one was set.
    pub fn sample(&self) -> Option<&Sample> {
        self.sample.as_deref()
    }

    /// Sets the caller's own sample, if one of the parameters is a sample. Setting that parameter
    /// drops it again.
    pub fn set_sample(&mut self, sample: Sample) {
        if let Some(index) = (0..self.specs.len()).find(|index| self.takes_sample(*index)) {
            self.values[index] = self.specs[index].default();
            self.sample = Some(Arc::new(sample));
        }
    }

    fn takes_sample(&self, index: usize) -> bool {
        self.specs[index].is_sample
    }

    /// Sets a parameter from `name=value`.
    ///
    /// # Errors
    /// Says which name or value is wrong and what is accepted; nothing is changed.
    pub fn set(&mut self, assignment: &str) -> Result<(), Invalid> {
        self.assign(assignment).map(drop)
    }

    /// Sets several parameters, each at most once.
    ///
    /// # Errors
    /// As [`set`](Self::set), and if a parameter is given twice; earlier assignments are kept.
    pub fn set_all<'a>(
        &mut self,
        assignments: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), Invalid> {
        let mut given = Vec::new();
        for assignment in assignments {
            let name = self.assign(assignment)?;
            if given.contains(&name) {
                return Err(given_twice(name));
            }
            given.push(name);
        }
        Ok(())
    }

    /// Sets a parameter and returns its name.
    fn assign(&mut self, assignment: &str) -> Result<&'static str, Invalid> {
        let text = text::value(assignment);
        let (name, value) = text
            .split_once('=')
            .map(|(name, value)| (text::trim(name), text::trim(value)))
            .ok_or_else(|| {
                let found = text::excerpt(assignment);
                Invalid::new(format_args!(
                    "\"{found}\" is not a parameter; write name=value"
                ))
            })?;
        let names = || self.specs.iter().map(|spec| spec.name);
        let Some(index) = names().position(|known| known == name) else {
            let hint = match nearest(name, names()) {
                Some(name) => format!("did you mean \"{name}\"?"),
                None if self.specs.is_empty() => "it takes none".to_owned(),
                None => format!("it takes {}", names().collect::<Vec<_>>().join(", ")),
            };
            let (generator, name) = (self.generator, text::excerpt(name));
            let error = format_args!("{generator} has no parameter \"{name}\"; {hint}");
            return Err(Invalid::new(error));
        };
        let spec = &self.specs[index];
        if let Some(word) = value.strip_prefix(OWN_SAMPLE_PREFIX)
            && self.takes_sample(index)
        {
            let sample = Sample::from_word(word).map_err(|error| {
                let generator = self.generator;
                Invalid::new(format_args!(
                    "the sample of {generator} cannot be read: {error}"
                ))
            })?;
            self.set_sample(sample);
            return Ok(spec.name);
        }
        let number = spec.parse(value);
        self.values[index] = number.ok_or_else(|| wrong_value(self.generator, spec, value))?;
        if self.takes_sample(index) {
            self.sample = None;
        }
        Ok(spec.name)
    }

    /// Every parameter with its value as written in a share code.
    pub fn iter(&self) -> impl Iterator<Item = (&'static ParamSpec, String)> {
        (0..self.specs.len()).map(|index| (&self.specs[index], self.value_text(index)))
    }

    /// The parameters that differ from their defaults, with their values.
    pub fn changed(&self) -> impl Iterator<Item = (&'static ParamSpec, String)> {
        self.iter()
            .filter(|(spec, text)| *text != spec.show(spec.default()))
    }

    fn value_text(&self, index: usize) -> String {
        match &self.sample {
            Some(own) if self.takes_sample(index) => {
                format!("{OWN_SAMPLE_PREFIX}{}", own.word())
            }
            _ => self.specs[index].show(self.values[index]),
        }
    }
}
