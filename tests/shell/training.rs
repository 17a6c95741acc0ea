//! The training: offered to new players, and played here by a script that acts like a careful beginner.
//! Each lesson is shown once, and the end leads to a real run.

use std::time::{Duration, Instant};

use crate::builder::{self, mode, run, screen};
use crate::player::Player;
use crate::sight::is_seen;
use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::glyph;
use undercroft::app::input::{ActionQueue, AnyAction, CommonAction, MenuAction};
use undercroft::app::platform::Folders;
use undercroft::app::platform::clock::Clock;
use undercroft::app::screens::descend::{DescendAction, Mode};
use undercroft::app::screens::title::TitleAction;
use undercroft::app::seed::TitleSeed;
use undercroft::app::settings::{ConfigFile, ConfigFiles, Settings, TAUGHT, Taught};
use undercroft::app::stage::LogFooter;
use undercroft::game::content::Sort;
use undercroft::game::{ActorView, Hunger, ItemView, Mood, Outcome, View};
use undercroft::geom::Dir;

fn app(first: Screen) -> App {
    let mut app = builder::app(first, "rogue/80x50#7");
    app.init_resource::<ButtonInput<KeyCode>>();
    app.update();
    app.update();
    app
}

fn act(app: &mut App, action: &dyn AnyAction) {
    app.world_mut().resource_mut::<ActionQueue>().push(action);
    for _ in 0..4 {
        app.update();
    }
}

/// The script's next action on the map; `explored` says whether exploring no longer finds anything.
fn next_action(view: View<'_>, explored: bool) -> DescendAction {
    let me = view.player();
    let is_mobile_hunter = |actor: &ActorView| {
        let stays = view.content().monster(actor.kind).stays_on_level();
        actor.in_sight && actor.mood == Mood::Hunting && !stays
    };
    let foe = view.actors().find(is_mobile_hunter);
    let mut pack = view.pack();
    let has_food = pack.any(|(_, item)| view.sort(item.kind) == Sort::Food);
    if foe.is_some() && potions(view).is_some() && me.health * 3 < me.max_health {
        return DescendAction::Quaff;
    }
    if let Some(foe) = foe {
        return match me.pos.dir_to(foe.pos) {
            Some(dir) => DescendAction::Step(dir),
            // An archer has to be walked up to.
            None if view.content().monster(foe.kind).abilities.shoots.is_some() => {
                let path = view.known_path(foe.pos);
                let next = path.and_then(|path| me.pos.dir_to(*path.last()?));
                next.map_or(DescendAction::Wait, DescendAction::Step)
            }
            None => DescendAction::Wait,
        };
    }
    if me.hunger != Hunger::Fed && has_food {
        return DescendAction::Eat;
    }
    if !view.is_rested() && !view.enemy_in_sight() && me.hunger < Hunger::Weak {
        return DescendAction::Rest;
    }
    // Coals into the grass.
    let burns = |pos| view.tile(pos).is_some_and(|seen| seen.tile.fuel() > 0);
    let mut lamps = view.lamps().filter(|lamp| lamp.lit);
    if let Some(lamp) = lamps.find(|lamp| burns(lamp.pos.step(Dir::East)))
        && let before = lamp.pos.step(Dir::West)
        && view.known_path(before).is_some()
    {
        return match me.pos == before {
            true => DescendAction::Push,
            false => DescendAction::GoTo(before),
        };
    }
    // Exploring goes on to one offer after the other.
    if view
        .items()
        .any(|item| item.offer.is_some() && item.pos == me.pos)
    {
        return DescendAction::PickUp;
    }
    if !explored {
        return DescendAction::Explore;
    }
    let offer = view.items().find(|item| item.offer.is_some());
    if let Some(offer) = offer {
        return match offer.pos == me.pos {
            true => DescendAction::PickUp,
            false => DescendAction::GoTo(offer.pos),
        };
    }
    if let Some(vault) = view.features().find(|feature| !feature.open) {
        if let Some(dir) = me.pos.dir_to(vault.at) {
            return DescendAction::Step(dir);
        }
        let mut beside = Dir::CARDINAL.into_iter().map(|dir| vault.at.step(dir));
        if let Some(to) = beside.find(|to| view.known_path(*to).is_some()) {
            return DescendAction::GoTo(to);
        }
    }
    // Past enemies in sight that stay where they are, one step at a time.
    let walkable = view.known().iter().filter(|(_, tile)| tile.is_walkable());
    let reachable = walkable
        .map(|(pos, _)| pos)
        .filter(|pos| view.known_path(*pos).is_some());
    let to = view
        .stairs_down()
        .or_else(|| reachable.max_by_key(|pos| pos.x));
    let path = to
        .filter(|_| view.enemy_in_sight())
        .and_then(|to| view.known_path(to));
    let dir = path.and_then(|path| me.pos.dir_to(*path.last()?));
    dir.map_or(DescendAction::Descend, DescendAction::Step)
}

