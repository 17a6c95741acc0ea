//! What a panel holds, and how it is laid out.

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use super::control::{PanelSlider, choice_button};
use super::field::{PanelField, Setting};
use super::{PanelPuzzle, Summary};
use crate::app::input::{AnyAction, CommonAction};
use crate::app::puzzle::end::{self, EndBox};
use crate::app::puzzle::{Puzzle, PuzzleSession};
use crate::app::ui::access::Named;
use crate::app::ui::field::{FieldError, spawn_text_field};
use crate::app::ui::fold;
use crate::app::ui::hud::NoticeRoom;
use crate::app::ui::live::{LiveChoice, LiveText};
use crate::app::ui::node::NodeExt;
use crate::app::ui::playback::ReplayAction;
use crate::app::ui::side::side_panel;
use crate::app::ui::theme::{KEY, PLAIN, QUIET, UiFont, WELL};
use crate::app::ui::tip::Tip;
use crate::app::ui::widget::{heading, key_button, slider, spawn_scrolling_column};
use crate::geom::Size;

/// Width of the panel, and height left free above the picture for notices, in logical pixels.
const PANEL_WIDTH: f32 = 300.0;
const NOTICE_HEIGHT: f32 = 34.0;

/// The colours of what is filled of a progress bar: the player's, and that of the ghost.
const FILLED: Color = Color::srgb(1.0, 0.72, 0.28);
const GHOSTLY: Color = Color::srgb(0.55, 0.62, 0.74);

/// Named texts about what is played.
pub type Figures<P> = &'static [(&'static str, fn(&PuzzleSession<P>) -> String)];

/// Buttons: what each does, and its word.
pub type Buttons = &'static [(&'static dyn AnyAction, &'static str)];

/// What a panel holds, from top to bottom.
pub struct Layout<P: PanelPuzzle> {
    /// Large figures, beside each other.
    pub figures: Figures<P>,
    /// How much is done, and of how much, as a bar; that of a ghost below it.
    pub progress: Option<Progress<P>>,
    /// How far a ghost is, in words.
    pub ghost: fn(&P::Round) -> String,
    /// Two small notes below, one at each end.
    pub notes: [fn(&PuzzleSession<P>) -> String; 2],
    /// The buttons that are always there.
    pub buttons: Buttons,
    /// The buttons of the drawer, under headings.
    pub sections: &'static [(&'static str, Buttons)],
    /// What kind of round is played.
    pub kind: fn(&PuzzleSession<P>) -> String,
    /// The preset sizes, each of which has a key, too.
    pub sizes: &'static [Size],
    /// Rows of rules, each with its name and its tip.
    pub rules: &'static [&'static [(P::Rule, &'static str, &'static str)]],
    /// Actions that switch something, with names and tips.
    pub switches: &'static [(P::Action, &'static str, &'static str)],
    /// The name and the tip of the slider.
    pub percent: (&'static str, &'static str),
    /// What the code of a round is called.
    pub code: &'static str,
    /// Buttons below the code.
    pub sharing: Buttons,
    /// The action that leads to the panel.
    pub enter: P::Action,
}

/// How much of a round is done, and of how much.
pub type Progress<P> = fn(&<P as Puzzle>::Round) -> (usize, usize);

/// The control that the key for the panel leads to, the first of the drawer without a key of its own.
#[derive(Component)]
pub(super) struct FirstControl;

/// The filled part of a progress bar: what fills it, and whether it is that of the ghost.
#[derive(Component)]
pub(super) struct ProgressFill<P: PanelPuzzle> {
    pub progress: Progress<P>,
    pub is_ghosts: bool,
}

/// The whole bar of the ghost.
#[derive(Component)]
pub(super) struct GhostTrack;

