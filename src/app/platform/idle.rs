//! Decides which frames there are and which are drawn. After input, and after a frame in which something visible
//! changed, another follows, until one changes nothing: so no system has to ask for the frame in which others
//! show what it did. A frame is not drawn if it follows another, or if nothing caused it but a move of the pointer
//! or the release of a key, and nothing visible changed in it.

use std::time::Duration;

use bevy::app::Last;
use bevy::asset::AssetEvent;
#[cfg(target_family = "wasm")]
use bevy::ecs::schedule::ScheduleLabel;
use bevy::input::ButtonState;
use bevy::prelude::*;
#[cfg(target_family = "wasm")]
use bevy::render::RenderApp;
#[cfg(not(target_family = "wasm"))]
use bevy::render::pipelined_rendering::RenderExtractApp;
use bevy::text::{EditableText, EditableTextGeneration, TextLayoutInfo};
use bevy::ui::ComputedStackIndex;
use bevy::window::{RequestRedraw, WindowEvent};

use super::clock::Wake;
use crate::app::screen::Screen;

/// What is known of a frame at its end.
#[derive(Resource, Default, PartialEq, Eq, Debug)]
struct FrameState {
    /// What came in.
    input: Input,
    /// Whether this frame follows another.
    follows: bool,
    /// Whether a system has asked for another frame.
    is_requested: bool,
    /// Whether an animation names the instant of the next frame, in which all else is brought up to date, too.
    is_animated: bool,
    /// Whether something visible changed.
    has_changed: bool,
    /// Whether another frame follows.
    is_followed: bool,
}

/// What input a frame had.
#[derive(Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Input {
    #[default]
    None,
    /// Only moves of the pointer and releases of keys, which mostly have no effect.
    Quiet,
    Loud,
}

impl FrameState {
    /// Whether the renderer has nothing to do. A frame without input that follows no other was asked for.
    fn is_idle(&self) -> bool {
        let is_silent = match self.input {
            Input::None => self.follows,
            Input::Quiet => true,
            Input::Loud => false,
        };
        is_silent && !self.is_requested && !self.is_animated && !self.has_changed
    }
}

/// The order in [`Last`].
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
enum Step {
    /// Before assets are looked at.
    Begin,
    /// After them.
    End,
}

/// Decides after each frame whether another follows, and whether it has to be drawn.
pub struct IdlePlugin;

impl Plugin for IdlePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<FrameState>()
            .add_message::<WindowEvent>()
            .add_message::<RequestRedraw>()
            .add_message::<Wake>()
            .configure_sets(Last, Step::Begin.before(Step::End))
            .add_systems(
                Last,
                (
                    (check_input, check_visible_changes)
                        .chain()
                        .in_set(Step::Begin),
                    follow.in_set(Step::End),
                ),
            );
        redraw_on_asset_change::<Image>(app);
    }
}

/// Draws each frame in which an asset of this type has changed.
pub fn redraw_on_asset_change<A: Asset>(app: &mut App) {
    app.init_resource::<FrameState>()
        .add_message::<AssetEvent<A>>()
        .add_systems(Last, check_assets::<A>.after(Step::Begin).before(Step::End));
}

/// Skips extraction, and so rendering, in idle frames.
#[cfg(not(target_family = "wasm"))]
pub(in crate::app) fn skip_idle_frames(app: &mut App) {
    skip_extraction(app.get_sub_app_mut(RenderExtractApp), |_, _| {});
}

/// Skips extraction and rendering in idle frames. In a browser page the renderer is not pipelined, and renders whatever
/// was extracted.
#[cfg(target_family = "wasm")]
pub(in crate::app) fn skip_idle_frames(app: &mut App) {
    let Some(renderer) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    if let Some(usual) = renderer.update_schedule.replace(RenderIfDue.intern()) {
        renderer.init_resource::<IsDue>();
        renderer.add_systems(RenderIfDue, move |world: &mut World| {
            if world.resource::<IsDue>().0 {
                world.run_schedule(usual);
            }
        });
    }
    skip_extraction(Some(renderer), |renderer, is_due| {
        renderer.insert_resource(IsDue(is_due));
    });
}

