//! The Lab's sheet, search, history, kept maps and comparison, in an app without a window or a renderer.

use std::time::Duration;

use bevy::prelude::*;
use undercroft::app::Screen;
use undercroft::app::dungeon::{Dungeon, Regenerate};
use undercroft::app::input::{CommonAction, Layer, Layers, MenuAction};
use undercroft::app::platform::Folders;
use undercroft::app::screens::lab::{
    ActiveOverlays, Compared, Favourites, LabAction, LabView, Overlay, Sheet, SheetRequest, Source,
    read_favourites,
};
use undercroft::app::settings::{ConfigFile, ConfigFiles, KEPT};
use undercroft::geom::Dir;
use undercroft::mapgen::MapSpec;
use undercroft::mapgen::metric::{Metric, Metrics};
use undercroft::rng::Seed;

use crate::builder::{self, act, lab as app, notice, wait_until};
use crate::player::Player;
use crate::sight::seen_texts;

fn type_letters(app: &mut App, letters: &str) {
    for letter in letters.chars() {
        act(app, &[&MenuAction::Typed(letter)]);
    }
}

fn sheet(app: &App) -> &Sheet {
    app.world().resource::<Sheet>()
}

fn is_open(app: &App) -> bool {
    *app.world().resource::<LabView>() == LabView::Sheet
}

fn code(app: &App) -> String {
    app.world().resource::<Dungeon>().spec().to_string()
}

/// The share codes of the maps of the sheet, as they are shown.
fn shown(app: &App) -> Vec<String> {
    sheet(app)
        .shown()
        .map(|item| item.spec.to_string())
        .collect()
}

fn figures(app: &App, metric: Metric) -> Vec<u64> {
    let figures = sheet(app).shown().map(|item| item.thumbnail.figure(metric));
    figures
        .map(|figure| figure.expect("it is measured"))
        .collect()
}

fn until_drawn(app: &mut App) {
    wait_until(app, |app| sheet(app).count_due() == 0);
}

#[test]
fn back_and_forward_go_to_the_very_map_whatever_changed_it() {
    let mut app = app("rooms/80x50/tries=60#7");
    act(&mut app, &[&LabAction::NextMap, &LabAction::NextGenerator]);
    let pasted: MapSpec = "caves/60x40#5".parse().unwrap();
    app.world_mut().write_message(Regenerate::Exactly(pasted));
    app.update();
    let mut seen = vec![code(&app)];
    for _ in 0..3 {
        act(&mut app, &[&LabAction::Back]);
        seen.push(code(&app));
    }
    assert_eq!(seen[0], "caves/60x40#5");
    assert!(seen[1].starts_with("caves/80x50#"), "{seen:?}");
    assert!(seen[2].starts_with("rooms/80x50/tries=60#"), "{seen:?}");
    assert_eq!(seen[3], "rooms/80x50/tries=60#7");
    act(&mut app, &[&LabAction::Back]);
    assert_eq!(notice(&app), "This is the first map");
    for expected in seen.iter().rev().skip(1) {
        act(&mut app, &[&LabAction::Forward]);
        assert_eq!(code(&app), *expected);
    }
    act(&mut app, &[&LabAction::Forward]);
    assert_eq!(notice(&app), "This is the last map");
}

#[test]
fn the_sheet_shows_the_seeds_that_follow_and_enter_makes_one_the_map() {
    let mut app = app("caves/40x30#7");
    act(&mut app, &[&LabAction::Sheet]);
    assert!(is_open(&app));
    let codes = shown(&app);
    assert_eq!(
        (codes.len(), codes[0].as_str(), codes[383].as_str()),
        (384, "caves/40x30#7", "caves/40x30#390")
    );
    until_drawn(&mut app);
    let spec: MapSpec = codes[5].parse().unwrap();
    let metrics = Metrics::of(&spec.generate().unwrap());
    for (metric, (name, value)) in Metric::ALL.into_iter().zip(metrics.figures()) {
        assert_eq!((metric.name(), figures(&app, metric)[5]), (name, value));
    }
    let east = MenuAction::Cursor(Dir::East);
    act(&mut app, &[&east, &east, &MenuAction::Choose]);
    assert_eq!(code(&app), "caves/40x30#9");
    assert!(!is_open(&app));
    assert_eq!(*app.world().resource::<Layers>(), Layers::default());
    act(&mut app, &[&LabAction::Back]);
    assert_eq!(code(&app), "caves/40x30#7", "the sheet is one step back");
}

