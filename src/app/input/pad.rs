//! The gamepad: its presses, in their order, and what each asks for by screen and by what is open.
//! Knows neither the device nor the clock: both are [`platform`](crate::app::platform)'s.
//!
//! One press is settled a frame, once everything before it was obeyed, so that each finds the
//! screen and the menu that the one before has opened.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};

use super::intent::{Intent, IntentQueue, hand_out};
use super::{KeyTaker, read_keys};
use crate::app::frame::Phase;
use crate::app::platform::pad::{Button, PadQueue, Press};
use crate::app::screen::Screen;
use crate::app::screens::conduit::ConduitIntent;
use crate::app::screens::descend::{Aimed, Mode, PlayIntent, Purpose};
use crate::app::screens::maze::MazeIntent;
use crate::app::screens::options::OptionsIntent;
use crate::app::screens::replays::FilmIntent;
use crate::geom::Dir;

/// Reads the presses.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PadQueue>()
        .init_resource::<Typing>()
        .add_message::<RequestRedraw>()
        .add_systems(
            Update,
            take.after(read_keys).before(hand_out).in_set(Phase::Input),
        )
        .add_systems(Last, type_keys);
}

/// How things stand when a press is settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Situation {
    /// The screen that is shown.
    pub screen: Screen,
    /// Who has the keys.
    pub taker: KeyTaker,
    /// What is open in the roguelike.
    pub mode: Mode,
}

/// What a press comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// An intent.
    Ask(Intent),
    /// An intent, once what is open was closed.
    Instead(Intent),
    /// A key for the part of the panel that has the keys.
    Type(PanelKey),
}

/// The keys that work a panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PanelKey {
    /// On to the next part.
    Next,
    /// Back to the part before.
    Previous,
    /// A slider down, a mark to the left.
    Left,
    /// A slider up, a mark to the right.
    Right,
    /// The line above.
    Up,
    /// The line below.
    Down,
    /// Press it.
    Enter,
}

impl PanelKey {
    /// The keys to be pressed together.
    fn keys(self) -> Vec<(KeyCode, Key)> {
        let tab = (KeyCode::Tab, Key::Tab);
        match self {
            Self::Next => vec![tab],
            Self::Previous => vec![(KeyCode::ShiftLeft, Key::Shift), tab],
            Self::Left => vec![(KeyCode::ArrowLeft, Key::ArrowLeft)],
            Self::Right => vec![(KeyCode::ArrowRight, Key::ArrowRight)],
            Self::Up => vec![(KeyCode::ArrowUp, Key::ArrowUp)],
            Self::Down => vec![(KeyCode::ArrowDown, Key::ArrowDown)],
            Self::Enter => vec![(KeyCode::Enter, Key::Enter)],
        }
    }
}

/// What a press asks for, if anything.
pub fn meaning(press: Press, now: Situation) -> Option<Meaning> {
    let asked = match (press.button, now.taker, now.screen) {
        (Button::Start, ..) => Meaning::Ask(Intent::Help),
        (Button::East, ..) => Meaning::Ask(Intent::Back),
        (button, KeyTaker::Control | KeyTaker::Text, _) => Meaning::Type(in_panel(button)?),
        (button, KeyTaker::Menu, _) => in_menu(button, now.mode)?,
        (button, KeyTaker::Nobody, Screen::Title | Screen::Replays) => {
            Meaning::Ask(on_title(button, now.screen)?)
        }
        // A key is bound by the keyboard.
        (_, KeyTaker::Binding, _) => return None,
        (button, KeyTaker::Nobody, Screen::Options) => Meaning::Ask(in_options(button)?),
        (button, KeyTaker::Nobody, Screen::Replay) => Meaning::Ask(in_film(button)?),
        (button, KeyTaker::Nobody, Screen::Play) => in_play(button, now.mode)?,
        (button, KeyTaker::Nobody, Screen::Maze) => Meaning::Ask(in_maze(button)?),
        (button, KeyTaker::Nobody, Screen::Conduit) => Meaning::Ask(on_board(button)?),
        (button, KeyTaker::Nobody, Screen::Lab) => Meaning::Ask(in_lab(button)?),
    };
    let holds = match asked {
        Meaning::Ask(intent) => intent.repeats(),
        Meaning::Instead(_) => false,
        Meaning::Type(key) => key != PanelKey::Enter,
    };
    (holds || !press.repeat).then_some(asked)
}

