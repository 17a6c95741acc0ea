//! Applies the player's input to the run: turns it into actions of the game, opens questions and
//! menus, and runs long actions over several frames.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::action::DescendAction;
use super::lessons;
use super::mode::{AimKind, Mode};
use super::modes::{self, board};
use super::reply::Reply;
use super::shell::{self, ShellContext};
use crate::app::begin::Begin;
use crate::app::frame::{Phase, React};
use crate::app::input::{
    ActionQueue, ActionSent, AddActions, AddLayers, LayerClosed, LeaveScreen, MapPointer,
    MenuAction, Names,
};
use crate::app::notice::Notice;
use crate::app::platform::clock::{FRAME, Wake};
use crate::app::screen::Screen;
use crate::app::seed::TitleSeed;
use crate::app::settings::{Settings, Taught};
use crate::app::share;
use crate::app::stage::{LightRow, LogFooter, NotLoaded, PlayedContent, Run, Saves, WholeLevel};
use crate::app::ui::hud::AddBar;
use crate::app::ui::list::AddList;
use crate::app::ui::side::Drawer;
use crate::game::{Action, Command, Game, Refusal};
use crate::geom::Dir;
use crate::rng::Seed;

pub(super) fn plugin(app: &mut App) {
    app.add_actions::<DescendAction>()
        .init_resource::<Mode>()
        .add_list::<Mode>(Screen::Descend)
        .init_resource::<shell::ShownAt>()
        .init_resource::<Saves>()
        .add_systems(OnEnter(Screen::Descend), on_enter)
        .add_systems(OnExit(Screen::Descend), on_exit)
        .add_bar(Screen::Descend, modes::bar, |world| {
            world.is_resource_changed::<Run>()
                || world.is_resource_changed::<Mode>()
                || world.is_resource_changed::<Drawer>()
        })
        .add_layers(Screen::Descend, |world| {
            world.resource::<Mode>().layer().into_iter().collect()
        })
        .add_systems(
            Update,
            (
                queue_click.in_set(Phase::Input),
                continue_long_action.in_set(Phase::Tick),
            )
                .in_set(Screen::Descend)
                .run_if(resource_exists::<Run>),
        )
        .add_systems(
            React,
            (
                (
                    stop_long_action,
                    open_pause_menu,
                    apply_actions,
                    board::close_if_solved,
                    update_mode,
                    shell::record_end,
                )
                    .chain()
                    .in_set(Phase::Act),
                (show_whole_level, lessons::update_lesson).in_set(Phase::Derive),
            )
                .in_set(Screen::Descend)
                .run_if(resource_exists::<Run>),
        );
}

/// Resumes the run in progress, or starts one with the current seed.
fn on_enter(mut commands: Commands, run: Option<ResMut<Run>>, mut mode: ResMut<Mode>) {
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
        Ok(is_loaded) => {
            let chosen = world.resource_mut::<Begin>().take().seed();
            match is_loaded {
                true => tell_of_another(world, chosen),
                false => begin_run(world, chosen),
            }
        }
        // The title offers what is left, or another run.
        Err(error) => {
            match error {
                NotLoaded::Unreadable(reason) => world.resource_mut::<Notice>().say(reason),
                NotLoaded::Damaged(remains) => world.insert_resource(*remains),
            }
            world.resource_mut::<NextState<Screen>>().set(Screen::Title);
        }
    }
}

/// Begins a run with the seed that was chosen, or else with the title's.
fn begin_run(world: &mut World, chosen: Option<Seed>) {
    let seed = chosen.unwrap_or(world.resource::<TitleSeed>().seed());
    match Run::new(seed, world.get_resource::<PlayedContent>()) {
        Ok(run) => world.insert_resource(run),
        Err(reason) => world.resource_mut::<Notice>().refuse(&reason),
    }
}

/// Says that a run goes on whose seed is not the chosen one.
fn tell_of_another(world: &mut World, chosen: Option<Seed>) {
    let left = world.resource::<Run>().game().seed();
    if let Some(chosen) = chosen.filter(|chosen| *chosen != left) {
        world.resource_mut::<Notice>().add(&format!(
            "The run that you left goes on. Begin seed {chosen} on the title."
        ));
    }
}

fn on_exit(
    mut mode: ResMut<Mode>,
    (mut whole, mut footer): (ResMut<WholeLevel>, ResMut<LogFooter>),
) {
    *footer = LogFooter::default();
    *mode = Mode::Map;
    *whole = WholeLevel(false);
}

