//! What the sheet shows: its maps, their order and the cursor, the search and the heat map.

use bevy::prelude::*;
use strum::EnumCount;

use super::super::favourites::Favourites;
use super::chart::Chart;
use super::layout::Layout;
use super::listing::{self, Item, Source, arrange};
use super::rows::{Edit, edited, rows_of};
use super::search::SeedSearch;
use super::thumbnail::Thumbnail;
use crate::geom::{Dir, Size};
use crate::mapgen::metric::Metric;
use crate::mapgen::{MapSpec, ParamSpec};
use crate::rng::Seed;
use crate::search::{Condition, Order};

/// Asks for something that is typed into a field of the sheet.
#[derive(Message, Clone, Debug)]
pub enum SheetRequest {
    /// Searches for maps that meet the condition.
    Search(Condition),
    /// Changes the condition, and searches anew.
    Edit(Edit),
    /// Names the kept map under the cursor.
    Name(String),
}

/// The maps of one source.
#[derive(Default)]
pub(super) struct Page {
    pub(super) items: Vec<Item>,
    /// The place of the cursor in the order.
    pub(super) cursor: usize,
    /// Whether the player has put the cursor on its map, so that it stays there while maps come and go.
    pub(super) is_held: bool,
    /// The first row in sight.
    pub(super) top: usize,
}

/// The sheet, which stays as it is while it is closed.
#[derive(Resource)]
pub struct Sheet {
    pub(super) source: Source,
    pub(super) pages: [Page; Source::COUNT],
    pub(super) order: Option<Order>,
    /// The places of the shown items in the order.
    pub(super) arranged: Vec<usize>,
    /// The parameter that varies.
    pub(super) parameter: usize,
    /// The condition that is searched for.
    pub(super) condition: Option<Condition>,
    /// How often anything but typing has changed it.
    pub(super) edits: u64,
    pub(super) search: Option<SeedSearch>,
    /// The metrics of the axes of the heat map.
    pub(super) axes: [Metric; 2],
    pub(super) chart: Option<Chart>,
    /// The map that the one below is compared with.
    pub(super) beside: Option<MapSpec>,
    pub(super) zoom: i32,
    /// The map that the sheet was opened from.
    pub(super) base: Option<MapSpec>,
    /// Whether the field of the condition is to get the focus.
    pub(super) wants_field: bool,
}

impl Default for Sheet {
    fn default() -> Self {
        Self {
            source: Source::default(),
            pages: Default::default(),
            order: None,
            arranged: Vec::new(),
            parameter: 0,
            condition: None,
            edits: 0,
            search: None,
            axes: [Metric::Loops, Metric::LongestSteps],
            chart: None,
            beside: None,
            zoom: 0,
            base: None,
            wants_field: false,
        }
    }
}

impl Sheet {
    /// Ends the search when it is left.
    pub(super) fn rest(&mut self) {
        if let Some(search) = &mut self.search {
            search.stop();
        }
        // What is half measured says nothing.
        self.chart.take_if(|chart| !chart.is_over());
    }

    /// What its maps are.
    pub const fn source(&self) -> Source {
        self.source
    }

    pub(super) const fn page(&self) -> &Page {
        &self.pages[self.source as usize]
    }

    pub(super) const fn page_mut(&mut self) -> &mut Page {
        &mut self.pages[self.source as usize]
    }

    /// Its maps.
    pub fn items(&self) -> &[Item] {
        &self.page().items
    }

    /// Its maps in the order in which they are shown.
    pub fn shown(&self) -> impl ExactSizeIterator<Item = &Item> {
        self.arranged.iter().map(|place| &self.page().items[*place])
    }

    /// The order of its maps.
    pub const fn order(&self) -> Option<Order> {
        self.order
    }

    /// The place of the cursor among the shown maps.
    pub const fn cursor(&self) -> usize {
        self.page().cursor
    }

    /// The map under the cursor.
    pub fn chosen(&self) -> Option<&Item> {
        let place = self.arranged.get(self.cursor())?;
        self.page().items.get(*place)
    }

    /// The condition that is searched for.
    pub const fn condition(&self) -> Option<&Condition> {
        self.condition.as_ref()
    }

    /// The metrics that the maps were found by.
    pub(super) fn asked(&self) -> Vec<Metric> {
        match (self.source, self.condition()) {
            (Source::Found, Some(condition)) => condition.metrics(),
            _ => Vec::new(),
        }
    }

