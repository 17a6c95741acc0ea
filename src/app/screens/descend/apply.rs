//! Applies the player's input to the run: turns it into actions of the game, opens questions and
//! menus, and runs long actions over several frames.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::action::DescendAction;
use super::mode::{ANSWERS, AimKind, Mode, Purpose};
use super::reply::Reply;
use super::shell::{self, ShellContext};
use super::{aim, conduit, ending, lessons, offers, pack, pause};
use crate::app::begin::Begin;
use crate::app::frame::Phase;
use crate::app::input::{
    ActionQueue, ActionSent, AddActions, Layer, LayerClosed, Layers, LeaveScreen, MapPointer,
    MenuAction, dispatch_actions,
};
use crate::app::notice::Notice;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::Screen;
use crate::app::seed::TitleSeed;
use crate::app::settings::{Settings, Taught};
use crate::app::stage::{LogFooter, NotLoaded, PlayedContent, Run, Saves, WholeLevel};
use crate::app::ui::hud::Bar;
use crate::app::ui::list;
use crate::game::content::DEEPEST;
use crate::game::{Action, Command, Game, Intent, Refusal, View};

pub(super) fn plugin(app: &mut App) {
    app.add_actions::<DescendAction>()
        .init_resource::<Mode>()
        .init_resource::<shell::ShownAt>()
        .init_resource::<Saves>()
        .add_systems(OnEnter(Screen::Descend), on_enter)
        .add_systems(OnExit(Screen::Descend), on_exit)
        .add_systems(
            Update,
            (
                (
                    queue_click,
                    conduit::queue_click,
                    list::select_with_pointer::<Mode>,
                )
                    .in_set(Phase::Input)
                    .before(dispatch_actions),
                (
                    stop_long_action,
                    open_pause_menu,
                    apply_actions,
                    continue_long_action,
                    conduit::close_if_solved,
                    open_end_menu,
                    shell::record_end,
                )
                    .chain()
                    .in_set(Phase::Act),
                (update_layers, lessons::update_lesson).in_set(Phase::Settle),
                offers::update_bar
                    .run_if(resource_changed::<Mode>.or_eager(resource_exists_and_changed::<Run>))
                    .in_set(Phase::Settle),
            )
                .in_set(Screen::Descend)
                .run_if(resource_exists::<Run>),
        );
}

/// The layers that modes open.
const OWN_LAYERS: [Layer; 4] = [Layer::Aim, Layer::Board, Layer::Question, Layer::Menu];

static MOUSE_HINTS: [(&str, &str); 2] = [("Click", "Go there, or attack"), ("Wheel", "Zoom")];

/// Resumes the run in progress, or starts one with the current seed.
fn on_enter(
    mut commands: Commands,
    run: Option<ResMut<Run>>,
    (mut mode, mut bar): (ResMut<Mode>, ResMut<Bar>),
) {
    *bar = Bar {
        hints: &offers::MAP_HINTS,
        mouse: &MOUSE_HINTS,
        about: &offers::GAME_HELP,
        ..default()
    };
    *mode = Mode::Map;
    if let Some(mut run) = run.filter(|run| run.is_playing()) {
        run.set_changed();
        return;
    }
    commands.queue(continue_or_begin);
}

/// Continues the saved run, or begins one with the current seed.
fn continue_or_begin(world: &mut World) {
    match Saves::load_first(world) {
        Ok(true) => {}
        Ok(false) => {
            let chosen = world.resource_mut::<Begin>().take().seed();
            let seed = chosen.unwrap_or(world.resource::<TitleSeed>().seed());
            match Run::new(seed, world.get_resource::<PlayedContent>()) {
                Ok(run) => world.insert_resource(run),
                Err(reason) => world.resource_mut::<Notice>().refuse(&reason),
            }
        }
        // The title offers what is left, or another run.
        Err(error) => {
            match error {
                NotLoaded::Unreadable(reason) => world.resource_mut::<Notice>().0 = reason,
                NotLoaded::Damaged(remains) => world.insert_resource(*remains),
            }
            world.resource_mut::<NextState<Screen>>().set(Screen::Title);
        }
    }
}

fn on_exit(
    mut mode: ResMut<Mode>,
    (mut whole, mut aside): (ResMut<WholeLevel>, ResMut<LogFooter>),
) {
    *aside = LogFooter::default();
    *mode = Mode::Map;
    *whole = WholeLevel(false);
}

