//! From what is asked for to actions of the game: the run, what it says, and who has the keys.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::action::PlayAction;
use super::mode::{Aimed, Mode};
use super::over::Outside;
use super::pack::Purpose;
use super::{conduit, here, over, pack, pause, teach};
use crate::app::frame::Phase;
use crate::app::input::{
    ActionQueue, AddActions, Asked, Closed, Layer, Layers, MapPointer, MenuAction, hand_out,
};
use crate::app::notice::Notice;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::{Screen, on};
use crate::app::seed::RunSeed;
use crate::app::settings::{Settings, Taught};
use crate::app::stage::{LogFooter, PlayedContent, Run, WholeLevel};
use crate::app::ui::hud::Bar;
use crate::app::ui::list::{self, Cursor as _};
use crate::game::{Action, Game, Intent, Refusal, View};
use crate::geom::{Dir, Pos};

/// Plays the run.
pub(super) fn plugin(app: &mut App) {
    app.add_actions::<PlayAction>()
        .init_resource::<Mode>()
        .init_resource::<over::Shown>()
        .add_systems(OnEnter(Screen::Play), enter)
        .add_systems(OnExit(Screen::Play), leave)
        .add_systems(
            Update,
            (
                (click, conduit::press, list::point::<Mode>)
                    .in_set(Phase::Input)
                    .before(hand_out),
                (halt, pause::open, apply_actions, go_on, end, over::note)
                    .chain()
                    .in_set(Phase::Act),
                (show_layer, teach::teach).in_set(Phase::Settle),
                here::offer
                    .run_if(resource_changed::<Mode>.or_eager(resource_exists_and_changed::<Run>))
                    .in_set(Phase::Settle),
            )
                .run_if(on(Screen::Play))
                .run_if(resource_exists::<Run>),
        );
}

static MOUSE: [(&str, &str); 2] = [("Click", "Go there, or attack"), ("Wheel", "Zoom")];

/// Goes on with the run of this seed, or begins it.
fn enter(
    mut commands: Commands,
    run: Option<ResMut<Run>>,
    (seed, content): (Res<RunSeed>, Option<Res<PlayedContent>>),
    (mut mode, mut notice, mut bar): (ResMut<Mode>, ResMut<Notice>, ResMut<Bar>),
) {
    *bar = Bar {
        facts: Vec::new(),
        hints: &here::HINTS,
        mouse: &MOUSE,
        about: &here::ABOUT,
        ..default()
    };
    *mode = Mode::Map;
    if let Some(mut run) = run.filter(|run| run.is_playing()) {
        run.set_changed();
        return;
    }
    match Run::new(seed.0, content.as_deref()) {
        Ok(run) => commands.insert_resource(run),
        Err(reason) => notice.0 = reason,
    }
}

fn leave(mut mode: ResMut<Mode>, (mut whole, mut aside): (ResMut<WholeLevel>, ResMut<LogFooter>)) {
    *aside = LogFooter::default();
    *mode = Mode::Map;
    *whole = WholeLevel(false);
}

/// Asks for what a press on the map does.
fn click(pointer: MapPointer, mut queue: ResMut<ActionQueue>) {
    if let Some(tile) = pointer.tile().filter(|_| pointer.is_pressed()) {
        queue.push(&PlayAction::GoTo(tile));
    }
}

/// Goes to a place that was clicked, strikes who stands there, or does what is aimed.
fn go_to(at: Pos, run: &mut Run, mode: &mut Mode) {
    match *mode {
        Mode::Aim(aimed, _) => shoot(aimed, at, run, mode),
        Mode::Map => {
            let me = run.game().view().player().pos;
            let beside = Dir::ALL.into_iter().find(|dir| me.step(*dir) == at);
            let action = match beside {
                Some(dir) => Action::step(dir),
                None if at == me => Action::PickUp,
                None => Action::Travel {
                    to: beside_mechanism(run.game().view(), at),
                },
            };
            act(action, run, mode);
        }
        Mode::Log => *mode = Mode::Map,
        _ => {}
    }
}

fn apply_actions(
    (mut actions, mut menu): (MessageReader<PlayAction>, MessageReader<MenuAction>),
    mut closed: MessageReader<Closed>,
    (mut run, mut mode): (ResMut<Run>, ResMut<Mode>),
    settings: Option<Res<Settings>>,
    mut outside: Outside,
) {
    // It is marked as changed when its turns are told.
    let run = run.bypass_change_detection();
    let own = |closed: &&Closed| matches!(closed.0, Layer::Aim | Layer::Board | Layer::Menu);
    for _ in closed.read().filter(own) {
        if !mode.close() && outside.is_read() {
            outside.open(Screen::Title);
        }
    }
    for action in actions.read() {
        let was_menu = mode.is_menu();
        on_action(*action, run, &mut mode);
        finish(run, (settings.as_deref(), outside.taught.as_deref()));
        if !was_menu && mode.is_menu() {
            // What was typed ahead was not an answer.
            actions.clear();
            menu.clear();
            outside.redraw();
            return;
        }
    }
    for action in menu.read() {
        on_menu(*action, run, &mut mode, &mut outside);
        finish(run, (settings.as_deref(), outside.taught.as_deref()));
    }
}

