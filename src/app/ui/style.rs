//! The look of buttons, sliders and text fields when idle, hovered, pressed, chosen and focused.
//!
//! Not Feathers, Bevy's styled widgets: they add some thirty systems, two materials and five fonts for
//! widgets that no screen uses, and took a thirtieth of a clean build.

use std::f32::consts::FRAC_PI_2;

use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::{Pressed, UiSystems};
use bevy::ui_widgets::{Button, Slider, SliderRange, SliderValue};
use bevy::window::{CursorIcon, PrimaryWindow, SystemCursorIcon};

use super::theme::{CHOSEN, HOVER, KEY, LINE, PLAIN, WELL};
use crate::app::frame::any_changed;

/// Restyles the widgets that have changed.
pub(super) fn plugin(app: &mut App) {
    type Touched = Or<(Changed<Hovered>, Changed<Pressed>)>;
    let released = any_component_removed::<Pressed>;
    app.add_systems(Update, let_go.run_if(is_let_go))
        .add_systems(
            PostUpdate,
            (
                colour_buttons.run_if(
                    any_match_filter::<Or<(Touched, Changed<ButtonVariant>)>>.or_eager(released),
                ),
                colour_sliders.run_if(
                    any_match_filter::<Or<(Touched, Changed<SliderValue>, Changed<SliderRange>)>>
                        .or_eager(released),
                ),
                update_cursor_icon.run_if(
                    any_match_filter::<Changed<Hovered>>.or_eager(any_component_removed::<Hovered>),
                ),
                outline_focused.run_if(any_changed::<(InputFocus, InputFocusVisible)>),
            )
                .before(UiSystems::Layout),
        );
}

fn is_let_go(buttons: Option<Res<ButtonInput<MouseButton>>>) -> bool {
    buttons.is_some_and(|buttons| buttons.just_released(MouseButton::Left))
}

/// Lets go of what is pressed. Picking tells of a release only where the pointer was in the frame before: if it
/// comes to a button, presses and releases in one frame, the button would stay pressed.
fn let_go(pressed: Query<Entity, With<Pressed>>, mut commands: Commands) {
    for widget in pressed {
        commands.entity(widget).remove::<Pressed>();
    }
}

/// How prominent a button is.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum ButtonVariant {
    /// The usual look.
    Normal,
    /// Highlighted, because it is the current choice.
    Primary,
    /// No background unless hovered.
    Plain,
}

impl ButtonVariant {
    /// How a button looks that chooses something.
    pub(in crate::app) const fn of_choice(is_chosen: bool) -> Self {
        match is_chosen {
            true => Self::Primary,
            false => Self::Normal,
        }
    }

    fn background(self, hovered: bool, pressed: bool) -> Color {
        let [idle_colour, hovered_colour, pressed_colour] = match self {
            Self::Normal => [WELL, LINE, CHOSEN],
            Self::Primary => [
                CHOSEN,
                Color::srgb(0.36, 0.27, 0.13),
                Color::srgb(0.42, 0.31, 0.15),
            ],
            Self::Plain => [Color::NONE, HOVER, LINE],
        };
        match (pressed, hovered) {
            (true, _) => pressed_colour,
            (false, true) => hovered_colour,
            (false, false) => idle_colour,
        }
    }

    /// The chosen button has a frame that stands out from every ground.
    fn border(self) -> Color {
        match self {
            Self::Normal => LINE,
            Self::Primary => KEY,
            Self::Plain => Color::NONE,
        }
    }

    fn text(self) -> Color {
        match self {
            Self::Primary => KEY,
            Self::Normal | Self::Plain => PLAIN,
        }
    }
}

/// The text of a button, coloured by its [`ButtonVariant`].
#[derive(Component)]
pub(in crate::app) struct Label;

/// The tick of a button, visible while the button is [`ButtonVariant::Primary`].
#[derive(Component)]
pub(in crate::app) struct Tick;

fn colour_buttons(
    mut buttons: Query<(
        &ButtonVariant,
        &Hovered,
        Has<Pressed>,
        (&mut BackgroundColor, &mut BorderColor),
        &Children,
    )>,
    mut labels: Query<&mut TextColor, With<Label>>,
    mut ticks: Query<&mut Visibility, With<Tick>>,
) {
    for (variant, hovered, pressed, (mut background, mut border), children) in &mut buttons {
        background.set_if_neq(BackgroundColor(variant.background(hovered.0, pressed)));
        border.set_if_neq(BorderColor::all(variant.border()));
        let mut ticks = ticks.iter_many_mut(children);
        while let Some(mut tick) = ticks.fetch_next() {
            tick.set_if_neq(match variant {
                ButtonVariant::Primary => Visibility::Inherited,
                ButtonVariant::Normal | ButtonVariant::Plain => Visibility::Hidden,
            });
        }
        let mut labels = labels.iter_many_mut(children);
        while let Some(mut label) = labels.fetch_next() {
            label.set_if_neq(TextColor(variant.text()));
        }
    }
}

