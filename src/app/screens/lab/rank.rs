//! Where the map stands among 1,000 maps of its kind, metric by metric. They are measured in the background, once the
//! kind has not changed for a moment, and remembered for the kinds that were shown last. Of a kind that takes long, those
//! measured so far are shown.

use std::ops::ControlFlow;
use std::time::Duration;

use bevy::prelude::*;

use super::panel::shown::PanelShown;
use super::sheet::SearchTasks;
use super::view::LabView;
use crate::app::dungeon::Dungeon;
use crate::app::frame::Phase;
use crate::app::platform::clock::Wake;
use crate::app::screen::Screen;
use crate::mapgen::MapSpec;
use crate::mapgen::metric::Metric;
use crate::rng::Seed;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Ranks>()
        .add_systems(Update, measure.in_set(Screen::Lab).in_set(Phase::Light))
        .add_systems(OnExit(Screen::Lab), stop);
}

/// The seeds of the maps.
const SEEDS: &str = "0..1000";

/// Area in tiles above which 1,000 maps take too long.
const LARGEST_AREA: usize = 256 * 256;

/// The least number of maps that are shown before all are measured; after that, twice as many each time.
const FIRST_SHOWN: usize = 25;

/// How long a kind must stay before it is measured: a slider passes over many.
const PAUSE: Duration = Duration::from_millis(60);

/// Time between frames while maps are measured.
const INTERVAL: Duration = Duration::from_millis(50);

/// The most kinds that are remembered.
const MOST_KINDS: usize = 64;

/// The values of a metric on maps of one kind, in ascending order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sample(Vec<u64>);

impl Sample {
    /// A sample of these values.
    pub fn new(mut values: Vec<u64>) -> Self {
        values.sort_unstable();
        Self(values)
    }

    /// Number of values.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Percentage of values below this one, rounded down.
    pub fn percent_below(&self, value: u64) -> usize {
        let below = self.0.partition_point(|one| *one < value);
        below * 100 / self.count().max(1)
    }

    /// The least value, the middle one and the most; `None` if there are none.
    pub fn range(&self) -> Option<[u64; 3]> {
        let (least, most) = (self.0.first()?, self.0.last()?);
        Some([*least, self.0[self.count() / 2], *most])
    }

    /// How many values there are in each of `count` equal parts of their range.
    pub fn bars(&self, count: usize) -> Vec<u32> {
        let mut bars = vec![0; count];
        for value in &self.0 {
            if let Some(bar) = self.bar_of(*value, count) {
                bars[bar] += 1;
            }
        }
        bars
    }

    /// The part that a value belongs to, or is nearest to.
    pub fn bar_of(&self, value: u64, count: usize) -> Option<usize> {
        let [least, _, most] = self.range()?;
        let place = u128::from(value.clamp(least, most) - least) * count as u128;
        Some((place / (u128::from(most - least) + 1)) as usize)
    }
}

/// A sample of each metric.
type Samples = [Sample; Metric::ALL.len()];

/// What is known of the kinds of map that were shown.
#[derive(Resource, Default)]
pub struct Ranks {
    /// The kinds with the samples of their maps, those measured last at the end.
    known: Vec<(MapSpec, Samples)>,
    measuring: Option<Measuring>,
    /// The kind to measure at this time, unless it changes before.
    next: Option<(MapSpec, Duration)>,
}

/// A kind of map that is being measured.
struct Measuring {
    kind: MapSpec,
    tasks: SearchTasks,
    values: [Vec<u64>; Metric::ALL.len()],
    /// Those that are shown so far.
    shown: Samples,
}

/// Whether 1,000 maps of the kind of `spec` are measured in a while.
fn is_quick(spec: &MapSpec) -> bool {
    spec.size().area() <= LARGEST_AREA.min(spec.quick_area())
}

/// Whether two maps differ in nothing but the seed.
fn are_alike(kind: &MapSpec, spec: &MapSpec) -> bool {
    kind.with_seed(spec.seed) == *spec
}

impl Ranks {
    /// The values of a metric among the maps of the kind of `spec` that were measured.
    pub fn sample(&self, spec: &MapSpec, metric: Metric) -> Option<&Sample> {
        let place = Metric::ALL.iter().position(|one| *one == metric)?;
        let measuring = self.measuring.as_ref();
        let begun = measuring.filter(|it| it.shown[place].count() > 0 && are_alike(&it.kind, spec));
        let samples = self.known(spec).or(begun.map(|it| &it.shown));
        samples.map(|samples| &samples[place])
    }

    /// Whether all maps of the kind of `spec` are measured.
    pub fn are_known(&self, spec: &MapSpec) -> bool {
        self.known(spec).is_some()
    }

    fn known(&self, spec: &MapSpec) -> Option<&Samples> {
        let known = self.known.iter().find(|(kind, _)| are_alike(kind, spec));
        known.map(|(_, samples)| samples)
    }

    fn stop(&mut self) {
        (self.measuring, self.next) = (None, None);
    }
}

impl Measuring {
    /// Begins to measure; `None` if maps of this kind cannot be searched.
    fn start(kind: &MapSpec) -> Option<Self> {
        let parts = Metric::ALL.map(|metric| format!("{} >= 0", metric.name()));
        let condition = parts.join(" && ").parse().ok()?;
        Some(Self {
            kind: kind.clone(),
            tasks: SearchTasks::new(kind, condition, None, SEEDS).ok()?,
            values: Default::default(),
            shown: Default::default(),
        })
    }

