//! The end of a round: a box over the solved picture with the result, how well it was done and what can follow. Both
//! stay until the player goes on.

use std::marker::PhantomData;

use bevy::picking::Pickable;
use bevy::prelude::*;
use bevy::render::view::screenshot::Screenshot;

use super::{Puzzle, PuzzleSession, Round};
use crate::app::frame::Phase;
use crate::app::glyph::{ViewInsets, Viewport};
use crate::app::input::{CurrentNames, Names};
use crate::app::reward::{Completion, Help};
use crate::app::speech;
use crate::app::ui::edges::{Clear, Edge};
use crate::app::ui::hud::BelowNotice;
use crate::app::ui::live::{self, LiveText};
use crate::app::ui::node::NodeExt;
use crate::app::ui::theme::{KEY, LINE, PANEL, PLAIN, QUIET, SMALL, UiFont};
use crate::app::ui::widget::{key_button, set_displayed};
use crate::profile::score::Lamp;

/// What the box says; nothing while no round is done.
#[derive(Resource, Clone, PartialEq, Eq, Default, Debug)]
pub struct End {
    /// What is done, such as "Maze 3 complete".
    pub heading: String,
    /// Three stars for the fewest moves, two without hints, one with hints.
    pub stars: &'static str,
    /// Moves, time and help.
    pub result: String,
    /// What the records say of it.
    pub verdict: String,
    /// How to go on.
    pub next: String,
    /// Whether its buttons are shown. Lessons have none.
    pub has_buttons: bool,
}

impl End {
    /// Describes the end of the round that is shown.
    pub(super) fn of<P: Puzzle>(session: &PuzzleSession<P>, names: Names) -> Self {
        let heading = P::heading(session);
        let is_watched = session.watched().is_some();
        if heading.is_empty() || !session.is_finished() || is_watched {
            return Self::default();
        }
        let done = session.completion();
        let has_buttons = session.lesson().is_none();
        let next = P::describe_next(session, names);
        if done.help == Help::Shown {
            return Self {
                heading: "Solution shown".to_owned(),
                result: format!("This {} does not count as solved", P::GAME.noun()),
                next,
                has_buttons,
                ..Self::default()
            };
        }
        Self {
            heading,
            stars: if has_buttons { stars(&done) } else { "" },
            result: done.describe(),
            verdict: session.verdict.clone(),
            next,
            has_buttons,
        }
    }

    /// All that the box says, a line each.
    fn told(&self) -> String {
        let lines = [&self.heading, &self.result, &self.verdict, &self.next];
        lines.map(String::as_str).join("\n")
    }
}

fn stars(done: &Completion) -> &'static str {
    match Lamp::of_completion(done) {
        Lamp::Dark => "",
        Lamp::Half => "\u{2605}\u{2606}\u{2606}",
        Lamp::Lit => "\u{2605}\u{2605}\u{2606}",
        Lamp::Star => "\u{2605}\u{2605}\u{2605}",
    }
}

/// Distance from the edge of the view, in logical pixels. The box is low and wide, so that it covers little.
const MARGIN: f32 = 6.0;

#[derive(Component)]
struct EndBox;

#[derive(Component)]
struct EndButtons;

/// Updates the texts of the box and says them, once for all puzzles.
pub(super) struct EndTexts;

impl Plugin for EndTexts {
    fn build(&self, app: &mut App) {
        app.init_resource::<End>()
            .add_plugins((live::plugin::<End>, speech::speak::<End>(End::told)));
    }
}

/// Draws the box on the screen of a puzzle.
pub(super) struct EndBoxPlugin<P>(PhantomData<fn() -> P>);

impl<P> Default for EndBoxPlugin<P> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<P: Puzzle> Plugin for EndBoxPlugin<P> {
    fn build(&self, app: &mut App) {
        let screen = P::GAME.screen();
        app.add_systems(OnEnter(screen), spawn_box::<P>)
            .add_systems(
                Update,
                (show_box, place_box::<P>)
                    .in_set(screen)
                    .in_set(Phase::Show),
            );
    }
}