#[test]
fn the_cursor_stays_on_the_maps_and_esc_changes_nothing() {
    let mut app = app("caves/40x30#7");
    act(&mut app, &[&LabAction::Sheet]);
    for dir in [Dir::West, Dir::North] {
        act(&mut app, &[&MenuAction::Cursor(dir)]);
        assert_eq!(sheet(&app).cursor(), 0);
    }
    for _ in 0..60 {
        act(&mut app, &[&MenuAction::Scroll(Dir::South)]);
    }
    assert!(sheet(&app).cursor() > 300 && sheet(&app).cursor() < 384);
    act(&mut app, &[&CommonAction::Back]);
    assert!(!is_open(&app));
    assert_eq!(code(&app), "caves/40x30#7");
}

#[test]
fn maps_are_sorted_by_each_metric_both_ways_and_the_cursor_stays_on_its_map() {
    let mut app = app("rooms/40x30#7");
    act(&mut app, &[&LabAction::Sheet]);
    until_drawn(&mut app);
    act(&mut app, &[&MenuAction::Cursor(Dir::East)]);
    for metric in Metric::ALL {
        type_letters(&mut app, "i");
        assert_eq!(sheet(&app).order().unwrap().metric, metric);
        assert!(
            figures(&app, metric).is_sorted_by(|a, b| a >= b),
            "{}",
            metric.name()
        );
        assert_eq!(sheet(&app).chosen().unwrap().spec.seed, Seed(8));
        type_letters(&mut app, "I");
        assert!(figures(&app, metric).is_sorted(), "{}", metric.name());
        assert_eq!(sheet(&app).chosen().unwrap().spec.seed, Seed(8));
    }
    type_letters(&mut app, "i");
    assert_eq!(shown(&app)[0], "rooms/40x30#7");
}

#[test]
fn a_parameter_is_varied_and_the_next_one_by_the_same_key() {
    let mut app = app("rooms/40x30/tries=60#7");
    act(&mut app, &[&LabAction::Sheet]);
    type_letters(&mut app, "a");
    assert_eq!(sheet(&app).source(), Source::Values);
    let spec: MapSpec = "rooms/40x30/tries=60#7".parse().unwrap();
    assert!(sheet(&app).items().len() > 10);
    for item in sheet(&app).items() {
        assert!(item.label.starts_with("tries="), "{}", item.label);
        let mut params = item.spec.params().clone();
        params.set_value(0, 60);
        assert_eq!((&params, item.spec.seed), (spec.params(), spec.seed));
    }
    type_letters(&mut app, "a");
    let second = spec.generator().info().params[1].name;
    assert!(
        sheet(&app).items()[0]
            .label
            .starts_with(&format!("{second}="))
    );
    until_drawn(&mut app);
    type_letters(&mut app, "s");
    assert_eq!(sheet(&app).source(), Source::Seeds);
    assert_eq!(shown(&app)[1], "rooms/40x30/tries=60#8");
}

#[test]
fn a_search_fills_the_sheet_with_the_first_maps_that_meet_the_condition() {
    let mut app = app("rooms/40x30#7");
    act(&mut app, &[&LabAction::Search]);
    assert_eq!(sheet(&app).source(), Source::Found);
    let condition = "loops >= 1 && rooms in 5..9".parse().unwrap();
    app.world_mut()
        .write_message(SheetRequest::Search(condition));
    app.update();
    wait_until(&mut app, |app| sheet(app).items().len() == 384);
    until_drawn(&mut app);
    let found: Vec<u64> = sheet(&app).shown().map(|item| item.spec.seed.0).collect();
    assert!(found.is_sorted());
    let meets = |seed: &u64| {
        let map = format!("rooms/40x30#{seed}")
            .parse::<MapSpec>()
            .unwrap()
            .generate()
            .unwrap();
        let metrics = Metrics::of(&map);
        metrics.loops >= 1 && (5..9).contains(&metrics.rooms)
    };
    let last = *found.last().unwrap();
    let expected: Vec<u64> = (0..=last).filter(meets).collect();
    assert_eq!(found, expected);
    // The way back to what was found.
    act(&mut app, &[&MenuAction::Choose]);
    assert_eq!(code(&app), format!("rooms/40x30#{}", found[0]));
    act(&mut app, &[&LabAction::Search]);
    assert_eq!(sheet(&app).items().len(), 384);
}

