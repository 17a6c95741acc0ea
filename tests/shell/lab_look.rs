//! How the Lab shows a map: as a plan or with light, among its kind, in fog, and as pictures; and the rows of a search.

use std::fs;
use std::io::Cursor;

use bevy::prelude::*;
use undercroft::app::dungeon::{Dungeon, Look, Regenerate, plan};
use undercroft::app::glyph::{Cell, LightMap, Lit, Terrain};
use undercroft::app::input::{CommonAction, MenuAction, Step};
use undercroft::app::platform::{ExportFolders, Folders};
use undercroft::app::player::Walker;
use undercroft::app::screens::lab::{
    Edit, Film, LabAction, Overlay, PanelShown, Ranks, Sheet, SheetRequest, rows_of,
};
use undercroft::app::settings::{ConfigFile, Settings};
use undercroft::app::ui::hud::Bar;
use undercroft::geom::{Dir, Grid, Pos, Size};
use undercroft::map::Tile;
use undercroft::mapgen::MapSpec;
use undercroft::mapgen::metric::{Metric, Metrics};
use undercroft::rng::Seed;

use crate::builder::{self, act, assert_told, lab as app, notice, wait_until};

fn spec(app: &App) -> &MapSpec {
    app.world().resource::<Dungeon>().spec()
}

fn cells(app: &App) -> Grid<Cell> {
    app.world().resource::<Terrain>().cells().clone()
}

fn sight(app: &App, pos: Pos) -> u8 {
    app.world().resource::<LightMap>().get(pos).sight()
}

/// The map as a plan.
fn plan_of(app: &App) -> Grid<Cell> {
    let mut cells = Grid::default();
    plan::draw(app.world().resource::<Dungeon>().map(), &mut cells);
    cells
}

#[test]
fn a_map_is_a_plan_without_light_until_a_key_lights_it() {
    let mut app = app("rogue/80x50#7");
    let start = app.world().resource::<Walker>().at().unwrap();
    assert!(cells(&app) == plan_of(&app));
    for pos in [Pos::default(), start, Pos::new(40, 25)] {
        assert_eq!(sight(&app, pos), Lit::FLAT, "{pos}");
    }
    act(&mut app, &[&LabAction::Light]);
    assert_eq!(*app.world().resource::<Look>(), Look::Lit);
    let lit = cells(&app);
    assert!(lit != plan_of(&app));
    assert_eq!(sight(&app, start), Lit::VISIBLE);
    let light = |app: &App, pos| app.world().resource::<LightMap>().get(pos).light;
    let lights: std::collections::BTreeSet<[u8; 3]> =
        lit.iter().map(|(pos, _)| light(&app, pos)).collect();
    assert!(lights.len() > 100, "{} lights", lights.len());
    // The next map is lit as well, and the key takes the light away.
    act(&mut app, &[&LabAction::NextMap]);
    assert!(cells(&app) != plan_of(&app));
    act(&mut app, &[&LabAction::Light]);
    assert!(cells(&app) == plan_of(&app));
    assert_eq!(sight(&app, Pos::default()), Lit::FLAT);
    assert_eq!(light(&app, Pos::default()), [128; 3]);
}

#[test]
fn the_walker_covers_its_tile_alone_on_a_plan_of_any_size() {
    for code in ["rogue/80x50#7", "rogue/600x600#7"] {
        let mut app = app("caves/40x30#7");
        let spec: MapSpec = code.parse().unwrap();
        app.world_mut()
            .write_message(Regenerate::Exactly(spec.clone()));
        wait_until(&mut app, |app| self::spec(app) == &spec);
        app.update();
        act(&mut app, &[&LabAction::WalkMode]);
        let mut before = None;
        for dir in [Dir::West, Dir::East, Dir::North, Dir::South] {
            act(&mut app, &[&Step(dir)]);
            let at = app.world().resource::<Walker>().at().unwrap();
            let lights = app.world().resource::<LightMap>();
            let around = Dir::ALL.into_iter().map(|dir| at.step(dir));
            let covered = around
                .chain([at])
                .chain(before)
                .filter(|pos| lights.get(*pos).flags & Lit::COVERED != 0);
            let covered: std::collections::BTreeSet<(i32, i32)> =
                covered.map(|pos| (pos.x, pos.y)).collect();
            assert!(covered.into_iter().eq([(at.x, at.y)]), "{code}");
            before = Some(at);
        }
    }
}