    /// The metrics whose values stand below each picture: that of the order first.
    pub(super) fn told(&self) -> Vec<Metric> {
        let order = self.order().map(|order| order.metric);
        let asked = self.asked().into_iter();
        let asked = asked.filter(|metric| Some(*metric) != order && Metric::ALL.contains(metric));
        order.into_iter().chain(asked).collect()
    }

    /// Whether the heat map counts all maps that it is of.
    pub fn is_measured(&self) -> bool {
        self.chart.as_ref().is_some_and(Chart::is_over)
    }

    /// The metrics of the heat map's axes, the horizontal one first.
    pub const fn axes(&self) -> [Metric; 2] {
        self.axes
    }

    /// How many maps of the Lab's kind the chosen cell of the heat map counts.
    pub fn cell(&self) -> Option<u64> {
        let chart = self.chart.as_ref()?;
        chart.cells().map(|_| chart.maps(chart.cursor())[0])
    }

    /// The maps in sight.
    pub(super) fn in_sight(&self, layout: &Layout) -> impl Iterator<Item = &Item> {
        let first = self.page().top * layout.columns;
        let items = self.page().items.as_slice();
        let places = self.arranged.iter().skip(first);
        let places = places.take(layout.columns * layout.rows);
        places.map(|place| &items[*place])
    }

    /// The places of the next `count` items without a picture.
    pub(super) fn due(&self, count: usize) -> Vec<usize> {
        listing::due(self.items(), self.arranged.iter().copied(), count)
    }

    /// Has all pictures made anew.
    pub(super) fn forget_pictures(&mut self) {
        for item in self.pages.iter_mut().flat_map(|page| &mut page.items) {
            item.thumbnail = Thumbnail::Due;
        }
    }

    /// Of how many maps the picture is yet to be made.
    pub fn count_due(&self) -> usize {
        self.due(usize::MAX).len()
    }

    pub(super) fn set_thumbnail(&mut self, place: usize, thumbnail: Thumbnail) {
        self.page_mut().items[place].thumbnail = thumbnail;
    }

    /// Shows other items, with the pictures of those that were there; the cursor stays on its map, even if that is not
    /// among them.
    pub(super) fn replace(&mut self, mut items: Vec<Item>) {
        let held = self.held();
        let mut old = std::mem::take(&mut self.page_mut().items);
        for item in &mut items {
            if let Some(old) = old.iter_mut().find(|old| old.spec == item.spec) {
                item.thumbnail = std::mem::take(&mut old.thumbnail);
            }
        }
        if let (Some(spec), Source::Found) = (&held, self.source)
            && !items.iter().any(|item| item.spec == *spec)
        {
            let lost = old.into_iter().find(|item| item.spec == *spec);
            items.extend(lost);
        }
        self.page_mut().items = items;
        self.arrange_around(held);
    }

    /// Arranges the items; the cursor stays on its map.
    pub(super) fn arrange(&mut self) {
        let held = self.held();
        self.arrange_around(held);
    }

    /// The map that the cursor is to stay on.
    fn held(&self) -> Option<MapSpec> {
        let chosen = self.chosen().filter(|_| self.page().is_held);
        chosen.map(|item| item.spec.clone())
    }

    fn arrange_around(&mut self, held: Option<MapSpec>) {
        self.arranged = arrange(self.items(), self.order);
        let mut shown = self.shown();
        let cursor = held.and_then(|spec| shown.position(|item| item.spec == spec));
        drop(shown);
        let last = self.items().len().saturating_sub(1);
        let page = self.page_mut();
        page.cursor = cursor.unwrap_or(page.cursor).min(last);
    }

    /// Puts the cursor on the map at this place of the order.
    pub(super) const fn put_cursor(&mut self, place: usize) {
        let page = self.page_mut();
        (page.cursor, page.is_held) = (place, true);
    }

    /// Puts the cursor on the first map, whichever that is or will be.
    const fn reset_cursor(&mut self) {
        let page = self.page_mut();
        (page.cursor, page.is_held) = (0, false);
    }

    pub(super) fn show(&mut self, source: Source, base: &MapSpec, kept: &Favourites) {
        self.source = source;
        let is_same_kind = self
            .base
            .as_ref()
            .is_some_and(|old| old.with_seed(base.seed) == *base);
        self.base = Some(base.clone());
        match source {
            Source::Seeds => {
                self.reset_cursor();
                self.replace(listing::seeds(base));
            }
            Source::Values => self.show_values(),
            Source::Kept => self.replace(listing::kept(kept.all())),
            Source::Range => {
                self.arrange();
                let old = self
                    .chart
                    .as_ref()
                    .map(|chart| chart.specs().cloned().collect());
                if old != Some(self.kinds()) {
                    self.measure();
                }
            }
            Source::Found => {
                self.arrange();
                if !is_same_kind {
                    self.search();
                }
            }
        }
        self.page_mut().top = 0;
    }

