//! The end of a round: a box beside the solved picture with the result, how well it was done and what can follow. Both
//! stay until the player goes on, or closes the box.

use std::marker::PhantomData;

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::{Puzzle, PuzzleSession, Round};
use crate::app::frame::Phase;
use crate::app::input::{CurrentNames, Names};
use crate::app::reward::{Completion, Help};
use crate::app::speech;
use crate::app::ui::edges::{Edge, Takes};
use crate::app::ui::live::{self, LiveText};
use crate::app::ui::node::NodeExt;
use crate::app::ui::side::Drawer;
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::{KEY, PANEL, PLAIN, QUIET, SMALL, UiFont};
use crate::app::ui::tip::Tip;
use crate::app::ui::widget::{key_button, set_displayed, text_button};
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
    /// Whether it has buttons. Lessons have none.
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

/// The box: in the panel, or above the picture of a window that is too narrow for panels.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
pub(super) enum EndBox {
    InPanel,
    Above,
}

#[derive(Component)]
struct EndButtons;

/// The end whose box the player has closed.
#[derive(Resource, Default)]
struct Closed(End);

/// Updates the texts of the box and says them, once for all puzzles.
pub(super) struct EndTexts;

impl Plugin for EndTexts {
    fn build(&self, app: &mut App) {
        app.init_resource::<End>()
            .init_resource::<Closed>()
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
        app.add_systems(OnEnter(screen), spawn_narrow_box::<P>)
            .add_systems(Update, show_boxes.in_set(screen).in_set(Phase::Show));
    }
}

/// Spawns the box of a window without room for the panel. Its place takes no room while it is hidden.
fn spawn_narrow_box<P: Puzzle>(mut commands: Commands, font: Res<UiFont>) {
    let place = Node::DEFAULT.absolute().width(percent(100)).top(px(0));
    commands
        .spawn((Takes(Edge::Top), DespawnOnExit(P::GAME.screen()), place))
        .with_children(|place| spawn_box::<P>(place, &font, EndBox::Above));
}

/// Spawns the box with the result.
pub(super) fn spawn_box<P: Puzzle>(
    parent: &mut ChildSpawnerCommands,
    font: &UiFont,
    place: EndBox,
) {
    let frame = Node::column(3.0)
        .padding(10.0, 6.0)
        .margin_top(7.0)
        .framed()
        .rounded(4.0)
        .grow()
        .hidden();
    let line = |text: fn(&End) -> String, size, colour| {
        let style = font.paragraph("", size, colour);
        (LiveText::new(text), style)
    };
    parent
        .spawn((place, frame, BackgroundColor(PANEL), BorderColor::all(KEY)))
        .with_children(|frame| {
            let heading = (
                Node::wrapping_row(10.0),
                children![
                    line(|end| end.heading.clone(), 18.0, KEY),
                    line(|end| end.stars.to_owned(), 18.0, KEY),
                ],
            );
            frame.spawn(heading);
            frame.spawn(line(|end| end.result.clone(), SMALL, PLAIN));
            frame.spawn(line(|end| end.verdict.clone(), SMALL, KEY));
            frame.spawn(line(|end| end.next.clone(), SMALL, QUIET));
            frame
                .spawn((EndButtons, Node::wrapping_row(6.0)))
                .with_children(|row| {
                    key_button(row, font, "Next", &P::NEXT);
                    key_button(row, font, "Share", &P::SHARE);
                    text_button(row, font, "Close", ButtonVariant::Plain)
                        .insert(Tip::new("Closes the box with the result."))
                        .observe(
                            |_: On<Activate>, end: Res<End>, mut closed: ResMut<Closed>| {
                                closed.0 = end.clone();
                            },
                        );
                });
        });
}

/// Shows the box at the end of a round until it is closed: beside the picture, or in a narrow window above it.
fn show_boxes(
    (end, mut closed): (Res<End>, ResMut<Closed>),
    drawer: Res<Drawer>,
    mut boxes: Query<(&EndBox, &mut Node)>,
    mut buttons: Query<&mut Node, (With<EndButtons>, Without<EndBox>)>,
) {
    if closed.0 != *end {
        closed.0 = End::default();
    }
    let is_shown = !end.heading.is_empty() && closed.0 != *end;
    for (place, mut node) in &mut boxes {
        let is_here = (*place == EndBox::Above) == drawer.is_narrow();
        set_displayed(&mut node, is_shown && is_here);
    }
    for mut node in &mut buttons {
        set_displayed(&mut node, end.has_buttons);
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