/// A direction without corners.
const fn straight(dir: Dir) -> Option<Dir> {
    if dir.is_diagonal() { None } else { Some(dir) }
}

const fn in_panel(button: Button) -> Option<PanelKey> {
    Some(match button {
        Button::Go(Dir::South) => PanelKey::Next,
        Button::Go(Dir::North) => PanelKey::Previous,
        Button::Go(Dir::West) | Button::Run(Dir::West) => PanelKey::Left,
        Button::Go(Dir::East) | Button::Run(Dir::East) => PanelKey::Right,
        Button::LeftBumper | Button::Run(Dir::North) => PanelKey::Up,
        Button::RightBumper | Button::Run(Dir::South) => PanelKey::Down,
        Button::South => PanelKey::Enter,
        _ => return None,
    })
}

const fn in_options(button: Button) -> Option<Intent> {
    Some(match button {
        Button::Go(dir) | Button::Run(dir) => match straight(dir) {
            Some(dir) => Intent::Cursor(dir),
            None => return None,
        },
        Button::South => Intent::Choose,
        Button::West => Intent::Options(OptionsIntent::Remove),
        Button::North => Intent::Options(OptionsIntent::Reset),
        Button::LeftBumper => Intent::Options(OptionsIntent::PreviousPart),
        Button::RightBumper => Intent::Options(OptionsIntent::NextPart),
        _ => return None,
    })
}

fn in_menu(button: Button, mode: Mode) -> Option<Meaning> {
    Some(match (button, mode) {
        (Button::Go(dir) | Button::Run(dir), _) => Meaning::Ask(Intent::Cursor(straight(dir)?)),
        (Button::South, _) => Meaning::Ask(Intent::Choose),
        (Button::West, Mode::Pack(purpose, _)) => Meaning::Instead(Intent::Game(match purpose {
            Purpose::Use => PlayIntent::Drop,
            Purpose::Drop => PlayIntent::Throw,
            _ => PlayIntent::Pack,
        })),
        // The same run anew.
        (Button::West, Mode::Over(_)) => Meaning::Ask(Intent::Typed('s')),
        (Button::Select, Mode::Log) => Meaning::Ask(Intent::Back),
        _ => return None,
    })
}

fn on_title(button: Button, screen: Screen) -> Option<Intent> {
    Some(match button {
        Button::Go(dir) | Button::Run(dir) => Intent::Cursor(straight(dir)?),
        Button::South => Intent::Choose,
        Button::North if screen == Screen::Title => Intent::NewSeed,
        _ => return None,
    })
}

const fn in_film(button: Button) -> Option<Intent> {
    Some(Intent::Film(match button {
        Button::Go(Dir::West) => FilmIntent::Back,
        Button::Go(Dir::East) => FilmIntent::On,
        Button::Run(Dir::West) => FilmIntent::FarBack,
        Button::Run(Dir::East) => FilmIntent::FarOn,
        Button::Go(Dir::South) => FilmIntent::Slower,
        Button::Go(Dir::North) => FilmIntent::Faster,
        Button::South => FilmIntent::Play,
        Button::West => FilmIntent::Whole,
        Button::LeftBumper => FilmIntent::Start,
        Button::RightBumper => FilmIntent::End,
        Button::LeftTrigger => return Some(Intent::ZoomOut),
        Button::RightTrigger => return Some(Intent::ZoomIn),
        _ => return None,
    }))
}

