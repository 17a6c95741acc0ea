//! The panel at the right edge of a puzzle: how the round stands, a button with its key for each action, the settings
//! of the next round, and its seed and code. What it holds is up to each puzzle: see [`PanelPuzzle`].

mod control;
mod field;
mod layout;

pub(in crate::app) use control::PanelSlider;
pub use control::slider_plugin;
pub use layout::{Figures, Layout};

use std::marker::PhantomData;

use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui::Pressed;
use bevy::ui_widgets::SliderValue;

use self::field::PanelField;
use self::layout::{FirstControl, GhostTrack, ProgressFill, ShownWhile};
use super::{Ghost, Puzzle, PuzzleSession, Round};
use crate::app::frame::{Phase, React, any_changed};
use crate::app::input::{Layer, LayerClosed};
use crate::app::reward::Records;
use crate::app::ui::field::plugin as text_field;
use crate::app::ui::fold::Folded;
use crate::app::ui::live;
use crate::app::ui::widget::set_displayed;
use crate::code::{CodeError, Target};
use crate::geom::Size;
use crate::rng::Seed;

/// A puzzle with a panel. Whatever asks for another round does so by a request, or says why there is no such round.
pub trait PanelPuzzle: Puzzle {
    /// A setting of the next round that a button chooses or switches, besides the size.
    type Rule: Copy + Send + Sync + 'static;

    /// What the panel holds.
    const LAYOUT: &'static Layout<Self>;

    /// The size of the round, in tiles of a board or cells of a maze.
    fn size(session: &PuzzleSession<Self>) -> Size;

    /// A round like this one in another size.
    ///
    /// # Errors
    /// If the size is out of range.
    fn with_size(session: &PuzzleSession<Self>, size: Size) -> Result<Self::Request, String>;

    /// A round of a size that the player has not met yet.
    ///
    /// # Errors
    /// If the size is out of range.
    fn new_of_size(session: &PuzzleSession<Self>, size: Size) -> Result<Self::Request, String>;

    /// What the slider sets, 0 to 100.
    fn percent(session: &PuzzleSession<Self>) -> u8;

    /// A round like this one with another percentage, 0 to 100.
    ///
    /// # Errors
    /// Why there is no such round.
    fn with_percent(session: &PuzzleSession<Self>, percent: u8) -> Result<Self::Request, String>;

    /// The seed of the round, if it has one.
    fn seed(session: &PuzzleSession<Self>) -> Option<Seed>;

    /// The code of the round; empty if it has none.
    fn shown_code(session: &PuzzleSession<Self>) -> String;

    /// The round of what a text names: a seed, a code or a link, [typed](Target::read) or [pasted](Target::paste).
    ///
    /// # Errors
    /// Which part is wrong, and why.
    fn named(
        session: &PuzzleSession<Self>,
        read: Result<Target, CodeError>,
    ) -> Result<Self::Request, String>;

    /// Whether a rule holds for what is played.
    fn is_chosen(session: &PuzzleSession<Self>, rule: Self::Rule) -> bool;

    /// A round like this one in which a rule is chosen or switched.
    ///
    /// # Errors
    /// Why there is no such round.
    fn choose(session: &PuzzleSession<Self>, rule: Self::Rule) -> Result<Self::Request, String>;

    /// Whether what an action switches is on.
    fn is_on(_sitting: &PuzzleSession<Self>, _action: Self::Action) -> bool {
        false
    }
}

/// Adds the panel to the screen of a puzzle.
pub struct PanelPlugin<P>(PhantomData<fn() -> P>);

impl<P> Default for PanelPlugin<P> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<P: PanelPuzzle> Plugin for PanelPlugin<P> {
    fn build(&self, app: &mut App) {
        let screen = P::GAME.screen();
        app.add_plugins((
            live::plugin::<PuzzleSession<P>>,
            live::plugin::<Summary<P>>,
            text_field::<PanelField<P>>,
            slider_plugin::<P>,
        ))
        .init_resource::<Summary<P>>()
        .add_systems(OnEnter(screen), layout::spawn_panel::<P>)
        .add_systems(OnExit(screen), on_exit)
        .add_systems(React, focus_panel::<P>.in_set(Phase::Act).in_set(screen))
        .add_systems(
            Update,
            (
                update_summary::<P>
                    .run_if(any_changed::<(PuzzleSession<P>, Records)>)
                    .in_set(Phase::Light),
                update_panel::<P>
                    .run_if(resource_changed::<PuzzleSession<P>>)
                    .in_set(Phase::Show),
            )
                .in_set(screen),
        );
    }
}