/// Queues a click on the map, or on the row of the lantern, as an action.
fn queue_click(
    (pointer, light): (MapPointer, LightRow),
    mode: Res<Mode>,
    mut queue: ResMut<ActionQueue>,
) {
    if !pointer.is_pressed() {
        return;
    }
    if let Some(tile) = pointer.tile() {
        queue.push(&DescendAction::GoTo(tile));
    } else if *mode == Mode::Map && light.is_under_pointer() {
        queue.push(&DescendAction::Hood);
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
    for LayerClosed(layer) in closed.read() {
        if mode.layer() == Some(*layer) {
            apply_reply(Reply::Close, run, &mut mode, &mut shell, &settings);
        }
    }
    for action in actions.read() {
        let reply = modes::handle(*action, *mode, run);
        apply_reply(reply, run, &mut mode, &mut shell, &settings);
        // A held key stops at what a long action stops at.
        let stops = run.take_interruption()
            || matches!(action, DescendAction::Step(_))
                && lessons::stops_long_action(run.game(), &shell.taught);
        if stops {
            shell.queue.end_hold();
        }
    }
    for action in menu.read() {
        if run.is_playing() || shell.accepts_input() {
            let reply = modes::handle_menu(*action, *mode, run);
            apply_reply(reply, run, &mut mode, &mut shell, &settings);
            run.take_interruption();
        }
    }
}

/// Does what a mode replied, and runs a long action that this starts.
fn apply_reply(
    reply: Reply,
    run: &mut Run,
    mode: &mut Mode,
    shell: &mut ShellContext,
    settings: &Settings,
) {
    match reply {
        Reply::Nothing => {}
        Reply::Act(command, next) => {
            *mode = next;
            try_action(command, run, mode, shell.names.in_sentences());
        }
        Reply::Refuse(why) => refuse(why, run, shell.names.in_sentences()),
        Reply::Open(next) => *mode = next,
        Reply::Close => {
            if !mode.close() && shell.accepts_input() {
                shell.screens.open(Screen::Title, Begin::Last);
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
        Reply::Screen(screen, begin) => shell.screens.open(screen, begin),
        Reply::Begin(setup) => shell.start_run(setup, run, mode),
        Reply::FirstDescent => {
            if let Some(setup) = shell.first_descent() {
                shell.start_run(setup, run, mode);
            }
        }
        Reply::Copy(line) => shell
            .notice
            .say(share::copy_line(&mut shell.clipboard, &line)),
    }
    finish_long_action(run, settings, &shell.taught);
    *mode = modes::after(*mode, run);
}

/// Applies an action, or opens what it still needs: a confirmation, a target, a direction or the
/// conduit's board.
fn try_action(command: impl Into<Command>, run: &mut Run, mode: &mut Mode, names: Names) {
    let command = command.into();
    let action = command.action;
    if let Action::Use { letter, .. } = action
        && let Err(why) = run.game().view().can_use(letter)
    {
        refuse(why, run, names);
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
                Action::Push { .. } => (AimKind::Push, "Knock over which brazier?"),
                _ => (AimKind::Close, "Close which door?"),
            };
            run.remark(&format!("{question} Choose a direction."));
            *mode = Mode::Aim(kind, run.game().view().player().pos);
        }
        Err(Refusal::AtConduit) => {
            if let Some(board) = board::unsolved_board_at(run) {
                // Beside the wellspring, on which a cursor is hard to see.
                *mode = Mode::Conduit(board.wellspring()[0].step(Dir::East));
            }
        }
        Err(why) => advise(why, run, names),
        Ok(()) => {}
    }
}

/// Logs why something cannot be done, and what can.
fn refuse(why: Refusal, run: &mut Run, names: Names) {
    run.refuse(why);
    advise(why, run, names);
}

/// An action that may work where another is refused, with the word for what it does.
type Advice = (DescendAction, &'static str);

static IN_DANGER: [Advice; 2] = [
    (DescendAction::Fight, "fights"),
    (DescendAction::Wait, "waits"),
];
static HURT: [Advice; 3] = [
    (DescendAction::Quaff, "drinks"),
    (DescendAction::Throw, "throws"),
    (DescendAction::Wait, "waits"),
];
static HUNGRY: [Advice; 1] = [(DescendAction::Eat, "eats")];
static ALONE: [Advice; 1] = [(DescendAction::Explore, "explores")];

/// Adds to a refusal the keys of what works here.
fn advise(why: Refusal, run: &mut Run, names: Names) {
    if let Some(advice) = advice(why, run, names) {
        run.advise(&advice);
    }
}

fn advice(why: Refusal, run: &Run, names: Names) -> Option<String> {
    let advice: &[Advice] = match why {
        Refusal::EnemyInSight => &IN_DANGER,
        Refusal::HalfDead => &HURT,
        Refusal::TooHungry | Refusal::TooHungryFor(_) => &HUNGRY,
        Refusal::NobodyToFight => &ALONE,
        _ => return None,
    };
    if names.are_for_fingers() {
        return None;
    }
    let works = |action: DescendAction| match action {
        DescendAction::Fight => run.game().view().fight().is_ok(),
        _ => !matches!(modes::handle(action, Mode::Map, run), Reply::Refuse(_)),
    };
    let advice = advice.iter().filter(|(action, _)| works(*action));
    let keys = advice.map(|(action, does)| format!("{} {does}", names.of(action)));
    let keys: Vec<String> = keys.collect();
    (!keys.is_empty()).then(|| format!("{}.", keys.join(", ")))
}

/// Closes or opens what the run asks for, however it came there.
fn update_mode(run: Res<Run>, mut mode: ResMut<Mode>) {
    let next = modes::after(*mode, &run);
    mode.set_if_neq(next);
}

/// Limit on the steps of a long action in one frame: enough to rest from almost no health to full, few
/// enough to finish before the next frame is due.
const MAX_STEPS_PER_FRAME: usize = 400;

/// Stops the long action in progress on any input.
fn stop_long_action(mut actions: MessageReader<ActionSent>, mut run: ResMut<Run>) {
    if actions.read().count() > 0 {
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

/// Continues a long action, one step per frame if the player chose to watch. Input stops it.
fn continue_long_action(
    queue: Res<ActionQueue>,
    (mut run, mode): (ResMut<Run>, Res<Mode>),
    (settings, taught): (Res<Settings>, Res<Taught>),
    (mut redraw, mut wake): (MessageWriter<RequestRedraw>, MessageWriter<Wake>),
) {
    if !run.is_under_way() || !mode.lets_play() || !queue.is_empty() {
        return;
    }
    let steps = if settings.watch {
        1
    } else {
        MAX_STEPS_PER_FRAME
    };
    let stops = |game: &Game| lessons::stops_long_action(game, &taught);
    run.bypass_change_detection().continue_action(steps, stops);
    if settings.watch {
        wake.write(Wake(FRAME));
    } else {
        redraw.write(RequestRedraw);
    }
}

/// Fits the whole level in the window while it is looked at.
fn show_whole_level(mode: Res<Mode>, mut whole: ResMut<WholeLevel>) {
    let is_whole = matches!(mode.aim(), Some((AimKind::Level, _)));
    whole.set_if_neq(WholeLevel(is_whole));
}

#[cfg(test)]
mod tests {
    use super::super::modes::test::each_turn;
    use super::*;
    use crate::app::input::Keymap;
    use crate::bot::Explorer;
    use crate::game::Intent;
    use crate::game::content::{self, Class, Content};
    use crate::map::Tile;

    fn names() -> Names<'static> {
        static KEYMAP: std::sync::LazyLock<Keymap> = std::sync::LazyLock::new(crate::app::keymap);
        Names::keys(&KEYMAP)
    }

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
        try_action(
            Action::Use { letter, at: None },
            &mut run,
            &mut mode,
            names(),
        );
        assert!(matches!(mode, Mode::Confirm(.., 1)), "{mode:?}");
        run.step_by(&mut Explorer::default());
        let before = run.game().digest();
        let reply = modes::handle(DescendAction::Ascend, Mode::Map, &run);
        let Reply::Refuse(why) = reply else {
            panic!("the door is barred");
        };
        assert_eq!(run.game().digest(), before);
        refuse(why, &mut run, names());
        let barred = "The door above is barred until the Everlamp burns.";
        assert_eq!(last_message(&run), barred);
        // What works is said with its key, and passes by.
        refuse(Refusal::NobodyToFight, &mut run, names());
        let said = "Nobody is in sight to fight. x explores.";
        assert_eq!(last_message(&run), said);
        run.apply(Action::Search).unwrap();
        assert!(run.log().lines().iter().all(|line| line.text != said));
    }

    #[test]
    fn only_keys_that_work_are_advised() {
        let (mut fights, mut drinks) = ([0, 0], [0, 0]);
        each_turn(5..15, 3000, |run| {
            let view = run.game().view();
            if !view.enemy_in_sight() {
                return;
            }
            let advised = |why, word: &str| advice(why, run, names()).unwrap().contains(word);
            let can_fight = view.fight().is_ok();
            assert_eq!(advised(Refusal::EnemyInSight, "Tab fights"), can_fight);
            fights[usize::from(can_fight)] += 1;
            let has_potion = view.can_begin(Intent::Quaff).is_ok();
            assert_eq!(advised(Refusal::HalfDead, "q drinks"), has_potion);
            drinks[usize::from(has_potion)] += 1;
        });
        let counts = [fights, drinks].concat();
        assert!(counts.iter().all(|count| *count > 3), "{counts:?}");
    }

    #[test]
    fn a_relic_with_nothing_to_act_on_takes_no_food() {
        let [monsters, (name, items), levels, rules, fixtures, rooms] = content::FILES;
        let items = items.replace(
            "(\"wax-knife\", 1),",
            "(\"wax-knife\", 1), (\"sanctus-bell\", 1),",
        );
        let read =
            Content::read([monsters, (name, &items), levels, rules, fixtures, rooms]).unwrap();
        let content = PlayedContent(Box::leak(Box::new(read)));
        let mut run = Run::new(Seed(7), Some(&content)).unwrap();
        let is_relic = |class| matches!(class, Class::Relic { .. });
        let letter = run.game().view().find_class(is_relic).unwrap();
        let before = run.game().digest();
        let action = Action::Use { letter, at: None };
        try_action(action, &mut run, &mut Mode::default(), names());
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
            try_action(action, &mut run, &mut mode, names());
            assert!(matches!(mode, Mode::Aim(AimKind::Close | AimKind::Tend, _)));
            assert_eq!(
                last_message(&run),
                format!("{question} Choose a direction.")
            );
        }
    }
}
