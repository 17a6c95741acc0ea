//! Benchmarks of the shell without a window: from a request to the terrain and the light that the
//! renderer reads. Not asserted on time.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use criterion::{Criterion, criterion_group, criterion_main};
use undercroft::app::Screen;
use undercroft::app::dungeon::{DungeonPlugin, Regenerate};
use undercroft::app::dungeon::{Palette, paint};
use undercroft::app::glyph::GlyphPlugin;
use undercroft::app::input::{ActionQueue, InputPlugin, Step};
use undercroft::app::light::{LightPlugin, Source, shine};
use undercroft::app::platform::clock::ClockPlugin;
use undercroft::app::player::PlayerPlugin;
use undercroft::app::screens::ScreensPlugin;
use undercroft::app::screens::descend::{DescendAction, DescendPlugin, Mode};
use undercroft::app::seed::SeedPlugin;
use undercroft::app::settings::SettingsPlugin;
use undercroft::app::stage::Run;
use undercroft::geom::{Dir, Grid, Pos};
use undercroft::mapgen::MapSpec;
use undercroft::rng::Seed;

/// The app of a map, before its first frame.
fn app(code: &str) -> App {
    let spec: MapSpec = code.parse().expect("it is a share code");
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        DungeonPlugin { spec },
        InputPlugin,
        PlayerPlugin,
        GlyphPlugin,
        LightPlugin,
    ));
    app
}

fn map_to_tilemap(c: &mut Criterion) {
    for code in ["rogue/80x50#7", "rooms/80x50#7", "rogue/512x512#7"] {
        let mut app = app(code);
        app.update();
        c.bench_function(&format!("frame at rest, {code}"), |b| {
            b.iter(|| app.update())
        });
        c.bench_function(&format!("frame with the next map, {code}"), |b| {
            b.iter(|| {
                app.world_mut().write_message(Regenerate::Next);
                app.update();
            });
        });
        let mut east = false;
        c.bench_function(&format!("frame with a step, {code}"), |b| {
            b.iter(|| {
                east = !east;
                let step = Step(if east { Dir::East } else { Dir::West });
                app.world_mut().resource_mut::<ActionQueue>().push(&step);
                app.update();
            });
        });
        let map = code
            .parse::<MapSpec>()
            .expect("it is a share code")
            .generate()
            .expect("it has rooms");
        let mut cells = Grid::default();
        c.bench_function(&format!("map to cells, {code}"), |b| {
            let palette = Palette::of_generator("rogue");
            b.iter(|| paint::paint(&map, &palette, &mut cells))
        });
    }
}

/// Twenty flames on a level, as each frame in which they flicker lights it.
fn light_of_a_level(c: &mut Criterion) {
    let map = "rogue/80x50#7"
        .parse::<MapSpec>()
        .expect("it is a share code")
        .generate()
        .expect("it has rooms");
    let open = |pos: &Pos| map.is_walkable(*pos);
    let places: Vec<Pos> = map.tiles.iter().map(|(pos, _)| pos).filter(open).collect();
    let flames = places.iter().step_by(places.len() / 20).take(20);
    let flames: Vec<Source> = flames
        .map(|at| Source {
            at: *at,
            light: [4.6, 2.1, 0.3],
            radius: 9,
            towards: None,
        })
        .collect();
    let mut lights = Grid::default();
    c.bench_function("light of 20 flames, rogue/80x50#7", |b| {
        b.iter(|| {
            lights.reset(80, 50, [0.0; 3]);
            for flame in &flames {
                shine(&map, *flame, &mut lights);
            }
        });
    });
}

/// A turn of the roguelike with its terrain, figures and light, but without panels.
fn turn_in_descend(c: &mut Criterion) {
    let seed = Seed(7);
    let mut app = app("rogue/80x50#7");
    app.add_plugins((
        ClockPlugin,
        SeedPlugin { seed },
        SettingsPlugin,
        DescendPlugin::default(),
        ScreensPlugin {
            first: Screen::Descend,
        },
    ));
    app.world_mut().spawn((Window::default(), PrimaryWindow));
    app.update();
    c.bench_function("frame at rest, Descend", |b| b.iter(|| app.update()));
    c.bench_function("frame with a turn, Descend", |b| {
        b.iter(|| {
            let world = app.world_mut();
            if !world.resource::<Run>().is_playing() {
                let run = Run::new(seed, None).expect("the embedded content is valid");
                world.insert_resource(run);
                world.insert_resource(Mode::Map);
            }
            let mut queue = world.resource_mut::<ActionQueue>();
            queue.push(&DescendAction::Wait);
            app.update();
        });
    });
}

criterion_group!(benches, map_to_tilemap, turn_in_descend, light_of_a_level);
criterion_main!(benches);
