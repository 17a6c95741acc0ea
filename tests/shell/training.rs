//! The training: offered to whoever plays for the first time, and played by a script that does what a
//! careful newcomer would. Each lesson is told, once, and the end leads to a descent.

use std::time::{Duration, Instant};

use crate::builder::{self, assert_told, mode, run, screen};
use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::glyph;
use undercroft::app::input::{ActionQueue, AnyAction, CommonAction, MenuAction};
use undercroft::app::platform::Folders;
use undercroft::app::platform::clock::Clock;
use undercroft::app::screens::descend::{Mode, PlayAction, PlayPlugin};
use undercroft::app::screens::title::TitleAction;
use undercroft::app::seed::RunSeed;
use undercroft::app::settings::{ConfigFiles, Settings, Taught};
use undercroft::app::stage::Aside;
use undercroft::game::content::{Class, Role};
use undercroft::game::{ActorView, Hunger, Mood, Outcome, View};
use undercroft::geom::{Dir, Pos};

fn app(first: Screen) -> App {
    let mut app = builder::app(first, "rogue/80x50#7", PlayPlugin::default());
    app.init_resource::<ButtonInput<KeyCode>>();
    app.update();
    app.update();
    app
}

/// As [`app`], where lessons are kept in a folder.
fn app_with_files(name: &str) -> App {
    let folder = builder::folder(name);
    let mut app = app(Screen::Title);
    let folders = Folders::find(Some(folder.clone()), Some(folder.join("data"))).unwrap();
    app.insert_resource(ConfigFiles::new(folders));
    app
}

fn ask(app: &mut App, action: &dyn AnyAction) {
    app.world_mut().resource_mut::<ActionQueue>().push(action);
    for _ in 0..4 {
        app.update();
    }
}

/// The direction of a step to a neighbour.
fn towards(from: Pos, to: Pos) -> Option<Dir> {
    Dir::ALL.into_iter().find(|dir| from.step(*dir) == to)
}

/// What the script asks for on the map; `explored` says whether exploring led nowhere last.
fn next(view: View<'_>, explored: bool) -> PlayAction {
    let me = view.player();
    let role = |actor: &ActorView| view.content().monster(actor.kind).role;
    let hunts = |actor: &ActorView| {
        let stays = matches!(role(actor), Role::Guard | Role::Unseen);
        actor.in_sight && actor.mood == Mood::Hunting && !stays
    };
    let foe = view.actors().find(hunts);
    let is_food = |class: Class| matches!(class, Class::Food(_));
    let mut pack = view.pack();
    let fed = pack.any(|(_, item)| is_food(view.content().item(item.kind).class));
    if let Some(foe) = foe {
        return match towards(me.pos, foe.pos) {
            Some(dir) => PlayAction::Step(dir),
            None => PlayAction::Wait,
        };
    }
    if me.hunger != Hunger::Fed && fed {
        return PlayAction::Eat;
    }
    if me.health < me.max_health && !view.enemy_in_sight() && me.hunger < Hunger::Weak {
        return PlayAction::Rest;
    }
    if !explored {
        return PlayAction::Explore;
    }
    let vault = view.vault();
    let offer = view.items().find(|item| item.offer.is_some());
    if let Some(offer) = offer {
        return match offer.pos == me.pos {
            true => PlayAction::PickUp,
            false => PlayAction::GoTo(offer.pos),
        };
    }
    if let Some(vault) = vault.filter(|vault| !vault.open) {
        if let Some(dir) = towards(me.pos, vault.lever) {
            return PlayAction::Step(dir);
        }
        let mut beside = Dir::CARDINAL.into_iter().map(|dir| vault.lever.step(dir));
        if let Some(to) = beside.find(|to| view.known_path(*to).is_some()) {
            return PlayAction::GoTo(to);
        }
    }
    // Past whoever is in sight and stays where they are, step by step.
    let east = view.known().iter().filter(|(_, tile)| tile.is_walkable());
    let east = east
        .map(|(pos, _)| pos)
        .filter(|pos| view.known_path(*pos).is_some());
    let to = view.stairs_down().or_else(|| east.max_by_key(|pos| pos.x));
    let path = to
        .filter(|_| view.enemy_in_sight())
        .and_then(|to| view.known_path(to));
    let dir = path.and_then(|path| towards(me.pos, *path.last()?));
    dir.map_or(PlayAction::Descend, PlayAction::Step)
}

