//! The kinds of map that a search covers: the same stages, size and edits, and parameters of which each has one
//! value or takes several in turn.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::geom::Size;
use crate::mapgen::{
    BUILT_IN, Edits, Generator, Generators, Kind, MapSpec, Mask, ParamSpec, SpecError, Stage,
    StageError, split_edits, wrong_value,
};
use crate::parts::{self, Code, STAGE_SEPARATOR};
use crate::rng::Seed;
use crate::text::{self, Invalid};

/// The most combinations of parameters' values.
const MAX_VARIANTS: usize = 10_000;

/// The kinds of map of a search: the combinations of its parameters' values, in the order of the
/// values, those of the last parameter changing first.
///
/// Written as a share code without a seed, in which a value may be a range: `caves/80x50/wall=40..=49`. The word of
/// edits, such as a part that is kept while the rest is made anew, follows `#~`.
#[derive(Clone, Debug)]
pub struct Variants {
    /// One map of each kind, whose seed means nothing.
    specs: Vec<MapSpec>,
    /// The parameters that vary.
    varied: Vec<Range>,
}

/// Why there are no such kinds of map.
#[expect(missing_docs, reason = "each message says what it means")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VariantsError {
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error("the range {0} is empty: its start must come before its end")]
    EmptyRange(String),
    #[error("{0} combinations of parameters are more than {MAX_VARIANTS}: narrow their ranges")]
    TooMany(usize),
    #[error(
        "\"{0}\" is not a kind of map; write generator/WxH or generator/WxH/name=value,name=A..B"
    )]
    Form(String),
}

impl StageError for VariantsError {
    fn in_stage(self, index: usize, count: usize) -> Self {
        match self {
            Self::Spec(error) => Self::Spec(error.in_stage(index, count)),
            error => error,
        }
    }
}

impl From<Invalid> for VariantsError {
    fn from(error: Invalid) -> Self {
        Self::Spec(error.into())
    }
}

impl Variants {
    /// The kinds of map that `stages`, at least one, make at `size`, with the values that `assignments` give to the
    /// parameters of the first: `name=value`, or `name=A..B` or `name=A..=B` for each value from A to B in turn. A
    /// range of words is in the order in which the parameter lists them.
    ///
    /// # Errors
    /// Says which parameter is wrong and what is accepted; also if a combination is refused by the
    /// generator, or there are more than 10,000.
    pub fn new<'a>(
        mut stages: Vec<Stage>,
        size: Size,
        assignments: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, VariantsError> {
        let mut varied = Vec::new();
        vary(0, &mut stages[0], assignments, &mut varied)?;
        let make = |stages| MapSpec::with_stages(stages, size, Seed(0));
        Self::combine(&stages, varied, make)
    }

    /// These kinds with the values, or ranges, that `assignments` give to the parameters of the first stage, and
    /// with another size if there is one.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with<'a>(
        &self,
        size: Option<Size>,
        assignments: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, VariantsError> {
        let (mut stages, mut varied) = (self.specs[0].stages().to_vec(), self.varied.clone());
        vary(0, &mut stages[0], assignments, &mut varied)?;
        let size = size.unwrap_or_else(|| self.size());
        Self::combine(&stages, varied, |stages| self.specs[0].remade(stages, size))
    }

    /// Reads what [`Display`](fmt::Display) writes, or a share code, whose seed means nothing.
    ///
    /// # Errors
    /// As [`new`](Self::new), and if the text has another form.
    pub fn read(text: &str, generators: &Generators) -> Result<Self, VariantsError> {
        let text = text::value(text);
        let code = Code::read(&text);
        let code = code.ok_or_else(|| VariantsError::Form(text::excerpt(&text)))?;
        let mut varied = Vec::new();
        let (stages, size) = generators.read_stages(code.stages, |number, stage, values| {
            vary(number, stage, values, &mut varied)
        })?;
        let word = code.seed.and_then(|seed| split_edits(seed).1);
        let edits = word.map(|word| Edits::read(word, size)).transpose()?;
        let first = MapSpec::with_stages(stages.clone(), size, Seed(0))?;
        let first = match edits {
            Some(edits) => first.with_edits(edits)?,
            None => first,
        };
        Self::combine(&stages, varied, |stages| first.with_other_stages(stages))
    }

