//! The result of a maze, over the maze: it is shown when the goal is reached and for the first
//! steps in the next one, and takes no key and no click.

use bevy::picking::Pickable;
use bevy::prelude::*;

use super::play::Play;
use super::round::Finish;
use super::status::clock;
use crate::app::frame::Phase;
use crate::app::screen::{Screen, on};
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, Type};

/// Shows the result.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Maze), spawn).add_systems(
        Update,
        tell.run_if(on(Screen::Maze).and_then(resource_changed::<Play>))
            .in_set(Phase::Show),
    );
}

#[derive(Component)]
struct ResultBox;

/// A line of the result.
#[derive(Component, Clone, Copy)]
enum Line {
    Head,
    Steps,
    Next,
}

fn spawn(mut commands: Commands, font: Res<Type>) {
    commands
        .spawn((
            ResultBox,
            DespawnOnExit(Screen::Maze),
            Pickable::IGNORE,
            Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                top: px(14),
                justify_content: JustifyContent::Center,
                display: Display::None,
                ..default()
            },
        ))
        .with_children(|parent| {
            parent
                .spawn((
                    Pickable::IGNORE,
                    Node {
                        flex_direction: FlexDirection::Column,
                        align_items: AlignItems::Center,
                        padding: UiRect::axes(px(26), px(10)),
                        row_gap: px(3),
                        border: UiRect::all(px(1)),
                        border_radius: BorderRadius::all(px(4)),
                        ..default()
                    },
                    BackgroundColor(PANEL.with_alpha(0.92)),
                    BorderColor::all(LINE),
                ))
                .with_children(|frame| {
                    frame.spawn((Line::Head, Pickable::IGNORE, font.sized("", 22.0, KEY)));
                    frame.spawn((Line::Steps, Pickable::IGNORE, font.text("", PLAIN)));
                    frame.spawn((Line::Next, Pickable::IGNORE, font.text("", QUIET)));
                });
        });
}

fn tell(
    play: Res<Play>,
    mut boxes: Query<&mut Node, With<ResultBox>>,
    mut lines: Query<(&Line, &mut Text, &mut Node), Without<ResultBox>>,
) {
    let result = play.result();
    for mut node in &mut boxes {
        let display = if result.is_some() {
            Display::Flex
        } else {
            Display::None
        };
        if node.display != display {
            node.display = display;
        }
    }
    let Some(finish) = result else { return };
    let here = play.round().is_some_and(|round| round.run().is_over());
    for (line, mut text, mut node) in &mut lines {
        // In the next maze, one line is enough of the one before.
        node.display = if here || matches!(line, Line::Steps) {
            Display::Flex
        } else {
            Display::None
        };
        let told = match line {
            Line::Head => head(&finish),
            Line::Steps if here => steps(&finish),
            Line::Steps => format!("maze {}: {}", finish.number, steps(&finish)),
            Line::Next => next(&play),
        };
        if text.0 != told {
            text.0 = told;
        }
    }
}

fn head(finish: &Finish) -> String {
    format!("Maze {} is done", finish.number)
}

fn steps(finish: &Finish) -> String {
    let outcome = finish.outcome;
    let more = outcome.steps.saturating_sub(outcome.shortest);
    let steps = if more == 0 {
        format!("{} steps, the fewest there are", outcome.steps)
    } else {
        format!("{} steps, {more} more than the fewest", outcome.steps)
    };
    let help = match (outcome.solved, outcome.hints) {
        (true, _) => " - the way was shown".to_owned(),
        (false, 0) => String::new(),
        (false, 1) => " - 1 hint".to_owned(),
        (false, hints) => format!(" - {hints} hints"),
    };
    format!("{steps}, in {}{help}", clock(finish.time))
}

/// What comes.
fn next(play: &Play) -> String {
    let coming = play.coming();
    coming.map_or_else(String::new, |leg| format!("next: {} cells", leg.size()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;
    use crate::mazerun::Outcome;
    use std::time::Duration;

    fn finish(steps: u32, hints: u32, solved: bool) -> Finish {
        Finish {
            outcome: Outcome {
                steps,
                shortest: 58,
                hints,
                solved,
            },
            number: 1,
            size: Size::new(16, 10),
            time: Duration::from_secs(42),
        }
    }

    #[test]
    fn a_result_says_steps_time_and_help() {
        assert_eq!(
            steps(&finish(58, 0, false)),
            "58 steps, the fewest there are, in 0:42"
        );
        assert_eq!(
            steps(&finish(64, 2, false)),
            "64 steps, 6 more than the fewest, in 0:42 - 2 hints"
        );
        assert!(steps(&finish(64, 2, true)).ends_with("the way was shown"));
        assert_eq!(head(&finish(58, 0, false)), "Maze 1 is done");
    }
}