fn on_exit(mut focus: ResMut<InputFocus>) {
    focus.clear();
}

/// Opens the drawer for the keyboard, which it closes again.
fn focus_panel<P: PanelPuzzle>(
    (mut actions, mut closed): (MessageReader<P::Action>, MessageReader<LayerClosed>),
    first: Option<Single<Entity, With<FirstControl>>>,
    (mut focus, mut visible): (ResMut<InputFocus>, ResMut<InputFocusVisible>),
    mut folded: ResMut<Folded>,
) {
    if closed.read().any(|closed| closed.0 == Layer::Control) {
        folded.set_open(false);
    }
    for _ in actions.read().filter(|action| **action == P::LAYOUT.enter) {
        if let Some(first) = &first {
            folded.set_open(true);
            focus.set(**first, FocusCause::Navigated);
            visible.0 = true;
        }
    }
}

/// What the panel says about days, packs and records.
#[derive(Resource)]
struct Summary<P> {
    text: String,
    puzzle: PhantomData<fn() -> P>,
}

impl<P> Default for Summary<P> {
    fn default() -> Self {
        Self {
            text: String::new(),
            puzzle: PhantomData,
        }
    }
}

fn update_summary<P: PanelPuzzle>(
    (session, mut shown): (Res<PuzzleSession<P>>, Local<Option<(u64, bool)>>),
    records: Res<Records>,
    mut summary: ResMut<Summary<P>>,
) {
    let now = (session.number(), session.round().is_finished());
    if shown.replace(now) == Some(now) && !records.is_changed() {
        return;
    }
    let mut lines = Vec::new();
    if session.lesson().is_none() {
        let kind = session.completion().kind.to_string();
        let scores = records.scores(P::GAME, &kind);
        // The end of a round has it, too.
        let best = scores.and_then(|scores| scores.best()).filter(|_| !now.1);
        let best = best.map(|best| {
            let (now, _) = records.streak(P::GAME);
            let best = best.describe(P::GAME);
            format!("best of {kind}: {best}; {now} in a row without hints")
        });
        lines.extend(session.name().into_iter().chain(best));
    }
    summary.text = lines.join("\n");
}

/// Updates the progress bar and the slider.
fn update_panel<P: PanelPuzzle>(
    session: Res<PuzzleSession<P>>,
    (mut bars, mut tracks): (
        Query<(&ProgressFill<P>, &mut Node)>,
        Query<&mut Node, (With<GhostTrack>, Without<ProgressFill<P>>)>,
    ),
    mut parts: Query<(&ShownWhile, &mut Node), (Without<ProgressFill<P>>, Without<GhostTrack>)>,
    sliders: Query<(Entity, &SliderValue), (With<PanelSlider<P>>, Without<Pressed>)>,
    mut commands: Commands,
) {
    let ghost = session.ghost();
    for (fill, mut node) in &mut bars {
        let round = match fill.is_ghosts {
            true => ghost.map(Ghost::round),
            false => Some(session.round()),
        };
        let (done, all) = round.map_or((0, 1), fill.progress);
        node.width = percent(done as f32 * 100.0 / all.max(1) as f32);
    }
    for mut node in &mut tracks {
        set_displayed(&mut node, ghost.is_some());
    }
    for (shown_while, mut node) in &mut parts {
        let is_watched = *shown_while == ShownWhile::Watched;
        set_displayed(&mut node, session.watched().is_some() == is_watched);
    }
    let value = SliderValue(f32::from(P::percent(&session)));
    for (slider, _) in sliders.iter().filter(|(_, shown)| **shown != value) {
        commands.entity(slider).insert(value);
    }
}