    /// The kinds of map to measure.
    pub(super) fn kinds(&self) -> Vec<MapSpec> {
        let anyway = |spec: &MapSpec| spec.with_seed(Seed(0));
        let mut kinds: Vec<MapSpec> = self.base.iter().chain(&self.beside).map(anyway).collect();
        kinds.dedup();
        kinds
    }

    /// Measures the expressive range anew.
    pub(super) fn measure(&mut self) {
        self.chart = Some(Chart::new(self.axes, &self.kinds()));
    }

    /// Takes the next metric for an axis, but not that of the other.
    pub(super) fn turn_axis(&mut self, axis: usize) {
        let other = self.axes[1 - axis];
        let here = Metric::ALL
            .iter()
            .position(|metric| *metric == self.axes[axis]);
        let after = Metric::ALL.iter().cycle().skip(here.unwrap_or(0) + 1);
        let mut after = after.filter(|metric| **metric != other);
        self.axes[axis] = *after.next().expect("there are more metrics than two");
        self.measure();
    }

    /// The parameter whose values are shown, if the generator has any.
    pub(super) fn varied(&self) -> Option<&'static ParamSpec> {
        let params = self.base.as_ref()?.generator().info().params;
        params.get(self.parameter).or(params.first())
    }

    pub(super) fn show_values(&mut self) {
        let Some(base) = self.base.clone() else {
            return;
        };
        if self.parameter >= base.generator().info().params.len() {
            self.parameter = 0;
        }
        let items = listing::values(&base, self.parameter);
        self.page_mut().items.clear();
        let here = items.iter().position(|item| item.spec == base);
        self.replace(items);
        self.put_cursor(here.unwrap_or(0));
    }

    /// Searches anew for what was searched for.
    pub(super) fn search(&mut self) {
        let condition = self.condition.clone().zip(self.base.clone());
        let search =
            condition.map(|(condition, base)| SeedSearch::new(&base, condition, self.order));
        self.search = search.and_then(Result::ok);
        if self.source == Source::Found {
            self.reset_cursor();
            self.replace(Vec::new());
        }
    }

    /// Changes a row of the condition, and searches anew. Without the last row nothing is searched for.
    pub(super) fn edit(&mut self, edit: Edit) {
        let is_last = matches!(edit, Edit::Remove(0))
            && rows_of(self.condition()).is_some_and(|it| it.len() == 1);
        let condition = edited(self.condition(), edit);
        if condition.is_some() || is_last {
            self.condition = condition;
            self.edits += 1;
            self.search();
        }
    }

    pub(super) fn set_order(&mut self, order: Option<Order>) {
        self.order = order;
        if self.source == Source::Found && self.condition.is_some() {
            self.search();
        }
        self.arrange();
    }

    /// Searches for the maps of the chosen cell of the heat map.
    pub(super) fn open_cell(&mut self) {
        let condition = self.chart.as_ref().and_then(Chart::condition);
        if condition.is_some() {
            self.condition = condition;
            self.edits += 1;
            self.source = Source::Found;
            self.page_mut().top = 0;
            self.search();
        }
    }

    /// Moves the cursor by one map, or by a row of `columns`.
    pub(super) fn move_cursor(&mut self, dir: Dir, columns: usize) {
        let (cursor, count) = (self.cursor(), self.arranged.len());
        let moved = match dir {
            Dir::North => cursor.checked_sub(columns),
            Dir::South => Some(cursor + columns),
            Dir::West => cursor.checked_sub(1),
            _ => Some(cursor + 1),
        };
        if let Some(moved) = moved.filter(|moved| *moved < count) {
            self.put_cursor(moved);
        }
    }

    /// Brings the row of the cursor in sight.
    pub(super) fn follow(&mut self, layout: &Layout) {
        let row = self.cursor() / layout.columns;
        let top = self.page().top.min(row);
        self.page_mut().top = top.max((row + 1).saturating_sub(layout.rows));
    }
}

/// The size of the maps that the pictures are laid out for: that of the first.
pub(super) fn size_of(items: &[Item]) -> Size {
    items
        .first()
        .map_or(Size::new(80, 50), |item| item.spec.size())
}