/// Does what a key of the screen asks for.
fn on_action(action: PlayAction, run: &mut Run, mode: &mut Mode) {
    match (action, *mode) {
        (PlayAction::GoTo(at), _) => go_to(at, run, mode),
        (PlayAction::Other, Mode::Pack(purpose, _)) => {
            *mode = Mode::Pack(purpose.next(), purpose.next().first(run));
        }
        (PlayAction::Other, Mode::Aim(Aimed::Look | Aimed::Travel | Aimed::Level, _)) => {
            on_map(PlayAction::Fire, run, mode);
        }
        (PlayAction::Log, Mode::Log) | (PlayAction::Level, Mode::Aim(Aimed::Level, _)) => {
            *mode = Mode::Map;
        }
        (_, Mode::Map) => on_map(action, run, mode),
        (_, Mode::Aim(aimed, at)) => on_aim(action, (aimed, at), run, mode),
        (_, Mode::Conduit(at)) => on_conduit(action, at, run, mode),
        _ => {}
    }
    if !run.is_playing() && *mode == Mode::Map {
        *mode = Mode::Over(0);
    }
}

/// Does what a key of a menu asks for.
fn on_menu(action: MenuAction, run: &mut Run, mode: &mut Mode, outside: &mut Outside) {
    match *mode {
        Mode::Pack(purpose, line) => pack::on_list(action, (purpose, line), run, mode),
        Mode::Item { letter, from, line } => {
            pack::on_card(action, (letter, from, line), run, mode);
        }
        Mode::Confirm(_, _, line) | Mode::GiveUp(line) => {
            let letters = ANSWERS.map(|(letter, _)| letter);
            match list::asked(action, line, letters) {
                Some(list::Asked::Cursor(line)) => *mode = mode.on(line),
                Some(list::Asked::Line(0)) => confirm(run, mode),
                // Any other letter is a no.
                _ => *mode = Mode::Map,
            }
        }
        Mode::Log if !matches!(action, MenuAction::Cursor(_)) => *mode = Mode::Map,
        Mode::Pause(line) => pause::on_menu(action, line, mode, outside),
        Mode::Over(line) => over::on_menu(action, line, (run, mode), outside),
        _ => {}
    }
    if !run.is_playing() && *mode == Mode::Map {
        *mode = Mode::Over(0);
    }
}

/// The answers to a question.
pub(super) const ANSWERS: [(char, &str); 2] = [('y', "Yes, do it"), ('n', "No")];

/// Does what was asked about.
fn confirm(run: &mut Run, mode: &mut Mode) {
    match std::mem::take(mode) {
        Mode::Confirm(action, ..) => act(action.confirmed(), run, mode),
        _ => run.give_up(),
    }
}