fn in_play(button: Button, mode: Mode) -> Option<Meaning> {
    let ask = |intent| Some(Meaning::Ask(Intent::Game(intent)));
    match (button, mode) {
        (Button::LeftTrigger, _) => return Some(Meaning::Ask(Intent::ZoomOut)),
        (Button::RightTrigger, _) => return Some(Meaning::Ask(Intent::ZoomIn)),
        (Button::Go(dir), _) => return Some(Meaning::Ask(Intent::Step(dir))),
        _ => {}
    }
    match mode {
        Mode::Aim(aimed, _) => match button {
            Button::Run(dir) => Some(Meaning::Ask(Intent::Step(dir))),
            Button::South => ask(PlayIntent::Confirm),
            Button::LeftBumper | Button::RightBumper => ask(PlayIntent::NextTarget),
            Button::West if matches!(aimed, Aimed::Look | Aimed::Travel) => {
                Some(Meaning::Instead(Intent::Game(PlayIntent::Fire)))
            }
            _ => None,
        },
        Mode::Conduit(_) => match button {
            Button::South | Button::RightBumper => ask(PlayIntent::Confirm),
            Button::West | Button::LeftBumper => ask(PlayIntent::TurnBack),
            Button::North => ask(PlayIntent::Search),
            _ => None,
        },
        _ => match button {
            Button::Run(dir) => ask(PlayIntent::Run(dir)),
            Button::South => ask(PlayIntent::Confirm),
            Button::West => ask(PlayIntent::Pack),
            Button::North => ask(PlayIntent::Explore),
            Button::LeftBumper => ask(PlayIntent::NextTarget),
            Button::RightBumper => ask(PlayIntent::Rest),
            Button::LeftStick => ask(PlayIntent::Close),
            Button::RightStick => ask(PlayIntent::Tend),
            Button::Select => ask(PlayIntent::Log),
            _ => None,
        },
    }
}

fn in_maze(button: Button) -> Option<Intent> {
    Some(Intent::Maze(match button {
        Button::Go(dir) => return straight(dir).map(Intent::Step),
        Button::LeftTrigger => return Some(Intent::ZoomOut),
        Button::RightTrigger => return Some(Intent::ZoomIn),
        Button::Run(dir) => MazeIntent::Run(straight(dir)?),
        Button::South => MazeIntent::Hint,
        Button::West => MazeIntent::Solution,
        Button::North => MazeIntent::Another,
        Button::LeftBumper => MazeIntent::Smaller,
        Button::RightBumper => MazeIntent::Larger,
        Button::LeftStick => MazeIntent::Restart,
        Button::RightStick => MazeIntent::Skip,
        Button::Select => MazeIntent::Dark,
        Button::Start | Button::East => return None,
    }))
}

fn on_board(button: Button) -> Option<Intent> {
    Some(Intent::Conduit(match button {
        Button::Go(dir) | Button::Run(dir) => return straight(dir).map(Intent::Cursor),
        Button::South => ConduitIntent::Turn,
        Button::West => ConduitIntent::TurnBack,
        Button::North => ConduitIntent::Hint,
        Button::LeftBumper => ConduitIntent::Undo,
        Button::RightBumper => ConduitIntent::Redo,
        Button::LeftTrigger => ConduitIntent::Lock,
        Button::RightTrigger => ConduitIntent::New,
        Button::LeftStick => ConduitIntent::Pin,
        Button::RightStick => ConduitIntent::Check,
        Button::Select => ConduitIntent::EnterPanel,
        Button::Start | Button::East => return None,
    }))
}

const fn in_lab(button: Button) -> Option<Intent> {
    Some(match button {
        Button::Go(dir) | Button::Run(dir) => Intent::Step(dir),
        Button::South => Intent::EnterPanel,
        Button::West => Intent::PreviousMap,
        Button::North => Intent::NextMap,
        Button::LeftBumper => Intent::PreviousGenerator,
        Button::RightBumper => Intent::NextGenerator,
        Button::LeftTrigger => Intent::ZoomOut,
        Button::RightTrigger => Intent::ZoomIn,
        Button::LeftStick => Intent::WalkMode,
        Button::RightStick => Intent::ZoomFit,
        Button::Select => Intent::Play,
        Button::Start | Button::East => return None,
    })
}