pub(super) fn spawn_panel<P: PanelPuzzle>(mut commands: Commands, font: Res<UiFont>) {
    let screen = P::GAME.screen();
    let notice = Node::DEFAULT.absolute().height(px(NOTICE_HEIGHT));
    commands.spawn((DespawnOnExit(screen), NoticeRoom, notice));
    let mut panel = commands.spawn((
        DespawnOnExit(screen),
        TabGroup::modal(),
        side_panel(Node::DEFAULT.width(px(PANEL_WIDTH))),
    ));
    panel.with_children(|panel| {
        spawn_scrolling_column(panel, (12.0, 8.0), 4.0, |panel| {
            spawn_progress::<P>(panel, &font);
            let column = || Node::column(4.0).rigid();
            panel
                .spawn((ShownWhile::Watched, column()))
                .with_children(|panel| {
                    heading(panel, &font, "Playback");
                    spawn_actions(panel, &font, &PLAYBACK);
                });
            panel
                .spawn((ShownWhile::Played, column()))
                .with_children(|panel| {
                    spawn_actions(panel, &font, P::LAYOUT.buttons);
                    end::spawn_box::<P>(panel, &font, EndBox::InPanel);
                    fold::drawer(panel, &font, &P::LAYOUT.enter, |panel| {
                        for (name, actions) in P::LAYOUT.sections {
                            heading(panel, &font, name);
                            spawn_actions(panel, &font, actions);
                        }
                        spawn_settings::<P>(panel, &font);
                        spawn_seed_and_code::<P>(panel, &font);
                    });
                });
        });
    });
}

/// When a part of the panel is shown: while the player's own round is played, or while a solve is watched, whose round nothing
/// changes.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShownWhile {
    Played,
    Watched,
}

/// The buttons while a solve is watched.
static PLAYBACK: [(&dyn AnyAction, &str); 8] = [
    (&ReplayAction::TogglePlay, "Play, pause"),
    (&ReplayAction::StepBack, "Back"),
    (&ReplayAction::StepForward, "On"),
    (&ReplayAction::Slower, "Slower"),
    (&ReplayAction::Faster, "Faster"),
    (&ReplayAction::GoToStart, "Start"),
    (&ReplayAction::GoToEnd, "End"),
    (&CommonAction::Back, "Stop watching"),
];

/// Figures in large type, the progress bar, and the lines below it.
fn spawn_progress<P: PanelPuzzle>(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    panel.spawn(Node::wrapping_row(10.0)).with_children(|row| {
        for (name, figure) in P::LAYOUT.figures {
            let cell = Node::column(0.0).share();
            row.spawn((
                cell,
                children![
                    font.hint(name),
                    (LiveText::new(*figure), font.sized("", 22.0, PLAIN)),
                ],
            ));
        }
    });
    if let Some(progress) = P::LAYOUT.progress {
        for (is_ghosts, height, colour) in [(false, 6.0, FILLED), (true, 3.0, GHOSTLY)] {
            let track = Node::DEFAULT
                .height(px(height))
                .rounded(3.0)
                .rigid()
                .clip()
                .margin(UiRect::vertical(px(height / 2.0)));
            let filled = Node::DEFAULT.width(percent(0)).rounded(3.0);
            let fill = ProgressFill::<P> {
                progress,
                is_ghosts,
            };
            let mut track = panel.spawn((
                track,
                BackgroundColor(WELL),
                children![(fill, filled, BackgroundColor(colour))],
            ));
            if is_ghosts {
                track.insert(GhostTrack);
            }
        }
    }
    let [left, right] = P::LAYOUT.notes;
    panel.spawn((
        spread_row(10.0),
        children![
            (LiveText::new(left), font.hint("")),
            (LiveText::new(right), font.hint("")),
        ],
    ));
    panel.spawn((LiveText::new(ghost_text::<P>), font.hint("")));
    panel.spawn((
        LiveText::<Summary<P>>::new(|summary| summary.text.clone()),
        font.hint(""),
    ));
}

/// How far a ghost is.
fn ghost_text<P: PanelPuzzle>(session: &PuzzleSession<P>) -> String {
    session.ghost().map_or_else(String::new, |ghost| {
        let place = (P::LAYOUT.ghost)(ghost.round());
        format!("ghost ({}): {place}", ghost.name())
    })
}

/// A row with one child at each end.
fn spread_row(gap: f32) -> Node {
    Node::wrapping_row(gap).spread()
}

