//! Share codes taken apart, before it is known what they name: `head/size/assignments#seed`, with further stages,
//! `head/assignments`, after a `|`; and ranges, `A..B` and `A..=B`. Maps, boards and the kinds of map of a search are all
//! written so, and each gives these parts its own types.

use crate::text::{excerpt, trim};

/// What stands between two stages.
pub const STAGE_SEPARATOR: char = '|';

/// A code taken apart.
#[derive(Debug)]
pub struct Code<'a> {
    /// The stages, at least one. In place of a further one that has another form, its beginning.
    pub stages: Vec<Result<Part<'a>, String>>,
    /// What follows the `#`.
    pub seed: Option<&'a str>,
}

/// One stage of a code.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// What is made: the name of a generator, for one.
    pub head: &'a str,
    /// The size, which the first stage alone has.
    pub size: Option<&'a str>,
    /// What follows, if anything does.
    assignments: Option<&'a str>,
}

impl<'a> Code<'a> {
    /// Takes a code apart; `None` if its first stage has another form.
    pub fn read(text: &'a str) -> Option<Self> {
        let (kind, seed) = match text.split_once('#') {
            Some((kind, seed)) => (kind, Some(seed)),
            None => (text, None),
        };
        let mut stages = kind.split(STAGE_SEPARATOR);
        let first = Part::first(stages.next()?)?;
        let others = stages.map(|text| Part::further(text).ok_or_else(|| excerpt(text)));
        Some(Self {
            stages: std::iter::once(Ok(first)).chain(others).collect(),
            seed,
        })
    }
}

impl<'a> Part<'a> {
    fn first(text: &'a str) -> Option<Self> {
        let mut fields = text.split('/').map(trim);
        let (head, size, assignments) = (fields.next()?, fields.next()?, fields.next());
        fields.next().is_none().then_some(Self {
            head,
            size: Some(size),
            assignments,
        })
    }

    fn further(text: &'a str) -> Option<Self> {
        let mut fields = text.split('/').map(trim);
        let (head, assignments) = (fields.next()?, fields.next());
        let is_form = assignments.map_or(!head.is_empty(), |values| values.contains('='));
        (is_form && fields.next().is_none()).then_some(Self {
            head,
            size: None,
            assignments,
        })
    }

    /// The assignments, which commas separate: one, if nothing follows the last slash.
    pub fn assignments(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.assignments
            .into_iter()
            .flat_map(|values| values.split(','))
    }
}

/// Takes a range apart: its first, its end, and whether it leaves the end out.
pub fn range(text: &str) -> Option<(&str, &str, bool)> {
    let (first, end) = text.split_once("..")?;
    let (end, is_open) = match end.strip_prefix('=') {
        Some(last) => (last, false),
        None => (end, true),
    };
    Some((trim(first), trim(end), is_open))
}