    /// Every combination of the values of the parameters that vary.
    fn combine(
        stages: &[Stage],
        varied: Vec<Range>,
        make: impl Fn(Vec<Stage>) -> Result<MapSpec, SpecError>,
    ) -> Result<Self, VariantsError> {
        let count = varied
            .iter()
            .try_fold(1_usize, |count, range| count.checked_mul(range.len()));
        let count = count.unwrap_or(usize::MAX);
        if count > MAX_VARIANTS {
            return Err(VariantsError::TooMany(count));
        }
        let spec = |number: usize| {
            let (mut stages, mut rest) = (stages.to_vec(), number);
            for range in varied.iter().rev() {
                let (place, params) = (rest % range.len(), &mut stages[range.stage].params);
                params.set_value(range.index, range.values.start() + place as i32);
                rest /= range.len();
            }
            make(stages)
        };
        Ok(Self {
            specs: (0..count).map(spec).collect::<Result<_, _>>()?,
            varied,
        })
    }

    /// Number of kinds, from 1.
    pub const fn count(&self) -> usize {
        self.specs.len()
    }

    /// The size of all maps, in tiles.
    pub fn size(&self) -> Size {
        self.specs[0].size()
    }

    /// The map of `seed`, if there is one kind.
    pub fn only(&self, seed: Seed) -> Option<MapSpec> {
        (self.count() == 1).then(|| self.spec(0, seed))
    }

    /// The stages of the first kind, at least one.
    pub fn stages(&self) -> &[Stage] {
        self.specs[0].stages()
    }

    /// The map of kind number `variant` and `seed`.
    pub fn spec(&self, variant: usize, seed: Seed) -> MapSpec {
        self.specs[variant].with_seed(seed)
    }

    /// The number of the kind that a map is of, if it is one of them.
    pub fn find(&self, spec: &MapSpec) -> Option<usize> {
        let kind = &self.specs[0];
        let names = |spec: &MapSpec| {
            let stages = spec.stages().iter();
            stages
                .map(|stage| stage.generator().info())
                .collect::<Vec<_>>()
        };
        if names(kind) != names(spec) {
            return None;
        }
        let number = self.varied.iter().try_fold(0, |number, range| {
            let value = spec.stages()[range.stage].params.value(range.index);
            let place = value.abs_diff(*range.values.start()) as usize;
            let is_in = range.values.contains(&value);
            is_in.then(|| number * range.len() + place)
        })?;
        (self.spec(number, spec.seed) == *spec).then_some(number)
    }

    /// The parameters that vary, in the order of the stages and of their generators.
    pub fn varied(&self) -> impl Iterator<Item = &'static ParamSpec> {
        self.varied.iter().map(|range| range.spec)
    }

    /// The values of the parameters that vary, as texts, for kind number `variant`.
    pub fn values(&self, variant: usize) -> impl Iterator<Item = String> {
        let stages = self.specs[variant].stages();
        let value = |range: &Range| {
            let value = stages[range.stage].params.value(range.index);
            range.spec.show(value)
        };
        self.varied.iter().map(value)
    }
}

/// A range of values of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Range {
    /// Number of its stage, from 0.
    stage: usize,
    /// Its number among the parameters of the stage.
    index: usize,
    spec: &'static ParamSpec,
    values: RangeInclusive<i32>,
}

impl Range {
    /// Reads `name=A..B` or `name=A..=B`; none if the name is unknown or the value has another form.
    fn parse(
        stage: usize,
        generator: &'static dyn Generator,
        assignment: &str,
    ) -> Result<Option<Self>, VariantsError> {
        let (generator, specs) = (generator.info().name, generator.info().params);
        let assignment = text::value(assignment);
        let Some((name, values)) = assignment.split_once('=') else {
            return Ok(None);
        };
        let index = specs.iter().position(|spec| spec.name == text::trim(name));
        let (Some(index), Some((first, end, is_open))) = (index, parts::range(values)) else {
            return Ok(None);
        };
        let spec = &specs[index];
        let read = |text: &str| match spec.kind {
            // The end of an open range may lie one beyond the last value.
            Kind::Int { .. } => text.parse().ok(),
            Kind::Choice { .. } => spec.parse(text).map(i64::from),
        };
        let ends = read(first).zip(read(end));
        if ends.is_none() && spec.is_sample {
            // The name of a file, in a folder above.
            return Ok(None);
        }
        let wrong = || wrong_value(generator, spec, text::trim(values));
        let (first, end): (i64, i64) = ends.ok_or_else(wrong)?;
        let last = end.saturating_sub(i64::from(is_open));
        if last < first {
            return Err(VariantsError::EmptyRange(text::excerpt(&assignment)));
        }
        let accepted = spec.values();
        let value = |number| {
            i32::try_from(number)
                .ok()
                .filter(|value| accepted.contains(value))
        };
        let (first, last) = value(first).zip(value(last)).ok_or_else(wrong)?;
        Ok(Some(Self {
            stage,
            index,
            spec,
            values: first..=last,
        }))
    }