    /// Goes on: the samples, once all maps are measured.
    fn go_on(&mut self) -> Option<Samples> {
        let measured = self.tasks.search().question().metrics();
        let place = |metric: &Metric| measured.iter().position(|one| one == metric);
        let places: Vec<Option<usize>> = Metric::ALL.iter().map(place).collect();
        let values = &mut self.values;
        self.tasks.go_on(|findings| {
            for found in findings.matches {
                for (values, place) in values.iter_mut().zip(&places) {
                    values.extend(place.map(|place| found.figures[place]));
                }
            }
            ControlFlow::Continue(())
        });
        let is_over = self.tasks.is_over();
        is_over.then(|| std::mem::take(&mut self.values).map(Sample::new))
    }

    /// Shows what is measured so far, if that is twice what was shown before. Whether it did.
    fn show(&mut self) -> bool {
        let (now, before) = (self.values[0].len(), self.shown[0].count());
        let has_grown = now >= FIRST_SHOWN.max(2 * before);
        if has_grown {
            self.shown = self.values.clone().map(Sample::new);
        }
        has_grown
    }
}

fn measure(
    (dungeon, panel, view, time): (Res<Dungeon>, Res<PanelShown>, Res<LabView>, Res<Time<Real>>),
    mut ranks: ResMut<Ranks>,
    mut wake: MessageWriter<Wake>,
) {
    let is_busy = ranks.measuring.is_some() || ranks.next.is_some();
    if !(is_busy || dungeon.is_changed() || panel.is_changed() || view.is_changed()) {
        return;
    }
    let spec = dungeon.spec();
    let quiet = ranks.bypass_change_detection();
    // The sheet has work of its own, and covers the panel.
    let has_others = is_quick(spec) && !spec.is_drawn();
    if !panel.0 || *view == LabView::Sheet || !has_others || quiet.are_known(spec) {
        quiet.stop();
        return;
    }
    quiet
        .measuring
        .take_if(|measuring| !are_alike(&measuring.kind, spec));
    quiet.next.take_if(|(kind, _)| !are_alike(kind, spec));
    if quiet.measuring.is_none() {
        let now = time.elapsed();
        let (kind, at) = quiet
            .next
            .get_or_insert_with(|| (spec.with_seed(Seed(0)), now + PAUSE));
        if now < *at {
            wake.write(Wake(*at - now));
            return;
        }
        quiet.measuring = Measuring::start(kind);
        quiet.next = None;
    }
    let Some(measuring) = &mut quiet.measuring else {
        return;
    };
    match measuring.go_on() {
        None => {
            wake.write(Wake(INTERVAL));
            if measuring.show() {
                ranks.set_changed();
            }
        }
        Some(samples) => {
            let kind = measuring.kind.clone();
            quiet.measuring = None;
            quiet.known.push((kind, samples));
            if quiet.known.len() > MOST_KINDS {
                quiet.known.remove(0);
            }
            ranks.set_changed();
        }
    }
}

fn stop(mut ranks: ResMut<Ranks>) {
    ranks.bypass_change_detection().stop();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_has_its_place_among_others() {
        let sample = Sample::new(vec![7, 3, 3, 9, 5, 3, 4, 6, 8, 12]);
        assert_eq!((sample.count(), sample.range()), (10, Some([3, 6, 12])));
        let percents = [0, 3, 4, 12, 99].map(|value| sample.percent_below(value));
        assert_eq!(percents, [0, 0, 30, 90, 100]);
        assert_eq!(sample.bars(5), [4, 2, 2, 1, 1]);
        assert_eq!(sample.bars(5).iter().sum::<u32>(), 10);
        let bars = [0, 3, 8, 12, 99].map(|value| sample.bar_of(value, 5));
        assert_eq!(bars, [0, 0, 2, 4, 4].map(Some));
    }

    #[test]
    fn maps_that_are_made_beside_the_frames_are_not_measured() {
        for (code, wanted) in [
            ("waves/64x64#1", true),
            ("waves/65x64#1", false),
            ("rooms/256x256#1", true),
            ("rooms/257x256#1", false),
            ("caves/40x40|waves#1", true),
        ] {
            assert_eq!(is_quick(&code.parse().unwrap()), wanted, "{code}");
        }
    }

    #[test]
    fn what_is_measured_so_far_is_shown_whenever_it_has_doubled() {
        let kind: MapSpec = "waves/64x64#0".parse().unwrap();
        let mut ranks = Ranks {
            measuring: Measuring::start(&kind),
            ..default()
        };
        let spec = kind.with_seed(Seed(9));
        let mut counts = Vec::new();
        for value in 0..210 {
            let measuring = ranks.measuring.as_mut().unwrap();
            for values in &mut measuring.values {
                values.push(value);
            }
            if measuring.show() {
                counts.extend(ranks.sample(&spec, Metric::Loops).map(Sample::count));
            }
        }
        assert_eq!(counts, [25, 50, 100, 200]);
        assert!(!ranks.are_known(&spec));
        let other = "waves/63x64#9".parse().unwrap();
        assert!(ranks.sample(&other, Metric::Loops).is_none());
    }

    #[test]
    fn equal_values_are_one_bar_and_no_values_none() {
        let equal = Sample::new(vec![u64::MAX; 4]);
        assert_eq!(equal.bars(3), [4, 0, 0]);
        assert_eq!(equal.percent_below(u64::MAX), 0);
        let none = Sample::default();
        assert_eq!((none.range(), none.bar_of(1, 3)), (None, None));
        assert_eq!((none.bars(2), none.percent_below(1)), (vec![0, 0], 0));
    }
}