#[test]
fn the_making_is_a_plan_too_and_changes_with_the_light() {
    let mut app = app("rooms/40x30/tries=20#7");
    act(&mut app, &[&LabAction::StepBack]);
    let plain = cells(&app);
    assert_eq!(sight(&app, Pos::default()), Lit::FLAT);
    act(&mut app, &[&LabAction::Light]);
    assert_eq!(sight(&app, Pos::default()), Lit::VISIBLE);
    assert!(cells(&app) != plain);
    act(&mut app, &[&LabAction::Light]);
    assert!(cells(&app) == plain);
}

#[test]
fn the_light_is_an_option_that_files_may_lack() {
    let mut app = app("rogue/40x30#7");
    let mut file = ConfigFile::Options
        .read("options.ron", "(palette: Deutan)")
        .unwrap();
    assert!(!Settings::read(&mut file).lit);
    let mut file = ConfigFile::Options
        .read("options.ron", "(lit: true)")
        .unwrap();
    let settings = Settings::read(&mut file);
    assert!(settings.lit && file.mistakes.is_empty());
    app.insert_resource(settings);
    app.update();
    assert!(cells(&app) != plan_of(&app));
}

#[test]
fn a_map_has_its_place_among_a_thousand_of_its_kind() {
    let mut app = app("rooms/30x20/tries=9#2000");
    let ranks = |app: &App, metric| {
        let ranks = app.world().resource::<Ranks>();
        ranks.sample(spec(app), metric).cloned()
    };
    let are_known = |app: &App| app.world().resource::<Ranks>().are_known(spec(app));
    wait_until(&mut app, are_known);
    let kind = spec(&app).clone();
    let measure = |seed: u64| Metrics::of(&kind.with_seed(Seed(seed)).generate().unwrap());
    let maps: Vec<Metrics> = (0..1000).map(measure).collect();
    let here = measure(2000);
    for metric in Metric::ALL {
        let sample = ranks(&app, metric).unwrap();
        assert_eq!(sample.count(), 1000);
        let figure = here.figure(metric).unwrap();
        let less = maps
            .iter()
            .filter(|map| map.figure(metric).unwrap() < figure);
        let name = metric.name();
        assert_eq!(sample.percent_below(figure), less.count() / 10, "{name}");
        let [least, _, most] = sample.range().unwrap();
        let figures = maps.iter().map(|map| map.figure(metric).unwrap());
        assert_eq!(Some(least), figures.clone().min(), "{name}");
        assert_eq!(Some(most), figures.max(), "{name}");
    }
    // Other seeds are of the same kind, and other parameters are not.
    act(&mut app, &[&LabAction::NextMap]);
    assert!(ranks(&app, Metric::Loops).is_some());
    let other: MapSpec = "rooms/30x20/tries=10#2000".parse().unwrap();
    app.world_mut().write_message(Regenerate::Exactly(other));
    app.update();
    assert!(ranks(&app, Metric::Loops).is_none());
    wait_until(&mut app, are_known);
    act(&mut app, &[&LabAction::Back]);
    assert!(ranks(&app, Metric::Loops).is_some(), "it is remembered");
}

#[test]
fn nothing_is_measured_behind_a_hidden_panel() {
    let mut app = app("rooms/30x20#7");
    act(&mut app, &[&LabAction::Panel]);
    assert!(!app.world().resource::<PanelShown>().0);
    std::thread::yield_now();
    for _ in 0..50 {
        app.update();
    }
    let ranks = app.world().resource::<Ranks>();
    assert!(ranks.sample(spec(&app), Metric::Open).is_none());
    act(&mut app, &[&LabAction::Panel]);
    wait_until(&mut app, |app| {
        let ranks = app.world().resource::<Ranks>();
        ranks.sample(spec(app), Metric::Open).is_some()
    });
}