/// Queues a click on the map as an action.
fn queue_click(pointer: MapPointer, mut queue: ResMut<ActionQueue>) {
    if let Some(tile) = pointer.tile().filter(|_| pointer.is_pressed()) {
        queue.push(&DescendAction::GoTo(tile));
    }
}

/// Opens the pause menu instead of leaving the screen.
fn open_pause_menu(mut requests: ResMut<Messages<LeaveScreen>>, mut mode: ResMut<Mode>) {
    if *mode == Mode::Map && requests.drain().count() > 0 {
        *mode = Mode::Pause(0);
    }
}

fn apply_actions(
    (mut actions, mut menu): (MessageReader<DescendAction>, MessageReader<MenuAction>),
    mut closed: MessageReader<LayerClosed>,
    (mut run, mut mode): (ResMut<Run>, ResMut<Mode>),
    settings: Res<Settings>,
    mut shell: ShellContext,
) {
    // The run is marked as changed once there is something new to show.
    let run = run.bypass_change_detection();
    let is_own = |closed: &&LayerClosed| OWN_LAYERS.contains(&closed.0);
    for _ in closed.read().filter(is_own) {
        perform(Reply::Close, run, &mut mode, &mut shell);
    }
    for action in actions.read() {
        let was_menu = mode.is_menu();
        let reply = reply_to(*action, *mode, run);
        perform(reply, run, &mut mode, &mut shell);
        finish_long_action(run, &settings, &shell.taught);
        conduit::close_if_left(run, &mut mode);
        // A held key stops at what a long action stops at.
        let stops = run.take_interruption()
            || matches!(action, DescendAction::Step(_))
                && lessons::stops_long_action(run.game(), &shell.taught);
        let drops_repeats = stops && shell.end_hold();
        let asks = !was_menu && mode.is_menu();
        if asks {
            // Keys typed before the question appeared are not answers to it.
            menu.clear();
            shell.redraw();
        }
        if asks || drops_repeats {
            actions.clear();
            return;
        }
    }
    for action in menu.read() {
        let reply = reply_to_menu(*action, *mode, run, &shell);
        perform(reply, run, &mut mode, &mut shell);
        finish_long_action(run, &settings, &shell.taught);
        run.take_interruption();
    }
}

/// Does what a mode replied.
fn perform(reply: Reply, run: &mut Run, mode: &mut Mode, shell: &mut ShellContext) {
    match reply {
        Reply::Nothing => {}
        Reply::Act(command, next) => {
            *mode = next;
            try_action(command, run, mode);
        }
        Reply::Open(next) => *mode = next,
        Reply::Close => {
            if !mode.close() && shell.accepts_input() {
                shell.open(Screen::Title);
            }
        }
        Reply::Say(sentence) => run.remark(&sentence),
        Reply::Reorder(next) => {
            run.reorder();
            *mode = next;
        }
        Reply::Send(action) => {
            *mode = Mode::Map;
            shell.queue_action(action);
        }
        Reply::Screen(screen) => shell.open(screen),
        Reply::Begin(setup) => shell.start_run(setup, run, mode),
        Reply::FirstDescent => {
            if let Some(setup) = shell.first_descent() {
                shell.start_run(setup, run, mode);
            }
        }
        Reply::Watch(recording) => shell.watch(recording),
        Reply::Copy(text) => shell.copy(&text),
    }
    if !run.is_playing() && *mode == Mode::Map {
        *mode = Mode::Over(0);
    }
}

/// What an action does in the current mode.
fn reply_to(action: DescendAction, mode: Mode, run: &Run) -> Reply {
    match (action, mode) {
        (DescendAction::AlternatePad, Mode::Pack(purpose, _)) => {
            let next = purpose.next();
            Reply::Open(Mode::Pack(next, next.first_line(run)))
        }
        (DescendAction::Log | DescendAction::GoTo(_), Mode::Log(_)) => Reply::Close,
        (_, Mode::Map) => handle_map_action(action, run),
        (_, Mode::Aim(kind, at)) => aim::handle(action, (kind, at), run),
        (_, Mode::Conduit(at)) => conduit::handle(action, at, run),
        _ => Reply::Nothing,
    }
}