#[test]
fn a_sorted_search_goes_on_until_it_is_left() {
    let mut app = app("rooms/40x30#7");
    act(&mut app, &[&LabAction::Sheet]);
    type_letters(&mut app, "i/");
    let condition = "loops >= 0".parse().unwrap();
    app.world_mut()
        .write_message(SheetRequest::Search(condition));
    app.update();
    let best = |app: &App| {
        sheet(app)
            .shown()
            .next()
            .and_then(|item| item.thumbnail.figure(Metric::Open))
    };
    wait_until(&mut app, |app| {
        best(app).is_some() && sheet(app).items().len() == 384
    });
    act(&mut app, &[&CommonAction::Back]);
    let found = shown(&app);
    for _ in 0..5 {
        app.update();
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(shown(&app), found, "it has ended");
}

#[test]
fn the_cursor_stays_on_its_map_while_better_ones_are_found() {
    let mut app = app("rooms/40x30#7");
    let condition = "longest_steps >= 1".parse().unwrap();
    act(&mut app, &[&LabAction::Search]);
    app.world_mut()
        .write_message(SheetRequest::Search(condition));
    // Sorted by what is asked for, with one key, and the captions have it.
    type_letters(&mut app, "i");
    assert_eq!(sheet(&app).order().unwrap().metric, Metric::LongestSteps);
    wait_until(&mut app, |app| sheet(app).items().len() == 384);
    act(
        &mut app,
        &[
            &MenuAction::Cursor(Dir::East),
            &MenuAction::Cursor(Dir::South),
        ],
    );
    let chosen = |app: &App| sheet(app).chosen().map(|item| item.spec.to_string());
    let before = chosen(&app).unwrap();
    let last = |app: &App| shown(app).last().cloned();
    let worst = last(&app);
    // Until all that was there is gone, if it must be.
    wait_until(&mut app, |app| last(app) != worst);
    for _ in 0..200 {
        app.update();
        assert_eq!(chosen(&app).as_ref(), Some(&before));
    }
    type_letters(&mut app, "m");
    let kept = app.world().resource::<Favourites>().all();
    assert_eq!(kept[0].0.to_string(), before);
}

#[test]
fn kept_maps_are_there_with_their_names_at_the_next_start() {
    let root = builder::folder("lab-favourites");
    let folders = Folders::find(Some(root.clone()), Some(root.clone())).unwrap();
    let files = ConfigFiles::new(folders);
    let mut app = app("rooms/40x30#7");
    app.insert_resource(files.clone());
    act(&mut app, &[&LabAction::Keep]);
    assert_eq!(notice(&app), "Kept rooms/40x30#7");
    act(
        &mut app,
        &[&LabAction::NextMap, &LabAction::Keep, &LabAction::ShowKept],
    );
    assert_eq!(sheet(&app).items().len(), 2);
    act(&mut app, &[&MenuAction::Cursor(Dir::East)]);
    app.world_mut()
        .write_message(SheetRequest::Name("a good one".to_owned()));
    app.update();
    assert_eq!(sheet(&app).chosen().unwrap().label, "a good one");
    act(&mut app, &[&MenuAction::Cursor(Dir::West)]);
    type_letters(&mut app, "m");
    assert_eq!(shown(&app), ["rooms/40x30#7"]);
    app.update();

    let mut messages = Vec::new();
    let mut state = files.open(ConfigFile::State, &mut messages);
    let read = KEPT.load(&mut state, read_favourites).unwrap();
    assert_eq!(read, *app.world().resource::<Favourites>());
    let spec: MapSpec = "rooms/40x30#7".parse().unwrap();
    assert_eq!(read.all(), [(spec, "a good one".to_owned())]);
    assert_eq!(messages, Vec::<String>::new());
}

#[test]
fn a_key_flips_between_two_maps_and_an_overlay_tints_what_differs() {
    let mut app = app("rooms/40x30#7");
    act(&mut app, &[&LabAction::Compare]);
    assert!(
        notice(&app).starts_with("There is no map to compare with"),
        "{}",
        notice(&app)
    );
    let first = code(&app);
    act(
        &mut app,
        &[
            &LabAction::NextMap,
            &LabAction::Overlay(Overlay::Difference),
        ],
    );
    let second = code(&app);
    let active = app.world().resource::<ActiveOverlays>();
    assert!(active.has(Overlay::Difference));
    for (shown, beside) in [(&first, &second), (&second, &first), (&first, &second)] {
        act(&mut app, &[&LabAction::Compare]);
        assert_eq!(code(&app), *shown);
        let compared = app.world().resource::<Compared>();
        let spec = app.world().resource::<Dungeon>().spec();
        assert_eq!(compared.beside(spec).unwrap().spec.to_string(), *beside);
        let tint = app.world().resource::<undercroft::app::glyph::Tint>();
        assert!(!tint.is_empty());
    }
    // The other map stays beside whatever is shown next.
    act(&mut app, &[&LabAction::NextGenerator]);
    act(&mut app, &[&LabAction::Compare]);
    assert_eq!(code(&app), second);
}

#[test]
fn a_map_that_takes_long_has_no_sheet_and_says_so() {
    let mut app = app("waves/80x80#7");
    act(&mut app, &[&LabAction::Sheet]);
    assert!(!is_open(&app));
    assert!(!app.world().resource::<Layers>().is_open(Layer::Menu));
    assert_eq!(notice(&app), "Maps of 80x80 take too long for a sheet");
}

#[test]
fn a_cell_of_the_heat_map_opens_the_maps_that_it_counts() {
    let mut app = app("rooms/20x15#7");
    act(&mut app, &[&LabAction::Sheet]);
    type_letters(&mut app, "g");
    assert_eq!(sheet(&app).source(), Source::Range);
    wait_until(&mut app, |app| sheet(app).is_measured());
    let counted = sheet(&app).cell().expect("there are cells");
    act(&mut app, &[&MenuAction::Cursor(Dir::North)]);
    assert_ne!(
        sheet(&app).cell(),
        Some(counted),
        "the arrows go from cell to cell"
    );
    act(&mut app, &[&MenuAction::Cursor(Dir::South)]);
    assert_eq!(sheet(&app).cell(), Some(counted));
    act(&mut app, &[&MenuAction::Choose]);
    assert_eq!(sheet(&app).source(), Source::Found);
    let condition = sheet(&app).condition().unwrap().to_string();
    assert!(
        condition.contains("loops") && condition.contains("longest_steps"),
        "{condition}"
    );
    wait_until(&mut app, |app| sheet(app).items().len() == 384);
    let last = sheet(&app).shown().last().unwrap().spec.seed;
    let among = |seed: &&Seed| seed.0 < 10_000;
    let seeds: Vec<Seed> = sheet(&app).shown().map(|item| item.spec.seed).collect();
    let found = seeds.iter().filter(among).count() as u64;
    assert!(found == counted || last.0 < 10_000, "{found} of {counted}");
}

#[test]
fn axes_are_two_metrics_and_never_the_same() {
    let mut app = app("rooms/20x15#7");
    act(&mut app, &[&LabAction::Sheet]);
    type_letters(&mut app, "g");
    for letter in ["q", "Q"] {
        let mut seen = Vec::new();
        for _ in 0..Metric::ALL.len() - 1 {
            type_letters(&mut app, letter);
            let axes = sheet(&app).axes();
            assert_ne!(axes[0], axes[1]);
            seen.push(axes[usize::from(letter == "Q")]);
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(
            seen.len(),
            Metric::ALL.len() - 1,
            "all but that of the other axis"
        );
    }
}

#[test]
fn tab_leads_to_the_name_of_a_kept_map() {
    let mut player = Player::on(Screen::Lab, "rooms/40x30#7");
    player.press(&["m", "Shift+m", "Tab"]);
    player.type_text("a good one");
    player.press(&["Enter"]);
    assert_eq!(sheet(&player.0).chosen().unwrap().label, "a good one");
}

#[test]
fn a_parameter_that_the_next_generator_lacks_gives_way_to_its_first() {
    let mut app = app("caves/40x30#7");
    act(&mut app, &[&LabAction::Sheet]);
    type_letters(&mut app, "aaaaa");
    assert!(sheet(&app).items().len() > 1);
    act(&mut app, &[&CommonAction::Back]);
    let fewer: MapSpec = "maze-dfs/41x31#7".parse().unwrap();
    let first = fewer.generator().info().params[0].name;
    app.world_mut().write_message(Regenerate::Exactly(fewer));
    app.update();
    act(&mut app, &[&LabAction::Sheet]);
    type_letters(&mut app, "a");
    let labels: Vec<&str> = sheet(&app)
        .shown()
        .map(|item| item.label.as_str())
        .collect();
    assert!(!labels.is_empty());
    assert!(
        labels.iter().all(|label| label.starts_with(first)),
        "{labels:?}"
    );
}

#[test]
fn a_search_that_was_left_begins_anew_with_enter() {
    let mut player = Player::on(Screen::Lab, "rooms/40x30#7");
    player.press(&["s", "i", "/"]);
    player.type_text("loops >= 0");
    player.press(&["Enter"]);
    let says = |app: &mut App, part: &str| {
        seen_texts(app)
            .iter()
            .any(|shown| shown.text.contains(part))
    };
    player.until(|app| says(app, "found so far"));
    player.press(&["Esc"]);
    assert!(!is_open(&player.0));
    player.press(&["/"]);
    assert!(says(&mut player.0, "found among the first"), "{:?}", {
        let texts = seen_texts(&mut player.0).into_iter();
        texts.map(|shown| shown.text).collect::<Vec<_>>()
    });
    player.press(&["Enter"]);
    player.until(|app| says(app, "found so far"));
}