/// The schedule of the renderer that runs its usual one, or not.
#[cfg(target_family = "wasm")]
#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct RenderIfDue;

/// Whether the renderer has something to do in this frame.
#[cfg(target_family = "wasm")]
#[derive(Resource, Default)]
struct IsDue(bool);

/// Has a part of the program extract nothing in idle frames; `tell` learns whether it extracts.
fn skip_extraction(
    part: Option<&mut SubApp>,
    mut tell: impl FnMut(&mut World, bool) + Send + 'static,
) {
    let Some(part) = part else { return };
    if let Some(mut extract) = part.take_extract() {
        part.set_extract(move |main, own| {
            let frame = main.get_resource::<FrameState>();
            let is_due = !frame.is_some_and(FrameState::is_idle);
            tell(own, is_due);
            if is_due {
                extract(main, own);
            }
        });
    }
}

/// The longest wait between two frames of what counts as an animation.
const LONGEST_STEP: Duration = Duration::from_millis(100);

/// Begins the state of this frame.
fn check_input(
    mut events: MessageReader<WindowEvent>,
    (mut redraws, mut wakes): (ResMut<Messages<RequestRedraw>>, MessageReader<Wake>),
    mut frame: ResMut<FrameState>,
) {
    let input = |event: &WindowEvent| match event {
        WindowEvent::CursorMoved(_) => Input::Quiet,
        WindowEvent::KeyboardInput(key) if key.state == ButtonState::Released => Input::Quiet,
        _ => Input::Loud,
    };
    let follows = frame.is_followed;
    // One is that of the frame before. The event loop would see it a second time after this frame.
    let is_requested = redraws.drain().count() > usize::from(follows || frame.is_requested);
    if is_requested {
        redraws.write(RequestRedraw);
    }
    *frame = FrameState {
        input: events.read().map(input).max().unwrap_or_default(),
        follows,
        is_requested,
        is_animated: wakes.read().any(|wake| wake.0 <= LONGEST_STEP),
        has_changed: false,
        is_followed: false,
    };
}

/// A change to what the renderer reads. Most of it is computed from other components, some only in the frame after
/// that in which these change.
type VisibleChange = (
    Or<(
        Changed<ComputedNode>,
        Changed<ComputedStackIndex>,
        Changed<UiGlobalTransform>,
        Changed<CalculatedClip>,
        Changed<BackgroundColor>,
        Changed<BackgroundGradient>,
        Changed<BorderColor>,
        Changed<Outline>,
        Changed<ImageNode>,
        Changed<TextColor>,
        // That of a text field is written in every frame.
        (Changed<TextLayoutInfo>, Without<EditableText>),
        Changed<EditableTextGeneration>,
        Changed<InheritedVisibility>,
        Changed<Sprite>,
        Changed<GlobalTransform>,
    )>,
);

fn check_visible_changes(
    changes: Query<(), VisibleChange>,
    (mut nodes, mut sprites): (RemovedComponents<Node>, RemovedComponents<Sprite>),
    mut frame: ResMut<FrameState>,
) {
    let removed = nodes.read().count() + sprites.read().count();
    frame.has_changed |= removed > 0 || !changes.is_empty();
}

fn check_assets<A: Asset>(mut events: MessageReader<AssetEvent<A>>, mut frame: ResMut<FrameState>) {
    let is_used = |event: &AssetEvent<A>| !matches!(event, AssetEvent::Unused { .. });
    frame.has_changed |= events.read().filter(|event| is_used(event)).count() > 0;
}

