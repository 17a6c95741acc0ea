//! The chart of `survey`: for each metric a histogram or, of several kinds of map, how its values change from kind to kind.

use plotters::prelude::*;

use super::column::{Column, Histogram, Summary};
use super::measure::Survey;
use super::table;
use crate::cli::CliError;
use crate::cli::chart::{self, Area, Chart, Error, HEADER_HEIGHT, Picture, ink};
use crate::export::Ink;
use crate::game::counted;

/// Width and height of one histogram with its title and margins, in pixels.
const PANEL_SIZE: (u32, u32) = (400, 250);
const PANELS_PER_ROW: usize = 3;
/// The maximum number of bars in a histogram.
const MAX_BARS: u64 = 40;

/// Draws the distribution of every metric.
pub fn draw(survey: &Survey) -> Result<Picture, CliError> {
    let rows = survey.columns.len().div_ceil(PANELS_PER_ROW);
    let size = (
        PANEL_SIZE.0 * PANELS_PER_ROW as u32,
        HEADER_HEIGHT + PANEL_SIZE.1 * rows as u32,
    );
    Picture::draw(size, |root| {
        let (header, body) = root.split_vertically(HEADER_HEIGHT);
        draw_header(&header, survey)?;
        if rows > 0 {
            let panels = body.split_evenly((rows, PANELS_PER_ROW));
            for (panel, column) in panels.iter().zip(&survey.columns) {
                match survey.kinds.count() {
                    1 => draw_panel(panel, column)?,
                    _ => draw_course(panel, survey, column)?,
                }
            }
        }
        Ok(())
    })
}

fn draw_header(area: &Area<'_>, survey: &Survey) -> Result<(), Error> {
    let failed = match survey.failures.len() {
        0 => String::new(),
        failed => format!(", {failed} failed"),
    };
    let seeds = survey.seeds;
    let (first, last) = (seeds.first(), seeds.last());
    let maps = counted(survey.maps() as u64, "map");
    let note = format!("{maps}, seeds {first} to {last}{failed}");
    chart::draw_header(area, &survey.kinds.to_string(), &note)
}

fn draw_panel(area: &Area<'_>, column: &Column) -> Result<(), Error> {
    let numbers = column.sorted();
    let shape = Histogram::of(&numbers, MAX_BARS).zip(Summary::of(&numbers));
    let Some((histogram, summary)) = shape else {
        return Ok(());
    };
    let median = format!("median {}", summary.median);
    let area = chart::draw_panel(area, column.name, &median)?;
    draw_bars(&area, &histogram, &summary)
}

fn draw_bars(area: &Area<'_>, histogram: &Histogram, summary: &Summary) -> Result<(), Error> {
    let bars = histogram.counts.len();
    let tallest = histogram.counts.iter().copied().max().unwrap_or(1);
    // The axis counts bars; the labels give the numbers they stand for.
    let room = if bars < 4 { 1.5 } else { 0.0 };
    let mut chart = chart::draw_axes(area, -room..bars as f64 + room, 0.0..tallest as f64 * 1.04)?;
    let bin = |number: u64| histogram.bins.bin(number).unwrap_or_default();
    let middle = bin(summary.lower_quartile)..=bin(summary.upper_quartile);
    let gap = if bars > 20 { 0.06 } else { 0.04 };
    chart.draw_series(histogram.counts.iter().enumerate().map(|(bar, count)| {
        let colour = if middle.contains(&bar) {
            ink(Ink::Flame)
        } else {
            ink(Ink::WallJoint)
        };
        let corners = [
            (bar as f64 + gap, 0.0),
            (bar as f64 + 1.0 - gap, *count as f64),
        ];
        Rectangle::new(corners, colour.filled())
    }))?;
    let median = bin(summary.median) as f64 + 0.5;
    let line = [(median, 0.0), (median, tallest as f64 * 1.04)];
    let line = PathElement::new(line, ink(Ink::Spark).stroke_width(2));
    chart.draw_series(std::iter::once(line))?;
    draw_labels(area, &chart, histogram)
}

