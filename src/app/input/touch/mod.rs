//! Fingers on a touch screen. They do what a mouse would do: each gesture becomes moves, presses and turns of the
//! wheel, so screens and widgets need to know of no finger. What a mouse has no word for, a screen's
//! [`Fingers`] says, and a drag on a map is a [`PanBy`].

mod gesture;

use std::collections::VecDeque;

use bevy::ecs::message::MessageCursor;
use bevy::ecs::system::SystemParam;
use bevy::input::ButtonState;
use bevy::input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::picking::PickingSystems;
use bevy::picking::hover::Hovered;
use bevy::picking::input::PointerInputSettings;
use bevy::prelude::*;
use bevy::time::TimeSystems;
use bevy::ui_widgets::{Scrollbar, Slider};
use bevy::window::{PrimaryWindow, RequestRedraw, WindowEvent};

use self::gesture::{Gesture, Recogniser};
use super::{ActionQueue, CommonAction, Layer, Layers};
use crate::app::card::{Cards, Fingers};
use crate::app::platform::clock::Wake;
use crate::app::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TouchUsed>()
        .init_resource::<FingerPoint>()
        .init_resource::<TouchState>()
        // Bevy would take each touch for a press.
        .insert_resource(PointerInputSettings {
            is_touch_enabled: false,
            ..default()
        })
        .add_message::<PanBy>()
        .add_message::<WindowEvent>()
        .add_message::<CursorMoved>()
        .add_message::<MouseButtonInput>()
        .add_message::<MouseWheel>()
        .add_message::<RequestRedraw>()
        .add_message::<Wake>()
        .add_systems(
            First,
            (read_touches, act)
                .chain()
                .after(TimeSystems)
                .before(PickingSystems::Input),
        );
}

/// Whether the last input came from fingers, once they have done what they do. If so, there are large buttons.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub struct TouchUsed(pub bool);

/// A drag on the map has moved by this, in logical pixels.
#[derive(Message, Clone, Copy, PartialEq, Debug)]
pub struct PanBy(pub Vec2);

/// Where fingers point, or that the mouse points.
#[derive(Resource, Default, Clone, Copy, PartialEq, Debug)]
pub(super) struct FingerPoint(Option<Vec2>);

/// A node that is dragged, and not the panel around it.
#[derive(Component, Default, Clone, Copy)]
#[require(Hovered)]
pub struct Draggable;

/// A point outside every window: nothing is pointed at.
const NOWHERE: Vec2 = Vec2::splat(-1.0);

/// Where the pointer is, be it that of the mouse or a finger.
#[derive(SystemParam)]
pub struct Cursor<'w, 's> {
    windows: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
    finger: Option<Res<'w, FingerPoint>>,
}

impl Cursor<'_, '_> {
    /// The position in the window, in logical pixels.
    pub fn position(&self) -> Option<Vec2> {
        match self.finger.as_deref() {
            Some(FingerPoint(Some(point))) => Some(*point).filter(|point| *point != NOWHERE),
            _ => self.window()?.cursor_position(),
        }
    }

    /// Whether it is that of a finger.
    pub fn is_finger(&self) -> bool {
        let finger = self.finger.as_ref();
        finger.is_some_and(|finger| finger.0.is_some())
    }

    /// The window.
    pub fn window(&self) -> Option<&Window> {
        self.windows.single().ok()
    }
}

/// Emulates a finger with the mouse.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Step {
    Leave,
    Point(Vec2),
    Button(MouseButton, ButtonState),
    /// Takes hold of what is at this point, with a button of the mouse if it is the map.
    Grab(Vec2, Option<MouseButton>),
    DragTo(Vec2),
    Drop,
    Zoom(i32),
    /// The rest waits for the next frame, which knows what the pointer is over.
    Frame,
}

/// What a finger that is dragged has hold of.
#[derive(Clone, Copy, PartialEq, Debug)]
enum DragTarget {
    /// What a pressed button of the mouse would move.
    Button(MouseButton),
    /// The panel or the list, and where the finger is.
    Panel(Vec2),
    /// The map, and where the finger is.
    Map(Vec2),
}