#[test]
fn in_fog_the_map_appears_as_it_is_walked_and_steps_are_counted() {
    let mut app = app("rogue/80x50#7");
    act(&mut app, &[&LabAction::Fog]);
    assert_told(&app, "Walk in fog");
    let map = app.world().resource::<Dungeon>().map().clone();
    let sights = |app: &App| -> [usize; 3] {
        let mut counts = [0; 3];
        for (pos, _) in map.tiles.iter() {
            match sight(app, pos) {
                Lit::UNSEEN => counts[0] += 1,
                Lit::REMEMBERED => counts[1] += 1,
                _ => counts[2] += 1,
            }
        }
        counts
    };
    let [unseen, remembered, in_view] = sights(&app);
    assert!(unseen > 2000 && remembered == 0 && in_view > 9);
    // To a room far away and out of sight.
    let mut open = undercroft::map::TileSet::of(&map.tiles, Tile::is_walkable);
    let start = app.world().resource::<Walker>().at().unwrap();
    let goal = map.rooms.iter().map(|room| room.area.center());
    let goal = goal
        .filter(|at| open.contains(*at))
        .max_by_key(|at| (at.x - start.x).abs() + (at.y - start.y).abs())
        .unwrap();
    let mut path = Vec::new();
    let mut finder = undercroft::map::path::PathFinder::default();
    let eight = undercroft::map::Steps::Eight;
    finder.find(&open, eight, start, goal, u32::MAX, &mut path);
    assert!(path.len() > 10);
    let mut here = start;
    for next in &path {
        let dir = here.dir_to(*next).unwrap();
        act(&mut app, &[&Step(dir)]);
        here = *next;
    }
    assert_eq!(app.world().resource::<Walker>().at(), Some(goal));
    let [less_unseen, remembered, _] = sights(&app);
    assert!(less_unseen < unseen && remembered > 20);
    assert_eq!(sight(&app, start), Lit::REMEMBERED);
    let facts = &app.world().resource::<Bar>().facts;
    let steps = facts.iter().find(|(name, _)| *name == "steps").unwrap();
    assert_eq!(steps.1.trim(), path.len().to_string());
    // The same key shows all, and so does another map's making.
    act(&mut app, &[&LabAction::StepBack]);
    assert_eq!(sights(&app)[0], 0);
    act(&mut app, &[&CommonAction::Back]);
    assert_eq!(sights(&app)[0], less_unseen);
    act(&mut app, &[&LabAction::Fog]);
    assert_eq!(sights(&app)[0], 0);
    open.clear();
    // A new map is covered anew, and the key that ends walking ends the fog.
    act(&mut app, &[&LabAction::Fog, &LabAction::NextMap]);
    assert!(sights(&app)[0] > 2000);
    act(&mut app, &[&LabAction::WalkMode]);
    assert_eq!(sights(&app)[0], 0);
}

#[test]
fn what_is_shown_is_saved_as_a_picture_with_its_overlays() {
    let root = builder::folder("lab-picture");
    let mut app = app("rooms/30x20#7");
    let folders = Folders::find(Some(root.clone()), Some(root.clone())).unwrap();
    app.insert_resource(ExportFolders(folders));
    let save = |app: &mut App, name: &str| {
        act(app, &[&LabAction::Export, &MenuAction::Typed('s')]);
        wait_until(app, |app| notice(app).contains(name));
        let file = fs::read(root.join("exports").join(name)).unwrap();
        let reader = image::ImageReader::new(Cursor::new(file));
        let picture = reader.with_guessed_format().unwrap().decode().unwrap();
        picture.to_rgb8()
    };
    let bare = save(&mut app, "rooms-30x20-7-shown-001.png");
    assert_eq!((bare.width(), bare.height()), (480, 320));
    let map = app.world().resource::<Dungeon>().map().clone();
    // The lower left pixel of a tile has nothing of its glyph.
    let pixel = |picture: &image::RgbImage, pos: Pos| {
        picture
            .get_pixel(pos.x as u32 * 16, pos.y as u32 * 16 + 15)
            .0
    };
    let painted = cells(&app);
    let walker = app.world().resource::<Walker>().at();
    for (pos, cell) in painted.iter().filter(|(pos, _)| Some(*pos) != walker) {
        let found = pixel(&bare, pos);
        let is_near = (0..3).all(|channel| found[channel].abs_diff(cell.bg[channel]) <= 2);
        assert!(is_near, "{pos}: {found:?} for {:?}", cell.bg);
    }
    act(&mut app, &[&LabAction::Overlay(Overlay::Rooms)]);
    let rooms = save(&mut app, "rooms-30x20-7-shown-002.png");
    let [mut same, mut other] = [0, 0];
    for (pos, tile) in map.tiles.iter() {
        match pixel(&rooms, pos) == pixel(&bare, pos) {
            true => same += 1,
            false => other += usize::from(tile.is_walkable()),
        }
    }
    assert!(same > 100 && other > 50, "{same} {other}");
    fs::remove_dir_all(root).unwrap();
}