/// What an action does in the open menu.
fn reply_to_menu(action: MenuAction, mode: Mode, run: &Run, shell: &ShellContext) -> Reply {
    match mode {
        Mode::Pack(purpose, line) => pack::handle_list(action, (purpose, line), run),
        Mode::Item { letter, from, line } => pack::handle_card(action, (letter, from, line), run),
        Mode::Confirm(asked, danger, line) => answer(action, line, asked.sure(), |line| {
            Mode::Confirm(asked, danger, line)
        }),
        Mode::GiveUp(line) => answer(action, line, Action::GiveUp.into(), Mode::GiveUp),
        Mode::Log(back) => scroll_log(action, back, run),
        Mode::Pause(line) => pause::handle(action, line),
        Mode::Over(line) if shell.accepts_input() => ending::handle(action, line, run),
        _ => Reply::Nothing,
    }
}

/// Answers a question: plays `command` if the answer is yes.
fn answer(
    action: MenuAction,
    line: usize,
    command: Command,
    at_line: impl FnOnce(usize) -> Mode,
) -> Reply {
    let letters = ANSWERS.map(|(letter, _)| letter);
    Reply::from_list(action, line, letters, at_line, |line| match line {
        0 => Reply::Act(command, Mode::Map),
        _ => Reply::Close,
    })
}

/// The message log after an action: up and down scroll by a message, left and right by ten, and
/// anything else closes it.
fn scroll_log(action: MenuAction, back: usize, run: &Run) -> Reply {
    let MenuAction::Cursor(dir) = action else {
        return Reply::Close;
    };
    let delta = dir.delta();
    let by = -(delta.y + 10 * delta.x) as isize;
    let oldest = run.log().lines().len().saturating_sub(1);
    Reply::Open(Mode::Log(back.saturating_add_signed(by).min(oldest)))
}

/// Applies an action, or opens what it still needs: a confirmation, a target, a direction or the
/// conduit's board.
fn try_action(command: impl Into<Command>, run: &mut Run, mode: &mut Mode) {
    let command = command.into();
    let action = command.action;
    if let Action::Use { letter, .. } = action
        && let Err(why) = run.game().view().can_use(letter)
    {
        run.refuse(why);
        return;
    }
    match run.apply(command) {
        Err(Refusal::NeedsConfirmation(danger)) => *mode = Mode::ask(action, danger),
        Err(Refusal::NoTarget) => {
            if let Action::Use { letter, .. } = action {
                *mode = Mode::Aim(AimKind::Use(letter), run.game().view().player().pos);
            }
        }
        Err(Refusal::WhichDirection) => {
            let (kind, question) = match action {
                Action::Tend { .. } => (AimKind::Tend, "Light or put out which brazier?"),
                _ => (AimKind::Close, "Close which door?"),
            };
            run.remark(&format!("{question} Press a direction key."));
            *mode = Mode::Aim(kind, run.game().view().player().pos);
        }
        Err(Refusal::AtConduit) => {
            if let Some(board) = conduit::unsolved_board_at(run) {
                *mode = Mode::Conduit(board.wellspring()[0]);
            }
        }
        _ => {}
    }
}

/// Opens the end menu once the run is over, unless the player is viewing its map or log.
fn open_end_menu(run: Res<Run>, mut mode: ResMut<Mode>) {
    if !run.is_playing()
        && !matches!(
            *mode,
            Mode::Over(_) | Mode::Aim(AimKind::Look | AimKind::Level, _) | Mode::Log(_)
        )
    {
        *mode = Mode::Over(0);
    }
}

