//! The lines of the sidebar: what each can show, and how it is drawn.

use bevy::prelude::*;

use crate::app::ui::theme::{KEY, QUIET, TINY, Type, WELL};

/// Coloured words.
pub(super) type Words = (String, Color);

/// What a line of the sidebar shows.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Row {
    /// The portrait line: a mark, words beside it, and words at the right edge.
    Portrait(Words, String, String),
    Gap,
    /// A word, its value at the right edge, and a bar below.
    Gauge(&'static str, Words, Bar),
    /// Words side by side, over as many lines as they need.
    Chips(Vec<Words>),
    /// A slot for equipment, and what is in it.
    Slot(&'static str, Words),
    /// Small words at both ends.
    Heading(&'static str, &'static str),
    /// Somebody in sight: name, danger, and health.
    Foe(Words, Words, Bar),
    Text(Words),
}

/// Shares of a whole, in thousandths: what there is, and what there was until just now.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bar {
    pub share: u16,
    pub ghost: u16,
    pub colour: Color,
}

pub(super) const GHOST: Color = Color::srgb(0.93, 0.78, 0.62);

impl Bar {
    pub fn of(part: i32, whole: i32, colour: Color) -> Self {
        let share = thousandths(part.into(), whole.into());
        Self {
            share,
            ghost: share,
            colour,
        }
    }
}

/// A share of a whole in thousandths.
pub(super) fn thousandths(part: i64, whole: i64) -> u16 {
    (1000 * part / whole.max(1)).clamp(0, 1000) as u16
}

impl Row {
    pub fn node(&self) -> Node {
        Node {
            flex_direction: FlexDirection::Column,
            flex_shrink: 0.0,
            min_height: if matches!(self, Self::Gap) {
                px(5)
            } else {
                Val::Auto
            },
            ..default()
        }
    }

    pub fn draw(&self, frame: &mut ChildSpawnerCommands, font: &Type) {
        match self {
            Self::Gap => {}
            Self::Portrait((mark, colour), who, place) => {
                frame.spawn(ends()).with_children(|line| {
                    line.spawn(Node {
                        column_gap: px(8),
                        ..default()
                    })
                    .with_children(|left| {
                        left.spawn(font.sized(mark, 18.0, *colour));
                        left.spawn(font.sized(who, 18.0, KEY));
                    });
                    line.spawn(font.sized(place, 18.0, KEY));
                });
            }
            Self::Gauge(word, value, bar) => {
                pair(frame, font, word, value);
                draw_bar(frame, 7.0, *bar);
            }
            Self::Chips(chips) => {
                frame
                    .spawn(Node {
                        flex_wrap: FlexWrap::Wrap,
                        column_gap: px(12),
                        ..default()
                    })
                    .with_children(|line| {
                        for (words, colour) in chips {
                            line.spawn(font.text(words, *colour));
                        }
                    });
            }
            Self::Slot(slot, (item, colour)) => {
                frame.spawn(Node::default()).with_children(|line| {
                    line.spawn(Node {
                        width: px(SLOT),
                        flex_shrink: 0.0,
                        ..default()
                    })
                    .with_child(font.text(slot, QUIET));
                    line.spawn(font.text(item, *colour));
                });
            }
            Self::Heading(left, right) => {
                frame.spawn(ends()).with_children(|line| {
                    line.spawn(font.sized(left, TINY, QUIET));
                    line.spawn(font.sized(right, TINY, QUIET));
                });
            }
            Self::Foe((name, colour), (danger, alarm), bar) => {
                frame.spawn(ends()).with_children(|line| {
                    line.spawn(font.text(name, *colour));
                    line.spawn(font.text(danger, *alarm));
                });
                draw_bar(frame, 3.0, *bar);
            }
            Self::Text((words, colour)) => {
                frame.spawn(font.text(words, *colour));
            }
        }
    }
}

/// Width of the name of a slot, in logical pixels.
const SLOT: f32 = 66.0;

/// What stands at both ends of a line.
fn ends() -> Node {
    Node {
        justify_content: JustifyContent::SpaceBetween,
        column_gap: px(8),
        ..default()
    }
}

fn pair(frame: &mut ChildSpawnerCommands, font: &Type, word: &str, (value, colour): &Words) {
    frame.spawn(ends()).with_children(|line| {
        line.spawn(font.text(word, QUIET));
        line.spawn(font.text(value, *colour));
    });
}

/// A bar: what there is, and behind it what was just lost.
fn draw_bar(frame: &mut ChildSpawnerCommands, height: f32, bar: Bar) {
    let part = |share: u16, colour: Color| {
        (
            Node {
                position_type: PositionType::Absolute,
                width: percent(f32::from(share) / 10.0),
                height: percent(100),
                ..default()
            },
            BackgroundColor(colour),
        )
    };
    frame
        .spawn((
            Node {
                width: percent(100),
                height: px(height),
                ..default()
            },
            BackgroundColor(WELL),
        ))
        .with_children(|well| {
            if bar.ghost > bar.share {
                well.spawn(part(bar.ghost, GHOST));
            }
            well.spawn(part(bar.share, bar.colour));
        });
}
