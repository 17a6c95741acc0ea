//! The buttons that choose the next round, and the slider.

use std::marker::PhantomData;

use bevy::prelude::*;
use bevy::ui::Pressed;
use bevy::ui_widgets::{Activate, SliderValue, ValueChange};

use super::PanelPuzzle;
use crate::app::puzzle::PuzzleSession;
use crate::app::ui::field::FieldError;
use crate::app::ui::live::LiveChoice;
use crate::app::ui::style::ButtonVariant;
use crate::app::ui::theme::UiFont;
use crate::app::ui::widget::text_button;

/// Spawns a button that chooses another round, and that is marked if this round has what it chooses.
pub(super) fn choice_button<'a, P: PanelPuzzle>(
    parent: &'a mut ChildSpawnerCommands,
    font: &UiFont,
    label: &str,
    choose: impl Fn(&PuzzleSession<P>) -> Result<P::Request, String> + Send + Sync + 'static,
    is_chosen: impl Fn(&PuzzleSession<P>) -> bool + Send + Sync + 'static,
) -> EntityCommands<'a> {
    let mut button = text_button(parent, font, label, ButtonVariant::Normal);
    button.insert(LiveChoice::new(is_chosen)).observe(
        move |_: On<Activate>,
              session: Res<PuzzleSession<P>>,
              mut requests: MessageWriter<P::Request>,
              mut field_error: ResMut<FieldError>| {
            field_error.send(choose(&session).map(Some), &mut requests);
        },
    );
    button
}

/// The slider, which sets a percentage.
#[derive(Component)]
pub struct PanelSlider<P>(PhantomData<fn() -> P>);

impl<P> Default for PanelSlider<P> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

/// Has the slider of the panel ask for rounds.
pub fn slider_plugin<P: PanelPuzzle>(app: &mut App) {
    app.add_observer(move_slider::<P>)
        .add_observer(release_slider::<P>);
}

/// Moves the slider, and asks for another round once a key has moved it. While it is dragged, no round is made.
fn move_slider<P: PanelPuzzle>(
    change: On<ValueChange<f32>>,
    sliders: Query<(), With<PanelSlider<P>>>,
    session: Res<PuzzleSession<P>>,
    mut requests: MessageWriter<P::Request>,
    mut field_error: ResMut<FieldError>,
    mut commands: Commands,
) {
    if !sliders.contains(change.source) {
        return;
    }
    let value = SliderValue(f32::from(percent_at(change.value)));
    commands.entity(change.source).insert(value);
    if change.is_final {
        send_percent(change.value, &session, &mut requests, &mut field_error);
    }
}

/// Asks for another round when the slider is let go. A click on it has no other end.
fn release_slider<P: PanelPuzzle>(
    released: On<Remove, Pressed>,
    sliders: Query<&SliderValue, With<PanelSlider<P>>>,
    session: Res<PuzzleSession<P>>,
    mut requests: MessageWriter<P::Request>,
    mut field_error: ResMut<FieldError>,
) {
    if let Ok(value) = sliders.get(released.entity) {
        send_percent(value.0, &session, &mut requests, &mut field_error);
    }
}

/// Asks for a round with the percentage that the slider shows, unless this one has it.
fn send_percent<P: PanelPuzzle>(
    value: f32,
    session: &PuzzleSession<P>,
    requests: &mut MessageWriter<P::Request>,
    field_error: &mut FieldError,
) {
    let percent = percent_at(value);
    if percent != P::percent(session) {
        let request = P::with_percent(session, percent);
        field_error.send(request.map(Some), requests);
    }
}

fn percent_at(value: f32) -> u8 {
    value.round().clamp(0.0, 100.0) as u8
}