    /// Number of values, from 1.
    const fn len(&self) -> usize {
        self.values.end().abs_diff(*self.values.start()) as usize + 1
    }

    /// The assignment of its first value.
    fn first(&self) -> String {
        format!(
            "{}={}",
            self.spec.name,
            self.spec.show(*self.values.start())
        )
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, last] = [self.values.start(), self.values.end()];
        let (first, last) = (self.spec.show(*first), self.spec.show(*last));
        write!(f, "{first}..={last}")
    }
}

impl fmt::Display for Variants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, stage) in self.specs[0].stages().iter().enumerate() {
            let name = stage.generator().info().name;
            match number {
                0 => write!(f, "{name}/{}", self.size())?,
                _ => write!(f, "{STAGE_SEPARATOR}{name}")?,
            }
            let mut sign = '/';
            if stage.mask != Mask::All {
                write!(f, "{sign}{}={}", Mask::KEY, stage.mask.name())?;
                sign = ',';
            }
            for (index, (param, value)) in stage.params.iter().enumerate() {
                let is_it = |range: &&Range| (range.stage, range.index) == (number, index);
                let is_default = value == param.show(param.default());
                match self.varied.iter().find(is_it) {
                    Some(range) => write!(f, "{sign}{}={range}", param.name)?,
                    None if is_default => continue,
                    None => write!(f, "{sign}{}={value}", param.name)?,
                }
                sign = ',';
            }
        }
        match self.specs[0].edits().is_empty() {
            true => Ok(()),
            false => {
                f.write_str("#")?;
                self.specs[0].write_edits(f)
            }
        }
    }
}

impl From<&MapSpec> for Variants {
    /// The kind of a map.
    fn from(spec: &MapSpec) -> Self {
        Self {
            specs: vec![spec.with_seed(Seed(0))],
            varied: Vec::new(),
        }
    }
}

impl FromStr for Variants {
    type Err = VariantsError;

    /// Reads kinds of the built-in generators; [`read`](Self::read) does of others.
    fn from_str(text: &str) -> Result<Self, VariantsError> {
        Self::read(text, &BUILT_IN)
    }
}

