//! The training: offered to whoever plays for the first time, and played by a script that does what a
//! careful newcomer would. Each lesson is told, once, and the end leads to a descent.

use std::time::{Duration, Instant};

use crate::builder::{self, mode, run, screen};
use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use undercroft::app::Notice;
use undercroft::app::Screen;
use undercroft::app::input::{ActionQueue, AnyAction, CommonAction, MenuAction};
use undercroft::app::platform::Folders;
use undercroft::app::platform::clock::Clock;
use undercroft::app::screens::descend::{Mode, PlayAction, PlayPlugin};
use undercroft::app::screens::title::TitleAction;
use undercroft::app::seed::RunSeed;
use undercroft::app::settings::{OwnFiles, Settings, Taught};
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
    app.insert_resource(OwnFiles::new(folders));
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

/// Plays the run to its end; returns the lessons in the order in which they were told.
fn play(app: &mut App) -> Vec<String> {
    let mut last = app.world().resource::<Aside>().0.clone();
    let (mut told, mut explored) = (vec![last.clone()], false);
    for _ in 0..600 {
        if !run(app).is_playing() {
            break;
        }
        let before = (run(app).game().turns(), run(app).game().depth());
        let mut explores = false;
        match mode(app) {
            Mode::Map => {
                let action = next(run(app).game().view(), explored);
                explores = action == PlayAction::Explore;
                ask(app, &action);
            }
            Mode::Conduit(_) => ask(app, &PlayAction::Search),
            Mode::Pack(..) => ask(app, &MenuAction::Choose),
            Mode::Confirm(..) => ask(app, &MenuAction::Typed('y')),
            _ => ask(app, &CommonAction::Back),
        }
        let after = (run(app).game().turns(), run(app).game().depth());
        explored = before == after && (explored || explores);
        let aside = app.world().resource::<Aside>().0.clone();
        if aside != last && !aside.is_empty() {
            told.push(aside.clone());
        }
        last = aside;
    }
    told
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
fn whoever_plays_for_the_first_time_is_offered_the_training_once() {
    let mut app = app_with_files("newcomer");
    ask(&mut app, &MenuAction::Choose);
    assert_eq!(screen(&app), Screen::Title);
    let notice = app.world().resource::<Notice>().0.clone();
    assert!(notice.contains("First time here?"), "{notice}");
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