fn lesson(app: &App) -> String {
    app.world().resource::<Aside>().0.clone()
}

/// Does the next thing; `explored` as in [`next`].
fn advance(app: &mut App, explored: &mut bool) {
    let before = (run(app).game().turns(), run(app).game().depth());
    let mut explores = false;
    match mode(app) {
        Mode::Map => {
            let action = next(run(app).game().view(), *explored);
            explores = action == PlayAction::Explore;
            ask(app, &action);
        }
        Mode::Conduit(_) => ask(app, &PlayAction::Search),
        Mode::Pack(..) => ask(app, &MenuAction::Choose),
        Mode::Confirm(..) => ask(app, &MenuAction::Typed('y')),
        _ => ask(app, &CommonAction::Back),
    }
    let after = (run(app).game().turns(), run(app).game().depth());
    *explored = before == after && (*explored || explores);
}

/// Plays the run to its end, after the step that the first lesson asks for; returns the lessons in the
/// order in which they were told.
fn play(app: &mut App) -> Vec<String> {
    let mut last = lesson(app);
    let (mut told, mut explored) = (vec![last.clone()], false);
    ask(app, &PlayAction::Step(Dir::East));
    for _ in 0..600 {
        let aside = lesson(app);
        assert!(
            applies(&aside, run(app).game().view(), mode(app)),
            "{aside}"
        );
        if aside != last && !aside.is_empty() {
            told.push(aside.clone());
        }
        last = aside;
        if !run(app).is_playing() {
            break;
        }
        advance(app, &mut explored);
    }
    told
}

/// Whether what a lesson says can be of use.
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

const LESSONS: [&str; 16] = [
    "move", "fight", "doorway", "sleeper", "grass", "brazier", "potion", "scroll", "conduit",
    "vault", "guard", "mourner", "hunger", "rest", "followed", "gear",
];

