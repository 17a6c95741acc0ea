//! From intents to actions: the run, what it says, and who has the keys.

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};

use super::intent::PlayIntent;
use super::menu::Line;
use super::over::Outside;
use super::pack::Purpose;
use super::{conduit, here, over, pack};
use crate::app::frame::Phase;
use crate::app::glyph::View as Camera;
use crate::app::input::KeyTaker;
use crate::app::input::intent::{Intent, IntentQueue};
use crate::app::notice::Notice;
use crate::app::screen::{Screen, on};
use crate::app::seed::RunSeed;
use crate::app::stage::{PlayedContent, Run};
use crate::app::ui::hud::{Bar, Hint};
use crate::app::ui::pointer::Pointed;
use crate::game::{Action, Danger, Letter, Refusal};
use crate::geom::{Dir, Pos};
use crate::rng::Seed;

/// Plays the run.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Mode>()
        .init_resource::<over::Shown>()
        .init_resource::<KeyTaker>()
        .init_resource::<Notice>()
        .init_resource::<Camera>()
        .add_message::<Intent>()
        .add_message::<RequestRedraw>()
        .add_message::<CursorMoved>()
        .add_systems(OnEnter(Screen::Play), enter)
        .add_systems(OnExit(Screen::Play), leave)
        .add_systems(
            Update,
            (
                (click, press, choose, obey, go_on, end, over::note)
                    .chain()
                    .in_set(Phase::Act),
                // When everybody has closed what they close.
                hand_keys.in_set(Phase::Settle),
            )
                .run_if(on(Screen::Play))
                .run_if(resource_exists::<Run>),
        );
}

static HINTS: [Hint; 9] = [
    (
        &[
            Intent::Step(Dir::West),
            Intent::Step(Dir::East),
            Intent::Step(Dir::North),
            Intent::Step(Dir::South),
        ],
        "move, strike",
    ),
    (&[Intent::Game(PlayIntent::Explore)], "explore"),
    (&[Intent::Game(PlayIntent::Rest)], "rest"),
    (&[Intent::Game(PlayIntent::PickUp)], "take"),
    (&[Intent::Game(PlayIntent::Pack)], "pack"),
    (&[Intent::Game(PlayIntent::Look)], "look"),
    (
        &[
            Intent::Game(PlayIntent::Ascend),
            Intent::Game(PlayIntent::Descend),
        ],
        "stairs",
    ),
    (&[Intent::Help], "keys"),
    (&[Intent::Back], "title"),
];

static MOUSE: [(&str, &str); 2] = [("click", "go there, strike"), ("wheel", "zoom")];

/// What is aimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aimed {
    /// An arrow.
    Arrow,
    /// Something to throw.
    Throw(Letter),
    /// A scroll to read.
    Read(Letter),
    /// A scroll to use.
    Use(Letter),
    /// Nobody's eye but the player's: a place to look at.
    Look,
    /// A place to travel to.
    Travel,
    /// Which door beside the player to close.
    Close,
    /// Which brazier beside the player to light or put out.
    Tend,
}

/// Who has the keys.
#[derive(Resource, Default, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The map.
    #[default]
    Map,
    /// A question: is the player sure?
    Confirm(Action, Danger),
    /// A list of the pack, with the line that is chosen.
    Pack(Purpose, usize),
    /// The card of an item.
    Item {
        /// Which.
        letter: Letter,
        /// Its line in the list.
        from: usize,
        /// The deed that is chosen.
        line: usize,
    },
    /// A mark on the map.
    Aim(Aimed, Pos),
    /// The conduit beside the player, with the tile that is chosen.
    Conduit(Pos),
    /// All messages.
    Log,
    /// A question: is the run given up?
    GiveUp,
    /// The run is over, with the line that is chosen.
    Over(usize),
}

impl Mode {
    /// Closes what is open over the map; returns whether anything was.
    pub fn close(&mut self) -> bool {
        *self = match *self {
            Self::Map | Self::Over(_) => return false,
            Self::Item { from, .. } => Self::Pack(Purpose::Use, from),
            _ => Self::Map,
        };
        true
    }

    /// The same with another line chosen, if it has lines.
    const fn with_line(self, Line(line): Line) -> Self {
        match self {
            Self::Pack(purpose, _) => Self::Pack(purpose, line),
            Self::Item { letter, from, .. } => Self::Item { letter, from, line },
            Self::Over(_) => Self::Over(line),
            other => other,
        }
    }

    /// Whether letters are typed and arrows choose.
    const fn is_menu(self) -> bool {
        !matches!(self, Self::Map | Self::Aim(..) | Self::Conduit(_))
    }
}