/// Draws each slider as a bar that reaches to its value.
fn colour_sliders(
    mut sliders: Query<(
        &SliderValue,
        &SliderRange,
        &Hovered,
        Has<Pressed>,
        &mut BackgroundGradient,
    )>,
) {
    for (value, range, hovered, pressed, mut gradient) in &mut sliders {
        let (bar, rest) = match (pressed, hovered.0) {
            (true, _) => (Color::srgb(0.86, 0.67, 0.34), HOVER),
            (false, true) => (Color::srgb(0.74, 0.57, 0.28), HOVER),
            (false, false) => (Color::srgb(0.62, 0.47, 0.22), WELL),
        };
        let end = percent((range.thumb_position(value.0) * 100.0).clamp(0.0, 100.0));
        let linear = LinearGradient {
            angle: FRAC_PI_2,
            stops: vec![
                ColorStop::new(bar, percent(0)),
                ColorStop::new(bar, end),
                ColorStop::new(rest, end),
                ColorStop::new(rest, percent(100)),
            ],
            color_space: InterpolationColorSpace::Srgba,
        };
        gradient.set_if_neq(BackgroundGradient::from(linear));
    }
}

/// Shows a hand over buttons and a resize arrow over sliders.
fn update_cursor_icon(
    widgets: Query<(&Hovered, Has<Slider>), Or<(With<Button>, With<Slider>)>>,
    window: Single<(Entity, Option<&CursorIcon>), With<PrimaryWindow>>,
    mut commands: Commands,
) {
    let hovered = widgets.iter().find(|(hovered, _)| hovered.0);
    let icon = CursorIcon::System(match hovered {
        Some((_, true)) => SystemCursorIcon::EwResize,
        Some((_, false)) => SystemCursorIcon::Pointer,
        None => SystemCursorIcon::Default,
    });
    let (window, shown) = *window;
    if shown != Some(&icon) {
        commands.entity(window).insert(icon);
    }
}

/// Where a node has a ring while it or a descendant has the focus and the focus is visible.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum FocusRing {
    /// Around the node.
    Outside,
    /// Along the node's edge, for lines of a list: it covers no neighbour, and the list does not clip it.
    Inside,
}

impl FocusRing {
    const WIDTH: f32 = 2.0;

    /// How far it reaches beyond the node, in UI pixels.
    pub(super) const fn reach(self) -> f32 {
        match self {
            Self::Outside => 2.0 * Self::WIDTH,
            Self::Inside => 0.0,
        }
    }
}

/// The node with the ring of `widget`: itself or an ancestor.
pub(super) fn ringed_node(
    widget: Entity,
    parents: &Query<&ChildOf>,
    has_ring: impl Fn(Entity) -> bool,
) -> Option<Entity> {
    std::iter::once(widget)
        .chain(parents.iter_ancestors(widget))
        .find(|entity| has_ring(*entity))
}

fn outline_focused(
    (focus, visible): (Res<InputFocus>, Res<InputFocusVisible>),
    nodes: Query<(Entity, &FocusRing, Has<Outline>)>,
    parents: Query<&ChildOf>,
    mut commands: Commands,
) {
    let focused = focus
        .get()
        .filter(|_| visible.0)
        .and_then(|widget| ringed_node(widget, &parents, |entity| nodes.contains(entity)));
    for (node, ring, outlined) in &nodes {
        if focused == Some(node) {
            let offset = px(ring.reach() - FocusRing::WIDTH);
            let outline = Outline::new(px(FocusRing::WIDTH), offset, KEY.with_alpha(0.75));
            commands.entity(node).insert(outline);
        } else if outlined {
            commands.entity(node).remove::<Outline>();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pressed_and_let_go_in_one_frame_does_not_stay_pressed() {
        let mut app = App::new();
        app.init_resource::<ButtonInput<MouseButton>>();
        plugin(&mut app);
        let button = (ButtonVariant::Plain, Hovered::default(), Pressed);
        let looks = (BackgroundColor::default(), BorderColor::default());
        let button = app.world_mut().spawn((button, looks)).id();
        app.world_mut().spawn(ChildOf(button));
        let background = |app: &mut App, mouse: fn(&mut ButtonInput<MouseButton>)| {
            let mut buttons = app.world_mut().resource_mut::<ButtonInput<MouseButton>>();
            buttons.clear();
            mouse(&mut buttons);
            app.update();
            app.world().get::<BackgroundColor>(button).unwrap().0
        };
        assert_eq!(background(&mut app, |_| {}), LINE);
        let click = |buttons: &mut ButtonInput<MouseButton>| {
            buttons.press(MouseButton::Left);
            buttons.release(MouseButton::Left);
        };
        assert_eq!(background(&mut app, click), Color::NONE);
    }
}