/// The fingers, and what they have yet to do.
#[derive(Resource, Default)]
struct TouchState {
    recogniser: Recogniser,
    steps: VecDeque<Step>,
    grip: Option<DragTarget>,
    /// The button that a finger which rests holds down.
    held: Option<MouseButton>,
    /// The window that was touched.
    window: Option<Entity>,
    /// Whether it has touched since [`TouchUsed`] was told.
    is_new: bool,
    read: MessageCursor<WindowEvent>,
}

impl TouchState {
    /// Takes up what the mouse does for a gesture.
    fn enqueue(&mut self, gesture: Gesture, fingers: Fingers) {
        use ButtonState::{Pressed, Released};
        let click = |at, button| {
            [
                Step::Point(at),
                Step::Button(button, Pressed),
                Step::Frame,
                Step::Button(button, Released),
                Step::Frame,
                Step::Leave,
            ]
        };
        match gesture {
            Gesture::Touched | Gesture::Zoomed => self.steps.push_back(Step::Leave),
            Gesture::Tap(at) => self.steps.extend(click(at, MouseButton::Left)),
            Gesture::TapOfTwo(at) => {
                let click = fingers.tap_of_two.map(|button| click(at, button));
                self.steps.extend(click.into_iter().flatten());
            }
            Gesture::Held(at) => {
                self.held = fingers.hold;
                let press = self.held.map(|button| Step::Button(button, Pressed));
                self.steps.push_back(Step::Point(at));
                self.steps.extend(press);
            }
            Gesture::HeldTo(at) => self.steps.push_back(Step::Point(at)),
            Gesture::LetGo => {
                let release = |button| Step::Button(button, Released);
                self.steps.extend(self.held.take().map(release));
            }
            Gesture::DragFrom(at) => {
                let grab = [Step::Point(at), Step::Frame, Step::Grab(at, fingers.drag)];
                self.steps.extend(grab);
            }
            Gesture::DragTo(at) => self.steps.push_back(Step::DragTo(at)),
            Gesture::Dropped => self.steps.extend([Step::Drop, Step::Frame, Step::Leave]),
            Gesture::Zoom(at, steps) => {
                let zoom = [Step::Point(at), Step::Frame, Step::Zoom(steps)];
                self.steps.extend(zoom);
            }
        }
    }
}

/// Tells the gestures of this frame, and whether fingers are used, or a mouse or keys.
fn read_touches(
    events: Res<Messages<WindowEvent>>,
    time: Res<Time<Real>>,
    (screen, cards, layers): (
        Option<Res<State<Screen>>>,
        Option<Res<Cards>>,
        Option<Res<Layers>>,
    ),
    (mut hand, mut used, mut point): (ResMut<TouchState>, ResMut<TouchUsed>, ResMut<FingerPoint>),
    mut wake: MessageWriter<Wake>,
) {
    let (now, hand) = (time.elapsed(), &mut *hand);
    let mut gestures = Vec::new();
    let types_text = layers.is_some_and(|layers| layers.is_open(Layer::Text));
    for event in hand.read.read(&events) {
        match event {
            WindowEvent::TouchInput(touch) => {
                hand.window = Some(touch.window);
                hand.is_new = true;
                let change = (touch.id, touch.phase);
                hand.recogniser
                    .touch(change, touch.position, now, &mut gestures);
            }
            // The system may move its pointer along with a finger.
            WindowEvent::CursorMoved(_) | WindowEvent::MouseButtonInput(_)
                if hand.recogniser.is_idle() =>
            {
                used.set_if_neq(TouchUsed(false));
                point.set_if_neq(FingerPoint(None));
            }
            // A field has the keyboard on the screen.
            WindowEvent::KeyboardInput(_) if !types_text => {
                used.set_if_neq(TouchUsed(false));
            }
            _ => {}
        }
    }
    hand.recogniser.pass(now, &mut gestures);
    if !gestures.is_empty() {
        let card = screen.zip(cards).map(|(screen, cards)| cards.of(**screen));
        let fingers = card.map_or_else(Fingers::default, |card| card.fingers);
        for gesture in gestures {
            hand.enqueue(gesture, fingers);
        }
    }
    if let Some(wait) = hand.recogniser.wait(now) {
        wake.write(Wake(wait));
    }
}