/// Goes on with the run of this seed, or begins it.
fn enter(
    mut commands: Commands,
    run: Option<ResMut<Run>>,
    (seed, content): (Option<Res<RunSeed>>, Option<Res<PlayedContent>>),
    (mut mode, mut notice, mut bar): (ResMut<Mode>, ResMut<Notice>, ResMut<Bar>),
) {
    *bar = Bar {
        facts: Vec::new(),
        hints: &HINTS,
        mouse: &MOUSE,
    };
    *mode = Mode::Map;
    let seed = seed.map_or(Seed(0), |seed| seed.0);
    if let Some(mut run) = run.filter(|run| run.is_playing()) {
        run.set_changed();
        return;
    }
    match Run::new(seed, content.as_deref()) {
        Ok(run) => commands.insert_resource(run),
        Err(reason) => notice.0 = reason,
    }
}

/// Gives the keys back.
fn leave(mut mode: ResMut<Mode>, mut taker: ResMut<KeyTaker>) {
    *mode = Mode::Map;
    *taker = KeyTaker::Nobody;
}

/// A press on the map goes there, or strikes who stands beside.
fn click(
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    windows: Query<&Window, With<PrimaryWindow>>,
    panels: Query<&Interaction>,
    camera: Res<Camera>,
    (mut run, mut mode): (ResMut<Run>, ResMut<Mode>),
) {
    if !buttons.is_some_and(|buttons| buttons.just_pressed(MouseButton::Left)) {
        return;
    }
    let run = run.bypass_change_detection();
    let covered = panels.iter().any(|panel| *panel != Interaction::None);
    let Some(cursor) = windows.single().ok().and_then(Window::cursor_position) else {
        return;
    };
    if covered {
        return;
    }
    let at = camera.tile_at(cursor);
    match *mode {
        Mode::Aim(aimed, _) => shoot(aimed, at, run, &mut mode),
        Mode::Map => {
            let me = run.game().view().player().pos;
            let beside = Dir::ALL.into_iter().find(|dir| me.step(*dir) == at);
            let action = match beside {
                Some(dir) => Action::step(dir),
                None if at == me => Action::PickUp,
                None => Action::Travel { to: at },
            };
            act(action, run, &mut mode);
        }
        Mode::Log => *mode = Mode::Map,
        _ => {}
    }
}

fn obey(
    mut intents: MessageReader<Intent>,
    (mut run, mut mode): (ResMut<Run>, ResMut<Mode>),
    mut outside: Outside,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // It is marked as changed when its turns are told.
    let run = run.bypass_change_detection();
    for intent in intents.read() {
        let asked_before = mode.is_menu();
        match *mode {
            Mode::Map => on_map(*intent, run, &mut mode),
            Mode::Aim(aimed, at) => on_aim(*intent, (aimed, at), run, &mut mode),
            Mode::Conduit(at) => on_conduit(*intent, at, run, &mut mode),
            Mode::Pack(purpose, line) => {
                pack::on_list(*intent, (purpose, line), run, &mut mode);
            }
            Mode::Item { letter, from, line } => {
                pack::on_card(*intent, (letter, from, line), run, &mut mode);
            }
            Mode::Confirm(action, _) => {
                if is_yes(*intent) {
                    *mode = Mode::Map;
                    act(action.confirmed(), run, &mut mode);
                } else if is_no(*intent) {
                    *mode = Mode::Map;
                }
            }
            Mode::Log => {
                if is_yes(*intent) || is_no(*intent) {
                    *mode = Mode::Map;
                }
            }
            Mode::GiveUp => {
                if is_yes(*intent) {
                    if let Some(setup) = over::next(run.game(), 1) {
                        outside.begin(setup, run, &mut mode);
                    }
                } else if is_no(*intent) {
                    *mode = Mode::Map;
                }
            }
            Mode::Over(line) => {
                over::obey(*intent, line, (run, &mut mode), &mut outside);
            }
        }
        if !run.is_playing() && *mode == Mode::Map {
            *mode = Mode::Over(0);
        }
        if !asked_before && mode.is_menu() {
            // What was typed ahead was not an answer.
            intents.clear();
            redraw.write(RequestRedraw);
            return;
        }
    }
}

const fn is_yes(intent: Intent) -> bool {
    matches!(intent, Intent::Choose | Intent::Typed('y' | 'Y' | ' '))
}

const fn is_no(intent: Intent) -> bool {
    matches!(intent, Intent::Typed(_))
}

