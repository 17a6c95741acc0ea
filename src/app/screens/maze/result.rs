//! The result of a maze, over the maze: it is shown when the goal is reached and for the first
//! steps in the next one, and takes no key and no click.

use bevy::picking::Pickable;
use bevy::prelude::*;

use super::play::Play;
use super::round::{Finish, Round};
use super::score::{self, Judged};
use crate::app::frame::Phase;
use crate::app::glyph::{View, ViewInsets};
use crate::app::screen::{Screen, on};
use crate::app::ui::live::{self, LiveText};
use crate::app::ui::stopwatch::format_time;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, SMALL, Type};
use crate::game::counted;

/// Shows the result.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((live::plugin::<Play>, live::plugin::<Judged>))
        .add_systems(OnEnter(Screen::Maze), spawn)
        .add_systems(
            Update,
            show.run_if(on(Screen::Maze).and_then(resource_changed::<Play>))
                .in_set(Phase::Show),
        );
}

/// From the edge, in logical pixels.
const APART: f32 = 14.0;

#[derive(Component)]
struct ResultBox;

fn spawn(mut commands: Commands, font: Res<Type>) {
    let across = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        top: px(APART),
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
    let line = |told: fn(&Play) -> String, size, colour| {
        let text = font.sized("", size, colour);
        (LiveText(told), Pickable::IGNORE, text)
    };
    let lines = children![
        line(head, 22.0, KEY),
        line(steps, SMALL, PLAIN),
        (
            LiveText::<Judged>(|judged| judged.0.clone()),
            Pickable::IGNORE,
            font.sized("", SMALL, KEY)
        ),
        line(next, SMALL, QUIET),
    ];
    let looks = (
        BackgroundColor(PANEL.with_alpha(0.92)),
        BorderColor::all(LINE),
    );
    commands.spawn((
        ResultBox,
        DespawnOnExit(Screen::Maze),
        Pickable::IGNORE,
        across,
        children![(Pickable::IGNORE, frame, looks, lines)],
    ));
}

/// Shows it above or below, wherever it does not cover the walker.
fn show(
    (play, view): (Res<Play>, Res<View>),
    (insets, panels): (Res<ViewInsets>, Res<UiScale>),
    mut boxes: Query<&mut Node, With<ResultBox>>,
) {
    let all = insets.logical(Some(&panels));
    let from = view.place_at(Vec2::new(all.left, all.top)).y;
    let to = from + view.room.y as f32 / view.tile_px().y;
    let walker = play.round().map(|round| round.tile().y as f32 + 0.5);
    let is_below = walker.is_some_and(|at| at < from.midpoint(to));
    let (top, bottom) = match is_below {
        true => (auto(), px(insets.bottom + APART)),
        false => (px(APART), auto()),
    };
    for mut node in &mut boxes {
        (node.top, node.bottom) = (top, bottom);
        node.display = if play.result().is_some() {
            Display::Flex
        } else {
            Display::None
        };
    }
}

/// The maze that is done, as long as it is on the screen.
fn done(play: &Play) -> Option<Finish> {
    play.round().and_then(Round::finish)
}

fn head(play: &Play) -> String {
    let name = play.round().and_then(|round| score::name(round.run()));
    let head = |finish: Finish| match (play.lesson(), name) {
        (Some(_), _) => "The maze is done".to_owned(),
        (None, Some(name)) => format!("{} is done", in_front(&name)),
        (None, None) => format!("Maze {} is done", finish.number),
    };
    done(play).map(head).unwrap_or_default()
}

/// A name at the beginning of a sentence.
fn in_front(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// In the next maze, this line alone is left.
fn steps(play: &Play) -> String {
    match (done(play), play.result()) {
        (Some(finish), _) => result(&finish),
        (None, Some(finish)) if play.lesson().is_some() => result(&finish),
        (None, Some(finish)) => format!("maze {}: {}", finish.number, result(&finish)),
        (None, None) => String::new(),
    }
}

fn result(finish: &Finish) -> String {
    let outcome = finish.outcome;
    let more = outcome.steps.saturating_sub(outcome.shortest);
    let taken = counted(outcome.steps, "step");
    let steps = match (outcome.solved, more) {
        // Who was shown the way is not praised for it.
        (true, _) => taken,
        (false, 0) => format!("{taken}, the fewest possible"),
        (false, _) => format!("{taken}, {more} more than needed"),
    };
    let help = match (outcome.solved, outcome.hints) {
        (true, _) => " - solution shown".to_owned(),
        (false, 0) => String::new(),
        (false, 1) => " - 1 hint".to_owned(),
        (false, hints) => format!(" - {hints} hints"),
    };
    format!("{steps}, in {}{help}", format_time(finish.time))
}

/// What comes.
fn next(play: &Play) -> String {
    let coming = play.coming().filter(|_| done(play).is_some());
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
            result(&finish(58, 0, false)),
            "58 steps, the fewest possible, in 0:42"
        );
        assert_eq!(
            result(&finish(64, 2, false)),
            "64 steps, 6 more than needed, in 0:42 - 2 hints"
        );
        assert_eq!(
            result(&finish(58, 2, true)),
            "58 steps, in 0:42 - solution shown"
        );
    }
}