fn spawn_box<P: Puzzle>(mut commands: Commands, font: Res<UiFont>) {
    let place = Node::DEFAULT
        .absolute()
        .justify_centre()
        .left(px(0))
        .hidden();
    let frame = Node::column(2.0)
        .align_centre()
        .max_width(percent(100))
        .padding(16.0, 5.0)
        .framed()
        .rounded(4.0);
    let looks = (
        BackgroundColor(PANEL.with_alpha(0.92)),
        BorderColor::all(LINE),
    );
    let line = |text: fn(&End) -> String, size, colour| {
        let style = font.paragraph("", size, colour);
        (LiveText::new(text), Pickable::IGNORE, style)
    };
    let centred = || Node::wrapping_row(14.0).justify_centre();
    commands
        .spawn((
            EndBox,
            BelowNotice,
            Clear(&[(Edge::Right, 0.0)]),
            DespawnOnExit(P::GAME.screen()),
            Pickable::IGNORE,
            place,
        ))
        .with_children(|place| {
            place.spawn((frame, looks)).with_children(|frame| {
                frame
                    .spawn((Pickable::IGNORE, centred()))
                    .with_children(|row| {
                        row.spawn(line(|end| end.heading.clone(), 18.0, KEY));
                        row.spawn(line(|end| end.stars.to_owned(), 18.0, KEY));
                        row.spawn(line(|end| end.result.clone(), SMALL, PLAIN));
                    });
                frame.spawn(line(|end| end.verdict.clone(), SMALL, KEY));
                frame
                    .spawn((Pickable::IGNORE, centred()))
                    .with_children(|line_of_next| {
                        line_of_next
                            .spawn((EndButtons, Node::wrapping_row(8.0)))
                            .with_children(|row| {
                                key_button(row, &font, "Next", &P::NEXT);
                                key_button(row, &font, "Again", &P::AGAIN);
                                key_button(row, &font, "Share", &P::SHARE);
                            });
                        line_of_next.spawn(line(|end| end.next.clone(), SMALL, QUIET));
                    });
            });
        });
}

/// Shows the box at the end of a round, except while a picture of the window is taken.
fn show_box(
    end: Res<End>,
    pictures: Query<(), With<Screenshot>>,
    mut boxes: Query<&mut Node, (With<EndBox>, Without<EndButtons>)>,
    mut buttons: Query<&mut Node, With<EndButtons>>,
) {
    for mut node in &mut boxes {
        set_displayed(&mut node, !end.heading.is_empty() && pictures.is_empty());
    }
    for mut node in &mut buttons {
        set_displayed(&mut node, end.has_buttons);
    }
}

/// Puts the box at the lower end of the view, or at the upper end if it would cover what it must not.
fn place_box<P: Puzzle>(
    (session, view): (Res<PuzzleSession<P>>, Option<Res<Viewport>>),
    (insets, ui_scale): (Res<ViewInsets>, Res<UiScale>),
    mut boxes: Query<&mut Node, With<EndBox>>,
) {
    let below = px(insets.bottom + MARGIN);
    let is_below = match (P::uncovered_row(&session), view) {
        (Some(row), Some(view)) => {
            let logical = insets.logical(Some(&ui_scale));
            let top = view.place_at(Vec2::new(logical.left, logical.top)).y;
            let bottom = top + view.room.y as f32 / view.tile_px().y;
            (row as f32 + 0.5) < top.midpoint(bottom)
        }
        _ => true,
    };
    let (top, bottom) = match is_below {
        true => (auto(), below),
        false => (px(MARGIN), auto()),
    };
    for mut node in &mut boxes {
        if (node.top, node.bottom) != (top, bottom) {
            (node.top, node.bottom) = (top, bottom);
        }
    }
}

/// Describes the end of the round that is shown.
pub(super) fn update_end<P: Puzzle>(
    session: Res<PuzzleSession<P>>,
    names: CurrentNames,
    mut end: ResMut<End>,
) {
    end.set_if_neq(End::of(&session, names.in_sentences()));
}

/// Clears the box, which the other puzzle has too.
pub(super) fn clear_end(mut end: ResMut<End>) {
    *end = End::default();
}