/// Does an action; a dangerous one is asked about first.
pub(super) fn act(action: Action, run: &mut Run, mode: &mut Mode) {
    match run.apply(action) {
        Err(Refusal::NeedsConfirmation(danger)) => *mode = Mode::Confirm(action, danger),
        Err(Refusal::NoTarget) => {
            if let Action::Use { letter, .. } | Action::Read { letter, .. } = action {
                *mode = Mode::Aim(Aimed::Use(letter), run.game().view().player().pos);
            }
        }
        Err(Refusal::WhichDirection) => {
            let tends = matches!(action, Action::Tend { .. });
            let aimed = if tends { Aimed::Tend } else { Aimed::Close };
            *mode = Mode::Aim(aimed, run.game().view().player().pos);
        }
        Err(Refusal::AtConduit) => {
            if let Some(begun) = conduit::begin(run) {
                *mode = begun;
            }
        }
        _ => {}
    }
}

/// Shows the end of the run, unless its map is looked at.
fn end(run: Res<Run>, mut mode: ResMut<Mode>) {
    if !run.is_playing() && !matches!(*mode, Mode::Over(_) | Mode::Aim(Aimed::Look, _) | Mode::Log)
    {
        *mode = Mode::Over(0);
    }
}

fn on_map(intent: Intent, run: &mut Run, mode: &mut Mode) {
    let view = run.game().view();
    let me = view.player().pos;
    let target = view.nearest_enemy().unwrap_or(me);
    let intent = match intent {
        Intent::Step(dir) => return act(Action::step(dir), run, mode),
        Intent::Game(intent) => intent,
        _ => return,
    };
    let pack = |purpose| Mode::Pack(purpose, 0);
    match intent {
        PlayIntent::Run(dir) => act(Action::Run { dir }, run, mode),
        PlayIntent::Wait => act(Action::Wait, run, mode),
        PlayIntent::Search => act(Action::Search, run, mode),
        PlayIntent::Rest => act(Action::Rest, run, mode),
        PlayIntent::Explore => act(Action::Explore, run, mode),
        PlayIntent::PickUp => act(Action::PickUp, run, mode),
        PlayIntent::Descend => match view.stairs_down() {
            Some(to) if to != me => act(Action::Travel { to }, run, mode),
            _ => act(Action::Descend { sure: false }, run, mode),
        },
        PlayIntent::Ascend => match view.stairs_up() {
            Some(to) if to != me => act(Action::Travel { to }, run, mode),
            _ => act(Action::Ascend, run, mode),
        },
        PlayIntent::Pack => *mode = pack(Purpose::Use),
        PlayIntent::Drop => *mode = pack(Purpose::Drop),
        PlayIntent::Throw => *mode = pack(Purpose::Throw),
        PlayIntent::Eat => *mode = pack(Purpose::Eat),
        PlayIntent::Quaff => *mode = pack(Purpose::Quaff),
        PlayIntent::Read => *mode = pack(Purpose::Read),
        PlayIntent::Equip => *mode = pack(Purpose::Equip),
        PlayIntent::TakeOff => *mode = pack(Purpose::TakeOff),
        PlayIntent::Fire => *mode = Mode::Aim(Aimed::Arrow, target),
        PlayIntent::Travel => {
            let to = view.stairs_down().unwrap_or(me);
            *mode = Mode::Aim(Aimed::Travel, to);
        }
        PlayIntent::Look | PlayIntent::NextTarget => *mode = Mode::Aim(Aimed::Look, target),
        PlayIntent::Close => act(Action::Close { dir: None }, run, mode),
        PlayIntent::Tend => act(Action::Tend { dir: None }, run, mode),
        PlayIntent::Log => *mode = Mode::Log,
        PlayIntent::NewRun => *mode = Mode::GiveUp,
        PlayIntent::Confirm => act(here::obvious(run), run, mode),
        PlayIntent::TurnBack => {}
    }
}

fn on_aim(intent: Intent, (aimed, at): (Aimed, Pos), run: &mut Run, mode: &mut Mode) {
    match intent {
        // One step from the player is all the answer that is needed.
        Intent::Step(dir) if matches!(aimed, Aimed::Close | Aimed::Tend) => {
            shoot(aimed, at.step(dir), run, mode);
        }
        Intent::Step(dir) => {
            let to = at.step(dir);
            if run.game().view().size().contains(to) {
                *mode = Mode::Aim(aimed, to);
            }
        }
        Intent::Game(PlayIntent::NextTarget) => {
            let view = run.game().view();
            let seen: Vec<Pos> = view
                .actors()
                .filter(|actor| actor.in_sight)
                .map(|actor| actor.pos)
                .collect();
            let here = seen.iter().position(|pos| *pos == at);
            let next = here.map_or(0, |here| (here + 1) % seen.len());
            if let Some(pos) = seen.get(next) {
                *mode = Mode::Aim(aimed, *pos);
            }
        }
        Intent::Game(PlayIntent::Confirm | PlayIntent::Fire) => shoot(aimed, at, run, mode),
        _ => {}
    }
}

