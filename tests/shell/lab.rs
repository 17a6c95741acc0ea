//! The Lab in an app without a window or a renderer: sends actions, and checks maps, playback, tints
//! and files.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::builder::{self, BusyBackground, assert_told, lab as app, notice, screen, wait_until};
use crate::disguise::OF_VALUES;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode};
use bevy::input::mouse::MouseButtonInput;
use bevy::prelude::*;
use bevy::ui_widgets::{SliderRange, ValueChange};
use bevy::window::WindowResolution;
use undercroft::app::Begin;
use undercroft::app::Screen;
use undercroft::app::dungeon::paint::paint;
use undercroft::app::dungeon::{Background, Dungeon, Palette, Regenerate, Scene};
use undercroft::app::glyph::{
    CameraTarget, Glyph, LightMap, Terrain, Tint, ViewInsets, Viewport, Zoom,
};
use undercroft::app::input::{ActionQueue, AnyAction, CommonAction, Layer, Layers, Step};
use undercroft::app::platform::{Clipboard, ExportFolders, Folders};
use undercroft::app::player::Walker;
use undercroft::app::screens::lab::{
    ActiveOverlays, Animation, ExportMap, Film, LabAction, Legend, MapMetrics, Overlay, PanelShown,
    format_metrics, read_export, read_map,
};
use undercroft::app::settings::{ConfigFile, ConfigFiles, EXPORT, LAB, Value};
use undercroft::app::ui::hud::Bar;
use undercroft::export::{self, Companion, Format};
use undercroft::game::things;
use undercroft::geom::{Dir, Grid, Pos, Size};
use undercroft::map::{ThingClass, Tile};
use undercroft::mapgen::waves::Sample;
use undercroft::mapgen::{ALL, BUILT_IN, MapSpec};
use undercroft::rng::Seed;

fn spec(code: &str) -> MapSpec {
    code.parse().unwrap()
}

/// An app with the map of `code` that exports into an empty folder, and the path of that folder.
fn exporting_app(code: &str, folder: &str) -> (App, PathBuf) {
    let root = builder::folder(folder);
    let mut app = app(code);
    let folders = Folders::find(Some(root.clone()), Some(root.clone())).unwrap();
    app.insert_resource(ExportFolders(folders));
    (app, root.join("exports"))
}

/// Requests a map and runs one frame.
fn request(app: &mut App, request: Regenerate) {
    app.world_mut().write_message(request);
    app.update();
}

/// The path in the notice after an export, if the map was saved.
fn saved_path(app: &App) -> Option<PathBuf> {
    let path = notice(app).strip_prefix("Saved the map as ");
    path.map(PathBuf::from)
}

/// Queues actions, and runs frames until all have been applied.
fn ask<A: AnyAction>(app: &mut App, actions: &[A]) {
    let each: Vec<&dyn AnyAction> = actions.iter().map(|action| action as _).collect();
    ask_all(app, &each);
}

fn ask_all(app: &mut App, actions: &[&dyn AnyAction]) {
    let mut queue = app.world_mut().resource_mut::<ActionQueue>();
    for action in actions {
        queue.push(*action);
    }
    for _ in 0..=actions.len() + 1 {
        app.update();
    }
}

#[test]
fn the_whole_map_is_seen_in_a_window_of_any_size() {
    for (width, height) in [(800, 500), (1280, 800), (1920, 1080)] {
        let mut app = app("rogue/80x50#7");
        let mut windows = app.world_mut().query::<&mut Window>();
        for mut window in windows.iter_mut(app.world_mut()) {
            window.resolution = WindowResolution::new(width, height);
        }
        // The panel and the bar.
        app.insert_resource(ViewInsets {
            right: 300.0,
            bottom: 60.0,
            ..default()
        });
        for _ in 0..3 {
            app.update();
        }
        let map = UVec2::new(80, 50) * app.world().resource::<Zoom>().cell_px();
        let room = app.world().resource::<Viewport>().room;
        assert!(map.cmple(room).all(), "{map} in {room}");
    }
}

fn dungeon(app: &App) -> &Dungeon {
    app.world().resource::<Dungeon>()
}

fn animation(app: &App) -> &Animation {
    app.world().resource::<Animation>()
}

fn film_position(app: &App) -> Option<usize> {
    animation(app).film().map(Film::position)
}

/// The glyphs of the terrain.
fn glyphs(app: &App) -> Vec<u16> {
    let cells = app.world().resource::<Terrain>().cells();
    cells.as_slice().iter().map(|cell| cell.glyph.0).collect()
}

