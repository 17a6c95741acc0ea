//! A generator of one's own, in share codes, on the command line and as a stage beside the built-in ones.
//!
//! ```text
//! cargo run --no-default-features --features cli --example own_generator -- generators ponds
//! cargo run --no-default-features --features cli --example own_generator -- generate --seed 'ponds/60x20#7'
//! cargo run --no-default-features --features cli --example own_generator -- generate --seed 'caves/60x20|ponds/in=open#7'
//! ```

use std::process::ExitCode;

use undercroft::game;
use undercroft::geom::{Pos, Rect};
use undercroft::map::{Tile, TileSet};
use undercroft::mapgen::{GenerateError, Generator, Info, ParamSpec, Site};
use undercroft::rng::{Stream, Tag};

/// An open field with round ponds.
struct Ponds;

/// The index of the parameter in the list below.
const COUNT: usize = 0;

static INFO: Info = Info {
    name: "ponds",
    description: "An open field with round ponds",
    source: "an example",
    params: &[ParamSpec::int("count", 0, 100, 6, "ponds that are dug")],
};

/// How deep each pond is does not depend on how many there are: each has a stream of its own.
const DEPTH: Tag = Tag::custom("example/pond-depth");

/// Working memory, kept between maps.
#[derive(Default)]
struct Scratch {
    water: TileSet,
}

impl Generator for Ponds {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn carve(&self, site: &mut Site<'_>, stream: &mut Stream) -> Result<(), GenerateError> {
        let inner = site.interior();
        site.paint(inner, Tile::Floor);
        let mut scratch: Scratch = site.take_scratch();
        scratch.water.reset(site.size());
        for number in 0..site.params().value(COUNT) as u64 {
            let x = stream.range(inner.left, inner.right);
            let y = stream.range(inner.top, inner.bottom);
            let mut depth = Stream::keyed(DEPTH, site.seed(), &[number]);
            fill_disc(&mut scratch.water, Pos::new(x, y), depth.range(1, 4), inner);
        }
        for pos in scratch.water.iter() {
            site.paint(Rect::between(pos, pos), Tile::Water);
        }
        site.keep_scratch(scratch);
        site.start(Pos::new(inner.left, inner.top));
        Ok(())
    }
}

fn fill_disc(tiles: &mut TileSet, centre: Pos, radius: i32, within: Rect) {
    for pos in Rect::between(centre, centre).grown(radius).positions() {
        let (dx, dy) = (pos.x - centre.x, pos.y - centre.y);
        if within.grown(-1).contains(pos) && dx * dx + dy * dy <= radius * radius {
            tiles.insert(pos);
        }
    }
}

fn main() -> ExitCode {
    let generators = game::generators().with(&Ponds);
    // Before anything reads a code. From here on `ponds` is a generator like the others.
    undercroft::know(generators.expect("the name is free")).expect("nothing was read");
    undercroft::cli::run(std::env::args_os())
}

#[cfg(test)]
mod tests {
    use undercroft::map::Map;
    use undercroft::mapgen::{BUILT_IN, Buffers, Recorder};

    use super::*;

    #[test]
    fn ponds_have_codes_stages_and_a_playback() {
        let known = BUILT_IN.clone().with(&Ponds).expect("the name is free");
        let spec = known.read("ponds/60x20/count=9#7");
        let spec = spec.expect("the code is known");
        let map = spec.generate().expect("a field is never empty");
        assert!(map.is_connected());
        let (mut watched, mut recorder) = (Map::default(), Recorder::default());
        spec.observe(&mut watched, &mut Buffers::default(), &mut recorder)
            .expect("as before");
        assert_eq!(watched, map);
        let in_caves = known.read("caves/60x20|ponds/in=open#7");
        let in_caves = in_caves.expect("the code is known");
        let map = in_caves.generate().expect("there are caves");
        assert!(map.tiles.iter().any(|(_, tile)| *tile == Tile::Water));
    }
}
