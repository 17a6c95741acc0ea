//! A small Bevy game on maps of a generator of one's own: what docs/own-generator.md leads to.

use undercroft::geom::{Pos, Rect};
use undercroft::map::Tile;
use undercroft::mapgen::{GenerateError, Generator, Info, ParamSpec, Site};
use undercroft::rng::Stream;

struct Ponds;

const COUNT: usize = 0;

static INFO: Info = Info {
    name: "ponds",
    description: "An open field with small ponds",
    source: "mine",
    params: &[ParamSpec::int("count", 0, 100, 6, "ponds that are dug")],
};

impl Generator for Ponds {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError> {
        let inner = site.interior();
        site.paint(inner, Tile::Floor);
        for _ in 0..site.params().value(COUNT) {
            let x = stream.range(inner.left, inner.right);
            let y = stream.range(inner.top, inner.bottom);
            site.paint(Rect::between(Pos::new(x, y), Pos::new(x, y)), Tile::Water);
        }
        site.start(inner.center());
        Ok(())
    }
}

use bevy::prelude::*;
use undercroft::app::Phase;
use undercroft::app::dungeon::{DungeonPlugin, Regenerate};
use undercroft::app::glyph::GlyphPlugin;
use undercroft::app::input::Step;
use undercroft::app::light::LightPlugin;
use undercroft::app::player::PlayerPlugin;
use undercroft::geom::Dir;

fn main() {
    let generators = undercroft::game::generators().with(&Ponds);
    let generators = generators.expect("the name is free");
    let spec = generators.read("ponds/60x36/count=40#7");
    let spec = spec.expect("a share code");
    undercroft::know(generators).expect("nothing was read");
    App::new()
        .add_plugins(DefaultPlugins.set(ImagePlugin::default_nearest()))
        .add_plugins(DungeonPlugin { spec })
        .add_plugins((GlyphPlugin, LightPlugin, PlayerPlugin))
        .add_systems(Update, press_keys.in_set(Phase::Input))
        .run();
}

/// The arrows walk, and R makes another map.
fn press_keys(
    keys: Res<ButtonInput<KeyCode>>,
    mut steps: MessageWriter<Step>,
    mut maps: MessageWriter<Regenerate>,
) {
    for (key, dir) in [
        (KeyCode::ArrowUp, Dir::North),
        (KeyCode::ArrowRight, Dir::East),
        (KeyCode::ArrowDown, Dir::South),
        (KeyCode::ArrowLeft, Dir::West),
    ] {
        if keys.just_pressed(key) {
            steps.write(Step(dir));
        }
    }
    if keys.just_pressed(KeyCode::KeyR) {
        maps.write(Regenerate::Next);
    }
}
