//! The maps of a sheet: which they are, what is written below them, and in which order they stand.

use strum::{EnumCount, VariantArray};

use super::thumbnail::Thumbnail;
use crate::app::dungeon::entry;
use crate::mapgen::metric::Metric;
use crate::mapgen::{Kind, MapSpec};
use crate::rng::Seed;
use crate::search::Order;

/// The most maps of a sheet.
pub const MOST: usize = 384;
/// The most values of a parameter that are tried.
const MOST_VALUES: usize = 48;

/// What the maps of a sheet have in common.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, EnumCount, VariantArray)]
pub enum Source {
    /// They differ in their seeds, which follow each other.
    #[default]
    Seeds,
    /// They differ in the value of one parameter.
    Values,
    /// They were found by a search.
    Found,
    /// The player has kept them.
    Kept,
    /// None: a heat map of two metrics of them.
    Range,
}

/// A map of a sheet.
#[derive(Clone, Debug)]
pub struct Item {
    /// What it is.
    pub spec: MapSpec,
    /// What sets it apart from the others: its seed, the value of a parameter, the player's name for it.
    pub label: String,
    /// Its picture and metrics, once they are made.
    pub thumbnail: Thumbnail,
}

impl Item {
    /// A map without a picture.
    pub fn new(spec: MapSpec, label: String) -> Self {
        Self {
            spec,
            label,
            thumbnail: Thumbnail::Due,
        }
    }

    /// A map that is known by its seed.
    pub fn of_seed(spec: MapSpec) -> Self {
        let label = spec.seed.to_string();
        Self::new(spec, label)
    }
}

/// The maps of the seeds from that of `spec` on, as far as there are any.
pub fn seeds(spec: &MapSpec) -> Vec<Item> {
    let first = spec.seed.0;
    let last = first.saturating_add(MOST as u64 - 1);
    let seeds = (first..=last).map(|seed| spec.with_seed(Seed(seed)));
    seeds.map(Item::of_seed).collect()
}

/// The maps that the player has kept, with their names, which may be empty.
pub fn kept(maps: &[(MapSpec, String)]) -> Vec<Item> {
    let item = |(spec, name): &(MapSpec, String)| match name.is_empty() {
        true => Item::of_seed(spec.clone()),
        false => Item::new(spec.clone(), name.clone()),
    };
    maps.iter().map(item).collect()
}

/// The maps of `spec` with the values of its parameter number `index` that are possible with the others; of many values,
/// some that lie as evenly as on its slider.
pub fn values(spec: &MapSpec, index: usize) -> Vec<Item> {
    let Some(param) = spec.generator().info().params.get(index) else {
        return Vec::new();
    };
    let values: Vec<i32> = match param.kind {
        Kind::Choice { options, .. } => (0..).take(options.len()).collect(),
        Kind::Int { min, max, .. } if max.abs_diff(min) < MOST_VALUES as u32 => {
            (min..=max).collect()
        }
        Kind::Int { min, max, .. } => {
            let [from, to] = [min, max].map(|value| entry::to_slider(min, max, value));
            let place = |step: usize| from + (to - from) * step as f32 / (MOST_VALUES - 1) as f32;
            let places = (0..MOST_VALUES).map(place);
            let mut values: Vec<i32> = places.map(|it| entry::from_slider(min, max, it)).collect();
            // With its own value.
            values.push(spec.params().value(index));
            values.sort_unstable();
            values.dedup();
            values
        }
    };
    let map = |value: i32| {
        let spec = entry::with_param(spec, (0, index), value).ok()?;
        Some(Item::new(
            spec,
            format!("{}={}", param.name, param.show(value)),
        ))
    };
    values.into_iter().filter_map(map).collect()
}

/// The places of `items` in an order: by a metric, those without it last and ties as they are.
pub fn arrange(items: &[Item], order: Option<Order>) -> Vec<usize> {
    let mut places: Vec<usize> = (0..items.len()).collect();
    if let Some(Order {
        metric,
        is_ascending,
    }) = order
    {
        places.sort_by_key(|place| {
            let figure = items[*place].thumbnail.figure(metric).map(i128::from);
            let sign = if is_ascending { 1 } else { -1 };
            (figure.is_none(), figure.map(|figure| sign * figure))
        });
    }
    places
}