/// The messages of a mouse.
#[derive(SystemParam)]
struct Mouse<'w> {
    events: ResMut<'w, Messages<WindowEvent>>,
    moved: MessageWriter<'w, CursorMoved>,
    buttons: MessageWriter<'w, MouseButtonInput>,
    wheel: MessageWriter<'w, MouseWheel>,
    pan: MessageWriter<'w, PanBy>,
    point: ResMut<'w, FingerPoint>,
}

impl Mouse<'_> {
    fn point(&mut self, window: Entity, position: Vec2) {
        let moved = CursorMoved {
            window,
            position,
            delta: None,
        };
        self.point.0 = Some(position);
        self.events.write(moved.clone().into());
        self.moved.write(moved);
    }

    fn button(&mut self, window: Entity, button: MouseButton, state: ButtonState) {
        let input = MouseButtonInput {
            button,
            state,
            window,
        };
        self.events.write(input.into());
        self.buttons.write(input);
    }

    fn scroll(&mut self, window: Entity, by: Vec2) {
        let turned = MouseWheel {
            unit: MouseScrollUnit::Pixel,
            x: by.x,
            y: by.y,
            window,
            phase: TouchPhase::Moved,
        };
        self.events.write(turned.into());
        self.wheel.write(turned);
    }
}

/// Does in place of fingers what a mouse would do in this frame.
fn act(
    mut hand: ResMut<TouchState>,
    mut mouse: Mouse,
    (hovered, dragged): (
        Query<&Hovered>,
        Query<&Hovered, Or<(With<Slider>, With<Scrollbar>, With<Draggable>)>>,
    ),
    (layers, scale): (Res<Layers>, Option<Res<UiScale>>),
    (mut queue, mut used): (ResMut<ActionQueue>, ResMut<TouchUsed>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let hand = &mut *hand;
    let Some(window) = hand.window else { return };
    let is_on_panel = || layers.has_list() || hovered.iter().any(|hovered| hovered.0);
    while let Some(step) = hand.steps.pop_front() {
        match step {
            Step::Leave => mouse.point(window, NOWHERE),
            Step::Point(at) => mouse.point(window, at),
            Step::Button(button, state) => mouse.button(window, button, state),
            Step::Grab(at, button) => {
                let held = match dragged.iter().any(|hovered| hovered.0) {
                    true => Some(MouseButton::Left),
                    false => button.filter(|_| !is_on_panel()),
                };
                hand.grip = Some(match held {
                    Some(button) => {
                        mouse.button(window, button, ButtonState::Pressed);
                        DragTarget::Button(button)
                    }
                    None if is_on_panel() => DragTarget::Panel(at),
                    None => DragTarget::Map(at),
                });
            }
            Step::DragTo(to) => match &mut hand.grip {
                Some(DragTarget::Button(_)) => mouse.point(window, to),
                Some(DragTarget::Panel(from)) => {
                    let by = to - std::mem::replace(from, to);
                    mouse.scroll(window, by / scale.as_ref().map_or(1.0, |scale| scale.0));
                }
                Some(DragTarget::Map(from)) => {
                    let by = to - std::mem::replace(from, to);
                    mouse.pan.write(PanBy(by));
                }
                None => {}
            },
            Step::Drop => {
                if let Some(DragTarget::Button(button)) = hand.grip.take() {
                    mouse.button(window, button, ButtonState::Released);
                }
            }
            Step::Zoom(steps) if !is_on_panel() => queue.push(match steps {
                1 => &CommonAction::ZoomIn,
                _ => &CommonAction::ZoomOut,
            }),
            Step::Zoom(_) => {}
            Step::Frame => break,
        }
    }
    // Not before: what a finger is about to tap must not move away under it.
    if hand.is_new && hand.steps.is_empty() && hand.recogniser.is_idle() {
        hand.is_new = false;
        used.set_if_neq(TouchUsed(true));
    }
    // What was written is not the system's.
    hand.read.clear(&mouse.events);
    if !hand.steps.is_empty() {
        redraw.write(RequestRedraw);
    }
}