fn on_conduit(intent: Intent, at: Pos, run: &mut Run, mode: &mut Mode) {
    let Some(board) = conduit::board_at(run) else {
        *mode = Mode::Map;
        return;
    };
    let turn = |clockwise| Action::Rotate {
        tile: conduit::index(&board, at),
        clockwise,
    };
    let action = match intent {
        Intent::Step(dir) => {
            let to = at.step(dir);
            if board.tile(to).is_some() {
                *mode = Mode::Conduit(to);
            }
            return;
        }
        Intent::Game(PlayIntent::Confirm) => turn(true),
        Intent::Game(PlayIntent::TurnBack) => turn(false),
        Intent::Game(PlayIntent::Search) => {
            let (me, vault) = (run.game().view().player().pos, run.game().view().vault());
            let lever = vault.map(|vault| vault.lever);
            let beside = Dir::ALL
                .into_iter()
                .find(|dir| Some(me.step(*dir)) == lever);
            let Some(dir) = beside else { return };
            Action::Pull { dir }
        }
        _ => return,
    };
    act(action, run, mode);
    // Solved, or gone from it: there is nothing left to turn.
    if matches!(mode, Mode::Conduit(_)) && conduit::board_at(run).is_none() {
        *mode = Mode::Map;
    }
}

/// A press on a tile of the conduit turns it.
fn press(
    tiles: Query<(&Interaction, &conduit::Tile), Changed<Interaction>>,
    (mut run, mut mode): (ResMut<Run>, ResMut<Mode>),
) {
    if !matches!(*mode, Mode::Conduit(_)) {
        return;
    }
    if let Some(at) = conduit::pressed(&tiles, &run) {
        *mode = Mode::Conduit(at);
        let run = run.bypass_change_detection();
        on_conduit(Intent::Game(PlayIntent::Confirm), at, run, &mut mode);
    }
}

/// The pointer chooses the line that it is moved over, and a press does what it says.
fn choose(
    lines: Query<(Ref<Interaction>, &Line)>,
    mut pointed: Pointed,
    mut mode: ResMut<Mode>,
    queue: Option<ResMut<IntentQueue>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let mut queue = queue;
    for (line, pressed) in pointed.choices(lines.iter()) {
        let chosen = mode.with_line(*line);
        mode.set_if_neq(chosen);
        if let Some(queue) = queue.as_mut().filter(|_| pressed) {
            queue.0.push_back(match (*mode, line.0) {
                (Mode::Confirm(..) | Mode::GiveUp, 1) => Intent::Typed('n'),
                _ => Intent::Choose,
            });
            redraw.write(RequestRedraw);
        }
    }
}

/// Does what is aimed.
fn shoot(aimed: Aimed, at: Pos, run: &mut Run, mode: &mut Mode) {
    *mode = Mode::Map;
    let me = run.game().view().player().pos;
    let dir = Dir::ALL.into_iter().find(|dir| me.step(*dir) == at);
    let action = match aimed {
        Aimed::Arrow => Action::Fire { at, sure: false },
        Aimed::Throw(letter) => Action::Throw {
            letter,
            at,
            sure: false,
        },
        Aimed::Read(letter) => Action::Read {
            letter,
            at: Some(at),
            sure: false,
        },
        Aimed::Use(letter) => Action::Use {
            letter,
            at: Some(at),
            sure: false,
        },
        Aimed::Look | Aimed::Travel => Action::Travel { to: at },
        // Aimed at no neighbour, the question is asked again.
        Aimed::Close => Action::Close { dir },
        Aimed::Tend => Action::Tend { dir },
    };
    act(action, run, mode);
}

/// Takes the next step of a long action, a frame at a time, until something is asked for.
fn go_on(
    mut intents: MessageReader<Intent>,
    (mut run, mut mode): (ResMut<Run>, ResMut<Mode>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let asked = intents.read().count() > 0;
    let Some(action) = run.game().doing().filter(|_| *mode == Mode::Map) else {
        return;
    };
    if !asked {
        act(action, run.bypass_change_detection(), &mut mode);
    }
    redraw.write(RequestRedraw);
}

/// Menus take the keys that the map would.
fn hand_keys(mode: Res<Mode>, mut taker: ResMut<KeyTaker>) {
    let wanted = if mode.is_menu() {
        KeyTaker::Menu
    } else {
        KeyTaker::Nobody
    };
    if mode.is_changed() && *taker != KeyTaker::Text {
        taker.set_if_neq(wanted);
    }
}