#[test]
fn the_making_of_every_generator_is_stepped_back_and_forth_on_the_terrain() {
    for generator in ALL {
        let name = generator.info().name;
        let mut app = app(&format!("{name}/60x40#7"));
        let whole = glyphs(&app);
        let walker = app.world().resource::<Walker>().at();
        ask(&mut app, &[LabAction::StepBack]);
        let length = animation(&app).film().unwrap().length();
        assert_eq!(film_position(&app), Some(length - 1), "{name}");
        assert_eq!(*app.world().resource::<Scene>(), Scene::Other);
        let last_but_one = glyphs(&app);
        ask(&mut app, &[LabAction::StepBack; 3]);
        let back = length.saturating_sub(4);
        assert_eq!(film_position(&app), Some(back), "{name}");
        let ahead = length - 1 - back;
        ask(&mut app, &vec![LabAction::StepForward; ahead]);
        assert_eq!(film_position(&app), Some(length - 1), "{name}");
        assert_eq!(glyphs(&app), last_but_one, "{name}");
        ask(&mut app, &[LabAction::StepForward]);
        assert_eq!(
            film_position(&app),
            None,
            "{name}: the end is the whole map"
        );
        assert_eq!(*app.world().resource::<Scene>(), Scene::Dungeon);
        assert_eq!(glyphs(&app), whole, "{name}");
        assert_eq!(app.world().resource::<Walker>().at(), walker);
    }
}

#[test]
fn a_played_film_begins_in_solid_rock_and_ends_by_itself() {
    let mut app = app("rogue/40x30#7");
    let whole = glyphs(&app);
    ask(&mut app, &[LabAction::Faster; 6]);
    app.world_mut()
        .resource_mut::<ActionQueue>()
        .push(&LabAction::Play);
    app.update();
    assert!(animation(&app).is_playing());
    assert!(glyphs(&app).iter().all(|glyph| *glyph == 0x20));
    wait_until(&mut app, |app| film_position(app).is_none());
    app.update();
    assert_eq!(glyphs(&app), whole);
    ask(&mut app, &[LabAction::Play, LabAction::Play]);
    let paused = film_position(&app);
    assert!(!animation(&app).is_playing());
    app.update();
    assert_eq!(film_position(&app), paused);
    ask(&mut app, &[CommonAction::Back]);
    assert_eq!((film_position(&app), builder::exit(&app)), (None, None));
}

#[test]
fn another_map_ends_the_film() {
    let mut app = app("rogue/40x30#7");
    ask(&mut app, &[LabAction::Light]);
    ask(&mut app, &[LabAction::StepBack, LabAction::NextMap]);
    assert_eq!(film_position(&app), None);
    assert_eq!(*app.world().resource::<Scene>(), Scene::Dungeon);
    // Every glyph is the map's or a lamp.
    let mut cells = Grid::default();
    let palette = Palette::of_generator("rogue");
    paint(dungeon(&app).map(), &palette, &mut cells);
    let lamp = Glyph::of('☼').unwrap().0;
    let glyphs = glyphs(&app);
    assert_eq!(glyphs.len(), cells.as_slice().len());
    for (cell, glyph) in cells.as_slice().iter().zip(glyphs) {
        assert!(glyph == cell.glyph.0 || glyph == lamp);
    }
}

#[test]
fn each_generator_keeps_its_own_parameters() {
    let mut app = app("rooms/80x50/tries=60#7");
    let forth = [LabAction::NextGenerator, LabAction::PreviousGenerator];
    ask(&mut app, &forth);
    assert_eq!(dungeon(&app).spec(), &spec("rooms/80x50/tries=60#7"));
    request(&mut app, Regenerate::Generator("rogue"));
    assert_eq!(dungeon(&app).spec(), &spec("rogue/80x50#7"));
    request(&mut app, Regenerate::Generator("rooms"));
    assert_eq!(dungeon(&app).spec(), &spec("rooms/80x50/tries=60#7"));
}

#[test]
fn another_value_of_a_parameter_keeps_the_place_in_the_sequence() {
    let mut app = app("rooms/80x50#7");
    ask(&mut app, &[LabAction::NextMap]);
    let mut changed = dungeon(&app).spec().to_string();
    changed.insert_str("rooms/80x50".len(), "/tries=60");
    request(&mut app, Regenerate::Exactly(spec(&changed)));
    assert_eq!(dungeon(&app).number(), 1);
    ask(&mut app, &[LabAction::NextMap]);
    let next = spec("rooms/80x50/tries=60#7").with_seed(Seed(7).short_nth(2));
    assert_eq!(dungeon(&app).spec(), &next);
}