/// Has another frame follow if one is due and nothing else asks for it: a screen is about to open, or what this frame
/// changed may concern systems that ran before.
fn follow(
    mut frame: ResMut<FrameState>,
    next: Option<Res<NextState<Screen>>>,
    mut redraws: MessageWriter<RequestRedraw>,
) {
    let opens = next.is_some_and(|next| !matches!(*next, NextState::Unchanged));
    let has_effects = frame.has_changed || frame.input == Input::Loud;
    if !frame.is_requested && (opens || has_effects && !frame.is_animated) {
        frame.is_followed = true;
        redraws.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::platform::clock::FRAME;
    use bevy::input::keyboard::{Key, KeyboardInput};
    use bevy::window::CursorMoved;

    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, IdlePlugin));
        app.update();
        app
    }

    /// Runs a frame with these events; returns its state.
    fn frame(app: &mut App, events: impl IntoIterator<Item = WindowEvent>) -> &FrameState {
        app.world_mut().write_message_batch(events);
        app.update();
        app.world().resource()
    }

    /// Moves the pointer; returns whether the frame is idle.
    fn is_idle_after_move(app: &mut App) -> bool {
        let moved = CursorMoved {
            window: Entity::PLACEHOLDER,
            position: Vec2::ZERO,
            delta: None,
        };
        frame(app, [WindowEvent::CursorMoved(moved)]).is_idle()
    }

    fn key(state: ButtonState) -> WindowEvent {
        WindowEvent::KeyboardInput(KeyboardInput {
            key_code: KeyCode::KeyS,
            logical_key: Key::Character("s".into()),
            state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        })
    }

    fn paint(app: &mut App, node: Entity, colour: Color) {
        app.world_mut().get_mut::<BackgroundColor>(node).unwrap().0 = colour;
    }

    #[test]
    fn a_key_draws_when_it_is_pressed_and_not_when_it_is_released() {
        let mut app = app();
        let [press, release] = [ButtonState::Pressed, ButtonState::Released].map(key);
        assert!(!frame(&mut app, [press.clone()]).is_idle());
        assert!(frame(&mut app, [release.clone()]).is_idle());
        assert!(!frame(&mut app, [release, press]).is_idle(), "another key");
    }

    #[test]
    fn a_move_of_the_pointer_that_changes_nothing_draws_nothing() {
        let mut app = app();
        let node = app.world_mut().spawn(BackgroundColor(Color::BLACK)).id();
        assert!(!is_idle_after_move(&mut app), "the node is new");
        assert!(is_idle_after_move(&mut app));
        assert!(!frame(&mut app, []).is_idle(), "a timer");
        paint(&mut app, node, Color::WHITE);
        assert!(!is_idle_after_move(&mut app), "the node lights up");
        assert!(is_idle_after_move(&mut app));
        app.world_mut().write_message(RequestRedraw);
        assert!(!is_idle_after_move(&mut app), "a redraw was requested");
        app.world_mut().write_message(Wake(FRAME));
        assert!(!is_idle_after_move(&mut app), "an animation runs");
    }

    #[test]
    fn frames_follow_until_one_changes_nothing_which_is_not_drawn() {
        let mut app = app();
        let node = app.world_mut().spawn(BackgroundColor(Color::BLACK)).id();
        frame(&mut app, []);
        assert!(frame(&mut app, [key(ButtonState::Pressed)]).is_followed);
        paint(&mut app, node, Color::WHITE);
        let late = frame(&mut app, []);
        assert!(!late.is_idle() && late.is_followed, "a late change");
        let last = frame(&mut app, []);
        assert!(last.is_idle() && !last.is_followed);
        let released = frame(&mut app, [key(ButtonState::Released)]);
        assert!(!released.is_followed, "nothing happened");
    }

    #[test]
    fn an_animation_needs_no_frames_between_its_own() {
        let mut app = app();
        let node = app.world_mut().spawn(BackgroundColor(Color::BLACK)).id();
        for step in 0..3_u8 {
            paint(&mut app, node, Color::srgb_u8(step, 0, 0));
            app.world_mut().write_message(Wake(2 * FRAME));
            let animated = frame(&mut app, []);
            assert!(!animated.is_idle() && !animated.is_followed);
        }
        paint(&mut app, node, Color::WHITE);
        assert!(frame(&mut app, []).is_followed, "it has ended");
    }

    #[test]
    fn a_screen_that_is_to_open_has_its_frame() {
        let mut app = app();
        app.add_plugins(bevy::state::app::StatesPlugin)
            .insert_state(Screen::Title);
        frame(&mut app, []);
        app.add_systems(Update, |mut next: ResMut<NextState<Screen>>| {
            next.set(Screen::Lab);
        });
        app.world_mut().write_message(Wake(FRAME));
        assert!(frame(&mut app, []).is_followed);
    }
}
