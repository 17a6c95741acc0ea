//! The chart of `simulate`: where runs end, causes of death, and how many runs reach each depth.

use plotters::prelude::*;
use plotters::style::text_anchor;
use text_anchor::{HPos, Pos as Anchor, VPos};

use super::runs::{Job, Row};
use super::table;
use crate::cli::CliError;
use crate::cli::chart::{
    Area, Error, FAINT, HEADER_HEIGHT, Picture, TEXT, draw_axes, draw_header, draw_label,
    draw_panel, ink, style,
};
use crate::export::Ink;
use crate::game::content::DEEPEST;
use crate::game::{Outcome, counted};

/// Width and height of the picture, in pixels.
const SIZE: (u32, u32) = (1200, 636);
/// Width of the two panels on the left, in pixels.
const LEFT_WIDTH: u32 = 640;
/// The maximum number of bars in the chart of causes.
const MAX_CAUSES: usize = 20;

/// Draws the whole chart.
pub fn draw(job: &Job, rows: &[Row]) -> Result<Picture, CliError> {
    Picture::draw(SIZE, |root| {
        let (header, body) = root.split_vertically(HEADER_HEIGHT);
        let won = rows
            .iter()
            .filter(|row| row.outcome == Outcome::Won)
            .count();
        let title = format!("Where runs of the bot {} end", job.bot.name());
        let runs = counted(rows.len() as u64, "run");
        let note = format!("{runs}, seed {}, {won} won", job.setup.seed);
        draw_header(&header, &title, &note)?;
        let (left, right) = body.split_horizontally(LEFT_WIDTH);
        let (ends, reach) = left.split_vertically(left.dim_in_pixel().1 / 2);
        draw_ends(&ends, rows)?;
        draw_reach(&reach, rows)?;
        draw_causes(&right, rows)
    })
}

/// Draws a bar per depth: deaths, then victories, then runs stopped at the limit.
fn draw_ends(area: &Area<'_>, rows: &[Row]) -> Result<(), Error> {
    let deaths = table::deaths(rows);
    let median = table::median_death(rows)
        .map_or_else(String::new, |depth| format!("median death: depth {depth}"));
    let area = draw_panel(area, "Runs ended at each depth", &median)?;
    let bars: Vec<[usize; 3]> = (1..=DEEPEST)
        .map(|depth| {
            let at = |outcome: Outcome| {
                let here = rows.iter().filter(|row| row.depth == depth);
                here.filter(|row| row.outcome == outcome).count()
            };
            let died = deaths[usize::from(depth) - 1];
            [died, at(Outcome::Won), at(Outcome::Playing)]
        })
        .collect();
    let colours = [ink(Ink::Flame), ink(Ink::Spark), ink(Ink::WallJoint)];
    draw_stacked_bars(&area, &bars, colours)
}

/// Draws how many runs reached each depth.
fn draw_reach(area: &Area<'_>, rows: &[Row]) -> Result<(), Error> {
    let area = draw_panel(area, "Runs that reached each depth", "")?;
    let bars: Vec<[usize; 3]> = (1..=DEEPEST)
        .map(|depth| {
            let reached = rows.iter().filter(|row| row.deepest >= depth).count();
            [reached, 0, 0]
        })
        .collect();
    let colour = ink(Ink::WallJoint);
    draw_stacked_bars(&area, &bars, [colour; 3])
}

/// Draws a bar of three stacked parts per depth.
fn draw_stacked_bars(
    area: &Area<'_>,
    bars: &[[usize; 3]],
    colours: [RGBColor; 3],
) -> Result<(), Error> {
    let tallest = bars.iter().map(|parts| parts.iter().sum::<usize>()).max();
    let tallest = tallest.unwrap_or(0).max(1) as f64;
    let mut chart = draw_axes(area, 0.0..bars.len() as f64, 0.0..tallest * 1.12)?;
    for (index, parts) in bars.iter().enumerate() {
        let x = index as f64;
        let mut base = 0.0;
        for (part, colour) in parts.iter().zip(colours) {
            let corners = [(x + 0.08, base), (x + 0.92, base + *part as f64)];
            base += *part as f64;
            if *part > 0 {
                let bar = Rectangle::new(corners, colour.filled());
                chart.draw_series(std::iter::once(bar))?;
            }
        }
        let total = parts.iter().sum::<usize>() as u64;
        draw_label(area, &chart, (x + 0.5, 0.0), true, &(index + 1).to_string())?;
        draw_label(area, &chart, (x + 0.5, base), false, &total.to_string())?;
    }
    Ok(())
}

/// Draws a bar per cause of death, the most frequent on top.
fn draw_causes(area: &Area<'_>, rows: &[Row]) -> Result<(), Error> {
    let causes = table::causes(rows);
    let more = match causes.len().saturating_sub(MAX_CAUSES) {
        0 => String::new(),
        more => format!("and {more} more"),
    };
    let area = draw_panel(area, "Causes of death", &more)?;
    let (width, height) = area.dim_in_pixel();
    let most = causes.first().map_or(1, |(_, count)| *count).max(1);
    let line_height = (height as i32 - 48) / MAX_CAUSES as i32;
    let bar_left = 282;
    for (index, (cause, count)) in causes.iter().take(MAX_CAUSES).enumerate() {
        let y = 38 + index as i32 * line_height;
        let right = Anchor::new(HPos::Right, VPos::Center);
        let text = style(13, TEXT).pos(right);
        area.draw_text(cause, &text, (bar_left - 8, y + line_height / 2))?;
        let room = width as i32 - bar_left - 60;
        let length = (room * *count as i32 / most as i32).max(1);
        let corners = [(bar_left, y + 3), (bar_left + length, y + line_height - 3)];
        area.draw(&Rectangle::new(corners, ink(Ink::Flame).filled()))?;
        let left = Anchor::new(HPos::Left, VPos::Center);
        let number = style(12, FAINT).pos(left);
        let at = (bar_left + length + 6, y + line_height / 2);
        area.draw_text(&count.to_string(), &number, at)?;
    }
    Ok(())
}
