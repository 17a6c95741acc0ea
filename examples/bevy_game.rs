//! A small Bevy game built on the library's plugins, which generate, draw and light dungeons and move
//! the `@`. Walk with the arrow keys to the `>` on the tile farthest from the start to enter the next
//! dungeon. Takes a share code: `cargo run --release --example bevy_game -- 'caves/60x40#3'`

use bevy::prelude::*;
use undercroft::app::Phase;
use undercroft::app::dungeon::{Dungeon, DungeonPlugin, Regenerate};
use undercroft::app::glyph::{Glyph, GlyphPlugin, GlyphSprite};
use undercroft::app::input::Step;
use undercroft::app::light::LightPlugin;
use undercroft::app::player::{PlayerPlugin, Walker};
use undercroft::geom::Dir;
use undercroft::map::distance::{DistanceMap, UNBOUNDED};
use undercroft::map::{Steps, Tile, TileSet};

const KEYS: [(KeyCode, Dir); 4] = [
    (KeyCode::ArrowUp, Dir::North),
    (KeyCode::ArrowDown, Dir::South),
    (KeyCode::ArrowLeft, Dir::West),
    (KeyCode::ArrowRight, Dir::East),
];

/// Marks the `>`.
#[derive(Component)]
#[require(GlyphSprite)]
struct Goal;

fn main() {
    let code = std::env::args().nth(1);
    let spec = code.as_deref().unwrap_or("rogue/60x36#7").parse();
    let spec = spec.unwrap_or_else(|error| {
        eprintln!("bevy_game: {error}");
        std::process::exit(2);
    });
    App::new()
        .add_plugins(DefaultPlugins.set(ImagePlugin::default_nearest()))
        .add_plugins(DungeonPlugin { spec })
        .add_plugins((GlyphPlugin, LightPlugin, PlayerPlugin))
        .insert_resource(ClearColor(Color::BLACK))
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn(Goal);
        })
        .add_systems(Update, request_steps.in_set(Phase::Input))
        .add_systems(Update, place_goal.run_if(resource_changed::<Dungeon>))
        .add_systems(Update, check_arrival.run_if(resource_changed::<Walker>))
        .run();
}

/// Requests a step for each arrow key pressed in this frame.
fn request_steps(keys: Res<ButtonInput<KeyCode>>, mut steps: MessageWriter<Step>) {
    let pressed = KEYS.iter().filter(|(key, _)| keys.just_pressed(*key));
    steps.write_batch(pressed.map(|(_, dir)| Step(*dir)));
}

/// Puts the goal on the tile with the longest path from the start.
fn place_goal(dungeon: Res<Dungeon>, mut goal: Single<&mut GlyphSprite, With<Goal>>) {
    let map = dungeon.map();
    let open = TileSet::of(&map.tiles, Tile::is_walkable);
    let mut distances = DistanceMap::default();
    distances.measure(&open, Steps::Four, map.start.as_slice(), UNBOUNDED);
    let (at, _) = distances.farthest().unwrap_or_default();
    **goal = GlyphSprite {
        glyph: Glyph::of('>').unwrap_or_default(),
        fg: [255, 204, 115],
        at: Vec2::new(at.x as f32, at.y as f32),
    };
}

/// Requests the next dungeon when the walker reaches the goal.
fn check_arrival(
    walker: Res<Walker>,
    goal: Single<&GlyphSprite, With<Goal>>,
    mut maps: MessageWriter<Regenerate>,
) {
    let at = walker.at().filter(|_| walker.steps() > 0);
    if at.is_some_and(|at| Vec2::new(at.x as f32, at.y as f32) == goal.at) {
        maps.write(Regenerate::Next);
    }
}