#[test]
fn the_making_is_saved_as_an_animated_png_that_ends_with_the_map() {
    let root = builder::folder("lab-film");
    let mut app = app("rooms/30x20/tries=20#7");
    let folders = Folders::find(Some(root.clone()), Some(root.clone())).unwrap();
    app.insert_resource(ExportFolders(folders));
    act(&mut app, &[&LabAction::Export, &MenuAction::Typed('a')]);
    let name = "rooms-30x20-7-making-001.png";
    wait_until(&mut app, |app| notice(app).contains(name));
    let file = fs::read(root.join("exports").join(name)).unwrap();
    let reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let info = reader.info();
    assert_eq!((info.width, info.height), (480, 320));
    let frames = info.animation_control.unwrap().num_frames as usize;
    let steps = Film::record(spec(&app)).unwrap().length();
    assert!(frames > 5 && frames <= steps + 2, "{frames} of {steps}");
    fs::remove_dir_all(root).unwrap();
}

#[test]
fn rows_change_the_sentence_and_what_is_found() {
    let mut app = app("rooms/30x20#7");
    act(&mut app, &[&LabAction::Search]);
    let sentence = |app: &App| {
        let condition = app.world().resource::<Sheet>().condition();
        condition.map(ToString::to_string)
    };
    let edit = |app: &mut App, edit: Edit| {
        app.world_mut().write_message(SheetRequest::Edit(edit));
        app.update();
    };
    edit(&mut app, Edit::Add);
    edit(&mut app, Edit::Number(0, 3));
    assert_eq!(sentence(&app).as_deref(), Some("corridors >= 3"));
    edit(&mut app, Edit::Add);
    edit(&mut app, Edit::Sign(1));
    edit(&mut app, Edit::Number(1, 4));
    assert_eq!(
        sentence(&app).as_deref(),
        Some("corridors >= 3 && dead_ends <= 4")
    );
    wait_until(&mut app, |app| {
        let sheet = app.world().resource::<Sheet>();
        sheet.items().len() > 10 && sheet.count_due() == 0
    });
    let sheet = app.world().resource::<Sheet>();
    for item in sheet.shown() {
        let figure = |metric| item.thumbnail.figure(metric).unwrap();
        assert!(figure(Metric::Corridors) >= 3 && figure(Metric::DeadEnds) <= 4);
    }
    assert_eq!(rows_of(sheet.condition()).unwrap().len(), 2);
    for _ in 0..2 {
        edit(&mut app, Edit::Remove(0));
    }
    assert_eq!(sentence(&app), None);
    assert_eq!(app.world().resource::<Sheet>().items().len(), 0);
    // A sentence that rows cannot say stays as it is.
    let condition = "loops >= 1 || rooms >= 2".parse().unwrap();
    app.world_mut()
        .write_message(SheetRequest::Search(condition));
    app.update();
    edit(&mut app, Edit::Add);
    assert_eq!(sentence(&app).as_deref(), Some("loops >= 1 || rooms >= 2"));
}

#[test]
fn seeds_that_nobody_chose_have_at_most_nine_digits_and_chosen_ones_stay() {
    let long = u64::MAX - 6;
    let mut app = app(&format!("rooms/30x20#{long}"));
    assert_eq!(spec(&app).seed.0, long);
    for _ in 0..20 {
        act(&mut app, &[&LabAction::NextMap]);
        assert!(spec(&app).seed.0 < 1_000_000_000);
        assert_eq!(spec(&app).size(), Size::new(30, 20));
    }
    for _ in 0..20 {
        act(&mut app, &[&LabAction::Back]);
    }
    assert_eq!(spec(&app).seed.0, long);
}