#[test]
fn share_codes_go_through_the_clipboard_and_wrong_ones_change_nothing() {
    let mut app = app("rogue/80x50#7");
    ask(&mut app, &[CommonAction::Copy]);
    assert_eq!(notice(&app), "Copied rogue/80x50#7");
    ask_all(&mut app, &[&LabAction::NextMap, &CommonAction::Paste]);
    assert_eq!(dungeon(&app).spec(), &spec("rogue/80x50#7"));
    for (text, needle) in [
        ("rouge/80x50#7", "did you mean \"rogue\""),
        ("rogue/80#7", "\"80\" is not a size"),
        ("rogue/80x50/sectors=9#7", "sectors must be from 2 to 6"),
        ("rogue/80x50/joins=some#7", "until-connected"),
        ("rogue/80x50#", "seed"),
        (
            "rogue/80x50#7.",
            "the seed \"7.\" of the code is not a number",
        ),
        (
            "hello world",
            "is not a share code, an id, a maze, a link or a number",
        ),
        ("/home/me/map.png", "is not a share code"),
        (
            "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=",
            "is not a share code",
        ),
        ("", "there is no text"),
        ("BC\nB6\n", "this is a maze; paste it in Maze Run"),
        (
            "https://example.org/#board/9x9%23",
            "in the link, the seed is empty after the \"#\"; give",
        ),
        ("board/9x9#7", "this is a Conduit board; open it in Conduit"),
    ] {
        app.world_mut()
            .resource_mut::<Clipboard>()
            .copy(text)
            .unwrap();
        ask(&mut app, &[CommonAction::Paste]);
        let notice = notice(&app);
        assert!(notice.starts_with("Not pasted: "), "{notice}");
        assert!(notice.contains(needle), "{notice}");
        assert_eq!(dungeon(&app).spec(), &spec("rogue/80x50#7"));
    }
    let seed = app.world_mut().resource_mut::<Clipboard>().copy("12");
    seed.unwrap();
    ask(&mut app, &[CommonAction::Paste]);
    assert_eq!(dungeon(&app).spec().seed, Seed(12));
    for (name, disguise) in OF_VALUES {
        for code in ["rooms/40x30#3", "rogue/40x30#4"] {
            let copied = app
                .world_mut()
                .resource_mut::<Clipboard>()
                .copy(&disguise(code));
            copied.unwrap();
            ask(&mut app, &[CommonAction::Paste]);
            assert_eq!(dungeon(&app).spec(), &spec(code), "{name}");
        }
    }
}

#[test]
fn an_overlay_tints_the_map_until_it_is_asked_for_again() {
    let mut app = app("rogue/80x50#7");
    let tint = |app: &App| app.world().resource::<Tint>().clone();
    for &overlay in Overlay::ALL {
        ask(&mut app, &[LabAction::Overlay(overlay)]);
        let active = app.world().resource::<ActiveOverlays>();
        assert!(active.iter().eq([overlay]));
        let expected = overlay.tint(dungeon(&app).map(), None, None, &[]);
        assert_same_tint(&app, &expected);
        assert!(!overlay.legend().is_empty());
        ask(&mut app, &[LabAction::Overlay(overlay)]);
        assert!(tint(&app).is_empty(), "{overlay:?}");
    }
    let last = Overlay::Rooms;
    ask(&mut app, &[LabAction::Overlay(last), LabAction::NextMap]);
    assert_eq!(tint(&app), last.tint(dungeon(&app).map(), None, None, &[]));
}

/// Checks the tint of every tile.
#[track_caller]
fn assert_same_tint(app: &App, expected: &Tint) {
    let tint = app.world().resource::<Tint>();
    for (pos, _) in dungeon(app).map().tiles.iter() {
        assert_eq!(tint.get(pos), expected.get(pos), "{pos}");
    }
}