/// The first `count` of `places` whose pictures are due.
pub fn due(items: &[Item], places: impl Iterator<Item = usize>, count: usize) -> Vec<usize> {
    let is_due = |place: &usize| matches!(items[*place].thumbnail, Thumbnail::Due);
    places.filter(is_due).take(count).collect()
}

/// The order after this one: as they come, then by each metric, those that are `asked` for first.
pub fn next_order(order: Option<Order>, asked: &[Metric]) -> Option<Order> {
    let others = Metric::ALL.iter().filter(|metric| !asked.contains(metric));
    let all: Vec<Metric> = asked.iter().chain(others).copied().collect();
    let here = order.and_then(|order| all.iter().position(|it| *it == order.metric));
    let next = here.map_or(0, |here| here + 1);
    all.get(next).map(|metric| Order {
        metric: *metric,
        is_ascending: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(code: &str) -> MapSpec {
        code.parse().unwrap()
    }

    #[test]
    fn seeds_follow_each_other_and_end_with_the_last_there_is() {
        let items = seeds(&spec("rooms/80x50/tries=60#7"));
        assert_eq!(items.len(), MOST);
        assert_eq!(items[1].spec.to_string(), "rooms/80x50/tries=60#8");
        assert_eq!(items[1].label, "8");
        let last = u64::MAX - 2;
        assert_eq!(seeds(&spec(&format!("rooms/80x50#{last}"))).len(), 3);
    }

    #[test]
    fn kept_maps_have_their_names_or_else_their_seeds() {
        let maps = [("caves/60x40#8", "two lakes"), ("rooms/80x50#7", "")];
        let maps = maps.map(|(code, name)| (spec(code), name.to_owned()));
        let labels: Vec<String> = kept(&maps).into_iter().map(|item| item.label).collect();
        assert_eq!(labels, ["two lakes", "7"]);
    }

    #[test]
    fn a_parameter_takes_each_of_a_few_values_or_some_of_many_from_end_to_end() {
        let base = spec("rooms/80x50#7");
        let params = base.generator().info().params;
        for (index, param) in params.iter().enumerate() {
            let items = values(&base, index);
            assert!(
                items.len() > 1 && items.len() <= MOST_VALUES + 1,
                "{}",
                param.name
            );
            for item in &items {
                let value = item.spec.params().value(index);
                assert_eq!(item.label, format!("{}={}", param.name, param.show(value)));
                assert_eq!(item.spec.seed, base.seed);
            }
        }
        let tries = values(&base, 0);
        assert!(tries.iter().any(|item| item.spec == base), "its own value");
        assert_eq!(tries[0].label, "tries=1");
        assert_eq!(tries.last().unwrap().label, "tries=100000");
        assert_eq!(values(&base, params.len()).len(), 0);
    }

    #[test]
    fn orders_go_through_the_metrics_and_back_to_none() {
        let mut order = None;
        for metric in Metric::ALL {
            order = next_order(order, &[]);
            assert_eq!(order.unwrap().metric, metric);
        }
        assert_eq!(next_order(order, &[]), None);
        let asked = [Metric::LongestSteps, Metric::Rooms];
        let mut order = None;
        let mut taken = Vec::new();
        for _ in Metric::ALL {
            order = next_order(order, &asked);
            taken.push(order.unwrap().metric);
        }
        assert_eq!(
            taken[..3],
            [Metric::LongestSteps, Metric::Rooms, Metric::Open]
        );
        assert_eq!(next_order(order, &asked), None);
    }

    #[test]
    fn maps_are_arranged_by_a_metric_with_ties_and_unmeasured_ones_as_they_are() {
        let mut items = seeds(&spec("rooms/40x30#1"));
        items.truncate(5);
        for (item, rooms) in items
            .iter_mut()
            .zip([Some(3), None, Some(5), Some(3), Some(1)])
        {
            if let Some(rooms) = rooms {
                item.thumbnail = Thumbnail::with_figure(Metric::Rooms, rooms);
            }
        }
        let by = |text: &str| arrange(&items, Some(text.parse().unwrap()));
        assert_eq!(arrange(&items, None), [0, 1, 2, 3, 4]);
        assert_eq!(by("rooms"), [2, 0, 3, 4, 1]);
        assert_eq!(by("-rooms"), [4, 0, 3, 2, 1]);
    }
}