/// Draws how a metric changes from kind to kind: its mean as a line, over a band between the quartiles.
fn draw_course(area: &Area<'_>, survey: &Survey, column: &Column) -> Result<(), Error> {
    let count = survey.kinds.count();
    let summaries = (0..count).filter_map(|kind| {
        let summary = column.summary(survey.numbers(kind))?;
        Some((kind as f64, summary))
    });
    let summaries: Vec<(f64, Summary)> = summaries.collect();
    let mean = |summary: &Summary| summary.mean_hundredths as f64 / 100.0;
    let Some((best, highest)) = summaries
        .iter()
        .max_by(|(_, one), (_, other)| mean(one).total_cmp(&mean(other)))
    else {
        return Ok(());
    };
    let top = summaries.iter().map(|(_, summary)| summary.upper_quartile);
    let top = (top.max().unwrap_or(1) as f64).max(mean(highest)).max(1.0) * 1.04;
    let label = |kind: f64| table::label(&survey.kinds, kind as usize);
    let note = format!("highest mean at {}", label(*best));
    let area = chart::draw_panel(area, column.name, &note)?;
    let mut chart = chart::draw_axes(&area, -0.5..count as f64 - 0.5, 0.0..top)?;
    let lower = summaries
        .iter()
        .map(|(at, it)| (*at, it.lower_quartile as f64));
    let upper = summaries.iter().rev();
    let upper = upper.map(|(at, it)| (*at, it.upper_quartile as f64));
    let band = Polygon::new(lower.chain(upper).collect::<Vec<_>>(), ink(Ink::WallJoint));
    chart.draw_series(std::iter::once(band))?;
    let means = summaries.iter().map(|(at, summary)| (*at, mean(summary)));
    let line = PathElement::new(means.collect::<Vec<_>>(), ink(Ink::Flame).stroke_width(2));
    chart.draw_series(std::iter::once(line))?;
    let mut labelled = vec![0, count - 1];
    labelled.dedup();
    for kind in labelled {
        let at = (kind as f64, 0.0);
        chart::draw_label(&area, &chart, at, true, &label(kind as f64))?;
    }
    Ok(())
}

/// Labels the first, the middle and the last bar with the numbers they stand for.
fn draw_labels(area: &Area<'_>, chart: &Chart<'_, '_>, histogram: &Histogram) -> Result<(), Error> {
    let last = histogram.counts.len() - 1;
    let mut labelled = vec![0, last / 2, last];
    labelled.dedup();
    for bar in labelled {
        let number = *histogram.bins.values(bar).start();
        chart::draw_label(
            area,
            chart,
            (bar as f64 + 0.5, 0.0),
            true,
            &number.to_string(),
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::parallel::ThreadArgs;
    use crate::cli::survey::measure::Measures;
    use crate::map::Steps;
    use crate::mapgen::metric::Metric;
    use crate::rng::SeedRange;

    fn picture(kind: &str, seeds: &str) -> (Survey, Picture) {
        let seeds = seeds.parse::<SeedRange>().unwrap();
        let threads = ThreadArgs { threads: Some(1) };
        let measures = Measures {
            metrics: Metric::ALL.to_vec(),
            steps: Steps::Four,
        };
        let survey =
            Survey::measure(kind.parse().unwrap(), seeds, &measures, &threads, &|| {}).unwrap();
        let picture = draw(&survey).unwrap();
        (survey, picture)
    }

    #[test]
    fn a_plot_of_one_map_and_one_of_none_can_be_drawn() {
        let (survey, _) = picture("box/9x9", "4..5");
        assert_eq!(survey.maps(), 1);
        // Several kinds, of which some have no map.
        let (survey, picture_of_kinds) = picture("rooms/10x10/tries=1..=4", "0..9");
        assert!(survey.maps() < 36 && survey.maps() > 9, "{}", survey.maps());
        assert!(picture_of_kinds.size.1 > HEADER_HEIGHT);
        let failing = (0..100)
            .map(|seed| format!("{seed}..={seed}"))
            .map(|seeds| picture("rooms/7x7/tries=1", &seeds))
            .find(|(survey, _)| survey.maps() == 0);
        let (_, picture) = failing.expect("one try on the smallest map mostly fails");
        assert_eq!(picture.size, (1200, HEADER_HEIGHT));
    }
}