/// Does an action; a dangerous one is asked about first.
pub(super) fn act(action: Action, run: &mut Run, mode: &mut Mode) {
    match run.apply(action) {
        Err(Refusal::NeedsConfirmation(danger)) => *mode = Mode::Confirm(action, danger, 0),
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
    if !run.is_playing()
        && !matches!(
            *mode,
            Mode::Over(_) | Mode::Aim(Aimed::Look | Aimed::Level, _) | Mode::Log
        )
    {
        *mode = Mode::Over(0);
    }
}

/// What has to be chosen, an item or a target, before this can be done.
const fn intent(action: PlayAction) -> Option<Intent> {
    Some(match action {
        PlayAction::Eat => Intent::Eat,
        PlayAction::Quaff => Intent::Quaff,
        PlayAction::Read => Intent::Read,
        PlayAction::Throw => Intent::Throw,
        PlayAction::Drop => Intent::Drop,
        PlayAction::Fire => Intent::Fire,
        PlayAction::Equip => Intent::Equip,
        PlayAction::TakeOff => Intent::TakeOff,
        PlayAction::Travel => Intent::Travel,
        _ => return None,
    })
}

fn on_map(action: PlayAction, run: &mut Run, mode: &mut Mode) {
    let refused = intent(action).and_then(|intent| run.game().view().can_begin(intent).err());
    if let Some(why) = refused {
        run.refuse(why);
        return;
    }
    let view = run.game().view();
    let me = view.player().pos;
    let target = view.nearest_enemy().unwrap_or(me);
    let pack = |purpose: Purpose| Mode::Pack(purpose, purpose.first(run));
    match action {
        PlayAction::Step(dir) => act(Action::step(dir), run, mode),
        PlayAction::Run(dir) => act(Action::Run { dir }, run, mode),
        PlayAction::Wait => act(Action::Wait, run, mode),
        PlayAction::Search => act(Action::Search, run, mode),
        PlayAction::Rest => act(Action::Rest, run, mode),
        PlayAction::Explore => act(Action::Explore, run, mode),
        PlayAction::PickUp => act(Action::PickUp, run, mode),
        PlayAction::Descend => match view.stairs_down() {
            Some(to) if to != me => act(Action::Travel { to }, run, mode),
            None => run.remark("You have not seen stairs leading down yet."),
            Some(_) => act(Action::Descend { sure: false }, run, mode),
        },
        PlayAction::Ascend => match view.stairs_up() {
            Some(to) if to != me => act(Action::Travel { to }, run, mode),
            None => run.remark("You have not seen stairs leading up yet."),
            Some(_) => act(Action::Ascend, run, mode),
        },
        PlayAction::Pack => *mode = pack(Purpose::Use),
        PlayAction::Drop => *mode = pack(Purpose::Drop),
        PlayAction::Throw => *mode = pack(Purpose::Throw),
        PlayAction::Eat => *mode = pack(Purpose::Eat),
        PlayAction::Quaff => *mode = pack(Purpose::Quaff),
        PlayAction::Read => *mode = pack(Purpose::Read),
        PlayAction::Equip => *mode = pack(Purpose::Equip),
        PlayAction::TakeOff => *mode = pack(Purpose::TakeOff),
        PlayAction::Fire => *mode = Mode::Aim(Aimed::Arrow, target),
        PlayAction::Travel => {
            let to = view.stairs_down().unwrap_or(me);
            *mode = Mode::Aim(Aimed::Travel, to);
        }
        PlayAction::Level => *mode = Mode::Aim(Aimed::Level, me),
        PlayAction::Look | PlayAction::NextTarget => *mode = Mode::Aim(Aimed::Look, target),
        PlayAction::Close => act(Action::Close { dir: None }, run, mode),
        PlayAction::Tend => act(Action::Tend { dir: None }, run, mode),
        PlayAction::Log => *mode = Mode::Log,
        PlayAction::GiveUp => *mode = Mode::ASK_TO_GIVE_UP,
        PlayAction::Confirm => act(obvious(run), run, mode),
        PlayAction::TurnBack | PlayAction::TurnAt(_) | PlayAction::GoTo(_) | PlayAction::Other => {}
    }
}

/// What is obvious to do where the player stands, without a step.
fn obvious(run: &Run) -> Action {
    let view = run.game().view();
    let me = view.player().pos;
    if view.item_at(me).is_some() {
        Action::PickUp
    } else if view.stairs_down() == Some(me) {
        Action::Descend { sure: false }
    } else if view.stairs_up() == Some(me) {
        Action::Ascend
    } else {
        Action::Search
    }
}

fn on_aim(action: PlayAction, (aimed, at): (Aimed, Pos), run: &mut Run, mode: &mut Mode) {
    match action {
        // One step from the player is all the answer that is needed.
        PlayAction::Step(dir) if matches!(aimed, Aimed::Close | Aimed::Tend) => {
            shoot(aimed, at.step(dir), run, mode);
        }
        PlayAction::Step(dir) => {
            let to = at.step(dir);
            if run.game().view().size().contains(to) {
                *mode = Mode::Aim(aimed, to);
            }
        }
        PlayAction::NextTarget => {
            let view = run.game().view();
            let seen = match aimed.action(at) {
                Some(_) => view.targets(),
                None => view.sights(),
            };
            let here = seen.iter().position(|pos| *pos == at);
            let next = here.map_or(0, |here| (here + 1) % seen.len());
            if let Some(pos) = seen.get(next) {
                *mode = Mode::Aim(aimed, *pos);
            }
        }
        PlayAction::Confirm | PlayAction::Fire => shoot(aimed, at, run, mode),
        _ => {}
    }
}

fn on_conduit(action: PlayAction, at: Pos, run: &mut Run, mode: &mut Mode) {
    let Some(board) = conduit::board_at(run) else {
        *mode = Mode::Map;
        return;
    };
    let turn = |at, clockwise| Action::Rotate {
        tile: conduit::index(&board, at),
        clockwise,
    };
    let action = match action {
        PlayAction::Step(dir) => {
            let to = at.step(dir);
            if board.tile(to).is_some() {
                *mode = Mode::Conduit(to);
            }
            return;
        }
        PlayAction::Confirm => turn(at, true),
        PlayAction::TurnAt(clicked) => {
            *mode = Mode::Conduit(clicked);
            turn(clicked, true)
        }
        PlayAction::TurnBack => turn(at, false),
        PlayAction::Search => {
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

/// Does what is aimed.
fn shoot(aimed: Aimed, at: Pos, run: &mut Run, mode: &mut Mode) {
    let view = run.game().view();
    let me = view.player().pos;
    let dir = Dir::ALL.into_iter().find(|dir| me.step(*dir) == at);
    let action = match (aimed, aimed.action(at)) {
        (_, Some(action)) => {
            // Another target may do.
            if let Err(why) = view.aim(action) {
                run.refuse(why);
                return;
            }
            action
        }
        // Aimed at no neighbour, the question is asked again.
        (Aimed::Close, _) => Action::Close { dir },
        (Aimed::Tend, _) => Action::Tend { dir },
        _ => Action::Travel {
            to: beside_mechanism(view, at),
        },
    };
    *mode = Mode::Map;
    act(action, run, mode);
}

/// Where a walk to a place ends: before the lever or conduit that is there, since it is in a wall.
pub(super) fn beside_mechanism(view: View<'_>, at: Pos) -> Pos {
    if view.vault().is_none_or(|vault| vault.lever != at) {
        return at;
    }
    let beside = Dir::ALL.map(|dir| at.step(dir)).into_iter();
    let ways = beside.filter_map(|pos| Some((view.known_path(pos)?.len(), pos)));
    ways.min_by_key(|(steps, _)| *steps)
        .map_or(at, |(_, pos)| pos)
}

/// Steps of a long action that are taken in one frame at most: enough for a rest from the brink of
/// death, and few enough to be done before the next frame is due.
const STEPS: usize = 400;

/// Whatever is asked for ends the long action that is under way.
fn halt(mut asked: MessageReader<Asked>, mut run: ResMut<Run>) {
    if asked.read().count() > 0 {
        run.bypass_change_detection().halt();
    }
}

/// Takes all steps of a long action that has just begun, unless the player wants to see each.
fn finish(run: &mut Run, (settings, taught): (Option<&Settings>, Option<&Taught>)) {
    if settings.is_none_or(|settings| !settings.watch) {
        run.continue_action(STEPS, |game| teach::stops(game, taught));
    }
}

/// Goes on with a long action: a step a frame for who watches it.
fn go_on(
    mut asked: MessageReader<Asked>,
    (mut run, mode): (ResMut<Run>, Res<Mode>),
    (settings, taught): (Option<Res<Settings>>, Option<Res<Taught>>),
    (mut redraw, mut wake): (MessageWriter<RequestRedraw>, MessageWriter<Wake>),
) {
    let just_begun = asked.read().count() > 0;
    if !run.is_under_way() || *mode != Mode::Map {
        return;
    }
    let watched = settings.is_some_and(|settings| settings.watch);
    if !just_begun {
        let steps = if watched { 1 } else { STEPS };
        let stops = |game: &Game| teach::stops(game, taught.as_deref());
        run.bypass_change_detection().continue_action(steps, stops);
    }
    if watched {
        wake.write(Wake(FRAME));
    } else {
        redraw.write(RequestRedraw);
    }
}

/// What is open over the map is a layer, and may need the whole level in the window.
fn show_layer(mode: Res<Mode>, mut layers: ResMut<Layers>, mut whole: ResMut<WholeLevel>) {
    whole.set_if_neq(WholeLevel(matches!(*mode, Mode::Aim(Aimed::Level, _))));
    let own = [Layer::Aim, Layer::Board, Layer::Menu];
    let open = layers.with_only(&own, mode.layer());
    layers.set_if_neq(open);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::Explorer;
    use crate::rng::Seed;

    #[test]
    fn a_walk_to_a_lever_or_conduit_ends_before_it() {
        // Some steps in sight of one are enough.
        let (mut checked, mut seed) = (0, 0);
        while checked < 3 {
            let mut run = Run::new(Seed(seed), None).unwrap();
            let mut bot = Explorer::default();
            while checked < 3 && run.is_playing() {
                run.step_by(&mut bot);
                let view = run.game().view();
                let Some(vault) = view.vault() else { continue };
                let to = beside_mechanism(view, vault.lever);
                assert!(to.steps_to(vault.lever) == 1 && view.known_path(to).is_some());
                let me = view.player().pos;
                assert_eq!(beside_mechanism(view, me), me);
                checked += 1;
            }
            seed += 1;
        }
    }
}
