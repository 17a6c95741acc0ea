//! A small Bevy game of its own on two plugins of the library: one makes dungeons, the other draws
//! them. Walk the `@` to the tile farthest from it, in as few steps as you can; there the next
//! dungeon begins.
//!
//! `cargo run --release --example bevy_game`, or with a share code of another dungeon:
//! `cargo run --release --example bevy_game -- 'caves/60x40#3'`. Arrows or `h` `j` `k` `l` walk, `r`
//! gives another dungeon.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use undercroft::app::Phase;
use undercroft::app::dungeon::{Dungeon, DungeonPlugin, Regenerate};
use undercroft::app::glyph::{CameraTarget, Glyph, GlyphPlugin, GlyphSprite, View, Zoom};
use undercroft::geom::{Dir, Pos};
use undercroft::map::distance::{DistanceMap, UNBOUNDED};
use undercroft::map::{Steps, Tile, TileSet};
use undercroft::mapgen::MapSpec;

/// The dungeon that the game begins with unless a share code is given.
const FIRST: &str = "rogue/60x36#7";

/// The keys of each direction.
const KEYS: [(Dir, [KeyCode; 2]); 4] = [
    (Dir::North, [KeyCode::ArrowUp, KeyCode::KeyK]),
    (Dir::South, [KeyCode::ArrowDown, KeyCode::KeyJ]),
    (Dir::West, [KeyCode::ArrowLeft, KeyCode::KeyH]),
    (Dir::East, [KeyCode::ArrowRight, KeyCode::KeyL]),
];

/// How the game stands.
#[derive(Resource, Default)]
struct Game {
    at: Pos,
    goal: Pos,
    steps: u32,
    /// Steps of the shortest way.
    least: u32,
    reached: u32,
}

#[derive(Component)]
struct Hero;

#[derive(Component)]
struct Goal;

fn main() {
    let code = std::env::args().nth(1).unwrap_or_else(|| FIRST.to_owned());
    let spec: MapSpec = match code.parse() {
        Ok(spec) => spec,
        Err(error) => {
            eprintln!("bevy_game: {error}");
            std::process::exit(2);
        }
    };
    App::new()
        .add_plugins(DefaultPlugins.set(ImagePlugin::default_nearest()))
        .add_plugins((DungeonPlugin { spec }, GlyphPlugin))
        .insert_resource(ClearColor(Color::BLACK))
        .init_resource::<Game>()
        .add_systems(Startup, spawn)
        .add_systems(
            Update,
            (
                play.in_set(Phase::Act),
                enter
                    .run_if(resource_changed::<Dungeon>)
                    .in_set(Phase::Settle),
                (show, fit).in_set(Phase::Show),
            ),
        )
        .run();
}

fn spawn(mut commands: Commands) {
    let mark = |c, fg| GlyphSprite {
        glyph: Glyph::of(c).unwrap_or_default(),
        fg,
        at: Vec2::ZERO,
    };
    commands.spawn((Goal, mark('>', [255, 204, 115])));
    commands.spawn((Hero, mark('@', [255, 246, 214])));
}

/// Walks, and asks for the next dungeon at the goal.
fn play(
    keys: Res<ButtonInput<KeyCode>>,
    dungeon: Res<Dungeon>,
    mut game: ResMut<Game>,
    mut requests: MessageWriter<Regenerate>,
) {
    for (dir, names) in KEYS {
        if !keys.any_just_pressed(names) {
            continue;
        }
        if let Ok(to) = dungeon.map().step(game.at, dir) {
            (game.at, game.steps) = (to, game.steps + 1);
        }
    }
    let arrived = game.least > 0 && game.at == game.goal;
    if arrived {
        game.reached += 1;
    }
    if arrived || keys.just_pressed(KeyCode::KeyR) {
        requests.write(Regenerate::Next);
    }
}

/// Begins anew in a new dungeon.
fn enter(dungeon: Res<Dungeon>, mut game: ResMut<Game>) {
    let map = dungeon.map();
    let Some(start) = map.start else { return };
    let open = TileSet::of(&map.tiles, Tile::is_walkable);
    let mut distances = DistanceMap::default();
    // As the keys have it: up, right, down and left.
    distances.measure(&open, Steps::Four, &[start], UNBOUNDED);
    let (goal, least) = distances.farthest().unwrap_or((start, 0));
    *game = Game {
        at: start,
        goal,
        steps: 0,
        least,
        reached: game.reached,
    };
}

/// Shows where everything is, and tells the rest in the window's title.
fn show(
    game: Res<Game>,
    mut heroes: Query<&mut GlyphSprite, With<Hero>>,
    mut goals: Query<&mut GlyphSprite, (With<Goal>, Without<Hero>)>,
    mut target: ResMut<CameraTarget>,
    mut windows: Query<&mut Window, With<PrimaryWindow>>,
) {
    if !game.is_changed() {
        return;
    }
    let place = |pos: Pos| Vec2::new(pos.x as f32, pos.y as f32);
    heroes
        .iter_mut()
        .for_each(|mut hero| hero.at = place(game.at));
    goals
        .iter_mut()
        .for_each(|mut goal| goal.at = place(game.goal));
    target.0 = place(game.at) + 0.5;
    for mut window in &mut windows {
        window.title = format!(
            "{} of {} steps, {} reached",
            game.steps, game.least, game.reached
        );
    }
}

/// Makes the tiles as large as the window allows.
fn fit(dungeon: Res<Dungeon>, view: Res<View>, mut zoom: ResMut<Zoom>) {
    if (dungeon.is_changed() || view.is_changed()) && view.room != UVec2::ZERO {
        let size = dungeon.map().size();
        let mut fitted = *zoom;
        fitted.fit(UVec2::new(size.width, size.height), view.room);
        zoom.set_if_neq(fitted);
    }
}