#[test]
fn overlays_that_mark_few_tiles_lie_over_one_that_colours_the_ground() {
    let mut app = app("maze-dfs/31x21#7");
    let both = [Overlay::Distance, Overlay::Farthest];
    ask(&mut app, &both.map(LabAction::Overlay));
    let map = dungeon(&app).map().clone();
    let [ground, path] = both.map(|overlay| overlay.tint(&map, None, None, &[]));
    let tint = app.world().resource::<Tint>();
    let mut counts = [0; 2];
    for (pos, _) in map.tiles.iter() {
        let expected = path.get(pos).or_else(|| ground.get(pos));
        assert_eq!(tint.get(pos), expected, "{pos}");
        counts[usize::from(path.get(pos).is_some())] += usize::from(expected.is_some());
    }
    assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
    let legend = app.world().resource::<Legend>();
    let parts: Vec<Overlay> = legend.0.iter().map(|part| part.overlay).collect();
    assert_eq!(parts, both);
    // Another one that colours the ground takes the place of the first.
    ask(&mut app, &[LabAction::Overlay(Overlay::Rooms)]);
    let active = app.world().resource::<ActiveOverlays>();
    assert!(active.iter().eq([Overlay::Rooms, Overlay::Farthest]));
}

#[test]
fn steps_walk_or_move_the_view() {
    let mut app = app("box/80x50#1");
    let at = |app: &App| app.world().resource::<Walker>().at().unwrap();
    let target = |app: &App| app.world().resource::<CameraTarget>().0;
    let start = at(&app);
    let centre = Vec2::new(start.x as f32, start.y as f32) + 0.5;
    assert_eq!(target(&app), centre, "the view opens on the start");
    ask(&mut app, &[Step(Dir::West)]);
    assert_eq!(at(&app), start);
    assert_ne!(target(&app), centre);
    ask(&mut app, &[LabAction::WalkMode]);
    let words = "Walk with the arrow keys: the view follows the @";
    assert_eq!(notice(&app), words);
    ask(&mut app, &[Step(Dir::West)]);
    assert_eq!(at(&app), start - Pos::new(1, 0));
    // The walker glides, and the view follows it.
    let began = Instant::now();
    while target(&app) != centre - Vec2::X {
        assert!(
            began.elapsed() < Duration::from_secs(10),
            "the view does not follow"
        );
        app.update();
    }
    ask(&mut app, &[LabAction::WalkMode]);
    let words = "Pan with the arrow keys, or drag the map";
    assert_eq!(notice(&app), words);
    ask(&mut app, &[Step(Dir::West)]);
    assert_eq!(at(&app), start - Pos::new(1, 0));
}

#[test]
fn a_change_of_size_keeps_the_whole_map_in_view_or_the_zoom_of_a_part() {
    let mut app = app("rogue/80x50#7");
    let resize = |app: &mut App, code| {
        request(app, Regenerate::Exactly(spec(code)));
        app.update();
        app.update();
    };
    let is_whole = |app: &App| {
        let (view, size) = (
            app.world().resource::<Viewport>(),
            dungeon(app).map().size(),
        );
        let map = Vec2::new(size.width as f32, size.height as f32) * view.tile_px();
        map.cmple(view.room.as_vec2()).all()
    };
    app.update();
    assert!(is_whole(&app));
    resize(&mut app, "rogue/1000x50#7");
    assert!(is_whole(&app));
    ask(&mut app, &[CommonAction::ZoomIn; 9]);
    assert!(!is_whole(&app));
    let zoom = *app.world().resource::<Zoom>();
    resize(&mut app, "rogue/900x60#7");
    assert_eq!(*app.world().resource::<Zoom>(), zoom);
}

#[test]
fn a_click_walks_all_the_way_in_walk_mode_alone() {
    let mut app = app("rogue/80x50#7");
    app.init_resource::<ButtonInput<MouseButton>>();
    let walkable = |(_, tile): &(Pos, &Tile)| tile.is_walkable();
    let tiles = &dungeon(&app).map().tiles;
    let (goal, _) = tiles.iter().filter(walkable).last().unwrap();
    let click = |app: &mut App| {
        let centre = Vec2::new(goal.x as f32, goal.y as f32) + 0.5;
        let point = app.world().resource::<Viewport>().point_of(centre);
        let mut windows = app.world_mut().query::<&mut Window>();
        let mut window = windows.single_mut(app.world_mut()).unwrap();
        window.set_cursor_position(Some(point));
        let mut buttons = app.world_mut().resource_mut::<ButtonInput<MouseButton>>();
        buttons.press(MouseButton::Left);
        app.update();
        let mut buttons = app.world_mut().resource_mut::<ButtonInput<MouseButton>>();
        buttons.reset_all();
        app.update();
    };
    let walker = |app: &App| app.world().resource::<Walker>().at().unwrap();
    let start = walker(&app);
    click(&mut app);
    assert_eq!(walker(&app), start);
    ask(&mut app, &[LabAction::WalkMode]);
    click(&mut app);
    assert_eq!(walker(&app), goal);
    let steps = app.world().resource::<Walker>().steps();
    assert!(steps > 20, "{steps}");
}