/// What an action does on the map.
fn handle_map_action(action: DescendAction, run: &Run) -> Reply {
    let view = run.game().view();
    let me = view.player().pos;
    let target = view.nearest_enemy().unwrap_or(me);
    let pack = |purpose: Purpose| Mode::Pack(purpose, purpose.first_line(run));
    let pick = |intent, purpose: Purpose| Reply::open_if_allowed(intent, pack(purpose), run);
    match action {
        DescendAction::GoTo(at) => aim::walk_to(at, run),
        DescendAction::Step(dir) => Action::step(dir).into(),
        DescendAction::Run(dir) => Action::Run { dir }.into(),
        DescendAction::Wait => Action::Wait.into(),
        DescendAction::Search => Action::Search.into(),
        DescendAction::Rest => Action::Rest.into(),
        DescendAction::Explore => Action::Explore.into(),
        DescendAction::PickUp => Action::PickUp.into(),
        DescendAction::Descend => match view.stairs_down() {
            Some(to) if to != me => Action::Travel { to }.into(),
            None if view.depth() < DEEPEST => {
                Reply::Say("You have not seen stairs leading down yet.".to_owned())
            }
            _ => Action::Descend.into(),
        },
        DescendAction::Ascend if view.depth() == 1 => Reply::refuse(view, Refusal::Barred),
        DescendAction::Ascend => match view.stairs_up() {
            Some(to) if to != me => Action::Travel { to }.into(),
            None => Reply::Say("You have not seen stairs leading up yet.".to_owned()),
            Some(_) => Action::Ascend.into(),
        },
        DescendAction::Pack => Reply::Open(pack(Purpose::Use)),
        DescendAction::Drop => pick(Intent::Drop, Purpose::Drop),
        DescendAction::Throw => pick(Intent::Throw, Purpose::Throw),
        DescendAction::Eat => pick(Intent::Eat, Purpose::Eat),
        DescendAction::Quaff => pick(Intent::Quaff, Purpose::Quaff),
        DescendAction::Read => pick(Intent::Read, Purpose::Read),
        DescendAction::Equip => pick(Intent::Equip, Purpose::Equip),
        DescendAction::TakeOff => pick(Intent::TakeOff, Purpose::TakeOff),
        DescendAction::Fire => {
            Reply::open_if_allowed(Intent::Fire, Mode::Aim(AimKind::Arrow, target), run)
        }
        DescendAction::Travel => {
            let to = view.stairs_down().unwrap_or(me);
            Reply::open_if_allowed(Intent::Travel, Mode::Aim(AimKind::Travel, to), run)
        }
        DescendAction::Level => Reply::Open(Mode::Aim(AimKind::Level, me)),
        DescendAction::Look | DescendAction::NextTarget => {
            Reply::Open(Mode::Aim(AimKind::Look, target))
        }
        DescendAction::Close => Action::Close { dir: None }.into(),
        DescendAction::Tend => Action::Tend { dir: None }.into(),
        DescendAction::Log => Reply::Open(Mode::Log(0)),
        DescendAction::GiveUp => Reply::Open(Mode::ASK_TO_GIVE_UP),
        DescendAction::Confirm => default_action(view).map_or_else(Reply::Say, Reply::from),
        DescendAction::TurnBack | DescendAction::TurnAt(_) | DescendAction::AlternatePad => {
            Reply::Nothing
        }
    }
}

/// The action of the confirm key on the map: pick up, take the stairs, or search. Beside a monster it does
/// not search, which would give away a turn, but says why.
fn default_action(view: View<'_>) -> Result<Action, String> {
    let me = view.player().pos;
    if view.item_at(me).is_some() {
        return Ok(Action::PickUp);
    }
    if view.stairs_down() == Some(me) {
        return Ok(Action::Descend);
    }
    if view.stairs_up() == Some(me) {
        return Ok(Action::Ascend);
    }
    let beside = view.actors().find(|actor| actor.pos.steps_to(me) == 1);
    match beside.map(|actor| view.monster_name(actor.kind)) {
        Some(name) => Err(format!(
            "You do not search while {name} is beside you. A step towards it strikes it."
        )),
        None => Ok(Action::Search),
    }
}

/// Limit on the steps of a long action in one frame: enough to rest from almost no health to full, few
/// enough to finish before the next frame is due.
const MAX_STEPS_PER_FRAME: usize = 400;

/// Stops the long action in progress on any input.
fn stop_long_action(mut asked: MessageReader<ActionSent>, mut run: ResMut<Run>) {
    if asked.read().count() > 0 {
        run.bypass_change_detection().halt();
    }
}

/// Runs a long action that has just started, unless the player chose to watch each step.
fn finish_long_action(run: &mut Run, settings: &Settings, taught: &Taught) {
    if !settings.watch {
        run.continue_action(MAX_STEPS_PER_FRAME, |game| {
            lessons::stops_long_action(game, taught)
        });
    }
}

/// Continues a long action, one step per frame if the player chose to watch.
fn continue_long_action(
    mut asked: MessageReader<ActionSent>,
    (mut run, mut mode): (ResMut<Run>, ResMut<Mode>),
    (settings, taught): (Res<Settings>, Res<Taught>),
    (mut redraw, mut wake): (MessageWriter<RequestRedraw>, MessageWriter<Wake>),
) {
    let has_just_begun = asked.read().count() > 0;
    if !run.is_under_way() || !matches!(*mode, Mode::Map | Mode::Conduit(_)) {
        return;
    }
    if !has_just_begun {
        let steps = if settings.watch {
            1
        } else {
            MAX_STEPS_PER_FRAME
        };
        let stops = |game: &Game| lessons::stops_long_action(game, &taught);
        run.bypass_change_detection().continue_action(steps, stops);
        if *mode != Mode::Map {
            conduit::close_if_left(&run, &mut mode);
        }
    }
    if settings.watch {
        wake.write(Wake(FRAME));
    } else {
        redraw.write(RequestRedraw);
    }
}