/// The letter of the potions of which there are several: what is common heals.
fn potions(view: View<'_>) -> Option<char> {
    let mut pack = view.pack();
    let is_it = |item: &ItemView| view.sort(item.kind) == Sort::Potion;
    let found = pack.find(|(_, item)| item.count > 1 && is_it(item));
    found.map(|(letter, _)| letter.to_char())
}

/// The lesson on screen; empty if there is none.
fn lesson(app: &App) -> String {
    app.world().resource::<LogFooter>().0.clone()
}

/// Takes the script's next step; `explored` as in [`next_action`].
fn advance(app: &mut App, explored: &mut bool) {
    let before = (run(app).game().turns(), run(app).game().depth());
    let mut explores = false;
    match mode(app) {
        Mode::Map => {
            let action = next_action(run(app).game().view(), *explored);
            explores = action == DescendAction::Explore;
            act(app, &action);
        }
        Mode::Conduit(_) if run(app).game().view().conduit().is_some() => {
            act(app, &builder::next_turn(app));
        }
        Mode::Pack(..) => {
            let potions = potions(run(app).game().view());
            let is_thirsty = run(app).game().view().enemy_in_sight();
            match potions.filter(|_| is_thirsty) {
                Some(letter) => act(app, &MenuAction::Typed(letter)),
                None => act(app, &MenuAction::Choose),
            }
        }
        Mode::Confirm(..) => act(app, &MenuAction::Answer(true)),
        _ => act(app, &CommonAction::Back),
    }
    let after = (run(app).game().turns(), run(app).game().depth());
    *explored = before == after && (*explored || explores);
}

/// Plays the run to its end, after the step that the first lesson teaches. Returns the lessons in the
/// order in which they were shown.
fn play(app: &mut App) -> Vec<String> {
    let mut last = lesson(app);
    let (mut shown, mut explored) = (vec![last.clone()], false);
    act(app, &DescendAction::Step(Dir::East));
    for _ in 0..600 {
        let current = lesson(app);
        assert!(
            applies(&current, run(app).game().view(), mode(app)),
            "{current}"
        );
        if current != last && !current.is_empty() {
            shown.push(current.clone());
        }
        last = current;
        if !run(app).is_playing() {
            break;
        }
        advance(app, &mut explored);
    }
    shown
}

/// Whether a lesson applies to the situation.
fn applies(lesson: &str, view: View<'_>, mode: Mode) -> bool {
    let sees = |mood: Mood| {
        view.actors()
            .any(|actor| actor.in_sight && actor.mood == mood)
    };
    match lesson.split_once(' ') {
        Some(("Walk", _)) => sees(Mood::Hunting),
        Some(("A", _)) => sees(Mood::Asleep),
        Some(("Rest", _)) => !view.is_rested(),
        Some(("Eat", _)) => view.player().hunger != Hunger::Fed,
        Some(("Turn", _)) => matches!(mode, Mode::Conduit(_)),
        Some(("Take", _)) => view.items().any(|item| item.offer.is_some()),
        _ => true,
    }
}

const LESSONS: [&str; 20] = [
    "move", "fight", "doorway", "sleeper", "grass", "brazier", "potion", "scroll", "conduit",
    "vault", "guard", "mourner", "hunger", "rest", "followed", "gear", "hood", "coals", "fire",
    "tell",
];

#[test]
fn a_run_through_the_training_is_told_every_lesson_once_and_ends_before_a_descent() {
    let mut app = app(Screen::Title);
    // Repeating the training shows every lesson, even with lessons switched off.
    app.world_mut().resource_mut::<Taught>().add("rest");
    app.world_mut().resource_mut::<Settings>().teach = false;
    let seed = app.world().resource::<TitleSeed>().seed();
    act(&mut app, &TitleAction::Learn);
    assert_eq!(screen(&app), Screen::Descend);
    assert!(run(&app).game().is_training());
    let first = run(&app).log().lines()[0].text.clone();
    assert!(first.starts_with("The steps broke under you"), "{first}");
    let shown = play(&mut app);
    let messages: Vec<String> = run(&app)
        .log()
        .lines()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        run(&app).game().outcome(),
        Outcome::Finished,
        "{messages:#?}\n{shown:#?}"
    );
    let taught = app.world().resource::<Taught>();
    let missing: Vec<&str> = LESSONS
        .into_iter()
        .filter(|name| !taught.has(name))
        .collect();
    assert!(
        missing.is_empty(),
        "{missing:?} of {shown:#?}\n{messages:#?}"
    );
    let mut distinct = shown.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(
        (distinct.len(), shown.len()),
        (LESSONS.len(), LESSONS.len()),
        "{shown:#?}"
    );
    // The first line of the end menu starts a run with the title's seed.
    assert_eq!(mode(&app), Mode::Over(0));
    app.insert_resource(Clock::At(Instant::now() + Duration::from_secs(2)));
    app.update();
    act(&mut app, &MenuAction::Choose);
    let game = run(&app).game();
    assert_eq!(
        (game.seed(), game.is_training(), game.turns()),
        (seed, false, 0)
    );
}