#[test]
fn the_hints_name_what_a_key_does_now() {
    let mut app = app("rogue/80x50#7");
    let has = |app: &App, wanted: &str| {
        let bar = app.world().resource::<Bar>();
        let mouse = bar.mouse.iter().map(|(_, meaning)| *meaning);
        let hints = bar.hints.iter().map(|(_, label)| *label);
        hints.chain(mouse).any(|label| label == wanted)
    };
    assert!(has(&app, "play") && has(&app, "walk") && !has(&app, "Walk there"));
    ask(&mut app, &[LabAction::Slower; 6]);
    ask(&mut app, &[LabAction::WalkMode, LabAction::Play]);
    assert!(has(&app, "pause") && has(&app, "pan") && has(&app, "Walk there"));
    ask(&mut app, &[LabAction::Play]);
    assert!(has(&app, "play") && film_position(&app).is_some());
}

#[test]
fn a_legend_says_what_the_map_lacks_and_what_waits_for_the_end_of_a_film() {
    let mut app = app("box/30x20#7");
    let legend = |app: &App| {
        let Some(part) = app.world().resource::<Legend>().0.first() else {
            return (Vec::new(), String::new());
        };
        let lines = part.lines.iter().map(|(_, meaning)| meaning.clone());
        (lines.collect::<Vec<_>>(), part.note.clone())
    };
    assert_eq!(legend(&app), (Vec::new(), String::new()));
    ask(&mut app, &[LabAction::Overlay(Overlay::DeadEnds)]);
    let (lines, note) = legend(&app);
    assert!(lines[0] == "dead ends: none on this map" && note.is_empty());
    request(&mut app, Regenerate::Exactly(spec("maze-dfs/31x21#7")));
    app.update();
    assert_eq!(legend(&app).0, ["dead ends", "choke points"]);
    ask(&mut app, &[LabAction::StepBack]);
    let waits = "Shown once the map is finished";
    assert_eq!(legend(&app).1, waits);
    ask(&mut app, &[LabAction::StepForward]);
    app.update();
    assert_eq!(legend(&app).1, "");
}

#[test]
fn the_things_of_a_level_and_of_a_room_are_tinted() {
    for (code, class) in [
        ("level/80x50/depth=3#7", ThingClass::Monster),
        ("set-piece/23x23/name=oil-store#7", ThingClass::Mechanism),
        ("set-piece/23x23/name=flooded-crypt#7", ThingClass::Hazard),
    ] {
        let mut app = app(code);
        ask(&mut app, &[LabAction::Overlay(Overlay::Things)]);
        let things = things(dungeon(&app).spec(), dungeon(&app).map());
        let expected = Overlay::Things.tint(dungeon(&app).map(), None, None, &things);
        assert!(!expected.is_empty() && things.iter().any(|thing| thing.class != class));
        assert_same_tint(&app, &expected);
        let note = |app: &App| app.world().resource::<Legend>().0[0].note.clone();
        let note = note(&app);
        assert!(note.starts_with("Point at one for its name"), "{note}");
        assert_eq!(
            note.contains("Pulling it lets the water out"),
            code.contains("crypt"),
            "{note}"
        );
    }
    let mut app = app("rogue/80x50#7");
    ask(&mut app, &[LabAction::Overlay(Overlay::Things)]);
    let mut levels = app.world().resource::<Tint>().levels.iter();
    assert!(levels.all(|(_, level)| *level == 0));
}

