//! The plot of the last scores of a kind: a bar for each, the oldest first, with lines at the median and the best.

use bevy::prelude::*;

use super::page::Plot;
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, TINY, UiFont, WELL};

// Sizes are in UI pixels.
const HEIGHT: f32 = 72.0;
const BAR_WIDTH: f32 = 18.0;
const BAR_GAP: f32 = 4.0;
/// Height of a bar of the value 0, so that it is seen.
const LEAST: f32 = 3.0;

/// Colour of a bar.
const BAR: Color = Color::srgb(0.42, 0.44, 0.56);
/// Number of bars that a plot has room for.
const BARS: usize = crate::profile::score::Scores::MAX;

/// How high a value stands in a plot up to `top`.
fn height(value: u32, top: u32) -> f32 {
    let share = f64::from(value) / f64::from(top.max(1));
    (share as f32 * HEIGHT).max(LEAST)
}

/// Spawns a heading with the numbers, and below it the bars.
pub(super) fn spawn_plot(parent: &mut ChildSpawnerCommands, font: &UiFont, plot: &Plot) {
    let top = plot.values.iter().copied().max().unwrap_or_default();
    let heading = Node::row(14.0)
        .wrap(0.0)
        .margin(UiRect::new(px(0), px(0), px(10), px(4)));
    let number = |name: &str, value| format!("{name} {}", (plot.format)(value));
    parent.spawn(heading).with_children(|heading| {
        heading.spawn(font.text(&plot.name, PLAIN));
        heading.spawn(font.text(&number("best", plot.best), KEY));
        heading.spawn(font.text(&number("median", plot.median), PLAIN));
        heading.spawn(font.text(&number("most", top), QUIET));
    });
    let ground = Node::row(BAR_GAP)
        .size(
            px(BARS as f32 * (BAR_WIDTH + BAR_GAP) + BAR_GAP),
            px(HEIGHT + BAR_GAP),
        )
        .padding(BAR_GAP, 0.0)
        .rigid()
        .align(AlignItems::FlexEnd);
    parent
        .spawn((ground, BackgroundColor(WELL)))
        .with_children(|ground| {
            for value in &plot.values {
                let bar = Node::DEFAULT
                    .size(px(BAR_WIDTH), px(height(*value, top)))
                    .rigid();
                let is_best = *value == plot.best;
                let colour = if is_best { KEY } else { BAR };
                ground.spawn((bar, BackgroundColor(colour)));
            }
            for (value, colour) in [(plot.median, PLAIN), (plot.best, KEY)] {
                let line = Node::DEFAULT
                    .absolute()
                    .left(px(0))
                    .right(px(0))
                    .bottom(px(height(value, top) - 1.0))
                    .height(px(1));
                ground.spawn((line, BackgroundColor(colour.with_alpha(0.8))));
            }
        });
}

/// Spawns lines of text in columns, each of at most `rows`.
pub(super) fn spawn_columns(
    parent: &mut ChildSpawnerCommands,
    font: &UiFont,
    lines: &[String],
    rows: usize,
) {
    let columns = Node::row(16.0).margin_top(10.0);
    parent.spawn(columns).with_children(|columns| {
        for lines in lines.chunks(rows.max(1)) {
            columns.spawn((
                Node::default(),
                children![font.paragraph(&lines.join("\n"), TINY, QUIET)],
            ));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_fill_the_plot_and_a_perfect_one_is_seen() {
        assert_eq!(height(12, 12), HEIGHT);
        assert_eq!(height(6, 12), HEIGHT / 2.0);
        assert_eq!([height(0, 12), height(0, 0)], [LEAST, LEAST]);
        assert_eq!(height(u32::MAX, u32::MAX), HEIGHT);
    }
}