/// Sets the input layer that matches the mode, and whether the whole level has to fit in the window.
fn update_layers(mode: Res<Mode>, mut layers: ResMut<Layers>, mut whole: ResMut<WholeLevel>) {
    whole.set_if_neq(WholeLevel(matches!(*mode, Mode::Aim(AimKind::Level, _))));
    let open = layers.with_only(&OWN_LAYERS, mode.layer());
    layers.set_if_neq(open);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::Explorer;
    use crate::game::content::{self, Class, Content};
    use crate::geom::Dir;
    use crate::map::Tile;
    use crate::rng::Seed;

    fn last_message(run: &Run) -> &str {
        &run.log().lines().last().unwrap().text
    }

    #[test]
    fn a_question_has_no_chosen_and_stairs_that_lead_nowhere_say_so() {
        let mut run = Run::new(Seed(7), None).unwrap();
        let mut mode = Mode::Map;
        let letter = run
            .game()
            .view()
            .find_class(|class| matches!(class, Class::Food(_)));
        let letter = letter.unwrap();
        try_action(Action::Use { letter, at: None }, &mut run, &mut mode);
        assert!(matches!(mode, Mode::Confirm(.., 1)), "{mode:?}");
        mode = Mode::Map;
        run.step_by(&mut Explorer::default());
        let before = run.game().digest();
        let Reply::Say(sentence) = handle_map_action(DescendAction::Ascend, &run) else {
            panic!("the door is barred");
        };
        assert_eq!(run.game().digest(), before);
        let barred = "The door above is barred until the Everlamp burns.";
        assert_eq!(sentence, barred);
    }

    #[test]
    fn a_relic_with_nothing_to_act_on_takes_no_food() {
        let [monsters, (name, items), levels, rules, fixtures] = content::FILES;
        let items = items.replace(
            "(\"wax-knife\", 1),",
            "(\"wax-knife\", 1), (\"sanctus-bell\", 1),",
        );
        let read = Content::read([monsters, (name, &items), levels, rules, fixtures]).unwrap();
        let content = PlayedContent(Box::leak(Box::new(read)));
        let mut run = Run::new(Seed(7), Some(&content)).unwrap();
        let is_relic = |class| matches!(class, Class::Relic { .. });
        let letter = run.game().view().find_class(is_relic).unwrap();
        let before = run.game().digest();
        let action = Action::Use { letter, at: None };
        try_action(action, &mut run, &mut Mode::default());
        assert_eq!(run.game().digest(), before);
        let said = "Nothing would happen: there is nobody in sight to put to sleep.";
        assert_eq!(last_message(&run), said);
    }

    #[test]
    fn where_there_are_several_the_question_names_what_is_closed_or_lit() {
        for (action, question) in [
            (Action::Close { dir: None }, "Close which door?"),
            (
                Action::Tend { dir: None },
                "Light or put out which brazier?",
            ),
        ] {
            let beside_two = |seed| {
                let mut run = Run::new(Seed(seed), None).unwrap();
                let mut bot = Explorer::default();
                let asks = |run: &Run| {
                    let view = run.game().view();
                    let beside = Dir::ALL.map(|dir| view.tile(view.player().pos.step(dir)));
                    let tiles = beside.into_iter().flatten().map(|tile| tile.tile);
                    let wanted = [Tile::DoorOpen, Tile::Brazier];
                    if tiles.filter(|tile| wanted.contains(tile)).count() < 2 {
                        return false;
                    }
                    let tried = run.game().clone().apply(action, &mut Vec::new());
                    tried == Err(Refusal::WhichDirection)
                };
                while run.is_playing() && !asks(&run) {
                    run.step_by(&mut bot);
                }
                Some(run).filter(Run::is_playing)
            };
            let mut run = (1..60).find_map(beside_two).unwrap();
            let mut mode = Mode::Map;
            try_action(action, &mut run, &mut mode);
            assert!(matches!(mode, Mode::Aim(AimKind::Close | AimKind::Tend, _)));
            assert_eq!(
                last_message(&run),
                format!("{question} Press a direction key.")
            );
        }
    }
}