#[test]
fn the_map_of_the_last_time_comes_back_or_with_the_seed_that_is_chosen() {
    let root = builder::folder("lab-kept");
    let files = || {
        let folders = Folders::find(Some(root.clone()), Some(root.clone()));
        ConfigFiles::new(folders.unwrap())
    };
    let load = || {
        let mut state = files().open(ConfigFile::State, &mut Vec::new());
        let read = |value: Value<'_>, _: &mut Vec<String>| read_map(value);
        LAB.load(&mut state, read)
    };
    let mut first = builder::app(Screen::Lab, "rooms/60x40/tries=60#7");
    first.insert_resource(files());
    first.update();
    builder::end(&mut first);
    let kept = load();
    let kept = kept.unwrap();
    let mut again = builder::app(Screen::Lab, &kept.to_string());
    again.insert_resource(Begin::Last);
    again.update();
    assert_eq!(dungeon(&again).spec(), &spec("rooms/60x40/tries=60#7"));
    assert_eq!(dungeon(&again).map().size(), Size::new(60, 40));
    let mut second = builder::app(Screen::Lab, &kept.to_string());
    second.insert_resource(Begin::Seed(Seed(8)));
    second.update();
    assert_eq!(dungeon(&second).spec(), &spec("rooms/60x40/tries=60#8"));
    // With a sample of one's own, too, which the code carries.
    let waves = BUILT_IN.find("waves").unwrap();
    let mut params = waves.params();
    params
        .set_sample(Sample::from_text(include_str!("../../core/assets/samples/fen.txt")).unwrap());
    let own = MapSpec::with_params(waves, Size::new(48, 36), params, Seed(7)).unwrap();
    second.insert_resource(files());
    request(&mut second, Regenerate::Exactly(own.clone()));
    builder::end(&mut second);
    assert_eq!(load().unwrap(), own);
    let wrong = Value::whole("state.ron", "\"rouge/80x50#7\"", "").unwrap();
    assert!(read_map(wrong).is_err());
}

#[test]
fn the_facts_of_the_bar_are_as_wide_for_every_generator() {
    let mut app = app("box/80x50#1");
    let facts = |app: &App| {
        let facts = app.world().resource::<Bar>().facts.iter();
        let width = facts.map(|(label, value)| label.len() + value.chars().count());
        width.sum::<usize>()
    };
    let first = facts(&app);
    for _ in ALL {
        ask(&mut app, &[LabAction::NextGenerator]);
        assert_eq!(dungeon(&app).map().size(), Size::new(80, 50));
        assert_eq!(facts(&app), first, "{}", dungeon(&app).spec());
    }
}

#[test]
fn measures_are_those_of_the_shown_map_while_the_panel_is_open() {
    let mut app = app("rogue/80x50#7");
    let metrics = |app: &App| {
        app.world()
            .resource::<MapMetrics>()
            .0
            .as_ref()
            .map(format_metrics)
    };
    let first = metrics(&app).unwrap();
    assert!(first.iter().any(|row| row.metric.name() == "rooms"));
    ask(&mut app, &[LabAction::NextMap]);
    assert_ne!(metrics(&app).unwrap(), first);
    ask(&mut app, &[LabAction::Panel, LabAction::Back]);
    assert!(!app.world().resource::<PanelShown>().0);
    assert_eq!(metrics(&app), None);
    ask(&mut app, &[LabAction::EnterPanel]);
    assert!(app.world().resource::<PanelShown>().0);
    assert_eq!(metrics(&app), Some(first));
}

#[test]
fn exported_files_never_take_each_others_place() {
    let (mut app, exports) = exporting_app("rogue/40x30#7", "lab-names");
    let mut paths = Vec::new();
    for _ in 0..2 {
        app.world_mut().write_message(ExportMap(Format::Text));
        app.update();
        paths.push(saved_path(&app).unwrap());
    }
    assert_ne!(paths[0], paths[1]);
    for path in paths {
        assert!(path.starts_with(&exports));
        let text = fs::read_to_string(path).unwrap();
        assert_eq!(text, dungeon(&app).map().to_string());
    }
}

#[test]
fn files_go_to_the_folder_that_was_chosen_and_a_key_repeats_the_last_export() {
    let (mut app, exports) = exporting_app("level/80x50/depth=3#7", "lab-folder");
    let mine = exports.parent().unwrap().join("mine");
    fs::create_dir_all(&mine).unwrap();
    let state = format!(
        "(export: (Some({:?}), Some(20)))",
        mine.display().to_string()
    );
    let files = exports.parent().unwrap().join("state.ron");
    fs::write(files, state).unwrap();
    let folders = Folders::find(Some(exports.parent().unwrap().to_owned()), None).unwrap();
    let mut document = ConfigFiles::new(folders).open(ConfigFile::State, &mut Vec::new());
    let export = EXPORT.load(&mut document, |value, _| read_export(value));
    app.insert_resource(export.unwrap());
    let press = |app: &mut App, letter: &str| {
        builder::tap(app, (KeyCode::F24, Key::Character(letter.into())));
        app.update();
        app.update();
    };
    ask(&mut app, &[LabAction::Export]);
    press(&mut app, "p");
    let saved = |app: &App| {
        let path = notice(app)
            .split(" as ")
            .last()
            .unwrap()
            .split(". The")
            .next()
            .unwrap();
        PathBuf::from(path)
    };
    let first = saved(&app);
    assert!(first.starts_with(&mine), "{}", notice(&app));
    let size = image::image_dimensions(&first).unwrap();
    assert_eq!(size, (80 * 20, 50 * 20));
    assert_told(&app, "The PNG picture leaves out the start");
    ask(&mut app, &[LabAction::ExportAgain]);
    app.update();
    let second = saved(&app);
    assert_ne!(first, second);
    assert_eq!(fs::read(first).unwrap(), fs::read(second).unwrap());
}