/// Settles the next press.
fn take(
    pads: Res<PadQueue>,
    windows: Query<&Window, With<PrimaryWindow>>,
    (screen, taker, mode): (Option<Res<State<Screen>>>, Res<KeyTaker>, Option<Res<Mode>>),
    (mut queue, mut typing): (ResMut<IntentQueue>, ResMut<Typing>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    pads.listen(windows.is_empty() || windows.iter().any(|window| window.focused));
    if pads.is_empty() {
        return;
    }
    let now = Situation {
        screen: screen.map_or_else(Screen::default, |screen| *screen.get()),
        taker: *taker,
        mode: mode.map_or_else(Mode::default, |mode| *mode),
    };
    // What was asked for before may change how things stand.
    while queue.0.is_empty() && typing.is_over() {
        let Some(press) = pads.pop() else { break };
        match meaning(press, now) {
            Some(Meaning::Ask(intent)) => queue.0.push_back(intent),
            Some(Meaning::Instead(intent)) => queue.0.extend([Intent::Back, intent]),
            Some(Meaning::Type(key)) => typing.down = key.keys(),
            None => {}
        }
    }
    redraw.write(RequestRedraw);
}

/// Keys that the pad presses, and those that it lets go of a frame later.
#[derive(Resource, Default)]
struct Typing {
    down: Vec<(KeyCode, Key)>,
    up: Vec<(KeyCode, Key)>,
}

impl Typing {
    const fn is_over(&self) -> bool {
        self.down.is_empty() && self.up.is_empty()
    }
}

/// Presses and releases keys, to be seen from the beginning of the next frame on.
fn type_keys(
    mut typing: ResMut<Typing>,
    windows: Query<Entity, With<PrimaryWindow>>,
    mut events: MessageWriter<KeyboardInput>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if typing.is_over() {
        return;
    }
    let down = std::mem::take(&mut typing.down);
    let up = std::mem::replace(&mut typing.up, down.clone());
    redraw.write(RequestRedraw);
    let Ok(window) = windows.single() else { return };
    let pressed = down.into_iter().map(|key| (key, ButtonState::Pressed));
    let released = up.into_iter().map(|key| (key, ButtonState::Released));
    for ((key_code, logical_key), state) in released.chain(pressed) {
        events.write(KeyboardInput {
            key_code,
            logical_key,
            state,
            text: None,
            repeat: false,
            window,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Action;
    use crate::geom::Pos;

    const BUTTONS: [Button; 12] = [
        Button::South,
        Button::East,
        Button::West,
        Button::North,
        Button::LeftBumper,
        Button::RightBumper,
        Button::LeftTrigger,
        Button::RightTrigger,
        Button::LeftStick,
        Button::RightStick,
        Button::Start,
        Button::Select,
    ];

    fn buttons() -> impl Iterator<Item = Button> {
        let dirs = Dir::ALL.into_iter();
        BUTTONS
            .into_iter()
            .chain(dirs.flat_map(|dir| [Button::Go(dir), Button::Run(dir)]))
    }

    fn at(screen: Screen) -> Situation {
        Situation {
            screen,
            taker: KeyTaker::Nobody,
            mode: Mode::Map,
        }
    }

    fn open(mode: Mode, taker: KeyTaker) -> Situation {
        Situation {
            mode,
            taker,
            ..at(Screen::Play)
        }
    }

    fn means(button: Button, now: Situation) -> Option<Meaning> {
        meaning(Press::new(button), now)
    }

    fn game(intent: PlayIntent) -> Option<Meaning> {
        Some(Meaning::Ask(Intent::Game(intent)))
    }

    #[test]
    fn what_a_button_asks_for_can_be_asked_for_on_its_screen() {
        let here = Pos::new(1, 1);
        let modes = [
            Mode::Map,
            Mode::Aim(Aimed::Look, here),
            Mode::Aim(Aimed::Arrow, here),
            Mode::Conduit(here),
        ];
        let mut asked = 0;
        for screen in Screen::ALL {
            for mode in modes {
                let now = Situation { mode, ..at(screen) };
                for button in buttons() {
                    let intent = match means(button, now) {
                        Some(Meaning::Ask(intent) | Meaning::Instead(intent)) => intent,
                        Some(Meaning::Type(_)) => panic!("{button:?} types on {screen:?}"),
                        None => continue,
                    };
                    asked += 1;
                    let named =
                        Intent::all().any(|named| named.intent == intent && named.is_on(screen));
                    assert!(named, "{button:?} asks for {intent:?} on {screen:?}");
                }
            }
        }
        assert!(asked > 200, "{asked}");
    }

    #[test]
    fn on_every_screen_there_is_a_way_on_a_way_back_and_help() {
        let takers = [
            KeyTaker::Nobody,
            KeyTaker::Menu,
            KeyTaker::Control,
            KeyTaker::Text,
        ];
        for screen in Screen::ALL {
            for taker in takers {
                let now = Situation {
                    taker,
                    ..at(screen)
                };
                let help = Some(Meaning::Ask(Intent::Help));
                assert_eq!(means(Button::Start, now), help);
                let back = Some(Meaning::Ask(Intent::Back));
                assert_eq!(means(Button::East, now), back);
                assert!(means(Button::South, now).is_some(), "{now:?}");
                for dir in Dir::CARDINAL {
                    assert!(means(Button::Go(dir), now).is_some(), "{now:?}");
                }
            }
        }
    }

    #[test]
    fn the_same_button_asks_for_what_fits() {
        let here = Pos::new(1, 1);
        let map = at(Screen::Play);
        let step = |dir| Some(Meaning::Ask(Intent::Step(dir)));
        assert_eq!(means(Button::Go(Dir::NorthEast), map), step(Dir::NorthEast));
        assert_eq!(
            means(Button::Run(Dir::West), map),
            game(PlayIntent::Run(Dir::West))
        );
        assert_eq!(means(Button::South, map), game(PlayIntent::Confirm));
        assert_eq!(means(Button::West, map), game(PlayIntent::Pack));

        let look = open(Mode::Aim(Aimed::Look, here), KeyTaker::Nobody);
        let shot = Some(Meaning::Instead(Intent::Game(PlayIntent::Fire)));
        assert_eq!(means(Button::West, look), shot);
        let arrow = open(Mode::Aim(Aimed::Arrow, here), KeyTaker::Nobody);
        assert_eq!(means(Button::West, arrow), None);
        assert_eq!(
            means(Button::LeftBumper, arrow),
            game(PlayIntent::NextTarget)
        );

        let board = open(Mode::Conduit(here), KeyTaker::Nobody);
        assert_eq!(means(Button::West, board), game(PlayIntent::TurnBack));

        let pack = |purpose| open(Mode::Pack(purpose, 0), KeyTaker::Menu);
        let chosen = Some(Meaning::Ask(Intent::Choose));
        assert_eq!(means(Button::South, pack(Purpose::Use)), chosen);
        for (purpose, next) in [
            (Purpose::Use, PlayIntent::Drop),
            (Purpose::Drop, PlayIntent::Throw),
            (Purpose::Throw, PlayIntent::Pack),
        ] {
            let instead = Some(Meaning::Instead(Intent::Game(next)));
            assert_eq!(means(Button::West, pack(purpose)), instead);
        }
        let question = open(Mode::GiveUp, KeyTaker::Menu);
        assert_eq!(means(Button::South, question), chosen);
        assert_eq!(means(Button::North, question), None);

        let panel = Situation {
            taker: KeyTaker::Control,
            ..at(Screen::Lab)
        };
        for (dir, key) in [
            (Dir::South, PanelKey::Next),
            (Dir::North, PanelKey::Previous),
            (Dir::East, PanelKey::Right),
        ] {
            assert_eq!(means(Button::Go(dir), panel), Some(Meaning::Type(key)));
        }
        // Mazes and boards have no corners.
        for screen in [Screen::Maze, Screen::Conduit, Screen::Title] {
            assert_eq!(means(Button::Go(Dir::SouthEast), at(screen)), None);
        }
    }

    #[test]
    fn a_held_button_asks_again_only_where_a_held_key_does() {
        let held = |button, now| {
            let press = Press {
                button,
                repeat: true,
            };
            meaning(press, now)
        };
        let map = at(Screen::Play);
        let step = Some(Meaning::Ask(Intent::Step(Dir::East)));
        assert_eq!(held(Button::Go(Dir::East), map), step);
        assert_eq!(held(Button::RightBumper, map), None, "rest");
        assert_eq!(held(Button::Run(Dir::East), map), None);
        let danger = open(
            Mode::Confirm(Action::Wait, crate::game::Danger::NotHungry),
            KeyTaker::Menu,
        );
        assert_eq!(held(Button::South, danger), None);
    }

    #[test]
    fn a_held_button_waits_for_what_was_pressed_and_nothing_is_heard_elsewhere() {
        let queue = PadQueue::default();
        let press = Press::new(Button::Go(Dir::East));
        let held = Press {
            repeat: true,
            ..press
        };
        assert!(queue.push(held));
        assert!(!queue.push(held));
        assert!(queue.push(press));
        queue.listen(false);
        assert!(queue.is_empty());
        assert!(!queue.push(press));
        queue.listen(true);
        assert!(queue.push(press));
        assert_eq!((queue.pop(), queue.pop()), (Some(press), None));
    }
}
