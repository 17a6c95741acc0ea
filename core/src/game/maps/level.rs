//! Levels as maps.

use crate::game::content::{Content, DEEPEST, LEVEL_SIZE};
use crate::game::setup::MOST_PLUS;
use crate::game::world::generation::listing::NewLevel;
use crate::geom::{Pos, Rect, Size};
use crate::mapgen::{GenerateError, Generator, Info, MapSpec, ParamSpec, Params, Site};
use crate::rng::{Seed, Stream};

/// `level`: a level of Descend as a map.
pub(super) struct Levels;

const DEPTH: usize = 0;
const PLUS: usize = 1;

static INFO: Info = Info {
    name: "level",
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

    /// Its monsters and items are placed, too.
    fn quick_area(&self) -> usize {
        16 * LEVEL_SIZE.area()
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

/// The level that `spec` is, with its monsters and items, if it is a level and nothing has changed it.
pub fn level_of(spec: &MapSpec) -> Option<NewLevel> {
    level(spec.seed, unchanged(spec, INFO.name)?)
}

/// The parameters of a map that the generator called `name` alone makes.
pub(super) fn unchanged<'a>(spec: &'a MapSpec, name: &str) -> Option<&'a Params> {
    let [stage] = spec.stages() else {
        return None;
    };
    let is_alone = stage.generator().name() == name && spec.edits().is_empty();
    is_alone.then_some(&stage.params)
}
