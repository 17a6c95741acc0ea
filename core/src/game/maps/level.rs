//! Levels as maps.

use super::of::{MapContent, downcast, name_with};
use crate::game::content::{Content, DEEPEST, LEVEL_SIZE};
use crate::game::setup::MOST_PLUS;
use crate::game::world::generation::listing::NewLevel;
use crate::geom::{Pos, Rect, Size};
use crate::mapgen::{GenerateError, Generator, Info, MapSpec, ParamSpec, Params, Site};
use crate::rng::{Seed, Stream};

/// `level`: a level of Descend as a map.
pub(super) struct Levels {
    content: MapContent,
    info: &'static Info,
}

const DEPTH: usize = 0;
const PLUS: usize = 1;

const NAME: &str = "level";

static PARAMS: [ParamSpec; 2] = [
    ParamSpec::int("depth", 1, DEEPEST as i32, 1, "depth of the level"),
    ParamSpec::int(
        "plus",
        0,
        MOST_PLUS as i32,
        0,
        "wins before the run (New Game Plus)",
    ),
];

const fn info(name: &'static str) -> Info {
    Info {
        name,
        description: "A level of Descend as the player of this seed finds it",
        source: "Descend",
        params: &PARAMS,
    }
}

/// Those of the embedded content.
pub(super) static EMBEDDED: Levels = Levels {
    content: MapContent::Embedded,
    info: &EMBEDDED_INFO,
};

static EMBEDDED_INFO: Info = info(NAME);

impl Levels {
    /// Those of other content, for the rest of the process.
    pub fn of(content: &'static Content) -> &'static Self {
        let info = info(name_with(NAME, content));
        Box::leak(Box::new(Self {
            content: MapContent::Own(content),
            info: Box::leak(Box::new(info)),
        }))
    }

    fn level(&self, seed: Seed, params: &Params) -> Option<NewLevel> {
        let [depth, plus] = [DEPTH, PLUS].map(|index| params.value(index) as u8);
        Some(NewLevel::new(self.content.get()?, seed, plus, depth))
    }
}

impl Generator for Levels {
    fn info(&self) -> &'static Info {
        self.info
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
        let level = self.level(site.seed(), site.params());
        let level = level.ok_or(GenerateError::Closed)?;
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

/// The level that the first stage of `spec` makes, with its monsters and items, and the content that it is of.
pub(super) fn first_level(spec: &MapSpec) -> Option<(&'static Content, NewLevel)> {
    let levels: &Levels = downcast(spec.generator())?;
    let level = levels.level(spec.seed, spec.params())?;
    Some((levels.content.get()?, level))
}

/// The level that `spec` is, with its monsters and items, if it is a level.
pub fn level_of(spec: &MapSpec) -> Option<NewLevel> {
    first_level(spec).map(|(_, level)| level)
}
