//! The result of a maze, in a box over the map: shown when the goal is reached and during the first
//! steps in the next maze. It takes no keys and no clicks.

use bevy::picking::Pickable;
use bevy::prelude::*;
use bevy::ui::UiSystems;

use super::mazes::Play;
use super::round::RoundResult;
use crate::app::frame::Phase;
use crate::app::glyph::{ViewInsets, Viewport};
use crate::app::notice::capitalize;
use crate::app::screen::Screen;
use crate::app::ui::hud::NoticeBox;
use crate::app::ui::live::{self, LiveText};
use crate::app::ui::stopwatch::format_time;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, SMALL, UiFont};
use crate::app::ui::widget;
use crate::game::counted;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(live::plugin::<Play>)
        .add_systems(OnEnter(Screen::Maze), spawn_result_box)
        .add_systems(PostUpdate, keep_below_notice.after(UiSystems::Layout))
        .add_systems(
            Update,
            update_result_box
                .run_if(resource_changed::<Play>)
                .in_set(Screen::Maze)
                .in_set(Phase::Show),
        );
}

/// Distance from the edge of the view, in logical pixels.
const MARGIN: f32 = 14.0;

#[derive(Component)]
struct ResultBox;

fn spawn_result_box(mut commands: Commands, font: Res<UiFont>) {
    let row = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        top: px(MARGIN),
        justify_content: JustifyContent::Center,
        display: Display::None,
        ..default()
    };
    let frame = Node {
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        padding: UiRect::axes(px(26), px(10)),
        row_gap: px(3),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(4)),
        ..default()
    };
    let line = |text: fn(&Play) -> String, size, colour| {
        let style = font.sized("", size, colour);
        (LiveText(text), Pickable::IGNORE, style)
    };
    let lines = children![
        line(heading, 22.0, KEY),
        line(result_line, SMALL, PLAIN),
        line(|play| play.state.verdict.clone(), SMALL, KEY),
        line(next_line, SMALL, QUIET),
    ];
    let looks = (
        BackgroundColor(PANEL.with_alpha(0.92)),
        BorderColor::all(LINE),
    );
    commands.spawn((
        ResultBox,
        DespawnOnExit(Screen::Maze),
        Pickable::IGNORE,
        row,
        children![(Pickable::IGNORE, frame, looks, lines)],
    ));
}

/// Shows the box in the half of the view in which the walker is not.
fn update_result_box(
    (play, view): (Res<Play>, Res<Viewport>),
    (insets, ui_scale): (Res<ViewInsets>, Res<UiScale>),
    mut boxes: Query<&mut Node, With<ResultBox>>,
) {
    let logical = insets.logical(Some(&ui_scale));
    let top = view.place_at(Vec2::new(logical.left, logical.top)).y;
    let bottom = top + view.room.y as f32 / view.tile_px().y;
    let walker = play.walker_tile().y as f32 + 0.5;
    let is_below = walker < top.midpoint(bottom);
    let (top, bottom) = match is_below {
        true => (auto(), px(insets.bottom + MARGIN)),
        false => (px(MARGIN), auto()),
    };
    for mut node in &mut boxes {
        (node.top, node.bottom) = (top, bottom);
        widget::set_displayed(&mut node, play.result().is_some());
    }
}

/// Moves the top of the box below the notice.
fn keep_below_notice(
    notice: Single<&ComputedNode, With<NoticeBox>>,
    mut boxes: Query<&mut Node, With<ResultBox>>,
) {
    let margin = px(notice.size().y * notice.inverse_scale_factor());
    for mut node in boxes.iter_mut().filter(|node| node.margin.top != margin) {
        node.margin.top = margin;
    }
}

/// The result of the maze on the screen, once its goal is reached.
fn current_result(play: &Play) -> Option<RoundResult> {
    play.round().result()
}

fn heading(play: &Play) -> String {
    let heading = |result: RoundResult| match (play.lesson(), play.name()) {
        (Some(_), _) => "Maze complete".to_owned(),
        (None, Some(name)) => format!("{} complete", capitalize(&name)),
        (None, None) => format!("Maze {} complete", result.number),
    };
    current_result(play).map(heading).unwrap_or_default()
}

/// The only line that stays during the first steps in the next maze.
fn result_line(play: &Play) -> String {
    match (current_result(play), play.result()) {
        (Some(result), _) => describe_result(&result),
        (None, Some(result)) if play.lesson().is_some() => describe_result(&result),
        (None, Some(result)) => format!("Maze {}: {}", result.number, describe_result(&result)),
        (None, None) => String::new(),
    }
}

fn describe_result(result: &RoundResult) -> String {
    let outcome = result.outcome;
    let more = outcome.steps.saturating_sub(outcome.shortest);
    let taken = counted(outcome.steps, "step");
    let time = format_time(result.time);
    if outcome.solved {
        // The fewest steps are no achievement.
        return format!("{taken} in {time}, solution shown");
    }
    let steps = match more {
        0 => format!("{taken}, the fewest possible"),
        _ => format!("{taken}, {more} more than needed"),
    };
    let help = match outcome.hints {
        0 => String::new(),
        hints => format!(", with {}", counted(hints, "hint")),
    };
    format!("{steps}, in {time}{help}")
}

fn next_line(play: &Play) -> String {
    let size = play.next_size().filter(|_| current_result(play).is_some());
    size.map_or_else(String::new, |size| format!("Next: {size} cells"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Size;
    use crate::mazerun::Outcome;
    use std::time::Duration;

    fn result(steps: u32, hints: u32, solved: bool) -> RoundResult {
        RoundResult {
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
    fn the_box_is_below_the_notice() {
        let mut app = App::new();
        app.add_systems(Update, keep_below_notice);
        let notice = ComputedNode {
            size: Vec2::new(400.0, 60.0),
            inverse_scale_factor: 0.5,
            ..default()
        };
        app.world_mut().spawn((NoticeBox, notice));
        let result = app.world_mut().spawn((ResultBox, Node::default())).id();
        app.update();
        let node = app.world().get::<Node>(result).unwrap();
        assert_eq!(node.margin.top, px(30));
    }

    #[test]
    fn a_result_says_steps_time_and_help() {
        assert_eq!(
            describe_result(&result(58, 0, false)),
            "58 steps, the fewest possible, in 0:42"
        );
        assert_eq!(
            describe_result(&result(64, 2, false)),
            "64 steps, 6 more than needed, in 0:42, with 2 hints"
        );
        assert_eq!(
            describe_result(&result(58, 2, true)),
            "58 steps in 0:42, solution shown"
        );
    }
}
