//! The levels of Descend as maps with share codes: `level/80x50/depth=3#7` is the third level of the run
//! with seed 7.

use std::sync::Once;

use super::content::{Content, DEEPEST, LEVEL_SIZE};
use super::setup::MOST_PLUS;
use super::world::generation::listing::NewLevel;
use crate::geom::{Pos, Rect, Size};
use crate::mapgen::{
    GenerateError, Generator, Info, MapSpec, ParamSpec, Params, Site, register_reserved,
};
use crate::rng::{Seed, Stream};

/// The name of the generator.
pub const NAME: &str = "level";

/// `level`: a level of Descend as a map.
struct Levels;

const DEPTH: usize = 0;
const PLUS: usize = 1;

static INFO: Info = Info {
    name: NAME,
    description: "A level of Descend as the player of this seed finds it",
    source: "Descend",
    params: &[
        ParamSpec::int("depth", 1, DEEPEST as i32, 1, "depth of the level"),
        ParamSpec::int(
            "plus",
            0,
            MOST_PLUS as i32,
            0,
            "wins before the run (New Game Plus)",
        ),
    ],
};

impl Generator for Levels {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn min_size(&self, _: &Params) -> Size {
        LEVEL_SIZE
    }

    fn max_size(&self) -> Size {
        LEVEL_SIZE
    }

    /// The level has keyed streams of its own.
    fn carve(&self, site: &mut Site<'_>, _: &mut Stream) -> Result<(), GenerateError> {
        let level = level(site.seed(), site.params()).ok_or(GenerateError::Closed)?;
        let size = level.map.size();
        let all = Rect::sized(Pos::default(), size.width as i32, size.height as i32);
        for pos in all.positions() {
            let tile = level.map.tiles[pos];
            if site.map().tiles[pos] != tile {
                site.paint(Rect::between(pos, pos), tile);
            }
        }
        for room in level.map.rooms {
            site.list_room(room);
        }
        if let Some(start) = level.map.start {
            site.start(start);
        }
        Ok(())
    }
}

fn level(seed: Seed, params: &Params) -> Option<NewLevel> {
    let content = Content::embedded().ok()?;
    let [depth, plus] = [DEPTH, PLUS].map(|index| params.value(index) as u8);
    Some(NewLevel::new(content, seed, plus, depth))
}

/// Makes codes of levels known to [`MapSpec`]. What reads texts for people calls it, and so do the command
/// line and the window; it may be called any number of times.
pub fn register_levels() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| register_reserved(&Levels));
}

/// The level that `spec` is, with its monsters and items, if it is a level and nothing has changed it.
pub fn level_of(spec: &MapSpec) -> Option<NewLevel> {
    let [stage] = spec.stages() else {
        return None;
    };
    let is_level = stage.generator().info() == &INFO && spec.edits().is_empty();
    is_level.then(|| level(spec.seed, &stage.params)).flatten()
}