#[test]
fn an_export_during_the_playback_says_that_it_is_the_finished_map() {
    let (mut app, _) = exporting_app("rogue/40x30#7", "lab-film");
    ask(&mut app, &[LabAction::StepBack; 3]);
    app.world_mut().write_message(ExportMap(Format::Text));
    app.update();
    assert_told(&app, "the finished map (not this step)");
    let path = notice(&app).split(" as ").last().unwrap();
    let text = fs::read_to_string(path).unwrap();
    assert_eq!(text, dungeon(&app).map().to_string());
}

#[test]
fn a_format_is_chosen_by_letter_or_cursor_and_hex_is_for_mazes_alone() {
    let (mut app, _) = exporting_app("rogue/40x30#7", "lab-choice");
    let is_open = |app: &App| app.world().resource::<Layers>().is_open(Layer::Menu);
    let choose = |app: &mut App, keys: &[(KeyCode, Key)]| {
        ask(app, &[LabAction::Export]);
        assert!(is_open(app));
        for key in keys {
            builder::tap(app, key.clone());
            app.update();
            app.update();
        }
    };
    let letter = |text: &str| (KeyCode::F24, Key::Character(text.into()));
    let down = (KeyCode::ArrowDown, Key::ArrowDown);
    let enter = (KeyCode::Enter, Key::Enter);
    choose(&mut app, &[letter("h")]);
    assert!(is_open(&app), "Hex is offered only for mazes");
    choose(&mut app, &[letter("j")]);
    assert!(notice(&app).ends_with(".json") && !is_open(&app));
    choose(&mut app, &[down.clone(), down.clone(), down, enter]);
    assert!(notice(&app).ends_with(".png") && !is_open(&app));
    choose(&mut app, &[(KeyCode::Escape, Key::Escape)]);
    assert!(!is_open(&app));
    assert_eq!(screen(&app), Screen::Lab, "Esc closes only the list");
}

#[test]
fn every_format_is_written_and_a_painted_tileset_is_kept() {
    let (mut app, exports) = exporting_app("maze-dfs/41x31#7", "lab-formats");
    let export_as = |app: &mut App, format| {
        app.world_mut().write_message(ExportMap(format));
        app.update();
        saved_path(app)
    };
    for format in Format::ALL {
        let path = export_as(&mut app, format).unwrap();
        assert_eq!(path.extension().unwrap(), format.extension());
        let mut expected = Vec::new();
        let (spec, map) = (dungeon(&app).spec(), dungeon(&app).map());
        let options = export::Options::default();
        export::write(format, spec, map, &options, &mut expected).unwrap();
        assert!(fs::read(path).unwrap() == expected, "{format:?}");
    }
    let tileset = exports.join(Companion::TilesetImage.name());
    assert!(fs::read(&tileset).unwrap().starts_with(b"\x89PNG"));
    fs::write(&tileset, "painted").unwrap();
    export_as(&mut app, Format::Tmj).unwrap();
    assert_eq!(fs::read_to_string(&tileset).unwrap(), "painted");

    // A map that is not a maze of cells has no Hex form.
    ask(&mut app, &[LabAction::PreviousGenerator]);
    assert_eq!(export_as(&mut app, Format::Hex), None);
    assert_told(&app, "not a maze of cells");

    // A large map is written in the background.
    let large = spec("rogue/600x600#7");
    request(&mut app, Regenerate::Exactly(large.clone()));
    wait_until(&mut app, |app| dungeon(app).spec() == &large);
    assert_eq!(export_as(&mut app, Format::Text), None);
    wait_until(&mut app, |app| saved_path(app).is_some());
    let text = fs::read_to_string(saved_path(&app).unwrap()).unwrap();
    assert_eq!(text, dungeon(&app).map().to_string());
}