#[test]
fn a_run_through_the_training_is_told_every_lesson_once_and_ends_before_a_descent() {
    let mut app = app(Screen::Title);
    // Whoever learns once more, or has switched lessons off, is told them all the same.
    app.world_mut().resource_mut::<Taught>().add("rest");
    app.world_mut().resource_mut::<Settings>().teach = false;
    let seed = app.world().resource::<RunSeed>().0;
    ask(&mut app, &TitleAction::Learn);
    assert_eq!(screen(&app), Screen::Play);
    assert!(run(&app).game().is_training());
    let first = run(&app).log().lines()[0].text.clone();
    assert!(first.starts_with("The steps broke under you"), "{first}");
    let told = play(&mut app);
    let said: Vec<String> = run(&app)
        .log()
        .lines()
        .iter()
        .map(|line| line.told())
        .collect();
    assert_eq!(
        run(&app).game().outcome(),
        Outcome::Finished,
        "{said:#?}\n{told:#?}"
    );
    let taught = app.world().resource::<Taught>();
    let missing: Vec<&str> = LESSONS
        .into_iter()
        .filter(|name| !taught.has(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?} of {told:#?}\n{said:#?}");
    let mut each = told.clone();
    each.sort();
    each.dedup();
    assert_eq!(
        (each.len(), told.len()),
        (LESSONS.len(), LESSONS.len()),
        "{told:#?}"
    );
    // The first line at its end leads to the descent that the title shows.
    assert_eq!(mode(&app), Mode::Over(0));
    app.insert_resource(Clock::At(Instant::now() + Duration::from_secs(2)));
    app.update();
    ask(&mut app, &MenuAction::Choose);
    let game = run(&app).game();
    assert_eq!(
        (game.seed(), game.is_training(), game.turns()),
        (seed, false, 0)
    );
}

#[test]
fn whoever_rests_before_the_lesson_on_it_rests_until_hunger_ends_it() {
    let mut app = app(Screen::Title);
    ask(&mut app, &TitleAction::Learn);
    assert!(lesson(&app).starts_with("Move with"), "{}", lesson(&app));
    ask(&mut app, &PlayAction::Rest);
    let hunger = run(&app).game().view().player().hunger;
    assert_eq!(hunger, Hunger::Hungry);
}

#[test]
fn a_lesson_on_rest_stands_until_all_health_is_back() {
    let mut app = app(Screen::Title);
    ask(&mut app, &TitleAction::Learn);
    app.world_mut().resource_mut::<Taught>().add("hunger");
    ask(&mut app, &PlayAction::Step(Dir::East));
    let is_told = |app: &App| lesson(app).starts_with("Rest");
    for _ in 0..5 {
        let rested = run(&app).game().view().is_rested();
        assert_eq!(is_told(&app), !rested);
        ask(&mut app, &PlayAction::Rest);
    }
    assert!(run(&app).game().view().is_rested());
}

/// Where in the window the player is.
fn point(app: &App) -> Vec2 {
    let me = run(app).game().view().player().pos;
    let seen = app.world().resource::<glyph::View>();
    seen.point_of(Vec2::new(me.x as f32, me.y as f32))
}

#[test]
fn on_stairs_the_player_stays_where_they_are_in_the_window_until_the_new_level_opens() {
    let mut app = app(Screen::Title);
    ask(&mut app, &TitleAction::Learn);
    let mut explored = false;
    for _ in 0..200 {
        let view = run(&app).game().view();
        if view.stairs_down() == Some(view.player().pos) {
            break;
        }
        advance(&mut app, &mut explored);
    }
    let begins = Instant::now() + Duration::from_secs(10);
    app.insert_resource(Clock::At(begins));
    app.update();
    app.update();
    let before = point(&app);
    ask(&mut app, &PlayAction::Descend);
    assert_eq!(run(&app).game().depth(), 2);
    assert!(
        point(&app).distance(before) <= 1.0,
        "{before} {}",
        point(&app)
    );
    // Then the view goes to where it belongs: the level's edge.
    app.insert_resource(Clock::At(begins + Duration::from_secs(2)));
    app.update();
    app.update();
    assert!(
        point(&app).distance(before) > 100.0,
        "{before} {}",
        point(&app)
    );
}

#[test]
fn whoever_plays_for_the_first_time_is_offered_the_training_once() {
    let mut app = app_with_files("newcomer");
    ask(&mut app, &MenuAction::Choose);
    assert_eq!(screen(&app), Screen::Title);
    assert_told(&app, "First time here?");
    // Back on Descend, it begins.
    ask(&mut app, &MenuAction::Cursor(Dir::North));
    ask(&mut app, &MenuAction::Choose);
    assert_eq!(screen(&app), Screen::Play);
    assert!(!run(&app).game().is_training());
}

#[test]
fn the_offer_leads_to_the_training_and_nobody_else_gets_it() {
    let mut app = app_with_files("learner");
    ask(&mut app, &TitleAction::Begin);
    ask(&mut app, &MenuAction::Choose);
    assert_eq!(screen(&app), Screen::Play);
    assert!(run(&app).game().is_training());
    // A lesson is enough not to be new.
    let mut app = app_with_files("veteran");
    app.world_mut().resource_mut::<Taught>().add("move");
    ask(&mut app, &TitleAction::Begin);
    assert_eq!(screen(&app), Screen::Play);
    assert!(!run(&app).game().is_training());
}