/// Gives `stage`, which is number `number`, the values of `assignments`, and adds the ranges among them to
/// `varied`.
fn vary<'a>(
    number: usize,
    stage: &mut Stage,
    assignments: impl IntoIterator<Item = &'a str>,
    varied: &mut Vec<Range>,
) -> Result<(), VariantsError> {
    let (mut ranges, mut single) = (Vec::new(), Vec::new());
    for assignment in assignments {
        // What is given later replaces a range.
        let name = assignment.split('=').next().map(text::value);
        varied.retain(|range| range.stage != number || Some(range.spec.name) != name.as_deref());
        match Range::parse(number, stage.generator(), assignment)? {
            Some(range) => ranges.push(range),
            None => single.push(assignment),
        }
    }
    // A first value stands for its range, so that a parameter that is given twice is refused.
    let firsts: Vec<String> = ranges.iter().map(Range::first).collect();
    stage.set_all(single.into_iter().chain(firsts.iter().map(String::as_str)))?;
    varied.append(&mut ranges);
    varied.sort_by_key(|range| (range.stage, range.index));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Pos;
    use crate::map::Tile;

    fn variants(text: &str) -> Variants {
        text.parse().unwrap()
    }

    #[test]
    fn the_last_parameter_changes_first() {
        let kinds = variants("rooms/80x50/margin=1..3,tries=20..=22");
        assert_eq!(kinds.to_string(), "rooms/80x50/tries=20..=22,margin=1..=2");
        let codes: Vec<String> = (0..kinds.count())
            .map(|number| kinds.spec(number, Seed(7)).to_string())
            .collect();
        let expected = [
            "rooms/80x50/tries=20,margin=1#7",
            "rooms/80x50/tries=20,margin=2#7",
            "rooms/80x50/tries=21,margin=1#7",
            "rooms/80x50/tries=21,margin=2#7",
            "rooms/80x50/tries=22,margin=1#7",
            "rooms/80x50/tries=22,margin=2#7",
        ];
        assert_eq!(codes, expected);
        for (number, code) in codes.iter().enumerate() {
            assert_eq!(kinds.find(&code.parse().unwrap()), Some(number));
        }
        assert_eq!(kinds.find(&"rooms/80x50#7".parse().unwrap()), None);
        let names: Vec<_> = kinds.varied().map(|spec| spec.name).collect();
        assert_eq!(names, ["tries", "margin"]);
        assert_eq!(kinds.values(4).collect::<Vec<_>>(), ["22", "1"]);
    }

    #[test]
    fn kinds_read_back_as_they_are_written() {
        for text in [
            "caves/80x50",
            "caves/80x50/wall=40..=70",
            "rooms/80x50/tries=60,join=previous..=nearest",
            "waves/40x30/sample=fen",
        ] {
            assert_eq!(variants(text).to_string(), text);
        }
        // A part that is kept, with 21 kinds around it; the seed means nothing.
        let mut edits = Edits::default();
        edits.set(Pos::new(9, 9), Tile::Water);
        let spec: MapSpec = "caves/80x50#7".parse().unwrap();
        let code = spec.with_edits(edits).unwrap().to_string();
        let kept = code.replace("80x50#7", "80x50/wall=40..=60#");
        let kinds = variants(&kept);
        assert_eq!((kinds.to_string(), kinds.count()), (kept.clone(), 21));
        assert_eq!(variants(&kept.replace("#~", "#7~")).to_string(), kept);
        let smaller = kinds.with(Some(Size::new(60, 40)), ["wall=45"]).unwrap();
        assert_eq!(smaller.count(), 1);
        for spec in [kinds.spec(20, Seed(3)), smaller.only(Seed(3)).unwrap()] {
            assert!(!spec.edits().is_empty());
            assert_eq!(Variants::from(&spec).only(Seed(3)), Some(spec));
        }
        assert_eq!(variants("rooms/80x50/tries=30..31").count(), 1);
        assert_eq!(variants("caves/80x50/wall=70..71").count(), 1);
        assert_eq!(variants("caves/80x50/wall=45").varied().count(), 0);
    }

    #[test]
    fn each_wrong_part_is_named() {
        for (text, needle) in [
            ("caves", "write generator/WxH or"),
            ("caves/80x50#~x", "the edits \"x\" cannot be read"),
            ("cavs/80x50", "did you mean \"caves\""),
            ("caves/80", "\"80\" is not a size"),
            (
                "caves/80x50/wall=40..72",
                "wall must be from 10 to 70 in caves, not \"40..72\"",
            ),
            ("caves/80x50/wall=40..x", "not \"40..x\""),
            ("caves/80x50/wall=..", "not \"..\""),
            ("caves/80x50/wall=50..50", "the range wall=50..50 is empty"),
            (
                "caves/80x50/wall=50..=49",
                "the range wall=50..=49 is empty",
            ),
            ("caves/80x50/wall=40..50,wall=45", "wall is given twice"),
            ("caves/80x50/wall=40..50,wall=45..50", "wall is given twice"),
            ("caves/80x50/wal=40..50", "did you mean \"wall\""),
            ("rooms/80x50/join=nearest..=previous", "is empty"),
            (
                "rooms/80x50/tries=1..=100000",
                "100000 combinations of parameters are more than 10000",
            ),
            (
                "rooms/80x50/tries=1..=100000,extra=0..=1000,margin=0..=16,min-side=1..=64",
                "combinations",
            ),
            (
                "rooms/80x50/min-side=4..=14",
                "min-side=13 is larger than max-side=12",
            ),
        ] {
            let error = text.parse::<Variants>().unwrap_err().to_string();
            assert!(error.contains(needle), "{text}: {error}");
        }
    }
}