#[test]
fn whoever_is_hurt_rests_in_one_go_and_the_lesson_stands_until_that_is_done() {
    let mut app = app(Screen::Title);
    act(&mut app, &TitleAction::Learn);
    app.world_mut().resource_mut::<Taught>().add("hunger");
    let mut explored = false;
    for _ in 0..200 {
        let view = run(&app).game().view();
        if !view.is_rested() && !view.enemy_in_sight() && mode(&app) == Mode::Map {
            break;
        }
        advance(&mut app, &mut explored);
    }
    assert!(
        !run(&app).game().view().is_rested(),
        "somebody has hurt them"
    );
    // Other lessons wait for nobody who rests.
    let turns = run(&app).game().turns();
    act(&mut app, &DescendAction::Rest);
    let view = run(&app).game().view();
    assert!(view.is_rested() || view.player().hunger != Hunger::Fed || view.enemy_in_sight());
    assert!(run(&app).game().turns() > turns + 5);
    assert!(!view.is_rested() || !lesson(&app).starts_with("Rest"));
}

/// The player's position in the window.
fn window_position(app: &App) -> Vec2 {
    let me = run(app).game().view().player().pos;
    let view = app.world().resource::<glyph::Viewport>();
    view.point_of(Vec2::new(me.x as f32, me.y as f32))
}

#[test]
fn on_stairs_the_player_stays_where_they_are_in_the_window_until_the_new_level_opens() {
    let mut app = app(Screen::Title);
    act(&mut app, &TitleAction::Learn);
    let mut explored = false;
    for _ in 0..200 {
        let view = run(&app).game().view();
        if view.stairs_down() == Some(view.player().pos) {
            break;
        }
        advance(&mut app, &mut explored);
    }
    let start = Instant::now() + Duration::from_secs(10);
    app.insert_resource(Clock::At(start));
    app.update();
    app.update();
    let before = window_position(&app);
    act(&mut app, &DescendAction::Descend);
    assert_eq!(run(&app).game().depth(), 2);
    assert!(
        window_position(&app).distance(before) <= 1.0,
        "{before} {}",
        window_position(&app)
    );
    // Then the camera moves to its place at the edge of the level.
    app.insert_resource(Clock::At(start + Duration::from_secs(2)));
    app.update();
    app.update();
    assert!(
        window_position(&app).distance(before) > 100.0,
        "{before} {}",
        window_position(&app)
    );
}

#[test]
fn whoever_is_new_reads_of_the_lessons_beside_the_descent_and_need_not_take_them() {
    let mut player = Player::on(Screen::Title, "7");
    let folder = builder::folder("newcomer");
    let folders = Folders::find(Some(folder.clone()), Some(folder.join("data"))).unwrap();
    let app = &mut player.0;
    app.world_mut().resource_mut::<Settings>().teach = true;
    app.insert_resource(ConfigFiles::new(folders));
    // The page is made anew.
    let again = |app: &mut App| {
        act(app, &TitleAction::Packs);
        act(app, &CommonAction::Back);
        is_seen(app, "new here? Learn")
    };
    assert!(again(app));
    // A player who has seen any lesson is not new.
    app.world_mut().resource_mut::<Taught>().add("move");
    assert!(!again(app));
    app.world_mut().resource_mut::<Taught>().forget_descend();
    act(app, &TitleAction::Begin);
    assert_eq!(screen(app), Screen::Descend);
    assert!(!run(app).game().is_training());
}

#[test]
fn a_lesson_that_was_told_is_kept_and_not_told_at_the_next_start() {
    let folder = builder::folder("taught");
    let folders = Folders::find(Some(folder.clone()), Some(folder.join("data"))).unwrap();
    let files = ConfigFiles::new(folders);
    let told = |app: &App| app.world().resource::<LogFooter>().0.clone();
    let start = |taught: Taught| {
        let mut app = builder::app(Screen::Descend, "rogue/80x50#7");
        app.insert_resource(taught);
        app.insert_resource(files.clone());
        app.update();
        app.update();
        app
    };
    let first = start(Taught::default());
    assert!(told(&first).contains("x explores"), "{}", told(&first));
    drop(first);
    let mut state = files.open(ConfigFile::State, &mut Vec::new());
    let taught = TAUGHT.load(&mut state, |value, _| Taught::read(value));
    let taught = taught.expect("the lesson is kept");
    assert!(taught.has("move"));
    let again = start(taught);
    assert!(!told(&again).contains("x explores"), "{}", told(&again));
}