fn spawn_actions(
    panel: &mut ChildSpawnerCommands,
    font: &UiFont,
    actions: &[(&dyn AnyAction, &str)],
) {
    panel.spawn(Node::wrapping_row(4.0)).with_children(|row| {
        for (action, word) in actions {
            key_button(row, font, word, *action);
        }
    });
}

fn spawn_settings<P: PanelPuzzle>(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    let mut title = spread_row(0.0);
    title.margin = UiRect::top(px(7));
    panel.spawn((
        title,
        children![
            font.text("Kind", QUIET),
            (LiveText::new(P::LAYOUT.kind), font.text("", KEY)),
        ],
    ));
    panel.spawn(Node::wrapping_row(4.0)).with_children(|row| {
        for size in P::LAYOUT.sizes {
            let of_size = move |session: &PuzzleSession<P>| P::new_of_size(session, *size);
            let is_chosen = move |session: &PuzzleSession<P>| P::size(session) == *size;
            let mut button = choice_button(row, font, &size.to_string(), of_size, is_chosen);
            if *size == P::LAYOUT.sizes[0] {
                button.insert(FirstControl);
            }
        }
    });
    panel.spawn(Node::wrapping_row(6.0)).with_children(|row| {
        row.spawn(font.text("Size", QUIET));
        let width = spawn_field::<P>(row, font, Setting::Width, Some(3.0));
        row.spawn(font.text("x", QUIET));
        let height = spawn_field::<P>(row, font, Setting::Height, Some(3.0));
        for (field, name) in [(width, "Width"), (height, "Height")] {
            row.commands().entity(field).insert(Named::new(name));
        }
    });
    for rules in P::LAYOUT.rules {
        panel.spawn(Node::wrapping_row(4.0)).with_children(|row| {
            for (rule, word, meaning) in *rules {
                let choose = move |session: &PuzzleSession<P>| P::choose(session, *rule);
                let is_chosen = move |session: &PuzzleSession<P>| P::is_chosen(session, *rule);
                choice_button(row, font, word, choose, is_chosen).insert(Tip::new(meaning));
            }
        });
    }
    if !P::LAYOUT.switches.is_empty() {
        panel.spawn(Node::wrapping_row(4.0)).with_children(|row| {
            for (action, word, meaning) in P::LAYOUT.switches {
                let is_on = move |session: &PuzzleSession<P>| P::is_on(session, *action);
                let choice = (Tip::new(meaning), LiveChoice::new(is_on));
                key_button(row, font, word, action).insert(choice);
            }
        });
    }
    let (name, meaning) = P::LAYOUT.percent;
    panel
        .spawn((single_line_row(), Tip::new(meaning)))
        .with_children(|row| {
            row.spawn(font.text(name, QUIET));
            row.spawn((PanelSlider::<P>::default(), slider(0.0, 100.0, 0.0, 5.0)));
            spawn_field::<P>(row, font, Setting::Percent, Some(3.0));
            row.spawn(font.text("%", QUIET));
        });
}

/// A row that does not wrap.
fn single_line_row() -> Node {
    Node::row(6.0).align_centre()
}

fn spawn_seed_and_code<P: PanelPuzzle>(panel: &mut ChildSpawnerCommands, font: &UiFont) {
    let code = P::LAYOUT.code;
    heading(panel, font, &format!("Seed and {}", code.to_lowercase()));
    for (name, setting) in [("Seed", Setting::Seed), (code, Setting::Code)] {
        let column = Node::DEFAULT.width(px(34)).rigid();
        panel.spawn(single_line_row()).with_children(|row| {
            row.spawn((column, children![font.text(name, QUIET)]));
            spawn_field::<P>(row, font, setting, None);
        });
    }
    panel.spawn(FieldError::text(font));
    spawn_actions(panel, font, P::LAYOUT.sharing);
}

/// Spawns a text field and returns it. `width` is in characters; `None` fills the row.
fn spawn_field<P: PanelPuzzle>(
    parent: &mut ChildSpawnerCommands,
    font: &UiFont,
    setting: Setting,
    width: Option<f32>,
) -> Entity {
    let field = PanelField::<P>::new(setting);
    spawn_text_field(parent, font, field, width, Setting::MAX_LENGTH)
}