#[test]
fn a_large_map_is_made_beside_the_frames_and_kept_in_few_bytes() {
    let mut app = app("rogue/80x50#7");
    let large = spec("rogue/1024x1024#7");
    let busy = BusyBackground::new(&app);
    request(&mut app, Regenerate::Exactly(large.clone()));
    assert!(app.world().resource::<Background>().is_busy());
    drop(busy);
    wait_until(&mut app, |app| dungeon(app).spec() == &large);
    app.update();
    assert_eq!(dungeon(&app).map(), &large.generate().unwrap());
    let terrain = app.world().resource::<Terrain>();
    assert_eq!(terrain.size(), UVec2::splat(1024));
    assert_eq!(terrain.cells().size().area(), 0);
    let lit = app.world().resource::<LightMap>().tiles().size().area();
    assert!(lit < 1000, "{lit}");
    assert_eq!(
        app.world().resource::<Walker>().at(),
        dungeon(&app).map().start
    );
    wait_until(&mut app, |app| {
        app.world().resource::<MapMetrics>().0.is_some()
    });
    ask(&mut app, &[LabAction::StepBack]);
    assert_told(&app, "512x512");
}

#[test]
fn a_map_that_takes_long_for_its_size_is_made_beside_the_frames_too() {
    let mut app = app("rogue/80x50#7");
    let at_once = spec("waves/64x64#7");
    request(&mut app, Regenerate::Exactly(at_once.clone()));
    assert_eq!(dungeon(&app).spec(), &at_once);
    let slow = spec("waves/65x64#7");
    let busy = BusyBackground::new(&app);
    request(&mut app, Regenerate::Exactly(slow.clone()));
    assert!(app.world().resource::<Background>().is_busy());
    drop(busy);
    wait_until(&mut app, |app| dungeon(app).spec() == &slow);
    ask(&mut app, &[LabAction::StepBack]);
    assert_told(
        &app,
        "Playback shows maps of up to 64x64 tiles with waves; this one has 65x64",
    );
}

#[test]
fn a_large_map_that_is_cancelled_never_comes() {
    let mut app = app("rogue/80x50#7");
    let _busy = BusyBackground::new(&app);
    let large = spec("scatter/2048x2048/walls=1000000#7");
    request(&mut app, Regenerate::Exactly(large));
    assert!(app.world().resource::<Background>().is_busy());
    ask(&mut app, &[CommonAction::Back]);
    assert!(notice(&app).starts_with("Cancelled scatter/2048x2048"));
    assert!(!app.world().resource::<Background>().is_busy());
    assert_eq!(builder::exit(&app), None);
    assert_eq!(dungeon(&app).spec(), &spec("rogue/80x50#7"));
    // A request for a small map cancels a large one that is still being generated.
    let large = spec("scatter/2048x2048/walls=1000000#8");
    request(&mut app, Regenerate::Exactly(large));
    ask(&mut app, &[LabAction::NextMap]);
    assert!(!app.world().resource::<Background>().is_busy());
    assert_eq!(dungeon(&app).number(), 1);
}

#[test]
fn clicks_on_the_tracks_of_two_sliders_are_taken_back_one_by_one() {
    let rooms = builder::begun("rooms/80x50#7");
    let mut app = builder::panelled(Screen::Lab, rooms);
    for _ in 0..4 {
        app.update();
    }
    let now = |app: &App| app.world().resource::<Dungeon>().spec().clone();
    let mut shown = vec![now(&app)];
    let mut sliders = app.world_mut().query::<(Entity, &SliderRange)>();
    let sliders = sliders
        .iter(app.world())
        .map(|(slider, range)| (slider, range.start()));
    for (source, value) in sliders.collect::<Vec<_>>() {
        // A click on a track tells no final value.
        app.world_mut().trigger(ValueChange {
            source,
            value,
            is_final: false,
        });
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let click = MouseButtonInput {
                button: MouseButton::Left,
                state,
                window: Entity::PLACEHOLDER,
            };
            app.world_mut().write_message(click);
            app.update();
        }
        app.update();
        if shown.last() != Some(&now(&app)) {
            shown.push(now(&app));
        }
    }
    assert!(shown.len() > 2, "{shown:?}");
    for before in shown.iter().rev().skip(1) {
        builder::act(&mut app, &[&LabAction::Back]);
        app.update();
        assert_eq!(&now(&app), before);
    }
}
