//! Rooms with an idea as maps.

use std::sync::LazyLock;

use super::level::unchanged;
use crate::game::content::{Content, LARGEST_ROOM, RoomDef};
use crate::geom::{Dir, Pos, Rect, Size};
use crate::map::{Drawn, Room, RoomKind, Tile};
use crate::mapgen::{GenerateError, Generator, Info, MapSpec, ParamSpec, Params, Site};
use crate::rng::{Seed, Stream, Streams, Tag};

/// `lone-room`: a room with an idea, in the midst of rock, turned and mirrored by the seed.
pub(super) struct Rooms;

const IDEA: usize = 0;

/// The floor before its entrance, in tiles: as far out, and to each side.
const LANDING: (i32, i32) = (2, 1);

/// The size of its maps: the largest room with a landing on either side, and rock around all.
const ROOM_SIZE: Size = Size::new(
    LARGEST_ROOM.width + 2 * (LANDING.0 as u32 + 1),
    LARGEST_ROOM.height + 2 * (LANDING.0 as u32 + 1),
);

/// Its name, which is known without the rooms.
const NAME: &str = "lone-room";

/// The names of the rooms, which are in the content.
static IDEAS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let rooms = Content::embedded().map_or(&[][..], Content::rooms);
    rooms.iter().map(|room| &*room.id).collect()
});

static PARAMS: LazyLock<[ParamSpec; 1]> =
    LazyLock::new(|| [ParamSpec::choice("idea", &IDEAS, "which of the rooms")]);

static ROOM_INFO: LazyLock<Info> = LazyLock::new(|| Info {
    name: NAME,
    description: "A room with an idea from Descend, alone",
    source: "Descend",
    params: &*PARAMS,
});

impl Generator for Rooms {
    fn info(&self) -> &'static Info {
        &ROOM_INFO
    }

    fn name(&self) -> &'static str {
        NAME
    }

    fn min_size(&self, _: &Params) -> Size {
        ROOM_SIZE
    }

    fn max_size(&self) -> Size {
        ROOM_SIZE
    }

    fn carve(&self, site: &mut Site<'_>, _: &mut Stream) -> Result<(), GenerateError> {
        let room = LoneRoom::new(site.seed(), site.params()).ok_or(GenerateError::Closed)?;
        let [near, far] = room.landing();
        site.paint(Rect::between(near, far), Tile::Floor);
        for (pos, drawn) in room.tiles() {
            site.paint(Rect::between(pos, pos), room.def.tile_at(drawn));
        }
        site.list_room(Room {
            area: room.area.grown(-1),
            kind: RoomKind::Prefab,
        });
        site.start(room.outside());
        Ok(())
    }
}

/// A room with an idea on a map of its own.
pub(super) struct LoneRoom {
    pub def: &'static RoomDef,
    area: Rect,
    turn: u32,
}

impl LoneRoom {
    fn new(seed: Seed, params: &Params) -> Option<Self> {
        let index = usize::try_from(params.value(IDEA)).ok()?;
        let def = Content::embedded().ok()?.rooms().get(index)?;
        let turn = Streams::new(seed).stream(Tag::ROOM, &[]).below(8);
        let size = def.drawing.oriented(turn).size();
        let [left, top] = [ROOM_SIZE.width - size.width, ROOM_SIZE.height - size.height]
            .map(|rock| (rock / 2) as i32);
        let area = Rect::sized(Pos::new(left, top), size.width as i32, size.height as i32);
        Some(Self { def, area, turn })
    }

    /// Each tile of the map that the room covers, and what is drawn there.
    pub fn tiles(&self) -> impl Iterator<Item = (Pos, Drawn<char>)> {
        let drawn = self.def.drawing.oriented(self.turn);
        let corner = Pos::new(self.area.left, self.area.top);
        let all = self.area.positions();
        all.map(move |pos| (pos, drawn.at(pos - corner)))
    }

    /// The entrance, and the way out of it.
    fn entrance(&self) -> (Pos, Dir) {
        let (at, out) = self
            .def
            .entrance(self.turn)
            .unwrap_or((Pos::default(), Dir::North));
        (Pos::new(self.area.left, self.area.top) + at, out)
    }

    /// The tile before the entrance.
    fn outside(&self) -> Pos {
        let (pos, out) = self.entrance();
        pos.step(out)
    }

    /// Two corners of the floor before the entrance.
    fn landing(&self) -> [Pos; 2] {
        let (pos, out) = self.entrance();
        let Pos { x, y } = out.delta();
        let tile = |far: i32, aside: i32| pos + Pos::new(x * far - y * aside, y * far + x * aside);
        let (far, aside) = LANDING;
        [tile(1, -aside), tile(far, aside)]
    }
}

/// The room that `spec` is, if it is one and nothing has changed it.
pub(super) fn room_of(spec: &MapSpec) -> Option<LoneRoom> {
    LoneRoom::new(spec.seed, unchanged(spec, NAME)?)
}
