//! The maps that were shown, in their order.

use crate::mapgen::MapSpec;
use crate::rng::Seed;

/// The most maps that are remembered.
const CAPACITY: usize = 1000;

/// A map and its place in a sequence of seeds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Source {
    /// Seed of map number 0 of the sequence.
    pub first: Seed,
    pub number: u64,
    pub spec: MapSpec,
}

impl Source {
    /// The first map of a sequence of its own.
    pub fn first_of(spec: MapSpec) -> Self {
        Self {
            first: spec.seed,
            number: 0,
            spec,
        }
    }
}

/// How a map comes to be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HistoryStep {
    Chosen,
    /// By a slider that still moves: the next such map takes its place.
    Passing,
    Back,
    Forward,
}

/// The maps that were shown, and which of them is shown now.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// At least one.
    sources: Vec<Source>,
    at: usize,
    /// Whether the shown map is a passing one.
    is_passing: bool,
}

impl History {
    pub fn new(source: Source) -> Self {
        Self {
            sources: vec![source],
            at: 0,
            is_passing: false,
        }
    }

    /// The map that is shown.
    pub fn now(&self) -> &Source {
        &self.sources[self.at]
    }

    /// The map that was shown before this one.
    pub fn before(&self) -> Option<&Source> {
        self.at.checked_sub(1).map(|at| &self.sources[at])
    }

    /// The map that was shown after this one, before going back.
    pub fn after(&self) -> Option<&Source> {
        self.sources.get(self.at + 1)
    }

    /// Shows `source`. A chosen map that is the one before or after is gone to; any other takes the place of those
    /// after the shown one.
    pub fn show(&mut self, source: Source, way: HistoryStep) {
        let is = |other: Option<&Source>| other.is_some_and(|other| other.spec == source.spec);
        let was_passing = std::mem::replace(&mut self.is_passing, way == HistoryStep::Passing);
        match way {
            HistoryStep::Back => self.at = self.at.saturating_sub(1),
            HistoryStep::Forward if self.after().is_some() => self.at += 1,
            _ if is(Some(self.now())) => {}
            HistoryStep::Passing if was_passing => self.sources[self.at] = source,
            HistoryStep::Chosen if is(self.after()) => self.at += 1,
            HistoryStep::Chosen if is(self.before()) => self.at -= 1,
            _ => {
                self.sources.truncate(self.at + 1);
                self.sources.push(source);
                if self.sources.len() > CAPACITY {
                    self.sources.remove(0);
                }
                self.at = self.sources.len() - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(code: &str) -> Source {
        Source::first_of(code.parse().unwrap())
    }

    fn shown(codes: &[&str]) -> History {
        let mut history = History::new(source(codes[0]));
        for code in &codes[1..] {
            history.show(source(code), HistoryStep::Chosen);
        }
        history
    }

    fn go(history: &mut History, way: HistoryStep) -> String {
        let other = match way {
            HistoryStep::Back => history.before(),
            _ => history.after(),
        };
        let other = other.unwrap().clone();
        history.show(other, way);
        history.now().spec.to_string()
    }

    #[test]
    fn back_and_forward_go_to_the_very_map_with_its_parameters() {
        let codes = ["rogue/80x50#7", "rooms/80x50/tries=60#7", "rooms/90x50#8"];
        let mut history = shown(&codes);
        assert_eq!(go(&mut history, HistoryStep::Back), codes[1]);
        assert_eq!(go(&mut history, HistoryStep::Back), codes[0]);
        assert_eq!(history.before(), None);
        assert_eq!(go(&mut history, HistoryStep::Forward), codes[1]);
        assert_eq!(go(&mut history, HistoryStep::Forward), codes[2]);
        assert_eq!(history.after(), None);
    }

    #[test]
    fn another_map_takes_the_place_of_those_after_it() {
        let mut history = shown(&["rogue/80x50#7", "rogue/80x50#8", "rogue/80x50#9"]);
        go(&mut history, HistoryStep::Back);
        history.show(source("caves/80x50#8"), HistoryStep::Chosen);
        assert_eq!(history.after(), None);
        assert_eq!(go(&mut history, HistoryStep::Back), "rogue/80x50#8");
    }

    #[test]
    fn going_to_and_fro_between_two_maps_adds_none() {
        let mut history = shown(&["rogue/80x50#7", "rogue/80x50#8"]);
        for code in ["rogue/80x50#7", "rogue/80x50#8", "rogue/80x50#7"] {
            history.show(source(code), HistoryStep::Chosen);
        }
        assert_eq!(history.sources.len(), 2);
        assert_eq!(history.before(), None);
        assert_eq!(go(&mut history, HistoryStep::Forward), "rogue/80x50#8");
    }

    #[test]
    fn what_a_slider_passes_is_one_step_back() {
        let mut history = shown(&["rooms/80x50/tries=60#7"]);
        let mut slide = |from: i32, to: i32| {
            for tries in from..=to {
                let code = format!("rooms/80x50/tries={tries}#7");
                history.show(source(&code), HistoryStep::Passing);
            }
            // Released where it was moved to.
            let code = format!("rooms/80x50/tries={to}#7");
            history.show(source(&code), HistoryStep::Chosen);
            history.clone()
        };
        slide(61, 70);
        let mut history = slide(71, 80);
        assert_eq!(
            go(&mut history, HistoryStep::Back),
            "rooms/80x50/tries=70#7"
        );
        assert_eq!(
            go(&mut history, HistoryStep::Back),
            "rooms/80x50/tries=60#7"
        );
        assert_eq!(history.before(), None);
    }

    #[test]
    fn the_oldest_maps_are_forgotten() {
        let mut history = shown(&["rogue/20x20#0"]);
        for seed in 1..=CAPACITY + 5 {
            history.show(source(&format!("rogue/20x20#{seed}")), HistoryStep::Chosen);
        }
        let mut steps = 0;
        while history.before().is_some() {
            go(&mut history, HistoryStep::Back);
            steps += 1;
        }
        assert_eq!(steps, CAPACITY - 1);
        assert_eq!(history.now().spec.to_string(), "rogue/20x20#6");
    }
}
