//! Set pieces as maps.

use std::sync::OnceLock;

use super::of::{MapContent, downcast, name_with};
use crate::game::content::{Content, LARGEST_SET_PIECE, SetPieceDef};
use crate::geom::{Dir, Pos, Rect, Size};
use crate::map::{Drawn, Room, RoomKind, Tile};
use crate::mapgen::{GenerateError, Generator, Info, MapSpec, ParamSpec, Params, Site};
use crate::rng::{Seed, Stream, Streams, Tag};

/// `set-piece`: a set piece, in the midst of rock, turned and mirrored by the seed.
pub(super) struct SetPieces {
    content: MapContent,
    /// It is known without the content.
    name: &'static str,
    /// The names of the set pieces are in the content.
    info: OnceLock<&'static Info>,
}

const NAMED: usize = 0;

/// The floor before its entrance, in tiles: as far out, and to each side.
const LANDING: (i32, i32) = (2, 1);

/// The size of its maps: the largest set piece with a landing on either side, and rock around all.
const MAP_SIZE: Size = Size::new(
    LARGEST_SET_PIECE.width + 2 * (LANDING.0 as u32 + 1),
    LARGEST_SET_PIECE.height + 2 * (LANDING.0 as u32 + 1),
);

const NAME: &str = "set-piece";

/// Those of the embedded content.
pub(super) static EMBEDDED: SetPieces = SetPieces::new(MapContent::Embedded, NAME);

impl SetPieces {
    const fn new(content: MapContent, name: &'static str) -> Self {
        Self {
            content,
            name,
            info: OnceLock::new(),
        }
    }

    /// Those of other content, for the rest of the process.
    pub fn of(content: &'static Content) -> &'static Self {
        let name = name_with(NAME, content);
        Box::leak(Box::new(Self::new(MapContent::Own(content), name)))
    }

    fn all(&self) -> &'static [SetPieceDef] {
        self.content.get().map_or(&[], Content::set_pieces)
    }

    fn piece(&self, seed: Seed, params: &Params) -> Option<SetPieceMap> {
        let index = usize::try_from(params.value(NAMED)).ok()?;
        let def = self.all().get(index)?;
        let turn = Streams::new(seed).stream(Tag::ROOM, &[]).below(8);
        let size = def.drawing.oriented(turn).size();
        let [left, top] = [MAP_SIZE.width - size.width, MAP_SIZE.height - size.height]
            .map(|rock| (rock / 2) as i32);
        let area = Rect::sized(Pos::new(left, top), size.width as i32, size.height as i32);
        Some(SetPieceMap { def, area, turn })
    }
}

impl Generator for SetPieces {
    fn info(&self) -> &'static Info {
        self.info.get_or_init(|| {
            let names = self.all().iter().map(|piece| &*piece.id);
            let names = Vec::leak(names.collect());
            let param = ParamSpec::choice("name", names, "which of them");
            Box::leak(Box::new(Info {
                name: self.name,
                description: "A set piece from Descend, alone",
                source: "Descend",
                params: Vec::leak(vec![param]),
            }))
        })
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn min_size(&self, _: &Params) -> Size {
        MAP_SIZE
    }

    fn max_size(&self) -> Size {
        MAP_SIZE
    }

    fn carve(&self, site: &mut Site<'_>, _: &mut Stream) -> Result<(), GenerateError> {
        let piece = self.piece(site.seed(), site.params());
        let piece = piece.ok_or(GenerateError::Closed)?;
        let [near, far] = piece.landing();
        site.paint(Rect::between(near, far), Tile::Floor);
        for (pos, drawn) in piece.drawn() {
            site.paint(Rect::between(pos, pos), piece.def.tile_at(drawn));
        }
        site.list_room(Room::of_kind(piece.area.grown(-1), RoomKind::Prefab));
        site.start(piece.outside());
        Ok(())
    }
}

/// A set piece on a map of its own.
pub(super) struct SetPieceMap {
    pub def: &'static SetPieceDef,
    area: Rect,
    turn: u32,
}

impl SetPieceMap {
    /// Each tile of the map that the set piece covers, and what is drawn there.
    pub fn drawn(&self) -> impl Iterator<Item = (Pos, Drawn<char>)> {
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

/// The set piece that the first stage of `spec` makes, and the content that it is of.
pub(super) fn set_piece_of(spec: &MapSpec) -> Option<(&'static Content, SetPieceMap)> {
    let pieces: &SetPieces = downcast(spec.generator())?;
    let piece = pieces.piece(spec.seed, spec.params())?;
    Some((pieces.content.get()?, piece))
}
